// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics.h"

#include <math.h>
#include <string.h>

static struct measured mean_of(const struct moments *moments) {
    struct measured mean = measured_mean(moments);
    mean.low = fmax(mean.low, 0); // none of the numbers is ever negative
    return mean;
}

static struct measured share(int64_t count, int64_t games) {
    return measured_share((double)count, (double)games);
}
// Of an arm's own games.
static struct measured share_of(const struct arm_games *games, int64_t count) {
    return share(count, games->own->games);
}

static struct measured measure_first_score(const struct arm_games *games) {
    return measured_score(&games->own->score);
}
static struct measured measure_first_elo(const struct arm_games *games) {
    return measured_elo(measure_first_score(games));
}

static struct measured measure_first_wins(const struct arm_games *games) {
    return share_of(games, games->own->results[RESULT_FIRST]);
}
static struct measured measure_draws(const struct arm_games *games) {
    return share_of(games, games->own->results[RESULT_DRAW]);
}
static struct measured measure_second_wins(const struct arm_games *games) {
    return share_of(games, games->own->results[RESULT_SECOND]);
}
static int64_t decisive_games(const struct game_sums *sums) {
    return sums->results[RESULT_FIRST] + sums->results[RESULT_SECOND];
}
static struct measured measure_decisive(const struct arm_games *games) {
    return share_of(games, decisive_games(games->own));
}
static struct measured measure_first_of_decisive(const struct arm_games *games) {
    return share(games->own->results[RESULT_FIRST], decisive_games(games->own));
}

// The k-th shortest length, from 1; beyond the ends what is certain all the same.
static double ranked_length(const struct game_sums *sums, int64_t rank) {
    if (rank < 1)
        return 0;
    if (rank > sums->games)
        return INFINITY;
    int at = 0;
    for (int64_t shorter = sums->lengths[0]; shorter < rank;)
        shorter += sums->lengths[++at];
    return at;
}

static struct measured length_quantile(const struct game_sums *sums, double part) {
    int64_t low, high, rank = (int64_t)ceil(part * (double)sums->games);
    if (sums->games == 0)
        return (struct measured){0};
    quantile_ranks(sums->games, part, &low, &high);
    return (struct measured){ranked_length(sums, rank > 0 ? rank : 1), ranked_length(sums, low),
                             ranked_length(sums, high), (double)sums->games};
}
static struct measured measure_length_q1(const struct arm_games *games) {
    return length_quantile(games->own, 0.25);
}
static struct measured measure_length_median(const struct arm_games *games) {
    return length_quantile(games->own, 0.5);
}
static struct measured measure_length_q3(const struct arm_games *games) {
    return length_quantile(games->own, 0.75);
}

static struct measured measure_cut(const struct arm_games *games) {
    return share_of(games, games->own->terminations[TERMINATION_PLY_LIMIT]);
}

static struct measured foreign_share(const struct game_sums *sums, int arm) {
    return share(sums->foreign[arm], sums->games);
}
static struct measured measure_new_moves(const struct arm_games *games) {
    return games->base ? foreign_share(games->own, games->base_arm) : (struct measured){0};
}
static struct measured measure_lost_moves(const struct arm_games *games) {
    return games->base ? foreign_share(games->base, games->arm) : (struct measured){0};
}

// Plug-in entropy plus (kinds - 1) / 2n (G. A. Miller 1955); its variance is that of -ln p over the
// games, by n (G. P. Basharin, Theory of Probability and its Applications 4 (1959)).
static struct measured measure_entropy(const struct arm_games *games) {
    const struct game_sums *own = games->own;
    if (own->games == 0)
        return (struct measured){0};
    double n = (double)own->games, entropy = 0, square = 0;
    for (int i = 0; i < own->kinds; i++) {
        double part = (double)own->first_moves[i].games / n, surprise = -log(part);
        entropy += part * surprise;
        square += part * surprise * surprise;
    }
    double reach = NORMAL_975 * sqrt(fmax(square - entropy * entropy, 0) / n);
    double value = entropy + (double)(own->kinds - 1) / (2 * n);
    return (struct measured){value, fmax(value - reach, 0), value + reach, n};
}
static struct measured measure_first_moves(const struct arm_games *games) {
    struct measured entropy = measure_entropy(games);
    if (entropy.n > 0) {
        entropy.value = exp(entropy.value);
        entropy.low = exp(entropy.low);
        entropy.high = exp(entropy.high);
    }
    return entropy;
}

static struct measured measure_strength(const struct arm_games *games) {
    return games->strength ? measured_score(&games->strength->pairs) : (struct measured){0};
}

#define METRIC(id, name, unit, definition)
#define MEAN(id, name, unit, definition)                                                           \
    static struct measured measure_##id(const struct arm_games *games) {                           \
        return mean_of(&games->own->id);                                                           \
    }
#include "metrics.def"
#define TERMINATION(id, name)                                                                      \
    static struct measured ending_##id(const struct arm_games *games) {                            \
        return share_of(games, games->own->terminations[TERMINATION_##id]);                        \
    }
#include "outcome.def"
#undef TERMINATION

const struct metric metrics[] = {
#define METRIC(id, name, unit, definition) {name, definition, UNIT_##unit, measure_##id},
#define MEAN METRIC
#include "metrics.def"
#define TERMINATION(id, name)                                                                      \
    {"ending-" name, "share of the games that end by " name, UNIT_PERCENT, ending_##id},
#include "outcome.def"
#undef TERMINATION
};
const int metric_count = ARRAY_LENGTH(metrics);

int metric_find(const char *name) {
    for (int i = 0; i < metric_count; i++)
        if (strcmp(metrics[i].name, name) == 0)
            return i;
    return -1;
}

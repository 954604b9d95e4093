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

static int64_t decisive_games(const struct game_sums *sums) {
    return sums->results[RESULT_FIRST] + sums->results[RESULT_SECOND];
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

static struct measured foreign_share(const struct game_sums *sums, int arm) {
    return share(sums->foreign[arm], sums->games);
}

// Plug-in entropy plus (kinds - 1) / 2n (G. A. Miller 1955); its variance is that of -ln p over the
// games, by n (G. P. Basharin, Theory of Probability and its Applications 4 (1959)), and the term
// of second order, (kinds - 1) / 2n^2 (B. Harris 1975): where all moves are as frequent, and where
// each game opens with another, the first is 0.
static struct measured entropy(const struct game_sums *own) {
    if (own->games == 0)
        return (struct measured){0};
    double n = (double)own->games, mean = 0, square = 0;
    for (int i = 0; i < own->kinds; i++) {
        double part = (double)own->first_moves[i].games / n, surprise = -log(part);
        mean += part * surprise;
        square += part * surprise * surprise;
    }
    double bias = (double)(own->kinds - 1) / (2 * n);
    double reach = NORMAL_975 * sqrt((fmax(square - mean * mean, 0) + bias) / n);
    double value = mean + bias;
    return (struct measured){value, fmax(value - reach, 0), value + reach, n};
}
static struct measured effective_number(struct measured entropy) {
    if (entropy.n > 0) {
        entropy.value = exp(entropy.value);
        entropy.low = exp(entropy.low);
        entropy.high = exp(entropy.high);
    }
    return entropy;
}

// 100 sqrt(branching) / length, of their means, and what a game adds to that: the ratio is nearly
// the mean of these (delta method).
static double refinement_part(const struct game_sums *sums, const struct game_facts *game) {
    double branching = sums->branching.mean, length = sums->length.mean;
    double options = branching > 0 ? game->branching / branching : 1; // against the mean game
    return 100 * sqrt(branching) / length * (1 + (options - 1) / 2 - (game->plies / length - 1));
}
static struct measured refinement(const struct game_sums *own) {
    struct moments parts = {0};
    for (int64_t i = 0; i < own->games; i++)
        if (own->facts[i].plies > 0)
            moments_add(&parts, refinement_part(own, &own->facts[i]));
    struct measured mean = measured_mean(&parts);
    double value = parts.n > 0 ? 100 * sqrt(own->branching.mean) / own->length.mean : 0;
    return (struct measured){value, fmax(mean.low - mean.value + value, 0),
                             mean.high - mean.value + value, parts.n};
}

static const struct measured not_measured;

#define NONE NAN
#define METRIC(id, name, unit, value, of_game, definition)                                         \
    static struct measured measure_##id(const struct arm_games *games) {                           \
        return value;                                                                              \
    }                                                                                              \
    static double fact_##id(const struct game_facts *game, const struct game_sums *sums) {         \
        (void)game, (void)sums;                                                                    \
        return of_game;                                                                            \
    }
#define DETAIL METRIC
#define MEAN(id, name, unit, of_game, definition)                                                  \
    METRIC(id, name, unit, mean_of(&games->own->id), of_game, definition)
#include "metrics.def"
#define TERMINATION(id, name)                                                                      \
    static struct measured ending_##id(const struct arm_games *games) {                            \
        return share_of(games, games->own->terminations[TERMINATION_##id]);                        \
    }                                                                                              \
    static double fact_ending_##id(const struct game_facts *game, const struct game_sums *sums) {  \
        (void)sums;                                                                                \
        return game->termination == TERMINATION_##id;                                              \
    }
#include "outcome.def"
#undef TERMINATION

const struct metric metrics[] = {
#define METRIC(id, name, unit, value, of_game, definition)                                         \
    {name, definition, UNIT_##unit, measure_##id, fact_##id, false},
#define DETAIL(id, name, unit, value, of_game, definition)                                         \
    {name, definition, UNIT_##unit, measure_##id, fact_##id, true},
#define MEAN(id, name, unit, of_game, definition) METRIC(id, name, unit, , , definition)
#include "metrics.def"
#define TERMINATION(id, name)                                                                      \
    {"ending-" name,   "share of the games that end by " name,                                     \
     UNIT_PERCENT,     ending_##id,                                                                \
     fact_ending_##id, true},
#include "outcome.def"
#undef TERMINATION
};
const int metric_count = ARRAY_LENGTH(metrics);

double metric_correlation(const struct metric *metric, const struct game_sums *a,
                          const struct game_sums *b) {
    struct comoments comoments = {0};
    double counted[2] = {0};
    for (int64_t i = 0; i < a->games; i++)
        counted[0] += !isnan(metric->of_game(&a->facts[i], a));
    int64_t i = 0;
    for (int64_t j = 0; j < b->games; j++) {
        double there = metric->of_game(&b->facts[j], b);
        counted[1] += !isnan(there);
        while (i < a->games && a->facts[i].game < b->facts[j].game)
            i++;
        if (i == a->games || a->facts[i].game != b->facts[j].game ||
            a->facts[i].opening != b->facts[j].opening)
            continue;
        double here = metric->of_game(&a->facts[i], a);
        if (!isnan(here) && !isnan(there))
            comoments_add(&comoments, here, there);
    }
    return comoments_correlation(&comoments, counted[0], counted[1]);
}

int metric_find(const char *name) {
    for (int i = 0; i < metric_count; i++)
        if (strcmp(metrics[i].name, name) == 0)
            return i;
    return -1;
}

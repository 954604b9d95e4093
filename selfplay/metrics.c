// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// One number of a game; NAN where the game does not count.
typedef double game_number(const struct game_facts *game);

static struct moments moments_of(const struct games *games, game_number *number) {
    struct moments moments = {0};
    for (int64_t i = 0; games && i < games->count; i++) {
        double value = number(&games->game[i]);
        if (!isnan(value))
            moments_add(&moments, value);
    }
    return moments;
}

static struct measured mean_of(const struct games *games, game_number *number) {
    struct moments moments = moments_of(games, number);
    struct measured mean = measured_mean(&moments);
    mean.low = fmax(mean.low, 0); // none of the numbers is ever negative
    return mean;
}

// Of a number that is 0 or 1.
static struct measured share_of(const struct games *games, game_number *number) {
    struct moments moments = moments_of(games, number);
    return measured_share(round(moments.mean * moments.n), moments.n);
}

static double score(const struct game_facts *game) {
    return game->result == RESULT_FIRST ? 1 : game->result == RESULT_SECOND ? 0 : 0.5;
}
static struct measured measure_first_score(const struct arm_games *games) {
    struct moments moments = moments_of(games->own, score);
    return measured_score(&moments);
}
static struct measured measure_first_elo(const struct arm_games *games) {
    return measured_elo(measure_first_score(games));
}

static double first_wins(const struct game_facts *game) {
    return game->result == RESULT_FIRST;
}
static struct measured measure_first_wins(const struct arm_games *games) {
    return share_of(games->own, first_wins);
}

static double draws(const struct game_facts *game) {
    return game->result == RESULT_DRAW;
}
static struct measured measure_draws(const struct arm_games *games) {
    return share_of(games->own, draws);
}

static double second_wins(const struct game_facts *game) {
    return game->result == RESULT_SECOND;
}
static struct measured measure_second_wins(const struct arm_games *games) {
    return share_of(games->own, second_wins);
}

static double decisive(const struct game_facts *game) {
    return game->result != RESULT_DRAW;
}
static struct measured measure_decisive(const struct arm_games *games) {
    return share_of(games->own, decisive);
}

static double first_of_decisive(const struct game_facts *game) {
    return game->result == RESULT_DRAW ? NAN : game->result == RESULT_FIRST;
}
static struct measured measure_first_of_decisive(const struct arm_games *games) {
    return share_of(games->own, first_of_decisive);
}

static double length(const struct game_facts *game) {
    return game->plies;
}
static struct measured measure_length(const struct arm_games *games) {
    return mean_of(games->own, length);
}

// The k-th shortest length, from 1; beyond the ends what is certain all the same.
static double ranked_length(const int64_t *shorter, int64_t count, int64_t rank) {
    if (rank < 1)
        return 0;
    if (rank > count)
        return INFINITY;
    int at = 0;
    while (shorter[at] < rank)
        at++;
    return at;
}

static struct measured length_quantile(const struct games *games, double part) {
    enum { LONGEST = 9999 };
    int64_t *shorter = calloc(LONGEST + 1, sizeof *shorter); // games of so many plies or fewer
    int64_t low, high, count = games->count;
    if (!shorter || count == 0) {
        free(shorter);
        return (struct measured){0};
    }
    for (int64_t i = 0; i < count; i++) {
        int plies = games->game[i].plies;
        shorter[plies < 0 ? 0 : plies > LONGEST ? LONGEST : plies]++;
    }
    for (int i = 1; i <= LONGEST; i++)
        shorter[i] += shorter[i - 1];
    quantile_ranks(count, part, &low, &high);
    int64_t rank = (int64_t)ceil(part * (double)count);
    struct measured quantile = {ranked_length(shorter, count, rank > 0 ? rank : 1),
                                ranked_length(shorter, count, low),
                                ranked_length(shorter, count, high), (double)count};
    free(shorter);
    return quantile;
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

static double cut(const struct game_facts *game) {
    return game->termination == TERMINATION_PLY_LIMIT;
}
static struct measured measure_cut(const struct arm_games *games) {
    return share_of(games->own, cut);
}

static double branching(const struct game_facts *game) {
    return game->plies > 0 ? game->branching : NAN;
}
static struct measured measure_branching(const struct arm_games *games) {
    return mean_of(games->own, branching);
}

static double drops(const struct game_facts *game) {
    return game->drops;
}
static struct measured measure_drops(const struct arm_games *games) {
    return mean_of(games->own, drops);
}

static double promotions(const struct game_facts *game) {
    return game->promotions;
}
static struct measured measure_promotions(const struct arm_games *games) {
    return mean_of(games->own, promotions);
}

static double captures(const struct game_facts *game) {
    return game->captures;
}
static struct measured measure_captures(const struct arm_games *games) {
    return mean_of(games->own, captures);
}

static double checks(const struct game_facts *game) {
    return game->checks;
}
static struct measured measure_checks(const struct arm_games *games) {
    return mean_of(games->own, checks);
}

static struct measured foreign_share(const struct games *games, int arm) {
    int64_t count = 0;
    for (int64_t i = 0; i < games->count; i++)
        count += games->game[i].foreign >> arm & 1;
    return measured_share((double)count, (double)games->count);
}
static struct measured measure_new_moves(const struct arm_games *games) {
    return games->base ? foreign_share(games->own, games->base_arm) : (struct measured){0};
}
static struct measured measure_lost_moves(const struct arm_games *games) {
    return games->base ? foreign_share(games->base, games->arm) : (struct measured){0};
}

static double lead_changes(const struct game_facts *game) {
    return game->lead_changes;
}
static struct measured measure_lead_changes(const struct arm_games *games) {
    return mean_of(games->own, lead_changes);
}

static double drama(const struct game_facts *game) {
    return game->deficit >= 0 ? game->deficit : NAN;
}
static struct measured measure_drama(const struct arm_games *games) {
    return mean_of(games->own, drama);
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Plug-in entropy plus (kinds - 1) / 2n (G. A. Miller 1955); its variance is that of -ln p over the
// games, by n (G. P. Basharin, Theory of Probability and its Applications 4 (1959)).
static struct measured measure_entropy(const struct arm_games *games) {
    int64_t count = games->own->count;
    uint64_t *key = malloc((size_t)count * sizeof *key + 1);
    if (!key || count == 0) {
        free(key);
        return (struct measured){0};
    }
    for (int64_t i = 0; i < count; i++)
        key[i] = games->own->game[i].first_move;
    qsort(key, (size_t)count, sizeof *key, compare_keys);
    double n = (double)count, entropy = 0, square = 0;
    int64_t kinds = 0;
    for (int64_t i = 0, next; i < count; i = next, kinds++) {
        for (next = i; next < count && key[next] == key[i];)
            next++;
        double share = (double)(next - i) / n, surprise = -log(share);
        entropy += share * surprise;
        square += share * surprise * surprise;
    }
    free(key);
    double reach = NORMAL_975 * sqrt(fmax(square - entropy * entropy, 0) / n);
    double value = entropy + (double)(kinds - 1) / (2 * n);
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

static double player_a_score(const struct game_facts *game) {
    return game->player_a_first ? score(game) : 1 - score(game);
}
// Over the pairs: games of a pair share an opening.
static struct measured measure_strength(const struct arm_games *games) {
    struct moments pairs = {0};
    const struct games *strength = games->strength;
    for (int64_t i = 0; strength && i + 1 < strength->count; i++)
        if (strength->game[i].pair == strength->game[i + 1].pair) {
            moments_add(
                &pairs,
                (player_a_score(&strength->game[i]) + player_a_score(&strength->game[i + 1])) / 2);
            i++;
        }
    return measured_score(&pairs);
}

static struct measured ending(const struct arm_games *games, enum termination termination) {
    int64_t count = 0;
    for (int64_t i = 0; i < games->own->count; i++)
        count += games->own->game[i].termination == termination;
    return measured_share((double)count, (double)games->own->count);
}
#define TERMINATION(id, name)                                                                      \
    static struct measured ending_##id(const struct arm_games *games) {                            \
        return ending(games, TERMINATION_##id);                                                    \
    }
#include "outcome.def"
#undef TERMINATION

const struct metric metrics[] = {
#define METRIC(id, name, unit, definition) {name, definition, UNIT_##unit, measure_##id},
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

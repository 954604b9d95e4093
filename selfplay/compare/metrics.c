// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics.h"

#include <gsl/gsl_sort_int.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "log_reader.h"
#include "memory.h"

// --- The games of a log --------------------------------------------------------------------------

struct game_list *game_list_create(void) {
    return mem_calloc(1, sizeof(struct game_list));
}

void game_list_destroy(struct game_list *list) {
    if (list)
        free(list->game);
    free(list);
}

void game_list_add(struct game_list *list, const struct game_facts *game) {
    if (list->count == list->room) {
        list->room = 2 * list->room + 64;
        list->game = mem_realloc(list->game, (size_t)list->room * sizeof *list->game);
    }
    list->game[list->count++] = *game;
    moments_add(&list->length, game->plies);
    if (game->plies > 0)
        moments_add(&list->branching, game->branching);
}

bool game_list_same(const struct game_list *a, const struct game_list *b) {
    bool same = a->count > 0 && a->count == b->count && a->copies == b->copies;
    for (int64_t i = 0; same && i < a->count; i++) {
        const struct game_facts *one = &a->game[i], *other = &b->game[i];
        same = one->game == other->game && one->opening == other->opening &&
               one->first_move == other->first_move && one->result == other->result &&
               one->plies == other->plies && one->drops == other->drops &&
               one->promotions == other->promotions && one->captures == other->captures &&
               one->checks == other->checks && one->deficit == other->deficit;
    }
    return same;
}

// The mean over the game's logged positions of how far its winner stood behind.
static bool read_deficit(struct log_reader *log, struct game_facts *game, struct error *error) {
    double sum = 0;
    int64_t count = 0;
    enum csv_status status;
    while ((status = log_next_position(log, error)) == CSV_RECORD) {
        double score = (double)log->position.first_score;
        double behind = game->result == RESULT_FIRST ? -score : score;
        sum += behind > 0 ? behind : 0;
        game->comeback |= behind > COMEBACK && game->result != RESULT_DRAW;
        count++;
    }
    game->deficit = count > 0 && game->result != RESULT_DRAW ? sum / (double)count : -1;
    return status != CSV_ERROR;
}

static struct game_facts facts_of_row(const struct game_row *row) {
    struct game_facts facts = {.game = row->game,
                               .opening = text_hash(row->opening, strlen(row->opening)),
                               .result = row->result,
                               .termination = row->termination,
                               .plies = (int32_t)row->plies,
                               .drops = (int32_t)row->drops,
                               .promotions = (int32_t)row->promotions,
                               .captures = (int32_t)row->captures,
                               .checks = (int32_t)row->checks,
                               .lead_changes = (int32_t)row->lead_changes,
                               .deficit = -1,
                               .branching = (double)row->branching_mean / 1000,
                               .first_move = text_hash(row->moves, strcspn(row->moves, " "))};
    for (int i = 0; i < DEPTHS; i++)
        facts.depths[i] = (uint16_t)(row->first_depths.moves[i] + row->second_depths.moves[i]);
    return facts;
}

static bool take_game(void *context, struct log_reader *log, bool copy, struct error *cause,
                      struct error *error) {
    struct game_list *list = context;
    struct game_facts game = facts_of_row(&log->game);
    (void)cause;
    list->copies += copy;
    if (!copy && !read_deficit(log, &game, error))
        return false;
    if (!copy)
        game_list_add(list, &game);
    return true;
}

struct game_list *game_list_read(const char *folder, const struct tables *tables,
                                 struct error *error) {
    struct game_list *list = game_list_create();
    if (log_each_game(folder, LOG_GAMES_AND_POSITIONS, tables, take_game, list, error))
        return list;
    game_list_destroy(list);
    return NULL;
}

// --- The metrics ---------------------------------------------------------------------------------

typedef double fact(const struct game_facts *game, const struct game_list *list);

// Over the games of which there is something to tell.
static struct moments moments_of(const struct game_list *list, fact *of_game) {
    struct moments moments = {0};
    for (int64_t i = 0; i < list->count; i++) {
        double value = of_game(&list->game[i], list);
        if (!isnan(value))
            moments_add(&moments, value);
    }
    return moments;
}

static struct measured score_of(const struct game_list *list, fact *of_game) {
    struct moments moments = moments_of(list, of_game);
    return measured_score(&moments);
}

static struct measured mean_of(const struct game_list *list, fact *of_game) {
    struct moments moments = moments_of(list, of_game);
    struct measured mean = measured_mean(&moments);
    mean.low = fmax(mean.low, 0); // none of the numbers is ever negative
    return mean;
}

// The share of those games for which it holds.
static struct measured share_of(const struct game_list *list, fact *of_game) {
    double holds = 0, games = 0;
    for (int64_t i = 0; i < list->count; i++) {
        double value = of_game(&list->game[i], list);
        games += !isnan(value);
        holds += value == 1;
    }
    return measured_share(holds, games);
}

// The k-th shortest length, from 1; beyond the ends what is certain all the same.
static double ranked(const int *plies, int64_t games, int64_t rank) {
    return rank < 1 ? 0 : rank > games ? INFINITY : (double)plies[rank - 1];
}

static struct measured length_quantile(const struct game_list *list, double part) {
    int64_t low, high, games = list->count, rank = (int64_t)ceil(part * (double)games);
    if (games == 0)
        return (struct measured){0};
    int *plies = mem_alloc((size_t)games * sizeof *plies);
    for (int64_t i = 0; i < games; i++)
        plies[i] = list->game[i].plies;
    gsl_sort_int(plies, 1, (size_t)games);
    quantile_ranks(games, part, &low, &high);
    struct measured quantile = {ranked(plies, games, rank > 0 ? rank : 1),
                                ranked(plies, games, low), ranked(plies, games, high),
                                (double)games};
    free(plies);
    return quantile;
}

static int by_hash(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

// Plug-in entropy plus (kinds - 1) / 2n (G. A. Miller 1955); its variance is that of -ln p over the
// games, by n (G. P. Basharin, Theory of Probability and its Applications 4 (1959)), and the term
// of second order, (kinds - 1) / 2n^2 (B. Harris 1975): where all moves are as frequent, and where
// each game opens with another, the first is 0. Of one kind alone the upper end is that of one more
// game with another. What so many games have not shown is not in it.
static struct measured entropy(const struct game_list *list) {
    if (list->count == 0)
        return (struct measured){0};
    uint64_t *moves = mem_alloc((size_t)list->count * sizeof *moves);
    for (int64_t i = 0; i < list->count; i++)
        moves[i] = list->game[i].first_move;
    qsort(moves, (size_t)list->count, sizeof *moves, by_hash);
    double n = (double)list->count, mean = 0, square = 0;
    int64_t kinds = 0;
    for (int64_t i = 0, next; i < list->count; i = next, kinds++) {
        for (next = i + 1; next < list->count && moves[next] == moves[i];)
            next++;
        double part = (double)(next - i) / n, surprise = -log(part);
        mean += part * surprise;
        square += part * surprise * surprise;
    }
    free(moves);
    if (kinds == 1)
        return (struct measured){0, 0, log(n + 1) - n / (n + 1) * log(n), n};
    double bias = (double)(kinds - 1) / (2 * n);
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
static double refinement_part(const struct game_facts *game, const struct game_list *list) {
    double branching = list->branching.mean, length = list->length.mean;
    double options = branching > 0 ? game->branching / branching : 1; // against the mean game
    return game->plies > 0 ? 100 * sqrt(branching) / length *
                                 (1 + (options - 1) / 2 - (game->plies / length - 1))
                           : NAN;
}
static struct measured refinement(const struct game_list *list) {
    struct moments parts = moments_of(list, refinement_part);
    struct measured mean = measured_mean(&parts);
    double value = parts.n > 0 ? 100 * sqrt(list->branching.mean) / list->length.mean : 0;
    return (struct measured){value, fmax(mean.low - mean.value + value, 0),
                             mean.high - mean.value + value, parts.n};
}

#define NONE NAN
#define METRIC(id, name, unit, value, of_game, definition)                                         \
    static double fact_##id(const struct game_facts *game, const struct game_list *list) {         \
        (void)game, (void)list;                                                                    \
        return of_game;                                                                            \
    }                                                                                              \
    static struct measured measure_##id(const struct game_list *list) {                            \
        return value;                                                                              \
    }
#define DETAIL METRIC
#define GROWING METRIC
#define MEAN(id, name, unit, of_game, definition)                                                  \
    METRIC(id, name, unit, mean_of(list, fact_##id), of_game, definition)
#define SHARE(id, name, of_game, definition)                                                       \
    METRIC(id, name, PERCENT, share_of(list, fact_##id), of_game, definition)
#define DETAIL_SHARE SHARE
#define TERMINATION(id, name) SHARE(ending_##id, name, game->termination == TERMINATION_##id, "")
#include "metrics.def"
#include "outcome.def"
#undef METRIC
#undef DETAIL
#undef GROWING
#undef MEAN
#undef SHARE
#undef DETAIL_SHARE
#undef TERMINATION

const struct metric metrics[] = {
#define METRIC(id, name, unit, value, of_game, definition)                                         \
    {name, definition, UNIT_##unit, measure_##id, fact_##id, false},
#define DETAIL(id, name, unit, value, of_game, definition)                                         \
    {name, definition, UNIT_##unit, measure_##id, fact_##id, true},
#define GROWING(id, name, unit, value, of_game, definition)                                        \
    {name, definition, UNIT_##unit, measure_##id, fact_##id, .grows = true},
#define MEAN(id, name, unit, of_game, definition) METRIC(id, name, unit, , , definition)
#define SHARE(id, name, of_game, definition) METRIC(id, name, PERCENT, , , definition)
#define DETAIL_SHARE(id, name, of_game, definition) DETAIL(id, name, PERCENT, , , definition)
#define TERMINATION(id, name)                                                                      \
    DETAIL(ending_##id, "ending-" name, PERCENT, , , "share of the games that end by " name)
#include "metrics.def"
#include "outcome.def"
};
const int metric_count = ARRAY_LENGTH(metrics);
const char *const metric_units[] = {
    [UNIT_PERCENT] = "share", [UNIT_NUMBER] = "number", [UNIT_CENTI] = "centi"};

double metric_correlation(const struct metric *metric, const struct game_list *a,
                          const struct game_list *b) {
    struct comoments comoments = {0};
    double counted[2] = {0};
    for (int64_t i = 0; i < a->count; i++)
        counted[0] += !isnan(metric->of_game(&a->game[i], a));
    int64_t i = 0;
    for (int64_t j = 0; j < b->count; j++) {
        double there = metric->of_game(&b->game[j], b);
        counted[1] += !isnan(there);
        while (i < a->count && a->game[i].game < b->game[j].game)
            i++;
        if (i == a->count || a->game[i].game != b->game[j].game ||
            a->game[i].opening != b->game[j].opening)
            continue;
        double here = metric->of_game(&a->game[i], a);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tally.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measured_cell.h"
#include "memory.h"
#include "openings.h"

struct tally *tally_create(void) {
    struct tally *tally = mem_calloc(1, sizeof *tally);
    tally->pairs.cells = PAIR_CELLS;
    tally->last_pair = -1;
    return tally;
}

void tally_destroy(struct tally *tally) {
    if (tally)
        key_set_destroy(&tally->seen);
    free(tally);
}

static void count_pair(struct tally *tally, const struct game_row *row, int first_player) {
    int points = 1; // half points of player A
    if (row->result != RESULT_DRAW)
        points = (row->result == RESULT_FIRST) == (first_player == PLAYER_A) ? 2 : 0;
    uint64_t key = game_key(row);
    if (row->pair == tally->last_pair && key_set_add(&tally->seen, tally->last_key ^ 7 * key)) {
        tally->pairs.count[tally->last_points + points]++;
        tally->pair_results[tally->last_points][points]++;
    }
    tally->last_pair = row->pair;
    tally->last_points = points;
    tally->last_key = key;
}

void tally_add(struct tally *tally, const struct game_row *row, int first_player) {
    assert(first_player == PLAYER_A || first_player == PLAYER_B);
    if (row->plies > tally->plies_most)
        tally->plies_most = row->plies;
    tally->games++;
    tally->results[row->result]++;
    if (row->result != RESULT_DRAW)
        tally->player_results[row->result == RESULT_FIRST ? first_player : 1 - first_player]++;
    count_pair(tally, row, first_player);
    tally->terminations[row->termination]++;
    tally->drops += row->drops;
    tally->promotions += row->promotions;
    tally->captures += row->captures;
    tally->checks += row->checks;
    tally->lead_changes += row->lead_changes;
    depths_add(&tally->depths[first_player], &row->first_depths);
    depths_add(&tally->depths[1 - first_player], &row->second_depths);
    tally->branching += (double)row->branching_mean;
    tally->plies_total += row->plies;
    int64_t length = row->plies < 0 ? 0 : row->plies > PLIES_MAX ? PLIES_MAX : row->plies;
    tally->lengths[length]++;
}

int64_t tally_faults(const struct tally *tally) {
    int64_t faults = 0;
    for (enum termination i = 0; i < TERMINATIONS; i++)
        faults += termination_is_fault(i) ? tally->terminations[i] : 0;
    return faults;
}

void tally_depths(struct answer *answer, const struct tally *tally, const char *const *names,
                  depths_add_to *add) {
    struct depths both = tally->depths[PLAYER_A];
    depths_add(&both, &tally->depths[PLAYER_B]);
    if (!names)
        add(answer, NULL, &both);
    for (int i = 0; i < PLAYERS && names; i++)
        add(answer, names[i], &tally->depths[i]);
}

int tally_length(const struct tally *tally, double part) {
    assert(part >= 0 && part <= 1);
    int64_t seen = 0;
    for (int i = 0; i <= PLIES_MAX; i++) {
        seen += tally->lengths[i];
        if (seen > 0 && (double)seen >= part * (double)tally->games)
            return i;
    }
    return 0;
}

// Hash of a FEN's first two fields: board with hands, side to move.
static uint64_t hash_position(const char *fen) {
    size_t board = strcspn(fen, " ");
    return text_hash(fen, fen[board] ? board + 1 + strcspn(fen + board + 1, " ") : board);
}

uint64_t game_key(const struct game_row *row) {
    return text_hash(row->moves, strlen(row->moves)) ^ 3 * hash_position(row->opening) ^
           5 * text_hash(row->first, strlen(row->first));
}

void key_set_destroy(struct key_set *set) {
    free(set->slots);
    *set = (struct key_set){0};
}

static bool place(uint64_t *slots, size_t capacity, uint64_t key) {
    for (size_t i = key & (capacity - 1);; i = (i + 1) & (capacity - 1)) {
        if (slots[i] == key)
            return false;
        if (slots[i] == 0) {
            slots[i] = key;
            return true;
        }
    }
}

bool key_set_add(struct key_set *set, uint64_t key) {
    if (2 * set->count >= set->capacity) {
        size_t capacity = set->capacity ? 2 * set->capacity : 1024;
        uint64_t *slots = mem_calloc(capacity, sizeof *slots);
        for (size_t i = 0; i < set->capacity; i++)
            if (set->slots[i])
                place(slots, capacity, set->slots[i]);
        free(set->slots);
        set->slots = slots;
        set->capacity = capacity;
    }
    bool added = place(set->slots, set->capacity, key ? key : 1);
    set->count += added;
    return added;
}

char *distinct_openings(const struct runmeta *meta, char text[OPENINGS_TEXT]) {
    const size_t size = OPENINGS_TEXT;
    const char *openings = runmeta_setting(meta, "openings");
    const char *bound = runmeta_setting(meta, "openings.bound");
    int plies;
    if (openings && sscanf(openings, "random:%d", &plies) == 1) {
        const char *more = plies % 2 ? ", one more by the first player" : "";
        if (bound && atoi(bound) < OPENING_UNBOUNDED)
            snprintf(text, size,
                     "positions that a search found balanced within \u00b1%d after %d random "
                     "plies%s",
                     atoi(bound), plies, more);
        else
            snprintf(text, size, "positions after %d random plies%s", plies, more);
    } else if (openings && strncmp(openings, "start", 5) == 0)
        snprintf(text, size, "the start position");
    else if (openings && strcmp(openings, "armies") == 0)
        snprintf(text, size, "the drawn armies");
    else if (runmeta_setting(meta, "imported"))
        snprintf(text, size, "the starts of imported games");
    else
        snprintf(text, size, "the positions of a file");
    return text;
}

bool distinct_from_start(const struct runmeta *meta) {
    struct near_ladder ladder;
    const char *openings = runmeta_setting(meta, "openings");
    return openings && near_ladder_parse(openings, &ladder) && !runmeta_paired(meta);
}

_Static_assert((int)NEAR_RUNGS == (int)FIRST_MOVE_RUNGS, "a ladder's rungs are fitted");

bool distinct_read(const char *path, const struct runmeta *meta, struct distinct *distinct,
                   struct error *error) {
    const char *plies = runmeta_setting(meta, "openings.plies");
    struct rows_reader *reader = game_rows_open(path, error);
    struct near_ladder ladder = {0};
    struct key_set seen = {0}, openings = {0};
    struct first_game *games = NULL;
    int64_t count = 0, room = 0, last_pair = -1;
    struct game_row row;
    enum csv_status status = CSV_ERROR;
    *distinct = (struct distinct){.tally = tally_create(), .from_start = distinct_from_start(meta)};
    distinct_openings(meta, distinct->openings);
    if (distinct->from_start)
        near_ladder_parse(runmeta_setting(meta, "openings"), &ladder);
    distinct->plies = plies ? atoi(plies) : 0;
    while (reader && (status = game_row_next(reader, &row, NULL, error)) == CSV_RECORD) {
        uint64_t key = game_key(&row);
        if (key_set_add(&seen, key))
            tally_add(distinct->tally, &row, PLAYER_A);
        else
            distinct->duplicates.games++;
        distinct->duplicates.openings +=
            row.pair != last_pair && !key_set_add(&openings, hash_position(row.opening));
        last_pair = row.pair;
        if (!distinct->from_start || row.game < 0)
            continue;
        if (count == room) {
            room = 2 * room + 1024;
            games = mem_realloc(games, (size_t)room * sizeof *games);
        }
        games[count++] = (struct first_game){key, row.game, near_rung(&ladder, row.game),
                                             result_points(row.result)};
    }
    if (status != CSV_ERROR && distinct->from_start) {
        double near[NEAR_RUNGS];
        for (int i = 0; i < ladder.rungs; i++)
            near[i] = ladder.near[i];
        distinct->pulls = mem_alloc((size_t)count * sizeof *distinct->pulls);
        first_move_fit(near, ladder.rungs, games, count, distinct->pulls, &distinct->first);
    }
    rows_close(reader);
    key_set_destroy(&seen);
    key_set_destroy(&openings);
    free(games);
    return status != CSV_ERROR;
}

void distinct_destroy(struct distinct *distinct) {
    tally_destroy(distinct->tally);
    free(distinct->pulls);
    *distinct = (struct distinct){0};
}

enum { BAR = 30 };

#define SHARES(label)                                                                              \
    {"name", label, ANSWER_TEXT}, {"count", "games", ANSWER_COUNT},                                \
        {"value", "share", ANSWER_SHARE, 1, ANSWER_INTERVAL}, {                                    \
        NULL, "", ANSWER_BAR, BAR                                                                  \
    }
static const struct answer_column results[] = {SHARES("result")}, endings[] = {SHARES("ending")};
static const struct answer_column a_game[] = {
    {"captures", "captures", ANSWER_NUMBER, 1},
    {"drops", "drops", ANSWER_NUMBER, 1},
    {"promotions", "promotions", ANSWER_NUMBER, 1},
    {"checks", "checks", ANSWER_NUMBER, 1},
    {"lead changes", "changes of lead", ANSWER_NUMBER, 1},
    {"legal moves a ply", "legal moves a ply", ANSWER_NUMBER, 1},
};
static const char caption[] = "A game on average";

static const struct answer_column score = {"first_score", "first player's score", ANSWER_SHARE, 1,
                                           ANSWER_INTERVAL | ANSWER_STRONG};

static const struct answer_column record[] = {
    {"name", "player", ANSWER_TEXT},     {"won", "won", ANSWER_COUNT},
    {"drawn", "drawn", ANSWER_COUNT},    {"lost", "lost", ANSWER_COUNT},
    {"score", "score", ANSWER_SHARE, 1},
};

void record_answer(struct answer *answer, const struct tally *tally,
                   const char *const names[PLAYERS]) {
    if (tally->games == 0)
        return;
    answer_table(answer, "record", NULL, record, ARRAY_LENGTH(record));
    double drawn = (double)tally->results[RESULT_DRAW];
    for (int i = 0; i < PLAYERS; i++) {
        double won = (double)tally->player_results[i],
               lost = (double)tally->player_results[PLAYERS - 1 - i];
        ANSWER_ROW(answer, cell_text(names[i]), cell_number(won), cell_number(drawn),
                   cell_number(lost), cell_number((won + 0.5 * drawn) / (double)tally->games));
    }
}

static void add_share(struct answer *answer, const char *name, int64_t count, int64_t games) {
    struct measured share = measured_share((double)count, (double)games);
    ANSWER_ROW(answer, cell_text(name), cell_count(count), cell_measured(share),
               cell_number(share.value));
}

// Most frequent first.
static void add_endings(struct answer *answer, const struct tally *tally) {
    bool added[TERMINATIONS] = {false};
    answer_table(answer, "endings", NULL, endings, ARRAY_LENGTH(endings));
    for (;;) {
        int most = -1;
        for (int i = 0; i < TERMINATIONS; i++)
            if (!added[i] && tally->terminations[i] > 0 &&
                (most < 0 || tally->terminations[i] > tally->terminations[most]))
                most = i;
        if (most < 0)
            return;
        added[most] = true;
        add_share(answer, termination_name((enum termination)most), tally->terminations[most],
                  tally->games);
    }
}

static struct measured first_score(const struct distinct *distinct) {
    const struct tally *tally = distinct->tally;
    double points =
        (double)tally->results[RESULT_FIRST] + 0.5 * (double)tally->results[RESULT_DRAW];
    return distinct->from_start ? distinct->first.score
                                : measured_share(points, (double)tally->games);
}

const char *tally_first_move(struct measured of) {
    return of.low > 0.5    ? "First-move advantage"
           : of.high < 0.5 ? "First-move disadvantage"
                           : "No significant first-move advantage";
}

// The limit from the start position, and whether its games can carry it.
static void say_first_move(struct answer *answer, const struct distinct *distinct) {
    const struct first_move *first = &distinct->first;
    struct measured of = first->score;
    if (of.n == 0) {
        answer_summary(answer, "The first player's score from the start position is not known: it "
                               "needs two x, and ten distinct games below the larger.");
        return;
    }
    answer_summary(answer,
                   "%s from the start position: the first player scores %.1f%% [%.1f, %.1f] as x "
                   "falls to 0.",
                   tally_first_move(of), 100 * of.value, 100 * of.low, 100 * of.high);
    answer_summary(answer,
                   "Both players draw their moves of the first %d plies among those within x "
                   "centi-values of the best.",
                   distinct->plies);
    if (first->freedom > 0)
        answer_summary(answer, "%s (chi-square %.1f with %d degree%s of freedom, p = %.2g).",
                       first->p < 0.05
                           ? "The score is not linear in x, so the limit is doubtful: use smaller x"
                           : "The score fits a line in x",
                       first->chi_square, first->freedom, first->freedom == 1 ? "" : "s", first->p);
    if (first->few)
        answer_summary(
            answer,
            "The smallest x has only %.0f distinct game%s: the limit rests on the larger "
            "ones.",
            first->rung[first->rungs - 1].score.n,
            first->rung[first->rungs - 1].score.n == 1 ? "" : "s");
}

void tally_summary(struct answer *answer, const struct distinct *distinct, int64_t all) {
    const struct tally *tally = distinct->tally;
    struct measured of = first_score(distinct);
    double games = (double)tally->games;
    char copies[64] = "";
    if (tally->games == 0) {
        answer_summary(answer, "No games yet.");
        return;
    }
    if (distinct->from_start)
        say_first_move(answer, distinct);
    else {
        answer_summary(answer, "The first player scores %.1f%% [%.1f, %.1f] from %s.",
                       100 * of.value, 100 * of.low, 100 * of.high, distinct->openings);
        answer_summary(answer, "The difference from 50%% is %ssignificant.",
                       of.low > 0.5 || of.high < 0.5 ? "" : "not ");
    }
    if (tally->games < all)
        snprintf(copies, sizeof copies, "%" PRId64 " games, of which ", all);
    answer_summary(answer, "%s%.0f %sgame%s%s: %.1f%% drawn, %.0f plies on average.", copies, games,
                   *copies ? "distinct " : "", tally->games == 1 ? "" : "s",
                   *copies ? " count" : "", 100 * (double)tally->results[RESULT_DRAW] / games,
                   (double)tally->plies_total / games);
}

static const struct answer_column ladder[] = {
    {"x", "x", ANSWER_COUNT},
    {"games", "games", ANSWER_COUNT},
    {"distinct", "distinct", ANSWER_COUNT},
    {"score", "first player's score", ANSWER_SHARE, 1, ANSWER_INTERVAL},
};
static const char ladder_caption[] = "From the start position, moves within x centi-values";

static void add_ladder(struct answer *answer, const struct first_move *first) {
    answer_table(answer, "ladder", ladder_caption, ladder, ARRAY_LENGTH(ladder));
    for (int i = 0; i < first->rungs; i++) {
        const struct first_rung *rung = &first->rung[i];
        ANSWER_ROW(answer, cell_number(rung->near), cell_count(rung->games),
                   cell_number(rung->score.n), cell_observed(rung->score));
    }
    answer_key(answer, "slope", cell_number(first->slope));
    answer_key(answer, "slope_se", cell_number(first->slope_se));
    answer_key(answer, "chi_square", cell_number(first->chi_square));
    answer_key(answer, "freedom", cell_number(first->freedom));
    answer_key(answer, "p", cell_number(first->p));
}

void tally_answer(struct answer *answer, const struct distinct *distinct) {
    const struct tally *tally = distinct->tally;
    double games = (double)tally->games;
    if (tally->games == 0)
        return;
    answer_key(answer, "distinct_games", cell_number(games));
    answer_key(answer, "openings", cell_text(distinct->openings));
    answer_table(answer, "results", NULL, results, ARRAY_LENGTH(results));
    add_share(answer, "first player wins", tally->results[RESULT_FIRST], tally->games);
    add_share(answer, "draw", tally->results[RESULT_DRAW], tally->games);
    add_share(answer, "second player wins", tally->results[RESULT_SECOND], tally->games);
    if (distinct->from_start)
        add_ladder(answer, &distinct->first);
    answer_rest(answer, ANSWER_MORE);
    answer_fact(answer, &score, cell_observed(first_score(distinct)));
    add_endings(answer, tally);
    const struct answer_cell cells[] = {
        cell_number((double)tally->captures / games),
        cell_number((double)tally->drops / games),
        cell_number((double)tally->promotions / games),
        cell_number((double)tally->checks / games),
        cell_if(tally->lead_changes > 0 || depths_moves(&tally->depths[PLAYER_A]) > 0 ||
                    depths_moves(&tally->depths[PLAYER_B]) > 0, // imported games tell none
                (double)tally->lead_changes / games),
        cell_number(tally->branching / 1000 / games),
    };
    answer_record(answer, "a_game", caption, a_game, ARRAY_LENGTH(a_game), cells);
    answer_rest_end(answer);
}

void depths_answer(struct answer *answer, const char *name, const struct depths *depths) {
    int64_t moves = depths_moves(depths);
    int median = depths_median(depths);
    double none = depths_none(depths);
    if (moves == 0)
        return;
    answer_line(answer, "depth", "%s%smedian %d %s; %.*f%% of the moves finished no ply",
                name ? name : "", name ? ": " : "", median, median == 1 ? "ply" : "plies",
                none < 0.01 && none > 0, 100 * none);
    answer_entry(answer, "depth");
    if (name)
        answer_key(answer, "name", cell_text(name));
    answer_key(answer, "moves", cell_count(moves));
    answer_key(answer, "median_plies", cell_number(median));
    answer_key(answer, "without_ply", cell_number(none));
    answer_close(answer);
}

void depths_warn(struct answer *answer, const char *name, const struct depths *depths) {
    double none = depths_none(depths);
    if (none >= DEPTHS_SHALLOW)
        answer_summary(answer,
                       "Warning: %s%s%.0f%% of the moves finished no ply. More nodes give deeper "
                       "play.",
                       name ? name : "", name ? ": " : "", 100 * none);
}

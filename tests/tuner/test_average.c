// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Average worth: what the evaluation loses with a piece, counted a second time by putting positions
// together without it; and its interval, on games whose truth is known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "planted_log.h"
#include "tuning.h"
#include "walk.h"

// The evaluation for FIRST of the position without one piece: the `skipped`-th in the order of
// squares, then of hands; its owner and parameter. False where there is no such piece.
static bool without(const struct position *whole, int skipped, const struct values *values,
                    int *rest, enum side *owner, int *index) {
    const struct tables *tables = whole->tables;
    struct position position;
    bool found = false;
    position_clear(&position, tables);
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = whole->board[square];
        if (!tables->on_board[square] || piece == PIECE_EMPTY)
            continue;
        if (skipped-- == 0) {
            found = true;
            *owner = piece_side(piece);
            *index = VALUE_BOARD + piece_type(piece);
        } else {
            position_put(&position, piece, (Square)square);
        }
    }
    for (enum side side = FIRST; side < SIDES; side++)
        for (Type base = 1; base < BASE_TYPES; base++)
            for (int i = 0, held = whole->hand[side][base]; i < held; i++)
                if (skipped-- == 0) {
                    found = true;
                    *owner = side;
                    *index = VALUE_HAND + base;
                } else {
                    position_set_hand(&position, side, base, position.hand[side][base] + 1);
                }
    position.side = whole->side;
    if (!found || position.royal_count[FIRST] == 0 || position.royal_count[SECOND] == 0) {
        *index = -1;
        return found;
    }
    struct trace trace;
    trace_position(tables, &position, &trace);
    *rest = trace_dot(&trace, values);
    return true;
}

static void check_position(const struct position *position, const struct values *values,
                           struct removals *sums) {
    struct position copy = *position;
    struct trace trace;
    static struct removal removal;
    int64_t expected[VALUE_TERM] = {0};
    int count[VALUE_TERM] = {0};
    trace_position(position->tables, position, &trace);
    int whole = trace_dot(&trace, values), rest, index;
    enum side owner;
    for (int k = 0; without(position, k, values, &rest, &owner, &index); k++)
        if (index >= 0) {
            expected[index] += owner == FIRST ? whole - rest : rest - whole;
            count[index]++;
        }
    removal_count(&copy, &trace, NULL, &removal);
    assert_memory_equal(&copy, position, sizeof copy);
    for (int i = 0; i < VALUE_TERM; i++) {
        int64_t found = (int64_t)removal.count[i] * values->value[i];
        for (int t = 0; t < TERMS; t++)
            found += (int64_t)removal.term[i][t] * values->value[VALUE_TERM + t];
        assert_int_equal(removal.count[i], count[i]);
        char name[VALUE_NAME];
        // Of a hand each of several is the first to go, as the one by one above.
        if (found != expected[i])
            fail_msg("%s: %lld, not %lld", values_name(i, name), (long long)found,
                     (long long)expected[i]);
        sums->count[i] += count[i];
    }
}

// Every piece, in real positions, on the board and in hand, royals that may be lost among them.
static void test_removal(void **state) {
    (void)state;
    static const char *const variants[] = {"minishogi", "kagamigi", "chu-shogi"};
    for (int v = 0; v < ARRAY_LENGTH(variants); v++) {
        struct planted_log log = {.variant = variants[v],
                                  .rules = v == 2 ? "bare-royal=off" : "",
                                  .logits_per_centivalue = 0.0015};
        struct tables *tables = planted_tables(&log);
        values_estimate(tables, &log.values);
        struct random random = random_init(9, (uint64_t)v, RANDOM_TEST);
        struct values values = log.values;
        for (int i = 0; i < VALUES; i++)
            values.value[i] = (int)random_below(&random, 50) - 10;
        struct removals sums = {{0}};
        for (int game = 0; game < 12; game++) {
            struct position position;
            assert_true(fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables,
                                  &position, NULL));
            for (int step = 0; step < 60; step++) {
                planted_step(&log, &random, &position);
                if (step % 6 == 0)
                    check_position(&position, &values, &sums);
            }
        }
        int seen = 0;
        for (int i = 0; i < VALUE_TERM; i++)
            seen += sums.count[i] > 0;
        assert_true(seen > (v == 0 ? 12 : 20));
        free(tables);
    }
}

enum { PAWN = 16, ROOK = 18, REPETITIONS = 400, GAMES = 600 };
enum {
    BOARD_PAWN = VALUE_BOARD + PAWN,
    BOARD_ROOK = VALUE_BOARD + ROOK,
    SLIDE = VALUE_TERM + TERM_ADVANCE_SLIDE
};

// A Rook is worth 0.4 by itself and 0.2 for each rank, which are three in the mean.
static const struct random_walk walk = {{BOARD_PAWN, BOARD_ROOK, SLIDE}, {0.5, 0.4, 0.2}, 0.1, 24};

static struct tuning *tuned(const struct tune_options *options, struct dataset data,
                            struct tables *tables) {
    struct tuning *tuning = tuning_create(options);
    assert_non_null(tuning);
    tuning->data = data;
    struct removals *removals = &tuning->data.removals;
    removals->count[BOARD_PAWN] = removals->count[BOARD_ROOK] = 1;
    removals->term[BOARD_ROOK][TERM_ADVANCE_SLIDE] = 3;
    removals->unit[ROOK] = 1;
    tuning->logs.tables = tables; // lent
    struct error error = {""};
    if (!tuning_fit(tuning, &error))
        fail_msg("%s", error.text);
    return tuning;
}

static void give_back(struct tuning *tuning) {
    tuning->logs.tables = NULL;
    tuning_destroy(tuning);
}

// In Elo and as a ratio the intervals hold the truth; those of the board value alone are wider.
static void test_coverage(void **state) {
    (void)state;
    struct planted_log log = {.variant = "minishogi", .rules = ""};
    struct tables *tables = planted_tables(&log);
    struct tune_options options = {.lambda = 1, .threads = 1};
    int covered = 0, pawn_covered = 0, ratio_covered = 0;
    double squares = 0, wide = 0, narrow = 0, ratio = 0;
    for (uint64_t i = 0; i < REPETITIONS; i++) {
        struct tuning *tuning = tuned(&options, walk_games(&walk, 51, i * GAMES, GAMES), tables);
        const struct worths *worths = &tuning->worths;
        int rook = worths_find(worths, BOARD_ROOK), pawn = worths_find(worths, BOARD_PAWN);
        assert_true(worths->of[rook].mark == WORTH_MEASURED);
        double error = worths->of[rook].value - (0.4 + 3 * 0.2) * ELO_PER_LOGIT;
        double se = sqrt(worths->covariance[rook * worths->count + rook]);
        double pawn_error = worths->of[pawn].value - 0.5 * ELO_PER_LOGIT;
        double pawn_se = sqrt(worths->covariance[pawn * worths->count + pawn]);
        covered += fabs(error) <= NORMAL_975 * se;
        pawn_covered += fabs(pawn_error) <= NORMAL_975 * pawn_se;
        squares += error * error / (se * se) / REPETITIONS;
        assert_true(tuning->scaled && !tuning->whole); // of the unit only the Rook is seen
        ratio_covered += tuning->ratios.low[pawn] <= 0.5 && 0.5 <= tuning->ratios.high[pawn];
        ratio += tuning->ratios.value[pawn] / REPETITIONS;
        int c = tuning->data.column[BOARD_ROOK], n = tuning->data.columns;
        wide += sqrt(tuning->fit.covariance[c * n + c]) * ELO_PER_LOGIT;
        narrow += se;
        double high = tuning->ratios.high[pawn], half = worths_half(&tuning->ratios, pawn);
        assert_true(half >= (high - tuning->ratios.low[pawn]) / 2 &&
                    half < high - tuning->ratios.low[pawn]);
        assert_int_equal(tuning_precision(tuning).count, 1);
        assert_float_equal(tuning_precision(tuning).median, half, 1e-9);
        // Narrower than the bias is not usable; the unit has no width.
        assert_int_equal(tuning_usable(tuning), half >= WORTH_BIAS);
        tuning->ratios.high[pawn] = tuning->ratios.low[pawn] + 2 * WORTH_BIAS + 0.01;
        assert_int_equal(tuning_usable(tuning), 1);
        tuning->ratios.high[pawn] = high;
        // Games that tell twice as much for what leans; those with a difference that it takes.
        int place = worths_find(&tuning->worths, worths->of[pawn].index);
        struct estimate *of = &tuning->fit.estimate[worths->of[pawn].index];
        assert_true(tuning_games_needed(tuning, place) == 0);
        tuning->worths.of[place].mark = WORTH_LEANS;
        of->share = 0.25;
        assert_true(fabs(tuning_games_needed(tuning, place) - 3 * GAMES) < 1.5);
        tuning->worths.of[place].mark = WORTH_OPEN;
        of->verdict = VERDICT_RARE;
        of->games = 10;
        assert_true(fabs(tuning_games_needed(tuning, place) - 3 * GAMES) < 1.5);
        of->verdict = VERDICT_CONFOUNDED;
        assert_true(isinf(tuning_games_needed(tuning, place)));
        assert_int_equal(tuning_usable(tuning), 0);
        give_back(tuning);
    }
    print_message("covered: %d and %d, as a ratio %d of %d; squared error %.2f of its variance; "
                  "error %.2f of the board value's; ratio %.3f\n",
                  covered, pawn_covered, ratio_covered, REPETITIONS, squares, narrow / wide, ratio);
    assert_in_range(covered, REPETITIONS * 93 / 100, REPETITIONS * 97 / 100);
    assert_in_range(pawn_covered, REPETITIONS * 93 / 100, REPETITIONS * 97 / 100);
    assert_in_range(ratio_covered, REPETITIONS * 93 / 100, REPETITIONS * 97 / 100);
    assert_true(squares > 0.8 && squares < 1.25);
    assert_true(fabs(ratio - 0.5) < 0.03);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_removal),
                                       cmocka_unit_test(test_coverage)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Chu Shogi against the slow generator of tests/reference: every preset, every value of every rule,
// random sets of rules, on positions of play and on positions crowded with Lions; then invented
// games in which any piece may have lion power.
#include "setup_game.h"

#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "invent.h"

enum { PART = CHECKED_BUILD ? 40 : WHOLE_TESTS ? 1 : 5 };

// A comparison on the heap: tables are too large for the stack.
struct bench {
    struct tables tables;
    struct variant variant;
    struct comparison c;
    char text[INVENT_TEXT]; // the game, when it is an invented one
    // Positions in which something was there to be seen.
    int counterstrikes, deferred, two_royals, no_royal, refused;
};

static struct bench *bench_create(uint64_t game) {
    struct bench *bench = calloc(1, sizeof *bench);
    struct error error;
    assert_non_null(bench);
    bench->c.random = random_init(4, game, RANDOM_TEST);
    if (!variant_load("chu-shogi", &bench->variant, &error))
        fail_msg("%s", error.text);
    return bench;
}

static void build(struct bench *bench, const struct rules *rules) {
    struct error error;
    if (!tables_build(&bench->tables, &bench->variant, rules, &error))
        fail_msg("%s", error.text);
}

static void disagree(const struct bench *bench) {
    fail_msg("%s\n%s", bench->c.error.text, bench->text);
}

static void compare(struct bench *bench) {
    const struct position *position = &bench->c.position;
    if (!compare_all(&bench->c))
        disagree(bench);
    bench->counterstrikes += position->lion != SQUARE_NONE;
    bool deferred = false;
    for (int rank = 0; rank < GRID; rank++)
        deferred |= position->deferred[rank] != 0;
    bench->deferred += deferred;
    bench->two_royals += position->royal_count[position->side] > 1;
    bench->no_royal += position->royal_count[position->side] == 0;
}

static bool step(struct bench *bench, int taste) {
    if (compare_step(&bench->c, taste))
        return true;
    if (bench->c.error.text[0] != '\0')
        disagree(bench);
    return false;
}

// Compares scattered positions and a few plies of play from each.
static void compare_lions(struct bench *bench, int count) {
    char fen[FEN_TEXT];
    for (int i = 0; i < count; i++) {
        compare_scatter_lions(&bench->tables, &bench->c.random, fen);
        if (!compare_start(&bench->c, &bench->tables, fen)) {
            // Where check matters there must be a royal and no check to be taken advantage of.
            if (bench->tables.legality && (strstr(bench->c.error.text, "has no King") != NULL ||
                                           strstr(bench->c.error.text, "in check") != NULL)) {
                bench->refused++;
                continue;
            }
            disagree(bench);
        }
        int taste = (int)random_below(&bench->c.random, 3);
        compare(bench);
        for (int ply = 0; ply < 4 && step(bench, taste); ply++)
            compare(bench);
    }
}

// A game from the start, compared now and then.
static void compare_game(struct bench *bench, int stops, uint32_t pace) {
    const char *start = variant_start_fen(&bench->variant, &bench->tables.rules);
    int taste = (int)random_below(&bench->c.random, 2);
    if (!compare_start(&bench->c, &bench->tables, start))
        disagree(bench);
    for (int stop = 0; stop < stops; stop++) {
        bool more = true;
        for (uint32_t ply = random_below(&bench->c.random, 2 * pace); ply > 0 && more; ply--)
            more = step(bench, taste);
        compare(bench);
        if (!more)
            break;
    }
}

static void report(const struct bench *bench, const char *what) {
    print_message("%s: %ld positions, %ld moves; %d with a counter-strike square, %d with declined "
                  "promotions, %d with two royals, %d without one; %d positions refused\n",
                  what, bench->c.positions, bench->c.moves, bench->counterstrikes, bench->deferred,
                  bench->two_royals, bench->no_royal, bench->refused);
}

static void every_preset(void **state) {
    (void)state;
    struct bench *bench = bench_create(1);
    assert_int_equal(bench->variant.preset_count, 8);
    for (int i = 0; i < bench->variant.preset_count; i++) {
        struct rules rules = bench->variant.rules;
        struct error error;
        if (!rules_parse(&rules, &bench->variant, bench->variant.presets[i].rules, &error))
            fail_msg("%s", error.text);
        build(bench, &rules);
        for (int game = 0; game < (8 + PART - 1) / PART; game++)
            compare_game(bench, 8, 40);
        compare_lions(bench, 200 / PART);
    }
    report(bench, "presets");
    assert_true(bench->c.positions >= 4500 / PART);
    assert_true(bench->counterstrikes >= 400 / PART);
    assert_true(bench->deferred >= 100 / PART);
    assert_true(bench->two_royals >= 300 / PART);
    assert_true(bench->no_royal >= 100 / PART);
    free(bench);
}

static void every_value_of_every_rule(void **state) {
    (void)state;
    struct bench *bench = bench_create(2);
    int sets = 0;
    for (int rule = 0; rule < RULES; rule++) {
        int count = rule == RULE_ZONE ? 13 : rule_value_count((enum rule)rule);
        for (int value = 0; value < count; value++) {
            struct rules rules = bench->variant.rules;
            rules.value[rule] = value;
            build(bench, &rules);
            if (sets++ % (PART > 1 ? 3 : 1) != 0)
                continue;
            compare_game(bench, 3, 40);
            compare_lions(bench, 20 / PART + 1);
        }
    }
    report(bench, "values");
    assert_true(sets >= 55);
    assert_true(bench->c.positions >= 4000 / (PART > 1 ? 3 * PART : 1));
    free(bench);
}

static void random_sets_of_rules(void **state) {
    (void)state;
    struct bench *bench = bench_create(3);
    for (int i = 0; i < 400 / PART; i++) {
        struct rules rules = bench->variant.rules;
        for (int rule = 0; rule < RULES; rule++) {
            int count = rule == RULE_ZONE ? 13 : rule_value_count((enum rule)rule);
            if (count > 0 && rule != RULE_DROPS && random_below(&bench->c.random, 4) != 0)
                rules.value[rule] = (int)random_below(&bench->c.random, (uint32_t)count);
        }
        build(bench, &rules);
        if (i % 8 == 0)
            compare_game(bench, 3, 40);
        compare_lions(bench, 6);
    }
    report(bench, "random rules");
    assert_true(bench->c.positions >= 6000 / PART);
    assert_true(bench->counterstrikes >= 400 / PART);
    assert_true(bench->deferred > 0);
    free(bench);
}

// The path-wise count of two-step moves.
static void every_path(void **state) {
    (void)state;
    struct bench *bench = bench_create(4);
    for (int i = 0; i < 2000 / PART; i++) {
        char fen[FEN_TEXT];
        struct rules rules = bench->variant.rules;
        rules.value[RULE_LION_COUNTERSTRIKE] = i % 3;
        if (i % 100 < 3) {
            build(bench, &rules);
            bench->tables.lion_paths = true;
        }
        compare_scatter_lions(&bench->tables, &bench->c.random, fen);
        if (!compare_start(&bench->c, &bench->tables, fen) || !compare_moves(&bench->c))
            disagree(bench);
    }
    print_message("paths: %ld positions, %ld moves\n", bench->c.positions, bench->c.moves);
    free(bench);
}

static void invented_games(void **state) {
    (void)state;
    struct bench *bench = bench_create(5);
    int games = 0, played = 0, powers = 0, several = 0, drops = 0, checked = 0;
    for (; games < 1500 / PART; games++) {
        struct error error;
        char fen[FEN_TEXT];
        invent_lion_variant(&bench->c.random, bench->text);
        if (!variant_parse(bench->text, "invented.ini", &bench->variant, &error))
            fail_msg("%s\n%s", error.text, bench->text);
        build(bench, &bench->variant.rules);
        powers += bench->tables.has_lion_power;
        several += bench->tables.several_royals;
        drops += bench->tables.drops;
        checked += bench->tables.legality;
        for (int i = 0; i < 6; i++) {
            if (i == 0)
                strcpy(fen, variant_start_fen(&bench->variant, &bench->variant.rules));
            else
                compare_scatter(&bench->tables, &bench->c.random, fen);
            if (!compare_start(&bench->c, &bench->tables, fen)) {
                if (strstr(bench->c.error.text, "in check") == NULL &&
                    strstr(bench->c.error.text, "royal") == NULL)
                    disagree(bench);
                bench->refused++;
                continue;
            }
            played++;
            compare(bench);
            for (int stop = 0; stop < 2; stop++) {
                bool more = true;
                for (uint32_t ply = random_below(&bench->c.random, 5) + 1; ply > 0 && more; ply--)
                    more = step(bench, games % 3);
                if (!more)
                    break;
                compare(bench);
            }
        }
    }
    report(bench, "invented");
    print_message(
        "%d games: %d with lion power, %d with several royals, %d with drops, %d in which "
        "check matters\n",
        games, powers, several, drops, checked);
    assert_true(played >= 4 * games);
    assert_true(powers >= games / 2);
    assert_true(several >= games / 8);
    assert_true(drops >= games / 3);
    assert_true(checked >= games / 3);
    assert_true(bench->c.positions >= 15000 / PART);
    free(bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset),         cmocka_unit_test(every_value_of_every_rule),
        cmocka_unit_test(random_sets_of_rules), cmocka_unit_test(every_path),
        cmocka_unit_test(invented_games),
    };
    return cmocka_run_group_tests_name("Chu Shogi against the reference", tests, NULL, NULL);
}

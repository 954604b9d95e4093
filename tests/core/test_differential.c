// SPDX-License-Identifier: GPL-3.0-or-later
// Core against the slow generator of tests/reference: every game, array and combination of the
// rules that act on moves, positions of play, scattered positions, full hands, and invented games.
#include "setup_game.h"

#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "invent.h"

enum {
    PART = CHECKED_BUILD ? 37
           : WHOLE_TESTS ? 1
                         : 5
}; // prime, so that it meets every kind of rules

static struct variant load(const char *name) {
    struct variant variant;
    struct error error;
    if (!variant_load(name, &variant, &error))
        fail_msg("%s", error.text);
    return variant;
}

static void build(struct tables *tables, const struct variant *variant, const struct rules *rules) {
    struct error error;
    if (!tables_build(tables, variant, rules, &error))
        fail_msg("%s", error.text);
}

// A comparison on the heap: tables are too large for the stack.
struct bench {
    struct tables tables;
    struct comparison c;
    char text[INVENT_TEXT]; // the game, when it is an invented one
};

static struct bench *bench_create(uint64_t game) {
    struct bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    bench->c.random = random_init(2, game, RANDOM_TEST);
    return bench;
}

static void disagree(const struct bench *bench) {
    fail_msg("%s\n%s", bench->c.error.text, bench->text);
}

static void start(struct bench *bench, const char *fen) {
    if (!compare_start(&bench->c, &bench->tables, fen))
        disagree(bench);
}

static void compare(struct bench *bench) {
    if (!compare_all(&bench->c))
        disagree(bench);
}

// Plays up to `plies`; false at the end of the game.
static bool play(struct bench *bench, int plies, int taste) {
    for (int i = 0; i < plies; i++) {
        if (!compare_step(&bench->c, taste)) {
            if (bench->c.error.text[0] != '\0')
                disagree(bench);
            return false;
        }
    }
    return true;
}

// Compares up to `count` positions with the pieces scattered; some are no positions: in check.
static int compare_scattered(struct bench *bench, int count) {
    int compared = 0;
    for (int tries = 0; compared < count && tries < 20 * count; tries++) {
        char fen[FEN_TEXT];
        compare_scatter(&bench->tables, &bench->c.random, fen);
        if (!compare_start(&bench->c, &bench->tables, fen)) {
            if (strstr(bench->c.error.text, "check") == NULL)
                disagree(bench);
            continue;
        }
        compare(bench);
        compared++;
    }
    return compared;
}

// One game by these rules, compared at three moments, then scattered positions.
static void compare_rules(struct bench *bench, const struct variant *variant,
                          const struct rules *rules) {
    build(&bench->tables, variant, rules);
    start(bench, variant_start_fen(variant, rules));
    int taste = (int)random_below(&bench->c.random, 3);
    int pace = 3 * variant->ranks;
    for (int i = 0; i < 3; i++) {
        if (!play(bench, pace + (int)random_below(&bench->c.random, (uint32_t)pace), taste)) {
            compare(bench);
            break;
        }
        compare(bench);
    }
    assert_true(compare_scattered(bench, 6) > 0);
}

static void every_combination_of_rules(void **state) {
    (void)state;
    static const enum rule crossed[] = {RULE_PROMOTION_TRIGGER, RULE_STRANDED, RULE_NIFU,
                                        RULE_PAWN_DROP_MATE, RULE_DROPS};
    int games = 0, variants = 0, arrays = 0;
    struct bench *bench = bench_create(1);
    for (; variant_builtin_name(variants) != NULL; variants++) {
        struct variant variant = load(variant_builtin_name(variants));
        for (int array = 0; array < variant.array_count; array++, arrays++) {
            int combinations = 1;
            for (int i = 0; i < ARRAY_LENGTH(crossed); i++)
                combinations *= rule_value_count(crossed[i]);
            for (int k = 0; k < combinations; k++) {
                struct rules rules = variant.rules;
                rules.value[RULE_ARRAY] = array;
                for (int i = 0, rest = k; i < ARRAY_LENGTH(crossed); i++) {
                    rules.value[crossed[i]] = rest % rule_value_count(crossed[i]);
                    rest /= rule_value_count(crossed[i]);
                }
                if (k % 2 == 1) // every depth of the zone comes round, the usual one most often
                    rules.value[RULE_ZONE] = k / 2 % (variant.ranks + 1);
                if (games++ % PART == 0)
                    compare_rules(bench, &variant, &rules);
            }
        }
    }
    assert_true(variants >= 6 && arrays >= 8 && games >= 8 * 252);
    print_message("%d sets of rules: %ld positions, %ld moves, %ld positions with promoted pieces, "
                  "%ld with a dozen pieces in hand\n",
                  games / PART, bench->c.positions, bench->c.moves, bench->c.promoted,
                  bench->c.in_hand);
    assert_true(bench->c.positions >= 16000 / PART);
    assert_true(bench->c.promoted >= 8000 / PART);
    assert_true(bench->c.in_hand >= 2000 / PART);
    free(bench);
}

// Whole games, every position compared.
static void every_ply_of_games(void **state) {
    (void)state;
    struct bench *bench = bench_create(2);
    for (int v = 0; variant_builtin_name(v) != NULL; v++) {
        struct variant variant = load(variant_builtin_name(v));
        build(&bench->tables, &variant, &variant.rules);
        int games = variant.ranks <= 5 ? 30 : 3, plies = variant.ranks <= 5 ? 60 : 90;
        for (int game = 0; game < (games + PART - 1) / PART; game++) {
            start(bench, variant_start_fen(&variant, &variant.rules));
            int ply = 0;
            do
                compare(bench);
            while (ply++ < plies && play(bench, 1, game % 3));
        }
    }
    print_message("%ld positions of games, %ld moves\n", bench->c.positions, bench->c.moves);
    assert_true(bench->c.positions >= 2500 / PART);
    free(bench);
}

// More than 900 moves: all pieces but the Kings in hand, and play from there.
static void full_hands(void **state) {
    (void)state;
    static const struct {
        const char *variant, *fen;
        int least; // moves
    } cases[] = {
        {"kagamigi",
         "4k4/9/9/9/9/9/9/9/4K4[AABBEEFFIIJJOOPPPPPPPPPQQRRSSWWXXZZppppppppp] w - - 0 1", 900},
        {"chu-kagamigi",
         "5k6/12/12/12/12/12/12/12/12/12/12/6K5[AABBCDDEEFFGGHHIIJJLLNNOOPPPPPPPPPPPPQQRRSSTTUUVVWW"
         "XXYYZZcpppppppppppp] w - - 0 1",
         2500},
        {"chu-seireigi",
         "5k6/12/12/12/12/12/12/12/12/12/12/6K5[AAAABBCCCCDDEEGGGGIILLLLNNNNOOPPPPPPPPPPPPQQRRSSSS"
         "TTTTUUUUWWXXYYYYpppppppppppp] w - - 0 1",
         2500},
        {"chu-seireigi",
         "l3g1k1s1I1/+N4i2u1c1/yP3o6/T1p3d1P2U/1y5e3S/2r7N1/6PS2N1/6s2lG1/1B2+a4+xP1/4+a2a1g1Y/l11/"
         "6K3wL[PPPPPPPPAGUDWEQppppppppppptttnycccuoxbrq] w - - 0 1",
         850},
    };
    struct bench *bench = bench_create(3);
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct variant variant = load(cases[i].variant);
        build(&bench->tables, &variant, &variant.rules);
        start(bench, cases[i].fen);
        bench->c.largest = 0;
        compare(bench);
        assert_true(bench->c.largest >= cases[i].least);
        assert_true(bench->c.largest < MOVES_MAX);
        for (int game = 0; game < (6 + PART - 1) / PART; game++) {
            start(bench, cases[i].fen);
            for (int stop = 0; stop < 5 && play(bench, 1 + 3 * stop, game % 3); stop++)
                compare(bench);
        }
    }
    print_message("%ld positions with full hands, %ld moves\n", bench->c.positions, bench->c.moves);
    assert_true(bench->c.positions >= 100 / PART);
    free(bench);
}

// Few pieces and Pawns in hand: drops that mate, and the same without the rule.
static void pawn_drop_mates(void **state) {
    (void)state;
    static const char *const names[] = {"minishogi", "shogi", "kagamigi"};
    struct bench *bench = bench_create(4);
    struct tables *legal = malloc(sizeof *legal);
    assert_non_null(legal);
    int positions = 0, mates = 0;
    for (int v = 0; v < ARRAY_LENGTH(names); v++) {
        struct variant variant = load(names[v]);
        struct rules rules = variant.rules;
        build(&bench->tables, &variant, &rules);
        rules.value[RULE_PAWN_DROP_MATE] = PAWN_DROP_MATE_LEGAL;
        build(legal, &variant, &rules);
        for (int i = 0; i < 6000 / PART; i++) {
            // A bare King in its corner, and a few pieces around it.
            static const char pieces[] = "GSRBNLPQWIJAE";
            char board[REFERENCE_BOARD][REFERENCE_BOARD][3] = {{""}}, fen[FEN_TEXT];
            for (int k = 0; k < 5; k++) {
                char piece = pieces[random_below(&bench->c.random, sizeof pieces - 1)];
                uint32_t rank = random_below(&bench->c.random, 3);
                uint32_t file = random_below(&bench->c.random, 3);
                if (variant.exists[type_of_letter(piece)])
                    board[variant.ranks - 1 - (int)rank][file][0] = piece;
            }
            strcpy(board[variant.ranks - 1][0], "k");
            strcpy(board[0][variant.files - 1], "K");
            strcpy(reference_board_text(board, variant.files, variant.ranks, fen), "[PP] w");
            if (!compare_start(&bench->c, &bench->tables, fen))
                continue;
            compare(bench);
            positions++;
            struct position position;
            struct error error;
            if (!fen_parse(fen, legal, &position, &error))
                fail_msg("%s", error.text);
            mates += movegen_count(&position) - movegen_count(&bench->c.position);
        }
    }
    print_message("%d positions with Pawns in hand, %d mates by a Pawn drop\n", positions, mates);
    assert_true(positions >= 1500 / PART);
    assert_true(mates >= 50 / PART);
    free(legal);
    free(bench);
}

static void invented_games(void **state) {
    (void)state;
    struct bench *bench = bench_create(5);
    int games = 0, played = 0, scattered = 0, lame = 0, walks = 0;
    for (; games < 1500 / PART; games++) {
        struct variant variant;
        struct error error;
        invent_variant(&bench->c.random, bench->text);
        if (!variant_parse(bench->text, "invented.ini", &variant, &error))
            fail_msg("%s\n%s", error.text, bench->text);
        build(&bench->tables, &variant, &variant.rules);
        lame += bench->tables.has_lame;
        walks += bench->tables.has_walks;
        if (compare_start(&bench->c, &bench->tables, variant_start_fen(&variant, &variant.rules))) {
            played++;
            compare(bench);
            for (int stop = 0; stop < 5; stop++) {
                int plies = 1 + (int)random_below(&bench->c.random, 8);
                if (!play(bench, plies, games % 3))
                    break;
                compare(bench);
            }
        } else if (strstr(bench->c.error.text, "check") == NULL) {
            disagree(bench);
        }
        scattered += compare_scattered(bench, 6);
    }
    print_message("%d invented games, %d played, %d with lame leaps, %d with walks: %ld positions "
                  "(%d scattered), %ld moves\n",
                  games, played, lame, walks, bench->c.positions, scattered, bench->c.moves);
    assert_true(played >= games / 2);
    assert_true(lame >= games / 10);
    assert_true(walks >= games / 2);
    assert_true(bench->c.positions >= 14000 / PART);
    free(bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_of_rules),
        cmocka_unit_test(every_ply_of_games),
        cmocka_unit_test(full_hands),
        cmocka_unit_test(pawn_drop_mates),
        cmocka_unit_test(invented_games),
    };
    return cmocka_run_group_tests_name("core against the reference", tests, NULL, NULL);
}

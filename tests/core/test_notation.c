// SPDX-License-Identifier: GPL-3.0-or-later
// FEN and move text: what is read, what is written back, what is refused and where.
#include "setup_game.h"

#include <string.h>

// What is read, and what is printed back.
static void fen_round_trips(void **state) {
    (void)state;
    static const struct {
        const char *variant, *text, *printed; // NULL: the same
    } cases[] = {
        {"minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1", NULL},
        {"minishogi", "rbsgk/4p/5/P4/KGSBR[] b - - 31 200", NULL},
        {"minishogi", "4k/5/5/5/K4[RBGSPrbgsp] w - - 0 1", "4k/5/5/5/K4[BGPRSbgprs] w - - 0 1"},
        {"minishogi", "4k/5/5/5/K4[ppP] w - - 0 1", "4k/5/5/5/K4[Ppp] w - - 0 1"},
        {"minishogi", "k4/5/5/+P+S+B+R1/4K[] w - - 0 1", NULL},
        {"minishogi", "4k/5/5/P4/K1P2[] w - - 0 1", NULL},
        {"minishogi", "4k/5/P4/P4/K4[P] w - - 0 1",
         NULL}, // two Pawns on a file: problems have them
        // fields may be missing
        {"minishogi", "4k/5/5/5/K4", "4k/5/5/5/K4[] w - - 0 1"},
        {"minishogi", "4k/5/5/5/K4 b", "4k/5/5/5/K4[] b - - 0 1"},
        {"minishogi", "4k/5/5/5/K4[] w -", "4k/5/5/5/K4[] w - - 0 1"},
        {"minishogi", "4k/5/5/5/K4[G] w - -", "4k/5/5/5/K4[G] w - - 0 1"},
        {"minishogi", "4k/5/5/5/K4[G] w - - 3", "4k/5/5/5/K4[G] w - - 3 1"},
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1", NULL},
        // SFENs: b moves first, hands are a field. A number alone is no hands.
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
         "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1"},
        {"shogi", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
         "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1"},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2Pb 1", "4k4/9/9/9/9/9/9/9/4K4[PPb] w - - 0 1"},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 w 2Pb", "4k4/9/9/9/9/9/9/9/4K4[PPb] b - - 0 1"},
        {"shogi", "sfen 4k4/9/9/9/9/9/9/9/4K4 b -", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1"},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b - 0 1", "4k4/9/9/9/9/9/9/9/4K4[] b - - 0 1"},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b 0 1", "4k4/9/9/9/9/9/9/9/4K4[] b - - 0 1"},
        {"chu-shogi", "5k6/12/12/12/12/12/12/12/12/12/12/5K6 b 5e 1",
         "5k6/12/12/12/12/12/12/12/12/12/12/5K6[] w - h8 0 1"},
        {"chu-seireigi",
         "l3g1k1s1I1/+N4i2u1c1/yP3o6/T1p3d1P2U/1y5e3S/2r7N1/6PS2N1/6s2lG1/1B2+a4+xP1/4+a2a1g1Y/l11/"
         "6K3wL[AUGDEPPPPPPPPQWbcccnyoppppppppppqrtttux] w - - 12 77",
         "l3g1k1s1I1/+N4i2u1c1/yP3o6/T1p3d1P2U/1y5e3S/2r7N1/6PS2N1/6s2lG1/1B2+a4+xP1/4+a2a1g1Y/l11/"
         "6K3wL[ADEGPPPPPPPPQUWbcccnoppppppppppqrtttuxy] w - - 12 77"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables(cases[i].variant, "");
        struct position position, again;
        struct error error;
        char text[FEN_TEXT];
        if (!fen_parse(cases[i].text, tables, &position, &error))
            fail_msg("%s: %s", cases[i].text, error.text);
        assert_true(position_check(&position, NULL));
        assert_string_equal(fen_print(&position, text),
                            cases[i].printed ? cases[i].printed : cases[i].text);
        assert_true(fen_parse(text, tables, &again, &error));
        assert_memory_equal(&position, &again, sizeof position);
        free(tables);
    }
}

// Bad FENs of minishogi, and a part of the message.
static void fen_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "column 1"},
        {"4k", "column 3"},
        {"4k/5/5/5", "column 9"},
        {"4k/5/5/5/K4/5[] w", "column 12"},
        {"4k/6/5/5/K4[] w", "column 4"},
        {"4k/4/5/5/K4[] w", "column 5"},
        {"4k/5/5/5/K4P[] w", "column 12"},
        {"4k/0/5/5/K4[] w", "column 4"},
        {"4k/99999999999999999999/5/5/K4[] w", "column 4"},
        {"4k/4x/5/5/K4[] w", "column 5"},
        {"4k/4 /5/5/K4[] w", "column 5"},
        {"4k/+G4/5/5/K4[] w", "promote"},
        {"4k/+5/5/5/K4[] w", "column 5"},
        {"4k/++P4/5/5/K4[] w", "column 5"},
        {"+K3k/5/5/5/5[] w", "promote"},
        {"4k/5/5/5/K4[X] w", "column 13"},
        {"4k/5/5/5/K4[+P] w", "column 13"},
        {"4k/5/5/5/K4[K] w", "royal"},
        {"4k/5/5/5/K4[P", "column 14"},
        {"4k/5/5/5/K4[]w", "column 14"},
        {"4k/5/5/5/K4[] x", "column 15"},
        {"4k/5/5/5/K4[] white", "column 15"},
        {"4k/5/5/5/K4[] w - - -1 1", "number"},
        {"4k/5/5/5/K4[] w - - 0 1 1", "column 25"},
        {"4k/5/5/5/K4[] w - - 0 99999999999999999999", "number"},
        {"4k/5/5/5/K4[] w - - 1e3 1", "number"},
        {"5/5/5/5/K4[] w", "second player has no King"},
        {"4k/5/5/5/5[] w", "first player has no King"},
        {"4k/5/5/5/5[] w", "no King"},
        {"kkkkk/kkkk1/5/5/K4[] w", "too many royal pieces"},
        {"4k/5/5/5/K3K[] w", "first player has 2 Kings"},
        {"3kk/5/5/5/K4[] w", "second player has 2 Kings"},
        {"4k/5/5/5/K3R[] w", "check"},
        {"4k/5/5/r4/K4[] b", "check"},
        {"4k/5/5/5/K4 b -", "a FEN or an SFEN"},
        {"4k/5/5/5/K4 b 2X 1", "SFEN: expected a piece letter"},
        {"4k/5/5/5/K4 b P2 1", "SFEN: 'P2' are no hands"},
        {"sfen 4k/5/5/5/K4 x P 1", "SFEN: side 'x'"},
    };
    struct tables *tables = setup_tables("minishogi", "");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct position position;
        struct error error = {""};
        if (fen_parse(cases[i].text, tables, &position, &error))
            fail_msg("read: '%s'", cases[i].text);
        if (strstr(error.text, cases[i].message) == NULL)
            fail_msg("'%s': '%s' does not say '%s'", cases[i].text, error.text, cases[i].message);
        assert_false(fen_parse(cases[i].text, tables, &position, NULL));
    }
    free(tables);
}

static void hands_need_drops(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "drops=off");
    struct position position;
    struct error error;
    assert_true(fen_parse("4k/5/5/5/K4[] w - - 0 1", tables, &position, &error));
    assert_false(fen_parse("4k/5/5/5/K4[P] w - - 0 1", tables, &position, &error));
    free(tables);
}

// A hand that does not fit a printed FEN must be refused, not cut short.
static void large_hands_are_whole_or_refused(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "");
    for (int pieces = 1; pieces <= 2000; pieces += 37) {
        char text[4096] = "4k/5/5/5/K4[", printed[FEN_TEXT];
        size_t length = strlen(text);
        for (int i = 0; i < pieces; i++)
            text[length++] = "PpGgSsBbRr"[i % 10];
        strcpy(text + length, "] w - - 0 1");
        struct position position, again;
        struct error error;
        if (!fen_parse(text, tables, &position, &error))
            continue;
        fen_print(&position, printed);
        assert_in_range(strlen(printed), 1, FEN_TEXT - 1);
        if (!fen_parse(printed, tables, &again, &error))
            fail_msg("%d pieces in hand: %s", pieces, error.text);
        if (memcmp(&position, &again, sizeof position) != 0)
            fail_msg("%d pieces in hand are cut short by fen_print", pieces);
    }
    free(tables);
}

static void moves_round_trip(void **state) {
    (void)state;
    static const struct {
        const char *variant, *fen, *move;
    } cases[] = {
        {"minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1", "e1e4"},
        {"minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1", "d1a4"},
        {"minishogi", "4k/R4/5/5/K4[] w - - 0 1", "a4a5"},
        {"minishogi", "4k/R4/5/5/K4[] w - - 0 1", "a4a5+"},
        {"minishogi", "4k/P4/5/5/K4[] w - - 0 1", "a4a5+"},
        {"minishogi", "4k/5/5/5/K4[p] b - - 0 1", "P@c3"},
        {"chu-seireigi", "k11/12/12/12/12/12/5+g6/5R6/12/12/12/11K[] w - - 0 1", "f5l5"},
        {"chu-seireigi", "k11/12/12/12/12/12/5+g6/5R6/12/12/12/11K[P] w - - 0 1", "P@l11"},
        {"chu-seireigi", "k11/12/12/10R1/12/12/5+g6/12/12/12/12/11K[P] w - - 0 1", "k9k12+"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables(cases[i].variant, "");
        struct position position;
        struct error error;
        char text[MOVE_TEXT];
        Move move;
        if (!fen_parse(cases[i].fen, tables, &position, &error))
            fail_msg("%s: %s", cases[i].fen, error.text);
        if (!move_parse(cases[i].move, &position, &move, &error))
            fail_msg("%s: %s", cases[i].move, error.text);
        assert_string_equal(move_print(move, text), cases[i].move);
        free(tables);
    }
}

// Moves with a stop between, as Lions make them, and a pass.
static void two_step_moves_print(void **state) {
    (void)state;
    char text[MOVE_TEXT];
    Square f3 = square_at(5, 2), g4 = square_at(6, 3), h5 = square_at(7, 4);
    Move double_move = move_make(f3, h5) | MOVE_TWO_STEP | (Move)g4 << MOVE_VIA_SHIFT;
    Move stationary = move_make(f3, f3) | MOVE_TWO_STEP | (Move)g4 << MOVE_VIA_SHIFT;
    assert_string_equal(move_print(double_move, text), "f3g4h5");
    assert_string_equal(move_print(stationary, text), "f3g4f3");
}

static void move_errors(void **state) {
    (void)state;
    static const char fen[] = "3rk/P1G2/5/1S3/K4[Pg] w - - 0 1";
    static const struct {
        const char *move, *message;
    } cases[] = {
        {"", "no move"},       {"e", "no move"},       {"a4", "no move"},
        {"a4a5++", "no move"}, {"a4a5=", "no move"},   {"a4a5 ", "no move"},
        {"a4a6", "no move"},   {"a4f4", "no move"},    {"a0a1", "no move"},
        {"A4A5", "no move"},   {"P@", "no move"},      {"P@a9", "no move"},
        {"p@b3", "no move"},   {"P@b3+", "no move"},   {"b2c3d4e5", "no move"},
        {"a4a5", "promote"},   {"b2b3+", "promotion"}, {"b3b4", "no piece"},
        {"d5d4", "no piece"},  {"b2b5", "illegal"},    {"G@b3", "hand"},
        {"X@b3", "hand"},      {"P@a3", "illegal"}, // nifu
        {"P@b5", "illegal"},                        // could never move
        {"b2c3b2", "illegal"}, {"b2b3b4", "illegal"},  {"e5e4", "no piece"},
    };
    struct tables *tables = setup_tables("minishogi", "");
    struct position position;
    struct error error;
    assert_true(fen_parse(fen, tables, &position, &error));
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        Move move;
        struct error said = {""};
        if (move_parse(cases[i].move, &position, &move, &said))
            fail_msg("read: '%s'", cases[i].move);
        if (strstr(said.text, cases[i].message) == NULL)
            fail_msg("'%s': '%s' does not say '%s'", cases[i].move, said.text, cases[i].message);
        assert_false(move_parse(cases[i].move, &position, &move, NULL));
    }
    assert_true(fen_parse("4k/5/5/r4/K4[P] w - - 0 1", tables, &position, &error));
    Move move;
    assert_false(move_parse("P@c3", &position, &move, &error));
    assert_non_null(strstr(error.text, "check"));
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fen_round_trips),  cmocka_unit_test(fen_errors),
        cmocka_unit_test(hands_need_drops), cmocka_unit_test(large_hands_are_whole_or_refused),
        cmocka_unit_test(moves_round_trip), cmocka_unit_test(two_step_moves_print),
        cmocka_unit_test(move_errors),
    };
    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}

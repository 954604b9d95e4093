// SPDX-License-Identifier: GPL-3.0-or-later
// SFENs and USI moves: those of shogi as everybody writes them, and all others there and back.
#include "setup.h"

#include <string.h>

#include "notation.h"

static void known_positions(void **state) {
    (void)state;
    static const struct {
        const char *game, *sfen, *fen;
    } cases[] = {
        {"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
         "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1"},
        {"shogi", "8k/9/8P/9/9/9/9/9/8K w 2RB10P3g2p 2",
         "8k/9/8P/9/9/9/9/9/8K[BPPPPPPPPPPRRgggpp] b - - 0 1"},
        {"shogi", "8k/9/8+P/9/9/9/9/9/8K b - 7", "8k/9/8+P/9/9/9/9/9/8K[] w - - 0 4"},
        {"minishogi", "rbsgk/4p/5/P4/KGSBR b - 1", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1"},
        {"chu-shogi", "5k6/12/12/12/12/12/12/12/12/12/12/5K6 b 5e 1",
         "5k6/12/12/12/12/12/12/12/12/12/12/5K6[] w - h8 0 1"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables(cases[i].game, "");
        char fen[FEN_TEXT], text[FEN_TEXT];
        struct error error = {""};
        if (!sfen_to_fen(cases[i].sfen, tables, fen, &error))
            fail_msg("%s", error.text);
        struct position position = setup_position(tables, fen);
        assert_string_equal(fen_print(&position, text), cases[i].fen);
        // Hands in the order of the variant's pieces: rooks, bishops, ...
        const char *expected = i == 1 ? "8k/9/8P/9/9/9/9/9/8K w 2RB10P3g2p 2" : cases[i].sfen;
        assert_string_equal(sfen_print(&position, text), expected);
        free(tables);
    }
}

static void known_moves(void **state) {
    (void)state;
    static const struct {
        const char *game, *fen, *usi, *own;
    } cases[] = {
        {"shogi", NULL, "7g7f", "c3c4"},
        {"shogi", NULL, "2g2f", "h3h4"},
        {"shogi", "8k/9/8P/9/9/9/9/9/8K[G] w - - 0 1", "G*1b", "G@i8"},
        {"shogi", "8k/9/8P/9/9/9/9/9/8K[G] w - - 0 1", "1c1b+", "i7i8+"},
        {"minishogi", NULL, "5d5c", "a2a3"},
        {"chu-shogi", NULL, "8i8h", "e4e5"},
        {"chu-shogi", "k11/3p8/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "9b9c", "d11d10"},
        {"chu-shogi", "k11/12/12/12/12/3pp7/3N8/12/12/12/12/K11[] w - - 0 1", "9g9f8f", "d6d7e7"},
        {"chu-shogi", "k11/12/12/12/12/3pp7/3N8/12/12/12/12/K11[] w - - 0 1", "9g9f9g", "d6d7d6"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables(cases[i].game, "");
        struct position position =
            cases[i].fen ? setup_position(tables, cases[i].fen) : setup_start(tables);
        Move move;
        struct error error = {""};
        char text[MOVE_TEXT];
        if (!usi_move_parse(cases[i].usi, &position, &move, &error))
            fail_msg("%s", error.text);
        assert_string_equal(move_print(move, text), cases[i].own);
        assert_string_equal(usi_move_print(move, tables, text), cases[i].usi);
        free(tables);
    }
}

// Every position and every legal move of random games.
static void there_and_back(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct random random = random_init(7, (uint64_t)game, RANDOM_TEST);
        Move *list = malloc(MOVES_MAX * sizeof *list);
        assert_non_null(list);
        for (int number = 0; number < 40 / PART + 2; number++) {
            struct position position = setup_random(tables, &random, number), again;
            char sfen[FEN_TEXT], fen[FEN_TEXT], text[MOVE_TEXT];
            struct error error = {""};
            if (!sfen_to_fen(sfen_print(&position, sfen), tables, fen, &error) ||
                !fen_parse(fen, tables, &again, &error))
                fail_msg("%s: %s", sfen, error.text);
            assert_int_equal(again.key, position.key);
            assert_int_equal(again.ply, position.ply);
            const Move *end = movegen(&position, MOVES_ALL, list);
            for (const Move *move = list; move < end; move++) {
                Move read;
                if (!usi_move_parse(usi_move_print(*move, tables, text), &position, &read, &error))
                    fail_msg("%s %s: %s", sfen, text, error.text);
                assert_int_equal(read, *move);
            }
        }
        free(list);
        free(tables);
    }
}

static void wrong_text(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    struct position position = setup_start(tables);
    static const char *const sfens[] = {"",
                                        "9",
                                        "9/9/9/9/9/9/9/9/9 x - 1",
                                        "9/9/9/9/9/9/9/9/9 b Q 1 x",
                                        "9/9/9/9/9/9/9/9/9 b 0P 1",
                                        "9/9/9/9/9/9/9/9/9 b 999P 1",
                                        "9/9/9/9/9/9/9/9/9 b 2 1",
                                        "9/9/9/9/9/9/9/9/9 b - x",
                                        "9/9/9/9/9/9/9/9/9 b - 99999999999999999999",
                                        "9/9/9/9/9/9/9/9/9 b 5e 1",
                                        "9/9/9/9/9/9/9/9/9 b - 1 ~5e"};
    static const char *const moves[] = {"",      "7",    "7g",    "7g7",  "7g7f=", "7g7f++", "0g7f",
                                        "10g7f", "7j7f", "07g7f", "P*",   "P*5e+", "p*5e",   "P@5e",
                                        "7g5e",  "5e5d", "7c7d",  "c3c4", "P*5e"};
    struct error error;
    char fen[FEN_TEXT];
    for (int i = 0; i < ARRAY_LENGTH(sfens); i++) {
        error.text[0] = 0;
        assert_false(sfen_to_fen(sfens[i], tables, fen, &error) &&
                     fen_parse(fen, tables, &position, &error));
        assert_true(error.text[0]);
    }
    position = setup_start(tables);
    for (int i = 0; i < ARRAY_LENGTH(moves); i++) {
        Move move;
        error.text[0] = 0;
        assert_false(usi_move_parse(moves[i], &position, &move, &error));
        assert_true(error.text[0]);
        if (strlen(moves[i]) == 4 && moves[i][0] != 'c')
            assert_non_null(strstr(error.text, moves[i])); // in the letters that were used
    }
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_positions),
        cmocka_unit_test(known_moves),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(wrong_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

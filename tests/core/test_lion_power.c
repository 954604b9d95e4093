// SPDX-License-Identifier: GPL-3.0-or-later
// Two-step moves: passes, captures without leaving the square, and how people may write them.
#include "setup_game.h"

#include <stdio.h>
#include <string.h>

#include "outcome.h"

// Passes need an empty square to go to, whichever it is: they are one move. Igui takes and comes
// back. "3" = how many moves of the list end where they began.
static void passes_and_igui(void **state) {
    (void)state;
    static const struct {
        const char *fen, *moves;
        int passes, igui;
    } pieces[] = {
        {"k11/12/12/12/12/12/5N6/12/12/12/12/11K[] w", "f6f7f6 f6e5f6", 1, 0},
        {"k11/12/12/12/12/4PPP5/4PNP5/4PPP5/12/12/12/11K[] w", "f6f7f6! f6f8 f6f7f8!", 0, 0},
        {"k11/12/12/12/12/4PPP5/4PNP5/4P1P5/12/12/12/11K[] w", "f6f5f6 f6f7f6!", 1, 0},
        {"k11/12/12/12/12/4ppp5/4pNp5/4ppp5/12/12/12/11K[] w", "f6f5f6 f6e7f6", 0, 8},
        {"k11/12/12/12/12/4ppp5/4PNP5/5PPp4/12/12/12/11K[] w", "f6e5f6 f6e7f6 f6e6f6!", 1, 3},
        {"k11/12/12/12/12/12/5+H6/12/12/12/12/11K[] w", "f6f7f6 f6f5f6! f6e7f6!", 1, 0},
        {"k11/12/12/12/12/5P6/5+H6/12/12/12/12/11K[] w", "f6f7f6! f6f8 f6f7!", 0, 0},
        {"k11/12/12/12/5p6/5p6/5+H6/12/12/12/12/11K[] w", "f6f7f6 f6f8 f6f7 f6f7f8", 0, 1},
        {"k11/12/12/12/5P6/5p6/5+H6/12/12/12/12/11K[] w", "f6f7f6 f6f8! f6f7 f6f7f8!", 0, 1},
        {"k11/12/12/12/12/12/5+h6/12/12/12/12/11K[] b", "f6f5f6 f6f7f6!", 1, 0},
        {"k11/12/12/12/12/12/5+D6/12/12/12/12/11K[] w", "f6e7f6 f6g7f6 f6f7f6!", 1, 0},
        {"k11/12/12/12/12/4P1P5/5+D6/12/12/12/12/11K[] w", "f6e7f6! f6d8 f6h8 f6e7!", 0, 0},
        {"k11/12/12/12/12/4p1P5/5+D6/12/12/12/12/11K[] w", "f6e7f6 f6e7d8 f6e7 f6d8", 0, 1},
        {"k11/12/12/12/12/4p7/5+D6/12/12/12/12/11K[] w", "f6e7f6 f6g7f6 f6e7f8! f6g7e9!", 1, 1},
        {"k11/12/12/12/12/12/12/12/12/12/12/+D10K[] w", "a1b2a1", 1, 0},
        {"k10+H/12/12/12/12/12/12/12/12/12/12/11K[] w", "l12l11l12!", 0, 0},
        {"k10N/12/12/12/12/12/12/12/12/12/12/11K[] w", "l12k12l12 l12l11l12", 1, 0},
    };
    struct tables *tables = setup_tables("chu-shogi", "");
    for (int i = 0; i < ARRAY_LENGTH(pieces); i++) {
        struct position position = setup_position(tables, pieces[i].fen);
        static Move list[MOVES_MAX];
        const Move *end = movegen(&position, MOVES_ALL, list);
        int passes = 0, igui = 0;
        for (const Move *move = list; move < end; move++)
            if (move_from(*move) == move_to(*move))
                ++*(position_is_capture(&position, *move) ? &igui : &passes);
        assert_int_equal(passes, pieces[i].passes);
        assert_int_equal(igui, pieces[i].igui);
        char words[128], *rest = words;
        strcpy(words, pieces[i].moves);
        for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
            bool legal = word[strlen(word) - 1] != '!';
            if (!legal)
                word[strlen(word) - 1] = '\0';
            Move move;
            struct error error = {""};
            if (move_parse(word, &position, &move, &error) != legal)
                fail_msg("%s %s: %s", pieces[i].fen, word, legal ? error.text : "can be read");
        }
    }
    free(tables);
}

// A way through an empty square is read as the direct move; a way that the piece does not have is
// not read at all.
static void text_of_two_steps(void **state) {
    (void)state;
    static const struct {
        const char *text, *read; // NULL: illegal
    } cases[] = {
        {"f6g7h8", "f6h8"},   {"f6f7g8", "f6g8"},   {"f6e7f8", "f6f8"}, {"f6f7e7", "f6e7"},
        {"f6g6h6", "f6h6"},   {"f6e6d6", "f6e6d6"}, {"f6d6", "f6d6"},   {"f6e6f6", "f6e6f6"},
        {"f6e6e7", "f6e6e7"}, {"f6h8g7", NULL},     {"f6f7f9", NULL},   {"f6g7g7", NULL},
        {"f6f6f7", NULL},     {"f6h8h8", NULL},     {"f6a1g7", NULL},   {"c3c4c5", NULL},
        {"c3d4c4", NULL},     {"c3c4c3", NULL},     {"c3c4+", NULL},    {"f6g7h8+", NULL},
        {"f6g7h8i9", NULL},   {"f6g7h8f6", NULL},   {"f6g13h8", NULL},  {"i3i4i5", "i3i5"},
        {"i3i4i3", "i3i4i3"}, {"i3j4k5", NULL},     {"i3h3g3", NULL},
    };
    struct tables *tables = setup_tables("chu-shogi", "");
    struct position position =
        setup_position(tables, "k11/12/12/12/12/12/4pN6/12/12/2P5+H3/12/11K[] w - - 0 1");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        Move move;
        struct error error = {""};
        char text[MOVE_TEXT];
        bool read = move_parse(cases[i].text, &position, &move, &error);
        if (read != (cases[i].read != NULL))
            fail_msg("%s: %s", cases[i].text, read ? move_print(move, text) : error.text);
        if (read)
            assert_string_equal(move_print(move, text), cases[i].read);
    }
    free(tables);
}

// Taking both royals at once ends the game, and its FEN reads back under either end of royals.
static void both_royals_at_once(void **state) {
    (void)state;
    static const char *const rules[] = {"", "royal=mate"};
    for (int i = 0; i < ARRAY_LENGTH(rules); i++) {
        struct tables *tables = setup_tables("chu-shogi", rules[i]);
        struct position position =
                            setup_position(tables, "12/12/12/4p7/5+e6/5k6/5N6/12/12/12/12/11K[] w"),
                        again;
        Move move;
        struct error error;
        struct undo undo;
        char fen[FEN_TEXT];
        if (!move_parse("f6f7f8", &position, &move, &error))
            fail_msg("%s", error.text);
        position_make(&position, move, &undo);
        assert_int_equal(position.royal_count[SECOND], 0);
        again = setup_position(tables, fen_print(&position, fen));
        assert_memory_equal(&position, &again, sizeof position);
        assert_int_equal(movegen_count(&again), 0);
        struct outcome outcome = outcome_of(&again, NULL, MOVE_NONE);
        assert_int_equal(outcome.result, RESULT_FIRST);
        assert_int_equal(outcome.termination, TERMINATION_ROYAL_CAPTURED);
        free(tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_and_igui),
        cmocka_unit_test(text_of_two_steps),
        cmocka_unit_test(both_royals_at_once),
    };
    return cmocka_run_group_tests_name("lion power", tests, NULL, NULL);
}

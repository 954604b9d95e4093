// SPDX-License-Identifier: GPL-3.0-or-later
// What a position of Chu Shogi remembers of moves before: the counter-strike square, and who
// declined to promote; in FENs, in keys, and in the promotions that are left.
#include "setup_game.h"

#include <stdio.h>
#include <string.h>

// The counter-strike square and the pieces that declined to promote, in FENs.
static void state_in_fens(void **state) {
    (void)state;
#define BOARD "k11/12/12/5P6/12/12/12/12/1p10/6n5/12/11K[]"
    static const struct {
        const char *rules, *text;
        const char *printed; // or what the error says
        bool read;
    } cases[] = {
        {"", BOARD " w - e3 0 1", BOARD " w - e3 0 1", true},
        {"", BOARD " w - l12 5 8", BOARD " w - l12 5 8", true},
        {"", BOARD " w - e3", BOARD " w - e3 0 1", true},
        {"", BOARD " w - - 0 1", BOARD " w - - 0 1", true},
        {"", BOARD " w", BOARD " w - - 0 1", true},
        {"", BOARD " w - e13 0 1", "counter-strike square", false},
        {"", BOARD " w - m1 0 1", "counter-strike square", false},
        {"", BOARD " w - e3x 0 1", "expected a space", false},
        {"", BOARD " w e3 - 0 1", "expected '-'", false},
        {"lion-counterstrike=off", BOARD " w - e3 0 1", "expected '-'", false},
        {"", BOARD " w - - 0 1 ~f9", "unexpected text", false},
        {"promotion-trigger=regain", BOARD " w - - 0 1 ~f9", BOARD " w - - 0 1 ~f9", true},
        {"promotion-trigger=delay", BOARD " b - e3 7 9 ~b4,f9", BOARD " b - e3 7 9 ~b4,f9", true},
        {"promotion-trigger=regain", BOARD " w - - 0 1 ~f9,b4", BOARD " w - - 0 1 ~b4,f9", true},
        {"promotion-trigger=regain", BOARD " w - - 0 1 ~f9,f9", "can promote", false},
        {"promotion-trigger=regain", BOARD " w - - 0 1 ~f10", "can promote", false},
        {"promotion-trigger=regain", BOARD " w - - 0 1 ~g3", "can promote", false},
        {"promotion-trigger=regain", BOARD " w - - 0 1 ~a12", "can promote", false},
        {"promotion-trigger=regain", BOARD " w - - 0 1 ~", "can promote", false},
        {"promotion-trigger=regain", BOARD " w - - 0 1 ~f9,", "can promote", false},
        {"promotion-trigger=regain", BOARD " w - - 0 1 ~f9 ~b4", "unexpected text", false},
        {"promotion-trigger=regain;zone=3", BOARD " w - - 0 1 ~f9", "can promote", false},
    };
#undef BOARD
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables("chu-shogi", cases[i].rules);
        struct position position;
        struct error error = {""};
        char text[FEN_TEXT];
        if (fen_parse(cases[i].text, tables, &position, &error) != cases[i].read)
            fail_msg("%s: %s", cases[i].text, cases[i].read ? error.text : "was read");
        if (cases[i].read) {
            assert_string_equal(fen_print(&position, text), cases[i].printed);
            assert_true(position_check(&position, &error));
        } else if (strstr(error.text, cases[i].printed) == NULL) {
            fail_msg("%s: '%s' does not say '%s'", cases[i].text, error.text, cases[i].printed);
        }
        free(tables);
    }
}

// Every part of the state makes another key.
static void keys_differ(void **state) {
    (void)state;
    static const char *const fens[] = {
        "k11/12/12/5P6/12/12/12/12/1p10/12/12/11K[] w - - 0 1",
        "k11/12/12/5P6/12/12/12/12/1p10/12/12/11K[] b - - 0 1",
        "k11/12/12/5P6/12/12/12/12/1p10/12/12/11K[] w - a1 0 1",
        "k11/12/12/5P6/12/12/12/12/1p10/12/12/11K[] w - b4 0 1",
        "k11/12/12/5P6/12/12/12/12/1p10/12/12/11K[] w - - 0 1 ~b4",
        "k11/12/12/5P6/12/12/12/12/1p10/12/12/11K[] w - - 0 1 ~f9",
        "k11/12/12/5P6/12/12/12/12/1p10/12/12/11K[] w - - 0 1 ~b4,f9",
        "k11/12/12/5P6/12/12/12/12/1p10/12/12/11K[] w - b4 0 1 ~b4,f9",
    };
    struct tables *tables = setup_tables("chu-shogi", "promotion-trigger=regain");
    uint64_t keys[ARRAY_LENGTH(fens)];
    for (int i = 0; i < ARRAY_LENGTH(fens); i++) {
        keys[i] = setup_position(tables, fens[i]).key;
        for (int other = 0; other < i; other++)
            assert_true(keys[other] != keys[i]);
    }
    free(tables);
}

// One piece's right to promote inside the zone from turn to turn: entered unpromoted, moved on, the
// other side in between walks its King. Moves in turn; "+" must be legal at the end, or not.
static void promotion_rights(void **state) {
    (void)state;
    static const struct {
        const char *rules, *fen, *played, *move;
        bool legal;
    } cases[] = {
#define SILVER "k11/12/12/12/4S7/12/12/12/12/12/12/11K[] w"
        {"", SILVER, "", "e8e9+", true},
        {"", SILVER, "e8e9 a12b12", "e9e10+", false},
        {"promotion-trigger=outside-only", SILVER, "e8e9 a12b12", "e9e10+", false},
    // A Pawn inside the zone, on its way to the last rank, where the trigger allows no promotion.
#define PAWN "k4g6/4P7/12/12/12/12/12/12/12/12/12/11K[] w"
        {"last-rank-promotion=none;stranded=allow", PAWN, "", "e11e12", true},
        {"last-rank-promotion=none;stranded=allow", PAWN, "", "e11e12+", false},
        {"last-rank-promotion=none;stranded=forbid", PAWN, "", "e11e12", false},
        {"last-rank-promotion=none;stranded=forbid", PAWN, "", "e11e12+", true},
        {"last-rank-promotion=none;stranded=barred", PAWN, "", "e11e12", false},
        {"last-rank-promotion=none;stranded=barred", PAWN, "", "e11e12+", false},
        {"last-rank-promotion=pawn;stranded=barred", PAWN, "", "e11e12+", true},
        {"promotion-trigger=touch;last-rank-promotion=none;stranded=barred", PAWN, "", "e11e12+",
         true},
        {"promotion-trigger=touch;last-rank-promotion=none;stranded=barred", PAWN, "", "e11e12",
         false},
#undef PAWN
        {"promotion-trigger=touch", SILVER, "e8e9 a12b12", "e9e10+", true},
        {"promotion-trigger=regain", SILVER, "e8e9 a12b12", "e9e10+", false},
        {"promotion-trigger=regain", SILVER, "e8e9 a12b12 e9e10 b12a12", "e10e11+", true},
        {"promotion-trigger=regain", SILVER, "e8e9 a12b12 l1k1 b12a12", "e9e10+", false},
        {"promotion-trigger=delay", SILVER, "e8e9 a12b12", "e9e10+", false},
        {"promotion-trigger=delay", SILVER, "e8e9 a12b12 e9e10 b12a12", "e10e11+", true},
        {"promotion-trigger=delay", SILVER, "e8e9 a12b12 l1k1 b12a12", "e9e10+", true},
        // leaving the zone does not promote, entering again does
        {"promotion-trigger=regain", SILVER, "e8e9 a12b12 e9e10 b12a12 e10d9 a12b12", "d9c8+",
         false},
        {"", SILVER, "e8e9 a12b12 e9d8 b12a12", "d8d9+", true},
    // captures that touch the zone, where the rule lets them
#define PREY "k11/12/4p7/4p7/4S7/12/12/12/12/12/12/11K[] w"
        {"", PREY, "e8e9 a12b12", "e9e10+", true},
        {"promotion-trigger=regain", PREY, "e8e9 a12b12", "e9e10+", true},
        {"promotion-trigger=outside-only", PREY, "e8e9 a12b12", "e9e10+", false},
        {"promotion-trigger=outside-only", PREY, "", "e8e9+", true},
#define OUT "k11/12/12/4S7/3p8/12/12/12/12/12/12/11K[] w"
        {"", OUT, "", "e9d8+", true},
        {"promotion-trigger=enter", OUT, "", "e9d8+", false},
        {"promotion-trigger=outside-only", OUT, "", "e9d8+", false},
    // the last rank
#define LAST "k11/4PLI5/12/12/12/12/12/12/12/12/12/11K[] w"
        {"last-rank-promotion=none", LAST, "", "e11e12+", false},
        {"last-rank-promotion=none", LAST, "", "e11e12", true},
        {"last-rank-promotion=pawn", LAST, "", "e11e12+", true},
        {"last-rank-promotion=pawn", LAST, "", "f11f12+", false},
        {"last-rank-promotion=pawn+lance", LAST, "", "f11f12+", true},
        {"last-rank-promotion=pawn+lance", LAST, "", "g11g12+", false},
        {"last-rank-promotion=pawn+lance+gobetween", LAST, "", "g11g12+", true},
        {"last-rank-promotion=pawn+lance+gobetween", LAST, "", "g11g10+", false},
        {"last-rank-promotion=pawn+gobetween", LAST, "", "e11e12+", true},
        {"last-rank-promotion=pawn+gobetween", LAST, "", "f11f12+", false},
        {"last-rank-promotion=pawn+gobetween", LAST, "", "g11g12+", true},
        {"stranded=forbid;last-rank-promotion=none", LAST, "", "e11e12+", true},
        {"stranded=forbid;last-rank-promotion=none", LAST, "", "e11e12", false},
#undef SILVER
#undef PREY
#undef OUT
#undef LAST
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables("chu-shogi", cases[i].rules);
        struct position position = setup_position(tables, cases[i].fen);
        char words[64], *rest = words;
        strcpy(words, cases[i].played);
        for (char *word; *rest && (word = strtok_r(rest, " ", &rest)) != NULL;)
            setup_play(&position, word);
        Move move;
        struct error error;
        if (move_parse(cases[i].move, &position, &move, &error) != cases[i].legal)
            fail_msg("[%s] %s %s: %s should be %s", cases[i].rules, cases[i].fen, cases[i].played,
                     cases[i].move, cases[i].legal ? "legal" : "illegal");
        free(tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(state_in_fens),
        cmocka_unit_test(keys_differ),
        cmocka_unit_test(promotion_rights),
    };
    return cmocka_run_group_tests_name("promotion rights", tests, NULL, NULL);
}

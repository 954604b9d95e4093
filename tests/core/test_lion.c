// SPDX-License-Identifier: GPL-3.0-or-later
// The Lion-trading rules on positions made for them: the examples of Wikipedia's article on Chu
// Shogi, then each rule toggle.
#include "setup_game.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

// Is the move, as text, in the list of legal moves? Core's move_parse and the reference must agree.
static bool is_legal(struct position *position, const char *text) {
    Move list[MOVES_MAX], move;
    const Move *end = movegen(position, MOVES_ALL, list);
    char printed[MOVE_TEXT], fen[FEN_TEXT];
    bool listed = false;
    for (const Move *m = list; m < end && !listed; m++)
        listed = strcmp(move_print(*m, printed), text) == 0;
    struct error error;
    if (move_parse(text, position, &move, &error) != listed)
        fail_msg("%s: %s %s", fen_print(position, fen), text,
                 listed ? error.text : "is not listed, but can be read");
    struct reference_position reference;
    struct reference_move *moves = malloc(REFERENCE_MOVES * sizeof *moves);
    assert_non_null(moves);
    const struct tables *tables = position->tables;
    assert_true(
        reference_fen(&reference, &tables->variant, &tables->rules, fen_print(position, fen)));
    bool expected = false;
    for (int i = reference_moves(&reference, moves) - 1; i >= 0 && !expected; i--)
        expected = strcmp(reference_text(moves[i], printed), text) == 0;
    free(moves);
    if (expected != listed)
        fail_msg("%s: %s is %s, the reference says otherwise", fen, text,
                 listed ? "legal" : "illegal");
    return listed;
}

// "7g6f5e+" to "f6g7h8+": files 12 to 1 from the left, ranks a to l from the top.
static void western(const char *shogi, char text[MOVE_TEXT]) {
    char *end = text;
    while (isdigit((unsigned char)*shogi)) {
        int file = (int)strtol(shogi, (char **)&shogi, 10), rank = *shogi++ - 'a';
        assert_in_range(file, 1, 12);
        assert_in_range(rank, 0, 11);
        end += sprintf(end, "%c%d", 'a' + 12 - file, 12 - rank);
    }
    strcpy(end, shogi);
}

// The examples of the article "Chu shogi". Squares as there: files 12 to 1 from the left, ranks a
// to l; "w" in the FEN is who the article calls Black. Its diagrams have no Kings, or one. Here a
// side without a royal has no moves, so the missing ones stand in the corners a12 and l1, where
// they neither protect nor attack a piece of the example, nor stand in a line of one.
static const struct {
    const char *example, *rules, *fen;
    const char *played; // first, or ""
    const char *moves;  // ! = illegal
} examples[] = {
    {"I adjacent Lions", "", "k11/12/12/12/7g4/6n5/5N6/12/12/12/12/11K[] w", "",
     "7g6f 7g6f5e 7g6f6e"},
    {"II protected", "", "k11/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/11K[] w", "", "7g5h! 8e5h"},
    {"III through the Lion", "", "k11/12/12/12/3n8/12/5N6/5P6/7b4/12/12/11K[] w", "", "7g9e!"},
    {"III, the other side", "", "k11/12/12/12/3n8/12/5N6/5P6/7b4/12/12/11K[] b", "", "9e7g! 5i7g"},
    {"IV through a Pawn", "", "12/12/12/12/3n1H6/3sp7/5N6/5P6/1k5b4/12/12/11K[] w", "",
     "7g9e 7g8f9e!"},
    {"V the Pawn between", "", "k11/12/12/12/12/4N7/4p7/4n7/12/12/12/11K[] w", "", "8f8h! 8f8g8h!"},
    {"V without midpoint protection", "lion-midpoint-protection=off",
     "k11/12/12/12/12/4N7/4p7/4n7/12/12/12/11K[] w", "", "8f8h! 8f8g8h"},
    {"VI tsukegui", "", "k11/12/12/12/6+o1r3/4gi6/6N5/7s4/8n3/12/12/11K[] w", "",
     "6g4i! 6g5h4i 6g6e! 6g6f6e! 6g7f6e! 6g7f8f"},
    {"VII counter-strike", "", "k11/12/12/12/12/4r7/12/12/5o3n2/4N7/12/6B4K[] b", "8f8j",
     "6l3i! 6l8j"},
    {"VII by Okazaki", "lion-counterstrike=okazaki",
     "k11/12/12/12/12/4r7/12/12/5o3n2/4N7/12/6B4K[] b", "8f8j", "6l3i 6l8j"},
    {"VII without the rule", "lion-counterstrike=off",
     "k11/12/12/12/12/4r7/12/12/5o3n2/4N7/12/6B4K[] b", "8f8j", "6l3i 6l8j"},
    {"VII by a Kirin", "", "k11/12/12/12/12/4r7/12/12/5o3n1n/4N6P/12/6B4K[] b", "7i8j+",
     "6l8j 6l3i!"},
    {"VII by a Kirin that stays one", "", "k11/12/12/12/12/4r7/12/12/5o3n1n/4N6P/12/6B4K[] b",
     "7i8j", "6l8j 6l3i!"},
    {"VII by a Kirin, Okazaki without the exception",
     "lion-counterstrike=okazaki;lion-kirin-exception=off",
     "k11/12/12/12/12/4r7/12/12/5o3n1n/4N6P/12/6B4K[] b", "7i8j+", "6l8j! 6l3i!"},
    {"VII by a Kirin, Okazaki with the exception", "lion-counterstrike=okazaki",
     "k11/12/12/12/12/4r7/12/12/5o3n1n/4N6P/12/6B4K[] b", "7i8j+", "6l8j 6l3i!"},
    {"VIII several Lions", "", "k11/12/3l8/12/3b4+o3/6n5/4N7/6R5/7K4/12/12/12[] w", "", "8g6f!"},
    {"VIII by the other reading", "lion-protection=recursive",
     "k11/12/3l8/12/3b4+o3/6n5/4N7/6R5/7K4/12/12/12[] w", "", "8g6f"},
    {"VIII by the other reading, with a Gold", "lion-protection=recursive",
     "k11/12/3l8/12/3b2g1+o3/6n5/4N7/6R5/7K4/12/12/12[] w", "", "8g6f!"},
};

static void examples_of_the_article(void **state) {
    (void)state;
    for (int i = 0; i < ARRAY_LENGTH(examples); i++) {
        struct tables *tables = setup_tables("chu-shogi", examples[i].rules);
        struct position position = setup_position(tables, examples[i].fen);
        char text[MOVE_TEXT];
        if (*examples[i].played) {
            western(examples[i].played, text);
            setup_play(&position, text);
        }
        char words[128], *rest = words;
        strcpy(words, examples[i].moves);
        for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
            bool legal = word[strlen(word) - 1] != '!';
            if (!legal)
                word[strlen(word) - 1] = '\0';
            western(word, text);
            if (is_legal(&position, text) != legal)
                fail_msg("%s: %s should be %s", examples[i].example, word,
                         legal ? "legal" : "illegal");
        }
        free(tables);
    }
}

// The rules one by one. Squares as in FENs and moves of this program; ! = illegal.
static const struct {
    const char *what, *rules, *fen, *moves;
} cases[] = {
    // Distance two: the target's protectors are looked for on the board after the move.
    {"alone", "", "k11/12/12/12/12/5n6/12/5N6/12/12/12/11K[] w", "f5f7 f5f6 f5e7"},
    {"protected by a King", "", "12/12/12/12/5k6/5n6/12/5N6/12/12/12/11K[] w", "f5f7!"},
    {"protected by a pinned piece", "", "5k6/12/12/12/5g6/5n6/12/5N6/12/12/12/5R5K[] w", "f5f7!"},
    {"protected through the taking Lion's square", "",
     "k11/12/12/12/12/5n6/12/5N6/12/5r6/12/11K[] w", "f5f7!"},
    {"a Kirin's Lion alike", "", "k11/12/12/12/5g6/5+o6/12/5+O6/12/12/12/11K[] w", "f5f7!"},
    {"an unpromoted Kirin is no Lion", "", "k11/12/12/12/5g6/5o6/12/5N6/12/12/12/11K[] w", "f5f7"},
    {"other pieces take protected Lions", "", "k11/12/12/12/5g6/5n6/12/5O6/12/12/12/11K[] w",
     "f5f7"},
    {"a Lion takes other protected pieces", "", "k11/12/12/12/5g6/5q6/12/5N6/12/12/12/11K[] w",
     "f5f7"},
    // Adjacent: always, whatever else is taken and wherever it ends.
    {"adjacent", "", "k11/12/12/12/12/5g6/5n6/5N6/12/12/12/11K[] w",
     "f5f6 f5f6f7 f5f6f5 f5f6e7 f5f6g6 f5f6e5"},
    {"adjacent, in the second step", "", "k11/12/12/12/12/4g7/4pn6/5N6/12/12/12/11K[] w",
     "f5e6f6 f5f6 f5f6e6"},
    // Tsukegui: a piece of value on the way.
    {"a Silver on the way", "", "k11/12/12/12/5g6/5n6/5s6/5N6/12/12/12/11K[] w",
     "f5f6f7 f5f7! f5f6f6!"},
    {"... round the corner", "", "k11/12/12/12/5g6/5n6/4s7/5N6/12/12/12/11K[] w", "f5e6f7 f5f7!"},
    {"a promoted Pawn is of value", "", "k11/12/12/12/5g6/5n6/5+p6/5N6/12/12/12/11K[] w", "f5f6f7"},
    {"a Pawn is not", "", "k11/12/12/12/5g6/5n6/5p6/5N6/12/12/12/11K[] w", "f5f6f7! f5f6"},
    {"a Go-Between is not", "lion-midpoint-protection=off",
     "k11/12/12/12/5g6/5n6/5i6/5N6/12/12/12/11K[] w", "f5f6f7!"},
    {"an adjacent Lion on the way is", "", "k11/12/12/12/5g6/5n6/5+o6/5N6/12/12/12/11K[] w",
     "f5f6f7"},
    // Midpoint protection: the Pawn or Go-Between itself, and what it stood before.
    {"the Go-Between itself", "", "k11/12/12/12/12/5n6/5i6/5N6/12/12/12/11K[] w", "f5f6f7! f5f7!"},
    {"... without the rule", "lion-midpoint-protection=off",
     "k11/12/12/12/12/5n6/5i6/5N6/12/12/12/11K[] w", "f5f6f7 f5f7!"},
    {"the Pawn that looks away", "", "k11/12/12/12/12/5n6/5p6/5N6/12/12/12/11K[] w", "f5f6f7 f5f7"},
    {"a Rook behind that Pawn", "", "k11/12/12/12/12/4n7/4p7/5N6/4r7/12/12/11K[] w", "f5e6e7!"},
    {"a Rook behind that Pawn, without the rule", "lion-midpoint-protection=off",
     "k11/12/12/12/12/4n7/4p7/5N6/4r7/12/12/11K[] w", "f5e6e7!"},
    {"a direct jump leaves the Pawn before its Rook", "",
     "k11/12/12/12/12/4n7/4p7/5N6/4r7/12/12/11K[] w", "f5e7"},
    // Counter-strike: the Lion was taken on a3.
    {"any other Lion", "", "k11/12/12/12/12/n3B7/n7R3/12/12/n11/12/11K[] w - a3", "e7b7! i6a6!"},
    {"not the next time", "", "k11/12/12/12/12/n3R7/12/12/12/12/12/11K[] w - -", "e7a7"},
    {"the Lion on its square", "", "k11/12/12/12/12/12/12/12/12/+o3R7/12/11K[] w - a3", "e3a3"},
    {"... without the exception", "lion-kirin-exception=off",
     "k11/12/12/12/12/12/12/12/12/+o3R7/12/11K[] w - a3", "e3a3!"},
    {"a Lion two squares away from it", "", "k11/12/12/12/12/12/12/12/g11/+o1N9/12/11K[] w - a3",
     "c3a3!"},
    {"... always", "lion-kirin-exception=always",
     "k11/12/12/12/12/12/12/12/g11/+o1N9/12/11K[] w - a3", "c3a3"},
    {"... not a Lion elsewhere", "lion-kirin-exception=always",
     "k11/12/12/12/12/12/12/12/g11/n1N9/12/11K[] w - h7", "c3a3!"},
    {"... by Okazaki, unprotected", "lion-counterstrike=okazaki;lion-kirin-exception=off",
     "k11/12/12/12/12/12/12/12/12/+o3R7/12/11K[] w - a3", "e3a3"},
    {"a Falcon on its way", "", "k11/12/12/12/12/5p6/5n6/5+H6/12/12/12/11K[] w - a3",
     "f5f6f7! f5f6! f5f6f5! f5f7"},
    {"a Falcon at the end", "", "k11/12/12/12/12/5n6/5p6/5+H6/12/12/12/11K[] w - a3",
     "f5f6f7! f5f7! f5f6 f5f6f5"},
    {"by Okazaki: the square where it stood", "lion-counterstrike=okazaki",
     "k11/12/12/12/12/5r6/5n6/5+H6/12/12/12/11K[] w - a3", "f5f6! f5f6f5! f5f6f7"},
    {"by Okazaki: unprotected", "lion-counterstrike=okazaki",
     "k11/12/12/12/12/5p6/4pn6/5+H6/12/12/12/11K[] w - a3", "f5f6! f5f6f7 f5f6f5!"},
    {"a Lion is free to take", "", "k11/12/12/12/12/5n6/5n6/5N6/12/12/12/11K[] w - a3",
     "f5f6 f5f6f7 f5f6f5"},
    // The same with lion-captures-lion-counterstrike.
    {"a Lion is stopped", "lion-captures-lion-counterstrike=on",
     "k11/12/12/12/12/12/5n6/5N6/12/12/12/11K[] w - a3", "f5f6! f5f6f5! f5f6f7! f5e6"},
    {"... where the other is protected",
     "lion-captures-lion-counterstrike=on;lion-counterstrike=okazaki",
     "k11/12/12/12/12/5g6/5n6/5N6/12/12/12/11K[] w - a3", "f5f6! f5f6f5! f5f6e7! f5f6f7"},
    {"... where it is not", "lion-captures-lion-counterstrike=on;lion-counterstrike=okazaki",
     "k11/12/12/12/12/12/5n6/5N6/12/12/12/11K[] w - a3", "f5f6 f5f6f5 f5f6e7"},
    {"... at distance two", "lion-captures-lion-counterstrike=on",
     "k11/12/12/12/12/5n6/12/5N6/12/12/12/11K[] w - a3", "f5f7!"},
    {"tsukegui goes before it", "lion-captures-lion-counterstrike=on",
     "k11/12/12/12/5g6/5n6/5s6/5N6/12/12/12/11K[] w - a3", "f5f6f7 f5f7!"},
    {"a Pawn on the way does not", "lion-captures-lion-counterstrike=on",
     "k11/12/12/12/12/5n6/5p6/5N6/12/12/12/11K[] w - a3", "f5f6f7!"},
};

static void each_rule(void **state) {
    (void)state;
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables("chu-shogi", cases[i].rules);
        struct position position = setup_position(tables, cases[i].fen);
        char words[128], *rest = words;
        strcpy(words, cases[i].moves);
        for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
            bool legal = word[strlen(word) - 1] != '!';
            if (!legal)
                word[strlen(word) - 1] = '\0';
            if (is_legal(&position, word) != legal)
                fail_msg("%s: %s %s should be %s", cases[i].what, cases[i].fen, word,
                         legal ? "legal" : "illegal");
        }
        free(tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_article),
        cmocka_unit_test(each_rule),
    };
    return cmocka_run_group_tests_name("Lions", tests, NULL, NULL);
}

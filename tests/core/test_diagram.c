// SPDX-License-Identifier: GPL-3.0-or-later
// Boards and move diagrams as people see them, character by character.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "diagram.h"
#include "notation.h"

static const struct diagram_style ascii = {false, false}, unicode = {true, false},
                                  colours = {true, true};

// The text that a board is drawn as; to be freed.
static char *draw(const char *variant_name, const char *assignment, const char *fen, Move last,
                  struct diagram_style style) {
    static struct variant variant;
    static struct tables tables;
    struct error error = {""};
    struct position position;
    if (!variant_load(variant_name, &variant, &error))
        fail_msg("%s", error.text);
    struct rules rules = variant.rules;
    if (!rules_parse(&rules, &variant, assignment, &error) ||
        !tables_build(&tables, &variant, &rules, &error) ||
        !fen_parse(fen, &tables, &position, &error))
        fail_msg("%s", error.text);
    struct buffer text = buffer_init();
    diagram_board(&position, last, style, &text);
    return text.data;
}

static void expect_board(const char *variant, const char *rules, const char *fen, Move last,
                         struct diagram_style style, const char *expected) {
    char *text = draw(variant, rules, fen, last, style);
    assert_string_equal(text, expected);
    free(text);
}

static void boards(void **state) {
    (void)state;
    expect_board("minishogi", "", "rbsgk/4p/5/P4/KGSBR", MOVE_NONE, ascii,
                 "    second           in hand: nothing\n"
                 "    +----+----+----+----+----+\n"
                 "  5 | r  | b  | s  | g  | k  |\n"
                 "    +====+====+====+====+====+\n"
                 "  4 |    |    |    |    | p  |\n"
                 "    +----+----+----+----+----+\n"
                 "  3 |    |    |    |    |    |\n"
                 "    +----+----+----+----+----+\n"
                 "  2 | P  |    |    |    |    |\n"
                 "    +====+====+====+====+====+\n"
                 "  1 | K  | G  | S  | B  | R  |\n"
                 "    +----+----+----+----+----+\n"
                 "      a    b    c    d    e\n"
                 "  * FIRST to move    in hand: nothing\n");
    // promoted pieces, hands, the other side to move, the last move (c3 to d4), no zone
    expect_board("minishogi", "zone=0", "4k/3+S1/5/4+p/K4[PPGb] b",
                 move_make(square_at(2, 2), square_at(3, 3)), ascii,
                 "  * second to move   in hand: B\n"
                 "    +----+----+----+----+----+\n"
                 "  5 |    |    |    |    | k  |\n"
                 "    +----+----+----+----+----+\n"
                 "  4 |    |    |    |+S *|    |\n"
                 "    +----+----+----+----+----+\n"
                 "  3 |    |    | .  |    |    |\n"
                 "    +----+----+----+----+----+\n"
                 "  2 |    |    |    |    |+p  |\n"
                 "    +----+----+----+----+----+\n"
                 "  1 | K  |    |    |    |    |\n"
                 "    +----+----+----+----+----+\n"
                 "      a    b    c    d    e\n"
                 "    FIRST            in hand: G Px2\n");
    expect_board("minishogi", "drops=off", "4k/5/5/5/K4", MOVE_NONE, unicode,
                 "    second\n"
                 "    ┌────┬────┬────┬────┬────┐\n"
                 "  5 │    │    │    │    │ k  │\n"
                 "    ┝━━━━┿━━━━┿━━━━┿━━━━┿━━━━┥\n"
                 "  4 │    │    │    │    │    │\n"
                 "    ├────┼────┼────┼────┼────┤\n"
                 "  3 │    │    │    │    │    │\n"
                 "    ├────┼────┼────┼────┼────┤\n"
                 "  2 │    │    │    │    │    │\n"
                 "    ┝━━━━┿━━━━┿━━━━┿━━━━┿━━━━┥\n"
                 "  1 │ K  │    │    │    │    │\n"
                 "    └────┴────┴────┴────┴────┘\n"
                 "      a    b    c    d    e\n"
                 "  ● FIRST to move\n");
}

// IDs stand on the board, not letters; a drop marks its square alone.
static void ids_and_drops(void **state) {
    (void)state;
    char *text = draw("kagamigi", "", "4k4/9/9/4+F4/9/4z4/9/9/4K4[AA]",
                      move_drop(type_of_letter('Z'), square_at(4, 3)), unicode);
    assert_non_null(strstr(text, "│+PF │"));
    assert_non_null(strstr(text, "│ rc*│"));
    assert_non_null(strstr(text, "in hand: LC×2\n"));
    assert_null(strchr(text, '.'));
    free(text);
}

// Removes escape sequences in place.
static void strip(char *text) {
    char *to = text;
    for (const char *from = text; *from;) {
        if (*from == '\033') {
            from += strcspn(from, "m") + 1;
            continue;
        }
        *to++ = *from++;
    }
    *to = 0;
}

static void colours_change_nothing_else(void **state) {
    (void)state;
    const char *fen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[PPb]";
    char *plain = draw("shogi", "", fen, MOVE_NONE, unicode);
    char *coloured = draw("shogi", "", fen, MOVE_NONE, colours);
    assert_non_null(strchr(coloured, '\033'));
    strip(coloured);
    assert_string_equal(coloured, plain);
    free(coloured);
    // a move is marked by colour alone
    coloured = draw("shogi", "", fen, move_make(square_at(0, 3), square_at(0, 2)), colours);
    assert_non_null(strstr(coloured, "\033[7m"));
    strip(coloured);
    assert_string_equal(coloured, plain);
    free(coloured);
    free(plain);
}

static void expect_moves(const char *betza, int radius, struct diagram_style style,
                         const char *expected) {
    struct movement movement;
    struct error error;
    struct diagram_moves diagram;
    char text[DIAGRAM_ROWS_MAX * DIAGRAM_ROW_TEXT] = "";
    if (!betza_parse(betza, &movement, &error))
        fail_msg("%s: %s", betza, error.text);
    diagram_moves(&movement, radius, style, &diagram);
    assert_int_equal(diagram.rows, 2 * radius + 1);
    assert_int_equal(diagram.columns, 4 * radius + 1);
    for (int row = 0; row < diagram.rows; row++) {
        strcat(text, diagram.row[row]);
        strcat(text, "\n");
    }
    if (strcmp(text, expected) != 0)
        fail_msg("%s:\n%sexpected\n%s", betza, text, expected);
}

static void moves(void **state) {
    (void)state;
    // Left Chariot: slide F FL BR; step B
    expect_moves("fRflBbrBbW", 2, unicode,
                 "↖ · ↑ · ·\n"
                 "· ╲ │ · ·\n"
                 "· · ◉ · ·\n"
                 "· · ● ╲ ·\n"
                 "· · · · ↘\n");
    expect_moves("fRflBbrBbW", 2, ascii,
                 "\\ . ^ . .\n"
                 ". \\ | . .\n"
                 ". . @ . .\n"
                 ". . o \\ .\n"
                 ". . . . \\\n");
    // Blue Gecko: at most 4 FR; at most 2 B L; step F FL BR
    expect_moves("frB4lbW2flFbrFfW", 2, unicode,
                 "· · · · 4\n"
                 "· ● ● ● ·\n"
                 "● ● ◉ · ·\n"
                 "· · ● ● ·\n"
                 "· · ● · ·\n");
    expect_moves("frB4lbW2flFbrFfW", 4, unicode,
                 "· · · · · · · · ●\n"
                 "· · · · · · · ● ·\n"
                 "· · · · · · ● · ·\n"
                 "· · · ● ● ● · · ·\n"
                 "· · ● ● ◉ · · · ·\n"
                 "· · · · ● ● · · ·\n"
                 "· · · · ● · · · ·\n"
                 "· · · · · · · · ·\n"
                 "· · · · · · · · ·\n");
    // jumps before slides, and the slide goes on behind
    expect_moves("BAsN", 3, unicode,
                 "↖ · · · · · ↗\n"
                 "· ◆ · · · ◆ ·\n"
                 "· ◆ ╲ · ╱ ◆ ·\n"
                 "· · · ◉ · · ·\n"
                 "· ◆ ╱ · ╲ ◆ ·\n"
                 "· ◆ · · · ◆ ·\n"
                 "↙ · · · · · ↘\n");
    // moves and captures apart, lame jumps, a range of two digits
    expect_moves("mfWcfFmbRcbBmlDcrDnAsW", 2, unicode,
                 "▲ · · · ▲\n"
                 "· × ○ × ·\n"
                 "◇ ● ◉ ● ◈\n"
                 "· × ○ × ·\n"
                 "▲ · ⇣ · ▲\n");
    expect_moves("fW11bW10nmlAnclA", 2, ascii,
                 "L . B . .\n"
                 ". . o . .\n"
                 ". . @ . .\n"
                 ". . o . .\n"
                 "L . A . .\n");
}

// Lion power: first steps, and the squares behind them.
static void two_step_moves(void **state) {
    (void)state;
    expect_moves("[K-K]", 2, unicode,
                 "❖ ❖ ❖ ❖ ❖\n"
                 "❖ ★ ★ ★ ❖\n"
                 "❖ ★ ◉ ★ ❖\n"
                 "❖ ★ ★ ★ ❖\n"
                 "❖ ❖ ❖ ❖ ❖\n");
    expect_moves("BrlbR[fW-vW]", 2, unicode,
                 "↖ · ❖ · ↗\n"
                 "· ╲ ★ ╱ ·\n"
                 "← ─ ◉ ─ →\n"
                 "· ╱ │ ╲ ·\n"
                 "↙ · ↓ · ↘\n");
    expect_moves("RbB[flF-flFbrF][frF-frFblF]", 2, ascii,
                 "% . ^ . %\n"
                 ". * | * .\n"
                 "< - @ - >\n"
                 ". / | \\ .\n"
                 "/ . v . \\\n");
    // no way back; a second step to the side is a step as well; a slide goes on behind
    expect_moves("R[fW-fsW]", 3, ascii,
                 ". . . ^ . . .\n"
                 ". . . % . . .\n"
                 ". . o + o . .\n"
                 "< - - @ - - >\n"
                 ". . . | . . .\n"
                 ". . . | . . .\n"
                 ". . . v . . .\n");
}

static void radius_shows_everything(void **state) {
    (void)state;
    static const struct {
        const char *betza;
        int radius;
    } cases[] = {{"K", 2},   {"RF", 2},  {"BNAD", 3}, {"BN", 2},    {"RA", 2},      {"RfD", 3},
                 {"W2D", 2}, {"W3D", 3}, {"mRnD", 3}, {"[K-K]", 2}, {"R[fW-fW]", 3}};
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct movement movement;
        assert_true(betza_parse(cases[i].betza, &movement, NULL));
        assert_int_equal(diagram_radius(&movement), cases[i].radius);
    }
}

// Every movement fits the rows at every radius, coloured or not.
static void rows_never_overflow(void **state) {
    (void)state;
    static const char *const wide[] = {"mQcK3nNmAcD", "QNAD", "K12nNnAnD", "mB11cR12", "Q[K-K]"};
    for (int i = 0; i < ARRAY_LENGTH(wide); i++)
        for (int radius = 2; radius <= DIAGRAM_RADIUS_MAX; radius++) {
            struct movement movement;
            struct diagram_moves coloured, plain;
            assert_true(betza_parse(wide[i], &movement, NULL));
            diagram_moves(&movement, radius, colours, &coloured);
            diagram_moves(&movement, radius, unicode, &plain);
            for (int row = 0; row < plain.rows; row++) {
                assert_true(strlen(coloured.row[row]) < DIAGRAM_ROW_TEXT - 1);
                strip(coloured.row[row]);
                assert_string_equal(coloured.row[row], plain.row[row]);
            }
        }
}

static void expect_legend(const char *betza, int columns, const char *expected) {
    struct movement movement;
    struct diagram_moves diagram;
    assert_true(betza_parse(betza, &movement, NULL));
    diagram_moves(&movement, 2, unicode, &diagram);
    struct buffer text = buffer_init();
    diagram_legend(diagram.symbols, unicode, columns, &text);
    assert_string_equal(text.data, expected);
    buffer_destroy(&text);
}

static void legend(void **state) {
    (void)state;
    // the jump hides the slide of 3 at this radius, so nothing speaks of it
    expect_legend("RfF3A", 80, "  ● step   ↑ slide   ◆ jump\n");
    expect_legend("RfF3A", 27, "  ● step   ↑ slide   ◆ jump\n");
    expect_legend("RfF3A", 26, "  ● step   ↑ slide\n  ◆ jump\n");
    expect_legend("[fW-vW]", 60,
                  "  ★ step; having captured there, on or back again (igui);\n"
                  "    back from an empty square: a pass (jitto)\n"
                  "  ❖ jump, or two steps with a capture on the way\n");
    expect_legend("[fW-fW]F", 200,
                  "  ● step   ☆ step; having captured there, on by another step   "
                  "❖ jump, or two steps with a capture on the way\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards),
        cmocka_unit_test(ids_and_drops),
        cmocka_unit_test(colours_change_nothing_else),
        cmocka_unit_test(moves),
        cmocka_unit_test(two_step_moves),
        cmocka_unit_test(radius_shows_everything),
        cmocka_unit_test(rows_never_overflow),
        cmocka_unit_test(legend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

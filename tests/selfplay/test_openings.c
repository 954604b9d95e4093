// SPDX-License-Identifier: GPL-3.0-or-later
// Openings: a list is drawn without repeats; random plies are legal, balanced and reproducible.
#include "games.h"

#include "notation.h"
#include "openings.h"
#include "tally.h"

static void a_list_comes_whole_before_it_repeats(void **state) {
    (void)state;
    static const int counts[] = {1, 2, 3, 4, 5, 16, 17, 100, 1000, 4097};
    int differs = 0;
    for (int i = 0; i < ARRAY_LENGTH(counts); i++) {
        int count = counts[i];
        for (int time = 0; time < 3; time++) {
            bool *seen = calloc((size_t)count, sizeof *seen);
            assert_non_null(seen);
            for (int j = 0; j < count; j++) {
                int place = opening_place(42, (int64_t)time * count + j, count);
                assert_in_range(place, 0, count - 1);
                assert_false(seen[place]);
                seen[place] = true;
                differs += place != opening_place(43, (int64_t)time * count + j, count);
                differs += place != opening_place(42, j, count);
            }
            free(seen);
        }
    }
    assert_true(differs > 1000); // other seeds and other times through give other orders
    assert_in_range(opening_place(1, INT64_C(9000000000000), 1 << 30), 0, (1 << 30) - 1);
}

static const char fen[] = "rbsgk/4p/5/P4/KGSBR[] w - - 0 1";

static void lists_are_checked(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
        int count;
    } cases[] = {
        {"# openings\nrbsgk/4p/5/P4/KGSBR[] w - - 0 1\nrbsgk/4p/5/P4/KGSBR[] b - - 0 1", "", 2},
        {"name,fen\nstart,\"rbsgk/4p/5/P4/KGSBR[] w - - 0 1\"\n", "", 1},
        {"fen\nrbsgk/4p/5/P4/KGSBR\n", "", 1},
        // SFENs, whose b is our w.
        {"rbsgk/4p/5/P4/KGSBR b - 1\nsfen rbsgk/4p/5/P4/KGSBR w - 2\n", "", 2},
        {"fen\nrbsgk/4p/5/P4/KGSBR b -\n",
         "o.txt:2: this is a FEN or an SFEN, which has the sides exchanged: write [] after the "
         "board of a FEN, the move number behind an SFEN",
         0},
        {"# EPD\nrbsgk/4p/5/P4/KGSBR[] w - - id \"a, b\"; bm a2a3;\n\n"
         "rbsgk/4p/5/P4/KGSBR[] b - - 0 1 acd 5;\r\nrbsgk/4p/5/P4/KGSBR[] w - -\n",
         "", 3},
        // One that ends without a line end, one with blanks behind, one whose operations have
        // commas, a hand that is a word.
        {"rbsgk/4p/5/P4/KGSBR[] w - - 0 1 id \"a\";", "", 1},
        {"rbsgk/4p/5/P4/KGSBR[] w - - hmvc 3; \t\n", "", 1},
        {"rbsgk/4p/5/P4/KGSBR[] w - - c0 \"x, y\" ; id \"b\"\n", "", 1},
        {"\nrbsgk/4p/5/P4/KGSBR[] w - - 0 1\nsfen rbsgk/5/5/P4/KGSBR w P 1 id \"c\";\n", "", 2},
        {"rbsgk/4p/5/P4/KGSBR w rb - id \"a\";\n", "o.txt:1: FEN column 23: expected '-'", 0},
        {"", "o.txt: no openings", 0},
        {"# nothing\n", "o.txt: no openings", 0},
        {"fen\n", "o.txt: no openings", 0},
        {"name,position\nx,y\n", "o.txt:1: expected a FEN a line, or CSV with a column fen", 0},
        {"name,fen\nstart\n", "o.txt:2: no field for the column fen", 0},
        {"fen\nrbsgk/4p/5/P4/KGSBR[] w - - 0 1\n4k/4G/4R/5/K4[] b\n",
         "o.txt:3: the game is over in this position", 0},
    };
    struct tables *tables = game_tables("minishogi", "");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct opening_list list;
        struct error error = {""};
        write_file("o.txt", cases[i].text);
        bool done = opening_list_load("o.txt", tables, &list, &error);
        if (done != (cases[i].count > 0) || list.count != cases[i].count ||
            strcmp(error.text, cases[i].message) != 0)
            fail_msg("case %d: %d openings, '%s'", i, list.count, error.text);
        if (done)
            assert_string_equal(list.text.data, fen);
        opening_list_destroy(&list);
    }
    struct opening_list list;
    struct error error;
    write_file("o.txt", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1\nrbsgk/4p\n");
    assert_false(opening_list_load("o.txt", tables, &list, &error));
    assert_memory_equal(error.text, "o.txt:2: ", 9);
    free(tables);
}

// In their order from one of them on, and round.
static void lists_are_read_in_order(void **state) {
    (void)state;
    struct tables *tables = game_tables("minishogi", "");
    struct opening_list list;
    struct error error = {""};
    write_file("o.txt", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1\nrbsgk/4p/5/P4/KGSBR[] w - - 0 2\n"
                        "rbsgk/4p/5/P4/KGSBR[] w - - 0 3\n");
    assert_true(opening_list_load("o.txt", tables, &list, &error));
    struct opening_settings settings = {.list = &list, .list_start = 2};
    for (int i = 0; i < 7; i++) {
        struct opening opening;
        struct position position;
        assert_true(opening_choose(&settings, tables, 9, i, NULL, &opening, &error));
        assert_true(fen_parse(opening.fen, tables, &position, &error));
        assert_int_equal(position.ply / 2, (i + 1) % 3);
    }
    opening_list_destroy(&list);
    free(tables);
}

static void random_openings_are_balanced_and_reproducible(void **state) {
    (void)state;
    enum { OPENINGS = 60 };
    struct tables *tables = game_tables("kagamigi", "");
    struct values values;
    values_estimate(tables, &values);
    struct engine *engine = engine_create(tables, &values, 1 << 18, NULL);
    assert_non_null(engine);
    struct opening_settings settings = {.plies = 8, .bound = 150, .nodes = 200, .tries = 50};
    char fens[OPENINGS][FEN_TEXT];
    struct key_set keys = {0};
    struct error error = {""};
    int within = 0, distinct = 0;
    for (int i = 0; i < OPENINGS; i++) {
        struct opening opening;
        struct position position;
        if (!opening_choose(&settings, tables, 1, i, engine, &opening, &error) ||
            !fen_parse(opening.fen, tables, &position, &error))
            fail_msg("%s", error.text);
        assert_int_equal(position.ply, 8);
        assert_int_equal(position.side, FIRST);
        within += abs(opening.score) <= 150;
        distinct += key_set_add(&keys, position.key);
        strcpy(fens[i], opening.fen);
    }
    assert_int_equal(within, OPENINGS);
    assert_int_equal(distinct, OPENINGS);
    for (int i = OPENINGS - 1; i >= 0; i--) { // in any order, the same
        struct opening opening;
        assert_true(opening_choose(&settings, tables, 1, i, engine, &opening, &error));
        assert_string_equal(opening.fen, fens[i]);
    }
    struct opening other;
    assert_true(opening_choose(&settings, tables, 2, 0, engine, &other, &error));
    assert_string_not_equal(other.fen, fens[0]);
    // No opening scores within 0: the best balanced of the tries is taken.
    settings.bound = -1;
    settings.tries = 5;
    assert_true(opening_choose(&settings, tables, 1, 0, engine, &other, &error));
    key_set_destroy(&keys);
    engine_destroy(engine);
    free(tables);
}

static void ladders_are_read(void **state) {
    (void)state;
    struct near_ladder ladder = {.plies = 12};
    char text[NEAR_TEXT];
    assert_true(near_ladder_parse("start:2000,1999,1998,1997,1996,1995,1994,1993", &ladder));
    assert_string_equal(near_ladder_print(&ladder, text),
                        "start:2000,1999,1998,1997,1996,1995,1994,1993");
    assert_int_equal(near_rung(&ladder, INT64_C(8000000000003)), 3);
    assert_true(near_ladder_parse("start", &ladder));
    assert_true(ladder.rungs >= 3);
    struct near_ladder again = {0};
    assert_true(near_ladder_parse(near_ladder_print(&ladder, text), &again));
    assert_int_equal(again.rungs, ladder.rungs);
    assert_memory_equal(again.near, ladder.near, (size_t)ladder.rungs * sizeof *again.near);
    static const char *const wrong[] = {"start:",      "start:0",    "start:2001", "start:50,50",
                                        "start:50,60", "start:50,x", "star:50",    "random:8"};
    for (int i = 0; i < ARRAY_LENGTH(wrong); i++)
        assert_false(near_ladder_parse(wrong[i], &ladder));
}

// From the start position: the plies are drawn, the ladder's rungs come in turn, the smaller x the
// fewer different openings there are, and opening i depends on nothing but i.
static void openings_from_the_start(void **state) {
    (void)state;
    enum { OPENINGS = 90 };
    struct tables *tables = game_tables("kagamigi", "");
    struct values values;
    values_estimate(tables, &values);
    struct engine *engine = engine_create(tables, &values, 1 << 18, NULL);
    assert_non_null(engine);
    struct opening_settings settings = {
        .ladder = {.rungs = 3, .near = {300, 60, 1}, .plies = 6, .limits.nodes = 60}};
    char fens[OPENINGS][FEN_TEXT];
    int distinct[3] = {0};
    struct error error = {""};
    for (int i = 0; i < OPENINGS; i++) {
        struct opening opening;
        struct position position;
        if (!opening_choose(&settings, tables, 1, i, engine, &opening, &error) ||
            !fen_parse(opening.fen, tables, &position, &error))
            fail_msg("%s", error.text);
        assert_int_equal(position.ply, 6);
        bool seen = false;
        for (int k = i % 3; k < i; k += 3)
            seen |= strcmp(fens[k], opening.fen) == 0;
        distinct[i % 3] += !seen;
        strcpy(fens[i], opening.fen);
    }
    if (distinct[0] < distinct[1] || distinct[1] < distinct[2] || distinct[0] == distinct[2])
        fail_msg("%d, %d, %d openings differ", distinct[0], distinct[1], distinct[2]);
    for (int i = OPENINGS - 1; i >= 0; i -= 7) {
        struct opening opening;
        assert_true(opening_choose(&settings, tables, 1, i, engine, &opening, &error));
        assert_string_equal(opening.fen, fens[i]);
    }
    engine_destroy(engine);
    free(tables);
}

static void openings_that_end_the_game_are_refused(void **state) {
    (void)state;
    // Two Kings and no room: after eight plies every game is over by repetition or still level.
    struct tables *tables = game_tables("minishogi", "array=4k/5/4R/4G/K4[] b - - 0 1");
    struct values values;
    values_estimate(tables, &values);
    struct engine *engine = engine_create(tables, &values, 1 << 18, NULL);
    struct opening_settings settings = {.plies = 1, .bound = 0, .nodes = 20, .tries = 8};
    struct opening opening;
    struct error error = {""};
    // One ply: SECOND's King steps away; the game goes on, however lost.
    assert_true(opening_choose(&settings, tables, 1, 0, engine, &opening, &error));
    assert_true(opening_ends(&settings, tables, 1, 50) == 0);
    settings.plies = 100;
    assert_true(opening_ends(&settings, tables, 1, 50) > 0);
    settings.tries = 1;
    for (int i = 0; i < 20; i++) // mates on the way must neither crash nor be kept
        if (opening_choose(&settings, tables, 1, i, engine, &opening, &error)) {
            struct position position;
            assert_true(fen_parse(opening.fen, tables, &position, &error));
            assert_true(movegen_any(&position));
        } else {
            assert_string_equal(error.text, "100 random plies end the game in each of 1 tries");
        }
    engine_destroy(engine);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_comes_whole_before_it_repeats),
        cmocka_unit_test(lists_are_checked),
        cmocka_unit_test(lists_are_read_in_order),
        cmocka_unit_test(random_openings_are_balanced_and_reproducible),
        cmocka_unit_test(ladders_are_read),
        cmocka_unit_test(openings_from_the_start),
        cmocka_unit_test(openings_that_end_the_game_are_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

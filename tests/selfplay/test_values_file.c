// SPDX-License-Identifier: GPL-3.0-or-later
// values.csv both ways, and what it refuses.
#include "games.h"

#include <math.h>

#include "values_file.h"

static bool write_values(const struct values_file *file, bool overwrite, struct error *error) {
    struct file_set set = {.count = 0};
    bool done =
        values_file_add(&set, "v.csv", file, overwrite, error) && file_set_write(&set, error);
    file_set_destroy(&set);
    return done;
}

static void what_is_written_comes_back(void **state) {
    (void)state;
    struct tables *tables = game_tables("kagamigi", "");
    struct values_file file = {0}, again;
    for (int i = 0; i < VALUES; i++)
        if (values_uses(tables, i)) {
            struct values_row *row = &file.row[file.count];
            *row = values_row_init(i, 10 + file.count * 0.25);
            if (file.count % 2) {
                row->se = 1.25;
                row->lo95 = row->value - 2.5;
                row->hi95 = row->value + 2.5;
                row->games = file.count;
            }
            file.count++;
        }
    assert_true(file.count > 40);
    struct error error = {""};
    if (!write_values(&file, false, &error) || !values_file_read("v.csv", tables, &again, &error))
        fail_msg("%s", error.text);
    assert_int_equal(again.count, file.count);
    for (int i = 0; i < file.count; i++) {
        assert_int_equal(again.row[i].index, file.row[i].index);
        assert_true(again.row[i].value == file.row[i].value);
        assert_int_equal(again.row[i].games, file.row[i].games);
        assert_int_equal(isnan(again.row[i].se), isnan(file.row[i].se));
        if (!isnan(file.row[i].se)) {
            assert_true(again.row[i].se == file.row[i].se);
            assert_true(again.row[i].lo95 == file.row[i].lo95);
            assert_true(again.row[i].hi95 == file.row[i].hi95);
        }
    }
    assert_false(write_values(&file, false, &error));
    assert_non_null(strstr(error.text, "v.csv: exists already"));
    assert_true(write_values(&file, true, &error));
    assert_false(there_is("v.csv.new"));
    free(tables);
}

// Pieces go by letter, ID and name; a piece that promotes by what it becomes, or by + before it.
static void pieces_go_by_id_and_name(void **state) {
    (void)state;
    static const struct {
        const char *said, *written;
    } cases[] = {
        {"board.E", "board.E"},
        {"board.BG", "board.E"},
        {"board.Blue Gecko", "board.E"},
        {"hand.BG", "hand.E"},
        {"hand.Rook", "hand.R"},
        {"board.DT", "board.+E"},
        {"board.+BG", "board.+E"},
        {"board.Dragon King", "board.+R"},
        {"board.LC", "board.A"},
        {"king.near", "king.near"},
        {"board.QQ", NULL},
        {"hand.DK", NULL},
        {"hand.+R", NULL},
        {"board.+LC", NULL},
        {"board.King", NULL},
        {"board.", NULL},
    };
    struct tables *tables = game_tables("kagamigi", "");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error = {""};
        char name[VALUE_NAME], said[80], written[80];
        int index;
        bool found = values_file_find(cases[i].said, tables, &index, &error);
        assert_int_equal(found, cases[i].written != NULL);
        if (!found) {
            assert_non_null(strstr(error.text, "no such piece in kagamigi; there are: "));
            continue;
        }
        assert_string_equal(values_name(index, name), cases[i].written);
        assert_true(values_match(cases[i].said, tables, index));
        snprintf(said, sizeof said, "%s=9", cases[i].said);
        values_assignment(said, tables, written, sizeof written);
        assert_int_equal(strncmp(written, name, strlen(name)), 0);
        assert_string_equal(written + strlen(name), "=9");
    }
    // A pattern is for letters alone: 'board.?' leaves out what is promoted.
    assert_true(values_match("board.?", tables, values_find("board.S")));
    assert_false(values_match("board.?", tables, values_find("board.+S")));
    assert_false(values_match("board.*", tables, values_find("board.T")));
    free(tables);
}

static void a_subset_leaves_the_default(void **state) {
    (void)state;
    struct tables *tables = game_tables("kagamigi", "");
    struct values standard, estimate, values;
    values_default(tables, &standard);
    values_estimate(tables, &estimate);
    assert_memory_not_equal(&standard, &estimate, sizeof values);
    struct error error = {""};
    write_file("v.csv", "parameter,value\r\nboard.B, 412.5 \r\n\nhand.P,77.4\ntempo,-3");
    if (!values_file_load("v.csv", tables, &values, &error))
        fail_msg("%s", error.text);
    for (int i = 0; i < VALUES; i++) {
        int expected = i == values_find("board.B")  ? 413
                       : i == values_find("hand.P") ? 77
                       : i == values_find("tempo")  ? -3
                                                    : standard.value[i];
        assert_int_equal(values.value[i], expected);
    }
    assert_true(values_file_load(NULL, tables, &values, &error));
    assert_memory_equal(&values, &standard, sizeof values);
    assert_true(values_file_load("estimate", tables, &values, &error));
    assert_memory_equal(&values, &estimate, sizeof values);
    free(tables);
}

#define KAGAMIGI                                                                                   \
    "; there are: LC Left Chariot, RC Right Chariot, B Bishop, R Rook, PH Phoenix, KR Kirin, BG "  \
    "Blue Gecko, PF Purple Finch, S Silver General, LG Left General, RG Right General, LQ Left "   \
    "Quail, RQ Right Quail, P Pawn"

static void faults_name_file_and_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "v.csv: empty; expected a header and values"},
        {"board.B,100\n", "v.csv:1: column 1 is 'board.B', expected 'parameter' "
                          "(the header is parameter,value,se,lo95,hi95,games)"},
        {"parameter\n", "v.csv:1: column 2 is '', expected 'value' "
                        "(the header is parameter,value,se,lo95,hi95,games)"},
        {"parameter,value,games\n", "v.csv:1: column 3 is 'games', expected 'se' "
                                    "(the header is parameter,value,se,lo95,hi95,games)"},
        {"parameter,value\nboard.B\n", "v.csv:2: 1 fields, expected 2"},
        {"parameter,value\nboard.B,\n", "v.csv:2: value: no number"},
        {"parameter,value\nboard.B,much\n", "v.csv:2: value: 'much' is no number"},
        {"parameter,value\nboard.B,1O0\n", "v.csv:2: value: '1O0' is no number"},
        {"parameter,value\nboard.B,nan\n", "v.csv:2: value: 'nan' is no number"},
        {"parameter,value\nboard.B,20001\n", "v.csv:2: board.B: 20001 is outside -20000..20000"},
        {"parameter,value\nboard.T,100\n",
         "v.csv:2: 'board.T': no such piece in kagamigi" KAGAMIGI},
        {"parameter,value\nboard.K,100\n",
         "v.csv:2: 'board.K': no such piece in kagamigi" KAGAMIGI},
        {"parameter,value\nhand.+B,100\n",
         "v.csv:2: 'hand.+B': no such piece in kagamigi" KAGAMIGI},
        {"parameter,value\nmobility,100\n", "v.csv:2: 'mobility': no such parameter in kagamigi; "
                                            "`kagami show kagamigi --as values` has all"},
        {"parameter,value\n,100\n",
         "v.csv:2: '': no such parameter in kagamigi; `kagami show kagamigi --as values` has all"},
        {"parameter,value\nboard.B,100\n\nboard.B,100\n",
         "v.csv:4: 'board.B' stands on line 2 already"},
        {"parameter,value,se\nboard.B,100,-1\n", "v.csv:2: se: -1 is negative"},
        {"parameter,value,se\nboard.B,100,1\nboard.R,54", "v.csv:3: 2 fields, expected 3"},
        {"parameter,value,se\nboard.B,100,x\n", "v.csv:2: se: 'x' is no number"},
        {"parameter,value,se,lo95,hi95,games\nboard.B,100,,101,,\n",
         "v.csv:2: board.B: 100 is outside its interval lo95..hi95"},
        {"parameter,value,se,lo95,hi95,games\nboard.B,100,1,98,102,1.5\n",
         "v.csv:2: games: not a whole number from 0 up"},
        {"parameter,value,se,lo95,hi95,games\nboard.B,100,1,98,102,5,6\n",
         "v.csv:2: 7 fields, expected 6"},
        {"parameter,value\n\"board.B,100\n", "v.csv:2: a quotation mark is not closed"},
        {"parameter,value\nboard.B,1\"00\"\n", "v.csv:2: misplaced quotation mark"},
    };
    struct tables *tables = game_tables("kagamigi", "");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct values_file file;
        struct error error = {""};
        write_file("v.csv", cases[i].text);
        assert_false(values_file_read("v.csv", tables, &file, &error));
        assert_string_equal(error.text, cases[i].message);
    }
    struct error error;
    struct values values;
    assert_false(values_file_load("none.csv", tables, &values, &error));
    assert_string_equal(error.text, "none.csv: No such file or directory");
    free(tables);
    // Without drops nobody has a piece in hand.
    tables = game_tables("kagamigi", "drops=off");
    write_file("v.csv", "parameter,value\nhand.B,100\n");
    assert_false(values_file_load("v.csv", tables, &values, &error));
    assert_string_equal(error.text, "v.csv:2: 'hand.B': no such piece in kagamigi");
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_comes_back),
        cmocka_unit_test(a_subset_leaves_the_default),
        cmocka_unit_test(pieces_go_by_id_and_name),
        cmocka_unit_test(faults_name_file_and_line),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

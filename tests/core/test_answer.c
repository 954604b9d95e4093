// SPDX-License-Identifier: GPL-3.0-or-later
// One answer, three views: missing cells, escapes, widths, folding, intervals, what is unseen.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cjson/cJSON.h>
#include <cmocka.h>
#include <string.h>

#include "answer.h"

static const struct diagram_style ascii = {false, false}, utf8 = {true, false};

static const struct answer_column columns[] = {
    {"name", "player", ANSWER_TEXT},
    {"games", "games", ANSWER_COUNT},
    {"elo", "Elo", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS | ANSWER_STRONG, .limit = 1200},
    {"part.share", "share", ANSWER_SHARE, 1, ANSWER_INTERVAL | ANSWER_WIDE},
    {"worth", "worth", ANSWER_NUMBER, 2, ANSWER_INTERVAL | ANSWER_HALF},
    {NULL, "", ANSWER_BAR, 8, ANSWER_WIDE},
    {"id"},
};

static struct answer two_rows(void) {
    struct answer answer = answer_init("Title <1>");
    answer_head(&answer, "%d games", 10);
    answer_head(&answer, "seed 7");
    answer_key(&answer, "seed", cell_text("7"));
    answer_table(&answer, "players", "Caption & more", columns, ARRAY_LENGTH(columns));
    answer_row(&answer, (struct answer_cell[]){cell_text("a, \"b\"\nc"), cell_number(1000000),
                                               cell_interval(-12.34, -20.05, 0.04),
                                               cell_interval(0.5145, 0.4, 0.6),
                                               cell_interval(9.12, 8.7, 9.65),
                                               cell_interval(-1e-16, 0.5, 0.75), cell_text("<x>")});
    answer_row(&answer,
               (struct answer_cell[]){cell_text("\u9f8d\u738b"), cell_missing(),
                                      cell_interval(1200, 800, 1200), cell_missing(),
                                      cell_word(3, "kept"), cell_missing(), cell_text("")});
    return answer;
}

typedef void printer(const struct answer *answer, struct buffer *out);

static void expect(printer *print, const struct answer *answer, const char *wanted) {
    struct buffer out = buffer_init();
    print(answer, &out);
    assert_string_equal(out.data, wanted);
    buffer_destroy(&out);
}

static void expect_text(const struct answer *answer, struct diagram_style style, int width,
                        const char *wanted) {
    struct buffer out = buffer_init();
    answer_text(answer, style, width, &out);
    assert_string_equal(out.data, wanted);
    buffer_destroy(&out);
}

static void print_csv(const struct answer *answer, struct buffer *out) {
    answer_csv(answer, NULL, out);
}

static void csv(void **state) {
    (void)state;
    struct answer answer = two_rows();
    expect(print_csv, &answer,
           "name,games,elo,elo_lo95,elo_hi95,part_share,part_share_lo95,part_share_hi95,"
           "worth,worth_lo95,worth_hi95,id\n"
           "\"a, \"\"b\"\"\nc\",1000000,-12.34,-20.05,0.04,0.5145,0.4,0.6,9.12,8.7,9.65,<x>\n"
           "\u9f8d\u738b,,1200,800,1200,,,,3,,,\n");
    answer_destroy(&answer);
}

// A list of objects with a table each, and tables of one key beside it, which are one list: CSV has
// the first as one, people see what has a label.
static void entries(void **state) {
    (void)state;
    static const struct answer_column shown[] = {{"n", "count", ANSWER_COUNT}},
                                      hidden[] = {{"n", NULL, ANSWER_COUNT}};
    struct answer answer = answer_init(NULL);
    for (int i = 0; i < 2; i++) {
        answer_entry(&answer, "list");
        answer_key(&answer, "name", cell_text(i ? "b" : "a"));
        answer_table(&answer, "rows", NULL, i ? hidden : shown, 1);
        answer_row(&answer, &(struct answer_cell){CELL_NUMBER, i, NAN, NAN, NAN, NULL});
        answer_close(&answer);
        answer_table(&answer, "all", NULL, hidden, 1);
        answer_row(&answer, &(struct answer_cell){CELL_NUMBER, i, NAN, NAN, NAN, NULL});
    }
    answer_key(&answer, "last", cell_number(3));
    expect(print_csv, &answer, "n\n0\n1\n");
    expect_text(&answer, (struct diagram_style){0}, 80, "  count\n      0\n");
    cJSON *tree = answer_json_tree(&answer);
    char *text = cJSON_PrintUnformatted(tree);
    assert_string_equal(text, "{\"schema\":3,\"list\":[{\"name\":\"a\",\"rows\":[{\"n\":0}]},"
                              "{\"name\":\"b\",\"rows\":[{\"n\":1}]}],"
                              "\"all\":[{\"n\":0},{\"n\":1}],\"last\":3}");
    cJSON_free(text);
    cJSON_Delete(tree);
    answer_destroy(&answer);
}

static void csv_of_facts(void **state) {
    (void)state;
    struct answer answer = answer_init(NULL);
    answer_key(&answer, "value", cell_number(0.1));
    answer_fact(&answer, &(struct answer_column){"value", "v", ANSWER_NUMBER, 1, ANSWER_INTERVAL},
                cell_interval(1, 0.5, 2));
    answer_key(&answer, "done", cell_flag(true));
    answer_line(&answer, "for people", "%s", "alone");
    expect(print_csv, &answer, "value,value,lo95,hi95,done\n0.1,1,0.5,2,true\n");
    answer_destroy(&answer);
}

static void json(void **state) {
    (void)state;
    struct answer answer = two_rows();
    answer_open(&answer, "match");
    answer_key(&answer, "won", cell_flag(false));
    answer_key(&answer, "none", cell_number(NAN));
    answer_fact(&answer,
                &(struct answer_column){"gone", "gone", ANSWER_COUNT, .flags = ANSWER_OMIT},
                cell_missing());
    answer_close(&answer);
    answer_json_add(&answer, "counts", cJSON_CreateIntArray((int[]){1, 2}, 2));
    cJSON *members = cJSON_CreateObject();
    cJSON_AddStringToObject(members, "program", "kagami");
    answer_json_add(&answer, NULL, members);
    answer_warning(&answer, "a \"warning\"");
    cJSON *tree = answer_json_tree(&answer);
    assert_non_null(tree);
    char *text = cJSON_PrintUnformatted(tree);
    assert_string_equal(
        text, "{\"schema\":3,\"seed\":\"7\",\"players\":["
              "{\"name\":\"a, \\\"b\\\"\\nc\",\"games\":1000000,\"elo\":"
              "{\"value\":-12.34,\"lo95\":-20.05,\"hi95\":0.04},"
              "\"part\":{\"share\":{\"value\":0.5145,\"lo95\":0.4,\"hi95\":0.6}},"
              "\"worth\":{\"value\":9.12,\"lo95\":8.7,\"hi95\":9.65},\"id\":\"<x>\"},"
              "{\"name\":\"\u9f8d\u738b\",\"games\":null,\"elo\":"
              "{\"value\":1200,\"lo95\":800,\"hi95\":1200},"
              "\"worth\":{\"value\":3,\"lo95\":null,\"hi95\":null,\"word\":\"kept\"},\"id\":\"\"}],"
              "\"match\":{\"won\":false,\"none\":null},\"counts\":[1,2],\"program\":\"kagami\","
              "\"warnings\":[\"a \\\"warning\\\"\"]}");
    cJSON_free(text);
    cJSON_Delete(tree);
    answer_destroy(&answer);
}

// The value itself has its bounds, its number and its word beside it; what is missing is null.
static void values(void **state) {
    (void)state;
    struct answer answer = answer_init(NULL);
    struct answer_cell counted = cell_interval(1, 0.5, 2);
    counted.n = 7;
    answer_list(&answer, "rows", "value[] b.value[] c[] d");
    answer_row(&answer,
               (struct answer_cell[]){counted, cell_word(3, "kept"), counted, cell_text("x")});
    answer_row(&answer, (struct answer_cell[]){cell_missing(), cell_missing(), cell_missing(),
                                               cell_flag(false)});
    expect(print_csv, &answer,
           "value,lo95,hi95,b,b_lo95,b_hi95,c,c_lo95,c_hi95,d\n1,0.5,2,3,,,1,0.5,2,x\n"
           ",,,,,,,,,false\n");
    cJSON *tree = answer_json_tree(&answer);
    char *text = cJSON_PrintUnformatted(tree);
    assert_string_equal(text,
                        "{\"schema\":3,\"rows\":[{\"n\":7,\"value\":1,\"lo95\":0.5,\"hi95\":2,"
                        "\"b\":{\"value\":3,\"lo95\":null,\"hi95\":null,\"word\":\"kept\"},"
                        "\"c\":{\"n\":7,\"value\":1,\"lo95\":0.5,\"hi95\":2},\"d\":\"x\"},"
                        "{\"value\":null,\"lo95\":null,\"hi95\":null,\"c\":null,\"d\":false}]}");
    cJSON_free(text);
    cJSON_Delete(tree);
    answer_destroy(&answer);
}

// What is unseen stands in files alone: rows of a table that is open, tables, facts, sentences.
static void unseen(void **state) {
    (void)state;
    static const struct answer_column shown[] = {{"n", "count", ANSWER_COUNT}};
    struct answer answer = answer_init(NULL);
    answer_table(&answer, "rows", NULL, shown, 1);
    for (int i = 0; i < 3; i++) {
        struct answer_cell cell = cell_number(i == 1 ? 12345678 : i);
        answer.unseen = i == 1;
        answer_row(&answer, &cell);
    }
    answer.unseen = true;
    answer_sentence(&answer, "Nobody reads this.");
    answer_fact(&answer, &shown[0], cell_number(5));
    answer_table(&answer, "others", "Nor this", shown, 1);
    answer.unseen = false;
    expect_text(&answer, (struct diagram_style){0}, 80, "  count\n      0\n      2\n");
    expect(print_csv, &answer, "n\n0\n12345678\n2\n");
    cJSON *tree = answer_json_tree(&answer);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(tree, "rows")), 3);
    assert_int_equal(cJSON_GetObjectItem(tree, "n")->valueint, 5);
    assert_non_null(cJSON_GetObjectItem(tree, "others"));
    cJSON_Delete(tree);
    answer_destroy(&answer);
}

static const struct answer_column plain[] = {
    {"name", "player", ANSWER_TEXT},
    {"elo", "Elo", ANSWER_NUMBER, 1, ANSWER_INTERVAL | ANSWER_PLUS, .limit = 1200},
    {"worth", "worth", ANSWER_NUMBER, 2, ANSWER_INTERVAL | ANSWER_HALF},
    {"share", "share", ANSWER_SHARE, 1, ANSWER_WIDE},
    {NULL, "remark", ANSWER_TEXT},
};

static struct answer plain_table(void) {
    struct answer answer = answer_init("Match");
    answer_head(&answer, "10 games");
    answer_table(&answer, NULL, NULL, plain, ARRAY_LENGTH(plain));
    answer_row(&answer, (struct answer_cell[]){cell_text("\u9f8d\u738b"),
                                               cell_interval(-12.34, -120.07, 0.04),
                                               cell_interval(9.12, 8.7, 9.65), cell_number(0.5),
                                               cell_text("one two three four five six seven")});
    answer_row(&answer,
               (struct answer_cell[]){cell_text("Bj\u00f6rn"), cell_interval(1200, 8, 1200),
                                      cell_word(3, "kept"), cell_missing(), cell_text("x")});
    return answer;
}

static void text(void **state) {
    (void)state;
    struct answer answer = plain_table();
    expect_text(&answer, utf8, 90,
                "\nMatch \u00b7 10 games\n\n"
                "  player     Elo  95%               worth        share  remark\n"
                "  \u9f8d\u738b     -12.3  -120.1 ..   +0.0   9.12 \u00b10.53  50.0%  "
                "one two three four five six seven\n"
                "  Bj\u00f6rn   > 1200    +8.0 .. > 1200   3.00 kept          x\n");
    answer_destroy(&answer);
}

// What only those read who ask for all; a warning reads everybody.
static void text_rest(void **state) {
    (void)state;
    struct answer answer = answer_init(NULL);
    answer_sentence(&answer, "It is \u00b12 so.");
    answer_rest(&answer, "Why: --full.");
    answer_line(&answer, "because", "it is");
    answer_table(&answer, "players", NULL, plain, 1);
    answer_row(&answer, (struct answer_cell[]){cell_text("x")});
    answer_warning(&answer, "be careful");
    answer_rest_end(&answer);
    answer_line(&answer, "so", "it is");
    expect_text(&answer, ascii, 40,
                "  It is ~2 so.\n\n! be careful\n\n  so           it is\n\n  Why: --full.\n");
    answer.all = true;
    expect_text(&answer, ascii, 40,
                "  It is ~2 so.\n\n  because      it is\n\n  player\n  x\n\n! be careful\n\n"
                "  so           it is\n");
    answer_destroy(&answer);
}

// What is wide goes, then the last words are wrapped.
static void text_narrow(void **state) {
    (void)state;
    struct answer answer = plain_table();
    expect_text(&answer, ascii, 66,
                "\nMatch, 10 games\n\n"
                "  player     Elo  95%               worth        remark\n"
                "  \u9f8d\u738b     -12.3  -120.1 ..   +0.0   9.12 ~0.53  one two three\n"
                "                                                 four five six\n"
                "                                                 seven\n"
                "  Bj\u00f6rn   > 1200    +8.0 .. > 1200   3.00 kept   x\n");
    answer_destroy(&answer);
}

// Groups stay together where a table is folded, and every block begins with the first column.
static void text_folded(void **state) {
    (void)state;
    static const struct answer_column grouped[] = {
        {"arm", "arm", ANSWER_TEXT},
        {"a", "value", ANSWER_NUMBER, 1, .group = "1000 nodes"},
        {"b", "", ANSWER_TEXT, .group = "1000 nodes"},
        {"c", "value", ANSWER_NUMBER, 1, .group = "4000 nodes"},
        {"d", "", ANSWER_TEXT, .group = "4000 nodes"},
    };
    struct answer answer = answer_init(NULL);
    answer_table(&answer, "arms", NULL, grouped, ARRAY_LENGTH(grouped));
    answer_row(&answer, (struct answer_cell[]){cell_text("base"), cell_number(1), cell_text("*"),
                                               cell_number(22.26), cell_text("=")});
    expect_text(&answer, ascii, 80,
                "        1000 nodes  4000 nodes\n"
                "  arm     value       value\n"
                "  base      1.0  *     22.3  =\n");
    expect_text(&answer, ascii, 24,
                "        1000 nodes\n"
                "  arm     value\n"
                "  base      1.0  *\n"
                "\n"
                "        4000 nodes\n"
                "  arm     value\n"
                "  base     22.3  =\n");
    answer_destroy(&answer);
}

static void text_facts(void **state) {
    (void)state;
    struct answer answer = answer_init(NULL);
    answer_sentence(&answer, "A sentence that is longer than the forty columns of this page.");
    answer_heading(&answer, "Score");
    answer_fact(&answer,
                &(struct answer_column){"score", "score", ANSWER_SHARE, 1, ANSWER_INTERVAL},
                cell_interval(0.5, 0.4, 0.6));
    answer_key(&answer, "hidden", cell_number(1));
    answer_fact(&answer, &(struct answer_column){"los", "superiority", ANSWER_SHARE, 1},
                cell_number(0.981));
    answer_line(&answer, "length", "mean %d, median %d, longest %d plies", 48, 43, 140);
    answer_fact(&answer, &(struct answer_column){NULL, "test", ANSWER_GAUGE, 9},
                (struct answer_cell){CELL_NUMBER, 0.75, 0, 1, 0.25, NULL});
    answer_fact(&answer, &(struct answer_column){NULL, "bar", ANSWER_BAR, 8},
                cell_interval(NAN, 0.25, 0.5));
    answer_warning(&answer, "Too few.");
    expect_text(&answer, ascii, 40,
                "  A sentence that is longer than the\n"
                "  forty columns of this page.\n"
                "\n"
                "Score\n"
                "                      95%\n"
                "  score        50.0%  40.0 .. 60.0%\n"
                "  superiority  98.1%\n"
                "  length       mean 48, median 43,\n"
                "               longest 140 plies\n"
                "  test         --+---*--\n"
                "  bar          ##::\n"
                "\n"
                "! Too few.\n");
    answer_destroy(&answer);
}

// Nothing of a line is wider than the terminal, but for words that cannot be broken.
static void text_fits(void **state) {
    (void)state;
    struct answer answer = plain_table();
    for (int width = 40; width <= 120; width += 5) {
        struct buffer out = buffer_init();
        answer_text(&answer, utf8, width, &out);
        for (char *rest = out.data, *line; (line = strtok_r(rest, "\n", &rest));) {
            assert_in_range(text_width(line), 0, width);
            assert_int_not_equal(line[strlen(line) - 1], ' ');
        }
        buffer_destroy(&out);
    }
    answer_destroy(&answer);
}

static void numbers(void **state) {
    (void)state;
    static const struct {
        struct answer_column column;
        double value;
        const char *text;
    } cases[] = {
        {{.type = ANSWER_SHARE, .decimals = 1}, 0.5145, "51.5%"},
        {{.type = ANSWER_NUMBER, .decimals = 1, .flags = ANSWER_PLUS}, -0.04, "+0.0"},
        {{.type = ANSWER_NUMBER, .decimals = 1, .limit = 1200}, -1200, "< -1200"},
        {{.type = ANSWER_DIGITS, .decimals = 3}, 0.012345, "0.0123"},
        {{.type = ANSWER_BYTES}, 1234567, "1.23 MB"},
        {{.type = ANSWER_DURATION}, 3725, "1h02m"},
        {{.type = ANSWER_COUNT}, 12.0, "12"},
        {{.type = ANSWER_NUMBER}, INFINITY, "inf"},
        {{.type = ANSWER_NUMBER}, NAN, ""},
    };
    char room[ANSWER_PART];
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct answer_cell cell = cell_number(cases[i].value);
        assert_string_equal(answer_part(&cases[i].column, &cell, PART_VALUE, room), cases[i].text);
    }
}

static void widths(void **state) {
    (void)state;
    assert_int_equal(text_width("\u9f8d\u738b"), 4);
    assert_int_equal(text_width("Bj\u00f6rn"), 5);
    assert_int_equal(text_width("o\u0308"), 1);
    assert_int_equal(text_width("\u2588\u00b1"), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv),         cmocka_unit_test(csv_of_facts),
        cmocka_unit_test(json),        cmocka_unit_test(entries),
        cmocka_unit_test(values),      cmocka_unit_test(unseen),
        cmocka_unit_test(text),        cmocka_unit_test(text_rest),
        cmocka_unit_test(text_narrow), cmocka_unit_test(text_folded),
        cmocka_unit_test(text_facts),  cmocka_unit_test(text_fits),
        cmocka_unit_test(numbers),     cmocka_unit_test(widths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

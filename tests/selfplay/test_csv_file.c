// SPDX-License-Identifier: GPL-3.0-or-later
// CSV and the rows of the logs: what is written is read back, what is torn is told apart.
#include "program.h"

#include "rows.h"

static struct csv_reader *open_text(const char *text) {
    write_file("t.csv", text);
    struct error error;
    struct csv_reader *reader = csv_open("t.csv", &error);
    assert_non_null(reader);
    return reader;
}

static void reads_what_rfc_4180_allows(void **state) {
    (void)state;
    struct csv_reader *reader = open_text("\xEF\xBB\xBF"
                                          "a,b\r\n"
                                          "\n"
                                          " x ,\"1,2\"\n"
                                          "\"two\nlines\",\"say \"\"hi\"\"\"\r\n"
                                          ",\n");
    static const struct {
        int line;
        const char *field[2];
    } expected[] = {
        {1, {"a", "b"}}, {3, {" x ", "1,2"}}, {4, {"two\nlines", "say \"hi\""}}, {6, {"", ""}}};
    struct csv_record record;
    struct error error;
    for (int i = 0; i < ARRAY_LENGTH(expected); i++) {
        assert_int_equal(csv_next(reader, &record, &error), CSV_RECORD);
        assert_int_equal(record.line, expected[i].line);
        assert_int_equal(record.count, 2);
        assert_string_equal(record.field[0], expected[i].field[0]);
        assert_string_equal(record.field[1], expected[i].field[1]);
    }
    assert_int_equal(csv_next(reader, &record, &error), CSV_END);
    csv_close(reader);
}

// Spreadsheets write other separators in many languages: the message says so.
static void other_separators_are_named(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"game;variant\n0;shogi\n", "t.csv:1: fields are separated by ';', expected ','"},
        {"\xEF\xBB\xBFgame;variant\r\n0;1,5\r\n",
         "t.csv:1: fields are separated by ';', expected ','"},
        {"\"game\";\"variant\"\n", "t.csv:1: fields are separated by ';', expected ','"},
        {"sep=;\ngame;variant\n", "t.csv:1: fields are separated by ';', expected ','"},
        {"game\tvariant\n", "t.csv:1: fields are separated by tabs, expected ','"},
        {"game;variant", "t.csv:1: fields are separated by ';', expected ','"},
        {"# one; two\n", ""},
        {"rules,notes\nnifu=off;drops=off,x\n", ""},
        {"9/9/9[] w; see above\n", ""},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct csv_reader *reader = open_text(cases[i].text);
        struct csv_record record;
        struct error error = {""};
        enum csv_status status = csv_next(reader, &record, &error);
        assert_int_equal(status, *cases[i].message ? CSV_ERROR : CSV_RECORD);
        assert_string_equal(error.text, cases[i].message);
        csv_close(reader);
    }
}

// The same fields by the parser, which a quotation mark calls for, and without it.
static void cuts_plain_lines_as_the_parser_does(void **state) {
    (void)state;
    static const char *const lines[] = {"a,b\n",   "a\n",    ",\n",       ",,x\r\n", "\r,b\n",
                                        "a\r,b\n", "a,\r\n", "a,b\r\r\n", " \n",     "a, b ,\n"};
    struct error error;
    for (int i = 0; i < ARRAY_LENGTH(lines); i++) {
        char quoted[64];
        struct csv_record plain, parsed;
        snprintf(quoted, sizeof quoted, "%.*s,\"\"\n", (int)strcspn(lines[i], "\n"), lines[i]);
        struct csv_reader *reader = open_text(lines[i]);
        assert_int_equal(csv_next(reader, &plain, &error), CSV_RECORD);
        struct csv_reader *other = open_text(quoted);
        assert_int_equal(csv_next(other, &parsed, &error), CSV_RECORD);
        assert_int_equal(plain.count + 1, parsed.count);
        for (int k = 0; k < plain.count; k++)
            assert_string_equal(plain.field[k], parsed.field[k]);
        csv_close(reader);
        csv_close(other);
    }
    struct buffer many = buffer_init();
    for (int i = 0; i < CSV_FIELDS_MAX; i++)
        buffer_text(&many, "1,");
    buffer_text(&many, "1\n");
    struct csv_reader *reader = open_text(many.data);
    struct csv_record record;
    assert_int_equal(csv_next(reader, &record, &error), CSV_ERROR);
    assert_string_equal(error.text, "t.csv:1: 129 fields, more than 128");
    csv_close(reader);
    buffer_destroy(&many);
}

static void tells_torn_lines_from_faults(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum csv_status status; // after the first record
        int count;              // fields of the second
        const char *message;
    } cases[] = {
        {"a,b\nc,d", CSV_TORN, 2, ""},
        {"a,b\nc,\"d", CSV_TORN, 0, ""},
        {"a,b\nc,\"d\nmore\n", CSV_TORN, 0, ""},
        {"a,b\nc,\"d\"x", CSV_TORN, 0, ""},
        {"a,b\nc,\"d\"x\ne,f\n", CSV_ERROR, 0, "t.csv:2: misplaced quotation mark"},
        {"a,b\nc,d\"\ne,f\n", CSV_ERROR, 0, "t.csv:2: misplaced quotation mark"},
        {"a,b\n", CSV_END, 0, ""},
        {"a,b\n\n\n", CSV_END, 0, ""},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct csv_reader *reader = open_text(cases[i].text);
        struct csv_record record;
        struct error error = {""};
        assert_int_equal(csv_next(reader, &record, &error), CSV_RECORD);
        assert_int_equal(record.start, 0);
        assert_int_equal(record.end, 4);
        enum csv_status status = csv_next(reader, &record, &error);
        if (status != cases[i].status || record.count != cases[i].count)
            fail_msg("'%s': status %d, %d fields", cases[i].text, status, record.count);
        assert_string_equal(error.text, cases[i].message);
        csv_close(reader);
    }
    struct error error;
    assert_null(csv_open("none.csv", &error));
    assert_string_equal(error.text, "none.csv: No such file or directory");
}

static void zeros_are_never_data(void **state) {
    (void)state;
    struct csv_record record;
    struct error error;
    FILE *file = fopen("t.csv", "w");
    assert_non_null(file);
    assert_int_equal(fwrite("a\n\0\0\0", 1, 5, file), 5);
    fclose(file);
    struct csv_reader *reader = csv_open("t.csv", &error);
    assert_int_equal(csv_next(reader, &record, &error), CSV_RECORD);
    assert_int_equal(csv_next(reader, &record, &error), CSV_TORN);
    assert_int_equal(record.count, 0);
    csv_close(reader);
    file = fopen("t.csv", "w");
    assert_int_equal(fwrite("a\n\0\nb\n", 1, 6, file), 6);
    fclose(file);
    reader = csv_open("t.csv", &error);
    assert_int_equal(csv_next(reader, &record, &error), CSV_RECORD);
    assert_int_equal(csv_next(reader, &record, &error), CSV_ERROR);
    assert_string_equal(error.text, "t.csv:2: a byte 0 in the text");
    csv_close(reader);
}

static void fields_come_back(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",     "plain",   " leading", "trailing ",   "with,comma", "\"",         "\"\"",
        "a\nb", "cr\rmid", "end\r",    "1-0,\"0-1\"", "\xC3\xA4",   "a;b=c|d\te", "'single'",
    };
    struct buffer text = buffer_init();
    for (int i = 0; i < ARRAY_LENGTH(texts); i++) {
        csv_field(&text, texts[i]);
        buffer_text(&text, ",x\n");
    }
    struct csv_reader *reader = open_text(text.data);
    for (int i = 0; i < ARRAY_LENGTH(texts); i++) {
        struct csv_record record;
        struct error error;
        assert_int_equal(csv_next(reader, &record, &error), CSV_RECORD);
        assert_int_equal(record.count, 2);
        assert_string_equal(record.field[0], texts[i]);
    }
    csv_close(reader);
    buffer_destroy(&text);
    csv_field(&text, "P@e5 e3e4");
    assert_string_equal(text.data, "P@e5 e3e4"); // quotes only where they are needed
    buffer_destroy(&text);
}

static const struct game_row nasty = {
    .run = "r0123456789ab",
    .game = 3,
    .pair = 1,
    .variant = "my \"own\", game\nsecond line",
    .rules = "nifu=off;array=a,b",
    .seed = UINT64_MAX,
    .opening = "k8/9/9[PPp] w - - 0 1",
    .first = " values.csv@100n ",
    .second = "",
    .result = RESULT_DRAW,
    .termination = TERMINATION_PERPETUAL_CHECK,
    .plies = 12,
    .nodes = 123456789012,
    .first_depths = {{0, 4, 1}},
    .second_depths = {{2, [DEPTHS - 1] = 4}},
    .branching_mean = 31005,
    .drops = 1,
    .promotions = 2,
    .captures = 3,
    .checks = 4,
    .lead_changes = 5,
    .moves = "a1a2 P@b3 c3d4+",
};

static struct rows_reader *open_rows(const char *text, bool games) {
    struct error error = {""};
    write_file("t.csv", text);
    struct rows_reader *reader =
        games ? game_rows_open("t.csv", &error) : position_rows_open("t.csv", &error);
    assert_string_equal(error.text, "");
    return reader;
}

static void game_rows_come_back(void **state) {
    (void)state;
    struct buffer text = buffer_init();
    game_header_write(&text, ANNOTATE_NOTHING);
    assert_string_equal(
        text.data,
        "schema,run,game,pair,variant,rules,seed,opening,first,second,result,first_result,"
        "termination,plies,nodes,first_depths,second_depths,branching_mean,drops,promotions,"
        "captures,checks,lead_"
        "changes,moves\n");
    game_row_write(&text, &nasty);
    assert_non_null(strstr(text.data, ",18446744073709551615,"));
    assert_non_null(
        strstr(text.data,
               ",1/2-1/2,0.5,perpetual-check,12,123456789012,0 4 1,2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
               "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4,31.005,1,2,3,4,5,"));
    buffer_text(&text, "4,2,torn");
    struct rows_reader *reader = open_rows(text.data, true);
    struct game_row row;
    struct csv_record record;
    struct error error;
    assert_int_equal(game_row_next(reader, &row, &record, &error), CSV_RECORD);
    assert_int_equal(record.line, 2);
#define COMPARE_SCHEMA(name) assert_int_equal(row.name, LOG_SCHEMA)
#define COMPARE_RULES(name) assert_string_equal(row.name, nasty.name)
#define COMPARE_INTEGER(name) assert_int_equal(row.name, nasty.name)
#define COMPARE_UNSIGNED(name) assert_true(row.name == nasty.name)
#define COMPARE_THOUSANDTHS(name) assert_int_equal(row.name, nasty.name)
#define COMPARE_TEXT(name) assert_string_equal(row.name, nasty.name)
#define COMPARE_DEPTHS(name) assert_memory_equal(&row.name, &nasty.name, sizeof row.name)
#define COMPARE_RESULT(name) assert_int_equal(row.name, nasty.name)
#define COMPARE_SAME_POINTS(name) assert_int_equal(row.name, nasty.result)
#define COMPARE_TERMINATION(name) assert_int_equal(row.name, nasty.name)
#define GAME_COLUMN(name, type, ...) COMPARE_##type(name);
#include "columns.def"
    assert_int_equal(game_row_next(reader, &row, &record, &error), CSV_TORN);
    rows_close(reader);
    buffer_destroy(&text);
}

static void position_rows_come_back(void **state) {
    (void)state;
    static const struct position_row rows[] = {
        {2, "r1", 0, 1, "k8[] w - - 0 1", FIRST, -1234, RESULT_FIRST, true},
        {2, "r1", 0, 7, "k8[Pp] b - - 0 1", SECOND, 0, RESULT_SECOND, false},
        {2, "r1", 900719925474, 450, "k8[] b - - 9 99", SECOND, 999999, RESULT_DRAW, true},
    };
    struct buffer text = buffer_init();
    position_header_write(&text);
    for (int i = 0; i < ARRAY_LENGTH(rows); i++)
        position_row_write(&text, &rows[i]);
    assert_string_equal(text.data, "schema,run,game,ply,fen,side,first_score,first_result,quiet\n"
                                   "4,r1,0,1,k8[] w - - 0 1,w,-1234,1,1\n"
                                   "4,r1,0,7,k8[Pp] b - - 0 1,b,0,0,0\n"
                                   "4,r1,900719925474,450,k8[] b - - 9 99,b,999999,0.5,1\n");
    struct rows_reader *reader = open_rows(text.data, false);
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        struct position_row row;
        struct error error;
        assert_int_equal(position_row_next(reader, &row, NULL, &error), CSV_RECORD);
        assert_int_equal(row.game, rows[i].game);
        assert_int_equal(row.ply, rows[i].ply);
        assert_string_equal(row.fen, rows[i].fen);
        assert_int_equal(row.side, rows[i].side);
        assert_int_equal(row.first_score, rows[i].first_score);
        assert_int_equal(row.first_result, rows[i].first_result);
        assert_int_equal(row.quiet, rows[i].quiet);
    }
    rows_close(reader);
    buffer_destroy(&text);
}

static void bad_rows_name_file_line_and_column(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"game,ply,fen,side,score,result,quiet\n1,2,f,w,3,1,2\n",
         "t.csv:2: quiet: '2', expected 1 or 0"},
        {"game,ply,fen,side,score,result,quiet\n1,2,f,w,3,0.25,1\n",
         "t.csv:2: first_result: '0.25', expected 1, 0.5 or 0"},
        {"game,ply,fen,side,score,result,quiet\n1,2,f,x,3,1,1\n",
         "t.csv:2: side: 'x', expected w or b"},
        {"game,ply,fen,side,score,result,quiet\n1,2,f,w,3.5,1,1\n",
         "t.csv:2: first_score: '3.5', expected a whole number"},
        {"game,ply,fen,side,score,result,quiet\n,2,f,w,3,1,1\n",
         "t.csv:2: game: '', expected a whole number"},
        {"game,ply,fen,side,score,result,quiet\n1,2,f,w,3,1\n",
         "t.csv:2: 6 fields, the header has 7"},
        {"game,ply,fen,side,score,result\n", "t.csv:1: the column 'quiet' is missing"},
        {"ply,fen,side,score,result,quiet\n", "t.csv:1: the column 'game' is missing"},
        {"game,ply,fen,side,result,quiet\n", "t.csv:1: the column 'first_score' is missing"},
        {"game,ply,ply,fen,side,score,result,quiet\n", "t.csv:1: two columns 'ply'"},
        {"schema,game,ply,fen,side,first_score,first_result,quiet\n5,1,2,f,w,3,1,1\n",
         "t.csv:2: schema: '5', expected 1 to 4, the formats that this program knows"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct rows_reader *reader = open_rows(cases[i].text, false);
        struct position_row row;
        struct error error = {""};
        assert_int_equal(position_row_next(reader, &row, NULL, &error), CSV_ERROR);
        assert_string_equal(error.text, cases[i].message);
        rows_close(reader);
    }
}

// Order is free, a column more is passed over, one with a default may be missing; and both scores
// are the first player's, whatever side the column counts from.
static void columns_are_found_by_name(void **state) {
    (void)state;
    static const char *const texts[] = {
        "schema,run,game,ply,fen,side,first_score,first_result,quiet\n"
        "2,r1,5,3,f,b,-40,0.5,1\n2,r1,5,4,g,w,70,0.5,0\n",
        "quiet,first_result,more,first_score,side,fen,ply,game,run,schema\n"
        "1,0.5,x,-40,b,f,3,5,r1,2\n0,0.5,\"y\n,\",70,w,g,4,5,r1,2\n",
        "schema,game,ply,fen,side,first_score,first_result,quiet\n"
        "2,5,3,f,b,-40,0.5,1\n2,5,4,g,w,70,0.5,0\n",
        "game,ply,fen,side,score,result,quiet\n5,3,f,b,40,0.5,1\n5,4,g,w,70,0.5,0\n",
    };
    for (int i = 0; i < ARRAY_LENGTH(texts); i++) {
        struct rows_reader *reader = open_rows(texts[i], false);
        for (int k = 0; k < 2; k++) {
            struct position_row row;
            struct error error = {""};
            assert_int_equal(position_row_next(reader, &row, NULL, &error), CSV_RECORD);
            assert_int_equal(row.schema, i == 3 ? 1 : 2);
            assert_string_equal(row.run, i < 2 ? "r1" : "");
            assert_int_equal(row.game, 5);
            assert_int_equal(row.ply, 3 + k);
            assert_string_equal(row.fen, k ? "g" : "f");
            assert_int_equal(row.side, k ? FIRST : SECOND);
            assert_int_equal(row.first_score, k ? 70 : -40);
            assert_int_equal(row.first_result, RESULT_DRAW);
            assert_int_equal(row.quiet, k == 0);
        }
        rows_close(reader);
    }
}

// What a program takes for the score and what people read as the result are the same.
static void both_results_agree(void **state) {
    (void)state;
    static const struct {
        const char *change;
        enum csv_status status;
    } cases[] = {{"s/first_result/note/", CSV_RECORD}, {"$s/,0.5,/,1,/", CSV_ERROR}};
    struct buffer text = buffer_init();
    game_header_write(&text, ANNOTATE_NOTHING);
    game_row_write(&text, &nasty);
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char command[80];
        struct game_row row;
        struct error error = {""};
        write_file("t.csv", text.data);
        snprintf(command, sizeof command, "sed -i '%s' t.csv", cases[i].change);
        shell(command);
        struct rows_reader *reader = game_rows_open("t.csv", &error);
        assert_int_equal(game_row_next(reader, &row, NULL, &error), cases[i].status);
        assert_int_equal(row.result, RESULT_DRAW);
        if (cases[i].status == CSV_RECORD)
            assert_int_equal(row.first_result, RESULT_DRAW);
        else
            assert_string_equal(error.text, "t.csv:2: first_result: '1' where result is '1/2-1/2'");
        rows_close(reader);
    }
    buffer_destroy(&text);
}

static void rules_are_never_empty(void **state) {
    (void)state;
    struct game_row row = nasty;
    struct buffer text = buffer_init();
    game_header_write(&text, ANNOTATE_NOTHING);
    row.rules = "";
    game_row_write(&text, &row);
    const char *rules = strstr(text.data, "second line\",default,1844");
    assert_non_null(rules);
    struct rows_reader *reader = open_rows(text.data, true);
    struct error error = {""};
    assert_int_equal(game_row_next(reader, &row, NULL, &error), CSV_RECORD);
    assert_string_equal(row.rules, "");
    rows_close(reader);
    buffer_destroy(&text);
}

static void columns_say_what_they_are(void **state) {
    (void)state;
#define GAME_COLUMN(name, type, formerly, missing, help) assert_true(strlen(help) > 5);
#define ANNOTATION_COLUMN(name, from, help) assert_true(strlen(help) > 5);
#define POSITION_COLUMN(name, type, formerly, missing, help) assert_true(strlen(help) > 5);
#include "columns.def"
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_rfc_4180_allows),
        cmocka_unit_test(other_separators_are_named),
        cmocka_unit_test(cuts_plain_lines_as_the_parser_does),
        cmocka_unit_test(tells_torn_lines_from_faults),
        cmocka_unit_test(zeros_are_never_data),
        cmocka_unit_test(fields_come_back),
        cmocka_unit_test(game_rows_come_back),
        cmocka_unit_test(position_rows_come_back),
        cmocka_unit_test(columns_are_found_by_name),
        cmocka_unit_test(both_results_agree),
        cmocka_unit_test(rules_are_never_empty),
        cmocka_unit_test(columns_say_what_they_are),
        cmocka_unit_test(bad_rows_name_file_line_and_column),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

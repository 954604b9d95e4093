// SPDX-License-Identifier: GPL-3.0-or-later
// Known numbers of move sequences: the rows of tests/perft that are small enough for every build,
// the start positions to depth 4, and the reference's own count on the smallest rows.
// `kagami perft --suite` runs all rows.
#include "setup_game.h"

#include <stdio.h>
#include <string.h>

#include "outcome.h"
#include "reference.h"

enum { REFERENCE_NODES = CHECKED_BUILD ? 300 : 10000 }; // largest row that the reference counts too

struct row {
    char variant[32], rules[RULES_TEXT], fen[FEN_TEXT];
    int depth;
    uint64_t nodes;
};

// One field of a CSV line up to a comma; the rows quote nothing but the note, which is not read.
static const char *field(const char *at, char *text, size_t size) {
    size_t length = strcspn(at, ",\r\n");
    assert_true(length < size && at[length] == ',');
    memcpy(text, at, length);
    text[length] = '\0';
    return at + length + 1;
}

// Reads rows of tests/perft/NAME.csv; returns their number.
static int read_rows(const char *name, struct row *rows, int max) {
    char path[512], line[2048], number[32];
    snprintf(path, sizeof path, "%s/perft/%s.csv", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s is missing", path);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "variant,rules,fen,depth,nodes,note\n");
    int count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        assert_true(count < max);
        struct row *row = &rows[count++];
        const char *at = field(line, row->variant, sizeof row->variant);
        at = field(at, row->rules, sizeof row->rules);
        at = field(at, row->fen, sizeof row->fen);
        at = field(at, number, sizeof number);
        row->depth = (int)strtol(number, NULL, 10);
        field(at, number, sizeof number);
        row->nodes = strtoull(number, NULL, 10);
        assert_true(row->depth > 0);
        assert_string_equal(row->variant, name);
    }
    fclose(file);
    return count;
}

// "lion-moves=paths" says how moves are counted; the other rules are those of the game.
static void build(struct tables *tables, const char *name, const char *rules_text) {
    struct variant variant;
    struct error error;
    if (!variant_load(name, &variant, &error))
        fail_msg("%s", error.text);
    struct rules rules = variant.rules;
    bool paths = strcmp(rules_text, "lion-moves=paths") == 0;
    if (paths)
        rules_text = "";
    if (!rules_parse(&rules, &variant, rules_text, &error))
        fail_msg("%s", error.text);
    if (!tables_build(tables, &variant, &rules, &error))
        fail_msg("%s", error.text);
    tables->lion_paths = paths;
}

static void check_row(const struct tables *tables, const struct row *row, int *by_reference) {
    struct position position;
    struct error error;
    if (!fen_parse(row->fen, tables, &position, &error))
        fail_msg("%s: %s", row->fen, error.text);
    struct position before = position;
    uint64_t nodes = perft(&position, row->depth);
    if (nodes != row->nodes)
        fail_msg("%s [%s] %s depth %d: %llu, expected %llu", row->variant, row->rules, row->fen,
                 row->depth, (unsigned long long)nodes, (unsigned long long)row->nodes);
    assert_memory_equal(&before, &position, sizeof position);
    if (row->nodes > REFERENCE_NODES)
        return;
    struct reference_position reference;
    assert_true(reference_fen(&reference, &tables->variant, &tables->rules, row->fen));
    reference.lion_paths = tables->lion_paths;
    nodes = reference_perft(&reference, row->depth);
    if (nodes != row->nodes)
        fail_msg("%s [%s] %s depth %d: reference %llu, expected %llu", row->variant, row->rules,
                 row->fen, row->depth, (unsigned long long)nodes, (unsigned long long)row->nodes);
    ++*by_reference;
}

static void rows_of_every_suite(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int rows, small, quick; // in the file; up to 200,000 nodes; up to 2,000 nodes
    } suites[] = {{"kagamigi", 84, 68, 44},     {"chu-kagamigi", 67, 49, 30},
                  {"chu-seireigi", 46, 40, 24}, {"shogi", 68, 53, 28},
                  {"minishogi", 45, 38, 23},    {"chu-shogi", 238, 180, 100}};
    enum { MAX = 256 };
    struct row *rows = malloc(MAX * sizeof *rows);
    struct tables *tables = malloc(sizeof *tables);
    assert_non_null(rows);
    assert_non_null(tables);
    int run = 0, by_reference = 0;
    for (int i = 0; i < ARRAY_LENGTH(suites); i++) {
        int count = read_rows(suites[i].name, rows, MAX), here = 0;
        assert_int_equal(count, suites[i].rows);
        for (int k = 0; k < count; k++) {
            if (rows[k].nodes > (CHECKED_BUILD ? 2000 : 200000))
                continue;
            if (k == 0 || strcmp(rows[k].rules, rows[k - 1].rules) != 0 || here == 0)
                build(tables, rows[k].variant, rows[k].rules);
            check_row(tables, &rows[k], &by_reference);
            here++;
        }
        print_message("%s: %d of %d rows\n", suites[i].name, here, count);
        assert_int_equal(here, CHECKED_BUILD ? suites[i].quick : suites[i].small);
        run += here;
    }
    print_message("%d rows, %d of them by the reference too\n", run, by_reference);
    assert_int_equal(by_reference, CHECKED_BUILD ? 197 : 328);
    free(rows);
    free(tables);
}

static void start_positions(void **state) {
    (void)state;
    static const struct {
        const char *variant, *rules;
        uint64_t nodes[5]; // depth 0 to 4
    } starts[] = {
        {"kagamigi", "", {1, 16, 256, 4544, 80656}},
        {"chu-kagamigi", "", {1, 32, 1024, 33408, 1089930}},
        {"chu-kagamigi", "array=CK-B", {1, 27, 729, 20709, 588289}},
        {"chu-kagamigi", "array=CK-C", {1, 35, 1225, 42840, 1498176}},
        {"chu-seireigi", "", {1, 45, 2025, 94539, 4413127}},
        {"shogi", "", {1, 30, 900, 25470, 719731}},
        {"minishogi", "", {1, 14, 181, 2512, 35401}},
        {"chu-shogi", "", {1, 36, 1296, 48315, 1801639}},
        {"chu-shogi", "lion-moves=paths", {1, 36, 1296, 52599, 2134748}},
    };
    struct tables *tables = malloc(sizeof *tables);
    assert_non_null(tables);
    for (int i = 0; i < ARRAY_LENGTH(starts); i++) {
        build(tables, starts[i].variant, starts[i].rules);
        struct position position;
        struct error error;
        const char *fen = variant_start_fen(&tables->variant, &tables->rules);
        if (!fen_parse(fen, tables, &position, &error))
            fail_msg("%s: %s", fen, error.text);
        for (int depth = 0; depth <= 4; depth++)
            assert_int_equal(perft(&position, depth), starts[i].nodes[depth]);
    }
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_every_suite),
        cmocka_unit_test(start_positions),
    };
    return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}

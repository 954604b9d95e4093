// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of places: the file both ways, its faults by line, whose players they are, and what they
// say of a position.
#include "setup.h"

#include <stdio.h>
#include <unistd.h>

#include "eval.h"
#include "king_table.h"
#include "values_file.h"

#define HEADER "piece,king,ahead,right,values\n"

static struct king_table *parsed(const struct tables *tables, const char *text) {
    struct king_table *table = malloc(sizeof *table);
    struct error error;
    assert_non_null(table);
    if (!king_table_parse(text, "x", tables, false, table, &error))
        fail_msg("%s", error.text);
    return table;
}

static int sum_of(const struct king_table *table, const struct position *position) {
    struct king_sums sums = king_table_sums(table, position);
    return sums.of[FIRST] + sums.of[SECOND];
}

static void what_is_written_is_read(void **state) {
    (void)state;
    static const char *const names[] = {"kagamigi", "chu-shogi"};
    for (int i = 0; i < ARRAY_LENGTH(names); i++) {
        struct tables *tables = setup_tables(names[i], "");
        struct random random = random_init(5, (uint64_t)i, RANDOM_TEST);
        struct king_table *table = calloc(1, sizeof *table);
        assert_non_null(table);
        for (int k = 0; k < 3000; k++) {
            const struct variant *variant = &tables->variant;
            Type type = variant->bases[random_below(&random, (uint32_t)variant->base_count)];
            if (variant->promotes[type] && random_below(&random, 2))
                type |= TYPE_PROMOTED;
            Piece piece = piece_make(type, FIRST);
            int offset = place_offset((int)random_below(&random, 23) - 11,
                                      (int)random_below(&random, 23) - 11);
            if (!tables->royal[piece])
                table->value[random_below(&random, KINGS_OF)][piece][offset] =
                    (int16_t)((int)random_below(&random, 2 * KING_TABLE_LIMIT + 1) -
                              KING_TABLE_LIMIT);
        }
        king_table_turn(table);
        struct buffer text = buffer_init();
        king_table_print(table, tables, &text);
        struct king_table *again = parsed(tables, text.data);
        assert_memory_equal(table, again, sizeof *table);
        buffer_destroy(&text);
        free(again);
        free(table);
        free(tables);
    }
}

static void faults_name_the_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *what;
    } faults[] = {
        {"", "x:1: empty"},
        {"piece,kind\n", "x:1: 'piece,kind': expected piece,"},
        {HEADER "B,enemy,0,0\n", "x:2: 4 fields"},
        {HEADER "\nY,enemy,0,0,1\n", "x:3: piece: shogi has no Y"},
        {HEADER "K,enemy,0,0,1\n", "x:2: piece: shogi has no K but as a King"},
        {HEADER "B,their,0,0,1\n", "x:2: king: 'their'"},
        {HEADER "B,own,16,0,1\n", "x:2: ahead and right"},
        {HEADER "B,own,0,0,8192\n", "x:2: whole numbers from -8191 to 8191"},
        {HEADER "B,own,0,0,1;2\n", "x:2: ';2' is no number"},
    };
    struct tables *tables = setup_tables("shogi", "");
    struct king_table *table = malloc(sizeof *table);
    assert_non_null(table);
    for (int i = 0; i < ARRAY_LENGTH(faults); i++) {
        struct error error = {"taken"};
        if (king_table_parse(faults[i].text, "x", tables, false, table, &error) ||
            strncmp(error.text, faults[i].what, strlen(faults[i].what)) != 0)
            fail_msg("'%s': %s, not %s", faults[i].text, error.text, faults[i].what);
    }
    free(table);
    free(tables);
}

// A Rook two ranks ahead of the enemy King, as its owner sees the board, and one file to the right
// of its own.
static void a_place_is_seen_by_its_owner(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    struct king_table *table =
        parsed(tables, HEADER "R,enemy,2,0,70\nR,own,0,1,9\n+R,own,0,1,1000\n");
    static const struct {
        const char *fen;
        int sum;
    } cases[] = {
        {"9/4R4/9/4k4/9/9/9/9/4K4[] b - - 0 1", 70},   {"9/9/9/4k4/9/4R4/9/9/4K4[] b - - 0 1", 0},
        {"4k4/9/9/9/9/9/9/9/4KR3[] w - - 0 1", 9},     {"4k4/9/9/9/9/9/9/9/3RK4[] w - - 0 1", 0},
        {"4k4/9/9/9/9/9/9/9/4K+R3[] b - - 0 1", 1000}, {"4k4/9/9/9/9/4K4/9/4r4/9[] w - - 0 1", -70},
        {"3rk4/9/9/9/9/9/9/9/4K4[] w - - 0 1", -9},    {"3rk4/9/9/9/9/9/9/9/4KR3[] w - - 0 1", 0},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct position position = setup_position(tables, cases[i].fen);
        int sum = sum_of(table, &position);
        if (sum != cases[i].sum)
            fail_msg("%s: %d, not %d", cases[i].fen, sum, cases[i].sum);
    }
    free(table);
    free(tables);
    // Of two royals nobody can tell which one matters.
    tables = setup_tables("chu-shogi", "");
    table = parsed(tables, HEADER "R,own,0,1,9\n");
    struct position one =
        setup_position(tables, "11k/12/12/12/12/12/12/12/12/12/12/3KR7 w - - 0 1");
    struct position two =
        setup_position(tables, "11k/12/12/12/12/12/12/12/12/12/12/3KR6+E w - - 0 1");
    assert_int_equal(sum_of(table, &one), 9);
    assert_int_equal(sum_of(table, &two), 0);
    free(table);
    free(tables);
}

static uint64_t nodes_to_depth(const struct tables *tables, const struct values *values) {
    struct error error;
    struct engine *engine = engine_create(tables, values, 1 << 20, &error);
    if (!engine)
        fail_msg("%s", error.text);
    struct position start = setup_start(tables);
    struct search_result result;
    engine_search(engine, &start, NULL, (struct limits){.depth = 5}, &result);
    engine_destroy(engine);
    return result.nodes;
}

// The file beside values is its players'; it reaches the search, and may not change under it.
static void a_file_belongs_to_its_values(void **state) {
    (void)state;
    char folder[] = "/tmp/kagami-test-kings-XXXXXX", values_path[64], kings_path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(values_path, sizeof values_path, "%s/v.csv", folder);
    snprintf(kings_path, sizeof kings_path, "%s/v.kings.csv", folder);
    struct tables *tables = setup_tables("minishogi", "");
    struct values plain, with;
    struct error error = {""};
    FILE *file = fopen(values_path, "w");
    assert_non_null(file);
    fputs("parameter,value\ntempo,20\n", file);
    fclose(file);
    assert_true(values_file_load(values_path, tables, &plain, &error));
    assert_true(plain.beside[BESIDE_KINGS].hash == 0);
    file = fopen(kings_path, "w");
    assert_non_null(file);
    fputs(HEADER "S,enemy,1,-1,300 500 300\nP,own,1,0,250\n", file);
    fclose(file);
    assert_true(values_file_load(values_path, tables, &with, &error));
    assert_string_equal(with.beside[BESIDE_KINGS].path, kings_path);
    assert_true(with.beside[BESIDE_KINGS].hash != 0);
    assert_int_not_equal(nodes_to_depth(tables, &with), nodes_to_depth(tables, &plain));
    file = fopen(kings_path, "a");
    assert_non_null(file);
    fputs("G,own,1,0,1\n", file);
    fclose(file);
    assert_null(engine_create(tables, &with, 1 << 20, &error));
    assert_non_null(strstr(error.text, "was changed while its values were in use"));
    unlink(kings_path);
    unlink(values_path);
    rmdir(folder);
    free(tables);
}

// What ships is for all values of its game.
static void what_ships_can_be_read(void **state) {
    (void)state;
    int shipped = 0;
    for (int i = 0; variant_builtin_name(i); i++) {
        struct tables *tables = setup_tables(variant_builtin_name(i), "");
        struct values values, estimate;
        struct beside_known known;
        struct error error;
        values_default(tables, &values);
        values_estimate(tables, &estimate);
        assert_true(estimate.beside[BESIDE_KINGS].hash == values.beside[BESIDE_KINGS].hash);
        if (!beside_load(&values, tables, &known, &error))
            fail_msg("%s", error.text);
        const struct king_table *table = known.of[BESIDE_KINGS];
        assert_true((table != NULL) == (values.beside[BESIDE_KINGS].hash != 0));
        struct position start = setup_start(tables);
        if (table)
            assert_int_equal(sum_of(table, &start), 0); // neither side stands better
        shipped += table != NULL;
        beside_free(&known);
        free(tables);
    }
    assert_true(shipped > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(faults_name_the_line),
        cmocka_unit_test(a_place_is_seen_by_its_owner),
        cmocka_unit_test(a_file_belongs_to_its_values),
        cmocka_unit_test(what_ships_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

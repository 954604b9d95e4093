// SPDX-License-Identifier: GPL-3.0-or-later
// Networks: the file both ways, its faults by line, whose players they are, and what they say of a
// position. That sums kept up move by move are those from nothing is asked by test_eval.c.
#include "setup.h"

#include <stdio.h>
#include <unistd.h>

#include "eval.h"
#include "net.h"
#include "values_file.h"

#define HEADER "part,piece,of,from,place,weights\n"
#define ONES_16 "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"
#define ONES ONES_16 " " ONES_16
// Only the first number of each view counts: ten times its square, of mine more, of theirs less.
#define FIRST_ONLY                                                                                 \
    HEADER "unit,,,,,10\nbias,,,,,100" ZEROS "\n" OUTPUT("0") OUTPUT("1") OUTPUT("2") OUTPUT("3")
#define ZEROS_15 " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"
#define ZEROS ZEROS_15 ZEROS_15 " 0"
#define OUTPUT(bucket) "output,,,," bucket ",0 10" ZEROS " -10" ZEROS "\n"

static struct net_weights *parsed(const struct tables *tables, const char *text) {
    struct error error;
    struct net_weights *weights = net_parse(text, "x", tables, false, &error);
    if (!weights)
        fail_msg("%s", error.text);
    return weights;
}

static int score_of(const struct net *net, const struct position *position) {
    struct net_sums sums;
    net_sum_up(net, position, &sums);
    return net_score(net, position, &sums);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    static const char *const names[] = {"kagamigi", "chu-shogi", "minishogi"};
    for (int i = 0; i < ARRAY_LENGTH(names); i++) {
        struct tables *tables = setup_tables(names[i], "");
        struct random random = random_init(5, (uint64_t)i, RANDOM_TEST);
        struct net_weights *weights = setup_net_weights(tables, &random);
        struct buffer text = buffer_init(), more = buffer_init();
        net_print(weights, &text);
        struct net_weights *again = parsed(tables, text.data);
        net_print(again, &more);
        assert_string_equal(text.data, more.data);
        assert_memory_equal(weights->output, again->output, sizeof weights->output);
        assert_memory_equal(
            weights->input[weights->inputs.offset], again->input[weights->inputs.offset],
            (size_t)(weights->inputs.hand - weights->inputs.offset) * sizeof *weights->input);
        buffer_destroy(&text);
        buffer_destroy(&more);
        free(again);
        free(weights);
        free(tables);
    }
}

static void faults_name_the_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *what;
    } faults[] = {
        {"", "x:1: empty"},
        {"piece,kind\n", "x:1: 'piece,kind': expected part,"},
        {HEADER "hand,B,mine,,1\n", "x:2: 5 fields"},
        {HEADER "foot,B,mine,,1," ONES "\n", "x:2: part: 'foot'"},
        {HEADER "\nhand,Y,mine,,1," ONES "\n", "x:3: piece: shogi has no Y"},
        {HEADER "hand,K,mine,,1," ONES "\n", "x:2: piece: shogi has no K but as a King"},
        {HEADER "hand,B,their,,1," ONES "\n", "x:2: 'their' is not mine or theirs"},
        {HEADER "hand,B,mine,mine,1," ONES "\n", "x:2: 'mine': this part has no such field"},
        {HEADER "hand,B,mine,,17," ONES "\n", "x:2: a whole number from 1 to 16"},
        {HEADER "distance,B,mine,mine,9," ONES "\n", "x:2: a whole number from 1 to 8"},
        {HEADER "offset,,mine,mine,9 0," ONES "\n", "x:2: a whole number from -8 to 8"},
        {HEADER "king,,mine,,9 0," ONES "\n", "x:2: a whole number from 1 to 9"},
        {HEADER "king,,mine,,9 1 1," ONES "\n", "x:2: place: '9 1 1' is more"},
        {HEADER "output,,,,4,0 " ONES " " ONES "\n", "x:2: a whole number from 0 to 3"},
        {HEADER "output,,,,3," ONES " " ONES "\n", "x:2: 64 whole numbers from -127 to 127"},
        {HEADER "bias,,,,,1 2\n", "x:2: 32 whole numbers from -2047 to 2047 expected"},
        {HEADER "bias,,,,," ONES " 1\n", "x:2: more than 32 numbers"},
        {HEADER "bias,,,,,2048\n", "x:2: 32 whole numbers from -2047 to 2047 expected"},
        {HEADER "unit,,,,,-1\n", "x:2: a whole number from 0"},
        {HEADER "unit,,,,,7x\n", "x:2: more than 1 number"},
    };
    struct tables *tables = setup_tables("shogi", "");
    for (int i = 0; i < ARRAY_LENGTH(faults); i++) {
        struct error error = {"taken"};
        struct net_weights *weights = net_parse(faults[i].text, "x", tables, false, &error);
        if (weights || strncmp(error.text, faults[i].what, strlen(faults[i].what)) != 0)
            fail_msg("'%s': %s, not %s", faults[i].text, error.text, faults[i].what);
    }
    free(tables);
}

// 100 without anything, so that mine and theirs are even; what is counted adds to one of both, and
// what comes out is the difference of the squares.
static void what_stands_is_seen_by_its_owner(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    struct net_weights *weights =
        parsed(tables, FIRST_ONLY "distance,R,mine,theirs,2,7" ZEROS "\n"
                                  "offset,,mine,mine,0 1,9" ZEROS "\n"
                                  "hand,B,mine,,2,11" ZEROS "\n"
                                  "king,,mine,,5 1,5" ZEROS "\n"
                                  "distance,+R,theirs,mine,8,-200" ZEROS "\n");
    struct net *net = net_create(weights, tables);
    enum { KING = 105 * 105, NONE = 100 * 100 };
    static const struct {
        const char *fen;
        int score;
    } cases[] = {
        {"4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1", 0}, // both Kings on their middle files
        {"9/4k4/9/9/9/9/9/9/4K4[] w - - 0 1", KING - NONE},
        {"9/3R5/9/4k4/9/9/9/9/4K4[] b - - 0 1", 112 * 112 - NONE},
        {"9/3R5/9/4k4/9/9/9/9/4K4[] w - - 0 1", 112 * 112 - NONE}, // whoever is to move
        {"4k4/9/9/9/9/9/9/9/4KR3[] w - - 0 1", 114 * 114 - KING},
        {"3pk4/9/9/9/9/9/9/9/4K4[] w - - 0 1", KING - 114 * 114}, // the board turned
        {"4kp3/9/9/9/9/9/9/9/4K4[] w - - 0 1", 0},
        {"4k4/9/9/9/9/9/9/9/4K4[B] w - - 0 1", 0},
        {"4k4/9/9/9/9/9/9/9/4K4[BB] b - - 0 1", 116 * 116 - KING},
        {"4k4/9/9/9/9/9/9/9/4K4[bbb] b - - 0 1", KING - 116 * 116},
        {"4k4/9/9/9/9/9/9/9/4K3+R[] b - - 0 1", KING - 0}, // SECOND's view is clipped at 0
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct position position = setup_position(tables, cases[i].fen);
        int score = score_of(net, &position);
        // NET_SCORE_LIMIT is above all of them but the last.
        int right = cases[i].score > NET_SCORE_LIMIT    ? NET_SCORE_LIMIT
                    : cases[i].score < -NET_SCORE_LIMIT ? -NET_SCORE_LIMIT
                                                        : cases[i].score;
        if (score != right)
            fail_msg("%s: %d, not %d", cases[i].fen, score, right);
    }
    free(net);
    free(weights);
    free(tables);
    // Of two royals nobody can tell which one matters.
    tables = setup_tables("chu-shogi", "");
    weights = parsed(tables, FIRST_ONLY "offset,,mine,mine,0 1,9" ZEROS "\n");
    net = net_create(weights, tables);
    struct position one =
        setup_position(tables, "11k/12/12/12/12/12/12/12/12/12/12/3KR7 w - - 0 1");
    struct position two =
        setup_position(tables, "11k/12/12/12/12/12/12/12/12/12/12/3KR6+E w - - 0 1");
    assert_int_equal(score_of(net, &one), 109 * 109 - NONE);
    assert_int_equal(score_of(net, &two), 0);
    free(net);
    free(weights);
    free(tables);
}

// A mirror image of a piece is the piece: their weights are the same.
static void mirror_images_are_one_kind(void **state) {
    (void)state;
    struct tables *tables = setup_tables("kagamigi", "");
    struct net_inputs inputs;
    net_inputs_fill(&inputs, tables);
    int types = 0;
    for (Type type = 1; type < TYPES; type++)
        types += inputs.kind[type] >= 0;
    assert_true(inputs.mirrors && inputs.kinds < types);
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
    char folder[] = "/tmp/kagami-test-net-XXXXXX", values_path[64], net_path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(values_path, sizeof values_path, "%s/v.csv", folder);
    snprintf(net_path, sizeof net_path, "%s/v.net.csv", folder);
    struct tables *tables = setup_tables("minishogi", "");
    struct values plain, with;
    struct error error = {""};
    FILE *file = fopen(values_path, "w");
    assert_non_null(file);
    fputs("parameter,value\ntempo,20\n", file);
    fclose(file);
    assert_true(values_file_load(values_path, tables, &plain, &error));
    assert_string_equal(plain.beside[BESIDE_NET].path, "");
    file = fopen(net_path, "w");
    assert_non_null(file);
    fputs(FIRST_ONLY "distance,S,mine,theirs,1,30" ZEROS "\nhand,P,mine,,1,9" ZEROS "\n", file);
    fclose(file);
    assert_true(values_file_load(values_path, tables, &with, &error));
    assert_string_equal(with.beside[BESIDE_NET].path, net_path);
    assert_true(with.beside[BESIDE_NET].hash != 0);
    assert_int_not_equal(nodes_to_depth(tables, &with), nodes_to_depth(tables, &plain));
    file = fopen(net_path, "a");
    assert_non_null(file);
    fputs("hand,G,mine,,1," ONES "\n", file);
    fclose(file);
    assert_null(engine_create(tables, &with, 1 << 20, &error));
    assert_non_null(strstr(error.text, "was changed while its values were in use"));
    unlink(net_path);
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
        assert_true(estimate.beside[BESIDE_NET].hash == values.beside[BESIDE_NET].hash);
        if (!beside_load(&values, tables, &known, &error))
            fail_msg("%s", error.text);
        const struct net *net = known.of[BESIDE_NET];
        assert_true((net != NULL) == (values.beside[BESIDE_NET].hash != 0));
        shipped += net && net->unit;
        beside_free(&known);
        free(tables);
    }
    assert_true(shipped > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(faults_name_the_line),
        cmocka_unit_test(what_stands_is_seen_by_its_owner),
        cmocka_unit_test(mirror_images_are_one_kind),
        cmocka_unit_test(a_file_belongs_to_its_values),
        cmocka_unit_test(what_ships_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

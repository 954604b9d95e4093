// SPDX-License-Identifier: GPL-3.0-or-later
// A search that is called off within its first ply: its move comes from all moves, its score is the
// static evaluation.
#include "setup.h"

static struct search_result search(struct engine *engine, const struct position *position,
                                   uint64_t nodes) {
    struct search_result result;
    engine_new_game(engine);
    engine_search(engine, position, NULL, (struct limits){.nodes = nodes}, &result);
    return result;
}

// With one node nothing is searched. All shipped games, random positions of either side.
static void scores_by_static_evaluation(void **state) {
    (void)state;
    int unfinished = 0;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct engine *engine = setup_engine(tables);
        struct random random = random_init(7, (uint64_t)game, RANDOM_TEST);
        for (int number = 0; number < 20 / PART + 2; number++) {
            struct position position = setup_random(tables, &random, 5 * number + number % 2);
            struct search_result result = search(engine, &position, 1);
            if (result.depth > 0 || result.best == MOVE_NONE || score_is_mate(result.score))
                continue;
            unfinished++;
            struct position copy = position;
            assert_true(movegen_is_legal(&copy, result.best));
            assert_int_equal(result.score, engine_evaluate(engine, &position));
            assert_int_equal(result.pv_length, 1);
            assert_int_equal(result.pv[0], result.best);
        }
        engine_destroy(engine);
        free(tables);
    }
    assert_true(unfinished > 20);
}

// A Rook for nothing, wherever the list of moves has its capture.
static void takes_what_hangs(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    struct engine *engine = setup_engine(tables);
    static const char *const cases[][2] = {
        {"k8/9/9/4r4/9/9/9/4L4/8K[] w - - 0 1", "e2e6"},
        {"k8/9/9/4r4/9/2B6/9/9/8K[] w - - 0 1", "c4e6"},
        {"k8/9/9/r3G4/r8/G8/9/9/8K[] w - - 0 1", "a4a5"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct position position = setup_position(tables, cases[i][0]);
        char text[MOVE_TEXT];
        assert_string_equal(move_print(search(engine, &position, 1).best, text), cases[i][1]);
    }
    engine_destroy(engine);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_by_static_evaluation),
        cmocka_unit_test(takes_what_hangs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

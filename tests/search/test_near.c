// SPDX-License-Identifier: GPL-3.0-or-later
// Moves near the best: the ordinary search's move is the best one, others have the scores that a
// search of their own finds, and nothing depends on colours or takes more nodes than it may.
#include "engine.h"

#include "search.h"
#include "setup.h"

enum { POSITIONS = 40 / PART, MARGIN = 150, WIDE = 100000 };

static struct near_move *new_list(void) {
    struct near_move *list = malloc(MOVES_MAX * sizeof *list);
    assert_non_null(list);
    return list;
}

static bool has(const struct near_move *list, int count, Move move) {
    for (int i = 0; i < count; i++)
        if (list[i].move == move)
            return true;
    return false;
}

static void the_best_is_the_ordinary_move(void **state) {
    (void)state;
    struct tables *tables = setup_tables("kagamigi", "");
    struct engine *engine = setup_engine(tables);
    struct near_move *list = new_list(), *wide = new_list();
    int several = 0;
    for (uint64_t i = 0; i < POSITIONS; i++) {
        struct random random = random_init(3, i, RANDOM_TEST);
        struct position position;
        assert_true(random_game_position(tables, &random, (int)i % 20, &position));
        struct limits limits = {.nodes = 50 + 20 * i};
        struct search_result result;
        engine_new_game(engine);
        engine_search(engine, &position, NULL, limits, &result);
        int all = engine_near(engine, &position, NULL, limits, WIDE, wide);
        assert_true(engine->nodes <= NEAR_TIMES * limits.nodes);
        int count = engine_near(engine, &position, NULL, limits, 60, list);
        assert_in_range(count, 1, all);
        assert_true(list[0].move == result.best && wide[0].move == result.best);
        for (int k = 1; k < count; k++) {
            assert_in_range(list[0].score - list[k].score, 0, 60);
            for (int j = 0; j < k; j++)
                assert_true(list[j].move != list[k].move);
            assert_true(movegen_is_legal(&position, list[k].move));
        }
        several += count > 1;
        // No margin: the best alone, and what ties with it.
        count = engine_near(engine, &position, NULL, limits, 0, list);
        for (int k = 1; k < count; k++)
            assert_int_equal(list[k].score, list[0].score);
    }
    assert_true(several > 0); // else nothing was asked
    free(wide);
    free(list);
    engine_destroy(engine);
    free(tables);
}

// To a depth, without a limit of nodes: a move's score is that of the search that may play no
// other.
static void scores_are_those_of_searches(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "");
    struct engine *engine = setup_engine(tables);
    struct near_move *list = new_list();
    int compared = 0;
    for (uint64_t i = 0; i < POSITIONS; i++) {
        struct random random = random_init(4, i, RANDOM_TEST);
        struct position position;
        assert_true(random_game_position(tables, &random, (int)i % 20, &position));
        int count = engine_near(engine, &position, NULL, (struct limits){.depth = 1}, MARGIN, list);
        for (int k = 1; k < count; k++) {
            struct limits alone = {.depth = 1, .root_moves = &list[k].move, .root_move_count = 1};
            struct search_result result;
            engine_new_game(engine);
            engine_search(engine, &position, NULL, alone, &result);
            assert_int_equal(result.score, list[k].score);
            compared++;
        }
        // Nothing near was left out.
        Move moves[MOVES_MAX];
        const Move *end = movegen(&position, MOVES_ALL, moves);
        for (const Move *move = moves; move < end && count > 1; move++) {
            struct limits alone = {.depth = 1, .root_moves = move, .root_move_count = 1};
            struct search_result result;
            engine_new_game(engine);
            engine_search(engine, &position, NULL, alone, &result);
            assert_true(result.score < list[0].score - MARGIN || has(list, count, *move));
        }
    }
    assert_true(compared > POSITIONS);
    free(list);
    engine_destroy(engine);
    free(tables);
}

static void mates_are_alone(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "");
    struct engine *engine = setup_engine(tables);
    struct near_move *list = new_list();
    struct position mates = setup_position(tables, "4k/5/4G/5/K4[G] w - - 0 1");
    assert_int_equal(engine_near(engine, &mates, NULL, (struct limits){.nodes = 500}, WIDE, list),
                     1);
    assert_true(score_is_mate(list[0].score));
    struct position mated = setup_position(tables, "4k/4G/4R/5/K4[] b - - 0 1");
    assert_int_equal(engine_near(engine, &mated, NULL, (struct limits){.nodes = 500}, WIDE, list),
                     0);
    free(list);
    engine_destroy(engine);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_best_is_the_ordinary_move),
                                       cmocka_unit_test(scores_are_those_of_searches),
                                       cmocka_unit_test(mates_are_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

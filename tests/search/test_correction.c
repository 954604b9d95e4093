// SPDX-License-Identifier: GPL-3.0-or-later
// What the evaluation lacks: learned from searches, used by them alone, forgotten with the game.
#include "setup.h"

#include "search.h"

enum { GAIN = 300, PARTS = 3, LIMIT = 1024 };

// An engine that stands at the start of a game and knows nothing yet.
static struct engine *at_start(struct tables *tables) {
    struct engine *engine = setup_engine(tables);
    struct position start = setup_start(tables);
    engine_set_root(engine, &start, NULL);
    return engine;
}

static int lacks(struct engine *engine) {
    return engine_corrected(engine, 0) - engine_static(engine, 0);
}

static void follows_what_searches_find(void **state) {
    (void)state;
    const char *const games[] = {"kagamigi", "chu-seireigi", "minishogi"};
    for (int i = 0; i < ARRAY_LENGTH(games); i++) {
        struct tables *tables = setup_tables(games[i], "");
        struct engine *engine = at_start(tables);
        int found = engine_static(engine, 0) + GAIN;
        assert_int_equal(lacks(engine), 0);
        engine_correct(engine, 0, found, 1);
        int shallow = lacks(engine);
        struct position start = *engine->position;
        engine_new_game(engine);
        engine_set_root(engine, &start, NULL);
        assert_int_equal(lacks(engine), 0);
        engine_correct(engine, 0, found, 8);
        assert_true(0 < shallow && shallow < lacks(engine)); // deep searches say more
        for (int step = 0, last = lacks(engine); step < 100; step++, last = lacks(engine)) {
            engine_correct(engine, 0, found, 8);
            assert_in_range(lacks(engine), last, GAIN);
        }
        assert_in_range(lacks(engine), GAIN - 20, GAIN);
        engine_destroy(engine);
        free(tables);
    }
}

static void keeps_within_its_limit(void **state) {
    (void)state;
    struct tables *tables = setup_tables("kagamigi", "");
    struct engine *engine = at_start(tables);
    int most = PARTS * LIMIT * engine->param[PARAM_CORRECTION] / 1024;
    for (int step = 0; step < 1000; step++) {
        engine_correct(engine, 0, step % 100 < 50 ? 900000 : -900000, 60);
        assert_true(abs(lacks(engine)) <= most);
    }
    engine_destroy(engine);
    free(tables);
}

static void leaves_the_rest_alone(void **state) {
    (void)state;
    struct tables *tables = setup_tables("kagamigi", "");
    struct engine *engine = at_start(tables);
    struct position start = *engine->position;
    int evaluation = engine_evaluate(engine, &start), quiesced = engine_quiesce(engine, &start);
    engine_set_root(engine, &start, NULL);
    for (int step = 0; step < 10; step++)
        engine_correct(engine, 0, GAIN, 8);
    assert_true(lacks(engine) > 0);
    // The other side to move, in the same position, lacks nothing yet.
    engine_make_null(engine, 0);
    assert_int_equal(engine_corrected(engine, 1), engine_static(engine, 1));
    engine_unmake(engine, 0);
    // Labels of positions are the evaluation's own.
    assert_int_equal(engine_evaluate(engine, &start), evaluation);
    assert_int_equal(engine_quiesce(engine, &start), quiesced);
    engine->param[PARAM_CORRECTION] = 0;
    engine_set_root(engine, &start, NULL);
    assert_int_equal(lacks(engine), 0);
    engine_destroy(engine);
    free(tables);
}

static void games_without_drops_have_none(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-shogi", "");
    struct engine *engine = at_start(tables);
    engine_correct(engine, 0, engine_static(engine, 0) + GAIN, 8);
    assert_int_equal(lacks(engine), 0);
    engine_destroy(engine);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_what_searches_find),
        cmocka_unit_test(keeps_within_its_limit),
        cmocka_unit_test(leaves_the_rest_alone),
        cmocka_unit_test(games_without_drops_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine promises whatever it plays: the same search for the same question, exact limits,
// legal lines.
#include "setup.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "attacks.h"
#include "search.h"

static struct search_result search(struct engine *engine, const struct position *position,
                                   struct limits limits) {
    struct search_result result;
    engine_search(engine, position, NULL, limits, &result);
    return result;
}

static void assert_same(const struct search_result *a, const struct search_result *b) {
    assert_int_equal(a->best, b->best);
    assert_int_equal(a->score, b->score);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->pv_length, b->pv_length);
    assert_memory_equal(a->pv, b->pv, (size_t)a->pv_length * sizeof a->pv[0]);
}

static bool is_legal(const struct position *position, Move move) {
    struct position copy = *position;
    return movegen_is_legal(&copy, move);
}

static void same_search_again(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct engine *engine = setup_engine(tables), *other = setup_engine(tables);
        struct random random = random_init(13, (uint64_t)game, RANDOM_TEST);
        for (int number = 0; number < 12 / PART + 2; number++) {
            struct position position = setup_random(tables, &random, 10 * number + number % 2);
            struct limits limits = number % 3 ? (struct limits){.nodes = 3001 + 500 * number}
                                              : (struct limits){.depth = 4};
            engine_new_game(engine);
            struct search_result first = search(engine, &position, limits);
            engine_new_game(engine);
            struct search_result again = search(engine, &position, limits);
            assert_same(&first, &again);
            engine_new_game(other);
            struct search_result elsewhere = search(other, &position, limits);
            assert_same(&first, &elsewhere);
            // Neither is disturbed by what it searched before the new game.
            position = setup_random(tables, &random, number);
            search(other, &position, (struct limits){.nodes = 777});
        }
        engine_destroy(engine);
        engine_destroy(other);
        free(tables);
    }
}

enum { THREADS = 4, QUESTIONS = 6 };

struct job {
    const struct tables *tables;
    int thread;
    struct search_result results[QUESTIONS];
};

static void *ask(void *context) {
    struct job *job = context;
    struct values values;
    values_estimate(job->tables, &values);
    struct engine *engine = engine_create(job->tables, &values, 1 << 18, NULL);
    struct random random = random_init(17, 0, RANDOM_TEST);
    struct position positions[QUESTIONS];
    for (int i = 0; i < QUESTIONS; i++)
        if (!random_game_position(job->tables, &random, 20 * i, &positions[i]))
            return NULL;
    // Every thread asks the same questions, each beginning with another one.
    for (int i = 0; i < QUESTIONS; i++) {
        int question = (i + job->thread) % QUESTIONS;
        engine_new_game(engine);
        engine_search(engine, &positions[question], NULL, (struct limits){.nodes = 4000},
                      &job->results[question]);
    }
    engine_destroy(engine);
    return NULL;
}

static void same_search_in_threads(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct job *jobs = calloc(THREADS, sizeof *jobs);
        pthread_t threads[THREADS];
        assert_non_null(jobs);
        for (int i = 0; i < THREADS; i++) {
            jobs[i].tables = tables;
            jobs[i].thread = i;
            assert_int_equal(pthread_create(&threads[i], NULL, ask, &jobs[i]), 0);
        }
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        for (int i = 1; i < THREADS; i++)
            for (int question = 0; question < QUESTIONS; question++) {
                assert_true(jobs[0].results[question].nodes == 4000 ||
                            score_is_mate(jobs[0].results[question].score));
                assert_same(&jobs[0].results[question], &jobs[i].results[question]);
            }
        free(jobs);
        free(tables);
    }
}

static void node_limit_is_exact(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct engine *engine = setup_engine(tables);
        struct random random = random_init(19, (uint64_t)game, RANDOM_TEST);
        int reached = 0;
        for (uint64_t limit = 1; limit < 30000 / PART; limit += limit / 2 + 1) {
            struct position position = setup_random(tables, &random, (int)(limit % 60));
            engine_new_game(engine);
            struct search_result result =
                search(engine, &position, (struct limits){.nodes = limit});
            assert_true(result.nodes <= limit);
            reached += result.nodes == limit;
            if (result.nodes < limit) // only a proven mate ends a search before its limit
                assert_true(score_is_mate(result.score));
            assert_true(is_legal(&position, result.best));
            assert_true(result.pv_length == 0 || result.pv[0] == result.best);
            // Ended by its depth, it takes no more nodes than it needs.
            struct search_result shallow =
                search(engine, &position, (struct limits){.nodes = 1000000, .depth = 1});
            assert_int_equal(shallow.depth, 1);
            assert_true(shallow.nodes < 1000000);
        }
        assert_true(reached > 10);
        engine_destroy(engine);
        free(tables);
    }
}

// A longer search passes through the shorter one: iterations below the limit are the same.
static void limits_only_cut(void **state) {
    (void)state;
    struct tables *tables = setup_tables("kagamigi", "");
    struct engine *engine = setup_engine(tables);
    struct position position = setup_start(tables);
    struct search_result deep = search(engine, &position, (struct limits){.depth = 5});
    for (int depth = 1; depth <= 5; depth++) {
        engine_new_game(engine);
        struct search_result by_depth = search(engine, &position, (struct limits){.depth = depth});
        engine_new_game(engine);
        struct search_result by_nodes =
            search(engine, &position, (struct limits){.nodes = by_depth.nodes + 1});
        assert_int_equal(by_nodes.depth, depth);
        assert_int_equal(by_nodes.score, by_depth.score);
        assert_int_equal(by_nodes.nodes, by_depth.nodes + 1);
        if (depth == 5)
            assert_same(&by_depth, &deep);
    }
    engine_destroy(engine);
    free(tables);
}

static void lines_are_legal(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct engine *engine = setup_engine(tables);
        struct random random = random_init(23, (uint64_t)game, RANDOM_TEST);
        long moves = 0;
        for (int number = 0; number < 60 / PART; number++) {
            struct position position = setup_random(tables, &random, number);
            struct search_result result = search(engine, &position, (struct limits){.nodes = 3000});
            // Without a line it has not got through its first move, or all is lost: then any move
            // that the game allows.
            bool lost = !tables->legality && result.score == -SCORE_MATE;
            assert_true(result.pv_length ? result.pv[0] == result.best : result.depth == 0 || lost);
            assert_true(is_legal(&position, result.best));
            for (int i = 0; i < result.pv_length; i++) {
                struct undo undo;
                assert_true(is_legal(&position, result.pv[i]));
                position_make(&position, result.pv[i], &undo);
            }
            moves += result.pv_length;
        }
        assert_true(moves > 100 / PART);
        engine_destroy(engine);
        free(tables);
    }
}

// A search after quiescence and evaluation of other positions is the search without them.
static void quiescence_leaves_no_trace(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct engine *engine = setup_engine(tables), *other = setup_engine(tables);
        struct random random = random_init(29, (uint64_t)game, RANDOM_TEST);
        for (int number = 0; number < 20 / PART + 2; number++) {
            struct position position = setup_random(tables, &random, number);
            struct search_result plain = search(engine, &position, (struct limits){.nodes = 2000});
            struct search_result mixed = search(other, &position, (struct limits){.nodes = 2000});
            assert_same(&plain, &mixed);
            for (int i = 0; i < 10; i++) {
                struct position in_between = setup_random(tables, &random, 10 * number + i);
                int score = engine_quiesce(other, &in_between);
                engine_evaluate(other, &in_between);
                assert_int_equal(engine_quiesce(other, &in_between), score);
            }
        }
        engine_destroy(engine);
        engine_destroy(other);
        free(tables);
    }
}

// Out of check nobody is forced to capture; without a capture, or a mate, nothing changes.
static void quiescence_and_evaluation(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct engine *engine = setup_engine(tables);
        struct random random = random_init(31, (uint64_t)game, RANDOM_TEST);
        int quiet = 0, loud = 0;
        for (int number = 0; number < 400 / PART; number++) {
            struct position position = setup_random(tables, &random, number);
            Move list[MOVES_MAX];
            position.careful = true; // as the engine plays
            if (position_in_check(&position))
                continue;
            int evaluation = engine_evaluate(engine, &position);
            int score = engine_quiesce(engine, &position);
            assert_true(score >= evaluation);
            if (engine_mates(engine, 0))
                assert_int_equal(score, SCORE_MATE - 1);
            else if (movegen(&position, MOVES_CAPTURES, list) == list) {
                assert_int_equal(score, evaluation);
                quiet++;
            } else {
                loud += score > evaluation;
            }
        }
        assert_true(quiet > 0 && loud > 10 / PART);
        engine_destroy(engine);
        free(tables);
    }
}

struct iterations {
    struct engine *engine;
    int count, stop_at;
    uint64_t stopped_at; // nodes by then
    struct search_result last;
};

static void on_iteration(void *context, const struct search_result *result) {
    struct iterations *iterations = context;
    if (result->bound != BOUND_EXACT)
        return;
    iterations->count++;
    assert_int_equal(result->depth, iterations->count);
    assert_true(result->nodes > iterations->last.nodes || iterations->count == 1);
    iterations->last = *result;
    if (iterations->count == iterations->stop_at) {
        iterations->stopped_at = result->nodes;
        engine_stop(iterations->engine);
    }
}

static void iterations_and_stop(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    struct engine *engine = setup_engine(tables);
    struct position position = setup_start(tables);
    struct iterations iterations = {.engine = engine};
    engine_on_iteration(engine, on_iteration, &iterations);
    struct search_result result = search(engine, &position, (struct limits){.depth = 4});
    assert_int_equal(iterations.count, 4);
    assert_same(&iterations.last, &result);
    // Without any limit: stopped from outside, it answers with what it has.
    iterations = (struct iterations){.engine = engine, .stop_at = 3};
    engine_new_game(engine);
    result = search(engine, &position, (struct limits){0});
    assert_true(iterations.count >= 3);
    assert_int_equal(result.depth, iterations.count);
    assert_true(result.nodes - iterations.stopped_at <= 1024); // it looks up that often
    assert_true(is_legal(&position, result.best));
    // The next search is not stopped.
    engine_on_iteration(engine, NULL, NULL);
    assert_int_equal(search(engine, &position, (struct limits){.depth = 4}).depth, 4);
    result = search(engine, &position, (struct limits){.milliseconds = 20});
    assert_true(is_legal(&position, result.best));
    engine_destroy(engine);
    free(tables);
}

static void nothing_to_move(void **state) {
    (void)state;
    static const struct {
        const char *rules, *fen;
        int score;
    } cases[] = {
        {"", "4k4/4G4/4P4/9/9/9/9/9/4K4[] b - - 0 1", -SCORE_MATE},
        {"stalemate=draw", "4k4/4G4/4P4/9/9/9/9/9/4K4[] b - - 0 1", -SCORE_MATE},
        {"", "k8/2R6/9/9/9/9/9/9/1R2K4[] b - - 0 1", -SCORE_MATE},
        {"stalemate=draw", "k8/2R6/9/9/9/9/9/9/1R2K4[] b - - 0 1", SCORE_DRAW},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables("shogi", cases[i].rules);
        struct engine *engine = setup_engine(tables);
        struct position position = setup_position(tables, cases[i].fen);
        struct search_result result = search(engine, &position, (struct limits){.depth = 5});
        assert_int_equal(result.best, MOVE_NONE);
        assert_int_equal(result.pv_length, 0);
        assert_int_equal(result.nodes, 0);
        assert_int_equal(result.score, cases[i].score);
        engine_destroy(engine);
        free(tables);
    }
}

// Hands so full that there are many hundreds of moves, and a past of hundreds of plies.
static void crowded(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-seireigi", "");
    struct engine *engine = setup_engine(tables);
    struct position position =
        setup_position(tables, "6k5/12/12/12/12/12/12/12/12/12/12/5K6"
                               "[QIRBXOEWDUGSCTALNYPPPPPPqirbxoewdugsctalnypppppp] w - - 0 1");
    assert_true(movegen_count(&position) > 2000);
    struct search_result result = search(engine, &position, (struct limits){.nodes = 20000 / PART});
    assert_int_equal(result.nodes, 20000 / PART);
    assert_true(is_legal(&position, result.best));

    struct history history = history_init();
    struct random random = random_init(37, 0, RANDOM_TEST);
    position = setup_start(tables);
    Move list[MOVES_MAX], move = MOVE_NONE;
    for (int ply = 0; ply < 600; ply++) {
        history_push(&history, &position, move);
        int count = (int)(movegen(&position, MOVES_ALL, list) - list);
        if (count == 0)
            break;
        struct undo undo;
        move = list[random_below(&random, (uint32_t)count)];
        position_make(&position, move, &undo);
    }
    history_pop(&history);
    history_push(&history, &position, move);
    engine_search(engine, &position, &history, (struct limits){.nodes = 5000}, &result);
    assert_true(is_legal(&position, result.best) || !movegen_any(&position));
    history_destroy(&history);
    engine_destroy(engine);
    free(tables);
}

// What people read of scores: level is a half, sides share a whole, more is more, mates are
// certain.
static void expected_scores(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    struct values values;
    values_default(tables, &values);
    values.value[VALUE_PARAM + PARAM_LOGIT] = 400;
    struct engine *engine = engine_create_with(tables, &values, NULL, 1 << 16);
    assert_true(engine_expected(engine, SCORE_DRAW) == 0.5);
    assert_true(fabs(engine_expected(engine, 400) - 0.7311) < 1e-4);
    assert_true(fabs(engine_expected(engine, 800) - 0.8808) < 1e-4);
    double before = 0;
    for (int score = -12000; score <= 12000; score += 100) {
        double expected = engine_expected(engine, score);
        assert_true(expected > before && expected < 1);
        assert_true(fabs(expected + engine_expected(engine, -score) - 1) < 1e-12);
        before = expected;
    }
    assert_true(engine_expected(engine, SCORE_MATE - 5) == 1);
    assert_true(engine_expected(engine, -SCORE_MATE_BOUND) == 0);
    engine_destroy(engine);
    // Where nothing is fitted a fifth of the army counts as 400 did: 19 pieces beside the King.
    for (int i = 0; i < VALUE_TERM; i++)
        values.value[i] = values_uses(tables, i) ? 100 : 0;
    values.value[VALUE_PARAM + PARAM_LOGIT] = 0;
    engine = engine_create_with(tables, &values, NULL, 1 << 16);
    assert_true(fabs(engine_expected(engine, 380) - 0.7311) < 1e-4);
    engine_destroy(engine);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_search_again),         cmocka_unit_test(same_search_in_threads),
        cmocka_unit_test(node_limit_is_exact),       cmocka_unit_test(limits_only_cut),
        cmocka_unit_test(lines_are_legal),           cmocka_unit_test(quiescence_leaves_no_trace),
        cmocka_unit_test(quiescence_and_evaluation), cmocka_unit_test(iterations_and_stop),
        cmocka_unit_test(nothing_to_move),           cmocka_unit_test(crowded),
        cmocka_unit_test(expected_scores),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}

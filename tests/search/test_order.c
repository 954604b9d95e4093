// SPDX-License-Identifier: GPL-3.0-or-later
// The move picker: every legal move once, whatever it is told to try first, and in the order that
// order.h promises.
#include "setup.h"

#include "attacks.h"
#include "order.h"
#include "search.h"

// A game, an engine with a position on its board, and what may be picked there.
struct bench {
    struct tables *tables;
    struct engine *engine;
    struct random random;
    struct checks checks;
    Move legal[MOVES_MAX];
    int count;
};

static struct bench *bench_create(const char *name, uint64_t game) {
    struct bench *bench = malloc(sizeof *bench);
    assert_non_null(bench);
    bench->tables = setup_tables(name, "");
    bench->engine = setup_engine(bench->tables);
    bench->engine->param[PARAM_PRIOR] = 0; // history alone
    bench->random = random_init(11, game, RANDOM_TEST);
    return bench;
}

static void bench_destroy(struct bench *bench) {
    engine_destroy(bench->engine);
    free(bench->tables);
    free(bench);
}

static void place(struct bench *bench, const struct position *position) {
    struct search_result result;
    engine_search(bench->engine, position, NULL, (struct limits){.nodes = 1}, &result);
    struct position *board = bench->engine->position;
    movegen_checks(board, &bench->checks);
    bench->count = (int)(movegen(board, MOVES_ALL, bench->legal) - bench->legal);
}

static int find(const struct bench *bench, Move move) {
    for (int i = 0; i < bench->count; i++)
        if (bench->legal[i] == move)
            return i;
    return -1;
}

static bool captures(const struct bench *bench, Move move) {
    return position_is_capture(bench->engine->position, move);
}

// A legal move, nothing, any 32 bits, or a legal move with some bit wrong.
static Move any_move(struct bench *bench) {
    Move legal =
        bench->count ? bench->legal[random_below(&bench->random, (uint32_t)bench->count)] : 0;
    switch (random_below(&bench->random, 5)) {
    case 0:
        return MOVE_NONE;
    case 1:
        return random_u32(&bench->random);
    case 2:
        return legal ^ 1u << random_below(&bench->random, 32);
    default:
        return legal;
    }
}

static void random_history(struct bench *bench) {
    struct engine *engine = bench->engine;
    for (int i = 0; i < bench->count; i++) {
        Move move = bench->legal[i];
        int16_t value =
            (int16_t)((int)random_below(&bench->random, 2 * HISTORY_LIMIT) - HISTORY_LIMIT);
        if (move_is_drop(move))
            engine->drop_history[engine->position->side][move_dropped(move)][move_to(move)] = value;
        else
            engine->history[engine->position->board[move_from(move)]][move_to(move)] = value;
    }
}

// Picks everything and checks that each legal move (or capture) comes exactly once.
static void pick_all(struct bench *bench, Move table_move, bool captures_only, int skip_at) {
    int seen[MOVES_MAX] = {0};
    struct picker picker;
    int top = bench->engine->list_top, picked = 0, wanted = 0;
    picker_init(&picker, bench->engine, &bench->checks, 0, table_move, captures_only);
    for (Move move; (move = picker_next(&picker)); picked++) {
        int index = find(bench, move);
        if (index < 0)
            fail_msg("picked %08x, which is not legal", move);
        if (seen[index]++)
            fail_msg("picked %08x twice", move);
        if (picked >= skip_at && skip_at >= 0)
            assert_true(captures(bench, move));
        if (picked + 1 == skip_at)
            picker_skip_quiets(&picker);
    }
    assert_int_equal(picker_next(&picker), MOVE_NONE);
    picker_done(&picker);
    assert_int_equal(bench->engine->list_top, top);
    bool all = !captures_only || bench->checks.checkers;
    for (int i = 0; i < bench->count; i++) {
        bool capture = captures(bench, bench->legal[i]);
        wanted += all || capture;
        if (skip_at < 0)
            assert_int_equal(seen[i], all || capture);
        else if (capture)
            assert_int_equal(seen[i], 1);
    }
    if (skip_at < 0)
        assert_int_equal(picked, wanted);
}

static void each_move_once(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct bench *bench = bench_create(variant_builtin_name(game), (uint64_t)game);
        int in_check = 0, illegal = 0;
        for (int number = 0; number < 300 / PART; number++) {
            struct position position = setup_random(bench->tables, &bench->random, number);
            place(bench, &position);
            random_history(bench);
            for (int again = 0; again < 4; again++) {
                struct ply_state *ply = &bench->engine->stack[0];
                Move table_move = any_move(bench);
                ply->killers[0] = any_move(bench);
                do
                    ply->killers[1] = any_move(bench); // killers differ, as order_update has it
                while (ply->killers[1] == ply->killers[0] && ply->killers[0]);
                illegal += find(bench, table_move) < 0;
                pick_all(bench, table_move, again % 2, -1);
                if (!bench->checks.checkers && bench->count)
                    pick_all(bench, table_move, false,
                             1 + (int)random_below(&bench->random, (uint32_t)bench->count));
            }
            in_check += bench->checks.checkers > 0;
        }
        assert_true(in_check > 20 / PART && illegal > 100 / PART);
        bench_destroy(bench);
    }
}

enum { RANK_TABLE, RANK_GOOD, RANK_KILLER, RANK_QUIET, RANK_BAD, RANKS };

// Place of a move in the promised order.
static int rank_of(const struct bench *bench, Move move, Move table_move, const Move *killers) {
    const struct engine *engine = bench->engine;
    if (move == table_move)
        return RANK_TABLE;
    if (captures(bench, move))
        return see(&engine->weights, engine->position, move) >= 0 ? RANK_GOOD : RANK_BAD;
    return move == killers[0] || move == killers[1] ? RANK_KILLER : RANK_QUIET;
}

// A quiet move that is ordered by its history alone.
static bool plain(struct bench *bench, Move move) {
    struct position *board = bench->engine->position;
    if (move_is_drop(move) || move_is_promotion(move))
        return false;
    struct undo undo;
    position_make(board, move, &undo);
    bool checks = position_in_check(board);
    position_unmake(board, move, &undo);
    return !checks;
}

static void stages_in_order(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct bench *bench = bench_create(variant_builtin_name(game), (uint64_t)game + 100);
        int met[RANKS] = {0};
        for (int number = 0; number < 300 / PART; number++) {
            struct position position = setup_random(bench->tables, &bench->random, number);
            place(bench, &position);
            if (bench->checks.checkers)
                continue;
            random_history(bench);
            uint32_t count = (uint32_t)bench->count;
            Move table_move = bench->legal[random_below(&bench->random, count)];
            Move *killers = bench->engine->stack[0].killers;
            killers[0] = bench->legal[random_below(&bench->random, count)];
            killers[1] = bench->legal[random_below(&bench->random, count)];
            if (killers[0] == killers[1])
                continue;
            struct picker picker;
            int last = RANK_TABLE, last_history = HISTORY_LIMIT;
            picker_init(&picker, bench->engine, &bench->checks, 0, table_move, false);
            for (Move move; (move = picker_next(&picker));) {
                int rank = rank_of(bench, move, table_move, killers);
                if (rank < last)
                    fail_msg("kind %d after kind %d", rank, last);
                met[rank]++;
                last = rank;
                if (rank == RANK_QUIET && plain(bench, move)) {
                    assert_true(order_history(bench->engine, move) <= last_history);
                    last_history = order_history(bench->engine, move);
                }
            }
            picker_done(&picker);
        }
        for (int rank = 0; rank < RANKS; rank++)
            assert_true(met[rank] > 0);
        bench_destroy(bench);
    }
}

// From some move on only captures, promotions and checks come; of those each once, whenever that
// was said.
static void only_checks_and_promotions(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct bench *bench = bench_create(variant_builtin_name(game), (uint64_t)game + 200);
        int left_out = 0, promotions = 0, checks = 0;
        for (int number = 0; number < 300 / PART; number++) {
            struct position position = setup_random(bench->tables, &bench->random, number);
            place(bench, &position);
            if (bench->checks.checkers || !bench->count)
                continue;
            random_history(bench);
            int from = (int)random_below(&bench->random, (uint32_t)bench->count), picked = 0;
            int seen[MOVES_MAX] = {0};
            struct picker picker;
            picker_init(&picker, bench->engine, &bench->checks, 0, MOVE_NONE, false);
            for (Move move;; picked++) {
                if (picked == from)
                    picker_only_checks(&picker);
                if (!(move = picker_next(&picker)))
                    break;
                seen[find(bench, move)]++;
                bool quiet = !captures(bench, move) && !move_is_promotion(move);
                if (picked >= from && quiet && picker.stage == STAGE_NEXT_QUIET)
                    assert_true(picker_is_check(&picker, move));
            }
            for (int i = 0; i < bench->count; i++) {
                Move move = bench->legal[i];
                bool quiet = !captures(bench, move), promotes = move_is_promotion(move);
                bool wanted = !quiet || promotes || picker_is_check(&picker, move);
                assert_true(wanted ? seen[i] == 1 : seen[i] <= 1);
                left_out += !seen[i];
                promotions += quiet && promotes;
                checks += quiet && wanted && !promotes;
            }
            picker_done(&picker);
        }
        assert_true(left_out > 100 / PART && promotions > 20 / PART && checks > 20 / PART);
        bench_destroy(bench);
    }
}

static int won_at_sight(const struct bench *bench, Move move) {
    const struct weights *weights = &bench->engine->weights;
    const struct position *position = bench->engine->position;
    int won = weights->exchange[position_captured(position, move)] +
              weights->exchange[position_captured_via(position, move)];
    if (move_is_promotion(move))
        won += weights->promotion[position->board[move_from(move)]];
    return won;
}

// Captures on one square, or those that win something: each that is asked for comes once, whatever
// the table says, and no other.
static void limits_are_kept(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct bench *bench = bench_create(variant_builtin_name(game), (uint64_t)game + 300);
        int kept = 0, left_out = 0;
        for (int number = 0; number < 300 / PART; number++) {
            struct position position = setup_random(bench->tables, &bench->random, number);
            place(bench, &position);
            if (bench->checks.checkers || !bench->count)
                continue;
            const struct position *board = bench->engine->position;
            Square target = SQUARE_NONE;
            if (number % 2) {
                Move any = bench->legal[random_below(&bench->random, (uint32_t)bench->count)];
                for (int i = 0; i < bench->count; i++)
                    if (captures(bench, bench->legal[i]))
                        any = bench->legal[i];
                target = move_to(any);
            }
            int least = number % 4 == 1 ? -1 : (int)random_below(&bench->random, 1000);
            int seen[MOVES_MAX] = {0};
            struct picker picker;
            picker_init(&picker, bench->engine, &bench->checks, 0, any_move(bench), true);
            picker_limit(&picker, target, least);
            for (Move move; (move = picker_next(&picker));) {
                int index = find(bench, move);
                assert_true(index >= 0);
                seen[index]++;
            }
            picker_done(&picker);
            for (int i = 0; i < bench->count; i++) {
                Move move = bench->legal[i];
                bool royal = bench->tables->royal[position_captured(board, move)] ||
                             bench->tables->royal[position_captured_via(board, move)];
                bool wanted = captures(bench, move) && (!target || move_to(move) == target) &&
                              (royal || won_at_sight(bench, move) > least);
                assert_int_equal(seen[i], wanted);
                kept += wanted;
                left_out += captures(bench, move) && !wanted;
            }
        }
        assert_true(kept > 20 / PART && left_out > 20 / PART);
        bench_destroy(bench);
    }
}

// A table move that is not legal here must not be picked, one that is comes first, in check too.
static void table_move_first(void **state) {
    (void)state;
    struct bench *bench = bench_create("kagamigi", 7);
    for (int number = 0; number < 200 / PART; number++) {
        struct position position = setup_random(bench->tables, &bench->random, number);
        place(bench, &position);
        for (int i = 0; i < bench->count; i++) {
            struct picker picker;
            picker_init(&picker, bench->engine, &bench->checks, 0, bench->legal[i], false);
            assert_int_equal(picker_next(&picker), bench->legal[i]);
            picker_done(&picker);
        }
    }
    bench_destroy(bench);
}

// Pickers of deeper plies lie on the same stack and must leave the outer one alone.
static void nested(struct bench *bench, int ply, int depth) {
    struct engine *engine = bench->engine;
    struct checks checks;
    Move legal[MOVES_MAX];
    movegen_checks(engine->position, &checks);
    int count = (int)(movegen(engine->position, MOVES_ALL, legal) - legal), picked = 0;
    struct picker picker;
    picker_init(&picker, engine, &checks, ply, MOVE_NONE, false);
    for (Move move; (move = picker_next(&picker)); picked++) {
        if (depth == 0 || random_below(&bench->random, 16))
            continue;
        engine_make(engine, ply, move);
        nested(bench, ply + 1, depth - 1);
        engine_unmake(engine, ply);
    }
    picker_done(&picker);
    assert_int_equal(picked, count);
}

static void pickers_nest(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct bench *bench = bench_create(variant_builtin_name(game), (uint64_t)game + 200);
        for (int number = 0; number < 8 / PART + 4; number++) {
            struct position position = setup_random(bench->tables, &bench->random, number);
            place(bench, &position);
            nested(bench, 0, 3);
        }
        bench_destroy(bench);
    }
}

static void learning(void **state) {
    (void)state;
    struct bench *bench = bench_create("shogi", 9);
    struct position position = setup_start(bench->tables);
    place(bench, &position);
    struct engine *engine = bench->engine;
    engine_new_game(engine);
    Move a = bench->legal[0], b = bench->legal[1], c = bench->legal[2];
    const Move *killers = engine->stack[0].killers;
    order_update(engine, 0, a, &a, 1, 3);
    assert_int_equal(killers[0], a);
    order_update(engine, 0, b, (Move[]){a, c, b}, 3, 3);
    assert_int_equal(killers[0], b);
    assert_int_equal(killers[1], a);
    order_update(engine, 0, b, NULL, 0, 3); // the same again: both stay
    assert_int_equal(killers[0], b);
    assert_int_equal(killers[1], a);
    assert_true(order_history(engine, b) > 0 && order_history(engine, c) < 0);
    assert_true(order_history(engine, b) > order_history(engine, a));
    for (int i = 0; i < 100000 / PART; i++) {
        order_update(engine, 0, a, (Move[]){b, c, a}, 3, 90);
        assert_in_range(order_history(engine, a) + HISTORY_LIMIT, 0, 2 * HISTORY_LIMIT);
        assert_in_range(order_history(engine, b) + HISTORY_LIMIT, 0, 2 * HISTORY_LIMIT);
    }
    assert_true(order_history(engine, a) > HISTORY_LIMIT / 2);
    engine_new_game(engine);
    assert_int_equal(order_history(engine, a), 0);
    assert_int_equal(killers[0], MOVE_NONE);
    bench_destroy(bench);
}

// The short ways to a part of what is known: safety where nobody checks, drops that check.
static void short_ways(void **state) {
    (void)state;
    int checking = 0, pins = 0;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct bench *bench = bench_create(variant_builtin_name(game), (uint64_t)game);
        for (int number = 0; number < 400 / PART; number++) {
            struct position position = setup_random(bench->tables, &bench->random, number);
            struct checks checks, short_way;
            movegen_checks(&position, &checks);
            if (!position_in_check(&position)) {
                movegen_pins(&position, &short_way);
                assert_memory_equal(&checks, &short_way, sizeof checks);
                pins += checks.pin_count;
            }
            Move all[MOVES_MAX], drops[MOVES_MAX];
            const Move *end = movegen_with_checks(&position, &checks, MOVES_DROPS, all);
            const Move *last = movegen_with_checks(&position, &checks, MOVES_CHECKING_DROPS, drops);
            const Move *check = drops;
            for (const Move *move = all; move < end; move++) {
                struct undo undo;
                position_make(&position, *move, &undo);
                bool is_check = position_in_check(&position);
                position_unmake(&position, *move, &undo);
                if (is_check)
                    assert_true(check < last && *check++ == *move);
            }
            assert_ptr_equal(check, last);
            checking += (int)(last - drops);
        }
        bench_destroy(bench);
    }
    assert_true(checking > 1000 / PART && pins > 100 / PART);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_move_once),
        cmocka_unit_test(stages_in_order),
        cmocka_unit_test(only_checks_and_promotions),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(table_move_first),
        cmocka_unit_test(pickers_nest),
        cmocka_unit_test(learning),
        cmocka_unit_test(short_ways),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}

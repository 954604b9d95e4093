// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluation is linear in its values, symmetrical, and the same when kept up move by move.
#include "setup.h"

#include <string.h>

#include "attacks.h"
#include "search.h"
#include "trace_dot.h"

// Each game under its own rules and without drops.
static const char *const rule_sets[] = {"", "drops=off;zone=2"};

static void dot_is_eval(void **state) {
    (void)state;
    struct weights *weights = malloc(sizeof *weights);
    assert_non_null(weights);
    for (int game = 0; variant_builtin_name(game); game++)
        for (int set = 0; set < ARRAY_LENGTH(rule_sets); set++) {
            struct tables *tables = setup_tables(variant_builtin_name(game), rule_sets[set]);
            struct random random = random_init(7, (uint64_t)game, RANDOM_TEST);
            int promoted = 0, in_hand = 0;
            for (int number = 0; number < 1600 / PART; number++) {
                struct values values = setup_values(tables, &random);
                if (number % 10 == 0)
                    weights_build(weights, tables, &values);
                struct position position = setup_random(tables, &random, number);
                struct trace trace;
                trace_position(tables, &position, &trace);
                int score = eval_position(weights, &position);
                assert_int_equal(trace_dot(&trace, &weights->values),
                                 position.side == FIRST ? score : -score);
                for (int i = 0; i < VALUES; i++)
                    if (!values_uses(tables, i))
                        assert_int_equal(trace.feature[i], 0);
                for (int type = TYPE_PROMOTED; type < TYPES; type++)
                    promoted += trace.feature[VALUE_BOARD + type] != 0;
                for (int base = 1; base < BASE_TYPES; base++)
                    in_hand += trace.feature[VALUE_HAND + base] != 0;
            }
            assert_true(promoted > 100 / PART);
            assert_true((in_hand > 100 / PART) == tables->drops);
            free(tables);
        }
    free(weights);
}

// The same position seen from the other side of the board, with the colours exchanged.
static struct position turned(const struct position *position) {
    const struct tables *tables = position->tables;
    struct position other;
    position_clear(&other, tables);
    for (int file = 0; file < tables->files; file++)
        for (int rank = 0; rank < tables->ranks; rank++) {
            Piece piece = position->board[square_at(file, rank)];
            if (piece != PIECE_EMPTY)
                position_put(&other, piece_make(piece_type(piece), !piece_side(piece)),
                             square_at(tables->files - 1 - file, tables->ranks - 1 - rank));
        }
    for (enum side side = FIRST; side < SIDES; side++)
        for (Type base = 1; base < BASE_TYPES; base++)
            if (position->hand[side][base])
                position_set_hand(&other, !side, base, position->hand[side][base]);
    if (position->side == FIRST) {
        struct undo undo;
        position_make_null(&other, &undo);
    }
    return other;
}

static void both_sides_alike(void **state) {
    (void)state;
    struct weights *weights = malloc(sizeof *weights);
    assert_non_null(weights);
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct random random = random_init(8, (uint64_t)game, RANDOM_TEST);
        for (int number = 0; number < 400 / PART; number++) {
            struct values values = setup_values(tables, &random);
            int first_mover = values.value[VALUE_TERM + TERM_FIRST_MOVER];
            weights_build(weights, tables, &values);
            struct position position = setup_random(tables, &random, number);
            struct position other = turned(&position);
            int score = eval_position(weights, &position);
            int turned_score = eval_position(weights, &other);
            int bonus = position.side == FIRST ? first_mover : -first_mover;
            assert_int_equal(score - bonus, turned_score + bonus);
        }
        free(tables);
    }
    free(weights);
}

// What one piece more or less in hand, promoted or advanced changes, in shogi's centi-values.
static void known_differences(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    struct weights *weights = malloc(sizeof *weights);
    assert_non_null(weights);
    struct values values = {{0}};
    values.value[values_find("board.R")] = 1000;
    values.value[values_find("board.+R")] = 1300;
    values.value[values_find("hand.R")] = 1100;
    values.value[values_find("tempo")] = 7;
    values.value[values_find("first-mover")] = 30;
    values.value[values_find("advance.slide")] = 5;
    values.value[values_find("centre.slide")] = 11;
    weights_build(weights, tables, &values);
    static const struct {
        const char *fen;
        int score;
    } cases[] = {
        {"4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1", 30 + 7},
        {"4k4/9/9/9/9/9/9/9/4K4[] b - - 0 1", -30 + 7},
        {"4k4/9/9/9/9/9/9/9/4K4[R] w - - 0 1", 30 + 7 + 1100},
        {"4k4/9/9/9/9/9/9/9/4K4[r] w - - 0 1", 30 + 7 - 1100},
        {"4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1", 30 + 7 + 1000},
        {"4k4/9/9/9/2R6/9/9/9/4K4[] b - - 0 1", -30 + 7 - 1000 - 4 * 5 - 2 * 11},
        {"4k4/9/9/9/9/9/8+r/9/4K4[] b - - 0 1", -30 + 7 + 1300 + 6 * 5},
        {"r3k4/9/9/9/9/9/9/9/4K3R[] w - - 0 1", 30 + 7},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct position position = setup_position(tables, cases[i].fen);
        int score = eval_position(weights, &position);
        if (score != cases[i].score)
            fail_msg("%s: %d, not %d", cases[i].fen, score, cases[i].score);
    }
    // Exchange and promotion as the values say.
    Piece rook = piece_make(type_of_letter('R'), SECOND);
    assert_int_equal(weights->exchange[rook], 1000 + 1100);
    assert_int_equal(weights->exchange[rook | TYPE_PROMOTED], 1300 + 1100);
    assert_int_equal(weights->promotion[rook], 300);
    assert_int_equal(weights->promotion[rook | TYPE_PROMOTED], 0);
    assert_int_equal(weights->exchange[piece_make(type_of_letter('K'), FIRST)], 0);
    free(weights);
    free(tables);
}

// Nearness is 15 less the distance, for each piece; it counts by what is lost of 36 pieces, 12x12
// squares' quarter, and nothing where pieces are dropped.
static void the_hunt_for_a_king(void **state) {
    (void)state;
    struct weights *weights = malloc(sizeof *weights);
    assert_non_null(weights);
    struct values values = {{0}};
    values.value[values_find("king.hunt")] = 100;
    static const struct {
        const char *fen, *rules;
        int score;
    } cases[] = {
        // FIRST's Rook 7 and King 4 times 35/36, SECOND's King 4 times 34/36, rounded down
        {"11k/12/12/12/12/12/12/12/3R8/12/12/K11 w - - 0 1", "", 100 * (10 - 3)},
        {"11k/12/12/12/12/12/12/12/3R8/12/12/K11 b - - 0 1", "", -100 * (10 - 3)},
        {"11k/12/8R3/12/12/12/12/12/12/12/12/K11 w - - 0 1", "", 100 * (15 - 3)},
        {"11k/12/12/8r3/12/12/12/12/3R8/12/12/K11 w - - 0 1", "", 100 * (10 - 10)},
        {"11k/12/12/12/12/12/pppppppppppp/pppppppppppp/3R8/pppppppppppp/12/K11 w - - 0 1", "",
         -100 * ((4 + 99 + 104 + 111) * 34 / 36)}, // FIRST has no lead to hunt by
        {"11k/12/12/12/12/12/12/12/3R8/12/12/K11[] w - - 0 1", "drops=on", 0},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables("chu-shogi", cases[i].rules);
        assert_true(values_uses(tables, values_find("king.hunt")) == !tables->drops);
        weights_build(weights, tables, &values);
        struct position position = setup_position(tables, cases[i].fen);
        int score = eval_position(weights, &position);
        if (score != cases[i].score)
            fail_msg("%s: %d, not %d", cases[i].fen, score, cases[i].score);
        free(tables);
    }
    free(weights);
}

// Whole games through engine_make: material after every move, and back again; with a network under
// each game's own rules.
static void kept_up_over_games(void **state) {
    (void)state;
    enum { PLIES = 60 };
    for (int game = 0; variant_builtin_name(game); game++)
        for (int set = 0; set < ARRAY_LENGTH(rule_sets); set++) {
            struct tables *tables = setup_tables(variant_builtin_name(game), rule_sets[set]);
            struct random random = random_init(9, (uint64_t)game, RANDOM_TEST);
            struct values values = setup_values(tables, &random);
            struct net_weights *weights = setup_net_weights(tables, &random);
            struct net *net = net_create(weights, tables);
            const struct beside_known known = {.of = {[BESIDE_NET] = net}};
            struct engine *engine =
                engine_create_with(tables, &values, set ? NULL : &known, 1 << 16);
            int promotions = 0, drops = 0, captures = 0;
            for (int number = 0; number < 40 / PART + 12; number++) {
                struct position position = setup_random(tables, &random, number);
                struct search_result result;
                Move list[MOVES_MAX];
                int plies = 0;
                engine_search(engine, &position, NULL, (struct limits){.nodes = 1}, &result);
                for (; plies < PLIES; plies++) {
                    int kinds = 1 << random_below(&random, 3);
                    Move *end = movegen(engine->position, kinds, list);
                    if (end == list)
                        end = movegen(engine->position, MOVES_ALL, list);
                    if (end == list)
                        break;
                    Move move = list[random_below(&random, (uint32_t)(end - list))];
                    promotions += move_is_promotion(move);
                    drops += move_is_drop(move);
                    captures += position_is_capture(engine->position, move);
                    engine_make(engine, plies, move);
                    assert_int_equal(engine->stack[plies + 1].material,
                                     eval_material(&engine->weights, engine->position));
                    if (random_below(&random, 4) == 0)
                        continue; // not every ply is asked
                    assert_int_equal(engine_static(engine, plies + 1),
                                     engine_evaluate(engine, engine->position));
                    if (!set) {
                        struct net_sums fresh;
                        net_sum_up(net, engine->position, &fresh);
                        assert_memory_equal(&engine->stack[plies + 1].net, &fresh, sizeof fresh);
                    }
                    assert_int_equal(engine_in_check(engine, plies + 1),
                                     position_in_check(engine->position));
                }
                while (plies-- > 0)
                    engine_unmake(engine, plies);
                assert_memory_equal(engine->position->board, position.board, sizeof position.board);
                assert_int_equal(engine->stack[0].material,
                                 eval_material(&engine->weights, engine->position));
            }
            assert_true(promotions > 20 / PART && captures > 20 / PART);
            assert_true((drops > 20 / PART) == tables->drops);
            engine_destroy(engine);
            free(net);
            free(weights);
            free(tables);
        }
}

// A royal that is taken goes to nobody's hand, though its unpromoted form is no royal and would:
// taken on the target square and, by a Lion, on the way.
static void captured_prince_is_gone(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-shogi", "drops=on");
    struct random random = random_init(10, 0, RANDOM_TEST);
    struct values values = setup_values(tables, &random);
    struct engine *engine = engine_create(tables, &values, 1 << 16, NULL);
    assert_non_null(engine);
    assert_int_not_equal(values.value[values_find("hand.E")], 0);
    static const struct {
        const char *fen, *move;
        const char *hand; // FIRST's afterwards
    } cases[] = {
        {"11k/12/12/12/12/12/3+e8/12/12/3R8/12/K11[] w - - 0 1", "d3d6", ""},
        {"11k/12/12/12/12/12/3e8/12/12/3R8/12/K11[] w - - 0 1", "d3d6", "E"},
        {"11k/12/12/12/12/12/3+e8/3N8/12/12/12/K11[] w - - 0 1", "d5d6d7", ""},
        {"11k/12/12/12/12/12/3e8/3N8/12/12/12/K11[] w - - 0 1", "d5d6d7", "E"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct position position = setup_position(tables, cases[i].fen);
        struct search_result result;
        Move move;
        struct error error;
        engine_search(engine, &position, NULL, (struct limits){.nodes = 1}, &result);
        if (!move_parse(cases[i].move, engine->position, &move, &error))
            fail_msg("%s", error.text);
        engine_make(engine, 0, move);
        assert_int_equal(engine->position->hand[FIRST][type_of_letter('E')], *cases[i].hand != 0);
        assert_int_equal(engine->stack[1].material,
                         eval_material(&engine->weights, engine->position));
        engine_unmake(engine, 0);
    }
    int prince = values_find("board.+E"), elephant = values_find("board.E");
    Piece piece = piece_make(type_of_letter('E'), SECOND);
    assert_int_equal(engine->weights.exchange[piece | TYPE_PROMOTED], values.value[prince]);
    assert_int_equal(engine->weights.exchange[piece],
                     values.value[elephant] + values.value[values_find("hand.E")]);
    engine_destroy(engine);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dot_is_eval),        cmocka_unit_test(both_sides_alike),
        cmocka_unit_test(known_differences),  cmocka_unit_test(the_hunt_for_a_king),
        cmocka_unit_test(kept_up_over_games), cmocka_unit_test(captured_prince_is_gone),
    };
    return cmocka_run_group_tests_name("eval", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Where royals are captured and pieces may pass: a royal that can be taken is taken, the own one is
// kept as long as it can be, and a pass is a move like others.
#include "setup.h"

#include "attacks.h"
#include "outcome.h"
#include "search.h"

enum { NODES = 1500 };

static struct search_result search(struct engine *engine, const struct position *position,
                                   const struct history *history, uint64_t nodes) {
    struct search_result result;
    engine_new_game(engine);
    engine_search(engine, position, history, (struct limits){.nodes = nodes}, &result);
    return result;
}

// Does the move take the last royal of the other side?
static bool ends_the_game(const struct position *position, Move move) {
    struct position after = *position;
    struct undo undo;
    position_make(&after, move, &undo);
    return after.royal_count[after.side] == 0;
}

// Can the other side take the last royal of the side to move after the move?
static bool loses_royal(const struct position *position, Move move) {
    struct position after = *position;
    struct undo undo;
    Move list[MOVES_MAX];
    position_make(&after, move, &undo);
    const Move *end = movegen(&after, MOVES_CAPTURES, list);
    for (const Move *answer = list; answer < end; answer++)
        if (ends_the_game(&after, *answer))
            return true;
    return false;
}

// Pieces scattered with check to either side, and now and then a Prince.
static struct position any_position(const struct tables *tables, struct random *random,
                                    int number) {
    const struct scatter scatter = {.pieces = 16 + number % 16,
                                    .besiege = number % 3 == 0,
                                    .wanted = number % 4 ? 0 : type_of_letter('E') | TYPE_PROMOTED};
    struct position position;
    do {
        scatter_position(tables, &scatter, random, &position); // a check to either side will do
        if (random_below(random, 2))
            position_make_null(&position, &(struct undo){0});
    } while (!position.royal_count[FIRST] || !position.royal_count[SECOND] ||
             !movegen_any(&position));
    return position;
}

static void takes_and_keeps(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-shogi", "");
    struct engine *engine = setup_engine(tables);
    struct random random = random_init(61, 0, RANDOM_TEST);
    int taken = 0, taken_in_check = 0, kept = 0, lost = 0;
    for (int number = 0; number < 6000 / PART; number++) {
        struct position position = any_position(tables, &random, number);
        Move list[MOVES_MAX], *end = movegen(&position, MOVES_ALL, list);
        bool can_take = false, can_keep = false;
        for (const Move *move = list; move < end; move++) {
            can_take |= ends_the_game(&position, *move);
            can_keep |= !loses_royal(&position, *move);
        }
        bool in_check = position_in_check(&position);
        if (!can_take && !in_check && number % 8)
            continue;
        struct search_result result = search(engine, &position, NULL, NODES);
        char fen[FEN_TEXT], text[MOVE_TEXT];
        if (!movegen_is_legal(&position, result.best))
            fail_msg("%s: no legal move", fen_print(&position, fen));
        if (can_take) {
            if (!ends_the_game(&position, result.best) || result.score != SCORE_MATE - 1)
                fail_msg("%s: %s (%d) does not take the royal", fen_print(&position, fen),
                         move_print(result.best, text), result.score);
            taken++;
            taken_in_check += in_check;
        } else if (can_keep) {
            if (loses_royal(&position, result.best))
                fail_msg("%s: %s leaves the royal to be taken", fen_print(&position, fen),
                         move_print(result.best, text));
            kept += in_check;
        } else {
            assert_int_equal(result.score, -SCORE_MATE);
            lost++;
        }
    }
    assert_true(taken > 100 / PART && taken_in_check > 10 / PART);
    assert_true(kept > 100 / PART && lost > 5 / PART);
    engine_destroy(engine);
    free(tables);
}

// After a null move of ours and a pass of theirs the same position stands again: no repetition, or
// every Lion would make a draw of it.
static void passes_after_null(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-shogi", "");
    struct engine *engine = setup_engine(tables);
    struct position position =
        setup_position(tables, "6k5/12/12/3n8/12/12/12/12/3N8/12/12/6K5[] w - - 0 1");
    search(engine, &position, NULL, 1);
    engine_make_null(engine, 0);
    Move pass = setup_move(engine->position, "d9d10d9");
    engine_make(engine, 1, pass);
    assert_int_equal(engine->position->key, position.key);
    assert_int_equal(engine_repeats(engine, 2), 0);
    engine_unmake(engine, 1);
    engine_unmake(engine, 0);
    // Two passes played repeat.
    pass = setup_move(engine->position, "d4d5d4");
    engine_make(engine, 0, pass);
    pass = setup_move(engine->position, "d9d10d9");
    engine_make(engine, 1, pass);
    assert_int_equal(engine_repeats(engine, 2), 1);
    engine_unmake(engine, 1);
    engine_unmake(engine, 0);
    engine_destroy(engine);
    free(tables);
}

// FIRST attacks with every move and would lose by the fourth repetition; any other move is better.
static void perpetual_attack(void **state) {
    (void)state;
    static const char *const rounds[] = {"e4f4", "l12l11", "f4e4", "l11l12"};
    struct tables *tables = setup_tables("chu-shogi", "");
    struct engine *engine = setup_engine(tables);
    struct position position =
        setup_position(tables, "4k+e5g/12/12/12/12/12/12/12/4G7/12/K11/4RR6[] w - - 0 1");
    struct history history = history_init();
    history_push(&history, &position, MOVE_NONE);
    for (int ply = 0; ply < 11; ply++) {
        struct undo undo;
        Move move = setup_move(&position, rounds[ply % 4]);
        position_make(&position, move, &undo);
        history_push(&history, &position, move);
    }
    // SECOND closes the round and wins, for FIRST alone has attacked.
    struct search_result result = search(engine, &position, &history, 5000);
    struct position after = position;
    struct undo undo;
    Move last = setup_move(&position, "l11l12");
    position_make(&after, last, &undo);
    history_push(&history, &after, last);
    struct outcome outcome = outcome_of(&after, &history, last);
    assert_int_equal(outcome.result, RESULT_SECOND);
    assert_int_equal(outcome.termination, TERMINATION_PERPETUAL_ATTACK);
    assert_int_equal(result.best, last);
    assert_int_equal(result.score, SCORE_MATE - 1);
    history_destroy(&history);
    engine_destroy(engine);
    free(tables);
}

// Who wins at once, by whatever rule: the outcome of the game after each move says.
static enum result outcome_after(const struct position *position, Move move) {
    struct position after = *position;
    struct undo undo;
    position_make(&after, move, &undo);
    return outcome_of(&after, NULL, move).result;
}

// Does the move leave the other side's royal to be taken, whatever it does?
static bool mates(const struct position *position, Move move) {
    struct position after = *position;
    struct undo undo;
    position_make(&after, move, &undo);
    after.careful = true;
    return position_in_check(&after) && !movegen_any(&after);
}

// Few pieces, mostly one bare royal: searches take the win that the rule gives at once, and give
// none away by leaving the other side what it needs.
static void bare_royals(void **state) {
    (void)state;
    static const char *const rules[] = {"", "bare-royal=jcsa", "bare-royal=jcsa;royal=mate",
                                        "bare-royal=off"};
    for (int rule = 0; rule < ARRAY_LENGTH(rules); rule++) {
        struct tables *tables = setup_tables("chu-shogi", rules[rule]);
        struct engine *engine = setup_engine(tables);
        struct random random = random_init(67, (uint64_t)rule, RANDOM_TEST);
        int won = 0, avoided = 0, drawn = 0;
        for (int number = 0; number < 4000 / PART; number++) {
            struct scatter few = {.pieces = 3 + number % 3, .besiege = number % 2};
            struct position position;
            if (!scatter_position(tables, &few, &random, &position) || position_in_check(&position))
                continue;
            if (random_below(&random, 2))
                position_make_null(&position, &(struct undo){0});
            if (position_in_check(&position) || position_side_in_check(&position, !position.side) ||
                outcome_of(&position, NULL, MOVE_NONE).result != RESULT_NONE)
                continue;
            enum result win = position.side == FIRST ? RESULT_FIRST : RESULT_SECOND;
            Move list[MOVES_MAX], *end = movegen(&position, MOVES_ALL, list);
            int wins = 0, losses = 0, draws = 0;
            for (const Move *move = list; move < end; move++) {
                enum result result = outcome_after(&position, *move);
                wins += result == win;
                draws += result == RESULT_DRAW;
                losses += result != win && result != RESULT_DRAW && result != RESULT_NONE;
            }
            if (!wins && !losses && !draws)
                continue;
            struct search_result found;
            engine_new_game(engine);
            engine_search(engine, &position, NULL, (struct limits){.depth = 2}, &found);
            enum result result = outcome_after(&position, found.best);
            bool ends = result == win || mates(&position, found.best);
            if ((found.score == SCORE_MATE - 1) != ends || (wins && !ends)) {
                char fen[FEN_TEXT], text[MOVE_TEXT];
                fail_msg("%s: %s scores %d, %d moves win at once", fen_print(&position, fen),
                         move_print(found.best, text), found.score, wins);
            }
            won += result == win;
            drawn += result == RESULT_DRAW && found.score == SCORE_DRAW;
            if (losses < end - list && found.score > -SCORE_MATE_BOUND) {
                assert_true(result == RESULT_NONE || result == RESULT_DRAW || result == win);
                avoided += losses > 0;
            }
        }
        bool acts = rule < ARRAY_LENGTH(rules) - 1;
        if (!(acts ? won > 100 / PART && (PART > 1 || drawn > 10) && avoided > 0 : won < 100))
            fail_msg("%s: %d won, %d drawn, %d kept from a loss", rules[rule], won, drawn, avoided);
        engine_destroy(engine);
        free(tables);
    }
}

// SECOND's King alone can step into check only: no stalemate where that is legal. Its Pawns on the
// last rank shut it in: that is one.
static void careless_moves_left(void **state) {
    (void)state;
    static const struct {
        const char *fen, *move;
        bool shut_in;
    } cases[] = {
        {"12/12/4K7/12/12/12/12/12/1R10/6R5/2R9/k11[] w - - 0 1", "g3g2", false},
        {"12/12/4K7/12/12/12/12/12/12/8G3/pp10/kp10[] w - - 0 1", "i3i4", true},
    };
    for (int draw = 0; draw < 2; draw++)
        for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
            struct tables *tables = setup_tables("chu-shogi", draw ? "stalemate=draw;bare-royal=off"
                                                                   : "bare-royal=off");
            struct position position = setup_position(tables, cases[i].fen);
            Move move = setup_move(&position, cases[i].move);
            struct engine *engine = setup_engine(tables);
            struct search_result result;
            engine_search(engine, &position, NULL, (struct limits){.depth = 1}, &result);
            engine_make(engine, 0, move);
            int expected = draw && cases[i].shut_in ? SCORE_DRAW : -SCORE_MATE + 1;
            assert_int_equal(alphabeta(engine, -SCORE_INFINITE, SCORE_INFINITE, 1, 1, false),
                             expected);
            engine_unmake(engine, 0);
            engine_destroy(engine);
            free(tables);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_and_keeps),     cmocka_unit_test(passes_after_null),
        cmocka_unit_test(perpetual_attack),    cmocka_unit_test(bare_royals),
        cmocka_unit_test(careless_moves_left),
    };
    return cmocka_run_group_tests_name("royals", tests, NULL, NULL);
}

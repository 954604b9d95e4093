// SPDX-License-Identifier: GPL-3.0-or-later
// Searches play for what the referee says of each move, under every value of the rules that end
// games, in positions made for the rule to act in.
#include "setup.h"

#include <stdio.h>
#include <string.h>

#include "attacks.h"
#include "ending_positions.h"
#include "outcome.h"
#include "search.h"

enum { FLAT = 10, DEPTH = 2, DRAWS = 24 / PART + 1 };

// What each legal move leads to at once.
struct prospects {
    int count;
    Move list[MOVES_MAX];
    struct outcome outcome[MOVES_MAX];
    bool safe[MOVES_MAX]; // leaves no last royal to be taken: searches try no other
};

static enum result win_of(enum side side) {
    return side == FIRST ? RESULT_FIRST : RESULT_SECOND;
}

static void look_ahead(struct position *position, struct history *history,
                       struct prospects *prospects) {
    const struct history *past = history->count ? history : NULL;
    prospects->count =
        (int)(outcome_legal_moves(position, past, prospects->list) - prospects->list);
    for (int i = 0; i < prospects->count; i++) {
        Move move = prospects->list[i];
        struct undo undo;
        position_make(position, move, &undo);
        if (past)
            history_push(history, position, move);
        prospects->outcome[i] = outcome_of(position, past, move);
        prospects->safe[i] = !position_side_in_check(position, !position->side);
        if (past)
            history_pop(history);
        position_unmake(position, move, &undo);
    }
}

// Holds a search of the side to move against that. NULL, or what is wrong.
static const char *search_wrong(const struct prospects *prospects, enum side us,
                                const struct search_result *result) {
    bool wins = false, draws = false, loses = true, any = false;
    const struct outcome *chosen = NULL;
    for (int i = 0; i < prospects->count; i++) {
        const struct outcome *outcome = &prospects->outcome[i];
        wins |= outcome->result == win_of(us);
        draws |= prospects->safe[i] && outcome->result == RESULT_DRAW;
        loses &= !prospects->safe[i] || outcome->result == win_of(!us);
        any |= prospects->safe[i];
        if (prospects->list[i] == result->best)
            chosen = outcome;
    }
    if (!chosen)
        return "chose a move that is illegal";
    if (wins)
        return result->score == SCORE_MATE - 1 ? NULL : "did not see that it wins";
    if (!any)
        return NULL;
    if (loses)
        return result->score == -SCORE_MATE + 1 ? NULL : "did not see that it is lost";
    if (chosen->result == win_of(!us))
        return "chose to lose";
    if (draws && result->score < SCORE_DRAW)
        return "behind, did not take the draw";
    if (chosen->result == RESULT_DRAW && result->score != SCORE_DRAW)
        return "took a draw for something else";
    return NULL;
}

static void set_flat(struct engine *engine, int worth) {
    struct values values;
    values_defaults(&values);
    memset(values.value, 0, VALUES * sizeof *values.value);
    for (int i = 0; i < VALUE_TERM; i++)
        values.value[i] = values_uses(engine->tables, i) ? worth : 0;
    weights_build(&engine->weights, engine->tables, &values);
    engine_new_game(engine);
}

// Goes round a cycle, up to the move that closes it for the first, second or third time. False when
// there is none or the game ends before.
static bool go_round(struct position *position, struct random *random, struct history *history) {
    struct cycle cycle;
    struct undo undo;
    if (!cycle_find(position, random_below(random, 4) != 0, random, &cycle))
        return false;
    int plies = 3 + 4 * (int)random_below(random, 3);
    history_push(history, position, MOVE_NONE);
    for (int ply = 0; ply < plies; ply++) {
        Move move = cycle.moves[ply % 4];
        if (movegen_count(position) < 4 || !outcome_is_legal(position, history, move))
            return false;
        position_make(position, move, &undo);
        history_push(history, position, move);
        if (outcome_of(position, history, move).result != RESULT_NONE)
            return false;
    }
    return movegen_count(position) >= 4;
}

// Where the rule may act by the next move. False when the pieces did not fall so.
static bool draw(const struct tables *tables, enum rule rule, struct random *random,
                 struct history *history, struct position *position) {
    struct scatter scatter = {.pieces = 12, .in_hand = 2, .besiege = random_below(random, 2)};
    history_clear(history);
    switch (rule) {
    case RULE_IMPASSE:
        return tables->impasse_points[FIRST] && impasse_position(tables, random, position);
    case RULE_STALEMATE:
        scatter = (struct scatter){.pieces = 8, .lone = true, .besiege = true};
        return scatter_position(tables, &scatter, random, position);
    case RULE_BARE_ROYAL:
        scatter.pieces = 2 + (int)random_below(random, 3);
        return scatter_position(tables, &scatter, random, position);
    case RULE_REPETITION:
        scatter = (struct scatter){.pieces = tables->files + 2, .in_hand = 1};
        return scatter_position(tables, &scatter, random, position) &&
               go_round(position, random, history);
    case RULE_PAWN_DROP_MATE:
        scatter.besiege = true;
        if (!scatter_position(tables, &scatter, random, position))
            return false;
        position_set_hand(position, FIRST, tables->variant.pawn, 1);
        return true;
    default:
        return scatter_position(tables, &scatter, random, position);
    }
}

static int try_rule(const struct tables *tables, enum rule rule, struct random *random) {
    static struct prospects prospects;
    struct engine *engine = setup_engine(tables);
    struct history history = history_init();
    struct position position;
    int seen = 0;
    for (int tries = 0; tries < 20000 && seen < DRAWS; tries++) {
        if (!draw(tables, rule, random, &history, &position) ||
            outcome_of(&position, NULL, MOVE_NONE).result != RESULT_NONE)
            continue;
        const struct history *past = history.count ? &history : NULL;
        struct search_result result;
        char fen[FEN_TEXT];
        look_ahead(&position, &history, &prospects);
        if (prospects.count == 0)
            continue;
        set_flat(engine, FLAT);
        if (engine_evaluate(engine, &position) > 0) // so that a draw is worth having
            set_flat(engine, -FLAT);
        engine_search(engine, &position, past, (struct limits){.depth = DEPTH}, &result);
        const char *wrong = search_wrong(&prospects, position.side, &result);
        if (wrong)
            fail_msg("%s: a search %s (%s)", rule_value_name(rule, tables->rules.value[rule]),
                     wrong, fen_print(&position, fen));
        seen++;
    }
    history_destroy(&history);
    engine_destroy(engine);
    return seen;
}

// Wins by squares, which no game of the program has: Kings and Golds, on the last two ranks.
static void flags(void **state) {
    (void)state;
    for (int value = 0; value < rule_value_count(RULE_FLAG); value++) {
        struct variant variant;
        struct error error;
        struct tables *tables = malloc(sizeof *tables);
        assert_non_null(tables);
        assert_true(variant_load("minishogi", &variant, &error));
        variant.flag[type_of_letter('K')] = variant.flag[type_of_letter('G')] = true;
        variant.flag_squares[FIRST][4] = variant.flag_squares[SECOND][0] = 0x1F;
        variant.flag_squares[FIRST][3] = 1;
        variant.flag_squares[SECOND][1] = 0x10;
        variant.has_rule[RULE_FLAG] = true;
        variant.rules.value[RULE_FLAG] = value;
        assert_true(tables_build(tables, &variant, &variant.rules, &error));
        struct random random = random_init(62, (uint64_t)value, RANDOM_TEST);
        assert_int_equal(try_rule(tables, RULE_FLAG, &random), DRAWS);
        free(tables);
    }
}

static void every_value_of_every_ending(void **state) {
    (void)state;
    static const enum rule rules[] = {RULE_PAWN_DROP_MATE, RULE_REPETITION, RULE_STALEMATE,
                                      RULE_IMPASSE,        RULE_ROYAL,      RULE_BARE_ROYAL};
    for (int game = 0; variant_builtin_name(game); game++)
        for (int i = 0; i < ARRAY_LENGTH(rules); i++)
            for (int value = 0; value < rule_value_count(rules[i]); value++) {
                const char *name = variant_builtin_name(game);
                char text[64];
                struct variant variant;
                struct error error;
                assert_true(variant_load(name, &variant, &error));
                if (!variant.has_rule[rules[i]])
                    continue;
                snprintf(text, sizeof text, "%s=%s", rule_name(rules[i]),
                         rule_value_name(rules[i], value));
                struct tables *tables = setup_tables(name, text);
                struct random random =
                    random_init(61, (uint64_t)game * 64 + (uint64_t)(8 * i + value), RANDOM_TEST);
                int seen = try_rule(tables, rules[i], &random);
                bool acts = rules[i] != RULE_IMPASSE || tables->impasse_points[FIRST];
                assert_int_equal(seen, acts ? DRAWS : 0);
                free(tables);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_value_of_every_ending),
                                       cmocka_unit_test(flags)};
    return cmocka_run_group_tests_name("prospects", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A toggle that acts on the end of games is changed: in positions where it acts, the outcome must
// be what the rule says under either value, and searches must play for it.
#include <stdlib.h>

#include "attacks.h"
#include "notation.h"
#include "outcome.h"
#include "selftest_parts.h"

enum {
    HASH = 1 << 16,
    FLAT = 10,     // what every man is worth where only the end of the game should count
    WITNESSES = 6, // positions in which the rule acts
    TRIES = 60000,
    DEPTH = 2
};

// The two sets of rules that are compared: [0] in force, [1] with the other value.
struct pair {
    struct proving *proving;
    const struct tables *tables[2];
    struct engine *engine[2];
    struct random random;
    bool noticed; // searches differ, in `at`, with `result`
    struct position at;
    struct search_result result[2];
};

static void fail_at(struct pair *pair, enum proof proof, const struct position *where, int which,
                    const char *what) {
    enum rule rule = pair->proving->rule;
    prove(pair->proving, proof, VERDICT_FAILED, where, "%s: %s",
          rule_value_name(rule, pair->tables[which]->rules.value[rule]), what);
}

static void no_effect(struct pair *pair, enum proof proof, const char *why) {
    prove(pair->proving, proof, VERDICT_IMPOSSIBLE, NULL, "no effect possible: %s", why);
}

// Concludes from the witnesses: `what` they are.
static void conclude(struct pair *pair, int witnesses, const char *what) {
    struct proving *proving = pair->proving;
    const struct search_result *result = pair->result;
    if (witnesses)
        prove(proving, PROOF_ENDING, VERDICT_PASSED, NULL, "%d %s under either value", witnesses,
              what);
    else
        prove(proving, PROOF_ENDING, VERDICT_FAILED, NULL, "found no %s", what);
    prove_searches(proving, pair->noticed ? &pair->at : NULL, &result[0], &result[1]);
}

static bool translate(const struct position *position, const struct tables *tables,
                      struct position *other) {
    char fen[FEN_TEXT];
    return fen_parse(fen_print(position, fen), tables, other, NULL);
}

static struct values flat_values(const struct tables *tables, int worth) {
    struct values values = {{0}};
    for (int i = 0; i < VALUE_TERM; i++)
        if (values_uses(tables, i))
            values.value[i] = worth;
    return values;
}

// Searches under both rules and keeps the first results that differ.
static void search_both(struct pair *pair, const struct position *position,
                        const struct history *history, struct search_result result[2]) {
    for (int i = 0; i < 2; i++)
        result[i] = proving_search(pair->engine[i], &position[i], history, DEPTH);
    if (pair->noticed || !results_differ(&result[0], &result[1]))
        return;
    pair->noticed = true;
    pair->at = position[0];
    pair->result[0] = result[0];
    pair->result[1] = result[1];
}

static struct outcome outcome_after(const struct position *position, Move move) {
    struct position after = *position;
    struct undo undo;
    position_make(&after, move, &undo);
    return outcome_of(&after, NULL, move);
}

static enum result win_of(enum side side) {
    return side == FIRST ? RESULT_FIRST : RESULT_SECOND;
}

static bool outcome_is(struct outcome outcome, enum result result, enum termination termination) {
    return outcome.result == result && outcome.termination == termination;
}

// Pawn-drop mate

// The rules with Pawn-drop mates allowed: there they can be looked for. Owned by the caller.
static struct tables *tables_with_drop_mates(const struct tables *tables) {
    struct tables *allowing = malloc(sizeof *allowing);
    struct rules rules = tables->rules;
    rules.value[RULE_PAWN_DROP_MATE] = PAWN_DROP_MATE_LEGAL;
    if (allowing && tables_build(allowing, &tables->variant, &rules, NULL))
        return allowing;
    free(allowing);
    return NULL;
}

static Move mating_pawn_drop(struct position *position) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_DROPS, list);
    for (const Move *move = list; move < end; move++) {
        if (move_dropped(*move) != position->tables->variant.pawn)
            continue;
        struct undo undo;
        position_make(position, *move, &undo);
        bool mates = position_in_check(position) && !movegen_any(position);
        position_unmake(position, *move, &undo);
        if (mates)
            return *move;
    }
    return MOVE_NONE;
}

// Outcome and search of a position in which `move` drops a Pawn with mate. NULL, or what is wrong.
static const char *drop_mate_wrong(struct position *position, Move move,
                                   const struct search_result *result) {
    struct outcome outcome = outcome_after(position, move);
    enum side us = position->side;
    bool legal = movegen_is_legal(position, move);
    switch (position->tables->rules.value[RULE_PAWN_DROP_MATE]) {
    case PAWN_DROP_MATE_ILLEGAL:
        return legal                  ? "a Pawn drop that mates is legal"
               : result->best == move ? "a search chose it"
                                      : NULL;
    case PAWN_DROP_MATE_LEGAL:
        return !legal ? "a Pawn drop that mates is illegal"
               : !outcome_is(outcome, win_of(us), TERMINATION_CHECKMATE) ? "it does not win"
               : result->score != SCORE_MATE - 1 ? "a search did not see the mate"
                                                 : NULL;
    default:
        return !legal ? "a Pawn drop that mates is illegal"
               : !outcome_is(outcome, win_of(!us), TERMINATION_PAWN_DROP_MATE) ? "it does not lose"
               : result->best == move                                          ? "a search chose it"
                                                                               : NULL;
    }
}

static void prove_pawn_drop_mate(struct pair *pair) {
    const struct variant *variant = &pair->tables[0]->variant;
    if (!variant->pawn || !pair->tables[0]->drops) {
        no_effect(pair, PROOF_ENDING, variant->pawn ? "nothing is dropped" : "there is no Pawn");
        return;
    }
    struct tables *allowing = tables_with_drop_mates(pair->tables[0]);
    if (!allowing) {
        pair->proving->out_of_memory = true;
        return;
    }
    const struct scatter scatter = {.men = 12, .in_hand = 2, .besiege = true};
    int witnesses = 0;
    for (int tries = 0; tries < TRIES && witnesses < WITNESSES; tries++) {
        struct position at, boards[2];
        if (!scatter_position(allowing, &scatter, &pair->random, &at))
            continue;
        position_set_hand(&at, FIRST, variant->pawn, 1);
        Move move = mating_pawn_drop(&at);
        if (!move || !translate(&at, pair->tables[0], &boards[0]) ||
            !translate(&at, pair->tables[1], &boards[1]))
            continue;
        struct search_result result[2];
        search_both(pair, boards, NULL, result);
        for (int i = 0; i < 2; i++) {
            const char *wrong = drop_mate_wrong(&boards[i], move, &result[i]);
            if (wrong) {
                fail_at(pair, PROOF_ENDING, &boards[i], i, wrong);
                goto cleanup;
            }
        }
        witnesses++;
    }
    conclude(pair, witnesses, "mates by a Pawn drop");
cleanup:
    free(allowing);
}

// Stalemate

static bool stalemates(const struct position *position, Move move) {
    struct position after = *position;
    struct undo undo;
    position_make(&after, move, &undo);
    return !position_in_check(&after) && !movegen_any(&after);
}

// Two legal moves of that kind at least, or none: a search that picks one by chance proves nothing.
static Move stalemating_move(struct position *position, bool *mate_in_one) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_ALL, list), found = MOVE_NONE;
    *mate_in_one = false;
    for (const Move *move = list; move < end; move++) {
        if (stalemates(position, *move))
            found = *move;
        else if (outcome_after(position, *move).termination == TERMINATION_CHECKMATE)
            *mate_in_one = true;
    }
    return found;
}

// With all men worth less than nothing the side that has them wants the draw.
static const char *stalemate_wrong(const struct position *position, Move move,
                                   const struct search_result *result) {
    bool draw = position->tables->rules.value[RULE_STALEMATE] == STALEMATE_DRAW;
    struct outcome outcome = outcome_after(position, move);
    if (!outcome_is(outcome, draw ? RESULT_DRAW : win_of(position->side), TERMINATION_STALEMATE))
        return draw ? "stalemate is no draw" : "stalemate does not lose";
    if (draw ? result->score < SCORE_DRAW : result->score != SCORE_MATE - 1)
        return "a search did not see it";
    if (draw && result->score == SCORE_MATE - 1)
        return "a search took it for a win";
    return NULL;
}

static void prove_stalemate(struct pair *pair) {
    const struct values flat = flat_values(pair->tables[0], -FLAT);
    for (int i = 0; i < 2; i++)
        proving_set_values(pair->engine[i], &flat);
    const struct scatter scatter = {.men = 8, .lone = true, .besiege = true};
    int witnesses = 0;
    for (int tries = 0; tries < TRIES && witnesses < WITNESSES; tries++) {
        struct position boards[2];
        bool mate_in_one;
        if (!scatter_position(pair->tables[0], &scatter, &pair->random, &boards[0]))
            continue;
        Move move = stalemating_move(&boards[0], &mate_in_one);
        if (!move || mate_in_one || !translate(&boards[0], pair->tables[1], &boards[1]))
            continue;
        struct search_result result[2];
        search_both(pair, boards, NULL, result);
        for (int i = 0; i < 2; i++) {
            const char *wrong = stalemate_wrong(&boards[i], move, &result[i]);
            if (wrong) {
                fail_at(pair, PROOF_ENDING, &boards[i], i, wrong);
                return;
            }
        }
        witnesses++;
    }
    conclude(pair, witnesses, "stalemates");
}

// Repetition

// Plies of the cycle after which the game is over, or after which the next move of it is illegal.
static int cycle_length(const struct tables *tables) {
    switch (tables->rules.value[RULE_REPETITION]) {
    case REPETITION_THREEFOLD_DRAW:
        return 8;
    case REPETITION_FORBIDDEN:
        return 3;
    case REPETITION_FORBIDDEN_FOURTH:
        return 11;
    default:
        return 12;
    }
}

static bool forbids(const struct tables *tables) {
    int value = tables->rules.value[RULE_REPETITION];
    return value == REPETITION_FORBIDDEN || value == REPETITION_FORBIDDEN_FOURTH;
}

static bool allowed(struct position *position, const struct history *history, Move move) {
    Move list[MOVES_MAX], *end = outcome_legal_moves(position, history, list);
    for (const Move *legal = list; legal < end; legal++)
        if (*legal == move)
            return true;
    return false;
}

// Goes round the cycle until the rule acts. NULL, or what is wrong.
static const char *cycle_wrong(const struct position *start, const struct cycle *cycle,
                               struct history *history) {
    const struct tables *tables = start->tables;
    int length = cycle_length(tables);
    for (int plies = 0; plies <= length; plies++) {
        struct position position;
        if (!cycle_play(start, cycle, plies, history, &position))
            return "out of memory";
        Move last = plies ? cycle->moves[(plies - 1) % 4] : MOVE_NONE;
        struct outcome outcome = outcome_of(&position, history, last);
        bool over = plies == length && !forbids(tables);
        bool perpetual =
            over && cycle->checks && tables->rules.value[RULE_REPETITION] == REPETITION_FOURFOLD;
        if (perpetual) {
            if (!outcome_is(outcome, win_of(start->side), TERMINATION_PERPETUAL_CHECK))
                return "constant check does not lose";
        } else if (over) {
            if (!outcome_is(outcome, RESULT_DRAW, TERMINATION_REPETITION))
                return "the last repetition is no draw";
        } else if (outcome.result != RESULT_NONE) {
            return "the game is over too early";
        } else if (allowed(&position, history, cycle->moves[plies % 4]) == (plies == length)) {
            return plies == length ? "the move that repeats is legal"
                                   : "a move that does not repeat too often is illegal";
        }
    }
    return NULL;
}

// The search before the move that closes the cycle once more, by a side that wants a draw.
static const char *closing_wrong(const struct position *position, const struct cycle *cycle,
                                 int plies, const struct search_result *result) {
    int value = position->tables->rules.value[RULE_REPETITION];
    bool barred = forbids(position->tables) && plies >= cycle_length(position->tables);
    bool loses = cycle->checks && value == REPETITION_FOURFOLD;
    if ((barred || loses) && result->best == cycle->moves[3])
        return barred ? "a search chose a move that is forbidden"
                      : "a search went on with constant check";
    if (!barred && !loses && result->score < SCORE_DRAW)
        return "a search that is behind did not take the draw";
    return NULL;
}

// Gives both engines values by which the side to move is behind. False when it is level.
static bool set_behind(struct pair *pair, const struct position *position) {
    const struct values flat = flat_values(pair->tables[0], FLAT);
    proving_set_values(pair->engine[0], &flat);
    int score = engine_evaluate(pair->engine[0], position);
    const struct values values = flat_values(pair->tables[0], score < 0 ? FLAT : -FLAT);
    for (int i = 0; i < 2; i++)
        proving_set_values(pair->engine[i], &values);
    return score != 0;
}

// One cycle: the course of the game under both values, then searches after one and three rounds.
// NULL, or what is wrong under tables[*which].
static const char *repetition_wrong(struct pair *pair, const struct position starts[2],
                                    const struct cycle *cycle, struct history *history,
                                    int *which) {
    const char *wrong = NULL;
    for (*which = 0; *which < 2; ++*which)
        if ((wrong = cycle_wrong(&starts[*which], cycle, history)))
            return wrong;
    for (int plies = 3; plies <= 11; plies += 8) {
        struct position boards[2];
        for (int i = 0; i < 2; i++)
            if (!cycle_play(&starts[i], cycle, plies, history, &boards[i]))
                return "out of memory";
        Move list[MOVES_MAX];
        if (movegen(&boards[0], MOVES_ALL, list) - list < 4 || !set_behind(pair, &boards[0]))
            continue;
        struct search_result result[2];
        search_both(pair, boards, history, result);
        for (*which = 0; *which < 2; ++*which)
            if ((wrong = closing_wrong(&boards[*which], cycle, plies, &result[*which])))
                return wrong;
    }
    return NULL;
}

// True when nothing but repetition can end the game on the way round: there are other moves, and
// nobody can declare.
static bool leaves_ways_out(const struct position *start, const struct cycle *cycle) {
    struct position position = *start;
    for (int i = 0; i < 4; i++) {
        struct undo undo;
        if (movegen_count(&position) < 3 || outcome_can_declare(&position))
            return false;
        position_make(&position, cycle->moves[i], &undo);
    }
    return true;
}

static void prove_repetition(struct pair *pair) {
    struct history history = history_init();
    const struct scatter scatter = {.men = pair->tables[0]->files + 2, .in_hand = 1};
    int witnesses[2] = {0}; // without and with check
    for (int tries = 0; tries < TRIES; tries++) {
        bool checks = tries % 4 != 0; // the rarer ones
        bool enough = witnesses[0] >= WITNESSES && witnesses[1] >= WITNESSES;
        if (enough && (pair->noticed || witnesses[1] >= 4 * WITNESSES))
            break;
        if (witnesses[checks] > 2 * witnesses[!checks] + WITNESSES)
            continue;
        struct position starts[2];
        struct cycle cycle;
        int which;
        if (!proving_draw(pair->tables[0], &scatter, &pair->random, &starts[0]) ||
            !cycle_find(&starts[0], checks, &pair->random, &cycle) ||
            !translate(&starts[0], pair->tables[1], &starts[1]) ||
            !leaves_ways_out(&starts[0], &cycle) || !leaves_ways_out(&starts[1], &cycle))
            continue;
        const char *wrong = repetition_wrong(pair, starts, &cycle, &history, &which);
        if (wrong) {
            fail_at(pair, PROOF_ENDING, &starts[0], which < 2 ? which : 0, wrong);
            goto cleanup;
        }
        witnesses[checks]++;
    }
    // Both draw, and any repetition is the last one to a search.
    bool same = !pair->noticed && !forbids(pair->tables[0]) && !forbids(pair->tables[1]) &&
                pair->tables[0]->rules.value[RULE_REPETITION] != REPETITION_FOURFOLD &&
                pair->tables[1]->rules.value[RULE_REPETITION] != REPETITION_FOURFOLD;
    if (same) {
        prove(pair->proving, PROOF_ENDING,
              witnesses[0] && witnesses[1] ? VERDICT_PASSED : VERDICT_FAILED, NULL,
              "%d cycles, %d of constant check", witnesses[0] + witnesses[1], witnesses[1]);
        no_effect(pair, PROOF_SEARCH, "any repetition is the last one to a search");
    } else {
        conclude(pair, witnesses[0] && witnesses[1] ? witnesses[0] + witnesses[1] : 0,
                 "cycles, some of them of constant check,");
    }
cleanup:
    history_destroy(&history);
}

// Impasse

// The most points that one side can have where they count: all of them with drops, otherwise those
// of the best men that fit in the zone beside the King.
static int most_points(const struct tables *tables) {
    struct position start;
    if (!fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, &start, NULL))
        return 0;
    int majors = 0, others = 0;
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = start.board[square];
        if (!tables->on_board[square] || piece == PIECE_EMPTY || tables->royal[piece])
            continue;
        if (tables->variant.impasse_major[piece_base(piece)])
            majors++;
        else
            others++;
    }
    int room = tables->files * tables->rules.value[RULE_ZONE] - 1;
    if (!tables->drops) {
        majors = majors < room ? majors : room;
        others = others < room - majors ? others : room - majors;
    }
    return 5 * majors + others;
}

// True when SECOND has a move, and FIRST can declare after each of them.
static bool must_let_declare(struct position *position) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_ALL, list);
    for (const Move *move = list; move < end; move++) {
        struct undo undo;
        position_make(position, *move, &undo);
        bool declares = outcome_can_declare(position) && movegen_any(position);
        position_unmake(position, *move, &undo);
        if (!declares)
            return false;
    }
    return end > list;
}

static const char *impasse_wrong(struct position *position, const struct search_result *result) {
    bool declared = position->tables->rules.value[RULE_IMPASSE] == IMPASSE_DECLARATION;
    Move list[MOVES_MAX];
    movegen(position, MOVES_ALL, list);
    struct outcome outcome = outcome_after(position, list[0]);
    if (declared && !outcome_is(outcome, RESULT_FIRST, TERMINATION_IMPASSE))
        return "the declaration does not win";
    if (!declared && outcome.result != RESULT_NONE)
        return "the game is over";
    if (declared != (result->score == -(SCORE_MATE - 1)))
        return declared ? "a search did not see the declaration" : "a search sees a loss";
    return NULL;
}

static void prove_impasse(struct pair *pair) {
    const struct tables *declaring = pair->tables[0];
    if (declaring->rules.value[RULE_IMPASSE] != IMPASSE_DECLARATION)
        declaring = pair->tables[1];
    if (declaring->rules.value[RULE_ZONE] == 0 ||
        most_points(declaring) < declaring->impasse_points[FIRST]) {
        no_effect(pair, PROOF_ENDING,
                  declaring->rules.value[RULE_ZONE] == 0
                      ? "there is no zone"
                      : "the zone has not room for half of the points");
        return;
    }
    int witnesses = 0;
    for (int tries = 0; tries < TRIES / 10 && witnesses < WITNESSES; tries++) {
        struct position at, boards[2];
        if (!impasse_position(declaring, &pair->random, &at) || !must_let_declare(&at) ||
            !translate(&at, pair->tables[0], &boards[0]) ||
            !translate(&at, pair->tables[1], &boards[1]))
            continue;
        struct search_result result[2];
        search_both(pair, boards, NULL, result);
        for (int i = 0; i < 2; i++) {
            const char *wrong = impasse_wrong(&boards[i], &result[i]);
            if (wrong) {
                fail_at(pair, PROOF_ENDING, &boards[i], i, wrong);
                return;
            }
        }
        witnesses++;
    }
    conclude(pair, witnesses, "positions to declare in");
}

void prove_ending(struct proving *proving, const struct tables *other) {
    struct pair pair = {.proving = proving,
                        .tables = {proving->tables, other},
                        .engine = {proving->engine, engine_create(other, &proving->values, HASH)},
                        .random = proving_random(proving, 0)};
    if (!pair.engine[1]) {
        proving->out_of_memory = true;
        return;
    }
    switch (proving->rule) {
    case RULE_PAWN_DROP_MATE:
        prove_pawn_drop_mate(&pair);
        break;
    case RULE_STALEMATE:
        prove_stalemate(&pair);
        break;
    case RULE_REPETITION:
        prove_repetition(&pair);
        break;
    default:
        prove_impasse(&pair);
        break;
    }
    proving_set_values(proving->engine, &proving->values);
    engine_destroy(pair.engine[1]);
}

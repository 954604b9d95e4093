// SPDX-License-Identifier: GPL-3.0-or-later
// A toggle that acts on the end of games is changed: in positions where it acts, the outcome must
// be what the rule says under either value, and searches must play for it.
#include <stdlib.h>

#include "attacks.h"
#include "notation.h"
#include "selftest_pair.h"

enum { HASH = 1 << 16 };

static struct outcome outcome_after(const struct position *position, Move move) {
    struct position after = *position;
    struct undo undo;
    position_make(&after, move, &undo);
    return outcome_of(&after, NULL, move);
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
        pair_no_effect(pair, PROOF_ENDING,
                       variant->pawn ? "nothing is dropped" : "there is no Pawn");
        return;
    }
    struct tables *allowing = tables_with_drop_mates(pair->tables[0]);
    if (!allowing) {
        pair->proving->out_of_memory = true;
        return;
    }
    const struct scatter scatter = {.men = 12, .in_hand = 2, .besiege = true};
    int witnesses = 0;
    for (int tries = 0; tries < TRIES && (witnesses < WITNESSES || !pair->noticed); tries++) {
        struct position at, boards[2];
        if (!scatter_position(allowing, &scatter, &pair->random, &at))
            continue;
        position_set_hand(&at, FIRST, variant->pawn, 1);
        Move move = mating_pawn_drop(&at);
        if (!move || !pair_boards(pair, &at, boards))
            continue;
        struct search_result result[2];
        pair_search(pair, boards, NULL, result);
        for (int i = 0; i < 2; i++) {
            const char *wrong = drop_mate_wrong(&boards[i], move, &result[i]);
            if (wrong) {
                pair_fail(pair, &boards[i], i, wrong);
                goto cleanup;
            }
        }
        witnesses++;
    }
    pair_conclude(pair, witnesses, "mates by a Pawn drop");
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

// A move that stalemates, or MOVE_NONE.
static Move stalemating_move(struct position *position, bool *wins_at_once) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_ALL, list), found = MOVE_NONE;
    *wins_at_once = false;
    for (const Move *move = list; move < end; move++) {
        if (stalemates(position, *move))
            found = *move;
        else if (outcome_after(position, *move).result == win_of(position->side))
            *wins_at_once = true;
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

// Where a royal may step into check, or loses when it is bare, only blocked men are a stalemate:
// SECOND's King in a corner behind Pawns that are blocked by it or at the end of their way. False
// when the men did not fall so.
static bool blocked_position(const struct tables *tables, struct random *random,
                             struct position *position) {
    const struct scatter scatter = {.men = 4, .lone = true, .besiege = true};
    Piece pawn = piece_make(tables->variant.pawn, SECOND);
    Square corner = square_at(0, 0);
    if (!tables->variant.pawn || !scatter_position(tables, &scatter, random, position) ||
        position->royal_count[SECOND] != 1)
        return false;
    for (int rank = 0; rank < 2; rank++)
        for (int file = 0; file < 2; file++)
            if (position->board[square_at(file, rank)] != PIECE_EMPTY)
                return false;
    Piece king = position->board[position->royals[SECOND][0]];
    position_remove(position, position->royals[SECOND][0]);
    position_put(position, king, corner);
    position_put(position, pawn, square_at(1, 0));
    position_put(position, pawn, square_at(0, 1));
    position_put(position, pawn, square_at(1, 1));
    return !position_side_in_check(position, SECOND);
}

static void prove_stalemate(struct pair *pair) {
    const struct tables *tables = pair->tables[0];
    bool blocked = !tables->legality || tables->rules.value[RULE_BARE_ROYAL] != BARE_ROYAL_OFF;
    const struct values flat = flat_values(tables, -FLAT);
    for (int i = 0; i < 2; i++)
        proving_set_values(pair->engine[i], &flat);
    const struct scatter scatter = {.men = 8, .lone = true, .besiege = true};
    int witnesses = 0;
    for (int tries = 0; tries < TRIES && witnesses < WITNESSES; tries++) {
        struct position at, boards[2];
        bool wins_at_once;
        if (blocked ? !blocked_position(tables, &pair->random, &at)
                    : !scatter_position(tables, &scatter, &pair->random, &at))
            continue;
        Move move = stalemating_move(&at, &wins_at_once);
        if (!move || wins_at_once || !pair_boards(pair, &at, boards))
            continue;
        struct search_result result[2];
        pair_search(pair, boards, NULL, result);
        for (int i = 0; i < 2; i++) {
            const char *wrong = stalemate_wrong(&boards[i], move, &result[i]);
            if (wrong) {
                pair_fail(pair, &boards[i], i, wrong);
                return;
            }
        }
        witnesses++;
    }
    pair_conclude(pair, witnesses, "stalemates");
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
        pair_no_effect(pair, PROOF_ENDING,
                       declaring->rules.value[RULE_ZONE] == 0
                           ? "there is no zone"
                           : "the zone has not room for half of the points");
        return;
    }
    int witnesses = 0;
    for (int tries = 0; tries < TRIES / 10 && witnesses < WITNESSES; tries++) {
        struct position at, boards[2];
        if (!impasse_position(declaring, &pair->random, &at) || !must_let_declare(&at) ||
            !pair_boards(pair, &at, boards))
            continue;
        struct search_result result[2];
        pair_search(pair, boards, NULL, result);
        for (int i = 0; i < 2; i++) {
            const char *wrong = impasse_wrong(&boards[i], &result[i]);
            if (wrong) {
                pair_fail(pair, &boards[i], i, wrong);
                return;
            }
        }
        witnesses++;
    }
    pair_conclude(pair, witnesses, "positions to declare in");
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
    case RULE_ROYAL:
        prove_royal(&pair);
        break;
    case RULE_BARE_ROYAL:
        prove_bare_royal(&pair);
        break;
    default:
        prove_impasse(&pair);
        break;
    }
    proving_set_values(proving->engine, &proving->values);
    engine_destroy(pair.engine[1]);
}

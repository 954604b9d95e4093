// SPDX-License-Identifier: GPL-3.0-or-later
// Royals under two values of the rules that speak of them: what becomes of the last one in check,
// and of one that is left alone.
#include "notation.h"
#include "selftest_men.h"
#include "selftest_pair.h"

enum { SEARCHED = 24 }; // positions that are searched at most while searches notice nothing

// The end of a royal

// The moves under `mate` must be those under `capture` that leave the last royal safe. NULL, or
// what is wrong; `dropped` counts those that do not.
static const char *safety_wrong(struct position *mate, struct position *capture, int *dropped) {
    Move free_list[MOVES_MAX], list[MOVES_MAX];
    const Move *free_end = movegen(capture, MOVES_ALL, free_list);
    const Move *end = movegen(mate, MOVES_ALL, list);
    *dropped = 0;
    for (const Move *move = free_list; move < free_end; move++) {
        const Move *same = list;
        while (same < end && *same != *move)
            same++;
        bool safe = royal_is_safe(capture, *move);
        if (safe && same == end)
            return "a move that leaves the royal safe is illegal";
        if (!safe && same < end)
            return "a move that leaves the last royal in check is legal";
        *dropped += !safe;
    }
    return end - list == free_end - free_list - *dropped ? NULL : "a move is illegal under capture";
}

static bool wins_at_once(const struct position *position, Move move, enum termination termination) {
    struct position after = *position;
    struct undo undo;
    position_make(&after, move, &undo);
    return outcome_is(outcome_of(&after, NULL, move), win_of(position->side), termination);
}

// `mated` has no move under `mate`: the game is over there; under `capture` it goes on, and ends
// when the royal is taken. NULL, or what is wrong.
static const char *mate_wrong(struct position *mate, struct position *capture) {
    enum side winner = !mate->side;
    if (!outcome_is(outcome_of(mate, NULL, MOVE_NONE), win_of(winner), TERMINATION_CHECKMATE))
        return "mate: mate does not win";
    Move list[MOVES_MAX], answers[MOVES_MAX];
    const Move *end = movegen(capture, MOVES_ALL, list);
    struct outcome outcome = outcome_of(capture, NULL, MOVE_NONE);
    if (end == list || outcome.termination == TERMINATION_BARE_ROYAL)
        return NULL; // there is nothing to go on with
    if (outcome.result != RESULT_NONE)
        return "capture: mate ends the game";
    struct position after = *capture;
    struct undo undo;
    position_make(&after, list[0], &undo);
    const Move *last = movegen(&after, MOVES_CAPTURES, answers);
    for (const Move *move = answers; move < last; move++)
        if (wins_at_once(&after, *move, TERMINATION_ROYAL_CAPTURED))
            return NULL;
    return "capture: the royal that is mated cannot be taken with a win";
}

void prove_royal(struct pair *pair) {
    int to_mate = pair->tables[0]->rules.value[RULE_ROYAL] == ROYAL_MATE ? 0 : 1;
    const struct scatter scatter = {.men = 12, .besiege = true};
    int unsafe = 0, positions = 0, mates = 0;
    for (int tries = 0; tries < TRIES && (mates < WITNESSES || unsafe < WITNESSES); tries++) {
        struct position at, boards[2], after[2];
        if (!scatter_position(pair->tables[to_mate], &scatter, &pair->random, &at) ||
            !pair_boards(pair, &at, boards))
            continue;
        Move list[MOVES_MAX];
        int count = (int)(movegen(&boards[to_mate], MOVES_ALL, list) - list);
        for (int i = 0; i < count && mates < WITNESSES; i++) {
            struct undo undo;
            for (int k = 0; k < 2; k++) {
                after[k] = boards[k];
                position_make(&after[k], list[i], &undo);
            }
            if (!royal_in_danger(&after[0], after[0].side) || after[0].royal_count[SECOND] != 1)
                continue;
            int dropped;
            const char *wrong = safety_wrong(&after[to_mate], &after[!to_mate], &dropped);
            bool mate = !wrong && !movegen_any(&after[to_mate]);
            if (mate)
                wrong = mate_wrong(&after[to_mate], &after[!to_mate]);
            if (wrong) {
                pair_fail(pair, &after[to_mate], to_mate, wrong);
                return;
            }
            positions++;
            unsafe += dropped > 0;
            mates += mate;
        }
    }
    prove(pair->proving, PROOF_MOVES, unsafe ? VERDICT_PASSED : VERDICT_FAILED, NULL,
          "leaving the last royal in check is legal under capture only, in %d of %d positions",
          unsafe, positions);
    // Searches take both values alike: a last royal left in check is lost at once either way.
    prove(pair->proving, PROOF_ENDING, mates ? VERDICT_PASSED : VERDICT_FAILED, NULL,
          "%d mates, played on under capture, under either value", mates);
}

// The bare royal

// What a side has, counted man by man.
struct men {
    int alive;     // that could still move
    int counted;   // ... and are no Pawns or Go-Betweens
    Square others; // a counted one besides the first royal
};

// Could the man go anywhere, the board being empty but for what it may take?
static bool is_dead(const struct tables *tables, Piece piece, Square square) {
    Piece board[SQUARES];
    for (int i = 0; i < SQUARES; i++)
        board[i] = tables->on_board[i] ? PIECE_EMPTY : PIECE_WALL;
    board[square] = piece;
    for (int target = 0; target < SQUARES; target++)
        if (tables->on_board[target] && target != square &&
            man_reaches(tables, board, square, (Square)target))
            return false;
    return true;
}

static struct men count_men(const struct position *position, enum side side) {
    const struct variant *variant = &position->tables->variant;
    struct men men = {0};
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = position->board[square];
        if (!piece_of(piece, side) || is_dead(position->tables, piece, (Square)square))
            continue;
        men.alive++;
        if (!piece_is_promoted(piece) && variant->lion_minor[piece_type(piece)])
            continue;
        men.counted++;
        if (square != position->royals[side][0])
            men.others = (Square)square;
    }
    return men;
}

static bool takes(struct position *position, Square square) {
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_CAPTURES, list);
    for (const Move *move = list; move < end; move++)
        if (move_to(*move) == square || ((*move & MOVE_TWO_STEP) && move_via(*move) == square))
            return true;
    return false;
}

// Does the side, left with one royal, lose by the text of the rule? One royal a side.
static bool bare_loses(struct position *position, enum side side, struct men own,
                       struct men other) {
    if (own.alive != 1 || other.counted < 2 || royal_in_danger(position, !side))
        return false;
    if (other.counted > 2)
        return true;
    Square royal = position->royals[side][0];
    if (position->tables->rules.value[RULE_BARE_ROYAL] == BARE_ROYAL_JCSA)
        return position->side != side || !takes(position, other.others);
    return square_distance(royal, other.others) > 1 &&
           square_distance(royal, position->royals[!side][0]) > 1;
}

static enum result bare_reading(struct position *position) {
    struct men men[SIDES] = {count_men(position, FIRST), count_men(position, SECOND)};
    if (position->tables->rules.value[RULE_BARE_ROYAL] == BARE_ROYAL_OFF)
        return RESULT_NONE;
    for (enum side side = FIRST; side < SIDES; side++)
        if (bare_loses(position, side, men[side], men[!side]))
            return win_of(!side);
    bool level = men[FIRST].alive == 1 && men[SECOND].alive == 1 &&
                 !royal_in_danger(position, FIRST) && !royal_in_danger(position, SECOND);
    return level ? RESULT_DRAW : RESULT_NONE;
}

// A King a side, now and then close together, and at most three men.
static bool bare_position(const struct tables *tables, struct random *random,
                          struct position *position) {
    const struct scatter few = {.men = 2 + (int)random_below(random, 3),
                                .lone = random_below(random, 4) != 0,
                                .besiege = random_below(random, 2)};
    return scatter_position(tables, &few, random, position) && movegen_any(position);
}

void prove_bare_royal(struct pair *pair) {
    int positions = 0, differing = 0, searched = 0;
    for (int tries = 0; tries < TRIES && differing < 4 * WITNESSES; tries++) {
        struct position at, boards[2];
        if (!bare_position(pair->tables[0], &pair->random, &at) ||
            !pair_boards(pair, &at, boards) || !movegen_any(&boards[0]) || !movegen_any(&boards[1]))
            continue;
        enum result expected[2];
        for (int i = 0; i < 2; i++) {
            expected[i] = bare_reading(&boards[i]);
            enum termination how = expected[i] ? TERMINATION_BARE_ROYAL : TERMINATION_NONE;
            if (outcome_is(outcome_of(&boards[i], NULL, MOVE_NONE), expected[i], how))
                continue;
            pair_fail(pair, &boards[i], i,
                      expected[i] ? "the game is not over, or not won by the right side"
                                  : "the game is over");
            return;
        }
        positions++;
        if (expected[0] == expected[1])
            continue;
        differing++;
        struct search_result result[2];
        if (!pair->noticed && searched++ < SEARCHED)
            pair_search(pair, boards, NULL, result);
    }
    prove(pair->proving, PROOF_ENDING, differing ? VERDICT_PASSED : VERDICT_FAILED, NULL,
          "other endings in %d of %d positions", differing, positions);
    if (pair->noticed)
        prove_searches(pair->proving, &pair->at, &pair->result[0], &pair->result[1]);
}

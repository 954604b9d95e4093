// SPDX-License-Identifier: GPL-3.0-or-later
#include "outcome.h"

#include <assert.h>
#include <string.h>

#include "attacks.h"
#include "bare_royal.h"
#include "flag.h"
#include "movegen.h"

static enum result win_of(enum side side) {
    return side == FIRST ? RESULT_FIRST : RESULT_SECOND;
}

static struct outcome outcome_by(enum fate fate, enum side side, enum termination termination) {
    enum result result = fate == FATE_DRAWN ? RESULT_DRAW
                         : fate == FATE_WON ? win_of(side)
                                            : win_of(!side);
    return (struct outcome){result, termination};
}

// Where repetition forbids moves: the position that a legal move leads to?
static bool repeats(struct position *position, const struct history *history, Move move) {
    struct undo undo;
    position_make(position, move, &undo);
    int earlier = 0;
    for (int i = history->count - 2; i >= 0; i -= 2)
        earlier += history->visits[i].key == position->key;
    position_unmake(position, move, &undo);
    return earlier + 1 >= position->tables->repetition.occurrences;
}

Move *outcome_legal_moves(struct position *position, const struct history *history, Move *list) {
    assert(!history ||
           (history->count > 0 && history->visits[history->count - 1].key == position->key));
    Move *end = movegen(position, MOVES_ALL, list);
    if (!position->tables->repetition.forbids || !history)
        return end;
    Move *kept = list;
    for (const Move *move = list; move < end; move++)
        if (!repeats(position, history, *move))
            *kept++ = *move;
    return kept;
}

bool outcome_is_legal(struct position *position, const struct history *history, Move move) {
    assert(!history ||
           (history->count > 0 && history->visits[history->count - 1].key == position->key));
    return movegen_is_legal(position, move) &&
           !(position->tables->repetition.forbids && repeats(position, history, move));
}

static bool has_game_move(struct position *position, const struct history *history) {
    if (!position->tables->repetition.forbids)
        return movegen_any(position);
    Move list[MOVES_MAX];
    return outcome_legal_moves(position, history, list) > list;
}

static int first_occurrence(const struct history *history) {
    int last = history->count - 1, first = last;
    for (int i = last; i >= 0; i -= 2)
        if (history->visits[i].key == history->visits[last].key)
            first = i;
    return first;
}

// Who pressed by every move since the first occurrence: by checks (FESA laws of shogi, 5.2) or by
// attacks (Lishogi's Chu Shogi). The flags of each position tell whether the move that led there
// did.
static struct outcome repeated(const struct position *position, const struct history *history) {
    const struct tables *tables = position->tables;
    enum pressing pressing = tables->repetition.pressing;
    int last = history->count - 1;
    bool us = pressing != PRESSING_NONE, them = us;
    for (int i = first_occurrence(history) + 1; i <= last && (us || them); i++) {
        const struct visit *visit = &history->visits[i];
        bool pressed = pressing == PRESSING_CHECKS ? visit->check : visit->attack;
        if ((last - i) % 2 == 0)
            them &= pressed; // the move before this turn was theirs
        else
            us &= pressed;
    }
    enum termination termination = us == them                    ? TERMINATION_REPETITION
                                   : pressing == PRESSING_CHECKS ? TERMINATION_PERPETUAL_CHECK
                                                                 : TERMINATION_PERPETUAL_ATTACK;
    return outcome_by(tables_repetition_fate(tables, position->side, them, us), position->side,
                      termination);
}

bool outcome_can_declare(const struct position *position) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    if (!tables->impasse_points[us] || position->royal_count[us] == 0 ||
        !tables->in_zone[us][position->royals[us][0]] || position_in_check(position))
        return false;
    int pieces = 0, points = 0;
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->pieces[us][rank]; bits; bits &= bits - 1) {
            int square = rank * GRID + __builtin_ctz(bits);
            Piece piece = position->board[square];
            if (!tables->in_zone[us][square] || tables->royal[piece])
                continue;
            pieces++;
            points += tables->variant.impasse_major[piece_base(piece)] ? 5 : 1;
        }
    for (int base = 1; base < BASE_TYPES; base++)
        points += position->hand[us][base] * (tables->variant.impasse_major[base] ? 5 : 1);
    return pieces >= tables->impasse_pieces && points >= tables->impasse_points[us];
}

struct outcome outcome_of(struct position *position, const struct history *history, Move last) {
    assert(!history ||
           (history->count > 0 && history->visits[history->count - 1].key == position->key));
    const struct tables *tables = position->tables;
    enum side us = position->side;
    for (enum side side = FIRST; side < SIDES; side++)
        if (position_royals_lost(position, side))
            return (struct outcome){win_of(!side), TERMINATION_ROYAL_CAPTURED};
    struct outcome flag = flag_outcome(position);
    if (flag.result != RESULT_NONE)
        return flag;
    if (!has_game_move(position, history)) {
        static const enum termination terminations[] = {
            [NO_MOVE_STALEMATE] = TERMINATION_STALEMATE,
            [NO_MOVE_MATE] = TERMINATION_CHECKMATE,
            [NO_MOVE_PAWN_DROP_MATE] = TERMINATION_PAWN_DROP_MATE,
        };
        bool mated = position->careful && position_in_check(position);
        enum no_move how = tables_no_move(tables, mated, last);
        return outcome_by((enum fate)tables->no_move[how], us, terminations[how]);
    }
    struct outcome bare = bare_royal_outcome(position);
    if (bare.result != RESULT_NONE)
        return bare;
    if (history && !tables->repetition.forbids &&
        history_occurrences(history) >= tables->repetition.occurrences)
        return repeated(position, history);
    if (outcome_can_declare(position))
        return (struct outcome){win_of(us), TERMINATION_IMPASSE};
    return (struct outcome){RESULT_NONE, TERMINATION_NONE};
}

static const char *const termination_names[TERMINATIONS] = {
#define TERMINATION(id, name) name,
#include "outcome.def"
#undef TERMINATION
};

const char *termination_name(enum termination termination) {
    assert(termination < TERMINATIONS);
    return termination_names[termination];
}

enum termination termination_find(const char *name) {
    for (int i = 0; i < TERMINATIONS; i++)
        if (strcmp(termination_names[i], name) == 0)
            return (enum termination)i;
    return TERMINATION_NONE;
}

static const char *const result_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *result_text(enum result result) {
    assert(result <= RESULT_DRAW);
    return result_texts[result];
}

enum result result_find(const char *text) {
    for (int i = RESULT_FIRST; i <= RESULT_DRAW; i++)
        if (strcmp(result_texts[i], text) == 0)
            return (enum result)i;
    return RESULT_NONE;
}

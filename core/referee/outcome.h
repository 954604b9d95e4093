// SPDX-License-Identifier: GPL-3.0-or-later
// A game as it goes: its history; has it ended, who won and why.
#pragma once

#include <stdatomic.h>

#include "position.h"

// The game so far as repetition rules see it: a key and two flags per position.
struct visit { // of a position
    uint64_t key;
    bool check;  // the side to move there is in check
    bool attack; // the move that led there attacked (position_move_attacks)
};

struct history {
    int count, capacity;
    struct visit *visits; // owned; the current one last
};

struct history history_init(void);
void history_destroy(struct history *history);
void history_clear(struct history *history);
// Makes `history` the same as `from`.
void history_copy(struct history *history, const struct history *from);
// Adds the position, reached by `last` (MOVE_NONE at the start).
void history_push(struct history *history, const struct position *position, Move last);
void history_pop(struct history *history);
// How often the last position has occurred, itself included (0 when empty).
int history_occurrences(const struct history *history);

enum result { RESULT_NONE, RESULT_FIRST, RESULT_SECOND, RESULT_DRAW };

enum termination {
#define TERMINATION(id, name) TERMINATION_##id,
#include "outcome.def"
#undef TERMINATION
    TERMINATIONS
};

struct outcome {
    enum result result; // RESULT_NONE: the game goes on
    enum termination termination;
};

// Outcome of the game whose positions are in `history`, the last of them being `position`, reached
// by `last` (MOVE_NONE at the start). Acts by the rules: mate, stalemate, repetition, perpetual
// check, impasse, Pawn-drop mate. Asked once per game ply, never inside a search. Ply limits and
// adjudication belong to the caller.
struct outcome outcome_of(struct position *position, const struct history *history, Move last);

// Legal moves of a game: movegen(MOVES_ALL) less what the repetition rule forbids.
Move *outcome_legal_moves(struct position *position, const struct history *history, Move *list);
// Is this one (any 32 bits) among them?
bool outcome_is_legal(struct position *position, const struct history *history, Move move);

// Impasse: the side to move may declare and win (after FESA laws of shogi 5.3): its King in the
// zone and not in check, enough pieces there, half of all points in zone and hand. False when the
// rule is off.
bool outcome_can_declare(const struct position *position);

// One side lost by what it did, not by how it played: an illegal move, a crash, silence, the clock.
static inline bool termination_is_fault(enum termination termination) {
    return termination == TERMINATION_ILLEGAL_MOVE || termination == TERMINATION_CRASH ||
           termination == TERMINATION_HANG || termination == TERMINATION_TIME;
}

const char *termination_name(enum termination termination);
// TERMINATION_NONE when there is no such name.
enum termination termination_find(const char *name);
const char *result_text(enum result result); // "1-0", "0-1", "1/2-1/2", "*"
enum result result_find(const char *text);   // RESULT_NONE when unknown

// Points of the first player: 1, 0.5 or 0.
static inline double result_points(enum result result) {
    return result == RESULT_FIRST ? 1 : result == RESULT_SECOND ? 0 : 0.5;
}

// Wins on flag squares: a player whose flag piece comes to one of them wins, by the rule flag.

// Outcome by flag squares; RESULT_NONE where the game goes on or the rule is off.
//   reach  the side that has just moved has a flag piece on one of its flag squares
//   safe   a side has one there that no piece of the other side attacks, pinned or not (so the
//          one to move wins with a piece that the other side could not or did not take); a draw
//          where both have
// Source: Fairy-Stockfish (flagPiece, flagRegion, flagPieceSafe), as its documentation and its
// games have it.
struct outcome flag_outcome(const struct position *position);

// Can the side to move win by flag squares with its next move? False when the rule is off.
bool flag_at_hand(struct position *position);

// Could the other side so win if it were its turn? False when the rule is off.
bool flag_threatened(struct position *position);

// Bare-royal rules of Chu Shogi: a side left with its royal alone.

// Outcome by the toggle bare-royal; RESULT_NONE when the game goes on. Pieces that can never move
// again (Pawns and Lances on the last rank) count for nobody, but by the value plain.
//   lishogi  a side whose only piece is one royal loses when the other side has two pieces or more
//            (Pawns and Go-Betweens not counted), its only royal is not in check, and it has three
//            pieces or none of them next to the bare royal; two bare royals out of check draw
//   jcsa     a side whose only piece is one royal loses when the other side's royal, out of check,
//            has one more piece (Pawns and Go-Betweens not counted), unless it can take the only
//            such piece at once; two bare royals draw
//   plain   a side whose only piece is one royal loses to a side with any more pieces, unless it is
//            on move and can take the last royal or leave that side bare; two bare royals out of
//            check draw, which the sentence leaves open
// Sources: shogiops of the Lishogi project (rules read, not copied); JCSA rules of 2007; the
// sentence of Wikipedia's page.
struct outcome bare_royal_outcome(struct position *position);

// False where that is RESULT_NONE at a glance, as in most positions of a search: both sides have
// several royals or more pieces than there are squares where one could be stuck.
static inline bool bare_royal_in_sight(const struct position *position) {
    const struct tables *tables = position->tables;
    bool bare = false;
    for (enum side side = FIRST; side < SIDES; side++)
        bare |= position->royal_count[side] == 1 &&
                position->on_board[side] <= tables->dead_squares[side] + 1;
    return bare && tables->bare_royal != BARE_ROYAL_OFF;
}

// Perft: the number of move sequences of a length. Distinct legal moves; repetition and impasse do
// not act, flag squares do: there the game is over although there are moves.

// Leaves at `depth` plies (0: 1). The last ply is counted without making its moves.
uint64_t perft(struct position *position, int depth);

// The same; meaningless once `*stop` (may be NULL) is true, which it sees before long.
uint64_t perft_until(struct position *position, int depth, const atomic_bool *stop);

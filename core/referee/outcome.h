// SPDX-License-Identifier: GPL-3.0-or-later
// Has the game ended, who won and why. Asked once per game ply, never inside a search.
#pragma once

#include "history.h"

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
// check, impasse, Pawn-drop mate. Ply limits and adjudication belong to the caller.
struct outcome outcome_of(struct position *position, const struct history *history, Move last);

// Legal moves of a game: movegen(MOVES_ALL) less what the repetition rule forbids.
Move *outcome_legal_moves(struct position *position, const struct history *history, Move *list);
// Is this one (any 32 bits) among them?
bool outcome_is_legal(struct position *position, const struct history *history, Move move);

// Impasse: the side to move may declare and win (after FESA laws of shogi 5.3): its King in the
// zone and not in check, enough pieces there, half of all points in zone and hand. False when the
// rule is off.
bool outcome_can_declare(const struct position *position);

const char *termination_name(enum termination termination);
// TERMINATION_NONE when there is no such name.
enum termination termination_find(const char *name);
const char *result_text(enum result result); // "1-0", "0-1", "1/2-1/2", "*"
enum result result_find(const char *text);   // RESULT_NONE when unknown

// Points of the first player: 1, 0.5 or 0.
static inline double result_points(enum result result) {
    return result == RESULT_FIRST ? 1 : result == RESULT_SECOND ? 0 : 0.5;
}

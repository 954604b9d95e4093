// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a game by the rules and counts what happens in it. Games and replays share it, so that a
// log is checked by the definitions it was written with.
#pragma once

#include "outcome.h"

struct game_counts {
    int plies;
    int64_t legal_moves; // summed over the plies, before each move
    int drops, promotions, captures, checks;
};

struct referee {
    struct position position;
    struct history history; // from the opening on
    struct outcome outcome; // by the rules alone; RESULT_NONE while the game goes on
    struct game_counts counts;
    Move list[MOVES_MAX];
};

// Needs no referee_start before; pair with referee_destroy. About 20 kB: keep it off small stacks.
void referee_init(struct referee *referee);
void referee_destroy(struct referee *referee);

// Begins a game at `fen`, or from the start position (NULL). Errors: no FEN; the game is over
// there.
bool referee_start(struct referee *referee, const struct tables *tables, const char *fen,
                   struct error *error);

// True when a game can start here: nobody has won or drawn yet.
bool referee_can_start(struct position *position);

// Plays a move and judges the position after it. Errors: the game is over; the move is not legal,
// or the repetition rule forbids it.
bool referee_play(struct referee *referee, Move move, struct error *error);

// Legal moves a ply, in thousandths, rounded; 0 for no plies.
int64_t game_counts_branching(const struct game_counts *counts);

// SPDX-License-Identifier: GPL-3.0-or-later
// The referee beside the reference generator: keeps every position of a game and looks at all of
// them again at each move.
#pragma once

#include "reference.h"

struct reference_game {
    struct reference_position *positions; // owned; the start first, the current one last
    struct reference_move *moves;         // owned; moves[i] led to positions[i]
    int count, capacity;
};

struct reference_outcome {
    const char *result;      // "1-0", "0-1", "1/2-1/2", "*" while the game goes on
    const char *termination; // as in outcome.def
};

// Starts a game; destroy with reference_game_destroy.
struct reference_game reference_game_start(const struct reference_position *start);
void reference_game_destroy(struct reference_game *game);

const struct reference_position *reference_game_last(const struct reference_game *game);

// Plays a move of reference_game_moves.
void reference_game_play(struct reference_game *game, struct reference_move move);

// Legal moves less those that the repetition rule forbids.
int reference_game_moves(const struct reference_game *game, struct reference_move *list);

struct reference_outcome reference_game_outcome(const struct reference_game *game);

// reference_bare.c: the outcome by bare-royal, "*" while the game goes on.
struct reference_outcome reference_bare_royal(const struct reference_position *position);

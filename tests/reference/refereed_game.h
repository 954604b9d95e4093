// SPDX-License-Identifier: GPL-3.0-or-later
// A game played in core and in the reference side by side; both must say how it goes on.
// Functions that return bool set `error` and return false when the two differ.
#pragma once

#include "outcome.h"
#include "reference_game.h"

struct refereed_game {
    struct tables tables; // to be built by the caller before the start
    struct position position;
    struct history history;
    Move last;
    struct reference_game reference;
    struct error error;
};

// A game before its start; NULL when memory is out. Destroy with refereed_destroy.
struct refereed_game *refereed_create(void);
void refereed_destroy(struct refereed_game *game);

// Begins anew from a FEN by the rules of game->tables.
bool refereed_start(struct refereed_game *game, const char *fen);

// Plays a legal move in both.
bool refereed_play(struct refereed_game *game, Move move);

// The outcome that both see.
bool refereed_outcome(struct refereed_game *game, struct outcome *outcome);

// The moves that both leave in this game (MOVES_MAX) and their number.
bool refereed_moves(struct refereed_game *game, Move *list, int *count);

// SPDX-License-Identifier: GPL-3.0-or-later
// Learns how likely quiet moves are from those that searches chose: the moves of logged games.
//
// Each position out of check in which a quiet move was played is one choice among all quiet moves:
// P(move) = exp(score) / sum of exp(score), with the scores of search/eval/move_prior.h (the
// conditional logit of McFadden, 1974). Fitted by AdaGrad (Duchi, Hazan, Singer, JMLR 12, 2011),
// choice by choice in the order of the log, so that the same logs give the same tables. While
// learning, what a square adds for a piece is the sum of three: for this piece there, for any piece
// of its kind there, for this piece at about that distance; so rare pieces learn from the others.
#pragma once

#include "answer.h"
#include "error.h"
#include "move_prior.h"
#include "position.h"

// The games of logs, as openings and moves.

struct move_game {
    struct position opening;
    int from, count; // moves of struct move_games
    int pair;        // 0, 1, ...: the same for the two games of a pair, which have one opening
};

struct move_games {
    struct tables *tables;  // owned; the game that was played
    struct move_game *game; // owned
    int count, capacity;
    Move *moves; // owned
    int move_count, move_capacity;
};

// Reads games.csv of the folders (log_folders_add), which must all be of one game. Games that are
// the same as another, by game_key, are left out. Errors name file and line. Destroy in either
// case.
bool move_games_read(struct move_games *games, const char *const *folders, int count,
                     struct error *error);
void move_games_destroy(struct move_games *games);

struct move_fit_quality { // of choices
    int64_t choices;
    double loss;  // mean of -ln P of the move played
    double even;  // the same by chance: ln of the number of moves
    double first; // share of choices whose played move has the highest score; n level share one
    double rank;  // mean number of moves with a higher score; half of those that are level
};

struct move_fit {
    struct move_prior prior;
    struct move_fit_quality trained;  // in the last round, on the way
    struct move_fit_quality held_out; // one game of twenty
    bool too_few;                     // no choice to learn from
};

// Fills `fit`, which is large. `round` (may be NULL) is called before each round, and ends the work
// when it returns false. Errors: no game with a choice, ended.
bool move_fit(const struct move_games *games, struct move_fit *fit,
              bool (*round)(void *context, int round, int rounds), void *context,
              struct error *error);

// How well it tells the moves that were played. To be destroyed by the caller.
struct answer move_fit_answer(const struct move_games *games, const struct move_fit *fit);

// SPDX-License-Identifier: GPL-3.0-or-later
// What reports need to know of each game of a log, told one game at a time.
#pragma once

#include "rows.h"

enum { FOREIGN_MAX = 32 };
enum { COMEBACK = 300 }; // centi-values

struct game_facts {
    int64_t game;
    uint64_t opening; // hash of its FEN
    enum result result;
    enum termination termination;
    int32_t plies, drops, promotions, captures, checks, lead_changes;
    uint16_t depths[DEPTHS]; // moves of both players by the plies of their searches
    double branching;        // mean legal moves a ply
    double deficit; // centi-values by which the later winner stood behind, mean over the logged
                    // positions; -1 without any, and for draws
    bool comeback;  // ... and in one of them by more than COMEBACK
    uint64_t first_move; // hash of the first move played after the opening
    uint32_t foreign;    // bit i: some move of it is illegal by the rules of foreign[i]
};

typedef void facts_taker(void *context, const struct game_facts *game);

struct facts_options {
    const char *folder;
    const struct tables *tables;               // the rules that the log must have been played by
    const struct tables *foreign[FOREIGN_MAX]; // NULL: not asked for
};

// Reads games.csv and positions.csv of a folder and hands each game to `take`, in their order,
// but for *copies games that repeat an earlier one move by move. Memory does not grow with their
// number. A torn last line is left out, as are positions of games that have no row yet. Errors
// name file and line: another game or other rules, damaged rows, a move that cannot be played.
bool facts_read(const struct facts_options *options, facts_taker *take, void *context,
                int64_t *copies, struct error *error);

// SPDX-License-Identifier: GPL-3.0-or-later
// Counts over the games of a log: results, endings, lengths, duplicates.
#pragma once

#include "config.h"
#include "pentanomial.h"
#include "rows.h"

struct tally {
    int64_t games;
    int64_t results[RESULT_DRAW + 1];
    int64_t player_results[PLAYERS]; // wins of each player when two differ; see tally_add
    struct score_counts
        pairs; // finished ones, from player A's side; none where players are the same
    int64_t pair_results[3][3]; // the same by half points of player A: as first, as second mover
    int64_t terminations[TERMINATIONS];
    int64_t nodes, drops, promotions, captures, checks, lead_changes;
    double branching; // summed over games, thousandths
    int64_t plies_total, plies_least, plies_most;
    int64_t lengths[PLIES_MAX + 1]; // games of each length; longer ones count as the last
    int64_t last_pair;              // of the game added last
    int last_points;                // half points of player A in it
};

struct tally *tally_create(void); // free() it; NULL when memory is out

// Adds a game, those of a pair one after the other. `first_player` is PLAYER_A or PLAYER_B, the one
// who had the first move.
void tally_add(struct tally *tally, const struct game_row *row, int first_player);

// Length that the share `part` (0..1) of the games does not exceed; 0 without games.
int tally_length(const struct tally *tally, double part);

// Duplicates are counted with a set of 64-bit keys: 16 to 32 bytes a game.
struct key_set {
    uint64_t *slots; // owned; 0 = free
    size_t capacity, count;
};

struct key_set key_set_init(void);
void key_set_destroy(struct key_set *set);
enum key_added { KEY_NEW, KEY_SEEN, KEY_NO_MEMORY };
enum key_added key_set_add(struct key_set *set, uint64_t key);

// SPDX-License-Identifier: GPL-3.0-or-later
// Counts over the games of a log: results, endings, lengths; and games that are the same.
#pragma once

#include <stdio.h>

#include "config.h"
#include "pentanomial.h"
#include "rows.h"

struct tally {
    int64_t games;
    int64_t results[RESULT_DRAW + 1];
    int64_t player_results[PLAYERS]; // wins of each player when two differ; see tally_add
    struct score_counts
        pairs; // finished ones, from player A's side; none where players are the same
    int64_t pair_results[3][3]; // the same by half points of player A: as first, as second player
    int64_t terminations[TERMINATIONS];
    int64_t nodes, drops, promotions, captures, checks, lead_changes;
    struct depths depths[PLAYERS];
    double branching; // summed over games, thousandths
    int64_t plies_total, plies_least, plies_most;
    int64_t lengths[PLIES_MAX + 1]; // games of each length; longer ones count as the last
    int64_t last_pair;              // of the game added last
    int last_points;                // half points of player A in it
};

struct tally *tally_create(void); // free() it

// Adds a game, those of a pair one after the other. `first_player` is PLAYER_A or PLAYER_B, the one
// who had the first move.
void tally_add(struct tally *tally, const struct game_row *row, int first_player);

// Games that a player lost by a fault: by time, a crash, no answer, an illegal move.
int64_t tally_faults(const struct tally *tally);

// Length that the share `part` (0..1) of the games does not exceed; 0 without games.
int tally_length(const struct tally *tally, double part);

// What makes a game the same as another, of the same run or not: the position it starts from (its
// counters aside), who moves first, and every move. A game of two players with their sides swapped
// is another one, even move by move. Which game of a log it is, `run` and `game` say.
uint64_t game_key(const struct game_row *row);

// A set of 64-bit keys: 16 to 32 bytes each.
struct key_set {
    uint64_t *slots; // owned; 0 = free
    size_t capacity, count;
};

struct key_set key_set_init(void);
void key_set_destroy(struct key_set *set);
bool key_set_add(struct key_set *set, uint64_t key); // true: it was not there

// The same for a series of any length in bounded memory: the keys wait in a temporary file and are
// looked at share by share.
struct repeats {
    FILE *keys;       // owned; without a name. After repeats_find 0 where a key repeats
    int64_t count;    // of keys
    int64_t repeated; // of them repeat an earlier one; after repeats_find
};

// The temporary file lies beside `path`: there is room for the log, elsewhere there may be none.
// End with repeats_end in either case.
bool repeats_begin(struct repeats *repeats, const char *path, struct error *error);
void repeats_end(struct repeats *repeats);

void repeats_add(struct repeats *repeats, uint64_t key);

// After the last key. False: the disk is full, see errno.
bool repeats_find(struct repeats *repeats);

// After repeats_find: whether the next key, in the order of adding, repeats an earlier one.
bool repeats_next(struct repeats *repeats);

// How many games of a log repeat another one.
struct duplicates {
    int64_t openings; // pairs (games, where the players are the same) that start as an earlier one
    int64_t games;    // games that are the same as an earlier one
};

// Reads games.csv once and counts, in bounded memory. Errors name file and line, or say what is
// wrong with the disk.
bool duplicates_count(const char *path, struct duplicates *duplicates, struct error *error);

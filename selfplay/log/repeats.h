// SPDX-License-Identifier: GPL-3.0-or-later
// Games that are the same, and any long series of keys in which some repeat an earlier one.
#pragma once

#include <stdio.h>

#include "rows.h"

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
enum key_added { KEY_NEW, KEY_SEEN, KEY_NO_MEMORY };
enum key_added key_set_add(struct key_set *set, uint64_t key);

// The same for a series of any length in bounded memory: the keys wait in a temporary file and are
// looked at share by share.
struct repeats {
    FILE *keys, *marks; // owned; files without names. A byte of `marks` is 1 where a key repeats
    int64_t count;      // of keys
    int64_t repeated;   // of them repeat an earlier one; after repeats_find
};

// The temporary files lie beside `path`: there is room for the log, elsewhere there may be none.
// End with repeats_end in either case.
bool repeats_begin(struct repeats *repeats, const char *path, struct error *error);
void repeats_end(struct repeats *repeats);

void repeats_add(struct repeats *repeats, uint64_t key);

// After the last key. False: memory or the disk is full, see errno.
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

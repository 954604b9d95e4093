// SPDX-License-Identifier: GPL-3.0-or-later
// Which keys of a long series repeat an earlier one. Memory is bounded however long it is: the keys
// wait in a temporary file and are looked at share by share.
#pragma once

#include <stdio.h>

#include "error.h"

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

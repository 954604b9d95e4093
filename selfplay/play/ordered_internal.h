// SPDX-License-Identifier: GPL-3.0-or-later
// Hands out numbers to any thread and commits what they bring back strictly in order. Workers run
// ahead of the first missing number by a bounded window, so memory is the same for any total.
#pragma once

#include "error.h"

struct ordered;

// Commits `count` items, consecutive from number `first` on, and takes them over, also when it
// fails. Called by one thread at a time; other threads go on meanwhile.
typedef bool ordered_commit(void *context, int64_t first, void *const *items, int count,
                            struct error *error);

// For numbers begin..end-1. `window` >= 1.
struct ordered *ordered_create(int64_t begin, int64_t end, int window, ordered_commit *commit,
                               void *context);
// Items that were never committed are given to `discard`.
void ordered_destroy(struct ordered *ordered, void (*discard)(void *item));

// The next number; waits while the window is full. False: none is left, stopped, or failed.
bool ordered_claim(struct ordered *ordered, int64_t *number);

// Brings the item (not NULL) of a claimed number, and commits what has become complete.
void ordered_submit(struct ordered *ordered, int64_t number, void *item);

// No more numbers are handed out; what is complete in order stays committed. Any thread.
void ordered_stop(struct ordered *ordered);

// The same because something went wrong; the first cause is kept.
void ordered_fail(struct ordered *ordered, const struct error *error);

// The first number that is not committed.
int64_t ordered_next(struct ordered *ordered);

// False when ordered_fail was called or a commit failed: then `error` is the cause.
bool ordered_result(struct ordered *ordered, struct error *error);

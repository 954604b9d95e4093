// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that searches on a thread of its own, with helpers where several threads are wanted,
// while its owner does something else. Its news wait in a queue; a descriptor tells when some are
// there. All functions are for one thread, the owner's.
#pragma once

#include "engine.h"
#include "error.h"

enum thought_kind {
    THOUGHT_LINE,   // a line of an iteration, or a bound of its score
    THOUGHT_COUNT,  // perft: result.best and the leaves behind it (nodes)
    THOUGHT_RESULT, // the search has ended; for perft `nodes` is the sum
};

struct thought {
    enum thought_kind kind;
    struct search_result result;
    uint64_t nodes;       // of all threads
    int64_t milliseconds; // since the start
    int full;             // thousandths of the table that this search has filled
};

struct thinker;

// `tables` outlives the thinker. threads >= 1; only with 1 the same question gives the same answer.
// NULL and `error` when memory or threads are out. Destroy with thinker_destroy.
struct thinker *thinker_create(const struct tables *tables, const struct values *values,
                               size_t hash_bytes, int threads, struct error *error);
// Ends a running search first. NULL is fine.
void thinker_destroy(struct thinker *thinker);

// Forgets everything learned. Not while thinking.
void thinker_new_game(struct thinker *thinker);

enum thinker_mode {
    THINK_NORMAL,
    THINK_PONDER,  // on the other side's time: no clock, and no result before thinker_ponder_hit
    THINK_INFINITE // no result before thinker_stop
};

// Starts a search of `position`, the last of `history`; all arguments are copied. With several
// threads each takes its part of limits.nodes. Not while thinking. False and `error` when memory is
// out.
bool thinker_search(struct thinker *thinker, const struct position *position,
                    const struct history *history, struct limits limits, enum thinker_mode mode,
                    struct error *error);

// Starts perft: a THOUGHT_COUNT for each move of `position`, then the result. Not while thinking.
void thinker_perft(struct thinker *thinker, const struct position *position, int depth);

// From thinker_search until its result was taken with thinker_next.
bool thinker_busy(const struct thinker *thinker);

// The move that was pondered on was played: the clock runs now.
void thinker_ponder_hit(struct thinker *thinker);
// The result comes soon, with the best move so far.
void thinker_stop(struct thinker *thinker);
// The same, but waits and drops the news: afterwards the thinker is idle.
void thinker_cancel(struct thinker *thinker);

// Readable (poll) while there is news.
int thinker_descriptor(const struct thinker *thinker);
// The next news, in order; false when there is none yet.
bool thinker_next(struct thinker *thinker, struct thought *thought);

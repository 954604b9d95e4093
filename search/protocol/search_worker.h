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

struct search_worker;

// `tables` outlives the search worker. threads >= 1; only with 1 the same question gives the same
// answer. NULL and `error` when descriptors are out, or the file of moves that the values name is
// gone. Destroy with search_worker_destroy.
struct search_worker *search_worker_create(const struct tables *tables, const struct values *values,
                                           size_t hash_bytes, int threads, struct error *error);
// Ends a running search first. NULL is fine.
void search_worker_destroy(struct search_worker *worker);

// Forgets everything learned. Not while thinking.
void search_worker_new_game(struct search_worker *worker);

enum search_worker_mode {
    THINK_NORMAL,
    THINK_PONDER,  // on the other side's time: no clock, and no result before
                   // search_worker_ponder_hit
    THINK_INFINITE // no result before search_worker_stop
};

// Starts a search of `position`, the last of `history`; all arguments are copied. With several
// threads each takes its part of limits.nodes. Not while thinking. False: threads are out.
bool search_worker_search(struct search_worker *worker, const struct position *position,
                          const struct history *history, struct limits limits,
                          enum search_worker_mode mode, struct error *error);

// Starts perft: a THOUGHT_COUNT for each move of `position`, then the result. Otherwise the same.
bool search_worker_perft(struct search_worker *worker, const struct position *position, int depth,
                         struct error *error);

// From search_worker_search until its result was taken with search_worker_next.
bool search_worker_busy(const struct search_worker *worker);

// The move that was pondered on was played: the clock runs now.
void search_worker_ponder_hit(struct search_worker *worker);
// The result comes soon, with the best move so far.
void search_worker_stop(struct search_worker *worker);
// The same, but waits and drops the news: afterwards the search worker is idle.
void search_worker_cancel(struct search_worker *worker);

// Readable (poll) while there is news.
int search_worker_descriptor(const struct search_worker *worker);
// The next news, in order; false when there is none yet.
bool search_worker_next(struct search_worker *worker, struct thought *thought);

// SPDX-License-Identifier: GPL-3.0-or-later
// Learns tables of places (king_table.h) from the positions of logs: what the evaluation lacks.
//
// Model: P(FIRST wins) = logistic(k x evaluation + sum over pieces of the weights of their places),
// fitted by penalised maximum likelihood to a mixture of the game's result and the search's score.
// The weight of a place is the sum of three: one for the piece exactly there, one for the piece at
// that distance (King steps), one for any piece at that offset. Each is pulled to 0 by a normal
// prior, the first hardest, so that places where a piece seldom stood learn from its distance and
// from the other pieces. Newton's method, its steps by conjugate gradients (Nocedal and Wright,
// Numerical Optimization, 2006, algorithms 7.1 and 5.3). Sums go block by block: the same bytes for
// any number of threads.
#pragma once

#include "answer.h"
#include "dataset.h"
#include "king_table.h"
#include "places.h"

// Measured by matches: what predicts results best is not what plays best (results/king-tables).
#define KING_FIT_RESULTS 0.3

struct king_fit_settings {
    double results; // share of the game's result in the target, 0..1; the rest is the score's
    int threads;
    void (*progress)(void *context, int step, int steps); // before each Newton step; may be NULL
    void *context;
};

struct king_fit_loss {  // log-loss of the results of held-out games, each counting the same
    double start;       // by the evaluation
    double half, whole; // with half of the tables, with all of them
    double search;      // by the scores of the searches
    double gain_se;     // standard error of start less whole, over games
};

struct king_fit {
    struct king_table table;
    size_t games, held_out; // learned from; left out to ask: every tenth pair
    size_t positions;
    double scale; // k: logits for a centi-value
    struct king_fit_loss loss;
};

// Fills `fit`, which is large. `data` is closed and has places by `index`; `values` are those of
// the evaluation. Errors: too few games with positions, no position with one royal a side.
bool king_fit(const struct dataset *data, const struct place_index *index,
              const struct values *values, const struct king_fit_settings *settings,
              struct king_fit *fit, struct error *error);

// How well it predicts. To be destroyed by the caller.
struct answer king_fit_answer(const struct tables *tables, const struct king_fit *fit);

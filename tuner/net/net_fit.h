// SPDX-License-Identifier: GPL-3.0-or-later
// Learns a network (net.h) from the positions of logs: what the evaluation lacks.
//
// Model: P(the side to move wins) = logistic(k x evaluation + output of the network), fitted to a
// mixture of the game's result and the search's score. Steps of Adam (Kingma and Ba 2015,
// arXiv:1412.6980) on batches of positions in random order, each position as it is in one round
// and, where the game has all mirror images, its mirror image in the next. Rounds go in cycles of
// one, two and four; in each the rate of steps falls along half a cosine (Loshchilov and Hutter
// 2017, arXiv:1608.03983). The weights' moving average after a cycle is kept when it predicts the
// held-out games' targets better than all before, and a cycle that does not is the last; where the
// first does not, the network is what it was before: nothing.
//
// Sums go block by block in a fixed order: the same bytes for any number of threads.
#pragma once

#include "answer.h"
#include "dataset.h"
#include "net.h"
#include "observer.h"

// Measured by matches: what predicts results best is not what plays best (results/network).
#define NET_FIT_RESULTS 0.3

enum { NET_FIT_CYCLES = 3, NET_FIT_ROUNDS = (1 << NET_FIT_CYCLES) - 1 }; // at most

struct net_fit_settings {
    double results; // share of the game's result in the target, 0..1; the rest is the score's
    int threads;
    // A file that each round is saved in, so that learning of the same can go on there after a
    // stop or a kill; it is gone at the end. NULL: none.
    const char *saved;
    const struct observer *observer; // told in hundredths of rounds; may be NULL
};

struct net_fit_loss { // log-loss of the results of held-out games, each counting the same
    double start;     // by the evaluation
    double net;       // with the network
    double search;    // by the scores of the searches
    double gain_se;   // standard error of start less net, over games
};

struct net_fit {
    struct net_weights *weights; // owned
    size_t games, held_out;      // learned from; left out to ask: every tenth pair
    size_t positions;
    int rounds, best; // gone through; how many when what is kept was, 0: nothing is
    int resumed;      // how many of the rounds an earlier call went through
    double scale;     // k: logits for a centi-value
    struct net_fit_loss loss;
};

// Fills `fit`. `data` is closed and has boards; `values` are those of the evaluation. Errors: fewer
// than 20 games with positions, a stop, a file that cannot be written. The caller frees the weights
// in any case.
bool net_fit(const struct dataset *data, const struct tables *tables, const struct values *values,
             const struct net_fit_settings *settings, struct net_fit *fit, struct error *error);

// How well it predicts. To be destroyed by the caller.
struct answer net_fit_answer(const struct tables *tables, const struct net_fit *fit);

// SPDX-License-Identifier: GPL-3.0-or-later
// Second opinions on a fit: games it has not seen, and values that were tied.
//
// Does the fit predict games it has not seen? Games are split whole: positions of one game on both
// sides would know each other's result. Each game counts the same, as in the fit.
#pragma once

#include "fit.h"

enum { CALIBRATION_BINS = 10 };

struct calibration_bin {      // a tenth of the predictions, from low to high
    double predicted, scored; // mean prediction and mean result, of FIRST
    double se;                // of scored - predicted, by game; at least that of as many coins
    size_t positions, games;
};

struct holdout {
    size_t train_games, games, positions;
    double loss, loss_se; // mean over games of the mean log-loss of their positions, in nats
    double constant_loss; // of the model that always says the training games' mean score
    double gain, gain_se; // constant_loss - loss
    double start_loss;    // of the starting values, at the scale that suits the training games best
    double start_gain, start_gain_se; // start_loss - loss, game by game
    // Where the target is not the result alone (dataset.h): the same of it, less the least that a
    // prediction could have, the target's own entropy.
    bool labels;
    double label_loss, label_start_loss, label_gain, label_gain_se; // gain: over the start
    struct calibration_bin bin[CALIBRATION_BINS];
    // The search's score, by the slope that the training games give it. `scores`: it predicts them.
    bool scores;
    double score_loss;
    struct calibration_bin score_bin[CALIBRATION_BINS];
};

// True when a game is kept out of training: keyed by (seed, number), so that it does not depend on
// order, on the other games, or on how the log was cut into folders.
bool holdout_keeps_out(uint64_t seed, uint64_t number, double share);

// Fits the games that are not kept out, as `full` was fitted to all games, and scores the others.
// `holdout->games` is 0, the rest empty, when there are too few games on either side
// (10 kept out, GAMES_NEEDED for training).
void holdout_measure(const struct fit *full, const struct fit_options *options, double share,
                     struct holdout *holdout);

// Parameters that share one value: which, and whether the games let them.

enum { TIES_MAX = VALUES / 2 };

struct ties {
    int count, pairs; // of parameters; of pieces
    struct tie tie[TIES_MAX];
};

// Ties all pairs of pieces that mirror each other: on the board, in hand, promoted.
void ties_add_mirrors(struct ties *ties, const struct tables *tables);

// Ties what "LG=RG" names: two pieces (letter, ID or name) in all their forms, or two parameters
// ("board.+S=board.G"). What is tied already is left so. Errors: no such piece, not in this game.
bool ties_add(struct ties *ties, const struct tables *tables, const char *text,
              struct error *error);

// Whether these two parameters are tied.
bool ties_hold(const struct ties *ties, int first, int second);

struct tie_test { // are the two equal? From a fit that lets them differ.
    struct tie tie;
    double difference, se; // first - second in centi-values
    double p, p_holm;      // Wald, two-sided; adjusted over all ties. 1 where one is not measured
    bool known;
};

// Fits without the ties and tests each. `tests` has room for ties->count. The unit of the
// differences is that of `full`, the fit with them.
bool ties_test(const struct fit *full, const struct dataset *data,
               const struct fit_options *options, struct tie_test *tests, struct error *error);

// SPDX-License-Identifier: GPL-3.0-or-later
// The logistic loss of a data set, its gradient and Hessian, and the scores of its games.
//
// P(FIRST scores) = sigmoid(z), z = sum of weight x feature. Each game counts the same: its loss is
// the mean over its positions of -(y ln P + (1 - y) ln(1 - P)), so long games do not count more,
// and a Gaussian prior weighs against games and not against positions that say the same thing 80
// times over; uncertainty_temper finds how much more than one position a game does tell.
//
// Games are cut into PARTITIONS fixed parts. A part is summed by one thread and the parts are added
// in order: the same bits from any number of threads.
#pragma once

#include "centre.h"

enum { PARTITIONS = 64 };

struct objective {
    const struct dataset *data; // closed; not owned
    const double *game_weight;  // by game, NULL = all 1; not owned
    int threads;
    bool has_prior;
    // By column: the prior's centre; its precision in 1/logit^2, of average worths (centre.h),
    // which are independent of each other; and the SD of an error that all prior means share.
    double prior_mean[FEATURES_MOST], prior_precision[FEATURES_MOST], prior_drift[FEATURES_MOST];

    int rough; // so many of the next Hessians may be rough, see objective_allow_rough; 0 at first

    double games, positions;     // included, counted with the games' weights
    double temper;               // what a game weighs: 1, or what fit_weights makes of it
    size_t edge[PARTITIONS + 1]; // first game of each part
    double *partial;             // owned: room for the sums of each part
};

// Sets up without a prior. Weights must be >= 0, at least one game with a position above it.
void objective_init(struct objective *objective, const struct dataset *data,
                    const double *game_weight, int threads);
void objective_destroy(struct objective *objective);

// What each position of game g counts: the game's weight, shared by its positions.
double objective_position_weight(const struct objective *objective, size_t g);

// Loss at `weight` (by column), prior included. `gradient` (columns) and `hessian` (columns
// squared) are filled when not NULL. The loss is never negative, and finite for finite weights.
double objective_evaluate(struct objective *objective, const double *weight, double *gradient,
                          double *hessian);

// The prior's precision of the weights, columns squared; all 0 without one.
void objective_prior(const struct objective *objective, double *matrix);

// Lets the next `count` Hessians be estimates from every eighth part, if the data are many: on the
// way to a minimum that is as good, and costs an eighth. 0 ends it. Value and gradient stay exact.
void objective_allow_rough(struct objective *objective, int count);

// Sum over games of u u', u = the game's gradient without the prior, times G/(G-1).
void objective_scores(struct objective *objective, const double *weight, double *scores);

// ln(1 + exp(z)) - y z: the loss of one prediction, without overflow.
double logistic_loss(double z, double y);
double logistic(double z);

// Newton's method with step halving for smooth convex functions of up to a few hundred variables.
// For the logistic loss it is iteratively reweighted least squares, with one Hessian for several
// steps while they converge quickly: a Hessian costs as much as ten gradients. Never returns NaN,
// never hangs: a singular Hessian gets a ridge, a minimum at infinity (separable data) ends at the
// iteration limit or where the loss stops falling.

// Value of the function at x. `gradient` and `hessian` (n x n, both halves) are filled when not
// NULL. The first two Hessians may be estimates.
typedef double minimise_function(void *context, const double *x, double *gradient, double *hessian);

#define MINIMISE_TOLERANCE 1e-15

struct minimise_result {
    double value;
    int iterations;
    bool converged;
};

// Minimises from `x`, which is left at the best point found, until a step promises less than the
// share `tolerance` of the value (MINIMISE_TOLERANCE: all that a double can tell), or for 100
// iterations. The function must be finite at the start.
struct minimise_result minimise(int n, minimise_function *function, void *context, double tolerance,
                                double *x);

// How results follow one number: P(FIRST scores) = sigmoid(slope x number + constant). The number
// is an evaluation, or the score of a search.
struct scale {
    double slope, slope_error; // logits a unit, and its standard error over games
    double constant;           // logits
};

// Fits slope and constant to the positions that the objective includes; `number` is by position.
// A faint pull to 0 keeps certain results (all won by the side ahead) finite.
struct scale scale_fit(const struct objective *objective, const float *number);

// The evaluation of every position by `value` (by column), without the constant FIRST_MOVER, in
// units of 100. The caller frees it.
float *scale_evaluations(const struct dataset *data, const double *value);

// The scale of the results over the search's scores, a unit being a hundred centi-values; `games`
// as in objective_init.
struct scale scale_scores(const struct dataset *data, const double *games, int threads);
// Whether scores predict the results by that scale, as those of few games may fail to.
bool scale_predicts(const struct scale *scale);

// Sets the data's targets, what the model is to predict, to something other than the results:
// lambda x result + (1 - lambda) x sigmoid(slope x score + constant), by a scale of the search's
// scores. Error: it does not predict.
bool scale_mix_target(struct dataset *data, double lambda, const struct scale *scale,
                      struct error *error);

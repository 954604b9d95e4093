// SPDX-License-Identifier: GPL-3.0-or-later
// From a data set to values with intervals: scale, prior, Newton, covariance, yardstick.
//
// The regression knows logits; a values file knows centi-values. One number joins them: the mean
// piece, or a piece that the user wishes, keeps the average worth that the starting values give it
// (centre.h), and every other value is that times the ratio of the weights. The error of a value is
// the error of the ratio. The mean piece is the same for a game always, whatever was measured.
#pragma once

#include "file.h"
#include "statistics.h"
#include "uncertainty.h"

struct tie { // two parameters that share one value
    int first, second;
};

struct fit_options {
    const struct values *start; // starting values: centre of the prior, and the yardstick's worth
    double prior;   // SD of the prior: of average worths of pieces in those of the starting values
                    // (at least of the least one on the board), of terms in quarters of their
                    // allowed range; 0 = no prior
    Type yardstick; // base type whose worth on the board is kept, or YARDSTICK_MEAN
    const bool *frozen; // by parameter: keeps its starting value, as the board value of the
                        // yardstick does, which must be a piece then; NULL: none
    const struct tie *tie;
    int ties;
    int threads;
};

// The prior's usual width. Games never fitted are predicted about best by it: in logs of 400 to
// 6,000 games of five variants the best is between 0.25 and 1.
#define PRIOR_DEFAULT 0.5

enum { YARDSTICK_MEAN = 0 }; // the mean piece (removal.h) of what is measured; no base type

// From this relative standard error of the yardstick on no value can be stated at all.
#define YARDSTICK_ERROR_LARGEST 0.4

struct estimate { // of one parameter, in centi-values
    enum verdict verdict;
    double value;         // the starting value unless measured
    double se, low, high; // 95% interval; 0 unless measured
    double share;         // part of the information that comes from the games, 0..1
    size_t games;         // in which the feature differed
};

struct fit {
    const struct dataset *data; // not owned
    double beside_logits;       // of a centi-value of what is known beside the values; 0: that of
                                // the starting evaluation
    struct reduction reduction; // which columns are fitted freely
    double weight[VALUES + 1];  // as dataset_predictor takes it, in logits
    double *covariance;         // owned; columns x columns
    double temper;           // what a game weighs against the prior, see uncertainty_temper; 0 as 1
    double logits_per_start; // slope of the results over the starting evaluation, per centi-value
    double start_error;      // its standard error, by game
    bool start_predicts;     // that slope is positive; else the prior uses a stand-in
    double games, positions;
    int iterations;
    bool converged;
    struct identification identification;

    Type yardstick;
    double yardstick_error;        // relative standard error; infinite when it is not measured
    double yardstick_part[VALUES]; // by column: the yardstick's weight is the sum of part x weight
    double yardstick_weight, yardstick_variance, yardstick_with[VALUES]; // covariance with columns
    double yardstick_value; // what it keeps, in centi-values
    bool skewed;            // intervals are Fieller's: the yardstick is weak
    double logits_per_centivalue;
    double quantile; // half width of an interval in standard errors
    struct estimate estimate[VALUES];
    bool too_few; // fit_run failed because the games do not suffice; more of them may
};

// The column of a parameter, or of the one it is tied to; -1 when there is none.
int fit_column(const struct dataset *data, const struct fit_options *options, int parameter);

// Weights for the games that `game_weight` includes (NULL: all), starting from `weight` when
// `warm`, else from the prior's centre; with the fit's `temper`. Fills weight, slope, loss,
// iterations and converged. `objective` is left as the fit used it, for the caller to ask for more
// and destroy.
void fit_weights(struct fit *fit, const struct dataset *data, const double *game_weight,
                 const struct fit_options *options, bool warm, struct objective *objective);

// Everything, on all games, of the evaluation's features (dataset_init(VALUES)). Errors: nothing to
// learn (all games ended alike, too few games), a yardstick that is not measured or worth nothing
// to begin with. Destroy with fit_destroy in either case.
bool fit_run(struct fit *fit, const struct dataset *data, const struct fit_options *options,
             struct error *error);
void fit_destroy(struct fit *fit);

// The covariance of the values: what a difference or a sum of values is uncertain by.

// Covariance of the values in centi-values^2 by the delta method, columns x columns.
void covariance_of_values(const struct fit *fit, double *matrix);

// Text of x.covariance.csv: a header `parameter,NAME...`, then a row each, of `count` parameters,
// whose places in the matrix, n x n, are given.
void covariance_print(int count, const int *parameter, const int *place, int n,
                      const double *matrix, int digits, struct buffer *text);

// Adds that file of the values to those that are written together with `values_path`: all measured
// parameters.
void covariance_add(struct file_set *set, const struct fit *fit, const struct fit_options *options,
                    const char *values_path);

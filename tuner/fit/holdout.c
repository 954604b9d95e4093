// SPDX-License-Identifier: GPL-3.0-or-later
#include "holdout.h"

#include "random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HELD_GAMES_NEEDED = 10 };

bool holdout_keeps_out(uint64_t seed, uint64_t number, double share) {
    assert(share >= 0 && share <= 1);
    struct random random = random_init(seed, number, RANDOM_SPLIT);
    return random_unit(&random) < share;
}

// Mean of d over positions and its standard error over games: sums[g] = sum of d, counts[g] = how
// many, in game g (a ratio of sums, linearised). Games without a position do not count.
struct mean {
    double value, se;
    size_t games;
};

static struct mean clustered_mean(size_t games, const double *sums, const double *counts) {
    struct mean mean = {0};
    double sum = 0, count = 0, square = 0;
    for (size_t g = 0; g < games; g++) {
        sum += sums[g];
        count += counts[g];
        mean.games += counts[g] > 0;
    }
    if (count <= 0)
        return mean;
    mean.value = sum / count;
    for (size_t g = 0; g < games; g++) {
        double residual = sums[g] - mean.value * counts[g];
        square += residual * residual;
    }
    if (mean.games > 1)
        square *= (double)mean.games / (double)(mean.games - 1);
    mean.se = sqrt(square) / count;
    return mean;
}

struct prediction { // of one position
    double z;
    size_t game;
};

static int compare_predictions(const void *left, const void *right) {
    const struct prediction *a = left, *b = right;
    if (a->z != b->z)
        return a->z < b->z ? -1 : 1;
    return a->game < b->game ? -1 : a->game > b->game;
}

// Where the k-th tenth begins: equal predictions stay in one bin.
static size_t bin_edge(const struct prediction *prediction, size_t count, int k) {
    size_t edge = count * (size_t)k / CALIBRATION_BINS;
    while (edge > 0 && edge < count && prediction[edge].z == prediction[edge - 1].z)
        edge++;
    return edge;
}

static void calibrate(const struct dataset *data, const struct prediction *prediction, size_t count,
                      double *sums, double *counts, struct holdout *holdout) {
    for (int k = 0; k < CALIBRATION_BINS; k++) {
        size_t begin = bin_edge(prediction, count, k), end = bin_edge(prediction, count, k + 1);
        struct calibration_bin *bin = &holdout->bin[k];
        memset(sums, 0, data->games * sizeof *sums);
        memset(counts, 0, data->games * sizeof *counts);
        for (size_t i = begin; i < end; i++) {
            const struct prediction *at = &prediction[i];
            double expected = logistic(at->z);
            bin->predicted += expected;
            bin->scored += data->game[at->game].result;
            sums[at->game] += data->game[at->game].result - expected;
            counts[at->game]++;
        }
        bin->positions = end > begin ? end - begin : 0;
        if (bin->positions == 0)
            continue;
        bin->predicted /= (double)bin->positions;
        bin->scored /= (double)bin->positions;
        struct mean mean = clustered_mean(data->games, sums, counts);
        bin->games = mean.games;
        // Where all games ended alike the residuals show no spread, but chance there was.
        double chance = sqrt(bin->predicted * (1 - bin->predicted) / (double)mean.games);
        bin->se = fmax(mean.se, chance);
    }
}

static void measure_loss(const struct dataset *data, const struct prediction *prediction,
                         size_t count, double constant, double *sums, double *counts,
                         struct holdout *holdout) {
    memset(sums, 0, data->games * sizeof *sums);
    memset(counts, 0, data->games * sizeof *counts);
    for (size_t i = 0; i < count; i++) {
        size_t g = prediction[i].game;
        sums[g] += logistic_loss(prediction[i].z, data->game[g].result);
        counts[g]++;
    }
    struct mean loss = clustered_mean(data->games, sums, counts);
    double log_odds = log(constant / (1 - constant));
    for (size_t g = 0; g < data->games; g++)
        sums[g] = counts[g] * logistic_loss(log_odds, data->game[g].result) - sums[g];
    struct mean gain = clustered_mean(data->games, sums, counts);
    holdout->loss = loss.value;
    holdout->loss_se = loss.se;
    holdout->gain = gain.value;
    holdout->gain_se = gain.se;
    holdout->constant_loss = loss.value + gain.value;
}

// Work space for one data set: by game, and by position kept out.
struct workspace {
    double *train, *sums, *counts;
    struct prediction *prediction;
};

static bool workspace_init(struct workspace *work, const struct dataset *data) {
    work->train = malloc(3 * data->games * sizeof *work->train);
    work->sums = work->train + data->games;
    work->counts = work->sums + data->games;
    work->prediction = malloc((data->positions + 1) * sizeof *work->prediction);
    return work->train && work->prediction;
}

static void workspace_destroy(struct workspace *work) {
    free(work->train);
    free(work->prediction);
}

// Splits the games; returns the mean score of the training positions.
static double split(const struct dataset *data, double share, struct workspace *work,
                    struct holdout *holdout) {
    double sum = 0, count = 0;
    for (size_t g = 0; g < data->games; g++) {
        const struct dataset_game *game = &data->game[g];
        bool out = holdout_keeps_out(game->seed, game->number, share);
        work->train[g] = out ? 0 : 1;
        holdout->games += out;
        holdout->train_games += !out;
        if (out)
            holdout->positions += dataset_length(data, g);
        else {
            sum += game->result * (double)dataset_length(data, g);
            count += (double)dataset_length(data, g);
        }
    }
    // Half a game drawn beside them: a constant of 0 or 1 would be a claim of certainty.
    double length = count / (double)(holdout->train_games + 1);
    return (sum + length / 4) / (count + length / 2 + 1e-300);
}

static void predict(const struct dataset *data, const double *weight, struct workspace *work) {
    size_t at = 0;
    for (size_t g = 0; g < data->games; g++)
        for (size_t p = data->game[g].position;
             work->train[g] == 0 && p < data->game[g + 1].position; p++)
            work->prediction[at++] = (struct prediction){dataset_predictor(data, p, weight), g};
    qsort(work->prediction, at, sizeof *work->prediction, compare_predictions);
}

static double loss_of_start(const struct dataset *data, const struct values *start,
                            double logits_per_start, const struct workspace *work) {
    double weight[VALUES], sum = 0, count = 0;
    for (int c = 0; c < data->columns; c++)
        weight[c] = logits_per_start * start->value[data->parameter[c]];
    for (size_t g = 0; g < data->games; g++)
        for (size_t p = data->game[g].position;
             work->train[g] == 0 && p < data->game[g + 1].position; p++, count++)
            sum += logistic_loss(dataset_predictor(data, p, weight), data->game[g].result);
    return sum / count;
}

// The weights that the training games alone give, and the scale of the starting values there (by
// temporal differences: that of all games).
static bool train(const struct fit *full, const struct fit_options *options,
                  const struct td_options *td, const double *games, double *weight,
                  double *logits_per_start, struct error *error) {
    *logits_per_start = full->logits_per_start;
    if (td)
        return td_learn(full, options, *td, games, weight, error);
    struct fit fit = *full;
    struct objective objective;
    if (!fit_weights(&fit, full->data, games, options, false, &objective, error))
        return false;
    objective_destroy(&objective);
    *logits_per_start = fit.logits_per_start;
    memcpy(weight, fit.weight, sizeof fit.weight);
    return true;
}

bool holdout_measure(const struct fit *full, const struct fit_options *options,
                     const struct td_options *td, double share, struct holdout *holdout,
                     struct error *error) {
    assert(share >= 0 && share <= 1 && full->data);
    const struct dataset *data = full->data;
    memset(holdout, 0, sizeof *holdout);
    struct workspace work;
    bool done = workspace_init(&work, data) || error_set(error, "out of memory");
    if (done) {
        double constant = split(data, share, &work, holdout), weight[VALUES], scale;
        if (holdout->games < HELD_GAMES_NEEDED || holdout->train_games < GAMES_NEEDED) {
            memset(holdout, 0, sizeof *holdout);
        } else {
            done = train(full, options, td, work.train, weight, &scale, error);
            if (done) {
                holdout->start_loss = loss_of_start(data, options->start, scale, &work);
                predict(data, weight, &work);
                measure_loss(data, work.prediction, holdout->positions, constant, work.sums,
                             work.counts, holdout);
                calibrate(data, work.prediction, holdout->positions, work.sums, work.counts,
                          holdout);
            }
        }
    }
    workspace_destroy(&work);
    return done;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "second_opinions.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "random.h"
#include "values_file.h"

enum { HELD_GAMES_NEEDED = 10 };

bool holdout_keeps_out(uint64_t seed, uint64_t number, double share) {
    assert(share >= 0 && share <= 1);
    struct random random = random_init(seed, number, RANDOM_SPLIT);
    return random_unit(&random) < share;
}

// Weighted mean of d over games and its standard error: sums[g] = sum of weight x d, counts[g] =
// sum of weights, in game g (a ratio of sums, linearised). Games without a weight do not count.
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
    int order = ORDER(a->z, b->z);
    return order ? order : ORDER(a->game, b->game);
}

// What a position counts.
static double share_of_game(const struct dataset *data, size_t g) {
    return 1 / (double)dataset_length(data, g);
}

// Where a tenth that begins at `at` ends, which holds up to `weight`, counted from the first one in
// `sum`: equal predictions stay in one bin.
static size_t bin_end(const struct dataset *data, const struct prediction *prediction, size_t count,
                      size_t at, double weight, double *sum) {
    while (at < count && (*sum < weight || (at > 0 && prediction[at].z == prediction[at - 1].z)))
        *sum += share_of_game(data, prediction[at++].game);
    return at;
}

static void calibrate(const struct dataset *data, const struct prediction *prediction, size_t count,
                      size_t games, double *sums, double *counts,
                      struct calibration_bin bins[CALIBRATION_BINS]) {
    const double slack = 1e-9; // of sums that rounding leaves below a whole number
    double sum = 0;
    size_t end = 0;
    for (int k = 0; k < CALIBRATION_BINS; k++) {
        double weight = (double)games * (k + 1) / CALIBRATION_BINS - slack;
        bool last = k + 1 == CALIBRATION_BINS;
        size_t begin = end;
        end = last ? count : bin_end(data, prediction, count, begin, weight, &sum);
        struct calibration_bin *bin = &bins[k];
        memset(sums, 0, data->games * sizeof *sums);
        memset(counts, 0, data->games * sizeof *counts);
        double total = 0;
        for (size_t i = begin; i < end; i++) {
            size_t g = prediction[i].game;
            double expected = logistic(prediction[i].z), scored = data->game[g].result;
            double share = share_of_game(data, g);
            bin->predicted += share * expected;
            bin->scored += share * scored;
            sums[g] += share * (scored - expected);
            counts[g] += share;
            total += share;
        }
        bin->positions = end - begin;
        if (bin->positions == 0)
            continue;
        bin->predicted /= total;
        bin->scored /= total;
        struct mean mean = clustered_mean(data->games, sums, counts);
        bin->games = mean.games;
        // Where all games ended alike the residuals show no spread, but chance there was.
        double chance = sqrt(bin->predicted * (1 - bin->predicted) / (double)mean.games);
        bin->se = fmax(mean.se, chance);
    }
}

// Work space for one data set: by game, and by position kept out.
struct workspace {
    double *train, *sums, *counts;
    double *loss, *start; // of each game kept out, the mean over its positions
    struct prediction *prediction;
};

static void workspace_init(struct workspace *work, const struct dataset *data) {
    work->train = mem_alloc(5 * data->games * sizeof *work->train);
    work->sums = work->train + data->games;
    work->counts = work->sums + data->games;
    work->loss = work->counts + data->games;
    work->start = work->loss + data->games;
    work->prediction = mem_alloc((data->positions + 1) * sizeof *work->prediction);
}

static void workspace_destroy(struct workspace *work) {
    free(work->train);
    free(work->prediction);
}

// Mean over the games kept out of one number of each less another (NULL: 0).
static struct mean mean_over_games(const struct dataset *data, const struct workspace *work,
                                   const double *of, const double *less) {
    for (size_t g = 0; g < data->games; g++) {
        work->counts[g] = work->train[g] == 0 ? 1 : 0;
        work->sums[g] = work->counts[g] > 0 ? of[g] - (less ? less[g] : 0) : 0;
    }
    return clustered_mean(data->games, work->sums, work->counts);
}

// What a prediction that is the label itself would lose.
static double entropy(double y) {
    return y > 0 && y < 1 ? -y * log(y) - (1 - y) * log1p(-y) : 0;
}

struct predictor {
    const double *weight; // by column; NULL: the search's score predicts
    double slope;         // logits of a hundred centi-values
};

static double predictor_logits(const struct predictor *by, const struct dataset *data, size_t p) {
    return by->weight ? dataset_predictor(data, p, by->weight) : by->slope * data->score[p] / 100;
}

// The mean loss of each game kept out: of its result, or of its labels above the least.
static void measure_games(const struct dataset *data, const struct workspace *work,
                          const struct predictor *by, bool labels, double *loss) {
    for (size_t g = 0; g < data->games; g++) {
        loss[g] = 0;
        for (size_t p = data->game[g].position;
             work->train[g] == 0 && p < data->game[g + 1].position; p++) {
            double y = labels ? dataset_target(data, g, p) : data->game[g].result;
            loss[g] += share_of_game(data, g) * (logistic_loss(predictor_logits(by, data, p), y) -
                                                 (labels ? entropy(y) : 0));
        }
    }
}

static void measure_loss(const struct dataset *data, const struct values *start,
                         double logits_per_start, const struct predictor *fitted, double constant,
                         const struct workspace *work, struct holdout *holdout) {
    double started[VALUES + 1], log_odds = log(constant / (1 - constant));
    for (int c = 0; c < data->columns; c++)
        started[c] = logits_per_start * start->value[data->parameter[c]];
    started[data->columns] = logits_per_start;
    const struct predictor starting = {started, 0};
    holdout->labels = data->target != NULL;
    if (holdout->labels) {
        measure_games(data, work, fitted, true, work->loss);
        measure_games(data, work, &starting, true, work->start);
        struct mean label = mean_over_games(data, work, work->loss, NULL);
        struct mean label_gain = mean_over_games(data, work, work->start, work->loss);
        holdout->label_loss = label.value;
        holdout->label_start_loss = label.value + label_gain.value;
        holdout->label_gain = label_gain.value;
        holdout->label_gain_se = label_gain.se;
    }
    measure_games(data, work, fitted, false, work->loss);
    struct mean loss = mean_over_games(data, work, work->loss, NULL);
    measure_games(data, work, &starting, false, work->start);
    struct mean start_gain = mean_over_games(data, work, work->start, work->loss);
    for (size_t g = 0; g < data->games; g++)
        work->start[g] = logistic_loss(log_odds, data->game[g].result);
    struct mean gain = mean_over_games(data, work, work->start, work->loss);
    holdout->loss = loss.value;
    holdout->loss_se = loss.se;
    holdout->gain = gain.value;
    holdout->gain_se = gain.se;
    holdout->constant_loss = loss.value + gain.value;
    holdout->start_gain = start_gain.value;
    holdout->start_gain_se = start_gain.se;
    holdout->start_loss = loss.value + start_gain.value;
}

// Splits the games; returns the mean score of those to learn from.
static double split(const struct dataset *data, double share, struct workspace *work,
                    struct holdout *holdout) {
    double sum = 0;
    for (size_t g = 0; g < data->games; g++) {
        const struct dataset_game *game = &data->game[g];
        bool out = holdout_keeps_out(game->seed, game->number, share);
        work->train[g] = out ? 0 : 1;
        holdout->games += out;
        holdout->train_games += !out;
        holdout->positions += out ? dataset_length(data, g) : 0;
        sum += out ? 0 : game->result;
    }
    // Half a game drawn beside them: a constant of 0 or 1 would be a claim of certainty.
    return (sum + 0.25) / ((double)holdout->train_games + 0.5);
}

// Predictions of the positions kept out, held against what their games scored.
static void predict(const struct dataset *data, const struct predictor *by, size_t games,
                    struct workspace *work, struct calibration_bin bins[CALIBRATION_BINS]) {
    size_t at = 0;
    for (size_t g = 0; g < data->games; g++)
        for (size_t p = data->game[g].position;
             work->train[g] == 0 && p < data->game[g + 1].position; p++)
            work->prediction[at++] = (struct prediction){predictor_logits(by, data, p), g};
    qsort(work->prediction, at, sizeof *work->prediction, compare_predictions);
    calibrate(data, work->prediction, at, games, work->sums, work->counts, bins);
}

// The search's score by the scale of the training games, as people read it: without a constant.
static void measure_scores(const struct dataset *data, int threads, struct workspace *work,
                           struct holdout *holdout) {
    struct scale scale = scale_scores(data, work->train, threads);
    holdout->scores = scale_predicts(&scale);
    if (!holdout->scores)
        return;
    const struct predictor by = {NULL, scale.slope};
    measure_games(data, work, &by, false, work->start);
    holdout->score_loss = mean_over_games(data, work, work->start, NULL).value;
    predict(data, &by, holdout->games, work, holdout->score_bin);
}

// The weights that the training games alone give, and the scale of the starting values there.
static void train(const struct fit *full, const struct fit_options *options, const double *games,
                  double *weight, double *logits_per_start) {
    struct fit fit = *full;
    struct objective objective;
    fit_weights(&fit, full->data, games, options, false, &objective);
    objective_destroy(&objective);
    *logits_per_start = fit.logits_per_start;
    memcpy(weight, fit.weight, sizeof fit.weight);
}

void holdout_measure(const struct fit *full, const struct fit_options *options, double share,
                     struct holdout *holdout) {
    assert(share >= 0 && share <= 1 && full->data);
    const struct dataset *data = full->data;
    memset(holdout, 0, sizeof *holdout);
    struct workspace work;
    workspace_init(&work, data);
    double constant = split(data, share, &work, holdout), weight[VALUES + 1], scale;
    if (holdout->games < HELD_GAMES_NEEDED || holdout->train_games < GAMES_NEEDED) {
        memset(holdout, 0, sizeof *holdout);
    } else {
        train(full, options, work.train, weight, &scale);
        const struct predictor fitted = {weight, 0};
        measure_loss(data, options->start, scale, &fitted, constant, &work, holdout);
        predict(data, &fitted, holdout->games, &work, holdout->bin);
        measure_scores(data, options->threads, &work, holdout);
    }
    workspace_destroy(&work);
}

// --- Ties ----------------------------------------------------------------------------------------

bool ties_hold(const struct ties *ties, int first, int second) {
    for (int i = 0; i < ties->count; i++) {
        const struct tie *tie = &ties->tie[i];
        if ((tie->first == first && tie->second == second) ||
            (tie->first == second && tie->second == first))
            return true;
    }
    return false;
}

static void add(struct ties *ties, const struct tables *tables, int first, int second) {
    if (!ties_hold(ties, first, second) && ties->count < TIES_MAX && values_uses(tables, first) &&
        values_uses(tables, second))
        ties->tie[ties->count++] = (struct tie){first, second};
}

static void add_pieces(struct ties *ties, const struct tables *tables, Type left, Type right) {
    int before = ties->count;
    add(ties, tables, VALUE_BOARD + left, VALUE_BOARD + right);
    add(ties, tables, VALUE_BOARD + (left | TYPE_PROMOTED), VALUE_BOARD + (right | TYPE_PROMOTED));
    add(ties, tables, VALUE_HAND + left, VALUE_HAND + right);
    ties->pairs += ties->count > before; // not one that was there
}

void ties_add_mirrors(struct ties *ties, const struct tables *tables) {
    Type pairs[BASE_TYPES][2];
    int count = variant_mirror_pairs(&tables->variant, pairs, BASE_TYPES);
    for (int i = 0; i < count; i++)
        add_pieces(ties, tables, pairs[i][0], pairs[i][1]);
}

bool ties_add(struct ties *ties, const struct tables *tables, const char *text,
              struct error *error) {
    char left[64], right[64];
    size_t length = strcspn(text, "=");
    if (text[length] != '=' || length == 0 || length >= sizeof left ||
        strlen(text + length + 1) >= sizeof right || !text[length + 1])
        return error_set(error, "'%s': expected A=B, two pieces or two parameters", text);
    memcpy(left, text, length);
    left[length] = 0;
    memcpy(right, text + length + 1, strlen(text + length + 1) + 1);
    int first, second;
    if (values_is_name(left) || values_is_name(right)) {
        if (!values_file_find(left, tables, &first, error) ||
            !values_file_find(right, tables, &second, error))
            return false;
        if (first == second)
            return error_set(error, "'%s': twice the same", text);
        add(ties, tables, first, second);
        return true;
    }
    Type piece[2];
    for (int i = 0; i < 2; i++) {
        piece[i] = variant_find_piece(&tables->variant, i ? right : left, error);
        if (!piece[i])
            return false;
        if ((piece[i] & TYPE_PROMOTED) || !values_uses(tables, VALUE_BOARD + piece[i]))
            return error_set(error, "'%s': not an unpromoted piece with a value", i ? right : left);
    }
    if (piece[0] == piece[1])
        return error_set(error, "'%s': twice the same", text);
    add_pieces(ties, tables, piece[0], piece[1]);
    return true;
}

// Wald's test of one tie by the covariance of the free fit.
static struct tie_test test(const struct fit *fit, const struct tie *tie, double unit) {
    const struct dataset *data = fit->data;
    int n = data->columns, i = data->column[tie->first], j = data->column[tie->second];
    struct tie_test test = {.tie = *tie, .p = 1, .p_holm = 1};
    if (i < 0 || j < 0 || data->unbalanced_games[tie->first] < GAMES_NEEDED ||
        data->unbalanced_games[tie->second] < GAMES_NEEDED)
        return test;
    const double *v = fit->covariance;
    double variance = v[i * n + i] + v[j * n + j] - 2 * v[i * n + j];
    if (!(variance > 0))
        return test;
    test.difference = (fit->weight[i] - fit->weight[j]) / unit;
    test.se = sqrt(variance) / unit;
    test.p = test.p_holm = erfc(fabs(test.difference / test.se) / sqrt(2));
    test.known = true;
    return test;
}

bool ties_test(const struct fit *full, const struct dataset *data,
               const struct fit_options *options, struct tie_test *tests, struct error *error) {
    assert(options->ties <= TIES_MAX);
    struct fit_options apart = *options;
    apart.ties = 0;
    struct fit fit = *full;
    struct objective objective;
    fit_weights(&fit, data, NULL, &apart, false, &objective);
    size_t size = (size_t)data->columns * (size_t)data->columns;
    double *work = mem_alloc(3 * size * sizeof *work);
    bool done = uncertainty_covariance(&objective, &fit.reduction, fit.weight, work, work + size,
                                       work + 2 * size, error);
    double *p[TIES_MAX];
    for (int k = 0; done && k < options->ties; k++) {
        fit.covariance = work + 2 * size;
        tests[k] = test(&fit, &options->tie[k], full->logits_per_centivalue);
        p[k] = &tests[k].p_holm;
    }
    if (done)
        holm_at(p, options->ties);
    free(work);
    objective_destroy(&objective);
    return done;
}

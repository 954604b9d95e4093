// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_fit.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear.h"
#include "logs.h"
#include "memory.h"
#include "notation.h"
#include "objective.h"
#include "statistics.h"

// Pieces of each side by place, on the board, in hand, promoted.
static void count_pieces(const struct army_games *games, const struct position *position,
                         int count[SIDES][WORTHS_MAX]) {
    memset(count, 0, SIDES * sizeof *count);
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = position->board[square];
        if (!games->tables->on_board[square] || piece == PIECE_EMPTY)
            continue;
        int place = games->place[VALUE_BOARD + piece_type(piece)];
        if (place >= 0)
            count[piece_side(piece)][place]++;
    }
    for (int side = 0; side < SIDES; side++)
        for (int base = 0; base < BASE_TYPES; base++) {
            int place = games->place[VALUE_HAND + base];
            if (place >= 0)
                count[side][place] += position->hand[side][base];
        }
}

void army_games_init(struct army_games *games, const struct tables *tables) {
    *games = (struct army_games){.tables = tables};
    struct worths worths;
    worths_init(&worths, tables);
    games->columns = worths.count;
    for (int i = 0; i < ARRAY_LENGTH(games->place); i++)
        games->place[i] = worths_find(&worths, i);
    worths_destroy(&worths);
    struct position start;
    if (fen_parse(NULL, tables, &start, NULL))
        count_pieces(games, &start, games->start);
}

void army_games_destroy(struct army_games *games) {
    free(games->of);
    free(games->half_points);
    free(games->number);
    *games = (struct army_games){.tables = games->tables};
}

static void grow(struct army_games *games) {
    size_t capacity = games->capacity = 2 * games->capacity + 1024;
    size_t row = 2 * (size_t)games->columns + 1;
    games->of = mem_realloc(games->of, capacity * row * sizeof *games->of);
    games->half_points = mem_realloc(games->half_points, capacity * sizeof *games->half_points);
    games->number = mem_realloc(games->number, capacity * sizeof *games->number);
}

void army_games_add(struct army_games *games, int64_t number, const struct position *opening,
                    enum result result) {
    int count[SIDES][WORTHS_MAX];
    if (games->count == games->capacity)
        grow(games);
    count_pieces(games, opening, count);
    int8_t *of = games->of + games->count * 2 * (size_t)games->columns;
    for (int side = 0; side < SIDES; side++)
        for (int i = 0; i < games->columns; i++)
            of[side * games->columns + i] = (int8_t)count[side][i];
    games->number[games->count] = number;
    games->half_points[games->count++] = (uint8_t)(2 * result_points(result));
}

static bool take(void *context, struct log_reader *log, bool copy, struct error *cause,
                 struct error *error) {
    struct army_games *games = context;
    const struct game_row *row = &log->game;
    struct position opening;
    (void)error;
    if (copy) {
        games->copies++;
        return true;
    }
    games->nodes += (double)row->nodes;
    games->ply_limit += row->termination == TERMINATION_PLY_LIMIT;
    depths_add(&games->depths, &row->first_depths);
    depths_add(&games->depths, &row->second_depths);
    if (!fen_parse(row->opening, games->tables, &opening, cause))
        return false;
    army_games_add(games, row->game, &opening, row->result);
    return true;
}

bool army_games_read(struct army_games *games, const char *folder, struct error *error) {
    return log_each_game(folder, LOG_GAMES, games->tables, take, games, error);
}

// --- The regression ------------------------------------------------------------------------------

// A piece that is not measured keeps its column, held by so little, so that it stands in for itself
// where it does differ. Of 10 logits the sigmoid has nothing left to tell.
#define RIDGE 0.01
#define LOGITS_MOST 8.0
// Directions of the Hessian, its diagonal scaled to 1, of which the games say nothing, and the
// share in one from which a piece belongs to it.
#define EIGENVALUE_LEAST 1e-7
#define SHARE_LEAST 1e-3

enum { ROUNDS = 60 };

struct work {
    const struct army_games *games;
    struct army_estimate *estimate;
    double ridge[ARMY_COLUMNS_MAX];
    double *hessian;
    int columns;
};

int army_row(const struct army_games *games, size_t game, int at[ARMY_COLUMNS_MAX],
             double x[ARMY_COLUMNS_MAX]) {
    int count = 0;
    for (int i = 0; i < games->columns; i++) {
        int difference = army_difference(games, game, i);
        if (difference) {
            at[count] = i;
            x[count++] = difference;
        }
    }
    at[count] = games->columns;
    x[count++] = 1;
    return count;
}

static double dot(const double *weight, const int *at, const double *x, int count) {
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum += weight[at[k]] * x[k];
    return sum;
}

double army_logit(const struct army_estimate *estimate, const struct army_games *games,
                  size_t game) {
    int at[ARMY_COLUMNS_MAX];
    double x[ARMY_COLUMNS_MAX];
    int count = army_row(games, game, at, x);
    return dot(estimate->weight, at, x, count);
}

// Loss with the ridge; gradient and Hessian where wanted.
static double evaluate(const struct work *work, const double *weight, double *gradient,
                       double *hessian) {
    int n = work->columns, at[ARMY_COLUMNS_MAX];
    double x[ARMY_COLUMNS_MAX], loss = 0;
    if (gradient) {
        memset(gradient, 0, (size_t)n * sizeof *gradient);
        memset(hessian, 0, (size_t)n * (size_t)n * sizeof *hessian);
    }
    for (size_t g = 0; g < work->games->count; g++) {
        int count = army_row(work->games, g, at, x);
        double z = dot(weight, at, x, count), y = work->games->half_points[g] / 2.;
        double p = logistic(z);
        loss += logistic_loss(z, y);
        for (int k = 0; gradient && k < count; k++) {
            gradient[at[k]] += (p - y) * x[k];
            double wx = p * (1 - p) * x[k];
            for (int l = 0; l <= k; l++)
                hessian[at[k] * n + at[l]] += wx * x[l];
        }
    }
    for (int i = 0; i < n; i++) {
        loss += work->ridge[i] * weight[i] * weight[i] / 2;
        if (!gradient)
            continue;
        gradient[i] += work->ridge[i] * weight[i];
        hessian[i * n + i] += work->ridge[i];
        for (int j = 0; j < i; j++)
            hessian[j * n + i] = hessian[i * n + j];
    }
    return loss;
}

// Newton's method from what stands there. False: it does not converge, as where some weight has no
// finite value.
static bool minimise_loss(const struct work *work) {
    int n = work->columns;
    double *weight = work->estimate->weight;
    double gradient[ARMY_COLUMNS_MAX], step[ARMY_COLUMNS_MAX], tried[ARMY_COLUMNS_MAX];
    for (int round = 0; round < ROUNDS; round++) {
        double loss = evaluate(work, weight, gradient, work->hessian), decrement = 0, size = 1;
        if (!linear_solve(n, work->hessian, gradient, step))
            return false;
        for (int i = 0; i < n; i++)
            decrement += gradient[i] * step[i];
        if (decrement < 1e-12 * (1 + fabs(loss)))
            return true;
        for (;; size /= 2) {
            for (int i = 0; i < n; i++)
                tried[i] = weight[i] - size * step[i];
            if (evaluate(work, tried, NULL, NULL) <= loss || size < 1e-6)
                break;
        }
        memcpy(weight, tried, (size_t)n * sizeof *weight);
    }
    return false;
}

static void hold(struct work *work, int column) {
    work->estimate->worths.of[column].mark = WORTH_OPEN;
    work->ridge[column] = RIDGE;
}

// Pieces that the games cannot tell from others. Of the columns that are held nothing is asked.
static void hold_dependent(struct work *work) {
    int n = work->columns;
    double weight[ARMY_COLUMNS_MAX] = {0}, gradient[ARMY_COLUMNS_MAX];
    double *values = mem_alloc((size_t)n * sizeof *values);
    double *vectors = mem_alloc((size_t)n * (size_t)n * sizeof *vectors);
    evaluate(work, weight, gradient, work->hessian);
    double scale[ARMY_COLUMNS_MAX];
    for (int i = 0; i < n; i++)
        scale[i] = 1 / sqrt(work->hessian[i * n + i]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            work->hessian[i * n + j] *= scale[i] * scale[j];
    linear_eigen(n, work->hessian, values, vectors);
    for (int k = 0; k < n && values[k] < EIGENVALUE_LEAST; k++)
        for (int i = 0; i < n - 1; i++)
            if (fabs(vectors[k * n + i]) > SHARE_LEAST &&
                work->estimate->worths.of[i].mark != WORTH_OPEN)
                hold(work, i);
    free(values);
    free(vectors);
}

static void begin(struct work *work, int needed) {
    const struct army_games *games = work->games;
    struct army_estimate *estimate = work->estimate;
    double half_points = 0, draws = 0;
    for (size_t g = 0; g < games->count; g++) {
        half_points += games->half_points[g];
        draws += games->half_points[g] == 1;
        for (int i = 0; i < games->columns; i++)
            estimate->worths.of[i].games += army_difference(games, g, i) != 0;
    }
    for (int i = 0; i < games->columns; i++) {
        estimate->worths.of[i].mark = WORTH_MEASURED;
        if (estimate->worths.of[i].games < needed)
            hold(work, i);
    }
    estimate->games = (int64_t)games->count;
    estimate->copies = games->copies;
    double n = games->count ? (double)games->count : 1;
    estimate->score = half_points / 2 / n;
    estimate->draws = draws / n;
    estimate->nodes = games->nodes / n;
}

// Fits again without each piece whose weight runs away.
static bool fit_weights(struct work *work, struct error *error) {
    hold_dependent(work);
    for (;;) {
        memset(work->estimate->weight, 0, sizeof work->estimate->weight);
        bool converged = minimise_loss(work), held = false;
        for (int i = 0; i < work->games->columns; i++)
            if (work->estimate->worths.of[i].mark != WORTH_OPEN &&
                !(fabs(work->estimate->weight[i]) < LOGITS_MOST)) {
                hold(work, i);
                held = true;
            }
        if (!held)
            return converged || error_set(error, "the fit does not converge");
    }
}

void army_residuals_destroy(struct army_residuals *of) {
    free(of->w);
    free(of->r);
    free(of->r2);
    free(of->filling);
}

void army_residuals_find(const struct army_games *games, const struct army_estimate *estimate,
                         struct army_residuals *of) {
    int n = estimate->columns, at[ARMY_COLUMNS_MAX];
    double x[ARMY_COLUMNS_MAX];
    size_t size = games->count + 1;
    *of = (struct army_residuals){mem_alloc(size * sizeof *of->w),
                                  mem_alloc(size * sizeof *of->r),
                                  mem_alloc(size * sizeof *of->r2),
                                  mem_calloc((size_t)n * (size_t)n, sizeof *of->filling),
                                  {0}};
    for (size_t g = 0; g < games->count; g++) {
        int count = army_row(games, g, at, x);
        double p = logistic(army_logit(estimate, games, g)), leverage = 0;
        for (int k = 0; k < count; k++)
            for (int l = 0; l < count; l++)
                leverage += x[k] * x[l] * estimate->inverse[at[k] * n + at[l]];
        of->w[g] = p * (1 - p);
        of->r[g] = games->half_points[g] / 2. - p;
        of->r2[g] = of->r[g] * of->r[g] / (1 - fmin(leverage * of->w[g], 0.99));
        for (int k = 0; k < count; k++) {
            of->own[at[k]] += x[k] * of->r[g];
            for (int l = 0; l < count; l++)
                of->filling[at[k] * n + at[l]] += of->r2[g] * x[k] * x[l];
        }
    }
}

static double spread_of(const struct work *work) {
    double sum = 0, squares = 0, n = (double)work->games->count;
    for (size_t g = 0; g < work->games->count; g++) {
        double z = army_logit(work->estimate, work->games, g);
        sum += z;
        squares += z * z;
    }
    return sqrt(fmax(squares / n - sum / n * (sum / n), 0));
}

// Logits and their covariance to Elo.
static void tell(const struct work *work, const double *covariance) {
    struct army_estimate *estimate = work->estimate;
    struct worths *worths = &estimate->worths;
    int n = work->columns, all = worths->count;
    for (int i = 0; i < all; i++) {
        if (worths->of[i].mark == WORTH_OPEN)
            continue;
        worths->of[i].value = estimate->weight[i] * ELO_PER_LOGIT;
        for (int j = 0; j < all; j++)
            if (worths->of[j].mark != WORTH_OPEN)
                worths->covariance[i * all + j] =
                    covariance[i * n + j] * ELO_PER_LOGIT * ELO_PER_LOGIT;
    }
    estimate->first_elo = estimate->weight[all] * ELO_PER_LOGIT;
    estimate->first_se = sqrt(covariance[all * n + all]) * ELO_PER_LOGIT;
    estimate->spread = spread_of(work);
}

static bool fit(struct work *work, struct error *error) {
    int n = work->columns;
    struct army_estimate *estimate = work->estimate;
    double *covariance = mem_alloc((size_t)n * (size_t)n * sizeof *covariance);
    bool done = fit_weights(work, error);
    if (done) {
        evaluate(work, estimate->weight, (double[ARMY_COLUMNS_MAX]){0}, work->hessian);
        done = linear_inverse(n, work->hessian, estimate->inverse) ||
               error_set(error, "the games hardly separate the pieces");
    }
    if (done) {
        struct army_residuals residuals;
        army_residuals_find(work->games, estimate, &residuals);
        linear_product(n, estimate->inverse, residuals.filling, estimate->inverse, covariance);
        tell(work, covariance);
        army_residuals_destroy(&residuals);
    }
    free(covariance);
    return done;
}

bool army_fit(const struct army_games *games, int needed, struct army_estimate *estimate,
              struct error *error) {
    *estimate = (struct army_estimate){.columns = games->columns + 1};
    struct work work = {.games = games, .estimate = estimate, .columns = games->columns + 1};
    size_t cells = (size_t)work.columns * (size_t)work.columns;
    bool done = true;
    worths_init(&estimate->worths, games->tables);
    estimate->inverse = mem_calloc(cells, sizeof *estimate->inverse);
    work.hessian = mem_alloc(cells * sizeof *work.hessian);
    begin(&work, needed);
    if (games->count < ARMY_GAMES_NEEDED || estimate->score <= 0 || estimate->score >= 1 ||
        estimate->draws >= 1) {
        estimate->too_few = true;
        done = games->count < ARMY_GAMES_NEEDED
                   ? error_set(error, "%zu games measure no worth, %d at least are needed",
                               games->count, ARMY_GAMES_NEEDED)
                   : error_set(error, "all %zu games ended alike: there is nothing to learn",
                               games->count);
    }
    done = done && fit(&work, error);
    free(work.hessian);
    return done;
}

void army_estimate_destroy(struct army_estimate *estimate) {
    worths_destroy(&estimate->worths);
    free(estimate->inverse);
    estimate->inverse = NULL;
}

// --- The plan ------------------------------------------------------------------------------------

bool army_plan(const struct army_estimate *pilot, double wanted, struct army_plan *plan,
               struct error *error) {
    const struct worths *worths = &pilot->worths;
    struct worths_scaled scaled;
    double part[WORTHS_MAX], se[WORTHS_MAX], half[WORTHS_MAX];
    *plan = (struct army_plan){0};
    worths_unit(worths, 0, part);
    if (!worths_scale(worths, part, &scaled, error))
        return false;
    // The half width goes with 1 / unit, the games with its square.
    double nearest = scaled.unit - NORMAL_975 * scaled.unit_se;
    double farthest = scaled.unit + NORMAL_975 * scaled.unit_se;
    for (int f = 0; f < WORTH_FORMS; f++) {
        struct army_plan_form *form = &plan->form[f];
        for (int i = 0; i < worths->count; i++)
            if (worths->of[i].mark != WORTH_OPEN &&
                strcmp(worths_where(worths, i), worth_forms[f]) == 0) {
                se[form->pieces] = scaled.se[i];
                half[form->pieces++] = worths_half(&scaled, i);
            }
        if (form->pieces == 0)
            continue;
        // With more games a weak unit, and what it adds to the longer half, goes away.
        form->half_width = gsl_stats_median(half, 1, (size_t)form->pieces);
        double times = NORMAL_975 * gsl_stats_median(se, 1, (size_t)form->pieces) / wanted;
        form->games = ceil((double)(pilot->games + pilot->copies) * times * times);
        form->low = form->games * pow(scaled.unit / farthest, 2);
        form->high = form->games * pow(scaled.unit / nearest, 2);
        plan->games = fmax(plan->games, form->games);
    }
    worths_scaled_destroy(&scaled);
    return true;
}

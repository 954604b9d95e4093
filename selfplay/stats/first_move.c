// SPDX-License-Identifier: GPL-3.0-or-later
#include "first_move.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "linear.h"

// Steps of 100 centi-values, so that what is inverted is well scaled.
static double step(double near) {
    return near / 100;
}

// By game, then by rung, then by number.
static int by_game(const void *a, const void *b) {
    const struct first_game *left = a, *right = b;
    int order = ORDER(left->key, right->key);
    order = order ? order : ORDER(left->rung, right->rung);
    return order ? order : ORDER(left->number, right->number);
}

static int by_number(const void *a, const void *b) {
    const struct first_pull *left = a, *right = b;
    return ORDER(left->number, right->number);
}

// Counts the games of each rung and leaves out copies. Returns how many are left.
static int64_t leave_copies(struct first_game *games, int64_t count, struct first_move *result,
                            struct moments *moments) {
    int64_t kept = 0;
    qsort(games, (size_t)count, sizeof *games, by_game);
    for (int64_t i = 0; i < count; i++) {
        assert(games[i].rung >= 0 && games[i].rung < result->rungs);
        result->rung[games[i].rung].games++;
        if (kept > 0 && games[kept - 1].key == games[i].key &&
            games[kept - 1].rung == games[i].rung)
            continue;
        moments_add(&moments[games[i].rung], games[i].score);
        games[kept++] = games[i];
    }
    return kept;
}

struct line {
    double intercept, slope;
    double bread[4]; // (X'X)^-1
};

// False where the games do not stand on two rungs.
static bool fit_line(const struct first_move *result, struct line *line) {
    double sums[4] = {0}, right[2] = {0}, found[2];
    int played = 0;
    for (int i = 0; i < result->rungs; i++) {
        const struct first_rung *rung = &result->rung[i];
        double x = step(rung->near), n = rung->score.n;
        played += n > 0;
        sums[0] += n;
        sums[1] += n * x;
        sums[3] += n * x * x;
        right[0] += n * rung->score.value;
        right[1] += n * x * rung->score.value;
    }
    sums[2] = sums[1];
    // Rounding may let the sums of one rung have an inverse.
    if (played < 2 || !linear_inverse(2, sums, line->bread) || !linear_solve(2, sums, right, found))
        return false;
    line->intercept = found[0];
    line->slope = found[1];
    return true;
}

struct errors { // sums over the games of products of their errors
    int64_t games;
    double squares, fourths; // sums of the powers of what each game weighs in the limit
    double filling[4];       // of s_g s_g'
    double rungs[FIRST_MOVE_RUNGS * FIRST_MOVE_RUNGS]; // rung by rung
};

static void add_errors(const struct first_move *result, const struct line *line,
                       const struct first_game *games, int64_t count, struct first_pull *pulls,
                       struct errors *errors) {
    *errors = (struct errors){0};
    for (int64_t i = 0; i < count;) {
        double sum[2] = {0}, error[FIRST_MOVE_RUNGS] = {0}, weight = 0;
        uint64_t key = games[i].key;
        int64_t number = games[i].number;
        for (; i < count && games[i].key == key; i++) {
            int rung = games[i].rung;
            double x = step(result->rung[rung].near);
            number = games[i].number < number ? games[i].number : number;
            error[rung] = games[i].score - line->intercept - line->slope * x;
            sum[0] += error[rung];
            sum[1] += error[rung] * x;
            weight += line->bread[0] + line->bread[1] * x;
        }
        if (pulls)
            pulls[errors->games] =
                (struct first_pull){number, line->bread[0] * sum[0] + line->bread[1] * sum[1]};
        errors->games++;
        errors->squares += weight * weight;
        errors->fourths += pow(weight, 4);
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++)
                errors->filling[2 * a + b] += sum[a] * sum[b];
        for (int a = 0; a < result->rungs; a++)
            for (int b = 0; b < result->rungs; b++)
                errors->rungs[a * result->rungs + b] += error[a] * error[b];
    }
}

// Weights of three rungs in the second divided difference that begins at `first`.
static double divided(const struct first_move *result, int first, int rung) {
    double product = 1;
    if (rung < first || rung > first + 2)
        return 0;
    for (int i = first; i <= first + 2; i++)
        if (i != rung)
            product *= step(result->rung[rung].near) - step(result->rung[i].near);
    return 1 / product;
}

static void test_line(const struct errors *errors, double factor, struct first_move *result) {
    int rungs = result->rungs, freedom = rungs - 2;
    double difference[FIRST_MOVE_RUNGS] = {0}, x[FIRST_MOVE_RUNGS];
    double matrix[FIRST_MOVE_RUNGS * FIRST_MOVE_RUNGS] = {0};
    for (int i = 0; i < rungs; i++)
        if (result->rung[i].score.n < 2)
            return;
    for (int a = 0; a < freedom; a++) {
        for (int i = a; i <= a + 2; i++)
            difference[a] += divided(result, a, i) * result->rung[i].score.value;
        for (int b = 0; b < freedom; b++)
            for (int i = a; i <= a + 2; i++)
                for (int j = b; j <= b + 2; j++)
                    matrix[a * freedom + b] += factor * divided(result, a, i) *
                                               divided(result, b, j) *
                                               errors->rungs[i * rungs + j] /
                                               (result->rung[i].score.n * result->rung[j].score.n);
    }
    if (freedom < 1 || !linear_solve(freedom, matrix, difference, x))
        return;
    for (int a = 0; a < freedom; a++)
        result->chi_square += difference[a] * x[a];
    result->freedom = freedom;
    result->p = gsl_cdf_chisq_Q(result->chi_square, freedom);
}

// The variance of the limit against that of games that are won or lost, drawn towards 1 with the
// weight of 1.96^2 games: as measured_score, for games that are all alike.
static double drawn_to_shares(double variance, double squares, double games,
                              const struct moments *moments, int rungs) {
    double weight = NORMAL_975 * NORMAL_975, points = weight / 2, all = weight;
    for (int i = 0; i < rungs; i++) {
        points += moments[i].n * moments[i].mean;
        all += moments[i].n;
    }
    double share = points / all, widest = share * (1 - share) * squares;
    return widest * (games * variance / widest + weight) / (games + weight);
}

void first_move_fit(const double *near, int rungs, struct first_game *games, int64_t count,
                    struct first_pull *pulls, struct first_move *result) {
    assert(rungs >= 1 && rungs <= FIRST_MOVE_RUNGS && count >= 0);
    struct moments moments[FIRST_MOVE_RUNGS] = {{0}};
    struct line line;
    struct errors errors;
    double covariance[4], smaller = 0;
    *result = (struct first_move){.rungs = rungs, .score = {0, 0, 1, 0}, .p = 1};
    for (int i = 0; i < rungs; i++)
        result->rung[i].near = near[i];
    count = leave_copies(games, count, result, moments);
    for (int i = 0; i < rungs; i++)
        result->rung[i].score = measured_score(&moments[i]);
    result->few = moments[rungs - 1].n < FIRST_MOVE_FEW;
    for (int64_t i = 0; i < count; i++)
        smaller += games[i].rung > 0 &&
                   (i == 0 || games[i - 1].key != games[i].key || games[i - 1].rung == 0);
    if (smaller < FIRST_MOVE_LEAST || !fit_line(result, &line))
        return;
    add_errors(result, &line, games, count, pulls, &errors);
    if (errors.games < 3)
        return;
    if (pulls)
        qsort(pulls, (size_t)errors.games, sizeof *pulls, by_number);
    double n = (double)count, g = (double)errors.games;
    double factor = g / (g - 1) * (n - 1) / (n - 2);
    linear_product(2, line.bread, errors.filling, line.bread, covariance);
    double telling = errors.squares * errors.squares / errors.fourths;
    double variance =
        drawn_to_shares(factor * covariance[0], errors.squares, telling, moments, rungs);
    double reach = student_975(telling) * sqrt(variance);
    result->score = (struct measured){fmin(fmax(line.intercept, 0), 1),
                                      fmin(fmax(line.intercept - reach, 0), 1),
                                      fmin(fmax(line.intercept + reach, 0), 1), g};
    result->slope = line.slope;
    result->slope_se = sqrt(factor * covariance[3]);
    test_line(&errors, factor, result);
}

double first_move_correlation(const struct first_pull *a, int64_t a_count,
                              const struct first_pull *b, int64_t b_count) {
    double products = 0, squares[2] = {0}, both = 0;
    int64_t j = 0;
    for (int64_t i = 0; i < a_count; i++) {
        assert(i == 0 || a[i - 1].number < a[i].number);
        squares[0] += a[i].pull * a[i].pull;
        for (; j < b_count && b[j].number <= a[i].number; j++) {
            both += b[j].number == a[i].number;
            products += b[j].number == a[i].number ? a[i].pull * b[j].pull : 0;
        }
    }
    for (j = 0; j < b_count; j++)
        squares[1] += b[j].pull * b[j].pull;
    both /= both + NORMAL_975 * NORMAL_975;
    return products == 0 ? 0 : both * products / sqrt(squares[0] * squares[1]);
}

double first_move_cost(const double *near, int rungs) {
    double sum = 0, squares = 0;
    for (int i = 0; i < rungs; i++) {
        sum += near[i];
        squares += near[i] * near[i];
    }
    double mean = sum / rungs, variance = squares / rungs - mean * mean;
    return variance > 0 ? 1 + mean * mean / variance : INFINITY;
}

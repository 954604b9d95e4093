// SPDX-License-Identifier: GPL-3.0-or-later
#include "scale.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "objective.h"

// Of a part of the games: loss, its derivatives by slope and constant, and the sum over games of
// the products of the two.
enum { LOSS, GRADIENT, HESSIAN = GRADIENT + 2, SCORES = HESSIAN + 3, SUMS = SCORES + 3 };
struct part {
    double sum[SUMS];
};

struct line {
    const struct objective *objective;
    const float *number;
    struct part *part; // owned; PARTITIONS
};

static void sum_game(const struct line *line, size_t g, const double x[2], double *sum) {
    const struct objective *objective = line->objective;
    const struct dataset *data = objective->data;
    double weight = objective_position_weight(objective, g);
    double score[2] = {0};
    for (size_t p = data->game[g].position; weight > 0 && p < data->game[g + 1].position; p++) {
        double number = (double)line->number[p], y = dataset_target(data, g, p);
        double z = x[0] * number + x[1], expected = logistic(z);
        double residual = weight * (expected - y), curvature = weight * expected * (1 - expected);
        sum[LOSS] += weight * logistic_loss(z, y);
        score[0] += residual * number;
        score[1] += residual;
        sum[HESSIAN] += curvature * number * number;
        sum[HESSIAN + 1] += curvature * number;
        sum[HESSIAN + 2] += curvature;
    }
    sum[GRADIENT] += score[0];
    sum[GRADIENT + 1] += score[1];
    sum[SCORES] += score[0] * score[0];
    sum[SCORES + 1] += score[0] * score[1];
    sum[SCORES + 2] += score[1] * score[1];
}

static struct part sum_games(const struct line *line, const double x[2]) {
    const struct objective *objective = line->objective;
#pragma omp parallel for schedule(dynamic, 1) num_threads(objective->threads)
    for (int k = 0; k < PARTITIONS; k++) {
        struct part sum = {0};
        for (size_t g = objective->edge[k]; g < objective->edge[k + 1]; g++)
            sum_game(line, g, x, sum.sum);
        line->part[k] = sum;
    }
    struct part all = {0};
    for (int k = 0; k < PARTITIONS; k++)
        for (int i = 0; i < SUMS; i++)
            all.sum[i] += line->part[k].sum[i];
    return all;
}

static double evaluate(void *context, const double *x, double *gradient, double *hessian) {
    const double faint = 1e-3;
    struct part all = sum_games(context, x);
    const double *sum = all.sum;
    for (int i = 0; gradient && i < 2; i++)
        gradient[i] = sum[GRADIENT + i] + faint * x[i];
    if (hessian) {
        hessian[0] = sum[HESSIAN] + faint;
        hessian[1] = hessian[2] = sum[HESSIAN + 1];
        hessian[3] = sum[HESSIAN + 2] + faint;
    }
    return sum[LOSS] + faint * x[0] * x[0] / 2 + faint * x[1] * x[1] / 2;
}

struct scale scale_fit(const struct objective *objective, const float *number) {
    assert(objective->partial);
    struct line line = {objective, number, mem_alloc(PARTITIONS * sizeof *line.part)};
    double x[2] = {0}, bread[4];
    const double tolerance = 1e-6; // a starting point, and a number for people
    minimise(2, evaluate, &line, tolerance, x);
    evaluate(&line, x, NULL, bread);
    struct part all = sum_games(&line, x);
    const double *score = all.sum + SCORES;
    double games = objective->games, determinant = bread[0] * bread[3] - bread[1] * bread[1];
    double a = bread[3] / determinant, b = -bread[1] / determinant; // of the inverse
    double variance = a * a * score[0] + 2 * a * b * score[1] + b * b * score[2];
    variance *= games > 1 ? games / (games - 1) : 1;
    free(line.part);
    return (struct scale){x[0], sqrt(fmax(variance, 0)), x[1]};
}

float *scale_evaluations(const struct dataset *data, const double *value) {
    float *number = mem_alloc((data->positions + 1) * sizeof *number);
    double direction[VALUES];
    int constant = data->column[VALUE_TERM + TERM_FIRST_MOVER];
    for (int c = 0; c < data->columns; c++)
        direction[c] = c == constant ? 0 : value[c] / 100;
    for (size_t p = 0; p < data->positions; p++)
        number[p] = (float)dataset_predictor(data, p, direction);
    return number;
}

bool scale_mix_target(struct dataset *data, double lambda, int threads, struct scale *scale,
                      struct error *error) {
    assert(lambda >= 0 && lambda <= 1 && !data->target);
    struct objective objective;
    objective_init(&objective, data, NULL, threads);
    float *score = mem_alloc((data->positions + 1) * sizeof *score);
    for (size_t p = 0; p < data->positions; p++)
        score[p] = (float)data->score[p] / 100;
    *scale = scale_fit(&objective, score);
    objective_destroy(&objective);
    if (scale->slope <= 2 * scale->slope_error) {
        free(score);
        return error_set(error, "the search's scores do not predict the results: there is nothing "
                                "to mix with them");
    }
    for (size_t g = 0; g < data->games; g++)
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            double expected = logistic(scale->slope * (double)score[p] + scale->constant);
            score[p] = (float)(lambda * data->game[g].result + (1 - lambda) * expected);
        }
    data->target = score;
    return true;
}

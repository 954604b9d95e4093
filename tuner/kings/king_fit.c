// SPDX-License-Identifier: GPL-3.0-or-later
#include "king_fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "objective.h"

enum { BLOCKS = 64, NEWTON_STEPS = 4, CG_STEPS = 20, HELD_OUT = 10, GAMES_LEAST = 20 };

// Precisions of the priors, in positions. Chosen on 5,400 games of Kagamigi by held-out loss, which
// changes by less than 0.0001 from 30,000 to 100,000.
enum level { LEVEL_PLACE, LEVEL_DISTANCE, LEVEL_OFFSET, LEVELS };
static const double precision[LEVELS] = {100000, 300, 300};
static const double cg_enough = 1e-2; // of the residual that a Newton step begins with

struct learner {
    const struct dataset *data;
    const struct place_index *index;
    int threads;
    int level[LEVELS]; // where the weights of each begin, of the first King
    int of_king, size; // weights of one King, of both
    double *base;      // by position: logits of the evaluation
    double *target, *curvature;
    bool *learns;   // by position: not held out
    double *folded; // by place of either King: the sum of its three weights
    double *sum;    // BLOCKS of the same
};

static int places(const struct learner *learner) {
    return KINGS_OF * learner->index->places;
}

// The weights that the place of a King has a part in.
static void parts(const struct learner *learner, int place, int part[LEVELS]) {
    const struct place_index *index = learner->index;
    int king = place / index->places, of = place % index->places;
    part[LEVEL_PLACE] = king * learner->of_king + of;
    part[LEVEL_DISTANCE] =
        king * learner->of_king + learner->level[LEVEL_DISTANCE] + index->distance_of[of];
    part[LEVEL_OFFSET] =
        king * learner->of_king + learner->level[LEVEL_OFFSET] + index->offset_of[of];
}

static void fold(struct learner *learner, const double *weight) {
    for (int place = 0; place < places(learner); place++) {
        int part[LEVELS];
        parts(learner, place, part);
        learner->folded[place] =
            weight[part[LEVEL_PLACE]] + weight[part[LEVEL_DISTANCE]] + weight[part[LEVEL_OFFSET]];
    }
}

// By places -> by weights.
static void unfold(const struct learner *learner, const double *by_place, double *by_weight) {
    memset(by_weight, 0, (size_t)learner->size * sizeof *by_weight);
    for (int place = 0; place < places(learner); place++) {
        int part[LEVELS];
        parts(learner, place, part);
        for (int level = 0; level < LEVELS; level++)
            by_weight[part[level]] += by_place[place];
    }
}

static double prior_of(const struct learner *learner, int weight) {
    int of = weight % learner->of_king;
    return precision[of < learner->level[LEVEL_DISTANCE] ? LEVEL_PLACE
                     : of < learner->level[LEVEL_OFFSET] ? LEVEL_DISTANCE
                                                         : LEVEL_OFFSET];
}

static double predicted(const struct learner *learner, size_t p) {
    const struct dataset *data = learner->data;
    const uint16_t *place = data->place + data->places[p].from,
                   *end = place + data->places[p].count;
    const uint16_t *second = place + data->places[p].first;
    const double *theirs = learner->folded, *own = theirs + learner->index->places;
    double sum = 0;
    for (; place < second; place += 2)
        sum += theirs[place[0]] + own[place[1]];
    for (; place < end; place += 2)
        sum -= theirs[place[0]] + own[place[1]];
    return sum;
}

static void spread(const struct learner *learner, size_t p, double amount, bool squares,
                   double *sum) {
    const struct dataset *data = learner->data;
    const uint16_t *place = data->place + data->places[p].from,
                   *end = place + data->places[p].count;
    const uint16_t *second = place + data->places[p].first;
    double *theirs = sum, *own = sum + learner->index->places;
    for (; place < end; place += 2) {
        double signed_amount = place < second || squares ? amount : -amount;
        theirs[place[0]] += signed_amount;
        own[place[1]] += signed_amount;
    }
}

// Sums over the positions that are learned from, by weight. `of` is a pass's amount at a position.
enum pass { PASS_GRADIENT, PASS_CURVATURE, PASS_PRODUCT };

static double amount_of(struct learner *learner, enum pass pass, size_t p) {
    if (pass == PASS_CURVATURE)
        return learner->curvature[p];
    double x = predicted(learner, p);
    if (pass == PASS_PRODUCT)
        return learner->curvature[p] * x;
    double chance = logistic(learner->base[p] + x);
    learner->curvature[p] = chance * (1 - chance);
    return chance - learner->target[p];
}

static void sum_up(struct learner *learner, enum pass pass, double *by_weight) {
    size_t positions = learner->data->positions, all = (size_t)places(learner);
    memset(learner->sum, 0, BLOCKS * all * sizeof *learner->sum);
#pragma omp parallel for schedule(dynamic) num_threads(learner->threads)
    for (int block = 0; block < BLOCKS; block++) {
        size_t end = positions * (size_t)(block + 1) / BLOCKS;
        for (size_t p = positions * (size_t)block / BLOCKS; p < end; p++)
            if (learner->learns[p])
                spread(learner, p, amount_of(learner, pass, p), pass == PASS_CURVATURE,
                       learner->sum + (size_t)block * all);
    }
    for (int block = 1; block < BLOCKS; block++)
        for (size_t i = 0; i < all; i++)
            learner->sum[i] += learner->sum[(size_t)block * all + i];
    unfold(learner, learner->sum, by_weight);
}

static double dot(const double *a, const double *b, int size) {
    double sum = 0;
    for (int i = 0; i < size; i++)
        sum += a[i] * b[i];
    return sum;
}

// Adds one Newton step to `weight`.
static void newton(struct learner *learner, double *weight) {
    int size = learner->size;
    double *memory = mem_calloc((size_t)size * 6, sizeof *memory), *step = memory,
           *residual = step + size, *scaled = residual + size, *direction = scaled + size,
           *product = direction + size, *diagonal = product + size;
    fold(learner, weight);
    sum_up(learner, PASS_GRADIENT, residual);
    sum_up(learner, PASS_CURVATURE, diagonal);
    for (int i = 0; i < size; i++) {
        residual[i] = -residual[i] - prior_of(learner, i) * weight[i];
        diagonal[i] += prior_of(learner, i);
        direction[i] = scaled[i] = residual[i] / diagonal[i];
    }
    double left = dot(residual, scaled, size), enough = cg_enough * cg_enough * left;
    for (int k = 0; k < CG_STEPS && left > enough; k++) {
        fold(learner, direction);
        sum_up(learner, PASS_PRODUCT, product);
        for (int i = 0; i < size; i++)
            product[i] += prior_of(learner, i) * direction[i];
        double rate = left / dot(direction, product, size), before = left;
        for (int i = 0; i < size; i++) {
            step[i] += rate * direction[i];
            residual[i] -= rate * product[i];
            scaled[i] = residual[i] / diagonal[i];
        }
        left = dot(residual, scaled, size);
        for (int i = 0; i < size; i++)
            direction[i] = scaled[i] + left / before * direction[i];
    }
    for (int i = 0; i < size; i++)
        weight[i] += step[i];
    free(memory);
}

// The scale of a predictor against the results of the games that are learned from: one logistic
// regression without a constant.
static double scale_of(const struct learner *learner, const double *predictor) {
    const struct dataset *data = learner->data;
    double scale = 0;
    for (int step = 0; step < 20; step++) {
        double gradient = 0, curvature = 1e-300;
        for (size_t g = 0; g < data->games; g++)
            for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
                double chance = logistic(scale * predictor[p]);
                if (!learner->learns[p])
                    continue;
                gradient += (data->game[g].result - chance) * predictor[p];
                curvature += chance * (1 - chance) * predictor[p] * predictor[p];
            }
        scale += gradient / curvature;
    }
    return scale;
}

// Each held-out game counts the same.
static void ask_held_out(const struct learner *learner, const double *score, double score_scale,
                         struct king_fit_loss *loss) {
    const struct dataset *data = learner->data;
    double games = 0, squares = 0;
    *loss = (struct king_fit_loss){0};
    for (size_t g = 0; g < data->games; g++) {
        double start = 0, half = 0, whole = 0, search = 0, result = data->game[g].result;
        size_t from = data->game[g].position, end = data->game[g + 1].position;
        if (learner->learns[from])
            continue;
        for (size_t p = from; p < end; p++) {
            double more = predicted(learner, p);
            start += logistic_loss(learner->base[p], result);
            half += logistic_loss(learner->base[p] + more / 2, result);
            whole += logistic_loss(learner->base[p] + more, result);
            search += logistic_loss(score_scale * score[p], result);
        }
        double length = (double)(end - from), gain = (start - whole) / length;
        loss->start += start / length;
        loss->half += half / length;
        loss->whole += whole / length;
        loss->search += search / length;
        squares += gain * gain;
        games++;
    }
    double gain = (loss->start - loss->whole) / games;
    loss->gain_se = sqrt((squares / games - gain * gain) / (games - 1));
    loss->start /= games;
    loss->half /= games;
    loss->whole /= games;
    loss->search /= games;
}

static void fill_table(const struct learner *learner, double scale, struct king_table *table) {
    const struct place_index *index = learner->index;
    for (int king = 0; king < KINGS_OF; king++)
        for (Type type = 1; type < TYPES; type++)
            for (int offset = 0; offset < KING_ZONE_OFFSETS; offset++) {
                Piece piece = piece_make(type, FIRST);
                int place = index->of[piece][offset];
                if (place == PLACE_NONE)
                    continue;
                double value = learner->folded[king * index->places + place] / scale;
                value = fmin(fmax(value, -KING_TABLE_LIMIT), KING_TABLE_LIMIT);
                table->value[king][piece][offset] = (int16_t)lround(value);
            }
    king_table_turn(table);
}

// Base, score and who learns, by position; the games that do not learn.
static void prepare(struct learner *learner, const struct values *values, double *score,
                    struct king_fit *fit) {
    const struct dataset *data = learner->data;
    double weight[FEATURES_MOST];
    for (int c = 0; c < data->columns; c++)
        weight[c] = values->value[data->parameter[c]];
    weight[data->columns] = 0; // tables that are known are learned anew
    for (size_t g = 0; g < data->games; g++) {
        bool learns = data->game[g].number / 2 % HELD_OUT != 0;
        fit->games += learns;
        fit->held_out += !learns;
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            learner->learns[p] = learns;
            learner->base[p] = dataset_predictor(data, p, weight);
            score[p] = data->score[p];
        }
    }
    fit->positions = data->positions;
}

static void learn(struct learner *learner, const struct king_fit_settings *settings,
                  const struct values *values, struct king_fit *fit) {
    const struct dataset *data = learner->data;
    double *score = mem_calloc(data->positions, sizeof *score);
    double *weight = mem_calloc((size_t)learner->size, sizeof *weight);
    prepare(learner, values, score, fit);
    double score_scale = scale_of(learner, score);
    fit->scale = scale_of(learner, learner->base);
    for (size_t g = 0; g < data->games; g++)
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            learner->base[p] *= fit->scale;
            learner->target[p] = settings->results * data->game[g].result +
                                 (1 - settings->results) * logistic(score_scale * score[p]);
        }
    for (int step = 0; step < NEWTON_STEPS; step++) {
        if (settings->progress)
            settings->progress(settings->context, step, NEWTON_STEPS);
        newton(learner, weight);
    }
    fold(learner, weight);
    ask_held_out(learner, score, score_scale, &fit->loss);
    fill_table(learner, fit->scale, &fit->table);
    free(score);
    free(weight);
}

bool king_fit(const struct dataset *data, const struct place_index *index,
              const struct values *values, const struct king_fit_settings *settings,
              struct king_fit *fit, struct error *error) {
    memset(fit, 0, sizeof *fit);
    size_t held_out = 0;
    for (size_t g = 0; g < data->games; g++)
        held_out += data->game[g].number / 2 % HELD_OUT == 0;
    if (held_out < GAMES_LEAST / HELD_OUT || data->games - held_out < GAMES_LEAST)
        return error_set(error, "%zu games with positions are too few to learn from: play more",
                         data->games);
    if (data->place_count == 0)
        return error_set(error, "no position with one royal a side to learn from");
    struct learner learner = {.data = data, .index = index, .threads = settings->threads};
    learner.level[LEVEL_DISTANCE] = index->places;
    learner.level[LEVEL_OFFSET] = index->places + index->distances;
    learner.of_king = index->places + index->distances + index->offsets;
    learner.size = KINGS_OF * learner.of_king;
    learner.base = mem_calloc(data->positions, sizeof *learner.base);
    learner.target = mem_calloc(data->positions, sizeof *learner.target);
    learner.curvature = mem_calloc(data->positions, sizeof *learner.curvature);
    learner.learns = mem_calloc(data->positions, sizeof *learner.learns);
    learner.folded = mem_calloc((size_t)places(&learner), sizeof *learner.folded);
    learner.sum = mem_calloc(BLOCKS * (size_t)places(&learner), sizeof *learner.sum);
    learn(&learner, settings, values, fit);
    free(learner.base);
    free(learner.target);
    free(learner.curvature);
    free(learner.learns);
    free(learner.folded);
    free(learner.sum);
    return true;
}

struct answer king_fit_answer(const struct tables *tables, const struct king_fit *fit) {
    static const struct answer_column columns[] = {
        {"predictor", "predicts by"},
        {"log_loss", "log-loss, held out", ANSWER_NUMBER, 5},
    };
    const struct king_fit_loss *loss = &fit->loss;
    struct answer answer = answer_init(tables->variant.title);
    double gain = loss->start - loss->whole, half = 1.96 * loss->gain_se;
    answer_head(&answer, "%zu positions of %zu games", fit->positions, fit->games + fit->held_out);
    const char *verdict = fabs(gain) < half ? "no better than"
                          : gain > 0        ? "better than"
                                            : "worse than";
    answer_summary(&answer,
                   "In %zu held-out games the evaluation with the tables predicts results %s "
                   "without: log-loss %.4f %s, ±%.4f.",
                   fit->held_out, verdict, fabs(gain), gain < 0 ? "higher" : "lower", half);
    answer_table(&answer, "losses", NULL, columns, ARRAY_LENGTH(columns));
    ANSWER_ROW(&answer, cell_text("evaluation"), cell_number(loss->start));
    ANSWER_ROW(&answer, cell_text("half of the tables"), cell_number(loss->half));
    ANSWER_ROW(&answer, cell_text("all of the tables"), cell_number(loss->whole));
    ANSWER_ROW(&answer, cell_text("score of the search"), cell_number(loss->search));
    answer_key(&answer, "games", cell_number((double)fit->games));
    answer_key(&answer, "held_out_games", cell_number((double)fit->held_out));
    answer_key(&answer, "positions", cell_number((double)fit->positions));
    answer_key(&answer, "logits_per_centi_value", cell_number(fit->scale));
    answer_sentence(&answer,
                    "Better prediction need not mean better play: test the file by a match.");
    return answer;
}

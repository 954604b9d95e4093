// SPDX-License-Identifier: GPL-3.0-or-later
#include "pentanomial.h"

#include <assert.h>
#include <math.h>

static const double empty_cell = 0.001;

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

struct score_law score_law(const struct score_counts *counts) {
    assert(counts->cells == PAIR_CELLS || counts->cells == GAME_CELLS);
    struct score_law law = {.cells = counts->cells};
    for (int i = 0; i < law.cells; i++) {
        law.x[i] = (double)i / (law.cells - 1);
        law.p[i] = counts->count[i] > 0 ? (double)counts->count[i] : empty_cell;
        law.total += law.p[i];
    }
    for (int i = 0; i < law.cells; i++) {
        law.p[i] /= law.total;
        law.mean += law.p[i] * law.x[i];
    }
    for (int i = 0; i < law.cells; i++)
        law.variance += law.p[i] * (law.x[i] - law.mean) * (law.x[i] - law.mean);
    return law;
}

int64_t score_units(const struct score_counts *counts) {
    int64_t units = 0;
    for (int i = 0; i < counts->cells; i++)
        units += counts->count[i];
    return units;
}

int64_t score_games(const struct score_counts *counts) {
    return score_units(counts) * (counts->cells == PAIR_CELLS ? 2 : 1);
}

bool score_one_sided(const struct score_counts *counts) {
    int met = 0;
    for (int i = 0; i < counts->cells; i++)
        met += counts->count[i] > 0;
    return met == 1;
}

struct measured score_interval(const struct score_counts *counts, double factor) {
    assert(factor >= 0);
    struct score_law law = score_law(counts);
    double reach = factor * sqrt(law.variance / law.total);
    return (struct measured){law.mean, fmax(law.mean - reach, 0), fmin(law.mean + reach, 1),
                             (double)score_units(counts)};
}

struct measured score_interval_95(const struct score_counts *counts) {
    struct score_law law = score_law(counts);
    double units = (double)score_units(counts);
    if (units == 0)
        return (struct measured){0.5, 0, 1, 0};
    struct measured score = score_interval(counts, student_975(units));
    score.value = 0;
    for (int i = 0; i < law.cells; i++) // as it was, without the 0.001
        score.value += (double)counts->count[i] * law.x[i] / units;
    if (!score_one_sided(counts))
        return score;
    double unseen = -expm1(log(0.025) / units); // the largest share that stays away so long in 2.5%
    score.low = score.value * (1 - unseen);
    score.high = score.value + (1 - score.value) * unseen;
    return score;
}

double score_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double score_game_deviation(const struct score_law *law) {
    return sqrt(law->cells == PAIR_CELLS ? 2 * law->variance : law->variance);
}

static double normalized(double score, double deviation) {
    return clamp((score - 0.5) / deviation * NORMALIZED_ELO, -NORMALIZED_LIMIT, NORMALIZED_LIMIT);
}

struct measured elo_normalized(struct measured score, double game_deviation) {
    return (struct measured){normalized(score.value, game_deviation),
                             normalized(score.low, game_deviation),
                             normalized(score.high, game_deviation), score.n};
}

struct measured score_normalized_elo(const struct score_counts *counts, struct measured score) {
    struct score_law law = score_law(counts);
    struct measured elo = elo_normalized(score, score_game_deviation(&law));
    if (score_units(counts) == 0 || score_one_sided(counts)) {
        elo.value = elo.value > 0 ? NORMALIZED_LIMIT : elo.value < 0 ? -NORMALIZED_LIMIT : 0;
        elo.low = -NORMALIZED_LIMIT;
        elo.high = NORMALIZED_LIMIT;
    }
    return elo;
}

double likelihood_of_superiority(const struct score_counts *counts) {
    struct score_law law = score_law(counts);
    double error = sqrt(law.variance / law.total), ahead = 0;
    for (int i = 0; i < law.cells / 2; i++) // not mean - 0.5: rounding would show in long matches
        ahead += (law.p[law.cells - 1 - i] - law.p[i]) * (0.5 - law.x[i]);
    return normal_cdf(ahead / error);
}

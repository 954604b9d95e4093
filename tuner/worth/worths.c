// SPDX-License-Identifier: GPL-3.0-or-later
#include "worths.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dataset.h"
#include "linear.h"
#include "memory.h"

// Eigenvalues of a matrix with a diagonal of 1 that are rounding and nothing else.
#define EIGENVALUE_ZERO 1e-9

// The base type that mirrors this one; 0: none.
static Type mirror_of(const struct variant *variant, int base) {
    Type pairs[BASE_TYPES][2];
    int count = variant_mirror_pairs(variant, pairs, BASE_TYPES);
    for (int p = 0; p < 2 * count; p++)
        if (pairs[p / 2][p % 2] == base)
            return pairs[p / 2][1 - p % 2];
    return 0;
}

// Base types of the file, the second of a mirror pair behind the first.
static int ordered_bases(const struct variant *variant, Type order[BASE_TYPES]) {
    bool done[BASE_TYPES] = {[0] = true};
    int count = 0;
    for (int i = 0; i < variant->base_count; i++) {
        Type both[2] = {variant->bases[i], mirror_of(variant, variant->bases[i])};
        for (int two = 0; two < 2; two++)
            if (!done[both[two]]) {
                done[both[two]] = true;
                order[count++] = both[two];
            }
    }
    return count;
}

void worths_init(struct worths *worths, const struct tables *tables) {
    *worths = (struct worths){.tables = tables};
    Type order[BASE_TYPES];
    int bases = ordered_bases(&tables->variant, order);
    for (int i = 0; i < bases; i++)
        for (int form = 0; form < WORTH_FORMS; form++) {
            int index = worth_index(order[i], form);
            if (values_uses(tables, index))
                worths->of[worths->count++] =
                    (struct worth_estimate){.index = index, .mark = WORTH_OPEN};
        }
    worths->covariance =
        mem_calloc((size_t)worths->count * (size_t)worths->count, sizeof *worths->covariance);
}

void worths_destroy(struct worths *worths) {
    free(worths->covariance);
    free(worths->source);
    worths->covariance = NULL;
    worths->source = NULL;
}

const char *const worth_methods[] = {[WORTH_BY_ARMIES] = "armies",
                                     [WORTH_BY_REGRESSION] = "regression",
                                     [WORTH_BY_MEAN] = "mean",
                                     [WORTH_BY_WEIGHTS] = "weights"};

int worths_find(const struct worths *worths, int index) {
    for (int i = 0; i < worths->count; i++)
        if (worths->of[i].index == index)
            return i;
    return -1;
}

Type worths_type(const struct worths *worths, int place) {
    int index = worths->of[place].index;
    return (Type)(index >= VALUE_HAND ? index - VALUE_HAND : index - VALUE_BOARD);
}

int worths_mirror(const struct worths *worths, int place) {
    int base = worths_type(worths, place) & (BASE_TYPES - 1);
    Type other = mirror_of(&worths->tables->variant, base);
    return other ? worths_find(worths, worths->of[place].index + other - base) : -1;
}

const char *const worth_forms[WORTH_FORMS] = {"board", "hand", "promoted"};
const char *const worth_places[WORTH_FORMS] = {"on the board", "in hand", "promoted"};
const char *const worth_marks[] = {
    [WORTH_MEASURED] = NULL, [WORTH_LEANS] = "mostly prior", [WORTH_OPEN] = "not measured"};

int worth_index(Type base, int form) {
    return form == 0   ? VALUE_BOARD + base
           : form == 1 ? VALUE_HAND + base
                       : VALUE_BOARD + (base | TYPE_PROMOTED);
}

const char *worths_where(const struct worths *worths, int place) {
    return worth_forms[worths->of[place].index >= VALUE_HAND        ? 1
                       : worths_type(worths, place) & TYPE_PROMOTED ? 2
                                                                    : 0];
}

const char *worths_piece(const struct worths *worths, int place) {
    return worths->tables->variant.piece[worths_type(worths, place)].id;
}

bool worths_unit(const struct worths *worths, Type reference, double part[WORTHS_MAX]) {
    double pieces[TYPES] = {0};
    if (reference)
        pieces[reference] = 1;
    else
        removal_mean_piece(worths->tables, pieces);
    double sum = 0;
    bool whole = true;
    memset(part, 0, WORTHS_MAX * sizeof *part);
    for (int i = 0; i < worths->count; i++) {
        if (worths->of[i].index >= VALUE_HAND || pieces[worths_type(worths, i)] <= 0)
            continue;
        if (worths->of[i].mark == WORTH_OPEN) {
            whole = false;
            continue;
        }
        part[i] = pieces[worths_type(worths, i)];
        sum += part[i];
    }
    for (int i = 0; i < worths->count && sum > 0; i++)
        part[i] /= sum;
    return whole && sum > 0;
}

bool worths_common_unit(const struct worths *const of[], int count, Type reference,
                        double part[WORTHS_MAX]) {
    assert(count > 0);
    struct worths common = *of[0]; // its marks alone are changed
    for (int e = 0; e < count; e++)
        for (int i = 0; i < common.count; i++)
            if (of[e]->of[i].mark != WORTH_MEASURED)
                common.of[i].mark = WORTH_OPEN;
    return worths_unit(&common, reference, part);
}

// The variance of the sum of part x worth, and its covariance with each worth.
static double variance_of(int n, const double *covariance, const double part[WORTHS_MAX],
                          double with[WORTHS_MAX]) {
    double variance = 0;
    for (int i = 0; i < n; i++) {
        with[i] = 0;
        for (int j = 0; j < n; j++)
            with[i] += covariance[i * n + j] * part[j];
        variance += part[i] * with[i];
    }
    return variance;
}

static double unit_of(const struct worths *worths, const double part[WORTHS_MAX]) {
    double unit = 0;
    for (int i = 0; i < worths->count; i++)
        unit += part[i] * worths->of[i].value;
    return unit;
}

double *worths_scale_covariance(const double *elo, double units, const double ratio[WORTHS_MAX],
                                const double part[WORTHS_MAX], int n) {
    double *scaled = mem_alloc((size_t)n * (size_t)n * sizeof *scaled);
    double row[WORTHS_MAX] = {0}, column[WORTHS_MAX] = {0}, unit = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            row[i] += elo[i * n + j] * part[j];    // of the first's worths with the second's unit
            column[j] += elo[i * n + j] * part[i]; // the other way round
            unit += elo[i * n + j] * part[i] * part[j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            scaled[i * n + j] = (elo[i * n + j] - ratio[i] * column[j] - row[i] * ratio[j] +
                                 ratio[i] * ratio[j] * unit) /
                                units;
    return scaled;
}

void worths_common_ratios(const struct worths *const of[], const struct worths_scaled *scaled,
                          int count, double ratio[WORTHS_MAX]) {
    const double exact = 1e-9; // of a unit without an error
    double sum[WORTHS_MAX] = {0};
    memset(ratio, 0, WORTHS_MAX * sizeof *ratio);
    for (int e = 0; e < count; e++) {
        double weight = 1 / pow(fmax(scaled[e].unit_se / scaled[e].unit, exact), 2);
        for (int i = 0; i < of[e]->count; i++)
            if (of[e]->of[i].mark == WORTH_MEASURED) {
                sum[i] += weight;
                ratio[i] += (scaled[e].value[i] - ratio[i]) * weight / sum[i];
            }
    }
}

bool worths_scale(const struct worths *worths, const double part[WORTHS_MAX],
                  struct worths_scaled *scaled, struct error *error) {
    int n = worths->count;
    double with[WORTHS_MAX], variance = variance_of(n, worths->covariance, part, with);
    *scaled = (struct worths_scaled){.count = n, .unit = unit_of(worths, part)};
    scaled->unit_se = sqrt(fmax(variance, 0));
    if (variance == 0 && scaled->unit == 0)
        return error_set(error, "no piece of the unit is measured; --reference takes another");
    if (!(scaled->unit > 2 * scaled->unit_se))
        return error_set(error, "the unit is not above 0 by these games: %.0f +-%.0f Elo",
                         scaled->unit, NORMAL_975 * scaled->unit_se);
    for (int i = 0; i < n; i++) {
        if (worths->of[i].mark == WORTH_OPEN)
            continue;
        struct ratio ratio = ratio_of(worths->of[i].value, scaled->unit,
                                      worths->covariance[i * n + i], with[i], variance, NORMAL_975);
        scaled->value[i] = ratio.value;
        scaled->se[i] = ratio.se;
        scaled->low[i] = ratio.low;
        scaled->high[i] = ratio.high;
    }
    scaled->covariance = worths_scale_covariance(worths->covariance, scaled->unit * scaled->unit,
                                                 scaled->value, part, n);
    return true;
}

double worths_half(const struct worths_scaled *scaled, int place) {
    return fmax(scaled->high[place] - scaled->value[place],
                scaled->value[place] - scaled->low[place]);
}

void worths_scaled_destroy(struct worths_scaled *scaled) {
    free(scaled->covariance);
    scaled->covariance = NULL;
}

// The differences that vary, scaled to variance 1, with the eigenvectors of their correlations.
static void sum_along_eigenvectors(int n, const double *z, const double *correlation,
                                   struct wald *wald) {
    size_t size = (size_t)n;
    double *values = mem_alloc(size * sizeof *values);
    double *vectors = mem_alloc(size * size * sizeof *vectors);
    linear_eigen(n, correlation, values, vectors);
    for (int k = 0; k < n; k++) {
        double along = 0;
        if (values[k] < EIGENVALUE_ZERO * n)
            continue;
        for (int i = 0; i < n; i++)
            along += vectors[k * n + i] * z[i];
        wald->chi2 += along * along / values[k];
        wald->df++;
    }
    free(values);
    free(vectors);
}

struct wald wald_test(int count, const double *difference, const double *covariance) {
    struct wald wald = {.p = 1};
    size_t size = (size_t)count;
    int *at = mem_alloc(size * sizeof *at), n = 0;
    double *z = mem_alloc(size * sizeof *z);
    double *correlation = mem_alloc(size * size * sizeof *correlation);
    for (int i = 0; i < count; i++)
        if (covariance[i * count + i] > 0)
            at[n++] = i;
    for (int i = 0; i < n; i++) {
        double se = sqrt(covariance[at[i] * count + at[i]]);
        z[i] = difference[at[i]] / se;
        for (int j = 0; j < n; j++)
            correlation[i * n + j] =
                covariance[at[i] * count + at[j]] / se / sqrt(covariance[at[j] * count + at[j]]);
    }
    if (n > 0)
        sum_along_eigenvectors(n, z, correlation, &wald);
    if (wald.df > 0)
        wald.p = gsl_cdf_chisq_Q(wald.chi2, wald.df);
    free(at);
    free(z);
    free(correlation);
    return wald;
}

struct contrast contrast_of(const struct worths *worths, int first, int second) {
    int n = worths->count;
    double own = worths->covariance[first * n + first];
    double others = worths->covariance[second * n + second];
    double both = worths->covariance[first * n + second];
    double one = worths->of[first].value, other = worths->of[second].value;
    struct contrast contrast = {first, second, .value = one - other};
    contrast.se = sqrt(fmax(own + others - 2 * both, 0));
    contrast.p_holm = normal_p(contrast.value, contrast.se);
    if (other != 0)
        contrast.ratio = ratio_of(one, other, own, both, others, NORMAL_975);
    return contrast;
}

void contrasts_add(struct contrasts *contrasts, const struct worths *worths, int first,
                   int second) {
    if (first >= 0 && second >= 0 && worths->of[first].mark != WORTH_OPEN &&
        worths->of[second].mark != WORTH_OPEN)
        contrasts->of[contrasts->count++] = contrast_of(worths, first, second);
}

void contrasts_finish(struct contrasts *contrasts, const struct worths *worths) {
    int count = contrasts->count, n = worths->count;
    double *p[WORTHS_MAX], difference[WORTHS_MAX] = {0};
    double *covariance = mem_alloc((size_t)count * (size_t)count * sizeof *covariance);
    for (int i = 0; i < count; i++) {
        struct contrast *a = &contrasts->of[i];
        p[i] = &a->p_holm;
        difference[i] = a->value;
        for (int j = 0; j < count; j++) {
            const struct contrast *b = &contrasts->of[j];
            covariance[i * count + j] = worths->covariance[a->first * n + b->first] -
                                        worths->covariance[a->first * n + b->second] -
                                        worths->covariance[a->second * n + b->first] +
                                        worths->covariance[a->second * n + b->second];
        }
    }
    contrasts->all = wald_test(count, difference, covariance);
    holm_at(p, count);
    free(covariance);
}

struct wald worths_apart(const struct worths *worths, const char *where) {
    struct contrasts contrasts = {.count = 0};
    int first = -1;
    for (int i = 0; i < worths->count; i++)
        if (worths->of[i].mark == WORTH_MEASURED && strcmp(worths_where(worths, i), where) == 0) {
            contrasts_add(&contrasts, worths, i, first);
            first = first < 0 ? i : first;
        }
    contrasts_finish(&contrasts, worths);
    return contrasts.all;
}

void contrasts_mirrors(const struct worths *worths, struct contrasts *contrasts) {
    *contrasts = (struct contrasts){.count = 0};
    for (int i = 0; i < worths->count; i++)
        if (worths_mirror(worths, i) > i)
            contrasts_add(contrasts, worths, i, worths_mirror(worths, i));
    contrasts_finish(contrasts, worths);
}

// Ratios to the mean piece are bound by one equation: one piece of it is left out and follows from
// the others. Places that are pooled, by at least one of the two; behind them a's unit in Elo,
// which b does not know.
struct pooling {
    const struct worths *of[2];
    struct worths_scaled scaled[2];
    double part[WORTHS_MAX], ratio[WORTHS_MAX];
    int left_out, count, place[WORTHS_MAX];
    double *precision, *sum; // (count + 1) squared; precision x value
};

// Adds the precision of one of them, of what it measured, and that times its values.
static bool add_precision(struct pooling *pooling, int which) {
    const struct worths *worths = pooling->of[which];
    const struct worths_scaled *scaled = &pooling->scaled[which];
    int at[WORTHS_MAX], ratios = 0, all = worths->count, wide = pooling->count + 1;
    for (int i = 0; i < pooling->count; i++)
        if (worths->of[pooling->place[i]].mark == WORTH_MEASURED)
            at[ratios++] = i;
    int n = ratios + (which == 0);
    size_t size = (size_t)n;
    double *matrix = mem_alloc(size * size * sizeof *matrix);
    double *inverse = mem_alloc(size * size * sizeof *inverse);
    double value[WORTHS_MAX], with[WORTHS_MAX];
    double variance = variance_of(all, worths->covariance, pooling->part, with);
    for (int i = 0; i < ratios; i++) {
        int place = pooling->place[at[i]];
        value[i] = scaled->value[place];
        for (int j = 0; j < ratios; j++)
            matrix[i * n + j] = scaled->covariance[place * all + pooling->place[at[j]]];
        if (which == 0)
            matrix[i * n + ratios] = matrix[ratios * n + i] =
                (with[place] - pooling->ratio[place] * variance) / scaled->unit;
    }
    if (which == 0) {
        at[ratios] = pooling->count;
        value[ratios] = scaled->unit;
        matrix[ratios * n + ratios] = variance;
    }
    bool done = linear_inverse(n, matrix, inverse);
    for (int i = 0; done && i < n; i++)
        for (int j = 0; j < n; j++) {
            pooling->precision[at[i] * wide + at[j]] += inverse[i * n + j];
            pooling->sum[at[i]] += inverse[i * n + j] * value[j];
        }
    free(matrix);
    free(inverse);
    return done;
}

// From the pooled ratios to Elo by the unit. What is left out is (1 - sum of the others' part x
// value) / its part. `lift` is how Elo moves with what was pooled.
static void set_pooled(const struct pooling *pooling, const double *value, const double *covariance,
                       struct worths *pooled) {
    int all = pooled->count, n = pooling->count;
    double full[WORTHS_MAX] = {0}, lift[WORTHS_MAX][WORTHS_MAX + 1] = {{0}};
    double own = pooling->part[pooling->left_out], unit = value[n];
    full[pooling->left_out] = 1 / own;
    for (int k = 0; k < n; k++) {
        double share = pooling->part[pooling->place[k]] / own;
        full[pooling->place[k]] = value[k];
        full[pooling->left_out] -= share * value[k];
        lift[pooling->place[k]][k] = unit;
        lift[pooling->left_out][k] = -share * unit;
    }
    for (int i = 0; i < all; i++)
        lift[i][n] = full[i];
    for (int i = 0; i < all; i++) {
        double row[WORTHS_MAX + 1] = {0}; // lift x covariance
        for (int k = 0; k <= n; k++)
            for (int l = 0; l <= n; l++)
                row[l] += lift[i][k] * covariance[k * (n + 1) + l];
        pooled->of[i].value = unit * full[i];
        for (int j = 0; j < all; j++) {
            pooled->covariance[i * all + j] = 0;
            for (int l = 0; l <= n; l++)
                pooled->covariance[i * all + j] += row[l] * lift[j][l];
        }
        for (int k = 0; k < 2; k++) {
            const struct worth_estimate *of = &pooling->of[k]->of[i];
            if (of->mark != WORTH_MEASURED)
                continue;
            pooled->of[i].mark = WORTH_MEASURED;
            pooled->of[i].games += of->games;
        }
    }
}

static bool pool(struct pooling *pooling, struct worths *pooled, struct error *error) {
    worths_common_ratios(pooling->of, pooling->scaled, 2, pooling->ratio);
    for (int e = 0; e < 2; e++) {
        struct worths_scaled *of = &pooling->scaled[e];
        free(of->covariance);
        of->covariance = worths_scale_covariance(pooling->of[e]->covariance, of->unit * of->unit,
                                                 pooling->ratio, pooling->part, of->count);
    }
    for (int i = 0; i < pooled->count; i++)
        if (i != pooling->left_out && (pooling->of[0]->of[i].mark == WORTH_MEASURED ||
                                       pooling->of[1]->of[i].mark == WORTH_MEASURED))
            pooling->place[pooling->count++] = i;
    size_t n = (size_t)pooling->count + 1;
    pooling->precision = mem_calloc(n * n, sizeof *pooling->precision);
    pooling->sum = mem_calloc(n, sizeof *pooling->sum);
    double *covariance = mem_alloc(n * n * sizeof *covariance);
    double *value = mem_calloc(n, sizeof *value);
    bool done = add_precision(pooling, 0) && add_precision(pooling, 1) &&
                linear_inverse((int)n, pooling->precision, covariance);
    for (size_t i = 0; done && i < n; i++)
        for (size_t j = 0; j < n; j++)
            value[i] += covariance[i * n + j] * pooling->sum[j];
    if (done)
        set_pooled(pooling, value, covariance, pooled);
    free(covariance);
    free(value);
    free(pooling->precision);
    free(pooling->sum);
    return done || error_set(error, "a covariance of the worths is singular");
}

bool worths_pool(const struct worths *a, const struct worths *b, struct worths *pooled,
                 struct error *error) {
    assert(a->count == b->count);
    struct pooling pooling = {.of = {a, b}};
    const struct worths *const both[] = {a, b};
    *pooled = (struct worths){0};
    worths_common_unit(both, 2, 0, pooling.part);
    double sum = 0;
    for (int i = 0; i < a->count; i++)
        sum += pooling.part[i];
    if (sum <= 0)
        return error_set(error, "no piece of the mean piece is measured by both");
    for (int i = 0; i < a->count; i++)
        if (pooling.part[i] > pooling.part[pooling.left_out])
            pooling.left_out = i;
    worths_init(pooled, a->tables);
    bool done = worths_scale(a, pooling.part, &pooling.scaled[0], error) &&
                worths_scale(b, pooling.part, &pooling.scaled[1], error) &&
                pool(&pooling, pooled, error);
    source_add(&pooled->source, a->source);
    source_add(&pooled->source, b->source);
    pooled->method = WORTH_BY_MEAN;
    worths_scaled_destroy(&pooling.scaled[0]);
    worths_scaled_destroy(&pooling.scaled[1]);
    if (!done)
        worths_destroy(pooled);
    return done;
}

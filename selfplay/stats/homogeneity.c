// SPDX-License-Identifier: GPL-3.0-or-later
#include "homogeneity.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

static const double EXPECTED_LEAST = 5, LEVEL = 0.05;

struct table {
    struct shard_counts *shards; // the first `cells` of their counts are in use
    int count, cells;
    int64_t column[HOMOGENEITY_CELLS], total, least; // `least`: games of the smallest shard
};

static int64_t shard_total(const struct table *table, const struct shard_counts *shard) {
    int64_t count = 0;
    for (int i = 0; i < table->cells; i++)
        count += shard->count[i];
    return count;
}

static struct table table_of(struct shard_counts *shards, int count, int cells) {
    struct table table = {.shards = shards, .count = count, .cells = cells};
    for (int s = 0; s < count; s++) {
        int64_t games = shard_total(&table, &shards[s]);
        table.total += games;
        if (games > 0 && (table.least == 0 || games < table.least))
            table.least = games;
        for (int i = 0; i < cells; i++)
            table.column[i] += shards[s].count[i];
    }
    return table;
}

// Puts a cell and the one behind it together.
static void unite_counts(int64_t *count, int cell, int cells) {
    count[cell] += count[cell + 1];
    for (int i = cell + 1; i < cells - 1; i++)
        count[i] = count[i + 1];
}

static void unite(struct table *table, int cell) {
    unite_counts(table->column, cell, table->cells);
    for (int s = 0; s < table->count; s++)
        unite_counts(table->shards[s].count, cell, table->cells);
    table->cells--;
}

static int smallest(const struct table *table) {
    int cell = 0;
    for (int i = 1; i < table->cells; i++)
        if (table->column[i] < table->column[cell])
            cell = i;
    return cell;
}

static double expected(const struct table *table, int64_t row, int cell) {
    return (double)row * ((double)table->column[cell] / (double)table->total);
}

// Cells too rare for the smallest shard join their rarer neighbour.
static bool pool(struct table *table) {
    while (table->cells > 1) {
        int cell = smallest(table);
        bool rare = expected(table, table->least, cell) < EXPECTED_LEAST;
        if (!rare || (table->cells == 2 && table->column[cell] > 0))
            return rare;
        if (cell == table->cells - 1 ||
            (cell > 0 && table->column[cell - 1] < table->column[cell + 1]))
            cell--;
        unite(table, cell);
    }
    return false;
}

// Where few games are expected in a cell or out of it the residual is far from normal: by Fisher's
// exact test, the tail as a normal deviate.
static double exact_residual(const struct table *table, int64_t row, int64_t count, int cell,
                             double mean) {
    unsigned in = (unsigned)table->column[cell], out = (unsigned)table->total - in;
    unsigned k = (unsigned)count, n = (unsigned)row;
    bool above = (double)count > mean;
    double tail = above ? k ? gsl_cdf_hypergeometric_Q(k - 1, in, out, n) : 1
                        : gsl_cdf_hypergeometric_P(k, in, out, n);
    double z = gsl_cdf_ugaussian_Qinv(fmin(fmax(tail, 1e-300), 0.5));
    return above ? z : -z;
}

static double residual(const struct table *table, int64_t row, int64_t count, int cell) {
    double mean = expected(table, row, cell), total = (double)table->total;
    if (fmin(mean, (double)row - mean) < EXPECTED_LEAST && total < 1e9)
        return exact_residual(table, row, count, cell, mean);
    double variance = mean * (1 - (double)row / total) * (1 - (double)table->column[cell] / total);
    return variance > 0 ? ((double)count - mean) / sqrt(variance) : 0;
}

// The residual of a shard that is largest in size.
static double largest_residual(const struct table *table, const struct shard_counts *shard) {
    int64_t row = shard_total(table, shard);
    double largest = 0;
    for (int i = 0; row > 0 && i < table->cells; i++) {
        double z = residual(table, row, shard->count[i], i);
        if (fabs(z) > fabs(largest))
            largest = z;
    }
    return largest;
}

static void take_out(struct table *table, const struct shard_counts *shard) {
    for (int i = 0; i < table->cells; i++)
        table->column[i] -= shard->count[i];
    table->total -= shard_total(table, shard);
}

// The worst shard is taken out before the others are looked at: beside it they would seem to differ
// too. Of the last two nobody can say which one it is.
static int find_bad(struct table *table, int left, double limit) {
    struct shard_counts *shards = table->shards;
    int bad = 0;
    for (;; left--, bad++) {
        int worst = -1;
        for (int s = 0; s < table->count; s++) {
            if (shards[s].bad)
                continue;
            shards[s].z = largest_residual(table, &shards[s]);
            if (worst < 0 || fabs(shards[s].z) > fabs(shards[worst].z))
                worst = s;
        }
        if (left < 2 || fabs(shards[worst].z) <= limit)
            return bad;
        for (int s = 0; left == 2 && s < table->count; s++)
            if (!shards[s].bad && shard_total(table, &shards[s]) > 0) {
                shards[s].bad = true;
                bad++;
            }
        if (left == 2)
            return bad;
        shards[worst].bad = true;
        take_out(table, &shards[worst]);
    }
}

static double chi_square(const struct table *table) {
    double sum = 0;
    for (int s = 0; s < table->count; s++) {
        int64_t row = shard_total(table, &table->shards[s]);
        for (int i = 0; row > 0 && i < table->cells; i++) {
            double mean = expected(table, row, i);
            double distance = (double)table->shards[s].count[i] - mean;
            sum += distance * distance / mean;
        }
    }
    return sum;
}

struct homogeneity homogeneity_test(struct shard_counts *shards, int count, int cells) {
    assert(cells >= 2 && cells <= HOMOGENEITY_CELLS && count >= 0);
    struct homogeneity result = {.p = 1};
    struct table table = table_of(shards, count, cells);
    for (int s = 0; s < count; s++) {
        shards[s].z = 0;
        shards[s].bad = false;
        result.shards += shard_total(&table, &shards[s]) > 0;
    }
    result.small = table.total > 0 && pool(&table);
    result.cells = table.cells;
    if (result.shards < 2 || table.cells < 2)
        return result;
    // With two cells their residuals are one number with both signs.
    double residuals = (double)result.shards * (table.cells == 2 ? 1 : table.cells);
    result.limit = gsl_cdf_ugaussian_Qinv(LEVEL / 2 / residuals);
    result.chi_square = chi_square(&table);
    result.freedom = (result.shards - 1) * (table.cells - 1);
    result.p = gsl_cdf_chisq_Q(result.chi_square, result.freedom);
    result.bad = find_bad(&table, result.shards, result.limit);
    return result;
}

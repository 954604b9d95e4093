// SPDX-License-Identifier: GPL-3.0-or-later
#include "centre.h"

#include <string.h>

void centre_row(const struct dataset *data, int column, struct centre_row *row) {
    assert(column >= 0 && column < data->columns);
    int parameter = data->parameter[column];
    *row = (struct centre_row){.count = 1, .column = {column}, .part = {1}};
    for (int t = 0; parameter < VALUE_TERM && t < TERMS; t++) {
        // Fewer features than the evaluation's have no terms.
        int term = VALUE_TERM + t < data->parameters ? data->column[VALUE_TERM + t] : -1;
        double part = data->removals.term[parameter][t];
        if (term < 0 || part == 0)
            continue;
        row->column[row->count] = term;
        row->part[row->count++] = part;
    }
}

static double along(const struct centre_row *row, const double *weight) {
    double sum = 0;
    for (int k = 0; k < row->count; k++)
        sum += row->part[k] * weight[row->column[k]];
    return sum;
}

void centre_weights(const struct dataset *data, const double *weight, double *centred) {
    struct centre_row row;
    for (int c = 0; c < data->columns; c++) {
        centre_row(data, c, &row);
        centred[c] = along(&row, weight);
    }
}

double centre_square(const struct dataset *data, const double *diagonal, const double *weight,
                     double *gradient, double *matrix) {
    struct centre_row row;
    double half = 0;
    int n = data->columns;
    for (int c = 0; c < n; c++) {
        if (diagonal[c] == 0)
            continue;
        centre_row(data, c, &row);
        double centred = along(&row, weight), pull = diagonal[c] * centred;
        half += pull * centred / 2;
        for (int k = 0; k < row.count; k++) {
            double part = diagonal[c] * row.part[k];
            if (gradient)
                gradient[row.column[k]] += pull * row.part[k];
            for (int l = 0; matrix && l < row.count; l++)
                matrix[row.column[k] * n + row.column[l]] += part * row.part[l];
        }
    }
    return half;
}

void centre_covariance(const struct dataset *data, const double *matrix, double *centred) {
    struct centre_row row, other;
    int n = data->columns;
    for (int i = 0; i < n; i++) {
        double with[FEATURES_MOST] = {0}; // of worth i with each weight
        centre_row(data, i, &row);
        for (int k = 0; k < row.count; k++)
            for (int j = 0; j < n; j++)
                with[j] += row.part[k] * matrix[row.column[k] * n + j];
        for (int j = 0; j < n; j++) {
            centre_row(data, j, &other);
            centred[i * n + j] = along(&other, with);
        }
    }
}

void centre_free(const struct dataset *data, const struct reduction *reduction, double *map) {
    int m = reduction->free;
    bool piece[FEATURES_MOST] = {false}, kept[FEATURES_MOST] = {false};
    bool done[FEATURES_MOST] = {false};
    struct centre_row row;
    memset(map, 0, (size_t)m * (size_t)m * sizeof *map);
    for (int c = 0; c < data->columns; c++) {
        kept[reduction->of[c]] |= reduction->factor[c] != 1;
        piece[reduction->of[c]] |= data->parameter[c] < VALUE_TERM;
    }
    for (int f = 0; f < m; f++)
        map[f * m + f] = 1;
    for (int c = 0; c < data->columns; c++) {
        int f = reduction->of[c];
        if (done[f] || kept[f] || !piece[f])
            continue;
        done[f] = true;
        centre_row(data, c, &row);
        for (int k = 1; k < row.count; k++) {
            int to = reduction->of[row.column[k]];
            if (kept[to] || !piece[to]) // not tied to a piece
                map[f * m + to] += row.part[k] * reduction->factor[row.column[k]];
        }
    }
}

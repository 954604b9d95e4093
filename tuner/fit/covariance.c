// SPDX-License-Identifier: GPL-3.0-or-later
#include "covariance.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "memory.h"

void covariance_of_values(const struct fit *fit, double *matrix) {
    assert(fit->covariance);
    int n = fit->data->columns;
    double yardstick = fit_yardstick_weight(fit, fit->weight), with[VALUES];
    double variance = fit_yardstick_variance(fit, with);
    double unit = fit->yardstick_value / yardstick;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double p = fit->weight[i] / yardstick, q = fit->weight[j] / yardstick;
            matrix[i * n + j] =
                unit * unit *
                (fit->covariance[i * n + j] - p * with[j] - q * with[i] + p * q * variance);
        }
}

// The rows and columns of `matrix` that belong to measured parameters.
static void print(const struct fit *fit, const struct fit_options *options, const double *matrix,
                  struct buffer *text) {
    int parameter[VALUES], column[VALUES], count = 0;
    char name[VALUE_NAME];
    buffer_text(text, "parameter");
    for (int i = 0; i < VALUES; i++)
        if (fit->estimate[i].verdict == VERDICT_MEASURED) {
            buffer_printf(text, ",%s", values_name(i, name));
            column[count] = fit_column(fit->data, options, i);
            parameter[count++] = i;
        }
    buffer_char(text, '\n');
    for (int i = 0; i < count; i++) {
        buffer_text(text, values_name(parameter[i], name));
        for (int j = 0; j < count; j++)
            buffer_printf(text, ",%.6g", matrix[column[i] * fit->data->columns + column[j]]);
        buffer_char(text, '\n');
    }
}

void covariance_add(struct file_set *set, const struct fit *fit, const struct fit_options *options,
                    const char *values_path) {
    size_t columns = (size_t)fit->data->columns, length = strlen(values_path);
    if (length > 4 && strcmp(values_path + length - 4, ".csv") == 0)
        length -= 4;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s.covariance.csv", (int)length, values_path);
    double *own = mem_alloc(columns * columns * sizeof *own);
    covariance_of_values(fit, own);
    print(fit, options, own, file_set_add(set, path));
    free(own);
}

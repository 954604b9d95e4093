// SPDX-License-Identifier: GPL-3.0-or-later
#include "covariance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "file.h"

void covariance_of_values(const struct fit *fit, const struct fit_options *options,
                          const int *parameter, int count, double *matrix) {
    assert(count >= 0);
    int n = fit->data->columns;
    double yardstick = 0, variance = 0, with[VALUES] = {0};
    for (int i = 0; i < n; i++) {
        yardstick += fit->yardstick_part[i] * fit->weight[i];
        for (int j = 0; j < n; j++)
            with[i] += fit->yardstick_part[j] * fit->covariance[i * n + j];
    }
    for (int i = 0; i < n; i++)
        variance += fit->yardstick_part[i] * with[i];
    double unit = fit->yardstick_value / yardstick;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            int i = fit_column(fit->data, options, parameter[a]);
            int j = fit_column(fit->data, options, parameter[b]);
            bool known = fit->estimate[parameter[a]].verdict == VERDICT_MEASURED &&
                         fit->estimate[parameter[b]].verdict == VERDICT_MEASURED;
            matrix[a * count + b] = 0;
            if (!known)
                continue;
            double p = fit->weight[i] / yardstick, q = fit->weight[j] / yardstick;
            matrix[a * count + b] =
                unit * unit *
                (fit->covariance[i * n + j] - p * with[j] - q * with[i] + p * q * variance);
        }
}

// "x.csv" -> "x.covariance.csv", "x" -> "x.covariance.csv".
static bool file_name(const char *values_path, struct buffer *path) {
    size_t length = strlen(values_path);
    bool csv = length > 4 && strcmp(values_path + length - 4, ".csv") == 0;
    buffer_add(path, values_path, csv ? length - 4 : length);
    buffer_text(path, ".covariance.csv");
    return !path->failed;
}

static void print(const int *parameter, int count, const double *matrix, struct buffer *text) {
    char name[VALUE_NAME];
    buffer_text(text, "parameter");
    for (int i = 0; i < count; i++)
        buffer_printf(text, ",%s", values_name(parameter[i], name));
    buffer_char(text, '\n');
    for (int i = 0; i < count; i++) {
        buffer_text(text, values_name(parameter[i], name));
        for (int j = 0; j < count; j++)
            buffer_printf(text, ",%.6g", matrix[i * count + j]);
        buffer_char(text, '\n');
    }
}

static void covariance_by_td(const struct td *td, const struct fit *fit,
                             const struct fit_options *options, const int *parameter, int count,
                             double *matrix) {
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            matrix[a * count + b] =
                td->covariance[fit_column(fit->data, options, parameter[a]) * fit->data->columns +
                               fit_column(fit->data, options, parameter[b])];
}

bool covariance_write(const struct fit *fit, const struct td *td, const struct fit_options *options,
                      const char *values_path, struct error *error) {
    int parameter[VALUES], count = 0;
    for (int i = 0; i < VALUES; i++)
        if (fit->estimate[i].verdict == VERDICT_MEASURED)
            parameter[count++] = i;
    struct buffer text = buffer_init(), path = buffer_init();
    double *matrix = malloc(((size_t)count * (size_t)count + 1) * sizeof *matrix);
    bool done = matrix && file_name(values_path, &path);
    if (done) {
        if (td)
            covariance_by_td(td, fit, options, parameter, count, matrix);
        else
            covariance_of_values(fit, options, parameter, count, matrix);
        print(parameter, count, matrix, &text);
        done = !text.failed;
    }
    done = done ? file_replace(path.data, text.data, text.length, error)
                : error_set(error, "out of memory");
    free(matrix);
    buffer_destroy(&text);
    buffer_destroy(&path);
    return done;
}

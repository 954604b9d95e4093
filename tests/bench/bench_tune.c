// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of the tuner, for scripts/bench: `bench_tune fit [POSITIONS [THREADS [PARAMETERS]]]` fits
// made-up positions (of 100 parameters) by Newton's method and by plain gradient descent, the peer,
// which shares the loss and its gradient and differs in the steps alone; `bench_tune read DIR
// [THREADS]` reads a log, its rows alone first, and does the same with it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "logs.h"
#include "objective.h"
#include "random.h"
#include "rows.h"
#include "uncertainty.h"

enum { LENGTH = 16, STEPS_MOST = 500, FIRST_DRAWS = 60, DRAWS = 6, READS = 7 };

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Features wander from position to position, the first of which has FIRST_DRAWS of them drawn; the
// result follows the last position.
static void make_game(struct random *random, uint64_t number, const double *truth,
                      struct dataset *data) {
    int16_t feature[LENGTH][FEATURES_MOST];
    int parameters = data->parameters;
    memset(feature, 0, sizeof feature);
    for (int i = 0; i < LENGTH; i++) {
        if (i > 0)
            memcpy(feature[i], feature[i - 1], sizeof feature[i]);
        for (int k = 0; k < (i ? DRAWS : FIRST_DRAWS); k++) {
            int at = (int)random_below(random, (uint32_t)parameters);
            feature[i][at] = (int16_t)(random_below(random, 5) * random_below(random, 2)) - 1;
        }
    }
    double z = 0;
    for (int c = 0; c < parameters; c++)
        z += truth[c] * feature[LENGTH - 1][c];
    double result = random_unit(random) < logistic(z) ? 1 : 0;
    dataset_add_game(data, 1, number, result);
    for (int i = 0; i < LENGTH; i++)
        dataset_add_position(data, feature[i], 0);
}

static struct dataset make_data(size_t positions, int parameters) {
    struct dataset data = dataset_init(parameters);
    struct random random = random_init(1, 0, RANDOM_TEST);
    double truth[FEATURES_MOST];
    for (int c = 0; c < parameters; c++)
        truth[c] = random_unit(&random) * 0.3;
    for (uint64_t g = 0; g < positions / LENGTH; g++)
        make_game(&random, g, truth, &data);
    bool wanted[FEATURES_MOST];
    memset(wanted, true, sizeof wanted);
    dataset_close(&data, wanted);
    return data;
}

static double evaluate(void *context, const double *x, double *gradient, double *hessian) {
    return objective_evaluate(context, x, gradient, hessian);
}

// Steepest descent by a rate that grows while the loss falls and is halved when it does not.
// Returns the number of gradients it took to come as near as `goal`, or STEPS_MOST.
static int descend(struct objective *objective, double goal, double *x, double *loss) {
    int n = objective->data->columns;
    double gradient[FEATURES_MOST], trial[FEATURES_MOST], next[FEATURES_MOST];
    double rate = 1e-4;
    *loss = objective_evaluate(objective, x, gradient, NULL);
    for (int step = 1; step < STEPS_MOST; step++) {
        if (*loss <= goal)
            return step;
        for (int i = 0; i < n; i++)
            trial[i] = x[i] - rate * gradient[i];
        double found = objective_evaluate(objective, trial, next, NULL);
        if (found < *loss) {
            memcpy(x, trial, sizeof trial);
            memcpy(gradient, next, sizeof next);
            *loss = found;
            rate *= 1.2;
        } else {
            rate /= 2;
        }
    }
    return STEPS_MOST;
}

static int compare(const struct dataset *from, int threads) {
    const struct dataset data = *from;
    struct objective objective;
    struct error error = {""};
    objective_init(&objective, &data, NULL, threads);
    objective.has_prior = true; // a faint one, for what the data leave open
    for (int c = 0; c < data.columns; c++)
        objective.prior_precision[c] = 1e-3;
    printf("data      %zu positions of %zu games, %d parameters, %.1f of them not 0 in a position, "
           "%zu MB\n",
           data.positions, data.games, data.columns, (double)data.entries / (double)data.positions,
           dataset_used(from) >> 20);

    size_t size = (size_t)data.columns * (size_t)data.columns;
    double x[FEATURES_MOST] = {0}, *work = malloc(3 * size * sizeof *work);
    struct reduction all = {.columns = data.columns, .free = data.columns};
    for (int c = 0; c < data.columns; c++) {
        all.of[c] = c;
        all.factor[c] = 1;
    }
    if (!work)
        return 1;
    double begin = seconds(CLOCK_MONOTONIC), spent = seconds(CLOCK_PROCESS_CPUTIME_ID);
    objective_allow_rough(&objective, 2);
    struct minimise_result result =
        minimise(data.columns, evaluate, &objective, MINIMISE_TOLERANCE, x);
    objective_allow_rough(&objective, 0);
    double fitted = seconds(CLOCK_MONOTONIC);
    if (!uncertainty_covariance(&objective, &all, x, work, work + size, work + 2 * size, &error))
        return fprintf(stderr, "%s\n", error.text), 1;
    double end = seconds(CLOCK_MONOTONIC);
    printf("newton    %.2f s, covariance %.2f s more; %.2f s of processor time on %d threads; %d "
           "iterations, loss %.10g\n",
           fitted - begin, end - fitted, seconds(CLOCK_PROCESS_CPUTIME_ID) - spent, threads,
           result.iterations, result.value);

    double y[FEATURES_MOST] = {0}, loss;
    begin = seconds(CLOCK_MONOTONIC);
    spent = seconds(CLOCK_PROCESS_CPUTIME_ID);
    int steps = descend(&objective, result.value * (1 + 1e-7), y, &loss);
    double furthest = 0;
    for (int c = 0; c < data.columns; c++)
        furthest =
            fmax(furthest,
                 fabs(y[c] - x[c]) / sqrt(work[2 * size + (size_t)c * (size_t)(data.columns + 1)]));
    printf(
        "descent   %.2f s, no covariance; %.2f s of processor time; %d gradients, loss %.10g, up "
        "to %.2f standard errors away\n",
        seconds(CLOCK_MONOTONIC) - begin, seconds(CLOCK_PROCESS_CPUTIME_ID) - spent, steps, loss,
        furthest);
    free(work);
    objective_destroy(&objective);
    return 0;
}

static void print_peak(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("peak      %ld MB of memory\n", usage.ru_maxrss >> 10);
}

static int bench_fit(size_t positions, int threads, int parameters) {
    struct dataset data = make_data(positions, parameters);
    int code = compare(&data, threads);
    print_peak();
    dataset_destroy(&data);
    return code;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *of, int count) {
    qsort(of, (size_t)count, sizeof *of, by_size);
    return of[count / 2];
}

// Processor seconds to read the rows of a positions.csv, or a negative number.
static double read_rows(const char *path, size_t *rows, double *megabytes, struct error *error) {
    double begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
    struct rows_reader *reader = position_rows_open(path, error);
    if (!reader)
        return -1;
    struct position_row row;
    enum csv_status status;
    for (*rows = 0; (status = position_row_next(reader, &row, NULL, error)) == CSV_RECORD; ++*rows)
        ;
    double spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
    *megabytes = (double)csv_disk_offset(rows_file(reader)) / 1e6;
    rows_close(reader);
    return status == CSV_ERROR ? -1 : spent;
}

static double file_megabytes(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    double megabytes = 0;
    if (file && fseek(file, 0, SEEK_END) == 0)
        megabytes = (double)ftell(file) / 1e6;
    if (file)
        fclose(file);
    return megabytes;
}

// Reads rows and log READS times, in turn; prints medians.
static int bench_read(const char *folder, int threads) {
    char path[4096];
    struct error error = {""};
    snprintf(path, sizeof path, "%s/positions.csv", folder);
    double row_time[READS], time[READS], wall[READS], megabytes = 0;
    size_t rows = 0;
    struct logs logs;
    struct dataset data;
    for (int i = 0; i < READS; i++) {
        row_time[i] = read_rows(path, &rows, &megabytes, &error);
        if (row_time[i] < 0)
            return fprintf(stderr, "%s\n", error.text), 1;
        if (i > 0) {
            dataset_destroy(&data);
            logs_destroy(&logs);
        }
        const char *folders[] = {folder};
        struct logs_settings settings = {.threads = threads};
        data = dataset_init(VALUES);
        wall[i] = seconds(CLOCK_MONOTONIC);
        time[i] = seconds(CLOCK_PROCESS_CPUTIME_ID);
        if (!logs_read(folders, 1, &settings, &logs, &data, &error))
            return fprintf(stderr, "%s\n", error.text), 1;
        time[i] = seconds(CLOCK_PROCESS_CPUTIME_ID) - time[i];
        wall[i] = seconds(CLOCK_MONOTONIC) - wall[i];
    }
    printf("rows      %zu of positions.csv, %.0f MB: %.0f MB/s a core\n", rows, megabytes,
           megabytes / median(row_time, READS));
    megabytes += file_megabytes(folder, "games.csv");
    printf(
        "log       %zu positions of %zu games with all features, %.0f MB of both files: %.0f MB/s "
        "a core; %.0f MB/s on %d threads; %zu MB of memory (medians of %d)\n",
        data.positions, data.games, megabytes, megabytes / median(time, READS),
        megabytes / median(wall, READS), threads, dataset_used(&data) >> 20, READS);
    int code = compare(&data, threads);
    print_peak();
    dataset_destroy(&data);
    logs_destroy(&logs);
    return code;
}

int main(int argc, char **argv) {
    int parameters = argc > 4 ? atoi(argv[4]) : 100;
    if (argc >= 2 && strcmp(argv[1], "fit") == 0 && parameters > 0 && parameters <= FEATURES_MOST)
        return bench_fit(argc > 2 ? strtoul(argv[2], NULL, 10) : 1000000,
                         argc > 3 ? atoi(argv[3]) : 2, parameters);
    if (argc >= 3 && strcmp(argv[1], "read") == 0)
        return bench_read(argv[2], argc > 3 ? atoi(argv[3]) : 2);
    fputs("usage: bench_tune fit [POSITIONS [THREADS [PARAMETERS]]] | read DIR [THREADS]\n",
          stderr);
    return 2;
}

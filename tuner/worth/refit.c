// SPDX-License-Identifier: GPL-3.0-or-later
#include "refit.h"

#include <assert.h>

#include "tuned_values.h"

bool refit_run(struct refit *refit, const char *const *folders, int count, const char *start,
               Type yardstick, int threads, struct error *error) {
    assert(count > 0 && yardstick < BASE_TYPES);
    *refit = (struct refit){.data = dataset_init(VALUES)};
    struct logs_settings settings = {.threads = threads};
    if (!logs_read(folders, count, &settings, &refit->logs, &refit->data, error) ||
        !values_file_load(start, refit->logs.tables, &refit->start, error))
        return false;
    struct fit_options options = {.start = &refit->start,
                                  .prior = PRIOR_DEFAULT,
                                  .yardstick =
                                      yardstick ? yardstick : refit->logs.tables->variant.yardstick,
                                  .yardstick_fixed = yardstick != 0,
                                  .threads = threads};
    return fit_run(&refit->fit, &refit->data, &options, error);
}

void refit_destroy(struct refit *refit) {
    fit_destroy(&refit->fit);
    dataset_destroy(&refit->data);
    logs_destroy(&refit->logs);
}

bool refit_write(const struct refit *refit, const char *path, struct error *error) {
    assert(refit->fit.covariance);
    struct values_file file;
    tuned_values(&refit->fit, refit->logs.tables, &refit->start, &file);
    return values_file_write(path, &file, true, error);
}

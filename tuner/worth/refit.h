// SPDX-License-Identifier: GPL-3.0-or-later
// Values from logs in one step, by the defaults of `kagami tune`.
#pragma once

#include "fit.h"
#include "logs.h"

struct refit {
    struct logs logs;
    struct dataset data;
    struct values start;
    struct fit fit;
};

// Reads the folders and fits; `start` is a values.csv, or NULL for the estimate. `yardstick` is a
// base type that must be measurable, or 0 for the variant's, replaced where it is not. Errors as of
// logs_read and fit_run. End with refit_destroy in either case.
bool refit_run(struct refit *refit, const char *const *folders, int count, const char *start,
               Type yardstick, int threads, struct error *error);
void refit_destroy(struct refit *refit);

// Writes the values of every parameter to a values.csv, replacing it.
bool refit_write(const struct refit *refit, const char *path, struct error *error);

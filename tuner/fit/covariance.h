// SPDX-License-Identifier: GPL-3.0-or-later
// The covariance of the values, as a file beside values.csv: what a difference or a sum of values
// is uncertain by.
#pragma once

#include "file.h"
#include "fit.h"

// Covariance of the values in centi-values^2 by the delta method, columns x columns.
void covariance_of_values(const struct fit *fit, double *matrix);

// Prints all measured parameters: a header row `parameter,NAME...`, then one row each.
// "x.csv" of the values makes "x.covariance.csv" here. It is added to the files that are written
// together with the values.
void covariance_add(struct file_set *set, const struct fit *fit, const struct fit_options *options,
                    const char *values_path);

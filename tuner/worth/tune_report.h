// SPDX-License-Identifier: GPL-3.0-or-later
// What `kagami tune` says: a table for people, JSON for programs, rows for values.csv.
#pragma once

#include "buffer.h"
#include "diagram.h"
#include "holdout.h"
#include "logs.h"
#include "scale.h"
#include "td.h"
#include "ties.h"
#include "values_file.h"

struct tune_report {
    const char *command;        // line that asked for it; NULL: not known
    const char *const *folders; // of the logs, as many as they say
    const struct logs *logs;
    const struct fit *fit;
    const struct holdout *holdout;
    const struct values *start;
    const double *bootstrap; // standard errors by parameter, NULL = not asked for
    int bootstrap_rounds;
    double prior;
    const struct ties *ties;
    const struct tie_test *tie_tests; // one for each tie
    const struct td *td;              // the values are its; NULL: the regression's
    struct td_options td_options;
    double lambda;             // share of the result in the target
    const struct scale *score; // of the results over the scores; NULL where the result is all
};

// "LG", "LG in hand", "LG promoted", "king.near": a parameter as the tables name it.
enum { TUNE_NAME = 32 };
const char *tune_report_name(const struct tune_report *report, int index, char text[TUNE_NAME]);

// Adds the warnings, one a line ("" = none): what to know before trusting the numbers.
void tune_report_warnings(const struct tune_report *report, struct buffer *text);

// Writes the tables for a terminal of that many columns (at least 80; the bars need 100). False
// when writing failed.
bool tune_report_text(const struct tune_report *report, struct diagram_style style, int columns,
                      FILE *out);

// The same as JSON. The caller frees it. NULL when memory is out.
char *tune_report_json(const struct tune_report *report);

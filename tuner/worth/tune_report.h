// SPDX-License-Identifier: GPL-3.0-or-later
// What `kagami tune` says: an answer, and rows for values.csv.
#pragma once

#include "answer.h"
#include "holdout.h"
#include "logs.h"
#include "target.h"
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

// Adds the warnings: what to know before trusting the numbers.
void tune_report_warnings(const struct tune_report *report, struct answer *answer);

// All of it. The keys of JSON are those of the report's sections "tuning".
struct answer tune_report_answer(const struct tune_report *report);
// Ties and warnings for people, from such JSON.
void tune_answer_from(struct answer *answer, const struct cJSON *tuning);

// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of an experiment, FOLDER/ARM/NODESn, and what their games say.
#pragma once

#include "answer.h"
#include "comparison.h"
#include "study.h"

struct compare_study {
    const struct experiment *experiment; // not owned
    const char *variant_text;            // INI; not owned
    struct study study; // rung by rung, so that the cheap answers come first; at a rung arm by arm
};

// Lists the runs, each of so many games. `compare->study` has its folder and its options of play.
// End with study_destroy.
void compare_study_list(struct compare_study *compare, int64_t games);

// The number of a run.
int compare_study_run(const struct compare_study *compare, int rung, int arm);

// Are there games of every run? `error` names the first that has none.
bool compare_study_is_there(const struct compare_study *compare, struct error *error);

// What the games say, to be freed. NULL and `error` where they cannot be read.
struct comparison *compare_study_read(const struct compare_study *compare, struct margins margins,
                                      struct error *error);

// Writes summary.csv, effects.csv, first-move.csv, those of which the answer has a
// table, and report.json.
bool compare_study_write(const struct compare_study *compare, const struct comparison *comparison,
                         const struct answer *answer, struct error *error);

// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of an experiment, FOLDER/ARM/NODESn, and what their games say: every metric of every arm
// at every node limit, differences to the base arm, and effects of toggles.
#pragma once

#include "answer.h"
#include "experiment.h"
#include "metrics.h"
#include "study.h"
#include "tally.h"

struct margins {     // up to which a difference does not matter
    double score;    // of metrics in PERCENT: of 1
    double relative; // of the others: of the base arm's value
};

struct cell { // of one metric, arm and node limit; n = 0: not measured
    struct measured value;
    struct measured difference; // from the base arm; none for the base
    double correlation;         // of the two, by games from the same openings
    double p;                   // that there is none
    double p_holm;              // the same, adjusted over the arms
    double margin;
    double p_equivalent; // of the equivalence test with that margin, adjusted over the arms
};

// An effect of toggles: of one (`second` -1), by how much its other value changes the metric on
// average over the settings of the others; or of two, by how much more the first changes it where
// the second has its other value. Adjusted over the effects of one kind.
struct effect {
    int first, second;
    struct measured value;
    double p, p_holm;
};
enum { EFFECTS_MAX = TOGGLES_MAX + TOGGLES_MAX * (TOGGLES_MAX - 1) / 2 };

struct findings { // of one metric at one node limit
    struct cell cell[ARMS_MAX];
    struct effect effect[EFFECTS_MAX];
};

struct arm_run { // at one node limit
    int64_t games, copies;
    struct depths depths;             // of its players
    struct first_move first;          // where games start from the start position
    struct measured first_difference; // of its limit from the base arm's
};

struct comparison {
    const struct experiment *experiment; // not owned
    struct margins margins;
    uint64_t seed;                // of the runs, as the base's says
    char values[OPENINGS_TEXT];   // what its players count by: "v.csv"
    char openings[OPENINGS_TEXT]; // where games start, in words; "": not said
    bool from_start;              // and that is a ladder from the start position
    int unfinished;               // runs
    int effect_count;
    struct arm_run run[LADDER_MAX][ARMS_MAX];
    struct findings findings[]; // see findings_of
};

// Empty, to be freed with free.
struct comparison *comparison_create(const struct experiment *experiment, struct margins margins);

// Fills one rung of the ladder from the games of every arm.
void comparison_measure(struct comparison *comparison, int rung, struct game_list *const *own);

const struct findings *findings_of(const struct comparison *comparison, int metric, int rung);

// --- The runs ------------------------------------------------------------------------------------

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

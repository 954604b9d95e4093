// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of armies of one game, by players of one or several strengths and values, with every check
// that they allow.
#pragma once

#include "answer.h"
#include "army_checks.h"
#include "army_fit.h"

enum { ARMY_RUNS_MAX = 32, ARMY_OTHERS_MAX = 8 };

// What another method says, against a run: by board, hand, promoted.
struct army_comparison {
    bool known;
    struct error why; // where not
    int pieces[WORTH_FORMS];
    struct wald form[WORTH_FORMS];
    double p_holm[WORTH_FORMS]; // over the forms of all other methods
};

struct army_run { // both players of a run are the same
    char name[WORTH_NAME], values[WORTH_NAME];
    char *source;  // owned; its games, see worths.h
    int64_t nodes; // their limit
    struct army_games games;
    struct army_estimate estimate;
    double part[WORTHS_MAX];
    bool whole;                  // the unit holds no piece that is not measured
    bool in_units;               // `scaled` is known; else `why` not
    struct worths_scaled scaled; // in units
    struct error why;
    struct army_term cubic;
    struct army_pairs pairs;
    struct contrasts mirrors, hands, replaced; // replaced: new - old
    struct army_comparison other[ARMY_OTHERS_MAX];
};

// Worths by another method, to be laid beside the armies'.
struct army_other {
    char name[WORTH_NAME];
    int64_t nodes; // limit of the players of its games; 0: not known, or not one
    struct worths worths;
    // In the unit of the main run, or scaled to its mean over what both have measured.
    bool in_units, whole; // whole: both have measured all of the unit
    struct worths_scaled scaled;
    bool pooled;     // it is in the mean
    int differences; // from the main run
    struct army_effect difference[WORTHS_MAX];
};

// Runs with the same values at several limits, or at the same limit with several values.
struct army_group {
    int count, run[ARMY_RUNS_MAX];
    bool known;
    struct error why; // where not
    struct wald same;
    struct army_trend trend;      // limits alone, over log2 of the nodes: mean pieces a doubling
    double same_holm, trend_holm; // p of both, for there being other groups of the kind
};

struct army_study {
    const struct tables *tables; // not owned
    Type reference;              // of the unit; 0: the mean piece
    int count;
    struct army_run *run; // owned; in the order of adding
    double redrawn;       // share of the drawn armies that were drawn again; 0 until it is set
    int main;             // the run that answers: the highest limit of the first values
    int replaced_count;
    Type replaced[BASE_TYPES][2]; // old, new
    int ladders, sets;
    struct army_group ladder[ARMY_RUNS_MAX], set[ARMY_RUNS_MAX];
    int others;
    struct army_other other[ARMY_OTHERS_MAX];
    bool pooled_known; // the inverse-variance mean of the main run and of what does not differ
    struct worths pooled;
    struct worths_scaled pooled_scaled;
    bool too_few;
};

struct army_study *army_study_create(const struct tables *tables, Type reference);
void army_study_destroy(struct army_study *study);

// Notes that `new` stands in the place of `old` by chance: the two are compared, on the board, in
// hand and promoted.
void army_study_replace(struct army_study *study, Type old, Type new);

// Reads a run's games. `values`: how its players' values are called. Errors: those of
// army_games_read. At most ARMY_RUNS_MAX.
bool army_study_add(struct army_study *study, const char *name, const char *values, int64_t nodes,
                    const char *folder, struct error *error);

// Another method's worths, to be compared with the armies'; taken over, and none are left. After
// the last run is added. `name`: how it is called; `nodes`: see army_other. Errors: estimates from
// games that a run or another one is from, too, would agree with themselves; more than
// ARMY_OTHERS_MAX.
bool army_study_beside(struct army_study *study, struct worths *worths, const char *name,
                       int64_t nodes, struct error *error);

// Fits every run and checks. Errors: where `too_few` is set the games do not suffice.
bool army_study_finish(struct army_study *study, int threads, struct error *error);

// Writes worths with their covariances into a folder: of one run worth.csv, of several
// worth-NAME.csv each; the mean with other methods worth-pooled.csv. A run without a unit has no
// file.
bool army_study_write(const struct army_study *study, const char *folder, struct error *error);

// What it answers: worths first, then the checks, then how it was made.

struct cJSON;

// Takes over `origin`: members of the JSON that say how the answer was made. For people: the main
// run's table, its checks, what changes from run to run; JSON has every run in "runs", each with
// "pieces", "checks", "mirrors", "hands", "pairs", and the joint tests in "ladders" and "sets".
// CSV: the table "pieces" of all runs one after the other. To be destroyed by the caller.
struct answer army_answer(const struct army_study *study, uint64_t seed, struct cJSON *origin);

// Adds other methods beside the armies: what they say, the tests, the mean, all side by side.
void army_beside_add(struct answer *answer, const struct army_study *study);

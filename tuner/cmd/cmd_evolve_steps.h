// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a generation. Only cmd_*.c files include this.
#pragma once

#include "cmd_evolve_options.h"
#include "cmd_progress.h"
#include "cmd_setup.h"

struct evolve_run {
    struct evolve_options *options;
    struct setup setup; // of the game
    struct progress progress;
    struct observer shown, observer; // what a terminal shows; the same with generation and time
    int generation;                  // that the loop is at; 0: a step alone
    double end;                      // by clock_seconds, where the time is limited
};

// The steps, each of which does nothing when its result is there. Playing does a part where `shard`
// is not -1. They return an exit code; faults are told.
int evolve_play(struct evolve_run *run, int generation, int shard);
int evolve_merge(struct evolve_run *run, int generation);
int evolve_tune(struct evolve_run *run, int generation);
int evolve_choose(struct evolve_run *run, int generation);
int evolve_verify(struct evolve_run *run, int generation);

// The values that a generation plays with: a file, "estimate", or NULL for the default.
const char *evolve_values_in_play(const struct evolve_options *options, int generation,
                                  char path[PATH_MAX]);
// What a step tells people goes to a file of its generation; destroys the answer.
int evolve_write_answer(const struct evolve_run *run, int generation, const char *name,
                        struct answer *answer);
// Writes evolve.json and history.csv of all generations known, as one set whose marker is the
// second.
bool evolve_write_history(const struct evolve_options *options, struct error *error);

// Are history.csv and evolve.json there, with all that the folder knows? False and an empty `error`
// where they are not; false and a message when memory is out.
bool evolve_history_is_written(const struct evolve_options *options, struct error *error);
// Writes them where they are not; returns an exit code.
int evolve_complete_history(const struct evolve_options *options);

// Prints the generations up to `last`, as a table or as JSON; returns an exit code.
int evolve_report(const struct evolve_options *options, int last);

// Tells what could not be played, tuned or verified, or belongs to another loop than the one in the
// folder, before anything is begun. EXIT_DONE or the code of the fault.
int evolve_check(struct evolve_run *run);

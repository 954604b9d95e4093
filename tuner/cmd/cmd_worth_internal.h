// SPDX-License-Identifier: GPL-3.0-or-later
// What the files cmd_worth*.c share.
#pragma once

#include "army_study.h"
#include "base.h"
#include "cmd_runs.h"
#include "cmd_setup.h"
#include "values.h"

enum {
    REPLACED_MAX = 8,
    VALUES_NAME = 64 // and the 0 behind it, of a file of --values
};

// New pieces beside old ones of a game.
struct replaced {
    int count;
    Type old[REPLACED_MAX], new[REPLACED_MAX];
};

struct options {
    struct runs_options runs;
    struct answer_options answer;
    struct plan_options plan;
    struct game_options game;
    struct play_options play;
    struct option_texts values, replaced, logs;
    const char *reference;
    int limits; // 0: not given
    uint64_t limit[VERIFY_LIMITS_MAX];
    double changes; // pieces a game; 0: dense
    bool changes_given, limits_given, values_given, published;
};

struct worth_run {
    char name[WORTH_NAME], values[WORTH_NAME]; // of its folder; of what its players know
    uint64_t nodes;
};

struct session {
    struct options *options;
    struct setup *setup;
    struct army_settings army;
    struct replaced replaced;
    Type reference;     // 0: the mean piece
    struct study study; // its runs are these:
    struct worth_run run[ARMY_RUNS_MAX];
    int count;
    char *record[REPLACED_MAX + 1]; // owned; options that a record has in their stead
};

// What a run is played by.
bool worth_configure(const struct session *session, const struct play_options *play,
                     const struct army_settings *army, struct config *config,
                     struct opening_list *list, struct error *error);

// For --report: the runs that are in the folder, of the options those that name some of them, and
// what the records say where the options are silent: seed, rules, replaced pieces. Errors: there is
// no such run, options that contradict what was played.
bool worth_find_runs(struct session *session, struct error *error);
// After the game is loaded: the options against the records.
bool worth_check_runs(const struct session *session, struct error *error);

// Lays what --logs names beside the armies. Returns the exit code.
int worth_beside(const struct session *session, struct army_study *study);

// Shows what is published of the game. Returns the exit code.
int worth_show_published(const struct session *session);

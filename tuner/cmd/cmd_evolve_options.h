// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami evolve`, from the command line and from a batch's file. Only cmd_*.c files
// include this.
#pragma once

#include "cmd_play_options.h"
#include "cmd_setup.h"
#include "cmd_tune.h"
#include "evolution.h"
#include "ini_entries.h"

struct evolve_options {
    struct answer_options answer;
    struct game_options game;
    struct evolution_settings loop;
    struct tune_options tune;
    struct sprt_options sprt;
    struct plan_options plan;
    long long match_games, threads;
    double hours; // 0: as long as it takes
    int generations;
    bool generations_given, seed_given, list_steps;
    const struct evolution_task *step; // alone; NULL: all
    bool report;                       // the page of all instead
    int generation;                    // of `step`
    int shard;                         // of it; -1: none
    const char *shard_variable;        // as of struct play_options
    struct {
        const char *sbatch, *time;
        int array, rounds;
    } slurm;              // for scripts/slurm/batch.sh
    const char *argument; // VARIANT, or the batch's file
    const char *path;     // of that file, or NULL
    struct entries file;  // and words of the line: texts that the options point to
};

extern const struct option_use evolve_option_uses[];

// Reads the argument where it is a batch's file.
bool evolve_options_read(void *options, const char *path, struct error *error);
// Do all go together? Gives the steps what they have in common.
bool evolve_options_check(void *options, struct error *error);

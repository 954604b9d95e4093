// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami evolve`, from the command line and from a batch's file. Only cmd_*.c files
// include this.
#pragma once

#include "cmd_play_options.h"
#include "cmd_sprt_options.h"
#include "cmd_tune_options.h"
#include "ini_entries.h"
#include "verification.h"

enum evolve_step { STEP_ALL, STEP_PLAY, STEP_MERGE, STEP_TUNE, STEP_VERIFY };

struct evolve_options {
    const char *command; // line, as it was given; set by the command
    struct game_options game;
    struct play_options play, match; // of self-play; of the verification's games
    struct sampling sampling;
    struct tune_line tune;
    struct sprt_options sprt;
    const char *folder, *values;
    struct verification ladder; // of which only the limits are set; none: the default
    long long generations, games, nodes, match_games, threads;
    long long shards; // parts that a generation is played in; 0: one piece
    uint64_t seed;
    bool seed_given, json, list_steps;
    enum evolve_step step;
    int generation; // of `step`
    int shard;      // of it; -1: none
    struct {
        const char *sbatch, *time;
        long long array, rounds;
    } slurm;              // for scripts/slurm/batch.sh
    const char *path;     // of the batch's file, or NULL
    struct entries *file; // owned
    char *owned[1024];    // texts
    int owned_count;
};

// False when the command is to end with `*code`; what is wrong has been said. End with
// evolve_options_destroy in either case.
bool evolve_options_parse(struct evolve_options *options, int argc, char **argv, int *code);
void evolve_options_destroy(struct evolve_options *options);

// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `kagami evolve`, from the command line and from a batch's file. Only cmd_*.c files
// include this.
#pragma once

#include "cmd_plan.h"
#include "cmd_play_options.h"
#include "cmd_sprt_options.h"
#include "cmd_tune.h"
#include "verification.h"

enum evolve_step { STEP_ALL, STEP_PLAY, STEP_MERGE, STEP_TUNE, STEP_CHOOSE, STEP_VERIFY };

struct evolve_options {
    const char *command; // line, as it was given; set by the command
    struct answer_options answer;
    struct game_options game;
    struct play_options play, match; // of self-play; of the verification's games
    struct sampling sampling;
    struct tune_options tune;
    struct sprt_options sprt;
    struct plan_options plan;
    const char *folder, *values;
    struct verification ladder; // of which only the limits are set; none: the default
    long long games, nodes, match_games, threads;
    long long step_games, panel_games; // 0: the whole way; no panel
    long long spsa_games;              // 0: none
    double margin;                     // points of 100
    double hours;                      // 0: as long as it takes
    int window;                        // generations whose games are fitted to, at least
    bool generations_given;
    long long shards; // parts that a generation is played in; 0: one piece
    int generations;
    uint64_t seed;
    bool seed_given, list_steps, moves;
    enum evolve_step step;
    int generation; // of `step`
    int shard;      // of it; -1: none
    struct {
        const char *sbatch, *time;
        int array, rounds;
    } slurm;              // for scripts/slurm/batch.sh
    const char *argument; // VARIANT, or the batch's file
    const char *path;     // of that file, or NULL
    struct {
        char text[1 << 17];
        size_t length;
    } kept; // texts that the options point to
};

extern const struct option_use evolve_option_uses[];

// Reads the argument where it is a batch's file.
bool evolve_options_read(void *options, const char *path, struct error *error);
// Do all go together? Gives the steps what they have in common.
bool evolve_options_check(void *options, struct error *error);

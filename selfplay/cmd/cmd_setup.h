// SPDX-License-Identifier: GPL-3.0-or-later
// How the commands that play games begin: game and rules; --plan, see games_plan.h; and all that
// those do which play one run. Only cmd_*.c files include this.
#pragma once

#include "cmd_play_options.h"
#include "games_plan.h"
#include "study.h"

// --plan, --plan-for.
extern const struct option_set plan_option_set;

// Plays the pilot and shows the answer. Returns the exit code: EXIT_CHECK where the games,
// core-hours or room at hand do not suffice.
int plan_show(const struct plan_options *options, const struct plan_games *games, bool json);

// The same of runs of a study: plays a pilot of one for each part of `games`. `part`: their names,
// the runs, and games where these differ.
int plan_runs(const struct study *study, const struct plan_options *plan, struct plan_games games,
              struct plan_part part[], bool json);

struct setup {
    struct tables *tables;
    char *variant_text;       // INI
    struct config config;     // the game's defaults, for the command to fill in
    struct opening_list list; // empty, for play_options_config
};

// Loads the game; `setup` holds nothing yet. Returns EXIT_DONE, or the exit code of a fault that
// has been told. End with setup_destroy in either case.
int setup_load(struct setup *setup, const struct game_options *game);
void setup_destroy(struct setup *setup);

struct setup_play {
    const struct log_options *log;
    const struct plan_options *plan;
    const struct play_options *play;
    const struct answer_options *answer;
    bool match;
};
// Plays the configuration, which is finished, into the log's folder and prints what came of it; or
// what its games would cost, where a plan is wanted. Returns the exit code, of a match with a test
// the verdict's.
int setup_play(struct setup *setup, const struct setup_play *play);

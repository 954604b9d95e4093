// SPDX-License-Identifier: GPL-3.0-or-later
// --plan of commands that play, see games_plan.h. Only cmd_*.c files include this.
#pragma once

#include "cmd_play_options.h"
#include "games_plan.h"

// --plan, --plan-for.
extern const struct option_set plan_option_set;
#define PLAN_OPTIONS(type, member)                                                                 \
    { &plan_option_set, offsetof(type, member), NULL }

// Plays the pilot and shows the answer. Returns the exit code: EXIT_CHECK where the games,
// core-hours or room at hand do not suffice.
int plan_show(const struct plan_options *options, const struct plan_games *games, bool json);

// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command that plays games: how many, who, from where, until when.
// Only cmd_*.c files include this.
#pragma once

#include "cmd_common.h"
#include "play_options.h"

// Child parser for argp: its `input` is a struct play_options.
extern const struct argp play_options_argp;
// The same without --games, --shard and --range, for commands that play no parts and say themselves
// what their --games are: play_options_games takes its text, false when that has been found fault
// with.
extern const struct argp play_whole_options_argp;
bool play_options_games(const char *text, struct play_options *options);

// Which positions are logged for the tuner: `input` is a struct sampling.
extern const struct argp sampling_options_argp;
#define SAMPLING_DEFAULT ((struct sampling){.rate = 0.25})

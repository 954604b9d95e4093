// SPDX-License-Identifier: GPL-3.0-or-later
// How the commands that play games begin: command line, game and rules. Only cmd_*.c files include
// this.
#pragma once

#include "cmd_play_options.h"

struct setup {
    struct buffer command; // line, as it was given
    struct tables *tables;
    char *variant_text;       // INI
    struct config config;     // the game's defaults, for the command to fill in
    struct opening_list list; // empty, for play_options_config
};

// Parses the command line into `options`, of which `play` and `game` are parts, then loads the
// game. Returns EXIT_DONE, or the exit code of a fault that has been told. End with setup_destroy
// in either case.
int setup_begin(struct setup *setup, const struct argp *argp, int argc, char **argv, void *options,
                struct play_options *play, const struct game_options *game);
// The same from a command line that has been parsed; `setup` holds nothing yet.
int setup_load(struct setup *setup, const struct game_options *game);
void setup_destroy(struct setup *setup);

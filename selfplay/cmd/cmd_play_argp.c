// SPDX-License-Identifier: GPL-3.0-or-later
// The play options for commands that still read their lines by argp; what they mean is in the rows.
#include <errno.h>
#include <stdio.h>

#include "cmd_play_options.h"

enum {
    KEY_GAMES = 1024, // apart from the keys of the commands themselves
    KEY_SHARD,
    KEY_RANGE,
    KEY_THREADS,
    KEY_SEED,
    KEY_NODES,
    KEY_DEPTH,
    KEY_VALUES,
    KEY_PARAM,
    KEY_HASH,
    KEY_OPENINGS,
    KEY_BOUND,
    KEY_PLY_LIMIT,
    KEY_RESIGN,
    KEY_DRAW
};

// How many and which of them; the rest stands for commands that play all in one piece as well.
enum { OPTIONS_OF_PARTS = 3 };
static const struct argp_option option_list[] = {
    {"games", KEY_GAMES, "N", 0, "Games to play (default 100); more later extends the run", 1},
    {"shard", KEY_SHARD, "I/N", 0,
     "Play part I of N of the games (I from 0 to N-1) into a folder of its own; `kagami log merge` "
     "puts "
     "the parts together",
     1},
    {"range", KEY_RANGE, "A..B", 0, "The same for games A to B-1", 1},
    {"threads", KEY_THREADS, "T", 0,
     "Threads (default: SLURM_CPUS_PER_TASK, or the processors at hand); no number changes a byte "
     "of the log",
     1},
    {"seed", KEY_SEED, "S", 0,
     "Seed of everything random (default: the run's own, or a fresh one; always printed and "
     "logged)",
     1},
    {0, 0, 0, 0, "Players:", 2},
    {"nodes", KEY_NODES, "M", 0, "Nodes searched a move (default 1000, or none with --depth)", 2},
    {"depth", KEY_DEPTH, "D", 0, "Plies searched a move", 2},
    {"values", KEY_VALUES, "FILE", 0,
     "values.csv of the player; what it leaves out keeps the default. 'estimate': values from the "
     "moves alone",
     2},
    {"param", KEY_PARAM, "NAME=VALUE", 0,
     "A value of the evaluation or a parameter of the search, over the file (repeatable)", 2},
    {"hash", KEY_HASH, "BYTES", 0,
     "Table of each player (default from --nodes and --depth, 256 KiB to 64 MiB); part of the "
     "configuration",
     2},
    {0, 0, 0, 0, "Openings:", 3},
    {"openings", KEY_OPENINGS, "random:P|FILE", 0,
     "P random plies from the start position (default random:8), or a file of FENs, one a line or "
     "CSV with a column fen, drawn without repeats until all have come",
     3},
    {"opening-bound", KEY_BOUND, "CV", 0,
     "A random opening is kept when a search of 500 nodes scores it within +-CV centi-values "
     "(default 150); after 50 tries the best balanced is taken",
     3},
    {0, 0, 0, 0, "Ends of games:", 4},
    {"ply-limit", KEY_PLY_LIMIT, "N", 0,
     "Plies from the opening after which a game is a draw (default 50 x the longer side of the "
     "board: 450 on 9x9, 600 on 12x12)",
     4},
    {"resign", KEY_RESIGN, "CV,PLIES", 0,
     "End a game when both players see one side CV centi-values down for PLIES plies on end "
     "(default: off)",
     4},
    {"draw", KEY_DRAW, "CV,PLIES,FROM", 0,
     "Draw when both see at most CV for PLIES plies on end, ply FROM or later (default: off)", 4},
    {0}};

static error_t parse_option(int key, char *text, struct argp_state *state) {
    static const struct option_use uses[] = {PLAY_OPTIONS_AT(0), {0}};
    static const struct command play = {.uses = uses};
    for (const struct argp_option *option = option_list; option->name || option->doc; option++) {
        if (option->key != key || !option->name)
            continue;
        char name[32];
        const char *words[] = {name, text};
        struct error error = {""};
        snprintf(name, sizeof name, "--%s", option->name);
        if (options_parse(&play, 2, words, state->input, &error) == OPTIONS_READY)
            return 0;
        fail(EXIT_USAGE, "%s", error.text);
        return EINVAL;
    }
    return ARGP_ERR_UNKNOWN;
}

const struct argp play_options_argp = {.options = option_list, .parser = parse_option};
const struct argp play_whole_options_argp = {.options = option_list + OPTIONS_OF_PARTS,
                                             .parser = parse_option};

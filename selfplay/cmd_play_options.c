// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_play_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

#define GAMES_MAX 1000000000000LL

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
     "Play part I of N of the games (I from 0 to N-1) into a folder of its own; `kagami merge` "
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

// Splits "a,b,c" into exactly `count` whole numbers.
static bool parse_list(const char *text, const char *what, int *const *numbers, int count) {
    for (int i = 0; i < count; i++) {
        char part[32];
        size_t length = strcspn(text, ",");
        long long value;
        if (length >= sizeof part || (text[length] == ',') != (i + 1 < count)) {
            fail(EXIT_USAGE, "%s takes %d whole numbers with commas between", what, count);
            return false;
        }
        memcpy(part, text, length);
        part[length] = 0;
        if (!parse_count(part, what, i == 0 ? 0 : 1, i == 0 ? 100000 : PLIES_MAX, &value))
            return false;
        *numbers[i] = (int)value;
        text += length + 1;
    }
    return true;
}

// Splits "a<between>b" into two counts and nothing else.
static bool parse_two(const char *text, const char *between, const char *what, long long most,
                      long long *first, long long *second) {
    char part[32];
    const char *at = strstr(text, between);
    if (!at || at - text >= (int)sizeof part) {
        fail(EXIT_USAGE, "%s takes two numbers with %s between, not '%s'", what, between, text);
        return false;
    }
    memcpy(part, text, (size_t)(at - text));
    part[at - text] = 0;
    return parse_count(part, what, 0, most, first) &&
           parse_count(at + strlen(between), what, 0, most, second);
}

static bool parse_shard(const char *text, struct game_range *range) {
    long long shard, shards;
    if (!parse_two(text, "/", "--shard I/N", SHARDS_MAX, &shard, &shards))
        return false;
    *range = (struct game_range){.shard = (int)shard, .shards = (int)shards};
    if (shard < shards)
        return true;
    fail(EXIT_USAGE, "--shard I/N: I counts from 0 to N-1, not '%s'", text);
    return false;
}

static bool parse_range(const char *text, struct game_range *range) {
    long long begin, end;
    if (!parse_two(text, "..", "--range A..B", GAMES_MAX, &begin, &end))
        return false;
    *range = (struct game_range){.begin = begin, .end = end};
    if (begin < end)
        return true;
    fail(EXIT_USAGE, "--range A..B: games A to B-1, so A must be below B, not '%s'", text);
    return false;
}

static bool parse_openings(const char *text, struct play_options *options) {
    bool random = strncmp(text, "random:", 7) == 0;
    options->openings = random ? NULL : text;
    return !random || parse_count(text + 7, "--openings random:P", 1, 100, &options->random_plies);
}

static bool parse_seed(const char *text, struct play_options *options) {
    options->seed_given = number_unsigned(text, &options->seed);
    if (!options->seed_given)
        fail(EXIT_USAGE, "--seed must be a whole number from 0 to 2^64-1, not '%s'", text);
    return options->seed_given;
}

bool play_options_games(const char *text, struct play_options *options) {
    options->games_given = true;
    return parse_count(text, "--games", 1, GAMES_MAX, &options->games);
}

static error_t usage_if(bool fine) {
    return fine ? 0 : EINVAL;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct play_options *options = state->input;
    struct adjudication *adjudication = &options->adjudication;
    switch (key) {
    case KEY_VALUES:
        options->values = text;
        return 0;
    case KEY_PARAM:
        if (options->param_count == PLAY_PARAMS_MAX)
            argp_error(state, "more than %d of --param", PLAY_PARAMS_MAX);
        else
            options->param[options->param_count++] = text;
        return 0;
    case KEY_OPENINGS:
        return usage_if(parse_openings(text, options));
    case KEY_SEED:
        return usage_if(parse_seed(text, options));
    case KEY_GAMES:
        return usage_if(play_options_games(text, options));
    case KEY_SHARD:
    case KEY_RANGE:
        if (options->range.end >= 0)
            argp_error(state, "--shard and --range: only one, once");
        return usage_if(key == KEY_SHARD ? parse_shard(text, &options->range)
                                         : parse_range(text, &options->range));
    case KEY_NODES:
        return usage_if(parse_count(text, "--nodes", 1, 1000000000000, &options->nodes));
    case KEY_DEPTH:
        return usage_if(parse_count(text, "--depth", 1, PLY_MAX, &options->depth));
    case KEY_THREADS:
        return usage_if(parse_count(text, "--threads", 1, 4096, &options->threads));
    case KEY_HASH:
        return usage_if(parse_count(text, "--hash", 4096, 1LL << 40, &options->hash_bytes));
    case KEY_BOUND:
        return usage_if(parse_count(text, "--opening-bound", 0, 100000, &options->bound));
    case KEY_PLY_LIMIT: {
        long long limit;
        bool fine = parse_count(text, "--ply-limit", 1, PLIES_MAX, &limit);
        adjudication->ply_limit = fine ? (int)limit : 0;
        return usage_if(fine);
    }
    case KEY_RESIGN: {
        int *numbers[] = {&adjudication->resign_score, &adjudication->resign_plies};
        return usage_if(parse_list(text, "--resign", numbers, 2));
    }
    case KEY_DRAW: {
        int *numbers[] = {&adjudication->draw_score, &adjudication->draw_plies,
                          &adjudication->draw_from};
        return usage_if(parse_list(text, "--draw", numbers, 3));
    }
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp play_options_argp = {.options = option_list, .parser = parse_option};
const struct argp play_whole_options_argp = {.options = option_list + OPTIONS_OF_PARTS,
                                             .parser = parse_option};

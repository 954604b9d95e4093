// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command that plays games: how many, who, from where, until when.
// Only cmd_*.c files include this.
#pragma once

#include <limits.h>

#include "cmd_common.h"
#include "runmeta.h"

struct play_options {
    long long games, threads;
    bool games_given;
    struct game_range range; // by --shard or --range; end -1: all games
    uint64_t seed;
    bool seed_given;
    const char *command; // line that these were given in, for the record; not owned, may be NULL
    const char *values;  // path, or NULL
    struct option_texts param;        // "NAME=VALUE"
    long long nodes, depth;           // 0: not given
    long long hash_bytes;             // 0: from the nodes
    const char *openings;             // path; NULL: random plies
    long long random_plies;           // 0: the default
    long long bound;                  // -1: the default
    struct adjudication adjudication; // ply_limit 0: the default
};

// --games, --shard, --range: for commands whose games may be played in parts.
extern const struct option_set part_option_set;
// --threads, --seed; sets the defaults of all the others too, so that it must be among a command's.
extern const struct option_set games_option_set;
extern const struct option_set player_option_set;  // --nodes, --depth, --values, --param, --hash
extern const struct option_set opening_option_set; // --openings, --opening-bound
extern const struct option_set end_option_set;     // --ply-limit, --resign, --draw

// All of them, in a command's list of uses; the second without parts.
#define PLAY_OPTIONS_AT(offset) {&part_option_set, offset, NULL}, PLAY_WHOLE_OPTIONS_AT(offset)
#define PLAY_WHOLE_OPTIONS_AT(offset)                                                              \
    {&games_option_set, offset, NULL}, {&player_option_set, offset, NULL},                         \
        {&opening_option_set, offset, NULL}, {                                                     \
        &end_option_set, offset, NULL                                                              \
    }
#define PLAY_OPTIONS(type, member) PLAY_OPTIONS_AT(offsetof(type, member))
#define PLAY_WHOLE_OPTIONS(type, member) PLAY_WHOLE_OPTIONS_AT(offsetof(type, member))

// Where a run's log goes: --out DIR, which must be given, and --force.
struct log_options {
    const char *folder;
    bool force;
};
extern const struct option_set log_option_set;
// The same where a command has uses without a log.
extern const struct option_set maybe_log_option_set;
#define LOG_OPTIONS(type, member)                                                                  \
    { &log_option_set, offsetof(type, member), NULL }

// Child parser for argp: its `input` is a struct play_options.
extern const struct argp play_options_argp;
// The same without --games, --shard and --range, for commands that play no parts and say themselves
// what their --games are: play_options_games takes its text, false when that has been found fault
// with.
extern const struct argp play_whole_options_argp;
bool play_options_games(const char *text, struct play_options *options);

// 100 games, the threads at hand, a fresh seed. False and a message when there is no randomness.
bool play_options_default(struct play_options *options);

// Name, limits and values of a player by a values.csv (as values_file_load).
bool play_options_player(const struct play_options *options, const struct tables *tables,
                         const char *values, struct player *player, struct error *error);

// Which games to play. `paired`: pairs stay whole. False and a message when the options contradict
// each other.
bool play_options_range(const struct play_options *options, bool paired, struct game_range *range);

// For commands that play several runs. Where a run of that name goes: OUT/RUN, or OUT/shards/I/RUN
// for part I by --shard. There is room for a file's name of 32 letters behind.
bool play_options_folder(const struct play_options *options, const char *out, const char *run,
                         char path[PATH_MAX], struct error *error);
// What is wrong with --only and --shard there; NULL: nothing.
const char *play_options_parts_fault(const struct play_options *options, bool only);

// Puts the options over `config`, both players by --values. `list` is loaded where a file of
// openings is given; the caller destroys it. config_finish is left to the caller.
bool play_options_config(const struct play_options *options, struct config *config,
                         struct opening_list *list, struct error *error);

// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of games to be played: how many, who plays, from where, until when; and the
// configurations that follow from it.
#pragma once

#include "base.h"
#include "runmeta.h"

struct play_options {
    long long games, threads;
    bool games_given;
    struct game_range range; // by --shard or --range; end -1: all games
    // That named the scheduler's task, whose part goes into shards/I of the folder; NULL: none did.
    const char *shard_variable;
    uint64_t seed;
    bool seed_given;
    const char *command; // line that these were given in, for the record; not owned, may be NULL
    const char *values;  // path, or NULL
    struct option_texts param;        // "NAME=VALUE"
    long long nodes, depth;           // 0: not given
    long long hash_bytes;             // 0: from the nodes
    const char *openings;             // path; NULL: random plies
    long long opening_start;          // of that file, in its order; 0: by lot
    long long random_plies;           // 0: the default
    struct near_ladder ladder;        // rungs 0: openings are of another kind
    long long start_plies;            // 0: the default
    long long bound;                  // -1: the default
    struct adjudication adjudication; // ply_limit 0: the default
    enum annotation annotation;       // of moves, in the log
};

// 100 games, the threads at hand, a fresh seed. An error when there is no randomness.
bool play_options_default(struct play_options *options, struct error *error);

// Name, limits and values of a player by a values.csv (as values_file_load).
bool play_options_player(const struct play_options *options, const struct tables *tables,
                         const char *values, struct player *player, struct error *error);

// Which games to play. `paired`: pairs stay whole. An error when the options contradict each other.
bool play_options_range(const struct play_options *options, bool paired, struct game_range *range,
                        struct error *error);

// Puts the options over `config`, both players by --values. `list` is loaded where a file of
// openings is given; the caller destroys it. config_finish is left to the caller.
bool play_options_config(const struct play_options *options, struct config *config,
                         struct opening_list *list, struct error *error);

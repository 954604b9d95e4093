// SPDX-License-Identifier: GPL-3.0-or-later
// Options of every command that plays games: how many, who, from where, until when.
// Only cmd_*.c files include this.
#pragma once

#include "cmd_common.h"
#include "play_options.h"
#include "verification.h"

// --games, --shard, --range: for commands whose games may be played in parts.
extern const struct option_set part_option_set;
// --threads, --seed; sets the defaults of all the others too, so that it must be among a command's.
extern const struct option_set games_option_set;
extern const struct option_set player_option_set; // --nodes, --depth, --values, --param, --hash
extern const struct option_set player_detail_option_set; // --param, --hash alone
extern const struct option_set opening_option_set;       // --openings, --opening-bound
extern const struct option_set end_option_set;           // --ply-limit, --resign, --draw
extern const struct option_set detail_option_set;        // --annotate

// All of them, in a command's list of uses; the second without parts.
#define PLAY_OPTIONS_AT(offset) {&part_option_set, offset, NULL}, PLAY_WHOLE_OPTIONS_AT(offset)
#define PLAY_WHOLE_OPTIONS_AT(offset)                                                              \
    {&games_option_set, offset, NULL}, {&player_option_set, offset, NULL},                         \
        {&opening_option_set, offset, NULL}, {&end_option_set, offset, NULL}, {                    \
        &detail_option_set, offset, NULL                                                           \
    }
#define PLAY_OPTIONS(type, member) PLAY_OPTIONS_AT(offsetof(type, member))
#define PLAY_WHOLE_OPTIONS(type, member) PLAY_WHOLE_OPTIONS_AT(offsetof(type, member))

// Where a run's log goes: --out DIR and --force.
struct log_options {
    const char *folder;
    bool force;
};
extern const struct option_set log_option_set;
#define LOG_OPTIONS(type, member)                                                                  \
    { &log_option_set, offsetof(type, member), NULL }

// Which positions are logged for the tuner, into a struct sampling.
extern const struct option_set sampling_option_set;
#define SAMPLING_OPTIONS(type, member)                                                             \
    { &sampling_option_set, offsetof(type, member), NULL }

struct sprt_options {
    bool given; // --sprt was: `sprt` is a test to be made
    struct sprt sprt;
    bool detailed; // one of the other options was
};

// --sprt E0,E1, --alpha, --beta, into a struct sprt_options; what does not make a test is a fault.
extern const struct option_set sprt_option_set;
#define SPRT_OPTIONS(type, member)                                                                 \
    { &sprt_option_set, offsetof(type, member), NULL }

// EXIT_DONE accepted, EXIT_CHECK rejected, EXIT_UNDECIDED.
int sprt_exit_code(enum sprt_verdict verdict);

// "1000,4000" into the limits of a struct verification, as a row of options sets its value.
bool verification_set_limits(void *verification, const char *text, struct error *error);

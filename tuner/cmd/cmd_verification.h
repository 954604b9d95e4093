// SPDX-License-Identifier: GPL-3.0-or-later
// Do new values play better? A sequential test against the values that they are to replace, by
// fresh openings, at one node limit after the other. Only cmd_*.c files include this.
#pragma once

#include <cjson/cJSON.h>

#include "cmd_play_options.h"
#include "diagram.h"
#include "sprt.h"

enum { VERIFY_LIMITS_MAX = 8 };

struct verification {
    const struct tables *tables; // not owned, like the rest
    const char *variant_text;    // INI
    struct play_options play;    // seed, most games of a limit, openings, threads; no values, nodes
    const char *values[PLAYERS]; // files of the new and the old ones, as play_options_player
    const char *folder;          // a match in FOLDER/NODESn for each limit, and verify.json
    bool force;                  // throw away matches that are there
    struct sprt sprt;            // of the new values against the old
    int limits;                  // at least 1
    uint64_t limit[VERIFY_LIMITS_MAX]; // nodes a move

    // Set by verification_run.
    int played; // limits; what is not accepted ends it
    struct score_counts pairs[VERIFY_LIMITS_MAX];
    enum sprt_verdict verdicts[VERIFY_LIMITS_MAX];
    enum sprt_verdict verdict; // of the last one played: accept means at every limit
    uint64_t seed;
};

// Normalized Elo 10 rather than 0, errors of 5%, 20000 games a limit.
enum { VERIFY_GAMES = 20000 };
struct sprt verification_sprt(void);

// "1000,4000" into the limits. Prints what is wrong and returns false.
bool verification_parse_limits(const char *text, struct verification *verification);

// Plays what is left of it. EXIT_DONE with a verdict, EXIT_AGAIN, or another code of a fault that
// has been told.
int verification_run(struct verification *verification);

// What it found.
void verification_print(const struct verification *verification, struct diagram_style style);
cJSON *verification_json(const struct verification *verification);

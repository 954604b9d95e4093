// SPDX-License-Identifier: GPL-3.0-or-later
// Does a new player play better? A sequential test against the old one, by fresh openings, at one
// node limit after the other. Or how much: all games of all limits, without a test, as where one
// lacks something (restriction.h) and the question is what that is worth.
#pragma once

#include "answer.h"
#include "sprt.h"
#include "study.h"

enum { VERIFY_LIMITS_MAX = 8 };

struct verification {
    const struct tables *tables; // not owned, like the rest
    const char *variant_text;    // INI
    struct play_options play; // seed, most games of a limit, openings, threads; no values, nodes;
                              // with a shard others play the same matches, see run_share
    const char *values[PLAYERS]; // files of the new and the old ones, as play_options_player; or
    const struct player *player; // both, the new one first, with names; their limits do not count
    const char *folder;          // a match in FOLDER/NODESn for each limit, and verify.json
    bool force;                  // throw away matches that are there
    bool inner;                  // they stand in the agenda of another study
    struct sprt sprt;            // of the new player against the old
    bool fixed;                  // no test: `sprt` does not count, and there is no verify.json but
    const char *lacking;         // with this, "B without drops"; NULL: nothing
    int limits;                  // at least 1
    uint64_t limit[VERIFY_LIMITS_MAX]; // nodes a move
    const char *task;                  // what its ticks are of; NULL: verify
    const struct observer *observer;   // may be NULL

    // Set by verification_run.
    int played;   // limits; what is not accepted ends it
    bool faulty;  // faults decided so many games that there is no Elo, which is an error
    bool resized; // the number of games was changed when some were played
    struct score_counts pairs[VERIFY_LIMITS_MAX];
    struct depths depths[VERIFY_LIMITS_MAX]; // of both players
    enum sprt_verdict verdict; // of the last one played: accept means at every limit, or no test
    uint64_t seed;
};

// Normalized Elo 10 rather than 0, errors of 5%, 20000 games a limit.
enum { VERIFY_GAMES = 20000 };
#define VERIFY_SPRT ((struct sprt){0, 10, 0.05, 0.05})

// The games of limit `number` of a struct verification, as a study has them configured.
bool verification_config(void *verification, int number, struct config *config,
                         struct opening_list *list, struct error *error);

// Plays what is left of it. WORK_DONE with a verdict, WORK_STOPPED before one.
enum work_end verification_run(struct verification *verification, struct error *error);

// The pairs of all limits played, together.
struct score_counts verification_pairs(const struct verification *verification);

// What it found, in sentences and a row for each node limit played. In JSON, which verify.json is,
// with how it was made: "verdict" is "none" where nothing was tested, and "lacking" says what was
// asked. To be destroyed by the caller.
struct answer verification_answer(const struct verification *verification);

// What verify.json says of the limits played and their test: `limit`, `played`, `pairs`, `sprt`, in
// the form of any version, since these follow from the counts. False where no test is known: there
// is no such file, or it is damaged.
bool verification_read(struct verification *verification, const char *path);

// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a generation (see evolution.h for the folder): play, merge, tune, choose, verify.
// Each is done when its result is there, and does nothing then: so a loop that was stopped or
// killed anywhere goes on.
#pragma once

#include "evolution.h"
#include "evolution_trials.h"
#include "observer.h"
#include "study.h"
#include "tuning.h"
#include "verification.h"

struct evolution_settings {
    const char *folder, *command;      // command: line, for the record
    const char *values;                // to begin with: a file, "estimate", NULL for the default
    struct play_options play, match;   // of self-play; of matches: games of each limit of the test
    struct sampling sampling;          // of self-play
    const struct tune_options *tune;   // without folders, start and result
    struct sprt sprt;                  // of the test
    struct verification ladder;        // of which the limits alone count
    long long games, nodes;            // of self-play
    long long step_games, panel_games; // 0: the whole way; no panel
    long long spsa_games;              // 0: none
    double margin;                     // points of 100
    int window;                        // generations whose games are fitted to, at least
    long long shards;                  // parts that a generation is played in; 0: one piece
    bool moves;                        // learn how likely moves are
    uint64_t seed;
};

struct evolution_run {
    const struct evolution_settings *settings; // not owned, like the rest
    struct tables *tables;                     // lent
    const char *variant_text;                  // INI
    const struct config *config;               // defaults of the game
    struct diagram_style style;                // of the files that people read
    const struct observer *observer;
    // Set by a step that failed: the match that was there and could not be taken up; or "".
    char refused[PATH_MAX];
};

// The matches of a generation against one opponent, FOLDER/G/PLACE/NODESn, in the order in which
// they are played.
struct evolution_match {
    char place[32];                 // "steps/25", "steps/spsa", "match", "before/start"
    enum evolution_purpose purpose; // of their seed
    int64_t games;                  // at each limit; of a test the most
    int limits;                     // the first of the ladder
};
enum { EVOLUTION_MATCHES = EVOLUTION_STEPS + 2 + 2 * EVOLUTION_PANEL_MOST };
int evolution_matches(const struct evolution_run *run,
                      struct evolution_match match[EVOLUTION_MATCHES]);

// Writes FOLDER/agenda.json, with the runs of generations 1 to `last`. `whole`: there are no more;
// `until`: when the clock ends the loop, as in struct agenda.
bool evolution_write_agenda(const struct evolution_run *run, int last, bool whole, int64_t until,
                            struct error *error);

// Tells what could not be played, tuned or verified, or belongs to another loop than the one in the
// folder, before anything is begun. `shard`, `last`: as evolution_same.
bool evolution_check(const struct evolution_run *run, int shard, int last, struct error *error);

// The steps. Playing does a part where `shard` is not -1; what no task has played of them to its
// end is played by merging.
enum work_end evolution_play(struct evolution_run *run, int generation, int shard,
                             struct error *error);
enum work_end evolution_merge(struct evolution_run *run, int generation, struct error *error);
enum work_end evolution_tune(struct evolution_run *run, int generation, struct error *error);
enum work_end evolution_choose(struct evolution_run *run, int generation, struct error *error);
enum work_end evolution_verify(struct evolution_run *run, int generation, struct error *error);

// The values that a generation plays with: a file, "estimate", or NULL for the default.
const char *evolution_in_play(const struct evolution_settings *settings, int generation,
                              char path[PATH_MAX]);
// Writes what a step tells people to a file of its generation, and destroys the answer.
bool evolution_tell(const struct evolution_run *run, int generation, const char *name,
                    struct answer *answer, struct error *error);

// The generations up to `last`. To be destroyed by the caller.
struct answer evolution_report(const struct evolution_settings *settings, int last);
// Writes evolve.json and history.csv, of all generations known; where the second is right, the
// first was written before it.
bool evolution_tell_history(const struct evolution_settings *settings, struct error *error);
// Are they there, with all that the folder knows?
bool evolution_history_is_told(const struct evolution_settings *settings);

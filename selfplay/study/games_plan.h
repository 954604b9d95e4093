// SPDX-License-Identifier: GPL-3.0-or-later
// What games cost and what they will tell, from a pilot of some seconds: of one run, or of several
// in one folder.
#pragma once

#include "answer.h"
#include "observer.h"
#include "rows.h"

struct plan_options {
    bool wanted;
    double half_width, difference, equivalence, worth; // 0: not asked for
    double elo[2];
    bool elo_given;
    double power, draws; // draws: -1 = as measured
    double budget;       // core-hours; 0: any
    double seconds;      // of measuring; 0: as is usual
    long long arms;      // 0: of the command
    long long pilot;     // games of each part; 0: for `seconds`
};

// What the games of a command are to tell.
enum plan_question {
    PLAN_SCORE = 1,    // the first player's score
    PLAN_ARMS = 2,     // differences of rule settings
    PLAN_STRENGTH = 4, // which player is stronger
    PLAN_WORTH = 8     // what pieces are worth
};

enum { PLAN_PARTS = 10, PLAN_KINDS = 3 }; // at most

// The half width of the 95% interval, in mean pieces, that one game would bring for the median
// piece of a kind; that of n games is less by the root of n.
struct plan_kind {
    const char *name; // "on the board"
    double half_width, low, high;
};

// PLAN_WORTH: how well games tell what pieces are worth follows from those of the pilot.
struct plan_worth {
    void *context;
    // Takes a game of a part.
    bool (*take)(void *context, int part, const struct game_row *row, struct error *error);
    // After the last. Returns the number of kinds; 0 and an error: the pilot has too few games.
    int (*tell)(void *context, struct plan_kind kind[PLAN_KINDS], struct error *error);
};

struct plan_part {               // runs of one cost, as those at one node limit
    char name[48];               // "": of all games
    double games;                // of all runs of this cost; 0: as many as any other part has
    const struct config *config; // finished
    int run;                     // of a study, which stands for them; for plan_runs
};

struct plan_games {
    const struct plan_part *part; // not owned
    int parts;
    double runs, games;             // of each part; of a run
    bool games_given;               // there are no more
    int arms;                       // 0: two, where they are asked after
    unsigned questions;             // enum plan_question; 0: what they tell is not said
    const struct plan_worth *worth; // not owned; NULL without PLAN_WORTH
    int processes;                  // that play each run's test together (blocks.h); 0: one alone
    const char *folder;             // where they go, for the room that is left there; may be NULL
    int threads;
};

struct plan {
    struct answer answer;   // cost, and the games that each question takes
    struct buffer hopeless; // a line for each question that the games, core-hours or room at hand
                            // do not suffice for, with what they would do
    bool too_few;           // why it failed: games of the pilot
};

// Plays the pilot and fills the plan. After WORK_DONE the caller destroys answer and buffer.
enum work_end plan_make(struct plan *plan, const struct plan_options *options,
                        const struct plan_games *games, const struct observer *observer,
                        struct error *error);

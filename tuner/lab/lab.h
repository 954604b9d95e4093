// SPDX-License-Identifier: GPL-3.0-or-later
// A lab: all that is asked of one game, played into one folder in a given time or number of games.
//   FOLDER/rules    the game's own rules and those of lab_rules.def from the start position, at two
//                   node limits: a folder of `kagami compare`, its base arm the self-play
//   FOLDER/armies   randomised armies at the lower limit: a folder of `kagami worth`. A game of
//   them
//                   tells as much there (results/worth-kagamigi), and costs a quarter
//   FOLDER/plan.json  what was decided, round by round; whoever goes on goes by it:
//   { schema, game, own_rules, limits: [100, 400], rules: ["drops=off"] (to be tried, once the
//     first games have chosen them), rounds: [{ RUN: games of it after this round, ... }],
//     time: { RUN: { games, seconds } } (of a lab by the clock: what games cost) }
#pragma once

#include <cjson/cJSON.h>

#include "answer.h"
#include "army_study.h"
#include "comparison.h"
#include "lab_plan.h"

enum { LAB_LIMITS = 2, LAB_ARMIES_LIMIT = 0, LAB_RULES_MOST = 3 };
#define LAB_NEED 0.02
#define LAB_HALF_PIECE 0.1 // half width of the median piece's worth that answers, mean pieces

// Rule sets, "drops=off", that lab_rules.def suggests to the game, by the first games of its own
// rules at the lower limit; returns how many.
int lab_rules(const struct comparison *first, char arms[LAB_RULES_MOST][ARM_NAME]);
// Why a rule set is tried.
const char *lab_rule_why(const char *arm);

// The ends of the order of the pieces on the board, as far as it is none of chance: those that are
// not significantly below the best piece, and those not significantly above the least one, by all
// pairs with Holm's correction. What is both is in neither. Counts are 0 where best and least are
// not significantly apart.
struct lab_groups {
    int measured;                       // pieces on the board that have a worth
    int most_count, most[WORTHS_MAX];   // places, the best first
    int least_count, least[WORTHS_MAX]; // the least first
};
void lab_groups(const struct worths *worths, struct lab_groups *groups);

struct lab {
    // Set by the caller, not owned.
    const struct tables *tables;
    const char *variant_text, *folder;
    struct play_options *play; // seed, threads, the command; where games start is set here
    uint64_t limit[LAB_LIMITS];
    double seconds; // of play; or
    int64_t games;  // in all, where this is above 0
    const struct observer *observer;

    // Set by lab_play; owned.
    cJSON *plan;
    char play_folder[PATH_MAX]; // of the comparison
    struct experiment *experiment;
    struct compare_study compare;
    struct observer quiet;         // that of the runs: the caller's, without its lines
    struct study study;            // all runs: those of the comparison, then the armies
    struct comparison *comparison; // of the games so far
    struct army_study *armies;     // NULL: `why_not`
    struct error why_not;
    struct lab_share share[LAB_QUESTIONS];
};

// Plays what is left, round by round, and reads it. WORK_STOPPED before the end: the same goes on.
// End with lab_destroy in any case. Errors: a folder of another game or of other limits, and those
// of study_play.
enum work_end lab_play(struct lab *lab, struct error *error);
void lab_destroy(struct lab *lab);

// What it comes to. In JSON "summary" has the sentences: is the game balanced, what is worth most
// and least, what the clearest rule does, what more would tell. To be destroyed by the caller.
struct answer lab_answer(const struct lab *lab);

// Writes the answers of both folders, as their commands do, and lab.json.
bool lab_write(const struct lab *lab, const struct answer *answer, struct error *error);

// The name of a run of armies, and the folder of the runs.
#define LAB_ARMIES "armies"
#define LAB_PLAY "rules"

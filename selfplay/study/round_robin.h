// SPDX-License-Identifier: GPL-3.0-or-later
// Every player against every other, or the first against all others, each two in FOLDER/NAME-NAME,
// rated by one model.
#pragma once

#include "answer.h"
#include "rating.h"
#include "study.h"

// The players from the strongest to the weakest, and of each but the last its Elo over the next
// with the p-value that this is 0, corrected for all of these (Holm).
struct rating_order {
    int player[RATING_PLAYERS_MAX];
    struct measured over_next[RATING_PLAYERS_MAX];
    double p[RATING_PLAYERS_MAX];
};
struct rating_order rating_order(const struct rating *rating);

// `names`: of the players; `plays`: what they play by; `depths`: how deep they saw; `matches`,
// `count`: as they were rated. In JSON summary: [texts], players: [{ name, plays_by, won, drawn,
// lost, elo_over_mean, elo_over_first, elo_over_next, p_next }] with intervals KEY_95, matches: [{
// first, second, won, drawn, lost, elo, expected_score, residual }], first_move_elo, draws,
// chi_square, freedom, p_value, depth.
void rating_answer(struct answer *answer, const char *const *names, const char *const *plays,
                   const struct depths *depths, const struct rating_match *matches, int count,
                   const struct rating *rating);

struct round_robin {
    int players;                 // two or more
    const char *const *names;    // not owned, like the rest
    const char *const *plays;    // what each plays by: values, parameters, limit
    const struct player *player; //
    const struct config *common; // all but the players
    bool gauntlet;               // only the first against all others
    struct study study;          // folder, play, force and observer; games: of each match

    // Set by round_robin_play.
    struct rating_match match[RATING_MATCHES_MAX];
    int64_t games, faults; // of all matches; those that a fault decided
    struct depths depths[RATING_PLAYERS_MAX];
    bool resized;         // the number of games was changed when some were played
    struct rating rating; // where there are not too many faults (round_robin_faulty)
};

// Plays what is missing, and rates the players. Errors: two players who do not differ, those of
// study_play. WORK_STOPPED before the end. End with study_destroy.
enum work_end round_robin_play(struct round_robin *round, struct error *error);

// Ratings of such games are none.
bool round_robin_faulty(const struct round_robin *round);

// Ratings, or how many faults there were. To be destroyed by the caller.
struct answer round_robin_answer(const struct round_robin *round);
// Writes FOLDER/ratings.json, for reports, and the players as FOLDER/ratings.csv.
bool round_robin_write(const struct round_robin *round, const struct answer *answer,
                       struct error *error);

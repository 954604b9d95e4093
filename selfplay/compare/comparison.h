// SPDX-License-Identifier: GPL-3.0-or-later
// What the games of an experiment say: every metric of every arm at every node limit, differences
// to the base arm, effects of toggles, and how far the order of the arms depends on the limit.
#pragma once

#include "distinct.h"
#include "experiment.h"
#include "metrics.h"
#include "settling.h"

struct margins {     // up to which a difference does not matter
    double score;    // of metrics in PERCENT: of 1; of first-elo: the same as Elo around 0
    double relative; // of the others: of the base arm's value
};

struct cell { // of one metric, arm and node limit; n = 0: not measured
    struct measured value;
    struct measured difference; // from the base arm; none for the base
    double correlation;         // of the two, by games from the same openings
    double p;                   // that there is none
    double p_holm;              // the same, adjusted over the arms
    double margin;
    double p_equivalent; // of the equivalence test with that margin, adjusted over the arms
};

// An effect of toggles: of one (`second` -1), by how much its other value changes the metric on
// average over the settings of the others; or of two, by how much more the first changes it where
// the second has its other value. Adjusted over the effects of one kind.
struct effect {
    int first, second;
    struct measured value;
    double p, p_holm;
};
enum { EFFECTS_MAX = TOGGLES_MAX + TOGGLES_MAX * (TOGGLES_MAX - 1) / 2 };

struct order {     // of the arms by a metric, at one node limit
    double tau;    // Kendall's, against the highest limit
    int reversals; // pairs of arms whose difference has the other sign there, both intervals
                   // excluding 0
};

struct findings { // of one metric at one node limit
    struct order order;
    struct cell cell[ARMS_MAX];
    struct effect effect[EFFECTS_MAX];
};

struct arm_run { // at one node limit
    int64_t games, copies, strength_games;
    struct depths depths; // of its players
    // Where arms are settled, by comparison_look:
    enum settled settled;
    int look;                // the last one
    double p, p_equivalent;  // of its metric there, not adjusted; -1: nothing is known
    struct first_move first; // where games start from the start position
};

struct comparison {
    const struct experiment *experiment; // not owned
    struct margins margins;
    const struct settling *settling; // not owned; NULL, as at first: all arms play all games
    char openings[OPENINGS_TEXT];    // where games start, in words; "": not said
    bool from_start;                 // and that is a ladder from the start position
    int effect_count;
    struct arm_run run[LADDER_MAX][ARMS_MAX];
    struct findings findings[]; // see findings_of
};

// Empty, to be freed with free.
struct comparison *comparison_create(const struct experiment *experiment, struct margins margins);

// A look of `settling` at one rung, after the one before: settles arms by the games of that look
// of the base and of every arm that was not settled before. Of arms that were `own` does not count.
// Returns whether some arm is not settled.
bool comparison_look(struct comparison *comparison, int rung, int look,
                     struct game_sums *const *own);

// The looks of a rung from the first to number `last`, from all games of the arms, of which each
// look takes its own. Error: an arm that is not settled has fewer.
bool comparison_looks(struct comparison *comparison, int rung, int last,
                      struct game_sums *const *all, struct error *error);

// What the arms of a rung are measured by where they may be settled.
struct settled_games {
    struct game_sums *own[ARMS_MAX];      // up to the arm's last look; own[0] is one of at_look
    struct game_sums *base[ARMS_MAX];     // what it is held against, not owned
    struct game_sums *at_look[LOOKS_MAX]; // of the base; NULL: nobody's last look
};
// All looks of a rung, and the games that they leave. Destroy them in any case.
bool comparison_cut(struct comparison *comparison, int rung, struct game_sums *const *all,
                    struct settled_games *games, struct error *error);
void settled_games_destroy(struct settled_games *games);

// Fills one rung of the ladder from the games of every arm; `strength` may be NULL.
// Place a of the base games' `foreign`, and place 0 of the others', speak of arm a and of the base.
// `base`: what each arm is held against, the base's games up to the arm's last look; NULL: own[0].
void comparison_measure(struct comparison *comparison, int rung, struct game_sums *const *own,
                        struct game_sums *const *base, struct game_sums *const *strength);

// By how much the intervals of an arm's differences are wider than those of a fixed number of
// games.
double comparison_wider(const struct comparison *comparison, int rung, int arm);

// Notes where the games of an arm start, by the record and the log in its folder, and from the
// start position what the first player scores. All arms start alike.
bool comparison_first_move(struct comparison *comparison, int rung, int arm, const char *folder,
                           struct error *error);

// After all rungs: the orders.
void comparison_finish(struct comparison *comparison);

const struct findings *findings_of(const struct comparison *comparison, int metric, int rung);

// SPDX-License-Identifier: GPL-3.0-or-later
// What a generation is held against beside its test. Steps: a quarter, half and all of the way from
// the values in play to those that were fitted, since a fit that predicts better overshoots in
// play. SPSA goes on from the best step; what comes of it plays against that step, by openings of
// their own, and is taken where it scores more than half. The panel: opponents that stay the same
// for the whole loop, since strength is not transitive; a generation must not be shown to fall
// behind the one before it against any of them. Both meet it by the same openings, which are drawn
// anew each time: whoever is chosen by fixed ones is the best at these.
//   FOLDER/G/fit.csv              values fitted to its games, with covariance, worth and moves
//   FOLDER/G/steps/25.csv         a quarter of the way to them; 50.csv, 100.csv
//   FOLDER/G/steps/25/NODESn      its match against the values in play
//   FOLDER/G/steps/spsa/NODESn    the match of SPSA's result against the step taken
//   FOLDER/G/steps.json           what the steps scored, which was taken, and that match
//   FOLDER/G/panel/NAME/NODESn    matches against the panel
//   FOLDER/G/panel.json           what they came to
//   FOLDER/G/before...            the same of the values in play, by the same openings
#pragma once

#include "answer.h"
#include "pentanomial.h"
#include "values.h"

enum { EVOLUTION_STEPS = 3, EVOLUTION_PANEL_MOST = 3, EVOLUTION_NAME = 16 };

// In per cent.
extern const int evolution_step[EVOLUTION_STEPS];

// Opponents of the loop that began with the values `start` (a file, "estimate", or NULL for the
// default): the estimate; what the program ships, where it ships values of the game; and the file.
struct evolution_opponent {
    const char *name,
        *values; // values: as values_file_load takes them; `start` itself is not owned
};
int evolution_panel(const struct tables *tables, const char *start,
                    struct evolution_opponent panel[EVOLUTION_PANEL_MOST]);

// Writes values `percent` of the way from `start` to those of the file `fit` to the file `out`,
// with what is known of moves by `fit` beside it. Standard errors and intervals are those of the
// fit where all of the way is taken; a part of it has none. Errors: the files'.
bool evolution_step_write(const struct tables *tables, const char *start, const char *fit,
                          int percent, const char *out, struct error *error);

// Do two files say the same, so that no match can tell them apart? They may be "estimate" or NULL.
bool evolution_same_values(const struct tables *tables, const char *a, const char *b, bool *same,
                           struct error *error);

// What matches of fixed length came to, each under a name.
struct evolution_scores {
    int count;
    struct evolution_score {
        char name[EVOLUTION_NAME];
        struct score_counts pairs; // of all node limits together
        bool same;                 // the players are the same: no games, and 0 Elo for sure
    } score[EVOLUTION_STEPS + EVOLUTION_PANEL_MOST];
    int taken; // of steps: per cent of the one that was taken
};
struct evolution_score *evolution_scores_add(struct evolution_scores *scores, const char *name);
// NULL where there is none of that name.
const struct evolution_score *evolution_scores_find(const struct evolution_scores *scores,
                                                    const char *name);
struct measured evolution_score_elo(const struct evolution_score *score);

// The step to take: the best score, of equal ones the shortest way. At least one was played.
int evolution_best_step(const struct evolution_scores *steps);

// What SPSA made of that step, in its match against the step: taken where it scores more than half.
// Equal values stay what they are.
#define EVOLUTION_AFTER "spsa" // its name among the scores
bool evolution_after_is_taken(const struct evolution_score *after);

// Files of FOLDER/G: "steps.json", "panel.json", "before.json". Reading one that is missing or
// damaged gives no scores.
bool evolution_scores_write(const char *path, const struct evolution_scores *scores,
                            struct error *error);
void evolution_scores_read(const char *path, struct evolution_scores *scores);

// Has the new generation kept up with the one it is to replace against each opponent of both? It
// has not where the 95% interval of a difference of mean scores lies below -`margin` (in points of
// 100): scores and not Elo, whose intervals grow without end where nearly all games are won; and
// only what is shown, since the old values are in play because they did well against these
// opponents, also by chance. The intervals take the two matches as independent, though they share
// their openings.
bool evolution_keeps_up(const struct evolution_scores *now, const struct evolution_scores *before,
                        double margin);

// For people: the scores against the panel of both, and what of that is beyond the margin.
struct answer evolution_panel_answer(const struct evolution_scores *now,
                                     const struct evolution_scores *before, double margin);
struct answer evolution_steps_answer(const struct evolution_scores *steps);

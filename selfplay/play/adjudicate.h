// SPDX-License-Identifier: GPL-3.0-or-later
// Ends games by the players' scores: resignation and draw when both agree long enough; ply limit.
#pragma once

#include "config.h"
#include "outcome.h"

struct adjudicator { // one game's runs of plies
    int lost[SIDES]; // on end in which this side was seen as lost
    int level;       // on end in which the game was seen as level
};

// Takes the score, in centi-values for FIRST, that the mover found before its move; `plies` have
// been played with this one. Players alternate, so a run of two plies or more has both agreeing.
// Returns RESULT_NONE while the game goes on.
struct outcome adjudicate(struct adjudicator *adjudicator, const struct adjudication *rules,
                          int score_first, int plies);

// SPDX-License-Identifier: GPL-3.0-or-later
#include "adjudicate.h"

#include <assert.h>

struct outcome adjudicate(struct adjudicator *adjudicator, const struct adjudication *rules,
                          int score_first, int plies) {
    assert(plies > 0);
    bool lost[SIDES] = {score_first <= -rules->resign_score, score_first >= rules->resign_score};
    for (int side = 0; side < SIDES; side++) {
        adjudicator->lost[side] = lost[side] ? adjudicator->lost[side] + 1 : 0;
        if (rules->resign_plies && adjudicator->lost[side] >= rules->resign_plies)
            return (struct outcome){side == FIRST ? RESULT_SECOND : RESULT_FIRST,
                                    TERMINATION_RESIGN_ADJUDICATED};
    }
    bool level = score_first >= -rules->draw_score && score_first <= rules->draw_score;
    adjudicator->level = level ? adjudicator->level + 1 : 0;
    if (rules->draw_plies && plies >= rules->draw_from && adjudicator->level >= rules->draw_plies)
        return (struct outcome){RESULT_DRAW, TERMINATION_DRAW_ADJUDICATED};
    if (plies >= rules->ply_limit)
        return (struct outcome){RESULT_DRAW, TERMINATION_PLY_LIMIT};
    return (struct outcome){RESULT_NONE, TERMINATION_NONE};
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What a round robin comes to: the players in their order, who is told apart from the next, the
// matches, and whether one rating explains them.
#pragma once

#include "answer.h"
#include "rating.h"

// The players from the strongest to the weakest, and of each but the last its Elo over the next
// with the p-value that this is 0, corrected for all of these (Holm).
struct rating_order {
    int player[RATING_PLAYERS_MAX];
    struct measured over_next[RATING_PLAYERS_MAX];
    double p[RATING_PLAYERS_MAX];
};
struct rating_order rating_order(const struct rating *rating);

// `names`: of the players; `matches`, `count`: as they were rated. In JSON summary: [texts],
// players: [{ name, elo_over_mean, elo_over_first, elo_over_next, p_next }] with intervals KEY_95,
// matches: [{ first, second, won, drawn, lost, elo, expected_score, residual }], first_move_elo,
// draws, chi_square, freedom, p_value.
void rating_answer(struct answer *answer, const char *const *names,
                   const struct rating_match *matches, int count, const struct rating *rating);

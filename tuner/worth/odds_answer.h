// SPDX-License-Identifier: GPL-3.0-or-later
// What material odds answer: the worth of pieces in yardsticks, and whether mirrored pieces are
// equal.
#pragma once

#include "answer.h"
#include "odds.h"
#include "worth.h"

struct odds_entry {
    struct odds odds;
    int64_t games;
    struct measured score; // of the side that is ahead; n: pairs of games
    struct odds_worth worth;
};

struct odds_mirror { // two entries whose pieces mirror each other
    int left, right;
    struct measured difference; // of the scores
    double p_holm;
};

struct odds_list {
    int count, mirror_count;
    struct odds_entry entry[ODDS_MAX + 1]; // the yardstick first
    struct odds_mirror mirror[BASE_TYPES];
};

// Works out worths and mirrors from the scores.
void odds_list_finish(struct odds_list *list, const struct tables *tables);

// Takes over `origin`: members of the JSON that say how the answer was made. `worth`: the methods
// side by side, or NULL. Of CSV there is the table "odds". To be destroyed by the caller.
struct answer odds_answer(const struct odds_list *list, const struct tables *tables, uint64_t seed,
                          const struct worth *worth, struct cJSON *origin);

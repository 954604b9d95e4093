// SPDX-License-Identifier: GPL-3.0-or-later
// What `kagami odds` says of its runs. Only cmd_*.c files include this.
#pragma once

#include <cjson/cJSON.h>
#include <stdio.h>

#include "diagram.h"
#include "odds.h"
#include "odds_worth.h"

struct odds_entry {
    struct odds odds;
    int64_t games;
    struct measured score; // of the side that is ahead; n: pairs of games
    struct odds_worth worth;
};

struct odds_mirror { // two entries whose men mirror each other
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

void odds_list_text(const struct odds_list *list, const struct tables *tables, uint64_t seed,
                    struct diagram_style style, FILE *out);
void odds_list_csv(const struct odds_list *list, struct buffer *csv);
// Adds all of it to an object.
void odds_list_json(const struct odds_list *list, const struct tables *tables, uint64_t seed,
                    cJSON *json);

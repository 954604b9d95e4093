// SPDX-License-Identifier: GPL-3.0-or-later
#include "published.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "values.h"

const struct published *published_find(const struct tables *tables) {
    for (const struct published *of = published_tables; of->variant; of++)
        if (strcmp(of->variant, tables->variant.name) == 0)
            return tables_are_shipped(tables, false) ? of : NULL;
    return NULL;
}

const struct published_row *published_row(const struct published *published, int index) {
    char name[VALUE_NAME];
    values_name(index, name);
    for (int i = 0; i < published->count; i++)
        if (strcmp(published->row[i].parameter, name) == 0)
            return &published->row[i];
    return NULL;
}

void published_origin(const struct published *published, struct buffer *out) {
    int64_t games = 0, from, to;
    for (const char *at = published->source; (at = strstr(at, "games ")); at++)
        if (sscanf(at, "games %" SCNd64 "..%" SCNd64, &from, &to) == 2)
            games += to - from;
    buffer_printf(
        out,
        "%" PRId64 " games of randomised armies measured it, at %d nodes a move by kagami "
        "%s. These players see %d plies deep in the median. \u00b1 is 95%%. Details: %s.",
        games, published->nodes, published->program, published->depth, published->finding);
}

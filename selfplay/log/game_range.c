// SPDX-License-Identifier: GPL-3.0-or-later
#include "game_range.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

struct game_range range_of_shard(int64_t total, int shard, int shards, bool paired) {
    assert(total >= 0 && shards >= 1 && shard >= 0 && shard < shards);
    // Units are games or pairs; the first `rest` shards have one more. No product that overflows.
    int64_t unit = paired ? 2 : 1, units = (total + unit - 1) / unit;
    int64_t each = units / shards, rest = units % shards;
    struct game_range range = {.total = total, .shard = shard, .shards = shards};
    range.begin = unit * (shard * each + (shard < rest ? shard : rest));
    range.end = range.begin + unit * (each + (shard < rest));
    if (range.end > total)
        range.end = total;
    if (range.begin > total)
        range.begin = total;
    return range;
}

char *range_print(const struct game_range *range, char text[RANGE_TEXT]) {
    if (range->shards)
        snprintf(text, RANGE_TEXT, "%d/%d", range->shard, range->shards);
    else
        snprintf(text, RANGE_TEXT, "%" PRId64 "..%" PRId64, range->begin, range->end);
    return text;
}

bool range_parse_shard(const char *text, int *shard, int *shards) {
    char first[16];
    const char *slash = strchr(text, '/');
    int64_t part, parts;
    if (!slash || slash - text >= (int)sizeof first)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(slash - text), text);
    if (!number_integer(first, &part) || !number_integer(slash + 1, &parts) || part < 0 ||
        part >= parts || parts > SHARDS_MAX)
        return false;
    *shard = (int)part;
    *shards = (int)parts;
    return true;
}

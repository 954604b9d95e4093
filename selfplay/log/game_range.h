// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of a run's games.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Which games of a run a folder holds: all, or one of the parts that many processes share.
struct game_range {
    int64_t begin, end; // games begin..end-1
    int64_t total;      // games of the whole run, as far as they are known: at least `end`
    int shard, shards;  // the range is part `shard` of 0..shards-1; `shards` is 0 where it is none
};

// Part `shard` of `shards` of a run of `total` games. The parts differ by one game at most (by one
// pair where the games come in pairs) and may be empty.
struct game_range range_of_shard(int64_t total, int shard, int shards, bool paired);
// "3/8", or "300..400" where the range is no shard; returns `text`.
enum { RANGE_TEXT = 48, SHARDS_MAX = 1000000 };
char *range_print(const struct game_range *range, char text[RANGE_TEXT]);
// Parses "3/8". False where it is no such text.
bool range_parse_shard(const char *text, int *shard, int *shards);

// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the loop in a folder is the one that is asked for.
#pragma once

#include "runmeta.h"

// The record of a generation's games, or of a part of them, `shard` where none else is there (-1:
// the first); NULL where none is begun. Destroy with runmeta_destroy.
struct runmeta *evolution_record(const char *folder, int generation, int shard);

// Are the games that are there, if any, those of the loop whose generation 1 would begin with the
// record `asked`? Looks at generations up to `last`. `values`: those to begin with are asked for,
// not left to the default. False: `error` says what differs and what to do.
bool evolution_same(const char *folder, const struct runmeta *asked, int shard, int last,
                    bool values, struct error *error);

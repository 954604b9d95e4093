// SPDX-License-Identifier: GPL-3.0-or-later
// When the games of an arm suffice: one metric, stated before the games, is looked at after equal
// parts of them, and an arm of which it is shown to differ from the base's, or to be equal to it
// within the margin, plays no more at that node limit.
#pragma once

#include "error.h"
#include "looks.h"

enum {
    SETTLE_LOOKS = 5,
    SETTLE_LEAST = 100 // games of each arm, before which there is no look but at the end
};

enum settled { SETTLED_UNDECIDED, SETTLED_DIFFERS, SETTLED_EQUIVALENT, SETTLED_KINDS };
const char *settled_name(enum settled settled); // "undecided", "differs", "equivalent"

struct settling {
    int metric; // see metrics.h
    int looks;
    int64_t games[LOOKS_MAX]; // of each arm at each look; at the last look all
    // By how much an interval that may be taken at any look is wider than one of a fixed number of
    // games: of a two-sided test at 5%, and of a one-sided one, as tests of equivalence are.
    double wider[LOOKS_MAX], wider_one_sided[LOOKS_MAX];
};

// A metric that an arm can be settled by, or -1 and an `error` that names them all.
int settling_metric(const char *name, struct error *error);

// The looks at so many games an arm.
struct settling settling_plan(int metric, int64_t games);

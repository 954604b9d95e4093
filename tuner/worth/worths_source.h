// SPDX-License-Identifier: GPL-3.0-or-later
// Which games an estimate is from: "seed 1 games 0..400 of r0c17f3a45e33", for several runs with
// "; " between. A run's key tells its configuration and seed (runmeta.h).
#pragma once

#include <stdbool.h>

enum { SOURCE_RUN = 128 };

// Adds the games of a run's folder to `*source`, an owned text or NULL. A folder without run.json,
// whose games nobody can tell from others, adds none.
void source_add_run(char **source, const char *folder);
// Adds another source, which may be NULL.
void source_add(char **source, const char *other);
// Whether some games are in both, so that estimates from them are not independent; each may be
// NULL. `which`: some of them.
bool source_shared(const char *a, const char *b, char which[SOURCE_RUN]);

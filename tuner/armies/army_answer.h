// SPDX-License-Identifier: GPL-3.0-or-later
// What games of randomised armies answer: worths first, then the checks, then how it was made.
#pragma once

#include "answer.h"
#include "army_study.h"

struct cJSON;

// Takes over `origin`: members of the JSON that say how the answer was made. For people: the main
// run's table, its checks, what changes from run to run; JSON has every run in "runs", each with
// "pieces", "checks", "mirrors", "hands", "pairs", and the joint tests in "ladders" and "sets".
// CSV: the table "pieces" of all runs one after the other. To be destroyed by the caller.
struct answer army_answer(const struct army_study *study, uint64_t seed, struct cJSON *origin);

// What its parts share.

// The table "pieces": Elo, then worths, mirror images beside each other. `scaled` NULL: no unit;
// `mirrors` may be NULL.
void army_pieces_add(struct answer *answer, const char *unit, const struct worths *worths,
                     const struct worths_scaled *scaled, const struct army_contrasts *mirrors);
// Places in the order of the tables, royals left out; returns how many.
int army_places(const struct worths *worths, int place[WORTHS_MAX]);
// "Rook", "Rook in hand", "Dragon King".
const char *army_name_at(const struct worths *worths, int place, char text[ARMY_NAME]);
// "mean pieces", or what a piece is told in.
const char *army_unit(const struct army_study *study, char text[ARMY_NAME]);

// The tables "checks", "mirrors", "hands", "pairs", "replaced" of a run.
void army_checks_add(struct answer *answer, const struct army_study *study,
                     const struct army_run *run);
// The tables "ladders" and "sets" of the study, with what changes.
void army_groups_add(struct answer *answer, const struct army_study *study);
// Other methods beside the armies: what they say, the tests, the mean, all side by side.
void army_beside_add(struct answer *answer, const struct army_study *study);

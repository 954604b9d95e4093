// SPDX-License-Identifier: GPL-3.0-or-later
// What the files army_answer*.c share.
#pragma once

#include "army_answer.h"

// The table "pieces": Elo, then worths, mirror images beside each other. `scaled` NULL: no unit;
// `mirrors` may be NULL; `shown`: to people.
void army_pieces_add(struct answer *answer, const char *caption, const char *unit, bool shown,
                     const struct worths *worths, const struct worths_scaled *scaled,
                     const struct army_contrasts *mirrors);
// "mean pieces", or what a piece is told in.
const char *army_unit(const struct army_study *study, char text[ARMY_NAME]);

// The tables "checks", "mirrors", "hands", "pairs", "replaced" of a run.
void army_checks_add(struct answer *answer, const struct army_study *study,
                     const struct army_run *run, bool shown);
// The tables "ladders" and "sets" of the study, with what changes.
void army_groups_add(struct answer *answer, const struct army_study *study);
// Armies beside logs: their tests, and the mean of both.
void army_logs_add(struct answer *answer, const struct army_study *study);

// The same for people, from JSON.
void army_checks_from(struct answer *answer, const struct cJSON *run);
void army_groups_from(struct answer *answer, const struct cJSON *json);
void army_logs_from(struct answer *answer, const struct cJSON *json);

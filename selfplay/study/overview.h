// SPDX-License-Identifier: GPL-3.0-or-later
// How far all runs below some folders have come together, and batches of them by their agendas
// (study.h): from their logs alone. Nothing is asked of the processes that play, nothing is locked,
// and memory does not depend on the number of games.
#pragma once

#include "answer.h"
#include "error.h"
#include "observer.h"

struct overview;

// Reads all folders of runs at or below the given ones. `now`: seconds since the epoch. NULL and
// `error`: one of them holds nothing, or an agenda is none.
struct overview *overview_read(const struct option_texts *folders, int64_t now,
                               struct error *error);
void overview_destroy(struct overview *overview);

// The sums, the batches, the folders, what is missing or damaged. To be destroyed by the caller.
struct answer overview_answer(const struct overview *overview);
// What a process of a batch is at, for whoever reads: FOLDER/tasks/NUMBER.json, written over by the
// next. `step`: what it was asked for; `every`: seconds until the next at most; `tick` NULL: no
// number is known. What cannot be written is left.
void overview_note(const char *folder, int number, const char *step, double every,
                   const struct tick *tick);
// It has ended in good order.
void overview_note_end(const char *folder, int number);

// All in a line: where it is, how far, how fast, until when, and what does not go on. Added to
// `out`.
void overview_line(const struct overview *overview, struct buffer *out);

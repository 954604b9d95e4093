// SPDX-License-Identifier: GPL-3.0-or-later
// How far all runs below some folders have come together, and batches of them by their agendas
// (study.h): from their logs alone. Nothing is asked of the processes that play, nothing is locked,
// and memory does not depend on the number of games.
#pragma once

#include "answer.h"
#include "error.h"

struct overview;

// Reads all folders of runs at or below the given ones. `now`: seconds since the epoch. NULL and
// `error`: one of them holds nothing, or an agenda is none.
struct overview *overview_read(const struct option_texts *folders, int64_t now,
                               struct error *error);
void overview_destroy(struct overview *overview);

// The sums, the batches, the folders, what is missing or damaged. To be destroyed by the caller.
struct answer overview_answer(const struct overview *overview);
// All in a line: where it is, how far, how fast, until when, and what does not go on. Added to
// `out`.
void overview_line(const struct overview *overview, struct buffer *out);

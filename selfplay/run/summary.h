// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of games came to, with the score of a match where two players differ.
#pragma once

#include "answer.h"
#include "runmeta.h"

struct summary {
    const struct config *config;
    const char *folder;
    struct game_range range;
    const struct tally *tally; // of the range
    struct duplicates duplicates;
    int64_t session_games, session_nodes, session_plies; // of this session alone
    double session_seconds;
    double session_cpu; // share of the threads' time
    int threads;
};

// To be destroyed by the caller.
struct answer summary_answer(const struct summary *summary);

// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a configuration into a folder, with progress, resumption and clean stops: what self-play
// and every command built of such runs share. Only cmd_*.c files include this.
#pragma once

#include "cmd_summary.h"
#include "runlog.h"

struct run {
    struct config *config; // finished
    const char *folder;
    struct game_range range;
    int threads;
    bool seed_given, force; // see runlog_options
    const char *command;    // the same
    const char *task;       // what the progress line begins with; NULL: the variant's name
    bool quiet;             // nothing is said about a run that is finished already
    bool (*enough)(void *context, const struct tally *tally); // see runlog_options; may be NULL
    // Writes what the progress line says of the games; NULL: the first mover's results.
    void (*describe)(void *context, const struct runlog_progress *now, char *text, size_t size);
    void *context; // of both

    // Set by run_play.
    struct runlog *log;  // closed but readable; NULL when the folder could not be opened
    bool stopped;        // a signal came, be the games done or not
    int64_t first_game;  // of this session
    double seconds, cpu; // of this session; `cpu` is a share of the threads' time
};

// Opens the folder, plays what is left, closes it; says what it does on standard error. Returns
// EXIT_DONE, EXIT_AGAIN (stopped on request before the end) or EXIT_ERROR. End with run_destroy.
int run_play(struct run *run);
void run_destroy(struct run *run);

// Of a run that is done.
struct summary run_summary(const struct run *run);

// SPDX-License-Identifier: GPL-3.0-or-later
// The games of logs as other programs read them: PGN, KIF, CSA, USI positions, and a CSV row
// a move.
#pragma once

#include "buffer.h"
#include "error.h"

// Each a table of export_formats.
enum export_format { EXPORT_PGN, EXPORT_KIF, EXPORT_CSA, EXPORT_USI, EXPORT_CSV, EXPORT_FORMATS };

struct export_options {
    enum export_format format;
    const char *const *folders; // of runs and their parts, in any order; not owned
    int count;
    int64_t begin, end; // games of each run: begin..end-1
    // Takes the text of a game, and first that of what stands above all. False ends the export.
    bool (*take)(void *context, const struct buffer *text, struct error *error);
    void *context;
};

struct export_result {
    int64_t games;
    int unfinished; // folders whose run goes on, or was stopped
};

// Plays the games again and hands them on, run after run, in the order of their numbers; a game
// that stands in several folders (a part, and the whole put together) comes once. Errors name file
// and line: what is no log, a game that does not follow from its rules, or one that the format has
// no words for. Games that were handed on before an error were right.
bool export_games(const struct export_options *options, struct export_result *result,
                  struct error *error);

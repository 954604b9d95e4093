// SPDX-License-Identifier: GPL-3.0-or-later
// What a shell may complete a command line with: commands, options, and values of options, from the
// same rows that parse it. scripts/completion has the shells' side.
#pragma once

#include "cmd_common.h"

// `words` are those behind `kagami`, the last of them the one under the cursor, which may be empty.
// Prints a candidate a line, with what it means behind a tab; the line "<file>" or "<folder>"
// stands for the names that the shell knows. Returns the exit code.
int complete_words(const struct command *const *commands, int command_count, int count,
                   char *const *words);

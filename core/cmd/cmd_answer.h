// SPDX-License-Identifier: GPL-3.0-or-later
// Prints a command's answer. Only cmd_*.c files include this.
#pragma once

#include <stdio.h>

#include "answer.h"

// Prints the answer on standard output, as JSON or as text for the terminal, and destroys it.
// Returns EXIT_DONE, or EXIT_ERROR after a message.
int answer_show(struct answer *answer, bool json);
// The same on another stream, for a terminal of such a kind; false after a message.
bool answer_write(struct answer *answer, bool json, struct diagram_style style, int columns,
                  FILE *out);

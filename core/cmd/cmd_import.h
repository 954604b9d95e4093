// SPDX-License-Identifier: GPL-3.0-or-later
// Games as designers publish them, for commands that take such a file in the place of a game. Only
// cmd_*.c files include this.
#pragma once

#include "cmd_common.h"
#include "import.h"

// Reads the file as `kagami import` does. Returns EXIT_DONE, or the exit code of what has been
// told: no such file, what cannot be taken. `import` is to be destroyed in either case.
int import_load(const char *file, const char *name, const struct option_texts *without,
                struct import *import);
// Prints what a person has to check.
void import_show_checks(const struct import *import);

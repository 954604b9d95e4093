// SPDX-License-Identifier: GPL-3.0-or-later
// Options from INI files: a key is the whole name of an option, its value what stands behind it.
// Only cmd_*.c files include this.
#pragma once

#include "cmd_common.h"
#include "ini_entries.h"

// The first word of the command line that is a file with that [section]; NULL: there is none.
const char *ini_options_file(int argc, char *const *argv, const char *section);

// Takes one option as the parser would from the command line; `input` is its input. An option
// without a value is `on` or `off`. Those that may stand repeatedly take several values with commas
// between; `value` is cut at them and must last as long as the options. `*known`: there is such an
// option. False and `error` on a fault.
bool ini_options_take(const struct argp *argp, void *input, const char *key, char *value,
                      bool *known, struct error *error);

// Tells the parser that all options have been given, for what it checks of them together.
bool ini_options_end(const struct argp *argp, void *input, struct error *error);

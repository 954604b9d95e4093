// SPDX-License-Identifier: GPL-3.0-or-later
// What standard output can show: colours, UTF-8, how many columns.
// Only cmd_*.c files include this; no library does.
#pragma once

#include "diagram.h"

// Colours when standard output is a terminal and NO_COLOR is unset; box drawing when the locale's
// character set is UTF-8. Calls setlocale for the character set alone.
struct diagram_style terminal_style(void);

// Columns of the terminal behind a descriptor, `otherwise` where it is none.
int terminal_width(int descriptor, int otherwise);

// Columns of the terminal; COLUMNS, or 100, when standard output is none.
int terminal_columns(void);

// Rows of the terminal; 24 when standard output is none.
int terminal_rows(void);

// Flushes standard output. When anything could not be written prints why and returns EXIT_ERROR,
// otherwise EXIT_DONE.
int terminal_finish(void);

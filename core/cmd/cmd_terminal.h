// SPDX-License-Identifier: GPL-3.0-or-later
// What standard output can show: colours, UTF-8, how many columns; and what is printed on it.
// Only cmd_*.c files include this; no library does.
#pragma once

#include <stdio.h>

#include "answer.h"
#include "diagram.h"

// Colours when standard output is a terminal and NO_COLOR is unset; box drawing when the locale's
// character set is UTF-8. Calls setlocale for the character set alone.
struct diagram_style terminal_style(void);

// Columns of the terminal behind a descriptor, `otherwise` where it is none.
int terminal_width(int descriptor, int otherwise);

// Columns of the terminal; COLUMNS, or 100, when standard output is none.
int terminal_columns(void);

// The same for prose: 80 when standard output is none, 100 at most.
int terminal_prose_columns(void);

// Rows of the terminal; 24 when standard output is none.
int terminal_rows(void);

// Flushes standard output. When anything could not be written prints why and returns EXIT_ERROR,
// otherwise EXIT_DONE.
int terminal_finish(void);

// Prints the text and destroys it.
void terminal_print(struct buffer *text, FILE *out);

// Prints a command's answer on standard output, as JSON or as text for the terminal, and destroys
// it. Returns EXIT_DONE, or EXIT_ERROR after a message.
int answer_show(struct answer *answer, bool json);
// The same by the options of the command.
struct answer_options;
int answer_show_by(struct answer *answer, const struct answer_options *options);
// The same on another stream, for a terminal of such a kind.
void answer_write(struct answer *answer, bool json, struct diagram_style style, int columns,
                  FILE *out);

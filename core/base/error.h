// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong, in one line for people: "file:line: what was found, what was expected".
#pragma once

#include "base.h"

struct error {
    char text[512]; // "" when nothing went wrong
};

// Formats a message into `error` (truncated to fit). Always returns false, so that a check
// reads `return error_set(error, "...")`. `error` may be NULL: then nothing is written.
__attribute__((format(printf, 2, 3))) bool error_set(struct error *error, const char *format, ...);

// Replaces by '?' what could steer a terminal: control characters but line ends and tabs, those of
// UTF-8 (U+0080 to U+009F) among them. error_set and error_at do it: their words come from files
// and programs.
void error_tame(char *text);

// As error_set, with "file:line: " in front; line 0 leaves the line out ("file: ").
__attribute__((format(printf, 4, 5))) bool error_at(struct error *error, const char *file, int line,
                                                    const char *format, ...);

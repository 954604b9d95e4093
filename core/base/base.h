// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed-width types and the few definitions that every file needs.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARRAY_LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

// For qsort: -1, 0 or 1 where `a` is below `b`, the same or above.
#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

// '0' to '9' in every locale; inline, for reading millions of lines.
static inline bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

// FIRST starts at the bottom of the board, moves first and is written in upper case.
enum side { FIRST, SECOND, SIDES };

// What the reader of a text can show.
struct diagram_style {
    bool unicode; // UTF-8 box drawing; plain ASCII otherwise
    bool colour;  // ANSI escape sequences
};

// What an option that may be given repeatedly holds.
enum { OPTION_TEXTS_MAX = 1024 };

struct option_texts {
    const char *text[OPTION_TEXTS_MAX];
    int count;
};

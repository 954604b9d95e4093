// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed-width types and the few definitions that every file needs.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARRAY_LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

// '0' to '9' in every locale; inline, for reading millions of lines.
static inline bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

// FIRST starts at the bottom of the board, moves first and is written in upper case.
enum side { FIRST, SECOND, SIDES };

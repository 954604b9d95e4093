// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of squares as variant files write them: a1 b2, *9 for a rank, c* for a file, - for none.
#pragma once

#include <stdint.h>

#include "error.h"
#include "square.h"

// Reads a set of squares of a board into bit `file` of each rank, both counted from 0. Errors name
// the word that is none.
bool squares_read(const char *text, int files, int ranks, uint16_t squares[BOARD_MAX],
                  struct error *error);

// Writes such a set, whole ranks as *N, and returns `text`.
enum { SQUARES_TEXT = 4 * BOARD_MAX * BOARD_MAX };
char *squares_print(const uint16_t squares[BOARD_MAX], int files, int ranks,
                    char text[SQUARES_TEXT]);

// Is it the same set seen from the other side of the board, turned by a half?
bool squares_turned(const uint16_t a[BOARD_MAX], const uint16_t b[BOARD_MAX], int files, int ranks);

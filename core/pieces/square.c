// SPDX-License-Identifier: GPL-3.0-or-later
#include "square.h"

#include <assert.h>
#include <stdio.h>

char *square_text(Square square, char *text) {
    unsigned char rank = (unsigned char)(square_rank(square) + 1); // so that it surely fits
    snprintf(text, SQUARE_TEXT, "%c%hhu", 'a' + square_file(square), rank);
    return text;
}

Square square_parse(const char **text, int files, int ranks) {
    assert(files > 0 && files <= BOARD_MAX && ranks > 0 && ranks <= BOARD_MAX);
    const char *at = *text;
    int file = *at - 'a';
    if (file < 0 || file >= files)
        return SQUARE_NONE;
    at++;
    if (*at < '1' || *at > '9')
        return SQUARE_NONE;
    int rank = *at++ - '0';
    if (*at >= '0' && *at <= '9')
        rank = rank * 10 + *at++ - '0';
    if (rank > ranks)
        return SQUARE_NONE;
    *text = at;
    return square_at(file, rank - 1);
}

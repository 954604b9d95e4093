// SPDX-License-Identifier: GPL-3.0-or-later
#include "square.h"

char *square_text(Square square, char *text) {
    const int rank = square_rank(square) + 1;
    char *at = text;
    *at++ = (char)('a' + square_file(square));
    if (rank >= 10)
        *at++ = (char)('0' + rank / 10);
    *at++ = (char)('0' + rank % 10);
    *at = 0;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "sfen.h"

#include <stdbool.h>
#include <string.h>

static const char *next_field(const char *at) {
    at += strcspn(at, " \t");
    return at + strspn(at, " \t");
}

static bool is_number(const char *field) {
    size_t length = strspn(field, "0123456789");
    return length > 0 && strchr(" \t", field[length]);
}

enum sfen_likeness sfen_likeness(const char *text) {
    if (strncmp(text, "sfen ", 5) == 0)
        return SFEN_CERTAINLY;
    if (strchr(text, '['))
        return SFEN_NOT;
    const char *side = next_field(text), *hands = next_field(side), *number = next_field(hands),
               *more = next_field(number);
    if ((*side != 'b' && *side != 'w') || !strchr(" \t", side[1]) || !*hands || is_number(hands) ||
        (*number && !is_number(number)) || (*more && *more != '~'))
        return SFEN_NOT;
    bool none = *hands == '-' && strchr(" \t", hands[1]);
    return none && !*number ? SFEN_PERHAPS : SFEN_CERTAINLY;
}

const char *sfen_refusal(const char *text) {
    static const char *const refusals[] = {
        [SFEN_PERHAPS] = "a FEN or an SFEN, which has the sides exchanged: write [] after the "
                         "board of a FEN, the move number behind an SFEN",
        [SFEN_CERTAINLY] = "an SFEN; expected a FEN, where w moves first: BOARD[] w - - 0 1",
    };
    return refusals[sfen_likeness(text)];
}

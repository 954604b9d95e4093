// SPDX-License-Identifier: GPL-3.0-or-later
#include "places.h"

#include <assert.h>
#include <string.h>

// The type whose mirror image the type is: itself, else the first other one; 0 when there is none.
static Type image_of(const struct variant *variant, Type type) {
    const struct movement *movement = &variant->piece[type].movement;
    if (movement_is_mirror(movement, movement))
        return type;
    for (Type other = 1; other < TYPES; other++)
        if (variant_has(variant, other) && (other & TYPE_PROMOTED) == (type & TYPE_PROMOTED) &&
            movement_is_mirror(movement, &variant->piece[other].movement))
            return other;
    return 0;
}

struct numbering {
    struct place_index *index;
    int files, ranks; // offsets of one side: 2 files - 1 by 2 ranks - 1
};

// The place of a piece of `kind`, at that offset from a King.
static int place_of(const struct numbering *to, int kind, int ahead, int right) {
    int wide = 2 * to->files - 1;
    return (kind * (2 * to->ranks - 1) + ahead + to->ranks - 1) * wide + right + to->files - 1;
}

static int larger(int a, int b) {
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    return a > b ? a : b;
}

static void number_kind(const struct numbering *to, int kind, Type type, Type image) {
    struct place_index *index = to->index;
    int steps = larger(to->files, to->ranks);
    for (int ahead = 1 - to->ranks; ahead < to->ranks; ahead++)
        for (int right = 1 - to->files; right < to->files; right++) {
            int shown = type == image && right < 0 ? -right : right;
            int place = place_of(to, kind, ahead, shown);
            index->of[piece_make(type, FIRST)][place_offset(ahead, right)] = (uint16_t)place;
            index->of[piece_make(type, SECOND)][place_offset(-ahead, -right)] = (uint16_t)place;
            if (image != type && image) {
                index->of[piece_make(image, FIRST)][place_offset(ahead, -right)] = (uint16_t)place;
                index->of[piece_make(image, SECOND)][place_offset(-ahead, right)] = (uint16_t)place;
            }
            index->distance_of[place] = (uint16_t)(kind * steps + larger(ahead, right));
            index->offset_of[place] =
                (uint16_t)((ahead + to->ranks - 1) * to->files + (right < 0 ? -right : right));
        }
}

void place_index_fill(struct place_index *index, const struct tables *tables) {
    struct numbering to = {index, tables->files, tables->ranks};
    bool known[TYPES] = {false};
    int kinds = 0;
    memset(index->of, 0xFF, sizeof index->of);
    for (Type type = 1; type < TYPES; type++) {
        if (known[type] || !variant_has(&tables->variant, type) ||
            tables->royal[piece_make(type, FIRST)])
            continue;
        Type image = image_of(&tables->variant, type);
        number_kind(&to, kinds++, type, image);
        known[type] = known[image] = true;
    }
    index->places = place_of(&to, kinds, 1 - to.ranks, 1 - to.files);
    assert(index->places < PLACE_NONE);
    index->distances = (uint16_t)(kinds * larger(to.files, to.ranks));
    index->offsets = (uint16_t)((2 * to.ranks - 1) * to.files);
}

void place_list_fill(struct place_list *list, const struct place_index *index,
                     const struct position *position) {
    list->count = list->first = 0;
    if (!king_table_speaks(position))
        return;
    for (enum side side = FIRST; side < SIDES; side++) {
        for (int word = 0; word < PIECES_WORDS; word++)
            for (uint64_t pieces = position_pieces_word(position, side, word); pieces;
                 pieces &= pieces - 1) {
                Square square = (Square)(word * PIECES_WORD + __builtin_ctzll(pieces));
                const uint16_t *of = index->of[position->board[square]];
                uint16_t theirs = of[king_zone_offset(square, position->royals[!side][0])];
                if (theirs == PLACE_NONE)
                    continue;
                list->place[list->count++] = theirs;
                list->place[list->count++] =
                    of[king_zone_offset(square, position->royals[side][0])];
            }
        if (side == FIRST)
            list->first = list->count;
    }
}

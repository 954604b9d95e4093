// SPDX-License-Identifier: GPL-3.0-or-later
#include "symmetry.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 4 }; // differences that are told one by one

struct armies {
    const struct variant *variant;
    Type type[SIDES][BOARD_MAX][BOARD_MAX]; // [side][rank][file], 0 = none of that side
    int hand[SIDES][BASE_TYPES];
};

static struct armies read_armies(const struct variant *variant, const char *fen) {
    struct armies armies = {.variant = variant};
    int file = 0, rank = variant->ranks - 1, count = 0;
    Type promoted = 0;
    for (; *fen && !strchr(" [", *fen); fen++) {
        unsigned char c = (unsigned char)*fen;
        if (isdigit(c)) {
            count = 10 * count + (c - '0');
            continue;
        }
        file += count;
        count = 0;
        if (c == '/') {
            file = 0;
            rank--;
        } else if (c == '+') {
            promoted = TYPE_PROMOTED;
        } else if (isalpha(c) && file < BOARD_MAX && rank >= 0) {
            Type type = type_of_letter((char)toupper(c)) | promoted;
            armies.type[isupper(c) ? FIRST : SECOND][rank][file++] = type;
            promoted = 0;
        }
    }
    if (*fen == '[')
        for (fen++; isalpha((unsigned char)*fen); fen++) {
            unsigned char c = (unsigned char)*fen;
            armies.hand[isupper(c) ? FIRST : SECOND][type_of_letter((char)toupper(c))]++;
        }
    return armies;
}

// May `b` stand where the mirror image of `a` belongs?
static bool is_image(const struct variant *variant, Type a, Type b) {
    if (!a || !b)
        return a == b;
    const struct piece *one = &variant->piece[a], *other = &variant->piece[b];
    Type base_a = a & (BASE_TYPES - 1), base_b = b & (BASE_TYPES - 1);
    if (one->royal != other->royal || !movement_is_mirror(&one->movement, &other->movement))
        return false;
    if (a & TYPE_PROMOTED || b & TYPE_PROMOTED)
        return (a & TYPE_PROMOTED) == (b & TYPE_PROMOTED);
    return variant->promotes[base_a] == variant->promotes[base_b] &&
           (!variant->promotes[base_a] ||
            is_image(variant, base_a | TYPE_PROMOTED, base_b | TYPE_PROMOTED));
}

// Adds " X", a piece as a FEN has it.
static size_t add_piece(char *text, size_t used, Type type) {
    if (type)
        used += (size_t)snprintf(text + used, SYMMETRY_TEXT - used, " %s%c",
                                 type & TYPE_PROMOTED ? "+" : "", type_letter(type));
    return used;
}

// How many squares of the first player do not have their counterpart; writes the first few.
static int compare(const struct armies *armies, bool mirror, char text[SYMMETRY_TEXT]) {
    const struct variant *variant = armies->variant;
    int count = 0;
    size_t used = 0;
    text[0] = 0;
    for (int rank = 0; rank < variant->ranks; rank++)
        for (int file = 0; file < variant->files; file++) {
            int other_rank = variant->ranks - 1 - rank;
            int other_file = mirror ? file : variant->files - 1 - file;
            Type a = armies->type[FIRST][rank][file];
            Type b = armies->type[SECOND][other_rank][other_file];
            if ((mirror ? is_image(variant, a, b) : a == b) || ++count > SHOWN)
                continue;
            used += (size_t)snprintf(text + used, SYMMETRY_TEXT - used, "%s%c%d", used ? ", " : "",
                                     'a' + file, rank + 1);
            used = add_piece(text, used, a);
            used += (size_t)snprintf(text + used, SYMMETRY_TEXT - used, "%s faces %c%d",
                                     a ? "" : " (empty)", 'a' + other_file, other_rank + 1);
            used = add_piece(text, used, b);
            used += (size_t)snprintf(text + used, SYMMETRY_TEXT - used, "%s", b ? "" : " (empty)");
        }
    if (count > SHOWN)
        used += (size_t)snprintf(text + used, SYMMETRY_TEXT - used, ", %d more", count - SHOWN);
    for (int base = 0; base < BASE_TYPES; base++) {
        int first = armies->hand[FIRST][base], second = armies->hand[SECOND][base];
        if (first == second || ++count > SHOWN)
            continue;
        used += (size_t)snprintf(text + used, SYMMETRY_TEXT - used, "%s%d %c in hand against %d",
                                 used ? ", " : "", first, type_letter((Type)base), second);
    }
    return count;
}

bool symmetry_match(const struct variant *variant, const char *fen,
                    char differences[SYMMETRY_TEXT]) {
    struct armies armies = read_armies(variant, fen);
    char turned[SYMMETRY_TEXT], mirrored[SYMMETRY_TEXT];
    int rotation = compare(&armies, false, turned), mirror = compare(&armies, true, mirrored);
    if (rotation && mirror && differences)
        snprintf(differences, SYMMETRY_TEXT, "%.280s; otherwise %s",
                 mirror < rotation ? mirrored : turned,
                 mirror < rotation ? "a mirror image" : "a rotation");
    return !rotation || !mirror;
}

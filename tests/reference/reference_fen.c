// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

static bool read_letter(const struct variant *variant, char letter, Type *base, enum side *side) {
    if (!isalpha((unsigned char)letter))
        return false;
    *side = isupper((unsigned char)letter) ? FIRST : SECOND;
    *base = type_of_letter((char)toupper((unsigned char)letter));
    return variant->exists[*base];
}

// Reads one rank up to '/', '[', ' ' or the end.
static bool read_rank(struct reference_position *p, const char **text, int rank) {
    int file = 0;
    while (**text != '\0' && strchr("/[ ", **text) == NULL) {
        if (isdigit((unsigned char)**text)) {
            char *end;
            file += (int)strtol(*text, &end, 10);
            *text = end;
            continue;
        }
        Type promoted = 0, base;
        if (**text == '+') {
            promoted = TYPE_PROMOTED;
            ++*text;
        }
        enum side side;
        if (!read_letter(p->variant, **text, &base, &side) || file >= p->variant->files)
            return false;
        p->type[rank][file] = base | promoted;
        p->owner[rank][file] = (uint8_t)side;
        file++;
        ++*text;
    }
    return file == p->variant->files;
}

static bool read_square(const struct variant *variant, const char **text, int8_t *file,
                        int8_t *rank) {
    char *end;
    long row = strtol(*text + 1, &end, 10);
    *file = (int8_t)(**text - 'a');
    *rank = (int8_t)(row - 1);
    if (*file < 0 || *file >= variant->files || row < 1 || row > variant->ranks)
        return false;
    *text = end;
    return true;
}

// The text after `count` more blanks, or "".
static const char *field_after(const char *text, int count) {
    for (; count > 0 && *text != '\0'; text++)
        count -= *text == ' ';
    return text;
}

// The counter-strike square, two fields after the side to move, and ~a9,b10 three further on.
static bool read_state(struct reference_position *p, const char *side) {
    const char *lion = field_after(side, 2), *declined = field_after(side, 5);
    p->lion_file = p->lion_rank = -1;
    if (*lion != '\0' && *lion != '-' &&
        !read_square(p->variant, &lion, &p->lion_file, &p->lion_rank))
        return false;
    if (*declined != '~')
        return true;
    do {
        int8_t file, rank;
        declined++;
        if (!read_square(p->variant, &declined, &file, &rank))
            return false;
        p->declined[rank][file] = true;
    } while (*declined == ',');
    return true;
}

bool reference_fen(struct reference_position *p, const struct variant *variant,
                   const struct rules *rules, const char *fen) {
    memset(p, 0, sizeof *p);
    p->variant = variant;
    p->rules = rules;
    for (int rank = variant->ranks - 1; rank >= 0; rank--) {
        if (!read_rank(p, &fen, rank))
            return false;
        if (rank > 0 && *fen++ != '/')
            return false;
    }
    if (*fen == '[') {
        for (fen++; *fen != ']'; fen++) {
            Type base;
            enum side side;
            if (!read_letter(variant, *fen, &base, &side))
                return false;
            p->hand[side][base]++;
        }
        fen++;
    }
    while (*fen == ' ')
        fen++;
    if (*fen != 'w' && *fen != 'b')
        return false;
    p->side = *fen == 'w' ? FIRST : SECOND;
    return read_state(p, fen);
}

char *reference_board_text(char square[REFERENCE_BOARD][REFERENCE_BOARD][3], int files, int ranks,
                           char *text) {
    for (int rank = ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < files; file++) {
            if (square[rank][file][0] == '\0') {
                empty++;
                continue;
            }
            if (empty > 0)
                text += sprintf(text, "%d", empty);
            empty = 0;
            text += sprintf(text, "%s", square[rank][file]);
        }
        if (empty > 0)
            text += sprintf(text, "%d", empty);
        if (rank > 0)
            *text++ = '/';
    }
    *text = '\0';
    return text;
}

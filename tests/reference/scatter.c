// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"

struct scatter {
    char square[REFERENCE_BOARD][REFERENCE_BOARD][3]; // "", "P", "+p" ...
    char hand[FEN_TEXT];
    int hand_count;
};

static bool random_chance(struct random *random, uint32_t percent) {
    return random_below(random, 100) < percent;
}

static void place(struct scatter *s, const struct variant *variant, struct random *random,
                  char letter, bool promoted) {
    // A start position leaves room: half of the squares at least, or nearly so.
    for (int tries = 0; tries < 100; tries++) {
        uint32_t rank = random_below(random, (uint32_t)variant->ranks);
        uint32_t file = random_below(random, (uint32_t)variant->files);
        char *square = s->square[rank][file];
        if (square[0] == '\0') {
            snprintf(square, 3, "%s%c", promoted ? "+" : "", letter);
            return;
        }
    }
}

void compare_scatter(const struct tables *tables, struct random *random, char text[FEN_TEXT]) {
    static const uint32_t shares[] = {0, 10, 30, 60, 90, 100};
    const struct variant *variant = &tables->variant;
    struct scatter s;
    memset(&s, 0, sizeof s);
    uint32_t in_hand = tables->drops ? shares[random_below(random, ARRAY_LENGTH(shares))] : 0;
    uint32_t lost = shares[random_below(random, ARRAY_LENGTH(shares) - 2)];
    uint32_t promoted = shares[random_below(random, ARRAY_LENGTH(shares))];
    const char *start = variant_start_fen(variant, &tables->rules);
    for (; *start != '\0' && *start != ' '; start++) {
        if (!isalpha((unsigned char)*start))
            continue;
        char upper = (char)toupper((unsigned char)*start);
        Type base = type_of_letter(upper);
        if (variant->piece[base].royal) {
            place(&s, variant, random, *start, false);
            continue;
        }
        if (random_chance(random, lost))
            continue;
        char letter = random_chance(random, 50) ? upper : (char)tolower((unsigned char)upper);
        if (random_chance(random, in_hand))
            s.hand[s.hand_count++] = letter;
        else
            place(&s, variant, random, letter,
                  variant->promotes[base] && random_chance(random, promoted));
    }
    char *end = reference_board_text(s.square, variant->files, variant->ranks, text);
    sprintf(end, "[%s] %c - - 0 1", s.hand, random_chance(random, 50) ? 'b' : 'w');
}

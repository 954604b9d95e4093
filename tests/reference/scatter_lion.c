// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compare.h"

// More of what the Lion rules speak of than of what they do not. Upper case; + promoted.
static const char *const pieces[] = {
    "N", "N", "N", "+O", "+O", "O", "O",  "+H", "+H", "+D", "+D", "P",  "P",
    "P", "I", "I", "+P", "+I", "E", "+E", "L",  "+L", "R",  "B",  "D",  "H",
    "Q", "S", "G", "T",  "X",  "A", "V",  "M",  "F",  "+T", "+V", "+X", "C",
};

struct board {
    char square[REFERENCE_BOARD][REFERENCE_BOARD][3];
    int files, ranks;
};

static bool chance(struct random *random, uint32_t percent) {
    return random_below(random, 100) < percent;
}

static void put(struct board *board, struct random *random, const char *piece, enum side side,
                int file, int rank, uint32_t spread) {
    for (int tries = 0; tries < 40; tries++) {
        int f = file + (int)random_below(random, 2 * spread + 1) - (int)spread;
        int r = rank + (int)random_below(random, 2 * spread + 1) - (int)spread;
        if (f < 0 || f >= board->files || r < 0 || r >= board->ranks || board->square[r][f][0])
            continue;
        char *text = board->square[r][f];
        strcpy(text, piece);
        for (; side == SECOND && *text != '\0'; text++)
            *text = (char)tolower((unsigned char)*text);
        return;
    }
}

static char *state_text(const struct tables *tables, struct random *random,
                        const struct board *board, char *text) {
    uint32_t file = random_below(random, (uint32_t)board->files);
    uint32_t rank = random_below(random, (uint32_t)board->ranks);
    bool attacks = tables->counterstrike && chance(random, 50);
    // Now and then where a Kirin has become a Lion by taking one.
    for (int r = 0; attacks && r < board->ranks; r++)
        for (int f = 0; f < board->files; f++)
            if (tolower((unsigned char)board->square[r][f][1]) == 'o' && chance(random, 40)) {
                file = (uint32_t)f;
                rank = (uint32_t)r;
            }
    if (attacks)
        text += sprintf(text, "%c%u 0 1", 'a' + (int)file, (unsigned)rank + 1);
    else
        text += sprintf(text, "- 0 1");
    char mark = '~';
    for (int r = 0; tables->remembers_deferral && r < board->ranks; r++)
        for (int f = 0; f < board->files; f++) {
            char letter = board->square[r][f][0];
            enum side side = isupper((unsigned char)letter) ? FIRST : SECOND;
            if (!isalpha((unsigned char)letter) || !chance(random, 40) ||
                !tables->variant.promotes[type_of_letter((char)toupper((unsigned char)letter))] ||
                !tables->in_zone[side][square_at(f, r)])
                continue;
            text += sprintf(text, "%s%c%c%d", mark == '~' ? " " : "", mark, 'a' + f, r + 1);
            mark = ',';
        }
    return text;
}

void compare_scatter_lions(const struct tables *tables, struct random *random,
                           char text[FEN_TEXT]) {
    struct board board = {.files = tables->files, .ranks = tables->ranks};
    int file = (int)random_below(random, (uint32_t)board.files);
    int rank = (int)random_below(random, (uint32_t)board.ranks);
    for (enum side side = FIRST; side < SIDES; side++) {
        // One royal mostly; two, the Prince alone, or none at times.
        if (!chance(random, 10))
            put(&board, random, "K", side, file, rank, 11);
        if (chance(random, 15))
            put(&board, random, "+E", side, file, rank, 3);
    }
    for (int count = 3 + (int)random_below(random, 12); count > 0; count--)
        put(&board, random, pieces[random_below(random, ARRAY_LENGTH(pieces))],
            chance(random, 50) ? FIRST : SECOND, file, rank, chance(random, 70) ? 2 : 6);
    char *end = reference_board_text(board.square, board.files, board.ranks, text);
    end += sprintf(end, "[] %c - ", chance(random, 50) ? 'b' : 'w');
    state_text(tables, random, &board, end);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "board_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

bool squares_read(const char *text, int files, int ranks, uint16_t squares[BOARD_MAX],
                  struct error *error) {
    memset(squares, 0, BOARD_MAX * sizeof *squares);
    while (*(text += strspn(text, " \t"))) {
        size_t length = strcspn(text, " \t");
        bool all_files = *text == '*', all_ranks = length == 2 && text[1] == '*';
        int file = *text - 'a', rank = 0;
        const char *number = text + 1;
        for (size_t i = 1; i < length && i < 4; i++)
            rank = number[i - 1] >= '0' && number[i - 1] <= '9' ? 10 * rank + number[i - 1] - '0'
                                                                : BOARD_MAX + 1;
        bool none = length == 1 && *text == '-';
        bool right = (all_files || (file >= 0 && file < files)) &&
                     (all_ranks ? !all_files : rank >= 1 && rank <= ranks) && length <= 3;
        if (!none && !right)
            return error_set(error,
                             "'%.*s%s' is no square of this board; squares are a1 b2, *3 for a "
                             "rank, c* for a file, - for none",
                             length > 20 ? 20 : (int)length, text, length > 20 ? "..." : "");
        for (int i = 0; i < ranks && !none; i++)
            if (all_ranks || i == rank - 1)
                squares[i] |= (uint16_t)(all_files ? (1 << files) - 1 : 1 << file);
        text += length;
    }
    return true;
}

char *squares_print(const uint16_t squares[BOARD_MAX], int files, int ranks,
                    char text[SQUARES_TEXT]) {
    size_t used = 0;
    text[0] = 0;
    for (int rank = 0; rank < ranks; rank++) {
        bool whole = squares[rank] == (1 << files) - 1;
        for (int file = 0; file < files; file++)
            if (whole ? file == 0 : squares[rank] >> file & 1)
                used += (size_t)snprintf(text + used, SQUARES_TEXT - used, "%s%c%d",
                                         used ? " " : "", whole ? '*' : 'a' + file, rank + 1);
    }
    if (!used)
        strcpy(text, "-");
    return text;
}

bool squares_turned(const uint16_t a[BOARD_MAX], const uint16_t b[BOARD_MAX], int files,
                    int ranks) {
    for (int rank = 0; rank < ranks; rank++)
        for (int file = 0; file < files; file++)
            if ((a[rank] >> file & 1) != (b[ranks - 1 - rank] >> (files - 1 - file) & 1))
                return false;
    return true;
}

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

struct fen_walk fen_walk(const char *fen, int ranks) {
    return (struct fen_walk){.at = fen, .rank = ranks - 1};
}

bool fen_next(struct fen_walk *walk) {
    walk->promoted = false;
    while (*walk->at && !strchr(" [", *walk->at)) {
        char c = *walk->at++;
        if (c == '/') {
            walk->rank--;
            walk->next_file = 0;
        } else if (is_digit(c)) {
            int empty = c - '0';
            if (is_digit(*walk->at))
                empty = 10 * empty + *walk->at++ - '0';
            walk->next_file += empty;
        } else if (isalpha((unsigned char)c)) {
            walk->letter = c;
            walk->file = walk->next_file++;
            return true;
        }
        walk->promoted = c == '+';
    }
    return false;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"

enum { NUMBER_MAX = 20000 }; // of a position

static char *print_square(Square square, const struct tables *tables, char *text) {
    return text + sprintf(text, "%d%c", tables->files - square_file(square),
                          'a' + tables->ranks - 1 - square_rank(square));
}

// Reads "7g" at *text and advances it. SQUARE_NONE when no square of the board stands there.
static Square read_square(const char **text, const struct tables *tables) {
    const char *at = *text;
    int file = 0;
    while (isdigit((unsigned char)*at) && file < 100)
        file = 10 * file + *at++ - '0';
    int rank = *at - 'a';
    if (file < 1 || file > tables->files || rank < 0 || rank >= tables->ranks || **text == '0')
        return SQUARE_NONE;
    *text = at + 1;
    return square_at(tables->files - file, tables->ranks - 1 - rank);
}

static void add_square(struct buffer *out, Square square) {
    char text[SQUARE_TEXT];
    buffer_text(out, square_text(square, text));
}

// Copies the next word, without the spaces before it, and advances *text. "" at the end.
static char *next_word(const char **text, char word[FEN_TEXT]) {
    *text += strspn(*text, " \t");
    size_t length = strcspn(*text, " \t");
    size_t kept = length < FEN_TEXT ? length : FEN_TEXT - 1;
    memcpy(word, *text, kept);
    word[kept] = 0;
    *text += length;
    return word;
}

static bool add_hands(struct buffer *out, const char *hands, struct error *error) {
    buffer_text(out, "[");
    for (const char *at = hands; *at && strcmp(hands, "-") != 0; at++) {
        int count = isdigit((unsigned char)*at) ? 0 : 1;
        for (; isdigit((unsigned char)*at) && count <= HANDS_MAX; at++)
            count = 10 * count + *at - '0';
        if (!isalpha((unsigned char)*at) || count == 0 || count > HANDS_MAX)
            return error_set(error, "SFEN: '%.40s' are no hands; expected 2Pb, or '-'", hands);
        for (int i = 0; i < count; i++)
            buffer_char(out, *at);
    }
    buffer_text(out, "]");
    return true;
}

static bool add_deferred(struct buffer *out, const char *list, const struct tables *tables,
                         struct error *error) {
    const char *at = list;
    while (*at == '~' || *at == ',') {
        buffer_text(out, at == list ? " ~" : ",");
        at++;
        Square square = read_square(&at, tables);
        if (square == SQUARE_NONE)
            break;
        add_square(out, square);
    }
    return !*at || error_set(error, "SFEN: unexpected '%.40s' after the number", list);
}

static bool convert(const char *sfen, const struct tables *tables, struct buffer *out,
                    struct error *error) {
    char word[FEN_TEXT];
    if (strncmp(sfen, "sfen ", 5) == 0)
        sfen += 5;
    buffer_text(out, next_word(&sfen, word));
    const char *side = next_word(&sfen, word);
    if (strcmp(side, "b") != 0 && strcmp(side, "w") != 0)
        return error_set(error, "SFEN: side '%.40s'; expected b (first player) or w", word);
    bool first = *side == 'b';
    const char *hands = next_word(&sfen, word), *at = hands;
    Square lion = tables->counterstrike ? read_square(&at, tables) : SQUARE_NONE;
    if (lion != SQUARE_NONE && *at)
        return error_set(error, "SFEN: '%.40s' is no square", word);
    if (lion != SQUARE_NONE)
        buffer_text(out, "[]");
    else if (!add_hands(out, hands, error))
        return false;
    buffer_text(out, first ? " w - " : " b - ");
    if (lion != SQUARE_NONE)
        add_square(out, lion);
    else
        buffer_text(out, "-");

    char *end;
    long number = *next_word(&sfen, word) ? strtol(word, &end, 10) : 1;
    if (*word && (*end || !isdigit((unsigned char)*word) || number > NUMBER_MAX))
        return error_set(error, "SFEN: '%.40s' is no move number", word);
    // Number n is the n-th move of the game; a FEN counts pairs of moves.
    buffer_printf(out, " 0 %ld", number > 0 ? (number + 1) / 2 : 1);
    if (*next_word(&sfen, word) == '~' && tables->remembers_deferral) {
        if (!add_deferred(out, word, tables, error))
            return false;
        next_word(&sfen, word);
    }
    return !*word || error_set(error, "SFEN: unexpected '%.40s' after the number", word);
}

bool sfen_to_fen(const char *sfen, const struct tables *tables, char fen[FEN_TEXT],
                 struct error *error) {
    struct buffer out = buffer_init();
    bool done = convert(sfen, tables, &out, error);
    if (done && out.length >= FEN_TEXT)
        done = error_set(error, "SFEN: too long");
    else if (done)
        strcpy(fen, out.data);
    buffer_destroy(&out);
    return done;
}

static char *print_hands(const struct position *position, char *at) {
    const struct variant *variant = &position->tables->variant;
    const char *start = at;
    for (enum side side = FIRST; side < SIDES; side++)
        for (int i = 0; i < variant->base_count; i++) {
            int count = position->hand[side][variant->bases[i]];
            if (count > 1)
                at += sprintf(at, "%d", count);
            if (count > 0)
                *at++ = side_letter(variant->bases[i], side);
        }
    if (at == start)
        *at++ = '-';
    return at;
}

char *sfen_print(const struct position *position, char text[FEN_TEXT]) {
    const struct tables *tables = position->tables;
    fen_print(position, text);
    char *at = strchr(text, '[');
    at += sprintf(at, " %c ", position->side == FIRST ? 'b' : 'w');
    at = position->lion != SQUARE_NONE ? print_square(position->lion, tables, at)
                                       : print_hands(position, at);
    at += sprintf(at, " %d", position->ply + 1);
    char mark = '~';
    for (int square = 0; square < SQUARES; square++)
        if (position->deferred[square / GRID] >> (square % GRID) & 1) {
            at += sprintf(at, "%s%c", mark == '~' ? " " : "", mark);
            at = print_square((Square)square, tables, at);
            mark = ',';
        }
    *at = 0;
    return text;
}

// The move in our own letters; false when it is none.
static bool to_own(const char *text, const struct tables *tables, char own[MOVE_TEXT]) {
    int squares = 0;
    bool drops = isupper((unsigned char)text[0]) && text[1] == '*';
    char *to = own;
    if (drops) {
        *to++ = text[0];
        *to++ = '@';
        text += 2;
    }
    for (Square square; squares < 3 && (square = read_square(&text, tables)) != SQUARE_NONE;
         squares++)
        to += strlen(square_text(square, to));
    if (!drops && *text == '+')
        *to++ = *text++;
    *to = 0;
    return !*text && (drops ? squares == 1 : squares >= 2);
}

bool usi_move_parse(const char *text, struct position *position, Move *move, struct error *error) {
    char own[MOVE_TEXT];
    if (!to_own(text, position->tables, own))
        return error_set(error, "'%.40s' is no move; expected 7g7f, 8h2b+ or P*5e", text);
    struct error inner = {""};
    if (move_parse(own, position, move, &inner))
        return true;
    const char *why = strchr(inner.text, ' '); // after the move in our letters
    return error_set(error, "'%s'%s", text, why ? why : " is illegal");
}

char *usi_move_print(Move move, const struct tables *tables, char text[MOVE_TEXT]) {
    char *at = text;
    if (move_is_drop(move)) {
        *at++ = type_letter(move_dropped(move));
        *at++ = '*';
    } else {
        at = print_square(move_from(move), tables, at);
        if (move & MOVE_TWO_STEP)
            at = print_square(move_via(move), tables, at);
    }
    at = print_square(move_to(move), tables, at);
    if (move_is_promotion(move))
        *at++ = '+';
    *at = 0;
    return text;
}

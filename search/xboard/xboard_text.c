// SPDX-License-Identifier: GPL-3.0-or-later
#include "xboard_text_internal.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "xboard.h"

static const char pass_text[] = "@@@@";

bool xboard_shift_ranks(const char *text, int by, char *out, size_t size) {
    size_t used = 0;
    bool fits = size > 0;
    while (*text && fits) {
        char *end = NULL;
        long rank = islower((unsigned char)*text) && isdigit((unsigned char)text[1])
                        ? strtol(text + 1, &end, 10)
                        : 0;
        int length = end && rank < INT_MAX / 2 && rank + by >= 0
                         ? snprintf(out + used, size - used, "%c%ld", *text, rank + by)
                         : snprintf(out + used, size - used, "%c", *text);
        used += (size_t)length;
        fits = used < size && (!end || (rank < INT_MAX / 2 && rank + by >= 0));
        text = end ? end : text + 1;
    }
    if (size)
        out[fits ? used : 0] = 0;
    return fits;
}

static bool is_pass(const struct position *position, Move move) {
    return move & MOVE_TWO_STEP && move_to(move) == move_from(move) &&
           position_captured_via(position, move) == PIECE_EMPTY;
}

static char *print(const struct position *position, Move move, const char *legs,
                   char text[MOVE_TEXT]) {
    if (is_pass(position, move))
        return strcpy(text, pass_text);
    if (!(move & MOVE_TWO_STEP))
        return move_print(move, text);
    char from[SQUARE_TEXT], via[SQUARE_TEXT], to[SQUARE_TEXT];
    square_text(move_from(move), from);
    square_text(move_via(move), via);
    square_text(move_to(move), to);
    if (legs) // the second leg repeats the square between
        snprintf(text, MOVE_TEXT, "%s%s%s%s%s", from, via, legs, via, to);
    else
        snprintf(text, MOVE_TEXT, "%sx%s%c%s", from, via,
                 position_captured(position, move) ? 'x' : '-', to);
    return text;
}

static char *print_shifted(const struct xboard_setup *setup, const struct position *position,
                           Move move, const char *legs, char text[MOVE_TEXT]) {
    char own[MOVE_TEXT];
    xboard_shift_ranks(print(position, move, legs, own), setup->low_rank - 1, text, MOVE_TEXT);
    return text;
}

char *xboard_move_print(const struct xboard_setup *setup, const struct position *position,
                        Move move, char text[MOVE_TEXT]) {
    return print_shifted(setup, position, move, ",", text);
}

char *xboard_move_print_line(const struct xboard_setup *setup, const struct position *position,
                             Move move, char text[MOVE_TEXT]) {
    return print_shifted(setup, position, move, NULL, text);
}

static bool find_pass(struct position *position, Move *pass, struct error *error) {
    Move *list = mem_alloc(MOVES_MAX * sizeof *list);
    Move *end = movegen(position, MOVES_ALL, list), *move = list;
    while (move < end && !is_pass(position, *move))
        move++;
    if (move < end)
        *pass = *move;
    bool found = move < end;
    free(list);
    return found || error_set(error, "no piece of the side to move can pass");
}

bool xboard_move_parse(const struct xboard_setup *setup, const char *text,
                       struct position *position, Move *move, struct error *error) {
    if (strcmp(text, pass_text) == 0)
        return find_pass(position, move, error);
    char own[MOVE_TEXT];
    if (!xboard_shift_ranks(text, 1 - setup->low_rank, own, sizeof own))
        return error_set(error, "too long for a move");
    size_t length = strlen(own);
    char *comma = strchr(own, ',');
    if (comma) { // a1b2,b2c3: the square between stands twice
        const struct tables *tables = position->tables;
        const char *at = own, *second = comma + 1;
        Square from = square_parse(&at, tables->files, tables->ranks);
        Square via = square_parse(&at, tables->files, tables->ranks);
        if (from == SQUARE_NONE || via == SQUARE_NONE || at != comma ||
            square_parse(&second, tables->files, tables->ranks) != via || !*second)
            return error_set(error, "the legs of a two-step move are a1b2,b2c3");
        memmove(comma, second, strlen(second) + 1);
    } else if (length && own[length - 1] == '=') {
        own[length - 1] = 0; // declined promotion
    }
    return move_parse(own, position, move, error);
}

// The row of a text like "k7", from 0, or -1.
static int row_of(const struct xboard_setup *setup, const char *square) {
    char *end;
    if (!isdigit((unsigned char)square[1]))
        return -1;
    long rank = strtol(square + 1, &end, 10);
    return *end || rank > XBOARD_RANKS_MAX ? -1 : (int)rank - setup->low_rank;
}

// Pieces in hand stand in columns two files off the board: the first player's on the right from the
// lowest rank upwards, the other's on the left from the highest rank downwards.
static Type hand_at(const struct xboard_setup *setup, const struct position *position,
                    const char *square) {
    int row = row_of(setup, square);
    if (row < 0 || !setup->hand_count)
        return 0;
    bool first = square[0] == 'a' + setup->variant->files + 1, second = square[0] == 'a' - 2;
    if (!(position->side == FIRST ? first : second))
        return 0;
    if (second)
        row = setup->height - 1 - row;
    Type type = row >= 0 && row < setup->hand_count ? setup->hand[row] : 0;
    return type && position->hand[position->side][type] ? type : 0;
}

struct xboard_lift xboard_lift(const struct xboard_setup *setup, const struct position *position,
                               struct xboard_lift before, const char *text) {
    struct xboard_lift lift = {SQUARE_NONE, SQUARE_NONE, 0};
    char own[SQUARE_TEXT];
    const char *at = xboard_shift_ranks(text, 1 - setup->low_rank, own, sizeof own) ? own : text;
    Square square = square_parse(&at, position->tables->files, position->tables->ranks);
    if (square == SQUARE_NONE || *at) {
        lift.drop = hand_at(setup, position, text);
    } else if (piece_of(position->board[square], position->side)) {
        lift.from = square;
    } else if (before.from != SQUARE_NONE && before.via == SQUARE_NONE) {
        lift.from = before.from;
        lift.via = square;
    }
    return lift;
}

char *xboard_highlight(const struct position *position, struct xboard_lift lift, const Move *moves,
                       int count, char text[XBOARD_HIGHLIGHT_TEXT]) {
    assert(count >= 0);
    const struct tables *tables = position->tables;
    char colour[SQUARES] = {0};
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        Square to = move_to(move);
        if (move_is_drop(move)) {
            if (lift.drop && move_dropped(move) == lift.drop)
                colour[to] = 'Y';
            continue;
        }
        if (lift.from == SQUARE_NONE || move_from(move) != lift.from || is_pass(position, move))
            continue;
        char plain = position->board[to] && to != lift.from ? 'R' : 'Y';
        if (move & MOVE_TWO_STEP) {
            if (lift.via == SQUARE_NONE)
                colour[move_via(move)] = 'C';
            else if (move_via(move) == lift.via)
                colour[to] = plain;
        } else if (lift.via == SQUARE_NONE) {
            if (colour[to] != 'C' && colour[to] != 'M')
                colour[to] = move_is_promotion(move) ? 'M' : plain;
        } else if (to == lift.via) {
            colour[to] = plain; // a second click there: it stops after the first leg
        }
    }
    char *at = text;
    for (int rank = tables->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= tables->files; file++) {
            char mark = file < tables->files ? colour[square_at(file, rank)] : '/';
            if (!mark) {
                empty++;
                continue;
            }
            if (empty)
                at += sprintf(at, "%d", empty);
            empty = 0;
            *at++ = mark;
        }
    }
    at[-1] = 0; // the last '/'
    return text;
}

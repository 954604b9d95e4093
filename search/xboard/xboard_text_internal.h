// SPDX-License-Identifier: GPL-3.0-or-later
// Moves as XBoard writes them, and the marks that show where a piece may go.
//   e3e4, b2b7+, P@e5, legs e5f6,f6g7 of a two-step move, @@@@ for a pass
// Ranks are numbered from setup->low_rank on; FENs need no translation (notation.h reads XBoard's).
#pragma once

#include "notation.h"
#include "xboard_setup_internal.h"

enum { XBOARD_HIGHLIGHT_TEXT = 2 * BOARD_MAX * BOARD_MAX };

// Writes a legal move and returns `text`. In the form for lines of play a two-step move is one
// word, e5xf6-g7, as XBoard prints it itself.
char *xboard_move_print(const struct xboard_setup *setup, const struct position *position,
                        Move move, char text[MOVE_TEXT]);
char *xboard_move_print_line(const struct xboard_setup *setup, const struct position *position,
                             Move move, char text[MOVE_TEXT]);

// Reads a move, legal in `position` as far as that alone can say (as move_parse); @@@@ is any of
// the piece's passes. Errors say what is wrong.
bool xboard_move_parse(const struct xboard_setup *setup, const char *text,
                       struct position *position, Move *move, struct error *error);

// What the user has picked up.
struct xboard_lift {
    Square from; // SQUARE_NONE: a piece in hand, or nothing
    Square via;  // where the first leg of a two-step move has ended, or SQUARE_NONE
    Type drop;   // 0: nothing in hand is picked up
};

// Reads the square of a `lift` command, given what was picked up before: a piece of the side to
// move, a square that it takes on its way, or a place beside the board, where pieces are in hand.
struct xboard_lift xboard_lift(const struct xboard_setup *setup, const struct position *position,
                               struct xboard_lift before, const char *square);

// Writes the colours of the squares where the lifted piece may go by one of the `count` moves, for
// a `highlight` command, and returns `text`: Y empty, R capture, M promotion to be chosen, C a
// piece that may be taken on the way.
char *xboard_highlight(const struct position *position, struct xboard_lift lift, const Move *moves,
                       int count, char text[XBOARD_HIGHLIGHT_TEXT]);

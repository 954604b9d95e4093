// SPDX-License-Identifier: GPL-3.0-or-later
// CECP version 2, the protocol of XBoard and WinBoard, as its engine side: reads commands, writes
// answers. Source: engine-intf.html of XBoard 4.9.
#pragma once

#include "session.h"

struct xboard;

struct xboard_config {
    const char *name;    // the program's, for `feature myname`
    const char *variant; // name or file of the game that `session` has now
    // Takes one line of output, without its end; it must reach the reader at once.
    void (*send)(void *context, const char *line);
    void *context;
};

// A front end for the session; its present rules are kept for its game, whatever games come
// between. `session` and the config's texts outlive it. xboard_destroy
// (NULL is fine).
struct xboard *xboard_create(struct session *session, const struct xboard_config *config);
void xboard_destroy(struct xboard *xboard);

// For session_serve; `closed` is left to the caller.
struct session_events xboard_events(struct xboard *xboard);

// One command for a struct xboard, any text without an end of line; it is written into. False:
// `quit`. Whatever is wrong with it is answered by "Error ...", "Illegal move ..." or
// "tellusererror ...".
bool xboard_line(void *xboard, char *line);

// Moves as this protocol has them, whose ranks are numbered from `low_rank` on, 1 or 0:
//   e3e4, b2b7+, P@e5, legs e5f6,f6g7 of a two-step move, @@@@ for a pass

// Writes a legal move and returns `text`. In lines of play a two-step move is one word, e5xf6-g7,
// as XBoard prints it itself.
char *xboard_move_print(int low_rank, const struct position *position, Move move, bool in_line,
                        char text[MOVE_TEXT]);

// Reads a move, legal in `position` as far as that alone can say (as move_parse); @@@@ is any of
// the piece's passes. Errors say what is wrong.
bool xboard_move_parse(int low_rank, const char *text, struct position *position, Move *move,
                       struct error *error);

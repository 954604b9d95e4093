// SPDX-License-Identifier: GPL-3.0-or-later
// FEN and move text, both ways.
//   FEN   board[hands] side - lion half full     (trailing fields may be missing on input)
//   moves e3e4, b2b7+, P@e5, two-step f3g4h5
#pragma once

#include "movegen.h"
#include "position.h"

// Reads a FEN, or an SFEN (sfen.h), which says so itself. Errors name the column and what was
// expected: wrong number of files or ranks, letters that are no piece, promotion of a piece that
// has none, missing or too many royals, the side not to move in check (where that is illegal), what
// may be a FEN or an SFEN; a nifu double Pawn is allowed (problems have them).
bool fen_parse(const char *text, const struct tables *tables, struct position *position,
               struct error *error);

// The same for what is looked at and not played: one side may have no King, as the attacker of most
// mate problems. It cannot be in check then, and loses none.
bool fen_parse_problem(const char *text, const struct tables *tables, struct position *position,
                       struct error *error);

// Writes the FEN and returns `text`.
char *fen_print(const struct position *position, char text[FEN_TEXT]);

// Writes a move and returns `text`.
char *move_print(Move move, char text[MOVE_TEXT]);

// Reads a move and checks that it is legal in `position`. A two-step move that captures nothing on
// its way is read as the direct move (or as the piece's one pass). An error says whether the text
// is no move at all, or what makes the move illegal as far as that can be said.
bool move_parse(const char *text, struct position *position, Move *move, struct error *error);

// SPDX-License-Identifier: GPL-3.0-or-later
// Positions and moves as USI programs write them.
//   SFEN   board side hands number    side b moves first (upper case), hands as 2Pb, '-' = empty
//   moves  7g7f, promotion 8h2b+, drop P*5e, two-step moves as three squares 7g6f7e
// Files are numbers from the right, ranks letters from the top: 5e is the middle of a 9x9 board,
// 12l the first player's left corner of a 12x12 one. Letters of pieces are the variant's own, and
// so are those of shogi and minishogi. Where Lions may not be taken back, the third field is the
// square of the counter-strike instead of hands, as Lishogi has it; pieces that declined to promote
// follow the number as ~9a,10b.
#pragma once

#include "notation.h"

// Turns an SFEN, with or without the word sfen before it, into a FEN (notation.h), which need not
// be right otherwise. Errors: too long, a side or number that is none, a square that is not on the
// board.
bool sfen_to_fen(const char *sfen, const struct tables *tables, char fen[FEN_TEXT],
                 struct error *error);

// Writes the SFEN and returns `text`.
char *sfen_print(const struct position *position, char text[FEN_TEXT]);

// As move_parse and move_print.
bool usi_move_parse(const char *text, struct position *position, Move *move, struct error *error);
char *usi_move_print(Move move, const struct tables *tables, char text[MOVE_TEXT]);

// SPDX-License-Identifier: GPL-3.0-or-later
// FEN and move text, both ways.
//   FEN   board[hands] side - lion half full     (trailing fields may be missing on input)
//   moves e3e4, b2b7+, P@e5, two-step f3g4h5
#pragma once

#include "buffer.h"
#include "movegen.h"
#include "position.h"

// Reads a FEN, or an SFEN (sfen.h), which says so itself; NULL: the start position. Errors name the
// column and what was expected: wrong number of files or ranks, letters that are no piece,
// promotion of a piece that has none, missing or too many royals, the side not to move in check
// (where that is illegal), what may be a FEN or an SFEN; a nifu double Pawn is allowed (problems
// have them).
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
// Adds moves, a blank between two.
void moves_add(struct buffer *out, const Move *moves, int64_t count);

// Reads a move and checks that it is legal in `position`. A two-step move that captures nothing on
// its way is read as the direct move (or as the piece's one pass). An error says whether the text
// is no move at all, or what makes the move illegal as far as that can be said.
bool move_parse(const char *text, struct position *position, Move *move, struct error *error);

// Positions and moves as USI programs write them.
//   SFEN   board side hands number    side b moves first (upper case), hands as 2Pb, '-' = empty
//   moves  7g7f, promotion 8h2b+, drop P*5e, two-step moves as three squares 7g6f7e
// Files are numbers from the right, ranks letters from the top: 5e is the middle of a 9x9 board,
// 12l the first player's left corner of a 12x12 one. Letters of pieces are the variant's own, and
// so are those of shogi and minishogi. Where Lions may not be taken back, the third field is the
// square of the counter-strike instead of hands, as Lishogi has it; pieces that declined to promote
// follow the number as ~9a,10b.

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

// A variant as Fairy-Stockfish reads it (variants.ini), so that it can be an opponent: fairy.c.

// Writes the variant under the tables' rules as a section `name`. The caller frees the text. NULL
// and the reason in `error` when Fairy-Stockfish has no way to say it: a board beyond 12 files or
// 10 ranks, lion power, more than 27 kinds of pieces, a rule that it does not know.
// Promoted pieces get the letters that the others leave, the 27th kind gets '!' (`*odd` becomes
// true), which unchanged Fairy-Stockfish refuses. Moves are written square by square of the
// compass, for it reads some of Betza's shorter forms (rh, lh) as other moves.
char *fairy_export(const struct tables *tables, const char *name, bool *odd, struct error *error);

// SPDX-License-Identifier: GPL-3.0-or-later
// What reads a format: it takes a file line by line, and puts what is said there of a game into it
// by these calls. False and `error` is a fault of the game.
#pragma once

#include "export_internal.h"
#include "games_import.h"

struct incoming {
    const struct tables *tables;
    struct referee referee; // where the moves so far lead to, once it is in moves
    struct position drawn;  // the opening piece by piece, where one is put
    // From here on nought before each game.
    enum { INCOMING_NOTHING, INCOMING_HEAD, INCOMING_MOVES, INCOMING_OVER } stage;
    char fen[FEN_TEXT]; // of the opening; "": the start position
    char name[SIDES][PLAYER_NAME];
    struct outcome said; // by the file
    bool is_drawn;       // the opening is `drawn`
    bool bad;            // its fault has been told: the rest of it is passed over
    struct error foul;   // a move that is none, which only an end by a foul makes good ...
    int foul_line;       // ... and its line; 0: none
    // For the reader alone.
    int depth;    // of brackets, or ranks of the board that have been read
    bool comment; // it goes on in the next line
    bool blank;   // the line before was empty
    Square last;  // where the move before ended
    char step[2 * SQUARE_TEXT];
};

typedef bool import_reader(struct incoming *game, const char *line, struct error *error);
import_reader import_pgn, import_kif, import_csa;
extern const char import_pgn_open[]; // the fault of a file that ends within a comment

// A line of the head of a game, which ends the game before.
void incoming_head(struct incoming *game);
// Tells a fault of the game that has been read so far.
void incoming_fault(struct incoming *game, const char *what);
// A player's name, as far as there is room for its characters.
void incoming_name(struct incoming *game, enum side side, const char *name);
// Puts a piece (or PIECE_EMPTY) on the opening's board, SQUARE_NONE: in hand; the board is empty
// before, or where it is `start` that of the start position.
bool incoming_put(struct incoming *game, bool start, Square square, Piece piece,
                  struct error *error);
// "rules name=value;...", and behind the end the name of a termination; else nothing.
bool incoming_comment(struct incoming *game, const char *text, struct error *error);
// The moves begin, where they have not: the referee's position stands.
bool incoming_begin(struct incoming *game, struct error *error);
// A move; MOVE_NONE: `error` says why it is none. Then the same as move_parse reads it.
bool incoming_move(struct incoming *game, Move move, struct error *error);
bool incoming_text(struct incoming *game, const char *text, struct error *error);
// The game is over: who has won and, where it is said, how.
bool incoming_end(struct incoming *game, enum result result, enum termination termination,
                  struct error *error);
// The same by one of the words, which end with NULL.
bool incoming_end_word(struct incoming *game, const struct end_word *words, const char *text,
                       struct error *error);

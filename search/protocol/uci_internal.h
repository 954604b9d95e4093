// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of the UCI and USI front end, shared by uci*.c. Others use uci.h.
#pragma once

#include "buffer.h"
#include "notation.h"
#include "uci.h"

struct dialect {
    const char *name;        // its greeting; begins the answer to that, and the word for a new game
    const char *prefix;      // of option names
    const char *file_type;   // of an option
    const char *fen;         // the word for a position
    const char *no_move;     // bestmove without one
    const char *first_clock; // the first player's colour: btime or wtime
    bool is_usi;             // Hash and Ponder have the prefix too, names of options '_' for ' ';
                             // impasse is declared by a word; mates are counted in plies, and
                             // `go mate` asks for a problem's solution within a time
    bool (*read_move)(const char *text, struct position *position, Move *move, struct error *error);
};

struct uci {
    const struct dialect *dialect;
    struct session *session;
    const char *name;
    void (*send)(void *context, const char *line);
    void *context;
    struct buffer line; // being made

    bool follows;                // the session's game is the one of the last `position`
    struct buffer start;         // how that began: "startpos", "fen ..."
    char (*followed)[MOVE_TEXT]; // owned: its moves, as they were written
    int followed_room;

    bool lost; // the last `position` could not be read: there is nothing to search

    struct buffer waiting; // lines that wait for the end of the search
    bool counts;           // perft
    bool solves;           // USI's `go mate`: a line of mate is put together
    int solved;            // its moves so far; they are played in the session
    int64_t solve_until;   // control_now; 0 = no limit
    Move told;             // best move of the last line that was sent
};

// The next word of *text, cut out of it; "" at the end.
char *uci_word(char **text);

// Adds to the current line; sends the line.
void uci_add_move(struct uci *uci, Move move);
void uci_flush(struct uci *uci);
// Sends a line of its own.
__attribute__((format(printf, 2, 3))) void uci_say(struct uci *uci, const char *format, ...);

// go ...: starts a search or says what is wrong.
void uci_go(struct uci *uci, char *text);

// Sends what a thought says: info, bestmove, counts.
void uci_report(struct uci *uci, const struct thought *thought);

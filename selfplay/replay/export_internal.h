// SPDX-License-Identifier: GPL-3.0-or-later
// What writes a format: functions that a game is walked through with.
#pragma once

#include "export.h"
#include "notation.h"
#include "replay.h"

enum { EXPORT_UNKNOWN = INT32_MIN };

struct export_move {
    Move move;
    int number;           // of the move in its game, from 0
    int score;            // centi-values for the first player; EXPORT_UNKNOWN
    int mate;             // plies to it, below 0 for the second player; 0: none
    int depth;            // 0: not known
    int64_t duration;     // milliseconds; -1: not known
    const char *text;     // the move as the log has it
    bool lion_pass;       // its piece goes and comes back and nothing happens
    bool can_promote;     // it does not promote, and might have; where the writer asks for it
    Square previous;      // where the move before ended, or SQUARE_NONE
    int64_t spent[SIDES]; // by both players, this move included; where durations are known
};

struct export_game {
    const struct game_row *row;
    const struct runmeta *meta; // NULL: there is none
    const struct tables *tables;
    struct buffer *text; // that the game is added to
    int column;          // of a line that is wrapped; for the format
};

struct export_writer {
    const char *head;       // above all games, or NULL
    const char *between;    // two games, or NULL
    bool says_no_promotion; // it asks for can_promote
    // Can the format say this game? Asked before its first move. NULL: any.
    bool (*check)(const struct tables *tables, struct error *error);
    // At the opening (may be NULL); before each move; after the last (may be NULL).
    void (*begin)(struct export_game *game, const struct position *position);
    void (*move)(struct export_game *game, const struct position *position,
                 const struct export_move *move);
    void (*end)(struct export_game *game, const struct position *position);
};

extern const struct export_writer export_kif, export_csa;

// A Lion's pass: it goes to an empty square and comes back.
bool export_is_pass(const struct position *position, Move move);

// How a format says ends, for its writer and its reader: the player to move has lost or won, nobody
// has, no one can tell, or the first or the second player has lost by what he did.
enum end_kind { END_LOST, END_WON, END_DRAWN, END_OPEN, END_BY_FIRST, END_BY_SECOND };
struct end_word {
    const char *word;
    enum end_kind kind;
    enum termination termination; // NONE: any other
};
// The first that says how this game ended, `side` to move.
const char *export_end_word(const struct end_word *words, const struct game_row *row,
                            enum side side);

// The day a run began, "2026/11/23" with a '/' between; "" where it is not known.
char *export_day(const struct export_game *game, char between, char text[16]);

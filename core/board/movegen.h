// SPDX-License-Identifier: GPL-3.0-or-later
// Legal moves. The caller supplies the list (MOVES_MAX moves); nothing is allocated.
#pragma once

#include "position.h"

enum move_kinds { // bit set for movegen
    MOVES_CAPTURES = 1,
    MOVES_QUIETS = 2, // board moves that do not capture
    MOVES_DROPS = 4,
    MOVES_ALL = 7,
    MOVES_CHECKING_DROPS = 8 // instead of all drops those that check an only royal
};

struct squares { // a set of squares, by rank of the grid
    Line rank[GRID];
};

struct pin {
    Square square;
    uint8_t direction; // from the King
    uint8_t reach;     // steps from the King to the pinning piece
};

// What the safety of the side to move's King allows: worked out once a position, used by each
// stage.
struct checks {
    bool matters; // false: no royal whose check counts, every pseudo-legal move is legal
    Square king;
    int checkers;
    struct squares answers; // with one checker: its square and those that block it
    int pin_count;
    struct pin pins[DIRECTIONS];
    struct squares apart; // the King, pinned pieces, pieces that crown: theirs are no plain moves
};

void movegen_checks(const struct position *position, struct checks *checks);
// The same, sooner, where the side to move is known not to be in check.
void movegen_pins(const struct position *position, struct checks *checks);

// Writes the legal moves of those kinds to `list` and returns the end of the list. Order: in check
// or before pins pieces whose promotion makes a second royal, the King, two-step moves, free pieces
// by square from a1 upwards, pinned pieces, drops by type (with lame leapers or walks all pieces by
// square first); the same however the position was reached.
Move *movegen(struct position *position, int kinds, Move *list);

// The same with `safety` of the position already known.
Move *movegen_with_checks(struct position *position, const struct checks *checks, int kinds,
                          Move *list);

// The legal captures that end on `target`.
Move *movegen_captures_on(struct position *position, const struct checks *checks, Square target,
                          Move *list);

// True when a drop, legal but for what it does, leaves the other side no legal move.
bool movegen_drop_mates(struct position *position, Move drop);

// Number of legal moves, without writing them.
int movegen_count(struct position *position);

// True when the side to move has a legal move. Stops early.
bool movegen_any(struct position *position);

// True when `move` (any 32 bits) is a legal move here.
bool movegen_is_legal(struct position *position, Move move);
bool movegen_is_legal_with_checks(struct position *position, const struct checks *checks,
                                  Move move);

// SPDX-License-Identifier: GPL-3.0-or-later
// Betza notation: slides, leaps, riders, hops, moves that bend, initial moves and the Lion's double
// moves, as core/variants/formats.txt explains them. Anything else is an error that names the
// column.
#pragma once

#include "error.h"
#include "square.h"

enum {
    RANGE_UNLIMITED = 15,
    WALK_LEGS = 3,
    WALKS_MAX = 64, // of one piece
    BETZA_TEXT = 2560
};
_Static_assert((int)RANGE_UNLIMITED >= (int)BOARD_MAX, "an unlimited slide must cross the board");

// A part of a move that goes straight on: up to `most` leaps of (dx,dy), each onto an empty square
// but the last one. Where the next leg begins, the square must be as `turn` says.
enum { TURN_EMPTY = 1, TURN_PIECE = 2 }; // bits: by occupancy, 1 << (is there a piece)
struct leg {
    int8_t dx, dy;
    uint8_t most; // leaps; 0 = there is no such leg
    uint8_t turn; // TURN_... bits; 0 on the last leg
};

enum walk_flags {
    WALK_MOVES = 1,    // may end on an empty square
    WALK_CAPTURES = 2, // may end on an enemy
    WALK_LAME = 4,     // no leap passes over a piece: it goes straight first, then diagonally
    WALK_HOPS = 8,     // its last leg passes over exactly one piece, whosever, and ends behind it;
                       // `most` counts the squares behind
    WALK_SKIPS = 16,   // its first leap ends nowhere and may be to an occupied square
    WALK_INITIAL = 32  // only from squares where the piece stands at the start
};

// One way of moving that ranges and leaps of up to two squares do not say: a rider, a leap of three
// squares, a hop, a bend. Bytes alone, so that movements compare by memcmp.
struct walk {
    struct leg leg[WALK_LEGS];
    uint8_t flags; // enum walk_flags
};

// What one type may do, seen from FIRST (forward = towards higher ranks).
// Ranges: steps in that direction, 0 = none. Leaps: bit i = leap i of square.h.
struct movement {
    uint8_t move_range[DIRECTIONS];               // onto empty squares
    uint8_t capture_range[DIRECTIONS];            // onto enemies
    uint16_t move_leaps, capture_leaps;           // jumps over whatever stands between
    uint16_t lame_move_leaps, lame_capture_leaps; // leaps that need the square between empty
    uint8_t second_steps[DIRECTIONS]; // lion power: directions of the second step after a first one
    uint16_t walk_count;
    struct walk walks[WALKS_MAX]; // sorted, all different; the rest is 0
};

// Reads `text` into `movement`. On an error returns false, sets `error` to
// "column N: what is wrong" and leaves `movement` unspecified.
bool betza_parse(const char *text, struct movement *movement, struct error *error);

// Writes the move set as Betza, shortest common form first (K, Q, R, B before their parts), and
// returns `text` (BETZA_TEXT bytes). betza_parse of the result gives the same movement.
char *betza_print(const struct movement *movement, char text[BETZA_TEXT]);

// The same move set turned by 180 degrees: SECOND's view.
struct movement movement_rotate(const struct movement *movement);
// The move set mirrored left to right.
struct movement movement_mirror(const struct movement *movement);

// True when `a` mirrored left to right is `b` (Left General and Right General, say).
bool movement_is_mirror(const struct movement *a, const struct movement *b);

// True when both are the same move set.
bool movement_same(const struct movement *a, const struct movement *b);

// Adds a way of moving, as a range or a leap where it is one. False when there is no room.
bool movement_add_walk(struct movement *movement, const struct walk *walk);

// Adds the plain first step and the direct jumps that lion power brings along.
void movement_add_lion_power(struct movement *movement, int first, uint8_t second);

// Takes away what farther riders do anyway (the larger range wins), and two steps where it jumps.
// After the last walk is added.
void movement_settle(struct movement *movement);

// What moves and captures have in common, what only moves do, what only captures do, and their
// letters. Of leaps those that a modality has something to say about.
enum { MODALITIES = 3 };
extern const char modality_text[MODALITIES][2];
static inline uint16_t modality_leaps(int modality, uint16_t move, uint16_t capture) {
    const unsigned leaps[MODALITIES] = {move & capture, move & ~capture, capture & ~move};
    return (uint16_t)leaps[modality];
}
static inline const char *walk_modality(const struct walk *walk) {
    return modality_text[!(walk->flags & WALK_CAPTURES) ? 1 : !(walk->flags & WALK_MOVES) ? 2 : 0];
}

// How many legs the walk has, 1 to WALK_LEGS.
static inline int walk_legs(const struct walk *walk) {
    int legs = 1;
    while (legs < WALK_LEGS && walk->leg[legs].most)
        legs++;
    return legs;
}

// The letter of the atom that makes the leg's leap, W F D A H G N C or Z, and its direction: of
// square.h, or of an oblique leap the one of the eight, clockwise, that lies right after that
// direction.
char leg_atom(const struct leg *leg, int *direction);

// The next square that a lame leap of (dx,dy) passes, as what is left to go from there: straight
// along its longer side first, then diagonally ("n" of a Knight: the Mao of xiangqi; of a Zebra:
// the Elephant of janggi). The leap has arrived when both are 0.
static inline void walk_lame_step(int *dx, int *dy) {
    int straight = abs(*dx) - abs(*dy);
    if (straight >= 0)
        *dx -= (*dx > 0) - (*dx < 0);
    if (straight <= 0)
        *dy -= (*dy > 0) - (*dy < 0);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Betza notation for moves of up to two squares of leap and any length of slide.
//
// A move set is a sequence of [modifiers]ATOM[range]; parts add up, the larger range wins:
//   atoms      W (1,0)  F (1,1)  D (2,0)  N (2,1)  A (2,2)
//              K = WF, R = W slide, B = F slide, Q = RB
//   range      W3, F2, B4, K2 ...: a slide of at most that many steps (1 to 12), blocked by what
//              it meets; none on W F K means 1; none on R B Q means unlimited; not on D N A
//   modality   m move only, c capture only, n lame leap (D N A: the square between must be empty;
//              for N that is the orthogonal neighbour)
//   direction  orthogonal atoms: any of f b l r, v = fb, s = lr: a union
//              diagonal atoms: f b l r = half, v s = all; a vertical and a horizontal letter
//              together = one quarter (fl, fr, bl, br, also lf ...)
//              K and Q: as orthogonal and diagonal part; lh rh fh bh = the three directions of a
//              half
//              oblique atom (N), the last letter of a pair is the long leg: ff bb ll rr = the two
//              narrow moves that way, fl fr bl br lf rf lb rb = one move, fs bs vl vr lv rv sf
//              sb = two, fh bh lh rh = the four of a half; a single f b l r = ff bb ll rr,
//              v = ffbb, s = llrr
//              pairs and single letters do not mix: "flr" could mean two things, "flFrF" cannot
//   lion power [first-second], each a list of atoms W F K with directions: the man may go on after
//              a step of `first` by a step of `second`. It captures on both squares, goes directly
//              to any square of first + second over whatever stands between, returns to its own
//              square after capturing (igui), or passes when the square of a `first` step is empty
//              and a `second` step leads back (jitto). A plain step of `first` is included.
//              [K-K] a Lion; [fW-vW] a Horned Falcon's front; [flF-flFbrF] a side of an Eagle's
// Anything else is an error that names the column.
// Source of the notation: Ralph Betza's "funny notation" and its extension in XBoard; the halves
// and the oblique pairs are as the rule pages of Kagamigi and Chu Seireigi use them.
#pragma once

#include "error.h"
#include "square.h"

enum { RANGE_UNLIMITED = 15, BETZA_TEXT = 256 };
_Static_assert((int)RANGE_UNLIMITED >= (int)BOARD_MAX, "an unlimited slide must cross the board");

// What one type may do, seen from FIRST (forward = towards higher ranks).
// Ranges: steps in that direction, 0 = none. Leaps: bit i = leap i of square.h.
struct movement {
    uint8_t move_range[DIRECTIONS];               // onto empty squares
    uint8_t capture_range[DIRECTIONS];            // onto enemies
    uint16_t move_leaps, capture_leaps;           // jumps over whatever stands between
    uint16_t lame_move_leaps, lame_capture_leaps; // leaps that need the square between empty
    uint8_t second_steps[DIRECTIONS]; // lion power: directions of the second step after a first one
};

// Reads `text` into `movement`. On an error returns false, sets `error` to
// "column N: what is wrong" and leaves `movement` unspecified.
bool betza_parse(const char *text, struct movement *movement, struct error *error);

// Writes the move set as Betza, shortest common form first (K, Q, R, B before their parts), and
// returns `text` (BETZA_TEXT bytes). betza_parse of the result gives the same movement.
char *betza_print(const struct movement *movement, char text[BETZA_TEXT]);

// The same move set turned by 180 degrees: SECOND's view.
struct movement movement_rotate(const struct movement *movement);

// True when `a` mirrored left to right is `b` (Left General and Right General, say).
bool movement_is_mirror(const struct movement *a, const struct movement *b);

// SPDX-License-Identifier: GPL-3.0-or-later
// How likely a quiet move is the best one, by what it is: which piece moves, is dropped or
// promotes, and where it comes to stand and comes from as seen from four points: either King, and
// the squares to which the other side's last move and the own one before it went. Learned from the
// moves that searches chose (tuner/fit/move_fit.h), for ordering moves of which a search knows
// nothing yet. The idea of ordering by learned likelihoods of kinds of moves is that of Tsuruoka,
// Yokoyama and Chikayama, "Game-tree search algorithm based on realization probability", ICGA
// Journal 25 (2002).
#pragma once

#include <stddef.h>

#include "beside.h"
#include "error.h"
#include "file.h"
#include "king_zone.h"
#include "move.h"
#include "values.h"

enum prior_point {
    PRIOR_ENEMY_KING,
    PRIOR_OWN_KING,
    PRIOR_THEIR_LAST,
    PRIOR_OUR_LAST,
    PRIOR_POINTS
};
enum prior_kind { PRIOR_MOVE, PRIOR_DROP, PRIOR_PROMOTION, PRIOR_CHECKING_DROP, PRIOR_KINDS };
enum {
    PRIOR_DROPS = TYPES,                         // + base type: drops that do not check
    PRIOR_PROMOTIONS = PRIOR_DROPS + BASE_TYPES, // + base type
    PRIOR_CHECKING_DROPS = PRIOR_PROMOTIONS + BASE_TYPES,
    PRIOR_CLASSES = PRIOR_CHECKING_DROPS + BASE_TYPES, // before PRIOR_DROPS: + type, other moves
    PRIOR_LOGIT = 16                                   // a score of 16 is a logit
};

// Scores by king_zone_offset from square to point, both as the mover sees them: of the square that
// the move leads to, and of that from which it comes (drops: nothing).
typedef int8_t PriorScores[PRIOR_POINTS][KING_ZONE_OFFSETS];
struct move_prior {
    PriorScores to[PRIOR_CLASSES], from[PRIOR_CLASSES];
};

// The class of a quiet move of the side to move. `checks`: it gives check directly.
static inline int prior_class(const struct position *position, Move move, bool checks) {
    if (move_is_drop(move))
        return (checks ? PRIOR_CHECKING_DROPS : PRIOR_DROPS) + move_dropped(move);
    Piece mover = position->board[move_from(move)];
    return move_is_promotion(move) ? PRIOR_PROMOTIONS + piece_base(mover) : piece_type(mover);
}

// The points that there are in a position, as the mover sees them.
struct prior_view {
    Square turn; // a square ^ turn is the square as the mover sees it
    int count;
    ptrdiff_t offset[PRIOR_POINTS]; // of the corner's score in PriorScores; king_zone_index of a
                                    // square as the mover sees it is taken off
};

// `their_last` and `our_last`: squares to which the moves before this one went, the later first, or
// SQUARE_NONE. A side that has not one royal only is no point.
static inline struct prior_view prior_view(const struct position *position, Square their_last,
                                           Square our_last) {
    enum side us = position->side;
    struct prior_view view = {.turn = us == FIRST ? 0 : SQUARES - 1};
    const Square at[PRIOR_POINTS] = {
        position->royal_count[!us] == 1 ? position->royals[!us][0] : SQUARE_NONE,
        position->royal_count[us] == 1 ? position->royals[us][0] : SQUARE_NONE, their_last,
        our_last};
    for (int i = 0; i < PRIOR_POINTS; i++)
        if (at[i] != SQUARE_NONE) {
            int corner = king_zone_offset(0, at[i] ^ view.turn);
            view.offset[view.count++] = i * KING_ZONE_OFFSETS + corner;
        }
    return view;
}

// What a square adds to a move's score; by its king_zone_index as the mover sees it.
static inline int prior_of_index(const struct prior_view *view, const PriorScores scores,
                                 int index) {
    _Static_assert(PRIOR_POINTS == 4, "each point has its part");
    const int8_t *at = &scores[0][0] - index;
    const ptrdiff_t *offset = view->offset;
    if (view->count == PRIOR_POINTS)
        return at[offset[0]] + at[offset[1]] + at[offset[2]] + at[offset[3]];
    int sum = 0;
    for (int i = 0; i < view->count; i++)
        sum += at[offset[i]];
    return sum;
}
static inline int prior_of_square(const struct prior_view *view, const PriorScores scores,
                                  Square square) {
    return prior_of_index(view, scores, king_zone_index(square ^ view->turn));
}

// The class of a type's moves of that kind.
static inline int prior_class_of(Type type, enum prior_kind kind) {
    static const int first[PRIOR_KINDS] = {0, PRIOR_DROPS, PRIOR_PROMOTIONS, PRIOR_CHECKING_DROPS};
    return first[kind] + type;
}

// As files call them.
extern const char *const prior_kinds[PRIOR_KINDS], *const prior_points[PRIOR_POINTS];

// Reads tables from text; `file` names it in errors. A piece that the variant does not have is an
// error, or passed over where `lenient`: a game of the user's may go by a shipped name.
//   piece,kind,square,point,ahead,right,scores
// `kind` is move, drop, promotion or checking-drop; `square` to or from; `point` enemy-king,
// own-king, their-last or our-last; `scores` in sixteenths of a logit: rows of squares with blanks
// between, '/' between the rows, the first of them `ahead` ranks before the point, its first square
// `right` files to the right of it (-3: to the left), as the mover sees the board. What is not
// there is 0. Errors name file and line.
bool move_prior_parse(const char *text, const char *file, const struct tables *tables, bool lenient,
                      struct move_prior *prior, struct error *error);

// Writes such a file; replaces what is there.
bool move_prior_write(const char *path, const struct tables *tables, const struct move_prior *prior,
                      struct error *error);

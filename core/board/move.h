// SPDX-License-Identifier: GPL-3.0-or-later
// A move in 32 bits: from, to, via (first leg of a two-step move), flags.
// A drop has no origin; its `from` field carries the base type that is dropped.
#pragma once

#include "piece.h"
#include "square.h"

typedef uint32_t Move;

enum {
    MOVE_NONE = 0,
    MOVE_TO_SHIFT = SQUARE_BITS,
    MOVE_VIA_SHIFT = 2 * SQUARE_BITS,
    MOVE_FLAG_SHIFT = 3 * SQUARE_BITS,
    MOVE_BITS = 32,
    MOVE_TEXT = 32 // room for a move as text, with the final 0
};

#define MOVE_PROMOTE (1u << MOVE_FLAG_SHIFT)
#define MOVE_DROP (2u << MOVE_FLAG_SHIFT)
#define MOVE_TWO_STEP (4u << MOVE_FLAG_SHIFT) // `via` is set; `to` may equal `from`

static inline Move move_make(Square from, Square to) {
    return (Move)from | (Move)to << MOVE_TO_SHIFT;
}
static inline Move move_drop(Type base, Square to) {
    return (Move)base | (Move)to << MOVE_TO_SHIFT | MOVE_DROP;
}
static inline Square move_from(Move move) {
    return move & (SQUARES - 1);
}
static inline Square move_to(Move move) {
    return (move >> MOVE_TO_SHIFT) & (SQUARES - 1);
}
static inline Square move_via(Move move) {
    return (move >> MOVE_VIA_SHIFT) & (SQUARES - 1);
}
static inline Type move_dropped(Move move) {
    return (Type)(move & (SQUARES - 1));
}
static inline bool move_is_drop(Move move) {
    return (move & MOVE_DROP) != 0;
}
static inline bool move_is_promotion(Move move) {
    return (move & MOVE_PROMOTE) != 0;
}

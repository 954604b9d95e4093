// SPDX-License-Identifier: GPL-3.0-or-later
// A piece in one byte: base type 1..26, a bit for promoted, a bit for each owner.
#pragma once

#include <assert.h>

#include "base.h"

typedef uint8_t Piece; // a type with its owner, or PIECE_EMPTY, or PIECE_WALL
typedef uint8_t Type;  // a type without owner: base, or base | TYPE_PROMOTED

enum {
    PIECE_EMPTY = 0,
    TYPE_PROMOTED = 0x20,
    PIECE_FIRST = 0x40,
    PIECE_SECOND = 0x80,
    PIECE_WALL = 0x1F, // neither owner's bit: a wall is nobody's and not empty
    BASE_TYPES = 32,   // base types are 1..26, one for each letter
    TYPES = 64,
    PIECES = 256
};

static inline Piece piece_make(Type type, enum side side) {
    assert(type < TYPES && side < SIDES);
    return (Piece)(type | (PIECE_FIRST << side));
}
static inline Type piece_type(Piece piece) {
    return piece & (TYPES - 1);
}
static inline Type piece_base(Piece piece) {
    return piece & (BASE_TYPES - 1);
}
static inline bool piece_is_promoted(Piece piece) {
    return (piece & TYPE_PROMOTED) != 0;
}
static inline enum side piece_side(Piece piece) {
    return (enum side)(piece >> 7);
}
static inline bool piece_of(Piece piece, enum side side) {
    assert(side < SIDES);
    return (piece & (PIECE_FIRST << side)) != 0;
}

// A base type is its letter: A = 1 .. Z = 26.
static inline Type type_of_letter(char letter) {
    assert(letter >= 'A' && letter <= 'Z');
    return (Type)(letter - 'A' + 1);
}
static inline char type_letter(Type type) {
    return (char)('A' + (type & (BASE_TYPES - 1)) - 1);
}
// As FENs have it: in lower case SECOND's.
static inline char side_letter(Type type, enum side side) {
    return (char)(type_letter(type) + (side == FIRST ? 0 : 'a' - 'A'));
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A small network: what the pieces on the board and in hand are worth together, by where they stand
// from both Kings, on top of values and terms. Learned from games by tuner/net.
//
// For either side's view a row of NET_WIDTH numbers is kept up move by move: the sum of the rows of
// all inputs, as that side sees them. The output is a weighted sum of the squares of these numbers,
// each clipped to 0 .. NET_ONE: first those of the side to move. Integers throughout, so that all
// machines agree.
//
// Inputs, by mine or theirs, that is of the side whose view it is or of the other one:
//   distance   a kind of piece so many King steps from a King; mirror images are one kind
//   offset     any piece so many ranks ahead of and files to the right of a King
//   hand       the n-th piece of a kind in hand
//   king       a King's square
// A piece so has four inputs: two from each King. While a side has no royal, or more than one, the
// network says nothing: it cannot be told which one matters.
#pragma once

#include "beside.h"
#include "buffer.h"
#include "error.h"
#include "king_zone.h"

enum {
    NET_WIDTH = 32,
    NET_ONE = 255,
    NET_BUCKETS = 4,             // outputs, by the number of pieces on the board
    NET_HANDS = 16,              // pieces in hand that count, of one kind
    NET_WEIGHT_LIMIT = 2047,     // of an input
    NET_OUTPUT_LIMIT = 127,      // so that a square times it, all summed up, fits 32 bits
    NET_SCORE_LIMIT = 10000,     // centi-values
    NET_BIAS_LIMIT = 1000000000, // of an output
};

enum net_whose { MINE, THEIRS, WHOSES };

// The inputs of a game, numbered.
struct net_inputs {
    int files, ranks, kinds;
    int steps, offsets;     // distances of a kind, offsets of any piece: from one King
    int offset, hand, king; // the first input of each sort; distances begin at 0
    int count;
    int8_t kind[TYPES]; // -1: the game has no such piece, or it is royal
    bool mirrors;       // each piece has a mirror image: left and right mean the same
};
void net_inputs_fill(struct net_inputs *inputs, const struct tables *tables);

// `of` whose piece it is, `from` whose King it is seen from.
static inline int net_distance(const struct net_inputs *inputs, enum net_whose of,
                               enum net_whose from, int kind, int steps) {
    return ((of * WHOSES + from) * inputs->kinds + kind) * inputs->steps + steps;
}
static inline int net_offset(const struct net_inputs *inputs, enum net_whose of,
                             enum net_whose from, int ahead, int right) {
    return inputs->offset + (of * WHOSES + from) * inputs->offsets +
           (ahead + inputs->ranks - 1) * (2 * inputs->files - 1) + right + inputs->files - 1;
}
static inline int net_hand(const struct net_inputs *inputs, enum net_whose of, int kind, int n) {
    return inputs->hand + (of * inputs->kinds + kind) * NET_HANDS + n;
}
static inline int net_king(const struct net_inputs *inputs, enum net_whose of, int file, int rank) {
    return inputs->king + (of * inputs->ranks + rank) * inputs->files + file;
}
// The output for so many pieces on the board.
static inline int net_bucket(const struct net_inputs *inputs, int pieces) {
    int bucket = pieces * NET_BUCKETS / (inputs->files * inputs->ranks / 2 + 1);
    return bucket < NET_BUCKETS ? bucket : NET_BUCKETS - 1;
}

// What is learned and stands in a file.
struct net_weights {
    struct net_inputs inputs;
    int32_t unit; // of the output, for a centi-value; 0: the network says nothing
    int16_t bias[NET_WIDTH];
    int16_t output[NET_BUCKETS][WHOSES][NET_WIDTH];
    int32_t output_bias[NET_BUCKETS];
    int16_t input[][NET_WIDTH]; // inputs.count
};
// All 0; free() it.
struct net_weights *net_weights_create(const struct tables *tables);

// The weights as text and back. Lines, where they are not all 0:
//   part,piece,of,from,place,weights
// A piece that the game does not have, or that is royal, is an error, or passed over where
// `lenient`. NULL: `error` names `file` and line.
void net_print(const struct net_weights *weights, struct buffer *out);
struct net_weights *net_parse(const char *text, const char *file, const struct tables *tables,
                              bool lenient, struct error *error);
// Writes them; replaces what is there.
bool net_write(const char *path, const struct net_weights *weights, struct error *error);

// What the search asks. A row is what something adds to both views: of a piece and a King, of its
// distance and its offset together.
struct net {
    struct net_inputs inputs;
    int32_t unit;
    int16_t bias[NET_WIDTH];
    int16_t output[NET_BUCKETS][WHOSES][NET_WIDTH];
    int32_t output_bias[NET_BUCKETS];
    // First rows: of a piece seen from a side's King, its place_at added; of a side's base type in
    // hand, the number added; of a side's King, its square added.
    int32_t place[SIDES][PIECES], hand[SIDES][BASE_TYPES], king[SIDES];
    uint16_t place_at[KING_ZONE_OFFSETS]; // by king_zone_offset of a piece's square and the King's
    struct net_row {
        _Alignas(16) int16_t of[SIDES][NET_WIDTH]; // by whose view
    } row[];
};

// The sums, by the King whose place matters: what stands as seen from a side's King, that King, and
// what this side has in hand. A King that moves leaves the other's part as it is.
struct net_sums {
    struct net_row part[SIDES];
};
// The whole of it in one piece of memory; free() it. It has no rows where it says nothing: then
// only its unit, 0, may be asked for.
struct net *net_create(const struct net_weights *weights, const struct tables *tables);

// Whether it says anything of the position.
static inline bool net_speaks(const struct position *position) {
    return position->royal_count[FIRST] == 1 && position->royal_count[SECOND] == 1;
}

// The sums from nothing.
void net_sum_up(const struct net *net, const struct position *position, struct net_sums *sums);

// What was summed up last with a King on a square: it comes back there, and little has changed
// then. For one network; zeros know nothing.
struct net_memory {
    struct net_known {
        struct net_row sum; // without the King's own row
        Piece board[SQUARES];
        uint8_t hand[BASE_TYPES];
        uint32_t hand_types;
    } known[SIDES][SQUARES];
};

// The sums after a move, of `sums` of the position before it.
void net_move(const struct net *net, struct net_memory *memory, const struct position *before,
              Move move, const struct position *after, const struct net_sums *sums,
              struct net_sums *next);

// Centi-values for FIRST; 0 where it says nothing.
int net_score(const struct net *net, const struct position *position, const struct net_sums *sums);

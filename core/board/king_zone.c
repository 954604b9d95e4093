// SPDX-License-Identifier: GPL-3.0-or-later
#include "king_zone.h"

#include <stdlib.h>

#include "walks.h"

#define COUNTS_2(n) n, n + 1, n + 1, n + 2
#define COUNTS_4(n) COUNTS_2(n), COUNTS_2(n + 1), COUNTS_2(n + 1), COUNTS_2(n + 2)
#define COUNTS_6(n) COUNTS_4(n), COUNTS_4(n + 1), COUNTS_4(n + 1), COUNTS_4(n + 2)
#define COUNTS_8(n) COUNTS_6(n), COUNTS_6(n + 1), COUNTS_6(n + 1), COUNTS_6(n + 2)
const uint8_t king_zone_counts[KING_ZONE_ALL + 1] = {COUNTS_8(0), COUNTS_8(1)};

enum { REACH = BOARD_MAX + 1 }; // farthest square of a king zone from a piece on the board

// How the piece attacks the square (dx,dy) away on an empty board.
enum attack { ATTACK_NONE, ATTACK_FREE, ATTACK_BLOCKABLE };

static enum attack attack_at(const struct tables *tables, Piece piece, int dx, int dy) {
    int leap = leap_towards(dx, dy);
    if (leap >= 0 && (tables->capture_leaps[piece] >> leap & 1))
        return ATTACK_FREE;
    if (leap >= 0 && (tables->lame_capture_leaps[piece] >> leap & 1))
        return ATTACK_BLOCKABLE;
    int d = direction_towards(dx, dy), distance = king_steps(dx, dy);
    if (d < 0 || tables->capture_range[piece][d] < distance)
        return ATTACK_NONE;
    return distance == 1 ? ATTACK_FREE : ATTACK_BLOCKABLE;
}

static void add_walks(const struct tables *tables, Piece piece,
                      uint8_t attacks[2 * REACH + 1][2 * REACH + 1]) {
    for (int dy = -BOARD_MAX + 1; dy < BOARD_MAX; dy++)
        for (int dx = -BOARD_MAX + 1; dx < BOARD_MAX; dx++)
            if (attacks[dy + REACH][dx + REACH] == ATTACK_NONE &&
                walks_may_reach(tables, piece, KING_ZONE_OFFSETS / 2 + 2 * GRID * dy + dx))
                attacks[dy + REACH][dx + REACH] = ATTACK_BLOCKABLE;
}

static void fill_piece(struct tables *tables, Piece piece) {
    uint8_t attacks[2 * REACH + 1][2 * REACH + 1];
    for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++)
            attacks[dy + REACH][dx + REACH] = (uint8_t)attack_at(tables, piece, dx, dy);
    if (tables->walk_count[piece])
        add_walks(tables, piece, attacks);
    for (int dy = -REACH + 1; dy < REACH; dy++)
        for (int dx = -REACH + 1; dx < REACH; dx++) {
            uint32_t bits = 0;
            for (int i = 0; i < 9; i++) {
                int attack = attacks[dy + i / 3 - 1 + REACH][dx + i % 3 - 1 + REACH];
                bits |= attack ? 1u << i : 0;
                bits |= attack == ATTACK_BLOCKABLE ? 1u << (KING_ZONE_BLOCKABLE + i) : 0;
            }
            tables->king_zone_attacks[piece][KING_ZONE_OFFSETS / 2 + 2 * GRID * dy + dx] = bits;
        }
}

static void fill_origins(struct tables *tables, Piece piece) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int range = tables->capture_range[piece][direction_opposite(d)];
        tables->zone_attacks_from[piece] |= (uint16_t)((range > 0) << king_zone_bit(d));
        tables->slides_from[piece] |= (uint16_t)((range > 1) << king_zone_bit(d));
    }
    for (int leap = 0; leap < LEAPS; leap++) {
        if (tables->leaps[piece] >> leap & 1)
            tables->leaps_to[piece] |= 1u << ((2 + leap_dy[leap]) * 5 + 2 + leap_dx[leap]);
        if (tables->capture_leaps[piece] >> leap & 1)
            tables->leaps_from[piece] |= 1u << ((2 - leap_dy[leap]) * 5 + 2 - leap_dx[leap]);
    }
    if (tables->leaps_from[piece] && !(piece_type(piece) & TYPE_PROMOTED))
        tables->leapers |= 1u << piece_base(piece);
}

static bool enters(int dx, int dy, int direction) {
    for (int step = 1; step <= REACH; step++)
        if (abs(step * direction_dx[direction] - dx) <= 1 &&
            abs(step * direction_dy[direction] - dy) <= 1)
            return true;
    return false;
}

static void fill_towards(struct tables *tables) {
    for (int dy = -REACH + 1; dy < REACH; dy++)
        for (int dx = -REACH + 1; dx < REACH; dx++) {
            int offset = KING_ZONE_OFFSETS / 2 + 2 * GRID * dy + dx;
            tables->king_zone_distance[offset] = (uint8_t)king_steps(dx, dy);
            tables->king_zone_direction[offset] = (int8_t)direction_towards(dx, dy);
            for (int d = 0; d < DIRECTIONS; d++)
                tables->king_zone_towards[offset] |= (uint8_t)(enters(dx, dy, d) << d);
        }
}

void king_zone_fill(struct tables *tables) {
    for (int square = 0; square < SQUARES; square++)
        if (tables->on_board[square]) {
            tables->board_around[square] = king_zone_around(tables->board_ranks, (Square)square);
            tables->board_zone[square] = (uint16_t)king_zone_inside(tables->board_around[square]);
        }
    fill_towards(tables);
    const struct variant *variant = &tables->variant;
    for (Type type = 1; type < TYPES; type++)
        for (enum side side = FIRST; side < SIDES && variant_has(variant, type); side++) {
            fill_piece(tables, piece_make(type, side));
            fill_origins(tables, piece_make(type, side));
        }
}

// Those of `blockable`, squares of the board, that a piece reaches past others as the board stands.
static __attribute__((noinline)) unsigned reached(const struct position *position, Square from,
                                                  Square centre, unsigned blockable) {
    const struct tables *tables = position->tables;
    Piece piece = position->board[from];
    unsigned open = 0;
    for (unsigned left = blockable; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        int offset = king_zone_offset(from, centre) + king_zone_step(i);
        int d = tables->king_zone_direction[offset], distance = tables->king_zone_distance[offset];
        bool free = d >= 0 && tables->capture_range[piece][d] >= distance &&
                    lines_distance(position, from, d) >= distance;
        Square to = king_zone_square(centre, i);
        if (!free && tables->has_lame) {
            int leap = leap_towards(to % GRID - from % GRID, to / GRID - from / GRID);
            free = leap >= 0 && (tables->lame_capture_leaps[piece] >> leap & 1) &&
                   !lines_occupied(position, lines_lame_square(from, leap));
        }
        if (!free && tables->has_walks)
            free = walks_capture(position, piece, from, to, walks_none_gone);
        open |= (unsigned)free << i;
    }
    return open;
}

unsigned king_zone_unblocked(const struct position *position, Square from, Square centre,
                             uint32_t attacks) {
    const struct tables *tables = position->tables;
    unsigned board = tables->board_zone[centre], blockable = attacks >> KING_ZONE_BLOCKABLE & board;
    unsigned open = attacks & ~(attacks >> KING_ZONE_BLOCKABLE) & board;
    if (tables->by_trial)
        return open | reached(position, from, centre, blockable);
    // Only slides can be blocked.
    int around = king_zone_offset(from, centre);
    for (; blockable; blockable &= blockable - 1) {
        int i = __builtin_ctz(blockable), offset = around + king_zone_step(i);
        int d = tables->king_zone_direction[offset];
        bool free = lines_distance(position, from, d) >= tables->king_zone_distance[offset];
        open |= (unsigned)free << i;
    }
    return open;
}

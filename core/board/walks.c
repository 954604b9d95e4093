// SPDX-License-Identifier: GPL-3.0-or-later
#include "walks.h"

#include <assert.h>
#include <string.h>

#include "king_zone.h"
#include "movegen_internal.h"

const Square walks_none_gone[2] = {SQUARE_NONE, SQUARE_NONE};

// A walk as it is followed. Files and ranks are the board's: a leap may be longer than the rim is
// wide.
struct way {
    const struct position *position;
    const Square *gone;
    const struct walk *walk;
    int legs;
    int forward; // 1 for FIRST, -1 for SECOND, who sees the board turned round
    Square from;
    struct squares *moves, *captures;
};

static bool on_board(const struct tables *tables, int file, int rank) {
    return file >= 0 && file < tables->files && rank >= 0 && rank < tables->ranks;
}

static bool is_occupied(const struct way *way, int file, int rank) {
    Square square = square_at(file, rank);
    return lines_occupied(way->position, square) && square != way->gone[0] &&
           square != way->gone[1];
}

// Does a piece stand in the way of a lame leap?
static bool is_lame(const struct way *way, int file, int rank, int dx, int dy) {
    for (int left_x = dx, left_y = dy;;) {
        walk_lame_step(&left_x, &left_y);
        if (left_x == 0 && left_y == 0)
            return false;
        if (is_occupied(way, file + dx - left_x, rank + dy - left_y))
            return true;
    }
}

static void end_on(const struct way *way, int file, int rank, bool occupied) {
    Square square = square_at(file, rank);
    if (square == way->from)
        return;
    if (!occupied && (way->walk->flags & WALK_MOVES))
        squares_add(way->moves, square);
    if (way->walk->flags & WALK_CAPTURES)
        squares_add(way->captures, square);
}

static void follow(const struct way *way, int index, int file, int rank) {
    const struct leg *leg = &way->walk->leg[index];
    const int dx = way->forward * leg->dx, dy = way->forward * leg->dy;
    bool last = index + 1 == way->legs;
    bool hops = last && (way->walk->flags & WALK_HOPS), hopped = !hops;
    bool skips = index == 0 && (way->walk->flags & WALK_SKIPS);
    for (int steps = 0;;) {
        if (!on_board(way->position->tables, file + dx, rank + dy) ||
            ((way->walk->flags & WALK_LAME) && is_lame(way, file, rank, dx, dy)))
            return;
        file += dx, rank += dy;
        bool occupied = is_occupied(way, file, rank);
        if (!hopped) {
            hopped = occupied;
            continue;
        }
        steps++;
        if (skips && steps == 1)
            continue;
        if (last)
            end_on(way, file, rank, occupied);
        else if (leg->turn >> occupied & 1)
            follow(way, index + 1, file, rank);
        if (occupied || steps >= leg->most)
            return;
    }
}

static bool is_start(const struct tables *tables, Piece piece, Square square) {
    return tables->start_squares[piece][square / GRID] >> (square % GRID) & 1;
}

void walks_find(const struct position *position, Piece piece, Square from, const Square gone[2],
                struct squares *moves, struct squares *captures) {
    const struct tables *tables = position->tables;
    const struct movement *movement = &tables->variant.piece[piece_type(piece)].movement;
    memset(moves, 0, sizeof *moves);
    memset(captures, 0, sizeof *captures);
    for (int i = 0; i < tables->walk_count[piece]; i++) {
        const struct walk *walk = &movement->walks[i];
        if ((walk->flags & WALK_INITIAL) && !is_start(tables, piece, from))
            continue;
        struct way way = {
            position, gone,  walk,    walk_legs(walk), piece_side(piece) == FIRST ? 1 : -1,
            from,     moves, captures};
        follow(&way, 0, square_file(from), square_rank(from));
    }
}

bool walks_capture(const struct position *position, Piece piece, Square from, Square to,
                   const Square gone[2]) {
    if (!walks_may_reach(position->tables, piece, king_zone_offset(from, to)))
        return false;
    struct squares moves, captures;
    walks_find(position, piece, from, gone, &moves, &captures);
    return squares_has(&captures, to);
}

int walks_attackers(const struct position *position, Square to, enum side by, const Square gone[2],
                    struct squares *from) {
    const struct tables *tables = position->tables;
    int count = 0;
    if (from)
        memset(from, 0, sizeof *from);
    for (int rank = RIM; rank < RIM + tables->ranks; rank++)
        for (uint32_t pieces = position->pieces[by][rank]; pieces; pieces &= pieces - 1) {
            Square at = (Square)(rank * GRID + __builtin_ctz(pieces));
            if (at == gone[0] || at == gone[1] ||
                !walks_capture(position, position->board[at], at, to, gone))
                continue;
            if (!from)
                return 1;
            squares_add(from, at);
            count++;
        }
    return count;
}

struct bounds { // of the squares that a walk may touch, as seen from where it begins
    int west, east, south, north;
};

// Marks the distances at which a walk may end within the bounds, whatever stands there, from leg
// `index` on.
static void mark_reach(const struct walk *walk, int index, int dx, int dy, int forward,
                       const struct bounds *bounds, uint8_t *reach) {
    assert(index < WALK_LEGS);
    const struct leg *leg = &walk->leg[index % WALK_LEGS]; // so that compilers see it, too
    bool last = index + 1 == walk_legs(walk), hops = last && (walk->flags & WALK_HOPS);
    bool skips = index == 0 && (walk->flags & WALK_SKIPS);
    for (int steps = 1; hops || steps <= leg->most; steps++) {
        dx += forward * leg->dx, dy += forward * leg->dy;
        if (dx < bounds->west || dx > bounds->east || dy < bounds->south || dy > bounds->north)
            return;
        if ((hops || skips) && steps == 1)
            continue;
        if (!last) {
            mark_reach(walk, index + 1, dx, dy, forward, bounds, reach);
        } else if (dx || dy) {
            int offset = KING_ZONE_OFFSETS / 2 + 2 * GRID * dy + dx;
            reach[offset / 8] |= (uint8_t)(1u << offset % 8);
        }
    }
}

static const struct bounds anywhere = {-BOARD_MAX + 1, BOARD_MAX - 1, -BOARD_MAX + 1,
                                       BOARD_MAX - 1};

static void fill_piece(struct tables *tables, Type type, enum side side) {
    const struct movement *movement = &tables->variant.piece[type].movement;
    Piece piece = piece_make(type, side);
    tables->walk_count[piece] = (uint8_t)movement->walk_count;
    tables->has_walks |= movement->walk_count > 0;
    for (int i = 0; i < movement->walk_count; i++) {
        const struct walk *walk = &movement->walks[i];
        if (walk->flags & WALK_CAPTURES)
            mark_reach(walk, 0, 0, 0, side == FIRST ? 1 : -1, &anywhere, tables->walk_reach[piece]);
    }
}

void walks_fill(struct tables *tables) {
    for (Type type = 1; type < TYPES; type++)
        for (enum side side = FIRST; side < SIDES && variant_has(&tables->variant, type); side++)
            fill_piece(tables, type, side);
}

bool walks_lead_on(const struct tables *tables, Piece piece, Square from) {
    const struct movement *movement = &tables->variant.piece[piece_type(piece)].movement;
    struct bounds board = {-square_file(from), tables->files - 1 - square_file(from),
                           -square_rank(from), tables->ranks - 1 - square_rank(from)};
    uint8_t reach[KING_ZONE_OFFSETS / 8] = {0};
    for (int i = 0; i < movement->walk_count; i++)
        if (!(movement->walks[i].flags & WALK_INITIAL) || is_start(tables, piece, from))
            mark_reach(&movement->walks[i], 0, 0, 0, piece_side(piece) == FIRST ? 1 : -1, &board,
                       reach);
    for (int i = 0; i < ARRAY_LENGTH(reach); i++)
        if (reach[i])
            return true;
    return false;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "search.h"

#include <assert.h>

#include "walks.h"

enum { EXCHANGES_MAX = 64, WALKERS = DIRECTIONS + LEAPS, SOURCES = 32 };

// Pieces that could take on the square: the nearest along each ray, and jumpers.
struct attackers {
    Square target;
    Square gone[2];               // the mover's origin and what it took on its way: empty by now
    uint8_t distance[DIRECTIONS]; // to the nearest piece still there, 0 = looked at nobody yet
    uint16_t leapt;               // jumpers that have taken: they stand two steps away no more
    uint8_t walked;               // of the walkers those that have taken
    uint32_t sources;             // bit i: somebody stands at at[i]
    Square at[SOURCES];           // rays first, then leaps, then walks
};

static bool is_gone(const struct attackers *attackers, int square) {
    return square == attackers->gone[0] || square == attackers->gone[1];
}

// Has a walker from there taken?
static bool has_walked(const struct attackers *attackers, Square at) {
    for (unsigned walked = attackers->walked; walked; walked &= walked - 1)
        if (attackers->at[WALKERS + __builtin_ctz(walked)] == at)
            return true;
    return false;
}

// The nearest piece beyond `distance` steps in direction d, `gone` looked through.
static void look(const struct position *position, struct attackers *attackers, int d) {
    int distance = attackers->distance[d];
    Square at = (Square)(attackers->target + distance * direction_delta[d]);
    do {
        distance += lines_distance(position, at, d);
        at = (Square)(attackers->target + distance * direction_delta[d]);
    } while (is_gone(attackers, at) || has_walked(attackers, at) ||
             (distance == 2 && (attackers->leapt >> 2 * direction_opposite(d) & 1)));
    attackers->distance[d] = (uint8_t)distance;
    Piece piece = position->board[at];
    bool attacks = piece != PIECE_WALL &&
                   position->tables->capture_range[piece][direction_opposite(d)] >= distance;
    attackers->sources &= ~(1u << d);
    if (!attacks)
        return;
    attackers->at[d] = at;
    attackers->sources |= 1u << d;
    for (uint32_t walkers = attackers->sources >> WALKERS; walkers; walkers &= walkers - 1) {
        int walker = WALKERS + __builtin_ctz(walkers);
        if (attackers->at[walker] == at)
            attackers->sources &= ~(1u << walker);
    }
    if (distance == 2) // a piece that jumps here too counts once
        attackers->sources &= ~(1u << (DIRECTIONS + 2 * direction_opposite(d)));
}

// Pieces that walk there, a few of each side, as the board stands without what is gone: nobody
// looks whether an exchange opens or closes their way.
static void look_walkers(const struct position *position, struct attackers *attackers) {
    int next = WALKERS;
    for (enum side side = FIRST; side < SIDES; side++) {
        struct squares from;
        walks_attackers(position, attackers->target, side, attackers->gone, &from);
        for (uint32_t sources = attackers->sources; sources; sources &= sources - 1) {
            Square known = attackers->at[__builtin_ctz(sources)];
            from.rank[known / GRID] &= (Line) ~(1u << known % GRID);
        }
        int end = side == FIRST ? (WALKERS + SOURCES) / 2 : SOURCES;
        for (int rank = 0; rank < GRID; rank++)
            for (uint32_t bits = from.rank[rank]; bits && next < end; bits &= bits - 1) {
                attackers->at[next] = (Square)(rank * GRID + __builtin_ctz(bits));
                attackers->sources |= 1u << next++;
            }
    }
}

// The nearest pieces in all directions, and those that leap. Most exchanges end here, so that the
// directions are constants: each is a few instructions.
static void look_all(const struct position *position, struct attackers *attackers) {
    const struct tables *tables = position->tables;
    attackers->leapt = 0;
    attackers->walked = 0;
    uint32_t sources = 0;
#pragma GCC unroll 8
    for (int d = 0; d < DIRECTIONS; d++) {
        int distance = lines_distance(position, attackers->target, d);
        Square at = (Square)(attackers->target + distance * direction_delta[d]);
        attackers->distance[d] = (uint8_t)distance;
        // A wall has no range.
        if (tables->capture_range[position->board[at]][direction_opposite(d)] >= distance) {
            attackers->at[d] = at;
            sources |= 1u << d;
        }
    }
    attackers->sources = sources;
    for (int i = 0; i < 2; i++) {
        Square gone = attackers->gone[i];
        int between = king_zone_offset(attackers->target, gone);
        int d = gone ? tables->king_zone_direction[between] : -1;
        if (d >= 0 && attackers->distance[d] == tables->king_zone_distance[between])
            look(position, attackers, d);
    }
    uint32_t jumpers = king_zone_jumpers(position, attackers->target);
    for (; jumpers; jumpers &= jumpers - 1) {
        int leap = king_zone_leap(__builtin_ctz(jumpers));
        int at = attackers->target - leap_delta[leap];
        Piece piece = position->board[at];
        bool leaps_here = tables->capture_leaps[piece] >> leap & 1;
        if (tables->has_lame)
            leaps_here |= (tables->lame_capture_leaps[piece] >> leap & 1) &&
                          !lines_occupied(position, lines_lame_square(at, leap));
        if (!leaps_here || is_gone(attackers, at))
            continue;
        // A piece that slides here too is on its ray already.
        int ray = direction_opposite(leap / 2);
        if (leap % 2 == 0 && (attackers->sources >> ray & 1) && attackers->at[ray] == at)
            continue;
        attackers->at[DIRECTIONS + leap] = (Square)at;
        attackers->sources |= 1u << (DIRECTIONS + leap);
    }
    if (tables->has_walks)
        look_walkers(position, attackers);
}

// What the loss of a piece means: the last royal is the game.
static int stake(const struct weights *weights, const struct position *position, Piece piece) {
    return weights->tables->royal[piece] && position->royal_count[piece_side(piece)] == 1
               ? SCORE_INFINITE
               : weights->exchange[piece];
}

// Index of the cheapest attacker of a side that is not barred, a last royal at the end, or -1.
static int cheapest(const struct weights *weights, const struct position *position,
                    const struct attackers *attackers, enum side side, uint32_t barred) {
    int best = -1, lowest = 0;
    for (uint32_t sources = attackers->sources & ~barred; sources; sources &= sources - 1) {
        int i = __builtin_ctz(sources);
        Piece piece = position->board[attackers->at[i]];
        if (!piece_of(piece, side))
            continue;
        int cost = stake(weights, position, piece);
        if (best < 0 || cost < lowest) {
            best = i;
            lowest = cost;
        }
    }
    return best;
}

// Takes the piece `source` off the attackers; who stands behind it may be one now.
static void remove_source(const struct position *position, struct attackers *attackers,
                          int source) {
    attackers->sources &= ~(1u << source);
    if (source < DIRECTIONS) {
        look(position, attackers, source);
    } else if (source < WALKERS && source % 2 == 0) { // it stood on a ray
        int leap = source - DIRECTIONS, d = direction_opposite(leap / 2);
        attackers->leapt |= (uint16_t)(1 << leap);
        if (attackers->distance[d] == 2)
            look(position, attackers, d);
    } else if (source >= WALKERS) {
        attackers->walked |= (uint8_t)(1u << (source - WALKERS));
    }
}

// The piece of `side` that takes `stands` on the target, the cheapest that may; it is no attacker
// any more. PIECE_EMPTY when there is none.
static Piece next_taker(const struct weights *weights, const struct position *position,
                        struct attackers *attackers, enum side side, Piece stands) {
    uint32_t barred = 0; // Lions that may not take this time
    if (tables_spares(weights->tables, side, stands))
        return PIECE_EMPTY;
    for (;;) {
        int source = cheapest(weights, position, attackers, side, barred);
        if (source < 0)
            return PIECE_EMPTY;
        Piece piece = position->board[attackers->at[source]];
        bool lion = weights->tables->lion[piece] && weights->tables->lion[stands] &&
                    square_distance(attackers->at[source], attackers->target) > 1;
        bool last = stake(weights, position, piece) == SCORE_INFINITE;
        struct attackers before;
        if (lion)
            before = *attackers;
        remove_source(position, attackers, source);
        // A Lion two squares away may not take a protected Lion, nor a last royal anything
        // protected.
        if (!(lion || last) || tables_spares(weights->tables, !side, piece) ||
            cheapest(weights, position, attackers, !side, 0) < 0)
            return piece;
        if (last)
            return PIECE_EMPTY;
        *attackers = before; // it stays where it is
        barred |= 1u << source;
    }
}

// How an exchange begins: what the move takes and wins by promotion, who stands on the target then,
// and what has left its square. Nobody has looked for attackers yet.
static int open_exchange(const struct weights *weights, const struct position *position, Move move,
                         struct attackers *attackers, Piece *stands) {
    attackers->target = move_to(move);
    attackers->gone[0] = attackers->gone[1] = SQUARE_NONE;
    if (move_is_drop(move)) {
        *stands = piece_make(move_dropped(move), position->side);
        return 0;
    }
    attackers->gone[0] = move_from(move);
    if (move & MOVE_TWO_STEP)
        attackers->gone[1] = move_via(move);
    Piece mover = *stands = position->board[move_from(move)];
    int gain = stake(weights, position, position_captured(position, move)) +
               stake(weights, position, position_captured_via(position, move));
    if (!move_is_promotion(move))
        return gain;
    *stands |= TYPE_PROMOTED;
    return gain + weights->promotion[mover];
}

int see(const struct weights *weights, const struct position *position, Move move) {
    assert(move != MOVE_NONE && weights->tables == position->tables);
    int gain[EXCHANGES_MAX], depth = 0;
    Piece stands, taker;
    struct attackers attackers;
    gain[0] = open_exchange(weights, position, move, &attackers, &stands);
    look_all(position, &attackers);
    enum side side = !position->side;
    while (depth + 1 < EXCHANGES_MAX &&
           (taker = next_taker(weights, position, &attackers, side, stands))) {
        depth++;
        gain[depth] = stake(weights, position, stands) - gain[depth - 1];
        stands = taker;
        side = !side;
    }
    for (; depth > 0; depth--)
        if (gain[depth] > -gain[depth - 1])
            gain[depth - 1] = -gain[depth];
    return gain[0];
}

bool see_reaches(const struct weights *weights, const struct position *position, Move move,
                 int least) {
    assert(move != MOVE_NONE && weights->tables == position->tables);
    Piece stands, taker;
    struct attackers attackers;
    int gain = open_exchange(weights, position, move, &attackers, &stands);
    if (gain < least)
        return false; // were nobody to take back
    // What the side to take must win at least, to have the better of it.
    int lacks = stake(weights, position, stands) - (gain - least);
    if (lacks <= 0)
        return true; // were the piece lost for nothing
    look_all(position, &attackers);
    enum side side = !position->side;
    bool reached = true;
    while ((taker = next_taker(weights, position, &attackers, side, stands))) {
        reached = !reached;
        stands = taker;
        side = !side;
        // Even when the taker is lost for nothing, its side has what it wants.
        lacks = stake(weights, position, taker) - lacks;
        if (lacks < reached)
            break;
    }
    return reached;
}

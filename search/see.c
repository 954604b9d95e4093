// SPDX-License-Identifier: GPL-3.0-or-later
#include "see.h"

#include "lines.h"
#include "score.h"

enum { EXCHANGES_MAX = 64, SOURCES = DIRECTIONS + LEAPS };

// Men that could take on the square: the nearest along each ray, and jumpers.
struct attackers {
    Square target;
    Square gone[2];               // the mover's origin and what it took on its way: empty by now
    uint8_t distance[DIRECTIONS]; // to the nearest man still there, 0 = looked at nobody yet
    uint16_t leapt;               // jumpers that have taken: they stand two steps away no more
    uint32_t sources;             // bit i: somebody stands at at[i]
    Square at[SOURCES];           // rays first, then leaps
};

static bool is_gone(const struct attackers *attackers, int square) {
    return square == attackers->gone[0] || square == attackers->gone[1];
}

// The nearest man beyond `distance` steps in direction d, `gone` looked through.
static void look(const struct position *position, struct attackers *attackers, int d) {
    int distance = attackers->distance[d];
    Square at = (Square)(attackers->target + distance * direction_delta[d]);
    do {
        distance += lines_distance(position, at, d);
        at = (Square)(attackers->target + distance * direction_delta[d]);
    } while (is_gone(attackers, at) ||
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
    if (distance == 2) // a man that jumps here too counts once
        attackers->sources &= ~(1u << (DIRECTIONS + 2 * direction_opposite(d)));
}

static void look_all(const struct position *position, struct attackers *attackers) {
    const struct tables *tables = position->tables;
    for (int d = 0; d < DIRECTIONS; d++)
        look(position, attackers, d);
    for (uint32_t leaps = tables->leaps_seen[FIRST] | tables->leaps_seen[SECOND]; leaps;
         leaps &= leaps - 1) {
        int leap = __builtin_ctz(leaps);
        int at = attackers->target - leap_delta[leap];
        Piece piece = position->board[at];
        if (is_gone(attackers, at) || piece == PIECE_EMPTY || piece == PIECE_WALL)
            continue;
        bool lame = (tables->lame_capture_leaps[piece] >> leap & 1) &&
                    !lines_occupied(position, lines_lame_square(at, leap));
        if (!lame && !(tables->capture_leaps[piece] >> leap & 1))
            continue;
        // A man that slides here too is on its ray already.
        int ray = direction_opposite(leap / 2);
        if (leap % 2 == 0 && (attackers->sources >> ray & 1) && attackers->at[ray] == at)
            continue;
        attackers->at[DIRECTIONS + leap] = (Square)at;
        attackers->sources |= 1u << (DIRECTIONS + leap);
    }
}

// What the loss of a man means: the last royal is the game.
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

int see(const struct weights *weights, const struct position *position, Move move) {
    Square to = move_to(move);
    struct attackers attackers = {.target = to};
    Piece mover;
    int gain[EXCHANGES_MAX];
    if (move_is_drop(move)) {
        mover = piece_make(move_dropped(move), position->side);
        gain[0] = 0;
    } else {
        attackers.gone[0] = move_from(move);
        if (move & MOVE_TWO_STEP)
            attackers.gone[1] = move_via(move);
        mover = position->board[move_from(move)];
        gain[0] = stake(weights, position, position_captured(position, move)) +
                  stake(weights, position, position_captured_via(position, move));
        if (move_is_promotion(move)) {
            gain[0] += weights->promotion[mover];
            mover |= TYPE_PROMOTED;
        }
    }
    look_all(position, &attackers);
    int depth = 0;
    enum side side = !position->side;
    // The man that stands on the square: what the next capture would win.
    Piece stands = mover;
    uint32_t barred = 0; // Lions that may not take this time
    while (depth + 1 < EXCHANGES_MAX) {
        int source = cheapest(weights, position, &attackers, side, barred);
        if (source < 0)
            break;
        Piece piece = position->board[attackers.at[source]];
        // A Lion may not take a protected Lion from two squares away.
        bool lion = weights->tables->lion[piece] && weights->tables->lion[stands] &&
                    square_distance(attackers.at[source], to) > 1;
        struct attackers before;
        if (lion)
            before = attackers;
        attackers.sources &= ~(1u << source);
        if (source < DIRECTIONS) {
            look(position, &attackers, source);
        } else if (source % 2 == 0) { // it stood on a ray: who stands behind it?
            int leap = source - DIRECTIONS, d = direction_opposite(leap / 2);
            attackers.leapt |= (uint16_t)(1 << leap);
            if (attackers.distance[d] == 2)
                look(position, &attackers, d);
        }
        // A Lion two squares away may not take a protected Lion, nor a last royal anything
        // protected.
        bool last = stake(weights, position, piece) == SCORE_INFINITE;
        if ((lion || last) && cheapest(weights, position, &attackers, !side, 0) >= 0) {
            if (last)
                break;
            attackers = before; // it stays where it is
            barred |= 1u << source;
            continue;
        }
        barred = 0;
        depth++;
        gain[depth] = stake(weights, position, stands) - gain[depth - 1];
        stands = piece;
        side = !side;
    }
    for (; depth > 0; depth--)
        if (gain[depth] > -gain[depth - 1])
            gain[depth - 1] = -gain[depth];
    return gain[0];
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Riders, long leaps, hops, bends and initial moves: one square after the other, as betza.h
// describes a walk.
#include <stdlib.h>
#include <string.h>

#include "reference.h"

// One walk of the piece on (file, rank).
struct traveller {
    const struct reference_position *p;
    const struct walk *walk;
    int file, rank, sign;
    struct reference_reach *reach; // NULL: may it end anywhere, whatever stands where?
    bool ended;
};

static bool inside(const struct reference_position *p, int file, int rank) {
    return 0 <= file && file < p->variant->files && 0 <= rank && rank < p->variant->ranks;
}

static bool is_last(const struct walk *walk, int leg) {
    return leg == WALK_LEGS - 1 || walk->leg[leg + 1].most == 0;
}

// The squares strictly within a lame leap: the longer side is shortened step by step until both are
// alike, then it goes diagonally.
static bool lame_leap_is_free(const struct reference_position *p, int file, int rank, int dx,
                              int dy) {
    int x = 0, y = 0;
    for (;;) {
        int more_x = abs(dx - x), more_y = abs(dy - y);
        int step_x = dx > 0 ? 1 : -1, step_y = dy > 0 ? 1 : -1;
        if (more_x > more_y)
            x += step_x;
        else if (more_y > more_x)
            y += step_y;
        else
            x += step_x, y += step_y;
        if (x == dx && y == dy)
            return true;
        if (p->type[rank + y][file + x] != 0)
            return false;
    }
}

static void end_here(struct traveller *t, int file, int rank) {
    if (file == t->file && rank == t->rank)
        return;
    t->ended = true;
    if (t->reach == NULL)
        return;
    if ((t->walk->flags & WALK_MOVES) != 0 && t->p->type[rank][file] == 0)
        t->reach->move[rank][file] = true;
    if ((t->walk->flags & WALK_CAPTURES) != 0)
        t->reach->capture[rank][file] = true;
}

static void go(struct traveller *t, int index, int file, int rank);

// On from a square by leg `index` of which `done` leaps are made; `over`: pieces hopped over.
static void leap_on(struct traveller *t, int index, int done, int over, int file, int rank) {
    const struct leg leg = t->walk->leg[index];
    bool any_board = t->reach == NULL, last = is_last(t->walk, index);
    bool must_hop = last && (t->walk->flags & WALK_HOPS) != 0;
    int dx = t->sign * leg.dx, dy = t->sign * leg.dy;
    if (!inside(t->p, file + dx, rank + dy))
        return;
    if (!any_board && (t->walk->flags & WALK_LAME) != 0 &&
        !lame_leap_is_free(t->p, file, rank, dx, dy))
        return;
    file += dx;
    rank += dy;
    bool piece = t->p->type[rank][file] != 0;
    if (must_hop && over == 0) { // before the piece that it hops over, or on it
        if (any_board || piece)
            leap_on(t, index, 0, 1, file, rank);
        if (any_board || !piece)
            leap_on(t, index, 0, 0, file, rank);
        return;
    }
    done++;
    bool skipped = index == 0 && done == 1 && (t->walk->flags & WALK_SKIPS) != 0;
    if (!skipped && last)
        end_here(t, file, rank);
    if (!skipped && !last) {
        bool may_turn = piece ? (leg.turn & TURN_PIECE) != 0 : (leg.turn & TURN_EMPTY) != 0;
        if (any_board || may_turn)
            go(t, index + 1, file, rank);
    }
    if (done < leg.most && (any_board || skipped || !piece))
        leap_on(t, index, done, over, file, rank);
}

static void go(struct traveller *t, int index, int file, int rank) {
    leap_on(t, index, 0, 0, file, rank);
}

static bool stands_there_at_the_start(const struct reference_position *p, int file, int rank) {
    struct reference_position start;
    if (!reference_fen(&start, p->variant, p->rules, variant_start_fen(p->variant, p->rules)))
        return false;
    return start.type[rank][file] == p->type[rank][file] &&
           start.owner[rank][file] == p->owner[rank][file];
}

static bool travel(const struct reference_position *p, int file, int rank,
                   struct reference_reach *reach) {
    const struct movement *m = &p->variant->piece[p->type[rank][file]].movement;
    bool ended = false;
    for (int i = 0; i < m->walk_count; i++) {
        struct traveller t = {
            p, &m->walks[i], file, rank, p->owner[rank][file] == FIRST ? 1 : -1, reach, false};
        if ((t.walk->flags & WALK_INITIAL) == 0 || stands_there_at_the_start(p, file, rank))
            go(&t, 0, file, rank);
        ended |= t.ended;
    }
    return ended;
}

void reference_walks(const struct reference_position *p, int file, int rank,
                     struct reference_reach *reach) {
    travel(p, file, rank, reach);
}

bool reference_walks_anywhere(const struct reference_position *p, int file, int rank) {
    return travel(p, file, rank, NULL);
}

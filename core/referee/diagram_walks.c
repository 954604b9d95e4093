// SPDX-License-Identifier: GPL-3.0-or-later
#include "diagram_walks_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static enum walk_kind kind_of(const struct walk *walk) {
    return walk->flags & WALK_INITIAL ? WALK_KIND_INITIAL
           : (walk->flags & WALK_HOPS) && walk->leg[walk_legs(walk) - 1].most == 1
               ? WALK_KIND_NEAR_HOP
           : walk->flags & WALK_HOPS                             ? WALK_KIND_HOP
           : walk_legs(walk) > 1                                 ? WALK_KIND_BEND
           : walk->flags & WALK_LAME                             ? WALK_KIND_LAME
           : walk->leg[0].most > 1 || (walk->flags & WALK_SKIPS) ? WALK_KIND_RIDE
                                                                 : WALK_KIND_JUMP;
}

// Is the square where a leg may turn occupied in every case? Then the diagram calls it a hop.
static bool hops_on_the_way(const struct walk *walk) {
    for (int leg = 0; leg + 1 < walk_legs(walk); leg++)
        if (walk->leg[leg].turn == TURN_PIECE)
            return true;
    return false;
}

static void mark(const struct walk *walk, int index, int dx, int dy, enum walk_kind kind,
                 struct diagram_walks *walks) {
    assert(index < WALK_LEGS);
    const struct leg *leg = &walk->leg[index % WALK_LEGS]; // so that compilers see it, too
    bool last = index + 1 == walk_legs(walk), hops = last && (walk->flags & WALK_HOPS);
    bool skips = index == 0 && (walk->flags & WALK_SKIPS);
    for (int steps = 1; hops || steps <= leg->most; steps++) {
        dx += leg->dx, dy += leg->dy;
        if (abs(dx) > DIAGRAM_RADIUS_MAX || abs(dy) > DIAGRAM_RADIUS_MAX)
            return;
        if ((hops || skips) && steps == 1)
            continue;
        if (last)
            walks->ends[dy + DIAGRAM_RADIUS_MAX][dx + DIAGRAM_RADIUS_MAX][kind] |=
                walk->flags & (WALK_MOVES | WALK_CAPTURES);
        else
            mark(walk, index + 1, dx, dy, kind, walks);
    }
}

void diagram_walks_find(const struct movement *movement, struct diagram_walks *walks) {
    memset(walks, 0, sizeof *walks);
    for (int i = 0; i < movement->walk_count; i++) {
        const struct walk *walk = &movement->walks[i];
        enum walk_kind kind = kind_of(walk);
        if (kind == WALK_KIND_BEND && hops_on_the_way(walk))
            kind = WALK_KIND_HOP;
        mark(walk, 0, 0, 0, kind, walks);
    }
}

int diagram_walks_radius(const struct movement *movement) {
    int radius = 2;
    for (int i = 0; i < movement->walk_count; i++) {
        const struct walk *walk = &movement->walks[i];
        int needed = 0;
        for (int leg = 0; leg < walk_legs(walk); leg++) {
            int length = abs(walk->leg[leg].dx) > abs(walk->leg[leg].dy) ? abs(walk->leg[leg].dx)
                                                                         : abs(walk->leg[leg].dy);
            needed += walk->leg[leg].most > 1 ? 2 * length : length;
        }
        needed += (walk->flags & WALK_HOPS) != 0;
        radius = needed > radius ? needed : radius;
    }
    return radius < DIAGRAM_RADIUS_MAX ? radius : DIAGRAM_RADIUS_MAX;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Move sets: put together, turned, mirrored, compared.
#include <assert.h>
#include <string.h>

#include "betza_internal.h"

enum { BOTH = WALK_MOVES | WALK_CAPTURES };

// The order of walks; 0 = the same way of moving, whether it captures or not.
static int compare(const struct walk *a, const struct walk *b) {
    int order = memcmp(a->leg, b->leg, sizeof a->leg);
    return order ? order : (a->flags & ~BOTH) - (b->flags & ~BOTH);
}

// True when it is a range, or a leap of two squares, and adds it as such.
static bool add_plain(struct movement *movement, const struct walk *walk) {
    const struct leg *leg = &walk->leg[0];
    bool moves = walk->flags & WALK_MOVES, captures = walk->flags & WALK_CAPTURES;
    bool lame = walk->flags & WALK_LAME;
    int d = direction_towards(leg->dx, leg->dy), leap = leap_towards(leg->dx, leg->dy);
    if (walk_legs(walk) > 1 || (walk->flags & ~(BOTH | WALK_LAME)))
        return false;
    if (leap >= 0 && leg->most == 1) {
        uint16_t bit = (uint16_t)(1u << leap);
        if (moves)
            *(lame ? &movement->lame_move_leaps : &movement->move_leaps) |= bit;
        if (captures)
            *(lame ? &movement->lame_capture_leaps : &movement->capture_leaps) |= bit;
        return true;
    }
    if (lame || d < 0 || leg->dx != direction_dx[d] || leg->dy != direction_dy[d])
        return false;
    if (moves && movement->move_range[d] < leg->most)
        movement->move_range[d] = leg->most;
    if (captures && movement->capture_range[d] < leg->most)
        movement->capture_range[d] = leg->most;
    return true;
}

bool movement_add_walk(struct movement *movement, const struct walk *walk) {
    assert(walk->leg[0].most > 0 && (walk->flags & BOTH));
    if (add_plain(movement, walk))
        return true;
    int at = 0;
    while (at < movement->walk_count && compare(&movement->walks[at], walk) < 0)
        at++;
    if (at < movement->walk_count && compare(&movement->walks[at], walk) == 0) {
        movement->walks[at].flags |= walk->flags;
        return true;
    }
    if (movement->walk_count == WALKS_MAX)
        return false;
    memmove(&movement->walks[at + 1], &movement->walks[at],
            (size_t)(movement->walk_count - at) * sizeof *walk);
    movement->walks[at] = *walk;
    movement->walk_count++;
    return true;
}

// Does `b` do all that `a` does, captures and moves apart? Both go straight on.
static bool covers(const struct walk *b, const struct walk *a) {
    enum { LIMITS = WALK_LAME | WALK_INITIAL };
    int limits = a->flags & LIMITS;
    return walk_legs(a) == 1 && walk_legs(b) == 1 && a->leg[0].dx == b->leg[0].dx &&
           a->leg[0].dy == b->leg[0].dy && a->leg[0].most <= b->leg[0].most &&
           (a->flags & ~(BOTH | LIMITS)) == (b->flags & ~(BOTH | LIMITS)) &&
           (b->flags & LIMITS & ~limits) == 0;
}

// Takes the leaps that a rider begins with off the leaps of two squares.
static void cover_leaps(struct movement *movement, const struct walk *walk) {
    int leap = leap_towards(walk->leg[0].dx, walk->leg[0].dy);
    if (walk_legs(walk) > 1 || leap < 0 || (walk->flags & ~(BOTH | WALK_LAME)))
        return;
    uint16_t others = (uint16_t) ~(1u << leap);
    if (walk->flags & WALK_MOVES)
        movement->lame_move_leaps &= others;
    if (walk->flags & WALK_CAPTURES)
        movement->lame_capture_leaps &= others;
    if ((walk->flags & WALK_MOVES) && !(walk->flags & WALK_LAME))
        movement->move_leaps &= others;
    if ((walk->flags & WALK_CAPTURES) && !(walk->flags & WALK_LAME))
        movement->capture_leaps &= others;
}

static void remove_walk(struct movement *movement, int index) {
    memmove(&movement->walks[index], &movement->walks[index + 1],
            (size_t)(movement->walk_count - index - 1) * sizeof *movement->walks);
    movement->walk_count--;
    memset(&movement->walks[movement->walk_count], 0, sizeof *movement->walks);
}

bool walk_is_king_steps(const struct walk *walk) {
    for (int i = 0; i < 2; i++)
        if (walk->leg[i].most != 1 || abs(walk->leg[i].dx) > 1 || abs(walk->leg[i].dy) > 1)
            return false;
    return true;
}

bool movement_reaches(const struct movement *movement, int dx, int dy) {
    int leap = leap_towards(dx, dy), d = direction_towards(dx, dy);
    if (leap >= 0)
        return movement->move_leaps & movement->capture_leaps & 1u << leap;
    return d >= 0 && movement->move_range[d] && movement->capture_range[d];
}

// Two steps through an empty square say nothing where the piece jumps to the same one.
static void remove_covered(struct movement *movement) {
    for (int i = movement->walk_count - 1; i >= 0; i--) {
        const struct walk *walk = &movement->walks[i];
        const struct leg *leg = walk->leg;
        if (walk_legs(walk) == 2 && walk_is_king_steps(walk) && !(walk->flags & WALK_HOPS) &&
            movement_reaches(movement, leg[0].dx + leg[1].dx, leg[0].dy + leg[1].dy))
            remove_walk(movement, i);
    }
}

void movement_settle(struct movement *movement) {
    remove_covered(movement);
    for (int a = movement->walk_count - 1; a >= 0; a--) {
        struct walk *walk = &movement->walks[a];
        for (int b = 0; b < movement->walk_count; b++)
            if (b != a && covers(&movement->walks[b], walk))
                walk->flags &= (uint8_t) ~(movement->walks[b].flags & BOTH);
        if (walk->flags & BOTH)
            cover_leaps(movement, walk);
        else
            remove_walk(movement, a);
    }
}

// A move and capture to one of the 24 squares around, by step or jump; the own square adds nothing.
static void add_square(struct movement *movement, int dx, int dy) {
    struct walk walk = {.leg = {{(int8_t)dx, (int8_t)dy, 1, 0}},
                        .flags = WALK_MOVES | WALK_CAPTURES};
    if (dx || dy)
        movement_add_walk(movement, &walk);
}

void movement_add_lion_power(struct movement *movement, int first, uint8_t second) {
    add_square(movement, direction_dx[first], direction_dy[first]);
    for (int e = 0; e < DIRECTIONS; e++)
        if (second >> e & 1)
            add_square(movement, direction_dx[first] + direction_dx[e],
                       direction_dy[first] + direction_dy[e]);
}

// The movement with both coordinates multiplied by 1 or -1, its walks sorted again.
static struct movement turned(const struct movement *from, int x, int y) {
    struct movement to = {0};
    for (int d = 0; d < DIRECTIONS; d++) {
        int other = direction_towards(x * direction_dx[d], y * direction_dy[d]);
        to.move_range[other] = from->move_range[d];
        to.capture_range[other] = from->capture_range[d];
        for (int e = 0; e < DIRECTIONS; e++)
            if (from->second_steps[d] >> e & 1)
                to.second_steps[other] |=
                    (uint8_t)(1u << direction_towards(x * direction_dx[e], y * direction_dy[e]));
    }
    for (int leap = 0; leap < LEAPS; leap++) {
        unsigned other = 1u << leap_towards(x * leap_dx[leap], y * leap_dy[leap]);
        to.move_leaps |= (uint16_t)(from->move_leaps >> leap & 1 ? other : 0);
        to.capture_leaps |= (uint16_t)(from->capture_leaps >> leap & 1 ? other : 0);
        to.lame_move_leaps |= (uint16_t)(from->lame_move_leaps >> leap & 1 ? other : 0);
        to.lame_capture_leaps |= (uint16_t)(from->lame_capture_leaps >> leap & 1 ? other : 0);
    }
    for (int i = 0; i < from->walk_count; i++) {
        struct walk walk = from->walks[i];
        for (int leg = 0; leg < WALK_LEGS; leg++) {
            walk.leg[leg].dx = (int8_t)(walk.leg[leg].dx * x);
            walk.leg[leg].dy = (int8_t)(walk.leg[leg].dy * y);
        }
        movement_add_walk(&to, &walk);
    }
    return to;
}

struct movement movement_rotate(const struct movement *movement) {
    return turned(movement, -1, -1);
}
struct movement movement_mirror(const struct movement *movement) {
    return turned(movement, -1, 1);
}

bool movement_is_mirror(const struct movement *a, const struct movement *b) {
    struct movement mirrored = movement_mirror(a);
    return movement_same(&mirrored, b);
}

bool movement_same(const struct movement *a, const struct movement *b) {
    _Static_assert(sizeof(struct movement) == offsetof(struct movement, walks) + sizeof a->walks,
                   "no bytes but those of members");
    return memcmp(a, b, sizeof *a) == 0;
}

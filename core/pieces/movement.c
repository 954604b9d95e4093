// SPDX-License-Identifier: GPL-3.0-or-later
// Move sets: put together, turned, mirrored, compared.
#include <assert.h>
#include <string.h>

#include "betza.h"

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

void movement_remove_walk(struct movement *movement, int index) {
    assert(index >= 0 && index < movement->walk_count);
    memmove(&movement->walks[index], &movement->walks[index + 1],
            (size_t)(movement->walk_count - index - 1) * sizeof *movement->walks);
    movement->walk_count--;
    memset(&movement->walks[movement->walk_count], 0, sizeof *movement->walks);
}

void movement_settle(struct movement *movement) {
    for (int a = movement->walk_count - 1; a >= 0; a--) {
        struct walk *walk = &movement->walks[a];
        for (int b = 0; b < movement->walk_count; b++)
            if (b != a && covers(&movement->walks[b], walk))
                walk->flags &= (uint8_t) ~(movement->walks[b].flags & BOTH);
        if (walk->flags & BOTH)
            cover_leaps(movement, walk);
        else
            movement_remove_walk(movement, a);
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

// The walks with both coordinates multiplied, sorted again.
static void turn_walks(const struct movement *from, int x, int y, struct movement *to) {
    to->walk_count = 0;
    memset(to->walks, 0, sizeof to->walks);
    for (int i = 0; i < from->walk_count; i++) {
        struct walk walk = from->walks[i];
        for (int leg = 0; leg < WALK_LEGS; leg++) {
            walk.leg[leg].dx = (int8_t)(walk.leg[leg].dx * x);
            walk.leg[leg].dy = (int8_t)(walk.leg[leg].dy * y);
        }
        movement_add_walk(to, &walk);
    }
}

struct movement movement_rotate(const struct movement *movement) {
    struct movement turned;
    for (int d = 0; d < DIRECTIONS; d++) {
        turned.move_range[direction_opposite(d)] = movement->move_range[d];
        turned.capture_range[direction_opposite(d)] = movement->capture_range[d];
    }
#define TURN(leaps) (uint16_t)(leaps << LEAPS / 2 | leaps >> LEAPS / 2)
    turned.move_leaps = TURN(movement->move_leaps);
    turned.capture_leaps = TURN(movement->capture_leaps);
    turned.lame_move_leaps = TURN(movement->lame_move_leaps);
    turned.lame_capture_leaps = TURN(movement->lame_capture_leaps);
#undef TURN
    for (int d = 0; d < DIRECTIONS; d++) {
        uint8_t second = movement->second_steps[d];
        turned.second_steps[direction_opposite(d)] = (uint8_t)(second << 4 | second >> 4);
    }
    turn_walks(movement, -1, -1, &turned);
    return turned;
}

// Of `count` directions or leaps, clockwise from straight ahead.
static unsigned mirror(unsigned set, int count) {
    unsigned mirrored = 0;
    for (int i = 0; i < count; i++)
        if (set >> i & 1)
            mirrored |= 1u << (count - i) % count;
    return mirrored;
}

static bool same_walks(const struct movement *a, const struct movement *b) {
    return a->walk_count == b->walk_count && memcmp(a->walks, b->walks, sizeof a->walks) == 0;
}

bool movement_is_mirror(const struct movement *a, const struct movement *b) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int mirrored = (DIRECTIONS - d) % DIRECTIONS;
        if (a->move_range[d] != b->move_range[mirrored] ||
            a->capture_range[d] != b->capture_range[mirrored] ||
            mirror(a->second_steps[d], DIRECTIONS) != b->second_steps[mirrored])
            return false;
    }
    struct movement walks = {0};
    turn_walks(a, -1, 1, &walks);
    return mirror(a->move_leaps, LEAPS) == b->move_leaps &&
           mirror(a->capture_leaps, LEAPS) == b->capture_leaps &&
           mirror(a->lame_move_leaps, LEAPS) == b->lame_move_leaps &&
           mirror(a->lame_capture_leaps, LEAPS) == b->lame_capture_leaps && same_walks(&walks, b);
}

bool movement_same(const struct movement *a, const struct movement *b) {
    return memcmp(a->move_range, b->move_range, sizeof a->move_range) == 0 &&
           memcmp(a->capture_range, b->capture_range, sizeof a->capture_range) == 0 &&
           memcmp(a->second_steps, b->second_steps, sizeof a->second_steps) == 0 &&
           a->move_leaps == b->move_leaps && a->capture_leaps == b->capture_leaps &&
           a->lame_move_leaps == b->lame_move_leaps &&
           a->lame_capture_leaps == b->lame_capture_leaps && same_walks(a, b);
}

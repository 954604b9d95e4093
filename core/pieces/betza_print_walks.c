// SPDX-License-Identifier: GPL-3.0-or-later
// Walks as Betza: "cpR2", "NN", "[mF-fsR]". Those that differ in nothing but their first direction
// or their last turn are one part.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "betza_internal.h"

struct shape { // a walk as atoms and directions
    const struct atom *atom[WALK_LEGS];
    int direction[WALK_LEGS];
    int legs;
};

char leg_atom(const struct leg *leg, int *direction) {
    static const char letters[] = "WFDAHGNCZ";
    for (const char *letter = letters; *letter; letter++) {
        const struct atom *atom = betza_atom(*letter);
        for (*direction = 0; *direction < DIRECTIONS; ++*direction) {
            int8_t dx, dy;
            uint8_t directions = atom->directions ? atom->directions : EVERY;
            atom_step(atom, *direction, &dx, &dy);
            if ((directions >> *direction & 1) && dx == leg->dx && dy == leg->dy)
                return *letter;
        }
    }
    assert(false); // no atom makes this leap
    return 'W';
}

static struct shape shape_of(const struct walk *walk) {
    struct shape shape = {.legs = walk_legs(walk)};
    for (int i = 0; i < shape.legs; i++)
        shape.atom[i] = betza_atom(leg_atom(&walk->leg[i], &shape.direction[i]));
    return shape;
}

// The direction of a leg as seen from the one before.
static int turn(const struct shape *shape, int leg) {
    return (shape->direction[leg] - shape->direction[leg - 1]) & (DIRECTIONS - 1);
}

// Do they differ in their first direction and last turn at most?
static bool alike(const struct walk *a, const struct shape *as, const struct walk *b,
                  const struct shape *bs) {
    if (a->flags != b->flags || as->legs != bs->legs)
        return false;
    for (int i = 0; i < as->legs; i++) {
        bool inner = i > 0 && i + 1 < as->legs;
        if (as->atom[i] != bs->atom[i] || a->leg[i].most != b->leg[i].most ||
            a->leg[i].turn != b->leg[i].turn || (inner && turn(as, i) != turn(bs, i)))
            return false;
    }
    return true;
}

// The atom with its range; without limit R and B, or twice. Hops and skips are R and B anyhow.
struct line { // text that is added to
    char *end;
    size_t room; // from there on, the final 0 included
};

// What a movement can be is bounded, so there is room.
__attribute__((format(printf, 2, 3))) static void put(struct line *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->end, out->room, format, arguments);
    va_end(arguments);
    assert(length >= 0 && (size_t)length < out->room);
    size_t added = (size_t)length < out->room ? (size_t)length : out->room - 1;
    out->end += added;
    out->room -= added;
}

static void put_atom(struct line *out, const struct atom *atom, int most, bool slide) {
    char rider = atom->letter == 'W' ? 'R' : atom->letter == 'F' ? 'B' : 0;
    if (most == RANGE_UNLIMITED && rider)
        put(out, "%c", rider);
    else if (slide && rider)
        put(out, "%c%d", rider, most);
    else if (most == RANGE_UNLIMITED)
        put(out, "%c%c", atom->letter, atom->letter);
    else if (most == 1)
        put(out, "%c", atom->letter);
    else
        put(out, "%c%d", atom->letter, most);
}

static const struct token *tokens_of(const struct atom *atom) {
    return !atom->directions                ? oblique_tokens
           : atom->directions == ORTHOGONAL ? orthogonal_tokens
                                            : diagonal_tokens;
}

static void put_walks(struct line *out, const struct walk *walk, const struct shape *shape,
                      uint8_t first, uint8_t turns) {
    char letters[LETTERS_TEXT];
    int last = shape->legs - 1;
    bool hops = walk->flags & WALK_HOPS;
    put(out, "%s", last ? "[" : "");
    for (int i = 0; i <= last; i++) {
        const struct leg *leg = &walk->leg[i];
        const struct atom *atom = shape->atom[i];
        uint8_t all = atom->directions ? atom->directions : EVERY;
        if (i == 0 && (walk->flags & WALK_INITIAL))
            put(out, "%c", 'i');
        if (i == last)
            put(out, "%s%s%s%s",
                !(walk->flags & WALK_CAPTURES) ? "m"
                : !(walk->flags & WALK_MOVES)  ? "c"
                                               : "",
                walk->flags & WALK_LAME ? "n" : "", walk->flags & WALK_SKIPS ? "j" : "",
                !hops            ? ""
                : leg->most == 1 ? "g"
                                 : "p");
        else
            put(out, "%s%s", leg->turn & TURN_EMPTY ? "m" : "", leg->turn & TURN_PIECE ? "p" : "");
        if (i == 0)
            direction_letters(tokens_of(atom), first, all, letters);
        else
            direction_letters(turn_tokens, (uint8_t)(i == last ? turns : 1u << turn(shape, i)), 0,
                              letters);
        put(out, "%s", letters);
        put_atom(out, atom, i == last && hops && leg->most == 1 ? RANGE_UNLIMITED : leg->most,
                 i == last && (walk->flags & (WALK_HOPS | WALK_SKIPS)));
        put(out, "%s", i < last ? "-" : last ? "]" : "");
    }
}

void print_walks(const struct movement *movement, char *text) {
    uint64_t done = 0;
    size_t used = strlen(text);
    struct line line = {text + used, BETZA_TEXT - used}, *out = &line;
    for (int i = 0; i < movement->walk_count; i++) {
        const struct walk *walk = &movement->walks[i];
        struct shape shape = shape_of(walk);
        uint8_t turns[DIRECTIONS] = {0}, first = 0; // by first direction
        if (done >> i & 1)
            continue;
        uint64_t same = 0;
        for (int k = i; k < movement->walk_count; k++) {
            struct shape other = shape_of(&movement->walks[k]);
            if ((done >> k & 1) || !alike(walk, &shape, &movement->walks[k], &other))
                continue;
            same |= 1ull << k;
            turns[other.direction[0]] |=
                (uint8_t)(1u << (other.legs > 1 ? turn(&other, other.legs - 1) : 0));
        }
        for (int d = 0; d < DIRECTIONS; d++)
            if (turns[d] == turns[shape.direction[0]])
                first |= (uint8_t)(1u << d);
        for (int k = i; k < movement->walk_count; k++) {
            struct shape other = shape_of(&movement->walks[k]);
            if ((same >> k & 1) && (first >> other.direction[0] & 1))
                done |= 1ull << k;
        }
        put_walks(out, walk, &shape, first, turns[shape.direction[0]]);
    }
}
_Static_assert(WALKS_MAX <= 64, "the walks of a piece are bits of a word");

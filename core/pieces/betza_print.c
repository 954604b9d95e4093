// SPDX-License-Identifier: GPL-3.0-or-later
#include <assert.h>
#include <string.h>

#include "betza_internal.h"

enum { PLAIN_TEXT = 256 }; // more than the parts of a text can be

static int bits(unsigned mask) {
    return __builtin_popcount(mask);
}

// What a movement can be is bounded, so there is room.
static void append(char *text, const char *more) {
    size_t used = strlen(text), length = strlen(more);
    assert(used + length < BETZA_TEXT);
    if (used + length < BETZA_TEXT)
        memcpy(text + used, more, length + 1);
}

// The letters that mean exactly `mask`, or NULL.
static const char *exactly(const struct token *tokens, uint8_t mask) {
    for (; tokens->mask; tokens++)
        if (tokens->mask == mask)
            return tokens->text;
    return NULL;
}

// Appends tokens of that length, largest parts first, whose union is `mask`. There must be some.
static void cover(const struct token *tokens, size_t length, uint8_t mask, char *text) {
    for (uint8_t left = mask; left;) {
        const struct token *best = NULL;
        for (const struct token *token = tokens; token->mask; token++)
            if (strlen(token->text) == length && !(token->mask & ~mask) &&
                (!best || bits(token->mask & left) > bits(best->mask & left)))
                best = token;
        append(text, best->text);
        left &= (uint8_t)~best->mask;
    }
}

// Appends the letters that choose `mask`, none when that is `all` of the atom's. An orthogonal
// atom's are single ones.
static void put_directions(char *text, const struct token *tokens, uint8_t mask, uint8_t all) {
    const char *exact = mask == all ? "" : exactly(tokens, mask);
    if (exact)
        append(text, exact);
    else
        cover(tokens, tokens == orthogonal_tokens ? 1 : 2, mask, text);
}

// modality + directions + atom + range
static void put(char *text, const char *modality, const char *directions, char atom, int range) {
    append(text, modality);
    append(text, directions);
    append(text, (char[]){atom, 0});
    if (range > 1 && range != RANGE_UNLIMITED) {
        char digits[3] = {(char)('0' + range / 10), (char)('0' + range % 10), 0};
        append(text, range >= 10 ? digits : digits + 1);
    }
}

// One or two atoms for the diagonal directions in `mask`: fF, flF, flbrF, or fFblF for three.
static void put_diagonal(char *text, const char *modality, uint8_t mask, char atom, int range) {
    char directions[PLAIN_TEXT] = "";
    const char *exact = mask == DIAGONAL ? "" : exactly(diagonal_tokens, mask);
    if (exact) {
        put(text, modality, exact, atom, range);
    } else if (bits(mask) == 2) {
        cover(diagonal_tokens, 2, mask, directions);
        put(text, modality, directions, atom, range);
    } else {
        const struct token *half = diagonal_tokens;
        while (bits(half->mask) != 2 || (half->mask & ~mask))
            half++;
        put(text, modality, half->text, atom, range);
        put_diagonal(text, modality, mask & (uint8_t)~half->mask, atom, range);
    }
}

static void put_orthogonal(char *text, const char *modality, uint8_t mask, char atom, int range) {
    char directions[PLAIN_TEXT] = "";
    if (mask != ORTHOGONAL)
        cover(orthogonal_tokens, 1, mask, directions);
    // "fsW" rather than "sfW", as the rule pages write it
    if (strcmp(directions, "sf") == 0 || strcmp(directions, "sb") == 0)
        directions[0] = directions[1], directions[1] = 's';
    put(text, modality, directions, atom, range);
}

static void put_slide(char *text, const char *modality, uint8_t mask, int range) {
    bool far = range == RANGE_UNLIMITED;
    const char *whole = mask == EVERY ? "" : exactly(half_tokens, mask);
    if (whole) {
        put(text, modality, whole, far ? 'Q' : 'K', range);
        return;
    }
    uint8_t orthogonal = mask & ORTHOGONAL, diagonal = mask & DIAGONAL;
    bool diagonal_first = diagonal == DIAGONAL; // FfW, as the rule pages write it
    if (diagonal && diagonal_first)
        put_diagonal(text, modality, diagonal, far ? 'B' : 'F', range);
    if (orthogonal)
        put_orthogonal(text, modality, orthogonal, far ? 'R' : 'W', range);
    if (diagonal && !diagonal_first)
        put_diagonal(text, modality, diagonal, far ? 'B' : 'F', range);
}

// The shortest text for a slide of `range` in all of `needed`. It may take in directions of
// `allowed`, whose range is larger anyway: "KrhQ" rather than "rhQvlWlF".
static void put_shortest(char *text, const char *modality, uint8_t needed, uint8_t allowed,
                         int range, bool *whole) {
    char best[PLAIN_TEXT] = "";
    uint8_t best_mask = 0;
    for (unsigned extra = 0; extra <= EVERY; extra++) {
        if (extra & (needed | (unsigned)~allowed))
            continue;
        char attempt[PLAIN_TEXT] = "";
        uint8_t mask = (uint8_t)(needed | extra);
        put_slide(attempt, modality, mask, range);
        size_t length = strlen(attempt), shortest = strlen(best);
        if (!best_mask || length < shortest ||
            (length == shortest && bits(mask) < bits(best_mask))) {
            memcpy(best, attempt, sizeof best);
            best_mask = mask;
        }
    }
    *whole = best_mask == EVERY || best_mask == ORTHOGONAL || best_mask == DIAGONAL;
    append(text, best);
}

const char modality_text[MODALITIES][2] = {"", "m", "c"};

static void put_slides(char *text, const struct movement *movement) {
    char whole[PLAIN_TEXT] = "", part[PLAIN_TEXT] = "";
    for (int modality = 0; modality < MODALITIES; modality++)
        for (int range = RANGE_UNLIMITED; range > 0; range--) {
            uint8_t needed = 0, allowed = 0;
            for (int d = 0; d < DIRECTIONS; d++) {
                int move = movement->move_range[d], capture = movement->capture_range[d];
                int here = modality == 2 ? capture : move;
                int least = modality != 0 ? here : move < capture ? move : capture;
                if (here == range && (move == capture) == (modality == 0))
                    needed |= (uint8_t)(1u << d);
                else if (least >= range)
                    allowed |= (uint8_t)(1u << d);
            }
            if (!needed)
                continue;
            char atom[PLAIN_TEXT] = "";
            bool is_whole;
            put_shortest(atom, modality_text[modality], needed, allowed, range, &is_whole);
            append(is_whole && modality == 0 ? whole : part, atom);
        }
    append(text, whole);
    append(text, part);
}

static void put_leaps(char *text, bool lame, uint16_t move, uint16_t capture) {
    char whole[PLAIN_TEXT] = "", part[PLAIN_TEXT] = "";
    for (int modality = 0; modality < MODALITIES; modality++) {
        uint16_t leaps = modality_leaps(modality, move, capture);
        uint8_t straight = 0, oblique = 0;
        for (int i = 0; i < 8; i++) {
            straight |= (uint8_t)((leaps >> (2 * i) & 1) << i);
            oblique |= (uint8_t)((leaps >> (2 * i + 1) & 1) << i);
        }
        char prefix[3] = "";
        strcat(prefix, modality_text[modality]);
        strcat(prefix, lame ? "n" : "");
        uint8_t orthogonal = straight & ORTHOGONAL, diagonal = straight & DIAGONAL;
        if (orthogonal)
            put_orthogonal(orthogonal == ORTHOGONAL && modality == 0 ? whole : part, prefix,
                           orthogonal, 'D', 0);
        if (diagonal)
            put_diagonal(diagonal == DIAGONAL && modality == 0 ? whole : part, prefix, diagonal,
                         'A', 0);
        if (oblique) {
            char directions[PLAIN_TEXT] = "";
            put_directions(directions, oblique_tokens, oblique, EVERY);
            put(oblique == EVERY && modality == 0 ? whole : part, prefix, directions, 'N', 0);
        }
    }
    append(text, whole);
    append(text, part);
}

// One bracket for all first steps that go on alike.
static void put_lion_power(char *text, const struct movement *movement) {
    uint8_t done = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint8_t second = movement->second_steps[d], first = 0;
        if (!second || (done >> d & 1))
            continue;
        for (int e = d; e < DIRECTIONS; e++)
            if (movement->second_steps[e] == second)
                first |= (uint8_t)(1u << e);
        done |= first;
        append(text, "[");
        put_slide(text, "", first, 1);
        append(text, "-");
        put_slide(text, "", second, 1);
        append(text, "]");
    }
}

// What the brackets do not bring along anyway.
static struct movement without_implied(const struct movement *movement) {
    struct movement rest = *movement, implied = {0};
    for (int d = 0; d < DIRECTIONS; d++)
        if (movement->second_steps[d])
            movement_add_lion_power(&implied, d, movement->second_steps[d]);
    for (int d = 0; d < DIRECTIONS; d++)
        if (implied.move_range[d] && rest.move_range[d] == 1 && rest.capture_range[d] == 1)
            rest.move_range[d] = rest.capture_range[d] = 0;
    rest.move_leaps &= (uint16_t)~implied.move_leaps;
    rest.capture_leaps &= (uint16_t)~implied.capture_leaps;
    return rest;
}

// Walks as Betza: "cpR2", "NN", "[mF-fsR]". Those that differ in nothing but their first direction
// or their last turn are one part.

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
static void put_atom(char *text, const struct atom *atom, int most, bool slide) {
    char rider = atom->letter == 'W' ? 'R' : atom->letter == 'F' ? 'B' : 0;
    bool far = most == RANGE_UNLIMITED;
    put(text, "", "", rider && (far || slide) ? rider : atom->letter, most);
    if (far && !rider)
        put(text, "", "", atom->letter, 0);
}

static const struct token *tokens_of(const struct atom *atom) {
    return !atom->directions                ? oblique_tokens
           : atom->directions == ORTHOGONAL ? orthogonal_tokens
                                            : diagonal_tokens;
}

static void put_walks(char *text, const struct walk *walk, const struct shape *shape, uint8_t first,
                      uint8_t turns) {
    int last = shape->legs - 1;
    bool hops = walk->flags & WALK_HOPS;
    append(text, last ? "[" : "");
    for (int i = 0; i <= last; i++) {
        const struct leg *leg = &walk->leg[i];
        const struct atom *atom = shape->atom[i];
        bool near_hop = i == last && hops && leg->most == 1;
        append(text, i == 0 && (walk->flags & WALK_INITIAL) ? "i" : "");
        if (i == last) {
            append(text, walk_modality(walk));
            append(text, walk->flags & WALK_LAME ? "n" : "");
            append(text, walk->flags & WALK_SKIPS ? "j" : "");
            append(text, near_hop ? "g" : hops ? "p" : "");
        } else {
            append(text, leg->turn & TURN_EMPTY ? "m" : "");
            append(text, leg->turn & TURN_PIECE ? "p" : "");
        }
        if (i == 0)
            put_directions(text, tokens_of(atom), first,
                           atom->directions ? atom->directions : EVERY);
        else
            put_directions(text, turn_tokens, (uint8_t)(i == last ? turns : 1u << turn(shape, i)),
                           0);
        put_atom(text, atom, near_hop ? RANGE_UNLIMITED : leg->most,
                 i == last && (walk->flags & (WALK_HOPS | WALK_SKIPS)));
        append(text, i < last ? "-" : last ? "]" : "");
    }
}

// Appends the walks of a movement to `text` (BETZA_TEXT bytes).
static void print_walks(const struct movement *movement, char *text) {
    uint64_t done = 0;
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
        put_walks(text, walk, &shape, first, turns[shape.direction[0]]);
    }
}
_Static_assert(WALKS_MAX <= 64, "the walks of a piece are bits of a word");

char *betza_print(const struct movement *movement, char text[BETZA_TEXT]) {
    text[0] = 0;
    struct movement rest = without_implied(movement);
    put_slides(text, &rest);
    put_leaps(text, false, rest.move_leaps, rest.capture_leaps);
    put_leaps(text, true, rest.lame_move_leaps, rest.lame_capture_leaps);
    put_lion_power(text, movement);
    print_walks(movement, text);
    return text;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "xboard_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY = 0xFF, ALL_BUT_BACK = 0xEF };

// One word for each direction, clockwise from straight ahead. A diagonal atom reads pairs; the
// second leg of a move counts in King directions, where a doubled letter stands for itself alone.
static const char *const orthogonal_words[DIRECTIONS] = {"f", NULL, "r", NULL, "b", NULL, "l"};
static const char *const diagonal_words[DIRECTIONS] = {NULL, "fr", NULL, "br",
                                                       NULL, "bl", NULL, "fl"};
static const char *const king_words[DIRECTIONS] = {"ff", "fr", "rr", "br", "bb", "bl", "ll", "fl"};
// The knight's leaps: the last letter is the long leg.
static const char *const knight_words[DIRECTIONS] = {"rf", "fr", "br", "rb",
                                                     "lb", "bl", "fl", "lf"};

static const char *const modalities[] = {"", "m", "c"};

static void append(char *text, const char *more) {
    size_t used = strlen(text);
    snprintf(text + used, XBOARD_BETZA_TEXT - used, "%s", more);
}

// The directions in `mask` that have words, by these, none for all of them; how and what moves
// there.
static void append_moves(char *text, const char *const *words, unsigned mask, const char *modality,
                         const char *atom) {
    unsigned all = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        all |= (unsigned)(words[d] != NULL) << d;
    mask &= all;
    if (!mask)
        return;
    for (int d = 0; d < DIRECTIONS; d++)
        if (mask != all && (mask >> d & 1))
            append(text, words[d]);
    append(text, modality);
    append(text, atom);
}

static const char *slide_atom(char step, char slide, int range, char atom[16]) {
    snprintf(atom, 16, range > 1 && range != RANGE_UNLIMITED ? "%c%d" : "%c",
             range == RANGE_UNLIMITED ? slide : step, range);
    return atom;
}

// The slides of exactly that range.
static void append_slides(char *text, const char *modality, unsigned mask, int range) {
    char atom[16];
    if (mask == EVERY) {
        append_moves(text, king_words, mask, modality, slide_atom('K', 'Q', range, atom));
        return;
    }
    append_moves(text, orthogonal_words, mask, modality, slide_atom('W', 'R', range, atom));
    append_moves(text, diagonal_words, mask, modality, slide_atom('F', 'B', range, atom));
}

// Every second leap lies on a ray (D or A), the others are a knight's.
static void append_leaps(char *text, const char *modality, unsigned leaps) {
    unsigned rays = 0, knight = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        rays |= (leaps >> (2 * d) & 1) << d;
        knight |= (leaps >> (2 * d + 1) & 1) << d;
    }
    append_moves(text, orthogonal_words, rays, modality, "D");
    append_moves(text, diagonal_words, rays, modality, "A");
    append_moves(text, knight_words, knight, modality, "N");
}

// "capture, then again" for first steps in `first`, each followed by the same turns.
static void append_lion_power(char *text, unsigned first, unsigned turns) {
    char modality[2 * DIRECTIONS + 3] = "ca"; // alone: all but back, the default of a second leg
    if ((turns & ALL_BUT_BACK) != ALL_BUT_BACK)
        for (int d = 0; d < DIRECTIONS; d++)
            if (turns >> d & 1)
                strcat(modality, king_words[d]);
    for (int turn = 0; turn < (turns == EVERY ? 2 : 1); turn++) {
        if (first == EVERY) {
            append_moves(text, king_words, first, modality, "K");
        } else {
            append_moves(text, orthogonal_words, first, modality, "W");
            append_moves(text, diagonal_words, first, modality, "F");
        }
        strcpy(modality, "cabb");
    }
}

static unsigned rotate_back(unsigned mask, int direction) {
    return (mask >> direction | mask << (DIRECTIONS - direction)) & EVERY;
}

// Walks

static char atom_of(const struct leg *leg, const char **word) {
    int d;
    char atom = leg_atom(leg, &d);
    *word = strchr("NCZ", atom) ? knight_words[d] : d % 2 ? diagonal_words[d] : orthogonal_words[d];
    return atom;
}

static void append_modality(char *text, const struct walk *walk) {
    append(text, walk->flags & WALK_INITIAL ? "i" : "");
    append(text, !(walk->flags & WALK_CAPTURES) ? "m" : !(walk->flags & WALK_MOVES) ? "c" : "");
}

static int length_of(const struct leg *leg) {
    return abs(leg->dx) > abs(leg->dy) ? abs(leg->dx) : abs(leg->dy);
}

// The legs of a chain are alike: one atom, which turns, one range, or `y` between them.
static bool append_chain(char *text, const struct walk *walk) {
    int legs = walk_legs(walk), before = 0, range = walk->leg[0].most;
    const char *word;
    char atom = atom_of(&walk->leg[0], &word), part[8];
    for (int i = 0; i < legs; i++) {
        const struct leg *leg = &walk->leg[i];
        int d = direction_towards(leg->dx, leg->dy);
        bool toggles = leg->most != range;
        bool may_toggle = (leg->most == 1 && range == RANGE_UNLIMITED) ||
                          (range == 1 && leg->most == RANGE_UNLIMITED);
        if (length_of(leg) != length_of(&walk->leg[0]) || (toggles && !may_toggle))
            return false;
        if (i > 0) {
            append(text, toggles ? "ya" : "a");
            range = leg->most;
        }
        if (i + 1 == legs)
            append_modality(text, walk);
        else
            append(text, leg->turn == TURN_PIECE ? "p" : leg->turn == TURN_EMPTY ? "m" : "mp");
        append(text, i == 0 ? word : king_words[(d - before) & (DIRECTIONS - 1)]);
        before = d;
    }
    int most = walk->leg[0].most;
    snprintf(part, sizeof part, most == 1 ? "%c" : "%c%d", atom,
             most == RANGE_UNLIMITED ? 0 : most);
    append(text, part);
    return true;
}

static bool append_walk(char *text, const struct walk *walk) {
    const struct leg *leg = &walk->leg[0];
    bool grass = (walk->flags & WALK_HOPS) && leg->most == 1;
    const char *word;
    char atom = atom_of(leg, &word), part[8];
    if (walk_legs(walk) > 1)
        return !(walk->flags & WALK_HOPS) && append_chain(text, walk);
    // XBoard counts a hop's range from where it begins.
    if ((walk->flags & WALK_HOPS) && !grass && leg->most != RANGE_UNLIMITED)
        return false;
    append(text, word);
    append_modality(text, walk);
    append(text, walk->flags & WALK_LAME ? "n" : "");
    append(text, walk->flags & WALK_SKIPS ? "j" : "");
    append(text, grass ? "g" : walk->flags & WALK_HOPS ? "p" : "");
    bool one = leg->most == 1 && !grass;
    snprintf(part, sizeof part, one ? "%c" : "%c%d", atom,
             grass || leg->most == RANGE_UNLIMITED ? 0 : leg->most);
    append(text, part);
    return true;
}

char *xboard_betza(const struct movement *movement, char text[XBOARD_BETZA_TEXT]) {
    text[0] = 0;
    // What a slide does in every case, when moving only, when capturing only.
    int ranges[ARRAY_LENGTH(modalities)][DIRECTIONS];
    for (int d = 0; d < DIRECTIONS; d++) {
        int move = movement->move_range[d], capture = movement->capture_range[d];
        ranges[0][d] = move < capture ? move : capture;
        ranges[1][d] = move > capture ? move : 0;
        ranges[2][d] = capture > move ? capture : 0;
    }
    uint16_t both = movement->move_leaps & movement->capture_leaps;
    uint16_t lame = movement->lame_move_leaps & movement->lame_capture_leaps;
    const uint16_t leaps[] = {both, movement->move_leaps & (uint16_t)~both,
                              movement->capture_leaps & (uint16_t)~both};
    const uint16_t lame_leaps[] = {lame, movement->lame_move_leaps & (uint16_t)~lame,
                                   movement->lame_capture_leaps & (uint16_t)~lame};
    for (int i = 0; i < ARRAY_LENGTH(modalities); i++) {
        for (int range = RANGE_UNLIMITED; range > 0; range--) {
            unsigned mask = 0;
            for (int d = 0; d < DIRECTIONS; d++)
                mask |= (unsigned)(ranges[i][d] == range) << d;
            append_slides(text, modalities[i], mask, range);
        }
        append_leaps(text, modalities[i], leaps[i]);
        char lame_modality[4];
        snprintf(lame_modality, sizeof lame_modality, "%sn", modalities[i]);
        append_leaps(text, lame_modality, lame_leaps[i]);
    }
    unsigned done = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        unsigned turns = rotate_back(movement->second_steps[d], d), same = 0;
        if (!turns || done >> d & 1)
            continue;
        for (int e = d; e < DIRECTIONS; e++)
            same |= (unsigned)(rotate_back(movement->second_steps[e], e) == turns) << e;
        done |= same;
        append_lion_power(text, same, turns);
    }
    for (int i = 0; i < movement->walk_count; i++)
        if (!append_walk(text, &movement->walks[i]))
            return NULL;
    // A text that fills its room may have been cut.
    return strlen(text) + 1 < XBOARD_BETZA_TEXT ? text : NULL;
}

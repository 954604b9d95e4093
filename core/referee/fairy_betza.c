// SPDX-License-Identifier: GPL-3.0-or-later
#include "fairy_betza_internal.h"

#include <stdlib.h>
#include <string.h>

// Over the neighbour to the square behind: its pB2.
static bool short_hop(const struct walk *walk) {
    const struct leg *leg = walk->leg;
    return walk_legs(walk) == 2 && leg[0].most == 1 && leg[1].most == 1 &&
           leg[0].turn == TURN_PIECE && leg[0].dx == leg[1].dx && leg[0].dy == leg[1].dy &&
           abs(leg[0].dx) <= 1 && abs(leg[0].dy) <= 1 &&
           !(walk->flags & ~(WALK_MOVES | WALK_CAPTURES));
}

// What it has no words or no tables for.
const char *fairy_unwritable(const struct walk *walk) {
    int d;
    char atom = leg_atom(&walk->leg[0], &d);
    if (walk_legs(walk) > 1 && !short_hop(walk))
        return "moves that bend";
    if (walk->flags & WALK_SKIPS)
        return "slides that skip a square";
    if ((walk->flags & WALK_HOPS) && atom != 'W' && atom != 'F')
        return "hops but along lines";
    if ((walk->flags & WALK_LAME) && (!strchr("DANZ", atom) || walk->leg[0].most > 1))
        return "lame leaps but of N, A, D and Z";
    if (walk->leg[0].most > 1 && strchr("DAHGCZ", atom))
        return "riders but of the Knight";
    if (walk->leg[0].most > FAIRY_RANGE_MAX && walk->leg[0].most != RANGE_UNLIMITED)
        return "ranges of two digits";
    return NULL;
}

struct out {
    struct buffer *text;
    int length; // of the board
};

static const char *const compass[DIRECTIONS] = {"f", "fr", "r", "br", "b", "bl", "l", "fl"};
static const char *const oblique[LEAPS] = {"f", "rf", "fr", "fr", "r", "br", "br", "rb",
                                           "b", "lb", "bl", "bl", "l", "fl", "fl", "lf"};

static void write_atom(struct out out, const char *modality, int d, int range) {
    bool diagonal = d % 2;
    buffer_printf(out.text, "%s%s%c", modality, compass[d],
                  range >= out.length - 1 && range > 1 ? (diagonal ? 'B' : 'R')
                                                       : (diagonal ? 'F' : 'W'));
    if (range > 1 && range < out.length - 1)
        buffer_printf(out.text, "%d", range);
}

static void write_leap(struct out out, const char *modality, int leap) {
    buffer_printf(out.text, "%s%s%c", modality, oblique[leap],
                  leap % 2   ? 'N'
                  : leap % 4 ? 'A'
                             : 'D');
}

static void write_walk(struct out out, const struct walk *walk) {
    int d, most = walk->leg[0].most;
    char atom = leg_atom(&walk->leg[0], &d);
    bool leaps = strchr("NCZ", atom) != NULL, hops = walk->flags & WALK_HOPS;
    bool over = short_hop(walk);
    buffer_printf(out.text, "%s%s%s%s%s", walk->flags & WALK_INITIAL ? "i" : "",
                  !(walk->flags & WALK_CAPTURES) ? "m"
                  : !(walk->flags & WALK_MOVES)  ? "c"
                                                 : "",
                  walk->flags & WALK_LAME ? "n" : "",
                  !hops       ? over ? "p" : ""
                  : most == 1 ? "g"
                              : "p",
                  leaps ? oblique[2 * d + 1] : compass[d]);
    if (hops && (most == 1 || most == RANGE_UNLIMITED))
        buffer_char(out.text, atom == 'W' ? 'R' : 'B');
    else if (over)
        buffer_printf(out.text, "%c2", atom == 'W' ? 'R' : 'B');
    else if (most == RANGE_UNLIMITED)
        buffer_printf(out.text, "%c%c", atom, atom);
    else if (most > 1)
        buffer_printf(out.text, "%c%d", atom, most);
    else
        buffer_char(out.text, atom);
}

// Both modalities where they agree, otherwise one after the other.
void fairy_write_betza(const struct movement *movement, int length, struct buffer *text) {
    struct out out = {text, length};
    for (int d = 0; d < DIRECTIONS; d++) {
        int move = movement->move_range[d], capture = movement->capture_range[d];
        if (move && move == capture)
            write_atom(out, "", d, move);
        else {
            if (move)
                write_atom(out, "m", d, move);
            if (capture)
                write_atom(out, "c", d, capture);
        }
    }
    const struct {
        uint16_t leaps;
        const char *modality;
    } sets[] = {
        {movement->move_leaps & movement->capture_leaps, ""},
        {movement->move_leaps & ~movement->capture_leaps, "m"},
        {movement->capture_leaps & ~movement->move_leaps, "c"},
        {movement->lame_move_leaps & movement->lame_capture_leaps, "n"},
        {movement->lame_move_leaps & ~movement->lame_capture_leaps, "mn"},
        {movement->lame_capture_leaps & ~movement->lame_move_leaps, "cn"},
    };
    for (int i = 0; i < ARRAY_LENGTH(sets); i++)
        for (int leap = 0; leap < LEAPS; leap++)
            if (sets[i].leaps >> leap & 1)
                write_leap(out, sets[i].modality, leap);
    for (int i = 0; i < movement->walk_count; i++)
        write_walk(out, &movement->walks[i]);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Moves of several legs: XBetza's chains ("RasR", "FyafsF", "KNADcaKmcabK"), its brackets
// ("[F?R]", "R(R-sR)"), and Betza's own t[FR]. Directions of a leg after the first are seen from
// the leg before: f goes straight on.
#include "betza_internal.h"

struct part { // a leg as it is written
    struct modifiers modifiers;
    const struct atom *atom;
    uint8_t range;
    int column;
    bool may_stop; // the move may end here, too
};

struct legs {
    struct reading *reading;
    struct part part[WALK_LEGS];
    int count;
    bool chain; // one atom for all legs, which turns with them
};

static bool fail(const struct legs *legs, int part, const char *what) {
    return error_set(legs->reading->error, "column %d: %s", legs->part[part].column, what);
}

// Directions of a leg as seen from `before`, the direction of the last one.
static bool turns(const struct legs *legs, int index, int before, uint8_t *mask) {
    const struct part *part = &legs->part[index];
    uint8_t class = legs->chain ? EVERY : part->atom->directions, relative = EVERY;
    bool straight = class >> before & 1;
    if (part->modifiers.count) {
        if (!read_directions(&part->modifiers, turn_tokens, &relative, legs->reading->error))
            return false;
    } else if (!part->modifiers.all) { // as far outward as the atom goes, or all but back
        relative = legs->chain ? (uint8_t)(EVERY & ~0x10) : straight ? 0x01 : 0x82;
    }
    unsigned turned = (unsigned)relative << before;
    *mask = (uint8_t)((turned | turned >> DIRECTIONS) & class);
    return *mask != 0 || fail(legs, index, "this atom does not go that way");
}

// What the modifiers of a leg that is not the last one say about the square where it ends.
static uint8_t turn_of(const struct modifiers *modifiers) {
    bool moves = modifiers->move || (!modifiers->capture && !modifiers->hop);
    return (uint8_t)((moves ? TURN_EMPTY : 0) | (modifiers->hop ? TURN_PIECE : 0));
}

// Two steps of a King's: after a capture, back again, or through an empty square.
static bool add_double_step(const struct legs *legs, const struct walk *walk, int first,
                            int second) {
    const struct modifiers *on_way = &legs->part[0].modifiers, *last = &legs->part[1].modifiers;
    struct reading *reading = legs->reading;
    bool back = second == direction_opposite(first);
    if (!reading->lion_column)
        reading->lion_column = legs->part[0].column;
    if ((last->move || last->capture) && !(last->move && (back || last->capture)))
        return fail(legs, 1,
                    "after a capture the second step of a double move is free to move and "
                    "to capture: no 'm', no 'c'");
    if (on_way->capture)
        reading->taken[first] |= (uint8_t)(1u << second);
    if ((on_way->move || !on_way->capture) && back)
        reading->passes[first] |= (uint8_t)(1u << second);
    return back || !on_way->move || movement_add_walk(reading->movement, walk) ||
           fail(legs, 1, "too many ways to move");
}

static bool add_walk(const struct legs *legs, int count, const struct walk *walk, int first,
                     int last) {
    const struct modifiers *on_way = &legs->part[0].modifiers;
    bool steps =
        count == 2 && walk_is_king_steps(walk) && !on_way->hop && !(walk->flags & WALK_HOPS);
    if (steps && (on_way->capture || last == direction_opposite(first)))
        return add_double_step(legs, walk, first, last);
    for (int i = 0; i + 1 < count; i++)
        if (legs->part[i].modifiers.capture)
            return fail(legs, i, "a capture on the way is for two single steps, a Lion's");
    int dx = 0, dy = 0, longest = 1;
    for (int i = 0; i < count; i++) {
        dx += walk->leg[i].dx, dy += walk->leg[i].dy;
        longest = walk->leg[i].most > longest ? walk->leg[i].most : longest;
    }
    if (count > 1 && dx == 0 && dy == 0 && longest == 1 && !(walk->flags & WALK_HOPS))
        return true; // it comes back to where it was: no move
    return movement_add_walk(legs->reading->movement, walk) ||
           fail(legs, count - 1, "too many ways to move");
}

// Adds the walks of the first `count` legs, of which `index` are chosen.
static bool add_legs(const struct legs *legs, int count, int index, int first, int before,
                     struct walk *walk) {
    if (index == count || index == WALK_LEGS)
        return add_walk(legs, count, walk, first, before);
    const struct part *part = &legs->part[index];
    uint8_t mask;
    if (index == 0 ? !choose_directions(part->atom, &part->modifiers, &mask, legs->reading->error)
                   : !turns(legs, index, before, &mask))
        return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!(mask >> d & 1))
            continue;
        struct leg *leg = &walk->leg[index];
        *leg = (struct leg){.most = part->range};
        leg->dx = (int8_t)(part->atom->length * direction_dx[d]);
        leg->dy = (int8_t)(part->atom->length * direction_dy[d]);
        if (index + 1 < count)
            leg->turn = turn_of(&part->modifiers);
        if (!add_legs(legs, count, index + 1, index == 0 ? d : first, d, walk))
            return false;
        *leg = (struct leg){0};
    }
    return true;
}

static bool check_modifiers(const struct legs *legs, int index, bool last) {
    const struct modifiers *modifiers = &legs->part[index].modifiers;
    if (modifiers->lame || modifiers->skip)
        return fail(legs, index, "'n' and 'j' do not go with moves of several legs");
    if (modifiers->grass && !last)
        return fail(legs, index, "'g' is for the last leg");
    if (modifiers->initial && index > 0)
        return fail(legs, index, "'i' stands before the first leg");
    if (!legs->part[index].atom->directions)
        return fail(legs, index, "legs of a move go along lines: no N, C or Z");
    return true;
}

// Adds all that the legs say.
static bool add_all(struct legs *legs) {
    for (int count = 1; count <= legs->count; count++) {
        struct part *last = &legs->part[count - 1];
        const struct modifiers *modifiers = &last->modifiers;
        if (!check_modifiers(legs, count - 1, count == legs->count))
            return false;
        if (count < legs->count && !last->may_stop)
            continue;
        bool both = !modifiers->move && !modifiers->capture;
        struct walk walk = {.flags = (uint8_t)((both || modifiers->move ? WALK_MOVES : 0) |
                                               (both || modifiers->capture ? WALK_CAPTURES : 0))};
        if (legs->part[0].modifiers.initial)
            walk.flags |= WALK_INITIAL;
        if (count == legs->count && (modifiers->hop || modifiers->grass)) {
            if (last->range == 1)
                return fail(legs, count - 1, "'p' and 'g' are for slides and riders");
            walk.flags |= WALK_HOPS;
            last->range = modifiers->grass ? 1 : last->range;
        }
        if (!add_legs(legs, count, 0, 0, 0, &walk))
            return false;
    }
    return true;
}

bool read_chain(struct reading *reading, const struct modifiers *first) {
    struct legs legs = {.reading = reading, .chain = true, .count = 1};
    bool toggled = false, toggles[WALK_LEGS] = {false};
    const struct atom *atom;
    uint8_t range;
    legs.part[0].modifiers = *first;
    legs.part[0].column = reading->column;
    toggled = first->toggle;
    while (*reading->text == 'a') {
        if (legs.count == WALK_LEGS)
            return error_set(reading->error, "column %d: more than %d legs", reading->column,
                             WALK_LEGS);
        reading->text++, reading->column++;
        struct part *part = &legs.part[legs.count];
        part->column = reading->column;
        toggles[legs.count] = toggled;
        if (!read_modifiers(reading, &part->modifiers))
            return false;
        toggled ^= part->modifiers.toggle;
        legs.count++;
    }
    if (!read_atom_letter(reading, &atom, &range))
        return false;
    if (range != 1 && range != RANGE_UNLIMITED)
        for (int i = 0; i < legs.count; i++)
            if (toggles[i])
                return fail(&legs, i, "'y' is for single steps and slides without limit");
    for (int i = 0; i < legs.count; i++) {
        legs.part[i].atom = atom;
        legs.part[i].range = !toggles[i] ? range : range == 1 ? RANGE_UNLIMITED : 1;
    }
    return add_all(&legs);
}

bool read_bracket(struct reading *reading, bool optional) {
    struct legs legs = {.reading = reading};
    char end = *reading->text == '(' ? ')' : ']';
    reading->text++, reading->column++;
    for (;;) {
        if (legs.count == WALK_LEGS)
            return error_set(reading->error, "column %d: more than %d legs", reading->column,
                             WALK_LEGS);
        struct part *part = &legs.part[legs.count++];
        part->column = reading->column;
        if (!read_modifiers(reading, &part->modifiers))
            return false;
        if (*reading->text == 'a') {
            part->modifiers.all = true;
            reading->text++, reading->column++;
        }
        if (part->modifiers.toggle)
            return fail(&legs, legs.count - 1, "'y' is for moves that go on by 'a'");
        if (!read_atom_letter(reading, &part->atom, &part->range))
            return false;
        char next = *reading->text;
        if (next == end)
            break;
        part->may_stop = optional || next == '?';
        if (!optional && next != '-' && next != '?')
            return error_set(reading->error, "column %d: expected '-', '?' or '%c'",
                             reading->column, end);
        if (!optional)
            reading->text++, reading->column++;
    }
    reading->text++, reading->column++;
    if (legs.count == 1)
        return fail(&legs, 0, "brackets hold two legs or three");
    return add_all(&legs);
}

bool settle_lion_power(struct reading *reading) {
    struct movement *movement = reading->movement;
    bool whole = true;
    movement_settle(movement);
    for (int d = 0; d < DIRECTIONS; d++) {
        uint8_t taken = reading->taken[d], passes = reading->passes[d];
        if (!taken && !passes)
            continue;
        whole &= movement_reaches(movement, direction_dx[d], direction_dy[d]);
        whole &= (taken & 1u << direction_opposite(d)) == passes;
        for (int e = 0; e < DIRECTIONS; e++)
            if ((taken >> e & 1) && e != direction_opposite(d))
                whole &= movement_reaches(movement, direction_dx[d] + direction_dx[e],
                                          direction_dy[d] + direction_dy[e]);
        movement->second_steps[d] |= taken;
    }
    return whole || error_set(reading->error,
                              "column %d: a double move needs all that a Lion has on its squares: "
                              "steps, jumps, and a pass where it may come back, as in "
                              "KNADcaKmcabK or KAD(mcK-vK)",
                              reading->lion_column);
}

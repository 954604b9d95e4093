// SPDX-License-Identifier: GPL-3.0-or-later
#include "betza.h"

#include <string.h>

// Directions, and the eight oblique leaps alike, are bits of one byte, clockwise:
// direction d is bit d; oblique leap 2k+1 of square.h is bit k.
enum { ORTHOGONAL = 0x55, DIAGONAL = 0xAA, EVERY = 0xFF };

static const struct atom {
    char letter;
    uint8_t directions; // of a slide or a straight leap; 0 = oblique leap
    uint8_t range;      // when none is written; 0 = leap
} atoms[] = {
    {'K', EVERY, 1},
    {'Q', EVERY, RANGE_UNLIMITED},
    {'R', ORTHOGONAL, RANGE_UNLIMITED},
    {'B', DIAGONAL, RANGE_UNLIMITED},
    {'W', ORTHOGONAL, 1},
    {'F', DIAGONAL, 1},
    {'D', ORTHOGONAL, 0},
    {'A', DIAGONAL, 0},
    {'N', 0, 0},
};

struct token { // direction letters and what they choose
    char text[3];
    uint8_t mask;
};

static const struct token orthogonal_tokens[] = {
    {"v", 0x11}, {"s", 0x44}, {"f", 0x01}, {"r", 0x04}, {"b", 0x10}, {"l", 0x40}, {"", 0},
};

// The letter first written in a pair does not matter here; printing takes the first that fits.
static const struct token diagonal_tokens[] = {
    {"v", 0xAA},  {"s", 0xAA},  {"f", 0x82},  {"b", 0x28},  {"l", 0xA0},
    {"r", 0x0A},  {"fl", 0x80}, {"fr", 0x02}, {"bl", 0x20}, {"br", 0x08},
    {"lf", 0x80}, {"rf", 0x02}, {"lb", 0x20}, {"rb", 0x08}, {"", 0},
};

static const struct token half_tokens[] = {
    // K and Q
    {"fh", 0x83}, {"rh", 0x0E}, {"bh", 0x38}, {"lh", 0xE0}, {"", 0},
};

// Largest first, and the usual name first among equals: printing takes the first that fits.
static const struct token oblique_tokens[] = {
    {"v", 0x99},  {"s", 0x66},  {"fh", 0xC3}, {"bh", 0x3C}, {"lh", 0xF0}, {"rh", 0x0F},
    {"ff", 0x81}, {"bb", 0x18}, {"ll", 0x60}, {"rr", 0x06}, {"fs", 0x42}, {"bs", 0x24},
    {"lv", 0x90}, {"rv", 0x09}, {"sf", 0x81}, {"sb", 0x18}, {"vl", 0x60}, {"vr", 0x06},
    {"fl", 0x40}, {"fr", 0x02}, {"bl", 0x20}, {"br", 0x04}, {"lf", 0x80}, {"rf", 0x01},
    {"lb", 0x10}, {"rb", 0x08}, {"f", 0x81},  {"b", 0x18},  {"l", 0x60},  {"r", 0x06},
    {"", 0},
};

// Reading

enum { MODIFIERS_MAX = 16 };

struct modifiers {
    char directions[MODIFIERS_MAX + 1]; // letters in order of appearance
    int columns[MODIFIERS_MAX];
    int count;
    bool move, capture, lame;
    int lame_column;
};

static const struct token *find_token(const struct token *tokens, const char *text, size_t length) {
    for (; tokens->mask; tokens++)
        if (strlen(tokens->text) == length && strncmp(tokens->text, text, length) == 0)
            return tokens;
    return NULL;
}

// The union of what the letters choose. Pairs and single letters do not mix: "flr" could mean two
// different things.
static bool read_directions(const struct modifiers *modifiers, const struct token *tokens,
                            uint8_t *mask, struct error *error) {
    size_t length_before = 0;
    const char *letters = modifiers->directions;
    *mask = 0;
    for (int i = 0; i < modifiers->count;) {
        size_t length = 2;
        const struct token *token =
            i + 1 < modifiers->count ? find_token(tokens, &letters[i], 2) : NULL;
        if (!token)
            token = find_token(tokens, &letters[i], length = 1);
        int column = modifiers->columns[i];
        if (!token)
            return error_set(error, "column %d: direction '%c' makes no sense for this atom",
                             column, letters[i]);
        if (length_before && length != length_before)
            return error_set(error,
                             "column %d: '%s' mixes pairs and single letters; write two atoms",
                             column, letters);
        if ((token->mask & ~*mask) == 0)
            return error_set(error, "column %d: direction '%s' adds nothing", column, token->text);
        *mask |= token->mask;
        length_before = length;
        i += (int)length;
    }
    return true;
}

// The directions (or oblique leaps) that the modifiers choose for an atom.
static bool choose(const struct atom *atom, const struct modifiers *modifiers, uint8_t *mask,
                   struct error *error) {
    if (modifiers->count == 0) {
        *mask = atom->directions ? atom->directions : EVERY;
        return true;
    }
    if (!atom->directions)
        return read_directions(modifiers, oblique_tokens, mask, error);
    if (atom->directions == EVERY && strchr(modifiers->directions, 'h'))
        return read_directions(modifiers, half_tokens, mask, error);
    uint8_t orthogonal = 0, diagonal = 0;
    if ((atom->directions & ORTHOGONAL) &&
        !read_directions(modifiers, orthogonal_tokens, &orthogonal, error))
        return false;
    if ((atom->directions & DIAGONAL) &&
        !read_directions(modifiers, diagonal_tokens, &diagonal, error))
        return false;
    *mask = orthogonal | diagonal;
    return true;
}

static void add_slide(struct movement *movement, uint8_t mask, int range,
                      const struct modifiers *modifiers) {
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!(mask >> d & 1))
            continue;
        if (modifiers->move && movement->move_range[d] < range)
            movement->move_range[d] = (uint8_t)range;
        if (modifiers->capture && movement->capture_range[d] < range)
            movement->capture_range[d] = (uint8_t)range;
    }
}

static void add_leap(struct movement *movement, uint8_t mask, bool oblique,
                     const struct modifiers *modifiers) {
    uint16_t leaps = 0;
    for (int i = 0; i < 8; i++)
        if (mask >> i & 1)
            leaps |= (uint16_t)(1u << (2 * i + oblique));
    if (modifiers->move)
        *(modifiers->lame ? &movement->lame_move_leaps : &movement->move_leaps) |= leaps;
    if (modifiers->capture)
        *(modifiers->lame ? &movement->lame_capture_leaps : &movement->capture_leaps) |= leaps;
}

// Reads the modifiers at *text (column *column) and advances both to the atom.
static bool read_modifiers(const char **text, int *column, struct modifiers *modifiers,
                           struct error *error) {
    *modifiers = (struct modifiers){0};
    for (; **text && strchr("mcnfblrvsh", **text); (*text)++, (*column)++) {
        char letter = **text;
        bool *flag = letter == 'm'   ? &modifiers->move
                     : letter == 'c' ? &modifiers->capture
                     : letter == 'n' ? &modifiers->lame
                                     : NULL;
        if (flag && *flag)
            return error_set(error, "column %d: '%c' twice", *column, letter);
        if (flag)
            *flag = true;
        if (letter == 'n')
            modifiers->lame_column = *column;
        if (flag)
            continue;
        if (modifiers->count == MODIFIERS_MAX)
            return error_set(error, "column %d: too many direction letters", *column);
        modifiers->columns[modifiers->count] = *column;
        modifiers->directions[modifiers->count++] = letter;
    }
    if (!modifiers->move && !modifiers->capture)
        modifiers->move = modifiers->capture = true;
    return true;
}

// A move and capture to one of the 24 squares around, by step or jump; the own square adds nothing.
static void movement_add_square(struct movement *movement, int dx, int dy) {
    int leap = leap_towards(dx, dy);
    if (leap >= 0) {
        movement->move_leaps |= (uint16_t)(1u << leap);
        movement->capture_leaps |= (uint16_t)(1u << leap);
    } else if (dx || dy) {
        int d = direction_towards(dx, dy);
        if (!movement->move_range[d])
            movement->move_range[d] = 1;
        if (!movement->capture_range[d])
            movement->capture_range[d] = 1;
    }
}

struct input { // what is left to read
    const char *text;
    int column;
    struct error *error;
};

// Reads one [modifiers]ATOM[range] into `movement`.
static bool read_atom(struct input *input, struct movement *movement) {
    struct modifiers modifiers;
    struct error *error = input->error;
    if (!read_modifiers(&input->text, &input->column, &modifiers, error))
        return false;
    if (!*input->text)
        return error_set(error, "column %d: an atom (K Q R B W F D N A) must follow",
                         input->column);
    const struct atom *atom = NULL;
    for (int i = 0; i < ARRAY_LENGTH(atoms) && !atom; i++)
        if (atoms[i].letter == *input->text)
            atom = &atoms[i];
    if (!atom)
        return error_set(
            error, "column %d: '%c' is neither an atom (K Q R B W F D N A) nor a modifier",
            input->column, *input->text >= ' ' && *input->text <= '~' ? *input->text : '?');
    if (modifiers.lame && atom->range)
        return error_set(error, "column %d: 'n' is for leaps (D N A), not for %c",
                         modifiers.lame_column, atom->letter);
    uint8_t mask;
    if (!choose(atom, &modifiers, &mask, error))
        return false;
    input->text++, input->column++;

    int range = atom->range;
    if (*input->text >= '0' && *input->text <= '9') {
        if (!range)
            return error_set(error, "column %d: a range is not allowed on %c", input->column,
                             atom->letter);
        int at = input->column;
        for (range = 0; *input->text >= '0' && *input->text <= '9'; input->text++, input->column++)
            range = range > BOARD_MAX ? range : 10 * range + *input->text - '0';
        if (range < 1 || range > BOARD_MAX)
            return error_set(error, "column %d: a range must be 1 to %d", at, BOARD_MAX);
    }
    if (range)
        add_slide(movement, mask, range, &modifiers);
    else
        add_leap(movement, mask, !atom->directions, &modifiers);
    return true;
}

// Reads the atoms of one leg up to `end` as a set of single steps.
static bool read_leg(struct input *input, char end, uint8_t *steps) {
    struct movement leg = {0}, plain = {0};
    int start = input->column;
    while (*input->text && *input->text != end)
        if (!read_atom(input, &leg))
            return false;
    if (!*input->text)
        return error_set(input->error, "column %d: expected '%c'", input->column, end);
    *steps = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        if (leg.move_range[d] == 1 && leg.capture_range[d] == 1) {
            *steps |= (uint8_t)(1u << d);
            plain.move_range[d] = plain.capture_range[d] = 1;
        }
    if (!*steps || memcmp(&leg, &plain, sizeof leg) != 0)
        return error_set(input->error,
                         "column %d: a leg in brackets is made of single steps (W F K)", start);
    input->text++, input->column++;
    return true;
}

// Adds [first-second]: the second steps, the plain first steps, and the direct jumps.
static bool read_lion_power(struct input *input, struct movement *movement) {
    uint8_t first, second;
    input->text++, input->column++;
    if (!read_leg(input, '-', &first) || !read_leg(input, ']', &second))
        return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!(first >> d & 1))
            continue;
        movement->second_steps[d] |= second;
        movement_add_square(movement, direction_dx[d], direction_dy[d]);
        for (int e = 0; e < DIRECTIONS; e++)
            if (second >> e & 1)
                movement_add_square(movement, direction_dx[d] + direction_dx[e],
                                    direction_dy[d] + direction_dy[e]);
    }
    return true;
}

bool betza_parse(const char *text, struct movement *movement, struct error *error) {
    *movement = (struct movement){0};
    if (!*text)
        return error_set(error, "column 1: no move is written here");
    struct input input = {text, 1, error};
    while (*input.text)
        if (*input.text == '[' ? !read_lion_power(&input, movement) : !read_atom(&input, movement))
            return false;
    return true;
}

// Printing

static int bits(unsigned mask) {
    return __builtin_popcount(mask);
}

static void append(char *text, const char *more) {
    size_t used = strlen(text);
    size_t length = strlen(more);
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
    char directions[BETZA_TEXT] = "";
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
    char directions[BETZA_TEXT] = "";
    if (mask != ORTHOGONAL)
        cover(orthogonal_tokens, 1, mask, directions);
    // "fsW" rather than "sfW", as the rule pages write it
    if (strcmp(directions, "sf") == 0 || strcmp(directions, "sb") == 0)
        directions[0] = directions[1], directions[1] = 's';
    put(text, modality, directions, atom, range);
}

static void put_slide(char *text, const char *modality, uint8_t mask, int range) {
    bool far = range == RANGE_UNLIMITED;
    if (mask == EVERY) {
        put(text, modality, "", far ? 'Q' : 'K', range);
        return;
    }
    for (const struct token *half = half_tokens; half->mask; half++)
        if (half->mask == mask) {
            put(text, modality, half->text, far ? 'Q' : 'K', range);
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
    char best[BETZA_TEXT] = "";
    uint8_t best_mask = 0;
    for (unsigned extra = 0; extra <= EVERY; extra++) {
        if (extra & (needed | (unsigned)~allowed))
            continue;
        char attempt[BETZA_TEXT] = "";
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

enum { MODALITIES = 3 };
static const char *const modality_text[MODALITIES] = {"", "m", "c"};

// What a modality has to say about a pair (move, capture) of sets of leaps.
static uint16_t leaps_of(int modality, uint16_t move, uint16_t capture) {
    return modality == 0   ? move & capture
           : modality == 1 ? move & (uint16_t)~capture
                           : capture & (uint16_t)~move;
}

static void put_slides(char *text, const struct movement *movement) {
    char whole[BETZA_TEXT] = "", part[BETZA_TEXT] = "";
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
            char atom[BETZA_TEXT] = "";
            bool is_whole;
            put_shortest(atom, modality_text[modality], needed, allowed, range, &is_whole);
            append(is_whole && modality == 0 ? whole : part, atom);
        }
    append(text, whole);
    append(text, part);
}

static void put_leaps(char *text, bool lame, uint16_t move, uint16_t capture) {
    char whole[BETZA_TEXT] = "", part[BETZA_TEXT] = "";
    for (int modality = 0; modality < MODALITIES; modality++) {
        uint16_t leaps = leaps_of(modality, move, capture);
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
            char directions[BETZA_TEXT] = "";
            const char *exact = oblique == EVERY ? "" : exactly(oblique_tokens, oblique);
            if (!exact)
                cover(oblique_tokens, 2, oblique, directions);
            put(oblique == EVERY && modality == 0 ? whole : part, prefix,
                exact ? exact : directions, 'N', 0);
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
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!movement->second_steps[d])
            continue;
        movement_add_square(&implied, direction_dx[d], direction_dy[d]);
        for (int e = 0; e < DIRECTIONS; e++)
            if (movement->second_steps[d] >> e & 1)
                movement_add_square(&implied, direction_dx[d] + direction_dx[e],
                                    direction_dy[d] + direction_dy[e]);
    }
    for (int d = 0; d < DIRECTIONS; d++)
        if (implied.move_range[d] && rest.move_range[d] == 1 && rest.capture_range[d] == 1)
            rest.move_range[d] = rest.capture_range[d] = 0;
    rest.move_leaps &= (uint16_t)~implied.move_leaps;
    rest.capture_leaps &= (uint16_t)~implied.capture_leaps;
    return rest;
}

char *betza_print(const struct movement *movement, char text[BETZA_TEXT]) {
    text[0] = 0;
    struct movement rest = without_implied(movement);
    put_slides(text, &rest);
    put_leaps(text, false, rest.move_leaps, rest.capture_leaps);
    put_leaps(text, true, rest.lame_move_leaps, rest.lame_capture_leaps);
    put_lion_power(text, movement);
    return text;
}

// Turning and mirroring

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

bool movement_is_mirror(const struct movement *a, const struct movement *b) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int mirrored = (DIRECTIONS - d) % DIRECTIONS;
        if (a->move_range[d] != b->move_range[mirrored] ||
            a->capture_range[d] != b->capture_range[mirrored] ||
            mirror(a->second_steps[d], DIRECTIONS) != b->second_steps[mirrored])
            return false;
    }
    return mirror(a->move_leaps, LEAPS) == b->move_leaps &&
           mirror(a->capture_leaps, LEAPS) == b->capture_leaps &&
           mirror(a->lame_move_leaps, LEAPS) == b->lame_move_leaps &&
           mirror(a->lame_capture_leaps, LEAPS) == b->lame_capture_leaps;
}

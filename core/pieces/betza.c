// SPDX-License-Identifier: GPL-3.0-or-later
#include "betza_internal.h"

#include <string.h>

const struct atom betza_atoms[ATOMS] = {
    {'K', EVERY, 1, 1, 0},
    {'Q', EVERY, RANGE_UNLIMITED, 1, 0},
    {'R', ORTHOGONAL, RANGE_UNLIMITED, 1, 0},
    {'B', DIAGONAL, RANGE_UNLIMITED, 1, 0},
    {'W', ORTHOGONAL, 1, 1, 0},
    {'F', DIAGONAL, 1, 1, 0},
    {'D', ORTHOGONAL, 1, 2, 0},
    {'A', DIAGONAL, 1, 2, 0},
    {'H', ORTHOGONAL, 1, 3, 0},
    {'G', DIAGONAL, 1, 3, 0},
    {'N', 0, 1, 2, 1},
    {'C', 0, 1, 3, 1},
    {'Z', 0, 1, 3, 2},
    {'L', 0, 1, 3, 1}, // Betza's own letters for C and Z
    {'J', 0, 1, 3, 2},
};

const struct atom *betza_atom(char letter) {
    for (int i = 0; i < ATOMS; i++)
        if (betza_atoms[i].letter == letter)
            return &betza_atoms[i];
    return NULL;
}

void atom_step(const struct atom *atom, int direction, int8_t *dx, int8_t *dy) {
    if (atom->directions) {
        *dx = (int8_t)(atom->length * direction_dx[direction]);
        *dy = (int8_t)(atom->length * direction_dy[direction]);
        return;
    }
    int x = leap_dx[2 * direction + 1], y = leap_dy[2 * direction + 1]; // of a Knight
    *dx = (int8_t)((abs(x) == 2 ? atom->length : atom->side) * (x > 0 ? 1 : -1));
    *dy = (int8_t)((abs(y) == 2 ? atom->length : atom->side) * (y > 0 ? 1 : -1));
}

const struct token orthogonal_tokens[] = {
    {"v", 0x11}, {"s", 0x44}, {"f", 0x01}, {"r", 0x04}, {"b", 0x10}, {"l", 0x40}, {"", 0},
};

// The letter first written in a pair does not matter here; printing takes the first that fits.
const struct token diagonal_tokens[] = {
    {"v", 0xAA},  {"s", 0xAA},  {"f", 0x82},  {"b", 0x28},  {"l", 0xA0},
    {"r", 0x0A},  {"fl", 0x80}, {"fr", 0x02}, {"bl", 0x20}, {"br", 0x08},
    {"lf", 0x80}, {"rf", 0x02}, {"lb", 0x20}, {"rb", 0x08}, {"", 0},
};

const struct token half_tokens[] = {
    // K and Q
    {"fh", 0x83}, {"rh", 0x0E}, {"bh", 0x38}, {"lh", 0xE0}, {"", 0},
};

// Largest first, and the usual name first among equals: printing takes the first that fits.
const struct token oblique_tokens[] = {
    {"v", 0x99},  {"s", 0x66},  {"fh", 0xC3}, {"bh", 0x3C}, {"lh", 0xF0}, {"rh", 0x0F},
    {"ff", 0x81}, {"bb", 0x18}, {"ll", 0x60}, {"rr", 0x06}, {"fs", 0x42}, {"bs", 0x24},
    {"lv", 0x90}, {"rv", 0x09}, {"sf", 0x81}, {"sb", 0x18}, {"vl", 0x60}, {"vr", 0x06},
    {"fl", 0x40}, {"fr", 0x02}, {"bl", 0x20}, {"br", 0x04}, {"lf", 0x80}, {"rf", 0x01},
    {"lb", 0x10}, {"rb", 0x08}, {"hr", 0x55}, {"hl", 0xAA}, {"f", 0x81},  {"b", 0x18},
    {"l", 0x60},  {"r", 0x06},  {"", 0},
};

const struct token turn_tokens[] = {
    {"fh", 0x83}, {"rh", 0x0E}, {"bh", 0x38}, {"lh", 0xE0}, {"fs", 0x82}, {"bs", 0x28},
    {"v", 0x11},  {"s", 0x44},  {"f", 0x01},  {"r", 0x04},  {"b", 0x10},  {"l", 0x40},
    {"ff", 0x01}, {"rr", 0x04}, {"bb", 0x10}, {"ll", 0x40}, {"fl", 0x80}, {"fr", 0x02},
    {"bl", 0x20}, {"br", 0x08}, {"sf", 0x82}, {"sb", 0x28}, {"lf", 0x80}, {"rf", 0x02},
    {"lb", 0x20}, {"rb", 0x08}, {"", 0},
};

// Reading

static const struct token *find_token(const struct token *tokens, const char *text, size_t length) {
    for (; tokens->mask; tokens++)
        if (strlen(tokens->text) == length && strncmp(tokens->text, text, length) == 0)
            return tokens;
    return NULL;
}

// Two letters that are one word together are read as one: "rbf" is "rb" and "f".
bool read_directions(const struct modifiers *modifiers, const struct token *tokens, uint8_t *mask,
                     struct error *error) {
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
        if ((token->mask & ~*mask) == 0)
            return error_set(error, "column %d: direction '%s' adds nothing", column, token->text);
        *mask |= token->mask;
        i += (int)length;
    }
    return true;
}

bool choose_directions(const struct atom *atom, const struct modifiers *modifiers, uint8_t *mask,
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

// Letters of other people's dialects: what they ask for is not played here.
static const struct {
    char letter;
    const char *what;
} refused[] = {
    {'e', "capture en passant"},
    {'o', "moves over the edge of the board"},
    {'u', "unloading"},
    {'x', "moves by the powers of neighbours"},
    {'d', "capture of one's own pieces"},
    {'z', "crooked moves"},
    {'q', "circular moves"},
    {'O', "castling"},
    {'U', "the universal leap"},
};

static bool refuse(const struct reading *reading, char letter) {
    for (int i = 0; i < ARRAY_LENGTH(refused); i++)
        if (refused[i].letter == letter)
            return error_set(reading->error, "column %d: '%c', %s, is not played here",
                             reading->column, letter, refused[i].what);
    return true;
}

bool read_modifiers(struct reading *reading, struct modifiers *modifiers) {
    *modifiers = (struct modifiers){.column = reading->column};
    for (; *reading->text && strchr("mcnpgjiyfblrvsh", *reading->text);
         reading->text++, reading->column++) {
        char letter = *reading->text;
        bool *flag = letter == 'm'   ? &modifiers->move
                     : letter == 'c' ? &modifiers->capture
                     : letter == 'n' ? &modifiers->lame
                     : letter == 'p' ? &modifiers->hop
                     : letter == 'g' ? &modifiers->grass
                     : letter == 'j' ? &modifiers->skip
                     : letter == 'i' ? &modifiers->initial
                     : letter == 'y' ? &modifiers->toggle
                                     : NULL;
        if (flag && *flag)
            return error_set(reading->error, "column %d: '%c' twice", reading->column, letter);
        if (flag) {
            *flag = true;
            if (letter != 'm' && letter != 'c')
                modifiers->column = reading->column;
            continue;
        }
        if (modifiers->count == MODIFIERS_MAX)
            return error_set(reading->error, "column %d: too many direction letters",
                             reading->column);
        modifiers->columns[modifiers->count] = reading->column;
        modifiers->directions[modifiers->count++] = letter;
    }
    return refuse(reading, *reading->text);
}

static bool read_range(struct reading *reading, const struct atom *atom, uint8_t *range) {
    int at = reading->column, number = 0;
    *range = atom->range;
    if (*reading->text == atom->letter) { // NN: as often as it can
        *range = RANGE_UNLIMITED;
        reading->text++, reading->column++;
        return !is_digit(*reading->text) ||
               error_set(reading->error, "column %d: %c%c goes as far as it can: no range",
                         reading->column, atom->letter, atom->letter);
    }
    if (!is_digit(*reading->text))
        return true;
    if (*reading->text == '0' && is_digit(reading->text[1]))
        return error_set(reading->error, "column %d: slides of an exact length are not played here",
                         at);
    for (; is_digit(*reading->text); reading->text++, reading->column++)
        number = number > BOARD_MAX ? number : 10 * number + *reading->text - '0';
    if (number > BOARD_MAX)
        return error_set(reading->error,
                         "column %d: a range must be 1 to %d, or 0 for a slide without limit", at,
                         BOARD_MAX);
    *range = number ? (uint8_t)number : RANGE_UNLIMITED;
    return true;
}

bool read_atom_letter(struct reading *reading, const struct atom **atom, uint8_t *range) {
    char letter = *reading->text;
    if (!letter)
        return error_set(reading->error, "column %d: an atom (" ATOM_LETTERS ") must follow",
                         reading->column);
    *atom = betza_atom(letter);
    if (!*atom)
        return refuse(reading, letter) &&
               error_set(reading->error,
                         "column %d: '%c' is neither an atom (" ATOM_LETTERS ") nor a modifier",
                         reading->column, letter >= ' ' && letter <= '~' ? letter : '?');
    reading->text++, reading->column++;
    return read_range(reading, *atom, range);
}

// What the modifiers of a move without bends make of it.
static bool read_flags(const struct reading *reading, const struct modifiers *modifiers,
                       const struct atom *atom, uint8_t *range, uint8_t *flags) {
    struct error *error = reading->error;
    int column = modifiers->column;
    bool both = !modifiers->move && !modifiers->capture;
    *flags = (uint8_t)((both || modifiers->move ? WALK_MOVES : 0) |
                       (both || modifiers->capture ? WALK_CAPTURES : 0) |
                       (modifiers->initial ? WALK_INITIAL : 0));
    if (modifiers->toggle)
        return error_set(error, "column %d: 'y' is for moves that go on, as in yafsF", column);
    if (modifiers->lame && (atom->length == 1 || modifiers->hop || modifiers->grass))
        return error_set(error, "column %d: 'n' is for leaps (D N A C Z H G), not for %c", column,
                         atom->letter);
    if (modifiers->hop && modifiers->grass)
        return error_set(error, "column %d: either 'p' or 'g'", column);
    if (modifiers->skip && (*range == 1 || modifiers->hop || modifiers->grass || modifiers->lame))
        return error_set(error, "column %d: 'j' is for slides and riders, as in jR or jQ3", column);
    if ((modifiers->hop || modifiers->grass) && atom->range == 1 && *range == 1)
        return error_set(error, "column %d: '%c' is for slides and riders, as in pR, gQ or pNN",
                         column, modifiers->hop ? 'p' : 'g');
    *flags |= (uint8_t)((modifiers->lame ? WALK_LAME : 0) | (modifiers->skip ? WALK_SKIPS : 0) |
                        (modifiers->hop || modifiers->grass ? WALK_HOPS : 0));
    if (modifiers->grass) {
        if (*range != RANGE_UNLIMITED)
            return error_set(error, "column %d: 'g' ends right behind the piece: no range", column);
        *range = 1;
    }
    return true;
}

// Reads one [modifiers]ATOM[range], or modifiers that go on by "a".
static bool read_part(struct reading *reading) {
    struct modifiers modifiers;
    const struct atom *atom;
    uint8_t mask, range, flags;
    if (!read_modifiers(reading, &modifiers))
        return false;
    if (*reading->text == 'a')
        return read_chain(reading, &modifiers);
    if (!read_atom_letter(reading, &atom, &range) ||
        !read_flags(reading, &modifiers, atom, &range, &flags) ||
        !choose_directions(atom, &modifiers, &mask, reading->error))
        return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        struct walk walk = {.leg = {{.most = range}}, .flags = flags};
        if (!(mask >> d & 1))
            continue;
        atom_step(atom, d, &walk.leg[0].dx, &walk.leg[0].dy);
        if (!movement_add_walk(reading->movement, &walk))
            return error_set(reading->error, "column %d: more than %d ways to move",
                             reading->column, WALKS_MAX);
    }
    return true;
}

// Lion power: [first-second], made of single steps.

// Reads the atoms of one leg up to `end` as a set of single steps.
static bool read_leg(struct reading *reading, char end, uint8_t *steps) {
    static const struct movement nothing;
    struct movement *whole = reading->movement, leg = nothing, plain = nothing;
    int start = reading->column;
    bool read = true;
    reading->movement = &leg;
    while (read && *reading->text && *reading->text != end)
        read = read_part(reading);
    reading->movement = whole;
    if (!read)
        return false;
    if (!*reading->text)
        return error_set(reading->error, "column %d: expected '%c'", reading->column, end);
    *steps = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        if (leg.move_range[d] == 1 && leg.capture_range[d] == 1) {
            *steps |= (uint8_t)(1u << d);
            plain.move_range[d] = plain.capture_range[d] = 1;
        }
    if (!*steps || !movement_same(&leg, &plain))
        return error_set(reading->error,
                         "column %d: a leg in brackets is made of single steps (W F K)", start);
    reading->text++, reading->column++;
    return true;
}

// Adds [first-second]: the second steps, the plain first steps, and the direct jumps.
static bool read_lion_power(struct reading *reading) {
    struct movement *movement = reading->movement;
    uint8_t first, second;
    reading->text++, reading->column++;
    if (!read_leg(reading, '-', &first) || !read_leg(reading, ']', &second))
        return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!(first >> d & 1))
            continue;
        movement->second_steps[d] |= second;
        movement_add_lion_power(movement, d, second);
    }
    return true;
}

// Is the bracket made of steps and directions alone? Then its directions are the board's, otherwise
// those of a second leg are seen from the first.
static bool is_lion_power(const char *text) {
    size_t length = strcspn(text, "]");
    return text[length] == '\0' || strspn(text, "[-WFKfblrvsh") >= length;
}

static bool read_any(struct reading *reading) {
    const char *text = reading->text, *open = text + (text[0] == 't');
    if ((*open == '[' && !strchr(open, ']')) || (*open == '(' && !strchr(open, ')')))
        return error_set(reading->error, "column %d: a bracket that is not closed",
                         reading->column + (int)(open - text));
    if (text[0] == '[' && is_lion_power(text)) {
        size_t length = strcspn(text, "]"), first = strcspn(text, "-");
        size_t next = first < length ? first + 1 + strcspn(text + first + 1, "-") : length;
        if (next < length)
            return error_set(reading->error,
                             "column %d: lion power is two steps, [K-K]; more are not played here",
                             reading->column + (int)next);
        return read_lion_power(reading);
    }
    if (text[0] == '[' || text[0] == '(')
        return read_bracket(reading, false);
    if (text[0] == 't' && (text[1] == '[' || text[1] == '(')) {
        reading->text++, reading->column++;
        return read_bracket(reading, true);
    }
    return read_part(reading);
}

bool betza_parse(const char *text, struct movement *movement, struct error *error) {
    memset(movement, 0, sizeof *movement);
    if (!*text)
        return error_set(error, "column 1: no move is written here");
    struct reading reading = {.text = text, .column = 1, .movement = movement, .error = error};
    while (*reading.text)
        if (!read_any(&reading))
            return false;
    static const struct movement nothing;
    if (!settle_lion_power(&reading))
        return false;
    return !movement_same(movement, &nothing) ||
           error_set(error, "column 1: this comes back to where it was: no move");
}

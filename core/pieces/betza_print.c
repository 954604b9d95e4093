// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <string.h>

#include "betza_internal.h"

enum { PLAIN_TEXT = 256 }; // room for all but walks

static int bits(unsigned mask) {
    return __builtin_popcount(mask);
}

static void append(char *text, const char *more) {
    size_t used = strlen(text);
    size_t length = strlen(more);
    if (used + length < PLAIN_TEXT)
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

char *direction_letters(const struct token *tokens, uint8_t mask, uint8_t all,
                        char text[LETTERS_TEXT]) {
    char letters[PLAIN_TEXT] = "";
    const char *exact = mask == all ? "" : exactly(tokens, mask);
    if (exact)
        append(letters, exact);
    else
        cover(tokens, tokens == orthogonal_tokens ? 1 : 2, mask, letters);
    snprintf(text, LETTERS_TEXT, "%.*s", LETTERS_TEXT - 1, letters);
    return text;
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

enum { MODALITIES = 3 };
static const char *const modality_text[MODALITIES] = {"", "m", "c"};

// What a modality has to say about a pair (move, capture) of sets of leaps.
static uint16_t leaps_of(int modality, uint16_t move, uint16_t capture) {
    return modality == 0   ? move & capture
           : modality == 1 ? move & (uint16_t)~capture
                           : capture & (uint16_t)~move;
}

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
            char directions[PLAIN_TEXT] = "";
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

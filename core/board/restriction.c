// SPDX-License-Identifier: GPL-3.0-or-later
#include "restriction.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "error.h"

static const char *const names[ABILITIES] = {
    [ABILITY_DROPS] = "drops",
    [ABILITY_PROMOTION] = "promotion",
    [ABILITY_TWO_STEPS] = "two-steps",
    [ABILITY_CAPTURES] = "captures",
};

static bool has_two_steps(const struct variant *variant, Type type) {
    for (int d = 0; d < DIRECTIONS; d++)
        if (variant->piece[type].movement.second_steps[d])
            return true;
    return false;
}

static bool is_able(const struct variant *variant, Type base, enum ability ability) {
    Type promoted = base | TYPE_PROMOTED;
    bool promotes = variant->promotes[base];
    switch (ability) {
    case ABILITY_DROPS:
        return !variant->piece[base].royal;
    case ABILITY_PROMOTION:
        return promotes;
    case ABILITY_TWO_STEPS:
        return has_two_steps(variant, base) || (promotes && has_two_steps(variant, promoted));
    default: // a royal that could not be captured would end no game
        return !variant->piece[base].royal && !(promotes && variant->piece[promoted].royal);
    }
}

// Base types that have the ability in some form.
static uint32_t able(const struct variant *variant, enum ability ability) {
    uint32_t types = 0;
    for (int i = 0; i < variant->base_count; i++)
        types |= is_able(variant, variant->bases[i], ability) ? 1u << variant->bases[i] : 0;
    return types;
}

static bool add(struct restriction *restriction, const char *text, const struct variant *variant,
                struct error *error) {
    char word[RESTRICTION_TEXT];
    const char *letters = strchr(text, ':');
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, ":"), text);
    int ability = text_find(word, names, ABILITIES);
    if (ability < 0)
        return nearest_error(error, "ability", word, names, ABILITIES, "");
    uint32_t types = able(variant, (enum ability)ability);
    if (types == 0)
        return error_set(error, "no piece of %s has %s", variant->title, word);
    if (letters && !letters[1])
        return error_set(error, "letters of pieces belong behind '%s:'", word);
    uint32_t chosen = letters ? 0 : types;
    for (const char *c = letters ? letters + 1 : ""; *c; c++) {
        uint32_t type = isupper((unsigned char)*c) ? 1u << type_of_letter(*c) : 0;
        if (!(types & type))
            return error_set(error, "%s: '%c' is no letter of a piece of %s that has them", text,
                             isprint((unsigned char)*c) ? *c : '?', variant->title);
        chosen |= type;
    }
    restriction->without[ability] |= chosen;
    return true;
}

bool restriction_parse(struct restriction *restriction, const char *text,
                       const struct variant *variant, struct error *error) {
    char word[RESTRICTION_TEXT];
    *restriction = (struct restriction){{0}};
    do {
        size_t length = strcspn(text, "+");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (!add(restriction, word, variant, error))
            return false;
        text += length;
    } while (*text++);
    return true;
}

char *restriction_text(const struct restriction *restriction, const struct variant *variant,
                       char text[RESTRICTION_TEXT]) {
    int length = 0;
    *text = 0;
    for (int ability = 0; ability < ABILITIES; ability++) {
        uint32_t types = restriction->without[ability];
        if (types == 0)
            continue;
        length += snprintf(text + length, (size_t)(RESTRICTION_TEXT - length), "%s%s",
                           length ? "+" : "", names[ability]);
        if (types == able(variant, (enum ability)ability))
            continue;
        text[length++] = ':';
        for (Type base = 1; base < BASE_TYPES; base++)
            if (types >> base & 1)
                text[length++] = type_letter(base);
        text[length] = 0;
    }
    return text;
}

bool restriction_any(const struct restriction *restriction) {
    uint32_t any = 0;
    for (int ability = 0; ability < ABILITIES; ability++)
        any |= restriction->without[ability];
    return any != 0;
}

void tables_restrict(struct tables *tables, enum side side, const struct restriction *restriction) {
    for (Type base = 1; base < BASE_TYPES; base++) {
        Piece forms[] = {piece_make(base, side), piece_make(base | TYPE_PROMOTED, side)};
        if (restriction->without[ABILITY_DROPS] >> base & 1) {
            memset(tables->drop_ranks[side][base], 0, sizeof tables->drop_ranks[side][base]);
            tables->drop_anywhere[side][base] = false;
        }
        if (restriction->without[ABILITY_PROMOTION] >> base & 1) {
            tables->promotes[forms[0]] = tables->crowns[forms[0]] = false;
            for (int square = 0; square < SQUARES; square++)
                tables->arrival[forms[0]][square] &= (uint8_t)~ARRIVAL_PROMOTES;
        }
        if (restriction->without[ABILITY_TWO_STEPS] >> base & 1)
            for (int i = 0; i < 2; i++) {
                memset(tables->second_steps[forms[i]], 0, sizeof tables->second_steps[forms[i]]);
                tables->first_steps[forms[i]] = 0;
            }
    }
    tables->spared[side] = restriction->without[ABILITY_CAPTURES];
    tables->special_moves |= tables->spared[side] != 0;
}

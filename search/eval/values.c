// SPDX-License-Identifier: GPL-3.0-or-later
#include "values.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// What stands behind the pieces: terms, then parameters of the search.
static const struct {
    const char *name, *meaning;
    int value, low, high, flags;
} named[TERMS + PARAMS] = {
#define TERM(id, name, value, low, high, flags, meaning) {name, meaning, value, low, high, flags},
#include "terms.def"
#undef TERM
#define PARAM(id, name, value, low, high, flags, meaning) {name, meaning, value, low, high, flags},
#include "params.def"
#undef PARAM
};
_Static_assert((int)VALUE_PARAM == VALUE_TERM + TERMS, "`named` holds terms and parameters");

bool values_uses(const struct tables *tables, int index) {
    assert(index >= 0 && index < PARAMETERS);
    const struct variant *variant = &tables->variant;
    if (index < VALUE_HAND) {
        int type = index - VALUE_BOARD, base = type & (BASE_TYPES - 1);
        bool there = type & TYPE_PROMOTED ? variant->promotes[base] : variant->exists[base];
        return there && (!variant->piece[type].royal || tables->several_royals);
    }
    if (index < VALUE_TERM) {
        int base = index - VALUE_HAND;
        return tables->drops && variant->exists[base] && !variant->piece[base].royal;
    }
    int without =
        (tables->drops ? TERM_NO_DROPS : TERM_DROPS) | (tables->flag == FLAG_OFF ? TERM_FLAG : 0);
    return !(named[index - VALUE_TERM].flags & without);
}

int values_term_flags(enum term term) {
    assert(term < TERMS);
    return named[term].flags;
}

char *values_name(int index, char name[VALUE_NAME]) {
    assert(index >= 0 && index < PARAMETERS);
    if (index < VALUE_HAND) {
        Type type = (Type)(index - VALUE_BOARD);
        snprintf(name, VALUE_NAME, "board.%s%c", type & TYPE_PROMOTED ? "+" : "",
                 type_letter(type));
    } else if (index < VALUE_TERM) {
        snprintf(name, VALUE_NAME, "hand.%c", type_letter((Type)(index - VALUE_HAND)));
    } else {
        snprintf(name, VALUE_NAME, "%s", named[index - VALUE_TERM].name);
    }
    return name;
}

int values_find(const char *name) {
    for (int i = 0; i < ARRAY_LENGTH(named); i++)
        if (strcmp(name, named[i].name) == 0)
            return VALUE_TERM + i;
    bool board = strncmp(name, "board.", 6) == 0;
    if (!board && strncmp(name, "hand.", 5) != 0)
        return -1;
    const char *letter = name + (board ? 6 : 5);
    bool promoted = board && *letter == '+';
    letter += promoted;
    if (*letter < 'A' || *letter > 'Z' || letter[1])
        return -1;
    int type = type_of_letter(*letter) | (promoted ? TYPE_PROMOTED : 0);
    return board ? VALUE_BOARD + type : VALUE_HAND + type;
}

void values_range(int index, int *low, int *high) {
    assert(index >= 0 && index < PARAMETERS);
    *low = index < VALUE_TERM ? -VALUE_LIMIT : named[index - VALUE_TERM].low;
    *high = index < VALUE_TERM ? VALUE_LIMIT : named[index - VALUE_TERM].high;
}

const char *values_meaning(int index) {
    assert(index >= 0 && index < PARAMETERS);
    return index < VALUE_TERM ? "" : named[index - VALUE_TERM].meaning;
}

int values_default_of(int index) {
    assert(index >= 0 && index < PARAMETERS);
    return index < VALUE_TERM ? 0 : named[index - VALUE_TERM].value;
}

void values_defaults(struct values *values) {
    memset(values, 0, sizeof *values);
    for (int i = 0; i < ARRAY_LENGTH(named); i++)
        values->value[VALUE_TERM + i] = named[i].value;
}

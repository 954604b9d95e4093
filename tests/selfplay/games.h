// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a built-in game for the tests of this folder.
#pragma once

#include <stdlib.h>

#include "program.h"
#include "tables.h"

// With the rules "name=value;...". free() it.
static inline struct tables *game_tables(const char *name, const char *rules_text) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant *variant = malloc(sizeof *variant);
    struct error error = {""};
    assert_non_null(tables);
    assert_non_null(variant);
    bool done = variant_load(name, variant, &error);
    struct rules rules = variant->rules;
    done = done && rules_parse(&rules, variant, rules_text, &error) &&
           tables_build(tables, variant, &rules, &error);
    free(variant);
    if (!done)
        fail_msg("%s: %s", name, error.text);
    return tables;
}

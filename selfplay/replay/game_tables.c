// SPDX-License-Identifier: GPL-3.0-or-later
#include "game_tables.h"

#include <stdio.h>
#include <string.h>

static bool load_variant(struct game_tables *tables, const struct runmeta *meta, const char *name,
                         struct error *error) {
    if (strcmp(tables->variant_name, name) == 0)
        return true;
    bool loaded =
        meta ? variant_parse(runmeta_variant_text(meta), "run.json", &tables->variant, error)
             : variant_load(name, &tables->variant, error);
    if (!loaded)
        return false;
    if (strcmp(tables->variant.name, name) != 0)
        return error_set(error, "variant: '%s', run.json is of '%s'", name, tables->variant.name);
    static const char *const keys[PLAYERS] = {"player1.without", "player2.without"};
    for (int i = 0; i < PLAYERS; i++) {
        const char *without = meta ? runmeta_setting(meta, keys[i]) : NULL;
        tables->restriction[i] = (struct restriction){{0}};
        if (without &&
            !restriction_parse(&tables->restriction[i], without, &tables->variant, error))
            return false;
    }
    snprintf(tables->variant_name, sizeof tables->variant_name, "%s", name);
    tables->ready = false;
    return true;
}

bool game_tables_restricted(const struct game_tables *tables) {
    return restriction_any(&tables->restriction[PLAYER_A]) ||
           restriction_any(&tables->restriction[PLAYER_B]);
}

bool game_tables_load(struct game_tables *tables, const struct runmeta *meta,
                      const struct game_row *row, struct error *error) {
    if (!load_variant(tables, meta, row->variant, error))
        return false;
    int first = game_tables_restricted(tables) ? game_first_player(runmeta_paired(meta), row->game)
                                               : PLAYER_A;
    if (tables->ready && strcmp(tables->rules, row->rules) == 0 && tables->first_player == first)
        return true;
    tables->ready = false;
    struct rules rules = tables->variant.rules;
    if (strlen(row->rules) >= sizeof tables->rules)
        return error_set(error, "rules: too long");
    if (!rules_parse(&rules, &tables->variant, row->rules, error) ||
        !tables_build(&tables->tables, &tables->variant, &rules, error))
        return false;
    tables_restrict(&tables->tables, FIRST, &tables->restriction[first]);
    tables_restrict(&tables->tables, SECOND, &tables->restriction[1 - first]);
    tables->first_player = first;
    snprintf(tables->rules, sizeof tables->rules, "%s", row->rules);
    tables->ready = true;
    return true;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <string.h>

#include "variant_file_internal.h"

const char *const variant_sections[VARIANT_SECTIONS] = {"variant", "rules", "arrays", "presets",
                                                        "pieces"};

// What no file can do without. A row without a key: the section must not be empty.
static const struct {
    enum section section;
    const char *key, *what;
} needed[] = {
    {SECTION_VARIANT, "name", "'name'"},
    {SECTION_VARIANT, "files", "'files'"},
    {SECTION_VARIANT, "ranks", "'ranks'"},
    {SECTION_VARIANT, "royal", "'royal'"},
    {SECTION_ARRAYS, NULL, "a start position, NAME = FEN"},
    {SECTION_PIECES, NULL, "pieces, LETTER = ID, name, moves"},
};

static bool is_there(const struct entries *entries, enum section section, const char *key) {
    for (int i = 0; i < entries->count; i++)
        if (entries->entry[i].section == (int)section &&
            (!key || strcmp(entries->entry[i].key, key) == 0))
            return true;
    return false;
}

bool variant_check_missing(const char *file, const struct entries *entries, struct error *error) {
    char list[400];
    size_t used = 0;
    int first = 0, last = VARIANT_SECTIONS; // line of the first section in the list; the last one
    for (int i = 0; i < ARRAY_LENGTH(needed); i++) {
        int section = needed[i].section, line = entries->section_line[section];
        if (is_there(entries, needed[i].section, needed[i].key))
            continue;
        char place[64] = "";
        if (section != last && used && line)
            snprintf(place, sizeof place, "; line %d: [%s] lacks", line, variant_sections[section]);
        else if (section != last)
            snprintf(place, sizeof place, "%s[%s] lacks", used ? "; " : "",
                     variant_sections[section]);
        if (!used)
            first = line;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s %s",
                                 section == last ? "," : place, needed[i].what);
        last = section;
    }
    return !used || error_at(error, file, first,
                             "%s (`kagami show --formats` explains variant files)", list);
}

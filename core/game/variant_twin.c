// SPDX-License-Identifier: GPL-3.0-or-later
#include "variant_twin.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
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

// Keys of [variant] that list letters of pieces which have something in common.
static const char *const lists[] = {"stranded-literal", "impasse-major", "lion", "lion-minor",
                                    "flag"};

static Type free_type(const struct variant *variant) {
    for (char letter = 'A'; letter <= 'Z'; letter++)
        if (!variant->exists[type_of_letter(letter)])
            return type_of_letter(letter);
    return 0;
}

static bool is_taken(const struct variant *variant, const char *id) {
    for (int type = 1; type < TYPES; type++)
        if (strcmp(variant->piece[type].id, id) == 0)
            return true;
    return false;
}

// "DK2", or the next that nobody has.
static void twin_id(const struct variant *variant, const char *id, char text[8]) {
    int number = 2;
    do
        snprintf(text, 8, "%.5s%d", id, number);
    while (is_taken(variant, text) && ++number < 100);
}

static void add_form(const struct variant *variant, Type type, const char *betza,
                     struct buffer *text) {
    const struct piece *piece = &variant->piece[type];
    char id[8];
    twin_id(variant, piece->id, id);
    buffer_printf(text, "%s, New %.*s, %s", id, NAME_TEXT - 5, piece->name, betza);
}

static void add_piece(const struct variant *variant, Type base, Type twin, const char *betza,
                      struct buffer *text) {
    Type promoted = base | TYPE_PROMOTED;
    buffer_printf(text, "%c = ", type_letter(twin));
    add_form(variant, base, betza, text);
    if (variant->promotes[base]) {
        buffer_text(text, ", ");
        add_form(variant, promoted, variant->piece[promoted].betza, text);
    }
    buffer_char(text, '\n');
}

static const char like_key[] = "moves-like";

// The value of a line that is "KEY = ...", or NULL.
static const char *value_of(const char *line, const char *key) {
    size_t length = strlen(key);
    line += strspn(line, " \t");
    if (strncmp(line, key, length) != 0)
        return NULL;
    line += length;
    line += strspn(line, " \t");
    return *line == '=' ? line + 1 : NULL;
}

// Whether the words of a line hold the piece, promoted or not.
static bool names(const char *value, const char *end, bool promoted, Type base) {
    for (const char *c = value; c < end; c++)
        if (*c == type_letter(base) && (c[-1] == '+') == promoted)
            return true;
    return false;
}

// Adds a line of the list's section, with the twin behind the '=' where the old piece is named.
static void add_line(const char *line, const char *end, Type base, Type twin, struct buffer *text) {
    const char *like = value_of(line, like_key);
    if (like) {
        buffer_add(text, line, (size_t)(like - line));
        buffer_printf(text, " %c:%c", type_letter(twin), type_letter(base));
        line = like;
    }
    for (int i = 0; i < ARRAY_LENGTH(lists); i++) {
        const char *value = value_of(line, lists[i]);
        if (!value)
            continue;
        buffer_add(text, line, (size_t)(value - line));
        for (int promoted = 0; promoted < 2; promoted++)
            if (names(value, end, promoted, base))
                buffer_printf(text, " %s%c", promoted ? "+" : "", type_letter(twin));
        line = value;
        break;
    }
    buffer_add(text, line, (size_t)(end - line));
}

static bool check(const struct variant *variant, Type base, struct error *error) {
    const struct piece *piece = &variant->piece[base];
    bool alone = base == variant->pawn;
    for (int i = 0; i < variant->last_rank_count; i++)
        alone |= variant->last_rank[i] == base;
    if (piece->royal)
        return error_set(error, "the %s is royal: no game goes on without it", piece->name);
    if (alone)
        return error_set(error, "rules of the game speak of the %s by name: nothing can replace it",
                         piece->name);
    return free_type(variant) || error_set(error, "no letter is left for another piece");
}

static Type add_twin(const struct variant *variant, const char *text, Type base, const char *betza,
                     struct buffer *twin, struct error *error) {
    struct movement movement;
    struct error cause = {""};
    if (!betza_parse(betza, &movement, &cause)) {
        error_set(error, "'%s': %s", betza, cause.text);
        return 0;
    }
    if (!check(variant, base, error))
        return 0;
    char section[16] = "", letter[2] = {type_letter(base)};
    Type added = free_type(variant);
    bool likes = false; // the file has the key already
    for (int i = 1; i < BASE_TYPES; i++)
        likes |= variant->moves_like[i] != 0;
    for (const char *line = text; *line;) {
        const char *end = line + strcspn(line, "\n");
        end += *end == '\n';
        if (line[strspn(line, " \t")] == '[')
            sscanf(line, " [%15[^]]", section);
        if (strcmp(section, "variant") == 0)
            add_line(line, end, base, added, twin);
        else
            buffer_add(twin, line, (size_t)(end - line));
        if (strcmp(section, "variant") == 0 && line[strspn(line, " \t")] == '[' && !likes)
            buffer_printf(twin, "%s = %c:%c\n", like_key, type_letter(added), type_letter(base));
        if (strcmp(section, "pieces") == 0 && value_of(line, letter)) {
            if (end[-1] != '\n')
                buffer_char(twin, '\n');
            add_piece(variant, base, added, betza, twin);
        }
        line = end;
    }
    return added;
}

Type variant_add_twin(const char *text, const char *file, Type base, const char *betza,
                      struct buffer *twin, struct error *error) {
    assert(base > 0 && base < BASE_TYPES);
    struct variant *variant = mem_alloc(sizeof *variant);
    Type added = 0;
    if (variant_parse(text, file, variant, error))
        added = add_twin(variant, text, base, betza, twin, error);
    free(variant);
    return added;
}

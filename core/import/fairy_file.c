// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include "fairy_internal.h"
#include "memory.h"

enum { SECTIONS_MAX = 4096, ENTRIES_ALL_MAX = 65536 };

static char *trim(char *text, char *end) {
    while (end > text && strchr(" \t\r", end[-1]))
        end--;
    *end = 0;
    return text + strspn(text, " \t\r");
}

// "[name]" or "[name:parent]".
static bool take_section(char *line, int number, struct fairy_file *file) {
    char *close = strchr(line, ']');
    if (!close)
        return false;
    *close++ = 0;
    close += strspn(close, " \t\r");
    bool alone = !*close || strchr("#;", *close); // what stands behind is not passed over
    close = line + strlen(line);
    char *colon = strchr(line, ':');
    char *name_end = colon ? colon : close;
    struct fairy_section *section = &file->sections[file->section_count++];
    *section = (struct fairy_section){.line = number, .first = file->entry_count};
    if (colon)
        section->parent = trim(colon + 1, close);
    section->name = trim(line + 1, name_end);
    return *section->name && alone;
}

// A comment behind a value begins with a blank and #.
static char *value_end(char *value) {
    char *end = value + strlen(value);
    for (char *c = value; *c; c++)
        if (*c == '#' && c > value && (c[-1] == ' ' || c[-1] == '\t'))
            return c;
    return end;
}

// Cuts a copy of the text. False: more than it can hold; `error` says it of `name`.
static bool fairy_file_read(const char *text, const char *name, struct fairy_file *file,
                            struct draft *draft, struct error *error) {
    *file = (struct fairy_file){.text = mem_strdup(text),
                                .sections = mem_calloc(SECTIONS_MAX, sizeof *file->sections),
                                .entries = mem_calloc(ENTRIES_ALL_MAX, sizeof *file->entries)};
    int number = 0;
    for (char *next, *line = file->text; line; line = next) {
        next = strchr(line, '\n');
        char *end = next ? next++ : line + strlen(line);
        number++;
        line = trim(line, end);
        if (!*line || *line == '#' || *line == ';')
            continue;
        if (file->section_count == SECTIONS_MAX || file->entry_count == ENTRIES_ALL_MAX)
            return error_at(error, name, number, "more than %d sections or %d keys", SECTIONS_MAX,
                            ENTRIES_ALL_MAX);
        char *equals = strchr(line, '=');
        struct place place = {number, NULL};
        if (*line == '[') {
            char *whole = mem_strdup(line);
            if (!take_section(line, number, file))
                draft_refuse(draft, place, NULL, whole, "must be [name] or [name:parent]");
            free(whole);
        } else if (!equals)
            draft_refuse(draft, place, NULL, line, "neither a comment, [section] nor key = value");
        else if (file->section_count == 0)
            draft_refuse(draft, place, NULL, line, "stands before the first [section]");
        else {
            struct fairy_entry *entry = &file->entries[file->entry_count];
            char *value = equals + 1 + strspn(equals + 1, " \t");
            entry->line = number;
            entry->value = trim(value, value_end(value));
            entry->key = trim(line, equals);
            int said = *entry->value != 0; // for the peer a key without a value is none
            file->entry_count += said;
            file->sections[file->section_count - 1].count += said;
        }
    }
    return true;
}

static void fairy_file_destroy(struct fairy_file *file) {
    free(file->text);
    free(file->sections);
    free(file->entries);
}

// The number of the section, or -1.
static int fairy_file_find(const struct fairy_file *file, const char *name) {
    for (int i = 0; i < file->section_count; i++)
        if (strcmp(file->sections[i].name, name) == 0)
            return i;
    return -1;
}

struct place fairy_place(const struct fairy_level *level, const struct fairy_entry *entry) {
    struct place place = level->place;
    if (!level->builtin)
        place.line = entry->line;
    place.key = entry->key;
    return place;
}

const struct fairy_entry *fairy_own(const struct fairy_level *level, const char *key) {
    for (int i = 0; i < level->section->count; i++)
        if (strcmp(level->file->entries[level->section->first + i].key, key) == 0)
            return &level->file->entries[level->section->first + i];
    return NULL;
}

const struct fairy_entry *fairy_find(const struct fairy_game *game, const char *const *keys,
                                     int count, struct place *place) {
    for (int i = game->level_count - 1; i >= 0; i--) {
        const struct fairy_level *level = &game->levels[i];
        for (int key = 0; key < count; key++) {
            const struct fairy_entry *entry = fairy_own(level, keys[key]);
            if (entry && place)
                *place = fairy_place(level, entry);
            if (entry)
                return entry;
        }
    }
    if (place)
        *place = game->levels[game->level_count - 1].place;
    return NULL;
}

const char *fairy_value(const struct fairy_game *game, const char *key, const char *standard) {
    const struct fairy_entry *entry = fairy_find(game, &key, 1, NULL);
    return entry ? entry->value : standard;
}

bool fairy_refuse(const struct fairy_game *game, const char *key, const char *value,
                  const char *reason, ...) {
    struct place place;
    va_list arguments;
    fairy_find(game, &key, 1, &place);
    va_start(arguments, reason);
    bool without = draft_vrefuse(game->draft, place, key, value, reason, arguments);
    va_end(arguments);
    return without;
}

// Section of the game that is called `name`, with those that it inherits from behind it in the
// order from the game to its ancestors.
static bool find_chain(const struct fairy_file *file, const struct fairy_file *builtin, int section,
                       struct fairy_game *game) {
    struct fairy_level chain[FAIRY_DEPTH];
    int count = 0;
    bool inside = true; // the user's file
    struct place place = {0};
    for (;;) {
        const struct fairy_file *where = inside ? file : builtin;
        const struct fairy_section *at = &where->sections[section];
        if (inside)
            place = (struct place){.line = at->line};
        for (int i = 0; i < count; i++)
            if (chain[i].section == at)
                return draft_refuse(game->draft, place, NULL, at->name, "inherits from itself");
        if (count == FAIRY_DEPTH)
            return draft_refuse(game->draft, place, NULL, at->name,
                                "more than %d games that inherit from each other", FAIRY_DEPTH);
        chain[count++] = (struct fairy_level){at, where, place, !inside};
        if (!inside)
            chain[count - 1].place.from = at->name;
        if (!at->parent)
            break;
        // The peer knows its own games before those of a file.
        int parent = fairy_file_find(builtin, at->parent);
        if (parent < 0 && inside)
            parent = fairy_file_find(file, at->parent);
        else
            inside = false;
        if (parent < 0)
            return draft_refuse(game->draft, place, NULL, at->name,
                                "inherits from '%.90s', which is neither in the file nor built "
                                "into Fairy-Stockfish",
                                at->parent);
        section = parent;
    }
    for (int i = 0; i < count; i++)
        game->levels[i] = chain[count - 1 - i];
    game->level_count = count;
    return true;
}

static bool choose(const struct fairy_file *file, struct draft *draft, int *section,
                   struct error *error) {
    const char *name = draft->options->name, *names[SECTIONS_MAX];
    char safe[IMPORT_QUOTE], hint[NEAREST_TEXT], safe_hint[IMPORT_QUOTE];
    *section = name ? fairy_file_find(file, name) : -1;
    if (file->section_count == 1) // the only game, whatever it is to be called
        *section = 0;
    if (*section >= 0)
        return true;
    struct buffer list = buffer_init();
    for (int i = 0; i < file->section_count; i++) {
        names[i] = file->sections[i].name;
        if (i < 12)
            buffer_printf(&list, "%s%s", i ? ", " : "", import_quote(names[i], safe));
    }
    if (name)
        error_set(error, "%s: no section '%s'%s", draft->options->file, import_quote(name, safe),
                  import_quote(nearest_hint(name, names, file->section_count, hint), safe_hint));
    else
        error_set(error, "%s: which of %d games? give --name: %s%s", draft->options->file,
                  file->section_count, list.data ? list.data : "",
                  file->section_count > 12 ? ", ..." : "");
    buffer_destroy(&list);
    return false;
}

static bool check_twins(const struct fairy_file *file, int section, struct draft *draft) {
    const struct fairy_section *own = &file->sections[section];
    for (int i = 0; i < file->section_count; i++)
        if (i != section && strcmp(file->sections[i].name, own->name) == 0)
            return draft_refuse(draft, (struct place){.line = file->sections[i].line}, NULL,
                                own->name, "stands twice; first in line %d", own->line);
    return true;
}

bool fairy_read(const char *text, struct draft *draft, struct error *error) {
    struct fairy_file file = {0}, builtin = {0};
    struct fairy_game *game = mem_calloc(1, sizeof *game);
    int section = 0;
    bool read = false;
    if (fairy_file_read(text, draft->options->file, &file, draft, error) &&
        fairy_file_read(import_fairy_games_txt, "built-in games", &builtin, draft, error) &&
        choose(&file, draft, &section, error)) {
        read = true;
        game->draft = draft;
        const struct fairy_section *own = &file.sections[section];
        if (draft_names(draft, own->line, draft->options->name ? draft->options->name : own->name,
                        "As a variants.ini for Fairy-Stockfish has it.") &&
            check_twins(&file, section, draft) && find_chain(&file, &builtin, section, game)) {
            fairy_read_types(game);
            fairy_read_start(game);
            fairy_read_promotions(game);
            fairy_read_royals(game);
            fairy_read_rules(game);
            fairy_check_start(game);
        }
    }
    fairy_file_destroy(&file);
    fairy_file_destroy(&builtin);
    free(game);
    return read;
}

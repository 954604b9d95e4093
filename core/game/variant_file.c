// SPDX-License-Identifier: GPL-3.0-or-later
// Variant files: INI text to struct variant. inih splits the lines; everything else is checked
// here, after the last line, so that the sections may come in any order.
#include "variant.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ini_entries.h"
#include "nearest.h"

enum { SIDE_MIN = 3 };

enum section { SECTION_VARIANT, SECTION_RULES, SECTION_ARRAYS, SECTION_PRESETS, SECTION_PIECES };
static const char *const sections[] = {"variant", "rules", "arrays", "presets", "pieces"};

struct reader {
    const char *file; // for errors
    struct error *error;
    struct entries entries;
};

static bool fault(struct reader *reader, int line, const char *message) {
    return error_at(reader->error, reader->file, line, "%s", message);
}

// "'x': no such WHAT; did you mean 'y'?"
static bool unknown(struct reader *reader, int line, const char *what, const char *word,
                    const char *const *words, int count) {
    const char *near = nearest(word, words, count);
    return error_at(reader->error, reader->file, line, "'%s': no such %s%s%s%s", word, what,
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool bad_value(struct reader *reader, const struct entry *entry, const char *message) {
    return error_at(reader->error, reader->file, entry->line, "%s = %s: %s", entry->key,
                    entry->value, message);
}

// The next word of a list separated by blanks, or false at its end. A word that does not fit is cut
// and so unknown to whoever looks it up.
static bool next_word(const char **text, char *word, size_t size) {
    *text += strspn(*text, " \t");
    size_t length = strcspn(*text, " \t");
    snprintf(word, size, "%.*s", (int)length, *text);
    *text += length;
    return length > 0;
}

// A name that can stand in rule text, CSV and file names.
static bool is_plain(const char *text) {
    return *text && text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789-+.")] == 0;
}

static bool copy_text(struct reader *reader, const struct entry *entry, const char *value,
                      char *field, size_t size) {
    for (const char *c = value; *c; c++)
        if ((unsigned char)*c < ' ' || *c == '"')
            return bad_value(reader, entry, "control characters and quotes are not allowed");
    if (!*value)
        return bad_value(reader, entry, "a text is missing");
    if (strlen(value) >= size) {
        return error_at(reader->error, reader->file, entry->line,
                        "'%s': %zu characters; at most %zu are allowed", value, strlen(value),
                        size - 1);
    }
    strcpy(field, value);
    return true;
}

// [pieces]

static bool read_form(struct reader *reader, const struct entry *entry, char *const fields[3],
                      struct man *man) {
    if (!copy_text(reader, entry, fields[0], man->id, sizeof man->id) ||
        !copy_text(reader, entry, fields[1], man->name, sizeof man->name) ||
        !copy_text(reader, entry, fields[2], man->betza, sizeof man->betza))
        return false;
    if (!is_plain(man->id))
        return bad_value(reader, entry, "an ID has letters, digits, '+', '-' and '.' only");
    struct error inner;
    if (!betza_parse(man->betza, &man->movement, &inner))
        return error_at(reader->error, reader->file, entry->line, "%s: '%s': %s", man->name,
                        man->betza, inner.text);
    return true;
}

static bool read_piece(struct reader *reader, const struct entry *entry, struct variant *variant) {
    if (strlen(entry->key) != 1 || !isupper((unsigned char)entry->key[0]))
        return bad_value(reader, entry, "a man's letter must be one of A to Z");
    char text[ENTRY_VALUE];
    strcpy(text, entry->value);
    char *fields[6];
    int count = 0;
    for (char *rest = text; rest;) {
        char *comma = strchr(rest, ',');
        if (comma)
            *comma = 0;
        if (count == 6)
            return bad_value(reader, entry, "more than 6 fields");
        rest += strspn(rest, " \t");
        for (char *end = rest + strlen(rest); end > rest && isspace((unsigned char)end[-1]);)
            *--end = 0;
        fields[count++] = rest;
        rest = comma ? comma + 1 : NULL;
    }
    if (count != 3 && count != 6)
        return bad_value(reader, entry,
                         "must be ID, name, Betza[, promoted ID, promoted name, promoted Betza]");
    Type type = type_of_letter(entry->key[0]);
    variant->exists[type] = true;
    variant->bases[variant->base_count++] = type;
    variant->promotes[type] = count == 6;
    return read_form(reader, entry, fields, &variant->man[type]) &&
           (count == 3 ||
            read_form(reader, entry, fields + 3, &variant->man[type | TYPE_PROMOTED]));
}

static bool has_form(const struct variant *variant, Type type) {
    Type base = type & (BASE_TYPES - 1);
    return variant->exists[base] && (type == base || variant->promotes[base]);
}

static bool read_pieces(struct reader *reader, struct variant *variant) {
    for (int i = 0; i < reader->entries.count; i++) {
        const struct entry *entry = &reader->entries.entry[i];
        if (entry->section != SECTION_PIECES)
            continue;
        if (!read_piece(reader, entry, variant))
            return false;
        // IDs are what people type and read: no two men share one, or have another's letter as one.
        Type base = type_of_letter(entry->key[0]);
        for (int own = base; own < TYPES; own += TYPE_PROMOTED) {
            if (!has_form(variant, (Type)own))
                continue;
            const char *id = variant->man[own].id;
            for (int other = 1; other < TYPES; other++)
                if (other != own && has_form(variant, (Type)other) &&
                    strcmp(variant->man[other].id, id) == 0)
                    return error_at(reader->error, reader->file, entry->line,
                                    "ID '%s' belongs to the %s and the %s", id,
                                    variant->man[other].name, variant->man[own].name);
        }
    }
    return true;
}

// [variant]

static bool read_number(struct reader *reader, const struct entry *entry, int *number) {
    char *end;
    long value = strtol(entry->value, &end, 10);
    if (!isdigit((unsigned char)*entry->value) || *end || value < SIDE_MIN || value > BOARD_MAX) {
        char message[64];
        snprintf(message, sizeof message, "must be a number from %d to %d", (int)SIDE_MIN,
                 (int)BOARD_MAX);
        return bad_value(reader, entry, message);
    }
    *number = (int)value;
    return true;
}

// The type that "B" or "+B" names, or 0.
static Type type_of_word(const struct variant *variant, const char *word) {
    bool promoted = *word == '+';
    const char *letter = word + promoted;
    if (!isupper((unsigned char)*letter) || letter[1])
        return 0;
    Type type = type_of_letter(*letter) | (promoted ? TYPE_PROMOTED : 0);
    return has_form(variant, type) ? type : 0;
}

static bool read_type(struct reader *reader, const struct entry *entry,
                      const struct variant *variant, Type *type) {
    *type = type_of_word(variant, entry->value);
    if (!*type || *type & TYPE_PROMOTED)
        return bad_value(reader, entry, "must be the letter of one of the [pieces]");
    return true;
}

static bool read_types(struct reader *reader, const struct entry *entry,
                       const struct variant *variant, bool flags[BASE_TYPES]) {
    char word[8];
    for (const char *rest = entry->value; next_word(&rest, word, sizeof word);) {
        Type type = type_of_word(variant, word);
        if (!type || type & TYPE_PROMOTED)
            return bad_value(reader, entry, "must be letters of the [pieces] with blanks between");
        flags[type] = true;
    }
    return true;
}

static bool read_royals(struct reader *reader, const struct entry *entry, struct variant *variant) {
    char word[8];
    int count = 0;
    for (const char *rest = entry->value; next_word(&rest, word, sizeof word); count++) {
        Type type = type_of_word(variant, word);
        if (!type)
            return bad_value(reader, entry,
                             "must be letters of the [pieces], + before a promoted one");
        variant->man[type].royal = true;
    }
    if (!count)
        return bad_value(reader, entry, "a game needs a royal man");
    for (int base = 1; base < BASE_TYPES; base++)
        if (variant->promotes[base] && variant->man[base].royal &&
            !variant->man[base | TYPE_PROMOTED].royal)
            return bad_value(reader, entry, "a royal that promotes must stay royal");
    return true;
}

static bool read_lions(struct reader *reader, const struct entry *entry, struct variant *variant) {
    char word[8];
    for (const char *rest = entry->value; next_word(&rest, word, sizeof word);) {
        Type type = type_of_word(variant, word);
        if (!type)
            return bad_value(reader, entry,
                             "must be letters of the [pieces], + before a promoted one");
        variant->lion[type] = true;
    }
    return true;
}

static bool read_last_rank(struct reader *reader, const struct entry *entry,
                           struct variant *variant) {
    char word[8];
    for (const char *rest = entry->value; next_word(&rest, word, sizeof word);) {
        Type type = type_of_word(variant, word);
        if (!type || type & TYPE_PROMOTED || !variant->promotes[type] ||
            variant->last_rank_count == ARRAY_LENGTH(variant->last_rank))
            return bad_value(reader, entry, "must be letters of promoting [pieces], at most 3");
        variant->last_rank[variant->last_rank_count++] = type;
    }
    return true;
}

static int rule_names(const char *names[RULES]) {
    for (int i = 0; i < RULES; i++)
        names[i] = rule_name((enum rule)i);
    return RULES;
}

static bool read_inferred(struct reader *reader, const struct entry *entry,
                          struct variant *variant) {
    const char *names[RULES];
    rule_names(names);
    char word[ENTRY_KEY];
    for (const char *rest = entry->value; next_word(&rest, word, sizeof word);) {
        enum rule rule = rule_find(word);
        if (rule == RULES)
            return unknown(reader, entry->line, "rule", word, names, RULES);
        variant->inferred[rule] = true;
    }
    return true;
}

static bool read_name(struct reader *reader, const struct entry *entry, struct variant *variant) {
    return copy_text(reader, entry, entry->value, variant->name, sizeof variant->name) &&
           (is_plain(variant->name) ||
            bad_value(reader, entry, "a name has letters, digits and '-' only"));
}

static bool read_title(struct reader *reader, const struct entry *entry, struct variant *variant) {
    return copy_text(reader, entry, entry->value, variant->title, sizeof variant->title);
}

static bool read_about(struct reader *reader, const struct entry *entry, struct variant *variant) {
    return copy_text(reader, entry, entry->value, variant->about, sizeof variant->about);
}

static bool read_xboard(struct reader *reader, const struct entry *entry, struct variant *variant) {
    return copy_text(reader, entry, entry->value, variant->xboard, sizeof variant->xboard) &&
           (is_plain(variant->xboard) ||
            bad_value(reader, entry, "a name has letters, digits and '-' only"));
}

static bool read_files(struct reader *reader, const struct entry *entry, struct variant *variant) {
    return read_number(reader, entry, &variant->files);
}

static bool read_ranks(struct reader *reader, const struct entry *entry, struct variant *variant) {
    return read_number(reader, entry, &variant->ranks);
}

static bool read_yardstick(struct reader *reader, const struct entry *entry,
                           struct variant *variant) {
    return read_type(reader, entry, variant, &variant->yardstick);
}

static bool read_pawn(struct reader *reader, const struct entry *entry, struct variant *variant) {
    return read_type(reader, entry, variant, &variant->pawn);
}

static bool read_literal(struct reader *reader, const struct entry *entry,
                         struct variant *variant) {
    return read_types(reader, entry, variant, variant->stranded_literal);
}

static bool read_major(struct reader *reader, const struct entry *entry, struct variant *variant) {
    return read_types(reader, entry, variant, variant->impasse_major);
}

static bool read_minor(struct reader *reader, const struct entry *entry, struct variant *variant) {
    return read_types(reader, entry, variant, variant->lion_minor);
}

static const struct {
    const char *key;
    bool needed;
    bool (*read)(struct reader *reader, const struct entry *entry, struct variant *variant);
} variant_keys[] = {
    {"name", true, read_name},
    {"title", true, read_title},
    {"about", true, read_about},
    {"xboard", false, read_xboard},
    {"files", true, read_files},
    {"ranks", true, read_ranks},
    {"royal", true, read_royals},
    {"yardstick", true, read_yardstick},
    {"pawn", false, read_pawn},
    {"stranded-literal", false, read_literal},
    {"impasse-major", false, read_major},
    {"lion", false, read_lions},
    {"lion-minor", false, read_minor},
    {"last-rank", false, read_last_rank},
    {"inferred", false, read_inferred},
};

static bool read_variant_key(struct reader *reader, const struct entry *entry,
                             struct variant *variant) {
    const char *keys[ARRAY_LENGTH(variant_keys)];
    for (int i = 0; i < ARRAY_LENGTH(variant_keys); i++) {
        keys[i] = variant_keys[i].key;
        if (strcmp(keys[i], entry->key) == 0)
            return variant_keys[i].read(reader, entry, variant);
    }
    return unknown(reader, entry->line, "key in [variant]", entry->key, keys,
                   ARRAY_LENGTH(variant_keys));
}

static bool read_variant(struct reader *reader, struct variant *variant) {
    for (int i = 0; i < reader->entries.count; i++)
        if (reader->entries.entry[i].section == SECTION_VARIANT &&
            !read_variant_key(reader, &reader->entries.entry[i], variant))
            return false;
    for (int i = 0; i < ARRAY_LENGTH(variant_keys); i++)
        if (variant_keys[i].needed &&
            !entries_find(&reader->entries, SECTION_VARIANT, variant_keys[i].key))
            return error_at(reader->error, reader->file, 0, "[variant] lacks '%s'",
                            variant_keys[i].key);
    if (variant->man[variant->yardstick].royal)
        return bad_value(reader, entries_find(&reader->entries, SECTION_VARIANT, "yardstick"),
                         "a royal man has no value to compare with");
    return true;
}

// [arrays]

// Checks the board of a FEN against the board's size and the men. The rest is fen_parse's.
static const char *board_fault(const struct variant *variant, const char *fen, int *column) {
    int file = 0, ranks = 1;
    const char *c = fen;
    for (; *c && !strchr(" [", *c); c++) {
        *column = (int)(c - fen) + 1;
        bool promoted = *c == '+';
        if (promoted)
            c++;
        if (*c == '/') {
            if (promoted)
                return "'+' without a man";
            if (file != variant->files)
                return "the rank before does not have the board's number of files";
            file = 0;
            ranks++;
        } else if (isdigit((unsigned char)*c) && !promoted) {
            int empty = *c - '0';
            if (isdigit((unsigned char)c[1]))
                empty = 10 * empty + *++c - '0';
            file += empty;
        } else {
            char word[3] = {'+', (char)toupper((unsigned char)*c), 0};
            if (!type_of_word(variant, promoted ? word : word + 1))
                return promoted ? "no such promoted man" : "no such man";
            file++;
        }
    }
    *column = (int)(c - fen) + 1;
    if (file != variant->files)
        return "the last rank does not have the board's number of files";
    if (ranks != variant->ranks)
        return "the FEN does not have the board's number of ranks";
    return NULL;
}

static bool read_arrays(struct reader *reader, struct variant *variant) {
    for (int i = 0; i < reader->entries.count; i++) {
        const struct entry *entry = &reader->entries.entry[i];
        if (entry->section != SECTION_ARRAYS)
            continue;
        if (variant->array_count == ARRAYS_MAX)
            return fault(reader, entry->line, "too many arrays");
        struct array *array = &variant->arrays[variant->array_count++];
        if (!copy_text(reader, entry, entry->key, array->name, sizeof array->name) ||
            !copy_text(reader, entry, entry->value, array->fen, sizeof array->fen))
            return false;
        if (!is_plain(array->name))
            return bad_value(reader, entry, "a name has letters, digits and '-' only");
        int column;
        const char *message = board_fault(variant, array->fen, &column);
        if (message)
            return error_at(reader->error, reader->file, entry->line, "%s: column %d: %s",
                            array->name, column, message);
    }
    if (!variant->array_count)
        return error_at(reader->error, reader->file, 0, "[arrays] lacks a start position");
    return true;
}

// [rules] and [presets]

static bool read_rules(struct reader *reader, struct variant *variant) {
    for (int i = 0; i < RULES; i++) {
        variant->has_rule[i] =
            entries_find(&reader->entries, SECTION_RULES, rule_name((enum rule)i)) != NULL;
    }
    for (int i = 0; i < reader->entries.count; i++) {
        const struct entry *entry = &reader->entries.entry[i];
        if (entry->section != SECTION_RULES)
            continue;
        char assignment[ENTRY_KEY + ENTRY_VALUE + 1];
        snprintf(assignment, sizeof assignment, "%s=%s", entry->key, entry->value);
        struct error inner;
        if (rule_find(entry->key) == RULES) {
            const char *names[RULES];
            return unknown(reader, entry->line, "rule", entry->key, names, rule_names(names));
        }
        if (!rules_set(&variant->rules, variant, assignment, &inner))
            return error_at(reader->error, reader->file, entry->line, "%s", inner.text);
        if (rule_find(entry->key) == RULE_ARRAY && variant->rules.value[RULE_ARRAY] != 0)
            return bad_value(reader, entry, "must be the first of [arrays]");
    }
    for (int i = 0; i < RULES; i++)
        if (!variant->has_rule[i] && rule_is_needed((enum rule)i))
            return error_at(reader->error, reader->file, 0, "[rules] lacks '%s'",
                            rule_name((enum rule)i));
    return true;
}

static bool read_presets(struct reader *reader, struct variant *variant) {
    for (int i = 0; i < reader->entries.count; i++) {
        const struct entry *entry = &reader->entries.entry[i];
        if (entry->section != SECTION_PRESETS)
            continue;
        if (variant->preset_count == PRESETS_MAX)
            return fault(reader, entry->line, "too many presets");
        struct preset *preset = &variant->presets[variant->preset_count++];
        if (!copy_text(reader, entry, entry->key, preset->name, sizeof preset->name))
            return false;
        if (!is_plain(preset->name))
            return bad_value(reader, entry, "a name has letters, digits and '-' only");
        char word[ENTRY_VALUE];
        struct rules rules = variant->rules;
        struct error inner;
        for (const char *rest = entry->value; next_word(&rest, word, sizeof word);) {
            if (strlen(preset->rules) + strlen(word) + 2 > sizeof preset->rules)
                return bad_value(reader, entry, "too long");
            char *mark = word + strlen(word) - 1;
            if (*mark == '?') {
                *mark = 0;
                char name[ENTRY_KEY];
                snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
                if (rule_find(name) < RULES)
                    preset->guessed[rule_find(name)] = true;
            }
            if (*preset->rules)
                strcat(preset->rules, ";");
            strcat(preset->rules, word);
        }
        if (!*preset->rules)
            return bad_value(reader, entry, "a preset needs RULE=VALUE");
        if (!rules_parse(&rules, variant, preset->rules, &inner))
            return error_at(reader->error, reader->file, entry->line, "%s: %s", preset->name,
                            inner.text);
    }
    return true;
}

bool variant_parse(const char *text, const char *file, struct variant *variant,
                   struct error *error) {
    struct reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return error_at(error, file, 0, "out of memory");
    reader->file = file;
    reader->error = error;
    memset(variant, 0, sizeof *variant);
    bool done =
        entries_read(text, file, sections, ARRAY_LENGTH(sections), &reader->entries, error) &&
        read_pieces(reader, variant) && read_variant(reader, variant) &&
        read_arrays(reader, variant) && read_rules(reader, variant) &&
        read_presets(reader, variant);
    free(reader);
    return done;
}

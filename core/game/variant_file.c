// SPDX-License-Identifier: GPL-3.0-or-later
// Variant files: INI text to struct variant. All is checked after the last line, so that the
// sections may come in any order.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "file.h"
#include "ini_entries.h"
#include "memory.h"
#include "number.h"
#include "variant.h"

enum { SIDE_MIN = 3 };

enum section {
    SECTION_VARIANT,
    SECTION_RULES,
    SECTION_ARRAYS,
    SECTION_PRESETS,
    SECTION_PIECES,
    SECTIONS
};
static const char *const sections[SECTIONS] = {"variant", "rules", "arrays", "presets", "pieces"};

struct reader {
    const char *file; // for errors
    struct error *error;
    size_t told; // of the error's text: faults that stand in it already
    enum known { KNOWN_NOTHING, KNOWN_PIECES, KNOWN_ARRAYS } known; // what has been read
    struct entries entries;
    struct variant *variant;   // what they are read into
    const struct entry *entry; // the one that is read
    const char *rest;          // what of its value next_word has not read
    char word[ENTRY_VALUE];    // that next_word has
    void *field;               // of a key of [variant]: where its value goes,
    size_t size;               // which has so many bytes
};

static bool fault(struct reader *reader, const char *message) {
    return error_at(reader->error, reader->file, reader->entry->line, "%s", message);
}

// "'x': no such WHAT; did you mean 'y'?"
static bool unknown(struct reader *reader, const char *what, const char *word,
                    const char *const *words, int count) {
    char hint[NEAREST_TEXT];
    return error_at(reader->error, reader->file, reader->entry->line, "'%s': no such %s%s", word,
                    what, nearest_hint(word, words, count, hint));
}

static bool bad_value(struct reader *reader, const char *message) {
    const struct entry *entry = reader->entry;
    return error_at(reader->error, reader->file, entry->line, "%s = %.200s%s: %s", entry->key,
                    entry->value, strlen(entry->value) > 200 ? "..." : "", message);
}

// The next word of the value, of those that blanks part, or false at its end.
static bool next_word(struct reader *reader) {
    reader->rest += strspn(reader->rest, " \t");
    size_t length = strcspn(reader->rest, " \t");
    snprintf(reader->word, sizeof reader->word, "%.*s", (int)length, reader->rest);
    reader->rest += length;
    return length > 0;
}

static bool is_plain(const char *text) {
    return *text && text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789-+.")] == 0;
}

static bool copy_text(struct reader *reader, const char *value, char *field, size_t size) {
    uint32_t code;
    for (const char *c = value; *c; c += text_character(c, &code))
        if (!text_character(c, &code) || code < ' ' || code == '"')
            return bad_value(reader, "UTF-8 text without control characters and quotes expected");
    if (!*value)
        return bad_value(reader, "a text is missing");
    if (strlen(value) >= size)
        return error_at(reader->error, reader->file, reader->entry->line,
                        "'%.100s%s': %zu characters; at most %zu are allowed", value,
                        strlen(value) > 100 ? "..." : "", strlen(value), size - 1);
    strcpy(field, value);
    return true;
}

// The same of a name that can stand in rule text, CSV and file names.
static bool copy_name(struct reader *reader, const char *value, char *field, size_t size) {
    return copy_text(reader, value, field, size) &&
           ((is_plain(field) && file_check_name("a name", field, size, NULL)) ||
            bad_value(reader,
                      "a name has letters, digits, '-', '+' and '.' only, and begins with a letter "
                      "or digit"));
}

// One entry of a section.
typedef bool take_entry(struct reader *reader);

// Adds a line to the error, where there is room: all that is wrong is told at once.
static void tell(struct reader *reader, const char *fault) {
    struct error *error = reader->error;
    if (error && reader->told + strlen(fault) + 2 <= sizeof error->text)
        reader->told +=
            (size_t)snprintf(error->text + reader->told, sizeof error->text - reader->told, "%s%s",
                             reader->told ? "\n" : "", fault);
}

// What comes after the section may be wrong because of what is wrong in it, and waits.
static bool read_section(struct reader *reader, enum section section, take_entry *take) {
    struct error *all = reader->error, one;
    bool right = true;
    for (int i = 0; i < reader->entries.count; i++) {
        if ((int)section != reader->entries.entry[i].section)
            continue;
        one.text[0] = 0;
        reader->error = &one;
        reader->entry = &reader->entries.entry[i];
        reader->rest = reader->entry->value;
        bool taken = take(reader);
        reader->error = all;
        if (!taken)
            tell(reader, one.text);
        right &= taken;
    }
    return right;
}

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

static bool check_missing(struct reader *reader) {
    struct error one;
    bool whole = true;
    for (int i = 0; i < ARRAY_LENGTH(needed); i++) {
        enum section section = needed[i].section;
        if (entries_find(&reader->entries, section, needed[i].key))
            continue;
        error_at(&one, reader->file, reader->entries.section_line[section], "[%s] lacks %s",
                 sections[section], needed[i].what);
        tell(reader, one.text);
        whole = false;
    }
    if (!whole)
        tell(reader, "`kagami show --formats` explains variant files");
    return whole;
}

// [pieces]

static bool read_form(struct reader *reader, char *const fields[3], struct piece *piece) {
    if (!copy_text(reader, fields[0], piece->id, sizeof piece->id) ||
        !copy_text(reader, fields[1], piece->name, sizeof piece->name) ||
        !copy_text(reader, fields[2], piece->betza, sizeof piece->betza))
        return false;
    if (!is_plain(piece->id))
        return bad_value(reader, "an ID has letters, digits, '+', '-' and '.' only");
    struct error inner;
    if (!betza_parse(piece->betza, &piece->movement, &inner))
        return error_at(reader->error, reader->file, reader->entry->line, "%s: '%s': %s",
                        piece->name, piece->betza, inner.text);
    return true;
}

// IDs are what people type and read: no two pieces share one.
static bool check_ids(struct reader *reader, Type type) {
    const struct variant *variant = reader->variant;
    for (int own = type; own < TYPES; own += TYPE_PROMOTED)
        for (int other = 1; other < TYPES; other++)
            if (other != own && variant_has(variant, (Type)own) &&
                variant_has(variant, (Type)other) &&
                strcmp(variant->piece[other].id, variant->piece[own].id) == 0)
                return error_at(reader->error, reader->file, reader->entry->line,
                                "ID '%s' belongs to the %s and the %s", variant->piece[own].id,
                                variant->piece[other].name, variant->piece[own].name);
    return true;
}

static bool read_piece(struct reader *reader) {
    struct variant *variant = reader->variant;
    const struct entry *entry = reader->entry;
    if (strlen(entry->key) != 1 || !isupper((unsigned char)entry->key[0]))
        return bad_value(reader,
                         "a piece's letter must be one of A to Z: a game has at most 26 kinds of "
                         "pieces, and their promoted forms");
    char text[ENTRY_VALUE];
    strcpy(text, entry->value);
    char *fields[6];
    int count = 0;
    for (char *rest = text; rest;) {
        char *comma = strchr(rest, ',');
        if (comma)
            *comma = 0;
        if (count == 6)
            return bad_value(reader, "more than 6 fields");
        rest += strspn(rest, " \t");
        for (char *end = rest + strlen(rest); end > rest && isspace((unsigned char)end[-1]);)
            *--end = 0;
        fields[count++] = rest;
        rest = comma ? comma + 1 : NULL;
    }
    if (count != 3 && count != 6)
        return bad_value(reader,
                         "must be ID, name, Betza[, promoted ID, promoted name, promoted Betza]");
    Type type = type_of_letter(entry->key[0]);
    variant->exists[type] = true;
    variant->bases[variant->base_count++] = type;
    variant->promotes[type] = count == 6;
    return read_form(reader, fields, &variant->piece[type]) &&
           (count == 3 || read_form(reader, fields + 3, &variant->piece[type | TYPE_PROMOTED])) &&
           check_ids(reader, type);
}

// [variant]

// The next "LETTER:WORD" of the value: the type that stands before the colon, 0 where it is none,
// and what stands behind it, NULL without a colon. False at the end.
static bool next_pair(struct reader *reader, Type *type, const char **behind) {
    if (!next_word(reader))
        return false;
    char *colon = strchr(reader->word, ':');
    if (colon)
        *colon++ = 0;
    *behind = colon;
    *type = variant_type(reader->variant, reader->word);
    return true;
}

// Keys of [variant].

static bool read_text(struct reader *reader) {
    return copy_text(reader, reader->entry->value, reader->field, reader->size);
}

// A page's address, as a link that nobody need be warned of.
static bool read_url(struct reader *reader) {
    bool fine = strncmp(reader->entry->value, "https://", 8) == 0 ||
                strncmp(reader->entry->value, "http://", 7) == 0;
    for (const char *c = reader->entry->value; *c && fine; c++)
        fine = (unsigned char)*c > ' ' && (unsigned char)*c < 0x7F && !strchr("<>'`\\", *c);
    return fine ? read_text(reader)
                : bad_value(reader, "must be an address that begins with https:// or http://");
}

static bool read_name(struct reader *reader) {
    return copy_name(reader, reader->entry->value, reader->field, reader->size);
}

static bool read_side(struct reader *reader) {
    uint64_t side;
    if (!number_unsigned(reader->entry->value, &side) || side < SIDE_MIN || side > BOARD_MAX) {
        char message[96];
        snprintf(message, sizeof message, "must be a number from %d to %d, what the grid holds",
                 (int)SIDE_MIN, (int)BOARD_MAX);
        return bad_value(reader, message);
    }
    *(int *)reader->field = (int)side;
    return true;
}

static bool read_type(struct reader *reader) {
    Type type = variant_type(reader->variant, reader->entry->value);
    *(Type *)reader->field = type;
    return (type && !(type & TYPE_PROMOTED)) ||
           bad_value(reader, "must be the letter of one of the [pieces]");
}

// Flags of base types, or of all types.
static bool read_flags(struct reader *reader) {
    bool *flags = reader->field;
    while (next_word(reader)) {
        Type type = variant_type(reader->variant, reader->word);
        if (!type || type >= reader->size)
            return bad_value(reader,
                             reader->size == TYPES
                                 ? "must be letters of the [pieces], + before a promoted one"
                                 : "must be letters of the [pieces] with blanks between");
        flags[type] = true;
    }
    return true;
}

static bool read_royals(struct reader *reader) {
    struct variant *variant = reader->variant;
    bool royal[TYPES] = {false};
    reader->field = royal;
    reader->size = sizeof royal;
    if (!read_flags(reader))
        return false;
    if (!*reader->entry->value)
        return bad_value(reader, "a game needs a royal piece");
    for (int type = 1; type < TYPES; type++)
        variant->piece[type].royal = royal[type];
    for (int base = 1; base < BASE_TYPES; base++)
        if (variant->promotes[base] && royal[base] && !royal[base | TYPE_PROMOTED])
            return bad_value(reader, "a royal that promotes must stay royal");
    return true;
}

static bool read_last_rank(struct reader *reader) {
    struct variant *variant = reader->variant;
    Type *types = reader->field;
    while (next_word(reader)) {
        Type type = variant_type(variant, reader->word);
        if (!type || type & TYPE_PROMOTED || !variant->promotes[type] ||
            variant->last_rank_count == (int)reader->size)
            return bad_value(reader, "must be letters of promoting [pieces], at most 3");
        types[variant->last_rank_count++] = type;
    }
    return true;
}

// "*9", then the second player's are the same turned by a half; or "*9 / a1".
static bool read_flag_squares(struct reader *reader) {
    struct variant *variant = reader->variant;
    uint16_t(*squares)[BOARD_MAX] = reader->field;
    char first[ENTRY_VALUE];
    struct error inner;
    int files = variant->files, ranks = variant->ranks;
    snprintf(first, sizeof first, "%s", reader->entry->value);
    char *second = strchr(first, '/');
    if (second)
        *second++ = 0;
    if (!squares_read(first, files, ranks, squares[FIRST], &inner) ||
        (second && !squares_read(second, files, ranks, squares[SECOND], &inner)))
        return bad_value(reader, inner.text);
    for (int rank = 0; rank < ranks && !second; rank++)
        for (int file = 0; file < files; file++)
            if (squares[FIRST][rank] >> file & 1)
                squares[SECOND][ranks - 1 - rank] |= (uint16_t)(1 << (files - 1 - file));
    return true;
}

// A flag needs its pieces, its squares and, unless the file says otherwise, its rule.
static bool check_flag(struct reader *reader) {
    const struct entry *pieces = entries_find(&reader->entries, SECTION_VARIANT, "flag"),
                       *squares = entries_find(&reader->entries, SECTION_VARIANT, "flag-squares"),
                       *rule = entries_find(&reader->entries, SECTION_RULES, "flag");
    const struct entry *any = pieces ? pieces : squares ? squares : rule;
    if (any && (!pieces || !squares))
        return error_at(reader->error, reader->file, any->line,
                        "a win by flag squares needs both keys of [variant], flag = PIECES and "
                        "flag-squares = SQUARES; %s is missing",
                        pieces ? "flag-squares" : "flag");
    if (pieces && !rule) {
        reader->variant->has_rule[RULE_FLAG] = true;
        reader->variant->rules.value[RULE_FLAG] = FLAG_REACH;
    }
    return true;
}

static bool find_rule(struct reader *reader, const char *name, enum rule *rule) {
    const char *names[RULES];
    for (int i = 0; i < RULES; i++)
        names[i] = rule_name((enum rule)i);
    *rule = rule_find(name);
    return *rule < RULES || unknown(reader, "rule", name, names, RULES);
}

static bool read_rules(struct reader *reader) {
    bool *inferred = reader->field;
    enum rule rule;
    while (next_word(reader)) {
        if (!find_rule(reader, reader->word, &rule))
            return false;
        inferred[rule] = true;
    }
    return true;
}

// "A:R": A's moves are ordered as R's.
static bool read_moves_like(struct reader *reader) {
    Type *like = reader->field, type;
    const char *behind;
    while (next_pair(reader, &type, &behind)) {
        Type of = behind ? variant_type(reader->variant, behind) : 0;
        if (!type || !of || (type | of) & TYPE_PROMOTED || type == of)
            return bad_value(reader, "must be LETTER:LETTER of two [pieces] with blanks between");
        like[type] = of;
    }
    return true;
}

// "+F:DS S:SG": IDs that the rule page has beside ours.
static bool read_aliases(struct reader *reader) {
    char(*aliases)[sizeof *reader->variant->alias] = reader->field;
    const char *behind;
    Type type;
    while (next_pair(reader, &type, &behind)) {
        if (!type || !behind || !*behind || strlen(behind) >= sizeof *aliases)
            return bad_value(reader,
                             "must be LETTER:ID of [pieces] with blanks between, an ID of at most "
                             "7 characters");
        strcpy(aliases[type], behind);
    }
    return true;
}

// "R:rook +R:crowned-rook": pictures by their names in pictures.def.
static bool read_pictures(struct reader *reader) {
    uint8_t *picture = reader->field;
    const char *names[TYPES], *behind;
    int count = 0;
    Type type;
    for (const char *name; count < TYPES && (name = picture_name(count));)
        names[count++] = name;
    while (next_pair(reader, &type, &behind)) {
        if (!behind)
            return bad_value(reader, "must be LETTER:PICTURE with blanks between");
        if (!type)
            return bad_value(reader, "must name letters of the [pieces]");
        if (picture[type])
            return bad_value(reader, "a piece has two pictures");
        int index = text_find(behind, names, count);
        if (index < 0)
            return unknown(reader, "picture", behind, names, count);
        if (memchr(picture, index + 1, reader->size))
            return bad_value(reader, "two pieces share a picture");
        picture[type] = (uint8_t)(index + 1);
    }
    return true;
}

// Names of start positions.
static bool read_uneven(struct reader *reader) {
    struct array *arrays = reader->field;
    while (next_word(reader)) {
        int i = 0;
        while (i < reader->variant->array_count && strcmp(arrays[i].name, reader->word) != 0)
            i++;
        if (i == reader->variant->array_count)
            return bad_value(reader, "must be names of [arrays] with blanks between");
        arrays[i].uneven = true;
    }
    return true;
}

static const struct {
    const char *key;
    take_entry *read;
    size_t offset, size;
    enum known after;
} variant_keys[] = {
#define KEY(key, member, read, write, after)                                                       \
    {key, read, offsetof(struct variant, member), sizeof(((struct variant *)NULL)->member),        \
     KNOWN_##after},
#include "variant_keys.def"
#undef KEY
};

// Those that what is known by now suffices for.
static bool read_key(struct reader *reader) {
    for (int i = 0; i < ARRAY_LENGTH(variant_keys); i++) {
        if (strcmp(variant_keys[i].key, reader->entry->key) != 0 ||
            variant_keys[i].after != reader->known)
            continue;
        reader->field = (char *)reader->variant + variant_keys[i].offset;
        reader->size = variant_keys[i].size;
        return variant_keys[i].read(reader);
    }
    return true;
}

static bool read_keys(struct reader *reader, enum known known) {
    reader->known = known;
    return read_section(reader, SECTION_VARIANT, read_key);
}

static bool check_key(struct reader *reader) {
    const char *keys[ARRAY_LENGTH(variant_keys)];
    for (int i = 0; i < ARRAY_LENGTH(variant_keys); i++) {
        keys[i] = variant_keys[i].key;
        if (strcmp(keys[i], reader->entry->key) == 0)
            return true;
    }
    return unknown(reader, "key in [variant]", reader->entry->key, keys,
                   ARRAY_LENGTH(variant_keys));
}

// Keys that may be left out say this; `kagami show --formats` tells it to people.
static bool fill_in(struct reader *reader) {
    struct variant *variant = reader->variant;
    if (!*variant->title)
        strcpy(variant->title, variant->name);
    if (!variant->yardstick)
        variant->yardstick = variant->pawn;
    for (int i = 0; i < variant->base_count && !variant->yardstick; i++)
        if (!variant->piece[variant->bases[i]].royal)
            variant->yardstick = variant->bases[i];
    if (!variant->yardstick)
        return error_at(reader->error, reader->file,
                        entries_find(&reader->entries, SECTION_VARIANT, "royal")->line,
                        "a game needs a piece that is not royal");
    const struct entry *entry = entries_find(&reader->entries, SECTION_VARIANT, "yardstick");
    reader->entry = entry ? entry : entries_find(&reader->entries, SECTION_VARIANT, "pawn");
    return !variant->piece[variant->yardstick].royal ||
           bad_value(reader, "a royal piece has no value to compare with");
}

// [arrays]

const char *variant_board_fault(const struct variant *variant, const char *fen, int *column) {
    int file = 0, ranks = 1;
    const char *c = fen;
    for (; *c && !strchr(" [", *c); c++) {
        *column = (int)(c - fen) + 1;
        bool promoted = *c == '+';
        c += promoted;
        if (*c == '/') {
            if (promoted)
                return "'+' without a piece";
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
            if (!variant_type(variant, promoted ? word : word + 1))
                return promoted ? "no such promoted piece" : "no such piece";
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

static bool read_array(struct reader *reader) {
    struct variant *variant = reader->variant;
    const struct entry *entry = reader->entry;
    if (variant->array_count == ARRAYS_MAX)
        return fault(reader, "too many arrays");
    struct array *array = &variant->arrays[variant->array_count++];
    if (!copy_name(reader, entry->key, array->name, sizeof array->name) ||
        !copy_text(reader, entry->value, array->fen, sizeof array->fen))
        return false;
    if (sfen_refusal(array->fen))
        return error_at(reader->error, reader->file, entry->line, "%s: this is %s", array->name,
                        sfen_refusal(array->fen));
    int column;
    const char *message = variant_board_fault(variant, array->fen, &column);
    return !message || error_at(reader->error, reader->file, entry->line, "%s: column %d: %s",
                                array->name, column, message);
}

// [rules] and [presets]

static bool read_rule(struct reader *reader) {
    struct variant *variant = reader->variant;
    const struct entry *entry = reader->entry;
    char assignment[ENTRY_KEY + ENTRY_VALUE + 1];
    struct error inner;
    enum rule rule;
    if (!find_rule(reader, entry->key, &rule))
        return false;
    variant->has_rule[rule] = true;
    snprintf(assignment, sizeof assignment, "%s=%s", entry->key, entry->value);
    if (!rules_set(&variant->rules, variant, assignment, &inner))
        return fault(reader, inner.text);
    return rule != RULE_ARRAY || variant->rules.value[RULE_ARRAY] == 0 ||
           bad_value(reader, "must be the first of [arrays]");
}

// Rules that every game has, where the file is silent: as rules.def says.
static void default_rules(struct variant *variant) {
    for (int i = 0; i < RULES; i++) {
        if (!variant->has_rule[i])
            variant->rules.value[i] = rule_default((enum rule)i, variant);
        variant->has_rule[i] |= rule_is_needed((enum rule)i);
    }
    // Without a Pawn they would say what nobody plays.
    variant->has_rule[RULE_NIFU] &= variant->pawn != 0;
    variant->has_rule[RULE_PAWN_DROP_MATE] &= variant->pawn != 0;
}

static bool read_preset(struct reader *reader) {
    struct variant *variant = reader->variant;
    const struct entry *entry = reader->entry;
    if (variant->preset_count == PRESETS_MAX)
        return fault(reader, "too many presets");
    struct preset *preset = &variant->presets[variant->preset_count++];
    if (!copy_name(reader, entry->key, preset->name, sizeof preset->name))
        return false;
    struct rules rules = variant->rules;
    struct error inner;
    while (next_word(reader)) {
        char *word = reader->word, *mark = word + strlen(word) - 1;
        if (strlen(preset->rules) + strlen(word) + 2 > sizeof preset->rules)
            return bad_value(reader, "too long");
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
        return bad_value(reader, "a preset needs RULE=VALUE");
    return rules_parse(&rules, variant, preset->rules, &inner) ||
           error_at(reader->error, reader->file, entry->line, "%s: %s", preset->name, inner.text);
}

bool variant_parse(const char *text, const char *file, struct variant *variant,
                   struct error *error) {
    struct reader *reader = mem_calloc(1, sizeof *reader);
    reader->file = file;
    reader->error = error;
    reader->variant = variant;
    memset(variant, 0, sizeof *variant);
    bool done = entries_read(text, file, sections, SECTIONS, &reader->entries, error) &&
                read_section(reader, SECTION_VARIANT, check_key) && check_missing(reader);
    if (done) { // both, so that the faults of both are told
        bool plain = read_keys(reader, KNOWN_NOTHING);
        done = read_section(reader, SECTION_PIECES, read_piece) && plain;
    }
    done = done && read_keys(reader, KNOWN_PIECES) && fill_in(reader) &&
           read_section(reader, SECTION_ARRAYS, read_array) && read_keys(reader, KNOWN_ARRAYS) &&
           read_section(reader, SECTION_RULES, read_rule) && check_flag(reader);
    if (done)
        default_rules(variant);
    done = done && read_section(reader, SECTION_PRESETS, read_preset);
    free(reader);
    return done;
}

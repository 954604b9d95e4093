// SPDX-License-Identifier: GPL-3.0-or-later
#include "variant.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "buffer.h"
#include "memory.h"

enum { WIDTH = 190 }; // longer values go on in the next line

static const char own_name[] = "own"; // of a start position that has none

// Behind one blank, and not before what begins a comment.
static bool may_break(const char *value, size_t at) {
    return value[at - 1] == ' ' && (at < 2 || value[at - 2] != ' ') && !strchr(" #;", value[at]);
}

// Adds KEY = VALUE. Values of several words are broken between them, others anywhere, best after a
// rank of a FEN.
static void add_value(struct buffer *out, const char *key, const char *value) {
    size_t used = strlen(key) + 3;
    buffer_printf(out, "%s =%s", key, *value ? " " : "");
    for (;;) {
        size_t length = strlen(value), room = WIDTH - used;
        if (used + length <= WIDTH)
            break;
        size_t cut = room;
        while (cut && !may_break(value, cut))
            cut--;
        for (size_t at = room; at && !cut; at--)
            cut = value[at - 1] == '/' ? at : 0;
        cut = cut ? cut : room + (value[room] == ' ');
        buffer_add(out, value, cut);
        buffer_text(out, "\\\n    ");
        value += cut;
        used = 4;
    }
    buffer_printf(out, "%s\n", value);
}

enum writing {
    GIVEN,
    TEXT,
    NUMBER,
    ROYALS,
    LETTERS,
    FLAGS,
    SQUARE_SETS,
    PAIRS,
    RULE_NAMES,
    ARRAY_NAMES
};

static const struct {
    const char *key;
    size_t offset, size;
    enum writing writing;
} keys[] = {
#define KEY(key, member, read, writing, after)                                                     \
    {key, offsetof(struct variant, member), sizeof(((struct variant *)NULL)->member), writing},
#include "variant_keys.def"
#undef KEY
};

static void add_word(struct buffer *list, const char *word) {
    buffer_printf(list, "%s%s", list->length ? " " : "", word);
}

static void add_letter(struct buffer *list, Type type) {
    add_word(list, type & TYPE_PROMOTED ? "+" : "");
    buffer_char(list, type_letter(type));
}

// "A:R", of the pieces that have such a word.
static void add_pairs(struct buffer *list, const struct variant *variant, const void *field) {
    for (Type type = 1; type < TYPES; type++) {
        Type like = type < BASE_TYPES ? variant->moves_like[type] : 0;
        uint8_t picture = variant->picture[type];
        const char letter[2] = {like ? type_letter(like) : 0};
        const char *word = field == variant->moves_like ? letter
                           : field == variant->alias    ? variant->alias[type]
                           : picture                    ? picture_name(picture - 1)
                                                        : "";
        if (!*word)
            continue;
        add_letter(list, type);
        buffer_printf(list, ":%s", word);
    }
}

static void add_squares(struct buffer *value, const struct variant *variant) {
    char first[SQUARES_TEXT], second[SQUARES_TEXT];
    const uint16_t(*squares)[BOARD_MAX] = variant->flag_squares;
    int files = variant->files, ranks = variant->ranks;
    squares_print(squares[FIRST], files, ranks, first);
    squares_print(squares[SECOND], files, ranks, second);
    if (strcmp(first, "-") == 0 && strcmp(second, "-") == 0)
        return;
    buffer_text(value, first);
    if (!squares_turned(squares[FIRST], squares[SECOND], files, ranks))
        buffer_printf(value, " / %s", second);
}

// Adds the value of a field of `size` bytes, nothing where a file need not have it.
static void add_field(struct buffer *value, const struct variant *variant, enum writing writing,
                      const void *field, size_t size) {
    const bool *flags = field;
    const Type *types = field;
    switch (writing) {
    case GIVEN:
        break;
    case TEXT:
        buffer_text(value, field);
        break;
    case NUMBER:
        buffer_printf(value, "%d", *(const int *)field);
        break;
    case ROYALS:
    case FLAGS:
        for (Type type = 1; type < (writing == FLAGS ? size : TYPES); type++)
            if (writing == FLAGS ? flags[type] : variant->piece[type].royal)
                add_letter(value, type);
        break;
    case LETTERS:
        for (size_t i = 0; i < size && types[i]; i++)
            add_letter(value, types[i]);
        break;
    case SQUARE_SETS:
        add_squares(value, variant);
        break;
    case PAIRS:
        add_pairs(value, variant, field);
        break;
    case RULE_NAMES:
        for (size_t rule = 0; rule < size; rule++)
            if (flags[rule])
                add_word(value, rule_name((enum rule)rule));
        break;
    case ARRAY_NAMES:
        for (int i = 0; i < variant->array_count; i++)
            if (variant->arrays[i].uneven)
                add_word(value, variant->arrays[i].name);
        break;
    }
}

static void add_variant(struct buffer *out, const struct variant *variant, const char *name,
                        const bool inferred[RULES]) {
    struct buffer value = buffer_init();
    buffer_text(out, "[variant]\n");
    add_value(out, "name", name);
    for (int i = 0; i < ARRAY_LENGTH(keys); i++) {
        const void *field = (const char *)variant + keys[i].offset;
        buffer_clear(&value);
        add_field(&value, variant, keys[i].writing,
                  keys[i].writing == RULE_NAMES ? inferred : field, keys[i].size);
        if (value.length)
            add_value(out, keys[i].key, value.data);
    }
    buffer_destroy(&value);
}

static void add_rules(struct buffer *out, const struct variant *variant,
                      const struct rules *rules) {
    char number[RULE_NUMBER];
    buffer_text(out, "\n[rules]\n");
    for (enum rule rule = 0; rule < RULES; rule++)
        if (variant->has_rule[rule])
            add_value(out, rule_name(rule),
                      rule == RULE_ARRAY && rules->value[rule] == ARRAY_CUSTOM
                          ? own_name
                          : rules_value_text(rules, variant, rule, number));
}

static bool add_arrays(struct buffer *out, const struct variant *variant, const struct rules *rules,
                       struct error *error) {
    int first = rules->value[RULE_ARRAY];
    buffer_text(out, "\n[arrays]\n");
    if (first == ARRAY_CUSTOM && variant->array_count == ARRAYS_MAX)
        return error_set(error,
                         "your start position would be one more than %d, the most that a "
                         "file can have",
                         (int)ARRAYS_MAX);
    for (int i = 0; first == ARRAY_CUSTOM && i < variant->array_count; i++)
        if (strcmp(variant->arrays[i].name, own_name) == 0)
            return error_set(error, "the game has a start position '%s' already", own_name);
    if (first == ARRAY_CUSTOM)
        add_value(out, own_name, rules->fen);
    else
        add_value(out, variant->arrays[first].name, variant->arrays[first].fen);
    for (int i = 0; i < variant->array_count; i++)
        if (i != first)
            add_value(out, variant->arrays[i].name, variant->arrays[i].fen);
    return true;
}

// True when the text "name=value;..." sets the rule.
static bool names_rule(const char *text, enum rule rule) {
    size_t length = strlen(rule_name(rule));
    for (; text; text = strchr(text, ';')) {
        text += *text == ';';
        if (strncmp(text, rule_name(rule), length) == 0 && text[length] == '=')
            return true;
    }
    return false;
}

// What the preset says, and what would be otherwise without it by the new defaults.
static bool add_preset(struct buffer *out, const struct variant *variant, const struct rules *rules,
                       const struct preset *preset, struct error *error) {
    struct buffer list = buffer_init();
    struct rules meant = variant->rules;
    char number[RULE_NUMBER];
    bool done = rules_parse(&meant, variant, preset->rules, error);
    for (int i = 0; done && i < RULES; i++) {
        enum rule rule = (enum rule)i;
        bool same = meant.value[i] == rules->value[i] &&
                    (rule != RULE_ARRAY || strcmp(meant.fen, rules->fen) == 0);
        if (!variant->has_rule[i] || (same && !names_rule(preset->rules, rule)))
            continue;
        buffer_printf(&list, "%s%s=%s%s", list.length ? " " : "", rule_name(rule),
                      rules_value_text(&meant, variant, rule, number),
                      preset->guessed[i] ? "?" : "");
    }
    if (done && list.length >= sizeof preset->rules)
        done = error_set(error, "preset %s would have more than %zu characters", preset->name,
                         sizeof preset->rules - 1);
    if (done)
        add_value(out, preset->name, list.length ? list.data : "");
    buffer_destroy(&list);
    return done;
}

static void add_pieces(struct buffer *out, const struct variant *variant) {
    buffer_text(out, "\n[pieces]\n");
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        const struct piece *piece = &variant->piece[base];
        const struct piece *promoted = &variant->piece[base | TYPE_PROMOTED];
        char key[2] = {type_letter(base), 0}, value[2 * sizeof *piece];
        int used =
            snprintf(value, sizeof value, "%s, %s, %s", piece->id, piece->name, piece->betza);
        if (variant->promotes[base])
            snprintf(value + used, sizeof value - (size_t)used, ", %s, %s, %s", promoted->id,
                     promoted->name, promoted->betza);
        add_value(out, key, value);
    }
}

bool variant_print(const struct variant *variant, const struct rules *rules,
                   const bool inferred[RULES], const char *name, struct buffer *out,
                   struct error *error) {
    add_variant(out, variant, name, inferred);
    add_rules(out, variant, rules);
    if (!add_arrays(out, variant, rules, error))
        return false;
    if (variant->preset_count)
        buffer_text(out, "\n[presets]\n");
    for (int i = 0; i < variant->preset_count; i++)
        if (!add_preset(out, variant, rules, &variant->presets[i], error))
            return false;
    add_pieces(out, variant);
    return true;
}

static Type free_type(const struct variant *variant) {
    for (char letter = 'A'; letter <= 'Z'; letter++)
        if (!variant->exists[type_of_letter(letter)])
            return type_of_letter(letter);
    return 0;
}

// "DK2", or the next that nobody has.
static void twin_id(const struct variant *variant, const char *id, char text[8]) {
    int number = 2;
    do
        snprintf(text, 8, "%.5s%d", id, number);
    while (variant_find_piece(variant, text, NULL) && ++number < 100);
}

static bool check(const struct variant *variant, Type base, const char *betza,
                  struct error *error) {
    const struct piece *piece = &variant->piece[base];
    struct movement movement;
    struct error cause = {""};
    bool alone = base == variant->pawn;
    for (int i = 0; i < variant->last_rank_count; i++)
        alone |= variant->last_rank[i] == base;
    if (!betza_parse(betza, &movement, &cause))
        return error_set(error, "'%s': %s", betza, cause.text);
    if (strlen(betza) >= sizeof piece->betza)
        return error_set(error, "'%.100s...': at most %zu characters are allowed", betza,
                         sizeof piece->betza - 1);
    if (piece->royal)
        return error_set(error, "the %s is royal: no game goes on without it", piece->name);
    if (alone)
        return error_set(error, "rules of the game speak of the %s by name: nothing can replace it",
                         piece->name);
    return free_type(variant) || error_set(error, "no letter is left for another piece");
}

static void add_form(struct variant *variant, Type old, Type new) {
    struct piece *piece = &variant->piece[new];
    char id[8];
    twin_id(variant, variant->piece[old].id, id);
    *piece = variant->piece[old];
    strcpy(piece->id, id);
    strncat(strcpy(piece->name, "New "), variant->piece[old].name, NAME_TEXT - 5);
}

static Type add_twin(struct variant *variant, Type base, const char *betza) {
    Type twin = free_type(variant);
    int at = variant->base_count++;
    for (; variant->bases[at - 1] != base; at--)
        variant->bases[at] = variant->bases[at - 1];
    variant->bases[at] = twin;
    variant->exists[twin] = true;
    variant->promotes[twin] = variant->promotes[base];
    variant->moves_like[twin] = base;
    add_form(variant, base, twin);
    if (variant->promotes[base])
        add_form(variant, base | TYPE_PROMOTED, twin | TYPE_PROMOTED);
    strcpy(variant->piece[twin].betza, betza);
    for (int i = 0; i < ARRAY_LENGTH(keys); i++) {
        bool *flags = (bool *)((char *)variant + keys[i].offset);
        for (Type form = 0; keys[i].writing == FLAGS && form < keys[i].size; form += TYPE_PROMOTED)
            flags[twin | form] = flags[base | form];
    }
    return twin;
}

Type variant_add_twin(const char *text, const char *file, Type base, const char *betza,
                      struct buffer *twin, struct error *error) {
    assert(base > 0 && base < BASE_TYPES);
    struct variant *variant = mem_alloc(sizeof *variant);
    Type added = 0;
    if (variant_parse(text, file, variant, error) && check(variant, base, betza, error)) {
        added = add_twin(variant, base, betza);
        if (!variant_print(variant, &variant->rules, variant->inferred, variant->name, twin, error))
            added = 0;
    }
    free(variant);
    return added;
}

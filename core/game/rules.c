// SPDX-License-Identifier: GPL-3.0-or-later
#include "rules.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "variant.h"

static const struct {
    const char *name, *question;
    int base; // first of its values in `values`
    bool needed;
} rule_list[] = {
#define RULE(id, name, question) {name, question, RULE_BASE_##id, true},
#define RULE_OF_SOME(id, name, question) {name, question, RULE_BASE_##id, false},
#define VALUE(rule, id, name, meaning)
#include "rules.def"
#undef RULE
#undef VALUE
};
_Static_assert(ARRAY_LENGTH(rule_list) == RULES, "one entry a rule");

static const struct {
    const char *name, *meaning;
} values[] = {
#define RULE(id, name, question)
#define VALUE(rule, id, name, meaning) {name, meaning},
#include "rules.def"
#undef RULE
#undef VALUE
};

int rule_value_count(enum rule rule) {
    assert(rule < RULES);
    int end = (int)rule + 1 < RULES ? rule_list[rule + 1].base : ARRAY_LENGTH(values);
    return end - rule_list[rule].base;
}

const char *rule_name(enum rule rule) {
    assert(rule < RULES);
    return rule_list[rule].name;
}

bool rule_is_needed(enum rule rule) {
    assert(rule < RULES);
    return rule_list[rule].needed;
}

int rule_default(enum rule rule, const struct variant *variant) {
    return rule == RULE_ZONE ? variant->ranks / 3 : 0;
}

const char *rule_question(enum rule rule) {
    assert(rule < RULES);
    return rule_list[rule].question;
}

const char *rule_value_name(enum rule rule, int value) {
    assert(value >= 0 && value < rule_value_count(rule));
    return values[rule_list[rule].base + value].name;
}

const char *rule_value_meaning(enum rule rule, int value) {
    assert(value >= 0 && value < rule_value_count(rule));
    return values[rule_list[rule].base + value].meaning;
}

enum rule rule_find(const char *name) {
    int rule = 0;
    while (rule < RULES && strcmp(rule_list[rule].name, name) != 0)
        rule++;
    return (enum rule)rule;
}

static bool set_array(struct rules *rules, const struct variant *variant, const char *value,
                      struct error *error) {
    const char *names[ARRAYS_MAX];
    for (int i = 0; i < variant->array_count; i++) {
        names[i] = variant->arrays[i].name;
        if (strcmp(names[i], value) == 0) {
            rules->value[RULE_ARRAY] = i;
            memset(rules->fen, 0, sizeof rules->fen);
            return true;
        }
    }
    if (!strchr(value, '/'))
        return nearest_error(error, "array (and no FEN: that has '/' in it)", value, names,
                             variant->array_count, "");
    if (strlen(value) >= sizeof rules->fen)
        return error_set(error, "array: a FEN of %zu characters; at most %zu are read",
                         strlen(value), sizeof rules->fen - 1);
    for (const char *c = value; *c; c++)
        if (*c < ' ' || *c > '~' || *c == ';' || *c == '"')
            return error_set(error, "array: column %td of the FEN: a character that no FEN has",
                             c - value + 1);
    if (sfen_refusal(value))
        return error_set(error, "array: this is %s", sfen_refusal(value));
    rules->value[RULE_ARRAY] = ARRAY_CUSTOM;
    memset(rules->fen, 0, sizeof rules->fen);
    strcpy(rules->fen, value);
    return true;
}

static bool set_zone(struct rules *rules, const struct variant *variant, const char *value,
                     struct error *error) {
    char *end;
    long ranks = strtol(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || ranks > variant->ranks)
        return error_set(error, "zone: '%s' is no number of ranks from 0 to %d", value,
                         variant->ranks);
    rules->value[RULE_ZONE] = (int)ranks;
    return true;
}

bool rules_set(struct rules *rules, const struct variant *variant, const char *assignment,
               struct error *error) {
    const char *equals = strchr(assignment, '=');
    if (!equals)
        return error_set(error, "'%s': a rule is set as NAME=VALUE", assignment);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(equals - assignment), assignment);
    const char *value = equals + 1;
    enum rule rule = rule_find(name);
    if (rule == RULES) {
        const char *names[RULES];
        int count = 0;
        for (int i = 0; i < RULES; i++)
            if (variant->has_rule[i])
                names[count++] = rule_list[i].name;
        return nearest_error(error, "rule", name, names, count, "");
    }
    if (!variant->has_rule[rule])
        return error_set(error, "%s has no rule '%s'%s", variant->name, name,
                         rule == RULE_NIFU || rule == RULE_PAWN_DROP_MATE
                             ? ": its file has no 'pawn = LETTER'"
                             : "");
    if (rule == RULE_ARRAY)
        return set_array(rules, variant, value, error);
    if (rule == RULE_ZONE)
        return set_zone(rules, variant, value, error);
    const char *names[ARRAY_LENGTH(values)];
    for (int i = 0; i < rule_value_count(rule); i++) {
        names[i] = rule_value_name(rule, i);
        if (strcmp(names[i], value) == 0) {
            rules->value[rule] = i;
            return true;
        }
    }
    struct error inner;
    nearest_error(&inner, "value", value, names, rule_value_count(rule), "");
    return error_set(error, "%s: %s", name, inner.text);
}

const char *rules_value_text(const struct rules *rules, const struct variant *variant,
                             enum rule rule, char number[RULE_NUMBER]) {
    int value = rules->value[rule];
    snprintf(number, RULE_NUMBER, "%d", value);
    return rule == RULE_ZONE       ? number
           : rule != RULE_ARRAY    ? rule_value_name(rule, value)
           : value == ARRAY_CUSTOM ? rules->fen
                                   : variant->arrays[value].name;
}

char *rules_text(const struct rules *rules, const struct variant *variant, char text[RULES_TEXT]) {
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < RULES; i++) {
        enum rule rule = (enum rule)i;
        if (rules->value[i] == variant->rules.value[i] &&
            (rule != RULE_ARRAY || strcmp(rules->fen, variant->rules.fen) == 0))
            continue;
        char number[RULE_NUMBER];
        used += (size_t)snprintf(text + used, RULES_TEXT - used, "%s%s=%s", used ? ";" : "",
                                 rule_list[i].name, rules_value_text(rules, variant, rule, number));
    }
    return text;
}

bool rules_parse(struct rules *rules, const struct variant *variant, const char *text,
                 struct error *error) {
    while (*text) {
        size_t length = strcspn(text, ";");
        char assignment[RULES_TEXT];
        if (length >= sizeof assignment)
            return error_set(error, "a rule of %zu characters", length);
        snprintf(assignment, sizeof assignment, "%.*s", (int)length, text);
        if (!rules_set(rules, variant, assignment, error))
            return false;
        text += length;
        if (*text == ';' && !*++text)
            return error_set(error, "';' at the end of the rules");
    }
    return true;
}

bool rules_apply_preset(struct rules *rules, const struct variant *variant, const char *name,
                        struct error *error) {
    const char *names[PRESETS_MAX];
    for (int i = 0; i < variant->preset_count; i++) {
        names[i] = variant->presets[i].name;
        if (strcmp(names[i], name) == 0)
            return rules_parse(rules, variant, variant->presets[i].rules, error);
    }
    char what[NAME_TEXT + 16];
    snprintf(what, sizeof what, "preset of %s", variant->name);
    return nearest_error(error, what, name, names, variant->preset_count, "");
}

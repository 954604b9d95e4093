// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show: the rules of a game, their other values, and its named rule sets.
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "cmd_show.h"
#include "json_file.h"

struct marks { // what is to be said about the values of one rule
    int value, usual;
    bool inferred, guessed;
};

// Behind a value: no source states it; or a preset guesses it; or it would be the default.
static const char *remark(const struct marks *marks, int value) {
    if (value == marks->value && marks->guessed)
        return "(guessed: the source is silent or unclear)";
    if (value == marks->usual && marks->inferred)
        return "(inferred)";
    return value == marks->usual && value != marks->value ? "(default)" : "";
}

static const struct answer_column value_columns[] = {{NULL, ""}, {NULL, ""}, {NULL, ""}};

static void add_value(struct answer *answer, struct diagram_style style, bool set, const char *name,
                      const char *meaning, const char *remark) {
    char text[2 * RULES_TEXT + 64];
    const char *on = style.unicode ? "●" : "*", *off = style.unicode ? "○" : "-";
    snprintf(text, sizeof text, "%s%s%s", meaning, *meaning && *remark ? " " : "", remark);
    answer_row(answer, (const struct answer_cell[]){cell_text(set ? on : off), cell_text(name),
                                                    cell_text(text)});
}

static void add_zone(struct answer *answer, struct diagram_style style, const struct marks *marks,
                     int ranks) {
    char number[12], range[64], usual[32] = "";
    snprintf(number, sizeof number, "%d", marks->value);
    if (marks->value != marks->usual)
        snprintf(usual, sizeof usual, " (default %d)", marks->usual);
    snprintf(range, sizeof range, "0 to %d are possible%s", ranks, usual);
    add_value(answer, style, true, number, range, remark(marks, marks->value));
}

static void add_arrays(struct answer *answer, struct diagram_style style,
                       const struct variant *variant, const struct marks *marks) {
    for (int i = 0; i < variant->array_count; i++) {
        struct marks each = *marks;
        if (marks->inferred) // of all arrays alike
            each.usual = i;
        add_value(answer, style, i == marks->value, variant->arrays[i].name, "", remark(&each, i));
    }
    bool custom = marks->value == ARRAY_CUSTOM;
    add_value(answer, style, custom, "FEN",
              custom ? "the position above" : "a position of your own", "");
}

// The name of a value other than a number.
static const char *value_name(const struct variant *variant, const struct rules *rules,
                              enum rule rule, int value) {
    return rule != RULE_ARRAY      ? rule_value_name(rule, value)
           : value == ARRAY_CUSTOM ? rules->fen
                                   : variant->arrays[value].name;
}

// For files: an object of the value, the default and what else there is.
static void add_keys(struct answer *answer, const struct tables *tables, enum rule rule,
                     const struct marks *marks) {
    const struct variant *variant = &tables->variant;
    const struct rules *rules = &tables->rules;
    answer_open(answer, rule_name(rule));
    answer_key(answer, "inferred", cell_flag(marks->inferred));
    answer_key(answer, "guessed", cell_flag(marks->guessed));
    if (rule == RULE_ZONE) {
        answer_key(answer, "value", cell_number(marks->value));
        answer_key(answer, "default", cell_number(marks->usual));
        answer_key(answer, "maximum", cell_number(variant->ranks));
    } else {
        cJSON *values = cJSON_CreateArray();
        int count = rule == RULE_ARRAY ? variant->array_count : rule_value_count(rule);
        for (int i = 0; i < count; i++)
            json_append(values, cJSON_CreateString(value_name(variant, rules, rule, i)));
        answer_json_add(answer, "values", values);
        answer_key(answer, "value", cell_text(value_name(variant, rules, rule, marks->value)));
        answer_key(answer, "default", cell_text(value_name(variant, rules, rule, marks->usual)));
    }
    answer_close(answer);
}

static void add_rule(struct answer *answer, struct diagram_style style, const struct tables *tables,
                     enum rule rule, bool guessed) {
    const struct variant *variant = &tables->variant;
    struct marks marks = {tables->rules.value[rule], variant->rules.value[rule],
                          variant->inferred[rule], guessed};
    char caption[128];
    snprintf(caption, sizeof caption, "%s: %s", rule_name(rule), rule_question(rule));
    add_keys(answer, tables, rule, &marks);
    answer_table(answer, NULL, caption, value_columns, ARRAY_LENGTH(value_columns));
    for (int i = 0; i < rule_value_count(rule); i++)
        add_value(answer, style, i == marks.value, rule_value_name(rule, i),
                  rule_value_meaning(rule, i), remark(&marks, i));
    if (rule == RULE_ARRAY)
        add_arrays(answer, style, variant, &marks);
    if (rule == RULE_ZONE)
        add_zone(answer, style, &marks, variant->ranks);
}

static const struct preset *preset_named(const struct variant *variant, const char *name) {
    for (int i = 0; i < variant->preset_count; i++)
        if (strcmp(variant->presets[i].name, name) == 0)
            return &variant->presets[i];
    return NULL;
}

// Sets of every rule that the text "name=value;..." names whether it is guessed.
static void note_guesses(const char *text, const struct preset *preset, bool guessed[RULES]) {
    while (*text) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
        enum rule rule = rule_find(name);
        if (rule < RULES)
            guessed[rule] = preset && preset->guessed[rule];
        text += strcspn(text, ";");
        text += *text == ';';
    }
}

void show_guessed(const struct variant *variant, const struct game_options *options,
                  bool guessed[RULES]) {
    memset(guessed, 0, RULES * sizeof *guessed);
    for (int i = 0; i < options->assignment_count; i++) {
        const char *text = options->assignments[i].text;
        const struct preset *preset =
            options->assignments[i].preset ? preset_named(variant, text) : NULL;
        note_guesses(preset ? preset->rules : text, preset, guessed);
    }
}

// What a preset changes, and what it guesses, by the names of rules.def; "the defaults" when it is
// neither.
static void add_preset(struct answer *answer, struct diagram_style style,
                       const struct tables *tables, const struct preset *preset) {
    const struct variant *variant = &tables->variant;
    struct rules rules = variant->rules;
    char text[2 * RULES_TEXT] = "";
    if (!rules_parse(&rules, variant, preset->rules, NULL))
        return; // the variant was read: it can be parsed
    for (int i = 0; i < RULES; i++) {
        enum rule rule = (enum rule)i;
        bool changed = rules.value[i] != variant->rules.value[i];
        if (!changed && !preset->guessed[i])
            continue;
        struct rules one = variant->rules;
        char word[RULES_TEXT];
        one.value[i] = rules.value[i];
        memcpy(one.fen, rules.fen, sizeof one.fen);
        if (changed)
            rules_text(&one, variant, word);
        else
            snprintf(word, sizeof word, "%s=%s", rule_name(rule),
                     rule_value_count(rule) ? rule_value_name(rule, rules.value[i]) : "default");
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s%s", used ? " " : "", word,
                 preset->guessed[i] ? "?" : "");
    }
    bool set = memcmp(&rules, &tables->rules, sizeof rules) == 0;
    add_value(answer, style, set, preset->name, *text ? text : "the defaults", "");
}

static void add_preset_keys(struct answer *answer, const struct preset *preset) {
    cJSON *guessed = cJSON_CreateArray();
    for (int i = 0; i < RULES; i++)
        if (preset->guessed[i])
            json_append(guessed, cJSON_CreateString(rule_name((enum rule)i)));
    answer_open(answer, preset->name);
    answer_key(answer, "rules", cell_text(preset->rules));
    answer_json_add(answer, "guessed", guessed);
    answer_close(answer);
}

void show_rules(struct answer *answer, const struct tables *tables,
                const struct game_options *options, struct diagram_style style) {
    const struct variant *variant = &tables->variant;
    bool guessed[RULES];
    show_guessed(variant, options, guessed);
    answer_heading(answer, "Rules: --rule NAME=VALUE");
    answer_open(answer, "rules");
    for (int i = 0; i < RULES; i++)
        if (variant->has_rule[i])
            add_rule(answer, style, tables, (enum rule)i, guessed[i]);
    answer_close(answer);
    answer_open(answer, "arrays");
    for (int i = 0; i < variant->array_count; i++)
        answer_key(answer, variant->arrays[i].name, cell_text(variant->arrays[i].fen));
    answer_close(answer);
    answer_open(answer, "presets");
    for (int i = 0; i < variant->preset_count; i++)
        add_preset_keys(answer, &variant->presets[i]);
    answer_close(answer);
    if (!variant->preset_count)
        return;
    answer_heading(answer, "Presets: --preset NAME; ? = guessed: the source is silent or unclear");
    answer_table(answer, NULL, NULL, value_columns, ARRAY_LENGTH(value_columns));
    for (int i = 0; i < variant->preset_count; i++)
        add_preset(answer, style, tables, &variant->presets[i]);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show --json.
#include "cmd_show.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_form(cJSON *object, const struct variant *variant, Type type) {
    const struct man *man = &variant->man[type];
    char betza[BETZA_TEXT];
    return cJSON_AddStringToObject(object, "id", man->id) &&
           cJSON_AddStringToObject(object, "name", man->name) &&
           cJSON_AddStringToObject(object, "betza", man->betza) &&
           cJSON_AddStringToObject(object, "betza_canonical", betza_print(&man->movement, betza)) &&
           cJSON_AddBoolToObject(object, "royal", man->royal) &&
           cJSON_AddBoolToObject(object, "lion", variant->lion[type]);
}

static bool add_man(cJSON *object, const struct position *start, Type base) {
    const struct variant *variant = &start->tables->variant;
    char letter[2] = {type_letter(base), 0};
    if (!cJSON_AddStringToObject(object, "letter", letter) || !add_form(object, variant, base) ||
        !cJSON_AddNumberToObject(object, "count", show_count(start, base)))
        return false;
    if (!variant->promotes[base])
        return cJSON_AddNullToObject(object, "promoted") != NULL;
    cJSON *promoted = cJSON_AddObjectToObject(object, "promoted");
    return promoted && add_form(promoted, variant, base | TYPE_PROMOTED);
}

static bool add_word(cJSON *list, const char *word) {
    return cJSON_AddItemToArray(list, cJSON_CreateString(word));
}

static bool add_rule(cJSON *object, const struct tables *tables, enum rule rule, bool guessed) {
    const struct variant *variant = &tables->variant;
    int value = tables->rules.value[rule], usual = variant->rules.value[rule];
    cJSON *entry = cJSON_AddObjectToObject(object, rule_name(rule));
    if (!entry || !cJSON_AddBoolToObject(entry, "inferred", variant->inferred[rule]) ||
        !cJSON_AddBoolToObject(entry, "guessed", guessed))
        return false;
    if (rule == RULE_ZONE)
        return cJSON_AddNumberToObject(entry, "value", value) &&
               cJSON_AddNumberToObject(entry, "default", usual) &&
               cJSON_AddNumberToObject(entry, "maximum", variant->ranks);
    cJSON *values = cJSON_AddArrayToObject(entry, "values");
    int count = rule == RULE_ARRAY ? variant->array_count : rule_value_count(rule);
    for (int i = 0; i < count; i++)
        if (!values || !add_word(values, rule == RULE_ARRAY ? variant->arrays[i].name
                                                            : rule_value_name(rule, i)))
            return false;
    const char *word = rule != RULE_ARRAY      ? rule_value_name(rule, value)
                       : value == ARRAY_CUSTOM ? tables->rules.fen
                                               : variant->arrays[value].name;
    return cJSON_AddStringToObject(entry, "value", word) &&
           cJSON_AddStringToObject(entry, "default",
                                   rule == RULE_ARRAY ? variant->arrays[usual].name
                                                      : rule_value_name(rule, usual));
}

static bool add_preset(cJSON *object, const struct preset *preset) {
    cJSON *entry = cJSON_AddObjectToObject(object, preset->name);
    if (!entry || !cJSON_AddStringToObject(entry, "rules", preset->rules))
        return false;
    cJSON *guessed = cJSON_AddArrayToObject(entry, "guessed");
    for (int i = 0; i < RULES; i++)
        if (!guessed || (preset->guessed[i] && !add_word(guessed, rule_name((enum rule)i))))
            return false;
    return true;
}

static bool add_game(cJSON *object, const struct position *start,
                     const struct game_options *options) {
    const struct tables *tables = start->tables;
    const struct variant *variant = &tables->variant;
    if (!cJSON_AddStringToObject(object, "name", variant->name) ||
        !cJSON_AddStringToObject(object, "title", variant->title) ||
        !cJSON_AddStringToObject(object, "about", variant->about) ||
        !cJSON_AddNumberToObject(object, "files", variant->files) ||
        !cJSON_AddNumberToObject(object, "ranks", variant->ranks) ||
        !cJSON_AddStringToObject(object, "start", variant_start_fen(variant, &tables->rules)))
        return false;
    cJSON *rules = cJSON_AddObjectToObject(object, "rules");
    bool guessed[RULES];
    show_guessed(variant, options, guessed);
    for (int i = 0; i < RULES; i++)
        if (!rules || (variant->has_rule[i] && !add_rule(rules, tables, (enum rule)i, guessed[i])))
            return false;
    cJSON *arrays = cJSON_AddObjectToObject(object, "arrays");
    for (int i = 0; i < variant->array_count; i++)
        if (!arrays ||
            !cJSON_AddStringToObject(arrays, variant->arrays[i].name, variant->arrays[i].fen))
            return false;
    cJSON *presets = cJSON_AddObjectToObject(object, "presets");
    if (!presets)
        return false;
    for (int i = 0; i < variant->preset_count; i++)
        if (!add_preset(presets, &variant->presets[i]))
            return false;
    cJSON *men = cJSON_AddArrayToObject(object, "men");
    for (int i = 0; i < variant->base_count; i++) {
        cJSON *man = cJSON_CreateObject();
        if (!men || !man || !cJSON_AddItemToArray(men, man) ||
            !add_man(man, start, variant->bases[i]))
            return false;
    }
    return true;
}

bool show_json(const struct position *start, Type man, const struct game_options *options) {
    cJSON *object = cJSON_CreateObject();
    bool complete = object && (man ? add_man(object, start, man & (BASE_TYPES - 1))
                                   : add_game(object, start, options));
    char *text = complete ? cJSON_Print(object) : NULL;
    cJSON_Delete(object);
    if (!text)
        return false;
    puts(text);
    free(text);
    return true;
}

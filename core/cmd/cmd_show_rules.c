// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show: the rules of a game, their other values, and its named rule sets.
#include "cmd_show.h"

#include <stdio.h>
#include <string.h>

enum { NAME_WIDTH = 17, NAME_COLUMN = 6 };

void show_heading(const struct painter *painter, const char *text, const char *hint) {
    printf("\n%s%s%s%s%s%s%s\n", painter->bold, text, painter->plain, *hint ? "   " : "",
           painter->dim, hint, painter->plain);
}

void show_words(const struct painter *painter, const char *text, int indent, int used) {
    int gap = 0; // blanks before the word, none where a line begins
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (gap > 0 && used + gap + length > painter->columns) {
            printf("\n%*s", indent, "");
            used = indent;
            gap = 0;
        }
        printf("%*s%.*s", gap, "", length, text);
        used += gap + length;
        text += length;
        gap = (int)strspn(text, " ");
        text += gap;
    }
}

static void print_value(const struct painter *painter, bool set, const char *name, int name_width,
                        const char *meaning, const char *remark) {
    char text[256];
    snprintf(text, sizeof text, "%s%s%s", meaning, *meaning && *remark ? "  " : "", remark);
    printf("    %s%s ", set ? painter->bold : "", set ? painter->on : painter->off);
    if (*text) {
        printf("%-*s%s ", name_width, name, painter->plain);
        show_words(painter, text, NAME_COLUMN + name_width + 1, NAME_COLUMN + name_width + 1);
    } else {
        printf("%s%s", name, painter->plain);
    }
    putchar('\n');
}

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

static void print_zone(const struct painter *painter, const struct marks *marks, int ranks) {
    char number[12], range[64];
    snprintf(number, sizeof number, "%d", marks->value);
    if (marks->value == marks->usual)
        snprintf(range, sizeof range, "0 to %d are possible", ranks);
    else
        snprintf(range, sizeof range, "0 to %d are possible  (default %d)", ranks, marks->usual);
    print_value(painter, true, number, NAME_WIDTH, range, remark(marks, marks->value));
}

static void print_arrays(const struct painter *painter, const struct variant *variant,
                         const struct marks *marks) {
    for (int i = 0; i < variant->array_count; i++) {
        struct marks each = *marks;
        if (marks->inferred) // of all arrays alike
            each.usual = i;
        print_value(painter, i == marks->value, variant->arrays[i].name, NAME_WIDTH, "",
                    remark(&each, i));
    }
    bool custom = marks->value == ARRAY_CUSTOM;
    print_value(painter, custom, "FEN", NAME_WIDTH,
                custom ? "the position above" : "a position of your own", "");
}

static void print_rule(const struct painter *painter, const struct tables *tables, enum rule rule,
                       bool guessed) {
    const struct variant *variant = &tables->variant;
    struct marks marks = {tables->rules.value[rule], variant->rules.value[rule],
                          variant->inferred[rule], guessed};
    int used = 2 + (int)strlen(rule_name(rule)) + 2;
    printf("  %s  %s", rule_name(rule), painter->dim);
    show_words(painter, rule_question(rule), 4, used);
    printf("%s\n", painter->plain);
    int count = rule_value_count(rule), width = NAME_WIDTH;
    for (int i = 0; i < count; i++)
        if ((int)strlen(rule_value_name(rule, i)) > width)
            width = (int)strlen(rule_value_name(rule, i));
    for (int i = 0; i < count; i++)
        print_value(painter, i == marks.value, rule_value_name(rule, i), width,
                    rule_value_meaning(rule, i), remark(&marks, i));
    if (rule == RULE_ARRAY)
        print_arrays(painter, variant, &marks);
    if (rule == RULE_ZONE)
        print_zone(painter, &marks, variant->ranks);
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
static void print_preset(const struct painter *painter, const struct tables *tables,
                         const struct preset *preset) {
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
    printf("    %s%s %-*s%s ", set ? painter->bold : "", set ? painter->on : painter->off,
           NAME_WIDTH, preset->name, painter->plain);
    show_words(painter, *text ? text : "the defaults", NAME_COLUMN + NAME_WIDTH + 1,
               NAME_COLUMN + NAME_WIDTH + 1);
    putchar('\n');
}

void show_rules(const struct painter *painter, const struct tables *tables,
                const struct game_options *options) {
    const struct variant *variant = &tables->variant;
    bool guessed[RULES], any_guess = false;
    show_guessed(variant, options, guessed);
    show_heading(painter, "Rules", "--rule NAME=VALUE");
    for (int i = 0; i < RULES; i++)
        if (variant->has_rule[i])
            print_rule(painter, tables, (enum rule)i, guessed[i]);
    if (!variant->preset_count)
        return;
    for (int i = 0; i < variant->preset_count; i++)
        for (int rule = 0; rule < RULES; rule++)
            any_guess = any_guess || variant->presets[i].guessed[rule];
    show_heading(painter, "Presets",
                 any_guess ? "--preset NAME; ? = guessed: the source is silent or unclear"
                           : "--preset NAME");
    for (int i = 0; i < variant->preset_count; i++)
        print_preset(painter, tables, &variant->presets[i]);
}

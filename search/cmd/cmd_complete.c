// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_terminal.h"
#include "memory.h"
#include "values.h"

struct completion {
    const struct command *command;
    const char *start;     // of the word under the cursor; candidates begin so
    const char *lead;      // what stands in the word before the candidate: "--rule=", or ""
    struct tables *tables; // of the VARIANT on the line; NULL: none, or one that cannot be read
};

static void offer(const struct completion *completion, const char *candidate, const char *tail,
                  const char *meaning) {
    const char *start = completion->start;
    size_t length = strlen(candidate), typed = strlen(start);
    bool fits = typed <= length ? strncmp(candidate, start, typed) == 0
                                : strncmp(candidate, start, length) == 0 &&
                                      strncmp(tail, start + length, typed - length) == 0;
    if (fits)
        printf("%s%s%s\t%s\n", completion->lead, candidate, tail, meaning);
}

// "NAME=" until the name stands, then "NAME=VALUE".
static void offer_rules(const struct completion *completion) {
    for (int rule = 0; rule < RULES; rule++) {
        const char *name = rule_name((enum rule)rule);
        size_t length = strlen(name);
        const char *start = completion->start;
        if (completion->tables && !completion->tables->variant.has_rule[rule])
            continue;
        if (strncmp(start, name, length) != 0 || start[length] != '=') {
            offer(completion, name, "=", rule_question((enum rule)rule));
            continue;
        }
        char text[64];
        snprintf(text, sizeof text, "%s=", name);
        for (int value = 0; value < rule_value_count((enum rule)rule); value++)
            offer(completion, text, rule_value_name((enum rule)rule, value),
                  rule_value_meaning((enum rule)rule, value));
        if (rule == RULE_ARRAY && completion->tables)
            for (int i = 0; i < completion->tables->variant.array_count; i++)
                offer(completion, text, completion->tables->variant.arrays[i].name, "");
    }
}

static void offer_values(const struct completion *completion) {
    char name[VALUE_NAME];
    for (int i = 0; completion->tables && i < PARAMETERS; i++)
        if (values_uses(completion->tables, i))
            offer(completion, values_name(i, name), "=", values_meaning(i));
}

static void offer_variants(const struct completion *completion) {
    struct variant *variant = mem_alloc(sizeof *variant);
    struct error error;
    const char *name;
    for (int i = 0; (name = variant_builtin_name(i)); i++)
        if (variant_load(name, variant, &error))
            offer(completion, name, "", variant->title);
    free(variant);
    if (strchr(completion->start, '/') || strchr(completion->start, '.'))
        puts("<file>");
}

static void offer_choices(const struct completion *completion, const char *choices) {
    while (*choices) {
        char word[64];
        int length = (int)strcspn(choices, "|");
        snprintf(word, sizeof word, "%.*s", length, choices);
        offer(completion, word, "", "");
        choices += length + (choices[length] == '|');
    }
}

static void offer_value(const struct completion *completion, const struct option_row *row) {
    if (row->choices)
        offer_choices(completion, row->choices);
    switch (row->completion) {
    case COMPLETE_NOTHING:
    case COMPLETE_COMMAND:
        break;
    case COMPLETE_FILE:
        puts("<file>");
        break;
    case COMPLETE_FOLDER:
        puts("<folder>");
        break;
    case COMPLETE_VARIANT:
        offer_variants(completion);
        break;
    case COMPLETE_RULE:
        offer_rules(completion);
        break;
    case COMPLETE_PRESET:
        for (int i = 0; completion->tables && i < completion->tables->variant.preset_count; i++)
            offer(completion, completion->tables->variant.presets[i].name, "", "");
        break;
    case COMPLETE_VALUE:
        offer_values(completion);
        break;
    }
}

static bool takes_text(const struct option_row *row) {
    return row && (row->argument || row->choices);
}

static void offer_options(const struct completion *completion) {
    char name[64];
    struct option_place at;
    for (int i = 0; options_row(completion->command->uses, i, &at); i++) {
        snprintf(name, sizeof name, "--%s", at.row->name);
        struct buffer meaning = buffer_init();
        options_meaning(completion->command, at.row, true, &meaning);
        offer(completion, name, takes_text(at.row) ? "=" : "", meaning.data ? meaning.data : "");
        buffer_destroy(&meaning);
    }
}

// The row of an option as it is written: "--name", "--name=...", "-n". NULL: none.
static const struct option_row *find_row(const struct command *command, const char *word) {
    size_t length = strcspn(word, "=");
    struct option_place at;
    for (int i = 0; options_row(command->uses, i, &at); i++)
        if (strncmp(word, "--", 2) == 0
                ? strlen(at.row->name) == length - 2 &&
                      memcmp(at.row->name, word + 2, length - 2) == 0
                : at.row->letter && word[0] == '-' && word[1] == at.row->letter && !word[2])
            return at.row;
    return NULL;
}

// What the words before the one under the cursor say. Returns the number of arguments among them.
static int read_line(struct completion *completion, int count, char *const *words,
                     const struct option_row **pending) {
    const struct command *command = completion->command;
    int arguments = 0;
    *pending = NULL;
    for (int i = 0; i < count; i++) {
        if (*pending) {
            *pending = NULL; // its text
        } else if (words[i][0] == '-' && words[i][1]) {
            const struct option_row *row = find_row(command, words[i]);
            *pending = takes_text(row) && !strchr(words[i], '=') ? row : NULL;
        } else {
            if (arguments < command->argument_count && !completion->tables &&
                command->arguments[arguments].completion == COMPLETE_VARIANT)
                completion->tables = game_options_load(
                    &(struct game_options){.variant_name = words[i]}, &(struct error){""});
            arguments++;
        }
    }
    return arguments;
}

static void complete(const struct command *command, int count, char *const *words) {
    struct completion completion = {command, words[count - 1], "", NULL};
    const struct option_row *row;
    int arguments = read_line(&completion, count - 1, words, &row);
    char lead[64];
    const char *equals = strchr(completion.start, '=');
    if (!row && strncmp(completion.start, "--", 2) == 0 && equals) {
        row = find_row(command, completion.start);
        snprintf(lead, sizeof lead, "%.*s", (int)(equals + 1 - completion.start), completion.start);
        completion.lead = lead;
        completion.start = equals + 1;
        if (row)
            offer_value(&completion, row);
    } else if (row) {
        offer_value(&completion, row);
    } else if (completion.start[0] == '-') {
        offer_options(&completion);
    } else if (command->argument_count) {
        int last = command->argument_count - 1;
        if (arguments <= last || command->arguments[last].kind == ROW_TEXTS)
            offer_value(&completion, &command->arguments[arguments < last ? arguments : last]);
    }
    free(completion.tables);
}

// The names of commands from the word `word` of theirs on.
static void offer_commands(const struct command *const *commands, int count, const char *first,
                           const char *start) {
    size_t length = strlen(first);
    struct completion names = {NULL, start, "", NULL};
    for (int i = 0; i < count; i++) {
        const char *name = commands[i]->name, *blank = strchr(name, ' ');
        char word[32];
        if (length && (strncmp(name, first, length) != 0 || name[length] != ' '))
            continue;
        snprintf(word, sizeof word, "%.*s", blank ? (int)(blank - name) : (int)strlen(name), name);
        struct buffer summary = buffer_init();
        help_summary(commands[i]->text, &summary);
        if (length)
            offer(&names, blank + 1, "", summary.data ? summary.data : "");
        else if (!blank)
            offer(&names, name, "", summary.data ? summary.data : "");
        else if (i == 0 || strncmp(commands[i - 1]->name, name, (size_t)(blank - name + 1)) != 0)
            offer(&names, word, "", "look after logs");
        buffer_destroy(&summary);
    }
}

int complete_words(const struct command *const *commands, int command_count, int count,
                   char *const *words) {
    static char nothing[] = "", *const empty[] = {nothing};
    if (count == 0) {
        words = empty;
        count = 1;
    }
    if (count > 1 && strcmp(words[0], "help") == 0) {
        words++;
        count--;
    }
    if (count == 1)
        offer_commands(commands, command_count, "", words[0]);
    for (int i = 0; count > 1 && i < command_count; i++) {
        const char *name = commands[i]->name;
        size_t length = strlen(words[0]);
        if (strcmp(name, words[0]) == 0)
            complete(commands[i], count - 1, words + 1);
        else if (strncmp(name, words[0], length) == 0 && name[length] == ' ' && count > 2 &&
                 strcmp(name + length + 1, words[1]) == 0)
            complete(commands[i], count - 2, words + 2);
    }
    if (count == 2)
        offer_commands(commands, command_count, words[0], words[1]);
    return terminal_finish();
}

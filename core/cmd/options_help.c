// SPDX-License-Identifier: GPL-3.0-or-later
// The help of commands, from the rows of their options.
#include "options.h"

#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 26, NAMES_TEXT = 160 };

const char options_about[] = "self-play research and tuning laboratory for shogi-like games";

static const char *const group_titles[COMMAND_GROUPS] = {
    [GROUP_LOOK] = "Look at games",        [GROUP_PLAY] = "Play",
    [GROUP_MEASURE] = "Measure",           [GROUP_TUNE] = "Tune",
    [GROUP_CLUSTER] = "Runs and clusters", [GROUP_ENGINE] = "Engine",
};

const char *options_group_title(enum command_group group) {
    return group_titles[group];
}

static void blanks(struct buffer *text, int count) {
    for (int i = 0; i < count; i++)
        buffer_char(text, ' ');
}

// Adds words from column `at` on, lines of at most `columns` that go on at `indent`; a newline of
// `words` is one, and keeps the blanks behind it. Ends the line.
static void wrap(struct buffer *text, const char *words, int indent, int at, int columns) {
    bool first = true; // on its line
    while (*words) {
        int length = (int)strcspn(words, " \n");
        if (!first && at + 1 + length > columns) {
            buffer_char(text, '\n');
            blanks(text, indent);
            at = indent;
            first = true;
        }
        if (!first)
            buffer_char(text, ' ');
        at += length + !first;
        buffer_add(text, words, (size_t)length);
        first = length == 0;
        words += length;
        while (*words == ' ')
            words++;
        if (*words == '\n') {
            buffer_char(text, '\n');
            if (words[1] != '\n')
                blanks(text, indent);
            at = indent;
            first = true;
            for (words++; *words == ' '; words++, at++)
                buffer_char(text, ' ');
        }
    }
    buffer_char(text, '\n');
}

static void add_row(const struct option_row *row, int columns, struct buffer *text) {
    char names[NAMES_TEXT], help[1024];
    const char *argument = row->argument ? row->argument : row->choices;
    int length = row->letter ? snprintf(names, sizeof names, "  -%c, --%s", row->letter, row->name)
                             : snprintf(names, sizeof names, "      --%s", row->name);
    if (argument)
        length += snprintf(names + length, sizeof names - (size_t)length, "=%s", argument);
    buffer_text(text, names);
    if (length + 2 > HELP_COLUMN) {
        buffer_char(text, '\n');
        length = 0;
    }
    blanks(text, HELP_COLUMN - length);
    snprintf(help, sizeof help, row->standard ? "%s (default %s)" : "%s", row->help, row->standard);
    wrap(text, help, HELP_COLUMN, HELP_COLUMN, columns);
}

void options_usage(const struct command *command, struct buffer *text) {
    if (command->usage)
        buffer_text(text, command->usage);
    for (int i = 0; !command->usage && i < command->argument_count; i++) {
        const struct option_row *row = &command->arguments[i];
        const char *many = row->kind == ROW_TEXTS ? "..." : "";
        buffer_text(text, i ? " " : "");
        buffer_printf(text, i < command->arguments_needed ? "%s%s" : "[%s%s]", row->name, many);
    }
    buffer_char(text, '\n');
}

static void add_usage(const struct command *command, struct buffer *text) {
    struct buffer usage = buffer_init();
    options_usage(command, &usage);
    char *rest = usage.data;
    for (const char *lead = "Usage:", *line; rest && (line = strsep(&rest, "\n")) && rest;
         lead = "   or:")
        buffer_printf(text, "%s kagami %s [OPTION...]%s%s\n", lead, command->name, *line ? " " : "",
                      line);
    buffer_destroy(&usage);
}

static void add_arguments(const struct command *command, int columns, struct buffer *text) {
    if (command->argument_count)
        buffer_char(text, '\n');
    for (int i = 0; i < command->argument_count; i++) {
        const struct option_row *row = &command->arguments[i];
        int length = 2 + (int)strlen(row->name);
        buffer_printf(text, "  %s", row->name);
        blanks(text, length + 2 > HELP_COLUMN ? 2 : HELP_COLUMN - length);
        wrap(text, row->help, HELP_COLUMN, HELP_COLUMN, columns);
    }
}

void options_help(const struct command *command, int columns, struct buffer *text) {
    add_usage(command, text);
    wrap(text, command->about, 0, 0, columns);
    add_arguments(command, columns, text);
    for (const struct option_use *use = command->uses; use->set; use++) {
        const char *heading = use->heading ? use->heading : use->set->heading;
        bool joined = !heading && use != command->uses; // goes on with the set before
        if (!joined)
            buffer_printf(text, "\n%s:\n", heading ? heading : "Options");
        for (int i = 0; i < use->set->count; i++)
            add_row(&use->set->rows[i], columns, text);
    }
    buffer_char(text, '\n');
    for (int i = 0; i < help_option_set.count; i++)
        add_row(&help_option_set.rows[i], columns, text);
    if (command->epilogue) {
        buffer_char(text, '\n');
        wrap(text, command->epilogue, 0, 0, columns);
    }
}

void options_overview(const struct command *const *commands, int count, int columns,
                      struct buffer *text) {
    buffer_printf(text, "Usage: kagami COMMAND [OPTION...]\nA %s.\n", options_about);
    for (int group = 0; group < COMMAND_GROUPS; group++) {
        bool any = false;
        for (int i = 0; i < count; i++) {
            if (commands[i]->group != (enum command_group)group)
                continue;
            if (!any)
                buffer_printf(text, "\n%s:\n", group_titles[group]);
            any = true;
            buffer_printf(text, "  %-12s ", commands[i]->name);
            wrap(text, commands[i]->summary, 15, 15, columns);
        }
    }
    buffer_text(text, "\n`kagami COMMAND --help` explains one command.\n");
}

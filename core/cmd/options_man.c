// SPDX-License-Identifier: GPL-3.0-or-later
// Man pages of commands, from the rows of their options, in the macros of man(7).
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

// Text as roff reads it: dashes that can be copied, nothing that looks like a request.
static void add_text(struct buffer *out, const char *text, size_t length, bool line_start) {
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (line_start && (c == '.' || c == '\''))
            buffer_text(out, "\\&");
        line_start = c == '\n';
        if (c == '-')
            buffer_text(out, "\\-");
        else if (c == '\\')
            buffer_text(out, "\\e");
        else if (c == '`')
            buffer_text(out, "\\(ga");
        else if (c == '~')
            buffer_text(out, "\\(ti");
        else
            buffer_char(out, c);
    }
}

static void add(struct buffer *out, const char *text) {
    add_text(out, text, strlen(text), true);
}

static void add_summary(struct buffer *out, const char *text) {
    add_text(out, text, strcspn(text, "\n"), true);
}

// Lines stay lines.
static void add_lines(struct buffer *out, const char *text) {
    size_t length = strcspn(text, "\n");
    add_text(out, text, length, true);
    if (text[length]) {
        buffer_text(out, "\n.br\n");
        add_lines(out, text + length + 1);
    }
}

// Paragraphs of help, an empty line between; a single newline is one of the reader's.
static void add_paragraphs(struct buffer *out, const char *text) {
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        add_text(out, text, length, true);
        buffer_char(out, '\n');
        text += length;
        if (strncmp(text, "\n\n", 2) == 0)
            buffer_text(out, ".PP\n");
        else if (*text && text[1])
            buffer_text(out, ".br\n");
        text += strspn(text, "\n");
    }
}

// A part of a command's text, behind the lines of `before`; nothing where there is none.
static void add_part(struct buffer *out, const struct command *command, const char *key,
                     const char *before) {
    struct buffer part = buffer_init();
    if (help_part(command->text, key, &part)) {
        buffer_text(out, before);
        add_paragraphs(out, part.data + (*part.data == '\n'));
    }
    buffer_destroy(&part);
}

static void add_meaning(struct buffer *out, const struct command *command,
                        const struct option_row *row) {
    struct buffer meaning = buffer_init();
    options_meaning(command, row, false, &meaning);
    add_lines(out, meaning.data ? meaning.data : "");
    buffer_destroy(&meaning);
}

static void add_row(struct buffer *out, const struct command *command,
                    const struct option_row *row) {
    buffer_text(out, ".TP\n");
    if (row->letter)
        buffer_printf(out, "\\fB\\-%c\\fR, ", row->letter);
    buffer_text(out, "\\fB\\-\\-");
    add_text(out, row->name, strlen(row->name), false);
    buffer_text(out, "\\fR");
    const char *argument = row->argument ? row->argument : row->choices;
    if (argument) {
        buffer_text(out, "=\\fI");
        add_text(out, argument, strlen(argument), false);
        buffer_text(out, "\\fR");
    }
    buffer_char(out, '\n');
    add_meaning(out, command, row);
    if (row->standard) {
        buffer_text(out, " Default: ");
        add_text(out, row->standard, strlen(row->standard), false);
        buffer_char(out, '.');
    }
    buffer_char(out, '\n');
}

static void add_usage(struct buffer *out, const struct command *command) {
    struct buffer usage = buffer_init();
    options_usage(command, &usage);
    char *rest = usage.data;
    for (const char *parted = "", *line; rest && (line = strsep(&rest, "\n")) && rest;
         parted = ".br\n") {
        buffer_printf(out, "%s.B kagami %s\n[\\fIOPTION\\fR...]%s", parted, command->name,
                      *line ? " " : "");
        add_text(out, line, strlen(line), false);
        buffer_char(out, '\n');
    }
    buffer_destroy(&usage);
}

static void add_title(struct buffer *out, const char *name, const char *version) {
    buffer_text(out, ".TH \"");
    for (const char *at = name; *at; at++)
        buffer_char(out, (char)toupper((unsigned char)*at));
    buffer_printf(out, "\" 1 \"\" \"kagami %s\" \"Kagami\"\n.SH NAME\n", version);
    add(out, name);
    buffer_text(out, " \\- ");
}

char *options_man_name(const struct command *command, char name[64]) {
    snprintf(name, 64, "kagami-%s", command->name);
    for (char *at = name; *at; at++)
        if (*at == ' ')
            *at = '-';
    return name;
}

// The cross reference to a page, the last of a line or not.
static void add_reference(struct buffer *out, const struct command *command, const char *after) {
    char name[64];
    buffer_text(out, ".BR ");
    add(out, options_man_name(command, name));
    buffer_printf(out, " (1)%s\n", after);
}

void options_man(const struct command *command, const char *version, struct buffer *out) {
    char name[64];
    add_title(out, options_man_name(command, name), version);
    add_summary(out, command->text);
    buffer_text(out, "\n.SH SYNOPSIS\n");
    add_usage(out, command);
    add_part(out, command, "about", ".SH DESCRIPTION\n");
    for (int i = 0; i < command->argument_count; i++) {
        buffer_printf(out, ".TP\n.I %s\n", command->arguments[i].name);
        add_meaning(out, command, &command->arguments[i]);
        buffer_char(out, '\n');
    }
    buffer_text(out, ".SH OPTIONS\n");
    for (const struct option_use *use = command->uses; use->set; use++) {
        const char *heading = use->heading ? use->heading : use->set->heading;
        if (heading)
            buffer_printf(out, ".SS \"%s\"\n", heading);
        for (int i = 0; i < use->set->count; i++)
            add_row(out, command, &use->set->rows[i]);
    }
    buffer_text(out, ".SS \"General\"\n");
    for (int i = 0; i < help_option_set.count; i++)
        add_row(out, command, &help_option_set.rows[i]);
    add_part(out, command, "examples", ".SH EXAMPLES\n");
    add_part(out, command, "notes", ".SH NOTES\n");
    buffer_text(out, ".SH SEE ALSO\n.BR kagami (1)\n");
}

void options_man_overview(const struct command *const *commands, int count, const char *version,
                          struct buffer *out) {
    add_title(out, "kagami", version);
    add_summary(out, help_kagami_txt);
    buffer_text(out, "\n.SH SYNOPSIS\n.B kagami\n\\fICOMMAND\\fR [\\fIOPTION\\fR...]\n"
                     ".SH COMMANDS\n");
    for (int group = 0; group < COMMAND_GROUPS; group++) {
        buffer_printf(out, ".SS \"%s\"\n", options_group_title((enum command_group)group));
        for (int i = 0; i < count; i++) {
            if (commands[i]->group != (enum command_group)group)
                continue;
            buffer_text(out, ".TP\n");
            add_reference(out, commands[i], "");
            add_summary(out, commands[i]->text);
            buffer_char(out, '\n');
        }
    }
    buffer_text(out, ".SH EXIT STATUS\n"
                     ".TP\n.B 0\ndone\n"
                     ".TP\n.B 1\nan error; what had been saved is whole\n"
                     ".TP\n.B 2\nwrong usage\n"
                     ".TP\n.B 3\na check or test failed, or a sequential test rejected\n"
                     ".TP\n.B 4\ntoo few games for a verdict or for values\n"
                     ".TP\n.B 75\nstopped on request with everything saved: the same command goes "
                     "on\n");
    buffer_text(out, ".SH SEE ALSO\n");
    for (int i = 0; i < count; i++)
        add_reference(out, commands[i], i + 1 < count ? "," : "");
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The help of commands, from the rows of their options and their texts.
#include <stdio.h>
#include <string.h>

#include "options.h"

enum { HELP_COLUMN = 26, NAMES_TEXT = 160, HELP_KEY = 64 };

// Texts

enum { MARGIN = 4, MARGIN_ON = 8 };

void help_summary(const char *text, struct buffer *out) {
    buffer_add(out, text, strcspn(text, "\n"));
}

static const char *line_after(const char *at) {
    at += strcspn(at, "\n");
    return *at ? at + 1 : at;
}

// The key that follows `at` (the text, or what the call before returned) is copied to `key`.
// Returns the line behind it; NULL: there is none.
static const char *help_next(const char *at, char key[HELP_KEY]) {
    while (*(at = line_after(at)) == ' ' || *at == '\n')
        ;
    snprintf(key, HELP_KEY, "%.*s", (int)strcspn(at, "\n"), at);
    return *at ? at : NULL;
}

bool help_part(const char *text, const char *key, struct buffer *out) {
    char name[HELP_KEY];
    const char *at = text;
    while ((at = help_next(at, name)) && strcmp(name, key) != 0)
        ;
    bool first = true, kept_before = false;
    for (const char *line = at ? line_after(at) : ""; *line == ' ' || *line == '\n';
         line = line_after(line)) {
        if (*line == '\n')
            continue;
        int blanks = (int)strspn(line, " ");
        bool goes_on = blanks >= MARGIN_ON && kept_before;
        bool kept = blanks > MARGIN, parted = line[-2] == '\n';
        const char *between = parted && !first                    ? "\n\n"
                              : !goes_on && (kept || kept_before) ? "\n"
                                                                  : " ";
        if (!first || kept)
            buffer_text(out, between);
        line += goes_on ? blanks : MARGIN;
        buffer_add(out, line, strcspn(line, "\n"));
        first = false;
        kept_before = kept;
    }
    return at != NULL;
}

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

// Adds lines of words from column `indent` on, each cut into lines of at most `columns`. One that
// begins with blanks goes on two further in.
static void wrap(struct buffer *text, const char *lines, int indent, int columns) {
    for (const char *at = lines; *at; at += *at == '\n') {
        int lead = (int)strspn(at, " "), column = indent + lead;
        blanks(text, at == lines ? lead : *at == '\n' ? 0 : column);
        for (bool first = true; *(at += strspn(at, " ")) && *at != '\n'; first = false) {
            int length = (int)strcspn(at, " \n");
            if (!first && column + 1 + length > columns) {
                column = indent + lead + (lead ? 2 : 0);
                buffer_char(text, '\n');
                blanks(text, column);
            } else if (!first) {
                buffer_char(text, ' ');
                column++;
            }
            buffer_add(text, at, (size_t)length);
            column += length;
            at += length;
        }
        buffer_char(text, '\n');
    }
}

// Adds a part of a text, wrapped; `heading` before it. Nothing where there is none.
static void add_part(const char *source, const char *key, const char *heading, int columns,
                     struct buffer *text) {
    struct buffer part = buffer_init();
    buffer_text(&part, heading);
    if (help_part(source, key, &part) && part.data) {
        buffer_char(text, '\n');
        wrap(text, part.data, 0, columns);
    }
    buffer_destroy(&part);
}

bool options_meaning(const struct command *command, const struct option_row *row, bool sentence,
                     struct buffer *text) {
    char key[HELP_KEY];
    struct buffer part = buffer_init();
    snprintf(key, sizeof key, "--%s", row->name);
    const char *name = row->name[0] >= 'A' && row->name[0] <= 'Z' ? row->name : key;
    bool found = help_part(command->text, name, &part) || help_part(help_shared_txt, name, &part);
    const char *end = sentence && part.data ? strstr(part.data, ". ") : NULL;
    size_t length = end ? (size_t)(end - part.data) : part.length;
    buffer_add(text, part.data ? part.data : "", length - (sentence && !end && length));
    buffer_destroy(&part);
    return found;
}

// Cuts all but the first sentence and the default, which stands last.
static void shorten(struct buffer *meaning) {
    char *end = meaning->data ? strstr(meaning->data, ". ") : NULL;
    const char *standard = end ? strstr(end, " Default: ") : NULL;
    if (standard)
        memmove(end + 1, standard, strlen(standard) + 1);
    else if (end)
        end[1] = 0;
    meaning->length = meaning->data ? strlen(meaning->data) : 0;
}

// What stands at the column of meanings, on a line that is `length` long.
static void add_meaning(const struct command *command, const struct option_row *row, bool brief,
                        int length, int columns, struct buffer *text) {
    struct buffer meaning = buffer_init();
    options_meaning(command, row, false, &meaning);
    if (brief)
        shorten(&meaning);
    if (row->standard)
        buffer_printf(&meaning, " Default: %s.", row->standard);
    if (length + 2 > HELP_COLUMN) {
        buffer_char(text, '\n');
        length = 0;
    }
    blanks(text, HELP_COLUMN - length);
    wrap(text, meaning.data ? meaning.data : "", HELP_COLUMN, columns);
    buffer_destroy(&meaning);
}

static void add_row(const struct command *command, const struct option_row *row, bool brief,
                    int columns, struct buffer *text) {
    char names[NAMES_TEXT];
    const char *argument = row->argument ? row->argument : row->choices;
    int length = row->letter ? snprintf(names, sizeof names, "  -%c, --%s", row->letter, row->name)
                             : snprintf(names, sizeof names, "      --%s", row->name);
    if (argument)
        length += snprintf(names + length, sizeof names - (size_t)length, "=%s", argument);
    buffer_text(text, names);
    add_meaning(command, row, brief, length, columns, text);
}

void options_usage(const struct command *command, struct buffer *text) {
    struct buffer told = buffer_init();
    help_part(command->text, "usage", &told);
    for (char *rest = told.data, *line; rest && (line = strsep(&rest, "\n"));)
        if (*line)
            buffer_printf(text, "%s\n", line + strspn(line, " "));
    for (int i = 0; !told.data && i < command->argument_count; i++) {
        const struct option_row *row = &command->arguments[i];
        const char *many = row->kind == ROW_TEXTS ? "..." : "";
        buffer_text(text, i ? " " : "");
        buffer_printf(text, i < command->arguments_needed ? "%s%s" : "[%s%s]", row->name, many);
    }
    buffer_text(text, told.data ? "" : "\n");
    buffer_destroy(&told);
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

static void add_arguments(const struct command *command, bool brief, int columns,
                          struct buffer *text) {
    if (command->argument_count)
        buffer_char(text, '\n');
    for (int i = 0; i < command->argument_count; i++) {
        const struct option_row *row = &command->arguments[i];
        buffer_printf(text, "  %s", row->name);
        add_meaning(command, row, brief, 2 + (int)strlen(row->name), columns, text);
    }
}

static void add_all_rows(const struct command *command, int columns, struct buffer *text) {
    for (const struct option_use *use = command->uses; use->set; use++) {
        const char *heading = use->heading ? use->heading : use->set->heading;
        bool joined = !heading && use != command->uses; // goes on with the set before
        if (!joined)
            buffer_printf(text, "\n%s:\n", heading ? heading : "Options");
        for (int i = 0; i < use->set->count; i++)
            add_row(command, &use->set->rows[i], false, columns, text);
    }
    buffer_char(text, '\n');
    for (int i = 0; i < help_option_set.count; i++)
        add_row(command, &help_option_set.rows[i], false, columns, text);
}

static const struct option_row *find_row(const struct command *command, const char *name) {
    struct option_place at;
    for (int i = 0; options_row(command->uses, i, &at); i++)
        if (strcmp(at.row->name, name) == 0)
            return at.row;
    return NULL;
}

// The rows under "often", in that order.
static void add_often(const struct command *command, int columns, struct buffer *text) {
    struct buffer often = buffer_init();
    help_part(command->text, "often", &often);
    buffer_text(text, "\nOptions:\n");
    for (char *rest = often.data, *name; rest && (name = strsep(&rest, " "));) {
        const struct option_row *row = find_row(command, name + 2);
        if (row)
            add_row(command, row, true, columns, text);
    }
    buffer_destroy(&often);
    int count = 0;
    for (struct option_place at; options_row(command->uses, count, &at);)
        count++;
    buffer_printf(text, "      --help=all          Show all %d options.\n", count);
}

void options_help(const struct command *command, bool all, int columns, struct buffer *text) {
    add_usage(command, text);
    add_part(command->text, "about", "", columns, text);
    add_arguments(command, !all, columns, text);
    if (all)
        add_all_rows(command, columns, text);
    else
        add_often(command, columns, text);
    add_part(command->text, "examples", "Examples:", columns, text);
    if (all)
        add_part(command->text, "notes", "", columns, text);
}

static bool names_row(const struct command *command, const char *key) {
    bool named = strncmp(key, "--", 2) == 0 && find_row(command, key + 2);
    for (int i = 0; i < command->argument_count; i++)
        named |= strcmp(command->arguments[i].name, key) == 0;
    return named;
}

static bool check_row(const struct command *command, const struct option_row *row,
                      struct error *error) {
    struct buffer meaning = buffer_init();
    bool found = options_meaning(command, row, false, &meaning);
    buffer_destroy(&meaning);
    return found || error_set(error, "help of %s: nothing is said of %s", command->name, row->name);
}

static bool check_command(const struct command *command, struct error *error) {
    static const char parts[] = "usage|often|about|examples|notes";
    char key[HELP_KEY];
    for (const char *at = command->text; (at = help_next(at, key));)
        if (!strstr(parts, key) && !names_row(command, key))
            return error_set(error, "help of %s: no option or argument '%s'", command->name, key);
    struct option_place at;
    bool fine = true;
    for (int i = 0; options_row(command->uses, i, &at); i++)
        fine = fine && check_row(command, at.row, error);
    for (int i = 0; i < command->argument_count; i++)
        fine = fine && check_row(command, &command->arguments[i], error);
    struct buffer often = buffer_init(); // it names options, in --help's spelling
    if (fine && !help_part(command->text, "often", &often))
        fine = error_set(error, "help of %s: nothing stands under 'often'", command->name);
    for (char *rest = often.data, *name; fine && rest && (name = strsep(&rest, " "));)
        fine = names_row(command, name) ||
               error_set(error, "help of %s: often: no option '%s'", command->name, name);
    buffer_destroy(&often);
    return fine;
}

bool options_check_texts(const struct command *const *commands, int count, struct error *error) {
    char key[HELP_KEY];
    for (int i = 0; i < count; i++)
        if (!check_command(commands[i], error))
            return false;
    for (const char *at = help_shared_txt; (at = help_next(at, key));) {
        bool named = false;
        for (int i = 0; i < count; i++)
            named |= names_row(commands[i], key);
        if (!named)
            return error_set(error, "shared help: no command has an option or argument '%s'", key);
    }
    return true;
}

void options_overview(const struct command *const *commands, int count, int columns,
                      struct buffer *text) {
    buffer_text(text, "Usage: kagami COMMAND [OPTION...]\nA ");
    help_summary(help_kagami_txt, text);
    buffer_text(text, ".\n\n");
    help_part(help_kagami_txt, "questions", text);
    buffer_char(text, '\n');
    for (int group = 0; group < COMMAND_GROUPS; group++) {
        bool any = false;
        for (int i = 0; i < count; i++) {
            if (commands[i]->group != (enum command_group)group)
                continue;
            if (!any)
                buffer_printf(text, "\n%s:\n", group_titles[group]);
            any = true;
            buffer_printf(text, "  %-12s ", commands[i]->name);
            struct buffer summary = buffer_init();
            help_summary(commands[i]->text, &summary);
            wrap(text, summary.data ? summary.data : "", 15, columns);
            buffer_destroy(&summary);
        }
    }
    buffer_text(text, "\n`kagami COMMAND --help` explains one command.\n");
}

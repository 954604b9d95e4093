// SPDX-License-Identifier: GPL-3.0-or-later
// kagami import: a game as its designer published it, made a variant file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_import.h"
#include "cmd_terminal.h"
#include "file.h"

struct options {
    const char *file, *name, *out;
    struct option_texts without;
    bool force;
};

static const struct option_row arguments[] = {
    {"FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, OPTION_AT(struct options, file)},
};

static const struct option_row rows[] = {
    {"name", "N", .kind = ROW_TEXT, OPTION_AT(struct options, name)},
    {"out", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, OPTION_AT(struct options, out)},
    {"force", .kind = ROW_FLAG, OPTION_AT(struct options, force)},
    {"without", "KEY", .kind = ROW_TEXTS, OPTION_AT(struct options, without)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    return options->out || !options->force || error_set(error, "--force goes with --out");
}

// Each line behind a mark.
static void print_lines(const char *heading, const struct buffer *lines, int count) {
    if (!count)
        return;
    fprintf(stderr, "%s\n", heading);
    int shown = 0;
    for (const char *line = lines->data; line && *line; shown++) {
        size_t length = strcspn(line, "\n");
        fprintf(stderr, "  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    if (shown < count)
        fprintf(stderr, "  and %d more\n", count - shown);
}

static int write_out(const struct options *options, const struct import *import) {
    struct error error = {""};
    if (!options->out || strcmp(options->out, "-") == 0) {
        fputs(import->ini.data, stdout);
        return terminal_finish();
    }
    if (!options->force && access(options->out, F_OK) == 0)
        return fail(EXIT_ERROR, "%s exists; --force overwrites it", options->out);
    if (!file_replace(options->out, import->ini.data, import->ini.length, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    fprintf(stderr, "%s is written to %s; `kagami show %s%s` draws it\n", import->name,
            options->out, strchr(options->out, '/') ? "" : "./", options->out);
    return EXIT_DONE;
}

int import_load(const char *file, const char *name, const struct option_texts *without,
                struct import *import) {
    struct error error = {""};
    char safe[IMPORT_QUOTE];
    *import = (struct import){.ini = buffer_init()};
    char *text = file_read(file, IMPORT_FILE_MAX, &error);
    if (!text)
        return fail(EXIT_USAGE, "%s", error.text);
    const struct import_options how = {file, name, without};
    bool taken = import_text(text, &how, import, &error);
    free(text);
    if (taken)
        return EXIT_DONE;
    if (error.text[0])
        return fail(EXIT_USAGE, "%s", error.text);
    fprintf(stderr, "kagami: %s cannot be imported:\n",
            import_quote(import->name[0] ? import->name : file, safe));
    print_lines(import->keyed ? "what cannot be taken (--without KEY leaves it out):"
                              : "what cannot be taken:",
                &import->refused, import->refusals);
    return EXIT_ERROR;
}

void import_show_checks(const struct import *import) {
    print_lines("To be checked by a person (it stands in the file, too):", &import->check,
                import->checks);
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct import import;
    int code = import_load(options->file, options->name, &options->without, &import);
    if (code == EXIT_DONE)
        code = write_out(options, &import);
    if (code == EXIT_DONE)
        import_show_checks(&import);
    import_destroy(&import);
    return code;
}

static const struct option_use uses[] = {{&set, 0, NULL}, {0}};
const struct command command_import = {
    COMMAND_HEAD(import, GROUP_LOOK, arguments, uses, struct options, run),
    .arguments_needed = 1,
    .check = check,
};

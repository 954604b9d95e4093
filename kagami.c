// SPDX-License-Identifier: GPL-3.0-or-later
// The front door: picks the command, nothing else.
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_complete.h"
#include "cmd_terminal.h"
#include "file.h"
#include "version.h"

static const struct command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "commands.def"
#undef COMMAND
};

static int print_overview(FILE *out) {
    struct buffer text = buffer_init();
    int columns = terminal_columns();
    options_overview(commands, ARRAY_LENGTH(commands), columns < 100 ? columns : 100, &text);
    if (!text.failed)
        fputs(text.data, out);
    int code = text.failed ? fail(EXIT_ERROR, "out of memory") : terminal_finish();
    buffer_destroy(&text);
    return code;
}

// kagami help --man FOLDER, for the build: a page for the program and one for each command.
static bool write_man(const char *folder, int page, struct error *error) {
    char path[PATH_MAX];
    const struct command *command = page < ARRAY_LENGTH(commands) ? commands[page] : NULL;
    if (command && command->pick)
        return true;
    struct buffer text = buffer_init();
    if (command)
        options_man(command, KAGAMI_VERSION, &text);
    else
        options_man_overview(commands, ARRAY_LENGTH(commands), KAGAMI_VERSION, &text);
    int length = command ? snprintf(path, sizeof path, "%s/kagami-%s.1", folder, command->name)
                         : snprintf(path, sizeof path, "%s/kagami.1", folder);
    bool done = text.failed                  ? error_set(error, "out of memory")
                : length >= (int)sizeof path ? error_set(error, "%s: too long a name", folder)
                                             : file_replace(path, text.data, text.length, error);
    buffer_destroy(&text);
    return done;
}

static int write_man_pages(const char *folder) {
    struct error error = {""};
    for (int page = 0; page <= ARRAY_LENGTH(commands); page++)
        if (!write_man(folder, page, &error))
            return fail(EXIT_ERROR, "%s", error.text);
    return EXIT_DONE;
}

// argv[0] is the command's name.
static int run(int argc, char **argv) {
    struct error error = {""};
    const struct command *command =
        options_command(commands, ARRAY_LENGTH(commands), argv[0], &error);
    if (!command)
        return fail(EXIT_USAGE, "%s", error.text);
    char name[64]; // what usage lines and messages call the program
    snprintf(name, sizeof name, "kagami %s", command->name);
    argv[0] = name;
    return command_run(command, argc, argv);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    const char *first = argv[1];
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        puts("kagami " KAGAMI_VERSION);
        return terminal_finish();
    }
    bool help = strcmp(first, "help") == 0;
    if (help && argc > 2 && strcmp(argv[2], "--complete") == 0)
        return complete_words(commands, ARRAY_LENGTH(commands), argc - 3, argv + 3);
    if (help && argc == 4 && strcmp(argv[2], "--man") == 0)
        return write_man_pages(argv[3]);
    if (help && argc > 2) {
        char option[] = "--help", *line[] = {argv[2], option, NULL};
        return run(2, line);
    }
    if (help || strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0)
        return print_overview(stdout);
    return run(argc - 1, argv + 1);
}

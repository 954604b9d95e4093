// SPDX-License-Identifier: GPL-3.0-or-later
// The front door: picks the command, nothing else.
#include <stdio.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "version.h"

static const struct command *const commands[] = {
#define COMMAND(name) &command_##name,
#define OLD_COMMAND(name, group, summary)                                                          \
    &(const struct command){#name, group, summary, .old = cmd_##name},
#include "commands.def"
#undef COMMAND
#undef OLD_COMMAND
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
    if (help && argc > 2) {
        char option[] = "--help", *line[] = {argv[2], option, NULL};
        return run(2, line);
    }
    if (help || strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0)
        return print_overview(stdout);
    return run(argc - 1, argv + 1);
}

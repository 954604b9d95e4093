// SPDX-License-Identifier: GPL-3.0-or-later
// The front door: picks the command, nothing else.
#include <stdio.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_complete.h"
#include "cmd_terminal.h"
#include "error.h"
#include "file.h"
#include "version.h"

static const struct command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "commands.def"
#undef COMMAND
};

static int print_overview(FILE *out) {
    struct buffer text = buffer_init();
    options_overview(commands, ARRAY_LENGTH(commands), terminal_prose_columns(), &text);
    terminal_print(&text, out);
    return terminal_finish();
}

// kagami help --man FOLDER, for the build: a page for the program and one for each command. It
// fails where options and their texts do not agree.
static bool write_man(const char *folder, int page, struct error *error) {
    char path[PATH_MAX];
    const struct command *command = page < ARRAY_LENGTH(commands) ? commands[page] : NULL;
    struct buffer text = buffer_init();
    if (command)
        options_man(command, KAGAMI_VERSION, &text);
    else
        options_man_overview(commands, ARRAY_LENGTH(commands), KAGAMI_VERSION, &text);
    char name[64];
    int length = snprintf(path, sizeof path, "%s/%s.1", folder,
                          command ? options_man_name(command, name) : "kagami");
    bool done = length >= (int)sizeof path ? error_set(error, "%s: too long a name", folder)
                                           : file_replace(path, text.data, text.length, error);
    buffer_destroy(&text);
    return done;
}

static int write_man_pages(const char *folder) {
    struct error error = {""};
    if (!options_check_texts(commands, ARRAY_LENGTH(commands), &error))
        return fail(EXIT_CHECK, "%s", error.text);
    for (int page = 0; page <= ARRAY_LENGTH(commands); page++)
        if (!write_man(folder, page, &error))
            return fail(EXIT_ERROR, "%s", error.text);
    return EXIT_DONE;
}

static int print_version(void) {
    puts("kagami " KAGAMI_VERSION);
    return terminal_finish();
}

static int no_option(const char *word) {
    static const char *const names[] = {"--help", "--version"};
    char hint[NEAREST_TEXT];
    nearest_hint(word, names, ARRAY_LENGTH(names), hint);
    return fail(EXIT_USAGE, "no option '%s'%s", word, *hint ? hint : "; `kagami --help` says more");
}

// Does `word` begin the names of commands of two words?
static bool is_first_of_two(const char *word) {
    size_t length = strlen(word);
    for (int i = 0; i < ARRAY_LENGTH(commands); i++)
        if (strncmp(commands[i]->name, word, length) == 0 && commands[i]->name[length] == ' ')
            return true;
    return false;
}

static int print_two_words(const char *word, FILE *out) {
    fprintf(out, "Usage: kagami %s COMMAND [OPTION...]\n\n", word);
    for (int i = 0; i < ARRAY_LENGTH(commands); i++)
        if (strncmp(commands[i]->name, word, strlen(word)) == 0)
            fprintf(out, "  %-12s %.*s\n", commands[i]->name, (int)strcspn(commands[i]->text, "\n"),
                    commands[i]->text);
    fprintf(out, "\n`kagami %s COMMAND --help` explains one command.\n", word);
    return out == stdout ? terminal_finish() : EXIT_USAGE;
}

// argv[0] is the command's name, or its first word.
static int run(int argc, char **argv) {
    struct error error = {""};
    char name[64]; // what usage lines and messages call the program
    if (is_first_of_two(argv[0])) {
        if (argc < 2)
            return print_two_words(argv[0], stderr);
        if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
            return print_two_words(argv[0], stdout);
        if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
            return print_version();
        snprintf(name, sizeof name, "%s %s", argv[0], argv[1]);
        argc--;
        argv++;
    } else {
        snprintf(name, sizeof name, "%s", argv[0]);
    }
    const struct command *command = options_command(commands, ARRAY_LENGTH(commands), name, &error);
    if (!command)
        return fail(EXIT_USAGE, "%s", error.text);
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
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0)
        return print_version();
    bool help = strcmp(first, "help") == 0;
    if (help && argc > 2 && strcmp(argv[2], "--complete") == 0)
        return complete_words(commands, ARRAY_LENGTH(commands), argc - 3, argv + 3);
    if (help && argc == 4 && strcmp(argv[2], "--man") == 0)
        return write_man_pages(argv[3]);
    if (help && argc > 2) {
        char option[] = "--help", *line[] = {argv[2], argc > 3 ? argv[3] : option, option, NULL};
        return run(argc > 3 ? 3 : 2, line);
    }
    if (help || strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0)
        return print_overview(stdout);
    if (*first == '-')
        return no_option(first);
    return run(argc - 1, argv + 1);
}

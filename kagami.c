// SPDX-License-Identifier: GPL-3.0-or-later
// The front door: picks the subcommand, nothing else.
#include <stdio.h>
#include <string.h>

#include "cmd_common.h"
#include "version.h"

static const struct {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
#define COMMAND(name, summary) {#name, summary, cmd_##name},
#include "commands.def"
#undef COMMAND
};

// The name on the command line: an identifier of C has no dashes.
static const char *spoken(const char *name, char text[32]) {
    snprintf(text, 32, "%s", name);
    for (char *at = text; *at; at++)
        if (*at == '_')
            *at = '-';
    return text;
}

static void usage(FILE *out) {
    char text[32];
    fputs("Usage: kagami COMMAND [OPTION...]\n"
          "A self-play research and tuning laboratory for shogi-like games.\n\n",
          out);
    for (int i = 0; i < ARRAY_LENGTH(commands); i++)
        fprintf(out, "  %-12s %s\n", spoken(commands[i].name, text), commands[i].summary);
    fputs("\n`kagami COMMAND --help` explains one command.\n", out);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("kagami " KAGAMI_VERSION);
        return EXIT_DONE;
    }
    for (int i = 0; i < ARRAY_LENGTH(commands); i++) {
        char text[32], name[64]; // what usage lines and messages call the program
        if (strcmp(argv[1], spoken(commands[i].name, text)) != 0)
            continue;
        snprintf(name, sizeof name, "kagami %s", text);
        argv[1] = name;
        return commands[i].run(argc - 1, argv + 1);
    }
    fprintf(stderr, "kagami: no command '%s'; `kagami --help` lists them\n", argv[1]);
    return EXIT_USAGE;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log: picks one of the commands that look after logs.
#include "cmd_log.h"

#include <stdio.h>
#include <string.h>

#include "cmd_common.h"

static const struct {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"status", "say how far runs have come, from their logs", cmd_log_status},
    {"merge", "put the parts of a run together, proving that all are there", cmd_log_merge},
    {"replay", "check a log by playing its games again", cmd_log_replay},
};

static void usage(FILE *out) {
    fputs("Usage: kagami log COMMAND [OPTION...] DIR...\nLook after the logs of runs.\n\n", out);
    for (int i = 0; i < ARRAY_LENGTH(commands); i++)
        fprintf(out, "  %-12s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`kagami log COMMAND --help` explains one command.\n", out);
}

int cmd_log(int argc, char **argv) {
    if (argc < 2) {
        usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0) {
        usage(stdout);
        return EXIT_DONE;
    }
    for (int i = 0; i < ARRAY_LENGTH(commands); i++) {
        char name[64]; // what usage lines and messages call the program
        if (strcmp(argv[1], commands[i].name) != 0)
            continue;
        snprintf(name, sizeof name, "%s %s", argv[0], commands[i].name);
        argv[1] = name;
        return commands[i].run(argc - 1, argv + 1);
    }
    return fail(EXIT_USAGE, "log: no command '%s'; `kagami log --help` lists them", argv[1]);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log: picks one of the commands that look after logs.
#include "cmd_log.h"

#include <stdio.h>
#include <string.h>

#include "cmd_common.h"

static const struct command status = {"status", GROUP_CLUSTER,
                                      "say how far runs have come, from their logs",
                                      .old = cmd_log_status},
                            merge = {"merge", GROUP_CLUSTER,
                                     "put the parts of a run together, proving that all are there",
                                     .old = cmd_log_merge},
                            replay = {"replay", GROUP_CLUSTER,
                                      "check a log by playing its games again",
                                      .old = cmd_log_replay};
static const struct command *const commands[] = {&status, &merge, &replay};

static void usage(FILE *out) {
    fputs("Usage: kagami log COMMAND [OPTION...] DIR...\nLook after the logs of runs.\n\n", out);
    for (int i = 0; i < ARRAY_LENGTH(commands); i++)
        fprintf(out, "  %-12s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n`kagami log COMMAND --help` explains one command.\n", out);
}

int cmd_log(int argc, char **argv) {
    if (argc < 2) {
        usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        usage(stdout);
        return EXIT_DONE;
    }
    struct error error = {""};
    const struct command *command =
        options_command(commands, ARRAY_LENGTH(commands), argv[1], &error);
    if (!command)
        return fail(EXIT_USAGE, "log: %s", error.text);
    char name[64]; // what usage lines and messages call the program
    snprintf(name, sizeof name, "%s %s", argv[0], command->name);
    argv[1] = name;
    return command->old(argc - 1, argv + 1);
}

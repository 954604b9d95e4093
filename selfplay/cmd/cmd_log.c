// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log: picks one of the commands that look after logs.
#include "cmd_log.h"

#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {&command_log_status, &command_log_merge,
                                                 &command_log_replay};

static void usage(FILE *out) {
    fputs("Usage: kagami log COMMAND [OPTION...] DIR...\nLook after the logs of runs.\n\n", out);
    for (int i = 0; i < ARRAY_LENGTH(commands); i++)
        fprintf(out, "  %-12s %s\n", commands[i]->name + strlen("log "), commands[i]->summary);
    fputs("\n`kagami log COMMAND --help` explains one command.\n", out);
}

static int pick(int argc, char **argv) {
    if (argc < 2) {
        usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        usage(stdout);
        return EXIT_DONE;
    }
    struct error error = {""};
    char name[64];
    snprintf(name, sizeof name, "log %s", argv[1]);
    const struct command *command = options_command(commands, ARRAY_LENGTH(commands), name, &error);
    if (!command)
        return fail(EXIT_USAGE, "%s", error.text);
    snprintf(name, sizeof name, "%s %s", argv[0], argv[1]);
    argv[1] = name;
    return command_run(command, argc - 1, argv + 1);
}

const struct command command_log = {
    .name = "log",
    .group = GROUP_CLUSTER,
    .summary = "look after logs: how far they are, put parts together, check games",
    .pick = pick,
};

// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <stdlib.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "fairy.h"

struct arguments {
    struct game_options game;
    const char *name;
};

enum { OPTION_NAME = 256 };

static const struct argp_option options[] = {
    {"name", OPTION_NAME, "NAME", 0,
     "Name of the variant there (VARIANT); a name that Fairy-Stockfish has already, like shogi, is "
     "ignored by it",
     0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state) {
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_NAME:
        arguments->name = text;
        return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->game;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argp_error(state, "one VARIANT is enough");
        arguments->game.variant_name = text;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which VARIANT? `kagami variants` lists them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&game_options_argp, 0, NULL, 0}, {0}};
static const struct argp command = {
    options,
    parse,
    "VARIANT",
    "Writes the game under its rules as a section of a variants.ini, to be given to "
    "Fairy-Stockfish by its option VariantPath. It ends at 12 files, 10 ranks and 26 letters: a "
    "27th kind of man gets '!', which it accepts only where changed to.",
    children,
    NULL,
    NULL,
};

int cmd_export_fairy(int argc, char **argv) {
    struct arguments arguments = {0};
    argp_err_exit_status = EXIT_USAGE;
    if (argp_parse(&command, argc, argv, 0, NULL, &arguments))
        return EXIT_USAGE;
    struct tables *tables = game_options_tables(&arguments.game);
    if (!tables)
        return EXIT_USAGE;
    struct error error;
    bool odd;
    const char *name = arguments.name ? arguments.name : tables->variant.name;
    char *text = fairy_export(tables, name, &odd, &error);
    free(tables);
    if (!text)
        return fail(EXIT_ERROR, "%s", error.text);
    if (odd)
        fail(EXIT_DONE,
             "27 kinds of men: the last has '!', which unchanged Fairy-Stockfish refuses");
    fputs(text, stdout);
    free(text);
    return terminal_finish();
}

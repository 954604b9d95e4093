// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_setup.h"

#include <stdlib.h>

int setup_begin(struct setup *setup, const struct argp *argp, int argc, char **argv, void *options,
                struct play_options *play, const struct game_options *game) {
    *setup = (struct setup){.command = buffer_init()};
    argp_err_exit_status = EXIT_USAGE;
    struct error error = {""};
    if (!play_options_default(play, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    command_text(argc, argv, &setup->command);
    play->command = setup->command.data;
    if (argp_parse(argp, argc, argv, 0, 0, options) != 0)
        return EXIT_USAGE;
    return setup_load(setup, game);
}

int setup_load(struct setup *setup, const struct game_options *game) {
    struct error error = {""};
    setup->tables = game_options_tables(game);
    if (!setup->tables)
        return EXIT_USAGE;
    setup->variant_text = config_variant_text(game->variant_name, &error);
    if (!setup->variant_text)
        return fail(EXIT_ERROR, "%s", error.text);
    setup->config = config_default(setup->tables, setup->variant_text);
    return EXIT_DONE;
}

void setup_destroy(struct setup *setup) {
    buffer_destroy(&setup->command);
    opening_list_destroy(&setup->list);
    free(setup->variant_text);
    free(setup->tables);
}

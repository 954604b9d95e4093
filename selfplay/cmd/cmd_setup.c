// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_setup.h"

#include <stdlib.h>

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
    opening_list_destroy(&setup->list);
    free(setup->variant_text);
    free(setup->tables);
}

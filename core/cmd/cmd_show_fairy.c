// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show --as fairy: a game as a section of a variants.ini.
#include <stdio.h>
#include <stdlib.h>

#include "cmd_show.h"
#include "cmd_terminal.h"
#include "fairy.h"

int show_fairy(const struct tables *tables, const char *name) {
    struct error error;
    bool odd;
    char *text = fairy_export(tables, name ? name : tables->variant.name, &odd, &error);
    if (!text)
        return fail(EXIT_ERROR, "%s", error.text);
    if (odd)
        fail(EXIT_DONE,
             "27 kinds of men: the last has '!', which unchanged Fairy-Stockfish refuses");
    fputs(text, stdout);
    free(text);
    return terminal_finish();
}

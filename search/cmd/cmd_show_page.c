// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show --page: a game as a page for the web.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd_show.h"
#include "cmd_terminal.h"
#include "file.h"
#include "values_file.h"
#include "version.h"
#include "web_page.h"

static const char without_engine[] =
    "this program was built without the engine for pages: the page shows the game and cannot be "
    "played on. Building it in takes clang, lld, wasi-libc and libclang-rt-14-dev-wasm32";

int show_page(const struct tables *tables, const char *path, const char *values_path,
              bool overwrite) {
    struct error error = {""};
    struct values values;
    if (!values_file_load(values_path, tables, &values, &error))
        return fail_input(&error);
    bool standard = strcmp(path, "-") == 0; // standard output
    if (!overwrite && !standard && access(path, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", path);
    struct buffer text = buffer_init();
    const struct web_page page = {.tables = tables,
                                  .values = &values,
                                  .program = "kagami " KAGAMI_VERSION,
                                  .engine = web_has_engine()};
    bool done = web_page(&page, &text, &error) &&
                (standard ? fwrite(text.data, 1, text.length, stdout) == text.length ||
                                error_set(&error, "standard output: %s", strerror(errno))
                          : file_replace(path, text.data, text.length, &error));
    if (done && !page.engine)
        fail(EXIT_DONE, "%s", without_engine);
    if (done && standard) {
        buffer_destroy(&text);
        return terminal_finish();
    }
    if (done)
        fprintf(stderr, "wrote %s, %zu kB\n", path, (text.length + 999) / 1000);
    buffer_destroy(&text);
    return done ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
}

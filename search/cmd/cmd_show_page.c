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

int show_page(const struct tables *tables, const char *path, const char *values_path, bool engine,
              bool overwrite) {
    if (engine && !web_has_engine())
        return fail(EXIT_ERROR, "--page: this program was built without the engine for pages. "
                                "scripts/setup installs what the engine needs; then build again. "
                                "--no-engine makes a page that shows the game");
    struct error error = {""};
    struct values values;
    if (!values_file_load(values_path, tables, &values, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    bool standard = strcmp(path, "-") == 0; // standard output
    if (!overwrite && !standard && access(path, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", path);
    struct buffer text = buffer_init();
    const struct web_page page = {
        .tables = tables, .values = &values, .program = "kagami " KAGAMI_VERSION, .engine = engine};
    bool done = web_page(&page, &text, &error) &&
                (standard ? fwrite(text.data, 1, text.length, stdout) == text.length ||
                                error_set(&error, "standard output: %s", strerror(errno))
                          : file_replace(path, text.data, text.length, &error));
    if (done && standard) {
        buffer_destroy(&text);
        return terminal_finish();
    }
    if (done)
        fprintf(stderr, "wrote %s, %zu kB\n", path, (text.length + 999) / 1000);
    buffer_destroy(&text);
    return done ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
}

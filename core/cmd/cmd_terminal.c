// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_terminal.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd_common.h"

struct diagram_style terminal_style(void) {
    setlocale(LC_CTYPE, "");
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    bool dumb = !terminal || strcmp(terminal, "dumb") == 0;
    return (struct diagram_style){
        .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .colour = isatty(STDOUT_FILENO) && !dumb && !(no_colour && *no_colour),
    };
}

int terminal_width(int descriptor, int otherwise) {
    struct winsize size;
    bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : otherwise;
}

int terminal_columns(void) {
    int width = terminal_width(STDOUT_FILENO, 0);
    if (width > 0)
        return width;
    const char *text = getenv("COLUMNS");
    int columns = text ? atoi(text) : 0;
    return columns >= 20 && columns <= 1000 ? columns : 100;
}

int terminal_rows(void) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    return known ? size.ws_row : 24;
}

int terminal_finish(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_DONE;
    return fail(EXIT_ERROR, "standard output: %s", strerror(errno));
}

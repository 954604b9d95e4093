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

static struct winsize size_of(int descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size : (struct winsize){0};
}

int terminal_width(int descriptor, int otherwise) {
    int columns = size_of(descriptor).ws_col;
    return columns > 0 ? columns : otherwise;
}

static int columns_or(int otherwise) {
    int width = terminal_width(STDOUT_FILENO, 0);
    if (width > 0)
        return width;
    const char *text = getenv("COLUMNS");
    int columns = text ? atoi(text) : 0;
    return columns >= 20 && columns <= 1000 ? columns : otherwise;
}

int terminal_columns(void) {
    return columns_or(100);
}

int terminal_prose_columns(void) {
    int columns = columns_or(80);
    return columns < 100 ? columns : 100;
}

int terminal_rows(void) {
    int rows = size_of(STDOUT_FILENO).ws_row;
    return rows > 0 ? rows : 24;
}

int terminal_finish(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_DONE;
    return fail(EXIT_ERROR, "standard output: %s", strerror(errno));
}

void terminal_print(struct buffer *text, FILE *out) {
    if (text->length > 0)
        fwrite(text->data, 1, text->length, out);
    buffer_destroy(text);
}

void answer_write(struct answer *answer, bool json, struct diagram_style style, int columns,
                  FILE *out) {
    struct buffer text = buffer_init();
    if (json)
        answer_json(answer, &text);
    else
        answer_text(answer, style, columns, &text);
    answer_destroy(answer);
    terminal_print(&text, out);
}

int answer_show_by(struct answer *answer, const struct answer_options *options) {
    if (options->full)
        answer->all = true;
    return answer_show(answer, options->json);
}

int answer_show(struct answer *answer, bool json) {
    answer_write(answer, json, terminal_style(), terminal_columns(), stdout);
    return terminal_finish();
}

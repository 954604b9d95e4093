// SPDX-License-Identifier: GPL-3.0-or-later
#include "help_text.h"

#include <stdio.h>
#include <string.h>

enum { MARGIN = 4, MARGIN_ON = 8 };

void help_summary(const char *text, struct buffer *out) {
    buffer_add(out, text, strcspn(text, "\n"));
}

static const char *line_after(const char *at) {
    at += strcspn(at, "\n");
    return *at ? at + 1 : at;
}

const char *help_next(const char *at, char key[HELP_KEY]) {
    while (*(at = line_after(at)) == ' ' || *at == '\n')
        ;
    snprintf(key, HELP_KEY, "%.*s", (int)strcspn(at, "\n"), at);
    return *at ? at : NULL;
}

bool help_part(const char *text, const char *key, struct buffer *out) {
    char name[HELP_KEY];
    const char *at = text;
    while ((at = help_next(at, name)) && strcmp(name, key) != 0)
        ;
    bool first = true, kept_before = false;
    for (const char *line = at ? line_after(at) : ""; *line == ' ' || *line == '\n';
         line = line_after(line)) {
        if (*line == '\n')
            continue;
        int blanks = (int)strspn(line, " ");
        bool goes_on = blanks >= MARGIN_ON && kept_before;
        bool kept = blanks > MARGIN, parted = line[-2] == '\n';
        const char *between = parted && !first                    ? "\n\n"
                              : !goes_on && (kept || kept_before) ? "\n"
                                                                  : " ";
        if (!first || kept)
            buffer_text(out, between);
        line += goes_on ? blanks : MARGIN;
        buffer_add(out, line, strcspn(line, "\n"));
        first = false;
        kept_before = kept;
    }
    return at != NULL;
}

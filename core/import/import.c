// SPDX-License-Identifier: GPL-3.0-or-later
#include "import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import_internal.h"
#include "memory.h"
#include "notation.h"

// A line that begins with [: no line of a diagram does.
static bool has_section(const char *text) {
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *first = line + strspn(line, " \t");
        if (*first == '[' && memchr(first, ']', strcspn(first, "\n")))
            return true;
    }
    return false;
}

// What is written must be a game that can be played: read it as everybody will.
static void prove(struct draft *draft) {
    struct import *import = draft->import;
    struct variant *variant = mem_alloc(sizeof *variant);
    struct tables *tables = mem_alloc(sizeof *tables);
    struct position *position = mem_alloc(sizeof *position);
    struct error fault = {""};
    char safe[sizeof fault.text], *out = safe;
    bool read = variant_parse(import->ini.data, "as a variant file", variant, &fault) &&
                tables_build(tables, variant, &variant->rules, &fault) &&
                fen_parse(variant->arrays[0].fen, tables, position, &fault);
    for (const char *c = fault.text; *c; c++)
        *out++ = (unsigned char)*c < ' ' ? '?' : *c;
    *out = 0;
    if (!read && *safe)
        draft_refuse(draft, (struct place){0}, NULL, NULL, "%s", safe);
    free(position);
    free(tables);
    free(variant);
}

bool import_text(const char *text, const struct import_options *options, struct import *import,
                 struct error *error) {
    *import =
        (struct import){.ini = buffer_init(), .refused = buffer_init(), .check = buffer_init()};
    error_set(error, "%s", "");
    struct draft *draft = mem_calloc(1, sizeof *draft);
    draft->options = options;
    draft->import = import;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    int bad = text_bad_line(text);
    bool read = true;
    if (bad)
        draft_refuse(draft, (struct place){.line = bad}, NULL, NULL, "is not UTF-8 text");
    else if (!has_section(text))
        diagram_read(text, draft);
    else
        read = fairy_read(text, draft, error);
    if (!bad && read) {
        memcpy(import->name, draft->name, sizeof import->name);
        draft_check_lengths(draft);
        if (!import->refusals) {
            draft_write(draft, &import->ini);
            prove(draft);
        }
    }
    draft_finish(draft);
    free(draft);
    if (error->text[0] || import->refusals)
        buffer_clear(&import->ini);
    return !error->text[0] && !import->refusals;
}

void import_destroy(struct import *import) {
    buffer_destroy(&import->ini);
    buffer_destroy(&import->refused);
    buffer_destroy(&import->check);
}

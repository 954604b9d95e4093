// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show: a game as a file, for this program and for others; how such files are written.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_show.h"
#include "cmd_terminal.h"
#include "fairy.h"
#include "file.h"
#include "memory.h"
#include "notation.h"
#include "values_file.h"
#include "variant.h"
#include "variant_print.h"
#include "version.h"
#include "web_page.h"

// kagami show --page: a game as a page for the web.

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

// kagami show --as values: what a player counts and searches by.

// What `values` are, for people.
static void add_source(struct answer *answer, const struct tables *tables, const char *path,
                       const struct values *values) {
    struct values estimate;
    const char *title = tables->variant.title;
    values_estimate(tables, &estimate);
    bool estimated = memcmp(values->value, estimate.value, sizeof values->value) == 0;
    answer_key(answer, "name", cell_text(tables->variant.name));
    answer_key(answer, "source", cell_text(path ? path : estimated ? "estimate" : "shipped"));
    if (estimated)
        answer_heading(answer, "%s: values estimated from the moves, in centi-values", title);
    else if (path)
        answer_heading(answer, "%s: values of %s, in centi-values", title, path);
    else
        answer_heading(answer, "%s: values that the program ships, in centi-values", title);
}

static void add_parameter(struct answer *answer, const struct variant *variant, int index,
                          int value) {
    char parameter[VALUE_NAME];
    const struct piece *piece = index < VALUE_HAND   ? &variant->piece[index - VALUE_BOARD]
                                : index < VALUE_TERM ? &variant->piece[index - VALUE_HAND]
                                                     : NULL;
    answer_row(answer,
               (const struct answer_cell[]){
                   cell_text(values_name(index, parameter)), cell_text(piece ? piece->id : NULL),
                   cell_number(value), cell_text(piece ? piece->name : values_meaning(index))});
}

int show_values(const struct tables *tables, const char *path, bool json) {
    static const struct answer_column columns[] = {{"parameter", "parameter"},
                                                   {"id", "ID"},
                                                   {"value", "value", ANSWER_COUNT},
                                                   {"name", "name or meaning"}};
    struct error error;
    struct values values;
    if (!values_file_load(path, tables, &values, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    struct answer answer = answer_init(NULL);
    add_source(&answer, tables, path, &values);
    answer_table(&answer, "values", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < PARAMETERS; i++)
        if (values_uses(tables, i))
            add_parameter(&answer, &tables->variant, i, values.value[i]);
    return answer_show(&answer, json);
}

// The text of a game of the program, or NULL.
static const char *builtin_text(const char *name) {
    for (int i = 0; variant_builtins[i].name; i++)
        if (strcmp(variant_builtins[i].name, name) == 0)
            return variant_builtins[i].text;
    return NULL;
}

// The game as it was understood, read back to be sure of it.
static bool print(const struct tables *tables, const struct game_options *options, const char *name,
                  struct buffer *text, struct error *error) {
    const struct variant *variant = &tables->variant;
    struct position start;
    struct variant *back = mem_alloc(sizeof *back);
    bool inferred[RULES];
    show_guessed(variant, options, inferred);
    for (int i = 0; i < RULES; i++)
        inferred[i] |= variant->inferred[i] && tables->rules.value[i] == variant->rules.value[i];
    struct error fault = {""};
    bool done = true;
    if (!fen_parse(variant_start_fen(variant, &tables->rules), tables, &start, &fault))
        done = error_set(error, "start position: %s", fault.text);
    done = done &&
           variant_print(variant, &tables->rules, inferred, name ? name : variant->name, text,
                         error) &&
           variant_parse(text->data, name ? name : variant->name, back, error);
    free(back);
    return done;
}

int show_ini(const struct tables *tables, const struct game_options *options, const char *name) {
    struct error error = {""};
    struct buffer text = buffer_init();
    const char *file = builtin_text(options->variant_name);
    int code = EXIT_DONE;
    if (file && !options->assignment_count && !name)
        fputs(file, stdout);
    else if (print(tables, options, name, &text, &error))
        fputs(text.data, stdout);
    else
        code = fail(EXIT_USAGE, "%s", error.text);
    buffer_destroy(&text);
    return code == EXIT_DONE ? terminal_finish() : code;
}

int show_fairy(const struct tables *tables, const char *name) {
    struct error error;
    bool odd;
    char *text = fairy_export(tables, name ? name : tables->variant.name, &odd, &error);
    if (!text)
        return fail(EXIT_ERROR, "%s", error.text);
    if (odd)
        fail(EXIT_DONE,
             "27 kinds of pieces: the last has '!', which unchanged Fairy-Stockfish refuses");
    fputs(text, stdout);
    free(text);
    return terminal_finish();
}

// The rules, the value that holds where a file is silent marked by '*'.
static void print_rules(bool needed) {
    for (int i = 0; i < RULES; i++) {
        enum rule rule = (enum rule)i;
        if (rule_is_needed(rule) != needed)
            continue;
        printf("  %s: %s\n", rule_name(rule), rule_question(rule));
        for (int value = 0; value < rule_value_count(rule); value++)
            printf("    %c %-20s %s\n", value ? ' ' : '*', rule_value_name(rule, value),
                   rule_value_meaning(rule, value));
        if (rule == RULE_ARRAY)
            puts("    * the first of [arrays]");
        if (rule == RULE_ZONE)
            puts("    * a third of the board's ranks, rounded down");
    }
}

static void print_pictures(void) {
    enum { INDENT = 20, WIDTH = 80 };
    int column = 0;
    for (int i = 0; picture_name(i); i++) {
        int length = (int)strlen(picture_name(i)) + 1;
        if (i == 0 || column + length > WIDTH)
            column = printf("%s%*s", i ? "\n" : "", INDENT, "") - (i > 0);
        column += printf("%s%s", column > INDENT ? " " : "", picture_name(i));
    }
    putchar('\n');
}

int show_formats(void) {
    static const char common[] = "@RULES@\n", some[] = "@RULES OF SOME GAMES@\n",
                      pictures[] = "@PICTURES@\n";
    const char *at = variant_formats_txt, *line;
    for (; *at; at = line) {
        line = strchr(at, '\n');
        line = line ? line + 1 : at + strlen(at);
        if (strncmp(at, common, strlen(common)) == 0)
            print_rules(true);
        else if (strncmp(at, some, strlen(some)) == 0)
            print_rules(false);
        else if (strncmp(at, pictures, strlen(pictures)) == 0)
            print_pictures();
        else
            fwrite(at, 1, (size_t)(line - at), stdout);
    }
    return terminal_finish();
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show: a game as a file, for this program and for others; how such files are written.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_show.h"
#include "cmd_terminal.h"
#include "fairy.h"
#include "memory.h"
#include "notation.h"
#include "variant.h"
#include "variant_print.h"

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

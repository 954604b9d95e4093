// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_common.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int fail(enum exit_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("kagami: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return code;
}

static error_t parse_game_option(int key, char *argument, struct argp_state *state) {
    struct game_options *options = state->input;
    switch (key) {
    case 'R':
    case 'P':
        if (options->assignment_count == ARRAY_LENGTH(options->assignments))
            argp_error(state, "too many --rule options");
        options->assignments[options->assignment_count].preset = key == 'P';
        options->assignments[options->assignment_count++].text = argument;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option game_option_list[] = {
    {"rule", 'R', "NAME=VALUE", 0,
     "Set a rule toggle (repeatable; `kagami show VARIANT` lists them)", 10},
    {"preset", 'P', "NAME", 0, "Set the toggles of a named rule set of the variant", 10},
    {0}};

const struct argp game_options_argp = {.options = game_option_list, .parser = parse_game_option};

static bool load(const struct game_options *options, struct variant *variant, struct rules *rules,
                 struct tables *tables, struct error *error) {
    if (!variant_load(options->variant_name, variant, error))
        return false;
    *rules = variant->rules;
    for (int i = 0; i < options->assignment_count; i++) {
        const char *text = options->assignments[i].text;
        if (options->assignments[i].preset ? !rules_apply_preset(rules, variant, text, error)
                                           : !rules_set(rules, variant, text, error))
            return false;
    }
    return tables_build(tables, variant, rules, error);
}

struct tables *game_options_tables(const struct game_options *options) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant *variant = malloc(sizeof *variant);
    struct rules *rules = malloc(sizeof *rules);
    struct error error = {""};
    bool loaded = tables && variant && rules ? load(options, variant, rules, tables, &error)
                                             : error_set(&error, "out of memory");
    free(variant);
    free(rules);
    if (loaded)
        return tables;
    fail(EXIT_USAGE, "%s", error.text);
    free(tables);
    return NULL;
}

bool parse_count(const char *text, const char *what, long long low, long long high,
                 long long *value) {
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    double scale = *end == 'k' ? 1e3 : *end == 'M' ? 1e6 : *end == 'G' ? 1e9 : 1;
    if (scale > 1)
        end++;
    number *= scale;
    if (end == text || *end || errno || !(number >= (double)low && number <= (double)high) ||
        (double)(long long)number != number) {
        fail(EXIT_USAGE, "%s must be a whole number from %lld to %lld, not '%s'", what, low, high,
             text);
        return false;
    }
    *value = (long long)number;
    return true;
}

void command_text(int argc, char *const *argv, struct buffer *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./:=,+-@%";
    for (int i = 0; i < argc; i++) {
        // argv[0] is "kagami NAME".
        bool quoted = i > 0 && (*argv[i] == 0 || argv[i][strspn(argv[i], plain)] != 0);
        buffer_text(text, i ? " " : "");
        buffer_text(text, quoted ? "'" : "");
        for (const char *at = argv[i]; *at; at++)
            if (quoted && *at == '\'')
                buffer_text(text, "'\\''");
            else
                buffer_char(text, *at);
        buffer_text(text, quoted ? "'" : "");
    }
}

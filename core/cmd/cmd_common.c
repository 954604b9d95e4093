// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd_terminal.h"
#include "memory.h"
#include "notation.h"
#include "variant.h"
#include "version.h"

int fail(enum exit_code code, const char *format, ...) {
    char text[8192];
    FORMAT_ARGUMENTS(text, sizeof text, format);
    error_tame(text);
    fprintf(stderr, "kagami: %s\n", text);
    return code;
}

static bool add_assignment(struct game_options *options, bool preset, const char *text,
                           struct error *error) {
    if (options->assignment_count == ARRAY_LENGTH(options->assignments))
        return error_set(error, "more than %d of them", ARRAY_LENGTH(options->assignments));
    options->assignments[options->assignment_count].preset = preset;
    options->assignments[options->assignment_count++].text = text;
    return true;
}

static bool set_rule(void *options, const char *text, struct error *error) {
    return add_assignment(options, false, text, error);
}

static bool set_preset(void *options, const char *text, struct error *error) {
    return add_assignment(options, true, text, error);
}

static const struct option_row game_rows[] = {
    {"rule", "NAME=VALUE", .letter = 'R', .kind = ROW_OWN, .several = true, .set = set_rule,
     .completion = COMPLETE_RULE},
    {"preset", "NAME", .kind = ROW_OWN, .several = true, .set = set_preset, .letter = 'P',
     .completion = COMPLETE_PRESET},
};
const struct option_set game_option_set = {"Rules", game_rows, ARRAY_LENGTH(game_rows), NULL, NULL};

static const struct option_row answer_rows[] = {
    {"json", NULL, .line_only = true, OPTION_AT(struct answer_options, json)},
    {"full", NULL, .line_only = true, OPTION_AT(struct answer_options, full)},
};
const struct option_set answer_option_set = {NULL, answer_rows, 1, NULL, NULL};
const struct option_set answer_full_option_set = {NULL, answer_rows, 2, NULL, NULL};

static int run_line(const struct command *command, int argc, char **argv, void *options,
                    const char *line) {
    struct error error = {""};
    struct buffer help = buffer_init();
    if (!options_defaults(command->uses, options, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    enum options_outcome outcome =
        options_parse(command, argc - 1, (const char *const *)argv + 1, options, &error);
    switch (outcome) {
    case OPTIONS_READY:
        return command->run(options, line);
    case OPTIONS_HELP:
    case OPTIONS_HELP_ALL:
        options_help(command, outcome == OPTIONS_HELP_ALL, terminal_prose_columns(), &help);
        terminal_print(&help, stdout);
        return terminal_finish();
    case OPTIONS_VERSION:
        puts("kagami " KAGAMI_VERSION);
        return terminal_finish();
    case OPTIONS_FAULT:
        break;
    }
    fprintf(stderr, "kagami %s: %s\nTry `kagami %s --help`.\n", command->name, error.text,
            command->name);
    return EXIT_USAGE;
}

// Adds a command line as a shell takes it.
static void command_text(int argc, char *const *argv, struct buffer *text) {
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

int command_run(const struct command *command, int argc, char **argv) {
    struct buffer line = buffer_init();
    void *options = mem_calloc(1, command->size);
    command_text(argc, argv, &line);
    int code = run_line(command, argc, argv, options, line.data);
    buffer_destroy(&line);
    free(options);
    return code;
}

// A file is read before its rules are known, and only they tell whether its start position can be
// played: said here, where the file's name is at hand.
static bool check_start(const char *name, const struct tables *tables, struct error *error) {
    const struct variant *variant = &tables->variant;
    struct position start;
    struct error fault = {""};
    if (fen_parse(NULL, tables, &start, &fault))
        return true;
    if (tables->rules.value[RULE_ARRAY] == ARRAY_CUSTOM)
        return error_set(error, "start position: %s", fault.text);
    return error_set(error, "%s: start position '%s': %s", name,
                     variant->arrays[tables->rules.value[RULE_ARRAY]].name, fault.text);
}

static bool build(const struct game_options *options, struct variant *variant,
                  struct tables *tables, struct error *error) {
    const char *name = options->variant_name, *ini = options->variant_text;
    if (ini ? !variant_parse(ini, name, variant, error) : !variant_load(name, variant, error))
        return false;
    struct rules rules = variant->rules;
    for (int i = 0; i < options->assignment_count; i++) {
        const char *text = options->assignments[i].text;
        if (options->assignments[i].preset ? !rules_apply_preset(&rules, variant, text, error)
                                           : !rules_set(&rules, variant, text, error))
            return false;
    }
    return tables_build(tables, variant, &rules, error) && check_start(name, tables, error);
}

struct tables *game_options_load(const struct game_options *options, struct error *error) {
    struct tables *tables = mem_alloc(sizeof *tables);
    struct variant *variant = mem_alloc(sizeof *variant);
    bool built = build(options, variant, tables, error);
    free(variant);
    if (built)
        return tables;
    free(tables);
    return NULL;
}

// Whoever wrote a file of his own should know that its armies differ: one line.
static void warn_of_armies(const char *file, const struct variant *variant) {
    char differences[SYMMETRY_TEXT], uneven[ARRAYS_MAX * (sizeof variant->arrays->name + 1)] = "";
    const char *first = NULL;
    for (int i = 0; i < variant->array_count && !variant_builtin_text(file); i++) {
        const struct array *array = &variant->arrays[i];
        if (!array->uneven && symmetry_match(variant, array->fen, first ? NULL : differences))
            continue;
        if (!first && !array->uneven)
            first = array->name;
        strcat(strcat(uneven, " "), array->name);
    }
    if (first)
        fail(EXIT_DONE,
             "warning: %s: the two armies of '%s' are neither each other's rotation nor mirror "
             "image: %s. If that is meant: uneven =%s",
             file, first, differences, uneven);
}

// A Pawn by its name alone is none to the rules of Pawns.
static void warn_of_pawn(const char *file, const struct variant *variant) {
    const int *value = variant->rules.value;
    bool meant = variant->pawn || (value[RULE_NIFU] == NIFU_OFF &&
                                   value[RULE_PAWN_DROP_MATE] == PAWN_DROP_MATE_LEGAL);
    for (int i = 0; i < variant->base_count && !meant && value[RULE_DROPS] == DROPS_ON; i++) {
        Type base = variant->bases[i];
        if (strcasecmp(variant->piece[base].name, "pawn") == 0)
            fail(EXIT_DONE,
                 "warning: %s: no rule forbids two Pawns on a file or mate by a Pawn drop. If the "
                 "Pawn is like that of shogi: pawn = %c in [variant]; if not: nifu = off and "
                 "pawn-drop-mate = legal in [rules]",
                 file, type_letter(base));
    }
}

struct tables *game_options_tables(const struct game_options *options, int *code) {
    struct error error = {""};
    struct tables *tables = game_options_load(options, &error);
    *code = tables ? EXIT_DONE : fail(EXIT_USAGE, "%s", error.text);
    if (tables) {
        warn_of_armies(options->variant_name, &tables->variant);
        warn_of_pawn(options->variant_name, &tables->variant);
    }
    return tables;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show: a game as people want to see it: board, rules, pieces, and how they move.
#include "cmd_show.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_terminal.h"
#include "file.h"
#include "json_file.h"
#include "memory.h"
#include "notation.h"
#include "values_file.h"
#include "variant.h"
#include "version.h"
#include "web_document.h"

struct options {
    struct game_options game;
    struct answer_options answer;
    const char *piece, *name, *moves, *page, *values;
    enum { AS_DRAWING, AS_FAIRY, AS_MOVES, AS_VALUES } as;
    bool ini, formats, no_engine, force;
};

static const struct option_row arguments[] = {
    VARIANT_ARGUMENT(struct options),
    {"PIECE", .kind = ROW_TEXT, OPTION_AT(struct options, piece)},
};

static const struct option_row rows[] = {
    {"as", NULL, "drawing", "drawing|fairy|moves|values", .kind = ROW_CHOICE,
     OPTION_AT(struct options, as)},
    {"ini", .kind = ROW_FLAG, OPTION_AT(struct options, ini)},
    {"name", "NAME", .kind = ROW_TEXT, OPTION_AT(struct options, name)},
    {"moves", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE,
     OPTION_AT(struct options, moves)},
    {"page", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE,
     OPTION_AT(struct options, page)},
    {"values", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE,
     OPTION_AT(struct options, values)},
    {"no-engine", .kind = ROW_FLAG, OPTION_AT(struct options, no_engine)},
    {"force", .kind = ROW_FLAG, OPTION_AT(struct options, force)},
    {"formats", .kind = ROW_FLAG, OPTION_AT(struct options, formats)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    if (options->formats && (options->game.variant_name || options->as || options->ini ||
                             options->page || options->answer.json))
        return error_set(error, "--formats goes alone");
    if (!options->game.variant_name &&
        (options->as || options->ini || options->page || options->game.assignment_count))
        return error_set(error, "which VARIANT? `kagami show` lists them");
    if (options->as == AS_FAIRY && (options->piece || options->answer.json))
        return error_set(error, "--as fairy goes without PIECE and --json");
    if (options->as == AS_MOVES && !options->piece)
        return error_set(error, "--as moves: of which PIECE?");
    if (options->as == AS_VALUES && options->piece)
        return error_set(error, "--as values goes without PIECE");
    if (options->moves && options->as != AS_MOVES)
        return error_set(error, "--moves goes with --as moves");
    if (options->ini && (options->as || options->piece || options->answer.json))
        return error_set(error, "--ini goes without PIECE, --as and --json");
    if (options->page && (options->as || options->ini || options->piece || options->answer.json))
        return error_set(error, "--page goes without PIECE, --as, --ini and --json");
    if (!options->page && (options->no_engine || options->force))
        return error_set(error, "--no-engine and --force go with --page");
    if (options->values && !options->page && options->as != AS_VALUES)
        return error_set(error, "--values goes with --page and --as values");
    if (options->no_engine && options->values)
        return error_set(error, "--values are the engine's; --no-engine has none");
    return options->as == AS_FAIRY || options->ini || !options->name ||
           error_set(error, "--name goes with --ini and --as fairy");
}

void drawing_add(struct answer *answer, struct buffer *text) {
    if (text->length)
        answer_drawing(answer, text->data);
    buffer_destroy(text);
}

// A game as a file, for this program and for others; how such files are written.

// kagami show --page: a game as a page for the web.

// Writes the game as a page with an engine of these values (NULL: the game's own), or without one.
// Refused where this program has none to give. Returns the exit code.
static int show_page(const struct tables *tables, const char *path, const char *values_path,
                     bool engine, bool overwrite) {
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
    bool estimated = memcmp(values->value, estimate.value, VALUE_PARAM * sizeof(int)) == 0;
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
    ANSWER_ROW(answer, cell_text(values_name(index, parameter)),
               cell_text(piece ? piece->id : NULL), cell_number(value),
               cell_text(piece ? piece->name : values_meaning(index)));
}

// The values of a player by the file at `path`, "estimate", or what ships (NULL). Prints them or a
// fault; returns an exit code.
static int show_values(const struct tables *tables, const char *path, bool json) {
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

// The game as it was understood, read back to be sure of it.
static bool print(const struct tables *tables, const struct game_options *options, const char *name,
                  struct buffer *text, struct error *error) {
    const struct variant *variant = &tables->variant;
    struct variant *back = mem_alloc(sizeof *back);
    bool inferred[RULES];
    show_guessed(variant, options, inferred);
    for (int i = 0; i < RULES; i++)
        inferred[i] |= variant->inferred[i] && tables->rules.value[i] == variant->rules.value[i];
    bool done = variant_print(variant, &tables->rules, inferred, name ? name : variant->name, text,
                              error) &&
                variant_parse(text->data, name ? name : variant->name, back, error);
    free(back);
    return done;
}

// Prints the game as files have it; `name` (NULL: its own) is what it is called there. Returns an
// exit code.
static int show_ini(const struct tables *tables, const struct game_options *options,
                    const char *name) {
    struct error error = {""};
    struct buffer text = buffer_init();
    const char *file = variant_builtin_text(options->variant_name);
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

static int show_fairy(const struct tables *tables, const char *name) {
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

// The explanation of variant files and of Betza's notation, with all rules.
static int show_formats(void) {
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

// All games that are compiled in.

static cJSON *game_json(const struct variant *variant) {
    cJSON *game = cJSON_CreateObject(), *arrays, *presets;
    json_add_text(game, "name", variant->name);
    json_add_text(game, "title", variant->title);
    json_add_text(game, "about", variant->about);
    if (*variant->author)
        json_add_text(game, "author", variant->author);
    json_add_number(game, "files", variant->files);
    json_add_number(game, "ranks", variant->ranks);
    json_add_number(game, "pieces", variant->base_count);
    arrays = json_add_array(game, "arrays");
    for (int i = 0; i < variant->array_count; i++)
        json_append(arrays, cJSON_CreateString(variant->arrays[i].name));
    presets = json_add_array(game, "presets");
    for (int i = 0; i < variant->preset_count; i++)
        json_append(presets, cJSON_CreateString(variant->presets[i].name));
    return game;
}

static void add_game(struct answer *answer, const struct variant *variant) {
    char board[16], starts[32];
    snprintf(board, sizeof board, "%dx%d", variant->files, variant->ranks);
    snprintf(starts, sizeof starts, "%d%s", variant->array_count,
             variant->inferred[RULE_ARRAY] ? " (inferred)" : "");
    ANSWER_ROW(answer, cell_text(variant->name), cell_text(board), cell_number(variant->base_count),
               cell_text(starts), cell_if(variant->preset_count > 0, variant->preset_count),
               cell_text(variant->about));
}

static int show_list(bool json) {
    static const struct answer_column columns[] = {
        {NULL, "game", .flags = ANSWER_STRONG}, {NULL, "board"},
        {NULL, "pieces", ANSWER_COUNT},         {NULL, "start positions"},
        {NULL, "presets", ANSWER_COUNT},        {NULL, ""},
    };
    static struct variant variant; // large; a command runs once
    struct answer answer = answer_init(NULL);
    struct error error;
    cJSON *list = cJSON_CreateArray();
    answer_table(&answer, NULL, NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; variant_builtin_name(i); i++) {
        if (!variant_load(variant_builtin_name(i), &variant, &error))
            return fail(EXIT_ERROR, "%s", error.text);
        add_game(&answer, &variant);
        json_append(list, game_json(&variant));
    }
    if (json) {
        char *text = cJSON_Print(list);
        puts(text);
        cJSON_free(text);
    }
    cJSON_Delete(list);
    if (!json)
        return answer_show(&answer, false);
    answer_destroy(&answer);
    return terminal_finish();
}

// One game, or one piece of it.

// The game of the tables, or its piece.
static int draw(const struct options *options, const struct tables *tables) {
    struct error error = {""};
    struct position start;
    Type type = 0;
    if (!fen_parse(NULL, tables, &start, &error))
        return fail(EXIT_USAGE, "start position: %s", error.text);
    if (options->piece && !(type = variant_find_piece(&tables->variant, options->piece, &error)))
        return fail(EXIT_USAGE, "%s", error.text);
    if (options->as == AS_MOVES)
        return show_moves(tables, type, options->moves, options->answer.json);
    struct diagram_style style = terminal_style();
    int columns = terminal_columns();
    struct answer answer = answer_init(NULL);
    if (type)
        show_piece(&answer, &start, type, style, columns);
    else
        show_game(&answer, &start, &options->game, style, columns);
    return answer_show(&answer, options->answer.json);
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    if (options->formats)
        return show_formats();
    if (!options->game.variant_name)
        return show_list(options->answer.json);
    int code;
    struct tables *tables = game_options_tables(&options->game, &code);
    if (!tables)
        return code;
    code = options->ini    ? show_ini(tables, &options->game, options->name)
           : options->page ? show_page(tables, options->page, options->values, !options->no_engine,
                                       options->force)
           : options->as == AS_VALUES ? show_values(tables, options->values, options->answer.json)
           : options->as == AS_FAIRY  ? show_fairy(tables, options->name)
                                      : draw(options, tables);
    free(tables);
    return code;
}

static const struct option_use uses[] = {{&set, 0, NULL},
                                         OPTION_USE(answer, struct options, answer),
                                         OPTION_USE(game, struct options, game),
                                         {0}};
const struct command command_show = {
    COMMAND_HEAD(show, GROUP_LOOK, arguments, uses, struct options, run),
    .check = check,
};

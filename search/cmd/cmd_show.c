// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show: a game as people want to see it: board, rules, pieces, and how they move.
#include "cmd_show.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd_terminal.h"
#include "fairy.h"
#include "notation.h"
#include "variant_builtin.h"

struct options {
    struct game_options game;
    struct answer_options answer;
    const char *piece, *name, *moves;
    enum { AS_DRAWING, AS_FAIRY, AS_MOVES } as;
    bool formats;
};

static const struct option_row arguments[] = {
    VARIANT_ARGUMENT(struct options),
    {"PIECE", .help = "Its letter (R, +R), ID (LC) or name (\"Left Chariot\"): this piece alone",
     .kind = ROW_TEXT, OPTION_AT(struct options, piece)},
};

static const struct option_row rows[] = {
    {"as", NULL,
     "fairy: the game under its rules as a section of a variants.ini, to be given to "
     "Fairy-Stockfish by its option VariantPath. It ends at 12 files, 10 ranks and 26 letters: a "
     "27th kind of piece gets '!', which it accepts only where changed to. "
     "moves: where PIECE likes to go, as learned from games",
     "drawing", "drawing|fairy|moves", .kind = ROW_CHOICE, OPTION_AT(struct options, as)},
    {"name", "NAME",
     "Name of the variant there (default VARIANT); a name that Fairy-Stockfish has already, like "
     "shogi, is ignored by it",
     .kind = ROW_TEXT, OPTION_AT(struct options, name)},
    {"moves", "FILE", "What was learned of moves by `kagami tune --moves` (default: what ships)",
     .kind = ROW_TEXT, .completion = COMPLETE_FILE, OPTION_AT(struct options, moves)},
    {"formats", .help = "Explain variant files and Betza's notation instead", .kind = ROW_FLAG,
     OPTION_AT(struct options, formats)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    if (options->formats && (options->game.variant_name || options->as || options->answer.json))
        return error_set(error, "--formats goes alone");
    if (!options->game.variant_name && (options->as || options->game.assignment_count))
        return error_set(error, "which VARIANT? `kagami show` lists them");
    if (options->as == AS_FAIRY && (options->piece || options->answer.json))
        return error_set(error, "--as fairy goes without PIECE and --json");
    if (options->as == AS_MOVES && !options->piece)
        return error_set(error, "--as moves: of which PIECE?");
    if (options->moves && options->as != AS_MOVES)
        return error_set(error, "--moves goes with --as moves");
    return options->as == AS_FAIRY || !options->name ||
           error_set(error, "--name goes with --as fairy");
}

FILE *drawing_begin(struct drawing *drawing) {
    drawing->text = NULL;
    return drawing->file = open_memstream(&drawing->text, &drawing->size);
}

void drawing_add(struct drawing *drawing, struct answer *answer) {
    if (!drawing->file || fclose(drawing->file) != 0)
        answer->failed = true;
    else
        answer_drawing(answer, drawing->text);
    free(drawing->text);
}

// All games that are compiled in.

static cJSON *game_json(const struct variant *variant) {
    cJSON *game = cJSON_CreateObject(), *arrays, *presets;
    cJSON_AddStringToObject(game, "name", variant->name);
    cJSON_AddStringToObject(game, "title", variant->title);
    cJSON_AddStringToObject(game, "about", variant->about);
    cJSON_AddNumberToObject(game, "files", variant->files);
    cJSON_AddNumberToObject(game, "ranks", variant->ranks);
    cJSON_AddNumberToObject(game, "pieces", variant->base_count);
    arrays = cJSON_AddArrayToObject(game, "arrays");
    for (int i = 0; i < variant->array_count; i++)
        cJSON_AddItemToArray(arrays, cJSON_CreateString(variant->arrays[i].name));
    presets = cJSON_AddArrayToObject(game, "presets");
    for (int i = 0; i < variant->preset_count; i++)
        cJSON_AddItemToArray(presets, cJSON_CreateString(variant->presets[i].name));
    return game;
}

static void add_game(struct answer *answer, const struct variant *variant) {
    char board[16], starts[32];
    snprintf(board, sizeof board, "%dx%d", variant->files, variant->ranks);
    snprintf(starts, sizeof starts, "%d%s", variant->array_count,
             variant->inferred[RULE_ARRAY] ? " (inferred)" : "");
    answer_row(answer,
               (const struct answer_cell[]){
                   cell_text(variant->name), cell_text(board), cell_number(variant->base_count),
                   cell_text(starts), cell_if(variant->preset_count > 0, variant->preset_count),
                   cell_text(variant->about)});
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
        cJSON_AddItemToArray(list, game_json(&variant));
    }
    char *text = json ? cJSON_Print(list) : NULL;
    cJSON_Delete(list);
    if (text)
        puts(text);
    free(text);
    if (!json)
        return answer_show(&answer, false);
    answer_destroy(&answer);
    return text ? terminal_finish() : fail(EXIT_ERROR, "out of memory");
}

// One game, or one piece of it.

static void add_whole_game(struct answer *answer, const struct position *start,
                           const struct game_options *options, struct diagram_style style,
                           int columns) {
    const struct tables *tables = start->tables;
    const struct variant *variant = &tables->variant;
    int array = tables->rules.value[RULE_ARRAY];
    bool custom = array == ARRAY_CUSTOM;
    char fen[FEN_TEXT];
    answer_key(answer, "name", cell_text(variant->name));
    answer_key(answer, "title", cell_text(variant->title));
    answer_key(answer, "about", cell_text(variant->about));
    answer_key(answer, "files", cell_number(variant->files));
    answer_key(answer, "ranks", cell_number(variant->ranks));
    answer_key(answer, "start", cell_text(variant_start_fen(variant, &tables->rules)));
    answer_heading(answer, "%s", variant->title);
    answer_sentence(answer, "%s", variant->about);
    answer_line(answer, "start", "%s%s", custom ? "your FEN" : variant->arrays[array].name,
                variant->inferred[RULE_ARRAY] && !custom ? " (inferred)" : "");
    answer_line(answer, "FEN", "%s", fen_print(start, fen));
    struct drawing drawing;
    if (drawing_begin(&drawing))
        diagram_board(start, MOVE_NONE, style, drawing.file);
    drawing_add(&drawing, answer);
    show_rules(answer, tables, options, style);
    show_pieces(answer, start, style, columns);
}

// The game of the tables, or its piece.
static int draw(const struct options *options, const struct tables *tables) {
    struct error error = {""};
    struct position start;
    Type type = 0;
    const char *fen = variant_start_fen(&tables->variant, &tables->rules);
    if (!fen_parse(fen, tables, &start, &error))
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
        add_whole_game(&answer, &start, &options->game, style, columns);
    return answer_show(&answer, options->answer.json);
}

// The game as a section of a variants.ini, under that name (NULL: its own).
static int export(const struct tables *tables, const char *name) {
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

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    if (options->formats) {
        fputs(variant_formats_txt, stdout);
        return terminal_finish();
    }
    if (!options->game.variant_name)
        return show_list(options->answer.json);
    struct tables *tables = game_options_tables(&options->game);
    if (!tables)
        return EXIT_USAGE;
    int code = options->as == AS_FAIRY ? export(tables, options->name) : draw(options, tables);
    free(tables);
    return code;
}

static const struct option_use uses[] = {{&set, 0, NULL},
                                         ANSWER_OPTIONS(struct options, answer),
                                         GAME_OPTIONS(struct options, game),
                                         {0}};
const struct command command_show = {
    .name = "show",
    .group = GROUP_LOOK,
    .summary = "list the games; draw one: board, rules, pieces and how they move",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .about = "Draw a game: board, rules with their alternatives, pieces and how they move. "
             "Without VARIANT, list the games.",
    .epilogue = "(inferred) marks what no source of the game states, (guessed) what the source of "
                "a preset leaves open. A game of your own is an .ini file; its path stands where a "
                "name does.",
    .uses = uses,
    .size = sizeof(struct options),
    .check = check,
    .run = run,
};

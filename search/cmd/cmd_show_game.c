// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show: one game: its board, its rules, their other values and named rule sets, its pieces
// and how they move; and one piece of it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "cmd_show.h"
#include "json_file.h"
#include "memory.h"
#include "notation.h"
#include "published.h"
#include "values.h"

// Rules

struct marks { // what is to be said about the values of one rule
    int value, usual;
    bool inferred, guessed;
};

// Behind a value: no source states it; or a preset guesses it; or it would be the default.
static const char *remark(const struct marks *marks, int value) {
    if (value == marks->value && marks->guessed)
        return "(guessed: the source is silent or unclear)";
    if (value == marks->usual && marks->inferred)
        return "(inferred)";
    return value == marks->usual && value != marks->value ? "(default)" : "";
}

static const struct answer_column value_columns[] = {{NULL, ""}, {NULL, ""}, {NULL, ""}};

static void add_value(struct answer *answer, struct diagram_style style, bool set, const char *name,
                      const char *meaning, const char *remark) {
    char text[2 * RULES_TEXT + 64];
    const char *on = style.unicode ? "●" : "*", *off = style.unicode ? "○" : "-";
    snprintf(text, sizeof text, "%s%s%s", meaning, *meaning && *remark ? " " : "", remark);
    ANSWER_ROW(answer, cell_text(set ? on : off), cell_text(name), cell_text(text));
}

static void add_zone(struct answer *answer, struct diagram_style style, const struct marks *marks,
                     int ranks) {
    char number[12], range[64], usual[32] = "";
    snprintf(number, sizeof number, "%d", marks->value);
    if (marks->value != marks->usual)
        snprintf(usual, sizeof usual, " (default %d)", marks->usual);
    snprintf(range, sizeof range, "0 to %d are possible%s", ranks, usual);
    add_value(answer, style, true, number, range, remark(marks, marks->value));
}

static void add_arrays(struct answer *answer, struct diagram_style style,
                       const struct variant *variant, const struct marks *marks) {
    for (int i = 0; i < variant->array_count; i++) {
        struct marks each = *marks;
        if (marks->inferred) // of all arrays alike
            each.usual = i;
        add_value(answer, style, i == marks->value, variant->arrays[i].name, "", remark(&each, i));
    }
    bool custom = marks->value == ARRAY_CUSTOM;
    add_value(answer, style, custom, "FEN",
              custom ? "the position above" : "a position of your own", "");
}

// For files: an object of the value, the default and what else there is.
static void add_keys(struct answer *answer, const struct tables *tables, enum rule rule,
                     const struct marks *marks) {
    const struct variant *variant = &tables->variant;
    char number[RULE_NUMBER];
    answer_open(answer, rule_name(rule));
    answer_key(answer, "inferred", cell_flag(marks->inferred));
    answer_key(answer, "guessed", cell_flag(marks->guessed));
    if (rule == RULE_ZONE) {
        answer_key(answer, "value", cell_number(marks->value));
        answer_key(answer, "default", cell_number(marks->usual));
        answer_key(answer, "maximum", cell_number(variant->ranks));
    } else {
        cJSON *values = cJSON_CreateArray();
        int count = rule == RULE_ARRAY ? variant->array_count : rule_value_count(rule);
        for (int i = 0; i < count; i++)
            json_append(values, cJSON_CreateString(rule == RULE_ARRAY ? variant->arrays[i].name
                                                                      : rule_value_name(rule, i)));
        answer_json_add(answer, "values", values);
        answer_key(answer, "value",
                   cell_text(rules_value_text(&tables->rules, variant, rule, number)));
        answer_key(answer, "default",
                   cell_text(rules_value_text(&variant->rules, variant, rule, number)));
    }
    answer_close(answer);
}

static void add_rule(struct answer *answer, struct diagram_style style, const struct tables *tables,
                     enum rule rule, bool guessed) {
    const struct variant *variant = &tables->variant;
    struct marks marks = {tables->rules.value[rule], variant->rules.value[rule],
                          variant->inferred[rule], guessed};
    char caption[128];
    snprintf(caption, sizeof caption, "%s: %s", rule_name(rule), rule_question(rule));
    add_keys(answer, tables, rule, &marks);
    answer_table(answer, NULL, caption, value_columns, ARRAY_LENGTH(value_columns));
    for (int i = 0; i < rule_value_count(rule); i++)
        add_value(answer, style, i == marks.value, rule_value_name(rule, i),
                  rule_value_meaning(rule, i), remark(&marks, i));
    if (rule == RULE_ARRAY)
        add_arrays(answer, style, variant, &marks);
    if (rule == RULE_ZONE)
        add_zone(answer, style, &marks, variant->ranks);
}

static const struct preset *preset_named(const struct variant *variant, const char *name) {
    for (int i = 0; i < variant->preset_count; i++)
        if (strcmp(variant->presets[i].name, name) == 0)
            return &variant->presets[i];
    return NULL;
}

// Sets of every rule that the text "name=value;..." names whether it is guessed.
static void note_guesses(const char *text, const struct preset *preset, bool guessed[RULES]) {
    while (*text) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
        enum rule rule = rule_find(name);
        if (rule < RULES)
            guessed[rule] = preset && preset->guessed[rule];
        text += strcspn(text, ";");
        text += *text == ';';
    }
}

void show_guessed(const struct variant *variant, const struct game_options *options,
                  bool guessed[RULES]) {
    memset(guessed, 0, RULES * sizeof *guessed);
    for (int i = 0; i < options->assignment_count; i++) {
        const char *text = options->assignments[i].text;
        const struct preset *preset =
            options->assignments[i].preset ? preset_named(variant, text) : NULL;
        note_guesses(preset ? preset->rules : text, preset, guessed);
    }
}

// What a preset changes, and what it guesses, by the names of rules.def; "the defaults" when it is
// neither.
static void add_preset(struct answer *answer, struct diagram_style style,
                       const struct tables *tables, const struct preset *preset) {
    const struct variant *variant = &tables->variant;
    struct rules rules = variant->rules;
    char text[2 * RULES_TEXT] = "", number[RULE_NUMBER];
    if (!rules_parse(&rules, variant, preset->rules, NULL))
        return; // the variant was read: it can be parsed
    for (int i = 0; i < RULES; i++) {
        enum rule rule = (enum rule)i;
        bool changed = rules.value[i] != variant->rules.value[i];
        if (!changed && !preset->guessed[i])
            continue;
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s=%s%s", used ? " " : "", rule_name(rule),
                 changed || rule_value_count(rule) ? rules_value_text(&rules, variant, rule, number)
                                                   : "default",
                 preset->guessed[i] ? "?" : "");
    }
    bool set = memcmp(&rules, &tables->rules, sizeof rules) == 0;
    add_value(answer, style, set, preset->name, *text ? text : "the defaults", "");
}

static void add_preset_keys(struct answer *answer, const struct preset *preset) {
    cJSON *guessed = cJSON_CreateArray();
    for (int i = 0; i < RULES; i++)
        if (preset->guessed[i])
            json_append(guessed, cJSON_CreateString(rule_name((enum rule)i)));
    answer_open(answer, preset->name);
    answer_key(answer, "rules", cell_text(preset->rules));
    answer_json_add(answer, "guessed", guessed);
    answer_close(answer);
}

static void add_rules(struct answer *answer, const struct tables *tables,
                      const struct game_options *options, struct diagram_style style) {
    const struct variant *variant = &tables->variant;
    bool guessed[RULES];
    show_guessed(variant, options, guessed);
    answer_heading(answer, "Rules: --rule NAME=VALUE");
    answer_open(answer, "rules");
    for (int i = 0; i < RULES; i++)
        if (variant->has_rule[i])
            add_rule(answer, style, tables, (enum rule)i, guessed[i]);
    answer_close(answer);
    answer_open(answer, "arrays");
    for (int i = 0; i < variant->array_count; i++)
        answer_key(answer, variant->arrays[i].name, cell_text(variant->arrays[i].fen));
    answer_close(answer);
    answer_open(answer, "presets");
    for (int i = 0; i < variant->preset_count; i++)
        add_preset_keys(answer, &variant->presets[i]);
    answer_close(answer);
    if (!variant->preset_count)
        return;
    answer_heading(answer, "Presets: --preset NAME; ? = guessed: the source is silent or unclear");
    answer_table(answer, NULL, NULL, value_columns, ARRAY_LENGTH(value_columns));
    for (int i = 0; i < variant->preset_count; i++)
        add_preset(answer, style, tables, &variant->presets[i]);
}

// Pieces

enum { GAP = 4, RADIUS_ALONE = 4 };

static int larger(int a, int b) {
    return a > b ? a : b;
}

// The table, for people and files

enum { FORM = 6 }; // cells of fill_form
static const struct answer_column columns_of_piece[] = {
    {"letter", ""},
    {NULL, ""}, // '*': royal
    {"id", "ID", .flags = ANSWER_STRONG},
    {"name", "Name"},
    {"betza", "Betza"},
    {"betza_canonical"},
    {"royal"},
    {"lion"},
    {"count", "#", ANSWER_COUNT},
    {"promoted"}, // null where there is none
    {"promoted.id", "ID", .flags = ANSWER_STRONG},
    {"promoted.name", "Promoted"},
    {"promoted.betza", "Betza"},
    {"promoted.betza_canonical"},
    {"promoted.royal"},
    {"promoted.lion"},
};
enum { CELLS = ARRAY_LENGTH(columns_of_piece) };

struct piece_cells {
    struct answer_cell cell[CELLS];
    char letter[2], betza[2][BETZA_TEXT];
};

static void fill_form(struct answer_cell *cells, const struct variant *variant, Type type,
                      char betza[BETZA_TEXT]) {
    const struct piece *piece = &variant->piece[type];
    const struct answer_cell form[FORM] = {
        cell_text(piece->id),    cell_text(piece->name),
        cell_text(piece->betza), cell_text(betza_print(&piece->movement, betza)),
        cell_flag(piece->royal), cell_flag(variant->lion[type]),
    };
    memcpy(cells, form, sizeof form);
}

static void fill(struct piece_cells *cells, const struct position *start, Type base) {
    const struct variant *variant = &start->tables->variant;
    int count = 0;
    for (int square = 0; square < SQUARES; square++)
        count += start->board[square] == piece_make(base, FIRST);
    for (int i = 0; i < CELLS; i++)
        cells->cell[i] = cell_missing();
    cells->letter[0] = type_letter(base);
    cells->letter[1] = 0;
    cells->cell[0] = cell_text(cells->letter);
    fill_form(&cells->cell[2], variant, base, cells->betza[0]);
    cells->cell[2 + FORM] = cell_number(count);
    Type last = variant->promotes[base] ? base | TYPE_PROMOTED : base;
    if (last != base)
        fill_form(&cells->cell[4 + FORM], variant, last, cells->betza[1]);
    if (variant->piece[last].royal)
        cells->cell[1] = cell_text("*");
}

// Move diagrams: one block a piece, with its promoted form to the right; as many blocks in a row as
// the terminal has room for.

struct block {
    const struct piece *forms[2]; // [1] NULL when there is no promotion
    struct diagram_moves diagrams[2];
    int width;
};

// Columns of "LC Left Chariot", "> DK Dragon King".
static int title_width(const struct piece *piece, bool promoted) {
    return (promoted ? 2 : 0) + text_width(piece->id) + 1 + text_width(piece->name);
}

static void make_block(struct block *block, const struct variant *variant, Type type, int radius,
                       struct diagram_style style) {
    bool both = type < BASE_TYPES && variant->promotes[type];
    block->forms[0] = &variant->piece[type];
    block->forms[1] = both ? &variant->piece[type | TYPE_PROMOTED] : NULL;
    for (int form = 0; form < 2 && block->forms[form]; form++) {
        diagram_moves(&block->forms[form]->movement, radius, style, &block->diagrams[form]);
        block->width = larger(block->width, title_width(block->forms[form], form == 1));
    }
    block->width = larger(block->width, 2 * block->diagrams[0].columns + GAP);
}

static void draw_blocks(const struct block *blocks, int count, int block_width,
                        struct diagram_style style, struct buffer *out) {
    bool any_promotes = false;
    for (int i = 0; i < count; i++)
        any_promotes = any_promotes || blocks[i].forms[1];
    for (int form = 0; form < 1 + any_promotes; form++) {
        int blanks = 2; // before the next title
        for (int i = 0; i < count; i++) {
            const struct piece *piece = blocks[i].forms[form];
            if (piece) {
                buffer_printf(out, "%*s%s%s%s%s %s", blanks, "",
                              !form           ? ""
                              : style.unicode ? "→ "
                                              : "> ",
                              style.colour ? "\033[1m" : "", piece->id,
                              style.colour ? "\033[0m" : "", piece->name);
                blanks = -title_width(piece, form == 1);
            }
            blanks += block_width + 2;
        }
        buffer_char(out, '\n');
    }
    for (int row = 0; row < blocks[0].diagrams[0].rows; row++) {
        for (int i = 0; i < count; i++) {
            const struct block *block = &blocks[i];
            int used = block->diagrams[0].columns;
            buffer_printf(out, "  %s", block->diagrams[0].row[row]);
            if (block->forms[1]) {
                buffer_printf(out, "%*s%s", GAP, "", block->diagrams[1].row[row]);
                used = 2 * used + GAP;
            }
            if (i + 1 < count)
                buffer_printf(out, "%*s", block_width - used, "");
        }
        buffer_char(out, '\n');
    }
}

static void add_diagrams(struct answer *answer, const struct variant *variant,
                         struct diagram_style style, int columns) {
    struct buffer drawing = buffer_init(), *out = &drawing;
    struct block *blocks = mem_calloc(BASE_TYPES, sizeof *blocks);
    int radius = 0, count = variant->base_count, block_width = 0;
    uint64_t symbols = 0;
    for (Type type = 1; type < TYPES; type++)
        radius = larger(radius, diagram_radius(&variant->piece[type].movement));
    for (int i = 0; i < count; i++) {
        make_block(&blocks[i], variant, variant->bases[i], radius, style);
        block_width = larger(block_width, blocks[i].width);
        symbols |= blocks[i].diagrams[0].symbols | blocks[i].diagrams[1].symbols;
    }
    block_width += GAP / 2;
    int in_row = larger(1, (columns + GAP / 2) / (block_width + 2));
    diagram_legend(symbols, style, columns, out);
    for (int i = 0; i < count; i += in_row) {
        buffer_char(out, '\n');
        draw_blocks(&blocks[i], count - i < in_row ? count - i : in_row, block_width, style, out);
    }
    free(blocks);
    drawing_add(answer, &drawing);
}

static void add_pieces(struct answer *answer, const struct position *start,
                       struct diagram_style style, int columns) {
    const struct variant *variant = &start->tables->variant;
    struct piece_cells cells;
    answer_heading(answer, "Pieces: the letter is for FENs and moves; * = royal, itself or "
                           "promoted; # = how many each side starts with");
    answer_table(answer, "pieces", NULL, columns_of_piece, CELLS);
    for (int i = 0; i < variant->base_count; i++) {
        fill(&cells, start, variant->bases[i]);
        answer_row(answer, cells.cell);
    }
    answer_heading(answer, "Moves: unpromoted and promoted, forward is up");
    add_diagrams(answer, variant, style, columns);
}

// The whole

// Who wins on which squares, where the rule is in force.
static void add_flag(struct answer *answer, const struct tables *tables,
                     struct diagram_style style) {
    const struct variant *variant = &tables->variant;
    char pieces[PIECES_TEXT], first[SQUARES_TEXT], second[SQUARES_TEXT];
    if (tables->flag == FLAG_OFF)
        return;
    answer_line(answer, "flag", "%s: %s on %s, %s on %s", variant_flag_pieces(variant, pieces),
                style.unicode ? "△ FIRST" : "^ FIRST",
                squares_print(variant->flag_squares[FIRST], tables->files, tables->ranks, first),
                style.unicode ? "▽ second" : "v second",
                squares_print(variant->flag_squares[SECOND], tables->files, tables->ranks, second));
}

void show_game(struct answer *answer, const struct position *start,
               const struct game_options *options, struct diagram_style style, int columns) {
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
    if (*variant->about)
        answer_sentence(answer, "%s", variant->about);
    if (*variant->author)
        ANSWER_FACT(answer, cell_text(variant->author), "author", "author");
    if (*variant->url)
        ANSWER_FACT(answer, cell_text(variant->url), "url", "page");
    answer_line(answer, "start", "%s%s", custom ? "your FEN" : variant->arrays[array].name,
                variant->inferred[RULE_ARRAY] && !custom ? " (inferred)" : "");
    answer_line(answer, "FEN", "%s", fen_print(start, fen));
    add_flag(answer, tables, style);
    struct buffer board = buffer_init();
    diagram_board(start, MOVE_NONE, style, &board);
    drawing_add(answer, &board);
    add_rules(answer, tables, options, style);
    add_pieces(answer, start, style, columns);
}

// One piece

static void add_diagram(struct answer *answer, const struct variant *variant, Type type,
                        struct diagram_style style, int columns) {
    struct buffer drawing = buffer_init(), *out = &drawing;
    struct block block = {0};
    const struct diagram_moves *first = &block.diagrams[0], *second = &block.diagrams[1];
    int radius = larger(RADIUS_ALONE, diagram_radius(&variant->piece[type].movement));
    if (type < BASE_TYPES && variant->promotes[type])
        radius = larger(radius, diagram_radius(&variant->piece[type | TYPE_PROMOTED].movement));
    make_block(&block, variant, type, radius, style);
    for (int row = 0; row < first->rows; row++)
        buffer_printf(out, "  %s%*s%s\n", first->row[row], block.forms[1] ? 2 * GAP : 0, "",
                      second->row[row]);
    buffer_char(out, '\n');
    diagram_legend(first->symbols | second->symbols, style, columns, out);
    drawing_add(answer, &drawing);
}

// What the piece is worth on the board, in hand and promoted, as published.
static void add_worth(struct answer *answer, const struct tables *tables, Type base) {
    static const char *const forms[] = {"board", "hand", "promoted"};
    const int index[] = {VALUE_BOARD + base, VALUE_HAND + base, VALUE_BOARD + base + TYPE_PROMOTED};
    const struct published *published = published_find(tables);
    struct buffer origin = buffer_init();
    if (!published && variant_builtin_text(tables->variant.name))
        answer_line(answer, "worth", "not published for this file and these rules");
    if (!published)
        return;
    answer_heading(answer, "Worth, in mean pieces");
    answer_open(answer, "worth");
    for (int i = 0; i < ARRAY_LENGTH(forms); i++) {
        const struct published_row *row = published_row(published, index[i]);
        if (row)
            ANSWER_FACT(answer, cell_interval(row->worth, row->low, row->high), forms[i], forms[i],
                        ANSWER_NUMBER, 2, ANSWER_INTERVAL | ANSWER_HALF);
    }
    published_origin(published, &origin);
    answer_key(answer, "origin", cell_text(origin.data));
    answer_close(answer);
    answer_sentence(answer, "%s", origin.data);
    buffer_destroy(&origin);
}

void show_piece(struct answer *answer, const struct position *start, Type type,
                struct diagram_style style, int columns) {
    const struct variant *variant = &start->tables->variant;
    const struct piece *piece = &variant->piece[type];
    Type base = type & (BASE_TYPES - 1);
    struct piece_cells cells;
    fill(&cells, start, base);
    for (int i = 0; i < CELLS; i++) // for files: what people read comes in other words
        answer_fact(answer, &(struct answer_column){.key = columns_of_piece[i].key}, cells.cell[i]);
    answer_heading(answer, "%s %s, %s%s", piece->id, piece->name, variant->title,
                   piece->royal ? ", royal" : "");
    answer_line(answer, "letter", "%s%c", type == base ? "" : "+", type_letter(type));
    answer_line(answer, "Betza", "%s", piece->betza);
    if (type != base) {
        answer_line(answer, "from", "%s %s", variant->piece[base].id, variant->piece[base].name);
    } else {
        const struct piece *promoted = &variant->piece[base | TYPE_PROMOTED];
        if (variant->promotes[base])
            answer_line(answer, "becomes", "%s %s, %s", promoted->id, promoted->name,
                        promoted->betza);
        answer_line(answer, "starts", "%.0f a side", cells.cell[2 + FORM].number);
    }
    if (variant->lion[type])
        answer_line(answer, "counts", "as a Lion in the Lion-trading rules");
    if (type == base && variant->lion_minor[base])
        answer_line(answer, "counts",
                    "little in the Lion-trading rules: taking it on the way to a Lion excuses "
                    "nothing");
    if (!variant->piece[base].royal)
        add_worth(answer, start->tables, base);
    add_diagram(answer, variant, type, style, columns);
}

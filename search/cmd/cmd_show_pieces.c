// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show: the pieces of a game and how they move.
#include <stdlib.h>
#include <string.h>

#include "cmd_show.h"
#include "memory.h"

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
    return (promoted ? 2 : 0) + (int)(strlen(piece->id) + 1 + strlen(piece->name));
}

static void make_block(struct block *block, const struct variant *variant, Type base, int radius,
                       struct diagram_style style) {
    block->forms[0] = &variant->piece[base];
    block->forms[1] = variant->promotes[base] ? &variant->piece[base | TYPE_PROMOTED] : NULL;
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

void show_pieces(struct answer *answer, const struct position *start, struct diagram_style style,
                 int columns) {
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

static void add_diagram(struct answer *answer, const struct variant *variant, Type type,
                        struct diagram_style style, int columns) {
    struct buffer drawing = buffer_init(), *out = &drawing;
    Type base = type & (BASE_TYPES - 1);
    bool both = type == base && variant->promotes[base];
    struct diagram_moves first, second = {0};
    const struct movement *plain = &variant->piece[type].movement;
    const struct movement *promoted = &variant->piece[base | TYPE_PROMOTED].movement;
    int radius = larger(RADIUS_ALONE, diagram_radius(plain));
    if (both)
        radius = larger(radius, diagram_radius(promoted));
    diagram_moves(plain, radius, style, &first);
    if (both)
        diagram_moves(promoted, radius, style, &second);
    for (int row = 0; row < first.rows; row++)
        buffer_printf(out, "  %s%*s%s\n", first.row[row], both ? 2 * GAP : 0, "", second.row[row]);
    buffer_char(out, '\n');
    diagram_legend(first.symbols | second.symbols, style, columns, out);
    drawing_add(answer, &drawing);
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
    add_diagram(answer, variant, type, style, columns);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show: a game as people want to see it: board, rules, men, and how they move.
#include "cmd_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "notation.h"
#include "variant_builtin.h"

struct options {
    struct game_options game;
    struct answer_options answer;
    const char *piece, *name;
    enum { AS_DRAWING, AS_FAIRY } as;
    bool formats;
};

enum { GAP = 4, RADIUS_ALONE = 4 };

static const struct option_row arguments[] = {
    VARIANT_ARGUMENT(struct options),
    {"PIECE", .help = "Its letter (R, +R), ID (LC) or name (\"Left Chariot\"): this piece alone",
     .kind = ROW_TEXT, OPTION_AT(struct options, piece)},
};

static const struct option_row rows[] = {
    {"as", NULL,
     "fairy: the game under its rules as a section of a variants.ini, to be given to "
     "Fairy-Stockfish by its option VariantPath. It ends at 12 files, 10 ranks and 26 letters: a "
     "27th kind of piece gets '!', which it accepts only where changed to",
     "drawing", "drawing|fairy", .kind = ROW_CHOICE, OPTION_AT(struct options, as)},
    {"name", "NAME",
     "Name of the variant there (default VARIANT); a name that Fairy-Stockfish has already, like "
     "shogi, is ignored by it",
     .kind = ROW_TEXT, OPTION_AT(struct options, name)},
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
    return options->as == AS_FAIRY || !options->name ||
           error_set(error, "--name goes with --as fairy");
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int width(const char *text) {
    return (int)strlen(text);
}

int show_count(const struct position *start, Type type) {
    int count = 0;
    for (int square = 0; square < SQUARES; square++)
        count += start->board[square] == piece_make(type, FIRST);
    return count;
}

// Men

// The promoted form, from column `used` on; a long Betza goes to the end of the next line.
static void print_promoted(const struct painter *painter, const struct man *man, int id_width,
                           int name_width, int used) {
    printf("  %s%-*s%s  ", painter->bold, id_width, man->id, painter->plain);
    if (used + 2 + id_width + 2 + name_width + 2 + width(man->betza) <= painter->columns)
        printf("%-*s  %s", name_width, man->name, man->betza);
    else
        printf("%s\n%*s", man->name, larger(painter->columns, 4 + width(man->betza)), man->betza);
    if (man->royal)
        printf("  %sroyal%s", painter->dim, painter->plain);
}

static void print_men(const struct painter *painter, const struct position *start) {
    const struct variant *variant = &start->tables->variant;
    int id = 2, name = 4, betza = 5, promoted_id = 2, promoted_name = 8;
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        const struct man *man = &variant->man[base],
                         *promoted = &variant->man[base | TYPE_PROMOTED];
        id = larger(id, width(man->id));
        name = larger(name, width(man->name));
        betza = larger(betza, width(man->betza));
        promoted_id = larger(promoted_id, width(promoted->id));
        promoted_name = larger(promoted_name, width(promoted->name));
    }
    show_heading(painter, "Men",
                 "the letter is for FENs and moves; # = how many each side starts with");
    printf("  %s   %-*s  %-*s  %-*s   #  %-*s  %-*s  Betza%s\n", painter->dim, id, "ID", name,
           "Name", betza, "Betza", promoted_id, "ID", promoted_name, "Promoted", painter->plain);
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        const struct man *man = &variant->man[base],
                         *promoted = &variant->man[base | TYPE_PROMOTED];
        printf("  %c  %s%-*s%s  %-*s  %-*s  %2d", type_letter(base), painter->bold, id, man->id,
               painter->plain, name, man->name, betza, man->betza, show_count(start, base));
        if (variant->promotes[base])
            print_promoted(painter, promoted, promoted_id, promoted_name,
                           5 + id + 2 + name + 2 + betza + 4);
        else if (man->royal)
            printf("  %s%-*s  royal%s", painter->dim, promoted_id, "", painter->plain);
        putchar('\n');
    }
}

// Move diagrams: one block a man, with its promoted form to the right; as many blocks in a row as
// the terminal has room for.

struct block {
    const struct man *forms[2]; // [1] NULL when there is no promotion
    struct diagram_moves diagrams[2];
    int width;
};

// Columns of "LC Left Chariot", "> DK Dragon King".
static int title_width(const struct man *man, bool promoted) {
    return (promoted ? 2 : 0) + width(man->id) + 1 + width(man->name);
}

static void make_block(struct block *block, const struct variant *variant, Type base, int radius,
                       struct diagram_style style) {
    block->forms[0] = &variant->man[base];
    block->forms[1] = variant->promotes[base] ? &variant->man[base | TYPE_PROMOTED] : NULL;
    block->width = 0;
    for (int form = 0; form < 2; form++) {
        if (!block->forms[form])
            continue;
        diagram_moves(&block->forms[form]->movement, radius, style, &block->diagrams[form]);
        block->width = larger(block->width, title_width(block->forms[form], form == 1));
    }
    block->width = larger(block->width, 2 * block->diagrams[0].columns + GAP);
}

// Writes a title and blanks up to `to` columns (0 = none).
static void print_title(const struct painter *painter, const struct man *man, bool promoted,
                        int to) {
    int used = 0;
    if (man) {
        printf("%s%s%s%s %s", promoted ? painter->becomes : "", painter->bold, man->id,
               painter->plain, man->name);
        used = title_width(man, promoted);
    }
    if (to > used)
        printf("%*s", to - used, "");
}

static void print_blocks(const struct painter *painter, const struct block *blocks, int count,
                         int block_width) {
    bool any_promotes = false;
    for (int i = 0; i < count; i++)
        any_promotes = any_promotes || blocks[i].forms[1];
    for (int form = 0; form < 1 + any_promotes; form++) {
        bool last = false; // no title further right
        for (int i = 0; i < count && !last; i++) {
            last = true;
            for (int right = i + 1; right < count; right++)
                last = last && !blocks[right].forms[form];
            printf("  ");
            print_title(painter, blocks[i].forms[form], form == 1, last ? 0 : block_width);
        }
        putchar('\n');
    }
    for (int row = 0; row < blocks[0].diagrams[0].rows; row++) {
        for (int i = 0; i < count; i++) {
            const struct block *block = &blocks[i];
            int used = block->diagrams[0].columns;
            printf("  %s", block->diagrams[0].row[row]);
            if (block->forms[1]) {
                printf("%*s%s", GAP, "", block->diagrams[1].row[row]);
                used = 2 * used + GAP;
            }
            if (i + 1 < count)
                printf("%*s", block_width - used, "");
        }
        putchar('\n');
    }
}

static bool print_diagrams(const struct painter *painter, const struct variant *variant) {
    int radius = 0, count = 0;
    unsigned symbols = 0;
    for (Type type = 1; type < TYPES; type++)
        radius = larger(radius, diagram_radius(&variant->man[type].movement));
    struct block *blocks = calloc(BASE_TYPES, sizeof *blocks);
    if (!blocks)
        return false;
    int block_width = 0;
    for (; count < variant->base_count; count++) {
        struct block *block = &blocks[count];
        make_block(block, variant, variant->bases[count], radius, painter->style);
        block_width = larger(block_width, block->width);
        symbols |= block->diagrams[0].symbols | block->diagrams[1].symbols;
    }
    block_width += GAP / 2;
    int in_row = larger(1, (painter->columns + GAP / 2) / (block_width + 2));
    show_heading(painter, "Moves", "unpromoted and promoted, forward is up");
    diagram_legend(symbols, painter->style, painter->columns, stdout);
    for (int i = 0; i < count; i += in_row) {
        putchar('\n');
        print_blocks(painter, &blocks[i], count - i < in_row ? count - i : in_row, block_width);
    }
    free(blocks);
    return true;
}

// The whole game, or one man

static bool print_game(const struct painter *painter, const struct position *start,
                       const struct game_options *options) {
    const struct tables *tables = start->tables;
    const struct variant *variant = &tables->variant;
    int array = tables->rules.value[RULE_ARRAY];
    printf("%s%s%s   ", painter->bold, variant->title, painter->plain);
    show_words(painter, variant->about, 2, width(variant->title) + 3);
    printf("\nStart position: %s%s\n\n",
           array == ARRAY_CUSTOM ? "your FEN" : variant->arrays[array].name,
           variant->inferred[RULE_ARRAY] && array != ARRAY_CUSTOM ? " (inferred)" : "");
    diagram_board(start, MOVE_NONE, painter->style, stdout);
    char fen[FEN_TEXT];
    printf("\n  %s%s%s\n", painter->dim, fen_print(start, fen), painter->plain);
    show_rules(painter, tables, options);
    print_men(painter, start);
    return print_diagrams(painter, variant);
}

static bool print_man(const struct painter *painter, const struct position *start, Type type) {
    const struct variant *variant = &start->tables->variant;
    const struct man *man = &variant->man[type];
    Type base = type & (BASE_TYPES - 1);
    printf("%s%s %s%s, %s%s\n", painter->bold, man->id, man->name, painter->plain, variant->title,
           man->royal ? ", royal" : "");
    printf("  letter  %s%c\n", type == base ? "" : "+", type_letter(type));
    printf("  Betza   %s\n", man->betza);
    if (type != base) {
        printf("  from    %s %s\n", variant->man[base].id, variant->man[base].name);
    } else {
        const struct man *promoted = &variant->man[base | TYPE_PROMOTED];
        if (variant->promotes[base])
            printf("  becomes %s %s, %s\n", promoted->id, promoted->name, promoted->betza);
        printf("  starts  %d a side\n", show_count(start, base));
    }
    if (variant->lion[type])
        printf("  counts  as a Lion in the Lion-trading rules\n");
    if (type == base && variant->lion_minor[base])
        printf("  counts  little in the Lion-trading rules: taking it on the way to a Lion excuses "
               "nothing\n");
    struct block *block = calloc(1, sizeof *block);
    if (!block)
        return false;
    make_block(block, variant, base, RADIUS_ALONE, painter->style);
    if (type != base) { // the promoted form alone
        block->forms[0] = block->forms[1];
        block->forms[1] = NULL;
        block->diagrams[0] = block->diagrams[1];
        block->diagrams[1].symbols = 0;
    }
    putchar('\n');
    for (int row = 0; row < block->diagrams[0].rows; row++)
        printf("  %s%*s%s\n", block->diagrams[0].row[row], block->forms[1] ? 2 * GAP : 0, "",
               block->forms[1] ? block->diagrams[1].row[row] : "");
    putchar('\n');
    diagram_legend(block->diagrams[0].symbols | block->diagrams[1].symbols, painter->style,
                   painter->columns, stdout);
    free(block);
    return true;
}

static struct painter make_painter(void) {
    struct diagram_style style = terminal_style();
    return (struct painter){.style = style,
                            .bold = style.colour ? "\033[1m" : "",
                            .dim = style.colour ? "\033[2m" : "",
                            .plain = style.colour ? "\033[0m" : "",
                            .on = style.unicode ? "●" : "*",
                            .off = style.unicode ? "○" : "-",
                            .becomes = style.unicode ? "→ " : "> ",
                            .columns = terminal_columns()};
}

// The game of the tables, or its piece.
static int draw(const struct options *options, const struct tables *tables) {
    struct error error = {""};
    struct position start;
    Type man = 0;
    const char *fen = variant_start_fen(&tables->variant, &tables->rules);
    if (!fen_parse(fen, tables, &start, &error))
        return fail(EXIT_USAGE, "start position: %s", error.text);
    if (options->piece && !(man = variant_find_man(&tables->variant, options->piece, &error)))
        return fail(EXIT_USAGE, "%s", error.text);
    struct painter painter = make_painter();
    bool complete = options->answer.json ? show_json(&start, man, &options->game)
                    : man                ? print_man(&painter, &start, man)
                                         : print_game(&painter, &start, &options->game);
    return complete ? terminal_finish() : fail(EXIT_ERROR, "out of memory");
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
    int code = options->as == AS_FAIRY ? show_fairy(tables, options->name) : draw(options, tables);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "diagram.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Colours that are readable on dark and light backgrounds alike.
static const char bold[] = "\033[1m", dim[] = "\033[2m", cyan[] = "\033[36m", reverse[] = "\033[7m",
                  magenta[] = "\033[35m", plain[] = "\033[0m";

static const char *paint(struct diagram_style style, const char *colour) {
    return style.colour ? colour : "";
}

// The board

enum { CELL = 4 }; // "+LC " or " LC "

static const struct lines { // of a grid: light, and heavy at the edge of a promotion zone
    const char *left, *middle, *right, *across;
} unicode_lines[] = {{"┌", "┬", "┐", "─"},
                     {"├", "┼", "┤", "─"},
                     {"┝", "┿", "┥", "━"},
                     {"└", "┴", "┘", "─"}},
  ascii_lines[] = {
      {"+", "+", "+", "-"}, {"+", "+", "+", "-"}, {"+", "+", "+", "="}, {"+", "+", "+", "-"}};
enum { LINE_TOP, LINE_INNER, LINE_ZONE, LINE_BOTTOM };

static void draw_line(const struct position *position, int kind, struct diagram_style style,
                      struct buffer *out) {
    const struct lines *lines = style.unicode ? &unicode_lines[kind] : &ascii_lines[kind];
    buffer_printf(out, "    %s", paint(style, dim));
    for (int file = 0; file < position->tables->files; file++) {
        buffer_text(out, file ? lines->middle : lines->left);
        for (int i = 0; i < CELL; i++)
            buffer_text(out, lines->across);
    }
    buffer_printf(out, "%s%s\n", lines->right, paint(style, plain));
}

static bool is_marked(Move last, Square square) {
    if (last == MOVE_NONE)
        return false;
    return square == move_to(last) || (!move_is_drop(last) && square == move_from(last)) ||
           ((last & MOVE_TWO_STEP) && square == move_via(last));
}

// How an empty square is marked that wins by the rule flag: for FIRST, for SECOND, for both.
static const char *flag_mark(const struct tables *tables, Square square,
                             struct diagram_style style) {
    static const char *const marks[2][4] = {{" ", "^", "v", "%"}, {" ", "△", "▽", "◇"}};
    int sides = 0;
    for (enum side side = FIRST; side < SIDES; side++)
        sides |= (tables->flag_squares[side][square / GRID] >> square % GRID & 1) << side;
    return marks[style.unicode][sides];
}

static void draw_cell(const struct position *position, Square square, bool marked,
                      struct diagram_style style, struct buffer *out) {
    Piece piece = position->board[square];
    char text[16];
    const char *colour = "";
    snprintf(text, sizeof text, " %s  ", flag_mark(position->tables, square, style));
    if (piece != PIECE_EMPTY) {
        bool second = piece_side(piece) == SECOND;
        const char *id = position->tables->variant.piece[piece_base(piece)].id;
        snprintf(text, sizeof text, "%c%-*.7s", piece_is_promoted(piece) ? '+' : ' ', CELL - 1, id);
        for (char *c = text; second && *c; c++)
            *c = (char)tolower((unsigned char)*c);
        text[CELL] = 0; // an ID of more letters is cut here; its start is enough on a board
        colour = second ? cyan : bold;
    }
    if (marked && !style.colour) { // a star behind the piece that moved, a dot where it came from
        if (piece == PIECE_EMPTY)
            strcpy(text, " .  ");
        else
            text[CELL - 1] = '*';
    }
    buffer_printf(out, "%s%s%s%s", marked ? paint(style, reverse) : "", paint(style, colour), text,
                  *colour || marked ? paint(style, plain) : "");
}

static void draw_files(const struct position *position, struct buffer *out) {
    buffer_text(out, "    ");
    for (int file = 0; file < position->tables->files; file++)
        buffer_printf(out, "%*c%*s", CELL - 1, 'a' + file,
                      file + 1 < position->tables->files ? 2 : 0, "");
    buffer_char(out, '\n');
}

static void draw_hand(const struct position *position, enum side side, struct diagram_style style,
                      struct buffer *out) {
    bool to_move = position->side == side;
    const char *turn = !to_move ? " " : style.unicode ? "●" : "*";
    buffer_printf(out, "  %s %s%s%s%s", turn, to_move ? paint(style, bold) : "",
                  side == FIRST ? "FIRST" : "second", to_move ? " to move" : "",
                  to_move ? paint(style, plain) : "");
    if (!position->tables->drops) {
        buffer_char(out, '\n');
        return;
    }
    int used = (side == FIRST ? 5 : 6) + (to_move ? 8 : 0);
    buffer_printf(out, "%*sin hand:", 17 - used, "");
    const struct variant *variant = &position->tables->variant;
    bool any = false;
    for (Type base = 1; base < BASE_TYPES; base++) {
        int count = position->hand[side][base];
        if (!count)
            continue;
        any = true;
        buffer_printf(out, " %s%s%s", paint(style, side == FIRST ? bold : cyan),
                      variant->piece[base].id, paint(style, plain));
        if (count > 1)
            buffer_printf(out, "%s%d", style.unicode ? "×" : "x", count);
    }
    buffer_text(out, any ? "\n" : " nothing\n");
}

// The rank border above `rank` (0-based) ends a promotion zone of one of the sides.
static bool is_zone_edge(const struct position *position, int rank) {
    const struct tables *tables = position->tables;
    Square below = square_at(0, rank), above = square_at(0, rank + 1);
    return tables->in_zone[FIRST][below] != tables->in_zone[FIRST][above] ||
           tables->in_zone[SECOND][below] != tables->in_zone[SECOND][above];
}

void diagram_board(const struct position *position, Move last, struct diagram_style style,
                   struct buffer *out) {
    const struct tables *tables = position->tables;
    draw_hand(position, SECOND, style, out);
    draw_line(position, LINE_TOP, style, out);
    for (int rank = tables->ranks - 1; rank >= 0; rank--) {
        const char *wall = style.unicode ? "│" : "|";
        buffer_printf(out, "%3d ", rank + 1);
        for (int file = 0; file < tables->files; file++) {
            buffer_printf(out, "%s%s%s", paint(style, dim), wall, paint(style, plain));
            Square square = square_at(file, rank);
            draw_cell(position, square, is_marked(last, square), style, out);
        }
        buffer_printf(out, "%s%s%s\n", paint(style, dim), wall, paint(style, plain));
        int line = rank == 0                          ? LINE_BOTTOM
                   : is_zone_edge(position, rank - 1) ? LINE_ZONE
                                                      : LINE_INNER;
        draw_line(position, line, style, out);
    }
    draw_files(position, out);
    draw_hand(position, FIRST, style, out);
}

// Moves

enum symbol {
#define SYMBOL(id, ascii, unicode, meaning) SYMBOL_##id,
#include "symbols.def"
#undef SYMBOL
    SYMBOLS
};
_Static_assert(SYMBOLS <= 64, "kinds of symbols are bits of a word");

static const struct {
    const char *text[2], *meaning;
} symbols[] = {
#define SYMBOL(id, ascii, unicode, meaning) {{ascii, unicode}, meaning},
#include "symbols.def"
#undef SYMBOL
};
static const char *const slide_text[2][AXES] = {{"|", "/", "-", "\\"}, {"│", "╱", "─", "╲"}};
static const char *const arrow_text[2][DIRECTIONS] = {{"^", "/", ">", "\\", "v", "/", "<", "\\"},
                                                      {"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"}};
// Slides that only move or only capture have the same arrows, dashed.
static const char *const dashed_text[2][DIRECTIONS] = {{"^", "/", ">", "\\", "v", "/", "<", "\\"},
                                                       {"⇡", "⇗", "⇢", "⇘", "⇣", "⇙", "⇠", "⇖"}};

static const char *symbol_colour(enum symbol symbol) {
    return symbol == SYMBOL_NONE    ? dim
           : symbol == SYMBOL_PIECE ? bold
           : symbol >= SYMBOL_JUMP  ? magenta
           : symbol == SYMBOL_SLIDE || (symbol >= SYMBOL_END && symbol <= SYMBOL_END_CAPTURE)
               ? cyan
               : bold;
}

struct cell {
    enum symbol symbol;
    int direction, count; // of SYMBOL_SLIDE and SYMBOL_END, of SYMBOL_COUNT
};

// In `room` where it is a number.
static const char *cell_text(struct cell cell, struct diagram_style style, char room[2]) {
    switch (cell.symbol) {
    case SYMBOL_SLIDE:
        return slide_text[style.unicode][cell.direction % AXES];
    case SYMBOL_END:
        return arrow_text[style.unicode][cell.direction];
    case SYMBOL_END_MOVE:
    case SYMBOL_END_CAPTURE:
        return dashed_text[style.unicode][cell.direction];
    case SYMBOL_COUNT: // ranges have at most two digits; letters from A = 10 keep the grid square
        room[0] = (char)(cell.count < 10 ? '0' + cell.count : 'A' + cell.count - 10);
        room[1] = 0;
        return room;
    default:
        return symbols[cell.symbol].text[style.unicode];
    }
}

// The modality that (moves, captures) adds to a symbol: both, only moves, only captures.
static int modality(bool moves, bool captures) {
    return moves && captures ? 0 : moves ? 1 : 2;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

// What the piece's slides do `distance` squares away.
static struct cell slide_cell(const struct movement *movement, int direction, int distance,
                              int radius) {
    int move = movement->move_range[direction], capture = movement->capture_range[direction];
    struct cell cell = {SYMBOL_NONE, direction, larger(move, capture)};
    if (cell.count < distance)
        return cell;
    bool moves = move >= distance, captures = capture >= distance;
    int kind = modality(moves, captures);
    bool at_edge = distance == radius && cell.count > radius;
    bool unlimited = cell.count == RANGE_UNLIMITED;
    if (at_edge)
        cell.symbol = unlimited ? (enum symbol)(SYMBOL_END + kind) : SYMBOL_COUNT;
    else if (kind == 0 && unlimited && move == capture)
        cell.symbol = SYMBOL_SLIDE;
    else
        cell.symbol = (enum symbol)(SYMBOL_STEP + kind);
    return cell;
}

static struct cell leap_cell(const struct movement *movement, int leap) {
    struct cell cell = {SYMBOL_NONE, 0, 0};
    bool moves = movement->move_leaps >> leap & 1, captures = movement->capture_leaps >> leap & 1;
    bool lame_moves = movement->lame_move_leaps >> leap & 1;
    bool lame_captures = movement->lame_capture_leaps >> leap & 1;
    if (moves || captures)
        cell.symbol = (enum symbol)(SYMBOL_JUMP + modality(moves, captures));
    else if (lame_moves || lame_captures)
        cell.symbol = (enum symbol)(SYMBOL_LAME + modality(lame_moves, lame_captures));
    return cell;
}

// What lion power does on a square, SYMBOL_NONE when nothing.
static enum symbol lion_symbol(const struct movement *movement, int dx, int dy) {
    enum symbol symbol = SYMBOL_NONE;
    for (int first = 0; first < DIRECTIONS; first++) {
        uint8_t seconds = movement->second_steps[first];
        if (seconds && direction_dx[first] == dx && direction_dy[first] == dy)
            return seconds >> direction_opposite(first) & 1 ? SYMBOL_FIRST : SYMBOL_FIRST_ONLY;
        for (int second = 0; second < DIRECTIONS; second++)
            if ((seconds >> second & 1) && direction_dx[first] + direction_dx[second] == dx &&
                direction_dy[first] + direction_dy[second] == dy && king_steps(dx, dy) == 2)
                symbol = SYMBOL_SECOND;
    }
    return symbol;
}

// Where walks lead, for diagrams of a piece's moves: on a board where nothing stands, or, for a
// hop, just one piece that lies in its way.

enum walk_kind { // in the order in which one of several on a square is drawn
    WALK_KIND_JUMP,
    WALK_KIND_RIDE,
    WALK_KIND_LAME,
    WALK_KIND_BEND,
    WALK_KIND_HOP,
    WALK_KIND_NEAR_HOP, // lands right behind what it hops over
    WALK_KIND_INITIAL,
    WALK_KINDS
};

struct diagram_walks { // [dy][dx] from the corner at -DIAGRAM_RADIUS_MAX: WALK_MOVES, WALK_CAPTURES
    uint8_t ends[DIAGRAM_ROWS_MAX][DIAGRAM_ROWS_MAX][WALK_KINDS];
};

static enum walk_kind kind_of(const struct walk *walk) {
    return walk->flags & WALK_INITIAL ? WALK_KIND_INITIAL
           : (walk->flags & WALK_HOPS) && walk->leg[walk_legs(walk) - 1].most == 1
               ? WALK_KIND_NEAR_HOP
           : walk->flags & WALK_HOPS                             ? WALK_KIND_HOP
           : walk_legs(walk) > 1                                 ? WALK_KIND_BEND
           : walk->flags & WALK_LAME                             ? WALK_KIND_LAME
           : walk->leg[0].most > 1 || (walk->flags & WALK_SKIPS) ? WALK_KIND_RIDE
                                                                 : WALK_KIND_JUMP;
}

// Is the square where a leg may turn occupied in every case? Then the diagram calls it a hop.
static bool hops_on_the_way(const struct walk *walk) {
    for (int leg = 0; leg + 1 < walk_legs(walk); leg++)
        if (walk->leg[leg].turn == TURN_PIECE)
            return true;
    return false;
}

static void mark(const struct walk *walk, int index, int dx, int dy, enum walk_kind kind,
                 struct diagram_walks *walks) {
    assert(index < WALK_LEGS);
    const struct leg *leg = &walk->leg[index % WALK_LEGS]; // so that compilers see it, too
    bool last = index + 1 == walk_legs(walk), hops = last && (walk->flags & WALK_HOPS);
    bool skips = index == 0 && (walk->flags & WALK_SKIPS);
    for (int steps = 1; hops || steps <= leg->most; steps++) {
        dx += leg->dx, dy += leg->dy;
        if (abs(dx) > DIAGRAM_RADIUS_MAX || abs(dy) > DIAGRAM_RADIUS_MAX)
            return;
        if ((hops || skips) && steps == 1)
            continue;
        if (last)
            walks->ends[dy + DIAGRAM_RADIUS_MAX][dx + DIAGRAM_RADIUS_MAX][kind] |=
                walk->flags & (WALK_MOVES | WALK_CAPTURES);
        else
            mark(walk, index + 1, dx, dy, kind, walks);
    }
}

static void find_walks(const struct movement *movement, struct diagram_walks *walks) {
    memset(walks, 0, sizeof *walks);
    for (int i = 0; i < movement->walk_count; i++) {
        const struct walk *walk = &movement->walks[i];
        enum walk_kind kind = kind_of(walk);
        if (kind == WALK_KIND_BEND && hops_on_the_way(walk))
            kind = WALK_KIND_HOP;
        mark(walk, 0, 0, 0, kind, walks);
    }
}

// The radius at which all walks show, 2 to DIAGRAM_RADIUS_MAX.
static int walks_radius(const struct movement *movement) {
    int radius = 2;
    for (int i = 0; i < movement->walk_count; i++) {
        const struct walk *walk = &movement->walks[i];
        int needed = 0;
        for (int leg = 0; leg < walk_legs(walk); leg++) {
            int length = king_steps(walk->leg[leg].dx, walk->leg[leg].dy);
            needed += walk->leg[leg].most > 1 ? 2 * length : length;
        }
        needed += (walk->flags & WALK_HOPS) != 0;
        radius = needed > radius ? needed : radius;
    }
    return radius < DIAGRAM_RADIUS_MAX ? radius : DIAGRAM_RADIUS_MAX;
}

// What the walks do on a square, beside a cell that says what else happens there.
static struct cell walk_cell(const struct diagram_walks *walks, int dx, int dy, struct cell cell) {
    static const enum symbol first[WALK_KINDS] = {
        [WALK_KIND_JUMP] = SYMBOL_JUMP,       [WALK_KIND_LAME] = SYMBOL_LAME,
        [WALK_KIND_RIDE] = SYMBOL_RIDE,       [WALK_KIND_BEND] = SYMBOL_BEND,
        [WALK_KIND_HOP] = SYMBOL_HOP,         [WALK_KIND_NEAR_HOP] = SYMBOL_NEAR_HOP,
        [WALK_KIND_INITIAL] = SYMBOL_INITIAL,
    };
    const uint8_t *ends = walks->ends[dy + DIAGRAM_RADIUS_MAX][dx + DIAGRAM_RADIUS_MAX];
    bool only_moves = cell.symbol == SYMBOL_STEP_MOVE || cell.symbol == SYMBOL_END_MOVE ||
                      cell.symbol == SYMBOL_JUMP_MOVE;
    for (int kind = 0; kind < WALK_KINDS && cell.symbol == SYMBOL_NONE; kind++)
        if (ends[kind]) {
            cell.symbol = (enum symbol)(
                first[kind] + modality(ends[kind] & WALK_MOVES, ends[kind] & WALK_CAPTURES));
            only_moves = ends[kind] == WALK_MOVES;
        }
    if (only_moves && (ends[WALK_KIND_HOP] & WALK_CAPTURES))
        cell.symbol = SYMBOL_MOVE_OR_HOP;
    return cell;
}

static struct cell cell_at(const struct movement *movement, const struct diagram_walks *walks,
                           int dx, int dy, int radius) {
    struct cell cell = {dx || dy ? lion_symbol(movement, dx, dy) : SYMBOL_PIECE, 0, 0};
    if (cell.symbol != SYMBOL_NONE)
        return cell;
    int leap = leap_towards(dx, dy), d = direction_towards(dx, dy);
    if (leap >= 0)
        cell = leap_cell(movement, leap);
    if (d >= 0 && cell.symbol == SYMBOL_NONE)
        cell = slide_cell(movement, d, king_steps(dx, dy), radius);
    return walk_cell(walks, dx, dy, cell);
}

int diagram_radius(const struct movement *movement) {
    uint16_t leaps = movement->move_leaps | movement->capture_leaps | movement->lame_move_leaps |
                     movement->lame_capture_leaps;
    int radius = walks_radius(movement);
    for (int d = 0; d < DIRECTIONS; d++)
        if ((leaps >> (2 * d) & 1) &&
            larger(movement->move_range[d], movement->capture_range[d]) > 2)
            radius = larger(radius, 3);
    return radius;
}

void diagram_moves(const struct movement *movement, int radius, struct diagram_style style,
                   struct diagram_moves *diagram) {
    assert(radius >= 2 && radius <= DIAGRAM_RADIUS_MAX);
    struct diagram_walks walks;
    find_walks(movement, &walks);
    memset(diagram, 0, sizeof *diagram);
    diagram->rows = 2 * radius + 1;
    diagram->columns = 2 * diagram->rows - 1;
    for (int row = 0; row < diagram->rows; row++) {
        char *text = diagram->row[row];
        size_t used = 0;
        for (int dx = -radius; dx <= radius; dx++) {
            struct cell cell = cell_at(movement, &walks, dx, radius - row, radius);
            diagram->symbols |= (uint64_t)1 << cell.symbol;
            char room[2];
            const char *symbol = cell_text(cell, style, room);
            used += (size_t)snprintf(
                text + used, DIAGRAM_ROW_TEXT - used, "%s%s%s%s", dx > -radius ? " " : "",
                paint(style, symbol_colour(cell.symbol)), symbol, paint(style, plain));
        }
    }
}

// Writes the words of `text` from column *used on, going on in the next line where they do not
// fit. False when that happened.
static bool write_words(const char *text, int columns, int *used, struct buffer *out) {
    bool one_line = true;
    for (; *text; text += strspn(text, " ")) {
        int length = (int)strcspn(text, " ");
        if (*used + 1 + length > columns) {
            buffer_text(out, "\n   ");
            *used = 3;
            one_line = false;
        }
        buffer_printf(out, " %.*s", length, text);
        *used += 1 + length;
        text += length;
    }
    return one_line;
}

void diagram_legend(uint64_t shown, struct diagram_style style, int columns, struct buffer *out) {
    assert(columns > 0);
    int used = 0;
    bool one_line = true;
    for (int i = 0; i < SYMBOLS; i++) {
        if (!(shown >> i & 1) || !symbols[i].meaning)
            continue;
        char room[2];
        enum symbol symbol = (enum symbol)i;
        const char *text = cell_text((struct cell){symbol, 0, 3}, style, room);
        int width = 4 + 1 + (int)strlen(symbols[i].meaning);
        bool next_line = used > 0 && (!one_line || used + width > columns);
        buffer_printf(out, "%s%s%s%s",
                      next_line ? "\n  "
                      : used    ? "   "
                                : "  ",
                      paint(style, symbol_colour(symbol)), text, paint(style, plain));
        used = used == 0 || next_line ? 3 : used + 4;
        one_line = write_words(symbols[i].meaning, columns, &used, out);
    }
    buffer_char(out, '\n');
}

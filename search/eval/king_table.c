// SPDX-License-Identifier: GPL-3.0-or-later
#include "king_table.h"

#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "memory.h"

static const char header[] = "piece,king,ahead,right,values";
static const char *const kings[KINGS_OF] = {"enemy", "own"};

void king_table_turn(struct king_table *table) {
    for (int king = 0; king < KINGS_OF; king++)
        for (Type type = 1; type < TYPES; type++) {
            const int16_t *first = table->value[king][piece_make(type, FIRST)];
            int16_t *second = table->value[king][piece_make(type, SECOND)];
            for (int i = 1; i < KING_ZONE_OFFSETS; i++)
                second[KING_ZONE_OFFSETS - i] = (int16_t)-first[i];
        }
}

int king_table_around(const struct king_table *table, const struct position *position,
                      enum side king) {
    int sum = 0;
    if (!king_table_speaks(position))
        return 0;
    Square royal = position->royals[king][0];
    for (enum side side = FIRST; side < SIDES; side++) {
        const int16_t(*value)[KING_ZONE_OFFSETS] =
            table->value[side == king ? OWN_KING : ENEMY_KING];
        for (int word = 0; word < PIECES_WORDS; word++)
            for (uint64_t pieces = position_pieces_word(position, side, word); pieces;
                 pieces &= pieces - 1) {
                Square square = (Square)(word * PIECES_WORD + __builtin_ctzll(pieces));
                sum += value[position->board[square]][king_zone_offset(square, royal)];
            }
    }
    return sum;
}

static void print_rows(const struct king_table *table, Type type, struct buffer *out) {
    for (int king = 0; king < KINGS_OF; king++) {
        const int16_t *values = table->value[king][piece_make(type, FIRST)];
        struct place_box box = PLACE_BOX_EMPTY;
        if (!place_box_widen(&box, values))
            continue;
        buffer_printf(out, "%s%c,%s,", type & TYPE_PROMOTED ? "+" : "", type_letter(type),
                      kings[king]);
        beside_print_places(values, &box, out);
    }
}

void king_table_print(const struct king_table *table, const struct tables *tables,
                      struct buffer *out) {
    buffer_printf(out, "%s\n", header);
    for (Type type = 1; type < TYPES; type++)
        if (variant_has(&tables->variant, type))
            print_rows(table, type, out);
}

bool king_table_write(const char *path, const struct tables *tables, const struct king_table *table,
                      struct error *error) {
    struct buffer text = buffer_init();
    king_table_print(table, tables, &text);
    bool done = file_replace(path, text.data, text.length, error);
    buffer_destroy(&text);
    return done;
}

struct reading {
    const struct tables *tables;
    bool lenient;
    struct king_table *table;
};

static bool read_row(void *context, const struct beside_row *row, struct error *error) {
    const struct reading *reading = context;
    const struct tables *tables = reading->tables;
    Type type = beside_type(&tables->variant, row->field[0]);
    int king = 0;
    while (king < KINGS_OF && strcmp(row->field[1], kings[king]) != 0)
        king++;
    if (king == KINGS_OF)
        return error_at(error, row->file, row->line, "king: '%s' is not enemy or own",
                        row->field[1]);
    if (!type || tables->royal[piece_make(type, FIRST)])
        return reading->lenient ||
               error_at(error, row->file, row->line, "piece: %s has no %s%s", tables->variant.name,
                        row->field[0], type ? " but as a King" : "");
    return beside_read_places(row, 2, -KING_TABLE_LIMIT, KING_TABLE_LIMIT,
                              reading->table->value[king][piece_make(type, FIRST)], error);
}

bool king_table_parse(const char *text, const char *file, const struct tables *tables, bool lenient,
                      struct king_table *table, struct error *error) {
    memset(table, 0, sizeof *table);
    struct reading reading = {tables, lenient, table};
    if (!beside_parse(text, file, header, read_row, &reading, error))
        return false;
    king_table_turn(table);
    return true;
}

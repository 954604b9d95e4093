// SPDX-License-Identifier: GPL-3.0-or-later
// A row a move, for statistics: join it to games.csv by run and game.
#include <inttypes.h>

#include "csv_file.h"
#include "export_internal.h"

static void begin(struct export_game *game, const struct position *position) {
    (void)game;
    (void)position;
}

static void write_move(struct export_game *game, const struct position *position,
                       const struct export_move *move) {
    struct buffer *text = game->text;
    char fen[FEN_TEXT];
    csv_field(text, game->row->run);
    buffer_printf(text, ",%" PRId64 ",%d,%c,", game->row->game, move->number,
                  position->side == FIRST ? 'w' : 'b');
    csv_field(text, fen_print(position, fen));
    buffer_char(text, ',');
    csv_field(text, move->text);
    buffer_char(text, ',');
    if (move->score != EXPORT_UNKNOWN)
        buffer_printf(text, "%d", move->score);
    buffer_char(text, ',');
    if (move->mate)
        buffer_printf(text, "%d", move->mate);
    buffer_char(text, ',');
    if (move->depth)
        buffer_printf(text, "%d", move->depth);
    buffer_char(text, ',');
    if (move->duration >= 0)
        buffer_printf(text, "%" PRId64, move->duration);
    buffer_printf(text, ",%s\n",
                  game->row->result == RESULT_DRAW    ? "0.5"
                  : game->row->result == RESULT_FIRST ? "1"
                                                      : "0");
}

static void end(struct export_game *game, const struct position *position) {
    (void)game;
    (void)position;
}

const struct export_writer export_csv = {
    .head = "run,game,ply,side,fen,move,first_score,first_mate,depth,milliseconds,first_result\n",
    .begin = begin,
    .move = write_move,
    .end = end,
};

// SPDX-License-Identifier: GPL-3.0-or-later
// A line a game, as a USI engine is told of it: "position sfen SFEN moves ...". It has no place for
// players, results or scores.
#include "export_internal.h"
#include "notation.h"

static void begin(struct export_game *game, const struct position *position) {
    char sfen[FEN_TEXT];
    buffer_printf(game->text, "position sfen %s", sfen_print(position, sfen));
}

static void write_move(struct export_game *game, const struct position *position,
                       const struct export_move *move) {
    (void)position;
    char text[MOVE_TEXT];
    buffer_text(game->text, move->number == 0 ? " moves " : " ");
    buffer_text(game->text, usi_move_print(move->move, game->tables, text));
}

static void end(struct export_game *game, const struct position *position) {
    (void)position;
    buffer_char(game->text, '\n');
}

const struct export_writer export_usi = {.begin = begin, .move = write_move, .end = end};

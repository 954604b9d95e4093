// SPDX-License-Identifier: GPL-3.0-or-later
// PGN, "Standard: Portable Game Notation Specification and Implementation Guide" (1994), with moves
// as coordinates, which XBoard reads for any of its games: e3e4, b2b7+, P@e5, a Lion's two steps
// e5xf6-g7, its pass --. White is who moves first. Scores and times stand in comments as cutechess
// and XBoard write them: {+0.35/6 0.012s}, in pawns for the mover.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export_internal.h"

enum { LINE = 80 };

static void add_tag(struct export_game *game, const char *name, const char *value) {
    struct buffer *text = game->text;
    buffer_printf(text, "[%s \"", name);
    for (const char *at = value; *at; at++) {
        if (*at == '"' || *at == '\\')
            buffer_char(text, '\\');
        buffer_char(text, (unsigned char)*at < ' ' ? '?' : *at);
    }
    buffer_text(text, "\"]\n");
}

static void add_number_tag(struct export_game *game, const char *name, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    add_tag(game, name, text);
}

static const char *termination_of(enum termination termination) {
    switch (termination) {
    case TERMINATION_PLY_LIMIT:
    case TERMINATION_RESIGN_ADJUDICATED:
    case TERMINATION_DRAW_ADJUDICATED:
        return "adjudication";
    case TERMINATION_ILLEGAL_MOVE:
        return "rules infraction";
    case TERMINATION_TIME:
        return "time forfeit";
    case TERMINATION_CRASH:
    case TERMINATION_HANG:
        return "abandoned";
    default:
        return "normal";
    }
}

// XBoard takes no hands, not even empty ones, in games without drops.
static char *fen_of(const struct tables *tables, const struct position *position,
                    char fen[FEN_TEXT]) {
    char *hands = strstr(fen_print(position, fen), "[]");
    if (!tables->drops && hands)
        memmove(hands, hands + 2, strlen(hands + 2) + 1);
    return fen;
}

static void begin(struct export_game *game, const struct position *position) {
    const struct game_row *row = game->row;
    const struct variant *variant = &game->tables->variant;
    char text[64], fen[FEN_TEXT];
    snprintf(text, sizeof text, "kagami%s%.40s", *row->run ? " " : "", row->run);
    add_tag(game, "Event", text);
    const char *host = game->meta ? runmeta_text(game->meta, "host") : NULL;
    add_tag(game, "Site", host && *host ? host : "?");
    char *date = export_day(game, text);
    for (char *at = date; *at; at++)
        *at = *at == '-' ? '.' : *at;
    add_tag(game, "Date", *date ? date : "????.??.??");
    add_number_tag(game, "Round", (uint64_t)row->game);
    add_tag(game, "White", row->first);
    add_tag(game, "Black", row->second);
    add_tag(game, "Result", result_text(row->result));
    add_tag(game, "Variant", *variant->xboard ? variant->xboard : variant->name);
    if (*row->rules)
        add_tag(game, "Rules", row->rules);
    add_tag(game, "SetUp", "1");
    add_tag(game, "FEN", fen_of(game->tables, position, fen));
    add_number_tag(game, "PlyCount", (uint64_t)row->plies);
    add_tag(game, "Termination", termination_of(row->termination));
    add_tag(game, "Reason", termination_name(row->termination));
    add_number_tag(game, "Pair", (uint64_t)row->pair);
    add_number_tag(game, "Seed", row->seed);
    buffer_char(game->text, '\n');
    game->column = 0;
}

// Adds a word to a line of less than 80 letters.
static void add_word(struct export_game *game, const char *word) {
    int length = (int)strlen(word);
    bool wraps = game->column > 0 && game->column + 1 + length >= LINE;
    if (game->column > 0)
        buffer_char(game->text, wraps ? '\n' : ' ');
    buffer_text(game->text, word);
    game->column = length + (wraps || game->column == 0 ? 0 : game->column + 1);
}

static void add_move(struct export_game *game, const struct position *position,
                     const struct export_move *move) {
    char text[MOVE_TEXT + 4], square[3][SQUARE_TEXT];
    if (move->lion_pass) {
        add_word(game, "--");
    } else if (move->move & MOVE_TWO_STEP) {
        bool takes = move_to(move->move) != move_from(move->move) &&
                     position->board[move_to(move->move)] != PIECE_EMPTY;
        snprintf(text, sizeof text, "%sx%s%c%s", square_text(move_from(move->move), square[0]),
                 square_text(move_via(move->move), square[1]), takes ? 'x' : '-',
                 square_text(move_to(move->move), square[2]));
        add_word(game, text);
    } else {
        add_word(game, move->text);
    }
}

// "{+0.35/6 0.012s}"; nothing where nothing is known.
static bool add_comment(struct export_game *game, const struct position *position,
                        const struct export_move *move) {
    int sign = position->side == FIRST ? 1 : -1;
    char score[32] = "", depth[16] = "", duration[32] = "", text[96];
    if (move->mate)
        snprintf(score, sizeof score, "%cM%d", sign * move->mate > 0 ? '+' : '-', abs(move->mate));
    else if (move->score != EXPORT_UNKNOWN)
        snprintf(score, sizeof score, "%+.2f", sign * move->score / 100.0);
    if (*score && move->depth)
        snprintf(depth, sizeof depth, "/%d", move->depth);
    if (move->duration >= 0)
        snprintf(duration, sizeof duration, "%s%.3fs", *score ? " " : "",
                 (double)move->duration / 1000);
    if (!*score && !*duration)
        return false;
    snprintf(text, sizeof text, "{%s%s%s}", score, depth, duration);
    add_word(game, text);
    return true;
}

static void write_move(struct export_game *game, const struct position *position,
                       const struct export_move *move) {
    char number[24];
    bool second = position->side == SECOND;
    if (!second || move->number == 0 || game->row->first_scores[0] || game->row->milliseconds[0]) {
        snprintf(number, sizeof number, "%d.%s", position->ply / 2 + 1, second ? ".." : "");
        add_word(game, number);
    }
    add_move(game, position, move);
    add_comment(game, position, move);
}

static void end(struct export_game *game, const struct position *position) {
    (void)position;
    add_word(game, result_text(game->row->result));
    buffer_text(game->text, "\n\n");
}

const struct export_writer export_pgn = {.begin = begin, .move = write_move, .end = end};

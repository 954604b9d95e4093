// SPDX-License-Identifier: GPL-3.0-or-later
// CSA, the format of Japanese programs and their servers ("CSA標準棋譜ファイル形式", version 2.2),
// in UTF-8, written and read. It has a place for shogi alone. Scores stand in comments for the
// first player, as floodgate writes them: '** 35; times are cut to seconds.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "games_import_internal.h"

enum { FILES = 9 };

// Letters of shogi and their codes, unpromoted and promoted.
static const struct {
    char letter, code[2][3];
} codes[] = {{'P', {"FU", "TO"}}, {'L', {"KY", "NY"}}, {'N', {"KE", "NK"}}, {'S', {"GI", "NG"}},
             {'G', {"KI"}},       {'B', {"KA", "UM"}}, {'R', {"HI", "RY"}}, {'K', {"OU"}}};

// NULL: it has none.
static const char *code_of(Type type) {
    for (int i = 0; i < ARRAY_LENGTH(codes); i++)
        if (codes[i].letter == type_letter(type) && *codes[i].code[(type & TYPE_PROMOTED) != 0])
            return codes[i].code[(type & TYPE_PROMOTED) != 0];
    return NULL;
}

static bool check(const struct tables *tables, struct error *error) {
    bool fits =
        tables->files == FILES && tables->ranks == FILES && tables_are_shipped(tables, true);
    for (Type type = 1; type < TYPES; type++)
        fits = fits && (!variant_has(&tables->variant, type) || code_of(type));
    return fits || error_set(error,
                             "CSA has a place for shogi as it ships alone, none for %s: take pgn "
                             "or usi",
                             tables->variant.title);
}

static char sign_of(enum side side) {
    return side == FIRST ? '+' : '-';
}

static void begin(struct export_game *game, const struct position *position) {
    const struct game_row *row = game->row;
    struct buffer *text = game->text;
    char day[16];
    buffer_printf(text, "'encoding=UTF-8\nV2.2\nN+%s\nN-%s\n$EVENT:kagami %s\n", row->first,
                  row->second, row->run);
    if (*export_day(game, '/', day))
        buffer_printf(text, "$START_TIME:%s\n", day);
    for (int rank = FILES - 1; rank >= 0; rank--) {
        buffer_printf(text, "P%d", FILES - rank);
        for (int file = 0; file < FILES; file++) {
            Piece piece = position->board[square_at(file, rank)];
            buffer_char(text, piece == PIECE_EMPTY ? ' ' : sign_of(piece_side(piece)));
            buffer_text(text, piece == PIECE_EMPTY ? "* " : code_of(piece_type(piece)));
        }
        buffer_char(text, '\n');
    }
    for (enum side side = FIRST; side < SIDES; side++)
        for (Type base = 1; base < BASE_TYPES; base++)
            for (int i = 0; i < position->hand[side][base]; i++)
                buffer_printf(text, "P%c00%s\n", sign_of(side), code_of(base));
    buffer_printf(text, "%c\n'game %" PRId64 ", seed %" PRIu64 "\n", sign_of(position->side),
                  row->game, row->seed);
    if (*row->rules)
        buffer_printf(text, "'rules %s\n", row->rules);
}

static void write_move(struct export_game *game, const struct position *position,
                       const struct export_move *move) {
    struct buffer *text = game->text;
    Square from = move_from(move->move), to = move_to(move->move);
    bool drop = move_is_drop(move->move);
    Type type = drop ? move_dropped(move->move) : piece_type(position->board[from]);
    if (move_is_promotion(move->move))
        type |= TYPE_PROMOTED;
    buffer_printf(text, "%c%d%d%d%d%s\n", sign_of(position->side),
                  drop ? 0 : FILES - square_file(from), drop ? 0 : FILES - square_rank(from),
                  FILES - square_file(to), FILES - square_rank(to), code_of(type));
    if (move->duration >= 0)
        buffer_printf(text, "T%" PRId64 "\n", move->duration / 1000);
    if (move->score != EXPORT_UNKNOWN)
        buffer_printf(text, "'** %d\n", move->score);
}

static const struct end_word end_words[] = {{"%TSUMI", END_LOST, TERMINATION_CHECKMATE},
                                            {"%TIME_UP", END_LOST, TERMINATION_TIME},
                                            {"%ILLEGAL_MOVE", END_LOST, TERMINATION_ILLEGAL_MOVE},
                                            {"%TORYO", END_LOST, TERMINATION_NONE},
                                            {"%KACHI", END_WON, TERMINATION_IMPASSE},
                                            {"%+ILLEGAL_ACTION", END_BY_FIRST, TERMINATION_NONE},
                                            {"%-ILLEGAL_ACTION", END_BY_SECOND, TERMINATION_NONE},
                                            {"%SENNICHITE", END_DRAWN, TERMINATION_REPETITION},
                                            {"%MAX_MOVES", END_DRAWN, TERMINATION_PLY_LIMIT},
                                            {"%HIKIWAKE", END_DRAWN, TERMINATION_NONE},
                                            {"%JISHOGI", END_DRAWN, TERMINATION_NONE},
                                            {"%CHUDAN", END_OPEN, TERMINATION_NONE},
                                            {NULL, END_OPEN, TERMINATION_NONE}};

static void end(struct export_game *game, const struct position *position) {
    buffer_printf(game->text, "%s\n'%s\n", export_end_word(end_words, game->row, position->side),
                  termination_name(game->row->termination));
}

const struct export_writer export_csa = {
    .between = "/\n", .check = check, .begin = begin, .move = write_move, .end = end};

// --- Reading -------------------------------------------------------------------------------------

// "77": 00 is SQUARE_NONE. False: no such digits.
static bool read_square(const char *at, Square *square) {
    bool hand = strncmp(at, "00", 2) == 0;
    bool fine = at[0] >= '1' && at[0] <= '9' && at[1] >= '1' && at[1] <= '9';
    *square = fine ? square_at('9' - at[0], '9' - at[1]) : SQUARE_NONE;
    return fine || hand;
}

// "FU"; 0: none.
static Type read_type(const char *at) {
    for (int i = 0; i < ARRAY_LENGTH(codes); i++)
        for (int promoted = 0; promoted < 2; promoted++)
            if (*codes[i].code[promoted] && strncmp(at, codes[i].code[promoted], 2) == 0)
                return type_of_letter(codes[i].letter) | (promoted ? TYPE_PROMOTED : 0);
    return 0;
}

// "00AL": what is in neither hand nor on the board of the pieces of a game.
static bool put_rest(struct incoming *game, enum side side, struct error *error) {
    struct position start;
    bool done = fen_parse(NULL, game->tables, &start, error);
    for (int i = 0; done && i < ARRAY_LENGTH(codes); i++) {
        Type type = type_of_letter(codes[i].letter);
        int rest = 0;
        for (int square = 0; square < SQUARES; square++)
            rest += (piece_base(start.board[square]) == type) -
                    (piece_base(game->drawn.board[square]) == type);
        for (enum side hand = FIRST; hand < SIDES; hand++)
            rest -= game->drawn.hand[hand][type];
        for (; done && rest > 0 && !game->tables->variant.piece[type].royal; rest--)
            done = incoming_put(game, false, SQUARE_NONE, piece_make(type, side), error);
    }
    return done;
}

// "P1-KY ...", "PI82HI", whose squares are empty, "P+63FU00KI".
static bool read_board(struct incoming *game, const char *line, struct error *error) {
    bool start = line[1] == 'I', rank = line[1] >= '1' && line[1] <= '9';
    int file = FILES;
    incoming_head(game);
    if (start && !incoming_put(game, true, SQUARE_NONE, PIECE_EMPTY, error))
        return false;
    for (const char *at = line + 2; strlen(at) >= (rank ? 3 : 4) && file > 0; at += rank ? 3 : 4) {
        Square square = rank ? square_at(FILES - file--, '9' - line[1]) : SQUARE_NONE;
        Type type = read_type(at + (rank ? 1 : 2));
        enum side side = (rank ? *at : line[1]) == '-' ? SECOND : FIRST;
        if (rank && strncmp(at, " * ", 3) == 0)
            continue;
        if (!rank && strcmp(at, "00AL") == 0)
            return put_rest(game, side, error);
        if (!type || (!rank && !read_square(at, &square)))
            return error_set(error, "'%.4s': no piece as CSA writes it", at);
        if (!incoming_put(game, start, square, start ? PIECE_EMPTY : piece_make(type, side), error))
            return false;
    }
    return true;
}

// "+7776FU"
static bool read_move(struct incoming *game, const char *said, struct error *error) {
    char text[MOVE_TEXT], from[SQUARE_TEXT], to[SQUARE_TEXT];
    const struct position *position = &game->referee.position;
    Square origin, square;
    if (!incoming_begin(game, error))
        return false;
    bool read = strlen(said) == 7 && read_square(said + 1, &origin) &&
                read_square(said + 3, &square) && square != SQUARE_NONE;
    Type type = read ? read_type(said + 5) : 0;
    Piece before = read && origin != SQUARE_NONE ? position->board[origin] : PIECE_EMPTY;
    bool promotes = before != PIECE_EMPTY && piece_type(before) != type;
    if (!type || *said != sign_of(position->side) ||
        (promotes && (piece_type(before) | TYPE_PROMOTED) != type))
        return error_set(error, "'%.20s': expected a move as %c7776FU, with the piece that moves",
                         said, sign_of(position->side));
    square_text(square, to);
    if (origin == SQUARE_NONE)
        snprintf(text, sizeof text, "%c@%s", type_letter(type), to);
    else
        snprintf(text, sizeof text, "%s%s%s", square_text(origin, from), to, promotes ? "+" : "");
    return incoming_text(game, text, error);
}

bool import_csa(struct incoming *game, const char *line, struct error *error) {
    if (!check(game->tables, error))
        return false;
    if (*line == '\'')
        return incoming_comment(game, line + 1, error);
    if (*line == 'P')
        return read_board(game, line, error);
    if (*line && strchr("V$N", *line)) {
        incoming_head(game);
        if (*line == 'N' && line[1])
            incoming_name(game, line[1] == '-' ? SECOND : FIRST, line + 2);
        return true;
    }
    if (*line == '/' && game->stage != INCOMING_NOTHING) {
        incoming_head(game);
        game->stage = INCOMING_NOTHING;
    }
    for (const char *at = *line == '/' ? "" : line; *at; at += *at == ',') {
        char said[32];
        snprintf(said, sizeof said, "%.*s", (int)strcspn(at, ","), at);
        at += strcspn(at, ",");
        bool turn = (*said == '+' || *said == '-') && !said[1];
        if (turn)
            game->drawn.side = *said == '+' ? FIRST : SECOND;
        else if (*said == '%' ? !incoming_end_word(game, end_words, said, error)
                              : *said != 'T' && !read_move(game, said, error))
            return false;
    }
    return true;
}

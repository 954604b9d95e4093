// SPDX-License-Identifier: GPL-3.0-or-later
#include "notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "attacks.h"
#include "board_text.h"

struct reader {
    const char *text, *at;
    const struct tables *tables;
    struct position *position;
    struct error *error;
    bool sfen;    // the text stood as an SFEN: its columns were others
    bool problem; // one side may have no royal
};

static bool wrong(const struct reader *reader, const char *what) {
    if (reader->sfen)
        return error_set(reader->error, "SFEN: %s", what);
    return error_set(reader->error, "FEN column %d: %s", (int)(reader->at - reader->text) + 1,
                     what);
}

static bool wrong_at(struct reader *reader, const char *at, const char *what) {
    reader->at = at;
    return wrong(reader, what);
}

// `at` is kept here, and pieces are put here: from the reader it would be fetched anew with each
// piece.
static bool read_rank(struct reader *reader, int rank) {
    const struct tables *tables = reader->tables;
    struct position *position = reader->position;
    const int files = tables->files;
    const char *at = reader->at, *too_many = "more squares than the board has files";
    int file = 0;
    for (;; at++) {
        Piece piece = tables->piece_of_letter[(unsigned char)*at];
        if (piece == PIECE_EMPTY && is_digit(*at)) {
            const char *start = at;
            int gap = *at - '0';
            if (is_digit(at[1]))
                gap = gap * 10 + *++at - '0';
            file += gap;
            if (gap == 0 || file > files)
                return wrong_at(reader, start, too_many);
            continue;
        }
        if (piece == PIECE_EMPTY && *at == '+') {
            piece = tables->piece_of_letter[(unsigned char)*++at];
            if (piece == PIECE_EMPTY)
                return wrong_at(reader, at, "expected a piece letter of this game");
            if (!tables->variant.promotes[piece_base(piece)])
                return wrong_at(reader, at, "this piece does not promote");
            piece |= TYPE_PROMOTED;
        }
        if (piece == PIECE_EMPTY)
            break;
        if (file == files)
            return wrong_at(reader, at, too_many);
        if (tables->royal[piece] && position->royal_count[piece_side(piece)] == ROYALS_MAX)
            return wrong_at(reader, at, "too many royal pieces");
        lines_flip_at(position->occupied, (size_t)(file + RIM), (size_t)(rank + RIM));
        pieces_enter(position, tables, piece, (unsigned)(file + RIM), (unsigned)(rank + RIM));
        file++;
    }
    reader->at = at;
    if (*at != '/' && *at != '[' && *at != ' ' && *at)
        return wrong(reader, "expected a piece letter of this game, a number or '/'");
    return file == files || wrong(reader, "the rank has too few squares");
}

static bool read_board(struct reader *reader) {
    for (int rank = reader->tables->ranks - 1; rank >= 0; rank--) {
        if (!read_rank(reader, rank))
            return false;
        if (rank > 0 && *reader->at++ != '/') {
            reader->at--;
            return wrong(reader, "expected '/' and another rank");
        }
    }
    return *reader->at != '/' || wrong(reader, "more ranks than the board has");
}

static bool read_hands(struct reader *reader) {
    if (*reader->at != '[')
        return true;
    int pieces = 0;
    for (reader->at++; *reader->at != ']'; reader->at++) {
        if (*reader->at == '-')
            continue;
        Piece piece = reader->tables->piece_of_letter[(unsigned char)*reader->at];
        if (piece == PIECE_EMPTY)
            return wrong(reader, "expected a piece letter of this game or ']'");
        if (reader->tables->royal[piece])
            return wrong(reader, "a royal piece cannot be in hand");
        if (!reader->tables->drops)
            return wrong(reader, "pieces in hand in a game without drops");
        if (++pieces > HANDS_MAX)
            return wrong(reader, "too many pieces in hand");
        enum side side = piece_side(piece);
        Type base = piece_base(piece);
        position_set_hand(reader->position, side, base, reader->position->hand[side][base] + 1);
    }
    reader->at++;
    return true;
}

static void skip_spaces(struct reader *reader) {
    while (*reader->at == ' ')
        reader->at++;
}

// A number up to `limit`, or nothing at the end of the text.
static bool read_number(struct reader *reader, long limit, long *value) {
    skip_spaces(reader);
    if (!*reader->at)
        return true;
    const char *end = reader->at;
    long number = 0;
    for (; is_digit(*end) && number <= limit; end++)
        number = number * 10 + *end - '0';
    if (end == reader->at || (*end && *end != ' ') || number > limit)
        return wrong(reader, "expected a move number");
    reader->at = end;
    *value = number;
    return true;
}

// Pieces that declined to promote: ~a9,b10 after the move numbers, where the rules remember it.
static bool read_deferred(struct reader *reader) {
    const struct tables *tables = reader->tables;
    struct position *position = reader->position;
    do {
        reader->at++;
        const char *start = reader->at;
        Square square = square_parse(&reader->at, tables->files, tables->ranks);
        Piece piece = position->board[square];
        if (square == SQUARE_NONE || !tables->promotes[piece] ||
            !tables->in_zone[piece_side(piece)][square] ||
            (position->deferred[square / GRID] >> (square % GRID) & 1)) {
            reader->at = start;
            return wrong(reader, "expected the square of a piece in its zone that can promote");
        }
        position->deferred[square / GRID] |= (Line)(1 << square % GRID);
        position->key ^= tables->key_deferred[square];
    } while (*reader->at == ',');
    return true;
}

static bool read_fields(struct reader *reader) {
    struct position *position = reader->position;
    if (*reader->at && *reader->at != ' ')
        return wrong(reader, "expected a space after board and hands");
    skip_spaces(reader);
    if (*reader->at) {
        bool second = *reader->at == 'b';
        if ((!second && *reader->at != 'w') || (reader->at[1] && reader->at[1] != ' '))
            return wrong(reader, "expected 'w' (first player) or 'b' to move");
        reader->at++;
        if (second) {
            struct undo undo;
            position_make_null(position, &undo);
        }
    }
    for (int field = 0; field < 2; field++) { // unused, and the counter-strike square
        skip_spaces(reader);
        Square lion = SQUARE_NONE;
        if (field == 1 && reader->tables->counterstrike)
            lion = square_parse(&reader->at, reader->tables->files, reader->tables->ranks);
        if (lion != SQUARE_NONE) {
            position->lion = lion;
            position->key ^= reader->tables->key_lion[lion];
        } else if (*reader->at == '-')
            reader->at++;
        else if (*reader->at && !is_digit(*reader->at))
            return wrong(reader, field == 1 && reader->tables->counterstrike
                                     ? "expected '-' or the counter-strike square"
                                     : "expected '-'");
        if (*reader->at && *reader->at != ' ' && !is_digit(*reader->at))
            return wrong(reader, "expected a space");
    }
    long half = 0, full = 1;
    if (!read_number(reader, 10000, &half) || !read_number(reader, 10000, &full))
        return false;
    skip_spaces(reader);
    if (reader->tables->remembers_deferral && *reader->at == '~' && !read_deferred(reader))
        return false;
    skip_spaces(reader);
    if (*reader->at)
        return wrong(reader, "unexpected text after the position");
    position->halfmoves = (uint16_t)half;
    position->ply = (uint16_t)(2 * (full > 0 ? full - 1 : 0) + (position->side == SECOND ? 1 : 0));
    return true;
}

// Pieces of a side that are royal or can become so.
static int possible_royals(const struct position *position, enum side side) {
    const struct variant *variant = &position->tables->variant;
    int count = 0;
    for (int rank = 0; rank < GRID; rank++) {
        uint32_t own = position->pieces[side][rank];
        uint32_t pieces = position->tables->drops ? own | position->pieces[!side][rank] : own;
        for (; pieces; pieces &= pieces - 1) {
            Piece piece = position->board[rank * GRID + __builtin_ctz(pieces)];
            Type base = piece_base(piece);
            count += (piece_of(piece, side) && position->tables->royal[piece]) ||
                     (variant->promotes[base] && variant->piece[base | TYPE_PROMOTED].royal);
        }
    }
    for (int base = 1; base < BASE_TYPES; base++)
        if (variant->promotes[base] && variant->piece[base | TYPE_PROMOTED].royal)
            count += position->hand[FIRST][base] + position->hand[SECOND][base];
    return count;
}

// What a game needs to make sense of: one royal a side where check matters, several where it has
// them. A side may have lost its last two at once: then it is its turn and the game is over.
static bool check_royals(const struct reader *reader) {
    struct position *position = reader->position;
    bool several = reader->tables->several_royals;
    for (enum side side = FIRST; several && side < SIDES; side++)
        if (possible_royals(reader->position, side) > ROYALS_MAX)
            return error_set(reader->error,
                             "FEN: more than %d pieces that are royal or can become so",
                             ROYALS_MAX);
    static const char *const names[SIDES] = {"the first player", "the second player"};
    for (enum side side = FIRST; side < SIDES; side++)
        if (position->royal_count[side] > 1 && !several)
            return error_set(reader->error, "FEN: %s has %d Kings, and can have only one",
                             names[side], position->royal_count[side]);
    for (enum side side = FIRST; side < SIDES; side++)
        position->kingless[side] =
            reader->problem && position->royal_count[side] == 0 && position->royal_count[!side] > 0;
    if (!reader->tables->legality)
        return true;
    for (enum side side = FIRST; side < SIDES; side++)
        if (position_royals_lost(position, side) && !(several && side == position->side))
            return error_set(reader->error, "FEN: %s has no King", names[side]);
    if (position_side_in_check(position, !position->side))
        return error_set(reader->error, "FEN: the side not to move is in check");
    return true;
}

static bool parse(const char *text, const struct tables *tables, bool problem,
                  struct position *position, struct error *error) {
    if (!text)
        text = variant_start_fen(&tables->variant, &tables->rules);
    struct reader reader = {.text = text,
                            .at = text,
                            .tables = tables,
                            .position = position,
                            .error = error,
                            .problem = problem};
    char fen[FEN_TEXT];
    switch (sfen_likeness(text)) {
    case SFEN_CERTAINLY:
        if (!sfen_to_fen(text, tables, fen, error))
            return false;
        reader.text = reader.at = fen;
        reader.sfen = true;
        break;
    case SFEN_PERHAPS:
        return error_set(error, "this is %s", sfen_refusal(text));
    case SFEN_NOT:
        break;
    }
    position_clear(position, tables);
    return read_board(&reader) && read_hands(&reader) && read_fields(&reader) &&
           check_royals(&reader);
}

bool fen_parse(const char *text, const struct tables *tables, struct position *position,
               struct error *error) {
    return parse(text, tables, false, position, error);
}

bool fen_parse_problem(const char *text, const struct tables *tables, struct position *position,
                       struct error *error) {
    return parse(text, tables, true, position, error);
}

char *fen_print(const struct position *position, char text[FEN_TEXT]) {
    const struct tables *tables = position->tables;
    char *at = text;
    for (int rank = tables->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= tables->files; file++) {
            Piece piece =
                file < tables->files ? position->board[square_at(file, rank)] : (Piece)PIECE_WALL;
            if (piece == PIECE_EMPTY) {
                empty++;
                continue;
            }
            if (empty)
                at += sprintf(at, "%d", empty);
            empty = 0;
            if (piece == PIECE_WALL)
                continue;
            if (piece_is_promoted(piece))
                *at++ = '+';
            *at++ = side_letter(piece_type(piece), piece_side(piece));
        }
        if (rank > 0)
            *at++ = '/';
    }
    *at++ = '[';
    for (enum side side = FIRST; side < SIDES; side++)
        for (Type base = 1; base < BASE_TYPES; base++)
            for (int i = 0; i < position->hand[side][base]; i++)
                *at++ = side_letter(base, side);
    *at++ = ']';
    char lion[SQUARE_TEXT] = "-";
    if (position->lion != SQUARE_NONE)
        square_text(position->lion, lion);
    at += sprintf(at, " %c - %s %d %d", position->side == FIRST ? 'w' : 'b', lion,
                  position->halfmoves, position->ply / 2 + 1);
    char mark = ' ';
    for (int square = 0; square < SQUARES; square++)
        if (position->deferred[square / GRID] >> (square % GRID) & 1) {
            char name[SQUARE_TEXT];
            at += sprintf(at, "%s%s", mark == ' ' ? " ~" : ",", square_text((Square)square, name));
            mark = ',';
        }
    return text;
}

static char *add_square(char *at, Square square) {
    return at + strlen(square_text(square, at));
}

char *move_print(Move move, char text[MOVE_TEXT]) {
    char *at = text;
    if (move_is_drop(move)) {
        *at++ = type_letter(move_dropped(move));
        *at++ = '@';
    } else {
        at = add_square(at, move_from(move));
        if (move & MOVE_TWO_STEP)
            at = add_square(at, move_via(move));
    }
    at = add_square(at, move_to(move));
    if (move_is_promotion(move))
        *at++ = '+';
    *at = 0;
    return text;
}

void moves_add(struct buffer *out, const Move *moves, int64_t count) {
    char text[MOVE_TEXT];
    for (int64_t i = 0; i < count; i++)
        buffer_printf(out, "%s%s", i > 0 ? " " : "", move_print(moves[i], text));
}

static bool read_move(const char *text, const struct tables *tables, Move *move) {
    const char *at = text;
    if (isupper((unsigned char)at[0]) && at[1] == '@') {
        at += 2;
        Square to = square_parse(&at, tables->files, tables->ranks);
        *move = move_drop(type_of_letter(text[0]), to);
        return to != SQUARE_NONE && !*at;
    }
    Square squares[3];
    int count = 0;
    while (count < 3) {
        squares[count] = square_parse(&at, tables->files, tables->ranks);
        if (squares[count] == SQUARE_NONE)
            break;
        count++;
    }
    if (count < 2)
        return false;
    *move = move_make(squares[0], squares[count - 1]);
    if (count == 3)
        *move |= MOVE_TWO_STEP | (Move)squares[1] << MOVE_VIA_SHIFT;
    if (*at == '+') {
        *move |= MOVE_PROMOTE;
        at++;
    }
    return !*at;
}

// Has the piece on the move's origin these two steps?
static bool has_two_steps(const struct position *position, Move move) {
    const struct tables *tables = position->tables;
    Piece piece = position->board[move_from(move)];
    for (int d = 0; d < DIRECTIONS; d++)
        if (move_from(move) + direction_delta[d] == move_via(move))
            for (int e = 0; e < DIRECTIONS; e++)
                if ((tables->second_steps[piece][d] >> e & 1) &&
                    move_via(move) + direction_delta[e] == move_to(move))
                    return true;
    return false;
}

// A two-step move through an empty square is the direct move, and all passes of a piece are one.
static Move canonical(struct position *position, Move move) {
    if (!(move & MOVE_TWO_STEP) || position->board[move_via(move)] != PIECE_EMPTY ||
        !has_two_steps(position, move))
        return move;
    Square from = move_from(move);
    if (move_to(move) != from)
        return move & ~(MOVE_TWO_STEP | (Move)(SQUARES - 1) << MOVE_VIA_SHIFT);
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_QUIETS, list);
    for (const Move *pass = list; pass < end; pass++)
        if ((*pass & MOVE_TWO_STEP) && move_from(*pass) == from && move_to(*pass) == from &&
            move_is_promotion(*pass) == move_is_promotion(move))
            return *pass;
    return move;
}

bool move_parse(const char *text, struct position *position, Move *move, struct error *error) {
    const struct tables *tables = position->tables;
    if (!read_move(text, tables, move) || move_from(*move) == SQUARE_NONE)
        return error_set(error, "'%.40s' is no move; expected e3e4, b7b8+ or P@e5", text);
    *move = canonical(position, *move);
    if (movegen_is_legal(position, *move))
        return true;
    if (move_is_drop(*move)) {
        if (!position->hand[position->side][move_dropped(*move)])
            return error_set(error, "'%s' is illegal: no such piece in hand", text);
    } else if (!piece_of(position->board[move_from(*move)], position->side)) {
        return error_set(error, "'%s' is illegal: no piece of the side to move there", text);
    } else if (movegen_is_legal(position, *move ^ MOVE_PROMOTE)) {
        return error_set(error,
                         move_is_promotion(*move) ? "'%s' is illegal: no promotion by it"
                                                  : "'%s' is illegal: it must promote",
                         text);
    }
    if (position_in_check(position))
        return error_set(error, "'%s' is illegal: the King is in check", text);
    return error_set(error, "'%s' is illegal here", text);
}

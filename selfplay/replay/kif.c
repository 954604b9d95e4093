// SPDX-License-Identifier: GPL-3.0-or-later
// KIF, the Japanese format (Kakinoki Yoshikazu, "棋譜ファイル KIF 形式"), in UTF-8; minishogi and
// Chu Shogi, for which there is no standard, as Lishogi writes and reads them: 中将棋 with squares
// like 10八, origins like （←10九）, and a Lion's two steps on two lines of one number, 一歩目 and
// 二歩目. The first player is 先手. Scores stand in comments, for 先手, as programs for analysis
// write them: *評価値=35; times are cut to seconds. Read is also what people write; variations are
// passed over.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "games_import_internal.h"

// Before a promoted piece that has the name of another.
#define KIF_MARK "成"

// What KIF files call pieces: the character on a board, and the words in moves of shogi and of Chu
// Shogi, as Lishogi writes the latter. A promoted piece that moves like one of the start has the
// same name and on the board a mark before it (KIF_MARK), but for those with a `base`.
static const struct kif_piece {
    char base;                           // of a promoted form; 0: of any piece with this name
    const char *name, *board, *words[2]; // shogi, Chu Shogi
} pieces[] = {
    {'P', "Gold General", "と", {"と", "と金"}},
    {'P', "Tokin", "と", {"と", "と金"}},
    {0, "King", "玉", {"玉", "玉将"}},
    {0, "King", "王", {"王", "王将"}}, // the second row of a piece is for reading alone
    {0, "Prince", "太", {"太子", "太子"}},
    {0, "Rook", "飛", {"飛", "飛車"}},
    {0, "Dragon King", "龍", {"龍", "龍王"}},
    {0, "Dragon King", "竜", {"竜", "竜王"}},
    {0, "Bishop", "角", {"角", "角行"}},
    {0, "Dragon Horse", "馬", {"馬", "龍馬"}},
    {0, "Gold General", "金", {"金", "金将"}},
    {0, "Silver General", "銀", {"銀", "銀将"}},
    {0, "Promoted Silver", "全", {"成銀", "成銀"}},
    {0, "Knight", "桂", {"桂", "桂馬"}},
    {0, "Promoted Knight", "圭", {"成桂", "成桂"}},
    {0, "Lance", "香", {"香", "香車"}},
    {0, "Promoted Lance", "杏", {"成香", "成香"}},
    {0, "Pawn", "歩", {"歩", "歩兵"}},
    {0, "Free King", "奔", {"奔王", "奔王"}},
    {0, "Lion", "獅", {"獅子", "獅子"}},
    {0, "Soaring Eagle", "鷲", {"飛鷲", "飛鷲"}},
    {0, "Horned Falcon", "鷹", {"角鷹", "角鷹"}},
    {0, "Kirin", "麒", {"麒麟", "麒麟"}},
    {0, "Phoenix", "鳳", {"鳳凰", "鳳凰"}},
    {0, "Drunk Elephant", "象", {"醉象", "醉象"}},
    {0, "Blind Tiger", "虎", {"盲虎", "盲虎"}},
    {0, "Flying Stag", "鹿", {"飛鹿", "飛鹿"}},
    {0, "Ferocious Leopard", "豹", {"猛豹", "猛豹"}},
    {0, "Copper General", "銅", {"銅将", "銅将"}},
    {0, "Vertical Mover", "竪", {"竪行", "竪行"}},
    {0, "Flying Ox", "牛", {"飛牛", "飛牛"}},
    {0, "Side Mover", "横", {"横行", "横行"}},
    {0, "Free Boar", "猪", {"奔猪", "奔猪"}},
    {0, "Reverse Chariot", "反", {"反車", "反車"}},
    {0, "Whale", "鯨", {"鯨鯢", "鯨鯢"}},
    {0, "White Horse", "駒", {"白駒", "白駒"}},
    {0, "Go-Between", "仲", {"仲人", "仲人"}},
};

static const char *const kanji_numbers[] = {"",   "一", "二", "三", "四",   "五",  "六",
                                            "七", "八", "九", "十", "十一", "十二"};
static const char *const wide_digits[] = {"０", "１", "２", "３", "４",
                                          "５", "６", "７", "８", "９"};
static const char *const players[SIDES] = {[FIRST] = "先手", [SECOND] = "後手"};

static bool is_chu(const struct tables *tables) {
    return tables->files == 12;
}

// NULL: KIF has no word for it.
static const struct kif_piece *kif_piece(const struct variant *variant, Type type) {
    for (int i = 0; i < ARRAY_LENGTH(pieces); i++) {
        const struct kif_piece *piece = &pieces[i];
        bool promoted = type & TYPE_PROMOTED && type_letter(type) == piece->base;
        if ((!piece->base || promoted) && strcmp(piece->name, variant->piece[type].name) == 0)
            return piece;
    }
    return NULL;
}

static const char *word_of(const struct tables *tables, Type type) {
    return kif_piece(&tables->variant, type)->words[is_chu(tables)];
}

// A promoted form that moves like a piece that the game has unpromoted, too, and has its name.
static bool is_marked(const struct variant *variant, Type type) {
    if (!(type & TYPE_PROMOTED) || kif_piece(variant, type)->base)
        return false;
    for (int i = 0; i < variant->base_count; i++)
        if (strcmp(variant->piece[variant->bases[i]].name, variant->piece[type].name) == 0)
            return true;
    return false;
}

static bool check(const struct tables *tables, struct error *error) {
    static const char *const games[] = {"shogi", "minishogi", "chu-shogi"};
    return (text_find(tables->variant.name, games, ARRAY_LENGTH(games)) >= 0 &&
            tables_are_shipped(tables, true)) ||
           error_set(error,
                     "KIF has words for shogi, minishogi and Chu Shogi as they ship, none for %s: "
                     "take pgn, usi or csv",
                     tables->variant.title);
}

static void add_wide(struct buffer *text, int number) {
    if (number >= 10)
        buffer_text(text, wide_digits[number / 10]);
    buffer_text(text, wide_digits[number % 10]);
}

static int file_of(const struct tables *tables, Square square) {
    return tables->files - square_file(square);
}
static int rank_of(const struct tables *tables, Square square) {
    return tables->ranks - square_rank(square);
}

static void add_square(struct export_game *game, Square square) {
    if (is_chu(game->tables))
        buffer_printf(game->text, "%d", file_of(game->tables, square));
    else
        add_wide(game->text, file_of(game->tables, square));
    buffer_text(game->text, kanji_numbers[rank_of(game->tables, square)]);
}

static void add_hand(struct export_game *game, const struct position *position, enum side side) {
    const struct variant *variant = &game->tables->variant;
    struct buffer *text = game->text;
    bool any = false;
    buffer_printf(text, "%sの持駒：", players[side]);
    for (int i = 0; i < variant->base_count; i++) {
        Type type = variant->bases[i];
        int count = position->hand[side][type], tens = count / 10;
        if (count == 0)
            continue;
        buffer_printf(text, "%s%s", any ? "　" : "", kif_piece(variant, type)->board);
        any = true;
        if (tens > 1)
            buffer_text(text, tens <= 12 ? kanji_numbers[tens] : "");
        if (tens > 0)
            buffer_text(text, kanji_numbers[10]);
        if (count > 1)
            buffer_text(text, kanji_numbers[count % 10]);
    }
    buffer_text(text, any ? "\n" : "なし\n");
}

static void add_board(struct export_game *game, const struct position *position) {
    const struct tables *tables = game->tables;
    struct buffer *text = game->text;
    bool chu = is_chu(tables);
    buffer_char(text, ' ');
    for (int file = tables->files; file >= 1; file--) {
        buffer_text(text, chu && file < 10 ? "  " : " ");
        add_wide(text, file);
        buffer_text(text, chu && file < 10 && file > 1 ? " " : "");
    }
    for (int rank = tables->ranks - 1; rank >= -1; rank--) {
        if (rank == tables->ranks - 1 || rank == -1) {
            buffer_text(text, rank == -1 ? "+" : "\n+");
            for (int i = 0; i < tables->files * (chu ? 5 : 3); i++)
                buffer_char(text, '-');
            buffer_text(text, "+\n");
        }
        for (int file = 0; file < tables->files && rank >= 0; file++) {
            Piece piece = position->board[square_at(file, rank)];
            bool marked = piece != PIECE_EMPTY && is_marked(&tables->variant, piece_type(piece));
            const char *side = piece == PIECE_EMPTY || piece_of(piece, FIRST) ? " " : "v";
            buffer_printf(text, "%s%s%s%s%s", file ? "" : "|", chu && !marked ? "  " : "", side,
                          marked ? KIF_MARK : "",
                          piece == PIECE_EMPTY
                              ? "・"
                              : kif_piece(&tables->variant, piece_type(piece))->board);
        }
        if (rank >= 0)
            buffer_printf(text, "|%s\n", kanji_numbers[tables->ranks - rank]);
    }
}

static const char *const start_names[] = {[5] = "5五将棋", [9] = "平手", [12] = "中将棋"};

static void begin(struct export_game *game, const struct position *position) {
    const struct game_row *row = game->row;
    const struct tables *tables = game->tables;
    struct buffer *text = game->text;
    bool start = strcmp(row->opening, variant_start_fen(&tables->variant, &tables->rules)) == 0,
         drops = tables->files != 12;
    char day[16];
    buffer_text(text, "#KIF version=2.0 encoding=UTF-8\n");
    if (*export_day(game, '/', day))
        buffer_printf(text, "開始日時：%s\n", day);
    buffer_printf(text, "棋戦：kagami %s\n", row->run);
    if (start || tables->files == 5)
        buffer_printf(text, "手合割：%s\n", start_names[tables->files]);
    buffer_printf(text, "先手：%s\n後手：%s\n", row->first, row->second);
    if (!start) {
        if (drops)
            add_hand(game, position, SECOND);
        add_board(game, position);
        if (drops)
            add_hand(game, position, FIRST);
        if (position->side == SECOND)
            buffer_text(text, "後手番\n");
    }
    buffer_text(text, "手数----指手---------消費時間--\n");
    buffer_printf(text, "*game %" PRId64 ", seed %" PRIu64 "\n", row->game, row->seed);
    if (*row->rules)
        buffer_printf(text, "*rules %s\n", row->rules);
}

static void add_to(struct export_game *game, Square to, Square previous) {
    if (to == previous)
        buffer_text(game->text, is_chu(game->tables) ? "仝" : "同　");
    else
        add_square(game, to);
}

static void add_step(struct export_game *game, int number, const char *which, Type type,
                     Square from, Square to, Square previous) {
    buffer_printf(game->text, "%4d%s ", number, which);
    add_to(game, to, previous);
    buffer_printf(game->text, "%s （←", word_of(game->tables, type));
    add_square(game, from);
    buffer_text(game->text, "）");
}

// Both steps of a Lion, also of one that takes on the first and comes back or that passes: words
// for those two, 居食い and じっと, are left out, since readers stumble over them.
static void add_steps(struct export_game *game, const struct position *position,
                      const struct export_move *move) {
    Square from = move_from(move->move), via = move_via(move->move), to = move_to(move->move);
    Type type = piece_type(position->board[from]);
    add_step(game, move->number + 1, "一歩目", type, from, via, move->previous);
    buffer_char(game->text, '\n');
    add_step(game, move->number + 1, "二歩目", type, via, to, SQUARE_NONE);
}

static void add_move(struct export_game *game, const struct position *position,
                     const struct export_move *move) {
    struct buffer *text = game->text;
    const struct tables *tables = game->tables;
    bool chu = is_chu(tables);
    Square from = move_from(move->move), to = move_to(move->move);
    buffer_printf(text, "%4d ", move->number + 1);
    if (chu)
        buffer_text(text, "  ");
    add_to(game, to, move->previous);
    if (move_is_drop(move->move)) {
        buffer_printf(text, "%s打", word_of(tables, move_dropped(move->move)));
        return;
    }
    buffer_text(text, word_of(tables, piece_type(position->board[from])));
    buffer_text(text, move_is_promotion(move->move) ? "成" : move->can_promote ? "不成" : "");
    if (chu) {
        buffer_text(text, " （←");
        add_square(game, from);
        buffer_text(text, "）");
    } else {
        buffer_printf(text, "(%d%d)", file_of(tables, from), rank_of(tables, from));
    }
}

static void write_move(struct export_game *game, const struct position *position,
                       const struct export_move *move) {
    struct buffer *text = game->text;
    if (!move_is_drop(move->move) && move->move & MOVE_TWO_STEP)
        add_steps(game, position, move);
    else
        add_move(game, position, move);
    if (move->duration >= 0) {
        int64_t own = move->duration / 1000, all = move->spent[position->side] / 1000;
        buffer_printf(text,
                      "   (%2" PRId64 ":%02" PRId64 "/%02" PRId64 ":%02" PRId64 ":%02" PRId64 ")",
                      own / 60, own % 60, all / 3600, all / 60 % 60, all % 60);
    }
    buffer_char(text, '\n');
    if (move->mate)
        buffer_printf(text, "*評価値=%s詰%d\n", move->mate > 0 ? "+" : "-",
                      move->mate > 0 ? move->mate : -move->mate);
    else if (move->score != EXPORT_UNKNOWN)
        buffer_printf(text, "*評価値=%d\n", move->score);
    if (move->depth)
        buffer_printf(text, "*深さ=%d\n", move->depth);
}

// What it has no word for is a resignation of the loser, a foul of the player who moved last where
// that one lost, or the draw of impasse; the comment behind it has ours.
static const struct end_word end_words[] = {{"千日手", END_DRAWN, TERMINATION_REPETITION},
                                            {"持将棋", END_DRAWN, TERMINATION_NONE},
                                            {"入玉勝ち", END_WON, TERMINATION_IMPASSE},
                                            {"反則勝ち", END_WON, TERMINATION_NONE},
                                            {"詰み", END_LOST, TERMINATION_CHECKMATE},
                                            {"切れ負け", END_LOST, TERMINATION_TIME},
                                            {"反則負け", END_LOST, TERMINATION_ILLEGAL_MOVE},
                                            {"投了", END_LOST, TERMINATION_NONE},
                                            {"中断", END_OPEN, TERMINATION_NONE},
                                            {NULL, END_OPEN, TERMINATION_NONE}};

static void end(struct export_game *game, const struct position *position) {
    const struct game_row *row = game->row;
    struct buffer *text = game->text;
    const char *word = export_end_word(end_words, row, position->side);
    buffer_printf(text, "%4" PRId64 " %s\n*%s\n", row->plies + 1, word,
                  termination_name(row->termination));
    buffer_printf(text, "まで%" PRId64 "手で", row->plies);
    if (row->result == RESULT_DRAW)
        buffer_printf(text, "%s\n\n", word);
    else
        buffer_printf(text, "%sの勝ち\n\n", players[row->result == RESULT_FIRST ? FIRST : SECOND]);
}

const struct export_writer export_kif = {
    .says_no_promotion = true, .check = check, .begin = begin, .move = write_move, .end = end};

// --- Reading -------------------------------------------------------------------------------------

// Takes the longest of the words off the text: its number, or -1.
static int take(const char **text, const char *const *words, int count) {
    int best = -1;
    for (int i = 0; i < count; i++)
        if (*words[i] && strncmp(*text, words[i], strlen(words[i])) == 0 &&
            (best < 0 || strlen(words[i]) > strlen(words[best])))
            best = i;
    *text += best >= 0 ? strlen(words[best]) : 0;
    return best;
}

static bool take_word(const char **text, const char *word) {
    return take(text, &word, 1) == 0;
}

static void skip_blanks(const char **text) {
    while (take_word(text, " ") || take_word(text, "　"))
        ;
}

static int take_kanji(const char **text) {
    return take(text, kanji_numbers, ARRAY_LENGTH(kanji_numbers));
}

// "７六", "10十一", or "77" of an origin; SQUARE_NONE: none stands there.
static Square take_square(const char **text, const struct tables *tables) {
    const char *at = *text;
    int file = 0, digit, rank;
    while (file < 10 && (digit = is_digit(*at) ? *at++ - '0' : take(&at, wide_digits, 10)) >= 0)
        file = 10 * file + digit;
    rank = take_kanji(&at);
    if (rank < 0) {
        rank = file % 10;
        file /= 10;
    }
    if (file < 1 || file > tables->files || rank < 1 || rank > tables->ranks)
        return SQUARE_NONE;
    *text = at;
    return square_at(tables->files - file, tables->ranks - rank);
}

// The piece with the longest word at the text, on a board or in a move; 0: none of this game.
static Type take_piece(const char **text, const struct tables *tables, bool board) {
    const struct variant *variant = &tables->variant;
    bool marked = board && take_word(text, KIF_MARK);
    Type found = 0;
    size_t longest = 0;
    for (int i = 0; i < ARRAY_LENGTH(pieces); i++)
        for (Type type = 1; type < TYPES; type++) {
            const char *word = board ? pieces[i].board : pieces[i].words[is_chu(tables)];
            const struct kif_piece *known =
                variant_has(variant, type) ? kif_piece(variant, type) : NULL;
            if (known && strcmp(known->name, pieces[i].name) == 0 &&
                known->base == pieces[i].base && (!board || is_marked(variant, type) == marked) &&
                strlen(word) > longest && strncmp(*text, word, strlen(word)) == 0) {
                longest = strlen(word);
                found = type;
            }
        }
    *text += longest;
    return found;
}

// "|v香v桂 ・|一"
static bool read_rank(struct incoming *game, const char *at, struct error *error) {
    const struct tables *tables = game->tables;
    int rank = tables->ranks - 1 - game->depth++, file = 0;
    for (skip_blanks(&at); *at && *at != '|'; skip_blanks(&at), file++) {
        enum side side = take_word(&at, "v") ? SECOND : FIRST;
        bool empty = take_word(&at, "・");
        Type type = empty ? 0 : take_piece(&at, tables, true);
        if (rank < 0 || file == tables->files || (!empty && !type))
            break;
        if (!incoming_put(game, false, square_at(file, rank),
                          empty ? PIECE_EMPTY : piece_make(type, side), error))
            return false;
    }
    return (*at == '|' && file == tables->files) ||
           error_set(error, "no rank of %s", tables->variant.title);
}

// "飛二　角　歩十八", or なし.
static bool read_hand(struct incoming *game, const char *at, enum side side, struct error *error) {
    for (skip_blanks(&at); *at && !take_word(&at, "なし"); skip_blanks(&at)) {
        Type type = take_piece(&at, game->tables, true);
        int number = take_kanji(&at), more = take_kanji(&at);
        if (more >= 10) // 二十一
            number = 10 * number + more - 10;
        else if (more > 0)
            number += more;
        for (int i = 0; type && i < (number > 0 ? number : 1); i++)
            if (!incoming_put(game, false, SQUARE_NONE, piece_make(type, side), error))
                return false;
        if (!type)
            return error_set(error, "no piece of a hand: '%.20s'", at);
    }
    return true;
}

// "先手：NAME"
static bool read_head(struct incoming *game, const char *line, const char *value,
                      struct error *error) {
    static const char *const names[] = {"先手", "下手", "後手", "上手"};
    int who = take(&line, names, ARRAY_LENGTH(names));
    incoming_head(game);
    if (who >= 0 && take_word(&line, "の持駒"))
        return read_hand(game, value, who / 2 ? SECOND : FIRST, error);
    if (who >= 0 && take_word(&line, "："))
        incoming_name(game, who / 2 ? SECOND : FIRST, value);
    return !take_word(&line, "手合割") || strcmp(value, "その他") == 0 ||
           strcmp(value, start_names[game->tables->files]) == 0 ||
           error_set(error, "手合割 '%.60s' is none of %s, or a handicap: give its board", value,
                     game->tables->variant.title);
}

// What stands behind the number: a move, of which a Lion's second step follows, or an end.
static bool read_move(struct incoming *game, const char *at, struct error *error) {
    char text[4 * SQUARE_TEXT], to[SQUARE_TEXT], from[SQUARE_TEXT];
    skip_blanks(&at);
    bool first = take_word(&at, "一歩目"), second = take_word(&at, "二歩目");
    skip_blanks(&at);
    Square square = take_square(&at, game->tables), origin = SQUARE_NONE;
    if (square == SQUARE_NONE && (take_word(&at, "同") || take_word(&at, "仝")))
        square = game->last;
    if (square == SQUARE_NONE)
        return incoming_end_word(game, end_words, at, error);
    skip_blanks(&at);
    Type type = take_piece(&at, game->tables, false);
    const char *arrow = strstr(at, "（←"), *plain = strchr(at, '(');
    if (arrow && take_word(&arrow, "（←"))
        origin = take_square(&arrow, game->tables);
    else if (plain && ++plain && !take_word(&at, "打"))
        origin = take_square(&plain, game->tables);
    if (!type)
        return error_set(error, "no piece of %s: '%.20s'", game->tables->variant.title, at);
    Piece moved =
        origin == SQUARE_NONE || second ? PIECE_EMPTY : game->referee.position.board[origin];
    if (moved != PIECE_EMPTY &&
        strcmp(word_of(game->tables, piece_type(moved)), word_of(game->tables, type)) != 0)
        return error_set(error, "there is no %s but a %s", word_of(game->tables, type),
                         word_of(game->tables, piece_type(moved)));
    game->last = square;
    square_text(square, to);
    if (origin == SQUARE_NONE)
        snprintf(text, sizeof text, "%c@%s", type_letter(type), to);
    else
        snprintf(text, sizeof text, "%s%s%s", second ? game->step : square_text(origin, from), to,
                 take_word(&at, "成") ? "+" : "");
    if (first)
        snprintf(game->step, sizeof game->step, "%.15s", text);
    return first || incoming_text(game, text, error);
}

bool import_kif(struct incoming *game, const char *line, struct error *error) {
    static const char *const wins[] = {"先手の勝ち", "下手の勝ち", "後手の勝ち", "上手の勝ち"};
    static const char *const seconds[] = {"後手番", "上手番"}, *const others[] = {
                                                                   "手数", "先手番", "下手番", "+",
                                                                   "９",   "５",     "１"};
    const char *at = line, *value = strstr(line, "：");
    if (!check(game->tables, error))
        return false;
    skip_blanks(&at);
    if (*at == '*')
        return incoming_comment(game, at + 1, error);
    if (take_word(&at, "変化"))
        game->comment = true;            // variations, up to the next game
    else if (*at == '#' || *at == '&') { // comments, but that a game may begin by the first
        if (game->stage >= INCOMING_MOVES && strncmp(at, "#KIF", 4) == 0)
            incoming_head(game);
    } else if (*at == '|')
        return read_rank(game, at + 1, error);
    else if (is_digit(*at) && !game->comment)
        return incoming_begin(game, error) && read_move(game, at + strspn(at, "0123456789"), error);
    else if (value)
        return read_head(game, at, value + strlen("："), error);
    else if (take(&at, seconds, ARRAY_LENGTH(seconds)) >= 0)
        game->drawn.side = SECOND;
    else if (take_word(&at, "まで"))
        for (int i = 0; i < ARRAY_LENGTH(wins); i++)
            if (strstr(at, wins[i]) && !game->comment)
                return incoming_end(game, i / 2 ? RESULT_SECOND : RESULT_FIRST,
                                    strstr(at, "時間切れ") &&
                                            game->referee.position.side == !(i / 2)
                                        ? TERMINATION_TIME
                                        : TERMINATION_NONE,
                                    error);
    return !*at || strchr("#&", *at) || is_digit(*at) || at != line + strspn(line, " ") ||
           take(&at, others, ARRAY_LENGTH(others)) >= 0 ||
           error_set(error, "'%.40s': neither head nor board nor move of KIF", line);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// PGN as people and programs write it: moves as coordinates (export.c), or in standard algebraic
// notation as Fairy-Stockfish, PyChess and XBoard write it for these games, with a + for a
// promotion, for a check, or one for each. strcasecmp is POSIX.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "attacks.h"
#include "games_import_internal.h"

// Length of `[Name "`, 0: the line is no tag.
static int read_tag_name(const char *line, char name[32]) {
    int behind = 0;
    sscanf(line, "[%31[A-Za-z0-9_] \"%n", name, &behind);
    return behind;
}

// [Name "value"]
static bool read_tag(struct incoming *game, const char *line, struct error *error) {
    const struct variant *variant = &game->tables->variant;
    char name[32] = "", value[FEN_TEXT] = "";
    size_t length = 0;
    int behind = read_tag_name(line, name);
    const char *at = line + behind;
    for (; behind && *at && *at != '"' && length + 1 < sizeof value; at++) {
        at += *at == '\\' && at[1];
        value[length++] = *at;
    }
    if (!behind || *at != '"')
        return error_set(error, "expected [Name \"value\"]");
    incoming_head(game);
    bool black = strcmp(name, "Black") == 0;
    if (black || strcmp(name, "White") == 0)
        incoming_name(game, black ? SECOND : FIRST, value);
    else if (strcmp(name, "FEN") == 0)
        strcpy(game->fen, value);
    else if (strcmp(name, "Result") == 0)
        return incoming_end(game, result_find(value), TERMINATION_NONE, error);
    else if (strcmp(name, "Reason") == 0)
        game->said.termination = termination_find(value);
    else if (strcmp(name, "Termination") == 0 && strcmp(value, "time forfeit") == 0)
        game->said.termination = TERMINATION_TIME;
    else if (strcmp(name, "Rules") == 0) {
        char rules[RULES_TEXT];
        snprintf(rules, sizeof rules, "rules %s", value);
        return incoming_comment(game, rules, error);
    }
    return strcmp(name, "Variant") != 0 || strcasecmp(value, variant->name) == 0 ||
           strcasecmp(value, variant->title) == 0 || strcasecmp(value, variant->xboard) == 0 ||
           error_set(error, "a game of '%.60s', not of %s", value, variant->title);
}

static bool gives_check(const struct position *position, Move move) {
    struct position after = *position;
    struct undo undo;
    position_make(&after, move, &undo);
    return position_side_in_check(&after, after.side);
}

// Does the word, without crosses at its end, say this move? "Sc5", "S7c5", "c5" of a Pawn, "P@c5".
static bool says(const char *word, const struct position *position, Move move) {
    char text[MOVE_TEXT], from[SQUARE_TEXT] = "", to[SQUARE_TEXT];
    Type type =
        move_is_drop(move) ? move_dropped(move) : piece_type(position->board[move_from(move)]);
    square_text(move_to(move), to);
    if (!move_is_drop(move))
        square_text(move_from(move), from);
    for (int i = 0; i < 8; i++) { // with file and rank of the origin, and the letter of a Pawn
        bool file = i & 1, rank = i & 2, letter = i & 4;
        snprintf(text, sizeof text, "%s%.*s%s%.*s%s%s", type & TYPE_PROMOTED ? "+" : "",
                 letter || type_letter(type) != 'P', (char[]){type_letter(type), 0},
                 move_is_drop(move) ? "@" : "", file, from, rank && *from ? from + 1 : "", to);
        if (strcmp(word, text) == 0)
            return true;
    }
    return false;
}

// The only legal move that is meant, where its crosses count checks, or else promotions alone.
static Move find_move(struct referee *referee, char *word) {
    const struct position *position = &referee->position;
    const Move *end = outcome_legal_moves(&referee->position, &referee->history, referee->list);
    int crosses = 0;
    size_t length = strlen(word);
    for (; length > 1 && word[length - 1] == '+'; crosses++)
        word[--length] = 0;
    for (int checks = 1; checks >= 0; checks--) {
        Move found = MOVE_NONE;
        int count = 0;
        for (const Move *move = referee->list; move < end; move++)
            if (!(*move & MOVE_TWO_STEP && !move_is_drop(*move)) && says(word, position, *move) &&
                move_is_promotion(*move) + (checks && gives_check(position, *move)) == crosses) {
                found = *move;
                count++;
            }
        if (count == 1)
            return found;
    }
    return MOVE_NONE;
}

// "--": nothing happens but that the turn goes on.
static Move find_pass(struct referee *referee) {
    const Move *end = outcome_legal_moves(&referee->position, &referee->history, referee->list);
    for (const Move *move = referee->list; move < end; move++)
        if (export_is_pass(&referee->position, *move))
            return *move;
    return MOVE_NONE;
}

static bool read_word(struct incoming *game, const char *word, struct error *error) {
    char bare[MOVE_TEXT];
    size_t length = 0;
    Move move = MOVE_NONE;
    enum result result = result_find(word);
    if (!incoming_begin(game, error))
        return false;
    if (result != RESULT_NONE || strcmp(word, "*") == 0)
        return incoming_end(game, result, TERMINATION_NONE, error);
    if (is_digit(*word)) // "12.", "12...e7e6"
        word += strspn(word, "0123456789.");
    if (!*word || *word == '$')
        return true;
    for (const char *at = word; *at && length + 1 < sizeof bare; at++)
        if (*at == '=' && isupper((unsigned char)at[1])) // promotes to what there is
            bare[length++] = '+', at++;
        else if (!strchr("x-!?#=", *at))
            bare[length++] = *at;
    bare[length] = 0;
    bool pass = strcmp(word, "--") == 0;
    if (pass || !move_parse(bare, &game->referee.position, &move, error))
        move = pass ? find_pass(&game->referee) : find_move(&game->referee, bare);
    if (move == MOVE_NONE && (pass || !is_digit(bare[1]))) // of coordinates there is an error
        error_set(error, "'%.20s' is no legal move, or means several", word);
    return incoming_move(game, move, error);
}

const char import_pgn_open[] = "a comment or a variation that is not closed";

// Tags, or moves with comments and variations, which may go on over lines, but not beyond the tags
// of a game behind an empty line.
bool import_pgn(struct incoming *game, const char *line, struct error *error) {
    char name[32];
    bool begins = game->blank && read_tag_name(line, name) > 0;
    game->blank = !*line;
    if (begins && (game->comment || game->depth)) {
        incoming_fault(game, import_pgn_open);
        game->comment = false;
        game->depth = 0;
    }
    if (*line == '[' && !game->comment && game->depth == 0)
        return read_tag(game, line, error);
    for (const char *at = *line == '%' ? "" : line; *at; at += *at != 0) {
        char word[MOVE_TEXT];
        size_t length = strcspn(at, game->comment ? "}" : " \t{}();");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!game->comment && game->depth == 0 && length > 0 && !read_word(game, word, error))
            return false;
        at += length;
        if (*at == ';' && !game->comment)
            return true;
        if (*at == ')' && !game->comment && game->depth == 0)
            return error_set(error, "a ')' without its '('");
        game->depth += game->comment ? 0 : (*at == '(') - (*at == ')');
        game->comment = *at == '{' || (game->comment && *at != '}');
    }
    return true;
}

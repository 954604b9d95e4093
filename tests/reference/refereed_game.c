// SPDX-License-Identifier: GPL-3.0-or-later
#include "refereed_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation.h"

struct refereed_game *refereed_create(void) {
    struct refereed_game *game = calloc(1, sizeof *game);
    if (game != NULL)
        game->history = history_init();
    return game;
}

void refereed_destroy(struct refereed_game *game) {
    history_destroy(&game->history);
    reference_game_destroy(&game->reference);
    free(game);
}

static bool differs(struct refereed_game *game, const char *what, const char *core,
                    const char *reference) {
    char fen[FEN_TEXT], rules[RULES_TEXT];
    return error_set(&game->error, "[%.100s] %.200s after %d plies: %s: %s, reference %s",
                     rules_text(&game->tables.rules, &game->tables.variant, rules),
                     fen_print(&game->position, fen), game->history.count - 1, what, core,
                     reference);
}

bool refereed_start(struct refereed_game *game, const char *fen) {
    struct reference_position start;
    if (!fen_parse(fen, &game->tables, &game->position, &game->error))
        return false;
    if (!reference_fen(&start, &game->tables.variant, &game->tables.rules, fen))
        return error_set(&game->error, "the reference cannot read %.300s", fen);
    reference_game_destroy(&game->reference);
    game->reference = reference_game_start(&start);
    game->last = MOVE_NONE;
    history_clear(&game->history);
    history_push(&game->history, &game->position, game->last);
    return true;
}

// Index of the move with that text, or -1. A piece's pass is one move, whichever square it names.
static int find(const struct refereed_game *game, const struct reference_move *list, int count,
                Move move) {
    const struct reference_position *position = reference_game_last(&game->reference);
    bool pass = (move & MOVE_TWO_STEP) && move_from(move) == move_to(move) &&
                game->position.board[move_via(move)] == PIECE_EMPTY;
    char text[MOVE_TEXT], other[REFERENCE_TEXT];
    move_print(move, text);
    for (int i = 0; i < count; i++) {
        if (strcmp(reference_text(list[i], other), text) == 0)
            return i;
        if (pass && reference_is_pass(position, list[i]) &&
            square_at(list[i].from_file, list[i].from_rank) == move_from(move) &&
            list[i].promotes == move_is_promotion(move))
            return i;
    }
    return -1;
}

static struct reference_move *new_list(void) {
    struct reference_move *list = malloc(REFERENCE_MOVES * sizeof *list);
    if (list == NULL)
        abort();
    return list;
}

bool refereed_play(struct refereed_game *game, Move move) {
    char text[MOVE_TEXT];
    struct reference_move *list = new_list();
    int count = reference_moves(reference_game_last(&game->reference), list);
    int index = find(game, list, count, move);
    if (index >= 0)
        reference_game_play(&game->reference, list[index]);
    free(list);
    if (index < 0)
        return differs(game, "move", move_print(move, text), "none");
    struct undo undo;
    position_make(&game->position, move, &undo);
    game->last = move;
    history_push(&game->history, &game->position, game->last);
    return true;
}

bool refereed_outcome(struct refereed_game *game, struct outcome *outcome) {
    struct position before = game->position;
    struct reference_outcome expected = reference_game_outcome(&game->reference);
    *outcome = outcome_of(&game->position, &game->history, game->last);
    if (memcmp(&before, &game->position, sizeof before) != 0)
        return differs(game, "outcome_of", "changes the position", "-");
    const char *result = result_text(outcome->result);
    const char *termination = termination_name(outcome->termination);
    if (strcmp(result, expected.result) != 0)
        return differs(game, "result", result, expected.result);
    if (strcmp(termination, expected.termination) != 0)
        return differs(game, "termination", termination, expected.termination);
    return true;
}

bool refereed_moves(struct refereed_game *game, Move *list, int *count) {
    *count = (int)(outcome_legal_moves(&game->position, &game->history, list) - list);
    struct reference_move *expected = new_list();
    int wanted = reference_game_moves(&game->reference, expected), found = 0;
    for (int i = 0; i < *count; i++)
        found += find(game, expected, wanted, list[i]) >= 0;
    free(expected);
    if (found == *count && *count == wanted)
        return true;
    char core[16], reference[16];
    snprintf(core, sizeof core, "%d", *count);
    snprintf(reference, sizeof reference, "%d", wanted);
    return differs(game, "moves of the game", core, reference);
}

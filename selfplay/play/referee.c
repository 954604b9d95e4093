// SPDX-License-Identifier: GPL-3.0-or-later
#include "referee.h"

#include <assert.h>

#include "notation.h"

void referee_init(struct referee *referee) {
    referee->history = history_init();
}
void referee_destroy(struct referee *referee) {
    history_destroy(&referee->history);
}

static void judge(struct referee *referee, Move last) {
    history_push(&referee->history, &referee->position, last);
    referee->outcome = outcome_of(&referee->position, &referee->history, last);
}

bool referee_start(struct referee *referee, const struct tables *tables, const char *fen,
                   struct error *error) {
    history_clear(&referee->history);
    referee->counts = (struct game_counts){0};
    referee->outcome = (struct outcome){RESULT_NONE, TERMINATION_NONE};
    if (!fen_parse(fen, tables, &referee->position, error))
        return false;
    judge(referee, MOVE_NONE);
    return referee->outcome.result == RESULT_NONE ||
           error_set(error, "the game is over in the opening position: %s",
                     termination_name(referee->outcome.termination));
}

bool referee_can_start(struct position *position) {
    struct visit start; // memory of its own: this is asked for each opening of a file
    struct history history = {.capacity = 1, .visits = &start};
    history_push(&history, position, MOVE_NONE);
    return outcome_of(position, &history, MOVE_NONE).result == RESULT_NONE;
}

// Legal moves here by all rules of the game; `allowed` tells whether `move` is among them.
static int64_t count_moves(struct referee *referee, Move move, bool *allowed) {
    struct position *position = &referee->position;
    if (!position->tables->repetition.forbids) { // counting is cheaper than listing
        *allowed = movegen_is_legal(position, move);
        return movegen_count(position);
    }
    const Move *end = outcome_legal_moves(position, &referee->history, referee->list);
    *allowed = false;
    for (const Move *legal = referee->list; legal < end; legal++)
        *allowed |= *legal == move;
    return end - referee->list;
}

bool referee_play(struct referee *referee, Move move, struct error *error) {
    char text[MOVE_TEXT];
    if (referee->outcome.result != RESULT_NONE)
        return error_set(error, "the game has ended before '%s': %s", move_print(move, text),
                         termination_name(referee->outcome.termination));
    bool allowed;
    int64_t moves = count_moves(referee, move, &allowed);
    if (!allowed)
        return error_set(error, "'%s' is not legal", move_print(move, text));
    struct undo undo;
    position_make(&referee->position, move, &undo);
    judge(referee, move);
    struct game_counts *counts = &referee->counts;
    counts->plies++;
    counts->legal_moves += moves;
    counts->drops += move_is_drop(move);
    counts->promotions += move_is_promotion(move);
    counts->captures += undo.captured != PIECE_EMPTY;
    counts->captures += undo.captured_via != PIECE_EMPTY;
    counts->checks += referee->history.visits[referee->history.count - 1].check;
    return true;
}

int64_t game_counts_branching(const struct game_counts *counts) {
    assert(counts->plies >= 0);
    return counts->plies ? (1000 * counts->legal_moves + counts->plies / 2) / counts->plies : 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "outcome.h"

#include <string.h>

#include "attacks.h"
#include "movegen.h"

static enum result win_of(enum side side) {
    return side == FIRST ? RESULT_FIRST : RESULT_SECOND;
}

// A repetition that forbids moves instead of ending games; returns how many occurrences are
// allowed.
static int allowed_occurrences(const struct tables *tables) {
    switch (tables->rules.value[RULE_REPETITION]) {
    case REPETITION_FORBIDDEN:
        return 1;
    case REPETITION_FORBIDDEN_FOURTH:
        return 3;
    default:
        return 0;
    }
}

Move *outcome_legal_moves(struct position *position, const struct history *history, Move *list) {
    Move *end = movegen(position, MOVES_ALL, list);
    int allowed = allowed_occurrences(position->tables);
    if (!allowed || !history)
        return end;
    Move *kept = list;
    for (const Move *move = list; move < end; move++) {
        struct undo undo;
        position_make(position, *move, &undo);
        int earlier = 0;
        for (int i = history->count - 2; i >= 0; i -= 2)
            earlier += history->keys[i] == position->key;
        position_unmake(position, *move, &undo);
        if (earlier < allowed)
            *kept++ = *move;
    }
    return kept;
}

static bool has_game_move(struct position *position, const struct history *history) {
    if (!allowed_occurrences(position->tables))
        return movegen_any(position);
    Move list[MOVES_MAX];
    return outcome_legal_moves(position, history, list) > list;
}

// Fourfold repetition where constant check loses (FESA laws of shogi, 5.2): between the first and
// the last occurrence every move of one side gave check.
static struct outcome repeated(const struct position *position, const struct history *history) {
    int last = history->count - 1, first = last;
    for (int i = last; i >= 0; i -= 2)
        if (history->keys[i] == history->keys[last])
            first = i;
    bool to_move_checked = true, other_checked = true;
    for (int i = first + 1; i <= last; i++) {
        bool same_side = (last - i) % 2 == 0; // the side to move now was to move at i
        if (same_side)
            to_move_checked &= history->checks[i];
        else
            other_checked &= history->checks[i];
    }
    // The side that was in check all the time wins; a cycle cannot check both (a checked side that
    // answers with a check each time can: then nobody is the perpetual checker alone).
    if (to_move_checked != other_checked)
        return (struct outcome){win_of(to_move_checked ? position->side : !position->side),
                                TERMINATION_PERPETUAL_CHECK};
    return (struct outcome){RESULT_DRAW, TERMINATION_REPETITION};
}

bool outcome_can_declare(const struct position *position) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    if (!tables->impasse_points[us] || position->royal_count[us] == 0 ||
        !tables->in_zone[us][position->royals[us][0]] || position_in_check(position))
        return false;
    int men = 0, points = 0;
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->men[us][rank]; bits; bits &= bits - 1) {
            int square = rank * GRID + __builtin_ctz(bits);
            Piece piece = position->board[square];
            if (!tables->in_zone[us][square] || tables->royal[piece])
                continue;
            men++;
            points += tables->variant.impasse_major[piece_base(piece)] ? 5 : 1;
        }
    for (int base = 1; base < BASE_TYPES; base++)
        points += position->hand[us][base] * (tables->variant.impasse_major[base] ? 5 : 1);
    return men >= tables->impasse_men && points >= tables->impasse_points[us];
}

struct outcome outcome_of(struct position *position, const struct history *history, Move last) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    if (!has_game_move(position, history)) {
        if (position_in_check(position)) {
            bool pawn_drop = move_is_drop(last) && move_dropped(last) == tables->variant.pawn;
            if (pawn_drop && tables->rules.value[RULE_PAWN_DROP_MATE] == PAWN_DROP_MATE_LOSES)
                return (struct outcome){win_of(us), TERMINATION_PAWN_DROP_MATE};
            return (struct outcome){win_of(!us), TERMINATION_CHECKMATE};
        }
        bool draw = tables->rules.value[RULE_STALEMATE] == STALEMATE_DRAW;
        return (struct outcome){draw ? RESULT_DRAW : win_of(!us), TERMINATION_STALEMATE};
    }
    int occurrences = history ? history_occurrences(history) : 1;
    switch (tables->rules.value[RULE_REPETITION]) {
    case REPETITION_FOURFOLD:
        if (occurrences >= 4)
            return repeated(position, history);
        break;
    case REPETITION_FOURFOLD_DRAW:
        if (occurrences >= 4)
            return (struct outcome){RESULT_DRAW, TERMINATION_REPETITION};
        break;
    case REPETITION_THREEFOLD_DRAW:
        if (occurrences >= 3)
            return (struct outcome){RESULT_DRAW, TERMINATION_REPETITION};
        break;
    default:
        break;
    }
    if (outcome_can_declare(position))
        return (struct outcome){win_of(us), TERMINATION_IMPASSE};
    return (struct outcome){RESULT_NONE, TERMINATION_NONE};
}

static const char *const termination_names[TERMINATIONS] = {
#define TERMINATION(id, name) name,
#include "outcome.def"
#undef TERMINATION
};

const char *termination_name(enum termination termination) {
    return termination_names[termination];
}

enum termination termination_find(const char *name) {
    for (int i = 0; i < TERMINATIONS; i++)
        if (strcmp(termination_names[i], name) == 0)
            return (enum termination)i;
    return TERMINATION_NONE;
}

static const char *const result_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *result_text(enum result result) {
    return result_texts[result];
}

enum result result_find(const char *text) {
    for (int i = RESULT_FIRST; i <= RESULT_DRAW; i++)
        if (strcmp(result_texts[i], text) == 0)
            return (enum result)i;
    return RESULT_NONE;
}

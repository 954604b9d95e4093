// SPDX-License-Identifier: GPL-3.0-or-later
#include "outcome.h"

#include <string.h>

#include "attacks.h"
#include "bare_royal.h"
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

// Does the rule, which allows so many occurrences, forbid the position that a legal move leads to?
static bool repeats(struct position *position, const struct history *history, Move move,
                    int allowed) {
    struct undo undo;
    position_make(position, move, &undo);
    int earlier = 0;
    for (int i = history->count - 2; i >= 0; i -= 2)
        earlier += history->keys[i] == position->key;
    position_unmake(position, move, &undo);
    return earlier >= allowed;
}

Move *outcome_legal_moves(struct position *position, const struct history *history, Move *list) {
    Move *end = movegen(position, MOVES_ALL, list);
    int allowed = allowed_occurrences(position->tables);
    if (!allowed || !history)
        return end;
    Move *kept = list;
    for (const Move *move = list; move < end; move++)
        if (!repeats(position, history, *move, allowed))
            *kept++ = *move;
    return kept;
}

bool outcome_is_legal(struct position *position, const struct history *history, Move move) {
    int allowed = allowed_occurrences(position->tables);
    return movegen_is_legal(position, move) &&
           (!allowed || !repeats(position, history, move, allowed));
}

static bool has_game_move(struct position *position, const struct history *history) {
    if (!allowed_occurrences(position->tables))
        return movegen_any(position);
    Move list[MOVES_MAX];
    return outcome_legal_moves(position, history, list) > list;
}

static int first_occurrence(const struct history *history) {
    int last = history->count - 1, first = last;
    for (int i = last; i >= 0; i -= 2)
        if (history->keys[i] == history->keys[last])
            first = i;
    return first;
}

// A fourfold repetition in which one side alone pressed by every move loses for it: by checks (FESA
// laws of shogi, 5.2) or by attacks (Lishogi's Chu Shogi). `pressed` tells for each position
// whether the move that led there did. When both did or neither, it is a draw.
static struct outcome repeated(const struct position *position, const struct history *history,
                               const bool *pressed, enum termination termination) {
    int last = history->count - 1;
    bool us = true, them = true;
    for (int i = first_occurrence(history) + 1; i <= last; i++)
        if ((last - i) % 2 == 0)
            them &= pressed[i]; // the move before this turn was theirs
        else
            us &= pressed[i];
    if (us == them)
        return (struct outcome){RESULT_DRAW, TERMINATION_REPETITION};
    return (struct outcome){win_of(them ? position->side : !position->side), termination};
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
    for (enum side side = FIRST; side < SIDES; side++)
        if (position->royal_count[side] == 0)
            return (struct outcome){win_of(!side), TERMINATION_ROYAL_CAPTURED};
    if (!has_game_move(position, history)) {
        if (position->careful && position_in_check(position)) {
            bool pawn_drop = move_is_drop(last) && move_dropped(last) == tables->variant.pawn;
            if (pawn_drop && tables->rules.value[RULE_PAWN_DROP_MATE] == PAWN_DROP_MATE_LOSES)
                return (struct outcome){win_of(us), TERMINATION_PAWN_DROP_MATE};
            return (struct outcome){win_of(!us), TERMINATION_CHECKMATE};
        }
        bool draw = tables->rules.value[RULE_STALEMATE] == STALEMATE_DRAW;
        return (struct outcome){draw ? RESULT_DRAW : win_of(!us), TERMINATION_STALEMATE};
    }
    struct outcome bare = bare_royal_outcome(position);
    if (bare.result != RESULT_NONE)
        return bare;
    int occurrences = history ? history_occurrences(history) : 1;
    switch (tables->rules.value[RULE_REPETITION]) {
    case REPETITION_FOURFOLD:
        if (occurrences >= 4)
            return repeated(position, history, history->checks, TERMINATION_PERPETUAL_CHECK);
        break;
    case REPETITION_CHU_LISHOGI:
        if (occurrences >= 4)
            return repeated(position, history, history->attacks, TERMINATION_PERPETUAL_ATTACK);
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

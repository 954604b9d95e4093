// SPDX-License-Identifier: GPL-3.0-or-later
#include "selftest_reading.h"

#include "attacks.h"
#include "notation.h"

// A square as its owner counts: ranks from the own edge, files from the own left.
static void owner_view(const struct tables *tables, enum side side, Square square, int *file,
                       int *rank) {
    *file = square_file(square);
    *rank = square_rank(square);
    if (side == SECOND) {
        *file = tables->files - 1 - *file;
        *rank = tables->ranks - 1 - *rank;
    }
}

static bool in_zone(const struct tables *tables, enum side side, Square square) {
    int file, rank;
    owner_view(tables, side, square, &file, &rank);
    return rank >= tables->ranks - tables->rules.value[RULE_ZONE];
}

static bool inside(const struct tables *tables, int file, int rank) {
    return file >= 0 && file < tables->files && rank >= 0 && rank < tables->ranks;
}

// Could the man go nowhere from there, were the board empty but for what it may take?
static bool dead(const struct tables *tables, Type type, enum side side, Square square) {
    const struct movement *movement = &tables->variant.man[type].movement;
    int file, rank;
    owner_view(tables, side, square, &file, &rank);
    for (int d = 0; d < DIRECTIONS; d++)
        if ((movement->move_range[d] || movement->capture_range[d]) &&
            inside(tables, file + direction_dx[d], rank + direction_dy[d]))
            return false;
    int leaps = movement->move_leaps | movement->capture_leaps | movement->lame_move_leaps |
                movement->lame_capture_leaps;
    for (int leap = 0; leap < LEAPS; leap++)
        if ((leaps >> leap & 1) && inside(tables, file + leap_dx[leap], rank + leap_dy[leap]))
            return false;
    return true;
}

// May the man not stand there in this form?
static bool stranded(const struct tables *tables, Type type, enum side side, Square square) {
    switch (tables->rules.value[RULE_STRANDED]) {
    case STRANDED_FORBID:
        return dead(tables, type, side, square);
    case STRANDED_LITERAL:
        return !(type & TYPE_PROMOTED) && tables->variant.stranded_literal[type] &&
               dead(tables, type, side, square);
    default:
        return false;
    }
}

static bool triggered(const struct tables *tables, enum side side, Move move) {
    bool starts = in_zone(tables, side, move_from(move));
    bool ends = in_zone(tables, side, move_to(move));
    switch (tables->rules.value[RULE_PROMOTION_TRIGGER]) {
    case PROMOTION_TRIGGER_TOUCH:
        return starts || ends;
    case PROMOTION_TRIGGER_END:
        return ends;
    default:
        return ends && !starts;
    }
}

static bool list_has(const Move *list, const Move *end, Move move) {
    while (list < end && *list != move)
        list++;
    return list < end;
}

static bool wrong(struct error *error, Move move, const char *what) {
    char text[MOVE_TEXT];
    return error_set(error, "%s %s", move_print(move, text), what);
}

static bool promotions_right(const struct position *position, const Move *list, const Move *end,
                             struct error *error) {
    const struct tables *tables = position->tables;
    for (const Move *move = list; move < end; move++) {
        if (move_is_drop(*move))
            continue;
        Type type = piece_type(position->board[move_from(*move)]);
        bool must = stranded(tables, type, position->side, move_to(*move));
        bool may = !(type & TYPE_PROMOTED) && tables->variant.promotes[type] &&
                   (must || triggered(tables, position->side, *move));
        if (move_is_promotion(*move) && !may)
            return wrong(error, *move, "promotes where the rules let nothing promote");
        if (!move_is_promotion(*move) && must)
            return wrong(error, *move, "does not promote, and must");
        if (!move_is_promotion(*move) && may && !list_has(list, end, *move | MOVE_PROMOTE))
            return wrong(error, *move, "may promote by the rules, and no move does");
        if (move_is_promotion(*move) && !must && !list_has(list, end, *move & ~MOVE_PROMOTE))
            return wrong(error, *move, "need not promote by the rules, and no move declines");
    }
    return true;
}

static bool own_pawn_on_file(const struct position *position, Square square) {
    const struct tables *tables = position->tables;
    Piece pawn = piece_make(tables->variant.pawn, position->side);
    for (int rank = 0; rank < tables->ranks; rank++)
        if (position->board[square_at(square_file(square), rank)] == pawn)
            return true;
    return false;
}

static bool mates(struct position *position, Move move) {
    struct undo undo;
    position_make(position, move, &undo);
    bool mate = position_in_check(position) && !movegen_any(position);
    position_unmake(position, move, &undo);
    return mate;
}

static bool drop_allowed(struct position *position, Type base, Square to) {
    const struct tables *tables = position->tables;
    const int *rule = tables->rules.value;
    bool pawn = base == tables->variant.pawn;
    if (rule[RULE_DROPS] == DROPS_OFF || position->board[to] != PIECE_EMPTY ||
        stranded(tables, base, position->side, to))
        return false;
    if (pawn && rule[RULE_NIFU] == NIFU_ON && own_pawn_on_file(position, to))
        return false;
    return !(pawn && rule[RULE_PAWN_DROP_MATE] == PAWN_DROP_MATE_ILLEGAL &&
             mates(position, move_drop(base, to)));
}

static bool drops_right(struct position *position, const Move *list, const Move *end,
                        struct error *error) {
    const struct tables *tables = position->tables;
    bool in_check = position_in_check(position); // then most drops do not help
    for (Type base = 1; base < BASE_TYPES; base++) {
        if (!position->hand[position->side][base])
            continue;
        for (int file = 0; file < tables->files; file++)
            for (int rank = 0; rank < tables->ranks; rank++) {
                Square to = square_at(file, rank);
                Move move = move_drop(base, to);
                bool legal = list_has(list, end, move), allowed = drop_allowed(position, base, to);
                if (legal && !allowed)
                    return wrong(error, move, "is a drop against the rules");
                if (!legal && allowed && !in_check)
                    return wrong(error, move, "is allowed by the rules, and missing");
            }
    }
    return true;
}

bool moves_read_right(struct position *position, struct error *error) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_ALL, list);
    return promotions_right(position, list, end, error) && drops_right(position, list, end, error);
}

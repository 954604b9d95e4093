// SPDX-License-Identifier: GPL-3.0-or-later
#include "selftest_reading.h"

#include <string.h>

#include "attacks.h"
#include "notation.h"
#include "selftest_men.h"

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

// May a man of the side to move promote by the trigger? Captures on the way count.
static bool triggered(const struct position *position, Move move) {
    const struct tables *tables = position->tables;
    Square from = move_from(move);
    bool starts = in_zone(tables, position->side, from);
    bool ends = in_zone(tables, position->side, move_to(move));
    bool declined = position->deferred[from / GRID] >> (from % GRID) & 1;
    switch (tables->rules.value[RULE_PROMOTION_TRIGGER]) {
    case PROMOTION_TRIGGER_TOUCH:
        return starts || ends;
    case PROMOTION_TRIGGER_END:
        return ends;
    case PROMOTION_TRIGGER_ENTER_OR_CAPTURE:
        return (ends && !starts) || ((starts || ends) && position_is_capture(position, move));
    case PROMOTION_TRIGGER_REGAIN:
    case PROMOTION_TRIGGER_DELAY:
        return (ends && !starts) || ((starts || ends) && position_is_capture(position, move)) ||
               (starts && ends && !declined);
    default:
        return ends && !starts;
    }
}

// May the man still promote by going to the last rank?
static bool at_last_rank(const struct position *position, Type type, Square to) {
    const struct tables *tables = position->tables;
    int file, rank;
    owner_view(tables, position->side, to, &file, &rank);
    static const char *const words[] = {"pawn", "lance", "gobetween"};
    const char *named =
        rule_value_name(RULE_LAST_RANK_PROMOTION, tables->rules.value[RULE_LAST_RANK_PROMOTION]);
    for (int i = 0; i < tables->variant.last_rank_count; i++)
        if (tables->variant.last_rank[i] == type)
            return rank == tables->ranks - 1 && strstr(named, words[i]) != NULL;
    return false;
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
        bool may =
            !(type & TYPE_PROMOTED) && tables->variant.promotes[type] &&
            (must || triggered(position, *move) || at_last_rank(position, type, move_to(*move)));
        if (move_is_promotion(*move) && !may)
            return wrong(error, *move, "promotes where the rules let nothing promote");
        if (!move_is_promotion(*move) && must)
            return wrong(error, *move, "does not promote, and must");
        if (!move_is_promotion(*move) && may && !list_has(list, end, *move | MOVE_PROMOTE))
            return wrong(error, *move, "may promote by the rules, and no move does");
        if (move_is_promotion(*move) && !must && !list_has(list, end, *move & ~MOVE_PROMOTE) &&
            (!tables->legality || royal_is_safe(position, *move & ~MOVE_PROMOTE)))
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

bool deferrals_kept_up(const struct position *start, struct random *random, int plies) {
    struct position position = *start;
    const struct tables *tables = position.tables;
    bool declined[SQUARES];
    for (int square = 0; square < SQUARES; square++)
        declined[square] = position.deferred[square / GRID] >> (square % GRID) & 1;
    for (int ply = 0; ply < plies; ply++) {
        Move list[MOVES_MAX];
        int count = (int)(movegen(&position, MOVES_ALL, list) - list);
        if (count == 0)
            break;
        Move move = list[random_below(random, (uint32_t)count)];
        Square from = move_from(move), to = move_to(move);
        enum side side = position.side;
        Type type = move_is_drop(move) ? 0 : piece_type(position.board[from]);
        bool enters = type && in_zone(tables, side, to) && !in_zone(tables, side, from);
        bool could = !(type & TYPE_PROMOTED) && tables->variant.promotes[type];
        for (int square = 0; square < SQUARES; square++) {
            bool own = piece_of(position.board[square], side);
            bool over = tables->rules.value[RULE_PROMOTION_TRIGGER] == PROMOTION_TRIGGER_DELAY;
            if ((own && over) || square == to || (type && square == from) ||
                ((move & MOVE_TWO_STEP) && square == move_via(move)))
                declined[square] = false;
        }
        declined[to] = enters && could && !move_is_promotion(move);
        struct undo undo;
        position_make(&position, move, &undo);
        for (int square = 0; square < SQUARES; square++)
            if (declined[square] != (position.deferred[square / GRID] >> (square % GRID) & 1))
                return false;
    }
    return true;
}

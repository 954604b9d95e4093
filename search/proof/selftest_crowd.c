// SPDX-License-Identifier: GPL-3.0-or-later
// Crowds of Lions, for the rules of Lion-trading.
#include "attacks.h"
#include "selftest_positions.h"

enum { CROWD = 14, REACH = 3 };

// Men that meet in Lion-trading: Lions and who become Lions, who may be taken on the way, men that
// move twice; and any others.
static Type crowd_type(const struct tables *tables, struct random *random) {
    const struct variant *variant = &tables->variant;
    for (;;) {
        Type type = variant->bases[random_below(random, (uint32_t)variant->base_count)];
        bool kirin = variant->promotes[type] && variant->lion[type | TYPE_PROMOTED];
        if (variant->promotes[type] && random_below(random, 2))
            type |= TYPE_PROMOTED;
        bool wanted = variant->lion[type] || kirin || tables->lion_minor[piece_make(type, FIRST)] ||
                      tables->first_steps[piece_make(type, FIRST)];
        if (!variant->man[type].royal && (wanted || random_below(random, 3) == 0))
            return type;
    }
}

// Any type for which the test holds, 0 when twenty draws found none.
static Type type_that(const struct tables *tables, const bool *holds, struct random *random) {
    const struct variant *variant = &tables->variant;
    for (int tries = 0; tries < 20; tries++) {
        Type type = variant->bases[random_below(random, (uint32_t)variant->base_count)];
        if (holds[type])
            return type;
    }
    return 0;
}

static bool put(struct position *position, Piece piece, int square) {
    const struct tables *tables = position->tables;
    if (!tables->on_board[square] || position->board[square] != PIECE_EMPTY ||
        tables->stranded[piece][square])
        return false;
    position_put(position, piece, (Square)square);
    return true;
}

// A Lion, an enemy that may be taken on the way, and the Lion in front of that: few would fall so.
static void put_chain(struct position *position, struct random *random) {
    const struct variant *variant = &position->tables->variant;
    Type lion = type_that(position->tables, variant->lion, random);
    Type minor = type_that(position->tables, variant->lion_minor, random);
    enum side side = random_below(random, 2) ? FIRST : SECOND;
    int square = square_at((int)random_below(random, (uint32_t)position->tables->files),
                           (int)random_below(random, (uint32_t)position->tables->ranks));
    int forward = side == FIRST ? square_delta(0, 1) : -square_delta(0, 1);
    int aside = square_delta((int)random_below(random, 3) - 1, 0);
    if (lion && minor && put(position, piece_make(minor, side), square)) {
        put(position, piece_make(lion, side), square + forward);
        put(position, piece_make(lion, !side), square - forward + aside);
    }
}

// A Kirin before its zone that takes a Lion inside; returns the Lion's square, or SQUARE_NONE.
static Square put_trade(struct position *position, struct random *random) {
    const struct tables *tables = position->tables;
    const struct variant *variant = &tables->variant;
    bool kirins[TYPES] = {false};
    for (int base = 1; base < BASE_TYPES; base++)
        kirins[base] = variant->promotes[base] && variant->lion[base | TYPE_PROMOTED];
    Type kirin = type_that(tables, kirins, random);
    Type lion = type_that(tables, variant->lion, random);
    enum side side = random_below(random, 2) ? FIRST : SECOND;
    int file = (int)random_below(random, (uint32_t)tables->files);
    int before = tables->ranks - tables->rules.value[RULE_ZONE] - 1;
    if (!kirin || !lion || before < 0 || before + 1 >= tables->ranks)
        return SQUARE_NONE;
    int forward = side == FIRST ? 1 : -1;
    Square square = square_at(file, side == FIRST ? before : tables->ranks - 1 - before);
    int ahead = random_below(random, 2) ? square_delta(0, 2 * forward)
                                        : square_delta((int)random_below(random, 3) - 1, forward);
    if (!put(position, piece_make(kirin, side), square) ||
        !put(position, piece_make(lion, !side), square + ahead))
        return SQUARE_NONE;
    return (Square)(square + ahead);
}

bool crowd_position(const struct tables *tables, struct random *random, struct position *position) {
    const struct scatter kings = {.men = 2};
    if (!scatter_position(tables, &kings, random, position))
        return false;
    int file = (int)random_below(random, (uint32_t)tables->files);
    int rank = (int)random_below(random, (uint32_t)tables->ranks);
    int motif = (int)random_below(random, 4);
    if (motif == 0)
        put_chain(position, random);
    Square trade = motif == 1 ? put_trade(position, random) : SQUARE_NONE;
    if (trade != SQUARE_NONE) {
        file = square_file(trade);
        rank = square_rank(trade);
    }
    int men = 3 + (int)random_below(random, CROWD - 2); // where there are few, some are unprotected
    int reach = men < CROWD / 2 ? 1 : REACH;
    for (int i = 0; i < men; i++) {
        int x = file + (int)random_below(random, 2 * (uint32_t)reach + 1) - reach;
        int y = rank + (int)random_below(random, 2 * (uint32_t)reach + 1) - reach;
        if (x < 0 || x >= tables->files || y < 0 || y >= tables->ranks)
            continue;
        enum side side = random_below(random, 2) ? FIRST : SECOND;
        put(position, piece_make(crowd_type(tables, random), side), square_at(x, y));
    }
    return position_royals_attacked(position, !position->side) == 0 && movegen_any(position);
}

Move crowd_lion_falls(struct position *position, struct random *random) {
    Move list[MOVES_MAX], found = MOVE_NONE;
    const Move *end = movegen(position, MOVES_CAPTURES, list);
    const bool *lion = position->tables->lion;
    uint32_t count = 0;
    for (const Move *move = list; move < end; move++) {
        bool falls = lion[position_captured(position, *move)] ||
                     lion[position_captured_via(position, *move)];
        if (!falls || lion[position->board[move_from(*move)]])
            continue;
        count += 1 + 3 * move_is_promotion(*move);
        if (random_below(random, count) < 1 + 3u * move_is_promotion(*move))
            found = *move;
    }
    return found;
}

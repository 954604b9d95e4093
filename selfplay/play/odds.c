// SPDX-License-Identifier: GPL-3.0-or-later
#include "odds.h"

#include <assert.h>
#include <stdio.h>

#include "attacks.h"
#include "notation.h"
#include "referee.h"

char *odds_name(const struct odds *odds, char name[ODDS_NAME]) {
    assert(odds->type > 0 && odds->type < BASE_TYPES && odds->against < BASE_TYPES);
    char against[8] = "";
    if (odds->against)
        snprintf(against, sizeof against, "-for-%c", type_letter(odds->against));
    snprintf(name, ODDS_NAME, "%s%c%s", odds->hand ? "hand-" : "", type_letter(odds->type),
             against);
    return name;
}

// Where a side's pieces that are `base`, unpromoted, stand on the board.
static int find_pieces(const struct position *position, enum side side, Type base,
                       Square pieces[SQUARES]) {
    int count = 0;
    for (int square = 0; square < SQUARES; square++)
        if (position->board[square] == piece_make(base, side))
            pieces[count++] = (Square)square;
    return count;
}

bool odds_possible(const struct odds *odds, const struct tables *tables, struct error *error) {
    assert(odds->type > 0 && odds->type < BASE_TYPES && odds->against < BASE_TYPES);
    const struct variant *variant = &tables->variant;
    const Type needed[] = {odds->hand ? 0 : odds->type, odds->against};
    struct position position;
    Square pieces[SQUARES];
    if (!fen_parse(variant_start_fen(variant, &tables->rules), tables, &position, error))
        return false;
    if (variant->piece[odds->type].royal || (odds->against && variant->piece[odds->against].royal))
        return error_set(error, "%s is royal: no game goes on without it",
                         variant->piece[odds->type].name);
    if (odds->hand && !tables->drops)
        return error_set(error, "no pieces in hand in a game without drops");
    for (int i = 0; i < ARRAY_LENGTH(needed); i++)
        for (int side = FIRST; needed[i] && side < SIDES; side++)
            if (find_pieces(&position, (enum side)side, needed[i], pieces) == 0)
                return error_set(error, "no %s in the start position",
                                 variant->piece[needed[i]].name);
    return true;
}

static bool is_fit(struct position *position) {
    return !position_side_in_check(position, position->side == FIRST ? SECOND : FIRST) &&
           referee_can_start(position);
}

bool odds_give(const struct odds *odds, const struct position *even, enum side ahead,
               struct random random, struct position *uneven) {
    assert(odds->type > 0 && odds->type < BASE_TYPES && odds->against < BASE_TYPES);
    Square lacking[SQUARES], given[SQUARES];
    enum side behind = ahead == FIRST ? SECOND : FIRST;
    int lackings = odds->hand ? 1 : find_pieces(even, behind, odds->type, lacking);
    int givens = odds->against ? find_pieces(even, ahead, odds->against, given) : 1;
    if (lackings == 0 || givens == 0)
        return false;
    int first_lacking = (int)random_below(&random, (uint32_t)lackings);
    int first_given = (int)random_below(&random, (uint32_t)givens);
    for (int i = 0; i < lackings; i++)
        for (int j = 0; j < givens; j++) {
            *uneven = *even;
            if (odds->hand)
                position_set_hand(uneven, ahead, odds->type, even->hand[ahead][odds->type] + 1);
            else
                position_remove(uneven, lacking[(first_lacking + i) % lackings]);
            if (odds->against)
                position_remove(uneven, given[(first_given + j) % givens]);
            if (is_fit(uneven))
                return true;
        }
    return false;
}

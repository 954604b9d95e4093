// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Lion-trading under two of their values: in crowds of Lions the lists of legal moves
// must have just those captures of Lions that the text of the rules allows, and searches must
// notice.
#include <stdlib.h>

#include "notation.h"
#include "selftest_internal.h"
#include "selftest_men.h"

enum { TRIES = 12000, WITNESSES = 24, SEARCHES = 12, DEPTH = 3, CROWD = 14, REACH = 3 };

bool proves_lions(enum rule rule) {
    return rule == RULE_LION_COUNTERSTRIKE || rule == RULE_LION_KIRIN_EXCEPTION ||
           rule == RULE_LION_MIDPOINT_PROTECTION || rule == RULE_LION_CAPTURES_LION_COUNTERSTRIKE;
}

static bool is_lion(const struct position *position, Piece piece) {
    return piece != PIECE_EMPTY && position->tables->variant.lion[piece_type(piece)];
}

static bool is_minor(const struct position *position, Piece piece) {
    return piece != PIECE_EMPTY && !piece_is_promoted(piece) &&
           position->tables->variant.lion_minor[piece_type(piece)];
}

// Could somebody take back on `square` after the move?
static bool protected_after(const struct position *position, Move move, Square square) {
    const struct tables *tables = position->tables;
    Piece board[SQUARES], via = position_captured_via(position, move);
    board_after(position, move, board);
    if (men_reach(tables, board, !position->side, square))
        return true;
    if (tables->rules.value[RULE_LION_MIDPOINT_PROTECTION] != LION_MIDPOINT_PROTECTION_ON ||
        !is_minor(position, via) || board[move_via(move)] != PIECE_EMPTY)
        return false;
    board[move_via(move)] = via; // it protects although it is gone
    return man_reaches(tables, board, move_via(move), square);
}

// Does the counter-strike rule stop the capture of a Lion on `square`?
static bool counterstrike_stops(const struct position *position, Move move, Square square) {
    const int *rule = position->tables->rules.value;
    if (position->lion == SQUARE_NONE ||
        (square == position->lion && rule[RULE_LION_KIRIN_EXCEPTION] == LION_KIRIN_EXCEPTION_ON))
        return false;
    switch (rule[RULE_LION_COUNTERSTRIKE]) {
    case LION_COUNTERSTRIKE_EDO:
        return true;
    case LION_COUNTERSTRIKE_OKAZAKI:
        return protected_after(position, move, square);
    default:
        return false;
    }
}

// May the move take what Lions it takes?
static bool may_take(const struct position *position, Move move) {
    const int *rule = position->tables->rules.value;
    Piece via = position_captured_via(position, move);
    bool at_end = is_lion(position, position_captured(position, move));
    bool on_way = is_lion(position, via);
    bool by_lion = is_lion(position, position->board[move_from(move)]);
    bool far = square_distance(move_from(move), move_to(move)) == 2;
    bool tsukegui = by_lion && far && via != PIECE_EMPTY && !is_minor(position, via);
    if (by_lion && far && at_end && !tsukegui && protected_after(position, move, move_to(move)))
        return false;
    if (by_lion &&
        rule[RULE_LION_CAPTURES_LION_COUNTERSTRIKE] == LION_CAPTURES_LION_COUNTERSTRIKE_OFF)
        return true;
    if (on_way && counterstrike_stops(position, move, move_via(move)))
        return false;
    return !at_end || tsukegui || !counterstrike_stops(position, move, move_to(move));
}

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

// Kings anywhere, a crowd around one square. False when the men did not fall so this time.
static bool crowd_position(const struct tables *tables, struct random *random,
                           struct position *position) {
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
    return !royal_in_danger(position, !position->side) && movegen_any(position);
}

// A capture of a Lion by another man, sooner one that promotes; MOVE_NONE when there is none.
static Move lion_falls(struct position *position, struct random *random) {
    Move list[MOVES_MAX], found = MOVE_NONE;
    const Move *end = movegen(position, MOVES_CAPTURES, list);
    uint32_t count = 0;
    for (const Move *move = list; move < end; move++) {
        bool lion = is_lion(position, position_captured(position, *move)) ||
                    is_lion(position, position_captured_via(position, *move));
        if (!lion || is_lion(position, position->board[move_from(*move)]))
            continue;
        count += 1 + 3 * move_is_promotion(*move);
        if (random_below(random, count) < 1 + 3u * move_is_promotion(*move))
            found = *move;
    }
    return found;
}

static bool list_has(const Move *list, const Move *end, Move move) {
    while (list < end && *list != move)
        list++;
    return list < end;
}

// Tables that forbid least: what they list is judged under the two values. Owned by the caller.
static struct tables *freest_tables(const struct tables *tables) {
    struct tables *freest = malloc(sizeof *freest);
    struct rules rules = tables->rules;
    rules.value[RULE_LION_COUNTERSTRIKE] = LION_COUNTERSTRIKE_OFF;
    rules.value[RULE_LION_MIDPOINT_PROTECTION] = LION_MIDPOINT_PROTECTION_OFF;
    if (freest && tables_build(freest, &tables->variant, &rules, NULL))
        return freest;
    free(freest);
    return NULL;
}

// One crowd under both values and under the freest.
struct crowd {
    struct position board[3];
    Move list[3][MOVES_MAX], *end[3];
    Square fallen; // where a Lion was just taken by another man, or SQUARE_NONE
};

// Lists the moves; sometimes after a Lion was taken by another man. False when it cannot be.
static bool crowd_draw(struct crowd *crowd, const struct tables *tables[3], struct random *random) {
    struct position start;
    if (!crowd_position(tables[2], random, &start))
        return false;
    Move capture = random_below(random, 4) ? lion_falls(&start, random) : MOVE_NONE;
    bool at_end = is_lion(&start, position_captured(&start, capture));
    crowd->fallen = !capture ? SQUARE_NONE : at_end ? move_to(capture) : move_via(capture);
    for (int i = 0; i < 3; i++) {
        struct position *board = &crowd->board[i];
        struct undo undo;
        *board = start;
        board->tables = tables[i];
        if (capture)
            position_make(board, capture, &undo);
        crowd->end[i] = movegen(board, MOVES_ALL, crowd->list[i]);
    }
    return crowd->end[0] > crowd->list[0] && crowd->end[1] > crowd->list[1];
}

// Each capture of a Lion in any list must be in the lists of those values that allow it. False when
// one is not; the check is then noted.
static bool crowd_right(struct proving *proving, struct crowd *crowd, Move *differs) {
    for (int i = 0; i < 2; i++) {
        const struct position *board = &crowd->board[i];
        bool rule = board->tables->rules.value[RULE_LION_COUNTERSTRIKE] != LION_COUNTERSTRIKE_OFF;
        if (board->lion == (rule ? crowd->fallen : SQUARE_NONE))
            continue;
        prove(proving, PROOF_MOVES, VERDICT_FAILED, board,
              "%s value: the counter-strike square is not where the Lion was taken",
              i ? "this" : "the old");
        return false;
    }
    for (int from = 0; from < 3; from++)
        for (const Move *move = crowd->list[from]; move < crowd->end[from]; move++) {
            bool listed[2];
            for (int i = 0; i < 2; i++) {
                listed[i] = list_has(crowd->list[i], crowd->end[i], *move);
                if (listed[i] == may_take(&crowd->board[i], *move))
                    continue;
                char text[MOVE_TEXT];
                prove(proving, PROOF_MOVES, VERDICT_FAILED, &crowd->board[i], "%s value: %s is %s",
                      i ? "this" : "the old", move_print(*move, text),
                      listed[i] ? "legal against the rule" : "allowed by the rule, and missing");
                return false;
            }
            if (listed[0] != listed[1])
                *differs = *move;
        }
    return true;
}

// Why the other value cannot matter, by the tables alone; NULL when it can.
static const char *no_effect(enum rule rule, const struct tables *a, const struct tables *b) {
    bool lions = false, minors = false;
    for (int piece = 0; piece < PIECES; piece++) {
        lions |= a->lion[piece];
        minors |= a->lion_minor[piece];
    }
    if (!lions)
        return "the game has no Lion";
    if (rule == RULE_LION_MIDPOINT_PROTECTION)
        return minors ? NULL : "no man loses its protection on the way";
    return a->counterstrike == LION_COUNTERSTRIKE_OFF && b->counterstrike == LION_COUNTERSTRIKE_OFF
               ? "there is no counter-strike rule"
               : NULL;
}

void prove_lions(struct proving *proving, const struct tables *other, struct engine *engine) {
    struct random random = proving_random(proving, 0);
    struct tables *freest = freest_tables(proving->tables);
    struct crowd *crowd = malloc(sizeof *crowd);
    if (!freest || !crowd) {
        proving->out_of_memory = true;
        goto cleanup;
    }
    const struct tables *tables[3] = {proving->tables, other, freest};
    int positions = 0, differing = 0, searches = 0;
    bool noticed = false;
    Move example = MOVE_NONE;
    struct position at, searched_at;
    struct search_result before = {0}, after = {0};
    for (int tries = 0; tries < TRIES && (differing < WITNESSES || !noticed); tries++) {
        if (!crowd_draw(crowd, tables, &random))
            continue;
        positions++;
        Move differs = MOVE_NONE;
        if (!crowd_right(proving, crowd, &differs))
            goto cleanup;
        if (!differs)
            continue;
        differing++;
        example = differs;
        at = crowd->board[0];
        if (!noticed && searches < SEARCHES) {
            searches++;
            before = proving_search(proving->engine, &crowd->board[0], NULL, DEPTH);
            after = proving_search(engine, &crowd->board[1], NULL, DEPTH);
            noticed = results_differ(&before, &after);
            searched_at = crowd->board[0];
        }
    }
    const char *why = differing ? NULL : no_effect(proving->rule, proving->tables, other);
    char text[MOVE_TEXT];
    if (why) {
        prove(proving, PROOF_MOVES, VERDICT_IMPOSSIBLE, NULL, "no effect possible: %s", why);
        goto cleanup;
    }
    if (differing)
        prove(proving, PROOF_MOVES, VERDICT_PASSED, &at, "differ in %d of %d positions, as %s here",
              differing, positions, move_print(example, text));
    else
        prove(proving, PROOF_MOVES, VERDICT_FAILED, NULL, "the same in all %d positions",
              positions);
    prove_searches(proving, noticed ? &searched_at : NULL, &before, &after);
cleanup:
    free(crowd);
    free(freest);
}

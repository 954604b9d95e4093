// SPDX-License-Identifier: GPL-3.0-or-later
// Static exchange evaluation against a recursion over boards: every capture of the exchange is made
// on a copy, attackers are found anew each time from the men's moves.
#include "setup.h"

#include <stdio.h>
#include <string.h>

#include "score.h"
#include "see.h"

enum { WORTHS_MAX = 64 };

// Results that are possible: men of equal cost may take in either order.
struct worths {
    int count;
    int worth[WORTHS_MAX];
};

static void worths_add(struct worths *worths, int worth) {
    for (int i = 0; i < worths->count; i++)
        if (worths->worth[i] == worth)
            return;
    assert_true(worths->count < WORTHS_MAX);
    worths->worth[worths->count++] = worth;
}

struct exchange {
    const struct weights *weights;
    Square target;
    Piece board[SQUARES];
};

// Could the man on `from` capture on the target? From its Betza moves, seen from its owner.
static bool reaches(const struct exchange *exchange, Square from) {
    const struct tables *tables = exchange->weights->tables;
    Piece piece = exchange->board[from];
    const struct movement *movement = &tables->variant.man[piece_type(piece)].movement;
    int sign = piece_side(piece) == FIRST ? 1 : -1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int delta = sign * square_delta(direction_dx[d], direction_dy[d]), at = from;
        for (int step = 1; step <= movement->capture_range[d]; step++) {
            at += delta;
            if (at == exchange->target)
                return true;
            if (exchange->board[at] != PIECE_EMPTY)
                break;
        }
    }
    for (int leap = 0; leap < LEAPS; leap++)
        if ((movement->capture_leaps >> leap & 1) &&
            from + sign * square_delta(leap_dx[leap], leap_dy[leap]) == exchange->target)
            return true;
    return false;
}

static int cost(const struct exchange *exchange, Piece piece) {
    return exchange->weights->tables->royal[piece] ? SCORE_INFINITE
                                                   : exchange->weights->exchange[piece];
}

// Cost of the side's cheapest man that could take; false when there is none.
static bool cheapest(const struct exchange *exchange, enum side side, int *lowest) {
    bool found = false;
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = exchange->board[square];
        if (!piece_of(piece, side) || square == exchange->target ||
            !reaches(exchange, (Square)square))
            continue;
        if (!found || cost(exchange, piece) < *lowest)
            *lowest = cost(exchange, piece);
        found = true;
    }
    return found;
}

// What `side` can win by taking the man on the target, or by leaving it: the worths that are
// possible.
static struct worths best_of(const struct exchange *exchange, enum side side) {
    struct worths worths = {0};
    int lowest;
    if (!cheapest(exchange, side, &lowest)) {
        worths_add(&worths, 0);
        return worths;
    }
    int stake = cost(exchange, exchange->board[exchange->target]);
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = exchange->board[square];
        if (!piece_of(piece, side) || square == exchange->target ||
            cost(exchange, piece) != lowest || !reaches(exchange, (Square)square))
            continue;
        struct exchange after = *exchange;
        after.board[square] = PIECE_EMPTY;
        after.board[exchange->target] = piece;
        int ignored;
        if (exchange->weights->tables->royal[piece] && cheapest(&after, !side, &ignored)) {
            worths_add(&worths, 0); // the King may not step into an attack
            continue;
        }
        struct worths answers = best_of(&after, !side);
        for (int i = 0; i < answers.count; i++) {
            int gain = stake - answers.worth[i];
            worths_add(&worths, gain > 0 ? gain : 0);
        }
    }
    return worths;
}

static struct worths slow_see(const struct weights *weights, const struct position *position,
                              Move move) {
    struct exchange exchange = {.weights = weights, .target = move_to(move)};
    memcpy(exchange.board, position->board, sizeof exchange.board);
    int gain = 0;
    if (move_is_drop(move)) {
        exchange.board[exchange.target] = piece_make(move_dropped(move), position->side);
    } else {
        Piece mover = exchange.board[move_from(move)];
        gain = weights->exchange[exchange.board[exchange.target]];
        if (move_is_promotion(move)) {
            Type type = piece_type(mover);
            gain += weights->values.value[VALUE_BOARD + (type | TYPE_PROMOTED)] -
                    weights->values.value[VALUE_BOARD + type];
            mover |= TYPE_PROMOTED;
        }
        exchange.board[move_from(move)] = PIECE_EMPTY;
        exchange.board[exchange.target] = mover;
    }
    struct worths answers = best_of(&exchange, !position->side), worths = {0};
    for (int i = 0; i < answers.count; i++)
        worths_add(&worths, gain - answers.worth[i]);
    return worths;
}

// False when see() says what no order of the exchange gives.
static bool agrees(const struct weights *weights, struct position *position, Move move) {
    struct worths worths = slow_see(weights, position, move);
    int fast = see(weights, position, move);
    for (int i = 0; i < worths.count; i++)
        if (worths.worth[i] == fast)
            return true;
    char fen[FEN_TEXT], text[MOVE_TEXT];
    print_error("%s %s %s: see %d, by recursion %d\n", position->tables->variant.name,
                fen_print(position, fen), move_print(move, text), fast, worths.worth[0]);
    return false;
}

static void agrees_with_recursion(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct weights *weights = malloc(sizeof *weights);
        struct random random = random_init(5, (uint64_t)game, RANDOM_TEST);
        assert_non_null(weights);
        long moves = 0, protected = 0, wrong = 0;
        for (int number = 0; number < 1200 / PART; number++) {
            struct values values = setup_values(tables, &random);
            if (number % 4)
                values_estimate(tables, &values);
            if (number < 2 || number % 8 == 0 || number % 8 == 1)
                weights_build(weights, tables, &values);
            struct position position = setup_random(tables, &random, number);
            Move list[MOVES_MAX], *end = movegen(&position, MOVES_ALL, list);
            for (const Move *move = list; move < end; move++) {
                if (position_captured(&position, *move) == PIECE_EMPTY && random_below(&random, 8))
                    continue;
                wrong += !agrees(weights, &position, *move);
                moves++;
                protected += see(weights, &position, *move) <
                             weights->exchange[position_captured(&position, *move)];
            }
        }
        assert_int_equal(wrong, 0);
        assert_true(moves > 2000 / PART && protected > 200 / PART);
        free(weights);
        free(tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_recursion),
    };
    return cmocka_run_group_tests_name("see", tests, NULL, NULL);
}

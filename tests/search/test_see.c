// SPDX-License-Identifier: GPL-3.0-or-later
// Static exchange evaluation against a recursion over boards: every capture of the exchange is made
// on a copy, attackers are found anew each time from the pieces's moves.
#include "setup.h"

#include <stdio.h>
#include <string.h>

#include "score.h"
#include "search.h"

enum { WORTHS_MAX = 64 };

// Results that are possible: pieces of equal cost may take in either order.
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
    int royals[SIDES]; // before the exchange: the only one is worth the game
    Piece board[SQUARES];
};

// Could the piece on `from` capture on the target? From its Betza moves, seen from its owner.
static bool reaches(const struct exchange *exchange, Square from) {
    const struct tables *tables = exchange->weights->tables;
    Piece piece = exchange->board[from];
    const struct movement *movement = &tables->variant.piece[piece_type(piece)].movement;
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
    bool last = exchange->weights->tables->royal[piece] && exchange->royals[piece_side(piece)] == 1;
    return last ? SCORE_INFINITE : exchange->weights->exchange[piece];
}

static bool any_reaches(const struct exchange *exchange, enum side side) {
    for (int square = 0; square < SQUARES; square++)
        if (piece_of(exchange->board[square], side) && square != exchange->target &&
            reaches(exchange, (Square)square))
            return true;
    return false;
}

// Could the piece on `from` take on the target? A Lion two squares away from a Lion only when
// nobody could take it back.
static bool may_take(const struct exchange *exchange, Square from) {
    const bool *lion = exchange->weights->tables->lion;
    const struct tables *tables = exchange->weights->tables;
    Piece piece = exchange->board[from], stands = exchange->board[exchange->target];
    if (from == exchange->target || !reaches(exchange, from) ||
        tables_spares(tables, piece_side(piece), stands))
        return false;
    if (!lion[piece] || !lion[stands] || square_distance(from, exchange->target) < 2)
        return true;
    struct exchange after = *exchange;
    after.board[from] = PIECE_EMPTY;
    after.board[exchange->target] = piece;
    return tables_spares(tables, !piece_side(piece), piece) ||
           !any_reaches(&after, !piece_side(piece));
}

// Cost of the side's cheapest piece that could take; false when there is none.
static bool cheapest(const struct exchange *exchange, enum side side, int *lowest) {
    bool found = false;
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = exchange->board[square];
        if (!piece_of(piece, side) || !may_take(exchange, (Square)square))
            continue;
        if (!found || cost(exchange, piece) < *lowest)
            *lowest = cost(exchange, piece);
        found = true;
    }
    return found;
}

// What `side` can win by taking the piece on the target, or by leaving it: the worths that are
// possible.
static struct worths best_of(const struct exchange *exchange, enum side side) {
    struct worths worths = {0};
    int lowest = 0;
    if (!cheapest(exchange, side, &lowest)) {
        worths_add(&worths, 0);
        return worths;
    }
    int stake = cost(exchange, exchange->board[exchange->target]);
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = exchange->board[square];
        if (!piece_of(piece, side) || cost(exchange, piece) != lowest ||
            !may_take(exchange, (Square)square))
            continue;
        struct exchange after = *exchange;
        after.board[square] = PIECE_EMPTY;
        after.board[exchange->target] = piece;
        if (cost(exchange, piece) == SCORE_INFINITE && any_reaches(&after, !side)) {
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
    struct exchange exchange = {
        .weights = weights,
        .target = move_to(move),
        .royals = {position->royal_count[FIRST], position->royal_count[SECOND]}};
    memcpy(exchange.board, position->board, sizeof exchange.board);
    int gain = 0;
    if (move_is_drop(move)) {
        exchange.board[exchange.target] = piece_make(move_dropped(move), position->side);
    } else {
        Piece mover = exchange.board[move_from(move)];
        exchange.board[move_from(move)] = PIECE_EMPTY; // it may come back there
        if (exchange.board[exchange.target] != PIECE_EMPTY)
            gain = cost(&exchange, exchange.board[exchange.target]);
        if (move & MOVE_TWO_STEP && exchange.board[move_via(move)] != PIECE_EMPTY) {
            gain += cost(&exchange, exchange.board[move_via(move)]);
            exchange.board[move_via(move)] = PIECE_EMPTY;
        }
        if (move_is_promotion(move)) {
            Type type = piece_type(mover);
            gain += weights->values.value[VALUE_BOARD + (type | TYPE_PROMOTED)] -
                    weights->values.value[VALUE_BOARD + type];
            mover |= TYPE_PROMOTED;
        }
        exchange.board[exchange.target] = mover;
    }
    struct worths answers = best_of(&exchange, !position->side), worths = {0};
    for (int i = 0; i < answers.count; i++)
        worths_add(&worths, gain - answers.worth[i]);
    return worths;
}

static int won_by(const struct weights *weights, const struct position *position, Move move) {
    return weights->exchange[position_captured(position, move)] +
           weights->exchange[position_captured_via(position, move)];
}

// Lions among few pieces, for games that have them.
static struct position among_lions(const struct tables *tables, struct random *random) {
    struct scatter scatter = {.pieces = 20};
    for (int type = 1; type < TYPES && !scatter.wanted; type++)
        if (tables->variant.lion[type])
            scatter.wanted = (Type)type;
    struct position position;
    while (!scatter_position(tables, &scatter, random, &position) || !movegen_any(&position))
        continue;
    return position;
}

// Does see_reaches() say the same as see() of bounds at, around and far from its result?
static bool reaches_agrees(const struct weights *weights, const struct position *position,
                           Move move, int result, struct random *random) {
    int far = (int)random_below(random, 3000) - 1500;
    const int bounds[] = {result - 1, result, result + 1, result + far, far, 0};
    for (int i = 0; i < ARRAY_LENGTH(bounds); i++)
        if (see_reaches(weights, position, move, bounds[i]) != (result >= bounds[i]))
            return false;
    return true;
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

// In one game; each side may not capture the pieces of its `spared` base types.
static void compare_game(const char *game, int seed, const uint32_t spared[SIDES]) {
    struct tables *tables = setup_tables(game, "");
    for (int side = 0; side < SIDES; side++)
        tables->spared[side] = spared[side];
    tables->special_moves |= spared[FIRST] || spared[SECOND];
    struct weights *weights = malloc(sizeof *weights);
    struct random random = random_init(5, (uint64_t)seed, RANDOM_TEST);
    assert_non_null(weights);
    long moves = 0, protected = 0, wrong = 0, doubles = 0;
    for (int number = 0; number < 1200 / PART; number++) {
        struct values values = setup_values(tables, &random);
        if (number % 4)
            values_estimate(tables, &values);
        if (number < 2 || number % 8 == 0 || number % 8 == 1)
            weights_build(weights, tables, &values);
        struct position position = setup_random(tables, &random, number);
        if (tables->has_lion_power && number % 3 == 0)
            position = among_lions(tables, &random);
        Move list[MOVES_MAX], *end = movegen(&position, MOVES_ALL, list);
        for (const Move *move = list; move < end; move++) {
            if (!position_is_capture(&position, *move) && random_below(&random, 8))
                continue;
            wrong += !agrees(weights, &position, *move);
            wrong +=
                !reaches_agrees(weights, &position, *move, see(weights, &position, *move), &random);
            moves++;
            doubles += position_captured(&position, *move) != PIECE_EMPTY &&
                       position_captured_via(&position, *move) != PIECE_EMPTY;
            protected += see(weights, &position, *move) < won_by(weights, &position, *move);
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(moves > 2000 / PART && protected > 200 / PART);
    assert_true((doubles > 20 / PART) == tables->has_lion_power);
    free(weights);
    free(tables);
}

static void agrees_with_recursion(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++)
        compare_game(variant_builtin_name(game), game, (const uint32_t[SIDES]){0});
}

// A piece that the other side may not capture stands where it likes.
static void agrees_where_pieces_are_spared(void **state) {
    (void)state;
    const uint32_t pawns = 1u << type_of_letter('P'), rooks = 1u << type_of_letter('R');
    const uint32_t lions = 1u << type_of_letter('N');
    compare_game("shogi", 100, (const uint32_t[SIDES]){pawns, rooks | pawns});
    compare_game("chu-shogi", 101, (const uint32_t[SIDES]){lions | pawns, rooks});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_recursion),
        cmocka_unit_test(agrees_where_pieces_are_spared),
    };
    return cmocka_run_group_tests_name("see", tests, NULL, NULL);
}

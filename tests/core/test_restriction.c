// SPDX-License-Identifier: GPL-3.0-or-later
// Restricted play: the legal moves of a side are those of the game without those that it lacks.
#include "setup_game.h"

#include <stdio.h>
#include <string.h>

#include "attacks.h"
#include "movegen.h"
#include "random.h"
#include "restriction.h"

static struct restriction read(const char *text, const struct tables *tables) {
    struct restriction restriction;
    struct error error;
    if (!restriction_parse(&restriction, text, &tables->variant, &error))
        fail_msg("%s: %s", text, error.text);
    return restriction;
}

// Of what the move captures, by the way or at its end.
static uint32_t captured(const struct position *position, Move move) {
    const Square squares[] = {move_to(move), move & MOVE_TWO_STEP ? move_via(move) : SQUARE_NONE};
    uint32_t types = 0;
    for (int i = 0; i < 2; i++) {
        Piece piece = squares[i] == SQUARE_NONE ? PIECE_EMPTY : position->board[squares[i]];
        if (piece_of(piece, !position->side))
            types |= 1u << piece_base(piece);
    }
    return types;
}

static bool lacks(const struct restriction *restriction, const struct position *position,
                  Move move) {
    Type base =
        move_is_drop(move) ? move_dropped(move) : piece_base(position->board[move_from(move)]);
    return (move_is_drop(move) && restriction->without[ABILITY_DROPS] >> base & 1) ||
           (move_is_promotion(move) && restriction->without[ABILITY_PROMOTION] >> base & 1) ||
           ((move & MOVE_TWO_STEP) && restriction->without[ABILITY_TWO_STEPS] >> base & 1) ||
           (!move_is_drop(move) &&
            (captured(position, move) & restriction->without[ABILITY_CAPTURES]));
}

static void assert_same_moves(struct position *whole, struct position *restricted,
                              const struct restriction *restriction, Move *all, Move *some) {
    Move *end = movegen(whole, MOVES_ALL, all), *kept = all;
    char fen[FEN_TEXT];
    for (const Move *move = all; move < end; move++)
        if (!lacks(restriction, whole, *move))
            *kept++ = *move;
    end = movegen(restricted, MOVES_ALL, some);
    if (end - some != kept - all || memcmp(all, some, (size_t)(end - some) * sizeof *some) != 0)
        fail_msg("%s: %d moves, expected %d", fen_print(whole, fen), (int)(end - some),
                 (int)(kept - all));
    assert_int_equal(movegen_count(restricted), end - some);
    assert_true(movegen_any(restricted) == (end > some));
    end = movegen(whole, MOVES_ALL, all);
    for (const Move *move = all; move < end; move++)
        assert_true(movegen_is_legal(restricted, *move) == !lacks(restriction, whole, *move));
}

// Random games in which each side now and then plays what the other game forbids it.
static void moves_are_left_out(void **state) {
    (void)state;
    static const struct {
        const char *game, *rules, *first, *second;
    } cases[] = {
        {"kagamigi", "", "drops", "promotion"},
        {"kagamigi", "promotion-trigger=touch", "promotion+drops", "drops:P"},
        {"shogi", "pawn-drop-mate=legal", "promotion:PLN", "drops:GS"},
        {"chu-kagamigi", "", "promotion", "drops"},
        {"chu-shogi", "", "two-steps", "promotion"},
        {"chu-shogi", "", "promotion:PD", "two-steps:N"},
        {"chu-seireigi", "", "drops", "promotion:R"},
        {"shogi", "pawn-drop-mate=legal", "captures:P", "captures+drops:G"},
        {"chu-shogi", "", "captures:PB", "captures:GSI"},
        {"chu-seireigi", "pawn-drop-mate=legal", "captures:P", "captures"},
    };
    int games = CHECKED_BUILD ? 3 : 20;
    Move *all = malloc(2 * MOVES_MAX * sizeof *all), *some = all + MOVES_MAX;
    struct tables *less = malloc(sizeof *less);
    assert_non_null(all);
    assert_non_null(less);
    int64_t left_out = 0;
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables(cases[i].game, cases[i].rules);
        struct restriction lack[SIDES] = {read(cases[i].first, tables),
                                          read(cases[i].second, tables)};
        *less = *tables;
        tables_restrict(less, FIRST, &lack[FIRST]);
        tables_restrict(less, SECOND, &lack[SECOND]);
        for (int game = 0; game < games; game++) {
            struct random random = random_init(7, (uint64_t)(100 * i + game), RANDOM_OPENING);
            struct position position =
                setup_position(tables, variant_start_fen(&tables->variant, &tables->rules));
            for (int ply = 0; ply < 200; ply++) {
                struct position restricted = position;
                struct undo undo;
                restricted.tables = less;
                assert_same_moves(&position, &restricted, &lack[position.side], all, some);
                int count = (int)(movegen(&position, MOVES_ALL, all) - all);
                if (count == 0)
                    break;
                Move move = all[random_below(&random, (uint32_t)count)];
                left_out += lacks(&lack[position.side], &position, move);
                position_make(&position, move, &undo);
                if (position.royal_count[position.side] == 0)
                    break;
            }
        }
        free(tables);
    }
    assert_true(left_out > 100); // there was something to leave out
    free(less);
    free(all);
}

// What the other side may not capture needs no protection, and is not attacked: a Lion takes a
// protected one from afar, and whose move threatens only what its side leaves alone does not press.
static void nobody_takes_what_is_spared(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-shogi", "");
    struct tables *less = malloc(sizeof *less);
    assert_non_null(less);
    struct restriction lack = read("captures:N", tables);
    *less = *tables;
    tables_restrict(less, SECOND, &lack);
    static const char *const fen = "k11/12/12/12/5g6/5n6/12/5N6/12/12/12/11K[] w";
    Move move = move_make(square_at(5, 4), square_at(5, 6));
    struct position position = setup_position(tables, fen);
    assert_false(movegen_is_legal(&position, move));
    position = setup_position(less, fen);
    assert_true(movegen_is_legal(&position, move));
    // The Rook has come to attack a Lion and nothing else.
    static const char *const attacked = "k11/12/12/12/12/12/12/5N1r4/12/12/12/11K[] w";
    Move last = move_make(square_at(7, 11), square_at(7, 4));
    position = setup_position(tables, attacked);
    assert_true(position_move_attacks(&position, last));
    position = setup_position(less, attacked);
    assert_false(position_move_attacks(&position, last));
    free(less);
    free(tables);
}

static void texts(void **state) {
    (void)state;
    static const struct {
        const char *text, *printed, *error;
    } cases[] = {
        {"drops", "drops", NULL},
        {"promotion+drops", "drops+promotion", NULL},
        {"promotion:LP+promotion:N", "promotion:LNP", NULL},
        {"promotion:PLNSBR", "promotion", NULL},
        {"captures:RB+captures:P", "captures:BPR", NULL},
        {"captures:K", NULL, "'K' is no letter"},
        {"drops:", NULL, "letters of pieces belong behind"},
        {"drops:K", NULL, "'K' is no letter"},
        {"promotion:G", NULL, "'G' is no letter"},
        {"drops:p", NULL, "'p' is no letter"},
        {"", NULL, "no ability ''"},
        {"drops+", NULL, "no ability ''"},
        {"two-steps", NULL, "no piece of Shogi has two-steps"},
    };
    struct tables *tables = setup_tables("shogi", "");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct restriction restriction;
        struct error error = {""};
        char text[RESTRICTION_TEXT];
        bool good = restriction_parse(&restriction, cases[i].text, &tables->variant, &error);
        if (good != !cases[i].error || (cases[i].error && !strstr(error.text, cases[i].error)))
            fail_msg("%s: %s", cases[i].text, good ? "was read" : error.text);
        if (good)
            assert_string_equal(restriction_text(&restriction, &tables->variant, text),
                                cases[i].printed);
    }
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_left_out),
        cmocka_unit_test(nobody_takes_what_is_spared),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

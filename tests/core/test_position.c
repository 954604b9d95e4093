// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a game: its keys, its derived fields, and whether position_check sees damage.
#include "setup_game.h"

#include <string.h>

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// A key that is missing or used twice is invisible to a comparison of incremental and fresh keys.
static void keys_are_distinct(void **state) {
    (void)state;
    for (int v = 0; variant_builtin_name(v) != NULL; v++) {
        struct tables *tables = setup_tables(variant_builtin_name(v), "");
        uint64_t *keys =
            malloc((PIECES * SQUARES + SIDES * BASE_TYPES * 64 + SQUARES + 1) * sizeof *keys);
        assert_non_null(keys);
        size_t count = 0;
        for (int base = 1; base < BASE_TYPES; base++) {
            if (!tables->variant.exists[base])
                continue;
            for (enum side side = FIRST; side < SIDES; side++) {
                for (int promoted = 0; promoted <= tables->variant.promotes[base]; promoted++) {
                    Type type = (Type)(base | (promoted ? TYPE_PROMOTED : 0));
                    for (int square = 0; square < SQUARES; square++)
                        if (tables->on_board[square])
                            keys[count++] = tables->key_piece[piece_make(type, side)][square];
                }
                // What a hand of n pieces adds to the key.
                struct position empty, hand;
                position_clear(&empty, tables);
                for (int n = 1; n <= 60; n++) {
                    hand = empty;
                    position_set_hand(&hand, side, (Type)base, n);
                    keys[count++] = hand.key ^ empty.key;
                }
            }
        }
        for (int square = 0; square < SQUARES; square++)
            if (tables->on_board[square])
                keys[count++] = tables->key_lion[square];
        keys[count++] = tables->key_side;
        assert_true(count > (size_t)(tables->files * tables->ranks));
        qsort(keys, count, sizeof *keys, compare_keys);
        assert_true(keys[0] != 0);
        for (size_t i = 1; i < count; i++)
            if (keys[i] == keys[i - 1])
                fail_msg("%s: the same key twice", tables->variant.name);
        free(keys);
        free(tables);
    }
}

static void every_part_of_the_state_changes_the_key(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-seireigi", "");
    static const char *const fens[] = {
        "k11/12/12/5+g6/12/12/12/5R6/12/12/12/11K[] w - - 0 1",
        "k11/12/12/5+g6/12/12/12/5R6/12/12/12/11K[] b - - 0 1",
        "k11/12/12/5+g6/12/12/12/5R6/12/12/12/11K[P] w - - 0 1",
        "k11/12/12/5+g6/12/12/12/5R6/12/12/12/11K[PP] w - - 0 1",
        "k11/12/12/5+g6/12/12/12/5R6/12/12/12/11K[p] w - - 0 1",
        "k11/12/12/5+g6/12/12/12/5R6/12/12/12/11K[L] w - - 0 1",
        "k11/12/12/5g6/12/12/12/5R6/12/12/12/11K[] w - - 0 1",
        "k11/12/12/5+G6/12/12/12/5R6/12/12/12/11K[] w - - 0 1",
        "k11/12/12/5+s6/12/12/12/5R6/12/12/12/11K[] w - - 0 1",
        "k11/12/12/6+g5/12/12/12/5R6/12/12/12/11K[] w - - 0 1",
        "k11/12/12/5+g6/12/12/12/5R6/12/12/12/10K1[] w - - 0 1",
    };
    uint64_t keys[ARRAY_LENGTH(fens)];
    for (int i = 0; i < ARRAY_LENGTH(fens); i++)
        keys[i] = setup_position(tables, fens[i]).key;
    for (int i = 0; i < ARRAY_LENGTH(fens); i++)
        for (int j = 0; j < i; j++)
            if (keys[i] == keys[j])
                fail_msg("one key for %s and %s", fens[j], fens[i]);
    // Counters are no part of a position as repetition sees it.
    assert_true(
        setup_position(tables, "k11/12/12/5+g6/12/12/12/5R6/12/12/12/11K[] w - - 7 30").key ==
        keys[0]);

    struct position p = setup_position(tables, fens[0]);
    p.lion = square_at(5, 4);
    p.key ^= tables->key_lion[p.lion];
    assert_true(p.key != keys[0]);
    assert_true(position_check(&p, NULL));
    free(tables);
}

static void check_sees_damage(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    struct error error = {""};
    const struct position sound =
        setup_position(tables, "4k4/9/4p4/9/9/9/4P4/9/4K4[RPb] w - - 0 1");
    Square pawn = square_at(4, 2), king = square_at(4, 0);
    assert_true(position_check(&sound, &error));
    struct position p;
#define DAMAGED(change)                                                                            \
    p = sound;                                                                                     \
    change;                                                                                        \
    if (position_check(&p, &error))                                                                \
        fail_msg("unseen: %s", #change);                                                           \
    assert_true(error.text[0] != '\0');
    DAMAGED(p.key ^= 1)
    DAMAGED(p.side = SECOND)
    DAMAGED(p.board[pawn] = PIECE_EMPTY)
    DAMAGED(p.board[pawn] |= TYPE_PROMOTED)
    DAMAGED(p.board[SQUARE_NONE] = PIECE_EMPTY)
    DAMAGED(p.hand[FIRST][type_of_letter('P')]++)
    DAMAGED(p.hand[SECOND][type_of_letter('G')]++)
    DAMAGED(p.hand_types[FIRST] ^= 1u << type_of_letter('R'))
    DAMAGED(p.royals[FIRST][0] = pawn)
    DAMAGED(p.royal_count[SECOND] = 0)
    DAMAGED(p.pieces[FIRST][king / GRID] = 0)
    DAMAGED(p.pieces[SECOND][king / GRID] = 1)
    DAMAGED(p.pawns_on_file[FIRST][pawn % GRID] = 0)
    DAMAGED(p.pawn_files[SECOND] = 0)
    DAMAGED(p.lion = pawn)
    for (int line = 0; line < LINES; line++) {
        DAMAGED(p.occupied[line] ^= (Line)(1 << GRID / 2))
    }
#undef DAMAGED
    free(tables);
}

static void put_and_remove_cancel(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-kagamigi", "");
    struct position empty, p;
    position_clear(&empty, tables);
    assert_true(position_check(&empty, NULL));
    p = empty;
    int pieces = 0;
    for (int square = 0; square < SQUARES; square++) {
        if (!tables->on_board[square])
            continue;
        Type base = type_of_letter("PLNGSB"[pieces % 6]);
        position_put(&p, piece_make(pieces % 4 ? base : base | TYPE_PROMOTED, pieces % 2),
                     (Square)square);
        assert_true(position_check(&p, NULL));
        pieces++;
    }
    assert_int_equal(pieces, 144);
    position_set_hand(&p, SECOND, type_of_letter('X'), HANDS_MAX);
    assert_true(position_check(&p, NULL));
    position_set_hand(&p, SECOND, type_of_letter('X'), 0);
    for (int square = SQUARES - 1; square >= 0; square--)
        if (tables->on_board[square])
            position_remove(&p, (Square)square);
    assert_memory_equal(&p, &empty, sizeof p);
    free(tables);
}

// Half moves start again at captures, Pawn moves and drops; the ply never does.
static void counters(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "");
    struct position p = setup_position(tables, "4k/5/4p/3RP/K4[G] w - - 9 20");
    static const struct {
        const char *move;
        int halfmoves;
    } steps[] = {{"d2d3", 10}, {"e5e4", 11}, {"G@a3", 0}, {"e4e5", 1},
                 {"d3e3", 0},  {"e5d5", 1},  {"a3a4", 2}};
    int ply = p.ply;
    assert_int_equal(ply, 38);
    for (int i = 0; i < ARRAY_LENGTH(steps); i++) {
        Move move;
        struct error error;
        struct undo undo;
        if (!move_parse(steps[i].move, &p, &move, &error))
            fail_msg("%s: %s", steps[i].move, error.text);
        position_make(&p, move, &undo);
        assert_int_equal(p.halfmoves, steps[i].halfmoves);
        assert_int_equal(p.ply, ply + i + 1);
    }
    free(tables);
}

static void captured_pieces_change_sides_demoted(void **state) {
    (void)state;
    static const struct {
        const char *rule;
        int expected;
    } cases[] = {{"drops=on", 1}, {"drops=off", 0}};
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables("shogi", cases[i].rule);
        struct position p = setup_position(tables, "4k4/9/9/9/4+r4/9/4R4/9/3K5 w - - 0 1");
        Move move;
        struct undo undo;
        assert_true(move_parse("e3e5", &p, &move, NULL));
        assert_int_equal(position_captured(&p, move),
                         piece_make(type_of_letter('R') | TYPE_PROMOTED, SECOND));
        position_make(&p, move, &undo);
        assert_int_equal(p.hand[FIRST][type_of_letter('R')], cases[i].expected);
        assert_int_equal(p.hand_types[FIRST] != 0, cases[i].expected);
        assert_int_equal(p.hand[SECOND][type_of_letter('R')], 0);
        free(tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_distinct),
        cmocka_unit_test(every_part_of_the_state_changes_the_key),
        cmocka_unit_test(check_sees_damage),
        cmocka_unit_test(put_and_remove_cancel),
        cmocka_unit_test(counters),
        cmocka_unit_test(captured_pieces_change_sides_demoted),
    };
    return cmocka_run_group_tests_name("position", tests, NULL, NULL);
}

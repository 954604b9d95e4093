// SPDX-License-Identifier: GPL-3.0-or-later
// Riders, hops and bends where the search asks for them: the king zone, direct checks, exchanges,
// the estimate of values.
#include <stdio.h>

#include "setup.h"

#include "compare.h"
#include "invent.h"
#include "king_zone.h"
#include "position.h"
#include "search.h"
#include "values.h"
#include "walks.h"
#include "zone_attacks.h"

static const char *const head = "[variant]\nname = walks\ntitle = Walks\nabout = Walks.\n"
                                "files = 9\nranks = 9\nroyal = K\nyardstick = R\npawn = P\n"
                                "[rules]\npromotion-trigger = touch\nstranded = allow\nnifu = off\n"
                                "pawn-drop-mate = legal\nrepetition = fourfold\nstalemate = loss\n"
                                "impasse = off\ndrops = on\narray = a\nzone = 3\n"
                                "[arrays]\na = 4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1\n[pieces]\n"
                                "K = K, King, K\nR = R, Rook, R\nP = P, Pawn, fW\n";

static struct tables *game_with(const char *pieces) {
    char text[2048];
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    struct error error = {""};
    assert_non_null(variant);
    assert_non_null(tables);
    snprintf(text, sizeof text, "%s%s", head, pieces);
    if (!variant_parse(text, "walks.ini", variant, &error) ||
        !tables_build(tables, variant, &variant->rules, &error))
        fail_msg("%s", error.text);
    free(variant);
    return tables;
}

static const char *const walkers = "N = N, Nightrider, NN\nG = G, Griffon, t[FR]\n"
                                   "C = C, Cannon, mRcpR\nH = H, Hook, RasR\nZ = Z, Zebra, CnZ\n";

// What the king zone tells of a piece is what the second generator says it captures.
static void king_zones(void **state) {
    (void)state;
    struct comparison *c = calloc(1, sizeof *c);
    struct tables *tables = calloc(1, sizeof *tables);
    assert_non_null(c);
    assert_non_null(tables);
    struct random random = random_init(31, 0, RANDOM_TEST);
    long attacked = 0, blocked = 0;
    for (int game = 0; game < 400 / PART; game++) {
        char text[INVENT_TEXT], fen[FEN_TEXT];
        struct variant variant;
        struct error error;
        invent_variant(&random, text);
        assert_true(variant_parse(text, "invented.ini", &variant, &error));
        assert_true(tables_build(tables, &variant, &variant.rules, &error));
        compare_scatter(tables, &random, fen);
        if (!tables->has_walks || !compare_start(c, tables, fen))
            continue;
        for (int square = 0; square < SQUARES; square++) {
            if (!tables->on_board[square] || c->position.board[square] == PIECE_EMPTY)
                continue;
            struct reference_reach reach;
            reference_reach(&c->reference, square_file((Square)square), square_rank((Square)square),
                            &reach);
            for (int centre = 0; centre < SQUARES; centre++) {
                if (!tables->on_board[centre])
                    continue;
                unsigned bits = king_zone_attacked(&c->position, (Square)square, (Square)centre);
                for (int i = 0; i < 9; i++) {
                    Square at = king_zone_square((Square)centre, i);
                    if (!tables->on_board[at] || at == square)
                        continue;
                    bool told = bits >> i & 1, is = reach.capture[square_rank(at)][square_file(at)];
                    attacked += is;
                    blocked += !is;
                    if (told != is)
                        fail_msg("%s: from %d to %d: %d\n%s", fen, square, at, told, text);
                }
            }
        }
    }
    assert_true(attacked > 10000 / PART && blocked > 10000 / PART);
    free(tables);
    free(c);
}

// A walker that arrives gives check exactly where the search says so.
static void checks_on_arrival(void **state) {
    (void)state;
    struct tables *tables = game_with(walkers);
    struct random random = random_init(32, 0, RANDOM_TEST);
    int checks = 0, quiet = 0;
    for (int number = 0; number < 1500 / PART; number++) {
        struct position position = setup_random(tables, &random, number);
        struct direct_checks direct;
        direct_checks_find(&position, &direct);
        Move list[MOVES_MAX], *end = movegen(&position, MOVES_DROPS, list);
        for (const Move *move = list; move < end; move++) { // a drop opens no line
            Piece piece = piece_make(move_dropped(*move), position.side);
            if (!tables->walk_count[piece])
                continue;
            bool told = direct_checks_by(&position, &direct, piece, move_to(*move));
            struct position next = position;
            struct undo undo;
            position_make(&next, *move, &undo);
            struct squares moves, captures;
            walks_find(&next, piece, move_to(*move), (const Square[2]){0}, &moves, &captures);
            bool is = (captures.rank[direct.king / GRID] >> direct.king % GRID & 1) ||
                      king_zone_attacked(&next, move_to(*move), direct.king) & KING_ZONE_CENTRE;
            assert_int_equal(told, is);
            checks += is;
            quiet += !is;
        }
    }
    assert_true(checks > 100 / PART && quiet > 1000 / PART);
    free(tables);
}

// Exchanges that walkers take part in, worked out by hand: R 500, P 100, N 300, C 400.
static void exchanges(void **state) {
    (void)state;
    static const struct {
        const char *fen, *move;
        int gain;
    } cases[] = {
        {"8k/9/9/4p4/9/9/9/9/K3R4[] w", "e1e6", 100},
        // a Nightrider two jumps away protects the Pawn, one with its way blocked does not
        {"8k/9/9/4p4/9/9/9/K1n6/4R4[] w", "e1e6", -400},
        {"8k/9/9/4p4/9/3P5/9/K1n6/4R4[] w", "e1e6", 100},
        // the own Nightrider takes it back
        {"8k/9/9/4p4/2N6/9/9/K1n6/4R4[] w", "e1e6", -100},
        // a Griffon: diagonally from f9 to e8, then down
        {"4kg3/9/9/4p4/9/9/9/9/K3R4[] w", "e1e6", -400},
        // a Cannon needs something to hop over, and the Rook that was it has gone
        {"k8/9/9/4p3c/9/9/9/9/K3R4[] w", "e1e6", 100},
        {"k8/9/9/4p1p1c/9/9/9/9/K3R4[] w", "e1e6", -400},
        {"k8/9/9/4p1R1c/9/9/9/9/K8[] w", "g6e6", 100},
        // a Hook Mover comes round the corner, unless that is blocked
        {"k8/7h1/9/4p4/9/9/9/P8/KP2R4[] w", "e1e6", -400},
        {"k8/4P2h1/9/4p2P1/9/9/9/P8/KP2R4[] w", "e1e6", 100},
    };
    struct tables *tables = game_with(walkers);
    struct values values;
    values_defaults(&values);
    memset(values.value, 0, VALUES * sizeof *values.value);
    static const struct {
        char letter;
        int value;
    } worth[] = {{'R', 500}, {'P', 100}, {'N', 300}, {'C', 400}};
    for (int i = 0; i < ARRAY_LENGTH(worth); i++)
        values.value[VALUE_BOARD + type_of_letter(worth[i].letter)] = worth[i].value;
    struct weights *weights = malloc(sizeof *weights);
    assert_non_null(weights);
    weights_build(weights, tables, &values);
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct position position = setup_position(tables, cases[i].fen);
        struct error error = {""};
        Move move;
        if (!move_parse(cases[i].move, &position, &move, &error))
            fail_msg("%s: %s", cases[i].fen, error.text);
        int gain = see(weights, &position, move);
        if (gain != cases[i].gain)
            fail_msg("%s %s: %d, expected %d", cases[i].fen, cases[i].move, gain, cases[i].gain);
    }
    free(weights);
    free(tables);
}

// More moves are worth more, and a way that is often blocked less than one that never is.
static void estimates(void **state) {
    (void)state;
    static const char *const rising[] = {
        "nN", "N", "N2", "NN", "NNDD", "NNDDt[FR]", "NNDDt[FR]RasR",
    };
    static const char *const above[][2] = {{"H", "nH"},       {"R", "pR"},   {"pR", "gR"},
                                           {"mRcR", "mRcpR"}, {"QasQ", "Q"}, {"C", "iC"}};
    int last = 0;
    for (int i = 0; i < ARRAY_LENGTH(rising) + 2 * ARRAY_LENGTH(above); i++) {
        int pair = i - ARRAY_LENGTH(rising);
        const char *betza = pair < 0 ? rising[i] : above[pair / 2][1 - pair % 2];
        char line[64];
        struct values values;
        snprintf(line, sizeof line, "X = X, Odd, %s\n", betza);
        struct tables *tables = game_with(line);
        values_estimate(tables, &values);
        int value = values.value[VALUE_BOARD + type_of_letter('X')];
        if (value <= last && (pair < 0 || pair % 2))
            fail_msg("%s is worth %d, the one before %d", betza, value, last);
        last = value;
        free(tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(king_zones),
        cmocka_unit_test(checks_on_arrival),
        cmocka_unit_test(exchanges),
        cmocka_unit_test(estimates),
    };
    return cmocka_run_group_tests_name("walks in the search", tests, NULL, NULL);
}

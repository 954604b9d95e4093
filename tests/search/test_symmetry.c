// SPDX-License-Identifier: GPL-3.0-or-later
// The search knows no colours: a position turned by 180 degrees, with sides exchanged, has the same
// score and takes the same number of nodes. A bias here would look like a first move's advantage.
#include "movegen.h"
#include "setup.h"
#include <cmocka.h>
#include <setjmp.h>

enum { POSITIONS = 40 / PART, DEPTH = 4, NODES = 20000, HASH = 1 << 23 };

static struct position turned(const struct position *position) {
    const struct tables *tables = position->tables;
    struct position other;
    position_clear(&other, tables);
    for (int rank = 0; rank < tables->ranks; rank++)
        for (int file = 0; file < tables->files; file++) {
            Piece piece = position->board[square_at(file, rank)];
            if (piece == PIECE_EMPTY)
                continue;
            Square square = square_at(tables->files - 1 - file, tables->ranks - 1 - rank);
            position_put(&other, piece_make(piece_type(piece), !piece_side(piece)), square);
        }
    for (enum side side = FIRST; side < SIDES; side++)
        for (int base = 1; base < BASE_TYPES; base++)
            position_set_hand(&other, !side, (Type)base, position->hand[side][base]);
    if (position->side == FIRST) {
        struct undo undo;
        position_make_null(&other, &undo);
    }
    return other;
}

static void check_variant(const char *name) {
    struct tables *tables = setup_tables(name, "");
    struct values values;
    values_estimate(tables, &values);
    struct engine *engine = engine_create(tables, &values, HASH, NULL);
    Move *list = malloc(MOVES_MAX * sizeof *list);
    assert_non_null(engine);
    assert_non_null(list);
    for (uint64_t game = 0; game < POSITIONS; game++) {
        struct random random = random_init(7, game, RANDOM_TEST);
        struct position position = setup_start(tables);
        int plies = (int)random_below(&random, 50), count = 1;
        for (int i = 0; i < plies && count > 0; i++) {
            struct undo undo;
            count = (int)(movegen(&position, MOVES_ALL, list) - list);
            if (count > 0)
                position_make(&position, list[random_below(&random, (uint32_t)count)], &undo);
        }
        struct position other = turned(&position);
        struct error error;
        assert_true(position_check(&other, &error));
        struct search_result here, there;
        struct limits limits = {.depth = DEPTH, .nodes = NODES};
        engine_new_game(engine);
        engine_search(engine, &position, NULL, limits, &here);
        engine_new_game(engine);
        engine_search(engine, &other, NULL, limits, &there);
        char fen[FEN_TEXT];
        if (here.score != there.score || here.nodes != there.nodes)
            fail_msg("%s %s: %d in %lu nodes, turned %d in %lu", name, fen_print(&position, fen),
                     here.score, (unsigned long)here.nodes, there.score,
                     (unsigned long)there.nodes);
    }
    engine_destroy(engine);
    free(list);
    free(tables);
}

static void colours_do_not_matter(void **state) {
    (void)state;
    for (int i = 0; variant_builtin_name(i); i++)
        check_variant(variant_builtin_name(i));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(colours_do_not_matter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

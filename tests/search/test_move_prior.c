// SPDX-License-Identifier: GPL-3.0-or-later
// Learned likelihoods of moves: the file both ways, its faults by line, and what the search does
// with them.
#include "setup.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "file.h"
#include "move_prior.h"
#include "order.h"
#include "values_file.h"

static struct move_prior *parsed(const struct tables *tables, const char *text) {
    struct move_prior *prior = malloc(sizeof *prior);
    struct error error;
    assert_non_null(prior);
    if (!move_prior_parse(text, "x", tables, false, prior, &error))
        fail_msg("%s", error.text);
    return prior;
}

static char *temporary(char path[PATH_MAX], const char *name) {
    static char folder[] = "/tmp/kagami-test-moves-XXXXXX";
    static bool made;
    if (!made)
        assert_non_null(mkdtemp(folder));
    made = true;
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return path;
}

static void what_is_written_is_read(void **state) {
    (void)state;
    static const char *const names[] = {"kagamigi", "chu-shogi"};
    for (int i = 0; i < 2; i++) {
        struct tables *tables = setup_tables(names[i], "");
        struct random random = random_init(5, (uint64_t)i, RANDOM_TEST);
        struct move_prior *prior = calloc(1, sizeof *prior), *again = malloc(sizeof *again);
        const struct variant *variant = &tables->variant;
        char path[PATH_MAX];
        assert_true(prior && again);
        for (int k = 0; k < 3000; k++) {
            Type base = variant->bases[random_below(&random, (uint32_t)variant->base_count)];
            int class = (int)random_below(&random, 5), ahead = (int)random_below(&random, 31) - 15;
            class = class == 0                              ? base
                    : class == 1 && variant->promotes[base] ? base | TYPE_PROMOTED
                    : class == 2                            ? PRIOR_DROPS + base
                    : class == 3                            ? PRIOR_PROMOTIONS + base
                                                            : PRIOR_CHECKING_DROPS + base;
            int offset =
                KING_ZONE_OFFSETS / 2 - 2 * GRID * ahead - ((int)random_below(&random, 31) - 15);
            PriorScores *scores = random_below(&random, 2) ? prior->to : prior->from;
            scores[class][random_below(&random, PRIOR_POINTS)][offset] =
                (int8_t)(random_below(&random, 256) - 128);
        }
        struct error error;
        assert_true(move_prior_write(temporary(path, "a.csv"), tables, prior, &error));
        char *text = file_read(path, 1 << 24, &error);
        assert_non_null(text);
        assert_true(move_prior_parse(text, path, tables, false, again, &error));
        assert_memory_equal(prior, again, sizeof *prior);
        free(text);
        free(prior);
        free(again);
        free(tables);
    }
}

#define HEADER "piece,kind,square,point,ahead,right,scores\n"

static void faults_name_the_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *what;
    } faults[] = {
        {"", "x:1: empty"},
        {"piece,kind\n", "x:1: 'piece,kind': expected piece,"},
        {HEADER "B,move,to,enemy-king,0,0\n", "x:2: 6 fields"},
        {HEADER "B,move,to,enemy-king,0,0,1,2\n", "x:2: more than 7 fields"},
        {HEADER "\nY,move,to,enemy-king,0,0,1\n", "x:3: piece: shogi has no Y that can move"},
        {HEADER "+G,move,to,enemy-king,0,0,1\n", "x:2: piece: shogi has no +G"},
        {HEADER "+B,drop,to,enemy-king,0,0,1\n", "x:2: piece: shogi has no +B that can be dropped"},
        {HEADER "B,slide,to,enemy-king,0,0,1\n", "x:2: kind: 'slide'"},
        {HEADER "B,move,at,enemy-king,0,0,1\n", "x:2: square: 'at'"},
        {HEADER "B,move,to,king,0,0,1\n", "x:2: point: 'king'"},
        {HEADER "B,move,to,enemy-king,16,0,1\n", "x:2: ahead and right"},
        {HEADER "B,move,to,enemy-king,0,x,1\n", "x:2: ahead and right"},
        {HEADER "B,move,to,enemy-king,0,0,200\n",
         "x:2: whole numbers from -128 to 127 expected at '200'"},
        {HEADER "B,move,to,enemy-king,0,0,1;2\n", "x:2: ';2' is no number"},
        {HEADER "B,move,to,enemy-king,-15,0,1/2\n", "x:2: more than 15 ranks"},
        {HEADER "B,move,to,enemy-king,0,15,1 2\n", "x:2: more than 15 ranks"},
    };
    struct tables *tables = setup_tables("shogi", "");
    struct move_prior *prior = malloc(sizeof *prior);
    for (int i = 0; i < ARRAY_LENGTH(faults); i++) {
        struct error error = {"taken"};
        if (move_prior_parse(faults[i].text, "x", tables, false, prior, &error) ||
            strncmp(error.text, faults[i].what, strlen(faults[i].what)) != 0)
            fail_msg("%s: %s", faults[i].text, error.text);
    }
    // A game of the user's by a shipped name may lack pieces.
    assert_true(
        move_prior_parse(HEADER "Y,move,to,enemy-king,0,0,1\n", "x", tables, true, prior, NULL));
    free(prior);
    free(tables);
}

// A score stands where the file says, for either side as it sees the board.
static void places_are_the_movers(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    struct move_prior *prior = parsed(tables, HEADER "G,move,to,own-king,1,-2,7\n"
                                                     "G,move,from,own-king,0,1,5\n"
                                                     "G,drop,to,their-last,-1,0,3\n");
    static const struct {
        const char *fen, *move, *last;
        int score;
    } cases[] = {
        {"4k4/9/9/9/9/9/9/9/3GK4[G] w", "d1c2", "", 7}, // G of d1 is one file left of the King
        {"4k4/9/9/9/9/9/9/9/4KG3[G] w", "f1g2", "", 5},
        {"3kg4/9/9/9/9/9/9/9/4K4[] b", "e9f8", "", 7}, // its left is the other side's right
        {"4kg3/9/9/9/9/9/9/9/4K4[] b", "f9f8", "", 0},
        {"3gk4/9/9/9/9/9/9/9/4K4[] b", "d9c8", "", 5},
        {"4k4/9/9/9/9/9/9/9/4K4[G] w", "G@e4", "e5", 3},
        {"4k4/9/9/9/9/9/9/9/4K4[g] b", "G@e6", "e5", 3},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct position position = setup_position(tables, cases[i].fen);
        Move move = setup_move(&position, cases[i].move);
        Square last = SQUARE_NONE;
        if (cases[i].last[0])
            last = square_at(cases[i].last[0] - 'a', cases[i].last[1] - '1');
        struct prior_view view = prior_view(&position, last, SQUARE_NONE);
        int class = prior_class(&position, move, false);
        int score = prior_of_square(&view, prior->to[class], move_to(move));
        if (!move_is_drop(move))
            score += prior_of_square(&view, prior->from[class], move_from(move));
        if (score != cases[i].score)
            fail_msg("%s %s: %d, not %d", cases[i].fen, cases[i].move, score, cases[i].score);
    }
    free(prior);
    free(tables);
}

// A piece that the file says is like another has its tables, until it has its own.
static void a_piece_is_like_another(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    Type silver = type_of_letter('S'), gold = type_of_letter('G'), lance = type_of_letter('L');
    tables->variant.moves_like[silver] = gold;
    tables->variant.moves_like[lance] = gold;
    struct move_prior *prior = parsed(tables, HEADER "G,move,to,own-king,1,-2,7\n"
                                                     "G,drop,to,their-last,-1,0,3\n"
                                                     "L,move,from,own-king,0,1,5\n");
    assert_memory_equal(prior->to[silver], prior->to[gold], sizeof prior->to[gold]);
    assert_memory_equal(prior->to[PRIOR_DROPS + silver], prior->to[PRIOR_DROPS + gold],
                        sizeof prior->to[gold]);
    assert_memory_not_equal(prior->to[lance], prior->to[gold], sizeof prior->to[gold]);
    assert_memory_not_equal(prior->from[lance], prior->from[gold], sizeof prior->from[gold]);
    free(prior);
    free(tables);
}

static uint64_t nodes(const struct tables *tables, const struct values *values) {
    struct position position = setup_start(tables);
    struct engine *engine = engine_create(tables, values, 1 << 18, NULL);
    struct search_result result;
    assert_non_null(engine);
    engine_search(engine, &position, NULL, (struct limits){.depth = 6}, &result);
    engine_destroy(engine);
    return result.nodes;
}

// The file beside values is the player's, and what ships is that of a player without one.
static void players_know_their_file(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "");
    struct values plain, with;
    struct error error;
    char values_path[PATH_MAX], moves_path[PATH_MAX];
    FILE *file = fopen(temporary(values_path, "v.csv"), "w");
    fputs("parameter,value\ntempo,20\n", file);
    fclose(file);
    values_default(tables, &plain);
    plain.value[values_find("tempo")] = 20;
    assert_true(values_file_load(values_path, tables, &with, &error));
    assert_memory_equal(&with, &plain, sizeof with);

    file = fopen(temporary(moves_path, "v.moves.csv"), "w");
    fputs(HEADER "P,move,from,own-king,1,0,120\nS,move,to,own-king,1,2,-90\n", file);
    fclose(file);
    assert_true(values_file_load(values_path, tables, &with, &error));
    assert_string_equal(with.beside[BESIDE_MOVES].path, moves_path);
    assert_true(with.beside[BESIDE_MOVES].hash != 0);
    assert_true(nodes(tables, &with) != nodes(tables, &plain));
    with.value[values_find("search.prior")] = 0;
    plain.value[values_find("search.prior")] = 0;
    assert_int_equal(nodes(tables, &with), nodes(tables, &plain));

    file = fopen(moves_path, "w");
    fputs(HEADER "Q,move,to,own-king,1,0,100\n", file);
    fclose(file);
    struct values gone = with;
    assert_false(values_file_load(values_path, tables, &with, &error));
    assert_non_null(strstr(error.text, "v.moves.csv:2: piece"));
    unlink(moves_path);
    assert_null(engine_create(tables, &gone, 1 << 18, NULL));
    free(tables);
}

static void what_ships_can_be_read(void **state) {
    (void)state;
    int shipped = 0;
    for (int i = 0; variant_builtin_name(i); i++) {
        const char *name = variant_builtin_name(i), *text = beside_shipped(BESIDE_MOVES, name);
        if (!text)
            continue;
        struct tables *tables = setup_tables(name, "");
        struct error error;
        struct move_prior *prior = malloc(sizeof *prior);
        if (!move_prior_parse(text, name, tables, false, prior, &error))
            fail_msg("%s", error.text);
        free(prior);
        free(tables);
        shipped++;
    }
    assert_true(shipped > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(faults_name_the_line),
        cmocka_unit_test(places_are_the_movers),   cmocka_unit_test(players_know_their_file),
        cmocka_unit_test(a_piece_is_like_another), cmocka_unit_test(what_ships_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

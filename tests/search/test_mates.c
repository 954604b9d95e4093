// SPDX-License-Identifier: GPL-3.0-or-later
// Short mates: a slow search of everything finds them, the engine must agree; and every short mate
// that the engine announces must be one.
#include "setup.h"

#include <stdio.h>

#include "attacks.h"
#include "eval.h"
#include "invent.h"
#include "notation.h"
#include "score.h"
#include "search.h"

// Positions the slow search may look at before it gives up on a question.
enum { PATIENCE = 300000 };

// A question to the slow search.
struct question {
    bool checks_only; // the winning side gives check with every move
    long patience;    // positions it may still look at
};

static bool wins(struct position *position, int plies, struct question *question);

// Is the side to move lost within so many plies, whatever it does? (No move is a loss too.)
static bool loses(struct position *position, int plies, struct question *question) {
    Move list[MOVES_MAX], *end = movegen(position, MOVES_ALL, list);
    if (end > list && plies < 2)
        return false;
    for (const Move *move = list; move < end && question->patience > 0; move++) {
        struct undo undo;
        position_make(position, *move, &undo);
        bool refuted = wins(position, plies - 1, question);
        position_unmake(position, *move, &undo);
        if (!refuted)
            return false;
    }
    return true;
}

// Has the side to move a move after which the other one has lost, within so many plies in all?
static bool wins(struct position *position, int plies, struct question *question) {
    if (plies < 1)
        return false;
    Move list[MOVES_MAX], *end = movegen(position, MOVES_ALL, list);
    for (const Move *move = list; move < end && question->patience > 0; move++) {
        struct undo undo;
        question->patience--;
        position_make(position, *move, &undo);
        bool mates = (!question->checks_only || position_in_check(position)) &&
                     loses(position, plies - 1, question);
        position_unmake(position, *move, &undo);
        if (mates)
            return true;
    }
    return false;
}

// Plies of the shortest mate, 0 when there is none so short, -1 when patience ran out.
static int shortest_win(const struct position *position, int most, bool checks_only) {
    struct position copy = *position;
    for (int plies = 1; plies <= most; plies += 2) {
        struct question question = {checks_only, PATIENCE};
        bool won = wins(&copy, plies, &question);
        if (question.patience <= 0)
            return -1;
        if (won)
            return plies;
    }
    return 0;
}

// Pruning hides some mates from shallow searches, and may prefer a longer one: it is given time.
static struct search_result search(struct engine *engine, const struct position *position,
                                   int depth) {
    struct search_result result;
    engine_new_game(engine);
    engine_search(engine, position, NULL, (struct limits){.depth = depth, .nodes = 400000},
                  &result);
    return result;
}

static void known_mates(void **state) {
    (void)state;
    static const struct {
        const char *game, *fen;
        int plies; // of the shortest mate by checks; 0: none in three plies
    } cases[] = {
        {"shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 1},
        {"shogi", "4k4/9/4P4/9/9/9/9/9/4K4[P] w - - 0 1", 0},
        {"shogi", "7nl/7k1/9/7P1/9/9/9/9/K8[GG] w - - 0 1", 3},
        {"minishogi", "4k/5/3P1/5/K4[GG] w - - 0 1", 1},
        {"kagamigi", "k8/9/1K7/9/9/9/9/9/8R[] w - - 0 1", 1},
        {"kagamigi", "4k4/9/4P4/9/9/9/9/9/4K4[RB] w - - 0 1", 0},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = setup_tables(cases[i].game, "");
        struct engine *engine = setup_engine(tables);
        struct position position = setup_position(tables, cases[i].fen);
        assert_int_equal(shortest_win(&position, 3, true), cases[i].plies);
        if (cases[i].plies)
            assert_int_equal(search(engine, &position, 6).score, SCORE_MATE - cases[i].plies);
        // The other side, its King bare or nearly so, has no mate.
        position_make_null(&position, &(struct undo){0});
        if (!position_side_in_check(&position, !position.side))
            assert_int_equal(shortest_win(&position, 3, true), 0);
        engine_destroy(engine);
        free(tables);
    }
}

struct tally {
    int found[4];  // shortest mates by plies
    int announced; // short mates of the engine that were verified
};

// Attackers around a King: mates in one and three are common.
static void examine(const struct tables *tables, struct engine *engine, struct random *random,
                    int number, struct tally *tally) {
    const struct scatter scatter = {
        .pieces = 6 + number % 5, .in_hand = number % 3, .besiege = true};
    struct position position;
    if (!scatter_position(tables, &scatter, random, &position) || !movegen_any(&position))
        return;
    position.careful = true; // a royal that will be taken is mated, to the search too
    int shortest = shortest_win(&position, 3, true);
    if (shortest < 0)
        return;
    tally->found[shortest]++;
    char fen[FEN_TEXT];
    struct search_result result = search(engine, &position, shortest == 3 ? 12 : 3);
    if (shortest && result.score < SCORE_MATE_BOUND)
        fail_msg("%s %s: mate in %d plies, the search says %d", tables->variant.name,
                 fen_print(&position, fen), shortest, result.score);
    if (shortest == 1)
        assert_int_equal(result.score, SCORE_MATE - 1);
    // What the search announces must hold.
    int plies = SCORE_MATE - (result.score < 0 ? -result.score : result.score);
    if (!score_is_mate(result.score) || plies > 4)
        return;
    struct question question = {false, PATIENCE};
    bool right =
        result.score > 0 ? wins(&position, plies, &question) : loses(&position, plies, &question);
    if (question.patience <= 0)
        return;
    if (!right)
        fail_msg("%s %s: no mate in %d plies, the search says %d", tables->variant.name,
                 fen_print(&position, fen), plies, result.score);
    tally->announced++;
}

static void random_mates(void **state) {
    (void)state;
    struct tally tally = {0};
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        if (tables->variant.has_rule[RULE_BARE_ROYAL]) { // only mates are to win here
            free(tables);
            tables = setup_tables(variant_builtin_name(game), "bare-royal=off");
        }
        struct engine *engine = setup_engine(tables);
        struct random random = random_init(41, (uint64_t)game, RANDOM_TEST);
        for (int number = 0; number < 1500 / PART; number++)
            examine(tables, engine, &random, number, &tally);
        engine_destroy(engine);
        free(tables);
    }
    assert_true(tally.found[0] > 1000 / PART && tally.found[1] > 100 / PART);
    assert_true(tally.found[3] > 50 / PART && tally.announced > 200 / PART);
}

// A side that is lost whatever it does may pass, too, and be mated: that refutes nothing, however
// far its pieces lead.
static void a_pass_into_mate(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "");
    struct engine *engine = setup_engine(tables);
    struct random random = random_init(42, 0, RANDOM_TEST);
    int met = 0;
    for (int number = 0; number < 4000; number++) {
        const struct scatter scatter = {.pieces = 8 + number % 5, .besiege = true};
        struct position position;
        struct search_result result;
        if (!scatter_position(tables, &scatter, &random, &position) || !movegen_any(&position) ||
            position_in_check(&position))
            continue;
        engine_search(engine, &position, NULL, (struct limits){.depth = 1}, &result);
        engine_make_null(engine, 0);
        position = *engine->position;
        position.careful = true;
        if (!position_in_check(&position) && movegen_any(&position) &&
            loses(&position, 2, &(struct question){false, PATIENCE})) {
            int beta = engine_static(engine, 1) - 100;
            int depth = engine->param[PARAM_REVERSE_DEPTH] + 1;
            if (alphabeta(engine, beta - 1, beta, depth, 1, true) >= beta)
                fail_msg("%s", fen_print(&position, (char[FEN_TEXT]){""}));
            met++;
        }
        engine_unmake(engine, 0);
    }
    assert_true(met > 10);
    engine_destroy(engine);
    free(tables);
}

// Mates by a drop next to the King, as the list of all moves has them.
static int contact_mates(struct position *position) {
    Square king = position->royals[!position->side][0];
    Move list[MOVES_MAX], *end = movegen(position, MOVES_DROPS, list);
    int mates = 0;
    for (const Move *move = list; move < end; move++)
        if (square_distance(move_to(*move), king) == 1) {
            struct undo undo;
            position_make(position, *move, &undo);
            mates += position_in_check(position) && !movegen_any(position);
            position_unmake(position, *move, &undo);
        }
    return mates;
}

// What is seen without a search, if anything, is a mate, and the evaluation said that there may be
// one.
static Move see_mate(struct position *position) {
    position->careful = true;
    struct zone_attacks attacks;
    zone_attacks_count(position, &attacks);
    Move drop = mate_by_drop(position, &attacks);
    if (!drop)
        return MOVE_NONE;
    char fen[FEN_TEXT];
    fen_print(position, fen);
    struct weights *weights = calloc(1, sizeof *weights);
    assert_non_null(weights);
    weights->tables = position->tables;
    bool drop_may_mate;
    eval(weights, position, 0, &attacks, NULL, &drop_may_mate);
    free(weights);
    if (!drop_may_mate)
        fail_msg("%s: the evaluation sees no drop that may mate", fen);
    if (!move_is_drop(drop) || !movegen_is_legal(position, drop))
        fail_msg("%s: no legal drop", fen);
    struct undo undo;
    position_make(position, drop, &undo);
    if (!position_in_check(position) || movegen_any(position))
        fail_msg("%s: no mate", fen);
    position_unmake(position, drop, &undo);
    return drop;
}

// Counts positions with such mates, and where one is seen.
static void see_mates(const struct tables *tables, struct random *random, int positions, int *there,
                      int *seen) {
    for (int number = 0; number < positions; number++) {
        const struct scatter scatter = {.pieces = 8 + number % 9, .in_hand = 2, .besiege = true};
        struct position position;
        if (!scatter_position(tables, &scatter, random, &position) ||
            position.royal_count[!position.side] != 1 || position_in_check(&position))
            continue;
        *seen += see_mate(&position) != MOVE_NONE;
        *there += contact_mates(&position) > 0;
    }
}

// Nearly all mates by a drop beside the King are seen: not those on squares that pinned pieces
// guard.
static void seen_mates(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct random random = random_init(43, (uint64_t)game, RANDOM_TEST);
        int there = 0, seen = 0;
        if (tables->drops) {
            see_mates(tables, &random, 6000 / PART, &there, &seen);
            assert_true(there > 40 / PART && seen * 10 >= there * 9);
        }
        free(tables);
    }
}

// Kings that slide, leap or have lion power, pieces that become royals, lame leapers: fewer are
// seen, and none that is no mate.
static void seen_mates_of_invented_games(void **state) {
    (void)state;
    char *text = malloc(INVENT_TEXT);
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    assert_true(text && variant && tables);
    int there = 0, seen = 0;
    for (int game = 0; game < 3000 / PART; game++) {
        struct random random = random_init(47, (uint64_t)game, RANDOM_TEST);
        struct error error;
        (game % 2 ? invent_lion_variant : invent_variant)(&random, text);
        if (!variant_parse(text, "invented", variant, &error))
            fail_msg("%s", error.text);
        struct rules rules = variant->rules;
        rules.value[RULE_DROPS] = DROPS_ON;
        rules.value[RULE_ROYAL] = ROYAL_MATE;
        if (!tables_build(tables, variant, &rules, &error))
            continue;
        see_mates(tables, &random, 60, &there, &seen);
    }
    print_message("%d mates, %d seen\n", there, seen);
    assert_true(there > 200 / PART && seen > 100 / PART);
    free(text);
    free(variant);
    free(tables);
}

// Answers that are no steps of the King: somebody becomes a second royal, the King takes the piece
// in passing, the drop blocks a lame leap.
static void mates_that_are_none(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-shogi", "drops=on");
    static const char *const crowned[] = {"5k6/R11/12/12/12/12/12/e11/12/12/12/5K6[G] w - - 0 1",
                                          "5k6/12/5P6/12/12/12/12/e11/12/12/12/5K6[G] w - - 0 1"};
    for (int i = 0; i < ARRAY_LENGTH(crowned); i++) {
        struct position position = setup_position(tables, crowned[i]);
        assert_int_equal(see_mate(&position), MOVE_NONE);
    }

    static const char *const pieces[] = {"K = K, King, K[fW-bW]\nG = G, Gold, WfF\n",
                                         "K = K, King, K\nR = R, Rook, R\nH = H, Horse, nN\n"
                                         "S = S, Silver, FfW\n"};
    static const char *const fens[] = {"2k2/5/2P2/5/2K2[G] w - - 0 1",
                                       "2k2/5/1SH2/5/2K2[R] w - - 0 1"};
    struct variant *variant = malloc(sizeof *variant);
    assert_non_null(variant);
    for (int i = 0; i < ARRAY_LENGTH(pieces); i++) {
        char text[1024];
        struct error error;
        snprintf(text, sizeof text,
                 "[variant]\nname = few\ntitle = Few\nabout = Few pieces\nfiles = 5\nranks = 5\n"
                 "royal = K\nyardstick = P\npawn = P\n[rules]\npromotion-trigger = touch\n"
                 "stranded = allow\nnifu = on\npawn-drop-mate = illegal\nrepetition = fourfold\n"
                 "stalemate = loss\nimpasse = off\ndrops = on\narray = standard\nzone = 1\n"
                 "[arrays]\nstandard = 2k2/5/5/5/2K2[] w - - 0 1\n[pieces]\nP = P, Pawn, fW\n%s",
                 pieces[i]);
        if (!variant_parse(text, "few.ini", variant, &error) ||
            !tables_build(tables, variant, &variant->rules, &error))
            fail_msg("%s", error.text);
        struct position position = setup_position(tables, fens[i]);
        see_mate(&position);
    }
    free(variant);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_mates),
        cmocka_unit_test(random_mates),
        cmocka_unit_test(a_pass_into_mate),
        cmocka_unit_test(seen_mates),
        cmocka_unit_test(seen_mates_of_invented_games),
        cmocka_unit_test(mates_that_are_none),
    };
    return cmocka_run_group_tests_name("mates", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Wins by flag squares (rule flag): the evaluation counts the way to them, the search stops and
// plays runs.
#include "setup.h"

#include <unistd.h>

#include "buffer.h"
#include "eval.h"
#include "selftest_internal.h"
#include "uci.h"

static const char text[] =
    "[variant]\nname = race\nfiles = 5\nranks = 5\nroyal = K\npawn = P\n"
    "flag = K +P N\nflag-squares = *5 / *1\n"
    "[rules]\nzone = 1\nroyal = mate\nbare-royal = off\nrepetition = fourfold\n"
    "[arrays]\nstandard = knr1p/5/5/5/P1RNK[] w - - 0 1\n"
    "[pieces]\nK = K, King, K\nR = R, Rook, R\nN = N, Knight, N\n"
    "P = P, Pawn, fW, +P, Gold, WfF\n";

static struct tables *race(const char *rules_text) {
    static struct variant variant;
    struct error error = {""};
    struct tables *tables = malloc(sizeof *tables);
    assert_non_null(tables);
    if (!variant_parse(text, "race.ini", &variant, &error))
        fail_msg("%s", error.text);
    struct rules rules = variant.rules;
    if (!rules_parse(&rules, &variant, rules_text, &error) ||
        !tables_build(tables, &variant, &rules, &error))
        fail_msg("%s", error.text);
    return tables;
}

static void counts(void **state) {
    (void)state;
    static const struct {
        const char *rules, *fen;
        int near, path; // FIRST's less SECOND's
    } cases[] = {
        // the second King is 4 moves from its rank: 12 / 4, and too far for a way to count
        {"", "k4/5/5/5/4K[] w - - 0 1", 3 - 3, 0},
        {"", "k4/5/5/4K/5[] w - - 0 1", 4 - 3, 24 / 5},
        {"", "k4/5/4K/5/5[] w - - 0 1", 6 - 3, 24 / 3},
        {"", "k4/5/4K/5/5[] b - - 0 1", 6 - 3, 24 / 4},
        {"", "k4/5/5/5/4K[] b - - 0 1", 3 - 3, 0},
        {"", "5/5/k3K/5/5[] b - - 0 1", 6 - 6, 6 - 8},
        // the rank before it is guarded; no more where an own Rook takes the guard's line
        {"", "k4/r4/4K/5/5[] w - - 0 1", 6 - 3, 0},
        {"", "k4/r2R1/4K/5/5[] w - - 0 1", 6 - 3, 8},
        // own pieces are in the way, enemy ones can be taken
        {"", "k4/3RR/4K/5/5[] w - - 0 1", 6 - 3, 0},
        {"", "k4/3pp/4K/5/5[] w - - 0 1", 6 - 3, 8},
        // a promoted Pawn and a Knight win by reaching it at all, a King on no guarded square; with
        // `safe` none
        {"", "r3k/5/2N2/5/4K[] b - - 0 1", 12 + 3 - 3, 12},
        {"", "r3k/5/2N2/5/4K[] w - - 0 1", 12 + 3 - 3, 24},
        {"flag=safe", "r3k/5/2N2/5/4K[] b - - 0 1", 12 + 3 - 3, 0},
        {"", "r3k/1+P3/5/5/4K[] b - - 0 1", 12 + 3 - 3, 12},
        {"", "r3k/1P3/5/5/4K[] b - - 0 1", 3 - 3, 0},
        {"", "3rk/1K3/5/5/5[] w - - 0 1", 12 - 3, 0},
        // a Knight's moves
        {"", "4k/5/5/5/K2N1[] w - - 0 1", 6 + 3 - 3, 8},
        {"flag=off", "k4/5/4K/5/5[] w - - 0 1", 0, 0},
    };
    struct weights *weights = malloc(sizeof *weights);
    assert_non_null(weights);
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = race(cases[i].rules);
        struct values values = {{0}};
        int near = values_find("flag.near"), path = values_find("flag.path");
        assert_true(near >= 0 && path >= 0);
        assert_true(values_uses(tables, near) == (tables->flag != FLAG_OFF));
        assert_true(values_uses(tables, path) == (tables->flag != FLAG_OFF));
        values.value[near] = 100;
        values.value[path] = 7;
        weights_build(weights, tables, &values);
        struct position position = setup_position(tables, cases[i].fen);
        struct trace trace;
        trace_position(tables, &position, &trace);
        if (trace.feature[near] != cases[i].near || trace.feature[path] != cases[i].path)
            fail_msg("%s: %d and %d, not %d and %d", cases[i].fen, trace.feature[near],
                     trace.feature[path], cases[i].near, cases[i].path);
        int score = 100 * cases[i].near + 7 * cases[i].path;
        assert_int_equal(eval_position(weights, &position),
                         position.side == FIRST ? score : -score);
        free(tables);
    }
    free(weights);
}

// With the values that the program has for any game, a King on its way is worth more.
static void prefers_the_nearer(void **state) {
    (void)state;
    static const char *const fens[] = {"k4/5/5/5/2K2[] w - - 0 1", "k4/5/5/2K2/5[] w - - 0 1",
                                       "k4/5/2K2/5/5[] w - - 0 1", "k4/r4/5/2K2/5[] w - - 0 1",
                                       "k4/5/r4/2K2/5[] w - - 0 1"};
    int score[ARRAY_LENGTH(fens)];
    struct tables *tables = race("");
    struct engine *engine = setup_engine(tables);
    for (int i = 0; i < ARRAY_LENGTH(fens); i++) {
        struct position position = setup_position(tables, fens[i]);
        score[i] = engine_evaluate(engine, &position);
    }
    assert_true(score[0] < score[1] && score[1] < score[2]);
    engine_destroy(engine);
    free(tables);
}

static struct search_result search(const struct tables *tables, const char *fen, int depth) {
    struct engine *engine = setup_engine(tables);
    struct position position = setup_position(tables, fen);
    struct search_result result;
    engine_search(engine, &position, NULL, (struct limits){.depth = depth}, &result);
    engine_destroy(engine);
    return result;
}

static void plays_and_stops_runs(void **state) {
    (void)state;
    struct tables *tables = race("");
    // A run of two moves that nobody stops, seen by a search of one.
    struct search_result result = search(tables, "k4/5/4K/5/5[] w - - 0 1", 1);
    assert_int_equal(result.score, SCORE_MATE - 3);
    // SECOND's King is about to come to b2, from where nothing stops it: no time to take a Pawn.
    result = search(tables, "p2R1/5/1k3/5/4K[] w - - 0 1", 2);
    char move[MOVE_TEXT];
    assert_string_not_equal(move_print(result.best, move), "d5a5");
    assert_false(score_is_mate(result.score));
    free(tables);
}

static void expect(const char *rules, const char *fen, int depth, const char *best, int score) {
    struct tables *tables = race(rules);
    struct search_result result = search(tables, fen, depth);
    char move[MOVE_TEXT];
    if (best)
        assert_string_equal(move_print(result.best, move), best);
    assert_int_equal(result.score, score);
    free(tables);
}

// A win by a flag square comes before the capture of a royal: where that ends the game, also a King
// in check wins, and onto a square on which it could be taken.
static void comes_before_the_capture(void **state) {
    (void)state;
    const char *rules = "royal=capture;flag=reach";
    expect(rules, "4r/K4/5/5/r3k[] w - - 0 1", 1, NULL, SCORE_MATE - 1);
    expect(rules, "4r/K4/4k/5/3r1[] b - - 0 1", 2, NULL, -(SCORE_MATE - 2));
}

// A game that ends before the next move is not lost to it: the last piece but the King is taken.
static void comes_after_a_bare_royal(void **state) {
    (void)state;
    expect("bare-royal=plain", "5/5/p3K/2k2/R4[] w - - 0 1", 2, "a1a3", SCORE_MATE - 1);
}

// Nor is one that has ended by repetition: SECOND's King stands before its rank.
static void comes_after_repetition(void **state) {
    (void)state;
    static const char *const moves[] = {"a2a3", "e3e2", "a3a2", "e2e3", "a2a3", "e3e2", "a3a2"};
    struct tables *tables = race("repetition=threefold-draw");
    struct engine *engine = setup_engine(tables);
    struct position position = setup_position(tables, "5/5/4K/k4/5[] b - - 0 1");
    struct history history = history_init();
    history_push(&history, &position, MOVE_NONE);
    for (int i = 0; i < ARRAY_LENGTH(moves); i++) {
        Move move;
        struct undo undo;
        assert_true(move_parse(moves[i], &position, &move, NULL));
        position_make(&position, move, &undo);
        history_push(&history, &position, move);
    }
    struct search_result result;
    char best[MOVE_TEXT];
    engine_search(engine, &position, &history, (struct limits){.depth = 2}, &result);
    assert_string_equal(move_print(result.best, best), "e2e3");
    assert_int_equal(result.score, SCORE_DRAW);
    history_destroy(&history);
    engine_destroy(engine);
    free(tables);
}

// Both terms reach the evaluation and the search, as the self-test proves it.
static void proven(void **state) {
    (void)state;
    struct tables *tables = race("");
    struct selftest selftest = {0};
    struct proving proving = {.selftest = &selftest, .tables = tables, .at.rule = RULES};
    values_estimate(tables, &proving.values);
    proving.engine = setup_engine(tables);
    proving.other = setup_engine(tables);
    static const char *const names[] = {"flag.near", "flag.path"};
    for (int i = 0; i < ARRAY_LENGTH(names); i++) {
        proving.at.parameter = values_find(names[i]);
        prove_value(&proving);
    }
    assert_int_equal(selftest.failed, 0);
    assert_int_equal(selftest.passed, 2 * ARRAY_LENGTH(names)); // evaluation and search
    engine_destroy(proving.engine);
    engine_destroy(proving.other);
    selftest_destroy(&selftest);
    free(tables);
}

static bool load(const char *path, const struct tables *tables, struct values *values,
                 struct error *error) {
    (void)path;
    (void)error;
    values_estimate(tables, values);
    return true;
}

static void hear(void *context, const char *line) {
    buffer_printf(context, "%s\n", line);
}

// A session neither counts moves nor plays on where a flag has ended the game.
static void ends_a_session(void **state) {
    (void)state;
    struct tables *tables = race("");
    struct buffer said = buffer_init();
    struct error error = {""};
    struct session *session = session_create(&tables->variant, &tables->rules, load, &error);
    struct uci *uci = uci_create(DIALECT_UCI, session, "Test", hear, &said);
    static const char lines[] = "position fen 4K/k4/5/5/5[] b - - 0 1\ngo perft 1\ngo perft 2\n"
                                "go depth 2\n";
    struct session_events events = uci_events(uci);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], lines, sizeof lines - 1), sizeof lines - 1);
    close(ends[1]);
    assert_true(session_serve(session, ends[0], &events, &error));
    close(ends[0]);
    assert_string_equal(said.data, "Nodes searched: 0\nNodes searched: 0\nbestmove (none)\n");
    uci_destroy(uci);
    session_destroy(session);
    buffer_destroy(&said);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts),
                                       cmocka_unit_test(prefers_the_nearer),
                                       cmocka_unit_test(plays_and_stops_runs),
                                       cmocka_unit_test(comes_before_the_capture),
                                       cmocka_unit_test(comes_after_a_bare_royal),
                                       cmocka_unit_test(comes_after_repetition),
                                       cmocka_unit_test(proven),
                                       cmocka_unit_test(ends_a_session)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

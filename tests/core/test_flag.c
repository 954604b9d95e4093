// SPDX-License-Identifier: GPL-3.0-or-later
// Wins by flag squares: who wins when, and what it does to move counts and to a search.
#include "setup_referee.h"

#include "outcome.h"

static const char text[] = "[variant]\nname = race\nfiles = 5\nranks = 5\nroyal = K\npawn = P\n"
                           "flag = K +P\nflag-squares = *5 c3\n"
                           "[arrays]\nstandard = k4/5/5/5/4K[]\n"
                           "[pieces]\nK = K, King, K\nR = R, Rook, R\n"
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

static void endings(void **state) {
    (void)state;
    static const struct {
        const char *rules, *fen, *result;
        bool at_hand; // the side to move can win by squares at once
    } cases[] = {
        {"", "k4/5/5/5/4K[] w - - 0 1", "*", false},
        // the mover's King on its rank, on the inner square; the other's squares are no win
        {"", "4K/5/k4/5/5[] b - - 0 1", "1-0", false},
        {"", "5/5/k1K2/5/5[] b - - 0 1", "1-0", false},
        {"", "5/5/2k1K/5/5[] w - - 0 1", "0-1", false},
        {"", "k4/5/5/5/4K[] b - - 0 1", "*", false},
        {"", "5/5/5/4K/k4[] w - - 0 1", "0-1", false},
        // who is to move had its chance: what stands there does not win any more
        {"", "4K/5/k4/5/5[] w - - 0 1", "*", true},
        // other pieces do not count, promoted Pawns do
        {"", "4R/5/k4/5/4K[] b - - 0 1", "*", false},
        {"", "4+P/k4/5/5/4K[] b - - 0 1", "1-0", true},
        // at hand: by a step, by a promotion; not where the square is attacked, nor pinned
        {"", "5/4K/k4/5/5[] w - - 0 1", "*", true},
        {"", "5/4P/k4/5/4K[] w - - 0 1", "*", true},
        {"", "r4/4K/k4/5/5[] w - - 0 1", "*", false},
        {"flag=off", "5/4K/k4/5/5[] w - - 0 1", "*", false},
        {"flag=off", "4K/5/k4/5/5[] b - - 0 1", "*", false},
        // safe: attacked pieces do not win, until they have stayed; both draw
        {"flag=safe", "4K/5/k4/5/5[] b - - 0 1", "1-0", false},
        {"flag=safe", "r3+P/5/k4/5/4K[] b - - 0 1", "*", false},
        {"flag=safe", "4+P/r4/k4/5/4K[] w - - 0 1", "1-0", true},
        {"flag=safe", "r3+P/5/k4/5/4K[] w - - 0 1", "*", false},
        {"flag=safe", "4K/5/5/5/k4[] w - - 0 1", "1/2-1/2", false},
        // mate is no matter where the flag is reached
        {"", "2K2/5/2k2/5/5[] b - - 0 1", "1-0", true},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = race(cases[i].rules);
        struct position position;
        struct error error = {""};
        if (!fen_parse(cases[i].fen, tables, &position, &error))
            fail_msg("%s: %s", cases[i].fen, error.text);
        struct outcome outcome = outcome_of(&position, NULL, MOVE_NONE);
        if (strcmp(result_text(outcome.result), cases[i].result) != 0)
            fail_msg("%s %s: %s by %s", cases[i].rules, cases[i].fen, result_text(outcome.result),
                     termination_name(outcome.termination));
        if (outcome.result != RESULT_NONE)
            assert_int_equal(outcome.termination, TERMINATION_FLAG);
        bool ended = outcome.result != RESULT_NONE;
        assert_true((perft(&position, 1) == 0) == ended);
        if (!ended && flag_at_hand(&position) != cases[i].at_hand)
            fail_msg("%s %s: at hand", cases[i].rules, cases[i].fen);
        free(tables);
    }
}

// After the win there are no moves to count: King e4 wins on d5 and e5, and not on d4, d3, e3.
static void counts(void **state) {
    (void)state;
    struct position position;
    struct tables *tables = race(""), *off = race("flag=off");
    static const char fen[] = "5/4K/5/k4/5[] w - - 0 1";
    assert_true(fen_parse(fen, tables, &position, NULL));
    assert_int_equal(perft(&position, 0), 1);
    assert_int_equal(perft(&position, 1), 5);
    uint64_t ended = perft(&position, 2);
    assert_true(fen_parse(fen, off, &position, NULL));
    // The other King has five moves after each.
    assert_int_equal(perft(&position, 2), 25);
    assert_int_equal(ended, 15);
    free(tables);
    free(off);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(endings), cmocka_unit_test(counts)};
    return cmocka_run_group_tests_name("flag", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// The self-test passes on every game, leaves nothing out, and says the same each time. That it can
// fail is shown by test_selftest_broken.
#include "setup.h"

#include <string.h>

#include "selftest.h"

static struct selftest run(const struct tables *tables) {
    struct selftest selftest = {0};
    struct error error;
    if (!selftest_run(&selftest, tables, &error))
        fail_msg("%s", error.text);
    return selftest;
}

static bool has(const struct selftest *selftest, const char *subject, enum proof proof,
                enum proof_verdict verdict) {
    for (int i = 0; i < selftest->count; i++)
        if (strcmp(selftest->checks[i].subject, subject) == 0 && selftest->checks[i].proof == proof)
            return selftest->checks[i].verdict == verdict;
    return false;
}

static void assert_no_failure(const struct selftest *selftest, const char *what) {
    int passed = 0;
    for (int i = 0; i < selftest->count; i++) {
        const struct selftest_check *check = &selftest->checks[i];
        if (check->verdict == VERDICT_FAILED)
            fail_msg("%s: %s %s: %s (%s)", what, check->subject, proofs[check->proof].name,
                     check->text, check->fen);
        passed += check->verdict == VERDICT_PASSED;
        assert_true(check->text[0] != 0);
    }
    assert_int_equal(selftest->passed, passed);
    assert_int_equal(selftest->failed, 0);
}

// Every parameter and every value of every toggle has been asked for.
static void assert_complete(const struct selftest *selftest, const struct tables *tables) {
    bool parameters[VALUES] = {false}, rules[RULES][16] = {{false}};
    for (int i = 0; i < selftest->count; i++) {
        const struct selftest_check *check = &selftest->checks[i];
        if (check->parameter >= 0)
            parameters[check->parameter] = true;
        else if (check->value >= 0)
            rules[check->rule][check->value] = true;
    }
    for (int i = 0; i < VALUES; i++)
        assert_int_equal(parameters[i], values_uses(tables, i));
    for (int rule = 0; rule < RULES; rule++) {
        int count = rule == RULE_ARRAY  ? tables->variant.array_count
                    : rule == RULE_ZONE ? tables->ranks + 1
                                        : rule_value_count((enum rule)rule);
        bool applies = tables->variant.has_rule[rule];
        for (int value = 0; value < count; value++)
            assert_int_equal(rules[rule][value], applies && value != tables->rules.value[rule]);
    }
}

static void every_game_passes(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        const char *name = variant_builtin_name(game);
        if (CHECKED_BUILD && strncmp(name, "chu", 3) == 0)
            continue; // the small games do for builds that check themselves
        struct tables *tables = setup_tables(name, "");
        struct selftest selftest = run(tables);
        assert_no_failure(&selftest, name);
        assert_complete(&selftest, tables);
        assert_true(has(&selftest, "board.R", PROOF_EXCHANGE, VERDICT_PASSED));
        assert_true(has(&selftest, "board.+R", PROOF_PROMOTION, VERDICT_PASSED));
        if (tables->drops)
            assert_true(has(&selftest, "hand.P", PROOF_ORDER, VERDICT_PASSED));
        assert_true(has(&selftest, "first-mover", PROOF_SEARCH, VERDICT_PASSED));
        assert_true(has(&selftest, "zone=0", PROOF_SEARCH, VERDICT_PASSED));
        selftest_destroy(&selftest);
        free(tables);
    }
}

static void what_cannot_matter(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "drops=off;zone=0");
    struct selftest selftest = run(tables);
    assert_true(has(&selftest, "nifu=off", PROOF_MOVES, VERDICT_IMPOSSIBLE));
    assert_true(has(&selftest, "promotion-trigger=end", PROOF_MOVES, VERDICT_IMPOSSIBLE));
    assert_true(has(&selftest, "board.+R", PROOF_PROMOTION, VERDICT_IMPOSSIBLE));
    assert_true(has(&selftest, "board.+P", PROOF_PROMOTION, VERDICT_PASSED)); // at the far edge
    assert_true(has(&selftest, "drops=on", PROOF_SEARCH, VERDICT_PASSED));
    assert_true(has(&selftest, "zone=2", PROOF_MOVES, VERDICT_PASSED));
    selftest_destroy(&selftest);
    free(tables);
}

static void the_same_each_time(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "");
    struct selftest first = run(tables), second = run(tables);
    assert_int_equal(first.count, second.count);
    assert_int_equal(first.passed, second.passed);
    assert_memory_equal(first.checks, second.checks, (size_t)first.count * sizeof *first.checks);
    selftest_destroy(&first);
    selftest_destroy(&second);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_passes),
        cmocka_unit_test(what_cannot_matter),
        cmocka_unit_test(the_same_each_time),
    };
    return cmocka_run_group_tests_name("selftest", tests, NULL, NULL);
}

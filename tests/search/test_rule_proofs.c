// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Every value of every rule toggle changes what is legal or how games end, in positions made for
// it, and searches notice; or there is a reason why it cannot. The reference knows the rules; this
// knows that the search obeys them.
#include "setup.h"

#include <string.h>

#include "rule_proofs.h"

// One toggle under each value that is not in force.
static void one_rule(struct proving *proving, struct tables *other) {
    const struct variant *variant = &proving->tables->variant;
    enum rule rule = proving->at.rule;
    int end = rule == RULE_ARRAY  ? variant->array_count
              : rule == RULE_ZONE ? variant->ranks + 1
                                  : rule_value_count(rule);
    for (int value = 0; value < end; value++) {
        struct rules rules = proving->tables->rules;
        char number[12];
        struct error error;
        if (value == rules.value[rule])
            continue;
        snprintf(number, sizeof number, "%d", value);
        snprintf(proving->at.subject, sizeof proving->at.subject, "%s=%s", rule_name(rule),
                 rule == RULE_ZONE    ? number
                 : rule == RULE_ARRAY ? variant->arrays[value].name
                                      : rule_value_name(rule, value));
        rules.value[rule] = proving->at.value = value;
        if (!tables_build(other, variant, &rules, &error))
            fail_msg("%s: %s", proving->at.subject, error.text);
        prove_rule(proving, other);
    }
}

static struct selftest run(const struct tables *tables) {
    struct selftest selftest = {0};
    struct proving proving = {.selftest = &selftest, .tables = tables, .at.parameter = -1};
    struct tables *other = malloc(sizeof *other);
    values_estimate(tables, &proving.values);
    proving.engine = engine_create(tables, &proving.values, HASH, NULL);
    assert_true(other && proving.engine);
    for (int rule = 0; rule < RULES; rule++) {
        proving.at.rule = (enum rule)rule;
        if (tables->variant.has_rule[rule])
            one_rule(&proving, other);
    }
    engine_destroy(proving.engine);
    free(other);
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
    for (int i = 0; i < selftest->count; i++) {
        const struct selftest_check *check = &selftest->checks[i];
        if (check->verdict == VERDICT_FAILED)
            fail_msg("%s: %s %s: %s (%s)", what, check->subject, proofs[check->proof].name,
                     check->text, check->fen);
    }
    assert_true(selftest->passed > 0);
}

static void every_game_passes(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        const char *name = variant_builtin_name(game);
        if (PART > 1 && strncmp(name, "chu", 3) == 0)
            continue; // the small games do for builds that check themselves
        struct tables *tables = setup_tables(name, "");
        struct selftest selftest = run(tables);
        assert_no_failure(&selftest, name);
        assert_true(has(&selftest, "repetition=threefold-draw", PROOF_MOVES, VERDICT_PASSED));
        // Only Chu Kagamigi's page names fewer pieces than could be stranded.
        bool literal = strcmp(name, "chu-kagamigi") == 0;
        assert_true(has(&selftest, "stranded=literal", PROOF_MOVES,
                        literal ? VERDICT_PASSED : VERDICT_IMPOSSIBLE));
        selftest_destroy(&selftest);
        free(tables);
    }
}

// Chu Shogi's own rules: none of them may be one that cannot matter.
static void lions_and_royals(void **state) {
    (void)state;
    static const struct {
        const char *subject;
        enum proof proof;
    } wanted[] = {
        {"promotion-trigger=regain", PROOF_MOVES},
        {"promotion-trigger=delay", PROOF_MOVES},
        {"promotion-trigger=outside-only", PROOF_SEARCH},
        {"last-rank-promotion=none", PROOF_MOVES},
        {"last-rank-promotion=pawn+lance+gobetween", PROOF_SEARCH},
        {"royal=mate", PROOF_MOVES},
        {"bare-royal=jcsa", PROOF_MOVES},
        {"lion-counterstrike=okazaki", PROOF_SEARCH},
        {"lion-kirin-exception=off", PROOF_MOVES},
        {"lion-midpoint-protection=off", PROOF_SEARCH},
        {"lion-captures-lion-counterstrike=on", PROOF_MOVES},
    };
    struct tables *tables = setup_tables("chu-shogi", "");
    struct selftest selftest = run(tables);
    for (int i = 0; i < ARRAY_LENGTH(wanted); i++)
        if (!has(&selftest, wanted[i].subject, wanted[i].proof, VERDICT_PASSED))
            fail_msg("%s %s", wanted[i].subject, proofs[wanted[i].proof].name);
    selftest_destroy(&selftest);
    free(tables);
}

static void other_rules_pass(void **state) {
    (void)state;
    static const struct {
        const char *game, *rules;
    } cases[] = {
        {"minishogi", "drops=off"},
        {"minishogi", "zone=0;impasse=declaration"},
        {"minishogi", "promotion-trigger=enter;stranded=allow;nifu=off;stalemate=draw"},
        {"minishogi", "repetition=forbidden;pawn-drop-mate=loses"},
        {"minishogi", "repetition=threefold-draw;pawn-drop-mate=legal;zone=5"},
        // Chu Shogi as jcsa and hachu have it, and with the remembering of msm.
        {"chu-shogi", "royal=mate;bare-royal=jcsa;lion-counterstrike=okazaki;"
                      "lion-kirin-exception=off;lion-captures-lion-counterstrike=on;"
                      "last-rank-promotion=pawn"},
        {"chu-shogi", "promotion-trigger=regain;repetition=forbidden;bare-royal=off;"
                      "lion-midpoint-protection=off"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        if (PART > 1 && strncmp(cases[i].game, "chu", 3) == 0)
            continue;
        struct tables *tables = setup_tables(cases[i].game, cases[i].rules);
        struct selftest selftest = run(tables);
        assert_no_failure(&selftest, cases[i].rules);
        selftest_destroy(&selftest);
        free(tables);
    }
}

// What is said not to matter does not, and nothing else is.
static void what_cannot_matter(void **state) {
    (void)state;
    struct tables *tables = setup_tables("minishogi", "drops=off;zone=0");
    struct selftest selftest = run(tables);
    assert_true(has(&selftest, "nifu=off", PROOF_MOVES, VERDICT_IMPOSSIBLE));
    assert_true(has(&selftest, "pawn-drop-mate=legal", PROOF_MOVES, VERDICT_IMPOSSIBLE));
    assert_true(has(&selftest, "promotion-trigger=end", PROOF_MOVES, VERDICT_IMPOSSIBLE));
    assert_true(has(&selftest, "impasse=declaration", PROOF_MOVES, VERDICT_IMPOSSIBLE));
    assert_true(has(&selftest, "drops=on", PROOF_MOVES, VERDICT_PASSED));
    assert_true(has(&selftest, "zone=2", PROOF_MOVES, VERDICT_PASSED));
    selftest_destroy(&selftest);
    free(tables);
}

// Minishogi with a win on the last rank for the pieces of that letter. Freed by the caller.
static struct tables *race(char letter, int rule) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant variant;
    struct error error;
    assert_non_null(tables);
    assert_true(variant_load("minishogi", &variant, &error));
    for (int i = 0; i < variant.base_count; i++) {
        Type base = variant.bases[i];
        variant.flag[base] = type_letter(base) == letter;
    }
    variant.flag_squares[FIRST][4] = variant.flag_squares[SECOND][0] = 0x1F;
    variant.has_rule[RULE_FLAG] = true;
    variant.rules.value[RULE_FLAG] = (uint8_t)rule;
    if (!tables_build(tables, &variant, &variant.rules, &error))
        fail_msg("%s", error.text);
    return tables;
}

// What wins there may be attacked, but for a King; and a King in the zone has won before it
// declares.
static void wins_by_flag(void **state) {
    (void)state;
    static const int values[] = {FLAG_REACH, FLAG_SAFE};
    for (int i = 0; i < 2; i++) {
        const char *other = i ? "flag=reach" : "flag=safe";
        struct tables *tables = race('K', values[i]);
        struct selftest selftest = run(tables);
        assert_no_failure(&selftest, "race of Kings");
        assert_true(has(&selftest, "flag=off", PROOF_MOVES, VERDICT_PASSED));
        assert_true(has(&selftest, other, PROOF_MOVES, VERDICT_IMPOSSIBLE));
        assert_true(has(&selftest, "impasse=declaration", PROOF_MOVES, VERDICT_IMPOSSIBLE));
        selftest_destroy(&selftest);
        free(tables);
    }
    struct tables *tables = race('S', FLAG_REACH);
    struct selftest selftest = run(tables);
    assert_no_failure(&selftest, "race of Silvers");
    assert_true(has(&selftest, "flag=safe", PROOF_SEARCH, VERDICT_PASSED));
    assert_true(has(&selftest, "impasse=declaration", PROOF_MOVES, VERDICT_PASSED));
    selftest_destroy(&selftest);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_passes), cmocka_unit_test(lions_and_royals),
        cmocka_unit_test(other_rules_pass),  cmocka_unit_test(what_cannot_matter),
        cmocka_unit_test(wins_by_flag),
    };
    return cmocka_run_group_tests_name("rule-proofs", tests, NULL, NULL);
}

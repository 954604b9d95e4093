// SPDX-License-Identifier: GPL-3.0-or-later
// Rule toggles: set from text, printed as the difference from the defaults, read back.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "error.h"
#include "variant.h"

// A game with drops that has no rule but those that all games need, and one that has every rule.
static struct variant games[2];

static int load(void **state) {
    static const char *const names[] = {"chu-kagamigi", "chu-shogi"};
    *state = &games[0];
    for (int i = 0; i < ARRAY_LENGTH(games); i++) {
        struct error error = {""};
        if (variant_load(names[i], &games[i], &error))
            continue;
        print_error("%s\n", error.text);
        return 1;
    }
    for (int i = 0; i < RULES; i++) // also those of other games, at their first values
        games[1].has_rule[i] = true;
    return 0;
}

// The list and its enums agree, and every name is found again.
static void names_and_numbers(void **state) {
    (void)state;
    assert_int_equal(PROMOTION_TRIGGER_TOUCH, 0);
    assert_int_equal(PROMOTION_TRIGGER_ENTER, 2);
    assert_int_equal(STRANDED_FORBID, 0);
    assert_int_equal(REPETITION_FORBIDDEN_FOURTH, 4);
    assert_int_equal(DROPS_OFF, 1);
    assert_int_equal(PROMOTION_TRIGGER_OUTSIDE_ONLY, 6);
    assert_int_equal(LION_COUNTERSTRIKE_OKAZAKI, 2);
    assert_int_equal(LION_CAPTURES_LION_COUNTERSTRIKE_ON, 1);
    assert_string_equal(rule_name(RULE_PAWN_DROP_MATE), "pawn-drop-mate");
    assert_int_equal(rule_value_count(RULE_PAWN_DROP_MATE), 3);
    assert_string_equal(rule_value_name(RULE_PAWN_DROP_MATE, PAWN_DROP_MATE_LOSES), "loses");
    assert_string_equal(rule_value_name(RULE_REPETITION, REPETITION_THREEFOLD_DRAW),
                        "threefold-draw");
    assert_int_equal(rule_value_count(RULE_ARRAY), 0);
    assert_int_equal(rule_value_count(RULE_ZONE), 0);
    assert_int_equal(rule_find("no-such-rule"), RULES);
    assert_int_equal(rule_find(""), RULES);
    for (int i = 0; i < RULES; i++) {
        enum rule rule = (enum rule)i;
        assert_int_equal(rule_find(rule_name(rule)), i);
        assert_true(*rule_question(rule));
        for (int value = 0; value < rule_value_count(rule); value++) {
            assert_true(*rule_value_meaning(rule, value));
            for (int other = 0; other < value; other++)
                assert_string_not_equal(rule_value_name(rule, value), rule_value_name(rule, other));
        }
    }
}

static void round_trip(const struct variant *variant, enum rule rule, int value) {
    char assignment[64], text[RULES_TEXT];
    if (rule == RULE_ZONE)
        snprintf(assignment, sizeof assignment, "zone=%d", value);
    else
        snprintf(assignment, sizeof assignment, "%s=%s", rule_name(rule),
                 rule == RULE_ARRAY ? variant->arrays[value].name : rule_value_name(rule, value));
    struct rules rules = variant->rules, back = variant->rules;
    struct error error = {""};
    if (!rules_set(&rules, variant, assignment, &error))
        fail_msg("%s: %s", assignment, error.text);
    assert_int_equal(rules.value[rule], value);
    bool usual = value == variant->rules.value[rule];
    assert_string_equal(rules_text(&rules, variant, text), usual ? "" : assignment);
    assert_true(rules_parse(&back, variant, text, &error));
    assert_memory_equal(&back, &rules, sizeof rules);
}

// Every value of every rule that the game has: set, printed, read back into defaults.
static void every_value_round_trips(void **state) {
    (void)state;
    for (int game = 0; game < ARRAY_LENGTH(games); game++)
        for (int i = 0; i < RULES; i++) {
            enum rule rule = (enum rule)i;
            const struct variant *variant = &games[game];
            int count = rule == RULE_ARRAY  ? variant->array_count
                        : rule == RULE_ZONE ? variant->ranks + 1
                                            : rule_value_count(rule);
            for (int value = 0; value < count && variant->has_rule[i]; value++)
                round_trip(variant, rule, value);
        }
}

// A rule that is not needed may be missing in a game: then it cannot be set, and stands at its
// first value.
static void rules_of_some_games(void **state) {
    (void)state;
    for (int i = 0; i < RULES; i++) {
        enum rule rule = (enum rule)i;
        assert_int_equal(games[0].has_rule[i], rule_is_needed(rule));
        if (rule_is_needed(rule))
            continue;
        for (int value = 0; value < rule_value_count(rule); value++) {
            struct rules rules = games[0].rules;
            struct error error = {""};
            char assignment[64];
            snprintf(assignment, sizeof assignment, "%s=%s", rule_name(rule),
                     rule_value_name(rule, value));
            assert_false(rules_set(&rules, &games[0], assignment, &error));
            assert_non_null(strstr(error.text, "chu-kagamigi has no rule"));
            assert_memory_equal(&rules, &games[0].rules, sizeof rules);
        }
        assert_int_equal(games[0].rules.value[i], 0);
    }
}

#define CUSTOM "12/12/12/12/k11/12/12/12/12/12/12/11K[Pp] b - - 0 1"

static void start_positions_of_the_user(void **state) {
    const struct variant *variant = *state;
    struct rules rules = variant->rules, back = variant->rules;
    struct error error = {""};
    char text[RULES_TEXT];
    assert_true(rules_set(&rules, variant, "array=" CUSTOM, &error));
    assert_int_equal(rules.value[RULE_ARRAY], ARRAY_CUSTOM);
    assert_string_equal(variant_start_fen(variant, &rules), CUSTOM);
    assert_true(rules_set(&rules, variant, "zone=0", &error));
    assert_true(rules_set(&rules, variant, "nifu=off", &error));
    assert_string_equal(rules_text(&rules, variant, text), "nifu=off;array=" CUSTOM ";zone=0");
    assert_true(rules_parse(&back, variant, text, &error));
    assert_memory_equal(&back, &rules, sizeof rules);

    assert_true(rules_set(&rules, variant, "array=CK-A", &error)); // leaves nothing of the FEN
    assert_string_equal(rules_text(&rules, variant, text), "nifu=off;zone=0");
    assert_string_equal(variant_start_fen(variant, &rules), variant->arrays[0].fen);
    struct rules clean = variant->rules;
    clean.value[RULE_NIFU] = NIFU_OFF;
    clean.value[RULE_ZONE] = 0;
    assert_memory_equal(&rules, &clean, sizeof rules);
}

// The longest FEN with every other rule changed to the value with the longest name still fits.
static void the_longest_rules_fit(void **state) {
    (void)state;
    const struct variant *variant = &games[1];
    struct variant plain = *variant; // with other defaults, so that everything has to be said
    struct rules rules = variant->rules, back;
    struct error error = {""};
    char assignment[FEN_TEXT + 16] = "array=", text[RULES_TEXT];
    memset(assignment + 6, '/', FEN_TEXT - 1);
    assignment[6 + FEN_TEXT - 1] = 0;
    assert_true(rules_set(&rules, variant, assignment, &error));
    for (int i = 0; i < RULES; i++) {
        int longest = 0;
        for (int value = 0; value < rule_value_count((enum rule)i); value++)
            if (strlen(rule_value_name((enum rule)i, value)) >
                strlen(rule_value_name((enum rule)i, longest)))
                longest = value;
        if (i != RULE_ARRAY)
            rules.value[i] = i == RULE_ZONE ? 12 : longest;
        if (i != RULE_ARRAY)
            plain.rules.value[i] = i == RULE_ZONE ? 4 : longest == 0;
    }
    rules_text(&rules, &plain, text);
    back = plain.rules;
    if (!rules_parse(&back, &plain, text, &error))
        fail_msg("%s", error.text);
    assert_memory_equal(&back, &rules, sizeof rules);
    strcat(assignment, "/");
    assert_false(rules_set(&rules, variant, assignment, &error));
}

static void faults(void **state) {
    const struct variant *variant = *state;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"nifu", "NAME=VALUE"},
        {"", "NAME=VALUE"},
        {"=on", "no rule ''"},
        {"nifo=on", "did you mean 'nifu'?"},
        {"Nifu=on", "did you mean 'nifu'?"},
        {"no-such-rule-with-a-very-long-name-indeed=on", "there are promotion-trigger, stranded"},
        {"nifu=", "there are on, off"},
        {"nifu=ON", "there are on, off"},
        {"repetition=fourfold-darw", "did you mean 'fourfold-draw'?"},
        {"zone=", "from 0 to 12"},
        {"zone=13", "from 0 to 12"},
        {"zone=-1", "from 0 to 12"},
        {"zone=4x", "from 0 to 12"},
        {"zone= 4", "from 0 to 12"},
        {"zone=99999999999999999999", "from 0 to 12"},
        {"array=CK-D", "there are CK-A, CK-B, CK-C"},
        {"array=", "there are CK-A, CK-B, CK-C"},
        {"array=12/1;2", "column 5"},
        {"array=12/\n", "column 4"},
        {"array=12/12 b - 1", "this is an SFEN"},
        {"array=12/12 w -", "a FEN or an SFEN"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct rules rules = variant->rules;
        struct error error = {""};
        if (rules_set(&rules, variant, cases[i].text, &error))
            fail_msg("'%s' was taken", cases[i].text);
        if (!strstr(error.text, cases[i].reason))
            fail_msg("'%s': '%s', expected '%s'", cases[i].text, error.text, cases[i].reason);
        assert_memory_equal(&rules, &variant->rules, sizeof rules); // untouched
        assert_false(rules_set(&rules, variant, cases[i].text, NULL));
    }
    static const char *const lists[] = {"nifu=off;",       ";nifu=off",        "nifu=off;;zone=1",
                                        "nifu=off,zone=1", "nifu=off; zone=1", "nifu=off;zone"};
    for (int i = 0; i < ARRAY_LENGTH(lists); i++) {
        struct rules rules = variant->rules;
        struct error error = {""};
        if (rules_parse(&rules, variant, lists[i], &error))
            fail_msg("'%s' was taken", lists[i]);
        assert_true(*error.text);
    }
}

static void later_assignments_win(void **state) {
    const struct variant *variant = *state;
    struct rules rules = variant->rules;
    struct error error = {""};
    char text[RULES_TEXT];
    assert_true(rules_parse(&rules, variant, "nifu=off;zone=2;nifu=on;array=CK-B", &error));
    assert_string_equal(rules_text(&rules, variant, text), "array=CK-B;zone=2");
    assert_true(rules_parse(&rules, variant, "", &error));
    assert_string_equal(rules_text(&rules, variant, text), "array=CK-B;zone=2");
}

static void nearest_words(void **state) {
    (void)state;
    static const char *const words[] = {"nifu", "drops", "pawn-drop-mate", "zone", "on", "off"};
    static const struct {
        const char *text, *nearest;
    } cases[] = {
        {"nifu", "nifu"},
        {"nifo", "nifu"},
        {"nfiu", "nifu"},
        {"drop", "drops"},
        {"pawndropmate", "pawn-drop-mate"},
        {"pawn", "pawn-drop-mate"},
        {"zones", "zone"},
        {"of", "off"},
        {"x", NULL},
        {"", NULL},
        {"elephant", NULL},
        {"zo", NULL},
        {"fog", NULL}, // two of three letters differ from "off"
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        const char *found = nearest_word(cases[i].text, words, ARRAY_LENGTH(words));
        if (!cases[i].nearest)
            assert_null(found);
        else if (!found || strcmp(found, cases[i].nearest) != 0)
            fail_msg("'%s': %s, expected %s", cases[i].text, found ? found : "nothing",
                     cases[i].nearest);
    }
    assert_null(nearest_word("nifu", words, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_numbers),     cmocka_unit_test(every_value_round_trips),
        cmocka_unit_test(rules_of_some_games),   cmocka_unit_test(start_positions_of_the_user),
        cmocka_unit_test(the_longest_rules_fit), cmocka_unit_test(faults),
        cmocka_unit_test(later_assignments_win), cmocka_unit_test(nearest_words),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}

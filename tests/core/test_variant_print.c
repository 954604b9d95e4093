// SPDX-License-Identifier: GPL-3.0-or-later
// A game printed as a file and read again is the same game, under any rules; the armies of start
// positions.
#include "setup_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variant.h"

static struct variant game, back;

static void load(const char *name) {
    struct error error = {""};
    if (!variant_load(name, &game, &error))
        fail_msg("%s", error.text);
}

// Reads what is printed of `game` under `rules` into `back`.
static void round_trip(const struct rules *rules, const bool inferred[RULES]) {
    struct error error = {""};
    struct buffer text = buffer_init();
    if (!variant_print(&game, rules, inferred, game.name, &text, &error) ||
        !variant_parse(text.data, "printed.ini", &back, &error))
        fail_msg("%s: %s\n%s", game.name, error.text, text.data);
    buffer_destroy(&text);
}

static void same_game(void **state) {
    (void)state;
    for (int i = 0; variant_builtin_name(i); i++) {
        load(variant_builtin_name(i));
        round_trip(&game.rules, game.inferred);
        // Presets name their rules in another order.
        for (int k = 0; k < game.preset_count; k++) {
            struct rules meant = game.rules, read = back.rules;
            struct error error;
            assert_true(rules_apply_preset(&meant, &game, game.presets[k].name, &error));
            assert_true(rules_apply_preset(&read, &back, game.presets[k].name, &error));
            assert_memory_equal(&meant, &read, sizeof meant);
            assert_memory_equal(game.presets[k].guessed, back.presets[k].guessed,
                                sizeof back.presets[k].guessed);
            memcpy(back.presets[k].rules, game.presets[k].rules, sizeof back.presets[k].rules);
        }
        assert_memory_equal(&game, &back, sizeof game);
    }
}

static void flags(void **state) {
    (void)state;
    for (int own = 0; own < 2; own++) {
        load("shogi");
        game.flag[type_of_letter('K')] = game.flag[type_of_letter('P') | TYPE_PROMOTED] = true;
        game.flag_squares[FIRST][8] = 0x1FF;
        game.flag_squares[FIRST][2] = 1;
        game.flag_squares[SECOND][0] = own ? 0x1FE : 0x1FF; // the same turned, or others
        game.flag_squares[SECOND][6] = 0x100;
        game.has_rule[RULE_FLAG] = true;
        game.rules.value[RULE_FLAG] = own ? FLAG_SAFE : FLAG_REACH;
        round_trip(&game.rules, game.inferred);
        assert_memory_equal(&game, &back, sizeof game);
    }
}

// Every value of every rule as a default: what it and the presets mean stays.
static void other_rules(void **state) {
    (void)state;
    for (int i = 0; variant_builtin_name(i); i++) {
        load(variant_builtin_name(i));
        for (int rule = 0; rule < RULES; rule++) {
            int count = rule == RULE_ARRAY  ? game.array_count
                        : rule == RULE_ZONE ? game.ranks + 1
                                            : rule_value_count((enum rule)rule);
            for (int value = 0; value < count && game.has_rule[rule]; value++) {
                struct rules rules = game.rules;
                struct error error;
                rules.value[rule] = value;
                round_trip(&rules, game.inferred);
                assert_string_equal(variant_start_fen(&game, &rules),
                                    variant_start_fen(&back, &back.rules));
                for (int other = 0; other < RULES; other++)
                    if (other != RULE_ARRAY)
                        assert_int_equal(rules.value[other], back.rules.value[other]);
                for (int k = 0; k < game.preset_count; k++) {
                    struct rules meant = game.rules, read = back.rules;
                    assert_true(rules_apply_preset(&meant, &game, game.presets[k].name, &error));
                    assert_true(rules_apply_preset(&read, &back, game.presets[k].name, &error));
                    for (int other = 0; other < RULES; other++)
                        if (other != RULE_ARRAY)
                            assert_int_equal(meant.value[other], read.value[other]);
                    assert_string_equal(variant_start_fen(&game, &meant),
                                        variant_start_fen(&back, &read));
                }
            }
        }
    }
}

static void own_position(void **state) {
    (void)state;
    struct error error = {""};
    load("minishogi");
    struct rules rules = game.rules;
    assert_true(rules_set(&rules, &game, "array=k4/5/5/5/4K w - - 0 1", &error));
    round_trip(&rules, game.inferred);
    assert_int_equal(back.array_count, game.array_count + 1);
    assert_string_equal(back.arrays[0].fen, "k4/5/5/5/4K w - - 0 1");
    assert_string_equal(back.arrays[1].fen, game.arrays[0].fen);
    game = back;
    struct buffer text = buffer_init();
    assert_false(variant_print(&game, &rules, game.inferred, "x", &text, &error));
    buffer_destroy(&text);
}

// Texts that a careless break of the line would spoil.
static void long_texts(void **state) {
    (void)state;
    load("kagamigi");
    for (int at = 120; at < 200; at++) {
        memset(game.about, 'x', 250);
        game.about[250] = 0;
        memcpy(game.about + at, " # y  z;qq", 9);
        game.about[at - 7] = ' ';
        round_trip(&game.rules, game.inferred);
        assert_string_equal(game.about, back.about);
    }
    strcpy(game.author, "Ann <b>O'Neil</b>, B");
    strcpy(game.url, "https://example.org/game?a=1&b=2#rules");
    memset(game.about, 'x', 250);
    round_trip(&game.rules, game.inferred);
    assert_string_equal(game.about, back.about);
    assert_string_equal(game.author, back.author);
    assert_string_equal(game.url, back.url);
}

static void shipped_symmetry_match(void **state) {
    (void)state;
    for (int i = 0; variant_builtin_name(i); i++) {
        load(variant_builtin_name(i));
        for (int k = 0; k < game.array_count; k++)
            assert_true(symmetry_match(&game, game.arrays[k].fen, NULL));
    }
}

static void armies_differ(void **state) {
    (void)state;
    static const struct {
        const char *fen, *differences;
    } rows[] = {
        {"rbsgk/4p/5/P4/KGSBR[]", NULL},
        {"kgsbr/p4/5/P4/KGSBR[]", NULL}, // mirrored
        {"rbsgk/4p/5/P4/KGSBR[Pp]", NULL},
        {"rbsgk/4+p/5/+P4/KGSBR", NULL},
        {"rbgsk/4p/5/P4/KGSBR[]", "b1 G faces d5 S, c1 S faces c5 G; otherwise a rotation"},
        {"kgsbr/p4/5/1P3/KGSBR[]",
         "a2 (empty) faces a4 P, b2 P faces b4 (empty); otherwise a mirror image"},
        {"rbsgk/4p/5/+P4/KGSBR[]", "a2 +P faces e4 P; otherwise a rotation"},
        {"rbsgk/4p/5/P4/KGSBR[P]", "1 P in hand against 0; otherwise a rotation"},
        {"4k/5/5/PPPPP/KGSBR[]",
         "b1 G faces d5 (empty), c1 S faces c5 (empty), d1 B faces b5 (empty), e1 R faces a5 "
         "(empty), 5 more; otherwise a rotation"},
    };
    load("minishogi");
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        char text[SYMMETRY_TEXT] = "";
        assert_int_equal(symmetry_match(&game, rows[i].fen, text), !rows[i].differences);
        assert_string_equal(text, rows[i].differences ? rows[i].differences : "");
    }
}

// Kagamigi's Left and Right Chariot are each other's mirror image: they may change places in a
// mirrored array, and must.
static void mirrored_pieces(void **state) {
    (void)state;
    load("kagamigi");
    assert_true(symmetry_match(&game, "a3k3z/9/9/9/9/9/9/9/Z3K3A", NULL));
    assert_true(symmetry_match(&game, "a3k3z/9/9/9/9/9/9/9/Z3K3A[]", NULL));
    assert_true(symmetry_match(&game, "z3k4/9/9/9/9/9/9/9/A3K4", NULL));
    assert_false(symmetry_match(&game, "a3k4/9/9/9/9/9/9/9/A3K4", NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_game),     cmocka_unit_test(flags),
        cmocka_unit_test(other_rules),   cmocka_unit_test(own_position),
        cmocka_unit_test(long_texts),    cmocka_unit_test(shipped_symmetry_match),
        cmocka_unit_test(armies_differ), cmocka_unit_test(mirrored_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup.h"

#include <math.h>

#include "shipped_internal.h"

#include <string.h>

static int estimate(const struct tables *tables, const char *name) {
    struct values values;
    values_estimate(tables, &values);
    int index = values_find(name);
    assert_true(index >= 0 && values_uses(tables, index));
    return values.value[index];
}

static void names_round_trip(void **state) {
    (void)state;
    int used[PARAMETERS] = {0};
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        for (int i = 0; i < PARAMETERS; i++) {
            char name[VALUE_NAME];
            if (!values_uses(tables, i))
                continue;
            used[i] = 1;
            assert_int_equal(values_find(values_name(i, name)), i);
            assert_true(strlen(name) < VALUE_NAME - 1);
        }
        // A King has a value where it may be lost without the game.
        assert_int_equal(values_uses(tables, values_find("board.K")), tables->several_royals);
        free(tables);
    }
    assert_true(used[values_find("board.+B")] && used[values_find("hand.B")]);
    for (int i = VALUE_TERM; i < PARAMETERS; i++) // no game of the program is won by a flag
        assert_true(used[i] || (i < VALUE_PARAM && values_flags(i) & TERM_FLAG));
}

static void names_are_distinct(void **state) {
    (void)state;
    char names[PARAMETERS][VALUE_NAME];
    int count = 0;
    for (int type = 0; type < TYPES; type++)
        if ((type & (BASE_TYPES - 1)) >= 1 && (type & (BASE_TYPES - 1)) <= 26)
            values_name(VALUE_BOARD + type, names[count++]);
    for (int base = 1; base <= 26; base++)
        values_name(VALUE_HAND + base, names[count++]);
    for (int i = VALUE_TERM; i < PARAMETERS; i++)
        values_name(i, names[count++]);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(names[i], names[k]);
}

static void unknown_names(void **state) {
    (void)state;
    static const char *const names[] = {"",         "board",    "board.",    "board.+",  "board.b",
                                        "board.BB", "board.B ", " board.B",  "Board.B",  "hand.+B",
                                        "hand.",    "hand.p",   "hand.1",    "tempos",   "Tempo",
                                        "temp",     "tempo ",   "board.++B", "board.B+", "board.[",
                                        "board.@",  "hand.[",   "king",      "king."};
    for (int i = 0; i < ARRAY_LENGTH(names); i++)
        if (values_find(names[i]) != -1)
            fail_msg("'%s' is parameter %d", names[i], values_find(names[i]));
}

static void what_a_game_uses(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    static const char *const there[] = {"board.P", "board.+P", "board.G",    "hand.G",
                                        "hand.R",  "board.+R", "king.drops", "tempo"};
    static const char *const absent[] = {"board.K", "hand.K", "board.+G", "board.+K",
                                         "board.A", "hand.A", "board.+A"};
    for (int i = 0; i < ARRAY_LENGTH(there); i++)
        assert_true(values_uses(tables, values_find(there[i])));
    for (int i = 0; i < ARRAY_LENGTH(absent); i++)
        assert_false(values_uses(tables, values_find(absent[i])));
    free(tables);
    tables = setup_tables("shogi", "drops=off");
    assert_true(values_uses(tables, values_find("board.P")));
    assert_false(values_uses(tables, values_find("hand.P")));
    assert_false(values_uses(tables, values_find("king.drops")));
    free(tables);
}

static void ranges_hold_the_defaults(void **state) {
    (void)state;
    struct values defaults;
    values_defaults(&defaults);
    for (int i = 0; i < VALUE_TERM; i++)
        assert_int_equal(defaults.value[i], 0);
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        struct values values;
        values_estimate(tables, &values);
        for (int i = 0; i < PARAMETERS; i++) {
            int low, high;
            values_range(i, &low, &high);
            assert_true(low < high);
            assert_in_range(values.value[i] + VALUE_LIMIT, low + VALUE_LIMIT, high + VALUE_LIMIT);
            assert_true(low >= -VALUE_LIMIT && high <= VALUE_LIMIT);
            if (!values_uses(tables, i) && i < VALUE_TERM)
                assert_int_equal(values.value[i], 0);
            if (i >= VALUE_TERM)
                assert_int_equal(values.value[i], defaults.value[i]);
            assert_int_equal(values_default_of(i), defaults.value[i]);
            assert_true((*values_meaning(i) != 0) == (i >= VALUE_TERM));
        }
        free(tables);
    }
}

// Kaufman's order for shogi.
static void estimates_of_shogi(void **state) {
    (void)state;
    struct tables *tables = setup_tables("shogi", "");
    int pawn = estimate(tables, "board.P"), lance = estimate(tables, "board.L");
    int knight = estimate(tables, "board.N"), silver = estimate(tables, "board.S");
    int gold = estimate(tables, "board.G"), bishop = estimate(tables, "board.B");
    int rook = estimate(tables, "board.R");
    assert_true(0 < pawn && pawn < lance && pawn < knight);
    assert_true(lance < silver && knight < silver && silver < gold);
    assert_true(gold < bishop && bishop < rook);
    free(tables);
}

static void estimates_everywhere(void **state) {
    (void)state;
    for (int game = 0; variant_builtin_name(game); game++) {
        struct tables *tables = setup_tables(variant_builtin_name(game), "");
        const struct variant *variant = &tables->variant;
        struct values values;
        values_estimate(tables, &values);
        for (int i = 0; i < variant->base_count; i++) {
            Type base = variant->bases[i];
            if (variant->piece[base].royal)
                continue;
            int plain = values.value[VALUE_BOARD + base];
            assert_true(plain > 0);
            assert_int_equal(values.value[VALUE_HAND + base] > 0, tables->drops);
            if (variant->promotes[base])
                assert_true(values.value[VALUE_BOARD + (base | TYPE_PROMOTED)] > plain);
        }
        // Mirror images are worth the same.
        Type pairs[BASE_TYPES][2];
        int count = variant_mirror_pairs(variant, pairs, BASE_TYPES);
        for (int i = 0; i < count; i++) {
            assert_int_equal(values.value[VALUE_BOARD + pairs[i][0]],
                             values.value[VALUE_BOARD + pairs[i][1]]);
            assert_int_equal(values.value[VALUE_BOARD + (pairs[i][0] | TYPE_PROMOTED)],
                             values.value[VALUE_BOARD + (pairs[i][1] | TYPE_PROMOTED)]);
        }
        free(tables);
    }
}

// Every shipped parameter is one of the variant that it is shipped for, in its range, named once.
static void shipped_values_fit(void **state) {
    (void)state;
    int rows = 0;
    for (const struct values_shipped *row = values_shipped; row->variant; row++, rows++) {
        struct tables *tables = setup_tables(row->variant, "");
        int index = values_find(row->parameter), low, high;
        assert_true(index >= 0 && values_uses(tables, index));
        values_range(index, &low, &high);
        assert_true(row->value >= low && row->value <= high);
        struct values values;
        values_default(tables, &values);
        assert_int_equal(values.value[index], lround(row->value));
        free(tables);
    }
    assert_true(rows > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_values_fit), cmocka_unit_test(names_round_trip),
        cmocka_unit_test(names_are_distinct), cmocka_unit_test(unknown_names),
        cmocka_unit_test(what_a_game_uses),   cmocka_unit_test(ranges_hold_the_defaults),
        cmocka_unit_test(estimates_of_shogi), cmocka_unit_test(estimates_everywhere),
    };
    return cmocka_run_group_tests_name("values", tests, NULL, NULL);
}

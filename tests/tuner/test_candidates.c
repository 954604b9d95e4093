// SPDX-License-Identifier: GPL-3.0-or-later
// The single changes of games: the same in every order of asking, each one thing that reads back,
// start positions as symmetric as before; and what players of the game know of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../core/setup_game.h"
#include "candidates.h"
#include "design.h"
#include "variant.h"

static struct candidates list_of(const struct tables *base, unsigned vary) {
    struct candidates list = {0};
    struct error error = {""};
    if (!candidates_list(&list, base, vary, &error))
        fail_msg("%s", error.text);
    return list;
}

static const struct candidate *find(const struct candidates *list, const char *edit) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->of[i].edit, edit) == 0)
            return &list->of[i];
    fail_msg("no change '%s'", edit);
    return NULL;
}

static void test_order(void **state) {
    (void)state;
    struct tables *base = setup_tables("minishogi", "");
    struct candidates all = list_of(base, VARY_ALL);
    int count = 0;
    for (unsigned vary = 1; vary < VARY_ALL; vary *= 2) { // the parts, one after the other
        struct candidates part = list_of(base, vary);
        for (int i = 0; i < part.count; i++, count++) {
            assert_string_equal(part.of[i].edit, all.of[count].edit);
            assert_string_equal(part.of[i].text, all.of[count].text);
        }
        candidates_destroy(&part);
    }
    assert_int_equal(count, all.count);
    for (int i = 0; i < all.count; i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(all.of[i].text, all.of[j].text);
    candidates_destroy(&all);
    free(base);
}

// How many pieces move otherwise than in the base, or are there in one of the two alone.
static int changed_pieces(const struct tables *base, const struct tables *other) {
    int changed = 0;
    for (Type type = 1; type < TYPES; type++) {
        bool here = variant_has(&base->variant, type), there = variant_has(&other->variant, type);
        changed += here != there || (here && !movement_same(&base->variant.piece[type].movement,
                                                            &other->variant.piece[type].movement));
    }
    return changed;
}

// Each is one thing. Of a game with pieces that are each other's mirror image two pieces may
// change.
static void check_game(const char *name, int most) {
    struct tables *base = setup_tables(name, "");
    struct candidates list = list_of(base, VARY_ALL);
    Type pairs[BASE_TYPES][2];
    int mirrors = variant_mirror_pairs(&base->variant, pairs, BASE_TYPES);
    for (int i = 0; i < list.count; i += WHOLE_TESTS ? 1 : 4) {
        struct error error = {""};
        struct tables *tables = candidate_tables(list.of[i].text, "text", &error);
        if (!tables)
            fail_msg("%s: %s: %s", name, list.of[i].edit, error.text);
        int pieces = changed_pieces(base, tables), rules = 0;
        for (int rule = 0; rule < RULES; rule++)
            rules += rule != RULE_ARRAY && base->rules.value[rule] != tables->rules.value[rule];
        const char *fen = variant_start_fen(&tables->variant, &tables->rules);
        bool moved = strcmp(fen, variant_start_fen(&base->variant, &base->rules)) != 0;
        if (pieces > most || (pieces > 0) + rules + moved != 1)
            fail_msg("%s: %s: %d pieces, %d rules, %d start positions", name, list.of[i].edit,
                     pieces, rules, moved);
        assert_true(symmetry_match(&tables->variant, fen, NULL));
        assert_int_equal(variant_mirror_pairs(&tables->variant, pairs, BASE_TYPES) >= mirrors ||
                             pieces > 0 || moved,
                         true);
        free(tables);
    }
    assert_true(list.count > 100 && list.count < 700);
    candidates_destroy(&list);
    free(base);
}

static void test_games(void **state) {
    (void)state;
    check_game("minishogi", 1);
    check_game("kagamigi", 2);
    if (WHOLE_TESTS)
        check_game("chu-shogi", 1);
}

static void test_edits(void **state) {
    (void)state;
    struct tables *base = setup_tables("minishogi", "");
    struct candidates list = list_of(base, VARY_ALL);
    assert_non_null(strstr(find(&list, "Pawn fW -> vW")->text, "P, Pawn, vW, "));
    assert_non_null(strstr(find(&list, "Silver General FfW -> F")->text, "S, Silver General, F, "));
    assert_non_null(strstr(find(&list, "Gold General WfF promotes to K")->text,
                           "G, Gold General, WfF, +G, Promoted Gold General, K\n"));
    assert_non_null(
        strstr(find(&list, "Pawn does not promote (was Tokin, WfF)")->text, "P, Pawn, fW\n"));
    assert_non_null(strstr(
        find(&list, "Gold General b1 and Silver General c1 change places, and so on the other side")
            ->text,
        "rbgsk/4p/5/P4/KSGBR"));
    assert_non_null(strstr(find(&list, "without Rook e1, and so on the other side")->text,
                           "1bsgk/4p/5/P4/KGSB1"));
    assert_non_null(strstr(find(&list, "drops on -> off")->text, "drops = off\n"));
    candidates_destroy(&list);
    // What is not on the board and in no hand is no part of the game.
    struct tables *bare = setup_tables("minishogi", "array=r3k/4p/5/P4/K3R[] w - - 0 1");
    list = list_of(bare, VARY_PIECES | VARY_PROMOTIONS);
    for (int i = 0; i < list.count; i++)
        assert_null(strstr(list.of[i].edit, "General"));
    assert_true(list.count > 20);
    candidates_destroy(&list);
    free(bare);
    // Where nothing is dropped no rule of drops is one to change, and some values play alike.
    struct tables *calm = setup_tables("minishogi", "drops=off");
    list = list_of(calm, VARY_RULES);
    for (int i = 0; i < list.count; i++)
        assert_null(strstr(list.of[i].edit, "nifu"));
    assert_true(list.same > 0);
    candidates_destroy(&list);
    free(calm);
    free(base);
}

// Where no move can promote, neither pieces that would nor what lets them is a change.
static void test_no_promotion(void **state) {
    (void)state;
    struct tables *base = setup_tables("minishogi", "zone=0");
    struct candidates list = list_of(base, VARY_PROMOTIONS | VARY_RULES);
    assert_int_equal(base->rules.value[RULE_LAST_RANK_PROMOTION], 0);
    for (int i = 0; i < list.count; i++)
        if (strstr(list.of[i].edit, "promotes to") || strstr(list.of[i].edit, "promotion-trigger"))
            fail_msg("%s", list.of[i].edit);
    candidates_destroy(&list);
    // But where a piece would be stranded.
    struct error error = {""};
    list = list_of(base, VARY_PROMOTIONS);
    struct tables *plain = candidate_tables(
        find(&list, "Pawn does not promote (was Tokin, WfF)")->text, "text", &error);
    assert_non_null(plain);
    candidates_destroy(&list);
    list = list_of(plain, VARY_PROMOTIONS);
    assert_non_null(find(&list, "Pawn fW promotes to WfF"));
    candidates_destroy(&list);
    free(plain);
    free(base);
}

// Armies that differ: each may become the other's image.
static void test_uneven(void **state) {
    (void)state;
    struct tables *base = setup_tables("minishogi", "array=rbsgk/4p/5/P4/KGBBR[] w - - 0 1");
    struct candidates list = list_of(base, VARY_ARRAY);
    assert_int_equal(list.count, 2);
    assert_non_null(strstr(list.of[0].text, "rbbgk/4p/5/P4/KGBBR"));
    assert_non_null(strstr(list.of[1].text, "rbsgk/4p/5/P4/KGSBR"));
    candidates_destroy(&list);
    free(base);
}

static void test_files(void **state) {
    (void)state;
    struct tables *base = setup_tables("minishogi", "");
    struct candidates list = {0};
    struct error error = {""};
    assert_false(candidates_add_file(&list, base, "/nonexistent/game.ini", &error));
    assert_int_equal(list.count, 0);
    // Another name changes nothing, and goes; a game that plays as the base is none.
    for (int even = 0; even < 2; even++) {
        struct buffer text = buffer_init();
        struct rules rules = base->rules;
        char path[] = "/tmp/candidateXXXXXX";
        rules.value[RULE_NIFU] = even ? NIFU_ON : NIFU_OFF;
        int file = mkstemp(path);
        assert_true(file >= 0);
        assert_true(variant_print(&base->variant, &rules, base->variant.inferred, "another", &text,
                                  &error));
        assert_true(file_write_all(file, text.data, text.length));
        close(file);
        assert_int_equal(candidates_add_file(&list, base, path, &error), !even);
        unlink(path);
        buffer_destroy(&text);
    }
    assert_int_equal(list.count, 1);
    assert_non_null(strstr(list.of[0].text, "name = minishogi\n"));
    candidates_destroy(&list);
    free(base);
}

static void test_carry(void **state) {
    (void)state;
    struct tables *base = setup_tables("minishogi", "");
    struct candidates list = list_of(base, VARY_ALL);
    struct error error = {""};
    struct values values, estimate, new_estimate;
    values_default(base, &values);
    values_estimate(base, &estimate);
    int silver = VALUE_BOARD + type_of_letter('S'), gold = VALUE_BOARD + type_of_letter('G');
    const struct candidate *more = find(&list, "Silver General FfW -> FvW");
    struct tables *tables = candidate_tables(more->text, "text", &error);
    assert_non_null(tables);
    values_estimate(tables, &new_estimate);
    struct values carried = design_carry(base, &values, tables);
    assert_int_equal(carried.value[gold], values.value[gold]);
    assert_true(new_estimate.value[silver] > estimate.value[silver]);
    double part = (double)new_estimate.value[silver] / estimate.value[silver];
    assert_in_range(carried.value[silver], (int)(values.value[silver] * part) - 1,
                    (int)(values.value[silver] * part) + 1);
    assert_true(carried.beside[BESIDE_NET].hash == values.beside[BESIDE_NET].hash);
    free(tables);
    // Another piece has other inputs: no network; it has a value all the same.
    tables = candidate_tables(find(&list, "Gold General WfF promotes to RF")->text, "text", &error);
    assert_non_null(tables);
    carried = design_carry(base, &values, tables);
    assert_true(carried.value[gold | TYPE_PROMOTED] > carried.value[gold]);
    assert_true(values.beside[BESIDE_NET].hash != 0 && carried.beside[BESIDE_NET].hash == 0);
    free(tables);
    tables = candidate_tables(find(&list, "drops on -> off")->text, "text", &error);
    assert_non_null(tables);
    carried = design_carry(base, &values, tables);
    assert_int_equal(carried.value[VALUE_HAND + type_of_letter('S')], 0);
    assert_int_equal(carried.value[silver], values.value[silver]);
    free(tables);
    candidates_destroy(&list);
    free(base);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),        cmocka_unit_test(test_games),
        cmocka_unit_test(test_edits),        cmocka_unit_test(test_uneven),
        cmocka_unit_test(test_no_promotion), cmocka_unit_test(test_files),
        cmocka_unit_test(test_carry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

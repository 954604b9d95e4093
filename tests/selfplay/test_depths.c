// SPDX-License-Identifier: GPL-3.0-or-later
// How deep players saw: counts, their merging, and what the answer of a run says of them.
#include "program.h"

#include "depths.h"

static struct depths depths_of(int none, int one, int deep) {
    struct depths depths = {0};
    for (int i = 0; i < none + one + deep; i++)
        depths_count(&depths, i < none ? 0 : i < none + one ? 1 : 500);
    return depths;
}

static void medians_and_shares(void **state) {
    (void)state;
    static const struct {
        int none, one, deep, median;
        double share;
    } cases[] = {{0, 0, 0, 0, 0},
                 {1, 0, 0, 0, 1},
                 {1, 1, 0, 0, 0.5},
                 {1, 2, 0, 1, 1. / 3},
                 {1, 0, 3, DEPTHS - 1, 0.25}};
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct depths depths = depths_of(cases[i].none, cases[i].one, cases[i].deep);
        assert_int_equal(depths_median(&depths), cases[i].median);
        assert_true(depths_none(&depths) == cases[i].share);
        assert_int_equal(depths_moves(&depths), cases[i].none + cases[i].one + cases[i].deep);
    }
}

static void parts_add_up(void **state) {
    (void)state;
    struct depths whole = depths_of(3, 5, 7), parts = depths_of(1, 4, 2);
    const struct depths more = depths_of(2, 1, 5);
    depths_add(&parts, &more);
    assert_memory_equal(&parts, &whole, sizeof whole);
}

// One node finishes no ply; a search of one ply always finishes it.
static void runs_say_how_deep(void **state) {
    (void)state;
    expect_output("selfplay minishogi --games 2 --nodes 1 --seed 1 --force --out shallow", 0,
                  "Warning: 100% of the moves finished no ply.");
    expect_output("selfplay minishogi --games 2 --depth 1 --seed 1 --force --out deep", 0,
                  "median 1 ply; 0% of the moves finished no ply");
    expect_output(
        "match minishogi --games 2 --player A:depth=2 --player B:nodes=1 --seed 1 --force "
        "--out both",
        0, "median 2 plies; 0% of the moves finished no ply");
    expect_output("compare minishogi --toggle drops=off --games 4 --ladder 1 --seed 1 --out arms",
                  0, "1 nodes: median 0 plies; 100% of the moves finished no ply");
}

// 10 nodes see little, some 64 times as many enough.
static void plans_say_how_deep(void **state) {
    (void)state;
    // Up to 64 times the limit is tried: 6,400 nodes see far beyond 4 plies in any game.
    expect_output("selfplay minishogi --nodes 100 --seed 1 --plan-for pilot=4", 0,
                  "A headline needs players that see 4 plies in the median: about");
    expect_output("selfplay minishogi --nodes 10 --seed 1 --plan-for pilot=4 --json", 0,
                  "\"median_plies\":\t0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medians_and_shares),
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(runs_say_how_deep),
        cmocka_unit_test(plans_say_how_deep),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

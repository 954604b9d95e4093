// SPDX-License-Identifier: GPL-3.0-or-later
// Chi-square over shards and its residuals, against numbers worked out by hand and by simulation.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "homogeneity.h"
#include "random.h"

static void equals_the_worked_example(void **state) {
    (void)state;
    // By the definitions: expected = row x column / total, in double precision by another program.
    struct shard_counts shards[] = {{.count = {30, 20, 50}},
                                    {.count = {35, 15, 50}},
                                    {.count = {20, 30, 50}},
                                    {.count = {60, 30, 110}}};
    struct homogeneity result = homogeneity_test(shards, 4, 3);
    assert_int_equal(result.cells, 3);
    assert_int_equal(result.freedom, 6);
    assert_false(result.small);
    assert_float_equal(result.chi_square, 13.662222532458467, 1e-9);
    assert_float_equal(result.p, 0.03364553569782416, 1e-9);
    assert_float_equal(result.limit, 2.8652602385321333, 1e-9);
    assert_float_equal(shards[2].z, 3.1349338535935263, 1e-9);
    assert_int_equal(result.bad, 1);
    assert_true(shards[2].bad && !shards[0].bad && !shards[1].bad && !shards[3].bad);
}

static void rare_cells_are_put_together(void **state) {
    (void)state;
    struct shard_counts shards[8];
    for (int i = 0; i < 8; i++)
        shards[i] = (struct shard_counts){.count = {50 + i % 2, i == 3, 49 - i % 2}};
    struct homogeneity result = homogeneity_test(shards, 8, 3);
    assert_int_equal(result.cells, 2);
    assert_int_equal(result.freedom, 7);
    assert_false(result.small);
    assert_int_equal(result.bad, 0);
    // So few games that no cell has five expected.
    for (int i = 0; i < 8; i++)
        shards[i] = (struct shard_counts){.count = {1, 0, 1}};
    result = homogeneity_test(shards, 8, 3);
    assert_true(result.small);
    assert_float_equal(result.chi_square, 0, 1e-12);
    assert_float_equal(result.p, 1, 1e-12);
}

// A part of 20 games with two of a kind of which there is one in a hundred: 3.4 standard errors,
// were that normal; by Fisher's test once in 40. Four of them are a fault all the same.
static void a_small_part_is_judged_by_exact_tails(void **state) {
    (void)state;
    struct shard_counts shards[] = {{.count = {990, 10}}, {.count = {989, 11}}, {.count = {18, 2}}};
    struct homogeneity result = homogeneity_test(shards, 3, 2);
    assert_true(result.small);
    assert_int_equal(result.bad, 0);
    // P(X >= 2) of 20 drawn from 2020 with 23 marked, by another program.
    assert_float_equal(fabs(shards[2].z), 2.037, 0.001);
    struct shard_counts worse[] = {{.count = {990, 10}}, {.count = {989, 11}}, {.count = {16, 4}}};
    result = homogeneity_test(worse, 3, 2);
    assert_true(result.bad >= 1 && worse[2].bad);
    // None of a kind where few are expected is nothing.
    struct shard_counts none[] = {{.count = {500, 500}}, {.count = {505, 495}}, {.count = {4, 0}}};
    assert_int_equal(homogeneity_test(none, 3, 2).bad, 0);
}

static void nothing_to_compare_is_no_fault(void **state) {
    (void)state;
    struct shard_counts none[3] = {{.count = {0}}};
    struct homogeneity result = homogeneity_test(none, 3, 3);
    assert_int_equal(result.freedom, 0);
    assert_true(result.p == 1 && result.chi_square == 0 && result.bad == 0);
    struct shard_counts one[3] = {{.count = {0}}, {.count = {7, 8, 9}}, {.count = {0}}};
    result = homogeneity_test(one, 3, 3);
    assert_true(result.p == 1 && result.shards == 1 && result.bad == 0);
    struct shard_counts same[3] = {{.count = {10}}, {.count = {20}}, {.count = {30}}};
    result = homogeneity_test(same, 3, 3);
    assert_true(result.p == 1 && result.cells == 1 && result.bad == 0);
    result = homogeneity_test(same, 0, 3);
    assert_true(result.p == 1 && result.bad == 0);
    // Empty shards beside full ones are passed over.
    struct shard_counts mixed[3] = {{.count = {50, 50}}, {.count = {0}}, {.count = {50, 50}}};
    result = homogeneity_test(mixed, 3, 2);
    assert_int_equal(result.freedom, 1);
    assert_float_equal(result.p, 1, 1e-12);
}

// Alike shards are accused as often as the level says, a different one is found.
static void accuses_as_often_as_promised(void **state) {
    (void)state;
    enum { ROUNDS = 2000, SHARDS = 16, GAMES = 200 };
    int accused = 0, found = 0, others = 0, below = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct random random = random_init(7, (uint64_t)round, RANDOM_TEST);
        struct shard_counts shards[SHARDS] = {{.count = {0}}};
        for (int i = 0; i < SHARDS * GAMES; i++) {
            uint32_t draw = random_below(&random, 100);
            shards[i / GAMES].count[draw < 45 ? 0 : draw < 55 ? 1 : 2]++;
        }
        struct homogeneity result = homogeneity_test(shards, SHARDS, 3);
        accused += result.bad > 0;
        below += result.p < 0.05;
        shards[5].count[0] -= shards[5].count[0] / 2; // half of its lost games are won
        shards[5].count[2] += shards[5].count[0];
        result = homogeneity_test(shards, SHARDS, 3);
        found += shards[5].bad;
        others += result.bad > shards[5].bad;
    }
    assert_true(accused > ROUNDS * 0.02 && accused < ROUNDS * 0.07);
    assert_true(below > ROUNDS * 0.035 && below < ROUNDS * 0.065);
    assert_true(found > ROUNDS * 0.99);
    assert_true(others < ROUNDS * 0.07);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_worked_example),
        cmocka_unit_test(rare_cells_are_put_together),
        cmocka_unit_test(a_small_part_is_judged_by_exact_tails),
        cmocka_unit_test(nothing_to_compare_is_no_fault),
        cmocka_unit_test(accuses_as_often_as_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

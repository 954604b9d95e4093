// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random.h"
#include "score.h"
#include "tt.h"

enum { ENTRIES = 4 }; // a cluster

static struct tt table(size_t bytes) {
    struct tt tt;
    tt_init(&tt, bytes);
    return tt;
}

static bool probe(const struct tt *tt, uint64_t key, int ply, int *score) {
    struct tt_entry entry = tt_probe(tt, key, ply);
    *score = entry.score;
    return entry.bound != BOUND_NONE;
}

static void store(struct tt *tt, uint64_t key, Move move, int score, int depth, enum bound bound,
                  int ply) {
    struct tt_entry entry = {
        .move = move, .score = score, .evaluation = -score, .depth = depth, .bound = bound};
    tt_store(tt, key, entry, ply);
}

// Keys that share a cluster and differ in their upper halves.
static uint64_t key_of(uint64_t number) {
    return (number + 1) << 32;
}

static void stores_and_finds(void **state) {
    (void)state;
    struct tt tt = table(1 << 20);
    struct random random = random_init(1, 0, RANDOM_TEST);
    enum { KEYS = 2000 };
    struct {
        uint64_t key;
        Move move;
        int score, depth;
        enum bound bound;
    } stored[KEYS];
    for (int i = 0; i < KEYS; i++) {
        stored[i].key = random_u64(&random);
        stored[i].move = random_u32(&random);
        stored[i].score = (int)random_below(&random, 40001) - 20000;
        stored[i].depth = (int)random_below(&random, 90);
        stored[i].bound = (enum bound)(1 + random_below(&random, 3));
        store(&tt, stored[i].key, stored[i].move, stored[i].score, stored[i].depth, stored[i].bound,
              5);
    }
    int found = 0;
    for (int i = 0; i < KEYS; i++) {
        struct tt_entry entry = tt_probe(&tt, stored[i].key, 9);
        if (entry.bound == BOUND_NONE)
            continue;
        found++;
        assert_int_equal(entry.move, stored[i].move);
        assert_int_equal(entry.score, stored[i].score);
        assert_int_equal(entry.evaluation, -stored[i].score);
        assert_int_equal(entry.depth, stored[i].depth);
        assert_int_equal(entry.bound, stored[i].bound);
    }
    assert_true(found > KEYS * 99 / 100); // 65,536 entries hold nearly all of them
    int score;
    for (int i = 0; i < KEYS; i++)
        assert_false(probe(&tt, stored[i].key ^ 1ull << 63, 0, &score));
    tt_clear(&tt);
    for (int i = 0; i < KEYS; i++)
        assert_false(probe(&tt, stored[i].key, 0, &score));
    tt_destroy(&tt);
}

// A mate is stored as the distance from its position, and read from any other ply.
static void mate_distances(void **state) {
    (void)state;
    struct tt tt = table(64);
    for (int at = 0; at < 60; at++)
        for (int mate = at; mate < 90; mate++)
            for (int sign = -1; sign <= 1; sign += 2) {
                uint64_t key = key_of((uint64_t)(at * 100 + mate));
                int score = 0;
                store(&tt, key, 1, sign * (SCORE_MATE - mate), 3, BOUND_EXACT, at);
                assert_true(probe(&tt, key, at, &score));
                assert_int_equal(score, sign * (SCORE_MATE - mate));
                int other = (at * 7 + mate) % 30;
                assert_true(probe(&tt, key, other, &score));
                assert_int_equal(score, sign * (SCORE_MATE - (mate - at + other)));
            }
    static const int plain[] = {
        0, 1, -1, 20000, -20000, SCORE_MATE_BOUND - 1, -(SCORE_MATE_BOUND - 1)};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        int score = 0;
        store(&tt, key_of(i), 1, plain[i], 3, BOUND_EXACT, 12);
        assert_true(probe(&tt, key_of(i), 33, &score));
        assert_int_equal(score, plain[i]);
    }
    tt_destroy(&tt);
}

static void smallest_table(void **state) {
    (void)state;
    for (size_t bytes = 0; bytes < 200; bytes++) {
        struct tt tt = table(bytes);
        int score;
        assert_true((tt.mask + 1) * ENTRIES * sizeof(struct tt_slot) <= (bytes < 64 ? 64 : bytes));
        store(&tt, key_of(1), 7, 11, 2, BOUND_LOWER, 0);
        assert_true(probe(&tt, key_of(1), 0, &score));
        assert_int_equal(score, 11);
        tt_destroy(&tt);
    }
}

// In a full cluster the shallowest entry gives way, and those of older searches before it.
static void replacement(void **state) {
    (void)state;
    struct tt tt = table(64);
    int score;
    static const int depths[ENTRIES] = {9, 4, 12, 7};
    for (int i = 0; i < ENTRIES; i++)
        store(&tt, key_of((uint64_t)i), (Move)i + 1, i, depths[i], BOUND_EXACT, 0);
    for (int i = 0; i < ENTRIES; i++)
        assert_true(probe(&tt, key_of((uint64_t)i), 0, &score));
    store(&tt, key_of(10), 10, 10, 1, BOUND_EXACT, 0);
    assert_false(probe(&tt, key_of(1), 0, &score)); // depth 4
    assert_true(probe(&tt, key_of(10), 0, &score));
    assert_true(probe(&tt, key_of(0), 0, &score));
    // Three searches later everything is old: the deepest old one outlasts the other old ones only.
    for (int i = 0; i < 3; i++)
        tt_age(&tt);
    for (int i = 20; i < 23; i++)
        store(&tt, key_of((uint64_t)i), 1, i, 2, BOUND_EXACT, 0);
    for (int i = 20; i < 23; i++)
        assert_true(probe(&tt, key_of((uint64_t)i), 0, &score));
    assert_true(probe(&tt, key_of(2), 0, &score)); // depth 12
    store(&tt, key_of(30), 1, 30, 2, BOUND_EXACT, 0);
    assert_false(probe(&tt, key_of(2), 0, &score));
    tt_destroy(&tt);
}

// A position that is stored again keeps its place, and its move when the new result has none.
static void same_position_again(void **state) {
    (void)state;
    struct tt tt = table(64);
    int score;
    store(&tt, key_of(1), 77, 5, 4, BOUND_LOWER, 0);
    store(&tt, key_of(1), MOVE_NONE, 9, 5, BOUND_UPPER, 0);
    struct tt_entry entry = tt_probe(&tt, key_of(1), 0);
    assert_int_equal(entry.evaluation, -9);
    assert_int_equal(entry.move, 77);
    assert_int_equal(entry.score, 9);
    assert_int_equal(entry.bound, BOUND_UPPER);
    assert_int_equal(tt_full(&tt), 1000 / ENTRIES);
    // A much shallower bound does not push out a deep result of the same search; an exact one does.
    store(&tt, key_of(1), 78, 20, 40, BOUND_LOWER, 0);
    store(&tt, key_of(1), 79, 30, 2, BOUND_UPPER, 0);
    assert_true(probe(&tt, key_of(1), 0, &score));
    assert_int_equal(score, 20);
    store(&tt, key_of(1), 79, 30, 2, BOUND_EXACT, 0);
    assert_true(probe(&tt, key_of(1), 0, &score));
    assert_int_equal(score, 30);
    tt_destroy(&tt);
}

// An evaluation that has no room is unknown, and so is that of a position that is not there.
static void large_evaluations(void **state) {
    (void)state;
    static const int kept[] = {0, -1, 32767, -32767};
    static const int lost[] = {32768, -32769, 65536, -900000, EVALUATION_UNKNOWN};
    struct tt tt = table(1 << 12);
    struct tt_entry entry = {.move = 3, .score = -70000, .depth = 1, .bound = BOUND_LOWER};
    for (int i = 0; i < (int)(sizeof kept / sizeof *kept); i++) {
        entry.evaluation = kept[i];
        tt_store(&tt, key_of(1), entry, 0);
        assert_int_equal(tt_probe(&tt, key_of(1), 0).evaluation, kept[i]);
    }
    for (int i = 0; i < (int)(sizeof lost / sizeof *lost); i++) {
        entry.evaluation = lost[i];
        tt_store(&tt, key_of(1), entry, 0);
        assert_int_equal(tt_probe(&tt, key_of(1), 0).evaluation, EVALUATION_UNKNOWN);
        assert_int_equal(tt_probe(&tt, key_of(1), 0).score, -70000);
    }
    assert_int_equal(tt_probe(&tt, key_of(2), 0).evaluation, EVALUATION_UNKNOWN);
    assert_int_equal(tt_probe(&tt, key_of(2), 0).bound, BOUND_NONE);
    tt_destroy(&tt);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores_and_finds),    cmocka_unit_test(mate_distances),
        cmocka_unit_test(smallest_table),      cmocka_unit_test(replacement),
        cmocka_unit_test(same_position_again), cmocka_unit_test(large_evaluations),
    };
    return cmocka_run_group_tests_name("tt", tests, NULL, NULL);
}

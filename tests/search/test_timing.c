// SPDX-License-Identifier: GPL-3.0-or-later
// A move never takes time that the clock does not have, and uses what would be lost.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine.h"
#include "random.h"

static int64_t soft_of(struct clock clock) {
    int64_t soft, hard;
    timing_allot(&clock, 20, &soft, &hard);
    assert_true(soft >= 1 && soft <= hard);
    return soft;
}

static int64_t hard_of(struct clock clock) {
    int64_t soft, hard;
    timing_allot(&clock, 20, &soft, &hard);
    return hard;
}

static void known_clocks(void **state) {
    (void)state;
    // All of the byoyomi when there is nothing else, less the overhead.
    assert_int_equal(soft_of((struct clock){.byoyomi = 1000}), 980);
    assert_int_equal(hard_of((struct clock){.byoyomi = 1000}), 980);
    // The last move before the time control may use what there is.
    assert_int_equal(hard_of((struct clock){.remaining = 1000, .moves_to_go = 1}), 980);
    // Nobody spends half of a game's time on one move.
    assert_true(hard_of((struct clock){.remaining = 60000}) <= 30000);
    assert_true(soft_of((struct clock){.remaining = 60000}) >= 1000);
    // More time, more increment, fewer moves: more for this one.
    assert_true(soft_of((struct clock){.remaining = 60000, .increment = 1000}) >
                soft_of((struct clock){.remaining = 60000}));
    assert_true(soft_of((struct clock){.remaining = 60000, .byoyomi = 1000}) >
                soft_of((struct clock){.remaining = 60000}));
    assert_true(soft_of((struct clock){.remaining = 60000, .moves_to_go = 10}) >
                soft_of((struct clock){.remaining = 60000}));
    // A clock that stands at nothing, or that went wrong: move at once.
    assert_int_equal(hard_of((struct clock){0}), 1);
    assert_int_equal(hard_of((struct clock){.remaining = -500}), 1);
}

static void any_clock(void **state) {
    (void)state;
    struct random random = random_init(1, 0, RANDOM_TEST);
    for (int i = 0; i < 200000; i++) {
        struct clock clock = {
            .remaining = (int64_t)random_below(&random, 1u << random_below(&random, 31)) - 100,
            .increment = (int64_t)random_below(&random, 1u << random_below(&random, 20)),
            .byoyomi = (int64_t)random_below(&random, 1u << random_below(&random, 20)),
            .moves_to_go = (int)random_below(&random, 60),
        };
        if (i % 10 == 0)
            clock.remaining = INT64_MAX;
        int64_t overhead = random_below(&random, 200), soft, hard;
        timing_allot(&clock, overhead, &soft, &hard);
        assert_true(soft >= 1 && soft <= hard);
        int64_t remaining = clock.remaining > 0 ? clock.remaining : 0;
        if (clock.remaining < INT64_MAX)
            assert_true(hard <= remaining + clock.byoyomi - overhead || hard == 1);
    }
}

// A game of 200 moves by soft limits never runs out of time.
static void whole_games(void **state) {
    (void)state;
    static const struct clock clocks[] = {
        {.remaining = 60000},
        {.remaining = 10000, .increment = 100},
        {.remaining = 1000, .increment = 50},
        {.remaining = 5000, .byoyomi = 500},
    };
    for (int i = 0; i < ARRAY_LENGTH(clocks); i++)
        for (int worst = 0; worst < 2; worst++) {
            struct clock clock = clocks[i];
            for (int move = 0; move < 200; move++) {
                int64_t soft, hard;
                timing_allot(&clock, 20, &soft, &hard);
                int64_t used = worst ? hard : soft;
                assert_true(used <= clock.remaining + clock.byoyomi || used == 1);
                clock.remaining += clock.increment - used;
                if (clock.remaining < 0)
                    clock.remaining = 0;
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_clocks),
        cmocka_unit_test(any_clock),
        cmocka_unit_test(whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Commits come in order whoever brings what when; memory is bounded; faults stop everybody.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "random.h"
#include "workers.h"

enum { THREADS = 8, WINDOW = 16, NUMBERS = 20000 };

struct counting {
    struct ordered *ordered;
    int64_t next;      // what must be committed next
    int64_t fail_at;   // the commit of this number fails; -1: none
    atomic_long alive; // items that exist
    atomic_long most;  // of them at a time
    atomic_int seed;
};

static bool commit(void *context, int64_t first, void *const *items, int count,
                   struct error *error) {
    struct counting *work = context;
    assert_int_equal(first, work->next);
    assert_in_range(count, 1, WINDOW);
    bool failed = false;
    for (int i = 0; i < count; i++) {
        assert_int_equal(*(int64_t *)items[i], first + i);
        failed |= first + i == work->fail_at;
        free(items[i]);
        work->alive--;
    }
    if (failed)
        return error_set(error, "number %d", (int)work->fail_at);
    work->next += count;
    return true;
}

static void *play(void *argument) {
    struct counting *work = argument;
    struct random random = random_init(1, (uint64_t)work->seed++, RANDOM_TEST);
    int64_t number;
    while (ordered_claim(work->ordered, &number)) {
        int64_t *item = malloc(sizeof *item);
        *item = number;
        long alive = ++work->alive;
        if (alive > work->most)
            work->most = alive;
        for (uint32_t i = random_below(&random, 4); i > 0; i--)
            sched_yield(); // some take longer than others
        ordered_submit(work->ordered, number, item);
    }
    return NULL;
}

static void run(struct counting *work, int64_t begin, int64_t end) {
    pthread_t threads[THREADS];
    work->next = begin;
    work->ordered = ordered_create(begin, end, WINDOW, commit, work);
    assert_non_null(work->ordered);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play, work), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void everything_is_committed_in_order(void **state) {
    (void)state;
    struct counting work = {.fail_at = -1};
    run(&work, 7, NUMBERS);
    assert_int_equal(work.next, NUMBERS);
    assert_int_equal(ordered_next(work.ordered), NUMBERS);
    assert_true(ordered_result(work.ordered, NULL));
    assert_int_equal(work.alive, 0);
    // At most a window of finished items, a batch being committed, and one in each hand.
    assert_true(work.most <= 2 * WINDOW + THREADS);
    ordered_destroy(work.ordered, free);
}

static void a_failed_commit_stops_all(void **state) {
    (void)state;
    struct counting work = {.fail_at = 500};
    run(&work, 0, NUMBERS);
    struct error error;
    assert_false(ordered_result(work.ordered, &error));
    assert_string_equal(error.text, "number 500");
    assert_in_range(work.next, 500 - WINDOW, 500);
    assert_int_equal(ordered_next(work.ordered), work.next);
    ordered_destroy(work.ordered, free); // the sanitizer sees whether items are lost
}

static void stopping_keeps_what_is_complete(void **state) {
    (void)state;
    struct counting work = {.fail_at = -1};
    int64_t number, *items[4];
    work.ordered = ordered_create(0, 100, WINDOW, commit, &work);
    for (int i = 0; i < 4; i++) {
        assert_true(ordered_claim(work.ordered, &number));
        assert_int_equal(number, i);
        items[i] = malloc(sizeof *items[i]);
        *items[i] = i;
    }
    ordered_submit(work.ordered, 1, items[1]);
    ordered_submit(work.ordered, 3, items[3]);
    assert_int_equal(ordered_next(work.ordered), 0);
    ordered_submit(work.ordered, 0, items[0]);
    assert_int_equal(ordered_next(work.ordered), 2);
    ordered_stop(work.ordered);
    assert_false(ordered_claim(work.ordered, &number));
    free(items[2]); // dropped in flight: number 3 can never be committed
    assert_int_equal(ordered_next(work.ordered), 2);
    assert_true(ordered_result(work.ordered, NULL));
    ordered_destroy(work.ordered, free);
}

static void the_first_cause_is_kept(void **state) {
    (void)state;
    struct counting work = {.fail_at = -1};
    work.ordered = ordered_create(0, 10, WINDOW, commit, &work);
    struct error error;
    error_set(&error, "first");
    ordered_fail(work.ordered, &error);
    error_set(&error, "second");
    ordered_fail(work.ordered, &error);
    int64_t number;
    assert_false(ordered_claim(work.ordered, &number));
    assert_false(ordered_result(work.ordered, &error));
    assert_string_equal(error.text, "first");
    ordered_destroy(work.ordered, free);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_committed_in_order),
        cmocka_unit_test(a_failed_commit_stops_all),
        cmocka_unit_test(stopping_keeps_what_is_complete),
        cmocka_unit_test(the_first_cause_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Games are committed in order whoever plays them; a fault stops everybody, and so does the watch.
#include "games.h"

#include <stdatomic.h>

#include "workers.h"

enum { THREADS = 8, BEGIN = 7, END = 400 };

struct counting {
    struct workers *workers;
    int64_t next;       // what must be committed next
    int64_t fail_at;    // the commit of this game fails; -1: none
    int64_t stop_at;    // the commit of this game stops the run; -1: none
    atomic_int watched; // calls
    bool goes_on;       // says the watch
};

static bool commit(void *context, const struct game_record *const *records, int count,
                   struct error *error) {
    struct counting *work = context;
    for (int i = 0; i < count; i++) {
        assert_int_equal(records[i]->game, work->next++);
        if (records[i]->game == work->fail_at)
            return error_set(error, "game %d", (int)work->fail_at);
        if (records[i]->game == work->stop_at)
            workers_stop(work->workers);
    }
    return true;
}

static bool watch(void *context) {
    struct counting *work = context;
    work->watched++;
    return work->goes_on;
}

// Returns what workers_run does.
static bool run(struct counting *work, int64_t end, bool watched, struct error *error) {
    struct tables *tables = game_tables("minishogi", "");
    struct config config = config_default(tables, "");
    config.opening.nodes = 1;
    config.adjudication.ply_limit = 12;
    for (int i = 0; i < PLAYERS; i++)
        config.player[i].limits.nodes = 1;
    assert_true(config_finish(&config, false, error));
    struct work wanted = {&config, BEGIN, end, THREADS, .commit = commit, .context = work};
    wanted.watch = watched ? watch : NULL;
    work->next = BEGIN;
    work->workers = workers_create(&wanted);
    bool done = workers_run(work->workers, error);
    assert_int_equal(workers_stopped(work->workers), watched && !work->goes_on);
    workers_destroy(work->workers); // the sanitizer sees whether games are lost
    free(tables);
    return done;
}

static void every_game_is_committed_in_order(void **state) {
    (void)state;
    struct error error = {""};
    struct counting work = {.fail_at = -1, .stop_at = -1, .goes_on = true};
    assert_true(run(&work, END, true, &error));
    assert_int_equal(work.next, END);
    assert_true(run(&work, BEGIN, false, &error)); // none at all
    assert_int_equal(work.next, BEGIN);
}

static void a_failed_commit_stops_all(void **state) {
    (void)state;
    struct error error = {""};
    struct counting work = {.fail_at = 60, .stop_at = -1};
    assert_false(run(&work, 1000000, false, &error));
    assert_string_equal(error.text, "game 60");
    assert_int_equal(work.next, 61); // nothing is committed after it
}

static void stopping_keeps_what_is_complete(void **state) {
    (void)state;
    struct error error = {""};
    struct counting work = {.fail_at = -1, .stop_at = 60};
    assert_true(run(&work, 1000000, false, &error));
    assert_in_range(work.next, 61, 1000000 - 1);
}

static void the_watch_stops_all(void **state) {
    (void)state;
    struct error error = {""};
    struct counting work = {.fail_at = -1, .stop_at = -1, .goes_on = false};
    assert_true(run(&work, INT64_MAX / 2, true, &error));
    assert_int_equal(work.watched, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_committed_in_order),
        cmocka_unit_test(a_failed_commit_stops_all),
        cmocka_unit_test(stopping_keeps_what_is_complete),
        cmocka_unit_test(the_watch_stops_all),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

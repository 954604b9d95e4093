// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Several runs in one folder: which are played, by which seed, in which part, and what is
// announced.
#include "games.h"

#include "memory.h"
#include "runmeta.h"
#include "study.h"

enum { RUNS = 3, GAMES = 6 };
static const char *const names[RUNS] = {"a/5n", "a/7n", "b"};

struct fixture {
    struct tables *tables;
    char *text;
    struct play_options play;
    struct study study;
    int first_due;       // runs before are not due
    int taken[RUNS];     // how often
    int asked, stops_at; // to stop: from so many times on; 0: never
};

static bool configure(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error) {
    const struct fixture *fixture = context;
    struct play_options play = fixture->play;
    *config = config_default(fixture->tables, fixture->text);
    play.nodes = 5 + 2 * number;
    return play_options_config(&play, config, list, error) && config_finish(config, false, error);
}

static bool is_due(void *context, int number, bool *due, struct error *error) {
    (void)error;
    *due = number >= ((struct fixture *)context)->first_due;
    return true;
}

static bool take(void *context, int number, const struct run *run, struct error *error) {
    struct fixture *fixture = context;
    fixture->taken[number]++;
    return run->log->tally->games == run->range.end - run->range.begin ||
           error_set(error, "not whole");
}

static bool stops(void *context) {
    struct fixture *fixture = context;
    return fixture->stops_at && ++fixture->asked >= fixture->stops_at;
}

static void set_up(struct fixture *fixture, const char *folder) {
    struct error error = {""};
    *fixture = (struct fixture){.tables = game_tables("minishogi", ""),
                                .text = config_variant_text("minishogi", &error)};
    assert_non_null(fixture->text);
    assert_true(play_options_default(&fixture->play, &error));
    fixture->play.threads = 1;
    fixture->study = (struct study){.folder = folder,
                                    .play = &fixture->play,
                                    .context = fixture,
                                    .configure = configure,
                                    .is_due = is_due,
                                    .take = take};
    for (int i = 0; i < RUNS; i++)
        study_add(&fixture->study, names[i], GAMES, (uint64_t)(5 + 2 * i));
}

static void tear_down(struct fixture *fixture) {
    study_destroy(&fixture->study);
    free(fixture->text);
    free(fixture->tables);
}

static uint64_t seed_of(const char *record) {
    struct error error = {""};
    struct runmeta *meta = runmeta_load(record, &error);
    if (!meta)
        fail_msg("%s", error.text);
    uint64_t seed = runmeta_seed(meta);
    runmeta_destroy(meta);
    return seed;
}

// All by one seed, which is the first one's where that was begun before; all are announced.
static void all_runs(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error = {""};
    struct agenda agenda;
    set_up(&fixture, "all");
    fixture.play.seed = 41;
    fixture.study.only = names[0];
    assert_int_equal(study_play(&fixture.study, &error), WORK_DONE);
    assert_true(there_is("all/a/5n/games.csv") && !there_is("all/a/7n"));
    tear_down(&fixture);
    set_up(&fixture, "all"); // its own fresh seed gives way
    assert_int_equal(study_play(&fixture.study, &error), WORK_DONE);
    for (int i = 0; i < RUNS; i++) {
        char path[64];
        snprintf(path, sizeof path, "all/%s/run.json", names[i]);
        assert_int_equal(seed_of(path), 41);
        assert_int_equal(fixture.taken[i], 1);
    }
    assert_true(fixture.play.seed == 41 && fixture.play.seed_given);
    assert_true(agenda_read("all", &agenda, &error));
    assert_int_equal(agenda.count, RUNS);
    for (int i = 0; i < RUNS; i++) {
        assert_string_equal(agenda.run[i].run, names[i]);
        assert_true(agenda.run[i].games == GAMES && agenda.run[i].nodes == (uint64_t)(5 + 2 * i));
    }
    agenda_destroy(&agenda);
    assert_int_equal(study_find(&fixture.study, "b"), 2);
    assert_int_equal(study_find(&fixture.study, "c"), -1);
    tear_down(&fixture);
}

// As one of two processes, of which the other does nothing; those of another study are in its
// agenda.
static void a_part(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error = {""};
    char folder[PATH_MAX];
    set_up(&fixture, "part");
    fixture.play.range = (struct game_range){.shard = 1, .shards = 2};
    assert_int_equal(study_play(&fixture.study, &error), WORK_FAILED); // of which seed?
    assert_non_null(strstr(error.text, "give --seed"));
    fixture.play.seed_given = true;
    fixture.study.inner = true;
    fixture.first_due = 1;
    assert_int_equal(study_play(&fixture.study, &error), WORK_DONE);
    assert_true(study_folder(&fixture.study, 1, folder, &error));
    assert_string_equal(folder, "part/a/7n");
    assert_true(there_is("part/a/7n/blocks/0..2") && there_is("part/a/7n/games.csv"));
    assert_false(there_is("part/a/5n"));
    assert_false(there_is("part/agenda.json"));
    assert_int_equal(fixture.taken[0], 0);
    tear_down(&fixture);
}

// Asked to stop it ends between or within runs, and goes on where it was.
static void stopped(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error = {""};
    set_up(&fixture, "stopped");
    const struct observer observer = {.stop = stops, .context = &fixture};
    fixture.study.observer = &observer;
    fixture.play.seed = 41;
    fixture.play.seed_given = true;
    fixture.stops_at = 1;
    assert_int_equal(study_play(&fixture.study, &error), WORK_STOPPED);
    assert_int_equal(fixture.taken[RUNS - 1], 0);
    fixture.stops_at = 0;
    assert_int_equal(study_play(&fixture.study, &error), WORK_DONE);
    tear_down(&fixture);
    assert_same_logs("stopped/b", "all/b");
}

// What came of a run may end it all.
static bool refuse(void *context, int number, const struct run *run, struct error *error) {
    (void)context;
    (void)run;
    return error_set(error, "run %d is refused", number);
}

static void refused(void **state) {
    (void)state;
    struct fixture fixture;
    struct error error = {""};
    set_up(&fixture, "refused");
    fixture.study.take = refuse;
    assert_int_equal(study_play(&fixture.study, &error), WORK_FAILED);
    assert_string_equal(error.text, "run 0 is refused");
    assert_false(there_is("refused/a/7n"));
    tear_down(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_runs),
        cmocka_unit_test(a_part),
        cmocka_unit_test(stopped),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

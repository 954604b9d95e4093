// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out anywhere in the JSON of a report, or of the record that tells which games
// values are from: it is said, or what was asked for is whole.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "worths_source.h"

// The allocation of cJSON that fails, counted from 1; 0: none.
static long failing, calls;

static void *allocate(size_t size) {
    if (++calls != failing)
        return malloc(size);
    errno = ENOMEM;
    return NULL;
}

// The same of realloc, of which buffers are made.
static long failing_room, rooms;

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size) {
    return ++rooms == failing_room ? NULL : __real_realloc(old, size);
}

static char folder[] = "/tmp/kagami-memory-XXXXXX";

static int setup(void **state) {
    (void)state;
    char command[1024];
    assert_non_null(mkdtemp(folder));
    snprintf(
        command, sizeof command,
        "cd %s && '%s' selfplay minishogi --games 60 --sample all --nodes 10 --seed 7 "
        "--values estimate --threads 1 --out log 2>log.txt >&2 && mkdir history && printf '%%s\\n' "
        "generation,played_with,games,verdict 1,0,40,untuned >history/history.csv",
        folder, KAGAMI_PROGRAM);
    return system(command);
}

static int teardown(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static cJSON *read_report(const char *name, bool tune, struct error *error) {
    char path[64];
    const char *folders[] = {path};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    *error = (struct error){""};
    calls = rooms = 0;
    return report_read(folders, 1,
                       &(struct report_options){.games = !tune, .threads = 1, .tune = tune}, error);
}

// Whether it was said; else the report is the whole one.
static bool is_told(cJSON *report, const cJSON *whole, const char *what, long number,
                    const struct error *error) {
    bool told = report == NULL;
    if (told && !error_is_memory(error))
        fail_msg("%s %ld: %s", what, number, error->text);
    if (report && !cJSON_Compare(report, whole, true))
        fail_msg("%s %ld: another report", what, number);
    cJSON_Delete(report);
    return told;
}

static void test_report(void **state) {
    (void)state;
    static const char *const names[] = {"log", "history"};
    struct error error;
    cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
    for (int i = 0; i < 2; i++) {
        cJSON *whole = read_report(names[i], false, &error);
        assert_non_null(whole);
        long count = calls, told = 0;
        for (failing = 1; failing <= count; failing += 1 + failing / 100) { // moves are all alike
            cJSON *report = read_report(names[i], false, &error);
            told += is_told(report, whole, names[i], failing, &error);
        }
        failing = 0;
        assert_true(told > 20);
        cJSON_Delete(whole);
    }
    cJSON_InitHooks(NULL);
}

// Sentences and tables of a fit come last.
static void test_fit(void **state) {
    (void)state;
    enum { LAST = 60 };
    struct error error;
    cJSON *whole = read_report("log", true, &error);
    assert_non_null(whole);
    long count = rooms, told = 0;
    assert_true(count > LAST);
    for (failing_room = count - LAST; failing_room <= count; failing_room++) {
        cJSON *report = read_report("log", true, &error);
        told += is_told(report, whole, "room", failing_room, &error);
    }
    failing_room = 0;
    assert_true(told > 20);
    cJSON_Delete(whole);
}

static void test_source(void **state) {
    (void)state;
    char log[64], *whole = NULL;
    long told = 0, count;
    snprintf(log, sizeof log, "%s/log", folder);
    cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
    failing = calls = 0;
    assert_true(source_add_run(&whole, log));
    assert_non_null(whole);
    count = calls;
    for (long number = 1; number <= count; number++) {
        char *source = NULL;
        failing = number;
        calls = 0;
        bool done = source_add_run(&source, log);
        assert_true(done ? source && strcmp(source, whole) == 0 : source == NULL);
        told += !done;
        free(source);
    }
    assert_true(told > 0);
    free(whole);
    cJSON_InitHooks(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_report), cmocka_unit_test(test_fit),
                                       cmocka_unit_test(test_source)};
    return cmocka_run_group_tests(tests, setup, teardown);
}

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

static char folder[] = "/tmp/kagami-memory-XXXXXX";

static int setup(void **state) {
    (void)state;
    char command[1024];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command,
             "cd %s && '%s' selfplay minishogi --games 2 --nodes 10 --seed 7 --values estimate "
             "--threads 1 --out log 2>log.txt >&2",
             folder, KAGAMI_PROGRAM);
    return system(command);
}

static int teardown(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static cJSON *read_failing(long number, struct error *error) {
    char log[64];
    const char *folders[] = {log};
    snprintf(log, sizeof log, "%s/log", folder);
    *error = (struct error){""};
    failing = number;
    calls = 0;
    cJSON *report =
        report_read(folders, 1, &(struct report_options){.games = 1, .threads = 1}, error);
    failing = 0;
    return report;
}

static void test_report(void **state) {
    (void)state;
    struct error error;
    cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
    cJSON *whole = read_failing(0, &error);
    assert_non_null(whole);
    long count = calls, told = 0;
    assert_true(count > 100);
    for (long number = 1; number <= count; number += 1 + number / 100) { // moves are all alike
        cJSON *report = read_failing(number, &error);
        if (!report && !error_is_memory(&error))
            fail_msg("allocation %ld of %ld: %s", number, count, error.text);
        if (report && !cJSON_Compare(report, whole, true))
            fail_msg("allocation %ld of %ld: another report", number, count);
        told += report == NULL;
        cJSON_Delete(report);
    }
    assert_true(told > 100);
    cJSON_Delete(whole);
    cJSON_InitHooks(NULL);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_report),
                                       cmocka_unit_test(test_source)};
    return cmocka_run_group_tests(tests, setup, teardown);
}

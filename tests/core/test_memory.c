// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that there is not: the handler is told, and nothing returns NULL.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "json_file.h"
#include "memory.h"

static jmp_buf host;
static const char *told;

static void leave(const char *what) {
    told = what;
    longjmp(host, 1);
}

enum { TOO_MUCH_ARRAY, TOO_MUCH_GROWTH, NOTHING_MADE, NO_MEMORY, NO_FILES, CASES };

static void ask(int number) {
    int room = INT_MAX / 2;
    if (number == TOO_MUCH_ARRAY) // its bytes do not fit into a size_t
        free(mem_calloc(SIZE_MAX / 2, 4));
    else if (number == TOO_MUCH_GROWTH)
        free(mem_grow(NULL, room, &room, 1));
    else if (number == NOTHING_MADE)
        mem_need(NULL);
    errno = number == NO_FILES ? EMFILE : ENOMEM;
    mem_check_errno();
}

static void test_handler(void **state) {
    (void)state;
    mem_set_handler(leave);
    for (volatile int i = 0; i < CASES; i++) {
        told = "nothing";
        if (setjmp(host) == 0)
            ask(i);
        assert_string_equal(told, i == NO_FILES ? "too many open files" : "out of memory");
    }
    errno = ENOENT;
    mem_check_errno();
    mem_set_handler(NULL);
}

static void test_memory(void **state) {
    (void)state;
    void *none = mem_alloc(0);
    assert_non_null(none);
    free(none);
    int room = 0, *numbers = NULL;
    for (int count = 0; count < 1000; count++) {
        numbers = mem_grow(numbers, count, &room, sizeof *numbers);
        assert_true(room > count);
        numbers[count] = count;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers[i], i);
    free(numbers);
    char *text = mem_strndup("kagami", 3), *whole = mem_strndup("kagami", 99);
    assert_string_equal(text, "kag");
    assert_string_equal(whole, "kagami");
    free(text);
    free(whole);
}

// Without a handler: one line, status 1.
static void test_end(void **state) {
    (void)state;
    int ends[2], status;
    char line[100] = "";
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        mem_fail();
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(read(ends[0], line, sizeof line - 1) > 0);
    assert_string_equal(line, "kagami: out of memory\n");
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    close(ends[0]);
}

// What there is nothing to add to, or to add, is no fault.
static void test_json(void **state) {
    (void)state;
    cJSON *object = cJSON_CreateObject();
    assert_non_null(json_add_text(object, "a", "1"));
    assert_non_null(json_set(object, "a", cJSON_CreateNumber(2)));
    assert_non_null(json_set(object, "b", cJSON_CreateNumber(3)));
    assert_null(json_add_text(NULL, "c", "1"));
    assert_null(json_add_text(object, "c", NULL));
    assert_null(json_add_copy(object, "c", NULL));
    assert_null(json_append(NULL, cJSON_CreateNull()));
    char *text = cJSON_PrintUnformatted(object);
    assert_string_equal(text, "{\"a\":2,\"b\":3}");
    cJSON_free(text);
    cJSON_Delete(object);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_handler),
                                       cmocka_unit_test(test_memory), cmocka_unit_test(test_end),
                                       cmocka_unit_test(test_json)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

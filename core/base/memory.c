// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#ifdef __wasm__

static void end_program(const char *what) {
    (void)what;
    __builtin_trap();
}

#else

#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static void end_program(const char *what) {
    static atomic_flag ending = ATOMIC_FLAG_INIT;
    char text[64];
    while (atomic_flag_test_and_set(&ending))
        pause(); // another thread ends the program, and says so once
    int length = snprintf(text, sizeof text, "kagami: %s\n", what);
    ssize_t written = write(STDERR_FILENO, text, (size_t)length);
    (void)written;
    // Not exit: it would wait for a thread that reads standard input.
    _exit(1);
}

#endif

static mem_handler *end = end_program;

void mem_set_handler(mem_handler *handler) {
    end = handler ? handler : end_program;
}

void mem_fail(void) {
    end("out of memory");
    abort();
}

void mem_check_errno(void) {
    if (errno == ENOMEM)
        mem_fail();
    if (errno == EMFILE || errno == ENFILE)
        end("too many open files");
}

void *mem_need(void *got) {
    if (!got)
        mem_fail();
    return got;
}

void *mem_alloc(size_t size) {
    return mem_need(malloc(size ? size : 1));
}

void *mem_calloc(size_t count, size_t size) {
    if (size > 0 && count > SIZE_MAX / size) // a sanitizer's calloc would not return
        mem_fail();
    return mem_need(calloc(count ? count : 1, size));
}

void *mem_realloc(void *old, size_t size) {
    return mem_need(realloc(old, size ? size : 1));
}

void *mem_grow(void *array, int count, int *room, size_t size) {
    int before = *room;
    while (count >= *room) {
        if (*room > INT_MAX / 2 - 16 || size > SIZE_MAX / (2 * (size_t)*room + 16))
            mem_fail();
        *room = 2 * *room + 16;
    }
    return *room > before ? mem_realloc(array, (size_t)*room * size) : array;
}

char *mem_strdup(const char *text) {
    return mem_strndup(text, strlen(text));
}

char *mem_strndup(const char *text, size_t length) {
    return mem_need(strndup(text, length));
}

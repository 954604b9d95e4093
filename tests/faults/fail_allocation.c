// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out once: loaded with LD_PRELOAD, the allocation number FAIL_ALLOCATION since
// the start of main fails, of whatever library it is asked. With FAIL_ALLOCATION_PLACES the file of
// that name lists, at the end, the number of the first allocation of each place in the program (as
// told by its callers), and last of all their number; the file of that name and .functions lists
// the first that each function of a library asked for. With FAIL_ALLOCATION_TRACE standard error
// tells who asked for the one that fails. What the program starts is spared.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool counting;
static atomic_long calls;
static long failing;
static bool tracing;
static char places_path[4096];

// Places: the hash of the callers of each that was seen, and its first call. For one thread.
enum { PLACES = 1 << 16, CALLERS = 12 };
static uint64_t places[PLACES];
static long first_call[PLACES];
static int place_count;

// Functions of libraries that asked, and their first calls.
enum { FUNCTIONS = 256 };
static const void *functions[FUNCTIONS];
static long first_of_function[FUNCTIONS];
static int function_count;

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("FAIL_ALLOCATION"), *path = getenv("FAIL_ALLOCATION_PLACES");
    void *frames[1];
    failing = number ? atol(number) : 0;
    tracing = getenv("FAIL_ALLOCATION_TRACE") != NULL;
    if (path)
        snprintf(places_path, sizeof places_path, "%s", path);
    unsetenv("LD_PRELOAD");
    backtrace(frames, 1); // what it loads, it loads now
    counting = true;
}

static void write_calls(const char *ending, const long *list, int count, long last) {
    char path[sizeof places_path + 16];
    snprintf(path, sizeof path, "%s%s", places_path, ending);
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    for (int i = 0; i < count; i++)
        fprintf(file, "%ld\n", list[i]);
    if (last)
        fprintf(file, "%ld\n", last);
    fclose(file);
}

__attribute__((destructor)) static void finish(void) {
    counting = false;
    if (!*places_path)
        return;
    write_calls("", first_call, place_count, calls);
    write_calls(".functions", first_of_function, function_count, 0);
}

// The first caller outside of this file; one in the program is no function of a library.
static void note_function(long call, void *const callers[], int count) {
    Dl_info here, at = {0};
    if (!dladdr((void *)(uintptr_t)write_calls, &here))
        return;
    for (int i = 0; i < count && (!at.dli_fbase || at.dli_fbase == here.dli_fbase); i++)
        if (!dladdr(callers[i], &at))
            return;
    if (!at.dli_saddr || function_count == FUNCTIONS)
        return;
    for (int i = 0; i < function_count; i++)
        if (functions[i] == at.dli_saddr)
            return;
    functions[function_count] = at.dli_saddr;
    first_of_function[function_count++] = call;
}

static void note_place(long call) {
    void *callers[CALLERS];
    uint64_t hash = 14695981039346656037u; // FNV-1a
    counting = false;
    int count = backtrace(callers, CALLERS);
    counting = true;
    for (int i = 0; i < count; i++)
        hash = (hash ^ (uintptr_t)callers[i]) * 1099511628211u;
    for (uint64_t at = hash % PLACES;; at = (at + 1) % PLACES) {
        if (places[at] == hash || place_count == PLACES / 2)
            return;
        if (places[at])
            continue;
        places[at] = hash;
        first_call[place_count++] = call;
        counting = false;
        note_function(call, callers, count);
        counting = true;
        return;
    }
}

static void trace(void) {
    void *frames[24];
    counting = false;
    backtrace_symbols_fd(frames, backtrace(frames, 24), STDERR_FILENO);
    counting = true;
}

static bool fails(void) {
    if (!counting)
        return false;
    long call = atomic_fetch_add(&calls, 1) + 1;
    if (*places_path)
        note_place(call);
    if (call != failing)
        return false;
    if (tracing)
        trace();
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *got = fails() ? NULL : __libc_memalign(alignment, size);
    if (!got)
        return ENOMEM;
    *memory = got;
    return 0;
}

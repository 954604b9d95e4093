// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, or the end of the program: nothing here returns NULL, so nobody asks. The program may end
// at any allocation, on any thread; its files are then those of a program that was killed.
#pragma once

#include "base.h"

// Bytes as they come; of size 0, too. Like all that follows, for free().
__attribute__((malloc, returns_nonnull)) void *mem_alloc(size_t size);
// An array of `count` elements of `size` bytes, all 0.
__attribute__((malloc, returns_nonnull)) void *mem_calloc(size_t count, size_t size);
// The same bytes with another size; `old` may be NULL.
__attribute__((returns_nonnull)) void *mem_realloc(void *old, size_t size);
// The same array, of elements of `size` bytes, with room for one more than `count`: where `*room`
// is not so large it becomes more than twice as large.
void *mem_grow(void *array, int count, int *room, size_t size);
__attribute__((malloc, returns_nonnull)) char *mem_strdup(const char *text);
// The first `length` bytes of a text, or all of a shorter one.
__attribute__((malloc, returns_nonnull)) char *mem_strndup(const char *text, size_t length);

// What a library returned, where it returns NULL for want of memory alone.
__attribute__((returns_nonnull)) void *mem_need(void *got);

// Ends the program for want of memory: prints one line on standard error and exits with status 1,
// or calls the handler.
_Noreturn void mem_fail(void);
// The same where errno says that a file could not be opened for want of memory or file handles: it
// would pass for one that is not there, or damaged.
void mem_check_errno(void);

// For hosts that are no such program (a fuzzer, a test): what is called instead, with what there is
// none of. It must not return. To be set before there are threads; NULL: the line and the exit. A
// WebAssembly module traps.
typedef void mem_handler(const char *what);
void mem_set_handler(mem_handler *handler);

// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong, in one line for people: "file:line: what was found, what was expected".
#pragma once

#include <stdarg.h>

#include "base.h"

struct error {
    char text[512]; // "" when nothing went wrong
};

// Formats a message into `error` (truncated to fit). Always returns false, so that a check
// reads `return error_set(error, "...")`. `error` may be NULL: then nothing is written.
__attribute__((format(printf, 2, 3))) bool error_set(struct error *error, const char *format, ...);

// Replaces by '?' what could steer a terminal: control characters but line ends and tabs, those of
// UTF-8 (U+0080 to U+009F) among them. error_set and error_at do it: their words come from files
// and programs.
void error_tame(char *text);

// In a function with `format` as its last named parameter: vsnprintf of what stands behind it.
#define FORMAT_ARGUMENTS(text, size, format)                                                       \
    do {                                                                                           \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        vsnprintf(text, size, format, arguments);                                                  \
        va_end(arguments);                                                                         \
    } while (0)

// As error_set, with "file:line: " in front; line 0 leaves the line out ("file: ").
__attribute__((format(printf, 4, 5))) bool error_at(struct error *error, const char *file, int line,
                                                    const char *format, ...);

// "PATH: " and what errno says. Returns false.
bool error_errno(struct error *error, const char *path);

// Bytes of the UTF-8 character at `text`, and its code; 0 where there is none. No overlong forms,
// no surrogates.
int text_character(const char *text, uint32_t *code);

// Which of the words the text is; -1: none of them.
int text_find(const char *text, const char *const *words, int count);

// "Did you mean ...?": the known word nearest to one that is not known.

// The word with the smallest edit distance (insertions, deletions, substitutions and swaps of
// neighbours; Damerau, "A technique for computer detection and correction of spelling errors",
// 1964) to `text`, or NULL when none is near enough to be meant. `words` has `count` entries.
const char *nearest_word(const char *text, const char *const *words, int count);

// "; did you mean 'WORD'?" with that word, or "". Returns `hint`.
enum { NEAREST_TEXT = 80 };
const char *nearest_hint(const char *text, const char *const *words, int count,
                         char hint[NEAREST_TEXT]);

// Sets "no WHAT 'TEXT'; did you mean 'WORD'? there are WORDS" and `more` behind it. Returns false.
bool nearest_error(struct error *error, const char *what, const char *text,
                   const char *const *words, int count, const char *more);

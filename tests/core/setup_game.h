// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of core share, and those of the search as well: games and positions to try things
// on. Each function fails the test when its text cannot be read.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "notation.h"

// Builds that check themselves at each step are many times slower: tests do a part of the work
// there.
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(KAGAMI_CHECKS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||     \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { CHECKED_BUILD = 1 };
#else
enum { CHECKED_BUILD = 0 };
#endif
// KAGAMI_WHOLE_TESTS: tests take all of their cases, not a part; scripts/test --all.
#ifdef KAGAMI_WHOLE_TESTS
enum { WHOLE_TESTS = 1 };
#else
enum { WHOLE_TESTS = 0 };
#endif

// Tables of a game under "name=value;..." ("": its own rules); freed by the caller.
static inline struct tables *setup_tables(const char *name, const char *rules_text) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant *variant = malloc(sizeof *variant);
    struct error error;
    assert_non_null(tables);
    assert_non_null(variant);
    if (!variant_load(name, variant, &error))
        fail_msg("%s", error.text);
    struct rules rules = variant->rules;
    if (!rules_parse(&rules, variant, rules_text, &error) ||
        !tables_build(tables, variant, &rules, &error))
        fail_msg("%s %s: %s", name, rules_text, error.text);
    free(variant);
    return tables;
}

static inline struct position setup_position(const struct tables *tables, const char *fen) {
    struct position position;
    struct error error;
    if (!fen_parse(fen, tables, &position, &error))
        fail_msg("%s: %s", fen, error.text);
    return position;
}

static inline Move setup_move(struct position *position, const char *text) {
    Move move;
    struct error error;
    if (!move_parse(text, position, &move, &error))
        fail_msg("%s", error.text);
    return move;
}

// Plays the move for good.
static inline void setup_play(struct position *position, const char *text) {
    struct undo undo;
    position_make(position, setup_move(position, text), &undo);
}

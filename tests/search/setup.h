// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the search share: games, values and positions to try things on.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine.h"
#include "notation.h"
#include "random.h"
#include "selftest_positions.h"

// Builds that check themselves at each step are many times slower: they take a part of the work.
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(KAGAMI_CHECKS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||     \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { PART = 10 };
#elif !defined(NDEBUG)
enum { PART = 3 };
#else
enum { PART = 1 };
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
        fail_msg("%s", error.text);
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

static inline struct position setup_start(const struct tables *tables) {
    return setup_position(tables, variant_start_fen(&tables->variant, &tables->rules));
}

static inline Move setup_move(struct position *position, const char *text) {
    Move move;
    struct error error;
    if (!move_parse(text, position, &move, &error))
        fail_msg("%s", error.text);
    return move;
}

// An engine with estimated values and a table of 1 MiB; engine_destroy.
static inline struct engine *setup_engine(const struct tables *tables) {
    struct values values;
    values_estimate(tables, &values);
    struct engine *engine = engine_create(tables, &values, 1 << 20);
    assert_non_null(engine);
    return engine;
}

// A random value of each parameter that the game has, inside its range.
static inline struct values setup_values(const struct tables *tables, struct random *random) {
    struct values values = {{0}};
    for (int i = 0; i < VALUES; i++) {
        int low, high;
        if (!values_uses(tables, i))
            continue;
        values_range(i, &low, &high);
        values.value[i] = low + (int)random_below(random, (uint32_t)(high - low) + 1);
    }
    return values;
}

// A position of a random game or of scattered men, by turns, with a legal move.
static inline struct position setup_random(const struct tables *tables, struct random *random,
                                           int number) {
    const struct scatter scatter = {.men = tables->files + tables->ranks + number % 16,
                                    .in_hand = number % 8};
    struct position position;
    if (number % 2) {
        assert_true(random_game_position(tables, random, number % 150, &position));
        return position;
    }
    for (int tries = 0; tries < 1000; tries++)
        if (scatter_position(tables, &scatter, random, &position) && movegen_any(&position))
            return position;
    fail_msg("%s: no scattered position", tables->variant.name);
    return position;
}

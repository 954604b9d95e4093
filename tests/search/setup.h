// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the search share: games, values and positions to try things on.
#pragma once

#include <string.h>

#include "../core/setup_game.h"

#include "engine.h"
#include "net.h"
#include "random.h"
#include "selftest_internal.h"

enum { PART = CHECKED_BUILD ? 10 : WHOLE_TESTS ? 1 : 3 };

static inline struct position setup_start(const struct tables *tables) {
    return setup_position(tables, variant_start_fen(&tables->variant, &tables->rules));
}

// An engine with estimated values and a table of 1 MiB; engine_destroy.
static inline struct engine *setup_engine(const struct tables *tables) {
    struct values values;
    values_estimate(tables, &values);
    struct engine *engine = engine_create(tables, &values, 1 << 20, NULL);
    assert_non_null(engine);
    return engine;
}

// A random value of each parameter that the game has, inside its range.
static inline struct values setup_values(const struct tables *tables, struct random *random) {
    struct values values;
    values_defaults(&values);
    memset(values.value, 0, VALUES * sizeof *values.value);
    for (int i = 0; i < VALUES; i++) {
        int low, high;
        if (!values_uses(tables, i))
            continue;
        values_range(i, &low, &high);
        values.value[i] = low + (int)random_below(random, (uint32_t)(high - low) + 1);
    }
    return values;
}

// A network of random weights; free() it.
static inline struct net_weights *setup_net_weights(const struct tables *tables,
                                                    struct random *random) {
    struct net_weights *weights = net_weights_create(tables);
    weights->unit = 5000;
    for (int i = 0; i < NET_WIDTH; i++) {
        weights->bias[i] = (int16_t)random_below(random, NET_ONE);
        for (int k = 0; k < weights->inputs.count; k++)
            weights->input[k][i] = (int16_t)((int)random_below(random, 121) - 60);
        for (int k = 0; k < NET_BUCKETS * WHOSES; k++)
            weights->output[k / WHOSES][k % WHOSES][i] =
                (int16_t)((int)random_below(random, 2 * NET_OUTPUT_LIMIT + 1) - NET_OUTPUT_LIMIT);
    }
    for (int k = 0; k < NET_BUCKETS; k++)
        weights->output_bias[k] = (int32_t)random_below(random, 20000001) - 10000000;
    for (enum net_whose of = MINE; of < WHOSES; of++) // no piece stands where a King does
        for (enum net_whose from = MINE; from < WHOSES; from++) {
            memset(weights->input[net_offset(&weights->inputs, of, from, 0, 0)], 0,
                   sizeof *weights->input);
            for (int kind = 0; kind < weights->inputs.kinds; kind++)
                memset(weights->input[net_distance(&weights->inputs, of, from, kind, 0)], 0,
                       sizeof *weights->input);
        }
    return weights;
}

// A position of a random game or of scattered pieces, by turns, with a legal move.
static inline struct position setup_random(const struct tables *tables, struct random *random,
                                           int number) {
    const struct scatter scatter = {.pieces = tables->files + tables->ranks + number % 16,
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

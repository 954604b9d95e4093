// SPDX-License-Identifier: GPL-3.0-or-later
// Games of which the truth is known: material walks at random, and the walk is steered so that
// sigmoid(z) is a martingale. Then E[result | position] = sigmoid(z) holds exactly at every
// position of every game, as the model of the tuner says, and yet the positions of a game share one
// result.
#pragma once

#include <math.h>
#include <string.h>

#include "dataset.h"
#include "random.h"

enum { WALK_PIECES = 3 };

struct random_walk {
    int parameter[WALK_PIECES];
    double weight[WALK_PIECES]; // logits a piece
    double first_mover;         // logits
    int positions;              // a game
};

// Every column is free.
static inline struct reduction reduction_none(int columns) {
    struct reduction reduction = {.columns = columns, .free = columns};
    for (int c = 0; c < columns; c++) {
        reduction.of[c] = c;
        reduction.factor[c] = 1;
    }
    return reduction;
}

static inline double walk_sigmoid(double z) {
    return 1 / (1 + exp(-z));
}

// 1, 0.5 or 0 with mean p.
static inline double walk_result(struct random *random, double p) {
    double draw = 0.4 * fmin(p, 1 - p);
    double u = random_unit(random);
    return u < p - draw / 2 ? 1 : u < p + draw / 2 ? 0.5 : 0;
}

// Chance to step up from z to z + up (else down to z - down) that keeps sigmoid(z) a martingale.
static inline double walk_up(double z, double up, double down) {
    double low = walk_sigmoid(z - down);
    return (walk_sigmoid(z) - low) / (walk_sigmoid(z + up) - low);
}

// Adds game `number` of run `seed` to the data. False when memory is out.
static inline void walk_game(const struct random_walk *walk, uint64_t seed, uint64_t number,
                             struct dataset *data) {
    struct random random = random_init(seed, number, RANDOM_TEST);
    int16_t position[64][VALUES];
    double score[64]; // what a perfect search would say: the true z at 0.003 logits a centi-value
    memset(position, 0, sizeof position);
    int pieces[WALK_PIECES] = {0};
    double z = walk->first_mover;
    for (int i = 0; i < walk->positions; i++) {
        int piece = (int)random_below(&random, 2 * WALK_PIECES);
        if (piece < WALK_PIECES) {
            double w = walk->weight[piece];
            int step = random_unit(&random) < walk_up(z, w, w) ? 1 : -1;
            pieces[piece] += step;
            z += step * w;
        }
        score[i] = z / 0.003;
        for (int k = 0; k < WALK_PIECES; k++)
            position[i][walk->parameter[k]] = (int16_t)pieces[k];
        position[i][VALUE_TERM + TERM_FIRST_MOVER] = 1;
    }
    double result = walk_result(&random, walk_sigmoid(z));
    dataset_add_game(data, seed, number, result);
    for (int i = 0; i < walk->positions; i++)
        dataset_add_position(data, position[i], (int16_t)lround(score[i]));
}

// A closed data set of that many games. Check data.games.
static inline struct dataset walk_games(const struct random_walk *walk, uint64_t seed,
                                        uint64_t first, uint64_t count) {
    struct dataset data = dataset_init(VALUES);
    bool wanted[VALUES];
    for (int i = 0; i < VALUES; i++)
        wanted[i] = true;
    for (uint64_t g = 0; g < count; g++)
        walk_game(walk, seed, first + g, &data);
    dataset_close(&data, wanted);
    return data;
}

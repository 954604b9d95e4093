// SPDX-License-Identifier: GPL-3.0-or-later
// What the regression sees: sparse features of sampled positions, grouped by game.
//
// Filled once, in order: dataset_add_game, then its positions, then the next game; dataset_close at
// the end chooses the columns. A position costs 3 bytes for each feature that is not 0, and 8 more.
#pragma once

#include "error.h"
#include "values.h"

_Static_assert((int)VALUES <= UINT8_MAX, "a parameter's index must fit a byte");

struct dataset_game {
    uint64_t seed; // of the run it was played in
    uint64_t number;
    double result;   // of FIRST: 1, 0.5 or 0
    size_t position; // its first position; the next game's first position ends it
};

struct dataset {
    int columns;           // what is fitted, chosen by dataset_close
    int parameter[VALUES]; // column -> parameter
    int column[VALUES];    // parameter -> column, or -1; tied parameters share one
    int tie[VALUES];       // parameter -> the one that it shares its value with, or itself
    bool has_ties;

    size_t games, game_capacity; // games with at least one position
    struct dataset_game *game;   // after closing, game[games].position == positions
    size_t positions, position_capacity;
    size_t *entry; // entry[p] .. entry[p + 1] - 1 are the features of position p, by column upwards
    size_t entries, entry_capacity;
    uint8_t *index; // parameter until the data set is closed, column afterwards
    int16_t *feature;

    // By parameter, over all positions.
    size_t unbalanced_games[VALUES]; // games with a position where the feature is not 0
    int16_t low[VALUES], high[VALUES];
};

// An empty data set. dataset_destroy frees what it has come to own.
struct dataset dataset_init(void);
void dataset_destroy(struct dataset *data);

// Before the first position: `second` gets the same value as `first`; their features are added.
// `first` must not be tied to another itself.
void dataset_tie(struct dataset *data, int first, int second);

// Begins a game; result is 1, 0.5 or 0 for FIRST. A game that gets no position disappears again.
bool dataset_add_game(struct dataset *data, uint64_t seed, uint64_t number, double result,
                      struct error *error);

// Adds a position with its features, by parameter, to the last game.
bool dataset_add_position(struct dataset *data, const int16_t feature[VALUES], struct error *error);

// Ends the filling. Columns become the wanted parameters whose feature varies, and FIRST_MOVER, the
// constant, where it is wanted. (Any other constant could not be told from it.) Errors: memory.
bool dataset_close(struct dataset *data, const bool wanted[VALUES], struct error *error);

// Bytes held.
size_t dataset_bytes(const struct dataset *data);

// Positions of game g.
static inline size_t dataset_length(const struct dataset *data, size_t g) {
    return data->game[g + 1].position - data->game[g].position;
}

// The linear predictor of position p, in logits for FIRST; weight by column.
static inline double dataset_predictor(const struct dataset *data, size_t p, const double *weight) {
    double sum = 0;
    for (size_t e = data->entry[p]; e < data->entry[p + 1]; e++)
        sum += weight[data->index[e]] * data->feature[e];
    return sum;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What the regression sees: sparse features of sampled positions, grouped by game.
//
// Filled once, in order: dataset_add_game, then its positions, then the next game; dataset_close at
// the end chooses the columns. A position costs 3 bytes for each feature that is not 0, and 10
// more; where something is known beside the values, 14.
#pragma once

#include <assert.h>

#include "beside.h"
#include "error.h"
#include "eval.h"
#include "position.h"
#include "values.h"

// A position in few bytes, as far as a network sees it (net.h): to be kept by the million.
enum {
    BOARD_HEAD = 5,
    BOARD_BYTES_MOST = BOARD_HEAD + 2 * (BOARD_MAX * BOARD_MAX + SIDES * BASE_TYPES)
};

// The side to move, the squares of both Kings, how many pieces there are without them and how many
// kinds in hand; then piece and square of each, then for each kind piece (with its owner) and
// number. Where a side has no royal, or several, there are no pieces: a network says nothing.
enum board_head { BOARD_SIDE, BOARD_KING, BOARD_PIECES = BOARD_KING + SIDES, BOARD_HANDS };

struct board {
    size_t bytes;
    uint8_t byte[BOARD_BYTES_MOST];
};
void board_pack(struct board *board, const struct position *position);

// What the evaluation's terms lose when a piece is taken away: the mean over a log. A piece's value
// is what it is worth where all terms of place and King leave it alone, in its own corner far from
// both Kings; with these means it becomes its average worth (fit/centre.h).

// Of one position, seen from each piece's owner: how many of a kind there are on the board or in
// hand (VALUE_BOARD + type, VALUE_HAND + base type), and what its terms lose, one piece after the
// other taken away, in the sum.
struct removal {
    int32_t count[VALUE_TERM], term[VALUE_TERM][TERMS];
    int32_t beside[VALUE_TERM]; // the same of beside_score
};

// Counts them. `trace` is that of the position, which is changed on the way and as before in the
// end. A side's last royal is not taken away. `known`: beside the values; may be NULL.
void removal_count(struct position *position, const struct trace *trace,
                   const struct beside_known *known, struct removal *removal);

struct removals {
    double count[VALUE_TERM];       // mean number in a position, both sides together
    double term[VALUE_TERM][TERMS]; // mean loss of each term with one piece; 0 without any
    double beside[VALUE_TERM];      // mean loss of beside_score with one piece
    double unit[TYPES];             // share of each type in the mean piece; adds to 1, or all 0
};

// The mean piece of a game: the share of each type on the board. Each piece of the start position
// counts the same, but Pawns and royals, which do not count. All 0 where there are no others.
void removal_mean_piece(const struct tables *tables, double share[TYPES]);

struct dataset_game {
    uint64_t seed; // of the run it was played in
    uint64_t number;
    double result;   // of FIRST: 1, 0.5 or 0
    size_t position; // its first position; the next game's first position ends it
};

struct dataset {
    int parameters;               // how many a position is described by
    int columns;                  // what is fitted, chosen by dataset_close
    int parameter[FEATURES_MOST]; // column -> parameter
    int column[FEATURES_MOST];    // parameter -> column, or -1

    size_t games, game_capacity; // games with at least one position
    struct dataset_game *game;   // after closing, game[games].position == positions
    size_t positions, position_capacity;
    size_t *entry; // entry[p] .. entry[p + 1] - 1 are the features of position p, by column upwards
    size_t entries, entry_capacity;
    int16_t *score;  // by position: the search's, in centi-values for FIRST, clipped
    int32_t *beside; // by position: its beside_score; NULL: nothing is known beside the values
    float *target;   // by position, 0 to 1 for FIRST; NULL = the result of its game
    uint8_t *index;  // parameter until the data set is closed, column afterwards
    int16_t *feature;

    // What stood on the boards (struct board), where dataset_add_board was called for each
    // position: board + board_at[p] is that of position p.
    size_t *board_at, boards_capacity;
    uint8_t *board;
    size_t board_bytes, board_capacity;

    // By parameter, over all positions.
    size_t unbalanced_games[FEATURES_MOST]; // games with a position where the feature is not 0
    int16_t low[FEATURES_MOST], high[FEATURES_MOST];

    struct removals removals;      // means over games, each counting the same, once closed
    struct removals game_removals; // sums over the last game
};

// An empty data set of positions with so many features each: VALUES, where they are those of the
// evaluation; at most FEATURES_MOST. dataset_destroy frees what it has come to own.
struct dataset dataset_init(int parameters);
void dataset_destroy(struct dataset *data);

// Begins a game; result is 1, 0.5 or 0 for FIRST. A game that gets no position disappears again.
void dataset_add_game(struct dataset *data, uint64_t seed, uint64_t number, double result);

// Adds a position with its features, by parameter, to the last game.
void dataset_add_position(struct dataset *data, const int16_t *feature, int16_t score);

// Adds the beside_score of the position that was added last; of each position, or of none.
void dataset_add_beside(struct dataset *data, int score);

// Adds the board of the position that was added last; of each position, or of none.
void dataset_add_board(struct dataset *data, const struct board *board);

// Adds what was counted at the position that was added last; some positions of a log suffice.
void dataset_add_removal(struct dataset *data, const struct removal *removal);

// Ends the filling. Columns become the wanted parameters whose feature varies, and FIRST_MOVER, the
// constant, where it is wanted. (Any other constant could not be told from it.)
void dataset_close(struct dataset *data, const bool *wanted);

// Bytes in use.
size_t dataset_used(const struct dataset *data);

// Positions of game g.
static inline size_t dataset_length(const struct dataset *data, size_t g) {
    assert(g < data->games);
    return data->game[g + 1].position - data->game[g].position;
}

// What the model is to predict at position p of game g.
static inline double dataset_target(const struct dataset *data, size_t g, size_t p) {
    assert(p >= data->game[g].position && p < data->game[g + 1].position);
    return data->target ? (double)data->target[p] : data->game[g].result;
}

// The linear predictor of position p, in logits for FIRST; weight by column, and behind the columns
// that of a centi-value of what is known beside the values, where anything is: it is not fitted.
static inline double dataset_predictor(const struct dataset *data, size_t p, const double *weight) {
    double sum[4] = {0}; // a single one would wait for its last addition at every step
    size_t e = data->entry[p], end = data->entry[p + 1];
    for (; e + 4 <= end; e += 4)
        for (size_t k = 0; k < 4; k++)
            sum[k] += weight[data->index[e + k]] * data->feature[e + k];
    for (; e < end; e++)
        sum[0] += weight[data->index[e]] * data->feature[e];
    double beside = data->beside ? weight[data->columns] * data->beside[p] : 0;
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) + beside;
}

// Columns that are not fitted freely: ties (two columns share one weight) and the group of values
// that keep their ratios to each other. All of it is one linear map, w = T x, with one entry a row:
// w[c] = factor[c] x[of[c]]. Gradient and Hessian of x are T'g and T'HT, the covariance of w is
// T V T'.

struct reduction {
    int columns, free;            // sizes of w and x
    int of[FEATURES_MOST];        // column -> free parameter
    double factor[FEATURES_MOST]; // by column
    double beside;                // the weight behind the columns, as it is
};

// x -> w, and T' times a gradient or a Hessian of the columns (both halves filled).
void reduction_expand(const struct reduction *reduction, const double *x, double *weight);
void reduction_gradient(const struct reduction *reduction, const double *gradient, double *reduced);
void reduction_matrix(const struct reduction *reduction, const double *matrix, double *reduced);

// T M T': a matrix of the free parameters as the columns see it.
void reduction_spread(const struct reduction *reduction, const double *matrix, double *spread);

// SPDX-License-Identifier: GPL-3.0-or-later
#include "dataset.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "net.h"
#include "notation.h"

void board_pack(struct board *board, const struct position *position) {
    uint8_t *byte = board->byte, *at = byte + BOARD_HEAD;
    byte[BOARD_SIDE] = (uint8_t)position->side;
    byte[BOARD_PIECES] = byte[BOARD_HANDS] = 0;
    for (enum side side = FIRST; side < SIDES; side++)
        byte[BOARD_KING + side] = net_speaks(position) ? position->royals[side][0] : SQUARE_NONE;
    for (enum side side = FIRST; net_speaks(position) && side < SIDES; side++)
        for (int word = 0; word < PIECES_WORDS; word++)
            for (uint64_t pieces = position_pieces_word(position, side, word); pieces;
                 pieces &= pieces - 1) {
                int square = word * PIECES_WORD + __builtin_ctzll(pieces);
                Piece piece = position->board[square];
                if (position->tables->royal[piece])
                    continue;
                *at++ = piece;
                *at++ = (uint8_t)square;
                byte[BOARD_PIECES]++;
            }
    for (enum side side = FIRST; net_speaks(position) && side < SIDES; side++)
        for (uint32_t types = position->hand_types[side]; types; types &= types - 1) {
            Type base = (Type)__builtin_ctz(types);
            *at++ = piece_make(base, side);
            *at++ = position->hand[side][base];
            byte[BOARD_HANDS]++;
        }
    board->bytes = (size_t)(at - byte);
}

void reduction_expand(const struct reduction *reduction, const double *x, double *weight) {
    assert(reduction->free <= reduction->columns);
    for (int c = 0; c < reduction->columns; c++)
        weight[c] = reduction->factor[c] * x[reduction->of[c]];
    weight[reduction->columns] = reduction->beside;
}

void reduction_gradient(const struct reduction *reduction, const double *gradient,
                        double *reduced) {
    assert(reduction->free <= reduction->columns);
    memset(reduced, 0, (size_t)reduction->free * sizeof *reduced);
    for (int c = 0; c < reduction->columns; c++)
        reduced[reduction->of[c]] += reduction->factor[c] * gradient[c];
}

void reduction_matrix(const struct reduction *reduction, const double *matrix, double *reduced) {
    assert(reduction->free <= reduction->columns);
    int n = reduction->columns, m = reduction->free;
    memset(reduced, 0, (size_t)m * (size_t)m * sizeof *reduced);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            reduced[reduction->of[i] * m + reduction->of[j]] +=
                reduction->factor[i] * reduction->factor[j] * matrix[i * n + j];
}

void reduction_spread(const struct reduction *reduction, const double *matrix, double *spread) {
    assert(reduction->free <= reduction->columns);
    int n = reduction->columns, m = reduction->free;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            spread[i * n + j] = reduction->factor[i] * reduction->factor[j] *
                                matrix[reduction->of[i] * m + reduction->of[j]];
}

struct dataset dataset_init(int parameters) {
    assert(parameters > 0 && parameters <= FEATURES_MOST);
    struct dataset data;
    memset(&data, 0, sizeof data);
    data.parameters = parameters;
    return data;
}

void dataset_destroy(struct dataset *data) {
    free(data->game);
    free(data->entry);
    free(data->score);
    free(data->beside);
    free(data->target);
    free(data->index);
    free(data->feature);
    free(data->board_at);
    free(data->board);
    *data = dataset_init(data->parameters);
}

// The last game has no position yet.
static bool last_game_is_empty(const struct dataset *data) {
    return data->games > 0 && data->game[data->games - 1].position == data->positions;
}

void dataset_add_removal(struct dataset *data, const struct removal *removal) {
    assert(data->games > 0 && !last_game_is_empty(data));
    struct removals *sums = &data->game_removals;
    for (int i = 0; i < VALUE_TERM; i++) {
        if (removal->count[i] == 0)
            continue;
        sums->count[i] += removal->count[i];
        sums->beside[i] += removal->beside[i];
        for (int t = 0; t < TERMS; t++)
            sums->term[i][t] += removal->term[i][t];
    }
}

// Each position of the last game counts as in the fit: the same part of the game.
static void end_game(struct dataset *data) {
    if (last_game_is_empty(data)) {
        data->games--;
        return;
    }
    if (data->games == 0)
        return;
    struct removals *sums = &data->removals, *game = &data->game_removals;
    double length = (double)(data->positions - data->game[data->games - 1].position);
    for (int i = 0; i < VALUE_TERM; i++) {
        if (game->count[i] == 0)
            continue;
        sums->count[i] += game->count[i] / length;
        sums->beside[i] += game->beside[i] / length;
        for (int t = 0; t < TERMS; t++)
            sums->term[i][t] += game->term[i][t] / length;
    }
    memset(game, 0, sizeof *game);
}

void dataset_add_game(struct dataset *data, uint64_t seed, uint64_t number, double result) {
    assert(result == 0 || result == 0.5 || result == 1);
    end_game(data);
    if (data->games + 2 > data->game_capacity) {
        data->game_capacity += data->game_capacity / 2 + 64;
        data->game = mem_realloc(data->game, data->game_capacity * sizeof *data->game);
    }
    data->game[data->games++] = (struct dataset_game){seed, number, result, data->positions};
}

static void reserve_position(struct dataset *data) {
    if (data->positions + 2 > data->position_capacity) {
        size_t room = data->position_capacity += data->position_capacity / 2 + 64;
        data->entry = mem_realloc(data->entry, room * sizeof *data->entry);
        data->score = mem_realloc(data->score, room * sizeof *data->score);
    }
    if (data->entries + FEATURES_MOST > data->entry_capacity) {
        size_t room = data->entry_capacity += data->entry_capacity / 2 + FEATURES_MOST;
        data->index = mem_realloc(data->index, room * sizeof *data->index);
        data->feature = mem_realloc(data->feature, room * sizeof *data->feature);
    }
}

// Most features are 0, and they are passed over by the block.
enum { BLOCK = 4 };

static bool block_is_empty(const int16_t *feature, int begin, int end) {
    static const int16_t none[BLOCK] = {0};
    return begin + BLOCK <= end && memcmp(feature + begin, none, sizeof none) == 0;
}

void dataset_add_position(struct dataset *data, const int16_t *feature, int16_t score) {
    assert(data->games > 0);
    reserve_position(data);
    const int n = data->parameters;
    if (data->positions == 0) {
        memcpy(data->low, feature, (size_t)n * sizeof *feature);
        memcpy(data->high, feature, (size_t)n * sizeof *feature);
    }
    for (int i = 0; i < n; i++)
        data->low[i] = feature[i] < data->low[i] ? feature[i] : data->low[i];
    for (int i = 0; i < n; i++)
        data->high[i] = feature[i] > data->high[i] ? feature[i] : data->high[i];

    data->entry[data->positions] = data->entries;
    data->score[data->positions] = score;
    uint8_t *index = data->index; // here, or they would be fetched anew with each entry
    int16_t *kept = data->feature;
    size_t at = data->entries;
    for (int begin = 0; begin < n; begin += BLOCK) {
        if (block_is_empty(feature, begin, n))
            continue;
        for (int i = begin; i < begin + BLOCK && i < n; i++) {
            index[at] = (uint8_t)i; // written always, kept when it is not 0: no branch
            kept[at] = feature[i];
            at += feature[i] != 0;
        }
    }
    data->entries = at;
    data->entry[++data->positions] = data->entries;
}

void dataset_add_beside(struct dataset *data, int score) {
    data->beside = mem_realloc(data->beside, data->position_capacity * sizeof *data->beside);
    data->beside[data->positions - 1] = score;
}

void dataset_add_board(struct dataset *data, const struct board *board) {
    if (data->positions > data->boards_capacity) {
        data->boards_capacity = data->position_capacity;
        data->board_at =
            mem_realloc(data->board_at, data->boards_capacity * sizeof *data->board_at);
    }
    if (data->board_bytes + BOARD_BYTES_MOST > data->board_capacity) {
        data->board_capacity += data->board_capacity / 2 + BOARD_BYTES_MOST;
        data->board = mem_realloc(data->board, data->board_capacity);
    }
    data->board_at[data->positions - 1] = data->board_bytes;
    memcpy(data->board + data->board_bytes, board->byte, board->bytes);
    data->board_bytes += board->bytes;
}

static void count_unbalanced_games(struct dataset *data) {
    for (size_t g = 0; g < data->games; g++) {
        bool seen[FEATURES_MOST] = {false};
        size_t end = data->entry[data->game[g + 1].position];
        for (size_t e = data->entry[data->game[g].position]; e < end; e++)
            seen[data->index[e]] = true;
        for (int i = 0; i < data->parameters; i++)
            data->unbalanced_games[i] += seen[i];
    }
}

// Renames parameters to columns and squeezes out the entries that have none.
static void keep_columns(struct dataset *data) {
    size_t kept = 0;
    size_t e = 0;
    for (size_t p = 0; p < data->positions; p++) {
        size_t end = data->entry[p + 1];
        data->entry[p] = kept;
        for (; e < end; e++) {
            int column = data->column[data->index[e]];
            if (column < 0)
                continue;
            data->index[kept] = (uint8_t)column;
            data->feature[kept++] = data->feature[e];
        }
    }
    if (data->positions > 0)
        data->entry[data->positions] = kept;
    data->entries = kept;
}

void dataset_close(struct dataset *data, const bool *wanted) {
    assert(data->columns == 0);
    end_game(data);
    for (int i = 0; i < VALUE_TERM; i++) {
        double count = data->removals.count[i];
        for (int t = 0; count > 0 && t < TERMS; t++)
            data->removals.term[i][t] /= count;
        data->removals.beside[i] /= count > 0 ? count : 1;
        data->removals.count[i] /= data->games ? (double)data->games : 1;
    }
    if (!data->game)
        dataset_add_game(data, 0, 0, 0);
    if (data->positions == 0)
        data->games = 0;
    data->game[data->games] = (struct dataset_game){0, 0, 0, data->positions};
    count_unbalanced_games(data);

    const int constant = VALUE_TERM + TERM_FIRST_MOVER;
    data->columns = 0;
    for (int i = 0; i < data->parameters; i++) {
        bool fitted =
            wanted[i] && (i == constant ? data->high[i] > 0 : data->low[i] < data->high[i]);
        data->column[i] = fitted ? data->columns : -1;
        if (fitted)
            data->parameter[data->columns++] = i;
    }
    keep_columns(data);
}

size_t dataset_used(const struct dataset *data) {
    return data->games * sizeof *data->game +
           data->positions * (sizeof *data->entry + sizeof *data->score) +
           data->entries * (sizeof *data->index + sizeof *data->feature) +
           (data->beside ? data->positions * sizeof *data->beside : 0) +
           (data->board_at ? data->positions * sizeof *data->board_at : 0) + data->board_bytes;
}

// --- What pieces bring ---------------------------------------------------------------------------

// What is gone from the trace of the whole, as the owner sees it.
static void add_loss(const struct position *rest, const struct trace *whole,
                     const struct beside_known *known, int beside, enum side owner, int index,
                     int pieces, struct removal *removal) {
    struct trace trace;
    trace_position(rest->tables, rest, &trace);
    int sign = owner == FIRST ? pieces : -pieces;
    removal->count[index] += pieces;
    for (int t = 0; t < TERMS; t++)
        removal->term[index][t] +=
            sign * (whole->feature[VALUE_TERM + t] - trace.feature[VALUE_TERM + t]);
    removal->beside[index] += known ? sign * (beside - beside_score(known, rest)) : 0;
}

void removal_count(struct position *position, const struct trace *trace,
                   const struct beside_known *known, struct removal *removal) {
    const struct tables *tables = position->tables;
    int beside = known ? beside_score(known, position) : 0;
    memset(removal, 0, sizeof *removal);
    for (int at = 0; at < SQUARES; at++) {
        Square square = (Square)at;
        Piece piece = position->board[square];
        if (!tables->on_board[square] || piece == PIECE_EMPTY)
            continue;
        enum side side = piece_side(piece);
        if (tables->royal[piece] && position->royal_count[side] < 2)
            continue;
        position_remove(position, square);
        add_loss(position, trace, known, beside, side, VALUE_BOARD + piece_type(piece), 1, removal);
        position_put(position, piece, square);
    }
    for (enum side side = FIRST; side < SIDES; side++)
        for (Type base = 1; base < BASE_TYPES; base++) {
            int held = position->hand[side][base];
            if (held == 0)
                continue;
            position_set_hand(position, side, base, held - 1);
            add_loss(position, trace, known, beside, side, VALUE_HAND + base, held, removal);
            position_set_hand(position, side, base, held);
        }
}

void removal_mean_piece(const struct tables *tables, double share[TYPES]) {
    int count[TYPES] = {0}, all = 0;
    struct position position;
    memset(share, 0, TYPES * sizeof *share);
    if (!fen_parse(NULL, tables, &position, NULL))
        return;
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = position.board[square];
        if (!tables->on_board[square] || piece == PIECE_EMPTY || tables->royal[piece] ||
            piece_type(piece) == tables->variant.pawn)
            continue;
        count[piece_type(piece)]++;
        all++;
    }
    for (Type type = 0; type < TYPES; type++)
        share[type] = all ? (double)count[type] / all : 0;
}

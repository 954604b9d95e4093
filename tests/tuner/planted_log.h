// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a self-play log whose truth is known: real positions of a real game wander about, steered
// so that sigmoid(k x evaluation by the planted values) is a martingale (as in walk.h), and the
// result is drawn from it at the end.
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../search/trace_dot.h"
#include "attacks.h"
#include "notation.h"
#include "random.h"
#include "rows.h"
#include "runmeta.h"

struct planted_log {
    const char *variant, *rules; // rules: "name=value;..."
    uint64_t seed;
    int games, positions;
    double logits_per_centivalue;
    struct values values;
    enum result only;  // RESULT_NONE, or how every game ends
    const char *spoil; // "" or the name of a fault, see spoil_position and planted_log_write
};

// Tables of the log's game; free() them. Aborts the test program on a fault: variants are given.
static inline struct tables *planted_tables(const struct planted_log *log) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant *variant = malloc(sizeof *variant);
    struct error error = {""};
    if (!tables || !variant || !variant_load(log->variant, variant, &error))
        abort();
    struct rules rules = variant->rules;
    if (!rules_parse(&rules, variant, log->rules, &error) ||
        !tables_build(tables, variant, &rules, &error))
        abort();
    free(variant);
    return tables;
}

static inline double planted_z(const struct planted_log *log, const struct position *position) {
    struct trace trace;
    trace_position(position->tables, position, &trace);
    return log->logits_per_centivalue * trace_dot(&trace, &log->values);
}

static inline Square planted_square(struct random *random, const struct tables *tables) {
    return square_at((int)random_below(random, (uint32_t)tables->files),
                     (int)random_below(random, (uint32_t)tables->ranks));
}

// One random thing happens: a piece moves, is captured into the other's hand, promotes, is dropped.
static inline bool planted_change(struct random *random, struct position *position) {
    const struct tables *tables = position->tables;
    Square from = planted_square(random, tables), to = planted_square(random, tables);
    Piece piece = position->board[from];
    switch (random_below(random, 4)) {
    case 0:
        if (piece == PIECE_EMPTY || position->board[to] != PIECE_EMPTY)
            return false;
        position_remove(position, from);
        position_put(position, piece, to);
        break;
    case 1: {
        if (piece == PIECE_EMPTY || tables->royal[piece])
            return false;
        enum side taker = piece_side(piece) == FIRST ? SECOND : FIRST;
        Type base = piece_base(piece);
        position_remove(position, from);
        if (tables->drops)
            position_set_hand(position, taker, base, position->hand[taker][base] + 1);
        break;
    }
    case 2:
        if (piece == PIECE_EMPTY || !tables->promotes[piece])
            return false;
        position_remove(position, from);
        position_put(position, piece_make(piece_type(piece) | TYPE_PROMOTED, piece_side(piece)),
                     from);
        break;
    default: {
        enum side side = (enum side)random_below(random, SIDES);
        Type base = (Type)random_below(random, BASE_TYPES);
        if (position->hand[side][base] == 0 || position->board[to] != PIECE_EMPTY)
            return false;
        position_set_hand(position, side, base, position->hand[side][base] - 1);
        position_put(position, piece_make(base, side), to);
    }
    }
    position->side = position->side == FIRST ? SECOND : FIRST;
    return !position_side_in_check(position, FIRST) && !position_side_in_check(position, SECOND);
}

// The next position: of two candidates around the present one, each with its martingale chance.
static inline void planted_step(const struct planted_log *log, struct random *random,
                                struct position *position) {
    double z = planted_z(log, position);
    for (int attempt = 0; attempt < 300; attempt++) {
        struct position low = *position, high = *position;
        if (!planted_change(random, &low) || !planted_change(random, &high))
            continue;
        double z_low = planted_z(log, &low), z_high = planted_z(log, &high);
        if (z_low > z || z_high < z || z_low >= z_high)
            continue;
        double p = 1 / (1 + exp(-z)), p_low = 1 / (1 + exp(-z_low));
        double p_high = 1 / (1 + exp(-z_high));
        *position = random_unit(random) < (p - p_low) / (p_high - p_low) ? high : low;
        return;
    }
}

static inline enum result planted_result(const struct planted_log *log, struct random *random,
                                         double z) {
    double p = 1 / (1 + exp(-z)), draw = 0.3 * fmin(p, 1 - p), u = random_unit(random);
    if (log->only != RESULT_NONE)
        return log->only;
    return u < p - draw / 2 ? RESULT_FIRST : u < p + draw / 2 ? RESULT_DRAW : RESULT_SECOND;
}

static inline bool planted_is(const struct planted_log *log, const char *fault) {
    return log->spoil && strcmp(log->spoil, fault) == 0;
}

// Faults are put into the second game's third position, line 1 + positions + 3 of positions.csv.
static inline void spoil_position(const struct planted_log *log, struct position_row *row) {
    if (row->game != 1 || row->ply != 2)
        return;
    if (planted_is(log, "fen"))
        row->fen = "5/5/5 w";
    if (planted_is(log, "side"))
        row->side = row->side == FIRST ? SECOND : FIRST;
    if (planted_is(log, "result"))
        row->first_result = row->first_result == RESULT_FIRST ? RESULT_SECOND : RESULT_FIRST;
    if (planted_is(log, "order"))
        row->game = 0;
    if (planted_is(log, "twice"))
        row->ply = 1;
}

static inline void planted_game(const struct planted_log *log, const struct tables *tables,
                                const char *run, int number, struct buffer *games,
                                struct buffer *positions) {
    struct random random = random_init(log->seed, (uint64_t)number, RANDOM_TEST);
    const char *opening = variant_start_fen(&tables->variant, &tables->rules);
    struct position position;
    if (!fen_parse(opening, tables, &position, NULL))
        abort();
    char(*fen)[FEN_TEXT] = malloc((size_t)log->positions * sizeof *fen);
    enum side *side = malloc((size_t)log->positions * sizeof *side);
    int *score = malloc((size_t)log->positions * sizeof *score);
    if (!fen || !side || !score)
        abort();
    for (int i = 0; i < log->positions; i++) {
        for (int step = 0; step < 3; step++)
            planted_step(log, &random, &position);
        fen_print(&position, fen[i]);
        side[i] = position.side;
        score[i] = (int)lround(planted_z(log, &position) / log->logits_per_centivalue);
    }
    enum result result = planted_result(log, &random, planted_z(log, &position));
    for (int i = 0; i < log->positions; i++) {
        struct position_row row = {.run = run,
                                   .game = number,
                                   .ply = i,
                                   .fen = fen[i],
                                   .side = side[i],
                                   .first_score = score[i], // a perfect search
                                   .first_result = result,
                                   .quiet = i != 5};
        spoil_position(log, &row);
        position_row_write(positions, &row);
    }
    char moves[64], rules[RULES_TEXT];
    snprintf(moves, sizeof moves, "walk %llu %d", (unsigned long long)log->seed,
             planted_is(log, "copies") ? number / 2 : number);
    struct game_row row = {.run = run,
                           .game = number,
                           .pair = number,
                           .variant = tables->variant.name,
                           .rules = rules_text(&tables->rules, &tables->variant, rules),
                           .seed = log->seed + planted_is(log, "seed"),
                           .opening = opening,
                           .first = "planted",
                           .second = "planted",
                           .result = result,
                           .termination = TERMINATION_CHECKMATE,
                           .plies = log->positions,
                           .moves = moves};
    game_row_write(games, &row);
    free(fen);
    free(side);
    free(score);
}

static inline void planted_file(const char *folder, const char *name, const char *text,
                                size_t length) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file) != 0)
        abort();
}

// Writes run.json, games.csv and positions.csv into `folder`, which is created.
static inline void planted_log_write(const struct planted_log *log, const char *folder) {
    struct tables *tables = planted_tables(log);
    char *text = config_variant_text(log->variant, NULL);
    if (!text)
        abort();
    struct config config = config_default(tables, text);
    config.seed = log->seed;
    struct runmeta *meta =
        runmeta_create(&config, &(struct game_range){.end = log->games, .total = log->games}, 1);
    char path[512];
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/run.json", folder);
    if (!meta || !runmeta_save(meta, path, NULL))
        abort();

    struct buffer games = buffer_init(), positions = buffer_init();
    game_header_write(&games, ANNOTATE_NOTHING);
    position_header_write(&positions);
    for (int g = 0; g < log->games; g++)
        planted_game(log, tables, runmeta_run(meta), g, &games, &positions);
    size_t torn = planted_is(log, "torn") ? 7 : 0;
    planted_file(folder, "games.csv", games.data, games.length - torn);
    planted_file(folder, "positions.csv", positions.data, positions.length - torn);
    buffer_destroy(&games);
    buffer_destroy(&positions);
    runmeta_destroy(meta);
    free(text);
    free(tables);
}

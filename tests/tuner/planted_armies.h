// SPDX-License-Identifier: GPL-3.0-or-later
// Games of randomised armies whose truth is known: each piece on its square, absent, in hand or
// promoted by chance, the result drawn from the logistic model with planted worths.
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "army_fit.h"
#include "attacks.h"
#include "notation.h"
#include "random.h"
#include "rows.h"

struct planted_armies {
    uint64_t seed;
    double absent, hand, promoted; // chances of each piece
    double logits[WORTHS_MAX];     // by place
    double first;                  // logits of the first player
    double cubic;                  // logit = z + cubic z^3
    int pair[2];                   // places that together are worth `together` more
    double together;
};

static inline struct tables *armies_tables(const char *name) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant *variant = malloc(sizeof *variant);
    struct error error = {""};
    if (!tables || !variant || !variant_load(name, variant, &error) ||
        !tables_build(tables, variant, &variant->rules, &error))
        abort();
    free(variant);
    return tables;
}

// Worths that differ from piece to piece, about `mean` logits on the board, a little less in hand,
// twice that promoted.
static inline struct planted_armies armies_planted(const struct tables *tables, double mean) {
    struct planted_armies planted = {
        .seed = 5, .absent = 0.3, .hand = 0.2, .promoted = 0.2, .first = 0.24, .pair = {-1, -1}};
    struct worths worths;
    worths_init(&worths, tables);
    for (int i = 0; i < worths.count; i++) {
        const char *where = worths_where(&worths, i);
        double form = *where == 'b' ? 1 : *where == 'h' ? 0.8 : 2;
        planted.logits[i] = mean * form * (0.4 + 1.2 * (i % 7) / 6.);
        int mirror = worths_mirror(&worths, i);
        if (mirror >= 0 && mirror < i)
            planted.logits[i] = planted.logits[mirror];
    }
    worths_destroy(&worths);
    return planted;
}

// Number `index` of them.
static inline void armies_draw(const struct planted_armies *planted, const struct position *start,
                               struct random *random, struct position *army) {
    const struct tables *tables = start->tables;
    *army = *start;
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = start->board[square];
        if (!tables->on_board[square] || piece == PIECE_EMPTY || tables->royal[piece])
            continue;
        double u = random_unit(random);
        double hand = tables->drops ? planted->hand : 0;
        double promoted = tables->promotes[piece] ? planted->promoted : 0;
        if (u >= planted->absent + hand + promoted)
            continue;
        position_remove(army, (Square)square);
        enum side side = piece_side(piece);
        Type base = piece_base(piece);
        if (u >= planted->absent + hand)
            position_put(army, piece_make(base | TYPE_PROMOTED, side), (Square)square);
        else if (u >= planted->absent)
            position_set_hand(army, side, base, army->hand[side][base] + 1);
    }
}

// Logit of the first player's score in the last game of `games`.
static inline double armies_logit(const struct planted_armies *planted,
                                  const struct army_games *games) {
    size_t last = games->count - 1;
    const int8_t *own = games->of + last * 2 * (size_t)games->columns;
    const int8_t *other = own + games->columns;
    double z = planted->first;
    for (int i = 0; i < games->columns; i++)
        z += planted->logits[i] * (own[i] - other[i]);
    int a = planted->pair[0], b = planted->pair[1];
    if (a >= 0 && a != b)
        z += planted->together * (own[a] * own[b] - other[a] * other[b]);
    if (a >= 0 && a == b)
        z += planted->together * (own[a] * (own[a] - 1) - other[a] * (other[a] - 1)) / 2;
    return z + planted->cubic * z * z * z;
}

static inline enum result armies_result(struct random *random, double z) {
    double p = 1 / (1 + exp(-z)), draw = 0.3 * fmin(p, 1 - p), u = random_unit(random);
    return u < p - draw / 2 ? RESULT_FIRST : u < p + draw / 2 ? RESULT_DRAW : RESULT_SECOND;
}

// Games begin, begin + 1, ... of them; to be destroyed by the caller.
static inline struct army_games armies_games(const struct planted_armies *planted,
                                             const struct tables *tables, uint64_t begin,
                                             int count) {
    struct army_games games;
    struct position start, army;
    army_games_init(&games, tables);
    if (!fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, &start, NULL))
        abort();
    for (int k = 0; k < count; k++) {
        struct random random = random_init(planted->seed, begin + (uint64_t)k, RANDOM_TEST);
        armies_draw(planted, &start, &random, &army);
        army_games_add(&games, (int64_t)begin + k, &army, RESULT_DRAW);
        enum result result = armies_result(&random, armies_logit(planted, &games));
        games.half_points[games.count - 1] = (uint8_t)(2 * result_points(result));
    }
    return games;
}

// Writes them as games.csv of a folder, which is created.
static inline void armies_write(const struct planted_armies *planted, const struct tables *tables,
                                const char *folder, uint64_t begin, int count) {
    struct army_games games;
    struct position start, army;
    char path[512], fen[FEN_TEXT], moves[64], rules[RULES_TEXT];
    struct buffer text = buffer_init();
    army_games_init(&games, tables);
    if (!fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, &start, NULL))
        abort();
    game_header_write(&text, ANNOTATE_NOTHING);
    for (int k = 0; k < count; k++) {
        struct random random = random_init(planted->seed, begin + (uint64_t)k, RANDOM_TEST);
        do { // no side in check, as `kagami worth` has it
            armies_draw(planted, &start, &random, &army);
            fen_print(&army, fen);
        } while (position_side_in_check(&army, FIRST) || position_side_in_check(&army, SECOND));
        games.count = 0;
        army_games_add(&games, k, &army, RESULT_DRAW);
        snprintf(moves, sizeof moves, "walk %d", k);
        struct game_row row = {.run = "",
                               .game = k,
                               .pair = k,
                               .variant = tables->variant.name,
                               .rules = rules_text(&tables->rules, &tables->variant, rules),
                               .seed = planted->seed,
                               .opening = fen,
                               .first = "planted",
                               .second = "planted",
                               .result = armies_result(&random, armies_logit(planted, &games)),
                               .termination = TERMINATION_CHECKMATE,
                               .plies = 60,
                               .nodes = 24000,
                               .moves = moves};
        game_row_write(&text, &row);
    }
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/games.csv", folder);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(text.data, 1, text.length, file) != text.length || fclose(file) != 0)
        abort();
    buffer_destroy(&text);
    army_games_destroy(&games);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of endings share: games that a slow referee watches. Each function fails the test
// where core and the referee differ, or when its text cannot be read.
#pragma once

#include "setup_game.h"

#include <string.h>

#include "refereed_game.h"

// Destroyed by refereed_destroy.
static inline struct refereed_game *referee_create(void) {
    struct refereed_game *game = refereed_create();
    assert_non_null(game);
    return game;
}

static inline void referee_build(struct refereed_game *game, const struct variant *variant,
                                 const struct rules *rules) {
    struct error error;
    if (!tables_build(&game->tables, variant, rules, &error))
        fail_msg("%s", error.text);
}

// "name=value;..." over the rules of a game that is built in.
static inline void referee_rules(struct refereed_game *game, const char *name,
                                 const char *rules_text) {
    struct tables *tables = setup_tables(name, rules_text);
    referee_build(game, &tables->variant, &tables->rules);
    free(tables);
}

static inline void referee_start(struct refereed_game *game, const char *fen) {
    if (!refereed_start(game, fen))
        fail_msg("%s: %s", fen, game->error.text);
}

static inline void referee_play(struct refereed_game *game, Move move) {
    if (!refereed_play(game, move))
        fail_msg("%s", game->error.text);
}

// Moves with spaces between.
static inline void referee_play_text(struct refereed_game *game, const char *moves) {
    char copy[1024], *rest = copy;
    assert_true(strlen(moves) < sizeof copy);
    strcpy(copy, moves);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        referee_play(game, setup_move(&game->position, word));
}

static inline int referee_moves(struct refereed_game *game, Move list[MOVES_MAX]) {
    int count;
    if (!refereed_moves(game, list, &count))
        fail_msg("%s", game->error.text);
    return count;
}

static inline struct outcome referee_outcome(struct refereed_game *game) {
    struct outcome outcome;
    if (!refereed_outcome(game, &outcome))
        fail_msg("%s", game->error.text);
    return outcome;
}

struct referee_ending {
    const char *rules, *fen, *moves, *result, *termination;
};

// Plays each case's moves from its position under its rules, then compares how the game stands.
static inline void referee_endings(const char *variant, const struct referee_ending *cases,
                                   int count) {
    struct refereed_game *game = referee_create();
    for (int i = 0; i < count; i++) {
        referee_rules(game, variant, cases[i].rules);
        referee_start(game, cases[i].fen);
        referee_play_text(game, cases[i].moves);
        struct outcome outcome = referee_outcome(game);
        if (strcmp(result_text(outcome.result), cases[i].result) != 0 ||
            strcmp(termination_name(outcome.termination), cases[i].termination) != 0)
            fail_msg("[%s] %s %s: %s %s, expected %s %s", cases[i].rules, cases[i].fen,
                     cases[i].moves, result_text(outcome.result),
                     termination_name(outcome.termination), cases[i].result, cases[i].termination);
    }
    refereed_destroy(game);
}

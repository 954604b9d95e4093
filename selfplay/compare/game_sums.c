// SPDX-License-Identifier: GPL-3.0-or-later
#include "game_sums.h"

#include <stdlib.h>

struct game_sums *game_sums_create(void) {
    struct game_sums *sums = calloc(1, sizeof *sums);
    if (sums)
        sums->open_pair = -1;
    return sums;
}

void game_sums_destroy(struct game_sums *sums) {
    if (!sums)
        return;
    free(sums->first_moves);
    free(sums);
}

// Where a move is, or would be. There is always a free place.
static struct move_count *find_move(struct move_count *moves, int capacity, uint64_t move) {
    size_t at = move & (size_t)(capacity - 1);
    while (moves[at].move != 0 && moves[at].move != move)
        at = (at + 1) & (size_t)(capacity - 1);
    return &moves[at];
}

static bool grow_moves(struct game_sums *sums) {
    int capacity = sums->capacity ? 2 * sums->capacity : 256;
    struct move_count *moves = calloc((size_t)capacity, sizeof *moves);
    if (!moves)
        return false;
    for (int i = 0; i < sums->capacity; i++)
        if (sums->first_moves[i].move)
            *find_move(moves, capacity, sums->first_moves[i].move) = sums->first_moves[i];
    free(sums->first_moves);
    sums->first_moves = moves;
    sums->capacity = capacity;
    return true;
}

static bool add_first_move(struct game_sums *sums, uint64_t move) {
    if (2 * sums->kinds >= sums->capacity && !grow_moves(sums))
        return false;
    move += move == 0;
    struct move_count *count = find_move(sums->first_moves, sums->capacity, move);
    sums->kinds += count->games == 0;
    count->move = move;
    count->games++;
    return true;
}

static void add_to_pair(struct game_sums *sums, const struct game_facts *game, double score) {
    double player_a = game->player_a_first ? score : 1 - score;
    if (sums->open_pair == game->pair) {
        moments_add(&sums->pairs, (sums->open_score + player_a) / 2);
        sums->open_pair = -1;
        return;
    }
    sums->open_pair = game->pair;
    sums->open_score = player_a;
}

bool game_sums_add(void *context, const struct game_facts *game) {
    struct game_sums *sums = context;
    double score = game->result == RESULT_FIRST ? 1 : game->result == RESULT_SECOND ? 0 : 0.5;
    int plies = game->plies < 0 ? 0 : game->plies > PLIES_MAX ? PLIES_MAX : game->plies;
    sums->games++;
    sums->results[game->result]++;
    sums->terminations[game->termination]++;
    sums->lengths[plies]++;
    for (int i = 0; i < FOREIGN_MAX; i++)
        sums->foreign[i] += game->foreign >> i & 1;
    moments_add(&sums->score, score);
    moments_add(&sums->length, game->plies);
    if (game->plies > 0)
        moments_add(&sums->branching, game->branching);
    moments_add(&sums->drops, game->drops);
    moments_add(&sums->promotions, game->promotions);
    moments_add(&sums->captures, game->captures);
    moments_add(&sums->checks, game->checks);
    moments_add(&sums->lead_changes, game->lead_changes);
    if (game->deficit >= 0)
        moments_add(&sums->deficit, game->deficit);
    add_to_pair(sums, game, score);
    return add_first_move(sums, game->first_move);
}

struct game_sums *game_sums_read(const struct facts_options *options, struct error *error) {
    struct game_sums *sums = game_sums_create();
    if (!sums)
        error_set(error, "out of memory");
    if (sums && !facts_read(options, game_sums_add, sums, &sums->copies, error)) {
        game_sums_destroy(sums);
        sums = NULL;
    }
    return sums;
}

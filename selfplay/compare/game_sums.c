// SPDX-License-Identifier: GPL-3.0-or-later
#include "game_sums.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

struct game_sums *game_sums_create(void) {
    return mem_calloc(1, sizeof(struct game_sums));
}

void game_sums_destroy(struct game_sums *sums) {
    if (!sums)
        return;
    free(sums->first_moves);
    free(sums->facts);
    free(sums);
}

// Where a move is, or belongs.
static int find_move(const struct game_sums *sums, uint64_t move) {
    int low = 0, high = sums->kinds;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sums->first_moves[middle].move < move)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_first_move(struct game_sums *sums, uint64_t move) {
    int at = find_move(sums, move);
    if (at == sums->kinds || sums->first_moves[at].move != move) {
        size_t size = sizeof *sums->first_moves, after = (size_t)(sums->kinds++ - at);
        struct move_count *moves = mem_realloc(sums->first_moves, (size_t)sums->kinds * size);
        memmove(moves + at + 1, moves + at, after * size);
        moves[at] = (struct move_count){.move = move};
        sums->first_moves = moves;
    }
    sums->first_moves[at].games++;
}

static void keep(struct game_sums *sums, const struct game_facts *game) {
    if (sums->games == sums->room) {
        sums->room = 2 * sums->room + 64;
        sums->facts = mem_realloc(sums->facts, (size_t)sums->room * sizeof *sums->facts);
    }
    sums->facts[sums->games] = *game;
}

void game_sums_add(void *context, const struct game_facts *game) {
    struct game_sums *sums = context;
    double score = result_points(game->result);
    int plies = game->plies < 0 ? 0 : game->plies > PLIES_MAX ? PLIES_MAX : game->plies;
    keep(sums, game);
    sums->games++;
    sums->results[game->result]++;
    sums->terminations[game->termination]++;
    sums->lengths[plies]++;
    for (int i = 0; i < FOREIGN_MAX; i++)
        sums->foreign[i] += game->foreign >> i & 1;
    for (int i = 0; i < DEPTHS; i++)
        sums->depths.moves[i] += game->depths[i];
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
    sums->comebacks += game->comeback;
    add_first_move(sums, game->first_move);
}

struct game_sums *game_sums_read(const struct facts_options *options, struct error *error) {
    struct game_sums *sums = game_sums_create();
    if (facts_read(options, game_sums_add, sums, &sums->copies, error))
        return sums;
    game_sums_destroy(sums);
    return NULL;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tally.h"

#include <stdlib.h>
#include <string.h>

struct tally *tally_create(void) {
    struct tally *tally = calloc(1, sizeof *tally);
    if (tally) {
        tally->pairs.cells = PAIR_CELLS;
        tally->last_pair = -1;
    }
    return tally;
}

static void count_pair(struct tally *tally, const struct game_row *row, int first_player) {
    int points = 1; // half points of player A
    if (row->result != RESULT_DRAW)
        points = (row->result == RESULT_FIRST) == (first_player == PLAYER_A) ? 2 : 0;
    if (row->pair == tally->last_pair) {
        tally->pairs.count[tally->last_points + points]++;
        tally->pair_results[tally->last_points][points]++;
    }
    tally->last_pair = row->pair;
    tally->last_points = points;
}

void tally_add(struct tally *tally, const struct game_row *row, int first_player) {
    if (tally->games == 0 || row->plies < tally->plies_least)
        tally->plies_least = row->plies;
    if (row->plies > tally->plies_most)
        tally->plies_most = row->plies;
    tally->games++;
    tally->results[row->result]++;
    if (row->result != RESULT_DRAW)
        tally->player_results[row->result == RESULT_FIRST ? first_player : 1 - first_player]++;
    count_pair(tally, row, first_player);
    tally->terminations[row->termination]++;
    tally->nodes += row->nodes;
    tally->drops += row->drops;
    tally->promotions += row->promotions;
    tally->captures += row->captures;
    tally->checks += row->checks;
    tally->lead_changes += row->lead_changes;
    tally->branching += (double)row->branching_mean;
    tally->plies_total += row->plies;
    int64_t length = row->plies < 0 ? 0 : row->plies > PLIES_MAX ? PLIES_MAX : row->plies;
    tally->lengths[length]++;
}

int tally_length(const struct tally *tally, double part) {
    int64_t seen = 0;
    for (int i = 0; i <= PLIES_MAX; i++) {
        seen += tally->lengths[i];
        if (seen > 0 && (double)seen >= part * (double)tally->games)
            return i;
    }
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <string.h>

#include "comparison.h"

// The games of an arm up to a look; there must be as many.
static struct game_sums *games_at(const struct comparison *comparison, int rung, int arm, int look,
                                  const struct game_sums *all, struct error *error) {
    const struct experiment *experiment = comparison->experiment;
    int64_t games = comparison->settling->games[look], there = all->games + all->copies;
    if (there < games) {
        error_set(error,
                  "%s has %" PRId64 " games at %" PRIu64 " nodes, and a look at %" PRId64
                  ": play them, by the same command without --report",
                  experiment->arm[arm].name, there, experiment->ladder[rung], games);
        return NULL;
    }
    return game_sums_before(all, games);
}

bool comparison_looks(struct comparison *comparison, int rung, int last,
                      struct game_sums *const *all, struct error *error) {
    struct arm_run *run = comparison->run[rung];
    int arms = comparison->experiment->arm_count;
    bool done = true, open = true;
    memset(run, 0, sizeof comparison->run[rung]);
    for (int look = 0; done && open && look <= last; look++) {
        struct game_sums *own[ARMS_MAX] = {0};
        for (int arm = 0; done && arm < arms; arm++)
            if (run[arm].settled == SETTLED_UNDECIDED) {
                own[arm] = games_at(comparison, rung, arm, look, all[arm], error);
                done = own[arm];
            }
        if (done)
            open = comparison_look(comparison, rung, look, own);
        for (int arm = 0; arm < arms; arm++)
            game_sums_destroy(own[arm]);
    }
    return done;
}

bool comparison_cut(struct comparison *comparison, int rung, struct game_sums *const *all,
                    struct settled_games *games, struct error *error) {
    if (!comparison_looks(comparison, rung, comparison->settling->looks - 1, all, error))
        return false;
    for (int arm = 0; arm < comparison->experiment->arm_count; arm++) {
        int look = comparison->run[rung][arm].look;
        struct game_sums **at_look = &games->at_look[look];
        if (!*at_look)
            *at_look = games_at(comparison, rung, 0, look, all[0], error);
        games->base[arm] = *at_look;
        games->own[arm] = arm ? games_at(comparison, rung, arm, look, all[arm], error) : *at_look;
        if (!games->own[arm] || !*at_look)
            return false;
    }
    return true;
}

void settled_games_destroy(struct settled_games *games) {
    for (int arm = 1; arm < ARMS_MAX; arm++)
        game_sums_destroy(games->own[arm]);
    for (int look = 0; look < LOOKS_MAX; look++)
        game_sums_destroy(games->at_look[look]);
    *games = (struct settled_games){0};
}

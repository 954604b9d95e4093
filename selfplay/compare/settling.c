// SPDX-License-Identifier: GPL-3.0-or-later
#include "settling.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "metrics.h"

const char *settled_name(enum settled settled) {
    static const char *const names[] = {[SETTLED_UNDECIDED] = "undecided",
                                        [SETTLED_DIFFERS] = "differs",
                                        [SETTLED_EQUIVALENT] = "equivalent"};
    return names[settled];
}

// Means over games: what comes after a look does not depend on what it saw, as looks.h asks.
static bool is_mean(const struct metric *metric) {
    static const struct game_facts any = {.result = RESULT_FIRST, .plies = 1, .branching = 1};
    return !isnan(metric->of_game(&any, NULL));
}

int settling_metric(const char *name, struct error *error) {
    int metric = metric_find(name);
    char names[512] = "";
    if (metric >= 0 && is_mean(&metrics[metric]))
        return metric;
    for (int i = 0; i < metric_count; i++) {
        size_t length = strlen(names);
        if (!metrics[i].detail && is_mean(&metrics[i]))
            snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "",
                     metrics[i].name);
    }
    error_set(
        error,
        "must be a mean over games, not '%.40s': %s; or a share of endings: ending-checkmate, ...",
        name, names);
    return -1;
}

struct settling settling_plan(int metric, int64_t games) {
    struct settling settling = {.metric = metric};
    double share[LOOKS_MAX], bound[LOOKS_MAX];
    assert(games >= 1);
    for (int part = 1; part <= SETTLE_LOOKS; part++) {
        int64_t count = games / SETTLE_LOOKS * part + games % SETTLE_LOOKS * part / SETTLE_LOOKS;
        if (count < SETTLE_LEAST && part < SETTLE_LOOKS)
            continue;
        share[settling.looks] = (double)count / (double)games;
        settling.games[settling.looks++] = count;
    }
    looks_bounds(share, settling.looks, 0.025, bound);
    for (int look = 0; look < settling.looks; look++)
        settling.wider[look] = bound[look] / normal_quantile(0.975);
    looks_bounds(share, settling.looks, 0.05, bound);
    for (int look = 0; look < settling.looks; look++)
        settling.wider_one_sided[look] = bound[look] / normal_quantile(0.95);
    return settling;
}

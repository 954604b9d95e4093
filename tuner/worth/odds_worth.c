// SPDX-License-Identifier: GPL-3.0-or-later
#include "odds_worth.h"

#include <assert.h>

struct odds_sums odds_sums_init(void) {
    return (struct odds_sums){.last = -1};
}

bool odds_sums_add(void *context, const struct game_facts *game) {
    assert(game->pair >= 0);
    struct odds_sums *sums = context;
    int64_t number = game->pair; // one player alone: each game is a pair of its own
    double first = result_points(game->result);
    double score = number % 2 == 0 ? first : 1 - first;
    if (number % 2 == 1 && sums->last == number - 1)
        moments_add(&sums->pairs, (sums->last_score + score) / 2);
    sums->games++;
    sums->last = number;
    sums->last_score = score;
    return true;
}

static double variance_of(struct measured of) {
    double se = (of.high - of.low) / (2 * NORMAL_975);
    return se * se;
}

static struct ratio worth_of(struct measured score, struct measured yardstick, bool same) {
    double variance = variance_of(yardstick);
    return ratio_of(score.value, yardstick.value, variance_of(score), same ? variance : 0, variance,
                    NORMAL_975);
}

struct odds_worth odds_worth(struct measured score, struct measured yardstick, bool same) {
    struct measured excess = score, yardstick_excess = yardstick;
    struct measured *both[] = {&excess, &yardstick_excess};
    for (int i = 0; i < 2; i++) {
        both[i]->value -= 0.5;
        both[i]->low -= 0.5;
        both[i]->high -= 0.5;
    }
    struct odds_worth worth = {.known = score.n > 0 && yardstick.n > 0 && yardstick_excess.low > 0};
    if (!worth.known)
        return worth;
    worth.linear = worth_of(excess, yardstick_excess, same);
    worth.logistic = worth_of(measured_elo(score), measured_elo(yardstick), same);
    worth.known = worth.linear.bounded && worth.logistic.bounded;
    return worth;
}

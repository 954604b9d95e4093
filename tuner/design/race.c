// SPDX-License-Identifier: GPL-3.0-or-later
#include "race.h"

#include <assert.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

#include "memory.h"

#define ERROR_RATE 0.05
#define ROUND_SHARE 0.7 // a round's games, of those of the round before

int race_rounds(int arms, int kept) {
    assert(kept > 0);
    int rounds = 1;
    while (arms > kept << rounds)
        rounds++;
    return rounds;
}

double race_z(int arms, int rounds) {
    return -normal_quantile(ERROR_RATE / 2 / ((double)arms * rounds));
}

int64_t race_games(int64_t budget, int rounds, int round, int arms, int64_t before) {
    assert(round > 0 && round <= rounds);
    double share = 1, own = 1, all = 0;
    for (int i = 1; i <= rounds; i++, share *= ROUND_SHARE) {
        all += share;
        own = i == round ? share : own;
    }
    int64_t more = (int64_t)((double)budget * own / all / arms);
    return before + (more > 2 ? more : 2);
}

// Does `a` come before `b`?
static bool is_before(const struct race_arm *arm, int a, int b) {
    const struct race_arm *one = &arm[a], *other = &arm[b];
    int left = one->round ? one->round : INT32_MAX, right = other->round ? other->round : INT32_MAX;
    if (left != right)
        return left > right;
    if (one->chance != other->chance)
        return one->chance > other->chance;
    if (one->distance.value != other->distance.value)
        return one->distance.value < other->distance.value;
    return a < b;
}

void race_order(const struct race_arm *arm, int count, int *order) {
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && is_before(arm, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

// The upper end that `kept` arms stay below.
static double bar_of(const struct race_arm *arm, int count, int kept) {
    double *high = mem_alloc((size_t)count * sizeof *high);
    int in = 0;
    for (int i = 0; i < count; i++)
        if (!arm[i].round)
            high[in++] = arm[i].distance.high;
    gsl_sort(high, 1, (size_t)in);
    double bar = in >= kept ? high[kept - 1] : INFINITY;
    free(high);
    return bar;
}

void race_decide(struct race_arm *arm, int count, int kept, int round, bool last) {
    int *order = mem_alloc((size_t)count * sizeof *order), in = 0; // in: measured ones that stay
    double bar = bar_of(arm, count, kept);
    for (int i = 0; i < count; i++) {
        if (arm[i].round)
            continue;
        if (arm[i].distance.low > bar) {
            arm[i].round = round;
            arm[i].fate = RACE_FURTHER;
        } else {
            in += arm[i].distance.n > 0;
        }
    }
    int half = last || in / 2 < kept ? kept : (in + 1) / 2;
    race_order(arm, count, order);
    for (int i = half; i < count; i++) {
        struct race_arm *of = &arm[order[i]];
        bool measured = of->distance.n > 0;
        if (!of->round && (measured || last)) {
            of->round = round;
            of->fate = measured ? RACE_HALVED : RACE_UNMEASURED;
        }
    }
    free(order);
}

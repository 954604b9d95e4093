// SPDX-License-Identifier: GPL-3.0-or-later
#include "worth.h"

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

void worth_begin(struct worth *worth, const struct tables *tables, Type yardstick) {
    assert(yardstick > 0 && yardstick < BASE_TYPES);
    *worth = (struct worth){.yardstick = yardstick};
    struct values values;
    values_estimate(tables, &values);
    double one = values.value[VALUE_BOARD + yardstick];
    for (int hand = 0; hand < 2; hand++)
        for (int i = 0; i < tables->variant.base_count; i++) {
            int index = (hand ? VALUE_HAND : VALUE_BOARD) + tables->variant.bases[i];
            if (values_uses(tables, index))
                worth->row[worth->count++] = (struct worth_row){
                    .index = index, .prior = one > 0 ? values.value[index] / one : 0, .p_holm = 1};
        }
}

void worth_add_regression(struct worth *worth, const struct tuning *tuning) {
    for (int i = 0; tuning->scaled && i < worth->count; i++) {
        int at = worths_find(&tuning->worths, worth->row[i].index);
        if (at >= 0 && tuning->worths.of[at].mark != WORTH_OPEN)
            worth->row[i].regression =
                (struct measured){tuning->ratios.value[at], tuning->ratios.low[at],
                                  tuning->ratios.high[at], tuning->worths.of[at].games};
    }
}

void worth_add_odds(struct worth *worth, Type type, bool hand, const struct odds_worth *odds,
                    double pairs) {
    const struct ratio *elo = &odds->logistic;
    int index = (hand ? VALUE_HAND : VALUE_BOARD) + type;
    for (int i = 0; odds->known && i < worth->count; i++)
        if (worth->row[i].index == index)
            worth->row[i].odds = (struct measured){elo->value, elo->low, elo->high, pairs};
}

static bool outside(double value, struct measured of) {
    return of.n > 0 && (value < of.low || value > of.high);
}

void worth_finish(struct worth *worth) {
    double p[2 * BASE_TYPES];
    int at[2 * BASE_TYPES], count = 0;
    for (int i = 0; i < worth->count; i++) {
        struct worth_row *row = &worth->row[i];
        bool any = row->regression.n > 0 || row->odds.n > 0;
        row->prior_outside = any &&
                             (row->regression.n <= 0 || outside(row->prior, row->regression)) &&
                             (row->odds.n <= 0 || outside(row->prior, row->odds));
        if (row->regression.n <= 0 || row->odds.n <= 0)
            continue;
        at[count] = i;
        p[count++] = measured_p(measured_difference(row->regression, row->odds));
    }
    holm(p, count);
    for (int k = 0; k < count; k++)
        worth->row[at[k]].p_holm = p[k];
}

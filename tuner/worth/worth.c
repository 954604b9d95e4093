// SPDX-License-Identifier: GPL-3.0-or-later
#include "worth.h"

#include <assert.h>

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
    double one = tuning->start.value[VALUE_BOARD + worth->yardstick];
    for (int i = 0; i < worth->count; i++) {
        const struct estimate *estimate = &tuning->fit.estimate[worth->row[i].index];
        if (estimate->verdict == VERDICT_MEASURED && one > 0)
            worth->row[i].regression =
                (struct measured){estimate->value / one, estimate->low / one, estimate->high / one,
                                  (double)estimate->games};
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

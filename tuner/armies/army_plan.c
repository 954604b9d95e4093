// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "statistics.h"

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *of, int count) {
    qsort(of, (size_t)count, sizeof *of, by_size);
    return (of[(count - 1) / 2] + of[count / 2]) / 2;
}

bool army_plan(const struct army_estimate *pilot, double wanted, struct army_plan *plan,
               struct error *error) {
    const struct worths *worths = &pilot->worths;
    struct worths_scaled scaled;
    double part[WORTHS_MAX], se[WORTHS_MAX];
    *plan = (struct army_plan){.wanted = wanted};
    worths_unit(worths, 0, part);
    if (!worths_scale(worths, part, &scaled, error))
        return false;
    // The half width goes with 1 / unit, the games with its square.
    double nearest = scaled.unit - NORMAL_975 * scaled.unit_se;
    double farthest = scaled.unit + NORMAL_975 * scaled.unit_se;
    for (int i = 0; i < worths->count; i++)
        plan->open += worths->of[i].mark == WORTH_OPEN;
    for (int f = 0; f < WORTH_FORMS; f++) {
        struct army_plan_form *form = &plan->form[f];
        *form = (struct army_plan_form){.where = worth_forms[f]};
        for (int i = 0; i < worths->count; i++)
            if (worths->of[i].mark != WORTH_OPEN &&
                strcmp(worths_where(worths, i), worth_forms[f]) == 0)
                se[form->pieces++] = scaled.se[i];
        if (form->pieces == 0)
            continue;
        form->half_width = NORMAL_975 * median(se, form->pieces);
        double times = form->half_width / wanted;
        form->games = ceil((double)pilot->games * times * times);
        form->low = form->games * pow(scaled.unit / farthest, 2);
        form->high = form->games * pow(scaled.unit / nearest, 2);
        if (form->games > plan->games) {
            plan->games = form->games;
            plan->low = form->low;
            plan->high = form->high;
        }
    }
    worths_scaled_destroy(&scaled);
    return true;
}

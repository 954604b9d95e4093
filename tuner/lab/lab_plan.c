// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_plan.h"

#include <math.h>
#include <stdbool.h>

enum { STEPS = 200 };
static const double first_part = 0.2, least_part = 0.03, most_part = 0.5;

double lab_budget(int round, double total, double left) {
    if (left < least_part * total)
        return 0;
    double budget = round <= 1 ? first_part * total : round == 2 ? left / 2 : left;
    return fmin(budget, left);
}

static bool is_asked(const struct lab_share *of) {
    return of->cost > 0;
}

static bool is_known(const struct lab_share *of) {
    return is_asked(of) && isfinite(of->width) && of->games > 0;
}

static double level_of(const struct lab_share *of) {
    return of->width / of->target;
}

// Games that bring the interval down to a level.
static double games_to(const struct lab_share *of, double level, double most) {
    double games = of->games * (pow(level_of(of) / level, 2) - 1);
    return fmin(fmax(games, 0), most / of->cost);
}

void lab_share(struct lab_share of[LAB_QUESTIONS], double budget) {
    int asked = 0, known = 0;
    double high = 0;
    for (int i = 0; i < LAB_QUESTIONS; i++) {
        of[i].more = 0;
        asked += is_asked(&of[i]);
        known += is_known(&of[i]);
        high = is_known(&of[i]) ? fmax(high, level_of(&of[i])) : high;
    }
    double part = asked ? budget / asked : 0, left = part * known;
    double most = known > 1 ? fmax(most_part * budget, left / known) : left, low = 0;
    for (int step = 0; step < STEPS && known; step++) { // the level that costs what is left
        double level = (low + high) / 2, cost = 0;
        for (int i = 0; i < LAB_QUESTIONS; i++)
            cost += is_known(&of[i]) ? of[i].cost * games_to(&of[i], level, most) : 0;
        *(cost > left ? &low : &high) = level;
    }
    for (int i = 0; i < LAB_QUESTIONS; i++)
        if (is_asked(&of[i]))
            of[i].more = floor(is_known(&of[i]) ? games_to(&of[i], high, most) : part / of[i].cost);
}

int lab_widest(const struct lab_share of[LAB_QUESTIONS]) {
    int widest = -1;
    for (int i = 0; i < LAB_QUESTIONS; i++)
        if (is_known(&of[i]) && (widest < 0 || level_of(&of[i]) > level_of(&of[widest])))
            widest = i;
    return widest;
}

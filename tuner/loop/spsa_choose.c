// SPDX-License-Identifier: GPL-3.0-or-later
// What is tuned: directions, and parameters by name.
#include "spsa_choose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "values_file.h"

static const double SHARE = 0.1;

#define ATTACK                                                                                     \
    "king.attack,king.approach,king.drops,king.attackers,king.strikes,king.weak,king.weak-drops,"  \
    "king.siege,king.breach,king.shut,king.checks,king.hunt"
#define DEFENCE "king.shelter,king.near,king.defenders,king.escapes"

static const char *const usual_directions[] = {
    "board.?", "hand.?", "board.+?", ATTACK, DEFENCE, "advance.*,centre.*", "tempo", "flag.*"};

// Is the parameter among patterns with commas between?
static bool among(const char *patterns, const struct tables *tables, int index) {
    char pattern[VALUE_NAME * 2];
    for (const char *at = patterns; *at; at += strcspn(at, ","), at += *at == ',') {
        snprintf(pattern, sizeof pattern, "%.*s", (int)strcspn(at, ","), at);
        if (values_match(pattern, tables, index))
            return true;
    }
    return false;
}

// Does each of the patterns name a parameter?
static bool all_found(const struct tables *tables, const char *patterns, struct error *error) {
    char pattern[VALUE_NAME * 2];
    for (const char *at = patterns; *at; at += strcspn(at, ","), at += *at == ',') {
        bool found = false;
        snprintf(pattern, sizeof pattern, "%.*s", (int)strcspn(at, ","), at);
        for (int index = 0; index < PARAMETERS && !found; index++)
            found = values_match(pattern, tables, index);
        if (!found)
            return values_match_error("--together", pattern, tables, error);
    }
    return true;
}

static void keep_near(struct spsa_param *param, double way) {
    double ends[] = {param->start / way, param->start * way};
    param->low = fmax(param->low, fmin(fmin(ends[0], ends[1]), param->start - 1));
    param->high = fmin(param->high, fmax(fmax(ends[0], ends[1]), param->start + 1));
}

// One direction, of what is not 0.
static bool choose_together(const struct spsa_choice *choice, const struct tables *tables,
                            const struct values *base, const char *patterns, struct spsa_plan *plan,
                            struct error *error) {
    int first = plan->count;
    for (int index = 0; index < PARAMETERS; index++) {
        struct spsa_param param;
        char name[VALUE_NAME];
        if (!among(patterns, tables, index))
            continue;
        for (int i = 0; i < plan->count; i++)
            if (plan->param[i].index == index)
                return error_set(error, "--together '%s': %s goes with others already", patterns,
                                 values_name(index, name));
        if (!spsa_param_scaled(index, base->value[index], choice->share > 0 ? choice->share : SHARE,
                               &param))
            continue;
        if (choice->way > 0)
            keep_near(&param, choice->way);
        param.with = first + 1;
        plan->param[plan->count++] = param;
    }
    return true;
}

static bool choose_directions(const struct spsa_choice *choice, const struct tables *tables,
                              const struct values *base, struct spsa_plan *plan,
                              struct error *error) {
    for (int i = 0; i < choice->together->count; i++)
        if (!all_found(tables, choice->together->text[i], error) ||
            !choose_together(choice, tables, base, choice->together->text[i], plan, error))
            return false;
    for (int i = 0; choice->directions && i < ARRAY_LENGTH(usual_directions); i++)
        if (!choose_together(choice, tables, base, usual_directions[i], plan, error))
            return false;
    return true;
}

static bool is_chosen(const struct spsa_plan *plan, int index) {
    for (int i = 0; i < plan->count; i++)
        if (plan->param[i].index == index)
            return true;
    return false;
}

bool spsa_choose(const struct spsa_choice *choice, const struct tables *tables,
                 const struct values *base, struct spsa_plan *plan, struct error *error) {
    bool found[OPTION_TEXTS_MAX] = {false};
    if (!choose_directions(choice, tables, base, plan, error))
        return false;
    for (int index = 0; index < PARAMETERS; index++) {
        bool chosen = false;
        for (int i = 0; i < choice->tune->count; i++)
            if (values_match(choice->tune->text[i], tables, index))
                chosen = found[i] = true;
        if (chosen && !is_chosen(plan, index))
            plan->param[plan->count++] = spsa_param_propose(
                index, base->value[index], choice->share > 0 ? choice->share : SHARE);
    }
    for (int i = 0; i < choice->tune->count; i++)
        if (!found[i])
            return values_match_error("--tune", choice->tune->text[i], tables, error);
    return true;
}

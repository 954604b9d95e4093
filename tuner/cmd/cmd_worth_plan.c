// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_worth_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "army_plan.h"
#include "cmd_terminal.h"
#include "notation.h"

struct pilot {
    int parts;
    struct army_games games[PLAN_PARTS];
};

static bool pilot_take(void *context, int part, const struct game_row *row, struct error *error) {
    struct pilot *pilot = context;
    struct army_games *games = &pilot->games[part];
    struct position opening;
    if (!fen_parse(row->opening, games->tables, &opening, error))
        return false;
    army_games_add(games, row->game, &opening, row->result);
    return true;
}

// At the limit that takes most games.
static int pilot_tell(void *context, struct plan_kind kind[PLAN_KINDS], struct error *error) {
    const struct pilot *pilot = context;
    struct plan_kind most[WORTH_FORMS] = {{0}};
    for (int i = 0; i < pilot->parts; i++) {
        struct army_estimate estimate;
        struct army_plan plan;
        bool done = army_fit(&pilot->games[i], ARMY_PILOT_NEEDED, &estimate, error) &&
                    army_plan(&estimate, 1, &plan, error);
        army_estimate_destroy(&estimate);
        if (!done) {
            struct error cause = *error;
            error_set(error, "%s; measure longer: --plan-for seconds=S", cause.text);
            return 0;
        }
        for (int f = 0; f < WORTH_FORMS; f++)
            if (plan.form[f].pieces && plan.form[f].games > pow(most[f].half_width, 2))
                most[f] = (struct plan_kind){worth_places[f], sqrt(plan.form[f].games),
                                             sqrt(plan.form[f].low), sqrt(plan.form[f].high)};
    }
    int count = 0;
    for (int f = 0; f < WORTH_FORMS; f++)
        if (most[f].name)
            kind[count++] = most[f];
    return count;
}

int worth_plan(const struct study *study, const struct plan_options *options,
               const struct tables *tables, const uint64_t limit[], int limits, int sets,
               bool json) {
    struct pilot pilot = {.parts = limits};
    char names[PLAN_PARTS][32];
    const char *name[PLAN_PARTS] = {0};
    int numbers[PLAN_PARTS] = {0};
    for (int i = 0; i < limits; i++) {
        snprintf(names[i], sizeof names[i], "%" PRIu64 " nodes", limit[i]);
        name[i] = limits > 1 ? names[i] : NULL;
        numbers[i] = i;
        army_games_init(&pilot.games[i], tables);
    }
    const struct plan_worth worth = {&pilot, pilot_take, pilot_tell};
    const struct plan_games games = {
        .parts = limits, .runs = sets, .questions = PLAN_WORTH, .worth = &worth};
    int code = runs_plan(study, options, games, name, numbers, json);
    for (int i = 0; i < limits; i++)
        army_games_destroy(&pilot.games[i]);
    return code;
}

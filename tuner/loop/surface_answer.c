// SPDX-License-Identifier: GPL-3.0-or-later
#include "surface_answer.h"

#include <inttypes.h>
#include <stdio.h>

#include "spsa_answer.h"
#include "surface.h"

enum { RANGE = 2 * SPSA_WAY_TEXT + 16 };

// The parameters of a direction.
static int parts_of(const struct spsa_plan *plan, int first) {
    int parts = 0;
    for (int i = 0; i < plan->count; i++)
        parts += i == first || plan->param[i].with == first + 1;
    return parts;
}

// A place along a direction as what it makes of the first parameter's value.
static const char *place_text(const struct spsa_param *param, double place,
                              char text[SPSA_WAY_TEXT]) {
    return spsa_way_text(param, (param->against ? -place : place) * param->c_end, true, text);
}

void surface_plan_answer(struct answer *answer, const struct spsa_plan *plan) {
    double half_width;
    const struct surface surface = surface_plan(plan, &half_width);
    answer_sentence(answer,
                    "%d direction%s, %d coefficients, %" PRId64 " draws of %d pair%s: %" PRId64
                    " games, seed %" PRIu64 ".",
                    surface.directions, surface.directions == 1 ? "" : "s", surface.coefficients,
                    plan->steps, plan->pairs, plan->pairs == 1 ? "" : "s",
                    plan->steps * plan->pairs * 2, plan->seed);
    if (plan->steps < surface.needed)
        answer_warning(answer,
                       "%d coefficients need %" PRId64 " draws, %" PRId64
                       " games: nothing will be fitted",
                       surface.coefficients, surface.needed, surface.needed * plan->pairs * 2);
    else
        answer_sentence(answer,
                        "Slopes will be known to about ±%.0f Elo an arm, where the players' "
                        "strengths are near each other.",
                        half_width);
    answer_key(answer, "coefficients", cell_number(surface.coefficients));
    answer_key(answer, "half_width", cell_number(half_width));
}

static const struct answer_column columns[] = {
    {"direction", "direction", ANSWER_TEXT},
    {.key = "parts"},
    {.key = "c_end"},
    {NULL, "arm", ANSWER_TEXT},
    {"slope", "slope", ANSWER_NUMBER, 0, ANSWER_OBJECT | ANSWER_PLUS},
    {.key = "best_lo95"},
    {.key = "best_hi95"},
    {"best", "best alone, 95%", ANSWER_TEXT},
    {.key = "answer"},
    {"change", "answer", ANSWER_TEXT, 0, ANSWER_STRONG},
};

static void add_direction(struct answer *answer, const struct spsa *spsa,
                          const struct surface *surface, int i) {
    const struct spsa_param *param = &spsa->plan.param[i];
    const struct surface_direction *to = &surface->direction[i];
    int parts = parts_of(&spsa->plan, i);
    char name[VALUE_NAME], label[VALUE_NAME + 16], best[RANGE], text[4][SPSA_WAY_TEXT];
    values_name(param->index, name);
    snprintf(label, sizeof label, parts > 1 ? "%s +%d" : "%s", name, parts - 1);
    snprintf(best, sizeof best, "%s .. %s",
             place_text(param, param->against ? to->best.high : to->best.low, text[0]),
             place_text(param, param->against ? to->best.low : to->best.high, text[1]));
    const struct answer_cell row[] = {
        cell_text(label),
        cell_number(parts),
        cell_number(param->c_end),
        cell_text(place_text(param, 1, text[2])),
        cell_interval(to->slope.value, to->slope.low, to->slope.high),
        cell_number(to->best.low),
        cell_number(to->best.high),
        cell_text(best),
        cell_number(to->answer),
        cell_text(place_text(param, to->answer, text[3])),
    };
    answer_row(answer, row);
}

static void add_legend(struct answer *answer) {
    char text[64];
    answer_line(answer, "direction", "a parameter, or one and so many others by one share");
    answer_line(answer, "slope", "at the start, Elo an arm, all else left alone");
    snprintf(text, sizeof text, "%d arms", SPSA_REACH);
    answer_line(answer, "best alone",
                "places along it, all else left alone, that are not told to be worse than another; "
                "%s are as far as was tried",
                text);
    answer_line(answer, "answer", "where the fit has the best of all together");
}

// Without "-0".
static double whole(double elo) {
    return fabs(elo) < 0.5 ? 0 : elo;
}

// Names the directions of which `sign` is told to be better: "board.A, tempo"; returns how many.
static int name_told(const struct spsa *spsa, const struct surface *surface, int sign,
                     struct buffer *text) {
    int told = 0;
    for (int i = 0; surface->known && i < spsa->plan.count; i++) {
        char name[VALUE_NAME];
        if (spsa_leads(&spsa->plan, i) && surface->direction[i].told == sign)
            buffer_printf(text, "%s%s", told++ ? ", " : "",
                          values_name(spsa->plan.param[i].index, name));
    }
    return told;
}

static void add_summary(struct answer *answer, const struct spsa *spsa,
                        const struct surface *surface, int64_t games) {
    struct buffer more = buffer_init(), less = buffer_init();
    int up = name_told(spsa, surface, 1, &more), down = name_told(spsa, surface, -1, &less);
    if (!surface->known)
        answer_summary(answer,
                       "%d coefficients need %" PRId64 " draws, %" PRId64
                       " are played: nothing is fitted yet.",
                       surface->coefficients, surface->needed, spsa->step);
    else if (surface->gain.n > 0)
        answer_summary(answer,
                       "%s: where one half of the draws leads gains %+.0f Elo [%.0f, %.0f] by the "
                       "other half; %" PRId64 " games, %d coefficients.",
                       surface->gain.low > 0 ? "All together something is told to be gained"
                                             : "All together nothing is told to be gained",
                       whole(surface->gain.value), whole(surface->gain.low),
                       whole(surface->gain.high), games, surface->coefficients);
    else
        answer_summary(answer,
                       "Neither half of the draws leads away from the start; %" PRId64
                       " games, %d coefficients.",
                       games, surface->coefficients);
    if (surface->known && up + down)
        answer_summary(
            answer,
            "Told (95%%, of all together) to be better with more: %s; with less: %s; not "
            "told: %d of %d directions.",
            up && !more.failed ? more.data : "none", down && !less.failed ? less.data : "none",
            surface->directions - up - down, surface->directions);
    else if (surface->known)
        answer_summary(answer,
                       "No direction alone is told to lead to anything better (95%%, of all "
                       "together).");
    answer_summary(answer, "Whether the answer plays better at other limits and against others, "
                           "kagami match --ladder tells.");
    answer->failed |= more.failed || less.failed;
    buffer_destroy(&more);
    buffer_destroy(&less);
}

static void add_values(struct answer *answer, const struct spsa *spsa,
                       const struct surface *surface) {
    static const struct answer_column value_columns[] = {
        {.key = "parameter"}, {.key = "scale"}, {.key = "start"}, {.key = "min"},
        {.key = "max"},       {.key = "c_end"}, {.key = "value"}};
    answer_table(answer, "parameters", NULL, value_columns, ARRAY_LENGTH(value_columns));
    for (int i = 0; i < spsa->plan.count; i++) {
        const struct spsa_param *param = &spsa->plan.param[i];
        char name[VALUE_NAME];
        const struct answer_cell row[] = {
            cell_text(values_name(param->index, name)),
            cell_text(param->scale == SPSA_LOG ? "log" : "linear"),
            cell_number(param->start),
            cell_number(param->low),
            cell_number(param->high),
            cell_number(param->c_end),
            cell_number(surface_value(spsa, surface, i)),
        };
        answer_row(answer, row);
    }
}

void surface_answer(struct answer *answer, const struct spsa *spsa) {
    static const struct answer_column gain[] = {{"gain", NULL, ANSWER_NUMBER, 0, ANSWER_OBJECT}};
    int64_t games = 2 * (score_units(&spsa->pairs) + score_units(&spsa->recent));
    struct surface surface;
    struct error error;
    if (!surface_fit(spsa, &surface, &error)) {
        answer->failed = true;
        return;
    }
    answer_key(answer, "fit", cell_flag(true));
    answer_key(answer, "coefficients", cell_number(surface.coefficients));
    answer_fact(answer, gain,
                surface.known && surface.gain.n > 0
                    ? cell_interval(surface.gain.value, surface.gain.low, surface.gain.high)
                    : cell_missing());
    add_summary(answer, spsa, &surface, games);
    if (surface.known) {
        answer_table(answer, "directions", NULL, columns, ARRAY_LENGTH(columns));
        for (int i = 0; i < spsa->plan.count; i++)
            if (spsa_leads(&spsa->plan, i))
                add_direction(answer, spsa, &surface, i);
        add_legend(answer);
    }
    add_values(answer, spsa, &surface);
}

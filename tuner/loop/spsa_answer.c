// SPDX-License-Identifier: GPL-3.0-or-later
#include "spsa.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "statistics.h"

enum { TEXT = 32, NAMED_MOST = 6 };

// A way by the parameter's scale: "20%", or "1.5" in its own units; with its sign where asked for.
static const char *way_text(const struct spsa_param *param, double x, bool sign, char text[TEXT]) {
    bool share = param->scale == SPSA_LOG;
    int decimals = share ? 0 : 1;
    double value = share ? 100 * expm1(x) : x;
    if (fabs(value) < (share ? 0.5 : 0.05)) // no "-0"
        value = 0;
    snprintf(text, TEXT, sign ? "%+.*f%s" : "%.*f%s", decimals, value, share ? "%" : "");
    return text;
}

// Names what the search at this limit does not see, so that no game can tell anything of it.
static void warn_of_idle(struct answer *answer, const struct spsa_plan *plan, const double *share) {
    struct buffer names = buffer_init();
    char name[VALUE_NAME];
    for (int i = 0; i < plan->count; i++)
        if (share[i] == 0 && spsa_leads(plan, i))
            buffer_printf(&names, "%s%s", names.length > 0 ? ", " : "",
                          values_name(plan->param[i].index, name));
    if (names.length > 0)
        answer_warning(answer,
                       "in the positions tried no move changes at this limit by %s: tune at more "
                       "nodes, or without",
                       names.data);
    buffer_destroy(&names);
}

// What moves by one coin.
static void add_directions(struct answer *answer, const struct spsa_plan *plan) {
    struct buffer text = buffer_init();
    char name[VALUE_NAME];
    for (int i = 0; i < plan->count; i++) {
        int others = -1;
        if (plan->param[i].with != i + 1)
            continue;
        for (int k = i; k < plan->count; k++)
            others += plan->param[k].with == i + 1;
        buffer_printf(&text, "%s%s", text.length ? "; " : "",
                      values_name(plan->param[i].index, name));
        if (others)
            buffer_printf(&text, " and %d other%s", others, others == 1 ? "" : "s");
    }
    if (text.length)
        answer_line(answer, "together", "%s: each a direction, by one share", text.data);
    buffer_destroy(&text);
}

struct answer spsa_plan_answer(const struct spsa_plan *plan, const double *share) {
    static const struct answer_column columns[] = {
        {"parameter", "parameter", ANSWER_TEXT},
        {"start", "start", ANSWER_DIGITS, 6},
        {"min"},
        {"max"},
        {NULL, "bounds", ANSWER_TEXT},
        {"c_end"},
        {NULL, "arms", ANSWER_NUMBER},
        {"moves", "moves", ANSWER_SHARE},
        {NULL, "chance", ANSWER_NUMBER},
        {NULL, "10 Elo", ANSWER_NUMBER},
    };
    struct answer answer = answer_init(NULL);
    char seed[TEXT];
    double most = 0;
    for (int i = 0; i < plan->count; i++) {
        struct spsa_projection project = spsa_project(plan, i, 0);
        most = fmax(most, project.noise / project.per_elo);
    }
    answer_sentence(
        &answer,
        "%d parameter%s, %" PRId64 " steps of %d pair%s: %" PRId64 " games, seed %" PRIu64
        ". Where the arms are less than %.1f Elo apart, chance moves a parameter more than "
        "the games do.",
        plan->count, plan->count == 1 ? "" : "s", plan->steps, plan->pairs,
        plan->pairs == 1 ? "" : "s", plan->steps * plan->pairs * 2, plan->seed, most);
    snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
    answer_key(&answer, "seed", cell_text(seed));
    answer_key(&answer, "steps", cell_count(plan->steps));
    answer_key(&answer, "pairs", cell_number(plan->pairs));
    answer_table(&answer, "parameters", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        struct spsa_projection project = spsa_project(plan, i, 0);
        char name[VALUE_NAME], bounds[2 * TEXT], text[3][TEXT];
        snprintf(bounds, sizeof bounds, "%g..%g", param->low, param->high);
        ANSWER_ROW(&answer, cell_text(values_name(param->index, name)), cell_number(param->start),
                   cell_number(param->low), cell_number(param->high), cell_text(bounds),
                   cell_number(param->c_end),
                   cell_text(way_text(param, param->c_end, false, text[0])),
                   cell_word(share ? share[i] : NAN, share ? NULL : "-"),
                   cell_text(way_text(param, project.noise * param->c_end, false, text[1])),
                   cell_text(way_text(param, 10 * project.per_elo * param->c_end, false, text[2])));
    }
    answer_line(&answer, "arms",
                "how far each way the two players stand from the middle at the end");
    answer_line(&answer, "moves", "share of positions in which that changes the move%s",
                share ? "" : " (not measured)");
    answer_line(&answer, "chance",
                "standard deviation of the way of a parameter that does not matter");
    answer_line(&answer, "10 Elo",
                "the way it goes if its arms stay 10 Elo apart, for as long as they do");
    add_directions(&answer, plan);
    if (share)
        warn_of_idle(&answer, plan, share);
    return answer;
}

static const struct answer_column columns[] = {
    {"parameter", "parameter", ANSWER_TEXT},
    {.key = "scale"},
    {"start", "start", ANSWER_DIGITS, 6},
    {.key = "min"},
    {.key = "max"},
    {.key = "c_end"},
    {.key = "r_end"},
    {"value", "answer", ANSWER_NUMBER, 1, ANSWER_STRONG},
    {"change", "change", ANSWER_NUMBER},
    {"sd", "sd", ANSWER_NUMBER, 1},
    {"last", "last", ANSWER_NUMBER, 1},
    {"way", "way", ANSWER_NUMBER, 2, ANSWER_PLUS},
    {"chance_c_ends", "chance", ANSWER_NUMBER, 2},
    {"per_elo_c_ends", "an Elo", ANSWER_NUMBER, 3, ANSWER_WIDE},
};

static void add_row(struct answer *answer, const struct spsa *spsa, int i) {
    const struct spsa_param *param = &spsa->plan.param[i];
    struct spsa_estimate of = spsa_estimate(spsa, i);
    char name[VALUE_NAME], change[TEXT];
    ANSWER_ROW(answer, cell_text(values_name(param->index, name)),
               cell_text(param->scale == SPSA_LOG ? "log" : "linear"), cell_number(param->start),
               cell_number(param->low), cell_number(param->high), cell_number(param->c_end),
               cell_number(param->r_end), cell_number(of.mean),
               cell_text(way_text(param, of.way * param->c_end, true, change)), cell_number(of.sd),
               cell_number(of.last), cell_number(of.way), cell_number(of.chance),
               cell_number(spsa_project(&spsa->plan, i, 0).per_elo));
}

// For people, where parameters go together: a row for each direction, and how far chance carries
// one that does not matter. False: each goes alone.
static bool add_led(struct answer *answer, const struct spsa *spsa) {
    static const struct answer_column led[] = {
        {NULL, "direction", ANSWER_TEXT},   {NULL, "parameters", ANSWER_COUNT},
        {NULL, "change", ANSWER_NUMBER},    {NULL, "way", ANSWER_NUMBER, 2, ANSWER_PLUS},
        {NULL, "chance", ANSWER_NUMBER, 2},
    };
    const struct spsa_plan *plan = &spsa->plan;
    int leading = 0;
    for (int i = 0; i < plan->count; i++)
        leading += spsa_leads(plan, i);
    if (leading == plan->count)
        return false;
    answer_table(answer, NULL, NULL, led, ARRAY_LENGTH(led));
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        struct spsa_estimate of = spsa_estimate(spsa, i);
        char name[VALUE_NAME], change[TEXT];
        int members = 0;
        for (int k = i; k < plan->count; k++)
            members += k == i || plan->param[k].with == i + 1;
        if (spsa_leads(plan, i))
            ANSWER_ROW(answer, cell_text(values_name(param->index, name)), cell_number(members),
                       cell_text(way_text(param, of.way * param->c_end, true, change)),
                       cell_number(of.way), cell_number(of.chance));
    }
    return true;
}

// How to read the table.
static void add_legend(struct answer *answer) {
    answer_line(answer, "answer",
                "mean over the second half of the steps; sd: of the values in it. What pieces are "
                "worth says `kagami worth`");
    answer_line(answer, "way",
                "from the start, in the arms' distance at the end; chance: its standard deviation "
                "for a parameter that does not matter");
}

// Which parameters went farther than chance carries one that does not matter.
static void add_summary(struct answer *answer, const struct spsa *spsa, int64_t games) {
    const struct spsa_plan *plan = &spsa->plan;
    struct buffer text = buffer_init();
    int far = 0, leading = 0;
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        struct spsa_estimate of = spsa_estimate(spsa, i);
        char name[VALUE_NAME], change[TEXT];
        if (!spsa_leads(plan, i)) // what goes with another says nothing of its own
            continue;
        leading++;
        if (!(fabs(of.way) > NORMAL_975 * of.chance))
            continue;
        if (far++ < NAMED_MOST)
            buffer_printf(&text, "%s%s %s", far > 1 ? ", " : "", values_name(param->index, name),
                          way_text(param, of.way * param->c_end, true, change));
    }
    if (far > NAMED_MOST)
        buffer_printf(&text, " and %d more", far - NAMED_MOST);
    if (far)
        answer_summary(answer,
                       "Farther than chance goes (95%%): %s; within its reach: %d of %d. %" PRId64
                       " games, step %" PRId64 " of %" PRId64 ".",
                       text.data, leading - far, leading, games, spsa->step, plan->steps);
    else
        answer_summary(answer,
                       "No parameter has gone farther than chance goes (95%%): %" PRId64
                       " games, step %" PRId64 " of %" PRId64 ".",
                       games, spsa->step, plan->steps);
    answer_summary(answer,
                   "The values have no interval. A match tests them: kagami match --ladder.");
    buffer_destroy(&text);
}

void spsa_answer(struct answer *answer, const struct spsa *spsa) {
    const struct spsa_plan *plan = &spsa->plan;
    char seed[TEXT];
    int64_t games = 2 * (score_units(&spsa->pairs) + score_units(&spsa->recent));
    snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
    answer_head(answer, "seed %s", seed);
    answer_key(answer, "seed", cell_text(seed));
    answer_key(answer, "steps", cell_count(plan->steps));
    answer_key(answer, "steps_done", cell_count(spsa->step));
    answer_key(answer, "pairs_a_step", cell_number(plan->pairs));
    answer_key(answer, "games", cell_count(games));
    add_summary(answer, spsa, games);
    if (add_led(answer, spsa))
        answer_rest(answer, "Every parameter: --full.");
    answer_table(answer, "parameters", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < plan->count; i++)
        add_row(answer, spsa, i);
    add_legend(answer);
    add_directions(answer, plan);
    answer_rest_end(answer);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "spsa.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "statistics.h"

static const double ALPHA = 0.602, GAMMA = 0.101, STABILITY = 0.1;

double spsa_value(const struct spsa_param *param, double x) {
    return param->scale == SPSA_LOG ? exp(x) : x;
}

double spsa_x(const struct spsa_param *param, double value) {
    assert(param->scale == SPSA_LINEAR || value > 0);
    return param->scale == SPSA_LOG ? log(value) : value;
}

const char *spsa_name(const struct spsa_param *param, char name[VALUE_NAME]) {
    return *param->option ? param->option : values_name(param->index, name);
}

bool spsa_param_check(const struct spsa_param *param, struct error *error) {
    char text[VALUE_NAME];
    const char *name = spsa_name(param, text);
    int low = -SPSA_OPTION_MOST, high = SPSA_OPTION_MOST;
    if (!*param->option)
        values_range(param->index, &low, &high);
    if (!(param->low >= low && param->high <= high))
        return error_set(error, "%s: bounds %g..%g are outside %d..%d", name, param->low,
                         param->high, low, high);
    if (!(param->low <= param->start && param->start <= param->high && param->low < param->high))
        return error_set(error, "%s: expected min <= start <= max and min < max, not %g, %g, %g",
                         name, param->low, param->start, param->high);
    if (param->scale == SPSA_LOG && param->low < 1)
        return error_set(error, "%s: by the logarithm the least is 1, not %g", name, param->low);
    double most = param->scale == SPSA_LOG ? 2 : param->high - param->low;
    if (!(param->c_end > 0 && param->c_end <= most))
        return error_set(error, "%s: c_end must be above 0, at most %g, not %g", name, most,
                         param->c_end);
    if (!(param->r_end > 0 && param->r_end <= 10))
        return error_set(error, "%s: r_end must be above 0, at most 10, not %g", name,
                         param->r_end);
    return true;
}

bool spsa_plan_check(const struct spsa_plan *plan, struct error *error) {
    if (plan->count == 0)
        return error_set(error, "nothing to tune");
    if (plan->steps < 1 || plan->steps > SPSA_STEPS_MAX)
        return error_set(error, "steps: from 1 to %d", SPSA_STEPS_MAX);
    if (plan->pairs < 1 || plan->pairs > SPSA_PAIRS_MAX)
        return error_set(error, "pairs a step: from 1 to %d", SPSA_PAIRS_MAX);
    for (int i = 0; i < plan->count; i++) {
        int with = plan->param[i].with;
        if (!spsa_param_check(&plan->param[i], error))
            return false;
        if (with < 0 || with > i + 1 || (with && plan->param[with - 1].with != with))
            return error_set(error, "parameters that go together name the first of them");
    }
    return true;
}

int spsa_coins(const struct spsa_plan *plan) {
    int coins = 0;
    for (int i = 0; i < plan->count; i++)
        coins += spsa_leads(plan, i);
    return coins;
}

struct spsa_param spsa_param_propose(int index, int value, double share) {
    assert(index >= 0 && index < PARAMETERS && share > 0);
    enum { SMALL = 10 }; // below that a share is less than a unit
    int low, high;
    values_range(index, &low, &high);
    struct spsa_param param = {.index = index, .start = value, .low = low, .high = high};
    if (value >= SMALL) {
        param.scale = SPSA_LOG;
        param.low = fmax(fmax(low, 1), value / 10.0);
        param.high = fmin(high, value * 10.0);
        param.c_end = fmax(log1p(share), log1p(1.0 / value));
    } else {
        param.scale = SPSA_LINEAR;
        param.c_end = fmin(fmax(1, share * 0.1 * (high - low)), 0.25 * (high - low));
    }
    return param;
}

bool spsa_param_scaled(int index, int value, double share, struct spsa_param *param) {
    *param = spsa_param_propose(index, value, share);
    param->c_end = param->scale == SPSA_LOG ? log1p(share) : share * abs(value);
    param->against = value < 0;
    return value != 0;
}

void spsa_init(struct spsa *spsa, const struct spsa_plan *plan) {
    assert(plan->count > 0 && plan->count <= PARAMETERS);
    memset(spsa, 0, sizeof *spsa);
    spsa->plan = *plan;
    spsa->pairs.cells = spsa->recent.cells = PAIR_CELLS;
    spsa->block_steps = 1;
    for (int i = 0; i < plan->count; i++)
        spsa->x[i] = spsa_x(&plan->param[i], plan->param[i].start);
}

bool spsa_finished(const struct spsa *spsa) {
    return spsa->step == spsa->plan.steps;
}

// c_k of step k = 1, 2, ...
static double perturbation(const struct spsa_plan *plan, int i, int64_t k) {
    return plan->param[i].c_end * pow((double)plan->steps / (double)k, GAMMA);
}

// R_k c_k: what one win more moves x.
static double gain(const struct spsa_plan *plan, int i, int64_t k) {
    const struct spsa_param *param = &plan->param[i];
    double n = (double)plan->steps, stability = STABILITY * n;
    double a_k = param->r_end * param->c_end * param->c_end *
                 pow((stability + n) / (stability + (double)k), ALPHA);
    return a_k / perturbation(plan, i, k);
}

// The coins of a step, and then its dithers.
static struct random step_random(const struct spsa_plan *plan, int64_t step) {
    return random_init(plan->seed, (uint64_t)step, RANDOM_SPSA);
}

static int flip(struct random *random) {
    return random_u32(random) & 1 ? 1 : -1;
}

// The coins of a step, by parameter: a direction has that of its first, which goes against it
// itself where its value is negative.
static void flip_all(const struct spsa_plan *plan, struct random *random, int *flips) {
    int coin[PARAMETERS];
    for (int i = 0; i < plan->count; i++)
        coin[i] = flip(random);
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        flips[i] = coin[param->with ? param->with - 1 : i] * (param->against ? -1 : 1);
    }
}

// The whole number below or above, the nearer one more often.
static int dithered(double value, double dither) {
    return (int)floor(value + dither);
}

void spsa_arms(const struct spsa *spsa, const struct values *base, struct values arm[2]) {
    assert(!spsa_finished(spsa));
    const struct spsa_plan *plan = &spsa->plan;
    struct random random = step_random(plan, spsa->step);
    int flips[PARAMETERS];
    flip_all(plan, &random, flips);
    arm[0] = arm[1] = *base;
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        double dither = random_unit(&random);
        double apart = flips[i] * perturbation(plan, i, spsa->step + 1);
        for (int side = 0; side < 2; side++) {
            double value = spsa_value(param, spsa->x[i] + (side ? -apart : apart));
            value = fmin(fmax(value, param->low), param->high);
            // At a bound that is no whole number the dither must not step over it.
            value = fmin(fmax(dithered(value, dither), ceil(param->low)), floor(param->high));
            arm[side].value[param->index] = (int)value;
        }
    }
}

static void halve_blocks(struct spsa *spsa) {
    for (int b = 0; b < SPSA_BLOCKS / 2; b++) {
        spsa->block_count[b] = spsa->block_count[2 * b] + spsa->block_count[2 * b + 1];
        for (int i = 0; i < spsa->plan.count; i++)
            spsa->block_sum[b][i] = spsa->block_sum[2 * b][i] + spsa->block_sum[2 * b + 1][i];
    }
    spsa->blocks = SPSA_BLOCKS / 2;
    spsa->block_steps *= 2;
}

static void note_step(struct spsa *spsa) {
    int last = spsa->blocks - 1;
    if (last < 0 || spsa->block_count[last] == spsa->block_steps) {
        if (spsa->blocks == SPSA_BLOCKS)
            halve_blocks(spsa);
        last = spsa->blocks++;
        spsa->block_count[last] = 0;
        memset(spsa->block_sum[last], 0, sizeof spsa->block_sum[last]);
    }
    spsa->block_count[last]++;
    for (int i = 0; i < spsa->plan.count; i++)
        spsa->block_sum[last][i] += spsa->x[i];
}

static void make_step(struct spsa *spsa) {
    const struct spsa_plan *plan = &spsa->plan;
    struct random random = step_random(plan, spsa->step);
    int64_t lead = 0; // wins less losses, in games
    for (int cell = 0; cell < PAIR_CELLS; cell++) {
        lead += (cell - 2) * spsa->recent.count[cell];
        spsa->pairs.count[cell] += spsa->recent.count[cell];
        spsa->recent.count[cell] = 0;
    }
    spsa->step++;
    spsa->lead_squares += (double)(lead * lead);
    int flips[PARAMETERS];
    flip_all(plan, &random, flips);
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        double told = flips[i] * (double)lead;
        double x = spsa->x[i] + gain(plan, i, spsa->step) * told;
        spsa->x[i] = fmin(fmax(x, spsa_x(param, param->low)), spsa_x(param, param->high));
    }
    note_step(spsa);
}

void spsa_add_pair(struct spsa *spsa, int cell) {
    assert(!spsa_finished(spsa) && cell >= 0 && cell < PAIR_CELLS);
    spsa->recent.count[cell]++;
    if (score_units(&spsa->recent) == spsa->plan.pairs)
        make_step(spsa);
}

// Long runs: every so many steps stand for those around them.
enum { STEPS_SUMMED = 100000 };

// Standard deviation of the mean of x over the steps after `first`, in c_end, where the parameter
// does not matter: a step moves all that come after it.
static double chance_of_mean(const struct spsa *spsa, int i, int64_t first) {
    int64_t steps = spsa->step, stride = 1 + steps / STEPS_SUMMED;
    double squares = 0;
    for (int64_t k = 1; k <= steps; k += stride) {
        double width = (double)(k + stride <= steps ? stride : steps - k + 1);
        double share = (double)(steps - (k > first ? k : first + 1) + 1) / (double)(steps - first);
        double move = share * gain(&spsa->plan, i, k) / spsa->plan.param[i].c_end;
        squares += width * move * move;
    }
    return steps > 0 ? sqrt(squares * spsa->lead_squares / (double)steps) : 0;
}

struct spsa_estimate spsa_estimate(const struct spsa *spsa, int i) {
    assert(i >= 0 && i < spsa->plan.count);
    const struct spsa_param *param = &spsa->plan.param[i];
    double x = spsa->x[i], sum = 0, squares = 0;
    struct spsa_estimate estimate = {.last = spsa_value(param, x)};
    int half = spsa->blocks / 2;
    int64_t steps = 0;
    for (int b = half; b < spsa->blocks; b++) {
        sum += spsa->block_sum[b][i];
        steps += spsa->block_count[b];
    }
    if (steps > 0)
        x = sum / (double)steps;
    estimate.mean = fmin(fmax(spsa_value(param, x), param->low), param->high);
    for (int b = half; b < spsa->blocks; b++) {
        double count = (double)spsa->block_count[b];
        double off = spsa_value(param, spsa->block_sum[b][i] / count) - estimate.mean;
        squares += count * off * off;
    }
    estimate.sd = steps > 0 ? sqrt(squares / (double)steps) : 0;
    estimate.way = (x - spsa_x(param, param->start)) / param->c_end;
    estimate.chance = chance_of_mean(spsa, i, spsa->step - steps);
    return estimate;
}

// How far the plan carries a parameter, in its c_end, without draws.
struct projection {
    double noise;   // standard deviation at the end if it does not matter at all
    double per_elo; // drift for each Elo that the arms are apart at c_end, if that stays
};

static struct projection project(const struct spsa_plan *plan, int i) {
    const struct spsa_param *param = &plan->param[i];
    double squares = 0, sum = 0, games = 2.0 * plan->pairs;
    int64_t stride = 1 + plan->steps / STEPS_SUMMED;
    for (int64_t k = 1; k <= plan->steps; k += stride) {
        double width = (double)(k + stride <= plan->steps ? stride : plan->steps - k + 1);
        double move = gain(plan, i, k) / param->c_end;
        squares += width * move * move;
        sum += width * move * perturbation(plan, i, k) / param->c_end;
    }
    // d(score)/d(Elo) at 0 is ln(10) / 1600, wins less losses are twice the score above one half.
    return (struct projection){.noise = sqrt(games * squares),
                               .per_elo = sum * games * 2 * log(10) / 1600};
}

double spsa_r_end(const struct spsa_plan *plan, double drift) {
    assert(drift > 0);
    struct spsa_plan unit = *plan;
    unit.param[0] = (struct spsa_param){.c_end = 1, .r_end = 1};
    return drift / project(&unit, 0).noise;
}

// --- The answer ----------------------------------------------------------------------------------

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
                          spsa_name(&plan->param[i], name));
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
        buffer_printf(&text, "%s%s", text.length ? "; " : "", spsa_name(&plan->param[i], name));
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
        struct projection carries = project(plan, i);
        most = fmax(most, carries.noise / carries.per_elo);
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
        struct projection carries = project(plan, i);
        char name[VALUE_NAME], bounds[2 * TEXT], text[3][TEXT];
        snprintf(bounds, sizeof bounds, "%g..%g", param->low, param->high);
        ANSWER_ROW(&answer, cell_text(spsa_name(param, name)), cell_number(param->start),
                   cell_number(param->low), cell_number(param->high), cell_text(bounds),
                   cell_number(param->c_end),
                   cell_text(way_text(param, param->c_end, false, text[0])),
                   cell_word(share ? share[i] : NAN, share ? NULL : "-"),
                   cell_text(way_text(param, carries.noise * param->c_end, false, text[1])),
                   cell_text(way_text(param, 10 * carries.per_elo * param->c_end, false, text[2])));
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
    ANSWER_ROW(answer, cell_text(spsa_name(param, name)),
               cell_text(param->scale == SPSA_LOG ? "log" : "linear"), cell_number(param->start),
               cell_number(param->low), cell_number(param->high), cell_number(param->c_end),
               cell_number(param->r_end), cell_number(of.mean),
               cell_text(way_text(param, of.way * param->c_end, true, change)), cell_number(of.sd),
               cell_number(of.last), cell_number(of.way), cell_number(of.chance),
               cell_number(project(&spsa->plan, i).per_elo));
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
    if (spsa_coins(plan) == plan->count)
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
            ANSWER_ROW(answer, cell_text(spsa_name(param, name)), cell_number(members),
                       cell_text(way_text(param, of.way * param->c_end, true, change)),
                       cell_number(of.way), cell_number(of.chance));
    }
    return true;
}

// Which parameters went farther than chance carries any one of so many that do not matter.
static void add_summary(struct answer *answer, const struct spsa *spsa, int64_t games) {
    const struct spsa_plan *plan = &spsa->plan;
    struct buffer text = buffer_init();
    int far = 0, leading = spsa_coins(plan);
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        struct spsa_estimate of = spsa_estimate(spsa, i);
        char name[VALUE_NAME], change[TEXT];
        if (!spsa_leads(plan, i)) // what goes with another says nothing of its own
            continue;
        if (!(normal_p(of.way, of.chance) * leading < 0.05))
            continue;
        if (far++ < NAMED_MOST)
            buffer_printf(&text, "%s%s %s", far > 1 ? ", " : "", spsa_name(param, name),
                          way_text(param, of.way * param->c_end, true, change));
    }
    if (far > NAMED_MOST)
        buffer_printf(&text, " and %d more", far - NAMED_MOST);
    if (far)
        answer_summary(
            answer,
            "Farther than chance goes (95%% over all %d): %s; within its reach: %d. %" PRId64
            " games, step %" PRId64 " of %" PRId64 ".",
            leading, text.data, leading - far, games, spsa->step, plan->steps);
    else
        answer_summary(answer,
                       "No parameter has gone farther than chance goes (95%% over all): %" PRId64
                       " games, step %" PRId64 " of %" PRId64 ".",
                       games, spsa->step, plan->steps);
    answer_summary(answer,
                   "The values have no interval. A match tests them: kagami match --ladder.");
    buffer_destroy(&text);
}

void spsa_answer(struct answer *answer, const struct spsa *spsa) {
    const struct spsa_plan *plan = &spsa->plan;
    int64_t games = 2 * (score_units(&spsa->pairs) + score_units(&spsa->recent));
    answer_seed(answer, plan->seed);
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
    answer_line(answer, "answer",
                "mean over the second half of the steps; sd: of the values in it%s",
                *plan->param[0].option ? "" : ". What pieces are worth says `kagami worth`");
    answer_line(answer, "way",
                "from the start, in the arms' distance at the end; chance: its standard deviation "
                "for a parameter that does not matter");
    add_directions(answer, plan);
    answer_rest_end(answer);
}

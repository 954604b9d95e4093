// SPDX-License-Identifier: GPL-3.0-or-later
#include "spsa.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "random.h"

static const double ALPHA = 0.602, GAMMA = 0.101, STABILITY = 0.1;

double spsa_value(const struct spsa_param *param, double x) {
    return param->scale == SPSA_LOG ? exp(x) : x;
}

double spsa_x(const struct spsa_param *param, double value) {
    assert(param->scale == SPSA_LINEAR || value > 0);
    return param->scale == SPSA_LOG ? log(value) : value;
}

bool spsa_param_check(const struct spsa_param *param, struct error *error) {
    char name[VALUE_NAME];
    int low, high;
    values_name(param->index, name);
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

void spsa_result(const struct spsa *spsa, const struct values *base, struct values *values) {
    *values = *base;
    for (int i = 0; i < spsa->plan.count; i++)
        values->value[spsa->plan.param[i].index] = (int)lround(spsa_estimate(spsa, i).mean);
}

struct spsa_projection spsa_project(const struct spsa_plan *plan, int i, double draws) {
    assert(i >= 0 && i < plan->count && draws >= 0 && draws <= 1);
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
    return (struct spsa_projection){.noise = sqrt(games * (1 - draws) * squares),
                                    .per_elo = sum * games * 2 * log(10) / 1600};
}

double spsa_r_end(const struct spsa_plan *plan, double drift) {
    assert(drift > 0);
    struct spsa_plan unit = *plan;
    unit.param[0] = (struct spsa_param){.c_end = 1, .r_end = 1};
    return drift / spsa_project(&unit, 0, 0).noise;
}

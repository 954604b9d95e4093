// SPDX-License-Identifier: GPL-3.0-or-later
// What SPSA tunes, and how far apart its arms are.
#include "spsa_run.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "memory.h"
#include "notation.h"
#include "random.h"
#include "values_file.h"

#define ATTACK                                                                                     \
    "king.attack,king.approach,king.drops,king.attackers,king.strikes,king.weak,king.weak-drops,"  \
    "king.siege,king.breach,king.shut,king.checks,king.hunt"
#define DEFENCE "king.shelter,king.near,king.defenders,king.escapes"

static const char *const usual_directions[] = {
    "board.?", "hand.?", "board.+?", ATTACK, DEFENCE, "advance.*,centre.*", "tempo", "flag.*"};

static double share_of(const struct spsa_choice *choice) {
    return choice->share > 0 ? choice->share : 0.1;
}

static void keep_near(struct spsa_param *param, double way) {
    double ends[] = {param->start / way, param->start * way};
    param->low = fmax(param->low, fmin(fmin(ends[0], ends[1]), param->start - 1));
    param->high = fmin(param->high, fmax(fmax(ends[0], ends[1]), param->start + 1));
}

static bool is_chosen(const struct spsa_plan *plan, int index) {
    for (int i = 0; i < plan->count; i++)
        if (plan->param[i].index == index)
            return true;
    return false;
}

// One direction, of what is not 0. `usual`: patterns need not name a parameter of the game.
static bool choose_together(const struct spsa_choice *choice, const struct tables *tables,
                            const struct values *base, const char *patterns, bool usual,
                            struct spsa_plan *plan, struct error *error) {
    int first = plan->count;
    bool chosen[PARAMETERS] = {false};
    for (const char *at = patterns; *at; at += strcspn(at, ","), at += *at == ',') {
        char pattern[VALUE_NAME * 2];
        bool found = usual;
        snprintf(pattern, sizeof pattern, "%.*s", (int)strcspn(at, ","), at);
        for (int index = 0; index < PARAMETERS; index++)
            if (values_match(pattern, tables, index))
                chosen[index] = found = true;
        if (!found)
            return values_match_error("--together", pattern, tables, error);
    }
    for (int index = 0; index < PARAMETERS; index++) {
        struct spsa_param param;
        char name[VALUE_NAME];
        if (chosen[index] && is_chosen(plan, index))
            return error_set(error, "--together '%s': %s goes with others already", patterns,
                             values_name(index, name));
        if (!chosen[index] ||
            !spsa_param_scaled(index, base->value[index], share_of(choice), &param))
            continue;
        if (choice->way > 0)
            keep_near(&param, choice->way);
        param.with = first + 1;
        plan->param[plan->count++] = param;
    }
    return true;
}

bool spsa_choose(const struct spsa_choice *choice, const struct tables *tables,
                 const struct values *base, struct spsa_plan *plan, struct error *error) {
    bool found[OPTION_TEXTS_MAX] = {false};
    for (int i = 0; i < choice->together->count; i++)
        if (!choose_together(choice, tables, base, choice->together->text[i], false, plan, error))
            return false;
    for (int i = 0; choice->directions && i < ARRAY_LENGTH(usual_directions); i++)
        if (!choose_together(choice, tables, base, usual_directions[i], true, plan, error))
            return false;
    for (int index = 0; index < PARAMETERS; index++) {
        bool chosen = false;
        for (int i = 0; i < choice->tune->count; i++)
            if (values_match(choice->tune->text[i], tables, index))
                chosen = found[i] = true;
        if (chosen && !is_chosen(plan, index))
            plan->param[plan->count++] =
                spsa_param_propose(index, base->value[index], share_of(choice));
    }
    for (int i = 0; i < choice->tune->count; i++)
        if (!found[i])
            return values_match_error("--tune", choice->tune->text[i], tables, error);
    return true;
}

// --- How much a parameter matters ----------------------------------------------------------------

enum { GAME_NODES = 50, GAME_PLIES = 80 };

struct spot {
    struct position position;
    Move best; // of the player as he is
};

struct measurement {
    const struct config *config;
    struct beside_known known; // of all players
    struct limits limits;
    struct spot spot[SENSITIVITY_POSITIONS];
};

static struct engine *player(const struct measurement *measurement, const struct values *values) {
    const struct config *config = measurement->config;
    return engine_create_with(config->tables, values, &measurement->known, config->hash_bytes);
}

static Move best_move(struct engine *engine, const struct position *position,
                      struct limits limits) {
    struct search_result result;
    engine_new_game(engine);
    engine_search(engine, position, NULL, limits, &result);
    return result.best;
}

// A position of a quick game, with a move to make.
static bool find_spot(struct measurement *measurement, int number, struct engine *engine,
                      struct error *error) {
    const struct config *config = measurement->config;
    struct spot *spot = &measurement->spot[number];
    struct random random = random_init(config->seed, (uint64_t)number, RANDOM_SENSITIVITY);
    struct opening opening;
    if (!opening_choose(&config->opening, config->tables, config->seed, number, engine, &opening,
                        error) ||
        !fen_parse(opening.fen, config->tables, &spot->position, error))
        return false;
    struct position position = spot->position;
    int plies = (int)random_below(&random, GAME_PLIES);
    for (int ply = 0; ply <= plies; ply++) {
        Move move = best_move(engine, &position, (struct limits){.nodes = GAME_NODES});
        if (move == MOVE_NONE)
            break;
        spot->position = position;
        struct undo undo;
        position_make(&position, move, &undo);
    }
    spot->best = best_move(engine, &spot->position, measurement->limits);
    return true;
}

// Positions with another best move.
static int changed_moves(const struct measurement *measurement, const struct values *values) {
    struct engine *engine = player(measurement, values);
    int changed = 0;
    for (int i = 0; i < SENSITIVITY_POSITIONS; i++) {
        const struct spot *spot = &measurement->spot[i];
        changed += best_move(engine, &spot->position, measurement->limits) != spot->best;
    }
    engine_destroy(engine);
    return changed;
}

// `base` with the parameter moved by its c_end, and those that go with it by theirs.
static struct values moved(const struct values *base, const struct spsa_plan *plan, int number,
                           int sign) {
    struct values values = *base;
    for (int i = number; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        if (i != number && param->with != number + 1)
            continue;
        double way = (param->against ? -sign : sign) * param->c_end;
        double value = spsa_value(param, spsa_x(param, param->start) + way);
        values.value[param->index] = (int)lround(fmin(fmax(value, param->low), param->high));
    }
    return values;
}

bool sensitivity_measure(const struct config *config, const struct spsa_plan *plan, int threads,
                         const struct observer *observer, double *share, struct error *error) {
    assert(threads >= 1);
    struct measurement *measurement = mem_calloc(1, sizeof *measurement);
    struct values base = config->player[PLAYER_A].values;
    for (int i = 0; i < plan->count; i++)
        base.value[plan->param[i].index] = (int)lround(plan->param[i].start);
    measurement->config = config;
    measurement->limits = config->player[PLAYER_A].limits;
    if (!measurement->limits.nodes || measurement->limits.nodes > SENSITIVITY_NODES)
        measurement->limits.nodes = SENSITIVITY_NODES;
    if (!beside_load(&base, config->tables, &measurement->known, error)) {
        free(measurement);
        return false;
    }
    atomic_bool ended = false;
    struct error cause = {"stopped"};
#pragma omp parallel num_threads(threads)
    {
        struct engine *engine = player(measurement, &base);
#pragma omp for schedule(dynamic)
        for (int i = 0; i < SENSITIVITY_POSITIONS; i++) {
            struct error own = {""};
            if (observer_stop(observer))
                atomic_store(&ended, true);
            if (atomic_load(&ended) || find_spot(measurement, i, engine, &own))
                continue;
            atomic_store(&ended, true);
#pragma omp critical(sensitivity_cause)
            cause = own;
        }
        engine_destroy(engine);
#pragma omp for schedule(dynamic)
        for (int i = 0; i < plan->count; i++) {
            int changed = 0;
            for (int sign = -1; sign <= 1 && spsa_leads(plan, i); sign += 2) {
                if (observer_stop(observer))
                    atomic_store(&ended, true);
                if (atomic_load(&ended))
                    break;
                struct values values = moved(&base, plan, i, sign);
                changed += changed_moves(measurement, &values);
            }
            share[i] = changed / (2.0 * SENSITIVITY_POSITIONS);
        }
    }
    beside_free(&measurement->known);
    free(measurement);
    for (int i = 0; i < plan->count; i++)
        if (plan->param[i].with)
            share[i] = share[plan->param[i].with - 1];
    return !atomic_load(&ended) || error_set(error, "%s", cause.text);
}

void sensitivity_propose(struct spsa_plan *plan, const double *share, double wanted) {
    assert(wanted > 0 && wanted <= 1);
    enum { MOST = 3 };
    for (int i = 0; i < plan->count; i++) {
        struct spsa_param *param = &plan->param[i];
        double factor = share[i] > 0 ? wanted / share[i] : MOST;
        factor = fmin(fmax(factor, 1.0 / MOST), MOST);
        double least = param->scale == SPSA_LOG ? log1p(1 / param->start) : 1;
        double most = param->scale == SPSA_LOG
                          ? fmin(log(2), 0.5 * log(param->high / param->low)) // arms within bounds
                          : 0.25 * (param->high - param->low);
        if (param->with) // the same share for all of a direction
            least = 0;
        double c_end = fmin(fmax(param->c_end * factor, least), fmax(most, least));
        // Few digits, so that a plan reads well and comes back from its file the same.
        char text[32];
        snprintf(text, sizeof text, "%.3g", c_end);
        param->c_end = strtod(text, NULL);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "spsa_run.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "beside.h"
#include "csv_file.h"
#include "file.h"
#include "memory.h"
#include "number.h"
#include "values_file.h"
#include "workers.h"

enum { SAVE_SECONDS = 2 };
static const double WANTED = 0.05, DRIFT = 2;

// The request: what a run that goes on must have been begun with. The plan follows from it.
static void write_identity(struct spsa_run *run) {
    const struct spsa_plan *plan = &run->plan;
    struct buffer *text = &run->identity;
    char name[VALUE_NAME];
    config_text(run->config, text);
    buffer_printf(text, "steps=%" PRId64 "\npairs=%d\n", plan->steps, plan->pairs);
    buffer_printf(text, "c-end=%g\nr-end=0\ndrift=%g\n", run->c_end, run->drift);
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        buffer_printf(text, "tune.%s=", spsa_name(param, name));
        if (run->parameters)
            buffer_printf(text, "%d,%.10g,%.10g,%.10g,%.10g,%.10g", param->scale, param->start,
                          param->low, param->high, param->c_end, param->r_end);
        if (param->with)
            buffer_printf(text, "with %s", spsa_name(&plan->param[param->with - 1], name));
        buffer_char(text, '\n');
    }
}

// Distances by what they change, then the size of the steps.
static enum work_end complete_plan(struct spsa_run *run, struct error *error) {
    struct spsa_plan *plan = &run->plan;
    if (!run->parameters && !(run->c_end > 0)) {
        observer_say(run->observer, "measuring how often each parameter changes a move: %d to try",
                     spsa_coins(plan));
        run->measured =
            sensitivity_measure(run->config, plan, run->threads, run->observer, run->share, error);
        if (run->measured) {
            sensitivity_propose(plan, run->share, WANTED);
            run->measured = sensitivity_measure(run->config, plan, run->threads, run->observer,
                                                run->share, error);
        }
        if (!run->measured && observer_stop(run->observer)) {
            observer_say(run->observer, "stopped before the first game");
            return WORK_STOPPED;
        }
        if (!run->measured)
            return WORK_FAILED;
    }
    double r_end = spsa_r_end(plan, run->drift > 0 ? run->drift : DRIFT);
    for (int i = 0; i < plan->count; i++)
        if (!run->parameters || plan->param[i].r_end == 0 || run->drift > 0)
            plan->param[i].r_end = r_end;
    struct error cause = {""};
    if (spsa_plan_check(plan, &cause))
        return WORK_DONE;
    if (run->parameters)
        error_at(error, run->parameters, 0, "%s", cause.text);
    else
        *error = cause;
    return WORK_FAILED;
}

static bool lock_folder(struct spsa_run *run, struct error *error) {
    if (!file_join(run->folder, "spsa.json", run->state_path, error))
        return false;
    file_in(run->folder, run->program ? "options.csv" : "values.csv", run->values_path);
    if (run->part.shards)
        return file_make_folder(run->folder, error);
    run->lock = file_lock_folder(run->folder, error);
    return run->lock >= 0;
}

// Takes up the run in the folder, if there is one that fits.
static bool take_up(struct spsa_run *run, struct error *error) {
    char *identity = NULL;
    if (run->force || access(run->state_path, F_OK) != 0)
        return true;
    if (!spsa_load(run->state_path, &run->spsa, &identity, error))
        return false;
    cJSON *then = config_settings(identity), *now = config_settings(run->identity.data);
    uint64_t there = run->spsa.plan.seed, here = run->plan.seed;
    char seeds[2][24];
    struct setting_difference of;
    run->refused = config_settings_differ(then, now, NULL, &of);
    if (!run->refused && run->seed_wins && here != there) {
        snprintf(seeds[0], sizeof seeds[0], "%" PRIu64, there);
        snprintf(seeds[1], sizeof seeds[1], "%" PRIu64, here);
        of = (struct setting_difference){"seed", seeds[0], seeds[1]};
        run->refused = true;
    }
    if (run->refused)
        error_at(error, run->state_path, 0,
                 "belongs to another run: %s is '%s' there and '%s' here", of.key,
                 of.there ? of.there : "(not set)", of.here ? of.here : "(not set)");
    cJSON_Delete(then);
    cJSON_Delete(now);
    free(identity);
    if (run->refused)
        return false;
    run->config->seed = there;
    run->found = true;
    return true;
}

// What the run writes: its values (0), then what belongs to values of that name.
static const char *own_path(const struct spsa_run *run, int which, char path[PATH_MAX]) {
    return which == 0 ? strcpy(path, run->values_path)
                      : beside_path((enum beside)(which - 1), run->values_path, path);
}

// Such files in the folder are somebody's, unless a run began there.
static bool is_free(const struct spsa_run *run, struct error *error) {
    char path[PATH_MAX];
    if (run->force || access(file_in(run->folder, "origin.json", path), F_OK) == 0)
        return true;
    for (int i = 0; i <= BESIDES; i++)
        if (access(own_path(run, i, path), F_OK) == 0)
            return error_at(error, path, 0, "exists already; --force overwrites it");
    return true;
}

enum work_end spsa_run_open(struct spsa_run *run, bool dry, struct error *error) {
    run->lock = -1;
    run->identity = buffer_init();
    run->base = run->config->player[PLAYER_A].values;
    run->program = run->config->player[PLAYER_A].external;
    write_identity(run);
    if (!dry && (!lock_folder(run, error) || !take_up(run, error)))
        return WORK_FAILED;
    if (run->found)
        return WORK_DONE;
    if (!dry && !is_free(run, error))
        return WORK_FAILED;
    enum work_end end = complete_plan(run, error);
    if (end == WORK_DONE)
        spsa_init(&run->spsa, &run->plan);
    return end;
}

// Rows for values.csv: everything that the game has, and parameters of the search that are tuned or
// not by default.
static void list_values(const struct spsa_run *run, struct values_file *file) {
    const struct spsa *spsa = &run->spsa;
    file->count = 0;
    for (int i = 0; i < VALUES; i++)
        if (values_uses(run->config->tables, i))
            file->row[file->count++] = values_row_init(i, run->base.value[i]);
    values_file_add_search(file, run->config->tables, &run->base);
    for (int k = 0; k < spsa->plan.count; k++) {
        int index = spsa->plan.param[k].index, at = 0;
        while (at < file->count && file->row[at].index != index)
            at++;
        file->count = at < file->count ? file->count : at + 1;
        struct values_row *row = &file->row[at];
        *row = values_row_init(index, spsa_estimate(spsa, k).mean);
        row->games = 2 * score_units(&spsa->pairs);
    }
}

static bool write_options(const struct spsa_run *run, struct error *error) {
    const struct spsa *spsa = &run->spsa;
    struct file_set set = {.count = 0};
    struct buffer *text = file_set_add(&set, run->values_path);
    buffer_text(text, "option,value\n");
    for (int i = 0; i < spsa->plan.count; i++) {
        csv_field(text, spsa->plan.param[i].option);
        buffer_printf(text, ",%ld\n", lround(spsa_estimate(spsa, i).mean));
    }
    return file_set_write(&set, error);
}

// The values as they are now, and with them what the players know of moves.
static bool write_values(struct spsa_run *run, struct error *error) {
    if (run->program)
        return write_options(run, error);
    struct values_file *file = mem_alloc(sizeof *file);
    struct file_set set = {.count = 0};
    list_values(run, file);
    bool done = beside_add(&set, &run->base, run->values_path, NULL, error) &&
                values_file_add(&set, run->values_path, file, true, error) &&
                file_set_write(&set, error);
    file_set_destroy(&set);
    free(file);
    return done;
}

// Saves what processes have played together: one of them now and then, all at the end. What tells
// of games of steps that are saved is needed no longer.
static bool save_together(struct spsa_run *run, struct error *error) {
    bool ended = spsa_finished(&run->spsa);
    char path[PATH_MAX], step[PATH_MAX];
    if (run->part.shard != 0 && !ended)
        return true;
    if (!spsa_save(&run->spsa, run->identity.data, run->state_path, error) ||
        (ended && !write_values(run, error)))
        return false;
    DIR *steps = opendir(file_in(run->folder, "games", path));
    for (const struct dirent *name; steps && (name = readdir(steps));)
        if (name->d_name[0] != '.' && atoll(name->d_name) < run->spsa.step)
            file_drop_folder(file_in(path, name->d_name, step));
    if (steps)
        closedir(steps);
    if (ended)
        rmdir(path);
    return true;
}

static bool save(struct spsa_run *run, struct error *error) {
    if (run->part.shards)
        return save_together(run, error);
    return spsa_save(&run->spsa, run->identity.data, run->state_path, error) &&
           write_values(run, error);
}

// Another run's answer, which this one may not write over for long, and what it knew of moves.
static void drop_values(const struct spsa_run *run) {
    char path[PATH_MAX];
    for (int i = 0; i <= BESIDES; i++)
        if (i == 0 || strcmp(own_path(run, i, path), run->base.beside[i - 1].path) != 0)
            unlink(own_path(run, i, path));
}

// The folder of the step under way, or the file in it that says what a game came to.
static void game_path(const struct spsa_run *run, int game, int points, char path[PATH_MAX]) {
    int length = snprintf(path, PATH_MAX, "%.3900s/games/%" PRId64, run->folder, run->spsa.step);
    if (game >= 0)
        snprintf(path + length, (size_t)(PATH_MAX - length), "/%d.%d", game, points);
}

static bool tell_game(const struct spsa_run *run, int game, int points, struct error *error) {
    char folder[PATH_MAX], path[PATH_MAX];
    game_path(run, -1, 0, folder);
    game_path(run, game, points, path);
    if (!file_make_folder(folder, error))
        return false;
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    return (file >= 0 && close(file) == 0) || error_errno(error, path);
}

// Takes finished games in order.
static bool commit(void *context, const struct game_record *const *records, int count,
                   struct error *error) {
    struct spsa_run *run = context;
    bool done = true;
    pthread_mutex_lock(&run->mutex);
    for (int i = 0; i < count && done; i++) {
        enum result result = records[i]->outcome.result;
        enum result won = records[i]->first_player == PLAYER_A ? RESULT_FIRST : RESULT_SECOND;
        int points = result == RESULT_DRAW ? 1 : result == won ? 2 : 0;
        run->faults += termination_is_fault(records[i]->outcome.termination);
        if (run->part.shards) {
            done = tell_game(run, run->game++, points, error);
        } else if (run->half < 0) {
            run->half = points;
        } else {
            spsa_add_pair(&run->spsa, run->half + points);
            run->half = -1;
        }
        run->games++;
    }
    pthread_mutex_unlock(&run->mutex);
    return done;
}

// Tells how far it is.
static bool watch(void *context) {
    struct spsa_run *run = context;
    pthread_mutex_lock(&run->mutex);
    const struct spsa *spsa = &run->spsa;
    struct tick tick = {.task = run->task ? run->task : run->config->tables->variant.name,
                        .done = 2 * (spsa->step * spsa->plan.pairs + score_units(&spsa->recent)),
                        .total = 2 * spsa->plan.steps * spsa->plan.pairs,
                        .fresh = run->games,
                        .seconds = clock_seconds() - run->begun,
                        .about = ""};
    pthread_mutex_unlock(&run->mutex);
    observer_tick(run->observer, &tick);
    return true;
}

// Plays games of the step under way; none: only asks the program whether it knows the game.
static bool play_games(struct spsa_run *run, int64_t begin, int64_t end, struct error *error) {
    int64_t first = 2 * run->spsa.step * run->spsa.plan.pairs;
    struct work work = {.config = run->config,
                        .begin = first + begin,
                        .end = first + end,
                        .threads = begin < end ? run->threads : 1,
                        .check = begin == end,
                        .commit = commit,
                        .observer = run->observer,
                        .watch = watch,
                        .context = run};
    run->half = -1; // half a pair that was stopped is played again
    run->game = (int)begin;
    struct workers *workers = workers_create(&work);
    bool done = workers_run(workers, error);
    run->stopped |= workers_stopped(workers);
    workers_destroy(workers);
    return done;
}

// What the folder of the step says of its games; how many are missing. There may be no folder.
static int read_games(struct spsa_run *run, bool *there) {
    char path[PATH_MAX];
    int games = 2 * run->spsa.plan.pairs, missing = games, game, points;
    memset(run->points, -1, (size_t)games);
    game_path(run, -1, 0, path);
    DIR *folder = opendir(path);
    *there = folder != NULL;
    for (const struct dirent *name; folder && (name = readdir(folder));)
        if (sscanf(name->d_name, "%d.%d", &game, &points) == 2 && game >= 0 && game < games &&
            points >= 0 && points <= 2 && run->points[game] < 0) {
            run->points[game] = (signed char)points;
            missing--;
        }
    if (folder)
        closedir(folder);
    return missing;
}

// Goes on from what others have saved, if that is farther.
static bool catch_up(struct spsa_run *run) {
    struct spsa *saved = mem_alloc(sizeof *saved);
    char *identity = NULL;
    struct error ignored;
    bool farther = access(run->state_path, F_OK) == 0 &&
                   spsa_load(run->state_path, saved, &identity, &ignored) &&
                   strcmp(identity, run->identity.data) == 0 && saved->step > run->spsa.step;
    pthread_mutex_lock(&run->mutex);
    if (farther)
        run->spsa = *saved;
    pthread_mutex_unlock(&run->mutex);
    free(identity);
    free(saved);
    return farther;
}

// Plays its games of the step, and those of who is late, until all are there.
static bool play_step_together(struct spsa_run *run, struct error *error) {
    static const double patience = 1, least = 0.001, most = 0.05, idle = 0.5;
    int games = 2 * run->spsa.plan.pairs, processes = run->part.shards, missing;
    int64_t first = (int64_t)run->part.shard * games / processes;
    int64_t last = (int64_t)(run->part.shard + 1) * games / processes;
    double played = 0, since = clock_seconds(), rest = first < last ? least : idle;
    bool there, begun = false;
    while ((missing = read_games(run, &there)) > 0 && !run->stopped) {
        if (!there && catch_up(run))
            return true;
        int begin = 0, end;
        for (int i = 0; i < games && !begun; i++) // in time again
            run->late[i] &= run->points[i] < 0;
        begun = true;
        while (begin < games &&
               (run->points[begin] >= 0 || ((begin < first || begin >= last) && !run->late[begin])))
            begin++;
        for (end = begin; end < games && run->points[end] < 0 &&
                          ((end >= first && end < last) || run->late[end]);)
            end++;
        if (begin < end) {
            double from = clock_seconds();
            if (!play_games(run, begin, end, error))
                return false;
            since = clock_seconds();
            played = fmax(played, since - from);
        } else if (clock_seconds() - since > fmax(patience, 2 * played)) {
            for (int i = 0; i < games; i++)
                run->late[i] |= run->points[i] < 0;
        } else {
            nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * rest)}, NULL);
            rest = rest < most ? 2 * rest : rest;
        }
        run->stopped |= observer_stop(run->observer);
    }
    for (int i = 0; i < games && missing == 0; i += 2)
        spsa_add_pair(&run->spsa, run->points[i] + run->points[i + 1]);
    return true;
}

// A program with its options and those of an arm behind them.
struct program {
    struct external_settings settings;
    const char *option[OPTION_TEXTS_MAX + PARAMETERS];
    char text[PARAMETERS][SPSA_OPTION + NUMBER_TEXT];
};

static void equip(const struct spsa_run *run, const struct values *arm, struct program *program) {
    const struct spsa_plan *plan = &run->spsa.plan;
    int own = run->program->option_count;
    assert(own <= OPTION_TEXTS_MAX && plan->count <= PARAMETERS);
    program->settings = *run->program;
    program->settings.options = program->option;
    program->settings.option_count = own + plan->count;
    for (int i = 0; i < own; i++)
        program->option[i] = run->program->options[i];
    for (int i = 0; i < plan->count; i++) {
        snprintf(program->text[i], sizeof program->text[i], "%s=%d", plan->param[i].option,
                 arm->value[plan->param[i].index]);
        program->option[own + i] = program->text[i];
    }
}

// The players of the step under way.
static void set_arms(struct spsa_run *run) {
    struct values arm[PLAYERS];
    spsa_arms(&run->spsa, &run->base, arm);
    for (int i = 0; i < PLAYERS; i++)
        if (run->program) {
            equip(run, &arm[i], &run->arm[i]);
            run->config->player[i].external = &run->arm[i].settings;
        } else {
            run->config->player[i].values = arm[i];
        }
}

static bool play_step(struct spsa_run *run, struct error *error) {
    const struct spsa *spsa = &run->spsa;
    set_arms(run);
    return run->part.shards
               ? play_step_together(run, error)
               : play_games(run, 2 * score_units(&spsa->recent), 2 * spsa->plan.pairs, error);
}

// Does the program, if one is tuned, know the game, its options and their bounds? Nothing is there
// yet if not.
static bool ask_program(struct spsa_run *run, struct error *error) {
    const struct spsa_plan *plan = &run->spsa.plan;
    if (!run->program || spsa_finished(&run->spsa))
        return true;
    for (int arm = 0; arm < PLAYERS; arm++) {
        struct values bounds = run->base;
        for (int i = 0; i < plan->count; i++)
            bounds.value[plan->param[i].index] =
                (int)lround(arm == PLAYER_A ? plan->param[i].low : plan->param[i].high);
        equip(run, &bounds, &run->arm[arm]);
        run->config->player[arm].external = &run->arm[arm].settings;
    }
    return play_games(run, 0, 0, error);
}

static bool play_all(struct spsa_run *run, struct error *error) {
    bool done = true;
    double saved = clock_seconds();
    while (done && !run->stopped && !spsa_finished(&run->spsa)) {
        done = play_step(run, error);
        run->stopped |= observer_stop(run->observer);
        if (done && clock_seconds() - saved >= SAVE_SECONDS) {
            done = save(run, error);
            saved = clock_seconds();
        }
    }
    observer_tick(run->observer, NULL);
    return done && save(run, error);
}

enum work_end spsa_run_play(struct spsa_run *run, struct error *error) {
    const struct spsa *spsa = &run->spsa;
    int64_t steps = spsa->plan.steps;
    run->begun = clock_seconds();
    run->points = mem_calloc(2 * (size_t)spsa->plan.pairs, sizeof *run->points);
    run->late = mem_calloc(2 * (size_t)spsa->plan.pairs, sizeof *run->late);
    run->arm = run->program ? mem_calloc(PLAYERS, sizeof *run->arm) : NULL;
    pthread_mutex_init(&run->mutex, NULL);
    bool done = ask_program(run, error);
    // The origin is not in the state: its bytes do not depend on how the run was called.
    if (done && !run->found)
        done = origin_write(run->folder, run->command, run->identity.data, error);
    if (run->found && spsa_finished(spsa))
        observer_say(run->observer, "%s is finished, nothing to do", run->folder);
    else if (run->found)
        observer_say(run->observer, "going on after step %" PRId64 " of %" PRId64 " in %s",
                     spsa->step, steps, run->folder);
    if (done && !run->found && !run->part.shards) // others may have written them meanwhile
        drop_values(run);
    done = done && play_all(run, error);
    pthread_mutex_destroy(&run->mutex);
    free(run->points);
    free(run->late);
    free(run->arm);
    for (int i = 0; i < PLAYERS; i++)
        run->config->player[i].external = run->program;
    if (run->faults)
        observer_say(run->observer,
                     "%" PRId64 " of %" PRId64 " games were lost by a fault, and count as lost",
                     run->faults, run->games);
    if (!done)
        return WORK_FAILED;
    if (spsa_finished(spsa))
        return WORK_DONE;
    observer_say(run->observer,
                 "stopped after %" PRId64 " of %" PRId64
                 " steps, saved in %s; run the same command again to go on",
                 spsa->step, steps, run->folder);
    return WORK_STOPPED;
}

void spsa_run_close(struct spsa_run *run) {
    buffer_destroy(&run->identity);
    if (run->lock >= 0 && access(run->state_path, F_OK) != 0) { // nothing came of it
        char path[PATH_MAX];
        unlink(file_in(run->folder, "lock", path));
        rmdir(run->folder);
    }
    if (run->lock >= 0)
        close(run->lock);
    run->lock = -1;
}

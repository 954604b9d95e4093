// SPDX-License-Identifier: GPL-3.0-or-later
// What a generation learns beside its values: how likely moves are, unasked; and on top of its
// chosen values what matches then decide about.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolution_internal.h"
#include "memory.h"
#include "move_fit.h"
#include "net_fit.h"

bool evolution_learn_moves(const struct evolution_run *run, int generation, struct error *error) {
    const char *folder = run->settings->folder;
    char values[PATH_MAX], out[PATH_MAX];
    struct log_folders logs = evolution_logs(folder, 1, generation);
    struct move_games games;
    struct move_fit *fit = mem_calloc(1, sizeof *fit);
    beside_path(BESIDE_MOVES, evolution_path(folder, generation, "fit.csv", values), out);
    bool done = move_games_read(&games, (const char *const *)logs.path, logs.count, error) &&
                move_fit(&games, fit, NULL, NULL, error);
    if (done) {
        struct answer answer = move_fit_answer(&games, fit);
        done = evolution_tell(run, generation, "moves.txt", &answer, error) &&
               move_prior_write(out, games.tables, &fit->prior, error);
    }
    done |= fit->too_few;
    move_games_destroy(&games);
    free(fit);
    log_folders_destroy(&logs);
    return done;
}

// --- A network -----------------------------------------------------------------------------------

// Learns from the games fitted to, on top of the file `values`; tells how well in net.txt.
// `*known`: to be freed; NULL: too few games, which was said.
static bool learn_net(const struct evolution_run *run, int generation, const char *values,
                      struct net_weights **known, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct tune_options options = *settings->tune;
    struct log_folders logs =
        evolution_logs(settings->folder, evolution_first_fitted(run, generation), generation);
    options.folders = (const char *const *)logs.path;
    options.folder_count = logs.count;
    options.start = values;
    options.boards = true;
    char saved[PATH_MAX];
    const struct net_fit_settings how = {
        .results = NET_FIT_RESULTS,
        .threads = (int)options.threads,
        .saved = evolution_path(settings->folder, generation, "net.rounds", saved),
        .observer = run->observer};
    struct tuning *tuning = tuning_create(&options);
    struct net_fit fit = {.weights = NULL};
    bool done = tuning_read(tuning, NULL, NULL, error) && tuning_prepare(tuning, error);
    bool fitted = done && net_fit(&tuning->data, run->tables, &tuning->start, &how, &fit, error);
    observer_tick(run->observer, NULL);
    if (done && !fitted && !fit.games)
        observer_say(run->observer, "network: %s", error->text);
    done &= fitted || !fit.games;
    if (fitted && !fit.best)
        observer_say(run->observer, "network: the games are too few to teach one");
    if (fitted) {
        struct answer answer = net_fit_answer(run->tables, &fit);
        done = evolution_tell(run, generation, "net.txt", &answer, error);
        *known = fit.best ? fit.weights : NULL;
    }
    if (!*known)
        free(fit.weights);
    tuning_destroy(tuning);
    log_folders_destroy(&logs);
    return done;
}

// A part of its score.
static bool write_net(const char *path, double part, const struct net_weights *weights,
                      struct error *error) {
    size_t inputs = (size_t)weights->inputs.count * sizeof *weights->input;
    struct net_weights *written = mem_alloc(sizeof *weights + inputs);
    memcpy(written, weights, sizeof *weights + inputs);
    written->unit = (int32_t)fmin(weights->unit / part, NET_BIAS_LIMIT);
    bool done = net_write(path, written, error);
    free(written);
    return done;
}

// --- Its parts -----------------------------------------------------------------------------------

const int evolution_parts[EVOLUTION_PARTS] = {50, 100, 133};

char *evolution_part_name(int percent, char name[EVOLUTION_NAME]) {
    snprintf(name, EVOLUTION_NAME, "net-%d", percent);
    return name;
}

char *evolution_part(const struct evolution_run *run, int generation, int percent,
                     char path[PATH_MAX]) {
    char name[EVOLUTION_NAME], place[64];
    snprintf(place, sizeof place, "steps/%s.csv", evolution_part_name(percent, name));
    return evolution_path(run->settings->folder, generation, place, path);
}

// The values are written last, and say that the part is there.
static bool write_part(const struct evolution_run *run, int generation, int percent,
                       const char *values, const struct net_weights *known, struct error *error) {
    char out[PATH_MAX], beside[PATH_MAX];
    evolution_part(run, generation, percent, out);
    return write_net(beside_path(BESIDE_NET, out, beside), percent / 100.0, known, error) &&
           evolution_step_write(run->tables, values, values, 100, out, error);
}

bool evolution_learn_parts(const struct evolution_run *run, int generation, const char *values,
                           bool *learned, struct error *error) {
    char path[PATH_MAX], nothing[PATH_MAX];
    struct net_weights *known = NULL;
    const int last = evolution_parts[EVOLUTION_PARTS - 1];
    evolution_path(run->settings->folder, generation, "steps/net-none", nothing);
    *learned = access(evolution_part(run, generation, last, path), F_OK) == 0;
    if (*learned || access(nothing, F_OK) == 0)
        return true;
    bool done =
        file_make_folder(evolution_path(run->settings->folder, generation, "steps", path), error) &&
        learn_net(run, generation, values, &known, error);
    *learned = done && known;
    for (int i = 0; i < EVOLUTION_PARTS && done && known; i++)
        done = write_part(run, generation, evolution_parts[i], values, known, error);
    free(known);
    return done && (*learned || file_replace(nothing, "", 0, error));
}

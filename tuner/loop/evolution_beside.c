// SPDX-License-Identifier: GPL-3.0-or-later
// What a generation learns beside its values: how likely moves are, unasked; and on top of its
// chosen values what matches then decide about.
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolution_internal.h"
#include "king_fit.h"
#include "memory.h"
#include "move_fit.h"

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

// --- Tables of places ----------------------------------------------------------------------------

static bool learn_kings(const struct evolution_run *run, int generation, const char *values,
                        void **known, struct error *error) {
    const struct evolution_settings *settings = run->settings;
    struct tune_options options = *settings->tune;
    struct log_folders logs =
        evolution_logs(settings->folder, evolution_first_fitted(run, generation), generation);
    options.folders = (const char *const *)logs.path;
    options.folder_count = logs.count;
    options.start = values;
    options.places = true;
    const struct king_fit_settings how = {.results = KING_FIT_RESULTS,
                                          .threads = (int)options.threads};
    struct tuning *tuning = tuning_create(&options);
    struct king_fit *fit = mem_alloc(sizeof *fit);
    bool done = tuning_read(tuning, NULL, NULL, error) && tuning_prepare(tuning, error);
    bool learned =
        done && king_fit(&tuning->data, tuning->logs.places, &tuning->start, &how, fit, error);
    if (done && !learned)
        observer_say(run->observer, "tables of places: %s", error->text);
    if (learned) {
        struct answer answer = king_fit_answer(run->tables, fit);
        struct king_table *table = *known = mem_alloc(sizeof *table);
        *table = fit->table;
        done = evolution_tell(run, generation, "kings.txt", &answer, error);
    }
    free(fit);
    tuning_destroy(tuning);
    log_folders_destroy(&logs);
    return done;
}

static bool write_kings(const char *path, const struct tables *tables, const void *before,
                        double part, const void *known, struct error *error) {
    const struct king_table *from = before, *to = known;
    struct king_table *table = mem_alloc(sizeof *table);
    for (int king = 0; king < KINGS_OF; king++)
        for (int piece = 0; piece < PIECES; piece++)
            for (int offset = 0; offset < KING_ZONE_OFFSETS; offset++) {
                int start = from ? from->value[king][piece][offset] : 0;
                int end = to->value[king][piece][offset];
                table->value[king][piece][offset] = (int16_t)lround(start + part * (end - start));
            }
    bool done = king_table_write(path, tables, table, error);
    free(table);
    return done;
}

// --- All of them ---------------------------------------------------------------------------------

const struct evolution_learner evolution_learner[EVOLUTION_LEARNERS] = {
    {BESIDE_KINGS, EVOLUTION_KINGS, learn_kings, write_kings},
};

const int evolution_parts[EVOLUTION_PARTS] = {50, 100};

char *evolution_part_name(enum beside kind, int percent, char name[EVOLUTION_NAME]) {
    snprintf(name, EVOLUTION_NAME, "%.10s-%d", beside_name(kind), percent);
    return name;
}

char *evolution_part(const struct evolution_run *run, int generation,
                     const struct evolution_learner *learner, int percent, char path[PATH_MAX]) {
    char name[EVOLUTION_NAME], place[64];
    snprintf(place, sizeof place, "steps/%s.csv",
             evolution_part_name(learner->kind, percent, name));
    return evolution_path(run->settings->folder, generation, place, path);
}

// The values are written last, and say that the part is there.
static bool write_part(const struct evolution_run *run, int generation,
                       const struct evolution_learner *learner, int percent, const char *values,
                       const void *before, const void *known, struct error *error) {
    char out[PATH_MAX], beside[PATH_MAX];
    evolution_part(run, generation, learner, percent, out);
    return learner->write(beside_path(learner->kind, out, beside), run->tables, before,
                          percent / 100.0, known, error) &&
           evolution_step_write(run->tables, values, values, 100, out, error);
}

bool evolution_learn_parts(const struct evolution_run *run, int generation,
                           const struct evolution_learner *learner, const char *values,
                           bool *learned, struct error *error) {
    char path[PATH_MAX];
    struct values in_use;
    struct beside_known before = {{NULL}};
    void *known = NULL;
    const int last = evolution_parts[EVOLUTION_PARTS - 1];
    *learned = access(evolution_part(run, generation, learner, last, path), F_OK) == 0;
    if (*learned)
        return true;
    bool done =
        values_file_load(values, run->tables, &in_use, error) &&
        beside_load(&in_use, run->tables, &before, error) &&
        file_make_folder(evolution_path(run->settings->folder, generation, "steps", path), error) &&
        learner->learn(run, generation, values, &known, error);
    *learned = done && known;
    for (int i = 0; i < EVOLUTION_PARTS && done && known; i++)
        done = write_part(run, generation, learner, evolution_parts[i], values,
                          before.of[learner->kind], known, error);
    beside_free(&before);
    free(known);
    return done;
}

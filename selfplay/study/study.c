// SPDX-License-Identifier: GPL-3.0-or-later
#include "study.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "json_file.h"
#include "memory.h"
#include "runmeta.h"

// --- The agenda ----------------------------------------------------------------------------------

enum { SCHEMA = 1 };

void agenda_destroy(struct agenda *agenda) {
    free(agenda->run);
    *agenda = (struct agenda){0};
}

struct agenda_run *agenda_add(struct agenda *agenda) {
    agenda->run = mem_grow(agenda->run, agenda->count, &agenda->room, sizeof *agenda->run);
    struct agenda_run *run = &agenda->run[agenda->count++];
    *run = (struct agenda_run){0};
    return run;
}

static cJSON *to_json(const struct agenda *agenda) {
    cJSON *json = cJSON_CreateObject();
    json_add_number(json, "schema", SCHEMA);
    if (agenda->generations)
        json_add_number(json, "generations", agenda->generations);
    if (agenda->until)
        json_add_number(json, "until", (double)agenda->until);
    cJSON *runs = json_add_array(json, "runs");
    for (int i = 0; i < agenda->count; i++) {
        const struct agenda_run *run = &agenda->run[i];
        cJSON *item = json_append(runs, cJSON_CreateObject());
        json_add_text(item, "run", run->run);
        if (run->generation)
            json_add_number(item, "generation", run->generation);
        json_add_number(item, "games", (double)run->games);
        if (run->nodes)
            json_add_number(item, "nodes", (double)run->nodes);
        if (run->at_most)
            json_add_flag(item, "at_most", true);
        if (*run->done)
            json_add_text(item, "done", run->done);
        if (*run->begun)
            json_add_text(item, "begun", run->begun);
        if (*run->ended)
            json_add_text(item, "ended", run->ended);
    }
    return json;
}

bool agenda_write(const struct agenda *agenda, const char *folder, struct error *error) {
    char path[PATH_MAX];
    // Left where it says the same: many tasks of one array begin at a time.
    return file_join(folder, "agenda.json", path, error) && file_make_folder(folder, error) &&
           json_file_write(path, to_json(agenda), error);
}

// 0 where it is not there, or no count.
static int64_t count_of(const cJSON *object, const char *key) {
    double number = json_number(object, key);
    return number >= 0 && number <= 1e15 ? (int64_t)number : 0;
}

static void read_text(const cJSON *object, const char *key, char text[AGENDA_NAME]) {
    snprintf(text, AGENDA_NAME, "%s", json_text(object, key));
}

static bool from_json(const cJSON *json, const char *path, struct agenda *agenda,
                      struct error *error) {
    const cJSON *runs = json_item(json, "runs"), *item;
    if (json_number(json, "schema") != SCHEMA || !cJSON_IsArray(runs))
        return error_at(error, path, 0, "no agenda of schema %d", SCHEMA);
    agenda->generations = (int)count_of(json, "generations");
    agenda->until = count_of(json, "until");
    cJSON_ArrayForEach(item, runs) {
        struct agenda_run *run = agenda_add(agenda);
        read_text(item, "run", run->run);
        read_text(item, "done", run->done);
        read_text(item, "begun", run->begun);
        read_text(item, "ended", run->ended);
        run->generation = (int)count_of(item, "generation");
        run->games = count_of(item, "games");
        run->nodes = (uint64_t)count_of(item, "nodes");
        run->at_most = cJSON_IsTrue(json_item(item, "at_most"));
    }
    return true;
}

bool agenda_read(const char *folder, struct agenda *agenda, struct error *error) {
    char path[PATH_MAX];
    *agenda = (struct agenda){0};
    *error = (struct error){""};
    if (!file_join(folder, "agenda.json", path, error))
        return false;
    cJSON *json = json_file_load(path, error);
    bool done = json && from_json(json, path, agenda, error);
    cJSON_Delete(json);
    return done;
}

char *agenda_name(const char *folder, char name[PATH_MAX]) {
    snprintf(name, PATH_MAX, "%s", folder);
    const char *blocks = blocks_part(name);
    if (blocks)
        name[blocks - name] = 0;
    return name;
}

// --- The runs ------------------------------------------------------------------------------------

struct agenda_run *study_add(struct study *study, const char *name, int64_t games, uint64_t nodes) {
    struct agenda_run *run = agenda_add(&study->agenda);
    snprintf(run->run, sizeof run->run, "%s", name);
    run->games = games;
    run->nodes = nodes;
    return run;
}

void study_destroy(struct study *study) {
    agenda_destroy(&study->agenda);
}

int study_find(const struct study *study, const char *name) {
    int number = study->agenda.count - 1;
    while (number >= 0 && strcmp(study->agenda.run[number].run, name) != 0)
        number--;
    return number;
}

bool study_folder(const struct study *study, int number, char path[PATH_MAX], struct error *error) {
    return file_join(study->folder, study->agenda.run[number].run, path, error);
}

// The part of a run's games that is played here.
static bool range_of(const struct study *study, int number, struct game_range *range,
                     struct error *error) {
    struct play_options play = *study->play;
    play.games = study->agenda.run[number].games;
    play.games_given = true;
    return play_options_range(&play, study->paired, range, error);
}

// For `kagami log status`, once the first run is known to be playable.
static bool announce(void *context, struct error *error) {
    const struct study *study = context;
    return study->inner || agenda_write(&study->agenda, study->folder, error);
}

// What follows a run, in games that would take as long as its own. `left`: of each run.
static double games_ahead(const struct study *study, int number, const int64_t *left) {
    const struct agenda_run *run = study->agenda.run;
    double work = 0;
    for (int i = 0; i < study->agenda.count && !study->only && !study->alone; i++)
        work += i != number ? (double)left[i] * (double)run[i].nodes : 0;
    return run[number].nodes ? work / (double)run[number].nodes : 0;
}

static enum work_end play(struct study *study, int number, const int64_t *left, bool *stopped,
                          struct error *error) {
    const struct play_options *play = study->play;
    struct config config;
    struct opening_list list = {0};
    char folder[PATH_MAX], task[256];
    if (study->task)
        snprintf(task, sizeof task, "%.80s, %s", study->task, study->agenda.run[number].run);
    else
        snprintf(task, sizeof task, "%d/%d %s", number + 1, study->agenda.count,
                 study->agenda.run[number].run);
    struct run run = {.config = &config,
                      .folder = folder,
                      .threads = (int)play->threads,
                      .seed_given = play->seed_given,
                      .command = play->command,
                      .force = study->force,
                      .task = task,
                      .ahead = games_ahead(study, number, left),
                      .quiet = true,
                      .match = study->match,
                      .observer = study->observer,
                      .announce = announce,
                      .announced = study};
    enum work_end end = WORK_FAILED;
    if (study_folder(study, number, folder, error) && range_of(study, number, &run.range, error) &&
        study->configure(study->context, number, &config, &list, error)) {
        uint64_t seed = config.seed;
        if (run.range.shards)
            run_share(&run);
        end = run_play(&run, error);
        study->play->seed += config.seed - seed;
        study->play->seed_given = true;
    }
    *stopped = run.stopped;
    if (end == WORK_DONE && study->take && !study->take(study->context, number, &run, error))
        end = WORK_FAILED;
    run_destroy(&run);
    opening_list_destroy(&list);
    return end;
}

enum work_end study_play(struct study *study, struct error *error) {
    int count = study->agenda.count;
    int64_t *left = mem_calloc((size_t)count, sizeof *left);
    enum work_end end = WORK_DONE;
    bool stopped = false;
    assert(!study->only || study_find(study, study->only) >= 0);
    for (int i = 0; i < count && end == WORK_DONE; i++) {
        struct game_range range = {0};
        if (!range_of(study, i, &range, error))
            end = WORK_FAILED;
        left[i] = range.end - range.begin;
    }
    for (int i = 0; i < count && end == WORK_DONE; left[i++] = 0) {
        bool due = !study->only || strcmp(study->only, study->agenda.run[i].run) == 0;
        if (due && study->is_due && !study->is_due(study->context, i, &due, error))
            end = WORK_FAILED;
        else if (due && stopped) {
            observer_say(study->observer, "run the same command again to go on");
            end = WORK_STOPPED;
        } else if (due)
            end = play(study, i, left, &stopped, error);
    }
    free(left);
    return end;
}

bool study_find_seed(const struct study *study, int number, struct error *error) {
    char folder[PATH_MAX];
    if (!study_folder(study, number, folder, error))
        return false;
    if (study->play->seed_given)
        return true;
    struct runmeta *meta = log_record(folder, error);
    if (!meta)
        return false;
    study->play->seed = runmeta_seed(meta);
    study->play->seed_given = true;
    runmeta_destroy(meta);
    return true;
}

cJSON *study_origin(const struct study *study) {
    cJSON *json = cJSON_CreateObject();
    origin_add(json, study->play->command, NULL);
    for (int i = 0; i < study->agenda.count; i++) {
        char folder[PATH_MAX];
        if (study_folder(study, i, folder, NULL))
            origin_add_run(json, folder);
    }
    return json;
}

struct buffer *study_add_file(const struct study *study, struct file_set *set, const char *name) {
    char path[PATH_MAX];
    return file_set_add(set, file_in(study->folder, name, path));
}

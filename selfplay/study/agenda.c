// SPDX-License-Identifier: GPL-3.0-or-later
#include "agenda.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "json_file.h"
#include "memory.h"

enum { SCHEMA = 1 };

void agenda_destroy(struct agenda *agenda) {
    free(agenda->run);
    *agenda = (struct agenda){0};
}

struct agenda_run *agenda_add(struct agenda *agenda) {
    if (agenda->count == agenda->room)
        agenda->run = mem_grow(agenda->run, &agenda->room, sizeof *agenda->run);
    struct agenda_run *run = &agenda->run[agenda->count++];
    *run = (struct agenda_run){0};
    return run;
}

static bool path_of(const char *folder, char path[PATH_MAX], struct error *error) {
    return snprintf(path, PATH_MAX, "%s/agenda.json", folder) < PATH_MAX ||
           error_set(error, "%.100s...: the folder's name is too long", folder);
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
    if (!path_of(folder, path, error) || !file_make_folder(folder, error))
        return false;
    cJSON *json = to_json(agenda);
    char *text = cJSON_Print(json), *there = file_read(path, 1 << 26, NULL);
    // Many tasks of one array begin at a time and have the same text to write.
    bool done =
        (there && strcmp(there, text) == 0) || file_replace(path, text, strlen(text), error);
    free(there);
    cJSON_free(text);
    cJSON_Delete(json);
    return done;
}

static bool read_count(const cJSON *object, const char *key, double most, int64_t *count) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    *count = 0;
    if (!item)
        return true;
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble <= most))
        return false;
    *count = (int64_t)item->valuedouble;
    return true;
}

static bool read_run(const cJSON *item, struct agenda_run *run) {
    int64_t generation, nodes;
    const char *name = json_text(item, "run"), *done = json_text(item, "done");
    const char *begun = json_text(item, "begun"), *ended = json_text(item, "ended");
    bool fine = *name && strlen(name) < sizeof run->run && strlen(done) < sizeof run->done &&
                strlen(begun) < sizeof run->begun && strlen(ended) < sizeof run->ended &&
                read_count(item, "generation", 1e9, &generation) &&
                read_count(item, "games", 1e12, &run->games) &&
                read_count(item, "nodes", 1e15, &nodes);
    if (!fine)
        return false;
    snprintf(run->run, sizeof run->run, "%s", name);
    snprintf(run->done, sizeof run->done, "%s", done);
    snprintf(run->begun, sizeof run->begun, "%s", begun);
    snprintf(run->ended, sizeof run->ended, "%s", ended);
    run->generation = (int)generation;
    run->nodes = (uint64_t)nodes;
    run->at_most = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(item, "at_most"));
    return true;
}

static bool from_json(const cJSON *json, const char *path, struct agenda *agenda,
                      struct error *error) {
    const cJSON *runs = cJSON_GetObjectItemCaseSensitive(json, "runs"), *item;
    int64_t generations;
    if (json_number(json, "schema") != SCHEMA || !cJSON_IsArray(runs))
        return error_at(error, path, 0, "no agenda of schema %d", SCHEMA);
    if (!read_count(json, "generations", 1e9, &generations))
        return error_at(error, path, 0, "'generations' is no number");
    if (!read_count(json, "until", 1e12, &agenda->until))
        return error_at(error, path, 0, "'until' is no number");
    agenda->generations = (int)generations;
    cJSON_ArrayForEach(item, runs) {
        if (!read_run(item, agenda_add(agenda)))
            return error_at(error, path, 0, "run %d is none", agenda->count);
    }
    return true;
}

bool agenda_read(const char *folder, struct agenda *agenda, struct error *error) {
    char path[PATH_MAX];
    *agenda = (struct agenda){0};
    *error = (struct error){""};
    if (!path_of(folder, path, error))
        return false;
    cJSON *json = json_file_load(path, error);
    bool done = json && from_json(json, path, agenda, error);
    cJSON_Delete(json);
    return done;
}

char *agenda_name(const char *folder, char name[PATH_MAX]) {
    snprintf(name, PATH_MAX, "%s", folder);
    for (char *at = name; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL) {
        if (strncmp(at, "shards/", 7) != 0 || !isdigit((unsigned char)at[7]))
            continue;
        char *rest = at + 7 + strspn(at + 7, "0123456789");
        if (*rest == '/')
            memmove(at, rest + 1, strlen(rest + 1) + 1);
        else if (!*rest)
            strcpy(at, "log"); // shorter than what stood there
        break;
    }
    return name;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "spsa", the state of a run of `kagami spsa`, and "verification".
// { kind, source, title, seed, steps, steps_done, games, parameters: [{ parameter, start, value,
//   lo95, hi95, sd, last, chance, per_elo, way: { value, lo95, hi95 }, path: [numbers] }] }
// chance, per_elo, way and path count in c_end: the distance of the arms at the end.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_sections.h"
#include "spsa_file.h"

enum { POINTS = 20 };

static double way(const struct spsa_param *param, double value) {
    return (spsa_x(param, value) - spsa_x(param, param->start)) / param->c_end;
}

// Means of x over POINTS equal parts of the blocks.
static void add_path(cJSON *json, const struct spsa *spsa, int i) {
    const struct spsa_param *param = &spsa->plan.param[i];
    cJSON *path = cJSON_AddArrayToObject(json, "path");
    cJSON_AddItemToArray(path, cJSON_CreateNumber(0));
    int points = spsa->blocks < POINTS ? spsa->blocks : POINTS;
    for (int part = 0; part < points; part++) {
        double sum = 0, count = 0;
        for (int b = spsa->blocks * part / points; b < spsa->blocks * (part + 1) / points; b++) {
            sum += spsa->block_sum[b][i];
            count += (double)spsa->block_count[b];
        }
        double x = count > 0 ? sum / count : spsa->x[i];
        cJSON_AddItemToArray(path,
                             cJSON_CreateNumber((x - spsa_x(param, param->start)) / param->c_end));
    }
}

static void add_param(cJSON *list, const struct spsa *spsa, int i) {
    const struct spsa_param *param = &spsa->plan.param[i];
    struct spsa_estimate estimate = spsa_estimate(spsa, i);
    struct spsa_projection project = spsa_project(&spsa->plan, i, 0);
    char name[VALUE_NAME];
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToArray(list, item);
    cJSON_AddStringToObject(item, "parameter", values_name(param->index, name));
    report_number(item, "start", param->start);
    report_number(item, "value", estimate.mean);
    report_number(item, "lo95", estimate.known ? estimate.low : NAN);
    report_number(item, "hi95", estimate.known ? estimate.high : NAN);
    report_number(item, "sd", estimate.sd);
    report_number(item, "last", estimate.last);
    report_number(item, "chance", project.noise);
    report_number(item, "per_elo", project.per_elo);
    cJSON *gone = cJSON_AddObjectToObject(item, "way");
    report_number(gone, "value", way(param, estimate.mean));
    report_number(gone, "lo95", estimate.known ? way(param, estimate.low) : NAN);
    report_number(gone, "hi95", estimate.known ? way(param, estimate.high) : NAN);
    add_path(item, spsa, i);
}

// The title of the game in the line "variant=NAME" of the identity; the name where it is no game of
// ours.
static void add_title(cJSON *section, const char *identity) {
    static const char key[] = "\nvariant=";
    const char *at = strstr(identity, key);
    char name[NAME_TEXT];
    if (!at)
        return;
    at += strlen(key);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\n"), at);
    struct error ignored;
    struct tables *tables = report_tables(NULL, name, "", &ignored);
    cJSON_AddStringToObject(section, "title", tables ? tables->variant.title : name);
    free(tables);
}

bool report_spsa(struct report_folder *folder, const char *path, struct error *error) {
    struct spsa *spsa = malloc(sizeof *spsa);
    char *identity = NULL, seed[32];
    if (!spsa)
        return error_set(error, "out of memory");
    bool done = spsa_load(path, spsa, &identity, error);
    if (done) {
        cJSON *section = report_section(folder, "spsa");
        cJSON_AddStringToObject(section, "source", path);
        add_title(section, identity);
        report_origin_beside(folder, section, "origin.json");
        snprintf(seed, sizeof seed, "%" PRIu64, spsa->plan.seed);
        cJSON_AddStringToObject(section, "seed", seed);
        report_number(section, "steps", (double)spsa->plan.steps);
        report_number(section, "steps_done", (double)spsa->step);
        report_number(section, "games",
                      2 * (double)(score_units(&spsa->pairs) + score_units(&spsa->recent)));
        cJSON *list = cJSON_AddArrayToObject(section, "parameters");
        for (int i = 0; i < spsa->plan.count; i++)
            add_param(list, spsa, i);
    }
    free(identity);
    free(spsa);
    return done;
}

// Sections "verification": { kind, source, then as verify.json }.
bool report_verification(struct report_folder *folder, const char *source, const cJSON *answer,
                         struct error *error) {
    (void)error;
    cJSON *section = report_section(folder, "verification");
    cJSON_AddStringToObject(section, "source", source);
    const cJSON *item;
    cJSON_ArrayForEach(item, answer) {
        cJSON_AddItemToObject(section, item->string, cJSON_Duplicate(item, true));
    }
    return true;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "spsa", the state of a run of `kagami spsa`.
// { kind, source, title, then as `kagami spsa --json` with, in each of the parameters that are
// followed, path: [numbers] } chance_c_ends, per_elo_c_ends, way and path count in c_end: the
// distance of the arms at the end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "report_sections.h"
#include "spsa_answer.h"
#include "spsa_file.h"

enum { POINTS = 20 };

// Means of x over POINTS equal parts of the blocks.
static void add_path(cJSON *json, const struct spsa *spsa, int i) {
    const struct spsa_param *param = &spsa->plan.param[i];
    cJSON *path = json_add_array(json, "path");
    json_append(path, cJSON_CreateNumber(0));
    int points = spsa->blocks < POINTS ? spsa->blocks : POINTS;
    for (int part = 0; part < points; part++) {
        double sum = 0, count = 0;
        for (int b = spsa->blocks * part / points; b < spsa->blocks * (part + 1) / points; b++) {
            sum += spsa->block_sum[b][i];
            count += (double)spsa->block_count[b];
        }
        double x = count > 0 ? sum / count : spsa->x[i];
        json_append(path, cJSON_CreateNumber((x - spsa_x(param, param->start)) / param->c_end));
    }
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
    struct tables *tables = report_tables(name, "", NULL);
    json_add_text(section, "title", tables ? tables->variant.title : name);
    free(tables);
}

bool report_spsa(struct report_folder *folder, const char *path, struct error *error) {
    struct spsa *spsa = mem_alloc(sizeof *spsa);
    char *identity = NULL;
    bool done = spsa_load(path, spsa, &identity, error);
    if (done) {
        cJSON *section = report_section(folder, "spsa");
        json_add_text(section, "source", path);
        add_title(section, identity);
        report_origin_beside(folder, section, "origin.json");
        struct answer answer = answer_init(NULL);
        spsa_answer(&answer, spsa);
        answer_json_into(&answer, section);
        answer_destroy(&answer);
        cJSON *item;
        int i = 0;
        cJSON_ArrayForEach(item, report_item(section, "parameters")) add_path(item, spsa, i++);
    }
    free(identity);
    free(spsa);
    return done;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_evolve_report.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdio.h>

#include "cmd_terminal.h"
#include "evolution.h"
#include "json_file.h"
#include "origin.h"

// The games of all generations and those of their matches.
static void add_origin(const struct evolve_options *options, int last, cJSON *json) {
    const char *folder = options->folder;
    char path[PATH_MAX];
    origin_add(json, options->command, NULL);
    for (int g = 1; g <= last && evolution_verdict(folder, g); g++) {
        origin_add_run(json, evolution_path(folder, g, "log", path));
        origin_add_inputs_of(json, evolution_path(folder, g, "match/verify.json", path));
    }
}

static struct answer answer_of(const struct evolve_options *options, int last) {
    struct answer answer = answer_init(NULL);
    cJSON *origin = cJSON_CreateObject();
    add_origin(options, last, origin);
    answer_json_add(&answer, NULL, origin);
    evolution_answer(&answer, options->folder, last, options->games);
    return answer;
}

bool evolve_write(const struct evolve_options *options, int last, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.3800s/evolve.json", options->folder);
    struct answer answer = answer_of(options, last);
    cJSON *json = answer_json_tree(&answer);
    bool done =
        evolution_write_history(options->folder, last, options->games, error) &&
        (json ? json_file_write(path, json, error) : error_at(error, path, 0, "out of memory"));
    cJSON_Delete(json);
    answer_destroy(&answer);
    return done;
}

int evolve_report(const struct evolve_options *options, int last) {
    struct answer answer = answer_of(options, last);
    return answer_show(&answer, options->answer.json);
}

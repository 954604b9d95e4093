// SPDX-License-Identifier: GPL-3.0-or-later
#include "origin.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_file.h"
#include "runmeta.h"

static void add_text(cJSON *json, const char *key, const char *text) {
    if (text && !cJSON_GetObjectItemCaseSensitive(json, key))
        json_add_text(json, key, text);
}

void origin_add(cJSON *json, const char *command, const char *config_text) {
    static const char variant_key[] = "\nvariant_hash=";
    add_text(json, "command", command);
    add_text(json, "program", runmeta_this_program());
    if (!config_text)
        return;
    char hash[32];
    snprintf(hash, sizeof hash, "%016" PRIx64, text_hash(config_text, strlen(config_text)));
    add_text(json, "config_hash", hash);
    const char *variant = strstr(config_text, variant_key);
    if (!variant)
        return;
    variant += strlen(variant_key);
    snprintf(hash, sizeof hash, "%.*s", (int)strcspn(variant, "\n"), variant);
    add_text(json, "variant_hash", hash);
}

static cJSON *inputs_of(cJSON *json) {
    cJSON *inputs = cJSON_GetObjectItemCaseSensitive(json, "inputs");
    return inputs ? inputs : json_add_array(json, "inputs");
}

void origin_add_run(cJSON *json, const char *folder) {
    char path[PATH_MAX], seed[32];
    struct error error = {""};
    struct runmeta *meta = NULL;
    if (snprintf(path, sizeof path, "%s/run.json", folder) < (int)sizeof path)
        meta = runmeta_load(path, &error);
    if (!meta)
        return;
    add_text(json, "variant_hash", runmeta_setting(meta, "variant_hash"));
    snprintf(seed, sizeof seed, "%" PRIu64, runmeta_seed(meta));
    cJSON *input = cJSON_CreateObject();
    json_add_text(input, "folder", folder);
    json_add_text(input, "seed", seed);
    json_add_text(input, "config_hash", runmeta_text(meta, "config_hash"));
    json_append(inputs_of(json), input);
    runmeta_destroy(meta);
}

void origin_add_of(cJSON *json, const char *folder) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/origin.json", folder);
    struct error error;
    cJSON *origin = json_file_load(path, &error);
    const cJSON *item;
    cJSON_ArrayForEach(item, origin) {
        add_text(json, item->string, cJSON_GetStringValue(item));
    }
    cJSON_Delete(origin);
}

void origin_add_inputs_of(cJSON *json, const char *path) {
    struct error error;
    cJSON *answer = json_file_load(path, &error);
    const cJSON *input;
    add_text(json, "variant_hash",
             cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer, "variant_hash")));
    cJSON_ArrayForEach(input, cJSON_GetObjectItemCaseSensitive(answer, "inputs")) {
        json_append(inputs_of(json), cJSON_Duplicate(input, true));
    }
    cJSON_Delete(answer);
}

bool origin_write(const char *folder, const char *command, const char *config_text,
                  struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/origin.json", folder);
    cJSON *json = cJSON_CreateObject();
    origin_add(json, command, config_text);
    bool done = json_file_write(path, json, error);
    cJSON_Delete(json);
    return done;
}

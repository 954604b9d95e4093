// SPDX-License-Identifier: GPL-3.0-or-later
#include "json_file.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>

#include "file.h"

enum { JSON_LIMIT = 64 << 20 };

cJSON *json_file_load(const char *path) {
    struct error ignored;
    char *text = file_read(path, JSON_LIMIT, &ignored);
    cJSON *json = text ? cJSON_Parse(text) : NULL;
    free(text);
    return json;
}

bool json_file_write(const char *path, const cJSON *json, struct error *error) {
    char *text = cJSON_Print(json);
    bool done = text ? file_replace(path, text, strlen(text), error)
                     : error_at(error, path, 0, "out of memory");
    cJSON_free(text);
    return done;
}

double json_number(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

const char *json_text(const cJSON *object, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

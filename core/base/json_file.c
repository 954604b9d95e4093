// SPDX-License-Identifier: GPL-3.0-or-later
#include "json_file.h"

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

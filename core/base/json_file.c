// SPDX-License-Identifier: GPL-3.0-or-later
#include "json_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "file.h"
#include "memory.h"

enum { JSON_LIMIT = 64 << 20 };

cJSON *json_file_load(const char *path, struct error *error) {
    *error = (struct error){""};
    errno = 0;
    char *text = file_read(path, JSON_LIMIT, error);
    if (!text) {
        if (errno == ENOENT || errno == ENOTDIR)
            *error = (struct error){""};
        return NULL;
    }
    cJSON *json = json_parse(text, path, error);
    free(text);
    return json;
}

// Before main, so that no text or tree is made by another allocator.
__attribute__((constructor)) static void use_memory(void) {
    cJSON_InitHooks(&(cJSON_Hooks){mem_alloc, free});
}

cJSON *json_parse(const char *text, const char *path, struct error *error) {
    cJSON *json = cJSON_Parse(text);
    if (!json)
        error_at(error, path, 0, "not JSON, or cut short");
    return json;
}

bool json_file_write(const char *path, cJSON *json, struct error *error) {
    char *text = cJSON_Print(json);
    struct file_set set = {.count = 0};
    buffer_printf(file_set_add(&set, path), "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(json);
    return file_set_write(&set, error);
}

// What became of adding `item`.
static cJSON *added(cJSON *item, bool done) {
    if (done)
        return item;
    cJSON_Delete(item);
    return NULL;
}

cJSON *json_add(cJSON *object, const char *key, cJSON *item) {
    return added(item, cJSON_AddItemToObject(object, key, item));
}

cJSON *json_append(cJSON *array, cJSON *item) {
    return added(item, cJSON_AddItemToArray(array, item));
}

cJSON *json_set(cJSON *object, const char *key, cJSON *item) {
    return cJSON_ReplaceItemInObjectCaseSensitive(object, key, item) ? item
                                                                     : json_add(object, key, item);
}

cJSON *json_add_copy(cJSON *object, const char *key, const cJSON *item) {
    return json_add(object, key, cJSON_Duplicate(item, true));
}

cJSON *json_item(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

double json_number(const cJSON *object, const char *key) {
    const cJSON *item = json_item(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

const char *json_text(const cJSON *object, const char *key) {
    const char *text = cJSON_GetStringValue(json_item(object, key));
    return text ? text : "";
}

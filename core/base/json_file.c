// SPDX-License-Identifier: GPL-3.0-or-later
#include "json_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"

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

cJSON *json_parse(const char *text, const char *path, struct error *error) {
    errno = 0; // by which alone cJSON tells that memory was out
    cJSON *json = cJSON_Parse(text);
    if (!json)
        error_at(error, path, 0, errno == ENOMEM ? "out of memory" : "not JSON, or cut short");
    return json;
}

bool json_file_write(const char *path, const cJSON *json, struct error *error) {
    char *text = cJSON_Print(json);
    bool done = text ? file_replace(path, text, strlen(text), error)
                     : error_at(error, path, 0, "out of memory");
    cJSON_free(text);
    return done;
}

void json_spoil(cJSON *json) {
    if (json)
        json->type = cJSON_Invalid; // what cJSON refuses to print
}

bool json_is_whole(const cJSON *json) {
    if (!json || cJSON_IsInvalid(json))
        return false;
    for (const cJSON *item = json->child; item; item = item->next)
        if (!json_is_whole(item))
            return false;
    return true;
}

// What became of adding `item`, which is to be there then.
static cJSON *added(cJSON *to, cJSON *item, bool done) {
    if (done)
        return item;
    cJSON_Delete(item);
    json_spoil(to);
    return NULL;
}

cJSON *json_add(cJSON *object, const char *key, cJSON *item) {
    return added(object, item, object && item && cJSON_AddItemToObject(object, key, item));
}

cJSON *json_append(cJSON *array, cJSON *item) {
    return added(array, item, array && item && cJSON_AddItemToArray(array, item));
}

cJSON *json_set(cJSON *object, const char *key, cJSON *item) {
    cJSON *old = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!old || !item)
        return json_add(object, key, item);
    // cJSON would copy the name, and not ask whether it could.
    item->string = old->string;
    item->type |= old->type & cJSON_StringIsConst;
    old->string = NULL;
    return added(object, item, cJSON_ReplaceItemViaPointer(object, old, item));
}

cJSON *json_add_text(cJSON *object, const char *key, const char *text) {
    return text ? json_add(object, key, cJSON_CreateString(text)) : NULL;
}
cJSON *json_add_number(cJSON *object, const char *key, double number) {
    return json_add(object, key, cJSON_CreateNumber(number));
}
cJSON *json_add_flag(cJSON *object, const char *key, bool flag) {
    return json_add(object, key, cJSON_CreateBool(flag));
}
cJSON *json_add_null(cJSON *object, const char *key) {
    return json_add(object, key, cJSON_CreateNull());
}
cJSON *json_add_object(cJSON *object, const char *key) {
    return json_add(object, key, cJSON_CreateObject());
}
cJSON *json_add_array(cJSON *object, const char *key) {
    return json_add(object, key, cJSON_CreateArray());
}
cJSON *json_add_copy(cJSON *object, const char *key, const cJSON *item) {
    return json_add(object, key, cJSON_Duplicate(item, true));
}

double json_number(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

int json_count(const cJSON *object, const char *key, int most) {
    double number = json_number(object, key);
    return number >= 0 && number <= most && number == floor(number) ? (int)number : -1;
}

const char *json_text(const cJSON *object, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

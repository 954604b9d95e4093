// SPDX-License-Identifier: GPL-3.0-or-later
// JSON in files of its own, at most 64 MB, what stands in it, and how it is built.
#pragma once

#include <cjson/cJSON.h>

#include "error.h"

// The caller deletes it. NULL and an empty `error` where there is no such file; NULL and a message
// where it cannot be read or is no JSON.
cJSON *json_file_load(const char *path, struct error *error);

// The same of a text; `path` is for the message.
cJSON *json_parse(const char *text, const char *path, struct error *error);

// Writes the file whole, see file_set_write, and deletes the tree.
bool json_file_write(const char *path, cJSON *json, struct error *error);

// A member of an object: NULL where there is none; NAN or "" where there is none of that type.
cJSON *json_item(const cJSON *object, const char *key);
double json_number(const cJSON *object, const char *key);
const char *json_text(const cJSON *object, const char *key);

// Building. Each returns what was added, or NULL where there is no object, or nothing to add. What
// is added belongs to the object, or is deleted. cJSON's memory is that of memory.h: what it makes,
// copies or prints is never NULL.
cJSON *json_add(cJSON *object, const char *key, cJSON *item);
// The same in the place of a member of that name, where there is one.
cJSON *json_set(cJSON *object, const char *key, cJSON *item);
cJSON *json_append(cJSON *array, cJSON *item);

// (object, key, value); of text NULL: nothing is added. cJSON's own keep what is said above.
#define json_add_text cJSON_AddStringToObject
#define json_add_number cJSON_AddNumberToObject
#define json_add_flag cJSON_AddBoolToObject
#define json_add_null cJSON_AddNullToObject
#define json_add_object cJSON_AddObjectToObject
#define json_add_array cJSON_AddArrayToObject
cJSON *json_add_copy(cJSON *object, const char *key, const cJSON *item);

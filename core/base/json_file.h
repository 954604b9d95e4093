// SPDX-License-Identifier: GPL-3.0-or-later
// JSON in files of its own, at most 64 MB, and what stands in it.
#pragma once

#include <cjson/cJSON.h>

#include "error.h"

// The caller deletes it. NULL where there is no such file, or no JSON in it.
cJSON *json_file_load(const char *path);

// Replaces the file whole.
bool json_file_write(const char *path, const cJSON *json, struct error *error);

// A member of an object: NAN or "" where there is none of that type.
double json_number(const cJSON *object, const char *key);
const char *json_text(const cJSON *object, const char *key);

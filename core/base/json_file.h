// SPDX-License-Identifier: GPL-3.0-or-later
// JSON in files of its own, at most 64 MB.
#pragma once

#include <cjson/cJSON.h>

#include "error.h"

// The caller deletes it. NULL where there is no such file, or no JSON in it.
cJSON *json_file_load(const char *path);

// Replaces the file whole.
bool json_file_write(const char *path, const cJSON *json, struct error *error);

// SPDX-License-Identifier: GPL-3.0-or-later
// How an answer was made: the same keys in every JSON answer that a report may show.
// { command, program, config_hash, variant_hash, inputs: [{ folder, seed, config_hash }] }
// The command is the line as a shell takes it. What is not known is left out.
#pragma once

#include <cjson/cJSON.h>

#include "error.h"

// `command`: may be NULL; `config_text`: the canonical text of the configuration that the answer
// is by, or NULL where its inputs have theirs.
void origin_add(cJSON *json, const char *command, const char *config_text);
// Adds a run, by its run.json, to the inputs. A folder that holds none is no input.
void origin_add_run(cJSON *json, const char *folder);
// Adds the inputs of another answer, a file that may be missing.
void origin_add_inputs_of(cJSON *json, const char *path);

// Adds what is in the origin.json of a folder, which may be missing.
void origin_add_of(cJSON *json, const char *folder);
// Writes origin.json into a folder whose answers have no room for it.
bool origin_write(const char *folder, const char *command, const char *config_text,
                  struct error *error);

// SPDX-License-Identifier: GPL-3.0-or-later
// What `kagami compare` says: tables for people, CSV and JSON for programs.
#pragma once

#include <cjson/cJSON.h>
#include <stdio.h>

#include "buffer.h"
#include "comparison.h"
#include "diagram.h"

struct compare_context { // what the games were played with, one line each
    const char *folder, *values, *openings;
    uint64_t seed;
};

// Writes tables for a terminal of that many columns. False when writing failed.
bool compare_report_text(const struct comparison *comparison, const struct compare_context *context,
                         struct diagram_style style, int columns, FILE *out);

// One row a metric, node limit and arm; a field is empty where there is no number.
void compare_report_csv(const struct comparison *comparison, struct buffer *text);
// One row a metric, node limit and effect of the toggles.
void compare_report_effects(const struct comparison *comparison, struct buffer *text);
// One row a metric and node limit: how the order of the arms compares with the highest limit's.
void compare_report_orders(const struct comparison *comparison, struct buffer *text);

// Adds all of it to an object.
void compare_report_json(const struct comparison *comparison, const struct compare_context *context,
                         cJSON *json);

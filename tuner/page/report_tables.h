// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a section as HTML tables, every one with n and interval.
#pragma once

#include <cjson/cJSON.h>

#include "buffer.h"

// The one that answers, to be shown before all others; nothing for most kinds.
void report_overview_html(const cJSON *section, struct buffer *out);
void report_tables_html(const cJSON *section, struct buffer *out);
// What was played: players, games, rules, seed.
void report_identity_html(const cJSON *section, struct buffer *out);
// What it was made with: hashes, program, dates, folders.
void report_origin_html(const cJSON *section, struct buffer *out);

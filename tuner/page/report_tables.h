// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a section as HTML tables, every one with n and interval.
#pragma once

#include <cjson/cJSON.h>

#include "buffer.h"

void report_tables_html(const cJSON *section, struct buffer *out);
// What a run was made with: seed, hashes, program, dates.
void report_identity_html(const cJSON *section, struct buffer *out);

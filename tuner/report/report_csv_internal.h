// SPDX-License-Identifier: GPL-3.0-or-later
// Small CSV files as JSON: what other commands have written down as results.
#pragma once

#include <cjson/cJSON.h>

#include "csv_file.h"

enum { REPORT_HEADER = 256, REPORT_COLUMN = 40 };

// The header's names with commas between them, cut to fit; "" where the file has none.
bool report_csv_header(const char *path, char header[REPORT_HEADER], struct error *error);

// An array with an object for each row, by the names of the columns: numbers, texts, null where a
// field is empty. A torn last line is left out. NULL and `error`: file and line.
cJSON *report_csv_rows(const char *path, struct error *error);

// SPDX-License-Identifier: GPL-3.0-or-later
// The report as a page that needs nothing but itself, and its figures as files.
#pragma once

#include <cjson/cJSON.h>

#include "buffer.h"
#include "error.h"

// Adds the whole page: tables, figures drawn for wide and for narrow windows, the document itself,
// and the program that steps through its games. `command`: what made it.
bool report_page(const cJSON *report, const char *command, struct buffer *out, struct error *error);

// Writes every figure to a file of its own in `folder` (created where it is missing):
// NUMBER-NAME.svg, for paper. Returns how many, or -1 and `error`. A file that is there is an error
// unless `overwrite`.
int report_svg_files(const cJSON *report, const char *folder, bool overwrite, struct error *error);

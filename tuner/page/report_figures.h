// SPDX-License-Identifier: GPL-3.0-or-later
// Which plots a section of the report has. They are drawn by whoever takes them, at his widths.
#pragma once

#include <cjson/cJSON.h>

#include "plot.h"

struct figure {
    const char *name;    // for a file: "values", "sprt"
    const char *title;   // what it shows
    const char *caption; // how to read it, and of how many games
    void (*draw)(const struct plot_frame *frame, const void *plot, struct buffer *out);
    const void *plot; // of plot.h
};

// Hands the section's figures to `take`, one after the other; they live until it returns. `full`:
// also those of weights, which are easily read as worth. False when memory is out.
bool report_figures(const cJSON *section, bool full,
                    void (*take)(void *context, const struct figure *figure), void *context);

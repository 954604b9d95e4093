// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the printed report of `kagami tune` share.
#pragma once

#include "tune_report.h"

enum { PAGE_NUMBER = 32 };

// The marks of the tables, in UTF-8 or in ASCII.
struct marks {
    const char *plus_minus, *full, *shade, *line, *point, *target;
};

struct page {
    const struct tune_report *report;
    FILE *out;
    const struct marks *marks;
    const char *bold, *dim, *warn, *plain; // escape sequences or ""
    int columns;
    bool wide; // room for the interval in centi-values
};

void page_spaces(const struct page *page, int count);

// "161,204"
const char *page_grouped(size_t number, char text[PAGE_NUMBER]);

// Prints text from column `indent` on, broken at blanks, and ends the line.
void page_wrapped(const struct page *page, int indent, const char *text);

// Tests of the ties, where there are some.
void page_ties(const struct page *page);

// SPDX-License-Identifier: GPL-3.0-or-later
// What the files report_tables*.c share: the tables of each kind of section, and cells.
#pragma once

#include "report_sections.h"
#include "report_tables.h"

void tables_values(const cJSON *section, struct buffer *out);
void tables_games(const cJSON *section, struct buffer *out);
void tables_history(const cJSON *section, struct buffer *out);
void tables_comparison(const cJSON *section, struct buffer *out);
void tables_effects(const cJSON *section, struct buffer *out);
void tables_orders(const cJSON *section, struct buffer *out);
void tables_worth(const cJSON *section, struct buffer *out);
void tables_spsa(const cJSON *section, struct buffer *out);
void tables_verification(const cJSON *section, struct buffer *out);

const cJSON *table_get(const cJSON *object, const char *key);
// Headings separated by '|'; those that begin with '#' are of numbers.
void table_open(struct buffer *out, const char *caption, const char *headings);
void table_close(struct buffer *out);
void table_cell(struct buffer *out, const char *text);
// A formatted number; an empty cell where `of` is NAN.
__attribute__((format(printf, 3, 4))) void table_number(struct buffer *out, double of,
                                                        const char *format, ...);
void table_interval(struct buffer *out, double low, double high, int decimals);

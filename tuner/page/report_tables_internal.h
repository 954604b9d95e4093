// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of comparisons and worth, for report_tables.c.
#pragma once

#include "answer.h"
#include "report_sections.h"
#include "report_tables.h"

static inline const cJSON *table_get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

void tables_comparison(struct answer *answer, const cJSON *section);
void tables_effects(struct answer *answer, const cJSON *section);
void tables_orders(struct answer *answer, const cJSON *section);
void tables_worth(struct answer *answer, const cJSON *section);

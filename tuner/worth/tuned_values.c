// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuned_values.h"

void tuned_values(const struct fit *fit, const struct tables *tables, const struct values *start,
                  struct values_file *file) {
    file->count = 0;
    for (int i = 0; i < VALUES; i++) {
        if (!values_uses(tables, i))
            continue;
        const struct estimate *estimate = &fit->estimate[i];
        struct values_row row = values_row_init(i, estimate->value);
        row.games = (int64_t)estimate->games;
        if (estimate->verdict == VERDICT_MEASURED) {
            row.se = estimate->se;
            row.lo95 = estimate->low;
            row.hi95 = estimate->high;
        }
        file->row[file->count++] = row;
    }
    values_file_add_search(file, tables, start);
}

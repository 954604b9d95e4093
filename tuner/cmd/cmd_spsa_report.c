// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_spsa_report.h"

#include <math.h>
#include <stdio.h>

void spsa_report_line(const struct spsa *spsa, char *text, size_t size) {
    enum { SHOWN = 3 };
    bool shown[PARAMETERS] = {false};
    int length = snprintf(text, size, "%s", spsa->step ? "" : "not moved yet");
    for (int n = 0; spsa->step && n < SHOWN && n < spsa->plan.count; n++) {
        int best = -1;
        double most = -1;
        for (int i = 0; i < spsa->plan.count; i++) {
            const struct spsa_param *param = &spsa->plan.param[i];
            double way = fabs(spsa->x[i] - spsa_x(param, param->start)) / param->c_end;
            if (!shown[i] && way > most) {
                most = way;
                best = i;
            }
        }
        char name[VALUE_NAME];
        shown[best] = true;
        if (length >= 0 && (size_t)length < size)
            length += snprintf(text + length, size - (size_t)length, "%s%s %.0f", n ? "  " : "",
                               values_name(spsa->plan.param[best].index, name),
                               spsa_value(&spsa->plan.param[best], spsa->x[best]));
    }
}

void spsa_report_values(const struct spsa *spsa, const struct tables *tables,
                        const struct values *base, struct values_file *file) {
    file->count = 0;
    for (int i = 0; i < VALUES; i++)
        if (values_uses(tables, i))
            file->row[file->count++] = values_row_init(i, base->value[i]);
    values_file_add_search(file, tables, base);
    for (int k = 0; k < spsa->plan.count; k++) {
        int index = spsa->plan.param[k].index, at = 0;
        while (at < file->count && file->row[at].index != index)
            at++;
        file->count = at < file->count ? file->count : at + 1;
        struct spsa_estimate estimate = spsa_estimate(spsa, k);
        struct values_row *row = &file->row[at];
        *row = values_row_init(index, estimate.mean);
        row->games = 2 * score_units(&spsa->pairs);
        if (estimate.known) {
            row->lo95 = estimate.low;
            row->hi95 = estimate.high;
            row->se = (estimate.high - estimate.low) / (2 * NORMAL_975);
        }
    }
}

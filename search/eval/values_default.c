// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>
#include <string.h>

#include "values.h"
#include "values_shipped.h"

void values_default(const struct tables *tables, struct values *values) {
    values_estimate(tables, values);
    for (const struct values_shipped *row = values_shipped; row->variant; row++) {
        if (strcmp(row->variant, tables->variant.name) != 0)
            continue;
        int index = values_find(row->parameter);
        // A file of the user's may go by the same name and have other men.
        if (index >= 0 && values_uses(tables, index))
            values->value[index] = (int)lround(row->value);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami show --as values: what a player counts and searches by.
#include <string.h>

#include "cmd_show.h"
#include "cmd_terminal.h"
#include "values_file.h"

// What `values` are, for people.
static void add_source(struct answer *answer, const struct tables *tables, const char *path,
                       const struct values *values) {
    struct values estimate;
    const char *title = tables->variant.title;
    values_estimate(tables, &estimate);
    bool estimated = memcmp(values->value, estimate.value, sizeof values->value) == 0;
    answer_key(answer, "name", cell_text(tables->variant.name));
    answer_key(answer, "source", cell_text(path ? path : estimated ? "estimate" : "shipped"));
    if (estimated)
        answer_heading(answer, "%s: values estimated from the moves, in centi-values", title);
    else if (path)
        answer_heading(answer, "%s: values of %s, in centi-values", title, path);
    else
        answer_heading(answer, "%s: values that the program ships, in centi-values", title);
}

static void add_parameter(struct answer *answer, const struct variant *variant, int index,
                          int value) {
    char parameter[VALUE_NAME];
    const struct piece *piece = index < VALUE_HAND   ? &variant->piece[index - VALUE_BOARD]
                                : index < VALUE_TERM ? &variant->piece[index - VALUE_HAND]
                                                     : NULL;
    answer_row(answer,
               (const struct answer_cell[]){
                   cell_text(values_name(index, parameter)), cell_text(piece ? piece->id : NULL),
                   cell_number(value), cell_text(piece ? piece->name : values_meaning(index))});
}

int show_values(const struct tables *tables, const char *path, bool json) {
    static const struct answer_column columns[] = {{"parameter", "parameter"},
                                                   {"id", "ID"},
                                                   {"value", "value", ANSWER_COUNT},
                                                   {"name", "name or meaning"}};
    struct error error;
    struct values values;
    if (!values_file_load(path, tables, &values, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    struct answer answer = answer_init(NULL);
    add_source(&answer, tables, path, &values);
    answer_table(&answer, "values", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < PARAMETERS; i++)
        if (values_uses(tables, i))
            add_parameter(&answer, &tables->variant, i, values.value[i]);
    return answer_show(&answer, json);
}

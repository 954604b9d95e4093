// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "values": { kind, source, variant, title, unit: {piece, value}, fitted,
//   pieces: [{ id, name, promoted_id, pair, board, hand, promoted }], terms: [{ parameter, meaning
//   }], tuning: the answer of `kagami tune --json`, where that is the source }
// board, hand, promoted and each term: { value, lo95, hi95, games, measured, kept, word in the
// place of an interval }, where `kept` is what nobody tuned, or whose games did not suffice;
// neither: tuned, without an interval. `pair` is above 0, and the same, for two pieces that mirror
// each other. Values are centi-values.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_sections.h"
#include "values_answer.h"

static cJSON *add_section(struct report_folder *folder, const char *source,
                          const struct tables *tables, const struct answer_cell cell[VALUES]) {
    const struct variant *variant = &tables->variant;
    cJSON *section = report_section(folder, "values");
    struct answer answer = answer_init(NULL);
    answer_key(&answer, "source", cell_text(source));
    answer_key(&answer, "variant", cell_text(variant->name));
    answer_key(&answer, "title", cell_text(variant->title));
    answer_key(&answer, "unit.piece", cell_text(variant->piece[variant->yardstick].name));
    double unit = cell[VALUE_BOARD + variant->yardstick].number;
    answer_key(&answer, "unit.value", cell_number(unit));
    values_answer(&answer, tables, cell, unit, true);
    answer_json_into(&answer, section);
    answer_destroy(&answer);
    return section;
}

// `kept`: not tuned, where there is no interval.
static struct answer_cell cell_of(double value, double se, double low, double high, double games,
                                  bool kept) {
    // The yardstick has an interval of no width: it is given, not measured.
    struct answer_cell cell = se > 0 && high > low
                                  ? cell_interval(value, low, high)
                                  : cell_word(value, kept ? values_kept : values_open);
    cell.n = games;
    return cell;
}

// SPSA notes its games with what it tuned alone; a fit notes those of all values, fitted or not.
static bool is_by_spsa(const struct report_folder *folder, const struct values_file *file) {
    if (report_find(report_item(folder->json, "sections"), "kind", "spsa"))
        return true;
    for (int i = 0; i < file->count; i++)
        if (file->row[i].index < VALUES && file->row[i].games < 0)
            return true;
    return false;
}

bool report_values(struct report_folder *folder, const char *path, const struct tables *tables,
                   struct error *error) {
    struct values_file file;
    struct answer_cell cell[VALUES];
    if (!values_file_read(path, tables, &file, error))
        return false;
    bool spsa = is_by_spsa(folder, &file);
    for (int i = 0; i < VALUES; i++)
        cell[i] = cell_missing();
    for (int i = 0; i < file.count; i++) {
        const struct values_row *row = &file.row[i];
        if (row->index < VALUES) // else of the search
            cell[row->index] = cell_of(row->value, row->se, row->lo95, row->hi95,
                                       row->games < 0 ? NAN : (double)row->games,
                                       !spsa || row->games < 0 || !isnan(row->se));
    }
    add_section(folder, path, tables, cell);
    return true;
}

bool report_tuning(struct report_folder *folder, const char *source, const cJSON *answer,
                   struct error *error) {
    struct answer_cell cell[VALUES];
    struct tables *tables =
        report_tables(json_text(answer, "variant"), json_text(answer, "rules"), error);
    bool done = tables;
    const cJSON *row;
    for (int i = 0; i < VALUES; i++)
        cell[i] = cell_missing();
    cJSON_ArrayForEach(row, report_item(answer, "values")) {
        const char *name = json_text(row, "parameter");
        int index = values_find(name);
        if (!done)
            break;
        if (index < 0 || !values_uses(tables, index) || isnan(json_number(row, "value")))
            done =
                error_at(error, source, 0, "'%.40s': no value of %s", name, tables->variant.name);
        else
            cell[index] =
                cell_of(json_number(row, "value"), json_number(row, "se"), json_number(row, "lo95"),
                        json_number(row, "hi95"), json_number(row, "games"), true);
    }
    cJSON *section = done ? add_section(folder, source, tables, cell) : NULL;
    if (done) {
        report_origin(section, answer);
        json_add_copy(section, "tuning", answer);
    }
    free(tables);
    return done;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "values": { kind, source, variant, title, pieces: [{ id, name, promoted_id, pair, board,
//   hand, promoted, note }], terms: [{ parameter, meaning }] }, of a fit with answer: that of
//   `kagami tune --json`, and unordered: no difference of worth is significant, so that pieces
//   stand in the order of the game's file; else with mean_piece: value of the mean piece of the
//   start position.
// board, hand, promoted and each term: { value, lo95, hi95, games, measured, kept, word in the
// place of an interval }, where `kept` is what nobody tuned, or whose games did not suffice;
// neither: tuned, without an interval. `pair` is above 0, and the same, for two pieces that mirror
// each other. Pieces are in units of worth where the answer has "worths", all
// else in centi-values.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation.h"
#include "report_sections.h"
#include "values_answer.h"
#include "worths.h"

// The mean value on the board of the pieces of the start position, royals left out; NAN where one
// is missing.
static double mean_piece(const struct tables *tables, const struct answer_cell cell[VALUES]) {
    struct position start;
    struct error ignored;
    double sum = 0;
    int count = 0;
    if (!fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, &start, &ignored))
        return NAN;
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = start.board[square];
        if (piece == PIECE_EMPTY || piece == PIECE_WALL || tables->royal[piece])
            continue;
        sum += cell[VALUE_BOARD + piece_type(piece)].number;
        count++;
    }
    return count ? sum / count : NAN;
}

static cJSON *add_section(struct report_folder *folder, const char *source,
                          const struct tables *tables, const struct answer_cell cell[VALUES],
                          const struct values_notes *notes) {
    const struct variant *variant = &tables->variant;
    cJSON *section = report_section(folder, "values");
    struct answer answer = answer_init(NULL);
    answer_key(&answer, "source", cell_text(source));
    answer_key(&answer, "variant", cell_text(variant->name));
    answer_key(&answer, "title", cell_text(variant->title));
    if (notes) {
        answer_key(&answer, "unordered", cell_flag(notes->unordered));
        worth_pieces_answer(&answer, tables, cell, notes, true);
        values_terms_answer(&answer, cell, true);
    } else {
        answer_key(&answer, "mean_piece", cell_number(mean_piece(tables, cell)));
        values_answer(&answer, tables, cell, true);
    }
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
    add_section(folder, path, tables, cell, NULL);
    return true;
}

// Terms from the answer's "values", pieces from its "worths"; without notes pieces from the values,
// too.
static bool read_cells(const char *source, const cJSON *answer, const struct tables *tables,
                       struct answer_cell cell[VALUES], struct values_notes *notes,
                       struct error *error) {
    static const char *const marks[] = {"mostly prior", "kept as asked", values_unmeasured, NULL};
    const cJSON *row;
    if (notes)
        *notes = (struct values_notes){
            .marks = marks, .unordered = json_number(answer, "worths_apart_p") >= WORTHS_APART};
    for (int i = 0; i < VALUES; i++)
        cell[i] = cell_missing();
    for (int worths = 0; worths < (notes ? 2 : 1); worths++)
        cJSON_ArrayForEach(row, report_item(answer, worths ? "worths" : "values")) {
            const char *name = json_text(row, "parameter");
            int index = values_find(name);
            double value = json_number(row, worths ? "worth" : "value");
            if (index < 0 || !values_uses(tables, index) || (isnan(value) && !worths))
                return error_at(error, source, 0, "'%.40s': no value of %s", name,
                                tables->variant.name);
            if (notes && worths != (index < VALUE_TERM))
                continue;
            cell[index] = cell_of(value, json_number(row, "se"),
                                  json_number(row, worths ? "worth_lo95" : "lo95"),
                                  json_number(row, worths ? "worth_hi95" : "hi95"),
                                  json_number(row, "games"), !worths);
            if (worths && isnan(value))
                cell[index].text = "-";
            for (int k = 0; worths && marks[k]; k++)
                if (strcmp(json_text(row, "mark"), marks[k]) == 0)
                    notes->of[index] = marks[k];
        }
    return true;
}

// The game `name` as the run in `path` has it, with these rules; NULL where that is none of it,
// with a message where memory is out.
static struct tables *tables_of_run_in(const char *path, const char *name, const char *rules,
                                       struct error *error) {
    char record[PATH_MAX];
    struct error ignored = {""};
    struct tables *tables = NULL;
    if (snprintf(record, sizeof record, "%s/run.json", path) >= (int)sizeof record)
        return NULL;
    struct runmeta *meta = runmeta_load(record, &ignored);
    const char *variant = meta ? runmeta_setting(meta, "variant") : NULL;
    if (variant && strcmp(variant, name) == 0)
        tables = report_tables_of_run(meta, rules, &ignored);
    runmeta_destroy(meta);
    if (!tables && error_is_memory(&ignored))
        *error = ignored;
    return tables;
}

// The game of an answer: one of the program's by its name, another one by the run beside the
// answer, by what the user says, or by another folder of the report, whatever their order.
static struct tables *tables_of_answer(const struct report_folder *folder, const cJSON *answer,
                                       struct error *error) {
    const struct report_options *options = folder->options;
    const char *name = json_text(answer, "variant"), *rules = json_text(answer, "rules");
    if (variant_is_builtin(name))
        return report_tables(name, rules, error);
    struct tables *tables = tables_of_run_in(folder->path, name, rules, error);
    if (tables || *error->text)
        return tables;
    if (options->variant)
        return report_tables(options->variant, rules, error);
    for (int i = 0; i < options->folder_count && !tables && !*error->text; i++)
        tables = tables_of_run_in(options->folders[i], name, rules, error);
    if (!tables && !*error->text)
        error_at(error, folder->path, 0,
                 "values of '%.60s': --variant FILE.ini says what game that is", name);
    return tables;
}

bool report_tuning(struct report_folder *folder, const char *source, cJSON *answer,
                   struct error *error) {
    struct answer_cell cell[VALUES];
    struct values_notes notes;
    struct tables *tables = tables_of_answer(folder, answer, error);
    bool worths = report_item(answer, "worths") != NULL; // answers of old have none
    bool done = tables && read_cells(source, answer, tables, cell, worths ? &notes : NULL, error);
    if (done)
        json_add(add_section(folder, source, tables, cell, worths ? &notes : NULL), "answer",
                 answer);
    else
        cJSON_Delete(answer);
    free(tables);
    return done;
}

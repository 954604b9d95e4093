// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "values" of a file: { kind, source, variant, title, mean_piece: value of the mean piece
// of the start position, and as values_answer.h has it: pieces, terms }, in centi-values. Those of
// a fit have these keys in the answer of `kagami tune`, its pieces in units of worth.
#include <math.h>

#include "notation.h"
#include "report_sections.h"
#include "values_answer.h"

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
    struct answer answer = answer_init(NULL);
    answer_key(&answer, "source", cell_text(path));
    answer_key(&answer, "variant", cell_text(tables->variant.name));
    answer_key(&answer, "title", cell_text(tables->variant.title));
    answer_key(&answer, "mean_piece", cell_number(mean_piece(tables, cell)));
    values_answer(&answer, tables, cell);
    answer_json_into(&answer, report_section(folder, "values"));
    answer_destroy(&answer);
    return true;
}

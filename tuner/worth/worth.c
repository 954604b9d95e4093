// SPDX-License-Identifier: GPL-3.0-or-later
#include "worth.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "csv_file.h"
#include "number.h"

void worth_begin(struct worth *worth, const struct tables *tables, Type yardstick) {
    assert(yardstick > 0 && yardstick < BASE_TYPES);
    *worth = (struct worth){.yardstick = yardstick};
    struct values values;
    values_estimate(tables, &values);
    double one = values.value[VALUE_BOARD + yardstick];
    for (int hand = 0; hand < 2; hand++)
        for (int i = 0; i < tables->variant.base_count; i++) {
            int index = (hand ? VALUE_HAND : VALUE_BOARD) + tables->variant.bases[i];
            if (values_uses(tables, index))
                worth->row[worth->count++] = (struct worth_row){
                    .index = index, .prior = one > 0 ? values.value[index] / one : 0, .p_holm = 1};
        }
}

void worth_add_regression(struct worth *worth, const struct refit *refit) {
    double one = refit->start.value[VALUE_BOARD + worth->yardstick];
    for (int i = 0; i < worth->count; i++) {
        const struct estimate *estimate = &refit->fit.estimate[worth->row[i].index];
        if (estimate->verdict == VERDICT_MEASURED && one > 0)
            worth->row[i].regression =
                (struct measured){estimate->value / one, estimate->low / one, estimate->high / one,
                                  (double)estimate->games};
    }
}

enum column { MAN, KIND, AGAINST, YARDSTICK, PAIRS, WORTH = 11, WORTH_LOW, WORTH_HIGH, COLUMNS };
static const char header[] = "man,kind,against,yardstick,pairs,score,score_lo95,score_hi95,worth,"
                             "worth_lo95,worth_hi95,worth_elo,worth_elo_lo95,worth_elo_hi95";

static bool check_header(const struct csv_record *record, struct error *error) {
    const char *name = header;
    for (int i = 0; i < COLUMNS; i++) {
        size_t length = strcspn(name, ",");
        if (i >= record->count || strlen(record->field[i]) != length ||
            strncmp(record->field[i], name, length) != 0)
            return error_set(error, "column %d is not '%.*s'", i + 1, (int)length, name);
        name += length + (name[length] == ',');
    }
    return record->count == COLUMNS || error_set(error, "%d columns", record->count);
}

static Type find_letter(const struct variant *variant, const char *text) {
    for (int i = 0; i < variant->base_count; i++)
        if (text[0] == type_letter(variant->bases[i]) && text[1] == 0)
            return variant->bases[i];
    return 0;
}

static bool take_row(struct worth *worth, const struct tables *tables,
                     const struct csv_record *record, struct error *error) {
    const char *const *field = record->field;
    if (record->count != COLUMNS)
        return error_set(error, "%d fields, expected %d", record->count, COLUMNS);
    Type man = find_letter(&tables->variant, field[MAN]);
    if (!man)
        return error_set(error, "'%s': no such man in %s", field[MAN], tables->variant.name);
    if (find_letter(&tables->variant, field[YARDSTICK]) != worth->yardstick)
        return error_set(error, "these odds are told in '%s', expected '%c'", field[YARDSTICK],
                         type_letter(worth->yardstick));
    bool hand = strcmp(field[KIND], "hand") == 0;
    if ((!hand && strcmp(field[KIND], "board") != 0) || !*field[WORTH])
        return true; // a difference of two men; not measured
    struct measured odds;
    if (!number_decimal(field[PAIRS], &odds.n) || !number_decimal(field[WORTH], &odds.value) ||
        !number_decimal(field[WORTH_LOW], &odds.low) ||
        !number_decimal(field[WORTH_HIGH], &odds.high) || odds.low > odds.value ||
        odds.high < odds.value)
        return error_set(error, "no worth with its interval");
    for (int i = 0; i < worth->count; i++)
        if (worth->row[i].index == (hand ? VALUE_HAND : VALUE_BOARD) + man)
            worth->row[i].odds = odds;
    return true;
}

bool worth_add_odds(struct worth *worth, const struct tables *tables, const char *path,
                    struct error *error) {
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    bool done = true, headed = false;
    enum csv_status status = CSV_RECORD;
    while (done && status == CSV_RECORD) {
        struct csv_record record;
        struct error cause = {""};
        status = csv_next(reader, &record, error);
        if (status == CSV_ERROR)
            done = false;
        else if (status == CSV_TORN)
            done = error_at(error, path, record.line, "the last line is cut short");
        else if (status == CSV_RECORD && !(headed ? take_row(worth, tables, &record, &cause)
                                                  : check_header(&record, &cause)))
            done = error_at(error, path, record.line, "%s", cause.text);
        headed = true;
    }
    csv_close(reader);
    return done;
}

static bool outside(double value, struct measured of) {
    return of.n > 0 && (value < of.low || value > of.high);
}

void worth_finish(struct worth *worth) {
    double p[2 * BASE_TYPES];
    int at[2 * BASE_TYPES], count = 0;
    for (int i = 0; i < worth->count; i++) {
        struct worth_row *row = &worth->row[i];
        bool any = row->regression.n > 0 || row->odds.n > 0;
        row->prior_outside = any &&
                             (row->regression.n <= 0 || outside(row->prior, row->regression)) &&
                             (row->odds.n <= 0 || outside(row->prior, row->odds));
        if (row->regression.n <= 0 || row->odds.n <= 0)
            continue;
        at[count] = i;
        p[count++] = measured_p(measured_difference(row->regression, row->odds));
    }
    holm(p, count);
    for (int k = 0; k < count; k++)
        worth->row[at[k]].p_holm = p[k];
}

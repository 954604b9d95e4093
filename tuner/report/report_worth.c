// SPDX-License-Identifier: GPL-3.0-or-later
// Sections "worth": what pieces are worth in yardsticks, by odds.csv, or by odds.json where it has
// the three methods. { kind, source, yardstick, series: [names], rows: [{ name, score, estimates:
// [{ value, lo95, hi95, n } or null, one for each of the series] }] }; score: of the side ahead,
// odds only.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_sections.h"

static cJSON *begin(struct report_folder *folder, const char *source, const char *yardstick,
                    const char *const *series, int count, cJSON **rows) {
    cJSON *section = report_section(folder, "worth");
    json_add_text(section, "source", source);
    json_add_text(section, "yardstick", yardstick);
    json_add(section, "series", cJSON_CreateStringArray(series, count));
    *rows = json_add_array(section, "rows");
    return section;
}

static cJSON *add_row(cJSON *rows, const char *name, cJSON **estimates) {
    cJSON *row = cJSON_CreateObject();
    json_append(rows, row);
    json_add_text(row, "name", name);
    *estimates = json_add_array(row, "estimates");
    return row;
}

static void add_estimate(cJSON *list, double value, double low, double high, double n) {
    cJSON *estimate = isnan(value) ? cJSON_CreateNull() : cJSON_CreateObject();
    json_append(list, estimate);
    if (isnan(value))
        return;
    report_number(estimate, "value", value);
    report_number(estimate, "lo95", low);
    report_number(estimate, "hi95", high);
    report_number(estimate, "n", n);
}

bool report_odds(struct report_folder *folder, const char *path, struct error *error) {
    static const char *const series[] = {"by score", "by Elo"};
    cJSON *file = report_csv_rows(path, error), *rows, *estimates;
    if (!file)
        return false;
    cJSON *section = begin(folder, path, json_text(file->child, "yardstick"), series, 2, &rows);
    report_origin_beside(folder, section, "odds.json");
    const cJSON *row;
    cJSON_ArrayForEach(row, file) {
        char name[96];
        const char *piece = json_text(row, "piece"), *kind = json_text(row, "kind");
        if (strcmp(kind, "exchange") == 0)
            snprintf(name, sizeof name, "%.30s in the place of %.30s", piece,
                     json_text(row, "against"));
        else
            snprintf(name, sizeof name, "%.30s%s", piece, strcmp(kind, "hand") ? "" : " in hand");
        cJSON *item = add_row(rows, name, &estimates);
        double n = json_number(row, "pairs");
        cJSON *score = json_add_array(item, "score");
        add_estimate(score, json_number(row, "score"), json_number(row, "score_lo95"),
                     json_number(row, "score_hi95"), n);
        add_estimate(estimates, json_number(row, "worth"), json_number(row, "worth_lo95"),
                     json_number(row, "worth_hi95"), n);
        add_estimate(estimates, json_number(row, "worth_elo"), json_number(row, "worth_elo_lo95"),
                     json_number(row, "worth_elo_hi95"), n);
    }
    cJSON_Delete(file);
    return true;
}

bool report_worth(struct report_folder *folder, const char *source, const cJSON *answer,
                  struct error *error) {
    static const char *const series[] = {"moves", "regression", "odds"};
    (void)error;
    cJSON *rows, *estimates;
    cJSON *section = begin(folder, source, json_text(answer, "yardstick"), series, 3, &rows);
    json_add_text(section, "variant", json_text(answer, "variant"));
    report_origin(section, answer);
    const cJSON *piece;
    cJSON_ArrayForEach(piece, report_item(answer, "pieces")) {
        add_row(rows, json_text(piece, "parameter"), &estimates);
        add_estimate(estimates, json_number(piece, "prior"), NAN, NAN, NAN);
        for (int i = 1; i < 3; i++) {
            const cJSON *of = report_item(piece, series[i]);
            add_estimate(estimates, json_number(of, "value"), json_number(of, "lo95"),
                         json_number(of, "hi95"), json_number(of, "n"));
        }
    }
    return true;
}

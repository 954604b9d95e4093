// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning_answer.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>

#include "origin.h"
#include "values_answer.h"

enum { AXIS = 41, LABEL = 40 };

// The piece whose value is the unit of the table; the variant's own where the whole evaluation is
// the yardstick.
static Type unit_piece(const struct tuning *tuning) {
    Type yardstick = tuning->fit.yardstick;
    return yardstick != YARDSTICK_ALL ? yardstick : tuning->logs.tables->variant.yardstick;
}

static double unit(const struct tuning *tuning) {
    return fmax(tuning->start.value[VALUE_BOARD + unit_piece(tuning)], 1);
}

static void add_head(struct answer *answer, const struct tuning *tuning) {
    const struct logs *logs = &tuning->logs;
    double games = (double)logs->games;
    char rules[RULES_TEXT];
    answer_head(answer, "%zu games", logs->games);
    if (*rules_text(&logs->tables->rules, &logs->tables->variant, rules))
        answer_head(answer, "rules %s", rules);
    answer_head(answer, "first player scores %.1f%%, %.1f%% drawn",
                100 * ((double)logs->first_wins + (double)logs->draws / 2) / games,
                100 * (double)logs->draws / games);
    answer_head(answer, "fitted: %.0f positions of %.0f games, %.1f MB", tuning->fit.positions,
                tuning->fit.games, (double)dataset_used(tuning->fit.data) / 1e6);
}

// What decides: how much is measured, and whether it holds where it was not fitted.
static void add_verdict(struct answer *answer, const struct tuning *tuning) {
    const struct holdout *holdout = &tuning->holdout;
    int used = 0, measured = 0;
    for (int i = 0; i < VALUES; i++) {
        used += values_uses(tuning->logs.tables, i);
        measured += values_uses(tuning->logs.tables, i) &&
                    tuning->fit.estimate[i].verdict == VERDICT_MEASURED;
    }
    const char *found =
        !tuning->fit.converged                 ? "; the fit has not converged"
        : !holdout || holdout->games == 0      ? "; no games were held out to check them"
        : holdout->gain < 2 * holdout->gain_se ? ", but they predict held-out games no better than "
                                                 "a constant does"
        : holdout->loss >= holdout->start_loss ? ", but they predict held-out games no better than "
                                                 "the starting values do"
                                               : " and predict held-out games better than the "
                                                 "starting values do";
    answer_sentence(answer, "%d of %d values are measured%s.", measured, used, found);
}

static void add_yardstick(struct answer *answer, const struct tuning *tuning) {
    const struct fit *fit = &tuning->fit;
    const struct piece *piece = tuning->logs.tables->variant.piece;
    const char *name = piece[unit_piece(tuning)].name, *wished = piece[fit->wished_yardstick].name;
    struct buffer text = buffer_init();
    buffer_printf(&text,
                  "Values in centi-values with 95%% intervals over games; a worth of 1 = %s%s%.0f",
                  fit->yardstick == YARDSTICK_ALL ? "" : name,
                  fit->yardstick == YARDSTICK_ALL ? "" : " = ", unit(tuning));
    if (fit->yardstick == YARDSTICK_ALL)
        buffer_printf(&text,
                      ", a %s's starting value. The evaluation as a whole keeps the scale of the "
                      "starting values",
                      name);
    if (fit->yardstick != fit->wished_yardstick && isinf(fit->wished_error))
        buffer_printf(&text, " (the %s is not measured well enough)", wished);
    else if (fit->yardstick != fit->wished_yardstick)
        buffer_printf(&text, " (the %s's own standard error is %.0f%%, this one's %.0f%%)", wished,
                      100 * fit->wished_error, 100 * fit->yardstick_error);
    buffer_text(&text, ". start: not measured (starting value kept).");
    if (tuning->options->td)
        buffer_printf(&text,
                      " Learned by temporal differences from equal values (trace %g a ply, %d "
                      "passes); intervals by leaving out each of %d groups of games. The pieces' "
                      "order agrees with the regression's by %.2f (Kendall's tau).",
                      tuning->options->td_options.trace, tuning->options->td_options.passes,
                      TD_GROUPS, tuning->td.tau);
    if (tuning->ties.pairs > 0)
        buffer_printf(&text, " %d pair%s of pieces share%s values.", tuning->ties.pairs,
                      tuning->ties.pairs == 1 ? "" : "s", tuning->ties.pairs == 1 ? "s" : "");
    answer_sentence(answer, "%s", text.failed ? "" : text.data);
    buffer_destroy(&text);
}

static void add_tables(struct answer *answer, const struct tuning *tuning) {
    struct answer_cell cell[VALUES];
    for (int i = 0; i < VALUES; i++) {
        const struct estimate *estimate = &tuning->fit.estimate[i];
        cell[i] = cell_missing();
        if (!values_uses(tuning->logs.tables, i))
            continue;
        cell[i] = cell_word(estimate->value, values_kept);
        if (estimate->verdict == VERDICT_MEASURED)
            cell[i] = estimate->se > 0
                          ? cell_interval(estimate->value, estimate->low, estimate->high)
                          : cell_number(estimate->value); // the yardstick
        cell[i].n = (double)estimate->games;
    }
    values_answer(answer, tuning->logs.tables, cell, unit(tuning), false);
}

// --- What files have beside that -----------------------------------------------------------------

static void add_count(struct answer *answer, const char *key, size_t count) {
    answer_key(answer, key, cell_number((double)count));
}

static void add_logs(struct answer *answer, const struct tuning *tuning) {
    const struct logs *logs = &tuning->logs;
    char text[RULES_TEXT];
    answer_key(answer, "variant", cell_text(logs->tables->variant.name));
    answer_key(answer, "rules",
               cell_text(rules_text(&logs->tables->rules, &logs->tables->variant, text)));
    add_count(answer, "folders", logs->folders);
    add_count(answer, "games", logs->games);
    add_count(answer, "first_wins", logs->first_wins);
    add_count(answer, "second_wins", logs->second_wins);
    add_count(answer, "draws", logs->draws);
    answer_key(answer, "tied_men", cell_number(tuning->ties.pairs));
    add_count(answer, "copies_left_out", logs->copies);
    answer_key(answer, "games_fitted", cell_number(tuning->fit.games));
    answer_key(answer, "positions_fitted", cell_number(tuning->fit.positions));
    add_count(answer, "data_bytes", dataset_used(tuning->fit.data)); // of memory
    add_count(answer, "positions_early", logs->early);
    add_count(answer, "positions_noisy", logs->noisy);
}

static const char *yardstick_name(Type yardstick, char name[VALUE_NAME]) {
    return yardstick == YARDSTICK_ALL ? "all" : values_name(VALUE_BOARD + yardstick, name);
}

static void add_fit(struct answer *answer, const struct tuning *tuning) {
    const struct fit *fit = &tuning->fit;
    char name[VALUE_NAME];
    answer_open(answer, "yardstick");
    answer_key(answer, "parameter", cell_text(yardstick_name(fit->yardstick, name)));
    answer_key(answer, "value",
               cell_number(fit->yardstick == YARDSTICK_ALL ? NAN : fit->yardstick_value));
    answer_key(answer, "relative_se", cell_number(fit->yardstick_error));
    answer_key(answer, "wished", cell_text(yardstick_name(fit->wished_yardstick, name)));
    answer_close(answer);
    answer_key(answer, "logits_per_centivalue", cell_number(fit->logits_per_centivalue));
    answer_key(answer, "method", cell_text(tuning->options->td ? "td" : "regression"));
    if (tuning->options->td) {
        answer_key(answer, "trace", cell_number(tuning->options->td_options.trace));
        answer_key(answer, "passes", cell_number(tuning->options->td_options.passes));
        answer_key(answer, "tau_with_regression", cell_number(tuning->td.tau));
    }
    answer_key(answer, "logits_per_start_centivalue", cell_number(fit->logits_per_start));
    answer_key(answer, "prior", cell_number(tuning->options->prior));
    answer_key(answer, "lambda", cell_number(tuning->options->lambda));
    if (tuning->options->lambda < 1)
        answer_key(answer, "logits_per_score_centivalue", cell_number(tuning->score.slope / 100));
    answer_key(answer, "iterations", cell_number(fit->iterations));
    answer_key(answer, "converged", cell_flag(fit->converged));
    answer_key(answer, "temper", cell_number(fit->temper));
}

// "LG", "LG in hand", "LG promoted", "king.near": a parameter as the tables name it.
static const char *label_of(const struct tuning *tuning, int index, char text[LABEL]) {
    const struct piece *piece = tuning->logs.tables->variant.piece;
    char name[VALUE_NAME];
    snprintf(text, LABEL, "%.24s%s",
             index < VALUE_TERM ? piece[index % BASE_TYPES].id : values_name(index, name),
             index >= VALUE_TERM                    ? ""
             : index >= VALUE_HAND                  ? " in hand"
             : index >= VALUE_BOARD + TYPE_PROMOTED ? " promoted"
                                                    : "");
    return text;
}

static void add_values(struct answer *answer, const struct tuning *tuning) {
    static const struct answer_column columns[] = {
        {.key = "parameter"},  {.key = "name"},  {.key = "value", .flags = ANSWER_FLAT},
        {.key = "se"},         {.key = "games"}, {.key = "verdict"},
        {.key = "from_games"}, {.key = "start"}, {.key = "bootstrap_se", .flags = ANSWER_OMIT},
    };
    answer_table(answer, "values", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < VALUES; i++) {
        const struct estimate *of = &tuning->fit.estimate[i];
        bool measured = of->verdict == VERDICT_MEASURED;
        char name[VALUE_NAME], label[LABEL];
        const struct answer_cell row[] = {
            cell_text(values_name(i, name)),
            cell_text(label_of(tuning, i, label)),
            measured ? cell_interval(of->value, of->low, of->high) : cell_number(of->value),
            cell_number(measured ? of->se : NAN),
            cell_number((double)of->games),
            cell_text(verdict_name(of->verdict)),
            cell_number(of->share),
            cell_number(tuning->start.value[i]),
            tuning->options->bootstrap ? cell_number(tuning->bootstrap[i]) : cell_missing(),
        };
        if (values_uses(tuning->logs.tables, i))
            answer_row(answer, row);
    }
}

// --- How far to trust it -------------------------------------------------------------------------

static void add_quality(struct answer *answer, const struct tuning *tuning) {
    const struct fit *fit = &tuning->fit;
    const struct estimate *first = &fit->estimate[VALUE_TERM + TERM_FIRST_MOVER];
    static const struct answer_column columns[] = {
        {NULL, "first player, level game", ANSWER_SHARE, 1, ANSWER_FLAT},
        {"condition", "condition number", ANSWER_NUMBER},
    };
    double slope = fit->logits_per_centivalue;
    if (first->verdict == VERDICT_MEASURED)
        answer_fact(answer, &columns[0],
                    cell_interval(logistic(slope * first->value), logistic(slope * first->low),
                                  logistic(slope * first->high)));
    answer_fact(answer, &columns[1], cell_number(fit->identification.condition));
}

static void add_bootstrap(struct answer *answer, const struct tuning *tuning) {
    const struct fit *fit = &tuning->fit;
    double smallest = INFINITY, largest = 0;
    if (!tuning->options->bootstrap)
        return;
    for (int i = 0; i < VALUES; i++)
        if (fit->estimate[i].se > 0 && fit->estimate[i].share > 0.9 &&
            isfinite(tuning->bootstrap[i])) {
            double ratio = tuning->bootstrap[i] / fit->estimate[i].se;
            smallest = fmin(smallest, ratio);
            largest = fmax(largest, ratio);
        }
    answer_key(answer, "bootstrap_rounds", cell_number(tuning->bootstrap_rounds));
    if (largest > 0)
        answer_sentence(answer,
                        "Bootstrap of the games, %d rounds: its standard errors are %.2f to %.2f "
                        "times these (of the values that rest on the games by more than 90%%).",
                        tuning->bootstrap_rounds, smallest, largest);
    else
        answer_sentence(answer,
                        "Bootstrap of the games, %d rounds: no value rests on the games by more "
                        "than 90%%.",
                        tuning->bootstrap_rounds);
}

static void add_calibration(struct answer *answer, const struct holdout *holdout) {
    static const struct answer_column columns[] = {
        {"predicted", "predicted", ANSWER_SHARE, 1},
        {NULL, "scored", ANSWER_SHARE, 1, ANSWER_FLAT | ANSWER_HALF},
        {NULL, "0%                 50%               100%", ANSWER_GAUGE, AXIS},
        {.key = "scored"},
        {.key = "se"},
        {.key = "positions"},
        {"games", "games", ANSWER_COUNT},
    };
    answer_table(answer, "calibration",
                 "What held-out games scored, positions in ten groups by the prediction (cross)",
                 columns, ARRAY_LENGTH(columns));
    for (int k = 0; k < CALIBRATION_BINS; k++) {
        const struct calibration_bin *bin = &holdout->bin[k];
        double half = student_975((double)bin->games) * bin->se;
        struct answer_cell scored =
            cell_interval(bin->scored, bin->scored - half, bin->scored + half);
        struct answer_cell gauge = scored;
        gauge.n = bin->predicted;
        const struct answer_cell row[] = {cell_number(bin->predicted),
                                          scored,
                                          gauge,
                                          cell_number(bin->scored),
                                          cell_number(bin->se),
                                          cell_number((double)bin->positions),
                                          cell_number((double)bin->games)};
        if (bin->positions > 0)
            answer_row(answer, row);
    }
}

static void add_holdout(struct answer *answer, const struct holdout *holdout) {
    static const struct answer_column facts[] = {
        {"games", "held-out games", ANSWER_COUNT},
        {"positions", "held-out positions", ANSWER_COUNT},
        {"log_loss", "log-loss of a position", ANSWER_NUMBER, 4},
        {"constant_log_loss", "  of a constant", ANSWER_NUMBER, 4},
        {"start_log_loss", "  of the starting values", ANSWER_NUMBER, 4},
        {NULL, "better than a constant by", ANSWER_NUMBER, 4, ANSWER_FLAT | ANSWER_STRONG},
        {.key = "gain"},
        {.key = "gain_se"},
    };
    double half = NORMAL_975 * holdout->gain_se;
    const struct answer_cell cells[] = {
        cell_number((double)holdout->games),
        cell_number((double)holdout->positions),
        cell_number(holdout->loss),
        cell_number(holdout->constant_loss),
        cell_number(holdout->start_loss),
        cell_interval(holdout->gain, holdout->gain - half, holdout->gain + half),
        cell_number(holdout->gain),
        cell_number(holdout->gain_se),
    };
    if (holdout->games == 0) {
        answer_json_add(answer, "holdout", cJSON_CreateNull());
        return;
    }
    answer_open(answer, "holdout");
    answer_facts(answer, facts, ARRAY_LENGTH(facts), cells);
    add_calibration(answer, holdout);
    answer_close(answer);
}

static const struct answer_column ties_columns[] = {
    {.key = "first"},
    {.key = "second"},
    {"first_name", "tied", ANSWER_TEXT},
    {"second_name", "with", ANSWER_TEXT},
    {"difference", "difference", ANSWER_NUMBER, 0, ANSWER_PLUS},
    {"se", "s.e.", ANSWER_NUMBER},
    {"p", "p", ANSWER_NUMBER, 3},
    {"p_holm", "p (Holm)", ANSWER_NUMBER, 3},
};

static void open_ties(struct answer *answer) {
    answer_table(answer, "ties",
                 "Do the games let them be equal? Differences where they may differ, in "
                 "centi-values; where p by Holm's correction is below 0.05, they do not",
                 ties_columns, ARRAY_LENGTH(ties_columns));
}

static void add_ties(struct answer *answer, const struct tuning *tuning) {
    if (tuning->ties.count == 0)
        return;
    open_ties(answer);
    for (int k = 0; k < tuning->ties.count; k++) {
        const struct tie_test *test = &tuning->tie_tests[k];
        char name[2][VALUE_NAME], label[2][LABEL];
        const struct answer_cell row[] = {cell_text(values_name(test->tie.first, name[0])),
                                          cell_text(values_name(test->tie.second, name[1])),
                                          cell_text(label_of(tuning, test->tie.first, label[0])),
                                          cell_text(label_of(tuning, test->tie.second, label[1])),
                                          cell_number(test->known ? test->difference : NAN),
                                          cell_number(test->known ? test->se : NAN),
                                          cell_number(test->known ? test->p : NAN),
                                          cell_number(test->known ? test->p_holm : NAN)};
        answer_row(answer, row);
    }
}

struct answer tuning_answer(const struct tuning *tuning, const char *command) {
    struct answer answer = answer_init(tuning->logs.tables->variant.title);
    cJSON *origin = cJSON_CreateObject();
    answer.warns = true;
    origin_add(origin, command, NULL);
    for (int i = 0; i < tuning->options->folder_count; i++)
        origin_add_run(origin, tuning->options->folders[i]);
    add_head(&answer, tuning);
    answer_json_add(&answer, NULL, origin);
    add_logs(&answer, tuning);
    add_verdict(&answer, tuning);
    add_yardstick(&answer, tuning);
    add_fit(&answer, tuning);
    add_values(&answer, tuning);
    add_tables(&answer, tuning);
    add_quality(&answer, tuning);
    add_holdout(&answer, &tuning->holdout);
    add_ties(&answer, tuning);
    add_bootstrap(&answer, tuning);
    tuning_warnings(tuning, &answer);
    return answer;
}

void tuning_answer_from(struct answer *answer, const struct cJSON *tuning) {
    const cJSON *item, *list = cJSON_GetObjectItemCaseSensitive(tuning, "ties");
    if (list) {
        open_ties(answer);
        answer_rows_from(answer, list);
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(tuning, "warnings")) {
        if (cJSON_IsString(item))
            answer_warning(answer, "%s", item->valuestring);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning.h"

#include <math.h>
#include <stdio.h>

#include "measured_cell.h"
#include "runmeta.h"
#include "worths.h"

enum { AXIS = 41 };

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

// How the values were learned, where not each piece has one of its own.
static void add_method(struct answer *answer, const struct tuning *tuning) {
    if (tuning->ties.pairs > 0)
        answer_sentence(answer,
                        "%d pair%s of pieces share%s values. Average worths of a pair may differ "
                        "all the same: the terms of place and King count where each stood.",
                        tuning->ties.pairs, tuning->ties.pairs == 1 ? "" : "s",
                        tuning->ties.pairs == 1 ? "s" : "");
}

// What average worth is, and how far it is known to be off.
static void add_unit(struct answer *answer, const struct tuning *tuning) {
    const struct variant *variant = &tuning->logs.tables->variant;
    struct buffer text = buffer_init();
    Type reference = tuning->reference;
    answer_heading(answer, "Average worth: what a player loses with the piece, in the mean over "
                           "these games");
    buffer_printf(
        &text,
        "Players chose these imbalances. The known difference from armies is %.1f to %.1f "
        "of a mean piece.",
        WORTH_BIAS_LEAST, WORTH_BIAS);
    if (tuning->scaled && reference)
        buffer_printf(&text, " 1 is a %s on the board, ", variant->piece[reference].name);
    else if (tuning->scaled)
        buffer_printf(&text, " 1 is the mean piece at the start%s%s, ",
                      variant->pawn ? " without Pawns" : "",
                      tuning->whole ? "" : ", of those that are measured");
    if (tuning->scaled)
        buffer_printf(&text, "%.0f ±%.0f Elo; intervals are 95%% over games.", tuning->ratios.unit,
                      NORMAL_975 * tuning->ratios.unit_se);
    answer_sentence(answer, "%s", text.data);
    buffer_destroy(&text);
}

// In Elo and in units, with what to know of each.
static void add_pieces(struct answer *answer, const struct tuning *tuning) {
    struct contrasts mirrors;
    char unit[WORTH_NAME];
    contrasts_mirrors(&tuning->worths, &mirrors);
    worths_pieces_add(answer, NULL, worths_unit_name(tuning->logs.tables, tuning->reference, unit),
                      &tuning->worths, tuning->scaled ? &tuning->ratios : NULL,
                      tuning->ties.pairs ? NULL : &mirrors); // who ties them expects no test
}

// The evaluation's values, as they are played by.
static void value_cells(const struct tuning *tuning, struct answer_cell cell[VALUES]) {
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
}

static void add_tables(struct answer *answer, const struct tuning *tuning, bool full) {
    struct answer_cell cell[VALUES];
    value_cells(tuning, cell);
    answer_heading(answer, "Values to play by, in centi-values: what is left of a piece beside the "
                           "terms of place and King");
    values_pieces_answer(answer, tuning->logs.tables, cell);
    tuning_mirrors(answer, tuning);
    if (full)
        values_terms_answer(answer, cell);
}

// --- What files have beside that -----------------------------------------------------------------

static void add_count(struct answer *answer, const char *key, size_t count) {
    answer_key(answer, key, cell_count(count));
}

static void add_logs(struct answer *answer, const struct tuning *tuning) {
    const struct logs *logs = &tuning->logs;
    char text[RULES_TEXT];
    answer_key(answer, "variant", cell_text(logs->tables->variant.name));
    answer_key(answer, "title", cell_text(logs->tables->variant.title));
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
    add_count(answer, "positions_noisy", logs->noisy);
}

static void add_fit(struct answer *answer, const struct tuning *tuning) {
    const struct fit *fit = &tuning->fit;
    char name[VALUE_NAME] = "mean";
    answer_open(answer, "yardstick");
    if (fit->yardstick != YARDSTICK_MEAN)
        values_name(VALUE_BOARD + fit->yardstick, name);
    answer_key(answer, "parameter", cell_text(name));
    answer_key(answer, "value", cell_number(fit->yardstick_value));
    answer_key(answer, "relative_se", cell_number(fit->yardstick_error));
    answer_close(answer);
    answer_open(answer, "unit"); // of worth
    answer_key(answer, "piece",
               tuning->reference
                   ? cell_text(tuning->logs.tables->variant.piece[tuning->reference].name)
                   : cell_missing());
    answer_key(answer, "elo", cell_if(tuning->scaled, tuning->ratios.unit));
    answer_key(answer, "elo_se", cell_if(tuning->scaled, tuning->ratios.unit_se));
    answer_close(answer);
    answer_key(answer, "logits_per_centivalue", cell_number(fit->logits_per_centivalue));
    answer_key(answer, "logits_per_start_centivalue", cell_number(fit->logits_per_start));
    answer_key(answer, "prior", cell_number(tuning->options->prior));
    answer_key(answer, "lambda", cell_number(tuning->options->lambda));
    if (tuning->options->lambda < 1)
        answer_key(answer, "logits_per_score_centivalue", cell_number(tuning->score.slope / 100));
    answer_key(answer, "iterations", cell_number(fit->iterations));
    answer_key(answer, "converged", cell_flag(fit->converged));
    answer_key(answer, "temper", cell_number(fit->temper));
}

const char *tuning_label(const struct tuning *tuning, int index, char text[TUNING_LABEL]) {
    const struct piece *piece = tuning->logs.tables->variant.piece;
    char name[VALUE_NAME];
    snprintf(text, TUNING_LABEL, "%.24s%s",
             index < VALUE_TERM ? piece[index % BASE_TYPES].id : values_name(index, name),
             index >= VALUE_TERM                    ? ""
             : index >= VALUE_HAND                  ? " in hand"
             : index >= VALUE_BOARD + TYPE_PROMOTED ? " promoted"
                                                    : "");
    return text;
}

static void add_worths(struct answer *answer, const struct tuning *tuning) {
    const struct worths *worths = &tuning->worths;
    const struct worths_scaled *ratios = &tuning->ratios;
    answer_list(answer, "worths", "parameter name elo elo_se worth[] se games mark");
    for (int i = 0; i < worths->count; i++) {
        const struct worth_estimate *of = &worths->of[i];
        bool open = of->mark == WORTH_OPEN, told = !open && tuning->scaled;
        bool kept = tuning->fit.estimate[of->index].verdict == VERDICT_FROZEN;
        const char *mark = !told  ? worth_marks[WORTH_OPEN]
                           : kept ? "kept as asked"
                                  : worth_marks[of->mark];
        struct answer_cell worth = cell_if(told, ratios->value[i]);
        if (told && ratios->se[i] >= 1e-9) // not the unit
            worth = cell_interval(ratios->value[i], ratios->low[i], ratios->high[i]);
        worth.n = of->games;
        char name[VALUE_NAME], label[TUNING_LABEL];
        ANSWER_ROW(answer, cell_text(values_name(of->index, name)),
                   cell_text(tuning_label(tuning, of->index, label)), cell_if(!open, of->value),
                   cell_if(!open, sqrt(worths->covariance[i * worths->count + i])), worth,
                   cell_if(told, ratios->se[i]), cell_number(of->games),
                   cell_text(mark ? mark : ""));
    }
}

static void add_values(struct answer *answer, const struct tuning *tuning) {
    answer_list(answer, "values", "parameter name value[] se games verdict from_games start");
    for (int i = 0; i < VALUES; i++) {
        const struct estimate *of = &tuning->fit.estimate[i];
        bool measured = of->verdict == VERDICT_MEASURED;
        char name[VALUE_NAME], label[TUNING_LABEL];
        if (values_uses(tuning->logs.tables, i))
            ANSWER_ROW(
                answer, cell_text(values_name(i, name)), cell_text(tuning_label(tuning, i, label)),
                measured ? cell_interval(of->value, of->low, of->high) : cell_number(of->value),
                cell_number(measured ? of->se : NAN), cell_count(of->games),
                cell_text(verdict_names[of->verdict]), cell_number(of->share),
                cell_number(tuning->start.value[i]));
    }
}

// --- How far to trust it -------------------------------------------------------------------------

static void add_quality(struct answer *answer, const struct tuning *tuning) {
    const struct fit *fit = &tuning->fit;
    const struct estimate *first = &fit->estimate[VALUE_TERM + TERM_FIRST_MOVER];
    double slope = fit->logits_per_centivalue;
    if (first->verdict == VERDICT_MEASURED)
        ANSWER_FACT(answer,
                    cell_interval(logistic(slope * first->value), logistic(slope * first->low),
                                  logistic(slope * first->high)),
                    NULL, "first player, level game", ANSWER_SHARE, 1, ANSWER_INTERVAL);
    ANSWER_FACT(answer, cell_number(fit->identification.condition), "condition", "condition number",
                ANSWER_NUMBER);
}

static void add_calibration(struct answer *answer, const char *title,
                            const struct calibration_bin bins[CALIBRATION_BINS]) {
    static const struct answer_column columns[] = {
        {"predicted", "predicted", ANSWER_SHARE, 1},
        {"scored", "scored", ANSWER_SHARE, 1, ANSWER_INTERVAL | ANSWER_HALF},
        {NULL, "0%                 50%               100%", ANSWER_GAUGE, AXIS},
        {"positions"},
        {"games", "games", ANSWER_COUNT},
    };
    answer_table(answer, "calibration", title, columns, ARRAY_LENGTH(columns));
    for (int k = 0; k < CALIBRATION_BINS; k++) {
        const struct calibration_bin *bin = &bins[k];
        double half = student_975((double)bin->games) * bin->se;
        struct answer_cell scored =
            cell_interval(bin->scored, bin->scored - half, bin->scored + half);
        struct answer_cell gauge = scored;
        gauge.n = bin->predicted;
        if (bin->positions > 0)
            ANSWER_ROW(answer, cell_number(bin->predicted), scored, gauge,
                       cell_count((int64_t)bin->positions), cell_count((int64_t)bin->games));
    }
}

// What people read of a score of the search.
static void add_scores(struct answer *answer, const struct scale *scale,
                       const struct holdout *holdout) {
    double half = NORMAL_975 * scale->slope_error;
    if (!holdout->scores || !scale_predicts(scale))
        return;
    answer_open(answer, "scores");
    ANSWER_FACT(
        answer,
        cell_interval(100 / scale->slope, 100 / (scale->slope + half), 100 / (scale->slope - half)),
        "logit", "score of the search that makes 73%, centi-values", ANSWER_NUMBER, 0,
        ANSWER_INTERVAL);
    ANSWER_FACT(answer, cell_number(holdout->score_loss), "log_loss",
                "log-loss of held-out games by these scores", ANSWER_NUMBER, 4);
    add_calibration(answer,
                    "What held-out games scored, their positions in ten groups by the expected "
                    "score (cross) that the search's score makes",
                    holdout->score_bin);
    answer_close(answer);
}

static void add_holdout(struct answer *answer, const struct tuning *tuning) {
    const struct holdout *holdout = &tuning->holdout;
    if (holdout->games == 0) {
        answer_json_add(answer, "holdout", cJSON_CreateNull());
        return;
    }
    answer_open(answer, "holdout");
    ANSWER_FACT(answer, cell_count((int64_t)holdout->games), "games", "held-out games",
                ANSWER_COUNT);
    ANSWER_FACT(answer, cell_count((int64_t)holdout->positions), "positions", "held-out positions",
                ANSWER_COUNT);
    ANSWER_FACT(answer, cell_number(holdout->loss), "log_loss", "log-loss of a game's positions",
                ANSWER_NUMBER, 4);
    ANSWER_FACT(answer, cell_number(holdout->constant_loss), "constant_log_loss", "  of a constant",
                ANSWER_NUMBER, 4);
    ANSWER_FACT(answer, cell_number(holdout->start_loss), "start_log_loss",
                "  of the starting values", ANSWER_NUMBER, 4);
    ANSWER_FACT(answer, cell_with_error(holdout->gain, holdout->gain_se), "gain",
                "better than a constant by", ANSWER_NUMBER, 4, ANSWER_INTERVAL);
    ANSWER_FACT(answer, cell_with_error(holdout->start_gain, holdout->start_gain_se), "start_gain",
                "than the starting values by", ANSWER_NUMBER, 4, ANSWER_INTERVAL | ANSWER_STRONG);
    if (holdout
            ->labels) { // what part of the target is the search's score: how well that is foretold
        ANSWER_FACT(answer, cell_number(holdout->label_loss), "label_loss",
                    "loss of their targets, above the least", ANSWER_NUMBER, 5);
        ANSWER_FACT(answer, cell_number(holdout->label_start_loss), "start_label_loss",
                    "  of the starting values", ANSWER_NUMBER, 5);
        ANSWER_FACT(answer, cell_with_error(holdout->label_gain, holdout->label_gain_se),
                    "label_gain", "better than the starting values by", ANSWER_NUMBER, 5,
                    ANSWER_INTERVAL);
    }
    add_calibration(
        answer,
        "What held-out games scored, their positions in ten groups by the prediction (cross)",
        holdout->bin);
    add_scores(answer, &tuning->score, holdout);
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

static void add_ties(struct answer *answer, const struct tuning *tuning) {
    if (tuning->ties.count == 0)
        return;
    answer_table(answer, "ties",
                 "Do the games let them be equal? Differences where they may differ, in "
                 "centi-values; where p by Holm's correction is below 0.05, they do not",
                 ties_columns, ARRAY_LENGTH(ties_columns));
    for (int k = 0; k < tuning->ties.count; k++) {
        const struct tie_test *test = &tuning->tie_tests[k];
        char name[2][VALUE_NAME], label[2][TUNING_LABEL];
        ANSWER_ROW(answer, cell_text(values_name(test->tie.first, name[0])),
                   cell_text(values_name(test->tie.second, name[1])),
                   cell_text(tuning_label(tuning, test->tie.first, label[0])),
                   cell_text(tuning_label(tuning, test->tie.second, label[1])),
                   cell_if(test->known, test->difference), cell_if(test->known, test->se),
                   cell_if(test->known, test->p), cell_if(test->known, test->p_holm));
    }
}

struct answer tuning_answer(const struct tuning *tuning, bool full, const char *command) {
    struct answer answer = answer_init(tuning->logs.tables->variant.title);
    cJSON *origin = cJSON_CreateObject();
    answer.warns = true;
    origin_add(origin, command, NULL);
    for (int i = 0; i < tuning->options->folder_count; i++)
        origin_add_run(origin, tuning->options->folders[i]);
    add_head(&answer, tuning);
    answer_json_add(&answer, NULL, origin);
    add_logs(&answer, tuning);
    tuning_summary(&answer, tuning, full);
    add_method(&answer, tuning);
    add_tables(&answer, tuning, full);
    if (full) {
        add_unit(&answer, tuning);
        add_pieces(&answer, tuning);
        add_fit(&answer, tuning);
        add_worths(&answer, tuning);
        add_values(&answer, tuning);
        add_quality(&answer, tuning);
        add_holdout(&answer, tuning);
    }
    add_ties(&answer, tuning);
    tuning_warnings(tuning, full, &answer);
    return answer;
}

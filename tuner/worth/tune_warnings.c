// SPDX-License-Identifier: GPL-3.0-or-later
// What to know before trusting the numbers.
#include <math.h>
#include <string.h>

#include "tune_report.h"

static void warn_logs(const struct logs *logs, struct buffer *text) {
    if (logs->torn)
        buffer_printf(text, "%zu file%s cut short: the last line was not read\n", logs->torn,
                      logs->torn == 1 ? " was" : "s were");
    if (logs->unfinished)
        buffer_printf(text, "%zu positions of a game without a row in games.csv were left out\n",
                      logs->unfinished);
    if (logs->copies * 20 > logs->games)
        buffer_printf(text,
                      "%zu of %zu games repeat another move by move and were left out: the "
                      "openings are too few or too alike\n",
                      logs->copies, logs->games);
}

static void warn_fit(const struct fit *fit, struct buffer *text) {
    if (!fit->converged)
        buffer_printf(text, "the fit has not converged in %d steps: do not use these values\n",
                      fit->iterations);
    if (!fit->start_predicts)
        buffer_text(text, "the starting values do not predict these results at all\n");
    if (fit->skewed)
        buffer_printf(text,
                      "the yardstick is uncertain by %.0f%%: intervals are lopsided (Fieller); the "
                      "table shows their longer side, the file both ends\n",
                      100 * fit->yardstick_error);
}

// Adds the chosen parameters as "on the board LG P; promoted P; in hand LG; tempo".
static void list_parameters(const struct variant *variant, const bool chosen[VALUES],
                            struct buffer *text) {
    static const struct {
        const char *name;
        int begin, end;
    } groups[] = {{"on the board", VALUE_BOARD, VALUE_BOARD + TYPE_PROMOTED},
                  {"promoted", VALUE_BOARD + TYPE_PROMOTED, VALUE_HAND},
                  {"in hand", VALUE_HAND, VALUE_TERM}};
    const char *separator = "";
    for (int g = 0; g < ARRAY_LENGTH(groups); g++) {
        bool begun = false;
        for (int i = groups[g].begin; i < groups[g].end; i++) {
            if (!chosen[i])
                continue;
            if (!begun)
                buffer_printf(text, "%s%s", separator, groups[g].name);
            buffer_printf(text, " %s", variant->man[i % BASE_TYPES].id);
            begun = true;
            separator = "; ";
        }
    }
    for (int i = VALUE_TERM; i < VALUES; i++)
        if (chosen[i]) {
            char name[VALUE_NAME];
            buffer_printf(text, "%s%s", separator, values_name(i, name));
            separator = "; ";
        }
}

// One line for each reason, with the parameters it holds for.
static void warn_unmeasured(const struct tune_report *report, struct buffer *text) {
    const struct fit *fit = report->fit;
    for (int verdict = VERDICT_MEASURED; verdict < VERDICT_COUNT; verdict++) {
        bool chosen[VALUES], any = false;
        if (verdict == VERDICT_FROZEN) // no surprise
            continue;
        for (int i = 0; i < VALUES; i++) {
            const struct estimate *estimate = &fit->estimate[i];
            chosen[i] = values_uses(report->logs->tables, i) && (int)estimate->verdict == verdict &&
                        (verdict != VERDICT_MEASURED || estimate->share < SHARE_LEANING);
            any = any || chosen[i];
        }
        if (!any)
            continue;
        buffer_text(text, verdict == VERDICT_MEASURED
                              ? "leaning on the prior more than on the games"
                              : verdict_meaning((enum verdict)verdict));
        buffer_text(text, verdict == VERDICT_MEASURED ? ": " : ", so the starting value is kept: ");
        list_parameters(&report->logs->tables->variant, chosen, text);
        buffer_char(text, '\n');
    }
}

// Names the largest parts of the direction that is seen least.
static void warn_condition(const struct fit *fit, struct buffer *text) {
    const struct identification *found = &fit->identification;
    if (found->condition < CONDITION_NOTABLE)
        return;
    double largest = 0;
    for (int c = 0; c < fit->data->columns; c++)
        largest = fmax(largest, fabs(found->weakest[c]));
    buffer_printf(text, "condition number %.2g: the games hardly tell apart", found->condition);
    int count = 0;
    for (int c = 0; c < fit->data->columns && count < 4; c++)
        if (fabs(found->weakest[c]) > largest / 3) {
            char name[VALUE_NAME];
            buffer_printf(text, "%s %s", count++ ? "," : "",
                          values_name(fit->data->parameter[c], name));
        }
    buffer_char(text, '\n');
}

static void warn_holdout(const struct holdout *holdout, struct buffer *text) {
    if (holdout->games == 0)
        return;
    if (holdout->gain < 2 * holdout->gain_se)
        buffer_text(text, "on games never fitted the values predict no better than a constant, as "
                          "far as these few can tell\n");
    else if (holdout->loss >= holdout->start_loss)
        buffer_text(text, "on games never fitted the values predict no better than the starting "
                          "ones: more games, or a narrower --prior\n");
    int off = 0;
    for (int k = 0; k < CALIBRATION_BINS; k++) {
        const struct calibration_bin *bin = &holdout->bin[k];
        off += bin->games >= GAMES_NEEDED && fabs(bin->scored - bin->predicted) > 2.6 * bin->se;
    }
    if (off >= 2)
        buffer_printf(text, "%d of %d tenths of the predictions are off by more than chance\n", off,
                      CALIBRATION_BINS);
}

static void warn_controls(const struct tune_report *report, struct buffer *text) {
    int refused = 0;
    for (int k = 0; report->tie_tests && k < report->ties->count; k++)
        refused += report->tie_tests[k].known && report->tie_tests[k].p_holm < 0.05;
    if (refused)
        buffer_printf(text, "%d of %d ties are against what the games say: do not tie these\n",
                      refused, report->ties->count);
    if (report->score && report->lambda < 1)
        buffer_printf(text,
                      "%.0f%% of the target is the search's own score: intervals say how well the "
                      "values imitate it, not how well they win\n",
                      100 * (1 - report->lambda));
}

void tune_report_warnings(const struct tune_report *report, struct buffer *text) {
    warn_logs(report->logs, text);
    warn_fit(report->fit, text);
    warn_unmeasured(report, text);
    warn_condition(report->fit, text);
    warn_holdout(report->holdout, text);
    warn_controls(report, text);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What to know before trusting the numbers.
#include <math.h>

#include "tuning_answer.h"

static void warn_logs(const struct logs *logs, struct answer *answer) {
    if (logs->torn)
        answer_warning(answer, "%zu file%s cut short: the last line was not read", logs->torn,
                       logs->torn == 1 ? " was" : "s were");
    if (logs->unfinished)
        answer_warning(answer, "%zu positions of a game without a row in games.csv were left out",
                       logs->unfinished);
    if (logs->copies * 20 > logs->games)
        answer_warning(answer,
                       "%zu of %zu games repeat another move by move and were left out: the "
                       "openings are too few or too alike",
                       logs->copies, logs->games);
}

static void warn_fit(const struct fit *fit, struct answer *answer) {
    if (!fit->converged)
        answer_warning(answer, "the fit has not converged in %d steps: do not use these values",
                       fit->iterations);
    if (!fit->start_predicts)
        answer_warning(answer, "the starting values do not predict these results at all");
    if (fit->skewed)
        answer_warning(answer,
                       "the unit is uncertain by %.0f%%: intervals have a longer and a "
                       "shorter side; the table shows the longer, the file both",
                       100 * fit->yardstick_error);
}

// One line for each reason, with the terms it holds for; of the pieces their rows say it.
static void warn_unmeasured(const struct tuning *tuning, struct answer *answer) {
    const struct fit *fit = &tuning->fit;
    for (int verdict = VERDICT_MEASURED; verdict < VERDICT_COUNT; verdict++) {
        bool measured = verdict == VERDICT_MEASURED;
        struct buffer text = buffer_init();
        for (int i = VALUE_TERM; i < VALUES; i++) {
            const struct estimate *estimate = &fit->estimate[i];
            char name[VALUE_NAME];
            if (values_uses(tuning->logs.tables, i) && (int)estimate->verdict == verdict &&
                (!measured || estimate->share < SHARE_LEANING))
                buffer_printf(&text, "%s%s", text.length > 0 ? ", " : "", values_name(i, name));
        }
        if (text.length > 0 && verdict != VERDICT_FROZEN) // that is no surprise
            answer_warning(answer, "%s%s%s",
                           measured ? "mostly prior, little data: "
                                    : verdict_meaning((enum verdict)verdict),
                           measured ? "" : ", so not measured (starting value kept): ", text.data);
        buffer_destroy(&text);
    }
}

// Names the largest parts of the direction that is seen least.
static void warn_condition(const struct fit *fit, struct answer *answer) {
    const struct identification *found = &fit->identification;
    if (found->condition < CONDITION_NOTABLE)
        return;
    double largest = 0;
    struct buffer text = buffer_init();
    for (int c = 0; c < fit->data->columns; c++)
        largest = fmax(largest, fabs(found->weakest[c]));
    for (int c = 0, count = 0; c < fit->data->columns && count < 4; c++)
        if (fabs(found->weakest[c]) > largest / 3) {
            char name[VALUE_NAME];
            buffer_printf(&text, "%s%s", count++ ? ", " : "",
                          values_name(fit->data->parameter[c], name));
        }
    answer_warning(answer, "condition number %.2g: the games hardly separate %s", found->condition,
                   text.length > 0 ? text.data : "some values");
    buffer_destroy(&text);
}

static void warn_holdout(const struct holdout *holdout, struct answer *answer) {
    if (holdout->games == 0)
        return;
    if (holdout->gain < 2 * holdout->gain_se)
        answer_warning(answer, "the values do not predict held-out games significantly better "
                               "than a constant");
    else if (holdout->start_gain <= NORMAL_975 * holdout->start_gain_se)
        answer_warning(answer, "the values do not predict held-out games significantly better than "
                               "the starting ones: more games, or a narrower --prior");
    int off = 0;
    for (int k = 0; k < CALIBRATION_BINS; k++) {
        const struct calibration_bin *bin = &holdout->bin[k];
        off += bin->games >= GAMES_NEEDED && fabs(bin->scored - bin->predicted) > 2.6 * bin->se;
    }
    if (off >= 2)
        answer_warning(answer, "%d of %d tenths of the predictions are off by more than chance",
                       off, CALIBRATION_BINS);
}

static void warn_controls(const struct tuning *tuning, struct answer *answer) {
    int refused = 0;
    for (int k = 0; k < tuning->ties.count; k++)
        refused += tuning->tie_tests[k].known && tuning->tie_tests[k].p_holm < 0.05;
    if (refused)
        answer_warning(answer, "%d of %d ties are against what the games say: do not tie these",
                       refused, tuning->ties.count);
    if (tuning->options->lambda < 1)
        answer_warning(answer,
                       "%.0f%% of the target is the search's own score: intervals say how well the "
                       "values imitate it, not how well they win",
                       100 * (1 - tuning->options->lambda));
}

void tuning_warnings(const struct tuning *tuning, bool full, struct answer *answer) {
    warn_logs(&tuning->logs, answer);
    warn_fit(&tuning->fit, answer);
    if (full) {
        warn_unmeasured(tuning, answer);
        warn_condition(&tuning->fit, answer);
        warn_holdout(&tuning->holdout, answer);
    }
    warn_controls(tuning, answer);
}

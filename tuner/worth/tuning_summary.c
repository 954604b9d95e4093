// SPDX-License-Identifier: GPL-3.0-or-later
// What a fit says in sentences.
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

#include "fit.h"
#include "memory.h"
#include "tuning.h"

// Mirror images whose numbers differ: whether that is noise or the side of the board.

// From this ratio on a reader wonders, whatever the intervals say.
#define FACTOR 2

// The pieces' values to play by as if they were worths, but for those that share one by a tie.
static void values_as_worths(const struct tuning *tuning, struct worths *values) {
    const struct fit *fit = &tuning->fit;
    int n = fit->data->columns, column[WORTHS_MAX];
    double *matrix = mem_alloc((size_t)n * (size_t)n * sizeof *matrix);
    worths_init(values, tuning->logs.tables);
    covariance_of_values(fit, matrix);
    for (int i = 0; i < values->count; i++) {
        struct worth_estimate *of = &values->of[i];
        int mirror = worths_mirror(values, i);
        if (tuning->worths.of[i].mark == WORTH_OPEN ||
            (mirror >= 0 && ties_hold(&tuning->ties, of->index, values->of[mirror].index)))
            continue;
        of->mark = WORTH_MEASURED;
        of->value = fit->estimate[of->index].value;
        column[i] = fit_column(fit->data, &tuning->fit_options, of->index);
        for (int j = 0; j <= i; j++)
            if (values->of[j].mark != WORTH_OPEN)
                values->covariance[i * values->count + j] =
                    values->covariance[j * values->count + i] = matrix[column[i] * n + column[j]];
    }
    free(matrix);
}

void tuning_mirrors(struct answer *answer, const struct tuning *tuning) {
    struct worths values;
    struct contrasts mirrors;
    struct buffer shown = buffer_init(), noise = buffer_init();
    values_as_worths(tuning, &values);
    contrasts_mirrors(&values, &mirrors);
    for (int i = 0; i < mirrors.count; i++) {
        const struct contrast *of = &mirrors.of[i];
        const struct worth_estimate *one = &values.of[of->first], *other = &values.of[of->second];
        double most = fmax(one->value, other->value), least = fmin(one->value, other->value);
        struct buffer *text = of->p_holm < 0.05 ? &shown : &noise;
        char label[2][TUNING_LABEL];
        if (of->p_holm < 0.05 || (most > 0 && most >= FACTOR * least))
            buffer_printf(text, "%s%s %.0f, %s %.0f", text->length ? "; " : "",
                          tuning_label(tuning, one->index, label[0]), one->value,
                          tuning_label(tuning, other->index, label[1]), other->value);
    }
    if (shown.length)
        answer_sentence(answer,
                        "Mirror images that differ significantly (Holm): %s. The side of the board "
                        "on which each stands makes the difference.",
                        shown.data);
    if (noise.length)
        answer_sentence(
            answer,
            "Mirror images that differ by a factor of %d or more: %s. Not significant: the "
            "noise of these games explains it. --mirror gives each pair one value.",
            FACTOR, noise.data);
    buffer_destroy(&shown);
    buffer_destroy(&noise);
    worths_destroy(&values);
}

// What to know before trusting the numbers.

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
                           measured ? "mostly prior, little data: " : verdict_meanings[verdict],
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

// What a fit says first: how well its values are known, and where worth is measured.

enum { NAMED_MOST = 6 };

// Names the worths with that mark, and puts the most games that one of them wants into `*games`;
// counts those that no number of games tells.
static void add_unmeasured(const struct tuning *tuning, enum worth_mark mark, struct buffer *text,
                           double *games, int *hopeless) {
    const struct worths *worths = &tuning->worths;
    int count = 0;
    for (int i = 0; i < worths->count; i++) {
        char label[TUNING_LABEL];
        double wanted = tuning_games_needed(tuning, i);
        if (worths->of[i].mark != mark || wanted == 0)
            continue;
        if (count++ < NAMED_MOST)
            buffer_printf(text, "%s%s",
                          count > 1      ? ", "
                          : text->length ? "; "
                                         : "",
                          tuning_label(tuning, worths->of[i].index, label));
        *hopeless += isinf(wanted);
        *games = isinf(wanted) ? *games : fmax(*games, wanted);
    }
    if (count > NAMED_MOST)
        buffer_printf(text, " and %d more", count - NAMED_MOST);
    if (count)
        buffer_text(text, mark == WORTH_LEANS ? " (mostly prior)" : " (not measured)");
}

// What is not measured by the games, and how many would do.
static void say_unmeasured(struct answer *answer, const struct tuning *tuning) {
    struct buffer names = buffer_init();
    double games = 0;
    int hopeless = 0;
    add_unmeasured(tuning, WORTH_LEANS, &names, &games, &hopeless);
    add_unmeasured(tuning, WORTH_OPEN, &names, &games, &hopeless);
    if (games > 0)
        buffer_printf(&names, "; about %.0f games would measure %s", games_rounded(games),
                      hopeless ? "some" : "them");
    if (hopeless)
        buffer_printf(&names, "; no number of games like these measures %d of them", hopeless);
    if (names.length)
        answer_summary(answer, "Average worth, too few games: %s.", names.data);
    buffer_destroy(&names);
}

// How well the games measure what is played by.
static void say_values(struct answer *answer, const struct tuning *tuning) {
    double half[VALUE_TERM];
    int count = 0, measured = 0;
    for (int i = 0; i < VALUE_TERM; i++) {
        const struct estimate *of = &tuning->fit.estimate[i];
        count += values_uses(tuning->logs.tables, i);
        if (of->verdict == VERDICT_MEASURED && of->se > 0)
            half[measured++] = fmax(of->high - of->value, of->value - of->low);
    }
    gsl_sort(half, 1, (size_t)measured);
    if (measured)
        answer_summary(answer,
                       "%d of %d values of pieces are measured, half of them within \u00b1%.0f "
                       "centi-values%s.",
                       measured, count, half[measured / 2],
                       measured < count ? "; the others keep their starting values" : "");
    else
        answer_summary(answer, "No value of a piece is measured.");
}

static void say_holdout(struct answer *answer, const struct holdout *holdout) {
    double better = NORMAL_975 * holdout->start_gain_se, gain = holdout->start_gain;
    if (holdout->games == 0)
        answer_summary(answer, "No games were held out to check the fit.");
    else if (holdout->gain < 2 * holdout->gain_se)
        answer_summary(answer, "On %.0f held-out games the fit predicts no better than a constant.",
                       (double)holdout->games);
    else
        answer_summary(answer,
                       "On held-out games the fit predicts %s than the starting values (log-loss "
                       "%.4f %s, \u00b1%.4f).",
                       gain > better    ? "better"
                       : gain < -better ? "worse"
                                        : "no better",
                       fabs(gain), gain < 0 ? "higher" : "lower", better);
}

static void say_worths(struct answer *answer, const struct tuning *tuning) {
    const struct worths *worths = &tuning->worths;
    struct tuning_precision precision = tuning_precision(tuning);
    int usable = tuning_usable(tuning);
    answer_key(answer, "worths_measured", cell_number(precision.count));
    answer_key(answer, "worths_usable", cell_number(usable));
    answer_key(answer, "worth_bias", cell_number(WORTH_BIAS));
    answer_key(answer, "half_width_median", cell_if(precision.count, precision.median));
    if (!tuning->fit.converged)
        return;
    if (!tuning->scaled)
        answer_summary(answer, "The games fix no unit of average worth: play more of them.");
    else
        answer_summary(answer, "Average worth: %d of %d are measured, %d of them usable.",
                       precision.count, worths->count, usable);
    if (usable < precision.count)
        answer_summary(answer,
                       "%d interval%s narrower than the known bias, %.1f of a mean piece: the "
                       "number is not right to that width.",
                       precision.count - usable, precision.count - usable == 1 ? " is" : "s are",
                       WORTH_BIAS);
    say_unmeasured(answer, tuning);
    struct wald apart = worths_apart(worths, "board");
    answer_key(answer, "worths_apart_p", cell_number(apart.p));
    if (apart.p >= WORTHS_APART)
        answer_summary(answer,
                       "On the board no difference of average worth is significant (p = %.2g): "
                       "pieces stand in the order of the game's file.",
                       apart.p);
}

void tuning_summary(struct answer *answer, const struct tuning *tuning, bool full) {
    const char *name = tuning->logs.tables->variant.name;
    if (tuning->fit.converged) {
        say_values(answer, tuning);
        say_holdout(answer, &tuning->holdout);
    } else {
        answer_summary(answer, "The fit has not converged: do not play by its values.");
    }
    answer_summary(answer, "For what a piece is worth: kagami worth %s",
                   variant_builtin_text(name) ? name : "GAME.ini");
    if (full)
        say_worths(answer, tuning);
}

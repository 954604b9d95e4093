// SPDX-License-Identifier: GPL-3.0-or-later
// What a fit says first: how well its values are known, and where worth is measured.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tuning_answer_internal.h"

enum { NAMED_MOST = 6 };

// Two digits of a number of games, rounded up.
static double rounded(double games) {
    double unit = pow(10, fmax(floor(log10(games)) - 1, 0));
    return ceil(games / unit - 1e-9) * unit;
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

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
        buffer_printf(&names, "; about %.0f games would measure %s", rounded(games),
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
            half[measured++] = (of->high - of->low) / 2;
    }
    qsort(half, (size_t)measured, sizeof *half, by_size);
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
    int measured = 0, usable = tuning_usable(tuning);
    for (int i = 0; i < worths->count; i++)
        measured += worths->of[i].mark != WORTH_OPEN;
    answer_key(answer, "worths_measured", cell_number(measured));
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
                   variant_is_builtin(name) ? name : "GAME.ini");
    if (full)
        say_worths(answer, tuning);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What a fit says first: how well the worths are known, and what it takes to know them better.
#include <math.h>
#include <stdio.h>

#include "tuning_answer_internal.h"

enum { NAMED_MOST = 6 };

// How many games bring half of the worths within this, in units.
#define WISHED 0.1

// Two digits of a number of games, rounded up.
static double rounded(double games) {
    double unit = pow(10, fmax(floor(log10(games)) - 1, 0));
    return ceil(games / unit - 1e-9) * unit;
}

// Names the worths with that mark, and puts the most games that one of them wants into `*games`;
// counts those that no number of games tells.
static void add_unusable(const struct tuning *tuning, enum worth_mark mark, struct buffer *text,
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

// What is not usable, and how many games would make it so.
static void say_unusable(struct answer *answer, const struct tuning *tuning) {
    struct buffer names = buffer_init();
    double games = 0;
    int hopeless = 0;
    add_unusable(tuning, WORTH_LEANS, &names, &games, &hopeless);
    add_unusable(tuning, WORTH_OPEN, &names, &games, &hopeless);
    if (games > 0)
        buffer_printf(&names, "; about %.0f games would make %s so", rounded(games),
                      hopeless ? "some" : "them");
    if (hopeless)
        buffer_printf(&names, "; %d %s told by no number of games like these", hopeless,
                      hopeless == 1 ? "is" : "are");
    answer->failed |= names.failed;
    if (names.length && !names.failed)
        answer_summary(answer, "Not usable: %s.", names.data);
    buffer_destroy(&names);
}

void tuning_summary(struct answer *answer, const struct tuning *tuning) {
    const struct worths *worths = &tuning->worths;
    struct tuning_precision precision = tuning_precision(tuning, WISHED);
    int measured = 0, usable = tuning_usable(tuning);
    for (int i = 0; i < worths->count; i++)
        measured += worths->of[i].mark != WORTH_OPEN;
    answer_key(answer, "worths_measured", cell_number(measured));
    answer_key(answer, "worths_usable", cell_number(usable));
    answer_key(answer, "half_width_median", cell_if(precision.count, precision.median));
    answer_key(answer, "games_for_a_tenth", cell_if(precision.count, ceil(precision.games)));
    if (!tuning->fit.converged) {
        answer_summary(answer, "The fit has not converged: there is no worth to tell.");
        return;
    }
    if (precision.count == 0 && !tuning->scaled)
        answer_summary(answer, "The games fix no unit of worth: play more of them.");
    else if (precision.count == 0)
        answer_summary(answer, "None of %d worths is usable.", worths->count);
    else if (precision.median <= WISHED)
        answer_summary(answer, "%d of %d worths are usable, half of them within ±%.2f.", usable,
                       worths->count, precision.median);
    else
        answer_summary(answer,
                       "%d of %d worths are usable, half of them within ±%.2f; for ±%.1f it takes "
                       "about %.0f games.",
                       usable, worths->count, precision.median, WISHED, rounded(precision.games));
    say_unusable(answer, tuning);
    struct wald apart;
    if (!worths_apart(worths, "board", &apart))
        answer->failed = true;
    answer_key(answer, "worths_apart_p", cell_number(apart.p));
    if (apart.p >= WORTHS_APART)
        answer_summary(answer,
                       "On the board the usable worths are not told apart (p = %.2g): they stand "
                       "in the order of the game's file.",
                       apart.p);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Mirror images whose numbers differ: whether that is noise or the side of the board.
#include <math.h>
#include <stdlib.h>

#include "covariance.h"
#include "memory.h"
#include "tuning_answer_internal.h"

// From this ratio on a reader wonders, whatever the intervals say.
#define FACTOR 2

struct gap {
    int first, second; // parameters
    double one, other;
};

static bool is_large(const struct gap *gap) {
    double most = fmax(gap->one, gap->other), least = fmin(gap->one, gap->other);
    return most > 0 && most >= FACTOR * least;
}

static void name_gap(const struct tuning *tuning, const struct gap *gap, int decimals,
                     struct buffer *text) {
    char label[2][TUNING_LABEL];
    buffer_printf(text, "%s%s %.*f, %s %.*f", text->length ? "; " : "",
                  tuning_label(tuning, gap->first, label[0]), decimals, gap->one,
                  tuning_label(tuning, gap->second, label[1]), decimals, gap->other);
}

static void say_gaps(struct answer *answer, const struct tuning *tuning, const struct gap *gap,
                     const double *p, int count, int decimals) {
    struct buffer shown = buffer_init(), noise = buffer_init();
    for (int i = 0; i < count; i++)
        if (p[i] < 0.05 || is_large(&gap[i]))
            name_gap(tuning, &gap[i], decimals, p[i] < 0.05 ? &shown : &noise);
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
}

static double two_sided(double difference, double variance) {
    return variance > 0 ? 2 * normal_cdf(-fabs(difference) / sqrt(variance)) : 1;
}

static bool is_tied(const struct ties *ties, int first, int second) {
    for (int k = 0; k < ties->count; k++)
        if ((ties->tie[k].first == first && ties->tie[k].second == second) ||
            (ties->tie[k].first == second && ties->tie[k].second == first))
            return true;
    return false;
}

void tuning_mirrors(struct answer *answer, const struct tuning *tuning, bool worth) {
    const struct worths *worths = &tuning->worths;
    const struct fit *fit = &tuning->fit;
    int n = worth ? worths->count : fit->data->columns, count = 0;
    struct gap gap[WORTHS_MAX];
    double p[WORTHS_MAX], *own = NULL;
    const double *matrix = worth ? tuning->ratios.covariance : NULL;
    if (worth && !tuning->scaled)
        return;
    if (!worth) {
        matrix = own = mem_alloc((size_t)n * (size_t)n * sizeof *own);
        covariance_of_values(fit, own);
    }
    for (int i = 0; i < worths->count; i++) {
        int j = worths_mirror(worths, i);
        if (j <= i || worths->of[i].mark == WORTH_OPEN || worths->of[j].mark == WORTH_OPEN ||
            is_tied(&tuning->ties, worths->of[i].index, worths->of[j].index))
            continue;
        struct gap *of = &gap[count];
        of->first = worths->of[i].index;
        of->second = worths->of[j].index;
        int a = worth ? i : fit_column(fit->data, &tuning->fit_options, of->first);
        int b = worth ? j : fit_column(fit->data, &tuning->fit_options, of->second);
        of->one = worth ? tuning->ratios.value[i] : fit->estimate[of->first].value;
        of->other = worth ? tuning->ratios.value[j] : fit->estimate[of->second].value;
        p[count++] = two_sided(of->one - of->other,
                               matrix[a * n + a] + matrix[b * n + b] - 2 * matrix[a * n + b]);
    }
    holm(p, count);
    say_gaps(answer, tuning, gap, p, count, worth ? 2 : 0);
    free(own);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "design_worth.h"

#include <math.h>
#include <string.h>

#include "dataset.h"

#define ERROR_RATE 0.05

const struct worth_term worth_terms[WORTH_TERMS] = {
    {"weakest",
     "least worth on the board of a piece of the start position other than the Pawn, in mean "
     "pieces",
     "pieces but royals and Pawns", false, fmin},
    {"mirrors", "largest difference of worths on the board between mirror images, in mean pieces",
     "mirror images", true, fmax},
};

int worth_term_find(const char *name) {
    for (int i = 0; i < WORTH_TERMS; i++)
        if (strcmp(worth_terms[i].name, name) == 0)
            return i;
    return -1;
}

// Places of the pieces, beside each that of its mirror image; returns how many.
static int places_of(const struct worth_term *term, const struct worths *worths,
                     int at[WORTHS_MAX][2]) {
    double pieces[TYPES] = {0}; // of the mean piece
    int count = 0;
    removal_mean_piece(worths->tables, pieces);
    for (int i = 0; i < worths->count; i++) {
        int other = term->mirrors ? worths_mirror(worths, i) : i;
        if (strcmp(worths_where(worths, i), worth_forms[0]) == 0 && other >= i + term->mirrors &&
            pieces[worths_type(worths, i)] > 0 && pieces[worths_type(worths, other)] > 0) {
            at[count][0] = i;
            at[count++][1] = other;
        }
    }
    return count;
}

bool worth_term_applies(const struct worth_term *term, const struct tables *tables,
                        struct error *error) {
    int at[WORTHS_MAX][2];
    struct worths worths;
    worths_init(&worths, tables);
    bool applies = places_of(term, &worths, at) > 0;
    worths_destroy(&worths);
    return applies || error_set(error, "'%s': %s has no %s in its start position", term->name,
                                tables->variant.title, term->of);
}

static struct measured worth_of(const struct worths_scaled *scaled, int place, double z) {
    double value = scaled->value[place], wider = z / NORMAL_975;
    return (struct measured){value, value - (value - scaled->low[place]) * wider,
                             value + (scaled->high[place] - value) * wider, 1};
}

static struct measured difference_of(const struct worths_scaled *scaled, int first, int second,
                                     double z) {
    const double *covariance = scaled->covariance;
    int n = scaled->count;
    double value = fabs(scaled->value[first] - scaled->value[second]);
    double se = sqrt(fmax(covariance[first * n + first] - 2 * covariance[first * n + second] +
                              covariance[second * n + second],
                          0));
    return (struct measured){value, fmax(value - z * se, 0), value + z * se, 1};
}

struct measured worth_term_measure(const struct worth_term *term, const struct worths *worths,
                                   const struct worths_scaled *scaled, double games) {
    int at[WORTHS_MAX][2], count = places_of(term, worths, at);
    struct measured chosen = {0};
    for (int k = 0; k < count; k++) {
        int first = at[k][0], second = at[k][1];
        double z = -normal_quantile(ERROR_RATE / 2 / count);
        if (worths->of[first].mark == WORTH_OPEN || worths->of[second].mark == WORTH_OPEN)
            return (struct measured){0};
        struct measured of =
            term->mirrors ? difference_of(scaled, first, second, z) : worth_of(scaled, first, z);
        if (k > 0)
            of = (struct measured){term->choose(chosen.value, of.value),
                                   term->choose(chosen.low, of.low),
                                   term->choose(chosen.high, of.high), 1};
        chosen = of;
        chosen.n = games;
    }
    return chosen;
}

void worth_terms_measure(const struct army_games *games, struct measured value[WORTH_TERMS]) {
    struct army_estimate estimate;
    struct worths_scaled scaled = {0};
    double part[WORTHS_MAX];
    struct error ignored;
    bool known = army_fit(games, ARMY_GAMES_NEEDED, &estimate, &ignored) &&
                 worths_unit(&estimate.worths, 0, part) &&
                 worths_scale(&estimate.worths, part, &scaled, &ignored);
    for (int i = 0; i < WORTH_TERMS; i++)
        value[i] = known ? worth_term_measure(&worth_terms[i], &estimate.worths, &scaled,
                                              (double)estimate.games)
                         : (struct measured){0};
    worths_scaled_destroy(&scaled);
    army_estimate_destroy(&estimate);
}

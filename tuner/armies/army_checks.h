// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what armies say may be believed: is the logit a sum over pieces, do pieces that should be
// equal come out equal, do players of other strength or other values say the same.
#pragma once

#include "army_fit.h"
#include "statistics.h"

// A term added to the fit: by one step of Newton's method from there, tested by its score, with the
// errors of army_fit.h.
struct army_term {
    double value, se, p;
    int64_t games; // in which it is not 0
};

// The cubic term of the fit's own logit: logit = z + value z^3. A value below 0: large imbalances
// decide less than the sum of their pieces says.
void army_linearity(const struct army_games *games, const struct army_estimate *estimate,
                    struct army_term *cubic);

// What two pieces of one side are worth together beyond their sum, in Elo, and likewise a second
// piece of a kind beyond the first. Pairs in fewer than ARMY_GAMES_NEEDED games are left out, as
// are those that follow from the pieces themselves.
struct army_pair {
    int first, second; // places
    struct army_term term;
    double p_holm;
};
struct army_pairs {
    int count;
    struct army_pair *pair; // owned; the smallest p first
    double below;           // share of them with p below 5%, before the correction
};
void army_pairs_test(const struct army_games *games, const struct army_estimate *estimate,
                     int threads, struct army_pairs *pairs);
void army_pairs_destroy(struct army_pairs *pairs);

// All pieces in hand against on the board.
void army_hands(const struct worths *worths, struct contrasts *contrasts);

// Estimates of one seed have the same armies, and what a game of one has beyond the sum of its
// pieces it has at the other limit too: residuals of the same armies correlate by about 0.08. The
// covariance of two such estimates in Elo, worths of the first by worths of the second; 0 where no
// game of one number has the same army in both.
void army_covariance(const struct army_games *const games[2],
                     const struct army_estimate *const estimate[2], double *covariance);

// In the tests below errors are those at common ratios (worths_common_ratios), and
// `between[e * count + f]`, e < f, is that covariance of the estimates e and f.
// NULL: they are independent.

// Wald's test that estimates of the worths in mean pieces are equal: of the places in
// `where` ("board", "hand", "promoted"; NULL: of all) that each of them has measured. What leans on
// a prior in one of them says what the prior says, and is left out. Error: no unit that all have
// measured.
bool army_agree(const struct worths *const of[], double *const between[], int count,
                const char *where, struct wald *wald, struct error *error);

// What one place has, in mean pieces.
struct army_effect {
    int place;
    double value, se, p, p_holm;
};

// Differences of another estimate from the armies' at all places that both have measured, p without
// correction; returns how many, or -1: no unit that both have measured.
int army_differences(const struct worths *armies, const struct worths *other,
                     struct army_effect of[WORTHS_MAX], struct error *error);

// Lines through the worths in mean pieces over `x`, one value an estimate, by least squares
// weighted by the mean variance of each; their slopes with a joint test that all are 0.
struct army_trend {
    int count;
    struct army_effect of[WORTHS_MAX];
    struct wald all;
};
bool army_trend(const struct worths *const of[], double *const between[], const double *x,
                int count, struct army_trend *trend, struct error *error);

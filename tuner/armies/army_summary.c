// SPDX-License-Identifier: GPL-3.0-or-later
// What games of armies say first.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "army_answer_internal.h"
#include "army_plan.h"
#include "depths_answer.h"

enum { NAMED_MOST = 6 };
#define WISHED 0.1

// Two digits of a number of games, rounded up.
static double rounded(double games) {
    double unit = pow(10, fmax(floor(log10(games)) - 1, 0));
    return ceil(games / unit - 1e-9) * unit;
}

// "14 of 14 worths are measured, the median one within \u00b10.05 on the board, \u00b10.06 in hand;
// for \u00b10.1 it takes about 3200 games."
static void say_measured(struct answer *answer, const struct army_study *study) {
    const struct army_run *run = &study->run[study->main];
    const struct worths *worths = &run->estimate.worths;
    struct buffer text = buffer_init();
    struct army_plan plan;
    struct error ignored;
    int place[WORTHS_MAX], count = army_places(worths, place), measured = 0;
    double worst = 0;
    for (int i = 0; i < count; i++)
        measured += worths->of[place[i]].mark == WORTH_MEASURED;
    buffer_printf(&text, "%d of %d worths are measured", measured, count);
    if (!study->reference && army_plan(&run->estimate, WISHED, &plan, &ignored)) {
        const char *join = ", the median one within";
        for (int f = 0; f < WORTH_FORMS; f++)
            if (plan.form[f].pieces > 0) {
                buffer_printf(&text, "%s \u00b1%.2f %s", join, plan.form[f].half_width,
                              worth_places[f]);
                worst = fmax(worst, plan.form[f].half_width);
                join = ",";
            }
        if (worst > WISHED)
            buffer_printf(&text, "; for \u00b1%.1f it takes about %.0f games", WISHED,
                          rounded(plan.games));
    } else if (!study->reference) {
        buffer_text(&text, " in Elo alone: these games are too few for the worth of a mean piece");
    }
    answer_summary(answer, "%s.", text.data);
    buffer_destroy(&text);
}

// Which are not, and how many games would make them so.
static void say_open(struct answer *answer, const struct army_run *run) {
    const struct worths *worths = &run->estimate.worths;
    struct buffer text = buffer_init();
    double games = 0;
    int place[WORTHS_MAX], all = army_places(worths, place), count = 0;
    for (int i = 0; i < all; i++) {
        const struct worth_estimate *of = &worths->of[place[i]];
        char name[ARMY_NAME];
        if (of->mark == WORTH_MEASURED)
            continue;
        if (count++ < NAMED_MOST)
            buffer_printf(&text, "%s%s", count > 1 ? ", " : "",
                          army_name_at(worths, place[i], name));
        if (of->games > 0 && of->games < ARMY_GAMES_NEEDED)
            games = fmax(games, (double)run->estimate.games * ARMY_GAMES_NEEDED / of->games);
    }
    if (count > NAMED_MOST)
        buffer_printf(&text, " and %d more", count - NAMED_MOST);
    if (games > 0)
        buffer_printf(&text, "; about %.0f games would bring a difference in enough of them",
                      rounded(games));
    if (count)
        answer_summary(answer, "Not measured: %s.", text.data);
    buffer_destroy(&text);
}

// Where an order of the pieces is chance.
static void say_apart(struct answer *answer, const struct worths *worths) {
    struct buffer text = buffer_init();
    int open = 0;
    for (int f = 0; f < WORTH_FORMS; f++) {
        struct wald wald = worths_apart(worths, worth_forms[f]);
        if (wald.df == 0 || wald.p < WORTHS_APART)
            continue;
        buffer_printf(&text, "%s%s (p = %.2g)", open++ ? " and " : "", worth_places[f], wald.p);
    }
    if (open)
        answer_summary(answer, "Among the pieces %s no difference is significant.", text.data);
    buffer_destroy(&text);
}

void army_summary(struct answer *answer, const struct army_study *study) {
    const struct army_run *run = &study->run[study->main];
    const struct army_estimate *estimate = &run->estimate;
    say_measured(answer, study);
    say_open(answer, run);
    say_apart(answer, &estimate->worths);
    depths_warn(answer, run->name, &run->games.depths);
    if (run->in_units && !study->reference)
        answer_sentence(answer, "A mean piece is %.0f \u00b1%.0f Elo.", run->scaled.unit,
                        NORMAL_975 * run->scaled.unit_se);
    answer_sentence(
        answer,
        "Being to move is worth %.0f \u00b1%.0f Elo, over the drawn armies: that is not "
        "the game's first move. There are %" PRId64 " games at %" PRId64
        " nodes, intervals are 95%%.",
        estimate->first_elo, NORMAL_975 * estimate->first_se, estimate->games, run->nodes);
    answer_sentence(answer, "%.0f%% of the drawn armies were decided or in check and drawn again.",
                    100 * study->redrawn);
    if (run->games.ply_limit > 0)
        answer_sentence(answer, "%.1f%% of these games ended by the ply limit.",
                        100 * (double)run->games.ply_limit / (double)estimate->games);
}

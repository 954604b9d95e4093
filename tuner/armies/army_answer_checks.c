// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "army_answer.h"
#include "measured_cell.h"

enum { SAYS = 400, NAME = ARMY_NAME };

static const struct answer_column check_columns[] = {
    {"check", "check", ANSWER_TEXT},
    {"p", "p", ANSWER_NUMBER, 3, ANSWER_STRONG},
    {"value", NULL, ANSWER_NUMBER, 4, ANSWER_INTERVAL},
    {"passes", NULL, ANSWER_FLAG},
    {"word", "verdict", ANSWER_TEXT},
    {"says", "", ANSWER_TEXT},
};
static const struct answer_column group_columns[] = {
    {"values", "runs", ANSWER_TEXT},
    {"runs", NULL, ANSWER_COUNT},
    {"same.chi2", "chi2", ANSWER_NUMBER, 1},
    {"same.df", "df", ANSWER_COUNT},
    {"same.p", NULL, ANSWER_NUMBER, 6},
    {"same.p_holm", "p, all the same", ANSWER_NUMBER, 3, ANSWER_STRONG}, // Holm, over the rows
    {"trend.p", NULL, ANSWER_NUMBER, 6},
    {"trend.p_holm", "p, no trend", ANSWER_NUMBER, 3, ANSWER_STRONG},
    {"word", "", ANSWER_TEXT, 0, ANSWER_OMIT},
};
static const struct answer_column slope_columns[] = {
    {"parameter", NULL, ANSWER_TEXT},
    {"piece", "grows with the nodes", ANSWER_TEXT},
    {"slope", "a doubling", ANSWER_NUMBER, 3, ANSWER_INTERVAL | ANSWER_HALF | ANSWER_PLUS},
    {"p_holm", "p (Holm)", ANSWER_NUMBER, 3},
};

const char *army_name_at(const struct worths *worths, int place, char text[ARMY_NAME]) {
    const struct piece *piece = &worths->tables->variant.piece[worths_type(worths, place)];
    snprintf(text, ARMY_NAME, "%.60s%s", piece->name,
             worths->of[place].index >= VALUE_HAND ? " in hand" : "");
    return text;
}

// "DK", "R in hand".
static const char *id_at(const struct worths *worths, int place, char text[NAME]) {
    snprintf(text, NAME, "%s%s", worths_piece(worths, place),
             worths->of[place].index >= VALUE_HAND ? " in hand" : "");
    return text;
}

static void add_check(struct answer *answer, const char *check, const char *says,
                      struct answer_cell value, double p, bool judged, const char *holds,
                      const char *fails) {
    bool passes = p >= 0.05;
    ANSWER_ROW(answer, cell_text(check), cell_number(p), value,
               judged ? cell_flag(passes) : cell_missing(), cell_text(passes ? holds : fails),
               cell_text(says));
}

static void check_linearity(struct answer *answer, const struct army_run *run) {
    const struct army_term *cubic = &run->cubic;
    double far = 2 * run->estimate.spread, at = far * ELO_PER_LOGIT;
    char says[SAYS];
    snprintf(says, sizeof says, "cubic term %+.3f \u00b1%.3f: %+.0f Elo at an imbalance of %.0f",
             cubic->value, NORMAL_975 * cubic->se, cubic->value * far * far * far * ELO_PER_LOGIT,
             at);
    add_check(answer, "logits add up", says, cell_with_error(cubic->value, cubic->se), cubic->p,
              true, "yes", "no");
}

static void check_pairs(struct answer *answer, const struct army_run *run) {
    const struct army_pairs *pairs = &run->pairs;
    const struct worths *worths = &run->estimate.worths;
    char says[SAYS], first[NAME], second[NAME];
    int found = 0;
    if (pairs->count == 0)
        return;
    while (found < pairs->count && pairs->pair[found].p_holm < 0.05)
        found++;
    const struct army_pair *pair = &pairs->pair[0];
    snprintf(says, sizeof says, "%d of %d stand out; most: %s and %s %+.0f \u00b1%.0f Elo", found,
             pairs->count, army_name_at(worths, pair->first, first),
             army_name_at(worths, pair->second, second), pair->term.value,
             NORMAL_975 * pair->term.se);
    add_check(answer, "pairs add up", says, cell_number(found), pair->p_holm, true, "yes", "no");
}

static void check_contrasts(struct answer *answer, const char *check,
                            const struct army_contrasts *contrasts, const struct army_run *run,
                            bool judged, const char *fails) {
    const struct worths *worths = &run->estimate.worths;
    char says[SAYS], first[NAME], second[NAME];
    int most = 0, found = 0;
    if (contrasts->count == 0)
        return;
    for (int i = 0; i < contrasts->count; i++) {
        found += contrasts->of[i].p_holm < 0.05;
        if (fabs(contrasts->of[i].value) * contrasts->of[most].se >
            fabs(contrasts->of[most].value) * contrasts->of[i].se)
            most = i;
    }
    const struct army_contrast *of = &contrasts->of[most];
    snprintf(says, sizeof says, "%d of %d differ; most: %s, %s %+.0f \u00b1%.0f Elo", found,
             contrasts->count, army_name_at(worths, of->first, first),
             army_name_at(worths, of->second, second), of->value, NORMAL_975 * of->se);
    add_check(answer, check, says, cell_number(found), contrasts->all.p, judged, "yes", fails);
}

// The sum in hand by the sum on the board.
static void check_hands(struct answer *answer, const struct army_run *run) {
    const struct worths *worths = &run->estimate.worths;
    const struct army_contrasts *hands = &run->hands;
    double sum[2] = {0}, v[3] = {0};
    char says[SAYS];
    int n = worths->count;
    if (hands->count == 0)
        return;
    for (int i = 0; i < hands->count; i++) {
        int a = hands->of[i].first, b = hands->of[i].second;
        sum[0] += worths->of[a].value;
        sum[1] += worths->of[b].value;
        for (int j = 0; j < hands->count; j++) {
            v[0] += worths->covariance[a * n + hands->of[j].first];
            v[1] += worths->covariance[a * n + hands->of[j].second];
            v[2] += worths->covariance[b * n + hands->of[j].second];
        }
    }
    if (sum[1] == 0)
        return;
    struct ratio ratio = ratio_of(sum[0], sum[1], v[0], v[1], v[2], NORMAL_975);
    if (!ratio.bounded)
        return;
    snprintf(says, sizeof says, "all together %.2f \u00b1%.2f of what they are on the board",
             ratio.value, NORMAL_975 * ratio.se);
    add_check(answer, "hand as board", says, cell_interval(ratio.value, ratio.low, ratio.high),
              hands->all.p, false, "yes", "no");
}

static void add_contrasts(struct answer *answer, const char *key,
                          const struct army_contrasts *contrasts, const struct army_run *run) {
    const struct worths *worths = &run->estimate.worths;
    double unit = run->in_units ? run->scaled.unit : NAN;
    answer_list(answer, key, "first second elo[] worth[] ratio[] p_holm");
    for (int i = 0; i < contrasts->count; i++) {
        const struct army_contrast *of = &contrasts->of[i];
        char first[VALUE_NAME], second[VALUE_NAME];
        ANSWER_ROW(answer, cell_text(values_name(worths->of[of->first].index, first)),
                   cell_text(values_name(worths->of[of->second].index, second)),
                   cell_with_error(of->value, of->se),
                   cell_with_error(of->value / unit, of->se / unit),
                   of->ratio.bounded ? cell_interval(of->ratio.value, of->ratio.low, of->ratio.high)
                                     : cell_missing(),
                   cell_number(of->p_holm));
    }
}

// The farthest pairs: of hundreds nobody reads the rest.
static void add_pairs(struct answer *answer, const struct army_run *run) {
    enum { SHOWN = 20 };
    const struct worths *worths = &run->estimate.worths;
    answer_key(answer, "pairs_tested", cell_number(run->pairs.count));
    answer_key(answer, "pairs_below_5", cell_number(run->pairs.below));
    answer_list(answer, "pairs", "first second elo[] games p p_holm");
    for (int i = 0; i < run->pairs.count; i++) {
        const struct army_pair *pair = &run->pairs.pair[i];
        if (i >= SHOWN && pair->p_holm >= 0.05)
            break;
        char first[VALUE_NAME], second[VALUE_NAME];
        ANSWER_ROW(answer, cell_text(values_name(worths->of[pair->first].index, first)),
                   cell_text(values_name(worths->of[pair->second].index, second)),
                   cell_with_error(pair->term.value, pair->term.se), cell_count(pair->term.games),
                   cell_number(pair->term.p), cell_number(pair->p_holm));
    }
}

// A difference in units, whose own error counts as well: the larger the difference, the more.
static struct answer_cell in_units(const struct army_run *run, const struct army_contrast *of) {
    const struct worths_scaled *scaled = &run->scaled;
    int n = scaled->count, a = of->first, b = of->second;
    if (!run->in_units)
        return cell_missing();
    double variance = scaled->covariance[a * n + a] + scaled->covariance[b * n + b] -
                      2 * scaled->covariance[a * n + b];
    return cell_with_error(scaled->value[a] - scaled->value[b], sqrt(fmax(variance, 0)));
}

static void add_replaced(struct answer *answer, const struct army_study *study,
                         const struct army_run *run) {
    const struct worths *worths = &run->estimate.worths;
    char unit[ARMY_NAME];
    const struct answer_column columns[] = {
        {"piece", "new for old", ANSWER_TEXT},
        {"elo", "Elo", ANSWER_NUMBER, 0, ANSWER_INTERVAL | ANSWER_HALF | ANSWER_PLUS},
        {"worth", army_unit(study, unit), ANSWER_NUMBER, 2,
         ANSWER_INTERVAL | ANSWER_HALF | ANSWER_PLUS | ANSWER_STRONG},
        {"p_holm", "p (Holm)", ANSWER_NUMBER, 3},
        {"word", "", ANSWER_TEXT, 0, ANSWER_OMIT},
    };
    if (run->replaced.count == 0)
        return;
    answer_table(answer, "replaced", "What the change does", columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < run->replaced.count; i++) {
        const struct army_contrast *of = &run->replaced.of[i];
        char first[NAME], second[NAME], both[2 * NAME + 8];
        snprintf(both, sizeof both, "%s for %s", id_at(worths, of->first, first),
                 id_at(worths, of->second, second));
        ANSWER_ROW(answer, cell_text(both), cell_with_error(of->value, of->se), in_units(run, of),
                   cell_number(of->p_holm),
                   cell_text(of->p_holm < 0.05 ? NULL : "no difference shown"));
    }
}

// Whoever does not read the table reads what fails in it.
static void say_failed(struct answer *answer, const struct army_run *run) {
    const struct {
        const char *name;
        bool fails;
    } checks[] = {{"logits add up", run->cubic.p < 0.05},
                  {"pairs add up", run->pairs.count && run->pairs.pair[0].p_holm < 0.05},
                  {"mirrors equal", run->mirrors.count && run->mirrors.all.p < 0.05}};
    char names[SAYS] = "";
    for (int i = 0; i < ARRAY_LENGTH(checks); i++)
        if (checks[i].fails)
            strcat(strcat(names, *names ? ", " : ""), checks[i].name);
    if (*names)
        answer_sentence(answer, "The model fails a check (p < 0.05): %s.", names);
}

void army_checks_add(struct answer *answer, const struct army_study *study,
                     const struct army_run *run) {
    add_replaced(answer, study, run);
    say_failed(answer, run);
    answer_rest(answer, "Checks of the model, with p: --full.");
    answer_table(answer, "checks", NULL, check_columns, ARRAY_LENGTH(check_columns));
    check_linearity(answer, run);
    check_pairs(answer, run);
    check_contrasts(answer, "mirrors equal", &run->mirrors, run, true, "no");
    check_hands(answer, run);
    add_contrasts(answer, "mirrors", &run->mirrors, run);
    answer_rest_end(answer);
    add_contrasts(answer, "hands", &run->hands, run);
    add_pairs(answer, run);
}

// --- Limits and value sets -----------------------------------------------------------------------

static void add_group(struct answer *answer, const struct army_study *study,
                      const struct army_group *group, bool ladder) {
    const struct army_run *run = &study->run[group->run[0]];
    char text[NAME + 64];
    if (ladder)
        snprintf(text, sizeof text, "%d limits, %.60s", group->count, run->values);
    else
        snprintf(text, sizeof text, "%d value sets, %" PRId64 " nodes", group->count, run->nodes);
    bool differ = group->known && group->same_holm < 0.05;
    ANSWER_ROW(answer, cell_text(text), cell_number(group->count),
               cell_if(group->known, group->same.chi2), cell_if(group->known, group->same.df),
               cell_if(group->known, group->same.p), cell_if(group->known, group->same_holm),
               cell_if(group->known && ladder, group->trend.all.p),
               cell_if(group->known && ladder, group->trend_holm),
               cell_text(!group->known ? group->why.text
                         : differ      ? "worth depends on the player"
                                       : NULL));
}

static void add_slopes(struct answer *answer, const struct army_study *study, int number) {
    const struct army_group *group = &study->ladder[number];
    const struct worths *worths = &study->run[group->run[0]].estimate.worths;
    bool shown = false;
    char name[VALUE_NAME], piece[NAME];
    for (int i = 0; group->known && i < group->trend.count; i++)
        shown |= group->trend.of[i].p_holm < 0.05;
    answer_entry(answer, "trends");
    answer_key(answer, "values", cell_text(study->run[group->run[0]].values));
    answer_unseen(answer, !shown);
    answer_table(answer, "slopes", NULL, slope_columns, ARRAY_LENGTH(slope_columns));
    for (int i = 0; group->known && i < group->trend.count; i++) {
        const struct army_effect *slope = &group->trend.of[i];
        const struct answer_cell row[] = {
            cell_text(values_name(worths->of[slope->place].index, name)),
            cell_text(army_name_at(worths, slope->place, piece)),
            cell_with_error(slope->value, slope->se), cell_number(slope->p_holm)};
        answer_unseen(answer, slope->p_holm >= 0.05);
        answer_row(answer, row);
    }
    answer_unseen(answer, false);
    answer_close(answer);
}

void army_groups_add(struct answer *answer, const struct army_study *study) {
    if (study->ladders) {
        answer_table(answer, "ladders", NULL, group_columns, ARRAY_LENGTH(group_columns));
        for (int i = 0; i < study->ladders; i++)
            add_group(answer, study, &study->ladder[i], true);
        for (int i = 0; i < study->ladders; i++)
            add_slopes(answer, study, i);
    }
    if (study->sets) {
        answer_table(answer, "sets", NULL, group_columns, ARRAY_LENGTH(group_columns));
        for (int i = 0; i < study->sets; i++)
            add_group(answer, study, &study->set[i], false);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "army_study.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "army_fit.h"
#include "measured_cell.h"
#include "tally.h"
#include "worths.h"

// What games of armies say first.

enum { NAMED_MOST = 6 };
#define WISHED 0.1

// "14 of 14 worths are measured, the median one within \u00b10.05 on the board, \u00b10.06 in hand;
// for \u00b10.1 it takes about 3200 games."
static void say_measured(struct answer *answer, const struct army_study *study) {
    const struct army_run *run = &study->run[study->main];
    const struct worths *worths = &run->estimate.worths;
    struct buffer text = buffer_init();
    struct army_plan plan;
    struct error ignored;
    int place[WORTHS_MAX], count = worths_places(worths, place), measured = 0;
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
                          games_rounded(plan.games));
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
    int place[WORTHS_MAX], all = worths_places(worths, place), count = 0;
    for (int i = 0; i < all; i++) {
        const struct worth_estimate *of = &worths->of[place[i]];
        char name[WORTH_NAME];
        if (of->mark == WORTH_MEASURED)
            continue;
        if (count++ < NAMED_MOST)
            buffer_printf(&text, "%s%s", count > 1 ? ", " : "",
                          worths_name(worths, place[i], name));
        if (of->games > 0 && of->games < ARMY_GAMES_NEEDED)
            games = fmax(games, (double)(run->estimate.games + run->estimate.copies) *
                                    ARMY_GAMES_NEEDED / of->games);
    }
    if (count > NAMED_MOST)
        buffer_printf(&text, " and %d more", count - NAMED_MOST);
    if (games > 0)
        buffer_printf(&text, "; about %.0f games would bring a difference in enough of them",
                      games_rounded(games));
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

// What the main run comes to: how many worths are measured and how well, which are not,
// which differ significantly, and how many games would mend that. For the answer's summary.
static void army_summary(struct answer *answer, const struct army_study *study) {
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

#define REDRAWN_MANY 0.05 // share of armies drawn again from which an answer warns
// --- Checks --------------------------------------------------------------------------------------

enum { SAYS = 400, NAME = WORTH_NAME };

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

// "DK", "R in hand".
static const char *id_at(const struct worths *worths, int place, char text[NAME]) {
    snprintf(text, NAME, "%s%s", worths_piece(worths, place),
             worths->of[place].index >= VALUE_HAND ? " in hand" : "");
    return text;
}

static void add_check(struct answer *answer, const char *check, const char *says,
                      struct answer_cell value, double p, bool judged) {
    bool passes = p >= 0.05;
    ANSWER_ROW(answer, cell_text(check), cell_number(p), value,
               judged ? cell_flag(passes) : cell_missing(), cell_text(passes ? "yes" : "no"),
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
              true);
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
             pairs->count, worths_name(worths, pair->first, first),
             worths_name(worths, pair->second, second), pair->term.value,
             NORMAL_975 * pair->term.se);
    add_check(answer, "pairs add up", says, cell_number(found), pair->p_holm, true);
}

static void check_mirrors(struct answer *answer, const struct army_run *run) {
    const struct contrasts *contrasts = &run->mirrors;
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
    const struct contrast *of = &contrasts->of[most];
    snprintf(says, sizeof says, "%d of %d differ; most: %s, %s %+.0f \u00b1%.0f Elo", found,
             contrasts->count, worths_name(worths, of->first, first),
             worths_name(worths, of->second, second), of->value, NORMAL_975 * of->se);
    add_check(answer, "mirrors equal", says, cell_number(found), contrasts->all.p, true);
}

// The sum in hand by the sum on the board.
static void check_hands(struct answer *answer, const struct army_run *run) {
    const struct worths *worths = &run->estimate.worths;
    const struct contrasts *hands = &run->hands;
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
              hands->all.p, false);
}

static void add_contrasts(struct answer *answer, const char *key, const struct contrasts *contrasts,
                          const struct army_run *run) {
    const struct worths *worths = &run->estimate.worths;
    double unit = run->in_units ? run->scaled.unit : NAN;
    answer_list(answer, key, "first second elo[] worth[] ratio[] p_holm");
    for (int i = 0; i < contrasts->count; i++) {
        const struct contrast *of = &contrasts->of[i];
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
static struct answer_cell in_units(const struct army_run *run, const struct contrast *of) {
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
    char unit[WORTH_NAME];
    const struct answer_column columns[] = {
        {"piece", "new for old", ANSWER_TEXT},
        {"elo", "Elo", ANSWER_NUMBER, 0, ANSWER_INTERVAL | ANSWER_HALF | ANSWER_PLUS},
        {"worth", worths_unit_name(study->tables, study->reference, unit), ANSWER_NUMBER, 2,
         ANSWER_INTERVAL | ANSWER_HALF | ANSWER_PLUS | ANSWER_STRONG},
        {"p_holm", "p (Holm)", ANSWER_NUMBER, 3},
        {"word", "", ANSWER_TEXT, 0, ANSWER_OMIT},
    };
    if (run->replaced.count == 0)
        return;
    answer_table(answer, "replaced", "What the change does", columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < run->replaced.count; i++) {
        const struct contrast *of = &run->replaced.of[i];
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

static void add_checks(struct answer *answer, const struct army_study *study,
                       const struct army_run *run) {
    add_replaced(answer, study, run);
    say_failed(answer, run);
    answer_rest(answer, "Checks of the model, with p: --full.");
    answer_table(answer, "checks", NULL, check_columns, ARRAY_LENGTH(check_columns));
    check_linearity(answer, run);
    check_pairs(answer, run);
    check_mirrors(answer, run);
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
    answer->unseen = !shown;
    answer_table(answer, "slopes", NULL, slope_columns, ARRAY_LENGTH(slope_columns));
    for (int i = 0; group->known && i < group->trend.count; i++) {
        const struct army_effect *slope = &group->trend.of[i];
        const struct answer_cell row[] = {
            cell_text(values_name(worths->of[slope->place].index, name)),
            cell_text(worths_name(worths, slope->place, piece)),
            cell_with_error(slope->value, slope->se), cell_number(slope->p_holm)};
        answer->unseen = slope->p_holm >= 0.05;
        answer_row(answer, row);
    }
    answer->unseen = false;
    answer_close(answer);
}

static void add_groups(struct answer *answer, const struct army_study *study) {
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

// --- The whole -----------------------------------------------------------------------------------

static void add_warnings(struct answer *answer, const struct army_study *study) {
    if (study->redrawn >= REDRAWN_MANY)
        answer_warning(answer,
                       "With so many armies drawn again the pieces are not independent. A worth "
                       "holds for the armies that were left.");
    for (int i = 0; i < study->others && study->count > 0; i++) {
        int64_t nodes = study->other[i].nodes, own = study->run[study->main].nodes;
        if (nodes && nodes != own)
            answer_warning(answer,
                           "%s: players of %" PRId64 " nodes a move, those of the armies search "
                           "%" PRId64 ": worth depends on the player.",
                           study->other[i].name, nodes, own);
    }
    for (int r = 0; r < study->count; r++) {
        const struct army_run *run = &study->run[r];
        if (!run->in_units)
            answer_warning(answer, "%s: worths stand in Elo alone: %s.", run->name, run->why.text);
        else if (!run->whole)
            answer_warning(answer,
                           "%s: the unit is the mean of the pieces that were measured: some "
                           "were not.",
                           run->name);
        if (run->estimate.copies > 0)
            answer_warning(answer, "%s: %" PRId64 " games repeat another one and are left out.",
                           run->name, run->estimate.copies);
    }
}

// For files, by form: do the worths differ significantly at all?
static void add_apart(struct answer *answer, const struct worths *worths) {
    answer_list(answer, "apart", "where chi2 df p");
    for (int f = 0; f < WORTH_FORMS; f++) {
        struct wald wald = worths_apart(worths, worth_forms[f]);
        if (wald.df > 0)
            ANSWER_ROW(answer, cell_text(worth_forms[f]), cell_number(wald.chi2),
                       cell_number(wald.df), cell_number(wald.p));
    }
}

static void add_run(struct answer *answer, const struct army_study *study, int number) {
    const struct army_run *run = &study->run[number];
    const struct army_estimate *estimate = &run->estimate;
    char unit[WORTH_NAME];
    answer_entry(answer, "runs");
    answer_key(answer, "name", cell_text(run->name));
    answer_key(answer, "values", cell_text(run->values));
    answer_key(answer, "nodes", cell_count(run->nodes));
    answer_key(answer, "main", cell_flag(number == study->main));
    answer_key(answer, "games", cell_count(estimate->games));
    answer_key(answer, "copies", cell_count(estimate->copies));
    answer_key(answer, "draws", cell_number(estimate->draws));
    answer_key(answer, "nodes_a_game", cell_number(estimate->nodes));
    answer_key(answer, "ply_limit_games", cell_count(run->games.ply_limit));
    depths_answer(answer, run->name, &run->games.depths);
    answer_key(answer, "spread_logits", cell_number(estimate->spread));
    answer_key(answer, "unit", cell_text(worths_unit_name(study->tables, study->reference, unit)));
    ANSWER_FACT(answer, cell_with_error(estimate->first_elo, estimate->first_se), "first_elo",
                .flags = ANSWER_INTERVAL);
    ANSWER_FACT(answer,
                run->in_units ? cell_with_error(run->scaled.unit, run->scaled.unit_se)
                              : cell_missing(),
                "unit_elo", .flags = ANSWER_INTERVAL);
    answer->unseen = number != study->main;
    worths_pieces_add(answer, "pieces", worths_unit_name(study->tables, study->reference, unit),
                      &estimate->worths, run->in_units ? &run->scaled : NULL, &run->mirrors);
    add_apart(answer, &estimate->worths);
    add_checks(answer, study, run);
    answer->unseen = false;
    answer_close(answer);
}

struct answer army_answer(const struct army_study *study, uint64_t seed, struct cJSON *origin) {
    const struct variant *variant = &study->tables->variant;
    struct answer answer = answer_init(variant->title);
    char unit[WORTH_NAME];
    if (study->count > 0)
        answer_head(&answer, "worth to players of %" PRId64 " nodes",
                    study->run[study->main].nodes);
    answer_head(&answer, "by randomised armies");
    answer_json_add(&answer, NULL, origin);
    answer_key(&answer, "kind", cell_text("armies"));
    answer_key(&answer, "variant", cell_text(variant->name));
    answer_key(&answer, "title", cell_text(variant->title));
    answer_seed(&answer, seed);
    answer_key(&answer, "unit", cell_text(worths_unit_name(study->tables, study->reference, unit)));
    answer_key(&answer, "armies_drawn_again", cell_number(study->redrawn));
    if (study->count > 0)
        army_summary(&answer, study);
    for (int r = 0; r < study->count; r++)
        add_run(&answer, study, r);
    add_groups(&answer, study);
    army_beside_add(&answer, study);
    add_warnings(&answer, study);
    return answer;
}

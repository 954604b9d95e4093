// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "army_study.h"
#include "measured_cell.h"

enum { SAYS = 240, SIDES_MAX = ARMY_OTHERS_MAX + 2 };

static const char armies_name[] = "armies", mean_name[] = "mean";

enum { FOR_PEOPLE = 2 }; // columns
static const struct answer_column test_columns[] = {
    {NULL, "beside armies", ANSWER_TEXT},
    {NULL, "method", ANSWER_TEXT, 0, ANSWER_WIDE},
    {"run"},
    {"where", "where", ANSWER_TEXT},
    {"pieces", "pieces", ANSWER_COUNT},
    {"chi2", "chi2", ANSWER_NUMBER, 1},
    {"df", "df", ANSWER_COUNT},
    {"p"},
    {"p_holm", "p (Holm)", ANSWER_NUMBER, 3, ANSWER_STRONG},
    {"off", "off by", ANSWER_NUMBER, 2},
    {"word", "", ANSWER_TEXT, 0, ANSWER_OMIT},
};

// --- Tests ---------------------------------------------------------------------------------------

// How far a form's pieces are from the main run's in mean pieces, in the root of the mean square,
// less what chance makes; 0: no farther than chance.
static double off_by(const struct army_other *other, const char *form) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < other->differences; i++) {
        const struct army_effect *of = &other->difference[i];
        if (strcmp(worths_where(&other->worths, of->place), form) != 0)
            continue;
        sum += of->value * of->value - of->se * of->se;
        count++;
    }
    return count > 0 ? sqrt(fmax(sum / count, 0)) : NAN;
}

// How many of a form differ from the main run, and which most.
static void tell_differences(const struct army_other *other, const char *form, char says[SAYS]) {
    const struct worths *worths = &other->worths;
    const struct army_effect *most = NULL;
    int count = 0, found = 0;
    char name[WORTH_NAME];
    says[0] = 0;
    for (int i = 0; i < other->differences; i++) {
        const struct army_effect *of = &other->difference[i];
        if (strcmp(worths_where(worths, of->place), form) != 0)
            continue;
        count++;
        found += of->p_holm < 0.05;
        if (!most || of->p < most->p || (of->p == most->p && fabs(of->value) > fabs(most->value)))
            most = of;
    }
    if (most)
        snprintf(says, SAYS, "%d of %d differ; most: %s %+.2f \u00b1%.2f", found, count,
                 worths_name(worths, most->place, name), most->value, NORMAL_975 * most->se);
}

// Rows of a run's tests of another method, by form.
static void add_tests(struct answer *answer, const struct army_study *study, int number, int r,
                      bool people) {
    const struct army_other *other = &study->other[number];
    const struct army_run *run = &study->run[r];
    const struct army_comparison *of = &run->other[number];
    for (int f = 0; f < WORTH_FORMS; f++) {
        char says[SAYS] = "";
        if (of->known && of->form[f].df == 0)
            continue;
        if (!of->known)
            snprintf(says, sizeof says, "%s", of->why.text);
        else if (r == study->main)
            tell_differences(other, worth_forms[f], says);
        const struct answer_cell row[] = {
            cell_text(other->name),
            cell_text(worth_methods[other->worths.method]),
            cell_text(run->name),
            cell_text(worth_forms[f]),
            cell_if(of->known, of->pieces[f]),
            cell_if(of->known, of->form[f].chi2),
            cell_if(of->known, of->form[f].df),
            cell_if(of->known, of->form[f].p),
            cell_if(of->known, of->p_holm[f]),
            cell_if(of->known && r == study->main, off_by(other, worth_forms[f])),
            cell_text(*says ? says : NULL)};
        answer_row(answer, row + (people ? 0 : FOR_PEOPLE));
    }
}

// By the one method that stands beside the armies, where it is one.
static const char *caption_of(const struct army_study *study) {
    static const char *const captions[WORTH_METHODS] = {
        [WORTH_BY_ARMIES] = "Armies of other games against these",
        [WORTH_BY_REGRESSION] = "Average worth by regression on logs against armies",
        [WORTH_BY_MEAN] = "A mean of several methods against armies",
        [WORTH_BY_WEIGHTS] = "What evaluations count against worth by armies"};
    enum worth_method method = study->other[0].worths.method;
    for (int i = 1; i < study->others; i++)
        if (study->other[i].worths.method != method)
            return "Other methods against armies";
    return captions[method] ? captions[method] : "Other methods against armies";
}

static void add_other(struct answer *answer, const struct army_study *study, int number) {
    const struct army_other *other = &study->other[number];
    const struct worths *worths = &other->worths;
    struct worths_scaled scaled;
    struct error ignored;
    double part[WORTHS_MAX];
    char name[VALUE_NAME], unit[WORTH_NAME];
    answer_entry(answer, "beside");
    answer_key(answer, "name", cell_text(other->name));
    answer_key(answer, "method", cell_text(worth_methods[worths->method]));
    answer_key(answer, "source", cell_text(worths->source));
    answer_key(answer, "nodes", cell_if(other->nodes > 0, (double)other->nodes));
    answer_key(answer, "whole", cell_flag(other->whole));
    answer_key(answer, "in_the_mean", cell_flag(study->pooled_known && other->pooled));
    answer_table(answer, "tests", NULL, test_columns + FOR_PEOPLE,
                 ARRAY_LENGTH(test_columns) - FOR_PEOPLE);
    for (int r = 0; r < study->count; r++)
        add_tests(answer, study, number, r, false);
    worths_unit(worths, study->reference, part);
    bool known = worths_scale(worths, part, &scaled, &ignored);
    worths_pieces_add(answer, "pieces", worths_unit_name(study->tables, study->reference, unit),
                      worths, known ? &scaled : NULL, NULL);
    worths_scaled_destroy(&scaled);
    answer_list(answer, "differences", "parameter worth[] p p_holm");
    for (int i = 0; i < other->differences; i++) {
        const struct army_effect *of = &other->difference[i];
        ANSWER_ROW(answer, cell_text(values_name(worths->of[of->place].index, name)),
                   cell_with_error(of->value, of->se), cell_number(of->p), cell_number(of->p_holm));
    }
    answer_close(answer);
}

// --- Side by side --------------------------------------------------------------------------------

struct method {
    const char *method;
    const struct worths *worths; // of the same places as the main run's
    const struct worths_scaled *scaled;
    const struct army_other *other; // NULL: the armies, or the mean
};

static int list_sides(const struct army_study *study, struct method side[SIDES_MAX]) {
    const struct army_run *run = &study->run[study->main];
    int count = 0;
    if (!run->in_units)
        return 0;
    side[count++] = (struct method){armies_name, &run->estimate.worths, &run->scaled, NULL};
    for (int i = 0; i < study->others; i++) {
        const struct army_other *other = &study->other[i];
        if (other->in_units)
            side[count++] = (struct method){other->name, &other->worths, &other->scaled, other};
    }
    if (study->pooled_known)
        side[count++] = (struct method){mean_name, &study->pooled, &study->pooled_scaled, NULL};
    return count;
}

static bool differs(const struct method *side, int place) {
    const struct army_other *other = side->other;
    for (int i = 0; other && i < other->differences; i++)
        if (other->difference[i].place == place)
            return other->difference[i].p_holm < 0.05;
    return false;
}

static struct answer_cell worth_at(const struct method *side, int place) {
    const struct worths_scaled *scaled = side->scaled;
    if (side->worths->of[place].mark == WORTH_OPEN)
        return cell_missing();
    return scaled->se[place] == 0
               ? cell_number(scaled->value[place]) // as players count it
               : cell_interval(scaled->value[place], scaled->low[place], scaled->high[place]);
}

static const struct piece *piece_at(const struct worths *worths, int place) {
    return &worths->tables->variant.piece[worths_type(worths, place) & ~TYPE_PROMOTED];
}

static void add_side(struct answer *answer, const struct method *side, const int *place,
                     int count) {
    const struct worths *worths = side->worths;
    for (int i = 0; i < count; i++) {
        int at = place[i];
        char parameter[VALUE_NAME];
        ANSWER_ROW(answer, cell_text(side->method),
                   cell_text(values_name(worths->of[at].index, parameter)),
                   cell_text(piece_at(worths, at)->id), cell_text(piece_at(worths, at)->name),
                   cell_text(worths_where(worths, at)), worth_at(side, at),
                   cell_text(worth_marks[worths->of[at].mark]), cell_flag(differs(side, at)));
    }
}

// A column a method, beside it whether it differs from the armies.
static int side_columns(const struct method *side, int sides,
                        struct answer_column column[1 + 2 * SIDES_MAX]) {
    int count = 0;
    column[count++] = (struct answer_column){NULL, "ID", ANSWER_TEXT};
    for (int s = 0; s < sides; s++) {
        unsigned strong = s == 0 ? (unsigned)ANSWER_STRONG : 0;
        column[count++] = (struct answer_column){NULL, side[s].method, ANSWER_NUMBER, 2,
                                                 ANSWER_INTERVAL | ANSWER_HALF | strong};
        if (side[s].other)
            column[count++] = (struct answer_column){NULL, "", ANSWER_TEXT};
    }
    return count;
}

// For people, the pieces of one form.
static void add_sides(struct answer *answer, const struct method *side, int sides, const int *place,
                      int places, int form) {
    static const char *const captions[WORTH_FORMS] = {
        "Side by side: on the board", "Side by side: in hand", "Side by side: promoted"};
    struct answer_column column[1 + 2 * SIDES_MAX];
    int columns = side_columns(side, sides, column);
    bool begun = false;
    for (int i = 0; i < places; i++) {
        int at = place[i], count = 0;
        struct answer_cell row[1 + 2 * SIDES_MAX];
        if (strcmp(worths_where(side->worths, at), worth_forms[form]) != 0)
            continue;
        if (!begun)
            answer_table(answer, NULL, captions[form], column, columns);
        begun = true;
        row[count++] = cell_text(piece_at(side->worths, at)->id);
        for (int s = 0; s < sides; s++) {
            enum worth_mark mark = side[s].worths->of[at].mark;
            row[count++] = mark == WORTH_LEANS  ? cell_word(side[s].scaled->value[at], "prior")
                           : mark == WORTH_OPEN ? cell_word(NAN, "-")
                                                : worth_at(&side[s], at);
            if (side[s].other)
                row[count++] = cell_text(differs(&side[s], at) ? "\u2260" : NULL);
        }
        answer_row(answer, row);
    }
}

// How to read the two.
static void add_legend(struct answer *answer, const struct army_study *study) {
    struct buffer mean = buffer_init(), scaled = buffer_init();
    for (int i = 0; i < study->others; i++) {
        const struct army_other *other = &study->other[i];
        if (study->pooled_known && other->pooled)
            buffer_printf(&mean, ", %s", other->name);
        if (!other->whole)
            buffer_printf(&scaled, "%s%s", scaled.length ? ", " : "", other->name);
    }
    answer_sentence(
        answer,
        "\u2260: differs from the armies (p < 0.05 after Holm, over all that stands "
        "here). prior: leans on a prior, and is left out of tests and mean.%s%s%s%s%s%s",
        mean.length ? " The mean is that of armies" : "", mean.length ? mean.data : "",
        mean.length ? ", by inverse variance." : "",
        scaled.length ? " Scaled to the armies' mean over what both have measured: " : "",
        scaled.length ? scaled.data : "", scaled.length ? "." : "");
    buffer_destroy(&mean);
    buffer_destroy(&scaled);
}

static void add_pooled(struct answer *answer, const struct army_study *study) {
    answer_open(answer, "pooled");
    answer_key(answer, "source", cell_text(study->pooled.source));
    worths_pieces_add(answer, "pieces", NULL, &study->pooled, &study->pooled_scaled, NULL);
    answer_close(answer);
}

void army_beside_add(struct answer *answer, const struct army_study *study) {
    struct method side[SIDES_MAX];
    int place[WORTHS_MAX], sides = list_sides(study, side);
    int places = worths_places(&study->run[study->main].estimate.worths, place);
    if (study->others == 0)
        return;
    answer->unseen = true;
    for (int i = 0; i < study->others; i++)
        add_other(answer, study, i);
    if (sides)
        answer_list(answer, "side", "method parameter id name where worth[] mark differs");
    for (int s = 0; s < sides; s++)
        add_side(answer, &side[s], place, places);
    if (sides && study->pooled_known)
        add_pooled(answer, study);
    answer->unseen = false;
    answer_table(answer, NULL, caption_of(study), test_columns, ARRAY_LENGTH(test_columns));
    for (int i = 0; i < study->others; i++)
        add_tests(answer, study, i, study->main, true);
    for (int f = 0; f < WORTH_FORMS && sides; f++)
        add_sides(answer, side, sides, place, places, f);
    add_legend(answer, study);
}

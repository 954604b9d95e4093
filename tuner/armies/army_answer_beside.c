// SPDX-License-Identifier: GPL-3.0-or-later
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "army_answer_internal.h"
#include "json_file.h"

enum { SAYS = 240, SIDES_MAX = ARMY_OTHERS_MAX + 2 };

static const char armies_name[] = "armies", mean_name[] = "mean";
static const char *const marks[] = {NULL, "mostly prior", "not measured"};

static const struct answer_column test_columns[] = {
    {"run", NULL, ANSWER_TEXT},
    {"where", "where", ANSWER_TEXT},
    {"pieces", "pieces", ANSWER_COUNT},
    {"chi2", "chi2", ANSWER_NUMBER, 1},
    {"df", "df", ANSWER_COUNT},
    {"p", NULL, ANSWER_NUMBER, 6},
    {"p_holm", "p (Holm)", ANSWER_NUMBER, 3, ANSWER_STRONG},
    {"off", "off by", ANSWER_NUMBER, 2},
    {"word", "", ANSWER_TEXT, 0, ANSWER_OMIT},
};
static const struct answer_column difference_columns[] = {
    {"parameter", NULL, ANSWER_TEXT},
    {"worth", NULL, ANSWER_NUMBER, 4, ANSWER_FLAT},
    {"p", NULL, ANSWER_NUMBER, 6},
    {"p_holm", NULL, ANSWER_NUMBER, 4},
};
static const struct answer_column side_columns[] = {
    {"method", NULL, ANSWER_TEXT},
    {"parameter", NULL, ANSWER_TEXT},
    {"id", NULL, ANSWER_TEXT},
    {"name", NULL, ANSWER_TEXT},
    {"where", NULL, ANSWER_TEXT},
    {"worth", NULL, ANSWER_NUMBER, 4, ANSWER_FLAT},
    {"mark", NULL, ANSWER_TEXT, 0, ANSWER_OMIT},
    {"differs", NULL, ANSWER_FLAG, 0, ANSWER_OMIT},
};

// --- Files ---------------------------------------------------------------------------------------

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
    char name[ARMY_NAME];
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
                 army_name_at(worths, most->place, name), most->value, NORMAL_975 * most->se);
}

static void add_tests(struct answer *answer, const struct army_study *study, int number) {
    struct answer_column columns[ARRAY_LENGTH(test_columns)];
    army_hide(test_columns, ARRAY_LENGTH(columns), columns);
    answer_table(answer, "tests", NULL, columns, ARRAY_LENGTH(columns));
    for (int r = 0; r < study->count; r++)
        for (int f = 0; f < WORTH_FORMS; f++) {
            const struct army_run *run = &study->run[r];
            const struct army_comparison *of = &run->other[number];
            char says[SAYS] = "";
            if (of->known && of->form[f].df == 0)
                continue;
            if (!of->known)
                snprintf(says, sizeof says, "%s", of->why.text);
            else if (r == study->main)
                tell_differences(&study->other[number], worth_forms[f], says);
            const struct answer_cell row[] = {
                cell_text(run->name),
                cell_text(worth_forms[f]),
                cell_if(of->known, of->pieces[f]),
                cell_if(of->known, of->form[f].chi2),
                cell_if(of->known, of->form[f].df),
                cell_if(of->known, of->form[f].p),
                cell_if(of->known, of->p_holm[f]),
                cell_if(of->known && r == study->main,
                        off_by(&study->other[number], worth_forms[f])),
                cell_text(*says ? says : NULL)};
            answer_row(answer, row);
        }
}

static void add_other(struct answer *answer, const struct army_study *study, int number) {
    const struct army_other *other = &study->other[number];
    const struct worths *worths = &other->worths;
    struct worths_scaled scaled;
    struct error ignored;
    double part[WORTHS_MAX];
    char name[VALUE_NAME], unit[ARMY_NAME];
    answer_entry(answer, "beside");
    answer_key(answer, "name", cell_text(other->name));
    answer_key(answer, "method", cell_text(worths_method(worths->method)));
    answer_key(answer, "source", cell_text(worths->source));
    answer_key(answer, "nodes", cell_if(other->nodes > 0, (double)other->nodes));
    answer_key(answer, "whole", cell_flag(other->whole));
    answer_key(answer, "in_the_mean", cell_flag(study->pooled_known && other->pooled));
    add_tests(answer, study, number);
    worths_unit(worths, study->reference, part);
    bool known = worths_scale(worths, part, &scaled, &ignored);
    army_pieces_add(answer, NULL, army_unit(study, unit), false, worths, known ? &scaled : NULL,
                    NULL);
    worths_scaled_destroy(&scaled);
    answer_table(answer, "differences", NULL, difference_columns, ARRAY_LENGTH(difference_columns));
    for (int i = 0; i < other->differences; i++) {
        const struct army_effect *of = &other->difference[i];
        const struct answer_cell row[] = {cell_text(values_name(worths->of[of->place].index, name)),
                                          army_with_error(of->value, of->se), cell_number(of->p),
                                          cell_number(of->p_holm)};
        answer_row(answer, row);
    }
    answer_close(answer);
}

static bool differs(const struct army_other *other, int place) {
    for (int i = 0; other && i < other->differences; i++)
        if (other->difference[i].place == place)
            return other->difference[i].p_holm < 0.05;
    return false;
}

static void add_side(struct answer *answer, const struct army_study *study, const char *method,
                     const struct worths *worths, const struct worths_scaled *scaled,
                     const struct army_other *other) {
    const struct variant *variant = &study->tables->variant;
    int place[WORTHS_MAX], count = army_places(&study->run[study->main].estimate.worths, place);
    for (int i = 0; i < count; i++) {
        int at = place[i], index = worths->of[at].index;
        bool open = worths->of[at].mark == WORTH_OPEN;
        char parameter[VALUE_NAME];
        Type base = (Type)(index >= VALUE_HAND ? index - VALUE_HAND
                                               : (index - VALUE_BOARD) & ~TYPE_PROMOTED);
        const struct answer_cell row[] = {
            cell_text(method),
            cell_text(values_name(index, parameter)),
            cell_text(variant->piece[base].id),
            cell_text(variant->piece[base].name),
            cell_text(worths_where(worths, at)),
            open ? cell_missing()
            : scaled->se[at] == 0
                ? cell_number(scaled->value[at]) // as players count it
                : cell_interval(scaled->value[at], scaled->low[at], scaled->high[at]),
            cell_text(marks[worths->of[at].mark]),
            differs(other, at) ? cell_flag(true) : cell_missing(),
        };
        answer_row(answer, row);
    }
}

void army_beside_add(struct answer *answer, const struct army_study *study) {
    if (study->others == 0)
        return;
    for (int i = 0; i < study->others; i++)
        add_other(answer, study, i);
    const struct army_run *run = &study->run[study->main];
    if (!run->in_units)
        return;
    answer_table(answer, "side", NULL, side_columns, ARRAY_LENGTH(side_columns));
    add_side(answer, study, armies_name, &run->estimate.worths, &run->scaled, NULL);
    for (int i = 0; i < study->others; i++)
        if (study->other[i].in_units)
            add_side(answer, study, study->other[i].name, &study->other[i].worths,
                     &study->other[i].scaled, &study->other[i]);
    if (!study->pooled_known)
        return;
    add_side(answer, study, mean_name, &study->pooled, &study->pooled_scaled, NULL);
    answer_open(answer, "pooled");
    answer_key(answer, "source", cell_text(study->pooled.source));
    army_pieces_add(answer, NULL, NULL, false, &study->pooled, &study->pooled_scaled, NULL);
    answer_close(answer);
}

// --- People --------------------------------------------------------------------------------------

// By the one method that stands beside the armies, where it is one.
static const char *caption_of(const cJSON *beside) {
    static const char *const captions[WORTH_METHODS] = {
        [WORTH_BY_ARMIES] = "Armies of other games against these",
        [WORTH_BY_REGRESSION] = "Average worth by regression on logs against armies",
        [WORTH_BY_MEAN] = "A mean of several methods against armies",
        [WORTH_BY_WEIGHTS] = "What evaluations count against worth by armies"};
    const char *method = json_text(beside->child, "method");
    const cJSON *other;
    cJSON_ArrayForEach(other, beside) {
        if (strcmp(json_text(other, "method"), method) != 0)
            return "Other methods against armies";
    }
    for (int m = 0; m < WORTH_METHODS; m++)
        if (strcmp(method, worths_method((enum worth_method)m)) == 0)
            return captions[m];
    return "Other methods against armies";
}

static const char *main_run(const cJSON *json) {
    const cJSON *run;
    cJSON_ArrayForEach(run, cJSON_GetObjectItemCaseSensitive(json, "runs")) {
        if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(run, "main")))
            return json_text(run, "name");
    }
    return "";
}

static void tests_from(struct answer *answer, const cJSON *json, const cJSON *beside) {
    enum { OWN = 2, ALL = ARRAY_LENGTH(test_columns) + OWN };
    struct answer_column columns[ALL] = {{"name", "beside armies", ANSWER_TEXT},
                                         {"method", "method", ANSWER_TEXT, 0, ANSWER_WIDE}};
    memcpy(columns + OWN, test_columns, sizeof test_columns);
    answer_table(answer, NULL, caption_of(beside), columns, ALL);
    const cJSON *other, *test;
    cJSON_ArrayForEach(other, beside) {
        cJSON_ArrayForEach(test, cJSON_GetObjectItemCaseSensitive(other, "tests")) {
            struct answer_cell row[ALL] = {cell_text(json_text(other, "name")),
                                           cell_text(json_text(other, "method"))};
            if (strcmp(json_text(test, "run"), main_run(json)) != 0)
                continue;
            for (int c = 0; c < ARRAY_LENGTH(test_columns); c++)
                row[OWN + c] = answer_cell_from(&test_columns[c], test);
            answer_row(answer, row);
        }
    }
}

// Methods in the order of the rows "side".
static int methods_of(const cJSON *side, const char *method[SIDES_MAX]) {
    int count = 0;
    const cJSON *row;
    cJSON_ArrayForEach(row, side) {
        const char *name = json_text(row, "method");
        if (count < SIDES_MAX && (count == 0 || strcmp(method[count - 1], name) != 0))
            method[count++] = name;
    }
    return count;
}

static const cJSON *side_row(const cJSON *side, const char *method, const char *parameter) {
    const cJSON *row;
    cJSON_ArrayForEach(row, side) {
        if (strcmp(json_text(row, "method"), method) == 0 &&
            strcmp(json_text(row, "parameter"), parameter) == 0)
            return row;
    }
    return NULL;
}

static void sides_from(struct answer *answer, const cJSON *side, const char *form,
                       const char *caption) {
    const char *method[SIDES_MAX];
    struct answer_column columns[1 + 2 * SIDES_MAX] = {{"id", "ID", ANSWER_TEXT}};
    int methods = methods_of(side, method), count = 1;
    for (int m = 0; m < methods; m++) {
        columns[count++] = (struct answer_column){.key = "worth",
                                                  .label = method[m],
                                                  .type = ANSWER_NUMBER,
                                                  .decimals = 2,
                                                  .flags = ANSWER_FLAT | ANSWER_HALF | ANSWER_WORD |
                                                           (m == 0 ? (unsigned)ANSWER_STRONG : 0)};
        if (m > 0 && strcmp(method[m], mean_name) != 0)
            columns[count++] = (struct answer_column){.key = "differs", .label = ""};
    }
    bool begun = false;
    const cJSON *row;
    cJSON_ArrayForEach(row, side) {
        if (strcmp(json_text(row, "method"), armies_name) != 0)
            break;
        if (strcmp(json_text(row, "where"), form) != 0)
            continue;
        if (!begun)
            answer_table(answer, NULL, caption, columns, count);
        begun = true;
        struct answer_cell cells[1 + 2 * SIDES_MAX] = {cell_text(json_text(row, "id"))};
        for (int m = 0, at = 1; m < methods; m++) {
            const cJSON *own = side_row(side, method[m], json_text(row, "parameter"));
            const char *mark = json_text(own, "mark");
            struct answer_cell cell = answer_cell_from(&columns[1], own);
            if (strcmp(mark, marks[WORTH_LEANS]) == 0)
                cell = cell_word(cell.number, "prior");
            else if (*mark || !own)
                cell = cell_word(NAN, "-");
            cells[at++] = cell;
            if (m > 0 && strcmp(method[m], mean_name) != 0)
                cells[at++] = cell_text(
                    cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(own, "differs")) ? "\u2260"
                                                                                   : NULL);
        }
        answer_row(answer, cells);
    }
}

void army_beside_from(struct answer *answer, const struct cJSON *json) {
    static const char *const captions[WORTH_FORMS] = {
        "Side by side: on the board", "Side by side: in hand", "Side by side: promoted"};
    const cJSON *beside = cJSON_GetObjectItemCaseSensitive(json, "beside");
    const cJSON *side = cJSON_GetObjectItemCaseSensitive(json, "side"), *other;
    if (!beside || !beside->child)
        return;
    tests_from(answer, json, beside);
    for (int f = 0; f < WORTH_FORMS; f++)
        sides_from(answer, side, worth_forms[f], captions[f]);
    char mean[512] = "", scaled[512] = "";
    cJSON_ArrayForEach(other, beside) {
        size_t length = strlen(mean);
        if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(other, "in_the_mean")))
            snprintf(mean + length, sizeof mean - length, ", %s", json_text(other, "name"));
        length = strlen(scaled);
        if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(other, "whole")))
            snprintf(scaled + length, sizeof scaled - length, "%s%s", length ? ", " : "",
                     json_text(other, "name"));
    }
    answer_sentence(
        answer,
        "\u2260: differs from the armies (p < 0.05 after Holm, over all that stands "
        "here). prior: leans on a prior, and is left out of tests and mean.%s%s%s%s%s%s",
        *mean ? " The mean is that of armies" : "", mean, *mean ? ", by inverse variance." : "",
        *scaled ? " Scaled to the armies' mean over what both have measured: " : "", scaled,
        *scaled ? "." : "");
}

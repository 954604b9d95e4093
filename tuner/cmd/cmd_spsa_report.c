// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_spsa_report.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "origin.h"

static const char *bold(struct diagram_style style) {
    return style.colour ? "\033[1m" : "";
}
static const char *faint(struct diagram_style style) {
    return style.colour ? "\033[2m" : "";
}
static const char *plain(struct diagram_style style) {
    return style.colour ? "\033[0m" : "";
}

// What a distance in c_end around a value is: "+-20%", or "+-1.5" in its own units.
static void distance_text(const struct spsa_param *param, double c_ends, char text[24]) {
    double x = c_ends * param->c_end;
    if (param->scale == SPSA_LOG)
        snprintf(text, 24, "%.0f%%", 100 * expm1(x));
    else
        snprintf(text, 24, "%.1f", x);
}

// Names what the search at this limit does not see, so that no game can tell anything of it.
static void warn_of_idle(const struct spsa_plan *plan, const double *share, FILE *out) {
    enum { COLUMNS = 78 };
    int column = 0, idle = 0;
    for (int i = 0; i < plan->count; i++) {
        char name[VALUE_NAME];
        if (share[i] > 0)
            continue;
        values_name(plan->param[i].index, name);
        if (idle++ == 0)
            fputs("  In the positions tried no move changes at this limit by", out);
        else
            fputc(',', out);
        if (column == 0 || column + 2 + (int)strlen(name) > COLUMNS)
            column = fprintf(out, "\n    %s", name);
        else
            column += fprintf(out, " %s", name);
    }
    if (idle)
        fprintf(out, "\n  Tune %s at more nodes, or leave %s out.\n\n", idle == 1 ? "it" : "them",
                idle == 1 ? "it" : "them");
}

void spsa_report_plan(const struct spsa_plan *plan, const double *share, struct diagram_style style,
                      FILE *out) {
    const char *pm = style.unicode ? "±" : "+-";
    double draws = 0;
    fprintf(out,
            "%d parameter%s, %" PRId64 " steps of %d pair%s: %" PRId64 " games, seed %" PRIu64
            "\n\n",
            plan->count, plan->count == 1 ? "" : "s", plan->steps, plan->pairs,
            plan->pairs == 1 ? "" : "s", plan->steps * plan->pairs * 2, plan->seed);
    fprintf(out, "  %s%-22s%8s  %-15s%8s%7s%8s%8s%s\n", faint(style), "parameter", "start",
            "bounds", "arms", "moves", "chance", "10 Elo", plain(style));
    double least = INFINITY, most = 0;
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        struct spsa_projection project = spsa_project(plan, i, draws);
        char name[VALUE_NAME], arms[24], noise[24], signal[24], moves[16] = "-", bounds[48];
        distance_text(param, 1, arms);
        distance_text(param, project.noise, noise);
        distance_text(param, 10 * project.per_elo, signal);
        if (share)
            snprintf(moves, sizeof moves, "%.0f%%", 100 * share[i]);
        snprintf(bounds, sizeof bounds, "%g..%g", param->low, param->high);
        // A sign of two bytes takes one column.
        int wide = style.unicode ? 1 : 0;
        char arms_text[32], noise_text[32];
        snprintf(arms_text, sizeof arms_text, "%s%s", pm, arms);
        snprintf(noise_text, sizeof noise_text, "%s%s", pm, noise);
        fprintf(out, "  %-22s%8g  %-15s%*s%7s%*s%8s\n", values_name(param->index, name),
                param->start, bounds, 8 + wide, arms_text, moves, 8 + wide, noise_text, signal);
        double even = project.noise / project.per_elo;
        least = fmin(least, even);
        most = fmax(most, even);
    }
    fprintf(out,
            "\n  arms    how far the two players stand from the middle at the end\n"
            "  moves   share of positions in which that changes the move%s\n"
            "  chance  standard deviation of the way of a parameter that does not matter\n"
            "  10 Elo  the way it goes if its arms stay 10 Elo apart, for as long as they do\n",
            share ? "" : " (not measured)");
    fprintf(out, "  Chance and games pull alike where the arms are %.1f Elo apart.\n\n", most);
    if (share)
        warn_of_idle(plan, share, out);
}

static double change(const struct spsa_param *param, double value) {
    return spsa_x(param, fmax(value, param->low)) - spsa_x(param, param->start);
}

void spsa_report_line(const struct spsa *spsa, char *text, size_t size) {
    enum { SHOWN = 3 };
    bool shown[PARAMETERS] = {false};
    int length = snprintf(text, size, "%s", spsa->step ? "" : "not moved yet");
    for (int n = 0; spsa->step && n < SHOWN && n < spsa->plan.count; n++) {
        int best = -1;
        double most = -1;
        for (int i = 0; i < spsa->plan.count; i++) {
            const struct spsa_param *param = &spsa->plan.param[i];
            double way = fabs(spsa->x[i] - spsa_x(param, param->start)) / param->c_end;
            if (!shown[i] && way > most) {
                most = way;
                best = i;
            }
        }
        char name[VALUE_NAME];
        shown[best] = true;
        if (length >= 0 && (size_t)length < size)
            length += snprintf(text + length, size - (size_t)length, "%s%s %.0f", n ? "  " : "",
                               values_name(spsa->plan.param[best].index, name),
                               spsa_value(&spsa->plan.param[best], spsa->x[best]));
    }
}

void spsa_report_text(const struct spsa *spsa, const char *title, struct diagram_style style) {
    const struct spsa_plan *plan = &spsa->plan;
    const char *dot = style.unicode ? " · " : ", ";
    printf("\n%s%s%s%s%" PRId64 " of %" PRId64 " steps%s%" PRId64 " games%sseed %" PRIu64 "\n\n",
           bold(style), title, plain(style), dot, spsa->step, plan->steps, dot,
           2 * (score_units(&spsa->pairs) + score_units(&spsa->recent)), dot, plan->seed);
    printf("  %s%-22s%7s%8s  %-17s%7s%7s%8s%s\n", faint(style), "parameter", "start", "answer",
           "95%", "change", "sd", "last", plain(style));
    bool moving = false;
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        struct spsa_estimate estimate = spsa_estimate(spsa, i);
        char name[VALUE_NAME], interval[48] = "-", way[24];
        if (estimate.known)
            snprintf(interval, sizeof interval, "%.1f .. %.1f%s", estimate.low, estimate.high,
                     fabs(estimate.moved) > 2 ? "*" : "");
        double x = change(param, estimate.mean);
        if (param->scale == SPSA_LOG)
            snprintf(way, sizeof way, "%+.0f%%", 100 * expm1(x));
        else
            snprintf(way, sizeof way, "%+.1f", x);
        moving |= estimate.known && fabs(estimate.moved) > 2;
        printf("  %-22s%7g%s%8.1f%s  %-17s%7s%7.1f%8.1f\n", values_name(param->index, name),
               param->start, bold(style), estimate.mean, plain(style), interval, way, estimate.sd,
               estimate.last);
    }
    printf("\n  answer  mean over the second half of the steps; sd: of the values in it\n"
           "  95%%     of the best value; -: the games tell none, by a test at 5%% with Holm's\n"
           "          correction over all parameters. A match says whether it is better play\n");
    if (moving)
        printf("  *       moving: the halves of those steps differ by over two standard errors\n");
}

static void add_number(cJSON *json, const char *key, double value) {
    cJSON_AddNumberToObject(json, key, value);
}

char *spsa_report_json(const struct spsa *spsa, const char *folder) {
    const struct spsa_plan *plan = &spsa->plan;
    cJSON *json = cJSON_CreateObject();
    char seed[32];
    origin_add_of(json, folder);
    snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
    cJSON_AddStringToObject(json, "seed", seed);
    add_number(json, "steps", (double)plan->steps);
    add_number(json, "steps_done", (double)spsa->step);
    add_number(json, "pairs_a_step", plan->pairs);
    add_number(json, "games", 2 * (double)(score_units(&spsa->pairs) + score_units(&spsa->recent)));
    cJSON *list = cJSON_AddArrayToObject(json, "parameters");
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        struct spsa_estimate estimate = spsa_estimate(spsa, i);
        struct spsa_projection project = spsa_project(plan, i, 0);
        char name[VALUE_NAME];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "parameter", values_name(param->index, name));
        cJSON_AddStringToObject(item, "scale", param->scale == SPSA_LOG ? "log" : "linear");
        add_number(item, "start", param->start);
        add_number(item, "min", param->low);
        add_number(item, "max", param->high);
        add_number(item, "c_end", param->c_end);
        add_number(item, "r_end", param->r_end);
        add_number(item, "chance_c_ends", project.noise);
        add_number(item, "per_elo_c_ends", project.per_elo);
        add_number(item, "value", estimate.mean);
        add_number(item, "sd", estimate.sd);
        add_number(item, "last", estimate.last);
        if (estimate.known) {
            add_number(item, "lo95", estimate.low);
            add_number(item, "hi95", estimate.high);
            add_number(item, "moved_se", estimate.moved);
        }
        cJSON_AddItemToArray(list, item);
    }
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    return text;
}

void spsa_report_values(const struct spsa *spsa, const struct tables *tables,
                        const struct values *base, struct values_file *file) {
    file->count = 0;
    for (int i = 0; i < VALUES; i++)
        if (values_uses(tables, i))
            file->row[file->count++] = values_row_init(i, base->value[i]);
    values_file_add_search(file, tables, base);
    for (int k = 0; k < spsa->plan.count; k++) {
        int index = spsa->plan.param[k].index, at = 0;
        while (at < file->count && file->row[at].index != index)
            at++;
        file->count = at < file->count ? file->count : at + 1;
        struct spsa_estimate estimate = spsa_estimate(spsa, k);
        struct values_row *row = &file->row[at];
        *row = values_row_init(index, estimate.mean);
        row->games = 2 * score_units(&spsa->pairs);
        if (estimate.known) {
            row->lo95 = estimate.low;
            row->hi95 = estimate.high;
            row->se = (estimate.high - estimate.low) / (2 * NORMAL_975);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The skill ladder: how many times over a player of this game can be beaten 60 to 40 by one that
// searches more. Each match between two node limits tells a difference in Elo; all of them together
// are fitted by weighted least squares (weights 1/variance), and what lies between the lowest and
// the highest limit is counted in steps of 60%. A game with a long ladder has more to be learned.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_card_internal.h"
#include "statistics.h"

enum { RUNGS = 24 };

struct ladder {
    double nodes[RUNGS];
    int count, matches;
    double games;
    double weight[RUNGS][RUNGS]; // symmetric; 0: no match
    double sum[RUNGS];           // weighted differences
};

// The node limit at the end of "NAME@400n", or 0.
static double nodes_of(const cJSON *player) {
    const char *text = cJSON_GetStringValue(player), *at = text ? strrchr(text, '@') : NULL;
    char *end;
    double nodes = at ? strtod(at + 1, &end) : 0;
    return at && nodes >= 1 && strcmp(end, "n") == 0 ? nodes : 0;
}

// The rung of that limit, kept in order. -1: no room.
static int rung_of(struct ladder *ladder, double nodes) {
    int rung = 0;
    while (rung < ladder->count && ladder->nodes[rung] != nodes)
        rung++;
    if (rung == RUNGS)
        return -1;
    ladder->nodes[rung] = nodes;
    ladder->count += rung == ladder->count;
    return rung;
}

static void add_match(struct ladder *ladder, const cJSON *section) {
    const cJSON *players = report_item(section, "players"), *match = report_item(section, "match");
    const cJSON *interval = report_item(match, "elo_95");
    double low = nodes_of(cJSON_GetArrayItem(players, 0));
    double high = nodes_of(cJSON_GetArrayItem(players, 1)), elo = json_number(match, "elo");
    if (cJSON_GetArraySize(interval) != 2 || !(low > 0) || !(high > 0) || low == high)
        return;
    double se = (cJSON_GetNumberValue(cJSON_GetArrayItem(interval, 1)) -
                 cJSON_GetNumberValue(cJSON_GetArrayItem(interval, 0))) /
                (2 * NORMAL_975);
    if (!isfinite(elo) || !(se > 0) || !isfinite(se))
        return; // won or lost by so much that no difference can be told
    int a = rung_of(ladder, low), b = rung_of(ladder, high);
    if (a < 0 || b < 0)
        return;
    double weight = 1 / (se * se);
    ladder->weight[a][b] += weight;
    ladder->weight[b][a] += weight;
    ladder->sum[a] += weight * elo;
    ladder->sum[b] -= weight * elo;
    ladder->matches++;
    ladder->games += json_number(section, "games");
}

// Elo of each rung over rung `lowest`, and its variance: the Laplacian of the matches without that
// row is inverted in place (Gauss and Jordan). False: some rung is not tied to the lowest.
static bool solve(const struct ladder *ladder, int lowest, double elo[RUNGS],
                  double variance[RUNGS]) {
    double a[RUNGS][2 * RUNGS] = {{0}};
    int n = ladder->count;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            if (i != lowest && k != lowest) {
                a[i][k] -= ladder->weight[i][k];
                a[i][i] += i != k ? ladder->weight[i][k] : 0;
            }
        a[i][i] += i == lowest ? 1 : ladder->weight[i][lowest];
        a[i][n + i] = 1;
    }
    for (int pivot = 0; pivot < n; pivot++) {
        double by = a[pivot][pivot];
        if (!(by > 1e-12))
            return false;
        for (int k = 0; k < 2 * n; k++)
            a[pivot][k] /= by;
        for (int i = 0; i < n; i++) {
            double times = a[i][pivot];
            for (int k = 0; i != pivot && k < 2 * n; k++)
                a[i][k] -= times * a[pivot][k];
        }
    }
    for (int i = 0; i < n; i++) {
        elo[i] = 0;
        for (int k = 0; k < n; k++)
            elo[i] += i == lowest || k == lowest ? 0 : a[i][n + k] * ladder->sum[k];
        variance[i] = i == lowest ? 0 : a[i][n + i];
    }
    return true;
}

static void add_rows(struct card *card, const struct ladder *ladder, const double elo[RUNGS],
                     const double variance[RUNGS]) {
    double last = 0;
    for (int i = 0; i < ladder->count; i++) { // from the lowest limit up
        int next = -1;
        for (int k = 0; k < ladder->count; k++)
            if (ladder->nodes[k] > last && (next < 0 || ladder->nodes[k] < ladder->nodes[next]))
                next = k;
        last = ladder->nodes[next];
        double half = NORMAL_975 * sqrt(variance[next]);
        struct dot_row *row =
            figure_rows_add(&card->skill, "%.0f node%s", last, last > 1 ? "s" : "");
        row->dot[0] = (struct dot){.value = elo[next], .low = NAN, .high = NAN, .n = NAN};
        if (half > 0) {
            row->dot[0].low = elo[next] - half;
            row->dot[0].high = elo[next] + half;
        }
        snprintf(row->note, sizeof row->note, "%+.0f", elo[next]);
    }
}

void card_skill(const cJSON *report, const char *variant, const char *rules, struct card *card) {
    struct ladder ladder = {.count = 0};
    double elo[RUNGS], variance[RUNGS];
    const cJSON *folder, *section;
    cJSON_ArrayForEach(folder, report_item(report, "folders")) {
        cJSON_ArrayForEach(section, report_item(folder, "sections")) {
            if (report_item(section, "match") &&
                strcmp(json_text(section, "variant"), variant) == 0 &&
                strcmp(json_text(section, "rules"), rules) == 0)
                add_match(&ladder, section);
        }
    }
    int lowest = 0, highest = 0;
    for (int i = 0; i < ladder.count; i++) {
        lowest = ladder.nodes[i] < ladder.nodes[lowest] ? i : lowest;
        highest = ladder.nodes[i] > ladder.nodes[highest] ? i : highest;
    }
    if (!ladder.count)
        return;
    if (!solve(&ladder, lowest, elo, variance)) {
        snprintf(card->steps, sizeof card->steps, "no ladder");
        return;
    }
    double step = 400 * log10(0.6 / 0.4), half = NORMAL_975 * sqrt(variance[highest]);
    snprintf(card->steps, sizeof card->steps,
             "%.1f steps of 60%% (%.1f to %.1f) from %.0f to %.0f nodes", elo[highest] / step,
             (elo[highest] - half) / step, (elo[highest] + half) / step, ladder.nodes[lowest],
             ladder.nodes[highest]);
    add_rows(card, &ladder, elo, variance);
    card->skill_plot = no_dots;
    card->skill_plot.axis = "Elo over the lowest";
}

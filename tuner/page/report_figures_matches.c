// SPDX-License-Identifier: GPL-3.0-or-later
// Matches in the open: pairs of games, score, Elo; tests over node limits; the ratings of a round
// robin.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_figures_internal.h"

// KEY and KEY_95: [low, high].
static struct dot listed(const cJSON *object, const char *key) {
    char bounds[64];
    snprintf(bounds, sizeof bounds, "%.50s_95", key);
    const cJSON *list = report_item(object, bounds);
    bool known = cJSON_GetArraySize(list) == 2;
    return (struct dot){.value = json_number(object, key),
                        .low = known ? list->child->valuedouble : NAN,
                        .high = known ? list->child->next->valuedouble : NAN,
                        .n = NAN};
}

static const char *player(const cJSON *section, int number) {
    const char *name =
        cJSON_GetStringValue(cJSON_GetArrayItem(report_item(section, "players"), number));
    return name ? name : "?";
}

static void pairs_figure(const cJSON *section, const cJSON *match, struct taker *taker) {
    static const char *const pairs[] = {"lost both", "lost, drew", "even", "won, drew", "won both"};
    static const char *const games[] = {"lost", "drawn", "won"};
    const cJSON *count;
    struct stack_plot stack = {.unit = "pairs"};
    cJSON_ArrayForEach(count, report_item(match, "counts")) {
        if (stack.parts < STACK_MAX)
            stack.count[stack.parts++] = count->valuedouble;
    }
    if (stack.parts != 3 && stack.parts != STACK_MAX)
        return;
    bool single = stack.parts == 3;
    for (int i = 0; i < stack.parts; i++)
        stack.name[i] = single ? games[i] : pairs[i];
    stack.unit = single ? "games" : "pairs";
    char left[96], right[96], caption[CAPTION_TEXT];
    snprintf(left, sizeof left, "for B, %.60s", player(section, 1));
    snprintf(right, sizeof right, "for A, %.60s", player(section, 0));
    bool fits = strlen(left) + strlen(right) < 40;
    stack.left = fits ? left : "for B";
    stack.right = fits ? right : "for A";
    struct dot score = listed(match, "score");
    snprintf(caption, sizeof caption,
             "A, %.80s, scores %.1f%% (%.1f to %.1f) against B, %.80s. %s, n = %.0f.",
             player(section, 0), report_scaled(match, "score", 100), round(1000 * score.low) / 10,
             round(1000 * score.high) / 10, player(section, 1),
             single ? "Games of A"
                    : "Pairs of games of A, each of one opening with colours swapped",
             json_number(match, "units"));
    taker->take(taker->context, &(struct figure){"pairs", single ? "Games" : "Pairs of games",
                                                 caption, plot_stack, &stack});
}

static void elo_row(struct figure_rows *rows, const char *label, struct dot dot) {
    struct dot_row *row = figure_rows_add(rows, "%s", label);
    row->dot[0] = dot;
    figure_note(row, true, "");
}

void figures_match(const cJSON *section, struct taker *taker) {
    const cJSON *match = report_item(section, "match"), *test = report_item(match, "sprt");
    struct figure_rows rows = {0};
    if (!match)
        return;
    pairs_figure(section, match, taker);
    if (test)
        elo_row(&rows, "Elo, unbiased", listed(test, "elo"));
    elo_row(&rows, "Elo", listed(match, "elo"));
    elo_row(&rows, "normalized", listed(match, "normalized_elo"));
    for (int i = 1; test && i < rows.count; i++)
        rows.row[i].dot[0].hollow = i == 1;
    struct dot_plot plot = no_dots;
    plot.axis = "Elo of A over B";
    plot.limit_low = -1200;
    plot.limit_high = 1200;
    figure_rows_end(&rows, taker, "elo", "How much stronger is A?",
                    test
                        ? "95% intervals; 0: equal players. The unbiased Elo allows for the test's "
                          "early end, the plain one (open) does not. Normalized Elo counts in "
                          "standard deviations of a game."
                        : "95% intervals; 0: equal players. Normalized Elo counts in standard "
                          "deviations of a game.",
                    plot);
}

// The line of a number that the tests of all limits give; nothing where they give none.
static void add_test_line(struct figure_ladder *ladder, const cJSON *limits, bool tested,
                          const char *key, const char *label, bool strong) {
    const cJSON *limit;
    struct plot_line *line = NULL;
    cJSON_ArrayForEach(limit, limits) {
        const cJSON *test = tested ? report_item(limit, "sprt") : limit;
        struct dot of = listed(test, key);
        if (isnan(of.value) || (!line && !(line = figure_ladder_add(ladder, label))))
            continue;
        line->strong = strong;
        of.n = json_number(limit, "games");
        of.hollow = tested && strcmp(json_text(test, "verdict"), "accept") != 0;
        struct dot *dot = figure_ladder_at(ladder, line, json_number(limit, "nodes"));
        if (dot)
            *dot = of;
    }
}

void figures_verification(const cJSON *section, struct taker *taker) {
    const cJSON *limits = report_item(section, "limits");
    struct figure_ladder *ladder = figure_ladder_create(limits, "nodes", taker);
    if (!ladder)
        return;
    bool tested = strcmp(json_text(section, "verdict"), "none") != 0;
    struct plot_line *old = figure_ladder_add(ladder, tested ? "the old values" : "B");
    for (int s = 0; s < ladder->steps; s++)
        figure_ladder_at(ladder, old, ladder->nodes[s])->value = 0;
    add_test_line(ladder, limits, tested, "elo", "Elo", true);
    if (tested) // it grows without end where all is won, and the test alone counts in it
        add_test_line(ladder, limits, tested, "normalized_elo", "normalized", false);
    char title[160];
    snprintf(title, sizeof title, "What is it worth? %.120s", json_text(section, "lacking"));
    if (ladder->count > 1 && !tested)
        figure_ladder_take(
            ladder, taker, "verification", title,
            "Elo over the nodes a move, on a log scale, with 95% intervals, by pairs of games.",
            "Elo of A over B");
    else if (ladder->count > 1)
        figure_ladder_take(
            ladder, taker, "verification", "Do the new values play better?",
            "Elo over the nodes a move, on a log scale, with 95% intervals that allow for the "
            "test's "
            "early end, by fresh games in pairs. Faint: normalized Elo, which counts in standard "
            "deviations of a game. Open marks did not pass; what does not pass ends the test.",
            "Elo of the new values against the old");
    free(ladder);
}

void figures_ratings(const cJSON *section, struct taker *taker) {
    const cJSON *ratings = report_item(section, "ratings"), *item;
    struct figure_rows rows = {0};
    cJSON_ArrayForEach(item, report_item(ratings, "players")) {
        double p = json_number(item, "p_next");
        struct dot_row *row = figure_rows_add(&rows, "%.90s", json_text(item, "name"));
        row->dot[0] = listed(item, "elo_over_mean");
        figure_note(row, true, p >= 0.05 ? " ~" : "");
    }
    struct dot_plot plot = no_dots;
    plot.axis = "Elo over the mean of all";
    figure_rows_end(&rows, taker, "ratings", "Ratings",
                    "Elo over the mean of the players with 95% intervals, from all matches by one "
                    "model. ~: not told apart from the next below (Holm's correction).",
                    plot);
}

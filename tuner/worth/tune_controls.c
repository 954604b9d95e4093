// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the printed report that is there when it was asked for.
#include <math.h>

#include "tune_page.h"

static void print_ties(const struct page *page) {
    const struct ties *ties = page->report->ties;
    if (!ties || ties->count == 0)
        return;
    fprintf(page->out,
            "\n%sDo the games let them be equal?%s Differences where they may differ, in "
            "centi-values%s;\np by itself and with all pairs in view (Holm)\n",
            page->bold, page->plain, page->report->td ? ", by the regression" : "");
    for (int k = 0; k < ties->count; k++) {
        const struct tie_test *test = &page->report->tie_tests[k];
        char first[TUNE_NAME], second[TUNE_NAME];
        fprintf(page->out, " %-12s %-12s ", tune_report_name(page->report, test->tie.first, first),
                tune_report_name(page->report, test->tie.second, second));
        if (test->known)
            fprintf(page->out, "%8.0f %s%-5.0f  p %.3f, %.3f%s\n", test->difference,
                    page->marks->plus_minus, 1.96 * test->se, test->p, test->p_holm,
                    test->p_holm < 0.05 ? "  not equal" : "");
        else
            fprintf(page->out, "%s   not both seen in %d games%s\n", page->dim, GAMES_NEEDED,
                    page->plain);
    }
}

static void print_attenuation(const struct page *page) {
    const struct attenuation *attenuation = page->report->attenuation;
    if (!attenuation)
        return;
    const struct fit *fit = page->report->fit;
    char positions[PAGE_NUMBER];
    fprintf(page->out,
            "\n%sBy distance to the end of the game%s: slope of the results over these values, all "
            "positions = 1\n",
            page->bold, page->plain);
    for (int k = 0; k < attenuation->count; k++) {
        const struct attenuation_bin *bin = &attenuation->bin[k];
        fprintf(page->out, " %5d to %-5d plies  %6.2f %s%.2f  %12s positions%s\n", bin->nearest,
                bin->farthest, bin->slope, page->marks->plus_minus, 1.96 * bin->slope_error,
                page_grouped(bin->positions, positions),
                bin->measured ? "" : "; too few to fix a scale");
    }
    int differ = 0;
    for (int c = 0; c < fit->data->columns; c++) {
        const struct attenuation_bin *near = &attenuation->bin[0];
        const struct attenuation_bin *far = &attenuation->bin[attenuation->count - 1];
        if (attenuation->p_holm[c] >= 0.05)
            continue;
        char name[TUNE_NAME];
        if (differ++ == 0)
            fputs(" Values that differ between nearest and farthest by more than chance (Holm):\n",
                  page->out);
        fprintf(page->out, "   %-14s %8.0f %s%-6.0f %8.0f %s%.0f\n",
                tune_report_name(page->report, fit->data->parameter[c], name), near->value[c],
                page->marks->plus_minus, 1.96 * near->se[c], far->value[c], page->marks->plus_minus,
                1.96 * far->se[c]);
    }
    if (differ == 0)
        fputs(" No value differs between nearest and farthest by more than chance (Holm).\n",
              page->out);
}

static void print_influence(const struct page *page) {
    const struct tune_report *report = page->report;
    if (!report->influence)
        return;
    fprintf(page->out,
            "\n%sGames that move a value most%s: what it would change by without them, about "
            "(one step of a fit)\n",
            page->bold, page->plain);
    for (int k = 0; k < report->influences; k++) {
        const struct influence *one = &report->influence[k];
        const struct dataset_game *game = &report->fit->data->game[one->game];
        char name[TUNE_NAME];
        fprintf(page->out,
                " game %-8llu of seed %-20llu %-11s %+8.1f, %.2f of its standard error\n",
                (unsigned long long)game->number, (unsigned long long)game->seed,
                tune_report_name(page->report, one->parameter, name), one->move, one->errors);
    }
}

void page_controls(const struct page *page) {
    print_ties(page);
    print_attenuation(page);
    print_influence(page);
}

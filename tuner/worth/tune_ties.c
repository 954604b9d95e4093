// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the ties, in the printed report.
#include "tune_page.h"

void page_ties(const struct page *page) {
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tune_page.h"

enum { COLUMNS_FULL = 100, BAR_MAX = 24, BAR_LEAST = 6, AXIS = 40 };

static const struct marks unicode_marks = {"±", "█", "░", "─", "●", "│"},
                          ascii_marks = {"~", "#", ":", "-", "o", "|"};

// At most 4 characters: 0.53, 12.3, 1234.
static const char *short_number(double value, char text[PAGE_NUMBER]) {
    int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    snprintf(text, PAGE_NUMBER, "%.*f", decimals, value);
    return text;
}

static double half_width(const struct estimate *estimate) {
    return fmax(estimate->high - estimate->value, estimate->value - estimate->low);
}

static const struct man *man_of(const struct page *page, Type type) {
    return &page->report->logs->tables->variant.man[type];
}

// The man whose value is the unit of the table; the variant's own where the whole evaluation is the
// yardstick.
static Type unit_man(const struct page *page) {
    const struct fit *fit = page->report->fit;
    return fit->yardstick != YARDSTICK_ALL ? fit->yardstick
                                           : page->report->logs->tables->variant.yardstick;
}

static double unit(const struct page *page) {
    return fmax(page->report->start->value[VALUE_BOARD + unit_man(page)], 1);
}

static void print_yardstick(const struct page *page) {
    const struct fit *fit = page->report->fit;
    const char *name = man_of(page, unit_man(page))->name;
    struct buffer text = buffer_init();
    if (fit->yardstick == YARDSTICK_ALL)
        buffer_printf(
            &text,
            "Worth of a man with 95%% intervals over games; 1 = %.0f centi-values, a %s's "
            "starting value. The evaluation as a whole keeps the scale of the starting values",
            unit(page), name);
    else
        buffer_printf(&text,
                      "Worth of a man with 95%% intervals over games; 1 = %s = %.0f centi-values",
                      name, unit(page));
    if (fit->yardstick != fit->wished_yardstick) {
        const char *wished = man_of(page, fit->wished_yardstick)->name;
        if (isinf(fit->wished_error))
            buffer_printf(&text, " (the %s is not measured well enough)", wished);
        else
            buffer_printf(&text, " (the %s's own standard error is %.0f%%, this one's %.0f%%)",
                          wished, 100 * fit->wished_error, 100 * fit->yardstick_error);
    }
    buffer_char(&text, '.');
    if (page->report->td)
        buffer_printf(&text,
                      " Learned by temporal differences from equal values (trace %g a ply, %d "
                      "passes); intervals by leaving out each of %d groups of games. The men's "
                      "order agrees with the regression's by %.2f (Kendall's tau).",
                      page->report->td_options.trace, page->report->td_options.passes, TD_GROUPS,
                      page->report->td->tau);
    if (page->report->ties && page->report->ties->pairs > 0)
        buffer_printf(&text, " %d pair%s of men share%s values.", page->report->ties->pairs,
                      page->report->ties->pairs == 1 ? "" : "s",
                      page->report->ties->pairs == 1 ? "s" : "");
    if (!text.failed)
        page_wrapped(page, 0, text.data);
    buffer_destroy(&text);
}

static void print_heading(const struct page *page) {
    const struct logs *logs = page->report->logs;
    const struct fit *fit = page->report->fit;
    char games[PAGE_NUMBER], fitted[PAGE_NUMBER], positions[PAGE_NUMBER];
    double scored = (double)logs->first_wins + (double)logs->draws / 2;
    fprintf(page->out, "\n%s%s%s   %s games: first mover scores %.1f%%, %.1f%% drawn\n", page->bold,
            logs->tables->variant.title, page->plain, page_grouped(logs->games, games),
            100 * scored / (double)logs->games, 100 * (double)logs->draws / (double)logs->games);
    fprintf(page->out, "%sfitted: %s positions of %s games, %.1f MB", page->dim,
            page_grouped((size_t)fit->positions, positions),
            page_grouped((size_t)fit->games, fitted), (double)dataset_used(fit->data) / 1e6);
    char rules[RULES_TEXT];
    if (*rules_text(&logs->tables->rules, &logs->tables->variant, rules))
        fprintf(page->out, "; rules %s", rules);
    fprintf(page->out, "%s\n\n", page->plain);

    print_yardstick(page);
}

// Columns that a value takes: "  9.12 ±0.53   912 ±53 ".
static int cell_width(const struct page *page) {
    return page->wide ? 24 : 18;
}

static void print_cell(const struct page *page, int index) {
    const struct tune_report *report = page->report;
    const struct estimate *estimate = &report->fit->estimate[index];
    if (!values_uses(report->logs->tables, index)) {
        page_spaces(page, cell_width(page));
        return;
    }
    double one = unit(page);
    char width[PAGE_NUMBER] = "", plain_width[PAGE_NUMBER] = "";
    if (estimate->verdict != VERDICT_MEASURED) {
        fprintf(page->out, "%s%6.2f kept  %5.0f%s", page->dim, estimate->value / one,
                estimate->value, page->plain);
    } else if (estimate->se == 0) { // the yardstick
        fprintf(page->out, "%s%6.2f%s %6s%5.0f", page->bold, estimate->value / one, page->plain, "",
                estimate->value);
    } else {
        short_number(half_width(estimate) / one, width);
        fprintf(page->out, "%s%6.2f%s %s%s%s%-4s %5.0f", page->bold, estimate->value / one,
                page->plain, page->dim, page->marks->plus_minus, page->plain, width,
                estimate->value);
        snprintf(plain_width, sizeof plain_width, "%.0f", half_width(estimate));
    }
    int used = 18;
    if (page->wide && *plain_width) {
        fprintf(page->out, " %s%s%s%-4s", page->dim, page->marks->plus_minus, plain_width,
                page->plain);
        used += 2 + (int)strlen(plain_width);
    }
    page_spaces(page, cell_width(page) - used);
}

// From 0: full to the lower end of the interval, shaded to the upper.
static void print_bar(const struct page *page, int index, double largest, int width) {
    const struct estimate *estimate = &page->report->fit->estimate[index];
    bool measured = estimate->verdict == VERDICT_MEASURED;
    double low = measured ? estimate->low : 0, high = measured ? estimate->high : estimate->value;
    for (int i = 0; i < width; i++) {
        double middle = (i + 0.5) / width * largest;
        if (middle >= high)
            break;
        fputs(middle < low ? page->marks->full : page->marks->shade, page->out);
    }
}

struct worth {
    Type base;
    double value;
};

static int compare_worth(const void *left, const void *right) {
    const struct worth *a = left, *b = right;
    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    return a->base < b->base ? -1 : 1;
}

static void print_men(const struct page *page) {
    const struct tune_report *report = page->report;
    const struct tables *tables = report->logs->tables;
    struct worth men[BASE_TYPES];
    int count = 0;
    double largest = 1;
    bool hands = false;
    for (Type base = 1; base < BASE_TYPES; base++) {
        hands = hands || values_uses(tables, VALUE_HAND + base);
        if (!values_uses(tables, VALUE_BOARD + base))
            continue;
        const struct estimate *estimate = &report->fit->estimate[VALUE_BOARD + base];
        men[count++] = (struct worth){base, estimate->value};
        largest =
            fmax(largest, estimate->verdict == VERDICT_MEASURED ? estimate->high : estimate->value);
    }
    qsort(men, (size_t)count, sizeof *men, compare_worth);

    int width = page->columns - 20 - (hands ? 3 : 2) * cell_width(page);
    width = width - 1 > BAR_MAX ? BAR_MAX : width - 1;
    int cell = cell_width(page);
    fprintf(page->out, "\n%s ID  %-16s%*s%-*s", page->bold, "Man", 2, "", cell, "on the board");
    if (hands)
        fprintf(page->out, "  %-*s", cell - 2, "in hand");
    fprintf(page->out, "  promoted%s\n", page->plain);
    for (int i = 0; i < count; i++) {
        Type base = men[i].base;
        const struct man *man = man_of(page, base);
        fprintf(page->out, " %-3.3s %-15.15s", man->id, man->name);
        print_cell(page, VALUE_BOARD + base);
        if (hands)
            print_cell(page, VALUE_HAND + base);
        print_cell(page, VALUE_BOARD + (base | TYPE_PROMOTED));
        if (width >= BAR_LEAST) {
            fputc(' ', page->out);
            print_bar(page, VALUE_BOARD + base, largest, width);
        }
        fputc('\n', page->out);
    }
}

enum { TERM_INDENT = 37 };

// What a unit of the term is, or what the constant means for a level game.
static void print_meaning(const struct page *page, int index) {
    const struct fit *fit = page->report->fit;
    const struct estimate *estimate = &fit->estimate[index];
    if (index != VALUE_TERM + TERM_FIRST_MOVER || estimate->verdict != VERDICT_MEASURED) {
        page_wrapped(page, TERM_INDENT, values_meaning(index));
        return;
    }
    double slope = fit->logits_per_centivalue;
    char text[96];
    snprintf(text, sizeof text, "the first mover scores %.1f%% in level games (%.1f to %.1f)",
             100 * logistic(slope * estimate->value), 100 * logistic(slope * estimate->low),
             100 * logistic(slope * estimate->high));
    page_wrapped(page, TERM_INDENT, text);
}

static void print_terms(const struct page *page) {
    const struct tune_report *report = page->report;
    const struct fit *fit = report->fit;
    fprintf(page->out, "\n%s Term             centi-values        of one%s\n", page->bold,
            page->plain);
    for (int i = VALUE_TERM; i < VALUES; i++) {
        if (!values_uses(report->logs->tables, i))
            continue;
        const struct estimate *estimate = &fit->estimate[i];
        char name[VALUE_NAME];
        fprintf(page->out, " %-16s ", values_name(i, name));
        if (estimate->verdict == VERDICT_MEASURED) {
            char width[PAGE_NUMBER];
            snprintf(width, sizeof width, "%.1f", half_width(estimate));
            fprintf(page->out, "%s%8.1f%s %s%s%s%-6s   ", page->bold, estimate->value, page->plain,
                    page->dim, page->marks->plus_minus, page->plain, width);
        } else {
            fprintf(page->out, "%s%8.1f kept%s      ", page->dim, estimate->value, page->plain);
        }
        print_meaning(page, i);
    }
}

// The scored share with its interval on an axis from 0 to 1, and where the prediction stands.
static void print_axis(const struct page *page, const struct calibration_bin *bin, double t) {
    int target = (int)floor(bin->predicted * AXIS), point = (int)floor(bin->scored * AXIS);
    int low = (int)floor((bin->scored - t * bin->se) * AXIS);
    int high = (int)floor((bin->scored + t * bin->se) * AXIS);
    for (int i = 0; i <= AXIS; i++) {
        if (i == point)
            fprintf(page->out, "%s%s%s", page->bold, page->marks->point, page->plain);
        else if (i == target)
            fputs(page->marks->target, page->out);
        else if (i >= low && i <= high)
            fputs(page->marks->line, page->out);
        else
            fputc(' ', page->out);
    }
}

static void print_holdout(const struct page *page) {
    const struct holdout *holdout = page->report->holdout;
    char games[PAGE_NUMBER], positions[PAGE_NUMBER];
    if (holdout->games == 0) {
        fprintf(page->out, "\n%sNo games were kept out to check the fit.%s\n", page->dim,
                page->plain);
        return;
    }
    fprintf(page->out,
            "\n%sOn games never fitted%s: %s positions of %s games, predicted by a fit of the "
            "others\n",
            page->bold, page->plain, page_grouped(holdout->positions, positions),
            page_grouped(holdout->games, games));
    fprintf(page->out,
            " log-loss of a position %.4f; of a constant %.4f; better by %s%.4f%s %s%.4f\n"
            " of the starting values %.4f\n\n",
            holdout->loss, holdout->constant_loss, page->bold, holdout->gain, page->plain,
            page->marks->plus_minus, 1.96 * holdout->gain_se, holdout->start_loss);
    fprintf(page->out, " %spredicted   scored           0%%%*s50%%%*s100%%   games%s\n", page->bold,
            AXIS / 2 - 3, "", AXIS / 2 - 4, "", page->plain);
    for (int k = 0; k < CALIBRATION_BINS; k++) {
        const struct calibration_bin *bin = &holdout->bin[k];
        if (bin->positions == 0)
            continue;
        char width[PAGE_NUMBER];
        double t = student_975((double)bin->games);
        snprintf(width, sizeof width, "%.1f", 100 * t * bin->se);
        fprintf(page->out, "   %5.1f%%   %5.1f%% %s%-6s  ", 100 * bin->predicted, 100 * bin->scored,
                page->marks->plus_minus, width);
        print_axis(page, bin, t);
        fprintf(page->out, "  %7s\n", page_grouped(bin->games, games));
    }
    fprintf(page->out, " %s%s%s%s what they scored, with its interval; %s what was predicted%s\n",
            page->dim, page->marks->line, page->marks->point, page->marks->line,
            page->marks->target, page->plain);
}

static void print_condition(const struct page *page) {
    fprintf(page->out,
            "\n%sTold apart%s: condition number %.0f; from %.0f on the games hardly tell some "
            "values apart\n",
            page->bold, page->plain, page->report->fit->identification.condition,
            CONDITION_NOTABLE);
}

static void print_bootstrap(const struct page *page) {
    const struct tune_report *report = page->report;
    if (!report->bootstrap)
        return;
    double smallest = INFINITY, largest = 0;
    for (int i = 0; i < VALUES; i++)
        if (report->fit->estimate[i].se > 0 && report->fit->estimate[i].share > 0.9 &&
            isfinite(report->bootstrap[i])) {
            double ratio = report->bootstrap[i] / report->fit->estimate[i].se;
            smallest = fmin(smallest, ratio);
            largest = fmax(largest, ratio);
        }
    fprintf(page->out, "\n%sBootstrap%s of the games, %d rounds: ", page->bold, page->plain,
            report->bootstrap_rounds);
    if (largest > 0)
        fprintf(page->out,
                "its standard errors are %.2f to %.2f times these\n"
                "(of the values that rest on the games by more than 90%%)\n",
                smallest, largest);
    else
        fputs("no value rests on the games by more than 90%\n", page->out);
}

static void print_warnings(const struct page *page) {
    struct buffer text = buffer_init();
    tune_report_warnings(page->report, &text);
    char *rest = text.failed ? NULL : text.data;
    if (rest && *rest)
        fputc('\n', page->out);
    for (char *line; rest && (line = strtok_r(rest, "\n", &rest));) {
        fprintf(page->out, " %s!%s ", page->warn, page->plain);
        page_wrapped(page, 3, line);
    }
    buffer_destroy(&text);
}

bool tune_report_text(const struct tune_report *report, struct diagram_style style, int columns,
                      FILE *out) {
    bool colour = style.colour;
    const struct page page = {.report = report,
                              .out = out,
                              .marks = style.unicode ? &unicode_marks : &ascii_marks,
                              .bold = colour ? "\033[1m" : "",
                              .dim = colour ? "\033[2m" : "",
                              .warn = colour ? "\033[1;33m" : "",
                              .plain = colour ? "\033[0m" : "",
                              .columns = columns,
                              .wide = columns >= COLUMNS_FULL};
    print_heading(&page);
    print_men(&page);
    print_terms(&page);
    print_condition(&page);
    print_holdout(&page);
    print_bootstrap(&page);
    page_ties(&page);
    print_warnings(&page);
    fputc('\n', out);
    return !ferror(out);
}

const char *tune_report_name(const struct tune_report *report, int index, char text[TUNE_NAME]) {
    if (index >= VALUE_TERM) {
        char name[VALUE_NAME];
        snprintf(text, TUNE_NAME, "%s", values_name(index, name));
        return text;
    }
    int type = index < VALUE_HAND ? index - VALUE_BOARD : index - VALUE_HAND;
    const struct variant *variant = &report->logs->tables->variant;
    snprintf(text, TUNE_NAME, "%.8s%s", variant->man[type & (BASE_TYPES - 1)].id,
             index >= VALUE_HAND    ? " in hand"
             : type & TYPE_PROMOTED ? " promoted"
                                    : "");
    return text;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct writer {
    const struct comparison *comparison;
    struct diagram_style style;
    int columns, label; // of the terminal; of the arms' names
    FILE *out;
};

enum { CELL = 28, GAP = 2 }; // "100.0   97.6..100.0   +12.3 *"

static const char *bold(const struct writer *writer) {
    return writer->style.colour ? "\033[1m" : "";
}
static const char *faint(const struct writer *writer) {
    return writer->style.colour ? "\033[2m" : "";
}
static const char *plain(const struct writer *writer) {
    return writer->style.colour ? "\033[0m" : "";
}

static double shown(enum unit unit, double value) {
    return unit == UNIT_PERCENT ? 100 * value : value;
}

static int decimals(enum unit unit, double value) {
    if (unit == UNIT_CENTI || unit == UNIT_ELO)
        return 0;
    return fabs(value) < 10 && unit == UNIT_NUMBER ? 2 : 1;
}

static const char *number(char text[24], const char *format, enum unit unit, double value) {
    double scaled = shown(unit, value);
    if (isinf(value))
        return value < 0 ? "-inf" : "inf";
    int places = decimals(unit, scaled);
    if (fabs(scaled) < 0.5 * pow(10, -places)) // no "-0"
        scaled = 0;
    snprintf(text, 24, format, places, scaled);
    return text;
}

// "*" differs, "=" is equivalent, "*=" both: a small difference that is there.
static const char *verdict(const struct cell *cell) {
    bool differs = cell->p_holm < 0.05, equal = cell->p_equivalent < 0.05;
    return differs ? equal ? "*=" : "*" : equal ? "=" : "";
}

static void print_cell(const struct writer *writer, enum unit unit, const struct cell *cell) {
    char value[24], low[24], high[24], difference[24], interval[52];
    if (cell->value.n <= 0) {
        fprintf(writer->out, "%*s%*s", GAP, "", -CELL, "      -");
        return;
    }
    snprintf(interval, sizeof interval, "%s..%s", number(low, "%.*f", unit, cell->value.low),
             number(high, "%.*f", unit, cell->value.high));
    fprintf(writer->out, "%*s%s%6s%s %s%-12s%s ", GAP, "", bold(writer),
            number(value, "%.*f", unit, cell->value.value), plain(writer), faint(writer), interval,
            plain(writer));
    bool known = cell->difference.n > 0;
    fprintf(writer->out, "%6s %-2s",
            known ? number(difference, "%+.*f", unit, cell->difference.value) : "",
            known ? verdict(cell) : "");
}

// Prints text broken into lines, the first after `used` columns, the others indented.
static void print_wrapped(const struct writer *writer, const char *text, int used, int indent) {
    while (*text) {
        int room = writer->columns - used, length = (int)strlen(text);
        if (length > room) {
            length = room;
            while (length > 0 && text[length] != ' ')
                length--;
            if (length == 0)
                length = (int)strcspn(text, " ");
        }
        fprintf(writer->out, "%.*s\n", length, text);
        text += length + (text[length] == ' ');
        if (*text)
            fprintf(writer->out, "%*s", indent, "");
        used = indent;
    }
}

static bool is_measured(const struct comparison *comparison, int metric) {
    const struct experiment *experiment = comparison->experiment;
    bool ending = strncmp(metrics[metric].name, "ending-", 7) == 0;
    for (int rung = 0; rung < experiment->ladder_count; rung++)
        for (int arm = 0; arm < experiment->arm_count; arm++) {
            const struct cell *cell = comparison_cell(comparison, metric, rung, arm);
            if (cell->value.n > 0 && (!ending || cell->value.value > 0))
                return true;
        }
    return false;
}

static void print_heading(const struct writer *writer, int from, int end) {
    const struct experiment *experiment = writer->comparison->experiment;
    fprintf(writer->out, "%s  %*s", faint(writer), writer->label, "");
    for (int rung = from; rung < end; rung++) {
        char text[40];
        snprintf(text, sizeof text, "%" PRIu64 " nodes, 95%%, - base", experiment->ladder[rung]);
        fprintf(writer->out, "%*s%*s", GAP, "", -CELL, text);
    }
    fprintf(writer->out, "%s\n", plain(writer));
}

static void print_effects(const struct writer *writer, int metric, int from, int end) {
    const struct comparison *comparison = writer->comparison;
    const struct experiment *experiment = comparison->experiment;
    enum unit unit = metrics[metric].unit;
    for (int i = 0; i < comparison->effect_count; i++) {
        const struct effect *first = comparison_effect(comparison, metric, from, i);
        fprintf(writer->out, "    effect of %s%s%s\n%*s", experiment->toggle[first->first],
                first->second < 0 ? "" : " x ",
                first->second < 0 ? "" : experiment->toggle[first->second], 2 + writer->label, "");
        for (int rung = from; rung < end; rung++) {
            const struct effect *effect = comparison_effect(comparison, metric, rung, i);
            struct cell cell = {.value = effect->value, .p_holm = effect->p_holm};
            char value[24], low[24], high[24], interval[52];
            if (effect->value.n <= 0) {
                fprintf(writer->out, "%*s%*s", GAP, "", -CELL, "      -");
                continue;
            }
            cell.p_equivalent = 1;
            snprintf(interval, sizeof interval, "%s..%s",
                     number(low, "%+.*f", unit, effect->value.low),
                     number(high, "%+.*f", unit, effect->value.high));
            fprintf(writer->out, "%*s%6s %-12s        %-2s", GAP, "",
                    number(value, "%+.*f", unit, effect->value.value), interval, verdict(&cell));
        }
        putc('\n', writer->out);
    }
}

static void print_metric(const struct writer *writer, int metric) {
    const struct comparison *comparison = writer->comparison;
    const struct experiment *experiment = comparison->experiment;
    int fitting = (writer->columns - 2 - writer->label) / (CELL + GAP);
    int used =
        fprintf(writer->out, "\n%s%s%s  ", bold(writer), metrics[metric].name, plain(writer)) - 1 -
        (int)strlen(bold(writer)) - (int)strlen(plain(writer));
    char definition[256];
    snprintf(definition, sizeof definition, "%s%s", metrics[metric].definition,
             metrics[metric].unit == UNIT_PERCENT ? ", %" : "");
    print_wrapped(writer, definition, used, 2);
    if (fitting < 1)
        fitting = 1;
    for (int from = 0; from < experiment->ladder_count; from += fitting) {
        int end =
            from + fitting < experiment->ladder_count ? from + fitting : experiment->ladder_count;
        print_heading(writer, from, end);
        for (int arm = 0; arm < experiment->arm_count; arm++) {
            fprintf(writer->out, "  %*s", -writer->label, experiment->arm[arm].name);
            for (int rung = from; rung < end; rung++)
                print_cell(writer, metrics[metric].unit,
                           comparison_cell(comparison, metric, rung, arm));
            putc('\n', writer->out);
        }
        print_effects(writer, metric, from, end);
    }
}

static void print_arms(const struct writer *writer) {
    const struct comparison *comparison = writer->comparison;
    const struct experiment *experiment = comparison->experiment;
    fprintf(writer->out, "%s  %*s  games at each node limit, rules%s\n", faint(writer),
            -writer->label, "arm", plain(writer));
    for (int arm = 0; arm < experiment->arm_count; arm++) {
        char rules[RULES_TEXT];
        fprintf(writer->out, "  %*s  ", -writer->label, experiment->arm[arm].name);
        for (int rung = 0; rung < experiment->ladder_count; rung++) {
            fprintf(writer->out, "%s%" PRId64, rung ? ", " : "", comparison->run[rung][arm].games);
            if (comparison->run[rung][arm].copies)
                fprintf(writer->out, " (%" PRId64 " copies left out)",
                        comparison->run[rung][arm].copies);
        }
        rules_text(&experiment->arm[arm].tables->rules, experiment->variant, rules);
        fprintf(writer->out, "   %s\n", *rules ? rules : "the variant's own rules");
    }
}

// Which orders of the arms are another one with fewer nodes.
static void print_orders(const struct writer *writer) {
    const struct comparison *comparison = writer->comparison;
    const struct experiment *experiment = comparison->experiment;
    int top = experiment->ladder_count - 1;
    if (top < 1 || experiment->arm_count < 3)
        return;
    fprintf(writer->out,
            "\n%sOrder of the arms%s against that at %" PRIu64
            " nodes: Kendall's tau (1 the same, -1 reversed)\nand, after r, pairs reversed beyond "
            "their intervals\n%s  %-18s",
            bold(writer), plain(writer), experiment->ladder[top], faint(writer), "");
    for (int rung = 0; rung < top; rung++) {
        char text[32];
        snprintf(text, sizeof text, "%" PRIu64 " nodes", experiment->ladder[rung]);
        fprintf(writer->out, "%14s", text);
    }
    fprintf(writer->out, "%s\n", plain(writer));
    for (int metric = 0; metric < metric_count; metric++) {
        if (!is_measured(comparison, metric))
            continue;
        fprintf(writer->out, "  %-18s", metrics[metric].name);
        for (int rung = 0; rung < top; rung++) {
            const struct order *order = comparison_order(comparison, metric, rung);
            fprintf(writer->out, "%10.2f r%-2d", order->tau, order->reversals);
        }
        putc('\n', writer->out);
    }
}

static void print_report(const struct writer *writer, const struct compare_context *context) {
    const struct comparison *comparison = writer->comparison;
    const struct experiment *experiment = comparison->experiment;
    fprintf(writer->out,
            "\n%s%s%s   %d rule settings in %s, seed %" PRIu64
            "\n  values    %s\n  openings  %s\n\n",
            bold(writer), experiment->variant->title, plain(writer), experiment->arm_count,
            context->folder, context->seed, context->values, context->openings);
    print_arms(writer);
    char text[512];
    snprintf(
        text, sizeof text,
        "  Each number stands with its 95%% interval and its difference from the base arm. * "
        "differs from it (p < 5%% after Holm's correction over the arms); = equivalent to it "
        "(two one-sided tests, 5%%, Holm) within %.3g points of a percentage, or %.3g%% of the "
        "base's number. Neither mark: these games do not tell.",
        100 * comparison->margins.score, 100 * comparison->margins.relative);
    fputc('\n', writer->out);
    print_wrapped(writer, text, 0, 2);
    for (int metric = 0; metric < metric_count; metric++)
        if (is_measured(comparison, metric))
            print_metric(writer, metric);
    print_orders(writer);
}

// Lines without the blanks at their ends.
static void put_trimmed(const char *text, FILE *out) {
    while (*text) {
        size_t line = strcspn(text, "\n"), length = line;
        while (length > 0 && text[length - 1] == ' ')
            length--;
        fwrite(text, 1, length, out);
        if (text[line])
            putc('\n', out);
        text += line + (text[line] != 0);
    }
}

bool compare_report_text(const struct comparison *comparison, const struct compare_context *context,
                         struct diagram_style style, int columns, FILE *out) {
    const struct experiment *experiment = comparison->experiment;
    char *text = NULL;
    size_t size;
    struct writer writer = {comparison, style, columns, 4, open_memstream(&text, &size)};
    if (!writer.out)
        return false;
    for (int arm = 0; arm < experiment->arm_count; arm++)
        if ((int)strlen(experiment->arm[arm].name) > writer.label)
            writer.label = (int)strlen(experiment->arm[arm].name);
    print_report(&writer, context);
    if (fclose(writer.out) != 0) {
        free(text);
        return false;
    }
    put_trimmed(text, out);
    free(text);
    return !ferror(out);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_score.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *bold(struct diagram_style style) {
    return style.colour ? "\033[1m" : "";
}
static const char *faint(struct diagram_style style) {
    return style.colour ? "\033[2m" : "";
}
static const char *plain(struct diagram_style style) {
    return style.colour ? "\033[0m" : "";
}

static void print_label(const char *label, struct diagram_style style, FILE *out) {
    fprintf(out, "  %s%-13s%s", faint(style), label, plain(style));
}

enum { ELO_TEXT = 16 };

// "+12.3"; "> 1200" and "< -1200" at the ends of what is told apart. Returns `text`.
static const char *elo_text(double elo, double limit, char text[ELO_TEXT]) {
    if (fabs(elo) >= limit - 0.5)
        snprintf(text, ELO_TEXT, "%s%.0f", elo < 0 ? "< -" : "> ", limit);
    else
        snprintf(text, ELO_TEXT, "%+.1f", fabs(elo) < 0.05 ? 0.0 : elo);
    return text;
}

static void print_elo(const char *label, struct measured elo, double limit,
                      struct diagram_style style, FILE *out) {
    char value[ELO_TEXT], low[ELO_TEXT], high[ELO_TEXT];
    print_label(label, style, out);
    fprintf(out, "%s%8s%s   %s%8s .. %s%s\n", bold(style), elo_text(elo.value, limit, value),
            plain(style), faint(style), elo_text(elo.low, limit, low),
            elo_text(elo.high, limit, high), plain(style));
}

static void print_counts(const struct score_counts *counts, struct diagram_style style, FILE *out) {
    static const char *const pair_names[] = {"lost both", "lost, drew", "even", "won, drew",
                                             "won both"};
    static const char *const game_names[] = {"lost", "drawn", "won"};
    const char *const *names = counts->cells == PAIR_CELLS ? pair_names : game_names;
    double units = fmax((double)score_units(counts), 1);
    print_label("", style, out);
    for (int i = 0; i < counts->cells; i++)
        fprintf(out, "%s%12s%s", faint(style), names[i], plain(style));
    putc('\n', out);
    print_label(counts->cells == PAIR_CELLS ? "pairs" : "games", style, out);
    for (int i = 0; i < counts->cells; i++)
        fprintf(out, "%12" PRId64, counts->count[i]);
    putc('\n', out);
    print_label("share", style, out);
    for (int i = 0; i < counts->cells; i++)
        fprintf(out, "%11.1f%%", 100 * (double)counts->count[i] / units);
    putc('\n', out);
}

static void print_percent(const char *label, struct measured share, struct diagram_style style,
                          FILE *out) {
    print_label(label, style, out);
    fprintf(out, "%s%7.1f%%%s   %s%7.1f%% .. %.1f%%%s\n", bold(style), 100 * share.value,
            plain(style), faint(style), 100 * share.low, 100 * share.high, plain(style));
}

// Where the ratio stands between its bounds.
static void print_gauge(double llr, const struct sprt *sprt, struct diagram_style style,
                        FILE *out) {
    enum { WIDTH = 31 };
    double low = sprt_lower(sprt), high = sprt_upper(sprt);
    int zero = (int)lround((WIDTH - 1) * -low / (high - low));
    int place = (int)lround((WIDTH - 1) * (fmin(fmax(llr, low), high) - low) / (high - low));
    fprintf(out, "%s%.2f%s ", faint(style), low, plain(style));
    for (int i = 0; i < WIDTH; i++)
        fputs(i == place  ? (style.unicode ? "●" : "*")
              : i == zero ? (style.unicode ? "┼" : "+")
                          : (style.unicode ? "─" : "-"),
              out);
    fprintf(out, " %s%.2f%s\n", faint(style), high, plain(style));
}

static void print_verdict(const struct score_counts *counts, const struct sprt *sprt,
                          struct diagram_style style, FILE *out) {
    enum sprt_verdict verdict = sprt_verdict(sprt, counts);
    print_label("verdict", style, out);
    fprintf(out, "%s%s%s", bold(style), sprt_verdict_name(verdict), plain(style));
    if (verdict != SPRT_UNDECIDED)
        fprintf(out, ": %g rather than %g\n", verdict == SPRT_ACCEPT ? sprt->elo1 : sprt->elo0,
                verdict == SPRT_ACCEPT ? sprt->elo0 : sprt->elo1);
    else if (score_units(counts) == 0)
        fputs(": no games\n", out);
    else
        fprintf(out, ": about %.0f games more if the score stays\n",
                ceil(sprt_games_left(sprt, counts)));
}

static void print_test(const struct score_counts *counts, const struct sprt *sprt,
                       struct diagram_style style, FILE *out) {
    struct score_law law = score_law(counts);
    double deviation = score_game_deviation(&law), llr = sprt_llr(sprt, counts);
    struct sprt_estimate estimate = sprt_estimate(sprt, counts);
    putc('\n', out);
    print_label("test", style, out);
    fprintf(out, "%s Elo %g rather than %g, alpha %g, beta %g: at worst %.0f games on average\n",
            elo_model_name(sprt->model), sprt->elo1, sprt->elo0, sprt->alpha, sprt->beta,
            sprt_games_worst(sprt, deviation));
    print_label("LLR", style, out);
    fprintf(out, "%s%+8.2f%s   ", bold(style), fabs(llr) < 0.005 ? 0.0 : llr, plain(style));
    print_gauge(llr, sprt, style, out);
    print_verdict(counts, sprt, style, out);
    print_elo("Elo, unbiased", measured_elo(estimate.score), 1200, style, out);
    print_elo("  normalized", score_normalized_elo(counts, estimate.score), NORMALIZED_LIMIT, style,
              out);
}

void score_print(const struct score_counts *counts, const struct sprt *sprt,
                 struct diagram_style style, FILE *out) {
    struct measured score = score_interval_95(counts);
    print_counts(counts, style, out);
    putc('\n', out);
    print_label("", style, out);
    fprintf(out, "%8s   %s95%% interval%s\n", "", faint(style), plain(style));
    print_percent("score", score, style, out);
    print_elo("Elo", measured_elo(score), 1200, style, out);
    print_elo("  normalized", score_normalized_elo(counts, score), NORMALIZED_LIMIT, style, out);
    print_label("LOS", style, out);
    fprintf(out, "%7.1f%%\n", 100 * likelihood_of_superiority(counts));
    if (score_one_sided(counts)) {
        print_label("", style, out);
        fprintf(out, "all %s scored the same: how they spread is not known\n",
                counts->cells == PAIR_CELLS ? "pairs" : "games");
    }
    if (sprt)
        print_test(counts, sprt, style, out);
}

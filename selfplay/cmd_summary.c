// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd_score.h"
#include "statistics.h"

static double share(int64_t part, int64_t whole) {
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static double per_game(const struct tally *tally, int64_t sum) {
    return tally->games ? (double)sum / (double)tally->games : 0;
}

static double first_points(const struct tally *tally) {
    return (double)tally->results[RESULT_FIRST] + 0.5 * (double)tally->results[RESULT_DRAW];
}

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

// A bar of `width` characters for a share of 0..100.
static void print_bar(double percent, int width, struct diagram_style style, FILE *out) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int units = (int)(percent / 100 * width * 8 + 0.5), drawn = units / 8;
    for (int i = 0; i < drawn; i++)
        fputs(style.unicode ? "█" : "#", out);
    if (style.unicode)
        fputs(eighths[units % 8], out);
}

static void print_result(const struct summary *summary, enum result result, const char *label,
                         struct diagram_style style, FILE *out) {
    const struct tally *tally = summary->tally;
    int64_t count = tally->results[result];
    struct interval interval = wilson((double)count, (double)tally->games);
    print_label(label, style, out);
    fprintf(out, "%8" PRId64 "  %5.1f%%  %s%5.1f .. %5.1f%s  ", count, share(count, tally->games),
            faint(style), 100 * interval.low, 100 * interval.high, plain(style));
    print_bar(share(count, tally->games), 30, style, out);
    putc('\n', out);
}

static void print_results(const struct summary *summary, struct diagram_style style, FILE *out) {
    const struct tally *tally = summary->tally;
    print_label("winner", style, out);
    fprintf(out, "%8s  %6s  %s%-14s%s\n", "games", "share", faint(style), "95% interval",
            plain(style));
    // Movers, for in a match the players are a first and a second one, too.
    print_result(summary, RESULT_FIRST, "first mover", style, out);
    print_result(summary, RESULT_DRAW, "draw", style, out);
    print_result(summary, RESULT_SECOND, "second mover", style, out);
    double points = first_points(tally), count = (double)tally->games;
    struct interval interval = wilson(points, count);
    fprintf(out, "  %s%-23s%s%s%5.1f%%%s  %s%5.1f .. %5.1f%s\n", faint(style),
            "first mover's score", plain(style), bold(style), count > 0 ? 100 * points / count : 50,
            plain(style), faint(style), 100 * interval.low, 100 * interval.high, plain(style));
}

static void print_terminations(const struct tally *tally, struct diagram_style style, FILE *out) {
    bool printed[TERMINATIONS] = {false};
    const char *between = "";
    print_label("endings", style, out);
    for (;;) { // most frequent first
        int most = -1;
        for (int i = 0; i < TERMINATIONS; i++)
            if (!printed[i] && tally->terminations[i] > 0 &&
                (most < 0 || tally->terminations[i] > tally->terminations[most]))
                most = i;
        if (most < 0)
            break;
        printed[most] = true;
        fprintf(out, "%s%s %.1f%%", between, termination_name((enum termination)most),
                share(tally->terminations[most], tally->games));
        between = ", ";
    }
    putc('\n', out);
}

// How often other programs failed to play.
static void print_faults(const struct summary *summary, struct diagram_style style, FILE *out) {
    const int64_t *ends = summary->tally->terminations;
    int64_t faults = ends[TERMINATION_ILLEGAL_MOVE] + ends[TERMINATION_CRASH] +
                     ends[TERMINATION_HANG] + ends[TERMINATION_TIME];
    if (faults == 0)
        return;
    print_label("faults", style, out);
    fprintf(out, "%" PRId64 " games lost by a fault: %s/faults.txt\n", faults, summary->folder);
}

void summary_print(const struct summary *summary, struct diagram_style style, FILE *out) {
    const struct tally *tally = summary->tally;
    const char *dot = style.unicode ? " · " : ", ";
    fprintf(out, "\n%s%s%s%s%" PRId64 " games%s", bold(style),
            summary->config->tables->variant.title, plain(style), dot, tally->games, dot);
    if (tally->games > 0 && (summary->range.begin > 0 || summary->range.end < summary->range.total))
        fprintf(out, "numbers %" PRId64 " to %" PRId64 " of %" PRId64 "%s", summary->range.begin,
                summary->range.end - 1, summary->range.total, dot);
    const struct config *config = summary->config;
    fprintf(out, "%s", config->player[PLAYER_A].name);
    if (config->paired)
        fprintf(out, " against %s", config->player[PLAYER_B].name);
    fprintf(out, "%sseed %" PRIu64 "%s%s\n\n", dot, config->seed, dot, summary->folder);
    if (config->paired) {
        score_print(&tally->pairs, config->sprt, style, out);
        putc('\n', out);
    }
    print_results(summary, style, out);
    putc('\n', out);
    print_terminations(tally, style, out);
    print_faults(summary, style, out);
    print_label("length", style, out);
    fprintf(out, "mean %.0f, median %d, half of the games %d to %d, longest %" PRId64 " plies\n",
            per_game(tally, tally->plies_total), tally_length(tally, 0.5),
            tally_length(tally, 0.25), tally_length(tally, 0.75), tally->plies_most);
    print_label("a game has", style, out);
    fprintf(out, "%.1f captures, %.1f drops, %.1f promotions, %.1f checks, %.1f changes of lead\n",
            per_game(tally, tally->captures), per_game(tally, tally->drops),
            per_game(tally, tally->promotions), per_game(tally, tally->checks),
            per_game(tally, tally->lead_changes));
    print_label("legal moves", style, out);
    fprintf(out, "%.1f a ply\n", tally->games ? tally->branching / 1000 / (double)tally->games : 0);
    print_label("duplicates", style, out);
    fprintf(out, "%" PRId64 " openings, %" PRId64 " games%s\n", summary->duplicates.openings,
            summary->duplicates.games,
            20 * summary->duplicates.games > tally->games
                ? ": copies tell nothing new; give more openings"
                : "");
    if (summary->session_games == 0)
        return;
    double seconds = summary->session_seconds;
    print_label("speed", style, out);
    fprintf(out, "%.1f games/s, %.0f plies/s, %.0f kilonodes/s; %.0f%% of %d thread%s\n",
            (double)summary->session_games / seconds, (double)summary->session_plies / seconds,
            (double)summary->session_nodes / seconds / 1000, 100 * summary->session_cpu,
            summary->threads, summary->threads == 1 ? "" : "s");
}

void summary_print_json(const struct summary *summary) {
    cJSON *json = summary_json(summary);
    char *text = cJSON_Print(json);
    if (text)
        puts(text);
    cJSON_free(text);
    cJSON_Delete(json);
}

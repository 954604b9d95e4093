// SPDX-License-Identifier: GPL-3.0-or-later
// kagami stats: what the counts of a match say.
#include <errno.h>
#include <stdio.h>

#include "cmd_answer.h"
#include "cmd_sprt_options.h"
#include "score_answer.h"

struct options {
    struct sprt_options sprt;
    struct score_counts counts; // `cells` grows with the arguments
    bool json;
};

enum { KEY_JSON = 256 };

static const struct argp_option option_list[] = {{"json", KEY_JSON, 0, 0, "Print as JSON", 1}, {0}};

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    struct score_counts *counts = &options->counts;
    long long count;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->sprt;
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (counts->cells == SCORE_CELLS_MAX)
            argp_error(state, "too many counts");
        else if (!parse_count(text, "a count", 0, 1000000000000000, &count))
            return EINVAL;
        else
            counts->count[counts->cells++] = count;
        return 0;
    case ARGP_KEY_END:
        if (counts->cells != PAIR_CELLS && counts->cells != GAME_CELLS)
            argp_error(state, "give the five counts of pairs, LL LD DD WD WW, or the three of "
                              "single games, L D W");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int cmd_stats(int argc, char **argv) {
    static const struct argp_child children[] = {{&sprt_options_argp, 0, "Test:", 2}, {0}};
    static const struct argp argp = {
        option_list,
        parse_option,
        "LL LD DD WD WW\nL D W",
        "Say what the counts of a match mean: score, Elo, likelihood of superiority, sequential "
        "test.\v"
        "Counts are of pairs of games from one opening with colours swapped, from the first "
        "player's side: both lost, one lost and one drawn, even (two draws, or one won and one "
        "lost), one won and one drawn, both won. Three counts are of single games.\n\n"
        "Intervals are Student's over pairs. Elo after a test that stopped is median-unbiased: "
        "stopping when ahead flatters the plain one.",
        children,
        0,
        0};
    struct options options = {.sprt = sprt_options_default()};
    argp_err_exit_status = EXIT_USAGE;
    if (argp_parse(&argp, argc, argv, 0, 0, &options) != 0)
        return EXIT_USAGE;
    const struct sprt *sprt = options.sprt.given ? &options.sprt.sprt : NULL;
    struct answer answer = answer_init(NULL);
    score_answer(&answer, &options.counts, sprt);
    return answer_show(&answer, options.json);
}

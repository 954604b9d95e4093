// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_tune_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_common.h"
#include "number.h"

enum {
    KEY_YARDSTICK = 256,
    KEY_PRIOR,
    KEY_HOLDOUT,
    KEY_MIN_PLY,
    KEY_NOISY,
    KEY_START,
    KEY_MIRROR,
    KEY_TIE,
    KEY_FIT,
    KEY_FREEZE,
    KEY_MEMORY,
    KEY_LAMBDA,
    KEY_METHOD,
    KEY_TRACE,
    KEY_PASSES,
    KEY_BOOTSTRAP,
    KEY_JSON,
    KEY_FORCE
};

static const struct argp_option option_list[] = {
    {"out", 'o', "FILE", 0, "Write the values here (CSV), to be played with or tuned from", 0},
    {"force", KEY_FORCE, 0, 0, "Overwrite FILE", 0},
    {"threads", 't', "N", 0, "Threads (default: the processors; the result is the same)", 0},
    {"json", KEY_JSON, 0, 0, "Print the answer as JSON", 0},
    {"memory", KEY_MEMORY, "BYTES", 0,
     "Memory that the positions may take (default: three quarters of the machine's); what does not "
     "fit is refused at once",
     0},
    {0, 0, 0, 0, "Which positions:", 1},
    {"min-ply", KEY_MIN_PLY, "N", 0, "Leave out positions before ply N after the opening", 1},
    {"noisy", KEY_NOISY, 0, 0, "Take positions that are not quiet as well", 1},
    {0, 0, 0, 0, "The fit:", 2},
    {"method", KEY_METHOD, "METHOD", 0,
     "`regression' (default), or `td': temporal differences from equal values (Beal and Smith), a "
     "second opinion from the same games; by the regression's yardstick",
     2},
    {"trace", KEY_TRACE, "L", 0, "td: what is left of a trace a ply later (default 0.95)", 2},
    {"passes", KEY_PASSES, "N", 0, "td: times through all games (default 20)", 2},
    {"lambda", KEY_LAMBDA, "L", 0,
     "Target: L x result + (1 - L) x what the search's score predicts (default 1)", 2},
    {"start", KEY_START, "FILE", 0,
     "Starting values (default: those played by when no file is given; 'estimate': values from the "
     "moves alone): centre of the prior, and the yardstick keeps its value",
     2},
    {"yardstick", KEY_YARDSTICK, "MAN", 0,
     "Man whose board value is kept, by letter or ID, or `all' for the evaluation as a whole "
     "(default: the variant's; when its standard error is above 15%, the best measured man, or "
     "`all')",
     2},
    {"mirror", KEY_MIRROR, 0, 0,
     "Left and right men that mirror each other share one value: narrower intervals; a test of "
     "each pair says whether the games let them",
     2},
    {"tie", KEY_TIE, "A=B", 0,
     "The same for two men (`LG=RG') or two parameters (`board.+S=board.G'); repeatable", 2},
    {"freeze", KEY_FREEZE, "GLOB", 0,
     "Keep the starting values of these parameters (`king.*', `hand.?'), in yardsticks; repeatable",
     2},
    {"fit", KEY_FIT, "GLOB", 0, "Keep those of all others; repeatable, read in order with --freeze",
     2},
    {"prior", KEY_PRIOR, "SIGMA", 0,
     "Standard deviation of the prior of each man, in its starting value (default 0.5; at least in "
     "yardsticks; terms: in quarters of their range); `none` = no prior",
     2},
    {"holdout", KEY_HOLDOUT, "SHARE", 0,
     "Share of the games that the check keeps out (default 0.1; 0 = no check)", 2},
    {"bootstrap", KEY_BOOTSTRAP, "N", 0,
     "Check the errors by N fits of games drawn with replacement", 2},
    {0}};

static void check_together(const struct tune_line *line, struct argp_state *state) {
    if (line->td_words && !line->options.td)
        argp_error(state, "--trace and --passes are of --method td");
    if (line->options.td && line->options.bootstrap)
        argp_error(state, "--bootstrap is of the regression: not with --method td");
}

static error_t parse_option(int key, char *argument, struct argp_state *state) {
    struct tune_line *line = state->input;
    struct tune_options *options = &line->options;
    long long passes;
    switch (key) {
    case 'o':
        options->out = argument;
        return 0;
    case 't':
        return parse_count(argument, "--threads", 1, 1024, &options->threads) ? 0 : EINVAL;
    case KEY_MIN_PLY:
        return parse_count(argument, "--min-ply", 0, 1000000, &options->min_ply) ? 0 : EINVAL;
    case KEY_BOOTSTRAP:
        return parse_count(argument, "--bootstrap", 2, 100000, &options->bootstrap) ? 0 : EINVAL;
    case KEY_PRIOR:
        if (strcmp(argument, "none") == 0)
            options->prior = 0;
        else if (!number_decimal(argument, &options->prior) || options->prior < 0.01 ||
                 options->prior > 1000)
            argp_error(state, "--prior '%s': a number from 0.01 to 1000, or none", argument);
        return 0;
    case KEY_HOLDOUT:
        if (!number_decimal(argument, &options->holdout) || options->holdout < 0 ||
            options->holdout > 0.5)
            argp_error(state, "--holdout '%s': a share from 0 to 0.5", argument);
        return 0;
    case KEY_YARDSTICK:
        options->yardstick = argument;
        return 0;
    case KEY_START:
        options->start = argument;
        return 0;
    case KEY_NOISY:
        options->noisy = true;
        return 0;
    case KEY_MIRROR:
        options->mirror = true;
        return 0;
    case KEY_TIE:
        if (options->tie_count == TUNE_LIST_MAX)
            argp_error(state, "more than %d of --tie", TUNE_LIST_MAX);
        else
            options->tie[options->tie_count++] = argument;
        return 0;
    case KEY_FIT:
    case KEY_FREEZE:
        if (options->group_count == TUNE_LIST_MAX)
            argp_error(state, "more than %d of --fit and --freeze", TUNE_LIST_MAX);
        else
            options->group[options->group_count++] = (struct tune_group){argument, key == KEY_FIT};
        return 0;
    case KEY_METHOD:
        options->td = strcmp(argument, "td") == 0;
        if (!options->td && strcmp(argument, "regression") != 0)
            argp_error(state, "--method '%s': regression or td", argument);
        return 0;
    case KEY_TRACE:
        line->td_words = true;
        if (!number_decimal(argument, &options->td_options.trace) ||
            options->td_options.trace < 0 || options->td_options.trace > 1)
            argp_error(state, "--trace '%s': a number from 0 to 1", argument);
        return 0;
    case KEY_PASSES:
        line->td_words = true;
        if (!parse_count(argument, "--passes", 1, 100000, &passes))
            return EINVAL;
        options->td_options.passes = (int)passes;
        return 0;
    case KEY_LAMBDA:
        if (!number_decimal(argument, &options->lambda) || options->lambda < 0 ||
            options->lambda > 1)
            argp_error(state, "--lambda '%s': a number from 0 to 1", argument);
        return 0;
    case KEY_MEMORY:
        return parse_count(argument, "--memory", 1000, 1LL << 50, &options->memory) ? 0 : EINVAL;
    case KEY_JSON:
        line->json = true;
        return 0;
    case KEY_FORCE:
        options->force = true;
        return 0;
    case ARGP_KEY_ARG:
        line->folders[options->folder_count++] = argument;
        return 0;
    case ARGP_KEY_END:
        check_together(line, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which log? Give the folder of a self-play run");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp tune_options_argp = {
    .options = option_list,
    .parser = parse_option,
    .args_doc = "DIR...",
    .doc =
        "Reads the logs of `kagami selfplay` and says what each man is worth on the board, in hand "
        "and promoted, with 95% intervals; likewise the other terms of the evaluation.\v"
        "The model: the first mover scores with probability sigmoid(sum of worth x feature), the "
        "features being those of the evaluation, seen from the first mover. Intervals take the "
        "game as the unit (positions of one game share its result) and hold for ratios to the "
        "yardstick. A value that the games cannot tell keeps its starting value, without an "
        "interval. The prior counts as one observation of each value, weighed against what a game "
        "tells.\n\n"
        "Two things no interval shows: early positions are credited with what happens later, which "
        "draws values together, and games reach only the imbalances that the players like."};

bool tune_options_parse(struct tune_line *line, int argc, char **argv, int *code) {
    *line = (struct tune_line){.command = buffer_init(), .options = tune_options_default()};
    line->folders = calloc((size_t)argc + 1, sizeof *line->folders);
    line->options.folders = line->folders;
    if (!line->folders) {
        *code = fail(EXIT_ERROR, "out of memory");
        return false;
    }
    command_text(argc, argv, &line->command);
    argp_err_exit_status = EXIT_USAGE;
    *code = EXIT_USAGE;
    return argp_parse(&tune_options_argp, argc, argv, 0, NULL, line) == 0;
}

void tune_line_destroy(struct tune_line *line) {
    buffer_destroy(&line->command);
    free(line->folders);
}

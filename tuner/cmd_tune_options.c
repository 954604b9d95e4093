// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_tune_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_common.h"
#include "cmd_verification.h"
#include "number.h"
#include "workers.h"

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
    KEY_PHASES,
    KEY_ATTENUATION,
    KEY_INFLUENCE,
    KEY_BOOTSTRAP,
    KEY_VERIFY,
    KEY_VERIFY_LADDER,
    KEY_VERIFY_GAMES,
    KEY_VERIFY_SEED,
    KEY_JSON,
    KEY_FORCE
};

static const struct argp_option option_list[] = {
    {"out", 'o', "FILE", 0, "Write the values here (CSV), to be played with or tuned from", 0},
    {"force", KEY_FORCE, 0, 0, "Overwrite FILE, and begin the matches of --verify anew", 0},
    {"threads", 't', "N", 0, "Threads (default: the processors; the result is the same)", 0},
    {"json", KEY_JSON, 0, 0, "Print the answer as JSON", 0},
    {"memory", KEY_MEMORY, "BYTES", 0,
     "Memory that the positions may take (default: three quarters of the machine's); what does not "
     "fit is refused at once",
     0},
    {0, 0, 0, 0, "Which positions:", 1},
    {"min-ply", KEY_MIN_PLY, "N", 0, "Leave out positions before ply N after the opening", 1},
    {"noisy", KEY_NOISY, 0, 0, "Take positions that are not quiet as well", 1},
    {"phases", KEY_PHASES, "A,B,C", 0,
     "Weight of a position in the first, middle and last third of its game (default 1,1,1)", 1},
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
    {"attenuation", KEY_ATTENUATION, "N", 0,
     "Fit N classes of positions apart, by their distance to the end of the game (2 to 8)", 2},
    {"influence", KEY_INFLUENCE, "N", 0, "List the N games that move a value most", 2},
    {0, 0, 0, 0, "Do the new values play better? (needs --out)", 3},
    {"verify", KEY_VERIFY, "DIR", 0,
     "Play them against the starting values, by fresh openings, as `kagami verify` does; matches "
     "in DIR, gone on with by the same command. Exit codes: 0 accept, 3 reject, 4 undecided, 75 "
     "stopped by a signal: run it again",
     3},
    {"verify-ladder", KEY_VERIFY_LADDER, "N,N,...", 0, "Node limits (default 1000,4000)", 3},
    {"verify-games", KEY_VERIFY_GAMES, "N", 0, "Most games of a limit (default 20000)", 3},
    {"verify-seed", KEY_VERIFY_SEED, "S", 0, "Seed of the openings (default: a fresh one)", 3},
    {0}};

static bool parse_phases(const char *text, double phase[3]) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        char number[32];
        size_t length = strcspn(text, ",");
        if (length >= sizeof number || (text[length] == ',') != (i < 2))
            return false;
        memcpy(number, text, length);
        number[length] = 0;
        if (!number_decimal(number, &phase[i]) || phase[i] < 0 || phase[i] > 1000)
            return false;
        sum += phase[i];
        text += length + (i < 2);
    }
    return sum > 0;
}

static void check_together(const struct tune_options *options, struct argp_state *state) {
    if (options->verify && !options->out)
        argp_error(state, "--verify tests the values that are written: give --out FILE too");
    if (options->verify_words && !options->verify)
        argp_error(state, "--verify-ladder, -games and -seed are of --verify DIR");
    if (options->td_words && !options->td)
        argp_error(state, "--trace and --passes are of --method td");
    if (options->td && (options->bootstrap || options->attenuation || options->influence))
        argp_error(state, "--bootstrap, --attenuation and --influence are of the regression: not "
                          "with --method td");
}

static error_t parse_option(int key, char *argument, struct argp_state *state) {
    struct tune_options *options = state->input;
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
        options->tie[options->tie_count++] = argument;
        return 0;
    case KEY_FIT:
    case KEY_FREEZE:
        options->group[options->group_count++] = (struct tune_group){argument, key == KEY_FIT};
        return 0;
    case KEY_ATTENUATION:
        return parse_count(argument, "--attenuation", 2, 8, &options->attenuation) ? 0 : EINVAL;
    case KEY_INFLUENCE:
        return parse_count(argument, "--influence", 1, INFLUENCE_MAX, &options->influence) ? 0
                                                                                           : EINVAL;
    case KEY_METHOD:
        options->td = strcmp(argument, "td") == 0;
        if (!options->td && strcmp(argument, "regression") != 0)
            argp_error(state, "--method '%s': regression or td", argument);
        return 0;
    case KEY_TRACE:
        options->td_words = true;
        if (!number_decimal(argument, &options->td_options.trace) ||
            options->td_options.trace < 0 || options->td_options.trace > 1)
            argp_error(state, "--trace '%s': a number from 0 to 1", argument);
        return 0;
    case KEY_PASSES:
        options->td_words = true;
        if (!parse_count(argument, "--passes", 1, 100000, &passes))
            return EINVAL;
        options->td_options.passes = (int)passes;
        return 0;
    case KEY_LAMBDA:
        if (!number_decimal(argument, &options->lambda) || options->lambda < 0 ||
            options->lambda > 1)
            argp_error(state, "--lambda '%s': a number from 0 to 1", argument);
        return 0;
    case KEY_PHASES:
        if (!parse_phases(argument, options->phase))
            argp_error(state, "--phases '%s': three numbers from 0 to 1000, not all 0", argument);
        options->phases = true;
        return 0;
    case KEY_MEMORY:
        return parse_count(argument, "--memory", 1000, 1LL << 50, &options->memory) ? 0 : EINVAL;
    case KEY_VERIFY:
        options->verify = argument;
        return 0;
    case KEY_VERIFY_LADDER:
        options->verify_ladder = argument;
        options->verify_words = true;
        return verification_parse_limits(argument, &(struct verification){0}) ? 0 : EINVAL;
    case KEY_VERIFY_SEED:
        if (!number_unsigned(argument, &options->verify_seed))
            argp_error(state, "--verify-seed '%s': a whole number from 0 on", argument);
        options->verify_seed_given = options->verify_words = true;
        return 0;
    case KEY_VERIFY_GAMES:
        options->verify_words = true;
        if (!parse_count(argument, "--verify-games", 2, 1000000000, &options->verify_games))
            return EINVAL;
        if (options->verify_games % 2 != 0)
            argp_error(state, "games come in pairs: --verify-games must be even");
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case KEY_FORCE:
        options->force = true;
        return 0;
    case ARGP_KEY_ARG:
        options->folders[options->folder_count++] = argument;
        return 0;
    case ARGP_KEY_END:
        check_together(options, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which log? Give the folder of a self-play run");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp command = {
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

bool tune_options_parse(struct tune_options *options, int argc, char **argv, int *code) {
    *options = (struct tune_options){.command = buffer_init(),
                                     .prior = PRIOR_DEFAULT,
                                     .lambda = 1,
                                     .td_options = {.trace = 0.95, .passes = 20},
                                     .holdout = 0.1,
                                     .threads = workers_default_threads(),
                                     .verify_ladder = "1000,4000",
                                     .verify_games = VERIFY_GAMES};
    options->folders = calloc((size_t)argc + 1, sizeof *options->folders);
    options->tie = calloc((size_t)argc + 1, sizeof *options->tie);
    options->group = calloc((size_t)argc + 1, sizeof *options->group);
    options->memory = (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 4 * 3;
    if (!options->folders || !options->tie || !options->group) {
        *code = fail(EXIT_ERROR, "out of memory");
        return false;
    }
    command_text(argc, argv, &options->command);
    argp_err_exit_status = EXIT_USAGE;
    *code = EXIT_USAGE;
    return argp_parse(&command, argc, argv, 0, NULL, options) == 0;
}

void tune_options_destroy(struct tune_options *options) {
    buffer_destroy(&options->command);
    free(options->folders);
    free(options->tie);
    free(options->group);
}

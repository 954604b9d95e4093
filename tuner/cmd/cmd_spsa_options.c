// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_spsa_options.h"

#include <errno.h>

#include "number.h"
#include "spsa.h"

enum { GAMES = 6400, PAIRS = 8 };

struct spsa_options spsa_options_default(void) {
    return (struct spsa_options){.pairs = PAIRS};
}

enum {
    KEY_OUT = 256,
    KEY_TUNE,
    KEY_GAMES,
    KEY_PLAN,
    KEY_PLAN_OUT,
    KEY_DRY,
    KEY_PAIRS,
    KEY_C_END,
    KEY_R_END,
    KEY_DRIFT,
    KEY_REPORT,
    KEY_FORCE,
    KEY_JSON
};

static const struct argp_option option_list[] = {
    {"out", KEY_OUT, "DIR", 0,
     "Folder of the run (needed): DIR/spsa.json is its whole state, DIR/values.csv the answer so "
     "far; a run that is there goes on",
     1},
    {"tune", KEY_TUNE, "PATTERN", 0,
     "What to tune: names as in values.csv, or patterns: 'king.*', 'board.?', 'search.*' "
     "(repeatable)",
     1},
    {"games", KEY_GAMES, "N", 0,
     "Games of the whole run (default 6400): its plan depends on them, so they stay", 1},
    {"pairs", KEY_PAIRS, "P", 0,
     "Pairs of games a step, each with an opening of its own (default 8)", 1},
    {"report", KEY_REPORT, 0, 0, "Play nothing: say where the run in DIR stands", 1},
    {"force", KEY_FORCE, 0, 0, "Throw away the run in DIR and begin anew; overwrite the plan", 1},
    {"json", KEY_JSON, 0, 0, "Print the answer as JSON", 1},
    {0, 0, 0, 0, "Steps:", 2},
    {"c-end", KEY_C_END, "PERCENT", 0,
     "How far the arms stand apart at the end, of each value (default: measured)", 2},
    {"drift", KEY_DRIFT, "C", 0,
     "How far chance may carry a parameter that does not matter, in its c_end (default 2): sets "
     "the size of the steps",
     2},
    {"r-end", KEY_R_END, "R", 0, "What one win more moves a parameter at the end, in its c_end", 2},
    {"plan", KEY_PLAN, "FILE", 0,
     "Take all that from a CSV file: parameter,scale,start,min,max,c_end,r_end", 2},
    {"plan-out", KEY_PLAN_OUT, "FILE", 0, "Write such a file to edit, and play nothing", 2},
    {"dry-run", KEY_DRY, 0, 0, "Show the plan and play nothing", 2},
    {0}};

static error_t parse_positive(const char *text, const char *what, double most, double *number) {
    if (number_decimal(text, number) && *number > 0 && *number <= most)
        return 0;
    fail(EXIT_USAGE, "%s must be a number above 0, at most %g, not '%s'", what, most, text);
    return EINVAL;
}

static error_t check_options(struct spsa_options *options, struct argp_state *state) {
    struct play_options *play = &options->play;
    options->dry |= options->plan_out != NULL;
    if (!options->game.variant_name)
        argp_error(state, "give a VARIANT; `kagami show` lists them");
    else if (!options->folder && !options->dry)
        argp_error(state, "give a folder for the run: --out DIR");
    else if (!options->report && !options->tune_count && !options->plan)
        argp_error(state, "what is to be tuned? --tune PATTERN or --plan FILE");
    else if (options->tune_count && options->plan)
        argp_error(state, "--tune or --plan, not both");
    else if (options->plan && options->c_end > 0)
        argp_error(state, "--plan has the distances of the arms: no --c-end");
    else if (options->r_end > 0 && options->drift > 0)
        argp_error(state, "--r-end or --drift, not both");
    if (!play->games_given)
        play->games = GAMES;
    if (play->games % (2 * options->pairs) != 0)
        argp_error(state, "a step is %lld games: --games must be a multiple of that",
                   2 * options->pairs);
    return 0;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct spsa_options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->play;
        state->child_inputs[1] = &options->game;
        return 0;
    case KEY_OUT:
        options->folder = text;
        return 0;
    case KEY_TUNE:
        if (options->tune_count == SPSA_PATTERNS_MAX)
            argp_error(state, "more than %d of --tune", SPSA_PATTERNS_MAX);
        else
            options->tune[options->tune_count++] = text;
        return 0;
    case KEY_GAMES:
        return play_options_games(text, &options->play) ? 0 : EINVAL;
    case KEY_PAIRS:
        return parse_count(text, "--pairs", 1, SPSA_PAIRS_MAX, &options->pairs) ? 0 : EINVAL;
    case KEY_PLAN:
        options->plan = text;
        return 0;
    case KEY_PLAN_OUT:
        options->plan_out = text;
        return 0;
    case KEY_DRY:
        options->dry = true;
        return 0;
    case KEY_C_END:
        return parse_positive(text, "--c-end", 100, &options->c_end);
    case KEY_R_END:
        return parse_positive(text, "--r-end", 10, &options->r_end);
    case KEY_DRIFT:
        return parse_positive(text, "--drift", 1000, &options->drift);
    case KEY_REPORT:
        options->report = true;
        return 0;
    case KEY_FORCE:
        options->force = true;
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            return ARGP_ERR_UNKNOWN;
        options->game.variant_name = text;
        return 0;
    case ARGP_KEY_END:
        return check_options(options, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {
    {&play_whole_options_argp, 0, "Games:", 3}, {&game_options_argp, 0, "Rules:", 4}, {0}};
const struct argp spsa_options_argp = {
    option_list,
    parse_option,
    "VARIANT",
    "Tune values and parameters of the search by what wins games: simultaneous perturbation "
    "(SPSA).\v"
    "Each step moves all parameters at once, up or down by a coin each, and lets the two "
    "players that this makes play pairs of games: one opening, colours swapped. What won is "
    "followed. Values from 10 up move by their logarithm, so that a share of each counts "
    "alike.\n\n"
    "How far apart the arms stand is measured when nobody says: 10% of each value to begin "
    "with, then as far as changes one move in twenty of 96 positions, threefold either way at "
    "most. The plan shows how far chance alone will carry each parameter, and how far "
    "games: spend more of them, or tune fewer parameters, where chance is the larger. The "
    "answer is the mean over the second half of the steps.\n\n"
    "--games is the whole budget. It is part of the plan: the steps get smaller towards its end. "
    "Any number of threads and of interruptions gives the same bytes. Games "
    "of a step are played at once, so take --pairs from half the threads up.\n\n"
    "Whether the answer plays better is for a match to say: `kagami match --ladder`.",
    children,
    0,
    0};

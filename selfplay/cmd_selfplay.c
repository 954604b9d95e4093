// SPDX-License-Identifier: GPL-3.0-or-later
// kagami selfplay: plays games against itself and logs them; run again, it goes on.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_summary.h"
#include "cmd_terminal.h"
#include "number.h"
#include "run.h"

struct options {
    struct game_options game;
    struct play_options play;
    const char *folder, *second_values;
    bool force, json;
    struct sampling sampling;
};

enum { KEY_OUT = 256, KEY_FORCE, KEY_JSON, KEY_SECOND_VALUES };
enum { KEY_SAMPLE = 1792, KEY_NOISY }; // apart from other parsers' keys

static const struct argp_option option_list[] = {
    {"out", KEY_OUT, "DIR", 0, "Folder of the log (needed); a run that is there goes on", 1},
    {"force", KEY_FORCE, 0, 0, "Throw away the run in DIR and begin anew", 1},
    {"json", KEY_JSON, 0, 0, "Print the summary as JSON", 1},
    {"second-values", KEY_SECOND_VALUES, "FILE", 0,
     "values.csv of a second player: games 2p and 2p+1 then share an opening with colours swapped",
     1},
    {0}};

static const struct argp_option sampling_list[] = {
    {"sample", KEY_SAMPLE, "RATE|all", 0,
     "Share of the plies after the opening whose position is logged if quiet: not in check, no "
     "mate "
     "seen, quiescence equals static evaluation (default 0.25)",
     2},
    {"sample-noisy", KEY_NOISY, 0, 0, "Log sampled positions that are not quiet as well", 2},
    {0}};

static bool parse_sample(const char *text, struct sampling *sampling) {
    if (strcmp(text, "all") == 0)
        sampling->rate = 1;
    else if (!number_decimal(text, &sampling->rate) || sampling->rate < 0 || sampling->rate > 1) {
        fail(EXIT_USAGE, "--sample must be a share from 0 to 1, or all, not '%s'", text);
        return false;
    }
    return true;
}

static error_t parse_sampling(int key, char *text, struct argp_state *state) {
    struct sampling *sampling = state->input;
    switch (key) {
    case KEY_NOISY:
        sampling->noisy = true;
        return 0;
    case KEY_SAMPLE:
        return parse_sample(text, sampling) ? 0 : EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp sampling_options_argp = {.options = sampling_list, .parser = parse_sampling};

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->sampling;
        state->child_inputs[1] = &options->play;
        state->child_inputs[2] = &options->game;
        return 0;
    case KEY_OUT:
        options->folder = text;
        return 0;
    case KEY_FORCE:
        options->force = true;
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case KEY_SECOND_VALUES:
        options->second_values = text;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            return ARGP_ERR_UNKNOWN;
        options->game.variant_name = text;
        return 0;
    case ARGP_KEY_END:
        if (!options->game.variant_name)
            argp_error(state, "give a VARIANT; `kagami variants` lists them");
        else if (!options->folder)
            argp_error(state, "give a folder for the log: --out DIR");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

// The experiment that the options describe.
static bool configure(const struct options *options, struct setup *setup, struct error *error) {
    struct config *config = &setup->config;
    if (!play_options_config(&options->play, config, &setup->list, error))
        return false;
    struct player *second = &config->player[PLAYER_B];
    if (options->second_values) {
        if (!play_options_player(&options->play, config->tables, options->second_values, second,
                                 error))
            return false;
        if (strcmp(second->name, config->player[PLAYER_A].name) == 0)
            config_player_name(second, "second values");
    }
    config->sampling = options->sampling;
    return config_finish(config, options->second_values != NULL, error);
}

static int run(const struct options *options, struct setup *setup) {
    struct error error = {""};
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    struct run run = {.config = &setup->config,
                      .folder = options->folder,
                      .threads = (int)options->play.threads,
                      .seed_given = options->play.seed_given,
                      .command = options->play.command,
                      .force = options->force,
                      .observer = &observer};
    if (!configure(options, setup, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    if (!play_options_range(&options->play, setup->config.paired, &run.range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    int code = work_exit_code(run_play(&run, &error), &error);
    if (code == EXIT_DONE) {
        struct summary summary = run_summary(&run);
        if (options->json)
            summary_print_json(&summary);
        else
            summary_print(&summary, terminal_style(), stdout);
        code = terminal_finish();
    }
    run_destroy(&run);
    return code;
}

static const struct argp_child children[] = {
    {&sampling_options_argp, 0, "Positions for the tuner:", 2},
    {&play_options_argp, 0, "Games:", 3},
    {&game_options_argp, 0, "Rules:", 4},
    {0}};
static const struct argp command = {
    option_list,
    parse_option,
    "VARIANT",
    "Play games of the engine against itself and log them: DIR/games.csv, DIR/positions.csv, "
    "DIR/run.json.\v"
    "Game k depends on the seed, the configuration and k alone, so any number of threads and "
    "any number of interruptions give the same log. Ctrl-C, TERM and USR1 save what is "
    "complete "
    "and exit with 75; the same command run again goes on. A folder of another configuration "
    "is refused.\n\n"
    "With one player every game has an opening of its own: two games of one deterministic "
    "player from one opening would be the same game. With two (--second-values) games come in "
    "pairs: one opening, colours swapped; column `pair` says which belong together.\n\n"
    "Random openings draw a man that can move, then one of its moves; each kind of man in hand "
    "counts as one man, so drops do not crowd out the rest.",
    children,
    0,
    0};

int cmd_selfplay(int argc, char **argv) {
    struct options options = {.sampling = SAMPLING_DEFAULT};
    struct setup setup;
    int code = setup_begin(&setup, &command, argc, argv, &options, &options.play, &options.game);
    if (code == EXIT_DONE)
        code = run(&options, &setup);
    setup_destroy(&setup);
    return code;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami match: two players from the same openings with colours swapped, up to a verdict.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_answer.h"
#include "cmd_progress.h"
#include "cmd_round_robin.h"
#include "cmd_setup.h"
#include "cmd_side_options.h"
#include "cmd_sprt_options.h"
#include "cmd_terminal.h"
#include "match_run.h"

enum { GAMES = 1000, GAMES_OF_TEST = 100000 };

struct options {
    struct game_options game;
    struct play_options play;
    struct sprt_options sprt;
    struct side_options side[PLAYERS];
    const char *folder;
    bool force, json;
    struct round_robin round; // of its players; the rest is filled in at last
};

enum { KEY_OUT = 256, KEY_FORCE, KEY_JSON, KEY_PLAYER };

static const struct argp_option option_list[] = {
    {"out", KEY_OUT, "DIR", 0, "Folder of the log (needed); a match that is there goes on", 1},
    {"force", KEY_FORCE, 0, 0, "Throw away the match in DIR and begin anew", 1},
    {"json", KEY_JSON, 0, 0, "Print the result as JSON; DIR/match.json has it in any case", 1},
    {"player", KEY_PLAYER, "NAME=FILE", 0,
     "A value set of a round robin (repeatable; NAME= plays by the default values): every two play "
     "--games into DIR/NAME-NAME, and one model rates all",
     1},
    {0}};

static error_t check_options(struct options *options, struct argp_state *state) {
    struct play_options *play = &options->play;
    if (!options->game.variant_name)
        argp_error(state, "give a VARIANT; `kagami show` lists them");
    else if (!options->folder)
        argp_error(state, "give a folder for the log: --out DIR");
    else if (options->sprt.given && play->range.end >= 0)
        argp_error(state, "a test ends by all games before: --sprt goes without --shard, --range");
    const struct side_options *sides = options->side;
    bool own = sides[PLAYER_A].given || sides[PLAYER_B].given || play->values;
    if (options->round.players == 1)
        argp_error(state, "a round robin has two players or more");
    else if (options->round.players && options->sprt.given)
        argp_error(state,
                   "a round robin is rated by all games of --games a match, a test ends when "
                   "it knows: play two, --first-values A --second-values B --sprt E0,E1");
    else if (options->round.players && (own || play->range.end >= 0))
        argp_error(state, "--player NAME=FILE goes without options of two players, --values, "
                          "--shard and --range");
    if (!play->games_given)
        play->games = options->sprt.given ? GAMES_OF_TEST : GAMES;
    else if (play->games % 2 != 0)
        argp_error(state, "games come in pairs: --games must be even");
    return 0;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = options->side;
        state->child_inputs[1] = &options->sprt;
        state->child_inputs[2] = &options->play;
        state->child_inputs[3] = &options->game;
        return 0;
    case KEY_OUT:
        options->folder = text;
        return 0;
    case KEY_FORCE:
        options->force = true;
        return 0;
    case KEY_PLAYER:
        if (options->round.players == RATING_PLAYERS_MAX)
            argp_error(state, "more than %d players", RATING_PLAYERS_MAX);
        else
            options->round.player[options->round.players++] = text;
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

// The experiment that the options describe.
static bool configure(struct options *options, struct setup *setup, struct error *error) {
    struct config *config = &setup->config;
    if (!play_options_config(&options->play, config, &setup->list, error))
        return false;
    for (int i = 0; i < PLAYERS; i++)
        if (!side_options_player(&options->side[i], &options->play, config->tables,
                                 &config->player[i], error))
            return false;
    struct player *second = &config->player[PLAYER_B];
    if (strcmp(second->name, config->player[PLAYER_A].name) == 0)
        config_player_name(second, "second");
    config->sampling.rate = 0;
    config->sprt = options->sprt.given ? &options->sprt.sprt : NULL;
    return config_finish(config, true, error);
}

// Writes DIR/match.json and prints the result.
static int report(const struct options *options, const struct run *run) {
    struct error error = {""};
    struct summary summary = run_summary(run);
    char *text = match_write(run, &error);
    if (!text)
        return fail(EXIT_ERROR, "%s", error.text);
    free(text);
    struct answer answer = summary_answer(&summary);
    return answer_show(&answer, options->json);
}

// Every player against every other.
static int play_round(struct options *options, struct setup *setup) {
    struct error error = {""};
    struct round_robin *round = &options->round;
    round->play = &options->play;
    round->folder = options->folder;
    round->force = options->force;
    round->json = options->json;
    if (!play_options_config(&options->play, &setup->config, &setup->list, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    setup->config.sampling.rate = 0;
    return round_robin_run(round, &setup->config);
}

static int play(struct options *options, struct setup *setup) {
    struct config *config = &setup->config;
    struct error error = {""};
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    if (!configure(options, setup, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    struct run run = {.config = config,
                      .folder = options->folder,
                      .threads = (int)options->play.threads,
                      .seed_given = options->play.seed_given,
                      .command = options->play.command,
                      .force = options->force,
                      .observer = &observer};
    match_prepare(&run);
    if (!play_options_range(&options->play, config->paired, &run.range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    int code = work_exit_code(run_play(&run, &error), &error);
    if (code == EXIT_DONE)
        code = report(options, &run);
    if (code == EXIT_DONE && config->sprt)
        code = sprt_exit_code(sprt_verdict(config->sprt, &runlog_tally(run.log)->pairs));
    run_destroy(&run);
    return code;
}

static const char about[] =
    "Play two players against each other, each opening twice with colours swapped, and say who is "
    "stronger: DIR/games.csv, DIR/run.json, DIR/match.json.\v"
    "The players differ in their values (--first-values, --first NAME=VALUE) or in how far they "
    "search; what is not said of one holds for both. Pairs of games are what counts: their five "
    "scores give Elo and its interval. A player may be a program, another build of kagami for one: "
    "--engine \"OTHER/kagami engine\". It loses the games in which it crashes, hangs, or moves "
    "late "
    "or "
    "illegally; DIR/faults.txt tells. Its games cannot be played again to the byte.\n\n"
    "With --sprt the match ends as soon as the pairs so far, in their order, accept E1 or reject "
    "it, else after --games (default 100000; 1000 without --sprt). A match that is stopped by a "
    "signal and goes on ends with the same pair. Exit codes: 0 accepted, or played without a test; "
    "3 rejected; 4 undecided after all games; 75 stopped by a signal, run it again.";

int cmd_match(int argc, char **argv) {
    static const struct argp_child children[] = {{&side_options_argp, 0, "Players:", 2},
                                                 {&sprt_options_argp, 0, "Test:", 3},
                                                 {&play_options_argp, 0, "Games:", 4},
                                                 {&game_options_argp, 0, "Rules:", 5},
                                                 {0}};
    static const struct argp argp = {option_list, parse_option, "VARIANT", about, children, 0, 0};
    struct options options = {.sprt = sprt_options_default(),
                              .side = {side_options_default(), side_options_default()}};
    struct setup setup;
    int code = setup_begin(&setup, &argp, argc, argv, &options, &options.play, &options.game);
    if (code == EXIT_DONE)
        code = options.round.players ? play_round(&options, &setup) : play(&options, &setup);
    setup_destroy(&setup);
    return code;
}

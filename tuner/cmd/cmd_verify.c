// SPDX-License-Identifier: GPL-3.0-or-later
// kagami verify: do new values play better than those they are to replace?
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd_play_options.h"
#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_sprt_options.h"
#include "cmd_terminal.h"
#include "cmd_verification.h"

struct options {
    struct game_options game;
    struct play_options play;
    struct sprt_options sprt;
    struct verification verification;
    const char *against, *ladder;
    bool json;
};

enum { KEY_OUT = 256, KEY_AGAINST, KEY_LADDER, KEY_GAMES, KEY_FORCE, KEY_JSON };

static const struct argp_option option_list[] = {
    {"out", KEY_OUT, "DIR", 0,
     "Folder of the matches, DIR/NODESn, and of DIR/verify.json (needed); what is there goes on",
     1},
    {"against", KEY_AGAINST, "FILE", 0,
     "The values that --values are to replace (default: those played by when no file is given; "
     "'estimate': from the moves alone)",
     1},
    {"ladder", KEY_LADDER, "N,N,...", 0,
     "Node limits, in this order (default --nodes and four times that)", 1},
    {"games", KEY_GAMES, "N", 0, "Most games of a limit (default 20000)", 1},
    {"force", KEY_FORCE, 0, 0, "Throw away the matches in DIR and begin anew", 1},
    {"json", KEY_JSON, 0, 0, "Print the answer as JSON; DIR/verify.json has it in any case", 1},
    {0}};

static error_t check_options(struct options *options, struct argp_state *state) {
    struct play_options *play = &options->play;
    if (!options->game.variant_name)
        argp_error(state, "give a VARIANT; `kagami show` lists them");
    else if (!options->verification.folder)
        argp_error(state, "give a folder for the matches: --out DIR");
    else if (!play->values && !options->against)
        argp_error(state, "which values are to be verified? --values FILE");
    else if (play->depth)
        argp_error(state, "searches are limited by nodes; see --ladder");
    else if (options->ladder && play->nodes)
        argp_error(state, "--nodes or --ladder, not both");
    else if (play->games_given && play->games % 2 != 0)
        argp_error(state, "games come in pairs: --games must be even");
    if (!play->games_given)
        play->games = VERIFY_GAMES;
    return 0;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->sprt;
        state->child_inputs[1] = &options->play;
        state->child_inputs[2] = &options->game;
        return 0;
    case KEY_OUT:
        options->verification.folder = text;
        return 0;
    case KEY_AGAINST:
        options->against = text;
        return 0;
    case KEY_LADDER:
        options->ladder = text;
        return verification_parse_limits(text, &options->verification) ? 0 : EINVAL;
    case KEY_GAMES:
        return play_options_games(text, &options->play) ? 0 : EINVAL;
    case KEY_FORCE:
        options->verification.force = true;
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

static int verify(struct options *options, struct setup *setup) {
    struct verification *verification = &options->verification;
    if (!options->ladder) {
        uint64_t nodes = options->play.nodes ? (uint64_t)options->play.nodes : 1000;
        verification_default_limits(verification, nodes);
    }
    verification->tables = setup->tables;
    verification->variant_text = setup->variant_text;
    verification->play = options->play;
    verification->values[PLAYER_A] = options->play.values;
    verification->values[PLAYER_B] = options->against;
    verification->sprt = options->sprt.given ? options->sprt.sprt : verification_sprt();
    struct error error = {""};
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    verification->observer = &observer;
    int code = work_exit_code(verification_run(verification, &error), &error);
    if (code != EXIT_DONE)
        return code;
    if (options->json) {
        cJSON *json = verification_json(verification);
        char *text = cJSON_Print(json);
        cJSON_Delete(json);
        if (!text)
            return fail(EXIT_ERROR, "out of memory");
        puts(text);
        cJSON_free(text);
    } else {
        verification_print(verification, terminal_style(), stdout);
    }
    code = terminal_finish();
    return code == EXIT_DONE ? sprt_exit_code(verification->verdict) : code;
}

static const struct argp_child children[] = {{&sprt_options_argp, 0, "Test:", 2},
                                             {&play_whole_options_argp, 0, "Games:", 3},
                                             {&game_options_argp, 0, "Rules:", 4},
                                             {0}};
static const struct argp command = {
    option_list,
    parse_option,
    "VARIANT",
    "Do new values (--values) play better than those that they are to replace? A sequential "
    "test at each node limit, by games that nobody tuned from.\v"
    "What a tuner finds best was chosen by its games, so those games flatter it: only others "
    "can tell. Openings come by a fresh seed, each twice with colours swapped. At each limit "
    "the match ends as soon as it is decided (default --sprt 0,10), at the latest after "
    "--games (default 20000). Values that gain at one limit and lose at another are fitted to "
    "one search, not to the game: accepted is what is accepted at every limit, and the first "
    "that does not accept ends it. Exit codes: 0 accept, 3 reject, 4 undecided, 75 stopped by "
    "a signal: "
    "run it again.",
    children,
    0,
    0};

int cmd_verify(int argc, char **argv) {
    struct options *options = calloc(1, sizeof *options);
    if (!options)
        return fail(EXIT_ERROR, "out of memory");
    options->sprt = sprt_options_default();
    struct setup setup;
    int code = setup_begin(&setup, &command, argc, argv, options, &options->play, &options->game);
    if (code == EXIT_DONE)
        code = verify(options, &setup);
    setup_destroy(&setup);
    free(options);
    return code;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_evolve_options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd_verification.h"
#include "evolution.h"
#include "number.h"

enum { GAMES = 2000, NODES = 1000, GENERATIONS = 3 };

enum {
    KEY_OUT = 256,
    KEY_GENERATIONS,
    KEY_GAMES,
    KEY_NODES,
    KEY_SEED,
    KEY_VALUES,
    KEY_THREADS,
    KEY_LADDER,
    KEY_MATCH_GAMES,
    KEY_STEP,
    KEY_JSON,
    KEY_GAME,
    KEY_PLAY,
    KEY_TUNE,
    KEY_MATCH
};

static const struct argp_option option_list[] = {
    {"out", KEY_OUT, "DIR", 0, "Folder of everything (needed); a loop that is there goes on", 1},
    {"generations", KEY_GENERATIONS, "G", 0, "How many (default 3); more later go on", 1},
    {"games", KEY_GAMES, "N", 0, "Games of self-play a generation (default 2000)", 1},
    {"nodes", KEY_NODES, "M", 0, "Nodes a move (default 1000)", 1},
    {"seed", KEY_SEED, "S", 0,
     "Seed of the first generation's games; their match has S+1, the next games S+2 and so on "
     "(default: that of the games that are there, or a fresh one)",
     1},
    {"values", KEY_VALUES, "FILE", 0,
     "Values to begin with (default: those played by when no file is given; 'estimate': from the "
     "moves alone)",
     1},
    {"threads", KEY_THREADS, "T", 0, "Threads (default: the processors); changes no result", 1},
    {"json", KEY_JSON, 0, 0, "Print the history as JSON", 1},
    {0, 0, 0, 0, "Verification:", 2},
    {"ladder", KEY_LADDER, "N,N,...", 0,
     "Node limits at which new values must win (default --nodes and four times that)", 2},
    {"match-games", KEY_MATCH_GAMES, "N", 0, "Most games of a limit (default --games)", 2},
    {0, 0, 0, 0, "Words for the commands that are run, each option in one quoted text:", 4},
    {"game", KEY_GAME, "WORDS", 0, "For self-play and matches: '--resign 1500,6'", 4},
    {"play", KEY_PLAY, "WORDS", 0, "For self-play: '--sample 0.5'", 4},
    {"tune", KEY_TUNE, "WORDS", 0, "For tuning: '--mirror'", 4},
    {"match", KEY_MATCH, "WORDS", 0, "For matches: '--openings fens.csv'", 4},
    {0, 0, 0, 0, "In parts:", 5},
    {"step", KEY_STEP, "G:STEP", 0,
     "One step of generation G alone, if it is not done: G:play, G:play:I/N (part I of N, into "
     "DIR/G/shards/I, for `kagami log merge`), G:tune, G:verify",
     5},
    {0}};

static bool parse_step(const char *argument, struct evolve_options *options) {
    static const char *const names[] = {
        [STEP_PLAY] = "play", [STEP_TUNE] = "tune", [STEP_VERIFY] = "verify"};
    char *text = options->step_text; // the command line stays as it was given: others look at it
    snprintf(text, sizeof options->step_text, "%s", argument);
    char *name = strchr(text, ':');
    long long generation;
    if (name) {
        *name++ = 0;
        char *shard = strchr(name, ':');
        if (shard)
            *shard++ = 0;
        options->shard = shard;
        for (int i = STEP_PLAY; i <= STEP_VERIFY; i++)
            if (strcmp(name, names[i]) == 0)
                options->step = (enum evolve_step)i;
    }
    if (options->step == STEP_ALL || (options->shard && options->step != STEP_PLAY)) {
        fail(EXIT_USAGE, "--step takes G:play, G:play:I/N, G:tune or G:verify");
        return false;
    }
    if (!parse_count(text, "the generation of --step", 1, EVOLUTION_GENERATIONS_MAX, &generation))
        return false;
    options->generation = (int)generation;
    return true;
}

static error_t usage_if(bool fine) {
    return fine ? 0 : EINVAL;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct evolve_options *options = state->input;
    struct verification trial;
    long long threads;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->sprt;
        state->child_inputs[1] = &options->game;
        return 0;
    case KEY_OUT:
        options->folder = text;
        return 0;
    case KEY_GENERATIONS:
        return usage_if(parse_count(text, "--generations", 1, EVOLUTION_GENERATIONS_MAX,
                                    &options->generations));
    case KEY_GAMES:
        return usage_if(parse_count(text, "--games", 2, 100000000000, &options->games));
    case KEY_NODES:
        return usage_if(parse_count(text, "--nodes", 1, 1000000000, &options->nodes));
    case KEY_MATCH_GAMES:
        return usage_if(parse_count(text, "--match-games", 2, 100000000000, &options->match_games));
    case KEY_SEED:
        options->seed_given = number_unsigned(text, &options->seed);
        if (!options->seed_given || options->seed > INT64_MAX)
            argp_error(state, "--seed must be a whole number from 0 to 2^63-1, not '%s'", text);
        return 0;
    case KEY_VALUES:
        options->values = text;
        return 0;
    case KEY_THREADS:
        options->threads = text;
        return usage_if(parse_count(text, "--threads", 1, 4096, &threads));
    case KEY_LADDER:
        options->ladder = text;
        return usage_if(verification_parse_limits(text, &trial));
    case KEY_STEP:
        return usage_if(parse_step(text, options));
    case KEY_JSON:
        options->json = true;
        return 0;
    case KEY_GAME:
        options->words.game = text;
        return 0;
    case KEY_PLAY:
        options->words.play = text;
        return 0;
    case KEY_TUNE:
        options->words.tune = text;
        return 0;
    case KEY_MATCH:
        options->words.match = text;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            return ARGP_ERR_UNKNOWN;
        options->game.variant_name = text;
        return 0;
    case ARGP_KEY_END:
        if (!options->game.variant_name)
            argp_error(state, "give a VARIANT; `kagami show` lists them");
        else if (!options->folder)
            argp_error(state, "give a folder: --out DIR");
        else if (strlen(options->folder) > 3800)
            argp_error(state, "the folder's name is too long");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {
    {&sprt_options_argp, 0, 0, 3}, {&game_options_argp, 0, "Rules:", 6}, {0}};
static const struct argp command = {
    option_list,
    parse_option,
    "VARIANT",
    "Play games, tune values from them, verify the values by fresh games, and begin again with "
    "what won.\v"
    "Every generation plays with the last values that were accepted. New ones must win at "
    "every node limit of the ladder (default --sprt 0,10); where they do not, the next "
    "generation plays on with the old ones, and the games of both are tuned from; so it is "
    "where the games do not suffice to tune. DIR/G holds games (log), values "
    "(generation-G.csv), matches and verdict of generation G; DIR/history.csv and DIR/evolve.json "
    "are the table of all.\n\n"
    "Each step is a command of its own with a result in the folder, so the loop may be stopped "
    "or killed anywhere: the same command goes on. What the games are played by stays as the loop "
    "began, and anything else is refused: variant, rules, games, nodes, seed, values, --game and "
    "--play. The rest may change; it holds for the steps to come. `scripts/overnight.sh` and "
    "`scripts/slurm/overnight.sh` take the same steps, by --step; their folders can be gone on "
    "with here.",
    children,
    0,
    0};

bool evolve_options_parse(struct evolve_options *options, int argc, char **argv, int *code) {
    *options = (struct evolve_options){
        .sprt = sprt_options_default(), .generations = GENERATIONS, .games = GAMES, .nodes = NODES};
    argp_err_exit_status = EXIT_USAGE;
    *code = EXIT_USAGE;
    return argp_parse(&command, argc, argv, 0, 0, options) == 0;
}

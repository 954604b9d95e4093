// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_evolve_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_evolve_batch.h"
#include "cmd_ini_options.h"
#include "cmd_verification.h"
#include "evolution.h"
#include "number.h"

enum { GAMES = 2000, NODES = 1000, GENERATIONS = 3, SHARDS_MOST = 100000 };

enum {
    KEY_OUT = 256,
    KEY_GENERATIONS,
    KEY_GAMES,
    KEY_NODES,
    KEY_SEED,
    KEY_VALUES,
    KEY_THREADS,
    KEY_SHARDS,
    KEY_LADDER,
    KEY_MATCH_GAMES,
    KEY_STEP,
    KEY_STEPS,
    KEY_JSON,
    KEY_SECTION // and those behind it, by enum batch_section
};

static const struct argp_option own_list[] = {
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
    {"shards", KEY_SHARDS, "N", 0,
     "Parts that the games of a generation are played in, DIR/G/shards/I, and put together from "
     "(default: one piece)",
     1},
    {0, 0, 0, 0, "Verification:", 2},
    {"ladder", KEY_LADDER, "N,N,...", 0,
     "Node limits at which new values must win (default --nodes and four times that)", 2},
    {"match-games", KEY_MATCH_GAMES, "N", 0, "Most games of a limit (default --games)", 2},
    {0}};

static const struct argp_option option_list[] = {
    {"json", KEY_JSON, 0, 0, "Print the history as JSON", 1},
    {0, 0, 0, 0, "Options of the commands that do the steps, without dashes (repeatable):", 4},
    {"game", KEY_SECTION + BATCH_GAME, "KEY=VALUE", 0, "For self-play and matches: resign=1500,6",
     4},
    {"play", KEY_SECTION + BATCH_PLAY, "KEY=VALUE", 0, "For self-play: sample=0.5", 4},
    {"tune", KEY_SECTION + BATCH_TUNE, "KEY=VALUE", 0, "For tuning: mirror=on", 4},
    {"match", KEY_SECTION + BATCH_MATCH, "KEY=VALUE", 0, "For matches: openings=fens.csv", 4},
    {0, 0, 0, 0, "In parts:", 5},
    {"step", KEY_STEP, "G:STEP", 0,
     "One step of generation G alone, if it is not done: G:play, G:play:I/N (part I of N, into "
     "DIR/G/shards/I), G:merge, G:tune, G:verify",
     5},
    {"steps", KEY_STEPS, 0, 0,
     "Do nothing: list the steps that are left, for scripts; scripts/slurm/batch.sh makes them "
     "jobs",
     5},
    {0}};

static bool parse_step(const char *argument, struct evolve_options *options) {
    static const char *const names[] = {[STEP_PLAY] = "play",
                                        [STEP_MERGE] = "merge",
                                        [STEP_TUNE] = "tune",
                                        [STEP_VERIFY] = "verify"};
    char text[64], *name, *shard = NULL;
    long long generation, part = -1, parts = 0;
    snprintf(text, sizeof text, "%s", argument);
    if ((name = strchr(text, ':')))
        *name++ = 0;
    if (name && (shard = strchr(name, ':')))
        *shard++ = 0;
    for (int i = STEP_PLAY; name && i <= STEP_VERIFY; i++)
        if (strcmp(name, names[i]) == 0)
            options->step = (enum evolve_step)i;
    if (options->step == STEP_ALL || (shard && options->step != STEP_PLAY)) {
        fail(EXIT_USAGE, "--step takes G:play, G:play:I/N, G:merge, G:tune or G:verify");
        return false;
    }
    if (!parse_count(text, "the generation of --step", 1, EVOLUTION_GENERATIONS_MAX, &generation))
        return false;
    char *slash = shard ? strchr(shard, '/') : NULL;
    if (slash)
        *slash++ = 0;
    if (shard && (!slash || !parse_count(slash, "the parts of --step", 1, SHARDS_MOST, &parts) ||
                  !parse_count(shard, "the part of --step", 0, parts - 1, &part))) {
        if (!slash)
            fail(EXIT_USAGE, "--step G:play:I/N: part I of N, not '%s'", argument);
        return false;
    }
    if (shard && options->shards && parts != options->shards) {
        fail(EXIT_USAGE, "--step: a generation is played in %lld parts, not %lld", options->shards,
             parts);
        return false;
    }
    options->generation = (int)generation;
    options->shard = (int)part;
    if (shard)
        options->shards = parts;
    return true;
}

static error_t usage_if(bool fine) {
    return fine ? 0 : EINVAL;
}

static error_t parse_own(int key, char *text, struct argp_state *state) {
    struct evolve_options *options = state->input;
    struct error error = {""};
    switch (key) {
    case KEY_OUT:
        options->folder = text;
        if (strlen(text) > 3800)
            argp_error(state, "the folder's name is too long");
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
        return usage_if(parse_count(text, "--threads", 1, 4096, &options->threads));
    case KEY_SHARDS:
        return usage_if(parse_count(text, "--shards", 1, SHARDS_MOST, &options->shards));
    case KEY_LADDER:
        return usage_if(verification_set_limits(&options->ladder, text, &error) ||
                        fail(EXIT_USAGE, "--ladder %s", error.text) == EXIT_DONE);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}
const struct argp evolve_own_argp = {.options = own_list, .parser = parse_own};

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct evolve_options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = options;
        state->child_inputs[1] = &options->sprt;
        state->child_inputs[2] = &options->game;
        return 0;
    case KEY_STEP:
        return usage_if(parse_step(text, options));
    case KEY_STEPS:
        options->list_steps = true;
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case KEY_SECTION + BATCH_GAME:
    case KEY_SECTION + BATCH_PLAY:
    case KEY_SECTION + BATCH_TUNE:
    case KEY_SECTION + BATCH_MATCH:
        return usage_if(batch_take(options, (enum batch_section)(key - KEY_SECTION), text));
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            return ARGP_ERR_UNKNOWN;
        if (!options->path || strcmp(options->path, text) != 0)
            options->game.variant_name = text;
        return 0;
    case ARGP_KEY_END:
        if (!options->game.variant_name)
            argp_error(state, "give a VARIANT or a BATCH.ini; `kagami show` lists them");
        else if (!options->folder)
            argp_error(state, "give a folder: --out DIR");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&evolve_own_argp, 0, 0, 1},
                                             {&sprt_options_argp, 0, 0, 3},
                                             {&game_options_argp, 0, "Rules:", 6},
                                             {0}};
static const struct argp command = {
    option_list,
    parse_option,
    "BATCH.ini\nVARIANT",
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
    "--play. The rest may change; it holds for the steps to come.\n\n"
    "A batch's file holds the same options; paths count from its folder:\n"
    "  [batch]\n"
    "  variant = kagamigi\n"
    "  out = runs/batch\n"
    "  games = 2000\n"
    "  seed = 1\n"
    "  shards = 50\n"
    "  sprt = 0,10\n"
    "  [game]\n"
    "  rule = nifu=off\n"
    "  [play]\n"
    "  sample = 0.5\n"
    "  [tune]\n"
    "  mirror = on\n"
    "  [match]\n"
    "  openings = fens.csv\n"
    "  [slurm]\n"
    "  sbatch = --partition=long\n"
    "What is given on the command line comes after the file and prevails. [slurm] has sbatch, "
    "time, "
    "array (tasks at a time) and rounds (of an array, for tasks that failed) for "
    "`scripts/slurm/batch.sh`, whose jobs take the same steps on a cluster.",
    children,
    0,
    0};

static void set_defaults(struct evolve_options *options) {
    *options = (struct evolve_options){.sampling = {.rate = 0.25},
                                       .sprt = {.given = true, .sprt = verification_sprt()},
                                       .tune = {.options = tune_options_default()},
                                       .generations = GENERATIONS,
                                       .games = GAMES,
                                       .nodes = NODES,
                                       .shard = -1,
                                       .slurm = {.array = 100, .rounds = 2}};
}

// What the steps have in common.
static void share(struct evolve_options *options) {
    struct play_options *both[] = {&options->play, &options->match};
    for (int i = 0; i < ARRAY_LENGTH(both); i++) {
        both[i]->seed_given = both[i]->games_given = true;
        both[i]->nodes = options->nodes;
        if (options->threads)
            both[i]->threads = options->threads;
    }
    if (options->threads)
        options->tune.options.threads = options->threads;
    if (!options->ladder.limits)
        verification_default_limits(&options->ladder, (uint64_t)options->nodes);
    long long games = options->match_games ? options->match_games : options->games;
    options->match.games = games + games % 2; // in pairs
    options->play.games = options->games;
}

bool evolve_options_parse(struct evolve_options *options, int argc, char **argv, int *code) {
    struct error error = {""};
    set_defaults(options);
    options->path = ini_options_file(argc, argv, "batch");
    argp_err_exit_status = EXIT_USAGE;
    *code = EXIT_ERROR;
    if (!play_options_default(&options->play, &error)) {
        fail(EXIT_ERROR, "%s", error.text);
        return false;
    }
    options->match = options->play;
    *code = EXIT_USAGE;
    if ((options->path && !batch_read(options)) ||
        argp_parse(&command, argc, argv, 0, 0, options) != 0 || !batch_check(options))
        return false;
    share(options);
    return true;
}

void evolve_options_destroy(struct evolve_options *options) {
    for (int i = 0; i < options->owned_count; i++)
        free(options->owned[i]);
    free(options->file);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami evolve: self-play, tuning, verification, again and again. Every step is another command of
// ours, run here with the words that its part of the folder follows from.
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cmd_evolve_report.h"
#include "cmd_setup.h"
#include "cmd_sprt_options.h"
#include "cmd_stop.h"
#include "cmd_terminal.h"
#include "cmd_verification.h"
#include "evolution.h"
#include "file.h"
#include "number.h"
#include "values_file.h"

enum { GAMES = 2000, NODES = 1000, GENERATIONS = 3, WORDS_MAX = 512 };

enum step { STEP_ALL, STEP_PLAY, STEP_TUNE, STEP_VERIFY };

struct options {
    struct game_options game;
    struct sprt_options sprt;
    const char *folder, *values, *ladder, *threads;
    const char *words[4]; // options for games, self-play, tuning, matches
    long long generations, games, nodes, match_games;
    uint64_t seed;
    bool seed_given, json;
    enum step step;
    int generation; // of `step`
    char step_text[64];
    const char *shard; // "I/N", a part of step_text, or NULL
};

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
    KEY_GAME, // the words, in their order
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
     "DIR/G/shards/I, for `kagami merge`), G:tune, G:verify",
     5},
    {0}};

static bool parse_step(const char *argument, struct options *options) {
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
                options->step = (enum step)i;
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
    struct options *options = state->input;
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
    case KEY_PLAY:
    case KEY_TUNE:
    case KEY_MATCH:
        options->words[key - KEY_GAME] = text;
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
            argp_error(state, "give a folder: --out DIR");
        else if (strlen(options->folder) > 3800)
            argp_error(state, "the folder's name is too long");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

// A command line under construction. Words of our own stay as they are; those of a text are split
// at spaces.
struct line {
    int count;
    char *word[WORDS_MAX + 1];
};

static void add(struct line *line, const char *word) {
    if (line->count < WORDS_MAX && (line->word[line->count] = strdup(word)))
        line->count++;
}

static void add_two(struct line *line, const char *option, const char *value) {
    if (value)
        add(line, option);
    if (value)
        add(line, value);
}

static void add_number(struct line *line, const char *option, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, number);
    add_two(line, option, text);
}

static void add_words(struct line *line, const char *text) {
    char *copy = strdup(text ? text : ""), *rest = copy;
    for (char *word; copy && (word = strtok_r(rest, " ", &rest));)
        add(line, word);
    free(copy);
}

static struct line line_begin(const char *command, const struct options *options) {
    struct line line = {0};
    char name[32];
    snprintf(name, sizeof name, "kagami %s", command);
    add(&line, name);
    add_two(&line, "--threads", options->threads);
    return line;
}

// Games by the rules of the loop.
static void add_game(struct line *line, const struct options *options, int seed) {
    const struct game_options *game = &options->game;
    add(line, game->variant_name);
    add_number(line, "--seed", (int64_t)options->seed + seed);
    for (int i = 0; i < game->assignment_count; i++)
        add_two(line, game->assignments[i].preset ? "--preset" : "--rule",
                game->assignments[i].text);
}

static void line_destroy(struct line *line) {
    for (int i = 0; i < line->count; i++)
        free(line->word[i]);
    line->count = 0;
}

// Sends a stream to a file until it is restored; -1 when that cannot be.
static int redirect(FILE *stream, const char *path) {
    fflush(stream);
    int kept = dup(fileno(stream));
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (kept >= 0 && file >= 0)
        dup2(file, fileno(stream));
    if (file >= 0)
        close(file);
    return file >= 0 ? kept : -1;
}

static void restore(FILE *stream, int kept) {
    fflush(stream);
    if (kept >= 0) {
        dup2(kept, fileno(stream));
        close(kept);
    }
}

// Runs a command; what it prints goes to a file of the generation.
static int run(int (*command)(int argc, char **argv), struct line *line,
               const struct options *options, int generation, const char *output) {
    char path[PATH_MAX];
    int kept = redirect(stdout, evolution_path(options->folder, generation, output, path));
    int code = EXIT_ERROR;
    if (kept < 0)
        fail(code, "%s: %s", path, strerror(errno));
    else if (line->count == WORDS_MAX)
        fail(code, "too many words");
    else
        code = command(line->count, line->word);
    restore(stdout, kept);
    line_destroy(line);
    return code;
}

// The values that a generation plays with: a file, "estimate", or NULL for the default.
static const char *values_in_play(const struct options *options, int generation, char *path) {
    int champion = evolution_champion(options->folder, generation);
    return champion ? evolution_values(options->folder, champion, path) : options->values;
}

static int play(const struct options *options, int generation) {
    char values[PATH_MAX], folder[PATH_MAX], name[64] = "log";
    if (evolution_has_log(options->folder, generation))
        return EXIT_DONE;
    if (generation > 1 && !evolution_verdict(options->folder, generation - 1))
        return fail(EXIT_ERROR, "generation %d has no verdict yet", generation - 1);
    struct line line = line_begin("selfplay", options);
    add_game(&line, options, 2 * (generation - 1));
    add_number(&line, "--games", options->games);
    add_number(&line, "--nodes", options->nodes);
    add_two(&line, "--values", values_in_play(options, generation, values));
    if (options->shard) {
        snprintf(name, sizeof name, "shards/%.*s", (int)strcspn(options->shard, "/"),
                 options->shard);
        add_two(&line, "--shard", options->shard);
    }
    add_two(&line, "--out", evolution_path(options->folder, generation, name, folder));
    add_words(&line, options->words[0]);
    add_words(&line, options->words[1]);
    return run(cmd_selfplay, &line, options, generation, "play.txt");
}

// From all games that the values in play have played. Where they do not suffice, the next
// generation plays on with the same values, and both are tuned from.
static int tune(const struct options *options, int generation) {
    const char *folder = options->folder;
    char path[PATH_MAX];
    int champion = evolution_champion(folder, generation);
    if (evolution_verdict(folder, generation) ||
        access(evolution_values(folder, generation, path), F_OK) == 0)
        return EXIT_DONE;
    struct line line = line_begin("tune", options);
    for (int g = champion + 1; g <= generation; g++) {
        if (!evolution_has_log(folder, g)) {
            line_destroy(&line);
            return fail(EXIT_ERROR, "the games of generation %d are not there yet", g);
        }
        add(&line, evolution_path(folder, g, "log", path));
    }
    add_two(&line, "--out", evolution_values(folder, generation, path));
    add_two(&line, "--start", values_in_play(options, generation, path));
    add_words(&line, options->words[2]);
    stop_at_once(true); // nothing is half done while it tunes
    int code = run(cmd_tune, &line, options, generation, "tune.txt");
    stop_at_once(false);
    struct error error = {""};
    if (code == EXIT_UNDECIDED) // the games do not suffice
        code = evolution_give_verdict(folder, generation, champion, EVOLUTION_UNTUNED, &error)
                   ? EXIT_DONE
                   : fail(EXIT_ERROR, "%s", error.text);
    return code;
}

static void add_test(struct line *line, const struct options *options) {
    struct sprt sprt = options->sprt.given ? options->sprt.sprt : verification_sprt();
    char text[64];
    snprintf(text, sizeof text, "%.15g,%.15g", sprt.elo0, sprt.elo1);
    add_two(line, "--sprt", text);
    add_two(line, "--model", elo_model_name(sprt.model));
    snprintf(text, sizeof text, "%.15g", sprt.alpha);
    add_two(line, "--alpha", text);
    snprintf(text, sizeof text, "%.15g", sprt.beta);
    add_two(line, "--beta", text);
}

static int match(const struct options *options, int generation) {
    const char *folder = options->folder;
    char path[PATH_MAX], ladder[64];
    snprintf(ladder, sizeof ladder, "%lld,%lld", options->nodes, 4 * options->nodes);
    long long games = options->match_games ? options->match_games : options->games;
    struct line line = line_begin("verify", options);
    add_game(&line, options, 2 * (generation - 1) + 1);
    add_two(&line, "--values", evolution_values(folder, generation, path));
    add_two(&line, "--against", values_in_play(options, generation, path));
    add_two(&line, "--ladder", options->ladder ? options->ladder : ladder);
    add_number(&line, "--games", games + games % 2); // in pairs
    add_test(&line, options);
    add_two(&line, "--out", evolution_path(folder, generation, "match", path));
    add_words(&line, options->words[0]);
    add_words(&line, options->words[3]);
    return run(cmd_verify, &line, options, generation, "match.txt");
}

static int verify(const struct options *options, int generation) {
    static const enum evolution_verdict verdicts[] = {[EXIT_DONE] = EVOLUTION_ACCEPTED,
                                                      [EXIT_CHECK] = EVOLUTION_REJECTED,
                                                      [EXIT_UNDECIDED] = EVOLUTION_UNDECIDED};
    const char *folder = options->folder;
    char path[PATH_MAX];
    struct error error = {""};
    int champion = evolution_champion(folder, generation);
    if (!evolution_verdict(folder, generation)) {
        if (access(evolution_values(folder, generation, path), F_OK) != 0)
            return fail(EXIT_ERROR, "%s: there are no values yet", path);
        int code = match(options, generation);
        if (code != EXIT_DONE && code != EXIT_CHECK && code != EXIT_UNDECIDED)
            return code;
        if (!evolution_give_verdict(folder, generation, champion, verdicts[code], &error))
            return fail(EXIT_ERROR, "%s", error.text);
    }
    int last = options->generations > generation ? (int)options->generations : generation;
    if (!evolution_write_history(folder, last, options->games, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    fprintf(stderr, "kagami: generation %d: %s against the values of generation %d\n", generation,
            evolution_verdict_name(evolution_verdict(folder, generation)), champion);
    return EXIT_DONE;
}

static int take_step(const struct options *options, enum step step, int generation) {
    static int (*const steps[])(const struct options *, int) = {
        [STEP_PLAY] = play, [STEP_TUNE] = tune, [STEP_VERIFY] = verify};
    char path[PATH_MAX];
    struct error error = {""};
    if (!file_make_folder(evolution_path(options->folder, generation, "", path), &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = steps[step](options, generation);
    // A signal that came while nobody asked.
    return code == EXIT_DONE && stop_watch_asked() ? EXIT_AGAIN : code;
}

static int evolve(const struct options *options) {
    int code = EXIT_DONE;
    for (int g = 1; g <= options->generations && code == EXIT_DONE; g++) {
        if (evolution_verdict(options->folder, g)) {
            fprintf(stderr, "kagami: generation %d: done before\n", g);
            continue;
        }
        for (int step = STEP_PLAY; step <= STEP_VERIFY && code == EXIT_DONE; step++)
            code = take_step(options, (enum step)step, g);
    }
    if (code == EXIT_AGAIN)
        fprintf(stderr, "kagami: stopped; run the same command again to go on\n");
    if (code != EXIT_DONE)
        return code;
    evolve_report(options->folder, (int)options->generations, options->json, terminal_style());
    return terminal_finish();
}

// The seed of the loop that is there, or a fresh one.
static bool find_seed(struct options *options) {
    static const char *const places[] = {"log/run.json", "shards/0/run.json"};
    struct play_options fresh;
    for (int i = 0; i < ARRAY_LENGTH(places) && !options->seed_given; i++) {
        char path[PATH_MAX];
        struct runmeta *meta =
            runmeta_load(evolution_path(options->folder, 1, places[i], path), NULL);
        options->seed_given = meta != NULL;
        if (meta)
            options->seed = runmeta_seed(meta);
        runmeta_destroy(meta);
    }
    if (options->seed_given)
        return true;
    bool done = play_options_default(&fresh);
    options->seed = fresh.seed;
    return done;
}

// One loop at a time in a folder, and none beside scripts/overnight.sh. -1 and a message otherwise.
static int lock_folder(const char *folder) {
    char path[PATH_MAX];
    struct error error = {""};
    snprintf(path, sizeof path, "%.3800s/lock", folder);
    if (!file_make_folder(folder, &error)) {
        fail(EXIT_ERROR, "%s", error.text);
        return -1;
    }
    int lock = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    fail(EXIT_ERROR, "%s: %s", folder,
         lock >= 0 && errno == EWOULDBLOCK ? "another process is at work there" : strerror(errno));
    if (lock >= 0)
        close(lock);
    return -1;
}

int cmd_evolve(int argc, char **argv) {
    static const struct argp_child children[] = {
        {&sprt_options_argp, 0, 0, 3}, {&game_options_argp, 0, "Rules:", 6}, {0}};
    static const struct argp argp = {
        option_list,
        parse_option,
        "VARIANT",
        "Play games, tune values from them, verify the values by fresh games, and begin again with "
        "what won.\v"
        "Every generation plays with the last values that were accepted. New ones must win at "
        "every node limit of the ladder (default --sprt 0,10); where they do not, the next "
        "generation plays on with the old ones, and the games of both are tuned from; so it is "
        "where the games do not suffice to tune. DIR/G holds games (log), values "
        "(generation-G.csv), matches and verdict of generation G; DIR/history.csv is the table of "
        "all.\n\n"
        "Each step is a command of its own with a result in the folder, so the loop may be stopped "
        "or killed anywhere: the same command goes on. `scripts/overnight.sh` and "
        "`scripts/slurm/overnight.sh` take the same steps, by --step; their folders can be gone on "
        "with here.",
        children,
        0,
        0};
    struct options options = {
        .sprt = sprt_options_default(), .generations = GENERATIONS, .games = GAMES, .nodes = NODES};
    argp_err_exit_status = EXIT_USAGE;
    if (argp_parse(&argp, argc, argv, 0, 0, &options) != 0)
        return EXIT_USAGE;
    // What cannot be played is told before anything is.
    struct setup setup = {.command = buffer_init()};
    int code = setup_load(&setup, &options.game);
    struct values values;
    struct error error = {""};
    if (code == EXIT_DONE && !values_file_load(options.values, setup.tables, &values, &error))
        code = fail(EXIT_ERROR, "%s", error.text);
    setup_destroy(&setup);
    if (code != EXIT_DONE)
        return code;
    if (!find_seed(&options))
        return EXIT_ERROR;
    stop_watch_begin();
    if (options.step != STEP_ALL)
        return take_step(&options, options.step, options.generation);
    int lock = lock_folder(options.folder);
    if (lock < 0)
        return EXIT_ERROR;
    code = evolve(&options);
    close(lock);
    return code;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami selfplay: plays games against itself and logs them; run again, it goes on.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>

#include "cmd_common.h"
#include "cmd_progress.h"
#include "cmd_stop.h"
#include "cmd_summary.h"
#include "cmd_terminal.h"
#include "number.h"
#include "runlog.h"
#include "values_file.h"
#include "workers.h"

struct options {
    struct game_options game;
    const char *folder, *values, *second_values, *openings;
    long long games, nodes, depth, threads, hash_bytes, bound, ply_limit;
    uint64_t seed;
    bool seed_given, force, json;
    struct sampling sampling;
    struct adjudication adjudication;
    long long random_plies; // 0: openings from a file
};

enum {
    KEY_GAMES = 256,
    KEY_NODES,
    KEY_DEPTH,
    KEY_THREADS,
    KEY_SEED,
    KEY_OUT,
    KEY_FORCE,
    KEY_JSON,
    KEY_VALUES,
    KEY_SECOND_VALUES,
    KEY_HASH,
    KEY_OPENINGS,
    KEY_BOUND,
    KEY_PLY_LIMIT,
    KEY_RESIGN,
    KEY_DRAW,
    KEY_SAMPLE,
    KEY_NOISY
};

static const struct argp_option option_list[] = {
    {0, 0, 0, 0, "The run:", 1},
    {"out", KEY_OUT, "DIR", 0, "Folder of the log (needed); a run that is there goes on", 0},
    {"games", KEY_GAMES, "N", 0, "Games to play (default 100); more later extends the run", 0},
    {"threads", KEY_THREADS, "T", 0,
     "Threads (default: SLURM_CPUS_PER_TASK, or the processors at hand); no number changes a byte "
     "of the log",
     0},
    {"seed", KEY_SEED, "S", 0,
     "Seed of everything random (default: the run's own, or a fresh one; always printed and "
     "logged)",
     0},
    {"force", KEY_FORCE, 0, 0, "Throw away the run in DIR and begin anew", 0},
    {"json", KEY_JSON, 0, 0, "Print the summary as JSON", 0},
    {0, 0, 0, 0, "The players:", 2},
    {"nodes", KEY_NODES, "M", 0, "Nodes searched a move (default 1000, or none with --depth)", 0},
    {"depth", KEY_DEPTH, "D", 0, "Plies searched a move", 0},
    {"values", KEY_VALUES, "FILE", 0,
     "values.csv of both players; what it leaves out keeps the variant's estimate", 0},
    {"second-values", KEY_SECOND_VALUES, "FILE", 0,
     "values.csv of a second player: games 2p and 2p+1 then share an opening with colours swapped",
     0},
    {"hash", KEY_HASH, "BYTES", 0,
     "Table of each player (default from --nodes, 256 KiB to 64 MiB); part of the configuration",
     0},
    {0, 0, 0, 0, "Openings:", 3},
    {"openings", KEY_OPENINGS, "random:P|FILE", 0,
     "P random plies from the start position (default random:8), or a file of FENs, one a line or "
     "CSV with a column fen, drawn without repeats until all have come",
     0},
    {"opening-bound", KEY_BOUND, "CV", 0,
     "A random opening is kept when a search of 500 nodes scores it within +-CV centi-values "
     "(default 150); after 50 tries the best balanced is taken",
     0},
    {0, 0, 0, 0, "Ends of games:", 4},
    {"ply-limit", KEY_PLY_LIMIT, "N", 0,
     "Plies from the opening after which a game is a draw (default 50 x the longer side of the "
     "board: 450 on 9x9, 600 on 12x12)",
     0},
    {"resign", KEY_RESIGN, "CV,PLIES", 0,
     "End a game when both players see one side CV centi-values down for PLIES plies on end "
     "(default: off)",
     0},
    {"draw", KEY_DRAW, "CV,PLIES,FROM", 0,
     "Draw when both see at most CV for PLIES plies on end, ply FROM or later (default: off)", 0},
    {0, 0, 0, 0, "Positions for the tuner:", 5},
    {"sample", KEY_SAMPLE, "RATE|all", 0,
     "Share of the plies after the opening whose position is logged if quiet: not in check, no "
     "mate "
     "seen, quiescence equals static evaluation (default 0.25)",
     0},
    {"sample-noisy", KEY_NOISY, 0, 0, "Log sampled positions that are not quiet as well", 0},
    {0}};

// Splits "a,b,c" into exactly `count` whole numbers.
static bool parse_list(const char *text, const char *what, int *const *numbers, int count) {
    for (int i = 0; i < count; i++) {
        char part[32];
        size_t length = strcspn(text, ",");
        long long value;
        if (length >= sizeof part || (text[length] == ',') != (i + 1 < count)) {
            fail(EXIT_USAGE, "%s takes %d whole numbers with commas between", what, count);
            return false;
        }
        memcpy(part, text, length);
        part[length] = 0;
        if (!parse_count(part, what, i == 0 ? 0 : 1, i == 0 ? 100000 : PLIES_MAX, &value))
            return false;
        *numbers[i] = (int)value;
        text += length + 1;
    }
    return true;
}

static bool parse_openings(const char *text, struct options *options) {
    options->openings = text;
    options->random_plies = 0;
    if (strncmp(text, "random:", 7) != 0)
        return true;
    return parse_count(text + 7, "--openings random:P", 1, 100, &options->random_plies);
}

static bool parse_sample(const char *text, struct sampling *sampling) {
    if (strcmp(text, "all") == 0)
        sampling->rate = 1;
    else if (!number_decimal(text, &sampling->rate) || sampling->rate < 0 || sampling->rate > 1) {
        fail(EXIT_USAGE, "--sample must be a share from 0 to 1, or all, not '%s'", text);
        return false;
    }
    return true;
}

static bool parse_seed(const char *text, struct options *options) {
    options->seed_given = number_unsigned(text, &options->seed);
    if (!options->seed_given)
        fail(EXIT_USAGE, "--seed must be a whole number from 0 to 2^64-1, not '%s'", text);
    return options->seed_given;
}

static error_t usage_if(bool fine) {
    return fine ? 0 : EINVAL;
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    struct adjudication *adjudication = &options->adjudication;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->game;
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
    case KEY_VALUES:
        options->values = text;
        return 0;
    case KEY_SECOND_VALUES:
        options->second_values = text;
        return 0;
    case KEY_NOISY:
        options->sampling.noisy = true;
        return 0;
    case KEY_OPENINGS:
        return usage_if(parse_openings(text, options));
    case KEY_SAMPLE:
        return usage_if(parse_sample(text, &options->sampling));
    case KEY_SEED:
        return usage_if(parse_seed(text, options));
    case KEY_GAMES:
        return usage_if(parse_count(text, "--games", 1, 1000000000000, &options->games));
    case KEY_NODES:
        return usage_if(parse_count(text, "--nodes", 1, 1000000000000, &options->nodes));
    case KEY_DEPTH:
        return usage_if(parse_count(text, "--depth", 1, PLY_MAX, &options->depth));
    case KEY_THREADS:
        return usage_if(parse_count(text, "--threads", 1, 4096, &options->threads));
    case KEY_HASH:
        return usage_if(parse_count(text, "--hash", 4096, 1LL << 40, &options->hash_bytes));
    case KEY_BOUND:
        return usage_if(parse_count(text, "--opening-bound", 0, 100000, &options->bound));
    case KEY_PLY_LIMIT:
        return usage_if(parse_count(text, "--ply-limit", 1, PLIES_MAX, &options->ply_limit));
    case KEY_RESIGN: {
        int *numbers[] = {&adjudication->resign_score, &adjudication->resign_plies};
        return usage_if(parse_list(text, "--resign", numbers, 2));
    }
    case KEY_DRAW: {
        int *numbers[] = {&adjudication->draw_score, &adjudication->draw_plies,
                          &adjudication->draw_from};
        return usage_if(parse_list(text, "--draw", numbers, 3));
    }
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

// What a file is called in the names of players.
static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool set_player(struct player *player, const struct tables *tables, const char *path,
                       const struct options *options, struct error *error) {
    player->limits.nodes =
        options->nodes || !options->depth ? (uint64_t)(options->nodes ? options->nodes : 1000) : 0;
    player->limits.depth = (int)options->depth;
    config_player_name(player, path ? base_name(path) : "estimate");
    return values_file_load(path, tables, &player->values, error);
}

// The experiment that the options describe. `list` is loaded where a file of openings is given.
static bool configure(const struct options *options, struct config *config,
                      struct opening_list *list, struct error *error) {
    struct player *player = config->player;
    const char *second = options->second_values ? options->second_values : options->values;
    if (!set_player(&player[PLAYER_A], config->tables, options->values, options, error) ||
        !set_player(&player[PLAYER_B], config->tables, second, options, error))
        return false;
    if (options->second_values && strcmp(player[PLAYER_A].name, player[PLAYER_B].name) == 0)
        config_player_name(&player[PLAYER_B], "second values");
    config->hash_bytes = (size_t)options->hash_bytes;
    config->sampling = options->sampling;
    if (options->ply_limit)
        config->adjudication.ply_limit = (int)options->ply_limit;
    config->adjudication.resign_score = options->adjudication.resign_score;
    config->adjudication.resign_plies = options->adjudication.resign_plies;
    config->adjudication.draw_score = options->adjudication.draw_score;
    config->adjudication.draw_plies = options->adjudication.draw_plies;
    config->adjudication.draw_from = options->adjudication.draw_from;
    if (options->bound >= 0)
        config->opening.bound = (int)options->bound;
    if (options->random_plies)
        config->opening.plies = (int)options->random_plies;
    else if (options->openings) {
        if (!opening_list_load(options->openings, config->tables, list, error))
            return false;
        config->opening.list = list;
    }
    return config_finish(config, options->second_values != NULL, error);
}

struct session {
    const struct options *options;
    struct config *config;
    struct runlog *log;
    struct progress progress;
    double begun, cpu_begun;
    int64_t first_game;
};

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

// Called a few times a second while the games are played.
static void show_progress(void *context) {
    struct session *session = context;
    if (!progress_due(&session->progress))
        return;
    struct runlog_progress now = runlog_progress(session->log);
    int64_t games = session->options->games, played = now.games - session->first_game;
    double rate = (double)played / (clock_seconds() - session->begun);
    char text[256], eta[DURATION_TEXT] = "-";
    if (played > 0)
        duration_print((double)(games - now.games) / rate, eta);
    snprintf(text, sizeof text,
             "%s  %" PRId64 "/%" PRId64 "  %.*f games/s  ETA %s  first mover +%" PRId64 " =%" PRId64
             " -%" PRId64,
             session->config->tables->variant.name, now.games, games, rate < 10 ? 2 : 0, rate, eta,
             now.results[RESULT_FIRST], now.results[RESULT_DRAW], now.results[RESULT_SECOND]);
    progress_show(&session->progress, text);
}

static void print_start(const struct session *session) {
    const struct config *config = session->config;
    if (*runlog_note(session->log))
        fprintf(stderr, "kagami: %s: %s\n", runlog_folder(session->log), runlog_note(session->log));
    fprintf(stderr, "kagami: %s, seed %" PRIu64 ", %s", config->tables->variant.name, config->seed,
            config->player[PLAYER_A].name);
    if (config->paired)
        fprintf(stderr, " against %s", config->player[PLAYER_B].name);
    if (runlog_finished(session->log)) {
        fprintf(stderr, ": %s is finished, nothing to do\n", runlog_folder(session->log));
        return;
    }
    if (runlog_resumed(session->log))
        fprintf(stderr, ": going on from game %" PRId64 " of %lld in %s", session->first_game,
                session->options->games, runlog_folder(session->log));
    else
        fprintf(stderr, ": %lld games into %s", session->options->games,
                runlog_folder(session->log));
    fprintf(stderr, ", %lld thread%s\n", session->options->threads,
            session->options->threads == 1 ? "" : "s");
}

// Plays what is left. Returns the exit code so far.
static int play(struct session *session) {
    struct work work = {.config = session->config,
                        .begin = session->first_game,
                        .end = session->options->games,
                        .threads = (int)session->options->threads,
                        .commit = runlog_commit,
                        .context = session->log};
    struct workers *workers = workers_create(&work);
    if (!workers)
        return fail(EXIT_ERROR, "out of memory");
    struct error error = {""};
    bool stopped = false;
    bool done = stop_watch_run(workers, show_progress, session, &stopped, &error);
    workers_destroy(workers);
    progress_clear(&session->progress);
    if (!done)
        return fail(EXIT_ERROR, "%s", error.text);
    return stopped ? EXIT_AGAIN : EXIT_DONE;
}

static int finish(struct session *session, int code) {
    struct error error = {""};
    if (!runlog_close(session->log, &error))
        return code == EXIT_ERROR ? code : fail(EXIT_ERROR, "%s", error.text);
    int64_t games = runlog_next(session->log);
    if (code == EXIT_AGAIN && games < session->options->games)
        fprintf(stderr,
                "kagami: stopped, %" PRId64 " of %lld games are saved in %s; run the same command "
                "again to go on\n",
                games, session->options->games, runlog_folder(session->log));
    else if (code == EXIT_AGAIN)
        code = EXIT_DONE; // the last game was committed as the signal came
    if (code != EXIT_DONE)
        return code;
    double wall = clock_seconds() - session->begun;
    struct runlog_progress progress = runlog_progress(session->log);
    struct summary summary = {.config = session->config,
                              .folder = runlog_folder(session->log),
                              .tally = runlog_tally(session->log),
                              .duplicates = runlog_duplicates(session->log),
                              .session_games = games - session->first_game,
                              .session_nodes = progress.nodes,
                              .session_plies = progress.plies,
                              .session_seconds = wall,
                              .session_cpu = (cpu_seconds() - session->cpu_begun) /
                                             (wall * (double)session->options->threads),
                              .threads = (int)session->options->threads};
    if (session->options->json)
        summary_print_json(&summary);
    else
        summary_print(&summary, terminal_style());
    return terminal_finish();
}

static int run(struct options *options, struct config *config) {
    struct session session = {.options = options, .config = config};
    struct error error = {""};
    struct runlog_options log_options = {.folder = options->folder,
                                         .games = options->games,
                                         .threads = (int)options->threads,
                                         .seed_given = options->seed_given,
                                         .force = options->force};
    stop_watch_begin();
    session.log = runlog_open(&log_options, config, &error);
    if (!session.log)
        return fail(EXIT_ERROR, "%s", error.text);
    session.first_game = runlog_next(session.log);
    print_start(&session);
    session.progress = progress_init();
    session.begun = clock_seconds();
    session.cpu_begun = cpu_seconds();
    int code = session.first_game < options->games ? play(&session) : EXIT_DONE;
    code = finish(&session, code);
    runlog_destroy(session.log);
    return code;
}

int cmd_selfplay(int argc, char **argv) {
    static const struct argp_child children[] = {{&game_options_argp, 0, "Rules:", 6}, {0}};
    static const struct argp argp = {
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
    struct options options = {
        .games = 100, .threads = workers_default_threads(), .bound = -1, .sampling.rate = 0.25};
    argp_err_exit_status = EXIT_USAGE;
    if (argp_parse(&argp, argc, argv, 0, 0, &options) != 0)
        return EXIT_USAGE;
    uint32_t fresh; // short enough to be typed again
    if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh)
        return fail(EXIT_ERROR, "no random seed to be had: %s", strerror(errno));
    if (!options.seed_given)
        options.seed = fresh;
    struct tables *tables = game_options_tables(&options.game);
    if (!tables)
        return EXIT_USAGE;
    struct error error = {""};
    struct opening_list list = {0};
    int code = EXIT_ERROR;
    char *text = config_variant_text(options.game.variant_name, &error);
    if (text) {
        struct config config = config_default(tables, text);
        config.seed = options.seed;
        if (configure(&options, &config, &list, &error))
            code = run(&options, &config);
        else
            fail(code, "%s", error.text);
    } else {
        fail(code, "%s", error.text);
    }
    opening_list_destroy(&list);
    free(text);
    free(tables);
    return code;
}

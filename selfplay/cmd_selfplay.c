// SPDX-License-Identifier: GPL-3.0-or-later
// kagami selfplay: plays games against itself and logs them; run again, it goes on.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cmd_common.h"
#include "cmd_play_options.h"
#include "cmd_progress.h"
#include "cmd_stop.h"
#include "cmd_summary.h"
#include "cmd_terminal.h"
#include "number.h"
#include "runlog.h"
#include "workers.h"

struct options {
    struct game_options game;
    struct play_options play;
    const char *folder, *second_values;
    bool force, json;
    struct sampling sampling;
};

enum { KEY_OUT = 256, KEY_FORCE, KEY_JSON, KEY_SECOND_VALUES, KEY_SAMPLE, KEY_NOISY };

static const struct argp_option option_list[] = {
    {"out", KEY_OUT, "DIR", 0, "Folder of the log (needed); a run that is there goes on", 1},
    {"force", KEY_FORCE, 0, 0, "Throw away the run in DIR and begin anew", 1},
    {"json", KEY_JSON, 0, 0, "Print the summary as JSON", 1},
    {"second-values", KEY_SECOND_VALUES, "FILE", 0,
     "values.csv of a second player: games 2p and 2p+1 then share an opening with colours swapped",
     1},
    {0, 0, 0, 0, "Positions for the tuner:", 2},
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

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->play;
        state->child_inputs[1] = &options->game;
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
    case KEY_NOISY:
        options->sampling.noisy = true;
        return 0;
    case KEY_SAMPLE:
        return parse_sample(text, &options->sampling) ? 0 : EINVAL;
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
static bool configure(const struct options *options, struct config *config,
                      struct opening_list *list, struct error *error) {
    if (!play_options_config(&options->play, config, list, error))
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

struct session {
    const struct options *options;
    struct config *config;
    struct game_range range;
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
    int64_t games = session->range.end - session->range.begin;
    int64_t played = now.games - (session->first_game - session->range.begin);
    double rate = (double)played / (clock_seconds() - session->begun);
    char text[256], eta[DURATION_TEXT] = "-";
    if (played > 0)
        duration_print((double)(games - now.games) / rate, eta);
    snprintf(text, sizeof text,
             "%s  %" PRId64 "/%" PRId64 " (%.0f%%)  %.*f games/s  ETA %s  first mover +%" PRId64
             " =%" PRId64 " -%" PRId64,
             session->config->tables->variant.name, now.games, games,
             100 * (double)now.games / (double)games, rate < 10 ? 2 : 0, rate, eta,
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
        fprintf(stderr, ": going on from game %" PRId64 " of %" PRId64 " in %s",
                session->first_game, session->range.end, runlog_folder(session->log));
    else
        fprintf(stderr, ": %" PRId64 " games into %s", session->range.end - session->range.begin,
                runlog_folder(session->log));
    char text[RANGE_TEXT];
    if (session->range.end - session->range.begin < session->range.total)
        fprintf(stderr, " (part %s of %" PRId64 ")", range_print(&session->range, text),
                session->range.total);
    fprintf(stderr, ", %lld thread%s\n", session->options->play.threads,
            session->options->play.threads == 1 ? "" : "s");
}

// Plays what is left. Returns the exit code so far.
static int play(struct session *session) {
    struct work work = {.config = session->config,
                        .begin = session->first_game,
                        .end = session->range.end,
                        .threads = (int)session->options->play.threads,
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
    int64_t next = runlog_next(session->log), begin = session->range.begin;
    if (code == EXIT_AGAIN && next < session->range.end)
        fprintf(stderr,
                "kagami: stopped, %" PRId64 " of %" PRId64
                " games are saved in %s; run the same command again to go on\n",
                next - begin, session->range.end - begin, runlog_folder(session->log));
    else if (code == EXIT_AGAIN)
        code = EXIT_DONE; // the last game was committed as the signal came
    if (code != EXIT_DONE)
        return code;
    double wall = clock_seconds() - session->begun;
    struct runlog_progress progress = runlog_progress(session->log);
    struct summary summary = {.config = session->config,
                              .folder = runlog_folder(session->log),
                              .range = session->range,
                              .tally = runlog_tally(session->log),
                              .duplicates = runlog_duplicates(session->log),
                              .session_games = next - session->first_game,
                              .session_nodes = progress.nodes,
                              .session_plies = progress.plies,
                              .session_seconds = wall,
                              .session_cpu = (cpu_seconds() - session->cpu_begun) /
                                             (wall * (double)session->options->play.threads),
                              .threads = (int)session->options->play.threads};
    if (session->options->json)
        summary_print_json(&summary);
    else
        summary_print(&summary, terminal_style());
    return terminal_finish();
}

static int run(struct options *options, struct config *config) {
    struct session session = {.options = options, .config = config};
    if (!play_options_range(&options->play, config->paired, &session.range))
        return EXIT_USAGE;
    struct error error = {""};
    struct runlog_options log_options = {.folder = options->folder,
                                         .range = session.range,
                                         .threads = (int)options->play.threads,
                                         .seed_given = options->play.seed_given,
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
    int code = session.first_game < session.range.end ? play(&session) : EXIT_DONE;
    code = finish(&session, code);
    runlog_destroy(session.log);
    return code;
}

int cmd_selfplay(int argc, char **argv) {
    static const struct argp_child children[] = {
        {&play_options_argp, 0, "Games:", 3}, {&game_options_argp, 0, "Rules:", 4}, {0}};
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
    struct options options = {.sampling.rate = 0.25};
    argp_err_exit_status = EXIT_USAGE;
    if (!play_options_default(&options.play))
        return EXIT_ERROR;
    if (argp_parse(&argp, argc, argv, 0, 0, &options) != 0)
        return EXIT_USAGE;
    struct tables *tables = game_options_tables(&options.game);
    if (!tables)
        return EXIT_USAGE;
    struct error error = {""};
    struct opening_list list = {0};
    int code = EXIT_ERROR;
    char *text = config_variant_text(options.game.variant_name, &error);
    if (text) {
        struct config config = config_default(tables, text);
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

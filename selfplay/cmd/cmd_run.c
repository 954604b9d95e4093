// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>

#include "cmd_common.h"
#include "cmd_progress.h"
#include "cmd_stop.h"

struct session {
    struct run *run;
    struct workers *workers;
    struct progress progress;
    double begun;
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
    const struct run *run = session->run;
    if (!progress_due(&session->progress))
        return;
    struct runlog_progress now = runlog_progress(run->log);
    int64_t games = run->range.end - run->range.begin;
    int64_t played = now.games - (run->first_game - run->range.begin);
    double rate = (double)played / (clock_seconds() - session->begun);
    char text[320], about[160], share[64] = "", eta[DURATION_TEXT] = "-";
    if (played > 0)
        duration_print((double)(games - now.games) / rate, eta);
    if (!run->enough) // otherwise the end is not known
        snprintf(share, sizeof share, " (%.0f%%)  ETA %s", 100 * (double)now.games / (double)games,
                 eta);
    if (run->describe)
        run->describe(run->context, &now, about, sizeof about);
    else
        snprintf(about, sizeof about, "first mover +%" PRId64 " =%" PRId64 " -%" PRId64,
                 now.results[RESULT_FIRST], now.results[RESULT_DRAW], now.results[RESULT_SECOND]);
    snprintf(text, sizeof text, "%s  %" PRId64 "/%" PRId64 "%s  %.*f games/s  %s",
             run->task ? run->task : run->config->tables->variant.name, now.games, games, share,
             rate < 10 ? 2 : 0, rate, about);
    progress_show(&session->progress, text);
}

static void print_start(const struct run *run) {
    const struct config *config = run->config;
    if (run->quiet && runlog_finished(run->log))
        return;
    if (*runlog_note(run->log))
        fprintf(stderr, "kagami: %s: %s\n", runlog_folder(run->log), runlog_note(run->log));
    fprintf(stderr, "kagami: %s, seed %" PRIu64 ", %s", config->tables->variant.name, config->seed,
            config->player[PLAYER_A].name);
    if (config->paired)
        fprintf(stderr, " against %s", config->player[PLAYER_B].name);
    if (runlog_finished(run->log)) {
        fprintf(stderr, ": %s is finished, nothing to do\n", runlog_folder(run->log));
        return;
    }
    if (runlog_resumed(run->log))
        fprintf(stderr, ": going on from game %" PRId64 " of %" PRId64 " in %s", run->first_game,
                run->range.end, runlog_folder(run->log));
    else
        fprintf(stderr, ": %s%" PRId64 " games into %s", run->enough ? "up to " : "",
                run->range.end - run->range.begin, runlog_folder(run->log));
    char text[RANGE_TEXT];
    if (run->range.end - run->range.begin < run->range.total)
        fprintf(stderr, " (part %s of %" PRId64 ")", range_print(&run->range, text),
                run->range.total);
    fprintf(stderr, ", %d thread%s\n", run->threads, run->threads == 1 ? "" : "s");
}

static bool commit(void *context, const struct game_record *const *records, int count,
                   struct error *error) {
    struct session *session = context;
    if (!runlog_commit(session->run->log, records, count, error))
        return false;
    if (runlog_enough(session->run->log))
        workers_stop(session->workers);
    return true;
}

// Plays what is left. Returns the exit code so far.
static int play(struct session *session) {
    struct run *run = session->run;
    struct work work = {.config = run->config,
                        .begin = run->first_game,
                        .end = run->range.end,
                        .threads = run->threads,
                        .commit = commit,
                        .context = session};
    session->workers = workers_create(&work);
    if (!session->workers)
        return fail(EXIT_ERROR, "out of memory");
    struct error error = {""};
    bool done = stop_watch_run(session->workers, show_progress, session, &run->stopped, &error);
    workers_destroy(session->workers);
    progress_clear(&session->progress);
    if (!done)
        return fail(EXIT_ERROR, "%s", error.text);
    return run->stopped ? EXIT_AGAIN : EXIT_DONE;
}

static int finish(struct run *run, int code) {
    struct error error = {""};
    if (!runlog_close(run->log, &error))
        return code == EXIT_ERROR ? code : fail(EXIT_ERROR, "%s", error.text);
    int64_t next = runlog_next(run->log), begin = run->range.begin;
    if (code == EXIT_AGAIN && next < run->range.end && !runlog_enough(run->log))
        fprintf(stderr,
                "kagami: stopped, %" PRId64 " of %" PRId64
                " games are saved in %s; run the same command again to go on\n",
                next - begin, run->range.end - begin, runlog_folder(run->log));
    else if (code == EXIT_AGAIN)
        code = EXIT_DONE; // the last game was committed as the signal came
    return code;
}

int run_play(struct run *run) {
    struct session session = {.run = run};
    struct runlog_options options = {.folder = run->folder,
                                     .range = run->range,
                                     .threads = run->threads,
                                     .seed_given = run->seed_given,
                                     .force = run->force,
                                     .command = run->command,
                                     .enough = run->enough,
                                     .context = run->context};
    struct error error = {""};
    stop_watch_begin();
    run->log = runlog_open(&options, run->config, &error);
    if (!run->log)
        return fail(EXIT_ERROR, "%s", error.text);
    run->first_game = runlog_next(run->log);
    print_start(run);
    session.progress = progress_init();
    session.begun = clock_seconds();
    double cpu_begun = cpu_seconds();
    bool left = run->first_game < run->range.end && !runlog_enough(run->log);
    int code = left ? play(&session) : EXIT_DONE;
    code = finish(run, code);
    run->seconds = clock_seconds() - session.begun;
    run->cpu = (cpu_seconds() - cpu_begun) / (run->seconds * run->threads);
    return code;
}

void run_destroy(struct run *run) {
    runlog_destroy(run->log);
    run->log = NULL;
}

struct summary run_summary(const struct run *run) {
    struct runlog_progress progress = runlog_progress(run->log);
    return (struct summary){.config = run->config,
                            .folder = runlog_folder(run->log),
                            .range = run->range,
                            .tally = runlog_tally(run->log),
                            .duplicates = runlog_duplicates(run->log),
                            .session_games = runlog_next(run->log) - run->first_game,
                            .session_nodes = progress.nodes,
                            .session_plies = progress.plies,
                            .session_seconds = run->seconds,
                            .session_cpu = run->cpu,
                            .threads = run->threads};
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami evolve: self-play, tuning, verification, again and again.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd_evolve_options.h"
#include "cmd_progress.h"
#include "cmd_runs.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "file.h"
#include "json_file.h"
#include "overview.h"
#include "report.h"
#include "web_document.h"

struct session {
    struct evolve_options *options;
    struct setup setup; // of the game
    struct evolution_run loop;
    struct progress progress;
    struct observer shown, observer; // what a terminal shows; the same with generation and time
    int generation;                  // that the loop is at; 0: a step alone
    double end;                      // by clock_seconds, where the time is limited
    char step[32], told[160];        // at hand; what `log status` was told of it last, and when
    double noted;
};

static bool time_is_up(const struct session *session) {
    return session->options->hours > 0 && clock_seconds() >= session->end;
}

static void say(void *context, const char *line) {
    const struct session *session = context;
    observer_say(&session->shown, "%s", line);
}

// For `kagami log status`: what this process is at, now and then, and of all of them no more than
// ten times a second.
static void note(struct session *session, const struct tick *tick) {
    const struct evolve_options *options = session->options;
    double every = fmax(10, (double)options->loop.shards / 10);
    double passed = clock_seconds() - session->noted;
    bool other = tick && strcmp(tick->task, session->told) != 0;
    if (passed < 1 || (passed < every && !other))
        return;
    session->noted = clock_seconds();
    snprintf(session->told, sizeof session->told, "%s", tick ? tick->task : "");
    overview_note(options->loop.folder, options->shard < 0 ? 0 : options->shard, session->step,
                  every, tick);
}

static void tell(void *context, const struct tick *tick) {
    struct session *session = context;
    if (tick)
        note(session, tick);
    char task[160], time[DURATION_TEXT], left[DURATION_TEXT + 8] = "";
    struct tick full;
    if (tick && session->generation) {
        if (session->options->hours > 0)
            snprintf(left, sizeof left, ", %s left",
                     duration_print(fmax(session->end - clock_seconds(), 0), time));
        snprintf(task, sizeof task, "generation %d%s: %.80s", session->generation, left,
                 tick->task);
        full = *tick;
        full.task = task;
        tick = &full;
    }
    observer_tick(&session->shown, tick);
}

static bool asked_to_stop(void *context) {
    const struct session *session = context;
    return observer_stop(&session->shown) || time_is_up(session);
}

static bool has_no_last(const struct evolve_options *options) {
    return options->hours > 0 && !options->generations_given && !options->step;
}

// A loop that the clock alone ends has no last generation: as many as have begun.
static bool write_agenda(const struct session *session, int generation, struct error *error) {
    const struct evolve_options *options = session->options;
    bool whole = !has_no_last(options);
    // Not of a step alone, beside which others may begin at other times.
    bool ends = options->hours > 0 && !options->step;
    int64_t until =
        ends ? (int64_t)time(NULL) + (int64_t)fmax(session->end - clock_seconds(), 0) : 0;
    return evolution_write_agenda(&session->loop, whole ? options->generations : generation, whole,
                                  until, error);
}

static enum work_end do_step(struct session *session, const struct evolution_task *step,
                             int generation, struct error *error) {
    struct evolution_run *loop = &session->loop;
    if (step->take != evolution_tune)
        return step->take(loop, generation, error);
    // What those who were to play left is played first.
    enum work_end end = loop->part.shards ? evolution_play(loop, generation, error) : WORK_DONE;
    if (end != WORK_DONE)
        return end;
    struct stop_at_once watch = stop_at_once_begin(); // nothing is half done while it tunes
    end = evolution_tune(loop, generation, error);
    stop_at_once_end(&watch);
    return end;
}

static int take_step(struct session *session, const struct evolution_task *step, int generation) {
    struct error error = {""};
    snprintf(session->step, sizeof session->step, "%d:%s", generation, step->name);
    note(session, NULL);
    int code = work_exit_code(do_step(session, step, generation, &error), &error);
    // A signal that came while nobody asked, or the time that was spent.
    return code == EXIT_DONE && observer_stop(&session->observer) ? EXIT_AGAIN : code;
}

static int evolve(struct session *session) {
    const struct evolve_options *options = session->options;
    const struct evolution_settings *loop = &options->loop;
    struct error error = {""};
    int code = EXIT_DONE;
    for (int g = 1; g <= options->generations && code == EXIT_DONE; g++) {
        if (evolution_verdict(loop->folder, g)) {
            observer_say(&session->observer, "generation %d: done before", g);
            continue;
        }
        session->generation = g;
        if (has_no_last(options) && !write_agenda(session, g, &error))
            return fail(EXIT_ERROR, "%s", error.text);
        for (int i = 0; i < EVOLUTION_TASKS && code == EXIT_DONE; i++)
            if (evolution_task[i].take != evolution_learn) // choosing does that
                code = take_step(session, &evolution_task[i], g);
    }
    if (code == EXIT_AGAIN && time_is_up(session) && !stop_watch_asked()) {
        observer_say(&session->observer, "the time is up; the same command goes on");
        code = EXIT_DONE;
    }
    if (code == EXIT_AGAIN)
        observer_say(&session->observer, "stopped; run the same command again to go on");
    if (code != EXIT_DONE)
        return code;
    // What was stopped between a verdict and its line in the table left the table behind.
    if (!evolution_history(loop, true, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    struct answer answer = evolution_report(loop);
    return answer_show(&answer, options->answer.json);
}

// --- The chain -----------------------------------------------------------------------------------

// A line of the chain: name, tasks, after what, and what --step takes.
struct link {
    char good[32], last[32]; // the steps before it: one that must end well, one that must end
};

static void add_link(struct link *link, const char *name, long long tasks, const char *step) {
    char after[96];
    snprintf(after, sizeof after, "%s%s%s%s%s", *link->good ? "ok:" : "", link->good,
             *link->good && *link->last ? "," : "", *link->last ? "any:" : "", link->last);
    printf("step %-10s %5lld  %-28s %s\n", name, tasks, *after ? after : "-", step);
    // Of an array some tasks may fail: the next step does what they left.
    if (tasks == 1)
        snprintf(link->good, sizeof link->good, "%s", name);
    snprintf(link->last, sizeof link->last, "%s", tasks == 1 ? "" : name);
}

static bool is_left(const struct evolution_settings *loop, int generation,
                    const struct evolution_task *task) {
    char path[PATH_MAX];
    if (task->take == evolution_play)
        return !evolution_has_log(loop->folder, generation);
    if (task->take == evolution_tune)
        return access(evolution_path(loop->folder, generation, "fit.csv", path), F_OK) != 0;
    if (task->take == evolution_verify)
        return true;
    bool alone = task->take == evolution_learn;
    return access(evolution_values(loop->folder, generation, path), F_OK) != 0 &&
           (!alone || (loop->shards && loop->learns[BESIDE_NET]));
}

// The steps that are left, a line each, behind what a script needs to know: KEY VALUE, then `step
// NAME TASKS AFTER STEP`.
static int list_steps(const struct evolve_options *options) {
    const struct evolution_settings *loop = &options->loop;
    char here[PATH_MAX] = "", name[32], step[64];
    struct link link = {"", ""};
    bool relative = loop->folder[0] != '/' && getcwd(here, sizeof here);
    printf("folder %s%s%s\narray %d\n", relative ? here : "", relative ? "/" : "", loop->folder,
           options->slurm.array);
    if (options->threads)
        printf("threads %lld\n", options->threads);
    if (options->slurm.time)
        printf("time %s\n", options->slurm.time);
    if (options->slurm.sbatch)
        printf("sbatch %s\n", options->slurm.sbatch);
    for (int g = 1; g <= options->generations; g++)
        for (int i = 0; i < EVOLUTION_TASKS && !evolution_verdict(loop->folder, g); i++) {
            const struct evolution_task *task = &evolution_task[i];
            bool spreads = task->spreads && loop->shards, plays = task->take == evolution_play;
            if (!is_left(loop, g, task))
                continue;
            for (int round = 1; spreads && round <= (plays ? options->slurm.rounds : 1); round++) {
                snprintf(name, sizeof name, plays ? "%d-%s-%d" : "%d-%s", g, task->name, round);
                snprintf(step, sizeof step, "%d:%s:auto/%lld", g, task->name, loop->shards);
                add_link(&link, name, loop->shards, step);
            }
            if (spreads && task->take != evolution_verify)
                continue;
            snprintf(name, sizeof name, "%d-%s", g, spreads ? "verdict" : task->name);
            snprintf(step, sizeof step, "%d:%s", g, task->name);
            add_link(&link, name, 1, step);
        }
    // A verdict whose line in the table is missing: its step writes the table and nothing else.
    int known = evolution_known(loop->folder);
    if (known >= options->generations && !evolution_history(loop, false, NULL)) {
        snprintf(step, sizeof step, "%d:verify", known);
        add_link(&link, "history", 1, step);
    }
    if (*link.good || *link.last) { // whatever became of the others
        if (!*link.last)
            strcpy(link.last, link.good);
        *link.good = 0;
        add_link(&link, "report", 1, "report");
    }
    return terminal_finish();
}

// What somebody reads in the morning: FOLDER/morning.html, and a line for a mail, also in
// FOLDER/morning.txt.
static int write_morning(const struct evolve_options *options) {
    const char *folder = options->loop.folder;
    struct error error = {""};
    char page_path[PATH_MAX], line_path[PATH_MAX];
    const struct report_options what = {.games = 6, .threads = (int)options->tune.threads};
    struct buffer page = buffer_init(), line = buffer_init();
    file_in(folder, "morning.html", page_path);
    cJSON *report = report_read(&folder, 1, &what, &error);
    bool done = report != NULL;
    if (done) {
        json_add_text(report, "command", options->loop.command);
        web_document(WEB_REPORT, report, "Kagami", &page);
        evolution_line(&options->loop, options->generations, &line);
        buffer_printf(&line, " %s\n", page_path);
        done =
            file_replace(page_path, page.data, page.length, &error) &&
            file_replace(file_in(folder, "morning.txt", line_path), line.data, line.length, &error);
    }
    if (done)
        fputs(line.data, stdout);
    cJSON_Delete(report);
    buffer_destroy(&page);
    buffer_destroy(&line);
    return done ? terminal_finish() : fail(EXIT_ERROR, "%s", error.text);
}

// --- Before and after ----------------------------------------------------------------------------

// The seed of the loop that is there, or the fresh one of the defaults.
static void find_seed(struct evolve_options *options) {
    if (options->seed_given)
        return;
    struct runmeta *meta = evolution_record(options->loop.folder, 1);
    options->loop.seed = meta ? runmeta_seed(meta) : options->loop.play.seed;
    runmeta_destroy(meta);
}

enum { PARTS_MAX = 2 + VERIFY_LIMITS_MAX };
_Static_assert((int)PARTS_MAX <= (int)PLAN_PARTS, "self-play, SPSA and all limits are planned");

// Self-play (number 0), matches at a limit, or behind them SPSA, by the values to begin with, which
// later ones play about as fast as.
static long long part_nodes(const struct evolution_settings *loop, int number) {
    return number == 0                    ? loop->nodes
           : number > loop->ladder.limits ? (long long)evolution_spsa_nodes(loop->nodes)
                                          : (long long)loop->ladder.limit[number - 1];
}

static bool configure_part(void *context, int number, struct config *config,
                           struct opening_list *list, struct error *error) {
    const struct session *session = context;
    const struct evolution_settings *loop = &session->options->loop;
    struct play_options play = number ? loop->match : loop->play;
    play.values = loop->values;
    play.nodes = part_nodes(loop, number);
    play.seed = loop->seed;
    *config = session->setup.config;
    if (!play_options_config(&play, config, list, error))
        return false;
    config->sampling = number ? (struct sampling){0} : loop->sampling;
    return config_finish(config, false, error);
}

// Games of a generation: as many as tests may take, the panel as if every generation met it.
static double games_of(const struct session *session, int number) {
    const struct evolution_settings *loop = &session->options->loop;
    struct evolution_match match[EVOLUTION_MATCHES];
    double games = 0;
    int count = evolution_matches(&session->loop, match);
    if (number == 0 || number > loop->ladder.limits)
        return (double)(number ? loop->spsa_games : loop->games);
    for (int i = 0; i < count; i++)
        games += match[i].limits >= number ? (double)match[i].games : 0;
    return games;
}

// Plays for some seconds alone and says what the whole loop costs: games of self-play and of all
// matches. Returns an exit code.
static int plan(struct session *session) {
    struct evolve_options *options = session->options;
    const struct study study = {.folder = options->loop.folder,
                                .play = &options->loop.play,
                                .context = session,
                                .configure = configure_part};
    struct plan_part part[PARTS_MAX];
    int limits = options->loop.ladder.limits, parts = 1 + limits + (options->loop.spsa_games > 0);
    double games = 0;
    for (int i = 0; i < parts; i++) {
        part[i] =
            (struct plan_part){.games = games_of(session, i) * options->generations, .run = i};
        snprintf(part[i].name, sizeof part[i].name, "%s, %lld nodes",
                 i == 0       ? "self-play"
                 : i > limits ? "SPSA"
                              : "matches",
                 part_nodes(&options->loop, i));
        games += part[i].games;
    }
    const struct plan_games all = {
        .parts = parts, .runs = 1, .games = games / parts, .games_given = true};
    int code = plan_runs(&study, &options->plan, all, part, options->answer.json);
    if (code == EXIT_DONE && !options->answer.json)
        fprintf(stderr,
                "kagami: %d generation%s, each with the %lld games that its test may take at most, "
                "and the matches of its steps and against the panel; tuning and merging come on "
                "top\n",
                options->generations, options->generations == 1 ? "" : "s",
                options->loop.match.games);
    return code;
}

// A step that is refused leaves nothing behind.
static int take_one_step(struct session *session) {
    const struct evolve_options *options = session->options;
    const char *folder = options->loop.folder;
    struct error error = {""};
    char agenda[PATH_MAX], generation[PATH_MAX];
    bool first = access(file_in(folder, "agenda.json", agenda), F_OK) != 0;
    if (!write_agenda(session, 0, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = take_step(session, options->step, options->generation);
    overview_note_end(folder, options->shard < 0 ? 0 : options->shard);
    evolution_path(folder, options->generation, "", generation);
    if (code != EXIT_DONE && first && access(generation, F_OK) != 0) {
        unlink(agenda);
        rmdir(folder);
    }
    return code;
}

static int begin(struct session *session) {
    struct evolve_options *options = session->options;
    struct error error = {""};
    find_seed(options);
    int code = setup_load(&session->setup, &options->game);
    if (code != EXIT_DONE)
        return code;
    session->loop = (struct evolution_run){.settings = &options->loop,
                                           .tables = session->setup.tables,
                                           .variant_text = session->setup.variant_text,
                                           .config = &session->setup.config,
                                           .style.unicode = terminal_style().unicode};
    int last =
        options->generation > options->generations ? options->generation : options->generations;
    // What cannot be played or tuned is told before anything is.
    if (!evolution_check(&session->loop, last, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    if (options->list_steps)
        return list_steps(options);
    if (options->report)
        return write_morning(options);
    if (options->plan.wanted)
        return plan(session);
    session->end = clock_seconds() + 3600 * options->hours;
    session->shown = progress_observer(&session->progress);
    session->observer =
        (struct observer){.say = say, .tick = tell, .stop = asked_to_stop, .context = session};
    session->loop.observer = &session->observer;
    session->loop.part.shards = (int)options->loop.shards;
    session->loop.part.shard = options->shard < 0 ? 0 : options->shard;
    session->loop.beside = options->shard >= 0;
    if (options->step)
        return take_one_step(session);
    int lock = file_lock_folder(options->loop.folder, &error);
    if (lock < 0)
        return fail(EXIT_ERROR, "%s", error.text);
    code = has_no_last(options) || write_agenda(session, 0, &error)
               ? evolve(session)
               : fail(EXIT_ERROR, "%s", error.text);
    overview_note_end(options->loop.folder, 0);
    close(lock);
    return code;
}

static int run(void *data, const char *line) {
    struct evolve_options *options = data;
    struct session session = {.options = options};
    options->loop.command = line;
    int code = begin(&session);
    setup_destroy(&session.setup);
    return code;
}

static const struct option_row arguments[] = {
    {"BATCH.ini|VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT,
     OPTION_AT(struct evolve_options, argument)},
};

const struct command command_evolve = {
    COMMAND_HEAD(evolve, GROUP_TUNE, arguments, evolve_option_uses, struct evolve_options, run),
    .arguments_needed = 1,
    .read = evolve_options_read,
    .check = evolve_options_check,
};

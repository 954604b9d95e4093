// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_runs.h"

#include "agenda.h"

#include <stdio.h>
#include <string.h>

#include "cmd_terminal.h"
#include "file.h"
#include "origin.h"
#include "run.h"

static const struct option_row rows[] = {
    {"out", "DIR",
     "Folder of the runs, DIR/RUN, and of the answer's files (needed); what is there goes on",
     .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, OPTION_AT(struct runs_options, folder)},
    {"report", NULL, "Play nothing: report on the games that are in DIR", .line_only = true,
     OPTION_AT(struct runs_options, report)},
    {"list", NULL, "Play nothing: list the runs, one a line", .line_only = true,
     OPTION_AT(struct runs_options, list)},
    {"only", "RUN", "Play this run of --list alone and report nothing; needs --seed",
     .line_only = true, .kind = ROW_TEXT, OPTION_AT(struct runs_options, only)},
};
const struct option_set runs_option_set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

bool runs_check(const struct runs_options *runs, const struct play_options *play, bool json,
                struct error *error) {
    const char *fault = play_options_parts_fault(play, runs->only);
    if (!runs->folder)
        return error_set(error, "give a folder for the runs: --out DIR");
    if (runs->list && json)
        return error_set(error, "--list prints one run a line: it goes without --json");
    return !fault || error_set(error, "%s", fault);
}

bool runs_in_part(const struct runs_options *runs, const struct play_options *play) {
    return runs->only || play->range.end >= 0;
}

bool runs_folder(const struct runs *runs, int number, char path[PATH_MAX], struct error *error) {
    char name[PATH_MAX];
    return play_options_folder(runs->play, runs->options->folder,
                               runs->name(runs->context, number, name), path, error);
}

// Whether a run stands in the list before.
static bool is_repeated(const struct runs *runs, int number) {
    char name[PATH_MAX], other[PATH_MAX];
    runs->name(runs->context, number, name);
    for (int i = 0; i < number; i++)
        if (strcmp(runs->name(runs->context, i, other), name) == 0)
            return true;
    return false;
}

// What is left of a run, once they have been listed.
static struct agenda_run *run_left(const struct runs *runs, int number) {
    char name[PATH_MAX];
    runs->name(runs->context, number, name);
    struct agenda_run *run = runs->agenda.run;
    while (run < runs->agenda.run + runs->agenda.count - 1 &&
           strncmp(run->run, name, sizeof run->run - 1) != 0)
        run++;
    return run;
}

// Lists the runs with all of their games, or with those that are to be played here.
static bool list_games(const struct runs *runs, bool all, struct agenda *agenda,
                       struct error *error) {
    for (int i = 0; i < runs->count; i++) {
        char name[PATH_MAX];
        struct game_range range;
        if (is_repeated(runs, i))
            continue;
        if (!runs->range(runs->context, i, &range, error))
            return false;
        struct agenda_run *run = agenda_add(agenda);
        snprintf(run->run, sizeof run->run, "%s", runs->name(runs->context, i, name));
        run->games = all ? range.total : range.end - range.begin;
        run->nodes = runs->nodes(runs->context, i);
        run->at_most = runs->until;
    }
    return true;
}

// For `kagami log status`.
static bool write_agenda(void *context, struct error *error) {
    struct runs *runs = context;
    struct agenda agenda = {0};
    runs->announced = runs->announced || (list_games(runs, true, &agenda, error) &&
                                          agenda_write(&agenda, runs->options->folder, error));
    agenda_destroy(&agenda);
    return runs->announced;
}

// What follows a run that goes up to game `until` now (0: all of its own), in its own games.
static double games_ahead(const struct runs *runs, int number, int64_t until) {
    const struct agenda_run *own = run_left(runs, number);
    double work = 0;
    for (int i = 0; i < runs->agenda.count && !runs->options->only; i++) {
        const struct agenda_run *run = &runs->agenda.run[i];
        work += run != own ? (double)run->games * (double)run->nodes : 0;
    }
    double more = until > 0 && !runs->options->only ? (double)(own->games - until) : 0;
    return more + (own->nodes ? work / (double)own->nodes : 0);
}

static int play_configured(struct runs *runs, int number, struct config *config,
                           const struct game_range *range) {
    struct error error = {""};
    char folder[PATH_MAX], name[PATH_MAX], label[256];
    if (!runs_folder(runs, number, folder, &error) ||
        (!runs->agenda.count && !list_games(runs, false, &runs->agenda, &error)))
        return fail(EXIT_ERROR, "%s", error.text);
    snprintf(label, sizeof label, "%d/%d %.200s", number + 1, runs->count,
             runs->name(runs->context, number, name));
    struct run run = {.config = config,
                      .folder = folder,
                      .range = *range,
                      .threads = (int)runs->play->threads,
                      .seed_given = runs->play->seed_given,
                      .command = runs->play->command,
                      .task = label,
                      .quiet = true,
                      .observer = &runs->observer,
                      .announce = write_agenda,
                      .announced = runs};
    bool for_good = true;
    int64_t until = runs->until ? runs->until(runs->context, number, &for_good) : 0;
    *(for_good ? &run.last : &run.until) = until;
    run.ahead = games_ahead(runs, number, for_good ? 0 : until);
    uint64_t seed = config->seed;
    int code = work_exit_code(run_play(&run, &error), &error);
    run_left(runs, number)->games = for_good ? 0 : range->end - range->begin - until;
    if (code == EXIT_DONE && run.stopped && number + 1 < runs->count)
        code = fail(EXIT_AGAIN, "run the same command again to go on");
    run_destroy(&run);
    // All runs share the seed that the first one was begun with.
    runs->play->seed += config->seed - seed;
    runs->play->seed_given = true;
    return code;
}

static int play(struct runs *runs, int number) {
    struct config config;
    struct opening_list list = {0};
    struct game_range range;
    struct error error = {""};
    if (!runs->range(runs->context, number, &range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    int code = runs->configure(runs->context, number, &config, &list, &error)
                   ? play_configured(runs, number, &config, &range)
                   : fail(EXIT_ERROR, "%s", error.text);
    opening_list_destroy(&list);
    return code == EXIT_DONE && runs->finish ? runs->finish(runs->context, number) : code;
}

int runs_play(struct runs *runs) {
    const char *only = runs->options->only;
    bool found = !only;
    for (int i = 0; i < runs->count && !found; i++) {
        char name[PATH_MAX];
        found = strcmp(only, runs->name(runs->context, i, name)) == 0;
    }
    if (!found)
        return fail(EXIT_USAGE, "--only '%s': no such run; --list lists them", only);
    runs->observer = progress_observer(&runs->progress);
    int code = EXIT_DONE;
    for (int i = 0; i < runs->count && code == EXIT_DONE; i++) {
        char name[PATH_MAX];
        if (only && strcmp(only, runs->name(runs->context, i, name)) != 0)
            continue;
        bool due = true;
        struct error error = {""};
        if (runs->is_due && !runs->is_due(runs->context, i, &due, &error))
            code = fail(EXIT_ERROR, "%s", error.text);
        else if (due)
            code = play(runs, i);
        else if (runs->agenda.count)
            run_left(runs, i)->games = 0;
    }
    agenda_destroy(&runs->agenda);
    return code;
}

int runs_list(const struct runs *runs) {
    for (int i = 0; i < runs->count; i++) {
        char name[PATH_MAX];
        if (!is_repeated(runs, i))
            puts(runs->name(runs->context, i, name));
    }
    return terminal_finish();
}

int runs_plan(const struct runs *runs, const struct plan_options *plan, struct plan_games games,
              const char *const names[], const int numbers[], bool json) {
    struct config config[PLAN_PARTS];
    struct opening_list list[PLAN_PARTS] = {0};
    struct plan_part part[PLAN_PARTS];
    struct error error = {""};
    bool done = true;
    for (int i = 0; done && i < games.parts; i++) {
        part[i] = (struct plan_part){names[i], &config[i]};
        done = runs->configure(runs->context, numbers[i], &config[i], &list[i], &error);
    }
    games.part = part;
    games.games = (double)runs->play->games;
    games.games_given = runs->play->games_given;
    games.folder = runs->options->folder;
    games.threads = (int)runs->play->threads;
    int code = done ? plan_show(plan, &games, json) : fail(EXIT_ERROR, "%s", error.text);
    for (int i = 0; i < games.parts; i++)
        opening_list_destroy(&list[i]);
    return code;
}

bool runs_find_seed(const struct runs *runs, int number, struct error *error) {
    char folder[PATH_MAX], path[PATH_MAX];
    if (!runs_folder(runs, number, folder, error))
        return false;
    if (runs->play->seed_given)
        return true;
    snprintf(path, sizeof path, "%.4000s/run.json", folder);
    struct runmeta *meta = runmeta_load(path, error);
    if (!meta)
        return false;
    runs->play->seed = runmeta_seed(meta);
    runs->play->seed_given = true;
    runmeta_destroy(meta);
    return true;
}

cJSON *runs_origin(const struct runs *runs) {
    cJSON *json = cJSON_CreateObject();
    origin_add(json, runs->play->command, NULL);
    for (int i = 0; i < runs->count; i++) {
        char folder[PATH_MAX];
        if (!is_repeated(runs, i) && runs_folder(runs, i, folder, NULL))
            origin_add_run(json, folder);
    }
    return json;
}

struct buffer *runs_add(const struct runs *runs, struct file_set *set, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/%s", runs->options->folder, name);
    return file_set_add(set, path);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What --logs lays beside the armies.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd_terminal.h"
#include "cmd_worth_internal.h"
#include "memory.h"
#include "tuning.h"
#include "worths.h"

static bool same_game(const struct tables *here, const struct tables *logged, struct error *error) {
    char rules[2][RULES_TEXT];
    rules_text(&here->rules, &here->variant, rules[0]);
    rules_text(&logged->rules, &logged->variant, rules[1]);
    if (strcmp(here->variant.name, logged->variant.name) != 0)
        return error_set(error, "the logs are of %s, not of %s", logged->variant.name,
                         here->variant.name);
    return strcmp(rules[0], rules[1]) == 0 ||
           error_set(error, "the logs are by the rules '%s', not '%s': see --rule", rules[1],
                     rules[0]);
}

// Nodes a move of all players of the logs; 0 where they have not one limit.
static int64_t nodes_of_logs(const struct option_texts *logs) {
    static const char *const players[] = {"player1.nodes", "player2.nodes"};
    long long limit = 0;
    for (int i = 0; i < logs->count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%.4000s/run.json", logs->text[i]);
        struct runmeta *meta = runmeta_load(path, NULL);
        for (int p = 0; p < PLAYERS; p++) {
            const char *text = meta ? runmeta_setting(meta, players[p]) : NULL;
            long long own = text ? strtoll(text, NULL, 10) : 0;
            limit = (i == 0 && p == 0) || own == limit ? own : 0;
        }
        runmeta_destroy(meta);
    }
    return limit;
}

// Games of the armies themselves are told before they are read.
static bool other_games(const struct army_study *study, const struct option_texts *logs,
                        struct error *error) {
    char *source = NULL, which[SOURCE_RUN];
    bool done = true;
    for (int i = 0; i < logs->count; i++)
        source_add_run(&source, logs->text[i]);
    for (int r = 0; done && r < study->count; r++)
        done = !source_shared(study->run[r].source, source, which) ||
               error_set(error, "--logs: games of these armies themselves (%s)", which);
    free(source);
    return done;
}

// Average worth by the regression on logs. Returns the exit code.
static int fit_beside(const struct session *session, const struct option_texts *logs,
                      struct army_study *study) {
    struct error error = {""};
    struct tune_options tune =
        tune_options_plain(logs->text, logs->count, (int)session->options->play.threads);
    if (!other_games(study, logs, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    struct tuning *tuning = tuning_create(&tune);
    bool done = tuning_read(tuning, NULL, NULL, &error) &&
                same_game(session->setup->tables, tuning->logs.tables, &error) &&
                tuning_fit(tuning, &error);
    if (done) {
        struct worths average = tuning->worths; // whose tables go with the tuning
        average.tables = session->setup->tables;
        done = army_study_beside(study, &average, "logs", nodes_of_logs(logs), &error);
    }
    int code = tuning->too_few ? EXIT_UNDECIDED : EXIT_ERROR;
    tuning_destroy(tuning);
    return done ? EXIT_DONE : fail((enum exit_code)code, "%s", error.text);
}

// "shipped", "estimate", "night" of a/night.csv, "night/worth" of night/worth.csv.
static void name_table(const char *path, char name[ARMY_NAME]) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *from = base;
    bool usual = strncmp(base, "worth", 5) == 0 || strcmp(base, "values.csv") == 0;
    if (slash && usual)
        for (from = slash; from > path && from[-1] != '/';)
            from--;
    size_t length = strlen(from);
    length -= length > 4 && strcmp(from + length - 4, ".csv") == 0 ? 4 : 0;
    snprintf(name, ARMY_NAME, "%.*s", (int)(length < 40 ? length : 40), from);
}

static int read_beside(const struct session *session, const char *path, struct army_study *study) {
    struct error error = {""};
    struct worths worths = {0};
    char name[ARMY_NAME];
    name_table(path, name);
    if (!worths_load(path, session->setup->tables, &worths, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    static const char *const taken[] = {"armies", "mean", "logs"}; // columns beside it
    for (int i = 0; i < ARRAY_LENGTH(taken); i++)
        if (strcmp(name, taken[i]) == 0)
            snprintf(name, sizeof name, "%s.csv", taken[i]);
    for (int i = 0; i < study->others; i++)
        if (strcmp(study->other[i].name, name) == 0)
            snprintf(name, sizeof name, "%.60s #%d", study->other[i].name, study->others + 1);
    bool done = army_study_beside(study, &worths, name, 0, &error);
    worths_destroy(&worths);
    return done ? EXIT_DONE : fail(EXIT_USAGE, "--logs %s", error.text);
}

int worth_beside(const struct session *session, struct army_study *study) {
    const struct option_texts *given = &session->options->logs;
    struct option_texts *logs = mem_calloc(1, sizeof *logs);
    int code = EXIT_DONE;
    struct stat status;
    for (int i = 0; i < given->count; i++)
        if (stat(given->text[i], &status) == 0 && S_ISDIR(status.st_mode))
            logs->text[logs->count++] = given->text[i];
    if (logs->count)
        code = fit_beside(session, logs, study);
    for (int i = 0; i < given->count && code == EXIT_DONE; i++)
        if (stat(given->text[i], &status) != 0 || !S_ISDIR(status.st_mode))
            code = read_beside(session, given->text[i], study);
    free(logs);
    return code;
}

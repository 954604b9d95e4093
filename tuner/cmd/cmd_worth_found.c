// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that are in a folder, for --report.
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd_terminal.h"
#include "cmd_worth_internal.h"
#include "memory.h"
#include "tuning.h"
#include "values_file.h"
#include "worths.h"

static struct runmeta *record_of(const struct session *session, const char *name,
                                 struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.3900s/%.160s/run.json", session->options->runs.folder, name);
    return runmeta_load(path, error);
}

static const char *setting(const struct runmeta *meta, const char *key) {
    const char *text = runmeta_setting(meta, key);
    return text ? text : "";
}

// Whether a folder holds a run of armies; it is described then.
static bool describe(const struct session *session, const char *name, struct worth_run *run) {
    struct error ignored;
    char end[32];
    struct runmeta *meta = strlen(name) < WORTH_NAME ? record_of(session, name, &ignored) : NULL;
    bool armies = meta && strcmp(setting(meta, "openings"), "armies") == 0;
    if (armies) {
        run->nodes = strtoull(setting(meta, "player1.nodes"), NULL, 10);
        snprintf(run->name, sizeof run->name, "%s", name);
        int tail = snprintf(end, sizeof end, "-%" PRIu64 "n", run->nodes);
        int length = (int)strlen(name) - tail;
        bool usual = length > 0 && strcmp(name + length, end) == 0;
        snprintf(run->values, sizeof run->values, "%.*s", usual ? length : (int)strlen(name), name);
    }
    runmeta_destroy(meta);
    return armies;
}

// The number of a value set among those given, past them where it is none.
static int given_set(const struct options *options, const char *values) {
    for (int i = 0; i < options->values.count; i++) {
        const char *slash = strrchr(options->values.text[i], '/');
        if (strcmp(slash ? slash + 1 : options->values.text[i], values) == 0)
            return i;
    }
    return options->values.count;
}

static bool given_limit(const struct options *options, uint64_t nodes) {
    for (int i = 0; i < options->limits; i++)
        if (options->limit[i] == nodes)
            return true;
    return false;
}

// Those that ship first, or in the order of the line; then by name; then by limit.
static bool comes_before(const struct options *options, const struct worth_run *a,
                         const struct worth_run *b) {
    int sets = given_set(options, a->values) - given_set(options, b->values);
    int names = strcmp(a->values, b->values);
    return sets ? sets < 0 : names ? names < 0 : a->nodes < b->nodes;
}

static void insert(struct session *session, const struct worth_run *run) {
    int at = session->count++;
    for (; at > 0 && comes_before(session->options, run, &session->run[at - 1]); at--)
        session->run[at] = session->run[at - 1];
    session->run[at] = *run;
}

// Every run that the options name must be there.
static bool check_named(const struct session *session, const char *there, struct error *error) {
    const struct options *options = session->options;
    for (int v = 0; v < options->values.count; v++)
        for (int l = 0; l < options->limits; l++) {
            bool found = false;
            for (int i = 0; i < session->count; i++) {
                const struct worth_run *run = &session->run[i];
                found |= (!options->values_given || given_set(options, run->values) == v) &&
                         (!options->limits_given || run->nodes == options->limit[l]);
            }
            if (!found && options->limits_given)
                return error_set(error, "%s: no run of %" PRIu64 " nodes%s%.60s; there are%s",
                                 options->runs.folder, options->limit[l],
                                 options->values_given ? " by " : "",
                                 options->values_given ? options->values.text[v] : "", there);
            if (!found)
                return error_set(error, "%s: no run by %.60s; there are%s", options->runs.folder,
                                 options->values.text[v], there);
        }
    return true;
}

// "S:AG:C" of a record, as --replace has it: in the order in which new letters were found.
static bool replace_as_played(struct session *session, const struct runmeta *meta,
                              struct error *error) {
    const char *pairs = setting(meta, "openings.replaced");
    struct variant *variant = mem_alloc(sizeof *variant);
    bool done = variant_parse(runmeta_variant_text(meta), "run.json", variant, error);
    for (char letter = 'A'; done && letter <= 'Z'; letter++)
        for (const char *at = pairs; strlen(at) >= 3; at += 3) {
            if (at[2] != letter || session->options->replaced.count == REPLACED_MAX)
                continue;
            char text[160];
            snprintf(text, sizeof text, "%c=%s", at[0],
                     variant->piece[type_of_letter(letter)].betza);
            char *kept = session->record[session->options->replaced.count] = mem_strdup(text);
            session->options->replaced.text[session->options->replaced.count++] = kept;
        }
    free(variant);
    return done;
}

static void rules_as_played(struct session *session, const struct runmeta *meta) {
    struct game_options *game = &session->options->game;
    char *rules = session->record[REPLACED_MAX] = mem_strdup(setting(meta, "rules"));
    for (char *rule = strtok(rules, ";"); rule; rule = strtok(NULL, ";"))
        if (game->assignment_count < ARRAY_LENGTH(game->assignments)) {
            game->assignments[game->assignment_count].preset = false;
            game->assignments[game->assignment_count++].text = rule;
        }
}

bool worth_find_runs(struct session *session, struct error *error) {
    const struct options *options = session->options;
    struct dirent **entry = NULL;
    int entries = scandir(options->runs.folder, &entry, NULL, alphasort);
    if (entries < 0)
        mem_check_errno();
    struct buffer there = buffer_init();
    bool fits = true;
    for (int i = 0; i < entries; i++) {
        struct worth_run run;
        if (describe(session, entry[i]->d_name, &run)) {
            buffer_printf(&there, " %s", run.name);
            bool wanted = (!options->values_given ||
                           given_set(options, run.values) < options->values.count) &&
                          (!options->limits_given || given_limit(options, run.nodes));
            fits &= !wanted || session->count < ARMY_RUNS_MAX;
            if (wanted && fits)
                insert(session, &run);
        }
        free(entry[i]);
    }
    free(entry);
    bool done = there.length > 0 ? check_named(session, there.data, error)
                                 : error_set(error, "%s: no run of armies", options->runs.folder);
    buffer_destroy(&there);
    struct runmeta *meta = done ? record_of(session, session->run[0].name, error) : NULL;
    done = meta && (fits || error_set(error, "more than %d runs", ARMY_RUNS_MAX)) &&
           (options->replaced.count > 0 || replace_as_played(session, meta, error));
    if (done && options->game.assignment_count == 0)
        rules_as_played(session, meta);
    if (done && options->logs.count > 0 && options->replaced.count > 0)
        done = error_set(error, "--logs has no game with a replaced piece");
    if (done && !session->options->play.seed_given)
        session->options->play.seed = runmeta_seed(meta);
    runmeta_destroy(meta);
    return done;
}

static bool differs(const char *run, const char *option, const char *said, const char *played,
                    struct error *error) {
    return strcmp(said, played) == 0 ||
           error_set(error, "%s %s: %s was played with %s", option, said, run, played);
}

static bool check_params(const struct session *session, const char *run, const struct runmeta *meta,
                         struct error *error) {
    const struct options *options = session->options;
    for (int i = 0; i < options->play.param.count; i++) {
        char key[80], said[160], usual[16], param[160];
        values_assignment(options->play.param.text[i], session->setup->tables, param, sizeof param);
        const char *equals = strchr(param, '=');
        if (!equals)
            continue;
        snprintf(key, sizeof key, "player1.%.*s", (int)(equals - param), param);
        const char *name = key + strlen("player1."), *played = runmeta_setting(meta, key);
        int index = values_find(name); // a record leaves out what is by default
        snprintf(usual, sizeof usual, "%d", index >= VALUE_PARAM ? values_default_of(index) : 0);
        played = played || index < VALUE_PARAM ? played : usual;
        snprintf(said, sizeof said, "%.120s", equals + 1);
        if (played && strcmp(said, played) != 0)
            return error_set(error, "--param %.100s: %s was played with %s",
                             options->play.param.text[i], run, played);
    }
    return true;
}

// What ends games; 0 plies: not given.
static bool check_ends(const struct adjudication *end, const char *run, const struct runmeta *meta,
                       struct error *error) {
    char limit[16], resign[32], draw[48];
    snprintf(limit, sizeof limit, "%d", end->ply_limit);
    snprintf(resign, sizeof resign, "%d,%d", end->resign_score, end->resign_plies);
    snprintf(draw, sizeof draw, "%d,%d,%d", end->draw_score, end->draw_plies, end->draw_from);
    return (!end->ply_limit ||
            differs(run, "--ply-limit", limit, setting(meta, "ply_limit"), error)) &&
           (!end->resign_plies ||
            differs(run, "--resign", resign, setting(meta, "resign"), error)) &&
           (!end->draw_plies || differs(run, "--draw", draw, setting(meta, "draw"), error));
}

static bool check_run(const struct session *session, const char *run, const struct runmeta *meta,
                      struct error *error) {
    const struct options *options = session->options;
    char said[3][40], played[40];
    char share[16];
    snprintf(share, sizeof share, "%.6f", session->army.share); // as the record has it
    snprintf(said[0], sizeof said[0], "%" PRIu64, options->play.seed);
    snprintf(played, sizeof played, "%" PRIu64, runmeta_seed(meta));
    snprintf(said[1], sizeof said[1], "%lld", options->play.games);
    snprintf(said[2], sizeof said[2], "%lld", options->play.hash_bytes);
    double pieces = army_pieces(session->setup->tables, 0);
    bool changes =
        !options->changes_given || strcmp(share, setting(meta, "openings.changed")) == 0 ||
        error_set(error, "--changes: %s was played with %g of %g pieces changed a game, not %g",
                  run, strtod(setting(meta, "openings.changed"), NULL) * pieces, pieces,
                  session->army.share * pieces);
    char games[40];
    snprintf(games, sizeof games, "%" PRId64, runmeta_range(meta).end);
    return changes && differs(run, "--seed", said[0], played, error) &&
           (!options->play.games_given || differs(run, "--games", said[1], games, error)) &&
           (!options->play.hash_bytes ||
            differs(run, "--hash", said[2], setting(meta, "hash_bytes"), error)) &&
           check_params(session, run, meta, error) &&
           check_ends(&options->play.adjudication, run, meta, error);
}

bool worth_check_runs(const struct session *session, struct error *error) {
    for (int i = 0; i < session->count; i++) {
        struct runmeta *meta = record_of(session, session->run[i].name, error);
        bool done = meta && check_run(session, session->run[i].name, meta, error);
        runmeta_destroy(meta);
        if (!done)
            return false;
    }
    return true;
}

// --- What --logs lays beside the armies ----------------------------------------------------------

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
                tuning_fit(tuning, &error) &&
                army_study_beside(study, &tuning->worths, "logs", nodes_of_logs(logs), &error);
    int code = tuning->too_few ? EXIT_UNDECIDED : EXIT_ERROR;
    tuning_destroy(tuning);
    return done ? EXIT_DONE : fail((enum exit_code)code, "%s", error.text);
}

// "shipped", "estimate", "night" of a/night.csv, "night/worth" of night/worth.csv.
static void name_table(const char *path, char name[WORTH_NAME]) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *from = base;
    bool usual = strncmp(base, "worth", 5) == 0 || strcmp(base, "values.csv") == 0;
    if (slash && usual)
        for (from = slash; from > path && from[-1] != '/';)
            from--;
    size_t length = strlen(from);
    length -= length > 4 && strcmp(from + length - 4, ".csv") == 0 ? 4 : 0;
    snprintf(name, WORTH_NAME, "%.*s", (int)(length < 40 ? length : 40), from);
}

static int read_beside(const struct session *session, const char *path, struct army_study *study) {
    struct error error = {""};
    struct worths worths = {0};
    char name[WORTH_NAME];
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

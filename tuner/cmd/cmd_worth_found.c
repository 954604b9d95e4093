// SPDX-License-Identifier: GPL-3.0-or-later
// What is there without playing: runs in a folder, for --report; what --logs names; what is
// published.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd_terminal.h"
#include "cmd_worth_internal.h"
#include "json_file.h"
#include "log_reader.h"
#include "memory.h"
#include "published.h"
#include "tuning.h"
#include "worths.h"

// NULL where there is none, and where `error` says that it is damaged.
static struct runmeta *record_of(const struct session *session, const char *name,
                                 struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.3900s/%.160s/run.json", session->options->runs.folder, name);
    return access(path, F_OK) == 0 ? runmeta_load(path, error) : NULL;
}

static const char *setting(const struct runmeta *meta, const char *key) {
    const char *text = runmeta_setting(meta, key);
    return text ? text : "";
}

// Whether a folder holds a run of armies, described then; `error` where its record is damaged.
static bool describe(const struct session *session, const char *name, struct worth_run *run,
                     struct error *error) {
    char end[32];
    struct runmeta *meta = strlen(name) < WORTH_NAME ? record_of(session, name, error) : NULL;
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
    for (int i = 0; i < options->values.count; i++)
        if (strcmp(file_base(options->values.text[i]), values) == 0)
            return i;
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
    bool done = variant_parse(runmeta_text(meta, "variant_text"), "run.json", variant, error);
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
    struct log_folders folders = {0};
    struct error ignored, damage = {""};
    struct buffer there = buffer_init();
    bool fits = true;
    log_folders_add(&folders, options->runs.folder, &ignored);
    for (int i = 0; i < folders.count && !*damage.text; i++) {
        struct worth_run run;
        if (!describe(session, file_base(folders.path[i]), &run, &damage))
            continue;
        buffer_printf(&there, " %s", run.name);
        bool wanted =
            (!options->values_given || given_set(options, run.values) < options->values.count) &&
            (!options->limits_given || given_limit(options, run.nodes));
        fits &= !wanted || session->count < ARMY_RUNS_MAX;
        if (wanted && fits)
            insert(session, &run);
    }
    log_folders_destroy(&folders);
    bool done = *damage.text       ? error_set(error, "%s", damage.text)
                : there.length > 0 ? check_named(session, there.data, error)
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

// The settings of a run by these options; the caller's to delete.
static cJSON *settings_by(const struct session *session, const struct play_options *play,
                          const struct army_settings *army, struct error *error) {
    struct config config;
    struct opening_list list = {0};
    struct buffer text = buffer_init();
    cJSON *settings = NULL;
    if (worth_configure(session, play, army, &config, &list, error)) {
        config_text(&config, &text);
        settings = config_settings(text.data);
    }
    buffer_destroy(&text);
    opening_list_destroy(&list);
    return settings;
}

// Was the run played by what the options say? What they leave to the default may be otherwise.
static bool check_run(const struct session *session, const struct worth_run *run,
                      const struct runmeta *meta, struct error *error) {
    const struct options *options = session->options;
    struct play_options asked = options->play, usual = {.bound = asked.bound};
    struct army_settings army = session->army;
    asked.nodes = usual.nodes = (long long)run->nodes;
    if (options->changes_given)
        army.share = 0;
    cJSON *said = settings_by(session, &asked, &session->army, error);
    cJSON *usually = said ? settings_by(session, &usual, &army, error) : NULL;
    bool same = usually;
    const cJSON *item;
    cJSON_ArrayForEach(item, said) {
        const char *key = item->string, *standard = json_text(usually, key);
        const char *played = runmeta_setting(meta, key); // a record leaves out what is by default
        played = played ? played : standard;
        bool pieces = strcmp(key, "variant_hash") == 0; // others would have these letters
        bool counts = (pieces || strcmp(item->valuestring, standard) != 0) &&
                      strcmp(key, "player1.name") != 0;
        if (!same || !counts || strcmp(item->valuestring, played) == 0)
            continue;
        same = pieces ? error_set(error,
                                  "%s: played by another file of %s than this command's: other "
                                  "pieces (--replace), or another version",
                                  run->name, session->setup->tables->variant.name)
                      : error_set(error, "%s was played with %s %s, not %s", run->name,
                                  key + (strncmp(key, "player1.", 8) == 0 ? 8 : 0),
                                  *played ? played : "default", item->valuestring);
    }
    cJSON_Delete(said);
    cJSON_Delete(usually);
    int64_t games = runmeta_range(meta).end;
    if (same && asked.seed != runmeta_seed(meta))
        same = error_set(error, "%s was played with seed %" PRIu64 ", not %" PRIu64, run->name,
                         runmeta_seed(meta), asked.seed);
    return same && (!asked.games_given || asked.games == games ||
                    error_set(error, "%s was played with %" PRId64 " games, not %lld", run->name,
                              games, asked.games));
}

bool worth_check_runs(const struct session *session, struct error *error) {
    for (int i = 0; i < session->count; i++) {
        struct runmeta *meta = record_of(session, session->run[i].name, error);
        bool done = meta && check_run(session, &session->run[i], meta, error);
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
        struct runmeta *meta = log_record(logs->text[i], NULL);
        for (int p = 0; p < PLAYERS; p++) {
            const char *text = meta ? runmeta_setting(meta, players[p]) : NULL;
            long long own = text ? strtoll(text, NULL, 10) : 0;
            limit = (i == 0 && p == 0) || own == limit ? own : 0;
        }
        runmeta_destroy(meta);
    }
    return limit;
}

// Average worth by the regression on logs. Returns the exit code.
static int fit_beside(const struct session *session, const struct option_texts *logs,
                      struct army_study *study) {
    struct error error = {""};
    struct tune_options tune =
        tune_options_plain(logs->text, logs->count, (int)session->options->play.threads);
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
    const char *base = file_base(path), *from = base;
    bool usual = strncmp(base, "worth", 5) == 0 || strcmp(base, "values.csv") == 0;
    if (base > path && usual)
        for (from = base - 1; from > path && from[-1] != '/';)
            from--;
    size_t length = strlen(from);
    length -= file_ends(from, ".csv") ? 4 : 0;
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
    const struct published *published =
        strcmp(path, "published") == 0 ? published_find(session->setup->tables) : NULL;
    bool done = army_study_beside(study, &worths, name, published ? published->nodes : 0, &error);
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

// --- --published ---------------------------------------------------------------------------------

int worth_show_published(const struct session *session) {
    const struct tables *tables = session->setup->tables;
    struct error error = {""};
    struct worths worths;
    struct worths_scaled scaled;
    double part[WORTHS_MAX];
    char unit[WORTH_NAME];
    if (!worths_published(tables, &worths, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    worths_unit(&worths, session->reference, part);
    bool known = worths_scale(&worths, part, &scaled, &error); // false: the reference is worth 0
    struct answer answer = answer_init(tables->variant.title);
    answer_head(&answer, "published worth of its pieces");
    struct buffer origin = buffer_init();
    published_origin(published_find(tables), &origin);
    answer_summary(&answer, "%s", origin.data);
    worths_pieces_add(&answer, "pieces", worths_unit_name(tables, session->reference, unit),
                      &worths, known ? &scaled : NULL, NULL);
    buffer_destroy(&origin);
    worths_scaled_destroy(&scaled);
    worths_destroy(&worths);
    return answer_show_by(&answer, &session->options->answer);
}

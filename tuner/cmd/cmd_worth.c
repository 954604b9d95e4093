// SPDX-License-Identifier: GPL-3.0-or-later
// kagami worth: what pieces are worth, measured by games of randomised armies.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd_terminal.h"
#include "cmd_worth_internal.h"
#include "evolution.h"
#include "file.h"
#include "memory.h"
#include "notation.h"
#include "number.h"
#include "runmeta.h"
#include "values_file.h"

static bool set_limits(void *member, const char *text, struct error *error) {
    struct options *options = member;
    options->limits = limits_parse(text, options->limit, error);
    return options->limits > 0;
}

static bool set_changes(void *member, const char *text, struct error *error) {
    struct options *options = member;
    options->changes = 0;
    options->changes_given = true;
    return strcmp(text, "dense") == 0 ||
           (number_decimal(text, &options->changes) && options->changes > 0) ||
           error_set(error, "must be a number of pieces above 0, or dense, not '%s'", text);
}

#define AT(member) OPTION_AT(struct options, member)

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct options)};
static const struct option_row rows[] = {
    {"nodes", "M,...", .kind = ROW_OWN, .set = set_limits},
    {"values", "FILE", .kind = ROW_TEXTS, .completion = COMPLETE_FILE, AT(values)},
    {"changes", "N|dense", .kind = ROW_OWN, .set = set_changes},
    {"replace", "PIECE=BETZA", .kind = ROW_TEXTS, AT(replaced)},
    {"reference", "PIECE", .kind = ROW_TEXT, AT(reference)},
    {"logs", "DIR|FILE", .kind = ROW_TEXTS, .completion = COMPLETE_FILE, AT(logs)},
    {"published", .line_only = true, AT(published)},
};
static const struct option_set set = {.rows = rows, .count = ARRAY_LENGTH(rows)};

static bool check(void *data, struct error *error) {
    struct options *options = data;
    options->limits_given = options->limits > 0;
    options->values_given = options->values.count > 0;
    if (options->published)
        return !(options->runs.folder || options->plan.wanted || options->limits_given ||
                 options->values_given || options->replaced.count || options->logs.count) ||
               error_set(error, "--published plays nothing: it goes with --reference and --json");
    if (options->limits == 0)
        options->limit[options->limits++] = 1000;
    if (options->values.count == 0)
        options->values.text[options->values.count++] = "shipped";
    if (options->logs.count && options->replaced.count)
        return error_set(error, "--logs has no game with a replaced piece");
    return runs_check(&options->runs, &options->play, options->plan.wanted, options->answer.json,
                      error);
}

// --- --replace -----------------------------------------------------------------------------------

// Adds the new piece of "LC=fRfF" to the game's text, which is replaced.
static bool add(const char *file, const char *assignment, char **text, struct replaced *replaced,
                struct error *error) {
    char name[NUMBER_TEXT];
    const char *betza = number_split(assignment, "=", name);
    if (!betza)
        return error_set(error, "takes PIECE=BETZA, not '%s'", assignment);
    if (replaced->count == REPLACED_MAX)
        return error_set(error, "at most %d pieces", REPLACED_MAX);
    struct variant *variant = mem_alloc(sizeof *variant);
    Type type = 0;
    if (variant_parse(*text, file, variant, error))
        type = variant_find_piece(variant, name, error);
    free(variant);
    if (type & TYPE_PROMOTED)
        return error_set(
            error, "'%s' is a promoted piece: those of the start position can be replaced", name);
    for (int i = 0; i < replaced->count; i++)
        if (replaced->old[i] == type)
            return error_set(error, "'%s': it is replaced already", name);
    struct buffer twin = buffer_init();
    Type new = type ? variant_add_twin(*text, file, type, betza, &twin, error) : 0;
    if (!new) {
        struct error cause = *error;
        buffer_destroy(&twin);
        return error_set(error, "%s: %s", assignment, cause.text);
    }
    free(*text);
    *text = twin.data;
    replaced->old[replaced->count] = type;
    replaced->new[replaced->count++] = new;
    return true;
}

// The INI text of a game with the new pieces of "LC=fRfF" and the like, to be freed. NULL: `error`
// names what is wrong: no such piece, one that cannot be replaced, no such Betza.
static char *replaced_text(const char *variant_name, const struct option_texts *texts,
                           struct replaced *replaced, struct error *error) {
    char *text = config_variant_text(variant_name, error);
    for (int i = 0; text && i < texts->count; i++) {
        struct error cause = {""};
        if (add(variant_name, texts->text[i], &text, replaced, &cause))
            continue;
        error_set(error, "--replace %s", cause.text);
        free(text);
        text = NULL;
    }
    return text;
}

// Players know nothing of a new piece: it counts as much more than the old one as its moves say,
// unless --param says otherwise.
static bool replaced_values(const struct replaced *replaced, const struct tables *tables,
                            const struct option_texts *param, struct values *values,
                            struct error *error) {
    static const int places[] = {VALUE_BOARD, VALUE_BOARD + TYPE_PROMOTED, VALUE_HAND};
    struct values estimate;
    values_estimate(tables, &estimate);
    for (int i = 0; i < replaced->count; i++)
        for (int place = 0; place < ARRAY_LENGTH(places); place++) {
            int old = places[place] + replaced->old[i], new = places[place] + replaced->new[i];
            double value = values->value[old];
            if (estimate.value[old])
                value *= (double)estimate.value[new] / estimate.value[old];
            values->value[new] = (int)lround(fmin(value, VALUE_LIMIT));
        }
    for (int i = 0; i < param->count; i++)
        if (!values_assign(param->text[i], tables, values, error))
            return false;
    return true;
}

// --- --plan --------------------------------------------------------------------------------------

struct pilot {
    int parts;
    struct army_games games[PLAN_PARTS];
    struct key_set seen[PLAN_PARTS];
};

static bool pilot_take(void *context, int part, const struct game_row *row, struct error *error) {
    struct pilot *pilot = context;
    struct army_games *games = &pilot->games[part];
    struct position opening;
    if (!fen_parse(row->opening, games->tables, &opening, error))
        return false;
    if (key_set_add(&pilot->seen[part], game_key(row)))
        army_games_add(games, row->game, &opening, row->result);
    else
        games->copies++;
    return true;
}

// At the limit that takes most games.
static int pilot_tell(void *context, struct plan_kind kind[PLAN_KINDS], struct error *error) {
    const struct pilot *pilot = context;
    struct plan_kind most[WORTH_FORMS] = {{0}};
    for (int i = 0; i < pilot->parts; i++) {
        struct army_estimate estimate;
        struct army_plan plan;
        bool done = army_fit(&pilot->games[i], ARMY_PILOT_NEEDED, &estimate, error) &&
                    army_plan(&estimate, 1, &plan, error);
        army_estimate_destroy(&estimate);
        if (!done) {
            struct error cause = *error;
            error_set(error, "%s; measure longer: --plan-for seconds=S", cause.text);
            return 0;
        }
        for (int f = 0; f < WORTH_FORMS; f++)
            if (plan.form[f].pieces && plan.form[f].games > pow(most[f].half_width, 2))
                most[f] = (struct plan_kind){worth_places[f], sqrt(plan.form[f].games),
                                             sqrt(plan.form[f].low), sqrt(plan.form[f].high)};
    }
    int count = 0;
    for (int f = 0; f < WORTH_FORMS; f++)
        if (most[f].name)
            kind[count++] = most[f];
    return count;
}

// What armies cost and how well they will tell, from a pilot of them. The first runs, one for each
// node limit, stand for those of all value sets. Returns the exit code.
static int plan_armies(const struct session *session) {
    const struct options *options = session->options;
    int limits = options->limits;
    struct pilot pilot = {.parts = limits};
    struct plan_part part[PLAN_PARTS];
    for (int i = 0; i < limits; i++) {
        part[i] = (struct plan_part){.run = i};
        if (limits > 1)
            snprintf(part[i].name, sizeof part[i].name, "%" PRIu64 " nodes", options->limit[i]);
        army_games_init(&pilot.games[i], session->setup->tables);
    }
    const struct plan_worth worth = {&pilot, pilot_take, pilot_tell};
    const struct plan_games games = {
        .parts = limits, .runs = options->values.count, .questions = PLAN_WORTH, .worth = &worth};
    int code = plan_runs(&session->study, &options->plan, games, part, options->answer.json);
    for (int i = 0; i < limits; i++) {
        army_games_destroy(&pilot.games[i]);
        key_set_destroy(&pilot.seen[i]);
    }
    return code;
}

// --- Runs: for each value set the limits ---------------------------------------------------------

static const char *values_path(const char *values) {
    return strcmp(values, "shipped") == 0 ? NULL : values;
}

static void list_runs(struct session *session) {
    const struct options *options = session->options;
    session->count = options->limits * options->values.count;
    for (int i = 0; i < session->count && i < ARMY_RUNS_MAX; i++) {
        struct worth_run *run = &session->run[i];
        const char *values = options->values.text[i / options->limits];
        run->nodes = options->limit[i % options->limits];
        snprintf(run->values, sizeof run->values, "%.*s", VALUES_NAME + 1, file_base(values));
        snprintf(run->name, sizeof run->name, "%.*s-%" PRIu64 "n", VALUES_NAME, run->values,
                 run->nodes);
    }
}

bool worth_configure(const struct session *session, const struct play_options *play,
                     const struct army_settings *army, struct config *config,
                     struct opening_list *list, struct error *error) {
    *config = session->setup->config;
    config->opening.army = *army;
    config->sampling.rate = 0; // nothing on the way is asked after
    bool done = play_options_config(play, config, list, error);
    for (int i = 0; done && i < PLAYERS; i++)
        done = replaced_values(&session->replaced, config->tables, &play->param,
                               &config->player[i].values, error);
    return done && config_finish(config, false, error);
}

static bool configure(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error) {
    const struct session *session = context;
    struct play_options play = session->options->play;
    play.nodes = (long long)session->run[number].nodes;
    play.values = values_path(session->options->values.text[number / session->options->limits]);
    return worth_configure(session, &play, &session->army, config, list, error);
}

static bool find_reference(struct session *session, struct error *error) {
    const char *name = session->options->reference;
    const struct variant *variant = &session->setup->tables->variant;
    session->reference = name ? variant_find_piece(variant, name, error) : 0;
    return !name || (session->reference && (!variant->piece[session->reference].royal ||
                                            error_set(error, "--reference: the %s is royal",
                                                      variant->piece[session->reference].name)));
}

// Two sets that are the same would be tested against each other and found equal.
static bool check_sets(struct session *session, struct error *error) {
    const struct options *options = session->options;
    for (int i = 0; i < session->count; i += options->limits)
        if (!file_check_name("the name of a file of --values, which its runs get",
                             session->run[i].values, VALUES_NAME + 1, error))
            return false;
    for (int i = 0; i < options->values.count; i++)
        for (int k = 0; k < i; k++) {
            const char *names[] = {options->values.text[i], options->values.text[k]};
            if (strcmp(session->run[i * options->limits].name,
                       session->run[k * options->limits].name) == 0)
                return error_set(error,
                                 "--values: two files of one name, which the runs are "
                                 "called by: %s",
                                 names[0]);
            bool same;
            if (!evolution_same_values(session->setup->tables, values_path(names[0]),
                                       values_path(names[1]), &same, error))
                return false;
            if (same)
                return error_set(error, "--values: %s and %s hold the same values", names[1],
                                 names[0]);
        }
    return true;
}

static bool prepare(struct session *session, struct error *error) {
    const struct options *options = session->options;
    if (!find_reference(session, error))
        return false;
    const struct tables *tables = session->setup->tables;
    int pieces = army_pieces(tables, 0);
    for (int i = 0; i < session->replaced.count; i++) {
        Type old = session->replaced.old[i];
        if (army_pieces(tables, old) == 0)
            return error_set(error, "--replace: no %s in the start position",
                             tables->variant.piece[old].name);
        session->army.other[old] = session->replaced.new[i];
    }
    double share = options->changes > 0 ? options->changes / pieces : ARMY_SHARE;
    if (share > 1)
        return error_set(error, "--changes %g: there are %d pieces that can be changed",
                         options->changes, pieces);
    session->army.share = round(1e6 * share) / 1e6; // as the run's identity has it
    if (session->army.share <= 0)
        return error_set(error, "--changes %g: too few for %d pieces", options->changes, pieces);
    struct game_range range;
    if (!play_options_range(&options->play, false, &range, error))
        return false;
    if (!options->runs.report)
        list_runs(session);
    if (session->count > ARMY_RUNS_MAX)
        return error_set(error, "%d runs; at most %d", session->count, ARMY_RUNS_MAX);
    for (int i = 0; i < session->count; i++)
        study_add(&session->study, session->run[i].name, range.total, session->run[i].nodes);
    return options->runs.report ? worth_check_runs(session, error) : check_sets(session, error);
}

static bool find_seed(const struct session *session, struct error *error) {
    char folder[PATH_MAX];
    return study_folder(&session->study, 0, folder, error) &&
           (!log_holds_run(folder) || study_find_seed(&session->study, 0, error));
}

// --- The answer ----------------------------------------------------------------------------------

static bool study_runs(const struct session *session, struct army_study *study,
                       struct error *error) {
    for (int i = 0; i < session->replaced.count; i++)
        army_study_replace(study, session->replaced.old[i], session->replaced.new[i]);
    for (int i = 0; i < session->count; i++) {
        char folder[PATH_MAX];
        if (!study_folder(&session->study, i, folder, error) ||
            !army_study_add(study, session->run[i].name, session->run[i].values,
                            (int64_t)session->run[i].nodes, folder, error))
            return false;
    }
    return true;
}

enum { ARMIES_LOOKED_AT = 2000 }; // for the share drawn again

static int show(const struct session *session, struct army_study *study) {
    const struct options *options = session->options;
    struct error error = {""};
    struct file_set files = {.count = 0};
    cJSON *origin = study_origin(&session->study);
    for (int i = 0; i < options->logs.count; i++)
        origin_add_run(origin, options->logs.text[i]);
    int64_t armies = study->count ? study->run[study->main].estimate.games : 0;
    study->redrawn = army_redrawn(&session->army, session->setup->tables, options->play.seed,
                                  armies < ARMIES_LOOKED_AT ? armies : ARMIES_LOOKED_AT);
    struct answer answer = army_answer(study, options->play.seed, origin);
    answer_json(&answer, study_add_file(&session->study, &files, "worth.json"));
    bool done =
        army_study_write(study, options->runs.folder, &error) && file_set_write(&files, &error);
    file_set_destroy(&files);
    if (done)
        return answer_show_by(&answer, &options->answer);
    answer_destroy(&answer);
    return fail(EXIT_ERROR, "%s", error.text);
}

static int report(const struct session *session) {
    struct error error = {""};
    struct army_study *study = army_study_create(session->setup->tables, session->reference);
    bool done = study_runs(session, study, &error);
    int code = done ? worth_beside(session, study) : fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE && !army_study_finish(study, (int)session->options->play.threads, &error))
        code = fail(study->too_few ? EXIT_UNDECIDED : EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE)
        code = show(session, study);
    army_study_destroy(study);
    return code;
}

static int run(struct session *session) {
    const struct options *options = session->options;
    struct error error = {""};
    bool ready = options->published ? find_reference(session, &error) : prepare(session, &error);
    if (!ready)
        return fail(EXIT_USAGE, "%s", error.text);
    if (options->published)
        return worth_show_published(session);
    if (options->runs.list)
        return runs_list(&session->study);
    for (int i = 0; i < options->logs.count; i++) { // before the first game
        struct worths worths = {0};
        struct stat status;
        const char *path = options->logs.text[i];
        bool folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
        if (!folder && !worths_load(path, session->setup->tables, &worths, &error))
            return fail(EXIT_ERROR, "%s", error.text);
        worths_destroy(&worths);
    }
    if (options->plan.wanted)
        return plan_armies(session);
    if (!options->runs.report && !find_seed(session, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = options->runs.report ? EXIT_DONE : runs_play(&session->study);
    bool part = runs_in_part(&options->runs, &options->play);
    return code == EXIT_DONE && !part ? report(session) : code;
}

// The game, with its new pieces. Returns the exit code.
static int load(struct session *session) {
    struct game_options *game = &session->options->game;
    const struct option_texts *texts = &session->options->replaced;
    struct error error = {""};
    if (session->options->runs.report && !worth_find_runs(session, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    if (texts->count == 0)
        return setup_load(session->setup, game);
    char *text = replaced_text(game->variant_name, texts, &session->replaced, &error);
    game->variant_text = text;
    int code = text ? setup_load(session->setup, game) : fail(EXIT_USAGE, "%s", error.text);
    game->variant_text = NULL;
    free(text);
    return code;
}

static int run_worth(void *data, const char *line) {
    struct options *options = data;
    struct setup setup = {0};
    struct session *session = mem_calloc(1, sizeof *session);
    options->play.command = line;
    *session = (struct session){.options = options,
                                .setup = &setup,
                                .study = {.folder = options->runs.folder,
                                          .play = &options->play,
                                          .only = options->runs.only,
                                          .context = session,
                                          .configure = configure}};
    int code = load(session);
    if (code == EXIT_DONE)
        code = run(session);
    for (int i = 0; i < ARRAY_LENGTH(session->record); i++)
        free(session->record[i]);
    study_destroy(&session->study);
    free(session);
    setup_destroy(&setup);
    return code;
}

static const struct option_use uses[] = {OPTION_USE(runs, struct options, runs),
                                         OPTION_USE(answer_full, struct options, answer),
                                         {&set, 0, NULL},
                                         OPTION_USE(plan, struct options, plan),
                                         OPTION_USE(part, struct options, play),
                                         OPTION_USE(games, struct options, play),
                                         OPTION_USE(player_detail, struct options, play),
                                         OPTION_USE(end, struct options, play),
                                         OPTION_USE(game, struct options, game),
                                         {0}};
const struct command command_worth = {
    COMMAND_HEAD(worth, GROUP_MEASURE, arguments, uses, struct options, run_worth),
    .arguments_needed = 1,
    .check = check,
};

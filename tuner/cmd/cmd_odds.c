// SPDX-License-Identifier: GPL-3.0-or-later
// kagami odds: what a man is worth, measured by games in which one side lacks it.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_odds_report.h"
#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "file.h"
#include "origin.h"
#include "run.h"

struct options {
    struct game_options game;
    struct play_options play;
    const char *folder, *piece[ODDS_MAX], *yardstick, *against;
    int piece_count;
    bool all, hand, json, report, list;
    const char *only;
};

enum {
    KEY_OUT = 256,
    KEY_PIECE,
    KEY_ALL,
    KEY_HAND,
    KEY_YARDSTICK,
    KEY_AGAINST,
    KEY_REPORT,
    KEY_LIST,
    KEY_ONLY,
    KEY_JSON
};

static const struct argp_option option_list[] = {
    {"out", KEY_OUT, "DIR", 0, "Folder of the runs, DIR/MAN, and of odds.csv, odds.json (needed)",
     1},
    {"piece", KEY_PIECE, "MAN", 0, "A man to measure, by letter, ID or name (repeatable)", 1},
    {"all", KEY_ALL, 0, 0, "Every man of the start position", 1},
    {"hand", KEY_HAND, 0, 0, "Measure them in hand too: one side has one more there", 1},
    {"against", KEY_AGAINST, "MAN", 0,
     "One side lacks the piece, the other lacks MAN: the difference of the two, for large men "
     "whose absence decides the game",
     1},
    {"yardstick", KEY_YARDSTICK, "MAN", 0,
     "The man that worth is told in (default: the variant's); choose a larger one where its odds "
     "do not show",
     1},
    {"report", KEY_REPORT, 0, 0, "Play nothing: report on the games that are in DIR", 1},
    {"list", KEY_LIST, 0, 0, "Play nothing: list the runs, one a line", 1},
    {"only", KEY_ONLY, "RUN", 0, "Play this run of --list alone and report nothing; needs --seed",
     1},
    {"json", KEY_JSON, 0, 0, "Print the report as JSON", 1},
    {0}};

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
    case KEY_PIECE:
        if (options->piece_count == ARRAY_LENGTH(options->piece))
            argp_error(state, "too many --piece options");
        options->piece[options->piece_count++] = text;
        return 0;
    case KEY_ALL:
        options->all = true;
        return 0;
    case KEY_HAND:
        options->hand = true;
        return 0;
    case KEY_YARDSTICK:
        options->yardstick = text;
        return 0;
    case KEY_AGAINST:
        options->against = text;
        return 0;
    case KEY_REPORT:
        options->report = true;
        return 0;
    case KEY_LIST:
        options->list = true;
        return 0;
    case KEY_ONLY:
        options->only = text;
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            return ARGP_ERR_UNKNOWN;
        options->game.variant_name = text;
        return 0;
    case ARGP_KEY_END:
        if (!options->game.variant_name)
            argp_error(state, "give a VARIANT; `kagami show` lists them");
        else if (!options->folder)
            argp_error(state, "give a folder for the runs: --out DIR");
        else if (!options->all && !options->piece_count)
            argp_error(state, "give a --piece, or --all");
        else if (options->play.games % 2)
            argp_error(state, "--games must be even: two from each opening");
        else if (play_options_parts_fault(&options->play, options->only))
            argp_error(state, "%s", play_options_parts_fault(&options->play, options->only));
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct session {
    const struct options *options;
    const struct setup *setup;
    const struct tables *tables;
    uint64_t seed;
    bool seed_given;
    struct odds_list list;
    struct progress progress;
    struct observer observer;
};

static bool find_base(const struct variant *variant, const char *text, Type *base,
                      struct error *error) {
    Type type = variant_find_man(variant, text, error);
    *base = type & (Type)~TYPE_PROMOTED;
    if (type && type != *base)
        return error_set(error, "'%s' is a promoted man: odds are given in men of the start", text);
    return type != 0;
}

static bool add(struct session *session, struct odds odds, bool wanted, struct error *error) {
    struct odds_list *list = &session->list;
    for (int i = 0; i < list->count; i++)
        if (list->entry[i].odds.type == odds.type && list->entry[i].odds.hand == odds.hand &&
            list->entry[i].odds.against == odds.against)
            return true;
    struct error cause;
    if (!odds_possible(&odds, session->tables, &cause))
        return !wanted || error_set(error, "%s", cause.text);
    list->entry[list->count++].odds = odds;
    return true;
}

// The yardstick first, then the men, on the board and in hand.
static bool list_odds(struct session *session, struct error *error) {
    const struct options *options = session->options;
    const struct variant *variant = &session->tables->variant;
    Type yardstick = variant->yardstick, against = 0;
    if (options->yardstick && !find_base(variant, options->yardstick, &yardstick, error))
        return false;
    if (options->against && !find_base(variant, options->against, &against, error))
        return false;
    if (!add(session, (struct odds){.type = yardstick}, true, error))
        return false;
    for (int i = 0; i < options->piece_count; i++) {
        Type type;
        if (!find_base(variant, options->piece[i], &type, error) ||
            !add(session, (struct odds){.type = type, .against = against}, true, error) ||
            (options->hand &&
             !add(session, (struct odds){.type = type, .hand = true}, true, error)))
            return false;
    }
    for (int i = 0; options->all && i < variant->base_count; i++) {
        Type type = variant->bases[i];
        if (!add(session, (struct odds){.type = type, .against = against}, false, error) ||
            (options->hand &&
             !add(session, (struct odds){.type = type, .hand = true}, false, error)))
            return false;
    }
    return true;
}

static bool odds_folder(const struct session *session, const struct odds *odds, char path[PATH_MAX],
                        struct error *error) {
    char name[ODDS_NAME];
    return play_options_folder(&session->options->play, session->options->folder,
                               odds_name(odds, name), path, error);
}

// The run of these odds; its list of openings is the caller's to destroy.
static bool configure(const struct session *session, const struct odds *odds, struct config *config,
                      struct opening_list *list, struct error *error) {
    struct play_options play = session->options->play;
    play.seed = session->seed;
    *config = session->setup->config;
    config->opening.odds = *odds;
    if (!play_options_config(&play, config, list, error))
        return false;
    int count = list->count;
    if (count > 0)
        opening_list_keep(list, odds, session->tables);
    if (count > 0 && list->count == 0)
        return error_set(error, "%s: no opening is fit for these odds", play.openings);
    return config_finish(config, false, error);
}

static int play(struct session *session, int number) {
    const struct odds *odds = &session->list.entry[number].odds;
    char folder[PATH_MAX], label[64], name[ODDS_NAME];
    struct error error = {""};
    struct config config;
    struct opening_list list = {0};
    snprintf(label, sizeof label, "%d/%d %s", number + 1, session->list.count,
             odds_name(odds, name));
    struct run run = {.config = &config,
                      .folder = folder,
                      .threads = (int)session->options->play.threads,
                      .seed_given = session->seed_given,
                      .command = session->options->play.command,
                      .task = label,
                      .quiet = true,
                      .observer = &session->observer};
    int code = EXIT_DONE;
    if (!configure(session, odds, &config, &list, &error) ||
        !odds_folder(session, odds, folder, &error))
        code = fail(EXIT_ERROR, "%s", error.text);
    else if (!play_options_range(&session->options->play, false, &run.range, &error))
        code = fail(EXIT_USAGE, "%s", error.text);
    else
        code = work_exit_code(run_play(&run, &error), &error);
    if (code == EXIT_DONE && run.stopped && number + 1 < session->list.count)
        code = fail(EXIT_AGAIN, "run the same command again to go on");
    session->seed = config.seed;
    session->seed_given = true;
    run_destroy(&run);
    opening_list_destroy(&list);
    return code;
}

static int play_all(struct session *session) {
    const char *only = session->options->only;
    bool found = !only;
    for (int i = 0; i < session->list.count; i++) {
        char name[ODDS_NAME];
        if (only && strcmp(only, odds_name(&session->list.entry[i].odds, name)) != 0)
            continue;
        found = true;
        int code = play(session, i);
        if (code != EXIT_DONE)
            return code;
    }
    return found ? EXIT_DONE
                 : fail(EXIT_USAGE, "--only '%s': no such run; --list lists them", only);
}

static bool measure(struct session *session, struct error *error) {
    for (int i = 0; i < session->list.count; i++) {
        struct odds_entry *entry = &session->list.entry[i];
        char folder[PATH_MAX];
        struct odds_sums sums = odds_sums_init();
        struct facts_options options = {.folder = folder, .tables = session->tables};
        int64_t copies;
        if (!odds_folder(session, &entry->odds, folder, error) ||
            !facts_read(&options, odds_sums_add, &sums, &copies, error))
            return false;
        entry->games = sums.games;
        entry->score = measured_score(&sums.pairs);
    }
    odds_list_finish(&session->list, session->tables);
    return true;
}

// The seed of runs that are there, where the command names none.
static bool find_seed(struct session *session, struct error *error) {
    char path[PATH_MAX];
    if (!odds_folder(session, &session->list.entry[0].odds, path, error))
        return false;
    strcat(path, "/run.json");
    if (session->seed_given || (!session->options->report && access(path, F_OK) != 0))
        return true;
    struct runmeta *meta = runmeta_load(path, error);
    if (!meta)
        return false;
    session->seed = runmeta_seed(meta);
    session->seed_given = true;
    runmeta_destroy(meta);
    return true;
}

static void write_json(struct session *session, struct buffer *out) {
    cJSON *json = cJSON_CreateObject();
    origin_add(json, session->options->play.command, NULL);
    for (int i = 0; i < session->list.count; i++) {
        char folder[PATH_MAX];
        if (odds_folder(session, &session->list.entry[i].odds, folder, NULL))
            origin_add_run(json, folder);
    }
    odds_list_json(&session->list, session->tables, session->seed, json);
    char *text = cJSON_Print(json);
    buffer_text(out, text ? text : "");
    buffer_char(out, '\n');
    out->failed |= !text;
    cJSON_free(text);
    cJSON_Delete(json);
}

static bool write_file(const struct session *session, const char *name, const struct buffer *text,
                       struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/%s", session->options->folder, name);
    return text->failed ? error_set(error, "out of memory")
                        : file_replace(path, text->data, text->length, error);
}

static int report(struct session *session) {
    const struct options *options = session->options;
    struct error error = {""};
    struct buffer csv = buffer_init(), json = buffer_init();
    bool done = measure(session, &error);
    if (done) {
        odds_list_csv(&session->list, &csv);
        write_json(session, &json);
        done = write_file(session, "odds.csv", &csv, &error) &&
               write_file(session, "odds.json", &json, &error);
    }
    if (done && options->json)
        fputs(json.data, stdout);
    buffer_destroy(&csv);
    buffer_destroy(&json);
    if (!done)
        return fail(EXIT_ERROR, "%s", error.text);
    if (!options->json)
        odds_list_text(&session->list, session->tables, session->seed, terminal_style(), stdout);
    return terminal_finish();
}

static int list_runs(const struct session *session) {
    for (int i = 0; i < session->list.count; i++) {
        char name[ODDS_NAME];
        puts(odds_name(&session->list.entry[i].odds, name));
    }
    return terminal_finish();
}

static int run(struct session *session) {
    const struct options *options = session->options;
    struct error error = {""};
    if (!list_odds(session, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    if (options->list)
        return list_runs(session);
    if (!find_seed(session, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    session->observer = progress_observer(&session->progress);
    int code = options->report ? EXIT_DONE : play_all(session);
    bool part = options->only || options->play.range.shards;
    return code == EXIT_DONE && !part ? report(session) : code;
}

int cmd_odds(int argc, char **argv) {
    static const struct argp_child children[] = {{&play_options_argp, 0, "Games of each man:", 3},
                                                 {&game_options_argp, 0, "Rules:", 4},
                                                 {0}};
    static const struct argp argp = {
        option_list,
        parse_option,
        "VARIANT",
        "Measure what men are worth by games in which one side lacks them (material odds).\v"
        "Openings are chosen balanced; then a man is taken away, from one side in one game and "
        "from "
        "the other side in the next. What the side that is ahead scores above one half, divided by "
        "what it scores when the yardstick is lacking, is the man's worth in yardsticks. "
        "Men that mirror each other are tested for equality. A run is an ordinary self-play "
        "folder; "
        "the same command goes on.\n\n"
        "A hundred games a man tell next to nothing; `kagami plan` says how many are needed.",
        children,
        0,
        0};
    struct options options = {0};
    struct setup setup;
    int code = setup_begin(&setup, &argp, argc, argv, &options, &options.play, &options.game);
    struct session *session = calloc(1, sizeof *session);
    if (code == EXIT_DONE && session) {
        *session = (struct session){.options = &options,
                                    .setup = &setup,
                                    .tables = setup.tables,
                                    .seed = options.play.seed,
                                    .seed_given = options.play.seed_given};
        code = run(session);
    } else if (code == EXIT_DONE) {
        code = fail(EXIT_ERROR, "out of memory");
    }
    free(session);
    setup_destroy(&setup);
    return code;
}

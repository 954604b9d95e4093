// SPDX-License-Identifier: GPL-3.0-or-later
// kagami odds: what a piece is worth, measured by games in which one side lacks it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_answer.h"
#include "cmd_runs.h"
#include "cmd_setup.h"
#include "odds_answer.h"
#include "origin.h"

struct options {
    struct runs_options runs;
    struct answer_options answer;
    struct plan_options plan;
    struct game_options game;
    struct play_options play;
    struct option_texts piece, logs;
    const char *yardstick, *against;
    bool all, hand;
};

#define AT(member) OPTION_AT(struct options, member)

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct options)};
static const struct option_row rows[] = {
    {"piece", "PIECE", "A piece to measure, by letter, ID or name (repeatable)", .kind = ROW_TEXTS,
     AT(piece)},
    {"all", NULL, "Every piece of the start position", AT(all)},
    {"hand", NULL, "Measure them in hand too: one side has one more there", AT(hand)},
    {"against", "PIECE",
     "One side lacks the piece, the other lacks this one: the difference of the two, for large "
     "pieces whose absence decides the game",
     .kind = ROW_TEXT, AT(against)},
    {"yardstick", "PIECE",
     "The piece that worth is told in (default: the variant's); choose a larger one where its odds "
     "do not show",
     .kind = ROW_TEXT, AT(yardstick)},
    {"logs", "DIR",
     "Log of `kagami selfplay`: lays the estimate from the moves, the regression on the logs and "
     "the odds side by side, and says where they disagree beyond their intervals (repeatable)",
     .kind = ROW_TEXTS, .completion = COMPLETE_FOLDER, AT(logs)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    if (!options->all && !options->piece.count)
        return error_set(error, "give a --piece, or --all");
    if (options->play.games % 2)
        return error_set(error, "--games must be even: two from each opening");
    return options->plan.wanted ||
           runs_check(&options->runs, &options->play, options->answer.json, error);
}

struct session {
    struct options *options;
    const struct setup *setup;
    const struct tables *tables;
    struct odds_list list;
    struct runs runs;
};

static bool find_base(const struct variant *variant, const char *text, Type *base,
                      struct error *error) {
    Type type = variant_find_piece(variant, text, error);
    *base = type & (Type)~TYPE_PROMOTED;
    if (type && type != *base)
        return error_set(error, "'%s' is a promoted piece: odds are given in pieces of the start",
                         text);
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

static bool add_piece(struct session *session, Type type, Type against, bool wanted,
                      struct error *error) {
    return (type == against ||
            add(session, (struct odds){.type = type, .against = against}, wanted, error)) &&
           (!session->options->hand ||
            add(session, (struct odds){.type = type, .hand = true}, wanted, error));
}

// The yardstick first, then the pieces, on the board and in hand.
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
    for (int i = 0; i < options->piece.count; i++) {
        Type type;
        if (!find_base(variant, options->piece.text[i], &type, error))
            return false;
        if (type == against)
            return error_set(error, "--against %s: a piece against itself tells nothing",
                             options->against);
        if (!add_piece(session, type, against, true, error))
            return false;
    }
    for (int i = 0; options->all && i < variant->base_count; i++)
        if (!add_piece(session, variant->bases[i], against, false, error))
            return false;
    return true;
}

static const char *name_of(void *context, int number, char text[PATH_MAX]) {
    const struct session *session = context;
    return odds_name(&session->list.entry[number].odds, text);
}

static bool range_of(void *context, int number, struct game_range *range, struct error *error) {
    const struct session *session = context;
    (void)number;
    return play_options_range(&session->options->play, false, range, error);
}

static bool configure(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error) {
    const struct session *session = context;
    const struct odds *odds = &session->list.entry[number].odds;
    const struct play_options *play = &session->options->play;
    *config = session->setup->config;
    config->opening.odds = *odds;
    if (!play_options_config(play, config, list, error))
        return false;
    int count = list->count;
    if (count > 0)
        opening_list_keep(list, odds, session->tables);
    if (count > 0 && list->count == 0)
        return error_set(error, "%s: no opening is fit for these odds", play->openings);
    return config_finish(config, false, error);
}

static bool measure(struct session *session, struct error *error) {
    for (int i = 0; i < session->list.count; i++) {
        struct odds_entry *entry = &session->list.entry[i];
        char folder[PATH_MAX];
        struct odds_sums sums = odds_sums_init();
        struct facts_options options = {.folder = folder, .tables = session->tables};
        int64_t copies;
        if (!runs_folder(&session->runs, i, folder, error) ||
            !facts_read(&options, odds_sums_add, &sums, &copies, error))
            return false;
        entry->games = sums.games;
        entry->score = measured_score(&sums.pairs);
    }
    odds_list_finish(&session->list, session->tables);
    return true;
}

// Of runs that are there.
static bool find_seed(const struct session *session, struct error *error) {
    char folder[PATH_MAX], record[PATH_MAX];
    if (!runs_folder(&session->runs, 0, folder, error))
        return false;
    snprintf(record, sizeof record, "%.4000s/run.json", folder);
    return (!session->options->runs.report && access(record, F_OK) != 0) ||
           runs_find_seed(&session->runs, 0, error);
}

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

// What the logs say beside the odds. Returns EXIT_DONE, EXIT_ERROR, or EXIT_UNDECIDED where they
// have too few games.
static int set_beside(const struct session *session, struct worth *worth) {
    const struct options *options = session->options;
    const struct odds_list *list = &session->list;
    Type yardstick = list->entry[0].odds.type;
    struct error error = {"out of memory"};
    char name[VALUE_NAME];
    struct tune_options tune =
        tune_options_plain(options->logs.text, options->logs.count, (int)options->play.threads);
    tune.yardstick = values_name(VALUE_BOARD + yardstick, name);
    struct tuning *tuning = tuning_create(&tune);
    bool done = tuning && tuning_read(tuning, NULL, NULL, &error) &&
                same_game(session->tables, tuning->logs.tables, &error) &&
                tuning_fit(tuning, NULL, NULL, &error);
    bool too_few = tuning && tuning->too_few;
    worth_begin(worth, session->tables, yardstick);
    if (done)
        worth_add_regression(worth, tuning);
    tuning_destroy(tuning);
    for (int i = 0; done && i < list->count; i++)
        if (!list->entry[i].odds.against)
            worth_add_odds(worth, list->entry[i].odds.type, list->entry[i].odds.hand,
                           &list->entry[i].worth, list->entry[i].score.n);
    worth_finish(worth);
    return done ? EXIT_DONE : fail(too_few ? EXIT_UNDECIDED : EXIT_ERROR, "%s", error.text);
}

static int report(struct session *session) {
    const struct options *options = session->options;
    struct error error = {""};
    struct worth worth;
    if (!measure(session, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = options->logs.count ? set_beside(session, &worth) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    struct buffer csv = buffer_init(), json = buffer_init();
    cJSON *origin = runs_origin(&session->runs);
    for (int i = 0; i < options->logs.count; i++)
        origin_add_run(origin, options->logs.text[i]);
    struct answer answer = odds_answer(&session->list, session->tables, session->options->play.seed,
                                       options->logs.count ? &worth : NULL, origin);
    answer_csv(&answer, "odds", &csv);
    answer_json(&answer, &json);
    bool done = runs_write(&session->runs, "odds.csv", &csv, &error);
    done &= runs_write(&session->runs, "odds.json", &json, &error);
    if (done)
        return answer_show(&answer, options->answer.json);
    answer_destroy(&answer);
    return fail(EXIT_ERROR, "%s", error.text);
}

// The yardstick's run stands for all.
static int plan(const struct session *session) {
    const struct plan_games games = {
        .parts = 1, .runs = session->list.count, .questions = PLAN_WORTH};
    return runs_plan(&session->runs, &session->options->plan, games, (const char *[]){NULL},
                     (int[]){0}, session->options->answer.json);
}

static int run(struct session *session) {
    const struct options *options = session->options;
    struct error error = {""};
    if (!list_odds(session, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    session->runs.count = session->list.count;
    if (options->runs.list)
        return runs_list(&session->runs);
    if (options->plan.wanted)
        return plan(session);
    if (!find_seed(session, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    int code = options->runs.report ? EXIT_DONE : runs_play(&session->runs);
    bool part = runs_in_part(&options->runs, &options->play);
    return code == EXIT_DONE && !part ? report(session) : code;
}

static int run_odds(void *data, const char *line) {
    struct options *options = data;
    struct setup setup = {0};
    options->play.command = line;
    int code = setup_load(&setup, &options->game);
    struct session *session = calloc(1, sizeof *session);
    if (code == EXIT_DONE && session) {
        *session = (struct session){.options = options,
                                    .setup = &setup,
                                    .tables = setup.tables,
                                    .runs = {.options = &options->runs,
                                             .play = &options->play,
                                             .context = session,
                                             .name = name_of,
                                             .range = range_of,
                                             .configure = configure}};
        code = run(session);
    } else if (code == EXIT_DONE) {
        code = fail(EXIT_ERROR, "out of memory");
    }
    free(session);
    setup_destroy(&setup);
    return code;
}

static const struct option_use uses[] = {RUNS_OPTIONS(struct options, runs),
                                         ANSWER_OPTIONS(struct options, answer),
                                         {&set, 0, NULL},
                                         PLAN_OPTIONS(struct options, plan),
                                         PLAY_OPTIONS(struct options, play),
                                         GAME_OPTIONS(struct options, game),
                                         {0}};
const struct command command_odds = {
    .name = "odds",
    .group = GROUP_MEASURE,
    .summary = "measure what pieces are worth by material odds",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .about = "Measure what pieces are worth by games in which one side lacks them (material odds).",
    .epilogue =
        "Openings are chosen balanced; then a piece is taken away, from one side in one game and "
        "from the other side in the next. What the side that is ahead scores above one half, "
        "divided by what it scores when the yardstick is lacking, is the piece's worth in "
        "yardsticks. Pieces that mirror each other are tested for equality. A run is an ordinary "
        "self-play folder; the same command goes on.\n\n"
        "With --logs three methods stand side by side. Each errs in its own way: the estimate "
        "knows no games, the regression sees only the imbalances that the players like and credits "
        "early positions with what comes later, odds games are unlike others. Differences are "
        "corrected for the number of pieces (Holm).\n\n"
        "A hundred games a piece tell next to nothing; --plan says how many are needed.",
    .uses = uses,
    .size = sizeof(struct options),
    .check = check,
    .run = run_odds,
};

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami worth: three methods of telling what men are worth, side by side.
#include <cjson/cJSON.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "origin.h"
#include "workers.h"
#include "worth.h"

struct options {
    struct game_options game;
    struct answer_options answer;
    struct option_texts logs;
    const char *odds, *yardstick;
    int threads;
};

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct options)};

#define AT(member) OPTION_AT(struct options, member)

static const struct option_row rows[] = {
    {"logs", "DIR", "Log of `kagami selfplay` for the regression (repeatable)", .kind = ROW_TEXTS,
     .completion = COMPLETE_FOLDER, AT(logs)},
    {"odds", "DIR", "Folder of `kagami odds`", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER,
     AT(odds)},
    {"yardstick", "PIECE", "The piece that worth is told in (default: the variant's)",
     .kind = ROW_TEXT, AT(yardstick)},
    {"threads", "T", "Threads (default: the processors)", .kind = ROW_COUNT, .low = 1, .high = 1024,
     AT(threads)},
};

static bool set_defaults(void *base, struct error *error) {
    (void)error;
    ((struct options *)base)->threads = workers_default_threads();
    return true;
}

static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), set_defaults, NULL};

static const char *remark(const struct worth_row *row) {
    if (row->p_holm < 0.05)
        return row->prior_outside ? "regression and odds differ; the prior is neither"
                                  : "regression and odds differ";
    return row->prior_outside ? "the prior is outside" : "";
}

// In 23 columns.
static char *print_measured(struct measured of, char text[48]) {
    if (of.n > 0)
        snprintf(text, 48, "%6.2f %6.2f ..%6.2f", of.value, of.low, of.high);
    else
        snprintf(text, 48, "%6s", "-");
    return text;
}

static void man_title(const struct tables *tables, int index, char text[80]) {
    bool hand = index >= VALUE_HAND;
    Type base = (Type)(index - (hand ? VALUE_HAND : VALUE_BOARD));
    snprintf(text, 80, "%s%s", tables->variant.man[base].name, hand ? " in hand" : "");
}

static void print_text(const struct worth *worth, const struct tables *tables) {
    struct diagram_style style = terminal_style();
    const char *bold = style.colour ? "\033[1m" : "", *plain = style.colour ? "\033[0m" : "";
    printf("\n%s%s%s   1 = a %s on the board; intervals 95%%\n\n", bold, tables->variant.title,
           plain, tables->variant.man[worth->yardstick].name);
    printf("  %-24s %6s  %-23s  %s\n", "", "moves", "regression", "odds");
    for (int i = 0; i < worth->count; i++) {
        const struct worth_row *row = &worth->row[i];
        char man[80], regression[48], odds[48];
        man_title(tables, row->index, man);
        printf("  %-24s %6.2f  %-23s  %s", man, row->prior,
               print_measured(row->regression, regression), print_measured(row->odds, odds));
        printf("%s%s\n", *remark(row) ? "   " : "", remark(row));
    }
}

static void add_measured(cJSON *json, const char *key, struct measured of) {
    if (of.n <= 0) {
        cJSON_AddNullToObject(json, key);
        return;
    }
    cJSON *object = cJSON_AddObjectToObject(json, key);
    cJSON_AddNumberToObject(object, "n", of.n);
    cJSON_AddNumberToObject(object, "value", of.value);
    cJSON_AddNumberToObject(object, "lo95", of.low);
    cJSON_AddNumberToObject(object, "hi95", of.high);
}

static void add_origin(const struct options *options, const char *line, cJSON *json) {
    char path[PATH_MAX];
    origin_add(json, line, NULL);
    for (int i = 0; i < options->logs.count; i++)
        origin_add_run(json, options->logs.text[i]);
    if (options->odds) {
        snprintf(path, sizeof path, "%.4000s/odds.json", options->odds);
        origin_add_inputs_of(json, path);
    }
}

static void print_json(const struct options *options, const struct worth *worth,
                       const struct tables *tables, const char *line) {
    cJSON *json = cJSON_CreateObject();
    add_origin(options, line, json);
    cJSON_AddStringToObject(json, "variant", tables->variant.name);
    cJSON_AddStringToObject(json, "yardstick", tables->variant.man[worth->yardstick].name);
    cJSON *list = cJSON_AddArrayToObject(json, "men");
    for (int i = 0; i < worth->count; i++) {
        const struct worth_row *row = &worth->row[i];
        char name[VALUE_NAME];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddItemToArray(list, item);
        cJSON_AddStringToObject(item, "parameter", values_name(row->index, name));
        cJSON_AddNumberToObject(item, "prior", row->prior);
        add_measured(item, "regression", row->regression);
        add_measured(item, "odds", row->odds);
        cJSON_AddNumberToObject(item, "p_agree_holm", row->p_holm);
        cJSON_AddBoolToObject(item, "prior_outside", row->prior_outside);
    }
    char *text = cJSON_Print(json);
    if (text)
        puts(text);
    cJSON_free(text);
    cJSON_Delete(json);
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

// What the methods say. Returns EXIT_DONE, EXIT_ERROR, or EXIT_UNDECIDED where the logs have too
// few games.
static int gather(const struct options *options, const struct tables *tables, Type yardstick,
                  struct worth *worth) {
    char path[PATH_MAX];
    struct error error = {""};
    struct refit *refit = calloc(1, sizeof *refit);
    if (!refit)
        return fail(EXIT_ERROR, "out of memory");
    worth_begin(worth, tables, yardstick);
    bool done = true, too_few = false;
    if (options->logs.count) {
        done = refit_run(refit, options->logs.text, options->logs.count, NULL, yardstick,
                         options->threads, &error) &&
               same_game(tables, refit->logs.tables, &error);
        too_few = refit->fit.too_few;
        if (done)
            worth_add_regression(worth, refit);
        refit_destroy(refit);
    }
    free(refit);
    if (done && options->odds) {
        snprintf(path, sizeof path, "%.4000s/odds.csv", options->odds);
        done = worth_add_odds(worth, tables, path, &error);
    }
    if (done)
        worth_finish(worth);
    return done ? EXIT_DONE : fail(too_few ? EXIT_UNDECIDED : EXIT_ERROR, "%s", error.text);
}

static int compare(const struct options *options, const struct tables *tables, const char *line) {
    struct error error = {""};
    struct worth worth;
    Type yardstick = tables->variant.yardstick;
    if (options->yardstick) {
        yardstick = variant_find_man(&tables->variant, options->yardstick, &error);
        if (!yardstick)
            return fail(EXIT_USAGE, "%s", error.text);
        if (yardstick & TYPE_PROMOTED || !values_uses(tables, VALUE_BOARD + yardstick))
            return fail(EXIT_USAGE, "'%s' cannot be a yardstick: it is promoted or royal",
                        options->yardstick);
    }
    int code = gather(options, tables, yardstick, &worth);
    if (code != EXIT_DONE)
        return code;
    if (options->answer.json)
        print_json(options, &worth, tables, line);
    else
        print_text(&worth, tables);
    return terminal_finish();
}

static int run(void *data, const char *line) {
    const struct options *options = data;
    struct tables *tables = game_options_tables(&options->game);
    int code = tables ? compare(options, tables, line) : EXIT_USAGE;
    free(tables);
    return code;
}

static const struct option_use uses[] = {{&set, 0, NULL},
                                         ANSWER_OPTIONS(struct options, answer),
                                         GAME_OPTIONS(struct options, game),
                                         {0}};
const struct command command_worth = {
    .name = "worth",
    .group = GROUP_MEASURE,
    .summary = "three methods of telling what men are worth, side by side",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .about =
        "Lay what men are worth by three methods side by side: the estimate from their moves, the "
        "regression on logs of self-play, material odds; and say where they disagree beyond their "
        "intervals.",
    .epilogue =
        "Each method errs in its own way: the estimate knows no games, the regression sees only "
        "the imbalances that the players like and credits early positions with what comes later, "
        "odds games are unlike others. Differences are corrected for the number of men (Holm).",
    .uses = uses,
    .size = sizeof(struct options),
    .run = run,
};

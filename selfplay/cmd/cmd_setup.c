// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "memory.h"
#include "number.h"
#include "run.h"
#include "score_answer.h"
#include "sprt.h"

static bool set_points(void *member, const char *text, struct error *error) {
    double *share = member;
    if (!number_decimal(text, share) || *share <= 0 || *share > 50)
        return error_set(error, "must be a number above 0, at most 50, not '%s'", text);
    *share /= 100;
    return true;
}

static bool set_elo(void *member, const char *text, struct error *error) {
    struct plan_options *options = member;
    char first[NUMBER_TEXT];
    const char *second = number_split(text, ":", first);
    struct sprt sprt = {.alpha = 0.05, .beta = 0.05};
    struct error cause = {"two numbers with a colon between are needed"};
    options->elo_given = second && number_decimal(first, &options->elo[0]) &&
                         number_decimal(second, &options->elo[1]);
    sprt.elo0 = options->elo[0];
    sprt.elo1 = options->elo[1];
    return (options->elo_given && sprt_check(&sprt, &cause)) ||
           error_set(error, "'%s': %s", text, cause.text);
}

#define AT(member) OPTION_AT(struct plan_options, member)

// The parts of --plan-for.
static const struct option_row part_rows[] = {
    {"half-width", "POINTS", .kind = ROW_OWN, .set = set_points, AT(half_width)},
    {"difference", "POINTS", .kind = ROW_OWN, .set = set_points, AT(difference)},
    {"equivalence", "POINTS", .kind = ROW_OWN, .set = set_points, AT(equivalence)},
    {"elo", "E0:E1", .kind = ROW_OWN, .set = set_elo},
    {"worth", "PIECES", .kind = ROW_REAL, .low = 1e-4, .high = 1000, AT(worth)},
    {"power", "SHARE", "0.8", .kind = ROW_REAL, .low = 0.05, .high = 0.9999, AT(power)},
    {"arms", "N", .kind = ROW_COUNT, .low = 2, .high = 32, AT(arms)},
    {"draws", "SHARE", .kind = ROW_REAL, .high = 0.99, AT(draws)},
    {"budget", "HOURS", .kind = ROW_REAL, .low = 1e-9, .high = 1e9, AT(budget)},
    {"seconds", "S", .kind = ROW_REAL, .low = 1e-3, .high = 3600, AT(seconds)},
    {"pilot", "GAMES", .kind = ROW_COUNT, .low = 1, .high = 1000000, AT(pilot)},
};
static const struct option_set part_set = {NULL, part_rows, ARRAY_LENGTH(part_rows), NULL, NULL};

static bool set_for(void *member, const char *text, struct error *error) {
    struct plan_options *options = member;
    struct error cause = {""};
    char parts[256];
    options->wanted = true;
    if (snprintf(parts, sizeof parts, "%s", text) >= (int)sizeof parts)
        return error_set(error, "is too long");
    return options_set_list(&part_set, options, parts, NULL, &cause) ||
           error_set(error, "'%s': %s", text, cause.text);
}

static const struct option_row rows[] = {
    {"plan", NULL, .line_only = true, AT(wanted)},
    {"plan-for", "KEY=N,...", .line_only = true, .kind = ROW_OWN, .set = set_for},
};

static bool set_defaults(void *base, struct error *error) {
    static const struct option_use parts[] = {{&part_set, 0, NULL}, {0}};
    struct plan_options *options = base;
    options->draws = -1;
    return options_defaults(parts, options, error);
}

const struct option_set plan_option_set = {"Planning", rows, ARRAY_LENGTH(rows), set_defaults,
                                           NULL};

int plan_show(const struct plan_options *options, const struct plan_games *games, bool json) {
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    struct plan plan;
    struct error error = {""};
    if (options->worth > 0 && !games->worth)
        return fail(EXIT_USAGE, "--plan-for worth: `kagami worth` measures that");
    enum work_end end = plan_make(&plan, options, games, &observer, &error);
    if (end == WORK_FAILED && plan.too_few)
        return fail(EXIT_UNDECIDED, "%s", error.text);
    if (end != WORK_DONE)
        return work_exit_code(end, &error);
    int code = answer_show(&plan.answer, json);
    for (char *line = plan.hopeless.data; code != EXIT_ERROR && line && *line;
         line += strlen(line) + 1) {
        line[strcspn(line, "\n")] = 0;
        code = fail(EXIT_CHECK, "%s", line);
    }
    buffer_destroy(&plan.hopeless);
    return code;
}

int plan_runs(const struct study *study, const struct plan_options *plan, struct plan_games games,
              struct plan_part part[], bool json) {
    struct config config[PLAN_PARTS];
    struct opening_list list[PLAN_PARTS] = {0};
    struct error error = {""};
    bool done = true;
    for (int i = 0; done && i < games.parts; i++) {
        part[i].config = &config[i];
        done = study->configure(study->context, part[i].run, &config[i], &list[i], &error);
    }
    games.part = part;
    games.games_given |= study->play->games_given;
    struct game_range range = {.end = study->play->games};
    if (games.games == 0) { // of shards all, by blocks
        done = done && (study->play->range.shards ||
                        play_options_range(study->play, study->paired, &range, &error));
        games.games = (double)(range.end - range.begin);
    }
    games.folder = study->folder;
    games.threads = (int)study->play->threads;
    int code = done ? plan_show(plan, &games, json) : fail(EXIT_ERROR, "%s", error.text);
    for (int i = 0; i < games.parts; i++)
        opening_list_destroy(&list[i]);
    return code;
}

// --- One run -------------------------------------------------------------------------------------

int setup_load(struct setup *setup, const struct game_options *game) {
    struct error error = {""};
    int code;
    setup->tables = game_options_tables(game, &code);
    if (!setup->tables)
        return code;
    setup->variant_text = game->variant_text ? mem_strdup(game->variant_text)
                                             : config_variant_text(game->variant_name, &error);
    if (!setup->variant_text)
        return fail(EXIT_ERROR, "%s", error.text);
    setup->config = config_default(setup->tables, setup->variant_text);
    return EXIT_DONE;
}

void setup_destroy(struct setup *setup) {
    opening_list_destroy(&setup->list);
    free(setup->variant_text);
    free(setup->tables);
}

static int plan_one(const struct setup_play *play, const struct config *config) {
    const struct plan_part part = {.config = config};
    struct game_range range = {.end = play->play->games}; // of a sequential test all, by blocks
    struct error error = {""};
    if (!config->sprt && !play_options_range(play->play, config->paired, &range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    const struct plan_games games = {.part = &part,
                                     .parts = 1,
                                     .runs = 1,
                                     .questions = play->match ? PLAN_STRENGTH : PLAN_SCORE,
                                     .games = (double)(range.end - range.begin),
                                     .games_given = play->play->games_given,
                                     .folder = play->log->folder,
                                     .processes = config->sprt ? play->play->range.shards : 0,
                                     .threads = (int)play->play->threads};
    return plan_show(play->plan, &games, play->answer->json);
}

int setup_play(struct setup *setup, const struct setup_play *play) {
    struct config *config = &setup->config;
    struct error error = {""};
    struct progress progress;
    if (play->plan->wanted)
        return plan_one(play, config);
    struct observer observer = progress_observer(&progress);
    char folder[PATH_MAX];
    if (snprintf(folder, sizeof folder, "%s", play->log->folder) >= PATH_MAX - 32)
        return fail(EXIT_ERROR, "the folder's name is too long");
    if (play->play->shard_variable && !config->sprt)
        sprintf(folder + strlen(folder), "/shards/%d", play->play->range.shard);
    struct run run = {.config = config,
                      .folder = folder,
                      .threads = (int)play->play->threads,
                      .seed_given = play->play->seed_given,
                      .command = play->play->command,
                      .force = play->log->force,
                      .match = play->match,
                      .observer = &observer};
    if (!play_options_range(play->play, config->paired, &run.range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    if (config->sprt && run.range.shards)
        run_share(&run);
    int code = work_exit_code(run_play(&run, &error), &error);
    if (code == EXIT_DONE) {
        struct answer answer = run_answer(&run);
        code = answer_show_by(&answer, play->answer);
    }
    const struct tally *tally = code == EXIT_DONE ? run.log->tally : NULL;
    if (tally && config->paired && score_faulty(tally_faults(tally), tally->games))
        code = EXIT_UNDECIDED;
    if (code == EXIT_DONE && config->sprt)
        code = sprt_exit_code(sprt_verdict(config->sprt, &run.log->tally->pairs));
    run_destroy(&run);
    return code;
}

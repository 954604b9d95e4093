// SPDX-License-Identifier: GPL-3.0-or-later
// kagami design: which single change brings a game to what its designer wants.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd_progress.h"
#include "cmd_runs.h"
#include "cmd_terminal.h"
#include "design.h"

enum { GAMES = 20000 };

struct design_options {
    struct game_options game;
    struct play_options play;
    struct answer_options answer;
    struct plan_options plan;
    const char *folder, *want, *ladder;
    unsigned vary; // 0: not given
    struct option_texts between;
    double hours;
    int finalists, ini;
    bool list;
};

#define AT(member) OPTION_AT(struct design_options, member)

static bool set_vary(void *member, const char *text, struct error *error) {
    static const char *const kinds[] = {"pieces", "promotions", "array", "rules"};
    unsigned *vary = member;
    for (*vary = 0; *text;) {
        size_t length = strcspn(text, ",");
        int kind = ARRAY_LENGTH(kinds) - 1;
        while (kind >= 0 &&
               (strlen(kinds[kind]) != length || strncmp(kinds[kind], text, length) != 0))
            kind--;
        if (kind < 0)
            return error_set(error, "takes pieces,promotions,array,rules, not '%.*s'", (int)length,
                             text);
        *vary |= 1u << kind;
        text += length + (text[length] == ',');
    }
    return *vary != 0 || error_set(error, "names nothing");
}

static const struct option_row rows[] = {
    {"out", "DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, AT(folder)},
    {"want", "NAME=LOW..HIGH,...", .kind = ROW_TEXT, AT(want)},
    {"vary", "KIND,...", .kind = ROW_OWN, .set = set_vary, AT(vary)},
    {"between", "FILE", .kind = ROW_TEXTS, .completion = COMPLETE_FILE, AT(between)},
    {"hours", "H", .kind = ROW_REAL, .low = 0.0001, .high = 1e5, AT(hours)},
    {"ladder", "N,N,...", "100,400,1600", .kind = ROW_TEXT, AT(ladder)},
    {"finalists", "N", "5", .kind = ROW_COUNT, .low = 1, .high = FINALISTS_MAX, AT(finalists)},
    {"list", NULL, .line_only = true, AT(list)},
    {"ini", "N", .line_only = true, .kind = ROW_COUNT, .low = 1, .high = CANDIDATES_MAX, AT(ini)},
    {"values", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(play.values)},
};
static const struct option_set set = {.rows = rows, .count = ARRAY_LENGTH(rows)};

enum { PLAY = offsetof(struct design_options, play) };
static const struct option_use uses[] = {{&set, 0, NULL},
                                         OPTION_USE(answer_full, struct design_options, answer),
                                         OPTION_USE(plan, struct design_options, plan),
                                         {&shared_option_set, PLAY, NULL},
                                         {&games_option_set, PLAY, NULL},
                                         {&player_detail_option_set, PLAY, NULL},
                                         {&opening_option_set, PLAY, NULL},
                                         {&end_option_set, PLAY, NULL},
                                         OPTION_USE(game, struct design_options, game),
                                         {0}};

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct design_options)};

static bool check(void *data, struct error *error) {
    struct design_options *options = data;
    if (!options->vary && !options->between.count)
        options->vary = VARY_ALL;
    if (options->list || options->ini)
        return !options->answer.json || error_set(error, "--list and --ini go without --json");
    if (!options->want)
        return error_set(error, "what is wanted? --want \"length=80..140, draws<5%%\"");
    if (options->play.games_given && options->hours > 0)
        return error_set(error, "--games or --hours, not both");
    if (options->play.start_plies && !options->play.ladder.rungs)
        return error_set(error, "--start-plies says nothing without --openings start");
    if (options->plan.wanted)
        return options->hours == 0 ||
               error_set(error, "--plan says what --games cost: --hours are the cost");
    if (!options->folder)
        return error_set(error, "give a folder for the runs: --out DIR");
    return options->play.seed_given || !options->play.range.shards ||
           error_set(error, "--shard needs --seed: all processes must have the same");
}

struct session {
    struct design_options *options;
    struct setup setup;
    struct experiment *ladder;
    struct design design;
};

static int list(const struct candidates *candidates) {
    for (int i = 0; i < candidates->count; i++)
        printf("%5d  %s\n", i + 1, candidates->of[i].edit);
    return terminal_finish();
}

static int print_ini(const struct candidates *candidates, int number) {
    if (number > candidates->count)
        return fail(EXIT_USAGE, "--ini %d: there are %d changes", number, candidates->count);
    fputs(candidates->of[number - 1].text, stdout);
    return terminal_finish();
}

// A part for each limit; the last is the estimate.
static bool configure_part(void *context, int number, struct config *config,
                           struct opening_list *opening_list, struct error *error) {
    const struct session *session = context;
    const struct design *design = &session->design;
    uint64_t nodes = number < design->ladder->ladder_count ? design->ladder->ladder[number]
                                                           : design_middle(design);
    return design_configure(design, design->play, design->base, design->base_text, nodes,
                            !wish_asks(&design->wish, false), config, opening_list, error);
}

_Static_assert((int)LADDER_MAX + 1 <= (int)PLAN_PARTS, "estimate and all limits are planned");

static int plan(struct session *session) {
    struct design *design = &session->design;
    const struct study study = {.folder = design->folder,
                                .play = design->play,
                                .context = session,
                                .configure = configure_part};
    struct plan_part part[PLAN_PARTS];
    int limits = design->ladder->ladder_count;
    struct error error;
    if (!design_share(design, (double)design->games, false, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    int kept = design->candidates.count < design->kept ? design->candidates.count : design->kept;
    bool plain = wish_asks(&design->wish, false), armies = wish_asks(&design->wish, true);
    double proof = (double)design->proof_games * (kept + 1), race = (double)design->race_budget;
    for (int i = 0; i < limits; i++) {
        part[i] = (struct plan_part){.games = race / limits + (plain + armies) * proof, .run = i};
        snprintf(part[i].name, sizeof part[i].name, "race and proof, %" PRIu64 " nodes",
                 design->ladder->ladder[i]);
    }
    part[limits] = (struct plan_part){.games = proof, .run = limits};
    snprintf(part[limits].name, sizeof part[limits].name, "estimate, %" PRIu64 " nodes",
             design_middle(design));
    int parts = limits + plain;
    const struct plan_games games = {
        .parts = parts, .runs = 1, .games = (double)design->games / parts, .games_given = true};
    return plan_runs(&study, &session->options->plan, games, part, session->options->answer.json);
}

static int play(struct session *session) {
    struct design *design = &session->design;
    struct error error = {""};
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    design->observer = &observer;
    int code = work_exit_code(design_run(design, &error), &error);
    if (code != EXIT_DONE)
        return code;
    struct answer answer = design_answer(design);
    if (design_write(design, &answer, &error))
        return answer_show_by(&answer, &session->options->answer);
    answer_destroy(&answer);
    return fail(EXIT_ERROR, "%s", error.text);
}

static int begin(struct session *session) {
    struct design_options *options = session->options;
    struct design *design = &session->design;
    struct error error = {""};
    int code = setup_load(&session->setup, &options->game);
    if (code != EXIT_DONE)
        return code;
    session->ladder = experiment_create(session->setup.tables);
    *design = (struct design){.base = session->setup.tables,
                              .base_text = session->setup.variant_text,
                              .folder = options->folder,
                              .play = &options->play,
                              .ladder = session->ladder,
                              .wish_text = options->want,
                              .kept = options->finalists,
                              .hours = options->hours};
    if (options->hours == 0)
        design->games = options->play.games_given ? options->play.games : GAMES;
    bool done = experiment_set_ladder(session->ladder, options->ladder, &error) &&
                (!options->want || (wish_parse(options->want, &design->wish, &error) &&
                                    wish_applies(&design->wish, design->base, &error))) &&
                candidates_list(&design->candidates, design->base, options->vary, &error);
    for (int i = 0; done && i < options->between.count; i++)
        done = candidates_add_file(&design->candidates, design->base, options->between.text[i],
                                   &error);
    if (done && !design->candidates.count)
        done = error_set(&error, "no change of that kind can be played");
    if (!done)
        return fail(EXIT_USAGE, "%s", error.text);
    return options->list          ? list(&design->candidates)
           : options->ini         ? print_ini(&design->candidates, options->ini)
           : options->plan.wanted ? plan(session)
                                  : play(session);
}

static int run(void *data, const char *line) {
    struct session session = {.options = data};
    session.options->play.command = line;
    int code = begin(&session);
    design_destroy(&session.design);
    experiment_destroy(session.ladder);
    setup_destroy(&session.setup);
    return code;
}

const struct command command_design = {
    COMMAND_HEAD(design, GROUP_MEASURE, arguments, uses, struct design_options, run),
    .arguments_needed = 1,
    .check = check,
};

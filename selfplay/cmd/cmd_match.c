// SPDX-License-Identifier: GPL-3.0-or-later
// kagami match: two players from the same openings with colours swapped, up to a verdict, at one
// node limit after the other if asked for; more than two all against each other; and what the
// counts of a match mean.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"
#include "memory.h"
#include "number.h"
#include "round_robin.h"
#include "score_answer.h"
#include "verification.h"

enum { GAMES = 1000, GAMES_OF_TEST = 100000 };

struct options {
    struct log_options log;
    struct plan_options plan;
    struct answer_options answer;
    struct score_counts counts; // no `cells`: not given
    struct verification ladder; // no `limits`: not given
    struct player_options players;
    bool gauntlet;
    struct sprt_options sprt;
    struct play_options play;
    struct game_options game;
};

static bool set_counts(void *member, const char *text, struct error *error) {
    struct score_counts *counts = member;
    long long values[SCORE_CELLS_MAX];
    counts->cells = number_counts(text, 0, 1000000000000000, SCORE_CELLS_MAX, values);
    for (int i = 0; i < counts->cells; i++)
        counts->count[i] = values[i];
    return counts->cells == PAIR_CELLS || counts->cells == GAME_CELLS ||
           error_set(error,
                     "takes the five counts of pairs, LL,LD,DD,WD,WW, or the three of single "
                     "games, L,D,W, not '%s'",
                     text);
}

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct options)};

static const struct option_row rows[] = {
    {"ladder", "N,N,...", .kind = ROW_OWN, .set = verification_set_limits,
     OPTION_AT(struct options, ladder)},
    {"gauntlet", NULL, .line_only = true, OPTION_AT(struct options, gauntlet)},
    {"counts", "LL,LD,DD,WD,WW", .line_only = true, .kind = ROW_OWN, .set = set_counts,
     OPTION_AT(struct options, counts)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

// Is anything said of games, beyond the defaults?
static bool says_games(const struct play_options *play, struct error *error) {
    struct play_options none = {0};
    const struct adjudication *end = &play->adjudication;
    return !play_options_default(&none, error) || play->games_given || play->range.end >= 0 ||
           play->seed_given || play->threads != none.threads || play->nodes || play->depth ||
           play->values || play->param.count || play->hash_bytes || play->openings ||
           play->random_plies || play->ladder.rungs || play->opening_start || play->start_plies ||
           play->bound >= 0 || end->ply_limit || end->resign_plies || end->draw_plies ||
           play->annotation;
}

static bool check_counts(const struct options *options, struct error *error) {
    bool plays = options->game.variant_name || options->game.assignment_count ||
                 options->log.folder || options->log.force || options->players.count ||
                 options->ladder.limits || options->plan.wanted || options->gauntlet ||
                 says_games(&options->play, error);
    return !plays || error_set(error, "--counts plays nothing: beside it --sprt, --alpha, --beta "
                                      "and --json say something");
}

static bool check_round(const struct options *options, struct error *error) {
    if (options->plan.wanted)
        return error_set(error, "--plan goes with two players: of more, plan the matches one by "
                                "one");
    if (options->sprt.given)
        return error_set(error, "a round robin is rated by all games of --games a match, a test "
                                "ends when it knows: give it two players");
    return options->play.range.end < 0 ||
           error_set(error, "a round robin goes without --shard and --range");
}

// Restricted play: the question is how much, not whether.
static bool lacks(const struct options *options) {
    bool any = false;
    for (int i = 0; i < options->players.count; i++)
        any |= options->players.player[i].without != NULL;
    return any;
}

static bool check_ladder(const struct options *options, struct error *error) {
    bool limited = options->play.nodes || options->play.depth;
    for (int i = 0; i < options->players.count; i++) {
        const struct player_option *player = &options->players.player[i];
        limited |= player->nodes || player->depth || player->milliseconds ||
                   time_control_given(&player->clock);
    }
    if (options->players.count > PLAYERS)
        return error_set(error, "--ladder goes with two players");
    if (limited)
        return error_set(error, "--ladder gives the nodes of both players: leave out other limits");
    if (options->sprt.given && lacks(options))
        return error_set(error,
                         "a test asks whether A is to take B's place, without= what moves are "
                         "worth: --sprt goes without it");
    return options->play.range.end < 0 || options->play.range.shards ||
           error_set(error, "--ladder goes without --range");
}

static bool check_options(void *data, struct error *error) {
    struct options *options = data;
    struct play_options *play = &options->play;
    if (options->counts.cells)
        return check_counts(options, error);
    if (!options->game.variant_name)
        return error_set(error, "give a VARIANT; `kagami show` lists them");
    if (!options->log.folder && !options->plan.wanted)
        return error_set(error, "give a folder for the log: --out DIR");
    if (options->sprt.given && play->range.end >= 0 && !play->range.shards)
        return error_set(error, "a test ends by all games before: --sprt goes without --range");
    if (options->log.force && play->range.shards && (options->sprt.given || options->ladder.limits))
        return error_set(error, "--force would throw away what other processes play beside it");
    if (play->games_given && play->games % 2 != 0)
        return error_set(error, "games come in pairs: --games must be even");
    if (!play->games_given)
        play->games = options->ladder.limits && !lacks(options) ? VERIFY_GAMES
                      : options->sprt.given                     ? GAMES_OF_TEST
                                                                : GAMES;
    if (options->gauntlet && options->players.count <= PLAYERS)
        return error_set(error, "--gauntlet goes with three players or more");
    return options->ladder.limits
               ? check_ladder(options, error)
               : options->players.count <= PLAYERS || check_round(options, error);
}

static int show_counts(const struct options *options) {
    const struct sprt *sprt = options->sprt.given ? &options->sprt.sprt : NULL;
    struct answer answer = answer_init(NULL);
    const struct score_counts *counts = &options->counts;
    const struct score_match match = {.counts = *counts,
                                      .known = counts->cells == GAME_CELLS,
                                      .lost = counts->count[0],
                                      .drawn = counts->count[1],
                                      .won = counts->count[2],
                                      .sprt = sprt};
    score_summary(&answer, &match);
    score_answer(&answer, counts, sprt, LENGTH_FIXED);
    return answer_show(&answer, options->answer.json);
}

_Static_assert((int)PLAYERS_MAX <= (int)RATING_PLAYERS_MAX, "all players are rated");

// Every player against every other.
static int show_round(struct options *options, struct setup *setup, struct round_robin *round,
                      struct player player[PLAYERS_MAX]) {
    struct error error = {""};
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    const char *names[PLAYERS_MAX], *plays[PLAYERS_MAX];
    char plays_by[PLAYERS_MAX][PLAYER_NAME];
    bool fine = play_options_config(&options->play, &setup->config, &setup->list, &error);
    setup->config.sampling.rate = 0;
    for (int i = 0; fine && i < options->players.count; i++) {
        struct player_option *option = &options->players.player[i];
        names[i] = option->name;
        plays[i] = plays_by[i];
        fine = player_option_player(option, &options->play, setup->tables, &player[i], plays_by[i],
                                    &error);
    }
    *round = (struct round_robin){.players = options->players.count,
                                  .names = names,
                                  .plays = plays,
                                  .player = player,
                                  .common = &setup->config,
                                  .gauntlet = options->gauntlet,
                                  .study = {.folder = options->log.folder,
                                            .play = &options->play,
                                            .force = options->log.force,
                                            .observer = &observer}};
    int code = work_exit_code(fine ? round_robin_play(round, &error) : WORK_FAILED, &error);
    if (code != EXIT_DONE)
        return code;
    struct answer answer = round_robin_answer(round);
    bool faulty = round_robin_faulty(round);
    if (!faulty && !round_robin_write(round, &answer, &error)) {
        answer_destroy(&answer);
        return fail(EXIT_ERROR, "%s", error.text);
    }
    code = answer_show(&answer, options->answer.json);
    return code == EXIT_DONE && faulty ? EXIT_UNDECIDED : code;
}

static int play_round(struct options *options, struct setup *setup) {
    struct round_robin *round = mem_calloc(1, sizeof *round);
    struct player *player = mem_calloc(PLAYERS_MAX, sizeof *player);
    int code = show_round(options, setup, round, player);
    study_destroy(&round->study);
    free(round);
    free(player);
    return code;
}

static int plan_ladder(struct options *options, struct verification *ladder) {
    const struct study study = {.folder = options->log.folder,
                                .play = &options->play,
                                .context = ladder,
                                .configure = verification_config};
    const struct plan_games games = {.parts = ladder->limits,
                                     .runs = 1,
                                     .questions = PLAN_STRENGTH,
                                     .processes = ladder->fixed ? 0 : options->play.range.shards};
    struct plan_part part[VERIFY_LIMITS_MAX];
    for (int i = 0; i < ladder->limits; i++) {
        part[i] = (struct plan_part){.run = i};
        snprintf(part[i].name, sizeof part[i].name, "%" PRIu64 " nodes", ladder->limit[i]);
    }
    return plan_runs(&study, &options->plan, games, part, options->answer.json);
}

static int play_ladder(struct options *options, struct setup *setup) {
    struct error error = {""};
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    struct verification *ladder = &options->ladder;
    struct player *player = setup->config.player;
    static const char *const roles[2][PLAYERS] = {{"new", "old"}, {"A", "B"}};
    if (!player_options_pair(&options->players, &options->play, setup->tables,
                             roles[lacks(options)], player, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    ladder->tables = setup->tables;
    ladder->variant_text = setup->variant_text;
    ladder->play = options->play;
    ladder->player = player;
    ladder->folder = options->log.folder;
    ladder->force = options->log.force;
    ladder->sprt = options->sprt.given ? options->sprt.sprt : VERIFY_SPRT;
    char without[PLAYERS][RESTRICTION_TEXT], lacking[WITHOUT_TEXT];
    for (int i = 0; i < PLAYERS; i++)
        restriction_text(&player[i].restriction, &setup->tables->variant, without[i]);
    score_without_text((const char *const[]){without[PLAYER_A], without[PLAYER_B]}, lacking);
    ladder->fixed = *lacking;
    ladder->lacking = *lacking ? lacking : NULL;
    ladder->observer = &observer;
    if (options->plan.wanted)
        return plan_ladder(options, ladder);
    int code = work_exit_code(verification_run(ladder, &error), &error);
    if (code != EXIT_DONE)
        return ladder->faulty ? EXIT_UNDECIDED : code;
    struct answer answer = verification_answer(ladder);
    code = answer_show(&answer, options->answer.json);
    return code == EXIT_DONE ? sprt_exit_code(ladder->verdict) : code;
}

static int play_pair(struct options *options, struct setup *setup) {
    struct config *config = &setup->config;
    struct error error = {""};
    const struct setup_play play = {.log = &options->log,
                                    .plan = &options->plan,
                                    .play = &options->play,
                                    .match = true,
                                    .answer = &options->answer};
    config->sampling.rate = 0;
    config->sprt = options->sprt.given ? &options->sprt.sprt : NULL;
    if (!player_options_config(&options->players, &options->play, config, &setup->list, &error) ||
        !config_finish(config, true, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    return setup_play(setup, &play);
}

static int run_match(void *data, const char *line) {
    struct options *options = data;
    struct setup setup = {0};
    if (options->counts.cells)
        return show_counts(options);
    options->play.command = line;
    int code = setup_load(&setup, &options->game);
    if (code == EXIT_DONE)
        code = options->ladder.limits             ? play_ladder(options, &setup)
               : options->players.count > PLAYERS ? play_round(options, &setup)
                                                  : play_pair(options, &setup);
    setup_destroy(&setup);
    return code;
}

static const struct option_use uses[] = {OPTION_USE(log, struct options, log),
                                         OPTION_USE(answer_full, struct options, answer),
                                         OPTION_USE(plan, struct options, plan),
                                         {&set, 0, NULL},
                                         OPTION_USE(players, struct options, players),
                                         OPTION_USE(sprt, struct options, sprt),
                                         PLAY_OPTIONS(struct options, play),
                                         OPTION_USE(game, struct options, game),
                                         {0}};
const struct command command_match = {
    COMMAND_HEAD(match, GROUP_PLAY, arguments, uses, struct options, run_match),
    .check = check_options,
};

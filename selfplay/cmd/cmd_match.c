// SPDX-License-Identifier: GPL-3.0-or-later
// kagami match: two players from the same openings with colours swapped, up to a verdict, at one
// node limit after the other if asked for; more than two all against each other; and what the
// counts of a match mean.
#include <inttypes.h>
#include <stdio.h>

#include "agenda.h"
#include "cmd_progress.h"
#include "cmd_round_robin.h"
#include "cmd_setup.h"
#include "cmd_sprt_options.h"
#include "cmd_terminal.h"
#include "number.h"
#include "score_summary.h"
#include "verification.h"

enum { GAMES = 1000, GAMES_OF_TEST = 100000 };

struct options {
    struct log_options log;
    struct plan_options plan;
    struct answer_options answer;
    struct score_counts counts; // no `cells`: not given
    struct verification ladder; // no `limits`: not given
    struct player_options players;
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
    {"ladder", "N,N,...",
     "Is A to take the place of B? Or, where one lacks something, what is it worth? A match at "
     "each "
     "of these node limits, in this order, into DIR/Nn, and the answer in DIR/verify.json",
     .kind = ROW_OWN, .set = verification_set_limits, OPTION_AT(struct options, ladder)},
    {"counts", "LL,LD,DD,WD,WW",
     "Play nothing, say what these counts of pairs from A's side mean: both lost, one lost and one "
     "drawn, even, one won and one drawn, both won; or the three L,D,W of single games",
     .line_only = true, .kind = ROW_OWN, .set = set_counts, OPTION_AT(struct options, counts)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

// Is anything said of games, beyond the defaults?
static bool says_games(const struct play_options *play, struct error *error) {
    struct play_options none = {0};
    const struct adjudication *end = &play->adjudication;
    return !play_options_default(&none, error) || play->games_given || play->range.end >= 0 ||
           play->seed_given || play->threads != none.threads || play->nodes || play->depth ||
           play->values || play->param.count || play->hash_bytes || play->openings ||
           play->random_plies || play->ladder.rungs || play->start_plies || play->bound >= 0 ||
           end->ply_limit || end->resign_plies || end->draw_plies || play->annotation;
}

static bool check_counts(const struct options *options, struct error *error) {
    bool plays = options->game.variant_name || options->game.assignment_count ||
                 options->log.folder || options->log.force || options->players.count ||
                 options->ladder.limits || options->plan.wanted ||
                 says_games(&options->play, error);
    return !plays ||
           error_set(error, "--counts plays nothing: beside it --sprt, --model, --alpha, --beta "
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
    return options->play.range.end < 0 ||
           error_set(error, "--ladder goes without --shard and --range");
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
    if (options->sprt.given && play->range.end >= 0)
        return error_set(error,
                         "a test ends by all games before: --sprt goes without --shard, --range");
    if (play->games_given && play->games % 2 != 0)
        return error_set(error, "games come in pairs: --games must be even");
    if (!play->games_given)
        play->games = options->ladder.limits && !lacks(options) ? VERIFY_GAMES
                      : options->sprt.given                     ? GAMES_OF_TEST
                                                                : GAMES;
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

// Every player against every other.
static int play_round(struct options *options, struct setup *setup) {
    struct error error = {""};
    const struct round_robin round = {.players = &options->players,
                                      .play = &options->play,
                                      .folder = options->log.folder,
                                      .force = options->log.force,
                                      .json = options->answer.json};
    if (!play_options_config(&options->play, &setup->config, &setup->list, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    setup->config.sampling.rate = 0;
    return round_robin_run(&round, &setup->config);
}

static struct setup_play match_play(const struct options *options) {
    return (struct setup_play){.log = &options->log,
                               .plan = &options->plan,
                               .play = &options->play,
                               .match = true,
                               .json = options->answer.json};
}

static int plan_ladder(const struct options *options, const struct verification *ladder) {
    struct config config[VERIFY_LIMITS_MAX];
    struct opening_list list[VERIFY_LIMITS_MAX] = {0};
    struct plan_part part[VERIFY_LIMITS_MAX];
    char name[VERIFY_LIMITS_MAX][32];
    struct error error = {""};
    bool done = true;
    for (int i = 0; done && i < ladder->limits; i++) {
        snprintf(name[i], sizeof name[i], "%" PRIu64 " nodes", ladder->limit[i]);
        part[i] = (struct plan_part){name[i], &config[i]};
        done = verification_config(ladder, i, &config[i], &list[i], &error);
    }
    const struct setup_play play = match_play(options);
    int code = done ? setup_plan(&play, part, ladder->limits) : fail(EXIT_ERROR, "%s", error.text);
    for (int i = 0; i < ladder->limits; i++)
        opening_list_destroy(&list[i]);
    return code;
}

// For `kagami log status`.
static bool write_agenda(void *context, struct error *error) {
    const struct verification *ladder = context;
    struct agenda agenda = {0};
    for (int i = 0; i < ladder->limits; i++) {
        struct agenda_run *run = agenda_add(&agenda);
        *run = (struct agenda_run){.games = ladder->play.games,
                                   .nodes = ladder->limit[i],
                                   .at_most = true,
                                   .done = "verify.json"};
        snprintf(run->run, sizeof run->run, "%" PRIu64 "n", ladder->limit[i]);
    }
    bool done = agenda_write(&agenda, ladder->folder, error);
    agenda_destroy(&agenda);
    return done;
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
    ladder->sprt = options->sprt.given ? options->sprt.sprt : verification_sprt();
    char without[PLAYERS][RESTRICTION_TEXT], lacking[WITHOUT_TEXT];
    for (int i = 0; i < PLAYERS; i++)
        restriction_text(&player[i].restriction, &setup->tables->variant, without[i]);
    score_without_text((const char *const[]){without[PLAYER_A], without[PLAYER_B]}, lacking);
    ladder->fixed = *lacking;
    ladder->lacking = *lacking ? lacking : NULL;
    ladder->observer = &observer;
    if (options->plan.wanted)
        return plan_ladder(options, ladder);
    ladder->announce = write_agenda;
    ladder->announced = ladder;
    int code = work_exit_code(verification_run(ladder, &error), &error);
    if (code != EXIT_DONE)
        return code;
    struct answer answer = verification_answer(ladder);
    code = answer_show(&answer, options->answer.json);
    return code == EXIT_DONE ? sprt_exit_code(ladder->verdict) : code;
}

static int play_pair(struct options *options, struct setup *setup) {
    struct config *config = &setup->config;
    struct error error = {""};
    const struct setup_play play = match_play(options);
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

static const struct option_use uses[] = {LOG_OPTIONS(struct options, log),
                                         ANSWER_OPTIONS(struct options, answer),
                                         PLAN_OPTIONS(struct options, plan),
                                         {&set, 0, NULL},
                                         PLAYERS_OPTIONS(struct options, players),
                                         SPRT_OPTIONS(struct options, sprt),
                                         PLAY_OPTIONS(struct options, play),
                                         GAME_OPTIONS(struct options, game),
                                         {0}};
const struct command command_match = {
    .name = "match",
    .group = GROUP_PLAY,
    .summary = "let players play matches up to a verdict",
    .usage = "VARIANT\n--counts=LL,LD,DD,WD,WW",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .about = "Play two players against each other, each opening twice with colours swapped, and "
             "say who is stronger: DIR/games.csv, DIR/run.json, DIR/match.json.",
    .epilogue =
        "The players A and B differ in their values or in how far they search: --player "
        "A:values=new.csv --player B:values=old.csv, --player B:nodes=4000. Where a player has "
        "no key of its own, it takes the common option (--nodes, --values), so one --player is "
        "enough. "
        "Pairs of games are what counts: their five scores give Elo and its interval. A player may "
        "be a program, another build of kagami for one: --player \"B:engine=OTHER/kagami "
        "engine\", one process a thread. It loses the games in which it crashes, hangs, or moves "
        "late or illegally; DIR/faults.txt tells. Its games cannot be played again to the "
        "byte.\n\n"
        "Of more than two players every two play --games into DIR/NAME-NAME, and one model rates "
        "all: DIR/ratings.csv, DIR/ratings.json.\n\n"
        "With --ladder the question is whether new values (A) are to replace the old (B), by games "
        "that nobody tuned from: what a tuner finds best was chosen by its games, so those games "
        "flatter it. At each node limit a test (default --sprt 0,10) ends the match as soon as it "
        "is decided, at the latest after --games (default 20000). Values that gain at one limit "
        "and lose at another are fitted to one search, not to the game: accepted is what is "
        "accepted at every limit, and the first that does not accept ends it. With without= "
        "nothing is tested: all --games (default 1000) are played at every limit.\n\n"
        "With --sprt the match ends as soon as the pairs so far, in their order, accept E1 or "
        "reject it, else after --games (default 100000; 1000 without --sprt). A match that is "
        "stopped by a signal and goes on ends with the same pair. 95% intervals "
        "come from the spread of the pairs' scores (Wilson's), that of normalized Elo from the "
        "uncertainty of that spread as well. They hold for a number of games that was fixed "
        "before. "
        "After a test, the unbiased Elo "
        "is the one to quote: stopping when ahead flatters the plain one. Exit codes: 0 accepted, "
        "or played without a test; 3 rejected; 4 undecided "
        "after all games, or a tenth of the games and more were decided by faults, of which no Elo "
        "is given; 75 stopped by a signal, run it again.",
    .uses = uses,
    .size = sizeof(struct options),
    .check = check_options,
    .run = run_match,
};

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami selfplay: plays games against itself and logs them; run again, it goes on. Or writes a
// book of openings for games.
#include <unistd.h>

#include "book.h"
#include "cmd_progress.h"
#include "cmd_setup.h"
#include "cmd_terminal.h"

struct options {
    struct log_options log;
    struct plan_options plan;
    struct answer_options answer;
    struct game_options game;
    struct play_options play;
    struct player_options players;
    struct sampling sampling;
    const char *book; // path, or NULL
};

static const struct option_row arguments[] = {VARIANT_ARGUMENT(struct options)};

static const struct option_row rows[] = {
    {"book", "FILE", .line_only = true, .kind = ROW_TEXT, .completion = COMPLETE_FILE,
     OPTION_AT(struct options, book)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static int write_book(struct options *options, struct setup *setup) {
    struct error error = {""};
    struct progress progress;
    struct config *config = &setup->config;
    if (!options->log.force && access(options->book, F_OK) == 0)
        return fail(EXIT_ERROR, "%s is there already; --force writes it anew", options->book);
    if (!play_options_config(&options->play, config, &setup->list, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    struct observer observer = progress_observer(&progress);
    struct book book = {.config = config,
                        .nodes = config->player[PLAYER_A].limits.nodes,
                        .wanted = options->play.games,
                        .threads = (int)options->play.threads,
                        .path = options->book,
                        .observer = &observer};
    int code = work_exit_code(book_write(&book, &error), &error);
    if (code != EXIT_DONE)
        return code;
    struct answer answer = book_answer(&book);
    return answer_show(&answer, options->answer.json);
}

static int play(struct options *options, struct setup *setup) {
    struct error error = {""};
    struct config *config = &setup->config;
    bool two = options->players.count > 0;
    const struct setup_play play = {.log = &options->log,
                                    .plan = &options->plan,
                                    .play = &options->play,
                                    .answer = &options->answer};
    config->sampling = options->sampling;
    bool done =
        two ? player_options_config(&options->players, &options->play, config, &setup->list, &error)
            : play_options_config(&options->play, config, &setup->list, &error);
    return done && config_finish(config, two, &error) ? setup_play(setup, &play)
                                                      : fail(EXIT_ERROR, "%s", error.text);
}

// What says nothing of a book.
static bool check_book(const struct options *options, struct error *error) {
    const struct play_options *play = &options->play;
    const struct adjudication *end = &play->adjudication;
    if (play->openings || play->ladder.rungs || play->start_plies)
        return error_set(error, "--book makes openings by --openings random:P and no others");
    bool plays = options->log.folder || options->plan.wanted || options->players.count ||
                 play->range.end >= 0 || play->depth || play->hash_bytes || end->ply_limit ||
                 play->annotation || options->sampling.noisy || end->resign_plies ||
                 end->draw_plies;
    return !plays ||
           error_set(error, "--book plays nothing: beside it --games, --openings random:P, "
                            "--opening-bound, --nodes, --values, --param, --seed, --threads, "
                            "--force and --json say something");
}

static bool check_options(void *data, struct error *error) {
    const struct options *options = data;
    if (options->book)
        return check_book(options, error);
    if (!options->log.folder && !options->plan.wanted)
        return error_set(error, "give a folder for the log: --out DIR");
    return options->players.count <= PLAYERS ||
           error_set(error, "self-play has two players at most; `kagami match` has more");
}

static int run_selfplay(void *data, const char *line) {
    struct options *options = data;
    struct setup setup = {0};
    options->play.command = line;
    int code = setup_load(&setup, &options->game);
    if (code == EXIT_DONE)
        code = options->book ? write_book(options, &setup) : play(options, &setup);
    setup_destroy(&setup);
    return code;
}

static const struct option_use uses[] = {OPTION_USE(log, struct options, log),
                                         {&set, 0, NULL},
                                         OPTION_USE(answer_full, struct options, answer),
                                         OPTION_USE(plan, struct options, plan),
                                         OPTION_USE(players, struct options, players),
                                         OPTION_USE(sampling, struct options, sampling),
                                         PLAY_OPTIONS(struct options, play),
                                         OPTION_USE(game, struct options, game),
                                         {0}};
const struct command command_selfplay = {
    COMMAND_HEAD(selfplay, GROUP_PLAY, arguments, uses, struct options, run_selfplay),
    .arguments_needed = 1,
    .check = check_options,
};

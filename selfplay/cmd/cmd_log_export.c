// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log export: the games of runs in the formats of other programs.
#include <inttypes.h>
#include <stdio.h>

#include "cmd_common.h"
#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "export.h"
#include "log_reader.h"
#include "number.h"

struct options {
    struct option_texts folders;
    enum export_format format;
    struct game_range games;
};

static const struct option_row arguments[] = {
    {"DIR", .kind = ROW_TEXTS, .completion = COMPLETE_FOLDER, OPTION_AT(struct options, folders)},
};

enum { GAMES_MAX = 1000000000 };

// "A..B", or "A" for one game.
static bool set_games(void *member, const char *text, struct error *error) {
    struct game_range *range = member;
    char first[NUMBER_TEXT];
    const char *last = number_split(text, "..", first);
    long long begin = 0, end = 0;
    bool fine = last ? number_count(first, 0, GAMES_MAX, &begin) &&
                           number_count(last, 0, GAMES_MAX, &end) && begin < end
                     : number_count(text, 0, GAMES_MAX, &begin);
    *range = (struct game_range){.begin = begin, .end = last ? end : begin + 1};
    return fine ||
           error_set(error, "takes A..B, games A to B-1, or the number of a game, not '%s'", text);
}

static const struct option_row rows[] = {
    {"format", "pgn|kif|usi|csv", "pgn", "pgn|kif|usi|csv", .kind = ROW_CHOICE,
     OPTION_AT(struct options, format)},
    {"games", "A..B|K", .kind = ROW_OWN, .set = set_games, OPTION_AT(struct options, games)},
};
static bool set_defaults(void *base, struct error *error) {
    struct options *options = base;
    (void)error;
    options->games = (struct game_range){.end = INT64_MAX};
    return true;
}
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), set_defaults, NULL};

struct printer {
    struct progress progress;
    int64_t games;
};

static bool print(void *context, const struct buffer *text, struct error *error) {
    struct printer *printer = context;
    (void)error; // a pipe that was closed is told at the end
    fwrite(text->data, 1, text->length, stdout);
    if (++printer->games % 64 == 0 && progress_due(&printer->progress)) {
        char line[64];
        snprintf(line, sizeof line, "%" PRId64 " games", printer->games);
        progress_show(&printer->progress, line);
    }
    return !ferror(stdout);
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct log_folders folders = {0};
    struct printer printer = {.progress = progress_init()};
    struct export_result result = {0};
    struct error error = {""};
    bool done = log_folders_add_all(&folders, &options->folders, LOG_FOLDERS_DEEP, &error);
    if (done) {
        const struct export_options export = {.format = options->format,
                                              .folders = (const char *const *)folders.path,
                                              .count = folders.count,
                                              .begin = options->games.begin,
                                              .end = options->games.end,
                                              .take = print,
                                              .context = &printer};
        done = export_games(&export, &result, &error);
    }
    progress_clear(&printer.progress);
    log_folders_destroy(&folders);
    int code = terminal_finish();
    if (!done && *error.text)
        return fail(EXIT_ERROR, "%s", error.text);
    if (code == EXIT_DONE && result.games == 0)
        return fail(EXIT_ERROR, "no games");
    if (result.unfinished)
        fprintf(stderr, "kagami: %d of the runs are not finished: games may follow\n",
                result.unfinished);
    return code;
}

static const struct option_use uses[] = {{&set, 0, NULL}, {0}};
const struct command command_log_export = {
    .name = "log export",
    .group = GROUP_CLUSTER,
    .text = help_log_export_txt,
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .uses = uses,
    .size = sizeof(struct options),
    .run = run,
};

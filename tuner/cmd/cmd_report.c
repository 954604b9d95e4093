// SPDX-License-Identifier: GPL-3.0-or-later
// kagami report: makes a page of what runs, matches, fits and comparisons found.
#include <stdio.h>
#include <unistd.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "file.h"
#include "json_file.h"
#include "number.h"
#include "report.h"
#include "web_document.h"
#include "workers.h"

enum { GAMES_SHOWN = 6, CHOSEN_MAX = 256 };
#define GAME_MOST 1000000000000LL

struct options {
    struct option_texts folders;
    const char *out, *card, *variant;
    int games, threads;
    struct {
        int64_t game[CHOSEN_MAX];
        int count;
    } chosen;
    bool no_tune, json, force;
};

static bool set_game(void *member, const char *text, struct error *error) {
    struct options *options = member;
    long long number;
    if (options->chosen.count == CHOSEN_MAX)
        return error_set(error, "may stand %d times at most", CHOSEN_MAX);
    if (!number_count(text, 0, GAME_MOST, &number))
        return error_set(error, "must be a whole number from 0 to %lld, not '%s'", GAME_MOST, text);
    options->chosen.game[options->chosen.count++] = number;
    return true;
}

static const struct option_row arguments[] = {
    {"DIR", .kind = ROW_TEXTS, .completion = COMPLETE_FOLDER, OPTION_AT(struct options, folders)},
};

#define AT(member) OPTION_AT(struct options, member)

static const struct option_row rows[] = {
    {"out", "FILE", .letter = 'o', .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(out)},
    {"card", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(card)},
    {"json", NULL, AT(json)},
    {"force", NULL, AT(force)},
    {"games", "N", .kind = ROW_COUNT, .high = 10000, AT(games)},
    {"game", "K", .kind = ROW_OWN, .set = set_game},
    {"no-tune", NULL, AT(no_tune)},
    {"threads", "T", .kind = ROW_COUNT, .low = 1, .high = 1024, AT(threads)},
    {"variant", "VARIANT", .kind = ROW_TEXT, .completion = COMPLETE_VARIANT, AT(variant)},
};

static bool set_defaults(void *base, struct error *error) {
    (void)error;
    struct options *options = base;
    options->games = GAMES_SHOWN;
    options->threads = workers_default_threads();
    return true;
}

static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), set_defaults, NULL};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    if (options->card && !file_ends(options->card, ".html"))
        return error_set(error, "--card: '%s' does not end in .html", options->card);
    return options->out || options->card || options->json ||
           error_set(error, "what is wanted? --out FILE, --card FILE or --json");
}

static void show(void *context, const char *what) {
    if (*(bool *)context)
        fprintf(stderr, "\r\033[K%s ...", what);
}

static int write_page(const char *path, enum web_document kind, const cJSON *report) {
    struct buffer page = buffer_init();
    struct error error = {""};
    web_document(kind, report, "Kagami", &page);
    bool done = (kind != WEB_CARD || report_is_of_one_game(report, &error)) &&
                file_replace(path, page.data, page.length, &error);
    if (done)
        fprintf(stderr, "wrote %s, %zu kB\n", path, (page.length + 999) / 1000);
    buffer_destroy(&page);
    return done ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
}

static int run(void *data, const char *line) {
    const struct options *options = data;
    struct error error = {""};
    bool terminal = isatty(STDERR_FILENO);
    if (options->out && !options->force && access(options->out, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", options->out);
    if (options->card && !options->force && access(options->card, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", options->card);
    const struct report_options what = {.variant = options->variant,
                                        .games = options->games,
                                        .chosen = options->chosen.game,
                                        .chosen_count = options->chosen.count,
                                        .tune = !options->no_tune,
                                        .threads = options->threads,
                                        .progress = show,
                                        .context = &terminal};
    cJSON *report = report_read(options->folders.text, options->folders.count, &what, &error);
    if (terminal)
        fputs("\r\033[K", stderr);
    if (!report)
        return fail(EXIT_ERROR, "%s", error.text);
    int code = EXIT_DONE;
    if (options->json) {
        char *text = cJSON_Print(report);
        puts(text);
        cJSON_free(text);
        code = terminal_finish();
    }
    json_add_text(report, "command", line); // of the pages
    if (options->out && code == EXIT_DONE)
        code = write_page(options->out, WEB_REPORT, report);
    if (options->card && code == EXIT_DONE)
        code = write_page(options->card, WEB_CARD, report);
    cJSON_Delete(report);
    return code;
}

static const struct option_use uses[] = {{&set, 0, NULL}, {0}};
const struct command command_report = {
    COMMAND_HEAD(report, GROUP_TUNE, arguments, uses, struct options, run),
    .arguments_needed = 1,
    .check = check,
};

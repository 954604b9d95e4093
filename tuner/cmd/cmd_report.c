// SPDX-License-Identifier: GPL-3.0-or-later
// kagami report: makes a page of what runs, matches, fits and comparisons found.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "file.h"
#include "number.h"
#include "report.h"
#include "report_card.h"
#include "report_page.h"
#include "workers.h"

enum { GAMES_SHOWN = 6, CHOSEN_MAX = 256 };
#define GAME_MOST 1000000000000LL

struct options {
    struct option_texts folders;
    const char *out, *svg, *card, *variant;
    int games, threads;
    struct {
        int64_t game[CHOSEN_MAX];
        int count;
    } chosen;
    bool no_tune, full, json, force;
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
    {"DIR", .help = "A folder of what was played, tuned or compared", .kind = ROW_TEXTS,
     .completion = COMPLETE_FOLDER, OPTION_AT(struct options, folders)},
};

#define AT(member) OPTION_AT(struct options, member)

static const struct option_row rows[] = {
    {"out", "FILE", "Write the page here", .letter = 'o', .kind = ROW_TEXT,
     .completion = COMPLETE_FILE, AT(out)},
    {"svg", "DIR", "Write every plot to DIR/NUMBER-NAME.svg, for papers", .kind = ROW_TEXT,
     .completion = COMPLETE_FOLDER, AT(svg)},
    {"card", "FILE",
     "Write one picture of the game here, for the page that explains its rules: FILE.svg or "
     "FILE.html. It shows the self-play of the most games, values, and the ladder of the matches "
     "between two node limits",
     .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(card)},
    {"json", NULL, "Print the numbers that the page shows as JSON", AT(json)},
    {"force", NULL, "Overwrite files", AT(force)},
    {"games", "N",
     "Games of each log to step through, spread over it (default 6; of a batch's generations a "
     "quarter of that)",
     .kind = ROW_COUNT, .high = 10000, AT(games)},
    {"game", "K", "Put in game number K instead (repeatable)", .kind = ROW_OWN, .set = set_game},
    {"no-tune", NULL, "Do not fit values to logs that have no answer of `kagami tune`",
     AT(no_tune)},
    {"full", NULL,
     "Draw also the evaluation's values against those that they started from: weights for play, no "
     "worth",
     AT(full)},
    {"threads", "T", "Threads of the fit (default: the processors)", .kind = ROW_COUNT, .low = 1,
     .high = 1024, AT(threads)},
    {"variant", "VARIANT", "The game of values files that do not say it", .kind = ROW_TEXT,
     .completion = COMPLETE_VARIANT, AT(variant)},
};

static bool set_defaults(void *base, struct error *error) {
    (void)error;
    struct options *options = base;
    options->games = GAMES_SHOWN;
    options->threads = workers_default_threads();
    return true;
}

static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), set_defaults, NULL};

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    if (options->card && !ends_with(options->card, ".svg") && !ends_with(options->card, ".html"))
        return error_set(error, "--card: '%s' ends neither in .svg nor in .html", options->card);
    return options->out || options->svg || options->card || options->json ||
           error_set(error, "what is wanted? --out FILE, --svg DIR, --card FILE or --json");
}

static void show(void *context, const char *what) {
    if (*(bool *)context)
        fprintf(stderr, "\r\033[K%s ...", what);
}

static int write_page(const struct options *options, const cJSON *report, const char *command) {
    struct buffer page = buffer_init();
    struct error error = {""};
    bool done = report_page(report, command, &page, &error) &&
                file_replace(options->out, page.data, page.length, &error);
    if (done)
        fprintf(stderr, "wrote %s, %zu kB\n", options->out, (page.length + 999) / 1000);
    buffer_destroy(&page);
    return done ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
}

static int write_svg(const struct options *options, const cJSON *report) {
    struct error error = {""};
    int count = report_svg_files(report, options->svg, options->force, &error);
    if (count < 0)
        return fail(EXIT_ERROR, "%s", error.text);
    fprintf(stderr, "wrote %d plots to %s\n", count, options->svg);
    return EXIT_DONE;
}

static int write_card(const struct options *options, const cJSON *report) {
    struct buffer card = buffer_init();
    struct error error = {""};
    bool done = report_card(report, ends_with(options->card, ".html"), &card, &error) &&
                file_replace(options->card, card.data, card.length, &error);
    if (done)
        fprintf(stderr, "wrote %s, %zu kB\n", options->card, (card.length + 999) / 1000);
    buffer_destroy(&card);
    return done ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
}

static int print_json(const cJSON *report) {
    char *text = cJSON_Print(report);
    puts(text);
    cJSON_free(text);
    return terminal_finish();
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
                                        .full = options->full,
                                        .threads = options->threads,
                                        .progress = show,
                                        .context = &terminal};
    cJSON *report = report_read(options->folders.text, options->folders.count, &what, &error);
    if (terminal)
        fputs("\r\033[K", stderr);
    if (!report)
        return fail(EXIT_ERROR, "%s", error.text);
    int code = EXIT_DONE;
    if (options->out)
        code = write_page(options, report, line);
    if (options->svg && code == EXIT_DONE)
        code = write_svg(options, report);
    if (options->card && code == EXIT_DONE)
        code = write_card(options, report);
    if (options->json && code == EXIT_DONE)
        code = print_json(report);
    cJSON_Delete(report);
    return code;
}

static const struct option_use uses[] = {{&set, 0, NULL}, {0}};
const struct command command_report = {
    .name = "report",
    .group = GROUP_TUNE,
    .summary = "make a page of what runs, matches, fits and comparisons found",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .about =
        "Make one page of what folders hold: self-play runs, matches, verifications, values, "
        "worth, "
        "answers of `kagami tune --json`, runs of SPSA, comparisons of rules, loops and batches of "
        "many generations. The page needs nothing but itself and opens without a network.",
    .epilogue =
        "Files are known by their content. A folder that holds none of these is looked into, two "
        "levels deep. What a folder lacks is said at its end. Values are fitted as `kagami tune` "
        "does by default to logs with positions that have no answer of it beside them.",
    .uses = uses,
    .size = sizeof(struct options),
    .check = check,
    .run = run,
};

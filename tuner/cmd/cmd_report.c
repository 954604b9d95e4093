// SPDX-License-Identifier: GPL-3.0-or-later
// kagami report: makes a page of what runs, matches, fits and comparisons found.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "file.h"
#include "report.h"
#include "report_page.h"
#include "workers.h"

enum { GAMES_SHOWN = 6, CHOSEN_MAX = 256 };
enum {
    KEY_SVG = 256,
    KEY_GAMES,
    KEY_GAME,
    KEY_VARIANT,
    KEY_NO_TUNE,
    KEY_THREADS,
    KEY_JSON,
    KEY_FORCE
};

struct options {
    struct report_options report;
    const char **folders; // room for all arguments
    int folder_count;
    const char *out, *svg;
    int64_t chosen[CHOSEN_MAX];
    bool json, force;
};

static const struct argp_option option_list[] = {
    {"out", 'o', "FILE", 0, "Write the page here", 1},
    {"svg", KEY_SVG, "DIR", 0, "Write every plot to DIR/NUMBER-NAME.svg, for papers", 1},
    {"json", KEY_JSON, 0, 0, "Print the numbers that the page shows as JSON", 1},
    {"force", KEY_FORCE, 0, 0, "Overwrite files", 1},
    {"games", KEY_GAMES, "N", 0,
     "Games of each log to step through, spread over it (default 6; of a night's generations a "
     "quarter of that)",
     2},
    {"game", KEY_GAME, "K", 0, "Put in game number K instead (repeatable)", 2},
    {"no-tune", KEY_NO_TUNE, 0, 0, "Do not fit values to logs that have no answer of `kagami tune`",
     3},
    {"threads", KEY_THREADS, "T", 0, "Threads of the fit (default: the processors)", 3},
    {"variant", KEY_VARIANT, "VARIANT", 0, "The game of values files that do not say it", 3},
    {0}};

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    long long number;
    switch (key) {
    case 'o':
        options->out = text;
        return 0;
    case KEY_SVG:
        options->svg = text;
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case KEY_FORCE:
        options->force = true;
        return 0;
    case KEY_VARIANT:
        options->report.variant = text;
        return 0;
    case KEY_NO_TUNE:
        options->report.tune = false;
        return 0;
    case KEY_GAMES:
        if (!parse_count(text, "--games", 0, 10000, &number))
            return EINVAL;
        options->report.games = (int)number;
        return 0;
    case KEY_GAME:
        if (options->report.chosen_count == CHOSEN_MAX)
            argp_error(state, "--game: at most %d", CHOSEN_MAX);
        else if (!parse_count(text, "--game", 0, 1000000000000, &number))
            return EINVAL;
        else
            options->chosen[options->report.chosen_count++] = number;
        return 0;
    case KEY_THREADS:
        if (!parse_count(text, "--threads", 1, 1024, &number))
            return EINVAL;
        options->report.threads = (int)number;
        return 0;
    case ARGP_KEY_ARG:
        options->folders[options->folder_count++] = text;
        return 0;
    case ARGP_KEY_END:
        if (options->folder_count == 0)
            argp_error(state, "which folders?");
        if (!options->out && !options->svg && !options->json)
            argp_error(state, "what is wanted? --out FILE, --svg DIR or --json");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
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

static int print_json(const cJSON *report) {
    char *text = cJSON_Print(report);
    if (!text)
        return fail(EXIT_ERROR, "out of memory");
    puts(text);
    cJSON_free(text);
    return terminal_finish();
}

static int make_report(struct options *options, const char *command) {
    struct error error = {""};
    bool terminal = isatty(STDERR_FILENO);
    if (options->out && !options->force && access(options->out, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", options->out);
    options->report.progress = show;
    options->report.context = &terminal;
    options->report.chosen = options->chosen;
    cJSON *report = report_read(options->folders, options->folder_count, &options->report, &error);
    if (terminal)
        fputs("\r\033[K", stderr);
    if (!report)
        return fail(EXIT_ERROR, "%s", error.text);
    int code = EXIT_DONE;
    if (options->out)
        code = write_page(options, report, command);
    if (options->svg && code == EXIT_DONE)
        code = write_svg(options, report);
    if (options->json && code == EXIT_DONE)
        code = print_json(report);
    cJSON_Delete(report);
    return code;
}

int cmd_report(int argc, char **argv) {
    static const struct argp argp = {
        option_list,
        parse_option,
        "DIR...",
        "Make one page of what folders hold: self-play runs, matches, verifications, values, odds, "
        "answers of `kagami tune --json`, runs of SPSA, comparisons of "
        "rules, loops and nights of many generations. The page needs nothing but itself and opens "
        "without a network.\v"
        "Files are known by their content. A folder that holds none of these is looked into, two "
        "levels deep. What a folder lacks is said at its end. Values are fitted as `kagami tune` "
        "does by default to logs with positions that have no answer of it beside them.",
        0,
        0,
        0};
    struct options options = {
        .report = {.games = GAMES_SHOWN, .tune = true, .threads = workers_default_threads()}};
    struct buffer command = buffer_init();
    command_text(argc, argv, &command);
    options.folders = calloc((size_t)argc + 1, sizeof *options.folders);
    if (!options.folders || command.failed)
        return fail(EXIT_ERROR, "out of memory");
    argp_err_exit_status = EXIT_USAGE;
    int code = argp_parse(&argp, argc, argv, 0, 0, &options) == 0
                   ? make_report(&options, command.data)
                   : EXIT_USAGE;
    free(options.folders);
    buffer_destroy(&command);
    return code;
}

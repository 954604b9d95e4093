// SPDX-License-Identifier: GPL-3.0-or-later
// kagami tune: turns logs into piece values with error bars.
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "bootstrap.h"
#include "cmd_common.h"
#include "cmd_terminal.h"
#include "number.h"
#include "tune_report.h"
#include "workers.h"

enum {
    KEY_YARDSTICK = 256,
    KEY_PRIOR,
    KEY_HOLDOUT,
    KEY_MIN_PLY,
    KEY_NOISY,
    KEY_START,
    KEY_MIRROR,
    KEY_BOOTSTRAP,
    KEY_JSON,
    KEY_FORCE
};

struct options {
    const char **folders; // room for all arguments
    int folder_count;
    const char *out, *start, *yardstick;
    double prior, holdout;
    long long threads, min_ply, bootstrap;
    bool noisy, mirror, json, force;
};

static const struct argp_option option_list[] = {
    {"out", 'o', "FILE", 0, "Write the values here (CSV), to be played with or tuned from", 0},
    {"force", KEY_FORCE, 0, 0, "Overwrite FILE", 0},
    {"threads", 't', "N", 0, "Threads (default: the processors; the result is the same)", 0},
    {"json", KEY_JSON, 0, 0, "Print the answer as JSON", 0},
    {0, 0, 0, 0, "Which positions:", 1},
    {"min-ply", KEY_MIN_PLY, "N", 0, "Leave out positions before ply N after the opening", 1},
    {"noisy", KEY_NOISY, 0, 0, "Take positions that are not quiet as well", 1},
    {0, 0, 0, 0, "The fit:", 2},
    {"start", KEY_START, "FILE", 0,
     "Starting values (default: those played by when no file is given; 'estimate': values from the "
     "moves alone): centre of the prior, and the yardstick keeps its value",
     2},
    {"yardstick", KEY_YARDSTICK, "MAN", 0,
     "Man whose board value is kept, by letter or ID, or `all' for the evaluation as a whole "
     "(default: the variant's; when its standard error is above 15%, the best measured man, or "
     "`all')",
     2},
    {"mirror", KEY_MIRROR, 0, 0,
     "Left and right men that mirror each other share one value: narrower intervals", 2},
    {"prior", KEY_PRIOR, "SIGMA", 0,
     "Standard deviation of the prior of each man, in its starting value (default 1; at least in "
     "yardsticks; terms: in quarters of their range); `none` = no prior",
     2},
    {"holdout", KEY_HOLDOUT, "SHARE", 0,
     "Share of the games that the check keeps out (default 0.1; 0 = no check)", 2},
    {"bootstrap", KEY_BOOTSTRAP, "N", 0,
     "Check the errors by N fits of games drawn with replacement", 2},
    {0}};

static error_t parse_option(int key, char *argument, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case 'o':
        options->out = argument;
        return 0;
    case 't':
        return parse_count(argument, "--threads", 1, 1024, &options->threads) ? 0 : EINVAL;
    case KEY_MIN_PLY:
        return parse_count(argument, "--min-ply", 0, 1000000, &options->min_ply) ? 0 : EINVAL;
    case KEY_BOOTSTRAP:
        return parse_count(argument, "--bootstrap", 2, 100000, &options->bootstrap) ? 0 : EINVAL;
    case KEY_PRIOR:
        if (strcmp(argument, "none") == 0)
            options->prior = 0;
        else if (!number_decimal(argument, &options->prior) || options->prior < 0.01 ||
                 options->prior > 1000)
            argp_error(state, "--prior '%s': a number from 0.01 to 1000, or none", argument);
        return 0;
    case KEY_HOLDOUT:
        if (!number_decimal(argument, &options->holdout) || options->holdout < 0 ||
            options->holdout > 0.5)
            argp_error(state, "--holdout '%s': a share from 0 to 0.5", argument);
        return 0;
    case KEY_YARDSTICK:
        options->yardstick = argument;
        return 0;
    case KEY_START:
        options->start = argument;
        return 0;
    case KEY_NOISY:
        options->noisy = true;
        return 0;
    case KEY_MIRROR:
        options->mirror = true;
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case KEY_FORCE:
        options->force = true;
        return 0;
    case ARGP_KEY_ARG:
        options->folders[options->folder_count++] = argument;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which log? Give the folder of a self-play run");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp command = {
    .options = option_list,
    .parser = parse_option,
    .args_doc = "DIR...",
    .doc =
        "Reads the logs of `kagami selfplay` and says what each man is worth on the board, in hand "
        "and promoted, with 95% intervals; likewise the other terms of the evaluation.\v"
        "The model: the first mover scores with probability sigmoid(sum of worth x feature), the "
        "features being those of the evaluation, seen from the first mover. Intervals take the "
        "game as the unit (positions of one game share its result) and hold for ratios to the "
        "yardstick. A value that the games cannot tell keeps its starting value, without an "
        "interval. The prior counts as one observation of each value, weighed against games.\n\n"
        "Two things no interval shows: early positions are credited with what happens later, which "
        "draws values together, and games reach only the imbalances that the players like."};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct progress {
    bool terminal; // standard error is one
    double begin, shown;
};

static void show_reading(void *context, const struct logs_progress *at) {
    struct progress *progress = context;
    double now = seconds();
    if (!progress->terminal || now - progress->shown < 0.1)
        return;
    progress->shown = now;
    double share = at->bytes_total > 0 ? (double)at->bytes_done / (double)at->bytes_total : 1;
    fprintf(stderr, "\rreading %3.0f%%   %zu positions   %.0f/s ", 100 * share, at->positions,
            (double)at->positions / fmax(now - progress->begin, 1e-3));
}

static bool show_bootstrap(void *context, int round) {
    struct progress *progress = context;
    double now = seconds();
    if (progress->terminal && now - progress->shown >= 0.1) {
        progress->shown = now;
        fprintf(stderr, "\rbootstrap round %d ", round + 1);
    }
    return true;
}

static void clear_line(const struct progress *progress) {
    if (progress->terminal)
        fputs("\r\033[K", stderr);
}

// The base type of a man by letter, ID or parameter name; 0 when there is none.
static Type find_man(const struct tables *tables, const char *text) {
    if (strncmp(text, "board.", 6) == 0)
        text += 6;
    for (Type base = 1; base < BASE_TYPES; base++) {
        if (!values_uses(tables, VALUE_BOARD + base))
            continue;
        bool letter = toupper((unsigned char)text[0]) == type_letter(base) && text[1] == 0;
        if (letter || strcasecmp(text, tables->variant.man[base].id) == 0)
            return base;
    }
    return 0;
}

// Everything that is alive between reading and reporting.
struct tuning {
    const struct options *options;
    struct progress progress;
    struct logs logs;
    struct dataset data;
    struct values start;
    struct fit_options fit_options;
    struct fit fit;
    struct holdout holdout;
    double bootstrap[VALUES];
    int bootstrap_rounds;
};

static bool read_logs(struct tuning *tuning, struct error *error) {
    const struct options *options = tuning->options;
    struct logs_settings settings = {.min_ply = (int)options->min_ply,
                                     .noisy = options->noisy,
                                     .mirror = options->mirror,
                                     .threads = (int)options->threads,
                                     .progress = show_reading,
                                     .context = &tuning->progress};
    bool read = logs_read(options->folders, options->folder_count, &settings, &tuning->logs,
                          &tuning->data, error);
    clear_line(&tuning->progress);
    if (read && tuning->progress.terminal)
        fprintf(stderr, "read %zu positions of %zu games in %.1f s (%.0f MB)\n",
                tuning->data.positions, tuning->data.games, seconds() - tuning->progress.begin,
                (double)dataset_bytes(&tuning->data) / 1e6);
    return read;
}

static bool set_options(struct tuning *tuning, struct error *error) {
    const struct options *options = tuning->options;
    const struct tables *tables = tuning->logs.tables;
    if (!values_file_load(options->start, tables, &tuning->start, error))
        return false;
    bool all = options->yardstick && strcmp(options->yardstick, "all") == 0;
    Type yardstick = !options->yardstick ? tables->variant.yardstick
                     : all               ? YARDSTICK_ALL
                                         : find_man(tables, options->yardstick);
    if (options->yardstick && !all && !yardstick)
        return error_set(error, "--yardstick '%s': no such man in %s (`kagami show %s` lists them)",
                         options->yardstick, tables->variant.name, tables->variant.name);
    if (!all && tuning->start.value[VALUE_BOARD + yardstick] <= 0) {
        char name[VALUE_NAME];
        return error_set(error, "the yardstick's starting value, %s, must be above 0",
                         values_name(VALUE_BOARD + yardstick, name));
    }
    tuning->fit_options = (struct fit_options){.start = &tuning->start,
                                               .prior = options->prior,
                                               .yardstick = yardstick,
                                               .yardstick_fixed = options->yardstick != NULL,
                                               .threads = (int)options->threads};
    return true;
}

static bool calculate(struct tuning *tuning, struct error *error) {
    const struct options *options = tuning->options;
    if (tuning->progress.terminal)
        fputs("fitting ...", stderr);
    bool done = fit_run(&tuning->fit, &tuning->data, &tuning->fit_options, error) &&
                holdout_measure(&tuning->fit, &tuning->fit_options, options->holdout,
                                &tuning->holdout, error) &&
                (!options->bootstrap ||
                 bootstrap_errors(&tuning->fit, &tuning->fit_options, (int)options->bootstrap,
                                  tuning->data.game[0].seed, show_bootstrap, &tuning->progress,
                                  tuning->bootstrap, &tuning->bootstrap_rounds, error));
    clear_line(&tuning->progress);
    return done;
}

static int report(struct tuning *tuning) {
    const struct options *options = tuning->options;
    struct error error = {""};
    struct tune_report report = {.logs = &tuning->logs,
                                 .fit = &tuning->fit,
                                 .holdout = &tuning->holdout,
                                 .start = &tuning->start,
                                 .bootstrap = options->bootstrap ? tuning->bootstrap : NULL,
                                 .bootstrap_rounds = tuning->bootstrap_rounds,
                                 .prior = options->prior};
    if (options->out) {
        struct values_file file;
        tune_report_values(&report, &file);
        if (!values_file_write(options->out, &file, options->force, &error))
            return fail(EXIT_ERROR, "%s", error.text);
    }
    if (options->json) {
        char *text = tune_report_json(&report);
        if (!text)
            return fail(EXIT_ERROR, "out of memory");
        puts(text);
        free(text);
    } else {
        tune_report_text(&report, terminal_style(), terminal_columns(), stdout);
    }
    int code = terminal_finish();
    if (code == EXIT_DONE && options->out)
        fprintf(stderr, "wrote %s\n", options->out);
    return code;
}

static int tune(const struct options *options) {
    if (options->out && !options->force && access(options->out, F_OK) == 0)
        return fail(EXIT_ERROR, "%s: exists already; --force overwrites it", options->out);
    struct tuning *tuning = calloc(1, sizeof *tuning);
    if (!tuning)
        return fail(EXIT_ERROR, "out of memory");
    tuning->options = options;
    tuning->progress = (struct progress){.terminal = isatty(STDERR_FILENO), .begin = seconds()};
    tuning->data = dataset_init();
    struct error error = {""};
    bool done =
        read_logs(tuning, &error) && set_options(tuning, &error) && calculate(tuning, &error);
    int code = done ? report(tuning) : fail(EXIT_ERROR, "%s", error.text);
    fit_destroy(&tuning->fit);
    dataset_destroy(&tuning->data);
    logs_destroy(&tuning->logs);
    free(tuning);
    return code;
}

int cmd_tune(int argc, char **argv) {
    struct options options = {.prior = 1, .holdout = 0.1, .threads = workers_default_threads()};
    options.folders = calloc((size_t)argc + 1, sizeof *options.folders);
    if (!options.folders)
        return fail(EXIT_ERROR, "out of memory");
    argp_err_exit_status = EXIT_USAGE;
    int code =
        argp_parse(&command, argc, argv, 0, NULL, &options) == 0 ? tune(&options) : EXIT_USAGE;
    free(options.folders);
    return code;
}

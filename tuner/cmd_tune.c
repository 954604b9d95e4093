// SPDX-License-Identifier: GPL-3.0-or-later
// kagami tune: turns logs into piece values with error bars.
#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "bootstrap.h"
#include "cmd_checks.h"
#include "cmd_common.h"
#include "cmd_terminal.h"
#include "cmd_tune_options.h"
#include "covariance.h"
#include "file.h"
#include "tune_report.h"

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
    fprintf(stderr, "\rreading %3.0f%%   %zu positions   %.0f/s   %zu MB in the end ", 100 * share,
            at->positions, (double)at->positions / fmax(now - progress->begin, 1e-3),
            at->expected_bytes >> 20);
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
    const struct tune_options *options;
    struct progress progress;
    struct logs logs;
    struct dataset data;
    struct values start;
    struct ties ties;
    struct tie_test tie_tests[TIES_MAX];
    bool frozen[VALUES];
    struct fit_options fit_options;
    struct fit fit;
    struct holdout holdout;
    struct scale score;
    struct td td;
    double bootstrap[VALUES];
    int bootstrap_rounds;
};

static bool read_logs(struct tuning *tuning, struct error *error) {
    const struct tune_options *options = tuning->options;
    struct logs_settings settings = {.min_ply = (int)options->min_ply,
                                     .noisy = options->noisy,
                                     .memory = (size_t)options->memory,
                                     .threads = (int)options->threads,
                                     .progress = show_reading,
                                     .context = &tuning->progress};
    bool read = logs_read(options->folders, options->folder_count, &settings, &tuning->logs,
                          &tuning->data, error);
    clear_line(&tuning->progress);
    if (read && tuning->progress.terminal)
        fprintf(stderr, "read %zu positions of %zu games in %.1f s (%.0f MB)\n",
                tuning->data.positions, tuning->data.games, seconds() - tuning->progress.begin,
                (double)dataset_used(&tuning->data) / 1e6);
    return read;
}

static bool set_ties(struct tuning *tuning, struct error *error) {
    const struct tune_options *options = tuning->options;
    if (options->mirror) {
        ties_add_mirrors(&tuning->ties, tuning->logs.tables);
        if (tuning->ties.pairs == 0)
            return error_set(error, "--mirror: %s has no men that mirror each other",
                             tuning->logs.tables->variant.title);
    }
    for (int i = 0; i < options->tie_count; i++) {
        struct error cause;
        if (!ties_add(&tuning->ties, tuning->logs.tables, options->tie[i], &cause))
            return error_set(error, "--tie %s", cause.text);
    }
    return true;
}

// Marks what --fit and --freeze name; `*any`: there is something.
static bool set_frozen(struct tuning *tuning, Type yardstick, bool *any, struct error *error) {
    const struct tune_options *options = tuning->options;
    *any = options->group_count > 0;
    bool fitted_only = false;
    for (int k = 0; k < options->group_count; k++)
        fitted_only = fitted_only || options->group[k].fitted;
    for (int i = 0; i < VALUES; i++)
        tuning->frozen[i] = fitted_only;
    for (int k = 0; k < options->group_count; k++) {
        bool found = false;
        for (int i = 0; i < VALUES; i++) {
            char name[VALUE_NAME];
            if (!values_uses(tuning->logs.tables, i) ||
                fnmatch(options->group[k].glob, values_name(i, name), 0) != 0)
                continue;
            found = true;
            tuning->frozen[i] = !options->group[k].fitted;
        }
        if (!found)
            return error_set(error, "%s '%s': no parameter of %s is called so",
                             options->group[k].fitted ? "--fit" : "--freeze",
                             options->group[k].glob, tuning->logs.tables->variant.name);
    }
    for (int k = 0; *any && k < tuning->ties.count; k++)
        if (tuning->frozen[tuning->ties.tie[k].first] != tuning->frozen[tuning->ties.tie[k].second])
            return error_set(error, "a value that is kept cannot be tied to one that is fitted");
    return !*any || yardstick != YARDSTICK_ALL ||
           error_set(error, "with --fit or --freeze the yardstick must be a man");
}

static bool set_options(struct tuning *tuning, struct error *error) {
    const struct tune_options *options = tuning->options;
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
    bool frozen;
    if (!set_ties(tuning, error) || !set_frozen(tuning, yardstick, &frozen, error))
        return false;
    tuning->fit_options = (struct fit_options){.start = &tuning->start,
                                               .prior = options->prior,
                                               .yardstick = yardstick,
                                               .yardstick_fixed = options->yardstick != NULL,
                                               .frozen = frozen ? tuning->frozen : NULL,
                                               .tie = tuning->ties.tie,
                                               .ties = tuning->ties.count,
                                               .threads = (int)options->threads};
    return true;
}

static bool set_targets(struct tuning *tuning, struct error *error) {
    const struct tune_options *options = tuning->options;
    return options->lambda == 1 || tuning->data.positions == 0 ||
           target_mix(&tuning->data, options->lambda, (int)options->threads, &tuning->score, error);
}

static bool calculate(struct tuning *tuning, struct error *error) {
    const struct tune_options *options = tuning->options;
    if (tuning->progress.terminal)
        fputs("fitting ...", stderr);
    bool done =
        set_targets(tuning, error) &&
        fit_run(&tuning->fit, &tuning->data, &tuning->fit_options, error) &&
        (tuning->ties.count == 0 ||
         ties_test(&tuning->fit, &tuning->data, &tuning->fit_options, tuning->tie_tests, error)) &&
        (!options->td ||
         (td_run(&tuning->fit, &tuning->fit_options, options->td_options, &tuning->td, error) &&
          (td_apply(&tuning->td, &tuning->fit_options, &tuning->fit), true))) &&
        holdout_measure(&tuning->fit, &tuning->fit_options,
                        options->td ? &options->td_options : NULL, options->holdout,
                        &tuning->holdout, error) &&
        (!options->bootstrap ||
         bootstrap_errors(&tuning->fit, &tuning->fit_options, (int)options->bootstrap,
                          tuning->data.game[0].seed, show_bootstrap, &tuning->progress,
                          tuning->bootstrap, &tuning->bootstrap_rounds, error));
    clear_line(&tuning->progress);
    return done;
}

static int report(struct tuning *tuning) {
    const struct tune_options *options = tuning->options;
    struct error error = {""};
    struct tune_report report = {.command = options->command.data,
                                 .folders = options->folders,
                                 .logs = &tuning->logs,
                                 .fit = &tuning->fit,
                                 .holdout = &tuning->holdout,
                                 .start = &tuning->start,
                                 .bootstrap = options->bootstrap ? tuning->bootstrap : NULL,
                                 .bootstrap_rounds = tuning->bootstrap_rounds,
                                 .prior = options->prior,
                                 .ties = &tuning->ties,
                                 .tie_tests = tuning->tie_tests,
                                 .td = options->td ? &tuning->td : NULL,
                                 .td_options = options->td_options,
                                 .lambda = options->lambda,
                                 .score = options->lambda < 1 ? &tuning->score : NULL};
    if (options->out) {
        struct values_file file;
        tune_report_values(&report, &file);
        if (!values_file_write(options->out, &file, options->force, &error) ||
            !covariance_write(&tuning->fit, report.td, &tuning->fit_options, options->out, &error))
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

// What cannot be written is told before hours of work.
static bool can_write(const struct tune_options *options) {
    struct error error = {""};
    if (!options->out)
        return true;
    if (!options->force && access(options->out, F_OK) == 0)
        fail(EXIT_ERROR, "%s: exists already; --force overwrites it", options->out);
    else if (!file_can_replace(options->out, &error))
        fail(EXIT_ERROR, "%s", error.text);
    else
        return true;
    return false;
}

static int tune(const struct tune_options *options) {
    if (!can_write(options))
        return EXIT_ERROR;
    struct tuning *tuning = calloc(1, sizeof *tuning);
    if (!tuning)
        return fail(EXIT_ERROR, "out of memory");
    tuning->options = options;
    tuning->progress = (struct progress){.terminal = isatty(STDERR_FILENO), .begin = seconds()};
    tuning->data = dataset_init(VALUES);
    struct error error = {""};
    bool done =
        read_logs(tuning, &error) && set_options(tuning, &error) && calculate(tuning, &error);
    bool too_few = tuning->fit.too_few || tuning->td.too_few;
    int code =
        done ? report(tuning) : fail(too_few ? EXIT_UNDECIDED : EXIT_ERROR, "%s", error.text);
    fit_destroy(&tuning->fit);
    dataset_destroy(&tuning->data);
    logs_destroy(&tuning->logs);
    free(tuning);
    return code;
}

int tune_check(int argc, char **argv, struct tables *tables) {
    struct tune_options options;
    struct error error = {""};
    int code;
    struct tuning *tuning = calloc(1, sizeof *tuning);
    if (!tuning)
        return fail(EXIT_ERROR, "out of memory");
    tuning->options = &options;
    if (tune_options_parse(&options, argc, argv, &code)) {
        tuning->logs.tables = tables;
        code = set_options(tuning, &error) ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
    }
    tune_options_destroy(&options);
    free(tuning);
    return code;
}

int cmd_tune(int argc, char **argv) {
    struct tune_options options;
    int code;
    if (tune_options_parse(&options, argc, argv, &code))
        code = tune(&options);
    tune_options_destroy(&options);
    return code;
}

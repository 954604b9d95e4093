// SPDX-License-Identifier: GPL-3.0-or-later
// kagami tune: turns logs into piece values with error bars.
#include "cmd_tune.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd_common.h"
#include "cmd_terminal.h"
#include "cmd_tune_options.h"
#include "file.h"
#include "observer.h"
#include "tune_report.h"

struct progress {
    bool terminal; // standard error is one
    double begin, shown;
};

static void show_reading(void *context, const struct logs_progress *at) {
    struct progress *progress = context;
    double now = clock_seconds();
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
    double now = clock_seconds();
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

static struct tune_report report_of(const struct tuning *tuning, const char *command) {
    const struct tune_options *options = tuning->options;
    return (struct tune_report){.command = command,
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
}

static int report(const struct tuning *tuning, const struct tune_output *output) {
    struct tune_report said = report_of(tuning, output->command);
    struct error error = {""};
    if (tuning->options->out && !tuning_write(tuning, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    if (output->json) {
        char *text = tune_report_json(&said);
        if (!text)
            return fail(EXIT_ERROR, "out of memory");
        fprintf(output->stream, "%s\n", text);
        free(text);
    } else {
        tune_report_text(&said, output->style, output->columns, output->stream);
    }
    if (tuning->options->out)
        fprintf(stderr, "wrote %s\n", tuning->options->out);
    return EXIT_DONE;
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

static bool read_logs(struct tuning *tuning, struct progress *progress, struct error *error) {
    bool read = tuning_read(tuning, show_reading, progress, error);
    clear_line(progress);
    if (read && progress->terminal)
        fprintf(stderr, "read %zu positions of %zu games in %.1f s (%.0f MB)\n",
                tuning->data.positions, tuning->data.games, clock_seconds() - progress->begin,
                (double)dataset_used(&tuning->data) / 1e6);
    return read;
}

static bool fit(struct tuning *tuning, struct progress *progress, struct error *error) {
    if (progress->terminal)
        fputs("fitting ...", stderr);
    bool done = tuning_fit(tuning, show_bootstrap, progress, error);
    clear_line(progress);
    return done;
}

int tune_values(const struct tune_options *options, const struct tune_output *output) {
    if (!can_write(options))
        return EXIT_ERROR;
    struct error error = {"out of memory"};
    struct progress progress = {.terminal = isatty(STDERR_FILENO), .begin = clock_seconds()};
    struct tuning *tuning = tuning_create(options);
    bool done = tuning && read_logs(tuning, &progress, &error) && fit(tuning, &progress, &error);
    bool too_few = tuning && tuning->too_few;
    int code = done ? report(tuning, output)
                    : fail(too_few ? EXIT_UNDECIDED : EXIT_ERROR, "%s", error.text);
    tuning_destroy(tuning);
    return code;
}

int cmd_tune(int argc, char **argv) {
    struct tune_line line;
    int code;
    if (tune_options_parse(&line, argc, argv, &code)) {
        struct tune_output output = {.stream = stdout,
                                     .style = terminal_style(),
                                     .columns = terminal_columns(),
                                     .json = line.json,
                                     .command = line.command.data};
        code = tune_values(&line.options, &output);
        int finished = terminal_finish();
        code = code == EXIT_DONE ? finished : code;
    }
    tune_line_destroy(&line);
    return code;
}

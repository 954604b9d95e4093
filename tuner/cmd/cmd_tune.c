// SPDX-License-Identifier: GPL-3.0-or-later
// kagami tune: turns logs into piece values with error bars.
#include "cmd_tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beside.h"
#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "csv_file.h"
#include "file.h"
#include "memory.h"
#include "move_fit.h"
#include "move_prior.h"
#include "net_fit.h"
#include "number.h"
#include "workers.h"

// On a terminal alone.
static void show_reading(void *context, const struct logs_progress *at) {
    struct progress *progress = context;
    char text[120];
    if (!progress->terminal || !progress_due(progress))
        return;
    double share = at->bytes_total > 0 ? (double)at->bytes_done / (double)at->bytes_total : 1;
    snprintf(text, sizeof text, "reading %3.0f%%   %zu positions   %zu MB in the end", 100 * share,
             at->positions, at->expected_bytes >> 20);
    progress_show(progress, text);
}

// What cannot be written is told before hours of work.
static bool can_write(const char *path, bool force) {
    struct error error = {""};
    bool can = (force || access(path, F_OK) != 0 ||
                error_at(&error, path, 0, "exists already; --force overwrites it")) &&
               file_can_replace(path, &error);
    return can || fail(EXIT_ERROR, "%s", error.text) == EXIT_DONE;
}

static bool read_logs(struct tuning *tuning, struct progress *progress, struct error *error) {
    double begin = clock_seconds();
    bool done = tuning_read(tuning, show_reading, progress, error);
    progress_clear(progress);
    if (done && progress->terminal)
        fprintf(stderr, "read %zu positions of %zu games in %.1f s (%.0f MB)\n",
                tuning->data.positions, tuning->data.games, clock_seconds() - begin,
                (double)dataset_used(&tuning->data) / 1e6);
    return done;
}

static bool fit(struct tuning *tuning, struct error *error) {
    struct progress progress = progress_init();
    bool done = read_logs(tuning, &progress, error);
    if (done && progress.terminal)
        progress_show(&progress, "fitting ...");
    done = done && tuning_fit(tuning, error);
    progress_clear(&progress);
    return done;
}

// What more games like these would tell.
static int show_plan(const struct tuning *tuning, bool json) {
    static const struct answer_column columns[] = {
        {"games", "games", ANSWER_COUNT},
        {"half_width_median", "half-width, median", ANSWER_NUMBER, 3},
        {"half_width_widest", "widest", ANSWER_NUMBER, 3},
        {"memory", "memory", ANSWER_BYTES},
    };
    static const int times[] = {1, 4, 16, 64};
    struct tuning_precision now = tuning_precision(tuning);
    struct answer answer = answer_init(tuning->logs.tables->variant.title);
    answer_head(&answer, "%zu games", tuning->data.games);
    answer_head(&answer, "%d worths of pieces, 95%% intervals in %s", now.count,
                tuning->reference ? "units" : "mean pieces");
    answer_table(&answer, "designs", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < ARRAY_LENGTH(times); i++) {
        double root = sqrt(times[i]);
        ANSWER_ROW(&answer, cell_number(times[i] * (double)tuning->data.games),
                   cell_if(now.count, now.median / root), cell_if(now.count, now.widest / root),
                   cell_number(times[i] * (double)dataset_used(&tuning->data)));
    }
    answer_sentence(&answer,
                    "Intervals narrow with the games. The known bias of average worth does not: "
                    "%.1f to %.1f mean pieces.",
                    WORTH_BIAS_LEAST, WORTH_BIAS);
    return answer_show(&answer, json);
}

// The options

static bool set_prior(void *member, const char *text, struct error *error) {
    double *prior = member;
    if (strcmp(text, "none") == 0)
        *prior = 0;
    else if (!number_decimal(text, prior) || *prior < 0.01 || *prior > 1000)
        return error_set(error, "must be a number from 0.01 to 1000, or none, not '%s'", text);
    return true;
}

static bool add_group(struct tune_options *options, const char *glob, bool fitted,
                      struct error *error) {
    if (options->group_count == TUNE_GROUPS_MAX)
        return error_set(error, "and the like: more than %d of them", TUNE_GROUPS_MAX);
    options->group[options->group_count++] = (struct tune_group){glob, fitted};
    return true;
}

static bool set_fit(void *options, const char *text, struct error *error) {
    return add_group(options, text, true, error);
}

static bool set_freeze(void *options, const char *text, struct error *error) {
    return add_group(options, text, false, error);
}

#define AT(member) OPTION_AT(struct tune_options, member)

static const struct option_row rows[] = {
    {"out", "FILE", .letter = 'o', .line_only = true, .kind = ROW_TEXT, .completion = COMPLETE_FILE,
     AT(out)},
    {"force", NULL, .line_only = true, AT(force)},
    {"threads", "N", .letter = 't', .kind = ROW_COUNT, .low = 1, .high = 1024, AT(threads)},
    {"memory", "BYTES", .kind = ROW_COUNT, .low = 1000, .high = 1LL << 50, AT(memory)},
};

static const struct option_row fit_rows[] = {
    {"lambda", "L", .kind = ROW_REAL, .high = 1, AT(lambda)},
    {"start", "FILE", .kind = ROW_TEXT, .completion = COMPLETE_FILE, AT(start)},
    {"reference", "PIECE", .kind = ROW_TEXT, AT(reference)},
    {"mirror", NULL, AT(mirror)},
    {"tie", "A=B", .kind = ROW_TEXTS, AT(tie)},
    {"freeze", "GLOB", .kind = ROW_OWN, .several = true, .set = set_freeze},
    {"fit", "GLOB", .kind = ROW_OWN, .several = true, .set = set_fit},
    {"prior", "SIGMA", .kind = ROW_OWN, .set = set_prior, AT(prior)},
    {"holdout", "SHARE", "0.1", .kind = ROW_REAL, .high = 0.5, AT(holdout)},
    {"full", NULL, .line_only = true, AT(full)},
};

static bool set_defaults(void *base, struct error *error) {
    (void)error;
    struct tune_options *options = base;
    options->prior = PRIOR_DEFAULT;
    options->lambda = NAN;
    options->threads = workers_default_threads();
    options->memory = (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) / 4 * 3;
    return true;
}

const struct option_set tune_option_set = {NULL, rows, ARRAY_LENGTH(rows), set_defaults, NULL};
const struct option_set tune_fit_option_set = {"The fit", fit_rows, ARRAY_LENGTH(fit_rows), NULL,
                                               NULL};

struct options {
    struct tune_options tune;
    struct answer_options answer;
    struct option_texts folders;
    const char *moves, *net;
    const char *command; // line that asked for it
    bool plan;
};

static const struct option_row plan_rows[] = {
    {"moves", "FILE", .line_only = true, .kind = ROW_TEXT, .completion = COMPLETE_FILE,
     OPTION_AT(struct options, moves)},
    {"net", "FILE", .line_only = true, .kind = ROW_TEXT, .completion = COMPLETE_FILE,
     OPTION_AT(struct options, net)},
    {"plan", NULL, .line_only = true, OPTION_AT(struct options, plan)},
};
static const struct option_set plan_set = {.rows = plan_rows, .count = ARRAY_LENGTH(plan_rows)};

static int report(const struct tuning *tuning, const struct options *options) {
    struct error error = {""};
    bool added[BESIDES] = {false};
    char path[PATH_MAX];
    if (tuning->options->out && !tuning_write(tuning, added, &error))
        return fail(EXIT_ERROR, "%s", error.text);
    struct answer answer =
        tuning_answer(tuning, tuning->options->full || options->answer.json, options->command);
    if (answer_show(&answer, options->answer.json) != EXIT_DONE)
        return EXIT_ERROR;
    if (tuning->options->out)
        fprintf(stderr, "wrote %s\n", tuning->options->out);
    for (enum beside kind = 0; kind < BESIDES; kind++)
        if (added[kind])
            fprintf(stderr, "wrote %s, which belongs to the starting values\n",
                    beside_path(kind, tuning->options->out, path));
    return EXIT_DONE;
}

static int tune_values(const struct options *options) {
    const char *out = options->tune.out;
    char worth[PATH_MAX];
    if (out && !(can_write(out, options->tune.force) &&
                 can_write(csv_beside(out, "worth", worth), options->tune.force)))
        return EXIT_ERROR;
    struct error error = {""};
    struct tuning *tuning = tuning_create(&options->tune);
    bool done = fit(tuning, &error);
    bool too_few = tuning->too_few;
    int code =
        done ? options->plan ? show_plan(tuning, options->answer.json) : report(tuning, options)
             : fail(too_few ? EXIT_UNDECIDED : EXIT_ERROR, "%s", error.text);
    tuning_destroy(tuning);
    return code;
}

// --moves: how likely quiet moves are, for the search to order them by.

static bool show_learning(void *context, int round, int rounds) {
    struct progress *progress = context;
    char text[64];
    snprintf(text, sizeof text, "round %d of %d", round + 1, rounds);
    if (progress->terminal)
        progress_show(progress, text);
    return true;
}

// Learns from the moves of the logs how likely quiet moves are (move_fit.h), writes that file, and
// tells how well.
static int tune_moves(const struct options *options) {
    const char *path = options->moves;
    struct error error = {""};
    struct progress progress = progress_init();
    if (!can_write(path, options->tune.force))
        return EXIT_ERROR;
    struct move_games games;
    struct move_fit *fit = mem_calloc(1, sizeof *fit);
    bool done = move_games_read(&games, options->folders.text, options->folders.count, &error) &&
                move_fit(&games, fit, show_learning, &progress, &error);
    bool too_few = fit->too_few;
    progress_clear(&progress);
    done = done && move_prior_write(path, games.tables, &fit->prior, &error);
    int code = EXIT_DONE;
    if (done) {
        struct answer answer = move_fit_answer(&games, fit);
        code = answer_show(&answer, options->answer.json);
        fprintf(stderr, "wrote %s\n", path);
    } else
        code = fail(too_few ? EXIT_UNDECIDED : EXIT_ERROR, "%s", error.text);
    free(fit);
    move_games_destroy(&games);
    return code;
}

// --net: a network, for what the evaluation lacks.

static void show_round(void *context, const struct tick *tick) {
    struct progress *progress = context;
    char text[64];
    int done = (int)tick->done; // hundredths
    snprintf(text, sizeof text, "round %d, %d%%", done / 100 + 1, done % 100);
    if (progress->terminal)
        progress_show(progress, text);
}

static bool learn_net(struct tuning *tuning, const char *path, struct progress *progress,
                      struct net_fit *fit, struct error *error) {
    char saved[PATH_MAX];
    const struct observer observer = {.tick = show_round, .context = progress};
    snprintf(saved, sizeof saved, "%s.rounds", path);
    const struct net_fit_settings settings = {.results = tuning->options->lambda,
                                              .threads = (int)tuning->options->threads,
                                              .saved = saved,
                                              .observer = &observer};
    bool done = read_logs(tuning, progress, error) && tuning_prepare(tuning, error) &&
                net_fit(&tuning->data, tuning->logs.tables, &tuning->start, &settings, fit, error);
    progress_clear(progress);
    return done;
}

// Learns a network from the positions of the logs (net_fit.h), writes it, and tells how well it
// predicts.
static int tune_net(struct options *options) {
    const char *path = options->net;
    struct error error = {""};
    if (!can_write(path, options->tune.force))
        return EXIT_ERROR;
    options->tune.boards = true;
    struct progress progress = progress_init();
    struct tuning *tuning = tuning_create(&options->tune);
    struct net_fit fit = {.weights = NULL};
    int code = EXIT_ERROR;
    // A network that says nothing would be no network where one ships: no file.
    if (learn_net(tuning, path, &progress, &fit, &error) &&
        (fit.best == 0 || net_write(path, fit.weights, &error))) {
        struct answer answer = net_fit_answer(tuning->logs.tables, &fit);
        code = answer_show(&answer, options->answer.json);
        if (fit.resumed)
            fprintf(stderr, "went on after round %d of an earlier call\n", fit.resumed);
        if (fit.best > 0)
            fprintf(stderr, "wrote %s\n", path);
        else if (code == EXIT_DONE)
            code = EXIT_UNDECIDED;
    } else {
        code = fail(tuning->too_few ? EXIT_UNDECIDED : EXIT_ERROR, "%s", error.text);
    }
    free(fit.weights);
    tuning_destroy(tuning);
    return code;
}

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    const struct tune_options *tune = &options->tune;
    int asked = (options->moves != NULL) + (options->net != NULL) + (tune->out != NULL);
    bool fit = tune->reference || tune->mirror || tune->tie.count > 0 || tune->group_count > 0 ||
               tune->prior != PRIOR_DEFAULT || tune->holdout != 0.1 || tune->full;
    if ((options->moves && (fit || tune->start || !isnan(tune->lambda))) || (options->net && fit))
        return error_set(error, "of the fit's options --moves takes none, --net only --lambda and "
                                "--start");
    return asked + options->plan <= 1 ||
           error_set(error, "--moves, --net, --out and --plan belong to a command each");
}

static int run(void *data, const char *line) {
    struct options *options = data;
    options->command = line;
    if (isnan(options->tune.lambda))
        options->tune.lambda = options->net ? NET_FIT_RESULTS : 1;
    options->tune.beside = !options->net; // a network is learned anew
    options->tune.folders = options->folders.text;
    options->tune.folder_count = options->folders.count;
    int code = options->moves ? tune_moves(options)
               : options->net ? tune_net(options)
                              : tune_values(options);
    int finished = terminal_finish();
    return code == EXIT_DONE ? finished : code;
}

static const struct option_row arguments[] = {
    {"DIR", .kind = ROW_TEXTS, .completion = COMPLETE_FOLDER, OPTION_AT(struct options, folders)},
};
static const struct option_use uses[] = {OPTION_USE(answer, struct options, answer),
                                         {&plan_set, 0, NULL},
                                         TUNE_OPTIONS(struct options, tune),
                                         {0}};

const struct command command_tune = {
    COMMAND_HEAD(tune, GROUP_TUNE, arguments, uses, struct options, run),
    .arguments_needed = 1,
    .check = check,
};

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_tune_verify.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd_progress.h"
#include "cmd_sprt_options.h"
#include "cmd_terminal.h"
#include "cmd_verification.h"
#include "objective.h"

// Mean log-loss of a position of the games that were fitted.
static double loss_of(const struct dataset *data, const double *weight) {
    double sum = 0, count = 0;
    for (size_t g = 0; g < data->games; g++)
        for (size_t p = data->game[g].position; p < data->game[g + 1].position; p++) {
            double share = dataset_weight(data, p);
            sum += share *
                   logistic_loss(dataset_predictor(data, p, weight), dataset_target(data, g, p));
            count += share;
        }
    return sum / count;
}

// What the fit says of itself: against the starting values at the scale that suits them best.
static void print_tuned(const struct fit *fit, const struct values *start,
                        const struct holdout *holdout) {
    const struct dataset *data = fit->data;
    double weight[VALUES];
    for (int c = 0; c < data->columns; c++)
        weight[c] = fit->logits_per_start * start->value[data->parameter[c]];
    double before = loss_of(data, weight), after = loss_of(data, fit->weight);
    printf("\nTuned, by the games that it was fitted to: log-loss of a position %.4f -> %.4f\n",
           before, after);
    if (holdout->games)
        printf("By games kept out of a second fit: %.4f -> %.4f; a constant %.4f\n",
               holdout->start_loss, holdout->loss, holdout->constant_loss);
}

static int print_json(const struct verification *verification, const char *tuned) {
    cJSON *json = cJSON_Parse(tuned);
    cJSON_AddItemToObject(json, "verification", verification_json(verification));
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    if (!text)
        return fail(EXIT_ERROR, "out of memory");
    puts(text);
    cJSON_free(text);
    return terminal_finish();
}

int tune_verify(const struct tune_options *options, const struct logs *logs, const struct fit *fit,
                const struct values *start, const struct holdout *holdout, const char *json) {
    struct error error = {""};
    struct verification verification = {.tables = logs->tables,
                                        .values = {options->out, options->start},
                                        .folder = options->verify,
                                        .force = options->force,
                                        .sprt = verification_sprt()};
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/run.json", options->folders[0]);
    if (!verification_parse_limits(options->verify_ladder, &verification) ||
        !play_options_default(&verification.play, &error))
        return EXIT_USAGE;
    if (options->verify_seed_given) {
        verification.play.seed = options->verify_seed;
        verification.play.seed_given = true;
    }
    struct runmeta *meta = runmeta_load(path, &error);
    if (!meta)
        return fail(EXIT_ERROR, "%s", error.text);
    verification.variant_text = runmeta_variant_text(meta);
    verification.play.games = options->verify_games;
    verification.play.threads = options->threads;
    verification.play.command = options->command.data;
    if (verification.play.seed == runmeta_seed(meta))
        verification.play.seed++; // openings that nobody tuned from
    if (!json)
        print_tuned(fit, start, holdout);
    fflush(stdout);
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    verification.observer = &observer;
    int code = work_exit_code(verification_run(&verification, &error), &error);
    if (code == EXIT_DONE && json) {
        code = print_json(&verification, json);
    } else if (code == EXIT_DONE) {
        verification_print(&verification, terminal_style(), stdout);
        code = terminal_finish();
    }
    runmeta_destroy(meta);
    return code == EXIT_DONE ? sprt_exit_code(verification.verdict) : code;
}

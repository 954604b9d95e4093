// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_setup.h"

#include <stdlib.h>
#include <string.h>

#include "cmd_progress.h"
#include "cmd_sprt_options.h"
#include "cmd_terminal.h"
#include "memory.h"
#include "run.h"
#include "score_answer.h"

int setup_load(struct setup *setup, const struct game_options *game) {
    struct error error = {""};
    int code;
    setup->tables = game_options_tables(game, &code);
    if (!setup->tables)
        return code;
    setup->variant_text = game->variant_text ? mem_strdup(game->variant_text)
                                             : config_variant_text(game->variant_name, &error);
    if (!setup->variant_text)
        return fail(EXIT_ERROR, "%s", error.text);
    setup->config = config_default(setup->tables, setup->variant_text);
    return EXIT_DONE;
}

void setup_destroy(struct setup *setup) {
    opening_list_destroy(&setup->list);
    free(setup->variant_text);
    free(setup->tables);
}

int setup_plan(const struct setup_play *play, const struct plan_part *part, int parts) {
    const struct plan_games games = {.part = part,
                                     .parts = parts,
                                     .runs = 1,
                                     .questions = play->match ? PLAN_STRENGTH : PLAN_SCORE,
                                     .games = (double)play->play->games,
                                     .games_given = play->play->games_given,
                                     .folder = play->log->folder,
                                     .threads = (int)play->play->threads};
    return plan_show(play->plan, &games, play->answer->json);
}

int setup_play(struct setup *setup, const struct setup_play *play) {
    struct config *config = &setup->config;
    struct error error = {""};
    struct progress progress;
    if (play->plan->wanted)
        return setup_plan(play, &(struct plan_part){NULL, config}, 1);
    struct observer observer = progress_observer(&progress);
    struct run run = {.config = config,
                      .folder = play->log->folder,
                      .threads = (int)play->play->threads,
                      .seed_given = play->play->seed_given,
                      .command = play->play->command,
                      .force = play->log->force,
                      .match = play->match,
                      .observer = &observer};
    if (!play_options_range(play->play, config->paired, &run.range, &error))
        return fail(EXIT_USAGE, "%s", error.text);
    int code = work_exit_code(run_play(&run, &error), &error);
    if (code == EXIT_DONE) {
        struct answer answer = run_answer(&run);
        code = answer_show_by(&answer, play->answer);
    }
    const struct tally *tally = code == EXIT_DONE ? run.log->tally : NULL;
    if (tally && config->paired && score_faulty(tally_faults(tally), tally->games))
        code = EXIT_UNDECIDED;
    if (code == EXIT_DONE && config->sprt)
        code = sprt_exit_code(sprt_verdict(config->sprt, &run.log->tally->pairs));
    run_destroy(&run);
    return code;
}

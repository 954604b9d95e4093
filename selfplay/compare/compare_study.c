// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int compare_study_run(const struct compare_study *compare, int rung, int arm) {
    return rung * compare->experiment->arm_count + arm;
}

static bool configure(void *context, int number, struct config *config, struct opening_list *list,
                      struct error *error) {
    const struct compare_study *compare = context;
    const struct experiment *experiment = compare->experiment;
    struct play_options play = *compare->study.play;
    *config = config_default(experiment->arm[number % experiment->arm_count].tables,
                             compare->variant_text);
    play.nodes = (long long)experiment->ladder[number / experiment->arm_count];
    return play_options_config(&play, config, list, error) && config_finish(config, false, error);
}

void compare_study_list(struct compare_study *compare, int64_t games) {
    const struct experiment *experiment = compare->experiment;
    compare->study.context = compare;
    compare->study.configure = configure;
    for (int rung = 0; rung < experiment->ladder_count; rung++)
        for (int arm = 0; arm < experiment->arm_count; arm++) {
            char name[ARM_NAME + 32];
            snprintf(name, sizeof name, "%s/%" PRIu64 "n", experiment->arm[arm].name,
                     experiment->ladder[rung]);
            study_add(&compare->study, name, games, experiment->ladder[rung]);
        }
}

bool compare_study_is_there(const struct compare_study *compare, struct error *error) {
    char folder[PATH_MAX], path[PATH_MAX + 16];
    for (int i = 0; i < compare->study.agenda.count; i++) {
        if (!study_folder(&compare->study, i, folder, error))
            return false;
        snprintf(path, sizeof path, "%s/run.json", folder);
        if (access(path, R_OK) != 0)
            return error_set(
                error, "no games in %s: --report takes --ladder and --arm as they were played",
                folder);
    }
    return true;
}

// The games of one rung, of all arms, with which rules forbid their moves.
static bool read_rung(const struct compare_study *compare, int rung, struct game_list **sums,
                      struct comparison *comparison, struct error *error) {
    const struct experiment *experiment = compare->experiment;
    for (int arm = 0; arm < experiment->arm_count; arm++) {
        char folder[PATH_MAX];
        struct facts_options options = {.folder = folder, .tables = experiment->arm[arm].tables};
        // The base's moves are held against all arms, theirs against the base.
        for (int other = 0; other < experiment->arm_count; other++)
            if (other != arm && (arm == 0 || other == 0))
                options.foreign[other] = experiment->arm[other].tables;
        if (!study_folder(&compare->study, compare_study_run(compare, rung, arm), folder, error) ||
            !(sums[arm] = game_list_read(&options, error)) ||
            !comparison_first_move(comparison, rung, arm, folder, error))
            return false;
    }
    comparison_measure(comparison, rung, sums);
    return true;
}

struct comparison *compare_study_read(const struct compare_study *compare, struct margins margins,
                                      struct error *error) {
    struct comparison *comparison = comparison_create(compare->experiment, margins);
    bool done = true;
    for (int rung = 0; done && rung < compare->experiment->ladder_count; rung++) {
        struct game_list *sums[ARMS_MAX] = {0};
        done = read_rung(compare, rung, sums, comparison, error);
        for (int arm = 0; arm < ARMS_MAX; arm++)
            game_list_destroy(sums[arm]);
    }
    if (done)
        return comparison;
    free(comparison);
    return NULL;
}

bool compare_study_write(const struct compare_study *compare, const struct comparison *comparison,
                         const struct answer *answer, struct error *error) {
    const struct {
        const char *table, *file;
        bool wanted;
    } tables[] = {{"cells", "summary.csv", true},
                  {"effects", "effects.csv", comparison->effect_count > 0},
                  {"first_move", "first-move.csv", comparison->from_start}};
    struct file_set set = {.count = 0};
    for (int i = 0; i < ARRAY_LENGTH(tables); i++)
        if (tables[i].wanted)
            answer_csv(answer, tables[i].table,
                       study_add_file(&compare->study, &set, tables[i].file));
    answer_json(answer, study_add_file(&compare->study, &set, "report.json"));
    bool done = file_set_write(&set, error);
    file_set_destroy(&set);
    return done;
}

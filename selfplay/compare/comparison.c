// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log_reader.h"
#include "memory.h"

const struct findings *findings_of(const struct comparison *comparison, int metric, int rung) {
    return &comparison->findings[metric * LADDER_MAX + rung];
}

struct comparison *comparison_create(const struct experiment *experiment, struct margins margins) {
    size_t findings = (size_t)metric_count * LADDER_MAX;
    struct comparison *comparison =
        mem_calloc(1, sizeof *comparison + findings * sizeof *comparison->findings);
    int toggles = experiment->toggle_count;
    comparison->experiment = experiment;
    comparison->margins = margins;
    comparison->effect_count = toggles + toggles * (toggles - 1) / 2;
    return comparison;
}

static double margin_of(const struct comparison *comparison, int metric, double base) {
    const struct margins *margins = &comparison->margins;
    return metrics[metric].unit == UNIT_PERCENT ? margins->score : margins->relative * fabs(base);
}

// Correlations of a metric between all arms, row by row.
static void correlate(int metric, struct game_list *const *own, int count, double *correlation) {
    for (int a = 0; a < count; a++)
        for (int b = 0; b <= a; b++)
            correlation[a * count + b] = correlation[b * count + a] =
                a == b ? 1 : metric_correlation(&metrics[metric], own[a], own[b]);
}

static struct measured difference_of(struct measured value, struct measured base,
                                     double correlation) {
    const struct measured both[] = {value, base};
    const double weight[] = {1, -1}, matrix[] = {1, correlation, correlation, 1};
    return measured_sum(both, weight, matrix, 2);
}

// Fills the difference of an arm and what its tests say, not adjusted.
static void measure_difference(const struct comparison *comparison, int metric,
                               struct measured base, double correlation, struct cell *cell) {
    cell->correlation = correlation;
    cell->margin = margin_of(comparison, metric, base.value);
    cell->p = cell->p_holm = cell->p_equivalent = 1;
    cell->difference = difference_of(cell->value, base, correlation);
    if (cell->difference.n <= 0)
        return;
    cell->p = cell->p_holm = measured_p(cell->difference);
    cell->p_equivalent = equivalence_p(cell->difference, cell->margin);
}

// The arms but the base against it.
static void adjust_cells(int count, struct cell *cells) {
    double *differs[ARMS_MAX], *equal[ARMS_MAX];
    int known = 0;
    for (struct cell *cell = cells + 1; cell < cells + count; cell++)
        if (cell->difference.n > 0) {
            differs[known] = &cell->p_holm;
            equal[known++] = &cell->p_equivalent;
        }
    holm_at(differs, known);
    holm_at(equal, known);
}

static struct effect measure_effect(const struct experiment *experiment, const struct cell *cells,
                                    const double *correlation, int first, int second) {
    int count = experiment->arm_count;
    struct measured value[ARMS_MAX];
    double weight[ARMS_MAX];
    for (int arm = 0; arm < count; arm++) {
        unsigned set = experiment->arm[arm].toggles;
        double sign = set >> first & 1 ? 1 : -1;
        if (second >= 0)
            sign *= set >> second & 1 ? 1 : -1;
        value[arm] = cells[arm].value;
        weight[arm] = sign / (count / (second >= 0 ? 4.0 : 2.0));
    }
    struct measured sum = measured_sum(value, weight, correlation, count);
    return (struct effect){first, second, sum, measured_p(sum), measured_p(sum)};
}

static void measure_effects(const struct experiment *experiment, const double *correlation,
                            struct findings *findings) {
    int toggles = experiment->toggle_count, number = 0;
    for (int first = 0; first < toggles; first++)
        findings->effect[number++] =
            measure_effect(experiment, findings->cell, correlation, first, -1);
    for (int first = 0; first < toggles; first++)
        for (int second = first + 1; second < toggles; second++)
            findings->effect[number++] =
                measure_effect(experiment, findings->cell, correlation, first, second);
    double *p[EFFECTS_MAX];
    for (int i = 0; i < number; i++)
        p[i] = &findings->effect[i].p_holm;
    holm_at(p, toggles);
    holm_at(p + toggles, number - toggles);
}

void comparison_measure(struct comparison *comparison, int rung, struct game_list *const *own) {
    int count = comparison->experiment->arm_count;
    for (int arm = 0; arm < count; arm++) {
        struct arm_run *run = &comparison->run[rung][arm];
        run->games = own[arm]->count;
        run->copies = own[arm]->copies;
        for (int64_t i = 0; i < own[arm]->count; i++)
            for (int depth = 0; depth < DEPTHS; depth++)
                run->depths.moves[depth] += own[arm]->game[i].depths[depth];
    }
    int64_t least = own[0]->count;
    for (int arm = 0; arm < count; arm++)
        least = own[arm]->count < least ? own[arm]->count : least;
    for (int metric = 0; metric < metric_count; metric++) {
        struct findings *findings = &comparison->findings[metric * LADDER_MAX + rung];
        double correlation[ARMS_MAX * ARMS_MAX];
        correlate(metric, own, count, correlation);
        for (int arm = 0; arm < count; arm++) {
            struct cell *cell = &findings->cell[arm];
            struct game_list some = *own[arm];
            some.count = metrics[metric].grows ? least : some.count;
            cell->value = metrics[metric].measure(&some);
            if (arm > 0)
                measure_difference(comparison, metric, findings->cell[0].value,
                                   correlation[arm * count], cell);
        }
        adjust_cells(count, findings->cell);
        measure_effects(comparison->experiment, correlation, findings);
    }
}

// The limit of an arm from the start position, and how far it is from the base's.
static void measure_first_move(const struct distinct *own, const struct distinct *base,
                               struct arm_run *run) {
    struct measured of = own->first.score, from = base->first.score;
    double correlation =
        first_move_correlation(own->pulls, (int64_t)of.n, base->pulls, (int64_t)from.n);
    run->first = own->first;
    run->first_difference = of.n > 0 && from.n > 0 ? difference_of(of, from, correlation)
                                                   : (struct measured){0, -1, 1, 0};
}

// Notes where the games of an arm start, by the record and the log in its folder, and from the
// start position what the first player scores. All arms start alike. The games of the base, arm 0,
// are left in `base`.
static bool find_first_move(struct comparison *comparison, int rung, int arm, const char *folder,
                            struct distinct *base, struct error *error) {
    char games[PATH_MAX];
    struct distinct distinct = {0}, *own = arm == 0 ? base : &distinct;
    struct runmeta *meta = NULL;
    bool done =
        csv_find(folder, "games.csv", games, error) && (meta = log_record(folder, error)) != NULL;
    comparison->unfinished += done && !runmeta_finished(meta);
    if (done && arm == 0) {
        const char *name = runmeta_setting(meta, "player1.name");
        bool shipped = !name || strncmp(name, "default@", 8) == 0;
        snprintf(comparison->values, sizeof comparison->values, "%s",
                 shipped ? "those of the game" : name);
        if (!shipped && strrchr(comparison->values, '@'))
            *strrchr(comparison->values, '@') = 0; // its limits
        distinct_openings(meta, comparison->openings);
        comparison->seed = runmeta_seed(meta);
        comparison->from_start = distinct_from_start(meta);
    }
    if (done && comparison->from_start && (done = distinct_read(games, meta, own, error)))
        measure_first_move(own, base, &comparison->run[rung][arm]);
    distinct_destroy(&distinct);
    runmeta_destroy(meta);
    return done;
}

// --- The runs ------------------------------------------------------------------------------------

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
    char folder[PATH_MAX];
    for (int i = 0; i < compare->study.agenda.count; i++) {
        if (!study_folder(&compare->study, i, folder, error))
            return false;
        if (!log_holds_run(folder))
            return error_set(
                error, "no games in %s: --report takes --ladder and --arm as they were played",
                folder);
    }
    return true;
}

// The games of one rung, of all arms.
static bool read_rung(const struct compare_study *compare, int rung, struct game_list **sums,
                      struct comparison *comparison, struct error *error) {
    const struct experiment *experiment = compare->experiment;
    struct distinct base = {0};
    bool done = true;
    for (int arm = 0; done && arm < experiment->arm_count; arm++) {
        char folder[PATH_MAX];
        done =
            study_folder(&compare->study, compare_study_run(compare, rung, arm), folder, error) &&
            (sums[arm] = game_list_read(folder, experiment->arm[arm].tables, error)) &&
            find_first_move(comparison, rung, arm, folder, &base, error);
    }
    if (done)
        comparison_measure(comparison, rung, sums);
    distinct_destroy(&base);
    return done;
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
    return file_set_write(&set, error);
}

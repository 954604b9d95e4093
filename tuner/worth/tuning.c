// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning.h"

#include <assert.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "fit.h"
#include "memory.h"

// The column that tells of a parameter; -1 where nothing does.
static int measured_column(const struct tuning *tuning, int index) {
    const struct fit *fit = &tuning->fit;
    int c = fit_column(fit->data, &tuning->fit_options, index);
    if (c < 0 || fit->data->removals.count[index] <= 0)
        return -1;
    return fit->identification.verdict[fit->data->parameter[c]] == VERDICT_MEASURED ? c : -1;
}

// What the pieces are worth in the mean over the logged positions: what the predictor loses when a
// piece is taken away, each game counting the same, in Elo (fit/centre.h). Open is what the fit has
// not measured, or never saw; kept values lean on what they were. Destroy `worths`.
static void tuning_worths(const struct tuning *tuning, struct worths *worths) {
    assert(tuning->fit.covariance);
    const struct fit *fit = &tuning->fit;
    int n = fit->data->columns;
    double weight[VALUES], *covariance = mem_alloc((size_t)n * (size_t)n * sizeof *covariance);
    worths_init(worths, tuning->logs.tables);
    centre_weights(fit->data, fit->weight, weight);
    centre_covariance(fit->data, fit->covariance, covariance);
    int column[WORTHS_MAX];
    for (int i = 0; i < worths->count; i++) {
        struct worth_estimate *of = &worths->of[i];
        const struct estimate *estimate = &fit->estimate[of->index];
        int c = column[i] = measured_column(tuning, of->index);
        of->games = (double)estimate->games;
        if (c < 0)
            continue;
        bool kept = estimate->verdict == VERDICT_FROZEN;
        of->mark = kept || estimate->share < SHARE_LEANING ? WORTH_LEANS : WORTH_MEASURED;
        of->value = (weight[c] + fit->reduction.beside * fit->data->removals.beside[of->index]) *
                    ELO_PER_LOGIT;
        for (int j = 0; j <= i; j++)
            if (column[j] >= 0)
                worths->covariance[i * worths->count + j] =
                    worths->covariance[j * worths->count + i] =
                        covariance[c * n + column[j]] * ELO_PER_LOGIT * ELO_PER_LOGIT;
    }
    free(covariance);
    worths->method = WORTH_BY_REGRESSION;
    for (int i = 0; i < tuning->options->folder_count; i++)
        source_add_run(&worths->source, tuning->options->folders[i]);
}

struct tuning_precision tuning_precision(const struct tuning *tuning) {
    double half[WORTHS_MAX];
    struct tuning_precision precision = {0};
    for (int i = 0; tuning->scaled && i < tuning->worths.count; i++) {
        double wide = worths_half(&tuning->ratios, i);
        if (tuning->worths.of[i].mark == WORTH_MEASURED && wide > 0)
            half[precision.count++] = wide;
    }
    if (precision.count == 0)
        return precision;
    gsl_sort(half, 1, (size_t)precision.count);
    precision.median = half[precision.count / 2];
    precision.widest = half[precision.count - 1];
    return precision;
}

int tuning_usable(const struct tuning *tuning) {
    const struct worths *worths = &tuning->worths;
    double part[WORTHS_MAX], mean = 0; // Elo of a mean piece, whatever the unit
    int usable = 0;
    worths_unit(worths, 0, part);
    for (int i = 0; i < worths->count; i++)
        mean += part[i] * worths->of[i].value;
    for (int i = 0; tuning->scaled && i < worths->count; i++)
        usable += worths->of[i].mark == WORTH_MEASURED &&
                  worths_half(&tuning->ratios, i) * tuning->ratios.unit >= WORTH_BIAS * mean;
    return usable;
}

double tuning_games_needed(const struct tuning *tuning, int place) {
    const struct worth_estimate *of = &tuning->worths.of[place];
    const struct estimate *estimate = &tuning->fit.estimate[of->index];
    double share = estimate->share, games = (double)tuning->fit.games;
    if (of->mark == WORTH_MEASURED || estimate->verdict == VERDICT_FROZEN)
        return 0;
    if (estimate->verdict == VERDICT_RARE && estimate->games > 0)
        return ceil(games * GAMES_NEEDED / (double)estimate->games);
    bool grows = of->mark == WORTH_LEANS || estimate->verdict == VERDICT_PRIOR;
    // Information of the games to that of the prior is share to 1 - share, and grows by their
    // number.
    return grows && share > 0
               ? ceil(games * SHARE_LEANING / (1 - SHARE_LEANING) * (1 - share) / share)
               : INFINITY;
}

struct tune_options tune_options_plain(const char *const *folders, int count, int threads) {
    assert(count > 0 && threads >= 1);
    return (struct tune_options){.folders = folders,
                                 .folder_count = count,
                                 .prior = PRIOR_DEFAULT,
                                 .lambda = 1,
                                 .beside = true,
                                 .threads = threads};
}

struct tuning *tuning_create(const struct tune_options *options) {
    struct tuning *tuning = mem_calloc(1, sizeof *tuning);
    tuning->options = options;
    tuning->data = dataset_init(VALUES);
    return tuning;
}

void tuning_destroy(struct tuning *tuning) {
    worths_scaled_destroy(&tuning->ratios);
    worths_destroy(&tuning->worths);
    fit_destroy(&tuning->fit);
    dataset_destroy(&tuning->data);
    logs_destroy(&tuning->logs);
    free(tuning);
}

bool tuning_read(struct tuning *tuning,
                 void (*progress)(void *context, const struct logs_progress *progress),
                 void *context, struct error *error) {
    assert(tuning->options->folder_count > 0);
    const struct tune_options *options = tuning->options;
    struct logs_settings settings = {.memory = (size_t)options->memory,
                                     .beside = options->beside,
                                     .values = options->start,
                                     .boards = options->boards,
                                     .threads = (int)options->threads,
                                     .progress = progress,
                                     .context = context};
    return logs_read(options->folders, options->folder_count, &settings, &tuning->logs,
                     &tuning->data, error);
}

static bool set_ties(struct tuning *tuning, struct error *error) {
    const struct tune_options *options = tuning->options;
    if (options->mirror) {
        ties_add_mirrors(&tuning->ties, tuning->logs.tables);
        if (tuning->ties.pairs == 0)
            return error_set(error, "--mirror: %s has no pieces that mirror each other",
                             tuning->logs.tables->variant.title);
    }
    for (int i = 0; i < options->tie.count; i++) {
        struct error cause;
        if (!ties_add(&tuning->ties, tuning->logs.tables, options->tie.text[i], &cause))
            return error_set(error, "--tie %s", cause.text);
    }
    return true;
}

// Marks what --fit and --freeze name; `*any`: there is something.
static bool set_frozen(struct tuning *tuning, bool *any, struct error *error) {
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
            if (!values_match(options->group[k].glob, tuning->logs.tables, i))
                continue;
            found = true;
            tuning->frozen[i] = !options->group[k].fitted;
        }
        if (!found)
            return values_match_error(options->group[k].fitted ? "--fit" : "--freeze",
                                      options->group[k].glob, tuning->logs.tables, error);
    }
    for (int k = 0; *any && k < tuning->ties.count; k++)
        if (tuning->frozen[tuning->ties.tie[k].first] != tuning->frozen[tuning->ties.tie[k].second])
            return error_set(error, "a value that is kept cannot be tied to one that is fitted");
    return true;
}

// The piece whose board value stays where others are kept beside it: the variant's, or, where that
// is worth nothing to begin with, the most valuable one.
static Type kept_yardstick(const struct tables *tables, const struct values *start) {
    Type best = tables->variant.yardstick;
    for (Type base = 1;
         start->value[VALUE_BOARD + tables->variant.yardstick] <= 0 && base < BASE_TYPES; base++)
        if (values_uses(tables, VALUE_BOARD + base) &&
            start->value[VALUE_BOARD + base] > start->value[VALUE_BOARD + best])
            best = base;
    return best;
}

static bool find_reference(struct tuning *tuning, struct error *error) {
    const char *name = tuning->options->reference;
    const struct tables *tables = tuning->logs.tables;
    struct error cause;
    if (!name)
        return true;
    tuning->reference = variant_find_piece(&tables->variant, name, &cause);
    if (!tuning->reference)
        return error_set(error, "--reference: %s", cause.text);
    return (!(tuning->reference & TYPE_PROMOTED) &&
            values_uses(tables, VALUE_BOARD + tuning->reference)) ||
           error_set(error, "--reference '%s': not an unpromoted piece with a value", name);
}

bool tuning_prepare(struct tuning *tuning, struct error *error) {
    assert(tuning->logs.tables);
    const struct tune_options *options = tuning->options;
    const struct tables *tables = tuning->logs.tables;
    if (!values_file_load(options->start, tables, &tuning->start, error))
        return false;
    bool frozen;
    if (!find_reference(tuning, error) || !set_ties(tuning, error) ||
        !set_frozen(tuning, &frozen, error))
        return false;
    Type yardstick = tuning->reference;
    if (frozen && !yardstick)
        yardstick = kept_yardstick(tables, &tuning->start);
    if (yardstick && tuning->start.value[VALUE_BOARD + yardstick] <= 0) {
        char name[VALUE_NAME];
        return error_set(error, "the yardstick's starting value, %s, must be above 0",
                         values_name(VALUE_BOARD + yardstick, name));
    }
    tuning->fit_options = (struct fit_options){.start = &tuning->start,
                                               .prior = options->prior,
                                               .yardstick = yardstick,
                                               .frozen = frozen ? tuning->frozen : NULL,
                                               .tie = tuning->ties.tie,
                                               .ties = tuning->ties.count,
                                               .threads = (int)options->threads};
    return true;
}

static bool set_targets(struct tuning *tuning, struct error *error) {
    const struct tune_options *options = tuning->options;
    if (tuning->data.positions > 0)
        tuning->score = scale_scores(&tuning->data, NULL, (int)options->threads);
    tuning->too_few = options->lambda != 1 && tuning->data.positions > 0 &&
                      !scale_mix_target(&tuning->data, options->lambda, &tuning->score, error);
    return !tuning->too_few;
}

// In mean pieces, or in the piece that the user wishes for.
static void set_worths(struct tuning *tuning) {
    tuning_worths(tuning, &tuning->worths);
    tuning->whole = worths_unit(&tuning->worths, tuning->reference, tuning->unit);
    // False: there is no unit, and no table in it.
    tuning->scaled = worths_scale(&tuning->worths, tuning->unit, &tuning->ratios, NULL);
}

bool tuning_fit(struct tuning *tuning, struct error *error) {
    bool done =
        tuning_prepare(tuning, error) && set_targets(tuning, error) &&
        fit_run(&tuning->fit, &tuning->data, &tuning->fit_options, error) &&
        (tuning->ties.count == 0 ||
         ties_test(&tuning->fit, &tuning->data, &tuning->fit_options, tuning->tie_tests, error));
    tuning->too_few |= tuning->fit.too_few;
    if (!done)
        return false;
    set_worths(tuning);
    holdout_measure(&tuning->fit, &tuning->fit_options, tuning->options->holdout, &tuning->holdout);
    return true;
}

// Every parameter of the evaluation that the variant has, as rows of a values.csv: measured values
// with their intervals, the others with their starting value and empty columns; then the starting
// values' parameters of the search, and what its scores mean in these games.
static void tuning_values(const struct tuning *tuning, struct values_file *file) {
    file->count = 0;
    for (int i = 0; i < VALUES; i++) {
        if (!values_uses(tuning->logs.tables, i))
            continue;
        const struct estimate *estimate = &tuning->fit.estimate[i];
        struct values_row row = values_row_init(i, estimate->value);
        row.games = (int64_t)estimate->games;
        if (estimate->verdict == VERDICT_MEASURED) {
            row.se = estimate->se;
            row.lo95 = estimate->low;
            row.hi95 = estimate->high;
        }
        file->row[file->count++] = row;
    }
    struct values player = tuning->start;
    if (scale_predicts(&tuning->score)) {
        int low, high, index = VALUE_PARAM + PARAM_LOGIT;
        values_range(index, &low, &high);
        player.value[index] = (int)lround(fmin(fmax(100 / tuning->score.slope, low + 1), high));
    }
    values_file_add_search(file, tuning->logs.tables, &player);
}

bool tuning_write(const struct tuning *tuning, bool added[BESIDES], struct error *error) {
    assert(tuning->options->out && tuning->fit.covariance);
    const struct tune_options *options = tuning->options;
    struct values_file file;
    char worth[PATH_MAX];
    tuning_values(tuning, &file);
    struct file_set set = {.count = 0};
    if (tuning->scaled)
        worths_add(&set, &tuning->worths, &tuning->ratios,
                   csv_beside(options->out, "worth", worth));
    // The values last: a step of a loop whose values are there is done.
    covariance_add(&set, &tuning->fit, &tuning->fit_options, options->out);
    bool done = beside_add(&set, &tuning->start, options->out, added, error) &&
                values_file_add(&set, options->out, &file, options->force, error) &&
                file_set_write(&set, error);
    file_set_destroy(&set);
    return done;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ties.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "values_file.h"

bool ties_hold(const struct ties *ties, int first, int second) {
    for (int i = 0; i < ties->count; i++) {
        const struct tie *tie = &ties->tie[i];
        if ((tie->first == first && tie->second == second) ||
            (tie->first == second && tie->second == first))
            return true;
    }
    return false;
}

static void add(struct ties *ties, const struct tables *tables, int first, int second) {
    if (!ties_hold(ties, first, second) && ties->count < TIES_MAX && values_uses(tables, first) &&
        values_uses(tables, second))
        ties->tie[ties->count++] = (struct tie){first, second};
}

static void add_pieces(struct ties *ties, const struct tables *tables, Type left, Type right) {
    int before = ties->count;
    add(ties, tables, VALUE_BOARD + left, VALUE_BOARD + right);
    add(ties, tables, VALUE_BOARD + (left | TYPE_PROMOTED), VALUE_BOARD + (right | TYPE_PROMOTED));
    add(ties, tables, VALUE_HAND + left, VALUE_HAND + right);
    ties->pairs += ties->count > before; // not one that was there
}

void ties_add_mirrors(struct ties *ties, const struct tables *tables) {
    Type pairs[BASE_TYPES][2];
    int count = variant_mirror_pairs(&tables->variant, pairs, BASE_TYPES);
    for (int i = 0; i < count; i++)
        add_pieces(ties, tables, pairs[i][0], pairs[i][1]);
}

bool ties_add(struct ties *ties, const struct tables *tables, const char *text,
              struct error *error) {
    char left[64], right[64];
    size_t length = strcspn(text, "=");
    if (text[length] != '=' || length == 0 || length >= sizeof left ||
        strlen(text + length + 1) >= sizeof right || !text[length + 1])
        return error_set(error, "'%s': expected MAN=MAN or PARAMETER=PARAMETER", text);
    memcpy(left, text, length);
    left[length] = 0;
    memcpy(right, text + length + 1, strlen(text + length + 1) + 1);
    int first, second;
    if (values_is_name(left) || values_is_name(right)) {
        if (!values_file_find(left, tables, &first, error) ||
            !values_file_find(right, tables, &second, error))
            return false;
        if (first == second)
            return error_set(error, "'%s': twice the same", text);
        add(ties, tables, first, second);
        return true;
    }
    Type piece[2];
    for (int i = 0; i < 2; i++) {
        piece[i] = variant_find_piece(&tables->variant, i ? right : left, error);
        if (!piece[i])
            return false;
        if ((piece[i] & TYPE_PROMOTED) || !values_uses(tables, VALUE_BOARD + piece[i]))
            return error_set(error, "'%s': not an unpromoted piece with a value", i ? right : left);
    }
    if (piece[0] == piece[1])
        return error_set(error, "'%s': twice the same", text);
    add_pieces(ties, tables, piece[0], piece[1]);
    return true;
}

// Wald's test of one tie by the covariance of the free fit.
static struct tie_test test(const struct fit *fit, const struct tie *tie, double unit) {
    const struct dataset *data = fit->data;
    int n = data->columns, i = data->column[tie->first], j = data->column[tie->second];
    struct tie_test test = {.tie = *tie, .p = 1, .p_holm = 1};
    if (i < 0 || j < 0 || data->unbalanced_games[tie->first] < GAMES_NEEDED ||
        data->unbalanced_games[tie->second] < GAMES_NEEDED)
        return test;
    const double *v = fit->covariance;
    double variance = v[i * n + i] + v[j * n + j] - 2 * v[i * n + j];
    if (!(variance > 0))
        return test;
    test.difference = (fit->weight[i] - fit->weight[j]) / unit;
    test.se = sqrt(variance) / unit;
    test.p = erfc(fabs(test.difference / test.se) / sqrt(2));
    test.known = true;
    return test;
}

bool ties_test(const struct fit *full, const struct dataset *data,
               const struct fit_options *options, struct tie_test *tests, struct error *error) {
    assert(options->ties <= TIES_MAX);
    struct fit_options apart = *options;
    apart.ties = 0;
    struct fit fit = *full;
    struct objective objective;
    fit_weights(&fit, data, NULL, &apart, false, &objective);
    size_t size = (size_t)data->columns * (size_t)data->columns;
    double *work = mem_alloc(3 * size * sizeof *work);
    bool done = uncertainty_covariance(&objective, &fit.reduction, fit.weight, work, work + size,
                                       work + 2 * size, error);
    double p[TIES_MAX];
    for (int k = 0; done && k < options->ties; k++) {
        fit.covariance = work + 2 * size;
        tests[k] = test(&fit, &options->tie[k], full->logits_per_centivalue);
        p[k] = tests[k].p;
    }
    if (done) {
        holm(p, options->ties);
        for (int k = 0; k < options->ties; k++)
            tests[k].p_holm = p[k];
    }
    free(work);
    objective_destroy(&objective);
    return done;
}

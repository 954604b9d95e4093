// SPDX-License-Identifier: GPL-3.0-or-later
// Worths by any method: units, files, tests of agreement, means.
#include "../selfplay/program.h"

#include <math.h>

#include "linear.h"
#include "published.h"
#include "random.h"
#include "worths.h"

static struct tables *tables_of(const char *name) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant *variant = malloc(sizeof *variant);
    struct error error = {""};
    assert_non_null(tables);
    assert_non_null(variant);
    if (!variant_load(name, variant, &error) ||
        !tables_build(tables, variant, &variant->rules, &error))
        fail_msg("%s", error.text);
    free(variant);
    return tables;
}

// A positive definite matrix that varies: A A' / n of random A, times `size`.
static void random_covariance(uint64_t seed, int n, double size, double *matrix) {
    struct random random = random_init(seed, 0, RANDOM_TEST);
    double *a = malloc((size_t)(2 * n * n) * sizeof *a);
    assert_non_null(a);
    for (int i = 0; i < 2 * n * n; i++)
        a[i] = random_unit(&random) - 0.5;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            matrix[i * n + j] = 0;
            for (int k = 0; k < 2 * n; k++)
                matrix[i * n + j] += size / n * a[i * 2 * n + k] * a[j * 2 * n + k];
        }
    free(a);
}

// Everything measured, values 50 to 150 Elo.
static struct worths planted(const struct tables *tables, uint64_t seed, double variance) {
    struct worths worths;
    worths_init(&worths, tables);
    struct random random = random_init(seed, 1, RANDOM_TEST);
    for (int i = 0; i < worths.count; i++) {
        worths.of[i].mark = WORTH_MEASURED;
        worths.of[i].value = 50 + 100 * random_unit(&random);
        worths.of[i].games = 1000 + i;
    }
    random_covariance(seed, worths.count, variance, worths.covariance);
    return worths;
}

static void close_to(double a, double b, double within) {
    if (!(fabs(a - b) <= within))
        fail_msg("%.12g is not %.12g", a, b);
}

static void every_piece(void **state) {
    (void)state;
    struct tables *tables = tables_of("kagamigi");
    struct worths worths;
    char name[VALUE_NAME];
    worths_init(&worths, tables);
    assert_int_equal(worths.count, 40);
    const char *const begin[] = {"board.A", "hand.A", "board.Z", "hand.Z",
                                 "board.B", "hand.B", "board.+B"};
    for (int i = 0; i < ARRAY_LENGTH(begin); i++) {
        assert_string_equal(values_name(worths.of[i].index, name), begin[i]);
        assert_int_equal(worths.of[i].mark, WORTH_OPEN);
        assert_int_equal(worths_find(&worths, worths.of[i].index), i);
    }
    assert_int_equal(worths_find(&worths, VALUE_BOARD + type_of_letter('K')), -1);
    assert_int_equal(worths_mirror(&worths, 0), 2);
    assert_int_equal(worths_mirror(&worths, 3), 1);
    assert_int_equal(worths_mirror(&worths, 4), -1);
    int eagle = worths_find(&worths, values_find("board.+E"));
    assert_string_equal(values_name(worths.of[worths_mirror(&worths, eagle)].index, name),
                        "board.+F");
    assert_string_equal(worths_piece(&worths, eagle), "DT");
    assert_string_equal(worths_where(&worths, eagle), "promoted");
    assert_string_equal(worths_where(&worths, 1), "hand");
    assert_string_equal(worths_where(&worths, 0), "board");
    worths_destroy(&worths);
    free(tables);
    tables = tables_of("chu-shogi"); // without hands, with a royal that a side can have two of
    worths_init(&worths, tables);
    for (int i = 0; i < worths.count; i++)
        assert_string_not_equal(worths_where(&worths, i), "hand");
    assert_true(worths_find(&worths, values_find("board.K")) >= 0);
    worths_destroy(&worths);
    free(tables);
}

static void the_unit(void **state) {
    (void)state;
    struct tables *tables = tables_of("shogi");
    struct worths worths = planted(tables, 1, 1);
    double part[WORTHS_MAX], sum = 0;
    assert_true(worths_unit(&worths, 0, part));
    for (int i = 0; i < worths.count; i++)
        sum += part[i];
    close_to(sum, 1, 1e-12);
    close_to(part[worths_find(&worths, values_find("board.L"))], 0.2, 1e-12);
    close_to(part[worths_find(&worths, values_find("board.R"))], 0.1, 1e-12);
    assert_true(part[worths_find(&worths, values_find("board.P"))] == 0);
    assert_true(part[worths_find(&worths, values_find("hand.R"))] == 0);
    assert_true(part[worths_find(&worths, values_find("board.+R"))] == 0);
    assert_true(worths_unit(&worths, type_of_letter('G'), part));
    close_to(part[worths_find(&worths, values_find("board.G"))], 1, 0);
    // Without the two Lances the other eight pieces make the unit, and it is not whole.
    worths.of[worths_find(&worths, values_find("board.L"))].mark = WORTH_OPEN;
    assert_false(worths_unit(&worths, 0, part));
    close_to(part[worths_find(&worths, values_find("board.N"))], 0.25, 1e-12);
    assert_false(worths_unit(&worths, type_of_letter('L'), part));
    for (int i = 0; i < worths.count; i++)
        assert_true(part[i] == 0);
    worths_destroy(&worths);
    free(tables);
}

static double normal(struct random *random) {
    return sqrt(-2 * log(1 - random_unit(random))) * cos(2 * M_PI * random_unit(random));
}

// Ratios vary as their covariance says, when the values vary as theirs.
static void ratios(void **state) {
    (void)state;
    enum { DRAWS = 4000 };
    struct tables *tables = tables_of("minishogi");
    struct worths worths = planted(tables, 2, 30);
    struct worths_scaled scaled, drawn;
    struct error error = {""};
    double part[WORTHS_MAX];
    int n = worths.count, rook = worths_find(&worths, values_find("board.R"));
    int bishop = worths_find(&worths, values_find("hand.B"));
    assert_true(worths_unit(&worths, 0, part));
    assert_true(worths_scale(&worths, part, &scaled, &error));
    double mean = 0;
    for (int i = 0; i < n; i++) {
        mean += part[i] * scaled.value[i];
        double bound = 0;
        for (int j = 0; j < n; j++)
            bound += part[j] * scaled.covariance[i * n + j];
        close_to(bound, 0, 1e-12); // ratios to their own mean
        close_to(scaled.covariance[i * n + i], scaled.se[i] * scaled.se[i], 1e-12);
    }
    close_to(mean, 1, 1e-12);

    // Values with that covariance, by its eigenvectors.
    double *lambda = malloc((size_t)n * sizeof *lambda);
    double *vector = malloc((size_t)(n * n) * sizeof *vector);
    linear_eigen(n, worths.covariance, lambda, vector);
    struct random random = random_init(3, 0, RANDOM_TEST);
    double sums[3] = {0};
    for (int draw = 0; draw < DRAWS; draw++) {
        struct worths other;
        worths_init(&other, tables);
        memcpy(other.covariance, worths.covariance, (size_t)(n * n) * sizeof *worths.covariance);
        memcpy(other.of, worths.of, sizeof worths.of);
        for (int k = 0; k < n; k++) {
            double along = sqrt(fmax(lambda[k], 0)) * normal(&random);
            for (int i = 0; i < n; i++)
                other.of[i].value += along * vector[k * n + i];
        }
        assert_true(worths_scale(&other, part, &drawn, &error));
        double a = drawn.value[rook] - scaled.value[rook];
        double b = drawn.value[bishop] - scaled.value[bishop];
        sums[0] += a * a / DRAWS;
        sums[1] += b * b / DRAWS;
        sums[2] += a * b / DRAWS;
        worths_scaled_destroy(&drawn);
        worths_destroy(&other);
    }
    close_to(sqrt(sums[0]) / scaled.se[rook], 1, 0.05);
    close_to(sqrt(sums[1]) / scaled.se[bishop], 1, 0.05);
    close_to(sums[2] / (scaled.se[rook] * scaled.se[bishop]),
             scaled.covariance[rook * n + bishop] / (scaled.se[rook] * scaled.se[bishop]), 0.06);
    free(lambda);
    free(vector);
    worths_scaled_destroy(&scaled);

    for (int i = 0; i < n * n; i++)
        worths.covariance[i] *= 1e4; // nothing can be divided by such a mean
    assert_false(worths_scale(&worths, part, &scaled, &error));
    assert_non_null(strstr(error.text, "not above 0"));
    worths_destroy(&worths);
    free(tables);
}

static void walds_test(void **state) {
    (void)state;
    struct wald wald;
    // 1.5^2 / 0.5 + 2^2 / 4 = 5.5; p = exp(-5.5 / 2) with two degrees of freedom.
    const double two[] = {1.5, -2}, apart[] = {0.5, 0, 0, 4};
    wald = wald_test(2, two, apart);
    close_to(wald.chi2, 5.5, 1e-12);
    assert_int_equal(wald.df, 2);
    close_to(wald.p, exp(-2.75), 1e-12);
    // (a, b, -a-b): the third says nothing new, whatever the scales.
    const double bound[] = {1.5, -2, 0.5};
    const double singular[] = {0.5, 0, -0.5, 0, 4, -4, -0.5, -4, 4.5};
    wald = wald_test(3, bound, singular);
    close_to(wald.chi2, 5.5, 1e-9);
    assert_int_equal(wald.df, 2);
    // Correlated: d' V^-1 d = (1 - 2 x 0.5 + 1) / (1 - 0.25) = 4/3.
    const double one_one[] = {1, 1}, together[] = {1, 0.5, 0.5, 1};
    wald = wald_test(2, one_one, together);
    close_to(wald.chi2, 4 / 3., 1e-12);
    const double nothing[] = {0, 0, 0, 0};
    wald = wald_test(2, one_one, nothing);
    assert_int_equal(wald.df, 0);
    assert_true(wald.p == 1);
    wald = wald_test(0, NULL, NULL);
    assert_true(wald.p == 1);
}

// Against the textbook's formula on ratios of which one is left out by hand.
// Are the pieces told apart? Of what is measured, in one place, in any order of it.
static void told_apart(void **state) {
    (void)state;
    struct tables *tables = tables_of("minishogi");
    struct worths worths;
    struct wald wald;
    worths_init(&worths, tables);
    int n = worths.count, board[WORTHS_MAX], count = 0;
    for (int i = 0; i < n; i++) {
        worths.of[i].mark = WORTH_MEASURED;
        worths.of[i].value = 100;
        worths.covariance[i * n + i] = 25;
        if (strcmp(worths_where(&worths, i), "board") == 0)
            board[count++] = i;
        else
            worths.of[i].value = 900; // of no matter on the board
    }
    assert_int_equal(count, 5);
    wald = worths_apart(&worths, "board");
    close_to(wald.chi2, 0, 1e-9);
    assert_int_equal(wald.df, 4);
    close_to(wald.p, 1, 1e-9);
    // Independent, of one variance: the sum of squares around the mean.
    static const double values[] = {100, 110, 95, 130, 90};
    double mean = 105, squares = 0;
    for (int i = 0; i < count; i++) {
        worths.of[board[i]].value = values[i];
        squares += (values[i] - mean) * (values[i] - mean) / 25;
    }
    wald = worths_apart(&worths, "board");
    close_to(wald.chi2, squares, 1e-9);
    assert_true(wald.p < WORTHS_APART);
    // What leans on a prior is left out; two pieces are one difference, one is none.
    for (int i = 2; i < count; i++)
        worths.of[board[i]].mark = i == 2 ? WORTH_LEANS : WORTH_OPEN;
    wald = worths_apart(&worths, "board");
    close_to(wald.chi2, 2, 1e-9);
    assert_int_equal(wald.df, 1);
    worths.of[board[0]].mark = WORTH_OPEN;
    wald = worths_apart(&worths, "board");
    assert_int_equal(wald.df, 0);
    assert_true(wald.p == 1);
    worths_destroy(&worths);
    free(tables);
}

static void pooled(void **state) {
    (void)state;
    struct tables *tables = tables_of("minishogi");
    struct worths a = planted(tables, 4, 30), b = planted(tables, 5, 60), mean;
    struct worths_scaled in_a, in_b, in_mean;
    struct error error = {""};
    double part[WORTHS_MAX];
    int n = a.count, gold = worths_find(&a, values_find("board.G"));
    int hand = worths_find(&a, values_find("hand.P"));
    b.of[hand].mark = WORTH_OPEN; // only a has it
    b.of[hand].value = 0;
    for (int i = 0; i < n; i++)
        b.covariance[i * n + hand] = b.covariance[hand * n + i] = 0;
    for (int i = 0; i < n; i++)
        b.of[i].value *= 3; // another scale of logits does not matter
    for (int i = 0; i < n * n; i++)
        b.covariance[i] *= 9;
    assert_true(worths_unit(&a, 0, part));
    assert_true(worths_scale(&a, part, &in_a, &error));
    assert_true(worths_scale(&b, part, &in_b, &error));
    if (!worths_pool(&a, &b, &mean, &error))
        fail_msg("%s", error.text);
    assert_true(worths_scale(&mean, part, &in_mean, &error));

    // Errors are those at the ratios that both have together.
    double ratio[WORTHS_MAX];
    worths_common_ratios((const struct worths *const[]){&a, &b},
                         (const struct worths_scaled[]){in_a, in_b}, 2, ratio);
    assert_true(ratio[hand] == in_a.value[hand]);
    free(in_a.covariance);
    free(in_b.covariance);
    in_a.covariance = worths_scale_covariance(a.covariance, in_a.unit * in_a.unit, ratio, part, n);
    in_b.covariance = worths_scale_covariance(b.covariance, in_b.unit * in_b.unit, ratio, part, n);

    // Both on a's measured ones but hand.P: generalised least squares, hand.P follows by
    // regression on what was corrected: x_h + C_hk C_kk^-1 (pooled_k - a_k).
    enum { MOST = 16 };
    int m = 0, at[MOST];
    for (int i = 0; i < n; i++)
        if (i != gold && i != hand)
            at[m++] = i;
    double va[MOST * MOST], vb[MOST * MOST], sum[MOST * MOST], inverse[MOST * MOST], gap[MOST],
        solved[MOST];
    assert_true(m <= MOST);
    for (int i = 0; i < m; i++) {
        gap[i] = in_b.value[at[i]] - in_a.value[at[i]];
        for (int j = 0; j < m; j++) {
            va[i * m + j] = in_a.covariance[at[i] * n + at[j]];
            vb[i * m + j] = in_b.covariance[at[i] * n + at[j]];
            sum[i * m + j] = va[i * m + j] + vb[i * m + j];
        }
    }
    assert_true(linear_inverse(m, sum, inverse) && linear_solve(m, sum, gap, solved));
    for (int i = 0; i < n; i++) {
        double value = in_a.value[i], variance = in_a.covariance[i * n + i];
        for (int k = 0; k < m; k++) {
            double with = in_a.covariance[i * n + at[k]];
            value += with * solved[k];
            for (int l = 0; l < m; l++)
                variance -= with * inverse[k * m + l] * in_a.covariance[i * n + at[l]];
        }
        close_to(in_mean.value[i], value, 1e-9);
        close_to(in_mean.se[i], sqrt(variance), 1e-9);
        assert_true(mean.of[i].games == a.of[i].games + (i == hand ? 0 : b.of[i].games));
        assert_int_equal(mean.of[i].mark, WORTH_MEASURED);
    }
    double unit = in_a.unit, unit_variance = in_a.unit_se * in_a.unit_se, own[MOST];
    for (int k = 0; k < m; k++) { // a's unit covaries with its ratios
        own[k] = -ratio[at[k]] * unit_variance / unit;
        for (int j = 0; j < n; j++)
            own[k] += a.covariance[at[k] * n + j] * part[j] / unit;
    }
    for (int k = 0; k < m; k++) {
        unit += own[k] * solved[k];
        for (int l = 0; l < m; l++)
            unit_variance -= own[k] * inverse[k * m + l] * own[l];
    }
    close_to(in_mean.unit, unit, 1e-9 * unit);
    close_to(in_mean.unit_se, sqrt(unit_variance), 1e-9 * unit);
    worths_scaled_destroy(&in_mean);
    worths_destroy(&mean);

    // What leans on a prior says nothing of its own: as if it were not there.
    struct worths again;
    struct worths_scaled in_again;
    b.of[gold].mark = WORTH_LEANS;
    assert_true(worths_pool(&a, &b, &mean, &error));
    b.of[gold].value *= 5;
    assert_true(worths_pool(&a, &b, &again, &error));
    assert_true(worths_scale(&mean, part, &in_mean, &error) &&
                worths_scale(&again, part, &in_again, &error));
    for (int i = 0; i < n; i++) {
        assert_true(in_mean.value[i] == in_again.value[i] && in_mean.se[i] == in_again.se[i]);
        assert_int_equal(mean.of[i].mark, WORTH_MEASURED);
    }
    assert_true(mean.of[gold].games == a.of[gold].games);
    // It still learns from the others, and nothing is known less well than before.
    assert_true(in_mean.se[gold] < in_a.se[gold]);
    for (int i = 0; i < n; i++)
        assert_true(in_mean.se[i] < 1.001 * in_a.se[i]);
    assert_true(in_mean.unit_se < 1.001 * in_a.unit_se);
    worths_scaled_destroy(&in_mean);
    worths_scaled_destroy(&in_again);
    worths_destroy(&mean);
    worths_destroy(&again);

    for (int i = 0; i < n; i++)
        if (part[i] > 0)
            b.of[i].mark = i % 2 ? WORTH_OPEN : WORTH_LEANS;
    assert_false(worths_pool(&a, &b, &mean, &error));
    assert_non_null(strstr(error.text, "measured by both"));
    worths_scaled_destroy(&in_a);
    worths_scaled_destroy(&in_b);
    worths_destroy(&a);
    worths_destroy(&b);
    free(tables);
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
}

static void refused(const struct tables *tables, const char *expected) {
    struct worths worths;
    struct error error = {""};
    assert_false(worths_read("worth.csv", tables, &worths, &error));
    if (!strstr(error.text, expected))
        fail_msg("'%s' does not say '%s'", error.text, expected);
}

static void files(void **state) {
    (void)state;
    // Kagamigi on 12x12 has as many columns as any game.
    struct tables *tables = tables_of("chu-kagamigi");
    struct worths worths = planted(tables, 6, 30), back;
    struct worths_scaled scaled;
    struct error error = {""};
    double part[WORTHS_MAX];
    int n = worths.count;
    worths.of[3].mark = WORTH_OPEN;
    worths.of[3].value = 0;
    for (int i = 0; i < n; i++)
        worths.covariance[i * n + 3] = worths.covariance[3 * n + i] = 0;
    worths.of[5].mark = WORTH_LEANS;
    worths.method = WORTH_BY_REGRESSION;
    source_add(&worths.source, "seed 1 games 0..400 of r0c17f3a45e33");
    source_add(&worths.source, "seed 2 games 0..9 of r0c17f3a45e34");
    assert_true(worths_unit(&worths, 0, part));
    assert_true(worths_scale(&worths, part, &scaled, &error));
    if (!worths_write(&worths, &scaled, "worth.csv", &error) ||
        !worths_read("worth.csv", tables, &back, &error))
        fail_msg("%s", error.text);
    assert_int_equal(back.count, n);
    assert_int_equal(back.method, WORTH_BY_REGRESSION);
    assert_string_equal(back.source, worths.source);
    for (int i = 0; i < n; i++) {
        assert_int_equal(back.of[i].index, worths.of[i].index);
        assert_int_equal(back.of[i].mark, worths.of[i].mark);
        assert_true(back.of[i].games == worths.of[i].games);
        close_to(back.of[i].value, worths.of[i].value, 1e-6);
        for (int j = 0; j < n; j++)
            close_to(back.covariance[i * n + j], worths.covariance[i * n + j], 1e-6);
    }
    worths_destroy(&back);
    worths_scaled_destroy(&scaled);
    worths_destroy(&worths);
    free(tables);

    tables = tables_of("minishogi");
    static const char head[] =
        "parameter,piece,where,elo,elo_se,worth,se,lo95,hi95,games,mark,method,source\n";
    static const struct {
        const char *table, *covariance, *expected;
    } faults[] = {
        {"", "parameter\n", "worth.csv: no header"},
        {"parameter,elo\n", "parameter\n", "worth.csv:1: column 2: expected 'piece'"},
        {"board.K,K,board,1,1,1,1,1,1,9,,armies,\n", "parameter\n",
         "worth.csv:2: 'board.K': no such"},
        {"tempo,K,board,1,1,1,1,1,1,9,,armies,\n", "parameter\n",
         "worth.csv:2: 'tempo' is no piece"},
        {"board.R,R,board,x,1,1,1,1,1,9,,armies,\n", "parameter\n", "worth.csv:2: elo: 'x'"},
        {"board.R,R,board,1,-1,1,1,1,1,9,,armies,\n", "parameter\n", "worth.csv:2: elo_se: '-1'"},
        {"board.R,R,board,1,1,1,1,1,1,9\n", "parameter\n", "worth.csv:2: 10 fields"},
        {"board.R,R,board,1,1,1,1,1,1,9,,odds,\n", "parameter\n", "worth.csv:2: method: 'odds'"},
        {"board.R,R,board,1,1,1,1,1,1,9,,mean,\nboard.B,B,board,1,1,1,1,1,1,9,,armies,\n",
         "parameter\n", "worth.csv:3: another method or source"},
        {"board.R,R,board,1,1,1,1,1,1,9,well,armies,\n", "parameter\n",
         "worth.csv:2: mark: 'well'"},
        {"board.R,R,board,1,1,1,1,1,1,9,,armies,\nboard.R,R,board,1,1,1,1,1,1,9,,armies,\n",
         "parameter\n", "worth.csv:3: 'board.R' stands twice"},
        {"board.R,R,board,1,1,1,1,1,1,9,,armies,\n", "",
         "worth.covariance.csv: no row of 'board.R'"},
        {"board.R,R,board,1,1,1,1,1,1,9,,armies,\n", "parameter\n",
         "worth.covariance.csv: no row of 'board.R'"},
        {"board.R,R,board,1,1,1,1,1,1,9,,armies,\n", "parameter,board.B\nboard.B,1\n",
         "worth.covariance.csv: no row of 'board.R'"},
        {"board.R,R,board,1,1,1,1,1,1,9,,armies,\n", "parameter,board.R\n",
         "worth.covariance.csv: no row of 'board.R'"},
        {"board.R,R,board,1,1,1,1,1,1,9,,armies,\n", "parameter,board.R\nboard.R,4\n",
         "worth.covariance.csv: 'board.R' has a variance of 4"},
        {"board.R,R,board,1,1,1,1,1,1,9,,armies,\n", "parameter,board.R\nboard.R,y\n",
         "worth.covariance.csv:2: 'y' is no number"},
        {"board.R,R,board,1,1,1,1,1,1,9,,armies,\nboard.B,B,board,1,1,1,1,1,1,9,,armies,\n",
         "parameter,board.R,board.B\nboard.R,1,0.5\nboard.B,0.4,1\n", "is not its column"},
    };
    for (int i = 0; i < ARRAY_LENGTH(faults); i++) {
        char text[1024];
        bool own_head = i < 2;
        snprintf(text, sizeof text, "%s%s", own_head ? "" : head, faults[i].table);
        write_text("worth.csv", text);
        write_text("worth.covariance.csv", faults[i].covariance);
        refused(tables, faults[i].expected);
    }
    write_text("worth.covariance.csv", "parameter,board.R,board.B\nboard.R,1,0.5\nboard.B,0.5,1\n");
    struct worths few;
    assert_true(worths_read("worth.csv", tables, &few, &error));
    int rook = worths_find(&few, values_find("board.R"));
    int bishop = worths_find(&few, values_find("board.B"));
    assert_true(few.covariance[rook * few.count + bishop] == 0.5);
    assert_int_equal(few.of[worths_find(&few, values_find("board.G"))].mark, WORTH_OPEN);
    worths_destroy(&few);
    write_text("v.csv", "parameter,value,se\nboard.R,300,2\n"); // of values, too
    write_text("v.covariance.csv", "parameter,board.R\nboard.R,400\n");
    assert_false(worths_load("v.csv", tables, &few, &error));
    assert_non_null(strstr(error.text, "v.covariance.csv: 'board.R' has a variance of 400"));
    write_text("v.covariance.csv", "parameter,board.R\nboard.R,4\n");
    assert_true(worths_load("v.csv", tables, &few, &error));
    worths_destroy(&few);
    free(tables);
}

// Parts of a run do not overlap; another run has other games.
static void sources(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        bool shared;
    } cases[] = {
        {"seed 1 games 0..400 of r0c17f3a45e33", "seed 1 games 399..800 of r0c17f3a45e33", true},
        {"seed 1 games 0..400 of r0c17f3a45e33", "seed 1 games 400..800 of r0c17f3a45e33", false},
        {"seed 1 games 0..400 of r0c17f3a45e33", "seed 1 games 0..400 of r0c17f3a45e34", false},
        {"seed 9 games 5..6 of ra; seed 1 games 0..4 of rb", "by hand; seed 1 games 3..5 of rb",
         true},
        {"by hand", "by hand", false},
        {NULL, "seed 1 games 0..400 of r0c17f3a45e33", false},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++)
        for (int turned = 0; turned < 2; turned++) {
            char which[SOURCE_RUN] = "";
            const char *a = turned ? cases[i].b : cases[i].a, *b = turned ? cases[i].a : cases[i].b;
            if (source_shared(a, b, which) != cases[i].shared)
                fail_msg("%s / %s: '%s'", a, b, which);
        }
}

// Weights of players: of a file with errors what it kept leans; without errors all is exact.
static void weights(void **state) {
    (void)state;
    struct tables *tables = tables_of("minishogi");
    struct worths worths;
    struct error error = {""};
    write_text("values.csv", "parameter,value,se,lo95,hi95,games\nboard.R,900,20,860,940,50\n"
                             "board.B,700,30,640,760,50\nboard.P,100,,,,\ntempo,5,1,3,7,50\n");
    write_text("values.covariance.csv",
               "parameter,board.R,tempo,board.B\nboard.R,400,1,100\ntempo,1,1,2\n"
               "board.B,100,2,900\n");
    if (!worths_load("values.csv", tables, &worths, &error))
        fail_msg("%s", error.text);
    int rook = worths_find(&worths, values_find("board.R")), n = worths.count;
    int bishop = worths_find(&worths, values_find("board.B"));
    assert_true(worths.of[rook].value == 900 && worths.covariance[rook * n + rook] == 400);
    assert_true(worths.covariance[rook * n + bishop] == 100);
    assert_int_equal(worths.of[bishop].mark, WORTH_MEASURED);
    assert_int_equal(worths.of[worths_find(&worths, values_find("board.P"))].mark, WORTH_LEANS);
    assert_int_equal(worths.of[worths_find(&worths, values_find("hand.R"))].mark, WORTH_OPEN);
    assert_int_equal(worths.method, WORTH_BY_WEIGHTS);
    worths_destroy(&worths);
    write_text("plain.csv", "parameter,value\nboard.R,900\n");
    assert_true(worths_load("plain.csv", tables, &worths, &error));
    assert_true(worths.of[rook].value == 900 && worths.covariance[rook * n + rook] == 0);
    assert_int_equal(worths.of[rook].mark, WORTH_MEASURED);
    assert_int_equal(worths.of[bishop].mark, WORTH_OPEN); // a list says nothing of what it lacks
    worths_destroy(&worths);
    write_text("plain.csv", "parameter,value\ntempo,9\n");
    assert_false(worths_load("plain.csv", tables, &worths, &error));
    assert_non_null(strstr(error.text, "plain.csv: no value of a piece"));
    assert_true(worths_load("estimate", tables, &worths, &error));
    for (int i = 0; i < n; i++)
        assert_true(worths.of[i].mark == WORTH_MEASURED && worths.of[i].value > 0);
    worths_destroy(&worths);
    write_text("values.covariance.csv", "parameter,board.R\nboard.R,x\n");
    assert_false(worths_load("values.csv", tables, &worths, &error));
    assert_non_null(strstr(error.text, "values.covariance.csv:2: 'x' is no number"));
    free(tables);
}

// Published tables: every piece but royals, with the covariance that makes the intervals of the
// rows; of each game that ships, its copies, and no other.
static void published(void **state) {
    (void)state;
    for (int i = 0; variant_builtin_name(i); i++) {
        struct tables *tables = tables_of(variant_builtin_name(i));
        assert_non_null(published_find(tables));
        free(tables);
    }
    for (const struct published *of = published_tables; of->variant; of++) {
        struct tables *tables = tables_of(of->variant);
        struct worths worths;
        struct worths_scaled scaled;
        double part[WORTHS_MAX];
        struct error error = {""};
        assert_ptr_equal(published_find(tables), of);
        if (!worths_load("published", tables, &worths, &error))
            fail_msg("%s", error.text);
        assert_true(worths_unit(&worths, 0, part) && worths_scale(&worths, part, &scaled, &error));
        for (int i = 0; i < worths.count; i++) {
            const struct published_row *row = published_row(of, worths.of[i].index);
            assert_int_equal(worths.of[i].mark, row ? WORTH_MEASURED : WORTH_OPEN);
            assert_true(row || tables->variant.piece[worths_type(&worths, i)].royal);
            close_to(scaled.value[i], row ? row->worth : 0, 1e-5);
            close_to(scaled.low[i], row ? row->low : 0, 1e-5);
            close_to(scaled.high[i], row ? row->high : 0, 1e-5);
        }
        worths_scaled_destroy(&scaled);
        worths_destroy(&worths);

        strcpy(tables->variant.piece[tables->variant.bases[1]].betza, "WfF");
        assert_null(published_find(tables));
        free(tables);
        tables = tables_of(of->variant);
        tables->rules.value[RULE_DROPS] = !tables->rules.value[RULE_DROPS];
        assert_null(published_find(tables));
        assert_false(worths_load("published", tables, &worths, &error));
        free(tables);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_piece), cmocka_unit_test(the_unit),   cmocka_unit_test(ratios),
        cmocka_unit_test(walds_test),  cmocka_unit_test(told_apart), cmocka_unit_test(pooled),
        cmocka_unit_test(files),       cmocka_unit_test(sources),    cmocka_unit_test(weights),
        cmocka_unit_test(published),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Worth by randomised armies against planted worths: values, intervals, what cannot be measured,
// the plan. Every seed is fixed, so the outcome is always the same.
#include "../selfplay/program.h"

#include "army_fit.h"
#include "planted_armies.h"
#include "rows.h"
#include "statistics.h"

static struct army_estimate estimate_of(const struct army_games *games) {
    struct army_estimate estimate;
    struct error error = {""};
    if (!army_fit(games, ARMY_GAMES_NEEDED, &estimate, &error))
        fail_msg("%s", error.text);
    return estimate;
}

static void within(double value, double low, double high) {
    if (!(value >= low && value <= high))
        fail_msg("%g is not in %g..%g", value, low, high);
}

struct cover {
    double inside, all, squares; // of intervals; sum of z^2
};

static void cover(struct cover *cover, double value, double se, double truth) {
    double z = (value - truth) / se;
    cover->inside += fabs(z) <= NORMAL_975;
    cover->squares += z * z;
    cover->all++;
}

// Do 95% intervals hold the truth 95% of the time? In Elo, in mean pieces, on the board, in hand
// and promoted; with draws, which spread less than wins and losses.
static void coverage(const char *variant, int repetitions, int count, double mean, double absent) {
    struct tables *tables = armies_tables(variant);
    struct planted_armies planted = armies_planted(tables, mean);
    planted.absent = absent;
    planted.hand = planted.promoted = absent * 2 / 3;
    struct cover elo = {0}, first = {0}, form[3] = {{0}};
    double value = 0, truths = 0;
    for (int repetition = 0; repetition < repetitions; repetition++) {
        struct army_games games =
            armies_games(&planted, tables, (uint64_t)repetition * (uint64_t)count, count);
        struct army_estimate estimate = estimate_of(&games);
        struct worths *worths = &estimate.worths;
        struct worths_scaled scaled;
        double part[WORTHS_MAX], unit = 0;
        assert_true(worths_unit(worths, 0, part));
        assert_true(worths_scale(worths, part, &scaled, NULL));
        for (int i = 0; i < worths->count; i++)
            unit += part[i] * planted.logits[i];
        for (int i = 0; i < worths->count; i++) {
            if (tables->royal[piece_make((Type)(worths->of[i].index % TYPES), FIRST)])
                continue; // never changed
            assert_int_equal(worths->of[i].mark, WORTH_MEASURED);
            cover(&elo, worths->of[i].value, sqrt(worths->covariance[i * worths->count + i]),
                  planted.logits[i] * ELO_PER_LOGIT);
            const char *where = worths_where(worths, i);
            cover(&form[*where == 'b'   ? 0
                        : *where == 'h' ? 1
                                        : 2],
                  scaled.value[i], scaled.se[i], planted.logits[i] / unit);
            value += worths->of[i].value;
            truths += planted.logits[i] * ELO_PER_LOGIT;
        }
        cover(&first, estimate.first_elo, estimate.first_se, planted.first * ELO_PER_LOGIT);
        worths_scaled_destroy(&scaled);
        army_estimate_destroy(&estimate);
        army_games_destroy(&games);
    }
    within(elo.inside / elo.all, 0.93, 0.97);
    within(sqrt(elo.squares / elo.all), 0.93, 1.07); // an error of half its size has 2 here
    for (int f = 0; f < 3 && form[f].all > 0; f++) {
        within(form[f].inside / form[f].all, 0.93, 0.97);
        within(sqrt(form[f].squares / form[f].all), 0.92, 1.08);
    }
    within(first.inside / first.all, 0.88, 1);
    within(value / truths, 0.97, 1.06); // maximum likelihood of few games is a little too large
    free(tables);
}

static void coverage_dense(void **state) {
    (void)state;
    coverage("kagamigi", 70, 1600, 0.35, 0.3);
}

static void coverage_sparse(void **state) {
    (void)state;
    coverage("minishogi", 250, 1200, 0.5, 0.12);
}

static void coverage_without_hands(void **state) {
    (void)state;
    coverage("chu-shogi", 30, 2500, 0.25, 0.3);
}

// What cannot be measured says so, and does not spoil the rest.
static void open_pieces(void **state) {
    (void)state;
    struct tables *tables = armies_tables("minishogi");
    struct planted_armies planted = armies_planted(tables, 0.6);
    struct army_games games = armies_games(&planted, tables, 0, 4000);
    struct army_estimate whole = estimate_of(&games), holed;
    int rook = games.place[values_find("board.R")], silver = games.place[values_find("hand.S")];
    int bishop = games.place[values_find("board.B")];
    int horse = games.place[values_find("board.+B")], in_hand = games.place[values_find("hand.B")];
    int columns = games.columns;
    int seen = 0;
    for (size_t g = 0; g < games.count; g++) { // a Silver in hand in 20 games alone
        int8_t *of = games.of + g * 2 * (size_t)columns;
        seen += of[silver] != of[columns + silver];
        if (seen > 20)
            of[silver] = of[columns + silver];
        // The Bishop in hand and the Dragon Horse always come together.
        of[horse] = of[in_hand];
        of[columns + horse] = of[columns + in_hand];
    }
    holed = estimate_of(&games);
    const struct worths *worths = &holed.worths;
    assert_int_equal(worths->of[silver].mark, WORTH_OPEN);
    assert_int_equal(worths->of[horse].mark, WORTH_OPEN);
    assert_int_equal(worths->of[in_hand].mark, WORTH_OPEN);
    assert_int_equal(worths->of[bishop].mark, WORTH_MEASURED);
    assert_true(worths->of[silver].value == 0 && worths->covariance[silver * columns + rook] == 0);
    within(worths->of[silver].games, 20, 20);
    double se = sqrt(worths->covariance[rook * columns + rook]);
    within(worths->of[rook].value - whole.worths.of[rook].value, -2 * se, 2 * se);
    army_estimate_destroy(&whole);
    army_estimate_destroy(&holed);

    for (size_t g = 0; g < games.count; g++) { // who has more Rooks always wins
        int more = army_difference(&games, g, rook);
        games.half_points[g] = more > 0 ? 2 : more < 0 ? 0 : games.half_points[g];
    }
    holed = estimate_of(&games);
    assert_int_equal(holed.worths.of[rook].mark, WORTH_OPEN);
    assert_int_equal(holed.worths.of[bishop].mark, WORTH_MEASURED);
    army_estimate_destroy(&holed);

    struct error error = {""};
    for (int alike = 0; alike <= 2; alike++) {
        memset(games.half_points, alike, games.count);
        assert_false(army_fit(&games, ARMY_GAMES_NEEDED, &holed, &error));
        assert_true(holed.too_few);
        assert_non_null(strstr(error.text, "ended alike"));
        army_estimate_destroy(&holed);
    }
    games.count = 29;
    assert_false(army_fit(&games, ARMY_GAMES_NEEDED, &holed, &error));
    assert_non_null(strstr(error.text, "29 games"));
    army_estimate_destroy(&holed);
    army_games_destroy(&games);
    free(tables);
}

static double median_half_width(const struct army_estimate *estimate, char form) {
    const struct worths *worths = &estimate->worths;
    struct worths_scaled scaled;
    double part[WORTHS_MAX], se[WORTHS_MAX];
    int count = 0;
    assert_true(worths_unit(worths, 0, part));
    assert_true(worths_scale(worths, part, &scaled, NULL));
    for (int i = 0; i < worths->count; i++)
        if (*worths_where(worths, i) == form) {
            double own = scaled.se[i];
            int at = count++;
            for (; at > 0 && se[at - 1] > own; at--)
                se[at] = se[at - 1];
            se[at] = own;
        }
    worths_scaled_destroy(&scaled);
    return NORMAL_975 * (se[(count - 1) / 2] + se[count / 2]) / 2;
}

// As many games as pilots ask for do bring what was asked for.
static void the_plan(void **state) {
    (void)state;
    enum { PILOTS = 12, PILOT = 1500, FAR = 1000000 };
    struct tables *tables = armies_tables("kagamigi");
    struct planted_armies planted = armies_planted(tables, 0.35);
    double sum = 0, inside = 0;
    for (int pilot = 0; pilot < PILOTS; pilot++) {
        struct army_games games = armies_games(&planted, tables, (uint64_t)pilot * PILOT, PILOT);
        struct army_estimate estimate;
        struct army_plan plan;
        assert_true(army_fit(&games, ARMY_PILOT_NEEDED, &estimate, NULL));
        assert_true(army_plan(&estimate, 0.2, &plan, NULL));
        assert_int_equal(plan.form[0].pieces, 14);
        assert_int_equal(plan.form[1].pieces, 14);
        assert_int_equal(plan.form[2].pieces, 12);
        within(plan.games, fmax(plan.form[0].games, plan.form[2].games), INFINITY);
        within(plan.form[2].half_width, 1.1 * plan.form[0].half_width, INFINITY);
        army_estimate_destroy(&estimate);
        army_games_destroy(&games);
        games =
            armies_games(&planted, tables, FAR + (uint64_t)pilot * FAR, (int)plan.form[0].games);
        estimate = estimate_of(&games);
        double half = median_half_width(&estimate, 'b');
        sum += half / 0.2 / PILOTS;
        inside += half <= 0.2 * sqrt(plan.form[0].games / plan.form[0].low) &&
                  half >= 0.2 * sqrt(plan.form[0].games / plan.form[0].high);
        within(half, 0.15, 0.26);
        army_estimate_destroy(&estimate);
        army_games_destroy(&games);
    }
    within(sum, 0.93, 1.05);
    within(inside, PILOTS - 2, PILOTS);

    struct army_games few = armies_games(&planted, tables, 0, 200);
    struct army_estimate estimate;
    struct army_plan plan;
    struct error error = {""};
    for (size_t g = 0; g < few.count; g++)
        few.half_points[g] = g % 2 ? 2 : 0; // results that armies do not explain
    assert_true(army_fit(&few, ARMY_PILOT_NEEDED, &estimate, NULL));
    assert_false(army_plan(&estimate, 0.2, &plan, &error));
    army_estimate_destroy(&estimate);
    army_games_destroy(&few);
    free(tables);
}

// Rows of games.csv: the opening tells the army, a repeated game is left out.
static void write_games(const char *rows) {
    struct buffer text = buffer_init();
    game_header_write(&text, ANNOTATE_NOTHING);
    buffer_text(&text, rows);
    mkdir("run", 0777);
    FILE *file = fopen("run/games.csv", "wb");
    assert_non_null(file);
    assert_true(fwrite(text.data, 1, text.length, file) == text.length && fclose(file) == 0);
    buffer_destroy(&text);
}

static struct game_row row_of(int number, const char *opening, enum result result,
                              const char *moves) {
    return (struct game_row){.run = "",
                             .game = number,
                             .pair = number,
                             .variant = "minishogi",
                             .rules = "",
                             .seed = 3,
                             .opening = opening,
                             .first = "estimate@100",
                             .second = "estimate@100",
                             .result = result,
                             .termination = TERMINATION_CHECKMATE,
                             .plies = 2,
                             .nodes = 100,
                             .moves = moves};
}

static void reading(void **state) {
    (void)state;
    static const char *const openings[] = {"rbsgk/4p/5/P4/KGS1R[B] w - - 0 1",
                                           "1bsgk/4p/5/P4/KGSB+R[r] w - - 0 1"};
    struct tables *tables = armies_tables("minishogi");
    struct army_games games;
    struct error error = {""};
    struct buffer text = buffer_init();
    struct game_row rows[] = {row_of(0, openings[0], RESULT_SECOND, "a2a3 e4e3"),
                              row_of(1, openings[1], RESULT_DRAW, "a2a3 e4e3"),
                              row_of(2, openings[0], RESULT_SECOND, "a2a3 e4e3")};
    for (int i = 0; i < 3; i++)
        game_row_write(&text, &rows[i]);
    write_games(text.data);
    army_games_init(&games, tables);
    if (!army_games_read(&games, "run", &error))
        fail_msg("%s", error.text);
    assert_int_equal(games.count, 2);
    assert_int_equal(games.copies, 1);
    within(games.nodes, 200, 200);
    assert_int_equal(games.half_points[0], 0);
    assert_int_equal(games.half_points[1], 1);
    assert_int_equal(army_difference(&games, 0, games.place[values_find("board.B")]), -1);
    assert_int_equal(army_difference(&games, 0, games.place[values_find("hand.B")]), 1);
    assert_int_equal(army_difference(&games, 0, games.place[values_find("board.R")]), 0);
    assert_int_equal(army_difference(&games, 1, games.place[values_find("board.+R")]), 1);
    assert_int_equal(army_difference(&games, 1, games.place[values_find("hand.R")]), -1);
    assert_int_equal(army_difference(&games, 1, games.place[values_find("board.P")]), 0);
    assert_int_equal(games.start[SECOND][games.place[values_find("board.P")]], 1);
    army_games_destroy(&games);

    static const struct {
        const char *opening, *variant, *rules, *expected;
    } faults[] = {
        {"5/5/5 w", "minishogi", "", "games.csv:2: "},
        {"rbsgk/4p/5/P4/KGSBR[] w - - 0 1", "shogi", "", "games.csv:2: variant: 'shogi'"},
        {"rbsgk/4p/5/P4/KGSBR[] w - - 0 1", "minishogi", "nifu=off", "games.csv:2: rules: 'nifu"},
    };
    for (int i = 0; i < ARRAY_LENGTH(faults); i++) {
        struct game_row row = row_of(0, faults[i].opening, RESULT_DRAW, "a2a3");
        row.variant = faults[i].variant;
        row.rules = faults[i].rules;
        buffer_clear(&text);
        game_row_write(&text, &row);
        write_games(text.data);
        army_games_init(&games, tables);
        assert_false(army_games_read(&games, "run", &error));
        if (!strstr(error.text, faults[i].expected))
            fail_msg("'%s' does not say '%s'", error.text, faults[i].expected);
        army_games_destroy(&games);
    }
    army_games_init(&games, tables);
    assert_false(army_games_read(&games, "nowhere", &error));
    army_games_destroy(&games);
    buffer_destroy(&text);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coverage_dense),
        cmocka_unit_test(coverage_sparse),
        cmocka_unit_test(coverage_without_hands),
        cmocka_unit_test(open_pieces),
        cmocka_unit_test(the_plan),
        cmocka_unit_test(reading),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Three methods of telling worth on a log whose truth is known and odds that agree with it or do
// not.
#include "../selfplay/program.h"

#include "planted_log.h"
#include "worth.h"

static struct planted_log planted(void) {
    struct planted_log log = {.variant = "minishogi",
                              .rules = "",
                              .seed = 77,
                              .games = 3000,
                              .positions = 8,
                              .logits_per_centivalue = 0.0015};
    struct tables *tables = planted_tables(&log);
    values_estimate(tables, &log.values);
    free(tables);
    return log;
}

static const struct worth_row *row_of(const struct worth *worth, int index) {
    for (int i = 0; i < worth->count; i++)
        if (worth->row[i].index == index)
            return &worth->row[i];
    fail_msg("no row of parameter %d", index);
    return NULL;
}

// The planted worth of a Silver is confirmed by odds of 0.5; a Bishop of 9 Rooks is not believed.
static void three_methods(void **state) {
    (void)state;
    struct planted_log log = planted();
    struct tables *tables = planted_tables(&log);
    int rook = values_find("board.R"), silver = values_find("board.S");
    int bishop = values_find("board.B"), pawn = values_find("hand.P");
    planted_log_write(&log, "log");
    struct worth worth;
    struct error error = {""};
    const char *const folders[] = {"log"};
    Type yardstick = (Type)(rook - VALUE_BOARD);
    char name[VALUE_NAME];
    struct tune_options options = tune_options_plain(folders, 1, 1);
    options.yardstick = values_name(rook, name);
    struct tuning *tuning = tuning_create(&options);
    assert_non_null(tuning);
    worth_begin(&worth, tables, yardstick);
    if (!tuning_read(tuning, NULL, NULL, &error) || !tuning_fit(tuning, NULL, NULL, &error))
        fail_msg("%s", error.text);
    worth_add_regression(&worth, tuning);
    const struct odds_worth one = {.logistic = {1, 0, 1, 1}, .known = true},
                            half = {.logistic = {0.52, 0.2, 0.12, 0.95}, .known = true},
                            nine = {.logistic = {9, 0.25, 8.5, 9.5}, .known = true},
                            unknown = {.known = false};
    worth_add_odds(&worth, yardstick, false, &one, 100);
    worth_add_odds(&worth, (Type)(silver - VALUE_BOARD), false, &half, 100);
    worth_add_odds(&worth, (Type)(bishop - VALUE_BOARD), false, &nine, 100);
    worth_add_odds(&worth, (Type)(pawn - VALUE_HAND), true, &unknown, 100);
    worth_finish(&worth);

    const struct worth_row *row = row_of(&worth, silver);
    double truth = (double)log.values.value[silver] / log.values.value[rook];
    assert_true(fabs(row->prior - truth) < 1e-12);
    assert_true(row->regression.low <= truth && truth <= row->regression.high);
    assert_true(row->odds.value == 0.52 && row->odds.n == 100);
    assert_true(row->p_holm > 0.05 && !row->prior_outside);
    row = row_of(&worth, bishop);
    assert_true(row->p_holm < 0.001 && row->odds.value == 9);
    row = row_of(&worth, pawn);
    assert_true(row->odds.n == 0 && row->p_holm == 1);
    row = row_of(&worth, rook);
    assert_true(row->regression.value == 1 && row->odds.value == 1 && row->p_holm == 1);
    tuning_destroy(tuning);
    free(tables);
}

static void the_command(void **state) {
    (void)state;
    struct program program = {0};
    const char *line = "odds minishogi --piece S --yardstick R --nodes 10 --games 40 --seed 3 "
                       "--threads 2 --out odds --logs log --json";
    if (program_run(&program, line) != 0)
        fail_msg("%s", program.messages);
    assert_non_null(strstr(program.output, "\"pieces\":"));
    assert_non_null(strstr(program.output, "\"regression\":\t{"));
    assert_non_null(strstr(program.output, "\"prior_outside\":"));
    program_free(&program);
}

static void wrong_input(void **state) {
    (void)state;
    static const struct {
        const char *line, *message;
        int code;
    } wrong[] = {
        {"minishogi --out odds --report --logs nothing", "nothing", 1},
        {"minishogi --out odds --report --logs few", "no value is stated from fewer than 30", 4},
        {"minishogi --out other --rule drops=off --logs log", "by the rules", 1},
        {"shogi --out shogi --logs log", "the logs are of minishogi", 1},
    };
    expect_run("selfplay minishogi --games 10 --nodes 10 --seed 1 --out few", 0, "");
    for (int i = 0; i < ARRAY_LENGTH(wrong); i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "odds %s --piece S --yardstick R --nodes 10 --games 40 --seed 3 --threads 2",
                 wrong[i].line);
        expect_run(line, wrong[i].code, wrong[i].message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_methods),
        cmocka_unit_test(the_command),
        cmocka_unit_test(wrong_input),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// `kagami worth` on a log whose truth is known and odds that agree with it or do not.
#include "../selfplay/program.h"

#include "planted_log.h"
#include "worth.h"

static const char odds_header[] =
    "man,kind,against,yardstick,pairs,score,score_lo95,score_hi95,worth,worth_lo95,worth_hi95,"
    "worth_elo,worth_elo_lo95,worth_elo_hi95\n";

static void write_odds(const char *rows) {
    char text[2048];
    mkdir("odds", 0777);
    snprintf(text, sizeof text, "%s%s", odds_header, rows);
    write_file("odds/odds.csv", text);
}

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
    write_odds("R,board,,R,100,0.8,0.7,0.9,1,1,1,1,1,1\n"
               "S,board,,R,100,0.6,0.5,0.7,0.5,0.1,0.9,0.52,0.12,0.95\n"
               "B,board,,R,100,0.9,0.8,1,9,8.5,9.5,9,8.5,9.5\n"
               "S,exchange,B,R,100,0.6,0.5,0.7,0.3,0.1,0.5,0.3,0.1,0.5\n"
               "P,hand,,R,0,,,,,,,,,\n");
    struct refit *refit = calloc(1, sizeof *refit);
    struct worth worth;
    struct error error = {""};
    const char *const folders[] = {"log"};
    Type yardstick = (Type)(rook - VALUE_BOARD);
    assert_non_null(refit);
    worth_begin(&worth, tables, yardstick);
    if (!refit_run(refit, folders, 1, NULL, yardstick, 1, &error) ||
        !(worth_add_regression(&worth, refit),
          worth_add_odds(&worth, tables, "odds/odds.csv", &error)))
        fail_msg("%s", error.text);
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
    refit_destroy(refit);
    free(refit);
    free(tables);
}

static void the_command(void **state) {
    (void)state;
    struct program program = {0};
    if (program_run(&program, "worth minishogi --logs log --odds odds --yardstick R") != 0)
        fail_msg("%s", program.messages);
    assert_non_null(strstr(program.output, "regression and odds differ"));
    if (program_run(&program, "worth minishogi --odds odds --yardstick R --json") != 0)
        fail_msg("%s", program.messages);
    assert_non_null(strstr(program.output, "\"regression\":\tnull"));
    program_free(&program);
    expect_run("worth minishogi", 0, "");
}

static void wrong_input(void **state) {
    (void)state;
    expect_run("worth", 2, "VARIANT is missing");
    expect_run("worth minishogi --yardstick K", 2, "royal");
    expect_run("worth minishogi --yardstick Q", 2, "Q");
    expect_run("worth minishogi --odds nothing", 1, "nothing/odds.csv");
    expect_run("worth minishogi --odds odds", 1, "odds/odds.csv:2: these odds are told in 'R'");
    expect_run("worth kagamigi --logs log --yardstick R", 1, "the logs are of minishogi");
    expect_run("selfplay minishogi --games 10 --nodes 10 --seed 1 --out few", 0, "");
    expect_run("worth minishogi --logs few", 4, "no value is stated from fewer than 30");
    expect_run("worth minishogi --logs log --yardstick R --rule drops=off", 1, "by the rules");
    static const char *const rows[][2] = {
        {"X,board,,P,9,,,,,,,1,1,1\n", "odds.csv:2: 'X': no such man"},
        {"S,board,,P,9,,,,,,,2,1,x\n", "odds.csv:2: no worth with its interval"},
        {"S,board,,P,9,,,,,,,2,3,4\n", "odds.csv:2: no worth with its interval"},
        {"S,board,,P\n", "odds.csv:2: 4 fields"},
        {"S,board,,P,9,,,,,,,2,1,3", "odds.csv:2: the last line is cut short"},
    };
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        write_odds(rows[i][0]);
        expect_run("worth minishogi --odds odds", 1, rows[i][1]);
    }
    write_file("odds/odds.csv", "man,worth\n");
    expect_run("worth minishogi --odds odds", 1, "odds.csv:1: column 2 is not 'kind'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_methods),
        cmocka_unit_test(the_command),
        cmocka_unit_test(wrong_input),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

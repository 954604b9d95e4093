// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the way between values, with intervals and what is known of moves; which part is taken;
// the panel, and when new values have kept up with old ones.
#include "../core/setup_game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evolution_trials.h"
#include "file.h"
#include "move_prior.h"
#include "values_file.h"

static char folder[] = "/tmp/kagami-trials-XXXXXX";

static char *path_of(const char *name, char path[PATH_MAX]) {
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return path;
}

static void write_text(const char *name, const char *text) {
    char path[PATH_MAX];
    struct error error;
    assert_true(file_replace(path_of(name, path), text, strlen(text), &error));
}

static const struct values_row *row_of(const struct values_file *file, const char *name) {
    for (int i = 0; i < file->count; i++)
        if (file->row[i].index == values_find(name))
            return &file->row[i];
    fail_msg("%s is not there", name);
    return NULL;
}

static void parts_of_the_way(void **state) {
    const struct tables *tables = *state;
    char start[PATH_MAX], fit[PATH_MAX], out[PATH_MAX], moves[PATH_MAX];
    struct error error = {""};
    struct values_file file;
    static const char known[] = "piece,kind,square,point,ahead,right,scores\n"
                                "R,move,to,enemy-king,0,0,5\n";
    write_text("start.csv", "parameter,value\nboard.R,400\nboard.P,-20\ntempo,10\n");
    write_text("fit.csv", "parameter,value,se,lo95,hi95,games\n"
                          "board.R,800,20,760,850,99\nboard.P,20,,,,\ntempo,10,,,,\n");
    write_text("fit.moves.csv", known);
    path_of("start.csv", start);
    path_of("fit.csv", fit);
    path_of("part.csv", out);
    assert_true(evolution_step_write(tables, start, fit, 25, out, &error));
    assert_true(values_file_read(out, tables, &file, &error));
    const struct values_row *rook = row_of(&file, "board.R");
    assert_float_equal(rook->value, 500, 0);
    assert_float_equal(rook->se, 5, 0);
    assert_float_equal(rook->lo95, 490, 0);
    assert_float_equal(rook->hi95, 512.5, 0);
    assert_int_equal(rook->games, 99);
    assert_float_equal(row_of(&file, "board.P")->value, -10, 0);
    assert_true(isnan(row_of(&file, "board.P")->se));
    char *text = file_read(move_prior_path(out, moves), 1000, &error);
    assert_string_equal(text, known);
    free(text);

    // Over one that is there, all of the way, from the estimate.
    assert_true(evolution_step_write(tables, "estimate", fit, 100, out, &error));
    assert_true(values_file_read(out, tables, &file, &error));
    assert_float_equal(row_of(&file, "board.R")->value, 800, 0);
    bool same = false;
    assert_true(evolution_same_values(tables, out, fit, &same, &error));
    assert_true(same);
    assert_true(evolution_same_values(tables, out, start, &same, &error));
    assert_false(same);
    assert_false(evolution_step_write(tables, start, "nowhere.csv", 50, out, &error));
    assert_non_null(strstr(error.text, "nowhere.csv"));
}

static void add(struct evolution_scores *scores, const char *name, int64_t lost, int64_t even,
                int64_t won) {
    struct evolution_score *score = evolution_scores_add(scores, name);
    score->pairs.count[0] = lost;
    score->pairs.count[2] = even;
    score->pairs.count[4] = won;
}

static void the_best_part_is_taken(void **state) {
    (void)state;
    struct evolution_scores steps = {0};
    add(&steps, "25", 10, 10, 30);
    add(&steps, "50", 5, 15, 40);
    add(&steps, "100", 30, 10, 10);
    assert_int_equal(evolution_best_step(&steps), 50);
    struct evolution_scores equal = {0};
    add(&equal, "25", 10, 10, 30);
    add(&equal, "50", 10, 10, 30);
    assert_int_equal(evolution_best_step(&equal), 25);
}

static void falling_behind_one_opponent_is_enough(void **state) {
    (void)state;
    struct evolution_scores before = {0}, now = {0}, fallen = {0};
    add(&before, "estimate", 0, 50, 50);
    add(&before, "shipped", 60, 40, 0);
    add(&now, "estimate", 0, 50, 50);
    add(&now, "shipped", 50, 50, 0);
    assert_true(evolution_keeps_up(&now, &before, 0));
    // 55 points of 100 rather than 75, give or take some eight, against one of the two.
    add(&fallen, "estimate", 20, 50, 30);
    add(&fallen, "shipped", 10, 50, 40);
    assert_false(evolution_keeps_up(&fallen, &before, 0));
    assert_false(evolution_keeps_up(&fallen, &before, 10));
    assert_true(evolution_keeps_up(&fallen, &before, 13));
    // Of an opponent that the old ones did not play nothing can be said.
    struct evolution_scores none = {0};
    assert_true(evolution_keeps_up(&fallen, &none, 0));
}

// Points that fell by 9.3 give or take 6.6, 170 Elo: more than 5 is not shown, more than 2 is.
static void what_is_not_shown_is_no_fall(void **state) {
    (void)state;
    struct evolution_scores before = {0}, now = {0};
    add(&before, "estimate", 1, 11, 88);
    add(&now, "estimate", 3, 24, 72);
    now.score[0].pairs.count[1] = 1;
    double elo =
        evolution_score_elo(&before.score[0]).value - evolution_score_elo(&now.score[0]).value;
    assert_true(elo > 150);
    assert_true(evolution_keeps_up(&now, &before, 5));
    assert_false(evolution_keeps_up(&now, &before, 2));
}

static void scores_go_through_a_file(void **state) {
    (void)state;
    char path[PATH_MAX];
    struct error error = {""};
    struct evolution_scores scores = {.taken = 50}, read;
    add(&scores, "estimate", 1, 2, 3);
    add(&scores, "start", 0, 9, 0);
    scores.score[0].same = true;
    assert_true(evolution_scores_write(path_of("scores.json", path), &scores, &error));
    assert_true(evolution_scores_read(path, &read, &error));
    assert_int_equal(read.count, 2);
    assert_int_equal(read.taken, 50);
    const struct evolution_score *start = evolution_scores_find(&read, "start");
    assert_non_null(start);
    assert_memory_equal(&start->pairs, &scores.score[1].pairs, sizeof start->pairs);
    assert_null(evolution_scores_find(&read, "shipped"));
    assert_false(start->same);
    struct measured elo = evolution_score_elo(evolution_scores_find(&read, "estimate"));
    assert_true(elo.value == 0 && elo.low == 0 && elo.high == 0);
    assert_true(evolution_score_elo(start).high > 0);
    write_text("scores.json", "{\"scores\": 5");
    assert_true(evolution_scores_read(path, &read, &error));
    assert_int_equal(read.count, 0);
    assert_true(evolution_scores_read("nowhere.json", &read, &error));
    assert_int_equal(read.count, 0);
}

static void the_panel_is_who_there_is(void **state) {
    const struct tables *minishogi = *state;
    struct evolution_opponent panel[EVOLUTION_PANEL_MOST];
    assert_int_equal(evolution_panel(minishogi, "estimate", panel), 1);
    assert_string_equal(panel[0].values, "estimate");
    assert_int_equal(evolution_panel(minishogi, "mine.csv", panel), 2);
    assert_string_equal(panel[1].name, "start");
    assert_string_equal(panel[1].values, "mine.csv");
    struct tables *kagamigi = setup_tables("kagamigi", "");
    assert_int_equal(evolution_panel(kagamigi, NULL, panel), 2);
    assert_string_equal(panel[1].name, "shipped");
    assert_null(panel[1].values);
    assert_int_equal(evolution_panel(kagamigi, "mine.csv", panel), 3);
    free(kagamigi);
}

static int set_up(void **state) {
    *state = setup_tables("minishogi", "");
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    char command[PATH_MAX];
    free(*state);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_the_way),
        cmocka_unit_test(the_best_part_is_taken),
        cmocka_unit_test(falling_behind_one_opponent_is_enough),
        cmocka_unit_test(what_is_not_shown_is_no_fall),
        cmocka_unit_test(scores_go_through_a_file),
        cmocka_unit_test(the_panel_is_who_there_is),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the way between values, with what is known of moves; which part is taken, and whether
// what SPSA makes of it; seeds; the panel, and when new values have kept up with old ones.
#include "../core/setup_game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evolution.h"
#include "file.h"
#include "move_prior.h"
#include "spsa_run.h"
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
    // Half way to an estimate is no estimate: it has no error of its own.
    assert_true(isnan(rook->se) && isnan(rook->lo95) && isnan(rook->hi95));
    assert_int_equal(rook->games, 99);
    assert_float_equal(row_of(&file, "board.P")->value, -10, 0);
    assert_true(isnan(row_of(&file, "board.P")->se));
    char *text = file_read(beside_path(BESIDE_MOVES, out, moves), 1000, &error);
    assert_string_equal(text, known);
    free(text);

    // Over one that is there, all of the way, from the estimate.
    assert_true(evolution_step_write(tables, "estimate", fit, 100, out, &error));
    assert_true(values_file_read(out, tables, &file, &error));
    assert_float_equal(row_of(&file, "board.R")->value, 800, 0);
    assert_float_equal(row_of(&file, "board.R")->se, 20, 0);
    assert_float_equal(row_of(&file, "board.R")->hi95, 850, 0);
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

// A loop once took what SPSA had made of its step unseen: 119 Elo behind that step.
static void a_step_stays_until_spsa_beats_it(void **state) {
    (void)state;
    struct evolution_scores scores = {.taken = 25};
    add(&scores, "worse", 30, 10, 10);
    add(&scores, "even", 10, 30, 10);
    add(&scores, "better", 10, 29, 11);
    assert_false(evolution_after_is_taken(&scores.score[0]));
    assert_false(evolution_after_is_taken(&scores.score[1]));
    assert_true(evolution_after_is_taken(&scores.score[2]));
    scores.score[2].same = true;
    assert_false(evolution_after_is_taken(&scores.score[2]));
}

// Half of the tables, all of them, more, or none.
static void a_part_is_taken_that_wins(void **state) {
    (void)state;
    static const struct {
        int half_won, whole_won, more_won; // pairs of 50, the others even; -1: lost
        int taken;
    } rows[] = {{1, 2, 0, 100}, {2, 1, 0, 50},   {2, 2, 2, 50},  {0, 0, 0, 0},
                {-1, 0, 0, 0},  {-1, 1, 0, 100}, {-1, 1, 2, 133}};
    int taken;
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        const int won[] = {rows[i].half_won, rows[i].whole_won, rows[i].more_won};
        struct evolution_scores scores = {.taken = 50};
        add(&scores, "50", 0, 0, 50);
        add(&scores, "net-50", won[0]<0, 40, won[0]> 0 ? won[0] : 0);
        add(&scores, "net-100", won[1]<0, 40, won[1]> 0 ? won[1] : 0);
        add(&scores, "net-133", won[2]<0, 40, won[2]> 0 ? won[2] : 0);
        assert_non_null(evolution_best_part(&scores, &taken));
        assert_int_equal(taken, rows[i].taken);
    }
    struct evolution_scores steps = {.taken = 50};
    add(&steps, "50", 0, 0, 50);
    assert_null(evolution_best_part(&steps, &taken));
    assert_int_equal(taken, 0);
}

// Twice the nodes after every second generation in a row that was not accepted.
static void what_does_not_gain_is_played_deeper(void **state) {
    (void)state;
    static const struct {
        enum evolution_verdict verdict;
        int64_t nodes; // of the next generation
    } generations[] = {{EVOLUTION_REJECTED, 100},  {EVOLUTION_ACCEPTED, 100},
                       {EVOLUTION_UNDECIDED, 100}, {EVOLUTION_UNTUNED, 200},
                       {EVOLUTION_ONE_SIDED, 200}, {EVOLUTION_ACCEPTED, 200},
                       {EVOLUTION_REJECTED, 200},  {EVOLUTION_REJECTED, 400}};
    char loop[PATH_MAX], path[PATH_MAX];
    struct error error;
    struct evolution_settings settings = {
        .folder = path_of("deeper", loop), .nodes = 100, .deepens = true};
    assert_int_equal(mkdir(loop, 0700), 0);
    for (int i = 0; i < ARRAY_LENGTH(generations); i++) {
        assert_int_equal(mkdir(evolution_path(loop, i + 1, "", path), 0700), 0);
        assert_true(evolution_give_verdict(loop, i + 1, 0, generations[i].verdict, &error));
        assert_int_equal(evolution_nodes(&settings, i + 2), generations[i].nodes);
    }
    assert_int_equal(evolution_nodes(&settings, 5), 200); // whatever came after
    settings.deepens = false;
    assert_int_equal(evolution_nodes(&settings, 9), 100);
}

static void spsa_sees_enough_nodes(void **state) {
    (void)state;
    assert_int_equal(evolution_spsa_nodes(2000), 400);
    assert_int_equal(evolution_spsa_nodes(500), 100);
    assert_int_equal(evolution_spsa_nodes(60), 60);
    assert_int_equal(evolution_spsa_nodes(1), 1);
    assert_int_equal(evolution_spsa_nodes(110), 100);
}

// From there chance alone multiplied all values on the board by 2.9.
static void spsa_stays_near_its_start(void **state) {
    const struct tables *tables = *state;
    static const struct option_texts none;
    const struct spsa_choice choice = {
        .tune = &none, .together = &none, .directions = true, .way = EVOLUTION_SPSA_WAY};
    struct values start;
    struct spsa_plan *plan = calloc(1, sizeof *plan);
    struct spsa *spsa = malloc(sizeof *spsa);
    struct error error = {""};
    assert_true(plan && spsa);
    values_estimate(tables, &start);
    start.value[values_find("board.P")] = 7;
    start.value[values_find("hand.P")] = -9;
    assert_true(spsa_choose(&choice, tables, &start, plan, &error));
    plan->steps = 200;
    plan->pairs = EVOLUTION_SPSA_PAIRS;
    for (int i = 0; i < plan->count; i++)
        plan->param[i].r_end = 5;
    assert_true(spsa_plan_check(plan, &error));
    spsa_init(spsa, plan);
    struct values arm[2];
    int at_bounds = 0;
    while (!spsa_finished(spsa)) { // the upper arm wins whenever its Rook is the dearer one
        spsa_arms(spsa, &start, arm);
        int rook = values_find("board.R");
        spsa_add_pair(spsa, arm[0].value[rook] > arm[1].value[rook] ? 4 : 0);
    }
    for (int i = 0; i < plan->count; i++) {
        const struct spsa_param *param = &plan->param[i];
        double most = fmax(fabs(param->start) * EVOLUTION_SPSA_WAY, fabs(param->start) + 1);
        double least = fmin(fabs(param->start) / EVOLUTION_SPSA_WAY, fabs(param->start) - 1);
        double value = fabs(round(spsa_estimate(spsa, i).mean));
        assert_true(value <= most + 1 && value >= least - 1);
        at_bounds += value > 0.95 * most || value < 1.05 * least;
    }
    assert_true(at_bounds > 0); // else nothing was bounded here
    free(spsa);
    free(plan);
}

// Openings follow from the seed: what is measured by those that it was tuned or chosen by, or that
// earlier generations were accepted by, is flattered.
static void no_openings_serve_twice(void **state) {
    (void)state;
    enum { GENERATIONS = 40, ALL = GENERATIONS * EVOLUTION_PURPOSES };
    static const uint64_t loops[] = {0, 1, 2, 7, INT64_MAX - 200, INT64_MAX};
    uint64_t *seeds = malloc(ALL * sizeof *seeds);
    assert_non_null(seeds);
    for (int l = 0; l < ARRAY_LENGTH(loops); l++) {
        int count = 0;
        for (int g = 1; g <= GENERATIONS; g++)
            for (int purpose = 0; purpose < EVOLUTION_PURPOSES; purpose++)
                seeds[count++] = evolution_seed(loops[l], g, (enum evolution_purpose)purpose);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < i; j++)
                if (seeds[i] == seeds[j])
                    fail_msg("purposes %d of generation %d and %d of %d have one seed",
                             i % EVOLUTION_PURPOSES, 1 + i / EVOLUTION_PURPOSES,
                             j % EVOLUTION_PURPOSES, 1 + j / EVOLUTION_PURPOSES);
    }
    free(seeds);
}

static void what_passes_is_said_with_its_chance(void **state) {
    (void)state;
    const struct sprt usual = EVOLUTION_SPRT, proof = {0, 20, 0.05, 0.05};
    const struct {
        const struct sprt *sprt;
        int limits;
        const char *text;
    } rows[] = {{&usual, 2, "with a chance of 25 to 50%: 50% at each of 2 node limits."},
                {&usual, 1, "with a chance of 50%."},
                {&proof, 1, "with a chance of 5%."}};
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        struct answer answer = answer_init(NULL);
        struct buffer text = buffer_init();
        evolution_say_chance(&answer, rows[i].sprt, EVOLUTION_MATCH_GAMES, rows[i].limits);
        answer_text(&answer, (struct diagram_style){0}, 200, &text);
        if (!strstr(text.data, rows[i].text))
            fail_msg("'%s' does not say '%s'", text.data, rows[i].text);
        buffer_destroy(&text);
        answer_destroy(&answer);
    }
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
    evolution_scores_read(path, &read);
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
    evolution_scores_read(path, &read);
    assert_int_equal(read.count, 0);
    evolution_scores_read("nowhere.json", &read);
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
        cmocka_unit_test(a_step_stays_until_spsa_beats_it),
        cmocka_unit_test(a_part_is_taken_that_wins),
        cmocka_unit_test(what_does_not_gain_is_played_deeper),
        cmocka_unit_test(spsa_sees_enough_nodes),
        cmocka_unit_test(spsa_stays_near_its_start),
        cmocka_unit_test(no_openings_serve_twice),
        cmocka_unit_test(what_passes_is_said_with_its_chance),
        cmocka_unit_test(falling_behind_one_opponent_is_enough),
        cmocka_unit_test(what_is_not_shown_is_no_fall),
        cmocka_unit_test(scores_go_through_a_file),
        cmocka_unit_test(the_panel_is_who_there_is),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

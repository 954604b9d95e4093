// SPDX-License-Identifier: GPL-3.0-or-later
// The document of a report against numbers worked out by hand; its page keeps to itself, whatever
// players are called; its pictures are well-formed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "report.h"
#include "report_page.h"
#include "rows.h"
#include "runmeta.h"
#include "spsa_file.h"

#define EVIL "</script><script>alert(1)</script>\" onload=\"x<!--\x01\xff&"

struct fixture {
    char folder[64], player[2][PLAYER_NAME]; // names as write_run has made them
    struct tables *tables;
    char *text;
};

static int setup(void **state) {
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct variant *variant = malloc(sizeof *variant);
    struct error error;
    assert_non_null(fixture);
    assert_non_null(variant);
    strcpy(fixture->folder, "/tmp/kagami-report-XXXXXX");
    assert_non_null(mkdtemp(fixture->folder));
    fixture->tables = malloc(sizeof *fixture->tables);
    assert_non_null(fixture->tables);
    assert_true(variant_load("minishogi", variant, &error));
    assert_true(tables_build(fixture->tables, variant, &variant->rules, &error));
    free(variant);
    fixture->text = config_variant_text("minishogi", &error);
    *state = fixture;
    return 0;
}

static int teardown(void **state) {
    struct fixture *fixture = *state;
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", fixture->folder);
    int status = system(command);
    free(fixture->tables);
    free(fixture->text);
    free(fixture);
    return status;
}

static void write_text(const struct fixture *fixture, const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", fixture->folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

// run.json of a self-play run, or of a match between two players.
static void write_run(struct fixture *fixture, int games, const struct sprt *sprt) {
    struct config config = config_default(fixture->tables, fixture->text);
    struct error error;
    char path[128];
    if (sprt) {
        config.player[1].limits.nodes *= 2;
        config.sprt = sprt;
    }
    config_player_name(&config.player[0], EVIL);
    config_player_name(&config.player[1], "other");
    for (int i = 0; i < 2; i++)
        strcpy(fixture->player[i], config.player[i].name);
    if (!config_finish(&config, sprt != NULL, &error))
        fail_msg("%s", error.text);
    struct runmeta *meta =
        runmeta_create(&config, &(struct game_range){.end = games, .total = games}, 1);
    assert_non_null(meta);
    snprintf(path, sizeof path, "%s/run.json", fixture->folder);
    assert_true(runmeta_save(meta, path, &error));
    runmeta_destroy(meta);
}

static struct game_row row_of(const struct fixture *fixture, int game, enum result result) {
    const struct variant *variant = &fixture->tables->variant;
    return (struct game_row){.run = "",
                             .game = game,
                             .pair = game,
                             .variant = "minishogi",
                             .rules = "",
                             .opening = variant_start_fen(variant, &fixture->tables->rules),
                             .first = fixture->player[0],
                             .second = fixture->player[0],
                             .result = result,
                             .termination = TERMINATION_CHECKMATE,
                             .plies = 2,
                             .moves = "a2a3 e4e3"};
}

static void write_games(const struct fixture *fixture, struct buffer *rows) {
    write_text(fixture, "games.csv", rows->data);
    buffer_destroy(rows);
}

static cJSON *read_report(const struct fixture *fixture, const struct report_options *options) {
    struct error error;
    const char *folders[] = {fixture->folder};
    cJSON *report = report_read(folders, 1, options, &error);
    if (!report)
        fail_msg("%s", error.text);
    return report;
}

static const cJSON *at(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!item)
        fail_msg("no %s", key);
    return item;
}

static const cJSON *section_of(const cJSON *report, int number) {
    const cJSON *folder = cJSON_GetArrayItem(at(report, "folders"), 0);
    const cJSON *section = cJSON_GetArrayItem(at(folder, "sections"), number);
    assert_non_null(section);
    return section;
}

static void near(const cJSON *object, const char *key, double expected, double within) {
    const cJSON *item = at(object, key);
    if (!cJSON_IsNumber(item) || fabs(item->valuedouble - expected) > within)
        fail_msg("%s: %g, expected %g", key, item->valuedouble, expected);
}

// Four games: 1-0, 0-1, draw, 1-0, of 10, 20, 30 and 60 plies.
static void write_four(struct fixture *fixture) {
    static const enum result results[] = {RESULT_FIRST, RESULT_SECOND, RESULT_DRAW, RESULT_FIRST};
    static const int plies[] = {10, 20, 30, 60};
    static const char *const moves[] = {"c1c2 c5c4", "b1b2 d5d4", "a2a3 e4e3", "b1c2 d5c4"};
    struct buffer rows = buffer_init();
    write_run(fixture, 4, NULL);
    game_header_write(&rows);
    for (int i = 0; i < 4; i++) {
        struct game_row row = row_of(fixture, i, results[i]);
        row.plies = plies[i];
        row.moves = moves[i];
        row.captures = i;
        if (i == 2)
            row.termination = TERMINATION_REPETITION;
        game_row_write(&rows, &row);
    }
    write_games(fixture, &rows);
}

static void test_results(void **state) {
    struct fixture *fixture = *state;
    write_four(fixture);
    cJSON *report = read_report(fixture, &(struct report_options){.games = 2, .threads = 1});
    const cJSON *section = section_of(report, 0);
    near(section, "games", 4, 0);
    const cJSON *score = at(section, "first_score");
    near(score, "value", 0.625, 1e-12);
    near(score, "n", 4, 0);
    near(score, "lo95", 0.219427, 1e-6); // Wilson
    near(score, "hi95", 0.908101, 1e-6);
    const cJSON *draw = cJSON_GetArrayItem(at(section, "results"), 1);
    near(draw, "count", 1, 0);
    near(draw, "lo95", 0.045587, 1e-6);
    near(draw, "hi95", 0.699358, 1e-6);
    const cJSON *ending = cJSON_GetArrayItem(at(section, "endings"), 0);
    assert_string_equal(at(ending, "name")->valuestring, "checkmate");
    near(ending, "value", 0.75, 1e-12);
    const cJSON *plies = at(section, "plies");
    near(plies, "mean", 30, 1e-12);
    near(plies, "median", 20, 0);
    near(plies, "most", 60, 0);
    near(plies, "bin_width", 5, 0);
    assert_int_equal(cJSON_GetArraySize(at(plies, "bins")), 13);
    assert_int_equal(cJSON_GetArrayItem(at(plies, "bins"), 12)->valuedouble, 1);
    // Both sides of a game go to the same square as they see it: a3, b2, c2 and c2.
    const cJSON *heat = at(section, "heat"), *square = at(heat, "moves")->child;
    near(heat, "games", 4, 0);
    for (int i = 0; i < 25; i++, square = square->next) {
        assert_true(square->valuedouble == (i == 10 || i == 6 ? 0.5 : i == 7 ? 1 : 0));
        assert_true(cJSON_GetArrayItem(at(heat, "drops"), i)->valuedouble == 0);
    }
    assert_null(square);
    near(at(section, "a_game"), "captures", 1.5, 1e-12);
    assert_null(cJSON_GetObjectItemCaseSensitive(section, "match"));
    cJSON_Delete(report);
}

static void test_games_shown(void **state) {
    struct fixture *fixture = *state;
    write_four(fixture);
    cJSON *report = read_report(fixture, &(struct report_options){.games = 2, .threads = 1});
    const cJSON *shown = at(section_of(report, 0), "shown"), *second = cJSON_GetArrayItem(shown, 1);
    assert_int_equal(cJSON_GetArraySize(shown), 2);
    near(second, "game", 2, 0);
    assert_int_equal(cJSON_GetArraySize(at(second, "moves")), 2);
    assert_int_equal(cJSON_GetArraySize(at(second, "positions")), 3);
    const char *last = cJSON_GetArrayItem(at(second, "positions"), 2)->valuestring;
    if (strncmp(last, "rbsgk/5/P3p/5/KGSBR[] w", 23) != 0)
        fail_msg("%s", last);
    cJSON_Delete(report);
    static const int64_t chosen[] = {3};
    report = read_report(fixture,
                         &(struct report_options){.games = 2, .chosen = chosen, .chosen_count = 1});
    shown = at(section_of(report, 0), "shown");
    assert_int_equal(cJSON_GetArraySize(shown), 1);
    near(cJSON_GetArrayItem(shown, 0), "game", 3, 0);
    cJSON_Delete(report);
}

// Pairs 12 30 41 55 22: the golden values of the statistics, at the end of the curve.
static void test_match(void **state) {
    static const int counts[] = {12, 30, 41, 55, 22};
    static const enum result points[][2] = {{RESULT_SECOND, RESULT_FIRST},
                                            {RESULT_DRAW, RESULT_FIRST},
                                            {RESULT_DRAW, RESULT_DRAW},
                                            {RESULT_FIRST, RESULT_DRAW},
                                            {RESULT_FIRST, RESULT_SECOND}};
    struct fixture *fixture = *state;
    const struct sprt sprt = {ELO_NORMALIZED, 0, 2, 0.05, 0.05};
    struct buffer rows = buffer_init();
    write_run(fixture, 320, &sprt);
    game_header_write(&rows);
    int game = 0;
    for (int cell = 0; cell < 5; cell++)
        for (int i = 0; i < counts[cell]; i++)
            for (int side = 0; side < 2; side++) {
                struct game_row row = row_of(fixture, game, points[cell][side]);
                row.pair = game++ / 2;
                if (side)
                    row.first = fixture->player[1];
                else
                    row.second = fixture->player[1];
                game_row_write(&rows, &row);
            }
    write_games(fixture, &rows);
    cJSON *report = read_report(fixture, &(struct report_options){.threads = 1});
    const cJSON *section = section_of(report, 0), *match = at(section, "match");
    for (int i = 0; i < 5; i++)
        assert_int_equal(cJSON_GetArrayItem(at(match, "counts"), i)->valuedouble, counts[i]);
    near(match, "elo", 49.18407, 1e-4);
    near(match, "los", 0.99909, 1e-5);
    near(at(match, "sprt"), "llr", 0.303003, 1e-6);
    const char *said = cJSON_GetArrayItem(at(section, "summary"), 0)->valuestring;
    assert_string_equal(said,
                        "So far: +49 Elo [17, 81] for A, 320 games: 99 won, 167 drawn, 54 lost.");
    struct buffer page = buffer_init();
    struct error error;
    assert_true(report_page(report, "", &page, &error));
    static const char *const shown[] = {"lost both: 12 of 160 pairs, 7.5%", "scores 57.0% (52.5 to",
                                        "Elo, unbiased: ", "<p class=\"answer\">"};
    for (int i = 0; i < ARRAY_LENGTH(shown); i++)
        if (!strstr(page.data, shown[i]))
            fail_msg("the page lacks %s", shown[i]);
    buffer_destroy(&page);
    const cJSON *curve = at(section, "curve");
    assert_int_equal(cJSON_GetArraySize(curve), 160);
    const cJSON *last = cJSON_GetArrayItem(curve, 159);
    assert_int_equal(cJSON_GetArrayItem(last, 0)->valuedouble, 320);
    assert_true(fabs(cJSON_GetArrayItem(last, 1)->valuedouble - 0.303003) < 1e-6);
    cJSON_Delete(report);
}

static void test_values(void **state) {
    struct fixture *fixture = *state;
    write_text(fixture, "v.csv",
               "parameter,value,se,lo95,hi95,games\nboard.R,900,50,800,1000,77\n"
               "board.G,500,,,,5\nboard.B,700,60,600,850,66\nhand.R,950,,,,\n"
               "board.+R,1200,0,1200,1200,9\n");
    cJSON *report = read_report(fixture, &(struct report_options){.variant = "minishogi"});
    const cJSON *pieces = at(section_of(report, 0), "pieces"),
                *rook = cJSON_GetArrayItem(pieces, 0);
    assert_int_equal(cJSON_GetArraySize(pieces), 3);
    assert_string_equal(at(rook, "id")->valuestring, "R");
    near(at(rook, "board"), "lo95", 800, 0);
    near(at(rook, "board"), "games", 77, 0);
    assert_true(cJSON_IsTrue(at(at(rook, "board"), "measured")));
    assert_true(cJSON_IsNull(at(at(rook, "hand"), "lo95")));
    // An interval without width is a yardstick's: given, not measured.
    assert_false(cJSON_IsTrue(at(at(rook, "promoted"), "measured")));
    assert_true(cJSON_IsTrue(at(at(rook, "promoted"), "kept")));
    // SPSA's answers have games only where it tuned, and no interval.
    assert_string_equal(at(cJSON_GetArrayItem(pieces, 2), "id")->valuestring, "G");
    assert_false(cJSON_IsTrue(at(at(cJSON_GetArrayItem(pieces, 2), "board"), "kept")));
    assert_true(cJSON_IsTrue(at(at(rook, "hand"), "kept")));
    cJSON_Delete(report);
}

static void test_whose_values(void **state) {
    struct fixture *fixture = *state;
    write_text(fixture, "v.csv", "parameter,value\nboard.R,900\n");
    cJSON *report = read_report(fixture, &(struct report_options){0});
    const cJSON *folder = cJSON_GetArrayItem(at(report, "folders"), 0);
    assert_int_equal(cJSON_GetArraySize(at(folder, "sections")), 0);
    assert_int_equal(cJSON_GetArraySize(at(folder, "missing")), 1);
    cJSON_Delete(report);
}

static int count_figures(const cJSON *report, const struct fixture *fixture) {
    struct error error;
    char folder[96];
    snprintf(folder, sizeof folder, "%s/plots", fixture->folder);
    return report_svg_files(report, folder, true, &error);
}

// Two generations: one accepted, one without a match; the first was played by the default values.
static void test_history(void **state) {
    struct fixture *fixture = *state;
    char path[128];
    write_text(fixture, "history.csv",
               "generation,played_with,games,match_games,elo,elo_lo95,elo_hi95,los,verdict\n"
               "1,0,100,40,25.5,10,41,0.99,accepted\n2,1,100,0,,,,,untuned\n");
    cJSON *report = read_report(fixture, &(struct report_options){0});
    near(cJSON_GetArrayItem(at(section_of(report, 0), "rows"), 0), "elo", 25.5, 0);
    assert_int_equal(count_figures(report, fixture), 1); // no values: no convergence
    struct buffer page = buffer_init();
    struct error error;
    assert_true(report_page(report, "kagami", &page, &error));
    assert_null(strstr(page.data, "Night")); // one loop alone
    assert_non_null(strstr(page.data, ">generation<"));
    buffer_destroy(&page);
    cJSON_Delete(report);
    static const char *const made[] = {"1", "1/log"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", fixture->folder, made[i]);
        assert_int_equal(mkdir(path, 0777), 0);
    }
    struct fixture log = *fixture;
    assert_true(strlen(fixture->folder) + 8 < sizeof log.folder);
    strcat(log.folder, "/1/log");
    write_run(&log, 4, NULL);
    write_text(fixture, "1/generation-1.csv",
               "parameter,value,se,lo95,hi95,games\nboard.R,901,20,860,940,50\n");
    report = read_report(fixture, &(struct report_options){0});
    const cJSON *section = section_of(report, 0), *piece, *rook = NULL;
    near(section, "steps", 2, 0);
    cJSON_ArrayForEach(piece, at(section, "pieces")) {
        if (strcmp(at(piece, "id")->valuestring, "R") == 0)
            rook = piece;
    }
    assert_non_null(rook);
    const cJSON *first = cJSON_GetArrayItem(at(rook, "board"), 1);
    near(first, "value", 901, 0);
    near(first, "hi95", 940, 0);
    assert_true(cJSON_IsTrue(at(first, "played")));
    assert_true(cJSON_IsNumber(at(cJSON_GetArrayItem(at(rook, "board"), 0), "value")));
    assert_true(cJSON_IsNull(cJSON_GetArrayItem(at(rook, "board"), 2)));
    assert_int_equal(count_figures(report, fixture), 2);
    cJSON_Delete(report);
}

static void test_comparison(void **state) {
    struct fixture *fixture = *state;
    write_text(
        fixture, "summary.csv",
        "metric,nodes,arm,rules,unit,n,value,lo95,hi95,difference,difference_lo95,"
        "difference_hi95,p,p_holm,margin,p_equivalent_holm\n"
        "first-score,50,base,,share,200,0.4025,0.337,0.471,,,,,,,\n"
        "first-score,50,free,drops=off,share,190,0.55,0.5,0.6,0.1475,0.06,0.22,0.001,0.002,"
        "0.025,1\n"
        "drama,50,base,,centi,0,,,,,,,,,,\nending-stalemate,50,base,,share,200,0,0,0.02,,,,,,,\n");
    cJSON *report = read_report(fixture, &(struct report_options){0});
    const cJSON *section = section_of(report, 0), *metrics = at(section, "metrics");
    assert_int_equal(cJSON_GetArraySize(metrics), 1); // what nobody measured is left out
    const cJSON *metric = cJSON_GetArrayItem(metrics, 0);
    if (strncmp(at(metric, "definition")->valuestring, "mean result", 11) != 0)
        fail_msg("%s", at(metric, "definition")->valuestring);
    near(cJSON_GetArrayItem(at(metric, "cells"), 1), "difference_hi95", 0.22, 0);
    assert_int_equal(cJSON_GetArraySize(at(section, "arms")), 2);
    assert_int_equal(count_figures(report, fixture), 1); // one limit is no ladder
    cJSON_Delete(report);
    write_text(
        fixture, "summary.csv",
        "metric,nodes,arm,rules,unit,n,value,lo95,hi95,difference,difference_lo95,"
        "difference_hi95,p,p_holm,margin,p_equivalent_holm\n"
        "first-score,200,base,,share,200,0.5,0.43,0.57,,,,,,,\n"
        "first-score,50,base,,share,200,0.4025,0.337,0.471,,,,,,,\n"
        "first-score,200,free,drops=off,share,200,0.6,0.53,0.67,0.1,0.01,0.19,0.03,0.06,0.025"
        ",1\n"
        "first-score,50,free,drops=off,share,190,0.55,0.5,0.6,0.1475,0.06,0.22,0.001,0.002,"
        "0.025,1\n");
    report = read_report(fixture, &(struct report_options){0});
    assert_int_equal(count_figures(report, fixture), 2);
    struct buffer page = buffer_init();
    struct error error;
    assert_true(report_page(report, "", &page, &error));
    assert_non_null(strstr(page.data, "first-score over the strength of play"));
    assert_non_null(strstr(page.data, "free, 200 nodes: 60.0 (95%: 53.0 to 67.0), n = 200"));
    buffer_destroy(&page);
    cJSON_Delete(report);
}

// A round robin: its order, the ratings with their intervals, the table of the matches.
static void test_ratings(void **state) {
    struct fixture *fixture = *state;
    write_text(
        fixture, "ratings.json",
        "{\"variant\":\"minishogi\",\"title\":\"Minishogi\",\"summary\":[\"a leads: +61 Elo [22, "
        "100] over b, the next; 2 players, 300 games.\"],\"players\":[{\"name\":\"a\","
        "\"elo_over_mean\":30.5,\"elo_over_mean_95\":[11,50],\"elo_over_next\":61,"
        "\"elo_over_next_95\":[22,100],\"p_next\":0.002},{\"name\":\"b\",\"elo_over_mean\":-30.5,"
        "\"elo_over_mean_95\":[-50,-11]}],\"matches\":[{\"first\":\"a\",\"second\":\"b\",\"won\":"
        "170,\"drawn\":12,\"lost\":118,\"elo\":61,\"elo_95\":[22,100],\"expected_score\":0.58,"
        "\"residual\":0.1}],\"freedom\":0}");
    cJSON *report = read_report(fixture, &(struct report_options){0});
    assert_string_equal(at(section_of(report, 0), "kind")->valuestring, "ratings");
    assert_int_equal(count_figures(report, fixture), 1);
    struct buffer page = buffer_init();
    struct error error;
    assert_true(report_page(report, "", &page, &error));
    static const char *const shown[] = {"<h1>Minishogi: round robin</h1>",
                                        "<p class=\"answer\">a leads: +61 Elo [22, 100] over b",
                                        "a: 30.5 (95%: 11.0 to 50.0)", "over a", "58.0%"};
    for (int i = 0; i < ARRAY_LENGTH(shown); i++)
        if (!strstr(page.data, shown[i]))
            fail_msg("the page lacks %s", shown[i]);
    buffer_destroy(&page);
    cJSON_Delete(report);
}

// The places of a path's points, of the first path of that class; how many they are.
static int path_points(const char *page, const char *class, double x[], double y[], int most) {
    char start[96];
    int count = 0, read = 0;
    snprintf(start, sizeof start, "<path class=\"%s\" d=\"", class);
    const char *at = strstr(page, start);
    at = at ? at + strlen(start) : "";
    while (count < most && sscanf(at, "%*1[ML]%lf %lf%n", &x[count], &y[count], &read) == 2) {
        at += read;
        count++;
    }
    return count;
}

// Tests at node limits, in whatever order they were played, are a line from the lowest to the
// highest, over the old values'; in the report of a loop, too, for each generation that was tested.
static void test_ladder(void **state) {
    struct fixture *fixture = *state;
    static const char json[] =
        "{\"title\":\"Minishogi\",\"seed\":\"2\",\"verdict\":\"reject\",\"limits\":["
        "{\"nodes\":400,\"games\":80,\"sprt\":{\"verdict\":\"accept\",\"elo\":40,"
        "\"elo_95\":[10,70],\"normalized_elo\":44,\"normalized_elo_95\":[11,77]}},"
        "{\"nodes\":100,\"games\":60,\"sprt\":{\"verdict\":\"accept\",\"elo\":60,"
        "\"elo_95\":[20,100],\"normalized_elo\":66,\"normalized_elo_95\":[22,110]}},"
        "{\"nodes\":1600,\"games\":90,\"sprt\":{\"verdict\":\"reject\",\"elo\":-5,"
        "\"elo_95\":[-25,15],\"normalized_elo\":-6,\"normalized_elo_95\":[-27,16]}}]}";
    static const char *const shown[] = {
        ">Do the new values play better?</h4>",
        "<title>Elo, 100 nodes: 60.0 (95%: 20.0 to 100), n = 60</title>",
        "<title>Elo, 400 nodes: 40.0 (95%: 10.0 to 70.0), n = 80</title>",
        "<title>Elo, 1600 nodes: \u22125.00 (95%: \u221225.0 to 15.0), n = 90</title>",
        "<title>normalized, 400 nodes: 44.0 (95%: 11.0 to 77.0), n = 80</title>",
        "<title>the old values, 100 nodes: 0.00<"};
    static const char *const made[] = {"1", "1/match"};
    char path[128];
    write_text(fixture, "history.csv",
               "generation,played_with,games,match_games,elo,elo_lo95,elo_hi95,los,verdict\n"
               "1,0,100,230,-5,-25,15,0.4,rejected\n");
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", fixture->folder, made[i]);
        assert_int_equal(mkdir(path, 0777), 0);
    }
    write_text(fixture, "1/match/verify.json", json);
    cJSON *report = read_report(fixture, &(struct report_options){0});
    const cJSON *match = cJSON_GetArrayItem(at(report, "folders"), 1);
    assert_non_null(match);
    assert_string_equal(at(cJSON_GetArrayItem(at(match, "sections"), 0), "kind")->valuestring,
                        "verification");
    assert_int_equal(count_figures(report, fixture), 2);
    struct buffer page = buffer_init();
    struct error error;
    assert_true(report_page(report, "", &page, &error));
    for (int i = 0; i < ARRAY_LENGTH(shown); i++)
        if (!strstr(page.data, shown[i]))
            fail_msg("the page lacks %s", shown[i]);
    double x[4], y[4];
    assert_int_equal(path_points(page.data, "interval s1 strong", x, y, 4), 3);
    assert_true(x[0] < x[1] && fabs((x[2] - x[1]) - (x[1] - x[0])) < 0.2);          // a log scale
    assert_true(y[0] < y[1] && fabs((y[2] - y[1]) - 45. / 20 * (y[1] - y[0])) < 1); // 60, 40, -5
    assert_int_equal(path_points(page.data, "interval s6", x, y, 4), 3);
    assert_true(y[0] == y[1] && y[1] == y[2]);
    assert_int_equal(path_points(page.data, "interval s1 faint", x, y, 4), 3);
    buffer_destroy(&page);
    cJSON_Delete(report);
}

// Worth, effects, orders, verification: a section each, with its numbers.
static void test_methods(void **state) {
    struct fixture *fixture = *state;
    write_text(fixture, "effects.csv",
               "metric,nodes,effect,value,lo95,hi95,p,p_holm\n"
               "first-score,50,drops=off,0.11,0.02,0.2,0.01,0.02\n"
               "first-score,50,drops=off x nifu=off,,,,,\n");
    write_text(fixture, "orders.csv",
               "metric,nodes,tau_to_highest,reversals\nfirst-score,50,-0.3162,1\n"
               "first-score,400,1,0\n");
    write_text(
        fixture, "worth.json",
        "{\"variant\":\"minishogi\",\"title\":\"Minishogi\",\"unit\":\"mean "
        "pieces\",\"runs\":[{\"name\":"
        "\"shipped-100n\",\"values\":\"shipped\",\"nodes\":100,\"main\":true,\"games\":900,"
        "\"unit\":\"mean "
        "pieces\",\"unit_elo\":88,\"pieces\":[{\"id\":\"R\",\"mark\":\"R\",\"name\":\"Rook\","
        "\"pair\":0,"
        "\"board\":{\"elo\":150,\"elo_lo95\":97,\"elo_hi95\":229,\"worth\":1.7,\"worth_lo95\":1.1,"
        "\"worth_hi95\":2.6,\"games\":500},\"hand\":{\"elo\":null,\"worth\":null,\"games\":3,"
        "\"mark\":"
        "\"not measured\"},\"note\":\"hand not measured\"}],\"checks\":[{\"check\":\"logits add "
        "up\",\"p\":0.4,\"verdict\":\"yes\",\"says\":\"cubic term 0.01\"}]}]}");
    write_text(fixture, "verify.json",
               "{\"seed\":\"2\",\"verdict\":\"accept\",\"limits\":[{\"nodes\":100,\"games\":80,"
               "\"sprt\":{\"verdict\":\"accept\",\"elo\":40,\"elo_95\":[10,70],\"llr\":3}}]}");
    cJSON *report = read_report(fixture, &(struct report_options){0});
    static const char *const kinds[] = {"effects", "orders", "verification", "worth"};
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        assert_string_equal(at(section_of(report, i), "kind")->valuestring, kinds[i]);
    const cJSON *run = cJSON_GetArrayItem(at(section_of(report, 3), "runs"), 0);
    near(at(cJSON_GetArrayItem(at(run, "pieces"), 0), "board"), "worth_hi95", 2.6, 0);
    assert_int_equal(count_figures(report, fixture), 3); // orders are a table
    struct buffer page = buffer_init();
    struct error error;
    assert_true(report_page(report, "", &page, &error));
    static const char *const shown[] = {
        "hand not measured",
        ">\u22120.32<",
        "+40.0",
        "1.70",
        "1.10 to 2.60",
        "cubic term 0.01",
        "The new values win at every node limit: +40 Elo [10, 70] at 100",
        "+11.0%",
        "+2.0 to +20.0%"};
    for (int i = 0; i < ARRAY_LENGTH(shown); i++)
        if (!strstr(page.data, shown[i]))
            fail_msg("the page lacks %s", shown[i]);
    buffer_destroy(&page);
    cJSON_Delete(report);
}

// A run of SPSA, of the search as well; its values.csv has such a row as well. Weights against
// their start are drawn where that is asked for.
static void test_spsa(void **state) {
    struct fixture *fixture = *state;
    struct error error;
    struct spsa *spsa = calloc(1, sizeof *spsa);
    struct spsa_plan plan = {.steps = 100, .pairs = 1, .seed = 3, .count = 3};
    assert_non_null(spsa);
    plan.param[0] = spsa_param_propose(values_find("board.R"), 1000, 0.1);
    plan.param[1] = spsa_param_propose(values_find("search.unit"), 170, 0.1);
    plan.param[2] = spsa_param_propose(values_find("board.G"), 500, 0.1);
    plan.param[0].r_end = plan.param[1].r_end = plan.param[2].r_end = 0.01;
    spsa_init(spsa, &plan);
    while (!spsa_finished(spsa))
        spsa_add_pair(spsa, 4);
    char path[128];
    snprintf(path, sizeof path, "%s/spsa.json", fixture->folder);
    assert_true(spsa_save(spsa, "kagami=1\nvariant=minishogi\nseed=3\n", path, &error));
    write_text(fixture, "values.csv", "parameter,value\nboard.R,900\nsearch.unit,150\n");
    cJSON *report = read_report(fixture, &(struct report_options){.variant = "minishogi"});
    const cJSON *section = section_of(report, 0), *list = at(section, "parameters");
    assert_string_equal(at(section, "title")->valuestring, "Minishogi");
    near(section, "games", 200, 0);
    for (int i = 0; i < plan.count; i++) {
        const cJSON *param = cJSON_GetArrayItem(list, i), *path_of = at(param, "path");
        struct spsa_estimate estimate = spsa_estimate(spsa, i);
        near(param, "value", estimate.mean, 1e-9);
        near(param, "way", estimate.way, 1e-9);
        assert_int_equal(cJSON_GetArraySize(path_of), 21);
        near(param, "chance_c_ends", estimate.chance, 1e-9);
    }
    assert_int_equal(cJSON_GetArraySize(at(section_of(report, 1), "pieces")), 1);
    assert_int_equal(count_figures(report, fixture), 3);
    cJSON_Delete(report);
    report = read_report(fixture, &(struct report_options){.variant = "minishogi", .full = true});
    assert_int_equal(count_figures(report, fixture), 4);
    cJSON_Delete(report);
    free(spsa);
}

static int occurrences(const char *text, const char *of) {
    int count = 0;
    for (text = strstr(text, of); text; text = strstr(text + 1, of))
        count++;
    return count;
}

static void test_page(void **state) {
    struct fixture *fixture = *state;
    struct buffer page = buffer_init();
    struct error error;
    write_four(fixture);
    cJSON *report = read_report(fixture, &(struct report_options){.games = 2, .threads = 1});
    assert_true(report_page(report, "kagami report '<b>'", &page, &error));
    assert_null(strstr(page.data, "<script>alert"));
    assert_null(strstr(page.data, "\" onload=\"x"));
    assert_null(strstr(page.data, "<b>'"));
    assert_null(strstr(page.data, "<!--"));
    // The document, the board, the viewer.
    assert_int_equal(occurrences(page.data, "<script"), 3);
    assert_int_equal(occurrences(page.data, "</script>"), 3);
    // Nothing is loaded: no address but the name of SVG's elements.
    assert_int_equal(occurrences(page.data, "://"),
                     occurrences(page.data, "http://www.w3.org/2000/svg"));
    static const char *const loads[] = {" src=", "@import", "url(", "<link", "fetch(", "<iframe"};
    for (int i = 0; i < ARRAY_LENGTH(loads); i++)
        assert_null(strstr(page.data, loads[i]));
    assert_int_equal(occurrences(page.data, "href="), occurrences(page.data, "href=\"#"));
    // 1029 of 2000 are 51.45%, which C prints as 51.5, though 100 times 0.5145 is less.
    cJSON *value = cJSON_GetObjectItem(at(section_of(report, 0), "first_score"), "value");
    assert_true(cJSON_SetNumberValue(value, 1029.0 / 2000) > 0);
    assert_true(report_page(report, "kagami", &page, &error));
    assert_non_null(strstr(page.data, "scores 51.5%"));
    cJSON_Delete(report);
    buffer_destroy(&page);
}

// Tags that are opened are closed, in order.
static void check_tags(const char *text) {
    char open[16][16];
    int depth = 0;
    for (const char *tag = strchr(text, '<'); tag; tag = strchr(tag + 1, '<')) {
        const char *end = strchr(tag, '>');
        assert_non_null(end);
        char name[16] = "";
        size_t length = strcspn(tag + 1 + (tag[1] == '/'), " >/\n");
        assert_true(length < sizeof name);
        memcpy(name, tag + 1 + (tag[1] == '/'), length);
        if (tag[1] == '?' || end[-1] == '/')
            continue;
        if (tag[1] != '/') {
            assert_true(depth < 16);
            strcpy(open[depth++], name);
        } else {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
        }
    }
    assert_int_equal(depth, 0);
}

static void test_pictures(void **state) {
    struct fixture *fixture = *state;
    struct error error;
    char folder[96], path[160];
    write_four(fixture);
    cJSON *report = read_report(fixture, &(struct report_options){.games = 0, .threads = 1});
    snprintf(folder, sizeof folder, "%s/svg", fixture->folder);
    assert_int_equal(report_svg_files(report, folder, false, &error), 3);
    assert_int_equal(report_svg_files(report, folder, false, &error), -1);
    assert_non_null(strstr(error.text, "01-results.svg: exists already"));
    assert_int_equal(report_svg_files(report, folder, true, &error), 3);
    snprintf(path, sizeof path, "%s/01-results.svg", folder);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    static char text[1 << 16];
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    check_tags(text);
    assert_non_null(strstr(text, "50.0 (15.0 to 85.0)"));
    cJSON_Delete(report);
}

static void expect_error(const struct fixture *fixture, const char *expected) {
    struct error error;
    const char *folders[] = {fixture->folder};
    cJSON *report = report_read(folders, 1, &(struct report_options){.games = 1}, &error);
    assert_null(report);
    if (!strstr(error.text, expected))
        fail_msg("'%s', expected '%s'", error.text, expected);
}

static void test_errors(void **state) {
    struct fixture *fixture = *state;
    expect_error(fixture, "nothing to report");
    write_text(fixture, "run.json", "{\"schema\": 1");
    expect_error(fixture, "run.json: not JSON, or cut short");
    struct buffer rows = buffer_init();
    write_run(fixture, 1, NULL);
    game_header_write(&rows);
    struct game_row row = row_of(fixture, 0, RESULT_FIRST);
    row.moves = "a2a3 a1a5";
    game_row_write(&rows, &row);
    write_games(fixture, &rows);
    expect_error(fixture, "games.csv:2: game 0: ");
    char path[96];
    snprintf(path, sizeof path, "%s/run.json", fixture->folder);
    unlink(path);
    write_text(fixture, "history.csv", "generation,played_with,games\n1,0,5\nx,0,5\n");
    expect_error(fixture, "history.csv:3: generation");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_results, setup, teardown),
        cmocka_unit_test_setup_teardown(test_games_shown, setup, teardown),
        cmocka_unit_test_setup_teardown(test_match, setup, teardown),
        cmocka_unit_test_setup_teardown(test_values, setup, teardown),
        cmocka_unit_test_setup_teardown(test_whose_values, setup, teardown),
        cmocka_unit_test_setup_teardown(test_history, setup, teardown),
        cmocka_unit_test_setup_teardown(test_comparison, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ratings, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ladder, setup, teardown),
        cmocka_unit_test_setup_teardown(test_methods, setup, teardown),
        cmocka_unit_test_setup_teardown(test_spsa, setup, teardown),
        cmocka_unit_test_setup_teardown(test_page, setup, teardown),
        cmocka_unit_test_setup_teardown(test_pictures, setup, teardown),
        cmocka_unit_test_setup_teardown(test_errors, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The document of a report against numbers worked out by hand; the page around it keeps to itself,
// whatever players are called. What the page draws: tests/browser/report.sh.
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
#include "rows.h"
#include "runmeta.h"
#include "spsa.h"
#include "web_document.h"

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
    game_header_write(&rows, ANNOTATE_NOTHING);
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
    const struct sprt sprt = {0, 2, 0.05, 0.05};
    struct buffer rows = buffer_init();
    write_run(fixture, 320, &sprt);
    game_header_write(&rows, ANNOTATE_NOTHING);
    int game = 0;
    for (int cell = 0; cell < 5; cell++)
        for (int i = 0; i < counts[cell]; i++)
            for (int side = 0; side < 2; side++) {
                struct game_row row = row_of(fixture, game, points[cell][side]);
                static const char *const middle[] = {"P", "S", "s", "G", "g", "+S"};
                char opening[64]; // of no pair twice, which would count once
                int pair = game++ / 2;
                snprintf(opening, sizeof opening, "rbsgk/4p/1%s%s%s1/P4/KGSBR[] w - - 0 1",
                         middle[pair % 6], middle[pair / 6 % 6], middle[pair / 36]);
                row.pair = pair;
                row.opening = opening;
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
    near(at(match, "elo"), "value", 49.18407, 1e-4);
    near(match, "los", 0.99909, 1e-5);
    near(at(match, "sprt"), "llr", 0.303003, 1e-6);
    const char *said = cJSON_GetArrayItem(at(section, "summary"), 0)->valuestring;
    assert_string_equal(said,
                        "So far: +49 Elo [17, 81] for A, 320 games: 99 won, 167 drawn, 54 lost.");
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
    const cJSON *section = section_of(report, 0), *rows = at(section, "rows");
    assert_int_equal(cJSON_GetArraySize(rows), 5); // as they are
    near(cJSON_GetArrayItem(rows, 0), "lo95", 800, 0);
    assert_true(cJSON_IsNull(at(cJSON_GetArrayItem(rows, 3), "games")));
    const cJSON *board = at(section, "board");
    assert_string_equal(at(at(at(board, "pieces"), "R"), "name")->valuestring, "Rook");
    assert_string_equal(at(section, "title")->valuestring, "Minishogi");
    assert_int_equal(strncmp(at(board, "start")->valuestring, "rbsgk/", 6), 0);
    assert_int_equal(cJSON_GetArraySize(at(board, "mirrors")), 0);
    assert_string_equal(at(cJSON_GetArrayItem(at(section, "terms"), 0), "parameter")->valuestring,
                        "tempo");
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

// Two generations: one accepted, one without a match; the first was played by the default values.
static void test_history(void **state) {
    struct fixture *fixture = *state;
    char path[128];
    write_text(fixture, "history.csv",
               "generation,played_with,games,match_games,elo,elo_lo95,elo_hi95,los,verdict\n"
               "1,0,100,40,25.5,10,41,0.99,accepted\n2,1,100,0,,,,,untuned\n");
    cJSON *report = read_report(fixture, &(struct report_options){0});
    const cJSON *row = cJSON_GetArrayItem(at(section_of(report, 0), "rows"), 0);
    near(at(row, "elo"), "value", 25.5, 0);
    near(at(row, "elo"), "hi95", 41, 0);
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
    const cJSON *generations = at(section_of(report, 0), "generations");
    assert_int_equal(cJSON_GetArraySize(generations), 3);
    assert_true(cJSON_GetArraySize(cJSON_GetArrayItem(generations, 0)) > 10); // played by
    const cJSON *first = cJSON_GetArrayItem(generations, 1)->child;
    near(first, "value", 901, 0);
    near(first, "hi95", 940, 0);
    assert_true(cJSON_IsNull(cJSON_GetArrayItem(generations, 2)));
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
    const cJSON *rows = at(section_of(report, 0), "rows");
    assert_int_equal(cJSON_GetArraySize(rows), 4); // as they are
    near(at(cJSON_GetArrayItem(rows, 1), "difference"), "hi95", 0.22, 0);
    near(cJSON_GetArrayItem(rows, 1), "hi95", 0.6, 0);
    assert_true(cJSON_IsNull(at(cJSON_GetArrayItem(rows, 2), "value")));
    const cJSON *folder = cJSON_GetArrayItem(at(report, "folders"), 0);
    const cJSON *metric = at(at(folder, "metrics"), "first-score");
    if (strncmp(at(metric, "definition")->valuestring, "mean result", 11) != 0)
        fail_msg("%s", at(metric, "definition")->valuestring);
    assert_string_equal(at(metric, "unit")->valuestring, "share");
    assert_true(cJSON_IsFalse(at(metric, "detail")));
    cJSON_Delete(report);
}

// The tests of a loop's generations stand behind it, as they were written.
static void test_ladder(void **state) {
    struct fixture *fixture = *state;
    static const char *const made[] = {"1", "1/match"};
    char path[128];
    write_text(fixture, "history.csv",
               "generation,played_with,games,match_games,elo,elo_lo95,elo_hi95,los,verdict\n"
               "1,0,100,230,-5,-25,15,0.4,rejected\n");
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", fixture->folder, made[i]);
        assert_int_equal(mkdir(path, 0777), 0);
    }
    write_text(
        fixture, "1/match/verify.json",
        "{\"schema\":3,\"title\":\"Minishogi\",\"verdict\":\"reject\",\"limits\":[{\"nodes\":400,"
        "\"games\":80}]}");
    cJSON *report = read_report(fixture, &(struct report_options){0});
    const cJSON *match = cJSON_GetArrayItem(at(report, "folders"), 1);
    assert_non_null(match);
    const cJSON *section = cJSON_GetArrayItem(at(match, "sections"), 0);
    assert_string_equal(at(section, "kind")->valuestring, "verification");
    near(cJSON_GetArrayItem(at(at(section, "answer"), "limits"), 0), "nodes", 400, 0);
    cJSON_Delete(report);
}

// Worth, effects, verification, ratings: a section each, with its numbers.
static void test_methods(void **state) {
    struct fixture *fixture = *state;
    write_text(fixture, "effects.csv",
               "metric,nodes,effect,value,lo95,hi95,p,p_holm\n"
               "first-score,50,drops=off,0.11,0.02,0.2,0.01,0.02\n"
               "first-score,50,drops=off x nifu=off,,,,,\n");
    write_text(fixture, "worth.json",
               "{\"schema\":3,\"variant\":\"minishogi\",\"title\":\"Minishogi\",\"unit\":\"mean "
               "pieces\",\"runs\":[{\"name\":\"shipped-100n\",\"values\":\"shipped\",\"nodes\":100,"
               "\"main\":true,\"games\":900,\"unit\":\"mean pieces\",\"unit_elo\":{\"value\":88},"
               "\"pieces\":[{\"id\":\"R\",\"mark\":\"R\",\"name\":\"Rook\",\"pair\":0,\"board\":{"
               "\"elo\":{\"value\":150,\"lo95\":97,\"hi95\":229},\"worth\":{\"value\":1.7,"
               "\"lo95\":1.1,\"hi95\":2.6},\"games\":500},\"hand\":{\"games\":3,\"mark\":"
               "\"not measured\"},\"note\":\"hand not measured\"}],\"checks\":[{\"check\":\"logits "
               "add up\",\"p\":0.4,\"word\":\"yes\",\"says\":\"cubic term 0.01\"}]}]}");
    write_text(fixture, "verify.json",
               "{\"schema\":3,\"seed\":\"2\",\"verdict\":\"accept\",\"limits\":[{\"nodes\":100,"
               "\"games\":80,\"sprt\":{\"verdict\":\"accept\",\"elo\":{\"value\":40,\"lo95\":10,"
               "\"hi95\":70},\"llr\":3}}]}");
    write_text(fixture, "ratings.json",
               "{\"schema\":3,\"players\":[{\"name\":\"a\"}],\"matches\":[]}");
    cJSON *report = read_report(fixture, &(struct report_options){0});
    static const char *const kinds[] = {"effects", "verification", "ratings", "worth"};
    for (int i = 0; i < ARRAY_LENGTH(kinds); i++)
        assert_string_equal(at(section_of(report, i), "kind")->valuestring, kinds[i]);
    const cJSON *run = cJSON_GetArrayItem(at(at(section_of(report, 3), "answer"), "runs"), 0);
    const cJSON *board = at(cJSON_GetArrayItem(at(run, "pieces"), 0), "board");
    near(at(board, "worth"), "hi95", 2.6, 0);
    cJSON_Delete(report);
}

// An answer of before its form changed is named, with what wrote it, and not misread.
static void test_former(void **state) {
    struct fixture *fixture = *state;
    write_text(fixture, "verify.json",
               "{\"program\":\"kagami 0.1.0\",\"verdict\":\"accept\",\"limits\":[{\"nodes\":100,"
               "\"games\":80,\"elo\":40,\"elo_95\":[10,70]}]}");
    cJSON *report = read_report(fixture, &(struct report_options){0});
    const cJSON *folder = cJSON_GetArrayItem(at(report, "folders"), 0);
    const cJSON *missing = cJSON_GetArrayItem(at(folder, "missing"), 0);
    assert_int_equal(cJSON_GetArraySize(at(folder, "sections")), 0);
    assert_non_null(missing);
    assert_non_null(strstr(at(missing, "what")->valuestring, "verify.json"));
    assert_non_null(strstr(at(missing, "how")->valuestring, "kagami 0.1.0"));
    cJSON_Delete(report);
}

// A run of SPSA, of the search as well; its values.csv has such a row as well.
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
    assert_int_equal(cJSON_GetArraySize(at(section_of(report, 1), "rows")), 2);
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
    write_four(fixture);
    cJSON *report = read_report(fixture, &(struct report_options){.games = 2, .threads = 1});
    cJSON_AddStringToObject(report, "command", "kagami report '<b>'");
    web_document(WEB_REPORT, report, EVIL, &page);
    assert_null(strstr(page.data, "<script>alert"));
    assert_null(strstr(page.data, "\" onload=\"x"));
    assert_null(strstr(page.data, "<b>"));
    assert_null(strstr(page.data, "<!--"));
    // The document, the board, plots, numbers, figures, the page itself.
    assert_int_equal(occurrences(page.data, "<script"), 6);
    assert_int_equal(occurrences(page.data, "</script>"), 6);
    // Nothing is loaded: no address but the name of SVG's elements; no text becomes markup.
    assert_int_equal(occurrences(page.data, "://"),
                     occurrences(page.data, "http://www.w3.org/2000/svg"));
    static const char *const loads[] = {" src=",  "@import",   "url(",      "<link",
                                        "fetch(", "<iframe",   "innerHTML", "outerHTML",
                                        "eval(",  "Function(", "insertAdj", "document.write"};
    for (int i = 0; i < ARRAY_LENGTH(loads); i++)
        if (strstr(page.data, loads[i]))
            fail_msg("the page has %s", loads[i]);
    static const char policy[] =
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
        "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
        "img-src blob:; base-uri 'none'; form-action 'none'\">";
    assert_non_null(strstr(page.data, policy));
    cJSON_Delete(report);
    buffer_destroy(&page);
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
    game_header_write(&rows, ANNOTATE_NOTHING);
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
        cmocka_unit_test_setup_teardown(test_ladder, setup, teardown),
        cmocka_unit_test_setup_teardown(test_methods, setup, teardown),
        cmocka_unit_test_setup_teardown(test_former, setup, teardown),
        cmocka_unit_test_setup_teardown(test_spsa, setup, teardown),
        cmocka_unit_test_setup_teardown(test_page, setup, teardown),
        cmocka_unit_test_setup_teardown(test_errors, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

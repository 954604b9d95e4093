// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of armies from their folders to the answer, its files and the report's tables.
#include "../selfplay/program.h"

#include <cjson/cJSON.h>

#include "army_study.h"
#include "json_file.h"
#include "planted_armies.h"
#include "report.h"

enum { GAMES = 2500 };

static struct army_study *study_of(const struct tables *tables, int limits, int sets, double growth,
                                   const char *grows) {
    static const char *const values[] = {"shipped", "estimate"};
    struct army_study *study = army_study_create(tables, 0);
    struct error error = {""};
    assert_non_null(study);
    for (int v = 0; v < sets; v++)
        for (int l = 0; l < limits; l++) {
            char name[64];
            struct planted_armies planted = armies_planted(tables, 0.35 * (1 + 0.2 * l));
            struct army_games games;
            army_games_init(&games, tables);
            planted.seed = (uint64_t)(10 * v + l + 3);
            planted.logits[games.place[values_find(grows)]] += growth * l;
            army_games_destroy(&games);
            int64_t nodes = 100 << (2 * l);
            snprintf(name, sizeof name, "%s-%dn", values[v], (int)nodes);
            armies_write(&planted, tables, name, 0, GAMES);
            if (!army_study_add(study, name, values[v], nodes, name, &error))
                fail_msg("%s", error.text);
        }
    return study;
}

static void finish(struct army_study *study) {
    struct error error = {""};
    if (!army_study_finish(study, 2, &error))
        fail_msg("%s", error.text);
}

static char *text_of(const struct army_study *study, bool json) {
    struct answer answer = army_answer(study, 7, cJSON_CreateObject());
    struct buffer text = buffer_init();
    answer.all = true;
    if (json)
        answer_json(&answer, &text);
    else
        answer_text(&answer, (struct diagram_style){0}, 80, &text);
    answer_destroy(&answer);
    return text.data;
}

static cJSON *answer_json_tree_of(const struct army_study *study) {
    char *text = text_of(study, true);
    cJSON *json = cJSON_Parse(text);
    free(text);
    return json;
}

static double value_of(const cJSON *object, const char *key, const char *part) {
    return json_number(cJSON_GetObjectItemCaseSensitive(object, key), part);
}

static int widest_line(const char *text) {
    int widest = 0, width = 0;
    for (; *text; text++) {
        width = *text == '\n' ? 0 : width + ((*text & 0xc0) != 0x80);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void says(const char *text, const char *what) {
    if (!strstr(text, what))
        fail_msg("'%s' is not in\n%s", what, text);
}

static void one_run(void **state) {
    (void)state;
    struct tables *tables = armies_tables("kagamigi");
    struct army_study *study = study_of(tables, 1, 1, 0, "hand.R");
    struct error error = {""};
    finish(study);
    assert_int_equal(study->ladders + study->sets, 0);
    char *text = text_of(study, false), *json = text_of(study, true);
    if (getenv("SHOW"))
        puts(text);
    says(text, "40 of 40 worths are measured, the median one within ~0.");
    says(text, "There are 2500 games at");
    says(text, "A mean piece is ");
    says(text, "mirrors equal");
    assert_true(widest_line(text) <= 80);
    struct cJSON *tree = cJSON_Parse(json);
    const cJSON *runs = cJSON_GetObjectItemCaseSensitive(tree, "runs");
    assert_int_equal(cJSON_GetArraySize(runs), 1);
    const cJSON *pieces = cJSON_GetObjectItemCaseSensitive(runs->child, "pieces"), *piece;
    assert_int_equal(cJSON_GetArraySize(pieces), 14);
    // What stands in the file is what was measured; mirror images stand beside each other.
    const struct army_run *run = &study->run[0];
    int last = 0;
    cJSON_ArrayForEach(piece, pieces) {
        Type base = variant_find_piece(&tables->variant, json_text(piece, "id"), &error);
        int place = worths_find(&run->estimate.worths, VALUE_BOARD + base);
        const cJSON *board = cJSON_GetObjectItemCaseSensitive(piece, "board");
        assert_true(fabs(value_of(board, "elo", "value") - run->estimate.worths.of[place].value) <
                    0.01);
        assert_true(fabs(value_of(board, "worth", "value") - run->scaled.value[place]) < 1e-3);
        int pair = (int)json_number(piece, "pair");
        assert_true(last == 0 || pair == last);
        last = last ? 0 : pair;
    }
    cJSON_Delete(tree);
    free(text);
    free(json);

    struct worths back;
    mkdir("out", 0777);
    if (!army_study_write(study, "out", &error) ||
        !worths_read("out/worth.csv", tables, &back, &error))
        fail_msg("%s", error.text);
    for (int i = 0; i < back.count; i++)
        assert_true(fabs(back.of[i].value - run->estimate.worths.of[i].value) < 1e-6);
    worths_destroy(&back);
    army_study_destroy(study);
    free(tables);
}

// Two value sets at three limits: what grows with the nodes is named, what does not is not.
static void ladder_and_sets(void **state) {
    (void)state;
    struct tables *tables = armies_tables("minishogi");
    struct army_study *study = study_of(tables, 3, 2, 0.5, "hand.R");
    finish(study);
    assert_int_equal(study->main, 2);
    assert_int_equal(study->ladders, 2);
    assert_int_equal(study->sets, 3);
    assert_int_equal(study->ladder[1].count, 3);
    assert_int_equal(study->set[2].count, 2);
    assert_true(study->ladder[0].same.p < 0.01 && study->ladder[0].trend.all.p < 0.01);
    for (int s = 0; s < 3; s++)
        assert_true(study->set[s].same.p > 0.001);
    // Two ladders and three sets stand together: the least p of each counts so many times.
    double least[3] = {1, 1, 1}, holm[3] = {1, 1, 1};
    for (int l = 0; l < 2; l++) {
        least[0] = fmin(least[0], study->ladder[l].same.p);
        least[1] = fmin(least[1], study->ladder[l].trend.all.p);
        holm[0] = fmin(holm[0], study->ladder[l].same_holm);
        holm[1] = fmin(holm[1], study->ladder[l].trend_holm);
    }
    for (int s = 0; s < 3; s++) {
        least[2] = fmin(least[2], study->set[s].same.p);
        holm[2] = fmin(holm[2], study->set[s].same_holm);
    }
    for (int i = 0; i < 3; i++)
        assert_true(fabs(holm[i] - fmin((i < 2 ? 2 : 3) * least[i], 1)) < 1e-12);
    char *text = text_of(study, false), *json = text_of(study, true);
    if (getenv("SHOW"))
        puts(text);
    says(text, "Rook in hand");
    says(text, "3 limits, shipped");
    says(text, "2 value sets, 1600 nodes");
    assert_true(widest_line(text) <= 80);
    struct cJSON *tree = cJSON_Parse(json);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(tree, "runs")), 6);
    const cJSON *sets = cJSON_GetObjectItemCaseSensitive(tree, "sets");
    for (int s = 0; s < 3; s++) {
        const cJSON *same = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(sets, s), "same");
        assert_true(fabs(json_number(same, "p_holm") - study->set[s].same_holm) < 1e-4);
    }
    cJSON_Delete(tree);
    free(text);
    free(json);
    struct error error = {""};
    mkdir("out", 0777);
    assert_true(army_study_write(study, "out", &error));
    assert_int_equal(access("out/worth-shipped-400n.csv", F_OK), 0);
    assert_int_equal(access("out/worth-estimate-1600n.covariance.csv", F_OK), 0);
    army_study_destroy(study);
    free(tables);
}

// Logs that say the same are pooled and make it more precise; logs that do not are named.
static void beside_logs(void **state) {
    (void)state;
    struct tables *tables = armies_tables("minishogi");
    for (int differ = 0; differ < 2; differ++) {
        struct army_study *study = study_of(tables, 1, 1, 0, "hand.R");
        struct planted_armies planted = armies_planted(tables, 0.7);
        struct error error = {""};
        planted.seed = 99;
        struct army_games games = armies_games(&planted, tables, 0, 1);
        for (int i = 0; differ && i < games.columns; i++)
            planted.logits[i] *= i % 2 ? 1.8 : 1;
        army_games_destroy(&games);
        games = armies_games(&planted, tables, 0, 2 * GAMES);
        struct army_estimate other;
        assert_true(army_fit(&games, ARMY_GAMES_NEEDED, &other, &error));
        other.worths.method = WORTH_BY_REGRESSION;
        assert_true(army_study_beside(study, &other.worths, "logs/night", 0, &error));
        finish(study);
        const struct army_comparison *of = &study->run[0].other[0];
        assert_true(of->known && study->other[0].in_units && study->other[0].whole);
        double least = 1, adjusted = 1; // of three tests the smallest p counts three times
        for (int f = 0; f < WORTH_FORMS; f++) {
            least = fmin(least, of->form[f].p);
            adjusted = fmin(adjusted, of->p_holm[f]);
        }
        assert_true(fabs(adjusted - fmin(3 * least, 1)) < 1e-12);
        assert_true(study->pooled_known == !differ);
        char *text = text_of(study, false);
        if (getenv("SHOW"))
            puts(text);
        says(text, "Average worth by regression on logs against armies");
        says(text, "Side by side: promoted");
        cJSON *json = answer_json_tree_of(study);
        const cJSON *test =
            cJSON_GetObjectItem(cJSON_GetObjectItem(json, "beside")->child, "tests")->child;
        double off = json_number(test, "off");
        assert_true(differ ? off > 0.15 && off < 0.6 : off < 0.06);
        cJSON_Delete(json);
        if (differ) {
            says(text, "\u2260");
            assert_null(strstr(text, "variance."));
        } else {
            says(text, "variance.");
            for (int i = 0; i < study->pooled.count; i++)
                assert_true(study->pooled_scaled.se[i] < study->run[0].scaled.se[i] &&
                            study->pooled_scaled.se[i] < study->other[0].scaled.se[i]);
        }
        // A mean is written where there is one, and none of other games is left.
        mkdir("out", 0777);
        assert_true(army_study_write(study, "out", &error));
        assert_int_equal(access("out/worth-pooled.csv", F_OK), differ ? -1 : 0);
        assert_int_equal(access("out/worth-pooled.covariance.csv", F_OK), differ ? -1 : 0);
        free(text);
        army_estimate_destroy(&other);
        army_games_destroy(&games);
        army_study_destroy(study);
    }
    free(tables);
}

// What leans on the prior of the other method is no witness for or against the armies: it is in no
// test, no difference and no mean, and its row says so.
static void leaning(void **state) {
    (void)state;
    struct tables *tables = armies_tables("minishogi");
    struct army_study *study = study_of(tables, 1, 1, 0, "hand.R");
    struct planted_armies planted = armies_planted(tables, 0.35);
    struct error error = {""};
    planted.seed = 99;
    struct army_games games = armies_games(&planted, tables, 0, GAMES);
    struct army_estimate other;
    assert_true(army_fit(&games, ARMY_GAMES_NEEDED, &other, &error));
    int place = worths_find(&other.worths, values_find("hand.R")), n = other.worths.count;
    other.worths.method = WORTH_BY_REGRESSION;
    other.worths.of[place].mark = WORTH_LEANS;
    other.worths.of[place].value *= 10;
    for (int i = 0; i < n; i++)
        other.worths.covariance[place * n + i] = other.worths.covariance[i * n + place] =
            i == place ? 1 : 0;
    assert_true(army_study_beside(study, &other.worths, "night", 400, &error));
    finish(study);
    const struct army_comparison *of = &study->run[0].other[0];
    assert_true(of->known && of->pieces[0] == 5 && of->pieces[1] == 4 && of->pieces[2] == 4);
    for (int f = 0; f < WORTH_FORMS; f++)
        assert_true(of->p_holm[f] > 0.05);
    assert_int_equal(study->other[0].differences, 13);
    for (int i = 0; i < 13; i++)
        assert_int_not_equal(study->other[0].difference[i].place, place);
    assert_true(study->pooled_known);
    assert_true(study->pooled.of[place].games == study->run[0].estimate.worths.of[place].games);
    assert_true(fabs(study->pooled_scaled.value[place] - study->run[0].scaled.value[place]) <
                2 * study->run[0].scaled.se[place]);
    char *text = text_of(study, false), *json = text_of(study, true);
    if (getenv("SHOW"))
        puts(text);
    says(text, " prior ");
    says(text, "players of 400 nodes a move");
    cJSON *tree = cJSON_Parse(json), *row;
    int marked = 0;
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(tree, "side")) {
        bool leans = strcmp(json_text(row, "mark"), "mostly prior") == 0;
        marked += leans;
        assert_true(!leans || (strcmp(json_text(row, "method"), "night") == 0 &&
                               strcmp(json_text(row, "parameter"), "hand.R") == 0));
    }
    assert_int_equal(marked, 1);
    cJSON_Delete(tree);
    free(text);
    free(json);
    army_estimate_destroy(&other);
    army_games_destroy(&games);
    army_study_destroy(study);
    free(tables);
}

// An old piece and a new one: here two of one game that were planted as equal, and two that were
// not.
static void replaced(void **state) {
    (void)state;
    struct tables *tables = armies_tables("kagamigi");
    struct army_study *study = study_of(tables, 1, 1, 0, "hand.R");
    army_study_replace(study, type_of_letter('A'), type_of_letter('Z'));
    army_study_replace(study, type_of_letter('A'), type_of_letter('P'));
    finish(study);
    const struct contrasts *found = &study->run[0].replaced;
    const struct worths *worths = &study->run[0].estimate.worths;
    assert_int_equal(found->count, 4); // neither Chariot promotes
    for (int i = 0; i < 4; i++) {
        const struct contrast *of = &found->of[i];
        double difference = worths->of[of->first].value - worths->of[of->second].value;
        assert_true(of->value == difference);
    }
    assert_true(found->of[0].p_holm > 0.05);
    char *text = text_of(study, false);
    if (getenv("SHOW"))
        puts(text);
    says(text, "What the change does");
    says(text, "RC for LC");
    free(text);
    // In units: d / u has the variance (var d - 2 d/u cov(d, u) + (d/u)^2 var u) / u^2.
    text = text_of(study, true);
    cJSON *json = cJSON_Parse(text);
    const struct army_run *run = &study->run[0];
    const cJSON *shown =
        cJSON_GetObjectItem(cJSON_GetArrayItem(cJSON_GetObjectItem(json, "runs"), 0), "replaced");
    int n = worths->count;
    for (int i = 0; i < found->count; i++) {
        const struct contrast *of = &found->of[i];
        const cJSON *row = cJSON_GetArrayItem(shown, i);
        double unit = run->scaled.unit, ratio = of->value / unit, with = 0;
        for (int k = 0; k < n; k++)
            with += run->part[k] * (worths->covariance[of->first * n + k] -
                                    worths->covariance[of->second * n + k]);
        double se = sqrt(of->se * of->se - 2 * ratio * with +
                         ratio * ratio * run->scaled.unit_se * run->scaled.unit_se) /
                    unit;
        assert_true(fabs(value_of(row, "worth", "value") - ratio) < 1e-9);
        assert_true(fabs(value_of(row, "worth", "hi95") - ratio - NORMAL_975 * se) < 1e-9);
    }
    cJSON_Delete(json);
    free(text);
    army_study_destroy(study);
    free(tables);
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
}

static const cJSON *section_of(const cJSON *report) {
    const cJSON *folders = cJSON_GetObjectItemCaseSensitive(report, "folders");
    const cJSON *sections = cJSON_GetObjectItemCaseSensitive(folders->child, "sections");
    return cJSON_GetArrayItem(sections, 0);
}

// worth.json becomes a section of a report, as it is.
static void report_section(void **state) {
    (void)state;
    struct tables *tables = armies_tables("kagamigi");
    struct army_study *study = study_of(tables, 3, 1, 0.4, "board.A");
    struct planted_armies planted = armies_planted(tables, 0.7);
    struct error error = {""};
    planted.seed = 99;
    struct army_games games = armies_games(&planted, tables, 0, 2 * GAMES);
    struct army_estimate logs;
    assert_true(army_fit(&games, ARMY_GAMES_NEEDED, &logs, &error));
    logs.worths.method = WORTH_BY_REGRESSION;
    assert_true(army_study_beside(study, &logs.worths, "logs/night", 0, &error));
    finish(study);
    char *json = text_of(study, true);
    mkdir("report", 0777);
    write_text("report/worth.json", json);
    free(json);
    const char *const folders[] = {"report"};
    cJSON *report = report_read(folders, 1, &(struct report_options){.threads = 1}, &error);
    if (!report)
        fail_msg("%s", error.text);
    const cJSON *section = section_of(report);
    const cJSON *answer = cJSON_GetObjectItemCaseSensitive(section, "answer");
    assert_string_equal(json_text(section, "kind"), "worth");
    assert_string_equal(json_text(answer, "title"), "Kagamigi");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(answer, "beside")), 1);
    cJSON_Delete(report);
    write_text("report/worth.json", "{\"schema\":3,\"runs\":[],\"unit\":\"mean pieces\"}");
    assert_null(report_read(folders, 1, &(struct report_options){.threads = 1}, &error));
    says(error.text, "worth.json: no run");
    army_estimate_destroy(&logs);
    army_games_destroy(&games);
    army_study_destroy(study);
    free(tables);
}

// A game without mirror pairs and with a change. Two methods
// beside the armies: Holm over the six tests that stand together.
static void another_game(void **state) {
    (void)state;
    struct tables *tables = armies_tables("minishogi");
    struct army_study *study = study_of(tables, 1, 1, 0, "hand.R");
    struct error error = {""};
    struct worths estimate;
    army_study_replace(study, type_of_letter('S'), type_of_letter('G'));
    assert_true(worths_load("estimate", tables, &estimate, &error));
    assert_true(army_study_beside(study, &estimate, "estimate", 0, &error));
    assert_true(worths_load("estimate", tables, &estimate, &error));
    for (int i = 0; i < estimate.count; i++)
        estimate.of[i].value *= i % 2 ? 1.1 : 1;
    assert_true(army_study_beside(study, &estimate, "wrong", 0, &error));
    worths_destroy(&estimate);
    finish(study);
    double least = 1, adjusted = 1;
    for (int i = 0; i < 2; i++)
        for (int f = 0; f < WORTH_FORMS; f++) {
            least = fmin(least, study->run[0].other[i].form[f].p);
            adjusted = fmin(adjusted, study->run[0].other[i].p_holm[f]);
        }
    if (!(least > 0 && fabs(adjusted - fmin(6 * least, 1)) <= 1e-9 * adjusted + 1e-15))
        fail_msg("%g, adjusted %g", least, adjusted);
    assert_false(study->pooled_known); // weights are no estimates
    char *json = text_of(study, true);
    says(json, "G for S");
    free(json);
    army_study_destroy(study);
    free(tables);
}

static void too_few(void **state) {
    (void)state;
    struct tables *tables = armies_tables("minishogi");
    struct planted_armies planted = armies_planted(tables, 0.5);
    struct error error = {""};
    armies_write(&planted, tables, "few", 0, 20);
    struct army_study *study = army_study_create(tables, 0);
    assert_true(army_study_add(study, "few", "shipped", 100, "few", &error));
    assert_false(army_study_finish(study, 1, &error));
    assert_true(study->too_few);
    says(error.text, "few: 20 games");
    army_study_destroy(study);
    // Enough for a fit, not for a unit: Elo alone, and it is said.
    planted = armies_planted(tables, 0.02);
    armies_write(&planted, tables, "weak", 0, 400);
    study = army_study_create(tables, 0);
    assert_true(army_study_add(study, "weak", "shipped", 100, "weak", &error));
    finish(study);
    char *text = text_of(study, false);
    if (getenv("SHOW"))
        puts(text);
    says(text, "worths stand in Elo alone");
    free(text);
    army_study_destroy(study);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_run),      cmocka_unit_test(ladder_and_sets),
        cmocka_unit_test(beside_logs),  cmocka_unit_test(replaced),
        cmocka_unit_test(leaning),      cmocka_unit_test(report_section),
        cmocka_unit_test(another_game), cmocka_unit_test(too_few),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

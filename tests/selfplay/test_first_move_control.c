// SPDX-License-Identifier: GPL-3.0-or-later
// Controls of the first player's score, by the program as people run it. A game whose array is its
// own image when it is turned and the sides exchanged, played twice, with either side to move
// first: game by game the second run is the first one with the sides exchanged, so that the two
// sides' scores average 50% whatever the first move is worth. A side that is favoured by anything
// but the first move (the order of moves, the draws, the count) breaks that. Without
// search.correction the games are the same to the last node. With it some part (28 of 100 at 300
// nodes): two of its tables are indexed by hashes, of the first and the second player's hands, and
// of attacks on squares of a King's zone as the board lies, so that in the turned position others
// share an entry. Hands by the mover's and the other's instead, and no entry by zones: none part;
// zones alone part 27, hands alone 7. (A game with a pass would be no control: who moves first
// could pass, and so stands at least even.) And games that come again count once.
#include "program.h"

#include <cjson/cJSON.h>
#include <math.h>

#include "log_reader.h"
#include "statistics.h"

enum { GAMES = 60 };

static const char game[] = "[variant]\nname = even\nfiles = 4\nranks = 5\nroyal = K\npawn = P\n"
                           "[arrays]\nfirst = lrbk/3p/4/P3/KBRL[] w - - 0 1\n"
                           "second = lrbk/3p/4/P3/KBRL[] b - - 0 1\n"
                           "[pieces]\nK = K, King, K\nR = R, Rook, W\nB = B, Bishop, F\n"
                           "L = L, Lance, fR\nP = P, Pawn, fW, +P, Gold, WfF\n";

static void assert_close(double value, double wanted, double within) {
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.17g, expected %.17g", value, wanted);
}

// The answer of a run as JSON; cJSON_Delete it.
static cJSON *answer_of(const char *line) {
    struct program program = {0};
    if (program_run(&program, line) != 0)
        fail_msg("kagami %s\n%s", line, program.messages);
    cJSON *json = cJSON_Parse(program.output);
    assert_non_null(json);
    program_free(&program);
    return json;
}

static double number(const cJSON *json, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (cJSON_IsObject(item)) // with its interval
        item = cJSON_GetObjectItemCaseSensitive(item, "value");
    if (!cJSON_IsNumber(item))
        fail_msg("no number '%s'", key);
    return item->valuedouble;
}

static double bound(const cJSON *json, int which) {
    return number(cJSON_GetObjectItemCaseSensitive(json, "first_score"), which ? "hi95" : "lo95");
}

static double first_score(const cJSON *json) {
    return number(cJSON_GetObjectItemCaseSensitive(json, "first_score"), "value");
}

static cJSON *play(const char *array, const char *options, const char *folder) {
    char line[256];
    snprintf(line, sizeof line,
             "selfplay even.ini --rule array=%s --openings start:120,60,30 --games %d %s --seed 5 "
             "--threads 2 --json --out %s",
             array, GAMES, options, folder);
    return answer_of(line);
}

// `most`: games that may part.
static void control(const char *options, int most) {
    struct log_reader first, second;
    struct error error = {""};
    write_file("even.ini", game);
    cJSON *one = play("first", options, "first"), *other = play("second", options, "second");
    assert_true(log_open(&first, "first", LOG_GAMES, &error));
    assert_true(log_open(&second, "second", LOG_GAMES, &error));
    double score = 0;
    int decided = 0, parted = 0;
    for (int i = 0; i < GAMES; i++) {
        assert_int_equal(log_next_game(&first, &error), CSV_RECORD);
        assert_int_equal(log_next_game(&second, &error), CSV_RECORD);
        parted += first.game.plies != second.game.plies || first.game.nodes != second.game.nodes;
        score += result_points(first.game.result) + result_points(second.game.result);
        decided += first.game.result != RESULT_DRAW;
    }
    assert_true(decided > GAMES / 2);
    assert_in_range(parted, 0, most);
    assert_close(score, GAMES, parted);
    double half = (bound(one, 1) - bound(one, 0)) / 2;
    assert_close(first_score(one) + first_score(other), 1, half);
    assert_close(bound(one, 0) + bound(other, 1), 1, half);
    log_close(&first);
    log_close(&second);
    cJSON_Delete(one);
    cJSON_Delete(other);
    shell("rm -r first second");
}

static void either_side_first_is_even(void **state) {
    (void)state;
    write_file("plain.csv", "parameter,value\nsearch.correction,0\n");
    control("--nodes 40 --values plain.csv", 0);
    control("--nodes 120 --values plain.csv", 0);
    control("--nodes 40", GAMES / 10);
}

static void copies_count_once(void **state) {
    (void)state;
    write_file("three.txt", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1\nrbsgk/4p/5/P4/KGSBR[] b - - 0 1\n"
                            "rb1gk/3sp/5/P4/KGSBR[] w - - 0 1\n");
    cJSON *json =
        answer_of("selfplay minishogi --openings three.txt --games 30 --nodes 40 --seed 2 "
                  "--threads 2 --json --out three");
    double points = 3 * first_score(json);
    struct measured of = measured_share(round(2 * points) / 2, 3);
    assert_close(bound(json, 0), of.low, 1e-9);
    assert_close(bound(json, 1), of.high, 1e-9);
    assert_close(number(json, "distinct_games"), 3, 0);
    assert_close(number(json, "games"), 30, 0);
    cJSON_Delete(json);
}

// The sentence says where the games start, and calls nothing else the first move's.
static void the_answer_says_what_was_measured(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"--openings random:4", "% [95] from positions that a search found balanced within "
                                "\u00b1150 after 4 random plies."},
        {"--openings random:3 --opening-bound 100000",
         "% [95] from positions after 3 random plies, one more by the first player."},
        {"--openings three.txt", "% [95] from the positions of a file."},
        {"--openings start:200,100", " from the start position: the first player scores "},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char line[256];
        snprintf(
            line, sizeof line,
            "selfplay minishogi --games 40 --nodes 20 --seed 3 --json --threads 2 --out said%d "
            "%s",
            i, cases[i][0]);
        cJSON *json = answer_of(line);
        const cJSON *summary = cJSON_GetObjectItemCaseSensitive(json, "summary");
        const char *said = cJSON_GetStringValue(cJSON_GetArrayItem(summary, 0));
        assert_non_null(said);
        const char *wanted = cases[i][1], *at = strstr(wanted, "[95]");
        const char *found = at ? strchr(said, ']') : strstr(said, wanted);
        if (!found || (at && strcmp(found + 1, at + 4) != 0))
            fail_msg("'%s' does not say '%s'", said, wanted);
        assert_int_equal(strstr(said, "advantage") != NULL, !at);
        cJSON_Delete(json);
    }
}

static void what_cannot_be_asked_is_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"--openings start --opening-bound 150", "takes out the first-move advantage"},
        {"--openings start --start-plies 3", "must be even, not 3"},
        {"--openings random:4 --start-plies 4", "says nothing without --openings start"},
        {"--openings start:20,20", "falling whole numbers from 1 to 2000, not ':20,20'"},
        {"--book b.csv --openings start", "--book makes openings by --openings random:P"},
        {"--openings start:", "falling whole numbers"},
        {"--openings start:9,8,7,6,5,4,3,2,1", "up to 8 falling"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char line[256];
        snprintf(line, sizeof line, "selfplay minishogi --games 4 --nodes 10 --seed 1 --out no %s",
                 cases[i][0]);
        struct program program = {0};
        assert_true(program_run(&program, line) != 0);
        if (!strstr(program.messages, cases[i][1]))
            fail_msg("%s: '%s'", line, program.messages);
        program_free(&program);
        assert_false(there_is("no"));
    }
}

// Killed or in parts, a ladder comes to the same games.
static void parts_are_the_whole(void **state) {
    (void)state;
    static const char line[] = "selfplay minishogi --games 20 --nodes 30 --seed 4 --openings "
                               "start:90,30,10";
    char text[256];
    for (int part = 0; part < 2; part++) {
        snprintf(text, sizeof text, "%s --shard %d/2 --threads 1 --out parts/%d", line, part, part);
        expect_run(text, 0, "");
    }
    expect_run("log merge parts/0 parts/1 --out parts/all", 0, "");
    snprintf(text, sizeof text, "%s --threads 4 --out whole", line);
    expect_run(text, 0, "");
    assert_same_logs("whole", "parts/all");
    expect_run("log replay whole", 0, "");
    snprintf(text, sizeof text, "%s,5 --out whole", line);
    expect_run(text, 1, "openings");
}

// A comparison says where its games start, and from the start position each arm's limit: that of a
// run of its own.
static void comparisons_tell_the_limit(void **state) {
    (void)state;
    cJSON *json = answer_of("compare minishogi --arm far:zone=2 --ladder 20 --games 60 --seed 5 "
                            "--openings start:200,100 --threads 2 --json --out rules");
    const cJSON *said = cJSON_GetObjectItemCaseSensitive(json, "summary");
    const char *first = cJSON_GetStringValue(cJSON_GetArrayItem(said, 0));
    assert_non_null(first);
    assert_memory_equal(first, "From the start position the first player of base scores", 55);
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(json, "first_move");
    assert_int_equal(cJSON_GetArraySize(rows), 6);
    const cJSON *limit = cJSON_GetArrayItem(rows, 2);
    assert_close(number(limit, "x"), 0, 0);
    cJSON *own = answer_of("selfplay minishogi --openings start:200,100 --nodes 20 --games 60 "
                           "--seed 5 --threads 2 --json --out rules/base/20n");
    assert_close(number(cJSON_GetObjectItemCaseSensitive(limit, "score"), "value"),
                 first_score(own), 1e-9);
    assert_true(there_is("rules/first-move.csv"));
    cJSON_Delete(own);
    cJSON_Delete(json);
    json =
        answer_of("compare minishogi --arm far:zone=2 --ladder 20 --games 8 --seed 5 --threads 2 "
                  "--json --out balanced");
    said = cJSON_GetObjectItemCaseSensitive(json, "summary");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetArrayItem(said, 0)),
                        "First-score is that of games from positions that a search found balanced "
                        "within \u00b1150 after 8 random plies.");
    assert_false(there_is("balanced/first-move.csv"));
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(either_side_first_is_even),
        cmocka_unit_test(copies_count_once),
        cmocka_unit_test(the_answer_says_what_was_measured),
        cmocka_unit_test(what_cannot_be_asked_is_refused),
        cmocka_unit_test(parts_are_the_whole),
        cmocka_unit_test(comparisons_tell_the_limit),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Matches by the real program: verdicts and their exit codes, and that a match which is broken off
// and goes on ends as an unbroken one does.
#include "program.h"

#include <cjson/cJSON.h>

static const char *const strong =
    "match minishogi --player A:nodes=120 --player B:nodes=30 --seed 5";

// "kagami ARGUMENTS" put together.
static const char *line(char text[512], const char *begin, const char *end) {
    snprintf(text, 512, "%s %s", begin, end);
    return text;
}

static void run_to(const char *arguments, int code) {
    struct program program = {0};
    if (program_run(&program, arguments) != code)
        fail_msg("kagami %s\nexit %d, expected %d:\n%s", arguments, program.code, code,
                 program.messages);
    program_free(&program);
}

static double number_at(const char *path, const char *object, const char *key) {
    char *text = contents(path);
    cJSON *json = cJSON_Parse(text), *inside = cJSON_GetObjectItem(json, object);
    cJSON *item = cJSON_GetObjectItem(*object ? inside : json, key);
    if (cJSON_IsObject(item)) // with its interval
        item = cJSON_GetObjectItem(item, "value");
    if (!cJSON_IsNumber(item))
        fail_msg("%s: no number %s.%s", path, object, key);
    double number = item->valuedouble;
    cJSON_Delete(json);
    free(text);
    return number;
}

static void verdicts_have_exit_codes(void **state) {
    (void)state;
    char text[512];
    run_to(line(text, strong, "--sprt 0,60 --out accepted"), 0);
    run_to("match minishogi --player A:nodes=30 --player B:nodes=120 --seed 5 --sprt 0,60 --out "
           "rejected",
           3);
    run_to(line(text, strong, "--sprt 0,60 --games 4 --out undecided"), 4);
    run_to(line(text, strong, "--games 4 --out plain"), 0);
    // A finished match says the same again, and more games decide the undecided one.
    run_to("match minishogi --player A:nodes=30 --player B:nodes=120 --seed 5 --sprt 0,60 --out "
           "rejected",
           3);
    run_to(line(text, strong, "--sprt 0,60 --out undecided"), 0);
    assert_same_logs("accepted", "undecided");

    // The result is that of the pairs in games.csv, and there are no games after it.
    double games = number_at("accepted/match.json", "", "games");
    double pairs = number_at("accepted/match.json", "match", "units");
    assert_true(games == 2 * pairs && games >= 10);
    assert_true(number_at("accepted/run.json", "", "games") == games);
    expect_run("log replay accepted", 0, "");
}

// With a test the match has the games of the match without, up to the end.
static void a_test_ends_a_match_and_changes_no_game(void **state) {
    (void)state;
    char text[512];
    run_to(line(text, strong, "--sprt 0,60 --threads 1 --out test"), 0);
    int games = (int)number_at("test/match.json", "", "games");
    snprintf(text, sizeof text, "%s --games %d --threads 3 --out whole", strong, games);
    run_to(text, 0);
    // Each is a run of its own: the test is part of its configuration.
    assert_int_equal(system("sed -i 's/,r[0-9a-f]\\{12\\},/,run,/' test/*.csv whole/*.csv"), 0);
    assert_same_logs("test", "whole");
}

static void broken_off_and_unbroken_end_alike(void **state) {
    (void)state;
    char text[512];
    struct program program = {0};
    int code = program_run(&program, line(text, strong, "--sprt 0,10 --threads 2 --out unbroken"));
    assert_true(code == 0 || code == 3);
    int stops = 0;
    for (int signal_turn = 0;; signal_turn++) {
        program_start(&program, line(text, strong, "--sprt 0,10 --threads 2 --out broken"), 0);
        long there = file_length("broken/games.csv");
        if (stops < 6) {
            wait_for_length(&program, "broken/games.csv", there > 0 ? there + 1 : 1);
            kill(program.pid, signal_turn % 2 ? SIGKILL : SIGTERM);
        }
        program_wait(&program);
        if (program.code == code)
            break;
        assert_true(program.code == 75 || program.code == -SIGKILL);
        stops++;
    }
    assert_true(stops >= 2);
    assert_same_logs("unbroken", "broken");
    program_free(&program);
}

static void wrong_matches_are_refused(void **state) {
    (void)state;
    char text[512];
    run_to(line(text, strong, "--sprt 0,60 --games 2 --out kept"), 4);
    expect_run(line(text, strong, "--sprt 0,50 --games 4 --out kept"), 1,
               "sprt is 'normalized:0,60' there and 'normalized:0,50' here");
    expect_run(line(text, strong, "--games 4 --out kept"), 1, "sprt is 'normalized:0,60' there");
    expect_run("match minishogi --nodes 50 --out new", 1, "the two players are the same");
    expect_run("match minishogi --nodes 50 --player A:nodes=50,tempo=20 --out new", 1,
               "the two players are the same");
    expect_run(line(text, strong, "--games 5 --out new"), 2, "--games must be even");
    static const char *const by_b = "match minishogi --seed 5 --out new --player";
    expect_run(line(text, by_b, "B:board.Q=100"), 1, "no such piece");
    expect_run(line(text, by_b, "B:board.R"), 2, "no key 'board.R'");
    expect_run(line(text, by_b, "B:board.R=1e9"), 1, "outside");
    expect_run(line(text, by_b, "B:values=nofile.csv"), 1, "nofile.csv");
    expect_run(line(text, by_b, "B:dept=3"), 2,
               "--player B: no key or parameter 'dept'; did you mean 'depth'?");
    expect_run(line(text, by_b, "B:search.nul-margin=3"), 2, "did you mean 'search.null-margin'?");
    expect_run(line(text, by_b, "B:nodes=5 --first-nodes 5"), 2, "no option '--first-nodes'");
    assert_false(there_is("new"));
}

// A command of one word that runs a shell line.
static void write_script(const char *path, const char *command) {
    char text[1200];
    snprintf(text, sizeof text, "#!/bin/sh\nexec %s\n", command);
    write_file(path, text);
    assert_int_equal(chmod(path, 0755), 0);
}

static void a_program_loses_by_its_faults(void **state) {
    (void)state;
    static const char *const faults[][2] = {
        {"crash", "crash"}, {"hang", "hang"}, {"garbage", "illegal-move"}, {"late", "time"}};
    for (int i = 0; i < 4; i++) {
        char text[512], folder[64];
        snprintf(text, sizeof text, "%s/selfplay/fake_engine uci %s", TEST_DATA, faults[i][0]);
        write_script("fake", text);
        snprintf(folder, sizeof folder, "fault-%s", faults[i][0]);
        snprintf(text, sizeof text,
                 "match minishogi --nodes 20 --player B:engine=./fake,check=no,time=20 --games 2 "
                 "--seed 1 "
                 "--out %s",
                 folder);
        run_to(text, 4); // no score of strength
        snprintf(text, sizeof text, "%s/match.json", folder);
        assert_true(number_at(text, "", "player1_wins") == 2);
        assert_true(number_at(text, "", "faults") == 2);
        char *answer = contents(text);
        assert_non_null(strstr(answer, "Faults decided 2 of 2 games"));
        assert_null(strstr(answer, "\"elo\""));
        free(answer);
        assert_true(number_at(text, "terminations", faults[i][1]) == 2);
        snprintf(text, sizeof text, "%s/faults.txt", folder);
        char *told = contents(text);
        assert_non_null(strstr(told, "game 0, ply 1: fake@20ms"));
        assert_non_null(strstr(told, "game 1, ply 0: fake@20ms"));
        free(told);
        snprintf(text, sizeof text, "log replay %s", folder);
        expect_run(text, 0, "");
    }
    write_script("fake", "false");
    expect_run("match minishogi --nodes 20 --player B:engine=./fake --games 2 --out dead", 1,
               "exit code 1");
    expect_run("match minishogi --nodes 20 --player B:protocol=usi --games 2 --out timed", 2,
               "a program's");
}

// Clocks limit our own players, too. What such a run says of itself, how it goes on, and how a game
// is lost by time.
static void clocks_limit_all_players(void **state) {
    (void)state;
    static const char *const arguments = "match minishogi --player A:tc=0+0.005b,margin=60000 "
                                         "--player B:tc=20/0.2+0.001,margin=60000 --games 16 "
                                         "--threads 1 --seed 1 --out clocks";
    char text[512];
    struct program program = {0};
    program_start(&program, arguments, 0);
    wait_for_length(&program, "clocks/games.csv", 1000);
    kill(program.pid, SIGTERM);
    assert_int_equal(program_wait(&program), 75);
    program_free(&program);
    char *before = contents("clocks/games.csv");
    expect_run(arguments, 0, "going on from game");
    char *after = contents("clocks/games.csv"), *record = contents("clocks/run.json");
    assert_memory_equal(before, after, strlen(before));
    assert_true(number_at("clocks/match.json", "", "games") == 16);
    assert_non_null(strstr(record, "\"reproducible\":\tfalse"));
    assert_non_null(strstr(record, "\"player1.tc\":\t\"0+0.005b\""));
    assert_non_null(strstr(record, "\"player2.tc\":\t\"20/0.2+0.001\""));
    assert_non_null(strstr(record, "\"player2.margin\":\t\"60000\""));
    expect_run("log replay clocks", 0, "");
    expect_run("match minishogi --player A:tc=0+0.005b,margin=60000 --player B:tc=1 --games 16 "
               "--seed 1 --out clocks",
               1, "tc");
    free(before);
    free(after);
    free(record);
    // Who has a thousandth of a second loses soon, and the log says by what.
    expect_run("match minishogi --nodes 20 --player B:tc=0.001,margin=0 --games 2 --seed 1 "
               "--threads 1 --out flag",
               4, "no game can be played again");
    assert_true(number_at("flag/match.json", "terminations", "time") == 2);
    char *told = contents("flag/faults.txt");
    assert_non_null(strstr(told, "default@tc0.001: time: took "));
    free(told);
    expect_run("log replay flag", 0, "");
    // A program's clock runs as well.
    snprintf(text, sizeof text, "%s/selfplay/fake_engine uci late a2a3", TEST_DATA);
    write_script("fake", text);
    expect_run("match minishogi --nodes 20 --player B:engine=./fake,check=no,tc=0.1+0.05b,margin=0 "
               "--games 2 --seed 1 --threads 1 --out slow",
               4, "");
    assert_true(number_at("slow/match.json", "terminations", "time") == 2);
    expect_run("match minishogi --player B:tc=ten --games 2 --out none", 2, "takes [MOVES/]TIME");
    expect_run("match minishogi --player B:tc=10,time=20 --games 2 --out none", 1, "not both");
    expect_run("match minishogi --player B:margin=20 --games 2 --out none", 2, "goes with a time");
}

static void another_build_plays_and_a_stop_is_heard(void **state) {
    (void)state;
    write_script("other", KAGAMI_PROGRAM " engine");
    static const char *const arguments = "match minishogi --player A:nodes=200 --player "
                                         "B:engine=./other,time=20,margin=60000 --games 400 "
                                         "--threads 2 --seed 1 --out programs";
    struct program program = {0};
    program_start(&program, arguments, 0);
    wait_for_length(&program, "programs/games.csv", 600);
    kill(program.pid, SIGTERM);
    assert_int_equal(program_wait(&program), 75);
    run_to("match minishogi --player A:nodes=200 --player B:engine=./other,time=20,margin=60000 "
           "--games 8 "
           "--threads 2 --seed 1 --out programs",
           0);
    assert_true(number_at("programs/match.json", "", "games") >= 8);
    expect_run("log replay programs", 0, "");
    program_free(&program);
}

static void a_stop_is_heard_while_a_program_says_nothing(void **state) {
    (void)state;
    write_script("mute", "sh -c 'echo begun >mute.log; while :; do sleep 60; done'");
    struct program program = {0};
    program_start(
        &program,
        "match minishogi --nodes 20 --player B:engine=./mute,timeout=3600 --games 2 --threads 1 "
        "--seed 1 --out mute-match",
        0);
    wait_for_length(&program, "mute.log", 5);
    kill(program.pid, SIGTERM);
    assert_int_equal(program_wait(&program), 75);
    program_free(&program);
}

static void a_round_robin_goes_on_and_says_the_same(void **state) {
    (void)state;
    write_file("cheap.csv", "parameter,value\nboard.R,100\n");
    static const char *const arguments =
        "match minishogi --player est --player cheap:values=cheap.csv "
        "--player deep:values=dear.csv --nodes 30 --games 20 --json --out round";
    expect_run(arguments, 1, "dear.csv");
    write_file("dear.csv", "parameter,value\nboard.P,900\n");
    struct program program = {0}, again = {0};
    assert_int_equal(program_run(&program, arguments), 0);
    assert_int_equal(program_run(&again, arguments), 0); // no seed given: that of the folder
    assert_string_equal(program.output, again.output);
    assert_true(there_is("round/est-cheap/games.csv") && there_is("round/cheap-deep/games.csv"));
    static const char *const three = "match minishogi --player a --player b:values=cheap.csv";
    char text[512];
    expect_run(line(text, three, "--player c --out r2"), 1,
               "a and c: the two players are the same");
    assert_false(there_is("r2")); // told before the first game
    expect_run(line(text, three, "--player c:depth=2 --sprt 0,10 --out r2"), 2,
               "give it two players");
    expect_run(line(text, three, "--player c:depth=2 --shard 0/2 --out r2"), 2,
               "without --shard and --range");
    expect_run(line(text, three, "--player a --out r2"), 2, "two players the name 'a'");
    expect_run(line(text, three, "--player a/b --out r2"), 2, "NAME:key=value");
    assert_false(there_is("r2"));
    program_free(&program);
    program_free(&again);
}

static void moves_that_a_player_lacks(void **state) {
    (void)state;
    static const char *const played =
        "match minishogi --player B:without=drops --nodes 40 --games 60 --seed 4";
    char text[512];
    struct program program = {0};
    expect_run(line(text, played, "--threads 2 --out lacking"), 0, "without drops@40n");
    char *record = contents("lacking/run.json");
    assert_null(strstr(record, "player1.without"));
    free(record);
    // B's drops are illegal for whoever reads the log.
    expect_run("log replay lacking", 0, "");
    shell("sed 's/\"player2.without\":\t*\"drops\"/\"player1.without\": \"drops\"/' "
          "lacking/run.json >turned && ! cmp -s turned lacking/run.json && mkdir -p turned.d && "
          "cp lacking/*.csv turned.d && cp turned turned.d/run.json");
    expect_output("log replay turned.d", 3, "is illegal");
    // What is left out costs games, and a killed match goes on to the same bytes.
    assert_true(number_at("lacking/match.json", "match", "score") > 0.6);
    program_start(&program, line(text, played, "--threads 1 --out lacking2"), 0);
    wait_for_length(&program, "lacking2/games.csv", 2000);
    kill(program.pid, SIGKILL);
    program_wait(&program);
    program_free(&program);
    expect_run(line(text, played, "--threads 1 --out lacking2"), 0, "");
    assert_same_logs("lacking", "lacking2");
    expect_run("tune lacking --out x.csv", 1, "a player was without drops");
    expect_run("match minishogi --player B:without=dropps --games 2 --out none", 1, "did you mean");
    expect_run("match minishogi --player B:without=drops:K --games 2 --out none", 1, "no letter");
    expect_run("match minishogi --player B:without=two-steps --games 2 --out none", 1, "no piece");
    expect_run("match minishogi --player B:engine=x,without=drops --games 2 --out none", 2,
               "cannot be told");
    assert_false(there_is("none"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_that_a_player_lacks),
        cmocka_unit_test(verdicts_have_exit_codes),
        cmocka_unit_test(a_test_ends_a_match_and_changes_no_game),
        cmocka_unit_test(broken_off_and_unbroken_end_alike),
        cmocka_unit_test(wrong_matches_are_refused),
        cmocka_unit_test(a_round_robin_goes_on_and_says_the_same),
        cmocka_unit_test(a_program_loses_by_its_faults),
        cmocka_unit_test(clocks_limit_all_players),
        cmocka_unit_test(another_build_plays_and_a_stop_is_heard),
        cmocka_unit_test(a_stop_is_heard_while_a_program_says_nothing),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Merging: the bytes of a single process, or nothing and what to play again. Status from the logs.
#include "program.h"

static const char options[] = "selfplay minishogi --games 60 --nodes 40 --seed 9 --sample all";
enum { SHARDS = 6 };

static void play(const char *more) {
    char line[256];
    snprintf(line, sizeof line, "%s --threads 2 %s", options, more);
    expect_run(line, 0, "seed 9");
}

static void play_shard(int shard) {
    char more[64];
    snprintf(more, sizeof more, "--shard %d/%d --out shards/%d", shard, SHARDS, shard);
    play(more);
}

// The run whole, and in shards that the tests may spoil.
static void play_all(void) {
    if (!there_is("whole")) {
        play("--out whole");
        for (int i = 0; i < SHARDS; i++)
            play_shard(i);
        shell("cp -r shards good");
    }
    shell("rm -rf shards merged && cp -r good shards");
}

// Fails unless the program exits with `code` and says `part` on standard output.
static void gives_the_bytes_of_one_process(void **state) {
    (void)state;
    play_all();
    expect_output("log merge shards --out merged", 0, "60 games of 6 parts, no gap, no overlap");
    assert_same_logs("whole", "merged");
    expect_run("log merge shards --out merged", 0, "holds this run already, nothing to do");
    expect_run("log replay merged", 0, "");
    // In any order, folder by folder, and the merged log is a run like any other.
    shell("rm -r merged");
    expect_output("log merge shards/3 shards/1 shards/0 shards/5 shards/2 shards/4 --out merged", 0,
                  "60 games of 6 parts");
    assert_same_logs("whole", "merged");
    expect_run("selfplay minishogi --games 60 --nodes 40 --seed 9 --sample all --out merged", 0,
               "merged is finished, nothing to do");
    expect_run("selfplay minishogi --games 70 --nodes 40 --seed 9 --sample all --out merged", 0,
               "going on from game 60 of 70 in merged");
}

static void ranges_and_pairs_are_merged(void **state) {
    (void)state;
    play_all();
    play("--range 0..25 --out ranges/a");
    play("--range 25..26 --out ranges/b");
    play("--range 26..60 --out ranges/c");
    expect_output("log merge ranges --out joined", 0, "60 games of 3 parts");
    assert_same_logs("whole", "joined");
    write_file("second.csv", "parameter,value\nboard.R,300\nhand.R,250\n");
    play("--player B:values=second.csv --out pairs");
    play("--player B:values=second.csv --shard 0/2 --out halves/0");
    play("--player B:values=second.csv --shard 1/2 --out halves/1");
    expect_output("log merge halves --out both", 0, "60 games of 2 parts");
    assert_same_logs("pairs", "both");
}

// Each fault: what is done to the shards, and what must be said of it.
static void says_what_is_missing(void **state) {
    (void)state;
    static const struct {
        const char *fault, *said, *again;
    } cases[] = {
        {"rm -r shards/2", "games 20 to 29 stand in no folder", "play again: --array=2\n"},
        {"rm -r shards/0 shards/1", "games 0 to 19 stand in no folder", "--array=0,1\n"},
        {"rm -r shards/5", "games 50 to 59 stand in no folder", "--array=5\n"},
        {"rm -r shards/[2-4]", "games 20 to 49 stand in no folder", "--array=2,3,4\n"},
        {"rm shards/1/games.csv", "shards/1/games.csv: No such file", "--array=1\n"},
        {"rm shards/1/positions.csv", "shards/1/positions.csv: No such file", "--array=1\n"},
        {"truncate -s -20 shards/4/games.csv", "shards/4: 9 of 10 games, from game 40",
         "--array=4\n"},
        {"truncate -s -20 shards/4/positions.csv", "shards/4: 9 of 10 games", "--array=4\n"},
        {"truncate -s 0 shards/4/games.csv", "shards/4: 0 of 10 games", "--array=4\n"},
        {"sed -i 's/,33,33,/,34,33,/' shards/3/games.csv",
         "shards/3/games.csv:5: game 34, expected 33", "--array=3\n"},
        {"sed -i '4d' shards/3/games.csv", "shards/3/games.csv:4: game 33, expected 32",
         "--array=3\n"},
        {"sed -i 's/,9,/,8,/' shards/3/games.csv", "shards/3/games.csv:2: the row belongs to",
         "--array=3\n"},
        {"sed -i '/\"player1.name\":/d' shards/*/run.json",
         "shards/3/games.csv:2: the row belongs to", "--array=0,1,2,3,4,5\n"},
        {"cp shards/2/*.csv shards/3", "shards/3/positions.csv:2: game 20, the first is 30",
         "--array=3\n"},
        {"rm shards/3/run.json", "games 30 to 39 stand in no folder", "--array=3\n"},
        {"printf '{' >shards/3/run.json", "shards/3/run.json: not JSON", "--array=3\n"},
        {"cp -r shards/2 shards/again", "both are to hold games 20 to 29", "not merged\n"},
        {"$KAGAMI selfplay minishogi --games 60 --nodes 40 --seed 9 --sample all --range 15..35 "
         "--out shards/more 2>more.err >more.out",
         "shards/1 and shards/more: both are to hold games 15 to 19", "not merged\n"},
        {"rm -r shards/1; $KAGAMI selfplay minishogi --games 60 --nodes 41 --seed 9 --sample all "
         "--shard 1/6 --out shards/1 2>more.err >more.out",
         "shards/1: belongs to another run: nodes is '40' there and '41' here, by "
         "shards/0",
         "not merged\n"},
        {"rm -r shards/1; $KAGAMI selfplay minishogi --games 60 --nodes 40 --seed 8 --sample all "
         "--shard 1/6 --out shards/1 2>more.err >more.out",
         "shards/1: belongs to another run: seed is '9' there and '8' here", "not merged\n"},
    };
    setenv("KAGAMI", KAGAMI_PROGRAM, 1);
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        play_all();
        shell(cases[i].fault);
        expect_output("log merge shards --out merged", 3, cases[i].said);
        expect_output("log merge shards --out merged", 3, cases[i].again);
        assert_false(there_is("merged"));
    }
    // Ranges are named as ranges; --games tells of games that no folder speaks of.
    play_all();
    shell("rm -rf ranges");
    play("--range 5..25 --out ranges/a");
    expect_output("log merge ranges --out merged", 3, "--range 0..5\n--range 25..60\n");
    expect_output("log merge good --games 65 --out merged", 3, "games 60 to 64 stand in no folder");
    expect_output("log merge good --games 55 --out merged", 3, "beyond the 55 asked for");
    expect_run("log merge nowhere --out merged", 1, "nowhere: no such folder");
}

static void what_is_played_again_completes_it(void **state) {
    (void)state;
    play_all();
    shell(
        "rm -r shards/2 && truncate -s -20 shards/4/games.csv && printf 7,7 >>shards/5/games.csv");
    expect_output("log merge shards --out merged", 3, "play again: --array=2,4\n");
    play_shard(2);
    play_shard(4);
    expect_output("log merge shards --out merged", 0, "60 games of 6 parts");
    assert_same_logs("whole", "merged");
}

static void leaves_other_folders_alone(void **state) {
    (void)state;
    play_all();
    expect_run("log merge shards --out shards/3", 1, "shards/3: is one of the parts");
    play("--games 10 --out merged");
    expect_run("log merge shards --out merged", 1, "merged: holds another run; --force");
    expect_run("log merge shards --out merged --force", 0, "");
    assert_same_logs("whole", "merged");
    shell("rm merged/run.json");
    expect_run("log merge shards --out merged", 1, "there is a log but no run.json");
    expect_run("log merge shards", 2, "--out DIR");
    expect_run("log merge --out merged", 2, "DIR is missing: folder of a part");
    // While a part is written it is not read.
    struct program program = {0};
    program_start(&program,
                  "selfplay minishogi --games 1M --nodes 50 --seed 1 --shard 0/2 --out busy/0", 0);
    wait_for_length(&program, "busy/0/games.csv", 1000);
    expect_output("log merge busy --out none", 3, "busy/0: a process is writing it");
    kill(program.pid, SIGTERM);
    assert_int_equal(program_wait(&program), 75);
    program_free(&program);
}

static void a_killed_merge_is_begun_again(void **state) {
    (void)state;
    play_all();
    struct program program = {0};
    for (int i = 0; i < 12; i++) {
        program_start(&program, "log merge shards --out merged", 0);
        wait_milliseconds(i);
        kill(program.pid, SIGKILL);
        program_wait(&program);
    }
    program_free(&program);
    expect_run("log merge shards --out merged", 0, "");
    assert_same_logs("whole", "merged");
    // As if killed half way.
    shell(
        "sed -i 's/\"finished\":\ttrue/\"finished\": false, \"merging\": true/' merged/run.json && "
        "truncate -s 3000 merged/games.csv merged/positions.csv");
    expect_output("log merge shards --out merged", 0, "60 games of 6 parts");
    assert_same_logs("whole", "merged");
}

static void names_a_part_that_differs(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "selfplay minishogi --games 400 --nodes 10 --seed 9 --shard %d/4 --out odd/%d", i,
                 i);
        expect_run(line, 0, "seed 9");
    }
    expect_output("log merge odd --out alike", 0, "suspicious beyond 2.5");
    // A machine on which the first player always wins.
    shell("sed -i 's/,0-1,0,/,1-0,1,/' odd/2/games.csv");
    expect_output("log merge odd --out unlike", 0, "! odd/2 differs from the others, z ");
    expect_output("log merge odd --out unlike2 --json", 0, "odd/2\"],");
}

static void status_counts_the_rows(void **state) {
    (void)state;
    play_all();
    expect_output("log status shards", 0, "6 of 6 folders complete, 0 going on");
    expect_run("log merge shards --out merged", 0, "");
    expect_output("log status merged shards --json", 0, "\"games\":\t60,\n\t\"asked\":\t60");
    shell("sed -i '$d' merged/games.csv"); // what it lacks the parts have
    expect_output("log status merged shards --json", 0, "\"games\":\t60,\n\t\"asked\":\t60");
    shell("rm -r merged");
    shell("cp -r shards/2 shards/2-again");
    expect_output("log status shards", 0, "6 of 6 folders complete, 0 going on");
    expect_output("log status shards shards/0 --json", 0, "\"games\":\t60,\n\t\"asked\":\t60");
    shell("sed -i '$d' shards/2/games.csv"); // of copies the fuller one counts
    expect_output("log status shards --json", 0, "\"games\":\t60,\n\t\"asked\":\t60");
    shell("rm -r shards/2 && mv shards/2-again shards/2");
    for (int i = 0; i < 5; i++) { // more shards than games: the surplus is empty, not copied
        char line[128];
        snprintf(line, sizeof line,
                 "selfplay minishogi --games 3 --nodes 10 --seed 9 --shard %d/5 --out few/%d", i,
                 i);
        expect_run(line, 0, "seed 9");
    }
    expect_output("log status few", 0, "5 of 5 folders complete, 0 going on");
    shell("rm -r few");
    shell("rm -r shards/1 && truncate -s -20 shards/4/games.csv");
    expect_output("log status shards", 0, "torn tail");
    expect_output("log status shards --json", 0, "\"games\":\t49,\n\t\"asked\":\t60");
    expect_output("log status shards/4 --json", 0, "\"torn\":\ttrue");
    // A row too few in the middle shows in the numbers.
    shell("sed -i '5d' shards/3/games.csv");
    expect_output("log status shards/3", 0, "shards/3/games.csv:5: game 34, expected 33");
    expect_run("log status nowhere", 1, "nowhere: no such folder");
    expect_run("log status", 2, "DIR is missing: folder of a run");
    struct program program = {0};
    program_start(&program, "selfplay minishogi --games 1M --nodes 50 --seed 1 --out busy2", 0);
    wait_for_length(&program, "busy2/games.csv", 1000);
    expect_output("log status busy2", 0, "going on");
    kill(program.pid, SIGTERM);
    assert_int_equal(program_wait(&program), 75);
    program_free(&program);
    shell("rm -rf good whole");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_bytes_of_one_process),
        cmocka_unit_test(ranges_and_pairs_are_merged),
        cmocka_unit_test(says_what_is_missing),
        cmocka_unit_test(what_is_played_again_completes_it),
        cmocka_unit_test(leaves_other_folders_alone),
        cmocka_unit_test(a_killed_merge_is_begun_again),
        cmocka_unit_test(names_a_part_that_differs),
        cmocka_unit_test(status_counts_the_rows),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Files that are whole or not there: planted links, left-over temporary files, files that belong
// together, and names that people give.
#include "../core/setup_game.h"
#include "program.h"

#include <dirent.h>

static void put(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(file >= 0 && file_write_all(file, text, strlen(text)));
    close(file);
}

static void assert_text(const char *path, const char *text) {
    struct error error;
    char *there = file_read(path, 1000, &error);
    assert_non_null(there);
    assert_string_equal(there, text);
    free(there);
}

static int entries(const char *folder) {
    int count = -2; // "." and ".."
    DIR *list = opendir(folder);
    while (readdir(list))
        count++;
    closedir(list);
    return count;
}

static void test_planted_link(void **state) {
    (void)state;
    struct error error;
    put("precious", "keep");
    assert_int_equal(symlink("precious", "planted.new"), 0);
    assert_true(file_replace("planted", "text", 4, &error));
    assert_text("precious", "keep");
    assert_text("planted", "text");
}

// Another writer's temporary file stays while it may be at work, and goes when it was killed.
static void test_stale(void **state) {
    (void)state;
    struct error error;
    const struct timespec old[] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    assert_int_equal(mkdir("stale", 0777), 0);
    put("stale/.a.0123456789abcdef.new", "killed");
    put("stale/.a.1123456789abcdef.new", "at work");
    put("stale/.b.0123456789abcdef.new", "another file's");
    put("stale/.a.mine.new", "somebody's");
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            utimensat(AT_FDCWD,
                      (const char *[]){"stale/.a.0123456789abcdef.new",
                                       "stale/.b.0123456789abcdef.new", "stale/.a.mine.new"}[i],
                      old, 0),
            0);
    assert_true(file_replace("stale/a", "text", 4, &error));
    assert_int_equal(entries("stale"), 4);
    assert_int_not_equal(access("stale/.a.0123456789abcdef.new", F_OK), 0);
}

static struct file_set three(void) {
    static const char *const names[] = {"set/one", "set/two", "set/marker"};
    struct file_set set = {.count = 0};
    for (int i = 0; i < 3; i++)
        buffer_text(file_set_add(&set, names[i]), names[i]);
    return set;
}

static void test_set(void **state) {
    (void)state;
    struct error error;
    assert_int_equal(mkdir("set", 0777), 0);
    struct file_set set = three();
    assert_true(file_set_write(&set, &error));
    assert_text("set/one", "set/one");
    assert_text("set/marker", "set/marker");
    assert_int_equal(entries("set"), 3);
    // One that cannot be written: all stays as it was.
    put("set/one", "old");
    unlink("set/two");
    assert_int_equal(mkdir("set/two", 0777), 0);
    set = three(); // writing destroyed the set
    assert_false(file_set_write(&set, &error));
    assert_string_equal(error.text, "set/two: is a folder");
    assert_int_equal(rmdir("set/two"), 0);
    assert_text("set/one", "old");
    assert_text("set/marker", "set/marker");
    assert_int_equal(entries("set"), 2);
    assert_int_equal(set.count, 0);
}

static void test_seen(void **state) {
    (void)state;
    struct files_seen seen = {0};
    assert_int_equal(mkdir("walk", 0777), 0);
    assert_int_equal(symlink(".", "walk/loop"), 0);
    assert_true(files_see(&seen, "walk"));
    assert_false(files_see(&seen, "walk/loop/loop"));
    assert_true(files_see(&seen, "nowhere"));
    files_seen_destroy(&seen);
}

static void test_names(void **state) {
    (void)state;
    static const char *const good[] = {"a",   "drops=off+nifu=off", "CK-B", "_x",
                                       "9x9", "values.csv"};
    static const char *const bad[] = {"",
                                      ".",
                                      "..",
                                      "-x",
                                      "=1+1",
                                      "@x",
                                      "+1",
                                      "a b",
                                      "a/b",
                                      "a\033[m",
                                      "a,b",
                                      "a\"b",
                                      "a%b",
                                      "a'b",
                                      "a\nb",
                                      "...csv",
                                      ("\xC2\x9B"
                                       "1m"),
                                      "12345678"};
    struct error error;
    for (int i = 0; i < ARRAY_LENGTH(good); i++)
        assert_true(file_check_name("it", good[i], 64, &error));
    for (int i = 0; i < ARRAY_LENGTH(bad); i++) {
        assert_false(file_check_name("it", bad[i], 8, &error));
        assert_null(strchr(error.text, '\033'));
    }
}

// Folders that links lead to again and again are walked once each; copies of the test's own folder
// would be 2^16 of them.
static void test_loops(void **state) {
    (void)state;
    expect_run("selfplay minishogi --games 2 --nodes 5 --seed 1 --out runs/a", 0, "seed 1");
    shell("ln -s . runs/l1; ln -s . runs/l2; ln -s a runs/same; ln -s self runs/self");
    expect_output("log status runs runs --line", 0, "complete, 2 of 2 games");
    shell(KAGAMI_PROGRAM " log export runs --format csv >once.csv");
    shell(KAGAMI_PROGRAM " log export runs/a --format csv | cmp - once.csv");
    shell("mkdir all; mv runs/a all/a; ln -s . all/l1; ln -s . all/l2");
    shell("test $(" KAGAMI_PROGRAM " report all --json | grep -c '\"sections\"') = 1");
}

// Names that would be hidden folders, options, formulas or a terminal's orders.
static void test_program_names(void **state) {
    (void)state;
    static const char *const arms[] = {"=1+1", "@x", "+1", "a\033[31m", "..", "a;b"};
    struct program program = {0};
    char line[200];
    for (int i = 0; i < ARRAY_LENGTH(arms); i++) {
        snprintf(line, sizeof line, "compare minishogi --list --out named --arm %s:drops=off",
                 arms[i]);
        assert_int_equal(program_run(&program, line), 2);
        assert_non_null(strstr(program.messages, "cannot be an arm's name"));
        assert_null(strchr(program.messages, '\033'));
    }
    shell("cp '" TEST_DATA "/../core/variants/minishogi.ini' game.ini");
    static const char *const games[] = {"..", "-x", ".x", "+x"};
    for (int i = 0; i < ARRAY_LENGTH(games); i++) {
        snprintf(line, sizeof line, "sed 's/^name = .*/name = %s/' game.ini >named.ini", games[i]);
        shell(line);
        expect_run("show named.ini", 2, "begins with a letter or digit");
    }
    static const char *const values[] = {"...csv", "=x.csv", "@.csv", "-x.csv"};
    for (int i = 0; i < ARRAY_LENGTH(values); i++) {
        snprintf(line, sizeof line, "printf 'parameter,value\nboard.R,700\n' >./%s", values[i]);
        shell(line);
        snprintf(line, sizeof line,
                 "worth minishogi --games 20 --nodes 5 --seed 1 --out armies --values ./%s",
                 values[i]);
        expect_run(line, 2, "cannot be the name of a file of --values");
    }
    assert_false(there_is("armies") || there_is("named"));
    // Where a file may have any name, the table of games does not begin with it.
    expect_run("selfplay minishogi --games 1 --nodes 5 --seed 1 --out formula --values ./=x.csv", 0,
               "seed 1");
    shell("! grep -q ',[=+@-]' formula/games.csv");
    program_free(&program);
}

// What is refused leaves nothing, and changes nothing that is there.
static void test_refused(void **state) {
    (void)state;
    static const char *const lines[] = {
        ("match minishogi --games 2 --nodes 5 --seed 1 --out none --player a --player "
         "b:engine=false --player c:nodes=3"),
        "evolve minishogi --games 40 --nodes 10 --out none --seed 1 --step 3:tune",
        "evolve minishogi --games 40 --nodes 10 --out none --seed 1 --step 1:verify",
        "worth minishogi --games 40 --nodes 5 --out none --seed 1 --logs nowhere",
    };
    struct program program = {0};
    for (int i = 0; i < ARRAY_LENGTH(lines); i++) {
        program_run(&program, lines[i]);
        assert_true(program.code == 1 || program.code == 2);
        assert_false(there_is("none"));
    }
    expect_run("worth minishogi --games 40 --nodes 5 --seed 1 --out there", 0, "seed 1");
    shell("cp -r there before");
    expect_run("worth minishogi --games 60 --nodes 5 --seed 2 --out there", 1, "kagami: ");
    shell("diff -r before there");
    program_free(&program);
}

// A step of a loop, killed before calls that change files, each of them in whole tests: given again
// it leaves what it leaves always, the files beside the values and the histories too.
static void kill_step(struct program *program, const char *step, int least) {
    char line[300], number[16];
    int call = 0, stride = WHOLE_TESTS ? 1 : 2;
    snprintf(line, sizeof line,
             "evolve minishogi --games 100 --nodes 5 --seed 7 --threads 1 --values estimate "
             "--game opening-bound=100000 "
             "--step-games 0 --spsa-games 0 --match-games 2 --panel-games 0 --out loop --step 1:%s",
             step);
    shell("rm -rf begun good; cp -r loop begun");
    expect_run(line, 0, "");
    shell("mv loop good");
    do {
        snprintf(number, sizeof number, "%d", call += stride);
        shell("rm -rf loop; cp -r begun loop");
        setenv("BREAK_KILL", number, 1);
        setenv("LD_PRELOAD", BREAK_CALL_LIBRARY, 1);
        program_start(program, line, 0);
        unsetenv("LD_PRELOAD");
        program_wait(program);
        assert_true(program->code == 0 || program->code == -SIGKILL);
        if (program->code == 0)
            break;
        assert_int_equal(program_run(program, line), 0);
        // Other files, or other bytes in tables: not of what tells of sessions.
        if (system("diff -rq -x '.*.new' good loop | grep -v '^Files .*\\.\\(json\\|txt\\) '") == 0)
            fail_msg("%s, killed before call %d: files differ", step, call);
    } while (call < 300);
    assert_true(call > least && call < 300);
}

static void test_killed_step(void **state) {
    (void)state;
    struct program program = {0};
    expect_run("evolve minishogi --games 100 --nodes 5 --seed 7 --threads 1 --values estimate "
               "--game opening-bound=100000 "
               "--out loop --step 1:play",
               0, "seed 7");
    kill_step(&program, "tune", 15);
    assert_true(there_is("loop/1/fit.covariance.csv") && there_is("loop/1/fit.moves.csv"));
    kill_step(&program, "choose", 5);
    assert_true(there_is("loop/1/generation-1.csv") && there_is("loop/1/generation-1.moves.csv"));
    kill_step(&program, "verify", 15);
    assert_true(there_is("loop/history.csv") && there_is("loop/evolve.json"));
    program_free(&program);
}

static void test_threads(void **state) {
    (void)state;
    expect_run("selfplay minishogi --games 2 --nodes 5 --seed 1 --threads 1000 --out threads", 0,
               "2 games into threads, 2 threads");
}

// File handles that run out are no fault of the parts.
static void test_handles(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        char line[120];
        snprintf(line, sizeof line,
                 "selfplay minishogi --games 4 --nodes 5 --seed 1 --shard %d/2 --out parts/%d", i,
                 i);
        expect_run(line, 0, "seed 1");
    }
    for (int most = 3; most < 12; most++) {
        char line[300];
        snprintf(line, sizeof line,
                 "rm -rf whole; prlimit --nofile=%d " KAGAMI_PROGRAM
                 " log merge parts --out whole >said 2>&1; code=$?; "
                 "test $code -ne 3 && ! grep 'play again' said",
                 most);
        shell(line);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted_link),  cmocka_unit_test(test_stale),
        cmocka_unit_test(test_set),           cmocka_unit_test(test_seen),
        cmocka_unit_test(test_names),         cmocka_unit_test(test_loops),
        cmocka_unit_test(test_program_names), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_killed_step),   cmocka_unit_test(test_threads),
        cmocka_unit_test(test_handles),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

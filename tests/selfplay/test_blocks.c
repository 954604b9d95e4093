// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// A test that several processes play at once, some of them killed, stopped, late or twice, ends
// with the bytes and the verdict of one process.
#include "program.h"

static const char *const test =
    "match minishogi --player A:nodes=20 --player B:nodes=10 --seed 2 --sprt 0,30 --games 600 "
    "--threads 1 --openings book.csv";

static const char *line(char text[512], const char *more, ...) {
    va_list rest;
    int length = snprintf(text, 512, "%s --out ", test);
    va_start(rest, more);
    vsnprintf(text + length, (size_t)(512 - length), more, rest);
    va_end(rest);
    return text;
}

static void one_process_plays_the_blocks(void **state) {
    (void)state;
    char text[512];
    expect_run("selfplay minishogi --book book.csv --games 80 --openings random:6 --opening-bound "
               "100000 --nodes 10 --seed 1",
               0, "");
    expect_run(line(text, "whole"), 0, "");
    expect_run(line(text, "lone --shard 0/1"), 0, "process 0 of 1, into lone");
    assert_same_logs("whole", "lone");
    expect_run(line(text, "lone --shard 2/3"), 0, "is finished, nothing to do");
    expect_run("log replay lone", 0, "");
}

// The processes are begun at once, and one is killed after some milliseconds.
static void processes_come_and_go(void **state) {
    (void)state;
    enum { PROCESSES = 4 };
    char text[512];
    for (int round = 0; round < 2; round++) {
        struct program program[PROCESSES] = {0};
        for (int i = 0; i < PROCESSES; i++) // part 1 is begun twice
            program_start(&program[i], line(text, "many-%d --shard %d/3", round, i % 3), 0);
        wait_milliseconds(10 + 60 * round);
        kill(program[round].pid, SIGKILL);
        kill(program[3].pid, SIGTERM);
        for (int i = 0; i < PROCESSES; i++) {
            program_wait(&program[i]);
            bool told = i == 3 && (program[i].code == 75 || program[i].code == -SIGTERM);
            if (i != round && program[i].code != 0 && !told)
                fail_msg("process %d ends with %d: %s", i, program[i].code, program[i].messages);
            program_free(&program[i]);
        }
        char folder[32];
        snprintf(folder, sizeof folder, "many-%d", round);
        assert_same_logs("whole", folder);
    }
}

static void a_block_that_was_stopped_goes_on(void **state) {
    (void)state;
    char text[512];
    struct program program = {0};
    program_start(&program, line(text, "stopped --shard 1/2"), 0);
    for (int i = 0; i < 60000 && !there_is("stopped/blocks/64..66"); i++)
        wait_milliseconds(5);
    kill(program.pid, SIGTERM);
    program_wait(&program);
    program_free(&program);
    expect_run(line(text, "stopped --shard 0/2"), 0, "");
    assert_same_logs("whole", "stopped");
    shell("! ls stopped/blocks | grep left");
}

static void blocks_are_not_mixed_up(void **state) {
    (void)state;
    char text[512];
    expect_run(line(text, "lone --range 0..8"), 2, "--sprt goes without --range");
    expect_run(line(text, "lone --shard 0/2 --force"), 2, "what other processes play beside it");
    expect_run(line(text, "lone --shard 0/2 --openings random:4"), 1, "lone/blocks/0..2: ");
    shell("sed -i '$d' lone/blocks/0..2/games.csv");
    expect_run(line(text, "lone --shard 0/2"), 1, "game 1 is not there; without this folder");
    shell("rm -r lone/blocks/0..2 lone/run.json");
    expect_run(line(text, "lone --shard 0/2"), 0, "");
    assert_same_logs("whole", "lone");
}

// What one in a hundred blocks shows of a bad host: its play differs from two others, and goes.
static void a_wrong_play_is_outvoted(void **state) {
    (void)state;
    char text[512];
    shell("cd lone/blocks && block=$(basename $(ls -d *.same | head -n 1) .same) && "
          "rm -r $block.same ../run.json && sed -i '$d' $block/games.csv && "
          "sed -i 's/\"host\":.*/\"host\":\t\"bad-node\",/' $block/run.json");
    expect_run(line(text, "lone --shard 0/2"), 0, "host bad-node played games");
    assert_same_logs("whole", "lone");
    shell("cd lone/blocks && grep -q bad-node *.bad/run.json && ! ls -d *.odd");
    // Nothing is said of a third kind of play.
    shell("cd lone/blocks && block=$(basename *.bad .bad) && rm -r $block.same ../run.json && "
          "mv $block.bad $block.odd && sed -i '$d' $block/games.csv $block.odd/games.csv");
    expect_run(line(text, "lone --shard 0/2"), 1, "three plays of this block differ");
}

// At each limit by the games of one process, and no limit after one that rejects.
static void a_ladder_is_played_together(void **state) {
    (void)state;
    static const char *const ladder = "match minishogi --player new:values=new.csv --ladder 10,20 "
                                      "--games 140 --seed 5 --threads 1 --openings book.csv --out ";
    char text[512];
    write_file("new.csv", "parameter,value\nboard.R,900\n");
    struct program whole = {0};
    snprintf(text, sizeof text, "%sladder", ladder);
    int code = program_run(&whole, text);
    program_free(&whole);
    struct program program[2] = {0};
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "%sladders --shard %d/2", ladder, i);
        program_start(&program[i], text, 0);
    }
    for (int i = 0; i < 2; i++) {
        program_wait(&program[i]);
        assert_int_equal(program[i].code, code);
        program_free(&program[i]);
    }
    assert_same_logs("ladder/10n", "ladders/10n");
    assert_int_equal(there_is("ladder/20n"), there_is("ladders/20n"));
    assert_true(there_is("ladders/verify.json"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_process_plays_the_blocks),
        cmocka_unit_test(processes_come_and_go),
        cmocka_unit_test(a_block_that_was_stopped_goes_on),
        cmocka_unit_test(blocks_are_not_mixed_up),
        cmocka_unit_test(a_wrong_play_is_outvoted),
        cmocka_unit_test(a_ladder_is_played_together),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// A run in parts: the parts hold the same bytes as the whole, are resumed, and are not mixed up.
#include "program.h"

#include "runmeta.h"

static const char run[] =
    "selfplay minishogi --games 60 --nodes 40 --opening-bound 100000 --seed 9 --sample all";
static const char pairs[] = "selfplay minishogi --games 60 --nodes 40 --opening-bound 100000 "
                            "--seed 9 --player B:values=second.csv";

static void parts_cover_the_whole(void **state) {
    (void)state;
    static const int64_t totals[] = {1, 2, 3, 7, 60, 61, 1000, 999999999999};
    static const int counts[] = {1, 2, 3, 8, 64, 1000000};
    for (int i = 0; i < ARRAY_LENGTH(totals) * ARRAY_LENGTH(counts) * 2; i++) {
        int64_t total = totals[i / 2 / ARRAY_LENGTH(counts)], next = 0, least = total, most = 0;
        int count = counts[i / 2 % ARRAY_LENGTH(counts)];
        bool paired = i % 2;
        for (int shard = 0; shard < count; shard++) {
            struct game_range range = range_of_shard(total, shard, count, paired);
            assert_int_equal(range.begin, next);
            assert_true(range.end >= range.begin && range.total == total);
            assert_true(!paired || range.begin % 2 == 0 || range.begin == total);
            int64_t games = range.end - range.begin;
            least = games < least ? games : least;
            most = games > most ? games : most;
            next = range.end;
        }
        assert_int_equal(next, total);
        assert_true(most - least <= (paired ? 3 : 1)); // 3: the last pair is half a pair
    }
}

// Plays `options` whole and in `count` parts, and compares the parts in a row with the whole.
static void assert_parts_equal_whole(const char *options, const char *name, int count) {
    static const char *const files[] = {"games.csv", "positions.csv"};
    char line[512], command[512];
    snprintf(line, sizeof line, "%s --threads 2 --out %s", options, name);
    expect_run(line, 0, "seed 9");
    for (int i = 0; i < count; i++) {
        snprintf(line, sizeof line, "%s --threads %d --shard %d/%d --out %s-%03d", options,
                 1 + i % 2, i, count, name, i);
        expect_run(line, 0, "part ");
        expect_run(line, 0, "is finished, nothing to do");
        snprintf(line, sizeof line, "log replay %s-%03d", name, i);
        expect_run(line, 0, "");
    }
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command,
                 "for f in %s-*/%s; do tail -n +2 $f; done >rows; tail -n +2 %s/%s | cmp - rows",
                 name, files[i], name, files[i]);
        assert_int_equal(system(command), 0);
    }
}

static void parts_hold_the_bytes_of_the_whole(void **state) {
    (void)state;
    write_file("second.csv", "parameter,value\nboard.R,300\nhand.R,250\n");
    assert_parts_equal_whole(run, "whole", 7);
    assert_parts_equal_whole(pairs, "paired", 4);
    assert_parts_equal_whole("selfplay minishogi --games 2 --nodes 20 --seed 9", "few", 5);
}

static void a_killed_part_goes_on(void **state) {
    (void)state;
    char line[256];
    snprintf(line, sizeof line, "%s --range 20..60 --threads 2 --out killed", run);
    struct program program = {0};
    for (int i = 0; i < 8; i++) {
        program_start(&program, line, 0);
        wait_milliseconds(4 + 3 * i);
        kill(program.pid, SIGKILL);
        program_wait(&program);
    }
    program_free(&program);
    expect_run(line, 0, "seed 9");
    // A tail that is torn, then one that lacks a game's positions.
    assert_int_equal(truncate("killed/games.csv", file_length("killed/games.csv") - 9), 0);
    expect_run(line, 0, "going back from game 60 to game 59");
    assert_int_equal(truncate("killed/positions.csv", 3), 0);
    expect_run(line, 0, "going on from game 20 of 60");
    assert_int_equal(system("tail -n +22 whole/games.csv >rows; tail -n +2 killed/games.csv | "
                            "cmp - rows"),
                     0);
    expect_run("log replay killed", 0, "");
}

static void a_range_may_grow(void **state) {
    (void)state;
    char line[256];
    snprintf(line, sizeof line, "%s --range 20..30 --out grown", run);
    expect_run(line, 0, "part 20..30 of 60");
    snprintf(line, sizeof line, "%s --range 20..60 --out grown", run);
    expect_run(line, 0, "going on from game 30 of 60");
    assert_same_logs("killed", "grown");
}

static void parts_are_not_mixed_up(void **state) {
    (void)state;
    static const struct {
        const char *options;
        int code;
        const char *message;
    } cases[] = {
        {"--shard 2/7", 1, "another part of the run: 1/7 of 60 games there and 2/7 of 60 here"},
        {"--shard 1/8", 1, "1/7 of 60 games there and 1/8"},
        {"--range 9..18", 1, "1/7 of 60 games there and 9..18"},
        {"", 1, "1/7 of 60 games there and 0..60"},
        {"--games 70 --shard 1/7", 1, "1/7 of 60 games there and 1/7 of 70"},
        {"--shard 7/7", 2, "I counts from 0 to N-1"},
        {"--shard -1/7", 2, "--shard takes whole numbers from 0 to 1000000, not '-1/7'"},
        {"--shard 1", 2, "--shard takes two numbers with / between"},
        {"--shard 1/7/9", 2, "--shard takes whole numbers"},
        {"--shard 1/0", 2, "I counts from 0"},
        {"--range 5..5", 2, "A must be below B"},
        {"--range 5-9", 2, "--range takes two numbers with .. between"},
        {"--range 50..61", 2, "goes beyond the 60 games"},
        {"--shard 0/7 --range 0..9", 2, "only one"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char line[256];
        snprintf(line, sizeof line, "%s --out whole-001 %s", run, cases[i].options);
        expect_run(line, cases[i].code, cases[i].message);
    }
    expect_run("selfplay minishogi --shard 0/2 --out none", 2, "give --seed with --shard");
    expect_run("selfplay minishogi --player B:values=second.csv --seed 1 --range 3..6 --out none",
               2, "splits a pair");
    assert_false(there_is("none"));
    expect_run("log replay whole-001", 0, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_cover_the_whole),
        cmocka_unit_test(parts_hold_the_bytes_of_the_whole),
        cmocka_unit_test(a_killed_part_goes_on),
        cmocka_unit_test(a_range_may_grow),
        cmocka_unit_test(parts_are_not_mixed_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

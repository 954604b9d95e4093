// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of schema 1 (tests/selfplay/schema1: two shards, played by the last program that wrote it)
// are read as they are: by name, with the signs that their columns have; tests/selfplay/schema2 is
// the second of them as schema 2 has it.
#include "program.h"

#include "json_file.h"
#include "log_reader.h"

// By the variant file of then: its comments are part of what identifies a run.
#define RUN                                                                                        \
    "selfplay " TEST_DATA "/selfplay/schema1/minishogi.ini --rule stalemate=draw --games 8 "       \
    "--nodes 30 --sample all --seed 17"

static void copy_old(void) {
    shell("rm -rf old && cp -r " TEST_DATA "/selfplay/schema1 old && chmod -R u+w old");
}

// As if they had been played by the values and parameters that the search has now.
static void copy_old_with_config_of_now(void) {
    struct error error = {""};
    copy_old();
    expect_run(RUN " --shard 0/2 --out now --force", 0, "");
    cJSON *now = json_file_load("now/run.json", &error);
    for (int i = 0; i < 2; i++) {
        const char *path = i ? "old/1/run.json" : "old/0/run.json";
        cJSON *old = json_file_load(path, &error);
        const cJSON *config = cJSON_GetObjectItem(now, "config");
        assert_true(
            cJSON_ReplaceItemInObjectCaseSensitive(old, "config", cJSON_Duplicate(config, true)));
        assert_true(json_file_write(path, old, &error));
    }
    cJSON_Delete(now);
    shell("rm -rf kept && cp -r old kept");
}

static void every_command_reads_them(void **state) {
    (void)state;
    copy_old();
    expect_output("log replay old/0", 0, "4 games confirmed, 0 mismatches");
    expect_output("log replay old/1", 0, "4 games confirmed, 0 mismatches");
    expect_output("log status old", 0, "2 of 2 folders complete");
    expect_run("tune old/0 old/1 --out values.csv", 4, "");
    shell("zstd -q --rm old/0/games.csv old/0/positions.csv");
    expect_output("log replay old/0", 0, "4 games confirmed, 0 mismatches");
    expect_output("log status old", 0, "2 of 2 folders complete");
}

// All but the key of the run, which the old one has not.
static void assert_same_game(const struct game_row *a, const struct game_row *b) {
#define COMPARE_SCHEMA(name)
#define COMPARE_INTEGER(name) assert_int_equal(a->name, b->name)
#define COMPARE_UNSIGNED(name) assert_true(a->name == b->name)
#define COMPARE_THOUSANDTHS(name) assert_int_equal(a->name, b->name)
#define COMPARE_TEXT(name)                                                                         \
    if (a->name != a->run)                                                                         \
    assert_string_equal(a->name, b->name)
#define COMPARE_RULES(name) assert_string_equal(a->name, b->name)
#define COMPARE_DEPTHS(name) assert_memory_equal(&a->name, &b->name, sizeof a->name)
#define COMPARE_RESULT(name) assert_int_equal(a->name, b->name)
#define COMPARE_SAME_POINTS COMPARE_RESULT
#define COMPARE_TERMINATION(name) assert_int_equal(a->name, b->name)
#define GAME_COLUMN(name, type, ...) COMPARE_##type(name);
#include "columns.def"
}

static void assert_same_position(const struct position_row *a, const struct position_row *b) {
    assert_int_equal(a->game, b->game);
    assert_int_equal(a->ply, b->ply);
    assert_string_equal(a->fen, b->fen);
    assert_int_equal(a->side, b->side);
    assert_int_equal(a->first_score, b->first_score);
    assert_int_equal(a->first_result, b->first_result);
    assert_int_equal(a->quiet, b->quiet);
}

static void rows_say_what_those_of_schema_2_say(void **state) {
    (void)state;
    copy_old();
    struct log_reader a, b;
    struct error error = {""};
    assert_true(log_open(&a, "old/1", LOG_GAMES_AND_POSITIONS, &error));
    assert_true(log_open(&b, TEST_DATA "/selfplay/schema2/1", LOG_GAMES_AND_POSITIONS, &error));
    int games = 0, positions = 0;
    for (; log_next_game(&a, &error) == CSV_RECORD; games++) {
        assert_int_equal(log_next_game(&b, &error), CSV_RECORD);
        assert_same_game(&a.game, &b.game);
        assert_string_equal(a.game.run, "");
        assert_string_equal(b.game.run, runmeta_run(a.meta)); // of the same run
        for (; log_next_position(&a, &error) == CSV_RECORD; positions++) {
            assert_int_equal(log_next_position(&b, &error), CSV_RECORD);
            assert_same_position(&a.position, &b.position);
        }
        assert_int_equal(log_next_position(&b, &error), CSV_END);
    }
    assert_string_equal(error.text, "");
    assert_int_equal(log_next_game(&b, &error), CSV_END);
    assert_int_equal(games, 4);
    assert_true(positions > 25);
    log_close(&a);
    log_close(&b);
}

static void a_finished_run_is_finished_and_no_other_goes_on(void **state) {
    (void)state;
    copy_old_with_config_of_now();
    expect_run(RUN " --shard 0/2 --out old/0", 0, "");
    shell("diff -r kept old");
    shell("sed -i '$d' old/0/games.csv && cp -r old before");
    expect_run(RUN " --shard 0/2 --out old/0", 1, "old/0: was begun by kagami");
    expect_run(RUN " --shard 0/2 --out old/0", 1, "begin anew with --force");
    shell("diff -r before old");
    expect_run(RUN " --shard 0/2 --out old/0 --force", 0, "");
    expect_output("log replay old/0", 0, "4 games confirmed, 0 mismatches");
}

// A log with a column more is read, but no rows of another order are put behind its own.
static void a_log_of_other_columns_does_not_go_on(void **state) {
    (void)state;
    static const char *const files[] = {"games", "positions"};
    for (int i = 0; i < ARRAY_LENGTH(files); i++) {
        char command[256], fault[64];
        expect_run(RUN " --shard 0/2 --out more --force", 0, "");
        snprintf(command, sizeof command, "sed -i '1s/^/note,/;2,$s/^/x,/' more/%s.csv", files[i]);
        shell(command);
        expect_output("log replay more", 0, "4 games confirmed, 0 mismatches");
        expect_run(RUN " --shard 0/2 --out more", 0, "");
        shell("sed -i '$d' more/games.csv && rm -rf kept && cp -r more kept");
        snprintf(fault, sizeof fault, "more/%s.csv:1: has other columns", files[i]);
        expect_run(RUN " --shard 0/2 --out more", 1, fault);
        shell("diff -r kept more");
    }
}

static void parts_keep_their_format(void **state) {
    (void)state;
    copy_old_with_config_of_now();
    shell("rm -rf whole mixed");
    expect_output("log merge old --out whole", 0, "8 games of 2 parts");
    shell("(cat old/0/games.csv; tail -n +2 old/1/games.csv) | cmp - whole/games.csv");
    shell("(cat old/0/positions.csv; tail -n +2 old/1/positions.csv) | cmp - whole/positions.csv");
    expect_output("log replay whole", 0, "8 games confirmed, 0 mismatches");
    expect_run(RUN " --shard 1/2 --out new1 --force", 0, "");
    expect_output("log merge old/0 new1 --out mixed", 3, "new1: belongs to another run: schema is");
}

// What a position says must fit its game and its run.
static void positions_are_of_their_game(void **state) {
    (void)state;
    static const struct {
        const char *change, *fault;
    } cases[] = {
        {"2s/^4,r[0-9a-f]*/4,r000000000000/", "wrong/positions.csv:2: run: 'r000000000000', run."},
        {"3s/,4,/,3,/", "wrong/positions.csv:3: game 3 is not in games.csv, or out of order"},
        {"3s/,4,/,700,/", "wrong/positions.csv:4: game 4 after game 700: out of order"},
        {"2{h;G}", "wrong/positions.csv:3: ply "},
        {"2s/first_//;1s/first_result/more/", "wrong/positions.csv:1: the column 'first_result'"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char command[256];
        expect_run(RUN " --shard 1/2 --out wrong --force", 0, "");
        snprintf(command, sizeof command, "sed -i '%s' wrong/positions.csv", cases[i].change);
        shell(command);
        struct log_reader log;
        struct error error = {""};
        enum csv_status status = CSV_RECORD;
        assert_true(log_open(&log, "wrong", LOG_GAMES_AND_POSITIONS, &error));
        while (status == CSV_RECORD)
            status = log_next_game(&log, &error);
        size_t rest;
        assert_true(status == CSV_ERROR || !log_count_rest(&log, &rest, &error));
        if (!strstr(error.text, cases[i].fault))
            fail_msg("%d: '%s', expected '%s'", i, error.text, cases[i].fault);
        log_close(&log);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_reads_them),
        cmocka_unit_test(rows_say_what_those_of_schema_2_say),
        cmocka_unit_test(a_finished_run_is_finished_and_no_other_goes_on),
        cmocka_unit_test(a_log_of_other_columns_does_not_go_on),
        cmocka_unit_test(parts_keep_their_format),
        cmocka_unit_test(positions_are_of_their_game),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// `kagami log replay` confirms an honest log and finds what was changed in it.
#include "games.h"

#include "rows.h"

static void play_log(void) {
    if (!there_is("log"))
        expect_run("selfplay minishogi --games 12 --nodes 50 --seed 4 --sample all --out log", 0,
                   "");
}

// Copies the log to `changed`, with one row of games.csv given to `change`.
static void change_game(int64_t game, void (*change)(struct game_row *row)) {
    play_log();
    assert_int_equal(system("rm -rf changed && cp -r log changed"), 0);
    struct error error = {""};
    struct rows_reader *reader = game_rows_open("log/games.csv", &error);
    assert_non_null(reader);
    struct buffer text = buffer_init();
    struct game_row row;
    game_header_write(&text, ANNOTATE_NOTHING);
    while (game_row_next(reader, &row, NULL, &error) == CSV_RECORD) {
        if (row.game == game)
            change(&row);
        game_row_write(&text, &row);
    }
    assert_string_equal(error.text, "");
    rows_close(reader);
    write_file("changed/games.csv", text.data);
    buffer_destroy(&text);
}

static void flip_result(struct game_row *row) {
    row->result = row->result == RESULT_FIRST ? RESULT_SECOND : RESULT_FIRST;
}
static void say_stalemate(struct game_row *row) {
    row->termination = TERMINATION_STALEMATE;
}
static void say_limit(struct game_row *row) {
    row->termination = TERMINATION_PLY_LIMIT;
}
static void add_ply(struct game_row *row) {
    row->plies++;
}
static void add_branching(struct game_row *row) {
    row->branching_mean++;
}
static void add_drop(struct game_row *row) {
    row->drops++;
}
static void add_promotion(struct game_row *row) {
    row->promotions++;
}
static void add_capture(struct game_row *row) {
    row->captures++;
}
static void add_check(struct game_row *row) {
    row->checks++;
}
static void renumber(struct game_row *row) {
    row->game = 40;
}
static void other_pair(struct game_row *row) {
    row->pair = 1;
}
static void other_seed(struct game_row *row) {
    row->seed++;
}
static void other_rules(struct game_row *row) {
    row->rules = "nifu=off";
}
static void broken_rules(struct game_row *row) {
    row->rules = "nifu=perhaps";
}
static void other_variant(struct game_row *row) {
    row->variant = "kagamigi";
}
static void broken_opening(struct game_row *row) {
    row->opening = "rbsgk/4p/5/P4/KGSB[] w";
}
static void other_opening(struct game_row *row) {
    row->opening = "rbsgk/4p/5/P4/KGSBR[] w - - 0 1";
}

static char moves[4096];

static void cut_moves(struct game_row *row) {
    snprintf(moves, sizeof moves, "%s", row->moves);
    *strrchr(moves, ' ') = 0;
    row->moves = moves;
}
static void repeat_move(struct game_row *row) {
    snprintf(moves, sizeof moves, "%s%s", row->moves, strrchr(row->moves, ' '));
    row->moves = moves;
}
static void illegal_move(struct game_row *row) {
    snprintf(moves, sizeof moves, "a1e5%s", row->moves + 4);
    row->moves = moves;
}
static void garbled_move(struct game_row *row) {
    snprintf(moves, sizeof moves, "%s zz", row->moves);
    row->moves = moves;
}

static void changed_games_are_found(void **state) {
    (void)state;
    static const struct {
        void (*change)(struct game_row *row);
        const char *message;
    } cases[] = {
        {flip_result, "changed/games.csv:5: result: '"},
        {say_stalemate, "changed/games.csv:5: termination: 'stalemate' in the log, 'checkmate' by"},
        {say_limit, "changed/games.csv:5: termination: 'ply-limit' in the log, 'checkmate' by"},
        {add_ply, "changed/games.csv:5: plies: "},
        {add_branching, "changed/games.csv:5: branching_mean: "},
        {add_drop, "changed/games.csv:5: drops: "},
        {add_promotion, "changed/games.csv:5: promotions: "},
        {add_capture, "changed/games.csv:5: captures: "},
        {add_check, "changed/games.csv:5: checks: "},
        {renumber, "changed/games.csv:5: game: 40, expected 3"},
        {other_seed, "changed/games.csv:5: seed: 5, run.json has 4"},
        {other_rules, "changed/games.csv:5: rules: 'nifu=off', run.json has ''"},
        {broken_rules, "changed/games.csv:5: nifu: no value 'perhaps'"},
        {other_variant, "changed/games.csv:5: variant: 'kagamigi', run.json is of 'minishogi'"},
        {broken_opening, "changed/games.csv:5: opening: "},
        {other_opening, "changed/games.csv:5: "},
        {cut_moves, "changed/games.csv:5: termination: 'checkmate' with result"},
        {repeat_move, "changed/games.csv:5: move "},
        {illegal_move, "changed/games.csv:5: move 1: "},
        {garbled_move, "changed/games.csv:5: move "},
    };
    play_log();
    struct program program = {0};
    assert_int_equal(program_run(&program, "log replay log"), 0);
    assert_string_equal(program.output, "12 games confirmed, 0 mismatches\n");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        change_game(3, cases[i].change);
        program_run(&program, "log replay changed");
        if (program.code != 3 || !strstr(program.output, cases[i].message) ||
            !strstr(program.output, "\n11 games confirmed, "))
            fail_msg("case %d: exit %d, no '%s' in:\n%s%s", i, program.code, cases[i].message,
                     program.output, program.messages);
    }
    change_game(7, other_pair);
    assert_int_equal(program_run(&program, "log replay changed"), 3);
    assert_non_null(
        strstr(program.output, "changed/games.csv:9: pair: 1 cannot be that of game 7"));
    assert_int_equal(program_run(&program, "log replay changed --game 3"), 0);
    assert_string_equal(program.output, "1 game confirmed, 0 mismatches\n");
    assert_int_equal(program_run(&program, "log replay changed --game 7"), 3);
    program_free(&program);
}

// Copies the log with row `index` of positions.csv given to `change`.
static void change_position(int index, void (*change)(struct position_row *row)) {
    play_log();
    assert_int_equal(system("rm -rf changed && cp -r log changed"), 0);
    struct error error = {""};
    struct rows_reader *reader = position_rows_open("log/positions.csv", &error);
    assert_non_null(reader);
    struct buffer text = buffer_init();
    struct position_row row;
    position_header_write(&text);
    for (int i = 0; position_row_next(reader, &row, NULL, &error) == CSV_RECORD; i++) {
        if (i == index)
            change(&row);
        position_row_write(&text, &row);
    }
    rows_close(reader);
    write_file("changed/positions.csv", text.data);
    buffer_destroy(&text);
}

static void other_fen(struct position_row *row) {
    row->fen = "k4/5/5/5/4K[] w - - 0 1";
}
static void other_side(struct position_row *row) {
    row->side = !row->side;
}
static void other_points(struct position_row *row) {
    row->first_result = row->first_result == RESULT_FIRST ? RESULT_SECOND : RESULT_FIRST;
}
static void far_ply(struct position_row *row) {
    row->ply = 5000;
}
static void early_ply(struct position_row *row) {
    row->ply = 0;
}

static void changed_positions_are_found(void **state) {
    (void)state;
    static const struct {
        void (*change)(struct position_row *row);
        const char *message;
    } cases[] = {
        {other_fen, "changed/positions.csv:4: fen: 'k4/5/5/5/4K[] w - - 0 1' in the log"},
        {other_side, "changed/positions.csv:4: side: "},
        {other_points, "changed/positions.csv:4: first_result: not that of game 0"},
        {far_ply, "changed/positions.csv:4: game 0, ply 5000: no such position"},
        {early_ply, "changed/positions.csv:4: ply 0 is out of order"},
    };
    struct program program = {0};
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        change_position(2, cases[i].change);
        program_run(&program, "log replay changed");
        if (program.code != 3 || !strstr(program.output, cases[i].message))
            fail_msg("case %d: exit %d, no '%s' in:\n%s%s", i, program.code, cases[i].message,
                     program.output, program.messages);
    }
    program_free(&program);
}

static void logs_of_any_state_are_read(void **state) {
    (void)state;
    struct program program = {0};
    play_log();
    // A bad field is a mismatch of its row; the others are still checked.
    assert_int_equal(system("rm -rf changed && cp -r log changed && "
                            "sed -i '4s/,checkmate,/,flood,/' changed/games.csv"),
                     0);
    assert_int_equal(program_run(&program, "log replay changed"), 3);
    assert_non_null(strstr(program.output, "changed/games.csv:4: termination: 'flood'"));
    assert_non_null(strstr(program.output, "11 games confirmed, 1 mismatch\n"));
    // A row is missing at the end of a finished run.
    assert_int_equal(system("sed -i '$d' changed/games.csv"), 0);
    assert_int_equal(program_run(&program, "log replay changed"), 3);
    assert_non_null(strstr(program.output, "the log ends after 11 games, run.json speaks of 12"));
    // Without run.json the built-in variant is used.
    assert_int_equal(system("rm -rf changed && cp -r log changed && rm changed/run.json"), 0);
    assert_int_equal(program_run(&program, "log replay changed --json"), 0);
    assert_string_equal(
        program.output,
        "{\n\t\"schema\":\t3,\n\t\"games\":\t12,\n\t\"confirmed\":\t12,\n\t\"mismatches\":\t0,\n"
        "\t\"finished\":\ttrue\n}\n");
    program_free(&program);
    expect_run("log replay log --game 12", 1, "log/games.csv: no game 12");
    expect_run("log replay nothing", 1, "nothing/games.csv: No such file");
    expect_run("log replay log --game x", 2, "--game must be");
    expect_run("log replay", 2, "DIR is missing: folder of a log");
    write_file("nofolder", "");
    expect_run("log replay nofolder", 1, "nofolder");
}

static void shows_a_game(void **state) {
    (void)state;
    struct program program = {0};
    play_log();
    assert_int_equal(program_run(&program, "log replay log --game 2 --show"), 0);
    assert_non_null(strstr(program.output, "Game 2 of minishogi"));
    assert_non_null(strstr(program.output, "1. "));
    struct game_row row;
    struct error error = {""};
    struct rows_reader *reader = game_rows_open("log/games.csv", &error);
    for (int i = 0; i <= 2; i++)
        assert_int_equal(game_row_next(reader, &row, NULL, &error), CSV_RECORD);
    char last[64];
    snprintf(last, sizeof last, "\n%d. %s", (int)row.plies, strrchr(row.moves, ' ') + 1);
    assert_non_null(strstr(program.output, last));
    assert_non_null(strstr(program.output, "1 game confirmed, 0 mismatches"));
    rows_close(reader);
    program_free(&program);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_games_are_found),
        cmocka_unit_test(changed_positions_are_found),
        cmocka_unit_test(logs_of_any_state_are_read),
        cmocka_unit_test(shows_a_game),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

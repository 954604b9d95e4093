// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Books: balanced and distinct, the same for any threads, a longer one the shorter and more; and
// what games make of them.
#include "games.h"

#include <string.h>

#include "book.h"
#include "config.h"
#include "notation.h"
#include "openings.h"
#include "program.h"

enum { WANTED = 40, NODES = 200, BOUND = 200 };

static struct book make(const struct config *config, int64_t wanted, int threads,
                        const char *path) {
    struct book book = {
        .config = config, .nodes = NODES, .wanted = wanted, .threads = threads, .path = path};
    struct error error = {""};
    if (book_write(&book, &error) != WORK_DONE)
        fail_msg("%s", error.text);
    return book;
}

static struct config config_of(const struct tables *tables, const char *text, int plies) {
    struct config config = config_default(tables, text);
    config.seed = 7;
    config.opening.plies = plies;
    config.opening.bound = BOUND;
    return config;
}

static void a_book_is_a_function_of_its_settings(void **state) {
    (void)state;
    struct error error = {""};
    struct tables *tables = game_tables("minishogi", "");
    char *text = config_variant_text("minishogi", &error);
    struct config config = config_of(tables, text, 2), other = config;
    struct book book = make(&config, WANTED, 1, "one.csv");
    make(&config, WANTED, 3, "three.csv");
    make(&config, WANTED / 2, 2, "half.csv");
    other.seed++;
    make(&other, WANTED, 1, "other.csv");
    char *one = contents("one.csv"), *three = contents("three.csv"), *half = contents("half.csv"),
         *seed = contents("other.csv");
    assert_string_equal(one, three);
    assert_memory_equal(one, half, strlen(half));
    assert_true(strlen(half) < strlen(one));
    assert_string_not_equal(one, seed);
    assert_true(book.tried >= WANTED && book.repeated > 0); // else the next test shows nothing
    free(one);
    free(three);
    free(half);
    free(seed);
    free(text);
    free(tables);
}

// As an independent search of each opening finds it.
static void openings_are_balanced_and_distinct(void **state) {
    (void)state;
    struct error error = {""};
    struct tables *tables = game_tables("minishogi", "");
    char *text = config_variant_text("minishogi", &error);
    struct config config = config_of(tables, text, 2);
    struct opening_list list;
    uint64_t keys[WANTED];
    make(&config, WANTED, 2, "book.csv");
    if (!opening_list_load("book.csv", tables, &list, &error))
        fail_msg("%s", error.text);
    assert_int_equal(list.count, WANTED);
    struct engine *engine =
        engine_create(tables, &config.player[PLAYER_A].values, config_hash_bytes(NODES), NULL);
    assert_non_null(engine);
    for (int i = 0; i < list.count; i++) {
        const char *fen = list.text.data + ((const size_t *)list.at.data)[i];
        struct position position;
        struct search_result result;
        assert_true(fen_parse(fen, tables, &position, &error));
        engine_new_game(engine);
        engine_search(engine, &position, NULL, (struct limits){.nodes = NODES}, &result);
        if (abs(result.score) > BOUND)
            fail_msg("%s: %d", fen, result.score);
        keys[i] = position.key;
        for (int j = 0; j < i; j++)
            assert_true(keys[i] != keys[j]);
    }
    engine_destroy(engine);
    opening_list_destroy(&list);
    free(text);
    free(tables);
}

static void what_cannot_be_found_is_said(void **state) {
    (void)state;
    struct error error = {""};
    struct tables *tables = game_tables("minishogi", "");
    char *text = config_variant_text("minishogi", &error);
    struct config config = config_of(tables, text, 1);
    config.opening.bound = 10000;
    struct book book = {
        .config = &config, .nodes = 20, .wanted = 1000, .threads = 2, .path = "none.csv"};
    assert_int_equal(book_write(&book, &error), WORK_FAILED);
    assert_non_null(strstr(error.text, "distinct openings of 1 random plies within +-10000"));
    assert_false(there_is("none.csv"));
    free(text);
    free(tables);
}

static void games_start_from_a_book(void **state) {
    (void)state;
    expect_run("selfplay minishogi --book mini.csv --games 8 --nodes 50 --seed 3 --threads 2", 0,
               "");
    expect_run("selfplay minishogi --book mini.csv --games 8 --nodes 50 --seed 4", 1,
               "--force writes it anew");
    expect_run("match minishogi --player A:nodes=20 --nodes 10 --games 16 --seed 1 --threads 1 "
               "--openings mini.csv --out match",
               0, "");
    // Eight pairs, eight openings, each of the book.
    char *games = contents("match/games.csv"), *book = contents("mini.csv"), *rest = book;
    strtok_r(rest, "\n", &rest);
    int rows = 0;
    for (char *line; (line = strtok_r(rest, "\n", &rest)); rows++) {
        char *fen = line;
        for (int i = 0; i < 4; i++)
            fen = strchr(fen, ',') + 1;
        *strchr(fen, ',') = 0;
        const char *first = strstr(games, fen);
        assert_non_null(first);
        assert_non_null(strstr(first + 1, fen));
    }
    assert_int_equal(rows, 8);
    free(games);
    free(book);
    expect_run("selfplay shogi --openings mini.csv --nodes 10 --games 1 --out wrong", 1,
               "mini.csv:2: an opening of minishogi, not of shogi");
    expect_run("selfplay minishogi --book x.csv --out run", 2, "--book plays nothing");
    expect_run("selfplay minishogi --book x.csv --openings mini.csv", 2, "random:P");
    expect_run("selfplay minishogi --book nowhere/x.csv --games 1 --nodes 10", 1, "nowhere");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_book_is_a_function_of_its_settings),
        cmocka_unit_test(openings_are_balanced_and_distinct),
        cmocka_unit_test(what_cannot_be_found_is_said),
        cmocka_unit_test(games_start_from_a_book),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Material odds: the openings are what they should be, planted worths are found again.
#include "program.h"

#include <math.h>

#include "config.h"
#include "games.h"
#include "notation.h"
#include "random.h"
#include "values.h"
#include "worth.h"

static int pieces(const struct position *position, enum side side, Type base) {
    int count = position->hand[side][base];
    for (int square = 0; square < SQUARES; square++)
        count += position->board[square] == piece_make(base, side);
    return count;
}

static Type letter(char of) {
    for (Type base = 1; base < BASE_TYPES; base++)
        if (type_letter(base) == of)
            return base;
    fail_msg("no letter %c", of);
    return 0;
}

// Openings of minishogi: the two of a pair differ by the pieces that the odds name, and by nothing
// else.
static void check_openings(struct odds odds, const struct opening_list *list) {
    enum { PAIRS = 12 };
    struct tables *tables = game_tables("minishogi", "");
    struct config config = config_default(tables, "");
    struct error error = {""};
    struct engine *judge = engine_create(tables, &config.player[0].values, 1 << 18);
    assert_non_null(judge);
    assert_true(odds_possible(&odds, tables, &error));
    config.opening.odds = odds;
    config.opening.list = list;
    for (int i = 0; i < PAIRS; i++) {
        struct position ahead[SIDES]; // by the side that is ahead
        for (int side = FIRST; side < SIDES; side++) {
            struct opening opening;
            if (!opening_choose(&config.opening, tables, 3, 2 * i + side, judge, &opening, &error))
                fail_msg("%s", error.text);
            assert_true(fen_parse(opening.fen, tables, &ahead[side], &error));
            // Two of each in the start position; the openings may trade them, not lose them.
            assert_int_equal(pieces(&ahead[side], FIRST, odds.type) +
                                 pieces(&ahead[side], SECOND, odds.type),
                             odds.hand ? 3 : 1);
            if (odds.hand)
                assert_true(ahead[side].hand[side][odds.type] >= 1);
        }
        assert_int_equal(ahead[FIRST].side, ahead[SECOND].side);
        for (int side = FIRST; side < SIDES; side++)
            assert_int_equal(pieces(&ahead[side], (enum side)side, odds.type),
                             pieces(&ahead[1 - side], (enum side)side, odds.type) + 1);
    }
    engine_destroy(judge);
    free(tables);
}

static void openings(void **state) {
    (void)state;
    // Promoted Silvers and Rooks do not count as such; Golds do not promote.
    check_openings((struct odds){.type = letter('G')}, NULL);
    check_openings((struct odds){.type = letter('G'), .hand = true}, NULL);
}

// Of a list only what is fit for the odds is left.
static void listed_openings(void **state) {
    (void)state;
    struct tables *tables = game_tables("minishogi", "");
    struct opening_list list;
    struct error error = {""};
    struct odds odds = {.type = letter('G')};
    write_file("list.txt", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1\n"
                           "rbs1k/4p/5/P4/KGSBR[g] w - - 0 1\n" // nobody can lack two Golds
                           "4k/4g/5/4R/K1G2[] w - - 0 1\n"      // one Gold shields the King
                           "rbsgk/4p/5/P3B/KGS1R[] b - - 0 1\n");
    assert_true(opening_list_load("list.txt", tables, &list, &error));
    assert_int_equal(list.count, 4);
    uint64_t hash = list.hash;
    opening_list_keep(&list, &odds, tables);
    assert_int_equal(list.count, 2);
    assert_true(list.hash != hash);
    check_openings(odds, &list);
    opening_list_destroy(&list);
    free(tables);
}

static void impossible_odds(void **state) {
    (void)state;
    struct tables *tables = game_tables("minishogi", "");
    struct tables *bare = game_tables("minishogi", "drops=off");
    struct error error = {""};
    assert_false(odds_possible(&(struct odds){.type = letter('K')}, tables, &error));
    assert_non_null(strstr(error.text, "royal"));
    assert_false(odds_possible(&(struct odds){.type = letter('P'), .hand = true}, bare, &error));
    assert_non_null(strstr(error.text, "without drops"));
    free(tables);
    free(bare);
}

// A run of `pairs` openings in which the side that is ahead wins with a chance of `win`.
static struct measured drawn_score(double win, int pairs, uint64_t seed) {
    struct odds_sums sums = odds_sums_init();
    struct random random = random_init(seed, 0, RANDOM_TEST);
    for (int game = 0; game < 2 * pairs; game++) {
        bool ahead_wins = random_unit(&random) < win;
        struct game_facts facts = {
            .pair = game, .result = ahead_wins == (game % 2 == 0) ? RESULT_FIRST : RESULT_SECOND};
        assert_true(odds_sums_add(&sums, &facts));
    }
    struct measured score = measured_score(&sums.pairs);
    assert_int_equal(score.n, pairs);
    return score;
}

// Games that are left out leave their pairs out.
static void broken_pairs(void **state) {
    (void)state;
    static const int64_t numbers[] = {1, 2, 4, 5, 7, 8, 9, 10};
    struct odds_sums sums = odds_sums_init();
    for (int i = 0; i < ARRAY_LENGTH(numbers); i++)
        odds_sums_add(&sums, &(struct game_facts){.pair = numbers[i], .result = RESULT_FIRST});
    assert_int_equal(sums.games, ARRAY_LENGTH(numbers));
    assert_true(sums.pairs.n == 2 && sums.pairs.mean == 0.5); // 4 with 5, 8 with 9
}

// A Pawn is worth 15 points of score, a Silver 30: two Pawns, and 2.24 by Elo.
static void planted_worth(void **state) {
    (void)state;
    int covered = 0, by_elo = 0;
    enum { ROUNDS = 200 };
    double truth = log(0.80 / 0.20) / log(0.65 / 0.35);
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        struct measured pawn = drawn_score(0.65, 800, 2 * seed + 1);
        struct measured silver = drawn_score(0.80, 800, 2 * seed + 2);
        struct odds_worth worth = odds_worth(silver, pawn, false);
        assert_true(worth.known);
        assert_true(worth.logistic.value > worth.linear.value);
        covered += worth.linear.low <= 2 && 2 <= worth.linear.high;
        by_elo += worth.logistic.low <= truth && truth <= worth.logistic.high;
        struct odds_worth own = odds_worth(pawn, pawn, true);
        assert_true(fabs(own.linear.value - 1) < 1e-12 && own.linear.se < 1e-6);
    }
    if (covered < ROUNDS * 91 / 100 || covered > ROUNDS * 99 / 100)
        fail_msg("%d of %d intervals cover", covered, ROUNDS);
    if (by_elo < ROUNDS * 91 / 100 || by_elo > ROUNDS * 99 / 100)
        fail_msg("by Elo %d of %d intervals cover", by_elo, ROUNDS);
}

static void tiny_samples(void **state) {
    (void)state;
    struct measured nothing = measured_score(&(struct moments){0});
    assert_true(nothing.n == 0);
    assert_false(odds_worth(nothing, nothing, true).known);
    struct measured won = drawn_score(1, 1, 3), lost = drawn_score(0, 1, 3);
    assert_true(won.value == 1 && lost.value == 0);
    struct odds_worth worth = odds_worth(lost, won, false);
    assert_false(isnan(worth.linear.value) || isnan(worth.logistic.low));
    assert_false(odds_worth(won, lost, false).known);
}

static void the_command(void **state) {
    (void)state;
    struct program program = {0};
    if (program_run(&program, "odds minishogi --piece S --hand --against G --games 8 --nodes 20 "
                              "--seed 4 --out runs --threads 1") != 0)
        fail_msg("%s", program.messages);
    char *text = contents("runs/odds.csv");
    assert_non_null(strstr(text, "\nP,board,,P,4,"));
    assert_non_null(strstr(text, "\nS,exchange,G,P,4,"));
    assert_non_null(strstr(text, "\nS,hand,,P,4,"));
    assert_null(strstr(text, "nan"));
    assert_true(there_is("runs/S-for-G/games.csv") && there_is("runs/hand-S/games.csv"));
    expect_run("log replay runs/S-for-G", 0, "");
    // Without the seed: it is the folder's. Nothing is played twice.
    if (program_run(&program, "odds minishogi --piece S --hand --against G --games 8 --nodes 20 "
                              "--out runs --report --json") != 0)
        fail_msg("%s", program.messages);
    char *again = contents("runs/odds.csv");
    assert_string_equal(text, again);
    assert_non_null(strstr(program.output, "\"yardstick\":\t\"Pawn\""));
    free(text);
    free(again);
    program_free(&program);
}

// Games can be added, and played in parts: all are those of one process.
static void more_games_and_parts(void **state) {
    (void)state;
    expect_run("odds minishogi --piece S --games 4 --nodes 20 --seed 4 --out grown --threads 1", 0,
               "");
    expect_run("odds minishogi --piece S --games 10 --nodes 20 --out grown --threads 1", 0, "");
    expect_run("odds minishogi --piece S --list --out nothing", 0, "");
    expect_run("odds minishogi --piece S --games 10 --nodes 20 --seed 4 --out parts --shard 0/2", 0,
               "");
    expect_run("odds minishogi --piece S --games 10 --nodes 20 --seed 4 --out parts --shard 1/2", 0,
               "");
    assert_false(there_is("parts/odds.csv"));
    expect_run("log merge parts/shards/0/S parts/shards/1/S --out parts/S", 0, "");
    assert_same_logs("grown/S", "parts/S");
    expect_run("odds minishogi --piece S --games 10 --nodes 20 --seed 4 --out parts --only P", 0,
               "");
    expect_run("odds minishogi --piece S --out parts --report", 0, "");
    char *grown = contents("grown/odds.csv"), *parts = contents("parts/odds.csv");
    assert_string_equal(grown, parts);
    free(grown);
    free(parts);
}

static void wrong_input(void **state) {
    (void)state;
    expect_run("odds", 2, "VARIANT is missing");
    expect_run("odds minishogi --all", 2, "--out");
    expect_run("odds minishogi --out x", 2, "--piece");
    expect_run("odds minishogi --piece Q --out x", 2, "Q");
    expect_run("odds minishogi --piece K --out x", 2, "royal");
    expect_run("odds minishogi --piece +S --out x", 2, "promoted");
    expect_run("odds minishogi --piece S --games 7 --out x", 2, "even");
    expect_run("odds minishogi --piece S --out x --shard 0/2", 2, "--seed");
    expect_run("odds minishogi --piece S --out x --seed 1 --range 0..2", 2, "parted by --shard");
    expect_run("odds minishogi --piece S --out x --seed 1 --only Q", 2, "no such run");
    expect_run("odds minishogi --piece S --yardstick nobody --out x", 2, "nobody");
    expect_run("odds minishogi --piece S --report --out nothing", 1, "nothing/P");
    assert_false(there_is("x"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings),
        cmocka_unit_test(impossible_odds),
        cmocka_unit_test(listed_openings),
        cmocka_unit_test(broken_pairs),
        cmocka_unit_test(more_games_and_parts),
        cmocka_unit_test(planted_worth),
        cmocka_unit_test(tiny_samples),
        cmocka_unit_test(the_command),
        cmocka_unit_test(wrong_input),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// kagami worth plays the same games whoever plays them: by threads, in parts, after kills; and says
// what is wrong with what it is given. One piece under two letters is worth the same.
#include "../selfplay/games.h"

#include <math.h>

#include "file.h"
#include "json_file.h"
#include "log_reader.h"
#include "planted_armies.h"
#include "runmeta.h"
#include "worths.h"

static const char line[] = "worth minishogi --games 100 --nodes 20,60 --seed 4";

static void run(const char *more, int code, const char *part) {
    char text[512];
    snprintf(text, sizeof text, "%s %s", line, more);
    expect_run(text, code, part);
}

static void the_same_bytes(void **state) {
    (void)state;
    run("--threads 1 --out whole", 0, "");
    assert_true(there_is("whole/shipped-20n/games.csv") && there_is("whole/shipped-60n/games.csv"));
    expect_run("log replay whole/shipped-60n", 0, "");
    // The same armies at every limit; other games.
    shell("for n in 20 60; do " TEST_DATA
          "/columns opening whole/shipped-${n}n/games.csv >armies-$n; done; "
          "cmp armies-20 armies-60");
    // Games of a smaller run come first, and go on without the seed.
    expect_run("worth minishogi --games 15 --nodes 20,60 --seed 4 --out grown", 4,
               "30 at least are needed");
    expect_run("worth minishogi --games 100 --nodes 20,60 --out grown --threads 3", 0, "");
    struct program program = {0};
    char text[512];
    snprintf(text, sizeof text, "%s --out killed --threads 2", line);
    for (int i = 0; i < 6; i++) {
        program_start(&program, text, 0);
        wait_milliseconds(4 + 4 * i);
        kill(program.pid, SIGKILL);
        program_wait(&program);
    }
    program_free(&program);
    expect_run(text, 0, "");
    // Shared by two processes, one run played alone.
    run("--out parts --shard 0/2", 0, "");
    run("--out parts --shard 1/2 --threads 2", 0, "");
    run("--out parts --only shipped-60n", 0, "");
    assert_false(there_is("parts/worth.json"));
    run("--out parts --report", 0, "");
    static const char *const others[] = {"grown", "killed", "parts"};
    for (int i = 0; i < 3; i++)
        for (int n = 20; n <= 60; n += 40) {
            char paths[2][64];
            snprintf(paths[0], sizeof paths[0], "whole/shipped-%dn", n);
            snprintf(paths[1], sizeof paths[1], "%s/shipped-%dn", others[i], n);
            assert_same_logs(paths[0], paths[1]);
        }
    static const char *const files[] = {"worth-shipped-60n.csv",
                                        "worth-shipped-20n.covariance.csv"};
    for (int i = 0; i < 3; i++)
        for (int f = 0; f < 2; f++) {
            snprintf(text, sizeof text, "cmp whole/%s %s/%s", files[f], others[i], files[f]);
            shell(text);
        }
}

// Every value set on every limit; the players' own names tell them apart.
static void value_sets(void **state) {
    (void)state;
    write_file("own.csv", "parameter,value\nboard.G,700\n");
    expect_output("worth minishogi --nodes 5,7 --values own.csv --values shipped --out x --list", 0,
                  "own.csv-5n\nown.csv-7n\nshipped-5n\nshipped-7n\n");
    expect_run("worth minishogi --nodes 5 --values own.csv --games 30 --seed 1 --out own", 0, "");
    shell("grep -q 'own.csv@5n' own/own.csv-5n/games.csv");
}

// A piece replaced by itself: half of those that are there are the new one, which both players take
// for what the old one is.
static void replaced(void **state) {
    (void)state;
    expect_run("worth minishogi --replace S=FfW --games 200 --nodes 5 --seed 1 --values estimate "
               "--out same",
               0, "");
    expect_run("log replay same/estimate-5n", 0, "");
    shell("grep -q 'A = S2, New Silver General, FfW, +S2, ' same/estimate-5n/run.json");
    static const char *const pairs[] = {"board.S",  "board.A", "board.+S",
                                        "board.+A", "hand.S",  "hand.A"};
    for (int i = 0; i < ARRAY_LENGTH(pairs); i += 2) {
        char text[512];
        snprintf(text, sizeof text,
                 "v() { grep -F \"player2.$1\\\"\" same/estimate-5n/run.json | tr -dc '0-9\\n' | "
                 "cut -c2-; }; [ -n \"$(v %s)\" ] && [ \"$(v %s)\" = \"$(v %s)\" ]",
                 pairs[i], pairs[i], pairs[i + 1]);
        shell(text);
    }
    // It goes on; with another Betza it is another run.
    expect_run("worth minishogi --replace S=FfW --games 210 --nodes 5 --values estimate --out same",
               0, "");
    expect_run("worth minishogi --replace S=F --games 210 --nodes 5 --values estimate --out same",
               1, "variant");
}

// --- One piece under two letters -----------------------------------------------------------------

static struct tables *tables_of_run(const char *folder) {
    char path[128];
    struct error error = {""};
    snprintf(path, sizeof path, "%s/run.json", folder);
    struct runmeta *meta = runmeta_load(path, &error);
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    assert_true(meta && variant && tables);
    if (!variant_parse(runmeta_text(meta, "variant_text"), path, variant, &error) ||
        !tables_build(tables, variant, &variant->rules, &error))
        fail_msg("%s", error.text);
    runmeta_destroy(meta);
    free(variant);
    return tables;
}

static struct worths worths_of(const char *folder, const struct tables *tables) {
    char path[128];
    struct worths worths;
    struct error error = {""};
    snprintf(path, sizeof path, "%s/worth.csv", folder);
    if (!worths_read(path, tables, &worths, &error))
        fail_msg("%s", error.text);
    return worths;
}

// Wald's test that each of `pairs` has equal worths.
static struct wald test_pairs(const struct worths *worths, const char *const pairs[][2],
                              int count) {
    double difference[8], covariance[64];
    int at[8][2];
    struct wald wald;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            at[i][k] = worths_find(worths, values_find(pairs[i][k]));
            assert_true(at[i][k] >= 0 && worths->of[at[i][k]].mark == WORTH_MEASURED);
        }
    for (int i = 0; i < count; i++) {
        difference[i] = worths->of[at[i][0]].value - worths->of[at[i][1]].value;
        for (int k = 0; k < count; k++) {
            covariance[i * count + k] = 0;
            for (int sign = 0; sign < 4; sign++)
                covariance[i * count + k] +=
                    (sign == 0 || sign == 3 ? 1 : -1) *
                    worths->covariance[at[i][sign / 2] * worths->count + at[k][sign % 2]];
        }
    }
    wald = wald_test(count, difference, covariance);
    return wald;
}

// The same: a piece of which half have another letter; and not the same: with one that steps ahead
// the test that passes there finds the difference.
static void replaced_by_itself_and_not(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"board.R", "board.A"}, {"hand.R", "hand.A"}};
    static const char *const lines[] = {
        "worth minishogi --replace R=R --games 1600 --nodes 25 --seed 6 --out rook",
        "worth minishogi --replace R=fW --games 1600 --nodes 25 --seed 6 --out step"};
    static const char *const folders[] = {"rook", "step"}, *const runs[] = {"rook/shipped-25n",
                                                                            "step/shipped-25n"};
    for (int i = 0; i < 2; i++) {
        expect_run(lines[i], 0, "");
        struct tables *tables = tables_of_run(runs[i]);
        struct worths worths = worths_of(folders[i], tables);
        struct wald wald = test_pairs(&worths, pairs, 2);
        int board = worths_find(&worths, values_find("board.A"));
        double se = sqrt(worths.covariance[board * worths.count + board]);
        if (i == 0 ? wald.p < 1e-3 || worths.of[board].value < 4 * se : wald.p > 1e-3)
            fail_msg("%s: p %.2g, board.A %.1f, s.e. %.1f", lines[i], wald.p,
                     worths.of[board].value, se);
        worths_destroy(&worths);
        free(tables);
    }
}

// Shogi whose right Gold is called otherwise than its left one.
static void one_piece_under_two_letters(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"board.G", "board.H"}, {"hand.G", "hand.H"}};
    struct error error = {""};
    char *text = config_variant_text("shogi", &error);
    assert_non_null(text);
    write_file("shogi.ini", text);
    free(text);
    shell("sed -e 's/lnsgkgsnl/lnshkgsnl/;s/LNSGKGSNL/LNSGKHSNL/' "
          "-e 's/^G = .*/&\\nH = H, Other Gold, WfF/;s/^name = .*/name = two/' "
          "shogi.ini >two.ini");
    expect_run("worth ./two.ini --games 1000 --nodes 25 --seed 1 --out two", 0, "");
    struct tables *tables = tables_of_run("two/shipped-25n");
    struct worths worths = worths_of("two", tables);
    struct wald wald = test_pairs(&worths, pairs, 2);
    if (wald.p < 1e-3 || wald.df != 2)
        fail_msg("chi2 %.2f with %d, p %.3f", wald.chi2, wald.df, wald.p);
    worths_destroy(&worths);
    free(tables);
}

// --- Pieces whose Elo is known -------------------------------------------------------------------

// Puts the results of planted worths in the place of those that were played.
static void plant_results(const char *folder, const struct tables *tables,
                          const struct planted_armies *planted) {
    struct log_reader log;
    struct army_games games;
    struct buffer text = buffer_init();
    struct error error = {""};
    char path[128];
    assert_true(log_open(&log, folder, LOG_GAMES, &error));
    army_games_init(&games, tables);
    game_header_write(&text, ANNOTATE_NOTHING);
    while (log_next_game(&log, &error) == CSV_RECORD) {
        struct position opening;
        struct random random = random_init(7, (uint64_t)log.game.game, RANDOM_TEST);
        games.count = 0;
        assert_true(fen_parse(log.game.opening, tables, &opening, &error));
        army_games_add(&games, (int64_t)games.count, &opening, RESULT_DRAW);
        log.game.result = armies_result(&random, armies_logit(planted, &games));
        game_row_write(&text, &log.game);
    }
    log_close(&log);
    army_games_destroy(&games);
    snprintf(path, sizeof path, "%s/games.csv", folder);
    assert_true(error.text[0] == 0 && file_replace(path, text.data, text.length, &error));
    buffer_destroy(&text);
}

// From the command that plays to the files of its report: a Rook of 300 Elo, and all others as they
// were planted, are found with the armies, the folder and the report of `kagami worth` as they are.
static void a_known_elo(void **state) {
    (void)state;
    enum { ROOK_ELO = 300 };
    expect_run("worth minishogi --games 6000 --nodes 1 --seed 3 --out known", 0, "");
    struct tables *tables = tables_of_run("known/shipped-1n");
    struct planted_armies planted = armies_planted(tables, 0.7);
    struct worths worths;
    worths_init(&worths, tables);
    int rook = worths_find(&worths, values_find("board.R"));
    worths_destroy(&worths);
    planted.logits[rook] = ROOK_ELO / ELO_PER_LOGIT;
    plant_results("known/shipped-1n", tables, &planted);
    expect_run("worth minishogi --report --out known", 0, "");

    worths = worths_of("known", tables);
    double part[WORTHS_MAX], unit = 0;
    worths_unit(&worths, 0, part);
    for (int i = 0; i < worths.count; i++)
        unit += part[i] * planted.logits[i] * ELO_PER_LOGIT;
    for (int i = 0; i < worths.count; i++) {
        double truth = planted.logits[i] * ELO_PER_LOGIT;
        double se = sqrt(worths.covariance[i * worths.count + i]);
        assert_int_equal(worths.of[i].mark, WORTH_MEASURED);
        if (fabs(worths.of[i].value - truth) > 3.5 * se || se > 25)
            fail_msg("place %d: %.0f +- %.0f, planted %.0f", i, worths.of[i].value, se, truth);
    }
    char *text = file_read("known/worth.json", 1 << 20, NULL);
    assert_non_null(text);
    cJSON *json = cJSON_Parse(text), *piece;
    bool found = false;
    cJSON_ArrayForEach(piece,
                       cJSON_GetObjectItem(cJSON_GetObjectItem(json, "runs")->child, "pieces")) {
        if (strcmp(json_text(piece, "id"), "R") != 0)
            continue;
        const cJSON *board = cJSON_GetObjectItem(piece, "board");
        const cJSON *elo = cJSON_GetObjectItem(board, "elo");
        const cJSON *worth = cJSON_GetObjectItem(board, "worth");
        double low = json_number(elo, "lo95"), high = json_number(elo, "hi95");
        if (!(low < ROOK_ELO && ROOK_ELO < high && high - low < 100))
            fail_msg("a Rook of 300 Elo: %.0f to %.0f", low, high);
        low = json_number(worth, "lo95");
        high = json_number(worth, "hi95");
        if (!(low < ROOK_ELO / unit && ROOK_ELO / unit < high && high - low < 0.5))
            fail_msg("a Rook of %.2f mean pieces: %.2f to %.2f", ROOK_ELO / unit, low, high);
        found = true;
    }
    assert_true(found);
    cJSON_Delete(json);
    free(text);
    worths_destroy(&worths);
    free(tables);
}

static void wrong_input(void **state) {
    (void)state;
    static const struct {
        const char *options;
        int code;
        const char *message;
    } wrong[] = {
        {"minishogi", 2, "--out DIR"},
        {"minishogi --out x --nodes 5,5", 2, "takes every node limit once"},
        {"minishogi --out x --nodes 0", 2, "takes up to 8 node limits"},
        {"minishogi --out x --changes 0", 2, "must be a number of pieces above 0, or dense"},
        {"minishogi --out x --changes 11", 2, "there are 10 pieces that can be changed"},
        {"minishogi --out x --shard 0/2", 2, "--seed"},
        {"minishogi --out x --range 0..2", 2, "need --seed"},
        {"minishogi --out x --seed 1 --only Q", 2, "no such run"},
        {"minishogi --out x --values no.csv", 1, "no.csv"},
        {"minishogi --out x --values a/v.csv --values b/v.csv", 2, "two files of one name"},
        // Minishogi has no tuned values: its shipped ones are the estimate.
        {"minishogi --out x --values shipped --values estimate", 2, "hold the same values"},
        {"minishogi --out x --replace S=W --logs log", 2, "no game with a replaced piece"},
        {"minishogi --out x --reference nobody", 2, "nobody"},
        {"minishogi --out x --reference K", 2, "royal"},
        {"minishogi --out x --replace Q=fR", 2, "no such piece"},
        {"minishogi --out x --replace S", 2, "takes PIECE=BETZA"},
        {"minishogi --out x --replace +S=W", 2, "is a promoted piece"},
        {"minishogi --out x --replace K=W", 2, "royal"},
        {"minishogi --out x --replace P=W", 2, "speak of the Pawn by name"},
        {"minishogi --out x --replace S=W --replace S=F", 2, "replaced already"},
        {"minishogi --out x --replace S=W --rule array=k4/4p/5/P4/4K[]", 2,
         "no Silver General in the start position"},
        {"minishogi --out x --replace S=?", 2, "--replace S=?: '?'"},
        {"minishogi --report --out x --seed 1 --shard 0/2", 2, "of whole runs"},
        {"minishogi --report --out x --seed 1 --only shipped-5n", 2, "of whole runs"},
        {"minishogi --report --out nothing", 1, "nothing: no run of armies"},
    };
    for (int i = 0; i < ARRAY_LENGTH(wrong); i++) {
        char text[256];
        snprintf(text, sizeof text, "worth %s", wrong[i].options);
        expect_run(text, wrong[i].code, wrong[i].message);
    }
    assert_false(there_is("x"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_bytes),
        cmocka_unit_test(value_sets),
        cmocka_unit_test(replaced),
        cmocka_unit_test(replaced_by_itself_and_not),
        cmocka_unit_test(one_piece_under_two_letters),
        cmocka_unit_test(a_known_elo),
        cmocka_unit_test(wrong_input),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// The program as people run it: the same log whatever the threads, kills, repairs; refusals.
#include "program.h"

#include "config.h"
#include "games.h"
#include "metrics.h"

static void any_number_of_threads_writes_the_same(void **state) {
    (void)state;
    static const struct {
        const char *options, *more;
    } games[] = {
        {"kagamigi --games 8 --nodes 40 --seed 5", ""},
        {"minishogi --games 24 --nodes 50 --seed 6", "--sample all --sample-noisy"},
        {"minishogi --games 20 --nodes 40 --seed 7 --player B:values=second.csv",
         "--resign 2500,4 --draw 20,6,20 --rule repetition=forbidden --rule pawn-drop-mate=loses"},
        {"chu-shogi --games 5 --nodes 30 --seed 8 --ply-limit 250", "--sample all --preset jcsa"},
        {"chu-shogi --games 5 --nodes 30 --seed 8 --ply-limit 250", "--sample all --preset msm"},
    };
    write_file("second.csv", "parameter,value\nboard.R,300\nhand.R,250\n");
    for (int i = 0; i < ARRAY_LENGTH(games); i++) {
        static const int threads[] = {1, 2, 8};
        for (int j = 0; j < ARRAY_LENGTH(threads); j++) {
            char line[512], folder[32], first[32];
            snprintf(folder, sizeof folder, "threads%d-%d", i, threads[j]);
            snprintf(first, sizeof first, "threads%d-1", i);
            snprintf(line, sizeof line, "selfplay %s --threads %d --out %s %s", games[i].options,
                     threads[j], folder, games[i].more);
            expect_run(line, 0, "seed");
            assert_same_logs(first, folder);
        }
        char line[64];
        snprintf(line, sizeof line, "log replay threads%d-1", i);
        expect_run(line, 0, "");
    }
}

static const char whole_run[] = "selfplay minishogi --games 60 --nodes 40 --seed 9 --sample all";

// The run that others are compared with; played once.
static void play_whole(void) {
    char line[128];
    snprintf(line, sizeof line, "%s --threads 2 --out whole", whole_run);
    if (!there_is("whole"))
        expect_run(line, 0, "seed 9");
}

static void survives_being_killed(void **state) {
    (void)state;
    play_whole();
    char line[128];
    snprintf(line, sizeof line, "%s --threads 2 --out killed", whole_run);
    struct program program = {0};
    srand(1);
    int killed = 0;
    for (int i = 0; i < 10; i++) {
        program_start(&program, line, 0);
        if (i % 2)
            wait_for_length(&program, "killed/games.csv", file_length("killed/games.csv") + 1);
        else
            wait_milliseconds(5 + rand() % 30);
        kill(program.pid, SIGKILL);
        killed += program_wait(&program) == -SIGKILL;
    }
    program_free(&program);
    assert_true(killed > 0);
    expect_run(line, 0, "seed 9");
    assert_same_logs("whole", "killed");
    expect_run("log replay killed", 0, "");
    // What another process left half done is finished as well.
    expect_run(line, 0, "is finished, nothing to do");
    assert_same_logs("whole", "killed");
}

// A resumed run plays the games that are not there, each of them once: a repeated one would count
// twice.
static void no_game_is_played_again(void **state) {
    (void)state;
    play_whole();
    char line[128];
    assert_int_equal(system("rm -rf half && cp -r whole half"), 0);
    char *whole = contents("whole/games.csv");
    const char *end = whole;
    for (int i = 0; i < 31; i++) // the header and 30 games
        end = strchr(end, '\n') + 1;
    assert_int_equal(truncate("half/games.csv", end - whole), 0);
    snprintf(line, sizeof line, "%s --threads 2 --out half", whole_run);
    expect_run(line, 0, "going on from game 30");
    char *half = contents("half/games.csv");
    int number = 0;
    for (const char *at = strchr(half, '\n') + 1; *at; at = strchr(at, '\n') + 1, number++) {
        int schema, game;
        char run[32];
        assert_int_equal(sscanf(at, "%d,%31[^,],%d", &schema, run, &game), 3);
        if (game != number)
            fail_msg("row %d is game %d", number, game);
    }
    assert_int_equal(number, 60);
    free(whole);
    free(half);
}

// The logged score is the first player's, whoever is to move: with a Rook, a Bishop and a Gold more
// it is above 0 in every position, and below 0 with as much less.
static void scores_are_of_the_first_player(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        bool ahead;
    } rows[] = {{"3sk/4p/5/P4/KGSBR[RBG] w - - 0 1", true},
                {"3sk/4p/5/P4/KGSBR[RBG] b - - 0 1", true},
                {"rbsgk/4p/5/P4/KS3[rbg] w - - 0 1", false},
                {"rbsgk/4p/5/P4/KS3[rbg] b - - 0 1", false}};
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        char text[256], folder[16];
        snprintf(text, sizeof text, "fen\n%s\n", rows[i].fen);
        write_file("odds.csv", text);
        snprintf(folder, sizeof folder, "odds%d", i);
        snprintf(text, sizeof text,
                 "selfplay minishogi --openings odds.csv --games 1 --nodes 60 --seed 4 --ply-limit "
                 "10 --sample all --sample-noisy --out %s",
                 folder);
        expect_run(text, 0, "");
        snprintf(text, sizeof text, "%s/positions.csv", folder);
        char *log = contents(text), *header = strchr(log, '\n');
        int column = 0, positions = 0, told = 0;
        for (const char *at = log; strncmp(at, "first_score", 11) != 0; column++)
            at = strchr(at, ',') + 1;
        for (const char *at = header + 1; *at; at = strchr(at, '\n') + 1, positions++) {
            const char *field = at;
            for (int k = 0; k < column; k++)
                field = strchr(field, ',') + 1;
            int score = atoi(field);
            told += score != 0;
            if (rows[i].ahead ? score < 0 : score > 0)
                fail_msg("%s, position %d: score %d", rows[i].fen, positions, score);
        }
        assert_true(told >= 2);
        free(log);
    }
}

// Six games from one opening by one deterministic player are one game: a comparison that kept the
// copies would call it six, and its intervals narrower than what was seen allows.
static void copies_are_one_game(void **state) {
    (void)state;
    struct tables *tables = game_tables("minishogi", "");
    struct error error = {""};
    write_file("one.csv", "fen\nrbsgk/4p/5/P4/KGSBR[] w - - 0 1\n");
    expect_run("selfplay minishogi --openings one.csv --games 6 --nodes 30 --seed 2 --out copies",
               0, "");
    struct game_list *list = game_list_read("copies", tables, &error);
    if (!list)
        fail_msg("%s", error.text);
    assert_int_equal(list->count, 1);
    assert_int_equal(list->copies, 5);
    game_list_destroy(list);
    free(tables);
}

// Does a game of the log have a move of three squares?
static bool has_two_steps(const char *games) {
    for (const char *at = games; *at; at++) {
        int squares = 0;
        const char *c = at;
        while (*c >= 'a' && *c <= 'l' && c[1] >= '1' && c[1] <= '9') {
            squares++;
            for (c++; *c >= '0' && *c <= '9';)
                c++;
        }
        if (squares == 3)
            return true;
    }
    return false;
}

// A game without drops, with moves of two steps and Lions that may be taken back: played on two
// threads, killed, resumed, replayed, tuned from.
static void chu_shogi_is_played_like_any_game(void **state) {
    (void)state;
    static const char options[] =
        "selfplay chu-shogi --games 40 --nodes 60 --seed 5 --resign 6000,6 --sample all";
    char line[256];
    snprintf(line, sizeof line, "%s --threads 1 --out lions", options);
    expect_run(line, 0, "seed 5");
    snprintf(line, sizeof line, "%s --threads 2 --out killed-lions", options);
    struct program program = {0};
    for (int i = 0; i < 6; i++) {
        program_start(&program, line, 0);
        wait_milliseconds(10 + 6 * i);
        kill(program.pid, SIGKILL);
        program_wait(&program);
    }
    program_free(&program);
    expect_run(line, 0, "seed 5");
    assert_same_logs("lions", "killed-lions");
    expect_run("log replay killed-lions", 0, "");
    char *games = contents("lions/games.csv");
    assert_true(has_two_steps(games));
    assert_non_null(strstr(games, "royal-captured"));
    free(games);
    // The tuner reads the log; so few games may be too few for it, and nothing else is wrong.
    program_run(&program, "tune lions --out lions.csv");
    if (program.code != 0)
        assert_non_null(strstr(program.messages, "play more games"));
    program_free(&program);
}

static void stops_on_request(void **state) {
    (void)state;
    static const int signals[] = {SIGTERM, SIGINT, SIGUSR1};
    play_whole();
    struct program program = {0};
    char line[128];
    for (int i = 0; i < ARRAY_LENGTH(signals); i++) {
        // Searches of many minutes, on any machine: the signal must reach into them.
        snprintf(line, sizeof line,
                 "selfplay minishogi --games 3 --nodes 1G --seed 9 --threads 2 --out long%d", i);
        program_start(&program, line, 0);
        wait_for_length(&program, program.err, 1);
        wait_milliseconds(50);
        kill(program.pid, signals[i]);
        assert_int_equal(program_wait(&program), 75);
        assert_non_null(strstr(program.messages, "run the same command again"));
    }
    snprintf(line, sizeof line, "%s --threads 2 --out stopped", whole_run);
    program_start(&program, line, 0);
    wait_for_length(&program, "stopped/games.csv", 2000);
    kill(program.pid, SIGTERM);
    int code = program_wait(&program);
    assert_true(code == 75 || code == 0); // 0: the last game was there already
    program_free(&program);
    expect_run(line, 0, "seed 9");
    assert_same_logs("whole", "stopped");
}

static void copy_whole(const char *folder) {
    char command[128];
    play_whole();
    snprintf(command, sizeof command, "rm -rf %s && cp -r whole %s", folder, folder);
    assert_int_equal(system(command), 0);
}

static void repairs_torn_tails(void **state) {
    (void)state;
    static const struct {
        const char *file;
        long cut;          // bytes off the end; 0: none
        const char *added; // after that
    } cases[] = {
        {"games.csv", 1, ""},
        {"games.csv", 150, ""},
        {"games.csv", 5000, ""},
        {"games.csv", 0, "2,r,60,60,mini"},
        {"games.csv", 0, "2,r,60,\"60"},
        {"positions.csv", 1, ""},
        {"positions.csv", 60, ""},
        {"positions.csv", 1500, ""},
        {"positions.csv", 0, "2,r,59,9"},
        {"positions.csv", 0, "2,r,60,1,rbsgk,w,1,1,1\n2,r,60,2,r"},
    };
    char line[128];
    snprintf(line, sizeof line, "%s --threads 2 --out torn", whole_run);
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char path[64];
        copy_whole("torn");
        snprintf(path, sizeof path, "torn/%s", cases[i].file);
        assert_int_equal(truncate(path, file_length(path) - cases[i].cut), 0);
        FILE *file = fopen(path, "a");
        assert_non_null(file);
        assert_true(fputs(cases[i].added, file) >= 0);
        assert_int_equal(fclose(file), 0);
        expect_run(line, 0, "seed 9");
        assert_same_logs("whole", "torn");
    }
    // A power cut can leave zeros, and headers that were never finished.
    copy_whole("torn");
    assert_int_equal(truncate("torn/games.csv", file_length("torn/games.csv") + 700), 0);
    expect_run(line, 0, "seed 9");
    assert_same_logs("whole", "torn");
    assert_int_equal(truncate("torn/games.csv", 10), 0);
    assert_int_equal(truncate("torn/positions.csv", 3), 0);
    expect_run(line, 0, "going on from game 0");
    assert_same_logs("whole", "torn");
}

static void refuses_damage(void **state) {
    (void)state;
    char line[128];
    snprintf(line, sizeof line, "%s --threads 2 --out torn", whole_run);
    copy_whole("torn");
    assert_int_equal(unlink("torn/run.json"), 0);
    expect_run(line, 1, "torn/games.csv: there is a log but no run.json");
    write_file("torn/run.json", "{\"schema\": 1, \"pro");
    expect_run(line, 1, "torn/run.json: not JSON, or cut short");
    write_file("torn/run.json", "{\"schema\": 1}");
    expect_run(line, 1, "torn/run.json: 'variant' is missing");
    copy_whole("torn");
    assert_int_equal(unlink("torn/games.csv"), 0);
    expect_run(line, 1, "torn/games.csv: No such file");
    copy_whole("torn");
    char *games = contents("torn/games.csv");
    memcpy(strstr(strchr(strchr(games, '\n') + 1, '\n') + 1, ",1,"), ",7,", 3); // row of game 1
    write_file("torn/games.csv", games);
    expect_run(line, 1, "torn/games.csv:3: game 7, expected 1");
    free(games);
    // --force begins anew, here as anywhere.
    snprintf(line, sizeof line, "%s --threads 2 --out torn --force", whole_run);
    expect_run(line, 0, "60 games into torn");
    assert_same_logs("whole", "torn");
}

static void refuses_other_configurations(void **state) {
    (void)state;
    static const struct {
        const char *options, *message;
    } cases[] = {
        {"minishogi --nodes 41 --seed 9 --sample all", "nodes is '40' there and '41' here"},
        {"minishogi --nodes 40 --seed 8 --sample all", "seed is '9' there and '8' here"},
        {"minishogi --nodes 40 --seed 9 --sample 0.4", "sample is '1.000000' there"},
        {"minishogi --nodes 40 --seed 9 --sample all --rule nifu=off", "rules is '' there"},
        {"minishogi --nodes 40 --seed 9 --sample all --ply-limit 99", "ply_limit is '250' there"},
        {"minishogi --nodes 40 --sample all --values rook.csv", "board.R is"},
        {"kagamigi --nodes 40 --seed 9 --sample all", "variant is 'minishogi' there"},
    };
    play_whole();
    write_file("rook.csv", "parameter,value\nboard.R,1\n");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char line[256];
        snprintf(line, sizeof line, "selfplay %s --games 60 --out whole", cases[i].options);
        expect_run(line, 1, cases[i].message);
    }
    expect_run("log replay whole", 0, "");
}

static void goes_on_and_extends(void **state) {
    (void)state;
    play_whole();
    // No seed given: the run keeps its own. Fewer games than there are: nothing to do.
    expect_run("selfplay minishogi --games 20 --nodes 40 --sample all --seed 9 --out parts", 0, "");
    expect_run("selfplay minishogi --games 10 --nodes 40 --sample all --out parts", 0,
               "seed 9, default@40n: parts is finished");
    expect_run("selfplay minishogi --games 40 --nodes 40 --sample all --out parts", 0,
               "going on from game 20 of 40 in parts");
    expect_run("selfplay minishogi --games 60 --nodes 40 --sample all --out parts", 0, "seed 9");
    assert_same_logs("whole", "parts");
}

static void one_process_a_folder(void **state) {
    (void)state;
    struct program program = {0};
    program_start(&program, "selfplay minishogi --games 1M --nodes 50 --out busy --seed 1", 0);
    wait_for_length(&program, "busy/games.csv", 1000);
    expect_run("selfplay minishogi --games 1M --nodes 50 --out busy --seed 1", 1,
               "busy: another process is writing this run");
    expect_run("selfplay minishogi --games 1 --nodes 50 --out busy --seed 1 --force", 1,
               "busy: another process is writing this run");
    kill(program.pid, SIGTERM);
    assert_int_equal(program_wait(&program), 75);
    program_free(&program);
}

// The thread sanitizer itself needs files larger than the limit that stands for a full disk here.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__
#endif
#endif

static void failed_writes_leave_a_clean_log(void **state) {
    (void)state;
#ifdef __SANITIZE_THREAD__
    skip();
#endif
    play_whole();
    char line[128];
    snprintf(line, sizeof line, "%s --threads 2 --out full", whole_run);
    struct program program = {0};
    program_start(&program, line, 15000); // as on a full disk, a write is cut short and then fails
    assert_int_equal(program_wait(&program), 1);
    assert_non_null(strstr(program.messages, "full/"));
    assert_non_null(strstr(program.messages, strerror(EFBIG)));
    char *games = contents("full/games.csv");
    size_t length = strlen(games);
    assert_true(length > 0 && length <= 15000 && games[length - 1] == '\n');
    char *whole = contents("whole/games.csv");
    assert_memory_equal(games, whole, length);
    free(games);
    free(whole);
    program_free(&program);
    expect_run(line, 0, "seed 9");
    assert_same_logs("whole", "full");
}

static void a_vanished_folder_is_noticed(void **state) {
    (void)state;
    struct program program = {0};
    program_start(&program, "selfplay minishogi --games 1M --nodes 50 --out gone --seed 1", 0);
    wait_for_length(&program, "gone/games.csv", 1000);
    assert_int_equal(system("rm -r gone"), 0);
    kill(program.pid, SIGTERM);
    assert_int_equal(program_wait(&program), 1);
    assert_non_null(strstr(program.messages, "was removed while the run went on"));
    assert_false(there_is("gone"));
    program_free(&program);
}

static void bad_arguments_write_nothing(void **state) {
    (void)state;
    static const struct {
        const char *options;
        int code;
        const char *message;
    } cases[] = {
        {"minishogi --games 0", 2, "--games must be a whole number"},
        {"minishogi --games -5", 2, "--games must be"},
        {"minishogi --games 1.5", 2, "--games must be"},
        {"minishogi --nodes 0", 2, "--nodes must be"},
        {"minishogi --threads 0", 2, "--threads must be"},
        {"minishogi --depth 0", 2, "--depth must be"},
        {"minishogi --seed -1", 2, "--seed must be"},
        {"minishogi --seed 18446744073709551616", 2, "--seed must be"},
        {"minishogi --sample 1.1", 2, "--sample must be"},
        {"minishogi --openings random:x", 2, "--openings"},
        {"minishogi --openings none.txt", 1, "none.txt: No such file"},
        {"minishogi --resign 5", 2, "--resign takes 2"},
        {"minishogi --resign 5,6,7", 2, "--resign takes 2"},
        {"minishogi --draw 1,2", 2, "--draw takes 3"},
        {"minishogi --ply-limit 10000", 2, "--ply-limit must be"},
        {"nogame", 2, "no variant 'nogame'"},
        {"minishogi --rule norule=on", 2, "norule"},
        {"minishogi --rule nifu=perhaps", 2, "perhaps"},
        {"minishogi --preset none", 2, "none"},
        {"minishogi --values none.csv", 1, "none.csv: No such file"},
        {"minishogi --values bad.csv", 1, "bad.csv:2: 'board.Z': no such piece in minishogi"},
        {"minishogi --values good.csv --player B:values=good.csv", 1,
         "the two players are the same"},
        {"minishogi --nonsense", 2, "nonsense"},
    };
    write_file("bad.csv", "parameter,value\nboard.Z,1\n");
    write_file("good.csv", "parameter,value\nboard.R,500\n");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char line[256];
        snprintf(line, sizeof line, "selfplay %s --out nothing", cases[i].options);
        expect_run(line, cases[i].code, cases[i].message);
        assert_false(there_is("nothing"));
    }
    write_file("occupied", "a file\n");
    expect_run("selfplay minishogi --games 1 --out occupied", 1, "occupied: not a folder");
    expect_run("selfplay minishogi --games 1 --out occupied/deeper", 1, "Not a directory");
    char *text = contents("occupied");
    assert_string_equal(text, "a file\n");
    free(text);
    expect_run("selfplay minishogi --games 1", 2, "--out DIR");
    expect_run("selfplay --out nothing", 2, "VARIANT");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_writes_the_same),
        cmocka_unit_test(survives_being_killed),
        cmocka_unit_test(no_game_is_played_again),
        cmocka_unit_test(scores_are_of_the_first_player),
        cmocka_unit_test(copies_are_one_game),
        cmocka_unit_test(chu_shogi_is_played_like_any_game),
        cmocka_unit_test(stops_on_request),
        cmocka_unit_test(repairs_torn_tails),
        cmocka_unit_test(refuses_damage),
        cmocka_unit_test(refuses_other_configurations),
        cmocka_unit_test(goes_on_and_extends),
        cmocka_unit_test(one_process_a_folder),
        cmocka_unit_test(failed_writes_leave_a_clean_log),
        cmocka_unit_test(a_vanished_folder_is_noticed),
        cmocka_unit_test(bad_arguments_write_nothing),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

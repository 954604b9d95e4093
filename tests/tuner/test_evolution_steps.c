// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Steps of a loop as calls: in their order alone, each once, the same games as the command's.
#include "../selfplay/games.h"

#include "beside.h"
#include "evolution.h"
#include "selftest_internal.h"
#include "values_file.h"

enum { MATCH = 200 }; // games; enough for a test that is easy to pass to end

struct loop {
    struct tables *tables;
    char *text;
    struct config config;
    struct tune_options tune;
    struct evolution_settings settings;
    struct evolution_run run;
};

static void begin(struct loop *loop, const char *folder, long long step_games,
                  long long spsa_games) {
    struct error error = {""};
    loop->tables = game_tables("minishogi", "");
    loop->text = config_variant_text("minishogi", &error);
    assert_non_null(loop->text);
    loop->config = config_default(loop->tables, loop->text);
    loop->tune = tune_options_plain(NULL, 0, 1);
    loop->tune.force = true;
    loop->settings = (struct evolution_settings){.folder = folder,
                                                 .values = "estimate",
                                                 .tune = &loop->tune,
                                                 .sampling.rate = 1,
                                                 .sprt = {-300, -200, 0.05, 0.05},
                                                 .ladder = {.limits = 2, .limit = {10, 20}},
                                                 .games = 120,
                                                 .nodes = 20,
                                                 .step_games = step_games,
                                                 .panel_games = 4,
                                                 .spsa_games = spsa_games,
                                                 .margin = 100,
                                                 .window = 4,
                                                 .seed = 7};
    struct play_options *both[] = {&loop->settings.play, &loop->settings.match};
    for (int i = 0; i < ARRAY_LENGTH(both); i++) {
        assert_true(play_options_default(both[i], &error));
        both[i]->threads = 1;
        both[i]->bound = 100000; // balanced openings cost more than such games
        both[i]->nodes = loop->settings.nodes;
        both[i]->games_given = both[i]->seed_given = true;
    }
    loop->settings.match.games = MATCH;
    loop->run = (struct evolution_run){.settings = &loop->settings,
                                       .tables = loop->tables,
                                       .variant_text = loop->text,
                                       .config = &loop->config};
}

static void end(struct loop *loop) {
    free(loop->text);
    free(loop->tables);
}

// What is played against whom is one table: steps, SPSA's duel, what is learned on top, the test,
// the panel twice.
static void matches(void **state) {
    (void)state;
    struct loop loop;
    struct evolution_match match[EVOLUTION_MATCHES];
    begin(&loop, "matches", 6, 16);
    loop.settings.learns[BESIDE_NET] = true;
    int count = evolution_matches(&loop.run, match);
    static const char *const places[] = {
        "steps/25",      "steps/50",      "steps/100", "steps/spsa",      "steps/net-50",
        "steps/net-100", "steps/net-133", "match",     "before/estimate", "panel/estimate"};
    assert_int_equal(count, ARRAY_LENGTH(places));
    for (int i = 0; i < count; i++) {
        assert_string_equal(match[i].place, places[i]);
        assert_int_equal(match[i].limits, i < 7 ? 1 : 2);
        assert_int_equal(match[i].games, i < 7 ? 6 : i == 7 ? MATCH : 4);
    }
    loop.settings.learns[BESIDE_NET] = false;
    loop.settings.spsa_games = loop.settings.panel_games = 0;
    assert_int_equal(evolution_matches(&loop.run, match), 4);
    loop.settings.step_games = 0;
    assert_int_equal(evolution_matches(&loop.run, match), 1);
    end(&loop);
}

// The agenda: self-play, then these matches at each limit, with SPSA between steps and its duel.
static void announced(void **state) {
    (void)state;
    struct loop loop;
    struct agenda agenda;
    struct error error = {""};
    begin(&loop, "announced", 6, 16);
    assert_true(evolution_write_agenda(&loop.run, 2, true, 0, &error));
    assert_true(agenda_read("announced", &agenda, &error));
    assert_int_equal(agenda.generations, 2);
    assert_int_equal(agenda.count, 2 * (1 + 3 + 1 + 1 + 2 + 4));
    assert_string_equal(agenda.run[0].run, "1/log");
    assert_false(agenda.run[0].at_most);
    assert_string_equal(agenda.run[4].run, "1/spsa");
    assert_string_equal(agenda.run[4].begun, "1/spsa/spsa.json");
    assert_string_equal(agenda.run[5].run, "1/steps/spsa/10n");
    assert_string_equal(agenda.run[agenda.count - 1].run, "2/panel/estimate/20n");
    assert_string_equal(agenda.run[agenda.count - 1].done, "2/verdict");
    agenda_destroy(&agenda);
    end(&loop);
}

static void refused(enum work_end end, const struct error *error, const char *part) {
    assert_int_equal(end, WORK_FAILED);
    if (!strstr(error->text, part))
        fail_msg("'%s', expected '%s'", error->text, part);
}

static void in_order(void **state) {
    (void)state;
    struct loop loop;
    struct error error = {""};
    begin(&loop, "loop", 0, 0);
    struct evolution_run *run = &loop.run;
    assert_true(evolution_check(run, 1, &error));
    refused(evolution_play(run, 2, &error), &error, "generation 1 has no verdict yet");
    refused(evolution_tune(run, 1, &error), &error, "the games of generation 1 are not there yet");
    refused(evolution_choose(run, 1, &error), &error, "there are no values yet");
    refused(evolution_verify(run, 1, &error), &error, "there are no values yet");
    enum work_end (*const steps[])(struct evolution_run *, int,
                                   struct error *) = {evolution_tune, evolution_choose};
    assert_int_equal(evolution_play(run, 1, &error), WORK_DONE);
    for (int i = 0; i < ARRAY_LENGTH(steps); i++)
        if (steps[i](run, 1, &error) != WORK_DONE)
            fail_msg("step %d: %s", i, error.text);
    // Its games first, as one of three processes that share them.
    loop.settings.shards = 3;
    run->part = (struct game_range){.shard = 2, .shards = 3};
    run->beside = true;
    assert_int_equal(evolution_verify(run, 1, &error), WORK_DONE);
    assert_int_equal(evolution_verdict("loop", 1), EVOLUTION_NONE);
    shell("test -e loop/1/match/10n/games.csv");
    run->beside = false;
    assert_int_equal(evolution_verify(run, 1, &error), WORK_DONE);
    loop.settings.shards = run->part.shards = 0;
    // Easy to pass: accepted, and the next plays with these values.
    assert_int_equal(evolution_verdict("loop", 1), EVOLUTION_ACCEPTED);
    assert_true(evolution_history(&loop.settings, false, NULL));
    char path[PATH_MAX];
    assert_string_equal(evolution_in_play(&loop.settings, 2, path), "loop/1/generation-1.csv");
    assert_string_equal(evolution_in_play(&loop.settings, 1, path), "estimate");
    shell("cmp loop/1/fit.csv loop/1/generation-1.csv"); // all of the way, unseen
    // Done steps do nothing; a table that is lost is told again.
    long length = file_length("loop/1/match/10n/games.csv");
    shell("rm loop/evolve.json");
    assert_false(evolution_history(&loop.settings, false, NULL));
    assert_int_equal(evolution_verify(run, 1, &error), WORK_DONE);
    assert_true(evolution_history(&loop.settings, false, NULL));
    assert_int_equal(file_length("loop/1/match/10n/games.csv"), length);
    // Another loop than the one that is there.
    loop.settings.nodes = loop.settings.play.nodes = 30;
    assert_false(evolution_check(run, 2, &error));
    assert_non_null(strstr(error.text, "its loop was begun with nodes 20, not 30"));
    end(&loop);
    shell(KAGAMI_PROGRAM
          " evolve minishogi --games 120 --nodes 20 --seed 7 --values estimate "
          "--game opening-bound=100000 --play sample=all --step 1:play --out program 2>/dev/null");
    assert_same_logs("loop/1/log", "program/1/log");
}

// What the network beside the values of `path` says of some positions.
enum { SAID = 60 };
static void said_by(const struct tables *tables, const char *path, int said[SAID]) {
    struct values values;
    struct beside_known known;
    struct error error = {""};
    struct random random = random_init(3, 0, RANDOM_TEST);
    if (!values_file_load(path, tables, &values, &error) ||
        !beside_load(&values, tables, &known, &error))
        fail_msg("%s", error.text);
    for (int i = 0; i < SAID; i++) {
        struct position position;
        assert_true(random_game_position(tables, &random, 10 + i % 20, &position));
        said[i] = beside_score(&known, &position);
    }
    beside_free(&known);
}

// On top of the step: half of what a new network says, all of it, and a third more, against what
// was there; one of the four goes on. What is there is not learned again.
static void network_on_top(void **state) {
    (void)state;
    static const char *const places[] = {"begin.csv", "nets/1/steps/net-50.csv",
                                         "nets/1/steps/net-100.csv", "nets/1/steps/net-133.csv"};
    int said[ARRAY_LENGTH(places)][SAID], chosen[SAID];
    struct loop loop;
    struct error error = {""};
    begin(&loop, "nets", 6, 0);
    loop.settings.learns[BESIDE_NET] = true;
    loop.settings.values = places[0];
    loop.settings.games = 1500; // of fewer nothing is learned
    loop.settings.nodes = loop.settings.play.nodes = loop.settings.match.nodes = 10;
    shell("printf 'parameter,value\nboard.R,700\n' >begin.csv");
    shell("printf 'part,piece,of,from,place,weights\n' >begin.net.csv");
    if (evolution_play(&loop.run, 1, &error) != WORK_DONE ||
        evolution_tune(&loop.run, 1, &error) != WORK_DONE ||
        evolution_choose(&loop.run, 1, &error) != WORK_DONE)
        fail_msg("%s", error.text);
    shell("cmp begin.net.csv nets/1/steps/25.net.csv");
    int far = 0;
    for (int i = 0; i < ARRAY_LENGTH(places); i++)
        said_by(loop.tables, places[i], said[i]);
    for (int i = 0; i < SAID; i++) {
        assert_int_equal(said[0][i], 0);
        assert_true(abs(said[2][i] - 2 * said[1][i]) <= 1);
        assert_true(abs(100 * said[3][i] - 133 * said[2][i]) <= 120 + 2 * abs(said[2][i]));
        far += abs(said[2][i]) > 10;
    }
    assert_true(far > SAID / 4);
    struct evolution_scores scores;
    evolution_scores_read("nets/1/steps.json", &scores);
    int taken;
    assert_non_null(evolution_best_part(&scores, &taken));
    said_by(loop.tables, "nets/1/generation-1.csv", chosen);
    assert_memory_equal(chosen, said[(taken + 49) / 50], sizeof chosen);
    shell("rm nets/1/generation-1.csv nets/1/net.txt");
    assert_int_equal(evolution_choose(&loop.run, 1, &error), WORK_DONE);
    shell("test -e nets/1/generation-1.csv && ! test -e nets/1/net.txt");
    end(&loop);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches),
        cmocka_unit_test(announced),
        cmocka_unit_test(in_order),
        cmocka_unit_test(network_on_top),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

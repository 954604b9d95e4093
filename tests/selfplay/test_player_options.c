// SPDX-License-Identifier: GPL-3.0-or-later
// Players by name: what --player takes, and the players that come of it.
#include "cmd_play_options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#undef fail
#include <cmocka.h>

struct options {
    struct player_options players;
};

static const struct option_use uses[] = {OPTION_USE(players, struct options, players), {0}};
static const struct command command = {.name = "try", .uses = uses, .size = sizeof(struct options)};
static struct options options; // large
static struct error error;

static bool parse(const char *const *words, int count) {
    memset(&options, 0, sizeof options);
    error.text[0] = 0;
    return options_parse(&command, count, words, &options, &error) == OPTIONS_READY;
}

static bool parse_one(const char *text) {
    const char *words[] = {"--player", text};
    return parse(words, 2);
}

static void test_keys(void **state) {
    (void)state;
    static const char program_text[] =
        "x.1:engine=hachu -x,protocol=xboard,time=500,option=Hash=1,option=A=b\\,c,variant=chu,"
        "log=talk,margin=0,timeout=7";
    const char *words[] = {"--player=new:values=a\\,b.csv,nodes=10k,depth=5,board.P=90,hand.P=100",
                           "--player=old", "--player", program_text};
    assert_true(parse(words, 4));
    assert_int_equal(options.players.count, 3);
    const struct player_option *new = &options.players.player[0], *old = new + 1,
                               *program = new + 2;
    assert_string_equal(new->name, "new");
    assert_string_equal(new->values, "a,b.csv");
    assert_int_equal(new->nodes, 10000);
    assert_int_equal(new->depth, 5);
    assert_int_equal(new->param.count, 2);
    assert_string_equal(new->param.text[1], "hand.P=100");
    assert_int_equal(new->margin_ms, -1);
    assert_string_equal(old->name, "old");
    assert_null(old->values);
    assert_string_equal(program->name, "x.1");
    assert_string_equal(program->external.command, "hachu -x");
    assert_int_equal(program->external.protocol, EXTERNAL_XBOARD);
    assert_int_equal(program->milliseconds, 500);
    assert_int_equal(program->option.count, 2);
    assert_string_equal(program->option.text[1], "A=b,c");
    assert_string_equal(program->external.variant, "chu");
    assert_string_equal(program->external.log, "talk");
    assert_int_equal(program->margin_ms, 0);
    assert_int_equal(program->timeout, 7);
}

static void test_faults(void **state) {
    (void)state;
    const char *twice[] = {"--player=a", "--player=a:depth=2"};
    assert_false(parse(twice, 2));
    assert_string_equal(error.text, "--player gives two players the name 'a'");
    assert_false(parse_one("a/b:depth=2"));
    assert_non_null(strstr(error.text, "the name of letters, digits, '_' and '.'"));
    assert_false(parse_one(":depth=2"));
    assert_false(parse_one("a:nodes=0"));
    assert_string_equal(error.text, "--player a: nodes must be a whole number from 1 to "
                                    "1000000000000, not '0'");
    assert_false(parse_one("a:dept"));
    assert_string_equal(error.text, "--player a: no key 'dept'; did you mean 'depth'?");
    assert_false(parse_one("a:dept=3"));
    assert_string_equal(error.text,
                        "--player a: no key or parameter 'dept'; did you mean 'depth'?");
    assert_false(parse_one("a:nonsense=1"));
    assert_string_equal(error.text, "--player a: no key or parameter 'nonsense'");
    assert_false(parse_one("a:protocol=cecp"));
    assert_string_equal(error.text, "--player a: protocol must be uci, usi or xboard, not 'cecp'");
    assert_false(parse_one("a:protocol=uci"));
    assert_non_null(strstr(error.text, "give engine=COMMAND too"));
    assert_false(parse_one("a:nodes=5,nodes=7"));
    assert_string_equal(error.text, "--player a: 'nodes' stands twice");
    assert_false(parse_one("a:log=talk"));
    assert_non_null(strstr(error.text, "give engine=COMMAND too"));
    assert_false(parse_one("a:engine=x,values=v.csv"));
    assert_string_equal(error.text, "--player a: a program brings its own values");
    assert_false(parse_one("a:engine=x,net=off"));
    assert_string_equal(error.text, "--player a: a program brings its own values");
    char words[PLAYERS_MAX + 1][16];
    const char *many[PLAYERS_MAX + 1];
    for (int i = 0; i <= PLAYERS_MAX; i++) {
        snprintf(words[i], sizeof words[i], "--player=p%d", i);
        many[i] = words[i];
    }
    assert_true(parse(many, PLAYERS_MAX));
    assert_false(parse(many, PLAYERS_MAX + 1));
    assert_string_equal(error.text, "--player goes for 32 players at most");
}

static struct tables *load(const char *name) {
    struct tables *tables = malloc(sizeof *tables);
    struct variant *variant = malloc(sizeof *variant);
    if (!tables || !variant || !variant_load(name, variant, &error) ||
        !tables_build(tables, variant, &variant->rules, &error))
        fail_msg("%s", error.text);
    free(variant);
    return tables;
}

static void test_players(void **state) {
    (void)state;
    const char *words[] = {"--player=a:board.P=91", "--player=b:depth=3",
                           "--player=c:engine=true,time=20"};
    struct play_options common = {.nodes = 500};
    struct tables *tables = load("minishogi");
    struct player player[3];
    assert_true(parse(words, 3));
    for (int i = 0; i < 3; i++)
        assert_true(player_option_player(&options.players.player[i], &common, tables, &player[i],
                                         NULL, &error));
    assert_string_equal(player[0].name, "a@500n");
    assert_int_not_equal(memcmp(&player[0].values, &player[1].values, sizeof player[0].values), 0);
    assert_string_equal(player[1].name, "b@d3");
    assert_int_equal(player[1].limits.nodes, 0);
    assert_int_equal(player[2].limits.milliseconds, 20);
    assert_string_equal(player[2].external->command, "true");
    assert_int_equal(player[2].external->margin_ms, 100);
    assert_true(parse_one("a:board.G=1,board.Q=1")); // in other games
    assert_false(player_option_player(&options.players.player[0], &common, tables, &player[0], NULL,
                                      &error));
    free(tables);
}

// A and B whatever the order, and what they are called.
static void test_pair(void **state) {
    (void)state;
    static const struct {
        const char *words[2], *a, *b;
    } rows[] = {
        {{NULL}, "default@500n", "default@500n"},
        {{"--player=B:tempo=9"}, "default@500n", "default+tempo=9@500n"},
        {{"--player=A:tempo=9,board.P=91"}, "default+tempo=9+board.P=91@500n", "default@500n"},
        {{"--player=new:tempo=9"}, "new@500n", "default@500n"},
        {{"--player=B:tempo=9,moves=off"}, "default@500n", "default+tempo=9+moves=off@500n"},
        {{"--player=B:depth=2", "--player=A:depth=3"}, "default@d3", "default@d2"},
        {{"--player=x:depth=2", "--player=A:depth=3"}, "default@d3", "x@d2"},
        {{"--player=new:depth=2", "--player=old"}, "new@d2", "old@500n"},
        {{"--player=B:engine=/usr/games/hachu -x,time=7"}, "default@500n", "hachu@7ms"},
    };
    struct tables *tables = load("minishogi");
    struct play_options common = {.nodes = 500};
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        struct player player[PLAYERS];
        assert_true(parse(rows[i].words, !!rows[i].words[0] + !!rows[i].words[1]));
        assert_true(player_options_pair(&options.players, &common, tables, NULL, player, &error));
        assert_string_equal(player[PLAYER_A].name, rows[i].a);
        assert_string_equal(player[PLAYER_B].name, rows[i].b);
    }
    static const char *const roles[PLAYERS] = {"new", "old"};
    struct player player[PLAYERS];
    assert_true(parse_one("mine:tempo=9"));
    assert_true(player_options_pair(&options.players, &common, tables, roles, player, &error));
    assert_string_equal(player[PLAYER_A].name, "mine@500n");
    assert_string_equal(player[PLAYER_B].name, "old default@500n");
    free(tables);
}

// What goes with the values of a player is what its own key says; nothing with "off".
static void test_beside(void **state) {
    (void)state;
    char path[] = "/tmp/kagami-net-XXXXXX", word[64];
    int file = mkstemp(path);
    static const char text[] = "part,piece,of,from,place,weights\nunit,,,,,50\n";
    assert_true(file >= 0 && write(file, text, sizeof text - 1) == sizeof text - 1);
    assert_int_equal(close(file), 0);
    snprintf(word, sizeof word, "b:net=%s", path);
    const char *words[] = {"--player=a:net=off", "--player", word, "--player=c"};
    struct play_options common = {.nodes = 500};
    struct tables *tables = load("kagamigi");
    struct player player[3];
    struct values shipped;
    values_default(tables, &shipped);
    assert_true(parse(words, 4));
    for (int i = 0; i < 3; i++)
        assert_true(player_option_player(&options.players.player[i], &common, tables, &player[i],
                                         NULL, &error));
    assert_true(player[0].values.beside[BESIDE_NET].hash == 0);
    assert_true(player[0].values.beside[BESIDE_MOVES].hash == shipped.beside[BESIDE_MOVES].hash);
    assert_string_equal(player[1].values.beside[BESIDE_NET].path, path);
    assert_true(player[1].values.beside[BESIDE_NET].hash != 0);
    assert_true(player[2].values.beside[BESIDE_NET].hash == shipped.beside[BESIDE_NET].hash);
    assert_true(shipped.beside[BESIDE_NET].hash != 0);
    assert_int_equal(unlink(path), 0);
    assert_false(player_option_player(&options.players.player[1], &common, tables, &player[1], NULL,
                                      &error));
    assert_non_null(strstr(error.text, path));
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys), cmocka_unit_test(test_faults), cmocka_unit_test(test_players),
        cmocka_unit_test(test_pair), cmocka_unit_test(test_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

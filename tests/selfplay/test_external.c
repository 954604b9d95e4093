// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// External players: what engines of each protocol are told and answer, and engines that die, hang,
// babble, dawdle and lie. None of them may hold us up, and each fault is told from the others.
#include "games.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "external.h"
#include "external_internal.h"
#include "notation.h"
#include "referee.h"

#define FAKE TEST_DATA "/selfplay/fake_engine "

// A game after some moves, as the loop of a match asks about it.
struct table {
    struct tables *tables;
    struct referee referee;
    Move moves[64];
    const char *opening;
};

static struct table *table_at(const char *variant, const char *opening, const char *moves) {
    struct table *table = calloc(1, sizeof *table);
    struct error error = {""};
    char text[512], *rest = text;
    assert_non_null(table);
    table->tables = game_tables(variant, "");
    table->opening =
        opening ? opening : variant_start_fen(&table->tables->variant, &table->tables->rules);
    referee_init(&table->referee);
    if (!referee_start(&table->referee, table->tables, table->opening, &error))
        fail_msg("%s", error.text);
    snprintf(text, sizeof text, "%s", moves);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        Move *move = &table->moves[table->referee.counts.plies];
        if (!move_parse(word, &table->referee.position, move, &error) ||
            !referee_play(&table->referee, *move, &error))
            fail_msg("%s: %s", word, error.text);
    }
    return table;
}

static void table_free(struct table *table) {
    referee_destroy(&table->referee);
    free(table->tables);
    free(table);
}

static const char *const protocol_names[] = {"uci", "usi", "xboard"};

static struct player_question question_at(const struct table *table, struct limits limits) {
    return (struct player_question){
        .opening = table->opening,
        .moves = table->moves,
        .count = table->referee.counts.plies,
        .position = &table->referee.position,
        .limits = limits,
    };
}

static void ask(struct external *player, const struct table *table, struct limits limits,
                struct player_answer *answer) {
    struct player_question question = question_at(table, limits);
    external_ask(player, &question, answer);
}

static struct external_settings settings_of(enum external_protocol protocol, const char *command) {
    struct external_settings settings = external_default(protocol, command);
    settings.grace_ms = 20000; // no test may fail because the machine is slow
    return settings;
}

static struct external *start(const struct external_settings *settings, const struct table *table) {
    struct error error = {""};
    struct external *player = external_create(settings, table->tables, &error);
    if (!player || !external_start(player, &error))
        fail_msg("%s", error.text);
    if (!external_new_game(player, table->opening, &error))
        fail_msg("%s", error.text);
    return player;
}

static void no_child_is_left(void) {
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void each_behaviour_is_told_from_the_others(void **state) {
    (void)state;
    static const struct {
        enum external_protocol protocol;
        const char *behaviour;
        int64_t milliseconds;
        enum player_status status;
        const char *text; // part of the answer's
    } cases[] = {
        {EXTERNAL_UCI, "well a2a3", 0, PLAYER_MOVE, ""},
        {EXTERNAL_UCI, "well a2a3", 60000, PLAYER_MOVE, ""},
        {EXTERNAL_UCI, "well resign", 0, PLAYER_RESIGN, ""},
        {EXTERNAL_UCI, "long a2a3", 0, PLAYER_MOVE, ""},
        {EXTERNAL_UCI, "huge a2a3", 0, PLAYER_MOVE, ""},
        {EXTERNAL_UCI, "huge a2a3", 60000, PLAYER_MOVE, ""},
        {EXTERNAL_UCI, "endless", 50, PLAYER_HANG, "in time"},
        {EXTERNAL_UCI, "garbage", 0, PLAYER_ILLEGAL, "is no move"},
        {EXTERNAL_UCI, "well a2a4", 0, PLAYER_ILLEGAL, "bestmove a2a4"},
        {EXTERNAL_UCI, "well '(none)'", 0, PLAYER_ILLEGAL, "(none)"},
        {EXTERNAL_UCI, "well 0000", 0, PLAYER_ILLEGAL, "0000"},
        {EXTERNAL_UCI, "well P@c3", 0, PLAYER_ILLEGAL, "P@c3"},
        {EXTERNAL_UCI, "crash", 0, PLAYER_CRASH, "exit code 7"},
        {EXTERNAL_UCI, "killed", 0, PLAYER_CRASH, "signal 11"},
        {EXTERNAL_UCI, "closed", 50, PLAYER_HANG, "in time"},
        {EXTERNAL_UCI, "hang", 0, PLAYER_HANG, "in time"},
        {EXTERNAL_UCI, "hang", 50, PLAYER_HANG, "in time"},
        {EXTERNAL_UCI, "babble", 50, PLAYER_HANG, "in time"},
        {EXTERNAL_UCI, "deaf", 50, PLAYER_HANG, "in time"},
        {EXTERNAL_UCI, "stubborn", 50, PLAYER_HANG, "in time"},
        {EXTERNAL_UCI, "late a2a3", 50, PLAYER_TIME, "ms of 50"},
        {EXTERNAL_USI, "well 5d5c", 0, PLAYER_MOVE, ""},
        {EXTERNAL_USI, "well a2a3", 0, PLAYER_ILLEGAL, "is no move"},
        {EXTERNAL_USI, "well win", 0, PLAYER_ILLEGAL, "win"},
        {EXTERNAL_XBOARD, "well 'move a2a3'", 0, PLAYER_MOVE, ""},
        {EXTERNAL_XBOARD, "well '3 45 0 1234 a2a3;move a2a3'", 0, PLAYER_MOVE, ""},
        {EXTERNAL_XBOARD, "well 'move a2a3='", 0, PLAYER_MOVE, ""},
        {EXTERNAL_XBOARD, "well 'move a2a4'", 0, PLAYER_ILLEGAL, "a2a4"},
        {EXTERNAL_XBOARD, "well 'move @@@@'", 0, PLAYER_ILLEGAL, "@@@@"},
        {EXTERNAL_XBOARD, "well 'move a2a3,;move a4a3'", 0, PLAYER_ILLEGAL, "the legs of"},
        {EXTERNAL_XBOARD, "huge 'move a2a3'", 0, PLAYER_MOVE, ""},
        {EXTERNAL_XBOARD, "well resign", 0, PLAYER_RESIGN, ""},
        {EXTERNAL_XBOARD, "well '0-1 {resign}'", 0, PLAYER_RESIGN, ""},
        {EXTERNAL_XBOARD, "well '1-0 {mates}'", 0, PLAYER_ILLEGAL, "claims '1-0"},
        {EXTERNAL_XBOARD, "well '1/2-1/2 {draw}'", 0, PLAYER_ILLEGAL, "claims"},
        {EXTERNAL_XBOARD, "crash", 0, PLAYER_CRASH, "exit code 7"},
        {EXTERNAL_XBOARD, "hang", 50, PLAYER_HANG, "in time"},
        {EXTERNAL_XBOARD, "late 'move a2a3'", 50, PLAYER_TIME, "ms of 50"},
    };
    struct table *table = table_at("minishogi", NULL, "");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char command[256];
        const char *protocol = protocol_names[cases[i].protocol];
        snprintf(command, sizeof command, FAKE "%s %s", protocol, cases[i].behaviour);
        struct external_settings settings = settings_of(cases[i].protocol, command);
        if (cases[i].status == PLAYER_HANG) {
            settings.grace_ms = 100;
            settings.timeout_ms = cases[i].milliseconds ? 3600000 : 5000;
        }
        struct player_answer answer;
        struct error error;
        struct external *player = start(&settings, table);
        // Twice: whatever went wrong, the next game has a working engine.
        for (int game = 0; game < 2; game++) {
            int64_t before = process_now();
            ask(player, table, (struct limits){.depth = 3, .milliseconds = cases[i].milliseconds},
                &answer);
            if (answer.status != cases[i].status || !strstr(answer.text, cases[i].text))
                fail_msg("%s: status %d, '%s'", command, answer.status, answer.text);
            assert_true(process_now() - before < 300000); // not the hour above
            if (answer.status == PLAYER_MOVE) {
                char text[MOVE_TEXT];
                assert_string_equal(move_print(answer.move, text), "a2a3");
            }
            assert_true(external_new_game(player, table->opening, &error));
        }
        external_destroy(player);
    }
    table_free(table);
    no_child_is_left();
}

static void scores_and_nodes_are_read(void **state) {
    (void)state;
    static const struct {
        enum external_protocol protocol;
        const char *answer;
        int score;
    } cases[] = {
        {EXTERNAL_UCI, "well a2a3", 45},
        {EXTERNAL_USI, "well 5d5c", 45},
        {EXTERNAL_XBOARD, "well '3 45 0 1234 a2a3 9 9;move a2a3'", 45},
        // No mate, whatever they say.
        {EXTERNAL_UCI, "cp3000000000 a2a3", SCORE_MATE_BOUND - 1},
        {EXTERNAL_UCI, "cp-3000000000 a2a3", 1 - SCORE_MATE_BOUND},
        {EXTERNAL_XBOARD, "well '3 2000000 0 1234 a2a3;move a2a3'", SCORE_MATE_BOUND - 1},
        // Of mates: UCI counts moves, the loser's too; USI plies; CECP moves, as UCI.
        {EXTERNAL_UCI, "mate2 a2a3", SCORE_MATE - 3},
        {EXTERNAL_UCI, "mate-2 a2a3", -(SCORE_MATE - 4)},
        {EXTERNAL_UCI, "mate0 a2a3", SCORE_MATE},
        {EXTERNAL_USI, "mate3 5d5c", SCORE_MATE - 3},
        {EXTERNAL_USI, "mate-4 5d5c", -(SCORE_MATE - 4)},
        {EXTERNAL_XBOARD, "well '3 100002 0 1234 a2a3;move a2a3'", SCORE_MATE - 3},
        {EXTERNAL_XBOARD, "well '3 -100002 0 1234 a2a3;move a2a3'", -(SCORE_MATE - 4)},
        {EXTERNAL_XBOARD, "well '3 99999 0 1234 a2a3;move a2a3'", 99999},
    };
    struct table *table = table_at("minishogi", NULL, "");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char command[256];
        snprintf(command, sizeof command, FAKE "%s %s", protocol_names[cases[i].protocol],
                 cases[i].answer);
        struct external_settings settings = settings_of(cases[i].protocol, command);
        struct player_answer answer;
        struct external *player = start(&settings, table);
        ask(player, table, (struct limits){.depth = 3}, &answer);
        assert_true(answer.scored);
        assert_int_equal(answer.score, cases[i].score);
        assert_int_equal(answer.nodes, 1234);
        external_destroy(player);
    }
    table_free(table);
}

static void bad_starts_are_errors(void **state) {
    (void)state;
    static const char *const strength[] = {"Some Strength=3"}, *const weakness[] = {"Weakness=1"},
                             *const memory[] = {"memory=8"};
    const struct {
        enum external_protocol protocol;
        const char *command, *variant;
        const char *const *options;
        const char *text; // part of the error; NULL: starts well
    } cases[] = {
        {EXTERNAL_UCI, "/nowhere/engine", "minishogi", NULL, "no such program"},
        {EXTERNAL_UCI, FAKE "uci dead", "minishogi", NULL, "exit code 3"},
        {EXTERNAL_UCI, FAKE "uci mute", "minishogi", NULL, "uciok"},
        {EXTERNAL_UCI, FAKE "uci chatter", "minishogi", NULL, "uciok"},
        {EXTERNAL_UCI, FAKE "uci well", "minishogi", strength, NULL},
        {EXTERNAL_UCI, FAKE "uci well", "minishogi", weakness, "no option 'Weakness'"},
        {EXTERNAL_USI, FAKE "usi mute", "minishogi", NULL, "usiok"},
        // Silent for a while, and only then there.
        {EXTERNAL_UCI, FAKE "uci slow", "minishogi", NULL, NULL},
        {EXTERNAL_USI, FAKE "usi slow", "minishogi", NULL, NULL},
        {EXTERNAL_XBOARD, FAKE "xboard slow", "minishogi", NULL, NULL},
        {EXTERNAL_XBOARD, FAKE "xboard dead", "minishogi", NULL, "exit code 3"},
        {EXTERNAL_XBOARD, FAKE "xboard mute", "minishogi", NULL, "feature"},
        {EXTERNAL_XBOARD, FAKE "xboard well", "minishogi", strength, NULL},
        {EXTERNAL_XBOARD, FAKE "xboard well", "minishogi", memory, NULL},
        {EXTERNAL_XBOARD, FAKE "xboard well", "minishogi", weakness, "no option 'Weakness'"},
        {EXTERNAL_XBOARD, FAKE "xboard well", "chu-shogi", NULL, NULL}, // it says "chu"
        {EXTERNAL_XBOARD, FAKE "xboard well", "kagamigi", NULL, "does not announce"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct table *table = table_at(cases[i].variant, NULL, "");
        struct external_settings settings = settings_of(cases[i].protocol, cases[i].command);
        settings.options = cases[i].options;
        settings.option_count = cases[i].options != NULL;
        if (strstr(cases[i].command, "mute") || strstr(cases[i].command, "chatter"))
            settings.timeout_ms = 300;
        struct error error = {""};
        struct external *player = external_create(&settings, table->tables, &error);
        assert_non_null(player);
        bool started = external_start(player, &error);
        if (started == (cases[i].text != NULL))
            fail_msg("%s: %s", cases[i].command, started ? "started" : error.text);
        if (!started)
            assert_non_null(strstr(error.text, cases[i].text));
        external_destroy(player);
        table_free(table);
    }
    no_child_is_left();
}

// Who does not know the game is refused before it plays, whatever it tells of itself.
static void programs_that_do_not_know_the_game_are_refused(void **state) {
    (void)state;
    static const struct {
        enum external_protocol protocol;
        const char *command, *variant, *named;
        const char *text; // part of the error; NULL: knows it
    } cases[] = {
        {EXTERNAL_UCI, "uci counts 14", "minishogi", NULL, NULL},
        {EXTERNAL_UCI, "uci counts 15", "minishogi", NULL, "counts 15 moves"},
        {EXTERNAL_UCI, "uci counts 14", "kagamigi", NULL,
         "does not announce a variant kagamigi, but chess, minishogi, shogi; variant="},
        {EXTERNAL_UCI, "uci counts 14", "minishogi", "mini", "does not announce a variant mini"},
        {EXTERNAL_UCI, "uci well a2a3", "minishogi", NULL, NULL},
        {EXTERNAL_UCI, "uci well a2a4", "minishogi", NULL, "bestmove a2a4"},
        {EXTERNAL_UCI, "uci killed", "minishogi", NULL, "signal 11"},
        {EXTERNAL_USI, "usi counts 14", "minishogi", NULL, NULL},
        {EXTERNAL_USI, "usi counts 13", "minishogi", NULL, "counts 13"},
        {EXTERNAL_USI, "usi well 5d5c", "minishogi", NULL, NULL},
        {EXTERNAL_USI, "usi well 5d5c", "kagamigi", NULL, "5d5c"},
        {EXTERNAL_XBOARD, "xboard counts 14", "minishogi", NULL, NULL},
        {EXTERNAL_XBOARD, "xboard counts 13", "minishogi", NULL, "counts 13"},
        {EXTERNAL_XBOARD, "xboard well 'move a2a3'", "minishogi", NULL, NULL},
        {EXTERNAL_XBOARD, "xboard well 'move a2a4'", "minishogi", NULL, "a2a4"},
        {EXTERNAL_XBOARD, "uci well a2a3", "minishogi", NULL, "(protocol=xboard)"},
        {EXTERNAL_USI, "uci well a2a3", "minishogi", NULL, "(protocol=usi)"},
        {EXTERNAL_UCI, "usi well a2a3", "minishogi", NULL, "(protocol=uci)"},
        {EXTERNAL_UCI, "xboard well resign", "minishogi", NULL, "(protocol=uci)"},
        {EXTERNAL_UCI, "uci dead", "minishogi", NULL, "exit code 3"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char command[256];
        snprintf(command, sizeof command, FAKE "%s", cases[i].command);
        struct table *table = table_at(cases[i].variant, NULL, "");
        struct external_settings settings = settings_of(cases[i].protocol, command);
        settings.variant = cases[i].named;
        if (cases[i].text && strstr(cases[i].text, "(protocol="))
            settings.timeout_ms = 300; // it says nothing at all
        for (int unchecked = 0; unchecked < 2; unchecked++) {
            struct error error = {""};
            settings.unchecked = unchecked;
            struct external *player = external_create(&settings, table->tables, &error);
            assert_non_null(player);
            bool known = external_check_game(player, &error);
            if (known != (unchecked || !cases[i].text))
                fail_msg("%s: %s", command, known ? "accepted" : error.text);
            if (!known && !strstr(error.text, cases[i].text))
                fail_msg("%s: %s", command, error.text);
            external_destroy(player);
        }
        table_free(table);
    }
    no_child_is_left();
}

static void settings_are_checked(void **state) {
    (void)state;
    static const char *const wrong[] = {"Hash"};
    const struct time_control none = {0}, fischer = {.base = 1000, .increment = 10},
                              byoyomi = {.byoyomi = 1000};
    struct external_settings settings = settings_of(EXTERNAL_XBOARD, "engine");
    struct error error;
    assert_true(external_check(&settings, (struct limits){.depth = 3}, &none, &error));
    assert_true(external_check(&settings, (struct limits){.milliseconds = 3}, &none, &error));
    assert_false(external_check(&settings, (struct limits){0}, &none, &error));
    assert_false(external_check(&settings, (struct limits){.nodes = 3}, &none, &error));
    assert_true(external_check(&settings, (struct limits){0}, &fischer, &error));
    assert_false(external_check(&settings, (struct limits){0}, &byoyomi, &error));
    assert_non_null(strstr(error.text, "no byoyomi"));
    settings.protocol = EXTERNAL_USI;
    assert_true(external_check(&settings, (struct limits){.nodes = 3}, &none, &error));
    assert_true(external_check(&settings, (struct limits){0}, &byoyomi, &error));
    settings.options = wrong;
    settings.option_count = 1;
    assert_false(external_check(&settings, (struct limits){.nodes = 3}, &none, &error));
    assert_non_null(strstr(error.text, "NAME=VALUE"));
}

static void *stop_soon(void *self) {
    struct external *player = self;
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    external_stop(player);
    return NULL;
}

static void a_stop_ends_the_waiting(void **state) {
    (void)state;
    static const char *const behaviours[] = {"hang", "babble"};
    struct table *table = table_at("minishogi", NULL, "");
    for (int i = 0; i < ARRAY_LENGTH(behaviours); i++) {
        char command[256];
        snprintf(command, sizeof command, FAKE "uci %s", behaviours[i]);
        struct external_settings settings = external_default(EXTERNAL_UCI, command);
        struct player_answer answer;
        pthread_t thread;
        struct external *player = start(&settings, table);
        assert_int_equal(pthread_create(&thread, NULL, stop_soon, player), 0);
        int64_t before = process_now();
        ask(player, table, (struct limits){.milliseconds = 3600000}, &answer);
        pthread_join(thread, NULL);
        assert_int_equal(answer.status, PLAYER_STOPPED);
        assert_true(process_now() - before < 300000);
        external_destroy(player);
    }
    table_free(table);
    no_child_is_left();
}

// What a program was told, from the log of the talk, which is removed.
static char *told(const char *path) {
    FILE *log = fopen(path, "r");
    char *text = calloc(1, 1 << 16), line[4096];
    assert_non_null(log);
    assert_non_null(text);
    while (fgets(line, sizeof line, log)) {
        char *sent = strstr(line, " > ");
        if (sent)
            strcat(text, sent + 3);
    }
    fclose(log);
    unlink(path);
    return text;
}

// The conversation after some moves.
static char *conversation(enum external_protocol protocol, const char *command,
                          const struct table *table, struct limits limits) {
    static const char path[] = "conversation";
    struct external_settings settings = settings_of(protocol, command);
    settings.log = path;
    struct player_answer answer;
    struct external *player = start(&settings, table);
    ask(player, table, limits, &answer);
    external_destroy(player);
    return told(path);
}

static void engines_hear_what_their_protocol_says(void **state) {
    (void)state;
    static const struct {
        enum external_protocol protocol;
        const char *variant, *opening, *moves;
        struct limits limits;
        const char *heard; // part of it
    } cases[] = {
        {EXTERNAL_UCI,
         "minishogi",
         NULL,
         "",
         {.nodes = 1000},
         "uci\nsetoption name UCI_Variant value minishogi\nisready\nucinewgame\nisready\n"
         "position fen rbsgk/4p/5/P4/KGSBR[] w - - 0 1\nisready\ngo nodes 1000\nquit\n"},
        {EXTERNAL_UCI,
         "minishogi",
         NULL,
         "a2a3 e4e3",
         {.depth = 4, .milliseconds = 50},
         "position fen rbsgk/4p/5/P4/KGSBR[] w - - 0 1 moves a2a3 e4e3\nisready\n"
         "go depth 4 movetime 50\n"},
        // The whole game is in the list: its positions may come back.
        {EXTERNAL_UCI,
         "minishogi",
         NULL,
         "a2a3 e4e3 b1b2 d5d4 b2b1 d4d5 b1b2",
         {.nodes = 9},
         "position fen rbsgk/4p/5/P4/KGSBR[] w - - 0 1 moves a2a3 e4e3 b1b2 d5d4 b2b1 d4d5 "
         "b1b2\n"},
        {EXTERNAL_UCI,
         "minishogi",
         "4k/5/5/5/K4[RP] w - - 0 1",
         "R@c3",
         {.nodes = 9},
         "position fen 4k/5/5/5/K4[PR] w - - 0 1 moves R@c3\n"},
        {EXTERNAL_USI,
         "minishogi",
         NULL,
         "a2a3",
         {.milliseconds = 50},
         "usi\nisready\nusinewgame\nisready\n"
         "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c\nisready\ngo btime 0 wtime 0 byoyomi "
         "50\nquit\n"},
        {EXTERNAL_USI,
         "minishogi",
         "4k/5/5/5/K4[RPPb] w - - 0 1",
         "",
         {.nodes = 9},
         "position sfen 4k/5/5/5/K4 b R2Pb 1\n"},
        {EXTERNAL_USI,
         "minishogi",
         NULL,
         "a2a3 e4e3 b1b2 d5d4",
         {.nodes = 9},
         "position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c 1b1c 4e4d 2a2b\n"},
        {EXTERNAL_USI,
         "chu-shogi",
         "11k/p11/12/12/12/5p6/5N6/12/12/12/12/K11[] w - - 0 1",
         "a1a2 l12l11 f6f7 l11l12 a2a1 l12l11",
         {.nodes = 9},
         "position sfen 11k/p11/12/12/12/5p6/5N6/12/12/12/12/K11 b - 1 moves 12l12k 1a1b 7g7f 1b1a "
         "12k12l 1a1b\n"},
        {EXTERNAL_XBOARD,
         "minishogi",
         NULL,
         "a2a3 e4e3",
         {.depth = 4, .milliseconds = 1250},
         "new\nvariant minishogi\nforce\neasy\npost\nmemory 64\nping 1\nforce\nusermove a2a3\n"
         "usermove e4e3\nsd 4\nst 2\ntime 125\notim 125\nping 2\ngo\n"},
        {EXTERNAL_XBOARD,
         "minishogi",
         "4k/5/5/5/K4[RP] w - - 0 1",
         "R@c3",
         {.depth = 9},
         "setboard 4k/5/5/5/K4[RP] w - - 0 1\n"},
        {EXTERNAL_XBOARD, "minishogi", NULL, "", {.depth = 9}, "rejected san\n"},
        // No hands where there are none, and the board alone for the first player. A Lion's two
        // steps are two legs, its turn on the spot is a pass.
        {EXTERNAL_XBOARD,
         "chu-shogi",
         "11k/p11/12/12/12/5p6/5N6/12/12/12/12/K11[] w - - 0 1",
         "f6f7e8 l12l11 e8e9e8 l11l12 e8d9",
         {.depth = 9},
         "setboard 11k/p11/12/12/12/5p6/5N6/12/12/12/12/K11\nmemory 64\n"
         "ping 1\nforce\n"
         "usermove f6f7,f7e8\nusermove l12l11\nusermove @@@@\nusermove l11l12\nusermove e8d9\n"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char command[256];
        snprintf(command, sizeof command, FAKE "%s well resign", protocol_names[cases[i].protocol]);
        struct table *table = table_at(cases[i].variant, cases[i].opening, cases[i].moves);
        char *heard = conversation(cases[i].protocol, command, table, cases[i].limits);
        if (!strstr(heard, cases[i].heard))
            fail_msg("expected\n%s\nin\n%s", cases[i].heard, heard);
        free(heard);
        table_free(table);
    }
}

// Clocks in the words of each protocol, with either side to move.
static void engines_hear_the_clocks(void **state) {
    (void)state;
    static const struct {
        enum external_protocol protocol;
        const char *moves;
        struct time_control control;
        struct clock clock[SIDES];
        const char *heard; // part of it
    } cases[] = {
        {EXTERNAL_UCI,
         "",
         {.base = 10000, .increment = 100},
         {{.remaining = 9000, .increment = 100}, {.remaining = 8000, .increment = 100}},
         "\ngo wtime 9000 btime 8000 winc 100 binc 100\n"},
        {EXTERNAL_UCI,
         "a2a3",
         {.base = 10000, .moves = 40},
         {{.remaining = 9000, .moves_to_go = 39}, {.remaining = 8000, .moves_to_go = 40}},
         "\ngo wtime 9000 btime 8000 movestogo 40\n"},
        {EXTERNAL_USI,
         "",
         {.base = 10000, .byoyomi = 5000},
         {{.remaining = 9000, .byoyomi = 5000}, {.remaining = 0, .byoyomi = 5000}},
         "\ngo btime 9000 wtime 0 byoyomi 5000\n"},
        {EXTERNAL_USI,
         "a2a3",
         {.base = 10000, .increment = 100},
         {{.remaining = 9000, .increment = 100}, {.remaining = 8000, .increment = 100}},
         "\ngo btime 9000 wtime 8000 binc 100 winc 100\n"},
        {EXTERNAL_USI,
         "",
         {.base = 10000},
         {{.remaining = 9000}, {.remaining = 8000}},
         "\ngo btime 9000 wtime 8000 byoyomi 0\n"},
        {EXTERNAL_XBOARD,
         "a2a3",
         {.base = 90500, .increment = 250, .moves = 40},
         {{.remaining = 9000}, {.remaining = 8000}},
         "\nlevel 40 1:31 0.25\ntime 800\notim 900\n"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char command[256];
        snprintf(command, sizeof command, FAKE "%s well resign", protocol_names[cases[i].protocol]);
        struct table *table = table_at("minishogi", NULL, cases[i].moves);
        struct external_settings settings = settings_of(cases[i].protocol, command);
        settings.log = "conversation";
        struct external *player = start(&settings, table);
        struct player_question question = question_at(table, (struct limits){0});
        struct player_answer answer;
        question.timed = true;
        question.control = cases[i].control;
        memcpy(question.clock, cases[i].clock, sizeof question.clock);
        external_ask(player, &question, &answer);
        external_destroy(player);
        char *heard = told("conversation");
        if (!strstr(heard, cases[i].heard))
            fail_msg("expected\n%s\nin\n%s", cases[i].heard, heard);
        free(heard);
        table_free(table);
    }
}

static void lions_moves_are_read(void **state) {
    (void)state;
    static const struct {
        const char *said, *move;
    } cases[] = {
        {"move f6f7,;move f7e8", "f6f7e8"},
        {"move f6f7,f7e8", "f6f7e8"},
        {"move f6f7,;move f7f6", "f6f7f6"},
        {"move f6e8", "f6e8"},
        {"move f6f7", "f6f7"},
        {"move @@@@", "f6g7f6"},
    };
    struct table *table =
        table_at("chu-shogi", "11k/p11/12/12/12/5p6/5N6/12/12/12/12/K11[] w - - 0 1", "");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        char command[256], text[MOVE_TEXT];
        snprintf(command, sizeof command, FAKE "xboard well '%s'", cases[i].said);
        struct external_settings settings = settings_of(EXTERNAL_XBOARD, command);
        struct player_answer answer;
        struct external *player = start(&settings, table);
        ask(player, table, (struct limits){.depth = 3}, &answer);
        if (answer.status != PLAYER_MOVE)
            fail_msg("%s: %s", cases[i].said, answer.text);
        assert_string_equal(move_print(answer.move, text), cases[i].move);
        external_destroy(player);
    }
    table_free(table);
}

static void refusals_are_noticed(void **state) {
    (void)state;
    struct table *table = table_at("minishogi", NULL, "a2a3 e4e3");
    struct external_settings settings =
        settings_of(EXTERNAL_XBOARD, FAKE "xboard refuse 'move a3a4'");
    struct player_answer answer;
    struct external *player = start(&settings, table);
    ask(player, table, (struct limits){.depth = 3}, &answer);
    assert_int_equal(answer.status, PLAYER_ILLEGAL);
    assert_non_null(strstr(answer.text, "does not please"));
    external_destroy(player);
    table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_behaviour_is_told_from_the_others),
        cmocka_unit_test(scores_and_nodes_are_read),
        cmocka_unit_test(bad_starts_are_errors),
        cmocka_unit_test(programs_that_do_not_know_the_game_are_refused),
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(a_stop_ends_the_waiting),
        cmocka_unit_test(engines_hear_what_their_protocol_says),
        cmocka_unit_test(engines_hear_the_clocks),
        cmocka_unit_test(lions_moves_are_read),
        cmocka_unit_test(refusals_are_noticed),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

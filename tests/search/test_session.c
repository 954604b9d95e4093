// SPDX-License-Identifier: GPL-3.0-or-later
// A session: its options, its game, and the engine that thinks beside it.
#include "setup.h"

#include <string.h>
#include <unistd.h>

#include "session.h"

// Values from "files": any path that begins with "good" is one.
static bool load(const char *path, const struct tables *tables, struct values *values,
                 struct error *error) {
    values_estimate(tables, values);
    return !path || strncmp(path, "good", 4) == 0 || error_set(error, "%s: no such file", path);
}

static struct session *setup_session(const char *name) {
    struct tables *tables = setup_tables(name, "");
    struct error error = {""};
    struct session *session = session_create(&tables->variant, &tables->rules, load, &error);
    if (!session)
        fail_msg("%s", error.text);
    free(tables);
    return session;
}

static void set(struct session *session, const char *name, const char *value) {
    struct error error = {""};
    if (!session_set_option(session, name, value, &error))
        fail_msg("%s", error.text);
}

static void refuses(struct session *session, const char *name, const char *value,
                    const char *because) {
    struct error error = {""};
    assert_false(session_set_option(session, name, value, &error));
    if (!strstr(error.text, because))
        fail_msg("'%s', expected '%s'", error.text, because);
}

static const char *value_of(const struct session *session, const char *name,
                            struct session_option *option) {
    for (int i = 0; session_option(session, i, option); i++) {
        if (strcmp(option->name, name) == 0)
            return option->value;
    }
    fail_msg("no option %s", name);
    return NULL;
}

static void options(void **state) {
    (void)state;
    struct session *session = setup_session("shogi");
    struct session_option option;
    assert_string_equal(value_of(session, "Hash", &option), "16");
    assert_int_equal(option.low, 1);
    set(session, "hash", "2");
    assert_string_equal(value_of(session, "Hash", &option), "2");
    refuses(session, "Hash", "0", "from 1 to 65536");
    refuses(session, "Hash", "2x", "whole number");
    refuses(session, "Hsah", "2", "did you mean 'Hash'");
    refuses(session, "Ponder", "yes", "true or false");
    refuses(session, "Preset", "jcsa", "no preset");
    refuses(session, "ValuesFile", "nosuch.csv", "no such file");
    set(session, "ValuesFile", "good.csv");
    assert_string_equal(value_of(session, "ValuesFile", &option), "good.csv");
    set(session, "ValuesFile", "<empty>");
    assert_string_equal(value_of(session, "ValuesFile", &option), "");

    assert_string_equal(value_of(session, "nifu", &option), "on");
    assert_true(option.applies);
    assert_int_equal(option.choice_count, 2);
    set(session, "nifu", "off");
    assert_string_equal(value_of(session, "nifu", &option), "off");
    refuses(session, "nifu", "maybe", "there are on, off");
    assert_string_equal(value_of(session, "nifu", &option), "off");
    value_of(session, "lion-counterstrike", &option);
    assert_false(option.applies);
    refuses(session, "lion-counterstrike", "edo", "has no rule");

    refuses(session, "Variant", "chess", "chess");
    assert_string_equal(value_of(session, "Variant", &option), "shogi");
    set(session, "Variant", "chu-shogi");
    assert_string_equal(session_tables(session)->variant.name, "chu-shogi");
    assert_int_equal(session_position(session)->tables->ranks, 12);
    set(session, "Preset", "jcsa");
    assert_string_equal(value_of(session, "bare-royal", &option), "jcsa");
    // The name of the game that is there changes no rule of it; that of another does.
    set(session, "Variant", "Chu_Shogi");
    assert_string_equal(value_of(session, "bare-royal", &option), "jcsa");
    assert_string_equal(value_of(session, "Preset", &option), "jcsa");
    set(session, "Variant", "shogi");
    set(session, "Variant", "chu-shogi");
    assert_string_equal(value_of(session, "bare-royal", &option), "lishogi");
    session_destroy(session);
}

static void game_and_take_back(void **state) {
    (void)state;
    struct session *session = setup_session("minishogi");
    struct random random = random_init(3, 0, RANDOM_TEST);
    struct error error = {""};
    struct position before[60];
    Move list[MOVES_MAX];
    assert_false(session_take_back(session));
    int plies = 0;
    while (plies < 60 && session_outcome(session).result == RESULT_NONE) {
        before[plies] = *session_position(session);
        struct position position = before[plies];
        const Move *end = movegen(&position, MOVES_ALL, list);
        Move move = list[random_below(&random, (uint32_t)(end - list))];
        assert_true(session_play(session, move, &error));
        assert_int_equal(session_move(session, plies), move);
        assert_int_equal(session_ply(session), ++plies);
    }
    assert_true(plies > 10);
    assert_false(session_play(session, move_make(1, 2), &error));
    assert_non_null(strstr(error.text, "illegal"));
    while (plies > 0) {
        assert_true(session_take_back(session));
        struct position now = *session_position(session);
        char a[FEN_TEXT], b[FEN_TEXT];
        assert_string_equal(fen_print(&now, a), fen_print(&before[--plies], b));
        assert_int_equal(now.key, before[plies].key);
    }
    assert_false(session_start(session, "nonsense", &error));
    assert_true(session_start(session, "4k/5/5/5/K4[] b - - 0 1", &error));
    assert_int_equal(session_position(session)->side, SECOND);
    session_destroy(session);
}

// What the repetition rule forbids is no legal move, and take-back allows it again.
static void repetition(void **state) {
    (void)state;
    struct session *session = setup_session("chu-shogi");
    struct error error = {""};
    set(session, "repetition", "forbidden");
    assert_true(
        session_start(session, "k11/12/12/12/12/12/12/12/12/12/6P5/K11[] w - - 0 1", &error));
    const char *const moves[] = {"a1a2", "a12a11", "a2a1"};
    struct position position;
    for (int i = 0; i < ARRAY_LENGTH(moves); i++) {
        position = *session_position(session);
        assert_true(session_play(session, setup_move(&position, moves[i]), &error));
    }
    position = *session_position(session);
    Move back = setup_move(&position, "a11a12");
    assert_false(session_is_legal(session, back));
    assert_false(session_play(session, back, &error));
    assert_non_null(strstr(error.text, "it repeats a position"));
    assert_true(session_take_back(session));
    position = *session_position(session);
    assert_true(session_play(session, setup_move(&position, "g2g3"), &error));
    assert_true(session_is_legal(session, back));
    session_destroy(session);
}

// A front end whose lines are what the test tells it.
struct front {
    struct session *session;
    int lines, results, counts;
    uint64_t counted;
    struct thought last;
};

static bool on_line(void *context, char *line) {
    struct front *front = context;
    struct error error = {""};
    struct session_search search = {.mode = THINK_NORMAL};
    front->lines++;
    if (strcmp(line, "nodes") == 0) {
        search.limits.nodes = 5000;
        assert_true(session_search(front->session, &search, &error));
    } else if (strcmp(line, "infinite") == 0 || strcmp(line, "ponder") == 0) {
        search.mode = *line == 'i' ? THINK_INFINITE : THINK_PONDER;
        search.limits.depth = *line == 'i' ? 0 : 2; // finished long before the ponder hit
        assert_true(session_search(front->session, &search, &error));
    } else if (strncmp(line, "perft ", 6) == 0) {
        assert_true(session_perft(front->session, atoi(line + 6), &error));
    } else if (strcmp(line, "stop") == 0) {
        session_stop(front->session);
    } else if (strcmp(line, "hit") == 0) {
        session_ponder_hit(front->session);
    } else if (strcmp(line, "cancel") == 0) {
        session_cancel(front->session);
        assert_false(session_thinking(front->session));
    } else if (strcmp(line, "quit") == 0) {
        return false;
    }
    return true;
}

static void on_thought(void *context, const struct thought *thought) {
    struct front *front = context;
    front->last = *thought;
    front->results += thought->kind == THOUGHT_RESULT;
    if (thought->kind == THOUGHT_COUNT) {
        front->counts++;
        front->counted += thought->result.nodes;
    }
    if (thought->kind == THOUGHT_RESULT)
        assert_false(session_thinking(front->session));
}

static struct front serve(struct session *session, const char *script) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], script, strlen(script)), (ssize_t)strlen(script));
    close(ends[1]);
    struct front front = {.session = session};
    const struct session_events events = {
        .context = &front, .line = on_line, .thought = on_thought};
    struct error error = {""};
    assert_true(session_serve(session, ends[0], &events, &error));
    close(ends[0]);
    assert_false(session_thinking(session));
    return front;
}

static void thinking(void **state) {
    (void)state;
    struct session *session = setup_session("shogi");
    set(session, "Hash", "1");
    struct front front = serve(session, "one\r\ntwo\nthree");
    assert_int_equal(front.lines, 3);
    front = serve(session, "nodes\n"); // the end of input lets it finish
    assert_int_equal(front.results, 1);
    assert_int_equal(front.last.result.nodes, 5000);
    assert_true(session_is_legal(session, front.last.result.best));
    Move best = front.last.result.best;
    session_new_game(session);
    front = serve(session, "nodes\n");
    assert_int_equal(front.last.result.best, best);
    assert_int_equal(front.last.result.nodes, 5000);
    front = serve(session, "infinite\n"); // stopped by the end of input
    assert_int_equal(front.results, 1);
    front = serve(session, "infinite\nstop\n");
    assert_int_equal(front.results, 1);
    front = serve(session, "infinite\ncancel\n");
    assert_int_equal(front.results, 0);
    front = serve(session, "infinite\nquit\nnever\n");
    assert_int_equal(front.results, 0);
    assert_int_equal(front.lines, 2);
    front = serve(session, "ponder\nhit\n");
    assert_int_equal(front.results, 1);
    assert_int_equal(front.last.result.depth, 2);
    front = serve(session, "perft 3\n");
    assert_int_equal(front.counts, 30);
    assert_int_equal(front.counted, 25470);
    assert_int_equal(front.last.result.nodes, 25470);
    set(session, "Threads", "3");
    front = serve(session, "nodes\n");
    assert_int_equal(front.results, 1);
    assert_true(session_is_legal(session, front.last.result.best));
    front = serve(session, "infinite\nstop\n");
    assert_int_equal(front.results, 1);
    session_destroy(session);
}

// A game that has ended by a flag square has no moves below.
static void counting_ends(void **state) {
    (void)state;
    static const char text[] = "[variant]\nname = race\nfiles = 3\nranks = 4\nroyal = K\nflag = K\n"
                               "flag-squares = *4\n[rules]\nzone = 0\n"
                               "[arrays]\nstandard = k2/2K/3/3[] w - - 0 1\n"
                               "[pieces]\nK = K, King, K\nR = R, Rook, R\n";
    static struct variant variant;
    struct error error = {""};
    assert_true(variant_parse(text, "race.ini", &variant, &error));
    struct session *session = session_create(&variant, &variant.rules, load, &error);
    assert_non_null(session);
    struct position position = *session_position(session);
    struct front front = serve(session, "perft 4\n");
    assert_int_equal(front.counts, 3);
    assert_int_equal(front.last.result.nodes, perft(&position, 4));
    session_destroy(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options),       cmocka_unit_test(game_and_take_back),
        cmocka_unit_test(repetition),    cmocka_unit_test(thinking),
        cmocka_unit_test(counting_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

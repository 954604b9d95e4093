// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of UCI and USI as interfaces and runners speak them, and as nobody should.
#include "setup.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "observer.h"
#include "uci_internal.h"

static bool load(const char *path, const struct tables *tables, struct values *values,
                 struct error *error) {
    values_estimate(tables, values);
    return !path || error_set(error, "%s: no such file", path);
}

// A front end with what it has said so far; info lines without their figures.
struct talk {
    struct session *session;
    struct uci *uci;
    struct buffer said;
    int informed;       // info lines with a score
    double answered_at; // by cpu_seconds
    atomic_int moves;   // told
};

static void hear(void *context, const char *line) {
    struct talk *talk = context;
    if (strncmp(line, "info depth", 10) == 0) {
        talk->informed++;
        return;
    }
    if (strncmp(line, "bestmove", 8) == 0) {
        talk->answered_at = cpu_seconds();
        atomic_fetch_add(&talk->moves, 1);
    }
    buffer_text(&talk->said, line);
    buffer_char(&talk->said, '\n');
}

static void talk_begin(struct talk *talk, enum uci_dialect dialect, const char *variant) {
    struct tables *tables = setup_tables(variant, "");
    struct error error = {""};
    *talk = (struct talk){.said = buffer_init()};
    talk->session = session_create(&tables->variant, &tables->rules, load, &error);
    assert_non_null(talk->session);
    assert_true(session_set_option(talk->session, "Hash", "1", &error));
    talk->uci = uci_create(dialect, talk->session, "Test", hear, talk);
    assert_non_null(talk->uci);
    free(tables);
}

static void talk_end(struct talk *talk) {
    uci_destroy(talk->uci);
    session_destroy(talk->session);
    buffer_destroy(&talk->said);
}

// All that is answered to these lines, up to the end of what they started.
static const char *say(struct talk *talk, const char *lines) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], lines, strlen(lines)), (ssize_t)strlen(lines));
    close(ends[1]);
    buffer_clear(&talk->said);
    struct session_events events = uci_events(talk->uci);
    struct error error = {""};
    assert_true(session_serve(talk->session, ends[0], &events, &error));
    close(ends[0]);
    return talk->said.data ? talk->said.data : "";
}

// Takes the first `line` out of `text`; false when it has none.
static bool take_out(char *text, const char *line) {
    char *at = strstr(text, line);
    if (!at)
        return false;
    memmove(at, at + strlen(line), strlen(at + strlen(line)) + 1);
    return true;
}

static void expect(struct talk *talk, const char *lines, const char *answer) {
    assert_string_equal(say(talk, lines), answer);
}

// The answer begins so; searches may change what follows.
static void expect_start(struct talk *talk, const char *lines, const char *answer) {
    const char *said = say(talk, lines);
    if (strncmp(said, answer, strlen(answer)) != 0)
        fail_msg("%s: '%s', expected '%s...'", lines, said, answer);
}

static void uci_session(void **state) {
    (void)state;
    struct talk talk;
    talk_begin(&talk, DIALECT_UCI, "shogi");
    const char *said = say(&talk, "uci\n");
    assert_non_null(strstr(said, "id name Test\n"));
    assert_non_null(strstr(said, "option name Hash type spin default 1 min 1 max 65536\n"));
    assert_non_null(strstr(said, "option name UCI_Variant type combo default shogi var "));
    assert_non_null(strstr(said, "option name nifu type combo default on var on var off\n"));
    assert_null(strstr(said, "lion"));
    assert_string_equal(said + strlen(said) - 6, "uciok\n");
    expect(&talk, "isready\n", "readyok\n");
    // Mate in one by a drop, and being mated.
    expect(&talk, "position fen 8k/9/8P/9/9/9/9/9/8K[G] w - - 0 1\ngo depth 4\n",
           "bestmove G@i8\n");
    expect(&talk, "position fen 8k/8G/8P/9/9/9/9/9/8K[] b - - 0 1\ngo depth 4\n",
           "bestmove (none)\n");
    // The moves lead there; only what is new is read.
    expect(
        &talk, "position startpos moves c3c4 g7g6\nd\n",
        "info string fen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] w - - 0 "
        "2\ninfo string sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - "
        "3\n");
    expect(&talk, "position startpos moves c3c4 g7g6 b2h8+\nposition startpos moves c3c4 g7g6\n",
           "");
    assert_int_equal(session_ply(talk.session), 2);
    expect(&talk, "position startpos moves a3a4\n", "");
    assert_int_equal(session_ply(talk.session), 1);
    expect_start(&talk, "position startpos\ngo depth 3 searchmoves a3a4\n", "bestmove a3a4 ");
    said = say(&talk, "go perft 2\n");
    assert_non_null(strstr(said, "c3c4: 30\n"));
    assert_non_null(strstr(said, "\nNodes searched: 900\n"));
    talk_end(&talk);
}

static void usi_session(void **state) {
    (void)state;
    struct talk talk;
    talk_begin(&talk, DIALECT_USI, "shogi");
    const char *said = say(&talk, "usi\n");
    assert_non_null(strstr(said, "option name USI_Hash type spin "));
    assert_non_null(strstr(said, "option name USI_Ponder type check default false\n"));
    assert_string_equal(said + strlen(said) - 6, "usiok\n");
    expect(&talk,
           "setoption name USI_Ponder value true\nsetoption name USI_Hash value 2\nisready\n"
           "usinewgame\n",
           "readyok\n");
    expect(&talk, "position sfen 8k/9/8P/9/9/9/9/9/8K b G 1\ngo depth 4\n", "bestmove G*1b\n");
    expect(&talk, "position sfen 8k/8G/8P/9/9/9/9/9/8K w - 2\ngo btime 1000 wtime 1000\n",
           "bestmove resign\n");
    // The whole line of a mate, however short the search's own line is.
    expect(&talk, "position sfen 7nl/7k1/9/7P1/9/9/9/9/K8 b 2G 1\ngo mate infinite\n",
           "checkmate G*2c 2b3a G*3b\n");
    assert_int_equal(session_ply(talk.session), 0);
    expect(&talk, "position sfen 8k/8G/8P/9/9/9/9/9/8K w - 2\ngo mate 1000\n",
           "checkmate nomate\n");
    expect(&talk, "position startpos moves 7g7f\ngo mate 30\n", "checkmate timeout\n");
    assert_int_equal(session_ply(talk.session), 1);
    // Most problems have no King of the attacker, who cannot be in check then.
    expect(&talk, "position sfen 7k1/9/7S1/9/9/9/9/9/9 b G 1\ngo mate infinite\n",
           "checkmate G*2b\n");
    expect(&talk, "position sfen 7k1/9/7S1/9/9/9/9/9/9 b G 1 moves G*2b\ngo mate infinite\n",
           "checkmate nomate\n");
    expect(&talk, "position sfen 9/9/9/9/9/9/7s1/9/7K1 w g 2\ngo mate infinite\n",
           "checkmate G*2h\n");
    expect_start(&talk, "position sfen 7k1/9/9/9/9/9/9/9/9 b P 1\ngo depth 3\n", "bestmove P*");
    // What cannot be read is not answered by a search of what stood before.
    static const char *const unreadable[] = {"sfen 9/9/9/9/9/9/9/9/9 b - 1", "sfen 8k/9 b G 1",
                                             "startpos moves 7g7f 7g7f", "sideways"};
    for (int i = 0; i < ARRAY_LENGTH(unreadable); i++) {
        char line[128];
        snprintf(line, sizeof line, "position startpos\nposition %s\n", unreadable[i]);
        expect_start(&talk, line, "info string ");
        expect(&talk, "go mate 1000\n",
               "info string nothing to search: the last position could not be read\n"
               "checkmate notimplemented\n");
        expect(&talk, "go nodes 1\n",
               "info string nothing to search: the last position could not be read\n"
               "bestmove resign\n");
    }
    // A win by declaration, where the rules have it.
    expect(&talk,
           "setoption name impasse value declaration\n"
           "position sfen 1+R+R1K4/PPPPPPPPP/9/9/9/9/9/9/4k4 b 2B9P 1\ngo depth 3\n",
           "bestmove win\n");
    expect(&talk, "go infinite\ngameover win\nisready\n", "readyok\n");
    expect_start(&talk,
                 "setoption name USI_Variant value minishogi\nposition startpos\n"
                 "go depth 2\n",
                 "info string variant minishogi startpos rbsgk/4p/5/P4/KGSBR b - 1\nbestmove ");
    talk_end(&talk);
}

// The moves of a mate that is put together from several searches are taken back.
static void ends_between_searches(void **state) {
    (void)state;
    struct talk talk;
    struct error error = {""};
    talk_begin(&talk, DIALECT_USI, "minishogi");
    say(&talk, "position startpos\n");
    for (int i = 0; i < 2; i++) {
        Move list[MOVES_MAX];
        struct position position = *session_position(talk.session);
        movegen(&position, MOVES_ALL, list);
        assert_true(session_play(talk.session, list[0], &error));
    }
    talk.uci->solved = 2;
    expect(&talk, "gameover win\n", "");
    assert_int_equal(session_ply(talk.session), 0);
    expect_start(&talk, "position startpos moves 1e1d\ngo depth 1\n", "bestmove ");
    assert_int_equal(session_ply(talk.session), 1);
    talk_end(&talk);
}

static void searches_in_turn(void **state) {
    (void)state;
    struct talk talk;
    talk_begin(&talk, DIALECT_UCI, "minishogi");
    // Each command waits for the search before it; three searches, three answers, and once readyok:
    // at once or in its place, as it happens to be read while a search runs or after it.
    char *first = strdup(say(&talk, "position startpos\ngo nodes 3000\n"
                                    "position startpos moves d1c2\n"
                                    "go nodes 3000 searchmoves e4e3\nisready\n"
                                    "position fen 4k/5/3P1/5/K4[GG] w - - 0 1\ngo nodes 3000\n"));
    assert_non_null(first);
    const char *ready = strstr(first, "readyok\n");
    assert_non_null(ready);
    assert_non_null(strstr(ready, "\nbestmove G@")); // before the last answer
    assert_true(take_out(first, "readyok\n"));
    int answers = 0;
    for (const char *at = first; (at = strstr(at, "bestmove ")); at++)
        answers++;
    assert_int_equal(answers, 3);
    assert_non_null(strstr(first, "\nbestmove e4e3"));
    assert_non_null(strstr(first, "\nbestmove G@"));
    assert_null(strstr(first, "readyok"));
    // The same again, byte for byte.
    say(&talk, "ucinewgame\n");
    char *again = strdup(say(&talk, "ucinewgame\nposition startpos\ngo nodes 3000\n"
                                    "position startpos moves d1c2\n"
                                    "go nodes 3000 searchmoves e4e3\nisready\n"
                                    "position fen 4k/5/3P1/5/K4[GG] w - - 0 1\ngo nodes 3000\n"));
    assert_non_null(again);
    assert_true(take_out(again, "readyok\n"));
    assert_string_equal(again, first);
    free(again);
    free(first);
    // A stop is for the last search that was asked for, and for the one before.
    const char *said = say(&talk, "go infinite\nposition startpos\ngo infinite\nstop\nisready\n");
    answers = 0;
    for (const char *at = said; (at = strstr(at, "bestmove ")); at++)
        answers++;
    assert_int_equal(answers, 2);
    // Pondering: no answer before the hit or the stop.
    expect_start(&talk, "position startpos\ngo ponder depth 1\nisready\nponderhit\n",
                 "readyok\nbestmove ");
    expect_start(&talk, "go ponder wtime 1000 btime 1000\nisready\nstop\n", "readyok\nbestmove ");
    expect_start(&talk, "go ponder movetime 20\nponderhit\n", "bestmove ");
    expect_start(&talk, "go mate 1\nstop\n", "bestmove ");
    // The end of input ends what has no end.
    expect_start(&talk, "go infinite\n", "bestmove ");
    expect_start(&talk, "go ponder wtime 1000000000\n", "bestmove ");
    expect(&talk, "go infinite\nquit\n", "");
    talk_end(&talk);
}

static void lines_and_threads(void **state) {
    (void)state;
    struct talk talk;
    talk_begin(&talk, DIALECT_UCI, "kagamigi");
    talk.informed = 0;
    expect_start(&talk, "setoption name MultiPV value 3\nposition startpos\ngo depth 2\n",
                 "bestmove ");
    assert_int_equal(talk.informed, 6);
    expect_start(&talk, "setoption name Threads value 3\ngo nodes 60000\n", "bestmove ");
    expect_start(&talk, "go movetime 30\n", "bestmove ");
    expect_start(&talk, "go infinite\nstop\n", "bestmove ");
    talk_end(&talk);
}

static void wrong_input(void **state) {
    (void)state;
    static const struct {
        const char *line, *answer;
    } cases[] = {
        {"\n", ""},
        {"   \t \n", ""},
        {"debug on\nregister later\n", ""},
        {"nonsense\n", "unknown command 'nonsense'"},
        {"\x01\x02\xff\n", "unknown command"},
        {"position\n", "expected: position startpos|fen"},
        {"position here\n", "expected: position startpos|fen"},
        {"position startpos move a3a4\n", "expected: position startpos|fen"},
        {"position fen\n", "FEN column 1"},
        {"position fen 9/9\n", "FEN column 4"},
        {"position startpos moves x\n", "move 1: 'x' is no move"},
        {"position startpos moves a3a4 a7a6 a3a4\n", "move 3: 'a3a4' is illegal"},
        {"position startpos\n", ""},
        {"go perft 100\n", "perft must be 0 to 30"},
        {"go searchmoves\n", "searchmoves without a move"},
        {"go searchmoves a1a9\n", "'a1a9' is illegal"},
        {"setoption\n", "expected: setoption name"},
        {"setoption name\n", "no option ''"},
        {"setoption name Hash\n", "Hash must be a whole number"},
        {"setoption name Hash value -1\n", "from 1 to 65536"},
        {"setoption name Threads value 1e9\n", "from 1 to 256"},
        {"setoption name ValuesFile value nosuch.csv\n", "nosuch.csv: no such file"},
        {"setoption name UCI_Variant value chess\n", "chess"},
        {"setoption name array value 9/9 w\n", "FEN"},
        {"setoption name Preset value x\n", "no preset of shogi 'x'"},
        {"stop\nponderhit\n", ""},
    };
    struct talk talk;
    talk_begin(&talk, DIALECT_UCI, "shogi");
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        const char *said = say(&talk, cases[i].line);
        if (!*cases[i].answer && *said)
            fail_msg("%s: '%s'", cases[i].line, said);
        if (*cases[i].answer &&
            (strncmp(said, "info string ", 12) != 0 || !strstr(said, cases[i].answer)))
            fail_msg("%s: '%s', expected '%s'", cases[i].line, said, cases[i].answer);
        // One line, but that somebody waits for the move.
        const char *end = strchr(said, '\n'), *move = strstr(said, "\nbestmove (none)\n");
        bool goes = strncmp(cases[i].line, "go", 2) == 0;
        assert_true(!*said || (goes ? end == move : !end[1]));
    }
    // Numbers out of their range and words that are none do not keep it from moving.
    static const char *const asked[][2] = {
        {"go depth\n", "info string depth needs a whole number, not ''\n"},
        {"go movetime 99999999999999999999\n", "info string movetime needs a whole number, not"},
        {"go depth 0\n", "info string depth must be 1 to 1000\n"},
        {"go nodes -5\n", "info string nodes must be 1 to"},
        {"go movetime 0 sideways 1\n", "info string go: unknown 'sideways'\n"},
        {"go depth 1 movestogo -1\n", "info string movestogo must be 0 to 10000\n"},
    };
    for (int i = 0; i < ARRAY_LENGTH(asked); i++) {
        const char *said = say(&talk, asked[i][0]);
        if (!strstr(said, asked[i][1]) || !strstr(said, "\nbestmove ") || strstr(said, "(none)"))
            fail_msg("%s: '%s'", asked[i][0], said);
    }
    // After all that it still plays.
    expect_start(&talk, "position startpos\ngo depth 2\n", "bestmove ");
    talk_end(&talk);
}

// Says lines and stays until two moves are there, for ten minutes at most: the end of its input
// would stop every search.
struct patient {
    struct talk *talk;
    const char *lines;
    int to;
    bool answered;
};

static void *wait_for_two(void *argument) {
    struct patient *patient = argument;
    ssize_t length = (ssize_t)strlen(patient->lines);
    if (write(patient->to, patient->lines, (size_t)length) == length)
        for (int i = 0; i < 60000 && !patient->answered; i++) {
            usleep(10000);
            patient->answered = atomic_load(&patient->talk->moves) == 2;
        }
    close(patient->to);
    return NULL;
}

// What is said of a search that waits behind another one reaches it.
static void queued_searches_end(void **state) {
    (void)state;
    static const char second[] = "position startpos moves a2a3\n";
    static const char *const lines[][2] = {
        {"go infinite\nstop\n", "go infinite\nstop\n"},
        {"go infinite\n", "go infinite\nstop\n"},
        {"go infinite\n", "go infinite\nisready\nstop\n"},
        {"go ponder movetime 1\nstop\n", "go ponder movetime 1\nponderhit\n"},
        {"go mate 4\n", "go depth 1\n"}, // there is none: it ends all the same
    };
    for (int i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct talk talk;
        char text[256];
        int ends[2];
        pthread_t thread;
        talk_begin(&talk, DIALECT_UCI, "minishogi");
        snprintf(text, sizeof text, "position startpos\n%s%s%s", lines[i][0], second, lines[i][1]);
        assert_int_equal(pipe(ends), 0);
        struct patient patient = {&talk, text, ends[1], false};
        assert_int_equal(pthread_create(&thread, NULL, wait_for_two, &patient), 0);
        struct session_events events = uci_events(talk.uci);
        struct error error = {""};
        assert_true(session_serve(talk.session, ends[0], &events, &error));
        pthread_join(thread, NULL);
        close(ends[0]);
        assert_true(patient.answered);
        talk_end(&talk);
    }
}

// A long game told as interfaces tell it, the whole list before each move: its end is read as fast
// as its beginning, which shows in the moves that are taken back and made again: none.
static void long_game(void **state) {
    (void)state;
    struct talk talk;
    talk_begin(&talk, DIALECT_UCI, "chu-shogi");
    struct random random = random_init(9, 0, RANDOM_TEST);
    struct buffer line = buffer_init();
    buffer_text(&line, "position startpos moves");
    Move *list = malloc(MOVES_MAX * sizeof *list);
    assert_non_null(list);
    for (int ply = 0; ply < 300 / PART; ply++) {
        struct position position = *session_position(talk.session);
        const Move *end = movegen(&position, MOVES_ALL, list);
        if (end == list || session_outcome(talk.session).result != RESULT_NONE)
            break;
        Move move = list[random_below(&random, (uint32_t)(end - list))];
        if (!session_is_legal(talk.session, move))
            continue;
        char text[MOVE_TEXT];
        buffer_printf(&line, " %s", move_print(move, text));
        char *copy = strdup(line.data);
        assert_true(uci_line(talk.uci, copy));
        free(copy);
        assert_int_equal(session_move(talk.session, session_ply(talk.session) - 1), move);
    }
    assert_int_equal(talk.said.length, 0);
    free(list);
    buffer_destroy(&line);
    talk_end(&talk);
}

// From stop to bestmove, in the process's own time beside that of a search of some nodes: a slow or
// a busy machine changes both. The fastest of some stops counts.
struct stopper {
    int to;
    double sent_at;
};

static void *stop_later(void *argument) {
    struct stopper *stopper = argument;
    usleep(20000);
    stopper->sent_at = cpu_seconds();
    assert_int_equal(write(stopper->to, "stop\n", 5), 5);
    close(stopper->to);
    return NULL;
}

static void stops_at_once(void **state) {
    (void)state;
    static const char *const games[] = {"kagamigi", "chu-shogi", "chu-kagamigi"};
    for (int game = 0; game < ARRAY_LENGTH(games) && PART == 1; game++) {
        struct talk talk;
        talk_begin(&talk, DIALECT_UCI, games[game]);
        say(&talk, "position startpos\ngo depth 1\n");
        double begun = cpu_seconds();
        say(&talk, "go nodes 20000\n");
        double allowed = cpu_seconds() - begun, fastest = HUGE_VAL;
        for (int i = 0; i < 20 && fastest > allowed; i++) {
            int ends[2];
            assert_int_equal(pipe(ends), 0);
            struct stopper stopper = {.to = ends[1]};
            pthread_t thread;
            char go[] = "go infinite";
            assert_true(uci_line(talk.uci, go));
            assert_int_equal(pthread_create(&thread, NULL, stop_later, &stopper), 0);
            struct session_events events = uci_events(talk.uci);
            struct error error;
            assert_true(session_serve(talk.session, ends[0], &events, &error));
            pthread_join(thread, NULL);
            close(ends[0]);
            fastest = fmin(fastest, talk.answered_at - stopper.sent_at);
        }
        assert_true(fastest <= allowed);
        talk_end(&talk);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uci_session),
        cmocka_unit_test(usi_session),
        cmocka_unit_test(ends_between_searches),
        cmocka_unit_test(searches_in_turn),
        cmocka_unit_test(lines_and_threads),
        cmocka_unit_test(wrong_input),
        cmocka_unit_test(long_game),
        cmocka_unit_test(stops_at_once),
        cmocka_unit_test(queued_searches_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The CECP front end: what XBoard is told of a game, its moves and marks, and its commands.
#include "setup.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "xboard.h"
#include "xboard_internal.h"

// Moves in the dialect of XBoard

static void betza(void **state) {
    (void)state;
    static const struct {
        const char *ours, *xboard;
    } rows[] = {
        {"K", "K"},
        {"WfF", "WfrflF"},
        {"RF3", "RF3"},
        {"KrhQ", "rRfrbrBfblWblflF"},
        {"frB4lbW2flFbrFfW", "frF4blW2fWbrflF"},
        {"BNAD", "BDAN"},
        {"ffN", "rflfN"},
        {"lbN", "lbN"},
        {"fhN", "rffrfllfN"},
        {"mWcF", "mWcF"},
        {"mW3cW", "WmW3"},
        {"nN", "nN"},
        {"cnD", "cnD"},
        {"[K-K]", "KDANcaKcabbK"},
        {"[fW-vW]", "fWfDfcaffbbW"},
        {"[flF-flFbrF]", "flFflAflcaffbbF"},
        {"rfNN", "rfN0"},
        {"flC", "flC"},
        {"cbH", "bcH"},
        {"nlfZ", "lfnZ"},
        {"frAA", "frA0"},
        {"mfRcfpR", "fmRfcpW0"},
        {"lgR", "lgW0"},
        {"fjR3", "fjW3"},
        {"ifmnD", "fimnD"},
        {"t[fWR]", "fWmfyaffW"},
        {"fryafrF", "mfryafrF"},
        {"frasB", "mfrarrF0mfrallF0"},
        {"fmpafW", "mpfaffW"},
        {"pR2", NULL},
        {"[W2-fsB]", NULL},
    };
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        struct movement movement;
        struct error error;
        char text[XBOARD_BETZA_TEXT];
        assert_true(betza_parse(rows[i].ours, &movement, &error));
        const char *printed = xboard_betza(&movement, text);
        if (!rows[i].xboard)
            assert_null(printed);
        else
            assert_string_equal(printed, rows[i].xboard);
    }
}

// Setups

static void setups(void **state) {
    (void)state;
    static const struct {
        const char *name, *rules, *shown_as;
        bool fits;
        int hand;
    } rows[] = {
        {"kagamigi", "", "kagamigi", true, 14},
        {"kagamigi", "drops=off", "kagamigi", true, 0},
        {"chu-kagamigi", "", "chukagamigi", false, 24},
        {"chu-kagamigi", "drops=off", "chukagamigi", true, 0},
        {"chu-seireigi", "", "chuseireigi", false, 19},
        {"chu-shogi", "", "chu", true, 0},
        {"shogi", "", "shogi", true, 7},
        {"minishogi", "", "minishogi", true, 5},
    };
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        struct tables *tables = setup_tables(rows[i].name, rows[i].rules);
        struct xboard_setup setup;
        char name[NAME_TEXT];
        assert_string_equal(xboard_name(&tables->variant, name), rows[i].shown_as);
        assert_true(xboard_names(&tables->variant, name));
        assert_true(xboard_names(&tables->variant, rows[i].name));
        assert_false(xboard_names(&tables->variant, "normal"));
        assert_int_equal(xboard_setup_init(&setup, &tables->variant, &tables->rules), rows[i].fits);
        assert_int_equal(setup.hand_count, rows[i].hand);
        // Every piece has a picture of its own, but in the games that XBoard knows.
        int seen[TYPES] = {0};
        for (int place = 0; place < XBOARD_PLACES; place++)
            seen[setup.places[place]]++;
        for (int type = 1; type < TYPES && !setup.known; type++)
            assert_int_equal(seen[type], *tables->variant.piece[type].name != 0);
        free(tables);
    }
}

// Moves

static void moves_round_trip(void **state) {
    (void)state;
    static const char *const names[] = {"kagamigi", "chu-shogi", "shogi"};
    static Move list[MOVES_MAX];
    for (int game = 0; game < ARRAY_LENGTH(names); game++) {
        struct tables *tables = setup_tables(names[game], "");
        struct xboard_setup setup;
        xboard_setup_init(&setup, &tables->variant, &tables->rules);
        struct random random = random_init(7, (uint64_t)game, RANDOM_TEST);
        for (int number = 0; number < 60 / PART; number++) {
            struct position position = setup_random(tables, &random, number);
            Move *end = movegen(&position, MOVES_ALL, list);
            for (const Move *move = list; move < end; move++) {
                char text[MOVE_TEXT], line[MOVE_TEXT], again[MOVE_TEXT];
                struct error error;
                Move read;
                xboard_move_print(setup.low_rank, &position, *move, false, text);
                if (!xboard_move_parse(setup.low_rank, text, &position, &read, &error))
                    fail_msg("%s", error.text);
                // A pass is a pass, whoever passes.
                assert_string_equal(
                    xboard_move_print(setup.low_rank, &position, read, false, again), text);
                if (strcmp(text, "@@@@") != 0)
                    assert_int_equal(read, *move);
                assert_null(
                    strchr(xboard_move_print(setup.low_rank, &position, *move, true, line), ','));
            }
        }
        free(tables);
    }
}

static void moves_of_lions(void **state) {
    (void)state;
    struct tables *tables = setup_tables("chu-shogi", "");
    struct xboard_setup setup;
    xboard_setup_init(&setup, &tables->variant, &tables->rules);
    struct position position =
        setup_position(tables, "5k6/12/12/12/12/12/5p6/4p7/3N8/12/12/5K6[] w - - 0 1");
    struct error error;
    char text[MOVE_TEXT];
    Move direct = setup_move(&position, "d4d5e6"), pass = setup_move(&position, "d4c4d4");
    assert_string_equal(xboard_move_print(setup.low_rank, &position, direct, false, text), "d4e6");
    assert_string_equal(xboard_move_print(setup.low_rank, &position, pass, false, text), "@@@@");
    assert_string_equal(xboard_move_print(setup.low_rank, &position, pass, true, text), "@@@@");
    Move twice = setup_move(&position, "d4e5f6"), igui = setup_move(&position, "d4e5d4");
    assert_string_equal(xboard_move_print(setup.low_rank, &position, twice, false, text),
                        "d4e5,e5f6");
    assert_string_equal(xboard_move_print(setup.low_rank, &position, twice, true, text),
                        "d4xe5xf6");
    assert_string_equal(xboard_move_print(setup.low_rank, &position, igui, false, text),
                        "d4e5,e5d4");
    assert_string_equal(xboard_move_print(setup.low_rank, &position, igui, true, text), "d4xe5-d4");
    Move move;
    assert_true(xboard_move_parse(setup.low_rank, "d4c5,c5b6", &position, &move,
                                  &error)); // nothing on the way
    assert_int_equal(move, setup_move(&position, "d4b6"));
    static const char *const wrong[] = {"d4e5,d5f6", "d4e5,",    "d4,e5f6",        "d4e5,e5",
                                        ",",         "d4e5f6g7", "d4e5,e5f6,f6g7", "",
                                        "=",         "@@@",      "d4e5,e5h8"};
    for (int i = 0; i < ARRAY_LENGTH(wrong); i++)
        assert_false(xboard_move_parse(setup.low_rank, wrong[i], &position, &move, &error));
    free(tables);
}

// Marks

static const char *marks(const struct xboard_setup *setup, struct position *position,
                         const char *first, const char *second) {
    static Move list[MOVES_MAX];
    static char text[XBOARD_HIGHLIGHT_TEXT];
    struct xboard_lift lift = {SQUARE_NONE, SQUARE_NONE, 0};
    lift = xboard_lift(setup, position, lift, first);
    if (second)
        lift = xboard_lift(setup, position, lift, second);
    Move *end = movegen(position, MOVES_ALL, list);
    return xboard_highlight(position, lift, list, (int)(end - list), text);
}

static void highlights(void **state) {
    (void)state;
    struct tables *tables = setup_tables("kagamigi", "");
    struct xboard_setup setup;
    assert_true(xboard_setup_init(&setup, &tables->variant, &tables->rules));
    struct position position = setup_position(tables, "4k4/9/2P6/9/9/9/P8/9/R3K4[Ppp] w - - 0 1");
    assert_string_equal(marks(&setup, &position, "a1", NULL), "9/9/9/9/9/9/9/Y8/1YYY5");
    assert_string_equal(marks(&setup, &position, "c7", NULL), "9/2M6/9/9/9/9/9/9/9");
    assert_string_equal(marks(&setup, &position, "e9", NULL), "9/9/9/9/9/9/9/9/9");
    // The pawn in hand: its rank is that of its place among the pieces in hand.
    int row = 0;
    while (setup.hand[row] != type_of_letter('P'))
        row++;
    char square[8];
    snprintf(square, sizeof square, "k%d", row + 1);
    assert_string_equal(marks(&setup, &position, square, NULL),
                        "9/1Y1YYYYYY/1Y1YYYYYY/1Y1YYYYYY/1Y1YYYYYY/1Y1YYYYYY/1Y1YYYYYY/1Y1YYYYYY/"
                        "1Y1Y1YYYY");
    struct undo undo;
    position_make(&position, setup_move(&position, "e1e2"), &undo);
    snprintf(square, sizeof square, "_%d", 14 - row);
    assert_string_equal(marks(&setup, &position, square, NULL),
                        "YYYY1YYYY/YYYYYYYYY/YY1YYYYYY/YYYYYYYYY/YYYYYYYYY/YYYYYYYYY/1YYYYYYYY/"
                        "YYYY1YYYY/9");
    free(tables);

    tables = setup_tables("chu-shogi", "");
    xboard_setup_init(&setup, &tables->variant, &tables->rules);
    position = setup_position(tables, "5k6/12/12/12/12/12/5p6/4p7/3N8/12/12/5K6[] w - - 0 1");
    assert_string_equal(marks(&setup, &position, "d4", NULL),
                        "12/12/12/12/12/12/1YYYYR6/1YYYCY6/1YY1YY6/1YYYYY6/1YYYYY6/12");
    assert_string_equal(marks(&setup, &position, "d4", "e5"),
                        "12/12/12/12/12/12/3YYR6/3YRY6/3YYY6/12/12/12");
    free(tables);
}

// Commands

static bool load(const char *path, const struct tables *tables, struct values *values,
                 struct error *error) {
    values_estimate(tables, values);
    return !path || error_set(error, "%s: no such file", path);
}

struct talk {
    struct session *session;
    struct xboard *xboard;
    char heard[1 << 16];
};

static void hear(void *context, const char *line) {
    struct talk *talk = context;
    size_t used = strlen(talk->heard);
    assert_true(used + strlen(line) + 2 < sizeof talk->heard);
    strcat(strcat(talk->heard, line), "\n");
}

static struct talk *setup_talk(const char *name, const char *rules) {
    struct talk *talk = calloc(1, sizeof *talk);
    struct tables *tables = setup_tables(name, rules);
    struct error error;
    assert_non_null(talk);
    talk->session = session_create(&tables->variant, &tables->rules, load, &error);
    assert_non_null(talk->session);
    assert_true(session_set_option(talk->session, "Hash", "1", &error));
    talk->xboard = xboard_create(talk->session, &(struct xboard_config){"Test", name, hear, talk});
    assert_non_null(talk->xboard);
    free(tables);
    return talk;
}

static void end_talk(struct talk *talk) {
    xboard_destroy(talk->xboard);
    session_destroy(talk->session);
    free(talk);
}

// What the lines are answered with, after the searches that they begin.
static const char *say(struct talk *talk, const char *lines) {
    int ends[2];
    struct error error;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], lines, strlen(lines)), (ssize_t)strlen(lines));
    close(ends[1]);
    talk->heard[0] = 0;
    struct session_events events = xboard_events(talk->xboard);
    assert_true(session_serve(talk->session, ends[0], &events, &error));
    close(ends[0]);
    return talk->heard;
}

static void has(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("no '%s' in '%s'", part, text);
}

static void plays(void **state) {
    (void)state;
    struct talk *talk = setup_talk("kagamigi", "");
    assert_string_equal(say(talk, "xboard\nnew\nvariant kagamigi\nsd 2\nforce\nusermove e3e4\n") +
                            strlen(talk->heard) - strlen("piece +X& BW3\n"),
                        "piece +X& BW3\n");
    assert_int_equal(session_ply(talk->session), 1);
    has(say(talk, "go\nping 5\n"), "move ");
    has(talk->heard, "\npong 5\n"); // after the move
    assert_int_equal(session_ply(talk->session), 2);
    assert_string_equal(say(talk, "usermove e4e6\n"), "Illegal move: e4e6\n");
    has(say(talk, "usermove P@e5\n"), "Illegal move (no such piece in hand): P@e5\n");
    say(talk, "undo\nundo\n");
    assert_int_equal(session_ply(talk->session), 0);
    has(say(talk, "undo\n"), "Error (command not legal now): undo");
    has(say(talk, "remove\n"), "Error (command not legal now): remove");
    has(say(talk, "hint\n"), "Hint: ");
    say(talk, "force\ne3e4\n"); // as protocol version 1 has it
    assert_int_equal(session_ply(talk->session), 1);
    end_talk(talk);
}

static void sets_up(void **state) {
    (void)state;
    struct talk *talk = setup_talk("chu-shogi", "");
    has(say(talk, "force\nsetboard 12/12 w - - 0 1\n"), "tellusererror Illegal position: ");
    has(say(talk, "usermove e3e4\n"), "Illegal move");
    assert_string_equal(say(talk, "setboard 5k6/12/12/12/12/12/5p6/4p7/3N8/12/12/5K6 w - 0 1\n"
                                  "usermove d4e5,e5f6\n"),
                        "");
    assert_int_equal(session_ply(talk->session), 1);
    end_talk(talk);
}

static void claims(void **state) {
    (void)state;
    struct talk *talk = setup_talk("shogi", "");
    say(talk, "new\nforce\nsetboard 4k4/9/4P4/9/9/9/9/9/4K4[G] w 0 1\nsd 3\n");
    has(say(talk, "go\n"), "move G@e8\n1-0 {checkmate}\n");
    assert_string_equal(say(talk, "go\n"), "1-0 {checkmate}\n");
    end_talk(talk);
}

// Rules that were chosen hold for their game, whatever comes between.
static void remembers(void **state) {
    (void)state;
    struct talk *talk = setup_talk("kagamigi", "nifu=off;drops=off");
    has(say(talk, "protover 2\n"), "feature option=\"nifu -combo on /// *off\"");
    has(talk->heard, "feature variants=\"kagamigi,chu,");
    has(say(talk, "new\nvariant kagamigi\n"), " 9x9+0_chu ");
    say(talk, "variant shogi\n");
    assert_int_equal(session_tables(talk->session)->rules.value[RULE_NIFU], NIFU_ON);
    say(talk, "option nifu=off\n"); // this is for any game
    has(say(talk, "option nosuch=1\n"), "Error (no option 'nosuch'");
    has(say(talk, "option nifu=maybe\n"), "Error (");
    say(talk, "variant minishogi\n");
    assert_int_equal(session_tables(talk->session)->rules.value[RULE_NIFU], NIFU_OFF);
    has(say(talk, "variant kagamigi\n"), " 9x9+0_chu ");
    has(say(talk, "variant nosuch\n"), "Error (unknown variant): nosuch");
    has(say(talk, "memory 2\ncores 2\nmemory x\n"), "Error (Hash must be");
    end_talk(talk);
}

// A rule that changes in a game leaves its moves alone.
static void keeps_moves(void **state) {
    (void)state;
    struct talk *talk = setup_talk("shogi", "");
    say(talk, "new\nforce\nusermove g3g4\nusermove c7c6\noption nifu=off\n");
    assert_int_equal(session_ply(talk->session), 2);
    assert_int_equal(session_tables(talk->session)->rules.value[RULE_NIFU], NIFU_OFF);
    end_talk(talk);
}

static void refuses(void **state) {
    (void)state;
    struct talk *talk = setup_talk("shogi", "");
    static const char *const rows[][2] = {
        {"nosuch", "Error (unknown command): nosuch\n"},
        {"level 40", "Error (bad parameter): level 40\n"},
        {"level 40 x 0", "Error (bad parameter): level 40 x 0\n"},
        {"level 40 5 -1", "Error (bad parameter): level 40 5 -1\n"},
        {"st 0", "Error (bad parameter): st 0\n"},
        {"st nan", "Error (bad parameter): st nan\n"},
        {"sd -1", "Error (bad parameter): sd -1\n"},
        {"nps 0", "Error (unknown command): nps\n"},
        {"time abc", "Error (bad parameter): time abc\n"},
        {"ping", "Error (bad parameter): ping \n"},
        {"usermove", "Illegal move ('' is no move; expected e3e4, b7b8+ or P@e5): \n"},
        {"a\x1b[1m", "Error (unknown command): a?[1m\n"},
    };
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        char line[64];
        snprintf(line, sizeof line, "%s\n", rows[i][0]);
        assert_string_equal(say(talk, line), rows[i][1]);
    }
    end_talk(talk);
}

static void ponders(void **state) {
    (void)state;
    struct talk *talk = setup_talk("shogi", "");
    say(talk, "new\nhard\npost\nsd 3\nusermove g3g4\n"); // it goes on until the input ends
    assert_int_equal(session_ply(talk->session), 2);
    has(talk->heard, "move ");
    end_talk(talk);
}

// `resume` without `pause` leaves the search alone; after a hint it thinks anew.
static void resumes(void **state) {
    (void)state;
    struct talk *talk = setup_talk("shogi", "");
    const char *move = strstr(say(talk, "new\nst 1\ngo\nresume\n"), "move ");
    assert_non_null(move);
    assert_null(strstr(move + 1, "move "));
    assert_int_equal(session_ply(talk->session), 1);
    say(talk, "force\nusermove c7c6\npause\ngo\nhint\nresume\n");
    has(talk->heard, "move ");
    assert_int_equal(session_ply(talk->session), 3);
    // A clock that says less than `st`: nobody waits an hour for this.
    say(talk, "new\nst 3599\ntime 10\ngo\n");
    assert_int_equal(session_ply(talk->session), 1);
    end_talk(talk);
}

// A game of `ranks` ranks with `hands` kinds of pieces in hand, all of them Rooks.
static struct tables *rooks(int ranks, int hands, const char *more) {
    char text[4096], fen[256] = "3z";
    struct error error = {""};
    for (int i = 2; i < ranks; i++)
        strcat(fen, "/4");
    int used = snprintf(text, sizeof text,
                        "[variant]\nname = rooks\nfiles = 4\nranks = %d\nroyal = Z\n%s\n"
                        "[pieces]\nZ = Z, King, K\n",
                        ranks, more);
    for (int i = 0; i < hands; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%c = %c, Piece, R\n", 'A' + i,
                         'A' + i);
    snprintf(text + used, sizeof text - (size_t)used, "[arrays]\nstart = %s/A2Z[A] w - - 0 1\n",
             fen);
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    assert_true(variant && tables);
    if (!variant_parse(text, "rooks.ini", variant, &error) ||
        !tables_build(tables, variant, &variant->rules, &error))
        fail_msg("%s", error.text);
    free(variant);
    return tables;
}

// XBoard numbers the ranks of a board of ten from 0; its board is as high as its columns of pieces
// in hand, so that ten of those must not stand beside a lower board.
static void ten_ranks(void **state) {
    (void)state;
    static const struct {
        int ranks, hands, rows, low;
        const char *move, *drop; // of the Rook in a1; of one in hand
    } rows[] = {
        {9, 4, 4, 1, "a1a8", "A@b2"},    {10, 4, 4, 0, "a0a7", "A@b1"},
        {11, 4, 4, 1, "a1a8", "A@b2"},   {9, 10, 11, 1, "a1a8", "A@b2"},
        {10, 10, 10, 0, "a0a7", "A@b1"}, {10, 11, 11, 1, "a1a8", "A@b2"},
        {9, 9, 9, 1, "a1a8", "A@b2"},
    };
    for (int i = 0; i < ARRAY_LENGTH(rows); i++) {
        struct tables *tables = rooks(rows[i].ranks, rows[i].hands, "pictures = A:camel");
        struct xboard_setup setup;
        assert_true(xboard_setup_init(&setup, &tables->variant, &tables->rules));
        assert_int_equal(setup.low_rank, rows[i].low);
        assert_int_equal(setup.hand_rows, rows[i].rows);
        struct position position =
            setup_position(tables, variant_start_fen(&tables->variant, &tables->rules));
        struct error error;
        char text[MOVE_TEXT];
        Move move = setup_move(&position, "a1a8"), drop = setup_move(&position, "A@b2"), read;
        assert_string_equal(xboard_move_print(setup.low_rank, &position, move, false, text),
                            rows[i].move);
        assert_string_equal(xboard_move_print(setup.low_rank, &position, move, true, text),
                            rows[i].move);
        assert_true(xboard_move_parse(setup.low_rank, rows[i].move, &position, &read, &error));
        assert_int_equal(read, move);
        assert_string_equal(xboard_move_print(setup.low_rank, &position, drop, false, text),
                            rows[i].drop);
        assert_true(xboard_move_parse(setup.low_rank, rows[i].drop, &position, &read, &error));
        assert_int_equal(read, drop);
        const char *origin = rows[i].low ? "a1" : "a0";
        struct xboard_lift none = {SQUARE_NONE, SQUARE_NONE, 0};
        assert_int_equal(xboard_lift(&setup, &position, none, origin).from, square_at(0, 0));
        for (int row = 0; row < setup.hand_count; row++) {
            char place[8];
            snprintf(place, sizeof place, "f%d", row + rows[i].low);
            assert_int_equal(xboard_lift(&setup, &position, none, place).drop,
                             setup.hand[row] == type_of_letter('A') ? setup.hand[row] : 0);
        }
        free(tables);
    }
    char out[8];
    assert_false(xboard_shift_ranks("a0", -1, out, sizeof out));
    assert_string_equal(out, "");
    assert_true(xboard_shift_ranks("a9b10", 1, out, sizeof out));
    assert_string_equal(out, "a10b11");
    assert_false(xboard_shift_ranks("a9b9c9", 1, out, sizeof out)); // no room
    assert_false(xboard_shift_ranks("a99999999999999999999", 1, out, sizeof out));
}

// The name of the picture of a piece.
static const char *picture_of(const struct xboard_setup *setup, Type type) {
    for (int i = 0; picture_name(i); i++)
        if (setup->places[picture_place(i)] == type)
            return picture_name(i);
    return "";
}

static void pictures(void **state) {
    (void)state;
    static const char text[] =
        "[variant]\nname = x\nfiles = 4\nranks = 4\nroyal = K\npictures = D:zebra\n"
        "[arrays]\na = k3/4/4/3K\n[pieces]\nK = K, King, K\n"
        "A = A, Chariot, R, +A, Dragon, RF\n" // by its moves, though it comes before the Rook
        "R = R, rook, WfF\n"                  // by its name
        "D = D, Wolf, B\n"                    // by the key
        "B = B, Angle, B\n"                   // by its moves
        "G = G, Warrior, WfF, +G, Great Elephant, WfF\n"
        "W = W, War Wolf, fFbW\n" // by a word, which D does not need
        "S = S, Sumo, sW\n";      // nothing suits it
    static const struct {
        const char *piece, *picture;
    } rows[] = {{"A", "tower"},      {"+A", "dragon"}, {"R", "rook"},
                {"D", "zebra"},      {"B", "bishop"},  {"G", "gold"},
                {"+G", "gold-pawn"}, {"W", "wolf"},    {"S", "dolphin"}};
    struct variant *variant = malloc(sizeof *variant);
    struct tables *tables = malloc(sizeof *tables);
    struct xboard_setup setup;
    struct error error = {""};
    assert_true(variant && tables);
    if (!variant_parse(text, "x.ini", variant, &error) ||
        !tables_build(tables, variant, &variant->rules, &error))
        fail_msg("%s", error.text);
    assert_true(xboard_setup_init(&setup, &tables->variant, &tables->rules));
    for (int i = 0; i < ARRAY_LENGTH(rows); i++)
        assert_string_equal(picture_of(&setup, variant_find_piece(variant, rows[i].piece, &error)),
                            rows[i].picture);
    free(variant);
    free(tables);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(betza),
        cmocka_unit_test(setups),
        cmocka_unit_test(moves_round_trip),
        cmocka_unit_test(moves_of_lions),
        cmocka_unit_test(ten_ranks),
        cmocka_unit_test(pictures),
        cmocka_unit_test(highlights),
        cmocka_unit_test(plays),
        cmocka_unit_test(sets_up),
        cmocka_unit_test(claims),
        cmocka_unit_test(remembers),
        cmocka_unit_test(keeps_moves),
        cmocka_unit_test(refuses),
        cmocka_unit_test(ponders),
        cmocka_unit_test(resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

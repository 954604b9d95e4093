// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Whole games against the engines that Debian has: both sides' moves stand before our rules, and
// before theirs.
#include "games.h"

#include <string.h>

#include "external.h"
#include "notation.h"
#include "openings.h"
#include "referee.h"

enum { PLIES = 600 };

static void play(struct external *player, const struct tables *tables, const char *opening,
                 enum side side, struct limits limits) {
    struct referee *referee = malloc(sizeof *referee);
    struct values values;
    struct error error = {""};
    Move moves[PLIES];
    values_estimate(tables, &values);
    struct engine *engine = engine_create(tables, &values, 1 << 20, NULL);
    assert_non_null(referee);
    assert_non_null(engine);
    referee_init(referee);
    if (!referee_start(referee, tables, opening, &error) ||
        !external_new_game(player, opening, &error))
        fail_msg("%s", error.text);
    for (int ply = 0; ply < PLIES && referee->outcome.result == RESULT_NONE; ply++) {
        if (referee->position.side == side) {
            struct player_question question = {opening, moves, ply, &referee->position, limits};
            struct player_answer answer;
            external_ask(player, &question, &answer);
            if (answer.status == PLAYER_RESIGN)
                break;
            char fen[FEN_TEXT];
            if (answer.status != PLAYER_MOVE)
                fail_msg("ply %d, %s: %s", ply, fen_print(&referee->position, fen), answer.text);
            moves[ply] = answer.move;
        } else {
            struct search_result found;
            engine_search(engine, &referee->position, &referee->history,
                          (struct limits){.nodes = 2000}, &found);
            moves[ply] = found.best;
        }
        if (!referee_play(referee, moves[ply], &error))
            fail_msg("ply %d: %s", ply, error.text);
    }
    assert_true(referee->counts.plies > 10);
    engine_destroy(engine);
    referee_destroy(referee);
    free(referee);
}

static void games(const char *variant, const char *rules, enum external_protocol protocol,
                  const char *command, const char *const *options, struct limits limits) {
    struct tables *tables = game_tables(variant, rules);
    struct external_settings settings = external_default(protocol, command);
    struct opening_settings settings_of_openings = {
        .plies = 6, .bound = 500, .nodes = 50, .tries = 20};
    struct values values;
    struct external *player;
    struct error error = {""};
    settings.options = options;
    settings.option_count = options != NULL;
    settings.margin_ms = 20000; // a busy machine is no fault of the engine's
    values_estimate(tables, &values);
    struct engine *judge = engine_create(tables, &values, 1 << 16, NULL);
    assert_non_null(judge);
    if (!(player = external_create(&settings, tables, &error)) || !external_start(player, &error))
        fail_msg("%s", error.text);
    play(player, tables, variant_start_fen(&tables->variant, &tables->rules), SECOND, limits);
    for (int i = 0; i < 2; i++) {
        struct opening opening;
        assert_true(opening_choose(&settings_of_openings, tables, 5, i, judge, &opening, &error));
        play(player, tables, opening.fen, i ? FIRST : SECOND, limits);
    }
    external_destroy(player);
    engine_destroy(judge);
    free(tables);
}

static const char fairy_stockfish[] = "/usr/games/fairy-stockfish";
static const char hachu[] = "/usr/games/hachu";

// Real programs, the games that they know and those that they do not.
static void what_a_program_knows_is_found_out(void **state) {
    (void)state;
    static const struct {
        const char *command;
        enum external_protocol protocol;
        const char *variant, *named;
        const char *text; // part of the error; NULL: knows it
    } cases[] = {
        {fairy_stockfish, EXTERNAL_UCI, "shogi", NULL, NULL},
        {fairy_stockfish, EXTERNAL_USI, "shogi", NULL, NULL},
        {fairy_stockfish, EXTERNAL_XBOARD, "shogi", NULL, NULL},
        {fairy_stockfish, EXTERNAL_USI, "minishogi", NULL, NULL},
        {fairy_stockfish, EXTERNAL_UCI, "kagamigi", NULL, "does not announce"},
        {fairy_stockfish, EXTERNAL_UCI, "kagamigi", "shogi", "does not"},
        {fairy_stockfish, EXTERNAL_XBOARD, "chu-shogi", NULL, "does not announce"},
        {fairy_stockfish, EXTERNAL_UCI, "minishogi", "gardner", "does not play"},
        {hachu, EXTERNAL_XBOARD, "chu-shogi", NULL, NULL},
        {hachu, EXTERNAL_XBOARD, "kagamigi", NULL, "does not announce"},
        {hachu, EXTERNAL_UCI, "chu-shogi", NULL, "(protocol=uci)"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct tables *tables = game_tables(cases[i].variant, "");
        struct external_settings settings = external_default(cases[i].protocol, cases[i].command);
        struct error error = {""};
        settings.variant = cases[i].named;
        // Who speaks another protocol says nothing, however long one waits.
        settings.timeout_ms = cases[i].text && strstr(cases[i].text, "(protocol=") ? 300 : 60000;
        struct external *player = external_create(&settings, tables, &error);
        assert_non_null(player);
        bool known = external_check_game(player, &error);
        if (known != !cases[i].text || (!known && !strstr(error.text, cases[i].text)))
            fail_msg("%d: %s", i, known ? "accepted" : error.text);
        external_destroy(player);
        free(tables);
    }
}

static void shogi_against_fairy_stockfish_in_uci(void **state) {
    (void)state;
    static const char *const hash[] = {"Hash=4"};
    games("shogi", "", EXTERNAL_UCI, fairy_stockfish, hash, (struct limits){.nodes = 300});
}

static void shogi_against_fairy_stockfish_in_usi(void **state) {
    (void)state;
    games("shogi", "", EXTERNAL_USI, fairy_stockfish, NULL, (struct limits){.depth = 3});
}

static void minishogi_against_fairy_stockfish_in_usi(void **state) {
    (void)state;
    games("minishogi", "", EXTERNAL_USI, fairy_stockfish, NULL, (struct limits){.nodes = 300});
}

static void shogi_against_fairy_stockfish_in_xboard(void **state) {
    (void)state;
    games("shogi", "", EXTERNAL_XBOARD, fairy_stockfish, NULL, (struct limits){.depth = 3});
}

// To free().
static char *hachu_rules(void) {
    struct variant *variant = malloc(sizeof *variant);
    struct error error;
    char *rules = NULL;
    assert_true(variant && variant_load("chu-shogi", variant, &error));
    for (int i = 0; i < variant->preset_count; i++)
        if (strcmp(variant->presets[i].name, "hachu") == 0)
            rules = strdup(variant->presets[i].rules);
    free(variant);
    assert_non_null(rules);
    return rules;
}

static void chu_shogi_against_hachu(void **state) {
    (void)state;
    char *rules = hachu_rules();
    games("chu-shogi", rules, EXTERNAL_XBOARD, hachu, NULL, (struct limits){.depth = 2});
    free(rules);
}

// Its first move from positions where its rules, or what it remembers of the array, tempt it.
static void hachu_moves_legally_at_once(void **state) {
    (void)state;
    static const char *const openings[] = {
        // h4h5 is its move from the array
        "lfcsgekgbcfl/a1b1txots1va/mvrhdqndhr1m/pppppp1ppppp/3i2p1i3/12/12/3I1P1PI3/PPPPP1P1PPPP/"
        "MVRHDNQDHRVM/AFBSTOXT1B1A/L1C1GKEGSCFL[] w - - 1 5",
        // f9f10+: a capture inside the zone promotes
        "k11/12/5q6/5P6/12/12/12/12/12/12/12/11K[] w - - 0 1",
    };
    char *rules = hachu_rules();
    struct tables *tables = game_tables("chu-shogi", rules);
    struct referee *referee = malloc(sizeof *referee);
    assert_non_null(referee);
    for (int i = 0; i < ARRAY_LENGTH(openings); i++) {
        struct external_settings settings = external_default(EXTERNAL_XBOARD, hachu);
        struct external *player;
        struct player_answer answer;
        struct error error = {""};
        referee_init(referee);
        settings.margin_ms = 20000;
        assert_true((player = external_create(&settings, tables, &error)));
        assert_true(external_start(player, &error));
        assert_true(external_new_game(player, openings[i], &error));
        assert_true(referee_start(referee, tables, openings[i], &error));
        struct player_question question = {openings[i], NULL, 0, &referee->position, {.depth = 2}};
        external_ask(player, &question, &answer);
        if (answer.status != PLAYER_MOVE)
            fail_msg("%s: %s", openings[i], answer.text);
        external_destroy(player);
        referee_destroy(referee);
    }
    free(referee);
    free(tables);
    free(rules);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_program_knows_is_found_out),
        cmocka_unit_test(shogi_against_fairy_stockfish_in_uci),
        cmocka_unit_test(shogi_against_fairy_stockfish_in_usi),
        cmocka_unit_test(minishogi_against_fairy_stockfish_in_usi),
        cmocka_unit_test(shogi_against_fairy_stockfish_in_xboard),
        cmocka_unit_test(chu_shogi_against_hachu),
        cmocka_unit_test(hachu_moves_legally_at_once),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

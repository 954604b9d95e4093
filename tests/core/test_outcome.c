// SPDX-License-Identifier: GPL-3.0-or-later
// How games end: a known game for each ending, under each rule that has a say.
#include "setup_referee.h"

static void known_endings(void **state) {
    (void)state;
#define WALK "e1e2 a5a4 e2e1 a4a5 "
#define BACK "a5a4 e1e2 a4a5 e2e1 "
#define CHASE "d1e1 e5d5 e1d1 d5e5 "
#define LATER "d1e1 e4d4 e1d1 d4e4 "
#define REPLY "d5e5 e1d1 e5d5 d1e1 "
    static const char kings[] = "k4/5/5/5/4K[] w - - 0 1";
    static const char rook[] = "4k/5/5/5/K2R1[] w - - 0 1";
    static const char drop[] = "k4/2S2/KG3/5/5[P] w - - 0 1";
    static const char stuck[] = "k4/2S2/1G3/5/2K2[] b - - 0 1";
    static const struct referee_ending cases[] = {
        {"", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1", "", "*", "none"},
        // mate by either side, by a drop, a Pawn drop, a Pawn move
        {"", "k4/5/KG3/5/5[G] w - - 0 1", "G@a4", "1-0", "checkmate"},
        {"", "5/5/3gk/5/4K[g] b - - 0 1", "G@e2", "0-1", "checkmate"},
        {"", "k4/5/KG3/5/5[G] w - - 0 1", "G@e1", "*", "none"},
        {"pawn-drop-mate=legal", drop, "P@a4", "1-0", "checkmate"},
        {"pawn-drop-mate=loses", drop, "P@a4", "0-1", "pawn-drop-mate"},
        {"pawn-drop-mate=loses", "k4/2S2/PG3/1K3/5[] w - - 0 1", "a3a4", "1-0", "checkmate"},
        {"pawn-drop-mate=loses", "k4/5/KG3/5/5[G] w - - 0 1", "G@a4", "1-0", "checkmate"},
        // stalemate
        {"", stuck, "", "1-0", "stalemate"},
        {"stalemate=draw", stuck, "", "1/2-1/2", "stalemate"},
        {"stalemate=win", stuck, "", "0-1", "stalemate"},
        {"", "2k2/5/3g1/2s2/4K[] w - - 0 1", "", "0-1", "stalemate"},
        {"", "2k2/5/3g1/2s2/4K[G] w - - 0 1", "", "*", "none"},
        // repetition: the third and the fourth time
        {"", kings, WALK WALK, "*", "none"},
        {"", kings, WALK WALK WALK, "1/2-1/2", "repetition"},
        {"", kings, WALK WALK "e1e2 a5a4 e2e1", "*", "none"},
        {"repetition=fourfold-draw", kings, WALK WALK, "*", "none"},
        {"repetition=fourfold-draw", kings, WALK WALK WALK, "1/2-1/2", "repetition"},
        {"repetition=threefold-draw", kings, WALK, "*", "none"},
        {"repetition=threefold-draw", kings, WALK WALK, "1/2-1/2", "repetition"},
        {"repetition=threefold", kings, WALK, "*", "none"},
        {"repetition=threefold", kings, WALK WALK, "1/2-1/2", "repetition"},
        {"repetition=threefold", rook, CHASE, "*", "none"},
        {"repetition=threefold", rook, CHASE CHASE, "0-1", "perpetual-check"},
        {"repetition=any-repeater", kings, WALK, "*", "none"},
        {"repetition=any-repeater", kings, WALK WALK, "0-1", "repetition"},
        {"repetition=any-repeater", "k4/5/5/5/4K[] b - - 0 1", BACK BACK, "1-0", "repetition"},
        {"repetition=any-repeater", rook, CHASE CHASE, "0-1", "repetition"},
        {"repetition=repeater", kings, WALK WALK, "0-1", "repetition"},
        {"repetition=repeater", "k4/5/5/5/4K[] b - - 0 1", BACK BACK, "1-0", "repetition"},
        {"repetition=repeater", rook, CHASE CHASE, "0-1", "perpetual-check"},
        {"repetition=forbidden-fourth", kings, WALK WALK "e1e2 a5a4 e2e1", "*", "none"},
        {"repetition=first-loses", kings, WALK WALK, "*", "none"},
        {"repetition=first-loses", kings, WALK WALK WALK, "0-1", "repetition"},
        {"repetition=first-loses", "k4/5/5/5/4K[] b - - 0 1", BACK BACK BACK, "0-1", "repetition"},
        {"repetition=first-loses", rook, CHASE CHASE CHASE, "0-1", "perpetual-check"},
        {"repetition=first-loses", "k2r1/5/5/5/4K[] b - - 0 1", REPLY REPLY REPLY, "1-0",
         "perpetual-check"},
        // constant check, by either side, from the start or later, and broken off once
        {"", rook, CHASE CHASE, "*", "none"},
        {"", rook, CHASE CHASE CHASE, "0-1", "perpetual-check"},
        {"repetition=fourfold-draw", rook, CHASE CHASE CHASE, "1/2-1/2", "repetition"},
        {"repetition=threefold-draw", rook, CHASE CHASE, "1/2-1/2", "repetition"},
        {"", "k2r1/5/5/5/4K[] b - - 0 1", REPLY REPLY REPLY, "1-0", "perpetual-check"},
        {"", "4k/5/5/5/K1R2[] w - - 0 1", "c1d1 e5e4 " LATER LATER LATER, "0-1", "perpetual-check"},
        {"", rook, CHASE "d1c1 e5e4 c1d1 e4e5 " CHASE, "1/2-1/2", "repetition"},
        {"", rook, CHASE CHASE "d1c1 e5e4 c1d1 e4e5 ", "1/2-1/2", "repetition"},
        // 14 of 26 points and 2 pieces for who moves first, 13 for the other; King there, no check
        {"impasse=declaration", "K+R+B2/5/5/5/4k[GGSS] w - - 0 1", "", "1-0", "impasse"},
        {"impasse=declaration", "K+R+B2/5/5/5/4k[GGS] w - - 0 1", "", "*", "none"},
        {"impasse=declaration", "4K/5/5/5/2+b+rk[ggs] b - - 0 1", "", "0-1", "impasse"},
        {"impasse=declaration", "4K/5/5/5/2+b+rk[gg] b - - 0 1", "", "*", "none"},
        {"impasse=declaration", "K+R+B2/5/5/5/4k[GGSS] b - - 0 1", "", "*", "none"},
        {"impasse=declaration", "K+R3/2B2/5/5/4k[GGSSRB] w - - 0 1", "", "*", "none"},
        {"impasse=declaration", "1+R+B2/K4/5/5/4k[GGSS] w - - 0 1", "", "*", "none"},
        {"impasse=declaration", "K+R+B2/s4/5/5/4k[GGSS] w - - 0 1", "", "1-0", "impasse"},
        {"impasse=declaration", "K+R+B2/g4/5/5/4k[GGSSP] w - - 0 1", "", "*", "none"},
        {"impasse=declaration", "K1+R+B1/5/5/r4/4k[GGSSP] w - - 0 1", "", "*", "none"},
        {"impasse=declaration;zone=2", "1+R+B2/K4/4G/2S2/4k[GGSS] w - - 0 1", "", "*", "none"},
        {"impasse=declaration;zone=2", "1+R+B2/K3G/3S1/5/4k[GSBB] w - - 0 1", "", "*", "none"},
        {"impasse=declaration;zone=2", "1+R+B2/K2SG/5/5/4k[GS] w - - 0 1", "", "1-0", "impasse"},
        {"impasse=declaration;zone=0", "K+R+B2/5/5/5/4k[GGSS] w - - 0 1", "", "*", "none"},
        {"", "K+R+B2/5/5/5/4k[GGSS] w - - 0 1", "", "*", "none"},
    };
#undef WALK
#undef BACK
#undef CHASE
#undef LATER
#undef REPLY
    referee_endings("minishogi", cases, ARRAY_LENGTH(cases));
    // Gote gave Rook and Bishop, 10 of the 54 points: 17 of its own are 27.
#define GIVEN "array=lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1;"
    static const char seventeen[] = "8K/9/9/9/9/9/9/6+p+pk/+p+n+n+l+p+p+p+p+p[pppppp] b - - 0 1";
    static const struct referee_ending handicaps[] = {
        {GIVEN "impasse=declaration", seventeen, "", "*", "none"},
        {GIVEN "impasse=declaration-handicap", seventeen, "", "0-1", "impasse"},
        {"impasse=declaration-handicap", seventeen, "", "*", "none"},
        {GIVEN "impasse=declaration-handicap",
         "8K/9/9/9/9/9/9/6+p+pk/+p+n+n+l+p+p+p+p+p[ppppp] b - - 0 1", "", "*", "none"},
        {GIVEN "impasse=declaration-handicap",
         "K+R+B+P+P+P3/+P+P+P+P+P4/9/9/9/9/9/9/8k[GGGSSSPP] w - - 0 1", "", "*", "none"},
        {GIVEN "impasse=declaration-handicap",
         "K+R+B+P+P+P3/+P+P+P+P+P4/9/9/9/9/9/9/8k[GGGSSSPPLL] w - - 0 1", "", "1-0", "impasse"},
    };
#undef GIVEN
    referee_endings("shogi", handicaps, ARRAY_LENGTH(handicaps));
}

static bool lists(struct refereed_game *game, const char *text) {
    Move list[MOVES_MAX], *end = outcome_legal_moves(&game->position, &game->history, list);
    char found[MOVE_TEXT];
    for (const Move *move = list; move < end; move++)
        if (strcmp(move_print(*move, found), text) == 0)
            return true;
    return false;
}

static void repetition_forbids_moves(void **state) {
    (void)state;
    static const char kings[] = "k4/5/5/5/4K[] w - - 0 1";
    struct refereed_game *game = referee_create();
    referee_rules(game, "minishogi", "repetition=forbidden");
    referee_start(game, kings);
    referee_play_text(game, "e1e2 a5a4 e2e1");
    assert_false(lists(game, "a4a5"));
    assert_true(lists(game, "a4b4"));

    referee_rules(game, "minishogi", "repetition=forbidden-fourth");
    referee_start(game, kings);
    for (int time = 2; time <= 4; time++) {
        referee_play_text(game, "e1e2 a5a4 e2e1");
        assert_int_equal(lists(game, "a4a5"), time < 4);
        if (time < 4) {
            referee_play_text(game, "a4a5");
            assert_int_equal(history_occurrences(&game->history), time);
        }
    }
    assert_true(lists(game, "a4b5"));

    // Without a history nothing has been seen before.
    Move list[MOVES_MAX];
    assert_int_equal(outcome_legal_moves(&game->position, NULL, list) - list,
                     movegen_count(&game->position));
    refereed_destroy(game);
}

static void history_counts(void **state) {
    (void)state;
    struct refereed_game *game = referee_create();
    referee_rules(game, "minishogi", "");
    struct history empty = history_init();
    assert_int_equal(history_occurrences(&empty), 0);
    history_destroy(&empty);
    referee_start(game, "k4/5/5/5/4K[] w - - 0 1");
    assert_int_equal(history_occurrences(&game->history), 1);
    for (int round = 2; round <= 300; round++) {
        referee_play_text(game, "e1e2 a5a4 e2e1 a4a5");
        assert_int_equal(history_occurrences(&game->history), round);
    }
    for (int round = 300; round > 1; round--) {
        assert_int_equal(history_occurrences(&game->history), round);
        for (int ply = 0; ply < 4; ply++)
            history_pop(&game->history);
    }
    assert_int_equal(game->history.count, 1);
    refereed_destroy(game);
}

static void names(void **state) {
    (void)state;
    for (int i = 0; i < TERMINATIONS; i++)
        assert_int_equal(termination_find(termination_name((enum termination)i)), i);
    assert_string_equal(termination_name(TERMINATION_PERPETUAL_CHECK), "perpetual-check");
    assert_int_equal(termination_find("exhaustion"), TERMINATION_NONE);
    assert_int_equal(termination_find(""), TERMINATION_NONE);
    for (int i = RESULT_FIRST; i <= RESULT_DRAW; i++)
        assert_int_equal(result_find(result_text((enum result)i)), i);
    assert_string_equal(result_text(RESULT_NONE), "*");
    assert_string_equal(result_text(RESULT_FIRST), "1-0");
    assert_string_equal(result_text(RESULT_DRAW), "1/2-1/2");
    assert_int_equal(result_find("1-1"), RESULT_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_endings),
        cmocka_unit_test(repetition_forbids_moves),
        cmocka_unit_test(history_counts),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests_name("outcome", tests, NULL, NULL);
}

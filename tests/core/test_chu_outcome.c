// SPDX-License-Identifier: GPL-3.0-or-later
// How games of Chu Shogi end: royals, bare royals, repetition by attacks, each on a known game,
// then random games against the slow referee.
#include "setup_referee.h"

#include <stdio.h>

#include "attacks.h"
#include "compare.h"

enum { PART = CHECKED_BUILD ? 8 : 1 };

static void royals(void **state) {
    (void)state;
    static const struct referee_ending cases[] = {
        // capture of the only royal, of one of two, of the second one, of both at once
        {"", "4k7/12/12/12/12/12/12/12/12/12/4R7/5K6[] w - - 0 1", "e2e12", "1-0",
         "royal-captured"},
        {"", "3gk7/12/12/12/12/12/12/12/12/12/12/4rK6[] b - - 0 1", "e1f1", "0-1",
         "royal-captured"},
        {"", "4k3+e2g/12/12/12/12/12/12/12/12/12/4R7/5K6[] w - - 0 1", "e2e12", "*", "none"},
        {"", "4k3+e2g/12/12/12/12/12/12/12/12/12/4R7/5K6[] w - - 0 1", "e2e12 i12h12 e12h12", "1-0",
         "royal-captured"},
        {"", "4+e7/g10g/12/12/12/12/12/12/12/12/4R7/5K6[] w - - 0 1", "", "*", "none"},
        {"", "4+e7/g10g/12/12/12/12/12/12/12/12/4R7/5K6[] w - - 0 1", "e2e12", "1-0",
         "royal-captured"},
        {"", "3k+e7/12/4N7/12/12/12/12/12/12/12/12/5K6[] w - - 0 1", "e10d12", "*", "none"},
        {"", "3k8/4+e7/4N7/12/12/12/12/12/12/12/12/5K6[] w - - 0 1", "e10e11d12", "1-0",
         "royal-captured"},
        {"royal=mate;bare-royal=off", "3k8/4+e7/4N7/12/12/12/12/12/12/12/12/5K6[] w - - 0 1",
         "e10e11d12", "1-0", "royal-captured"},
        // a Drunk Elephant becomes the second royal
        {"", "4k7/11r/12/12/12/12/12/3e8/12/12/4R7/5KG5[] b - - 0 1", "d5d4+ e2e12", "*", "none"},
        // check may stand, and a King may walk into it; where mate ends games it may not
        {"", "4k3g3/12/12/12/12/12/12/12/12/12/4R7/5K1G4[] b - - 0 1", "i12i11", "*", "none"},
        {"", "3k4g3/12/12/12/12/12/12/12/12/12/4R7/5K1G4[] b - - 0 1", "d12e12", "*", "none"},
        {"", "k10g/12/RR10/12/12/12/12/12/12/12/12/5K6[] b - - 0 1", "", "*", "none"},
        {"royal=mate", "k10g/12/RR10/12/12/12/12/12/12/12/12/5K6[] b - - 0 1", "", "1-0",
         "checkmate"},
        {"royal=mate", "k10g/11+e/RR10/12/12/12/12/12/12/12/12/5K6[] b - - 0 1", "", "*", "none"},
        {"royal=mate;bare-royal=off", "k11/12/1Q10/12/12/12/12/12/12/12/12/5K6[] b - - 0 1", "",
         "1-0", "stalemate"},
        {"royal=mate;bare-royal=off;stalemate=draw",
         "k11/12/1Q10/12/12/12/12/12/12/12/12/5K6[] b - - 0 1", "", "1/2-1/2", "stalemate"},
        {"", "k11/12/1Q10/12/12/12/12/12/12/12/12/5KG5[] b - - 0 1", "", "1-0", "bare-royal"},
        // walled in by own dead and stuck pieces: no move at all
        {"", "KP10/PP10/12/12/12/12/12/12/12/12/12/k10r[] w - - 0 1", "", "0-1", "stalemate"},
        {"stalemate=draw", "KP10/PP10/12/12/12/12/12/12/12/12/12/k10r[] w - - 0 1", "", "1/2-1/2",
         "stalemate"},
    };
    referee_endings("chu-shogi", cases, ARRAY_LENGTH(cases));
}

static void bare_royals(void **state) {
    (void)state;
    static const struct referee_ending cases[] = {
        // Lishogi: two fighters out of reach, or three
        {"", "k11/12/12/12/12/12/12/12/12/12/12/K10G[] b - - 0 1", "", "1-0", "bare-royal"},
        {"", "k11/12/12/12/12/12/12/12/12/12/12/K10G[] w - - 0 1", "", "1-0", "bare-royal"},
        {"", "k10g/12/12/12/12/12/12/12/12/12/12/K11[] w - - 0 1", "", "0-1", "bare-royal"},
        {"", "k11/1G10/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "*", "none"},
        {"", "k11/1G10/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "a12b11", "1/2-1/2",
         "bare-royal"},
        {"", "k11/1G10/12/12/12/12/12/12/12/12/12/K10S[] b - - 0 1", "", "1-0", "bare-royal"},
        {"", "k11/1K9G/12/12/12/12/12/12/12/12/12/12[] b - - 0 1", "", "*", "none"},
        // the other side's royal can be taken, alone or one of two
        {"", "k11/1K9G/11G/12/12/12/12/12/12/12/12/12[] b - - 0 1", "", "*", "none"},
        {"", "k11/1K9G/10+E1/12/12/12/12/12/12/12/12/12[] b - - 0 1", "", "*", "none"},
        // two royals are two fighters
        {"", "k11/12/12/12/12/12/12/12/12/12/12/K10+E[] b - - 0 1", "", "1-0", "bare-royal"},
        {"", "+e11/12/12/12/12/12/12/12/12/12/12/K10+E[] b - - 0 1", "", "1-0", "bare-royal"},
        // Pawns and Go-Betweens are no fighters, but keep a royal from being bare
        {"", "k11/12/12/12/12/12/12/12/12/P11/12/K10I[] b - - 0 1", "", "*", "none"},
        {"", "k11/12/12/12/12/12/12/12/12/+P11/12/K11[] b - - 0 1", "", "1-0", "bare-royal"},
        {"", "k9p1/12/12/12/12/12/12/12/12/12/12/K10G[] b - - 0 1", "", "*", "none"},
        // dead pieces are no pieces
        {"", "k10G/12/12/12/12/12/12/12/12/12/12/K9p1[] b - - 0 1", "", "1-0", "bare-royal"},
        {"", "k10G/12/12/12/12/12/12/12/12/12/12/K8lp1[] b - - 0 1", "", "1-0", "bare-royal"},
        {"", "k10L/12/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "1/2-1/2", "bare-royal"},
        {"", "k11/11L/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "1-0", "bare-royal"},
        // bare against bare, out of and in contact
        {"", "k11/12/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "1/2-1/2", "bare-royal"},
        {"", "k11/1K10/12/12/12/12/12/12/12/12/12/12[] b - - 0 1", "", "*", "none"},
        {"bare-royal=off", "k11/12/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "*", "none"},
        {"bare-royal=off", "k11/12/12/12/12/12/12/12/12/12/12/K10G[] b - - 0 1", "", "*", "none"},
        // JCSA: one piece more, unless it can be taken at once
        {"bare-royal=jcsa", "k11/12/12/12/12/12/12/12/12/12/12/K10G[] b - - 0 1", "", "1-0",
         "bare-royal"},
        {"bare-royal=jcsa", "k11/1G10/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "*", "none"},
        {"bare-royal=jcsa", "k11/1G10/12/12/12/12/12/12/12/12/12/K11[] w - - 0 1", "", "1-0",
         "bare-royal"},
        {"bare-royal=jcsa", "k11/1G10/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "a12b11",
         "1/2-1/2", "bare-royal"},
        {"bare-royal=jcsa", "k11/1G10/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "a12a11", "1-0",
         "bare-royal"},
        {"bare-royal=jcsa", "k11/1S10/2K9/12/12/12/12/12/12/12/12/12[] b - - 0 1", "", "*", "none"},
        {"bare-royal=jcsa;royal=mate", "k11/1S10/2K9/12/12/12/12/12/12/12/12/12[] b - - 0 1", "",
         "1-0", "bare-royal"},
        {"bare-royal=jcsa", "k11/12/12/12/12/12/12/12/12/P11/12/K10I[] b - - 0 1", "", "*", "none"},
        {"bare-royal=jcsa", "k11/12/12/12/12/12/12/12/12/12/12/K10+I[] b - - 0 1", "", "1-0",
         "bare-royal"},
        {"bare-royal=jcsa", "k11/1+E10/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "*",
         "none"},
        {"bare-royal=jcsa", "k11/1K10/12/12/12/12/12/12/12/12/12/+E11[] b - - 0 1", "", "*",
         "none"},
        {"bare-royal=jcsa", "k11/12/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "1/2-1/2",
         "bare-royal"},
        // plain: any piece counts; on move one may bare the other or take its last royal
        {"bare-royal=plain", "k11/12/12/12/12/12/12/12/12/12/12/K10I[] b - - 0 1", "", "1-0",
         "bare-royal"},
        {"bare-royal=plain", "k10L/12/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "1-0",
         "bare-royal"},
        {"bare-royal=plain", "k11/1P10/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "", "*",
         "none"},
        {"bare-royal=plain", "k11/1P10/12/12/12/12/12/12/12/12/12/K11[] w - - 0 1", "", "1-0",
         "bare-royal"},
        {"bare-royal=plain", "k11/1P10/12/12/12/12/12/12/12/12/12/K11[] b - - 0 1", "a12b11",
         "1/2-1/2", "bare-royal"},
        {"bare-royal=plain", "k11/1K9G/11G/12/12/12/12/12/12/12/12/12[] b - - 0 1", "", "*",
         "none"},
        {"bare-royal=plain", "k11/1K9G/11G/12/12/12/12/12/12/12/12/12[] w - - 0 1", "", "1-0",
         "bare-royal"},
        {"bare-royal=plain", "k10p/12/12/12/12/12/12/12/12/12/12/K10G[] b - - 0 1", "", "*",
         "none"},
    };
    referee_endings("chu-shogi", cases, ARRAY_LENGTH(cases));
}

static void repetitions(void **state) {
    (void)state;
#define KINGS "a1a2 l12l11 a2a1 l11l12 "
#define CHASE "f1e1 e8f8 e1f1 f8e8 "
#define PASSES "f6f7f6 f10f11f10 "
#define GLARE "d7d8 g7g8 d8d7 g8g7 "
#define STARE "d7d8 l12l11 d8d7 l11l12 "
#define UNCOVER "e4f4 l12l11 f4e4 l11l12 "
    static const char walk[] = "11k/g11/12/12/12/12/12/12/12/12/11G/K11[] w - - 0 1";
    static const char rook[] = "11k/12/12/12/4g7/12/12/12/12/12/11K/5R6[] w - - 0 1";
    static const char lions[] = "k11/12/5n6/12/12/12/5N6/12/12/12/12/11K[] w - - 0 1";
    static const char rooks[] = "11k/12/12/12/G3r7/12/12/12/12/12/11K/5R6[] w - - 0 1";
    static const char behind[] = "4k+e5g/12/12/12/12/12/12/12/4G7/12/K11/4RR6[] w - - 0 1";
    static const char kept[] = "12/12/12/12/12/3N1nk5/12/12/12/12/12/K11[] w - - 0 1";
    static const char left[] = "11k/12/12/12/12/3N1n6/12/12/12/12/12/K11[] w - - 0 1";
    static const char beside[] = "12/12/12/12/12/2pN1nk5/12/12/12/12/12/K11[] w - - 0 1";
    static const char lion_and_rook[] = "11k/12/12/12/4n7/12/12/12/12/12/11K/5R6[] w - - 0 1";
    static const char alone[] = "4ks5g/12/12/12/12/12/12/12/4G7/12/K11/4RR6[] w - - 0 1";
    static const struct referee_ending cases[] = {
        {"", walk, KINGS KINGS, "*", "none"},
        {"", walk, KINGS KINGS KINGS, "1/2-1/2", "repetition"},
        // who alone attacks by every move loses
        {"", rook, CHASE CHASE, "*", "none"},
        {"", rook, CHASE CHASE CHASE, "0-1", "perpetual-attack"},
        {"repetition=fourfold", rook, CHASE CHASE CHASE, "1/2-1/2", "repetition"},
        {"repetition=fourfold-draw", rook, CHASE CHASE CHASE, "1/2-1/2", "repetition"},
        {"repetition=threefold-draw", rook, CHASE CHASE, "1/2-1/2", "repetition"},
        // broken off once
        {"", rook, CHASE "f1g1 e8f8 g1f1 f8e8 " CHASE, "1/2-1/2", "repetition"},
        // both attack by every move: the one Rook the other, that one the Gold
        {"", rooks, CHASE CHASE CHASE, "1/2-1/2", "repetition"},
        // the moved piece attacks nothing, but uncovers an attack on a royal each time: on either
        // of two, or on the only one every second time
        {"", behind, UNCOVER UNCOVER UNCOVER, "0-1", "perpetual-attack"},
        {"", alone, UNCOVER UNCOVER UNCOVER, "1/2-1/2", "repetition"},
        // passes repeat the position
        {"", lions, PASSES PASSES, "*", "none"},
        {"", lions, PASSES PASSES PASSES, "1/2-1/2", "repetition"},
        {"", lions, PASSES PASSES "f6e6f6 f10g10f10 ", "1/2-1/2", "repetition"},
        // a Lion two squares from a Lion, which is protected, or not: may it not be taken, it is
        // not attacked, on Lishogi; by the other reading it is
        {"", kept, GLARE GLARE GLARE, "1/2-1/2", "repetition"},
        {"repetition=chu-attacks", kept, GLARE GLARE, "*", "none"},
        {"repetition=chu-attacks", kept, GLARE GLARE GLARE, "0-1", "perpetual-attack"},
        {"", left, STARE STARE STARE, "0-1", "perpetual-attack"},
        {"repetition=chu-attacks", left, STARE STARE STARE, "0-1", "perpetual-attack"},
        // it attacks what else it may take
        {"", beside, GLARE GLARE GLARE, "0-1", "perpetual-attack"},
        // the rule is about Lions: a Rook attacks the Lion
        {"", lion_and_rook, CHASE CHASE CHASE, "0-1", "perpetual-attack"},
    };
#undef KINGS
#undef CHASE
#undef PASSES
#undef UNCOVER
#undef GLARE
#undef STARE
    referee_endings("chu-shogi", cases, ARRAY_LENGTH(cases));
}

// A pass is a move like another: it may not bring back a position where that is forbidden.
static void passes_may_be_forbidden(void **state) {
    (void)state;
    struct refereed_game *game = referee_create();
    for (int forbidden = 0; forbidden < 2; forbidden++) {
        referee_rules(game, "chu-shogi", forbidden ? "repetition=forbidden" : "");
        referee_start(game, "k11/12/5n6/12/12/12/5N6/12/12/12/12/11K[] w - - 0 1");
        referee_play_text(game, "f6f7f6");
        static Move list[MOVES_MAX];
        int count = referee_moves(game, list), passes = 0;
        for (int i = 0; i < count; i++)
            passes += move_from(list[i]) == move_to(list[i]);
        assert_int_equal(passes, !forbidden);
    }
    refereed_destroy(game);
}

// Random games

// A board so small that games end soon, with a Lion and a Prince to be.
static const char pocket[] = "[variant]\n"
                             "name = pocket\n"
                             "title = Pocket\n"
                             "about = Twenty squares.\n"
                             "files = 4\n"
                             "ranks = 5\n"
                             "royal = K +E\n"
                             "yardstick = P\n"
                             "pawn = P\n"
                             "lion = N\n"
                             "lion-minor = P I\n"
                             "last-rank = P L I\n"
                             "[rules]\n"
                             "promotion-trigger = enter-or-capture\n"
                             "last-rank-promotion = pawn+lance\n"
                             "stranded = allow\n"
                             "nifu = off\n"
                             "pawn-drop-mate = legal\n"
                             "repetition = chu-lishogi\n"
                             "stalemate = loss\n"
                             "impasse = off\n"
                             "drops = off\n"
                             "royal = capture\n"
                             "bare-royal = lishogi\n"
                             "lion-counterstrike = edo\n"
                             "lion-kirin-exception = on\n"
                             "lion-midpoint-protection = on\n"
                             "lion-captures-lion-counterstrike = off\n"
                             "array = standard\n"
                             "zone = 2\n"
                             "[arrays]\n"
                             "standard = nkel/pi1p/4/P1IP/LEKN[] w - - 0 1\n"
                             "[pieces]\n"
                             "K = K, King, K\n"
                             "N = N, Lion, [K-K]\n"
                             "E = E, Elephant, FfsW, CP, Prince, K\n"
                             "R = R, Rook, R\n"
                             "G = G, Gold, WfF\n"
                             "L = L, Lance, fR, WH, White Horse, fBvR\n"
                             "I = I, Go-Between, vW, +I, Drunk Elephant, FfsW\n"
                             "P = P, Pawn, fW, +P, Tokin, WfF\n";

static void random_rules(struct refereed_game *game, const struct variant *variant,
                         struct random *random) {
    static const enum rule varied[] = {
        RULE_REPETITION,      RULE_STALEMATE,           RULE_ROYAL,
        RULE_BARE_ROYAL,      RULE_LION_COUNTERSTRIKE,  RULE_PROMOTION_TRIGGER,
        RULE_LION_PROTECTION, RULE_LION_KIRIN_EXCEPTION};
    struct rules rules = variant->rules;
    for (int i = 0; i < ARRAY_LENGTH(varied); i++)
        if (random_below(random, 2) == 0) {
            uint32_t count = (uint32_t)rule_value_count(varied[i]);
            rules.value[varied[i]] = (int)random_below(random, count);
        }
    referee_build(game, variant, &rules);
}

// Royals and a few pieces on the pocket board.
static void few_pieces(struct random *random, char fen[FEN_TEXT]) {
    static const char *const pieces[] = {"N", "E", "+E", "R", "R", "G",
                                         "G", "L", "I",  "P", "P", "+P"};
    char board[REFERENCE_BOARD][REFERENCE_BOARD][3] = {{""}};
    for (int i = (int)random_below(random, 6) + 2; i > 0; i--) {
        char *square = board[random_below(random, 5)][random_below(random, 4)];
        const char *piece = i <= 2 ? "K" : pieces[random_below(random, ARRAY_LENGTH(pieces))];
        bool second = i <= 2 ? i == 2 : random_below(random, 2) == 0;
        if (*square && i > 2)
            continue;
        strcpy(square, piece);
        for (; second && *square; square++)
            *square = *square == '+' ? '+' : (char)(*square - 'A' + 'a');
    }
    strcpy(reference_board_text(board, 4, 5, fen), random_below(random, 2) ? "[] w" : "[] b");
}

// Players that like to go back where they came from or pass, to attack, or to capture.
static Move choose(struct refereed_game *game, Move back, const Move *list, int count,
                   struct random *random, uint32_t mood) {
    Move returning = move_make(move_to(back), move_from(back));
    uint32_t wish = random_below(random, 10);
    for (int i = 0; i < count; i++) {
        Move candidate = list[(i + (int)wish) % count];
        bool pass = move_from(candidate) == move_to(candidate);
        if (mood < 2 && wish < 5 && (candidate == returning || (pass && wish == 0)))
            return candidate;
        if (wish >= 5 && wish < 8 && mood == 1) {
            struct undo undo;
            position_make(&game->position, candidate, &undo);
            bool attacks = attacks_from(&game->position, move_to(candidate), false);
            position_unmake(&game->position, candidate, &undo);
            if (attacks)
                return candidate;
        }
        if (mood == 2 && wish < 4 && position_is_capture(&game->position, candidate))
            return candidate;
    }
    return list[random_below(random, (uint32_t)count)];
}

static struct outcome random_game(struct refereed_game *game, struct random *random, int length,
                                  long *plies) {
    static Move list[MOVES_MAX];
    Move back[SIDES] = {MOVE_NONE, MOVE_NONE};
    uint32_t mood = random_below(random, 3);
    struct outcome outcome = referee_outcome(game);
    for (int ply = 0; ply < length && outcome.termination == TERMINATION_NONE; ply++) {
        int count = referee_moves(game, list);
        assert_true(count > 0);
        enum side side = game->position.side;
        Move move = choose(game, back[side], list, count, random, mood);
        back[side] = move;
        referee_play(game, move);
        outcome = referee_outcome(game);
        ++*plies;
    }
    return outcome;
}

static void random_games_end_as_the_referee_says(void **state) {
    (void)state;
    static struct variant variants[2];
    struct error error;
    if (!variant_parse(pocket, "pocket.ini", &variants[0], &error) ||
        !variant_load("chu-shogi", &variants[1], &error))
        fail_msg("%s", error.text);
    struct refereed_game *game = referee_create();
    long plies = 0, count[TERMINATIONS] = {0};
    int games = 3000 / PART, refused = 0;
    for (int i = 0; i < games; i++) {
        struct random random = random_init(5, (uint64_t)i, RANDOM_TEST);
        bool large = i % 10 == 9;
        char fen[FEN_TEXT];
        random_rules(game, &variants[large], &random);
        if (large)
            compare_scatter_lions(&game->tables, &random, fen);
        else if (i % 2 == 0)
            strcpy(fen, variants[0].arrays[0].fen);
        else
            few_pieces(&random, fen);
        if (!refereed_start(game, fen)) { // in check out of turn, or without a royal
            refused++;
            continue;
        }
        count[random_game(game, &random, large ? 40 : 80, &plies).termination]++;
    }
    print_message("%d games, %ld plies, %d refused", games, plies, refused);
    for (int i = TERMINATION_NONE; i <= TERMINATION_PERPETUAL_ATTACK; i++)
        print_message(", %s %ld", termination_name((enum termination)i), count[i]);
    print_message("\n");
    for (int i = TERMINATION_CHECKMATE; i <= TERMINATION_PERPETUAL_ATTACK; i++)
        // In a part of the games not each; flags are raised in test_ending_positions.
        assert_true(count[i] >= (PART > 1 || i == TERMINATION_FLAG ? 0 : 1));
    assert_true(plies >= 15000 / PART);
    assert_true(refused < games / 4);
    refereed_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(royals),
        cmocka_unit_test(bare_royals),
        cmocka_unit_test(repetitions),
        cmocka_unit_test(passes_may_be_forbidden),
        cmocka_unit_test(random_games_end_as_the_referee_says),
    };
    return cmocka_run_group_tests_name("endings of Chu Shogi", tests, NULL, NULL);
}

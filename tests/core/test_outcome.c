// SPDX-License-Identifier: GPL-3.0-or-later
// How games end: known games for each ending, then random games against the slow referee of
// tests/reference under every value of the rules that end games.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "attacks.h"
#include "notation.h"
#include "outcome.h"
#include "random.h"
#include "reference_game.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(KAGAMI_CHECKS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||     \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { PART = 3 };
#else
enum { PART = 1 };
#endif

// A game in core and in the reference.
struct game {
    struct tables tables;
    struct position position;
    struct history history;
    Move last;
    struct reference_game reference;
};

static struct game *game_create(void) {
    struct game *game = calloc(1, sizeof *game);
    assert_non_null(game);
    game->history = history_init();
    return game;
}

static void game_rules(struct game *game, const char *name, const char *rules_text) {
    struct variant variant;
    struct error error;
    if (!variant_load(name, &variant, &error))
        fail_msg("%s", error.text);
    struct rules rules = variant.rules;
    if (!rules_parse(&rules, &variant, rules_text, &error))
        fail_msg("%s", error.text);
    if (!tables_build(&game->tables, &variant, &rules, &error))
        fail_msg("%s", error.text);
}

static void game_start(struct game *game, const char *fen) {
    struct error error;
    if (!fen_parse(fen, &game->tables, &game->position, &error))
        fail_msg("%s: %s", fen, error.text);
    history_clear(&game->history);
    assert_true(history_push(&game->history, &game->position, MOVE_NONE));
    game->last = MOVE_NONE;
    reference_game_destroy(&game->reference);
    struct reference_position start;
    assert_true(reference_fen(&start, &game->tables.variant, &game->tables.rules, fen));
    game->reference = reference_game_start(&start);
}

static void game_destroy(struct game *game) {
    history_destroy(&game->history);
    reference_game_destroy(&game->reference);
    free(game);
}

static void game_play(struct game *game, Move move) {
    struct undo undo;
    char text[MOVE_TEXT], other[REFERENCE_TEXT];
    struct reference_move *list = malloc(REFERENCE_MOVES * sizeof *list);
    assert_non_null(list);
    int count = reference_moves(reference_game_last(&game->reference), list), i = 0;
    move_print(move, text);
    while (i < count && strcmp(reference_text(list[i], other), text) != 0)
        i++;
    if (i == count)
        fail_msg("%s is illegal", text);
    reference_game_play(&game->reference, list[i]);
    free(list);
    position_make(&game->position, move, &undo);
    assert_true(history_push(&game->history, &game->position, move));
    game->last = move;
}

static void game_play_text(struct game *game, const char *moves) {
    char copy[1024], *rest = copy;
    assert_true(strlen(moves) < sizeof copy);
    strcpy(copy, moves);
    for (char *word = strtok_r(rest, " ", &rest); word != NULL; word = strtok_r(rest, " ", &rest)) {
        Move move;
        struct error error;
        if (!move_parse(word, &game->position, &move, &error))
            fail_msg("%s: %s", moves, error.text);
        game_play(game, move);
    }
}

static struct outcome game_outcome(struct game *game) {
    struct position before = game->position;
    struct outcome outcome = outcome_of(&game->position, &game->history, game->last);
    assert_memory_equal(&before, &game->position, sizeof before);
    return outcome;
}

// Core and the referee must say the same; returns what they say.
static struct outcome agreed_outcome(struct game *game) {
    struct outcome outcome = game_outcome(game);
    struct reference_outcome expected = reference_game_outcome(&game->reference);
    const char *result = result_text(outcome.result);
    const char *termination = termination_name(outcome.termination);
    if (strcmp(result, expected.result) != 0 || strcmp(termination, expected.termination) != 0) {
        char fen[FEN_TEXT], rules[RULES_TEXT];
        fail_msg("[%s] %s after %d plies: %s %s, reference %s %s",
                 rules_text(&game->tables.rules, &game->tables.variant, rules),
                 fen_print(&game->position, fen), game->history.count - 1, result, termination,
                 expected.result, expected.termination);
    }
    return outcome;
}

static void known_endings(void **state) {
    (void)state;
#define WALK "e1e2 a5a4 e2e1 a4a5 "
#define CHASE "d1e1 e5d5 e1d1 d5e5 "
#define LATER "d1e1 e4d4 e1d1 d4e4 "
#define REPLY "d5e5 e1d1 e5d5 d1e1 "
    static const char kings[] = "k4/5/5/5/4K[] w - - 0 1";
    static const char rook[] = "4k/5/5/5/K2R1[] w - - 0 1";
    static const char drop[] = "k4/2S2/KG3/5/5[P] w - - 0 1";
    static const char stuck[] = "k4/2S2/1G3/5/2K2[] b - - 0 1";
    static const struct {
        const char *rules, *fen, *moves, *result, *termination;
    } cases[] = {
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
        {"repetition=forbidden-fourth", kings, WALK WALK "e1e2 a5a4 e2e1", "*", "none"},
        // constant check, by either side, from the start or later, and broken off once
        {"", rook, CHASE CHASE, "*", "none"},
        {"", rook, CHASE CHASE CHASE, "0-1", "perpetual-check"},
        {"repetition=fourfold-draw", rook, CHASE CHASE CHASE, "1/2-1/2", "repetition"},
        {"repetition=threefold-draw", rook, CHASE CHASE, "1/2-1/2", "repetition"},
        {"", "k2r1/5/5/5/4K[] b - - 0 1", REPLY REPLY REPLY, "1-0", "perpetual-check"},
        {"", "4k/5/5/5/K1R2[] w - - 0 1", "c1d1 e5e4 " LATER LATER LATER, "0-1", "perpetual-check"},
        {"", rook, CHASE "d1c1 e5e4 c1d1 e4e5 " CHASE, "1/2-1/2", "repetition"},
        {"", rook, CHASE CHASE "d1c1 e5e4 c1d1 e4e5 ", "1/2-1/2", "repetition"},
        // 14 of 26 points and 2 men for who moves first, 13 for the other; King there, no check
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
#undef CHASE
#undef LATER
#undef REPLY
    struct game *game = game_create();
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        game_rules(game, "minishogi", cases[i].rules);
        game_start(game, cases[i].fen);
        game_play_text(game, cases[i].moves);
        struct outcome outcome = agreed_outcome(game);
        if (strcmp(result_text(outcome.result), cases[i].result) != 0 ||
            strcmp(termination_name(outcome.termination), cases[i].termination) != 0)
            fail_msg("[%s] %s %s: %s %s, expected %s %s", cases[i].rules, cases[i].fen,
                     cases[i].moves, result_text(outcome.result),
                     termination_name(outcome.termination), cases[i].result, cases[i].termination);
    }
    game_destroy(game);
}

static bool lists(struct game *game, const char *text) {
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
    struct game *game = game_create();
    game_rules(game, "minishogi", "repetition=forbidden");
    game_start(game, kings);
    game_play_text(game, "e1e2 a5a4 e2e1");
    assert_false(lists(game, "a4a5"));
    assert_true(lists(game, "a4b4"));

    game_rules(game, "minishogi", "repetition=forbidden-fourth");
    game_start(game, kings);
    for (int time = 2; time <= 4; time++) {
        game_play_text(game, "e1e2 a5a4 e2e1");
        assert_int_equal(lists(game, "a4a5"), time < 4);
        if (time < 4) {
            game_play_text(game, "a4a5");
            assert_int_equal(history_occurrences(&game->history), time);
        }
    }
    assert_true(lists(game, "a4b5"));

    // Without a history nothing has been seen before.
    Move list[MOVES_MAX];
    assert_int_equal(outcome_legal_moves(&game->position, NULL, list) - list,
                     movegen_count(&game->position));
    game_destroy(game);
}

static void history_counts(void **state) {
    (void)state;
    struct game *game = game_create();
    game_rules(game, "minishogi", "");
    struct history empty = history_init();
    assert_int_equal(history_occurrences(&empty), 0);
    history_destroy(&empty);
    game_start(game, "k4/5/5/5/4K[] w - - 0 1");
    assert_int_equal(history_occurrences(&game->history), 1);
    for (int round = 2; round <= 300; round++) {
        game_play_text(game, "e1e2 a5a4 e2e1 a4a5");
        assert_int_equal(history_occurrences(&game->history), round);
    }
    for (int round = 300; round > 1; round--) {
        assert_int_equal(history_occurrences(&game->history), round);
        for (int ply = 0; ply < 4; ply++)
            history_pop(&game->history);
    }
    assert_int_equal(game->history.count, 1);
    game_destroy(game);
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

// Random games

// A board so small that games end in every way soon.
static const char pocket[] = "[variant]\n"
                             "name = pocket\n"
                             "title = Pocket\n"
                             "about = Twelve squares.\n"
                             "files = 3\n"
                             "ranks = 4\n"
                             "royal = K\n"
                             "yardstick = P\n"
                             "pawn = P\n"
                             "stranded-literal = P\n"
                             "impasse-major = R\n"
                             "inferred = impasse\n"
                             "[rules]\n"
                             "promotion-trigger = touch\n"
                             "stranded = forbid\n"
                             "nifu = on\n"
                             "pawn-drop-mate = illegal\n"
                             "repetition = fourfold\n"
                             "stalemate = loss\n"
                             "impasse = off\n"
                             "drops = on\n"
                             "array = standard\n"
                             "zone = 1\n"
                             "[arrays]\n"
                             "standard = rkg/1p1/1P1/GKR[] w - - 0 1\n"
                             "[pieces]\n"
                             "K = K, King, K\n"
                             "R = R, Rook, R\n"
                             "G = G, Gold, WfF\n"
                             "P = P, Pawn, fW, +P, Tokin, WfF\n";

static void random_rules(struct game *game, const struct variant *variant, struct random *random) {
    static const enum rule varied[] = {RULE_REPETITION, RULE_STALEMATE, RULE_IMPASSE,
                                       RULE_PAWN_DROP_MATE, RULE_DROPS};
    struct rules rules = variant->rules;
    struct error error;
    for (int i = 0; i < ARRAY_LENGTH(varied); i++) {
        uint32_t count = (uint32_t)rule_value_count(varied[i]);
        rules.value[varied[i]] = (int)random_below(random, count);
    }
    if (random_below(random, 3) != 0)
        rules.value[RULE_DROPS] = DROPS_ON;
    if (!tables_build(&game->tables, variant, &rules, &error))
        fail_msg("%s", error.text);
}

// The moves that core and the referee leave in this game.
static int agreed_moves(struct game *game, Move list[MOVES_MAX]) {
    int count = (int)(outcome_legal_moves(&game->position, &game->history, list) - list);
    struct reference_move *expected = malloc(REFERENCE_MOVES * sizeof *expected);
    assert_non_null(expected);
    int wanted = reference_game_moves(&game->reference, expected), found = 0;
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT], other[REFERENCE_TEXT];
        move_print(list[i], text);
        for (int k = 0; k < wanted; k++)
            if (strcmp(reference_text(expected[k], other), text) == 0) {
                found++;
                break;
            }
    }
    free(expected);
    if (found != count || count != wanted) {
        char fen[FEN_TEXT];
        fail_msg("%s: %d moves in the game, reference %d", fen_print(&game->position, fen), count,
                 wanted);
    }
    return count;
}

static bool gives_check(struct position *position, Move move) {
    struct undo undo;
    position_make(position, move, &undo);
    bool check = position_in_check(position);
    position_unmake(position, move, &undo);
    return check;
}

// Players that like to go back where they came from (so that positions recur), to give check (so
// that it becomes perpetual, or mates), or to walk ahead with the King (impasse).
static Move choose(struct game *game, Move back, const Move *list, int count, struct random *random,
                   uint32_t mood) {
    Move move = list[random_below(random, (uint32_t)count)];
    uint32_t wish = random_below(random, 10);
    Move returning = move_make(move_to(back), move_from(back));
    for (int i = 0; i < count; i++) {
        Move candidate = list[i];
        bool royal = !move_is_drop(candidate) &&
                     move_from(candidate) == game->position.royals[game->position.side][0];
        if (mood != 2 && wish < 4 && candidate == returning && !move_is_drop(back))
            return candidate;
        if (mood != 2 && wish >= 4 && wish < 9 && gives_check(&game->position, candidate))
            move = candidate;
        if (mood == 2 && wish < 4 && royal &&
            (square_rank(move_to(candidate)) > square_rank(move_from(candidate))) ==
                (game->position.side == FIRST))
            return candidate;
        if (mood == 1 && wish == 9 && position_captured(&game->position, candidate))
            return candidate;
    }
    return move;
}

static struct outcome random_game(struct game *game, struct random *random, long *plies) {
    Move list[MOVES_MAX], back[SIDES] = {MOVE_NONE, MOVE_NONE};
    uint32_t mood = random_below(random, 3);
    struct outcome outcome = agreed_outcome(game);
    for (int ply = 0; ply < 80 && outcome.termination == TERMINATION_NONE; ply++) {
        int count = agreed_moves(game, list);
        assert_true(count > 0);
        enum side side = game->position.side;
        Move move = choose(game, back[side], list, count, random, mood);
        back[side] = move;
        game_play(game, move);
        outcome = agreed_outcome(game);
        ++*plies;
    }
    return outcome;
}

static void random_games_end_as_the_referee_says(void **state) {
    (void)state;
    static const char *const starts[] = {
        "rbsgk/4p/5/P4/KGSBR[] w - - 0 1",   "4k/5/5/5/K2R1[] w - - 0 1",
        "k1r2/5/5/5/R3K[P] b - - 0 1",       "k4/2S2/1G3/5/2K2[PP] w - - 0 1",
        "k4/5/1G3/5/2K2[Pp] w - - 0 1",      "5/1+RB2/2K1G/5/4k[SSGP] w - - 0 1",
        "K4/5/g1k2/2b+r1/5[ssgp] b - - 0 1",
    };
    struct variant variants[2];
    struct error error;
    assert_true(variant_load("minishogi", &variants[0], &error));
    if (!variant_parse(pocket, "pocket.ini", &variants[1], &error))
        fail_msg("%s", error.text);
    struct game *game = game_create();
    long plies = 0, count[TERMINATIONS] = {0}, unfinished = 0;
    for (int i = 0; i < 2400 / PART; i++) {
        struct random random = random_init(3, (uint64_t)i, RANDOM_TEST);
        random_rules(game, &variants[i % 2], &random);
        const char *start = variants[1].arrays[0].fen;
        if (i % 2 == 0)
            start = starts[i / 2 % ARRAY_LENGTH(starts)];
        char fen[FEN_TEXT];
        strcpy(fen, start);
        if (!game->tables.drops && strchr(fen, '[')[1] != ']') {
            char *hand = strchr(fen, '[');
            memmove(hand + 1, strchr(fen, ']'), strlen(strchr(fen, ']')) + 1);
        }
        game_start(game, fen);
        struct outcome outcome = random_game(game, &random, &plies);
        if (outcome.termination == TERMINATION_NONE)
            unfinished++;
        count[outcome.termination]++;
    }
    print_message("%d games, %ld plies", 2400 / PART, plies);
    for (int i = TERMINATION_NONE; i <= TERMINATION_PAWN_DROP_MATE; i++)
        print_message(", %s %ld", termination_name((enum termination)i), count[i]);
    print_message("\n");
    for (int i = TERMINATION_CHECKMATE; i <= TERMINATION_PAWN_DROP_MATE; i++)
        if (i != TERMINATION_ROYAL_CAPTURED && i != TERMINATION_BARE_ROYAL) // test_chu_outcome.c
            assert_true(count[i] >= 1);
    assert_true(plies >= 20000 / PART);
    assert_true(unfinished < 1200 / PART);
    game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_endings),
        cmocka_unit_test(repetition_forbids_moves),
        cmocka_unit_test(history_counts),
        cmocka_unit_test(names),
        cmocka_unit_test(random_games_end_as_the_referee_says),
    };
    return cmocka_run_group_tests_name("outcome", tests, NULL, NULL);
}

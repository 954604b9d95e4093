// SPDX-License-Identifier: GPL-3.0-or-later
// Random games against the slow referee of tests/reference, under every value of the rules that end
// games.
#include "setup_referee.h"

#include "attacks.h"
#include "random.h"

enum { PART = CHECKED_BUILD ? 4 : 1 };

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
                             "flag = K\n"
                             "flag-squares = *4\n"
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

static void random_rules(struct refereed_game *game, const struct variant *variant,
                         struct random *random) {
    static const enum rule varied[] = {RULE_REPETITION, RULE_STALEMATE, RULE_IMPASSE,
                                       RULE_PAWN_DROP_MATE, RULE_DROPS};
    struct rules rules = variant->rules;
    for (int i = 0; i < ARRAY_LENGTH(varied); i++) {
        uint32_t count = (uint32_t)rule_value_count(varied[i]);
        rules.value[varied[i]] = (int)random_below(random, count);
    }
    if (random_below(random, 3) != 0)
        rules.value[RULE_DROPS] = DROPS_ON;
    referee_build(game, variant, &rules);
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
static Move choose(struct refereed_game *game, Move back, const Move *list, int count,
                   struct random *random, uint32_t mood) {
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

static struct outcome random_game(struct refereed_game *game, struct random *random, long *plies) {
    Move list[MOVES_MAX], back[SIDES] = {MOVE_NONE, MOVE_NONE};
    uint32_t mood = random_below(random, 3);
    struct outcome outcome = referee_outcome(game);
    for (int ply = 0; ply < 80 && outcome.termination == TERMINATION_NONE; ply++) {
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
    struct refereed_game *game = referee_create();
    long plies = 0, count[TERMINATIONS] = {0}, unfinished = 0;
    for (int i = 0; i < 2400 / PART; i++) {
        struct random random = random_init(3, (uint64_t)i, RANDOM_TEST);
        random_rules(game, &variants[i % 2], &random);
        char fen[FEN_TEXT];
        strcpy(fen, i % 2 == 0 ? starts[i / 2 % ARRAY_LENGTH(starts)] : variants[1].arrays[0].fen);
        char *hand = strchr(fen, '[') + 1, *end = strchr(fen, ']');
        if (!game->tables.drops)
            memmove(hand, end, strlen(end) + 1);
        referee_start(game, fen);
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
    refereed_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_end_as_the_referee_says),
    };
    return cmocka_run_group_tests_name("games against the referee", tests, NULL, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Every game under every value of the rules that end games: positions made for each rule to act in,
// and what each move leads to, against the slow referee.
#include "../core/setup_referee.h"

#include "../search/ending_positions.h"
#include "attacks.h"

enum { PART = CHECKED_BUILD ? 20 : WHOLE_TESTS ? 1 : 3 };

enum kind { BESIEGED, LONE, BLOCKED, FEW, DECLARING, ROUND, KINDS };

struct tally {
    long positions, moves, endings[TERMINATIONS];
};

// SECOND's King in the corner, its Pawns before it; FIRST has what was scattered.
static bool block(struct position *position) {
    const struct tables *tables = position->tables;
    Piece pawn = piece_make(tables->variant.pawn, SECOND);
    Square royal = position->royals[SECOND][0];
    Piece king = position->board[royal];
    for (int i = 0; i < 4; i++)
        if (position->board[square_at(i % 2, i / 2)] != PIECE_EMPTY)
            return false;
    position_remove(position, royal);
    position_put(position, king, square_at(0, 0));
    for (int i = 1; i < 4; i++)
        position_put(position, pawn, square_at(i % 2, i / 2));
    return !position_side_in_check(position, SECOND);
}

// Where check need not be answered, it may stand two plies later.
static void go_on(struct position *position, struct random *random) {
    static Move list[MOVES_MAX];
    for (int ply = 0; ply < 2; ply++) {
        int count = (int)(movegen(position, MOVES_ALL, list) - list);
        struct undo undo;
        if (count == 0)
            return;
        position_make(position, list[random_below(random, (uint32_t)count)], &undo);
    }
}

static bool draw(const struct tables *tables, enum kind kind, struct random *random,
                 struct position *position) {
    const struct scatter scatters[KINDS] = {
        [BESIEGED] = {.pieces = 12, .in_hand = 2, .besiege = true},
        [LONE] = {.pieces = 8, .lone = true, .besiege = true},
        [BLOCKED] = {.pieces = 4, .lone = true, .besiege = true},
        [FEW] = {.pieces = 2 + (int)random_below(random, 3),
                 .lone = random_below(random, 4) != 0,
                 .besiege = random_below(random, 2)},
        [ROUND] = {.pieces = tables->files + 2, .in_hand = 1},
    };
    if (kind == DECLARING)
        return impasse_position(tables, random, position);
    if (!scatter_position(tables, &scatters[kind], random, position))
        return false;
    if (kind == BESIEGED && tables->drops)
        position_set_hand(position, FIRST, tables->variant.pawn, 1);
    if (kind == BESIEGED && !tables->legality)
        go_on(position, random);
    return kind != BLOCKED || block(position);
}

// The position in both; false when it is none that a game can be in.
static bool begin(struct refereed_game *game, const struct position *position) {
    char fen[FEN_TEXT];
    return refereed_start(game, fen_print(position, fen));
}

static struct outcome judge(struct refereed_game *game, struct tally *tally) {
    struct outcome outcome = referee_outcome(game);
    tally->endings[outcome.termination]++;
    tally->moves++;
    return outcome;
}

// What one move from the position leads to.
static bool ends(const struct refereed_game *game, Move move) {
    struct position position = game->position;
    struct undo undo;
    position_make(&position, move, &undo);
    return outcome_of(&position, NULL, move).result != RESULT_NONE || !movegen_any(&position) ||
           position.royal_count[position.side] == 0;
}

// How the position stands, and how after `some` of its moves and those that seem to end the game.
static void try_moves(struct refereed_game *game, const struct position *position, int some,
                      struct random *random, struct tally *tally) {
    static Move list[MOVES_MAX];
    if (!begin(game, position))
        return;
    tally->positions++;
    if (judge(game, tally).result != RESULT_NONE)
        return;
    int count = referee_moves(game, list), endings = 0;
    for (int i = 0; i < count; i++) {
        bool chosen = random_below(random, (uint32_t)count) < (uint32_t)some;
        bool rare = move_is_drop(list[i]) && move_dropped(list[i]) == game->tables.variant.pawn;
        if (!chosen && ((endings >= some && !rare) || !ends(game, list[i])))
            continue;
        endings += !chosen;
        referee_play(game, list[i]);
        judge(game, tally);
        assert_true(begin(game, position));
    }
}

enum { ROUND_MOST = 4 * 8 }; // plies after which every rule of repetition must have acted

// Round a cycle until the game ends or the next move of it is forbidden.
static void go_round(struct refereed_game *game, struct position *position, struct random *random,
                     struct tally *tally) {
    static Move list[MOVES_MAX];
    struct cycle cycle;
    if (!cycle_find(position, random_below(random, 2), random, &cycle) || !begin(game, position))
        return;
    tally->positions++;
    for (int ply = 0; ply <= ROUND_MOST && judge(game, tally).result == RESULT_NONE; ply++) {
        int count = referee_moves(game, list), at = 0;
        while (at < count && list[at] != cycle.moves[ply % 4])
            at++;
        if (at == count)
            return;
        assert_true(ply < ROUND_MOST);
        referee_play(game, list[at]);
    }
}

// `draws` positions of each kind that is wanted, under one set of rules.
static void try_rules(struct refereed_game *game, unsigned wanted, int draws, int some,
                      struct random *random, struct tally *tally) {
    for (int kind = 0; kind < KINDS; kind++) {
        const struct tables *tables = &game->tables;
        bool here = (kind != BLOCKED || tables->variant.pawn) &&
                    (kind != DECLARING || tables->impasse_points[FIRST]);
        long drawn = 0;
        for (int tries = 0; (wanted >> kind & 1) && here && tries < 30 * draws && drawn < draws;
             tries++) {
            struct position position;
            if (!draw(tables, (enum kind)kind, random, &position))
                continue;
            long before = tally->positions;
            if (kind == ROUND)
                go_round(game, &position, random, tally);
            else
                try_moves(game, &position, some, random, tally);
            drawn += tally->positions - before;
        }
    }
}

// No game of the program has flags: the royals get them, and another piece, on squares by lot.
static void raise_flags(struct variant *variant, struct random *random) {
    for (int type = 1; type < TYPES; type++)
        variant->flag[type] = variant->piece[type].royal;
    variant->flag[variant->bases[random_below(random, (uint32_t)variant->base_count)]] = true;
    for (enum side side = FIRST; side < SIDES; side++)
        for (int rank = 0; rank < variant->ranks; rank++)
            variant->flag_squares[side][rank] =
                (uint16_t)(random_u64(random) & random_u64(random)) &
                (uint16_t)((1 << variant->files) - 1);
    variant->has_rule[RULE_FLAG] = true;
}

static void every_value_of_every_ending(void **state) {
    (void)state;
    static const struct {
        enum rule rule;
        unsigned kinds;
        int draws, some; // positions of each kind, moves of each
    } endings[] = {
        {RULE_PAWN_DROP_MATE, 1 << BESIEGED, 400, 1},
        {RULE_REPETITION, 1 << ROUND, 60, 0},
        {RULE_STALEMATE, 1 << LONE | 1 << BLOCKED, 60, 4},
        {RULE_IMPASSE, 1 << DECLARING | 1 << LONE, 60, 4},
        {RULE_ROYAL, 1 << BESIEGED | 1 << FEW, 100, 4},
        {RULE_BARE_ROYAL, 1 << FEW | 1 << LONE | 1 << BLOCKED, 100, 4},
        {RULE_FLAG, 1 << BESIEGED | 1 << FEW | 1 << LONE, 100, 4},
    };
    struct refereed_game *game = referee_create();
    struct tally tally = {0};
    for (int v = 0; variant_builtin_name(v) != NULL; v++) {
        struct variant variant;
        struct error error;
        assert_true(variant_load(variant_builtin_name(v), &variant, &error));
        for (int i = 0; i < ARRAY_LENGTH(endings); i++) {
            enum rule rule = endings[i].rule;
            struct random flags = random_init(8, (uint64_t)v, RANDOM_TEST);
            if (rule == RULE_FLAG)
                raise_flags(&variant, &flags);
            for (int value = 0; value < rule_value_count(rule) && variant.has_rule[rule]; value++) {
                struct random random = random_init(
                    6, (uint64_t)(v * RULES + rule) * 16 + (uint64_t)value, RANDOM_TEST);
                struct rules rules = variant.rules;
                rules.value[rule] = value;
                referee_build(game, &variant, &rules);
                bool slow = variant.ranks > 9 && variant.rules.value[RULE_DROPS] == DROPS_ON;
                int part = slow ? 6 * PART : PART;
                try_rules(game, endings[i].kinds, (endings[i].draws + part - 1) / part,
                          endings[i].some, &random, &tally);
            }
        }
    }
    print_message("%ld positions, %ld judged", tally.positions, tally.moves);
    for (int i = TERMINATION_NONE; i <= TERMINATION_PAWN_DROP_MATE; i++) {
        print_message(", %s %ld", termination_name((enum termination)i), tally.endings[i]);
        assert_true(tally.endings[i] >= (PART > 1 ? 0 : 8)); // in a part of the positions not each
    }
    print_message("\n");
    refereed_destroy(game);
}

// Rules that seldom meet: all ending rules random at once, in all kinds of positions.
static void random_sets_of_rules(void **state) {
    (void)state;
    struct refereed_game *game = referee_create();
    struct tally tally = {0};
    for (int i = 0; i < 120 / PART + 2; i++) { // each eighth is Chu Shogi
        struct random random = random_init(7, (uint64_t)i, RANDOM_TEST);
        struct variant variant;
        struct error error;
        assert_true(variant_load(i % 8 == 7 ? "chu-shogi" : "minishogi", &variant, &error));
        struct rules rules = variant.rules;
        if (i % 2)
            raise_flags(&variant, &random);
        for (int rule = 0; rule < RULES; rule++)
            if (variant.has_rule[rule] && rule_value_count((enum rule)rule) && rule != RULE_DROPS)
                rules.value[rule] =
                    (int)random_below(&random, (uint32_t)rule_value_count((enum rule)rule));
        referee_build(game, &variant, &rules);
        try_rules(game, (1 << KINDS) - 1, i % 8 == 7 ? 2 : 8, 4, &random, &tally);
    }
    print_message("%ld positions, %ld judged\n", tally.positions, tally.moves);
    assert_true(tally.moves >= 20000 / PART);
    refereed_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_every_ending),
        cmocka_unit_test(random_sets_of_rules),
    };
    return cmocka_run_group_tests_name("endings against the referee", tests, NULL, NULL);
}

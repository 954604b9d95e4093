// SPDX-License-Identifier: GPL-3.0-or-later
// A toggle that acts on moves is changed: the lists of legal moves of the same position must
// differ, be what the rule says under either value, and searches must notice.
#include <string.h>

#include "notation.h"
#include "selftest_internal.h"
#include "selftest_men.h"
#include "selftest_reading.h"

enum { HASH = 1 << 16, POSITIONS = 96, MORE = 2400, SEARCHES = 60, DEPTH = 3, TRIES = 400 };

static bool list_has(const Move *list, const Move *end, Move move) {
    while (list < end && *list != move)
        list++;
    return list < end;
}

// A legal move of `a` that `b` has not, or MOVE_NONE. The same FEN under two tables.
static Move only_in(struct position *a, struct position *b) {
    Move list_a[MOVES_MAX], list_b[MOVES_MAX];
    const Move *end_a = movegen(a, MOVES_ALL, list_a), *end_b = movegen(b, MOVES_ALL, list_b);
    for (const Move *move = list_a; move < end_a; move++)
        if (!list_has(list_b, end_b, *move))
            return *move;
    return MOVE_NONE;
}

// The same position under other rules. False when it is none there.
static bool translate(const struct position *position, const struct tables *tables,
                      struct position *other) {
    char fen[FEN_TEXT];
    return fen_parse(fen_print(position, fen), tables, other, NULL);
}

// Could a man that has just declined on entry stand on `from` and go on to `to`, if others do not
// hinder it?
static bool goes_on(const struct tables *tables, Piece piece, Square from, Square to) {
    Piece board[SQUARES];
    const uint8_t *zone = tables->in_zone[piece_side(piece)];
    bool enters = false;
    for (int square = 0; square < SQUARES; square++)
        board[square] = tables->on_board[square] ? PIECE_EMPTY : PIECE_WALL;
    for (int square = 0; square < SQUARES && zone[from] && !enters; square++) {
        if (!tables->on_board[square] || zone[square])
            continue;
        board[square] = piece;
        enters = man_reaches(tables, board, (Square)square, from);
        board[square] = PIECE_EMPTY;
    }
    board[from] = piece;
    return enters && man_reaches(tables, board, from, to);
}

// May the man promote by that move? `declined`: it is remembered to have declined on entry.
static bool may_promote(const struct tables *tables, Piece piece, Square from, Square to,
                        bool captures, bool declined) {
    const uint8_t *zone = tables->in_zone[piece_side(piece)];
    return tables_may_promote(tables, piece, from, to, captures) ||
           (tables->remembers_deferral && !declined && zone[from] && zone[to]);
}

// The same by that move under both tables, for men that have declined and for others?
static bool same_promotion(const struct tables *a, const struct tables *b, Piece piece, Square from,
                           Square to, bool captures) {
    bool plain[2] = {may_promote(a, piece, from, to, captures, false),
                     may_promote(b, piece, from, to, captures, false)};
    bool declined[2] = {may_promote(a, piece, from, to, captures, true),
                        may_promote(b, piece, from, to, captures, true)};
    if (plain[0] != plain[1])
        return false;
    bool differ = declined[0] != declined[1] ||
                  (a->deferral_passes != b->deferral_passes && declined[0] != plain[0]);
    return !differ || !(goes_on(a, piece, from, to) || goes_on(b, piece, from, to));
}

static bool same_promotions(const struct tables *a, const struct tables *b) {
    for (int piece = 0; piece < PIECES; piece++) {
        if (!a->promotes[piece])
            continue;
        for (int from = 0; from < SQUARES; from++)
            for (int to = 0; to < SQUARES; to++)
                for (int captures = 0; captures < 2; captures++)
                    if (a->on_board[from] && a->on_board[to] &&
                        !same_promotion(a, b, (Piece)piece, (Square)from, (Square)to, captures))
                        return false;
    }
    return true;
}

// Why the other value cannot change any list of moves: the tables that lists are made from are
// equal. NULL when they are not.
static const char *no_effect(enum rule rule, const struct tables *a, const struct tables *b) {
    if (!same_promotions(a, b) || a->nifu_pawn != b->nifu_pawn ||
        memcmp(a->stranded, b->stranded, sizeof a->stranded) != 0 ||
        memcmp(a->drop_ranks, b->drop_ranks, sizeof a->drop_ranks) != 0)
        return NULL;
    if (rule == RULE_STRANDED)
        return "it means the same men on the same squares";
    if (rule == RULE_NIFU)
        return a->drops ? "the game has no Pawn" : "nothing is dropped";
    return "the same moves may promote";
}

// Plays on both boards the same random moves: what men have declined shows later. False when there
// is none that is legal on both.
static bool play_both(struct position boards[2], int plies, struct random *random) {
    for (int ply = 0; ply < plies; ply++) {
        Move list[MOVES_MAX];
        int count = (int)(movegen(&boards[0], MOVES_ALL, list) - list);
        if (count == 0)
            return false;
        Move move = list[random_below(random, (uint32_t)count)];
        for (int i = 0; i < 2; i++) {
            struct undo undo;
            if (!movegen_is_legal(&boards[i], move))
                return false;
            position_make(&boards[i], move, &undo);
        }
    }
    return movegen_any(&boards[0]) && movegen_any(&boards[1]);
}

// Where men remember that they declined: the same position a few plies later, what is remembered
// held against the text of the rule. False when something is wrong; the check is then noted.
static bool remembered_right(struct proving *proving, struct position boards[2], int number,
                             struct random *random) {
    bool remembers[2];
    for (int i = 0; i < 2; i++) {
        remembers[i] = boards[i].tables->remembers_deferral;
        if (remembers[i] && !deferrals_kept_up(&boards[i], random, 12)) {
            prove(proving, PROOF_MOVES, VERDICT_FAILED, &boards[i],
                  "%s value: who has declined to promote is not remembered right",
                  i ? "this" : "the old");
            return false;
        }
    }
    struct position later[2] = {boards[0], boards[1]};
    if ((remembers[0] || remembers[1]) && play_both(later, number % 8, random))
        memcpy(boards, later, sizeof later);
    return true;
}

// Draws a position: of a game or scattered, under the one or the other value by turns.
static bool draw(const struct proving *proving, const struct tables *other, int number,
                 struct random *random, struct position *position) {
    const struct tables *tables = number % 4 < 2 ? proving->tables : other;
    const struct variant *variant = &tables->variant;
    struct scatter scatter = {.men = tables->files + tables->ranks, .in_hand = 4};
    if (proving->rule == RULE_LAST_RANK_PROMOTION && variant->last_rank_count)
        scatter.wanted = variant->last_rank[number / 2 % variant->last_rank_count];
    if (number % 2)
        return proving_draw(tables, &scatter, random, position);
    return random_game_position(tables, random, 10 + 2 * number, position);
}

static void prove_generation(struct proving *proving, const struct tables *other,
                             struct engine *engine) {
    struct random random = proving_random(proving, 0);
    int positions = 0, differing = 0, searches = 0;
    bool noticed = false;
    Move example = MOVE_NONE;
    bool added = false; // the example is legal under the other value only
    struct position position[2], at, searched_at;
    struct search_result before = {0}, after = {0};
    for (int number = 0; number < MORE; number++) {
        bool rare = proving->rule == RULE_LAST_RANK_PROMOTION || differing;
        if (number >= POSITIONS && (noticed || !rare))
            break;
        if (!draw(proving, other, number % POSITIONS, &random, &at) ||
            !translate(&at, proving->tables, &position[0]) || !translate(&at, other, &position[1]))
            continue;
        positions++;
        if (!remembered_right(proving, position, number, &random))
            return;
        for (int i = 0; i < 2; i++) {
            struct error error;
            if (!moves_read_right(&position[i], &error)) {
                prove(proving, PROOF_MOVES, VERDICT_FAILED, &position[i], "%s value: %.120s",
                      i ? "this" : "the old", error.text);
                return;
            }
        }
        Move gone = only_in(&position[0], &position[1]), new = only_in(&position[1], &position[0]);
        if (!gone && !new)
            continue;
        differing++;
        example = new ? new : gone;
        added = new != MOVE_NONE;
        if (!noticed && searches < SEARCHES) {
            before = proving_search(proving->engine, &position[0], NULL, DEPTH);
            after = proving_search(engine, &position[1], NULL, DEPTH);
            noticed = results_differ(&before, &after);
            searched_at = position[0];
            searches++;
        }
    }
    // Only now, or a rule that the tables forget would look like one that cannot matter.
    const char *why = differing ? NULL : no_effect(proving->rule, proving->tables, other);
    if (why) {
        prove(proving, PROOF_MOVES, VERDICT_IMPOSSIBLE, NULL, "no effect possible: %s", why);
        return;
    }
    char text[MOVE_TEXT];
    if (differing)
        prove(proving, PROOF_MOVES, VERDICT_PASSED, NULL,
              "differ in %d of %d positions, %s %s in one of them", differing, positions,
              move_print(example, text), added ? "is new" : "is gone");
    else
        prove(proving, PROOF_MOVES, VERDICT_FAILED, NULL, "the same in all %d positions",
              positions);
    prove_searches(proving, noticed ? &searched_at : NULL, &before, &after);
}

static void prove_array(struct proving *proving, const struct tables *other,
                        struct engine *engine) {
    const char *fen = proving->value == ARRAY_CUSTOM ? other->rules.fen
                                                     : other->variant.arrays[proving->value].fen;
    struct position before, after, asked;
    bool read = fen_parse(variant_start_fen(&proving->tables->variant, &proving->tables->rules),
                          proving->tables, &before, NULL) &&
                fen_parse(variant_start_fen(&other->variant, &other->rules), other, &after, NULL) &&
                fen_parse(fen, other, &asked, NULL);
    if (!read || after.key != asked.key) {
        prove(proving, PROOF_MOVES, VERDICT_FAILED, NULL,
              "games do not start from the position of that name");
        return;
    }
    if (after.key == before.key) {
        prove(proving, PROOF_MOVES, VERDICT_IMPOSSIBLE, NULL,
              "no effect possible: the same position under another name");
        return;
    }
    prove(proving, PROOF_MOVES, VERDICT_PASSED, &after, "%d moves at the start, %d before",
          movegen_count(&after), movegen_count(&before));
    struct search_result first = proving_search(proving->engine, &before, NULL, DEPTH);
    struct search_result second = proving_search(engine, &after, NULL, DEPTH);
    prove_searches(proving, results_differ(&first, &second) ? &after : NULL, &first, &second);
}

// Plays on both boards a capture and an answer; `men` = captured men that could go to a hand. False
// when there is none.
static bool capture_and_answer(struct position boards[2], struct random *random, int *men) {
    static const int kinds[2] = {MOVES_CAPTURES, MOVES_QUIETS};
    for (int ply = 0; ply < 2; ply++) {
        Move list[MOVES_MAX];
        int count = (int)(movegen(&boards[0], kinds[ply], list) - list);
        if (count == 0)
            return false;
        Move move = list[random_below(random, (uint32_t)count)];
        Piece victims[2] = {position_captured(&boards[0], move),
                            position_captured_via(&boards[0], move)};
        if (ply == 0)
            *men = (victims[0] && !boards[0].tables->royal[victims[0]]) +
                   (victims[1] && !boards[0].tables->royal[victims[1]]);
        for (int i = 0; i < 2; i++) {
            struct undo undo;
            if (!movegen_is_legal(&boards[i], move))
                return false;
            position_make(&boards[i], move, &undo);
        }
    }
    return true;
}

static void prove_drops(struct proving *proving, const struct tables *other,
                        struct engine *engine) {
    bool on = other->rules.value[RULE_DROPS] == DROPS_ON;
    struct random random = proving_random(proving, 0);
    const struct scatter scatter = {.men = other->files + other->ranks};
    int compared = 0, searches = 0, drops = 0;
    bool noticed = false;
    struct position start[2], boards[2], searched_at;
    struct search_result before = {0}, after = {0};
    for (int tries = 0; tries < TRIES && compared < POSITIONS; tries++) {
        if (!proving_draw(other, &scatter, &random, &start[1]) ||
            !translate(&start[1], proving->tables, &start[0]))
            continue;
        memcpy(boards, start, sizeof boards);
        int men;
        if (!capture_and_answer(boards, &random, &men))
            continue;
        Move list[MOVES_MAX];
        int count[2];
        for (int i = 0; i < 2; i++)
            count[i] = (int)(movegen(&boards[i], MOVES_DROPS, list) - list);
        enum side captor = boards[0].side;
        bool right = boards[on].hand_count[captor] == men && boards[!on].hand_count[captor] == 0 &&
                     count[!on] == 0 && moves_read_right(&boards[on], NULL);
        if (!right) {
            prove(proving, PROOF_MOVES, VERDICT_FAILED, &start[0],
                  "after a capture and an answer: %d drops with drops on, %d with drops off",
                  count[on], count[!on]);
            return;
        }
        compared++;
        drops += count[on];
        if (!noticed && searches < SEARCHES && men) {
            searches++;
            before = proving_search(proving->engine, &start[0], NULL, DEPTH);
            after = proving_search(engine, &start[1], NULL, DEPTH);
            noticed = results_differ(&before, &after);
            searched_at = start[0];
        }
    }
    if (!drops) {
        prove(proving, PROOF_MOVES, VERDICT_FAILED, NULL, "no drop in %d positions", compared);
        return;
    }
    prove(proving, PROOF_MOVES, VERDICT_PASSED, NULL,
          "%d drops in %d positions after a capture, %s", drops, compared,
          on ? "none before" : "now none");
    prove_searches(proving, noticed ? &searched_at : NULL, &before, &after);
}

void prove_moves(struct proving *proving, const struct tables *other) {
    struct engine *engine = engine_create(other, &proving->values, HASH);
    if (!engine) {
        proving->out_of_memory = true;
        return;
    }
    if (proving->rule == RULE_ARRAY)
        prove_array(proving, other, engine);
    else if (proving->rule == RULE_DROPS)
        prove_drops(proving, other, engine);
    else if (proves_lions(proving->rule))
        prove_lions(proving, other, engine);
    else
        prove_generation(proving, other, engine);
    engine_destroy(engine);
}

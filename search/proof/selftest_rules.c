// SPDX-License-Identifier: GPL-3.0-or-later
// A toggle that acts on moves is changed: the lists of legal moves of the same position must
// differ, and searches must notice.
#include <string.h>

#include "notation.h"
#include "ring.h"
#include "selftest_internal.h"

enum { HASH = 1 << 16, POSITIONS = 96, MORE = 12000, SEARCHES = 60, DEPTH = 3 };

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

// Does the man on `from` capture on `to`, if nobody hinders it?
static bool reaches(const struct tables *tables, Piece piece, Square from, Square to) {
    return from != to && (tables->ring_strikes[piece][ring_offset(from, to)] & RING_CENTRE);
}

// Could a man that has just declined on entry stand on `from` and go on to `to`, if others do not
// hinder it?
static bool goes_on(const struct tables *tables, Piece piece, Square from, Square to) {
    const uint8_t *zone = tables->in_zone[piece_side(piece)];
    bool enters = false;
    for (int square = 0; square < SQUARES && zone[from] && !enters; square++)
        enters = tables->on_board[square] && !zone[square] &&
                 reaches(tables, piece, (Square)square, from);
    return enters && reaches(tables, piece, from, to);
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

static const char *no_effect_on_lions(enum rule rule, const struct tables *a,
                                      const struct tables *b) {
    bool lions = false, minors = false;
    for (int piece = 0; piece < PIECES; piece++) {
        lions |= a->lion[piece];
        minors |= a->lion_minor[piece];
    }
    if (!lions)
        return "the game has no Lion";
    if (rule == RULE_LION_MIDPOINT_PROTECTION)
        return minors ? NULL : "no man loses its protection on the way";
    return a->counterstrike == LION_COUNTERSTRIKE_OFF && b->counterstrike == LION_COUNTERSTRIKE_OFF
               ? "there is no counter-strike rule"
               : NULL;
}

static bool is_of_lions(enum rule rule) {
    return rule == RULE_LION_COUNTERSTRIKE || rule == RULE_LION_KIRIN_EXCEPTION ||
           rule == RULE_LION_MIDPOINT_PROTECTION || rule == RULE_LION_CAPTURES_LION_COUNTERSTRIKE;
}

// Why the other value cannot change any list of moves: the tables that lists are made from are
// equal. NULL when they are not.
static const char *no_effect(enum rule rule, const struct tables *a, const struct tables *b) {
    if (is_of_lions(rule))
        return no_effect_on_lions(rule, a, b);
    if (!same_promotions(a, b) || a->nifu_pawn != b->nifu_pawn || a->drops != b->drops ||
        memcmp(a->stranded, b->stranded, sizeof a->stranded) != 0 ||
        memcmp(a->drop_ranks, b->drop_ranks, sizeof a->drop_ranks) != 0)
        return NULL;
    if (rule == RULE_STRANDED)
        return "it means the same men on the same squares";
    if (rule == RULE_NIFU)
        return a->drops ? "the game has no Pawn" : "nothing is dropped";
    return "the same moves may promote";
}

// Plays the move on both boards. False when it is not legal on both.
static bool play_both(struct position boards[2], Move move) {
    for (int i = 0; i < 2; i++) {
        struct undo undo;
        if (!movegen_is_legal(&boards[i], move))
            return false;
        position_make(&boards[i], move, &undo);
    }
    return true;
}

static Move random_move(struct position *position, int kinds, struct random *random) {
    Move list[MOVES_MAX];
    int count = (int)(movegen(position, kinds, list) - list);
    return count ? list[random_below(random, (uint32_t)count)] : MOVE_NONE;
}

// Goes on on both boards to where the rule shows: after a Lion was taken, a capture and an answer,
// some moves by which men decline to promote. False when it cannot be.
static bool go_on(const struct proving *proving, struct position boards[2], int number,
                  struct random *random) {
    if (is_of_lions(proving->rule)) {
        Move capture = random_below(random, 4) ? crowd_lion_falls(&boards[0], random) : MOVE_NONE;
        if (capture && !play_both(boards, capture))
            return false;
    } else if (proving->rule == RULE_DROPS) {
        for (int kinds = MOVES_CAPTURES; kinds <= MOVES_QUIETS; kinds++) {
            Move move = random_move(&boards[0], kinds, random);
            if (!move || !play_both(boards, move))
                return false;
        }
    } else if (boards[0].tables->remembers_deferral || boards[1].tables->remembers_deferral) {
        struct position later[2] = {boards[0], boards[1]};
        bool played = true;
        for (int ply = number % 8; ply > 0 && played; ply--) {
            Move move = random_move(&later[0], MOVES_ALL, random);
            played = move && play_both(later, move);
        }
        if (played)
            memcpy(boards, later, sizeof later);
    }
    return movegen_any(&boards[0]) && movegen_any(&boards[1]);
}

// Draws a position: of a game or scattered, under the one or the other value by turns.
static bool draw(const struct proving *proving, const struct tables *other, int number,
                 struct random *random, struct position *position) {
    const struct tables *tables = number % 4 < 2 ? proving->tables : other;
    const struct variant *variant = &tables->variant;
    struct scatter scatter = {.men = tables->files + tables->ranks, .in_hand = 4};
    if (is_of_lions(proving->rule))
        return crowd_position(tables, random, position);
    if (proving->rule == RULE_DROPS) // empty hands
        return proving_draw(other->drops ? proving->tables : other, &scatter, random, position);
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
    // Rarely met is no reason to say that it cannot matter, nor the other way round.
    const char *why = no_effect(proving->rule, proving->tables, other);
    bool noticed = false;
    Move example = MOVE_NONE;
    bool added = false; // the example is legal under the other value only
    struct position position[2], at, searched_at;
    struct search_result before = {0}, after = {0};
    for (int number = 0; number < MORE; number++) {
        if (number >= POSITIONS && (noticed || (why && !differing)))
            break;
        if (!draw(proving, other, number % POSITIONS, &random, &at) ||
            !translate(&at, proving->tables, &position[0]) ||
            !translate(&at, other, &position[1]) || !go_on(proving, position, number, &random))
            continue;
        positions++;
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
    char text[MOVE_TEXT];
    if (why && !differing) {
        prove(proving, PROOF_MOVES, VERDICT_IMPOSSIBLE, NULL, "no effect possible: %s", why);
        return;
    }
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

void prove_moves(struct proving *proving, const struct tables *other) {
    struct engine *engine = engine_create(other, &proving->values, HASH);
    if (!engine) {
        proving->out_of_memory = true;
        return;
    }
    if (proving->rule == RULE_ARRAY)
        prove_array(proving, other, engine);
    else
        prove_generation(proving, other, engine);
    engine_destroy(engine);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A toggle is changed: where it acts, moves must be legal that were not, or end the game otherwise,
// and searches must notice. Positions are drawn where it acts; where it cannot, `no_effect` knows
// why. `kagami selftest` asks less of toggles: that searches differ where legal moves do.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ending_positions.h"
#include "memory.h"
#include "outcome.h"
#include "selftest_internal.h"

enum {
    HASH = 1 << 16,
    DEPTH = 3,
    FLAT = 10,       // what every piece is worth where only the end of the game should count
    GAMES = 96,      // plies of random games that positions are taken from, in steps of two
    POSITIONS = 400, // looked at before it is believed that the rule cannot matter
    WITNESSES = 6,   // positions in which it acts
    SEARCHED = 20 * WITNESSES, // of them where searches are not expected to notice
    PATIENCE = 20 * SEARCHED,  // where they are: of repetitions, few are by checks alone
    TRIES = 60000
};

// The two sets of rules that are compared: [0] in force, [1] with the other value.
struct pair {
    struct proving *proving;
    const struct tables *tables[2];
    struct engine *engine[2];
    struct random random;
    struct history
        history[2]; // of the position under consideration, as each sees it; empty: no past
    struct position board[2];
    Move list[2][MOVES_MAX];
};

static inline bool acts_on_endings(enum rule rule) {
    return rule == RULE_PAWN_DROP_MATE || rule == RULE_REPETITION || rule == RULE_STALEMATE ||
           rule == RULE_IMPASSE || rule == RULE_ROYAL || rule == RULE_BARE_ROYAL ||
           rule == RULE_FLAG;
}

static inline bool is_of_lions(enum rule rule) {
    return rule == RULE_LION_COUNTERSTRIKE || rule == RULE_LION_KIRIN_EXCEPTION ||
           rule == RULE_LION_MIDPOINT_PROTECTION || rule == RULE_LION_CAPTURES_LION_COUNTERSTRIKE ||
           rule == RULE_LION_PROTECTION;
}

static inline const struct history *past(const struct pair *pair, int which) {
    return pair->history[which].count > 0 ? &pair->history[which] : NULL;
}

// Positions

// Where a royal may step into check, or loses when it is bare, only blocked pieces are a stalemate:
// SECOND's King in a corner behind Pawns that are blocked by it or at the end of their way. False
// when the pieces did not fall so.
static inline bool blocked_position(const struct tables *tables, struct random *random,
                                    struct position *position) {
    const struct scatter scatter = {.pieces = 4, .lone = true, .besiege = true};
    Piece pawn = piece_make(tables->variant.pawn, SECOND);
    if (!tables->variant.pawn || !scatter_position(tables, &scatter, random, position))
        return false;
    const Square corner[] = {square_at(0, 0), square_at(1, 0), square_at(0, 1), square_at(1, 1)};
    Square from = position->royals[SECOND][0];
    Piece king = position->board[from];
    position_remove(position, from);
    for (int i = 0; i < ARRAY_LENGTH(corner); i++) {
        if (position->board[corner[i]] != PIECE_EMPTY)
            return false;
        position_put(position, i ? pawn : king, corner[i]);
    }
    return !position_side_in_check(position, SECOND);
}

// Is it by the Lion rules alone that the two repetition rules differ?
static inline bool differ_by_lions(const struct tables *a, const struct tables *b) {
    return a->repetition.pressing == PRESSING_ATTACKS &&
           b->repetition.pressing == PRESSING_ATTACKS &&
           a->repetition.lion_rules != b->repetition.lion_rules;
}

// A Lion that may not take the other one, two files away, which its King protects. False where the
// game or the board has no place for them.
static inline bool lions_face(const struct tables *tables, struct random *random,
                              struct position *position) {
    Type lion = 0, king = 0;
    for (int i = 0; i < tables->variant.base_count; i++) {
        Type base = tables->variant.bases[i];
        lion = !lion && tables->lion[piece_make(base, FIRST)] ? base : lion;
        king = !king && tables->royal[piece_make(base, FIRST)] ? base : king;
    }
    if (!lion || !king || tables->files < 6 || tables->ranks < 6)
        return false;
    int file = (int)random_below(random, (uint32_t)tables->files - 3);
    int rank = 3 + (int)random_below(random, (uint32_t)tables->ranks - 5);
    position_clear(position, tables);
    position_put(position, piece_make(lion, FIRST), square_at(file, rank));
    position_put(position, piece_make(lion, SECOND), square_at(file + 2, rank));
    position_put(position, piece_make(king, SECOND), square_at(file + 3, rank));
    position_put(position, piece_make(king, FIRST),
                 square_at(file + 3 < tables->files / 2 ? tables->files - 1 : 0, 0));
    return true;
}

// A position in which the rule may act by the next moves: of a game or scattered, under the one or
// the other value by turns. False when the pieces did not fall so.
static inline bool draw_position(struct pair *pair, int number, struct position *position) {
    const struct tables *tables = pair->tables[number / 2 % 2], *other = pair->tables[1];
    const struct variant *variant = &tables->variant;
    struct random *random = &pair->random;
    enum rule rule = pair->proving->at.rule;
    struct scatter scatter = {.pieces = 12, .besiege = true};
    switch (rule) {
    case RULE_PAWN_DROP_MATE:
        scatter.in_hand = 2;
        if (!variant->pawn || !scatter_position(tables, &scatter, random, position))
            return false;
        position_set_hand(position, FIRST, variant->pawn, 1);
        return true;
    case RULE_STALEMATE:
        if (!tables->legality || tables->bare_royal != BARE_ROYAL_OFF)
            return blocked_position(tables, random, position);
        scatter = (struct scatter){.pieces = 8, .lone = true, .besiege = true};
        break;
    case RULE_IMPASSE:
        return impasse_position(other->impasse_points[FIRST] ? other : pair->tables[0], random,
                                position);
    case RULE_FLAG:
        scatter = (struct scatter){.pieces = 6, .in_hand = 1};
        break;
    case RULE_BARE_ROYAL:
        scatter.pieces = 2 + (int)random_below(random, 3);
        scatter.besiege = random_below(random, 2);
        break;
    case RULE_REPETITION:
        if (differ_by_lions(pair->tables[0], other) && lions_face(tables, random, position))
            return true;
        scatter = (struct scatter){.pieces = tables->files + 2, .in_hand = 1};
        break;
    case RULE_ROYAL:
        scatter.besiege = random_below(random, 2);
        break;
    default:
        if (is_of_lions(rule))
            return crowd_position(tables, random, position);
        scatter = (struct scatter){.pieces = tables->files + tables->ranks, .in_hand = 4};
        if (rule == RULE_DROPS) // empty hands
            tables = other->drops ? pair->tables[0] : other;
        else if (number % 2 == 0)
            return random_game_position(tables, random, 10 + 2 * (number % GAMES), position);
        if (rule == RULE_LAST_RANK_PROMOTION && variant->last_rank_count)
            scatter.wanted = variant->last_rank[number / 2 % variant->last_rank_count];
        return proving_draw(tables, &scatter, random, position);
    }
    return scatter_position(tables, &scatter, random, position);
}

// Plays the move on both boards. False when it is not legal on both.
static inline bool play_both(struct pair *pair, Move move) {
    for (int i = 0; i < 2; i++) {
        struct undo undo;
        if (!movegen_is_legal(&pair->board[i], move))
            return false;
        position_make(&pair->board[i], move, &undo);
    }
    return true;
}

static inline Move random_move(struct pair *pair, int kinds) {
    Move *list = pair->list[0];
    int count = (int)(movegen(&pair->board[0], kinds, list) - list);
    return count ? list[random_below(&pair->random, (uint32_t)count)] : MOVE_NONE;
}

// Brings both boards round a cycle of moves, some times, up to the move that closes it again: what
// led there is the history. False when there is none, or when the game has ended before.
static inline bool go_round(struct pair *pair) {
    struct cycle cycle;
    bool checks = random_below(&pair->random, 4) != 0; // the rarer ones
    if (!cycle_find(&pair->board[0], checks, &pair->random, &cycle))
        return false;
    int plies = 3 + 4 * (int)random_below(&pair->random, 3);
    for (int ply = 0; ply <= plies; ply++) {
        Move move = cycle.moves[ply % 4], last = ply ? cycle.moves[(ply + 3) % 4] : MOVE_NONE;
        for (int i = 0; i < 2; i++)
            history_push(&pair->history[i], &pair->board[i], last);
        for (int i = 0; i < 2; i++)
            if (movegen_count(&pair->board[i]) < 4 ||
                outcome_of(&pair->board[i], &pair->history[i], last).result != RESULT_NONE ||
                (ply < plies && !outcome_is_legal(&pair->board[i], &pair->history[i], move)))
                return false;
        if (ply < plies)
            play_both(pair, move);
    }
    return true;
}

// Goes on on both boards to where the rule shows: after a Lion was taken, a capture and an answer,
// some moves by which pieces decline to promote. False when it cannot be.
static inline bool go_on(struct pair *pair, int number) {
    enum rule rule = pair->proving->at.rule;
    if (rule == RULE_REPETITION)
        return go_round(pair);
    if (is_of_lions(rule)) {
        Move capture = random_below(&pair->random, 4)
                           ? crowd_lion_falls(&pair->board[0], &pair->random)
                           : MOVE_NONE;
        return !capture || play_both(pair, capture);
    }
    if (rule == RULE_DROPS) {
        for (int kinds = MOVES_CAPTURES; kinds <= MOVES_QUIETS; kinds++) {
            Move move = random_move(pair, kinds);
            if (!move || !play_both(pair, move))
                return false;
        }
        return true;
    }
    bool defers = pair->tables[0]->remembers_deferral || pair->tables[1]->remembers_deferral;
    for (int ply = number % 8; ply > 0 && defers && !acts_on_endings(rule); ply--) {
        Move move = random_move(pair, MOVES_ALL);
        if (!move || !play_both(pair, move))
            return false;
    }
    return true;
}

// The same position under both rules, with its past, where the game goes on. False when it is none.
static inline bool draw(struct pair *pair, int number) {
    struct position position;
    char text[FEN_TEXT];
    for (int i = 0; i < 2; i++)
        history_clear(&pair->history[i]);
    bool array = pair->proving->at.rule == RULE_ARRAY;
    if (!array && !draw_position(pair, number, &position))
        return false;
    for (int i = 0; i < 2; i++) {
        const struct tables *tables = pair->tables[i];
        const char *fen = array ? variant_start_fen(&tables->variant, &tables->rules)
                                : fen_print(&position, text);
        if (!fen_parse(fen, tables, &pair->board[i], NULL) ||
            outcome_of(&pair->board[i], NULL, MOVE_NONE).result != RESULT_NONE)
            return false;
    }
    return go_on(pair, number) && movegen_any(&pair->board[0]) && movegen_any(&pair->board[1]);
}

// What differs

static inline struct outcome outcome_after(struct pair *pair, int which, Move move) {
    struct position *position = &pair->board[which];
    struct history *history = &pair->history[which];
    struct undo undo;
    bool has_past = history->count > 0;
    position_make(position, move, &undo);
    if (has_past)
        history_push(history, position, move);
    struct outcome outcome = outcome_of(position, past(pair, which), move);
    if (has_past)
        history_pop(history);
    position_unmake(position, move, &undo);
    return outcome;
}

// A move of one list that the other has not, or MOVE_NONE.
static inline Move only_in(const Move *list, int count, const Move *other, int others) {
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < others && other[k] != list[i])
            k++;
        if (k == others)
            return list[i];
    }
    return MOVE_NONE;
}

enum { DIFFERENCE = MOVE_TEXT + 32 };

// Does it matter here which rule is in force? Then `text` says how.
static inline bool differ(struct pair *pair, char text[DIFFERENCE]) {
    int count[2];
    char move_text[MOVE_TEXT];
    for (int i = 0; i < 2; i++)
        count[i] = (int)(outcome_legal_moves(&pair->board[i], past(pair, i), pair->list[i]) -
                         pair->list[i]);
    if (pair->proving->at.rule == RULE_ARRAY) {
        snprintf(text, DIFFERENCE, "%d moves at the start, %d before", count[1], count[0]);
        return pair->board[0].key != pair->board[1].key;
    }
    Move gone = only_in(pair->list[0], count[0], pair->list[1], count[1]);
    Move new = only_in(pair->list[1], count[1], pair->list[0], count[0]);
    if (gone || new) {
        snprintf(text, DIFFERENCE, "%s is %s", move_print(new ? new : gone, move_text),
                 new ? "new" : "gone");
        return true;
    }
    for (int i = 0; i < count[0] && acts_on_endings(pair->proving->at.rule); i++) {
        Move move = pair->list[0][i];
        struct outcome before = outcome_after(pair, 0, move), after = outcome_after(pair, 1, move);
        if (before.result != after.result || before.termination != after.termination) {
            snprintf(text, DIFFERENCE, "%s ends otherwise", move_print(move, move_text));
            return true;
        }
    }
    return false;
}

// What cannot matter

// May the piece promote by that move, if it has not declined to before?
static inline bool may_promote(const struct tables *tables, Piece piece, Square from, Square to,
                               bool captures) {
    const uint8_t *zone = tables->in_zone[piece_side(piece)];
    return tables_may_promote(tables, piece, from, to, captures) ||
           (tables->remembers_deferral && tables->promotes[piece] && zone[from] && zone[to]);
}

static inline bool same_promotions(const struct tables *a, const struct tables *b) {
    for (int piece = 0; piece < PIECES; piece++)
        for (int from = 0; from < SQUARES; from++)
            for (int to = 0; to < SQUARES; to++)
                for (int captures = 0; captures < 2; captures++)
                    if (a->on_board[from] && a->on_board[to] &&
                        may_promote(a, (Piece)piece, (Square)from, (Square)to, captures) !=
                            may_promote(b, (Piece)piece, (Square)from, (Square)to, captures))
                        return false;
    // Who declines does so on entry.
    int zone = a->rules.value[RULE_ZONE];
    bool alike =
        a->remembers_deferral == b->remembers_deferral && a->deferral_passes == b->deferral_passes;
    return alike || zone == 0 || zone == a->ranks;
}

static inline const char *no_lion(const struct tables *tables) {
    for (int piece = 0; piece < PIECES; piece++)
        if (tables->lion[piece])
            return NULL;
    return "the game has no Lion";
}

// Is there a move that may promote and that no other rule makes to?
static inline bool may_decline(const struct tables *tables) {
    for (int piece = 0; piece < PIECES; piece++)
        for (int from = 0; from < SQUARES; from++)
            for (int to = 0; to < SQUARES; to++)
                if (tables->on_board[from] && tables->on_board[to] &&
                    !tables->stranded[piece][to] &&
                    may_promote(tables, (Piece)piece, (Square)from, (Square)to, true))
                    return true;
    return false;
}

static inline const char *no_effect_on_lions(enum rule rule, const struct tables *a,
                                             const struct tables *b) {
    bool minors = false;
    for (int piece = 0; piece < PIECES; piece++)
        minors |= a->lion_minor[piece];
    if (no_lion(a))
        return no_lion(a);
    if (rule == RULE_LION_MIDPOINT_PROTECTION)
        return minors ? NULL : "no piece loses its protection on the way";
    if (rule == RULE_LION_PROTECTION)
        return NULL;
    return a->counterstrike == LION_COUNTERSTRIKE_OFF && b->counterstrike == LION_COUNTERSTRIKE_OFF
               ? "there is no counter-strike rule"
               : NULL;
}

// May a piece that is no royal win by a flag square, or a royal be attacked on one?
static inline bool flag_is_attacked(const struct tables *tables) {
    for (int piece = 0; piece < PIECES; piece++)
        if (tables->flag_piece[piece] && !tables->royal[piece])
            return true;
    return !tables->legality || tables->several_royals;
}

// Has a royal that comes to its zone won by that?
static inline bool zone_wins(const struct tables *tables) {
    for (enum side side = FIRST; side <= SECOND; side++)
        for (int square = 0; square < SQUARES; square++)
            if (tables->in_zone[side][square] &&
                !(tables->flag_squares[side][square / GRID] >> square % GRID & 1))
                return false;
    for (int piece = 0; piece < PIECES; piece++)
        if (tables->royal[piece] && !tables->flag_piece[piece])
            return false;
    return !flag_is_attacked(tables) || tables->flag == FLAG_REACH;
}

// Why the other value cannot change a legal move or an ending, or NULL.
static inline const char *no_effect(enum rule rule, const struct tables *a,
                                    const struct tables *b) {
    int zone = a->rules.value[RULE_ZONE];
    int points = a->impasse_points[FIRST] + b->impasse_points[FIRST]; // of the one that has it
    if (is_of_lions(rule))
        return no_effect_on_lions(rule, a, b);
    switch (rule) {
    case RULE_ARRAY:
        return strcmp(variant_start_fen(&a->variant, &a->rules),
                      variant_start_fen(&b->variant, &b->rules)) == 0
                   ? "the same position under another name"
                   : NULL;
    case RULE_REPETITION:
        return differ_by_lions(a, b) ? no_lion(a) : NULL;
    case RULE_PAWN_DROP_MATE:
        return a->variant.pawn && a->drops && a->legality ? NULL : "no Pawn is dropped with mate";
    case RULE_IMPASSE:
        if (memcmp(a->impasse_points, b->impasse_points, sizeof a->impasse_points) == 0)
            return "neither side of the start leaves points out";
        if (zone_wins(a))
            return "a royal in its zone has won by the rule flag";
        return zone == 0 || (!a->drops && 5 * (a->files * zone - 1) < points)
                   ? "the zone has not room for half of the points"
                   : NULL;
    case RULE_FLAG:
        return a->flag == FLAG_OFF || b->flag == FLAG_OFF || flag_is_attacked(a)
                   ? NULL
                   : "a royal alone wins so, and it is never attacked there";
    case RULE_FORCED_PROMOTION:
        return may_decline(a) ? NULL : "no move promotes that need not";
    default:
        if (acts_on_endings(rule) || !same_promotions(a, b) || a->nifu_pawn != b->nifu_pawn ||
            a->drops != b->drops || memcmp(a->stranded, b->stranded, sizeof a->stranded) != 0 ||
            memcmp(a->drop_ranks, b->drop_ranks, sizeof a->drop_ranks) != 0)
            return NULL;
        return rule == RULE_STRANDED ? "it means the same pieces on the same squares"
               : rule == RULE_NIFU   ? "no Pawn is dropped"
                                     : "the same moves may promote";
    }
}

// To a search the first repetition is the last one: it counts only how that ends, and what is
// forbidden before the other rule has ended the game.
static inline bool repeats_alike(const struct repetition *a, const struct repetition *b) {
    if (a->forbids && b->forbids)
        return false;
    bool later = !a->forbids && !b->forbids;
    later |= a->forbids ? a->occurrences > b->occurrences
                        : b->forbids && b->occurrences > a->occurrences;
    return later && a->pressing == b->pressing && a->otherwise[FIRST] == b->otherwise[FIRST] &&
           a->otherwise[SECOND] == b->otherwise[SECOND];
}

// Why searches cannot notice, or NULL.
static inline const char *search_unmoved(const struct pair *pair) {
    if (pair->proving->at.rule == RULE_ROYAL)
        return "a last royal left in check is lost at once either way";
    return pair->proving->at.rule == RULE_REPETITION &&
                   repeats_alike(&pair->tables[0]->repetition, &pair->tables[1]->repetition)
               ? "any repetition is the last one to a search"
               : NULL;
}

// Every piece worth the same, terms nothing.
static inline struct values flat_values(const struct tables *tables, int worth) {
    struct values values;
    values_defaults(&values);
    memset(values.value, 0, VALUES * sizeof *values.value);
    for (int i = 0; i < VALUE_TERM; i++)
        if (values_uses(tables, i))
            values.value[i] = worth;
    return values;
}

// Searches under both rules; where endings count, by values that leave the side to move behind.
static inline void search_both(struct pair *pair, struct search_result result[2]) {
    if (acts_on_endings(pair->proving->at.rule)) {
        struct values values = flat_values(pair->tables[0], FLAT);
        proving_set_values(pair->engine[0], &values);
        if (engine_evaluate(pair->engine[0], &pair->board[0]) > 0)
            values = flat_values(pair->tables[0], -FLAT);
        for (int i = 0; i < 2; i++)
            proving_set_values(pair->engine[i], &values);
    }
    for (int i = 0; i < 2; i++)
        result[i] = proving_search(pair->engine[i], &pair->board[i], past(pair, i), DEPTH);
}

static inline void compare(struct pair *pair) {
    struct proving *proving = pair->proving;
    enum proof proof = PROOF_MOVES; // or endings
    // Rarely met is no reason to say that it cannot matter, nor the other way round.
    const char *why = no_effect(proving->at.rule, pair->tables[0], pair->tables[1]);
    const char *unmoved = search_unmoved(pair);
    int positions = 0, differing = 0, most = unmoved ? SEARCHED : PATIENCE;
    bool noticed = false;
    char text[DIFFERENCE];
    struct position at;
    struct search_result result[2] = {{0}};
    for (int number = 0; number < TRIES; number++) {
        if (differing >= most || (differing >= WITNESSES && noticed) ||
            (why && !differing && number >= POSITIONS))
            break;
        if (!draw(pair, number))
            continue;
        positions++;
        if (!differ(pair, text))
            continue;
        differing++;
        if (noticed)
            continue;
        at = pair->board[0];
        search_both(pair, result);
        noticed = results_differ(&result[0], &result[1]);
    }
    if (differing)
        prove(proving, proof, VERDICT_PASSED, NULL, "differ in %d of %d positions: %s", differing,
              positions, text);
    else if (why)
        prove(proving, proof, VERDICT_IMPOSSIBLE, NULL, "no effect possible: %s", why);
    else
        prove(proving, proof, VERDICT_FAILED, NULL, "the same in all %d positions", positions);
    if (why && !differing)
        return;
    if (unmoved && !noticed)
        prove(proving, PROOF_SEARCH, VERDICT_IMPOSSIBLE, NULL, "no effect possible: %s", unmoved);
    else
        prove_searches(proving, noticed ? &at : NULL, &result[0], &result[1]);
}

// Adds the checks of proving->at.rule against `other`, the tables under proving->at.value.
static inline void prove_rule(struct proving *proving, const struct tables *other) {
    struct pair *pair = mem_calloc(1, sizeof *pair);
    struct engine *engine = engine_create(other, &proving->values, HASH, NULL);
    pair->proving = proving;
    pair->tables[0] = proving->tables;
    pair->tables[1] = other;
    pair->engine[0] = proving->engine;
    pair->engine[1] = engine;
    pair->random = proving_random(proving, 0);
    pair->history[0] = pair->history[1] = history_init();
    compare(pair);
    for (int i = 0; i < 2; i++)
        history_destroy(&pair->history[i]);
    proving_set_values(proving->engine, &proving->values);
    engine_destroy(engine);
    free(pair);
}

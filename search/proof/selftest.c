// SPDX-License-Identifier: GPL-3.0-or-later
#include "selftest_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"
#include "memory.h"
#include "notation.h"
#include "outcome.h"

enum { SEED = 20, HASH = 1 << 16, DRAWS = 200, TOGGLE_POSITIONS = 160, TOGGLE_DEPTH = 3 };

// Positions

static Square random_square(const struct tables *tables, struct random *random) {
    int file = (int)random_below(random, (uint32_t)tables->files);
    int rank = (int)random_below(random, (uint32_t)tables->ranks);
    return square_at(file, rank);
}

// A square at most two steps from `centre` and on the board, or anywhere when chance has it so.
static Square square_near(const struct tables *tables, struct random *random, Square centre) {
    for (int tries = 0; tries < 8; tries++) {
        int dx = (int)random_below(random, 5) - 2, dy = (int)random_below(random, 5) - 2;
        Square square = (Square)(centre + square_delta(dx, dy));
        if (tables->on_board[square])
            return square;
    }
    return random_square(tables, random);
}

// A type that is not royal, promoted or not; 0 when the draw hits none.
static Type random_type(const struct tables *tables, struct random *random) {
    const struct variant *variant = &tables->variant;
    Type type = variant->bases[random_below(random, (uint32_t)variant->base_count)];
    if (variant->promotes[type] && random_below(random, 3) == 0)
        type |= TYPE_PROMOTED;
    return variant->piece[type].royal ? 0 : type;
}

// Puts the piece where it is neither stuck for ever nor a double Pawn; otherwise leaves it out.
static bool put(struct position *position, Type type, enum side side, Square square) {
    const struct tables *tables = position->tables;
    Piece piece = piece_make(type, side);
    bool doubled =
        type == tables->nifu_pawn && type && (position->pawn_files[side] >> (square % GRID) & 1);
    if (!type || !tables->on_board[square] || position->board[square] != PIECE_EMPTY ||
        tables->stranded[piece][square] || doubled)
        return false;
    position_put(position, piece, square);
    return true;
}

static void put_somewhere(struct position *position, Type type, enum side side,
                          struct random *random) {
    for (int tries = 0; tries < 8; tries++)
        if (put(position, type, side, random_square(position->tables, random)))
            return;
}

static bool put_kings(struct position *position, const struct scatter *scatter,
                      struct random *random) {
    const struct tables *tables = position->tables;
    const struct variant *variant = &tables->variant;
    for (int i = 0; i < variant->base_count; i++) {
        if (!variant->piece[variant->bases[i]].royal)
            continue;
        for (enum side side = FIRST; side < SIDES; side++) {
            Square square = random_square(tables, random);
            if (scatter->besiege && side == SECOND)
                square = square_at(square_file(square),
                                   tables->ranks - 1 - (int)random_below(random, 2));
            if (position->board[square] != PIECE_EMPTY)
                return false;
            position_put(position, piece_make(variant->bases[i], side), square);
        }
        break; // one royal of several kinds is enough
    }
    return position->royal_count[FIRST] == 1 && position->royal_count[SECOND] == 1;
}

static void fill_hands(struct position *position, const struct scatter *scatter,
                       struct random *random) {
    const struct tables *tables = position->tables;
    for (enum side side = FIRST; side < SIDES; side++) {
        if (scatter->lone && side == SECOND)
            continue;
        int pieces = (int)random_below(random, (uint32_t)scatter->in_hand + 1);
        for (int i = 0; i < pieces; i++) {
            bool wanted = scatter->wanted && random_below(random, 2);
            Type type = wanted ? scatter->wanted : random_type(tables, random);
            Type base = type & (BASE_TYPES - 1);
            if (base && !tables->variant.piece[base].royal)
                position_set_hand(position, side, base, position->hand[side][base] + 1);
        }
    }
}

bool scatter_position(const struct tables *tables, const struct scatter *scatter,
                      struct random *random, struct position *position) {
    position_clear(position, tables);
    if (!put_kings(position, scatter, random))
        return false;
    for (enum side side = FIRST; scatter->wanted && side < SIDES; side++)
        for (int more = 1 + (int)random_below(random, 2); more > 0; more--)
            put_somewhere(position, scatter->wanted, side, random);
    int pieces = scatter->pieces / 2 + (int)random_below(random, (uint32_t)scatter->pieces / 2 + 1);
    for (int i = 0; i < pieces; i++) {
        Type type = random_type(tables, random);
        enum side side = !scatter->lone && random_below(random, 2) ? SECOND : FIRST;
        if (scatter->besiege)
            put(position, type, side, square_near(tables, random, position->royals[SECOND][0]));
        else
            put_somewhere(position, type, side, random);
    }
    if (tables->drops)
        fill_hands(position, scatter, random);
    if (!scatter->besiege && random_below(random, 2)) {
        struct undo undo;
        position_make_null(position, &undo);
        position->halfmoves = 0;
    }
    return !position_side_in_check(position, !position->side);
}

// Any move, captures and promotions twice as likely to be looked at.
static Move random_move(const struct position *position, const Move *list, int count,
                        struct random *random) {
    Move move = MOVE_NONE;
    for (int tries = 0; tries < 3; tries++) {
        move = list[random_below(random, (uint32_t)count)];
        if (position_is_capture(position, move) || move_is_promotion(move))
            break;
    }
    return move;
}

bool random_game_position(const struct tables *tables, struct random *random, int plies,
                          struct position *position) {
    Move list[MOVES_MAX];
    if (!fen_parse(NULL, tables, position, NULL))
        return false;
    for (int ply = 0; ply < plies; ply++) {
        int count = (int)(movegen(position, MOVES_ALL, list) - list);
        if (count == 0)
            break;
        struct undo undo;
        Move move = random_move(position, list, count, random);
        position_make(position, move, &undo);
        if (!movegen_any(position)) { // stop where there is still something to do
            position_unmake(position, move, &undo);
            break;
        }
    }
    return true;
}

// Proofs

const struct proof_words proofs[PROOFS] = {
    [PROOF_EVALUATION] = {"evaluation",
                          "changes by exactly feature x change, also where it is kept up "
                          "move by move"},
    [PROOF_EXCHANGE] = {"exchange", "captures and what is at stake in them change by exactly the "
                                    "change"},
    [PROOF_PROMOTION] = {"promotion", "what a promotion gains changes by exactly the change"},
    [PROOF_ORDER] = {"order", "its capture is tried first when dearest, later when cheapest"},
    [PROOF_MOVES] = {"moves", "legal moves differ"},
    [PROOF_SEARCH] = {"search", "node counts or scores of searches change"},
};

void selftest_destroy(struct selftest *selftest) {
    free(selftest->checks);
    *selftest = (struct selftest){0};
}

void prove(struct proving *proving, enum proof proof, enum proof_verdict verdict,
           const struct position *where, const char *format, ...) {
    struct selftest *selftest = proving->selftest;
    selftest->checks =
        mem_grow(selftest->checks, selftest->count, &selftest->capacity, sizeof *selftest->checks);
    struct selftest_check *check = &selftest->checks[selftest->count++];
    *check = proving->at;
    check->proof = proof;
    check->verdict = verdict;
    FORMAT_ARGUMENTS(check->text, sizeof check->text, format);
    if (where)
        fen_print(where, check->fen);
    selftest->passed += verdict == VERDICT_PASSED;
    selftest->failed += verdict == VERDICT_FAILED;
}

// Beyond every parameter, so that a new one draws no other positions for the rules.
enum { RULE_SUBJECTS = 1 << 12 };
_Static_assert((int)PARAMETERS <= (int)RULE_SUBJECTS, "parameters and rules draw apart");

struct random proving_random(const struct proving *proving, int part) {
    int subject = proving->at.parameter >= 0
                      ? proving->at.parameter
                      : RULE_SUBJECTS + (int)proving->at.rule * 64 + proving->at.value;
    return random_init(SEED, (uint64_t)subject * 16 + (uint64_t)part, RANDOM_TEST);
}

bool proving_draw(const struct tables *tables, const struct scatter *scatter, struct random *random,
                  struct position *position) {
    for (int tries = 0; tries < DRAWS; tries++)
        if (scatter_position(tables, scatter, random, position) && movegen_any(position))
            return true;
    return false;
}

void proving_set_values(struct engine *engine, const struct values *values) {
    const struct net *net = engine->weights.net; // as the engine was made
    weights_build(&engine->weights, engine->tables, values);
    engine->weights.net = net;
    engine_new_game(engine);
}

struct search_result proving_search(struct engine *engine, const struct position *position,
                                    const struct history *history, int depth) {
    struct search_result result;
    engine_new_game(engine);
    engine_search(engine, position, history, (struct limits){.depth = depth}, &result);
    return result;
}

bool results_differ(const struct search_result *before, const struct search_result *after) {
    return before->nodes != after->nodes || before->score != after->score ||
           before->best != after->best;
}

static const char *score_text(int score, char text[32]) {
    int plies = SCORE_MATE - (score < 0 ? -score : score);
    if (score_is_mate(score))
        snprintf(text, 32, "%smate in %d", score < 0 ? "lost, " : "", plies);
    else
        snprintf(text, 32, "%+d", score);
    return text;
}

void prove_searches(struct proving *proving, const struct position *where,
                    const struct search_result *before, const struct search_result *after) {
    char first[32], second[32];
    if (!where)
        prove(proving, PROOF_SEARCH, VERDICT_FAILED, NULL,
              "node count, score and move stay the same in all searches");
    else if (before->nodes != after->nodes)
        prove(proving, PROOF_SEARCH, VERDICT_PASSED, where, "%llu nodes became %llu",
              (unsigned long long)before->nodes, (unsigned long long)after->nodes);
    else
        prove(proving, PROOF_SEARCH, VERDICT_PASSED, where, "score %s became %s",
              score_text(before->score, first), score_text(after->score, second));
}

static void all_values(struct proving *proving) {
    proving->at.rule = RULES;
    for (int i = 0; i < VALUES; i++) {
        if (!values_uses(proving->tables, i))
            continue;
        proving->at.parameter = i;
        values_name(i, proving->at.subject);
        prove_value(proving);
    }
}

// A position of a random game, scattered, or around a besieged King, by turns.
static bool draw_any(const struct tables *tables, struct random *random, int number,
                     struct position *position) {
    const struct scatter scatter[] = {
        {.pieces = tables->files + tables->ranks, .in_hand = 4},
        {.pieces = 12, .in_hand = 2, .besiege = true},
        {.pieces = 8, .lone = true, .besiege = true},
    };
    return number % 4 == 0
               ? random_game_position(tables, random, 10 + number % TOGGLE_POSITIONS, position)
               : proving_draw(tables, &scatter[number % 4 - 1], random, position);
}

// The same position on two boards of other rules, where both go on. The start of either where that
// is the toggle.
static bool draw_both(const struct proving *proving, const struct tables *const tables[2],
                      struct random *random, int number, struct position board[2]) {
    struct position position;
    char text[FEN_TEXT];
    bool array = proving->at.rule == RULE_ARRAY;
    if (!array && !draw_any(tables[number / 4 % 2], random, number, &position))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!fen_parse(array ? NULL : fen_print(&position, text), tables[i], &board[i], NULL) ||
            outcome_of(&board[i], NULL, MOVE_NONE).result != RESULT_NONE)
            return false;
    }
    return true;
}

static bool lists_differ(struct position board[2]) {
    Move list[2][MOVES_MAX];
    int count[2];
    for (int i = 0; i < 2; i++)
        count[i] = (int)(movegen(&board[i], MOVES_ALL, list[i]) - list[i]);
    for (int i = 0; i < count[0]; i++)
        if (!movegen_is_legal(&board[1], list[0][i]))
            return true;
    return count[0] != count[1];
}

// The checks of proving->at.rule against `other`, the tables under proving->at.value: searches must
// differ where legal moves do. Rules of ends and of Lions act seldom: not met is no failure.
static void prove_rule(struct proving *proving, const struct tables *other) {
    const struct tables *const tables[] = {proving->tables, other};
    struct engine *engine = engine_create(other, &proving->values, HASH, NULL);
    struct random random = proving_random(proving, 0);
    struct search_result before = {0}, after = {0};
    struct position board[2], at;
    bool array = proving->at.rule == RULE_ARRAY;
    int positions = 0, differing = 0, most = array ? 1 : TOGGLE_POSITIONS;
    bool noticed = false;
    for (int number = 0; number < most && !(differing && noticed); number++) {
        if (!draw_both(proving, tables, &random, number, board))
            continue;
        positions++;
        differing += array ? board[0].key != board[1].key : lists_differ(board);
        if (!noticed) {
            before = proving_search(proving->engine, &board[0], NULL, TOGGLE_DEPTH);
            after = proving_search(engine, &board[1], NULL, TOGGLE_DEPTH);
            noticed = results_differ(&before, &after);
            at = board[0];
        }
    }
    prove(proving, PROOF_MOVES, differing ? VERDICT_PASSED : VERDICT_IMPOSSIBLE, NULL,
          differing ? "differ in %d of %d positions" : "%d of %d positions differ", differing,
          positions);
    if (differing || noticed)
        prove_searches(proving, noticed ? &at : NULL, &before, &after);
    else
        prove(proving, PROOF_SEARCH, VERDICT_IMPOSSIBLE, NULL, "the same in all %d positions",
              positions);
    engine_destroy(engine);
}

// Sets `rules` to the rule's value and writes the subject. ARRAY_CUSTOM stands for a position of a
// random game.
static void set_value(struct proving *proving, struct rules *rules) {
    enum rule rule = proving->at.rule;
    int value = proving->at.value;
    bool custom = rule == RULE_ARRAY && value == ARRAY_CUSTOM;
    char number[RULE_NUMBER];
    rules->value[rule] = value;
    snprintf(proving->at.subject, sizeof proving->at.subject, "%s=%s", rule_name(rule),
             custom ? "FEN" : rules_value_text(rules, &proving->tables->variant, rule, number));
    struct random random = proving_random(proving, 15);
    struct position position;
    if (custom) {
        random_game_position(proving->tables, &random, 8, &position); // its start has been read
        fen_print(&position, rules->fen);
    }
}

// One toggle under each value that is not in force.
static bool one_rule(struct proving *proving, struct tables *other, struct error *error) {
    const struct variant *variant = &proving->tables->variant;
    enum rule rule = proving->at.rule;
    int first = rule == RULE_ARRAY ? ARRAY_CUSTOM : 0;
    int end = rule == RULE_ARRAY  ? variant->array_count
              : rule == RULE_ZONE ? variant->ranks + 1
                                  : rule_value_count(rule);
    for (int value = first; value < end; value++) {
        if (value == proving->tables->rules.value[rule])
            continue;
        proving->at.value = value;
        struct rules rules = proving->tables->rules;
        set_value(proving, &rules);
        if (!tables_build(other, variant, &rules, error))
            return false;
        prove_rule(proving, other);
    }
    return true;
}

static bool all_rules(struct proving *proving, struct error *error) {
    struct tables *other = mem_alloc(sizeof *other);
    bool done = true;
    proving->at.parameter = -1;
    for (int rule = 0; rule < RULES && done; rule++) {
        if (!proving->tables->variant.has_rule[rule])
            continue; // not a rule of this game
        proving->at.rule = (enum rule)rule;
        done = one_rule(proving, other, error);
    }
    free(other);
    return done;
}

bool selftest_run(struct selftest *selftest, const struct tables *tables, struct error *error) {
    struct proving proving = {.selftest = selftest, .tables = tables};
    struct position start;
    if (!fen_parse(NULL, tables, &start, error))
        return false;
    values_estimate(tables, &proving.values);
    proving.engine = engine_create(tables, &proving.values, HASH, error);
    proving.other = engine_create(tables, &proving.values, HASH, error);
    all_values(&proving);
    bool done = all_rules(&proving, error);
    engine_destroy(proving.engine);
    engine_destroy(proving.other);
    return done;
}

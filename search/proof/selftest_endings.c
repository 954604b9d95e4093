// SPDX-License-Identifier: GPL-3.0-or-later
// A toggle that acts on the end of games is changed: where it acts, moves must end the game
// otherwise, and searches must play for what the referee says of each move, under either value.
#include <stdlib.h>
#include <string.h>

#include "attacks.h"
#include "notation.h"
#include "outcome.h"
#include "selftest_internal.h"

enum {
    HASH = 1 << 16,
    DEPTH = 2,
    FLAT = 10,     // what every man is worth, so that only the end of the game counts
    WITNESSES = 6, // positions in which the rule acts
    SEARCHED = 20 * WITNESSES,
    TRIES = 60000
};

// What each legal move leads to at once.
struct prospects {
    int count;
    Move list[MOVES_MAX];
    struct outcome outcome[MOVES_MAX];
    bool safe[MOVES_MAX]; // leaves no last royal to be taken: searches try no other
};

// The two sets of rules that are compared: [0] in force, [1] with the other value.
struct pair {
    struct proving *proving;
    const struct tables *tables[2];
    struct engine *engine[2];
    struct random random;
    struct history history; // of the position under consideration; empty: it has no past
    struct prospects prospects[2];
    bool noticed; // searches differ, in `at`, with `result`
    struct position at;
    struct search_result result[2];
};

static enum result win_of(enum side side) {
    return side == FIRST ? RESULT_FIRST : RESULT_SECOND;
}

// Positions

// Where a royal may step into check, or loses when it is bare, only blocked men are a stalemate:
// SECOND's King in a corner behind Pawns that are blocked by it or at the end of their way. False
// when the men did not fall so.
static bool blocked_position(const struct tables *tables, struct random *random,
                             struct position *position) {
    const struct scatter scatter = {.men = 4, .lone = true, .besiege = true};
    Piece pawn = piece_make(tables->variant.pawn, SECOND);
    Square corner = square_at(0, 0);
    if (!tables->variant.pawn || !scatter_position(tables, &scatter, random, position) ||
        position->royal_count[SECOND] != 1)
        return false;
    for (int rank = 0; rank < 2; rank++)
        for (int file = 0; file < 2; file++)
            if (position->board[square_at(file, rank)] != PIECE_EMPTY)
                return false;
    Piece king = position->board[position->royals[SECOND][0]];
    position_remove(position, position->royals[SECOND][0]);
    position_put(position, king, corner);
    position_put(position, pawn, square_at(1, 0));
    position_put(position, pawn, square_at(0, 1));
    position_put(position, pawn, square_at(1, 1));
    return !position_side_in_check(position, SECOND);
}

// A position in which the rule may act by the next move. False when the men did not fall so.
static bool draw_position(struct pair *pair, struct position *position) {
    const struct tables *tables = pair->tables[0];
    struct random *random = &pair->random;
    struct scatter scatter = {.men = 12, .besiege = true};
    switch (pair->proving->rule) {
    case RULE_PAWN_DROP_MATE:
        scatter.in_hand = 2;
        if (!scatter_position(tables, &scatter, random, position))
            return false;
        position_set_hand(position, FIRST, tables->variant.pawn, 1);
        return true;
    case RULE_STALEMATE:
        if (!tables->legality || tables->bare_royal != BARE_ROYAL_OFF)
            return blocked_position(tables, random, position);
        scatter = (struct scatter){.men = 8, .lone = true, .besiege = true};
        return scatter_position(tables, &scatter, random, position);
    case RULE_IMPASSE:
        tables = tables->impasse_points[FIRST] ? tables : pair->tables[1];
        return impasse_position(tables, random, position);
    case RULE_BARE_ROYAL:
        scatter = (struct scatter){.men = 2 + (int)random_below(random, 3),
                                   .besiege = random_below(random, 2)};
        return scatter_position(tables, &scatter, random, position);
    case RULE_REPETITION:
        scatter = (struct scatter){.men = tables->files + 2, .in_hand = 1};
        return scatter_position(tables, &scatter, random, position);
    default:
        scatter.besiege = random_below(random, 2);
        return scatter_position(tables, &scatter, random, position);
    }
}

static const struct history *past(const struct pair *pair) {
    return pair->history.count ? &pair->history : NULL;
}

// Goes on round a cycle on both boards; the next move closes it for the first, second or third
// time. False when there is none or the game ends before.
static bool go_round(struct pair *pair, struct position boards[2]) {
    struct cycle cycle;
    bool checks = random_below(&pair->random, 4) != 0; // the rarer ones
    if (!cycle_find(&boards[0], checks, &pair->random, &cycle))
        return false;
    int plies = 3 + 4 * (int)random_below(&pair->random, 3);
    for (int ply = 0; ply <= plies; ply++) {
        Move move = cycle.moves[ply % 4], last = ply ? cycle.moves[(ply + 3) % 4] : MOVE_NONE;
        if (!history_push(&pair->history, &boards[0], last)) {
            pair->proving->out_of_memory = true;
            return false;
        }
        for (int i = 0; i < 2; i++) {
            struct undo undo;
            if (movegen_count(&boards[i]) < 4 ||
                outcome_of(&boards[i], &pair->history, last).result != RESULT_NONE ||
                (ply < plies && !outcome_is_legal(&boards[i], &pair->history, move)))
                return false;
            if (ply < plies)
                position_make(&boards[i], move, &undo);
        }
    }
    return true;
}

// The same position of a game that goes on under both rules, with its past. False when it is none.
static bool draw(struct pair *pair, struct position boards[2]) {
    struct position position;
    char fen[FEN_TEXT];
    history_clear(&pair->history);
    if (!draw_position(pair, &position))
        return false;
    fen_print(&position, fen);
    for (int i = 0; i < 2; i++)
        if (!fen_parse(fen, pair->tables[i], &boards[i], NULL) ||
            outcome_of(&boards[i], NULL, MOVE_NONE).result != RESULT_NONE)
            return false;
    return pair->proving->rule != RULE_REPETITION || go_round(pair, boards);
}

// What the referee says

static void look_ahead(struct pair *pair, int which, struct position *position) {
    struct prospects *prospects = &pair->prospects[which];
    struct history *history = &pair->history;
    const Move *end = outcome_legal_moves(position, past(pair), prospects->list);
    prospects->count = (int)(end - prospects->list);
    for (int i = 0; i < prospects->count; i++) {
        Move move = prospects->list[i];
        struct undo undo;
        bool has_past = history->count > 0;
        position_make(position, move, &undo);
        if (has_past && !history_push(history, position, move))
            pair->proving->out_of_memory = true;
        prospects->outcome[i] = outcome_of(position, past(pair), move);
        prospects->safe[i] = !position_side_in_check(position, !position->side);
        if (has_past && !pair->proving->out_of_memory)
            history_pop(history);
        position_unmake(position, move, &undo);
    }
}

static bool prospects_differ(const struct prospects *a, const struct prospects *b) {
    bool differ = a->count != b->count;
    for (int i = 0; i < a->count && !differ; i++)
        differ = a->list[i] != b->list[i] || a->outcome[i].result != b->outcome[i].result ||
                 a->outcome[i].termination != b->outcome[i].termination;
    return differ;
}

// Holds a search of the side to move against that. NULL, or what is wrong.
static const char *search_wrong(const struct prospects *prospects, enum side us,
                                const struct search_result *result) {
    bool wins = false, draws = false, loses = true, any = false;
    const struct outcome *chosen = NULL;
    for (int i = 0; i < prospects->count; i++) {
        const struct outcome *outcome = &prospects->outcome[i];
        wins |= outcome->result == win_of(us);
        draws |= prospects->safe[i] && outcome->result == RESULT_DRAW;
        loses &= !prospects->safe[i] || outcome->result == win_of(!us);
        any |= prospects->safe[i];
        if (prospects->list[i] == result->best)
            chosen = outcome;
    }
    if (!chosen)
        return "a search chose a move that is illegal";
    if (wins)
        return result->score == SCORE_MATE - 1 ? NULL : "a search did not see that it wins";
    if (!any)
        return NULL;
    if (loses)
        return result->score == -SCORE_MATE + 1 ? NULL : "a search did not see that it is lost";
    if (chosen->result == win_of(!us))
        return "a search chose to lose";
    if (draws && result->score < SCORE_DRAW)
        return "a search that is behind did not take the draw";
    if (chosen->result == RESULT_DRAW && result->score != SCORE_DRAW)
        return "a search took a draw for something else";
    return NULL;
}

// Every man worth the same, terms nothing.
static struct values flat_values(const struct tables *tables, int worth) {
    struct values values;
    values_defaults(&values);
    memset(values.value, 0, VALUES * sizeof *values.value);
    for (int i = 0; i < VALUE_TERM; i++)
        if (values_uses(tables, i))
            values.value[i] = worth;
    return values;
}

// Gives both engines values by which the side to move is not ahead.
static void set_behind(struct pair *pair, const struct position *position) {
    struct values values = flat_values(pair->tables[0], FLAT);
    proving_set_values(pair->engine[0], &values);
    if (engine_evaluate(pair->engine[0], position) > 0)
        values = flat_values(pair->tables[0], -FLAT);
    for (int i = 0; i < 2; i++)
        proving_set_values(pair->engine[i], &values);
}

// Searches under both rules and keeps the first results that differ. False when one is wrong; the
// check is then noted.
static bool searches_right(struct pair *pair, const struct position boards[2]) {
    struct search_result result[2];
    enum rule rule = pair->proving->rule;
    set_behind(pair, &boards[0]);
    for (int i = 0; i < 2; i++) {
        result[i] = proving_search(pair->engine[i], &boards[i], past(pair), DEPTH);
        const char *wrong = search_wrong(&pair->prospects[i], boards[i].side, &result[i]);
        if (!wrong)
            continue;
        prove(pair->proving, PROOF_ENDING, VERDICT_FAILED, &boards[i], "%s: %s",
              rule_value_name(rule, pair->tables[i]->rules.value[rule]), wrong);
        return false;
    }
    if (!pair->noticed && results_differ(&result[0], &result[1])) {
        pair->noticed = true;
        pair->at = boards[0];
        memcpy(pair->result, result, sizeof result);
    }
    return true;
}

// What cannot matter

// The most points that one side can have where they count: all of them with drops, otherwise those
// of the best men that fit in the zone beside the King.
static int most_points(const struct tables *tables) {
    struct position start;
    if (!fen_parse(variant_start_fen(&tables->variant, &tables->rules), tables, &start, NULL))
        return 0;
    int majors = 0, others = 0;
    for (int square = 0; square < SQUARES; square++) {
        Piece piece = start.board[square];
        if (!tables->on_board[square] || piece == PIECE_EMPTY || tables->royal[piece])
            continue;
        if (tables->variant.impasse_major[piece_base(piece)])
            majors++;
        else
            others++;
    }
    int room = tables->files * tables->rules.value[RULE_ZONE] - 1;
    if (!tables->drops) {
        majors = majors < room ? majors : room;
        others = others < room - majors ? others : room - majors;
    }
    return 5 * majors + others;
}

// Why no game can end otherwise, or NULL.
static const char *no_effect(const struct pair *pair) {
    const struct tables *tables = pair->tables[0];
    switch (pair->proving->rule) {
    case RULE_PAWN_DROP_MATE:
        return !tables->variant.pawn ? "there is no Pawn"
               : !tables->drops      ? "nothing is dropped"
               : !tables->legality   ? "mate ends no game"
                                     : NULL;
    case RULE_IMPASSE:
        tables = tables->impasse_points[FIRST] ? tables : pair->tables[1];
        return tables->rules.value[RULE_ZONE] == 0 ? "there is no zone"
               : most_points(tables) < tables->impasse_points[FIRST]
                   ? "the zone has not room for half of the points"
                   : NULL;
    default:
        return NULL;
    }
}

// To a search the first repetition is the last one: it counts only how that ends, and what is
// forbidden before the other rule has ended the game.
static bool repeats_alike(const struct repetition *a, const struct repetition *b) {
    if (a->forbids && b->forbids)
        return false;
    bool later = !a->forbids && !b->forbids;
    later |= a->forbids ? a->occurrences > b->occurrences
                        : b->forbids && b->occurrences > a->occurrences;
    return later && a->pressing == b->pressing && a->otherwise[FIRST] == b->otherwise[FIRST];
}

// Why searches cannot notice, or NULL.
static const char *search_unmoved(const struct pair *pair) {
    switch (pair->proving->rule) {
    case RULE_ROYAL:
        return "a last royal left in check is lost at once either way";
    case RULE_REPETITION:
        return repeats_alike(&pair->tables[0]->repetition, &pair->tables[1]->repetition)
                   ? "any repetition is the last one to a search"
                   : NULL;
    default:
        return NULL;
    }
}

static void conclude(struct pair *pair, int witnesses, int positions) {
    struct proving *proving = pair->proving;
    prove(proving, PROOF_ENDING, witnesses ? VERDICT_PASSED : VERDICT_FAILED, NULL,
          "other endings in %d of %d positions", witnesses, positions);
    const char *why = pair->noticed ? NULL : search_unmoved(pair);
    if (why)
        prove(proving, PROOF_SEARCH, VERDICT_IMPOSSIBLE, NULL, "no effect possible: %s", why);
    else
        prove_searches(proving, pair->noticed ? &pair->at : NULL, &pair->result[0],
                       &pair->result[1]);
}

static void compare_endings(struct pair *pair) {
    const char *why = no_effect(pair);
    if (why) {
        prove(pair->proving, PROOF_ENDING, VERDICT_IMPOSSIBLE, NULL, "no effect possible: %s", why);
        return;
    }
    int witnesses = 0, positions = 0;
    for (int tries = 0; tries < TRIES && !pair->proving->out_of_memory; tries++) {
        if (witnesses >= SEARCHED || (witnesses >= WITNESSES && pair->noticed))
            break;
        struct position boards[2];
        if (!draw(pair, boards))
            continue;
        positions++;
        for (int i = 0; i < 2; i++)
            look_ahead(pair, i, &boards[i]);
        if (!prospects_differ(&pair->prospects[0], &pair->prospects[1]))
            continue;
        witnesses++;
        if (!searches_right(pair, boards))
            return;
    }
    conclude(pair, witnesses, positions);
}

void prove_ending(struct proving *proving, const struct tables *other) {
    struct pair *pair = calloc(1, sizeof *pair);
    struct engine *engine = engine_create(other, &proving->values, HASH);
    if (pair && engine) {
        pair->proving = proving;
        pair->tables[0] = proving->tables;
        pair->tables[1] = other;
        pair->engine[0] = proving->engine;
        pair->engine[1] = engine;
        pair->random = proving_random(proving, 0);
        pair->history = history_init();
        compare_endings(pair);
        history_destroy(&pair->history);
        proving_set_values(proving->engine, &proving->values);
    } else {
        proving->out_of_memory = true;
    }
    engine_destroy(engine);
    free(pair);
}

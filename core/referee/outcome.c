// SPDX-License-Identifier: GPL-3.0-or-later
#include "outcome.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"
#include "error.h"
#include "memory.h"
#include "movegen.h"

static const struct outcome none = {RESULT_NONE, TERMINATION_NONE};

static enum result win_of(enum side side) {
    return side == FIRST ? RESULT_FIRST : RESULT_SECOND;
}

static struct outcome outcome_by(enum fate fate, enum side side, enum termination termination) {
    enum result result = fate == FATE_DRAWN ? RESULT_DRAW
                         : fate == FATE_WON ? win_of(side)
                                            : win_of(!side);
    return (struct outcome){result, termination};
}

// Where repetition forbids moves: the position that a legal move leads to?
static bool repeats(struct position *position, const struct history *history, Move move) {
    struct undo undo;
    position_make(position, move, &undo);
    int earlier = 0;
    for (int i = history->count - 2; i >= 0; i -= 2)
        earlier += history->visits[i].key == position->key;
    position_unmake(position, move, &undo);
    return earlier + 1 >= position->tables->repetition.occurrences;
}

Move *outcome_legal_moves(struct position *position, const struct history *history, Move *list) {
    assert(!history ||
           (history->count > 0 && history->visits[history->count - 1].key == position->key));
    Move *end = movegen(position, MOVES_ALL, list);
    if (!position->tables->repetition.forbids || !history)
        return end;
    Move *kept = list;
    for (const Move *move = list; move < end; move++)
        if (!repeats(position, history, *move))
            *kept++ = *move;
    return kept;
}

bool outcome_is_legal(struct position *position, const struct history *history, Move move) {
    assert(!history ||
           (history->count > 0 && history->visits[history->count - 1].key == position->key));
    return movegen_is_legal(position, move) &&
           !(position->tables->repetition.forbids && repeats(position, history, move));
}

static bool has_game_move(struct position *position, const struct history *history) {
    if (!position->tables->repetition.forbids)
        return movegen_any(position);
    Move list[MOVES_MAX];
    return outcome_legal_moves(position, history, list) > list;
}

// Who pressed by every move since the first occurrence: by checks (FESA laws of shogi, 5.2) or by
// attacks (Lishogi's Chu Shogi). The flags of each position tell whether the move that led there
// did.
static struct outcome repeated(const struct position *position, const struct history *history) {
    const struct tables *tables = position->tables;
    enum pressing pressing = tables->repetition.pressing;
    int last = history->count - 1, first = last;
    for (int i = last; i >= 0; i -= 2)
        if (history->visits[i].key == history->visits[last].key)
            first = i;
    bool us = pressing != PRESSING_NONE, them = us;
    for (int i = first + 1; i <= last && (us || them); i++) {
        const struct visit *visit = &history->visits[i];
        bool pressed = pressing == PRESSING_CHECKS ? visit->check : visit->attack;
        if ((last - i) % 2 == 0)
            them &= pressed; // the move before this turn was theirs
        else
            us &= pressed;
    }
    enum termination termination = us == them                    ? TERMINATION_REPETITION
                                   : pressing == PRESSING_CHECKS ? TERMINATION_PERPETUAL_CHECK
                                                                 : TERMINATION_PERPETUAL_ATTACK;
    return outcome_by(tables_repetition_fate(tables, position->side, them, us), position->side,
                      termination);
}

bool outcome_can_declare(const struct position *position) {
    const struct tables *tables = position->tables;
    enum side us = position->side;
    if (!tables->impasse_points[us] || position->royal_count[us] == 0 ||
        !tables->in_zone[us][position->royals[us][0]] || position_in_check(position))
        return false;
    int pieces = 0, points = 0;
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->pieces[us][rank]; bits; bits &= bits - 1) {
            int square = rank * GRID + __builtin_ctz(bits);
            Piece piece = position->board[square];
            if (!tables->in_zone[us][square] || tables->royal[piece])
                continue;
            pieces++;
            points += tables->variant.impasse_major[piece_base(piece)] ? 5 : 1;
        }
    for (int base = 1; base < BASE_TYPES; base++)
        points += position->hand[us][base] * (tables->variant.impasse_major[base] ? 5 : 1);
    return pieces >= tables->impasse_pieces && points >= tables->impasse_points[us];
}

struct outcome outcome_of(struct position *position, const struct history *history, Move last) {
    assert(!history ||
           (history->count > 0 && history->visits[history->count - 1].key == position->key));
    const struct tables *tables = position->tables;
    enum side us = position->side;
    for (enum side side = FIRST; side < SIDES; side++)
        if (position_royals_lost(position, side))
            return (struct outcome){win_of(!side), TERMINATION_ROYAL_CAPTURED};
    struct outcome flag = flag_outcome(position);
    if (flag.result != RESULT_NONE)
        return flag;
    if (!has_game_move(position, history)) {
        static const enum termination terminations[] = {
            [NO_MOVE_STALEMATE] = TERMINATION_STALEMATE,
            [NO_MOVE_MATE] = TERMINATION_CHECKMATE,
            [NO_MOVE_PAWN_DROP_MATE] = TERMINATION_PAWN_DROP_MATE,
        };
        bool mated = position->careful && position_in_check(position);
        enum no_move how = tables_no_move(tables, mated, last);
        return outcome_by((enum fate)tables->no_move[how], us, terminations[how]);
    }
    struct outcome bare = bare_royal_outcome(position);
    if (bare.result != RESULT_NONE)
        return bare;
    if (history && !tables->repetition.forbids &&
        history_occurrences(history) >= tables->repetition.occurrences)
        return repeated(position, history);
    if (outcome_can_declare(position))
        return (struct outcome){win_of(us), TERMINATION_IMPASSE};
    return none;
}

static const char *const termination_names[TERMINATIONS] = {
#define TERMINATION(id, name) name,
#include "outcome.def"
#undef TERMINATION
};

const char *termination_name(enum termination termination) {
    assert(termination < TERMINATIONS);
    return termination_names[termination];
}

enum termination termination_find(const char *name) {
    int found = text_find(name, termination_names, TERMINATIONS);
    return found < 0 ? TERMINATION_NONE : (enum termination)found;
}

static const char *const result_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *result_text(enum result result) {
    assert(result <= RESULT_DRAW);
    return result_texts[result];
}

enum result result_find(const char *text) {
    int found = text_find(text, result_texts, ARRAY_LENGTH(result_texts));
    return found < 0 ? RESULT_NONE : (enum result)found;
}

struct history history_init(void) {
    return (struct history){0};
}

void history_destroy(struct history *history) {
    free(history->visits);
    *history = (struct history){0};
}

void history_clear(struct history *history) {
    history->count = 0;
}

void history_copy(struct history *history, const struct history *from) {
    history->visits =
        mem_grow(history->visits, from->count - 1, &history->capacity, sizeof *history->visits);
    if (from->count > 0)
        memcpy(history->visits, from->visits, (size_t)from->count * sizeof *from->visits);
    history->count = from->count;
}

void history_push(struct history *history, const struct position *position, Move last) {
    history->visits =
        mem_grow(history->visits, history->count, &history->capacity, sizeof *history->visits);
    history->visits[history->count++] = (struct visit){
        .key = position->key,
        .check = position_in_check(position),
        .attack = last != MOVE_NONE && position_move_attacks(position, last),
    };
}

void history_pop(struct history *history) {
    assert(history->count > 0);
    history->count--;
}

int history_occurrences(const struct history *history) {
    int occurrences = 0, last = history->count - 1;
    for (int i = last; i >= 0; i -= 2) // the side to move is part of a position
        occurrences += history->visits[i].key == history->visits[last].key;
    return occurrences;
}

// Has the side a flag piece on one of its squares, by the rule an unattacked one?
static bool reached(const struct position *position, enum side side) {
    const struct tables *tables = position->tables;
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->pieces[side][rank] & tables->flag_squares[side][rank]; bits;
             bits &= bits - 1) {
            Square square = (Square)(rank * GRID + __builtin_ctz(bits));
            if (tables->flag_piece[position->board[square]] &&
                (tables->flag == FLAG_REACH || !attacks_on(position, square, !side)))
                return true;
        }
    return false;
}

struct outcome flag_outcome(const struct position *position) {
    enum side us = position->side;
    if (position->tables->flag == FLAG_OFF)
        return none;
    bool ours = position->tables->flag == FLAG_SAFE && reached(position, us);
    bool theirs = reached(position, !us);
    if (!ours && !theirs)
        return none;
    return (struct outcome){ours && theirs ? RESULT_DRAW : win_of(ours ? us : !us),
                            TERMINATION_FLAG};
}

static bool might_reach(const struct position *position, enum side us) {
    const struct tables *tables = position->tables;
    if (tables->flag_types & position->hand_types[us])
        return true;
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->pieces[us][rank] & tables->flag_near[us][rank]; bits;
             bits &= bits - 1) {
            Piece piece = position->board[rank * GRID + __builtin_ctz(bits)];
            if (tables->flag_piece[piece] ||
                (tables->promotes[piece] && tables->flag_piece[piece | TYPE_PROMOTED]))
                return true;
        }
    return false;
}

bool flag_at_hand(struct position *position) {
    enum side us = position->side;
    if (position->tables->flag == FLAG_OFF || !might_reach(position, us))
        return false;
    const Line *squares = position->tables->flag_squares[us];
    Move list[MOVES_MAX];
    bool careful = position->careful, found = false;
    position->careful = position->tables->legality; // also a King that could be taken wins
    const Move *end = movegen(position, MOVES_ALL, list);
    position->careful = careful;
    for (const Move *move = list; move < end && !found; move++) {
        Square to = move_to(*move);
        if (!(squares[to / GRID] >> to % GRID & 1))
            continue;
        struct undo undo;
        position_make(position, *move, &undo);
        found = flag_outcome(position).result == win_of(us);
        position_unmake(position, *move, &undo);
    }
    return found;
}

bool flag_threatened(struct position *position) {
    if (position->tables->flag == FLAG_OFF || !might_reach(position, !position->side))
        return false;
    struct undo undo;
    position_make_null(position, &undo);
    bool threatened = flag_at_hand(position);
    position_unmake_null(position, &undo);
    return threatened;
}

struct force {
    int pieces;   // royals and other pieces that count against a bare royal
    int near;     // ... of these, next to the other side's royal
    Square extra; // one of them that is no royal, or a second royal
};

// One royal and nothing else that can ever move?
static bool is_bare(const struct position *position, enum side side) {
    const struct tables *tables = position->tables;
    int alive = 0;
    if (position->royal_count[side] != 1)
        return false;
    if (tables->bare_royal == BARE_ROYAL_PLAIN)
        return position->on_board[side] == 1;
    for (int word = 0; word < PIECES_WORDS; word++)
        for (uint64_t bits = position_pieces_word(position, side, word); bits; bits &= bits - 1) {
            int square = word * PIECES_WORD + __builtin_ctzll(bits);
            alive += !tables->dead[position->board[square]][square];
            if (alive > 1)
                return false;
        }
    return true;
}

static struct force force_of(const struct position *position, enum side side) {
    const struct tables *tables = position->tables;
    struct force force = {0};
    Square other = position->royals[!side][0];
    for (int rank = 0; rank < GRID; rank++)
        for (uint32_t bits = position->pieces[side][rank]; bits; bits &= bits - 1) {
            Square square = (Square)(rank * GRID + __builtin_ctz(bits));
            Piece piece = position->board[square];
            if (tables->bare_royal != BARE_ROYAL_PLAIN &&
                (tables->dead[piece][square] || tables->lion_minor[piece]))
                continue;
            force.pieces++;
            force.near += square_distance(square, other) == 1;
            if (square != position->royals[side][0])
                force.extra = square;
        }
    return force;
}

static bool royal_attacked(const struct position *position, enum side side) {
    return position_royals_attacked(position, side) > 0;
}

// `side` is bare: does it lose to what the other side has?
static bool loses_lishogi(const struct position *position, enum side side, struct force other) {
    return other.pieces > 1 && !royal_attacked(position, !side) &&
           (other.pieces > 2 || other.near == 0);
}

static bool can_take(struct position *position, Square square) {
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_CAPTURES, list);
    for (const Move *move = list; move < end; move++)
        if (move_to(*move) == square || ((*move & MOVE_TWO_STEP) && move_via(*move) == square))
            return true;
    return false;
}

static bool loses_jcsa(struct position *position, enum side side, struct force other) {
    bool single = position->royal_count[!side] == 1;
    if (other.pieces < 2 || (single && royal_attacked(position, !side)))
        return false;
    bool levels =
        position->side == side && (can_take(position, other.extra) ||
                                   (!single && can_take(position, position->royals[!side][0])));
    return other.pieces > 2 || !levels;
}

// Too late where the bare side has made its move.
static bool loses_plain(struct position *position, enum side side, struct force other) {
    return other.pieces > 1 && (position->side != side || loses_jcsa(position, side, other));
}

struct outcome bare_royal_outcome(struct position *position) {
    int rule = position->tables->bare_royal;
    if (!bare_royal_in_sight(position) || !position->royal_count[FIRST] ||
        !position->royal_count[SECOND])
        return none;
    bool bare[SIDES] = {is_bare(position, FIRST), is_bare(position, SECOND)};
    for (enum side side = FIRST; side < SIDES; side++) {
        if (!bare[side])
            continue;
        struct force other = force_of(position, !side);
        if (rule == BARE_ROYAL_LISHOGI ? loses_lishogi(position, side, other)
            : rule == BARE_ROYAL_PLAIN ? loses_plain(position, side, other)
                                       : loses_jcsa(position, side, other))
            return (struct outcome){win_of(!side), TERMINATION_BARE_ROYAL};
    }
    if (bare[FIRST] && bare[SECOND] && !royal_attacked(position, FIRST) &&
        !royal_attacked(position, SECOND))
        return (struct outcome){RESULT_DRAW, TERMINATION_BARE_ROYAL};
    return none;
}

// --- Perft ---------------------------------------------------------------------------------------

enum { UNSTOPPABLE_DEPTH = 2 }; // it looks up before each subtree of this depth

uint64_t perft_until(struct position *position, int depth, const atomic_bool *stop) {
    assert(depth >= 0);
    if (depth == 0)
        return 1;
    if (flag_outcome(position).result != RESULT_NONE) // over although there are moves
        return 0;
    if (depth == 1)
        return (uint64_t)movegen_count(position);
    Move list[MOVES_MAX];
    const Move *end = movegen(position, MOVES_ALL, list);
    uint64_t leaves = 0;
    for (const Move *move = list; move < end; move++) {
        if (stop && depth > UNSTOPPABLE_DEPTH && atomic_load(stop))
            break;
        struct undo undo;
        position_make(position, *move, &undo);
        leaves += perft_until(position, depth - 1, stop);
        position_unmake(position, *move, &undo);
    }
    return leaves;
}

uint64_t perft(struct position *position, int depth) {
    return perft_until(position, depth, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// betza.h: directions clockwise from straight ahead, leaps clockwise from (0,2).
static const int step_dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int step_dy[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int jump_dx[16] = {0, 1, 2, 2, 2, 2, 2, 1, 0, -1, -2, -2, -2, -2, -2, -1};
static const int jump_dy[16] = {2, 2, 2, 1, 0, -1, -2, -2, -2, -2, -2, -1, 0, 1, 2, 2};

// Where one man may go: to empty squares, and to squares if an enemy stood there.
struct reach {
    bool move[REFERENCE_BOARD][REFERENCE_BOARD];
    bool capture[REFERENCE_BOARD][REFERENCE_BOARD];
};

static bool on_board(const struct reference_position *p, int file, int rank) {
    return file >= 0 && file < p->variant->files && rank >= 0 && rank < p->variant->ranks;
}

static bool has_bit(unsigned set, int bit) {
    return (set >> bit & 1) != 0;
}

static void reach_slides(const struct reference_position *p, int file, int rank,
                         struct reach *reach) {
    const struct movement *m = &p->variant->man[p->type[rank][file]].movement;
    int forward = p->owner[rank][file] == FIRST ? 1 : -1;
    for (int d = 0; d < 8; d++) {
        for (int n = 1; n <= REFERENCE_BOARD; n++) {
            int f = file + n * forward * step_dx[d], r = rank + n * forward * step_dy[d];
            if (!on_board(p, f, r))
                break;
            if (n <= m->capture_range[d])
                reach->capture[r][f] = true;
            if (p->type[r][f] != 0)
                break;
            if (n <= m->move_range[d])
                reach->move[r][f] = true;
        }
    }
}

// A lame leap needs the square between to be empty; a Knight's is the one straight ahead along the
// long leg.
static void reach_leaps(const struct reference_position *p, int file, int rank,
                        struct reach *reach) {
    const struct movement *m = &p->variant->man[p->type[rank][file]].movement;
    int forward = p->owner[rank][file] == FIRST ? 1 : -1;
    for (int i = 0; i < 16; i++) {
        int dx = forward * jump_dx[i], dy = forward * jump_dy[i];
        int f = file + dx, r = rank + dy;
        if (!on_board(p, f, r))
            continue;
        bool blocked = p->type[rank + dy / 2][file + dx / 2] != 0;
        if (has_bit(m->move_leaps, i) || (has_bit(m->lame_move_leaps, i) && !blocked))
            reach->move[r][f] = true;
        if (has_bit(m->capture_leaps, i) || (has_bit(m->lame_capture_leaps, i) && !blocked))
            reach->capture[r][f] = true;
    }
}

static void reach_find(const struct reference_position *p, int file, int rank,
                       struct reach *reach) {
    memset(reach, 0, sizeof *reach);
    reach_slides(p, file, rank, reach);
    reach_leaps(p, file, rank, reach);
}

bool reference_attacked(const struct reference_position *p, int file, int rank, enum side by) {
    for (int r = 0; r < p->variant->ranks; r++) {
        for (int f = 0; f < p->variant->files; f++) {
            if (p->type[r][f] == 0 || p->owner[r][f] != by)
                continue;
            struct reach reach;
            reach_find(p, f, r, &reach);
            if (reach.capture[rank][file])
                return true;
        }
    }
    return false;
}

static bool find_royal(const struct reference_position *p, enum side side, int *file, int *rank) {
    for (int r = 0; r < p->variant->ranks; r++) {
        for (int f = 0; f < p->variant->files; f++) {
            Type type = p->type[r][f];
            if (type != 0 && p->owner[r][f] == side && p->variant->man[type].royal) {
                *file = f;
                *rank = r;
                return true;
            }
        }
    }
    return false;
}

bool reference_in_check(const struct reference_position *p, enum side side) {
    int file, rank;
    return find_royal(p, side, &file, &rank) &&
           reference_attacked(p, file, rank, side == FIRST ? SECOND : FIRST);
}

bool reference_in_zone(const struct reference_position *p, int rank, enum side side) {
    int from_far_edge = side == FIRST ? p->variant->ranks - 1 - rank : rank;
    return from_far_edge < p->rules->value[RULE_ZONE];
}

static bool trigger_allows(const struct reference_position *p, int from_rank, int to_rank) {
    bool from = reference_in_zone(p, from_rank, p->side);
    bool to = reference_in_zone(p, to_rank, p->side);
    switch (p->rules->value[RULE_PROMOTION_TRIGGER]) {
    case PROMOTION_TRIGGER_TOUCH:
        return from || to;
    case PROMOTION_TRIGGER_END:
        return to;
    case PROMOTION_TRIGGER_ENTER:
        return !from && to;
    default:
        abort();
    }
}

// True when a man of the side to move would have nowhere to go from there on an empty board.
static bool is_stuck(const struct reference_position *p, Type type, int file, int rank) {
    struct reference_position alone = *p;
    memset(alone.type, 0, sizeof alone.type);
    alone.type[rank][file] = type;
    alone.owner[rank][file] = (uint8_t)p->side;
    struct reach reach;
    reach_find(&alone, file, rank, &reach);
    for (int r = 0; r < REFERENCE_BOARD; r++)
        for (int f = 0; f < REFERENCE_BOARD; f++)
            if (reach.move[r][f] || reach.capture[r][f])
                return false;
    return true;
}

// True when the stranded rule keeps a man of this type from staying there.
static bool may_not_stay(const struct reference_position *p, Type type, int file, int rank) {
    switch (p->rules->value[RULE_STRANDED]) {
    case STRANDED_FORBID:
        return is_stuck(p, type, file, rank);
    case STRANDED_LITERAL:
        return (type & TYPE_PROMOTED) == 0 && p->variant->stranded_literal[type] &&
               is_stuck(p, type, file, rank);
    case STRANDED_ALLOW:
        return false;
    default:
        abort();
    }
}

struct reference_position reference_make(const struct reference_position *p,
                                         struct reference_move move) {
    struct reference_position next = *p;
    Type captured = p->type[move.to_rank][move.to_file];
    if (captured != 0 && p->rules->value[RULE_DROPS] == DROPS_ON)
        next.hand[p->side][captured & ~TYPE_PROMOTED]++;
    Type type = move.drop;
    if (type != 0) {
        next.hand[p->side][type]--;
    } else {
        type = p->type[move.from_rank][move.from_file];
        next.type[move.from_rank][move.from_file] = 0;
        next.owner[move.from_rank][move.from_file] = 0;
    }
    if (move.promotes)
        type |= TYPE_PROMOTED;
    next.type[move.to_rank][move.to_file] = type;
    next.owner[move.to_rank][move.to_file] = (uint8_t)p->side;
    next.side = p->side == FIRST ? SECOND : FIRST;
    return next;
}

static bool pawn_on_file(const struct reference_position *p, int file) {
    for (int r = 0; r < p->variant->ranks; r++)
        if (p->type[r][file] == p->variant->pawn && p->owner[r][file] == p->side)
            return true;
    return false;
}

static bool is_legal(const struct reference_position *p, struct reference_move move) {
    struct reference_position next = reference_make(p, move);
    if (reference_in_check(&next, p->side))
        return false;
    bool pawn_drop = move.drop != 0 && move.drop == p->variant->pawn;
    return !(pawn_drop && p->rules->value[RULE_PAWN_DROP_MATE] == PAWN_DROP_MATE_ILLEGAL &&
             reference_in_check(&next, next.side) && !reference_can_move(&next));
}

struct moves {
    struct reference_move *list; // NULL: stop at the first
    int count;
};

static void add_if_legal(const struct reference_position *p, struct moves *moves,
                         struct reference_move move) {
    if ((moves->list == NULL && moves->count > 0) || !is_legal(p, move))
        return;
    if (moves->list != NULL) {
        if (moves->count == REFERENCE_MOVES)
            abort();
        moves->list[moves->count] = move;
    }
    moves->count++;
}

static void board_moves(const struct reference_position *p, int file, int rank,
                        struct moves *moves) {
    Type type = p->type[rank][file];
    bool has_promotion = (type & TYPE_PROMOTED) == 0 && p->variant->promotes[type];
    struct reach reach;
    reach_find(p, file, rank, &reach);
    for (int r = 0; r < p->variant->ranks; r++) {
        for (int f = 0; f < p->variant->files; f++) {
            bool empty = p->type[r][f] == 0;
            if (empty ? !reach.move[r][f] : !reach.capture[r][f] || p->owner[r][f] == p->side)
                continue;
            bool stuck = may_not_stay(p, type, f, r);
            struct reference_move move = {0,         (int8_t)file, (int8_t)rank,
                                          (int8_t)f, (int8_t)r,    false};
            if (!stuck)
                add_if_legal(p, moves, move);
            move.promotes = true;
            if (has_promotion && (stuck || trigger_allows(p, rank, r)))
                add_if_legal(p, moves, move);
        }
    }
}

static void drop_moves(const struct reference_position *p, Type base, struct moves *moves) {
    bool nifu = p->rules->value[RULE_NIFU] == NIFU_ON && base == p->variant->pawn;
    for (int r = 0; r < p->variant->ranks; r++) {
        for (int f = 0; f < p->variant->files; f++) {
            if (p->type[r][f] != 0 || may_not_stay(p, base, f, r) || (nifu && pawn_on_file(p, f)))
                continue;
            add_if_legal(p, moves,
                         (struct reference_move){base, 0, 0, (int8_t)f, (int8_t)r, false});
        }
    }
}

static void all_moves(const struct reference_position *p, struct moves *moves) {
    int file, rank;
    if (!find_royal(p, p->side, &file, &rank))
        return;
    for (int r = 0; r < p->variant->ranks; r++)
        for (int f = 0; f < p->variant->files; f++)
            if (p->type[r][f] != 0 && p->owner[r][f] == p->side)
                board_moves(p, f, r, moves);
    if (p->rules->value[RULE_DROPS] != DROPS_ON)
        return;
    for (int base = 0; base < BASE_TYPES; base++)
        if (p->hand[p->side][base] > 0)
            drop_moves(p, (Type)base, moves);
}

int reference_moves(const struct reference_position *p, struct reference_move *list) {
    struct moves moves = {list, 0};
    all_moves(p, &moves);
    return moves.count;
}

bool reference_can_move(const struct reference_position *p) {
    struct moves moves = {NULL, 0};
    all_moves(p, &moves);
    return moves.count > 0;
}

uint64_t reference_perft(const struct reference_position *p, int depth) {
    if (depth == 0)
        return 1;
    struct reference_move *list = malloc(REFERENCE_MOVES * sizeof *list);
    if (list == NULL)
        abort();
    int count = reference_moves(p, list);
    uint64_t nodes = depth == 1 ? (uint64_t)count : 0;
    for (int i = 0; i < count && depth > 1; i++) {
        struct reference_position next = reference_make(p, list[i]);
        nodes += reference_perft(&next, depth - 1);
    }
    free(list);
    return nodes;
}

char *reference_text(struct reference_move move, char *text) {
    char *end = text;
    if (move.drop != 0)
        end += sprintf(end, "%c@", type_letter(move.drop));
    else
        end += sprintf(end, "%c%d", 'a' + move.from_file, move.from_rank + 1);
    sprintf(end, "%c%d%s", 'a' + move.to_file, move.to_rank + 1, move.promotes ? "+" : "");
    return text;
}

bool reference_same(const struct reference_position *a, const struct reference_position *b) {
    return a->side == b->side && memcmp(a->type, b->type, sizeof a->type) == 0 &&
           memcmp(a->owner, b->owner, sizeof a->owner) == 0 &&
           memcmp(a->hand, b->hand, sizeof a->hand) == 0;
}

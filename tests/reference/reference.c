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

static bool on_board(const struct reference_position *p, int file, int rank) {
    return file >= 0 && file < p->variant->files && rank >= 0 && rank < p->variant->ranks;
}

static bool has_bit(unsigned set, int bit) {
    return (set >> bit & 1) != 0;
}

static void reach_slides(const struct reference_position *p, int file, int rank,
                         struct reference_reach *reach) {
    const struct movement *m = &p->variant->piece[p->type[rank][file]].movement;
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
                        struct reference_reach *reach) {
    const struct movement *m = &p->variant->piece[p->type[rank][file]].movement;
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

void reference_reach(const struct reference_position *p, int file, int rank,
                     struct reference_reach *reach) {
    memset(reach, 0, sizeof *reach);
    reach_slides(p, file, rank, reach);
    reach_leaps(p, file, rank, reach);
    reference_walks(p, file, rank, reach);
}

bool reference_attacked(const struct reference_position *p, int file, int rank, enum side by) {
    for (int r = 0; r < p->variant->ranks; r++) {
        for (int f = 0; f < p->variant->files; f++) {
            if (p->type[r][f] == 0 || p->owner[r][f] != by)
                continue;
            struct reference_reach reach;
            reference_reach(p, f, r, &reach);
            if (reach.capture[rank][file])
                return true;
        }
    }
    return false;
}

int reference_royals(const struct reference_position *p, enum side side, int *attacked) {
    int royals = 0, targets = 0;
    for (int r = 0; r < p->variant->ranks; r++) {
        for (int f = 0; f < p->variant->files; f++) {
            Type type = p->type[r][f];
            if (type == 0 || p->owner[r][f] != side || !p->variant->piece[type].royal)
                continue;
            royals++;
            targets += attacked && reference_attacked(p, f, r, side == FIRST ? SECOND : FIRST);
        }
    }
    if (attacked)
        *attacked = targets;
    return royals;
}

bool reference_in_check(const struct reference_position *p, enum side side) {
    int attacked;
    return reference_royals(p, side, &attacked) == 1 && attacked == 1;
}

bool reference_in_zone(const struct reference_position *p, int rank, enum side side) {
    int from_far_edge = side == FIRST ? p->variant->ranks - 1 - rank : rank;
    return from_far_edge < p->rules->value[RULE_ZONE];
}

// last-rank-promotion names the pieces of the variant's list: its Pawn, its Lance, its Go-Between.
static bool last_rank_allows(const struct reference_position *p, Type type, int to_rank) {
    int last = p->side == FIRST ? p->variant->ranks - 1 : 0;
    int value = p->rules->value[RULE_LAST_RANK_PROMOTION];
    static const char *const words[] = {"pawn", "lance", "gobetween"};
    for (int i = 0; i < p->variant->last_rank_count; i++)
        if (p->variant->last_rank[i] == type)
            return to_rank == last &&
                   strstr(rule_value_name(RULE_LAST_RANK_PROMOTION, value), words[i]) != NULL;
    return false;
}

static bool captures(const struct reference_position *p, struct reference_move move) {
    bool back = move.from_file == move.to_file && move.from_rank == move.to_rank;
    return (!back && p->type[move.to_rank][move.to_file] != 0) ||
           (move.two_step && p->type[move.via_rank][move.via_file] != 0);
}

static bool trigger_allows(const struct reference_position *p, struct reference_move move) {
    bool from = reference_in_zone(p, move.from_rank, p->side);
    bool to = reference_in_zone(p, move.to_rank, p->side);
    bool enters = !from && to, by_capture = captures(p, move) && (from || to);
    switch (p->rules->value[RULE_PROMOTION_TRIGGER]) {
    case PROMOTION_TRIGGER_TOUCH:
        return from || to;
    case PROMOTION_TRIGGER_END:
        return to;
    case PROMOTION_TRIGGER_ENTER:
    case PROMOTION_TRIGGER_OUTSIDE_ONLY:
        return enters;
    case PROMOTION_TRIGGER_ENTER_OR_CAPTURE:
        return enters || by_capture;
    case PROMOTION_TRIGGER_REGAIN:
    case PROMOTION_TRIGGER_DELAY:
        return enters || by_capture || (from && to && !p->declined[move.from_rank][move.from_file]);
    default:
        abort();
    }
}

// True when a piece of the side to move would have nowhere to go from there on an empty board.
static bool is_stuck(const struct reference_position *p, Type type, int file, int rank) {
    struct reference_position alone = *p;
    memset(alone.type, 0, sizeof alone.type);
    alone.type[rank][file] = type;
    alone.owner[rank][file] = (uint8_t)p->side;
    struct reference_reach reach;
    if (reference_walks_anywhere(&alone, file, rank))
        return false;
    reference_reach(&alone, file, rank, &reach);
    for (int r = 0; r < REFERENCE_BOARD; r++)
        for (int f = 0; f < REFERENCE_BOARD; f++)
            if (reach.move[r][f] || reach.capture[r][f])
                return false;
    return true;
}

// True when the stranded rule keeps a piece of this type from staying there.
static bool may_not_stay(const struct reference_position *p, Type type, int file, int rank) {
    switch (p->rules->value[RULE_STRANDED]) {
    case STRANDED_FORBID:
    case STRANDED_BARRED:
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

// Takes an enemy off; in drop games it goes to the hand, unless it is royal.
static void capture(struct reference_position *next, int file, int rank) {
    Type type = next->type[rank][file];
    if (type != 0 && next->rules->value[RULE_DROPS] == DROPS_ON &&
        !next->variant->piece[type].royal)
        next->hand[next->side][type & ~TYPE_PROMOTED]++;
    next->type[rank][file] = 0;
    next->owner[rank][file] = 0;
    next->declined[rank][file] = false;
}

// Notes a piece that enters the zone and does not promote. It is noted until it moves on, or for
// one turn of its side.
static void note_declined(const struct reference_position *p, struct reference_move move,
                          struct reference_position *next) {
    int trigger = p->rules->value[RULE_PROMOTION_TRIGGER];
    if (trigger == PROMOTION_TRIGGER_DELAY)
        for (int r = 0; r < p->variant->ranks; r++)
            for (int f = 0; f < p->variant->files; f++)
                if (p->type[r][f] != 0 && p->owner[r][f] == p->side)
                    next->declined[r][f] = false;
    if (move.drop != 0)
        return;
    next->declined[move.from_rank][move.from_file] = false;
    Type type = p->type[move.from_rank][move.from_file];
    if ((trigger == PROMOTION_TRIGGER_DELAY || trigger == PROMOTION_TRIGGER_REGAIN) &&
        (type & TYPE_PROMOTED) == 0 && p->variant->promotes[type] && !move.promotes &&
        !reference_in_zone(p, move.from_rank, p->side) &&
        reference_in_zone(p, move.to_rank, p->side))
        next->declined[move.to_rank][move.to_file] = true;
}

struct reference_position reference_make(const struct reference_position *p,
                                         struct reference_move move) {
    struct reference_position next = *p;
    Type type = move.drop;
    if (type != 0) {
        next.hand[p->side][type]--;
    } else {
        type = p->type[move.from_rank][move.from_file];
        next.type[move.from_rank][move.from_file] = 0;
        next.owner[move.from_rank][move.from_file] = 0;
        if (move.two_step)
            capture(&next, move.via_file, move.via_rank);
        capture(&next, move.to_file, move.to_rank);
    }
    if (move.promotes)
        type |= TYPE_PROMOTED;
    next.type[move.to_rank][move.to_file] = type;
    next.owner[move.to_rank][move.to_file] = (uint8_t)p->side;
    note_declined(p, move, &next);
    if (!reference_starts_counterstrike(p, move, &next.lion_file, &next.lion_rank))
        next.lion_file = next.lion_rank = -1;
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
    if (!reference_lion_allows(p, move))
        return false;
    if (p->rules->value[RULE_ROYAL] == ROYAL_CAPTURE)
        return true;
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

// The move, with and without promotion as the rules have it.
static void add_board_move(const struct reference_position *p, struct moves *moves,
                           struct reference_move move) {
    Type type = p->type[move.from_rank][move.from_file];
    bool has_promotion = (type & TYPE_PROMOTED) == 0 && p->variant->promotes[type];
    bool stuck = may_not_stay(p, type, move.to_file, move.to_rank);
    // Stuck pieces promote, whatever the trigger says, unless the rule is that they stay away.
    bool saved = stuck && p->rules->value[RULE_STRANDED] != STRANDED_BARRED;
    bool may = has_promotion &&
               (saved || last_rank_allows(p, type, move.to_rank) || trigger_allows(p, move));
    bool must = stuck || (may && p->rules->value[RULE_FORCED_PROMOTION] == FORCED_PROMOTION_ON);
    if (!must)
        add_if_legal(p, moves, move);
    move.promotes = true;
    if (may)
        add_if_legal(p, moves, move);
}

static void board_moves(const struct reference_position *p, int file, int rank,
                        struct moves *moves) {
    struct reference_reach reach;
    struct reference_move piece[REFERENCE_BOARD * REFERENCE_BOARD + 64];
    int count = 0;
    reference_reach(p, file, rank, &reach);
    for (int r = 0; r < p->variant->ranks; r++) {
        for (int f = 0; f < p->variant->files; f++) {
            bool empty = p->type[r][f] == 0;
            if (empty ? reach.move[r][f] : reach.capture[r][f] && p->owner[r][f] != p->side)
                piece[count++] = (struct reference_move){
                    .from_file = (int8_t)file, (int8_t)rank, (int8_t)f, (int8_t)r};
        }
    }
    int direct = count;
    count += reference_two_steps(p, file, rank, &piece[count]);
    struct reference_position *next = malloc((size_t)(count + 1) * sizeof *next);
    if (next == NULL)
        abort();
    for (int i = 0; i < count; i++) {
        next[i] = reference_make(p, piece[i]);
        bool known = false; // the position that it leads to
        for (int k = 0; k < i && i >= direct && !p->lion_paths && !known; k++)
            known = reference_same(&next[k], &next[i]);
        if (!known)
            add_board_move(p, moves, piece[i]);
    }
    free(next);
}

static void drop_moves(const struct reference_position *p, Type base, struct moves *moves) {
    bool nifu = p->rules->value[RULE_NIFU] == NIFU_ON && base == p->variant->pawn;
    for (int r = 0; r < p->variant->ranks; r++) {
        for (int f = 0; f < p->variant->files; f++) {
            if (p->type[r][f] != 0 || may_not_stay(p, base, f, r) || (nifu && pawn_on_file(p, f)))
                continue;
            add_if_legal(p, moves, (struct reference_move){base, .to_file = (int8_t)f, (int8_t)r});
        }
    }
}

static void all_moves(const struct reference_position *p, struct moves *moves) {
    if (reference_royals(p, p->side, NULL) == 0)
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
    if (move.two_step)
        end += sprintf(end, "%c%d", 'a' + move.via_file, move.via_rank + 1);
    sprintf(end, "%c%d%s", 'a' + move.to_file, move.to_rank + 1, move.promotes ? "+" : "");
    return text;
}

bool reference_is_pass(const struct reference_position *p, struct reference_move move) {
    return move.two_step && move.from_file == move.to_file && move.from_rank == move.to_rank &&
           p->type[move.via_rank][move.via_file] == 0;
}

bool reference_same(const struct reference_position *a, const struct reference_position *b) {
    return a->side == b->side && memcmp(a->type, b->type, sizeof a->type) == 0 &&
           memcmp(a->owner, b->owner, sizeof a->owner) == 0 &&
           memcmp(a->hand, b->hand, sizeof a->hand) == 0 && a->lion_file == b->lion_file &&
           a->lion_rank == b->lion_rank &&
           memcmp(a->declined, b->declined, sizeof a->declined) == 0;
}

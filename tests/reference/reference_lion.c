// SPDX-License-Identifier: GPL-3.0-or-later
// Lion power and the Lion-trading rules, from the rules as people write them (lion_internal.h names
// the sources): every capture of a Lion is looked at on the board that the whole move leaves.
#include <stdlib.h>

#include "reference.h"

static const int step_dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int step_dy[8] = {1, 1, 0, -1, -1, -1, 0, 1};

static bool may_stop(const struct reference_position *p, int file, int rank) {
    return file >= 0 && file < p->variant->files && rank >= 0 && rank < p->variant->ranks &&
           (p->type[rank][file] == 0 || p->owner[rank][file] != p->side);
}

int reference_two_steps(const struct reference_position *p, int file, int rank,
                        struct reference_move list[64]) {
    const struct movement *m = &p->variant->piece[p->type[rank][file]].movement;
    int forward = p->side == FIRST ? 1 : -1, count = 0;
    for (int d = 0; d < 8; d++) {
        int via_file = file + forward * step_dx[d], via_rank = rank + forward * step_dy[d];
        for (int e = 0; e < 8; e++) {
            int f = via_file + forward * step_dx[e], r = via_rank + forward * step_dy[e];
            bool back = f == file && r == rank;
            if ((m->second_steps[d] >> e & 1) == 0 || !may_stop(p, via_file, via_rank) ||
                (!back && !may_stop(p, f, r)))
                continue;
            list[count++] = (struct reference_move){.from_file = (int8_t)file,
                                                    .from_rank = (int8_t)rank,
                                                    .to_file = (int8_t)f,
                                                    .to_rank = (int8_t)r,
                                                    .two_step = true,
                                                    .via_file = (int8_t)via_file,
                                                    .via_rank = (int8_t)via_rank};
        }
    }
    return count;
}

struct capture {
    Type type; // 0 = nothing
    int file, rank;
};

static struct capture capture_on_way(const struct reference_position *p,
                                     struct reference_move move) {
    struct capture capture = {0, move.via_file, move.via_rank};
    if (move.two_step)
        capture.type = p->type[capture.rank][capture.file];
    return capture;
}

static struct capture capture_at_end(const struct reference_position *p,
                                     struct reference_move move) {
    struct capture capture = {0, move.to_file, move.to_rank};
    if (move.drop == 0 && (move.to_file != move.from_file || move.to_rank != move.from_rank))
        capture.type = p->type[capture.rank][capture.file];
    return capture;
}

static bool is_minor(const struct reference_position *p, Type type) {
    return (type & TYPE_PROMOTED) == 0 && p->variant->lion_minor[type];
}

// A piece of the side to move that takes on the square, by what `lawful` allows.
static bool retakes(const struct reference_position *p, int file, int rank, bool lawful) {
    for (int r = 0; r < p->variant->ranks; r++)
        for (int f = 0; f < p->variant->files; f++) {
            struct reference_move move = {.from_file = (int8_t)f,
                                          .from_rank = (int8_t)r,
                                          .to_file = (int8_t)file,
                                          .to_rank = (int8_t)rank};
            struct reference_reach reach;
            if (p->type[r][f] == 0 || p->owner[r][f] != p->side)
                continue;
            reference_reach(p, f, r, &reach);
            if (reach.capture[rank][file] && (!lawful || reference_lion_allows(p, move)))
                return true;
        }
    return false;
}

// Could the other side take back on that square? A Pawn or Go-Between that was taken on the way
// still can, where midpoint protection says so.
static bool is_protected(const struct reference_position *p, struct reference_move move,
                         struct capture lion) {
    struct reference_position next = reference_make(p, move);
    bool lawful = p->rules->value[RULE_LION_PROTECTION] == LION_PROTECTION_RECURSIVE;
    if (retakes(&next, lion.file, lion.rank, lawful))
        return true;
    struct capture way = capture_on_way(p, move);
    if (p->rules->value[RULE_LION_MIDPOINT_PROTECTION] != LION_MIDPOINT_PROTECTION_ON ||
        way.type == 0 || !is_minor(p, way.type) || next.type[way.rank][way.file] != 0)
        return false;
    next.type[way.rank][way.file] = way.type;
    next.owner[way.rank][way.file] = (uint8_t)next.side;
    struct reference_reach reach;
    reference_reach(&next, way.file, way.rank, &reach);
    return reach.capture[lion.rank][lion.file];
}

bool reference_lion_allows(const struct reference_position *p, struct reference_move move) {
    if (move.drop != 0)
        return true;
    struct capture way = capture_on_way(p, move), end = capture_at_end(p, move);
    bool by_lion = p->variant->lion[p->type[move.from_rank][move.from_file]];
    bool far = abs(move.to_file - move.from_file) > 1 || abs(move.to_rank - move.from_rank) > 1;
    // Tsukegui: a piece of value first, then the Lion that is not adjacent.
    bool tsukegui = by_lion && far && way.type != 0 && !is_minor(p, way.type);
    struct capture lions[2];
    int count = 0;
    if (p->variant->lion[way.type])
        lions[count++] = way;
    if (p->variant->lion[end.type]) {
        bool kirin = p->rules->value[RULE_LION_KIRIN_EXCEPTION] == LION_KIRIN_EXCEPTION_ALWAYS &&
                     end.file == p->lion_file && end.rank == p->lion_rank;
        if (by_lion && far && !tsukegui && !kirin && is_protected(p, move, end))
            return false;
        if (!tsukegui)
            lions[count++] = end;
    }
    int rule = p->rules->value[RULE_LION_COUNTERSTRIKE];
    bool stops_lions = p->rules->value[RULE_LION_CAPTURES_LION_COUNTERSTRIKE] ==
                       LION_CAPTURES_LION_COUNTERSTRIKE_ON;
    if (rule == LION_COUNTERSTRIKE_OFF || p->lion_file < 0 || (by_lion && !stops_lions))
        return true;
    for (int i = 0; i < count; i++) {
        bool same_square = lions[i].file == p->lion_file && lions[i].rank == p->lion_rank;
        if (same_square && p->rules->value[RULE_LION_KIRIN_EXCEPTION] != LION_KIRIN_EXCEPTION_OFF)
            continue;
        if (rule == LION_COUNTERSTRIKE_EDO || is_protected(p, move, lions[i]))
            return false;
    }
    return true;
}

bool reference_starts_counterstrike(const struct reference_position *p, struct reference_move move,
                                    int8_t *file, int8_t *rank) {
    if (p->rules->value[RULE_LION_COUNTERSTRIKE] == LION_COUNTERSTRIKE_OFF || move.drop != 0 ||
        p->variant->lion[p->type[move.from_rank][move.from_file]])
        return false;
    struct capture lion = capture_at_end(p, move);
    if (!p->variant->lion[lion.type])
        lion = capture_on_way(p, move);
    if (!p->variant->lion[lion.type])
        return false;
    *file = (int8_t)lion.file;
    *rank = (int8_t)lion.rank;
    return true;
}

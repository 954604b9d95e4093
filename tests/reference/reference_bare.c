// SPDX-License-Identifier: GPL-3.0-or-later
// Bare royals, from the rules as Lishogi, the JCSA and Wikipedia state them (bare_royal.h).
#include <stdlib.h>
#include <string.h>

#include "reference_game.h"

struct army {
    int alive;    // pieces that can ever move again
    int fighters; // of these, those that are no Pawn and no Go-Between; royals are among them
    int touching; // fighters next to the square of the other side's only piece
    int royals, attacked_royals;
    int all; // whatever they are
};

static bool is_dead(const struct reference_position *p, int file, int rank) {
    struct reference_position alone = *p;
    struct reference_reach reach;
    memset(alone.type, 0, sizeof alone.type);
    alone.type[rank][file] = p->type[rank][file];
    reference_reach(&alone, file, rank, &reach);
    for (int r = 0; r < REFERENCE_BOARD; r++)
        for (int f = 0; f < REFERENCE_BOARD; f++)
            if (reach.move[r][f] || reach.capture[r][f])
                return false;
    return true;
}

static bool next_to_royal(const struct reference_position *p, int file, int rank) {
    for (int r = rank - 1; r <= rank + 1; r++)
        for (int f = file - 1; f <= file + 1; f++)
            if (r >= 0 && r < p->variant->ranks && f >= 0 && f < p->variant->files &&
                p->type[r][f] != 0 && p->owner[r][f] != p->owner[rank][file] &&
                p->variant->piece[p->type[r][f]].royal)
                return true;
    return false;
}

static struct army army_of(const struct reference_position *p, enum side side) {
    struct army army = {0};
    army.royals = reference_royals(p, side, &army.attacked_royals);
    for (int r = 0; r < p->variant->ranks; r++)
        for (int f = 0; f < p->variant->files; f++) {
            Type type = p->type[r][f];
            if (type == 0 || p->owner[r][f] != side)
                continue;
            army.all++;
            if (is_dead(p, f, r))
                continue;
            army.alive++;
            if ((type & TYPE_PROMOTED) == 0 && p->variant->lion_minor[type])
                continue;
            army.fighters++;
            army.touching += next_to_royal(p, f, r);
        }
    return army;
}

static bool is_plain(const struct reference_position *p) {
    return p->rules->value[RULE_BARE_ROYAL] == BARE_ROYAL_PLAIN;
}

static bool is_bare(const struct reference_position *p, struct army army) {
    return army.royals == 1 && (is_plain(p) ? army.all : army.alive) == 1;
}

// Can the bare side, on its turn, leave the other one with a single fighter?
static bool can_level(const struct reference_position *p) {
    struct reference_move *list = malloc(REFERENCE_MOVES * sizeof *list);
    if (list == NULL)
        abort();
    int count = reference_moves(p, list);
    bool level = false;
    for (int i = 0; i < count && !level; i++) {
        struct reference_position next = reference_make(p, list[i]);
        struct army left = army_of(&next, next.side);
        level = (is_plain(p) ? left.all : left.fighters) < 2;
    }
    free(list);
    return level;
}

static bool loses(const struct reference_position *p, enum side side, struct army own,
                  struct army other) {
    if (!is_bare(p, own) || (is_plain(p) ? other.all : other.fighters) < 2)
        return false;
    if (is_plain(p) && p->side != side)
        return true; // it has made its move
    if (p->rules->value[RULE_BARE_ROYAL] == BARE_ROYAL_LISHOGI)
        return other.attacked_royals == 0 && (other.fighters > 2 || other.touching == 0);
    bool last_attacked = other.royals == 1 && other.attacked_royals == 1;
    return !last_attacked && (p->side != side || !can_level(p));
}

struct reference_outcome reference_bare_royal(const struct reference_position *p) {
    const struct reference_outcome none = {"*", "none"};
    if (p->rules->value[RULE_BARE_ROYAL] == BARE_ROYAL_OFF)
        return none;
    struct army first = army_of(p, FIRST), second = army_of(p, SECOND);
    if (loses(p, FIRST, first, second))
        return (struct reference_outcome){"0-1", "bare-royal"};
    if (loses(p, SECOND, second, first))
        return (struct reference_outcome){"1-0", "bare-royal"};
    if (is_bare(p, first) && is_bare(p, second) && !first.attacked_royals &&
        !second.attacked_royals)
        return (struct reference_outcome){"1/2-1/2", "bare-royal"};
    return none;
}

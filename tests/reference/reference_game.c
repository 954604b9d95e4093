// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference_game.h"

#include <stdlib.h>
#include <string.h>

struct reference_game reference_game_start(const struct reference_position *start) {
    struct reference_game game = {malloc(sizeof *start), calloc(1, sizeof *game.moves), 1, 1};
    if (game.positions == NULL || game.moves == NULL)
        abort();
    game.positions[0] = *start;
    return game;
}

void reference_game_destroy(struct reference_game *game) {
    free(game->positions);
    free(game->moves);
    memset(game, 0, sizeof *game);
}

const struct reference_position *reference_game_last(const struct reference_game *game) {
    return &game->positions[game->count - 1];
}

void reference_game_play(struct reference_game *game, struct reference_move move) {
    if (game->count == game->capacity) {
        game->capacity *= 2;
        game->positions =
            realloc(game->positions, (size_t)game->capacity * sizeof *game->positions);
        game->moves = realloc(game->moves, (size_t)game->capacity * sizeof *game->moves);
        if (game->positions == NULL || game->moves == NULL)
            abort();
    }
    game->positions[game->count] = reference_make(reference_game_last(game), move);
    game->moves[game->count] = move;
    game->count++;
}

static int occurrences(const struct reference_game *game, const struct reference_position *p) {
    int found = 0;
    for (int i = 0; i < game->count; i++)
        found += reference_same(&game->positions[i], p);
    return found;
}

int reference_game_moves(const struct reference_game *game, struct reference_move *list) {
    const struct reference_position *p = reference_game_last(game);
    int rule = p->rules->value[RULE_REPETITION];
    int allowed = rule == REPETITION_FORBIDDEN          ? 0
                  : rule == REPETITION_FORBIDDEN_FOURTH ? 2
                                                        : game->count;
    int count = reference_moves(p, list), kept = 0;
    for (int i = 0; i < count; i++) {
        struct reference_position next = reference_make(p, list[i]);
        if (occurrences(game, &next) <= allowed)
            list[kept++] = list[i];
    }
    return kept;
}

static struct reference_outcome wins(enum side side, const char *termination) {
    return (struct reference_outcome){side == FIRST ? "1-0" : "0-1", termination};
}

static struct reference_outcome draws(const char *termination) {
    return (struct reference_outcome){"1/2-1/2", termination};
}

static enum side other(enum side side) {
    return side == FIRST ? SECOND : FIRST;
}

// May the piece that has moved there take what stands on (file, rank), if it were its turn? A Lion
// may not take every Lion.
static bool may_take(const struct reference_position *p, struct reference_move move, int file,
                     int rank) {
    struct reference_position turned = *p;
    turned.side = other(p->side);
    struct reference_move take = {.from_file = move.to_file,
                                  .from_rank = move.to_rank,
                                  .to_file = (int8_t)file,
                                  .to_rank = (int8_t)rank};
    return !p->variant->lion[p->type[move.to_rank][move.to_file]] ||
           reference_lion_allows(&turned, take);
}

// Did the move that led to position `index` attack: a royal could be taken next, or the moved piece
// could take something? Lishogi counts what it may take, chu-attacks whatever it reaches.
static bool attacked_by_move(const struct reference_game *game, int index) {
    const struct reference_position *p = &game->positions[index];
    struct reference_move move = game->moves[index];
    int royals;
    reference_royals(p, p->side, &royals);
    struct reference_reach reach;
    reference_reach(p, move.to_file, move.to_rank, &reach);
    bool attacks = royals > 0;
    for (int r = 0; r < p->variant->ranks; r++)
        for (int f = 0; f < p->variant->files; f++)
            attacks |= reach.capture[r][f] && p->type[r][f] != 0 && p->owner[r][f] == p->side &&
                       (p->rules->value[RULE_REPETITION] == REPETITION_CHU_ATTACKS ||
                        may_take(p, move, f, r));
    return attacks;
}

// True when every move of `side` since the first occurrence of the last position gave check, or
// attacked where attacks count.
static bool pressed_throughout(const struct reference_game *game, enum side side, bool attacks) {
    int first = 0;
    while (!reference_same(&game->positions[first], reference_game_last(game)))
        first++;
    for (int i = first + 1; i < game->count; i++) {
        const struct reference_position *p = &game->positions[i];
        if (p->side != side &&
            !(attacks ? attacked_by_move(game, i) : reference_in_check(p, p->side)))
            return false;
    }
    return true;
}

static struct reference_outcome repeated(const struct reference_game *game, bool attacks) {
    bool pressed[SIDES];
    for (enum side side = FIRST; side < SIDES; side++)
        pressed[side] = pressed_throughout(game, side, attacks);
    bool decided = pressed[FIRST] != pressed[SECOND];
    if (!decided &&
        reference_game_last(game)->rules->value[RULE_REPETITION] == REPETITION_FIRST_LOSES)
        return wins(SECOND, "repetition"); // whoever is to move
    if (!decided && reference_game_last(game)->rules->value[RULE_REPETITION] == REPETITION_REPEATER)
        return wins(other(reference_game_last(game)->side), "repetition");
    if (!decided)
        return draws("repetition");
    return wins(pressed[FIRST] ? SECOND : FIRST, attacks ? "perpetual-attack" : "perpetual-check");
}

// rules.md 5: R and B count 5 in shogi, the other pieces 1; here the variant says which.
static int points_of(const struct variant *variant, Type type) {
    Type base = (Type)(type & ~TYPE_PROMOTED);
    if (variant->piece[base].royal)
        return 0;
    return variant->impasse_major[base] ? 5 : 1;
}

static int points_in(const struct variant *variant, const struct rules *rules, const char *fen,
                     enum side side) {
    struct reference_position start;
    if (!reference_fen(&start, variant, rules, fen))
        abort();
    int points = 0;
    for (int r = 0; r < variant->ranks; r++)
        for (int f = 0; f < variant->files; f++)
            if (start.type[r][f] != 0 && start.owner[r][f] == side)
                points += points_of(variant, start.type[r][f]);
    for (int base = 0; base < BASE_TYPES; base++)
        points += start.hand[side][base] * points_of(variant, (Type)base);
    return points;
}

static bool may_declare(const struct reference_position *p) {
    if (p->rules->value[RULE_IMPASSE] == IMPASSE_OFF || reference_in_check(p, p->side))
        return false;
    int pieces = 0, points = 0;
    bool royal = false;
    for (int r = 0; r < p->variant->ranks; r++) {
        for (int f = 0; f < p->variant->files; f++) {
            Type type = p->type[r][f];
            if (type == 0 || p->owner[r][f] != p->side || !reference_in_zone(p, r, p->side))
                continue;
            if (p->variant->piece[type].royal)
                royal = true;
            else
                pieces++;
            points += points_of(p->variant, type);
        }
    }
    for (int base = 0; base < BASE_TYPES; base++)
        points += p->hand[p->side][base] * points_of(p->variant, (Type)base);

    // Ten pieces in a zone of 27 squares, half of all points, and one more for who moves first.
    int zone_squares = p->variant->files * p->rules->value[RULE_ZONE];
    int pieces_needed = (2 * 10 * zone_squares + 27) / (2 * 27);
    const char *start = variant_start_fen(p->variant, p->rules), *full = start;
    if (p->rules->value[RULE_IMPASSE] == IMPASSE_HANDICAP)
        full = p->variant->arrays[0].fen;
    int total = points_in(p->variant, p->rules, full, FIRST) +
                points_in(p->variant, p->rules, full, SECOND);
    int given = points_in(p->variant, p->rules, full, p->side) -
                points_in(p->variant, p->rules, start, p->side);
    if (given > 0) // what the giver of a handicap left out is counted as its own
        points += given;
    int points_needed = p->side == FIRST ? total / 2 + 1 : (total + 1) / 2;
    return royal && pieces >= pieces_needed && points >= points_needed;
}

static struct reference_outcome no_move(const struct reference_game *game) {
    const struct reference_position *p = reference_game_last(game);
    if (p->rules->value[RULE_ROYAL] == ROYAL_MATE && reference_in_check(p, p->side)) {
        Type drop = game->moves[game->count - 1].drop;
        bool pawn_drop = drop != 0 && drop == p->variant->pawn;
        if (pawn_drop && p->rules->value[RULE_PAWN_DROP_MATE] == PAWN_DROP_MATE_LOSES)
            return wins(p->side, "pawn-drop-mate");
        return wins(other(p->side), "checkmate");
    }
    if (p->rules->value[RULE_STALEMATE] == STALEMATE_DRAW)
        return draws("stalemate");
    if (p->rules->value[RULE_STALEMATE] == STALEMATE_WIN)
        return wins(p->side, "stalemate");
    return wins(other(p->side), "stalemate");
}

static bool has_move(const struct reference_game *game) {
    struct reference_move *list = malloc(REFERENCE_MOVES * sizeof *list);
    if (list == NULL)
        abort();
    int count = reference_game_moves(game, list);
    free(list);
    return count > 0;
}

// Stands a flag piece of the side on one of its flag squares, where it must be safe: unattacked?
static bool on_flag(const struct reference_position *p, enum side side, bool safe) {
    for (int rank = 0; rank < p->variant->ranks; rank++)
        for (int file = 0; file < p->variant->files; file++)
            if (p->type[rank][file] && p->owner[rank][file] == side &&
                p->variant->flag[p->type[rank][file]] &&
                (p->variant->flag_squares[side][rank] & 1 << file) &&
                !(safe && reference_attacked(p, file, rank, other(side))))
                return true;
    return false;
}

struct reference_outcome reference_game_outcome(const struct reference_game *game) {
    const struct reference_position *p = reference_game_last(game);
    for (enum side side = FIRST; side < SIDES; side++)
        if (reference_royals(p, side, NULL) == 0)
            return wins(other(side), "royal-captured");
    if (p->rules->value[RULE_FLAG] != FLAG_OFF) {
        bool safe = p->rules->value[RULE_FLAG] == FLAG_SAFE;
        bool own = safe && on_flag(p, p->side, safe), its = on_flag(p, other(p->side), safe);
        if (own && its)
            return draws("flag");
        if (own || its)
            return wins(own ? p->side : other(p->side), "flag");
    }
    // A mate or stalemate ends the game with the move that gives it: too late to declare.
    if (!has_move(game))
        return no_move(game);
    struct reference_outcome bare = reference_bare_royal(p);
    if (strcmp(bare.result, "*") != 0)
        return bare;
    if (may_declare(p))
        return wins(p->side, "impasse");
    int seen = occurrences(game, p);
    switch (p->rules->value[RULE_REPETITION]) {
    case REPETITION_FOURFOLD:
    case REPETITION_FIRST_LOSES:
    case REPETITION_CHU_LISHOGI:
    case REPETITION_CHU_ATTACKS:
        if (seen < 4)
            break;
        return repeated(game, p->rules->value[RULE_REPETITION] == REPETITION_CHU_LISHOGI ||
                                  p->rules->value[RULE_REPETITION] == REPETITION_CHU_ATTACKS);
    case REPETITION_ANY_REPEATER:
        if (seen < 3)
            break;
        return wins(other(p->side), "repetition");
    case REPETITION_REPEATER:
    case REPETITION_THREEFOLD:
        if (seen < 3)
            break;
        return repeated(game, false);
    case REPETITION_FOURFOLD_DRAW:
        if (seen >= 4)
            return draws("repetition");
        break;
    case REPETITION_THREEFOLD_DRAW:
        if (seen >= 3)
            return draws("repetition");
        break;
    case REPETITION_FORBIDDEN:
    case REPETITION_FORBIDDEN_FOURTH:
        break;
    default:
        abort();
    }
    return (struct reference_outcome){"*", "none"};
}

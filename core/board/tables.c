// SPDX-License-Identifier: GPL-3.0-or-later
#include "tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "buffer.h"
#include "flag_moves.h"
#include "king_zone.h"
#include "memory.h"
#include "position.h"
#include "random.h"
#include "walks.h"

static void fill_geometry(struct tables *tables) {
    for (int square = 0; square < SQUARES; square++) {
        int file = square % GRID, rank = square / GRID;
        tables->on_board[square] =
            file >= RIM && file < RIM + tables->files && rank >= RIM && rank < RIM + tables->ranks;
        tables->empty_board[square] = tables->on_board[square] ? PIECE_EMPTY : PIECE_WALL;
        if (tables->on_board[square])
            tables->board_ranks[rank] |= (Line)(1 << file);
        else
            lines_flip_in(tables->empty_lines, (Square)square);
    }
}

// Slides, or rides: walks of more than a single leap.
static bool slides_far(const struct tables *tables, Piece piece) {
    const struct movement *movement = &tables->variant.piece[piece_type(piece)].movement;
    bool far = tables->slides[piece];
    for (int i = 0; i < movement->walk_count; i++)
        for (int leg = 0; leg < WALK_LEGS; leg++)
            far |= movement->walks[i].leg[leg].most > 1;
    return far;
}

static void fill_movement(struct tables *tables, Type type) {
    const struct piece *kind = &tables->variant.piece[type];
    for (enum side side = FIRST; side < SIDES; side++) {
        struct movement m = side == FIRST ? kind->movement : movement_rotate(&kind->movement);
        Piece piece = piece_make(type, side);
        for (int d = 0; d < DIRECTIONS; d++) {
            tables->move_range[piece][d] = m.move_range[d];
            tables->capture_range[piece][d] = m.capture_range[d];
            if (m.move_range[d] == 1 && m.capture_range[d] == 1)
                tables->steps[piece] |= 1ull
                                        << ((direction_dy[d] + 1) * GRID + direction_dx[d] + 1);
            else if (m.move_range[d] || m.capture_range[d])
                tables->slides[piece] |= (uint8_t)(1 << d);
            if (m.move_range[d] >= 2 || m.capture_range[d] >= 2)
                tables->shadowed_leaps[piece] |= (uint16_t)(1 << 2 * d);
        }
        tables->move_leaps[piece] = m.move_leaps;
        tables->capture_leaps[piece] = m.capture_leaps;
        // A jump does all that a lame leap to the same square does.
        tables->lame_move_leaps[piece] = (uint16_t)(m.lame_move_leaps & ~m.move_leaps);
        tables->lame_capture_leaps[piece] = (uint16_t)(m.lame_capture_leaps & ~m.capture_leaps);
        if (tables->lame_move_leaps[piece] || tables->lame_capture_leaps[piece])
            tables->has_lame = true;
        tables->leaps[piece] = tables->move_leaps[piece] | tables->capture_leaps[piece] |
                               tables->lame_move_leaps[piece] | tables->lame_capture_leaps[piece];
        tables->shadowed_leaps[piece] &= tables->leaps[piece];
        for (int d = 0; d < DIRECTIONS; d++) {
            tables->second_steps[piece][d] = m.second_steps[d];
            if (m.second_steps[d]) {
                tables->first_steps[piece] |= (uint8_t)(1 << d);
                tables->has_lion_power = true;
            }
        }
        bool jumps = tables->capture_leaps[piece] | tables->lame_capture_leaps[piece] |
                     tables->first_steps[piece];
        tables->traits[piece] =
            (uint8_t)((jumps ? TRAIT_JUMPER : 0) |
                      (tables->slides[piece] || tables->leaps[piece] ? TRAIT_FAR : 0) |
                      (type == tables->nifu_pawn ? TRAIT_NIFU : 0) |
                      (kind->royal ? TRAIT_ROYAL : 0));
        tables->lion[piece] = tables->variant.lion[type];
        tables->lion_minor[piece] = !(type & TYPE_PROMOTED) && tables->variant.lion_minor[type];
        tables->royal[piece] = kind->royal;
        tables->gait[piece] = kind->royal                    ? GAIT_ROYAL
                              : type == tables->variant.pawn ? GAIT_PAWN
                              : slides_far(tables, piece)    ? GAIT_SLIDE
                                                             : GAIT_STEP;
        tables->promotes[piece] = !(type & TYPE_PROMOTED) && tables->variant.promotes[type];
        tables->crowns[piece] = tables->promotes[piece] && !kind->royal &&
                                tables->variant.piece[type | TYPE_PROMOTED].royal;
    }
}

// Can the piece go anywhere from `square` on an empty board, or capture anywhere?
static bool has_target(const struct tables *tables, Piece piece, int square) {
    for (int d = 0; d < DIRECTIONS; d++)
        if ((tables->move_range[piece][d] || tables->capture_range[piece][d]) &&
            tables->on_board[square + direction_delta[d]])
            return true;
    for (int leap = 0; leap < LEAPS; leap++)
        if ((tables->leaps[piece] >> leap & 1) && tables->on_board[square + leap_delta[leap]])
            return true;
    return tables->walk_count[piece] && walks_lead_on(tables, piece, (Square)square);
}

static void fill_stranded(struct tables *tables, Type type) {
    const struct variant *variant = &tables->variant;
    int rule = tables->rules.value[RULE_STRANDED];
    bool applies =
        rule == STRANDED_FORBID || rule == STRANDED_BARRED ||
        (rule == STRANDED_LITERAL && !(type & TYPE_PROMOTED) && variant->stranded_literal[type]);
    for (enum side side = FIRST; side < SIDES; side++)
        for (int square = 0; square < SQUARES; square++)
            if (tables->on_board[square]) {
                Piece piece = piece_make(type, side);
                tables->dead[piece][square] = !has_target(tables, piece, square);
                tables->stranded[piece][square] = applies && tables->dead[piece][square];
                if (tables->stranded[piece][square])
                    tables->arrival[piece][square] = rule == STRANDED_BARRED
                                                         ? ARRIVAL_STRANDED
                                                         : ARRIVAL_STRANDED | ARRIVAL_PROMOTES;
            }
}

static void count_dead_squares(struct tables *tables) {
    for (int square = 0; square < SQUARES; square++) {
        bool dead[SIDES] = {false, false};
        for (int piece = 0; tables->on_board[square] && piece < PIECES; piece++)
            dead[piece_side((Piece)piece)] |= tables->dead[piece][square];
        for (enum side side = FIRST; side < SIDES; side++)
            tables->dead_squares[side] = (uint8_t)(tables->dead_squares[side] + dead[side]);
    }
}

// The squares where each piece stands at the start; the FEN has been read by others before.
static void fill_start(struct tables *tables) {
    struct fen_walk walk =
        fen_walk(variant_start_fen(&tables->variant, &tables->rules), tables->ranks);
    while (fen_next(&walk))
        if (walk.rank >= 0 && walk.file < tables->files) {
            Square square = square_at(walk.file, walk.rank);
            Type type = type_of_letter((char)toupper((unsigned char)walk.letter));
            Piece piece = piece_make(type | (walk.promoted ? TYPE_PROMOTED : 0),
                                     isupper((unsigned char)walk.letter) ? FIRST : SECOND);
            tables->start_squares[piece][square / GRID] |= (Line)(1U << square % GRID);
        }
}

// Which of the variant's Pawn, Lance and Go-Between (bits 0 to 2) each value of last-rank-promotion
// means.
static const uint8_t last_rank_pieces[] = {
    [LAST_RANK_PROMOTION_NONE] = 0,
    [LAST_RANK_PROMOTION_PAWN] = 1,
    [LAST_RANK_PROMOTION_PAWN_LANCE] = 3,
    [LAST_RANK_PROMOTION_PAWN_GOBETWEEN] = 5,
    [LAST_RANK_PROMOTION_PAWN_LANCE_GOBETWEEN] = 7,
};

// Pieces that may promote by any move to the last rank.
static void fill_last_rank(struct tables *tables) {
    const struct variant *variant = &tables->variant;
    int pieces = last_rank_pieces[tables->rules.value[RULE_LAST_RANK_PROMOTION]];
    for (int i = 0; i < variant->last_rank_count; i++)
        for (int file = 0; file < tables->files && (pieces >> i & 1); file++) {
            Type base = variant->last_rank[i];
            tables->arrival[piece_make(base, FIRST)][square_at(file, tables->ranks - 1)] |=
                ARRIVAL_PROMOTES;
            tables->arrival[piece_make(base, SECOND)][square_at(file, 0)] |= ARRIVAL_PROMOTES;
        }
}

// Can a side have more than one royal: by promotion, or from the start?
static bool can_have_several_royals(const struct tables *tables) {
    const struct variant *variant = &tables->variant;
    for (int base = 1; base < BASE_TYPES; base++)
        if (tables->crowns[piece_make((Type)base, FIRST)])
            return true;
    int royals = 0;
    struct fen_walk walk = fen_walk(variant_start_fen(variant, &tables->rules), tables->ranks);
    while (fen_next(&walk))
        royals += isupper((unsigned char)walk.letter) &&
                  variant->piece[type_of_letter(walk.letter)].royal;
    return royals > 1;
}

static void fill_drops(struct tables *tables, Type base) {
    if (!tables->drops || tables->variant.piece[base].royal)
        return;
    for (enum side side = FIRST; side < SIDES; side++) {
        Line *ranks = tables->drop_ranks[side][base];
        for (int square = 0; square < SQUARES; square++)
            if (tables->on_board[square] && !tables->stranded[piece_make(base, side)][square])
                ranks[square / GRID] |= (Line)(1 << square % GRID);
        tables->drop_anywhere[side][base] =
            memcmp(ranks, tables->board_ranks, sizeof tables->board_ranks) == 0;
    }
}

// Bit (from in zone) + 2 (to in zone) + 4 (captures).
static uint8_t trigger_bits(int value) {
    uint8_t bits = 0;
    for (int index = 0; index < 8; index++) {
        bool from = index & 1, to = index & 2, captures = index & 4;
        bool may = false;
        switch (value) {
        case PROMOTION_TRIGGER_TOUCH:
            may = from || to;
            break;
        case PROMOTION_TRIGGER_END:
            may = to;
            break;
        case PROMOTION_TRIGGER_ENTER:
        case PROMOTION_TRIGGER_OUTSIDE_ONLY:
            may = to && !from;
            break;
        case PROMOTION_TRIGGER_ENTER_OR_CAPTURE:
        case PROMOTION_TRIGGER_REGAIN:
        case PROMOTION_TRIGGER_DELAY:
            may = (to && !from) || (captures && (to || from));
            break;
        }
        bits |= (uint8_t)(may << index);
    }
    return bits;
}

static void fill_zone(struct tables *tables) {
    int depth = tables->rules.value[RULE_ZONE];
    for (int square = 0; square < SQUARES; square++)
        if (tables->on_board[square]) {
            int rank = square_rank((Square)square);
            tables->in_zone[FIRST][square] = rank >= tables->ranks - depth;
            tables->in_zone[SECOND][square] = rank < depth;
        }
    tables->promotion_trigger = trigger_bits(tables->rules.value[RULE_PROMOTION_TRIGGER]);
}

// Points of all pieces of a side in a FEN: 5 for majors, 1 for others, 0 for royals.
static int points_of(const struct variant *variant, const char *fen, enum side side) {
    int points = 0;
    for (; *fen && *fen != ' '; fen++) {
        bool small = *fen >= 'a' && *fen <= 'z';
        char letter = small ? (char)(*fen - 'a' + 'A') : *fen;
        if (letter < 'A' || letter > 'Z' || small != (side == SECOND))
            continue;
        Type base = type_of_letter(letter);
        if (variant->exists[base] && !variant->piece[base].royal)
            points += variant->impasse_major[base] ? 5 : 1;
    }
    return points;
}

static void fill_impasse(struct tables *tables) {
    if (tables->rules.value[RULE_IMPASSE] == IMPASSE_OFF)
        return;
    const struct variant *variant = &tables->variant;
    const char *start = variant_start_fen(variant, &tables->rules);
    bool handicap = tables->rules.value[RULE_IMPASSE] == IMPASSE_HANDICAP;
    const char *full = handicap ? variant->arrays[0].fen : start;
    int points = points_of(variant, full, FIRST) + points_of(variant, full, SECOND);
    for (enum side side = FIRST; side < SIDES; side++) {
        int left_out = points_of(variant, full, side) - points_of(variant, start, side);
        int needed = side == FIRST ? points / 2 + 1 : (points + 1) / 2;
        needed -= left_out > 0 ? left_out : 0;
        tables->impasse_points[side] = needed > 1 ? needed : 1;
    }
    int zone = tables->files * tables->rules.value[RULE_ZONE];
    tables->impasse_pieces = (zone * 10 * 2 + 27) / (2 * 27); // rounded
}

// The end of games by each value of its toggle.
static const int8_t stalemate_fates[] = {
    [STALEMATE_LOSS] = FATE_LOST,
    [STALEMATE_DRAW] = FATE_DRAWN,
    [STALEMATE_WIN] = FATE_WON,
};
static const struct repetition repetitions[] = {
    [REPETITION_FOURFOLD] = {.occurrences = 4, .pressing = PRESSING_CHECKS},
    [REPETITION_FOURFOLD_DRAW] = {.occurrences = 4},
    [REPETITION_THREEFOLD_DRAW] = {.occurrences = 3},
    [REPETITION_FORBIDDEN] = {.occurrences = 2, .forbids = true},
    [REPETITION_FORBIDDEN_FOURTH] = {.occurrences = 4, .forbids = true},
    [REPETITION_CHU_LISHOGI] = {.occurrences = 4, .pressing = PRESSING_ATTACKS, .lion_rules = true},
    [REPETITION_CHU_ATTACKS] = {.occurrences = 4, .pressing = PRESSING_ATTACKS},
    [REPETITION_FIRST_LOSES] = {.occurrences = 4, // as Minishogi is played ("Minishogi", Wikipedia)
                                .pressing = PRESSING_CHECKS,
                                .otherwise = {[FIRST] = FATE_LOST, [SECOND] = FATE_WON}},
    [REPETITION_THREEFOLD] = {.occurrences = 3, .pressing = PRESSING_CHECKS},
    [REPETITION_ANY_REPEATER] = {.occurrences = 3, .otherwise = {FATE_LOST, FATE_LOST}},
    [REPETITION_REPEATER] = {.occurrences = 3,
                             .pressing = PRESSING_CHECKS,
                             .otherwise = {FATE_LOST, FATE_LOST}},
};

// Can the piece go from the square to one of `squares`, whatever stands between? Too often is
// harmless.
static bool might_go_to(const struct tables *tables, Piece piece, int square,
                        const Line squares[GRID]) {
    if (tables->walk_count[piece] || tables->first_steps[piece])
        return true;
    for (int d = 0; d < DIRECTIONS; d++) {
        int range = tables->move_range[piece][d] > tables->capture_range[piece][d]
                        ? tables->move_range[piece][d]
                        : tables->capture_range[piece][d];
        int at = square + direction_delta[d];
        for (int i = 0; i < range && tables->on_board[at]; i++, at += direction_delta[d])
            if (squares[at / GRID] >> at % GRID & 1)
                return true;
    }
    for (int leap = 0; leap < LEAPS; leap++) {
        int at = square + leap_delta[leap];
        if ((tables->leaps[piece] >> leap & 1) && tables->on_board[at] &&
            (squares[at / GRID] >> at % GRID & 1))
            return true;
    }
    return false;
}

static void fill_flag(struct tables *tables) {
    const struct variant *variant = &tables->variant;
    tables->flag = (uint8_t)tables->rules.value[RULE_FLAG];
    if (tables->flag == FLAG_OFF)
        return;
    for (int square = 0; square < SQUARES; square++)
        for (enum side side = FIRST; side < SIDES && tables->on_board[square]; side++)
            if (variant->flag_squares[side][square_rank((Square)square)] >>
                    square_file((Square)square) &
                1)
                tables->flag_squares[side][square / GRID] |= (Line)(1 << square % GRID);
    for (int type = 1; type < TYPES; type++) {
        if (!variant->flag[type])
            continue;
        if (type < BASE_TYPES && tables->drops && !variant->piece[type].royal)
            tables->flag_types |= 1u << type;
        for (enum side side = FIRST; side < SIDES; side++) {
            Piece piece = piece_make((Type)type, side);
            // What promotes to a flag piece may come as one.
            Piece before = piece_make((Type)(type & ~TYPE_PROMOTED), side);
            tables->flag_piece[piece] = true;
            for (int square = 0; square < SQUARES; square++)
                if (tables->on_board[square] &&
                    (might_go_to(tables, piece, square, tables->flag_squares[side]) ||
                     might_go_to(tables, before, square, tables->flag_squares[side])))
                    tables->flag_near[side][square / GRID] |= (Line)(1 << square % GRID);
        }
    }
}

static uint64_t next_key(struct random *random) {
    uint64_t key;
    do
        key = random_u64(random);
    while (key == 0);
    return key;
}

static void fill_keys(struct tables *tables) {
    struct random random = random_init(0x6b6167616d69, 0, RANDOM_ZOBRIST);
    for (int piece = 0; piece < PIECES; piece++)
        for (int square = 0; square < SQUARES; square++)
            tables->key_piece[piece][square] = next_key(&random);
    for (enum side side = FIRST; side < SIDES; side++)
        for (int base = 0; base < BASE_TYPES; base++)
            tables->key_hand[side][base] = next_key(&random) | 1;
    tables->key_side = next_key(&random);
    tables->key_lion[SQUARE_NONE] = 0;
    for (int square = 1; square < SQUARES; square++)
        tables->key_lion[square] = next_key(&random);
    for (int square = 0; square < SQUARES; square++)
        tables->key_deferred[square] = next_key(&random);
}

static void fill_rays(struct tables *tables) {
    for (int square = 0; square < SQUARES; square++) {
        int file = square % GRID, rank = square / GRID;
        int line[AXES] = {LINES_FILES + file, LINES_DIAGONALS + file - rank + GRID - 1, rank,
                          LINES_ANTIDIAGONALS + file + rank};
        for (int d = 0; d < DIRECTIONS; d++) {
            int bit = d % AXES == 0 ? rank : file;
            tables->rays[square][d] = (struct ray){
                (uint8_t)line[d % AXES], (uint8_t)(d < DIRECTIONS / 2 ? bit + 1 : 32 - bit)};
        }
    }
}

bool tables_build(struct tables *tables, const struct variant *variant, const struct rules *rules,
                  struct error *error) {
    memset(tables, 0, sizeof *tables);
    tables->variant = *variant;
    tables->rules = *rules;
    tables->files = variant->files;
    tables->ranks = variant->ranks;
    if (variant->files > BOARD_MAX || variant->ranks > BOARD_MAX)
        return error_set(error, "%s: a board of %dx%d does not fit, at most %dx%d", variant->name,
                         variant->files, variant->ranks, BOARD_MAX, BOARD_MAX);
    fill_geometry(tables);
    tables->drops = rules->value[RULE_DROPS] == DROPS_ON;
    tables->legality = rules->value[RULE_ROYAL] == ROYAL_MATE;
    tables->counterstrike = rules->value[RULE_LION_COUNTERSTRIKE];
    tables->kirin_exception = rules->value[RULE_LION_KIRIN_EXCEPTION] != LION_KIRIN_EXCEPTION_OFF;
    tables->kirin_always = rules->value[RULE_LION_KIRIN_EXCEPTION] == LION_KIRIN_EXCEPTION_ALWAYS;
    tables->lawful_protection = rules->value[RULE_LION_PROTECTION] == LION_PROTECTION_RECURSIVE;
    tables->midpoint_protection =
        rules->value[RULE_LION_MIDPOINT_PROTECTION] == LION_MIDPOINT_PROTECTION_ON;
    tables->counterstrike_stops_lions =
        rules->value[RULE_LION_CAPTURES_LION_COUNTERSTRIKE] == LION_CAPTURES_LION_COUNTERSTRIKE_ON;
    int trigger = rules->value[RULE_PROMOTION_TRIGGER];
    tables->deferral_passes = trigger == PROMOTION_TRIGGER_DELAY;
    tables->remembers_deferral = tables->deferral_passes || trigger == PROMOTION_TRIGGER_REGAIN;
    if (rules->value[RULE_NIFU] == NIFU_ON && tables->drops)
        tables->nifu_pawn = variant->pawn;
    if (rules->value[RULE_PAWN_DROP_MATE] == PAWN_DROP_MATE_ILLEGAL && tables->drops)
        tables->mate_pawn = variant->pawn;
    if (rules->value[RULE_PAWN_DROP_MATE] == PAWN_DROP_MATE_LOSES && tables->legality)
        tables->rash_pawn = variant->pawn;
    fill_zone(tables);
    walks_fill(tables);
    if (tables->has_walks)
        fill_start(tables);
    for (int base = 1; base < BASE_TYPES; base++) {
        if (!variant->exists[base])
            continue;
        char letter = type_letter((Type)base);
        tables->piece_of_letter[(int)letter] = piece_make((Type)base, FIRST);
        tables->piece_of_letter[tolower(letter)] = piece_make((Type)base, SECOND);
        fill_movement(tables, (Type)base);
        fill_stranded(tables, (Type)base);
        if (variant->promotes[base]) {
            fill_movement(tables, (Type)(base | TYPE_PROMOTED));
            fill_stranded(tables, (Type)(base | TYPE_PROMOTED));
        }
        fill_drops(tables, (Type)base);
    }
    count_dead_squares(tables);
    tables->by_trial = tables->has_lame || tables->has_walks;
    tables->several_royals = can_have_several_royals(tables);
    tables->forced_promotion = rules->value[RULE_FORCED_PROMOTION] == FORCED_PROMOTION_ON;
    tables->special_moves =
        tables->has_lion_power || tables->remembers_deferral || tables->forced_promotion;
    for (int piece = 0; piece < PIECES; piece++)
        tables->special_moves |= tables->lion[piece] || tables->crowns[piece];
    fill_last_rank(tables);
    tables->no_move[NO_MOVE_STALEMATE] = stalemate_fates[rules->value[RULE_STALEMATE]];
    tables->no_move[NO_MOVE_MATE] = FATE_LOST;
    tables->no_move[NO_MOVE_PAWN_DROP_MATE] = FATE_WON;
    tables->repetition = repetitions[rules->value[RULE_REPETITION]];
    tables->bare_royal = (uint8_t)rules->value[RULE_BARE_ROYAL];
    fill_flag(tables);
    fill_impasse(tables);
    fill_rays(tables);
    king_zone_fill(tables);
    fill_keys(tables);
    flag_moves_fill(tables);
    return true;
}

bool tables_are_shipped(const struct tables *tables, bool any) {
    const char *name = tables->variant.name;
    const bool inferred[RULES] = {false};
    struct variant *shipped = mem_alloc(sizeof *shipped);
    const struct rules *rules = any ? &shipped->rules : &tables->rules;
    struct buffer own = buffer_init(), other = buffer_init();
    struct error ignored;
    bool same = variant_builtin_text(name) && variant_load(name, shipped, &ignored) &&
                variant_print(&tables->variant, rules, inferred, name, &own, &ignored) &&
                variant_print(shipped, &shipped->rules, inferred, name, &other, &ignored) &&
                strcmp(own.data, other.data) == 0;
    buffer_destroy(&own);
    buffer_destroy(&other);
    free(shipped);
    return same;
}

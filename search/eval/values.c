// SPDX-License-Identifier: GPL-3.0-or-later
#include "values.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "beside.h"
#include "shipped_internal.h"

// What stands behind the pieces: terms, then parameters of the search.
static const struct {
    const char *name, *meaning;
    int value, low, high, flags;
} named[TERMS + PARAMS] = {
#define TERM(id, name, value, low, high, flags, meaning) {name, meaning, value, low, high, flags},
#include "terms.def"
#undef TERM
#define PARAM(id, name, value, low, high, flags, meaning) {name, meaning, value, low, high, flags},
#include "params.def"
#undef PARAM
};
_Static_assert((int)VALUE_PARAM == VALUE_TERM + TERMS, "`named` holds terms and parameters");

bool values_uses(const struct tables *tables, int index) {
    assert(index >= 0 && index < PARAMETERS);
    const struct variant *variant = &tables->variant;
    if (index < VALUE_HAND) {
        Type type = (Type)(index - VALUE_BOARD);
        return variant_has(variant, type) &&
               (!variant->piece[type].royal || tables->several_royals);
    }
    if (index < VALUE_TERM) {
        int base = index - VALUE_HAND;
        return tables->drops && variant->exists[base] && !variant->piece[base].royal;
    }
    int without =
        (tables->drops ? TERM_NO_DROPS : TERM_DROPS) | (tables->flag == FLAG_OFF ? TERM_FLAG : 0);
    return !(named[index - VALUE_TERM].flags & without);
}

int values_flags(int index) {
    assert(index >= VALUE_TERM && index < PARAMETERS);
    return named[index - VALUE_TERM].flags;
}

char *values_name(int index, char name[VALUE_NAME]) {
    assert(index >= 0 && index < PARAMETERS);
    if (index < VALUE_HAND) {
        Type type = (Type)(index - VALUE_BOARD);
        snprintf(name, VALUE_NAME, "board.%s%c", type & TYPE_PROMOTED ? "+" : "",
                 type_letter(type));
    } else if (index < VALUE_TERM) {
        snprintf(name, VALUE_NAME, "hand.%c", type_letter((Type)(index - VALUE_HAND)));
    } else {
        snprintf(name, VALUE_NAME, "%s", named[index - VALUE_TERM].name);
    }
    return name;
}

bool values_same(const struct values *a, const struct values *b) {
    for (int i = 0; i < PARAMETERS; i++)
        if (a->value[i] != b->value[i] && (i < VALUES || !(values_flags(i) & PARAM_SHOWN)))
            return false;
    return true;
}

int values_find(const char *name) {
    for (int i = 0; i < ARRAY_LENGTH(named); i++)
        if (strcmp(name, named[i].name) == 0)
            return VALUE_TERM + i;
    bool board = strncmp(name, "board.", 6) == 0;
    if (!board && strncmp(name, "hand.", 5) != 0)
        return -1;
    const char *letter = name + (board ? 6 : 5);
    bool promoted = board && *letter == '+';
    letter += promoted;
    if (*letter < 'A' || *letter > 'Z' || letter[1])
        return -1;
    int type = type_of_letter(*letter) | (promoted ? TYPE_PROMOTED : 0);
    return board ? VALUE_BOARD + type : VALUE_HAND + type;
}

void values_range(int index, int *low, int *high) {
    assert(index >= 0 && index < PARAMETERS);
    *low = index < VALUE_TERM ? -VALUE_LIMIT : named[index - VALUE_TERM].low;
    *high = index < VALUE_TERM ? VALUE_LIMIT : named[index - VALUE_TERM].high;
}

const char *values_meaning(int index) {
    assert(index >= 0 && index < PARAMETERS);
    return index < VALUE_TERM ? "" : named[index - VALUE_TERM].meaning;
}

int values_default_of(int index) {
    assert(index >= 0 && index < PARAMETERS);
    return index < VALUE_TERM ? 0 : named[index - VALUE_TERM].value;
}

void values_defaults(struct values *values) {
    memset(values, 0, sizeof *values);
    for (int i = 0; i < ARRAY_LENGTH(named); i++)
        values->value[VALUE_TERM + i] = named[i].value;
}

// Default piece values from the moves alone, after Betza's mobility count: how many moves a piece
// has on average over the squares of the board when each square is empty with probability 0.68 (his
// "magic number" lies between 2/3 and 0.70). Forward moves and jumps get a bonus, and so do slides:
// their reach grows as the board empties. The factors were set by eye to land near Kaufman's values
// for shogi (P 1, L 4, N 5, S 7, G 8, B 11, R 13); they are a start for tuning, not a result.

static const double empty = 0.68;
static const double quiet_weight = 1.0, capture_weight = 2.0; // a capture counts double
static const double forward_bonus = 1.25, jump_bonus = 1.15, slide_bonus = 1.2;
static const double step_value = 82;       // centi-values of one unit of mobility
static const double promotion_share = 0.1; // of the gain that a promotion would bring
static const double hand_share = 1.1;      // a piece in hand goes where it is needed

static double of_target(bool moves, bool captures) {
    double weight = 0;
    if (moves)
        weight += empty * quiet_weight;
    if (captures)
        weight += (1 - empty) / 2 * capture_weight;
    return weight;
}

// The squares where the walks of a piece may end, each with the chance that its way is open: that
// of being reached by one way or another, for moves and for captures.
struct walked {
    double moves[SQUARES], captures[SQUARES];
};

static void add_chance(double *chance, double more) {
    *chance = 1 - (1 - *chance) * (1 - more);
}

static void walk_on(const struct tables *tables, const struct walk *walk, int index, int file,
                    int rank, double open, struct walked *walked) {
    assert(index < WALK_LEGS);
    const struct leg *leg = &walk->leg[index % WALK_LEGS]; // so that compilers see it, too
    bool last = index + 1 == walk_legs(walk), hops = last && (walk->flags & WALK_HOPS);
    bool skips = index == 0 && (walk->flags & WALK_SKIPS);
    double hurdles[BOARD_MAX] = {0}; // of a hop: the chance that it stood that many steps back
    for (int steps = 1; hops || steps <= leg->most; steps++) {
        file += leg->dx, rank += leg->dy;
        if (file < 0 || file >= tables->files || rank < 0 || rank >= tables->ranks)
            return;
        if (walk->flags & WALK_LAME) {
            for (int dx = leg->dx, dy = leg->dy; dx || dy; walk_lame_step(&dx, &dy))
                open *= dx == leg->dx && dy == leg->dy ? 1 : empty;
        }
        double here = open;
        if (hops) { // behind a piece that stood up to `most` steps before
            here = 0;
            for (int i = BOARD_MAX - 1; i > 0; i--)
                hurdles[i] = hurdles[i - 1] * (i > 1 ? empty : 1);
            hurdles[0] = open * (1 - empty);
            for (int i = 1; i < BOARD_MAX && i <= leg->most; i++)
                here += hurdles[i];
        } else if (skips && steps == 1) {
            continue;
        }
        Square square = square_at(file, rank);
        if (last && (walk->flags & WALK_MOVES))
            add_chance(&walked->moves[square], here);
        if (last && (walk->flags & WALK_CAPTURES))
            add_chance(&walked->captures[square], here);
        if (!last)
            walk_on(tables, walk, index + 1, file, rank,
                    open * ((leg->turn & TURN_EMPTY ? empty : 0) +
                            (leg->turn & TURN_PIECE ? 1 - empty : 0)),
                    walked);
        open *= empty;
    }
}

// What walks add to the mobility; the bonus of jumps and slides for those that are one.
static double walks_from(const struct tables *tables, Piece piece, int square) {
    const struct movement *movement = &tables->variant.piece[piece_type(piece)].movement;
    struct walked walked = {{0}, {0}};
    double sum = 0;
    for (int i = 0; i < movement->walk_count; i++) {
        const struct walk *walk = &movement->walks[i];
        bool starts = tables->start_squares[piece][square / GRID] >> (square % GRID) & 1;
        if (!(walk->flags & WALK_INITIAL) || starts)
            walk_on(tables, walk, 0, square_file((Square)square), square_rank((Square)square), 1,
                    &walked);
    }
    for (int to = 0; to < SQUARES; to++)
        if (tables->on_board[to] && to != square)
            sum += (square_rank((Square)to) > square_rank((Square)square) ? forward_bonus : 1) *
                   jump_bonus *
                   (walked.moves[to] * of_target(true, false) +
                    walked.captures[to] * of_target(false, true));
    return sum;
}

static double from_square(const struct tables *tables, Piece piece, int square) {
    double sum = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int moves = tables->move_range[piece][d], captures = tables->capture_range[piece][d];
        int range = moves > captures ? moves : captures;
        double open = 1;
        double bonus = (direction_dy[d] > 0 ? forward_bonus : 1) * (range > 1 ? slide_bonus : 1);
        for (int step = 1; step <= range; step++, open *= empty) {
            if (!tables->on_board[square + step * direction_delta[d]])
                break;
            sum += open * bonus * of_target(step <= moves, step <= captures);
        }
    }
    for (int leap = 0; leap < LEAPS; leap++) {
        if (!tables->on_board[square + leap_delta[leap]])
            continue;
        uint16_t bit = (uint16_t)(1 << leap);
        bool moves = tables->move_leaps[piece] & bit, captures = tables->capture_leaps[piece] & bit;
        double open = jump_bonus;
        if (!moves && !captures) {
            moves = tables->lame_move_leaps[piece] & bit;
            captures = tables->lame_capture_leaps[piece] & bit;
            open = empty;
        }
        sum += open * (leap_dy[leap] > 0 ? forward_bonus : 1) * of_target(moves, captures);
    }
    return tables->walk_count[piece] ? sum + walks_from(tables, piece, square) : sum;
}

static double mobility(const struct tables *tables, Type type) {
    double sum = 0;
    for (int square = 0; square < SQUARES; square++)
        if (tables->on_board[square])
            sum += from_square(tables, piece_make(type, FIRST), square);
    return sum / (tables->files * tables->ranks);
}

// What a piece and its promoted form are worth on the board and in hand, where the game has it and
// it is not `known`: to ask for mobility takes long.
static void estimate(const struct tables *tables, Type base, const bool *known,
                     struct values *values) {
    const Type promoted = (Type)(base | TYPE_PROMOTED);
    const int index[] = {VALUE_BOARD + base, VALUE_HAND + base, VALUE_BOARD + promoted};
    bool asked[ARRAY_LENGTH(index)], any = false;
    for (int i = 0; i < ARRAY_LENGTH(index); i++)
        any |= asked[i] = values_uses(tables, index[i]) && !known[index[i]];
    if (!any)
        return;
    double plain = step_value * mobility(tables, base), gain = plain;
    if (tables->variant.promotes[base])
        gain = step_value * mobility(tables, promoted);
    if (gain > plain)
        plain += promotion_share * (gain - plain);
    const double worth[] = {plain, hand_share * plain, gain};
    for (int i = 0; i < ARRAY_LENGTH(index); i++)
        if (asked[i])
            values->value[index[i]] = (int)lround(worth[i]);
}

static void fill(const struct tables *tables, bool shipped, struct values *values) {
    bool known[PARAMETERS] = {false};
    values_defaults(values);
    beside_default(tables, values);
    for (const struct values_shipped *row = values_shipped; shipped && row->variant; row++) {
        if (strcmp(row->variant, tables->variant.name) != 0)
            continue;
        int index = values_find(row->parameter);
        // A file of the user's may go by the same name and have other pieces.
        if (index >= 0 && values_uses(tables, index)) {
            values->value[index] = (int)lround(row->value);
            known[index] = true;
        }
    }
    for (Type base = 1; base < BASE_TYPES; base++)
        if (tables->variant.exists[base])
            estimate(tables, base, known, values);
}

void values_estimate(const struct tables *tables, struct values *values) {
    fill(tables, false, values);
}

void values_default(const struct tables *tables, struct values *values) {
    fill(tables, true, values);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Default piece values from the moves alone, after Betza's mobility count: how many moves a piece
// has on average over the squares of the board when each square is empty with probability 0.68 (his
// "magic number" lies between 2/3 and 0.70). Forward moves and jumps get a bonus, and so do slides:
// their reach grows as the board empties. The factors were set by eye to land near Kaufman's values
// for shogi (P 1, L 4, N 5, S 7, G 8, B 11, R 13); they are a start for tuning, not a result.
#include <math.h>
#include <string.h>

#include "values.h"
#include "values_shipped_internal.h"

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
    return sum;
}

static double mobility(const struct tables *tables, Type type) {
    double sum = 0;
    for (int square = 0; square < SQUARES; square++)
        if (tables->on_board[square])
            sum += from_square(tables, piece_make(type, FIRST), square);
    return sum / (tables->files * tables->ranks);
}

void values_estimate(const struct tables *tables, struct values *values) {
    values_defaults(values);
    const struct variant *variant = &tables->variant;
    for (int base = 1; base < BASE_TYPES; base++) {
        if (!variant->exists[base])
            continue;
        double plain = step_value * mobility(tables, (Type)base);
        if (variant->promotes[base]) {
            Type promoted = (Type)(base | TYPE_PROMOTED);
            double gain = step_value * mobility(tables, promoted);
            if (values_uses(tables, VALUE_BOARD + promoted))
                values->value[VALUE_BOARD + promoted] = (int)lround(gain);
            if (gain > plain)
                plain += promotion_share * (gain - plain);
        }
        if (values_uses(tables, VALUE_BOARD + base))
            values->value[VALUE_BOARD + base] = (int)lround(plain);
        if (values_uses(tables, VALUE_HAND + base))
            values->value[VALUE_HAND + base] = (int)lround(hand_share * plain);
    }
}

void values_default(const struct tables *tables, struct values *values) {
    values_estimate(tables, values);
    for (const struct values_shipped *row = values_shipped; row->variant; row++) {
        if (strcmp(row->variant, tables->variant.name) != 0)
            continue;
        int index = values_find(row->parameter);
        // A file of the user's may go by the same name and have other pieces.
        if (index >= 0 && values_uses(tables, index))
            values->value[index] = (int)lround(row->value);
    }
}

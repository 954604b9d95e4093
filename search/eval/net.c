// SPDX-License-Identifier: GPL-3.0-or-later
#include "net.h"

#include <assert.h>
#include <string.h>

#include "memory.h"

// A row in pieces that compilers keep in registers: of longer vectors they make copies.
typedef int16_t Lane __attribute__((vector_size(16), may_alias));
enum { LANES = sizeof(struct net_row) / sizeof(Lane) };
struct lanes {
    Lane lane[LANES];
};

// --- Inputs --------------------------------------------------------------------------------------

// The type whose mirror image the type is: itself, else the first other one; 0 when there is none.
static Type image_of(const struct variant *variant, Type type) {
    const struct movement *movement = &variant->piece[type].movement;
    if (movement_is_mirror(movement, movement))
        return type;
    for (Type other = 1; other < TYPES; other++)
        if (variant_has(variant, other) && (other & TYPE_PROMOTED) == (type & TYPE_PROMOTED) &&
            movement_is_mirror(movement, &variant->piece[other].movement))
            return other;
    return 0;
}

void net_inputs_fill(struct net_inputs *inputs, const struct tables *tables) {
    const struct variant *variant = &tables->variant;
    *inputs = (struct net_inputs){.files = tables->files, .ranks = tables->ranks, .mirrors = true};
    memset(inputs->kind, -1, sizeof inputs->kind);
    for (Type type = 1; type < TYPES; type++) {
        if (inputs->kind[type] >= 0 || !variant_has(variant, type) ||
            tables->royal[piece_make(type, FIRST)])
            continue;
        Type image = image_of(variant, type);
        inputs->mirrors &= image != 0;
        inputs->kind[type] = (int8_t)inputs->kinds;
        if (image && !tables->royal[piece_make(image, FIRST)])
            inputs->kind[image] = (int8_t)inputs->kinds;
        inputs->kinds++;
    }
    inputs->steps = inputs->files > inputs->ranks ? inputs->files : inputs->ranks;
    inputs->offsets = (2 * inputs->files - 1) * (2 * inputs->ranks - 1);
    inputs->offset = WHOSES * WHOSES * inputs->kinds * inputs->steps;
    inputs->hand = inputs->offset + WHOSES * WHOSES * inputs->offsets;
    inputs->king = inputs->hand + WHOSES * inputs->kinds * NET_HANDS;
    inputs->count = inputs->king + WHOSES * inputs->files * inputs->ranks;
}

struct net_weights *net_weights_create(const struct tables *tables) {
    struct net_inputs inputs;
    net_inputs_fill(&inputs, tables);
    struct net_weights *weights =
        mem_calloc(1, sizeof *weights + (size_t)inputs.count * sizeof *weights->input);
    weights->inputs = inputs;
    return weights;
}

// --- Rows ----------------------------------------------------------------------------------------

// Whose something of `side` is in the view of another.
static inline enum net_whose whose(enum side side, enum side view) {
    return side == view ? MINE : THEIRS;
}

// One row for each place of a piece from a side's King, from the row `first` on.
static void fill_places(struct net *net, const struct net_weights *weights, enum side king,
                        Piece piece, int first) {
    const struct net_inputs *inputs = &weights->inputs;
    int kind = inputs->kind[piece_type(piece)];
    net->place[king][piece] = first;
    for (int ahead = 1 - inputs->ranks; ahead < inputs->ranks; ahead++)
        for (int right = 1 - inputs->files; right < inputs->files; right++)
            for (enum side view = FIRST; view < SIDES; view++) {
                enum net_whose of = whose(piece_side(piece), view), from = whose(king, view);
                int turned = view == FIRST ? 1 : -1; // the other side sees the board turned
                const int16_t *distance =
                    weights->input[net_distance(inputs, of, from, kind, king_steps(ahead, right))];
                const int16_t *offset =
                    weights->input[net_offset(inputs, of, from, turned * ahead, turned * right)];
                int16_t *row = net->row[first + net->place_at[place_offset(ahead, right)]].of[view];
                for (int i = 0; i < NET_WIDTH; i++)
                    row[i] = (int16_t)(distance[i] + offset[i]);
            }
}

static void fill_hand(struct net *net, const struct net_weights *weights, enum side side, Type base,
                      int first) {
    const struct net_inputs *inputs = &weights->inputs;
    net->hand[side][base] = first;
    for (int n = 0; n < NET_HANDS; n++)
        for (enum side view = FIRST; view < SIDES; view++)
            memcpy(net->row[first + n].of[view],
                   weights->input[net_hand(inputs, whose(side, view), inputs->kind[base], n)],
                   sizeof *weights->input);
}

static void fill_king(struct net *net, const struct net_weights *weights, enum side side,
                      const struct tables *tables, int first) {
    const struct net_inputs *inputs = &weights->inputs;
    net->king[side] = first;
    for (int square = 0; square < SQUARES; square++)
        for (enum side view = FIRST; tables->on_board[square] && view < SIDES; view++) {
            int file = square_file((Square)square), rank = square_rank((Square)square);
            if (view == SECOND) {
                file = inputs->files - 1 - file;
                rank = inputs->ranks - 1 - rank;
            }
            memcpy(net->row[first + square].of[view],
                   weights->input[net_king(inputs, whose(side, view), file, rank)],
                   sizeof *weights->input);
        }
}

// Fills all rows of the net, or counts them where it is NULL.
static int fill_rows(struct net *net, const struct net_weights *weights,
                     const struct tables *tables) {
    const struct net_inputs *inputs = &weights->inputs;
    int at = NET_HANDS; // the first rows are nothing's: what has no kind has them in hand
    for (enum side side = FIRST; side < SIDES; side++) {
        for (Type type = 1; type < TYPES; type++) {
            if (inputs->kind[type] < 0)
                continue;
            for (enum side king = FIRST; king < SIDES; king++, at += inputs->offsets)
                if (net)
                    fill_places(net, weights, king, piece_make(type, side), at);
            if (type >= BASE_TYPES)
                continue;
            if (net)
                fill_hand(net, weights, side, type, at);
            at += NET_HANDS;
        }
        if (net)
            fill_king(net, weights, side, tables, at);
        at += SQUARES;
    }
    return at;
}

struct net *net_create(const struct net_weights *weights, const struct tables *tables) {
    const struct net_inputs *inputs = &weights->inputs;
    size_t rows = weights->unit ? (size_t)fill_rows(NULL, weights, tables) : 0;
    struct net *net = mem_calloc(1, sizeof *net + rows * sizeof *net->row);
    net->inputs = *inputs;
    net->unit = weights->unit;
    if (!net->unit)
        return net;
    memcpy(net->bias, weights->bias, sizeof net->bias);
    memcpy(net->output, weights->output, sizeof net->output);
    memcpy(net->output_bias, weights->output_bias, sizeof net->output_bias);
    uint16_t at = 0;
    for (int ahead = 1 - inputs->ranks; ahead < inputs->ranks; ahead++)
        for (int right = 1 - inputs->files; right < inputs->files; right++)
            net->place_at[place_offset(ahead, right)] = at++;
    fill_rows(net, weights, tables);
    return net;
}

// --- Sums ----------------------------------------------------------------------------------------

static inline struct lanes load(const struct net_row *row) {
    struct lanes lanes;
    for (int i = 0; i < LANES; i++)
        lanes.lane[i] = ((const Lane *)row)[i];
    return lanes;
}
static inline void store(struct net_row *row, const struct lanes *lanes) {
    for (int i = 0; i < LANES; i++)
        ((Lane *)row)[i] = lanes->lane[i];
}
static inline void add(struct lanes *sum, const struct net_row *row) {
    for (int i = 0; i < LANES; i++)
        sum->lane[i] += ((const Lane *)row)[i];
}
static inline void subtract(struct lanes *sum, const struct net_row *row) {
    for (int i = 0; i < LANES; i++)
        sum->lane[i] -= ((const Lane *)row)[i];
}

// The row of a piece seen from a side's King, and that of a side's n-th piece of a kind in hand.
static inline const struct net_row *place_row(const struct net *net,
                                              const struct position *position, enum side king,
                                              Piece piece, Square square) {
    int offset = king_zone_offset(square, position->royals[king][0]);
    return &net->row[net->place[king][piece] + net->place_at[offset]];
}
static inline const struct net_row *hand_row(const struct net *net, enum side side, Type base,
                                             int n) {
    return &net->row[n < NET_HANDS ? net->hand[side][base] + n : 0];
}

// The part of a side, from what `known` tells of its King's square and learns.
static void sum_up_part(const struct net *net, const struct position *position, enum side king,
                        struct net_known *known, struct net_row *part) {
    enum { EIGHT = 8 };
    const int32_t *place = net->place[king]; // 0: of a wall, a royal, nobody
    struct lanes sum = load(&known->sum);
    for (int eight = RIM * GRID; eight < (RIM + position->tables->ranks) * GRID; eight += EIGHT) {
        if (memcmp(&known->board[eight], &position->board[eight], EIGHT) == 0)
            continue;
        for (int square = eight; square < eight + EIGHT; square++) {
            Piece was = known->board[square], is = position->board[square];
            if (was == is)
                continue;
            if (place[was])
                subtract(&sum, place_row(net, position, king, was, (Square)square));
            if (place[is])
                add(&sum, place_row(net, position, king, is, (Square)square));
            known->board[square] = is;
        }
    }
    uint32_t types = known->hand_types | position->hand_types[king];
    known->hand_types = position->hand_types[king];
    for (; types; types &= types - 1) {
        Type base = (Type)__builtin_ctz(types);
        uint8_t *was = &known->hand[base], is = position->hand[king][base];
        for (; *was < is; ++*was)
            add(&sum, hand_row(net, king, base, *was));
        for (; *was > is; --*was)
            subtract(&sum, hand_row(net, king, base, *was - 1));
    }
    store(&known->sum, &sum);
    add(&sum, &net->row[net->king[king] + position->royals[king][0]]);
    store(part, &sum);
}

void net_sum_up(const struct net *net, const struct position *position, struct net_sums *sums) {
    assert(net->unit);
    memset(sums, 0, sizeof *sums); // where the network says nothing they do not matter
    for (enum side king = FIRST; king < SIDES && net_speaks(position); king++) {
        struct net_known nothing = {0};
        sum_up_part(net, position, king, &nothing, &sums->part[king]);
    }
}

void net_move(const struct net *net, struct net_memory *memory, const struct position *before,
              Move move, const struct position *after, const struct net_sums *sums,
              struct net_sums *next) {
    if (!net_speaks(after)) {
        *next = (struct net_sums){0};
        return;
    }
    const bool *royal = before->tables->royal;
    enum side us = before->side;
    bool drop = move_is_drop(move);
    Square from = move_from(move), to = move_to(move);
    Piece mover = drop ? piece_make(move_dropped(move), us) : before->board[from];
    Piece arrives = move_is_promotion(move) ? mover | TYPE_PROMOTED : mover;
    Piece captured = drop ? PIECE_EMPTY : position_captured(before, move);
    Piece via = drop ? PIECE_EMPTY : position_captured_via(before, move);
    bool other = !net_speaks(before) || royal[mover] != royal[arrives] || royal[captured] ||
                 royal[via]; // the Kings whose places matter
    for (enum side king = FIRST; king < SIDES; king++) {
        if (other || (royal[mover] && king == us)) {
            sum_up_part(net, after, king, &memory->known[king][after->royals[king][0]],
                        &next->part[king]);
            continue;
        }
        struct lanes sum = load(&sums->part[king]);
        if (!royal[mover])
            add(&sum, place_row(net, before, king, arrives, to));
        if (!royal[mover] && !drop)
            subtract(&sum, place_row(net, before, king, mover, from));
        if (captured != PIECE_EMPTY)
            subtract(&sum, place_row(net, before, king, captured, to));
        if (via != PIECE_EMPTY)
            subtract(&sum, place_row(net, before, king, via, move_via(move)));
        if (king == us) {
            const uint8_t *hand = before->hand[us];
            Type base = piece_base(captured), second = piece_base(via);
            if (drop)
                subtract(&sum, hand_row(net, us, piece_base(mover), hand[piece_base(mover)] - 1));
            if (captured != PIECE_EMPTY && before->tables->drops)
                add(&sum, hand_row(net, us, base, hand[base]));
            if (via != PIECE_EMPTY && before->tables->drops)
                add(&sum, hand_row(net, us, second, hand[second] + (second == base)));
        }
        store(&next->part[king], &sum);
    }
}

// --- Output --------------------------------------------------------------------------------------

static inline int32_t weigh(const struct net *net, const struct net_sums *sums, enum side view,
                            const int16_t *output) {
    int16_t clipped[NET_WIDTH], weighed[NET_WIDTH];
    int32_t total = 0;
    for (int i = 0; i < NET_WIDTH; i++) {
        int16_t sum = (int16_t)(net->bias[i] + sums->part[FIRST].of[view][i] +
                                sums->part[SECOND].of[view][i]);
        int16_t at_most = sum < NET_ONE ? sum : NET_ONE;
        clipped[i] = at_most > 0 ? at_most : 0;
        weighed[i] = (int16_t)(clipped[i] * output[i]);
    }
    for (int i = 0; i < NET_WIDTH; i++)
        total += clipped[i] * weighed[i];
    return total;
}

int net_score(const struct net *net, const struct position *position, const struct net_sums *sums) {
    if (!net_speaks(position))
        return 0;
    int bucket = net_bucket(&net->inputs, position->on_board[FIRST] + position->on_board[SECOND]);
    enum side us = position->side;
    int score = (net->output_bias[bucket] + weigh(net, sums, us, net->output[bucket][MINE]) +
                 weigh(net, sums, !us, net->output[bucket][THEIRS])) /
                net->unit;
    score = score < -NET_SCORE_LIMIT  ? -NET_SCORE_LIMIT
            : score > NET_SCORE_LIMIT ? NET_SCORE_LIMIT
                                      : score;
    return us == FIRST ? score : -score;
}

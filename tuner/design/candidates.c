// SPDX-License-Identifier: GPL-3.0-or-later
#include "candidates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "memory.h"
#include "movegen.h"
#include "notation.h"

enum { FILE_MOST = 1 << 20 };

struct tables *candidate_tables(const char *text, const char *file, struct error *error) {
    struct variant *variant = mem_alloc(sizeof *variant);
    struct tables *tables = mem_alloc(sizeof *tables);
    struct position position;
    bool done =
        variant_parse(text, file, variant, error) &&
        tables_build(tables, variant, &variant->rules, error) &&
        fen_parse(NULL, tables, &position, error) &&
        (movegen_any(&position) || error_at(error, file, 0, "the start position has no move"));
    free(variant);
    if (done)
        return tables;
    free(tables);
    return NULL;
}

void candidates_destroy(struct candidates *list) {
    for (int i = 0; i < list->count; i++)
        free(list->of[i].text);
    free(list->of);
    *list = (struct candidates){0};
}

// Do both play alike? All that plays is folded into what stands behind variant and rules, but for
// the start position.
static bool same_play(const struct tables *a, const struct tables *b) {
    size_t folded = offsetof(struct tables, files);
    return memcmp((const char *)a + folded, (const char *)b + folded, sizeof *a - folded) == 0 &&
           strcmp(variant_start_fen(&a->variant, &a->rules),
                  variant_start_fen(&b->variant, &b->rules)) == 0;
}

// Adds a copy. False where it plays as the base, or is there already.
static bool take(struct candidates *list, const struct tables *base, const struct tables *tables,
                 const char *edit, const char *text) {
    bool known = same_play(tables, base);
    for (int i = 0; i < list->count && !known; i++)
        known = strcmp(list->of[i].text, text) == 0;
    list->same += known;
    if (known)
        return false;
    list->of = mem_grow(list->of, list->count, &list->room, sizeof *list->of);
    struct candidate *new = &list->of[list->count++];
    snprintf(new->edit, sizeof new->edit, "%s", edit);
    new->text = mem_strdup(text);
    return true;
}

bool candidates_add_file(struct candidates *list, const struct tables *base, const char *path,
                         struct error *error) {
    char *text = file_read(path, FILE_MOST, error);
    struct tables *tables = text ? candidate_tables(text, path, error) : NULL;
    struct buffer named = buffer_init();
    bool done = tables && variant_print(&tables->variant, &tables->rules, tables->variant.inferred,
                                        base->variant.name, &named, error);
    if (done && !take(list, base, tables, path, named.data))
        done = error_at(error, path, 0, "plays as the game itself, or as a file before it");
    free(text);
    free(tables);
    buffer_destroy(&named);
    return done;
}

// --- One change ----------------------------------------------------------------------------------

struct maker {
    struct candidates *list;
    const struct tables *base;
    Type partner[BASE_TYPES]; // its mirror image; 0: none
    struct variant variant;   // the base's, to be edited
    struct rules rules;
};

static void begin(struct maker *maker) {
    maker->variant = maker->base->variant;
    maker->rules = maker->base->rules;
}

// The game as edited becomes a candidate where the program takes it and reads back what was meant.
__attribute__((format(printf, 2, 3))) static void finish(struct maker *maker, const char *format,
                                                         ...) {
    const struct variant *variant = &maker->variant;
    struct buffer text = buffer_init();
    char edit[EDIT_TEXT];
    FORMAT_ARGUMENTS(edit, sizeof edit, format);
    struct tables *tables =
        variant_print(variant, &maker->rules, variant->inferred, variant->name, &text, NULL)
            ? candidate_tables(text.data, variant->name, NULL)
            : NULL;
    bool meant = tables != NULL;
    for (Type type = 1; type < TYPES && meant; type++)
        meant = !variant_has(variant, type) || movement_same(&variant->piece[type].movement,
                                                             &tables->variant.piece[type].movement);
    if (meant && maker->list->count <= CANDIDATES_MAX)
        take(maker->list, maker->base, tables, edit, text.data);
    free(tables);
    buffer_destroy(&text);
}

// --- Pieces --------------------------------------------------------------------------------------

// False where the notation has no room.
static bool set_movement(struct piece *piece, const struct movement *movement) {
    char betza[BETZA_TEXT];
    betza_print(movement, betza);
    piece->movement = *movement;
    return snprintf(piece->betza, sizeof piece->betza, "%s", betza) < (int)sizeof piece->betza;
}

// The piece moves so, and its mirror image likewise.
static void finish_piece(struct maker *maker, Type type, const struct movement *movement) {
    const struct piece *old = &maker->base->variant.piece[type];
    Type partner = maker->partner[type & (BASE_TYPES - 1)];
    begin(maker);
    bool room = set_movement(&maker->variant.piece[type], movement);
    if (partner) {
        struct movement mirrored = movement_mirror(movement);
        room &= set_movement(&maker->variant.piece[partner | (type & TYPE_PROMOTED)], &mirrored);
    }
    if (room)
        finish(maker, "%s %s -> %s%s", old->name, old->betza, maker->variant.piece[type].betza,
               partner ? ", and its mirror image" : "");
}

// What is changed of a movement: a direction gets a range, a leap or a walk goes.
struct change {
    int direction, leap; // -1: none
    uint8_t range;
    const struct walk *walk; // NULL: none
};

static void apply(const struct change *change, struct movement *movement) {
    uint16_t others = change->leap < 0 ? UINT16_MAX : (uint16_t) ~(1u << change->leap);
    if (change->direction >= 0)
        movement->move_range[change->direction] = movement->capture_range[change->direction] =
            change->range;
    movement->move_leaps &= others;
    movement->capture_leaps &= others;
    movement->lame_move_leaps &= others;
    movement->lame_capture_leaps &= others;
    for (int i = 0; change->walk && i < movement->walk_count; i++) {
        if (memcmp(&movement->walks[i], change->walk, sizeof *change->walk) != 0)
            continue;
        size_t behind = (size_t)(--movement->walk_count - i);
        memmove(&movement->walks[i], &movement->walks[i + 1], behind * sizeof(struct walk));
        memset(&movement->walks[movement->walk_count], 0, sizeof(struct walk));
    }
}

// A piece that is its own mirror image stays so.
static void change_piece(struct maker *maker, Type type, struct change change) {
    const struct movement *old = &maker->base->variant.piece[type].movement;
    struct movement new = *old;
    apply(&change, &new);
    if (movement_is_mirror(old, old)) {
        new = movement_mirror(&new);
        apply(&change, &new);
    }
    if (!movement_same(&new, old))
        finish_piece(maker, type, &new);
}

static void vary_piece(struct maker *maker, Type type) {
    static const uint8_t ranges[] = {0, 1, RANGE_UNLIMITED};
    const struct movement *old = &maker->base->variant.piece[type].movement;
    bool even = movement_is_mirror(old, old); // then the left is the right
    for (int d = 0; d < (even ? 1 + DIRECTIONS / 2 : DIRECTIONS); d++)
        for (int i = 0; i < ARRAY_LENGTH(ranges); i++)
            change_piece(maker, type, (struct change){d, -1, ranges[i], NULL});
    for (int leap = 0; leap < LEAPS; leap++)
        if (!even || leap_dx[leap] >= 0)
            change_piece(maker, type, (struct change){-1, leap, 0, NULL});
    for (int i = 0; i < old->walk_count; i++) // of two mirror images both come to the same
        change_piece(maker, type, (struct change){-1, -1, 0, &old->walks[i]});
}

// Whether a change of it is one of the game: it stands there at the start, is no royal, and the
// first of two that change together.
static bool may_change(const struct maker *maker, Type base) {
    const struct variant *variant = &maker->base->variant;
    const char *fen = variant_start_fen(variant, &maker->base->rules);
    size_t board = strcspn(fen, " ");
    const char letters[] = {type_letter(base), (char)(type_letter(base) - 'A' + 'a'), 0};
    return strcspn(fen, letters) < board && !variant->piece[base].royal &&
           (!maker->partner[base] || base < maker->partner[base]);
}

// --- Promotions ----------------------------------------------------------------------------------

static void take_promotion(struct maker *maker, Type base) {
    struct variant *variant = &maker->variant;
    const struct variant *old = &maker->base->variant;
    Type both[] = {base, maker->partner[base]};
    begin(maker);
    for (int i = 0; i < 2 && both[i]; i++) {
        Type promoted = both[i] | TYPE_PROMOTED;
        variant->promotes[both[i]] = false;
        variant->piece[promoted] = (struct piece){.id = ""};
        variant->flag[promoted] = variant->lion[promoted] = false;
        variant->alias[promoted][0] = 0;
        variant->picture[promoted] = 0;
    }
    finish(maker, "%s does not promote (was %s, %s)%s", old->piece[base].name,
           old->piece[base | TYPE_PROMOTED].name, old->piece[base | TYPE_PROMOTED].betza,
           both[1] ? ", nor its mirror image" : "");
}

static void give_promotion(struct maker *maker, Type base, const struct movement *movement) {
    struct variant *variant = &maker->variant;
    const struct piece *old = &maker->base->variant.piece[base];
    Type both[] = {base, maker->partner[base]};
    bool room = true;
    begin(maker);
    for (int i = 0; i < 2 && both[i]; i++) {
        struct piece *promoted = &variant->piece[both[i] | TYPE_PROMOTED];
        struct movement moves = i == 0 ? *movement : movement_mirror(movement);
        variant->promotes[both[i]] = true;
        *promoted = (struct piece){.id = ""};
        snprintf(promoted->id, sizeof promoted->id, "+%c", type_letter(both[i]));
        snprintf(promoted->name, sizeof promoted->name, "Promoted %.38s",
                 maker->base->variant.piece[both[i]].name);
        room &= set_movement(promoted, &moves);
    }
    if (room)
        finish(maker, "%s %s promotes to %s%s", old->name, old->betza,
               variant->piece[base | TYPE_PROMOTED].betza, both[1] ? ", and its mirror image" : "");
}

static void vary_promotion(struct maker *maker, Type base) {
    const struct variant *variant = &maker->base->variant;
    if (variant->promotes[base]) {
        take_promotion(maker, base);
        return;
    }
    bool may = maker->base->rules.value[RULE_ZONE] > 0; // or on the last rank, or where it is stuck
    for (int square = 0; square < SQUARES; square++)
        may |= (maker->base->arrival[piece_make(base, FIRST)][square] & ARRIVAL_PROMOTES) != 0;
    if (!may)
        return;
    struct movement crowned = variant->piece[base].movement;
    for (int d = 0; d < DIRECTIONS; d++) {
        crowned.move_range[d] = crowned.move_range[d] ? crowned.move_range[d] : 1;
        crowned.capture_range[d] = crowned.capture_range[d] ? crowned.capture_range[d] : 1;
    }
    if (!movement_same(&crowned, &variant->piece[base].movement))
        give_promotion(maker, base, &crowned);
    for (int i = 0; i < variant->base_count; i++) {
        const struct piece *other = &variant->piece[variant->bases[i] | TYPE_PROMOTED];
        if (variant->promotes[variant->bases[i]] && !other->royal &&
            !movement_same(&other->movement, &crowned) &&
            !movement_same(&other->movement, &variant->piece[base].movement))
            give_promotion(maker, base, &other->movement);
    }
}

// --- The start position --------------------------------------------------------------------------

static void set_fen(struct maker *maker, const struct position *position) {
    int array = maker->rules.value[RULE_ARRAY];
    fen_print(position,
              array == ARRAY_CUSTOM ? maker->rules.fen : maker->variant.arrays[array].fen);
    if (array != ARRAY_CUSTOM)
        maker->variant.arrays[array].uneven = false;
}

static Square counterpart(const struct maker *maker, Square square, bool mirror) {
    const struct variant *variant = &maker->base->variant;
    int file = square_file(square);
    return square_at(mirror ? file : variant->files - 1 - file,
                     variant->ranks - 1 - square_rank(square));
}

static void swap(struct position *position, Square a, Square b) {
    Piece one = position->board[a], other = position->board[b];
    position_remove(position, a);
    position_remove(position, b);
    position_put(position, one, b);
    position_put(position, other, a);
}

// Exchanges a and b on both sides, or, without b, takes what is on a away; as the two armies face
// each other.
static void vary_squares(struct maker *maker, const struct position *start, Square a, Square b) {
    const struct piece *pieces = maker->base->variant.piece;
    char first[SQUARE_TEXT], second[SQUARE_TEXT];
    const char *name = pieces[piece_type(start->board[a])].name;
    for (int mirror = 0; mirror < 2; mirror++) {
        struct position position = *start;
        Square of_a = counterpart(maker, a, mirror);
        begin(maker);
        if (b) {
            swap(&position, a, b);
            swap(&position, of_a, counterpart(maker, b, mirror));
        } else {
            position_remove(&position, a);
            position_remove(&position, of_a);
        }
        set_fen(maker, &position);
        if (!symmetry_match(&maker->variant, variant_start_fen(&maker->variant, &maker->rules),
                            NULL))
            continue;
        square_text(a, first);
        if (b)
            finish(maker, "%s %s and %s %s change places, and so on the other side", name, first,
                   pieces[piece_type(start->board[b])].name, square_text(b, second));
        else
            finish(maker, "without %s %s, and so on the other side", name, first);
        return;
    }
}

// One side's army becomes the image of the other's.
static void even_out(struct maker *maker, const struct position *start, enum side side) {
    struct position position = *start;
    begin(maker);
    for (int square = 0; square < SQUARES; square++)
        if (maker->base->on_board[square] && piece_of(start->board[square], !side))
            position_remove(&position, (Square)square);
    for (int square = 0; square < SQUARES; square++) {
        Square there = SQUARE_NONE;
        if (maker->base->on_board[square] && piece_of(start->board[square], side))
            there = counterpart(maker, (Square)square, false);
        if (there && position.board[there] == PIECE_EMPTY)
            position_put(&position, piece_make(piece_type(start->board[square]), !side), there);
    }
    for (Type base = 1; base < BASE_TYPES; base++)
        position_set_hand(&position, !side, base, start->hand[side][base]);
    set_fen(maker, &position);
    finish(maker, "the %s player's army becomes that of the %s", side == FIRST ? "second" : "first",
           side == FIRST ? "first" : "second");
}

static void vary_array(struct maker *maker) {
    const struct tables *base = maker->base;
    const char *fen = variant_start_fen(&base->variant, &base->rules);
    struct position start;
    if (!fen_parse(fen, base, &start, NULL))
        return;
    if (!symmetry_match(&base->variant, fen, NULL)) {
        even_out(maker, &start, FIRST);
        even_out(maker, &start, SECOND);
        return;
    }
    for (int square = 0; square < SQUARES; square++) {
        Square a = (Square)square;
        Piece piece = start.board[a];
        if (!base->on_board[a] || !piece_of(piece, FIRST))
            continue;
        for (int d = 0; d <= 2; d += 2) { // ahead, to the right
            Square b = (Square)(a + direction_delta[d]);
            if (base->on_board[b] && piece_of(start.board[b], FIRST) && start.board[b] != piece)
                vary_squares(maker, &start, a, b);
        }
        if (!base->royal[piece])
            vary_squares(maker, &start, a, SQUARE_NONE);
    }
}

// --- Rules ---------------------------------------------------------------------------------------

static const char *value_name(const struct maker *maker, enum rule rule, int value,
                              char number[12]) {
    snprintf(number, 12, "%d", value);
    return rule == RULE_ZONE       ? number
           : rule != RULE_ARRAY    ? rule_value_name(rule, value)
           : value == ARRAY_CUSTOM ? "own"
                                   : maker->base->variant.arrays[value].name;
}

static void vary_rule(struct maker *maker, enum rule rule) {
    const struct variant *variant = &maker->base->variant;
    int now = maker->base->rules.value[rule];
    if (rule == RULE_PROMOTION_TRIGGER && maker->base->rules.value[RULE_ZONE] == 0)
        return;
    int low = rule == RULE_ZONE ? now - 1 : 0;
    int high = rule == RULE_ZONE    ? now + 2
               : rule == RULE_ARRAY ? variant->array_count
                                    : rule_value_count(rule);
    for (int value = low < 0 ? 0 : low; value < high; value++) {
        char from[12], to[12];
        if (value == now || (rule == RULE_ZONE && value > variant->ranks))
            continue;
        begin(maker);
        maker->variant.has_rule[rule] = true;
        maker->rules.value[rule] = value;
        finish(maker, "%s %s -> %s", rule_name(rule), value_name(maker, rule, now, from),
               value_name(maker, rule, value, to));
    }
}

bool candidates_list(struct candidates *list, const struct tables *base, unsigned vary,
                     struct error *error) {
    struct maker *maker = mem_calloc(1, sizeof *maker);
    const struct variant *variant = &base->variant;
    Type pairs[BASE_TYPES][2];
    *maker = (struct maker){.list = list, .base = base};
    for (int i = variant_mirror_pairs(variant, pairs, BASE_TYPES) - 1; i >= 0; i--) {
        maker->partner[pairs[i][0]] = pairs[i][1];
        maker->partner[pairs[i][1]] = pairs[i][0];
    }
    for (int i = 0; i < 2 * variant->base_count; i++) {
        Type of = variant->bases[i / 2], type = of | (i % 2 ? TYPE_PROMOTED : 0);
        if (vary & VARY_PIECES && variant_has(variant, type) && !variant->piece[type].royal &&
            may_change(maker, of))
            vary_piece(maker, type);
    }
    for (int i = 0; i < variant->base_count; i++)
        if (vary & VARY_PROMOTIONS && may_change(maker, variant->bases[i]))
            vary_promotion(maker, variant->bases[i]);
    if (vary & VARY_ARRAY)
        vary_array(maker);
    for (int rule = 0; rule < RULES; rule++)
        if (vary & VARY_RULES && (variant->has_rule[rule] || rule_is_needed((enum rule)rule)))
            vary_rule(maker, (enum rule)rule);
    free(maker);
    return list->count <= CANDIDATES_MAX ||
           error_set(error, "more than %d changes: --vary takes a part of them",
                     (int)CANDIDATES_MAX);
}

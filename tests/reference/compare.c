// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attacks.h"

enum { SAMPLE = 12 }; // moves of a position that are made, unmade, printed and read

static bool differs(struct comparison *c, const char *what, const char *detail) {
    char fen[FEN_TEXT], rules[RULES_TEXT];
    const struct tables *tables = c->tables;
    return error_set(&c->error, "%s [%s] %.280s: %s: %s", tables->variant.name,
                     rules_text(&tables->rules, &tables->variant, rules),
                     fen_print(&c->position, fen), what, detail);
}

bool compare_start(struct comparison *c, const struct tables *tables, const char *fen) {
    c->tables = tables;
    c->error.text[0] = '\0';
    struct error error;
    if (!fen_parse(fen, tables, &c->position, &error))
        return error_set(&c->error, "%.300s: %.150s", fen, error.text);
    if (!reference_fen(&c->reference, &tables->variant, &tables->rules, fen))
        return error_set(&c->error, "%.300s: the reference cannot read this", fen);
    c->reference.lion_paths = tables->lion_paths;
    return true;
}

static int compare_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static int compare_move(const void *a, const void *b) {
    Move x = *(const Move *)a, y = *(const Move *)b;
    return (x > y) - (x < y);
}

// Text of the first move that one sorted list has and the other has not.
static bool same_texts(struct comparison *c, char (*core)[MOVE_TEXT], int core_count,
                       char (*reference)[MOVE_TEXT], int reference_count) {
    char detail[128];
    int i = 0;
    while (i < core_count && i < reference_count && strcmp(core[i], reference[i]) == 0)
        i++;
    if (i == core_count && i == reference_count)
        return true;
    bool extra = i < core_count && (i == reference_count || strcmp(core[i], reference[i]) < 0);
    snprintf(detail, sizeof detail, "%d moves, reference %d; core %s %s", core_count,
             reference_count, extra ? "has" : "lacks", extra ? core[i] : reference[i]);
    return differs(c, "legal moves", detail);
}

static struct reference_move translate(Move move);

// Passes lead to one position by several texts: which of them a side lists says nothing.
static void one_text_for_passes(const struct comparison *c, struct reference_move move,
                                char text[MOVE_TEXT]) {
    if (c->reference.lion_paths || !reference_is_pass(&c->reference, move))
        return;
    move.via_file = move.from_file;
    move.via_rank = move.from_rank;
    reference_text(move, text);
}

static bool check_moves(struct comparison *c, const Move *list, int count) {
    static const size_t size = MOVE_TEXT;
    char(*core)[MOVE_TEXT] = malloc(MOVES_MAX * size);
    char(*reference)[MOVE_TEXT] = malloc(REFERENCE_MOVES * size);
    struct reference_move *moves = malloc(REFERENCE_MOVES * sizeof *moves);
    if (core == NULL || reference == NULL || moves == NULL)
        abort();
    for (int i = 0; i < count; i++) {
        move_print(list[i], core[i]);
        one_text_for_passes(c, translate(list[i]), core[i]);
    }
    int expected = reference_moves(&c->reference, moves);
    for (int i = 0; i < expected; i++) {
        reference_text(moves[i], reference[i]);
        one_text_for_passes(c, moves[i], reference[i]);
    }
    qsort(core, (size_t)count, size, compare_text);
    qsort(reference, (size_t)expected, size, compare_text);
    bool same = same_texts(c, core, count, reference, expected);
    free(core);
    free(reference);
    free(moves);
    c->moves += count;
    if (count > c->largest)
        c->largest = count;
    return same;
}

static int kind_of(const struct position *position, Move move) {
    if (move_is_drop(move))
        return MOVES_DROPS;
    return position_is_capture(position, move) ? MOVES_CAPTURES : MOVES_QUIETS;
}

// Sorts both.
static bool same_moves(Move *a, int a_count, Move *b, int b_count) {
    qsort(a, (size_t)a_count, sizeof *a, compare_move);
    qsort(b, (size_t)b_count, sizeof *b, compare_move);
    return a_count == b_count && memcmp(a, b, (size_t)a_count * sizeof *a) == 0;
}

// Each set of kinds must give just the moves of those kinds of the whole list.
static bool check_kinds(struct comparison *c, const Move *list, int count) {
    Move *part = malloc(2 * MOVES_MAX * sizeof *part);
    if (part == NULL)
        abort();
    Move *expected = part + MOVES_MAX;
    bool same = true;
    for (int kinds = 0; kinds <= MOVES_ALL && same; kinds++) {
        int found = (int)(movegen(&c->position, kinds, part) - part);
        int wanted = 0;
        for (int i = 0; i < count; i++)
            if (kind_of(&c->position, list[i]) & kinds)
                expected[wanted++] = list[i];
        same = same_moves(part, found, expected, wanted);
        if (!same) {
            char detail[64];
            snprintf(detail, sizeof detail, "kinds %d: %d moves, expected %d", kinds, found,
                     wanted);
            differs(c, "kinds of moves", detail);
        }
    }
    free(part);
    if (same && movegen_count(&c->position) != count)
        return differs(c, "movegen_count", "not the number of moves");
    if (same && movegen_any(&c->position) != (count > 0))
        return differs(c, "movegen_any", "wrong");
    return same;
}

// The captures that end on a square, for every square.
static bool check_captures_on(struct comparison *c, const Move *list, int count) {
    Move *part = malloc(2 * MOVES_MAX * sizeof *part);
    if (part == NULL)
        abort();
    Move *expected = part + MOVES_MAX;
    struct checks checks;
    movegen_checks(&c->position, &checks);
    bool same = true;
    for (int target = 0; target < SQUARES && same; target++) {
        if (!c->tables->on_board[target])
            continue;
        int found = (int)(movegen_captures_on(&c->position, &checks, (Square)target, part) - part);
        int wanted = 0;
        for (int i = 0; i < count; i++)
            if (kind_of(&c->position, list[i]) == MOVES_CAPTURES && move_to(list[i]) == target)
                expected[wanted++] = list[i];
        same = same_moves(part, found, expected, wanted);
        if (!same) {
            char detail[64], name[SQUARE_TEXT];
            snprintf(detail, sizeof detail, "%s: %d moves, expected %d",
                     square_text((Square)target, name), found, wanted);
            differs(c, "captures on a square", detail);
        }
    }
    free(part);
    return same;
}

static bool contains(const Move *list, int count, Move move) {
    for (int i = 0; i < count; i++)
        if (list[i] == move)
            return true;
    return false;
}

// Legal moves, neighbours of legal moves, and noise.
static bool check_is_legal(struct comparison *c, const Move *list, int count) {
    for (int i = 0; i < 4 * SAMPLE; i++) {
        Move move = random_u32(&c->random);
        if (count > 0 && i % 4 != 0) {
            move = list[random_below(&c->random, (uint32_t)count)];
            if (i % 4 == 2)
                move ^= 1u << random_below(&c->random, 32);
            if (i % 4 == 3)
                move ^= random_below(&c->random, 1u << MOVE_VIA_SHIFT);
        }
        if (movegen_is_legal(&c->position, move) != contains(list, count, move)) {
            char detail[64], text[MOVE_TEXT];
            snprintf(detail, sizeof detail, "%s, 0x%08x, %s the list", move_print(move, text),
                     (unsigned)move, contains(list, count, move) ? "in" : "not in");
            return differs(c, "movegen_is_legal", detail);
        }
    }
    return true;
}

static bool check_attacks(struct comparison *c) {
    const struct variant *variant = &c->tables->variant;
    for (int rank = 0; rank < variant->ranks; rank++) {
        for (int file = 0; file < variant->files; file++) {
            for (enum side by = FIRST; by < SIDES; by++) {
                Square square = square_at(file, rank);
                if (attacks_on(&c->position, square, by) ==
                    reference_attacked(&c->reference, file, rank, by))
                    continue;
                char text[SQUARE_TEXT];
                return differs(c, by == FIRST ? "attacks of w on" : "attacks of b on",
                               square_text(square, text));
            }
        }
    }
    for (enum side side = FIRST; side < SIDES; side++)
        if (position_side_in_check(&c->position, side) != reference_in_check(&c->reference, side))
            return differs(c, "position_side_in_check", side == FIRST ? "w" : "b");
    if (position_in_check(&c->position) != reference_in_check(&c->reference, c->reference.side))
        return differs(c, "position_in_check", "wrong");
    return true;
}

// Where check matters, a FEN without a royal is refused; a double capture may take the last two.
static bool can_be_read(const struct position *position) {
    return !position->tables->legality ||
           (position->royal_count[FIRST] > 0 && position->royal_count[SECOND] > 0);
}

// The position as a FEN gives the same bytes again, the same moves in the same order, and is what
// the reference has reached by its own moves.
static bool check_fen(struct comparison *c, const Move *list, int count) {
    char fen[FEN_TEXT];
    struct position fresh;
    struct reference_position reference;
    struct error error;
    fen_print(&c->position, fen);
    if (!reference_fen(&reference, &c->tables->variant, &c->tables->rules, fen) ||
        !reference_same(&reference, &c->reference))
        return differs(c, "make", "the reference has another position");
    if (!can_be_read(&c->position))
        return true;
    if (!fen_parse(fen, c->tables, &fresh, &error))
        return differs(c, "fen_parse of fen_print", error.text);
    if (fresh.key != c->position.key)
        return differs(c, "key", "differs from that of a fresh position");
    if (memcmp(&fresh, &c->position, sizeof fresh) != 0)
        return differs(c, "fen", "another position");
    Move *again = malloc(MOVES_MAX * sizeof *again);
    if (again == NULL)
        abort();
    int found = (int)(movegen(&fresh, MOVES_ALL, again) - again);
    bool same = found == count && memcmp(again, list, (size_t)count * sizeof *list) == 0;
    free(again);
    return same || differs(c, "order of moves", "depends on how the position was reached");
}

static bool check_position(struct comparison *c, const struct position *position,
                           const char *when) {
    struct error error;
    return position_check(position, &error) || differs(c, when, error.text);
}

// The move on the reference's board.
static struct reference_move translate(Move move) {
    struct reference_move result = {0};
    if (move_is_drop(move)) {
        result.drop = move_dropped(move);
    } else {
        result.from_file = (int8_t)square_file(move_from(move));
        result.from_rank = (int8_t)square_rank(move_from(move));
    }
    result.to_file = (int8_t)square_file(move_to(move));
    result.to_rank = (int8_t)square_rank(move_to(move));
    result.promotes = move_is_promotion(move);
    result.two_step = (move & MOVE_TWO_STEP) != 0;
    if (result.two_step) {
        result.via_file = (int8_t)square_file(move_via(move));
        result.via_rank = (int8_t)square_rank(move_via(move));
    }
    return result;
}

static bool check_make(struct comparison *c, Move move) {
    struct position before = c->position, *position = &c->position, fresh;
    struct reference_position reference = reference_make(&c->reference, translate(move)), next;
    struct undo undo;
    struct error error;
    char fen[FEN_TEXT], text[MOVE_TEXT];
    move_print(move, text);
    position_make(position, move, &undo);
    fen_print(position, fen);
    if (!check_position(c, position, "make"))
        return false;
    if (!reference_fen(&next, &c->tables->variant, &c->tables->rules, fen) ||
        !reference_same(&next, &reference))
        return differs(c, "made on the reference's board this is another position", text);
    if (can_be_read(position)) {
        if (!fen_parse(fen, c->tables, &fresh, &error))
            return differs(c, "fen_parse after make", error.text);
        if (memcmp(&fresh, position, sizeof fresh) != 0)
            return differs(c, "a fresh position differs after", text);
    }
    position_unmake(position, move, &undo);
    if (memcmp(&before, position, sizeof before) != 0)
        return differs(c, "unmake does not restore the position after", text);
    Move again;
    if (!move_parse(text, position, &again, &error) || again != move)
        return differs(c, "move_parse of move_print", text);
    return true;
}

static bool check_null(struct comparison *c) {
    struct position before = c->position;
    struct undo undo;
    position_make_null(&c->position, &undo);
    bool changed = c->position.key != before.key && c->position.side != before.side;
    bool sound = check_position(c, &c->position, "null move");
    position_unmake_null(&c->position, &undo);
    if (!sound)
        return false;
    if (!changed || memcmp(&before, &c->position, sizeof before) != 0)
        return differs(c, "null move", "does not pass and come back");
    return true;
}

static void note(struct comparison *c) {
    bool promoted = false;
    int in_hand = 0;
    for (int square = 0; square < SQUARES; square++)
        promoted |= c->tables->on_board[square] && piece_is_promoted(c->position.board[square]);
    for (int base = 0; base < BASE_TYPES; base++)
        in_hand += c->position.hand[c->position.side][base];
    c->positions++;
    c->promoted += promoted;
    c->in_hand += in_hand >= 12;
}

bool compare_all(struct comparison *c) {
    struct position before = c->position;
    Move *list = malloc(MOVES_MAX * sizeof *list);
    if (list == NULL)
        abort();
    int count = (int)(movegen(&c->position, MOVES_ALL, list) - list);
    bool same = check_position(c, &c->position, "position_check") && check_moves(c, list, count) &&
                check_kinds(c, list, count) && check_captures_on(c, list, count) &&
                check_is_legal(c, list, count) && check_attacks(c) && check_fen(c, list, count) &&
                check_null(c);
    for (int i = 0; same && i < SAMPLE && i < count; i++) {
        int choice = count <= SAMPLE ? i : (int)random_below(&c->random, (uint32_t)count);
        same = check_make(c, list[choice]);
    }
    free(list);
    if (same && memcmp(&before, &c->position, sizeof before) != 0)
        same = differs(c, "questions", "change the position");
    note(c);
    return same;
}

bool compare_moves(struct comparison *c) {
    Move *list = malloc(MOVES_MAX * sizeof *list);
    if (list == NULL)
        abort();
    int count = (int)(movegen(&c->position, MOVES_ALL, list) - list);
    bool same = check_moves(c, list, count);
    free(list);
    note(c);
    return same;
}

static Move choose(struct comparison *c, const Move *list, int count, int taste) {
    Move move = MOVE_NONE;
    for (int tries = 0; tries < 6; tries++) {
        move = list[random_below(&c->random, (uint32_t)count)];
        int kind = kind_of(&c->position, move);
        if (taste == 0 || (taste == 1 && kind == MOVES_CAPTURES) ||
            (taste == 2 && (move_is_promotion(move) || kind == MOVES_DROPS)))
            break;
    }
    // In a crowd of drops a random move is nearly always one of them; full hands need the others.
    if (taste == 1 && move_is_drop(move) && !move_is_drop(list[0]))
        move = list[0];
    return move;
}

bool compare_step(struct comparison *c, int taste) {
    Move *list = malloc(MOVES_MAX * sizeof *list);
    if (list == NULL)
        abort();
    int kinds = taste == 1 ? MOVES_CAPTURES | MOVES_QUIETS : MOVES_ALL;
    int count = (int)(movegen(&c->position, kinds, list) - list);
    if (count == 0 && taste == 1)
        count = (int)(movegen(&c->position, MOVES_ALL, list) - list);
    Move move = count > 0 ? choose(c, list, count, taste) : MOVE_NONE;
    free(list);
    if (move == MOVE_NONE)
        return false;
    struct undo undo;
    c->reference = reference_make(&c->reference, translate(move));
    position_make(&c->position, move, &undo);
    char fen[FEN_TEXT];
    struct reference_position seen;
    if (!reference_fen(&seen, &c->tables->variant, &c->tables->rules,
                       fen_print(&c->position, fen)) ||
        !reference_same(&seen, &c->reference))
        return differs(c, "make", "the reference has another position");
    return true;
}

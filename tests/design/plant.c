// SPDX-License-Identifier: GPL-3.0-or-later
// A random game of tests/reference/invent.c and the same with a designed fault, for trust.sh:
//   plant SEED piece|row|drops HEALTHY.ini FAULTY.ini
// piece: all pieces move by steps and slides, and one of their moves is taken away, which the
// estimate says is the heaviest loss; row: pieces of the first player's fullest rank are all of the
// kind that the estimate values most; drops: nothing is dropped. Exit 0 and the fault in a line
// where one of the changes of the faulty game gives the healthy one back, 3 where there is no such
// fault.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "candidates.h"
#include "invent.h"
#include "notation.h"
#include "values.h"
#include "variant.h"

// The game as the program writes it.
static struct buffer print(const struct variant *variant, const struct rules *rules) {
    struct buffer text = buffer_init();
    struct error error = {""};
    if (!variant_print(variant, rules, variant->inferred, variant->name, &text, &error))
        buffer_clear(&text);
    return text;
}

// Is `healthy` one of the changes of `faulty`?
static bool repairs(const char *faulty, const char *healthy, unsigned vary) {
    struct error error = {""};
    struct candidates list = {0};
    struct tables *tables = candidate_tables(faulty, "faulty", &error);
    bool found = false;
    if (tables && candidates_list(&list, tables, vary, &error))
        for (int i = 0; i < list.count && !found; i++)
            found = strcmp(list.of[i].text, healthy) == 0;
    candidates_destroy(&list);
    free(tables);
    return found;
}

static bool is_part(const struct movement *part, const struct movement *whole) {
    for (int d = 0; d < DIRECTIONS; d++)
        if (part->move_range[d] > whole->move_range[d] ||
            part->capture_range[d] > whole->capture_range[d])
            return false;
    return part->walk_count <= whole->walk_count;
}

// What the estimate says that the first player loses at the start; 0 where a move is added.
static int loss(const struct tables *base, const char *text) {
    struct error error = {""};
    struct tables *tables = candidate_tables(text, "text", &error);
    struct position position;
    struct values before, after;
    int lost = 0;
    bool less = tables &&
                fen_parse(variant_start_fen(&base->variant, &base->rules), base, &position, &error);
    for (Type type = 1; less && type < TYPES; type++)
        less = is_part(&tables->variant.piece[type].movement, &base->variant.piece[type].movement);
    if (less) {
        values_estimate(base, &before);
        values_estimate(tables, &after);
        for (int square = 0; square < SQUARES; square++)
            if (base->on_board[square] && piece_of(position.board[square], FIRST)) {
                int index = VALUE_BOARD + piece_type(position.board[square]);
                lost += before.value[index] - after.value[index];
            }
    }
    free(tables);
    return lost;
}

// Steps and slides for all pieces: of these a change takes one away, and another gives it back.
static void make_ordinary(struct variant *variant, struct random *random) {
    static const char *const moves[] = {"W",  "F",  "K",  "R",  "B",    "WfF", "FfW", "fW",  "fFbW",
                                        "RF", "BW", "vR", "sR", "fRbW", "WfB", "FsR", "fFW", "fB"};
    for (Type type = 1; type < TYPES; type++) {
        struct piece *piece = &variant->piece[type];
        struct error error = {""};
        if (!variant_has(variant, type) || piece->royal)
            continue;
        snprintf(piece->betza, sizeof piece->betza, "%s",
                 moves[random_below(random, ARRAY_LENGTH(moves))]);
        if (!betza_parse(piece->betza, &piece->movement, &error))
            exit(1);
    }
}

static char *plant_piece(const struct tables *base, const char *healthy, char edit[EDIT_TEXT]) {
    struct error error = {""};
    struct candidates list = {0};
    char *faulty = NULL;
    int most = 0;
    if (candidates_list(&list, base, VARY_PIECES, &error))
        for (int i = 0; i < list.count; i++) {
            int lost = loss(base, list.of[i].text);
            if (lost <= most || !repairs(list.of[i].text, healthy, VARY_PIECES))
                continue;
            most = lost;
            free(faulty);
            faulty = strdup(list.of[i].text);
            snprintf(edit, EDIT_TEXT, "%s", list.of[i].edit);
        }
    candidates_destroy(&list);
    return faulty;
}

static char *plant_row(const struct tables *base, char edit[EDIT_TEXT]) {
    struct variant *variant = malloc(sizeof *variant);
    struct values values;
    struct position position;
    struct error error = {""};
    Type best = 0;
    int row = 0, most = 0;
    if (!variant ||
        !fen_parse(variant_start_fen(&base->variant, &base->rules), base, &position, &error))
        exit(1);
    values_estimate(base, &values);
    for (Type type = 1; type < BASE_TYPES; type++)
        if (base->variant.exists[type] && !base->variant.piece[type].royal &&
            (!best || values.value[VALUE_BOARD + type] > values.value[VALUE_BOARD + best]))
            best = type;
    for (int pass = 0; pass < 2; pass++)
        for (int rank = 0; rank < base->ranks; rank++) {
            int count = 0;
            for (int file = 0; file < base->files; file++) {
                Square square = square_at(file, rank);
                Piece piece = position.board[square];
                if (!piece_of(piece, FIRST) || base->royal[piece])
                    continue;
                count++;
                if (pass && rank == row) {
                    position_remove(&position, square);
                    position_put(&position, piece_make(best, FIRST), square);
                }
            }
            if (!pass && count > most) {
                most = count;
                row = rank;
            }
        }
    *variant = base->variant;
    fen_print(&position, variant->arrays[base->rules.value[RULE_ARRAY]].fen);
    snprintf(edit, EDIT_TEXT, "rank %d of the first player all %s", row + 1,
             variant->piece[best].name);
    struct buffer text = print(variant, &base->rules);
    free(variant);
    return text.data;
}

static char *plant_drops(const struct tables *base, char edit[EDIT_TEXT]) {
    struct rules rules = base->rules;
    if (!base->drops)
        return NULL;
    rules.value[RULE_DROPS] = DROPS_OFF;
    snprintf(edit, EDIT_TEXT, "drops on -> off");
    return print(&base->variant, &rules).data;
}

static void save(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        exit(1);
}

int main(int count, char **words) {
    if (count != 5)
        return 2;
    struct random random = random_init(strtoull(words[1], NULL, 10), 0, RANDOM_TEST);
    struct error error = {""};
    char text[INVENT_TEXT], edit[EDIT_TEXT] = "";
    invent_variant(&random, text);
    struct tables *base = candidate_tables(text, "invented", &error);
    if (!base || !symmetry_match(&base->variant, base->variant.arrays[0].fen, NULL))
        return 3;
    bool piece = strcmp(words[2], "piece") == 0;
    if (piece)
        make_ordinary(&base->variant, &random);
    struct buffer healthy = print(&base->variant, &base->rules);
    if (piece) { // as it reads back
        free(base);
        base = candidate_tables(healthy.data, "ordinary", &error);
        if (!base)
            return 3;
    }
    char *faulty = piece                          ? plant_piece(base, healthy.data, edit)
                   : strcmp(words[2], "row") == 0 ? plant_row(base, edit)
                                                  : plant_drops(base, edit);
    bool planted = faulty && repairs(faulty, healthy.data, VARY_ALL);
    if (planted) {
        save(words[3], healthy.data);
        save(words[4], faulty);
        puts(edit);
    }
    free(faulty);
    buffer_destroy(&healthy);
    free(base);
    return planted ? 0 : 3;
}

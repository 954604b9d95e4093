// SPDX-License-Identifier: GPL-3.0-or-later
// A random game of tests/reference/invent.c and the same with a designed fault, for trust.sh:
//   plant SEED piece|row|drops HEALTHY.ini FAULTY.ini
// piece: a piece's move is taken away; row: pieces of the first player's fullest rank are all of
// the kind that the estimate values most; drops: nothing is dropped. Exit 0 and the fault in a line
// where one of the changes of the faulty game gives the healthy one back, 3 where there is no such
// fault.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "candidates.h"
#include "invent.h"
#include "notation.h"
#include "values.h"
#include "variant_print.h"

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

static bool takes_away(const struct tables *base, const char *text) {
    struct error error = {""};
    struct tables *tables = candidate_tables(text, "text", &error);
    bool less = tables != NULL;
    for (Type type = 1; less && type < TYPES; type++)
        less = is_part(&tables->variant.piece[type].movement, &base->variant.piece[type].movement);
    free(tables);
    return less;
}

static char *plant_piece(const struct tables *base, const char *healthy, struct random *random,
                         char edit[EDIT_TEXT]) {
    struct error error = {""};
    struct candidates list = {0};
    char *faulty = NULL;
    if (candidates_list(&list, base, VARY_PIECES, &error) && list.count)
        for (int tries = 0; tries < 24 && !faulty; tries++) {
            const struct candidate *of = &list.of[random_below(random, (uint32_t)list.count)];
            if (!takes_away(base, of->text) || !repairs(of->text, healthy, VARY_PIECES))
                continue;
            faulty = strdup(of->text);
            snprintf(edit, EDIT_TEXT, "%s", of->edit);
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
    struct buffer healthy = print(&base->variant, &base->rules);
    char *faulty = strcmp(words[2], "piece") == 0 ? plant_piece(base, healthy.data, &random, edit)
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

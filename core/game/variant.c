// SPDX-License-Identifier: GPL-3.0-or-later
#include "variant.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "board_text.h"
#include "buffer.h"
#include "file.h"

enum { BUILTINS_MAX = 64, FILE_MAX = 1 << 20 };

const char *variant_builtin_name(int index) {
    assert(index >= 0);
    return variant_builtins[index].name;
}

const char *variant_builtin_text(const char *name) {
    for (int i = 0; variant_builtins[i].name; i++)
        if (strcmp(variant_builtins[i].name, name) == 0)
            return variant_builtins[i].text;
    return NULL;
}

bool variant_load(const char *name, struct variant *variant, struct error *error) {
    const char *names[BUILTINS_MAX], *builtin = variant_builtin_text(name);
    int count = 0;
    if (builtin)
        return variant_parse(builtin, name, variant, error);
    for (; count < BUILTINS_MAX && variant_builtins[count].name; count++)
        names[count] = variant_builtins[count].name;
    size_t length = strlen(name);
    if (!strchr(name, '/') && (length < 4 || strcmp(name + length - 4, ".ini") != 0))
        return nearest_error(error, "variant", name, names, count,
                             "; or give the path of an .ini file");
    char *text = file_read(name, FILE_MAX, error);
    bool done = text && variant_parse(text, name, variant, error);
    free(text);
    return done;
}

static const struct {
    const char *name;
    int place;
} picture_list[] = {
#define PICTURE(name, place) {name, place},
#include "pictures.def"
#undef PICTURE
};

const char *picture_name(int index) {
    assert(index >= 0);
    return index < ARRAY_LENGTH(picture_list) ? picture_list[index].name : NULL;
}

int picture_place(int index) {
    assert(index >= 0 && index < ARRAY_LENGTH(picture_list));
    return picture_list[index].place;
}

const char *variant_start_fen(const struct variant *variant, const struct rules *rules) {
    assert(rules->value[RULE_ARRAY] >= ARRAY_CUSTOM &&
           rules->value[RULE_ARRAY] < variant->array_count);
    int array = rules->value[RULE_ARRAY];
    return array == ARRAY_CUSTOM ? rules->fen : variant->arrays[array].fen;
}

Type variant_type(const struct variant *variant, const char *word) {
    bool promoted = *word == '+';
    const char *letter = word + promoted;
    if (*letter < 'A' || *letter > 'Z' || letter[1])
        return 0;
    Type type = type_of_letter(*letter) | (promoted ? TYPE_PROMOTED : 0);
    return variant_has(variant, type) ? type : 0;
}

Type variant_find_piece(const struct variant *variant, const char *text, struct error *error) {
    char upper[4];
    snprintf(upper, sizeof upper, "%s", text);
    for (char *c = upper; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    Type type = variant_type(variant, upper);
    if (type)
        return type;
    for (int pass = 0; pass < 3 && *text; pass++)
        for (type = 1; type < TYPES; type++)
            if (pass == 0   ? strcmp(variant->piece[type].id, text) == 0
                : pass == 1 ? strcmp(variant->alias[type], text) == 0
                            : strcasecmp(variant->piece[type].name, text) == 0)
                return type;
    const char *names[2 * TYPES];
    char list[256] = "";
    int count = 0;
    for (int i = 0; i < 2 * variant->base_count; i++) {
        type = variant->bases[i / 2] | (i % 2 ? TYPE_PROMOTED : 0);
        const struct piece *piece = &variant->piece[type];
        if (!variant_has(variant, type))
            continue;
        names[count++] = piece->name;
        names[count++] = piece->id;
        size_t used = strlen(list);
        if (i % 2 == 0)
            snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", piece->id);
    }
    char hint[NEAREST_TEXT];
    nearest_hint(text, names, count, hint);
    error_set(error, "'%s': no such piece in %s%s there are %s, and + before those that promote",
              text, variant->name, *hint ? hint : ";", list);
    return 0;
}

// Pieces of FIRST that start unpromoted as `type`.
static int count_at_start(const struct variant *variant, Type type) {
    int count = 0;
    struct fen_walk walk = fen_walk(variant->arrays[0].fen, variant->ranks);
    while (fen_next(&walk))
        count += walk.letter == type_letter(type) && !walk.promoted;
    return count;
}

int variant_mirror_pairs(const struct variant *variant, Type pairs[][2], int max) {
    assert(max >= 0);
    int count = 0;
    for (Type a = 1; a < BASE_TYPES; a++)
        for (Type b = a + 1; b < BASE_TYPES && count < max; b++) {
            if (!variant->exists[a] || !variant->exists[b] ||
                variant->promotes[a] != variant->promotes[b])
                continue;
            const struct movement *move_a = &variant->piece[a].movement;
            const struct movement *move_b = &variant->piece[b].movement;
            // Two symmetric pieces that move alike are each other's image in no interesting way.
            if (!movement_is_mirror(move_a, move_b) || movement_is_mirror(move_a, move_a))
                continue;
            if (variant->promotes[a] &&
                !movement_is_mirror(&variant->piece[a | TYPE_PROMOTED].movement,
                                    &variant->piece[b | TYPE_PROMOTED].movement))
                continue;
            if (count_at_start(variant, a) != 1 || count_at_start(variant, b) != 1)
                continue;
            pairs[count][0] = a;
            pairs[count++][1] = b;
        }
    return count;
}

char *variant_flag_pieces(const struct variant *variant, char text[PIECES_TEXT]) {
    size_t used = 0;
    bool all = true;
    text[0] = 0;
    for (int i = 0; i < 2 * variant->base_count; i++) {
        Type type = variant->bases[i / 2] | (i % 2 ? TYPE_PROMOTED : 0);
        if (!variant_has(variant, type))
            continue;
        all &= variant->flag[type];
        if (variant->flag[type] && used < PIECES_TEXT - NAME_TEXT - 8)
            used += (size_t)snprintf(text + used, PIECES_TEXT - used, "%s%s", used ? " or " : "",
                                     variant->piece[type].name);
        else if (variant->flag[type] && text[used - 1] != '.')
            used += (size_t)snprintf(text + used, PIECES_TEXT - used, " ...");
    }
    return all ? strcpy(text, "any piece") : text;
}

enum { SHOWN = 4 }; // differences that are told one by one

struct armies {
    const struct variant *variant;
    Type type[SIDES][BOARD_MAX][BOARD_MAX]; // [side][rank][file], 0 = none of that side
    int hand[SIDES][BASE_TYPES];
};

static struct armies read_armies(const struct variant *variant, const char *fen) {
    struct armies armies = {.variant = variant};
    struct fen_walk walk = fen_walk(fen, variant->ranks);
    while (fen_next(&walk))
        if (walk.file < BOARD_MAX && walk.rank >= 0) {
            enum side side = isupper((unsigned char)walk.letter) ? FIRST : SECOND;
            armies.type[side][walk.rank][walk.file] =
                type_of_letter((char)toupper((unsigned char)walk.letter)) |
                (walk.promoted ? TYPE_PROMOTED : 0);
        }
    if (*walk.at == '[')
        for (const char *c = walk.at + 1; isalpha((unsigned char)*c); c++)
            armies.hand[isupper((unsigned char)*c) ? FIRST : SECOND]
                       [type_of_letter((char)toupper((unsigned char)*c))]++;
    return armies;
}

// May `b` stand where the mirror image of `a` belongs?
static bool is_image(const struct variant *variant, Type a, Type b) {
    if (!a || !b)
        return a == b;
    const struct piece *one = &variant->piece[a], *other = &variant->piece[b];
    Type base_a = a & (BASE_TYPES - 1), base_b = b & (BASE_TYPES - 1);
    if (one->royal != other->royal || !movement_is_mirror(&one->movement, &other->movement))
        return false;
    if (a & TYPE_PROMOTED || b & TYPE_PROMOTED)
        return (a & TYPE_PROMOTED) == (b & TYPE_PROMOTED);
    return variant->promotes[base_a] == variant->promotes[base_b] &&
           (!variant->promotes[base_a] ||
            is_image(variant, base_a | TYPE_PROMOTED, base_b | TYPE_PROMOTED));
}

// Adds " X", a piece as a FEN has it.
static void add_piece(struct buffer *text, Type type) {
    if (type)
        buffer_printf(text, " %s%c", type & TYPE_PROMOTED ? "+" : "", type_letter(type));
    else
        buffer_text(text, " (empty)");
}

// How many squares of the first player do not have their counterpart; writes the first few.
static int compare(const struct armies *armies, bool mirror, struct buffer *text) {
    const struct variant *variant = armies->variant;
    int count = 0;
    for (int rank = 0; rank < variant->ranks; rank++)
        for (int file = 0; file < variant->files; file++) {
            int other_rank = variant->ranks - 1 - rank;
            int other_file = mirror ? file : variant->files - 1 - file;
            Type a = armies->type[FIRST][rank][file];
            Type b = armies->type[SECOND][other_rank][other_file];
            if ((mirror ? is_image(variant, a, b) : a == b) || ++count > SHOWN)
                continue;
            buffer_printf(text, "%s%c%d", text->length ? ", " : "", 'a' + file, rank + 1);
            add_piece(text, a);
            buffer_printf(text, " faces %c%d", 'a' + other_file, other_rank + 1);
            add_piece(text, b);
        }
    if (count > SHOWN)
        buffer_printf(text, ", %d more", count - SHOWN);
    for (int base = 0; base < BASE_TYPES; base++) {
        int first = armies->hand[FIRST][base], second = armies->hand[SECOND][base];
        if (first != second && ++count <= SHOWN)
            buffer_printf(text, "%s%d %c in hand against %d", text->length ? ", " : "", first,
                          type_letter((Type)base), second);
    }
    return count;
}

bool symmetry_match(const struct variant *variant, const char *fen,
                    char differences[SYMMETRY_TEXT]) {
    struct armies armies = read_armies(variant, fen);
    struct buffer turned = buffer_init(), mirrored = buffer_init();
    int rotation = compare(&armies, false, &turned), mirror = compare(&armies, true, &mirrored);
    if (rotation && mirror && differences)
        snprintf(differences, SYMMETRY_TEXT, "%.280s; otherwise %s",
                 mirror < rotation ? mirrored.data : turned.data,
                 mirror < rotation ? "a mirror image" : "a rotation");
    buffer_destroy(&turned);
    buffer_destroy(&mirrored);
    return !rotation || !mirror;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "xboard_setup_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "xboard_betza_internal.h"

// XBoard's pictures by their places in its tables. Left out: its Pawn (which it forbids to be
// dropped on the first rank), its Lion (to which it applies rules of its own), and those without a
// picture; its Prince, a second royal, stands for a Prince alone.
enum { PLACE_KING = XBOARD_PLACES - 1 };

// The picture that suits a piece of that name.
static const struct {
    uint8_t place;
    const char *name;
} pictures[] = {
    {22, "Pawn"},            // sword
    {55, "Tokin"},           // gold pawn
    {3, "Rook"},             // rook
    {14, "Dragon King"},     // crowned rook
    {2, "Bishop"},           // bishop
    {13, "Dragon Horse"},    // crowned bishop
    {1, "Knight"},           // knight
    {18, "Lance"},           // lance
    {4, "Queen"},            // queen
    {5, "Silver General"},   // advisor
    {60, "Promoted Silver"}, // gold silver
    {60, "Silver Pashtun"},  // gold silver
    {56, "Promoted Knight"}, // gold knight
    {59, "Promoted Lance"},  // gold lance
    {9, "Gold General"},     // gold
    {36, "Copper General"},  // copper
    {20, "Kirin"},           // unicorn
    {39, "Center Standard"}, // flag
    {7, "Phoenix"},          // crossed swords
    {8, "Great Dove"},       // star
    {11, "Left Chariot"},    // cannon
    {25, "Right Chariot"},   // tower
    {19, "Blue Gecko"},      // cobra
    {38, "Divine Turtle"},   // viking
    {45, "Purple Finch"},    // butterfly
    {34, "Divine Sparrow"},  // pegasus
    {33, "Left General"},    // left shield
    {40, "Left Army"},       // axe
    {49, "Right General"},   // right shield
    {37, "Right Army"},      // iron
    {28, "Left Quail"},      // duck
    {42, "Left Tiger"},      // leopard
    {17, "Right Quail"},     // hawk
    {32, "Right Tiger"},     // cub
    {50, "Prince"},          // prince
};

// The pictures that other pieces take, in this order: camel, zebra, dolphin, wolf, bell, hat,
// wizard, gnu, elephant, dragon, claw, nightrider, chancellor, princess, promoted sword, lying
// sword, promoted dragon, promoted rook, promoted horse, promoted bishop, copper, iron, duck, hawk,
// cobra, butterfly, cannon, tower, cub, leopard, pegasus, unicorn, viking, flag, axe, star, crossed
// swords, left shield, right shield, gold, advisor, queen, knight, lance, gold pawn, gold silver,
// gold knight, gold lance, crowned rook, crowned bishop, rook, bishop, sword, promoted lying sword.
static const uint8_t spare_pictures[] = {24, 23, 41, 26, 10, 27, 35, 31, 6,  30, 43, 12, 16, 64,
                                         62, 61, 58, 47, 57, 46, 36, 37, 28, 17, 19, 45, 11, 25,
                                         32, 42, 34, 20, 38, 39, 40, 8,  7,  33, 49, 9,  5,  4,
                                         1,  18, 55, 60, 56, 59, 14, 13, 3,  2,  22, 63};

// Types in hand of the games that XBoard knows itself, in its order.
static const struct {
    const char *name, *hand;
} known_games[] = {{"chu", ""}, {"shogi", "PNBRLSG"}};

char *xboard_name(const struct variant *variant, char name[NAME_TEXT]) {
    char *at = name;
    for (const char *c = *variant->xboard ? variant->xboard : variant->name; *c; c++)
        if (*c != '-')
            *at++ = (char)tolower((unsigned char)*c);
    *at = 0;
    return name;
}

bool xboard_names(const struct variant *variant, const char *name) {
    char own[NAME_TEXT];
    int files, ranks, hand, length = 0;
    if (sscanf(name, "%dx%d+%d_%n", &files, &ranks, &hand, &length) == 3 && length > 0 &&
        files == variant->files && ranks == variant->ranks)
        name += length;
    return strcmp(name, xboard_name(variant, own)) == 0 || strcmp(name, variant->name) == 0;
}

static bool has_form(const struct variant *variant, int type) {
    int base = type & (BASE_TYPES - 1);
    return base && variant->exists[base] && (!(type & TYPE_PROMOTED) || variant->promotes[base]);
}

// The row of `pictures` that suits the piece, or their number where none does.
static int find_picture(const struct piece *piece) {
    int row = 0;
    while (row < ARRAY_LENGTH(pictures) && strcmp(pictures[row].name, piece->name) != 0)
        row++;
    return row;
}

// Pieces whose name has a picture come first, so that no other takes it from them.
static bool has_picture(const struct piece *piece) {
    return find_picture(piece) < ARRAY_LENGTH(pictures);
}

// The place for a piece: the one for its name, else a spare one. 0 = none is left.
static int choose_place(const struct xboard_setup *setup, const struct piece *piece) {
    int row = find_picture(piece);
    if (row < ARRAY_LENGTH(pictures) && !setup->places[pictures[row].place])
        return pictures[row].place;
    for (int i = 0; i < ARRAY_LENGTH(spare_pictures); i++)
        if (!setup->places[spare_pictures[i]])
            return spare_pictures[i];
    return 0;
}

static bool choose_places(struct xboard_setup *setup) {
    const struct variant *variant = &setup->tables->variant;
    for (int base = 1; base < BASE_TYPES; base++)
        if (variant->exists[base] && variant->piece[base].royal) {
            if (setup->places[PLACE_KING])
                return false;
            setup->places[PLACE_KING] = (Type)base;
        }
    if (!setup->places[PLACE_KING])
        return false;
    for (int named = 1; named >= 0; named--)
        for (int type = 1; type < TYPES; type++)
            if (has_form(variant, type) && type != setup->places[PLACE_KING] &&
                has_picture(&variant->piece[type]) == named) {
                int place = choose_place(setup, &variant->piece[type]);
                if (!place)
                    return false;
                setup->places[place] = (Type)type;
            }
    return true;
}

bool xboard_setup_init(struct xboard_setup *setup, const struct tables *tables) {
    const struct variant *variant = &tables->variant;
    *setup = (struct xboard_setup){.tables = tables};
    for (int i = 0; i < ARRAY_LENGTH(known_games); i++)
        if (strcmp(variant->xboard, known_games[i].name) == 0) {
            setup->known = true;
            for (const char *c = known_games[i].hand; tables->drops && *c; c++)
                setup->hand[setup->hand_count++] = type_of_letter(*c);
            return true;
        }
    if (!choose_places(setup))
        return false;
    for (int place = 0; tables->drops && place < PLACE_KING; place++) {
        Type type = setup->places[place];
        if (type && !(type & TYPE_PROMOTED))
            setup->hand[setup->hand_count++] = type;
    }
    return tables->ranks <= XBOARD_RANKS_MAX && setup->hand_count <= XBOARD_RANKS_MAX &&
           tables->files + (setup->hand_count ? XBOARD_HAND_FILES : 0) <= XBOARD_FILES_MAX;
}

// The piece's letter at each place, ^ and its letter for a promoted piece; then the same in lower
// case.
static char *letters(const struct xboard_setup *setup, char text[]) {
    char *at = text;
    for (enum side side = FIRST; side < SIDES; side++)
        for (int place = 0; place < XBOARD_PLACES; place++) {
            Type type = setup->places[place];
            char letter = type ? type_letter(type) : '.';
            if (type & TYPE_PROMOTED)
                *at++ = '^';
            *at++ = side == FIRST ? letter : (char)tolower((unsigned char)letter);
        }
    *at = 0;
    return text;
}

void xboard_setup_print(const struct xboard_setup *setup,
                        void (*line)(void *context, const char *text), void *context) {
    const struct tables *tables = setup->tables;
    const struct variant *variant = &tables->variant;
    char text[FEN_TEXT + 4 * XBOARD_PLACES + 32], table[4 * XBOARD_PLACES + 1], fen[FEN_TEXT];
    strcpy(fen, variant_start_fen(variant, &tables->rules));
    char *hands = strchr(fen, '['), *rest = strchr(fen, ' ');
    if (hands && rest && hands < rest && !setup->hand_count)
        memmove(hands, rest, strlen(rest) + 1);
    if (!setup->known) {
        snprintf(text, sizeof text, "setup (%s) %dx%d+%d_chu %s", letters(setup, table),
                 tables->files, tables->ranks, setup->hand_count, fen);
        line(context, text);
    } else if (tables->rules.value[RULE_ARRAY] != variant->rules.value[RULE_ARRAY]) {
        snprintf(text, sizeof text, "setup %s", fen); // heeded with -testLegality false
        line(context, text);
    }
    for (int type = 1; type < TYPES; type++) {
        char betza[XBOARD_BETZA_TEXT];
        if (!has_form(variant, type))
            continue;
        // A piece that its dialect has no words for is left out: XBoard does not know its moves.
        if (!xboard_betza(&variant->piece[type].movement, betza))
            continue;
        snprintf(text, sizeof text, "piece %s%c& %s", type & TYPE_PROMOTED ? "+" : "",
                 type_letter((Type)type), betza);
        line(context, text);
    }
}

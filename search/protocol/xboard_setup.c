// SPDX-License-Identifier: GPL-3.0-or-later
#include "xboard_setup.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "xboard_betza.h"

// Places of XBoard's pictures. Left out: its Pawn (which it forbids to be dropped on the first
// rank), its Lion (to which it applies rules of its own), its Prince (a second royal), and those
// without a picture.
enum place {
    PLACE_KNIGHT = 1,
    PLACE_BISHOP,
    PLACE_ROOK,
    PLACE_QUEEN,
    PLACE_ADVISOR,
    PLACE_ELEPHANT,
    PLACE_CROSSED_SWORDS,
    PLACE_STAR,
    PLACE_GOLD,
    PLACE_BELL,
    PLACE_CANNON,
    PLACE_NIGHTRIDER,
    PLACE_CROWNED_BISHOP,
    PLACE_CROWNED_ROOK,
    PLACE_CHANCELLOR = 16,
    PLACE_HAWK,
    PLACE_LANCE,
    PLACE_COBRA,
    PLACE_UNICORN,
    PLACE_SWORD = 22,
    PLACE_ZEBRA,
    PLACE_CAMEL,
    PLACE_TOWER,
    PLACE_WOLF,
    PLACE_HAT,
    PLACE_DUCK,
    PLACE_DRAGON = 30,
    PLACE_GNU,
    PLACE_CUB,
    PLACE_LEFT_SHIELD,
    PLACE_PEGASUS,
    PLACE_WIZARD,
    PLACE_COPPER,
    PLACE_IRON,
    PLACE_VIKING,
    PLACE_FLAG,
    PLACE_AXE,
    PLACE_DOLPHIN,
    PLACE_LEOPARD,
    PLACE_CLAW,
    PLACE_BUTTERFLY = 45,
    PLACE_PROMOTED_BISHOP,
    PLACE_PROMOTED_ROOK,
    PLACE_RIGHT_SHIELD = 49,
    PLACE_PRINCE,
    PLACE_GOLD_PAWN = 55,
    PLACE_GOLD_KNIGHT,
    PLACE_PROMOTED_HORSE,
    PLACE_PROMOTED_DRAGON,
    PLACE_GOLD_LANCE,
    PLACE_GOLD_SILVER,
    PLACE_LYING_SWORD,
    PLACE_PROMOTED_SWORD,
    PLACE_PROMOTED_LYING_SWORD,
    PLACE_PRINCESS,
    PLACE_KING
};
_Static_assert(PLACE_KING == XBOARD_PLACES - 1, "the King's place is the last");

// The picture that suits a man of that name; the others take what is left.
static const struct {
    enum place place;
    const char *name;
} pictures[] = {
    {PLACE_SWORD, "Pawn"},
    {PLACE_GOLD_PAWN, "Tokin"},
    {PLACE_ROOK, "Rook"},
    {PLACE_CROWNED_ROOK, "Dragon King"},
    {PLACE_BISHOP, "Bishop"},
    {PLACE_CROWNED_BISHOP, "Dragon Horse"},
    {PLACE_KNIGHT, "Knight"},
    {PLACE_LANCE, "Lance"},
    {PLACE_QUEEN, "Queen"},
    {PLACE_ADVISOR, "Silver General"},
    {PLACE_GOLD_SILVER, "Promoted Silver"},
    {PLACE_GOLD_SILVER, "Silver Pashtun"},
    {PLACE_GOLD_KNIGHT, "Promoted Knight"},
    {PLACE_GOLD_LANCE, "Promoted Lance"},
    {PLACE_GOLD, "Gold General"},
    {PLACE_COPPER, "Copper General"},
    {PLACE_UNICORN, "Kirin"},
    {PLACE_FLAG, "Center Standard"},
    {PLACE_CROSSED_SWORDS, "Phoenix"},
    {PLACE_STAR, "Great Dove"},
    {PLACE_CANNON, "Left Chariot"},
    {PLACE_TOWER, "Right Chariot"},
    {PLACE_COBRA, "Blue Gecko"},
    {PLACE_VIKING, "Divine Turtle"},
    {PLACE_BUTTERFLY, "Purple Finch"},
    {PLACE_PEGASUS, "Divine Sparrow"},
    {PLACE_LEFT_SHIELD, "Left General"},
    {PLACE_AXE, "Left Army"},
    {PLACE_RIGHT_SHIELD, "Right General"},
    {PLACE_IRON, "Right Army"},
    {PLACE_DUCK, "Left Quail"},
    {PLACE_LEOPARD, "Left Tiger"},
    {PLACE_HAWK, "Right Quail"},
    {PLACE_CUB, "Right Tiger"},
    {PLACE_PRINCE, "Prince"},
};

static const uint8_t spare_pictures[] = {PLACE_CAMEL,
                                         PLACE_ZEBRA,
                                         PLACE_DOLPHIN,
                                         PLACE_WOLF,
                                         PLACE_BELL,
                                         PLACE_HAT,
                                         PLACE_WIZARD,
                                         PLACE_GNU,
                                         PLACE_ELEPHANT,
                                         PLACE_DRAGON,
                                         PLACE_CLAW,
                                         PLACE_NIGHTRIDER,
                                         PLACE_CHANCELLOR,
                                         PLACE_PRINCESS,
                                         PLACE_PROMOTED_SWORD,
                                         PLACE_LYING_SWORD,
                                         PLACE_PROMOTED_DRAGON,
                                         PLACE_PROMOTED_ROOK,
                                         PLACE_PROMOTED_HORSE,
                                         PLACE_PROMOTED_BISHOP,
                                         PLACE_COPPER,
                                         PLACE_IRON,
                                         PLACE_DUCK,
                                         PLACE_HAWK,
                                         PLACE_COBRA,
                                         PLACE_BUTTERFLY,
                                         PLACE_CANNON,
                                         PLACE_TOWER,
                                         PLACE_CUB,
                                         PLACE_LEOPARD,
                                         PLACE_PEGASUS,
                                         PLACE_UNICORN,
                                         PLACE_VIKING,
                                         PLACE_FLAG,
                                         PLACE_AXE,
                                         PLACE_STAR,
                                         PLACE_CROSSED_SWORDS,
                                         PLACE_LEFT_SHIELD,
                                         PLACE_RIGHT_SHIELD,
                                         PLACE_GOLD,
                                         PLACE_ADVISOR,
                                         PLACE_QUEEN,
                                         PLACE_KNIGHT,
                                         PLACE_LANCE,
                                         PLACE_GOLD_PAWN,
                                         PLACE_GOLD_SILVER,
                                         PLACE_GOLD_KNIGHT,
                                         PLACE_GOLD_LANCE,
                                         PLACE_CROWNED_ROOK,
                                         PLACE_CROWNED_BISHOP,
                                         PLACE_ROOK,
                                         PLACE_BISHOP,
                                         PLACE_SWORD,
                                         PLACE_PROMOTED_LYING_SWORD};

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

// The place for a man: the one for its name, else a spare one. 0 = none is left.
static enum place choose_place(const struct xboard_setup *setup, const struct man *man) {
    for (int i = 0; i < ARRAY_LENGTH(pictures); i++)
        if (strcmp(pictures[i].name, man->name) == 0 && !setup->places[pictures[i].place])
            return pictures[i].place;
    for (int i = 0; i < ARRAY_LENGTH(spare_pictures); i++)
        if (!setup->places[spare_pictures[i]])
            return (enum place)spare_pictures[i];
    return (enum place)0;
}

// Men whose name has a picture come first, so that no other takes it from them.
static bool has_picture(const struct man *man) {
    for (int i = 0; i < ARRAY_LENGTH(pictures); i++)
        if (strcmp(pictures[i].name, man->name) == 0)
            return true;
    return false;
}

static bool choose_places(struct xboard_setup *setup) {
    const struct variant *variant = &setup->tables->variant;
    for (int base = 1; base < BASE_TYPES; base++)
        if (variant->exists[base] && variant->man[base].royal) {
            if (setup->places[PLACE_KING])
                return false;
            setup->places[PLACE_KING] = (Type)base;
        }
    if (!setup->places[PLACE_KING])
        return false;
    for (int named = 1; named >= 0; named--)
        for (int type = 1; type < TYPES; type++)
            if (has_form(variant, type) && type != setup->places[PLACE_KING] &&
                has_picture(&variant->man[type]) == named) {
                enum place place = choose_place(setup, &variant->man[type]);
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

// The man's letter at each place, ^ and its letter for a promoted man; then the same in lower case.
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
        snprintf(text, sizeof text, "piece %s%c& %s", type & TYPE_PROMOTED ? "+" : "",
                 type_letter((Type)type), xboard_betza(&variant->man[type].movement, betza));
        line(context, text);
    }
}

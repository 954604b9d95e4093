// SPDX-License-Identifier: GPL-3.0-or-later
// What XBoard is told of a game: its name, pictures, board, and moves in its dialect of Betza.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "xboard_internal.h"

// Places of XBoard's tables: of its King, and of its Prince, a second royal, which stands for a
// Prince alone. The others that a piece may have are those of pictures.def.
enum { PLACE_KING = XBOARD_PLACES - 1, PLACE_PRINCE = 50 };

// The picture that suits a piece of that name, beside those that have its name themselves.
static const struct named {
    const char *name, *picture;
} named[] = {
    {"Pawn", "sword"},
    {"Tokin", "gold-pawn"},
    {"Dragon King", "crowned-rook"},
    {"Dragon Horse", "crowned-bishop"},
    {"Silver General", "advisor"},
    {"Promoted Silver", "gold-silver"},
    {"Silver Pashtun", "gold-silver"},
    {"Promoted Knight", "gold-knight"},
    {"Promoted Lance", "gold-lance"},
    {"Gold General", "gold"},
    {"Copper General", "copper"},
    {"Kirin", "unicorn"},
    {"Center Standard", "flag"},
    {"Phoenix", "crossed-swords"},
    {"Great Dove", "star"},
    {"Left Chariot", "cannon"},
    {"Right Chariot", "tower"},
    {"Blue Gecko", "cobra"},
    {"Divine Turtle", "viking"},
    {"Purple Finch", "butterfly"},
    {"Divine Sparrow", "pegasus"},
    {"Left General", "left-shield"},
    {"Left Army", "axe"},
    {"Right General", "right-shield"},
    {"Right Army", "iron"},
    {"Left Quail", "duck"},
    {"Left Tiger", "leopard"},
    {"Right Quail", "hawk"},
    {"Right Tiger", "cub"},
};

// The pictures that suit a piece of these moves, the best first. Moves that Betza's notation cannot
// say yet suit none.
static const struct named moving[] = {
    {"R", "rook"},          {"R", "tower"},           {"B", "bishop"},
    {"Q", "queen"},         {"N", "knight"},          {"ffN", "knight"},
    {"RF", "crowned-rook"}, {"BW", "crowned-bishop"}, {"RN", "chancellor"},
    {"BN", "princess"},     {"fR", "lance"},          {"fW", "sword"},
    {"mfWcfF", "sword"},    {"fFfcF", "sword"},       {"WfF", "gold"},
    {"WfF", "gold-pawn"},   {"WfF", "gold-silver"},   {"WfF", "gold-knight"},
    {"WfF", "gold-lance"},  {"FfW", "advisor"},       {"fFvW", "copper"},
    {"fFfW", "iron"},       {"FvW", "leopard"},       {"FA", "elephant"},
    {"A", "elephant"},      {"NN", "nightrider"},     {"C", "camel"},
    {"Z", "zebra"},         {"mRcpR", "cannon"},      {"NC", "gnu"},
    {"BNW", "princess"},    {"RNF", "chancellor"},    {"vRsW", "axe"},
    {"FD", "unicorn"},      {"WA", "crossed-swords"},
};

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

// The place of the picture of that name, whatever the case; -1: there is none, or another piece has
// it. Only the first `length` characters count.
static int find_place(const struct xboard_setup *setup, const char *name, size_t length) {
    for (int i = 0; picture_name(i); i++)
        if (strlen(picture_name(i)) == length && strncasecmp(picture_name(i), name, length) == 0)
            return setup->places[picture_place(i)] ? -1 : picture_place(i);
    return -1;
}

// How a picture is chosen: a round for all pieces before the next one, so that none takes from
// another what suits that one better.
enum round { ROUND_KEY, ROUND_NAME, ROUND_MOVES, ROUND_WORD, ROUND_ANY, ROUNDS };

// The place of the piece by that round, or -1.
static int choose(const struct xboard_setup *setup, Type type, enum round round) {
    const struct piece *piece = &setup->variant->piece[type];
    int chosen = setup->variant->picture[type], place = -1;
    struct movement movement;
    char text[BETZA_TEXT], other[BETZA_TEXT];
    if (round == ROUND_KEY) {
        if (chosen && !setup->places[picture_place(chosen - 1)])
            place = picture_place(chosen - 1);
    } else if (round == ROUND_NAME) {
        if (strcasecmp(piece->name, "Prince") == 0 && !setup->places[PLACE_PRINCE])
            place = PLACE_PRINCE;
        for (int i = 0; place < 0 && i < ARRAY_LENGTH(named); i++)
            if (strcasecmp(named[i].name, piece->name) == 0)
                place = find_place(setup, named[i].picture, strlen(named[i].picture));
        if (place < 0)
            place = find_place(setup, piece->name, strlen(piece->name));
    } else if (round == ROUND_MOVES) {
        betza_print(&piece->movement, text);
        for (int i = 0; place < 0 && i < ARRAY_LENGTH(moving); i++)
            if (betza_parse(moving[i].name, &movement, NULL) &&
                strcmp(betza_print(&movement, other), text) == 0)
                place = find_place(setup, moving[i].picture, strlen(moving[i].picture));
    } else if (round == ROUND_WORD) {
        for (const char *word = piece->name; place < 0 && *word; word += strspn(word, " -")) {
            size_t length = strcspn(word, " -");
            place = find_place(setup, word, length);
            word += length;
        }
    } else { // ROUND_ANY
        for (int i = 0; place < 0 && picture_name(i); i++)
            place = find_place(setup, picture_name(i), strlen(picture_name(i)));
    }
    return place;
}

static bool choose_places(struct xboard_setup *setup) {
    const struct variant *variant = setup->variant;
    bool has[TYPES] = {false};
    for (int base = 1; base < BASE_TYPES; base++)
        if (variant->exists[base] && variant->piece[base].royal) {
            if (setup->places[PLACE_KING])
                return false;
            setup->places[PLACE_KING] = (Type)base;
            has[base] = true;
        }
    if (!setup->places[PLACE_KING])
        return false;
    for (int round = 0; round < ROUNDS; round++)
        for (int type = 1; type < TYPES; type++) {
            if (has[type] || !variant_has(variant, (Type)type))
                continue;
            int place = choose(setup, (Type)type, (enum round)round);
            has[type] = place >= 0;
            if (has[type])
                setup->places[place] = (Type)type;
            else if (round == ROUND_ANY)
                return false;
        }
    return true;
}

bool xboard_setup_init(struct xboard_setup *setup, const struct variant *variant,
                       const struct rules *rules) {
    bool drops = rules->value[RULE_DROPS] == DROPS_ON;
    *setup = (struct xboard_setup){
        .variant = variant, .rules = rules, .height = (uint8_t)variant->ranks};
    setup->low_rank = variant->ranks != XBOARD_RANKS_FROM_0;
    for (int i = 0; i < ARRAY_LENGTH(known_games); i++)
        if (strcmp(variant->xboard, known_games[i].name) == 0) {
            setup->known = true;
            for (const char *c = known_games[i].hand; drops && *c; c++)
                setup->hand[setup->hand_count++] = type_of_letter(*c);
            return true;
        }
    if (!choose_places(setup))
        return false;
    for (int place = 0; drops && place < PLACE_KING; place++) {
        Type type = setup->places[place];
        if (type && !(type & TYPE_PROMOTED))
            setup->hand[setup->hand_count++] = type;
    }
    // A row more keeps a lower board from being taken for one of ten ranks.
    setup->hand_rows = setup->hand_count;
    if (variant->ranks < XBOARD_RANKS_FROM_0 && setup->hand_rows == XBOARD_RANKS_FROM_0)
        setup->hand_rows++;
    if (setup->hand_rows > setup->height)
        setup->height = setup->hand_rows;
    setup->low_rank = setup->height != XBOARD_RANKS_FROM_0;
    return variant->ranks <= XBOARD_RANKS_MAX && setup->hand_rows <= XBOARD_RANKS_MAX &&
           variant->files + (setup->hand_count ? XBOARD_HAND_FILES : 0) <= XBOARD_FILES_MAX;
}

// Moves

enum { EVERY = 0xFF, ALL_BUT_BACK = 0xEF };

// One word for each direction, clockwise from straight ahead. A diagonal atom reads pairs; the
// second leg of a move counts in King directions, where a doubled letter stands for itself alone.
static const char *const orthogonal_words[DIRECTIONS] = {"f", NULL, "r", NULL, "b", NULL, "l"};
static const char *const diagonal_words[DIRECTIONS] = {NULL, "fr", NULL, "br",
                                                       NULL, "bl", NULL, "fl"};
static const char *const king_words[DIRECTIONS] = {"ff", "fr", "rr", "br", "bb", "bl", "ll", "fl"};
// The knight's leaps: the last letter is the long leg.
static const char *const knight_words[DIRECTIONS] = {"rf", "fr", "br", "rb",
                                                     "lb", "bl", "fl", "lf"};

static void append(char *text, const char *more) {
    size_t used = strlen(text);
    snprintf(text + used, XBOARD_BETZA_TEXT - used, "%s", more);
}

// The directions in `mask` that have words, by these, none for all of them; how and what moves
// there.
static void append_moves(char *text, const char *const *words, unsigned mask, const char *modality,
                         const char *atom) {
    unsigned all = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        all |= (unsigned)(words[d] != NULL) << d;
    mask &= all;
    if (!mask)
        return;
    for (int d = 0; d < DIRECTIONS; d++)
        if (mask != all && (mask >> d & 1))
            append(text, words[d]);
    append(text, modality);
    append(text, atom);
}

static const char *slide_atom(char step, char slide, int range, char atom[16]) {
    snprintf(atom, 16, range > 1 && range != RANGE_UNLIMITED ? "%c%d" : "%c",
             range == RANGE_UNLIMITED ? slide : step, range);
    return atom;
}

// The slides of exactly that range.
static void append_slides(char *text, const char *modality, unsigned mask, int range) {
    char atom[16];
    if (mask == EVERY) {
        append_moves(text, king_words, mask, modality, slide_atom('K', 'Q', range, atom));
        return;
    }
    append_moves(text, orthogonal_words, mask, modality, slide_atom('W', 'R', range, atom));
    append_moves(text, diagonal_words, mask, modality, slide_atom('F', 'B', range, atom));
}

// Every second leap lies on a ray (D or A), the others are a knight's.
static void append_leaps(char *text, const char *modality, unsigned leaps) {
    unsigned rays = 0, knight = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        rays |= (leaps >> (2 * d) & 1) << d;
        knight |= (leaps >> (2 * d + 1) & 1) << d;
    }
    append_moves(text, orthogonal_words, rays, modality, "D");
    append_moves(text, diagonal_words, rays, modality, "A");
    append_moves(text, knight_words, knight, modality, "N");
}

// "capture, then again" for first steps in `first`, each followed by the same turns.
static void append_lion_power(char *text, unsigned first, unsigned turns) {
    char modality[2 * DIRECTIONS + 3] = "ca"; // alone: all but back, the default of a second leg
    if ((turns & ALL_BUT_BACK) != ALL_BUT_BACK)
        for (int d = 0; d < DIRECTIONS; d++)
            if (turns >> d & 1)
                strcat(modality, king_words[d]);
    for (int turn = 0; turn < (turns == EVERY ? 2 : 1); turn++) {
        if (first == EVERY) {
            append_moves(text, king_words, first, modality, "K");
        } else {
            append_moves(text, orthogonal_words, first, modality, "W");
            append_moves(text, diagonal_words, first, modality, "F");
        }
        strcpy(modality, "cabb");
    }
}

static unsigned rotate_back(unsigned mask, int direction) {
    return (mask >> direction | mask << (DIRECTIONS - direction)) & EVERY;
}

// Walks

static char atom_of(const struct leg *leg, const char **word) {
    int d;
    char atom = leg_atom(leg, &d);
    *word = strchr("NCZ", atom) ? knight_words[d] : d % 2 ? diagonal_words[d] : orthogonal_words[d];
    return atom;
}

static void append_modality(char *text, const struct walk *walk) {
    append(text, walk->flags & WALK_INITIAL ? "i" : "");
    append(text, walk_modality(walk));
}

// The legs of a chain are alike: one atom, which turns, one range, or `y` between them.
static bool append_chain(char *text, const struct walk *walk) {
    int legs = walk_legs(walk), before = 0, range = walk->leg[0].most;
    const char *word;
    char atom = atom_of(&walk->leg[0], &word), part[8];
    for (int i = 0; i < legs; i++) {
        const struct leg *leg = &walk->leg[i];
        int d = direction_towards(leg->dx, leg->dy);
        bool toggles = leg->most != range;
        bool may_toggle = (leg->most == 1 && range == RANGE_UNLIMITED) ||
                          (range == 1 && leg->most == RANGE_UNLIMITED);
        if (king_steps(leg->dx, leg->dy) != king_steps(walk->leg[0].dx, walk->leg[0].dy) ||
            (toggles && !may_toggle))
            return false;
        if (i > 0) {
            append(text, toggles ? "ya" : "a");
            range = leg->most;
        }
        if (i + 1 == legs)
            append_modality(text, walk);
        else
            append(text, leg->turn == TURN_PIECE ? "p" : leg->turn == TURN_EMPTY ? "m" : "mp");
        append(text, i == 0 ? word : king_words[(d - before) & (DIRECTIONS - 1)]);
        before = d;
    }
    int most = walk->leg[0].most;
    snprintf(part, sizeof part, most == 1 ? "%c" : "%c%d", atom,
             most == RANGE_UNLIMITED ? 0 : most);
    append(text, part);
    return true;
}

static bool append_walk(char *text, const struct walk *walk) {
    const struct leg *leg = &walk->leg[0];
    bool grass = (walk->flags & WALK_HOPS) && leg->most == 1;
    const char *word;
    char atom = atom_of(leg, &word), part[8];
    if (walk_legs(walk) > 1)
        return !(walk->flags & WALK_HOPS) && append_chain(text, walk);
    // XBoard counts a hop's range from where it begins.
    if ((walk->flags & WALK_HOPS) && !grass && leg->most != RANGE_UNLIMITED)
        return false;
    append(text, word);
    append_modality(text, walk);
    append(text, walk->flags & WALK_LAME ? "n" : "");
    append(text, walk->flags & WALK_SKIPS ? "j" : "");
    append(text, grass ? "g" : walk->flags & WALK_HOPS ? "p" : "");
    bool one = leg->most == 1 && !grass;
    snprintf(part, sizeof part, one ? "%c" : "%c%d", atom,
             grass || leg->most == RANGE_UNLIMITED ? 0 : leg->most);
    append(text, part);
    return true;
}

char *xboard_betza(const struct movement *movement, char text[XBOARD_BETZA_TEXT]) {
    text[0] = 0;
    // What a slide does in every case, when moving only, when capturing only.
    int ranges[MODALITIES][DIRECTIONS];
    for (int d = 0; d < DIRECTIONS; d++) {
        int move = movement->move_range[d], capture = movement->capture_range[d];
        ranges[0][d] = move < capture ? move : capture;
        ranges[1][d] = move > capture ? move : 0;
        ranges[2][d] = capture > move ? capture : 0;
    }
    for (int i = 0; i < MODALITIES; i++) {
        for (int range = RANGE_UNLIMITED; range > 0; range--) {
            unsigned mask = 0;
            for (int d = 0; d < DIRECTIONS; d++)
                mask |= (unsigned)(ranges[i][d] == range) << d;
            append_slides(text, modality_text[i], mask, range);
        }
        append_leaps(text, modality_text[i],
                     modality_leaps(i, movement->move_leaps, movement->capture_leaps));
        char lame_modality[8];
        snprintf(lame_modality, sizeof lame_modality, "%sn", modality_text[i]);
        append_leaps(text, lame_modality,
                     modality_leaps(i, movement->lame_move_leaps, movement->lame_capture_leaps));
    }
    unsigned done = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        unsigned turns = rotate_back(movement->second_steps[d], d), same = 0;
        if (!turns || done >> d & 1)
            continue;
        for (int e = d; e < DIRECTIONS; e++)
            same |= (unsigned)(rotate_back(movement->second_steps[e], e) == turns) << e;
        done |= same;
        append_lion_power(text, same, turns);
    }
    for (int i = 0; i < movement->walk_count; i++)
        if (!append_walk(text, &movement->walks[i]))
            return NULL;
    // A text that fills its room may have been cut.
    return strlen(text) + 1 < XBOARD_BETZA_TEXT ? text : NULL;
}

// The lines

// The piece's letter at each place, ^ and its letter for a promoted piece; then the same in lower
// case.
static char *letters(const struct xboard_setup *setup, char text[]) {
    char *at = text;
    for (enum side side = FIRST; side < SIDES; side++)
        for (int place = 0; place < XBOARD_PLACES; place++) {
            Type type = setup->places[place];
            if (type & TYPE_PROMOTED)
                *at++ = '^';
            *at++ = type ? side_letter(type, side) : '.';
        }
    *at = 0;
    return text;
}

void xboard_setup_print(const struct xboard_setup *setup,
                        void (*line)(void *context, const char *text), void *context) {
    const struct variant *variant = setup->variant;
    const struct rules *rules = setup->rules;
    char text[FEN_TEXT + 4 * XBOARD_PLACES + 32], table[4 * XBOARD_PLACES + 1], fen[FEN_TEXT];
    strcpy(fen, variant_start_fen(variant, rules));
    char *hands = strchr(fen, '['), *rest = strchr(fen, ' ');
    if (hands && rest && hands < rest && !setup->hand_count)
        memmove(hands, rest, strlen(rest) + 1);
    if (!setup->known) {
        snprintf(text, sizeof text, "setup (%s) %dx%d+%d_chu %s", letters(setup, table),
                 variant->files, variant->ranks, setup->hand_rows, fen);
        line(context, text);
    } else if (rules->value[RULE_ARRAY] != variant->rules.value[RULE_ARRAY]) {
        snprintf(text, sizeof text, "setup %s", fen); // heeded with -testLegality false
        line(context, text);
    }
    for (int type = 1; type < TYPES; type++) {
        char betza[XBOARD_BETZA_TEXT];
        if (!variant_has(variant, (Type)type))
            continue;
        // A piece that its dialect has no words for is left out: XBoard does not know its moves.
        if (!xboard_betza(&variant->piece[type].movement, betza))
            continue;
        snprintf(text, sizeof text, "piece %s%c& %s", type & TYPE_PROMOTED ? "+" : "",
                 type_letter((Type)type), betza);
        line(context, text);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Which pieces a game has, by what letters, how they move and what they become.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "fairy_internal.h"

// The kinds in the order in which the peer reads their keys; how those that it has itself move
// (pawns less double step and en passant), and what people call them.
static const struct {
    const char *key, *betza, *name;
} kinds[] = {
    {NULL, NULL, NULL},
    {"pawn", "fmWfcF", "Pawn"},
    {"knight", "N", "Knight"},
    {"bishop", "B", "Bishop"},
    {"rook", "R", "Rook"},
    {"queen", "Q", "Queen"},
    {"fers", "F", "Fers"},
    {"alfil", "A", "Alfil"},
    {"fersAlfil", "FA", "Fers-Alfil"},
    {"silver", "FfW", "Silver General"},
    {"aiwok", "RNF", "Ai-Wok"},
    {"bers", "RF", "Dragon King"},
    {"archbishop", "BN", "Archbishop"},
    {"chancellor", "RN", "Chancellor"},
    {"amazon", "QN", "Amazon"},
    {"knibis", "mNcB", "Knibis"},
    {"biskni", "mBcN", "Biskni"},
    {"kniroo", "mNcR", "Kniroo"},
    {"rookni", "mRcN", "Rookni"},
    {"shogiPawn", "fW", "Pawn"},
    {"lance", "fR", "Lance"},
    {"shogiKnight", "fN", "Knight"},
    {"gold", "WfF", "Gold General"},
    {"dragonHorse", "BW", "Dragon Horse"},
    {"clobber", "cW", "Clobber Piece"},
    {"breakthrough", "fmWfF", "Breakthrough Piece"},
    {"immobile", "", "Immobile Piece"},
    {"cannon", "mRcpR", "Cannon"},
    {"janggiCannon", "pR", "Cannon"},
    {"soldier", "fsW", "Soldier"},
    {"horse", "nN", "Horse"},
    {"elephant", "nA", "Elephant"},
    {"janggiElephant", "nZ", "Elephant"},
    {"banner", "RcpRnN", "Banner"},
    {"wazir", "W", "Wazir"},
    {"commoner", "K", "Commoner"},
    {"centaur", "KN", "Centaur"},
};
enum { CUSTOM_FIRST = sizeof kinds / sizeof kinds[0], CUSTOMS = 25, KING = CUSTOM_FIRST + CUSTOMS };
_Static_assert((int)KING < (int)FAIRY_TYPES, "a set of types is 64 bits");
const int fairy_type_king = KING;

// `room` is for the key of a custom piece.
static const char *type_key(int type, char room[NAME_TEXT]) {
    snprintf(room, NAME_TEXT, "customPiece%d", type - CUSTOM_FIRST + 1);
    return type == KING ? "king" : type >= CUSTOM_FIRST ? room : kinds[type].key;
}

int fairy_type_named(const char *key) {
    char room[NAME_TEXT];
    for (int type = 1; type <= KING; type++)
        if (strcmp(type_key(type, room), key) == 0)
            return type;
    return 0;
}

int fairy_type_lettered(const struct fairy_game *game, char letter) {
    for (int type = 1; type <= KING; type++)
        if (game->types[type].letter == toupper((unsigned char)letter))
            return type;
    return 0;
}

int fairy_type_meant(const struct fairy_game *game, const char *key, char letter) {
    int level = game->level_count - 1;
    while (level > 0 && !fairy_own(&game->levels[level], key))
        level--;
    for (int type = 1; type <= KING; type++)
        if (game->levels[level].letter[type] == toupper((unsigned char)letter))
            return type;
    return 0;
}

const char *fairy_type_betza(const struct fairy_game *game, int type) {
    if (game->types[type].betza)
        return game->types[type].betza;
    return type == KING ? "K" : type < CUSTOM_FIRST ? kinds[type].betza : "";
}

// Letters of pieces ("nbrq"): a set; `all`: * stands for all of the game.
static bool read_set(const struct fairy_game *game, const char *text, uint64_t *set) {
    *set = 0;
    for (; *text; text++) {
        if (*text == ' ' || *text == '\t' || *text == '-')
            continue;
        int type = fairy_type_lettered(game, *text);
        if (!type && *text != '*')
            return false;
        *set |= type ? 1ull << type : ~0ull;
    }
    return true;
}

static void remove_type(struct fairy_game *game, int type) {
    game->types[type].letter = 0;
    for (enum side side = FIRST; side < SIDES; side++)
        game->choices[side] &= ~(1ull << type);
}

static void take_type(struct fairy_game *game, int type, const struct fairy_entry *entry,
                      struct place place) {
    const char *value = entry->value;
    bool custom = type >= CUSTOM_FIRST;
    if (strcmp(value, "-") == 0) {
        remove_type(game, type);
        return;
    }
    if (!isalpha((unsigned char)*value) || (value[1] && value[1] != ':' && value[1] != ' ')) {
        draft_refuse(game->draft, place, entry->key, value, "must be a letter%s, or - for none",
                     custom ? ", a colon and moves" : "");
        return;
    }
    int owner = fairy_type_lettered(game, *value);
    if (owner)
        remove_type(game, owner);
    game->types[type] = (struct fairy_type){(char)toupper((unsigned char)*value), entry->key,
                                            value[1] == ':' ? value + 2 : NULL, place};
    if (custom && type != KING && value[1] != ':')
        draft_refuse(game->draft, place, entry->key, value, "the moves are missing");
}

// "p:g s:g b:-"
static void take_promoted(struct fairy_game *game, const struct fairy_entry *entry,
                          struct place place) {
    char from, to;
    int used;
    const char *text = entry->value;
    game->promoted_place = place;
    for (; *text; text += used) {
        used = (int)strspn(text, " \t");
        if (!text[used])
            break;
        text += used;
        used = 0;
        int found = sscanf(text, "%c : %c%n", &from, &to, &used);
        int type = found == 2 ? fairy_type_lettered(game, from) : 0;
        int other = found == 2 && to != '-' ? fairy_type_lettered(game, to) : 0;
        if (!type || (!other && to != '-')) {
            draft_refuse(game->draft, place, entry->key, entry->value,
                         "must be pairs of letters of pieces, p:g s:g, - for no promotion");
            return;
        }
        game->promoted[type] = other;
    }
}

// The sets of one side, by the key for both and that for one.
static void take_sets(struct fairy_game *game, const struct fairy_level *level,
                      const char *const keys[3], uint64_t sets[SIDES]) {
    for (int i = 0; i < 3; i++) {
        const struct fairy_entry *entry = fairy_own(level, keys[i]);
        if (!entry)
            continue;
        uint64_t set;
        if (!read_set(game, entry->value, &set)) {
            draft_refuse(game->draft, fairy_place(level, entry), entry->key, entry->value,
                         "must be letters of pieces");
            continue;
        }
        for (enum side side = FIRST; side < SIDES; side++)
            if (i == 0 || (int)side == i - 1)
                sets[side] = set;
    }
}

void fairy_read_types(struct fairy_game *game) {
    static const char *const aliases[3] = {"pawnTypes", "", ""};
    static const char *const choosers[3] = {"promotionPawnTypes", "promotionPawnTypesWhite",
                                            "promotionPawnTypesBlack"};
    static const char *const choices[3] = {"promotionPieceTypes", "promotionPieceTypesWhite",
                                           "promotionPieceTypesBlack"};
    game->choosers[FIRST] = game->choosers[SECOND] = 1ull << FAIRY_CHESS_PAWN;
    char room[NAME_TEXT];
    for (int i = 0; i < game->level_count; i++) {
        struct fairy_level *level = &game->levels[i];
        for (int type = 1; type <= KING; type++) {
            const struct fairy_entry *entry = fairy_own(level, type_key(type, room));
            if (entry)
                take_type(game, type, entry, fairy_place(level, entry));
        }
        for (int type = 1; type <= KING; type++)
            level->letter[type] = game->types[type].letter;
        take_sets(game, level, aliases, game->choosers);
        take_sets(game, level, choosers, game->choosers);
        take_sets(game, level, choices, game->choices);
        const struct fairy_entry *promoted = fairy_own(level, "promotedPieceType");
        if (promoted)
            take_promoted(game, promoted, fairy_place(level, promoted));
    }
}

// Pieces of the draft

static const char *type_name(const struct fairy_game *game, int type, char name[NAME_TEXT]) {
    if (type == KING || type < CUSTOM_FIRST)
        snprintf(name, NAME_TEXT, "%s", type == KING ? "King" : kinds[type].name);
    else
        snprintf(name, NAME_TEXT, "Piece %c", game->types[type].letter);
    return name;
}

// The moves in our notation, or a refusal.
static void put_moves(struct fairy_game *game, int type, Type to) {
    struct error reason = {""};
    const char *betza = fairy_type_betza(game, type);
    char own[BETZA_TEXT];
    if (fairy_moves(betza, fairy_initial(game), own, &reason)) {
        draft_moves(game->draft, to, own);
        return;
    }
    char value[IMPORT_QUOTE], safe[IMPORT_QUOTE], room[NAME_TEXT];
    snprintf(value, sizeof value, "%c:%s", tolower((unsigned char)game->types[type].letter),
             import_quote(betza, safe));
    draft_refuse(game->draft, game->types[type].place, type_key(type, room), value, "%s",
                 reason.text);
}

static void add_piece(struct fairy_game *game, int type) {
    Type base = draft_piece(game->draft, game->types[type].letter);
    game->type_of[type] = base;
    type_name(game, type, game->draft->variant.piece[base].name);
    put_moves(game, type, base);
    if (type >= CUSTOM_FIRST && type != KING)
        draft_check(game->draft, "piece %c: the file has no name for it", type_letter(base));
}

// Which pieces the start position has: the draft gets them in the order in which they are met.
void fairy_read_start(struct fairy_game *game) {
    struct draft *draft = game->draft;
    const char *fen = fairy_value(game, "startFen", NULL);
    if (!fen) {
        fairy_refuse(game, "startFen", NULL, "is missing");
        return;
    }
    size_t length = strcspn(fen, " \t");
    char board[FEN_TEXT] = "";
    if (length >= sizeof board - 16) {
        fairy_refuse(game, "startFen", fen, "is too long");
        return;
    }
    for (size_t i = 0; i < length; i++) {
        char c = fen[i];
        if (c == '*' || c == '~' || (!isalnum((unsigned char)c) && !strchr("/+[]-", c))) {
            fairy_refuse(game, "startFen", fen,
                         c == '*' ? "there are no wall squares here"
                                  : "column %d is no part of a position",
                         (int)i + 1);
            return;
        }
        int type = isalpha((unsigned char)c) ? fairy_type_lettered(game, c) : 0;
        if (isalpha((unsigned char)c) && !type) {
            fairy_refuse(game, "startFen", fen, "column %d: no piece has the letter %c", (int)i + 1,
                         c);
            return;
        }
        if (type && !game->used[type]) {
            game->used[type] = true;
            add_piece(game, type);
        }
        if (!(c == '-' && i > 0 && fen[i - 1] == '[')) // [-]: empty hands
            strncat(board, &c, 1);
    }
    const char *rest = fen + length + strspn(fen + length, " \t");
    if (*rest && *rest != 'w' && *rest != 'b')
        fairy_refuse(game, "startFen", fen, "the side to move must be w or b");
    if (*rest == 'b')
        draft_check(draft, "the second player, with the small letters of startFen, moves first");
    snprintf(draft->variant.arrays->fen, sizeof draft->variant.arrays->fen, "%.600s%s %c - - 0 1",
             board, strchr(board, '[') ? "" : "[]", *rest == 'b' ? 'b' : 'w');
}

void fairy_check_start(const struct fairy_game *game) {
    const struct variant *variant = &game->draft->variant;
    int column;
    const char *fault = game->draft->import->refusals
                            ? NULL
                            : variant_board_fault(variant, variant->arrays->fen, &column);
    if (fault)
        fairy_refuse(game, "startFen", fairy_value(game, "startFen", NULL), "column %d: %s", column,
                     fault);
    int kings[SIDES] = {0};
    for (const char *c = variant->arrays->fen; *c && !strchr(" [", *c); c++)
        kings[islower((unsigned char)*c) ? SECOND : FIRST] +=
            toupper((unsigned char)*c) == game->types[fairy_type_king].letter;
    if (kings[FIRST] > 1 || kings[SECOND] > 1)
        fairy_refuse(game, "startFen", fairy_value(game, "startFen", NULL),
                     "a side has one King in the games of this file");
}

// The only kind that a piece which promotes by choice may become for both sides: 0 several.
static int only_choice(const struct fairy_game *game) {
    uint64_t set = game->choices[FIRST];
    if (set != game->choices[SECOND] || !set || (set & (set - 1)))
        return 0;
    return __builtin_ctzll(set);
}

// What type becomes, by either way; 0 nothing, after a refusal where there is one.
static int promotes_to(struct fairy_game *game, int type) {
    static const char *const keys[] = {"promotionPieceTypesWhite", "promotionPieceTypesBlack",
                                       "promotionPieceTypes"},
                             *const pawns[] = {"promotionPawnTypesWhite",
                                               "promotionPawnTypesBlack"};
    struct draft *draft = game->draft;
    struct place place;
    char letter = game->types[type].letter;
    bool chooses = (game->choosers[FIRST] | game->choosers[SECOND]) >> type & 1;
    if (!chooses || !(game->choices[FIRST] | game->choices[SECOND]))
        return game->promoted[type];
    const struct fairy_entry *entry = fairy_find(game, keys, 3, &place);
    const char *key = entry ? entry->key : keys[2], *value = entry ? entry->value : NULL;
    if (game->promoted[type])
        draft_refuse(draft, place, key, value,
                     "piece %c promotes by choice and by promotedPieceType", letter);
    else if (!only_choice(game))
        draft_refuse(draft, place, key, value,
                     "piece %c promotes to one kind of piece here, without a choice, the same for "
                     "both players",
                     letter);
    else if (!((game->choosers[FIRST] & game->choosers[SECOND]) >> type & 1)) {
        fairy_find(game, pawns, 2, &place);
        draft_refuse(draft, place, "promotionPawnTypes", NULL,
                     "piece %c promotes for one player only", letter);
    } else {
        game->pawn_style[type] = true;
        return only_choice(game);
    }
    return 0;
}

void fairy_read_promotions(struct fairy_game *game) {
    struct draft *draft = game->draft;
    for (int type = 1; type <= KING; type++) {
        int other = game->type_of[type] ? promotes_to(game, type) : 0;
        if (!other)
            continue;
        Type base = game->type_of[type];
        char letter = type_letter(base);
        if (!game->types[other].letter) {
            draft_refuse(draft, game->promoted_place, "promotedPieceType", NULL,
                         "piece %c becomes a piece that the game does not have", letter);
            continue;
        }
        char next = game->types[game->promoted[other]].letter;
        if (game->promoted[other] && other != type) {
            if (!draft_refuse(draft, game->promoted_place, "promotedPieceType", NULL,
                              "piece %c becomes %c, and that %c: this needs a rule by which one "
                              "piece promotes twice; left out, it is %c for good, as in Chu "
                              "Seireigi",
                              letter, game->types[other].letter, next, game->types[other].letter))
                continue;
            draft_check(draft, "piece %c becomes %c and never %c", letter,
                        game->types[other].letter, next);
        }
        if (fairy_initial(game) != FAIRY_INITIAL_OFF &&
            fairy_moves_initially(fairy_type_betza(game, other)))
            draft_refuse(draft, game->types[other].place, game->types[other].name, NULL,
                         "a promoted piece has no initial moves here");
        char *name = draft->variant.piece[base | TYPE_PROMOTED].name;
        if (game->used[other] || (other >= CUSTOM_FIRST && other != KING))
            strncat(strcpy(name, "Promoted "), draft->variant.piece[base].name, 30);
        else
            type_name(game, other, name);
        draft->variant.promotes[base] = true;
        game->becomes[type] = other;
        put_moves(game, other, base | TYPE_PROMOTED);
    }
}

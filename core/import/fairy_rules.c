// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of a variants.ini: board, promotion zone, drops, how games end; and whether every key is
// known and taken.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "error.h"
#include "fairy_internal.h"
#include "memory.h"
#include "number.h"

enum when { ALWAYS, DROPS, PROMOTIONS, EXTINCTION };

static const struct {
    const char *name, *value, *reason; // value NULL: taken by code, or looks
    enum when when;
} keys[] = {
#define KEY(name) {#name, NULL, NULL, ALWAYS},
#define LOOKS(name) {#name, NULL, NULL, ALWAYS},
#define MUST(name, value, reason) {#name, value, reason, ALWAYS},
#define MUST_OF(when, name, value, reason) {#name, value, reason, when},
#include "fairy_keys.def"
#undef KEY
#undef LOOKS
#undef MUST
#undef MUST_OF
};
enum { SECTION_KEYS_MAX = 512 };

static bool is_known(const char *key, const char *const names[ARRAY_LENGTH(keys)]) {
    return text_find(key, names, ARRAY_LENGTH(keys)) >= 0 || fairy_type_named(key) ||
           strncmp(key, "mobilityRegion", strlen("mobilityRegion")) == 0;
}

// Every key of the user's sections is one that there is, and stands once.
static void check_keys(const struct fairy_game *game) {
    const char *names[ARRAY_LENGTH(keys)];
    for (int i = 0; i < ARRAY_LENGTH(keys); i++)
        names[i] = keys[i].name;
    for (int l = 0; l < game->level_count; l++) {
        const struct fairy_level *level = &game->levels[l];
        const struct fairy_entry *entry = &level->file->entries[level->section->first];
        if (level->builtin)
            continue;
        if (level->section->count > SECTION_KEYS_MAX) {
            draft_refuse(game->draft, level->place, NULL, level->section->name,
                         "has more than %d keys", SECTION_KEYS_MAX);
            continue;
        }
        for (int i = 0; i < level->section->count; i++) {
            char hint[NEAREST_TEXT];
            if (!is_known(entry[i].key, names))
                draft_refuse(game->draft, fairy_place(level, &entry[i]), entry[i].key,
                             entry[i].value, "no such key of a variants.ini%s",
                             nearest_hint(entry[i].key, names, ARRAY_LENGTH(keys), hint));
            for (int j = 0; j < i; j++)
                if (strcmp(entry[i].key, entry[j].key) == 0)
                    draft_refuse(game->draft, fairy_place(level, &entry[i]), entry[i].key,
                                 entry[i].value, "stands twice in the section; first in line %d",
                                 entry[j].line);
        }
    }
}

static void check_musts(const struct fairy_game *game) {
    bool promotions = false;
    for (int base = 0; base < BASE_TYPES; base++)
        promotions |= game->draft->variant.promotes[base];
    for (int i = 0; i < ARRAY_LENGTH(keys); i++) {
        const char *value = keys[i].value;
        if (!value || (keys[i].when == DROPS && !game->drops) ||
            (keys[i].when == PROMOTIONS && !promotions) ||
            (keys[i].when == EXTINCTION &&
             strcmp(fairy_value(game, "extinctionValue", "none"), "none") == 0))
            continue;
        const char *said = fairy_value(game, keys[i].name, value);
        if (strcmp(said, value) != 0 && *said)
            fairy_refuse(game, keys[i].name, said, "%s", keys[i].reason);
    }
}

// Values

bool fairy_bool(const struct fairy_game *game, const char *key, bool standard) {
    const char *value = fairy_value(game, key, standard ? "true" : "false");
    if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
        return *value == 't';
    fairy_refuse(game, key, value, "must be true or false");
    return standard;
}

static int read_count(const struct fairy_game *game, const char *key, int standard) {
    uint64_t count;
    const char *value = fairy_value(game, key, NULL);
    if (!value)
        return standard;
    if (number_unsigned(value, &count) && count <= 1000)
        return (int)count;
    fairy_refuse(game, key, value, "must be a number from 0 to 1000");
    return standard;
}

enum result { LOSS, DRAW, WIN, NONE };

static int read_result(const struct fairy_game *game, const char *key, int standard) {
    static const char *const words[] = {"loss", "draw", "win", "none"};
    const char *value = fairy_value(game, key, words[standard]);
    int found = text_find(value, words, ARRAY_LENGTH(words));
    if (found < 0)
        fairy_refuse(game, key, value, "must be win, draw, loss or none");
    return found < 0 ? standard : found;
}

static bool read_region(const char *text, struct fairy_region *region) {
    char *lower = mem_strdup(text);
    for (char *c = lower; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    bool read = squares_read(lower, FAIRY_FILES, FAIRY_RANKS, region->rank, NULL);
    free(lower);
    return read;
}

const char *fairy_said_region(const struct fairy_game *game, const char *const *names, int count,
                              struct fairy_region *region, struct place *place) {
    const struct fairy_entry *entry = fairy_find(game, names, count, place);
    if (entry && !read_region(entry->value, region)) {
        draft_refuse(game->draft, *place, entry->key, entry->value,
                     "must be squares: a1 b2, *3 for a rank, c* for a file");
        return NULL;
    }
    return entry ? entry->value : NULL;
}

uint16_t fairy_whole_rank(const struct draft *draft) {
    return (uint16_t)((1 << draft->variant.files) - 1);
}

static bool is_whole(const struct draft *draft, const struct fairy_region *region) {
    for (int rank = 0; rank < draft->variant.ranks; rank++)
        if ((region->rank[rank] & fairy_whole_rank(draft)) != fairy_whole_rank(draft))
            return false;
    return true;
}

// Board

static int read_side(struct fairy_game *game, const char *key, const char *what, int most) {
    const char *text = fairy_value(game, key, "8");
    uint64_t number;
    int length = 0;
    if (isalpha((unsigned char)*text) && !text[1] && strcmp(key, "maxFile") == 0)
        length = tolower((unsigned char)*text) - 'a' + 1;
    else if (number_unsigned(text, &number) && number < 99)
        length = (int)number;
    if (length >= 3 && length <= most)
        return length;
    fairy_refuse(game, key, text, "boards have 3 to %d %s here", most, what);
    return 8;
}

// How many of the last ranks of a side the region is: -1 when it is another shape.
static int zone_depth(const struct draft *draft, const struct fairy_region *region,
                      enum side side) {
    int depth = 0;
    bool ended = false;
    for (int i = 0; i < draft->variant.ranks; i++) {
        int rank = side == FIRST ? draft->variant.ranks - 1 - i : i;
        uint16_t squares = region->rank[rank] & fairy_whole_rank(draft);
        if (squares == fairy_whole_rank(draft) && !ended)
            depth++;
        else if (squares)
            return -1;
        else
            ended = true;
    }
    return depth;
}

static int read_zone(struct fairy_game *game) {
    static const char *const names[SIDES] = {"promotionRegionWhite", "promotionRegionBlack"};
    static const char *const older[] = {"promotionRank"};
    struct draft *draft = game->draft;
    struct place place;
    int depths[SIDES];
    const struct fairy_entry *rank = fairy_find(game, older, 1, &place);
    for (enum side side = FIRST; side < SIDES; side++) {
        struct fairy_region region = {{0}};
        // The peer's default is the last rank of a board with eight.
        if (side == SECOND)
            region.rank[0] = 0xFFF;
        else
            region.rank[7] = 0xFFF;
        uint64_t number;
        if (rank && number_unsigned(rank->value, &number) && number >= 1 && number <= FAIRY_RANKS)
            for (int i = 0; i < FAIRY_RANKS; i++) {
                int own = side == FIRST ? i + 1 : draft->variant.ranks - i;
                region.rank[i] = own >= (int)number ? 0xFFF : 0;
            }
        const char *said = fairy_said_region(game, &names[side], 1, &region, &place);
        if (!said)
            fairy_find(game, older, 1, &place);
        depths[side] = zone_depth(draft, &region, side);
        if (depths[side] < 0)
            draft_refuse(draft, place, names[side], said,
                         "a promotion zone is the last ranks of a player here, all of each");
    }
    if (depths[FIRST] >= 0 && depths[SECOND] >= 0 && depths[FIRST] != depths[SECOND])
        draft_refuse(draft, place, names[SECOND], NULL,
                     "the promotion zones of both players have the same depth here, not %d and %d "
                     "ranks",
                     depths[FIRST], depths[SECOND]);
    return depths[FIRST] > 0 ? depths[FIRST] : 0;
}

// Where the game has promotions: which moves promote, and must they?
static void read_promotion(struct fairy_game *game) {
    struct draft *draft = game->draft;
    bool any = false, by_end = false, by_touch = false;
    bool forced = false, free_choice = false;
    for (int type = 1; type < FAIRY_TYPES; type++) {
        if (!draft->variant.promotes[game->type_of[type]])
            continue;
        any = true;
        // A chess pawn promotes where it arrives, whatever it becomes.
        bool pawn = game->pawn_style[type] || type == FAIRY_CHESS_PAWN;
        bool must = pawn ? fairy_bool(game, "mandatoryPawnPromotion", true)
                         : fairy_bool(game, "mandatoryPiecePromotion", false);
        by_end |= pawn;
        by_touch |= !pawn;
        forced |= must;
        free_choice |= !must;
    }
    int zone = any ? read_zone(game) : 0;
    draft_rule(draft, RULE_ZONE, zone);
    draft_rule(draft, RULE_PROMOTION_TRIGGER,
               by_end && !by_touch ? PROMOTION_TRIGGER_END : PROMOTION_TRIGGER_TOUCH);
    if (forced && free_choice)
        fairy_refuse(game, "mandatoryPiecePromotion", NULL,
                     "some pieces must promote and others may: one rule holds for all here");
    else if (forced)
        draft_rule(draft, RULE_FORCED_PROMOTION, FORCED_PROMOTION_ON);
    const char *limit = fairy_value(game, "promotionLimit", "");
    for (const char *c = limit; any && *c; c++)
        for (int type = 1; type < FAIRY_TYPES; type++)
            if (isalpha((unsigned char)*c) && type == fairy_type_meant(game, "promotionLimit", *c))
                for (int from = 1; from < FAIRY_TYPES; from++)
                    if (game->used[from] && game->promoted[from] == type) {
                        fairy_refuse(game, "promotionLimit", limit,
                                     "promotions are not counted here");
                        return;
                    }
}

// Regions in which a piece may move, where the game has that piece.
static void check_mobility(struct fairy_game *game) {
    static const char *const sides[SIDES] = {"mobilityRegionWhite", "mobilityRegionBlack"};
    for (int type = 1; type < FAIRY_TYPES; type++) {
        bool becomes = false;
        for (int from = 1; from < FAIRY_TYPES; from++)
            becomes |= game->used[from] && game->promoted[from] == type;
        if (!game->types[type].letter || (!game->used[type] && !becomes))
            continue;
        for (enum side side = FIRST; side < SIDES; side++) {
            char key[64];
            const char *names[1] = {key}, *name = game->types[type].name;
            struct fairy_region region;
            struct place place;
            snprintf(key, sizeof key, "%s%c%s", sides[side], toupper((unsigned char)*name),
                     name + 1);
            const char *said = fairy_said_region(game, names, 1, &region, &place);
            if (said && !is_whole(game->draft, &region) && *said != '-')
                draft_refuse(game->draft, place, key, said,
                             "pieces that must stay in a part of the board are not known here");
        }
    }
}

static void check_castling(const struct fairy_game *game) {
    if (!fairy_bool(game, "castling", true))
        return;
    const char *fen = fairy_value(game, "startFen", "");
    const char *rights = fen + strcspn(fen, " \t");
    rights += strspn(rights, " \t");
    rights += strcspn(rights, " \t");
    rights += strspn(rights, " \t");
    if (isalpha((unsigned char)*rights))
        fairy_refuse(game, "castling", "true",
                     "castling is not known here, and the start position has the rights to it");
}

// Drops

static void check_drop_region(const struct fairy_game *game) {
    static const char *const names[SIDES][2] = {{"dropRegionWhite", "whiteDropRegion"},
                                                {"dropRegionBlack", "blackDropRegion"}};
    for (enum side side = FIRST; side < SIDES; side++) {
        struct fairy_region region;
        struct place place;
        const char *said = fairy_said_region(game, names[side], 2, &region, &place);
        if (said && !is_whole(game->draft, &region))
            draft_refuse(game->draft, place, names[side][0], said,
                         "drops are allowed on the whole board here");
    }
    int pawn = fairy_type_named("pawn");
    if (game->used[pawn] && !fairy_bool(game, "firstRankPawnDrops", false))
        fairy_refuse(game, "firstRankPawnDrops", "false",
                     "pawns may be dropped on the first rank here");
    if (game->used[pawn] && !fairy_bool(game, "promotionZonePawnDrops", false))
        fairy_refuse(game, "promotionZonePawnDrops", "false",
                     "pawns may be dropped in the promotion zone here");
}

static void read_nifu(struct fairy_game *game) {
    struct draft *draft = game->draft;
    const char *said = fairy_value(game, "dropNoDoubled", "-");
    const char *older = fairy_value(game, "shogiDoubledPawn", "true");
    int shogi_pawn = fairy_type_named("shogiPawn");
    int type = *said != '-' ? fairy_type_meant(game, "dropNoDoubled", *said) : 0;
    if (strcmp(older, "false") == 0)
        type = shogi_pawn;
    if (*said != '-' && !type)
        fairy_refuse(game, "dropNoDoubled", said, "must be the letter of a piece");
    int mate = fairy_bool(game, "shogiPawnDropMateIllegal", false) ? shogi_pawn : 0;
    if (!game->used[type])
        type = 0;
    if (!game->used[mate])
        mate = 0;
    draft_rule(draft, RULE_NIFU, type && game->drops ? NIFU_ON : NIFU_OFF);
    draft_rule(draft, RULE_PAWN_DROP_MATE,
               mate && game->drops ? PAWN_DROP_MATE_ILLEGAL : PAWN_DROP_MATE_LEGAL);
    if (type && game->drops && read_count(game, "dropNoDoubledCount", 1) != 1)
        fairy_refuse(game, "dropNoDoubledCount", fairy_value(game, "dropNoDoubledCount", "1"),
                     "only a second piece on a file can be forbidden here");
    if (type && mate && type != mate && game->drops)
        fairy_refuse(game, "shogiPawnDropMateIllegal", "true",
                     "the piece of this rule and that of dropNoDoubled are one here");
    int pawn = type ? type : mate ? mate : shogi_pawn;
    draft->variant.pawn = game->type_of[pawn];
}

static void read_drops(struct fairy_game *game) {
    struct draft *draft = game->draft;
    bool drops = fairy_bool(game, "pieceDrops", false);
    bool hand = fairy_bool(game, "capturesToHand", false);
    const char *open = strchr(draft->variant.arrays->fen, '[');
    bool held = open && open[1] != ']' && open[1];
    game->drops = drops && (hand || held);
    if (game->drops && !hand)
        fairy_refuse(game, "capturesToHand", "false",
                     "where pieces are dropped, those that are captured go to the hand here");
    if (!drops && held)
        fairy_refuse(game, "pieceDrops", "false",
                     "the start position has pieces in hand that are never dropped");
    draft_rule(draft, RULE_DROPS, game->drops ? DROPS_ON : DROPS_OFF);
    if (game->drops)
        check_drop_region(game);
    draft_rule(draft, RULE_STRANDED,
               fairy_bool(game, "immobilityIllegal", false) ? STRANDED_BARRED : STRANDED_ALLOW);
    read_nifu(game);
}

// Royals: a King, or a piece whose loss ends the game.

void fairy_read_royals(struct fairy_game *game) {
    struct draft *draft = game->draft;
    struct variant *variant = &draft->variant;
    int value = read_result(game, "extinctionValue", NONE);
    const char *kinds = fairy_value(game, "extinctionPieceTypes", "");
    bool extinction = value != NONE && *kinds && *kinds != '-';
    bool king = game->used[fairy_type_king];
    if (king)
        variant->piece[game->type_of[fairy_type_king]].royal = true;
    draft_rule(draft, RULE_ROYAL, ROYAL_MATE);
    if (!extinction) {
        if (!king)
            draft_refuse(draft, game->levels[game->level_count - 1].place, "king", NULL,
                         "a game needs a royal piece here");
        return;
    }
    int type = fairy_type_meant(game, "extinctionPieceTypes", *kinds);
    int count = read_count(game, "extinctionPieceCount", 0);
    int others = read_count(game, "extinctionOpponentPieceCount", 0);
    if (value != LOSS)
        fairy_refuse(game, "extinctionValue", value == WIN ? "win" : "draw",
                     "who loses a royal piece loses the game here");
    else if (king || kinds[1] || !type || !game->used[type])
        fairy_refuse(game, "extinctionPieceTypes", kinds,
                     "one kind of piece can be royal in the place of a King here, and no other "
                     "piece's loss ends the game");
    else if (count || others)
        fairy_refuse(game, count ? "extinctionPieceCount" : "extinctionOpponentPieceCount", NULL,
                     "a game ends with the last royal piece here");
    else {
        variant->piece[game->type_of[type]].royal = true;
        if (!fairy_bool(game, "extinctionPseudoRoyal", false))
            draft_rule(draft, RULE_ROYAL, ROYAL_CAPTURE);
        for (int from = 1; from < FAIRY_TYPES; from++)
            if (variant->promotes[game->type_of[from]] && game->promoted[from] == type) {
                variant->piece[game->type_of[from] | TYPE_PROMOTED].royal = true;
                draft_check(draft,
                            "piece %c may become a royal to answer check, which it may not there",
                            game->types[from].letter);
            }
    }
}

// Ends

static void read_repetition(struct fairy_game *game) {
    struct draft *draft = game->draft;
    struct place place;
    int times = read_count(game, "nFoldRule", 3);
    static const char *const names[] = {"nFoldRule", "nFoldValue", "nFoldValueAbsolute",
                                        "perpetualCheckIllegal"};
    const struct fairy_entry *entry = fairy_find(game, names, ARRAY_LENGTH(names), &place);
    int value = read_result(game, "nFoldValue", DRAW);
    bool absolute = fairy_bool(game, "nFoldValueAbsolute", false);
    bool checks = fairy_bool(game, "perpetualCheckIllegal", false);
    int rule = -1;
    if (value == DRAW && times == 4)
        rule = checks ? REPETITION_FOURFOLD : REPETITION_FOURFOLD_DRAW;
    else if (value == DRAW && times == 3)
        rule = checks ? REPETITION_THREEFOLD : REPETITION_THREEFOLD_DRAW;
    else if (value == LOSS && absolute && times == 4 && checks)
        rule = REPETITION_FIRST_LOSES;
    else if (value == LOSS && !absolute && times == 3)
        rule = checks ? REPETITION_REPEATER : REPETITION_ANY_REPEATER;
    if (rule >= 0) {
        draft_rule(draft, RULE_REPETITION, rule);
        return;
    }
    static const char *const words[] = {"loses", "draws", "wins", "goes on"};
    char number[16];
    snprintf(number, sizeof number, "%d", times);
    draft_refuse(draft, place, "nFoldRule", entry ? entry->value : number,
                 "repetition by which %s %s%s is not among the rules here",
                 absolute ? "the first player" : "the side to move", words[value],
                 checks ? " unless one gave check all the time" : "");
    draft_infer(draft, RULE_REPETITION, REPETITION_FOURFOLD);
}

// Wins by squares

// The type that wins for the side: 0 every one, -1 after a refusal.
static int flag_type(const struct fairy_game *game, enum side side) {
    static const char *const names[SIDES][2] = {{"flagPieceWhite", "flagPiece"},
                                                {"flagPieceBlack", "flagPiece"}};
    struct place place;
    const struct fairy_entry *entry = fairy_find(game, names[side], 2, &place);
    if (!entry || strcmp(entry->value, "*") == 0)
        return 0;
    int type = entry->value[1] ? 0 : fairy_type_meant(game, entry->key, *entry->value);
    if (!type)
        draft_refuse(game->draft, place, entry->key, entry->value,
                     "must be the letter of a piece, or * for all");
    return type ? type : -1;
}

static void read_flags(struct fairy_game *game) {
    static const char *const names[SIDES][3] = {{"flagRegionWhite", "flagRegion", "whiteFlag"},
                                                {"flagRegionBlack", "flagRegion", "blackFlag"}};
    struct draft *draft = game->draft;
    int winner = -1;
    for (enum side side = FIRST; side < SIDES; side++) {
        struct fairy_region region;
        struct place place;
        const struct fairy_entry *entry = fairy_find(game, names[side], 3, &place);
        if (entry && !fairy_said_region(game, names[side], 3, &region, &place))
            return;
        if (!entry || !*entry->value || *entry->value == '-' || draft_without(draft, entry->key))
            continue;
        int type = flag_type(game, side);
        if (type < 0)
            return;
        if (draft->wins_by_squares && type != winner) {
            draft_refuse(draft, place, entry->key, entry->value,
                         "the same pieces win by squares for both players here");
            return;
        }
        draft->wins_by_squares = true;
        winner = type;
        for (int rank = 0; rank < draft->variant.ranks && rank < FAIRY_RANKS; rank++)
            draft->variant.flag_squares[side][rank] = region.rank[rank] & fairy_whole_rank(draft);
    }
    if (!draft->wins_by_squares)
        return;
    if (fairy_bool(game, "flagMove", false))
        fairy_refuse(game, "flagMove", "true", "a win by squares has no answering move here");
    if (read_count(game, "flagPieceCount", 1) > 1)
        fairy_refuse(game, "flagPieceCount", NULL, "one piece wins by its square here");
    bool any = false;
    for (int type = 1; type < FAIRY_TYPES; type++) {
        Type base = game->type_of[type];
        if (!base)
            continue;
        any |= draft->variant.flag[base] = !winner || type == winner;
        any |= draft->variant.flag[base | TYPE_PROMOTED] =
            draft->variant.promotes[base] && (!winner || game->becomes[type] == winner);
    }
    draft->wins_by_squares = any;
    if (any)
        draft_rule(draft, RULE_FLAG,
                   fairy_bool(game, "flagPieceSafe", false) ? FLAG_SAFE : FLAG_REACH);
}

static void read_ends(struct fairy_game *game) {
    struct draft *draft = game->draft;
    static const int stalemates[] = {STALEMATE_LOSS, STALEMATE_DRAW, STALEMATE_WIN, STALEMATE_DRAW};
    static const char *const limit[] = {"nMoveRule"};
    struct place place;
    int stalemate = read_result(game, "stalemateValue", DRAW);
    if (stalemate == NONE)
        fairy_refuse(game, "stalemateValue", "none", "stalemate ends the game here");
    draft_rule(draft, RULE_STALEMATE, stalemates[stalemate]);
    int moves = read_count(game, "nMoveRule", 50);
    const struct fairy_entry *said = fairy_find(game, limit, 1, &place);
    if (said && moves && !place.from)
        draft_refuse(draft, place, "nMoveRule", said->value,
                     "moves without progress end no game here, but the ply limit of a run does");
    else if (moves)
        draft_check(draft,
                    "nMoveRule: the peer's default of %d moves without progress is left out; the "
                    "ply limit of a run ends such games",
                    moves);
    read_repetition(game);
    read_flags(game);
    draft_infer(draft, RULE_IMPASSE, IMPASSE_OFF);
    const char *soldiers = fairy_value(game, "soldierPromotionRank", "1");
    if (strcmp(soldiers, "1") != 0 && game->used[fairy_type_named("soldier")])
        fairy_refuse(game, "soldierPromotionRank", soldiers,
                     "pieces that move otherwise beyond a rank are not known here");
}

void fairy_read_rules(struct fairy_game *game) {
    check_keys(game);
    game->draft->variant.files = read_side(game, "maxFile", "files", FAIRY_FILES);
    game->draft->variant.ranks = read_side(game, "maxRank", "ranks", FAIRY_RANKS);
    read_drops(game);
    read_promotion(game);
    read_ends(game);
    check_mobility(game);
    fairy_read_steps(game);
    check_castling(game);
    check_musts(game);
    static const char *const values[] = {"pieceValueMg", "pieceValueEg"};
    if (fairy_find(game, values, 2, NULL))
        draft_check(game->draft, "the values of pieces are not taken over");
}

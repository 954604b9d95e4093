// SPDX-License-Identifier: GPL-3.0-or-later
// How games of a variants.ini end: by royal pieces, repetition, stalemate.
#include <stdio.h>
#include <string.h>

#include "fairy_internal.h"

// Royals: a King, or a piece whose loss ends the game.

void fairy_read_royals(struct fairy_game *game) {
    struct draft *draft = game->draft;
    struct place place = game->levels[game->level_count - 1].place;
    int value = fairy_result(game, "extinctionValue", FAIRY_NONE);
    const char *kinds = fairy_value(game, "extinctionPieceTypes", "", &place);
    bool extinction = value != FAIRY_NONE && *kinds && *kinds != '-';
    bool king = game->used[fairy_type_king];
    if (king)
        draft->pieces[game->piece_of[fairy_type_king]].royal = true;
    draft_rule(draft, RULE_ROYAL, ROYAL_MATE);
    if (!extinction) {
        place = game->levels[game->level_count - 1].place;
        if (!king)
            draft_refuse(draft, place, "king", NULL, "a game needs a royal piece here");
        return;
    }
    int type = fairy_type_lettered(game, *kinds);
    int count = fairy_count(game, "extinctionPieceCount", 0);
    int others = fairy_count(game, "extinctionOpponentPieceCount", 0);
    const char *counted = count ? "extinctionPieceCount" : "extinctionOpponentPieceCount";
    if (value != FAIRY_LOSS) {
        fairy_value(game, "extinctionValue", NULL, &place);
        draft_refuse(draft, place, "extinctionValue", value == FAIRY_WIN ? "win" : "draw",
                     "who loses a royal piece loses the game here");
    } else if (king || kinds[1] || !type || !game->used[type])
        draft_refuse(draft, place, "extinctionPieceTypes", kinds,
                     "one kind of piece can be royal in the place of a King here, and no other "
                     "piece's loss ends the game");
    else if (count || others) {
        fairy_value(game, counted, NULL, &place);
        draft_refuse(draft, place, counted, NULL, "a game ends with the last royal piece here");
    } else {
        struct draft_piece *piece = &draft->pieces[game->piece_of[type]];
        piece->royal = true;
        piece->promoted_royal = piece->promotes && game->promoted[type] == type;
        if (!fairy_bool(game, "extinctionPseudoRoyal", false))
            draft_rule(draft, RULE_ROYAL, ROYAL_CAPTURE);
        for (int from = 1; from < FAIRY_TYPES; from++)
            if (game->piece_of[from] >= 0 && game->promoted[from] == type)
                draft->pieces[game->piece_of[from]].promoted_royal = true;
    }
}

// Ends

static void read_repetition(struct fairy_game *game) {
    struct draft *draft = game->draft;
    struct place place = game->levels[game->level_count - 1].place;
    int times = fairy_count(game, "nFoldRule", 3);
    static const char *const keys[] = {"nFoldRule", "nFoldValue", "nFoldValueAbsolute",
                                       "perpetualCheckIllegal"};
    const struct fairy_entry *entry = fairy_find(game, keys, ARRAY_LENGTH(keys), &place);
    int value = fairy_result(game, "nFoldValue", FAIRY_DRAW);
    bool absolute = fairy_bool(game, "nFoldValueAbsolute", false);
    bool checks = fairy_bool(game, "perpetualCheckIllegal", false);
    int rule = -1;
    if (value == FAIRY_DRAW && times == 4)
        rule = checks ? REPETITION_FOURFOLD : REPETITION_FOURFOLD_DRAW;
    else if (value == FAIRY_DRAW && times == 3)
        rule = checks ? REPETITION_THREEFOLD : REPETITION_THREEFOLD_DRAW;
    else if (value == FAIRY_LOSS && absolute && times == 4 && checks)
        rule = REPETITION_FIRST_LOSES;
    else if (value == FAIRY_LOSS && !absolute && times == 3)
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

static void add_flag(struct draft *draft, char letter, bool promoted) {
    size_t used = strlen(draft->flag);
    snprintf(draft->flag + used, sizeof draft->flag - used, "%s%s%c", used ? " " : "",
             promoted ? "+" : "", letter);
}

// The type that wins for the side: 0 every one, -1 after a refusal.
static int flag_type(const struct fairy_game *game, enum side side) {
    static const char *const keys[SIDES][2] = {{"flagPieceWhite", "flagPiece"},
                                               {"flagPieceBlack", "flagPiece"}};
    struct place place;
    const struct fairy_entry *entry = fairy_find(game, keys[side], 2, &place);
    if (!entry || strcmp(entry->value, "*") == 0)
        return 0;
    int type = entry->value[1] ? 0 : fairy_type_lettered(game, *entry->value);
    if (!type)
        draft_refuse(game->draft, place, entry->key, entry->value,
                     "must be the letter of a piece, or * for all");
    return type ? type : -1;
}

static void read_flags(struct fairy_game *game) {
    static const char *const names[SIDES][3] = {{"flagRegionWhite", "flagRegion", "whiteFlag"},
                                                {"flagRegionBlack", "flagRegion", "blackFlag"}};
    struct draft *draft = game->draft;
    struct fairy_region regions[SIDES] = {0};
    struct place places[SIDES], place;
    const char *said[SIDES];
    int winner = -1;
    bool any = false;
    for (enum side side = FIRST; side < SIDES; side++) {
        const struct fairy_entry *entry = fairy_find(game, names[side], 3, &places[side]);
        said[side] = entry ? entry->value : NULL;
        if (entry && !fairy_region(entry->value, &regions[side])) {
            draft_refuse(draft, places[side], entry->key, entry->value,
                         "must be squares: a1 b2, *3 for a rank, c* for a file");
            return;
        }
        if (!said[side] || !*said[side] || *said[side] == '-' || draft_without(draft, entry->key))
            continue;
        int type = flag_type(game, side);
        if (type < 0)
            return;
        if (any && type != winner) {
            draft_refuse(draft, places[side], entry->key, said[side],
                         "the same pieces win by squares for both players here");
            return;
        }
        any = true;
        winner = type;
        for (int rank = 0; rank < draft->ranks && rank < FAIRY_RANKS; rank++)
            draft->flag_squares[side][rank] =
                (uint16_t)(regions[side].rank[rank] & ((1 << draft->files) - 1));
    }
    if (!any)
        return;
    fairy_value(game, "flagMove", "", &place);
    if (fairy_bool(game, "flagMove", false))
        draft_refuse(draft, place, "flagMove", "true",
                     "a win by squares has no answering move here");
    fairy_value(game, "flagPieceCount", "", &place);
    if (fairy_count(game, "flagPieceCount", 1) > 1)
        draft_refuse(draft, place, "flagPieceCount", NULL, "one piece wins by its square here");
    for (int type = 1; type < FAIRY_TYPES; type++) {
        if (game->piece_of[type] < 0)
            continue;
        const struct draft_piece *piece = &draft->pieces[game->piece_of[type]];
        if (!winner || type == winner)
            add_flag(draft, piece->letter, false);
        if (piece->promotes && (!winner || game->becomes[type] == winner))
            add_flag(draft, piece->letter, true);
    }
    if (*draft->flag)
        draft_rule(draft, RULE_FLAG,
                   fairy_bool(game, "flagPieceSafe", false) ? FLAG_SAFE : FLAG_REACH);
}

void fairy_read_ends(struct fairy_game *game) {
    struct draft *draft = game->draft;
    struct place place;
    int stalemate = fairy_result(game, "stalemateValue", FAIRY_DRAW);
    fairy_value(game, "stalemateValue", "draw", &place);
    if (stalemate == FAIRY_NONE)
        draft_refuse(draft, place, "stalemateValue", "none", "stalemate ends the game here");
    draft_rule(draft, RULE_STALEMATE,
               stalemate == FAIRY_LOSS  ? STALEMATE_LOSS
               : stalemate == FAIRY_WIN ? STALEMATE_WIN
                                        : STALEMATE_DRAW);
    int moves = fairy_count(game, "nMoveRule", 50);
    const char *said = fairy_value(game, "nMoveRule", NULL, &place);
    if (said && moves && !place.from)
        draft_refuse(draft, place, "nMoveRule", said,
                     "moves without progress end no game here, but the ply limit of a run does");
    else if (moves)
        draft_check(draft,
                    "nMoveRule: the peer's default of %d moves without progress is left out; the "
                    "ply limit of a run ends such games",
                    moves);
    read_repetition(game);
    read_flags(game);
    draft_infer(draft, RULE_IMPASSE, IMPASSE_OFF);
    const char *soldiers = fairy_value(game, "soldierPromotionRank", "1", &place);
    if (strcmp(soldiers, "1") != 0 && game->used[fairy_type_named("soldier")])
        draft_refuse(draft, place, "soldierPromotionRank", soldiers,
                     "pieces that move otherwise beyond a rank are not known here");
}

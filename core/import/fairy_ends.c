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
        if (!king)
            draft_refuse(draft, place, "king", NULL, "a game needs a royal piece here");
        return;
    }
    int type = fairy_type_lettered(game, *kinds);
    int count = fairy_count(game, "extinctionPieceCount", 0);
    int others = fairy_count(game, "extinctionOpponentPieceCount", 0);
    if (value != FAIRY_LOSS)
        draft_refuse(draft, place, "extinctionValue", value == FAIRY_WIN ? "win" : "draw",
                     "who loses a royal piece loses the game here");
    else if (king || kinds[1] || !type || !game->used[type])
        draft_refuse(draft, place, "extinctionPieceTypes", kinds,
                     "one kind of piece can be royal in the place of a King here, and no other "
                     "piece's loss ends the game");
    else if (count || others)
        draft_refuse(draft, place, count ? "extinctionPieceCount" : "extinctionOpponentPieceCount",
                     NULL, "a game ends with the last royal piece here");
    else {
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
    fairy_value(game, "nFoldRule", "3", &place);
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
    if (rule >= 0) {
        draft_rule(draft, RULE_REPETITION, rule);
        return;
    }
    static const char *const words[] = {"loses", "draws", "wins", "goes on"};
    char number[16];
    snprintf(number, sizeof number, "%d", times);
    draft_refuse(draft, place, "nFoldRule", number,
                 "repetition by which %s %s%s is not among the rules here",
                 absolute ? "the first player" : "the side to move", words[value],
                 checks ? " unless one gave check all the time" : "");
    draft_infer(draft, RULE_REPETITION, REPETITION_FOURFOLD);
}

static void check_flags(struct fairy_game *game) {
    static const char *const names[] = {"flagRegionWhite", "flagRegion", "whiteFlag",
                                        "flagRegionBlack", "blackFlag"};
    struct place place;
    for (int i = 0; i < ARRAY_LENGTH(names); i++) {
        const char *said = fairy_value(game, names[i], "-", &place);
        if (*said != '-' && *said) {
            draft_refuse(game->draft, place, names[i], said,
                         "a game that a piece wins by its square is not known here");
            return;
        }
    }
}

void fairy_read_ends(struct fairy_game *game) {
    struct draft *draft = game->draft;
    struct place place;
    int stalemate = fairy_result(game, "stalemateValue", FAIRY_DRAW);
    fairy_value(game, "stalemateValue", "draw", &place);
    if (stalemate == FAIRY_WIN || stalemate == FAIRY_NONE)
        draft_refuse(draft, place, "stalemateValue", stalemate == FAIRY_WIN ? "win" : "none",
                     "stalemate loses or draws here");
    draft_rule(draft, RULE_STALEMATE, stalemate == FAIRY_LOSS ? STALEMATE_LOSS : STALEMATE_DRAW);
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
    check_flags(game);
    draft_infer(draft, RULE_IMPASSE, IMPASSE_OFF);
    const char *soldiers = fairy_value(game, "soldierPromotionRank", "1", &place);
    if (strcmp(soldiers, "1") != 0 && game->used[fairy_type_named("soldier")])
        draft_refuse(draft, place, "soldierPromotionRank", soldiers,
                     "pieces that move otherwise beyond a rank are not known here");
}

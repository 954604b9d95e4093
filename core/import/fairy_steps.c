// SPDX-License-Identifier: GPL-3.0-or-later
// Double steps of pawns and initial moves of a variants.ini: taken where no piece is captured in
// passing, and where the squares from which they are made are those of the start.
#include <ctype.h>
#include <string.h>

#include "fairy_internal.h"
#include "number.h"

// May a piece be captured in passing?
static bool passing(const struct fairy_game *game) {
    static const char *const regions[SIDES][2] = {{"enPassantRegionWhite", "enPassantRegion"},
                                                  {"enPassantRegionBlack", "enPassantRegion"}},
                             *const types[SIDES][2] = {{"enPassantTypesWhite", "enPassantTypes"},
                                                       {"enPassantTypesBlack", "enPassantTypes"}};
    for (enum side side = FIRST; side < SIDES; side++) {
        const struct fairy_entry *region = fairy_find(game, regions[side], 2, NULL),
                                 *type = fairy_find(game, types[side], 2, NULL);
        bool nowhere = region && (!*region->value || *region->value == '-');
        bool nobody = type ? !*type->value || *type->value == '-'
                           : !game->types[fairy_type_named("pawn")].letter;
        if (!nowhere && !nobody)
            return true;
    }
    return false;
}

enum fairy_initial fairy_initial(const struct fairy_game *game) {
    if (strcmp(fairy_value(game, "doubleStep", "true", NULL), "true") != 0)
        return FAIRY_INITIAL_OFF;
    return passing(game) ? FAIRY_INITIAL_PASSING : FAIRY_INITIAL_MOVES;
}

// Where the unpromoted pieces with this letter, upper or lower case, stand at the start.
static void start_squares(const struct draft *draft, char letter, struct fairy_region *squares) {
    int rank = draft->ranks - 1, file = 0;
    bool promoted = false;
    *squares = (struct fairy_region){{0}};
    for (const char *c = draft->fen; *c && !strchr(" [", *c) && rank >= 0; c++) {
        if (*c == '/') {
            rank--;
            file = 0;
        } else if (is_digit(*c)) {
            int empty = *c - '0';
            if (is_digit(c[1]))
                empty = 10 * empty + *++c - '0';
            file += empty;
        } else if (*c != '+') {
            if (*c == letter && !promoted && file < FAIRY_FILES)
                squares->rank[rank] |= (uint16_t)(1 << file);
            file++;
        }
        promoted = *c == '+';
    }
}

static bool goes_forward(const struct movement *movement) {
    bool forward = movement->walk_count == 0;
    for (int d = 0; d < DIRECTIONS; d++)
        forward &= direction_dy[d] > 0 || (!movement->move_range[d] && !movement->capture_range[d]);
    int leaps = movement->move_leaps | movement->capture_leaps | movement->lame_move_leaps |
                movement->lame_capture_leaps;
    for (int leap = 0; leap < LEAPS; leap++)
        forward &= leap_dy[leap] > 0 || !(leaps >> leap & 1);
    return forward;
}

// What a piece of the type can do on the squares of a region: nothing, an initial move on those
// where it stands at the start and no others, or what is not known here.
enum initial { INITIAL_NEVER, INITIAL_START, INITIAL_ELSEWHERE };
static enum initial initial_squares(const struct fairy_game *game, int type, enum side side,
                                    const struct fairy_region *region) {
    const struct draft *draft = game->draft;
    struct movement movement;
    struct fairy_region start;
    char letter = game->types[type].letter;
    start_squares(draft, side == FIRST ? letter : (char)tolower((unsigned char)letter), &start);
    char betza[BETZA_TEXT];
    struct error error;
    bool forward = !game->drops &&
                   fairy_moves(fairy_type_betza(game, type), FAIRY_INITIAL_OFF, betza, &error) &&
                   betza_parse(betza, &movement, NULL) && goes_forward(&movement);
    for (int from = 1; from < FAIRY_TYPES; from++)
        forward &= game->becomes[from] != type;
    bool any = false, inside = true, elsewhere = false, behind = false;
    for (int i = 0; i < draft->ranks; i++) {
        int rank = side == FIRST ? i : draft->ranks - 1 - i;
        uint16_t squares = region->rank[rank] & fairy_whole_rank(draft), own = start.rank[rank];
        any |= (squares & own) != 0;
        inside &= (own & ~squares) == 0;
        elsewhere |= (squares & ~own) && (!forward || behind);
        behind |= own != 0;
    }
    return !any && !elsewhere     ? INITIAL_NEVER
           : inside && !elsewhere ? INITIAL_START
                                  : INITIAL_ELSEWHERE;
}

void fairy_read_steps(struct fairy_game *game) {
    static const char *const regions[2][SIDES] = {
        {"doubleStepRegionWhite", "doubleStepRegionBlack"},
        {"tripleStepRegionWhite", "tripleStepRegionBlack"}};
    static const char step[] = "ifmnD";
    struct draft *draft = game->draft;
    int pawn = fairy_type_named("pawn");
    bool doubles = fairy_bool(game, "doubleStep", true);
    for (int type = 1; type < FAIRY_TYPES; type++) {
        if (!game->used[type] || game->piece_of[type] < 0 ||
            (type != pawn && !fairy_moves_initially(fairy_type_betza(game, type))))
            continue;
        bool can[SIDES];
        struct place place = game->levels[game->level_count - 1].place, said_at = place;
        const char *said = NULL, *why = NULL;
        for (int kind = 0; kind < 2; kind++)
            for (enum side side = FIRST; side < SIDES; side++) {
                struct fairy_region region = {{0}};
                if (kind == 0)
                    region.rank[side == FIRST ? 1 : 6] = 0xFFF;
                const char *value =
                    fairy_said_region(game, &regions[kind][side], 1, &region, &place);
                if (kind == 0 ? !doubles : type != pawn)
                    continue;
                enum initial how = initial_squares(game, type, side, &region);
                if (how != INITIAL_NEVER && !said) {
                    said = value;
                    said_at = place;
                }
                if (kind == 0)
                    can[side] = how == INITIAL_START;
                if (how == INITIAL_NEVER)
                    continue;
                why = kind == 1 ? "triple steps of pawns are not known here"
                      : type == pawn && passing(game)
                          ? "double steps of pawns, with capture in passing, are not known here"
                      : how == INITIAL_ELSEWHERE ? "a double step is made from the squares where "
                                                   "the piece stands at the start here"
                                                 : why;
            }
        if (!doubles && !why)
            continue;
        if (!why && can[FIRST] != can[SECOND])
            why = "one player alone has double steps: a piece moves alike for both here";
        struct draft_form *form = &draft->pieces[game->piece_of[type]].plain;
        if (!said) // the regions are the peer's own
            fairy_value(game, "doubleStep", NULL, &said_at);
        if (why) {
            if (draft_refuse(draft, said_at, "doubleStep", said ? said : "true", "%s", why) &&
                type != pawn)
                draft_check(draft,
                            "piece %c: its initial moves are made where it stands at the start",
                            game->types[type].letter);
        } else if (can[FIRST] && type == pawn && strlen(form->betza) + sizeof step < BETZA_TEXT)
            strcat(form->betza, step);
        else if (!can[FIRST] && type != pawn)
            draft_refuse(draft, said_at, "doubleStep", "true",
                         "initial moves of a piece that does not stand in the region");
    }
}

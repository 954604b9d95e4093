// SPDX-License-Identifier: GPL-3.0-or-later
// Betza's notation as Fairy-Stockfish reads it, square by square, and then as we write it: its
// halves (fh, rh), chiral halves (hr, hl) and pairs (fs, rf) are other squares than ours or none.
#include <stdio.h>
#include <string.h>

#include "board_text.h"
#include "fairy_internal.h"

enum { DIRECTIONS_MAX = 16 };

static const struct atom {
    char letter;
    char ours;        // what our notation calls it
    int8_t far, near; // the longer and the shorter way
} atoms[] = {
    {'W', 'W', 1, 0}, {'F', 'F', 1, 1}, {'D', 'D', 2, 0}, {'N', 'N', 2, 1}, {'A', 'A', 2, 2},
    {'H', 'H', 3, 0}, {'L', 'C', 3, 1}, {'C', 'C', 3, 1}, {'J', 'Z', 3, 2}, {'Z', 'Z', 3, 2},
    {'G', 'G', 3, 3}, {'R', 'W', 1, 0}, {'B', 'F', 1, 1},
};

struct part { // modifiers and an atom
    char directions[DIRECTIONS_MAX][2];
    int count;
    bool moves, captures, hops, grasshops, lame, initial;
    bool two_atoms; // K and Q
};

// One of the eight ways of an atom: v is f or b, h is r or l, the longer way vertical or not.
struct way {
    char v, h;
    bool upright;
};

static bool pair_is(const char pair[2], char first, char second) {
    return pair[0] == first && pair[1] == second;
}

static bool meant(const struct part *part, const struct atom *atom, struct way way) {
    if (part->count == 0)
        return true;
    char axis = way.upright ? 'v' : 's';
    char own = way.upright ? way.v : way.h, other = way.upright ? way.h : way.v;
    // Turned clockwise or counter-clockwise, of an oblique leap.
    bool right = (way.v == 'f') == (way.h == 'r') ? way.upright : !way.upright;
    for (int i = 0; i < part->count; i++) {
        char pair[2] = {part->directions[i][0], part->directions[i][1]};
        char halves[2][2] = {{pair[0], pair[1]}, {pair[0], pair[1]}};
        if (atom->near == 0 && !part->two_atoms && pair[0] != pair[1]) { // fs of a Wazir: f and s
            halves[0][1] = pair[0];
            halves[1][0] = pair[1];
        }
        for (int half = 0; half < 2; half++) {
            const char *p = halves[half];
            if (pair_is(p, own, own) || pair_is(p, axis, axis) || pair_is(p, other, own) ||
                pair_is(p, other, axis) || pair_is(p, way.v, 'h') || pair_is(p, way.h, 'h') ||
                pair_is(p, 'h', right ? 'r' : 'l'))
                return true;
        }
    }
    return false;
}

struct out {
    struct movement movement;
    uint8_t slides[2][DIRECTIONS]; // of moves and captures: of several ranges the last one holds
    bool any;                      // something was added
    struct error fault;            // the first
};

// Adds the part for one square of the compass. `range` as the peer has it: 1 a leap, 0 without
// limit, or so many leaps in a row.
static void add_way(struct out *out, const struct part *part, const struct atom *atom, int dx,
                    int dy, int range) {
    struct leg leg = {(int8_t)dx, (int8_t)dy, 1, 0};
    struct walk walk = {
        .leg = {leg},
        .flags = (uint8_t)((part->moves ? WALK_MOVES : 0) | (part->captures ? WALK_CAPTURES : 0))};
    if (part->hops && range == 2) { // onto the neighbour, and on
        walk.leg[0].turn = TURN_PIECE;
        walk.leg[1] = leg;
    } else {
        if (!part->grasshops)
            walk.leg[0].most = (uint8_t)(range ? range : RANGE_UNLIMITED);
        walk.flags |= (uint8_t)((part->hops ? WALK_HOPS : 0) | (part->lame ? WALK_LAME : 0) |
                                (part->initial ? WALK_INITIAL : 0));
    }
    out->any = true;
    int d = direction_towards(dx, dy);
    if (d >= 0 && range != 1 && !part->hops && !(walk.flags & ~(WALK_MOVES | WALK_CAPTURES))) {
        for (int captures = 0; captures < 2; captures++)
            if (captures ? part->captures : part->moves)
                out->slides[captures][d] = walk.leg[0].most;
        return;
    }
    if (*out->fault.text)
        return;
    if (part->lame && atom->far == 1)
        error_set(&out->fault, "'n' is for leaps (D N A C Z H G), not for %c", atom->ours);
    else if (!movement_add_walk(&out->movement, &walk))
        error_set(&out->fault, "more than %d ways to move", WALKS_MAX);
}

static void add_slides(struct out *out) {
    for (int d = 0; d < DIRECTIONS; d++)
        for (int captures = 0; captures < 2; captures++) {
            struct leg leg = {(int8_t)direction_dx[d], (int8_t)direction_dy[d],
                              out->slides[captures][d], 0};
            if (leg.most)
                movement_add_walk(
                    &out->movement,
                    &(struct walk){.leg = {leg}, .flags = captures ? WALK_CAPTURES : WALK_MOVES});
        }
}

// All ways of the atom that the part means, each square once.
static void add_atom(struct out *out, const struct part *part, const struct atom *atom, int range) {
    bool done[7][7] = {{false}};
    for (int i = 0; i < 8; i++) {
        struct way way = {i & 1 ? 'b' : 'f', i & 2 ? 'l' : 'r', !(i & 4)};
        int dy = (way.v == 'f' ? 1 : -1) * (way.upright ? atom->far : atom->near);
        int dx = (way.h == 'r' ? 1 : -1) * (way.upright ? atom->near : atom->far);
        if (!meant(part, atom, way) || done[dy + 3][dx + 3])
            continue;
        done[dy + 3][dx + 3] = true;
        add_way(out, part, atom, dx, dy, range);
    }
}

// The letters for two atoms at once.
static const char *both_of(char letter) {
    return letter == 'K' ? "WF" : letter == 'Q' ? "RB" : NULL;
}

static const struct atom *find_atom(char letter) {
    for (int i = 0; i < ARRAY_LENGTH(atoms); i++)
        if (atoms[i].letter == letter)
            return &atoms[i];
    return NULL;
}

static bool take_modifier(struct part *part, const char *text, int *used) {
    char c = *text, next = text[1];
    bool *flag = c == 'm'               ? &part->moves
                 : c == 'c'             ? &part->captures
                 : c == 'p' || c == 'g' ? &part->hops
                 : c == 'n'             ? &part->lame
                 : c == 'i'             ? &part->initial
                                        : NULL;
    *used = 1;
    if (flag == &part->hops)
        part->grasshops = c == 'g';
    if (flag)
        *flag = true;
    if (flag || c == 'e') // en passant: nothing where no piece steps twice
        return true;
    bool vertical = strchr("fbvh", c), horizontal = strchr("rlsh", c);
    if (!c || (!vertical && !horizontal) || part->count == DIRECTIONS_MAX)
        return false;
    bool joined = next && (next == c || (vertical && strchr("rlsh", next)) ||
                           (horizontal && strchr("fbvh", next)));
    part->directions[part->count][0] = c;
    part->directions[part->count++][1] = joined ? next : c;
    *used = joined ? 2 : 1;
    return true;
}

static bool take_atom(struct out *out, struct part *part, const char *text,
                      enum fairy_initial initial, int *used, struct error *reason) {
    char letter = *text;
    const char *letters = both_of(letter);
    *used = 1;
    int range = 1;
    if (is_digit(text[1]) || text[1] == letter) {
        range = is_digit(text[1]) ? text[1] - '0' : 0;
        *used = 2;
    } else if (strchr("RBQ", letter))
        range = 0;
    if (is_digit(text[*used]))
        return error_set(reason, "'%c%c%c': Fairy-Stockfish reads one digit of a range", letter,
                         text[1], text[*used]);
    // Fairy-Stockfish measures a hop's range from where the piece stands, we from what it hops
    // over: they meet in a hop of two squares, over the first.
    bool adjacent = part->hops && range == 2 && !part->grasshops && strchr("WFKRBQ", letter);
    if (part->hops && range > 1 && !adjacent)
        return error_set(reason, "hops of a limited range");
    if (range != 1 && !part->hops && !strchr("WFRBQKN", letter))
        return error_set(reason, "'%c%c': Fairy-Stockfish has no such rider", letter, text[1]);
    if (part->lame && strchr("HCLG", letter))
        return error_set(reason, "'n%c': Fairy-Stockfish has no such lame leap", letter);
    if (part->hops && !adjacent)
        range = 0; // of a grasshopper the letter says that it goes one square
    if (part->lame && (range != 1 || part->hops))
        part->lame = false;
    if (part->initial && initial == FAIRY_INITIAL_OFF)
        return true;
    if (part->initial && initial == FAIRY_INITIAL_PASSING)
        return error_set(reason, "an initial move may be captured in passing, which is not known "
                                 "here (enPassantRegion = - is a game without)");
    if (part->initial && part->captures && !part->moves)
        return true; // the peer makes no capture an initial one
    if (part->initial) {
        part->moves = true;
        part->captures = false;
    }
    if (!part->moves && !part->captures)
        part->moves = part->captures = true;
    part->two_atoms = letters != NULL;
    char one[2] = {letter, 0};
    for (const char *c = letters ? letters : one; *c; c++)
        add_atom(out, part, find_atom(*c), range);
    return true;
}

bool fairy_moves_initially(const char *betza) {
    return strchr(betza, 'i') != NULL;
}

bool fairy_moves(const char *betza, enum fairy_initial initial, char text[BETZA_TEXT],
                 struct error *reason) {
    struct out out = {.any = false};
    struct part part = {0};
    struct movement own;
    int used;
    for (const char *at = betza; *at; at += used) {
        if (*at == ' ') {
            used = 1;
            continue;
        }
        if (both_of(*at) || find_atom(*at)) {
            if (!take_atom(&out, &part, at, initial, &used, reason))
                return false;
            part = (struct part){0};
        } else if (!take_modifier(&part, at, &used))
            return error_set(reason,
                             "column %d of the moves is neither an atom nor a modifier "
                             "that Fairy-Stockfish reads%s",
                             (int)(at - betza) + 1,
                             strpbrk(betza, "aytj([")
                                 ? "; a variants.ini has no XBetza, an Interactive Diagram may"
                                 : "");
    }
    if (!out.any)
        return error_set(reason, "a piece without moves");
    if (*out.fault.text)
        return error_set(reason, "its moves cannot be had here: %s", out.fault.text);
    add_slides(&out);
    movement_settle(&out.movement);
    // The author's own words, where they mean the same to us.
    if (strlen(betza) < BETZA_TEXT && betza_parse(betza, &own, NULL) &&
        movement_same(&own, &out.movement))
        strcpy(text, betza);
    else
        betza_print(&out.movement, text);
    return true;
}

// Double steps of pawns and initial moves of a variants.ini: taken where no piece is captured in
// passing, and where the squares from which they are made are those of the start.

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
    if (strcmp(fairy_value(game, "doubleStep", "true"), "true") != 0)
        return FAIRY_INITIAL_OFF;
    return passing(game) ? FAIRY_INITIAL_PASSING : FAIRY_INITIAL_MOVES;
}

// Where the unpromoted pieces with this letter, upper or lower case, stand at the start.
static void start_squares(const struct draft *draft, char letter, struct fairy_region *squares) {
    struct fen_walk walk = fen_walk(draft->variant.arrays->fen, draft->variant.ranks);
    *squares = (struct fairy_region){{0}};
    while (fen_next(&walk) && walk.rank >= 0)
        if (walk.letter == letter && !walk.promoted && walk.file < FAIRY_FILES)
            squares->rank[walk.rank] |= (uint16_t)(1 << walk.file);
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
    start_squares(draft, side_letter(type_of_letter(letter), side), &start);
    char betza[BETZA_TEXT];
    struct error error;
    bool forward = !game->drops &&
                   fairy_moves(fairy_type_betza(game, type), FAIRY_INITIAL_OFF, betza, &error) &&
                   betza_parse(betza, &movement, NULL) && goes_forward(&movement);
    for (int from = 1; from < FAIRY_TYPES; from++)
        forward &= game->becomes[from] != type;
    bool any = false, inside = true, elsewhere = false, behind = false;
    for (int i = 0; i < draft->variant.ranks; i++) {
        int rank = side == FIRST ? i : draft->variant.ranks - 1 - i;
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
    struct draft *draft = game->draft;
    int pawn = fairy_type_named("pawn");
    bool doubles = fairy_bool(game, "doubleStep", true);
    static const char *const older[] = {"doubleStepRank", "doubleStepRankMin"};
    for (int i = 0; i < ARRAY_LENGTH(older); i++)
        if (fairy_value(game, older[i], NULL))
            fairy_refuse(game, older[i], fairy_value(game, older[i], NULL),
                         "an older key: doubleStepRegionWhite and doubleStepRegionBlack say it");
    for (int type = 1; type < FAIRY_TYPES; type++) {
        if (!game->type_of[type] ||
            (type != pawn && !fairy_moves_initially(fairy_type_betza(game, type))))
            continue;
        bool can[SIDES];
        struct place place, said_at = {0};
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
        if (!said) // the regions are the peer's own
            fairy_find(game, (const char *const[]){"doubleStep"}, 1, &said_at);
        if (why) {
            if (draft_refuse(draft, said_at, "doubleStep", said ? said : "true", "%s", why) &&
                type != pawn)
                draft_check(draft,
                            "piece %c: its initial moves are made where it stands at the start",
                            game->types[type].letter);
        } else if (can[FIRST] && type == pawn) {
            const char *own = draft->variant.piece[game->type_of[type]].betza;
            char more[sizeof draft->variant.piece->betza + 8];
            snprintf(more, sizeof more, "%sifmnD", own);
            draft_moves(draft, game->type_of[type], more);
        } else if (!can[FIRST] && type != pawn)
            draft_refuse(draft, said_at, "doubleStep", "true",
                         "initial moves of a piece that does not stand in the region");
    }
}

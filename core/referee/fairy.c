// SPDX-License-Identifier: GPL-3.0-or-later
#include "notation.h"

#include <stdlib.h>
#include <string.h>

#include "betza.h"
#include "board_text.h"
#include "buffer.h"

enum {
    FILES_MAX = 12, // of its builds with large boards
    RANKS_MAX = 10,
    LETTERS = 26,
    KINDS_MAX = 64,
    CUSTOM_MAX = 24, // its slots for pieces of one's own, less the one that a royal may need
    RANGE_MAX = 9    // one digit
};

// Pieces that Fairy-Stockfish has: it has tuned values for some of them, and slots for others are
// few.
static const struct {
    const char *name, *betza;
} known[] = {
    {"shogiPawn", "fW"}, {"lance", "fR"},       {"shogiKnight", "ffN"},
    {"silver", "FfW"},   {"gold", "WfF"},       {"bishop", "B"},
    {"rook", "R"},       {"dragonHorse", "BW"}, {"bers", "RF"},
    {"queen", "Q"},      {"knight", "N"},       {"fers", "F"},
    {"wazir", "W"},      {"commoner", "K"},     {"alfil", "A"},
    {"fersAlfil", "FA"}, {"soldier", "fsW"},    {"breakthrough", "mfWfF"},
};

struct kind { // of pieces, as Fairy-Stockfish counts them: one a letter
    Type type;
    char letter;
    int known; // index, -1: custom
};

struct export {
    const struct tables *tables;
    const struct variant *variant;
    const struct rules *rules;
    struct kind kinds[KINDS_MAX];
    int count, customs;
    int kind_of[TYPES]; // index of kinds
    struct buffer *out;
};

static int board_length(const struct export *export) {
    const struct variant *variant = export->variant;
    return variant->files > variant->ranks ? variant->files : variant->ranks;
}

static bool promotes_by_arrival(const struct export *export) {
    return export->rules->value[RULE_PROMOTION_TRIGGER] == PROMOTION_TRIGGER_END;
}

// Not a King: what it calls pseudo-royal, or what ends the game by its capture.
static bool has_extinction(const struct export *export) {
    int royals = 0;
    for (Type type = 0; type < TYPES; type++)
        royals += export->variant->piece[type].name[0] && export->variant->piece[type].royal;
    return royals > 1 || export->rules->value[RULE_ROYAL] == ROYAL_CAPTURE;
}

// Moves in its notation.

// Over the neighbour to the square behind: its pB2.
static bool short_hop(const struct walk *walk) {
    const struct leg *leg = walk->leg;
    return walk_legs(walk) == 2 && leg[0].most == 1 && leg[1].most == 1 &&
           leg[0].turn == TURN_PIECE && leg[0].dx == leg[1].dx && leg[0].dy == leg[1].dy &&
           abs(leg[0].dx) <= 1 && abs(leg[0].dy) <= 1 &&
           !(walk->flags & ~(WALK_MOVES | WALK_CAPTURES));
}

// What of a walk it has no words or no tables for, "moves that bend"; NULL where it has.
static const char *unwritable(const struct walk *walk) {
    int d;
    char atom = leg_atom(&walk->leg[0], &d);
    if (walk_legs(walk) > 1 && !short_hop(walk))
        return "moves that bend";
    if (walk->flags & WALK_SKIPS)
        return "slides that skip a square";
    if ((walk->flags & WALK_HOPS) && atom != 'W' && atom != 'F')
        return "hops but along lines";
    if ((walk->flags & WALK_HOPS) && walk->leg[0].most > 1 && walk->leg[0].most != RANGE_UNLIMITED)
        return "hops of a limited range";
    if ((walk->flags & WALK_LAME) && (!strchr("DANZ", atom) || walk->leg[0].most > 1))
        return "lame leaps but of N, A, D and Z";
    if (walk->leg[0].most > 1 && strchr("DAHGCZ", atom))
        return "riders but of the Knight";
    if (walk->leg[0].most > RANGE_MAX && walk->leg[0].most != RANGE_UNLIMITED)
        return "ranges of two digits";
    return NULL;
}

// Along lines of one kind it has one range and one set of directions for slides and hops, to move
// as to capture. `range`: of the slides, to do as `flag` says.
static bool slides_otherwise(const struct movement *movement, const struct walk *hop,
                             const uint8_t range[DIRECTIONS], int flag) {
    int d, slides = 0, hops = 0;
    leg_atom(&hop->leg[0], &d);
    for (int at = d % 2; at < DIRECTIONS; at += 2)
        slides += range[at] > 1;
    for (int i = 0, at; i < movement->walk_count; i++) {
        const struct walk *other = &movement->walks[i];
        leg_atom(&other->leg[0], &at);
        hops += (other->flags & WALK_HOPS) && (other->flags & flag) && at % 2 == d % 2 &&
                range[at] == other->leg[0].most;
    }
    return (hop->flags & WALK_HOPS) && (hop->flags & flag) && slides &&
           (slides != hops || range[d] != hop->leg[0].most);
}

static const char *const compass[DIRECTIONS] = {"f", "fr", "r", "br", "b", "bl", "l", "fl"};
static const char *const oblique[LEAPS] = {"f", "rf", "fr", "fr", "r", "br", "br", "rb",
                                           "b", "lb", "bl", "bl", "l", "fl", "fl", "lf"};

// A slide of `length` squares less one crosses the board, one of 0 is none.
static void write_atom(struct buffer *out, int length, const char *modality, int d, int range) {
    bool far = range >= length - 1 && range > 1;
    if (!range)
        return;
    buffer_printf(out, "%s%s%c", modality, compass[d], (far ? "RB" : "WF")[d % 2]);
    if (range > 1 && !far)
        buffer_printf(out, "%d", range);
}

static void write_walk(struct buffer *out, const struct walk *walk) {
    int d, most = walk->leg[0].most;
    char atom = leg_atom(&walk->leg[0], &d);
    bool leaps = strchr("NCZ", atom) != NULL, hops = walk->flags & WALK_HOPS;
    bool over = short_hop(walk);
    buffer_printf(out, "%s%s%s%s%s", walk->flags & WALK_INITIAL ? "i" : "", walk_modality(walk),
                  walk->flags & WALK_LAME ? "n" : "",
                  !hops       ? over ? "p" : ""
                  : most == 1 ? "g"
                              : "p",
                  leaps ? oblique[2 * d + 1] : compass[d]);
    if (hops && (most == 1 || most == RANGE_UNLIMITED))
        buffer_char(out, atom == 'W' ? 'R' : 'B');
    else if (over)
        buffer_printf(out, "%c2", atom == 'W' ? 'R' : 'B');
    else if (most == RANGE_UNLIMITED)
        buffer_printf(out, "%c%c", atom, atom);
    else if (most > 1)
        buffer_printf(out, "%c%d", atom, most);
    else
        buffer_char(out, atom);
}

static void write_leaps(struct buffer *out, uint16_t leaps, int modality, const char *lame) {
    for (int leap = 0; leap < LEAPS; leap++)
        if (leaps >> leap & 1)
            buffer_printf(out, "%s%s%s%c", modality_text[modality], lame, oblique[leap],
                          leap % 2   ? 'N'
                          : leap % 4 ? 'A'
                                     : 'D');
}

// The moves in its notation. Both modalities where they agree, otherwise one after the other.
static void write_betza(const struct movement *movement, int length, struct buffer *out) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int move = movement->move_range[d], capture = movement->capture_range[d];
        bool both = move == capture;
        write_atom(out, length, both ? "" : "m", d, move);
        write_atom(out, length, "c", d, both ? 0 : capture);
    }
    for (int i = 0; i < MODALITIES; i++)
        write_leaps(out, modality_leaps(i, movement->move_leaps, movement->capture_leaps), i, "");
    for (int i = 0; i < MODALITIES; i++)
        write_leaps(out, // a lame jump beside a jump would take its place
                    modality_leaps(i, movement->lame_move_leaps & ~movement->move_leaps,
                                   movement->lame_capture_leaps & ~movement->capture_leaps),
                    i, "n");
    for (int i = 0; i < movement->walk_count; i++)
        write_walk(out, &movement->walks[i]);
}

// Rules, and what it offers for each value.

static const struct fold {
    int value, times;
    bool loses, absolute, checks; // who is to move, or the first player, loses; perpetual check too
} folds[] = {
    {REPETITION_FOURFOLD, 4, false, false, true},
    {REPETITION_FOURFOLD_DRAW, 4, false, false, false},
    {REPETITION_THREEFOLD, 3, false, false, true},
    {REPETITION_THREEFOLD_DRAW, 3, false, false, false},
    {REPETITION_FIRST_LOSES, 4, true, true, true},
    {REPETITION_REPEATER, 3, true, false, true},
    {REPETITION_ANY_REPEATER, 3, true, false, false},
};

static const struct fold *find_fold(int value) {
    for (int i = 0; i < ARRAY_LENGTH(folds); i++)
        if (folds[i].value == value)
            return &folds[i];
    return NULL;
}

static const char *unsupported(const struct export *export) {
    const int *value = export->rules->value;
    if (value[RULE_PROMOTION_TRIGGER] != PROMOTION_TRIGGER_TOUCH && !promotes_by_arrival(export))
        return "promotion-trigger other than touch and end";
    if (value[RULE_STRANDED] == STRANDED_LITERAL)
        return "stranded=literal";
    if (!find_fold(value[RULE_REPETITION]))
        return "repetition other than fourfold, threefold, fourfold-draw, threefold-draw, "
               "first-loses, repeater and any-repeater";
    if (value[RULE_IMPASSE] != IMPASSE_OFF)
        return "impasse=declaration";
    if (value[RULE_BARE_ROYAL] != BARE_ROYAL_OFF)
        return "bare-royal";
    return NULL;
}

static bool check(const struct export *export, struct error *error) {
    const struct variant *variant = export->variant;
    if (variant->files > FILES_MAX || variant->ranks > RANKS_MAX)
        return error_set(error, "%s has a board of %dx%d; Fairy-Stockfish ends at %dx%d",
                         variant->name, variant->files, variant->ranks, FILES_MAX, RANKS_MAX);
    const char *rule = unsupported(export);
    if (rule)
        return error_set(error, "Fairy-Stockfish cannot play %s", rule);
    const struct piece *royal = NULL;
    for (Type type = 0; type < TYPES; type++) {
        const struct piece *piece = &variant->piece[type];
        if (!piece->name[0])
            continue;
        if (piece->royal && royal && !movement_same(&piece->movement, &royal->movement))
            return error_set(error, "Fairy-Stockfish has one kind of royal piece; %s has more",
                             variant->name);
        royal = piece->royal ? piece : royal;
        for (int i = 0; i < piece->movement.walk_count; i++) {
            const char *what = unwritable(&piece->movement.walks[i]);
            if (!what && (slides_otherwise(&piece->movement, &piece->movement.walks[i],
                                           piece->movement.move_range, WALK_MOVES) ||
                          slides_otherwise(&piece->movement, &piece->movement.walks[i],
                                           piece->movement.capture_range, WALK_CAPTURES)))
                what = "slides and hops that differ along the same lines";
            if (what)
                return error_set(error, "Fairy-Stockfish has no %s: %s", what, piece->name);
        }
        for (int d = 0; d < DIRECTIONS; d++) {
            if (piece->movement.second_steps[d])
                return error_set(error, "Fairy-Stockfish has no lion power: %s", piece->name);
            int longest = piece->movement.move_range[d] > piece->movement.capture_range[d]
                              ? piece->movement.move_range[d]
                              : piece->movement.capture_range[d];
            if (longest > RANGE_MAX && longest < board_length(export) - 1)
                return error_set(error, "Fairy-Stockfish has no slides of just %d steps: %s",
                                 longest, piece->name);
        }
    }
    return true;
}

// Kinds.

static int find_known(const struct movement *movement) {
    for (int i = 0; i < ARRAY_LENGTH(known); i++) {
        struct movement its;
        if (betza_parse(known[i].betza, &its, NULL) && movement_same(&its, movement))
            return i;
    }
    return -1;
}

static bool taken(const struct export *export, char letter) {
    for (int i = 0; i < export->count; i++)
        if (export->kinds[i].letter == letter)
            return true;
    return false;
}

// Two kinds cannot be the same piece of Fairy-Stockfish's: the later one becomes a custom piece.
static void add_kind(struct export *export, Type type, char letter) {
    const struct piece *piece = &export->variant->piece[type];
    struct kind kind = {type, letter, -1};
    if (!piece->royal || has_extinction(export))
        kind.known = find_known(&piece->movement);
    for (int i = 0; i < export->count; i++)
        if (kind.known >= 0 && export->kinds[i].known == kind.known)
            kind.known = -1;
    export->customs += kind.known < 0 && (!piece->royal || has_extinction(export));
    export->kind_of[type] = export->count;
    export->kinds[export->count++] = kind;
}

// A promoted piece that moves as an unpromoted one does needs no letter of its own.
static bool share_kind(struct export *export, Type type) {
    const struct piece *piece = export->variant->piece;
    for (int i = 0; i < export->count; i++) {
        Type other = export->kinds[i].type;
        if (!(other & TYPE_PROMOTED) && piece[other].royal == piece[type].royal &&
            movement_same(&piece[other].movement, &piece[type].movement)) {
            export->kind_of[type] = i;
            return true;
        }
    }
    return false;
}

static bool choose_kinds(struct export *export, bool *odd, struct error *error) {
    const struct variant *variant = export->variant;
    *odd = false;
    for (int i = 0; i < variant->base_count; i++)
        add_kind(export, variant->bases[i], type_letter(variant->bases[i]));
    for (int i = 0; i < variant->base_count; i++) {
        Type base = variant->bases[i];
        if (!variant->promotes[base] || share_kind(export, base | TYPE_PROMOTED))
            continue;
        char letter = 'A';
        while (letter <= 'Z' && taken(export, letter))
            letter++;
        if (letter > 'Z' && *odd)
            return error_set(error, "%s has more than %d kinds of pieces that move differently",
                             variant->name, LETTERS + 1);
        *odd = letter > 'Z';
        add_kind(export, base | TYPE_PROMOTED, *odd ? '!' : letter);
    }
    return export->customs <= CUSTOM_MAX ||
           error_set(error, "%s has %d pieces that Fairy-Stockfish does not know; it takes %d",
                     variant->name, export->customs, CUSTOM_MAX);
}

// Pieces.

// Which pieces promote, and to what: by pairs, or, where a move must end in the zone, as pawns of
// chess do, all to the same kind.
static void write_promotions(const struct export *export) {
    bool arrival = promotes_by_arrival(export), any = false;
    char kind = 0;
    for (int i = 0; i < export->variant->base_count; i++) {
        Type base = export->variant->bases[i];
        if (!export->variant->promotes[base])
            continue;
        kind = export->kinds[export->kind_of[base | TYPE_PROMOTED]].letter;
        buffer_printf(export->out, "%s%c",
                      any       ? " "
                      : arrival ? "promotionPawnTypes = "
                                : "promotedPieceType = ",
                      type_letter(base) | 32);
        if (!arrival)
            buffer_printf(export->out, ":%c", kind | 32); // '!' stays what it is
        any = true;
    }
    if (any && arrival)
        buffer_printf(export->out, "\npromotionPieceTypes = %c", kind | 32);
    if (any)
        buffer_char(export->out, '\n');
}

static bool check_promotions(const struct export *export, struct error *error) {
    int kind = -1, count = 0;
    bool one = true;
    for (int i = 0; i < export->variant->base_count; i++) {
        Type base = export->variant->bases[i];
        if (!export->variant->promotes[base])
            continue;
        one &= kind < 0 || kind == export->kind_of[base | TYPE_PROMOTED];
        kind = export->kind_of[base | TYPE_PROMOTED];
        count++;
    }
    // A captured piece turns back into the one kind that promotes.
    one &= count <= 1 || export->rules->value[RULE_DROPS] != DROPS_ON;
    return one || !promotes_by_arrival(export) ||
           error_set(error,
                     "Fairy-Stockfish cannot play promotion-trigger=end of pieces that become "
                     "several kinds, or that come back by drops");
}

// Where it could capture and not move it is barred there.
static bool only_captures(const struct export *export, Type type, int square) {
    const struct movement *movement = &export->variant->piece[type].movement;
    const bool *on_board = export->tables->on_board;
    uint16_t leaps = movement->move_leaps | movement->lame_move_leaps;
    bool moves = !on_board[square] || export->tables->dead[piece_make(type, FIRST)][square];
    for (int d = 0; d < DIRECTIONS && !moves; d++)
        moves = movement->move_range[d] && on_board[square + direction_delta[d]];
    for (int leap = 0; leap < LEAPS && !moves; leap++)
        moves = (leaps >> leap & 1) && on_board[square + leap_delta[leap]];
    for (int i = 0; i < movement->walk_count && !moves; i++)
        moves = movement->walks[i].flags & WALK_MOVES;
    return !moves;
}

// There what could never move again is barred, also where it would promote outside the zone here.
static bool check_stranded(const struct export *export, struct error *error) {
    const struct tables *tables = export->tables;
    int rule = export->rules->value[RULE_STRANDED];
    for (Type type = 1; type < TYPES && rule != STRANDED_ALLOW; type++)
        for (int square = 0; square < SQUARES && variant_has(export->variant, type); square++) {
            if (only_captures(export, type, square))
                return error_set(error,
                                 "Fairy-Stockfish bars the %s where it could only capture; it has "
                                 "stranded=allow",
                                 export->variant->piece[type].name);
            if (rule == STRANDED_FORBID && !(type & TYPE_PROMOTED) &&
                export->variant->promotes[type] && tables->on_board[square] &&
                tables->dead[piece_make(type, FIRST)][square] && !tables->in_zone[FIRST][square])
                return error_set(
                    error,
                    "Fairy-Stockfish cannot play stranded=forbid where the %s promotes "
                    "outside the zone; it has stranded=barred",
                    export->variant->piece[type].name);
        }
    return true;
}

static bool moves_initially(const struct export *export, Type type) {
    const struct movement *movement = &export->variant->piece[type].movement;
    for (int i = 0; i < movement->walk_count && variant_has(export->variant, type); i++)
        if (movement->walks[i].flags & WALK_INITIAL)
            return true;
    return false;
}

// Its initial moves are made on a region, whichever piece that has some stands there.
static bool check_initial(const struct export *export, struct error *error) {
    int count = 0;
    for (Type type = 0; type < TYPES; type++)
        count += moves_initially(export, type);
    return count <= 1 || error_set(error,
                                   "Fairy-Stockfish has one region for the initial moves of "
                                   "all pieces; %s has %d pieces with such moves",
                                   export->variant->name, count);
}

static void write_initial(const struct export *export) {
    static const char *const names[SIDES] = {"White", "Black"};
    const struct tables *tables = export->tables;
    Type type = 0;
    while (type < TYPES && !moves_initially(export, type))
        type++;
    buffer_printf(export->out, "doubleStep = %s\n", type < TYPES ? "true" : "false");
    for (enum side side = FIRST; side < SIDES && type < TYPES; side++) {
        uint16_t squares[BOARD_MAX];
        char text[SQUARES_TEXT];
        for (int rank = 0; rank < BOARD_MAX; rank++)
            squares[rank] = tables->start_squares[piece_make(type, side)][rank + RIM] >> RIM;
        buffer_printf(export->out, "doubleStepRegion%s = %s\n", names[side],
                      squares_print(squares, tables->files, tables->ranks, text));
    }
    if (type < TYPES)
        buffer_printf(export->out, "enPassantRegion = -\n");
}

static void write_extinction(const struct export *export) {
    if (!has_extinction(export))
        return;
    for (int i = 0; i < export->count; i++)
        if (export->variant->piece[export->kinds[i].type].royal)
            buffer_printf(
                export->out,
                "extinctionValue = loss\nextinctionPieceTypes = %c\nextinctionPseudoRoyal = %s\n",
                export->kinds[i].letter | 32,
                export->rules->value[RULE_ROYAL] == ROYAL_MATE ? "true" : "false");
}

static void write_kinds(const struct export *export) {
    struct movement step;
    int custom = 0;
    betza_parse("K", &step, NULL);
    if (has_extinction(export))
        buffer_printf(export->out, "king = -\n");
    for (int i = 0; i < export->count; i++) {
        const struct kind *kind = &export->kinds[i];
        const struct piece *piece = &export->variant->piece[kind->type];
        bool king = piece->royal && !has_extinction(export);
        buffer_printf(export->out, "# %s, %s\n", piece->name, piece->betza);
        if (kind->known >= 0)
            buffer_printf(export->out, "%s = %c", known[kind->known].name, kind->letter | 32);
        else if (king)
            buffer_printf(export->out, "king = %c", kind->letter | 32);
        else
            buffer_printf(export->out, "customPiece%d = %c", ++custom, kind->letter | 32);
        if (kind->known < 0 && !(king && movement_same(&piece->movement, &step))) {
            buffer_char(export->out, ':');
            write_betza(&piece->movement, board_length(export), export->out);
        }
        buffer_char(export->out, '\n');
    }
    write_promotions(export);
}

// Whether it forbids mate by a Pawn drop: its search takes such a drop for a loss, its perft counts
// it.
static bool pawn_drop_mate(const struct export *export) {
    return export->variant->pawn &&
           export->rules->value[RULE_PAWN_DROP_MATE] != PAWN_DROP_MATE_LEGAL;
}

static bool check_pawn(const struct export *export, struct error *error) {
    if (!pawn_drop_mate(export))
        return true;
    const struct kind *kind = &export->kinds[export->kind_of[export->variant->pawn]];
    return (kind->known >= 0 && strcmp(known[kind->known].name, "shogiPawn") == 0) ||
           error_set(error, "Fairy-Stockfish forbids mate by dropping a Pawn of shogi only; try "
                            "--rule pawn-drop-mate=legal");
}

// The kind of piece that wins by squares: 0 every one, '?' where it is neither.
static char flag_letter(const struct export *export) {
    const struct variant *variant = export->variant;
    int kind = -1;
    bool all = true, one = true;
    for (Type type = 1; type < TYPES; type++) {
        if (!variant_has(variant, type))
            continue;
        all &= variant->flag[type];
        if (variant->flag[type]) {
            one &= kind < 0 || kind == export->kind_of[type];
            kind = export->kind_of[type];
        }
    }
    for (Type type = 1; type < TYPES && one && !all; type++) // the kind, however it came about
        one &= !variant_has(variant, type) || variant->flag[type] || export->kind_of[type] != kind;
    return all ? 0 : one && kind >= 0 ? export->kinds[kind].letter : '?';
}

static bool check_flag(const struct export *export, struct error *error) {
    return export->tables->flag == FLAG_OFF || flag_letter(export) != '?' ||
           error_set(error, "Fairy-Stockfish knows one kind of piece, or all, that win by squares; "
                            "try --rule flag=off");
}

static void write_flag(const struct export *export) {
    static const char *const names[SIDES] = {"White", "Black"};
    const struct tables *tables = export->tables;
    char text[SQUARES_TEXT], letter = flag_letter(export);
    if (tables->flag == FLAG_OFF)
        return;
    if (letter)
        buffer_printf(export->out, "flagPiece = %c\n", letter | 32);
    for (enum side side = FIRST; side < SIDES; side++)
        buffer_printf(
            export->out, "flagRegion%s = %s\n", names[side],
            squares_print(tables->variant.flag_squares[side], tables->files, tables->ranks, text));
    if (tables->flag == FLAG_SAFE)
        buffer_printf(export->out, "flagPieceSafe = true\n");
}

static void write_rules(const struct export *export) {
    const struct variant *variant = export->variant;
    const int *value = export->rules->value;
    bool drops = value[RULE_DROPS] == DROPS_ON;
    struct buffer *out = export->out;
    const char *none = value[RULE_ZONE] ? "" : " -"; // a line without a value says nothing
    buffer_printf(out, "promotionRegionWhite =%s", none);
    for (int rank = variant->ranks; rank > variant->ranks - value[RULE_ZONE]; rank--)
        buffer_printf(out, " *%d", rank);
    buffer_printf(out, "\npromotionRegionBlack =%s", none);
    for (int rank = 1; rank <= value[RULE_ZONE]; rank++)
        buffer_printf(out, " *%d", rank);
    buffer_printf(out, "\npieceDrops = %s\ncapturesToHand = %s\n", drops ? "true" : "false",
                  drops ? "true" : "false");
    if (variant->pawn && value[RULE_NIFU] == NIFU_ON)
        buffer_printf(out, "dropNoDoubled = %c\n", type_letter(variant->pawn) | 32);
    buffer_printf(out, "immobilityIllegal = %s\n",
                  value[RULE_STRANDED] != STRANDED_ALLOW ? "true" : "false");
    buffer_printf(out, "shogiPawnDropMateIllegal = %s\n",
                  pawn_drop_mate(export) ? "true" : "false");
    buffer_printf(out, "stalemateValue = %s\n",
                  rule_value_name(RULE_STALEMATE, value[RULE_STALEMATE]));
    const struct fold *repetition = find_fold(value[RULE_REPETITION]);
    buffer_printf(out, "nFoldRule = %d\n", repetition->times);
    if (repetition->loses)
        buffer_printf(out, "nFoldValue = loss\n");
    if (repetition->absolute)
        buffer_printf(out, "nFoldValueAbsolute = true\n");
    buffer_printf(out, "perpetualCheckIllegal = %s\n", repetition->checks ? "true" : "false");
    if (value[RULE_FORCED_PROMOTION] == FORCED_PROMOTION_ON)
        buffer_printf(out, "mandatoryPiecePromotion = true\n");
    else if (promotes_by_arrival(export))
        buffer_printf(out, "mandatoryPawnPromotion = false\n");
    write_extinction(export);
    buffer_printf(out, "nMoveRule = 0\n");
    write_initial(export);
    buffer_printf(out, "castling = false\n");
}

char *fairy_export(const struct tables *tables, const char *name, bool *odd, struct error *error) {
    struct export export = {.tables = tables, .variant = &tables->variant, .rules = &tables->rules};
    if (!check(&export, error) || !choose_kinds(&export, odd, error) ||
        !check_pawn(&export, error) || !check_flag(&export, error) ||
        !check_promotions(&export, error) || !check_initial(&export, error) ||
        !check_stranded(&export, error))
        return NULL;
    struct buffer text = buffer_init();
    export.out = &text;
    buffer_printf(&text, "[%s]\nvariantTemplate = shogi\nmaxFile = %d\nmaxRank = %d\n", name,
                  export.variant->files, export.variant->ranks);
    write_kinds(&export);
    write_rules(&export);
    write_flag(&export);
    buffer_printf(&text, "startFen = %s\n", variant_start_fen(export.variant, export.rules));
    return text.data;
}

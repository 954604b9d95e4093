// SPDX-License-Identifier: GPL-3.0-or-later
#include "fairy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "squares_text.h"

enum {
    FILES_MAX = 12, // of its builds with large boards
    RANKS_MAX = 10,
    RANGE_MAX = 9, // one digit
    LETTERS = 26,
    KINDS_MAX = 64,
    CUSTOM_MAX = 24 // its slots for pieces of one's own, less the one that a royal may need
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
    FILE *out;
};

// Rules, and what it offers for each value.

static const char *unsupported(const struct export *export) {
    const int *value = export->rules->value;
    if (value[RULE_PROMOTION_TRIGGER] != PROMOTION_TRIGGER_TOUCH)
        return "promotion-trigger other than touch";
    if (value[RULE_STRANDED] == STRANDED_LITERAL)
        return "stranded=literal";
    if (value[RULE_REPETITION] != REPETITION_FOURFOLD &&
        value[RULE_REPETITION] != REPETITION_FOURFOLD_DRAW &&
        value[RULE_REPETITION] != REPETITION_THREEFOLD &&
        value[RULE_REPETITION] != REPETITION_ANY_REPEATER &&
        value[RULE_REPETITION] != REPETITION_REPEATER &&
        value[RULE_REPETITION] != REPETITION_THREEFOLD_DRAW)
        return "repetition other than fourfold, threefold, fourfold-draw, threefold-draw, "
               "repeater and any-repeater";
    if (value[RULE_IMPASSE] != IMPASSE_OFF)
        return "impasse=declaration";
    if (value[RULE_ROYAL] != ROYAL_MATE)
        return "royal=capture";
    if (value[RULE_BARE_ROYAL] != BARE_ROYAL_OFF)
        return "bare-royal";
    return NULL;
}

// What it has no words or no tables for.
static const char *impossible(const struct walk *walk) {
    int d;
    char atom = leg_atom(&walk->leg[0], &d);
    if (walk_legs(walk) > 1)
        return "moves that bend";
    if (walk->flags & WALK_SKIPS)
        return "slides that skip a square";
    if (walk->flags & WALK_INITIAL)
        return "initial moves but those of a region of its own";
    if ((walk->flags & WALK_HOPS) && atom != 'W' && atom != 'F')
        return "hops but along lines";
    if ((walk->flags & WALK_LAME) && (atom != 'Z' || walk->leg[0].most > 1))
        return "lame leaps but of N, A, D and Z";
    if (walk->leg[0].most > 1 && strchr("DAHGCZ", atom))
        return "riders but of the Knight";
    if (walk->leg[0].most > RANGE_MAX && walk->leg[0].most != RANGE_UNLIMITED)
        return "ranges of two digits";
    return NULL;
}

static bool check_walks(const struct piece *piece, struct error *error) {
    for (int i = 0; i < piece->movement.walk_count; i++) {
        const char *what = impossible(&piece->movement.walks[i]);
        if (what)
            return error_set(error, "Fairy-Stockfish has no %s: %s", what, piece->name);
    }
    return true;
}

static bool check(const struct export *export, struct error *error) {
    const struct variant *variant = export->variant;
    if (variant->files > FILES_MAX || variant->ranks > RANKS_MAX)
        return error_set(error, "%s has a board of %dx%d; Fairy-Stockfish ends at %dx%d",
                         variant->name, variant->files, variant->ranks, FILES_MAX, RANKS_MAX);
    const char *rule = unsupported(export);
    if (rule)
        return error_set(error, "Fairy-Stockfish cannot play %s", rule);
    int royals = 0;
    for (Type type = 0; type < TYPES; type++) {
        const struct piece *piece = &variant->piece[type];
        if (!piece->name[0])
            continue;
        royals += piece->royal;
        if (!check_walks(piece, error))
            return false;
        for (int d = 0; d < DIRECTIONS; d++) {
            if (piece->movement.second_steps[d])
                return error_set(error, "Fairy-Stockfish has no lion power: %s", piece->name);
            int limit = variant->files > variant->ranks ? variant->files : variant->ranks;
            int longest = piece->movement.move_range[d] > piece->movement.capture_range[d]
                              ? piece->movement.move_range[d]
                              : piece->movement.capture_range[d];
            if (longest > RANGE_MAX && longest < limit - 1)
                return error_set(error, "Fairy-Stockfish has no slides of just %d steps: %s",
                                 longest, piece->name);
        }
    }
    return royals == 1 || error_set(error, "Fairy-Stockfish has one kind of royal piece; %s has %d",
                                    variant->name, royals);
}

// Kinds.

static bool same(const struct movement *a, const struct movement *b) {
    return movement_same(a, b);
}

static int find_known(const struct movement *movement) {
    for (int i = 0; i < ARRAY_LENGTH(known); i++) {
        struct movement its;
        if (betza_parse(known[i].betza, &its, NULL) && same(&its, movement))
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
    struct kind kind = {type, letter, piece->royal ? -1 : find_known(&piece->movement)};
    for (int i = 0; i < export->count; i++)
        if (kind.known >= 0 && export->kinds[i].known == kind.known)
            kind.known = -1;
    export->customs += kind.known < 0 && !piece->royal;
    export->kind_of[type] = export->count;
    export->kinds[export->count++] = kind;
}

// A promoted piece that moves as an unpromoted one does needs no letter of its own.
static bool share_kind(struct export *export, Type type) {
    const struct piece *piece = export->variant->piece;
    for (int i = 0; i < export->count; i++) {
        Type other = export->kinds[i].type;
        if (!(other & TYPE_PROMOTED) && !piece[other].royal && !piece[type].royal &&
            same(&piece[other].movement, &piece[type].movement)) {
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

// Moves.

static const char *const compass[DIRECTIONS] = {"f", "fr", "r", "br", "b", "bl", "l", "fl"};
static const char *const oblique[LEAPS] = {"f", "rf", "fr", "fr", "r", "br", "br", "rb",
                                           "b", "lb", "bl", "bl", "l", "fl", "fl", "lf"};

static void write_atom(const struct export *export, const char *modality, int d, int range) {
    bool diagonal = d % 2;
    int limit = export->variant->files > export->variant->ranks ? export->variant->files
                                                                : export->variant->ranks;
    fprintf(export->out, "%s%s%c", modality, compass[d],
            range >= limit - 1 && range > 1 ? (diagonal ? 'B' : 'R') : (diagonal ? 'F' : 'W'));
    if (range > 1 && range < limit - 1)
        fprintf(export->out, "%d", range);
}

static void write_leap(const struct export *export, const char *modality, int leap) {
    fprintf(export->out, "%s%s%c", modality, oblique[leap], leap % 2 ? 'N' : leap % 4 ? 'A' : 'D');
}

static void write_walk(const struct export *export, const struct walk *walk) {
    int d, most = walk->leg[0].most;
    char atom = leg_atom(&walk->leg[0], &d);
    bool leaps = strchr("NCZ", atom) != NULL, hops = walk->flags & WALK_HOPS;
    fprintf(export->out, "%s%s%s%s",
            !(walk->flags & WALK_CAPTURES) ? "m"
            : !(walk->flags & WALK_MOVES)  ? "c"
                                           : "",
            walk->flags & WALK_LAME ? "n" : "",
            !hops       ? ""
            : most == 1 ? "g"
                        : "p",
            leaps ? oblique[2 * d + 1] : compass[d]);
    if (hops && (most == 1 || most == RANGE_UNLIMITED))
        fputc(atom == 'W' ? 'R' : 'B', export->out);
    else if (most == RANGE_UNLIMITED)
        fprintf(export->out, "%c%c", atom, atom);
    else if (most > 1)
        fprintf(export->out, "%c%d", atom, most);
    else
        fputc(atom, export->out);
}

// Both modalities where they agree, otherwise one after the other.
static void write_betza(const struct export *export, const struct movement *movement) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int move = movement->move_range[d], capture = movement->capture_range[d];
        if (move && move == capture)
            write_atom(export, "", d, move);
        else {
            if (move)
                write_atom(export, "m", d, move);
            if (capture)
                write_atom(export, "c", d, capture);
        }
    }
    const struct {
        uint16_t leaps;
        const char *modality;
    } sets[] = {
        {movement->move_leaps & movement->capture_leaps, ""},
        {movement->move_leaps & ~movement->capture_leaps, "m"},
        {movement->capture_leaps & ~movement->move_leaps, "c"},
        {movement->lame_move_leaps & movement->lame_capture_leaps, "n"},
        {movement->lame_move_leaps & ~movement->lame_capture_leaps, "mn"},
        {movement->lame_capture_leaps & ~movement->lame_move_leaps, "cn"},
    };
    for (int i = 0; i < ARRAY_LENGTH(sets); i++)
        for (int leap = 0; leap < LEAPS; leap++)
            if (sets[i].leaps >> leap & 1)
                write_leap(export, sets[i].modality, leap);
    for (int i = 0; i < movement->walk_count; i++)
        write_walk(export, &movement->walks[i]);
}

static void write_kinds(const struct export *export) {
    struct movement king;
    int custom = 0;
    betza_parse("K", &king, NULL);
    for (int i = 0; i < export->count; i++) {
        const struct kind *kind = &export->kinds[i];
        const struct piece *piece = &export->variant->piece[kind->type];
        fprintf(export->out, "# %s, %s\n", piece->name, piece->betza);
        if (kind->known >= 0)
            fprintf(export->out, "%s = %c", known[kind->known].name, kind->letter | 32);
        else if (piece->royal)
            fprintf(export->out, "king = %c", kind->letter | 32);
        else
            fprintf(export->out, "customPiece%d = %c", ++custom, kind->letter | 32);
        if (kind->known < 0 && !(piece->royal && same(&piece->movement, &king))) {
            fputc(':', export->out);
            write_betza(export, &piece->movement);
        }
        fputc('\n', export->out);
    }
    const char *separator = "promotedPieceType = ";
    for (int i = 0; i < export->variant->base_count; i++) {
        Type base = export->variant->bases[i];
        if (!export->variant->promotes[base])
            continue;
        char letter = export->kinds[export->kind_of[base | TYPE_PROMOTED]].letter;
        fprintf(export->out, "%s%c:%c", separator, type_letter(base) | 32,
                letter | 32); // '!' stays what it is
        separator = " ";
    }
    if (separator[1] == '\0')
        fputc('\n', export->out);
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
    for (int type = 1; type < TYPES; type++) {
        Type base = type & (BASE_TYPES - 1);
        if (!variant->exists[base] || (type != base && !variant->promotes[base]))
            continue;
        all &= variant->flag[type];
        if (variant->flag[type]) {
            one &= kind < 0 || kind == export->kind_of[type];
            kind = export->kind_of[type];
        }
    }
    for (int type = 1; type < TYPES && one && !all; type++) { // the kind, however it came about
        Type base = type & (BASE_TYPES - 1);
        bool there = variant->exists[base] && (type == base || variant->promotes[base]);
        one &= !there || variant->flag[type] || export->kind_of[type] != kind;
    }
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
        fprintf(export->out, "flagPiece = %c\n", letter | 32);
    for (enum side side = FIRST; side < SIDES; side++)
        fprintf(
            export->out, "flagRegion%s = %s\n", names[side],
            squares_print(tables->variant.flag_squares[side], tables->files, tables->ranks, text));
    if (tables->flag == FLAG_SAFE)
        fprintf(export->out, "flagPieceSafe = true\n");
}

static void write_rules(const struct export *export) {
    const struct variant *variant = export->variant;
    const int *value = export->rules->value;
    bool drops = value[RULE_DROPS] == DROPS_ON;
    FILE *out = export->out;
    fprintf(out, "promotionRegionWhite =");
    for (int rank = variant->ranks; rank > variant->ranks - value[RULE_ZONE]; rank--)
        fprintf(out, " *%d", rank);
    fprintf(out, "\npromotionRegionBlack =");
    for (int rank = 1; rank <= value[RULE_ZONE]; rank++)
        fprintf(out, " *%d", rank);
    fprintf(out, "\npieceDrops = %s\ncapturesToHand = %s\n", drops ? "true" : "false",
            drops ? "true" : "false");
    if (variant->pawn && value[RULE_NIFU] == NIFU_ON)
        fprintf(out, "dropNoDoubled = %c\n", type_letter(variant->pawn) | 32);
    fprintf(out, "immobilityIllegal = %s\n",
            value[RULE_STRANDED] != STRANDED_ALLOW ? "true" : "false");
    fprintf(out, "shogiPawnDropMateIllegal = %s\n", pawn_drop_mate(export) ? "true" : "false");
    fprintf(out, "stalemateValue = %s\n", rule_value_name(RULE_STALEMATE, value[RULE_STALEMATE]));
    int repetition = value[RULE_REPETITION];
    bool repeater = repetition == REPETITION_ANY_REPEATER || repetition == REPETITION_REPEATER;
    bool third =
        repetition == REPETITION_THREEFOLD || repetition == REPETITION_THREEFOLD_DRAW || repeater;
    bool checks = repetition == REPETITION_FOURFOLD || repetition == REPETITION_THREEFOLD ||
                  repetition == REPETITION_REPEATER;
    if (repeater)
        fprintf(out, "nFoldValue = loss\n");
    fprintf(out, "nFoldRule = %d\n", third ? 3 : 4);
    fprintf(out, "perpetualCheckIllegal = %s\n", checks ? "true" : "false");
    if (value[RULE_FORCED_PROMOTION] == FORCED_PROMOTION_ON)
        fprintf(out, "mandatoryPiecePromotion = true\n");
    fprintf(out, "nMoveRule = 0\ndoubleStep = false\ncastling = false\n");
}

char *fairy_export(const struct tables *tables, const char *name, bool *odd, struct error *error) {
    struct export export = {.tables = tables, .variant = &tables->variant, .rules = &tables->rules};
    if (!check(&export, error) || !choose_kinds(&export, odd, error) ||
        !check_pawn(&export, error) || !check_flag(&export, error))
        return NULL;
    char *text = NULL;
    size_t size;
    export.out = open_memstream(&text, &size);
    if (!export.out) {
        error_set(error, "out of memory");
        return NULL;
    }
    fprintf(export.out, "[%s]\nvariantTemplate = shogi\nmaxFile = %d\nmaxRank = %d\n", name,
            export.variant->files, export.variant->ranks);
    write_kinds(&export);
    write_rules(&export);
    write_flag(&export);
    fprintf(export.out, "startFen = %s\n", variant_start_fen(export.variant, export.rules));
    bool failed = ferror(export.out);
    if (fclose(export.out) != 0 || failed) {
        free(text);
        error_set(error, "out of memory");
        return NULL;
    }
    return text;
}

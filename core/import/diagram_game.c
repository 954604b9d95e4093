// SPDX-License-Identifier: GPL-3.0-or-later
// A game of an Interactive Diagram: parameters, board, pieces, rules. The format is that of H. G.
// Muller's script as its manual and published diagrams show it; rules of drops, repetition and the
// like stand in the prose around a diagram, so they are inferred.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "diagram_internal.h"
#include "memory.h"
#include "number.h"

// A diagram as it is read.
enum { NOBODY = -1 };

struct reading {
    struct draft *draft;
    struct diagram diagram;
    int first_rank, zone, max_promote, offset;
    bool rotates, mirrors, drops;
    int piece_at[BOARD_MAX][BOARD_MAX]; // [rank][file], or NOBODY
    enum side side_at[BOARD_MAX][BOARD_MAX];
    bool stands[SIDES];       // a piece of that side does
    int hand[DIAGRAM_PIECES]; // of each side
    bool used[DIAGRAM_PIECES];
    Type type_of[DIAGRAM_PIECES];  // of the variant; 0: none
    bool promoted[DIAGRAM_PIECES]; // it stands at the start as the promoted form of that piece
    bool royal[DIAGRAM_PIECES];
};

// Notes what of a piece's line cannot be taken; `part` of it, or NULL. Returns false.
__attribute__((format(printf, 4, 5))) static bool refuse_piece(struct draft *draft,
                                                               const struct diagram_piece *row,
                                                               const char *part, const char *reason,
                                                               ...) {
    char value[2 * IMPORT_QUOTE], name[IMPORT_QUOTE], safe[IMPORT_QUOTE];
    va_list arguments;
    snprintf(value, sizeof value, "%s%s%.60s", import_quote(row->name, name), part ? ": " : "",
             part ? import_quote(part, safe) : "");
    va_start(arguments, reason);
    bool without = draft_vrefuse(draft, at_line(row->line), NULL, value, reason, arguments);
    va_end(arguments);
    return without;
}

// Squares

// "a3" at `*text`: false when there is no square of the board.
static bool read_square(const struct reading *reading, const char **text, int *file, int *rank) {
    const char *at = *text;
    int number = 0, digits = 0;
    if (!isalpha((unsigned char)*at))
        return false;
    *file = tolower((unsigned char)*at++) - 'a';
    for (; is_digit(*at) && digits < 2; digits++)
        number = 10 * number + *at++ - '0';
    *rank = number - reading->first_rank;
    *text = at;
    return digits && *file < reading->draft->variant.files && *rank >= 0 &&
           *rank < reading->draft->variant.ranks;
}

static bool put(struct reading *reading, int piece, enum side side, int file, int rank) {
    if (reading->piece_at[rank][file] != NOBODY) {
        const struct diagram_piece *row = &reading->diagram.pieces[piece];
        return refuse_piece(reading->draft, row, row->squares, "two pieces on %c%d", 'a' + file,
                            rank + reading->first_rank);
    }
    reading->piece_at[rank][file] = piece;
    reading->side_at[rank][file] = side;
    reading->stands[side] = reading->used[piece] = true;
    return true;
}

static bool put_both(struct reading *reading, int piece, enum side side, bool explicit, int file,
                     int rank) {
    int files = reading->draft->variant.files, ranks = reading->draft->variant.ranks;
    if (!put(reading, piece, side, file, rank))
        return false;
    return explicit || (!reading->rotates && !reading->mirrors) ||
           put(reading, piece, SECOND, reading->rotates ? files - 1 - file : file,
               ranks - 1 - rank);
}

// "a2,c2-e2,,a7": squares of the first player, then those of the second.
static void read_squares(struct reading *reading, int piece) {
    const struct diagram_piece *row = &reading->diagram.pieces[piece];
    const char *text = row->squares;
    bool explicit = strstr(text, ",,") != NULL;
    enum side side = FIRST;
    uint64_t hand;
    if (*text && number_unsigned(text, &hand)) { // in hand
        reading->hand[piece] = hand <= 18 ? (int)hand : 19;
        reading->used[piece] |= hand > 0;
        return;
    }
    while (*text) {
        int file, rank, to_file, to_rank;
        if (*text == ',') {
            side = text[1] == ',' || side == SECOND ? SECOND : side;
            text++;
            continue;
        }
        if (*text == ' ') {
            text++;
            continue;
        }
        bool read = read_square(reading, &text, &file, &rank);
        to_file = file;
        to_rank = rank;
        if (read && *text == '-') {
            text++;
            read = read_square(reading, &text, &to_file, &to_rank);
        }
        if (!read || (*text && *text != ',' && *text != ' ')) {
            refuse_piece(reading->draft, row, row->squares,
                         "must be squares of a board of %dx%d: a2,c2-e2",
                         reading->draft->variant.files, reading->draft->variant.ranks);
            return;
        }
        for (int r = rank < to_rank ? rank : to_rank; r <= (rank < to_rank ? to_rank : rank); r++)
            for (int f = file < to_file ? file : to_file; f <= (file < to_file ? to_file : file);
                 f++)
                if (!put_both(reading, piece, side, explicit, f, r))
                    return;
    }
}

// After a wrong number the largest board: no square of the text is a second fault.
static int read_side(struct reading *reading, const char *name) {
    int before = reading->draft->import->refusals,
        side = diagram_number(&reading->diagram, name, 8, 3, BOARD_MAX);
    return reading->draft->import->refusals > before ? BOARD_MAX : side;
}

static void read_board(struct reading *reading) {
    struct draft *draft = reading->draft;
    draft->variant.files = read_side(reading, "files");
    draft->variant.ranks = read_side(reading, "ranks");
    reading->first_rank = diagram_number(&reading->diagram, "firstRank", 1, 0, 1);
    const struct diagram_text *key = diagram_key(&reading->diagram, "symmetry");
    const char *symmetry = key && *key->value ? key->value : "mirror";
    reading->mirrors = strcasecmp(symmetry, "mirror") == 0;
    reading->rotates = strcasecmp(symmetry, "rotate") == 0;
    if (!reading->mirrors && !reading->rotates && strcasecmp(symmetry, "none") != 0)
        draft_refuse(draft, at_key(key), "symmetry", symmetry, "must be mirror, rotate or none");
    for (int rank = 0; rank < BOARD_MAX; rank++)
        for (int file = 0; file < BOARD_MAX; file++)
            reading->piece_at[rank][file] = NOBODY;
    for (int i = 0; i < reading->diagram.piece_count; i++) {
        const struct diagram_piece *row = &reading->diagram.pieces[i];
        uint64_t hand;
        read_squares(reading, i);
        if (!*row->hand)
            continue;
        if (number_unsigned(row->hand, &hand) && hand <= 18) {
            reading->hand[i] = (int)hand;
            reading->used[i] |= hand > 0;
        } else
            refuse_piece(draft, row, row->hand, "must be a number of pieces in hand, at most 18");
    }
    if (reading->stands[FIRST] && !reading->stands[SECOND] && strcasecmp(symmetry, "none") == 0)
        draft_refuse(draft, at_key(key), "symmetry", symmetry,
                     "the second player has no pieces: without symmetry they stand behind two "
                     "commas, king:K:K:king:e1,,e9");
}

// Pieces: moves, letters, IDs, what they become.

// How the script lets pieces of these names move where the line says nothing.
static const struct {
    const char *name, *betza;
} standard_moves[] = {
    {"knight", "N"},         {"bishop", "B"},
    {"rook", "R"},           {"queen", "Q"},
    {"king", "K"},           {"pawn", "ifmnDfmWfceF"}, // refused, since it captures in passing
    {"amazon", "QN"},        {"marshall", "RN"},
    {"chancellor", "RN"},    {"cardinal", "BN"},
    {"archbishop", "BN"},    {"ferz", "F"},
    {"fers", "F"},           {"wazir", "W"},
    {"alfil", "A"},          {"dabbaba", "D"},
    {"gold general", "WfF"}, {"silver general", "FfW"},
};

// Single steps in square brackets are a Lion's double move in our notation; in XBetza brackets of
// any legs chain them, which round ones do here. t[FR] is Betza's own, of square ones.
static void round_brackets(const char *betza, char text[BETZA_TEXT]) {
    bool round = false;
    char *out = text;
    for (const char *c = betza; *c; c++) {
        if (*c == '[')
            round = c == betza || c[-1] != 't';
        *out++ = !round ? *c : *c == '[' ? '(' : *c == ']' ? ')' : *c;
    }
    *out = 0;
}

static bool read_form(struct reading *reading, int number, Type type) {
    struct draft *draft = reading->draft;
    const struct diagram_piece *row = &reading->diagram.pieces[number];
    struct piece *form = &draft->variant.piece[type];
    const char *betza = row->betza;
    if (!draft_name(row->name, strlen(row->name), form->name))
        return draft_refuse(draft, at_line(row->line), NULL, row->name,
                            "the piece's name is missing");
    form->name[0] = (char)toupper((unsigned char)form->name[0]);
    for (char *c = form->name + 1; *c; c++)
        if (c[-1] == ' ')
            *c = (char)toupper((unsigned char)*c);
    for (int i = 0; i < ARRAY_LENGTH(standard_moves) && !*betza; i++)
        if (strcasecmp(standard_moves[i].name, form->name) == 0) {
            betza = standard_moves[i].betza;
            draft_check(draft, "piece %s: the line has no moves; %s after its name", form->name,
                        betza);
        }
    char text[BETZA_TEXT];
    struct movement movement;
    struct error inner = {""};
    if (!*betza)
        return refuse_piece(draft, row, NULL, "the piece's moves are missing");
    if (strchr(betza, 'O'))
        return refuse_piece(draft, row, betza, "castling is not known here");
    if (strlen(betza) >= BETZA_TEXT)
        return refuse_piece(draft, row, betza, "the moves are too long");
    round_brackets(betza, text);
    if (!betza_parse(text, &movement, &inner))
        return refuse_piece(draft, row, betza, "%s", inner.text);
    draft_moves(draft, type, text);
    return true;
}

// The number of a piece that a parameter names, by number from 1 or by ID; NOBODY.
static int find_piece(const struct reading *reading, const char *word) {
    uint64_t number;
    if (number_unsigned(word, &number))
        return number >= 1 && number <= (uint64_t)reading->diagram.piece_count ? (int)number - 1
                                                                               : NOBODY;
    for (int i = 0; i < reading->diagram.piece_count; i++)
        if (strcmp(reading->diagram.pieces[i].id, word) == 0)
            return i;
    return NOBODY;
}

static void read_royals(struct reading *reading) {
    struct draft *draft = reading->draft;
    bool any = false;
    for (int i = 0; i < reading->diagram.key_count; i++) {
        const struct diagram_text *key = &reading->diagram.keys[i];
        if (strcasecmp(key->name, "royal") != 0)
            continue;
        int piece = find_piece(reading, key->value);
        if (piece == NOBODY)
            draft_refuse(draft, at_key(key), key->name, key->value,
                         "must be the number or ID of a piece");
        else
            reading->royal[piece] = any = true;
    }
    for (int i = 0; i < reading->diagram.piece_count && !any; i++)
        if (strcasecmp(reading->diagram.pieces[i].name, "king") == 0 && reading->used[i])
            reading->royal[i] = any = true;
    if (!any)
        draft_refuse(draft, at_line(0), "royal", NULL, "a game needs a royal piece here");
    else if (!diagram_key(&reading->diagram, "royal"))
        draft_check(draft, "the King is royal; the text does not say it");
}

// A free letter for a piece: its ID, where that is one; of its ID, of its name, any, and of those
// first the ones that are no other piece's ID.
static char choose_letter(const struct reading *reading, int number) {
    const struct diagram_piece *rows = reading->diagram.pieces, *row = &rows[number];
    char wishes[256];
    snprintf(wishes, sizeof wishes, "%.20s%.60sABCDEFGHIJKLMNOPQRSTUVWXYZ", row->id, row->name);
    for (int pass = 0; pass < 2; pass++)
        for (const char *wish = wishes; *wish; wish++) {
            char letter = (char)toupper((unsigned char)*wish);
            bool taken = letter < 'A' || letter > 'Z';
            for (int i = 0; i < reading->draft->variant.base_count; i++)
                taken |= type_letter(reading->draft->variant.bases[i]) == letter;
            for (int i = 0; i < reading->diagram.piece_count && pass == 0; i++)
                taken |= i != number && reading->used[i] && !reading->promoted[i] &&
                         toupper((unsigned char)*rows[i].id) == letter && !rows[i].id[1];
            if (!taken)
                return letter;
        }
    return 0;
}

// Which piece a promoting one becomes; NOBODY: none.
static int promotes_to(struct reading *reading, int piece) {
    struct draft *draft = reading->draft;
    const struct diagram_piece *row = &reading->diagram.pieces[piece];
    const struct diagram_text *choice = diagram_key(&reading->diagram, "promoChoice");
    const char *choices = choice ? choice->value : "";
    if (piece >= reading->max_promote || reading->zone == 0)
        return NOBODY;
    if (reading->offset && (!*choices || strcmp(choices, "+") == 0)) {
        if (piece + reading->offset < reading->diagram.piece_count)
            return piece + reading->offset;
        refuse_piece(draft, row, NULL,
                     "promotes by promoOffset to a piece that the text does not have");
        return NOBODY;
    }
    int only = find_piece(reading, choices);
    if (choice && only != NOBODY && !is_digit(*choices) && !reading->offset)
        return only;
    if (choice)
        draft_refuse(draft, at_key(choice), "promoChoice", choices,
                     "the piece '%.90s' promotes to one kind of piece here, without a choice",
                     row->name);
    else if (!diagram_key(&reading->diagram, "maxPromote"))
        draft_refuse(
            draft, at_line(row->line), "promoChoice", NULL,
            "without maxPromote the first piece, '%.90s', promotes, to a piece of its choice; "
            "maxPromote=0: none does, promoChoice=ID: to that one",
            row->name);
    else
        draft_refuse(
            draft, at_line(row->line), "promoChoice", NULL,
            "the piece '%.90s' is among the first maxPromote and promotes; promoChoice=ID or "
            "promoOffset says to what",
            row->name);
    return NOBODY;
}

// An ID of several letters, less what a variant file's ID cannot have, unless it is another
// piece's then; one alone could be another piece's. Of "!DS", DS or nothing, and the whole.
static void copy_id(const struct reading *reading, int number, char id[8], char alias[8]) {
    const char *own = reading->diagram.pieces[number].id;
    char plain[8] = "";
    size_t length = 0;
    bool blank = false;
    for (const char *c = own; *c && length < 7; c++) {
        if (isalnum((unsigned char)*c) || *c == '+')
            plain[length++] = *c;
        blank |= (unsigned char)*c <= ' ' || (unsigned char)*c >= 0x7F || strchr(",;:#\"", *c);
    }
    plain[length] = 0;
    bool whole = strcmp(plain, own) == 0, another = length < 2 || length > 6;
    for (int i = 0; i < reading->diagram.piece_count && !whole; i++)
        another |= strcmp(reading->diagram.pieces[i].id, plain) == 0;
    if (!another)
        strcpy(id, plain);
    if (!whole && !blank && strlen(own) < 8)
        strcpy(alias, own);
}

// Which pieces of the start are the promoted form, by promoOffset, of one other kind that is in the
// game: they stand there promoted, as in the script, where a kind and its promoted form are one.
static void find_promoted(struct reading *reading, const int becomes[DIAGRAM_PIECES]) {
    struct draft *draft = reading->draft;
    const struct diagram_piece *rows = reading->diagram.pieces;
    for (int piece = 0; piece < reading->diagram.piece_count; piece++) {
        int base = NOBODY, count = 0;
        for (int i = 0; i < reading->diagram.piece_count; i++)
            if (becomes[i] == piece && (reading->used[i] || reading->drops)) {
                base = i;
                count++;
            }
        if (!reading->used[piece] || count == 0 || !reading->offset)
            continue;
        const char *own = rows[piece].name, *its = rows[base].name;
        if (count == 1 && becomes[piece] == NOBODY && reading->hand[piece] == 0) {
            reading->promoted[piece] = reading->used[base] = true;
            draft_check(draft, "the %.90s of the start is a promoted %.90s", own, its);
        } else
            draft_check(draft,
                        "the %.90s of the start is a kind of its own, not a promoted %.90s%s", own,
                        its, becomes[piece] == NOBODY ? "" : ", which promotes no more");
    }
}

static void add_piece(struct reading *reading, int number, int promoted) {
    struct variant *variant = &reading->draft->variant;
    const struct diagram_piece *row = &reading->diagram.pieces[number];
    char letter = choose_letter(reading, number);
    Type base = draft_piece(reading->draft, letter), other = base | TYPE_PROMOTED;
    struct piece *piece = &variant->piece[base];
    reading->type_of[number] = base;
    copy_id(reading, number, piece->id, variant->alias[base]);
    if (*piece->id == '+') // as a promoted piece has it
        *piece->id = 0;
    if (read_form(reading, number, base) && (strlen(row->id) != 1 || *row->id != letter))
        draft_check(reading->draft, "piece %s has the letter %c", piece->name, letter);
    piece->royal = reading->royal[number];
    if (promoted == NOBODY)
        return;
    variant->promotes[base] = read_form(reading, promoted, other);
    variant->piece[other].royal = reading->royal[promoted];
    if (!reading->used[promoted] || reading->promoted[promoted]) // otherwise it is that kind's ID
        copy_id(reading, promoted, variant->piece[other].id, variant->alias[other]);
}

static void read_pieces(struct reading *reading) {
    struct draft *draft = reading->draft;
    int becomes[DIAGRAM_PIECES];
    reading->zone = diagram_number(&reading->diagram, "promoZone", 1, 0, draft->variant.ranks);
    reading->max_promote = diagram_number(&reading->diagram, "maxPromote", 1, 0, DIAGRAM_PIECES);
    reading->offset = diagram_number(&reading->diagram, "promoOffset", 0, 0, DIAGRAM_PIECES);
    read_royals(reading);
    for (int i = 0; i < reading->diagram.piece_count; i++) {
        becomes[i] = reading->used[i] || (reading->drops && reading->offset)
                         ? promotes_to(reading, i)
                         : NOBODY;
    }
    find_promoted(reading, becomes);
    for (int i = 0; i < reading->diagram.piece_count; i++) {
        if (!reading->used[i] || reading->promoted[i])
            continue;
        if (draft->variant.base_count == DRAFT_PIECES) {
            refuse_piece(draft, &reading->diagram.pieces[i], NULL,
                         "more than %d kinds of pieces stand at the start", DRAFT_PIECES);
            return;
        }
        add_piece(reading, i, becomes[i]);
    }
    for (int i = 0; i < reading->diagram.piece_count; i++)
        for (int base = 0; reading->promoted[i] && base < reading->diagram.piece_count; base++)
            if (becomes[base] == i && reading->type_of[base])
                reading->type_of[i] = reading->type_of[base];
}

// The start position

static void write_fen(struct reading *reading) {
    struct draft *draft = reading->draft;
    char *out = draft->variant.arrays->fen;
    for (int rank = draft->variant.ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= draft->variant.files; file++) {
            int piece = file < draft->variant.files ? reading->piece_at[rank][file] : NOBODY;
            if (piece == NOBODY && file < draft->variant.files) {
                empty++;
                continue;
            }
            if (empty)
                out += sprintf(out, "%d", empty);
            empty = 0;
            if (piece == NOBODY || !reading->type_of[piece])
                continue;
            if (reading->promoted[piece])
                *out++ = '+';
            *out++ = side_letter(reading->type_of[piece], reading->side_at[rank][file]);
        }
        *out++ = rank ? '/' : '[';
    }
    for (enum side side = FIRST; side < SIDES; side++)
        for (int i = 0; i < reading->diagram.piece_count; i++)
            for (int n = 0;
                 n < reading->hand[i] && out - draft->variant.arrays->fen < FEN_TEXT - 24; n++)
                if (reading->type_of[i])
                    *out++ = side_letter(reading->type_of[i], side);
    strcpy(out, "] w - - 0 1");
}

// Rules

static const char *holdings_key(const struct reading *reading) {
    return diagram_key(&reading->diagram, "holdingsType") ? "holdingsType" : "holdings";
}

static void read_rules(struct reading *reading) {
    struct draft *draft = reading->draft;
    bool held = false;
    for (int i = 0; i < reading->diagram.piece_count; i++)
        held |= reading->hand[i] > 0;
    const char *name = holdings_key(reading);
    const struct diagram_text *holdings = diagram_key(&reading->diagram, name);
    bool drops = reading->drops;
    if (held && !drops)
        draft_refuse(draft, holdings ? at_key(holdings) : at_line(0), name, NULL,
                     "pieces in hand, in a game where captured pieces do not come back");
    if (holdings)
        draft_guess(draft, RULE_DROPS, drops ? DROPS_ON : DROPS_OFF, name, holdings->value);
    else
        draft_rule(draft, RULE_DROPS, DROPS_OFF);
    draft_rule(draft, RULE_ZONE, reading->zone);
    draft_infer(draft, RULE_PROMOTION_TRIGGER,
                reading->offset ? PROMOTION_TRIGGER_TOUCH : PROMOTION_TRIGGER_END);
    draft_infer(draft, RULE_STRANDED, STRANDED_FORBID);
    for (int i = 0; i < draft->variant.base_count && drops; i++)
        if (strcasecmp(draft->variant.piece[draft->variant.bases[i]].name, "pawn") == 0)
            draft->variant.pawn = draft->variant.bases[i];
    if (draft->variant.pawn) {
        draft_infer(draft, RULE_NIFU, NIFU_ON);
        draft_infer(draft, RULE_PAWN_DROP_MATE, PAWN_DROP_MATE_ILLEGAL);
    }

    const struct diagram_text *key = diagram_key(&reading->diagram, "stalemate");
    if (key && strcasecmp(key->value, "draw") == 0)
        draft_rule(draft, RULE_STALEMATE, STALEMATE_DRAW);
    else if (key) // who is stalemated loses, from whichever side the word is meant
        draft_guess(draft, RULE_STALEMATE, STALEMATE_LOSS, key->name, key->value);
    else
        draft_infer(draft, RULE_STALEMATE, drops ? STALEMATE_LOSS : STALEMATE_DRAW);
    key = diagram_key(&reading->diagram, "repetition");
    if (key)
        draft_guess(draft, RULE_REPETITION,
                    strcasecmp(key->value, "draw") == 0 ? REPETITION_FOURFOLD_DRAW
                                                        : REPETITION_FORBIDDEN,
                    key->name, key->value);
    else
        draft_infer(draft, RULE_REPETITION, REPETITION_FOURFOLD);
    key = diagram_key(&reading->diagram, "baring");
    const struct diagram_text *counter = diagram_key(&reading->diagram, "counterbare");
    if (key && strcasecmp(key->value, "draw") != 0)
        draft_guess(draft, RULE_BARE_ROYAL, counter ? BARE_ROYAL_LISHOGI : BARE_ROYAL_JCSA,
                    key->name, key->value);
    else if (key)
        draft_refuse(draft, at_key(key), key->name, key->value,
                     "who is bared loses here, or plays on");
    draft_rule(draft, RULE_ROYAL, ROYAL_MATE);
    draft_infer(draft, RULE_IMPASSE, IMPASSE_OFF);
}

static void read_names(struct draft *draft) {
    const char *name = draft->options->name;
    char stem[IMPORT_QUOTE];
    if (!name) {
        const char *slash = strrchr(draft->options->file, '/');
        name = slash ? slash + 1 : draft->options->file;
        snprintf(stem, 61, "%.*s", (int)strcspn(name, "."), name);
        name = stem;
    }
    draft_names(draft, 0, name, "As an Interactive Diagram of the Chess Variant Pages has it.");
}

void diagram_read(const char *text, struct draft *draft) {
    struct reading *reading = mem_calloc(1, sizeof *reading);
    reading->draft = draft;
    diagram_cut(text, draft, &reading->diagram);
    read_names(draft);
    if (reading->diagram.piece_count == 0)
        draft_refuse(draft, at_line(0), NULL, NULL,
                     "neither a [section] of a variants.ini nor the pieces of a diagram");
    else {
        diagram_check_keys(&reading->diagram);
        read_board(reading);
        // As published diagrams have it: negative where captured pieces come back.
        reading->drops = diagram_number(&reading->diagram, holdings_key(reading), 0, -9, 9) < 0;
        read_pieces(reading);
        write_fen(reading);
        read_rules(reading);
    }
    free(reading->diagram.text);
    free(reading);
}

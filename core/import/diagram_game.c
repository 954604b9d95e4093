// SPDX-License-Identifier: GPL-3.0-or-later
// A game of an Interactive Diagram. The format is that of H. G. Muller's script as its manual and
// published diagrams show it; rules of drops, repetition and the like stand in the prose around a
// diagram, so they are inferred.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "diagram_internal.h"
#include "nearest.h"
#include "number.h"

static const struct {
    const char *name, *reason; // NULL: read, or looks
    bool looks;
} keys[] = {
#define KEY(name) {#name, NULL, false},
#define LOOKS(name) {#name, NULL, true},
#define RULE(name, reason) {#name, reason, false},
#include "diagram_keys.def"
#undef KEY
#undef LOOKS
#undef RULE
};

enum { NOBODY = -1 };

struct reading {
    struct draft *draft;
    struct diagram diagram;
    int first_rank, zone, max_promote, offset;
    bool rotates, mirrors;
    int piece_at[BOARD_MAX][BOARD_MAX]; // [rank][file], or NOBODY
    enum side side_at[BOARD_MAX][BOARD_MAX];
    int hand[DIAGRAM_PIECES]; // of each side
    bool used[DIAGRAM_PIECES];
    int piece_of[DIAGRAM_PIECES]; // index of the draft's pieces, NOBODY
    bool royal[DIAGRAM_PIECES];
};

static struct place at_line(int line) {
    return (struct place){.line = line};
}

// What of a piece's line cannot be taken.
__attribute__((format(printf, 4, 5))) static void refuse_piece(struct draft *draft,
                                                               const struct diagram_piece *row,
                                                               const char *part, const char *reason,
                                                               ...) {
    char value[2 * IMPORT_QUOTE], name[IMPORT_QUOTE], safe[IMPORT_QUOTE], text[256];
    va_list arguments;
    va_start(arguments, reason);
    vsnprintf(text, sizeof text, reason, arguments);
    va_end(arguments);
    snprintf(value, sizeof value, "%s%s%.60s", import_quote(row->name, name), part ? ": " : "",
             part ? import_quote(part, safe) : "");
    draft_refuse(draft, at_line(row->line), NULL, value, "%s", text);
}

// Parameters

static void check_keys(struct reading *reading) {
    const struct diagram *diagram = &reading->diagram;
    const char *names[ARRAY_LENGTH(keys)];
    for (int i = 0; i < ARRAY_LENGTH(keys); i++)
        names[i] = keys[i].name;
    for (int i = 0; i < diagram->key_count; i++) {
        const struct diagram_text *key = &diagram->keys[i];
        int found = 0;
        if (draft_without(reading->draft, key->name)) {
            char safe_value[IMPORT_QUOTE];
            draft_check(reading->draft, "%s = %s is left out, as asked for", key->name,
                        import_quote(key->value, safe_value));
            continue;
        }
        while (found < ARRAY_LENGTH(keys) && strcasecmp(keys[found].name, key->name) != 0)
            found++;
        char hint[NEAREST_TEXT], safe[IMPORT_QUOTE];
        if (found == ARRAY_LENGTH(keys))
            draft_refuse(
                reading->draft, at_line(key->line), key->name, key->value,
                "no parameter of a diagram that is known here; it may be a rule%s",
                import_quote(nearest_hint(key->name, names, ARRAY_LENGTH(keys), hint), safe));
        else if (keys[found].reason)
            draft_refuse(reading->draft, at_line(key->line), key->name, key->value, "%s",
                         keys[found].reason);
        for (int j = 0; j < i && found < ARRAY_LENGTH(keys); j++)
            if (!keys[found].looks && strcasecmp(diagram->keys[j].name, key->name) == 0 &&
                strcasecmp(key->name, "royal") != 0) {
                draft_refuse(reading->draft, at_line(key->line), key->name, key->value,
                             "stands twice; first in line %d", diagram->keys[j].line);
                break;
            }
    }
}

static const struct diagram_text *find_key(const struct reading *reading, const char *name) {
    for (int i = 0; i < reading->diagram.key_count; i++)
        if (strcasecmp(reading->diagram.keys[i].name, name) == 0)
            return draft_without(reading->draft, reading->diagram.keys[i].name)
                       ? NULL
                       : &reading->diagram.keys[i];
    return NULL;
}

static int read_number(struct reading *reading, const char *name, int standard, int low, int high) {
    const struct diagram_text *key = find_key(reading, name);
    int64_t value;
    if (!key || !*key->value)
        return standard;
    if (number_integer(key->value, &value) && value >= low && value <= high)
        return (int)value;
    draft_refuse(reading->draft, at_line(key->line), name, key->value,
                 "must be a number from %d to %d here", low, high);
    return standard;
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
    return digits && *file < reading->draft->files && *rank >= 0 && *rank < reading->draft->ranks;
}

static bool put(struct reading *reading, int piece, enum side side, int file, int rank) {
    if (reading->piece_at[rank][file] != NOBODY) {
        const struct diagram_piece *row = &reading->diagram.pieces[piece];
        refuse_piece(reading->draft, row, row->squares, "two pieces on %c%d", 'a' + file,
                     rank + reading->first_rank);
        return false;
    }
    reading->piece_at[rank][file] = piece;
    reading->side_at[rank][file] = side;
    reading->used[piece] = true;
    return true;
}

static bool put_both(struct reading *reading, int piece, enum side side, bool explicit, int file,
                     int rank) {
    int files = reading->draft->files, ranks = reading->draft->ranks;
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
                         "must be squares of a board of %dx%d: a2,c2-e2", reading->draft->files,
                         reading->draft->ranks);
            return;
        }
        for (int r = rank < to_rank ? rank : to_rank; r <= (rank < to_rank ? to_rank : rank); r++)
            for (int f = file < to_file ? file : to_file; f <= (file < to_file ? to_file : file);
                 f++)
                if (!put_both(reading, piece, side, explicit, f, r))
                    return;
    }
}

static void read_board(struct reading *reading) {
    struct draft *draft = reading->draft;
    // After a wrong number the largest board: no square of the text is a second fault.
    int before = draft->import->refusals;
    draft->files = read_number(reading, "files", 8, 3, BOARD_MAX);
    if (draft->import->refusals > before)
        draft->files = BOARD_MAX;
    before = draft->import->refusals;
    draft->ranks = read_number(reading, "ranks", 8, 3, BOARD_MAX);
    if (draft->import->refusals > before)
        draft->ranks = BOARD_MAX;
    reading->first_rank = read_number(reading, "firstRank", 1, 0, 1);
    const struct diagram_text *key = find_key(reading, "symmetry");
    const char *symmetry = key && *key->value ? key->value : "mirror";
    reading->mirrors = strcasecmp(symmetry, "mirror") == 0;
    reading->rotates = strcasecmp(symmetry, "rotate") == 0;
    if (!reading->mirrors && !reading->rotates && strcasecmp(symmetry, "none") != 0)
        draft_refuse(draft, at_line(key->line), "symmetry", symmetry,
                     "must be mirror, rotate or none");
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
    bool any[SIDES] = {false};
    for (int rank = 0; rank < BOARD_MAX; rank++)
        for (int file = 0; file < BOARD_MAX; file++)
            if (reading->piece_at[rank][file] != NOBODY)
                any[reading->side_at[rank][file]] = true;
    if (any[FIRST] && !any[SECOND] && strcasecmp(symmetry, "none") == 0)
        draft_refuse(draft, at_line(key->line), "symmetry", symmetry,
                     "the second player has no pieces: without symmetry they stand behind two "
                     "commas, king:K:K:king:e1,,e9");
}

// Pieces

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

static bool read_form(struct reading *reading, int number, struct draft_form *form) {
    struct draft *draft = reading->draft;
    const struct diagram_piece *row = &reading->diagram.pieces[number];
    const char *betza = row->betza;
    if (!draft_name(row->name, strlen(row->name), form->name)) {
        draft_refuse(draft, at_line(row->line), NULL, row->name, "the piece's name is missing");
        return false;
    }
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
    struct movement movement;
    struct error inner = {""};
    if (!*betza)
        refuse_piece(draft, row, NULL, "the piece's moves are missing");
    else if (strchr(betza, 'O'))
        refuse_piece(draft, row, betza, "castling is not known here");
    else if (strlen(betza) >= sizeof form->betza)
        refuse_piece(draft, row, betza, "the moves are too long");
    else if (!betza_parse(betza, &movement, &inner)) {
        char safe[IMPORT_QUOTE];
        refuse_piece(draft, row, betza, "%s", import_quote(inner.text, safe));
    } else {
        strcpy(form->betza, betza);
        return true;
    }
    return false;
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
            draft_refuse(draft, at_line(key->line), key->name, key->value,
                         "must be the number or ID of a piece");
        else
            reading->royal[piece] = any = true;
    }
    for (int i = 0; i < reading->diagram.piece_count && !any; i++)
        if (strcasecmp(reading->diagram.pieces[i].name, "king") == 0 && reading->used[i])
            reading->royal[i] = any = true;
    if (!any)
        draft_refuse(draft, at_line(0), "royal", NULL, "a game needs a royal piece here");
    else if (!find_key(reading, "royal"))
        draft_check(draft, "the King is royal; the text does not say it");
}

// A free letter for a piece: of its ID, of its name, any.
static char choose_letter(const struct draft *draft, const struct diagram_piece *row) {
    char wishes[256];
    snprintf(wishes, sizeof wishes, "%.20s%.60sABCDEFGHIJKLMNOPQRSTUVWXYZ", row->id, row->name);
    for (const char *wish = wishes; *wish; wish++) {
        char letter = (char)toupper((unsigned char)*wish);
        bool taken = letter < 'A' || letter > 'Z';
        for (int i = 0; i < draft->count; i++)
            taken |= draft->pieces[i].letter == letter;
        if (!taken)
            return letter;
    }
    return 0;
}

// Which piece a promoting one becomes; NOBODY: none.
static int promotes_to(struct reading *reading, int piece) {
    struct draft *draft = reading->draft;
    const struct diagram_piece *row = &reading->diagram.pieces[piece];
    const struct diagram_text *choice = find_key(reading, "promoChoice");
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
    char safe[IMPORT_QUOTE];
    import_quote(row->name, safe);
    if (choice)
        draft_refuse(draft, at_line(choice->line), "promoChoice", choices,
                     "the piece '%s' promotes to one kind of piece here, without a choice", safe);
    else if (!find_key(reading, "maxPromote"))
        draft_refuse(
            draft, at_line(row->line), "promoChoice", NULL,
            "without maxPromote the first piece, '%s', promotes, to a piece of its choice; "
            "maxPromote=0: none does, promoChoice=ID: to that one",
            safe);
    else
        draft_refuse(draft, at_line(row->line), "promoChoice", NULL,
                     "the piece '%s' is among the first maxPromote and promotes; promoChoice=ID or "
                     "promoOffset says to what",
                     safe);
    return NOBODY;
}

// An ID of several letters; one alone could be another piece's.
static void copy_id(const struct diagram_piece *row, char id[8]) {
    size_t length = strlen(row->id);
    bool plain = row->id[strspn(row->id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789+")] == 0;
    if (plain && length > 1 && length <= 6)
        strcpy(id, row->id);
}

static void read_pieces(struct reading *reading) {
    struct draft *draft = reading->draft;
    reading->zone = read_number(reading, "promoZone", 1, 0, draft->ranks);
    reading->max_promote = read_number(reading, "maxPromote", 1, 0, DIAGRAM_PIECES);
    reading->offset = read_number(reading, "promoOffset", 0, 0, DIAGRAM_PIECES);
    read_royals(reading);
    for (int i = 0; i < reading->diagram.piece_count; i++) {
        reading->piece_of[i] = NOBODY;
        if (!reading->used[i])
            continue;
        const struct diagram_piece *row = &reading->diagram.pieces[i];
        if (draft->count == DRAFT_PIECES) {
            refuse_piece(draft, row, NULL, "more than %d kinds of pieces stand at the start",
                         DRAFT_PIECES);
            return;
        }
        struct draft_piece *piece = &draft->pieces[draft->count];
        char letter = choose_letter(draft, row);
        reading->piece_of[i] = draft->count++;
        piece->letter = letter;
        copy_id(row, piece->id);
        if (read_form(reading, i, &piece->plain) && (strlen(row->id) != 1 || *row->id != letter))
            draft_check(draft, "piece %s has the letter %c", piece->plain.name, letter);
        piece->royal = reading->royal[i];
        int promoted = promotes_to(reading, i);
        if (promoted == NOBODY)
            continue;
        piece->promotes = read_form(reading, promoted, &piece->promoted);
        piece->promoted_royal = reading->royal[promoted];
        copy_id(&reading->diagram.pieces[promoted], piece->promoted_id);
    }
}

// The start position

static void write_fen(struct reading *reading) {
    struct draft *draft = reading->draft;
    char *out = draft->fen;
    for (int rank = draft->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= draft->files; file++) {
            int piece = file < draft->files ? reading->piece_at[rank][file] : NOBODY;
            if (piece == NOBODY && file < draft->files) {
                empty++;
                continue;
            }
            if (empty)
                out += sprintf(out, "%d", empty);
            empty = 0;
            if (piece == NOBODY || reading->piece_of[piece] == NOBODY)
                continue;
            char letter = draft->pieces[reading->piece_of[piece]].letter;
            *out++ = reading->side_at[rank][file] == FIRST ? letter
                                                           : (char)tolower((unsigned char)letter);
        }
        *out++ = rank ? '/' : '[';
    }
    for (enum side side = FIRST; side < SIDES; side++)
        for (int i = 0; i < reading->diagram.piece_count; i++)
            for (int n = 0; n < reading->hand[i] && out - draft->fen < FEN_TEXT - 24; n++) {
                if (reading->piece_of[i] == NOBODY)
                    continue;
                char letter = draft->pieces[reading->piece_of[i]].letter;
                *out++ = side == FIRST ? letter : (char)tolower((unsigned char)letter);
            }
    strcpy(out, "] w - - 0 1");
}

// Rules

static void read_rules(struct reading *reading) {
    struct draft *draft = reading->draft;
    bool held = false;
    for (int i = 0; i < reading->diagram.piece_count; i++)
        held |= reading->hand[i] > 0;
    const char *name = find_key(reading, "holdingsType") ? "holdingsType" : "holdings";
    const struct diagram_text *holdings = find_key(reading, name);
    // As published diagrams have it: negative where captured pieces come back.
    int type = read_number(reading, name, 0, -9, 9);
    bool drops = type < 0;
    if (held && !drops)
        draft_refuse(draft, at_line(holdings ? holdings->line : 0), name, NULL,
                     "pieces in hand, in a game where captured pieces do not come back");
    if (holdings)
        draft_guess(draft, RULE_DROPS, drops ? DROPS_ON : DROPS_OFF, name, holdings->value);
    else
        draft_rule(draft, RULE_DROPS, DROPS_OFF);
    draft_rule(draft, RULE_ZONE, reading->zone);
    draft_infer(draft, RULE_PROMOTION_TRIGGER,
                reading->offset ? PROMOTION_TRIGGER_TOUCH : PROMOTION_TRIGGER_END);
    draft_infer(draft, RULE_STRANDED, STRANDED_FORBID);
    for (int i = 0; i < draft->count && drops; i++)
        if (strcasecmp(draft->pieces[i].plain.name, "pawn") == 0)
            draft->pawn = draft->pieces[i].letter;
    draft_infer(draft, RULE_NIFU, draft->pawn ? NIFU_ON : NIFU_OFF);
    draft_infer(draft, RULE_PAWN_DROP_MATE,
                draft->pawn ? PAWN_DROP_MATE_ILLEGAL : PAWN_DROP_MATE_LEGAL);

    const struct diagram_text *key = find_key(reading, "stalemate");
    if (key && strcasecmp(key->value, "draw") == 0)
        draft_rule(draft, RULE_STALEMATE, STALEMATE_DRAW);
    else if (key) // who is stalemated loses, from whichever side the word is meant
        draft_guess(draft, RULE_STALEMATE, STALEMATE_LOSS, key->name, key->value);
    else
        draft_infer(draft, RULE_STALEMATE, drops ? STALEMATE_LOSS : STALEMATE_DRAW);
    key = find_key(reading, "repetition");
    if (key)
        draft_guess(draft, RULE_REPETITION,
                    strcasecmp(key->value, "draw") == 0 ? REPETITION_FOURFOLD_DRAW
                                                        : REPETITION_FORBIDDEN,
                    key->name, key->value);
    else
        draft_infer(draft, RULE_REPETITION, REPETITION_FOURFOLD);
    key = find_key(reading, "baring");
    const struct diagram_text *counter = find_key(reading, "counterbare");
    if (key && strcasecmp(key->value, "draw") != 0)
        draft_guess(draft, RULE_BARE_ROYAL, counter ? BARE_ROYAL_LISHOGI : BARE_ROYAL_JCSA,
                    key->name, key->value);
    else if (key)
        draft_refuse(draft, at_line(key->line), key->name, key->value,
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
        size_t length = strcspn(name, ".");
        snprintf(stem, sizeof stem, "%.*s", length > 60 ? 60 : (int)length, name);
        name = stem;
    }
    if (!draft_game_name(name, draft->name))
        draft_refuse(draft, at_line(0), NULL, name, "a name needs letters or digits; give --name");
    draft_title(draft->name, draft->title);
    strcpy(draft->about, "As an Interactive Diagram of the Chess Variant Pages has it.");
}

bool diagram_read(const char *text, struct draft *draft, struct error *error) {
    struct reading *reading = calloc(1, sizeof *reading);
    if (!reading || (reading->draft = draft, !diagram_cut(text, draft, &reading->diagram))) {
        free(reading);
        return error_set(error, "out of memory");
    }
    read_names(draft);
    if (reading->diagram.piece_count == 0)
        draft_refuse(draft, at_line(0), NULL, NULL,
                     "neither a [section] of a variants.ini nor the pieces of a diagram");
    else {
        check_keys(reading);
        read_board(reading);
        read_pieces(reading);
        write_fen(reading);
        read_rules(reading);
    }
    free(reading->diagram.text);
    free(reading);
    return true;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of an Interactive Diagram: moves, letters, IDs, what they become.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "diagram_internal.h"
#include "number.h"

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
    char text[BETZA_TEXT];
    struct movement movement;
    struct error inner = {""};
    if (!*betza)
        diagram_refuse(draft, row, NULL, "the piece's moves are missing");
    else if (strchr(betza, 'O'))
        diagram_refuse(draft, row, betza, "castling is not known here");
    else if (strlen(betza) >= sizeof form->betza)
        diagram_refuse(draft, row, betza, "the moves are too long");
    else if (round_brackets(betza, text), !betza_parse(text, &movement, &inner)) {
        char safe[IMPORT_QUOTE];
        diagram_refuse(draft, row, betza, "%s", import_quote(inner.text, safe));
    } else {
        strcpy(form->betza, text);
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
    else if (!diagram_key(reading, "royal"))
        draft_check(draft, "the King is royal; the text does not say it");
}

static bool is_letter(const struct diagram_piece *row, char letter) {
    return toupper((unsigned char)*row->id) == letter && !row->id[1];
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
            for (int i = 0; i < reading->draft->count; i++)
                taken |= reading->draft->pieces[i].letter == letter;
            for (int i = 0; i < reading->diagram.piece_count && pass == 0; i++)
                taken |= i != number && reading->used[i] && !reading->promoted[i] &&
                         is_letter(&rows[i], letter);
            if (!taken)
                return letter;
        }
    return 0;
}

// Which piece a promoting one becomes; NOBODY: none.
static int promotes_to(struct reading *reading, int piece) {
    struct draft *draft = reading->draft;
    const struct diagram_piece *row = &reading->diagram.pieces[piece];
    const struct diagram_text *choice = diagram_key(reading, "promoChoice");
    const char *choices = choice ? choice->value : "";
    if (piece >= reading->max_promote || reading->zone == 0)
        return NOBODY;
    if (reading->offset && (!*choices || strcmp(choices, "+") == 0)) {
        if (piece + reading->offset < reading->diagram.piece_count)
            return piece + reading->offset;
        diagram_refuse(draft, row, NULL,
                       "promotes by promoOffset to a piece that the text does not have");
        return NOBODY;
    }
    int only = find_piece(reading, choices);
    if (choice && only != NOBODY && !is_digit(*choices) && !reading->offset)
        return only;
    char safe[IMPORT_QUOTE];
    import_quote(row->name, safe);
    if (choice)
        draft_refuse(draft, at_key(choice), "promoChoice", choices,
                     "the piece '%s' promotes to one kind of piece here, without a choice", safe);
    else if (!diagram_key(reading, "maxPromote"))
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
        char own[IMPORT_QUOTE], its[IMPORT_QUOTE];
        import_quote(rows[piece].name, own);
        import_quote(rows[base].name, its);
        if (count == 1 && becomes[piece] == NOBODY && reading->hand[piece] == 0) {
            reading->promoted[piece] = reading->used[base] = true;
            draft_check(draft, "the %s of the start is a promoted %s", own, its);
        } else
            draft_check(draft, "the %s of the start is a kind of its own, not a promoted %s%s", own,
                        its, becomes[piece] == NOBODY ? "" : ", which promotes no more");
    }
}

static void add_piece(struct reading *reading, int number, int promoted) {
    struct draft *draft = reading->draft;
    const struct diagram_piece *row = &reading->diagram.pieces[number];
    struct draft_piece *piece = &draft->pieces[draft->count];
    char letter = choose_letter(reading, number);
    reading->piece_of[number] = draft->count++;
    piece->letter = letter;
    copy_id(reading, number, piece->id, piece->alias);
    if (*piece->id == '+') // as a promoted piece has it
        *piece->id = 0;
    if (read_form(reading, number, &piece->plain) && (strlen(row->id) != 1 || *row->id != letter))
        draft_check(draft, "piece %s has the letter %c", piece->plain.name, letter);
    piece->royal = reading->royal[number];
    if (promoted == NOBODY)
        return;
    piece->promotes = read_form(reading, promoted, &piece->promoted);
    piece->promoted_royal = reading->royal[promoted];
    if (!reading->used[promoted] || reading->promoted[promoted]) // otherwise it is that kind's ID
        copy_id(reading, promoted, piece->promoted_id, piece->promoted_alias);
}

void diagram_read_pieces(struct reading *reading) {
    struct draft *draft = reading->draft;
    int becomes[DIAGRAM_PIECES];
    reading->zone = diagram_number(reading, "promoZone", 1, 0, draft->ranks);
    reading->max_promote = diagram_number(reading, "maxPromote", 1, 0, DIAGRAM_PIECES);
    reading->offset = diagram_number(reading, "promoOffset", 0, 0, DIAGRAM_PIECES);
    read_royals(reading);
    for (int i = 0; i < reading->diagram.piece_count; i++) {
        reading->piece_of[i] = NOBODY;
        becomes[i] = reading->used[i] || (reading->drops && reading->offset)
                         ? promotes_to(reading, i)
                         : NOBODY;
    }
    find_promoted(reading, becomes);
    for (int i = 0; i < reading->diagram.piece_count; i++) {
        if (!reading->used[i] || reading->promoted[i])
            continue;
        if (draft->count == DRAFT_PIECES) {
            diagram_refuse(draft, &reading->diagram.pieces[i], NULL,
                           "more than %d kinds of pieces stand at the start", DRAFT_PIECES);
            return;
        }
        add_piece(reading, i, becomes[i]);
    }
    for (int i = 0; i < reading->diagram.piece_count; i++)
        for (int base = 0; reading->promoted[i] && base < reading->diagram.piece_count; base++)
            if (becomes[base] == i && reading->piece_of[base] != NOBODY)
                reading->piece_of[i] = reading->piece_of[base];
}

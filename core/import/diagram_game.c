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
#include "error.h"
#include "memory.h"
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

void diagram_refuse(struct draft *draft, const struct diagram_piece *row, const char *part,
                    const char *reason, ...) {
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

// By its name in the file or by ours, which may differ in capitals.
static bool left_out(struct draft *draft, const struct diagram_text *key) {
    bool without = draft_without(draft, key->name);
    for (int i = 0; i < ARRAY_LENGTH(keys); i++)
        if (strcasecmp(keys[i].name, key->name) == 0)
            without |= draft_without(draft, keys[i].name);
    return without;
}

static void check_keys(struct reading *reading) {
    const struct diagram *diagram = &reading->diagram;
    const char *names[ARRAY_LENGTH(keys)];
    for (int i = 0; i < ARRAY_LENGTH(keys); i++)
        names[i] = keys[i].name;
    for (int i = 0; i < diagram->key_count; i++) {
        const struct diagram_text *key = &diagram->keys[i];
        int found = 0;
        if (left_out(reading->draft, key)) {
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
                reading->draft, at_key(key), key->name, key->value,
                "no parameter of a diagram that is known here; it may be a rule%s",
                import_quote(nearest_hint(key->name, names, ARRAY_LENGTH(keys), hint), safe));
        else if (keys[found].reason)
            draft_refuse(reading->draft, at_key(key), key->name, key->value, "%s",
                         keys[found].reason);
        for (int j = 0; j < i && found < ARRAY_LENGTH(keys); j++)
            if (!keys[found].looks && strcasecmp(diagram->keys[j].name, key->name) == 0 &&
                strcasecmp(key->name, "royal") != 0) {
                draft_refuse(reading->draft, at_key(key), key->name, key->value,
                             "stands twice; first in line %d", diagram->keys[j].line);
                break;
            }
    }
}

bool diagram_is_key(const char *name, size_t length) {
    for (int i = 0; i < ARRAY_LENGTH(keys); i++)
        if (strlen(keys[i].name) == length && strncasecmp(keys[i].name, name, length) == 0)
            return true;
    return false;
}

const struct diagram_text *diagram_key(const struct reading *reading, const char *name) {
    for (int i = 0; i < reading->diagram.key_count; i++)
        if (strcasecmp(reading->diagram.keys[i].name, name) == 0)
            return left_out(reading->draft, &reading->diagram.keys[i]) ? NULL
                                                                       : &reading->diagram.keys[i];
    return NULL;
}

int diagram_number(struct reading *reading, const char *name, int standard, int low, int high) {
    const struct diagram_text *key = diagram_key(reading, name);
    int64_t value;
    if (!key || !*key->value)
        return standard;
    if (number_integer(key->value, &value) && value >= low && value <= high)
        return (int)value;
    draft_refuse(reading->draft, at_key(key), name, key->value,
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
        diagram_refuse(reading->draft, row, row->squares, "two pieces on %c%d", 'a' + file,
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
            diagram_refuse(reading->draft, row, row->squares,
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
    draft->files = diagram_number(reading, "files", 8, 3, BOARD_MAX);
    if (draft->import->refusals > before)
        draft->files = BOARD_MAX;
    before = draft->import->refusals;
    draft->ranks = diagram_number(reading, "ranks", 8, 3, BOARD_MAX);
    if (draft->import->refusals > before)
        draft->ranks = BOARD_MAX;
    reading->first_rank = diagram_number(reading, "firstRank", 1, 0, 1);
    const struct diagram_text *key = diagram_key(reading, "symmetry");
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
            diagram_refuse(draft, row, row->hand, "must be a number of pieces in hand, at most 18");
    }
    bool any[SIDES] = {false};
    for (int rank = 0; rank < BOARD_MAX; rank++)
        for (int file = 0; file < BOARD_MAX; file++)
            if (reading->piece_at[rank][file] != NOBODY)
                any[reading->side_at[rank][file]] = true;
    if (any[FIRST] && !any[SECOND] && strcasecmp(symmetry, "none") == 0)
        draft_refuse(draft, at_key(key), "symmetry", symmetry,
                     "the second player has no pieces: without symmetry they stand behind two "
                     "commas, king:K:K:king:e1,,e9");
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
            if (reading->promoted[piece])
                *out++ = '+';
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

static const char *holdings_key(const struct reading *reading) {
    return diagram_key(reading, "holdingsType") ? "holdingsType" : "holdings";
}

static void read_rules(struct reading *reading) {
    struct draft *draft = reading->draft;
    bool held = false;
    for (int i = 0; i < reading->diagram.piece_count; i++)
        held |= reading->hand[i] > 0;
    const char *name = holdings_key(reading);
    const struct diagram_text *holdings = diagram_key(reading, name);
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
    for (int i = 0; i < draft->count && drops; i++)
        if (strcasecmp(draft->pieces[i].plain.name, "pawn") == 0)
            draft->pawn = draft->pieces[i].letter;
    if (draft->pawn) {
        draft_infer(draft, RULE_NIFU, NIFU_ON);
        draft_infer(draft, RULE_PAWN_DROP_MATE, PAWN_DROP_MATE_ILLEGAL);
    }

    const struct diagram_text *key = diagram_key(reading, "stalemate");
    if (key && strcasecmp(key->value, "draw") == 0)
        draft_rule(draft, RULE_STALEMATE, STALEMATE_DRAW);
    else if (key) // who is stalemated loses, from whichever side the word is meant
        draft_guess(draft, RULE_STALEMATE, STALEMATE_LOSS, key->name, key->value);
    else
        draft_infer(draft, RULE_STALEMATE, drops ? STALEMATE_LOSS : STALEMATE_DRAW);
    key = diagram_key(reading, "repetition");
    if (key)
        draft_guess(draft, RULE_REPETITION,
                    strcasecmp(key->value, "draw") == 0 ? REPETITION_FOURFOLD_DRAW
                                                        : REPETITION_FORBIDDEN,
                    key->name, key->value);
    else
        draft_infer(draft, RULE_REPETITION, REPETITION_FOURFOLD);
    key = diagram_key(reading, "baring");
    const struct diagram_text *counter = diagram_key(reading, "counterbare");
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
        size_t length = strcspn(name, ".");
        snprintf(stem, sizeof stem, "%.*s", length > 60 ? 60 : (int)length, name);
        name = stem;
    }
    if (!draft_game_name(name, draft->name))
        draft_refuse(draft, at_line(0), NULL, name, "a name needs letters or digits; give --name");
    draft_title(draft->name, draft->title);
    strcpy(draft->about, "As an Interactive Diagram of the Chess Variant Pages has it.");
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
        check_keys(reading);
        read_board(reading);
        // As published diagrams have it: negative where captured pieces come back.
        reading->drops = diagram_number(reading, holdings_key(reading), 0, -9, 9) < 0;
        diagram_read_pieces(reading);
        write_fen(reading);
        read_rules(reading);
    }
    free(reading->diagram.text);
    free(reading);
}

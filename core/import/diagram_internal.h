// SPDX-License-Identifier: GPL-3.0-or-later
// The text of an Interactive Diagram as parameters and lines of pieces.
#pragma once

#include "import_internal.h"

enum { DIAGRAM_PIECES = 96, DIAGRAM_KEYS = 256 };

struct diagram_text { // bytes of the copy, 0-terminated
    char *name, *value;
    int line;
};

struct diagram_piece {
    char *name, *id, *betza, *squares, *hand; // "" where the line has none
    int line;
};

struct diagram {
    char *text; // owned, cut in place
    struct diagram_text keys[DIAGRAM_KEYS];
    struct diagram_piece pieces[DIAGRAM_PIECES];
    int key_count, piece_count;
};

// Cuts a text, or the first diagram of a page. What is neither is noted in the draft.
void diagram_cut(const char *text, struct draft *draft, struct diagram *diagram);

// A diagram as it is read.
enum { NOBODY = -1 };

struct reading {
    struct draft *draft;
    struct diagram diagram;
    int first_rank, zone, max_promote, offset;
    bool rotates, mirrors, drops;
    int piece_at[BOARD_MAX][BOARD_MAX]; // [rank][file], or NOBODY
    enum side side_at[BOARD_MAX][BOARD_MAX];
    int hand[DIAGRAM_PIECES]; // of each side
    bool used[DIAGRAM_PIECES];
    int piece_of[DIAGRAM_PIECES];  // index of the draft's pieces, NOBODY
    bool promoted[DIAGRAM_PIECES]; // it stands at the start as the promoted form of that piece
    bool royal[DIAGRAM_PIECES];
};

static inline struct place at_line(int line) {
    return (struct place){.line = line};
}

static inline struct place at_key(const struct diagram_text *key) {
    return (struct place){.line = key->line, .key = key->name};
}

// Steps of the reading, in diagram_game.c and diagram_pieces.c; all note in the draft what they
// refuse. A parameter, unless it is missing or left out: NULL.
const struct diagram_text *diagram_key(const struct reading *reading, const char *name);
// Is there a parameter of that name, of `length` characters?
bool diagram_is_key(const char *name, size_t length);
int diagram_number(struct reading *reading, const char *name, int standard, int low, int high);
// What of a piece's line cannot be taken; `part` of it, or NULL.
__attribute__((format(printf, 4, 5))) void diagram_refuse(struct draft *draft,
                                                          const struct diagram_piece *row,
                                                          const char *part, const char *reason,
                                                          ...);
void diagram_read_pieces(struct reading *reading);

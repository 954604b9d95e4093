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
    struct draft *draft; // not owned
    char *text;          // owned, cut in place
    struct diagram_text keys[DIAGRAM_KEYS];
    struct diagram_piece pieces[DIAGRAM_PIECES];
    int key_count, piece_count;
};

// Cuts a text, or the first diagram of a page. What is neither is noted in the draft.
void diagram_cut(const char *text, struct draft *draft, struct diagram *diagram);

static inline struct place at_line(int line) {
    return (struct place){.line = line};
}

static inline struct place at_key(const struct diagram_text *key) {
    return (struct place){.line = key->line, .key = key->name};
}

// Notes which parameters are unknown, refused or stand twice.
void diagram_check_keys(const struct diagram *diagram);
// A parameter, unless it is missing or left out: NULL.
const struct diagram_text *diagram_key(const struct diagram *diagram, const char *name);
// Its number; `standard` where none is said, or after a refusal.
int diagram_number(const struct diagram *diagram, const char *name, int standard, int low,
                   int high);

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

// Is there a parameter of that name, of `length` characters?
bool diagram_is_key(const char *name, size_t length);

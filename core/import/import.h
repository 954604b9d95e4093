// SPDX-License-Identifier: GPL-3.0-or-later
// Games as designers publish them: Fairy-Stockfish's variants.ini and the Interactive Diagrams of
// the Chess Variant Pages, turned into a variant file. What a text says and the program cannot play
// is refused, all of it at once; what the text leaves open is decided, marked and listed.
#pragma once

#include "base.h"
#include "buffer.h"
#include "error.h"

enum { IMPORT_FILE_MAX = 4 << 20 }; // bytes of a file worth reading

struct import_options {
    const char *file; // the file's name, for messages
    // The section of a variants.ini; where that has only one, and of a diagram, what the game is
    // to be called. NULL: the only section; a diagram is called after its file.
    const char *name;
    const struct option_texts *without; // keys left out although they mean something; or NULL
};

struct import {
    char name[48];         // of the game, as the variant file has it
    struct buffer ini;     // the variant file; empty when something was refused
    struct buffer refused; // one line each, "file:line: key = value: reason"; 0-terminated or empty
    struct buffer check;   // one line each: what a person has to check
    int refusals, checks;  // number of these lines, but for hints on `without` that end `refused`
    bool keyed;            // some of what was refused is a key, which can be left out
};

// Reads `text`, which is either kind of file (a variants.ini has a [section]). True: `ini` holds a
// variant file that variant_parse, tables_build and fen_parse have read. False: `refused` says why,
// in lines that are safe to print on a terminal; `error` is set only when nothing could be read at
// all (memory, no such section). `import` is to be destroyed in either case.
bool import_text(const char *text, const struct import_options *options, struct import *import,
                 struct error *error);
void import_destroy(struct import *import);

// Copies bytes of a file so that a terminal shows them and obeys none: control characters and
// what is not UTF-8 become \xNN, directions of writing and the like \u{NNNN}; what is longer than
// the room ends in "...". Returns `safe`.
enum { IMPORT_QUOTE = 96 };
char *import_quote(const char *text, char safe[IMPORT_QUOTE]);

// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of both formats fill: a draft of a variant file, with what they refused.
#pragma once

#include <stdarg.h>

#include "import.h"
#include "variant.h"

enum { DRAFT_PIECES = 26, DRAFT_LINES = 100, DRAFT_LINE = 640 };

struct refusal {
    int line;
    char key[IMPORT_QUOTE]; // that --without may name, ""
    char text[DRAFT_LINE];
};

struct draft {
    const struct import_options *options;
    struct import *import;
    struct refusal refused[DRAFT_LINES]; // the first ones
    uint64_t left_out;                   // bits of options->without that were met
    struct variant variant; // as far as the text tells it: no movements, of rules those that it
                            // states; an ID "" is the letter, of a promoted piece + and the other's
    bool wins_by_squares;   // otherwise the flag squares are none
};

// Where something stands: a line of the file, and behind "line: " words like "from shogi".
struct place {
    int line;
    const char *from; // or NULL
    const char *key;  // as it is written there; NULL where no key says it
};

// Notes that `key` (with its value, or NULL) cannot be taken, because of `reason`; unless the
// person leaves the key out, by this name or the one at the place: then that is listed to be
// checked, and the answer is true. What people read has the name at the place.
__attribute__((format(printf, 5, 6))) bool draft_refuse(struct draft *draft, struct place place,
                                                        const char *key, const char *value,
                                                        const char *reason, ...);
__attribute__((format(printf, 5, 0))) bool draft_vrefuse(struct draft *draft, struct place place,
                                                         const char *key, const char *value,
                                                         const char *reason, va_list arguments);
// Notes something for the person to check.
__attribute__((format(printf, 2, 3))) void draft_check(struct draft *draft, const char *text, ...);
// Is the key left out, as the person asked for? Notes that it was met.
bool draft_without(struct draft *draft, const char *key);

// A rule that the text states, and one that it leaves open.
void draft_rule(struct draft *draft, enum rule rule, int value);
void draft_infer(struct draft *draft, enum rule rule, int value);
// One that a key tells in words that can be read in more than one way.
void draft_guess(struct draft *draft, enum rule rule, int value, const char *key, const char *word);

// A piece's name for people, from bytes of a file: one blank in the place of what a variant file
// or a terminal cannot have. False when nothing is left.
bool draft_name(const char *text, size_t length, char name[NAME_TEXT]);
// Gives a piece its moves, in our notation, unless they are longer than a variant file's may be.
void draft_moves(struct draft *draft, Type type, const char *betza);
// Adds a piece with that letter.
Type draft_piece(struct draft *draft, char letter);
// Names the game, and says what it is. False after a refusal: of the line where its name stands.
bool draft_names(struct draft *draft, int line, const char *name, const char *about);

// The two readers. What they cannot take is noted in the draft. False: nothing could be read,
// `error` says why.
bool fairy_read(const char *text, struct draft *draft, struct error *error);
void diagram_read(const char *text, struct draft *draft);

// fairy_games.txt as compiled in: the games that Fairy-Stockfish has built in.

extern const char import_fairy_games_txt[];

// SPDX-License-Identifier: GPL-3.0-or-later
// What reading and printing of Betza's notation share: atoms, and letters for directions.
//
// Directions, and the eight leaps of an oblique atom alike, are bits of one byte, clockwise:
// direction d is bit d; the oblique leap that lies between directions k and k+1 is bit k.
#pragma once

#include "betza.h"

enum { ORTHOGONAL = 0x55, DIAGONAL = 0xAA, EVERY = 0xFF };

struct atom {
    char letter;
    uint8_t directions; // of a slide or a straight leap; 0 = oblique leap
    uint8_t range;      // when none is written
    uint8_t length;     // of the leap; of an oblique one its longer side
    uint8_t side;       // its shorter side
};
enum { ATOMS = 15 };
extern const struct atom betza_atoms[ATOMS];
#define ATOM_LETTERS "K Q R B W F D N A C Z H G"

const struct atom *betza_atom(char letter); // NULL when there is none

// The leap of an atom in one of its directions.
void atom_step(const struct atom *atom, int direction, int8_t *dx, int8_t *dy);

struct token { // direction letters and what they choose
    char text[3];
    uint8_t mask; // 0 ends a list
};

// Of orthogonal, diagonal and oblique atoms, of halves of K and Q, and of a leg, as seen from the
// leg before it. Largest first, and the usual name first among equals: printing takes the first
// that fits.
extern const struct token orthogonal_tokens[], diagonal_tokens[], half_tokens[], oblique_tokens[],
    turn_tokens[];

// Reading: what is left of the text, and what it has said so far.
struct reading {
    const char *text;
    int column;
    struct movement *movement;
    uint8_t taken[DIRECTIONS];  // second steps after a first one that captures
    uint8_t passes[DIRECTIONS]; // ... back after one to an empty square
    int lion_column;            // where that was written; 0 = nowhere
    struct error *error;
};

enum { MODIFIERS_MAX = 16 };
struct modifiers {
    char directions[MODIFIERS_MAX + 1]; // letters in order of appearance
    int columns[MODIFIERS_MAX];
    int count;
    bool all;           // "a": every direction, of a leg in brackets
    bool move, capture; // as written: none means both, on the way "move"
    bool lame, hop, grass, skip, initial, toggle;
    int column; // of the last of these
};

bool read_modifiers(struct reading *reading, struct modifiers *modifiers);

// The atom and its range, which the modifiers before it have led to.
bool read_atom_letter(struct reading *reading, const struct atom **atom, uint8_t *range);

// The union of what the letters choose.
bool read_directions(const struct modifiers *modifiers, const struct token *tokens, uint8_t *mask,
                     struct error *error);

// The directions that the modifiers choose for an atom.
bool choose_directions(const struct atom *atom, const struct modifiers *modifiers, uint8_t *mask,
                       struct error *error);

// Are its first two legs single steps of a King?
bool walk_is_king_steps(const struct walk *walk);

// Can the piece move and capture there, whatever stands between?
bool movement_reaches(const struct movement *movement, int dx, int dy);

// betza_legs.c

// Reads what follows the first modifiers of "modifiers a modifiers ... ATOM range".
bool read_chain(struct reading *reading, const struct modifiers *first);

// Reads the legs of "[...]", "(...)" or "t[...]", whose opening bracket is next.
bool read_bracket(struct reading *reading, bool optional);

// Turns captures on the way, and passes, into lion power; an error where they are none.
bool settle_lion_power(struct reading *reading);

// SPDX-License-Identifier: GPL-3.0-or-later
// A variants.ini as sections and entries, and one game of it with all that it inherits.
#pragma once

#include "import_internal.h"

enum { FAIRY_DEPTH = 32, FAIRY_TYPES = 64, FAIRY_FILES = 12, FAIRY_RANKS = 10 };

struct fairy_entry {
    char *key, *value; // trimmed
    int line;
};

struct fairy_section {
    char *name, *parent; // parent: NULL without one
    int line;
    int first, count; // of the entries
};

struct fairy_file {
    char *text; // owned, cut in place
    struct fairy_section *sections;
    struct fairy_entry *entries;
    int section_count, entry_count;
};

// A section in the chain of those that a game inherits from.
struct fairy_level {
    const struct fairy_section *section;
    const struct fairy_file *file;
    struct place place; // of the whole section in the user's file
    bool builtin;
    char letter[FAIRY_TYPES]; // of its pieces, once they are read
};

struct fairy_type {    // a kind of piece, as Fairy-Stockfish numbers them
    char letter;       // upper case; 0: not in the game
    const char *name;  // "shogiPawn", "customPiece3"
    const char *betza; // of a custom one, in the peer's dialect
    struct place place;
};

struct fairy_game {
    struct draft *draft;
    struct fairy_level levels[FAIRY_DEPTH]; // the last is the game itself
    int level_count;
    struct fairy_type types[FAIRY_TYPES];
    int promoted[FAIRY_TYPES];    // type that it becomes (promotedPieceType), 0 none
    struct place promoted_place;  // of the last promotedPieceType
    uint64_t choices[SIDES];      // promotionPieceTypes
    uint64_t choosers[SIDES];     // promotionPawnTypes
    int becomes[FAIRY_TYPES];     // by whichever way, 0 nothing
    bool used[FAIRY_TYPES];       // stands in the start position, or in a hand there
    Type type_of[FAIRY_TYPES];    // of the draft's variant, 0 none
    bool pawn_style[FAIRY_TYPES]; // it promotes by choosers and choices
    bool drops;
};

// What a key says in a level, or NULL.
const struct fairy_entry *fairy_own(const struct fairy_level *level, const char *key);
// What a key says: that of the nearest level, of several names the first before the others. NULL
// where no level has it. `place` (may be NULL) tells where; there the game's own section.
const struct fairy_entry *fairy_find(const struct fairy_game *game, const char *const *keys,
                                     int count, struct place *place);
// The value of a key, or `standard` where none is said.
const char *fairy_value(const struct fairy_game *game, const char *key, const char *standard);
// draft_refuse at the place of a key.
__attribute__((format(printf, 4, 5))) bool fairy_refuse(const struct fairy_game *game,
                                                        const char *key, const char *value,
                                                        const char *reason, ...);
struct place fairy_place(const struct fairy_level *level, const struct fairy_entry *entry);

// The kinds of pieces. Types are numbered from 1; 0 is none.
int fairy_type_named(const char *key); // of "shogiPawn", "customPiece12"; 0 none
int fairy_type_lettered(const struct fairy_game *game, char letter);
// Which the letter is where the key is said nearest: a game that gives the letter of a parent's
// rule to another piece has that rule for the piece that the parent meant.
int fairy_type_meant(const struct fairy_game *game, const char *key, char letter);
const char *fairy_type_betza(const struct fairy_game *game, int type);
extern const int fairy_type_king;
enum { FAIRY_CHESS_PAWN = 1 };

// What initial moves (Betza's i) are: none without double steps; moves where no piece captures in
// passing; refused where one does.
enum fairy_initial { FAIRY_INITIAL_OFF, FAIRY_INITIAL_MOVES, FAIRY_INITIAL_PASSING };
enum fairy_initial fairy_initial(const struct fairy_game *game);

// The moves of a type in our notation. False: `reason` says what of it cannot be had.
bool fairy_moves(const char *betza, enum fairy_initial initial, char text[BETZA_TEXT],
                 struct error *reason);
// Are some of these moves initial ones?
bool fairy_moves_initially(const char *betza);

// true or false; `standard` where neither is said or, after a refusal, something else.
bool fairy_bool(const struct fairy_game *game, const char *key, bool standard);

// Steps of the reading, in fairy_pieces.c, fairy_rules.c and fairy_moves.c; all note in the draft
// what they refuse.
void fairy_read_types(struct fairy_game *game);
void fairy_read_start(struct fairy_game *game);
// Its board, once all else is read.
void fairy_check_start(const struct fairy_game *game);
void fairy_read_royals(struct fairy_game *game);
void fairy_read_promotions(struct fairy_game *game);
void fairy_read_steps(struct fairy_game *game);
void fairy_read_rules(struct fairy_game *game);

// A set of squares as variants.ini writes it: bit file of each rank.
struct fairy_region {
    uint16_t rank[BOARD_MAX];
};
// The set by its key, or an older one. NULL: not said, or, after a refusal, not such a set.
const char *fairy_said_region(const struct fairy_game *game, const char *const *names, int count,
                              struct fairy_region *region, struct place *place);
uint16_t fairy_whole_rank(const struct draft *draft); // all files of the board

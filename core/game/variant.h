// SPDX-License-Identifier: GPL-3.0-or-later
// A game as data: board, pieces, start positions, default rules. Read from an INI file; see
// variants/kagamigi.ini for the format.
#pragma once

#include "betza.h"
#include "error.h"
#include "piece.h"
#include "rules.h"

enum { ARRAYS_MAX = 16, PRESETS_MAX = 16, NAME_TEXT = 48 };

struct piece {  // one form, unpromoted or promoted, of a type
    char id[8]; // "BG"; promoted "DT", or "+S" where the rule page gives none
    char name[NAME_TEXT];
    char betza[128];          // as the file has it
    struct movement movement; // FIRST's view
    bool royal;
};

struct array {
    char name[16];
    bool uneven; // its two armies differ on purpose
    char fen[FEN_TEXT];
};

struct preset {
    char name[16];
    char rules[512];     // "name=value;..." relative to the defaults
    bool guessed[RULES]; // its source is silent: our guess (VALUE? in the file)
};

struct variant {
    char name[NAME_TEXT];        // "kagamigi": what the command line says
    char title[NAME_TEXT];       // "Kagamigi": what people read
    char about[256];             // one sentence
    char author[96], url[160];   // whose game it is, and its page; "" not said
    char xboard[16];             // what XBoard calls the game, "" where it does not know it
    Type moves_like[BASE_TYPES]; // whose learned likelihoods of moves a piece has that has none of
                                 // its own (search/eval/move_prior.h); 0 = nobody's
    char alias[TYPES][8];        // another ID of the piece, as the rule page has it; "" none
    uint8_t picture[TYPES]; // XBoard's picture of each piece, 1 + its line in pictures.def; 0 = any
    int files, ranks;

    int base_count;
    Type bases[BASE_TYPES];  // the base types in the order of the file
    bool exists[BASE_TYPES]; // indexed by base type (letter)
    bool promotes[BASE_TYPES];
    struct piece piece[TYPES]; // indexed by type, promoted ones at base | TYPE_PROMOTED

    Type pawn;                         // the type that nifu and pawn-drop-mate speak of; 0 = none
    Type yardstick;                    // base type that values are printed relative to
    bool stranded_literal[BASE_TYPES]; // named by the rule page as never stranded
    bool impasse_major[BASE_TYPES];    // counts 5 points in an impasse; the others 1, royals 0
    bool lion[TYPES];                  // a Lion to the Lion-trading rules
    bool lion_minor[BASE_TYPES];       // its capture on the way does not excuse taking a Lion
    bool flag[TYPES];                  // wins on a flag square, by the rule flag
    uint16_t flag_squares[SIDES][BOARD_MAX]; // of each player: bit file of each rank
    int last_rank_count;
    Type last_rank[3]; // what last-rank-promotion calls Pawn, Lance and Go-Between

    int array_count;
    struct array arrays[ARRAYS_MAX]; // arrays[0] is the default
    struct rules rules;              // the default of every toggle
    bool has_rule[RULES];            // toggles that the file names; the others do not apply
    bool inferred[RULES];            // no source states this rule of the game: our choice

    int preset_count;
    struct preset presets[PRESETS_MAX];
};

// Is there a piece of that type?
static inline bool variant_has(const struct variant *variant, Type type) {
    Type base = type & (BASE_TYPES - 1);
    return type & TYPE_PROMOTED ? variant->promotes[base] : variant->exists[base];
}

// Reads a variant from INI text; `file` names it in errors ("file:line: ...").
bool variant_parse(const char *text, const char *file, struct variant *variant,
                   struct error *error);

// Finds a variant: a built-in name ("kagamigi"), or the path of an .ini file (contains '/' or ends
// in ".ini"). An unknown name is an error that lists the built-in ones.
bool variant_load(const char *name, struct variant *variant, struct error *error);

// Built-in variants, in the order that `kagami show` lists them. The INI text of each is
// compiled in, so the program needs no files at run time. NULL past the end.
const char *variant_builtin_name(int index);
// The text of the one of that name, or NULL.
const char *variant_builtin_text(const char *name);

// The pictures that the key `pictures` speaks of: names and XBoard's places, in the order of
// pictures.def; NULL past the end.
const char *picture_name(int index);
int picture_place(int index);

// The start position under `rules`: the named array, or the user's own FEN. Owned by the arguments.
const char *variant_start_fen(const struct variant *variant, const struct rules *rules);

// The type that "B" or "+B" names; 0 where the game has no such piece.
Type variant_type(const struct variant *variant, const char *word);
// What is wrong with a FEN's board, and in which column; NULL: nothing. The rest is fen_parse's.
const char *variant_board_fault(const struct variant *variant, const char *fen, int *column);

// The piece that people call `text`: a letter ("B", "+B"), an ID ("LC", "DK"), another ID of the
// rule page ("!DS") or a name ("Left Chariot"), looked for in this order; case matters in none but
// the IDs. 0 when there is none: `error` lists what there is.
Type variant_find_piece(const struct variant *variant, const char *text, struct error *error);

// The pieces that win by the rule flag, for people: "King or Crown Prince", "any piece". Returns
// `text`; what does not fit ends in "...".
enum { PIECES_TEXT = 256 };
char *variant_flag_pieces(const struct variant *variant, char text[PIECES_TEXT]);

// Pairs of types that are exact mirror images of each other and stand once each in the start
// position (Left General and Right General): writes up to `max` pairs, returns how many.
// The first of a pair is the one with the earlier letter.
int variant_mirror_pairs(const struct variant *variant, Type pairs[][2], int max);

// Are the two armies of a start position equal? By mistake they often are not, and then every
// number about the first move is one about the mistake.
enum { SYMMETRY_TEXT = 320 };

// True when the second army is the first one turned by 180 degrees or mirrored top to bottom (where
// a piece that is not its own mirror image faces one that moves as its image), and both hold the
// same pieces in hand. Otherwise `differences` (NULL: not wanted) lists where they differ from the
// nearer of the two: "a1 R faces e6 C, b1 faces d6 G; a rotation otherwise". `fen` is one of the
// variant's arrays.
bool symmetry_match(const struct variant *variant, const char *fen,
                    char differences[SYMMETRY_TEXT]);

// What stands in core/variants as compiled in: the variant files, an array that ends with
// {NULL, NULL}, and the text that explains their format and Betza's notation.
struct variant_builtin {
    const char *name, *text;
};

extern const struct variant_builtin variant_builtins[];
extern const char variant_formats_txt[];

// A game as a variant file, and a game with one piece more than another: variant_print.c.

struct buffer;

// Adds a file that variant_parse reads back as the same game called `name`, with `rules` as the
// defaults: every rule is named, the start position of the rules comes first (a user's own FEN as
// "own"), and presets keep what they mean. `inferred[rule]`: no source states the value that it has
// in `rules`. False and `error` when there is no room for one more start position or in a preset.
bool variant_print(const struct variant *variant, const struct rules *rules,
                   const bool inferred[RULES], const char *name, struct buffer *out,
                   struct error *error);

// Adds to `twin` the INI text of a variant with a second piece beside `base`: moves by `betza`, a
// letter that is free, and an ID, a name and a promoted form after the old piece's; what the file
// says of the old piece in other lines holds for both. Returns its type. 0 and an error: no such
// Betza, a royal, a piece that rules speak of as the only one of its kind, no letter left.
Type variant_add_twin(const char *text, const char *file, Type base, const char *betza,
                      struct buffer *twin, struct error *error);

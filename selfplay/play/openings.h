// SPDX-License-Identifier: GPL-3.0-or-later
// Where games start: random plies that a shallow search finds balanced, a list from a file,
// randomised armies, or the start position, from where the first plies are drawn among the moves
// that the player finds nearly as good as its best (engine_near).
// Opening i is a pure function of the settings, the seed and i.
#pragma once

#include "buffer.h"
#include "engine.h"
#include "position.h"

// Randomised armies: the start position, each piece of which is by chance on its square, absent, in
// hand or promoted, by a lot of its own for each piece of each side. Armies with a side in check
// are drawn again, and those that are left are independent only where few are: on small boards a
// piece stands less often where it gives check (army_redrawn).

struct army_settings {
    double share; // chance that a piece is changed, above 0; 0: no armies
    // By base type: with a chance of one half this type, which is not in the start position, stands
    // in its place; 0: no other does.
    Type other[BASE_TYPES];
};

// Of the changed pieces so many parts are absent, in hand and promoted, as far as the piece can be
// so. About the best for three contrasts at once, and the optimum is flat.
enum { ARMY_ABSENT = 3, ARMY_HAND = 2, ARMY_PROMOTED = 2 };
#define ARMY_SHARE 0.7 // of changed pieces, where nothing else is said

// Pieces of the start position, of both sides, that can be changed: all but royals; `base`: those
// of one type, 0: of all.
int army_pieces(const struct tables *tables, Type base);

// Army `index`, a pure function of the arguments, with the start position's side to move. What
// nobody could learn from is drawn again: a side in check, no legal move, a move that wins at once.
// `draws` (may be NULL): how many it took. False when a thousand draws bring nothing else.
bool army_choose(const struct army_settings *settings, const struct tables *tables, uint64_t seed,
                 int64_t index, struct position *position, int *draws, struct error *error);

// Share of the draws for armies 0 to `armies` - 1 that were thrown away; 0 where none is found.
double army_redrawn(const struct army_settings *settings, const struct tables *tables,
                    uint64_t seed, int64_t armies);

struct opening_list {
    int count;
    struct buffer text; // the FENs, each with its final 0
    struct buffer at;   // where each begins: size_t
    uint64_t hash;      // of the FENs in their order
};

// From the start position. Each side draws among the moves within x centi-values of its best one,
// move m with a weight of
//   exp(-2 (best score - score of m) / x),
// that of a Boltzmann law at the temperature x / 2 (as in softmax exploration: Sutton and Barto,
// Reinforcement Learning, section 2.8), cut off where the weight is e^-2. Opening i has x =
// near[i % rungs], so that every part of a run has all of them.
enum { NEAR_RUNGS = 8, NEAR_MOST = 2000, NEAR_PLIES = 12, NEAR_PLIES_MAX = 100 };
struct near_ladder {
    int rungs; // 0: openings are of another kind
    int near[NEAR_RUNGS];
    int plies;            // drawn, even: both players draw as often
    struct limits limits; // of the search: nodes and depth
};

// Reads "start", which is a ladder by default, or "start:X,X,...": up to NEAR_RUNGS whole numbers
// from 1 to NEAR_MOST, falling. `plies` stays. False: something else, `ladder` is as it was.
bool near_ladder_parse(const char *text, struct near_ladder *ladder);
// "start" or "start:", whatever follows: no file of openings is called so.
bool near_ladder_named(const char *text);
// "start:X,X,...".
enum { NEAR_TEXT = 64 };
char *near_ladder_print(const struct near_ladder *ladder, char text[NEAR_TEXT]);
int near_rung(const struct near_ladder *ladder, int64_t opening);

// A bound that takes every opening: no search is made.
enum { OPENING_UNBOUNDED = 100000 };

struct opening_settings {
    struct near_ladder ladder;
    const struct opening_list *list; // not owned; NULL: random plies
    int list_start;                  // in the list's order from this one on, from 1; 0: by lot
    int plies;                       // random plies from the start position, at least 1
    int bound;                       // centi-values: the search's score must lie within +-bound
    int nodes;                       // of that search
    int tries;                       // after so many the best balanced of them is taken
    struct army_settings army;       // with a share the rest does not count
};

struct opening {
    char fen[FEN_TEXT];
    int score; // of the shallow search, for the side to move; 0 without one
};

// Reads a file of FENs: one a line ('#' begins a comment line), of EPD whose operations are passed
// over, or CSV with a column `fen`, and
// perhaps `variant`. Errors name file and line: no FEN, another game, one that is over already.
bool opening_list_load(const char *path, const struct tables *tables, struct opening_list *list,
                       struct error *error);
void opening_list_destroy(struct opening_list *list);

// The share of `draws` of random plies that end the game on the way; 0 for openings of other kinds.
double opening_ends(const struct opening_settings *settings, const struct tables *tables,
                    uint64_t seed, int draws);

// Opening `index`. Random plies: a piece that can move is drawn first (each kind of piece in hand
// counts as one), then one of its moves, so that neither drops nor far-reaching pieces crowd out
// the rest. `judge` searches; it is put back to a new game first. False: every try ended the game.
// From the start position: ply by ply a number keyed by seed, opening and ply draws the move. The
// drawing ends early where the search sees a mate, or a move would end the game: that is left to
// the players.
bool opening_choose(const struct opening_settings *settings, const struct tables *tables,
                    uint64_t seed, int64_t index, struct engine *judge, struct opening *opening,
                    struct error *error);

// Place of `index` in a list of `count`: a permutation of 0..count-1 keyed by the seed, another one
// for each time through the list. So no opening comes twice before all have come once.
int opening_place(uint64_t seed, int64_t index, int count);

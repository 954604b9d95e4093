// SPDX-License-Identifier: GPL-3.0-or-later
// Counts over the games of a log, games that are the same, and what the counts say: who won, how
// games ended, what happened in one.
#pragma once

#include "answer.h"
#include "depths.h"
#include "first_move.h"
#include "pentanomial.h"
#include "rows.h"
#include "runmeta.h"

// A set of 64-bit keys: 16 to 32 bytes each.
struct key_set {
    uint64_t *slots; // owned; 0 = free
    size_t capacity, count;
};

struct tally {
    int64_t games;
    int64_t results[RESULT_DRAW + 1];
    int64_t player_results[PLAYERS]; // wins of each player when two differ; see tally_add
    struct score_counts
        pairs; // finished ones, from player A's side, each once; none where players are the same
    int64_t pair_results[3][3]; // the same by half points of player A: as first, as second player
    int64_t terminations[TERMINATIONS];
    int64_t drops, promotions, captures, checks, lead_changes;
    struct depths depths[PLAYERS];
    double branching; // summed over games, thousandths
    int64_t plies_total, plies_most;
    int64_t lengths[PLIES_MAX + 1]; // games of each length; longer ones count as the last
    int64_t last_pair;              // of the game added last
    int last_points;                // half points of player A in it
    uint64_t last_key;              // its game_key
    struct key_set seen;            // pairs: a copy is no evidence
};

struct tally *tally_create(void);
void tally_destroy(struct tally *tally);

// Adds a game, those of a pair one after the other. `first_player` is PLAYER_A or PLAYER_B, the one
// who had the first move.
void tally_add(struct tally *tally, const struct game_row *row, int first_player);

// Games that a player lost by a fault: by time, a crash, no answer, an illegal move.
int64_t tally_faults(const struct tally *tally);

// How deep both players saw, or the only one (no names), by depths_answer or depths_warn.
typedef void depths_add_to(struct answer *, const char *, const struct depths *);
void tally_depths(struct answer *answer, const struct tally *tally, const char *const *names,
                  depths_add_to *add);

// Length that the share `part` (0..1) of the games does not exceed; 0 without games.
int tally_length(const struct tally *tally, double part);

// What makes a game the same as another, of the same run or not: the position it starts from (its
// counters aside), who moves first, and every move. A game of two players with their sides swapped
// is another one, even move by move. Which game of a log it is, `run` and `game` say.
uint64_t game_key(const struct game_row *row);

void key_set_destroy(struct key_set *set);
bool key_set_add(struct key_set *set, uint64_t key); // true: it was not there

// What the games of a log come to where each counts once: a game of deterministic players that is
// played again tells nothing new.

enum { OPENINGS_TEXT = 128 };
// Where the games of a run start, in words: "the start position".
char *distinct_openings(const struct runmeta *meta, char text[OPENINGS_TEXT]);
// They do so by a ladder, and one player plays both sides.
bool distinct_from_start(const struct runmeta *meta);

struct distinct {
    struct tally *tally; // owned: the distinct games; its pairs and players do not count
    bool from_start;     // distinct_from_start
    int plies;           // that are drawn there
    struct first_move first;
    struct first_pull *pulls;     // owned; first.score.n of them
    struct duplicates duplicates; // the other games
    char openings[OPENINGS_TEXT];
};

// Reads games.csv; 32 to 64 bytes a game meanwhile, 32 more of a ladder, and 16 that stay. Errors
// name file and line. End with distinct_destroy in any case.
bool distinct_read(const char *path, const struct runmeta *meta, struct distinct *distinct,
                   struct error *error);
void distinct_destroy(struct distinct *distinct);

// Adds a table of what each of two players won, drew and lost, as record: [{ name, won, drawn,
// lost, score }]. Nothing without games.
void record_answer(struct answer *answer, const struct tally *tally,
                   const char *const names[PLAYERS]);

// What the first player's score says of the first move: "First-move advantage", a disadvantage, or
// that neither is significant.
const char *tally_first_move(struct measured of);

// What games of a player against itself come to, for the answer's summary: the first player's
// score and what was measured, draws, length. `games`: with copies.
void tally_summary(struct answer *answer, const struct distinct *distinct, int64_t games);

// Adds tables of results and endings, the first player's score, and means over games; all of
// distinct games. From the start position the score is the limit, and a table of its ladder
// follows. JSON: distinct_games, openings: where they start, results and endings: [{ name, count,
// n, value, lo95, hi95 }], a_game: { captures, ... }, first_score; ladder:
// [{ x, games, distinct, score }], slope, slope_se, chi_square, freedom, p. Nothing
// without games.
void tally_answer(struct answer *answer, const struct distinct *distinct);

// How deep the players of an answer saw.

#define DEPTHS_SHALLOW 0.1  // share of moves without a finished ply from which an answer warns
enum { DEPTHS_ENOUGH = 4 }; // median plies from which a number may stand in a headline

// Says for people "median 2 plies; 4% of the moves finished no ply", before it `name` (NULL: none).
// JSON has an object of the list `depth`: { name, moves, median_plies, without_ply }. Nothing where
// no depth is known.
void depths_answer(struct answer *answer, const char *name, const struct depths *depths);

// For the answer's summary: a warning from DEPTHS_SHALLOW on.
void depths_warn(struct answer *answer, const char *name, const struct depths *depths);

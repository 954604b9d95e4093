// SPDX-License-Identifier: GPL-3.0-or-later
// Which single change brings a game to a wish (wish.h): candidates (candidates.h) are raced over
// the same openings (race.h); the closest, and the game itself, are proved over fresh ones.
//   FOLDER/budget.json        what was asked, and how many games it comes to
//   FOLDER/pilot/NODESn       games of the game itself, where hours were asked: what a game takes
//   FOLDER/race/R/N/NODESn    candidate N of the list, its games of round R at each limit, where
//                             the wish asks for metrics; beside it armies-NODESn, where for worth
//   FOLDER/proof/NAME/NODESn  base, finalist-1, ...; beside them summary.csv and report.json, as
//                             `kagami compare` writes them, and the players' values.csv
//   FOLDER/proof-estimate/    the same at the middle limit by players of estimated values
//   FOLDER/proof-armies/      as many games of armies, where the wish asks for worth
//   FOLDER/finalist-1.ini     the game
//   FOLDER/design.json, race.csv
// Openings of each round and of the proofs have a seed made of that of the design and their name.
// All follows from the games, and those from what was asked: what was stopped or killed goes on,
// and processes may play it together (--shard), each the games of every run that nobody plays yet.
#pragma once

#include "answer.h"
#include "candidates.h"
#include "comparison.h"
#include "config.h"
#include "race.h"
#include "study.h"
#include "values.h"
#include "wish.h"

enum { FINALISTS_MAX = 8, RACE_ROUNDS_MAX = 16 };

struct design {
    // Lent, but for the candidates.
    const struct tables *base;
    const char *base_text; // INI
    const char *folder;
    struct play_options *play; // seed, threads, values, openings (of race and proof, where given)
    const struct experiment *ladder; // whose ladder alone counts: node limits of race and proof
    struct wish wish;
    const char *wish_text;
    struct candidates candidates; // owned
    int kept;                     // finalists, at most FINALISTS_MAX
    double hours;                 // or
    int64_t games;                // of race and proof together; 0: by the hours
    const struct observer *observer;

    // Set by design_run.
    int64_t race_budget, proof_games;       // proof: of each game and limit, and of its armies
    struct race_arm *arm;                   // owned, by candidate; NULL: no race
    int rounds, raced[RACE_ROUNDS_MAX];     // arms of each round
    int64_t race_games[RACE_ROUNDS_MAX];    // of each arm at its end
    int finalists, finalist[FINALISTS_MAX]; // candidates, the closest first
    struct experiment *experiment;          // owned; the base and the finalists
    // Owned; NULL: both where the wish is about worth alone, `estimate` where the base meets it.
    struct comparison *proof, *estimate;
    struct measured worth[LADDER_MAX][FINALISTS_MAX + 1][WORTH_TERMS]; // of base and finalists
    struct depths depths[LADDER_MAX];                                  // of their armies
};

// The limit of pilot and estimate: the middle of the ladder.
uint64_t design_middle(const struct design *design);

// What a player of another game has of the base's values: those of pieces that move as they did, of
// others as much more or less as the estimate says, the estimate of what is new; likelihoods of
// moves; a network where its inputs are the same.
struct values design_carry(const struct tables *base, const struct values *values,
                           const struct tables *tables);

// The configuration of a game by the base's player at so many nodes; `play` as in `design`. Armies
// have openings of their own.
bool design_configure(const struct design *design, const struct play_options *play,
                      const struct tables *tables, const char *text, uint64_t nodes, bool armies,
                      struct config *config, struct opening_list *list, struct error *error);

// Sets the games of race and proof: half of the budget each, where there is a race; of these half
// are armies, where the wish asks for metrics and worth. `budget`: games; `by_nodes`: in games of
// the middle limit, those of another by their nodes. Error: too few for a worth.
bool design_share(struct design *design, double budget, bool by_nodes, struct error *error);

// Plays what is left of it; with a shard in `play`, beside other processes. WORK_STOPPED: the same
// call goes on. Errors: a folder with another design, or at which another process is that shares
// nothing; games that cannot be played; hours that several processes would measure; too few games
// for a worth. End with design_destroy in any case.
enum work_end design_run(struct design *design, struct error *error);
void design_destroy(struct design *design);

// --- What it shows (design_answer.c) -------------------------------------------------------------

enum design_state { STATE_OPEN, STATE_MEETS, STATE_MISSES };
// Whether the base is shown, at every limit and in every term, to meet its wish; at one limit in
// one term, to miss it (Holm's correction over them).
enum design_state design_base(const struct design *design);

struct answer design_answer(const struct design *design);
// Writes design.json, race.csv, the finalists' games and the values of their players.
bool design_write(const struct design *design, const struct answer *answer, struct error *error);

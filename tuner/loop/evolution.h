// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a loop of self-play, tuning and verification: what became of each generation.
//   FOLDER/G/log                  its games; FOLDER/G/shards/I where they are played in parts
//   FOLDER/G/fit.csv              values tuned from them; beside it fit.moves.csv, what was learned
//                                 of moves from them and all before
//   FOLDER/G/spsa                 from the step that is taken (see evolution_trials.h) on in few
//                                 directions, see spsa_run.h
//   FOLDER/G/generation-G.csv     what came of that; beside it generation-G.moves.csv
//   FOLDER/G/match                their verification, see verification.h
//   FOLDER/G/verdict, G/against   accepted, rejected, undecided, one-sided or untuned; against
//                                 which generation's values (0: those to begin with)
//   FOLDER/history.csv            all that in a table; FOLDER/evolve.json: the same, see origin.h
// A file is there when its step is done.
#pragma once

#include "answer.h"
#include "error.h"
#include "file.h"
#include "runmeta.h"
#include "sprt.h"

enum { EVOLUTION_GENERATIONS_MAX = 10000, EVOLUTION_WORD = 16 };

enum evolution_verdict {
    EVOLUTION_NONE, // not there yet
    EVOLUTION_ACCEPTED,
    EVOLUTION_REJECTED,
    EVOLUTION_UNDECIDED,
    EVOLUTION_ONE_SIDED, // better than those it came from, and no match for the panel as they are
    EVOLUTION_UNTUNED,   // its games did not suffice; those of the next count as well
};

// The test of a generation's values: at a node limit it accepts a true 20 normalized Elo in 95%, 10
// in 81%, 0 in 50%, -20 in 5%. Steps gain some 10 to 30 on average, and a loop that asks for
// proof of each gains less in the same time (results/learning).
enum { EVOLUTION_MATCH_GAMES = 5000 };
struct sprt evolution_sprt(void);

// What results count in the target of the fit, beside what the search's scores predict: of 0, 0.3,
// 0.5 and 1 and of temporal differences the one that played best for the same processor time
// (docs/tuning.md).
#define EVOLUTION_LAMBDA 0.3

// The prior's width there: 15 Elo better than PRIOR_DEFAULT in the mean of eleven pairs of fits to
// the same games (results/learning).
#define EVOLUTION_PRIOR 0.2

// Pairs of games a step of SPSA, a power of two. Its nodes are those of self-play divided by so
// many, at least so many, and never more than those of self-play.
enum { EVOLUTION_SPSA_PAIRS = 8, EVOLUTION_SPSA_LESS = 5, EVOLUTION_SPSA_LEAST = 100 };
int64_t evolution_spsa_nodes(int64_t nodes);

// SPSA takes no parameter beyond this factor of where it began, either way: chance alone carries
// some of them that far, and a generation after the next may go on.
#define EVOLUTION_SPSA_WAY 1.5

// All games of a loop, generation by generation, have a seed for each purpose: none is measured by
// openings that it was chosen or tuned by.
enum evolution_purpose {
    EVOLUTION_SELFPLAY,
    EVOLUTION_TEST,  // the match of the verdict
    EVOLUTION_STEP,  // matches of all parts of the way, by the same openings
    EVOLUTION_SPSA,  // its own games
    EVOLUTION_DUEL,  // its result against the step that it began from
    EVOLUTION_PANEL, // of new and old values, by the same openings
    EVOLUTION_PURPOSES
};
// `seed` is the loop's, at most INT64_MAX.
uint64_t evolution_seed(uint64_t seed, int generation, enum evolution_purpose purpose);

// "" for none.
const char *evolution_verdict_name(enum evolution_verdict verdict);
enum evolution_verdict evolution_verdict(const char *folder, int generation);

// Says what became of a generation whose values were held against those of `against`.
bool evolution_give_verdict(const char *folder, int generation, int against,
                            enum evolution_verdict verdict, struct error *error);

// The generation whose values the given one plays with: the last accepted before it, or 0.
int evolution_champion(const char *folder, int generation);

// Writes FOLDER/G/NAME into `path` (PATH_MAX); returns it.
char *evolution_path(const char *folder, int generation, const char *name, char *path);
// FOLDER/G/generation-G.csv, and FOLDER/G/fit.csv.
char *evolution_values(const char *folder, int generation, char *path);
char *evolution_fit(const char *folder, int generation, char *path);

bool evolution_has_log(const char *folder, int generation); // finished

// The table of generations 1 to `last`, up to the first without a verdict, of so many games each,
// and whose values are in play. JSON: generations: [...], champion, values.
void evolution_answer(struct answer *answer, const char *folder, int last, int64_t games);
// Adds to the summary how often a step of no gain passes such a test at all of so many limits.
void evolution_say_chance(struct answer *answer, const struct sprt *sprt, int64_t games,
                          int limits);

// The last generation of those that have a verdict without a gap; 0 for none.
int evolution_known(const char *folder);

// The record of a generation's games, or of a part of them, `shard` where none else is there (-1:
// the first); NULL where none is begun. Destroy with runmeta_destroy.
struct runmeta *evolution_record(const char *folder, int generation, int shard);

// Are the games that are there, if any, those of the loop whose generation 1 would begin with the
// record `asked`? Looks at generations up to `last`. `values`: those to begin with are asked for,
// not left to the default. False: `error` says what differs and what to do.
bool evolution_same(const char *folder, const struct runmeta *asked, int shard, int last,
                    bool values, struct error *error);

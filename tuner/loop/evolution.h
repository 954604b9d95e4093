// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a loop of self-play, tuning and verification: what became of each generation.
//   FOLDER/G/log                  its games
//   FOLDER/G/fit.csv              values tuned from them, with covariance and worth; beside it
//                                 fit.moves.csv, what was learned of moves from them and all before
//   FOLDER/G/steps/25.csv         a quarter of the way to them; 50.csv, 100.csv
//   FOLDER/G/steps/25/NODESn      its match against the values in play
//   FOLDER/G/spsa                 from the step that is taken on in few directions, see spsa_run.h
//   FOLDER/G/steps/spsa/NODESn    the match of what came of that against the step taken
//   FOLDER/G/steps/net-50.csv     these values, and half of the score of the network that was
//   learned
//                                 on top of them (net.txt); net-100.csv, all of them
//   FOLDER/G/steps/net-50/NODESn  its match against the values without
//   FOLDER/G/steps.json           what the steps scored, which was taken, and those matches
//   FOLDER/G/generation-G.csv     what came of all that, with what is known beside it
//   FOLDER/G/match                their verification, see verification.h
//   FOLDER/G/panel/NAME/NODESn    matches against the panel; panel.json: what they came to
//   FOLDER/G/before...            the same of the values in play, by the same openings
//   FOLDER/G/verdict, G/against   accepted, rejected, undecided, one-sided or untuned; against
//                                 which generation's values (0: those to begin with)
//   FOLDER/history.csv            all that in a table; FOLDER/evolve.json: the same, see origin.h
// A file is there when its step is done.
#pragma once

#include "answer.h"
#include "observer.h"
#include "study.h"
#include "tuning.h"
#include "verification.h"

enum { EVOLUTION_GENERATIONS_MAX = 10000 };

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
#define EVOLUTION_SPRT ((struct sprt){-20, 20, 0.05, 0.05})

// What results count in the target of the fit, beside what the search's scores predict: of 0, 0.3,
// 0.5 and 1 and of temporal differences the one that played best for the same processor time
// (docs/tuning.md).
#define EVOLUTION_LAMBDA 0.3

// The prior's width there: 15 Elo better than PRIOR_DEFAULT in the mean of eleven pairs of fits to
// the same games (results/learning).
#define EVOLUTION_PRIOR 0.2

// Pairs of games a step of SPSA, a power of two. Its nodes are those of self-play divided by so
// many, at least so many, and never more than those of self-play.
enum { EVOLUTION_SPSA_PAIRS = 16, EVOLUTION_SPSA_LESS = 5, EVOLUTION_SPSA_LEAST = 100 };
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
    EVOLUTION_NET,   // matches of all parts of a network, by the same openings
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
// FOLDER/G/generation-G.csv.
char *evolution_values(const char *folder, int generation, char *path);

bool evolution_has_log(const char *folder, int generation); // finished

// The last generation of those that have a verdict without a gap; 0 for none.
int evolution_known(const char *folder);

// The record of a generation's games, or of the first block of them; NULL where none is there.
// Destroy with runmeta_destroy.
struct runmeta *evolution_record(const char *folder, int generation);

// --- What a generation is held against beside its test -------------------------------------------
// Steps: a quarter, half and all of the way from the values in play to those that were fitted,
// since a fit that predicts better overshoots in play. SPSA goes on from the best step; what comes
// of it plays against that step, by openings of their own, and is taken where it scores more than
// half. So is what is learned on top of these values: half of it, all of it or a third more, since
// learning does not find the scale that plays best. The panel: opponents that stay the same for the
// whole loop, since strength is not transitive; a generation must not be shown to fall behind the
// one before it against any of them. Both meet it by the same openings, which are drawn anew each
// time: whoever is chosen by fixed ones is the best at these.

enum { EVOLUTION_STEPS = 3, EVOLUTION_PANEL_MOST = 3, EVOLUTION_NAME = 16 };
enum { EVOLUTION_PARTS = 3 }; // of a network that is learned on top of values

// In per cent.
extern const int evolution_step[EVOLUTION_STEPS], evolution_parts[EVOLUTION_PARTS];

// Opponents of the loop that began with the values `start` (a file, "estimate", or NULL for the
// default): the estimate; what the program ships, where it ships values of the game; and the file.
struct evolution_opponent {
    const char *name,
        *values; // values: as values_file_load takes them; `start` itself is not owned
};
int evolution_panel(const struct tables *tables, const char *start,
                    struct evolution_opponent panel[EVOLUTION_PANEL_MOST]);

// Writes values `percent` of the way from `start` to those of the file `fit` to the file `out`,
// with what is known beside `fit`. Standard errors and intervals are those of the
// fit where all of the way is taken; a part of it has none. Errors: the files'.
bool evolution_step_write(const struct tables *tables, const char *start, const char *fit,
                          int percent, const char *out, struct error *error);

// Do two files say the same, so that no match can tell them apart? They may be "estimate" or NULL.
bool evolution_same_values(const struct tables *tables, const char *a, const char *b, bool *same,
                           struct error *error);

// What matches of fixed length came to, each under a name.
struct evolution_scores {
    int count;
    struct evolution_score {
        char name[EVOLUTION_NAME];
        struct score_counts pairs; // of all node limits together
        bool same;                 // the players are the same: no games, and 0 Elo for sure
    } score[EVOLUTION_STEPS + 1 + EVOLUTION_PARTS];
    int taken; // of steps: per cent of the one that was taken
};
struct evolution_score *evolution_scores_add(struct evolution_scores *scores, const char *name);
// NULL where there is none of that name.
const struct evolution_score *evolution_scores_find(const struct evolution_scores *scores,
                                                    const char *name);
struct measured evolution_score_elo(const struct evolution_score *score);

// The step to take: the best score, of equal ones the shortest way. At least one was played.
int evolution_best_step(const struct evolution_scores *steps);

// What SPSA made of that step, in its match against the step: taken where it scores more than half.
// Equal values stay what they are.
#define EVOLUTION_AFTER "spsa" // its name among the scores
bool evolution_after_is_taken(const struct evolution_score *after);

// Of the parts of a network the one that scored best, of equal ones the smaller; NULL: none was
// played. `*percent`: how much of it is taken, 0 where it does not score more than half.
const struct evolution_score *evolution_best_part(const struct evolution_scores *scores,
                                                  int *percent);

// Files of FOLDER/G: "steps.json", "panel.json", "before.json". Reading one that is missing or
// damaged gives no scores.
bool evolution_scores_write(const char *path, const struct evolution_scores *scores,
                            struct error *error);
void evolution_scores_read(const char *path, struct evolution_scores *scores);

// Has the new generation kept up with the one it is to replace against each opponent of both? It
// has not where the 95% interval of a difference of mean scores lies below -`margin` (in points of
// 100): scores and not Elo, whose intervals grow without end where nearly all games are won; and
// only what is shown, since the old values are in play because they did well against these
// opponents, also by chance. The intervals take the two matches as independent, though they share
// their openings.
bool evolution_keeps_up(const struct evolution_scores *now, const struct evolution_scores *before,
                        double margin);

// --- The steps -----------------------------------------------------------------------------------
// Each is done when its result is there, and does nothing then: so a loop that was stopped or
// killed anywhere goes on. What a step computes follows from the folder alone, and processes that
// do the same step at once write the same bytes.

struct evolution_settings {
    const char *folder, *command;      // command: line, for the record
    const char *values;                // to begin with: a file, "estimate", NULL for the default
    struct play_options play, match;   // of self-play; of matches: games of each limit of the test
    struct sampling sampling;          // of self-play
    const struct tune_options *tune;   // without folders, start and result
    struct sprt sprt;                  // of the test
    struct verification ladder;        // of which the limits alone count
    long long games, nodes;            // of self-play
    bool deepens;                      // see evolution_nodes
    long long step_games, panel_games; // 0: the whole way; no panel
    long long spsa_games;              // 0: none
    double margin;                     // points of 100
    int window;                        // generations whose games are fitted to, at least
    long long shards;                  // processes that share its games; 0: one plays them
    bool learns[BESIDES];              // what is learned beside values
    uint64_t seed;
};

struct evolution_run {
    const struct evolution_settings *settings; // not owned, like the rest
    struct tables *tables;                     // lent
    const char *variant_text;                  // INI
    const struct config *config;               // defaults of the game
    struct diagram_style style;                // of tune.txt and moves.txt, which people read
    const struct observer *observer;
    // Which of the processes this one is that share the games, see blocks.h; `shards` 0: it has
    // them all. `beside`: the others are at the same step, so that it leaves to the step alone what
    // one process does.
    struct game_range part;
    bool beside;
};

// The matches of a generation against one opponent, FOLDER/G/PLACE/NODESn, in the order in which
// they are played.
struct evolution_match {
    char place[32]; // "steps/25", "steps/spsa", "steps/net-50", "match", "before/start"
    enum evolution_purpose purpose; // of their seed
    int64_t games;                  // at each limit; of a test the most
    int limits;                     // the first of the ladder
};
enum { EVOLUTION_MATCHES = EVOLUTION_STEPS + 2 + EVOLUTION_PARTS + 2 * EVOLUTION_PANEL_MOST };
int evolution_matches(const struct evolution_run *run,
                      struct evolution_match match[EVOLUTION_MATCHES]);

// Writes FOLDER/agenda.json, with the runs of generations 1 to `last`. `whole`: there are no more;
// `until`: when the clock ends the loop, as in struct agenda.
bool evolution_write_agenda(const struct evolution_run *run, int last, bool whole, int64_t until,
                            struct error *error);

// Tells what could not be played, tuned or verified, or belongs to another loop than the one that
// generation 1 of the folder is of, before anything is begun. `last` generation asked for.
bool evolution_check(const struct evolution_run *run, int last, struct error *error);

// The steps of a generation. Each first does what is missing of those before it that it needs.
struct evolution_task {
    const char *name;
    bool spreads; // processes may do it beside each other: it plays games
    enum work_end (*take)(struct evolution_run *run, int generation, struct error *error);
};
enum { EVOLUTION_TASKS = 5 };
// play, tune, choose, learn, verify. A loop by one process needs no `learn`: `choose` does that,
// unless others are beside it.
extern const struct evolution_task evolution_task[EVOLUTION_TASKS];

enum work_end evolution_play(struct evolution_run *run, int generation, struct error *error);
enum work_end evolution_tune(struct evolution_run *run, int generation, struct error *error);
enum work_end evolution_choose(struct evolution_run *run, int generation, struct error *error);
enum work_end evolution_learn(struct evolution_run *run, int generation, struct error *error);
// Beside others without a verdict.
enum work_end evolution_verify(struct evolution_run *run, int generation, struct error *error);

// Nodes of a generation's self-play: twice as many after every EVOLUTION_PATIENCE generations in a
// row whose values were not accepted. The first of them has been answered by more games by then:
// all games of the values in play are fitted to.
enum { EVOLUTION_PATIENCE = 2, EVOLUTION_DEEPEST = 64 }; // times the nodes of generation 1, at most
int64_t evolution_nodes(const struct evolution_settings *settings, int generation);

// The values that a generation plays with: a file, "estimate", or NULL for the default.
const char *evolution_in_play(const struct evolution_settings *settings, int generation,
                              char path[PATH_MAX]);

// --- The table of all ----------------------------------------------------------------------------

// Adds to the summary how often a step of no gain passes such a test at all of so many limits.
void evolution_say_chance(struct answer *answer, const struct sprt *sprt, int64_t games,
                          int limits);
// All generations that have a verdict, and whose values are in play. To be destroyed by the caller.
// JSON: generations: [...], champion, values.
struct answer evolution_report(const struct evolution_settings *settings);
// How many of `last` there are and whose values are in play, in a line, added to `text`.
void evolution_line(const struct evolution_settings *settings, int last, struct buffer *text);
// Are evolve.json and history.csv there, with all generations known? Where the second is right, the
// first was written before it. `write`: they are written where they are not; false: `error`.
bool evolution_history(const struct evolution_settings *settings, bool write, struct error *error);

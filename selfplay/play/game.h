// SPDX-License-Identifier: GPL-3.0-or-later
// One game: a pure function of (seed, configuration, number).
#pragma once

#include <stdatomic.h>

#include "config.h"
#include "depths.h"
#include "random.h"
#include "referee.h"

enum { LEAD_MARGIN = 50 }; // centi-values beyond which a side counts as leading

struct sample { // a position for positions.csv
    int ply;
    enum side side;
    int score;
    bool quiet;
    size_t fen; // where its FEN begins in the record's `fens`
};

struct annotated { // what its player knew of a move
    bool scored;
    int score; // centi-values for FIRST
    int depth; // 0: it did not say
    int64_t milliseconds;
};

struct game_record {
    int64_t game, pair;
    int first_player; // PLAYER_A or PLAYER_B
    struct opening opening;
    struct outcome outcome;
    struct game_counts counts;
    uint64_t nodes; // of both players, the opening's search left out
    int lead_changes;
    struct depths depths[PLAYERS];         // of their moves, where they told it
    char fault[320];                       // how a player failed, for people; "" when none did
    Move moves[PLIES_MAX];                 // counts.plies of them
    struct annotated annotated[PLIES_MAX]; // the same, by config.annotation
    int sample_count;
    struct sample samples[PLIES_MAX];
    struct buffer fens; // of the samples
};

// An empty record, large and mostly never touched; it may be played into again and again.
struct game_record *game_record_create(void);
void game_record_destroy(struct game_record *record);

// What one worker needs: a search or a program for each player, and a referee. NULL and `error`
// when a file that a player needs is gone.
struct game_table;
struct game_table *game_table_create(const struct config *config, struct error *error);
// Before the first game: starts the programs, or checks whether they know it (external_check_game).
// False: one cannot be started or does not, or game_table_stop was called.
bool game_table_start(struct game_table *table, bool check, struct error *error);
void game_table_destroy(struct game_table *table);
// From any thread: the search that runs now, if any, ends soon. Set the game's `stop` flag first.
void game_table_stop(struct game_table *table);

enum game_end { GAME_DONE, GAME_STOPPED, GAME_FAILED };

// Plays game number `game` into `record`. GAME_STOPPED as soon as `*stop` is seen to be true: the
// record is then incomplete. GAME_FAILED: `error` names the game.
enum game_end game_play(struct game_table *table, int64_t game, const atomic_bool *stop,
                        struct game_record *record, struct error *error);

// Notes the position before a move where the next draw, the settings and its calm have it so. The
// opening itself is left out: several games may share it. `score`: of a search, for its side.
void game_sample(const struct sampling *sampling, const struct referee *referee,
                 struct engine *engine, int score, struct random *random,
                 struct game_record *record);

// Ends games by the players' scores: resignation and draw when both agree long enough; ply limit.
struct adjudicator { // one game's runs of plies
    int lost[SIDES]; // consecutive ones in which this side was seen as lost
    int level;       // consecutive ones in which the game was seen as level
};

// Takes the score, in centi-values for FIRST, that the mover found before its move; `plies` have
// been played with this one. Players alternate, so a run of two plies or more has both agreeing.
// Returns RESULT_NONE while the game goes on.
struct outcome adjudicate(struct adjudicator *adjudicator, const struct adjudication *rules,
                          int score_first, int plies);

// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured of the games of one rule setting: what a comparison needs to know of each game
// of a log, about 190 bytes, so that games of two logs from the same opening can be laid side by
// side; and the metrics, whose rows stand in metrics.def.
#pragma once

#include "rows.h"
#include "statistics.h"

enum { COMEBACK = 300 }; // centi-values

struct game_facts {
    int64_t game;
    uint64_t opening; // hash of its FEN
    enum result result;
    enum termination termination;
    int32_t plies, drops, promotions, captures, checks, lead_changes;
    uint16_t depths[DEPTHS]; // moves of both players by the plies of their searches
    double branching;        // mean legal moves a ply
    double deficit; // centi-values by which the later winner stood behind, mean over the logged
                    // positions; -1 without any, and for draws
    bool comeback;  // ... and in one of them by more than COMEBACK
    uint64_t first_move; // hash of the first move played after the opening
};

// Distinct games of a log, by their numbers upwards.
struct game_list {
    struct game_facts *game; // owned
    int64_t count, room;
    int64_t copies;                   // games left out because they repeat another one
    struct moments branching, length; // over the games; branching: of those with a move
};

struct game_list *game_list_create(void); // empty
void game_list_destroy(struct game_list *list);
void game_list_add(struct game_list *list, const struct game_facts *game);
// True when both have games, and these are played alike, as far as the facts tell.
bool game_list_same(const struct game_list *a, const struct game_list *b);

// Reads games.csv and positions.csv of a folder, played by the rules of these tables, but for games
// that repeat an earlier one move by move. A torn last line is left out, as are positions of games
// that have no row yet. Errors name file and line: another game or other rules, damaged rows; then
// NULL.
struct game_list *game_list_read(const char *folder, const struct tables *tables,
                                 struct error *error);

enum unit { UNIT_PERCENT, UNIT_NUMBER, UNIT_CENTI };
extern const char *const metric_units[]; // in files: "share"

struct metric {
    const char *name, *definition;
    enum unit unit;
    struct measured (*measure)(const struct game_list *list); // n = 0: not measured
    // What a mean is of, of a game of `list`; NAN: nothing.
    double (*of_game)(const struct game_facts *game, const struct game_list *list);
    bool detail; // says what others say as well: no part of a summary
    bool grows;  // with the number of games: lists are compared by as many of each
};

// Correlation of a metric of two logs by the games with the same number and opening: what the one
// says goes with what the other says as far as the rules that differ let it. 0 where there is none.
double metric_correlation(const struct metric *metric, const struct game_list *a,
                          const struct game_list *b);

// In the order of metrics.def, then the shares of the endings ("ending-checkmate"); `metric_count`
// of them.
extern const struct metric metrics[];
extern const int metric_count;

// The metric of that name, or -1.
int metric_find(const char *name);

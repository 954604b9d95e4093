// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the folder of a run: its record, its games one after the other, and the positions of each.
// What follows from the record is checked on the way: the rows are of that run, variant and rules,
// games and plies come in order, and a position has the result of its game.
#pragma once

#include "base.h"
#include "file.h"
#include "runmeta.h"
#include "tally.h"

struct log_reader {
    struct runmeta *meta;          // owned; NULL: there is no run.json
    struct rows_reader *games;     // owned
    struct rows_reader *positions; // owned; NULL: they have not been opened
    struct game_row game;          // read last
    struct position_row position;  // read last
    int game_line, position_line;  // where they stand
    int torn;                      // files read to their ends whose last line is cut short
    // For log_reader.c:
    bool waiting;                // `position` has not been handed out
    enum csv_status ahead;       // CSV_RECORD as long as there may be more positions
    int64_t last_game, last_ply; // handed out
};

enum log_parts { LOG_GAMES, LOG_GAMES_AND_POSITIONS };

// Opens run.json, which may be missing, games.csv and positions.csv, which may be compressed
// (games.csv.zst). False and `error` when a file is missing or no log. Call log_close in any case.
bool log_open(struct log_reader *log, const char *folder, enum log_parts parts,
              struct error *error);
void log_close(struct log_reader *log);

// The next game, into log->game; positions of the last one that have not been asked for are passed
// over. CSV_TORN: the games end in a torn line, which is not data. Errors name file and line.
enum csv_status log_next_game(struct log_reader *log, struct error *error);

// The next position of log->game, into log->position. CSV_END: there are no more of it.
enum csv_status log_next_position(struct log_reader *log, struct error *error);

// After the last game: how many positions follow, of games that have no row yet. False: `error`.
bool log_count_rest(struct log_reader *log, size_t *rest, struct error *error);

// Is the row of the run that the record is of (NULL: there is none)? False: `cause` says what
// differs.
bool log_check_game(const struct runmeta *meta, const struct game_row *row, struct error *cause);

// Takes each game of the folder in turn. `copy`: it repeats an earlier one move by move. The taker
// may ask the log for the positions of the game. False: `cause` says what is wrong with the row, or
// `error` what is with another file.
typedef bool log_taker(void *context, struct log_reader *log, bool copy, struct error *cause,
                       struct error *error);
// Reads a folder whose games must be played by the rules of these tables (NULL: by any). A torn
// last line is left out. Errors name file and line: another game or other rules, what the taker
// does not take.
bool log_each_game(const char *folder, enum log_parts parts, const struct tables *tables,
                   log_taker *take, void *context, struct error *error);

struct log_paths {
    char run[PATH_MAX], games[PATH_MAX], positions[PATH_MAX];
};
// Where the files of a log are. False when a name is too long.
bool log_paths_of(const char *folder, struct log_paths *paths, struct error *error);
// The record in a folder, see runmeta_load; NULL and `error` also when the name is too long.
struct runmeta *log_record(const char *folder, struct error *error);

bool log_holds_run(const char *folder);

// Is a log's file not at `path` because it lies there compressed, which nothing can be added to?
// Then `error` says so.
bool log_is_packed(const char *path, struct error *error);

// Folders of logs, as people name them: each by itself, or the folder that holds the parts of a
// run.
struct log_folders {
    char **path; // owned
    int count, capacity;
    struct files_seen seen; // by the walk
};

// Whether there is such a folder; `error` says what is there instead.
bool log_folder_exists(const char *folder, struct error *error);

// Adds `folder`, or where it has no run.json the folders in it that have one, in the order of their
// numbers and names; `folder` itself when there are none. A folder that several paths lead to, over
// links, counts once, by the first. False when it cannot be read.
bool log_folders_add(struct log_folders *folders, const char *folder, struct error *error);
// The same for each of the texts, with the folders of runs down to so many levels below each.
enum { LOG_FOLDERS_DEEP = 16 };
bool log_folders_add_all(struct log_folders *folders, const struct option_texts *texts, int levels,
                         struct error *error);
void log_folders_destroy(struct log_folders *folders);

// Finds how much of a log can be trusted after any kind of stop.

// Reads the two files of a run and works out the longest prefix of whole games (`prefix->games`
// counts them); the files are not touched. A last line that is torn does not count. Nor do a game
// whose positions are not all there, positions of games that were not committed and, when the
// machine has been restarted since the record was saved, what was written after its checkpoint, nor
// games from number `below` on.
// `tally` gets the games of the prefix. Errors name file and line: rows that are not of the run, or
// that are damaged with good ones behind them.
bool resume_scan(const char *games, const char *positions, const struct runmeta *meta,
                 int64_t below, struct tally *tally, struct checkpoint *prefix,
                 struct error *error);

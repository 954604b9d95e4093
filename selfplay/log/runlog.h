// SPDX-License-Identifier: GPL-3.0-or-later
// A run's folder: run.json, games.csv, positions.csv; faults.txt where other programs failed.
// Opening it resumes; a log is at any moment a clean prefix of the whole, give or take a torn last
// line that the next opening repairs.
#pragma once

#include <pthread.h>
#include <time.h>

#include "game.h"
#include "log_reader.h"

struct runlog_options {
    const char *folder;      // created where it is missing
    struct game_range range; // wanted
    int threads;             // for the record
    bool seed_given;         // otherwise a run that goes on keeps its own seed
    bool force;              // throw away the run that is there
    bool wait;               // for other processes that open it, a finished one, at the same time
    const char *command;     // line that asked for it, for the record; may be NULL
    // Asked after each game whether this one was the last; NULL: as many as wanted. It must depend
    // on nothing but the games so far: then a run that goes on ends where an unbroken one does.
    bool (*enough)(void *context, const struct tally *tally);
    void *context;
};

struct runlog_progress {
    int64_t games, results[RESULT_DRAW + 1]; // of the folder
    int64_t player_results[PLAYERS];         // wins of each, as in a tally
    struct score_counts pairs;
    int64_t nodes, plies; // of this session
};

struct log_file {
    const char *path; // not owned
    int descriptor;   // -1 when closed
    int64_t length;   // whole rows
};
// Opens it to be added to; adds bytes; cuts it. False: an error that names the file.
bool log_file_open(struct log_file *file, bool create, struct error *error);
bool log_file_append(struct log_file *file, const char *bytes, size_t count, struct error *error);
// Without need it is not cut: its time says when games were played last.
bool log_file_cut(struct log_file *file, int64_t length, struct error *error);

struct runlog {
    // To be read:
    const char *folder;  // as in the options
    int64_t next;        // the first game to play
    bool finished;       // nothing was left to do when it was opened
    bool resumed;        // there was a run of this configuration
    bool resized;        // another number of games was wanted when some were played already
    char note[256];      // one line that people should know about the resumption; "" in good order
    struct tally *tally; // owned: all games of the folder, this session's and earlier ones
    struct distinct distinct; // owned; after runlog_close of a finished run

    // For runlog.c:
    struct log_paths paths;
    struct log_file games, positions;
    struct config *config;
    bool (*is_enough)(void *context, const struct tally *tally);
    void *context; // of is_enough
    struct runmeta *meta;
    struct game_range range; // wanted
    bool broken, wait;
    time_t synced;
    struct buffer moves, game_text, position_text, fault_text; // of the batch being written

    pthread_mutex_t mutex; // guards what follows, and `tally` while games are committed
    int64_t nodes, plies;  // of this session
    bool enough;
};

// Opens the folder for this configuration and locks it. Where the run goes on and no seed was
// given, `config->seed` becomes the run's. `config` must outlive the log. Errors: another run or
// another process has the folder, another range, damaged files, anything the system says.
struct runlog *runlog_open(const struct runlog_options *options, struct config *config,
                           struct error *error);

// `enough` said so; from any thread.
bool runlog_enough(struct runlog *log);

// Appends games in order: positions first, then the row that commits the game. Both reach the disk
// every few seconds. On a fault both files are cut back to the last whole game. The signature is
// that of struct work's commit; `context` is the log. Games beyond the last one are dropped.
bool runlog_commit(void *context, const struct game_record *const *records, int count,
                   struct error *error);

// From any thread.
struct runlog_progress runlog_progress(struct runlog *log);

// Writes down how far the run has come, reads its distinct games when it is finished, and closes.
// Call it in any case; after a failed commit it only closes. The log stays readable until
// runlog_destroy.
bool runlog_close(struct runlog *log, struct error *error);

void runlog_destroy(struct runlog *log);

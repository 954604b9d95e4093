// SPDX-License-Identifier: GPL-3.0-or-later
#include "status.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log_reader.h"
#include "memory.h"
#include "number.h"
#include "rows.h"

enum { QUIET_SECONDS = 120, QUIET_GAMES = 10 };

// When a file changed last, and whether something follows its last line end.
static bool look_at_end(const char *path, int64_t *changed, bool *torn, struct error *error) {
    struct stat status;
    size_t length = strlen(path);
    bool packed = length > 4 && strcmp(path + length - 4, ".zst") == 0;
    char last = '\n';
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool done = file >= 0 && fstat(file, &status) == 0 &&
                (status.st_size == 0 || pread(file, &last, 1, status.st_size - 1) == 1);
    if (done) {
        *changed = (int64_t)status.st_mtime;
        *torn = *torn || (!packed && last != '\n');
    } else {
        mem_check_errno();
        error_at(error, path, 0, "%s", strerror(errno));
    }
    if (file >= 0)
        close(file);
    return done;
}

// Counts the rows of games.csv, which are numbered without a gap.
static bool count_games(const char *path, struct status *status, struct error *error) {
    struct rows_reader *reader = game_rows_open(path, error);
    struct game_row row;
    struct csv_record record;
    enum csv_status end = CSV_ERROR;
    while (reader && (end = game_row_next(reader, &row, &record, error)) == CSV_RECORD) {
        int64_t expected = status->range.begin + status->games;
        if (row.game != expected) {
            error_at(error, path, record.line, "game %" PRId64 ", expected %" PRId64, row.game,
                     expected);
            end = CSV_ERROR;
            break;
        }
        status->games++;
    }
    rows_close(reader);
    return end != CSV_ERROR;
}

static bool count(const char *folder, struct status *status, struct error *error) {
    char games[PATH_MAX], positions[PATH_MAX];
    int64_t ignored;
    return csv_find(folder, "games.csv", games, error) &&
           csv_find(folder, "positions.csv", positions, error) &&
           look_at_end(games, &status->changed, &status->torn, error) &&
           look_at_end(positions, &ignored, &status->torn, error) &&
           count_games(games, status, error);
}

static void measure(const struct runmeta *meta, int64_t now, struct status *status) {
    int64_t from_game, began = runmeta_session(meta, &from_game);
    int64_t played = status->range.begin + status->games - from_game;
    double seconds = (double)(status->changed - began);
    if (began >= 0 && played > 0)
        status->rate = (double)played / (seconds > 1 ? seconds : 1);
    double quiet = status->rate > 0 ? QUIET_GAMES / status->rate : 0;
    if (quiet < QUIET_SECONDS)
        quiet = QUIET_SECONDS;
    int64_t last = status->changed > began ? status->changed : began;
    status->stopped = !status->complete && runmeta_text(meta, "end");
    status->active = !status->complete && !status->stopped && (double)(now - last) < quiet;
}

const char *status_state(const struct status *status) {
    return status->complete  ? "complete"
           : status->active  ? "going on"
           : status->stopped ? "stopped"
                             : "stalled";
}

static uint64_t nodes_of(const struct runmeta *meta) {
    uint64_t one, other;
    const char *texts[] = {runmeta_setting(meta, "player1.nodes"),
                           runmeta_setting(meta, "player2.nodes")};
    return texts[0] && texts[1] && number_unsigned(texts[0], &one) &&
                   number_unsigned(texts[1], &other) && one > 0 && other > 0 &&
                   one < UINT64_MAX / 2 && other < UINT64_MAX / 2
               ? (one + other) / 2
               : 0;
}

bool status_read(const char *folder, int64_t now, struct status *status, struct error *error) {
    *status = (struct status){.changed = -1};
    struct log_paths paths;
    if (!log_paths_of(folder, &paths, error))
        return false;
    struct runmeta *meta = runmeta_load(paths.run, error);
    if (!meta)
        return false;
    struct error cause = {""};
    status->range = runmeta_range(meta);
    status->seed = runmeta_seed(meta);
    status->paired = runmeta_paired(meta);
    status->restarts = runmeta_restarts(meta);
    status->nodes = nodes_of(meta);
    snprintf(status->variant, sizeof status->variant, "%s", runmeta_text(meta, "variant"));
    snprintf(status->config_hash, sizeof status->config_hash, "%s",
             runmeta_text(meta, "config_hash"));
    if (!count(folder, status, &cause))
        snprintf(status->fault, sizeof status->fault, "%.250s", cause.text);
    if (status->changed >= 0) {
        status->complete = status->games >= status->range.end - status->range.begin;
        measure(meta, now, status);
    }
    runmeta_destroy(meta);
    return true;
}

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

#include "log_folders.h"
#include "number.h"

enum { BLOCK = 1 << 16, QUIET_SECONDS = 120, QUIET_GAMES = 10 };

struct lines {
    int64_t count;   // with an end
    int64_t last;    // where the last of them begins
    bool torn;       // something follows it
    int64_t changed; // of the file
    char number[32]; // the last line up to its first comma
};

// Logs are written by this program: no line end stands within a field, so lines are rows.
static bool count_lines(const char *path, struct lines *lines, struct error *error) {
    *lines = (struct lines){0};
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &status) != 0) {
        error_at(error, path, 0, "%s", strerror(errno));
        if (file >= 0)
            close(file);
        return false;
    }
    lines->changed = (int64_t)status.st_mtime;
    char block[BLOCK];
    int64_t offset = 0, line = 0; // `line`: where the current one begins
    ssize_t length;
    while ((length = read(file, block, sizeof block)) > 0) {
        for (const char *at = block; (at = memchr(at, '\n', (size_t)(block + length - at)));) {
            at++;
            lines->count++;
            lines->last = line;
            line = offset + (at - block);
        }
        offset += length;
    }
    bool done = length == 0 || error_at(error, path, 0, "%s", strerror(errno));
    lines->torn = offset > line;
    ssize_t got = pread(file, lines->number, sizeof lines->number - 1, (off_t)lines->last);
    if (got > 0)
        lines->number[strcspn(lines->number, ",\n")] = 0;
    close(file);
    return done;
}

// Rows are numbered without a gap: the last one tells whether they all are what they seem.
static void check_number(const struct lines *lines, struct status *status) {
    int64_t number, expected = status->range.begin + status->games - 1;
    if (status->games > 0 && (!number_integer(lines->number, &number) || number != expected))
        snprintf(status->fault, sizeof status->fault,
                 "games.csv: the last of its %" PRId64 " rows is game '%.20s', expected %" PRId64,
                 status->games, lines->number, expected);
}

static void measure(const struct runmeta *meta, const struct lines *lines, int64_t now,
                    struct status *status) {
    int64_t from_game, began = runmeta_session(meta, &from_game);
    int64_t played = status->range.begin + status->games - from_game;
    double seconds = (double)(lines->changed - began);
    if (began >= 0 && played > 0)
        status->rate = (double)played / (seconds > 1 ? seconds : 1);
    double quiet = status->rate > 0 ? QUIET_GAMES / status->rate : 0;
    if (quiet < QUIET_SECONDS)
        quiet = QUIET_SECONDS;
    int64_t last = lines->changed > began ? lines->changed : began;
    status->active = !status->complete && (double)(now - last) < quiet;
}

bool status_read(const char *folder, int64_t now, struct status *status, struct error *error) {
    *status = (struct status){.changed = -1};
    struct log_paths paths;
    if (!log_paths_of(folder, &paths, error))
        return false;
    struct runmeta *meta = runmeta_load(paths.run, error);
    if (!meta)
        return false;
    struct lines games, positions;
    struct error cause;
    status->range = runmeta_range(meta);
    status->seed = runmeta_seed(meta);
    status->paired = runmeta_paired(meta);
    status->restarts = runmeta_restarts(meta);
    snprintf(status->variant, sizeof status->variant, "%s", runmeta_variant(meta));
    snprintf(status->config_hash, sizeof status->config_hash, "%s", runmeta_hash(meta));
    if (count_lines(paths.games, &games, &cause) &&
        count_lines(paths.positions, &positions, &cause)) {
        status->games = games.count > 0 ? games.count - 1 : 0;
        status->torn = games.torn || positions.torn;
        status->changed = games.changed;
        status->complete = status->games >= status->range.end - status->range.begin;
        check_number(&games, status);
        measure(meta, &games, now, status);
    } else {
        snprintf(status->fault, sizeof status->fault, "%.250s", cause.text);
    }
    runmeta_destroy(meta);
    return true;
}

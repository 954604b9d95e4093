// SPDX-License-Identifier: GPL-3.0-or-later
#include "duplicates.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "rows.h"
#include "tally.h"

// Keys that are looked at together: 16 MiB of them.
enum { SHARE_KEYS = 1 << 20 };

struct key_file {
    FILE *file; // has no name
    int64_t count;
};

// In the log's own folder: there is room for the log, elsewhere there may be none.
static bool key_file_open(struct key_file *keys, const char *path, struct error *error) {
    char name[PATH_MAX];
    keys->count = 0;
    if (snprintf(name, sizeof name, "%s.XXXXXX", path) >= (int)sizeof name)
        return error_at(error, path, 0, "the name is too long");
    int descriptor = mkstemp(name);
    if (descriptor >= 0)
        unlink(name);
    keys->file = descriptor >= 0 ? fdopen(descriptor, "w+b") : NULL;
    if (keys->file)
        return true;
    int cause = errno;
    if (descriptor >= 0)
        close(descriptor);
    return error_at(error, path, 0, "no temporary file beside it: %s", strerror(cause));
}

static void key_file_close(struct key_file *keys) {
    if (keys->file)
        fclose(keys->file);
    keys->file = NULL;
}

// A failed write shows when the keys are counted.
static void key_file_add(struct key_file *keys, uint64_t key) {
    fwrite(&key, sizeof key, 1, keys->file);
    keys->count++;
}

// Counts the different keys among those of one share.
static bool count_share(struct key_file *keys, int64_t share, int64_t shares, int64_t *different) {
    struct key_set set = key_set_init();
    uint64_t key;
    rewind(keys->file);
    bool done = true;
    for (int64_t i = 0; done && i < keys->count; i++) {
        done = fread(&key, sizeof key, 1, keys->file) == 1;
        // Not the bits that place a key in the set.
        if (done && (int64_t)(key >> 32) % shares == share) {
            enum key_added added = key_set_add(&set, key);
            done = added != KEY_NO_MEMORY;
            *different += added == KEY_NEW;
        }
    }
    key_set_destroy(&set);
    return done;
}

static bool count_repeats(struct key_file *keys, int64_t *repeats) {
    if (fflush(keys->file) != 0 || ferror(keys->file))
        return false;
    int64_t shares = keys->count / SHARE_KEYS + 1, different = 0;
    for (int64_t share = 0; share < shares; share++)
        if (!count_share(keys, share, shares, &different))
            return false;
    *repeats = keys->count - different;
    return true;
}

// Length of a FEN's first two fields: board with hands, side to move. The counters do not matter.
static size_t position_length(const char *fen) {
    size_t board = strcspn(fen, " ");
    return fen[board] ? board + 1 + strcspn(fen + board + 1, " ") : board;
}

static bool collect(struct csv_reader *reader, struct key_file *openings, struct key_file *games,
                    struct error *error) {
    int64_t last_pair = -1;
    struct game_row row;
    for (;;) {
        enum csv_status status = game_row_next(reader, &row, NULL, error);
        if (status != CSV_RECORD)
            return status != CSV_ERROR;
        uint64_t opening = text_hash(row.opening, position_length(row.opening));
        if (row.pair != last_pair)
            key_file_add(openings, opening);
        last_pair = row.pair;
        key_file_add(games, text_hash(row.moves, strlen(row.moves)) ^ (opening * 3));
    }
}

bool duplicates_count(const char *path, struct duplicates *duplicates, struct error *error) {
    *duplicates = (struct duplicates){0};
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    struct key_file openings = {NULL, 0}, games = {NULL, 0};
    bool done = key_file_open(&openings, path, error) && key_file_open(&games, path, error) &&
                collect(reader, &openings, &games, error);
    if (done && !(count_repeats(&openings, &duplicates->openings) &&
                  count_repeats(&games, &duplicates->games)))
        done = error_at(error, path, 0, "duplicates cannot be counted: %s", strerror(errno));
    key_file_close(&openings);
    key_file_close(&games);
    csv_close(reader);
    return done;
}

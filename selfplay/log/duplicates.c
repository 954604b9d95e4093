// SPDX-License-Identifier: GPL-3.0-or-later
#include "duplicates.h"

#include <errno.h>
#include <string.h>

#include "config.h"
#include "repeats.h"
#include "rows.h"

// Length of a FEN's first two fields: board with hands, side to move. The counters do not matter.
static size_t position_length(const char *fen) {
    size_t board = strcspn(fen, " ");
    return fen[board] ? board + 1 + strcspn(fen + board + 1, " ") : board;
}

static bool collect(struct csv_reader *reader, struct repeats *openings, struct repeats *games,
                    struct error *error) {
    int64_t last_pair = -1;
    struct game_row row;
    for (;;) {
        enum csv_status status = game_row_next(reader, &row, NULL, error);
        if (status != CSV_RECORD)
            return status != CSV_ERROR;
        uint64_t opening = text_hash(row.opening, position_length(row.opening));
        if (row.pair != last_pair)
            repeats_add(openings, opening);
        last_pair = row.pair;
        repeats_add(games, text_hash(row.moves, strlen(row.moves)) ^ (opening * 3));
    }
}

bool duplicates_count(const char *path, struct duplicates *duplicates, struct error *error) {
    *duplicates = (struct duplicates){0};
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    struct repeats openings = {0}, games = {0};
    bool done = repeats_begin(&openings, path, error) && repeats_begin(&games, path, error) &&
                collect(reader, &openings, &games, error);
    if (done && !(repeats_find(&openings) && repeats_find(&games)))
        done = error_at(error, path, 0, "duplicates cannot be counted: %s", strerror(errno));
    *duplicates = (struct duplicates){openings.repeated, games.repeated};
    repeats_end(&openings);
    repeats_end(&games);
    csv_close(reader);
    return done;
}

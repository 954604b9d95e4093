// SPDX-License-Identifier: GPL-3.0-or-later
#include "resume_internal.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "rows.h"

// What a pass over positions.csv finds.
struct positions {
    int64_t whole;     // bytes up to the end of the last whole row before game `below`
    int64_t last_game; // of the last whole row; one less than the first game without rows
    bool torn;
};

static bool beyond(const struct csv_record *record, enum csv_status status, int64_t limit) {
    return record->start >= limit || (status == CSV_RECORD && record->end > limit);
}

// Reads the rows of games from `first_game` on and before `below`, and no byte from `limit` on.
static bool scan_positions(const char *path, int64_t first_game, int64_t below, int64_t limit,
                           struct positions *found, struct error *error) {
    *found = (struct positions){.last_game = first_game - 1};
    struct rows_reader *reader = position_rows_open(path, error);
    if (!reader)
        return false;
    struct csv_record record;
    struct position_row row;
    bool done = true;
    for (;;) {
        enum csv_status status = position_row_next(reader, &row, &record, error);
        if (record.start > 0 && found->whole == 0 && record.start <= limit)
            found->whole = record.start; // the header
        if (status == CSV_END || beyond(&record, status, limit))
            break;
        if (status == CSV_TORN) {
            found->torn = true;
            break;
        }
        done = status == CSV_RECORD;
        if (done && row.game < found->last_game)
            done = row.game < first_game
                       ? error_at(error, path, record.line,
                                  "game %" PRId64 ", the first is %" PRId64, row.game, first_game)
                       : error_at(error, path, record.line, "game %" PRId64 " after game %" PRId64,
                                  row.game, found->last_game);
        if (!done || row.game >= below)
            break;
        found->whole = record.end;
        found->last_game = row.game;
    }
    rows_close(reader);
    return done;
}

// What every row must say, by the run's record.
struct row_identity {
    uint64_t seed;
    const char *run, *variant, *rules, *player[PLAYERS]; // not owned
    bool paired;
};

static const char *setting(const struct runmeta *meta, const char *key) {
    const char *text = runmeta_setting(meta, key);
    return text ? text : "";
}

static struct row_identity identity_of(const struct runmeta *meta) {
    return (struct row_identity){runmeta_seed(meta),
                                 runmeta_run(meta),
                                 setting(meta, "variant"),
                                 setting(meta, "rules"),
                                 {setting(meta, "player1.name"), setting(meta, "player2.name")},
                                 runmeta_paired(meta)};
}

static bool check_row(const struct game_row *row, int64_t game, const struct row_identity *identity,
                      const char *path, int line, struct error *error) {
    int first = game_first_player(identity->paired, game);
    if (row->game != game)
        return error_at(error, path, line, "game %" PRId64 ", expected %" PRId64, row->game, game);
    if (row->pair != game_pair(identity->paired, game) || row->seed != identity->seed ||
        (*row->run && strcmp(row->run, identity->run) != 0) ||
        strcmp(row->variant, identity->variant) != 0 || strcmp(row->rules, identity->rules) != 0 ||
        strcmp(row->first, identity->player[first]) != 0 ||
        strcmp(row->second, identity->player[1 - first]) != 0)
        return error_at(error, path, line, "the row belongs to another run");
    return true;
}

static bool scan_games(const char *path, const struct row_identity *identity, int64_t first_game,
                       int64_t below, int64_t limit, struct tally *tally, struct checkpoint *prefix,
                       struct error *error) {
    struct rows_reader *reader = game_rows_open(path, error);
    if (!reader)
        return false;
    struct csv_record record;
    struct game_row row;
    bool done = true;
    for (;;) {
        enum csv_status status = game_row_next(reader, &row, &record, error);
        if (record.start > 0 && prefix->games_bytes == 0 && record.start <= limit)
            prefix->games_bytes = record.start; // the header
        if (status == CSV_END || status == CSV_TORN || beyond(&record, status, limit))
            break;
        int64_t game = first_game + prefix->games;
        done = status == CSV_RECORD;
        if (!done || game >= below)
            break;
        done = check_row(&row, game, identity, path, record.line, error);
        if (!done)
            break;
        tally_add(tally, &row, game_first_player(identity->paired, game));
        prefix->games++;
        prefix->games_bytes = record.end;
    }
    rows_close(reader);
    return done;
}

bool resume_scan(const char *games, const char *positions, const struct runmeta *meta,
                 struct tally *tally, struct checkpoint *prefix, struct error *error) {
    assert(meta && tally);
    *prefix = (struct checkpoint){0};
    struct row_identity identity = identity_of(meta);
    struct checkpoint checkpoint = runmeta_checkpoint(meta);
    int64_t first_game = runmeta_range(meta).begin;
    bool all = runmeta_same_boot(meta);
    int64_t games_limit = all ? INT64_MAX : checkpoint.games_bytes;
    int64_t positions_limit = all ? INT64_MAX : checkpoint.positions_bytes;
    struct positions found;
    if (!scan_positions(positions, first_game, INT64_MAX, positions_limit, &found, error))
        return false;
    // Positions are written before their game's row. Where the file ends within a row, or before
    // what a checkpoint has seen, the last game in it may lack some: that game is played again.
    int64_t below = INT64_MAX;
    if (found.torn || found.whole < checkpoint.positions_bytes)
        below = found.last_game < first_game ? first_game : found.last_game;
    if (!scan_games(games, &identity, first_game, below, games_limit, tally, prefix, error))
        return false;
    int64_t next = first_game + prefix->games;
    if (found.last_game >= next &&
        !scan_positions(positions, first_game, next, positions_limit, &found, error))
        return false;
    prefix->positions_bytes = found.whole;
    return true;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "resume.h"

#include <inttypes.h>
#include <string.h>

#include "rows.h"

// What a pass over positions.csv finds.
struct positions {
    int64_t whole;     // bytes up to the end of the last whole row before game `below`
    int64_t last_game; // of the last whole row; -1 without rows
    bool torn;
};

static bool beyond(const struct csv_record *record, enum csv_status status, int64_t limit) {
    return record->start >= limit || (status == CSV_RECORD && record->end > limit);
}

// Reads the rows of games before `below`, and no byte from `limit` on.
static bool scan_positions(const char *path, int64_t below, int64_t limit, struct positions *found,
                           struct error *error) {
    *found = (struct positions){.last_game = -1};
    struct csv_reader *reader = csv_open(path, error);
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
            done = error_at(error, path, record.line, "game %" PRId64 " after game %" PRId64,
                            row.game, found->last_game);
        if (!done || row.game >= below)
            break;
        found->whole = record.end;
        found->last_game = row.game;
    }
    csv_close(reader);
    return done;
}

static bool check_row(const struct game_row *row, int64_t game, const struct config *config,
                      const char *path, int line, struct error *error) {
    char rules[RULES_TEXT];
    rules_text(&config->tables->rules, &config->tables->variant, rules);
    int first = config_first_player(config, game);
    if (row->game != game)
        return error_at(error, path, line, "game %" PRId64 ", expected %" PRId64, row->game, game);
    if (row->pair != config_pair(config, game) || row->seed != config->seed ||
        strcmp(row->variant, config->tables->variant.name) != 0 || strcmp(row->rules, rules) != 0 ||
        strcmp(row->first, config->player[first].name) != 0 ||
        strcmp(row->second, config->player[1 - first].name) != 0)
        return error_at(error, path, line, "the row belongs to another run");
    return true;
}

static bool scan_games(const char *path, const struct config *config, int64_t below, int64_t limit,
                       struct tally *tally, struct checkpoint *prefix, struct error *error) {
    struct csv_reader *reader = csv_open(path, error);
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
        done = status == CSV_RECORD;
        if (!done || prefix->games >= below)
            break;
        done = check_row(&row, prefix->games, config, path, record.line, error);
        if (!done)
            break;
        tally_add(tally, &row, config_first_player(config, prefix->games));
        prefix->games++;
        prefix->games_bytes = record.end;
    }
    csv_close(reader);
    return done;
}

bool resume_scan(const char *games_path, const char *positions_path, const struct config *config,
                 const struct checkpoint *checkpoint, bool same_boot, struct tally *tally,
                 struct checkpoint *prefix, struct error *error) {
    *prefix = (struct checkpoint){0};
    int64_t games_limit = same_boot ? INT64_MAX : checkpoint->games_bytes;
    int64_t positions_limit = same_boot ? INT64_MAX : checkpoint->positions_bytes;
    struct positions positions;
    if (!scan_positions(positions_path, INT64_MAX, positions_limit, &positions, error))
        return false;
    // Positions are written before their game's row. Where the file ends within a row, or before
    // what a checkpoint has seen, the last game in it may lack some: that game is played again.
    int64_t below = INT64_MAX;
    if (positions.torn || positions.whole < checkpoint->positions_bytes)
        below = positions.last_game < 0 ? 0 : positions.last_game;
    if (!scan_games(games_path, config, below, games_limit, tally, prefix, error))
        return false;
    if (positions.last_game >= prefix->games &&
        !scan_positions(positions_path, prefix->games, positions_limit, &positions, error))
        return false;
    prefix->positions_bytes = positions.whole;
    return true;
}

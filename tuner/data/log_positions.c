// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdlib.h>

#include "csv_file.h"
#include "logs_internal.h"
#include "notation.h"
#include "rows.h"
#include "trace.h"

enum { BATCH = 4096, SCORE_MAX = 32000 };

// Positions on their way from text to features.
struct batch {
    int count;
    struct buffer fens;
    struct row {
        size_t fen; // in `fens`
        int line;
        size_t game; // of the folder
        enum side side;
        struct dataset_note note;
        bool good;
    } row[BATCH];
    struct trace trace[BATCH];
};

struct row_order { // of the row before
    int64_t game, ply;
};

static void extract(struct batch *batch, const struct tables *tables, int threads) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int i = 0; i < batch->count; i++) {
        struct row *row = &batch->row[i];
        struct position position;
        row->good = fen_parse(batch->fens.data + row->fen, tables, &position, NULL) &&
                    position.side == row->side;
        if (row->good)
            trace_position(tables, &position, &batch->trace[i]);
    }
}

static bool explain_fen(const struct tables *tables, const char *fen, const char *path, int line,
                        struct error *error) {
    struct position position;
    struct error cause = {""};
    if (!fen_parse(fen, tables, &position, &cause))
        return error_at(error, path, line, "fen: %s", cause.text);
    return error_at(error, path, line, "side is not the side to move of the fen");
}

// Tells how far it is, and refuses what will not fit as soon as the first batch shows it.
static bool report(struct reading *reading, struct error *error) {
    struct logs_progress *progress = &reading->progress;
    const struct dataset *data = reading->data;
    progress->positions = data->positions;
    if (progress->expected == 0 && data->positions > 0 && progress->bytes_done > 0) {
        double times = (double)progress->bytes_total / (double)progress->bytes_done;
        times = times > 1 ? times : 1;
        progress->expected = (size_t)((double)data->positions * times);
        progress->expected_bytes = (size_t)((double)dataset_used(data) * times);
        if (reading->settings->memory && progress->expected_bytes > reading->settings->memory)
            return error_set(error,
                             "about %zu positions are there, for which it would take %.1f MB of "
                             "memory: allow that with --memory, or read fewer (--min-ply)",
                             progress->expected, (double)progress->expected_bytes / 1e6);
    }
    if (reading->settings->progress)
        reading->settings->progress(reading->settings->context, progress);
    return true;
}

// Moves a batch into the data set, in the order of the log.
static bool take(struct reading *reading, const struct folder *folder, struct batch *batch,
                 size_t *current, const char *path, struct error *error) {
    const struct tables *tables = reading->logs->tables;
    struct dataset *data = reading->data;
    if (batch->fens.failed)
        return error_set(error, "out of memory");
    extract(batch, tables, reading->settings->threads);
    for (int i = 0; i < batch->count; i++) {
        const struct row *row = &batch->row[i];
        if (!row->good)
            return explain_fen(tables, batch->fens.data + row->fen, path, row->line, error);
        if (row->game != *current) {
            const struct played *game = &folder->game[row->game];
            double result = game->result == RESULT_FIRST    ? 1
                            : game->result == RESULT_SECOND ? 0
                                                            : 0.5;
            if (!dataset_add_game(data, folder->seed, (uint64_t)game->number, result, error))
                return false;
            *current = row->game;
        }
        if (!dataset_add_position(data, batch->trace[i].feature, row->note, error))
            return false;
    }
    batch->count = 0;
    buffer_clear(&batch->fens);
    return report(reading, error);
}

// Finds the row's game at or after *game. False on rows out of order and on a result that games.csv
// contradicts; *found tells whether the game has a row at all.
static bool find_game(const struct folder *folder, const struct position_row *row, size_t *game,
                      bool *found, const char *path, int line, struct error *error) {
    while (*game < folder->games && folder->game[*game].number < row->game)
        ++*game;
    *found = *game < folder->games && folder->game[*game].number == row->game;
    if (!*found)
        return *game == folder->games || // its row has not been written yet
               error_at(error, path, line, "game %" PRId64 " is not in games.csv, or out of order",
                        row->game);
    if (folder->game[*game].result != row->result)
        return error_at(error, path, line,
                        "result differs from that of game %" PRId64 " in games.csv", row->game);
    return true;
}

// Rows of a game come by the ply; one that comes twice would count twice.
static bool check_ply(struct row_order *order, const struct position_row *row, const char *path,
                      int line, struct error *error) {
    if (row->game == order->game && row->ply <= order->ply)
        return error_at(error, path, line,
                        "ply %" PRId64 " of game %" PRId64 " after ply %" PRId64
                        ": a line stands twice, or out of order",
                        (int64_t)row->ply, row->game, order->ply);
    *order = (struct row_order){row->game, row->ply};
    return true;
}

static int64_t clip(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

static bool add_position(struct reading *reading, const struct folder *folder,
                         const struct position_row *row, const char *path, int line,
                         struct batch *batch, size_t *game, struct error *error) {
    struct logs *logs = reading->logs;
    bool found;
    if (!find_game(folder, row, game, &found, path, line, error))
        return false;
    bool early = row->ply < reading->settings->min_ply;
    bool noisy = !row->quiet && !reading->settings->noisy;
    logs->unfinished += !found;
    logs->early += found && early;
    logs->noisy += found && !early && noisy;
    if (!found || early || noisy || folder->game[*game].copy)
        return true;
    batch->row[batch->count++] =
        (struct row){.fen = batch->fens.length,
                     .line = line,
                     .game = *game,
                     .side = row->side,
                     .note = {.score = (int16_t)clip(row->side == FIRST ? row->score : -row->score,
                                                     -SCORE_MAX, SCORE_MAX),
                              .ply = (uint16_t)clip(row->ply, 0, UINT16_MAX)}};
    buffer_text(&batch->fens, row->fen);
    buffer_char(&batch->fens, 0);
    return true;
}

static bool read_positions(struct reading *reading, const struct folder *folder,
                           struct batch *batch, struct error *error) {
    char path[PATH_MAX];
    if (!csv_find(folder->path, "positions.csv", path, error))
        return false;
    struct csv_reader *reader = csv_open(path, error);
    if (!reader)
        return false;
    int64_t before = reading->progress.bytes_done;
    size_t game = 0, current = SIZE_MAX;
    struct row_order order = {-1, -1};
    bool good = true;
    enum csv_status status = CSV_RECORD;
    while (good && status == CSV_RECORD) {
        struct position_row row;
        struct csv_record record;
        status = position_row_next(reader, &row, &record, error);
        good = status != CSV_ERROR;
        if (status == CSV_RECORD)
            good = check_ply(&order, &row, path, record.line, error) &&
                   add_position(reading, folder, &row, path, record.line, batch, &game, error);
        reading->progress.bytes_done = before + csv_disk_offset(reader);
        if (good && (batch->count == BATCH || status != CSV_RECORD))
            good = take(reading, folder, batch, &current, path, error);
    }
    reading->logs->torn += status == CSV_TORN;
    csv_close(reader);
    return good;
}

bool log_positions_read(struct reading *reading, const struct folder *folder, struct error *error) {
    struct batch *batch = malloc(sizeof *batch);
    if (!batch)
        return error_set(error, "out of memory");
    batch->count = 0;
    batch->fens = buffer_init();
    bool good = read_positions(reading, folder, batch, error);
    buffer_destroy(&batch->fens);
    free(batch);
    return good;
}

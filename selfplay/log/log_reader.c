// SPDX-License-Identifier: GPL-3.0-or-later
#include "log_reader.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "rows.h"

// Reads the next position, unless one is waiting or there are no more.
static bool look_ahead(struct log_reader *log, struct error *error) {
    struct csv_record record;
    if (log->waiting || log->ahead != CSV_RECORD)
        return log->ahead != CSV_ERROR;
    log->ahead = position_row_next(log->positions, &log->position, &record, error);
    log->position_line = record.line;
    log->waiting = log->ahead == CSV_RECORD;
    log->torn += log->ahead == CSV_TORN;
    return log->ahead != CSV_ERROR;
}

bool log_open(struct log_reader *log, const char *folder, enum log_parts parts,
              struct error *error) {
    *log = (struct log_reader){.last_game = -1, .ahead = CSV_END};
    char path[PATH_MAX];
    if (!csv_find(folder, "run.json", path, error) ||
        (access(path, F_OK) == 0 && !(log->meta = runmeta_load(path, error))))
        return false;
    if (!csv_find(folder, "games.csv", path, error) || !(log->games = game_rows_open(path, error)))
        return false;
    if (parts == LOG_GAMES)
        return true;
    log->ahead = CSV_RECORD;
    return csv_find(folder, "positions.csv", path, error) &&
           (log->positions = position_rows_open(path, error));
}

void log_close(struct log_reader *log) {
    rows_close(log->positions);
    rows_close(log->games);
    runmeta_destroy(log->meta);
    *log = (struct log_reader){0};
}

static bool check_run(const struct runmeta *meta, const char *run, struct error *cause) {
    return !meta || *run == 0 || strcmp(run, runmeta_run(meta)) == 0 ||
           error_set(cause, "run: '%s', run.json has '%s'", run, runmeta_run(meta));
}

// `missing` stands for a setting that the record lacks.
static bool check_setting(const struct runmeta *meta, const char *key, const char *here,
                          const char *missing, struct error *cause) {
    const char *there = runmeta_setting(meta, key);
    there = there ? there : missing;
    return strcmp(there, here) == 0 ||
           error_set(cause, "%s: '%s', run.json has '%s'", key, here, there);
}

bool log_check_game(const struct runmeta *meta, const struct game_row *row, struct error *cause) {
    if (!meta)
        return true;
    if (row->seed != runmeta_seed(meta))
        return error_set(cause, "seed: %" PRIu64 ", run.json has %" PRIu64, row->seed,
                         runmeta_seed(meta));
    return check_run(meta, row->run, cause) &&
           check_setting(meta, "variant", row->variant, row->variant, cause) &&
           check_setting(meta, "rules", row->rules, row->rules, cause);
}

enum csv_status log_next_game(struct log_reader *log, struct error *error) {
    struct csv_record record;
    struct error cause;
    enum csv_status status = CSV_END;
    while (log->last_game >= 0 && (status = log_next_position(log, error)) == CSV_RECORD)
        ;
    if (status != CSV_ERROR)
        status = game_row_next(log->games, &log->game, &record, error);
    log->torn += status == CSV_TORN;
    if (status != CSV_RECORD)
        return status;
    log->game_line = record.line;
    bool fine = log->game.game > log->last_game
                    ? log_check_game(log->meta, &log->game, &cause)
                    : error_set(&cause, "game %" PRId64 " is out of order", log->game.game);
    if (!fine) {
        error_at(error, csv_path(rows_file(log->games)), record.line, "%s", cause.text);
        return CSV_ERROR;
    }
    log->last_game = log->game.game;
    log->last_ply = -1;
    return CSV_RECORD;
}

static bool check_position(const struct log_reader *log, struct error *cause) {
    const struct position_row *row = &log->position;
    if (row->game < log->last_game)
        return error_set(cause, "game %" PRId64 " is not in games.csv, or out of order", row->game);
    if (!check_run(log->meta, row->run, cause))
        return false;
    if (row->first_result != log->game.result)
        return error_set(cause, "first_result differs from that of game %" PRId64 " in games.csv",
                         row->game);
    return row->ply > log->last_ply ||
           error_set(cause,
                     "ply %" PRId64 " of game %" PRId64 " after ply %" PRId64
                     ": a line stands twice, or out of order",
                     row->ply, row->game, log->last_ply);
}

enum csv_status log_next_position(struct log_reader *log, struct error *error) {
    struct error cause;
    if (!look_ahead(log, error))
        return CSV_ERROR;
    if (!log->waiting || log->position.game > log->last_game)
        return CSV_END;
    if (!check_position(log, &cause)) {
        error_at(error, csv_path(rows_file(log->positions)), log->position_line, "%s", cause.text);
        return CSV_ERROR;
    }
    log->waiting = false;
    log->last_ply = log->position.ply;
    return CSV_RECORD;
}

bool log_count_rest(struct log_reader *log, size_t *rest, struct error *error) {
    bool done;
    int64_t last = 0;
    for (*rest = 0; (done = look_ahead(log, error)) && log->waiting; log->waiting = false) {
        if (log->position.game < last)
            return error_at(error, csv_path(rows_file(log->positions)), log->position_line,
                            "game %" PRId64 " after game %" PRId64 ": out of order",
                            log->position.game, last);
        last = log->position.game;
        ++*rest;
    }
    return done;
}

bool log_each_game(const char *folder, enum log_parts parts, const struct tables *tables,
                   log_taker *take, void *context, struct error *error) {
    struct log_reader log = {0};
    struct key_set seen = {0};
    const struct variant *variant = tables ? &tables->variant : NULL;
    char rules[RULES_TEXT];
    if (tables)
        rules_text(&tables->rules, variant, rules);
    enum csv_status status = CSV_RECORD;
    bool done = log_open(&log, folder, parts, error);
    while (done && (status = log_next_game(&log, error)) == CSV_RECORD) {
        struct error cause = {""};
        bool copy = !key_set_add(&seen, game_key(&log.game));
        if (tables && strcmp(log.game.variant, variant->name) != 0)
            error_set(&cause, "variant: '%s', expected '%s'", log.game.variant, variant->name);
        else if (tables && strcmp(log.game.rules, rules) != 0)
            error_set(&cause, "rules: '%s', expected '%s'", log.game.rules, rules);
        done = !*cause.text && take(context, &log, copy, &cause, error);
        if (*cause.text)
            error_at(error, csv_path(rows_file(log.games)), log.game_line, "%s", cause.text);
    }
    log_close(&log);
    key_set_destroy(&seen);
    return done && status != CSV_ERROR;
}

bool log_paths_of(const char *folder, struct log_paths *paths, struct error *error) {
    file_in(folder, "games.csv", paths->games);
    file_in(folder, "positions.csv", paths->positions);
    return file_join(folder, "run.json", paths->run, error);
}

struct runmeta *log_record(const char *folder, struct error *error) {
    struct log_paths paths;
    return log_paths_of(folder, &paths, error) ? runmeta_load(paths.run, error) : NULL;
}

bool log_is_packed(const char *path, struct error *error) {
    char packed[PATH_MAX];
    int length = snprintf(packed, sizeof packed, "%s.zst", path);
    return length < (int)sizeof packed && access(path, F_OK) != 0 && access(packed, F_OK) == 0 &&
           !error_at(error, packed, 0, "is compressed: unpack it first (zstd -d)");
}

static void add_folder(struct log_folders *folders, const char *path) {
    folders->path =
        mem_grow(folders->path, folders->count, &folders->capacity, sizeof *folders->path);
    folders->path[folders->count++] = mem_strdup(path);
}

bool log_holds_run(const char *folder) {
    char path[PATH_MAX];
    return access(file_in(folder, "run.json", path), F_OK) == 0;
}

// Shards and generations by their numbers, the rest by name.
static int by_number(const struct dirent **one, const struct dirent **other) {
    const char *a = (*one)->d_name, *b = (*other)->d_name;
    long long left = strtoll(a, NULL, 10), right = strtoll(b, NULL, 10);
    return left != right ? (left < right ? -1 : 1) : strcmp(a, b);
}

// Adds the folders of runs in `folder`, down to so many levels below it.
static bool add_runs_in(struct log_folders *folders, const char *folder, int levels,
                        struct error *error) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, by_number);
    if (count < 0)
        mem_check_errno();
    if (count < 0 && errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
        return error_errno(error, folder);
    bool done = true;
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        if (done && entries[i]->d_name[0] != '.' && entries[i]->d_type != DT_REG &&
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < (int)sizeof path &&
            files_see(&folders->seen, path)) {
            if (log_holds_run(path))
                add_folder(folders, path);
            else
                done = levels <= 1 || add_runs_in(folders, path, levels - 1, error);
        }
        free(entries[i]);
    }
    free(entries);
    return done;
}

bool log_folder_exists(const char *folder, struct error *error) {
    struct stat status;
    if (stat(folder, &status) != 0)
        return error_set(error, errno == ENOENT ? "%s: no such folder" : "%s: %s", folder,
                         strerror(errno));
    const char *slash = strrchr(folder, '/');
    return S_ISDIR(status.st_mode) ||
           error_set(error, "%s: is a file; give its folder, %.*s", folder,
                     slash ? (int)(slash - folder) : 1, slash ? folder : ".");
}

static bool add_runs(struct log_folders *folders, const char *folder, int levels,
                     struct error *error) {
    int before = folders->count;
    if (!log_folder_exists(folder, error))
        return false;
    if (!files_see(&folders->seen, folder))
        return true;
    if (!log_holds_run(folder) && !add_runs_in(folders, folder, levels, error))
        return false;
    if (folders->count == before)
        add_folder(folders, folder);
    return true;
}

bool log_folders_add(struct log_folders *folders, const char *folder, struct error *error) {
    return add_runs(folders, folder, 1, error);
}

bool log_folders_add_all(struct log_folders *folders, const struct option_texts *texts, int levels,
                         struct error *error) {
    bool done = true;
    for (int i = 0; done && i < texts->count; i++)
        done = add_runs(folders, texts->text[i], levels, error);
    return done;
}

void log_folders_destroy(struct log_folders *folders) {
    for (int i = 0; i < folders->count; i++)
        free(folders->path[i]);
    free(folders->path);
    files_seen_destroy(&folders->seen);
    *folders = (struct log_folders){0};
}

// What a pass over positions.csv finds.
struct positions {
    int64_t whole;     // bytes up to the end of the last whole row before game `below`
    int64_t last_game; // of the last whole row; one less than the first game without rows
    bool torn;
};

// Does what was read stand before byte `limit`? `*whole` becomes the end of the header when that is
// there.
static bool is_within(const struct csv_record *record, enum csv_status status, int64_t limit,
                      int64_t *whole) {
    if (record->start > 0 && *whole == 0 && record->start <= limit)
        *whole = record->start;
    return status != CSV_END && record->start < limit &&
           (status != CSV_RECORD || record->end <= limit);
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
        if (!is_within(&record, status, limit, &found->whole))
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

// What is gone on with is never guessed at: a setting that the record lacks agrees with no row.
static bool check_row(const struct game_row *row, int64_t game, const struct runmeta *meta,
                      const char *path, int line, struct error *error) {
    static const char *const names[PLAYERS] = {"player1.name", "player2.name"};
    bool paired = runmeta_paired(meta);
    int first = game_first_player(paired, game);
    if (row->game != game)
        return error_at(error, path, line, "game %" PRId64 ", expected %" PRId64, row->game, game);
    return (row->pair == game_pair(paired, game) && row->seed == runmeta_seed(meta) &&
            check_run(meta, row->run, NULL) &&
            check_setting(meta, "variant", row->variant, "", NULL) &&
            check_setting(meta, "rules", row->rules, "", NULL) &&
            (runmeta_setting(meta, "imported") ||
             (check_setting(meta, names[first], row->first, "", NULL) &&
              check_setting(meta, names[1 - first], row->second, "", NULL)))) ||
           error_at(error, path, line, "the row belongs to another run");
}

static bool scan_games(const char *path, const struct runmeta *meta, int64_t first_game,
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
        if (!is_within(&record, status, limit, &prefix->games_bytes) || status == CSV_TORN)
            break;
        int64_t game = first_game + prefix->games;
        done = status == CSV_RECORD;
        if (!done || game >= below)
            break;
        done = check_row(&row, game, meta, path, record.line, error);
        if (!done)
            break;
        tally_add(tally, &row, game_first_player(runmeta_paired(meta), game));
        prefix->games++;
        prefix->games_bytes = record.end;
    }
    rows_close(reader);
    return done;
}

bool resume_scan(const char *games, const char *positions, const struct runmeta *meta,
                 int64_t below, struct tally *tally, struct checkpoint *prefix,
                 struct error *error) {
    *prefix = (struct checkpoint){0};
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
    if ((found.torn || found.whole < checkpoint.positions_bytes) && found.last_game < below)
        below = found.last_game < first_game ? first_game : found.last_game;
    if (!scan_games(games, meta, first_game, below, games_limit, tally, prefix, error))
        return false;
    int64_t next = first_game + prefix->games;
    if (found.last_game >= next &&
        !scan_positions(positions, first_game, next, positions_limit, &found, error))
        return false;
    prefix->positions_bytes = found.whole;
    return true;
}

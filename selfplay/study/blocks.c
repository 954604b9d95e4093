// SPDX-License-Identifier: GPL-3.0-or-later
#include "blocks.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "log_reader.h"
#include "memory.h"
#include "merge.h"

// Games of a block. Blocks from the first missing one on that may be in play, for each process:
// two, so that who has played its block finds another while the slowest is at its first.
enum { GAMES = 64, AHEAD = 2, WHOLE = INT_MAX };

static const char left[] = ".left"; // a block that was stopped in good order, for whoever comes

int64_t blocks_beyond(int processes) {
    return (int64_t)AHEAD * processes * GAMES;
}

static int64_t end_of(const struct blocks *blocks, int64_t begin) {
    int64_t last = blocks->run->range.end;
    return begin + GAMES < last ? begin + GAMES : last;
}

static void path_of(const struct blocks *blocks, int64_t begin, const char *more, char *path) {
    snprintf(path, PATH_MAX, "%.3900s/%" PRId64 "..%" PRId64 "%s", blocks->folder, begin,
             end_of(blocks, begin), more);
}

// Removes a folder of files, where it is.
static void drop(const char *folder) {
    DIR *files = opendir(folder);
    for (struct dirent *file; files && (file = readdir(files));)
        unlinkat(dirfd(files), file->d_name, 0);
    if (files)
        closedir(files);
    rmdir(folder);
}

// Takes the games of the next block, up to the end. `*there`: it is whole.
static bool read_block(struct blocks *blocks, bool *there, struct error *error) {
    const struct config *config = blocks->run->config;
    int64_t end = end_of(blocks, blocks->games);
    struct log_reader log;
    struct error cause = {"has no run.json"};
    char path[PATH_MAX];
    path_of(blocks, blocks->games, "", path);
    *there = access(path, F_OK) == 0;
    if (!*there)
        return true;
    bool fine = log_open(&log, path, LOG_GAMES, error);
    if (fine && (!log.meta || !runmeta_matches(log.meta, config, &cause)))
        fine = error_at(error, path, 0, "%s", cause.text);
    while (fine && !blocks->ended && blocks->games < end) {
        if (log_next_game(&log, error) != CSV_RECORD || log.game.game != blocks->games)
            fine = error_at(error, path, 0,
                            "game %" PRId64 " is not there; without this folder it is played again",
                            blocks->games);
        else
            tally_add(blocks->tally, &log.game, game_first_player(config->paired, blocks->games++));
        blocks->ended = fine && run_decided(config, blocks->tally);
    }
    log_close(&log);
    blocks->ended |= blocks->games == blocks->run->range.end;
    return fine;
}

// Is nothing left to play here: the folder holds the whole, or a run that one process began?
static bool is_done(const struct blocks *blocks, bool *done, struct error *error) {
    struct error cause;
    *done = access(blocks->record, F_OK) == 0;
    struct runmeta *meta = *done ? runmeta_load(blocks->record, error) : NULL;
    if (!meta)
        return !*done;
    bool fine = runmeta_matches(meta, blocks->run->config, &cause) ||
                error_at(error, blocks->run->folder, 0, "%s", cause.text);
    *done = runmeta_parts(meta) == 0 ||
            (runmeta_finished(meta) && blocks->ended && runmeta_range(meta).end == blocks->games);
    if (fine && !*done)
        unlink(blocks->record); // of fewer games
    runmeta_destroy(meta);
    return fine;
}

bool blocks_needless(struct blocks *blocks) {
    bool looks = clock_seconds() - blocks->asked >= 1;
    blocks->asked = looks ? clock_seconds() : blocks->asked;
    return looks && (access(blocks->record, F_OK) == 0 || access(blocks->block, F_OK) == 0);
}

// The first of the blocks with the fewest claims; -1: they have become whole. At first each process
// passes by as many as there are processes before it: they see nothing of each other yet.
static bool choose(struct blocks *blocks, int64_t *begin, struct error *error) {
    const struct run *run = blocks->run;
    int64_t count = blocks_beyond(run->processes) / GAMES, end, number;
    int *claims = mem_calloc((size_t)count, sizeof *claims), least = WHOLE, alike = 0, length;
    DIR *names = opendir(blocks->folder);
    if (!names)
        mem_check_errno();
    for (struct dirent *name; names && (name = readdir(names));) {
        const char *more = name->d_name + (length = 0);
        if (sscanf(name->d_name, "%" SCNd64 "..%" SCNd64 "%n", begin, &end, &length) != 2)
            continue;
        number = (*begin - blocks->games) / GAMES;
        more += length;
        if (*begin % GAMES != 0 || *begin < blocks->games || number >= count ||
            end != end_of(blocks, *begin))
            continue;
        if (!*more || claims[number] == WHOLE)
            claims[number] = WHOLE;
        else
            claims[number] += strcmp(more, left) != 0;
    }
    for (int i = 0; i < count && blocks->games + (int64_t)i * GAMES < run->range.end; i++) {
        alike = claims[i] < least ? 1 : alike + (claims[i] == least);
        least = claims[i] < least ? claims[i] : least;
    }
    int pass = blocks->begun || alike == 0 ? 0 : run->process % alike;
    *begin = -1;
    for (int i = 0; i < count && *begin < 0 && least < WHOLE; i++)
        if (claims[i] == least && pass-- == 0)
            *begin = blocks->games + (int64_t)i * GAMES;
    blocks->begun = true;
    free(claims);
    return names ? closedir(names) == 0 : error_at(error, blocks->folder, 0, "%s", strerror(errno));
}

// A new folder beside `path`, whose name nobody else has.
static bool make_own(const char *path, char own[PATH_MAX], struct error *error) {
    snprintf(own, PATH_MAX, "%.4000s.XXXXXX", path);
    mode_t mask = umask(0); // those of a group play together
    umask(mask);
    return (mkdtemp(own) && chmod(own, 0777 & ~mask) == 0) ||
           error_at(error, own, 0, "%s", strerror(errno));
}

static enum work_end play_block(struct blocks *blocks, int64_t begin, struct error *error) {
    struct run *run = blocks->run, block = *run;
    char own[PATH_MAX], saved[PATH_MAX];
    path_of(blocks, begin, "", blocks->block);
    path_of(blocks, begin, left, saved);
    if (!make_own(blocks->block, own, error))
        return WORK_FAILED;
    rename(saved, own); // in the place of the empty one
    block.folder = own;
    block.range = (struct game_range){begin, end_of(blocks, begin), run->range.total, 0, 0};
    block.processes = 0;
    block.blocks = blocks;
    enum work_end end = run_play(&block, error);
    run_destroy(&block);
    run->announce = NULL; // once is enough
    run->stopped = observer_stop(run->observer);
    if (end == WORK_STOPPED && run->stopped)
        rename(own, saved);
    if (end == WORK_DONE && rename(own, blocks->block) != 0 && access(blocks->block, F_OK) != 0) {
        error_at(error, blocks->block, 0, "%s", strerror(errno));
        end = WORK_FAILED;
    }
    drop(own); // what has no other name by now
    return end == WORK_STOPPED && !run->stopped ? WORK_DONE : end;
}

// Puts the games before the end together beside the blocks, and the files into their place,
// run.json last. Several processes may do so at once.
static bool join(struct blocks *blocks, struct error *error) {
    static const char *const files[] = {"positions.csv", "games.csv", "run.json"};
    char path[PATH_MAX], to[PATH_MAX], own[PATH_MAX] = "";
    struct log_folders parts = {0};
    struct merge merge = {0};
    bool done = true;
    for (int64_t begin = 0; begin < blocks->games && done; begin += GAMES) {
        path_of(blocks, begin, "", path);
        done = log_folders_add(&parts, path, error);
    }
    snprintf(path, sizeof path, "%.3900s/whole", blocks->folder);
    done = done && make_own(path, own, error);
    const struct merge_options options = {.folders = (const char *const *)parts.path,
                                          .count = parts.count,
                                          .out = own,
                                          .games = blocks->games,
                                          .cut = true};
    done = done && merge_run(&options, &merge, error);
    if (done && merge.faults.length)
        done = error_set(error, "%.400s", merge.faults.data);
    for (int i = 0; i < ARRAY_LENGTH(files) && done; i++) {
        snprintf(path, sizeof path, "%.4000s/%s", own, files[i]);
        snprintf(to, sizeof to, "%.4000s/%s", blocks->run->folder, files[i]);
        done = rename(path, to) == 0 || error_at(error, to, 0, "%s", strerror(errno));
    }
    drop(own);
    merge_destroy(&merge);
    log_folders_destroy(&parts);
    return done;
}

static enum work_end play_all(struct blocks *blocks, struct error *error) {
    const struct run *run = blocks->run;
    for (enum work_end end = WORK_DONE;;) {
        bool there = true, done = false;
        int64_t begin = -1;
        while (there && !blocks->ended)
            if (!read_block(blocks, &there, error))
                return WORK_FAILED;
        if (!is_done(blocks, &done, error))
            return WORK_FAILED;
        if (done)
            return WORK_DONE;
        if (blocks->ended)
            return join(blocks, error) ? WORK_DONE : WORK_FAILED;
        if (!blocks->begun)
            observer_say(run->observer,
                         "%s, seed %" PRIu64 ": process %d of %d, blocks of %d games into %s",
                         run->config->tables->variant.name, run->config->seed, run->process,
                         run->processes, GAMES, run->folder);
        if (!choose(blocks, &begin, error))
            return WORK_FAILED;
        if (begin >= 0 && (end = play_block(blocks, begin, error)) != WORK_DONE)
            return end;
    }
}

enum work_end blocks_play(struct run *run, struct error *error) {
    struct blocks blocks = {.run = run};
    char games[PATH_MAX];
    assert(run->seed_given && run->process < run->processes);
    snprintf(blocks.folder, sizeof blocks.folder, "%.3900s/blocks", run->folder);
    snprintf(blocks.record, sizeof blocks.record, "%.3900s/run.json", run->folder);
    snprintf(games, sizeof games, "%.3900s/games.csv", run->folder);
    bool foreign = access(games, F_OK) == 0 && access(blocks.record, F_OK) != 0 &&
                   access(blocks.folder, F_OK) != 0;
    if (foreign)
        error_at(error, games, 0, "there is a log but no run.json beside it to say whose it is");
    if (foreign || !file_make_folder(blocks.folder, error))
        return WORK_FAILED;
    blocks.tally = tally_create();
    enum work_end end = play_all(&blocks, error);
    free(blocks.tally);
    rmdir(blocks.folder); // where nothing could be played
    rmdir(run->folder);
    return end;
}

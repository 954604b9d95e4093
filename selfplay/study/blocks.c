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
#include <time.h>
#include <unistd.h>

#include "file.h"
#include "memory.h"
#include "merge.h"
#include "random.h"
#include "workers.h"

// Games of a block: at least two for each thread and a 64th of the games before it, up to GAMES, so
// that a short match has blocks for many processes and a long one few. The names say which games a
// block has, so processes of other threads play along. Blocks from the first missing one on that
// may be in play, for each process: two, so that who has played its block finds another while the
// slowest is at its first. One block in CHECKED is played twice.
enum { GAMES = 64, AHEAD = 2, CHECKED = 100 };

// What stands behind a block's games in a name: nothing where it is whole; a block that was stopped
// in good order, for whoever comes; two plays of it were the same; a second one was not; a play
// that two others outvoted. All else is a claim.
enum mark { WHOLE, LEFT, SAME, ODD, BAD, CLAIM };
static const char *const marks[CLAIM] = {"", ".left", ".same", ".odd", ".bad"};

// A block that names speak of.
struct span {
    int64_t begin, end;
    int claims;
    bool whole, same;
};

struct names {
    struct span *of; // owned; by their first games, of these the longest first
    int count, room;
};

int64_t blocks_beyond(int processes) {
    return (int64_t)AHEAD * processes * GAMES;
}

static int64_t end_of(const struct blocks *blocks, int64_t begin) {
    int64_t last = blocks->run->range.end, games = 2;
    int threads = workers_threads(blocks->run->threads, GAMES / 2);
    while (games < GAMES && (games < 2 * threads || games * GAMES * 2 <= begin))
        games *= 2;
    return begin + games < last ? begin + games : last;
}

static void path_of(const struct blocks *blocks, const struct span *span, enum mark mark,
                    char *path) {
    snprintf(path, PATH_MAX, "%.3900s/%" PRId64 "..%" PRId64 "%s", blocks->folder, span->begin,
             span->end, marks[mark]);
}

const char *blocks_part(const char *folder) {
    const char *found = NULL;
    for (const char *at = folder; (at = strstr(at, "/blocks/")); at++) {
        const char *name = at + strlen("/blocks/"), *dots = name + strspn(name, "0123456789");
        if ((dots > name && strncmp(dots, "..", 2) == 0) || strncmp(name, "whole", 5) == 0)
            found = at;
    }
    return found;
}

// Is it one that two must have played? Not where a second play may be another one.
static bool is_checked(const struct blocks *blocks, int64_t begin) {
    const struct config *config = blocks->run->config;
    struct random random = random_init(config->seed, (uint64_t)begin, RANDOM_CHECK);
    return config_reproducible(config) && random_below(&random, CHECKED) == 0;
}

// Do its games count?
static bool is_known(const struct blocks *blocks, const struct span *span) {
    return span->whole && (span->same || !is_checked(blocks, span->begin));
}

static int compare_spans(const void *one, const void *other) {
    const struct span *a = one, *b = other;
    int order = ORDER(a->begin, b->begin);
    return order ? order : ORDER(b->end, a->end);
}

static bool read_names(const struct blocks *blocks, struct names *names, struct error *error) {
    DIR *folder = opendir(blocks->folder);
    int kept = 0, length;
    if (!folder)
        mem_check_errno();
    for (const struct dirent *name; folder && (name = readdir(folder));) {
        struct span span = {0};
        if (sscanf(name->d_name, "%" SCNd64 "..%" SCNd64 "%n", &span.begin, &span.end, &length) !=
                2 ||
            span.begin < 0 || span.end <= span.begin)
            continue;
        int mark = text_find(name->d_name + length, marks, CLAIM);
        span.whole = mark == WHOLE;
        span.same = mark == SAME;
        span.claims = mark < 0;
        names->of = mem_grow(names->of, names->count, &names->room, sizeof *names->of);
        names->of[names->count++] = span;
    }
    if (names->count)
        qsort(names->of, (size_t)names->count, sizeof *names->of, compare_spans);
    for (int i = 0; i < names->count; i++) {
        struct span one = names->of[i], *last = kept ? &names->of[kept - 1] : NULL;
        if (!last || compare_spans(last, &one) != 0) {
            names->of[kept++] = one;
            continue;
        }
        last->claims += one.claims;
        last->whole |= one.whole;
        last->same |= one.same;
    }
    names->count = kept;
    return folder ? closedir(folder) == 0 : error_errno(error, blocks->folder);
}

// Takes the games of a block, up to the end. Without a test that they may decide it is enough that
// they are there: putting them together reads them.
static bool read_block(struct blocks *blocks, const struct span *span, struct error *error) {
    const struct config *config = blocks->run->config;
    int64_t last = blocks->run->range.end;
    struct log_reader log;
    struct error cause = {"has no run.json"};
    char path[PATH_MAX];
    path_of(blocks, span, WHOLE, path);
    if (!log_folders_add(&blocks->parts, path, error) || !log_open(&log, path, LOG_GAMES, error))
        return false;
    bool fine = log.meta && runmeta_matches(log.meta, config, &cause);
    if (!fine)
        error_at(error, path, 0, "%s", cause.text);
    while (fine && !blocks->ended && blocks->games < span->end && blocks->games < last) {
        if (log_next_game(&log, error) != CSV_RECORD || log.game.game != blocks->games)
            fine = error_at(error, path, 0,
                            "game %" PRId64 " is not there; without this folder it is played again",
                            blocks->games);
        else
            tally_add(blocks->tally, &log.game, game_first_player(config->paired, blocks->games++));
        blocks->ended = fine && run_decided(config, blocks->tally);
    }
    log_close(&log);
    blocks->ended |= blocks->games == last;
    return fine;
}

// Takes those that follow the games known, as far as they are there.
static bool read_blocks(struct blocks *blocks, const struct names *names, struct error *error) {
    for (int i = 0; i < names->count && !blocks->ended; i++)
        if (names->of[i].begin == blocks->games && is_known(blocks, &names->of[i]) &&
            !read_block(blocks, &names->of[i], error))
            return false;
    return true;
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
    // More than the blocks hold: one process went on with them.
    int64_t more = runmeta_range(meta).end - blocks->games;
    *done = runmeta_parts(meta) == 0 || more > 0 ||
            (runmeta_finished(meta) && blocks->ended && more == 0);
    static const char *const files[] = {"run.json", "games.csv", "positions.csv"};
    for (int i = 0; fine && !*done && i < ARRAY_LENGTH(files); i++) { // of fewer games
        char path[PATH_MAX];
        unlink(file_in(blocks->run->folder, files[i], path));
    }
    runmeta_destroy(meta);
    return fine;
}

bool blocks_needless(struct blocks *blocks) {
    bool looks = clock_seconds() - blocks->asked >= 1;
    blocks->asked = looks ? clock_seconds() : blocks->asked;
    return looks && (access(blocks->record, F_OK) == 0 || access(blocks->block, F_OK) == 0);
}

// The block that begins with a game: one that names speak of, if possible a known one, or one of
// our size up to the next of those. `*at`: where to look on in the names.
static struct span next_span(const struct blocks *blocks, const struct names *names, int *at,
                             int64_t begin) {
    const struct span *of = names->of;
    int64_t last = blocks->run->range.end;
    struct span span = {.begin = begin, .end = end_of(blocks, begin)};
    while (*at < names->count && of[*at].begin < begin)
        ++*at;
    bool named = false;
    for (; *at < names->count && of[*at].begin == begin; ++*at, named = true)
        if (!named || (is_known(blocks, &of[*at]) && !is_known(blocks, &span)))
            span = of[*at];
    if (!named && *at < names->count && of[*at].begin < span.end)
        span.end = of[*at].begin;
    if (!span.whole && span.end > last)
        span = (struct span){.begin = begin, .end = last};
    return span;
}

// The first of the blocks with the fewest claims; an empty one: all have become whole. At first
// each process passes by as many as there are processes before it: they see nothing of each other
// yet. What it played first and another is to play again, it leaves to others.
static struct span choose(struct blocks *blocks, const struct names *names) {
    const struct run *run = blocks->run;
    int most = AHEAD * run->processes, count = 0, least = INT_MAX, alike = 0, at = 0;
    struct span *open = mem_calloc((size_t)most, sizeof *open), chosen = {0};
    int64_t begin = blocks->games;
    for (int i = 0; i < most && begin < run->range.end; i++) {
        struct span span = next_span(blocks, names, &at, begin);
        begin = span.end;
        if (is_known(blocks, &span))
            continue;
        span.claims += span.begin == blocks->own ? run->processes : 0;
        alike = span.claims < least ? 1 : alike + (span.claims == least);
        least = span.claims < least ? span.claims : least;
        open[count++] = span;
    }
    int pass = blocks->begun || alike == 0 ? 0 : run->process % alike;
    for (int i = 0; i < count && chosen.end == 0; i++)
        if (open[i].claims == least && pass-- == 0)
            chosen = open[i];
    blocks->begun = true;
    free(open);
    return chosen;
}

// A new folder beside `path`, whose name nobody else has.
static bool make_own(const char *path, char own[PATH_MAX], struct error *error) {
    snprintf(own, PATH_MAX, "%.4000s.XXXXXX", path);
    mode_t mask = umask(0); // those of a group play together
    umask(mask);
    return (mkdtemp(own) && chmod(own, 0777 & ~mask) == 0) || error_errno(error, own);
}

// Who played a block.
static char *host_of(const char *folder, char host[64]) {
    struct runmeta *meta = log_record(folder, NULL);
    const char *text = meta ? runmeta_text(meta, "host") : NULL;
    snprintf(host, 64, "%s", text ? text : "?");
    runmeta_destroy(meta);
    return host;
}

static bool same_games(const char *one, const char *other) {
    static const char *const files[] = {"games.csv", "positions.csv"};
    const char *const folders[] = {one, other};
    bool same = true;
    for (int i = 0; i < ARRAY_LENGTH(files) && same; i++) {
        char path[PATH_MAX], *text[2];
        for (int k = 0; k < 2; k++)
            text[k] = file_read(file_in(folders[k], files[i], path), SIZE_MAX, NULL);
        same = text[0] && text[1] && strcmp(text[0], text[1]) == 0;
        free(text[0]);
        free(text[1]);
    }
    return same;
}

// Another play, `own`, of a block that is whole: the games count once two plays are the same, and
// these two stay.
static bool compare_plays(struct blocks *blocks, const struct span *span, const char *own,
                          struct error *error) {
    char whole[PATH_MAX], odd[PATH_MAX], bad[PATH_MAX], same[PATH_MAX], host[2][64];
    path_of(blocks, span, WHOLE, whole);
    path_of(blocks, span, ODD, odd);
    path_of(blocks, span, BAD, bad);
    path_of(blocks, span, SAME, same);
    bool first = same_games(whole, own), third = access(odd, F_OK) == 0;
    if (!first && !third) {
        rename(own, odd);
        observer_say(blocks->run->observer,
                     "%s: hosts %s and %s played games %" PRId64 " to %" PRId64
                     " differently; they count once a third play agrees with one of them",
                     blocks->run->folder, host_of(whole, host[0]), host_of(odd, host[1]),
                     span->begin, span->end - 1);
        return true;
    }
    if (!first && !same_games(odd, own))
        return error_at(error, whole, 0,
                        "three plays of this block differ, by hosts %s, %s and "
                        "this one",
                        host_of(whole, host[0]), host_of(odd, host[1]));
    if (third) {
        const char *wrong = first ? odd : whole;
        observer_say(blocks->run->observer,
                     "%s: host %s played games %" PRId64 " to %" PRId64
                     " wrongly, two other plays agree; its play is kept in %s",
                     blocks->run->folder, host_of(wrong, host[0]), span->begin, span->end - 1, bad);
        rename(wrong, bad);
        if (!first && rename(odd, whole) != 0)
            return true; // another process is about the same
    }
    return mkdir(same, 0777) == 0 || errno == EEXIST || error_errno(error, same);
}

static enum work_end play_block(struct blocks *blocks, const struct span *span,
                                struct error *error) {
    struct run *run = blocks->run, block = *run;
    char whole[PATH_MAX], own[PATH_MAX], saved[PATH_MAX];
    path_of(blocks, span, WHOLE, whole);
    path_of(blocks, span, LEFT, saved);
    bool checked = is_checked(blocks, span->begin);
    path_of(blocks, span, checked ? SAME : WHOLE, blocks->block);
    if (!make_own(whole, own, error))
        return WORK_FAILED;
    rename(saved, own); // in the place of the empty one
    block.folder = own;
    block.range = (struct game_range){span->begin, span->end, run->range.total, 0, 0};
    block.processes = 0;
    block.blocks = blocks;
    enum work_end end = run_play(&block, error);
    run_destroy(&block);
    run->announce = NULL; // once is enough
    run->stopped = observer_stop(run->observer);
    if (end == WORK_STOPPED && run->stopped)
        rename(own, saved);
    if (end == WORK_DONE) {
        blocks->played += span->end - span->begin;
        bool first = !span->whole && rename(own, whole) == 0;
        if (first && checked)
            blocks->own = span->begin;
        if (!first && access(whole, F_OK) != 0) {
            error_errno(error, whole);
            end = WORK_FAILED;
        } else if (!first && checked && !compare_plays(blocks, span, own, error))
            end = WORK_FAILED;
    }
    file_drop_folder(own); // what has no other name by now
    return end == WORK_STOPPED && !run->stopped ? WORK_DONE : end;
}

// Puts the games before the end together beside the blocks, and the files into their place,
// run.json last. Several processes may do so at once.
static bool join(struct blocks *blocks, struct error *error) {
    static const char *const files[] = {"positions.csv", "games.csv", "run.json"};
    char path[PATH_MAX], to[PATH_MAX], own[PATH_MAX] = "";
    struct merge merge = {0};
    bool done = make_own(file_in(blocks->folder, "whole", path), own, error);
    const struct merge_options options = {.folders = (const char *const *)blocks->parts.path,
                                          .count = blocks->parts.count,
                                          .out = own,
                                          .games = blocks->games,
                                          .cut = true};
    done = done && merge_run(&options, &merge, error);
    if (done && merge.faults.length)
        done = error_set(error, "%.400s", merge.faults.data);
    for (int i = 0; i < ARRAY_LENGTH(files) && done; i++) {
        file_in(blocks->run->folder, files[i], to);
        done = rename(file_in(own, files[i], path), to) == 0 || error_errno(error, to);
    }
    file_drop_folder(own);
    merge_destroy(&merge);
    return done;
}

// The process with the lowest number that is there puts the games together: each waits a moment for
// those before it. All may.
static bool wait_for_others(const struct blocks *blocks) {
    enum { MOST = 40 };
    static const struct timespec moment = {.tv_nsec = 50000000};
    int moments = blocks->run->process < MOST ? blocks->run->process : MOST;
    while (moments-- > 0 && access(blocks->record, F_OK) != 0)
        nanosleep(&moment, NULL);
    return access(blocks->record, F_OK) == 0;
}

static enum work_end play_all(struct blocks *blocks, struct error *error) {
    const struct run *run = blocks->run;
    enum work_end end = WORK_DONE;
    while (end == WORK_DONE) {
        struct names names = {0};
        struct span span = {0};
        bool done = false, fine = read_names(blocks, &names, error) &&
                                  read_blocks(blocks, &names, error) &&
                                  is_done(blocks, &done, error);
        if (fine && !done && !blocks->ended) {
            if (!blocks->begun)
                observer_say(run->observer, "%s, seed %" PRIu64 ": process %d of %d, into %s",
                             run->config->tables->variant.name, run->config->seed, run->process,
                             run->processes, blocks->folder);
            blocks->first = blocks->begun ? blocks->first : blocks->games;
            span = choose(blocks, &names);
        }
        free(names.of);
        if (!fine)
            return WORK_FAILED;
        if (blocks->ended && !done)
            done = wait_for_others(blocks) || join(blocks, error);
        if (done || blocks->ended)
            return done ? WORK_DONE : WORK_FAILED;
        if (span.end)
            end = play_block(blocks, &span, error);
    }
    return end;
}

enum work_end blocks_play(struct run *run, struct error *error) {
    struct blocks blocks = {.run = run, .own = -1, .begun_at = clock_seconds()};
    char games[PATH_MAX];
    assert(run->seed_given && run->process < run->processes);
    file_in(run->folder, "blocks", blocks.folder);
    file_in(run->folder, "run.json", blocks.record);
    struct stat log; // empty: a process on its own has just begun it
    bool foreign = stat(file_in(run->folder, "games.csv", games), &log) == 0 && log.st_size > 0 &&
                   access(blocks.record, F_OK) != 0 && access(blocks.folder, F_OK) != 0;
    if (foreign)
        error_at(error, games, 0, "there is a log but no run.json beside it to say whose it is");
    if (foreign || !file_make_folder(blocks.folder, error))
        return WORK_FAILED;
    blocks.tally = tally_create();
    enum work_end end = play_all(&blocks, error);
    tally_destroy(blocks.tally);
    log_folders_destroy(&blocks.parts);
    rmdir(blocks.folder); // where nothing could be played
    rmdir(run->folder);
    return end;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// O_TMPFILE and mkostemp are glibc's own.
#define _GNU_SOURCE
#include "tally.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"

struct tally *tally_create(void) {
    struct tally *tally = mem_calloc(1, sizeof *tally);
    tally->pairs.cells = PAIR_CELLS;
    tally->last_pair = -1;
    return tally;
}

static void count_pair(struct tally *tally, const struct game_row *row, int first_player) {
    int points = 1; // half points of player A
    if (row->result != RESULT_DRAW)
        points = (row->result == RESULT_FIRST) == (first_player == PLAYER_A) ? 2 : 0;
    if (row->pair == tally->last_pair) {
        tally->pairs.count[tally->last_points + points]++;
        tally->pair_results[tally->last_points][points]++;
    }
    tally->last_pair = row->pair;
    tally->last_points = points;
}

void tally_add(struct tally *tally, const struct game_row *row, int first_player) {
    assert(first_player == PLAYER_A || first_player == PLAYER_B);
    if (tally->games == 0 || row->plies < tally->plies_least)
        tally->plies_least = row->plies;
    if (row->plies > tally->plies_most)
        tally->plies_most = row->plies;
    tally->games++;
    tally->results[row->result]++;
    if (row->result != RESULT_DRAW)
        tally->player_results[row->result == RESULT_FIRST ? first_player : 1 - first_player]++;
    count_pair(tally, row, first_player);
    tally->terminations[row->termination]++;
    tally->nodes += row->nodes;
    tally->drops += row->drops;
    tally->promotions += row->promotions;
    tally->captures += row->captures;
    tally->checks += row->checks;
    tally->lead_changes += row->lead_changes;
    depths_add(&tally->depths[first_player], &row->first_depths);
    depths_add(&tally->depths[1 - first_player], &row->second_depths);
    tally->branching += (double)row->branching_mean;
    tally->plies_total += row->plies;
    int64_t length = row->plies < 0 ? 0 : row->plies > PLIES_MAX ? PLIES_MAX : row->plies;
    tally->lengths[length]++;
}

int64_t tally_faults(const struct tally *tally) {
    const int64_t *ends = tally->terminations;
    return ends[TERMINATION_ILLEGAL_MOVE] + ends[TERMINATION_CRASH] + ends[TERMINATION_HANG] +
           ends[TERMINATION_TIME];
}

int tally_length(const struct tally *tally, double part) {
    assert(part >= 0 && part <= 1);
    int64_t seen = 0;
    for (int i = 0; i <= PLIES_MAX; i++) {
        seen += tally->lengths[i];
        if (seen > 0 && (double)seen >= part * (double)tally->games)
            return i;
    }
    return 0;
}

// Hash of a FEN's first two fields: board with hands, side to move.
static uint64_t hash_position(const char *fen) {
    size_t board = strcspn(fen, " ");
    return text_hash(fen, fen[board] ? board + 1 + strcspn(fen + board + 1, " ") : board);
}

uint64_t game_key(const struct game_row *row) {
    return text_hash(row->moves, strlen(row->moves)) ^ 3 * hash_position(row->opening) ^
           5 * text_hash(row->first, strlen(row->first));
}

struct key_set key_set_init(void) {
    return (struct key_set){0};
}

void key_set_destroy(struct key_set *set) {
    free(set->slots);
    *set = key_set_init();
}

static bool place(uint64_t *slots, size_t capacity, uint64_t key) {
    for (size_t i = key & (capacity - 1);; i = (i + 1) & (capacity - 1)) {
        if (slots[i] == key)
            return false;
        if (slots[i] == 0) {
            slots[i] = key;
            return true;
        }
    }
}

bool key_set_add(struct key_set *set, uint64_t key) {
    if (2 * set->count >= set->capacity) {
        size_t capacity = set->capacity ? 2 * set->capacity : 1024;
        uint64_t *slots = mem_calloc(capacity, sizeof *slots);
        for (size_t i = 0; i < set->capacity; i++)
            if (set->slots[i])
                place(slots, capacity, set->slots[i]);
        free(set->slots);
        set->slots = slots;
        set->capacity = capacity;
    }
    bool added = place(set->slots, set->capacity, key ? key : 1);
    set->count += added;
    return added;
}

// Keys that are looked at together: 16 MiB of them.
enum { SHARE_KEYS = 1 << 20 };

// A file beside `path` that never has a name, so that a kill leaves none; where the file system
// cannot do that, one whose name is gone at once.
static int nameless(const char *path, char name[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    snprintf(name, PATH_MAX, "%.*s", slash ? (int)(slash - path) + 1 : 2, slash ? path : "./");
    int descriptor = open(name, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return descriptor;
    snprintf(name, PATH_MAX, "%.4000s.XXXXXX", path);
    descriptor = mkostemp(name, O_CLOEXEC);
    if (descriptor >= 0)
        unlink(name);
    return descriptor;
}

static FILE *open_nameless(const char *path, struct error *error) {
    char name[PATH_MAX];
    int descriptor = nameless(path, name);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w+b") : NULL;
    if (file)
        return file;
    int cause = errno;
    if (descriptor >= 0)
        close(descriptor);
    error_at(error, path, 0, "no temporary file beside it: %s", strerror(cause));
    return NULL;
}

bool repeats_begin(struct repeats *repeats, const char *path, struct error *error) {
    *repeats = (struct repeats){.keys = open_nameless(path, error)};
    return repeats->keys != NULL;
}

void repeats_end(struct repeats *repeats) {
    if (repeats->keys)
        fclose(repeats->keys);
    *repeats = (struct repeats){0};
}

// A failed write shows in repeats_find.
void repeats_add(struct repeats *repeats, uint64_t key) {
    key = key ? key : 1;
    fwrite(&key, sizeof key, 1, repeats->keys);
    repeats->count++;
}

// Writes 0 over the repeats among the keys of one share.
static bool find_share(struct repeats *repeats, int64_t share, int64_t shares) {
    static const uint64_t repeat = 0;
    struct key_set set = key_set_init();
    uint64_t key;
    rewind(repeats->keys);
    bool done = true;
    for (int64_t i = 0; done && i < repeats->count; i++) {
        done = fread(&key, sizeof key, 1, repeats->keys) == 1;
        // Not the bits that place a key in the set.
        if (!done || key == repeat || (int64_t)(key >> 32) % shares != share)
            continue;
        if (key_set_add(&set, key))
            continue;
        // Through the stream: it may hold all of a small file, and would not see it otherwise.
        done = fseeko(repeats->keys, i * (off_t)sizeof repeat, SEEK_SET) == 0 &&
               fwrite(&repeat, sizeof repeat, 1, repeats->keys) == 1 &&
               fseeko(repeats->keys, (i + 1) * (off_t)sizeof repeat, SEEK_SET) == 0;
        repeats->repeated++;
    }
    key_set_destroy(&set);
    return done;
}

bool repeats_find(struct repeats *repeats) {
    if (fflush(repeats->keys) != 0 || ferror(repeats->keys))
        return false;
    int64_t shares = repeats->count / SHARE_KEYS + 1;
    for (int64_t share = 0; share < shares; share++)
        if (!find_share(repeats, share, shares))
            return false;
    rewind(repeats->keys);
    return true;
}

bool repeats_next(struct repeats *repeats) {
    uint64_t key;
    return fread(&key, sizeof key, 1, repeats->keys) == 1 && key == 0;
}

static bool collect(struct rows_reader *reader, struct repeats *openings, struct repeats *games,
                    struct error *error) {
    int64_t last_pair = -1;
    struct game_row row;
    enum csv_status status;
    while ((status = game_row_next(reader, &row, NULL, error)) == CSV_RECORD) {
        if (row.pair != last_pair)
            repeats_add(openings, hash_position(row.opening));
        last_pair = row.pair;
        repeats_add(games, game_key(&row));
    }
    return status != CSV_ERROR;
}

bool duplicates_count(const char *path, struct duplicates *duplicates, struct error *error) {
    *duplicates = (struct duplicates){0};
    struct rows_reader *reader = game_rows_open(path, error);
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
    rows_close(reader);
    return done;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

static int64_t asked_of(const struct status *status) {
    return status->range.end - status->range.begin;
}

// By run, then by the first game.
static int compare_ranges(const void *one, const void *other) {
    const struct status *a = *(const struct status *const *)one;
    const struct status *b = *(const struct status *const *)other;
    int hash = strcmp(a->config_hash, b->config_hash);
    return hash                               ? hash
           : a->seed != b->seed               ? (a->seed < b->seed ? -1 : 1)
           : a->range.begin == b->range.begin ? 0
           : a->range.begin < b->range.begin  ? -1
                                              : 1;
}

static bool same_run(const struct status *one, const struct status *other) {
    return one->seed == other->seed && strcmp(one->config_hash, other->config_hash) == 0;
}

// Does `other` make `one` count for nothing? A copy that has come farther does, and a folder that
// holds more of the run, like the merged log of its parts. Surplus shards are empty, and no copies.
static bool stands_in(const struct status *one, const struct status *other, bool earlier) {
    if (asked_of(one) == 0 || !same_run(one, other) || other->range.begin > one->range.begin ||
        other->range.end < one->range.end)
        return false;
    if (asked_of(one) == asked_of(other))
        return other->games > one->games || (other->games == one->games && earlier);
    return other->range.begin + other->games >= one->range.begin + one->games;
}

// The folder that counts for the games of parts[i], the fullest, or -1 for parts[i] itself.
static int original_of(const struct status *parts, int count, int i) {
    int original = i;
    for (int k = 0; k < count; k++)
        if (k != i && stands_in(&parts[original], &parts[k], k < original))
            original = k;
    return original == i ? -1 : original;
}

// --- Sums ----------------------------------------------------------------------------------------

// What is left, and what is played, in games and in nodes.
struct work {
    double games, nodes;         // left
    double game_rate, node_rate; // a second
    bool nodes_known;
};

static void add_work(struct work *work, double games, uint64_t nodes) {
    work->games += games;
    work->nodes += games * (double)nodes;
    work->nodes_known &= nodes > 0 || games <= 0;
}

static void add_rate(struct work *work, double rate, uint64_t nodes) {
    work->game_rate += rate;
    work->node_rate += rate * (double)nodes;
    work->nodes_known &= nodes > 0;
}

static double eta_of(const struct work *work) {
    if (work->games <= 0)
        return 0;
    if (work->game_rate <= 0)
        return NAN;
    return work->nodes_known ? work->nodes / work->node_rate : work->games / work->game_rate;
}

// Shards of one run tell what the others are; those without a folder have games still to be played.
// Adds their numbers to `missing`, behind `name` unless that is NULL, and returns their games.
static int64_t missing_games(const struct status **parts, int count, const char *name,
                             struct buffer *missing) {
    const struct game_range *first = &parts[0]->range;
    int shards = first->shards;
    for (int i = 0; i < count; i++)
        if (parts[i]->range.shards != shards || parts[i]->range.total != first->total)
            return 0;
    if (shards == 0)
        return 0;
    bool *there = mem_calloc((size_t)shards, sizeof *there);
    int64_t games = 0;
    for (int i = 0; i < count; i++)
        there[parts[i]->range.shard] = true;
    for (int i = 0; i < shards; i++) {
        struct game_range range = range_of_shard(first->total, i, shards, parts[0]->paired);
        if (there[i] || range.begin == range.end)
            continue;
        if (games == 0 && name)
            buffer_printf(missing, "%s%s ", missing->length ? "; " : "", name);
        buffer_printf(missing, "%s%d", games > 0 ? "," : "", i);
        games += range.end - range.begin;
    }
    free(there);
    return games;
}

// Games that are there, and asked for, of the folders of one run, which come by their first games.
static void count_run(const struct status **parts, int count, int64_t missing,
                      struct overview_total *total, struct work *work) {
    int64_t held = 0, reached = 0, games = 0, asked = missing;
    for (int i = 0; i < count; i++) {
        const struct game_range *range = &parts[i]->range;
        int64_t end = range->begin + parts[i]->games;
        if (held < range->begin)
            held = range->begin;
        if (reached < range->begin)
            reached = range->begin;
        games += end > held ? end - held : 0;
        asked += range->end > reached ? range->end - reached : 0;
        held = end > held ? end : held;
        reached = range->end > reached ? range->end : reached;
    }
    total->games += games;
    total->asked += asked;
    add_work(work, (double)(asked - games), parts[0]->nodes);
}

enum { LOOSE = -1, ALL = -2 };

// Sums over the folders of a batch, of none (LOOSE), or of all. `sorted`: room for a pointer to
// each. Of shards without a folder the numbers are noted where `missing` is not NULL.
static struct overview_total sum(const struct overview *overview, int batch,
                                 const struct status **sorted, struct buffer *missing,
                                 struct work *work) {
    struct overview_total total = {.changed = -1};
    struct buffer ignored = buffer_init();
    int count = 0, runs = 0;
    for (int i = 0; i < overview->folders.count; i++) {
        const struct status *part = &overview->part[i];
        if (batch != ALL && overview->batch[i] != batch)
            continue;
        sorted[count++] = part;
        if (overview->original[i] >= 0)
            continue;
        total.folders++;
        total.complete += part->complete;
        total.active += part->active;
        total.stopped += part->stopped;
        total.stalled += !part->complete && !part->active && !part->stopped;
        total.rate += part->active ? part->rate : 0;
        if (part->active)
            add_rate(work, part->rate, part->nodes);
        if (part->changed > total.changed)
            total.changed = part->changed;
    }
    qsort(sorted, (size_t)count, sizeof *sorted, compare_ranges);
    for (int i = 1; i < count; i++)
        runs += !same_run(sorted[i], sorted[i - 1]);
    for (int first = 0, next; first < count; first = next) {
        for (next = first + 1; next < count && same_run(sorted[next], sorted[first]);)
            next++;
        char folder[PATH_MAX];
        agenda_name(overview->folders.path[sorted[first] - overview->part], folder);
        int64_t games = missing_games(sorted + first, next - first, runs ? folder : NULL,
                                      missing ? missing : &ignored);
        count_run(sorted + first, next - first, games, &total, work);
    }
    buffer_destroy(&ignored);
    return total;
}

// --- Batches -------------------------------------------------------------------------------------

static bool exists(const char *folder, const char *file) {
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/%s", folder, file) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

// The name in a batch's agenda of a folder, or NULL where it does not lie in the batch's.
static char *name_in(const struct overview_batch *batch, const char *path, char name[PATH_MAX]) {
    size_t length = strlen(batch->folder);
    return strncmp(path, batch->folder, length) == 0 && path[length] == '/'
               ? agenda_name(path + length + 1, name)
               : NULL;
}

// What there is of a run of the agenda: is it begun, is it done?
static void look_at_run(const struct overview *overview, int number, const struct agenda_run *run,
                        bool *begun, bool *done) {
    const struct overview_batch *batch = &overview->batches[number];
    int64_t there = 0, end = 0;
    bool whole = true, is_log = false;
    for (int i = 0; i < overview->folders.count; i++) {
        char name[PATH_MAX];
        if (overview->batch[i] != number ||
            strcmp(name_in(batch, overview->folders.path[i], name), run->run) != 0)
            continue;
        is_log = true;
        if (overview->original[i] >= 0)
            continue;
        whole &= overview->part[i].complete;
        there += overview->part[i].games;
        if (overview->part[i].range.total > end)
            end = overview->part[i].range.total;
    }
    *done = (is_log && whole && there >= end) || (*run->ended && exists(batch->folder, run->ended));
    *begun = is_log || *done || (*run->begun && exists(batch->folder, run->begun));
}

// Adds the runs that have no folder yet to the batch's sums, and finds the one that is at hand.
static void add_agenda(const struct overview *overview, int number, struct work *work) {
    struct overview_batch *batch = &overview->batches[number];
    for (int i = 0; i < batch->agenda.count; i++) {
        const struct agenda_run *run = &batch->agenda.run[i];
        bool begun, done;
        look_at_run(overview, number, run, &begun, &done);
        bool over = *run->done && exists(batch->folder, run->done);
        // What keeps no log is seen to go on by its state.
        struct stat state;
        char path[PATH_MAX];
        if (begun && !over && *run->begun &&
            snprintf(path, sizeof path, "%s/%s", batch->folder, run->begun) < (int)sizeof path &&
            stat(path, &state) == 0 && state.st_mtime > batch->total.changed)
            batch->total.changed = state.st_mtime;
        if (!begun && !over) {
            batch->total.to_come++;
            batch->total.asked += run->games;
            add_work(work, (double)run->games, run->nodes);
        }
        if (!done && !over) {
            batch->total.at_most |= run->at_most;
            if (!batch->now) {
                batch->now = run;
                batch->begun = begun;
            }
        }
    }
}

static bool add_batch(struct overview *overview, const char *folder, size_t length,
                      struct error *error) {
    char name[PATH_MAX];
    while (length > 1 && folder[length - 1] == '/')
        length--;
    snprintf(name, sizeof name, "%.*s", (int)length, folder);
    for (int i = 0; i < overview->batch_count; i++)
        if (strcmp(overview->batches[i].folder, name) == 0)
            return true;
    struct agenda agenda;
    if (!agenda_read(name, &agenda, error)) {
        agenda_destroy(&agenda);
        return *error->text == 0;
    }
    overview->batches = mem_realloc(overview->batches, (size_t)(overview->batch_count + 1) *
                                                           sizeof *overview->batches);
    overview->batches[overview->batch_count++] =
        (struct overview_batch){.folder = mem_strdup(name), .agenda = agenda};
    return true;
}

// Looks for agendas in the folders given and in all between them and the runs.
static bool find_batches(struct overview *overview, const struct option_texts *given,
                         struct error *error) {
    for (int i = 0; i < given->count; i++)
        if (!add_batch(overview, given->text[i], strlen(given->text[i]), error))
            return false;
    for (int i = 0; i < overview->folders.count; i++) {
        const char *path = overview->folders.path[i];
        for (const char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/'))
            for (int k = 0; k < given->count; k++) {
                size_t length = strlen(given->text[k]);
                if ((size_t)(at - path) > length && strncmp(path, given->text[k], length) == 0 &&
                    !add_batch(overview, path, (size_t)(at - path), error))
                    return false;
            }
    }
    for (int i = 0; i < overview->folders.count; i++) {
        size_t nearest = 0;
        overview->batch[i] = LOOSE;
        for (int k = 0; k < overview->batch_count; k++) {
            char name[PATH_MAX];
            size_t length = strlen(overview->batches[k].folder);
            if (length >= nearest &&
                name_in(&overview->batches[k], overview->folders.path[i], name)) {
                overview->batch[i] = k;
                nearest = length;
            }
        }
    }
    return true;
}

// --- All -----------------------------------------------------------------------------------------

static bool read_parts(struct overview *overview, int64_t now, struct error *error) {
    int count = overview->folders.count;
    size_t room = (size_t)count + 1; // there may be none
    overview->part = mem_calloc(room, sizeof *overview->part);
    overview->original = mem_calloc(room, sizeof *overview->original);
    overview->merged = mem_calloc(room, sizeof *overview->merged);
    overview->batch = mem_calloc(room, sizeof *overview->batch);
    for (int i = 0; i < count; i++)
        if (!status_read(overview->folders.path[i], now, &overview->part[i], error))
            return false;
    for (int i = 0; i < count; i++) {
        int original = original_of(overview->part, count, i);
        overview->original[i] = original;
        overview->merged[i] =
            original >= 0 && asked_of(&overview->part[original]) > asked_of(&overview->part[i]);
    }
    return true;
}

// A folder with an agenda whose first run has not begun holds no run, which is no fault.
static void drop_empty(struct overview *overview, const struct option_texts *given) {
    struct log_folders *folders = &overview->folders;
    int kept = 0;
    for (int i = 0; i < folders->count; i++) {
        bool is_given = false;
        for (int k = 0; k < given->count; k++)
            is_given |= strcmp(folders->path[i], given->text[k]) == 0;
        if (is_given && !exists(folders->path[i], "run.json") &&
            exists(folders->path[i], "agenda.json"))
            free(folders->path[i]);
        else
            folders->path[kept++] = folders->path[i];
    }
    folders->count = kept;
}

static void sum_all(struct overview *overview, int64_t now) {
    const struct status **sorted = mem_calloc((size_t)overview->folders.count + 1, sizeof *sorted);
    struct work loose = {.nodes_known = true}, all = loose;
    overview->total = sum(overview, ALL, sorted, &overview->missing, &all);
    sum(overview, LOOSE, sorted, NULL, &loose);
    double longest = eta_of(&loose); // batches go on beside each other
    for (int i = 0; i < overview->batch_count; i++) {
        struct overview_batch *batch = &overview->batches[i];
        struct work work = {.nodes_known = true};
        batch->total = sum(overview, i, sorted, NULL, &work);
        int64_t asked = batch->total.asked;
        add_agenda(overview, i, &work);
        overview->total.asked += batch->total.asked - asked;
        overview->total.to_come += batch->total.to_come;
        overview->total.at_most |= batch->total.at_most;
        if (batch->total.changed > overview->total.changed)
            overview->total.changed = batch->total.changed;
        batch->total.eta = eta_of(&work);
        // While it fits, or keeps no log, none of its folders is active.
        if (batch->agenda.until > now && batch->now && !batch->total.stopped &&
            !batch->total.stalled)
            batch->total.eta = (double)(batch->agenda.until - now);
        if (!(longest >= batch->total.eta))
            longest = isnan(longest) ? NAN : batch->total.eta;
    }
    overview->total.eta = longest;
    free(sorted);
}

bool overview_read(const struct option_texts *given, int64_t now, struct overview *overview,
                   struct error *error) {
    *overview = (struct overview){.total.changed = -1};
    if (!log_folders_add_trees(&overview->folders, given, error))
        return false;
    drop_empty(overview, given);
    if (!read_parts(overview, now, error) || !find_batches(overview, given, error))
        return false;
    sum_all(overview, now);
    return true;
}

void overview_destroy(struct overview *overview) {
    for (int i = 0; i < overview->batch_count; i++) {
        agenda_destroy(&overview->batches[i].agenda);
        free(overview->batches[i].folder);
    }
    free(overview->batches);
    free(overview->part);
    free(overview->original);
    free(overview->merged);
    free(overview->batch);
    buffer_destroy(&overview->missing);
    log_folders_destroy(&overview->folders);
    *overview = (struct overview){0};
}

const char *overview_state(const struct overview_total *total) {
    return total->active                                   ? "going on"
           : total->stalled                                ? "stalled"
           : total->stopped                                ? "stopped"
           : total->games < total->asked || total->to_come ? "between runs"
                                                           : "complete";
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

enum { LOOSE = -1 }; // of no batch

static bool exists(const char *folder, const char *file) {
    char path[PATH_MAX];
    return *file && snprintf(path, sizeof path, "%s/%s", folder, file) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

// --- Folders and their batches -------------------------------------------------------------------

// The number of the batch in a folder, which has an agenda; LOOSE where it has none, and with an
// error where that is no agenda.
static int batch_in(struct overview *overview, const char *folder, struct error *error) {
    struct agenda agenda;
    int count = overview->batch_count;
    for (int i = 0; i < count; i++)
        if (strcmp(overview->batches[i].folder, folder) == 0)
            return i;
    if (!agenda_read(folder, &agenda, error)) {
        agenda_destroy(&agenda);
        return LOOSE;
    }
    overview->batches =
        mem_realloc(overview->batches, (size_t)(count + 1) * sizeof *overview->batches);
    overview->batches[overview->batch_count++] =
        (struct overview_batch){.folder = mem_strdup(folder), .agenda = agenda};
    return count;
}

// Without slashes at the end.
static int length_of(const char *folder) {
    int length = (int)strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    return length;
}

// The nearest one above a run, from a folder that was given on.
static int batch_above(struct overview *overview, const struct option_texts *given,
                       const char *path, struct error *error) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash; (slash = strrchr(folder, '/'));) {
        bool within = false;
        *slash = 0;
        for (int k = 0; k < given->count; k++) {
            int length = length_of(given->text[k]);
            within |= slash - folder >= length && strncmp(folder, given->text[k], length) == 0;
        }
        int batch = within ? batch_in(overview, folder, error) : LOOSE;
        if (batch != LOOSE || *error->text)
            return batch;
    }
    return LOOSE;
}

static bool find_batches(struct overview *overview, const struct option_texts *given,
                         struct error *error) {
    for (int i = 0; i < given->count; i++) {
        char folder[PATH_MAX];
        snprintf(folder, sizeof folder, "%.*s", length_of(given->text[i]), given->text[i]);
        if (batch_in(overview, folder, error) == LOOSE && *error->text)
            return false;
    }
    for (int i = 0; i < overview->folders.count; i++) {
        overview->part[i].batch = batch_above(overview, given, overview->folders.path[i], error);
        if (*error->text)
            return false;
    }
    return true;
}

// A folder with an agenda whose first run has not begun holds no run, which is no fault.
static void drop_empty(struct log_folders *folders) {
    int kept = 0;
    for (int i = 0; i < folders->count; i++)
        if (!exists(folders->path[i], "run.json") && exists(folders->path[i], "agenda.json"))
            free(folders->path[i]);
        else
            folders->path[kept++] = folders->path[i];
    folders->count = kept;
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

static bool same_run(const struct status *one, const struct status *other) {
    return one->seed == other->seed && strcmp(one->config_hash, other->config_hash) == 0;
}

// By run, then by the first game; of those that begin alike the larger and the fuller first.
static int compare_ranges(const void *one, const void *other) {
    const struct status *a = &(*(const struct overview_part *const *)one)->status;
    const struct status *b = &(*(const struct overview_part *const *)other)->status;
    int hash = strcmp(a->config_hash, b->config_hash);
    return hash                               ? hash
           : a->seed != b->seed               ? (a->seed < b->seed ? -1 : 1)
           : a->range.begin != b->range.begin ? (a->range.begin < b->range.begin ? -1 : 1)
           : a->range.end != b->range.end     ? (a->range.end > b->range.end ? -1 : 1)
           : a->games != b->games             ? (a->games > b->games ? -1 : 1)
                                              : (a < b ? -1 : a > b);
}

// Shards of one run tell what the others are; those without a folder have games still to be played.
// Returns these, and adds the shards to `missing`: "3,17".
static int64_t missing_games(const struct overview_part **parts, int count,
                             struct buffer *missing) {
    const struct game_range *first = &parts[0]->status.range;
    int64_t games = 0;
    for (int i = 0; i < count; i++) {
        const struct game_range *range = &parts[i]->status.range;
        if (!range->shards || range->shards != first->shards || range->total != first->total)
            return 0;
    }
    bool *there = mem_calloc((size_t)first->shards, sizeof *there);
    for (int i = 0; i < count; i++)
        there[parts[i]->status.range.shard] = true;
    for (int shard = 0; shard < first->shards; shard++) {
        struct game_range range =
            range_of_shard(first->total, shard, first->shards, parts[0]->status.paired);
        if (there[shard] || range.begin == range.end)
            continue;
        buffer_printf(missing, "%s%d", missing->length ? "," : "", shard);
        games += range.end - range.begin;
    }
    free(there);
    return games;
}

static void count_folder(const struct status *part, struct overview_total *total,
                         struct work *work) {
    total->folders++;
    total->complete += part->complete;
    total->active += part->active;
    total->stopped += part->stopped;
    total->stalled += !part->complete && !part->active && !part->stopped;
    total->rate += part->active ? part->rate : 0;
    if (part->active)
        add_rate(work, part->rate, part->nodes);
    if (part->changed > total->changed)
        total->changed = part->changed;
}

// Games that are there, and asked for, of the folders of one run, which come by their first games.
// A folder whose games are all in those before it counts for nothing: a copy that has not come
// farther, a part of a merged log. Surplus shards are empty, and no copies.
static void count_run(struct overview *overview, const struct overview_part *const *parts,
                      int count, int64_t missing, struct overview_total *total, struct work *work) {
    int64_t held = 0, reached = 0, games = 0, asked = missing;
    int holder = -1; // of the last game held
    for (int i = 0; i < count; i++) {
        struct overview_part *part = &overview->part[parts[i] - overview->part];
        const struct game_range *range = &part->status.range;
        int64_t end = range->begin + part->status.games, own = range->end - range->begin;
        bool copy = holder >= 0 && own > 0 && range->end <= reached && end <= held;
        part->original = copy ? holder : -1;
        if (copy) {
            const struct game_range *all = &overview->part[holder].status.range;
            part->merged = all->end - all->begin > own;
            continue;
        }
        count_folder(&part->status, total, work);
        if (held < range->begin)
            held = range->begin;
        if (reached < range->begin)
            reached = range->begin;
        if (end >= held)
            holder = (int)(part - overview->part);
        games += end > held ? end - held : 0;
        asked += range->end > reached ? range->end - reached : 0;
        held = end > held ? end : held;
        reached = range->end > reached ? range->end : reached;
    }
    total->games += games;
    total->asked += asked;
    add_work(work, (double)(asked - games), parts[0]->status.nodes);
}

// The folders of a batch, or those of none.
static void count_folders(struct overview *overview, int batch, struct overview_total *total,
                          struct work *work) {
    int folders = overview->folders.count, count = 0;
    const struct overview_part **sorted = mem_calloc((size_t)folders + 1, sizeof *sorted);
    for (int i = 0; i < folders; i++)
        if (overview->part[i].batch == batch)
            sorted[count++] = &overview->part[i];
    qsort(sorted, (size_t)count, sizeof *sorted, compare_ranges);
    for (int first = 0, next; first < count; first = next) {
        struct buffer missing = buffer_init();
        for (next = first + 1;
             next < count && same_run(&sorted[next]->status, &sorted[first]->status);)
            next++;
        int64_t games = missing_games(sorted + first, next - first, &missing);
        count_run(overview, sorted + first, next - first, games, total, work);
        if (missing.length) {
            char name[PATH_MAX];
            agenda_name(overview->folders.path[sorted[first] - overview->part], name);
            bool named = next - first < folders; // there are several runs
            buffer_printf(&overview->missing, "%s%s%s%s", overview->missing.length ? "; " : "",
                          named ? name : "", named ? " " : "", missing.data);
        }
        buffer_destroy(&missing);
    }
    free(sorted);
}

// What there is of a run of the agenda: is it begun, is it done?
static void look_at_run(const struct overview *overview, int number, const struct agenda_run *run,
                        bool *begun, bool *done) {
    const struct overview_batch *batch = &overview->batches[number];
    int64_t there = 0, end = 0;
    bool whole = true, is_log = false;
    for (int i = 0; i < overview->folders.count; i++) {
        char name[PATH_MAX];
        const struct overview_part *part = &overview->part[i];
        if (part->batch != number ||
            strcmp(agenda_name(overview->folders.path[i] + strlen(batch->folder) + 1, name),
                   run->run) != 0)
            continue;
        is_log = true;
        if (part->original >= 0)
            continue;
        whole &= part->status.complete;
        there += part->status.games;
        if (part->status.range.total > end)
            end = part->status.range.total;
    }
    *done = (is_log && whole && there >= end) || exists(batch->folder, run->ended);
    *begun = is_log || *done || exists(batch->folder, run->begun);
}

// Adds the runs that have no folder yet to the batch's sums, and finds the one that is at hand.
static void add_agenda(const struct overview *overview, int number, struct work *work) {
    struct overview_batch *batch = &overview->batches[number];
    for (int i = 0; i < batch->agenda.count; i++) {
        const struct agenda_run *run = &batch->agenda.run[i];
        bool begun, done;
        look_at_run(overview, number, run, &begun, &done);
        bool over = exists(batch->folder, run->done);
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

// Adds a batch to the whole; batches go on beside each other.
static void add_total(const struct overview_total *of, struct overview_total *total) {
    total->games += of->games;
    total->asked += of->asked;
    total->folders += of->folders;
    total->complete += of->complete;
    total->active += of->active;
    total->stopped += of->stopped;
    total->stalled += of->stalled;
    total->to_come += of->to_come;
    total->at_most |= of->at_most;
    total->rate += of->rate;
    if (of->changed > total->changed)
        total->changed = of->changed;
    if (!(total->eta >= of->eta))
        total->eta = isnan(total->eta) ? NAN : of->eta;
}

static void sum_all(struct overview *overview, int64_t now) {
    struct work loose = {.nodes_known = true};
    count_folders(overview, LOOSE, &overview->total, &loose);
    overview->total.eta = eta_of(&loose);
    for (int i = 0; i < overview->batch_count; i++) {
        struct overview_batch *batch = &overview->batches[i];
        struct work work = {.nodes_known = true};
        batch->total.changed = -1;
        count_folders(overview, i, &batch->total, &work);
        add_agenda(overview, i, &work);
        batch->total.eta = eta_of(&work);
        // While it fits, or keeps no log, none of its folders is active.
        if (batch->agenda.until > now && batch->now && !batch->total.stopped &&
            !batch->total.stalled)
            batch->total.eta = (double)(batch->agenda.until - now);
        add_total(&batch->total, &overview->total);
    }
}

bool overview_read(const struct option_texts *given, int64_t now, struct overview *overview,
                   struct error *error) {
    *overview = (struct overview){.total.changed = -1};
    *error = (struct error){""};
    if (!log_folders_add_trees(&overview->folders, given, error))
        return false;
    drop_empty(&overview->folders);
    int count = overview->folders.count;
    overview->part = mem_calloc((size_t)count + 1, sizeof *overview->part);
    for (int i = 0; i < count; i++)
        if (!status_read(overview->folders.path[i], now, &overview->part[i].status, error))
            return false;
    if (!find_batches(overview, given, error))
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

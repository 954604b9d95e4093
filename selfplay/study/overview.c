// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview.h"

#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "blocks.h"
#include "json_file.h"
#include "log_reader.h"
#include "memory.h"
#include "number.h"
#include "rows.h"
#include "study.h"

enum { QUIET_SECONDS = 120, QUIET_GAMES = 10 };
enum { LOOSE = -1 }; // of no batch

// Of a folder. It goes on where it changed lately, for its rate; stopped is what was asked to end,
// and stalled what is neither: it was killed, or hangs.
enum state { COMPLETE, GOING_ON, STOPPED, STALLED, STATES };
static const char *const states[] = {"complete", "going on", "stopped", "stalled"};

// Of a folder, of a batch, or of all. Games are counted once, in however many folders they stand.
struct progress {
    int64_t games, asked; // `asked` has those of the runs to come
    int folders[STATES];  // of those that count
    int to_come;          // runs of agendas that have no folder yet
    bool at_most;         // of `asked`: tests may end earlier
    double rate;          // games a second of what goes on
    double nodes_left;    // of the games that are left
    double node_rate;     // nodes a second
    bool nodes_unknown;   // of some run
    double eta;           // seconds, by nodes a move where they are known; NAN: not known
    int64_t changed;      // last, seconds since the epoch; -1: nothing is there
};

struct part {           // a folder of a run
    const char *folder; // not owned
    int batch;          // the one that it belongs to, or LOOSE
    bool copy;          // other folders have all of its games, which count there
    struct game_range range;
    uint64_t nodes;  // a move, of both players on average; 0: not known
    bool torn;       // the last line of games.csv is cut short; resuming repairs it
    char fault[256]; // what is wrong with the log; "" for nothing
    int restarts;    // how often it was taken up again
    enum state state;
    struct progress own; // its rate is that of the last session, whatever its state
    char run[RUN_KEY];   // its key
};

struct task {               // of a batch, by its last note
    char at[200], host[64]; // "1:choose, SPSA"
    int64_t number, done, total, changed;
    double rate, every;
};

struct batch {    // a folder with an agenda
    char *folder; // owned
    struct agenda agenda;
    struct progress sum;
    const struct agenda_run *now; // the first run that is not done; NULL: all are
    bool begun;                   // it has a folder
    struct task *task;            // owned; while there is something to do
    int tasks, room;
};

struct overview {
    const struct option_texts *given;
    int64_t now;
    struct log_folders folders;
    struct part *parts; // of each folder
    struct batch *batches;
    int batch_count;
    struct progress total;
};

// --- A folder ------------------------------------------------------------------------------------

// Counts the rows of games.csv, which are numbered without a gap.
static bool count_games(const char *path, struct part *part, struct error *error) {
    struct rows_reader *reader = game_rows_open(path, error);
    struct game_row row;
    struct csv_record record;
    enum csv_status end = CSV_ERROR;
    while (reader && (end = game_row_next(reader, &row, &record, error)) == CSV_RECORD) {
        int64_t expected = part->range.begin + part->own.games;
        if (row.game != expected) {
            error_at(error, path, record.line, "game %" PRId64 ", expected %" PRId64, row.game,
                     expected);
            end = CSV_ERROR;
            break;
        }
        part->own.games++;
    }
    part->torn = end == CSV_TORN;
    rows_close(reader);
    return end != CSV_ERROR;
}

static bool count(const char *folder, struct part *part, struct error *error) {
    char games[PATH_MAX], positions[PATH_MAX];
    struct stat file;
    if (!csv_find(folder, "games.csv", games, error) ||
        !csv_find(folder, "positions.csv", positions, error))
        return false;
    if (stat(games, &file) == 0)
        part->own.changed = (int64_t)file.st_mtime;
    return count_games(games, part, error);
}

static void measure(const struct runmeta *meta, int64_t now, struct part *part) {
    struct progress *own = &part->own;
    int64_t from_game, began = runmeta_session(meta, &from_game);
    int64_t played = part->range.begin + own->games - from_game;
    int64_t last = own->changed > began ? own->changed : began;
    if (began >= 0 && played > 0)
        own->rate = (double)played / fmax((double)(own->changed - began), 1);
    double quiet = fmax(own->rate > 0 ? QUIET_GAMES / own->rate : 0, QUIET_SECONDS);
    part->state = own->games >= own->asked       ? COMPLETE
                  : runmeta_text(meta, "end")    ? STOPPED
                  : (double)(now - last) < quiet ? GOING_ON
                                                 : STALLED;
    if (part->state == COMPLETE)
        own->eta = 0;
    else if (part->state == GOING_ON && own->rate > 0)
        own->eta = (double)(own->asked - own->games) / own->rate;
}

static uint64_t nodes_of(const struct runmeta *meta) {
    uint64_t one, other;
    const char *texts[] = {runmeta_setting(meta, "player1.nodes"),
                           runmeta_setting(meta, "player2.nodes")};
    bool known = texts[0] && texts[1] && number_unsigned(texts[0], &one) &&
                 number_unsigned(texts[1], &other) && one > 0 && other > 0;
    return known ? one / 2 + other / 2 + (one % 2 + other % 2) / 2 : 0;
}

// False when there is no run to speak of: `error`.
static bool read_folder(const char *folder, int64_t now, struct part *part, struct error *error) {
    *part = (struct part){.folder = folder, .state = STALLED, .own = {.changed = -1, .eta = NAN}};
    struct runmeta *meta = log_record(folder, error);
    if (!meta)
        return false;
    struct error cause = {""};
    part->range = runmeta_range(meta);
    part->own.asked = part->range.end - part->range.begin;
    snprintf(part->run, sizeof part->run, "%s", runmeta_run(meta));
    part->restarts = runmeta_restarts(meta);
    part->nodes = nodes_of(meta);
    if (!count(folder, part, &cause))
        snprintf(part->fault, sizeof part->fault, "%.250s", cause.text);
    if (part->own.changed >= 0)
        measure(meta, now, part);
    runmeta_destroy(meta);
    return true;
}

// --- Folders and their batches -------------------------------------------------------------------

// When a file of the folder changed last; -1: it is not there, or has no name.
static int64_t changed(const char *folder, const char *file) {
    char path[PATH_MAX];
    struct stat state;
    bool there = *file && stat(file_in(folder, file, path), &state) == 0;
    return there ? (int64_t)state.st_mtime : -1;
}

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
        (struct batch){.folder = mem_strdup(folder), .agenda = agenda, .sum.changed = -1};
    return count;
}

// Adds the runs at or below a folder, with the nearest batch from there on that each belongs to. A
// folder with an agenda whose first run has not begun holds no run, which is no fault.
static bool add_tree(struct overview *overview, const char *given, struct error *error) {
    struct log_folders *folders = &overview->folders;
    int first = folders->count, length = (int)strlen(given);
    char path[PATH_MAX];
    const struct option_texts one = {.text = {path}, .count = 1};
    while (length > 1 && given[length - 1] == '/')
        length--;
    snprintf(path, sizeof path, "%.*s", length, given);
    if (!log_folders_add_all(folders, &one, LOG_FOLDERS_DEEP, error) ||
        (batch_in(overview, path, error) == LOOSE && *error->text))
        return false;
    if (folders->count == first + 1 && changed(folders->path[first], "run.json") < 0 &&
        changed(folders->path[first], "agenda.json") >= 0)
        free(folders->path[--folders->count]);
    overview->parts =
        mem_realloc(overview->parts, ((size_t)folders->count + 1) * sizeof *overview->parts);
    for (int i = first; i < folders->count; i++) {
        struct part *part = &overview->parts[i];
        if (!read_folder(folders->path[i], overview->now, part, error))
            return false;
        part->batch = LOOSE;
        snprintf(path, sizeof path, "%s", part->folder);
        for (char *slash;
             part->batch == LOOSE && (slash = strrchr(path, '/')) && slash - path >= length;) {
            *slash = 0;
            part->batch = batch_in(overview, path, error);
            if (*error->text)
                return false;
        }
    }
    return true;
}

// --- Tasks ---------------------------------------------------------------------------------------

void overview_note(const char *folder, int number, const char *step, double every,
                   const struct tick *tick) {
    char path[PATH_MAX], name[32], host[64] = "";
    struct error ignored;
    struct buffer at = buffer_init();
    cJSON *json = cJSON_CreateObject();
    int64_t own = tick && tick->own ? tick->own : tick ? tick->fresh : 0;
    gethostname(host, sizeof host - 1);
    buffer_printf(&at, "%s%s%s", step, tick ? ", " : "", tick ? tick->task : "");
    json_add_text(json, "at", at.data);
    json_add_text(json, "host", host);
    json_add_number(json, "every", every);
    json_add_number(json, "done", tick ? (double)tick->done : 0);
    json_add_number(json, "total", tick ? (double)tick->total : 0);
    json_add_number(json, "rate", own ? (double)own / tick->seconds : 0);
    snprintf(name, sizeof name, "tasks/%d.json", number);
    if (file_make_folder(file_in(folder, "tasks", path), &ignored)) {
        // Who reads half of it takes it for none: it need not be whole, nor last.
        char *text = cJSON_Print(json);
        FILE *file = fopen(file_in(folder, name, path), "we");
        if (file) {
            fputs(text, file);
            fclose(file);
        }
        cJSON_free(text);
    }
    cJSON_Delete(json);
    buffer_destroy(&at);
}

void overview_note_end(const char *folder, int number) {
    char path[PATH_MAX], name[32];
    snprintf(name, sizeof name, "tasks/%d.json", number);
    unlink(file_in(folder, name, path));
    rmdir(file_in(folder, "tasks", path));
}

static int compare_tasks(const void *one, const void *other) {
    return ORDER(((const struct task *)one)->number, ((const struct task *)other)->number);
}

static void read_tasks(struct batch *batch) {
    char path[PATH_MAX], name[300];
    struct error ignored;
    DIR *notes = opendir(file_in(batch->folder, "tasks", path));
    for (const struct dirent *note; notes && (note = readdir(notes));) {
        snprintf(name, sizeof name, "tasks/%s", note->d_name);
        file_in(batch->folder, name, path);
        cJSON *json = note->d_name[0] == '.' ? NULL : json_file_load(path, &ignored);
        if (!json)
            continue;
        batch->task = mem_grow(batch->task, batch->tasks, &batch->room, sizeof *batch->task);
        struct task *task = &batch->task[batch->tasks++];
        *task = (struct task){.number = atoll(note->d_name),
                              .done = (int64_t)fmax(json_number(json, "done"), 0),
                              .total = (int64_t)fmax(json_number(json, "total"), 0),
                              .rate = json_number(json, "rate"),
                              .every = json_number(json, "every"),
                              .changed = changed(batch->folder, name)};
        snprintf(task->at, sizeof task->at, "%s", json_text(json, "at"));
        snprintf(task->host, sizeof task->host, "%s", json_text(json, "host"));
        cJSON_Delete(json);
    }
    if (notes)
        closedir(notes);
    if (batch->tasks)
        qsort(batch->task, (size_t)batch->tasks, sizeof *batch->task, compare_tasks);
}

static bool is_silent(const struct task *task, int64_t now) {
    return (double)(now - task->changed) > 3 * fmax(task->every, QUIET_SECONDS / 3.0);
}

// Half as fast as the fastest that is at the same, or slower.
static bool is_slow(const struct batch *batch, const struct task *task) {
    double best = 0;
    for (int i = 0; i < batch->tasks; i++)
        if (strcmp(batch->task[i].at, task->at) == 0)
            best = fmax(best, batch->task[i].rate);
    return task->rate > 0 && task->rate < best / 2;
}

// --- Sums ----------------------------------------------------------------------------------------

static int64_t larger(int64_t one, int64_t other) {
    return one > other ? one : other;
}

// Batches go on beside each other: the last that ends is the end of all.
static void add(const struct progress *of, struct progress *sum) {
    sum->games += of->games;
    sum->asked += of->asked;
    for (int i = 0; i < STATES; i++)
        sum->folders[i] += of->folders[i];
    sum->to_come += of->to_come;
    sum->at_most |= of->at_most;
    sum->rate += of->rate;
    sum->nodes_left += of->nodes_left;
    sum->node_rate += of->node_rate;
    sum->nodes_unknown |= of->nodes_unknown;
    sum->changed = larger(sum->changed, of->changed);
    if (!(sum->eta >= of->eta))
        sum->eta = isnan(sum->eta) ? NAN : of->eta;
}

static double eta_of(const struct progress *of) {
    return of->asked <= of->games ? 0
           : of->rate <= 0        ? NAN
           : of->nodes_unknown    ? (double)(of->asked - of->games) / of->rate
                                  : of->nodes_left / of->node_rate;
}

// Adds the games of a folder that no other one has: so many, and asked for so many.
static void add_part(const struct part *part, int64_t games, int64_t asked, struct progress *sum) {
    double rate = part->state == GOING_ON ? part->own.rate : 0, nodes = (double)part->nodes;
    struct progress share = {.games = games,
                             .asked = asked,
                             .rate = rate,
                             .nodes_left = (double)(asked - games) * nodes,
                             .node_rate = rate * nodes,
                             .nodes_unknown = !part->nodes && part->state != COMPLETE,
                             .changed = part->own.changed};
    share.folders[part->state] = 1;
    add(&share, sum);
}

// By run, then by the first game; of those that begin alike the larger and the fuller first.
static int compare_parts(const void *one, const void *other) {
    const struct part *a = *(const struct part *const *)one;
    const struct part *b = *(const struct part *const *)other;
    int64_t order = strcmp(a->run, b->run);
    order = order ? order : a->range.begin - b->range.begin;
    order = order ? order : b->range.end - a->range.end;
    order = order ? order : b->own.games - a->own.games;
    order = order ? order : a - b;
    return (order > 0) - (order < 0);
}

// Adds games that are still to be played, by so many nodes a move.
static void add_games(int64_t games, uint64_t nodes, struct progress *sum) {
    sum->asked += games;
    sum->nodes_left += (double)games * (double)nodes;
    sum->nodes_unknown |= games > 0 && !nodes;
}

// Is a folder a block of a run (blocks.h)? How long the name of the folder of all is; 0: it is
// none.
static int block_of(const char *folder) {
    const char *blocks = blocks_part(folder);
    return blocks ? (int)(blocks - folder) + (int)strlen("/blocks") : 0;
}

// Games that are there, and asked for, of the folders of one run, which come by their first games.
// A folder whose games are all in those before it counts for nothing: a copy that has not come
// farther, a part of a merged log. Surplus shards are empty, and no copies. Shards that have no
// folder yet are still to be played.
// Blocks count as long as the run that they are of is not whole.
static void add_run(struct part *const *parts, int count, struct progress *sum) {
    int64_t held = 0, reached = 0, all = 0, asked = 0;
    bool split = true, whole = parts[0]->state == COMPLETE && !block_of(parts[0]->folder);
    for (int i = 0; i < count; i++)
        all = larger(all, parts[i]->range.total);
    for (int i = 0; i < count; i++) {
        const struct game_range *range = &parts[i]->range;
        int64_t end = range->begin + parts[i]->own.games;
        bool block = block_of(parts[i]->folder);
        split &= block || (range->shards > 0 && range->total == all);
        parts[i]->copy = i > 0 && range->end > range->begin &&
                         ((range->end <= reached && end <= held) || (block && whole));
        if (parts[i]->copy)
            continue;
        held = larger(held, range->begin);
        reached = larger(reached, range->begin);
        asked += larger(range->end - reached, 0);
        add_part(parts[i], larger(end - held, 0), larger(range->end - reached, 0), sum);
        held = larger(held, end);
        reached = larger(reached, range->end);
    }
    add_games(split ? all - asked : 0, parts[0]->nodes, sum);
}

// The folders of a batch, or those of none.
static void add_folders(struct overview *overview, int batch, struct progress *sum) {
    int folders = overview->folders.count, count = 0;
    struct part **sorted = mem_calloc((size_t)folders + 1, sizeof *sorted);
    for (int i = 0; i < folders; i++)
        if (overview->parts[i].batch == batch)
            sorted[count++] = &overview->parts[i];
    qsort(sorted, (size_t)count, sizeof(struct part *), compare_parts);
    for (int first = 0, next; first < count; first = next) {
        for (next = first + 1; next < count && strcmp(sorted[next]->run, sorted[first]->run) == 0;)
            next++;
        add_run(sorted + first, next - first, sum);
    }
    free(sorted);
}

// What there is of a run of the agenda: is it begun, is it done? Returns how many games were asked
// for since it was begun.
static int64_t look_at_run(const struct overview *overview, int number,
                           const struct agenda_run *run, bool *begun, bool *done) {
    const char *folder = overview->batches[number].folder;
    int64_t there = 0, end = 0;
    bool whole = true, is_log = false;
    for (int i = 0; i < overview->folders.count; i++) {
        char name[PATH_MAX];
        const struct part *part = &overview->parts[i];
        if (part->batch != number ||
            strcmp(agenda_name(part->folder + strlen(folder) + 1, name), run->run) != 0)
            continue;
        is_log = true;
        if (part->copy)
            continue;
        whole &= part->state == COMPLETE;
        there += part->own.games;
        end = larger(end, part->range.total);
    }
    int64_t more = is_log && !run->at_most ? larger(run->games - end, 0) : 0;
    *done = (is_log && whole && there >= end && !more) || changed(folder, run->ended) >= 0;
    *begun = is_log || *done || changed(folder, run->begun) >= 0;
    return more;
}

// Adds the runs that have no folder yet to the batch's sums, and finds the one that is at hand.
static void add_agenda(const struct overview *overview, int number) {
    struct batch *batch = &overview->batches[number];
    struct progress *sum = &batch->sum;
    for (int i = 0; i < batch->agenda.count; i++) {
        const struct agenda_run *run = &batch->agenda.run[i];
        bool begun, done;
        int64_t more = look_at_run(overview, number, run, &begun, &done);
        if (changed(batch->folder, run->done) >= 0)
            continue;
        if (begun) { // what keeps no log is seen to go on by its state
            sum->changed = larger(sum->changed, changed(batch->folder, run->begun));
            add_games(more, run->nodes, sum);
        } else {
            sum->to_come++;
            add_games(run->games, run->nodes, sum);
        }
        sum->at_most |= !done && run->at_most;
        if (!done && !batch->now) {
            batch->now = run;
            batch->begun = begun;
        }
    }
}

static void sum_all(struct overview *overview) {
    struct progress *total = &overview->total;
    total->changed = -1;
    add_folders(overview, LOOSE, total);
    total->eta = eta_of(total);
    for (int i = 0; i < overview->batch_count; i++) {
        struct batch *batch = &overview->batches[i];
        struct progress *sum = &batch->sum;
        add_folders(overview, i, sum);
        add_agenda(overview, i);
        if (batch->now)
            read_tasks(batch);
        sum->eta = eta_of(sum);
        // While it fits, or keeps no log, none of its folders goes on.
        if (batch->agenda.until > overview->now && batch->now && !sum->folders[STOPPED] &&
            !sum->folders[STALLED])
            sum->eta = (double)(batch->agenda.until - overview->now);
        add(sum, total);
    }
}

struct overview *overview_read(const struct option_texts *given, int64_t now, struct error *error) {
    struct overview *overview = mem_calloc(1, sizeof *overview);
    *error = (struct error){""};
    overview->given = given;
    overview->now = now;
    for (int i = 0; i < given->count; i++)
        if (!add_tree(overview, given->text[i], error)) {
            overview_destroy(overview);
            return NULL;
        }
    sum_all(overview);
    return overview;
}

void overview_destroy(struct overview *overview) {
    for (int i = 0; i < overview->batch_count; i++) {
        agenda_destroy(&overview->batches[i].agenda);
        free(overview->batches[i].task);
        free(overview->batches[i].folder);
    }
    free(overview->batches);
    free(overview->parts);
    log_folders_destroy(&overview->folders);
    free(overview);
}

// --- The answer ----------------------------------------------------------------------------------

// "between runs": all that were begun are complete and more are to come.
static const char *state_of(const struct progress *of) {
    enum state state = of->folders[GOING_ON]  ? GOING_ON
                       : of->folders[STALLED] ? STALLED
                       : of->folders[STOPPED] ? STOPPED
                                              : COMPLETE;
    return state == COMPLETE && (of->games < of->asked || of->to_come) ? "between runs"
                                                                       : states[state];
}

#define PROGRESS                                                                                   \
    {"games", "games", ANSWER_COUNT}, {"asked", "asked", ANSWER_COUNT},                            \
        {NULL, "done", ANSWER_SHARE, 1}, {"complete", NULL, ANSWER_FLAG},                          \
        {"rate", "games/s", ANSWER_DIGITS, 3}, {"eta", "time left", ANSWER_DURATION},              \
        {"changed", NULL, ANSWER_COUNT}, {                                                         \
        NULL, "changed", ANSWER_DURATION                                                           \
    }
#define PROGRESS_CELLS(of, now)                                                                    \
    cell_count((of)->games), cell_count((of)->asked), cell_number(share_of(of)),                   \
        cell_flag((of)->games >= (of)->asked), cell_if((of)->rate > 0, (of)->rate),                \
        cell_number((of)->eta), cell_if((of)->changed >= 0, (double)(of)->changed),                \
        cell_if((of)->changed >= 0, (double)((now) - (of)->changed))

static double share_of(const struct progress *of) {
    return of->asked > 0 ? (double)of->games / (double)of->asked : 1;
}

// "generation 2 of 3", or ""; with the run at hand.
static void say_stage(const struct batch *batch, char text[256]) {
    const struct agenda_run *run = batch->now;
    char of[32] = "", generation[64] = "";
    *text = 0;
    if (!run)
        return;
    if (batch->agenda.generations)
        snprintf(of, sizeof of, " of %d", batch->agenda.generations);
    if (run->generation)
        snprintf(generation, sizeof generation, "generation %d%s, ", run->generation, of);
    snprintf(text, 256, "%s%s%s", generation, batch->begun ? "" : "before ", run->run);
}

static void add_batches(struct answer *answer, const struct overview *overview) {
    struct answer_column columns[] = {
        {"folder", "batch", ANSWER_TEXT},     PROGRESS,
        {"state", "state", ANSWER_TEXT},      {"generation", NULL, ANSWER_COUNT},
        {"generations", NULL, ANSWER_COUNT},  {"run", "at hand", ANSWER_TEXT},
        {"runs_to_come", NULL, ANSWER_COUNT}, {"at_most", NULL, ANSWER_FLAG},
    };
    char stage[256];
    if (overview->batch_count == 0)
        return;
    // Of one, people have read all of it above.
    for (int i = 0; i < ARRAY_LENGTH(columns) && overview->batch_count == 1; i++)
        columns[i].label = NULL;
    answer_table(answer, "batches", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < overview->batch_count; i++) {
        const struct batch *batch = &overview->batches[i];
        int all = batch->agenda.generations, at = batch->now ? batch->now->generation : all;
        ANSWER_ROW(answer, cell_text(batch->folder), PROGRESS_CELLS(&batch->sum, overview->now),
                   cell_text(state_of(&batch->sum)), cell_if(at > 0, at), cell_if(all > 0, all),
                   cell_text(batch->now ? batch->now->run : NULL), cell_number(batch->sum.to_come),
                   cell_flag(batch->sum.at_most));
    }
    for (int i = 0; i < overview->batch_count; i++) {
        say_stage(&overview->batches[i], stage);
        if (*stage)
            answer_line(answer, overview->batches[i].folder, "%s", stage);
    }
}

// What processes are at, how fast each, and who is behind.
static void add_tasks(struct answer *answer, const struct overview *overview) {
    static const struct answer_column columns[] = {
        {"batch", NULL, ANSWER_TEXT},           {"task", "task", ANSWER_COUNT},
        {"host", "host", ANSWER_TEXT},          {"at", "at work on", ANSWER_TEXT},
        {"done", "done", ANSWER_COUNT},         {"total", "of", ANSWER_COUNT},
        {"rate", "a second", ANSWER_DIGITS, 3}, {"silent", "silent", ANSWER_DURATION},
        {"state", "state", ANSWER_TEXT},
    };
    bool any = false;
    for (int i = 0; i < overview->batch_count; i++)
        any |= overview->batches[i].tasks > 0;
    if (!any)
        return;
    answer_table(answer, "tasks", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0; i < overview->batch_count; i++)
        for (int k = 0; k < overview->batches[i].tasks; k++) {
            const struct batch *batch = &overview->batches[i];
            const struct task *task = &batch->task[k];
            ANSWER_ROW(
                answer, cell_text(batch->folder), cell_count(task->number), cell_text(task->host),
                cell_text(task->at), cell_if(task->total > 0, (double)task->done),
                cell_if(task->total > 0, (double)task->total), cell_if(task->rate > 0, task->rate),
                cell_number((double)(overview->now - task->changed)),
                cell_text(is_silent(task, overview->now) ? "silent"
                          : is_slow(batch, task)         ? "slow"
                                                         : states[GOING_ON]));
        }
}

// The blocks of a run are one row.
static void add_parts(struct answer *answer, const struct overview *overview) {
    static const struct answer_column columns[] = {
        {"folder", "folder", ANSWER_TEXT}, PROGRESS,
        {"state", "state", ANSWER_TEXT},   {"torn", NULL, ANSWER_FLAG},
        {"fault", NULL, ANSWER_TEXT},      {"restarts", "restarts", ANSWER_COUNT, 0, ANSWER_WIDE},
    };
    answer_table(answer, "folders", NULL, columns, ARRAY_LENGTH(columns));
    for (int i = 0, next; i < overview->folders.count; i = next) {
        const struct part *part = &overview->parts[i];
        struct part all = *part;
        struct progress sum = {.changed = -1};
        char folder[PATH_MAX];
        int length = block_of(part->folder);
        for (next = i; next == i || (next < overview->folders.count && length &&
                                     block_of(overview->parts[next].folder) == length &&
                                     strncmp(overview->parts[next].folder, part->folder,
                                             (size_t)length + 1) == 0);
             next++) {
            const struct part *one = &overview->parts[next];
            if (!one->copy)
                add_part(one, one->own.games, one->own.asked, &sum);
            all.restarts += next > i ? one->restarts : 0;
            all.torn |= one->torn;
        }
        sum.eta = eta_of(&sum);
        if (length && !sum.asked) // the run is whole
            continue;
        snprintf(folder, sizeof folder, "%.*s", length ? length : PATH_MAX - 1, part->folder);
        ANSWER_ROW(answer, cell_text(folder),
                   PROGRESS_CELLS(length ? &sum : &part->own, overview->now),
                   cell_text(length ? state_of(&sum) : states[part->state]), cell_flag(all.torn),
                   cell_text(part->fault), cell_number(all.restarts));
    }
}

static void add_warnings(struct answer *answer, const struct overview *overview) {
    for (int i = 0; i < overview->folders.count; i++) {
        const struct part *part = &overview->parts[i];
        if (*part->fault)
            answer_warning(answer, "%s: %s", part->folder, part->fault);
        if (part->torn)
            answer_warning(answer, "%s: a torn tail, which resuming repairs", part->folder);
    }
}

struct answer overview_answer(const struct overview *overview) {
    static const struct answer_column columns[] = {PROGRESS};
    const struct progress *total = &overview->total;
    const struct answer_cell cells[] = {PROGRESS_CELLS(total, overview->now)};
    struct answer answer = answer_init(NULL);
    int folders = 0;
    for (int i = 0; i < STATES; i++)
        folders += total->folders[i];
    answer_head(&answer, "%d of %d folder%s complete, %d going on", total->folders[COMPLETE],
                folders, folders == 1 ? "" : "s", total->folders[GOING_ON]);
    for (int i = STOPPED; i <= STALLED; i++)
        if (total->folders[i])
            answer_head(&answer, "%d %s", total->folders[i], states[i]);
    if (total->to_come)
        answer_head(&answer, "%d run%s to come", total->to_come, total->to_come == 1 ? "" : "s");
    answer_facts(&answer, columns, ARRAY_LENGTH(columns), cells);
    answer_key(&answer, "state", cell_text(state_of(total)));
    answer_key(&answer, "at_most", cell_flag(total->at_most));
    answer_key(&answer, "runs_to_come", cell_number(total->to_come));
    for (int i = STOPPED; i <= STALLED; i++)
        answer_key(&answer, states[i], cell_number(total->folders[i]));
    add_batches(&answer, overview);
    add_tasks(&answer, overview);
    add_parts(&answer, overview);
    if (total->at_most)
        answer_sentence(&answer, "Tests may end with fewer games: what is asked and the time left "
                                 "are the most.");
    add_warnings(&answer, overview);
    return answer;
}

void overview_line(const struct overview *overview, struct buffer *out) {
    const struct progress *total = &overview->total;
    const struct batch *only = overview->batch_count == 1 ? &overview->batches[0] : NULL;
    char stage[256] = "", duration[DURATION_TEXT];
    bool quiet = only && only->now && only->now->generation && !total->folders[STOPPED] &&
                 !total->folders[STALLED];
    const char *most = total->at_most ? "at most " : "";
    int said = 0;
    const struct task *latest = NULL; // of those at work
    int at_work = 0;
    if (only)
        say_stage(only, stage);
    for (int i = 0; only && i < only->tasks; i++)
        if (!is_silent(&only->task[i], overview->now) && ++at_work &&
            (!latest || only->task[i].changed > latest->changed))
            latest = &only->task[i];
    buffer_printf(out, "%s%s: %s, %" PRId64 " of %s%" PRId64 " games (%.1f%%)",
                  overview->given->text[0], overview->given->count > 1 ? " ..." : "",
                  *stage ? stage : state_of(total), total->games, most, total->asked,
                  100 * share_of(total));
    if (total->rate > 0)
        buffer_printf(out, ", %.3g games/s", total->rate);
    if (!isnan(total->eta) && total->games < total->asked)
        buffer_printf(out, ", %s%s left", most, duration_print(total->eta, duration));
    for (int i = GOING_ON; i <= STATES; i++) {
        int count = i < STATES ? total->folders[i] : total->to_come;
        if (count)
            buffer_printf(out, "%s%d %s", said++ ? ", " : "; ", count,
                          i < STATES ? states[i] : "to come");
    }
    if (latest) {
        buffer_printf(out, ", %d task%s at work: %s", at_work, at_work == 1 ? "" : "s", latest->at);
        if (latest->total)
            buffer_printf(out, " %" PRId64 " of %" PRId64, latest->done, latest->total);
    } else if (total->changed >= 0 && !total->folders[GOING_ON] && total->games < total->asked)
        buffer_printf(out, ", no %s for %s",
                      quiet ? "change of logs (fits and SPSA keep none)" : "change",
                      duration_print((double)(overview->now - total->changed), duration));
    buffer_char(out, '\n');
}

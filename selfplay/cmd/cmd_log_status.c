// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log status: how far runs have come, from their logs.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buffer.h"
#include "cmd_common.h"
#include "cmd_terminal.h"
#include "log_reader.h"
#include "status.h"

struct options {
    struct answer_options answer;
    struct option_texts folders;
};

static const struct option_row arguments[] = {
    {"DIR", .help = "Folder of a run, or the folder that its parts are in", .kind = ROW_TEXTS,
     .completion = COMPLETE_FOLDER, OPTION_AT(struct options, folders)},
};

// All folders together.
struct total {
    int64_t games, asked;
    int folders, complete, active;
    double rate;           // of those that are active
    int64_t changed;       // last
    struct buffer missing; // shards that have no folder: "3,17"
};

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

// Counts the games there, and those asked for: each once, in however many folders it stands.
static void count_games(const struct status **parts, int count, struct total *total) {
    int64_t held = 0, asked = 0; // games of the run before these have been counted
    qsort(parts, (size_t)count, sizeof *parts, compare_ranges);
    for (int i = 0; i < count; i++) {
        const struct game_range *range = &parts[i]->range;
        int64_t end = range->begin + parts[i]->games;
        if (i == 0 || !same_run(parts[i], parts[i - 1]))
            held = asked = 0;
        if (held < range->begin)
            held = range->begin;
        if (asked < range->begin)
            asked = range->begin;
        total->games += end > held ? end - held : 0;
        total->asked += range->end > asked ? range->end - asked : 0;
        held = end > held ? end : held;
        asked = range->end > asked ? range->end : asked;
    }
}

// Shards of one run tell what the others are; those without a folder have games still to be played.
static void add_missing(const struct status *parts, int count, struct total *total) {
    int shards = parts[0].range.shards;
    for (int i = 0; i < count; i++)
        if (parts[i].range.shards != shards || parts[i].range.total != parts[0].range.total ||
            !same_run(&parts[i], &parts[0]))
            return;
    bool *there = shards ? calloc((size_t)shards, sizeof *there) : NULL;
    if (!there)
        return;
    for (int i = 0; i < count; i++)
        there[parts[i].range.shard] = true;
    for (int i = 0; i < shards; i++) {
        struct game_range range = range_of_shard(parts[0].range.total, i, shards, parts[0].paired);
        if (there[i] || range.begin == range.end)
            continue;
        buffer_printf(&total->missing, "%s%d", total->missing.length ? "," : "", i);
        total->asked += range.end - range.begin;
    }
    free(there);
}

// `sorted`: room for a pointer to each part.
static struct total sum(const struct status *parts, const struct status **sorted, int count) {
    struct total total = {.changed = -1};
    for (int i = 0; i < count; i++)
        sorted[i] = &parts[i];
    count_games(sorted, count, &total);
    for (int i = 0; i < count; i++) {
        if (original_of(parts, count, i) >= 0)
            continue;
        total.folders++;
        total.complete += parts[i].complete;
        total.active += parts[i].active;
        total.rate += parts[i].active ? parts[i].rate : 0;
        if (parts[i].changed > total.changed)
            total.changed = parts[i].changed;
    }
    add_missing(parts, count, &total);
    return total;
}

#define PROGRESS                                                                                   \
    {"games", "games", ANSWER_COUNT}, {"asked", "asked", ANSWER_COUNT},                            \
        {NULL, "done", ANSWER_SHARE, 1}, {"complete", NULL, ANSWER_FLAG},                          \
        {"rate", "games/s", ANSWER_DIGITS, 3}, {"eta", "time left", ANSWER_DURATION},              \
        {"changed", NULL, ANSWER_COUNT}, {                                                         \
        NULL, "changed", ANSWER_DURATION                                                           \
    }
enum { PROGRESS_COLUMNS = 8 };
static const struct answer_column total_columns[] = {PROGRESS};
static const struct answer_column part_columns[] = {
    {"folder", "folder", ANSWER_TEXT},
    PROGRESS,
    {NULL, "state", ANSWER_TEXT},
    {"variant", NULL, ANSWER_TEXT},
    {"config_hash", NULL, ANSWER_TEXT},
    {"first_game", NULL, ANSWER_COUNT},
    {"total_games", NULL, ANSWER_COUNT},
    {"shard", NULL, ANSWER_TEXT, 0, ANSWER_OMIT},
    {"active", NULL, ANSWER_FLAG},
    {"torn", NULL, ANSWER_FLAG},
    {"fault", NULL, ANSWER_TEXT},
    {"same_as", NULL, ANSWER_TEXT},
    {"restarts", "restarts", ANSWER_COUNT, 0, ANSWER_WIDE},
};

// The cells of PROGRESS.
static void fill_progress(const struct total *of, int64_t now, struct answer_cell *cell) {
    bool complete = of->games >= of->asked, known = complete || (of->active && of->rate > 0);
    double left = complete ? 0 : (double)(of->asked - of->games);
    *cell++ = cell_number((double)of->games);
    *cell++ = cell_number((double)of->asked);
    *cell++ = cell_number(of->asked > 0 ? (double)of->games / (double)of->asked : 1);
    *cell++ = cell_flag(complete);
    *cell++ = cell_if(of->rate > 0, of->rate);
    *cell++ = cell_if(known, left > 0 ? left / of->rate : 0);
    *cell++ = cell_if(of->changed >= 0, (double)of->changed);
    *cell = cell_if(of->changed >= 0, (double)(now - of->changed));
}

static void add_part(struct answer *answer, const struct log_folders *folders,
                     const struct status *parts, int i, int64_t now) {
    const struct status *part = &parts[i];
    int original = original_of(parts, folders->count, i);
    char shard[RANGE_TEXT];
    struct total own = {.games = part->games,
                        .asked = asked_of(part),
                        .active = part->active,
                        .rate = part->rate,
                        .changed = part->changed};
    struct answer_cell row[ARRAY_LENGTH(part_columns)] = {cell_text(folders->path[i])};
    struct answer_cell *cell = row + 1 + PROGRESS_COLUMNS;
    fill_progress(&own, now, row + 1);
    *cell++ = cell_text(part->complete ? "complete" : part->active ? "going on" : "silent");
    *cell++ = cell_text(part->variant);
    *cell++ = cell_text(part->config_hash);
    *cell++ = cell_number((double)part->range.begin);
    *cell++ = cell_number((double)part->range.total);
    *cell++ = cell_text(part->range.shards ? range_print(&part->range, shard) : NULL);
    *cell++ = cell_flag(part->active);
    *cell++ = cell_flag(part->torn);
    *cell++ = cell_text(part->fault);
    *cell++ = cell_text(original < 0 ? NULL : folders->path[original]);
    *cell = cell_number(part->restarts);
    answer_row(answer, row);
}

static void add_warnings(struct answer *answer, const struct log_folders *folders,
                         const struct status *parts, const struct total *total) {
    for (int i = 0; i < folders->count; i++) {
        int original = original_of(parts, folders->count, i);
        if (parts[i].fault[0])
            answer_warning(answer, "%s: %s", folders->path[i], parts[i].fault);
        if (parts[i].torn)
            answer_warning(answer, "%s: a torn tail, which resuming repairs", folders->path[i]);
        if (original >= 0)
            answer_warning(answer, "%s: the same games as %s, counted once", folders->path[i],
                           folders->path[original]);
    }
    if (total->missing.length)
        answer_warning(answer, "shards without a folder: %s", total->missing.data);
}

static int show(const struct log_folders *folders, const struct status *parts,
                const struct status **sorted, int64_t now, bool json) {
    struct answer answer = answer_init(NULL);
    struct total total = sum(parts, sorted, folders->count);
    struct answer_cell cells[PROGRESS_COLUMNS];
    fill_progress(&total, now, cells);
    answer_head(&answer, "%d of %d folder%s complete, %d going on", total.complete, total.folders,
                total.folders == 1 ? "" : "s", total.active);
    answer_facts(&answer, total_columns, PROGRESS_COLUMNS, cells);
    answer_key(&answer, "missing_shards",
               cell_text(total.missing.length ? total.missing.data : ""));
    answer_table(&answer, "folders", NULL, part_columns, ARRAY_LENGTH(part_columns));
    for (int i = 0; i < folders->count; i++)
        add_part(&answer, folders, parts, i, now);
    add_warnings(&answer, folders, parts, &total);
    buffer_destroy(&total.missing);
    return answer_show(&answer, json);
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct log_folders folders = {0};
    struct error error = {""};
    int64_t now = (int64_t)time(NULL);
    bool done = log_folders_add_all(&folders, &options->folders, &error);
    struct status *parts = done ? calloc((size_t)folders.count, sizeof *parts) : NULL;
    const struct status **sorted = done ? calloc((size_t)folders.count, sizeof *sorted) : NULL;
    if (done && (!parts || !sorted))
        done = error_set(&error, "out of memory");
    for (int i = 0; done && i < folders.count; i++)
        done = status_read(folders.path[i], now, &parts[i], &error);
    int code = done ? show(&folders, parts, sorted, now, options->answer.json)
                    : fail(EXIT_ERROR, "%s", error.text);
    free(sorted);
    free(parts);
    log_folders_destroy(&folders);
    return code;
}

static const struct option_use uses[] = {ANSWER_OPTIONS(struct options, answer), {0}};
const struct command command_log_status = {
    .name = "log status",
    .group = GROUP_CLUSTER,
    .summary = "say how far runs have come, from their logs",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .about = "Say how far runs have come: games there of those asked for, games a second, time "
             "left, last change.",
    .epilogue = "All is counted from the logs, whatever a job scheduler says; a part is `going on' "
                "when it has changed lately (two minutes, or ten games at its rate).",
    .uses = uses,
    .size = sizeof(struct options),
    .run = run,
};

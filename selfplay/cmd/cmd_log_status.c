// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log status: how far runs have come, from their logs.
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buffer.h"
#include "cmd_common.h"
#include "cmd_log.h"
#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "log_reader.h"
#include "status.h"

struct options {
    struct log_folders folders;
    bool json;
};

static const struct argp_option option_list[] = {{"json", 'j', 0, 0, "Print the answer as JSON", 0},
                                                 {0}};

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    struct error error;
    switch (key) {
    case 'j':
        options->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (log_folders_add(&options->folders, text, &error))
            return 0;
        fail(EXIT_ERROR, "%s", error.text);
        return EINVAL;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "give the folder of a run, or the folder that its parts are in");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

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

// Surplus shards are empty, and no copies of each other.
static bool same_games(const struct status *one, const struct status *other) {
    return asked_of(one) > 0 && one->seed == other->seed &&
           one->range.begin == other->range.begin && one->range.end == other->range.end &&
           strcmp(one->config_hash, other->config_hash) == 0;
}

// The folder that counts for the games of parts[i], or -1 for parts[i] itself: of copies the one
// that has come farthest, the first of equals.
static int original_of(const struct status *parts, int count, int i) {
    int original = i;
    for (int k = 0; k < count; k++)
        if (same_games(&parts[i], &parts[k]) &&
            (parts[k].games > parts[original].games ||
             (parts[k].games == parts[original].games && k < original)))
            original = k;
    return original == i ? -1 : original;
}

static double eta(int64_t left, double rate) {
    return left <= 0 ? 0 : rate > 0 ? (double)left / rate : -1;
}

// Shards of one run tell what the others are; those without a folder have games still to be played.
static void add_missing(const struct status *parts, int count, struct total *total) {
    int shards = parts[0].range.shards;
    for (int i = 0; i < count; i++)
        if (parts[i].range.shards != shards || parts[i].range.total != parts[0].range.total ||
            parts[i].seed != parts[0].seed ||
            strcmp(parts[i].config_hash, parts[0].config_hash) != 0)
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

static struct total sum(const struct status *parts, int count) {
    struct total total = {.changed = -1};
    for (int i = 0; i < count; i++) {
        if (original_of(parts, count, i) >= 0)
            continue;
        total.folders++;
        total.games += parts[i].games;
        total.asked += asked_of(&parts[i]);
        total.complete += parts[i].complete;
        total.active += parts[i].active;
        total.rate += parts[i].active ? parts[i].rate : 0;
        if (parts[i].changed > total.changed)
            total.changed = parts[i].changed;
    }
    add_missing(parts, count, &total);
    return total;
}

static double percent(int64_t games, int64_t asked) {
    return asked > 0 ? 100 * (double)games / (double)asked : 100;
}

static void print_row(const char *name, int width, const struct status *part, int64_t now) {
    char rate[32] = "-", left[DURATION_TEXT] = "-", ago[DURATION_TEXT] = "-";
    double seconds = eta(asked_of(part) - part->games, part->rate);
    if (part->rate > 0)
        snprintf(rate, sizeof rate, part->rate < 10 ? "%.2f" : "%.0f", part->rate);
    if (!part->complete && part->active && seconds >= 0)
        duration_print(seconds, left);
    if (part->changed >= 0)
        duration_print((double)(now - part->changed), ago);
    printf("%-*s %12" PRId64 " %12" PRId64 " %5.1f%% %8s %8s %9s  %s%s%s", width, name, part->games,
           asked_of(part), percent(part->games, asked_of(part)), rate, left, ago,
           part->complete ? "complete"
           : part->active ? "going on"
                          : "silent",
           part->torn ? ", torn tail" : "", part->fault[0] ? ", damaged" : "");
    if (part->restarts)
        printf(", %d restart%s", part->restarts, part->restarts == 1 ? "" : "s");
    putchar('\n');
}

static void print_text(const struct log_folders *folders, const struct status *parts, int count,
                       const struct total *total, int64_t now) {
    int width = 6;
    for (int i = 0; i < folders->count; i++)
        if ((int)strlen(folders->path[i]) > width)
            width = (int)strlen(folders->path[i]);
    printf("%-*s %12s %12s %6s %8s %8s %9s\n", width, "folder", "games", "asked", "done", "games/s",
           "ETA", "changed");
    for (int i = 0; i < count; i++)
        print_row(folders->path[i], width, &parts[i], now);
    for (int i = 0; i < count; i++)
        if (parts[i].fault[0])
            printf("! %s: %s\n", folders->path[i], parts[i].fault);
    for (int i = 0; i < count; i++) {
        int original = original_of(parts, count, i);
        if (original >= 0)
            printf("! %s: the same games as %s, counted once\n", folders->path[i],
                   folders->path[original]);
    }
    if (count < 2 && !total->missing.length)
        return;
    struct status all = {.games = total->games,
                         .range = {.end = total->asked},
                         .rate = total->rate,
                         .changed = total->changed,
                         .active = total->active > 0,
                         .complete = total->games >= total->asked};
    print_row("all", width, &all, now);
    printf("%d of %d folders complete, %d going on\n", total->complete, total->folders,
           total->active);
    if (total->missing.length)
        printf("shards without a folder: %s\n", total->missing.data);
}

static void add_number(cJSON *json, const char *key, double value, bool known) {
    cJSON_AddItemToObject(json, key, known ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

static cJSON *numbers(int64_t games, int64_t asked, double rate, bool active, int64_t changed) {
    cJSON *json = cJSON_CreateObject();
    double seconds = eta(asked - games, rate);
    cJSON_AddNumberToObject(json, "games", (double)games);
    cJSON_AddNumberToObject(json, "asked", (double)asked);
    cJSON_AddBoolToObject(json, "complete", games >= asked);
    add_number(json, "rate", rate, rate > 0);
    add_number(json, "eta", seconds, seconds == 0 || (active && seconds > 0));
    add_number(json, "changed", (double)changed, changed >= 0);
    return json;
}

static void print_json(const struct log_folders *folders, const struct status *parts, int count,
                       const struct total *total) {
    cJSON *json =
        numbers(total->games, total->asked, total->rate, total->active > 0, total->changed);
    cJSON_AddStringToObject(json, "missing_shards",
                            total->missing.length ? total->missing.data : "");
    cJSON *list = cJSON_AddArrayToObject(json, "folders");
    for (int i = 0; i < count; i++) {
        const struct status *part = &parts[i];
        cJSON *item = numbers(part->games, asked_of(part), part->rate, part->active, part->changed);
        cJSON_AddStringToObject(item, "folder", folders->path[i]);
        cJSON_AddStringToObject(item, "variant", part->variant);
        cJSON_AddStringToObject(item, "config_hash", part->config_hash);
        cJSON_AddNumberToObject(item, "first_game", (double)part->range.begin);
        cJSON_AddNumberToObject(item, "total_games", (double)part->range.total);
        if (part->range.shards) {
            char text[RANGE_TEXT];
            cJSON_AddStringToObject(item, "shard", range_print(&part->range, text));
        }
        cJSON_AddBoolToObject(item, "active", part->active);
        cJSON_AddBoolToObject(item, "torn", part->torn);
        cJSON_AddStringToObject(item, "fault", part->fault);
        int original = original_of(parts, count, i);
        cJSON_AddItemToObject(item, "same_as",
                              original < 0 ? cJSON_CreateNull()
                                           : cJSON_CreateString(folders->path[original]));
        cJSON_AddNumberToObject(item, "restarts", part->restarts);
        cJSON_AddItemToArray(list, item);
    }
    char *text = cJSON_Print(json);
    if (text)
        puts(text);
    cJSON_free(text);
    cJSON_Delete(json);
}

static int run(const struct options *options) {
    int count = options->folders.count;
    int64_t now = (int64_t)time(NULL);
    struct status *parts = calloc((size_t)count, sizeof *parts);
    if (!parts)
        return fail(EXIT_ERROR, "out of memory");
    for (int i = 0; i < count; i++) {
        struct error error;
        if (!status_read(options->folders.path[i], now, &parts[i], &error)) {
            free(parts);
            return fail(EXIT_ERROR, "%s", error.text);
        }
    }
    struct total total = sum(parts, count);
    if (options->json)
        print_json(&options->folders, parts, count, &total);
    else
        print_text(&options->folders, parts, count, &total, now);
    buffer_destroy(&total.missing);
    free(parts);
    return terminal_finish();
}

int cmd_log_status(int argc, char **argv) {
    static const struct argp argp = {
        option_list,
        parse_option,
        "DIR...",
        "Say how far runs have come: games there of those asked for, games a second, time left, "
        "last change.\v"
        "A DIR is a run's folder, or one that holds the parts of a run. All is counted from the "
        "logs, whatever a job scheduler says; a part is `going on' when it has changed lately (two "
        "minutes, or ten games at its rate).",
        0,
        0,
        0};
    struct options options = {0};
    argp_err_exit_status = EXIT_USAGE;
    int code = argp_parse(&argp, argc, argv, 0, 0, &options) == 0 ? run(&options) : (int)EXIT_USAGE;
    log_folders_destroy(&options.folders);
    return code;
}

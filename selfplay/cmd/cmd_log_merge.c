// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log merge: puts the parts of a run together, or says what is missing.
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_log.h"
#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "log_reader.h"
#include "merge.h"

struct options {
    struct log_folders folders;
    const char *out;
    long long games;
    bool force, json;
};

enum { KEY_GAMES = 256, KEY_FORCE, KEY_JSON };

static const struct argp_option option_list[] = {
    {"out", 'o', "DIR", 0, "Folder of the merged log (needed)", 0},
    {"games", KEY_GAMES, "N", 0,
     "Games of the whole run (default: as the parts say, which only their --games makes known)", 0},
    {"force", KEY_FORCE, 0, 0, "Throw away the run in DIR", 0},
    {"json", KEY_JSON, 0, 0, "Print the answer as JSON", 0},
    {0}};

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    struct error error;
    switch (key) {
    case 'o':
        options->out = text;
        return 0;
    case KEY_GAMES:
        return parse_count(text, "--games", 1, 1000000000000, &options->games) ? 0 : EINVAL;
    case KEY_FORCE:
        options->force = true;
        return 0;
    case KEY_JSON:
        options->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (!log_folders_add(&options->folders, text, &error)) {
            fail(EXIT_ERROR, "%s", error.text);
            return EINVAL;
        }
        return 0;
    case ARGP_KEY_END:
        if (options->folders.count == 0)
            argp_error(state, "give the folders of the parts, or the folder that they are in");
        else if (!options->out)
            argp_error(state, "give a folder for the merged log: --out DIR");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void show_progress(void *context, const char *doing, int done, int count) {
    struct progress *progress = context;
    char text[64];
    if (!progress_due(progress))
        return;
    snprintf(text, sizeof text, "%s %d of %d parts", doing, done, count);
    progress_show(progress, text);
}

// Lines of a buffer as a JSON list.
static void add_lines(cJSON *json, const char *key, const struct buffer *lines) {
    cJSON *list = cJSON_AddArrayToObject(json, key);
    const char *at = lines->length ? lines->data : "";
    while (*at) {
        char line[600];
        int length = (int)strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", length, at);
        cJSON_AddItemToArray(list, cJSON_CreateString(line));
        at += length + (at[length] == '\n');
    }
}

static void print_json(const struct merge *merge, const char *out) {
    const struct homogeneity *alike = &merge->homogeneity;
    cJSON *json = cJSON_CreateObject();
    bool complete = merge->faults.length == 0;
    cJSON_AddBoolToObject(json, "merged", complete);
    cJSON_AddStringToObject(json, "folder", out);
    cJSON_AddNumberToObject(json, "games", (double)merge->range.total);
    cJSON_AddNumberToObject(json, "parts", merge->count);
    add_lines(json, "faults", &merge->faults);
    add_lines(json, "again", &merge->again);
    cJSON_AddStringToObject(json, "again_shards",
                            merge->again_shards.length ? merge->again_shards.data : "");
    add_lines(json, "notes", &merge->notes);
    if (complete) {
        cJSON *test = cJSON_AddObjectToObject(json, "homogeneity");
        cJSON_AddNumberToObject(test, "chi_square", alike->chi_square);
        cJSON_AddNumberToObject(test, "freedom", alike->freedom);
        cJSON_AddNumberToObject(test, "p", alike->p);
        cJSON_AddNumberToObject(test, "limit", alike->limit);
        cJSON *bad = cJSON_AddArrayToObject(test, "bad");
        for (int i = 0; i < merge->count; i++)
            if (merge->parts[i].counts.bad)
                cJSON_AddItemToArray(bad, cJSON_CreateString(merge->parts[i].folder));
        cJSON *z = cJSON_AddArrayToObject(test, "z");
        for (int i = 0; i < merge->count; i++)
            cJSON_AddItemToArray(z, cJSON_CreateNumber(merge->parts[i].counts.z));
        cJSON_AddNumberToObject(json, "duplicate_openings", (double)merge->duplicates.openings);
        cJSON_AddNumberToObject(json, "duplicate_games", (double)merge->duplicates.games);
    }
    char *text = cJSON_Print(json);
    if (text)
        puts(text);
    cJSON_free(text);
    cJSON_Delete(json);
}

static void print_homogeneity(const struct merge *merge) {
    const struct homogeneity *alike = &merge->homogeneity;
    if (alike->freedom == 0) {
        puts("  alike      nothing to compare");
        return;
    }
    printf("  alike      chi-square %.1f with %d degree%s of freedom, p %.3f%s\n",
           alike->chi_square, alike->freedom, alike->freedom == 1 ? "" : "s", alike->p,
           alike->small ? " (parts too small to rely on it)" : "");
    double most = 0;
    for (int i = 0; i < merge->count; i++)
        if (merge->parts[i].counts.z * merge->parts[i].counts.z > most * most)
            most = merge->parts[i].counts.z;
    printf("             largest residual z %+.1f, limit %.1f (Bonferroni, 5%%)\n", most,
           alike->limit);
    for (int i = 0; i < merge->count; i++)
        if (merge->parts[i].counts.bad)
            printf("  ! %s differs from the others, z %+.1f: play it again elsewhere; where the "
                   "bytes differ, its machine or build is at fault, else it was chance\n",
                   merge->parts[i].folder, merge->parts[i].counts.z);
}

static void print_merged(const struct merge *merge, const char *out) {
    const struct tally *tally = merge->tally;
    printf("%s: %" PRId64 " games of %d part%s, no gap, no overlap, one configuration\n", out,
           merge->range.total, merge->count, merge->count == 1 ? "" : "s");
    printf("  results    first mover +%" PRId64 " =%" PRId64 " -%" PRId64 "\n",
           tally->results[RESULT_FIRST], tally->results[RESULT_DRAW],
           tally->results[RESULT_SECOND]);
    printf("  duplicates %" PRId64 " openings, %" PRId64 " games\n", merge->duplicates.openings,
           merge->duplicates.games);
    print_homogeneity(merge);
}

static void print_faults(const struct merge *merge) {
    fputs(merge->faults.data, stdout);
    puts("not merged");
    if (merge->again_shards.length)
        printf("play again: --array=%s\n", merge->again_shards.data);
    else if (merge->again.length)
        printf("play again:\n%s", merge->again.data);
}

static int run(const struct options *options) {
    struct progress progress = progress_init();
    struct merge_options merge_options = {.folders = (const char *const *)options->folders.path,
                                          .count = options->folders.count,
                                          .out = options->out,
                                          .games = options->games,
                                          .force = options->force,
                                          .tick = show_progress,
                                          .context = &progress};
    struct merge merge;
    struct error error = {""};
    bool done = merge_run(&merge_options, &merge, &error);
    progress_clear(&progress);
    int code = done ? EXIT_DONE : fail(EXIT_ERROR, "%s", error.text);
    bool whole = merge.faults.length == 0;
    if (done) {
        if (merge.notes.length)
            fprintf(stderr, "kagami: %s", merge.notes.data);
        if (merge.was_there)
            fprintf(stderr, "kagami: %s holds this run already, nothing to do\n", options->out);
        if (options->json)
            print_json(&merge, options->out);
        else if (whole)
            print_merged(&merge, options->out);
        else
            print_faults(&merge);
        code = terminal_finish();
        if (code == EXIT_DONE && !whole)
            code = EXIT_CHECK;
    }
    merge_destroy(&merge);
    return code;
}

int cmd_log_merge(int argc, char **argv) {
    static const struct argp argp = {
        option_list,
        parse_option,
        "DIR...",
        "Put the parts of a run (selfplay --shard, --range) together into the log that one process "
        "would have written, byte by byte.\v"
        "First it proves that the parts are whole, of one run, and that no game is missing or "
        "stands twice; otherwise it writes nothing, says what to play again, and exits with 3. A "
        "DIR may be the folder that the parts are in. The parts stay as they are.\n\n"
        "Parts of one run should look alike: chi-square over their results, and a residual z for "
        "each. A part beyond Bonferroni's limit is named.",
        0,
        0,
        0};
    struct options options = {0};
    argp_err_exit_status = EXIT_USAGE;
    int code = argp_parse(&argp, argc, argv, 0, 0, &options) == 0 ? run(&options) : (int)EXIT_USAGE;
    log_folders_destroy(&options.folders);
    return code;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami log merge: puts the parts of a run together, or says what is missing.
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmd_common.h"
#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "json_file.h"
#include "log_reader.h"
#include "merge.h"

struct options {
    struct answer_options answer;
    struct option_texts folders;
    const char *out;
    long long games;
    bool force;
};

static const struct option_row arguments[] = {
    {"DIR", .kind = ROW_TEXTS, .completion = COMPLETE_FOLDER, OPTION_AT(struct options, folders)},
};

static const struct option_row rows[] = {
    {"out", "DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, .letter = 'o',
     OPTION_AT(struct options, out)},
    {"games", "N", .kind = ROW_COUNT, .low = 1, .high = 1e12, OPTION_AT(struct options, games)},
    {"force", OPTION_AT(struct options, force)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static bool check(void *data, struct error *error) {
    const struct options *options = data;
    return options->out || error_set(error, "give a folder for the merged log: --out DIR");
}

static void show_progress(void *context, const char *doing, int done, int count) {
    struct progress *progress = context;
    char text[64];
    if (!progress_due(progress))
        return;
    snprintf(text, sizeof text, "%s %d of %d parts", doing, done, count);
    progress_show(progress, text);
}

// Lines of a buffer as a list of JSON.
static void add_lines(struct answer *answer, const char *key, const struct buffer *lines) {
    cJSON *list = cJSON_CreateArray();
    const char *at = lines->length ? lines->data : "";
    while (*at) {
        char line[600];
        int length = (int)strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", length, at);
        json_append(list, cJSON_CreateString(line));
        at += length + (at[length] == '\n');
    }
    answer_json_add(answer, key, list);
}

static void add_homogeneity(struct answer *answer, const struct merge *merge) {
    const struct homogeneity *alike = &merge->homogeneity;
    cJSON *bad = cJSON_CreateArray(), *z = cJSON_CreateArray();
    double most = 0;
    for (int i = 0; i < merge->count; i++) {
        const struct shard_counts *counts = &merge->counts[i];
        json_append(z, cJSON_CreateNumber(counts->z));
        if (counts->bad)
            json_append(bad, cJSON_CreateString(merge->parts[i].folder));
        if (fabs(counts->z) > fabs(most))
            most = counts->z;
    }
    if (alike->freedom == 0) {
        answer_line(answer, "parts alike?", "nothing to compare");
    } else {
        answer_line(answer, "parts alike?", "chi-square %.1f with %d degree%s of freedom, p %.3f%s",
                    alike->chi_square, alike->freedom, alike->freedom == 1 ? "" : "s", alike->p,
                    alike->small ? " (parts too small to rely on it)" : "");
        answer_line(
            answer, "",
            "the part that differs most does by %+.1f standard errors; suspicious beyond %.1f",
            most, alike->limit);
    }
    answer_open(answer, "homogeneity");
    answer_key(answer, "chi_square", cell_number(alike->chi_square));
    answer_key(answer, "freedom", cell_number(alike->freedom));
    answer_key(answer, "p", cell_number(alike->p));
    answer_key(answer, "limit", cell_number(alike->limit));
    answer_json_add(answer, "bad", bad);
    answer_json_add(answer, "z", z);
    answer_close(answer);
    for (int i = 0; i < merge->count; i++)
        if (merge->counts[i].bad)
            answer_warning(answer,
                           "%s differs from the others, z %+.1f: play it again elsewhere; where "
                           "the bytes differ, its machine or build is at fault, else it was chance",
                           merge->parts[i].folder, merge->counts[i].z);
}

static struct answer merge_answer(const struct merge *merge, const char *out) {
    struct answer answer = answer_init(NULL);
    bool whole = merge->faults.length == 0;
    answer_key(&answer, "merged", cell_flag(whole));
    answer_key(&answer, "folder", cell_text(out));
    answer_key(&answer, "games", cell_count(merge->range.total));
    answer_key(&answer, "parts", cell_number(merge->count));
    add_lines(&answer, "faults", &merge->faults);
    add_lines(&answer, "again", &merge->again);
    answer_key(&answer, "again_shards",
               cell_text(merge->again_shards.length ? merge->again_shards.data : ""));
    add_lines(&answer, "notes", &merge->notes);
    if (!whole)
        return answer;
    const int64_t *results = merge->tally->results;
    answer_sentence(&answer,
                    "%s: %" PRId64 " game%s of %d part%s, no gap, no overlap, one configuration",
                    out, merge->range.total, merge->range.total == 1 ? "" : "s", merge->count,
                    merge->count == 1 ? "" : "s");
    answer_line(&answer, "results", "first player +%" PRId64 " =%" PRId64 " -%" PRId64,
                results[RESULT_FIRST], results[RESULT_DRAW], results[RESULT_SECOND]);
    answer_line(&answer, "duplicates", "%" PRId64 " openings, %" PRId64 " games",
                merge->duplicates.openings, merge->duplicates.games);
    answer_key(&answer, "duplicate_openings", cell_count(merge->duplicates.openings));
    answer_key(&answer, "duplicate_games", cell_count(merge->duplicates.games));
    add_homogeneity(&answer, merge);
    return answer;
}

// What scripts read line by line: not laid out.
static int print_faults(const struct merge *merge) {
    fputs(merge->faults.data, stdout);
    puts("not merged");
    if (merge->again_shards.length)
        printf("play again: --array=%s\n", merge->again_shards.data);
    else if (merge->again.length)
        printf("play again:\n%s", merge->again.data);
    return terminal_finish();
}

static int show(const struct options *options, const struct merge *merge) {
    bool whole = merge->faults.length == 0;
    if (merge->notes.length)
        fprintf(stderr, "kagami: %s", merge->notes.data);
    if (merge->was_there)
        fprintf(stderr, "kagami: %s holds this run already, nothing to do\n", options->out);
    struct answer answer = merge_answer(merge, options->out);
    int code;
    if (whole || options->answer.json) {
        code = answer_show(&answer, options->answer.json);
    } else {
        answer_destroy(&answer);
        code = print_faults(merge);
    }
    return code == EXIT_DONE && !whole ? EXIT_CHECK : code;
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct log_folders folders = {0};
    struct progress progress = progress_init();
    struct error error = {""};
    struct merge merge = {0};
    bool done = log_folders_add_all(&folders, &options->folders, 1, &error);
    if (done) {
        struct merge_options merge_options = {.folders = (const char *const *)folders.path,
                                              .count = folders.count,
                                              .out = options->out,
                                              .games = options->games,
                                              .force = options->force,
                                              .tick = show_progress,
                                              .context = &progress};
        done = merge_run(&merge_options, &merge, &error);
    }
    progress_clear(&progress);
    int code = done ? show(options, &merge) : fail(EXIT_ERROR, "%s", error.text);
    merge_destroy(&merge);
    log_folders_destroy(&folders);
    return code;
}

static const struct option_use uses[] = {
    {&set, 0, NULL}, ANSWER_OPTIONS(struct options, answer), {0}};
const struct command command_log_merge = {
    .name = "log merge",
    .group = GROUP_CLUSTER,
    .text = help_log_merge_txt,
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .arguments_needed = 1,
    .uses = uses,
    .size = sizeof(struct options),
    .check = check,
    .run = run,
};

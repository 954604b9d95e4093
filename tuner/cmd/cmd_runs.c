// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_runs.h"

#include <stdio.h>

#include "cmd_progress.h"
#include "file.h"
#include "run.h"

static const struct option_row rows[] = {
    {"out", "DIR",
     "Folder of the runs, DIR/RUN, and of the answer's files (needed); what is there goes on",
     .kind = ROW_TEXT, .completion = COMPLETE_FOLDER, OPTION_AT(struct runs_options, folder)},
    {"report", NULL, "Play nothing: report on the games that are in DIR", .line_only = true,
     OPTION_AT(struct runs_options, report)},
    {"list", NULL, "Play nothing: list the runs, one a line", .line_only = true,
     OPTION_AT(struct runs_options, list)},
    {"only", "RUN", "Play this run of --list alone and report nothing; needs --seed",
     .line_only = true, .kind = ROW_TEXT, OPTION_AT(struct runs_options, only)},
};
const struct option_set runs_option_set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

bool runs_check(const struct runs_options *runs, const struct play_options *play,
                struct error *error) {
    const char *fault = play_options_parts_fault(play, runs->only);
    if (!runs->folder)
        return error_set(error, "give a folder for the runs: --out DIR");
    return !fault || error_set(error, "%s", fault);
}

bool runs_in_part(const struct runs_options *runs, const struct play_options *play) {
    return runs->only || play->range.shards;
}

bool runs_write(const struct runs_options *runs, const char *name, struct buffer *text,
                struct error *error) {
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", runs->folder, name);
    bool done = length < (int)sizeof path || error_set(error, "the folder's name is too long");
    done = done && (!text->failed || error_set(error, "out of memory")) &&
           file_replace(path, text->data, text->length, error);
    buffer_destroy(text);
    return done;
}

int runs_play_one(const struct runs_one *one, const struct play_options *play) {
    struct error error = {""};
    char label[256];
    snprintf(label, sizeof label, "%d/%d %.200s", one->number + 1, one->count, one->name);
    struct run run = {.config = one->config,
                      .folder = one->folder,
                      .range = one->range,
                      .threads = (int)play->threads,
                      .seed_given = play->seed_given,
                      .command = play->command,
                      .task = label,
                      .quiet = true,
                      .observer = one->observer};
    int code = work_exit_code(run_play(&run, &error), &error);
    if (code == EXIT_DONE && run.stopped && one->number + 1 < one->count)
        code = fail(EXIT_AGAIN, "run the same command again to go on");
    run_destroy(&run);
    return code;
}

bool runs_find_seed(const char *folder, struct play_options *play, struct error *error) {
    char path[PATH_MAX];
    if (play->seed_given)
        return true;
    snprintf(path, sizeof path, "%.4000s/run.json", folder);
    struct runmeta *meta = runmeta_load(path, error);
    if (!meta)
        return false;
    play->seed = runmeta_seed(meta);
    play->seed_given = true;
    runmeta_destroy(meta);
    return true;
}

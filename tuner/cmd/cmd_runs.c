// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_progress.h"
#include "cmd_terminal.h"
#include "file.h"

static const struct option_row rows[] = {
    {"out", "DIR", .kind = ROW_TEXT, .completion = COMPLETE_FOLDER,
     OPTION_AT(struct runs_options, folder)},
    {"report", NULL, .line_only = true, OPTION_AT(struct runs_options, report)},
    {"list", NULL, .line_only = true, OPTION_AT(struct runs_options, list)},
    {"only", "RUN", .line_only = true, .kind = ROW_TEXT, OPTION_AT(struct runs_options, only)},
};
const struct option_set runs_option_set = {.rows = rows, .count = ARRAY_LENGTH(rows)};

bool runs_check(const struct runs_options *runs, const struct play_options *play, bool plan,
                bool json, struct error *error) {
    if (plan)
        return !(runs->only || runs->list || runs->report) ||
               error_set(error, "--plan is of all runs: not with --only, --list or --report");
    if (!runs->folder)
        return error_set(error, "give a folder for the runs: --out DIR");
    if (runs->list && json)
        return error_set(error, "--list prints one run a line: it goes without --json");
    if (runs->report && runs_in_part(runs, play))
        return error_set(error, "--report is of whole runs: not with --only, --shard or --range");
    return play->seed_given || !runs_in_part(runs, play) ||
           error_set(error, "--only, --shard and --range need --seed: all runs must have the same");
}

bool runs_in_part(const struct runs_options *runs, const struct play_options *play) {
    return runs->only || play->range.end >= 0;
}

int runs_play(struct study *study) {
    struct progress progress;
    struct observer observer = progress_observer(&progress);
    struct error error = {""};
    if (study->only && study_find(study, study->only) < 0)
        return fail(EXIT_USAGE, "--only '%s': no such run; --list lists them", study->only);
    study->observer = &observer;
    int code = work_exit_code(study_play(study, &error), &error);
    study->observer = NULL;
    return code;
}

int runs_list(const struct study *study) {
    for (int i = 0; i < study->agenda.count; i++)
        puts(study->agenda.run[i].run);
    return terminal_finish();
}

bool runs_file_read(const struct runs_file *file, const char **path, struct error *error) {
    const char *name = *path;
    bool is_ini = file_ends(name, ".ini");
    char *text = is_ini ? file_read(name, 1 << 20, error) : NULL;
    if (!is_ini || (text && strstr(text, "[variant]")))
        *path = NULL;
    bool done = !*path || (text && entries_read(text, name, file->sections, file->section_count,
                                                file->entries, error));
    free(text);
    for (int i = 0; done && *path && i < file->entries->count; i++) {
        struct entry *entry = &file->entries->entry[i];
        struct error cause = {""};
        char value[ENTRY_VALUE]; // taking it may cut it
        snprintf(value, sizeof value, "%s", entry->value);
        if (!file->take(file->options, entry, &cause))
            done = error_at(error, name, entry->line, "'%s = %s' in [%s]: %s", entry->key, value,
                            file->sections[entry->section], cause.text);
    }
    return done;
}

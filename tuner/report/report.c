// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer.h"
#include "file.h"
#include "json_file.h"
#include "memory.h"
#include "report_sections.h"

enum { NOTES_LIMIT = 1 << 20, DEPTH = 2 };

enum content { // in the order of the page
    NOTHING,
    HISTORY,
    COMPARISON,
    EFFECTS,
    SPSA,
    VERIFICATION,
    RATINGS,
    WORTH,
    TUNING,
    RUN,
    VALUES_FILE,
    CONTENTS,
    FOLDER = CONTENTS
};

// How each is known, and read: by its path; or it stands in a section of `kind`, as a table of
// `kagami compare` or an answer.
static const struct {
    const char *header; // a table begins with it
    const char *key[2]; // JSON has both
    const char *kind;
    bool (*read)(struct report_folder *folder, const char *path, struct error *error);
} contents[CONTENTS] = {
    [HISTORY] = {"generation,played_with,", .read = report_history},
    [COMPARISON] = {"metric,nodes,arm,rules,", .kind = "comparison"},
    [EFFECTS] = {"metric,nodes,effect,", .kind = "effects"},
    [SPSA] = {.key = {"steps", "identity"}, .read = report_spsa},
    [VERIFICATION] = {.key = {"verdict", "limits"}, "verification"},
    [RATINGS] = {.key = {"players", "matches"}, "ratings"},
    [WORTH] = {.key = {"runs", "unit"}, "worth"},
    [TUNING] = {.key = {"yardstick", "values"}},
    [RUN] = {.read = report_games},
    [VALUES_FILE] = {"parameter,value", .read = report_values},
};

struct entry {
    char name[NAME_MAX + 1];
    enum content content;
};

struct listing {
    struct entry *entry; // owned
    int count;
};

// By the header's names with commas between them.
static enum content content_of_csv(const char *path, struct error *error) {
    struct csv_reader *reader = csv_open(path, error);
    struct csv_record record = {0};
    struct buffer header = buffer_init();
    enum content content = NOTHING;
    if (reader && csv_next(reader, &record, NULL) == CSV_RECORD)
        for (int i = 0; i < record.count; i++)
            buffer_printf(&header, "%s%s", i ? "," : "", record.field[i]);
    for (int kind = 1; header.length && kind < CONTENTS; kind++)
        if (contents[kind].header &&
            strncmp(header.data, contents[kind].header, strlen(contents[kind].header)) == 0)
            content = (enum content)kind;
    buffer_destroy(&header);
    csv_close(reader);
    return content;
}

static enum content content_of_json(const char *name, const char *path, struct error *error) {
    if (strcmp(name, "run.json") == 0)
        return RUN;
    cJSON *json = json_file_load(path, error);
    int kind = CONTENTS - 1;
    while (kind > NOTHING && !(contents[kind].key[0] && json_item(json, contents[kind].key[0]) &&
                               json_item(json, contents[kind].key[1])))
        kind--;
    cJSON_Delete(json);
    return (enum content)kind;
}

// "2" before "10".
static int by_number(const struct dirent **a, const struct dirent **b) {
    size_t left = strspn((*a)->d_name, "0123456789"), right = strspn((*b)->d_name, "0123456789");
    if (left && right && left != right)
        return left < right ? -1 : 1;
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool list_folder(const char *folder, struct listing *listing, struct error *error) {
    struct dirent **found = NULL;
    int count = scandir(folder, &found, NULL, by_number);
    if (count < 0)
        mem_check_errno();
    if (count < 0)
        return error_errno(error, folder);
    listing->entry = mem_calloc((size_t)count + 1, sizeof *listing->entry);
    bool done = true;
    for (int i = 0; i < count; i++) {
        const char *name = found[i]->d_name;
        char path[PATH_MAX];
        struct stat status;
        if (done && *name != '.' && (done = file_join(folder, name, path, error)) &&
            stat(path, &status) == 0 && (S_ISDIR(status.st_mode) || S_ISREG(status.st_mode))) {
            struct entry *entry = &listing->entry[listing->count++];
            snprintf(entry->name, sizeof entry->name, "%s", name);
            entry->content = S_ISDIR(status.st_mode)    ? FOLDER
                             : file_ends(name, ".json") ? content_of_json(name, path, error)
                             : file_ends(name, ".csv")  ? content_of_csv(path, error)
                                                        : NOTHING;
            done = *error->text == 0;
        }
        free(found[i]);
    }
    free(found);
    return done;
}

static bool holds(const struct listing *listing, enum content content) {
    for (int i = 0; i < listing->count; i++)
        if (listing->entry[i].content == content)
            return true;
    return false;
}

static bool has_main_run(const cJSON *answer) {
    const cJSON *run;
    cJSON_ArrayForEach(run, json_item(answer, "runs")) {
        if (cJSON_IsTrue(json_item(run, "main")))
            return true;
    }
    return false;
}

// An answer of a command, as it is, which the section takes.
static bool add_answer(struct report_folder *folder, enum content content, const char *path,
                       cJSON *answer, struct error *error) {
    if (json_number(answer, "schema") != ANSWER_SCHEMA) {
        char how[256];
        const char *program = json_text(answer, "program");
        snprintf(
            how, sizeof how,
            "%.100s wrote it in another form: the command that made it, given again, writes it "
            "anew",
            *program ? program : "another version");
        report_missing(folder, path, how);
        cJSON_Delete(answer);
        return true;
    }
    if (content == TUNING)
        return report_tuning(folder, path, answer, error);
    if (content == WORTH && !has_main_run(answer)) {
        cJSON_Delete(answer);
        return error_at(error, path, 0, "no run of its \"runs\" is the main one");
    }
    cJSON *section = report_section(folder, contents[content].kind);
    json_add_text(section, "source", path);
    json_add(section, "answer", answer);
    return true;
}

static bool add_file(struct report_folder *folder, const struct entry *entry, struct error *error) {
    char path[PATH_MAX];
    if (!file_join(folder->path, entry->name, path, error))
        return false;
    if (contents[entry->content].read)
        return contents[entry->content].read(folder, path, error);
    if (contents[entry->content].header)
        return report_comparison(folder, path, contents[entry->content].kind, error);
    cJSON *json = json_file_load(path, error);
    if (!json)
        return false;
    return add_answer(folder, entry->content, path, json, error);
}

static void add_note(cJSON *json, const char *folder, const char *name, const char *key) {
    char path[PATH_MAX];
    struct error ignored;
    if (!file_join(folder, name, path, &ignored) || access(path, R_OK) != 0)
        return;
    char *text = file_read(path, NOTES_LIMIT, &ignored);
    if (text)
        json_add_text(json, key, text);
    free(text);
}

// The rows of worth.csv, which say their method and stand in results without an answer beside them;
// of several limits or values, where each has a file, those of the answer's main run.
static bool add_worth(struct report_folder *folder, struct error *error) {
    char path[PATH_MAX], name[NAME_MAX] = "worth.csv";
    const cJSON *section, *run;
    cJSON_ArrayForEach(section, json_item(folder->json, "sections")) {
        const cJSON *runs = json_item(json_item(section, "answer"), "runs");
        cJSON_ArrayForEach(run, runs) if (cJSON_GetArraySize(runs) > 1 &&
                                          cJSON_IsTrue(json_item(run, "main")))
            snprintf(name, sizeof name, "worth-%.200s.csv", json_text(run, "name"));
    }
    if (!file_join(folder->path, name, path, error))
        return false;
    cJSON *rows = access(path, R_OK) == 0 ? report_csv_rows(path, error) : NULL;
    if (rows)
        json_add(folder->json, "worth", rows);
    return !*error->text;
}

static bool add_folder(cJSON *list, const char *path, const struct report_options *options,
                       int depth, bool tuned, struct error *error);

// The folder in it, where that is a run's.
static bool add_run_in(cJSON *list, const char *path, const char *name,
                       const struct report_options *options, struct error *error) {
    char below[PATH_MAX], run[PATH_MAX];
    return file_join(path, name, below, error) && file_join(below, "run.json", run, error) &&
           (access(run, F_OK) != 0 || add_folder(list, below, options, 0, true, error));
}

// The matches of a verification, in the folders of its node limits, or of a round robin.
static bool add_matches(cJSON *list, const char *path, const struct listing *listing,
                        const struct report_options *options, struct error *error) {
    bool done = true;
    for (int i = 0; done && i < listing->count; i++)
        if (listing->entry[i].content == FOLDER)
            done = add_run_in(list, path, listing->entry[i].name, options, error);
    return done;
}

// The games of every generation, the test of its values and the matches of that.
static bool add_generations(cJSON *list, const char *path, const struct listing *listing,
                            const struct report_options *options, struct error *error) {
    struct report_options fewer = *options;
    fewer.games = options->games > 4 ? options->games / 4 : options->games > 0;
    bool done = true;
    for (int i = 0; done && i < listing->count; i++) {
        char below[PATH_MAX], match[PATH_MAX];
        if (listing->entry[i].content == FOLDER)
            done = file_join(path, listing->entry[i].name, below, error) &&
                   file_join(below, "match", match, error) &&
                   add_run_in(list, below, "log", &fewer, error) &&
                   (access(match, F_OK) != 0 || add_folder(list, match, &fewer, 1, true, error));
    }
    return done;
}

// Adds the folder; where nothing in it is known, those in it that hold something.
static bool add_folder(cJSON *list, const char *path, const struct report_options *options,
                       int depth, bool tuned, struct error *error) {
    struct listing listing = {0};
    if (options->progress)
        options->progress(options->context, path);
    bool done = list_folder(path, &listing, error);
    struct report_folder folder = {options, path, cJSON_CreateObject(), tuned};
    json_add_text(folder.json, "folder", path);
    add_note(folder.json, path, "command", "command");
    add_note(folder.json, path, "finding.md", "notes");
    cJSON *sections = json_add_array(folder.json, "sections");
    cJSON *missing = json_add_array(folder.json, "missing");
    folder.tuned |= holds(&listing, TUNING);
    bool fitted = false;
    for (int kind = NOTHING + 1; done && kind < CONTENTS; kind++) {
        // Beside a fit of the same games values.csv says nothing more.
        fitted = fitted ||
                 (kind == VALUES_FILE && holds(&listing, RUN) &&
                  strcmp(json_text(cJSON_GetArrayItem(sections, cJSON_GetArraySize(sections) - 1),
                                   "source"),
                         "positions.csv") == 0);
        for (int i = 0; done && i < listing.count; i++)
            if ((int)listing.entry[i].content == kind && !(fitted && kind == VALUES_FILE))
                done = add_file(&folder, &listing.entry[i], error);
    }
    done = done && add_worth(&folder, error);
    bool something = cJSON_GetArraySize(sections) + cJSON_GetArraySize(missing) > 0;
    if (done && something)
        json_append(list, folder.json);
    else
        cJSON_Delete(folder.json);
    if (done && (holds(&listing, VERIFICATION) || holds(&listing, RATINGS)))
        done = add_matches(list, path, &listing, options, error);
    if (done && holds(&listing, HISTORY))
        done = add_generations(list, path, &listing, options, error);
    for (int i = 0; done && !something && depth > 0 && i < listing.count; i++) {
        char below[PATH_MAX];
        if (listing.entry[i].content == FOLDER)
            done = file_join(path, listing.entry[i].name, below, error) &&
                   (!files_see(options->seen, below) ||
                    add_folder(list, below, options, depth - 1, false, error));
    }
    free(listing.entry);
    return done;
}

cJSON *report_read(const char *const *folders, int count, const struct report_options *options,
                   struct error *error) {
    struct report_options all = *options;
    struct files_seen seen = {0};
    all.seen = &seen;
    all.folders = folders;
    all.folder_count = count;
    *error = (struct error){""};
    cJSON *report = cJSON_CreateObject();
    json_add_number(report, "schema", ANSWER_SCHEMA);
    json_add_text(report, "program", runmeta_this_program());
    cJSON *list = json_add_array(report, "folders");
    bool done = true;
    for (int i = 0; done && i < count; i++) {
        int before = cJSON_GetArraySize(list);
        files_see(&seen, folders[i]);
        done = add_folder(list, folders[i], &all, DEPTH, false, error);
        if (done && cJSON_GetArraySize(list) == before)
            done = error_at(error, folders[i], 0,
                            "nothing to report: no run.json, values, history or comparison here");
    }
    done = done && report_shows_chosen(report, options, error);
    files_seen_destroy(&seen);
    if (done)
        return report;
    cJSON_Delete(report);
    return NULL;
}

bool report_is_of_one_game(const cJSON *report, struct error *error) {
    const cJSON *folder, *section;
    const char *game = "";
    cJSON_ArrayForEach(folder, json_item(report, "folders")) {
        cJSON_ArrayForEach(section, json_item(folder, "sections")) {
            const cJSON *answer = json_item(section, "answer");
            const char *name = json_text(section, "variant");
            name = *name ? name : json_text(answer, "variant");
            if (*name && *game && strcmp(name, game) != 0)
                return error_set(error,
                                 "a card is of one game, these folders are of %.60s and %.60s",
                                 game, name);
            game = *name ? name : game;
        }
    }
    return true;
}

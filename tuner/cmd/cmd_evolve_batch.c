// SPDX-License-Identifier: GPL-3.0-or-later
#include "cmd_evolve_batch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd_ini_options.h"
#include "file.h"

static const char *const section_names[BATCH_SECTIONS] = {"batch", "game", "play",
                                                          "match", "tune", "slurm"};

enum { KEY_SBATCH = 256, KEY_TIME, KEY_ARRAY, KEY_ROUNDS };
static const struct argp_option slurm_list[] = {
    {"sbatch", KEY_SBATCH, "OPTIONS", 0, "Of every job", 0},
    {"time", KEY_TIME, "TIME", 0, "Time limit of a job", 0},
    {"array", KEY_ARRAY, "N", 0, "Most tasks at a time", 0},
    {"rounds", KEY_ROUNDS, "N", 0, "How often the array is submitted", 0},
    {0}};

static error_t parse_slurm(int key, char *text, struct argp_state *state) {
    struct evolve_options *options = state->input;
    switch (key) {
    case KEY_SBATCH:
        options->slurm.sbatch = text;
        return 0;
    case KEY_TIME:
        options->slurm.time = text;
        if (text[strspn(text, "0123456789:-")])
            argp_error(state, "time: as sbatch --time takes it, not '%s'", text);
        return 0;
    case KEY_ARRAY:
        return parse_count(text, "array", 1, 100000, &options->slurm.array) ? 0 : EINVAL;
    case KEY_ROUNDS:
        return parse_count(text, "rounds", 1, 10, &options->slurm.rounds) ? 0 : EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}
static const struct argp slurm_argp = {.options = slurm_list, .parser = parse_slurm};

// Whose options the keys of a section are, and which part of the options they fill.
static const struct {
    enum batch_section section;
    const struct argp *argp;
    size_t offset;
} parts[] = {{BATCH_SELF, &evolve_own_argp, 0},
             {BATCH_SELF, &sprt_options_argp, offsetof(struct evolve_options, sprt)},
             {BATCH_GAME, &play_whole_options_argp, offsetof(struct evolve_options, play)},
             {BATCH_GAME, &play_whole_options_argp, offsetof(struct evolve_options, match)},
             {BATCH_GAME, &game_options_argp, offsetof(struct evolve_options, game)},
             {BATCH_PLAY, &play_whole_options_argp, offsetof(struct evolve_options, play)},
             {BATCH_PLAY, &sampling_options_argp, offsetof(struct evolve_options, sampling)},
             {BATCH_MATCH, &play_whole_options_argp, offsetof(struct evolve_options, match)},
             {BATCH_MATCH, &sprt_options_argp, offsetof(struct evolve_options, sprt)},
             {BATCH_TUNE, &tune_options_argp, offsetof(struct evolve_options, tune)},
             {BATCH_SLURM, &slurm_argp, 0}};

// What [batch] says of all steps, so that no section says it otherwise.
static bool is_said_in_batch(const char *key) {
    static const char *const keys[] = {"seed",  "threads", "nodes", "values", "out",
                                       "force", "json",    "start", "sprt"};
    for (int i = 0; i < ARRAY_LENGTH(keys); i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

static char *own(struct evolve_options *options, char *text) {
    if (text && options->owned_count < ARRAY_LENGTH(options->owned))
        return options->owned[options->owned_count++] = text;
    free(text);
    return NULL;
}

// A path of the file counts from its folder.
static char *in_folder_of(struct evolve_options *options, const char *file, const char *path) {
    const char *slash = strrchr(file, '/');
    int length = *path == '/' || !slash ? 0 : (int)(slash + 1 - file);
    char *text = malloc((size_t)length + strlen(path) + 1);
    if (text)
        sprintf(text, "%.*s%s", length, file, path);
    return own(options, text);
}

// NULL and `error` when the value names a file that cannot be read.
static char *resolve(struct evolve_options *options, const char *key, const char *value,
                     struct error *error) {
    bool values = strcmp(key, "values") == 0 && strcmp(value, "estimate") != 0;
    bool openings = strcmp(key, "openings") == 0 && strncmp(value, "random:", 7) != 0;
    bool variant = strcmp(key, "variant") == 0 && strchr(value, '/');
    if (!values && !openings && !variant && strcmp(key, "out") != 0)
        return own(options, strdup(value));
    char *path = in_folder_of(options, options->path ? options->path : "", value);
    if ((values || openings) && path && access(path, R_OK) != 0) {
        error_set(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    return path;
}

static bool take(struct evolve_options *options, enum batch_section section, const char *key,
                 char *value, struct error *error) {
    bool found = false, fine = true;
    if (section == BATCH_SELF && strcmp(key, "variant") == 0) {
        options->game.variant_name = value;
        return true;
    }
    if (section != BATCH_SELF && is_said_in_batch(key))
        return error_set(error, "'%s' stands in [batch]", key);
    if (section != BATCH_PLAY && strcmp(key, "depth") == 0)
        return error_set(error, "only self-play may be limited by depth");
    for (int i = 0; i < ARRAY_LENGTH(parts) && fine; i++) {
        if (parts[i].section != section)
            continue;
        bool known;
        char *copy = own(options, strdup(value)); // lists are cut in pieces
        fine = copy && (ini_options_take(parts[i].argp, (char *)options + parts[i].offset, key,
                                         copy, &known, error) ||
                        !known);
        found |= copy && known;
    }
    return fine &&
           (found || error_set(error, "there is no '%s' in [%s]", key, section_names[section]));
}

bool batch_take(struct evolve_options *options, enum batch_section section, const char *text) {
    char key[ENTRY_KEY];
    size_t length = strcspn(text, "=");
    struct error error = {"expected KEY=VALUE"};
    snprintf(key, sizeof key, "%.*s", (int)length, text);
    char *value = text[length] ? own(options, strdup(text + length + 1)) : NULL;
    return (value && take(options, section, key, value, &error)) ||
           fail(EXIT_USAGE, "--%s '%s': %s", section_names[section], text, error.text) == EXIT_DONE;
}

bool batch_read(struct evolve_options *options) {
    struct error error = {"out of memory"};
    char *text = file_read(options->path, 1 << 20, &error);
    options->file = malloc(sizeof *options->file);
    bool fine =
        text && options->file &&
        entries_read(text, options->path, section_names, BATCH_SECTIONS, options->file, &error);
    free(text);
    for (int i = 0; fine && i < options->file->count; i++) {
        const struct entry *entry = &options->file->entry[i];
        struct error cause = {"out of memory"};
        char *value = *entry->value ? resolve(options, entry->key, entry->value, &cause) : NULL;
        if (!*entry->value)
            error_set(&cause, "no value");
        fine =
            value && take(options, (enum batch_section)entry->section, entry->key, value, &cause);
        if (!fine)
            error_at(&error, options->path, entry->line, "'%s = %s': %s", entry->key, entry->value,
                     cause.text);
    }
    const char *missing = !options->game.variant_name ? "variant"
                          : !options->folder          ? "out"
                          : !options->seed_given      ? "seed"
                                                      : NULL;
    if (fine && missing)
        fine = error_set(&error, "%s: '%s' is missing in [batch]", options->path, missing);
    return fine || fail(EXIT_USAGE, "%s", error.text) == EXIT_DONE;
}

bool batch_check(struct evolve_options *options) {
    struct error error = {""};
    return ini_options_end(&sprt_options_argp, &options->sprt, &error) &&
                   ini_options_end(&tune_options_argp, &options->tune, &error)
               ? true
               : fail(EXIT_USAGE, "%s", error.text) == EXIT_DONE;
}

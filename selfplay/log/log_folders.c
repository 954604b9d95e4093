// SPDX-License-Identifier: GPL-3.0-or-later
#include "log_folders.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool log_paths_of(const char *folder, struct log_paths *paths, struct error *error) {
    const int room = PATH_MAX - 32;
    if ((int)strlen(folder) > room)
        return error_set(error, "%.100s...: the folder's name is too long", folder);
    snprintf(paths->run, PATH_MAX, "%.*s/run.json", room, folder);
    snprintf(paths->games, PATH_MAX, "%.*s/games.csv", room, folder);
    snprintf(paths->positions, PATH_MAX, "%.*s/positions.csv", room, folder);
    return true;
}

static bool add(struct log_folders *folders, const char *path, struct error *error) {
    if (folders->count == folders->capacity) {
        int capacity = 2 * folders->capacity + 16;
        char **grown = realloc(folders->path, (size_t)capacity * sizeof *grown);
        if (!grown)
            return error_set(error, "out of memory");
        folders->path = grown;
        folders->capacity = capacity;
    }
    folders->path[folders->count] = strdup(path);
    return folders->path[folders->count++] != NULL || error_set(error, "out of memory");
}

static bool holds_run(const char *folder) {
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/run.json", folder) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

bool log_folders_add(struct log_folders *folders, const char *folder, struct error *error) {
    struct dirent **entries = NULL;
    int before = folders->count;
    int count = holds_run(folder) ? 0 : scandir(folder, &entries, NULL, alphasort);
    if (count < 0 && errno != ENOENT && errno != ENOTDIR)
        return error_at(error, folder, 0, "%s", strerror(errno));
    bool done = true;
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        if (done && entries[i]->d_name[0] != '.' &&
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < (int)sizeof path &&
            holds_run(path))
            done = add(folders, path, error);
        free(entries[i]);
    }
    free(entries);
    return done && (folders->count > before || add(folders, folder, error));
}

void log_folders_destroy(struct log_folders *folders) {
    for (int i = 0; i < folders->count; i++)
        free(folders->path[i]);
    free(folders->path);
    *folders = (struct log_folders){0};
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of logs, as people name them: each by itself, or the folder that holds the parts of a
// run.
#pragma once

#include <limits.h>

#include "error.h"

struct log_paths {
    char run[PATH_MAX], games[PATH_MAX], positions[PATH_MAX];
};
// Where the files of a log are. False when a name is too long.
bool log_paths_of(const char *folder, struct log_paths *paths, struct error *error);

struct log_folders {
    char **path; // owned
    int count, capacity;
};

// Adds `folder`, or where it has no run.json the folders in it that have one, in the order of their
// names; `folder` itself when there are none. False when memory is out or it cannot be read.
bool log_folders_add(struct log_folders *folders, const char *folder, struct error *error);
void log_folders_destroy(struct log_folders *folders);

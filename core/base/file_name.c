// SPDX-License-Identifier: GPL-3.0-or-later
// Names alone: also for hosts that have no files.
#include <string.h>

#include "file.h"

const char *file_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool file_ends(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);
    return length > tail && strcmp(name + length - tail, end) == 0;
}

bool file_check_name(const char *what, const char *name, size_t room, struct error *error) {
    static const char begin[] = "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t length = 0;
    while (name[length] &&
           (strchr(begin, name[length]) || (length && strchr(".+=-", name[length]))))
        length++;
    if (length > 0 && !name[length] && length < room)
        return true;
    return error_set(error,
                     "'%.60s' cannot be %s: a name begins with a letter, a digit or '_' and has up "
                     "to %zu letters, digits and any of \"_.+=-\"",
                     name, what, room - 1);
}

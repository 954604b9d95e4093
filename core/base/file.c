// SPDX-License-Identifier: GPL-3.0-or-later
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fault(struct error *error, const char *path) {
    return error_at(error, path, 0, "%s", strerror(errno));
}

// Reads what there is, but no more than `room` bytes; their number.
static size_t read_some(FILE *file, char **text, size_t room) {
    size_t length = 0, capacity = 0;
    for (;;) {
        if (length == capacity) {
            capacity = capacity ? 2 * capacity : 4096;
            capacity = capacity < room ? capacity : room;
            char *more = length < capacity ? realloc(*text, capacity + 1) : NULL;
            if (!more)
                return length; // full, or errno says that memory is out
            *text = more;
        }
        size_t got = fread(*text + length, 1, capacity - length, file);
        length += got;
        if (got == 0)
            return length;
    }
}

char *file_read(const char *path, size_t limit, struct error *error) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        fault(error, path);
        return NULL;
    }
    char *text = NULL;
    errno = 0;
    size_t length = read_some(file, &text, limit + 1);
    bool whole = false;
    if (ferror(file) || !text || (length <= limit && !feof(file)))
        fault(error, path);
    else if (memchr(text, 0, length))
        error_at(error, path, 0, "a byte 0 in the text");
    else if (length > limit)
        error_at(error, path, 0, "larger than %zu bytes", limit);
    else
        whole = true;
    fclose(file);
    if (!whole) {
        free(text);
        return NULL;
    }
    text[length] = 0;
    return text;
}

bool file_write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

// The folder that a file is in.
static const char *folder_of(const char *path, char folder[PATH_MAX]) {
    snprintf(folder, PATH_MAX, "%s", path);
    char *slash = strrchr(folder, '/');
    if (!slash)
        return ".";
    slash[slash == folder] = 0;
    return folder;
}

bool file_can_replace(const char *path, struct error *error) {
    char room[PATH_MAX];
    const char *folder = folder_of(path, room);
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return error_at(error, path, 0, "is a folder");
    if (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode))
        return error_at(error, path, 0, "there is no folder %s", folder);
    return access(folder, W_OK | X_OK) == 0 || fault(error, path);
}

// Makes the renaming itself last through a power cut; not every file system can, none must.
static void sync_folder_of(const char *path) {
    char folder[PATH_MAX];
    int descriptor = open(folder_of(path, folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor);
    close(descriptor);
}

bool file_replace(const char *path, const char *text, size_t length, struct error *error) {
    char temporary[PATH_MAX];
    if (snprintf(temporary, sizeof temporary, "%s.new", path) >= (int)sizeof temporary)
        return error_at(error, path, 0, "the name is too long");
    int descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) // the name that people gave, not ours
        return fault(error, path);
    bool written = file_write_all(descriptor, text, length) && fsync(descriptor) == 0;
    int cause = errno;
    if (close(descriptor) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (written && rename(temporary, path) != 0) {
        written = false;
        cause = errno;
    }
    if (!written) {
        unlink(temporary);
        errno = cause;
        return fault(error, path);
    }
    sync_folder_of(path);
    return true;
}

bool file_make_folder(const char *path, struct error *error) {
    char part[PATH_MAX];
    if (path[0] == 0 || snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return error_set(error, "'%s' cannot be a folder's name", path);
    for (char *at = part + 1;; at++) {
        if (*at != '/' && *at != 0)
            continue;
        char end = *at;
        *at = 0;
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return fault(error, part);
        *at = end;
        if (!end)
            break;
    }
    struct stat status;
    if (stat(path, &status) != 0)
        return fault(error, path);
    if (!S_ISDIR(status.st_mode))
        return error_at(error, path, 0, "not a folder");
    return true;
}

int file_lock_folder(const char *folder, struct error *error) {
    char path[PATH_MAX];
    if (!file_make_folder(folder, error))
        return -1;
    if (snprintf(path, sizeof path, "%s/lock", folder) >= (int)sizeof path) {
        error_at(error, folder, 0, "the name is too long");
        return -1;
    }
    int lock = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (lock >= 0 && errno == EWOULDBLOCK)
        error_at(error, folder, 0, "another process is at work there");
    else
        fault(error, path);
    if (lock >= 0)
        close(lock);
    return -1;
}

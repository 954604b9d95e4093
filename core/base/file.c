// SPDX-License-Identifier: GPL-3.0-or-later
#include "file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "memory.h"

char *file_in(const char *folder, const char *name, char path[PATH_MAX]) {
    snprintf(path, PATH_MAX, "%.4000s/%s", folder, name);
    return path;
}

bool file_join(const char *folder, const char *name, char path[PATH_MAX], struct error *error) {
    enum { LONGEST = 3800 }; // leaves room for what is below
    file_in(folder, name, path);
    return strlen(folder) <= LONGEST ||
           error_set(error, "%.100s...: the folder's name is too long", folder);
}

char *file_read(const char *path, size_t limit, struct error *error) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        mem_check_errno();
        error_errno(error, path);
        return NULL;
    }
    struct buffer text = buffer_init();
    char part[1 << 14];
    size_t length = 1;
    bool whole = false;
    errno = 0;
    while (length > 0 && text.length <= limit) {
        length = fread(part, 1, sizeof part, file);
        buffer_add(&text, part, length);
    }
    if (ferror(file))
        error_errno(error, path);
    else if (memchr(text.data, 0, text.length))
        error_at(error, path, 0, "a byte 0 in the text");
    else if (text.length > limit)
        error_at(error, path, 0, "larger than %zu bytes", limit);
    else
        whole = true;
    fclose(file);
    if (!whole)
        buffer_destroy(&text);
    return text.data;
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
    return access(folder, W_OK | X_OK) == 0 || error_errno(error, path);
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

// Temporary files of "FOLDER/NAME" are "FOLDER/.NAME." with 16 digits and ".new" behind.
enum { DIGITS = 16, NAME_KEPT = 200, STALE_SECONDS = 3600 };
static const char new_end[] = ".new";

static int print_temporary(const char *path, const char *digits, char temporary[PATH_MAX]) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return snprintf(temporary, PATH_MAX, "%.*s.%.*s.%s%s", (int)(name - path), path, NAME_KEPT,
                    name, digits, new_end);
}

// Removes what writers of the file left that were killed long ago.
static void remove_stale(const char *path) {
    char folder[PATH_MAX], begin[PATH_MAX];
    print_temporary(path, "", begin);
    const char *slash = strrchr(begin, '/'), *name = slash ? slash + 1 : begin;
    size_t length = strlen(name) - strlen(new_end);
    DIR *entries = opendir(folder_of(path, folder));
    time_t now = time(NULL);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        struct stat status;
        if (strncmp(entry->d_name, name, length) == 0 &&
            strspn(entry->d_name + length, "0123456789abcdef") == DIGITS &&
            strcmp(entry->d_name + length + DIGITS, new_end) == 0 &&
            fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode) && status.st_mtime < now - STALE_SECONDS)
            unlinkat(dirfd(entries), entry->d_name, 0);
    }
    if (entries)
        closedir(entries);
}

// Opens a new file beside `path`. -1: see errno.
static int open_temporary(const char *path, char temporary[PATH_MAX]) {
    uint64_t number;
    char digits[DIGITS + 1];
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return -1;
    snprintf(digits, sizeof digits, "%016" PRIx64, number);
    if (print_temporary(path, digits, temporary) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); // follows no link
}

// Writes the text into a new file beside `path`, whose name is `temporary` then.
static bool write_beside(const char *path, const char *text, size_t length,
                         char temporary[PATH_MAX], struct error *error) {
    int descriptor = open_temporary(path, temporary);
    if (descriptor < 0) { // the name that people gave, not ours
        *temporary = 0;
        return error_errno(error, path);
    }
    bool written = file_write_all(descriptor, text, length) && fsync(descriptor) == 0;
    int cause = errno;
    if (close(descriptor) != 0 && written) {
        written = false;
        cause = errno;
    }
    errno = cause;
    return written || error_errno(error, path);
}

bool file_replace(const char *path, const char *text, size_t length, struct error *error) {
    char temporary[PATH_MAX];
    bool done = write_beside(path, text, length, temporary, error) &&
                (rename(temporary, path) == 0 || error_errno(error, path));
    if (!done && *temporary)
        unlink(temporary);
    if (done) {
        sync_folder_of(path);
        remove_stale(path);
    }
    return done;
}

struct buffer *file_set_add(struct file_set *set, const char *path) {
    assert(set->count < ARRAY_LENGTH(set->file) && strlen(path) < PATH_MAX);
    strcpy(set->file[set->count].path, path);
    set->file[set->count].text = buffer_init();
    return &set->file[set->count++].text;
}

// Does every file say what it is to say?
static bool is_written(const struct file_set *set) {
    bool same = true;
    for (int i = 0; i < set->count && same; i++) {
        char *there = file_read(set->file[i].path, set->file[i].text.length, NULL);
        same = there && strcmp(there, set->file[i].text.data) == 0;
        free(there);
    }
    return same;
}

bool file_set_write(struct file_set *set, struct error *error) {
    char temporary[ARRAY_LENGTH(set->file)][PATH_MAX] = {""};
    int last = set->count - 1;
    const char *marker = set->file[last].path;
    bool done = true, old = access(marker, F_OK) == 0;
    if (old && is_written(set)) {
        file_set_destroy(set);
        return true;
    }
    for (int i = 0; i < set->count && done; i++)
        done = file_can_replace(set->file[i].path, error);
    for (int i = 0; i < set->count && done; i++)
        done = write_beside(set->file[i].path, set->file[i].text.data, set->file[i].text.length,
                            temporary[i], error);
    // Not one that another process, which writes the same, has put there since.
    if (done && last > 0 && old && unlink(marker) != 0 && errno != ENOENT)
        done = error_errno(error, marker);
    for (int i = 0; i < set->count && done; i++) {
        if (i > 0 && i == last)
            sync_folder_of(marker);
        done =
            rename(temporary[i], set->file[i].path) == 0 || error_errno(error, set->file[i].path);
        if (done)
            *temporary[i] = 0;
    }
    for (int i = 0; i < set->count; i++)
        if (*temporary[i])
            unlink(temporary[i]);
    sync_folder_of(marker);
    for (int i = 0; i < set->count && done; i++)
        remove_stale(set->file[i].path);
    file_set_destroy(set);
    return done;
}

void file_set_destroy(struct file_set *set) {
    for (int i = 0; i < set->count; i++)
        buffer_destroy(&set->file[i].text);
    set->count = 0;
}

bool files_see(struct files_seen *seen, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return true;
    for (int i = 0; i < seen->count; i++)
        if (seen->of[i].device == status.st_dev && seen->of[i].inode == status.st_ino)
            return false;
    seen->of = mem_grow(seen->of, seen->count, &seen->room, sizeof *seen->of);
    seen->of[seen->count].device = status.st_dev;
    seen->of[seen->count++].inode = status.st_ino;
    return true;
}

void files_seen_destroy(struct files_seen *seen) {
    free(seen->of);
    *seen = (struct files_seen){0};
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
            return error_errno(error, part);
        *at = end;
        if (!end)
            break;
    }
    struct stat status;
    if (stat(path, &status) != 0)
        return error_errno(error, path);
    if (!S_ISDIR(status.st_mode))
        return error_at(error, path, 0, "not a folder");
    return true;
}

void file_drop_folder(const char *path) {
    DIR *files = opendir(path);
    for (const struct dirent *file; files && (file = readdir(files));)
        unlinkat(dirfd(files), file->d_name, 0);
    if (files)
        closedir(files);
    rmdir(path);
}

int file_lock_folder(const char *folder, struct error *error) {
    char path[PATH_MAX];
    if (!file_join(folder, "lock", path, error) || !file_make_folder(folder, error))
        return -1;
    int lock = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (lock >= 0 && errno == EWOULDBLOCK)
        error_at(error, folder, 0, "another process is at work there");
    else
        error_errno(error, path);
    if (lock >= 0)
        close(lock);
    return -1;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are whole or not there, and names of files and folders.
#pragma once

#include <limits.h>
#include <sys/types.h>

#include "buffer.h"
#include "error.h"

// May people give this name to something that a file or folder is called by, and that tables and
// terminals show? ASCII letters, digits and any of "_.+=-", the first a letter, a digit or '_',
// fewer than `room`. `what` begins the message: "an arm's name". False and `error` else.
bool file_check_name(const char *what, const char *name, size_t room, struct error *error);

// What stands behind the last '/' of a path, or all of it.
const char *file_base(const char *path);
// Does the name end so, with something before it?
bool file_ends(const char *name, const char *end);
// "FOLDER/NAME" into `path`, which is returned; too long a folder's name is cut.
char *file_in(const char *folder, const char *name, char path[PATH_MAX]);
// The same; a folder's name that leaves too little room for what is in it is an error.
bool file_join(const char *folder, const char *name, char path[PATH_MAX], struct error *error);

// Reads a whole file as text. The caller frees it. NULL and `error` on a fault, and when the file
// is larger than `limit` bytes (of which no more are read) or holds a byte 0.
char *file_read(const char *path, size_t limit, struct error *error);

// Writes `path` as a temporary file beside it, syncs, renames: readers see the old text or the new.
// The temporary file is new, follows no link, and is hidden: ".NAME.<16 hexadecimal digits>.new".
// One that a killed writer left goes when its file is written an hour later or more.
bool file_replace(const char *path, const char *text, size_t length, struct error *error);

// Files that belong together, the marker last: where it is, all are whole and of one writing.
struct file_set {
    struct {
        char path[PATH_MAX];
        struct buffer text; // owned
    } file[6];
    int count;
};
// Adds a file; what it holds is to be printed into the buffer.
struct buffer *file_set_add(struct file_set *set, const char *path);
// Writes them as file_replace does, the file added last after the others are in their places; where
// there are several an old marker goes before that. Files that all say the same already are left,
// so that processes which write the same may do so at once. Then the set is empty, in any case.
bool file_set_write(struct file_set *set, struct error *error);
// Empties a set that is not to be written.
void file_set_destroy(struct file_set *set);

// Files and folders that a walk has come to, over links or not.
struct files_seen {
    struct {
        dev_t device;
        ino_t inode;
    } * of; // owned
    int count, room;
};
// True: the walk has not been there; also where nothing is.
bool files_see(struct files_seen *seen, const char *path);
void files_seen_destroy(struct files_seen *seen);

// Is there a folder to write it in, and no folder in its place? For work that begins long before
// file_replace. False and `error` else.
bool file_can_replace(const char *path, struct error *error);

// Creates a folder and those above it. An existing folder is fine; anything else there is an error.
bool file_make_folder(const char *path, struct error *error);

// Removes a folder with its files, where it is. One with folders in it stays, without its files.
void file_drop_folder(const char *path);

// Writes all bytes to an open file, through interruptions and short writes. False: see errno.
bool file_write_all(int descriptor, const char *bytes, size_t length);

// Creates the folder where it is missing, and its file `lock`, and takes the lock, so that one
// process at a time works there. Returns the descriptor, to be closed at the end; -1 and `error` on
// a fault, and when another process has the lock.
int file_lock_folder(const char *folder, struct error *error);

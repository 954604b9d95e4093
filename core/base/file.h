// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are whole or not there.
#pragma once

#include "error.h"

// Reads a whole file as text. The caller frees it. NULL and `error` on a fault, and when the file
// is larger than `limit` bytes (of which no more are read) or holds a byte 0.
char *file_read(const char *path, size_t limit, struct error *error);

// Writes `path` as a temporary file beside it, syncs, renames: readers see the old text or the new.
bool file_replace(const char *path, const char *text, size_t length, struct error *error);

// Is there a folder to write it in, and no folder in its place? For work that begins long before
// file_replace. False and `error` else.
bool file_can_replace(const char *path, struct error *error);

// Creates a folder and those above it. An existing folder is fine; anything else there is an error.
bool file_make_folder(const char *path, struct error *error);

// Writes all bytes to an open file, through interruptions and short writes. False: see errno.
bool file_write_all(int descriptor, const char *bytes, size_t length);

// Creates the folder where it is missing, and its file `lock`, and takes the lock, so that one
// process at a time works there. Returns the descriptor, to be closed at the end; -1 and `error` on
// a fault, and when another process has the lock.
int file_lock_folder(const char *folder, struct error *error);

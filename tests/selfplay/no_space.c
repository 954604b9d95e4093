// SPDX-License-Identifier: GPL-3.0-or-later
// A full disk for one process: loaded with LD_PRELOAD, writes to files fail with ENOSPC once
// NO_SPACE_AFTER bytes have been written; the last of them is cut short, as a real disk does.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long written;

ssize_t write(int descriptor, const void *bytes, size_t length) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "write");
    const char *limit = getenv("NO_SPACE_AFTER");
    struct stat status;
    if (!limit || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || descriptor <= 2)
        return real(descriptor, bytes, length);
    long left = atol(limit) - atomic_fetch_add(&written, (long)length);
    if (left <= 0) {
        errno = ENOSPC;
        return -1;
    }
    return real(descriptor, bytes, (long)length < left ? length : (size_t)left);
}

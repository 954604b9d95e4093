// SPDX-License-Identifier: GPL-3.0-or-later
// A process that is broken off or held, or whose disk fails, at a chosen point: loaded with
// LD_PRELOAD, it counts the calls that change files or open them for that (what it writes to a
// terminal or pipe does not count).
//   BREAK_COUNT=FILE      writes their number there at the end, and the microseconds of its
//                         processor time
//   BREAK_KILL=N          call N is not made: the process gets SIGKILL before it
//   BREAK_HOLD=N:FILE     call N waits as long as FILE is there
//   BREAK_FAIL=N:ERRNO    call N fails
//   BREAK_CPU=N           ends it as SIGKILL would after N microseconds of its processor time
// What the program starts is spared.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_long calls;
static long kill_at, hold_at, fail_at;
static int fail_errno;
static char count_path[4096], hold_path[4096];

static const char *take(const char *name) {
    const char *text = getenv(name);
    return text ? text : "";
}

__attribute__((constructor)) static void begin(void) {
    long cpu = atol(take("BREAK_CPU"));
    kill_at = atol(take("BREAK_KILL"));
    sscanf(take("BREAK_HOLD"), "%ld:%4095s", &hold_at, hold_path);
    sscanf(take("BREAK_FAIL"), "%ld:%d", &fail_at, &fail_errno);
    snprintf(count_path, sizeof count_path, "%s", take("BREAK_COUNT"));
    unsetenv("LD_PRELOAD");
    if (cpu > 0) {
        struct itimerval timer = {.it_value = {cpu / 1000000, cpu % 1000000}};
        setitimer(ITIMER_PROF, &timer, NULL); // SIGPROF ends a process that does not know it
    }
}

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

__attribute__((destructor)) static void finish(void) {
    int (*real)(const char *, int, ...);
    *(void **)&real = next("open");
    int file = *count_path ? real(count_path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (file >= 0) {
        dprintf(file, "%ld %ld\n", atomic_load(&calls), clock() / (CLOCKS_PER_SEC / 1000000));
        close(file);
    }
}

// Is this call the one that fails?
static bool fails(void) {
    long call = atomic_fetch_add(&calls, 1) + 1;
    if (call == kill_at)
        kill(getpid(), SIGKILL);
    while (call == hold_at && access(hold_path, F_OK) == 0)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    if (call == fail_at)
        errno = fail_errno;
    return call == fail_at;
}

static bool is_file(int descriptor) {
    struct stat status;
    return descriptor > 2 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

static int open_counted(const char *path, int flags, mode_t mode) {
    static int (*real)(const char *, int, ...);
    if (!real)
        *(void **)&real = next("open");
    return (flags & O_ACCMODE) != O_RDONLY && fails() ? -1 : real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open_counted(path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        *(void **)&real = next("write");
    return is_file(descriptor) && fails() ? -1 : real(descriptor, bytes, length);
}

#define COUNTED(result, name, parameters, arguments)                                               \
    result name parameters {                                                                       \
        static result(*real) parameters;                                                           \
        if (!real)                                                                                 \
            *(void **)&real = next(#name);                                                         \
        return fails() ? -1 : real arguments;                                                      \
    }
COUNTED(int, rename, (const char *from, const char *to), (from, to))
COUNTED(int, unlink, (const char *path), (path))
COUNTED(int, mkdir, (const char *path, mode_t mode), (path, mode))
COUNTED(int, rmdir, (const char *path), (path))
COUNTED(int, ftruncate, (int descriptor, off_t length), (descriptor, length))
COUNTED(int, fsync, (int descriptor), (descriptor))

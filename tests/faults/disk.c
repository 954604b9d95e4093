// SPDX-License-Identifier: GPL-3.0-or-later
// A shared folder that misbehaves, for processes that take turns: loaded with LD_PRELOAD, each call
// on a file below the folder waits for its turn, and what is done to it follows from the seed.
//   DISK_TURNS=FILE     what the processes share: their turns and counts; made by the first
//   DISK_PLACE=I/N      which of N processes it is; no turn is given before all N have come
//   DISK_SEED=S         of turns and faults
//   DISK_FAULTS=PERCENT of the calls, of each kind: it fails once (EIO, ENOSPC, ESTALE); a name
//   that
//                       others have made lately is not seen yet, by open, access or in a listing;
//                       the process is killed (a quarter as often); the same, and what it has
//                       written and not synced is lost, whatever has been renamed since (a disk
//                       that puts names before data)
//   DISK_FOLDER=TEXT    paths that have this in them
// One call is made at a time, by whose turn it is, so that the seed alone decides the order. A
// delay is a turn that does not come. FILE begins with the numbers of calls and faults.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PLACES = 16, KEPT = 256, NAMES = 8 };
enum kind { FAILED, HIDDEN, KILLED, LOST, KINDS };

// Shared. Whoever has the turn alone writes, but for `state`.
struct turns {
    long calls, faults[KINDS];
    volatile int come, turn;  // processes that have come; the one whose turn it is, -1: none yet
    volatile int pid[PLACES]; // 0: gone
    uint64_t random;
    char made[NAMES][512]; // names made last
    int made_by[NAMES], next_made;
};

static struct turns *turns;
static int place = -1, places;
static double percent;
static const char *below;

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

// Splitmix64.
static uint64_t draw(void) {
    uint64_t z = turns->random += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static bool chance(double of_100) {
    return (double)(draw() >> 11) * 0x1p-53 * 100 < of_100;
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("DISK_TURNS"), *which = getenv("DISK_PLACE");
    int (*open_file)(const char *, int, ...);
    *(void **)&open_file = next("open");
    if (!path || !which || sscanf(which, "%d/%d", &place, &places) != 2)
        return;
    percent = atof(getenv("DISK_FAULTS"));
    below = getenv("DISK_FOLDER");
    int file = open_file(path, O_RDWR | O_CREAT, 0666);
    if (file < 0 || ftruncate(file, sizeof *turns) != 0)
        abort();
    turns = mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    unsetenv("LD_PRELOAD");
    turns->pid[place] = getpid();
    if (__sync_add_and_fetch(&turns->come, 1) == places) {
        turns->random = strtoull(getenv("DISK_SEED"), NULL, 10);
        turns->turn = 0;
    }
}

// Gives the turn to one of those that are not gone, who takes it at its next call.
static void pass(void) {
    int others[PLACES], count = 0;
    for (int i = 0; i < places; i++)
        if (turns->pid[i])
            others[count++] = i;
    int chosen = count ? others[draw() % (uint64_t)count] : -1;
    __sync_synchronize();
    turns->turn = chosen;
    syscall(SYS_futex, &turns->turn, FUTEX_WAKE, PLACES, NULL, NULL, 0);
}

static void await(void) {
    static const struct timespec most = {.tv_nsec = 100000000};
    for (int seen; (seen = turns->turn) != place || turns->come < places;) {
        if (syscall(SYS_futex, &turns->turn, FUTEX_WAIT, seen, &most, NULL, 0) == 0 ||
            errno != ETIMEDOUT || seen < 0 || turns->come < places)
            continue;
        if (kill(turns->pid[seen], 0) != 0 && turns->turn == seen) {
            turns->pid[seen] = 0; // it ended by itself, without a word
            turns->turn = place;
        }
    }
}

static void leave(void) {
    turns->pid[place] = 0;
    pass();
}

// Files that this process has written to since they were synced, and their lengths then.
static struct dirty {
    int file; // a descriptor of ours, which outlives theirs and shares no lock with it
    dev_t device;
    ino_t inode;
    off_t synced;
} dirty[KEPT];
static int dirty_count;

static int find(const struct stat *status) {
    int i = dirty_count - 1;
    while (i >= 0 && (dirty[i].inode != status->st_ino || dirty[i].device != status->st_dev))
        i--;
    return i;
}

static void lose(void) {
    for (int i = 0; i < dirty_count; i++)
        if (ftruncate(dirty[i].file, dirty[i].synced) != 0)
            abort();
}

__attribute__((destructor)) static void finish(void) {
    if (!turns || getpid() != turns->pid[place])
        return;
    await();
    leave();
}

// Waits for the turn and decides what becomes of the call: 0 or an error. End with pass().
static int enter(void) {
    static const int errors[] = {EIO, ENOSPC, ESTALE};
    await();
    turns->calls++;
    if (chance(percent / 4)) {
        bool lost = draw() & 1;
        turns->faults[lost ? LOST : KILLED]++;
        if (lost)
            lose();
        leave();
        kill(getpid(), SIGKILL);
    }
    if (!chance(percent))
        return 0;
    turns->faults[FAILED]++;
    return errors[draw() % 3];
}

static bool concerns(const char *path) {
    return turns && path && strstr(path, below);
}

static void note(const char *path) {
    snprintf(turns->made[turns->next_made], sizeof turns->made[0], "%s", path);
    turns->made_by[turns->next_made] = place;
    turns->next_made = (turns->next_made + 1) % NAMES;
}

// Is it at or below a name that another process has made lately, and not to be seen yet?
static bool is_hidden(const char *path) {
    for (int i = 0; i < NAMES; i++) {
        size_t length = strlen(turns->made[i]);
        if (length && turns->made_by[i] != place && strncmp(path, turns->made[i], length) == 0 &&
            (!path[length] || path[length] == '/') && chance(10 * percent)) {
            turns->faults[HIDDEN]++;
            return true;
        }
    }
    return false;
}

static int descriptor_concerns(int descriptor, char path[512]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = turns ? readlink(link, path, 511) : -1;
    path[length > 0 ? length : 0] = 0;
    return length > 0 && path[0] == '/' && strstr(path, below) != NULL;
}

// --- The calls -----------------------------------------------------------------------------------

#define REAL(result, name, ...)                                                                    \
    static result (*real)(__VA_ARGS__);                                                            \
    if (!real)                                                                                     \
    *(void **)&real = next(#name)

// A call on `path`, that fails with `fault` where that is not 0, and makes the file `made` ("":
// none).
#define TURN(result, name, path, fault, failed, made, parameters, arguments)                       \
    result name parameters {                                                                       \
        static result(*real) parameters;                                                           \
        if (!real)                                                                                 \
            *(void **)&real = next(#name);                                                         \
        if (!concerns(path))                                                                       \
            return real arguments;                                                                 \
        int error = enter();                                                                       \
        error = error ? error : (fault);                                                           \
        result done = error ? failed : real arguments;                                             \
        error = error ? error : errno;                                                             \
        if (done != failed && *made)                                                               \
            note(made);                                                                            \
        pass();                                                                                    \
        errno = error;                                                                             \
        return done;                                                                               \
    }
TURN(int, rename, to, 0, -1, to, (const char *from, const char *to), (from, to))
TURN(int, mkdir, path, 0, -1, path, (const char *path, mode_t mode), (path, mode))
TURN(char *, mkdtemp, path, 0, NULL, path, (char *path), (path))
TURN(int, unlink, path, 0, -1, "", (const char *path), (path))
TURN(int, rmdir, path, 0, -1, "", (const char *path), (path))

// What reads may find nothing yet.
#define UNSEEN (is_hidden(path) ? ENOENT : 0)
TURN(FILE *, fopen, path, UNSEEN, NULL, "", (const char *path, const char *mode), (path, mode))
TURN(DIR *, opendir, path, UNSEEN, NULL, "", (const char *path), (path))

int open(const char *path, int flags, ...) {
    REAL(int, open, const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (!concerns(path))
        return real(path, flags, mode);
    int error = enter();
    if (!error && !(flags & O_CREAT) && is_hidden(path))
        error = ENOENT;
    int file = error ? -1 : real(path, flags, mode);
    error = error ? error : errno;
    if (file >= 0 && (flags & O_CREAT))
        note(path);
    pass();
    errno = error;
    return file;
}

// A listing lags behind: names that others have made lately are left out.
struct dirent *readdir(DIR *folder) {
    REAL(struct dirent *, readdir, DIR *);
    char path[512], name[1024];
    struct dirent *entry = real(folder);
    if (!entry || !descriptor_concerns(dirfd(folder), path))
        return entry;
    await();
    do
        snprintf(name, sizeof name, "%s/%s", strstr(path, below), entry->d_name);
    while (is_hidden(name) && (entry = real(folder)));
    pass();
    return entry;
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    REAL(ssize_t, write, int, const void *, size_t);
    char path[512], link[64];
    struct stat status;
    if (!descriptor_concerns(descriptor, path))
        return real(descriptor, bytes, length);
    int error = enter();
    if (fstat(descriptor, &status) == 0 && find(&status) < 0 && dirty_count < KEPT) {
        int (*open_file)(const char *, int, ...);
        *(void **)&open_file = next("open");
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        dirty[dirty_count++] = (struct dirty){open_file(link, O_WRONLY | O_CLOEXEC), status.st_dev,
                                              status.st_ino, status.st_size};
    }
    ssize_t done = error ? -1 : real(descriptor, bytes, length);
    error = error ? error : errno;
    pass();
    errno = error;
    return done;
}

int fsync(int descriptor) {
    REAL(int, fsync, int);
    char path[512];
    struct stat status;
    if (!descriptor_concerns(descriptor, path))
        return real(descriptor);
    int error = enter();
    int i = !error && fstat(descriptor, &status) == 0 ? find(&status) : -1;
    if (i >= 0) {
        close(dirty[i].file);
        dirty[i] = dirty[--dirty_count];
    }
    pass();
    errno = error;
    return error ? -1 : 0;
}

// Who waits for a lock lets others have their turns.
int flock(int descriptor, int operation) {
    REAL(int, flock, int, int);
    char path[512];
    if (!descriptor_concerns(descriptor, path) || (operation & (LOCK_NB | LOCK_UN)))
        return real(descriptor, operation);
    for (int done = -1;;) {
        await();
        done = real(descriptor, operation | LOCK_NB);
        int error = errno;
        pass();
        errno = error;
        if (done == 0 || error != EWOULDBLOCK)
            return done;
    }
}

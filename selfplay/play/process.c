// SPDX-License-Identifier: GPL-3.0-or-later
// pipe2 is glibc's own.
#define _GNU_SOURCE
#include "external_internal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "buffer.h"
#include "file.h"
#include "line_reader.h"
#include "memory.h"

extern char **environ;

enum { SLICE = 100 }; // milliseconds after which a wait looks at `stop`

struct process {
    pid_t pid;
    int socket; // both its standard input and output: a write to it can do without SIGPIPE
    int life;   // its other end closes when we are no more
    int log;
    const atomic_bool *stop;
    struct line_reader *lines;
};

int64_t process_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool stopped(const struct process *process) {
    return process->stop && atomic_load_explicit(process->stop, memory_order_relaxed);
}

// One write a line, so that programs may share a log.
static void note(const struct process *process, char direction, const char *line) {
    if (process->log < 0)
        return;
    struct buffer text = buffer_init();
    buffer_printf(&text, "%d %c %s\n", (int)process->pid, direction, line);
    file_write_all(process->log, text.data, text.length); // a full disk: no log, no more
    buffer_destroy(&text);
}

// What the shell runs with the command as $0: in the group a guard that waits for the end of
// `life`, descriptor 3, which closes with our process even when that is killed; then the command,
// which does not see it. The guard holds nothing that could hide the end of the program.
static const char guarded[] =
    "{ read -r _ <&3; kill -KILL 0; } </dev/null >/dev/null 2>&1 & exec sh -c \"$0\" 3<&-";

// The child's side of things: files, a group of its own, signals as a program expects them.
static int spawn(pid_t *pid, const char *command, int socket, int life, int log) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&files) != 0 || posix_spawnattr_init(&attributes) != 0)
        mem_fail();
    int fault = posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
    if (!fault)
        fault = posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
    if (!fault)
        fault = log >= 0 ? posix_spawn_file_actions_adddup2(&files, log, STDERR_FILENO)
                         : posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null",
                                                            O_WRONLY, 0);
    if (!fault)
        fault = posix_spawn_file_actions_adddup2(&files, life, 3); // also where it is 3 itself
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    char shell[] = "sh", option[] = "-c", script[sizeof guarded], *text = mem_strdup(command);
    memcpy(script, guarded, sizeof guarded);
    char *arguments[] = {shell, option, script, text, NULL};
    if (!fault)
        fault = posix_spawn(pid, "/bin/sh", &files, &attributes, arguments, environ);
    free(text);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return fault;
}

struct process *process_start(const char *command, int log, const atomic_bool *stop,
                              struct error *error) {
    struct process *process = mem_calloc(1, sizeof *process);
    int ends[2] = {-1, -1}, life[2] = {-1, -1}, fault = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 ||
        pipe2(life, O_CLOEXEC) != 0)
        fault = errno;
    else
        fault = spawn(&process->pid, command, ends[1], life[0], log);
    if (ends[1] >= 0)
        close(ends[1]);
    if (life[0] >= 0)
        close(life[0]);
    if (fault) {
        error_set(error, "cannot start '%s': %s", command, strerror(fault));
        if (ends[0] >= 0)
            close(ends[0]);
        if (life[1] >= 0)
            close(life[1]);
        free(process);
        return NULL;
    }
    process->lines = line_reader_create(ends[0]);
    process->socket = ends[0];
    process->life = life[1];
    process->log = log;
    process->stop = stop;
    return process;
}

// Waits for the socket in slices.
static enum process_status await(struct process *process, short event, int64_t deadline) {
    for (;;) {
        if (stopped(process))
            return PROCESS_STOPPED;
        int64_t left = deadline - process_now();
        if (left < 0)
            left = 0;
        struct pollfd wanted = {process->socket, event, 0};
        int ready = poll(&wanted, 1, left < SLICE ? (int)left : SLICE);
        if (ready > 0)
            return PROCESS_DONE;
        if (ready < 0 && errno != EINTR)
            return PROCESS_ENDED;
        if (process_now() >= deadline)
            return PROCESS_LATE;
    }
}

enum process_status process_read(struct process *process, int64_t deadline, const char **line) {
    *line = "";
    for (;;) {
        char *next;
        bool late = process_now() >= deadline; // before all that is there has been read
        enum line_status read = line_reader_next(process->lines, &next);
        if (read == LINE_READY) {
            note(process, '<', next);
            *line = next;
            // Who never falls silent is late all the same.
            return stopped(process) ? PROCESS_STOPPED : PROCESS_DONE;
        }
        if (read == LINE_END)
            return PROCESS_ENDED;
        if (read == LINE_TOO_LONG)
            note(process, '<', "(a line that is too long to be read)");
        if (stopped(process))
            return PROCESS_STOPPED;
        if (late)
            return PROCESS_LATE;
        if (read == LINE_TOO_LONG)
            continue; // what stands behind it may have been read with it
        enum process_status status = await(process, POLLIN, deadline);
        if (status != PROCESS_DONE && status != PROCESS_LATE)
            return status;
    }
}

enum process_status process_write(struct process *process, const char *line, int64_t deadline) {
    note(process, '>', line);
    size_t length = strlen(line), done = 0;
    while (done < length + 1) {
        const char *from = done < length ? line + done : "\n";
        ssize_t count = send(process->socket, from, done < length ? length - done : 1,
                             MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            done += (size_t)count;
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return PROCESS_ENDED;
        enum process_status status = await(process, POLLOUT, deadline);
        if (status != PROCESS_DONE)
            return status;
    }
    return PROCESS_DONE;
}

// True when the program has ended within `patience` milliseconds; it is not yet reaped.
static bool ended(const struct process *process, int patience, siginfo_t *how) {
    int64_t deadline = process_now() + patience;
    for (;;) {
        *how = (siginfo_t){0};
        if (waitid(P_PID, (id_t)process->pid, how, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            how->si_pid != 0)
            return true;
        if (process_now() >= deadline)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
}

void process_end_text(struct process *process, char *text, size_t size) {
    assert(size > 0);
    siginfo_t how;
    if (!ended(process, 500, &how))
        snprintf(text, size, "closed its output, still running");
    else if (how.si_code == CLD_EXITED && how.si_status == 127)
        snprintf(text, size, "exit code 127: no such program");
    else if (how.si_code == CLD_EXITED && how.si_status <= 128)
        snprintf(text, size, "exit code %d", how.si_status);
    else { // the shell adds 128 to the signal of a program that it waited for
        int number = how.si_code == CLD_EXITED ? how.si_status - 128 : how.si_status;
        const char *name = strsignal(number);
        snprintf(text, size, "signal %d%s%s", number, name ? ": " : "", name ? name : "");
    }
}

void process_destroy(struct process *process, int patience) {
    assert(patience >= 0);
    if (!process)
        return;
    siginfo_t how;
    shutdown(process->socket, SHUT_WR);
    ended(process, patience, &how);
    kill(-process->pid, SIGKILL); // the group lives as long as its leader is not reaped
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close(process->socket);
    close(process->life);
    line_reader_destroy(process->lines);
    free(process);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "process.h"

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

#include "file.h"

extern char **environ;

enum { SLICE = 100 }; // milliseconds after which a wait looks at `stop`

struct process {
    pid_t pid;
    int socket; // both its standard input and output: a write to it can do without SIGPIPE
    int log;
    const atomic_bool *stop;
    bool closed;       // nothing more will come
    bool skipping;     // the rest of a line that was too long
    size_t begin, end; // what was received and not read
    char input[PROCESS_LINE_MAX + 1];
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
    char start[32];
    int length = snprintf(start, sizeof start, "%d %c ", (int)process->pid, direction);
    size_t count = strlen(line);
    char *text = malloc((size_t)length + count + 1);
    if (!text)
        return;
    memcpy(text, start, (size_t)length);
    memcpy(text + length, line, count);
    text[(size_t)length + count] = '\n';
    file_write_all(process->log, text, (size_t)length + count + 1); // a full disk: no log, no more
    free(text);
}

// The child's side of things: files, a group of its own, signals as a program expects them.
static int spawn(pid_t *pid, const char *command, int socket, int log) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&files) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    int fault = posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
    if (!fault)
        fault = posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
    if (!fault)
        fault = log >= 0 ? posix_spawn_file_actions_adddup2(&files, log, STDERR_FILENO)
                         : posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null",
                                                            O_WRONLY, 0);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    char shell[] = "sh", option[] = "-c", *text = strdup(command);
    char *arguments[] = {shell, option, text, NULL};
    if (!fault)
        fault =
            text ? posix_spawn(pid, "/bin/sh", &files, &attributes, arguments, environ) : ENOMEM;
    free(text);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return fault;
}

struct process *process_start(const char *command, int log, const atomic_bool *stop,
                              struct error *error) {
    struct process *process = calloc(1, sizeof *process);
    int ends[2];
    if (!process) {
        error_set(error, "out of memory");
        return NULL;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        error_set(error, "cannot start '%s': %s", command, strerror(errno));
        free(process);
        return NULL;
    }
    int fault = spawn(&process->pid, command, ends[1], log);
    close(ends[1]);
    if (fault) {
        error_set(error, "cannot start '%s': %s", command, strerror(fault));
        close(ends[0]);
        free(process);
        return NULL;
    }
    process->socket = ends[0];
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

// The next whole line of what has been received, or NULL.
static char *take_line(struct process *process) {
    char *from = process->input + process->begin;
    size_t count = process->end - process->begin;
    char *end = memchr(from, '\n', count);
    bool full = !end && count == PROCESS_LINE_MAX;
    if (!end && !full && !(process->closed && count > 0))
        return NULL;
    size_t length = end ? (size_t)(end - from) : count;
    process->begin += end ? length + 1 : length;
    from[length] = '\0'; // over the line end, or into the last byte of `input`
    if (length > 0 && from[length - 1] == '\r')
        from[length - 1] = '\0';
    for (size_t i = 0; i + 1 < length; i++)
        if (!from[i])
            from[i] = ' ';
    bool tail = process->skipping; // the end of a line whose beginning was returned
    process->skipping = full;
    return tail ? take_line(process) : from;
}

static void receive(struct process *process) {
    memmove(process->input, process->input + process->begin, process->end - process->begin);
    process->end -= process->begin;
    process->begin = 0;
    ssize_t count = recv(process->socket, process->input + process->end,
                         PROCESS_LINE_MAX - process->end, MSG_DONTWAIT);
    if (count > 0)
        process->end += (size_t)count;
    else if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        process->closed = true;
}

enum process_status process_read(struct process *process, int64_t deadline, const char **line) {
    *line = "";
    for (;;) {
        char *taken = take_line(process);
        if (taken) {
            note(process, '<', taken);
            *line = taken;
            // Who never falls silent is late all the same.
            return stopped(process) ? PROCESS_STOPPED : PROCESS_DONE;
        }
        if (process->closed)
            return PROCESS_ENDED;
        enum process_status status = await(process, POLLIN, deadline);
        if (status != PROCESS_DONE)
            return status;
        receive(process);
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
    free(process);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real program in a folder of the test's own, and reads what it wrote.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "file.h"

enum { ARGUMENTS_MAX = 40, FILE_LIMIT = 1 << 26 };

// Group set-up and tear-down: an empty folder that is the working directory meanwhile.
static char test_folder[64], started_in[1024];

static int enter_folder(void **state) {
    (void)state;
    const char *place = getenv("TMPDIR");
    snprintf(test_folder, sizeof test_folder, "%.40s/kagami-XXXXXX", place ? place : "/tmp");
    return !getcwd(started_in, sizeof started_in) || !mkdtemp(test_folder) || chdir(test_folder);
}

static int leave_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", test_folder);
    return chdir(started_in) || system(command);
}

struct program {
    pid_t pid;
    int code;                // exit code, or -signal
    char out[32], err[32];   // files that its output goes to
    char *output, *messages; // what they held when it had been waited for; owned
};

// Starts `kagami` with the words of `line` (separated by single spaces) as arguments; its output
// goes to the files out and err. `file_limit` bytes is the most that it may write to a file (0:
// any).
static inline void program_start(struct program *program, const char *line, long file_limit) {
    char words[2048], *arguments[ARGUMENTS_MAX] = {"kagami"};
    int count = 1;
    snprintf(words, sizeof words, "%s", line);
    for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));) {
        assert_true(count + 1 < ARGUMENTS_MAX);
        arguments[count++] = word;
    }
    free(program->output);
    free(program->messages);
    *program = (struct program){0};
    fflush(NULL);
    program->pid = fork();
    assert_true(program->pid >= 0);
    pid_t pid = program->pid ? program->pid : getpid();
    snprintf(program->out, sizeof program->out, "out-%d", (int)pid);
    snprintf(program->err, sizeof program->err, "err-%d", (int)pid);
    if (program->pid > 0)
        return;
    // A shell's background jobs ignore SIGINT, and so would a program started from there.
    signal(SIGINT, SIG_DFL);
    if (file_limit > 0) {
        struct rlimit limit = {(rlim_t)file_limit, (rlim_t)file_limit};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    alarm(1800); // no test waits without an end
    if (!freopen(program->out, "w", stdout) || !freopen(program->err, "w", stderr))
        _exit(126);
    execv(KAGAMI_PROGRAM, arguments);
    _exit(127);
}

static inline int program_wait(struct program *program) {
    int status;
    assert_int_equal(waitpid(program->pid, &status, 0), program->pid);
    program->code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    // Killed early, on a busy machine, it may not have come to opening its files.
    bool opened = access(program->err, F_OK) == 0;
    program->output = opened ? file_read(program->out, FILE_LIMIT, NULL) : strdup("");
    program->messages = opened ? file_read(program->err, FILE_LIMIT, NULL) : strdup("");
    assert_non_null(program->output);
    assert_non_null(program->messages);
    return program->code;
}

static inline int program_run(struct program *program, const char *line) {
    program_start(program, line, 0);
    return program_wait(program);
}

static inline void program_free(struct program *program) {
    free(program->output);
    free(program->messages);
    *program = (struct program){0};
}

// Fails unless the program exits with `code`, `part` standing in its messages.
static inline void expect_run(const char *line, int code, const char *part) {
    struct program program = {0};
    program_run(&program, line);
    if (program.code != code || !strstr(program.messages, part))
        fail_msg("kagami %s\nexit %d, expected %d and '%s' in:\n%s%s", line, program.code, code,
                 part, program.messages, program.output);
    program_free(&program);
}

// The same of what it prints as its answer.
static inline void expect_output(const char *line, int code, const char *part) {
    struct program program = {0};
    program_run(&program, line);
    if (program.code != code || !strstr(program.output, part))
        fail_msg("kagami %s\nexit %d, expected %d and '%s' in:\n%s%s", line, program.code, code,
                 part, program.output, program.messages);
    program_free(&program);
}

static inline void shell(const char *command) {
    assert_int_equal(system(command), 0);
}

static inline void wait_milliseconds(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static inline bool there_is(const char *path) {
    return access(path, F_OK) == 0;
}

static inline char *contents(const char *path) {
    char *text = file_read(path, FILE_LIMIT, NULL);
    if (!text)
        fail_msg("%s cannot be read", path);
    return text;
}

// Fails unless the two folders hold the same logs, byte by byte.
static inline void assert_same_logs(const char *a, const char *b) {
    static const char *const names[] = {"games.csv", "positions.csv"};
    for (int i = 0; i < 2; i++) {
        char path[2][128];
        snprintf(path[0], sizeof path[0], "%s/%s", a, names[i]);
        snprintf(path[1], sizeof path[1], "%s/%s", b, names[i]);
        char *text[2] = {contents(path[0]), contents(path[1])};
        size_t at = 0;
        while (text[0][at] && text[0][at] == text[1][at])
            at++;
        if (text[0][at] || text[1][at])
            fail_msg("%s and %s differ from byte %zu on", path[0], path[1], at);
        free(text[0]);
        free(text[1]);
    }
}

static inline long file_length(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (long)status.st_size : -1;
}

static inline void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

// Waits until a file holds so many bytes or the program has ended; fails after ten minutes.
static inline void wait_for_length(const struct program *program, const char *path, long length) {
    siginfo_t ended = {0};
    for (int i = 0; file_length(path) < length && !ended.si_pid; i++) {
        if (i == 300000)
            fail_msg("%s does not grow", path);
        wait_milliseconds(2);
        assert_int_equal(waitid(P_PID, (id_t)program->pid, &ended, WEXITED | WNOHANG | WNOWAIT), 0);
    }
}

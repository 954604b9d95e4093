// SPDX-License-Identifier: GPL-3.0-or-later
// A program that talks in lines over its standard input and output. Nothing here waits longer than
// it is told: no program can stop us by hanging, babbling, dying or refusing to read.
#pragma once

#include <stdatomic.h>

#include "error.h"

struct process;

// Milliseconds of the monotonic clock, in which deadlines are given.
int64_t process_now(void);

// Starts `command` by /bin/sh in a process group of its own, so that an interrupt from the terminal
// does not reach it; it is killed when this process ends, however it does. Its standard error goes
// to the log where there is one, otherwise nowhere. `log` is a file opened for appending, -1 for
// none: every line in and out is written there, after the number of the process. `stop` (may be
// NULL) ends every wait soon when it becomes true; both must outlive the process. NULL and `error`
// when the system refuses; that there is no such program shows only by its end.
struct process *process_start(const char *command, int log, const atomic_bool *stop,
                              struct error *error);

enum process_status {
    PROCESS_DONE,
    PROCESS_LATE,    // the deadline has passed
    PROCESS_ENDED,   // the program has ended
    PROCESS_STOPPED, // `stop` was seen
};

// Waits for a line until `deadline`. `*line` is 0-terminated, without its line end, and valid until
// the next call. Bytes 0 in it are read as blanks; lines beyond LINE_LIMIT (line_reader.h) are left
// out. After PROCESS_LATE one may go on reading.
enum process_status process_read(struct process *process, int64_t deadline, const char **line);

// Writes a line; the line end is added. Waits until `deadline` for a program that does not read.
enum process_status process_write(struct process *process, const char *line, int64_t deadline);

// How the program ended, for people: "exit code 1", "signal 11: Segmentation fault". Waits up to
// half a second for the end; "still running" after that.
void process_end_text(struct process *process, char *text, size_t size);

// Closes the pipe, gives the program `patience` milliseconds to end by itself, then kills it and
// all of its group. Leaves no zombie. NULL is fine.
void process_destroy(struct process *process, int patience);

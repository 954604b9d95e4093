// SPDX-License-Identifier: GPL-3.0-or-later
// What the scheduler or launcher that started this process says of it in the environment: which of
// how many tasks it is, its processors, its job. All variables of all schedulers stand in one
// table.
#pragma once

#include <stdint.h>

#include "error.h"

struct scheduler_task {
    int64_t index, count; // task `index` of 0..count-1
    const char *variable; // that named it; static
};

// Which task this process is. `count`: how many there are, where somebody knows; 0: as the
// scheduler says. An array that has another number of tasks then numbers them from 0 (from 1 where
// its scheduler does), so that some of them may be started again. False and `error`, with the
// variables, where no scheduler says anything, two of them disagree, or one contradicts itself.
bool scheduler_task(int64_t count, struct scheduler_task *task, struct error *error);

// Processors of this process; 0: nothing is said.
int64_t scheduler_processors(void);

// The job, with the number of its task behind '_', and how often it has been started again. False
// where there is none.
enum { SCHEDULER_JOB = 64 };
bool scheduler_job(char text[SCHEDULER_JOB], int64_t *restarts);

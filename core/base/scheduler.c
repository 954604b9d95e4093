// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheduler.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "number.h"

// An array numbers its tasks first, first + step, ... last; a launcher its ranks from 0 on.
struct scheduler {
    const char *index; // variables; NULL: the scheduler has none
    const char *count, *first, *last, *step;
    int64_t origin;   // the first number where `first` is not said
    const char *none; // what `index` is in a job that is no array
    bool lone;        // a count of 1 says nothing: it is set in jobs of one process
    bool starts;      // launchers of MPI start their helpers by it
    bool started;     // they are such launchers
};

static const struct scheduler schedulers[] = {
    // Slurm: arrays, and what srun starts in one job. SLURM_PROCID is in plain jobs too.
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", .lone = true, .starts = true},
    {"PBS_ARRAY_INDEX"}, // OpenPBS, PBS Pro
    {"PBS_ARRAYID"},     // Torque
    {"LSB_JOBINDEX", .last = "LSB_JOBINDEX_END", .step = "LSB_JOBINDEX_STEP", .origin = 1,
     .none = "0"}, // LSF
    {"SGE_TASK_ID", NULL, "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", .origin = 1,
     .none = "undefined"},                // Grid Engine
    {"_CONDOR_PROCNO", "_CONDOR_NPROCS"}, // HTCondor: its parallel universe, or the submit file
    {"HQ_TASK_ID"},                       // HyperQueue
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", .started = true}, // Open MPI
    {"PMI_RANK", "PMI_SIZE", .started = true},                         // MPICH and its like
    {"PARALLEL_SEQ", .origin = 1},                                     // GNU parallel
};

// A variable that must be a whole number where it is set; `*value` is left where it is not.
static bool read_number(const char *name, int64_t *value, struct error *error) {
    const char *text = name ? getenv(name) : NULL;
    int64_t number;
    if (!text)
        return true;
    if (!number_integer(text, &number) || number < 0 || number > INT32_MAX)
        return error_set(error, "%s is '%.40s', no number of a task", name, text);
    *value = number;
    return true;
}

// Which task by one scheduler, which says something; `count` as for scheduler_task.
static bool read_task(const struct scheduler *row, int64_t count, struct scheduler_task *task,
                      struct error *error) {
    int64_t number = 0, tasks = -1, first = row->origin, last = -1, step = 1;
    if (!read_number(row->index, &number, error) || !read_number(row->count, &tasks, error) ||
        !read_number(row->first, &first, error) || !read_number(row->last, &last, error) ||
        !read_number(row->step, &step, error))
        return false;
    step += step == 0;
    int64_t spanned = last >= first ? (last - first) / step + 1 : tasks;
    bool gaps = (tasks >= 0 && tasks != spanned) || (number - first) % step != 0;
    if (tasks < 0)
        tasks = spanned;
    if (count && tasks >= 0 && tasks != count && !row->last)
        return error_set(error, "%s is %" PRId64 ", not %" PRId64, row->count, tasks, count);
    bool some = count && (gaps || tasks != count); // tasks of an array, by their own numbers
    if (!some && (gaps || tasks < 0))
        return error_set(error, "%s is %" PRId64 ", %s: give auto/N", row->index, number,
                         gaps ? "in an array with gaps" : "of a number that nothing says");
    first = some ? row->origin : first;
    *task = (struct scheduler_task){.index = some ? number - first : (number - first) / step,
                                    .count = some ? count : tasks,
                                    .variable = row->index};
    return (number >= first && task->index < task->count) ||
           error_set(error, "%s is %" PRId64 ", none of %" PRId64 " tasks from %" PRId64 " on",
                     row->index, number, task->count, first);
}

// Does a scheduler say something?
static bool speaks(const struct scheduler *row) {
    const char *index = getenv(row->index), *count = row->count ? getenv(row->count) : NULL;
    return index && (!row->none || strcmp(index, row->none) != 0) &&
           (!row->lone || (count && strcmp(count, "1") != 0));
}

bool scheduler_task(int64_t count, struct scheduler_task *task, struct error *error) {
    const struct scheduler *by = NULL;
    struct buffer names = buffer_init();
    bool done = true;
    for (int i = 0; done && i < ARRAY_LENGTH(schedulers); i++) {
        const struct scheduler *row = &schedulers[i];
        struct scheduler_task here;
        buffer_printf(&names, "%s%s", i ? ", " : "", row->index);
        if (!speaks(row) || !(done = read_task(row, count, &here, error)))
            continue;
        bool same = by && here.index == task->index && here.count == task->count;
        if (by && !same && !(by->starts && row->started))
            done = error_set(error,
                             "%s makes this task %" PRId64 " of %" PRId64 ", %s %" PRId64
                             " of %" PRId64 ": give I/N",
                             task->variable, task->index, task->count, here.variable, here.index,
                             here.count);
        if (!by || (!same && done)) {
            by = row;
            *task = here;
        }
    }
    if (done && !by)
        done = error_set(error, "no scheduler says which task this is, by none of %s", names.data);
    buffer_destroy(&names);
    return done;
}

int64_t scheduler_processors(void) {
    int64_t processors = 0;
    return read_number("SLURM_CPUS_PER_TASK", &processors, NULL) ? processors : 0;
}

bool scheduler_job(char text[SCHEDULER_JOB], int64_t *restarts) {
    const char *array = getenv("SLURM_ARRAY_JOB_ID"), *task = getenv("SLURM_ARRAY_TASK_ID");
    const char *job = array && task ? array : getenv("SLURM_JOB_ID");
    *restarts = 0;
    read_number("SLURM_RESTART_COUNT", restarts, NULL);
    if (job)
        snprintf(text, SCHEDULER_JOB, "%.24s%s%.24s", job, array && task ? "_" : "",
                 array && task ? task : "");
    return job != NULL;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Which task a process is, by the environment that each scheduler makes.
#include "scheduler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern char **environ;

// As if nothing else had started this program: "A=1 B=2".
static void set_environment(const char *text) {
    static char copy[512];
    static char *variables[16];
    int count = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *at = strtok(copy, " "); at; at = strtok(NULL, " "))
        variables[count++] = at;
    variables[count] = NULL;
    environ = variables;
}

#define ARRAY "SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_STEP=3 SLURM_ARRAY_TASK_MAX=16 "

static void every_scheduler_says_which_task(void **state) {
    (void)state;
    static const struct {
        const char *environment;
        int count, index, tasks;
        const char *variable; // or what is wrong
    } cases[] = {
        {"SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=16 SLURM_ARRAY_TASK_MIN=0 "
         "SLURM_ARRAY_TASK_MAX=15 SLURM_ARRAY_TASK_STEP=1",
         0, 3, 16, "SLURM_ARRAY_TASK_ID"},
        {ARRAY "SLURM_ARRAY_TASK_ID=10 SLURM_ARRAY_TASK_COUNT=5", 0, 2, 5, "SLURM_ARRAY_TASK_ID"},
        {ARRAY "SLURM_ARRAY_TASK_ID=10", 5, 2, 5, "SLURM_ARRAY_TASK_ID"},
        {"SLURM_PROCID=2 SLURM_STEP_NUM_TASKS=4", 0, 2, 4, "SLURM_PROCID"},
        {"PBS_ARRAY_INDEX=0", 8, 0, 8, "PBS_ARRAY_INDEX"},
        {"PBS_ARRAYID=7", 8, 7, 8, "PBS_ARRAYID"},
        {"LSB_JOBINDEX=8 LSB_JOBINDEX_END=8 LSB_JOBINDEX_STEP=1", 0, 7, 8, "LSB_JOBINDEX"},
        {"LSB_JOBINDEX=5 LSB_JOBINDEX_END=9 LSB_JOBINDEX_STEP=2", 0, 2, 5, "LSB_JOBINDEX"},
        {"SGE_TASK_ID=6 SGE_TASK_FIRST=2 SGE_TASK_LAST=8 SGE_TASK_STEPSIZE=2", 0, 2, 4,
         "SGE_TASK_ID"},
        {"_CONDOR_PROCNO=3 _CONDOR_NPROCS=4", 0, 3, 4, "_CONDOR_PROCNO"},
        {"HQ_TASK_ID=1", 3, 1, 3, "HQ_TASK_ID"},
        {"OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2", 0, 1, 2, "OMPI_COMM_WORLD_RANK"},
        {"PMI_RANK=0 PMI_SIZE=2", 2, 0, 2, "PMI_RANK"},
        {"PARALLEL_SEQ=5", 5, 4, 5, "PARALLEL_SEQ"},
        // Some tasks of an array again, by their own numbers.
        {"SLURM_ARRAY_TASK_ID=17 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=3 "
         "SLURM_ARRAY_TASK_MAX=17 SLURM_ARRAY_TASK_STEP=14",
         50, 17, 50, "SLURM_ARRAY_TASK_ID"},
        {"SGE_TASK_ID=17 SGE_TASK_FIRST=17 SGE_TASK_LAST=17 SGE_TASK_STEPSIZE=1", 50, 16, 50,
         "SGE_TASK_ID"},
        // What says nothing, or the same, or was started by what is looked through.
        {"SLURM_PROCID=0 SLURM_NTASKS=4 PMI_RANK=1 PMI_SIZE=2", 0, 1, 2, "PMI_RANK"},
        {"SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=1 HQ_TASK_ID=1", 2, 1, 2, "HQ_TASK_ID"},
        {"SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=2 PMI_RANK=1 PMI_SIZE=2", 0, 1, 2, "SLURM_PROCID"},
        {"SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=2 OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_SIZE=8", 0,
         5, 8, "OMPI_COMM_WORLD_RANK"},
        {"LSB_JOBINDEX=0 SGE_TASK_ID=undefined PARALLEL_SEQ=1", 1, 0, 1, "PARALLEL_SEQ"},
        {"HOME=/", 0, -1, 0, "by none of SLURM_ARRAY_TASK_ID, SLURM_PROCID, PBS_ARRAY_INDEX"},
        {"SLURM_PROCID=0 SLURM_NTASKS=4 LSB_JOBINDEX=0 SGE_TASK_ID=undefined", 0, -1, 0,
         "by none of"},
        // Contradictions.
        {ARRAY "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_COUNT=5 PARALLEL_SEQ=2", 5, -1, 0,
         "SLURM_ARRAY_TASK_ID makes this task 0 of 5, PARALLEL_SEQ 1 of 5: give I/N"},
        {"OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 PMI_RANK=1 PMI_SIZE=3", 0, -1, 0,
         "OMPI_COMM_WORLD_RANK makes this task 1 of 2, PMI_RANK 1 of 3"},
        {"PMI_RANK=4 PMI_SIZE=4", 0, -1, 0, "PMI_RANK is 4, none of 4 tasks from 0 on"},
        {"PARALLEL_SEQ=6", 5, -1, 0, "PARALLEL_SEQ is 6, none of 5 tasks from 1 on"},
        {ARRAY "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=5", 0, -1, 0,
         "SLURM_ARRAY_TASK_ID is 1, none of 5 tasks from 4 on"},
        {ARRAY "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=5", 0, -1, 0, "an array with gaps"},
        {ARRAY "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_COUNT=3", 0, -1, 0, "an array with gaps"},
        {"PMI_RANK=1", 0, -1, 0, "PMI_RANK is 1, of a number that nothing says: give auto/N"},
        {"HQ_TASK_ID=1", 0, -1, 0, "HQ_TASK_ID is 1, of a number that nothing says: give auto/N"},
        {"PMI_RANK=1 PMI_SIZE=4", 5, -1, 0, "PMI_SIZE is 4, not 5"},
        {"PMI_RANK=x PMI_SIZE=4", 0, -1, 0, "PMI_RANK is 'x', no number of a task"},
        {"PMI_RANK=1 PMI_SIZE=-4", 0, -1, 0, "PMI_SIZE is '-4'"},
    };
    for (int i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct scheduler_task task;
        struct error error = {""};
        set_environment(cases[i].environment);
        bool done = scheduler_task(cases[i].count, &task, &error);
        if (done != (cases[i].index >= 0) ||
            (done && (task.index != cases[i].index || task.count != cases[i].tasks ||
                      strcmp(task.variable, cases[i].variable) != 0)) ||
            (!done && !strstr(error.text, cases[i].variable)))
            fail_msg("%s: %s", cases[i].environment,
                     done          ? "another task"
                     : *error.text ? error.text
                                   : "no word");
    }
}

static void a_job_has_a_number_and_processors(void **state) {
    (void)state;
    char job[SCHEDULER_JOB];
    int64_t restarts;
    set_environment("SLURM_JOB_ID=9 SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=3 "
                    "SLURM_RESTART_COUNT=2 SLURM_CPUS_PER_TASK=5");
    assert_true(scheduler_job(job, &restarts));
    assert_string_equal(job, "7_3");
    assert_int_equal(restarts, 2);
    assert_int_equal(scheduler_processors(), 5);
    set_environment("SLURM_JOB_ID=9 SLURM_CPUS_PER_TASK=all");
    assert_true(scheduler_job(job, &restarts));
    assert_string_equal(job, "9");
    assert_int_equal(restarts, 0);
    assert_int_equal(scheduler_processors(), 0);
    set_environment("HOME=/");
    assert_false(scheduler_job(job, &restarts));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheduler_says_which_task),
        cmocka_unit_test(a_job_has_a_number_and_processors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

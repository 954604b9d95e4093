// SPDX-License-Identifier: GPL-3.0-or-later
// ctest: slow
// Disks that are full, folders that may not be written or are gone: a message that names the file
// and the cause, exit code 1, and a log that goes on when the cause is gone. And memory: the same
// whatever the number of games.
#include "program.h"

#include <sys/wait.h>

static const char options[] =
    "selfplay minishogi --games 60 --nodes 40 --opening-bound 100000 --seed 9 --sample all";

static void play(const char *more) {
    char line[256];
    snprintf(line, sizeof line, "%s --threads 2 %s", options, more);
    expect_run(line, 0, "seed 9");
}

// Runs `line` on a disk that takes so many bytes and no more.
static void run_on_full_disk(struct program *program, const char *line, long bytes) {
    char limit[32];
    snprintf(limit, sizeof limit, "%ld", bytes);
    setenv("NO_SPACE_AFTER", limit, 1);
    setenv("LD_PRELOAD", NO_SPACE_LIBRARY, 1);
    program_start(program, line, 0);
    unsetenv("LD_PRELOAD");
    program_wait(program);
}

static void expect_full(const struct program *program, const char *file) {
    if (program->code != 1 || !strstr(program->messages, strerror(ENOSPC)) ||
        !strstr(program->messages, file))
        fail_msg("exit %d, expected 1, %s and '%s' in:\n%s", program->code, file, strerror(ENOSPC),
                 program->messages);
}

static void a_full_disk_stops_a_run_that_goes_on_later(void **state) {
    (void)state;
    // From the first byte of run.json to the last rows.
    static const long room[] = {0, 100, 3000, 6000, 9000, 15000, 25000};
    char line[256];
    play("--out whole");
    snprintf(line, sizeof line, "%s --threads 2 --out full", options);
    struct program program = {0};
    for (int i = 0; i < ARRAY_LENGTH(room); i++) {
        shell("rm -rf full");
        run_on_full_disk(&program, line, room[i]);
        expect_full(&program, "full/");
        expect_run(line, 0, "seed 9");
        assert_same_logs("whole", "full");
    }
    // Little by little, each time a bit further.
    shell("rm -rf full");
    int runs = 0;
    do {
        run_on_full_disk(&program, line, 16000);
        if (program.code != 0)
            expect_full(&program, "full/");
        assert_true(++runs < 60);
    } while (program.code != 0);
    assert_true(runs > 2);
    assert_same_logs("whole", "full");
    program_free(&program);
}

static void a_full_disk_stops_a_merge_that_is_begun_again(void **state) {
    (void)state;
    static const long room[] = {0, 2000, 8000, 20000};
    play("--shard 0/2 --out shards/0");
    play("--shard 1/2 --out shards/1");
    struct program program = {0};
    for (int i = 0; i < ARRAY_LENGTH(room); i++) {
        shell("rm -rf merged");
        run_on_full_disk(&program, "log merge shards --out merged", room[i]);
        expect_full(&program, "merged/");
        assert_true(file_length("merged/games.csv") <= 0); // what was written is given back
        expect_run("log merge shards --out merged", 0, "");
        assert_same_logs("whole", "merged");
    }
    program_free(&program);
}

// As an ordinary user, whom permissions bind.
static int run_as_nobody(const char *line) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(125);
        char command[1024];
        snprintf(command, sizeof command, "%s %s >public/out 2>public/err", KAGAMI_PROGRAM, line);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(126);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect_refused(const char *line, const char *part) {
    int code = run_as_nobody(line);
    char *messages = contents("public/err");
    if (code != 1 || !strstr(messages, part) || !strstr(messages, strerror(EACCES)))
        fail_msg("kagami %s\nexit %d, expected 1, '%s' and '%s' in:\n%s", line, code, part,
                 strerror(EACCES), messages);
    free(messages);
}

static void a_folder_that_may_not_be_written_is_named(void **state) {
    (void)state;
    shell("chmod 755 . && mkdir -p public && chmod 777 public && cp -r whole locked && "
          "truncate -s -300 locked/games.csv && cp -r locked before && "
          "chmod 555 locked && chmod 444 locked/*");
    // The program itself may lie where only its owner goes.
    if (run_as_nobody("--version") != 0)
        skip();
    char line[256];
    snprintf(line, sizeof line, "%s --out locked", options);
    expect_refused(line, "locked/");
    snprintf(line, sizeof line, "%s --out locked/deeper", options);
    expect_refused(line, "locked/deeper");
    expect_refused("log merge shards --out locked/merged", "locked/merged");
    // run.json cannot be replaced although the logs may be written.
    shell("chmod 666 locked/*");
    snprintf(line, sizeof line, "%s --out locked", options);
    expect_refused(line, "locked/run.json");
    shell("chmod 755 locked");
    play("--out locked");
    assert_same_logs("whole", "locked");
}

static void a_folder_that_vanishes_stops_the_run(void **state) {
    (void)state;
    struct program program = {0};
    program_start(&program, "selfplay minishogi --games 1M --nodes 50 --out gone --seed 1", 0);
    wait_for_length(&program, "gone/games.csv", 1000);
    shell("mv gone elsewhere && rm -r elsewhere");
    program_wait(&program); // at its next checkpoint, within seconds
    assert_int_equal(program.code, 1);
    assert_non_null(strstr(program.messages, "gone/"));
    assert_false(there_is("gone"));
    program_free(&program);
}

// Peak resident memory of a run that is stopped as soon as its log has begun, in KiB.
static long peak_memory(const char *games) {
    char line[256];
    struct rusage usage;
    snprintf(line, sizeof line,
             "selfplay minishogi --games %s --nodes 50 --threads 2 --seed 1 --out many-%s", games,
             games);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct program program = {0};
        char path[64];
        program_start(&program, line, 0);
        snprintf(path, sizeof path, "many-%s/games.csv", games);
        wait_for_length(&program, path, 2000);
        kill(program.pid, SIGTERM);
        int code = program_wait(&program);
        getrusage(RUSAGE_CHILDREN, &usage);
        FILE *file = fopen("peak", "w");
        if (!file || fprintf(file, "%ld\n", code == 75 ? usage.ru_maxrss : -1) < 0 ||
            fclose(file) != 0)
            _exit(1);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    char *text = contents("peak");
    long peak = atol(text);
    free(text);
    assert_true(peak > 0);
    return peak;
}

static void ten_million_games_begin_at_once(void **state) {
    (void)state;
    long few = peak_memory("10k"), many = peak_memory("10M");
    if (many > few + few / 2)
        fail_msg("%ld KiB for ten million games, %ld for ten thousand", many, few);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_stops_a_run_that_goes_on_later),
        cmocka_unit_test(a_full_disk_stops_a_merge_that_is_begun_again),
        cmocka_unit_test(a_folder_that_may_not_be_written_is_named),
        cmocka_unit_test(a_folder_that_vanishes_stops_the_run),
        cmocka_unit_test(ten_million_games_begin_at_once),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// kagami bench: searches the fixed positions; prints nodes, speed and the signature.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "cmd_common.h"

struct options {
    struct answer_options answer;
    int depth;
    const char *variant;
};

static const struct option_row arguments[] = {
    {"VARIANT", .help = "This game alone; its name, without rules of its own", .kind = ROW_TEXT,
     .completion = COMPLETE_VARIANT, OPTION_AT(struct options, variant)},
};

static const struct option_row rows[] = {
    {"depth", "PLIES", "Search depth; the signature is that of 6", "6", .kind = ROW_COUNT, .low = 1,
     .high = 90, OPTION_AT(struct options, depth)},
};
static const struct option_set set = {NULL, rows, ARRAY_LENGTH(rows), NULL, NULL};

static double cpu_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_row(const struct options *options, const char *name, uint64_t nodes,
                      double seconds, bool first) {
    double speed = seconds > 0 ? (double)nodes / seconds : 0;
    if (options->answer.json)
        printf("%s{\"variant\":\"%s\",\"nodes\":%llu,\"seconds\":%.4f}", first ? "" : ",", name,
               (unsigned long long)nodes, seconds);
    else
        printf("%-14s %12llu nodes %9.0f k nodes/s\n", name, (unsigned long long)nodes,
               speed / 1e3);
}

static int run(void *data, const char *line) {
    (void)line;
    const struct options *options = data;
    struct error error = {""};
    uint64_t total = 0;
    double total_seconds = 0;
    bool first = true;
    if (options->answer.json)
        printf("{\"variants\":[");
    for (int i = 0; bench_position(i);) {
        const char *name = bench_position(i)->variant;
        uint64_t nodes = 0;
        double start = cpu_seconds();
        bool wanted = !options->variant || strcmp(options->variant, name) == 0;
        for (; bench_position(i) && strcmp(bench_position(i)->variant, name) == 0; i++)
            if (wanted && !bench_search(bench_position(i), options->depth, &nodes, &error))
                return fail(EXIT_ERROR, "%s", error.text);
        if (!wanted)
            continue;
        double seconds = cpu_seconds() - start;
        print_row(options, name, nodes, seconds, first);
        first = false;
        total += nodes;
        total_seconds += seconds;
    }
    if (first)
        return fail(EXIT_USAGE, "no bench positions of '%s'", options->variant);
    if (options->answer.json)
        printf("],\"signature\":%llu,\"seconds\":%.4f}\n", (unsigned long long)total,
               total_seconds);
    else {
        print_row(options, "all", total, total_seconds, false);
        printf("signature %llu\n", (unsigned long long)total);
    }
    return EXIT_DONE;
}

static const struct option_use uses[] = {
    {&set, 0, NULL}, ANSWER_OPTIONS(struct options, answer), {0}};
const struct command command_bench = {
    .name = "bench",
    .group = GROUP_LOOK,
    .summary = "search fixed positions: speed and signature",
    .arguments = arguments,
    .argument_count = ARRAY_LENGTH(arguments),
    .about = "Search fixed positions of every variant to a fixed depth.",
    .epilogue = "The node count of all of them is the signature: it changes when search, "
                "evaluation or rules change, and never otherwise.",
    .uses = uses,
    .size = sizeof(struct options),
    .run = run,
};
